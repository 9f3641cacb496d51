//! Puzzles of a game: solved from a few words, apart from any position.

use ludex_search::{Limits, StopFlag};

use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;

/// The puzzles of one game.
#[derive(Debug)]
pub struct PuzzleKind {
    /// Solves the puzzle that the words describe, and tells of its progress. The words go by the names of the options of
    /// the command line, so that errors can name them.
    pub solve: SolvePuzzle,
}

/// Solves a puzzle.
pub type SolvePuzzle = fn(
    &Variant,
    &PuzzleDemand,
    &mut dyn FnMut(News<String>),
) -> Result<PuzzleAnswer<String>, InputError>;

/// What is wanted of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ask {
    /// One solution, or that there is none.
    #[default]
    First,
    /// The number of solutions.
    Count,
    /// Every solution.
    All,
}

/// What is wanted, and what it may cost.
#[derive(Clone, Debug)]
pub struct PuzzleDemand {
    /// What is wanted.
    pub ask: Ask,
    /// Threads.
    pub threads: usize,
    /// Time and nodes; a depth means nothing here.
    pub limits: Limits,
    /// Stops the search from outside.
    pub stop: StopFlag,
}

/// What the search has to tell while it runs. A solution is a list of moves.
#[derive(Clone, Debug)]
pub enum News<M> {
    /// The next solution, where all are wanted.
    Solution(Vec<M>),
    /// How far it has come.
    Progress {
        /// Steps taken.
        nodes: u64,
        /// Solutions.
        n_solutions: u64,
        /// Parts of the search that are done, and all of them.
        parts: [usize; 2],
    },
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAnswer<M> {
    /// The first solution.
    pub solution: Option<Vec<M>>,
    /// The number of solutions found: all of them if they were asked for and the search is complete.
    pub n_solutions: u64,
    /// Whether nothing cut the search short.
    pub complete: bool,
    /// Steps taken.
    pub nodes: u64,
}

impl<M> PuzzleAnswer<M> {
    /// The answer where no search is needed.
    pub fn unsolvable() -> Self {
        Self { solution: None, n_solutions: 0, complete: true, nodes: 0 }
    }

    /// Whether the puzzle has a solution; none if that is not known.
    pub fn solvable(&self) -> Option<bool> {
        match self.solution {
            Some(_) => Some(true),
            None => self.complete.then_some(false),
        }
    }

    /// The same with other moves.
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
    /// The same with other moves.
    pub fn map<N>(self, convert: impl Fn(M) -> N) -> News<N> {
        match self {
            Self::Solution(moves) => News::Solution(moves.into_iter().map(convert).collect()),
            Self::Progress { nodes, n_solutions, parts } => {
                News::Progress { nodes, n_solutions, parts }
            }
        }
    }
}
