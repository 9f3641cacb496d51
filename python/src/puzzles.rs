//! Puzzles: made from self-play, and those of tiles, as `ludex solve` makes and solves them.

use std::ops::ControlFlow;

use ludex_base::numbers;
use ludex_kit::interface::puzzles::{Ask, News, PuzzleDemand};
use ludex_kit::registry::{CouldNot, PuzzleRequest, PuzzleText};
use ludex_kit::{GameInfo, Variant};
use ludex_search::StopFlag;
use ludex_study::json;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::errors::{of_any, of_input};
use crate::game::Game;
use crate::options::{self, all_cores};
use crate::to_python::to_python;
use crate::work::interruptible;

/// Default number of nodes of a proof.
const PROOF_NODES: u64 = 1_000_000;

/// Makes puzzles from games that the engine plays against itself, as `ludex solve --generate` does.
#[pyfunction]
pub(crate) fn make_puzzles<'py>(
    py: Python<'py>,
    game: &Game,
    count: usize,
    wins_in: u32,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let choice = options::choice(options, game.info, (1, 64))?;
    let nodes = options::read(options, "nodes", numbers::count)?.unwrap_or(PROOF_NODES);
    let seed = choice.setup.options.seed;
    let request = PuzzleRequest { count, wins_in, seed, nodes };
    let (stop, value) = (StopFlag::default(), game.start_value());
    let made = interruptible(py, &stop, || -> anyhow::Result<Vec<Value>> {
        let mut session = value.session();
        session.configure_solver(choice.search.as_deref(), choice.setup.clone())?;
        let mut made = Vec::new();
        let mut add = |puzzle: &PuzzleText| {
            made.push(json::puzzle(game.info.name, seed, puzzle));
            if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let n_found = session.generate(choice.search.as_deref(), &request, &mut add)?;
        if n_found < count {
            let why = format!("only {n_found} of {count} puzzles were found");
            return Err(CouldNot(why).into());
        }
        Ok(made)
    })?;
    to_python(py, &Value::Array(made.map_err(|error| of_any(&error))?))
}

/// Solves a puzzle of tiles, as `ludex solve --tiles` does. `ask` is `first`, `count` or `all`.
#[pyfunction]
pub(crate) fn solve_puzzle<'py>(
    py: Python<'py>,
    name: &str,
    words: &Bound<'py, PyDict>,
    ask: &str,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let info = ludex_games::CATALOGUE.info(name).map_err(|error| of_input(&error))?;
    let Some(kind) = info.puzzles else {
        let has = |info: &GameInfo| info.puzzles.is_some();
        let error = ludex_games::CATALOGUE.not_offered("game", info, "a game with puzzles", has);
        return Err(of_input(&error));
    };
    let words: Variant = options::variant(Some(words))?;
    let stop = StopFlag::default();
    let demand = PuzzleDemand {
        ask: match ask {
            "count" => Ask::Count,
            "all" => Ask::All,
            _ => Ask::First,
        },
        threads: options::read(options, "threads", numbers::threads)?.unwrap_or_else(all_cores),
        limits: options::given_limits(options, info)?,
        stop: stop.clone(),
    };
    let solved = interruptible(py, &stop, || {
        let mut solutions = Vec::new();
        let mut add = |news: News<String>| {
            if let News::Solution(moves) = news {
                solutions.push(moves);
            }
        };
        (kind.solve)(&words, &demand, &mut add).map(|answer| (answer, solutions))
    })?;
    let (answer, solutions) = solved.map_err(|error| of_input(&error))?;
    let mut object = json::puzzle_answer(&answer, demand.ask);
    if demand.ask == Ask::All {
        object["solutions"] = solutions.into();
    }
    to_python(py, &object)
}
