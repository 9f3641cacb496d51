//! How much less deep a late move is searched.

use super::Parameters;

const DEPTHS: usize = 64;
const MOVES: usize = 128;

/// Reductions by depth and number of the move, in hundredths of a ply.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    table: Vec<i16>,
}

/// What changes a reduction.
pub(super) struct Circumstances {
    pub(super) depth: i32,
    /// The number of the move, from 1.
    pub(super) count: usize,
    pub(super) pv: bool,
    pub(super) cut: bool,
    pub(super) improving: bool,
    /// What the histories say about the move.
    pub(super) history: i32,
    /// What the game says about the move, in hundredths of a ply.
    pub(super) extra: i32,
}

impl Reductions {
    pub(super) fn new(parameters: &Parameters) -> Self {
        let mut table = vec![0; DEPTHS * MOVES];
        if parameters.reduction != 0 {
            let divisor = f64::from(parameters.reduction_divisor) / 100.0;
            for depth in 1..DEPTHS {
                for count in 2..MOVES {
                    let product = (depth as f64).ln() * (count as f64).ln();
                    let plies = product / divisor + f64::from(parameters.reduction_base) / 100.0;
                    table[depth * MOVES + count] = (plies * 100.0) as i16;
                }
            }
        }
        Self { table }
    }

    /// Plies to take off, 0 or more.
    #[inline]
    pub(super) fn plies(&self, parameters: &Parameters, now: &Circumstances) -> i32 {
        let depth = (now.depth as usize).min(DEPTHS - 1);
        let base = i32::from(self.table[depth * MOVES + now.count.min(MOVES - 1)]);
        if base == 0 {
            return 0;
        }
        let mut hundredths = base + now.extra - now.history * 100 / parameters.reduction_history;
        hundredths += 100 * (i32::from(now.cut) - i32::from(now.pv));
        hundredths += 50 * i32::from(!now.improving);
        (hundredths / 100).clamp(0, now.depth - 2)
    }
}
