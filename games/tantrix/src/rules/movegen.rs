//! Legal placements. While the bag has tiles, every placement must keep the first restriction, and a free placement must also keep the
//! second and third restrictions, which are tested by virtual filling.

use ludex_search::MoveList;
use rand::{Rng, RngExt};

use super::board::{Site, SiteId};
use super::hand::Hand;
use super::hex::Hex;
use super::moves::Placement;
use super::options::Options;
use super::position::{Phase, Position};
use super::tile::Fits;
use super::virtual_filling::{Closed, VirtualFilling};

/// The maximum number of cells that tiles can touch.
const MOST_CELLS: usize = 128;

impl Position {
    /// Whether a cell with `n_around` tiles around it is forced now.
    #[inline(always)]
    pub(crate) fn is_forced(&self, options: Options, n_around: u8) -> bool {
        n_around == 3 || (n_around > 3 && (self.is_restricted() || !options.exactly_three))
    }

    /// What the player to move can place on a site, ignoring the second and third restrictions.
    #[inline(always)]
    fn fits(&self, site: &Site) -> Fits {
        site.fits(self.is_restricted()).among(self.table.hand())
    }

    /// The cells that are forced now.
    pub fn forced_spaces(&self, options: Options) -> impl Iterator<Item = SiteId> {
        let forced = move |&id: &SiteId| self.is_forced(options, self.board.site(id).n_around);
        self.board.spaces().iter().filter(forced)
    }

    /// Whether the player to move can fill this cell, ignoring the second and third restrictions.
    #[inline]
    pub(crate) fn fills(&self, id: SiteId) -> bool {
        !self.fits(self.board.site(id)).is_empty()
    }

    /// Whether the player to move can fill a forced space.
    #[inline]
    pub(crate) fn has_forced(&self, options: Options) -> bool {
        self.forced_spaces(options).any(|id| self.fills(id))
    }

    /// Whether a cell is known to be open without virtual filling, because no cell is forced and a tile here would force none.
    #[inline]
    fn is_plainly_open(&self, site: &Site) -> bool {
        let cell = site.hex.cell();
        self.board.spaces().is_empty()
            && (0..6).all(|direction| {
                let there = self.board.site_at(cell.neighbour(direction));
                there.is_none_or(|there| !there.is_empty() || there.n_around < 2)
            })
    }

    /// Whether the player to move has a free placement.
    #[inline]
    pub(crate) fn has_free(&self) -> bool {
        if self.board.n_tiles() == 0 {
            return !self.table.hand().is_empty();
        }
        let frontier = self.board.frontier();
        let restricted = self.is_restricted();
        let found = frontier.iter().any(|id| {
            let site = self.board.site(id);
            !self.fits(site).is_empty() && (!restricted || self.is_plainly_open(site))
        });
        found || (restricted && self.has_free_beside_rows())
    }

    #[cold]
    fn has_free_beside_rows(&self) -> bool {
        let Ok(mut filling) = VirtualFilling::find(&self.board) else {
            return false;
        };
        let mut frontier = self.board.frontier().iter();
        frontier
            .any(|id| !self.fits(self.board.site(id)).is_empty() && filling.closed(id).is_none())
    }

    /// Passes the cells that may take a tile of the mover, with the faces that fit, to `found`, ignoring the second and third
    /// restrictions. Not for the first tile of a game.
    #[inline]
    fn for_each_fit(&self, options: Options, hand: &Hand, mut found: impl FnMut(SiteId, u64)) {
        let restricted = self.is_restricted();
        let is_free = self.table.phase == Phase::Free;
        let cells = if is_free { self.board.frontier() } else { self.board.spaces() };
        for id in cells.iter() {
            let site = self.board.site(id);
            let fits = hand.fits(site.allowed(restricted));
            if fits != 0 && (is_free || self.is_forced(options, site.n_around)) {
                found(id, fits);
            }
        }
    }

    /// Passes every cell that takes a tile of the mover, with the faces that fit, to `found`.
    #[inline]
    fn for_each_cell(&self, options: Options, hand: &Hand, mut found: impl FnMut(&Site, u64)) {
        let needs_rows = self.is_restricted() && self.table.phase == Phase::Free;
        let mut filling = needs_rows.then(|| VirtualFilling::find(&self.board).ok()).flatten();
        self.for_each_fit(options, hand, |id, fits| {
            if filling.as_mut().is_none_or(|filling| filling.closed(id).is_none()) {
                found(self.board.site(id), fits);
            }
        });
    }

