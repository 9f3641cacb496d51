//! Proof searches, with results as text.

use ludex_search::proof::Progress;
use ludex_search::{Limits, ProofResult, StopFlag};

use super::erased::{Erased, unknown_search};
use super::findings::write_line;
use super::{CouldNot, SessionError, SoFar};
use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::{SearchInfo, SearchSetup, SolverKind};
use crate::{message, say};

/// Searches for proofs.
pub trait Prove {
    /// The proof searches, the default first.
    fn solvers(&self) -> Vec<SearchInfo>;
    /// Other solvers of the game: tables, and puzzles that are not positions.
    fn other_solvers(&self) -> Vec<SearchInfo>;
    /// Checks every choice for a proof search, as [`configure`](super::Session::configure) does for a search.
    fn configure_solver(
        &mut self,
        solver: Option<&str>,
        setup: SearchSetup,
    ) -> Result<(), InputError>;
    /// Searches for a proof within `limits`. The observer can ask for the first moves that win within the current depth.
    fn solve(
        &mut self,
        solver: Option<&str>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&SoFar<'_, Vec<String>>),
    ) -> Result<SolvedText, SessionError>;
}

/// The result of a proof search, as text.
#[derive(Clone, Debug)]
pub struct SolvedText {
    /// The result for the player to move. `None` if a limit was reached first.
    pub result: Option<ProofResult>,
    /// Length of the shortest proof in plies.
    pub plies: Option<u32>,
    /// All first moves that win within `plies`.
    pub moves: Vec<String>,
    /// One line of the proof.
    pub line: Vec<String>,
    /// Plies to which the search was completed.
    pub depth: u32,
    /// Whether a deeper search cannot find anything more.
    pub exhausted: bool,
    /// Number of nodes: moves made by the search.
    pub nodes: u64,
    /// The lines that this search examines, such as `sequences of road threats`.
    pub looks_at: &'static str,
    /// The name of a search that examines more lines.
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

/// The name of the solver of puzzles made from given tiles.
pub const TILES: &str = "tiles";

/// The solvers of a game besides its proof searches: tables, and puzzles that are not positions.
fn other_solvers<G: Playable>(game: &G) -> Vec<SearchInfo> {
    let info = |name, about, nodes| SearchInfo {
        name,
        about,
        nodes,
        evaluators: &[],
        parameters: Vec::new(),
        levels: None,
    };
    let table = game.offers().tables.map(|_| {
        let about = message!("endgames by a table of exact values; --table N makes a larger one");
        info("table", about, "")
    });
    let about = message!("loops and lines of given tiles (--tiles)");
    let tiles = G::INFO.puzzles.map(|_| info(TILES, about, message!("a place tried for a tile")));
    table.into_iter().chain(tiles).collect()
}

/// The proof search with this name; the game's default if `None`.
pub(super) fn solver_of<G: Playable>(
    game: &G,
    name: Option<&str>,
) -> Result<&'static SolverKind<G>, SessionError> {
    named_solver(game, name)?.ok_or_else(|| no_solver(G::INFO).into())
}

/// The proof search with this name; `None` if the game has no proof search.
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
    CouldNot(say!("{game} has no search that proves results", game = game.name))
}
