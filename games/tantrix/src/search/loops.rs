//! Loops that a player can close in the current turn with certainty, whatever is drawn. Every placement and every draw is searched.

use ludex_search::{Game, MoveList, Player, Turn};

use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;
use ludex_kit::Feats;
use ludex_kit::interface::feats::SureMove;

/// The feat is a loop in the player's colour; its worth is its number of tiles. For a player who already has a loop, there is no feat.
impl Feats<Self> for Tantrix {
    fn sure_moves(&self, pos: &Position, within: u32) -> Vec<SureMove<Placement>> {
        // No player knows the order of the bag.
        let (mut pos, player) = (pos.without_order(), pos.to_move());
        let (mut moves, mut found) = (MoveList::new(), Vec::new());
        if within == 0 || loop_of(self, &pos, player) > 0 {
            return found;
        }
        self.legal_moves(&pos, &mut moves);
        for &mv in &moves {
            let undo = self.play(&mut pos, mv);
            let worth = sure_loop(self, &mut pos, player, within - 1);
            if worth > 0 {
                let is_done = loop_of(self, &pos, player) > 0;
                found.push(SureMove { mv, worth, is_done });
            }
            self.undo(&mut pos, mv, undo);
        }
        found.sort_by_key(|sure| std::cmp::Reverse(sure.worth));
        found
    }
}

/// Number of tiles in the player's longest loop; 0 if there is none.
fn loop_of(game: &Tantrix, pos: &Position, player: Player) -> u32 {
    pos.board().best().loops[game.colour_of(player).index()].into()
}

/// Number of tiles in the loop that the player has, or is certain to close within `tiles` placements before another player moves; 0
/// if none is certain.
fn sure_loop(game: &Tantrix, pos: &mut Position, player: Player, tiles: u32) -> u32 {
    let closed = loop_of(game, pos, player);
    if closed > 0 || tiles == 0 {
        return closed;
    }
    match game.turn(pos) {
        Turn::Chance => sure_whatever_comes(game, pos, player, tiles),
        Turn::Player(mover) if mover == player => {
            let mut moves = MoveList::new();
            game.legal_moves(pos, &mut moves);
            let mut most = 0;
            for &mv in &moves {
                let undo = game.play(pos, mv);
                most = most.max(sure_loop(game, pos, player, tiles - 1));
                game.undo(pos, mv, undo);
            }
            most
        }
        Turn::Player(_) | Turn::Over => 0,
    }
}

/// The length of the loop that is certain whatever tile is drawn: the minimum over all draws.
fn sure_whatever_comes(game: &Tantrix, pos: &mut Position, player: Player, tiles: u32) -> u32 {
    let mut events = Vec::new();
    game.events(pos, &mut events);
    let mut least = u32::MAX;
    for (event, _) in events {
        let undo = game.apply_chance(pos, event);
        least = least.min(sure_loop(game, pos, player, tiles));
        game.undo_chance(pos, event, undo);
        if least == 0 {
            break;
        }
    }
    least
}
