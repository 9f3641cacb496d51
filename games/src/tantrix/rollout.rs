//! Rollouts with the bag unknown: every player chooses by the points that the evaluation expects, one placement ahead.

use ludex_search::{Evaluator, Game, MAX_PLAYERS, Score, StopFlag, Turn};

use super::evaluation::features::{Prospects, UNITS};
use super::{Placement, Position, Stage, Tantrix};
use crate::support::outlook::{self, Outlook, Standings};
use crate::{InputError, RolledOut, Roller, RolloutObserver, RolloutRequest, SearchSetup};

impl Outlook<Tantrix> for Prospects {
    const UNIT: &'static str = "points";
    const DIGITS: usize = 2;

    fn standings(&self, game: &Tantrix, pos: &Position) -> Standings {
        if game.turn(pos) == Turn::Over {
            let points = match pos.stage() {
                Stage::Stuck => [0.0; MAX_PLAYERS],
                _ => game.points(pos).map(|points| points as f32),
            };
            return Standings {
                wins: game.returns(pos).map(|result| f32::midpoint(1.0, result)),
                worth: margins(game, points),
            };
        }
        let worth = margins(game, self.expected_points(game, pos));
        let win = |margin: f32| self.wdl(Score::new((margin * UNITS) as i32)).win;
        Standings {
            wins: worth.map(win),
            worth,
        }
    }
}

/// By how much each player is ahead of the best of the others.
fn margins(game: &Tantrix, points: [f32; MAX_PLAYERS]) -> [f32; MAX_PLAYERS] {
    let (players, options) = (game.players(), game.options());
    std::array::from_fn(|player| {
        let rivals =
            (0..players).filter(|&other| options.side_of(other) != options.side_of(player));
        points[player] - rivals.map(|other| points[other]).fold(0.0, f32::max)
    })
}

impl Roller<Self> for Tantrix {
    fn roll_out(
        &self,
        setup: &SearchSetup,
        pos: &Position,
        request: &RolloutRequest<Placement>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, Placement>,
    ) -> Result<RolledOut<Placement>, InputError> {
        // Nobody knows the order of the bag.
        let pos = pos.without_order();
        outlook::roll_out(
            self,
            Prospects::default(),
            setup,
            &pos,
            request,
            stop,
            observer,
        )
    }
}
