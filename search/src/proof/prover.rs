//! Depth-first proof-number search (df-pn): decides whether the attacker wins.

use super::moves::ProofMoves;
use super::numbers::{DisproofBasis, INFINITE, NodeProof, Numbers};
use super::table::{ProofTable, UNLIMITED};
use crate::interface::game::{Game, MoveList, Player, Turn};
use crate::interface::searcher::Root;
use crate::interface::tactics::Defences;
use crate::support::budget::Budget;
use crate::support::certain::DrawsDue;

/// Options of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofOptions {
    /// Size of the table in MiB.
    pub hash_mib: usize,
    /// The number of last plies before the limit that are searched as a plain AND/OR tree, at least 1.
    pub outright: u16,
    /// Reads no clock: time limits are ignored, and results can be reproduced.
    pub clockless: bool,
}

impl Default for ProofOptions {
    fn default() -> Self {
        Self { hash_mib: 64, outright: 5, clockless: false }
    }
}

/// Whether the attacker wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofOutcome {
    /// The attacker wins.
    Proven,
    /// The attacker does not win within the limit of plies.
    NotInTime,
    /// The attacker does not win with the moves that were considered, in any number of plies.
    Disproven,
    /// The budget was spent before the question was decided.
    Open,
}

/// A depth-first proof-number search with its table.
pub struct Prover<G: Game, A> {
    pub(super) game: G,
    pub(super) proof_moves: A,
    pub(super) table: ProofTable<G::Move>,
    outright: u16,
    pub(super) clockless: bool,
}

impl<G: Game, A: ProofMoves<G>> Prover<G, A> {
    /// A search with an empty table.
    pub fn new(game: G, proof_moves: A, options: ProofOptions) -> Self {
        Self {
            game,
            proof_moves,
            table: ProofTable::new(options.hash_mib),
            outright: options.outright.max(1),
            clockless: options.clockless,
        }
    }

    /// Decides whether `attacker` wins from `root` (either player may be to move there), within `plies` or in any number.
    pub fn prove(
        &mut self,
        root: &Root<G>,
        attacker: Player,
        plies: Option<u32>,
        budget: &mut Budget<'_>,
    ) -> ProofOutcome {
        let remaining = plies.map_or(UNLIMITED, limit);
        let mut run = self.run(root, attacker, budget);
        run.solve_node(&mut root.position.clone(), remaining).verdict()
    }

    /// Starts a search for `attacker`.
    pub(super) fn run<'a, 'b>(
        &'a mut self,
        root: &Root<G>,
        attacker: Player,
        budget: &'a mut Budget<'b>,
    ) -> ProofRun<'a, 'b, G, A> {
        let draws_due = DrawsDue::before(&self.game, root);
        // Results differ for another attacker, and if other draws by repetition are due.
        let attacker_salt = (u64::from(attacker.0) + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let salt = attacker_salt ^ draws_due.salt();
        ProofRun {
            game: &self.game,
            proof_moves: &self.proof_moves,
            table: &mut self.table,
            budget,
            attacker,
            draws_due,
            salt,
            outright: self.outright,
            path: Vec::new(),
            killers: Vec::new(),
            spare_children: Vec::new(),
            spare_moves: Vec::new(),
        }
    }
}

/// Converts a number of plies to the type of the search.
pub(super) fn limit(plies: u32) -> u16 {
    plies.min(u32::from(UNLIMITED) - 1) as u16
}

/// A search for one attacker.
pub(super) struct ProofRun<'a, 'b, G: Game, A> {
    pub(super) game: &'a G,
    pub(super) proof_moves: &'a A,
    pub(super) table: &'a mut ProofTable<G::Move>,
    pub(super) budget: &'a mut Budget<'b>,
    pub(super) attacker: Player,
    draws_due: DrawsDue,
    salt: u64,
    outright: u16,
    /// The path to the current node; recorded only if the plies are not limited.
    path: Vec<PathStep>,
    /// Moves that solved other nodes, by remaining plies.
    pub(super) killers: Vec<Option<G::Move>>,
    spare_children: Vec<Vec<ProofChild<G::Move>>>,
    pub(super) spare_moves: Vec<MoveList<G::Move>>,
}

struct PathStep {
    hash: u64,
    /// Whether no position before this one can occur again.
    irreversible: bool,
}

struct ProofChild<M> {
    mv: M,
    irreversible: bool,
    found: NodeProof<M>,
}

/// A line that reaches this length is abandoned, to limit the recursion.
const LONGEST_LINE: usize = 2000;

impl<G: Game, A: ProofMoves<G>> ProofRun<'_, '_, G, A> {
    /// Solves a node; the result is unknown only if the budget is spent.
    pub(super) fn solve_node(
        &mut self,
        pos: &mut G::Position,
        remaining: u16,
    ) -> NodeProof<G::Move> {
        let found = self.assess(pos, remaining);
        if found.numbers.is_solved() {
            return found;
        }
        self.path.clear();
        self.deepen(pos, remaining, true, Numbers::NO_LIMIT)
    }

