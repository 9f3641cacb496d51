//! A hand of tiles, prepared so that the faces that fit into a cell are found by one look-up per edge.

use super::tile::{Allowed, FACES, Face, TILES, Tile, TileSet, face_edges};

/// For each tile, direction and colour: the rotations with this colour in this direction, one bit each.
static TURNS: [[[u8; 4]; 6]; TILES] = {
    let edges = face_edges();
    let mut table = [[[0; 4]; 6]; TILES];
    let mut face = 0;
    while face < FACES {
        let mut direction = 0;
        while direction < 6 {
            table[face / 6][direction][edges[face][direction] as usize] |= 1 << (face % 6);
            direction += 1;
        }
        face += 1;
    }
    table
};

/// A hand as bits: its faces are bits of one word, six per tile, so testing a cell costs six look-ups.
#[derive(Clone, Debug)]
pub struct Hand {
    tiles: [Tile; 10],
    n_tiles: usize,
    /// For each direction and set of colours, the faces with one of these colours at that edge.
    edges: [[u64; 16]; 6],
}

impl Hand {
    /// The hand of these tiles, at most ten.
    #[inline]
    pub fn new(tiles: TileSet) -> Self {
        let mut hand = Self { tiles: [Tile(0); 10], n_tiles: tiles.len(), edges: [[0; 16]; 6] };
        for (place, tile) in tiles.iter().enumerate() {
            hand.tiles[place] = tile;
            for (edge, turns) in hand.edges.iter_mut().zip(&TURNS[tile.index()]) {
                for colour in 0..4 {
                    edge[1 << colour] |= u64::from(turns[colour]) << (6 * place);
                }
            }
        }
        for edge in &mut hand.edges {
            for mask in 1..16_usize {
                edge[mask] = edge[mask & (mask - 1)] | edge[mask & mask.wrapping_neg()];
            }
        }
        hand
    }

    /// The faces that fit where the edges may have these colours.
    #[inline(always)]
    pub fn fits(&self, allowed: Allowed) -> u64 {
        let edge =
            |direction: usize| self.edges[direction][(allowed >> (4 * direction) & 15) as usize];
        edge(0) & edge(1) & edge(2) & edge(3) & edge(4) & edge(5)
    }

    /// The faces of one of its tiles, as bits; 0 if the hand does not contain it.
    #[inline]
    pub fn faces_of(&self, tile: Tile) -> u64 {
        let place = self.tiles[..self.n_tiles].iter().position(|&own| own == tile);
        place.map_or(0, |place| 63 << (6 * place))
    }

    /// The face that a bit of the hand means.
    #[inline(always)]
    pub fn face(&self, bit: u32) -> Face {
        self.tiles[bit as usize / 6].rotated(bit as usize % 6)
    }

    /// The faces in a bit set of this hand.
    pub fn faces(&self, word: u64) -> impl Iterator<Item = Face> {
        let mut rest = word;
        std::iter::from_fn(move || {
            let face = (rest != 0).then(|| self.face(rest.trailing_zeros()));
            rest &= rest.wrapping_sub(1);
            face
        })
    }
}
