//! The simplest evaluation: who has fewer steps to go.

use ludex_search::{Evaluator, Outlook, Returns, Score, Step, Window};

use super::dice::Roll;
use super::moves::Move;
use super::position::{Phase, Position};
use super::rules::Tryktrak;
use ludex_search::{Game, MAX_PLAYERS, Player, Turn};

/// The difference of the pip counts, as a score in thousandths of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pips;

/// A difference of so many pips is worth a logit.
const PIPS_PER_LOGIT: f32 = 16.0;
/// What a throw that is still to be made is worth: half the pips of an average throw.
const TURN: f32 = 4.0;
/// Scores for a whole game.
const UNITS: f32 = 1000.0;

impl Pips {
    fn chance(pos: &Position) -> f32 {
        let status = pos.status();
        let board = pos.board();
        let lead = board.theirs.pips() as f32 - board.mine.pips() as f32;
        let on_roll = match status.phase {
            Phase::Opening => 0.0,
            Phase::Doubled => -TURN,
            _ => TURN,
        };
        1.0 / (1.0 + (-(lead + on_roll) / PIPS_PER_LOGIT).exp())
    }
}

impl Evaluator<Tryktrak> for Pips {
    type State = ();

    fn fresh(&self, _: &Tryktrak, _: &Position) {}

    fn after(&self, (): &(), _: &Tryktrak, _: &Position, _: Step<Move, Roll>, _: &Position) {}

    fn evaluate(&self, (): &mut (), _: &Tryktrak, pos: &Position, _: Window) -> Score {
        Score::new(((2.0 * Self::chance(pos) - 1.0) * UNITS).round() as i32)
    }

    fn returns(&self, (): &mut (), _: &Tryktrak, pos: &Position) -> Returns {
        let value = 2.0 * Self::chance(pos) - 1.0;
        for_player(pos.status().player, value)
    }

    /// A win is a win, so that what is averaged stays within one game.
    fn result(&self, game: &Tryktrak, pos: &Position) -> Returns {
        debug_assert_eq!(game.turn(pos), Turn::Over);
        for_player(pos.status().player, 1.0)
    }

    fn judges_chance(&self) -> bool {
        true
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::new(-UNITS as i32), Score::new(UNITS as i32))
    }

    fn outlook(&self, score: Score) -> Outlook {
        let win = (score.value() as f32 / UNITS)
            .clamp(-1.0, 1.0)
            .midpoint(1.0);
        Outlook {
            win,
            draw: 0.0,
            loss: 1.0 - win,
        }
    }
}

fn for_player(player: Player, value: f32) -> Returns {
    let mut returns = [0.0; MAX_PLAYERS];
    returns[player.index()] = value;
    returns[player.other().index()] = -value;
    returns
}

/// A score as equity.
pub(super) fn equity(score: Score) -> f64 {
    f64::from(score.value()) / f64::from(UNITS)
}
