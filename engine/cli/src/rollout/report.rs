//! The report of `ludex rollout`.

use ludex_kit::interface::rollouts::CONFIDENCE;
use ludex_kit::registry::Session;
use ludex_kit::support::figures;
use ludex_kit::{RolledLine, RolledOut, RolloutRequest, message, say, say_count};
use ludex_search::rollout::{Certainty, RolloutEnding};

use crate::WORDS;
use crate::headings::Labelled;
use ludex_base::output::{self, Align, TextTable};
use ludex_study::json;

/// The report.
pub(super) fn text(
    session: &dyn Session,
    request: &RolloutRequest<String>,
    rolled: &RolledOut<String>,
) -> String {
    let mut head = Labelled::new();
    head.row(message!("position"), session.position());
    head.row(message!("variant"), session.variant().to_string());
    for (heading, note) in session.describe().notes {
        head.row_as(&heading, note);
    }
    head.row(message!("games"), games_text(session, request, rolled));
    if let Some(ending) = ending(request.options.certainty, rolled) {
        head.row(message!("ended"), ending);
    }
    let seconds = format!("{:.2}", rolled.elapsed.as_secs_f64());
    head.row(message!("time"), say!("{seconds} s", seconds));
    for (heading, note) in &rolled.description.notes {
        head.row_as(heading, note.clone());
    }
    format!("{}\n{}", head.render(), table(request.options.certainty.is_some(), rolled).render())
}

/// Why the rollout ended; `None` if the number of games shows it.
fn ending(certainty: Option<Certainty>, rolled: &RolledOut<String>) -> Option<String> {
    let text = match rolled.ending? {
        RolloutEnding::Trials => certainty.map(|_| say!("all games played"))?,
        RolloutEnding::Error => say!("every standard error is small enough"),
        RolloutEnding::Certain => {
            let jsd = certainty?.deviations;
            if rolled.plays.is_empty() {
                say!("the verdict is clear by at least {jsd} JSDs", jsd)
            } else {
                say!(
                    "the best play is clear: every other play was at least {jsd} JSDs worse and was dropped",
                    jsd
                )
            }
        }
        RolloutEnding::Stopped => say!("stopped"),
    };
    Some(text)
}

/// Why a resumed rollout has nothing left to play, and what would change that.
pub(super) fn nothing_left(ending: RolloutEnding) -> Option<String> {
    match ending {
        RolloutEnding::Trials => Some(say!("all are finished; a larger --trials plays more")),
        RolloutEnding::Error => {
            Some(say!("the standard errors are small enough; a smaller --error plays more"))
        }
        RolloutEnding::Certain => {
            Some(say!("the best play is clear; a larger --jsd or --min-trials plays more"))
        }
        RolloutEnding::Stopped => None,
    }
}

/// The lines, with their certainty if requested.
fn table(tells_certainty: bool, rolled: &RolledOut<String>) -> TextTable {
    let mut columns = vec![("#", Align::Right), (WORDS.translate(message!("move")), Align::Left)];
    let cells = rolled.lines.first().map(|line| line.description.cells.as_slice());
    columns.extend(cells.unwrap_or_default().iter().map(|&(name, _)| (name, Align::Right)));
    if tells_certainty {
        columns.push((WORDS.translate(message!("games")), Align::Right));
        columns.push((WORDS.translate(message!("JSDs")), Align::Right));
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
        Some(plies) => say_count!(
            u64::from(plies),
            "cut off after {count} play",
            "cut off after {count} plays"
        ),
        None => say!("played to the end"),
    });
    if json::has_cube(session.info()) {
        let is_cubeful = json::is_cubeful(session, request);
        words.push(if is_cubeful { say!("with the cube") } else { say!("without the cube") });
    }
    words.push(say!("plays at depth {depth}", depth = request.options.play_depth));
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
