//! Inputs of the move policy for a placement: its effect on the lines of each colour, where their open ends point afterwards, and the
//! forced spaces that it creates, with the players who can fill them. Inputs are relative to the mover and independent of the names
//! of the colours.

use ludex_search::{Game, Player};

use crate::rules::board::{Board, Site};
use crate::rules::game::Tantrix;
use crate::rules::hand::Hand;
use crate::rules::hex::opposite;
use crate::rules::lines::{Around, NO_END, NO_TILE, end_towards};
use crate::rules::moves::Placement;
use crate::rules::position::{Phase, Position};
use crate::rules::tile::{Colour, Face, Fits, TileSet, require};

/// Roles of a colour: the mover's, another player's, unused.
const ROLES: usize = 3;

/// Number of classes of line lengths, and the smallest length in each class except the first.
const LENGTHS: usize = 5;
const LEAST: [f32; LENGTHS - 1] = [2.0, 4.0, 7.0, 11.0];

/// Inputs of a link on the tile: it starts a new line, extends a line, joins two lines (by the length of the shorter one), or closes
/// a loop; then numeric measures.
const NEW: usize = 0;
const LONGER: usize = NEW + 1;
const JOINED: usize = LONGER + LENGTHS;
const CLOSED: usize = JOINED + LENGTHS;
const MEASURES: usize = CLOSED + LENGTHS;
const LINK: usize = MEASURES + 3;

/// Inputs of an edge that faces an empty cell, one for each number of tiles around that cell (none, one, two, more) and each class of line
/// lengths.
const EDGE: usize = 4 * LENGTHS;

/// Inputs of an end that points to the same cell as another end of its colour: one for each class of lengths of the other line, and one for
/// the case that both ends belong to the same line.
const MEETING: usize = LENGTHS + 1;

/// Inputs of a line that ends in a forced space: one for each class of lengths and each group of players who can fill the space.
const WAITING: usize = 4 * LENGTHS;

/// The first index of each kind of input.
const LINKS: usize = 0;
const EDGES: usize = LINKS + ROLES * LINK;
const MEETINGS: usize = EDGES + ROLES * EDGE;
const WAITINGS: usize = MEETINGS + ROLES * MEETING;
/// Inputs of a space that becomes forced or already was: how many of the mover's and of the next player's tiles fit (none, one, more).
const SPACES: usize = WAITINGS + ROLES * WAITING;
/// Input of a space that no remaining tile fits.
const DEAD: usize = SPACES + 2 * 9;
/// Inputs for the number of tiles around the cell, separate for forced and free placements.
const CELL: usize = DEAD + 1;
/// Inputs for the role of the colour that is missing on the tile.
const LACKED: usize = CELL + 2 * 6;
/// Number of inputs per stage of the game.
const INPUTS_OF_STAGE: usize = LACKED + ROLES;

/// A stage begins when fewer tiles than this are left.
const STAGES: [usize; 3] = [57, 37, 17];

/// Number of inputs. Each stage has two sets: one for games with two sides, and one for games with more.
pub const INPUTS: usize = 2 * STAGES.len() * INPUTS_OF_STAGE;

/// Data of a position that all its placements share.
pub struct PlacementInputs<'a> {
    board: &'a Board,
    roles: [usize; 4],
    /// First input of the current stage.
    first: usize,
    is_free: bool,
    restricted: bool,
    own: Hand,
    next: Hand,
    left: TileSet,
}

/// The class of a length.
fn class_of(length: f32) -> usize {
    LEAST.iter().filter(|&&least| length >= least).count()
}

/// Number of different tiles in a bit set of faces, at most 2.
fn few(faces: u64) -> usize {
    /// The bits of the six faces of one tile.
    const TILE: u64 = 63;
    match faces {
        0 => 0,
        faces => 1 + usize::from(faces & !(TILE << (faces.trailing_zeros() / 6 * 6)) != 0),
    }
}

impl<'a> PlacementInputs<'a> {
    /// Prepares the inputs for the player to move.
    pub fn new(game: &Tantrix, pos: &'a Position) -> Self {
        let options = game.options();
        let mover = pos.to_move().index();
        let own = options.side_of(mover);
        let mut roles = [2; 4];
        for (side, colour) in options.colours[..options.n_colours()].iter().enumerate() {
            roles[colour.index()] = usize::from(side != own);
        }
        let left = pos.left();
        let stage = STAGES.iter().filter(|&&tiles| left.len() < tiles).count() - 1;
        let table = stage + STAGES.len() * usize::from(options.n_colours() > 2);
        let next = Player(((mover + 1) % game.players()) as u8);
        Self {
            board: pos.board(),
            roles,
            first: table * INPUTS_OF_STAGE,
            is_free: pos.phase() == Phase::Free,
            restricted: pos.is_restricted(),
            own: Hand::new(pos.hand(pos.to_move())),
            next: Hand::new(pos.hand(next)),
            left,
        }
    }

