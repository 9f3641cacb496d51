//! The tiles on the board and the cells around them, updated as tiles are placed and removed.
//!
//! A *site* is a cell that contains a tile or touches one. It stores the colours that the neighbouring tiles require of its edges. It also
//! stores the colours that the first restriction forbids for an edge, because the empty cell beyond that edge already has two edges of that
//! colour.

use super::hex::{CELLS, Cell, Hex, opposite};
use super::lines::{Around, Best, Lines, NO_TILE};
use super::moves::Placement;
use super::tile::{ANY, Allowed, Colour, Face, Fits, TILES, require};
use ludex_kit::support::zobrist;

/// The maximum number of sites: 56 tiles, 6 cells around the first tile, and 2 more cells for each further tile.
pub(crate) const MOST_SITES: usize = 176;

/// Number of the first stream of hash keys. Each face has its own stream, indexed by cell.
const STREAM: u64 = 0x7461_6e74;

/// The number of a site. Sites are numbered as they appear, and disappear in the opposite order.
pub type SiteId = u8;

/// No site.
pub(crate) const NOWHERE: SiteId = u8::MAX;

/// A cell that contains a tile or touches one.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The colours that the neighbouring tiles require of its edges.
    pub(crate) required: Allowed,
    /// The colours that the first restriction allows for the edges that face empty cells.
    left: Allowed,
    /// For each colour, how many neighbouring tiles have an edge of that colour facing this cell; four bits per colour.
    counts: u16,
    /// Coordinates of the cell.
    pub hex: Hex,
    /// The directions with a tile, one bit each.
    pub around: u8,
    /// The number of these directions.
    pub n_around: u8,
    /// The number of the tile on the cell, in order of placement.
    tile: u8,
}

impl Site {
    const fn new(hex: Hex) -> Self {
        Self { required: ANY, left: ANY, counts: 0, hex, around: 0, n_around: 0, tile: NO_TILE }
    }

    /// The faces that fit here, with or without the first restriction.
    #[inline(always)]
    pub fn fits(&self, restricted: bool) -> Fits {
        Fits::find(self.allowed(restricted))
    }

    /// The colours that the edges may have.
    #[inline(always)]
    pub fn allowed(&self, restricted: bool) -> Allowed {
        if restricted { self.required & self.left } else { self.required }
    }

    /// Whether the cell is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.tile == NO_TILE
    }

    /// Whether an edge of this colour points here.
    #[inline(always)]
    pub(crate) fn has_edge_of(&self, colour: Colour) -> bool {
        self.counts >> (4 * colour.index()) & 15 != 0
    }

    /// The colours of which at least two edges point here, one bit each.
    #[inline(always)]
    fn doubled(&self) -> u32 {
        let two = u32::from(self.counts >> 1 | self.counts >> 2) & 0x1111;
        (two | two >> 3 | two >> 6 | two >> 9) & 15
    }
}

/// A set of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SiteSet([u64; 3]);

impl SiteSet {
    #[inline(always)]
    fn add(&mut self, site: SiteId) {
        self.0[usize::from(site >> 6)] |= 1 << (site & 63);
    }

    #[inline(always)]
    fn remove(&mut self, site: SiteId) {
        self.0[usize::from(site >> 6)] &= !(1 << (site & 63));
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The sites in the order of their numbers.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = SiteId> {
        let bits = |(word, bits): (usize, u64)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let site = (rest != 0).then(|| (word * 64) as u8 + rest.trailing_zeros() as u8);
                rest &= rest.wrapping_sub(1);
                site
            })
        };
        self.0.into_iter().enumerate().flat_map(bits)
    }
}

/// The board.
#[derive(Clone)]
pub struct Board {
    /// The site of each cell of the torus.
    site_of: [SiteId; CELLS],
    sites: [Site; MOST_SITES],
    n_sites: u8,
    /// The empty sites.
    frontier: SiteSet,
    /// The empty sites with at least three tiles around them.
    spaces: SiteSet,
    /// The tiles in order of placement: face and site.
    tiles: [(Face, SiteId); TILES],
    n_tiles: u8,
    lines: Lines,
    hash: u64,
}

