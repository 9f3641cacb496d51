//! Exact results: complete analysis where the board is small enough, else a search for proofs.

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

/// More wall patterns of one size than that are left to the search for proofs: they would not fit memory.
const MOST_PATTERNS: usize = 1_000_000;

/// What finding the length of a result may cost when the result is known.
const LENGTH_NODES: u64 = 1_000_000;
/// The same in time, where time is limited at all.
const LENGTH_TIME: Duration = Duration::from_secs(5);

/// Every move of both sides; a step to the goal is seen at once.
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

/// Complete analysis if the walls to come make few enough patterns, else a search for proofs. Its nodes are the positions
/// that were decided and the patterns of walls that were made, and the calls of `play` of a search for proofs.
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
    // Tables know nothing of the play before the root, so they are no use where a repetition is about to draw.
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
        // Who cannot force his arrival at all cannot do it before a limit of plies either.
        Ok((ProofResult::Draw, _)) => decided(Some(ProofResult::Draw)),
        // Who can may be too late: the analysis knows results without their length.
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

/// A result, if it is known, and nothing else.
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

/// Two players without walls, by the table of the race. None where that does not know the answer.
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

/// A win or loss that is known, with its plies and play by a short search for proofs. Where that does not find the end, the
/// plies are not told, and all winning moves are.
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

/// A search for proofs over every move, depth by depth.
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

/// The result for the player to move, and his winning moves.
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

/// A move on the board turned by half a turn.
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
        players => Err(InputError::new("players", players.to_string(), "2, for a proof")),
    }
}
