//! Proof numbers, and what is known about a node.

/// Proof and disproof number: how many more leaves must be won (or not) before the node is. Zero is done, [`INFINITE`]
/// cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// More than any finite number.
pub(super) const INFINITE: u32 = u32::MAX / 4;

impl Numbers {
    pub(super) const UNKNOWN: Self = Self::new(1, 1);
    pub(super) const PROVEN: Self = Self::new(0, INFINITE);
    pub(super) const DISPROVEN: Self = Self::new(INFINITE, 0);
    pub(super) const NO_LIMIT: Self = Self::new(INFINITE, INFINITE);

    pub(super) const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof }
    }

    /// The same numbers as the player who moves at the node counts them: his success first. This is its own inverse.
    pub(super) fn seen_by(self, attacker_moves: bool) -> Self {
        if attacker_moves { self } else { Self::new(self.disproof, self.proof) }
    }

    pub(super) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    pub(super) fn is_solved(self) -> bool {
        self.is_proven() || self.is_disproven()
    }
}

/// What a disproof rests on, beside the rules: the limit of plies, or a repetition (the graph-history interaction problem).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DisproofBasis {
    /// The limit of plies was met somewhere.
    pub(super) limit: bool,
    /// The highest position of the line, counted from its start, that was met again below.
    pub(super) repetition: u32,
}

impl DisproofBasis {
    /// The rules alone.
    pub(super) const RULES: Self = Self { limit: false, repetition: u32::MAX };
    /// The limit of plies.
    pub(super) const LIMIT: Self = Self { limit: true, repetition: u32::MAX };

    /// What two failures together rest on.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        Self { limit: self.limit || other.limit, repetition: self.repetition.min(other.repetition) }
    }
}

/// What the search knows about a node: its proof numbers, its best move, what a disproof rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeProof<M> {
    pub(super) numbers: Numbers,
    /// The move that wins or refutes, or the one to try first.
    pub(super) best: Option<M>,
    pub(super) basis: DisproofBasis,
}

impl<M> NodeProof<M> {
    pub(super) const UNKNOWN: Self = Self::new(Numbers::UNKNOWN, None, DisproofBasis::RULES);

    pub(super) const fn new(numbers: Numbers, best: Option<M>, basis: DisproofBasis) -> Self {
        Self { numbers, best, basis }
    }

    pub(super) fn proven(best: Option<M>) -> Self {
        Self::new(Numbers::PROVEN, best, DisproofBasis::RULES)
    }

    pub(super) fn disproven(best: Option<M>, basis: DisproofBasis) -> Self {
        Self::new(Numbers::DISPROVEN, best, basis)
    }
}
