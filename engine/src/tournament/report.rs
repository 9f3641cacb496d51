//! The outcome of a tournament for people: a table, a page of Markdown, a picture, and the games in their own format.

mod html;
mod page;
mod picture;
mod records;

use std::fmt::Write as _;

use ludex_games::support::figures::signed;

use super::schedule::GameJob;
use super::statistics::IntervalEstimate;
use super::summary::{Standing, TournamentSummary};
use crate::output::{Align, TextTable};

pub use page::Page;
pub use picture::elo_picture;
use records::result;
pub use records::write_records;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// An estimate as text: `+12.3 ± 4.5`.
fn estimated(estimate: Option<IntervalEstimate>) -> String {
    estimate.map_or_else(
        || "–".into(),
        |IntervalEstimate { value, error }| {
            if error.is_finite() {
                format!("{} ± {error:.1}", signed(value, 1))
            } else {
                format!("{} ± ∞", signed(value, 1))
            }
        },
    )
}

/// The table of standings.
pub fn table(summary: &TournamentSummary) -> String {
    use Align::{Left, Right};
    let mut headings = vec![
        ("", Right),
        ("player", Left),
        (summary.scale, Right),
        ("games", Right),
        ("won", Right),
        ("drawn", Right),
        ("lost", Right),
        ("score", Right),
        ("forfeits", Left),
    ];
    if summary.has_margins {
        headings.insert(8, ("points a game", Right));
    }
    let mut table = TextTable::new(&headings);
    for (index, standing) in summary.standings.iter().enumerate() {
        let games = standing.games.max(1) as f64;
        let mut cells = vec![
            (index + 1).to_string(),
            standing.name.clone(),
            estimated(standing.rating),
            standing.games.to_string(),
            standing.wins.to_string(),
            standing.draws.to_string(),
            standing.losses.to_string(),
            format!("{:.1} %", 100.0 * standing.points / games),
            forfeits(standing),
        ];
        if summary.has_margins {
            cells.insert(8, points_a_game(standing));
        }
        table.row(cells);
    }
    table.render()
}

fn points_a_game(standing: &Standing) -> String {
    standing.margin().map_or_else(
        || "–".into(),
        |IntervalEstimate { value, error }| format!("{} ± {error:.3}", signed(value, 3)),
    )
}

fn forfeits(standing: &Standing) -> String {
    let words = standing
        .faults
        .iter()
        .map(|(word, count)| format!("{count} {word}"));
    words.collect::<Vec<_>>().join(", ")
}

/// The width of the names in the lines below the table.
const WIDTH: usize = 28;

/// The lines below the table.
pub fn details(summary: &TournamentSummary) -> String {
    let mut text = String::new();
    if let (Some([one, other]), Some(pairs)) = (&summary.versus, &summary.pentanomial) {
        writeln!(text, "{one} against {other}").expect(INFALLIBLE);
        let percent = |value: Option<f64>| {
            value.map_or_else(|| "–".into(), |value| format!("{:.1} %", 100.0 * value))
        };
        let [ll, ld, dd, wd, ww] = pairs.0;
        let lines = [
            ("Elo", estimated(pairs.elo())),
            ("normalised Elo", estimated(pairs.normalised_elo())),
            ("LOS", percent(pairs.likelihood_of_superiority())),
            (
                "Pentanomial [0, ½, 1, 1½, 2]",
                format!("{ll} {ld} {dd} {wd} {ww}"),
            ),
            ("drawn games", percent(summary.draw_rate)),
            ("first to move", percent(summary.first_player)),
        ];
        for (name, value) in lines {
            writeln!(text, "{name:<WIDTH$}  {value}").expect(INFALLIBLE);
        }
    }
    if let Some(sprt) = &summary.sprt {
        let verdict = sprt
            .accepted()
            .map_or("undecided".into(), |h| format!("{h} accepted"));
        let (llr, lower, upper) = (sprt.llr, sprt.lower, sprt.upper);
        writeln!(
            text,
            "{:<WIDTH$}  {} in ({lower:.2}, {upper:.2}): {verdict}",
            "SPRT",
            signed(llr, 2)
        )
        .expect(INFALLIBLE);
    }
    for (ending, count) in &summary.endings {
        writeln!(text, "{:<WIDTH$}  {count} {ending}", "endings").expect(INFALLIBLE);
    }
    text
}

/// Pair, meeting and seating of a game, counted from 1.
fn round(job: &GameJob) -> String {
    format!("{}.{}.{}", job.pair + 1, job.meeting + 1, job.seating + 1)
}
