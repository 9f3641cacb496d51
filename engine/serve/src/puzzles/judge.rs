//! Judges attempts at puzzles. The judge proves positions instead of comparing with a stored solution. So every move
//! that achieves the goal is right, and the reply is the defence that lasts longest.

use std::time::Duration;

use ludex_kit::registry::Session;
use ludex_kit::{ExactLimit, InputError, PuzzleJudge, SearchSetup, say};
use ludex_search::{Limits, ProofResult, SearchOptions, StopFlag};

use super::lists::ListedPuzzle;
use ludex_base::failure::CouldNot;

/// Limits of one proof. The puzzles in the lists need much less.
const PROOF: Limits =
    Limits { time: Some(Duration::from_secs(5)), nodes: Some(2_000_000), depth: None, clock: None };

/// The judgement of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) is_right: bool,
    /// Whether the puzzle is solved.
    pub(super) is_solved: bool,
    /// The reply that resists longest.
    pub(super) reply: Option<String>,
    /// The reply that refutes a wrong move.
    pub(super) refuted_by: Option<String>,
    /// Another right move, with a goal that is worth more.
    pub(super) better: Option<String>,
}

impl Verdict {
    fn solved(is_right: bool) -> Self {
        Self { is_right, is_solved: is_right, ..Self::default() }
    }
}

/// Judges the last of these steps, which are the moves of the user and the replies between them.
pub(super) fn try_move(puzzle: &ListedPuzzle, steps: &[String]) -> anyhow::Result<Verdict> {
    let Some((last, before)) = steps.split_last() else {
        return Err(InputError::sentence("steps", say!("at least one move is needed")).into());
    };
    let (mut session, turns) = position_after(puzzle, before)?;
    match puzzle.list.judge {
        PuzzleJudge::IsSure => makes_sure(&mut *session, last, turns),
        PuzzleJudge::WinsInTime => wins_in_time(&mut *session, last, turns),
        PuzzleJudge::KeepsTheWin => keeps_the_win(&mut *session, last),
        PuzzleJudge::IsBest { limit, within } => {
            let played = canonical(&mut *session, last)?;
            let best = best_moves(&mut *session, limit, within)?;
            Ok(Verdict::solved(best.contains(&played)))
        }
    }
}

/// The right moves in the current position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Solution {
    /// A right move, and its continuation if the proof contains one.
    pub(super) line: Vec<String>,
    /// Other first moves that are also right.
    pub(super) or: Vec<String>,
}

impl Solution {
    fn among(moves: impl IntoIterator<Item = String>) -> Self {
        let mut moves = moves.into_iter();
        Self { line: moves.next().into_iter().collect(), or: moves.collect() }
    }
}

/// The right moves in the current position, the best first.
pub(super) fn solution(puzzle: &ListedPuzzle, steps: &[String]) -> anyhow::Result<Solution> {
    // If moves and replies alternate, a last move without a reply is not part of the position.
    let before = match puzzle.list.judge {
        PuzzleJudge::IsSure => steps,
        _ => &steps[..steps.len() / 2 * 2],
    };
    let (mut session, turns) = position_after(puzzle, before)?;
    Ok(match puzzle.list.judge {
        PuzzleJudge::IsSure => {
            Solution::among(session.sure_moves(turns).into_iter().map(|sure| sure.mv))
        }
        PuzzleJudge::IsBest { limit, within } => {
            Solution::among(best_moves(&mut *session, limit, within)?)
        }
        PuzzleJudge::WinsInTime => {
            let limits = within_turns(turns);
            let solved = session.solve(None, &limits, &StopFlag::default(), &mut |_| ())?;
            Solution { line: solved.line, or: Vec::new() }
        }
        PuzzleJudge::KeepsTheWin => Solution::among(prove(&mut *session)?.1),
    })
}

/// The position after these steps, with the solver to move, and the number of turns left.
fn position_after(
    puzzle: &ListedPuzzle,
    steps: &[String],
) -> anyhow::Result<(Box<dyn Session>, u32)> {
    let mut session = puzzle.open()?;
    let solver = session.status().to_move;
    let mut turns = puzzle.puzzle.turns.unwrap_or(1);
    for (number, step) in (1..).zip(steps) {
        let is_turn = session.status().to_move == solver;
        let played = session.play(step);
        played.map_err(|error| error.within(format!("step {number}")))?;
        turns = turns.saturating_sub(is_turn.into());
    }

    let to_move = session.status().to_move;
    if to_move.is_none() && session.missing_event().is_none() || turns == 0 {
        return Err(
            InputError::sentence("steps", say!("the puzzle is over before the last step")).into()
        );
    }
    if to_move != solver {
        let sentence = say!("the replies of the opponent are missing between the moves");
        return Err(InputError::sentence("steps", sentence).into());
    }
    Ok((session, turns))
}

/// The move in the game's standard notation.
fn canonical(session: &mut dyn Session, text: &str) -> Result<String, InputError> {
    let played = session.play_move(text)?;
    session.undo();
    Ok(played)
}

/// Whether the player has won the finished game.
fn is_won(session: &dyn Session, player: usize) -> bool {
    let result = session.status().result;
    result.is_some_and(|result| result.returns.get(player - 1).is_some_and(|&value| value > 0.0))
}

