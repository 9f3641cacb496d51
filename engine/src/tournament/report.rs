//! The outcome of a tournament for people: a table, a page of Markdown, a picture, and the games in their own format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::SystemTime;

use anyhow::Context;
use ludex_games::figures::signed;
use ludex_games::{GameInfo, Record, RecordedPly};
use plotters::prelude::*;
use serde::Serialize;
use serde_json::Value;

use super::results::{GameLine, Mark};
use super::schedule::Job;
use super::settings::{DEFAULT_LIMIT, PlayerEntry, Settings};
use super::statistics::{Estimate, Pentanomial};
use super::summary::{Outcome, Pairs, Standing, Summary};
use crate::lines::{Lines, MAX_JSON};
use crate::output::{self, Align, Table};
use crate::registry;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// Forfeits that are told in full.
const SHOWN_FORFEITS: usize = 20;

/// An estimate as text: `+12.3 ± 4.5`.
fn estimated(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(
        || "–".into(),
        |Estimate { value, error }| {
            if error.is_finite() {
                format!("{} ± {error:.1}", signed(value, 1))
            } else {
                format!("{} ± ∞", signed(value, 1))
            }
        },
    )
}

/// The table of standings.
pub fn table(summary: &Summary) -> String {
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
    let mut table = Table::new(&headings);
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
        |Estimate { value, error }| format!("{} ± {error:.3}", signed(value, 3)),
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
pub fn details(summary: &Summary) -> String {
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

/// Points of every player against every other.
fn cross_table(settings: &Settings, outcomes: &[Outcome]) -> String {
    let n = settings.players.len();
    let mut points = vec![vec![(0.0, 0_u64); n]; n];
    for outcome in outcomes {
        for (a, &own) in outcome.job.seats.iter().enumerate() {
            for (b, &other) in outcome.job.seats.iter().enumerate() {
                if a == b || own == other {
                    continue;
                }
                let value = match outcome.returns[a].total_cmp(&outcome.returns[b]) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
                points[own][other].0 += value;
                points[own][other].1 += 1;
            }
        }
    }
    let mut text = String::from("| |");
    for player in &settings.players {
        write!(text, " {} |", escaped(&player.name)).expect(INFALLIBLE);
    }
    text += "\n|---|";
    text += &"---:|".repeat(n);
    for (own, player) in settings.players.iter().enumerate() {
        write!(text, "\n| **{}** |", escaped(&player.name)).expect(INFALLIBLE);
        for &(won, games) in &points[own] {
            if games == 0 {
                text += " |";
            } else {
                write!(text, " {won:.1} / {games} |").expect(INFALLIBLE);
            }
        }
    }
    text + "\n"
}

/// The page of the tournament, in Markdown.
pub struct Page<'a> {
    /// What was played.
    pub settings: &'a Settings,
    /// What it says.
    pub summary: &'a Summary,
    /// The games that count.
    pub outcomes: &'a [Outcome],
    /// How many games there are in all, played or not.
    pub planned: usize,
    /// The file of results.
    pub results: &'a Path,
    /// When the tournament was begun.
    pub begun: SystemTime,
    /// Whether there is a picture of Elo over games.
    pub has_picture: bool,
}

impl Page<'_> {
    /// The page.
    pub fn markdown(&self) -> anyhow::Result<String> {
        let mut text = self.head();
        text += &standings(self.summary);
        let details = details(self.summary);
        if !details.is_empty() {
            write!(text, "\n```text\n{details}```\n").expect(INFALLIBLE);
        }
        if self.settings.players.len() > 2 {
            text += "\nPoints of the player on the left against the one above:\n\n";
            text += &cross_table(self.settings, self.outcomes);
        }
        if self.has_picture {
            text += "\n![Elo over games](elo.svg)\n";
        }
        text += &self.conditions();
        text += &self.forfeits()?;
        Ok(text)
    }

    /// What was played, and how much of it.
    fn head(&self) -> String {
        let mut text = String::from("# Tournament\n\n");
        for game in &self.settings.games {
            writeln!(text, "- {}", setting_words(game)).expect(INFALLIBLE);
        }
        let (mut games_of, mut whole) = (BTreeMap::new(), 0);
        for Outcome { job, .. } in self.outcomes {
            let games = games_of
                .entry((job.pair, job.game, job.meeting))
                .or_insert(0);
            *games += 1;
            whole += usize::from(*games == job.seats.len());
        }
        let (games, planned) = (self.summary.games, self.planned);
        let unit = if self
            .outcomes
            .iter()
            .all(|outcome| outcome.job.seats.len() == 2)
        {
            "pairs"
        } else {
            "rounds of all seatings"
        };
        let early = match self.summary.sprt.and_then(|sprt| sprt.accepted()) {
            Some(_) => "; the test is decided",
            None => "",
        };
        let begun = humantime::format_rfc3339_seconds(self.begun);
        let version = env!("CARGO_PKG_VERSION");
        write!(
            text,
            "- {games} of {planned} games, {whole} whole {unit}{early}\n- Ludex {version}, begun {begun}\n\n"
        )
        .expect(INFALLIBLE);
        text
    }

    /// Everybody's settings, and those of all.
    fn conditions(&self) -> String {
        let mut text = String::from("\n## Players\n\n");
        for player in &self.settings.players {
            let others = PlayerEntry {
                name: String::new(),
                ..player.clone()
            };
            let words = match (setting_words(&others), player.is_unlimited()) {
                (words, false) => words,
                (words, true) if words.is_empty() => DEFAULT_LIMIT.to_owned(),
                (words, true) => format!("{DEFAULT_LIMIT}, {words}"),
            };
            writeln!(text, "- **{}**: {words}", escaped(&player.name)).expect(INFALLIBLE);
        }
        let rules = Settings {
            games: Vec::new(),
            players: Vec::new(),
            ..self.settings.clone()
        };
        write!(text, "\n## Settings\n\n{}\n", setting_words(&rules)).expect(INFALLIBLE);
        text
    }

    /// The first games that a player forfeited, with what is known about it.
    fn forfeits(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        if self.outcomes.iter().all(|outcome| outcome.blame.is_none()) {
            return Ok(text);
        }
        let (mut shown, mut count) = (String::new(), 0);
        let lines = BufReader::new(std::fs::File::open(self.results)?);
        for line in Lines::new(lines, MAX_JSON) {
            let Ok(game) = serde_json::from_slice::<GameLine>(&line?) else {
                continue;
            };
            let Some(name) = game.blame.and_then(|seat| game.names.get(seat)) else {
                continue;
            };
            count += 1;
            if count > SHOWN_FORFEITS {
                continue;
            }
            let (name, ending) = (escaped(name), game.ending.words());
            let round = round(&game.job);
            writeln!(shown, "- {round}, {name}: {ending}").expect(INFALLIBLE);
            if let Some(detail) = &game.detail {
                // Indented, so that nothing in it means anything.
                let block = detail.lines().map(|line| format!("\n      {line}"));
                writeln!(shown, "{}\n", block.collect::<String>()).expect(INFALLIBLE);
            }
        }
        write!(text, "\n## Forfeits\n\n{shown}").expect(INFALLIBLE);
        if count > SHOWN_FORFEITS {
            let more = count - SHOWN_FORFEITS;
            writeln!(text, "\n{more} more in results.jsonl").expect(INFALLIBLE);
        }
        Ok(text)
    }
}

