//! What is printed about judged games: tables and JSON.

use std::fmt::Write as _;

use anyhow::Result;
use ludex_games::interface::judging::add_tally;
use ludex_games::{InputError, JudgingSummary, JudgingTally, Record};
use ludex_search::MAX_PLAYERS;
use serde_json::{Value, json};

use super::{JudgedGame, Judging};
use crate::analysis::{JudgedMove, Mark, Totals};
use crate::output::{self, Align, Colour, TextTable, plies};
use crate::page::judged::counted;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// In which order moves are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) enum Order {
    /// As they were played.
    #[default]
    Ply,
    /// Those that lost most first.
    Worst,
}

impl std::str::FromStr for Order {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "ply" => Ok(Self::Ply),
            "worst" => Ok(Self::Worst),
            _ => {
                let error = InputError::new("", text, "ply or worst");
                Err(error.with_nearest(text, ["ply", "worst"]))
            }
        }
    }
}

/// How many moves from the start the shipped book would play.
pub(super) fn n_book(moves: &[JudgedMove]) -> usize {
    let from_start = moves.first().is_some_and(|first| first.number == 1);
    let known = moves.iter().take_while(|verdict| verdict.in_book);
    if from_start { known.count() } else { 0 }
}

impl Judging<'_> {
    /// Tells the moves of a game.
    pub(super) fn tell_moves(
        &self,
        record: &Record,
        moves: &[JudgedMove],
        number: usize,
    ) -> Result<()> {
        let mut rows: Vec<&JudgedMove> = moves.iter().filter(|verdict| verdict.is_told()).collect();
        if self.order == Order::Worst {
            rows.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        }
        if self.json {
            if self.order == Order::Worst {
                for verdict in rows {
                    output::json(&Value::Object(verdict.facts.clone()))?;
                }
            }
            return Ok(());
        }
        let mut text = String::new();
        let is_one = !ludex_games::registry::info(&self.position.game)?.annotates;
        let head = heading(record, (!is_one).then_some(number));
        if !head.is_empty() {
            text = output::coloured(&head, Colour::Bold) + "\n";
        }
        match n_book(moves) {
            0 => {}
            n => writeln!(text, "opening  {} of the book", plies(n as u32)).expect(INFALLIBLE),
        }
        if rows.is_empty() {
            return Ok(output::print(&text)?);
        }
        text.push_str(&verdict_table(&rows));
        let marked = rows
            .iter()
            .filter(|verdict| verdict.mark > Mark::Inaccuracy);
        for verdict in marked {
            text.push_str(&better(verdict));
        }
        Ok(output::print(&format!("{text}\n"))?)
    }

    /// Tells the sums of games that word them themselves.
    pub(super) fn tell_tally(&self, games: &[JudgedGame]) -> Result<()> {
        let Some(summary) = self.summary(games)? else {
            return Ok(());
        };
        let [first, second] = &summary.players[..] else {
            return Ok(());
        };
        if self.json {
            let totals = [&first.facts, &second.facts];
            output::json(&json!({"totals": totals}))?;
            return Ok(());
        }
        let record = games.first().map(|game| &game.record);
        let name = |player: usize| {
            let name = record.and_then(|record| record.player_name(player));
            name.unwrap_or_else(|| format!("player {player}"))
        };
        let names = [1, 2].map(name);
        let mut table = TextTable::new(&[
            ("", Align::Left),
            (&names[0], Align::Right),
            (&names[1], Align::Right),
        ]);
        for ((name, first), (_, second)) in first.cells.iter().zip(&second.cells) {
            table.row(vec![(*name).to_owned(), first.clone(), second.clone()]);
        }
        output::print(&format!("{}\n{}\n", table.render(), summary.remark))?;
        Ok(())
    }

    /// The sums of games in the words of their game.
    pub(super) fn summary(&self, games: &[JudgedGame]) -> Result<Option<JudgingSummary>> {
        let Some(first) = games.first() else {
            return Ok(None);
        };
        let mut tally = JudgingTally::new();
        for game in games {
            add_tally(
                &mut tally,
                game.tally.as_ref().unwrap_or(&JudgingTally::new()),
            );
        }
        Ok(Some(self.open(&first.record)?.summarise(&tally)))
    }
}

