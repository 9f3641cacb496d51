//! What every search of positions has in common, so that a program can choose one at run time.

use crate::interface::game::{Game, MoveList, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::Report;
use crate::interface::score::Score;
use crate::support::random::stream;

/// Options that every search understands; each takes what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Threads at work, at least 1.
    pub threads: usize,
    /// The size of the tables, in MiB.
    pub hash_mib: usize,
    /// How many lines to report.
    pub multipv: usize,
    /// The seed of every random choice.
    pub seed: u64,
    /// Give the same output whatever the number of threads; no clock is read.
    pub deterministic: bool,
    /// Logical workers of a deterministic search.
    pub workers: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { threads: 1, hash_mib: 64, multipv: 1, seed: 0, deterministic: false, workers: 4 }
    }
}

/// The position that a search starts from, with what the rules must remember of the game before it. With a past it comes
/// from a [`History`](crate::History).
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// The position.
    pub position: G::Position,
    earlier: Vec<u64>,
    /// The moves that may be chosen; every legal one if none.
    only: Option<Vec<G::Move>>,
}

impl<G: Game> Root<G> {
    /// A root without a past.
    pub fn new(position: G::Position) -> Self {
        Self::after(Vec::new(), position)
    }

    pub(crate) fn after(earlier: Vec<u64>, position: G::Position) -> Self {
        Self { position, earlier, only: None }
    }

    /// The same, where the player to move chooses among these legal moves alone, of which there is at least one: what a search
    /// finds is the value of that choice, not of the position.
    #[must_use]
    pub fn among(self, moves: Vec<G::Move>) -> Self {
        Self { only: Some(moves), ..self }
    }

    /// Whether not every legal move may be chosen.
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

    /// The same past with another position, which the rules take for the same.
    #[must_use]
    pub fn with_position(&self, position: G::Position) -> Self {
        self.in_form_of(position)
    }

    /// The same past with the position as another form of the same game has it, whose repetition hashes are the same.
    pub fn in_form_of<H: Game<Move = G::Move>>(&self, position: H::Position) -> Root<H> {
        Root { position, earlier: self.earlier.clone(), only: self.only.clone() }
    }

    /// The [repetition hashes](Game::repetition_hash) of the positions before that can come up again, oldest first.
    pub fn earlier(&self) -> &[u64] {
        &self.earlier
    }
}

/// A search of one game, with its tables.
pub trait Searcher<G: Game>: Send {
    /// Searches until a limit is reached or `stop` is raised, and tells `observer` what it finds on the way.
    /// The position must not be over, nor (but where a game says so) a chance node.
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

    /// The evaluation of a position for the player to move, without any search; none where a search has no evaluation.
    fn evaluate(&self, pos: &G::Position) -> Option<Score>;

    /// Forgets everything that was learnt from earlier searches.
    fn new_game(&mut self);

    /// Makes what the first search of a game would else make: large tables, and what evaluations compute once. Call it before a
    /// clock starts, after [`new_game`](Self::new_game). No search needs it, and none finds anything else after it.
    fn prepare(&mut self) {}
}

/// Lets an evaluation compute what it computes once: it evaluates the first position of a game in which a player is to move.
pub(crate) fn prepare_evaluation<G: Game>(game: &G, search: &impl Searcher<G>) {
    /// Of a game that begins with more events than these nothing is evaluated.
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

/// What is put around another search: it changes what goes in, or what comes out. [`Wrapped`] makes a search of both, and
/// passes everything else on.
pub trait Wrapper<G: Game, S: Searcher<G>>: Send {
    /// [Searches](Searcher::search) with the help of the search inside.
    fn search(
        &mut self,
        inside: &mut S,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;

    /// [Evaluates](Searcher::evaluate) with the help of the search inside.
    fn evaluate(&self, inside: &S, pos: &G::Position) -> Option<Score> {
        inside.evaluate(pos)
    }

    /// Forgets what it has learnt itself.
    fn forget(&mut self) {}

    /// [Makes](Searcher::prepare) what it needs itself before a clock starts.
    fn prepare(&mut self) {}
}

/// A search with something around it.
#[derive(Clone, Debug)]
pub struct Wrapped<W, S> {
    /// What is around it.
    pub wrapper: W,
    /// The search.
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
