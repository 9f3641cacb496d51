//! Rollouts with an unknown bag: every player looks one placement ahead and chooses by the expected points.

use ludex_search::{Game, MoveList, StopFlag, Turn};

use crate::evaluation::features::Prospects;
use crate::evaluation::weights::Weights;
use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;
use crate::search::policy::different_placements;
use crate::search::searches::PROSPECTS;
use ludex_kit::support::outlook::{self, Outlook, Standings};
use ludex_kit::{
    InputError, RolledOut, Roller, RolloutJudge, RolloutObserver, RolloutRequest, SearchSetup,
};

impl Outlook<Tantrix> for Prospects {
    const UNIT: &'static str = "points";
    const DIGITS: usize = 2;

    fn standings(&self, game: &Tantrix, pos: &Position) -> Standings {
        let [mut wins, worth] = self.chances_and_margins(game, pos);
        if game.turn(pos) == Turn::Over {
            wins = game.returns(pos).map(|result| f32::midpoint(1.0, result));
        }
        Standings { wins, worth }
    }

    fn moves(&self, game: &Tantrix, pos: &Position, moves: &mut MoveList<Placement>) {
        different_placements(game, pos, moves);
    }
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
        // No player knows the order of the bag.
        let pos = pos.without_order();
        let judgement = Prospects::new(Weights::default(), setup.trained.as_ref());
        outlook::roll_out(self, judgement, setup, &pos, request, stop, observer)
    }

    fn judge(&self, setup: &SearchSetup) -> Result<RolloutJudge, InputError> {
        let own = || PROSPECTS[0].to_owned();
        Ok(RolloutJudge {
            evaluator: setup.evaluator.clone().unwrap_or_else(own),
            networks: Prospects::new(Weights::default(), setup.trained.as_ref()).network_bytes(),
        })
    }
}
