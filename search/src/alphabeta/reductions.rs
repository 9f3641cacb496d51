//! Late move reductions: by how much the search of a late move is shortened.
//!
//! With good move ordering, a late quiet move is rarely the best. So it is first searched with a smaller depth and a null window. It is
//! searched again at full depth only if the result is better than alpha. The reduction grows with the logarithms of the depth and of the
//! move's number.

use super::Parameters;

const DEPTHS: usize = 64;
const MOVES: usize = 128;

/// Reductions by depth and move number, in hundredths of a ply.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    table: Vec<i16>,
}

/// What a reduction depends on.
pub(super) struct ReductionInputs {
    pub(super) depth: i32,
    /// The number of the move in the order of the search, from 1.
    pub(super) count: usize,
    pub(super) pv: bool,
    pub(super) cut: bool,
    pub(super) improving: bool,
    /// The history score of the move.
    pub(super) history: i32,
    /// The game's extra reduction for the move, in hundredths of a ply.
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

    /// The reduction in plies, at least 0.
    #[inline]
    pub(super) fn plies(&self, parameters: &Parameters, now: &ReductionInputs) -> i32 {
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