    /// Appends the legal placements.
    pub(crate) fn placements(&self, options: Options, out: &mut MoveList<Placement>) {
        if self.board.n_tiles() == 0 {
            let faces = self.table.hand().iter();
            let faces = faces.flat_map(|tile| (0..6).map(move |rotation| tile.rotated(rotation)));
            out.extend(faces.map(|face| Placement { face, hex: Hex::default() }));
            return;
        }
        let hand = Hand::new(self.table.hand());
        self.for_each_cell(options, &hand, |site, fits| {
            let hex = site.hex;
            out.extend(hand.faces(fits).map(|face| Placement { face, hex }));
        });
    }

    /// The number of legal placements.
    pub(crate) fn n_placements(&self, options: Options) -> u64 {
        if self.board.n_tiles() == 0 {
            return 6 * self.table.hand().len() as u64;
        }
        let mut count = 0;
        let hand = Hand::new(self.table.hand());
        self.for_each_cell(options, &hand, |_, fits| {
            count += u64::from(fits.count_ones());
        });
        count
    }

    /// Prepares drawing random placements with equal probabilities.
    pub fn candidates(&self, options: Options) -> PlacementCandidates<'_> {
        let mut candidates = PlacementCandidates {
            pos: self,
            hand: Hand::new(self.table.hand()),
            cells: [(0, 0); MOST_CELLS],
            n_cells: 0,
            total: 0,
            filling: None,
            has_rows: self.is_restricted() && self.table.phase == Phase::Free,
        };
        let (mut n_cells, mut total) = (0, 0);
        let cells = &mut candidates.cells;
        self.for_each_fit(options, &candidates.hand, |id, fits| {
            let count = fits.count_ones();
            cells[n_cells] = (id, count as u8);
            n_cells += 1;
            total += count;
        });
        (candidates.n_cells, candidates.total) = (n_cells, total);
        candidates
    }

    /// Why the player to move may not place a tile on this empty cell, if the second or third restriction or a forced space forbids it.
    pub(crate) fn closed(&self, id: SiteId) -> Option<Closed> {
        if !self.is_restricted() {
            return None;
        }
        VirtualFilling::find(&self.board).ok()?.closed(id)
    }
}

/// The cells for the mover's tiles, for drawing random placements. The second and third restrictions are tested only for cells that
/// are drawn.
pub struct PlacementCandidates<'a> {
    pos: &'a Position,
    hand: Hand,
    /// Site and number of faces. Cells that turn out to be closed are removed.
    cells: [(SiteId, u8); MOST_CELLS],
    n_cells: usize,
    total: u32,
    filling: Option<VirtualFilling<'a>>,
    has_rows: bool,
}

impl PlacementCandidates<'_> {
    /// A uniformly random legal placement.
    #[inline]
    pub fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Placement {
        if self.pos.board.n_tiles() == 0 {
            let n_tiles = self.pos.table.hand().len() as u32;
            let face = self.hand.face(rng.random_range(0..6 * n_tiles));
            return Placement { face, hex: Hex::default() };
        }
        loop {
            let mut ticket = below(rng, self.total);
            let mut place = 0;
            while ticket >= u32::from(self.cells[place].1) {
                ticket -= u32::from(self.cells[place].1);
                place += 1;
            }
            let (id, count) = self.cells[place];
            if self.is_closed(id) {
                // Removing a closed cell leaves the other cells equally likely.
                self.total -= u32::from(count);
                self.n_cells -= 1;
                self.cells[place] = self.cells[self.n_cells];
                continue;
            }
            let site = self.pos.board.site(id);
            let mut faces = self.hand.fits(site.allowed(self.pos.is_restricted()));
            for _ in 0..ticket {
                faces &= faces - 1;
            }
            return Placement { face: self.hand.face(faces.trailing_zeros()), hex: site.hex };
        }
    }

    #[inline]
    fn is_closed(&mut self, id: SiteId) -> bool {
        let board = &self.pos.board;
        if !self.has_rows || self.pos.is_plainly_open(board.site(id)) {
            return false;
        }
        let fresh = || VirtualFilling::find(board).expect("the restrictions were kept");
        let filling = self.filling.get_or_insert_with(fresh);
        filling.closed(id).is_some()
    }
}

/// A random number below `end`, without a division. CITE: Lemire, "Fast random integer generation in an interval", ACM TOMACS 29
/// (2019); the remaining bias is at most 2^−22.
#[inline(always)]
fn below<R: Rng + ?Sized>(rng: &mut R, end: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(end)) >> 32) as u32
}
