//! The value of positions in the unit of the final result: points in money play; in a match, −1 (lost) to 1 (won).

use ludex_search::{Candidates, Game, MAX_PLAYERS, Player, Returns, Values};

use super::met::{MatchEquities, MatchScore};
use super::model::{EquityModel, ModelScratch};
use crate::rules::game::Tryktrak;
use crate::rules::position::{Phase, Position};
use crate::search::searches::shipped_networks;
use ludex_kit::interface::chance::Worth;

impl Tryktrak {
    /// Evaluates positions for both players. If the dice have been rolled, the best play is assumed.
    pub(crate) fn worth_of_positions(&self) -> Worth<'_, Position> {
        let mut model = EquityModel::new(shipped_networks(), self.options());
        let mut scratch = ModelScratch::default();
        let single = self.single_game();
        Box::new(move |pos| {
            let status = pos.status();
            if matches!(status.phase, Phase::Opening | Phase::Over) {
                return self.worth_between_games(pos);
            }
            model.take_root(pos);
            let value = match status.phase {
                Phase::Moving => model.best(&mut scratch, &single, pos),
                _ => model.value(&mut scratch, &single, pos),
            };
            let equity = model.equity(status.player, &value);
            let chance =
                model.states().and_then(|states| states.match_chance(status.player, equity.into()));
            let worth = match chance {
                Some(chance) => (2.0 * chance - 1.0) as f32,
                None => equity * status.cube.value() as f32,
            };
            of_both(status.player, worth)
        })
    }

    /// The value between two games, which depends only on the score.
    pub(crate) fn worth_between_games(&self, pos: &Position) -> Returns {
        let (options, status) = (self.options(), pos.status());
        let is_over = status.phase == Phase::Over;
        let score = status.score_so_far();
        let is_won = score.iter().any(|&points| points >= u32::from(options.length));
        if is_over && (options.is_money() || is_won) {
            return self.returns(pos);
        }
        if options.is_money() {
            return [0.0; MAX_PLAYERS];
        }
        let score = score.map(|points| points as u8);
        let crawford =
            if is_over { self.is_crawford_game(status.score, score) } else { status.crawford };
        let score = MatchScore::new(options.length, score, crawford, options.crawford);
        let chance = MatchEquities::kazaross().chance(Player(0), score);
        of_both(Player(0), (2.0 * chance - 1.0) as f32)
    }
}

/// A zero-sum pair of values.
fn of_both(player: Player, worth: f32) -> Returns {
    let mut both = [0.0; MAX_PLAYERS];
    (both[player.index()], both[player.other().index()]) = (worth, -worth);
    both
}
