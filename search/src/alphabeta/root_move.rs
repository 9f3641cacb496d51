//! A root move and what is known about it.

use crate::interface::score::Score;
use crate::interface::window::Bound;
use crate::support::rank::best_first;

/// The depth of the deepest iteration.
pub(super) const MAX_DEPTH: u32 = 200;

/// A root move.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    /// The score of the move in this iteration, if the move was then the best so far.
    pub(super) score: Option<Score>,
    pub(super) bound: Bound,
    /// The iteration that found its last known score; 0 if there is none.
    pub(super) depth: u32,
    /// Its last known score before this iteration.
    pub(super) previous: Option<Score>,
    pub(super) pv: Vec<M>,
    pub(super) nodes: u64,
}

/// Sorts the moves by score, the best first; moves without a known score go last.
pub(super) fn sort_root<M>(moves: &mut [RootMove<M>]) {
    best_first(moves, |mv| f64::from(mv.score.unwrap_or(Score::LOSS).value()));
}

impl<M: Copy> RootMove<M> {
    pub(super) fn new(mv: M) -> Self {
        Self {
            mv,
            score: None,
            bound: Bound::Exact,
            depth: 0,
            previous: None,
            pv: vec![mv],
            nodes: 0,
        }
    }

    pub(super) fn known_score(&self) -> Option<Score> {
        self.score.or(self.previous)
    }
}
