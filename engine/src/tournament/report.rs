//! The outcome of a tournament for people: a table, a page of Markdown, a picture, and the games in their own format.

mod html;
mod page;
#[cfg(feature = "pictures")]
mod picture;
mod records;

use std::fmt::Write as _;

use ludex_kit::support::figures::signed;

use super::schedule::GameJob;
use super::statistics::{IntervalEstimate, MOST_ELO, Pentanomial, bound_of};
use super::summary::{Standing, TournamentSummary};
use crate::output::{self, Align, TextTable};

pub use page::Page;
#[cfg(feature = "pictures")]
pub use picture::elo_picture;
use records::result;
pub use records::write_records;

/// The picture of a match, which this program cannot make: false.
#[cfg(not(feature = "pictures"))]
#[expect(clippy::unnecessary_wraps, reason = "with the feature it may fail")]
pub fn elo_picture(
    _settings: &super::settings::TournamentSettings,
    _outcomes: &[super::summary::GameOutcome],
    _path: &std::path::Path,
) -> anyhow::Result<bool> {
    Ok(false)
}

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// An estimate as text: `+12.3 ± 4.5`.
fn estimated(estimate: Option<IntervalEstimate>) -> String {
    estimate.map_or_else(
        || "–".into(),
        |IntervalEstimate { value, error }| {
            // A score of all or nothing stands for no number.
            if let Some(bound) = bound(value) {
                bound
            } else if error.is_finite() {
                format!("{} ± {error:.1}", signed(value, 1))
            } else {
                format!("{} ({UNKNOWN})", signed(value, 1))
            }
        },
    )
}

/// What stands for an error that the results do not bound.
const UNKNOWN: &str = "too few games";

/// The chance to be the stronger one, which is never certain; none where the results do not bound the error.
fn superiority(pairs: &Pentanomial) -> String {
    let is_bounded = pairs.elo().is_some_and(|elo| elo.error.is_finite());
    let chance = pairs.likelihood_of_superiority().filter(|_| is_bounded);
    chance.map_or_else(
        || "–".into(),
        |chance| output::percent(chance.clamp(0.001, 0.999) as f32),
    )
}

/// An Elo difference that is too great to be told: `> +1200`.
fn bound(value: f64) -> Option<String> {
    let sign = bound_of(value)?;
    let most = signed(MOST_ELO.copysign(value), 0);
    Some(format!("{sign} {most}"))
}

/// An Elo difference on the way, in whole numbers.
pub fn elo_in_short(IntervalEstimate { value, error }: IntervalEstimate) -> String {
    bound(value).unwrap_or_else(|| {
        let elo = signed(value, 0);
        if error.is_finite() {
            format!("{elo} ± {error:.0}")
        } else {
            format!("{elo} ({UNKNOWN})")
        }
    })
}

/// The columns of the standings.
fn standing_columns(summary: &TournamentSummary) -> Vec<(&str, Align)> {
    use Align::{Left, Right};
    let mut columns = vec![
        ("", Right),
        ("player", Left),
        (summary.scale, Right),
        ("games", Right),
        ("won", Right),
        ("drawn", Right),
        ("lost", Right),
        ("score", Right),
    ];
    if summary.has_margins || summary.has_luck {
        columns.push(("result a game", Right));
    }
    if summary.has_luck {
        columns.push(("without luck", Right));
    }
    columns.push(("forfeits", Left));
    columns
}

/// The standings, a row for each player.
fn standing_rows(summary: &TournamentSummary) -> impl Iterator<Item = Vec<String>> {
    let standings = summary.standings.iter().enumerate();
    standings.map(|(index, standing)| {
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
        ];
        if summary.has_margins || summary.has_luck {
            cells.push(result_a_game(standing.margin()));
        }
        if summary.has_luck {
            cells.push(result_a_game(standing.margin_without_luck()));
        }
        cells.push(forfeits(standing));
        cells
    })
}

/// The table of standings.
pub fn table(summary: &TournamentSummary) -> String {
    let mut table = TextTable::new(&standing_columns(summary));
    standing_rows(summary).for_each(|cells| table.row(cells));
    table.render()
}

fn result_a_game(mean: Option<IntervalEstimate>) -> String {
    mean.map_or_else(
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
            ("LOS", superiority(pairs)),
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
    let ratio = summary.standings.first().and_then(Standing::luck_ratio);
    if let Some(ratio) = ratio.filter(|_| summary.has_luck) {
        let told = if ratio > 1.0 {
            let games = 100.0 * ratio;
            format!("{ratio:.1} times less: 100 games tell as much as {games:.0}")
        } else {
            let more = 1.0 / ratio;
            format!("{more:.1} times as much: positions are worth something else to these players")
        };
        writeln!(text, "{:<WIDTH$}  {told}", "variance without luck").expect(INFALLIBLE);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::statistics::elo_of;

    #[test]
    fn few_games_make_nobody_certain() {
        let few = Pentanomial([0, 0, 0, 1, 4]);
        assert!(estimated(few.elo()).ends_with(&format!("({UNKNOWN})")));
        assert_eq!(superiority(&few), "–");
        let many = Pentanomial([0, 0, 10, 20, 70]);
        assert!(estimated(many.elo()).contains(" ± "));
        assert_eq!(superiority(&many), "99.9 %");
        assert_eq!(superiority(&Pentanomial([70, 20, 10, 0, 0])), "0.1 %");
    }

    #[test]
    fn a_bound_is_told_as_one() {
        let told = |score: f64| {
            let (value, error) = (elo_of(score), 30.0);
            let estimate = IntervalEstimate { value, error };
            (estimated(Some(estimate)), elo_in_short(estimate))
        };
        for (score, long, short) in [
            (1.0, "> +1200", "> +1200"),
            (0.0, "< -1200", "< -1200"),
            (0.5, "+0.0 ± 30.0", "+0 ± 30"),
        ] {
            assert_eq!(told(score), (long.to_owned(), short.to_owned()));
        }
    }
}
