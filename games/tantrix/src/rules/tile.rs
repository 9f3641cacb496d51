//! The 56 tiles: colours, edges, links, rotations, and which tiles fit where.
//!
//! A *face* is a tile in one of its six rotations. The faces of a set of tiles are six words of 56 bits ([`Fits`]), so the faces that
//! fit into a cell are an intersection over the six directions, for all tiles and rotations at once.

use ludex_kit::message;

use super::hex::opposite;

/// Number of tiles.
pub const TILES: usize = 56;
/// Number of faces.
pub const FACES: usize = TILES * 6;

/// The edges of every tile, clockwise, tile 1 first.
const EDGES: &[u8; TILES * 7] = b"\
YYBRBR YYBRRB RRBBYY YRBRYB YYRBBR RBYBRY BBYRYR BBRYRY YBRBYR YYRBRB RRBYBY RRYBYB BBYRRY YYBBRR \
GGRYYR GGYRRY YYGRGR YYRGRG RRGYGY RRYGYG GGRRYY YYGRRG GYYRRG GGBRRB GGRRBB BBGRRG RRBGBG GGBBRR \
RRGBGB GGRBBR GGRYRY RYGYRG GGYRYR GYRYGR GRYRGY GGRBRB BBGRGR BBRGRG RBGBRG RGBGRB GGBRBR BGRGBR \
GGBBYY BGYGBY GGYYBB GGBYBY GGYBBY GGBYYB YYGBBG YGBGYB BYGYBG GGYBYB YYGBGB YYBGBG BBGYGY BBYGYG ";

/// The colour of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
    /// `G`
    Green,
}

impl Colour {
    /// All colours, in numeric order.
    pub const ALL: [Self; 4] = [Self::Red, Self::Yellow, Self::Blue, Self::Green];

    /// The colour's letter.
    pub const fn letter(self) -> char {
        ['R', 'Y', 'B', 'G'][self as usize]
    }

    /// The colour's name.
    pub const fn name(self) -> &'static str {
        [message!("Red"), message!("Yellow"), message!("Blue"), message!("Green")][self as usize]
    }

    /// The colour with a letter, in either case.
    pub fn of_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|c| c.letter() == letter)
    }

    /// The colour as an index.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A tile, counted from 0. The numbers on the backs of the tiles count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(pub(super) u8);

impl Tile {
    /// The tile with an index below [`TILES`].
    pub const fn of_index(index: usize) -> Self {
        assert!(index < TILES, "there are 56 tiles");
        Self(index as u8)
    }

    /// The tile with this number, 1 to 56.
    pub fn of_number(number: u32) -> Option<Self> {
        (1..=TILES as u32).contains(&number).then(|| Self(number as u8 - 1))
    }

    /// The number on its back, 1 to 56.
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// The tile as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All tiles, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TILES as u8).map(Self)
    }

    /// The face after a rotation by 0 to 5 steps clockwise.
    pub const fn rotated(self, rotation: usize) -> Face {
        Face(self.0 as u16 * 6 + rotation as u16)
    }
}

/// A tile in one of its rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u16);

impl Face {
    /// The face with an index below [`FACES`].
    pub const fn of_index(index: usize) -> Self {
        assert!(index < FACES, "there are 336 faces");
        Self(index as u16)
    }

    /// The face as an index; each tile has six.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The tile.
    #[inline(always)]
    pub const fn tile(self) -> Tile {
        Tile((self.0 / 6) as u8)
    }

    /// Number of clockwise steps from the printed order of edges, 0 to 5 (written `a` to `f`).
    #[inline(always)]
    pub const fn rotation(self) -> usize {
        (self.0 % 6) as usize
    }

    /// The colours of the edges, in directions 0 to 5.
    #[inline(always)]
    pub fn edges(self) -> [Colour; 6] {
        FACE_EDGES[self.index()]
    }

    /// For each direction, the direction in which the line from there leaves the tile.
    #[inline(always)]
    pub fn links(self) -> [u8; 6] {
        FACE_LINKS[self.index()]
    }

    /// The face after a further rotation by `steps` clockwise.
    #[must_use]
    pub const fn turned(self, steps: usize) -> Self {
        self.tile().rotated((self.rotation() + steps) % 6)
    }
}

const fn colour_of(letter: u8) -> Colour {
    match letter {
        b'R' => Colour::Red,
        b'Y' => Colour::Yellow,
        b'B' => Colour::Blue,
        b'G' => Colour::Green,
        _ => panic!("an edge is R, Y, B or G"),
    }
}

static FACE_EDGES: [[Colour; 6]; FACES] = face_edges();
static FACE_LINKS: [[u8; 6]; FACES] = face_links();

pub(super) const fn face_edges() -> [[Colour; 6]; FACES] {
    let mut table = [[Colour::Red; 6]; FACES];
    let mut face = 0;
    while face < FACES {
        let (tile, rotation) = (face / 6, face % 6);
        let mut direction = 0;
        while direction < 6 {
            table[face][direction] = colour_of(EDGES[tile * 7 + (direction + 6 - rotation) % 6]);
            direction += 1;
        }
        face += 1;
    }
    table
}

const fn face_links() -> [[u8; 6]; FACES] {
    let edges = face_edges();
    let mut table = [[0; 6]; FACES];
    let mut face = 0;
    while face < FACES {
        let mut one = 0;
        while one < 6 {
            let mut two = 0;
            while two < 6 {
                if one != two && edges[face][one] as u8 == edges[face][two] as u8 {
                    table[face][one] = two as u8;
                }
                two += 1;
            }
            one += 1;
        }
        face += 1;
    }
    table
}