/// Which game of several it is, who played, and how it ended.
fn heading(record: &Record, number: Option<usize>) -> String {
    let names = (1..=MAX_PLAYERS).filter_map(|player| record.player_name(player));
    let who = names.collect::<Vec<_>>().join(" – ");
    let result = record.result.clone().unwrap_or_default();
    let told = [who, result].into_iter().filter(|text| !text.is_empty());
    let told = told.collect::<Vec<_>>().join(", ");
    match number {
        Some(number) if told.is_empty() => format!("Game {number}"),
        Some(number) => format!("Game {number}: {told}"),
        None => told,
    }
}

/// What would have been better than a mistake.
fn better(verdict: &JudgedMove) -> String {
    let mut text = format!(
        "\nply {}: {}{}  {}\n",
        verdict.number,
        verdict.played,
        verdict.mark.sign(),
        verdict.value
    );
    for (rank, candidate) in (1..).zip(&verdict.candidates) {
        let line: Vec<&str> = candidate.pv.iter().take(8).map(String::as_str).collect();
        let played = if verdict.rank == Some(rank) {
            "   as played"
        } else {
            ""
        };
        let line = line.join(" ");
        writeln!(text, "   {rank}  {:>8}  {line}{played}", candidate.value).expect(INFALLIBLE);
    }
    if let Some(win) = &verdict.missed_win {
        let line = win.line.join(" ");
        writeln!(text, "   missed a win in {}: {line}", plies(win.plies)).expect(INFALLIBLE);
    }
    text
}

fn verdict_table(rows: &[&JudgedMove]) -> String {
    let cells = &rows[0].cells;
    let is_numbered = cells.first().is_some_and(|(heading, _)| heading == "ply");
    let mut columns: Vec<(&str, Align)> = Vec::new();
    if !is_numbered {
        columns.push(("#", Align::Right));
    }
    columns.extend(cells.iter().map(|(heading, _)| {
        let is_text = matches!(heading.as_str(), "move" | "" | "better" | "best");
        let align = if is_text { Align::Left } else { Align::Right };
        (heading.as_str(), align)
    }));
    let mut table = TextTable::new(&columns);
    for (index, verdict) in rows.iter().enumerate() {
        let number = (!is_numbered).then(|| (index + 1).to_string());
        let cells = verdict.cells.iter().map(|(_, text)| text.clone());
        table.row(number.into_iter().chain(cells).collect());
    }
    with_marks(&table, rows.iter().map(|verdict| verdict.mark))
}

/// A table with a mark for each row below its heading: rows of mistakes are coloured.
fn with_marks(table: &TextTable, marks: impl Iterator<Item = Mark>) -> String {
    let text = table.render();
    let mut lines = text.lines();
    let head = format!("{}\n", lines.next().unwrap_or_default());
    let body = lines.zip(marks).map(|(line, mark)| match mark {
        Mark::None => format!("{line}\n"),
        Mark::Blunder => output::coloured(line, Colour::Red) + "\n",
        _ => output::coloured(line, Colour::Yellow) + "\n",
    });
    format!("{head}{}", body.collect::<String>())
}

/// The sums of the players as a table.
pub(super) fn totals_table(sums: &[Totals], record: &Record) -> String {
    let Some(first) = sums.first() else {
        return String::new();
    };
    let headings = counted(first);
    let headings = headings.iter().map(|(name, _)| (*name, Align::Right));
    let columns: Vec<(&str, Align)> = [("player", Align::Right)]
        .into_iter()
        .chain(headings)
        .collect();
    let mut table = TextTable::new(&columns);
    for sum in sums {
        let label = match record.player_name(sum.player) {
            Some(name) => format!("{} {name}", sum.player),
            None => sum.player.to_string(),
        };
        let cells = counted(sum).into_iter().map(|(_, text)| text);
        table.row([label].into_iter().chain(cells).collect());
    }
    table.render()
}
