//! Exact results: complete analysis where the board is small enough, else a search for proofs.

use std::time::{Duration, Instant};

use ludex_search::proof::{Progress, ProofMoves, ProofOptions, Solution, Solver};
use ludex_search::{DrawsDue, Limits, ProofResult, Root, SearchOptions, StopFlag};

use super::race::{Race, is_race};
use super::retrograde::{Retrograde, Unsolved, exchanged};
use crate::InputError;
use crate::quoridor::rules::board::Square;
use crate::quoridor::rules::game::Quoridor;
use crate::quoridor::rules::moves::{Move, Wall};
use crate::quoridor::rules::position::Position;

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

    fn immediate_win(&self, game: &Quoridor, pos: &Position) -> Option<Move> {
        let targets = game.pawn_targets(pos) & game.goal(pos.to_move());
        (targets != 0).then(|| Move::Pawn(Square::lowest(targets)))
    }
}

/// Complete analysis if the walls to come make few enough patterns, else a search for proofs.
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
    let answer = if limits.depth.is_some() || !DrawsDue::new(game, root).is_empty() {
        Err(Unsolved::TooLarge)
    } else {
        solve_exactly(game, &root.position, options.threads, stop, &mut go_on)
    };
    match answer {
        Ok((result, moves)) => {
            let rest = limits
                .time
                .map(|time| time.saturating_sub(begin.elapsed()).min(LENGTH_TIME));
            let (plies, line) = length(game, options, root, result, rest, stop)?;
            Ok(Solution {
                result: Some(result),
                plies,
                line,
                moves,
                depth: 0,
                exhausted: true,
                nodes,
                elapsed: begin.elapsed(),
            })
        }
        Err(Unsolved::Stopped) => Ok(Solution {
            result: None,
            plies: None,
            moves: Vec::new(),
            line: Vec::new(),
            depth: 0,
            exhausted: false,
            nodes,
            elapsed: begin.elapsed(),
        }),
        Err(Unsolved::TooLarge) => prove(game, options, root, limits, stop, observer),
    }
}

/// The plies to a result that is known, and the play: from the table of the race, or by a short search for proofs. None
/// for a draw, and where that search does not find the end.
fn length(
    game: &Quoridor,
    options: &SearchOptions,
    root: &Root<Quoridor>,
    result: ProofResult,
    time: Option<Duration>,
    stop: &StopFlag,
) -> Result<(Option<u32>, Vec<Move>), InputError> {
    let pos = &root.position;
    if result == ProofResult::Draw || pos.winner().is_some() {
        return Ok((None, Vec::new()));
    }
    if is_race(game, pos) {
        let race = Race::new(game, pos);
        return Ok((race.plies(pos), race.line(game, pos)));
    }
    let limits = Limits {
        nodes: Some(LENGTH_NODES),
        time,
        ..Limits::default()
    };
    let proof = prove(game, options, root, &limits, stop, &mut |_| {})?;
    if proof.result == Some(result) {
        return Ok((proof.plies, proof.line));
    }
    Ok((None, Vec::new()))
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
    let options = ProofOptions {
        hash_mib: options.hash_mib,
        ..ProofOptions::default()
    };
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
    let [own, other] = if swap {
        [exchanged(game, pos), *pos]
    } else {
        [*pos, exchanged(game, pos)]
    };
    let mut solver = Retrograde::new(game, MOST_PATTERNS)
        .with_threads(threads)
        .with_stop(stop);
    let (wins, mut moves) = solver.first_wins(&own, go_on)?;
    if wins {
        if swap {
            moves = moves.into_iter().map(|mv| turned(game, mv)).collect();
            moves.sort_unstable();
        }
        return Ok((ProofResult::Win, moves));
    }
    let (loses, _) = solver.first_wins(&other, go_on)?;
    let result = if loses {
        ProofResult::Loss
    } else {
        ProofResult::Draw
    };
    Ok((result, Vec::new()))
}

/// A move on the board turned by half a turn.
fn turned(game: &Quoridor, mv: Move) -> Move {
    let board = game.options().board;
    match mv {
        Move::Pawn(to) => Move::Pawn(Square::new(
            board.width - 1 - to.column(),
            board.height - 1 - to.row(),
        )),
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
        players => Err(InputError::new(
            "players",
            players.to_string(),
            "2, for a proof",
        )),
    }
}