/// A set of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct TileSet(pub u64);

impl TileSet {
    /// No tile.
    pub const EMPTY: Self = Self(0);
    /// Every tile.
    pub const ALL: Self = Self((1 << TILES) - 1);

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of tiles.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set contains a tile.
    #[inline(always)]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 != 0
    }

    /// Number of tiles of the set with smaller numbers than this one.
    #[inline(always)]
    pub const fn rank(self, tile: Tile) -> usize {
        (self.0 & ((1 << tile.0) - 1)).count_ones() as usize
    }

    /// The set with a tile added.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, tile: Tile) -> Self {
        Self(self.0 | 1 << tile.0)
    }

    /// The set with a tile removed.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, tile: Tile) -> Self {
        Self(self.0 & !(1 << tile.0))
    }

    /// The union of two sets.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection of two sets.
    #[inline(always)]
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles, by number.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let tile = (rest != 0).then(|| Tile(rest.trailing_zeros() as u8));
            rest &= rest.wrapping_sub(1);
            tile
        })
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A set of faces: for each rotation, the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fits(pub [u64; 6]);

/// The colours that each edge of a cell may have: four bits per direction, direction 0 lowest.
pub type Allowed = u32;

/// Every colour at every edge.
pub const ANY: Allowed = 0xFF_FFFF;

/// For each direction and set of colours, the faces with one of these colours at that edge.
static EDGE_FITS: [[Fits; 16]; 6] = edge_fits();

const fn edge_fits() -> [[Fits; 16]; 6] {
    let edges = face_edges();
    let mut table = [[Fits([0; 6]); 16]; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut mask = 0;
        while mask < 16 {
            let mut face = 0;
            while face < FACES {
                if mask >> edges[face][direction] as u8 & 1 != 0 {
                    table[direction][mask].0[face % 6] |= 1 << (face / 6);
                }
                face += 1;
            }
            mask += 1;
        }
        direction += 1;
    }
    table
}

impl Fits {
    /// The faces that fit into a cell whose edges may have these colours.
    #[inline]
    pub fn find(allowed: Allowed) -> Self {
        let mut fits = EDGE_FITS[0][(allowed & 15) as usize];
        for direction in 1..6 {
            let edge = &EDGE_FITS[direction][(allowed >> (4 * direction) & 15) as usize];
            for (word, more) in fits.0.iter_mut().zip(edge.0) {
                *word &= more;
            }
        }
        fits
    }

    /// Keeps only the faces of these tiles.
    #[inline]
    #[must_use]
    pub fn among(mut self, tiles: TileSet) -> Self {
        for word in &mut self.0 {
            *word &= tiles.0;
        }
        self
    }

    /// The intersection with another set.
    #[inline]
    #[must_use]
    pub fn common(mut self, other: &Self) -> Self {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word &= more;
        }
        self
    }

    /// The tiles that have a face in the set.
    #[inline]
    pub fn tiles(self) -> TileSet {
        TileSet(self.0.into_iter().fold(0, |all, word| all | word))
    }

    /// Number of faces.
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.tiles().is_empty()
    }

    /// Whether the set contains this face.
    #[inline]
    pub fn contains(self, face: Face) -> bool {
        self.0[face.rotation()] >> face.tile().index() & 1 != 0
    }

    /// The faces, by rotation and tile.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        let faces = |(rotation, word)| TileSet(word).iter().map(move |t| t.rotated(rotation));
        self.0.into_iter().enumerate().flat_map(faces)
    }
}

/// Limits an edge to one colour.
#[inline(always)]
#[must_use]
pub const fn require(allowed: Allowed, direction: usize, colour: Colour) -> Allowed {
    let shift = 4 * direction as u32;
    allowed & !(15 << shift) | 1 << (shift + colour as u32)
}

/// The colour that a face in `direction` from a cell requires of the cell's edge.
#[inline]
pub fn required_by(face: Face, direction: usize) -> Colour {
    face.edges()[opposite(direction)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_three_links_of_three_colours() {
        for tile in Tile::all() {
            let edges = tile.rotated(0).edges();
            let links = tile.rotated(0).links();
            for direction in 0..6 {
                let other = usize::from(links[direction]);
                assert_ne!(other, direction);
                assert_eq!(edges[other], edges[direction]);
                assert_eq!(usize::from(links[other]), direction);
            }
        }
        for missing in Colour::ALL {
            let misses = |tile: &Tile| !tile.rotated(0).edges().contains(&missing);
            assert_eq!(Tile::all().filter(misses).count(), 14);
        }
    }

    #[test]
    fn a_rotation_moves_the_edges_clockwise() {
        for tile in Tile::all() {
            let printed = tile.rotated(0).edges();
            for rotation in 0..6 {
                let edges = tile.rotated(rotation).edges();
                for direction in 0..6 {
                    assert_eq!(edges[direction], printed[(direction + 6 - rotation) % 6]);
                }
            }
        }
    }

    #[test]
    fn fits_are_the_faces_that_match() {
        let mut allowed = require(ANY, 0, Colour::Red);
        allowed = require(allowed, 2, Colour::Green);
        allowed &= !(1 << (4 * 5 + Colour::Blue as u32));
        let fits = Fits::find(allowed);
        for index in 0..FACES {
            let face = Face::of_index(index);
            let edges = face.edges();
            let matching =
                edges[0] == Colour::Red && edges[2] == Colour::Green && edges[5] != Colour::Blue;
            assert_eq!(fits.contains(face), matching);
        }
        assert_eq!(fits.iter().count(), fits.len());
    }
}
