//! What a network sees of a position: planes of the window in which placements are numbered, and numbers about hands and bag. Colours and
//! players are counted from the player to move.

use ludex_kit::Observations;
use ludex_kit::interface::observations::{PlaneWriter, named};
use ludex_learn::Active;
use ludex_search::{Game, Player};

use super::colour_inputs::{ColourInputs, INPUTS};
use crate::notation::actions::{View, WINDOW, hand_of};
use crate::rules::game::Tantrix;
use crate::rules::hex::Hex;
use crate::rules::position::{HAND, Phase, Position};
use crate::rules::tile::{Colour, Face, TILES, TileSet};

/// Number of colours.
const COLOURS: usize = 4;
/// Number of edges of a tile.
const EDGES: usize = 6;
/// Number of planes or numbers that show the colours of one tile's edges.
const FACE: usize = COLOURS * EDGES;

impl Tantrix {
    /// The place of each colour: that of the player to move first, those of the next players, then the others.
    fn colour_places(&self, mover: usize) -> [usize; COLOURS] {
        let n_players = self.players();
        let in_turn =
            (0..n_players).map(|turn| self.colour_of(Player(((mover + turn) % n_players) as u8)));
        let mut order: Vec<Colour> = Vec::with_capacity(2 * COLOURS);
        for colour in in_turn.chain(Colour::ALL) {
            if !order.contains(&colour) {
                order.push(colour);
            }
        }
        let mut places = [0; COLOURS];
        for (place, colour) in order.into_iter().enumerate() {
            places[colour.index()] = place;
        }
        places
    }

    /// The hands in turn order from the player to move, then the bag.
    fn tile_sets<'a>(
        &self,
        pos: &'a Position,
        mover: usize,
    ) -> impl Iterator<Item = TileSet> + use<'a> {
        let n_players = self.players();
        let hands =
            (0..n_players).map(move |turn| pos.hand(Player(((mover + turn) % n_players) as u8)));
        hands.chain([pos.unseen()])
    }
}

/// For each edge of a face, the index among the [`FACE`] entries of a tile.
fn entries(face: Face, places: &[usize; COLOURS]) -> impl Iterator<Item = usize> {
    let edges = face.edges().map(|colour| places[colour.index()]);
    edges.into_iter().enumerate().map(|(edge, colour)| colour * EDGES + edge)
}

impl Observations<Self> for Tantrix {
    fn shape(&self) -> [usize; 3] {
        [named(&self.plane_names()), WINDOW.side as usize, WINDOW.side as usize]
    }

    fn plane_names(&self) -> Vec<(&'static str, usize)> {
        vec![
            ("tiles with each colour on each edge, clockwise from the top", FACE),
            ("forced spaces", 1),
        ]
    }

    fn number_names(&self) -> Vec<(&'static str, usize)> {
        vec![
            ("each tile of the hand: each colour on each edge, not rotated", HAND * FACE),
            ("tiles 1 to 56 in each hand", self.players() * TILES),
            ("tiles 1 to 56 in the bag", TILES),
            ("phase: before the free placement, free placement, after it", 3),
        ]
    }

    fn planes(&self, pos: &Position, out: &mut [f32]) {
        let side = WINDOW.side as usize;
        let (view, places) = (View::new(pos), self.colour_places(pos.to_move().index()));
        let mut planes = PlaneWriter::new(out, side * side);
        let cell = |hex: Hex| {
            let (column, row) = view.place(hex);
            let inside = (0..side as i32).contains(&column) && (0..side as i32).contains(&row);
            inside.then_some(row as usize * side + column as usize)
        };
        let edges = planes.next_planes(FACE);
        for tile in pos.board().tiles() {
            if let Some(cell) = cell(tile.hex) {
                entries(tile.face, &places)
                    .for_each(|entry| edges[entry * side * side + cell] = 1.0);
            }
        }
        let forced = pos.forced_spaces(self.options());
        planes.mark(forced.filter_map(|id| cell(pos.board().site(id).hex)));
    }

    fn numbers(&self, pos: &Position, out: &mut [f32]) {
        let mover = pos.to_move().index();
        let places = self.colour_places(mover);
        let (hand, rest) = out.split_at_mut(HAND * FACE);
        for (tile, part) in hand_of(pos).zip(hand.chunks_mut(FACE)) {
            entries(tile.rotated(0), &places).for_each(|entry| part[entry] = 1.0);
        }
        let (sets, phases) = rest.split_at_mut((self.players() + 1) * TILES);
        for (set, part) in self.tile_sets(pos, mover).zip(sets.chunks_mut(TILES)) {
            set.iter().for_each(|tile| part[tile.index()] = 1.0);
        }
        match pos.phase() {
            Phase::Start => {}
            Phase::Before => phases[0] = 1.0,
            Phase::Free => phases[1] = 1.0,
            Phase::After => phases[2] = 1.0,
        }
    }

    fn n_inputs(&self) -> usize {
        self.options().n_colours() * INPUTS
    }

    /// The inputs for each side's colour, that of the player to move first.
    fn inputs(&self, pos: &Position, out: &mut Vec<Active>) {
        let (n_sides, own) = (self.options().n_colours(), self.side_of(pos.to_move()));
        for turn in 0..n_sides {
            let inputs = ColourInputs::new(self, pos, (own + turn) % n_sides);
            let first = (turn * INPUTS) as u16;
            out.extend(inputs.active().iter().map(|&(input, value)| (first + input, value)));
        }
    }
}
