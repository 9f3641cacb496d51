//! What every colour may expect at the end: each line with what its ends may bring.
//!
//! A line ends at an empty cell. If that cell gets a tile, the line grows by it, for a tile that fits has a link of the
//! line's colour there. Where two ends of a colour meet at one cell, the tile joins them, or closes a loop. So all depends
//! on the chance that a cell is filled, which is estimated from the tiles left that fit and from the tiles around: a
//! forced space is filled by whoever draws a tile for it, other cells by choice.

use ludex_search::Player;

use super::weights::Weights;
use crate::tantrix::rules::board::Site;
use crate::tantrix::rules::hex::opposite;
use crate::tantrix::rules::lines::NOBODY;
use crate::tantrix::rules::position::Position;
use crate::tantrix::rules::tile::{Colour, TILES, TileSet};

/// No end.
const NONE: u16 = u16::MAX;

/// What is known of the open end of a line.
#[derive(Clone, Copy)]
struct Open {
    /// The chance that the cell behind it is filled.
    filled: f32,
    /// The end of the same colour that meets it there.
    meets: u16,
}

/// All ends at once.
struct Ends {
    open: [Open; TILES * 6],
    /// The ends in use, with their colours.
    list: Vec<(u16, Colour)>,
}

impl Weights {
    /// The chance that a cell is filled in the end, if so many of the tiles left fit.
    fn filled(&self, site: &Site, n_fitting: usize, n_left: usize) -> f32 {
        let scale = match site.n_around {
            1 => self.fill_one,
            2 => self.fill_two,
            _ => self.fill_three,
        } as f32
            / 100.0;
        let fits = n_fitting as f32;
        let chance = 1.0 - (-fits / scale).exp();
        if site.n_around >= 3 {
            return chance;
        }
        // There are more cells than tiles that are left.
        let left = n_left as f32;
        chance * left / (left + self.fill_late as f32 / 10.0)
    }
}

impl Ends {
    fn of(pos: &Position, weights: &Weights) -> Self {
        let hands = (0..4).map(|player| pos.hand(Player(player)));
        let left = hands.fold(pos.unseen(), TileSet::union);
        let n_left = left.len();
        let board = pos.board();
        let mut ends = Self {
            open: [Open {
                filled: 0.0,
                meets: NONE,
            }; TILES * 6],
            list: Vec::with_capacity(96),
        };
        for id in board.frontier().iter() {
            let site = board.site(id);
            let fitting = site.fits(pos.is_restricted()).among(left).tiles();
            let filled = weights.filled(site, fitting.len(), n_left);
            let mut first_of = [NONE; 4];
            let around = board.tiles_around(site.hex);
            for (direction, &tile) in around.iter().enumerate() {
                if tile == NOBODY {
                    continue;
                }
                let side = opposite(direction);
                let colour = board.face_number(tile).edges()[side];
                let end = u16::from(tile) * 6 + side as u16;
                let other = std::mem::replace(&mut first_of[colour.index()], end);
                ends.open[usize::from(end)] = Open {
                    filled,
                    meets: other,
                };
                if other != NONE {
                    ends.open[usize::from(other)].meets = end;
                }
                ends.list.push((end, colour));
            }
        }
        ends
    }
}

/// The points that each colour may expect.
pub(crate) fn expected(pos: &Position, weights: &Weights) -> [f32; 4] {
    let board = pos.board();
    let best = board.best();
    let mut points = Colour::ALL.map(|colour| best.points(colour) as f32);
    let ends = Ends::of(pos, weights);
    let lines = board.lines();
    let tail = weights.tail as f32 / 100.0;
    let beyond = weights.beyond as f32 / 100.0;
    let growth = |end: u16| {
        let open = ends.open[usize::from(end)];
        if open.meets == NONE {
            return open.filled * (1.0 + tail);
        }
        let (length, far) = lines.line_at(open.meets);
        let further = beyond * ends.open[usize::from(far)].filled;
        open.filled * (1.0 + length + further)
    };
    for &(end, colour) in &ends.list {
        let (length, far) = lines.line_at(end);
        if far < end {
            continue;
        }
        let open = ends.open[usize::from(end)];
        let value = if open.meets == far {
            // One tile closes the loop.
            let ring = 2.0 * (length + 1.0);
            open.filled * ring + (1.0 - open.filled) * length
        } else {
            length + growth(end) + growth(far)
        };
        let points = &mut points[colour.index()];
        // What is sure already does not get lost.
        if value > *points {
            *points = value;
        }
    }
    points
}