/// Data for removing a tile.
#[derive(Clone, Copy, Debug)]
pub struct TileUndo {
    n_sites: u8,
    best: Best,
}

impl Board {
    /// A board without tiles.
    pub fn empty() -> Self {
        Self {
            site_of: [NOWHERE; CELLS],
            sites: [Site::new(Hex { q: 0, r: 0 }); MOST_SITES],
            n_sites: 0,
            frontier: SiteSet::default(),
            spaces: SiteSet::default(),
            tiles: [(Face::of_index(0), NOWHERE); TILES],
            n_tiles: 0,
            lines: Lines::EMPTY,
            hash: 0,
        }
    }

    /// Number of tiles.
    #[inline]
    pub fn n_tiles(&self) -> usize {
        self.n_tiles.into()
    }

    /// The tiles in order of placement.
    pub fn tiles(&self) -> impl Iterator<Item = Placement> {
        self.tiles[..self.n_tiles()]
            .iter()
            .map(|&(face, site)| Placement { face, hex: self.site(site).hex })
    }

    /// The tile on a cell.
    pub fn tile_at(&self, hex: Hex) -> Option<Face> {
        let site = self.site_at(hex.cell())?;
        (!site.is_empty()).then(|| self.tiles[usize::from(site.tile)].0)
    }