    /// What is known about a node without a search.
    pub(super) fn assess(&mut self, pos: &G::Position, remaining: u16) -> NodeProof<G::Move> {
        let mover = match self.game.turn(pos) {
            Turn::Over if self.game.returns(pos)[self.attacker.index()] > 0.0 => {
                return NodeProof::proven(None);
            }
            Turn::Over => return NodeProof::disproven(None, DisproofBasis::RULES),
            _ if remaining == 0 => return NodeProof::disproven(None, DisproofBasis::LIMIT),
            // Nothing is proven across a chance event.
            Turn::Chance => return NodeProof::disproven(None, DisproofBasis::LIMIT),
            Turn::Player(mover) => mover,
        };
        if self.draws_due.holds(self.game, pos) {
            return NodeProof::disproven(None, DisproofBasis::RULES);
        }
        if mover == self.attacker {
            self.assess_for_attacker(pos, remaining)
        } else {
            self.assess_for_defender(pos, remaining)
        }
    }

    fn assess_for_attacker(&mut self, pos: &G::Position, remaining: u16) -> NodeProof<G::Move> {
        if remaining > 1
            && let Some(found) = self.probe(pos, remaining)
        {
            return found;
        }
        match self.proof_moves.immediate_win(self.game, pos) {
            Some(mv) => NodeProof::proven(Some(mv)),
            None if remaining == 1 => NodeProof::disproven(None, DisproofBasis::LIMIT),
            None => NodeProof::UNKNOWN,
        }
    }

    fn assess_for_defender(&mut self, pos: &G::Position, remaining: u16) -> NodeProof<G::Move> {
        // A node in the table was searched, so it is known to have no immediate win.
        self.probe(pos, remaining).unwrap_or_else(|| {
            match self.proof_moves.immediate_win(self.game, pos) {
                Some(mv) => NodeProof::disproven(Some(mv), DisproofBasis::RULES),
                None => NodeProof::UNKNOWN,
            }
        })
    }

    fn probe(&self, pos: &G::Position, remaining: u16) -> Option<NodeProof<G::Move>> {
        let key = self.game.node_hash(pos) ^ self.salt;
        self.table.probe(key, remaining)
    }

    /// Stores a node, unless the result depends on the path to it.
    pub(super) fn store(
        &mut self,
        pos: &G::Position,
        remaining: u16,
        found: &NodeProof<G::Move>,
        nodes_before: u64,
    ) {
        let failed = found.numbers.is_disproven();
        let of_the_line = found.basis.repetition != u32::MAX;
        let given_up = remaining == UNLIMITED && found.basis.limit;
        if !(failed && (of_the_line || given_up)) {
            let work = self.budget.nodes() - nodes_before;
            let key = self.game.node_hash(pos) ^ self.salt;
            self.table.store(key, remaining, found, work);
        }
    }

    pub(super) fn attacker_moves(&self, pos: &G::Position) -> bool {
        self.game.turn(pos) == Turn::Player(self.attacker)
    }

