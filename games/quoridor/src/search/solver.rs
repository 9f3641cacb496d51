//! Exact results: complete analysis if the board is small enough, otherwise a proof search.

use std::time::{Duration, Instant};

use ludex_search::proof::{Progress, ProofMoves, ProofOptions, Solution, Solver};
use ludex_search::{DrawsDue, Limits, ProofResult, Root, Score, SearchOptions, StopFlag};

use super::race::{Race, is_race};
use super::retrograde::{Retrograde, Unsolved, exchanged};
use crate::rules::board::Square;
use crate::rules::game::Quoridor;
use crate::rules::moves::{Move, Wall};
use crate::rules::position::Position;
use ludex_kit::InputError;
use ludex_kit::say;

/// The largest number of wall patterns in a layer for the complete analysis. More patterns would not fit into memory, so the proof search
/// is used instead.
const MOST_PATTERNS: usize = 1_000_000;

/// Node limit for finding the length of a result that is already known.
const LENGTH_NODES: u64 = 1_000_000;
/// Time limit for finding this length, if the search has a time limit.
const LENGTH_TIME: Duration = Duration::from_secs(5);

/// Considers every move of both sides. A step to the goal is found without a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct EveryMove;

impl ProofMoves<Quoridor> for EveryMove {
    const COMPLETE: bool = true;
    const MOVER_ALONE_WINS: bool = true;

    fn immediate_win(&self, game: &Quoridor, pos: &Position) -> Option<Move> {
        let targets = game.pawn_targets(pos) & game.goal(pos.to_move());
        (targets != 0).then(|| Move::Pawn(Square::lowest(targets)))
    }
}

/// Complete analysis if the remaining walls form few enough patterns, otherwise a proof search. The node count includes the
/// placements solved, the patterns generated, and the moves made by the proof search.
pub fn solve(
    game: &Quoridor,
    options: &SearchOptions,
    root: &Root<Quoridor>,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut dyn FnMut(&Progress<Move>),
) -> Result<Solution<Move>, InputError> {
    two_players(game)?;
    let begin = Instant::now();
    let mut nodes = 0;
    let mut go_on = |now: u64| {
        nodes = now;
        let late = limits.time.is_some_and(|time| begin.elapsed() >= time);
        !stop.is_stopped() && !late && limits.nodes.is_none_or(|most| now < most)
    };
    // Tables ignore the moves before the root, so they cannot be used if a repetition could draw the game.
    let tables_serve = limits.depth.is_none() && DrawsDue::new(game, root).is_empty();
    if let Some(solution) = tables_serve.then(|| solve_race(game, root)).flatten() {
        return Ok(solution);
    }
    let answer = if tables_serve {
        solve_exactly(game, &root.position, options.threads, stop, &mut go_on)
    } else {
        Err(Unsolved::TooLarge)
    };
    let rest = Limits {
        time: limits.time.map(|time| time.saturating_sub(begin.elapsed())),
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        ..*limits
    };
    let mut solution = match answer {
        // A player who cannot force an arrival at all cannot force one before a ply limit either.
        Ok((ProofResult::Draw, _)) => decided(Some(ProofResult::Draw)),
        // The forced arrival may come after the ply limit. The complete analysis cannot exclude this, because it does not compute the
        // length of a win.
        Ok(_) if game.options().max_plies.is_some() => {
            prove(game, options, root, &rest, stop, observer)?
        }
        Ok((result, moves)) => with_length(game, options, root, (result, moves), &rest, stop)?,
        Err(Unsolved::Stopped) => decided(None),
        Err(Unsolved::TooLarge) => prove(game, options, root, &rest, stop, observer)?,
    };
    solution.nodes += nodes;
    solution.elapsed = begin.elapsed();
    Ok(solution)
}

/// A solution that contains only the result, without length and moves.
fn decided(result: Option<ProofResult>) -> Solution<Move> {
    Solution {
        result,
        plies: None,
        moves: Vec::new(),
        line: Vec::new(),
        depth: 0,
        exhausted: result.is_some(),
        nodes: 0,
        elapsed: Duration::ZERO,
    }
}