    /// The site with this number.
    #[inline(always)]
    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[usize::from(id)]
    }

    /// The number of the site on a cell.
    #[inline(always)]
    pub fn site_id(&self, cell: Cell) -> Option<SiteId> {
        let id = self.site_of[cell.index()];
        (id != NOWHERE).then_some(id)
    }

    /// The site on a cell.
    #[inline(always)]
    pub fn site_at(&self, cell: Cell) -> Option<&Site> {
        self.site_id(cell).map(|id| self.site(id))
    }

    /// The empty cells next to a tile.
    #[inline(always)]
    pub fn frontier(&self) -> SiteSet {
        self.frontier
    }

    /// The empty cells with at least three tiles around them.
    #[inline(always)]
    pub fn spaces(&self) -> SiteSet {
        self.spaces
    }

    /// The longest lines and loops.
    #[inline(always)]
    pub fn best(&self) -> Best {
        self.lines.best
    }

    /// The face of a tile, by its number in order of placement.
    #[inline]
    pub(crate) fn face_number(&self, number: u8) -> Face {
        self.tiles[usize::from(number)].0
    }

    /// The tiles around a cell.
    #[inline]
    pub(crate) fn tiles_around(&self, hex: Hex) -> Around {
        let cell = hex.cell();
        std::array::from_fn(|direction| {
            let there = self.site_of[cell.neighbour(direction).index()];
            match there {
                NOWHERE => NO_TILE,
                there => self.site(there).tile,
            }
        })
    }

    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The hash of the tiles with their coordinates.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    fn key(face: Face, cell: Cell) -> u64 {
        zobrist::key(STREAM + face.index() as u64, cell.index() as u64)
    }

    /// The site on a cell; created if there is none yet.
    #[inline]
    fn open(&mut self, hex: Hex) -> SiteId {
        let cell = hex.cell();
        let known = self.site_of[cell.index()];
        if known != NOWHERE {
            return known;
        }
        let id = self.n_sites;
        self.n_sites += 1;
        self.site_of[cell.index()] = id;
        let mut site = Site::new(hex);
        for direction in 0..6 {
            if let Some(neighbour) = self.site_at(cell.neighbour(direction)) {
                site.left &= !(neighbour.doubled() << (4 * direction));
            }
        }
        self.sites[usize::from(id)] = site;
        id
    }

    /// Places a tile that matches its neighbours on an empty cell.
    #[inline]
    pub fn lay(&mut self, placement: Placement) -> TileUndo {
        let Placement { face, hex } = placement;
        debug_assert!(self.tile_at(hex).is_none());
        let laid = TileUndo { n_sites: self.n_sites, best: self.lines.best };
        let here = self.open(hex);
        let number = self.n_tiles;
        self.tiles[usize::from(number)] = (face, here);
        self.n_tiles += 1;
        self.sites[usize::from(here)].tile = number;
        self.frontier.remove(here);
        self.spaces.remove(here);
        let edges = face.edges();
        let mut around: Around = [NO_TILE; 6];
        for direction in 0..6 {
            let there = self.open(hex.neighbour(direction));
            let site = &mut self.sites[usize::from(there)];
            if site.is_empty() {
                let back = opposite(direction);
                let before = site.doubled();
                site.required = require(site.required, back, edges[direction]);
                site.counts += 1 << (4 * edges[direction].index());
                site.around |= 1 << back;
                site.n_around += 1;
                let (doubled, n_around) = (site.doubled(), site.n_around);
                self.frontier.add(there);
                if n_around == 3 {
                    self.spaces.add(there);
                }
                if doubled != before {
                    self.store_doubled(there, doubled);
                }
            } else {
                around[direction] = site.tile;
            }
        }
        self.lines.join(number, face, around);
        self.hash ^= Self::key(face, hex.cell());
        laid
    }

    /// Removes the last tile.
    #[inline]
    pub fn lift(&mut self, laid: TileUndo) {
        self.n_tiles -= 1;
        let (face, here) = self.tiles[self.n_tiles()];
        let hex = self.site(here).hex;
        let edges = face.edges();
        let mut around: Around = [NO_TILE; 6];
        for direction in (0..6).rev() {
            let there = self.site_of[hex.cell().neighbour(direction).index()];
            let site = &mut self.sites[usize::from(there)];
            if site.is_empty() {
                let back = opposite(direction);
                let before = site.doubled();
                site.required |= 15 << (4 * back);
                site.counts -= 1 << (4 * edges[direction].index());
                site.around &= !(1 << back);
                site.n_around -= 1;
                let (doubled, n_around) = (site.doubled(), site.n_around);
                if n_around == 0 {
                    self.frontier.remove(there);
                }
                if n_around == 2 {
                    self.spaces.remove(there);
                }
                if doubled != before {
                    self.store_doubled(there, doubled);
                }
            } else {
                around[direction] = site.tile;
            }
        }
        self.lines.part(around, laid.best);
        let site = &mut self.sites[usize::from(here)];
        site.tile = NO_TILE;
        let n_around = site.n_around;
        if n_around > 0 {
            self.frontier.add(here);
        }
        if n_around >= 3 {
            self.spaces.add(here);
        }
        while self.n_sites > laid.n_sites {
            self.n_sites -= 1;
            let cell = self.sites[usize::from(self.n_sites)].hex.cell();
            self.site_of[cell.index()] = NOWHERE;
        }
        self.hash ^= Self::key(face, hex.cell());
    }

    /// Stores in all neighbours of an empty cell the colours that face this cell at least twice. A tile on a neighbour must not add a third
    /// edge.
    #[inline]
    fn store_doubled(&mut self, id: SiteId, doubled: u32) {
        let cell = self.site(id).hex.cell();
        for direction in 0..6 {
            let there = self.site_of[cell.neighbour(direction).index()];
            if there != NOWHERE {
                let shift = 4 * opposite(direction);
                let left = &mut self.sites[usize::from(there)].left;
                *left = *left & !(15 << shift) | (!doubled & 15) << shift;
            }
        }
    }

    /// The colours of which at least two edges point to a cell, one bit each.
    pub fn doubled_at(&self, hex: Hex) -> u32 {
        self.site_at(hex.cell()).map_or(0, Site::doubled)
    }
}
