//! Proof and disproof numbers, and what is known about a node.
//!
//! The proof number is the least number of leaves that must still be proven to prove the node; the disproof number is the same for a
//! disproof. Zero means done. The search follows the child with the least number.
//!
//! CITE: Allis, van der Meulen, van den Herik, "Proof-number search", Artificial Intelligence 66, 1994.

/// The proof number and the disproof number of a node. Zero is done; [`INFINITE`] is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// Greater than any finite number.
pub(super) const INFINITE: u32 = u32::MAX / 4;

impl Numbers {
    pub(super) const UNKNOWN: Self = Self::new(1, 1);
    pub(super) const PROVEN: Self = Self::new(0, INFINITE);
    pub(super) const DISPROVEN: Self = Self::new(INFINITE, 0);
    pub(super) const NO_LIMIT: Self = Self::new(INFINITE, INFINITE);

    pub(super) const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof }
    }

    /// The numbers from the view of the player to move: the first number is that of the player's own success. Applying this twice gives the
    /// original numbers.
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

/// What a disproof depends on, besides the rules: the limit of plies, or a repetition (the graph-history interaction problem).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DisproofBasis {
    /// Whether the limit of plies was reached somewhere below.
    pub(super) limit: bool,
    /// Of the positions on the current path that were repeated below, the index of the one closest to the root; `u32::MAX` if there are
    /// none.
    pub(super) repetition: u32,
}

impl DisproofBasis {
    /// A disproof that depends on the rules alone.
    pub(super) const RULES: Self = Self { limit: false, repetition: u32::MAX };
    /// A disproof that depends on the limit of plies.
    pub(super) const LIMIT: Self = Self { limit: true, repetition: u32::MAX };

    /// The basis of a disproof that needs both this disproof and `other`.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        Self { limit: self.limit || other.limit, repetition: self.repetition.min(other.repetition) }
    }
}

/// What is known about a node: its numbers, its best move, and what a disproof depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeProof<M> {
    pub(super) numbers: Numbers,
    /// The move that wins or refutes, or else the move to try first.
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