    /// Lists the moves to consider. Those that are in `first` are placed at the front.
    pub(super) fn moves(
        &mut self,
        pos: &mut G::Position,
        remaining: u16,
        first: &[Option<G::Move>],
    ) -> MoveList<G::Move> {
        let mut moves = self.spare_moves.pop().unwrap_or_default();
        moves.clear();
        if self.attacker_moves(pos) {
            self.proof_moves.or_moves(self.game, pos, &mut moves);
        } else if remaining > 1 {
            let defences = self.proof_moves.and_moves(self.game, pos, &mut moves);
            if defences == Defences::AllButLost {
                self.draws_due.append_moves(self.game, pos, &mut moves);
            }
        } else {
            // This is the last ply within the limit, so the attacker's next move does not count. All moves are listed, even those that
            // would allow an immediate win.
            self.game.legal_moves(pos, &mut moves);
        }
        for mv in first.iter().rev().flatten() {
            if let Some(place) = moves.iter().position(|other| other == mv) {
                moves[..=place].rotate_right(1);
            }
        }
        moves
    }

    /// Searches below an unsolved node until it is solved or its numbers reach `limits`.
    fn deepen(
        &mut self,
        pos: &mut G::Position,
        remaining: u16,
        irreversible: bool,
        limits: Numbers,
    ) -> NodeProof<G::Move> {
        if remaining <= self.outright {
            let hint = self.probe(pos, remaining).and_then(|found| found.best);
            return self.search_outright(pos, remaining, hint);
        }
        let nodes_before = self.budget.nodes();
        let attacker_moves = self.attacker_moves(pos);
        let limits = limits.seen_by(attacker_moves);
        let depth = self.enter(pos, remaining, irreversible);
        let Some(mut children) = self.expand(pos, remaining, attacker_moves) else {
            self.leave(remaining);
            return NodeProof::UNKNOWN;
        };
        let mut found = loop {
            let choice = ChildChoice::among(&children, attacker_moves);
            let numbers = choice.numbers;
            if numbers.is_solved()
                || numbers.proof >= limits.proof
                || numbers.disproof >= limits.disproof
                || self.budget.is_spent()
            {
                break choice.found(&children, attacker_moves);
            }
            let below = choice.limits(limits).seen_by(attacker_moves);
            let child = &mut children[choice.index];
            let undo = self.game.play(pos, child.mv);
            self.budget.count();
            child.found = self.deepen(pos, shorter(remaining), child.irreversible, below);
            self.game.undo(pos, child.mv, undo);
        };
        self.leave(remaining);
        children.clear();
        self.spare_children.push(children);
        if found.basis.repetition >= depth {
            // The repetition is completely below this node, so the result does not depend on the path above.
            found.basis.repetition = u32::MAX;
        }
        self.store(pos, remaining, &found, nodes_before);
        found
    }

    fn enter(&mut self, pos: &G::Position, remaining: u16, irreversible: bool) -> u32 {
        if remaining == UNLIMITED {
            let hash = self.game.repetition_hash(pos);
            self.path.push(PathStep { hash, irreversible });
            return self.path.len() as u32 - 1;
        }
        0
    }

    fn leave(&mut self, remaining: u16) {
        if remaining == UNLIMITED {
            self.path.pop();
        }
    }

    /// Plays every move once and looks up what is known about the position; stops at a move that solves the node. `None` if the budget is
    /// spent.
    fn expand(
        &mut self,
        pos: &mut G::Position,
        remaining: u16,
        attacker_moves: bool,
    ) -> Option<Vec<ProofChild<G::Move>>> {
        let hint = self.probe(pos, remaining).and_then(|found| found.best);
        let moves = self.moves(pos, remaining, &[hint]);
        let mut children = self.spare_children.pop().unwrap_or_default();
        let mut finished = true;
        for &mv in &moves {
            // Assessing one move may take as long as many nodes of another search.
            if self.budget.is_spent() {
                finished = false;
                break;
            }
            let irreversible = self.game.irreversible(pos, mv);
            let undo = self.game.play(pos, mv);
            self.budget.count();
            let found = self.assess_on_path(pos, shorter(remaining), irreversible);
            self.game.undo(pos, mv, undo);
            let child = ProofChild { mv, irreversible, found };
            if found.numbers.seen_by(attacker_moves).is_proven() {
                children.clear();
                children.push(child);
                break;
            }
            children.push(child);
        }
        self.spare_moves.push(moves);
        if !finished {
            children.clear();
            self.spare_children.push(children);
            return None;
        }
        Some(children)
    }

