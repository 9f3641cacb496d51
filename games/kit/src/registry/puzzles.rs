//! Makes puzzles: positions from self-play in which the player to move can win within a given number of their turns, but only with one
//! particular first move.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::SessionError;
use super::erased::Erased;
use super::proof::solver_of;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::{SearchSetup, SolverKind};
use crate::interface::variant::Variant;
use crate::say;
use ludex_search::support::random::stream;
use ludex_search::{
    Game, History, Limits, MoveList, Player, ProofResult, Root, SearchOptions, Searcher, StopFlag,
    Turn,
};
use rand::RngExt;

/// Makes puzzles.
pub trait GeneratePuzzles {
    /// Makes puzzles from self-play and returns their number. `found` receives each puzzle and may end the search.
    fn generate(
        &mut self,
        solver: Option<&str>,
        request: &PuzzleRequest,
        found: &mut dyn FnMut(&PuzzleText) -> ControlFlow<()>,
    ) -> Result<usize, SessionError>;
}

/// Which puzzles to make.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleRequest {
    /// How many.
    pub count: usize,
    /// The number of turns that the player to move needs to win.
    pub wins_in: u32,
    /// Seed of the games.
    pub seed: u64,
    /// Node limit of one proof. Positions that need more are skipped.
    pub nodes: u64,
}

/// A puzzle as text.
#[derive(Clone, Debug)]
pub struct PuzzleText {
    /// The variant, as lists of positions write it.
    pub variant: String,
    /// The moves from the start of the game.
    pub moves: Vec<String>,
    /// The position after them.
    pub position: String,
    /// The player to move, as lists of positions write it.
    pub mover: String,
    /// The player to move, counted from 1.
    pub to_move: usize,
    /// Number of the player's own turns until the win.
    pub wins_in: u32,
    /// The winning first moves, which all lead to the same position. If they win at once, every notation of the move is listed, otherwise
    /// one.
    pub solutions: Vec<String>,
    /// Index of the self-play game, from 0.
    pub game: u64,
}

/// Games played per puzzle before the search for it is abandoned.
const MOST_GAMES: u64 = 2_000;
/// Nodes per self-play move.
const NODES: u64 = 400;
/// Random moves at the start of a game.
const RANDOM_PLIES: usize = 4;
/// After the random moves at the start, one in this number of moves is random, so that players have mistakes to punish.
const MISTAKE: u32 = 8;

impl<G: Playable> GeneratePuzzles for Erased<G> {
    fn generate(
        &mut self,
        solver: Option<&str>,
        request: &PuzzleRequest,
        found: &mut dyn FnMut(&PuzzleText) -> ControlFlow<()>,
    ) -> Result<usize, SessionError> {
        let kind = solver_of(&self.game, solver)?;
        generate(&self.game, &self.setup, kind, request, found)
    }
}

/// Makes puzzles and passes each to `found` as soon as it is proven. Returns their number, which is smaller than requested only if
/// thousands of games in a row held no further puzzle.
fn generate<G: Playable>(
    game: &G,
    setup: &SearchSetup,
    solver: &SolverKind<G>,
    request: &PuzzleRequest,
    found: &mut dyn FnMut(&PuzzleText) -> ControlFlow<()>,
) -> Result<usize, SessionError> {
    if game.turn(&game.start()) == Turn::Chance {
        return Err(left_to_chance(&game.variant()).into());
    }
    let mut search = player(game, setup)?;
    let (mut n_found, mut seen) = (0, HashSet::new());
    for index in 0..MOST_GAMES.saturating_mul(request.count as u64) {
        if n_found == request.count {
            break;
        }
        let moves = play(game, &mut *search, request.seed, index);
        if let Some(puzzle) = last_puzzle(game, setup, solver, request, &moves, &mut seen)? {
            n_found += 1;
            if found(&PuzzleText { game: index, ..puzzle }).is_break() {
                break;
            }
        }
    }
    Ok(n_found)
}

/// The game's default search with a small hash table and the given seed, so that games are reproducible.
fn player<G: Playable>(game: &G, setup: &SearchSetup) -> Result<Box<dyn Searcher<G>>, InputError> {
    G::SEARCHES[0].build(game, &small(setup))
}

