//! The remaining tiles, grouped by owner.

use ludex_search::Player;

use crate::rules::game::Tantrix;
use crate::rules::position::Position;
use crate::rules::tile::TileSet;

/// The remaining tiles: the side's own, the other players', and those in the bag.
pub(super) struct Supply {
    pub(super) own: TileSet,
    pub(super) others: TileSet,
    pub(super) bag: TileSet,
}

impl Supply {
    pub(super) fn new(game: &Tantrix, pos: &Position, side: usize) -> Self {
        let mut supply = Self { own: TileSet::EMPTY, others: TileSet::EMPTY, bag: pos.unseen() };
        let options = game.options();
        for player in 0..usize::from(options.players) {
            let hands =
                if options.side_of(player) == side { &mut supply.own } else { &mut supply.others };
            *hands = hands.union(pos.hand(Player(player as u8)));
        }
        supply
    }

    /// How many of these tiles are in each group.
    pub(super) fn count(&self, tiles: TileSet) -> [f32; 3] {
        [self.own, self.others, self.bag].map(|part| part.common(tiles).len() as f32)
    }
}
