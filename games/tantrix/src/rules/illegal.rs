//! Why a placement is illegal: the rule it breaks, and the cell.

use std::fmt;

use ludex_search::{Game, Turn};

use super::game::Tantrix;
use super::hex::Hex;
use super::moves::Placement;
use super::names::{direction_letter, edge_colour, edges_colour};
use super::position::{Phase, Position};
use super::tile::{Colour, required_by};
use super::virtual_filling::Closed;
use ludex_kit::say;

/// The rule that a placement breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalPlacement {
    /// The game is over.
    Over,
    /// A tile must be drawn first.
    EventFirst,
    /// The tile is not in the mover's hand.
    NotInHand,
    /// The cell is occupied.
    Occupied(Placement),
    /// The first tile must be at the centre.
    NotAtTheCentre,
    /// No tile touches the cell.
    Apart,
    /// The edge in this direction differs in colour from the neighbour's.
    Mismatch(usize, Placement, Colour),
    /// A forced space must be filled first.
    ForcedFirst(Hex),
    /// First restriction: the cell would have three edges of the colour.
    ThreeOfAColour(Hex, Colour),
    /// Second or third restriction: no tile may be placed on the cell.
    Closed(Closed),
}

impl fmt::Display for IllegalPlacement {
    /// The end of a sentence that begins with the placement.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |hex: &Hex| format!("{}:{}", hex.q, hex.r);
        f.write_str(&match self {
            Self::Over => say!("cannot be played: the game is over"),
            Self::EventFirst => {
                say!("cannot be played before a tile is drawn: draw one, for example with >41")
            }
            Self::NotInHand => say!("is not legal: the player to move does not hold this tile"),
            Self::Occupied(tile) => say!("is not legal: {tile} is on this cell", tile),
            Self::NotAtTheCentre => say!("is not legal: the first tile goes to 0:0"),
            Self::Apart => say!("is not legal: the cell touches no tile"),
            Self::Mismatch(direction, tile, colour) => say!(
                "is not legal: it needs a {colour} edge to the {direction}, next to {tile}",
                colour = edge_colour(*colour),
                direction = direction_letter(*direction),
                tile
            ),
            Self::ForcedFirst(hex) => say!(
                "is not legal: a forced space, such as {cell}, must be filled first",
                cell = at(hex)
            ),
            Self::ThreeOfAColour(hex, colour) => say!(
                "breaks the first restriction: {cell} would have three {colour} edges around it",
                cell = at(hex),
                colour = edges_colour(*colour)
            ),
            Self::Closed(Closed::FourthTile(hex)) => say!(
                "breaks the second restriction: it would be a fourth tile next to the forced space {cell}",
                cell = at(hex)
            ),
            Self::Closed(Closed::ControlledRow(hex)) => say!(
                "breaks the third restriction: filling the forced spaces of this row would leave {cell} with four tiles around it",
                cell = at(hex)
            ),
        })
    }
}

impl Tantrix {
    /// The rule that a placement of the player to move breaks; `None` if it is legal.
    pub fn why_illegal(&self, pos: &Position, mv: Placement) -> Option<IllegalPlacement> {
        match self.turn(pos) {
            Turn::Over => return Some(IllegalPlacement::Over),
            Turn::Chance => return Some(IllegalPlacement::EventFirst),
            Turn::Player(_) => {}
        }
        if !pos.table.hand().contains(mv.face.tile()) {
            return Some(IllegalPlacement::NotInHand);
        }
        let board = pos.board();
        if board.n_tiles() == 0 {
            return (mv.hex != Hex::default()).then_some(IllegalPlacement::NotAtTheCentre);
        }
        // Coordinates repeat on the torus: a site with other coordinates is a different cell.
        let id = board.site_id(mv.hex.cell());
        let Some(id) = id.filter(|&id| board.site(id).hex == mv.hex) else {
            return Some(IllegalPlacement::Apart);
        };
        let site = *board.site(id);
        if let Some(face) = board.tile_at(mv.hex) {
            return Some(IllegalPlacement::Occupied(Placement { face, hex: mv.hex }));
        }
        if site.n_around == 0 {
            return Some(IllegalPlacement::Apart);
        }
        let edges = mv.face.edges();
        for (direction, &edge) in edges.iter().enumerate() {
            let hex = mv.hex.neighbour(direction);
            if let Some(face) = board.tile_at(hex) {
                let required = required_by(face, direction);
                if edge != required {
                    let tile = Placement { face, hex };
                    return Some(IllegalPlacement::Mismatch(direction, tile, required));
                }
            }
        }
        let is_forced = pos.is_forced(self.options(), site.n_around);
        if pos.phase() != Phase::Free && !is_forced {
            let space = pos.forced_spaces(self.options()).find(|&id| pos.fills(id));
            let hex = space.map_or(mv.hex, |id| board.site(id).hex);
            return Some(IllegalPlacement::ForcedFirst(hex));
        }
        if !pos.is_restricted() {
            return None;
        }
        for (direction, &edge) in edges.iter().enumerate() {
            let hex = mv.hex.neighbour(direction);
            let is_empty = board.tile_at(hex).is_none();
            if is_empty && board.doubled_at(hex) >> edge.index() & 1 != 0 {
                return Some(IllegalPlacement::ThreeOfAColour(hex, edge));
            }
        }
        pos.closed(id).map(IllegalPlacement::Closed)
    }
}
