//! Legal moves.

use ludex_search::Player;

use super::board::Squares;
use super::game::Quoridor;
use super::moves::{Direction, Wall};
use super::position::{MOST_PLAYERS, Position};
use super::walls::{Crossings, Walls};

impl Quoridor {
    /// The squares that the mover's pawn may move to.
    #[inline]
    pub fn pawn_targets(&self, pos: &Position) -> Squares {
        let here = pos.pawn(pos.to_move()).bit();
        let occupied = pos.occupied(usize::from(self.options().players));
        let beside = pos.steps().beside(here);
        let mut met = beside & occupied;
        let mut targets = beside & !occupied;
        while met != 0 {
            let other = met & met.wrapping_neg();
            targets |= self.jump_targets(pos, here, other, occupied);
            met &= met - 1;
        }
        targets
    }

    /// The targets of jumps from `here` over the pawn on the adjacent square `other`.
    fn jump_targets(
        &self,
        pos: &Position,
        here: Squares,
        other: Squares,
        occupied: Squares,
    ) -> Squares {
        let around = pos.steps().beside(other) & !here;
        // A straight jump lands on the square beyond the other pawn, in the same direction.
        let straight = if here < other {
            other << (other.trailing_zeros() - here.trailing_zeros())
        } else {
            other >> (here.trailing_zeros() - other.trailing_zeros())
        };
        let edge = self.squares & straight == 0;
        let open = around & straight != 0 && !edge;
        let options = self.options();
        let sideways = match () {
            () if edge => options.edge_diagonal,
            () if !open => true,
            () if occupied & straight != 0 => options.third_pawn_diagonal,
            () => return straight,
        };
        if sideways { around & !straight & !occupied } else { 0 }
    }

    /// The walls that the mover may place.
    #[inline]
    pub fn legal_walls(&self, pos: &Position) -> Walls {
        if pos.stock(pos.to_move()) == 0 {
            return Walls::NONE;
        }
        let room = pos.walls().room(self.anchors);
        room & !self.forbidden(pos, room)
    }

    /// Whether the mover may place this wall.
    pub fn is_legal_wall(&self, pos: &Position, wall: Wall) -> bool {
        let wall = single(wall);
        pos.stock(pos.to_move()) > 0
            && !(wall & pos.walls().room(self.anchors)).is_empty()
            && self.forbidden(pos, wall).is_empty()
    }

    /// Of `candidates` (walls that fit), those that would leave any player without a path to the goal.
    #[inline]
    pub fn forbidden(&self, pos: &Position, candidates: Walls) -> Walls {
        let touched = pos.walls().points() | self.rim;
        let mut suspects = candidates & Walls::touching_twice(touched);
        let mut forbidden = Walls::NONE;
        for player in 0..self.options().players {
            if suspects.is_empty() {
                break;
            }
            let found = self.shutting_out(pos, Player(player), suspects);
            forbidden = forbidden | found;
            suspects = suspects & !found;
        }
        forbidden
    }

    /// Of `candidates` (walls that fit), those that would leave this player without a path to the goal.
    #[inline]
    pub fn shutting_out(&self, pos: &Position, player: Player, candidates: Walls) -> Walls {
        let way = pos.way(player, self.goal(player));
        let crossings = Crossings::new(way, pos.steps());
        let rim = self.rims[player.index() % MOST_PLAYERS];
        crossings.enclosing(pos.walls(), rim, candidates)
    }
}

/// The set of a single wall.
pub(crate) const fn single(wall: Wall) -> Walls {
    match wall.direction {
        Direction::Horizontal => Walls { horizontal: wall.anchor.bit(), vertical: 0 },
        Direction::Vertical => Walls { horizontal: 0, vertical: wall.anchor.bit() },
    }
}
