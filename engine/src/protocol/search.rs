//! A search on its own thread, and what it tells the other side.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex_search::{Bound, Limits, StopFlag};

use super::Wire;
use ludex_games::registry::Session;
use ludex_games::registry::{Findings, FoundLine};

/// Searches, and tells what was found at last if it was not told on the way. A bug in a search must not end the engine.
pub(super) fn run_search(
    session: &mut dyn Session,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut dyn FnMut(&Findings),
) -> anyhow::Result<Findings> {
    let mut told = None;
    let mut tell = |findings: &Findings| {
        told = Some(findings.nodes);
        observer(findings);
    };
    let search = || session.search(limits, stop, &mut tell);
    let found = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|panic| {
        Err(anyhow::anyhow!(
            "the search failed: {}",
            panic_text(&*panic)
        ))
    });
    if let Ok(findings) = &found
        && told != Some(findings.nodes)
    {
        observer(findings);
    }
    found
}

/// Tells the other side what a search finds on the way.
pub(super) fn reporter(
    wire: &Wire,
    stop: &StopFlag,
    many: bool,
) -> impl FnMut(&Findings) + Send + 'static {
    let (wire, stop) = (wire.clone(), stop.clone());
    move |findings| {
        let from_book = findings
            .is_from_book()
            .then(|| "info string a move of the book".to_owned());
        for line in info_lines(findings, many).into_iter().chain(from_book) {
            // Nobody waits for the move if the other side is gone.
            if wire.line(&line).is_err() {
                stop.stop();
            }
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}

/// The `info` lines of a report: one for each line of play. Scores are in hundredths of the game's unit, for the player
/// to move; a proven result is a score near 10,000 units, from which its distance in plies is taken.
fn info_lines(findings: &Findings, many: bool) -> Vec<String> {
    let info = |(index, line): (usize, &FoundLine)| {
        let multipv = if many {
            format!(" multipv {}", index + 1)
        } else {
            String::new()
        };
        // Of several lines each has a depth of its own.
        let depth = if many { line.depth } else { findings.depth };
        let cp = (line.told_value() * 100.0).round() as i64;
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        // The value before a draw has no moves.
        let pv = match line.pv.as_slice() {
            [] => String::new(),
            moves => format!(" pv {}", moves.join(" ")),
        };
        format!(
            "info depth {} seldepth {}{multipv} score cp {cp}{bound} nodes {} nps {} hashfull {} time {}{pv}",
            depth,
            findings.seldepth,
            findings.nodes,
            findings.nps,
            findings.hashfull,
            crate::json::milliseconds(findings.elapsed),
        )
    };
    findings.lines.iter().enumerate().map(info).collect()
}
