//! Searches for proofs, and what they found as text.

use ludex_search::proof::Progress;
use ludex_search::{Limits, ProofResult, StopFlag};

use super::erased::{Erased, unknown_search};
use super::findings::write_line;
use super::{CouldNot, SessionError, SoFar};
use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::{SearchInfo, SearchSetup, SolverKind};

/// Looking for a proof.
pub trait Prove {
    /// The searches for proofs, the default first.
    fn solvers(&self) -> Vec<SearchInfo>;
    /// What else solves positions of the game: tables, puzzles of its own.
    fn other_solvers(&self) -> Vec<SearchInfo>;
    /// Checks every choice about a search for proofs, as [`configure`](super::Session::configure) does.
    fn configure_solver(
        &mut self,
        solver: Option<&str>,
        setup: SearchSetup,
    ) -> Result<(), InputError>;
    /// Looks for a proof; `limits` as for a search. The observer may ask for the first moves that win within the depth.
    fn solve(
        &mut self,
        solver: Option<&str>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&SoFar<'_, Vec<String>>),
    ) -> Result<SolvedText, SessionError>;
}

/// What a search for a proof found, as text.
#[derive(Clone, Debug)]
pub struct SolvedText {
    /// The result for the player to move; none if a limit came first.
    pub result: Option<ProofResult>,
    /// Plies of the shortest proof.
    pub plies: Option<u32>,
    /// All first moves that win within `plies`.
    pub moves: Vec<String>,
    /// One line of the proof.
    pub line: Vec<String>,
    /// The plies that were decided.
    pub depth: u32,
    /// Whether deeper searches can find nothing more.
    pub exhausted: bool,
    /// Calls of `play`.
    pub nodes: u64,
    /// The lines that the search looks at: `sequences of road threats`.
    pub looks_at: &'static str,
    /// The name of a search that looks at more.
    pub wider: Option<&'static str>,
}

impl<G: Playable> Prove for Erased<G> {
    fn solvers(&self) -> Vec<SearchInfo> {
        let kinds = self.game.offers().solvers;
        kinds.iter().map(SolverKind::info).collect()
    }

    fn other_solvers(&self) -> Vec<SearchInfo> {
        other_solvers(&self.game)
    }

    fn configure_solver(
        &mut self,
        solver: Option<&str>,
        setup: SearchSetup,
    ) -> Result<(), InputError> {
        let info = if let Some(kind) = named_solver(&self.game, solver)? {
            Some(kind.info())
        } else {
            let mut others = other_solvers(&self.game).into_iter();
            others.find(|info| solver.is_none_or(|name| name == info.name))
        };
        info.map_or(Ok(()), |info| info.check(&setup))?;
        self.setup = setup;
        Ok(())
    }

    fn solve(
        &mut self,
        solver: Option<&str>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&SoFar<'_, Vec<String>>),
    ) -> Result<SolvedText, SessionError> {
        self.check_playing()?;
        let kind = solver_of(&self.game, solver)?;
        let root = self.line.root();
        let mut tell = |progress: &Progress<G::Move>| {
            let words = || self.written(&progress.moves);
            observer(&SoFar::new((progress.depth, progress.nodes, progress.elapsed), &words));
        };
        let solution = kind.solve(&self.game, &self.setup, &root, limits, stop, &mut tell)?;
        Ok(SolvedText {
            result: solution.result,
            plies: solution.plies,
            moves: self.written(&solution.moves),
            line: write_line(&self.game, self.now(), &solution.line),
            depth: solution.depth,
            exhausted: solution.exhausted,
            nodes: solution.nodes,
            looks_at: kind.looks_at,
            wider: kind.wider,
        })
    }
}

/// What solves puzzles of given tiles.
pub const TILES: &str = "tiles";

/// What solves positions of a game besides its searches for proofs: tables, and puzzles of its own.
fn other_solvers<G: Playable>(game: &G) -> Vec<SearchInfo> {
    let info = |name, about, nodes| SearchInfo {
        name,
        about,
        nodes,
        evaluators: &[],
        parameters: Vec::new(),
    };
    let table = game.offers().tables.map(|_| {
        info(
            "table",
            "positions near the end by a table of exact values; --table N makes a larger one",
            "",
        )
    });
    let about = "loops and lines of given tiles (--tiles)";
    let tiles = G::INFO.puzzles.map(|_| info(TILES, about, "a place tried for a tile"));
    table.into_iter().chain(tiles).collect()
}

/// The search for proofs that goes by this name; the game's default if none is given.
pub(super) fn solver_of<G: Playable>(
    game: &G,
    name: Option<&str>,
) -> Result<&'static SolverKind<G>, SessionError> {
    named_solver(game, name)?.ok_or_else(|| no_solver(G::INFO).into())
}

/// The same, none if the game has none.
fn named_solver<G: Playable>(
    game: &G,
    name: Option<&str>,
) -> Result<Option<&'static SolverKind<G>>, InputError> {
    let kinds = game.offers().solvers;
    let Some(name) = name else {
        return Ok(kinds.first());
    };
    let found = kinds.iter().find(|kind| kind.name == name);
    let others: Vec<&str> = other_solvers(game).iter().map(|info| info.name).collect();
    if found.is_some() || others.contains(&name) {
        return Ok(found);
    }
    let names = kinds.iter().map(|kind| kind.name).chain(others);
    Err(unknown_search(name, names.collect()))
}

fn no_solver(game: &GameInfo) -> CouldNot {
    CouldNot(format!("{} has no search for proofs yet", game.name))
}
