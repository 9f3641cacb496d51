//! Samples positions of recorded games, and evaluates them with given parameters, for tuning.

use std::any::Any;
use std::ops::Range;

use ludex_search::{Limits, Player, Root, SearchOptions, Searcher, Step, StopFlag, Turn};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::Token;
use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::level::Level;
use crate::interface::search_kinds::{SearchKind, SearchSetup};
use crate::say;

/// Samples positions for fitting evaluation parameters.
pub trait TakeSample {
    /// Positions of a recorded game. Places in errors are those of its words.
    fn sample(
        &self,
        start: Option<&str>,
        steps: &[Token],
        request: &SampleRequest,
        rng: &mut Pcg64,
    ) -> Result<SampledGame, InputError>;
}

/// What to sample from a recorded game.
#[derive(Clone, Debug)]
pub struct SampleRequest {
    /// Number of opening moves to skip.
    pub opening: usize,
    /// The largest number of positions.
    pub most: usize,
    /// The search whose evaluation is used; `None` is the game's default.
    pub search: Option<String>,
    /// The choices for that search.
    pub setup: SearchSetup,
}

/// The sample of a recorded game.
pub struct SampledGame {
    /// Quiet positions. Positions that a one-ply search decides say nothing about an evaluation, so they are left out.
    pub positions: Box<dyn Sample>,
    /// The player to move in each position, from 0.
    pub movers: Vec<usize>,
    /// The returns of all players at the end, if the record reaches the end of the game.
    pub returns: Option<Vec<f32>>,
}

/// Positions of one game, with the game's type erased.
pub trait Sample: Send + Sync {
    /// Number of positions.
    fn len(&self) -> usize;

    /// Whether there are no positions.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the positions of another sample. Does nothing if it is of another game.
    fn append(&mut self, other: Box<dyn Sample>);

    /// Evaluates some of the positions with these choices, each for its player to move.
    fn scores(&self, range: Range<usize>, setup: &SearchSetup) -> Result<Vec<f32>, InputError>;

    /// Converts to `Any`, so that [`append`](Self::append) can recover the type.
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<G: Playable> TakeSample for Erased<G> {
    fn sample(
        &self,
        start: Option<&str>,
        steps: &[Token],
        request: &SampleRequest,
        rng: &mut Pcg64,
    ) -> Result<SampledGame, InputError> {
        take(&self.game, start, steps, request, rng)
    }
}

struct Positions<G: Playable> {
    game: G,
    kind: &'static SearchKind<G>,
    list: Vec<G::Position>,
}

impl<G: Playable> Sample for Positions<G> {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn append(&mut self, other: Box<dyn Sample>) {
        if let Ok(mut other) = other.into_any().downcast::<Self>() {
            self.list.append(&mut other.list);
        }
    }

    fn scores(&self, range: Range<usize>, setup: &SearchSetup) -> Result<Vec<f32>, InputError> {
        let search = self.kind.build(&self.game, setup)?;
        let score = |pos| {
            let score = search.evaluate(pos);
            let score = score.ok_or_else(|| no_evaluation(self.kind.name))?;
            Ok(score.value() as f32)
        };
        self.list[range].iter().map(score).collect()
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

fn no_evaluation(search: &str) -> InputError {
    let problem = say!("does not evaluate positions");
    let error = InputError::problem("player, search", search, problem);
    error.with_hint(say!("tune its parameters with --method spsa"))
}

/// Samples random positions of a game, after its opening and before its end.
fn take<G: Playable>(
    game: &G,
    start: Option<&str>,
    steps: &[Token],
    request: &SampleRequest,
    rng: &mut Pcg64,
) -> Result<SampledGame, InputError> {
    let mut pos = match start {
        Some(text) => game.parse_position(text)?,
        None => game.start(),
    };
    let mut found: Vec<(G::Position, Player)> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        if let (Turn::Player(mover), true) = (game.turn(&pos), index >= request.opening) {
            found.push((pos.clone(), mover));
        }
        let parsed = game.parse_step(&pos, &step.text);
        match parsed.map_err(|error| step.locate(error))? {
            Step::Move(mv) => drop(game.play(&mut pos, mv)),
            Step::Event(event) => drop(game.apply_chance(&mut pos, event)),
        }
    }
    let is_over = game.turn(&pos) == Turn::Over;
    let returns = is_over.then(|| game.returns(&pos)[..game.players()].to_vec());
    found.shuffle(rng);
    found.truncate(request.most);
    let kind = kind_of::<G>(request)?;
    let mut search = kind.build(game, &small(&request.setup))?;
    found.retain(|(pos, _)| is_quiet(&mut *search, pos));
    let (list, movers) = found.into_iter().map(|(pos, mover)| (pos, mover.index())).unzip();
    let positions = Box::new(Positions { game: game.clone(), kind, list });
    Ok(SampledGame { positions, movers, returns })
}

/// Choices for a search that looks one ply ahead.
fn small(setup: &SearchSetup) -> SearchSetup {
    SearchSetup {
        options: SearchOptions { hash_mib: 1, ..SearchOptions::default() },
        level: Level::FULL,
        ..setup.clone()
    }
}

/// The search whose evaluation is used.
fn kind_of<G: Playable>(request: &SampleRequest) -> Result<&'static SearchKind<G>, InputError> {
    let kinds = G::SEARCHES;
    let kind = match request.search.as_deref() {
        Some(name) => kinds.iter().find(|kind| kind.name == name),
        None => kinds.first(),
    };
    kind.ok_or_else(|| {
        InputError::sentence("player, search", say!("the game has no search of this name"))
    })
}

/// Whether a one-ply search leaves the result open.
fn is_quiet<G: Playable>(search: &mut dyn Searcher<G>, pos: &G::Position) -> bool {
    let limits = Limits { nodes: Some(2000), ..Limits::depth(1) };
    let root = Root::new(pos.clone());
    let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
    let best = report.lines.first();
    best.is_some_and(|line| !line.score.is_proven())
}
