//! Implements [`Playable`] for Takt of any size.

use ludex_search::Score;

use ludex_kit::support::styled::StyledText;
use ludex_kit::{GameInfo, Offers, Playable, SearchKind, Shown, Variant};

use crate::INFO;
use crate::any_size::{AnyPosition, AnyTakt, with_game, with_position};
use crate::evaluation::features::flats;
use crate::search::searches;

impl Playable for AnyTakt {
    const INFO: &'static GameInfo = &INFO;

    fn variant(&self) -> Variant {
        with_game!(self, game => game.variant())
    }

    const SEARCHES: &'static [SearchKind<Self>] = searches::ALL;

    fn render(&self, shown: &Shown<Self>) -> StyledText {
        self.text_of(shown)
    }

    fn ply(&self, pos: &AnyPosition) -> u32 {
        with_position!(self, pos, _game, pos => pos.ply())
    }

    fn score_value(&self, score: Score) -> f64 {
        flats(score)
    }

    fn offers(&self) -> Offers<'_, Self> {
        Offers {
            solvers: searches::SOLVERS,
            commentary: self,
            views: self,
            endings: Some(self),
            has_network: |game| with_game!(game, game => searches::shipped(game).is_some()),
            unlearnt: |game| with_game!(game, game => searches::unlearnt(game)),
            learner: Some(|game| with_game!(game, game => searches::learner(game))),
            pictures: Some(self),
            gestures: Some(self),
            actions: Some(self),
            observations: Some(self),
            speech: Some(self),
            setting_up: Some(self),
            ..Offers::NONE
        }
    }
}
