//! A search on its own thread, and what it tells the other side.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex_search::{Bound, Limits, StopFlag};

use super::Wire;
use ludex_kit::registry::Session;
use ludex_kit::registry::{Findings, FoundLine, SoFar};

/// Searches, and tells who listens what was found at last if it was not told on the way: other threads may have found a better
/// move than the last report has. A bug in a search must not end the engine.
pub(super) fn run_search(
    session: &mut dyn Session,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut Option<impl FnMut(&Findings)>,
) -> anyhow::Result<Findings> {
    let mut told = None;
    let mut tell = |found: &SoFar<'_, Findings>| {
        if let Some(observer) = observer.as_mut() {
            let findings = found.words();
            told = Some(report_key(&findings));
            observer(&findings);
        }
    };
    let search = || session.search(limits, stop, &mut tell).map_err(anyhow::Error::from);
    let found = catch_unwind(AssertUnwindSafe(search))
        .unwrap_or_else(|panic| Err(anyhow::anyhow!("the search failed: {}", panic_text(&*panic))));
    if let (Ok(findings), Some(observer)) = (&found, observer)
        && told != Some(report_key(findings))
    {
        observer(findings);
    }
    found
}

/// What makes findings worth reporting again: the nodes, and the move that would be played.
fn report_key(findings: &Findings) -> (u64, Option<String>) {
    let first = findings.lines.first().and_then(|line| line.pv.first());
    (findings.nodes, first.cloned())
}

/// How findings are reported.
#[derive(Clone, Copy)]
pub(super) struct ReportStyle {
    /// Whether there may be several lines.
    pub(super) many: bool,
    /// Whether a proven result has a score in hundredths too.
    pub(super) cp: bool,
}

/// Tells the other side what a search finds on the way.
pub(super) fn reporter(
    wire: &Wire,
    stop: &StopFlag,
    style: ReportStyle,
) -> impl FnMut(&Findings) + Send + 'static {
    let (wire, stop) = (wire.clone(), stop.clone());
    move |findings| {
        let from_book = findings.is_from_book().then(|| "info string book move".to_owned());
        for line in info_lines(findings, style).into_iter().chain(from_book) {
            // Nobody waits for the move if the other side is gone.
            if wire.line(&line).is_err() {
                stop.stop();
            }
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given")
}

/// The `info` lines of a report: one for each line of play.
fn info_lines(findings: &Findings, ReportStyle { many, cp }: ReportStyle) -> Vec<String> {
    let info = |(index, line): (usize, &FoundLine)| {
        let multipv = if many { format!(" multipv {}", index + 1) } else { String::new() };
        // Of several lines each has a depth of its own.
        let depth = if many { line.depth } else { findings.depth };
        let (score, wdl) = (score(line, cp), wdl(line));
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
            "info depth {} seldepth {}{multipv} score {score}{bound} wdl {wdl} nodes {} nps {} hashfull {} time {}{pv}",
            depth,
            findings.seldepth,
            findings.nodes,
            findings.nps,
            findings.hashfull,
            ludex_study::json::milliseconds(findings.elapsed),
        )
    };
    findings.lines.iter().enumerate().map(info).collect()
}

/// A score for the player to move: in hundredths of the game's unit, or how many of his moves a proven result is away. With `cp` that
/// is a score near 10,000 units too, from which its distance in plies is taken.
fn score(line: &FoundLine, cp: bool) -> String {
    let hundredths = || format!("cp {}", (line.protocol_score() * 100.0).round());
    match line.own_moves {
        None => hundredths(),
        Some(moves) => {
            let sign = if line.score.is_win() { "" } else { "-" };
            let mate = format!("mate {sign}{moves}");
            if cp { format!("{} {mate}", hundredths()) } else { mate }
        }
    }
}

/// The chances to win, to draw and to lose in thousandths, which add up to a thousand. What is not certain is none of them.
fn wdl(line: &FoundLine) -> String {
    let share = |chance: f32| match (f64::from(chance) * 1000.0).round() as i32 {
        1000 if chance < 1.0 => 999,
        share => share.clamp(0, 1000),
    };
    let (win, loss) = (share(line.wdl.win), share(line.wdl.loss));
    let draw = (1000 - win - loss).max(0);
    format!("{win} {draw} {}", 1000 - win - draw)
}