/// Pair, meeting and seating of a game, counted from 1.
fn round(job: &Job) -> String {
    format!("{}.{}.{}", job.pair + 1, job.meeting + 1, job.seating + 1)
}

/// Settings as `key=value, …`: whatever there is, so none is forgotten here.
fn setting_words(settings: &impl Serialize) -> String {
    let mut words = Vec::new();
    flatten(
        "",
        &serde_json::to_value(settings).unwrap_or_default(),
        &mut words,
    );
    words.join(", ")
}

fn flatten(path: &str, value: &Value, words: &mut Vec<String>) {
    let text = match value {
        Value::Object(entries) => {
            let within = |key: &String| match path {
                "" => key.clone(),
                path => format!("{path}.{key}"),
            };
            for (key, value) in entries {
                flatten(&within(key), value, words);
            }
            return;
        }
        Value::Array(_) => return,
        Value::String(text) if text.is_empty() => return,
        Value::String(text) => text.clone(),
        Value::Bool(yes) => (if *yes { "yes" } else { "no" }).to_owned(),
        other => other.to_string(),
    };
    words.push(format!("{}={}", escaped(path), escaped(&text)));
}

/// A text that means nothing but itself in Markdown.
fn escaped(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars().map(|c| if c.is_control() { ' ' } else { c }) {
        if "\\`*_{}[]<>#|~&!".contains(c) {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

/// The table of standings in Markdown.
fn standings(summary: &Summary) -> String {
    let mut text = String::new();
    let (heading, rule) = if summary.has_margins {
        (" points a game |", "--:|")
    } else {
        ("", "")
    };
    writeln!(
        text,
        "| | player | {} | games | won | drawn | lost | score |{heading} forfeits |\n|--:|---|--:|--:|--:|--:|--:|--:|{rule}---|",
        summary.scale
    )
    .expect(INFALLIBLE);
    for (index, s) in summary.standings.iter().enumerate() {
        let margin = if summary.has_margins {
            format!(" {} |", points_a_game(s))
        } else {
            String::new()
        };
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {:.1} % |{margin} {} |",
            index + 1,
            escaped(&s.name),
            estimated(s.rating),
            s.games,
            s.wins,
            s.draws,
            s.losses,
            100.0 * s.points / s.games.max(1) as f64,
            forfeits(s)
        )
        .expect(INFALLIBLE);
    }
    text
}

/// Elo with its 95 % interval as the games came in, as an SVG picture; false if there are too few games for one.
pub fn elo_picture(settings: &Settings, outcomes: &[Outcome], path: &Path) -> anyhow::Result<bool> {
    let (mut pairs, mut so_far, mut points) =
        (Pairs::default(), Pentanomial::default(), Vec::new());
    for (index, outcome) in outcomes.iter().enumerate() {
        if let Some(sum) = pairs.add(outcome) {
            so_far.add(sum);
            if let Some(elo) = so_far.elo().filter(|elo| elo.error.is_finite()) {
                points.push(((index + 1) as f64, elo));
            }
        }
    }
    if points.len() < 2 {
        return Ok(false);
    }
    // A thousand points are as good as all of them.
    let step = points.len().div_ceil(1000);
    let points: Vec<(f64, Estimate)> = points.into_iter().step_by(step).collect();
    let low = points
        .iter()
        .map(|(_, e)| e.value - e.error)
        .fold(0.0, f64::min);
    let high = points
        .iter()
        .map(|(_, e)| e.value + e.error)
        .fold(0.0, f64::max);
    let last = points[points.len() - 1].0;
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (900, 480)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..last, (low - 10.0)..(high + 10.0))?;
        chart
            .configure_mesh()
            .x_desc("games")
            .y_desc(format!("Elo of {}, 95 %", settings.players[0].name))
            .light_line_style(RGBColor(235, 235, 235))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| signed(*y, 0))
            .draw()?;
        let above = points.iter().map(|(x, e)| (*x, e.value + e.error));
        let below = points.iter().rev().map(|(x, e)| (*x, e.value - e.error));
        let band: Vec<(f64, f64)> = above.chain(below).collect();
        chart.draw_series(std::iter::once(Polygon::new(
            band,
            RGBColor(70, 110, 180).mix(0.18),
        )))?;
        let line = points.iter().map(|(x, e)| (*x, e.value));
        let style = RGBColor(70, 110, 180).stroke_width(2);
        chart.draw_series(LineSeries::new(line, style))?;
        chart.draw_series(LineSeries::new(
            [(0.0, 0.0), (last, 0.0)],
            BLACK.stroke_width(1),
        ))?;
        area.present()?;
    }
    output::write_file(path, &picture)?;
    Ok(true)
}

