//! Which placements are legal: forced spaces by their fits, free cells by fits and the virtual filling.

use ludex_search::MoveList;
use rand::{Rng, RngExt};

use super::board::{Site, SiteId};
use super::hex::Hex;
use super::options::Options;
use super::placement::Placement;
use super::position::{Phase, Position};
use super::shadow::{Closed, Shadow};
use super::tile::Fits;

/// The most cells that tiles can touch.
const MOST_CELLS: usize = 128;

impl Position {
    /// Whether a cell with this many tiles around is forced now.
    #[inline(always)]
    pub(super) fn is_forced(&self, options: Options, n_around: u8) -> bool {
        n_around == 3 || (n_around > 3 && (self.is_restricted() || !options.exactly_three))
    }

    /// What the player to move can lay on a site, but for the second and third restriction.
    #[inline(always)]
    fn fits(&self, site: &Site) -> Fits {
        site.fits(self.is_restricted()).among(self.table.hand())
    }

    /// The cells that are forced now.
    pub fn forced_spaces(&self, options: Options) -> impl Iterator<Item = SiteId> {
        let forced = move |&id: &SiteId| self.is_forced(options, self.board.site(id).n_around);
        self.board.spaces().iter().filter(forced)
    }

    /// Whether the player to move can fill this cell, rows apart.
    #[inline]
    pub(super) fn fills(&self, id: SiteId) -> bool {
        !self.fits(self.board.site(id)).is_empty()
    }

    /// Whether the player to move can fill a forced space.
    #[inline]
    pub(super) fn has_forced(&self, options: Options) -> bool {
        self.forced_spaces(options).any(|id| self.fills(id))
    }

    /// Whether a cell is open whatever the shadow: nothing is forced, and a tile here makes nothing forced.
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
    pub(super) fn has_free(&self) -> bool {
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
        let Ok(mut shadow) = Shadow::of(&self.board) else {
            return false;
        };
        let mut frontier = self.board.frontier().iter();
        frontier.any(|id| !self.fits(self.board.site(id)).is_empty() && shadow.closed(id).is_none())
    }

    /// Calls `found` with every cell that takes a tile of the mover, and what it takes. The first tile of a game is left
    /// out.
    #[inline]
    pub(super) fn for_each_cell(&self, options: Options, mut found: impl FnMut(&Site, Fits)) {
        if self.table.phase != Phase::Free {
            for id in self.board.spaces().iter() {
                let site = self.board.site(id);
                if self.is_forced(options, site.n_around) {
                    let fits = self.fits(site);
                    if !fits.is_empty() {
                        found(site, fits);
                    }
                }
            }
            return;
        }
        let mut shadow = if self.is_restricted() {
            Shadow::of(&self.board).ok()
        } else {
            None
        };
        for id in self.board.frontier().iter() {
            let site = self.board.site(id);
            let fits = self.fits(site);
            if fits.is_empty() {
                continue;
            }
            if shadow
                .as_mut()
                .is_none_or(|shadow| shadow.closed(id).is_none())
            {
                found(site, fits);
            }
        }
    }

    /// Appends the legal placements.
    pub(super) fn placements(&self, options: Options, out: &mut MoveList<Placement>) {
        if self.board.n_tiles() == 0 {
            let faces = self.table.hand().iter();
            let faces = faces.flat_map(|tile| (0..6).map(move |rotation| tile.rotated(rotation)));
            out.extend(faces.map(|face| Placement {
                face,
                hex: Hex::default(),
            }));
            return;
        }
        self.for_each_cell(options, |site, fits| {
            let hex = site.hex;
            out.extend(fits.iter().map(|face| Placement { face, hex }));
        });
    }

    /// How many those are.
    pub(super) fn n_placements(&self, options: Options) -> u64 {
        if self.board.n_tiles() == 0 {
            return 6 * self.table.hand().len() as u64;
        }
        let mut count = 0;
        self.for_each_cell(options, |_, fits| count += fits.len() as u64);
        count
    }

    /// One of the legal placements, each as likely as any other. Rows are looked at only for the cells that are drawn.
    #[inline]
    pub(super) fn random_placement<R: Rng + ?Sized>(
        &self,
        options: Options,
        rng: &mut R,
    ) -> Placement {
        if self.board.n_tiles() == 0 {
            let tile = rng.random_range(0..self.table.hand().len());
            let tile = self
                .table
                .hand()
                .iter()
                .nth(tile)
                .expect("a hand has tiles");
            let face = tile.rotated(rng.random_range(0..6));
            return Placement {
                face,
                hex: Hex::default(),
            };
        }
        let is_free = self.table.phase == Phase::Free;
        let cells = if is_free {
            self.board.frontier()
        } else {
            self.board.spaces()
        };
        let mut found: [(SiteId, u16); MOST_CELLS] = [(0, 0); MOST_CELLS];
        let (mut n_found, mut total) = (0, 0);
        for id in cells.iter() {
            let site = self.board.site(id);
            if is_free || self.is_forced(options, site.n_around) {
                let count = self.fits(site).len() as u16;
                if count > 0 {
                    found[n_found] = (id, count);
                    n_found += 1;
                    total += u32::from(count);
                }
            }
        }
        let mut shadow = None;
        loop {
            let mut ticket = rng.random_range(0..total);
            let place = found[..n_found]
                .iter()
                .position(|&(_, count)| {
                    let here = ticket < u32::from(count);
                    if !here {
                        ticket -= u32::from(count);
                    }
                    here
                })
                .expect("the counts add up to their sum");
            let (id, count) = found[place];
            let site = self.board.site(id);
            if is_free && self.is_restricted() && !self.is_plainly_open(site) {
                let shadow = shadow.get_or_insert_with(|| {
                    Shadow::of(&self.board).expect("restrictions were kept")
                });
                if shadow.closed(id).is_some() {
                    // The others stay as likely as they were to each other.
                    total -= u32::from(count);
                    n_found -= 1;
                    found[place] = found[n_found];
                    continue;
                }
            }
            let face = self.fits(site).nth(ticket);
            return Placement {
                face,
                hex: site.hex,
            };
        }
    }

    /// Why the player to move may not lay anything on this cell of the frontier, if rows and forced spaces forbid it.
    pub(super) fn closed(&self, id: SiteId) -> Option<Closed> {
        if !self.is_restricted() {
            return None;
        }
        Shadow::of(&self.board).ok()?.closed(id)
    }
}