/// Solves a position in which all walls have been placed, with the table of the race. `None` if the table does not contain the answer.
fn solve_race(game: &Quoridor, root: &Root<Quoridor>) -> Option<Solution<Move>> {
    let pos = &root.position;
    if !is_race(game, pos) || pos.winner().is_some() {
        return None;
    }
    let race = Race::new(game, pos);
    let score = race.score(game, pos)?;
    let squares = u64::from(game.squares.count_ones());
    let nodes = 2 * squares * squares;
    if score == Score::DRAW {
        return Some(Solution { nodes, ..decided(Some(ProofResult::Draw)) });
    }
    let wins = score > Score::DRAW;
    let result = if wins { ProofResult::Win } else { ProofResult::Loss };
    Some(Solution {
        plies: race.plies(pos),
        moves: if wins { race.quickest(game, pos) } else { Vec::new() },
        line: race.line(game, pos),
        nodes,
        ..decided(Some(result))
    })
}

/// Adds the number of plies and a line of moves to a known win or loss. A short proof search finds them. If that search does not reach the
/// end of the game within its limits, the number of plies is omitted and all winning moves are listed.
fn with_length(
    game: &Quoridor,
    options: &SearchOptions,
    root: &Root<Quoridor>,
    (result, moves): (ProofResult, Vec<Move>),
    rest: &Limits,
    stop: &StopFlag,
) -> Result<Solution<Move>, InputError> {
    let known = Solution { moves, ..decided(Some(result)) };
    if root.position.winner().is_some() {
        return Ok(known);
    }
    let limits = Limits {
        nodes: Some(LENGTH_NODES),
        time: rest.time.map(|time| time.min(LENGTH_TIME)),
        ..Limits::default()
    };
    let proof = prove(game, options, root, &limits, stop, &mut |_| {})?;
    let nodes = proof.nodes;
    Ok(if proof.result == Some(result) {
        Solution { exhausted: true, ..proof }
    } else {
        Solution { nodes, ..known }
    })
}

/// A proof search over every move, depth by depth.
pub fn prove(
    game: &Quoridor,
    options: &SearchOptions,
    root: &Root<Quoridor>,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut dyn FnMut(&Progress<Move>),
) -> Result<Solution<Move>, InputError> {
    two_players(game)?;
    let options = ProofOptions { hash_mib: options.hash_mib, ..ProofOptions::default() };
    Ok(Solver::new(game.clone(), EveryMove, options).solve(root, limits, stop, observer))
}

/// The result for the player to move, and their winning moves.
pub fn solve_exactly(
    game: &Quoridor,
    pos: &Position,
    threads: usize,
    stop: &StopFlag,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<(ProofResult, Vec<Move>), Unsolved> {
    let swap = pos.to_move().index() == 1;
    let [own, other] =
        if swap { [exchanged(game, pos), *pos] } else { [*pos, exchanged(game, pos)] };
    let mut solver = Retrograde::new(game, MOST_PATTERNS).with_threads(threads).with_stop(stop);
    let (wins, mut moves) = solver.first_wins(&own, go_on)?;
    if wins {
        if swap {
            moves = moves.into_iter().map(|mv| turned(game, mv)).collect();
            moves.sort_unstable();
        }
        return Ok((ProofResult::Win, moves));
    }
    let (loses, _) = solver.first_wins(&other, go_on)?;
    let result = if loses { ProofResult::Loss } else { ProofResult::Draw };
    Ok((result, Vec::new()))
}

/// A move on the board turned by 180°.
fn turned(game: &Quoridor, mv: Move) -> Move {
    let board = game.options().board;
    match mv {
        Move::Pawn(to) => {
            Move::Pawn(Square::new(board.width - 1 - to.column(), board.height - 1 - to.row()))
        }
        Move::Wall(wall) => Move::Wall(Wall {
            anchor: Square::new(
                board.width - 2 - wall.anchor.column(),
                board.height - 2 - wall.anchor.row(),
            ),
            ..wall
        }),
        Move::Pass => Move::Pass,
    }
}

fn two_players(game: &Quoridor) -> Result<(), InputError> {
    match game.options().players {
        2 => Ok(()),
        players => {
            let problem = say!("is too many: results are proved only for 2 players");
            Err(InputError::problem(say!("players"), players.to_string(), problem))
        }
    }
}