    fn assess_on_path(
        &mut self,
        pos: &G::Position,
        remaining: u16,
        irreversible: bool,
    ) -> NodeProof<G::Move> {
        if remaining == UNLIMITED {
            if self.path.len() >= LONGEST_LINE {
                return NodeProof::disproven(None, DisproofBasis::LIMIT);
            }
            if let Some(repetition) = self.earlier(pos, irreversible) {
                let basis = DisproofBasis { repetition, ..DisproofBasis::RULES };
                return NodeProof::disproven(None, basis);
            }
        }
        self.assess(pos, remaining)
    }

    /// The index of the earlier occurrence of the position on the path, if there is one.
    fn earlier(&self, pos: &G::Position, irreversible: bool) -> Option<u32> {
        if irreversible {
            return None;
        }
        let hash = self.game.repetition_hash(pos);
        for (place, step) in self.path.iter().enumerate().rev() {
            if step.hash == hash {
                return Some(place as u32);
            }
            if step.irreversible {
                break;
            }
        }
        None
    }
}

/// The remaining plies after one more.
pub(super) fn shorter(remaining: u16) -> u16 {
    if remaining == UNLIMITED { UNLIMITED } else { remaining - 1 }
}

/// The child to search next, from the view of the player to move.
struct ChildChoice {
    /// The numbers of the node.
    numbers: Numbers,
    /// The index of the child closest to success.
    index: usize,
    /// The success number of the second-best child.
    second: u32,
    /// The share of the other children in the failure number.
    others: u32,
}

impl ChildChoice {
    /// Computes the numbers of the node and chooses the child closest to success. The failure number is that of the hardest child plus one
    /// for each of the others; a sum would count transpositions several times. CITE: Ueda, Hashimoto, Hashimoto, Iida, "Weak Proof-Number
    /// Search", Computers and Games 2008.
    fn among<M>(children: &[ProofChild<M>], attacker_moves: bool) -> Self {
        let mut choice =
            Self { numbers: Numbers::new(INFINITE, 0), index: 0, second: INFINITE, others: 0 };
        let mut n_open: u32 = 0;
        for (index, child) in children.iter().enumerate() {
            let numbers = child.found.numbers.seen_by(attacker_moves);
            if numbers.proof < choice.numbers.proof {
                choice.second = choice.numbers.proof;
                choice.numbers.proof = numbers.proof;
                choice.index = index;
            } else {
                choice.second = choice.second.min(numbers.proof);
            }
            choice.numbers.disproof = choice.numbers.disproof.max(numbers.disproof);
            n_open += u32::from(numbers.disproof > 0);
        }
        choice.others = n_open.saturating_sub(1);
        choice.numbers.disproof = (choice.numbers.disproof + choice.others).min(INFINITE);
        choice
    }

    /// The limits for the chosen child: it is searched until its number is a quarter greater than that of the second-best child, so that
    /// the search does not alternate between them all the time. CITE: Pawlewicz, Lew, "Improving depth-first PN-search: 1 + ε trick",
    /// Computers and Games 2006.
    fn limits(&self, limits: Numbers) -> Numbers {
        let second = (self.second + self.second / 4 + 1).min(INFINITE);
        Numbers::new(limits.proof.min(second), limits.disproof - self.others)
    }

    /// The result for the node, from the attacker's view again.
    fn found<M: Copy>(&self, children: &[ProofChild<M>], attacker_moves: bool) -> NodeProof<M> {
        let chosen = children.get(self.index);
        let numbers = self.numbers.seen_by(attacker_moves);
        let basis = match chosen {
            Some(child) if numbers.is_disproven() && !attacker_moves => child.found.basis,
            _ if numbers.is_disproven() => children
                .iter()
                .fold(DisproofBasis::RULES, |basis, child| basis.and(child.found.basis)),
            _ => DisproofBasis::RULES,
        };
        NodeProof::new(numbers, chosen.map(|child| child.mv), basis)
    }
}

impl<M> NodeProof<M> {
    fn verdict(&self) -> ProofOutcome {
        match self.numbers {
            numbers if numbers.is_proven() => ProofOutcome::Proven,
            numbers if !numbers.is_disproven() => ProofOutcome::Open,
            _ if self.basis.limit => ProofOutcome::NotInTime,
            _ => ProofOutcome::Disproven,
        }
    }
}
