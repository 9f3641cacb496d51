//! The report of `ludex rollout`.

use ludex_kit::interface::rollouts::CONFIDENCE;
use ludex_kit::registry::Session;
use ludex_kit::support::figures;
use ludex_kit::{RolledLine, RolledOut, RolloutRequest};
use ludex_search::rollout::{Certainty, RolloutEnding};

use ludex_base::output::{self, Align, TextTable};
use ludex_study::json;

/// The report.
pub(super) fn text(
    session: &dyn Session,
    request: &RolloutRequest<String>,
    rolled: &RolledOut<String>,
) -> String {
    let mut head = TextTable::plain(&[Align::Left, Align::Left]);
    let mut say = |key: &str, value: String| head.row(vec![key.to_owned(), value]);
    say("position", session.position());
    say("variant", session.variant().to_string());
    for (heading, note) in session.describe().notes {
        say(&heading, note);
    }
    say("games", games_text(session, request, rolled));
    if let Some(ending) = ending(request.options.certainty, rolled) {
        say("ended", ending);
    }
    say("time", format!("{:.2} s", rolled.elapsed.as_secs_f64()));
    for (heading, note) in &rolled.description.notes {
        say(heading, note.clone());
    }
    format!("{}\n{}", head.render(), table(request.options.certainty.is_some(), rolled).render())
}

/// Why the rollout ended; `None` if the number of games shows it.
fn ending(certainty: Option<Certainty>, rolled: &RolledOut<String>) -> Option<String> {
    let text = match rolled.ending? {
        RolloutEnding::Trials => certainty.map(|_| "all games played".to_owned())?,
        RolloutEnding::Error => "every standard error is small enough".into(),
        RolloutEnding::Certain => {
            let jsd = certainty?.deviations;
            if rolled.plays.is_empty() {
                format!("the verdict is clear by at least {jsd} JSDs")
            } else {
                format!(
                    "the best play is clear: every other play was at least {jsd} JSDs worse and was dropped"
                )
            }
        }
        RolloutEnding::Stopped => "stopped".into(),
    };
    Some(text)
}

/// Why a resumed rollout has nothing left to play, and what would change that.
pub(super) fn nothing_left(ending: RolloutEnding) -> Option<&'static str> {
    match ending {
        RolloutEnding::Trials => Some("all are finished; a larger --trials plays more"),
        RolloutEnding::Error => {
            Some("the standard errors are small enough; a smaller --error plays more")
        }
        RolloutEnding::Certain => {
            Some("the best play is clear; a larger --jsd or --min-trials plays more")
        }
        RolloutEnding::Stopped => None,
    }
}

/// The lines, with their certainty if requested.
fn table(tells_certainty: bool, rolled: &RolledOut<String>) -> TextTable {
    let mut columns = vec![("#", Align::Right), ("move", Align::Left)];
    let cells = rolled.lines.first().map(|line| line.description.cells.as_slice());
    columns.extend(cells.unwrap_or_default().iter().map(|&(name, _)| (name, Align::Right)));
    if tells_certainty {
        columns.extend([("games", Align::Right), ("JSDs", Align::Right)]);
    }
    let mut table = TextTable::new(&columns);
    for (index, line) in rolled.lines.iter().enumerate() {
        let mv = output::move_or_position(line.mv.as_deref().unwrap_or_default());
        let mut row = vec![(index + 1).to_string(), mv];
        row.extend(line.description.cells.iter().map(|(_, text)| text.clone()));
        if tells_certainty {
            row.extend(certainty_cells(line, index == 0));
        }
        table.row(row);
    }
    table
}

/// The number of games of a line, and its distance from the best.
fn certainty_cells(line: &RolledLine<String>, is_best: bool) -> [String; 2] {
    let games = match line.trials {
        0 => String::new(),
        trials => trials.to_string(),
    };
    let behind = match line.behind {
        _ if is_best => String::new(),
        f32::INFINITY => "∞".into(),
        behind => format!("{behind:.2}"),
    };
    [games, behind]
}

fn games_text(
    session: &dyn Session,
    request: &RolloutRequest<String>,
    rolled: &RolledOut<String>,
) -> String {
    let mut words = vec![rolled.trials.to_string()];
    words.push(match request.options.plies {
        Some(plies) => format!("cut off after {plies} plays"),
        None => "played to the end".to_owned(),
    });
    if json::has_cube(session.info()) {
        let cube =
            if json::is_cubeful(session, request) { "with the cube" } else { "without the cube" };
        words.push(cube.to_owned());
    }
    words.push(format!("plays at depth {}", request.options.play_depth));
    words.join(", ")
}

/// The progress of a rollout: the best play so far.
pub(super) fn progress(rolled: &RolledOut<String>) -> String {
    rolled.lines.first().map_or_else(String::new, |line| {
        let mv = line.mv.as_deref().unwrap_or_default();
        let equity = figures::signed(line.value, 4);
        format!("{mv} {equity} ± {:.4}", CONFIDENCE * line.error)
    })
}