fn small(setup: &SearchSetup) -> SearchSetup {
    SearchSetup {
        options: SearchOptions {
            hash_mib: 4,
            seed: setup.options.seed,
            ..SearchOptions::default()
        },
        ..SearchSetup::default()
    }
}

fn left_to_chance(variant: &Variant) -> InputError {
    let problem = say!("is a variant with chance, for which puzzles cannot be generated");
    InputError::problem("--generate", variant.to_string(), problem)
}

/// The moves of one self-play game.
fn play<G: Playable>(
    game: &G,
    search: &mut dyn Searcher<G>,
    seed: u64,
    index: u64,
) -> Vec<G::Move> {
    /// Maximum length of a game in plies. A puzzle after more moves would be hard to display.
    const LONGEST: usize = 200;
    let mut rng = stream(seed, index);
    let mut line = History::new(game, game.start());
    let mut played = Vec::new();
    search.new_game();
    while played.len() < LONGEST && matches!(game.turn(line.position()), Turn::Player(_)) {
        let random = played.len() < RANDOM_PLIES || rng.random_range(0..MISTAKE) == 0;
        let best = (!random).then(|| {
            let limits = Limits::nodes(NODES);
            search.search(&line.root(), &limits, &StopFlag::default(), &mut |_| ()).best_move()
        });
        let mv = best.flatten().unwrap_or_else(|| {
            let mut moves = MoveList::new();
            game.legal_moves(line.position(), &mut moves);
            moves[rng.random_range(0..moves.len())]
        });
        line.play(game, mv);
        played.push(mv);
    }
    played
}

/// The last position of a game that is a new puzzle. Wins are near the end.
fn last_puzzle<G: Playable>(
    game: &G,
    setup: &SearchSetup,
    solver: &SolverKind<G>,
    request: &PuzzleRequest,
    moves: &[G::Move],
    seen: &mut HashSet<u64>,
) -> Result<Option<PuzzleText>, InputError> {
    let mut positions = vec![game.start()];
    for &mv in moves {
        let mut next = positions[positions.len() - 1].clone();
        game.play(&mut next, mv);
        positions.push(next);
    }
    let plies = 2 * request.wins_in - 1;
    let limits = Limits { depth: Some(plies), ..Limits::nodes(request.nodes) };
    let farthest = plies as usize + 4;
    for (ply, pos) in positions.iter().enumerate().rev().take(farthest) {
        let Turn::Player(mover) = game.turn(pos) else {
            continue;
        };
        if ply == 0 || seen.contains(&game.hash(pos)) {
            continue;
        }
        let root = Root::new(pos.clone());
        let stop = StopFlag::default();
        let solution = solver.solve(game, setup, &root, &limits, &stop, &mut |_| ())?;
        let wins = solution.result == Some(ProofResult::Win) && solution.plies == Some(plies);
        if wins && leads_to_one(game, pos, &solution.moves) {
            seen.insert(game.hash(pos));
            let line = (&moves[..ply], &positions[..]);
            return Ok(Some(written(game, line, mover, request.wins_in, &solution.moves)));
        }
    }
    Ok(None)
}

/// Whether all these moves lead to the same position.
fn leads_to_one<G: Game>(game: &G, pos: &G::Position, moves: &[G::Move]) -> bool {
    let after = moves.iter().map(|&mv| {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        game.hash(&next)
    });
    after.collect::<HashSet<u64>>().len() == 1
}

fn written<G: Playable>(
    game: &G,
    (moves, positions): (&[G::Move], &[G::Position]),
    mover: Player,
    wins_in: u32,
    winning: &[G::Move],
) -> PuzzleText {
    let pos = &positions[moves.len()];
    let texts = moves.iter().zip(positions);
    let mut solutions: Vec<_> = winning.iter().map(|&mv| game.write_move(pos, mv)).collect();
    solutions.sort_unstable();
    if wins_in > 1 {
        solutions.truncate(1);
    }
    let words = game.offers().commentary.list_words(mover);
    let usual = || [game.variant().to_string(), (mover.index() + 1).to_string()];
    let [variant, player] = words.unwrap_or_else(usual);
    PuzzleText {
        variant,
        moves: texts.map(|(&mv, pos)| game.write_move(pos, mv)).collect(),
        position: game.write_position(pos),
        mover: player,
        to_move: mover.index() + 1,
        wins_in,
        solutions,
        game: 0,
    }
}