pub(super) fn within_turns(turns: u32) -> Limits {
    Limits { depth: Some(2 * turns - 1), ..PROOF }
}

/// A move is right if every reply can be answered by a win in the remaining turns.
fn wins_in_time(session: &mut dyn Session, text: &str, turns: u32) -> anyhow::Result<Verdict> {
    let player = session.status().to_move.unwrap_or(1);
    session.play_move(text)?;
    if session.status().over {
        return Ok(Verdict::solved(is_won(session, player)));
    }
    if turns <= 1 {
        return Ok(Verdict::default());
    }
    let limits = within_turns(turns - 1);
    let mut longest: Option<(u32, String)> = None;
    for reply in session.legal_moves() {
        session.play_move(&reply)?;
        let status = session.status();
        let plies = if status.over {
            is_won(session, player).then_some(0)
        } else {
            let solved = session.solve(None, &limits, &StopFlag::default(), &mut |_| ())?;
            let is_win = solved.result == Some(ProofResult::Win);
            solved.plies.filter(|_| is_win)
        };
        session.undo();
        let Some(plies) = plies else {
            return Ok(Verdict { refuted_by: Some(reply), ..Verdict::default() });
        };
        if longest.as_ref().is_none_or(|(most, _)| plies > *most) {
            longest = Some((plies, reply));
        }
    }
    Ok(Verdict { is_right: true, reply: longest.map(|(_, reply)| reply), ..Verdict::default() })
}

/// A move is right if the player has a proven win after it.
fn keeps_the_win(session: &mut dyn Session, text: &str) -> anyhow::Result<Verdict> {
    let player = session.status().to_move.unwrap_or(1);
    session.play_move(text)?;
    let status = session.status();
    if status.over {
        return Ok(Verdict::solved(is_won(session, player)));
    }
    let (result, best) = prove(session)?;
    let won = if status.to_move == Some(player) { ProofResult::Win } else { ProofResult::Loss };
    match result {
        Some(result) if result == won => Ok(Verdict::solved(true)),
        Some(_) => Ok(Verdict { refuted_by: best, ..Verdict::default() }),
        None => Err(CouldNot(say!("no result could be proved within the limits")).into()),
    }
}

/// A move is right if the player can reach the goal in the remaining turns whatever the chance events are. The chance event that follows is
/// the worst one for the player.
fn makes_sure(session: &mut dyn Session, text: &str, turns: u32) -> anyhow::Result<Verdict> {
    let played = canonical(session, text)?;
    let sure = session.sure_moves(turns);
    let Some(this) = sure.iter().find(|sure| sure.mv == played) else {
        return Ok(Verdict::default());
    };
    let best = sure.iter().find(|sure| sure.worth > this.worth);
    session.play_move(&played)?;
    Ok(Verdict {
        is_right: true,
        is_solved: this.is_done,
        reply: (!this.is_done).then(|| worst_event(session, turns - 1)).flatten(),
        better: best.map(|best| best.mv.clone()),
        refuted_by: None,
    })
}

/// The chance event after which the guaranteed goal of the player has the smallest worth.
fn worst_event(session: &mut dyn Session, turns: u32) -> Option<String> {
    let mut events = session.events();
    events.sort_by_cached_key(|(event, _)| {
        let played = session.play(event);
        debug_assert!(played.is_ok(), "{event} may come");
        let best = session.sure_moves(turns).first().map(|sure| sure.worth);
        session.undo();
        best
    });
    events.into_iter().next().map(|(event, _)| event)
}

/// The result for the player to move, and the best move. Uses the game's proof search if it has one. The other games
/// use their ordinary search, which suffices for games that end soon.
fn prove(session: &mut dyn Session) -> anyhow::Result<(Option<ProofResult>, Option<String>)> {
    let stop = StopFlag::default();
    if session.solvers().is_empty() {
        session.configure(None, SearchSetup::default())?;
        let found = session.search(&PROOF, &stop, &mut |_| ())?;
        let result = found.proof.map(|proof| proof.result);
        return Ok((result, found.best_move().map(str::to_owned)));
    }
    let solved = session.solve(None, &PROOF, &stop, &mut |_| ())?;
    Ok((solved.result, solved.moves.into_iter().next()))
}

/// All moves whose value is within `within` of the best.
pub(in super::super) fn best_moves(
    session: &mut dyn Session,
    limit: ExactLimit,
    within: f64,
) -> anyhow::Result<Vec<String>> {
    let n_moves = session.legal_moves().len();
    let options = SearchOptions {
        multipv: n_moves.clamp(1, ludex_base::numbers::MAX_LINES),
        hash_mib: 16,
        ..SearchOptions::default()
    };
    let setup = SearchSetup { options, ..SearchSetup::default() };
    session.configure(None, setup)?;
    let limits = match limit {
        ExactLimit::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
        ExactLimit::Nodes(nodes) => Limits::nodes(nodes),
    };
    let found = session.search(&limits, &StopFlag::default(), &mut |_| ())?;
    let values = found.lines.iter().map(|line| (line.protocol_score(), line.first()));
    let values: Vec<(f64, &str)> = values.collect();
    let best = values.iter().map(|(value, _)| *value).fold(f64::MIN, f64::max);
    let equal = values.iter().filter(|(value, _)| best - value <= within);
    Ok(equal.map(|&(_, mv)| mv.to_owned()).collect())
}
