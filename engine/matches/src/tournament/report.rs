//! The results of a tournament for people: a table, a Markdown report, a picture, and the games in their own formats.

mod html;
mod page;
#[cfg(feature = "pictures")]
mod picture;
mod records;

use std::fmt::Write as _;

use ludex_kit::support::figures::signed;
use ludex_kit::{message, say};
use ludex_search::arena::{Hypothesis, IntervalEstimate, Pentanomial};

use super::summary::{Standing, TournamentSummary};
use ludex_base::output::{self, Align, TextTable};

pub use page::Page;
#[cfg(feature = "pictures")]
pub use picture::elo_picture;
pub use records::write_records;

/// Returns false: this program was built without pictures.
#[cfg(not(feature = "pictures"))]
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
    estimate.map_or_else(|| "–".into(), |estimate| estimate.elo_text(1))
}

/// The likelihood of superiority (LOS).
fn superiority(pairs: &Pentanomial) -> String {
    let chance = pairs.superiority_to_show();
    chance.map_or_else(|| "–".into(), |chance| output::percent(chance as f32))
}

/// The columns of the standings.
fn standing_columns(summary: &TournamentSummary) -> Vec<(&'static str, Align)> {
    use Align::{Left, Right};
    let mut columns = vec![
        ("", Right),
        (message!("player"), Left),
        (summary.scale, Right),
        (message!("games"), Right),
        (message!("won"), Right),
        (message!("drawn"), Right),
        (message!("lost"), Right),
        (message!("score"), Right),
    ];
    if summary.has_margins || summary.has_luck {
        columns.push((message!("result a game"), Right));
    }
    if summary.has_luck {
        columns.push((message!("without luck"), Right));
    }
    columns.push((message!("forfeits"), Left));
    columns.into_iter().map(|(name, align)| (crate::WORDS.translate(name), align)).collect()
}

/// The rows of the standings, one per player.
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
        .map(|(word, count)| format!("{count} {}", crate::WORDS.translate(word)));
    words.collect::<Vec<_>>().join(", ")
}

/// Width of the names in the lines below the table.
const WIDTH: usize = 28;

/// The lines below the table.
pub fn details(summary: &TournamentSummary) -> String {
    let mut text = String::new();
    if let (Some([one, other]), Some(pairs)) = (&summary.versus, &summary.pentanomial) {
        writeln!(text, "{}", say!("{one} against {other}", one, other)).expect(INFALLIBLE);
        let percent = |value: Option<f64>| {
            value.map_or_else(|| "–".into(), |value| format!("{:.1} %", 100.0 * value))
        };
        let [ll, ld, dd, wd, ww] = pairs.0;
        let lines = [
            ("Elo", estimated(pairs.elo())),
            (message!("normalised Elo"), estimated(pairs.normalised_elo())),
            ("LOS", superiority(pairs)),
            (message!("Pentanomial [0, ½, 1, 1½, 2]"), format!("{ll} {ld} {dd} {wd} {ww}")),
            (message!("drawn games"), percent(summary.draw_rate)),
            (message!("first to move"), percent(summary.first_player)),
        ];
        for (name, value) in lines {
            let name = crate::WORDS.translate(name);
            writeln!(text, "{name:<WIDTH$}  {value}").expect(INFALLIBLE);
        }
    }
    if let Some(sprt) = &summary.sprt {
        let verdict = sprt.accepted().map_or_else(
            || say!("undecided"),
            |accepted: Hypothesis| say!("{accepted} accepted", accepted),
        );
        let (llr, lower, upper) = (sprt.llr, sprt.lower, sprt.upper);
        writeln!(
            text,
            "{:<WIDTH$}  {}",
            "SPRT",
            say!(
                "{llr} in ({lower}, {upper}): {verdict}",
                llr = signed(llr, 2),
                lower = format!("{lower:.2}"),
                upper = format!("{upper:.2}"),
                verdict
            )
        )
        .expect(INFALLIBLE);
    }
    let ratio = summary.standings.first().and_then(Standing::luck_ratio);
    if let Some(ratio) = ratio.filter(|_| summary.has_luck) {
        let comparison = if ratio > 1.0 {
            let games = 100.0 * ratio;
            say!(
                "{ratio} times smaller: 100 games are as precise as {games}",
                ratio = format!("{ratio:.1}"),
                games = format!("{games:.0}")
            )
        } else {
            let more = 1.0 / ratio;
            say!(
                "{ratio} times larger: these players evaluate positions differently",
                ratio = format!("{more:.1}")
            )
        };
        writeln!(text, "{:<WIDTH$}  {comparison}", say!("variance without luck"))
            .expect(INFALLIBLE);
    }
    for (ending, count) in &summary.endings {
        let ending = crate::WORDS.translate(ending);
        writeln!(text, "{:<WIDTH$}  {count} {ending}", say!("endings")).expect(INFALLIBLE);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_leave_the_superiority_uncertain() {
        let few = Pentanomial([0, 0, 0, 1, 4]);
        assert!(estimated(few.elo()).ends_with("(too few games)"));
        assert_eq!(superiority(&few), "–");
        let many = Pentanomial([0, 0, 10, 20, 70]);
        assert!(estimated(many.elo()).contains(" ± "));
        assert_eq!(superiority(&many), "99.9 %");
        assert_eq!(superiority(&Pentanomial([70, 20, 10, 0, 0])), "0.1 %");
    }
}
