//! The Markdown report of a tournament.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::BufReader;
use std::path::Path;
use std::time::SystemTime;

use ludex_kit::{GameInfo, say, say_count};
use serde::Serialize;
use serde_json::Value;

use super::{INFALLIBLE, details, standing_columns, standing_rows};
use crate::tournament::results::GameLine;
use crate::tournament::settings::{DEFAULT_LIMIT, GameEntry, PlayerEntry, TournamentSettings};
use crate::tournament::summary::{GameOutcome, TournamentSummary};
use ludex_base::catalogue::catalogue;
use ludex_base::lines::{Lines, MAX_JSON};
use ludex_base::output::Align;

/// Maximum number of forfeits described in full.
const SHOWN_FORFEITS: usize = 20;

/// Points and number of games of each player against each other player.
pub(super) fn cross_points(
    settings: &TournamentSettings,
    outcomes: &[GameOutcome],
) -> Vec<Vec<(f64, u64)>> {
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
    points
}

/// The cross table of points.
fn cross_table(settings: &TournamentSettings, outcomes: &[GameOutcome]) -> String {
    let points = cross_points(settings, outcomes);
    let n = settings.players.len();
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

/// The Markdown report of a tournament.
pub struct Page<'a> {
    /// The settings.
    pub settings: &'a TournamentSettings,
    /// The summary.
    pub summary: &'a TournamentSummary,
    /// The games that count.
    pub outcomes: &'a [GameOutcome],
    /// Number of scheduled games, played or not.
    pub planned: usize,
    /// The results file.
    pub results: &'a Path,
    /// When the tournament was begun.
    pub begun: SystemTime,
    /// Whether there is a picture of Elo over games.
    pub has_picture: bool,
}

impl Page<'_> {
    /// The report as Markdown.
    pub fn markdown(&self) -> anyhow::Result<String> {
        let mut text = self.head();
        text += &standings(self.summary);
        let details = details(self.summary);
        if !details.is_empty() {
            write!(text, "\n```text\n{details}```\n").expect(INFALLIBLE);
        }
        if self.settings.players.len() > 2 {
            let title = say!("Points of each player (rows) against each opponent (columns)");
            write!(text, "\n{title}:\n\n").expect(INFALLIBLE);
            text += &cross_table(self.settings, self.outcomes);
        }
        if self.has_picture {
            write!(text, "\n![{}](elo.svg)\n", say!("Elo over games")).expect(INFALLIBLE);
        }
        text += &self.conditions();
        text += &self.forfeits()?;
        Ok(text)
    }

    /// The head of the report: the games that were played, and their number.
    fn head(&self) -> String {
        let mut text = format!("# {}\n\n", say!("Tournament"));
        for game in &self.settings.games {
            let drawn = self.drawn_after(game);
            writeln!(text, "- {}{drawn}", setting_words(game)).expect(INFALLIBLE);
        }
        let (mut games_of, mut whole) = (BTreeMap::new(), 0);
        for GameOutcome { job, .. } in self.outcomes {
            let games = games_of.entry((job.pair, job.game, job.meeting)).or_insert(0);
            *games += 1;
            whole += usize::from(*games == job.seats.len());
        }
        let (games, planned) = (self.summary.games, self.planned);
        let is_paired = self.outcomes.iter().all(|outcome| outcome.job.seats.len() == 2);
        let mut count = if is_paired {
            say!("{games} of {planned} games, {whole} complete pairs", games, planned, whole)
        } else {
            say!(
                "{games} of {planned} games, {whole} complete rounds of all seatings",
                games,
                planned,
                whole
            )
        };
        if self.summary.sprt.and_then(|sprt| sprt.accepted()).is_some() {
            count = say!("{count}; the test is decided", count);
        }
        let begun = humantime::format_rfc3339_seconds(self.begun);
        let version = env!("CARGO_PKG_VERSION");
        let started = say!("Ludex {version}, started {begun}", version, begun);
        write!(text, "- {count}\n- {started}\n\n").expect(INFALLIBLE);
        text
    }

    /// The move limit of a game as text. Empty if the settings state the limit, or if the limit is so high that it hardly ever applies.
    fn drawn_after(&self, game: &GameEntry) -> String {
        let plies = catalogue().info(&game.game).map(|info| info.endless_after);
        match (plies, self.settings.adjudicate.length) {
            (Ok(plies), None) if plies < GameInfo::BASE.endless_after => {
                say_count!(
                    plies.into(),
                    ", drawn after {count} plies",
                    ", drawn after {count} plies"
                )
            }
            _ => String::new(),
        }
    }

    /// The settings of each player, and those that apply to all players.
    fn conditions(&self) -> String {
        let mut text = format!("\n## {}\n\n", say!("Players"));
        for player in &self.settings.players {
            let others = PlayerEntry { name: String::new(), ..player.clone() };
            let words = match (setting_words(&others), player.is_unlimited()) {
                (words, false) => words,
                (words, true) if words.is_empty() => DEFAULT_LIMIT.to_owned(),
                (words, true) => format!("{DEFAULT_LIMIT}, {words}"),
            };
            writeln!(text, "- **{}**: {words}", escaped(&player.name)).expect(INFALLIBLE);
        }
        let rules =
            TournamentSettings { games: Vec::new(), players: Vec::new(), ..self.settings.clone() };
        write!(text, "\n## {}\n\n{}\n", say!("Settings"), setting_words(&rules)).expect(INFALLIBLE);
        text
    }

    /// The first forfeits with their details.
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
            let (name, ending) = (escaped(name), game.ending.translated());
            let round = game.job.round();
            writeln!(shown, "- {round}, {name}: {ending}").expect(INFALLIBLE);
            if let Some(detail) = &game.detail {
                // The detail is indented, so that Markdown treats it as code.
                let block = detail.lines().map(|line| format!("\n      {line}"));
                writeln!(shown, "{}\n", block.collect::<String>()).expect(INFALLIBLE);
            }
        }
        write!(text, "\n## {}\n\n{shown}", say!("Forfeits")).expect(INFALLIBLE);
        if count > SHOWN_FORFEITS {
            let more = count - SHOWN_FORFEITS;
            writeln!(text, "\n{}", say!("{more} more are in results.jsonl.", more))
                .expect(INFALLIBLE);
        }
        Ok(text)
    }
}

/// Settings as `key=value, …`. All fields are serialised, so new ones appear automatically.
fn setting_words(settings: &impl Serialize) -> String {
    let mut words = Vec::new();
    flatten("", &serde_json::to_value(settings).unwrap_or_default(), &mut words);
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

/// Escapes a text for Markdown.
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

/// The standings as a Markdown table.
fn standings(summary: &TournamentSummary) -> String {
    let columns = standing_columns(summary);
    let mut text = String::from("|");
    for (heading, _) in &columns {
        let blank = if heading.is_empty() { "" } else { " " };
        write!(text, "{blank}{heading} |").expect(INFALLIBLE);
    }
    text.push_str("\n|");
    for (_, align) in &columns {
        text.push_str(match align {
            Align::Left => "---|",
            Align::Right => "--:|",
        });
    }
    text.push('\n');
    for mut cells in standing_rows(summary) {
        cells[1] = escaped(&cells[1]);
        writeln!(text, "| {} |", cells.join(" | ")).expect(INFALLIBLE);
    }
    text
}
