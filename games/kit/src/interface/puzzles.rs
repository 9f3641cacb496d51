//! Puzzles that are described by a few words and are not positions of the game.

use ludex_search::{Limits, StopFlag};

use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;

/// The puzzles of one game.
#[derive(Debug)]
pub struct PuzzleKind {
    /// Solves the puzzle that the words describe, and reports progress. Each word comes with the name of its command-line option, so that
    /// errors can name the option.
    pub solve: SolvePuzzle,
}

/// Solves a puzzle.
pub type SolvePuzzle = fn(
    &Variant,
    &PuzzleDemand,
    &mut dyn FnMut(News<String>),
) -> Result<PuzzleAnswer<String>, InputError>;

/// What a puzzle search should find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ask {
    /// One solution, or a proof that there is no solution.
    #[default]
    First,
    /// The number of solutions.
    Count,
    /// Every solution.
    All,
}

/// What to find, and the limits of the search.
#[derive(Clone, Debug)]
pub struct PuzzleDemand {
    /// What to find.
    pub ask: Ask,
    /// Number of threads.
    pub threads: usize,
    /// Limits of time and nodes. A depth limit has no effect.
    pub limits: Limits,
    /// Stops the search from outside.
    pub stop: StopFlag,
}

/// A report of a running search. A solution is a list of moves.
#[derive(Clone, Debug)]
pub enum News<M> {
    /// The next solution, if all were requested.
    Solution(Vec<M>),
    /// Progress so far.
    Progress {
        /// Steps of the search.
        nodes: u64,
        /// Solutions found.
        n_solutions: u64,
        /// Parts of the search: finished, and in total.
        parts: [usize; 2],
    },
}

/// The result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAnswer<M> {
    /// The first solution.
    pub solution: Option<Vec<M>>,
    /// Number of solutions found. It is the number of all solutions if they were requested and the search is complete.
    pub n_solutions: u64,
    /// Whether the search ran to its end.
    pub complete: bool,
    /// Steps of the search.
    pub nodes: u64,
}

impl<M> PuzzleAnswer<M> {
    /// The answer to a puzzle that is known to be unsolvable before any search.
    pub fn unsolvable() -> Self {
        Self { solution: None, n_solutions: 0, complete: true, nodes: 0 }
    }

    /// Whether the puzzle has a solution; `None` if unknown.
    pub fn solvable(&self) -> Option<bool> {
        match self.solution {
            Some(_) => Some(true),
            None => self.complete.then_some(false),
        }
    }

    /// The same answer with converted moves.
    pub fn map<N>(self, convert: impl Fn(M) -> N) -> PuzzleAnswer<N> {
        PuzzleAnswer {
            solution: self.solution.map(|moves| moves.into_iter().map(convert).collect()),
            n_solutions: self.n_solutions,
            complete: self.complete,
            nodes: self.nodes,
        }
    }
}

impl<M> News<M> {
    /// The same report with converted moves.
    pub fn map<N>(self, convert: impl Fn(M) -> N) -> News<N> {
        match self {
            Self::Solution(moves) => News::Solution(moves.into_iter().map(convert).collect()),
            Self::Progress { nodes, n_solutions, parts } => {
                News::Progress { nodes, n_solutions, parts }
            }
        }
    }
}