/// Writes the games of the results file in their own formats, one file for each game of the tournament.
pub fn write_records(settings: &Settings, results: &Path, folder: &Path) -> anyhow::Result<()> {
    for (number, entry) in settings.games.iter().enumerate() {
        let info = registry::info(&entry.game)?;
        let Some(format) = info.formats.first() else {
            continue;
        };
        let ending = format.extensions.first().unwrap_or(&"txt");
        let name = format!("games-{}.{ending}", number + 1);
        let path = folder.join(&name);
        let games = BufReader::new(std::fs::File::open(results)?);
        let written = output::write_file_by(&path, |file| {
            for line in Lines::new(games, MAX_JSON) {
                let Ok(game) = serde_json::from_slice::<GameLine>(&line.map_err(io::Error::other)?)
                else {
                    continue;
                };
                if game.job.game == number {
                    let record = record(info, entry, &game);
                    writeln!(file, "{}", (format.write)(&record))?;
                }
            }
            Ok(())
        });
        written.with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// A game as a record, with scores, depths and times as comments.
fn record(info: &GameInfo, entry: &super::settings::GameEntry, game: &GameLine) -> Record {
    let mut tags: Vec<(String, String)> = game
        .names
        .iter()
        .enumerate()
        .map(|(seat, name)| (format!("Player{}", seat + 1), name.clone()))
        .collect();
    tags.push(("Round".into(), round(&game.job)));
    tags.push(("Ending".into(), game.ending.words().into()));
    if game.returns.len() > 2 {
        let values: Vec<String> = game.returns.iter().map(ToString::to_string).collect();
        tags.push(("Returns".into(), values.join(" ")));
    }
    if let Some(margins) = &game.margins {
        let values: Vec<String> = margins.iter().map(|margin| format!("{margin:+}")).collect();
        tags.push(("Margins".into(), values.join(" ")));
    }
    let ply = |(text, mark): (&String, Option<&Mark>)| RecordedPly {
        text: text.clone(),
        comment: mark.and_then(comment),
        ..RecordedPly::default()
    };
    let marks = game.marks.iter().map(Some).chain(std::iter::repeat(None));
    debug_assert!(info.answers_to(&entry.game));
    Record {
        tags,
        variant: entry.variant().unwrap_or_default(),
        start: game.start.clone(),
        comment: None,
        plies: game.moves.iter().zip(marks).map(ply).collect(),
        result: result(&game.returns),
        damage: None,
    }
}

/// The result of a game of two as game files write it.
fn result(returns: &[f32]) -> Option<String> {
    let [first, second] = returns else {
        return None;
    };
    let word = match first.total_cmp(second) {
        std::cmp::Ordering::Greater => "1-0",
        std::cmp::Ordering::Equal => "1/2-1/2",
        std::cmp::Ordering::Less => "0-1",
    };
    Some(word.into())
}

fn comment(mark: &Mark) -> Option<String> {
    let mut words = Vec::new();
    if let Some(score) = mark.score {
        words.push(signed(score, 2));
    }
    if let Some(depth) = mark.depth {
        words.push(format!("depth {depth}"));
    }
    if let Some(time) = mark.time_ms {
        words.push(format!("{:.3} s", time / 1000.0));
    }
    (!words.is_empty()).then(|| words.join(", "))
}
