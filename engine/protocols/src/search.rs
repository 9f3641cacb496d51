//! Runs a search and reports its findings to the peer.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex_search::{Bound, Limits, StopFlag};

use super::Wire;
use ludex_kit::registry::Session;
use ludex_kit::registry::{Findings, FoundLine, SoFar};

/// Searches, and reports the final findings unless the last report already contained them. They may differ from it, because other threads
/// may have found a better move in the meantime. A panic in the search becomes an error, so it does not end the engine.
pub(super) fn run_search(
    session: &mut dyn Session,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut Option<impl FnMut(&Findings)>,
) -> anyhow::Result<Findings> {
    let mut last_key = None;
    let mut observe = |found: &SoFar<'_, Findings>| {
        if let Some(observer) = observer.as_mut() {
            let findings = found.words();
            last_key = Some(report_key(&findings));
            observer(&findings);
        }
    };
    let search = || session.search(limits, stop, &mut observe).map_err(anyhow::Error::from);
    let found = catch_unwind(AssertUnwindSafe(search))
        .unwrap_or_else(|panic| Err(anyhow::anyhow!("the search failed: {}", panic_text(&*panic))));
    if let (Ok(findings), Some(observer)) = (&found, observer)
        && last_key != Some(report_key(findings))
    {
        observer(findings);
    }
    found
}

/// The number of nodes and the best move. Findings are reported again only if one of them has changed.
fn report_key(findings: &Findings) -> (u64, Option<String>) {
    let first = findings.lines.first().and_then(|line| line.pv.first());
    (findings.nodes, first.cloned())
}

/// How findings are reported.
#[derive(Clone, Copy)]
pub(super) struct ReportStyle {
    /// Whether several lines of play may be reported (MultiPV).
    pub(super) many: bool,
    /// Whether a proven result also has a score in hundredths.
    pub(super) cp: bool,
}

/// An observer that reports the findings of a running search to the peer.
pub(super) fn reporter(
    wire: &Wire,
    stop: &StopFlag,
    style: ReportStyle,
) -> impl FnMut(&Findings) + Send + 'static {
    let (wire, stop) = (wire.clone(), stop.clone());
    move |findings| {
        let from_book = findings.is_from_book().then(|| "info string book move".to_owned());
        for line in info_lines(findings, style).into_iter().chain(from_book) {
            // If the peer has disconnected, the search stops, because its move is no longer needed.
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

/// The `info` lines of a report: one per line of play.
fn info_lines(findings: &Findings, ReportStyle { many, cp }: ReportStyle) -> Vec<String> {
    let info = |(index, line): (usize, &FoundLine)| {
        let multipv = if many { format!(" multipv {}", index + 1) } else { String::new() };
        // With several lines, each has its own depth.
        let depth = if many { line.depth } else { findings.depth };
        let (score, wdl) = (score(line, cp), wdl(line));
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        // Before a chance event, the value of the position is reported without moves.
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

/// The score for the player to move: in hundredths of the game's unit, or the number of the player's own moves to a
/// proven result. With `cp`, a proven result also has a score near 10,000 units minus its distance in plies.
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

/// The probabilities of win, draw and loss in thousandths, which add up to 1000. Only a certain result is shown as
/// 1000.
fn wdl(line: &FoundLine) -> String {
    let share = |chance: f32| match (f64::from(chance) * 1000.0).round() as i32 {
        1000 if chance < 1.0 => 999,
        share => share.clamp(0, 1000),
    };
    let (win, loss) = (share(line.wdl.win), share(line.wdl.loss));
    let draw = (1000 - win - loss).max(0);
    format!("{win} {draw} {}", 1000 - win - draw)
}
