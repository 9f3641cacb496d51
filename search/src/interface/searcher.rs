//! The common interface of all searches, so that a program can choose a search at run time.
//!
//! **Invariant:** All searches take the moves of a root from [`Root::moves`]. For a root that is limited to some moves (`searchmoves`), no
//! tree is kept, and no solver and no book is used. [`Searcher::prepare`] does not change the result of a search
//! (`search/tests/it/prepare.rs`).

use crate::interface::game::{Game, MoveList, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::Report;
use crate::interface::score::Score;
use crate::support::random::stream;

/// Options of a search. Each search uses those that apply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Size of the tables in MiB.
    pub hash_mib: usize,
    /// Number of lines to report.
    pub multipv: usize,
    /// Seed of the random numbers that the search draws.
    pub seed: u64,
    /// Makes the output independent of the number of threads. No clock is read.
    pub deterministic: bool,
    /// Number of logical workers in a deterministic search.
    pub workers: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { threads: 1, hash_mib: 64, multipv: 1, seed: 0, deterministic: false, workers: 4 }
    }
}

/// The position from which a search starts, with the earlier positions that the rules depend on. [`History::root`](crate::History::root)
/// creates a root with earlier positions.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// The position.
    pub position: G::Position,
    earlier: Vec<u64>,
    /// The moves that may be chosen; `None` if every legal move may be.
    only: Option<Vec<G::Move>>,
}

impl<G: Game> Root<G> {
    /// A root without earlier positions.
    pub fn new(position: G::Position) -> Self {
        Self::after(Vec::new(), position)
    }

    pub(crate) fn after(earlier: Vec<u64>, position: G::Position) -> Self {
        Self { position, earlier, only: None }
    }

    /// Restricts the player to move to these legal moves, of which there must be at least one. The search then finds the value of that
    /// choice, not of the position.
    #[must_use]
    pub fn among(self, moves: Vec<G::Move>) -> Self {
        Self { only: Some(moves), ..self }
    }

    /// Whether the choice of moves is restricted.
    pub fn is_limited(&self) -> bool {
        self.only.is_some()
    }

    /// Whether a legal move may be chosen.
    pub fn admits(&self, mv: G::Move) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&mv))
    }

    /// Fills the buffer with the legal moves that may be chosen.
    pub fn moves(&self, game: &G, out: &mut MoveList<G::Move>) {
        out.clear();
        game.legal_moves(&self.position, out);
        out.retain(|&mv| self.admits(mv));
    }

    /// A root with the same earlier positions and another position, which is equal by the rules.
    #[must_use]
    pub fn with_position(&self, position: G::Position) -> Self {
        self.in_form_of(position)
    }

    /// The same root for another implementation `H` of the same game, where the position has another type but the same repetition hash.
    pub fn in_form_of<H: Game<Move = G::Move>>(&self, position: H::Position) -> Root<H> {
        Root { position, earlier: self.earlier.clone(), only: self.only.clone() }
    }

    /// The [repetition hashes](Game::repetition_hash) of the earlier positions that can occur again, oldest first.
    pub fn earlier(&self) -> &[u64] {
        &self.earlier
    }
}

/// A search for one game, with its tables.
pub trait Searcher<G: Game>: Send {
    /// Searches until a limit is reached or `stop` is raised, and calls `observer` with each new report. The position must not be over,
    /// and must not be a chance node unless the game allows it.
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;

    /// The best move of a position within these limits. The position must not be over.
    fn best(&mut self, pos: &G::Position, limits: Limits) -> Option<G::Move> {
        let root = Root::new(pos.clone());
        let report = self.search(&root, &limits, &StopFlag::default(), &mut |_| {});
        report.best_move()
    }

    /// The static evaluation of a position for the player to move; `None` if the search has no evaluation.
    fn evaluate(&self, pos: &G::Position) -> Option<Score>;

    /// Clears everything that was learned in earlier searches.
    fn new_game(&mut self);

    /// Allocates large tables and does the one-time computations of evaluations, which the first search would do otherwise. Call it before
    /// a clock starts, after [`new_game`](Self::new_game). It is optional and does not change any result.
    fn prepare(&mut self) {}
}

/// Triggers the one-time computations of an evaluation: it evaluates the first position of a game in which a player is to move.
pub(crate) fn prepare_evaluation<G: Game>(game: &G, search: &impl Searcher<G>) {
    /// Skips the evaluation if the game begins with more chance events than this.
    const MOST_EVENTS: u32 = 100;
    let (mut pos, mut rng) = (game.start(), stream(0, 0));
    for _ in 0..MOST_EVENTS {
        match game.turn(&pos) {
            Turn::Over => return,
            Turn::Chance => {
                let event = game.sample(&pos, &mut rng);
                game.apply_chance(&mut pos, event);
            }
            Turn::Player(_) => {
                search.evaluate(&pos);
                return;
            }
        }
    }
}

impl<G: Game> Searcher<G> for Box<dyn Searcher<G>> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        (**self).search(root, limits, stop, observer)
    }

    fn evaluate(&self, pos: &G::Position) -> Option<Score> {
        (**self).evaluate(pos)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }

    fn prepare(&mut self) {
        (**self).prepare();
    }
}

/// A layer around a search that changes its input or its output. [`Wrapped`] combines a layer and a search. A method that the layer does
/// not define calls the inner search.
pub trait Wrapper<G: Game, S: Searcher<G>>: Send {
    /// [Searches](Searcher::search), using the inner search.
    fn search(
        &mut self,
        inside: &mut S,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;

    /// [Evaluates](Searcher::evaluate), using the inner search.
    fn evaluate(&self, inside: &S, pos: &G::Position) -> Option<Score> {
        inside.evaluate(pos)
    }

    /// Clears what the layer itself has learned.
    fn forget(&mut self) {}

    /// [Prepares](Searcher::prepare) the layer itself before a clock starts.
    fn prepare(&mut self) {}
}

/// A search with a layer around it.
#[derive(Clone, Debug)]
pub struct Wrapped<W, S> {
    /// The layer.
    pub wrapper: W,
    /// The inner search.
    pub inside: S,
}

impl<G: Game, S: Searcher<G>, W: Wrapper<G, S>> Searcher<G> for Wrapped<W, S> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let Self { wrapper, inside } = self;
        wrapper.search(inside, root, limits, stop, observer)
    }

    fn evaluate(&self, pos: &G::Position) -> Option<Score> {
        self.wrapper.evaluate(&self.inside, pos)
    }

    fn new_game(&mut self) {
        self.wrapper.forget();
        self.inside.new_game();
    }

    fn prepare(&mut self) {
        self.wrapper.prepare();
        self.inside.prepare();
    }
}