    /// Calls `add` with the index and value of every non-zero input of a placement.
    #[inline]
    pub fn for_each(&self, placement: Placement, mut add: impl FnMut(usize, f32)) {
        let mut add = |input: usize, value: f32| add(self.first + input, value);
        let Placement { face, hex } = placement;
        let around = self.board.tiles_around(hex);
        let (edges, links) = (face.edges(), face.links());
        let mut lacked = 6;
        // The length and far end of the line at each edge after the placement.
        let mut lines = [(0.0, NO_END); 6];
        for one in 0..6 {
            let two = usize::from(links[one]);
            if two < one {
                continue;
            }
            let colour = edges[one];
            lacked -= colour.index();
            let role = self.roles[colour.index()];
            let at = LINKS + role * LINK;
            let (left, right) = (self.line(one, around), self.line(two, around));
            let (length, points) = match (left, right) {
                (None, None) => {
                    add(at + NEW, 1.0);
                    lines[one] = (1.0, NO_END);
                    lines[two] = (1.0, NO_END);
                    (1.0, 1.0)
                }
                (Some(line), None) | (None, Some(line)) => {
                    add(at + LONGER + class_of(line.length), 1.0);
                    let length = line.length + 1.0;
                    let open = if left.is_some() { two } else { one };
                    lines[open] = (length, line.far);
                    (length, length)
                }
                (Some(left), Some(right)) if left.far == right.near => {
                    let length = left.length + 1.0;
                    add(at + CLOSED + class_of(length), 1.0);
                    (length, 2.0 * length)
                }
                (Some(left), Some(right)) => {
                    add(at + JOINED + class_of(left.length.min(right.length)), 1.0);
                    let length = left.length + right.length + 1.0;
                    (length, length)
                }
            };
            add(at + MEASURES, length / 10.0);
            let growth = self.board.lines().growth(one, two, around);
            add(at + MEASURES + 1, (growth / 30.0).min(6.0));
            let gained = points - self.board.best().points(colour) as f32;
            if gained > 0.0 {
                add(at + MEASURES + 2, gained / 5.0);
            }
        }
        add(LACKED + self.roles[lacked], 1.0);
        let n_around = around.iter().filter(|&&tile| tile != NO_TILE).count();
        add(CELL + 6 * usize::from(self.is_free) + n_around.max(1) - 1, 1.0);
        for direction in (0..6).filter(|&direction| around[direction] == NO_TILE) {
            let cell = hex.cell().neighbour(direction);
            let (length, far) = lines[direction];
            let colour = edges[direction];
            let role = self.roles[colour.index()];
            let site = self.board.site_at(cell).filter(|site| site.n_around > 0);
            let n_around = site.map_or(0, |site| usize::from(site.n_around));
            let class = class_of(length);
            add(EDGES + role * EDGE + n_around.min(3) * LENGTHS + class, 1.0);
            let Some(site) = site else {
                continue;
            };
            if site.has_edge_of(colour) {
                let (met, met_length) = self.met(site, colour);
                let input = if met == far { LENGTHS } else { class_of(met_length) };
                add(MEETINGS + role * MEETING + input, 1.0);
            }
            if n_around >= 2 {
                let who = self.add_space(site, direction, face, &mut add);
                add(WAITINGS + role * WAITING + who * LENGTHS + class, 1.0);
            }
        }
    }

    /// Adds the inputs of a space that is next to the placed tile and forced after the placement. Returns who can fill the space: 1 only
    /// the next player, 2 only the mover, 3 both, 0 neither.
    fn add_space(
        &self,
        site: &Site,
        direction: usize,
        face: Face,
        add: &mut impl FnMut(usize, f32),
    ) -> usize {
        let colour = face.edges()[direction];
        let allowed = require(site.allowed(self.restricted), opposite(direction), colour);
        let own = few(self.own.fits(allowed) & !self.own.faces_of(face.tile()));
        let next = few(self.next.fits(allowed));
        add(SPACES + 9 * usize::from(site.n_around > 2) + 3 * own + next, 1.0);
        if own + next == 0 {
            let left = self.left.without(face.tile());
            if Fits::find(allowed).among(left).is_empty() {
                add(DEAD, 1.0);
            }
        }
        2 * usize::from(own > 0) + usize::from(next > 0)
    }

    /// The line that reaches a cell from a direction.
    fn line(&self, direction: usize, around: Around) -> Option<Line> {
        let there = around[direction];
        (there != NO_TILE).then(|| {
            let near = end_towards(there, direction);
            let (length, far) = self.board.lines().line_at(near);
            Line { near, far, length }
        })
    }

    /// The line end of a colour that points to an empty cell, and the length of that line. If several ends point to the cell, the one of
    /// the longest line counts.
    fn met(&self, site: &Site, colour: Colour) -> (u16, f32) {
        let around = self.board.tiles_around(site.hex);
        let ends = around.iter().enumerate().filter_map(|(direction, &tile)| {
            let side = opposite(direction);
            let is_it = tile != NO_TILE && self.board.face_number(tile).edges()[side] == colour;
            is_it.then(|| end_towards(tile, direction))
        });
        let longest = ends.map(|end| (end, self.board.lines().line_at(end).0));
        longest.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((NO_END, 0.0))
    }
}

/// A line that reaches the tile.
#[derive(Clone, Copy)]
struct Line {
    near: u16,
    far: u16,
    length: f32,
}
