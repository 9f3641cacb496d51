//! Prints judged games as tables and JSON.

use std::fmt::Write as _;

use anyhow::Result;
use ludex_kit::{GameInfo, Record, message, say, say_count};
use ludex_search::MAX_PLAYERS;
use serde_json::{Map, Value, json};

use super::request::{Judging, Order};
use crate::WORDS;
use crate::headings;
use ludex_base::catalogue::catalogue;
use ludex_base::output::{self, Align, Colour, TextTable, plies};
use ludex_study::analysis::{
    GameLuck, JudgedGame, JudgedMove, Mark, Totals, match_json, score_text, summary, worst_moves,
};
use ludex_study::page::judged::{self, counted};

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// The fields of a move, with the name of its variation.
pub(super) fn facts(verdict: &JudgedMove, branch: Option<&str>) -> Map<String, Value> {
    let mut facts = verdict.facts.clone();
    if let Some(branch) = branch {
        facts.insert("branch".into(), branch.into());
    }
    facts
}

impl Judging<'_> {
    /// Prints the moves of a game and the effect of chance.
    pub(super) fn print_game(&self, game: &JudgedGame, number: usize) -> Result<()> {
        let (record, moves) = (&game.record, &game.moves);
        let mut rows: Vec<&JudgedMove> =
            moves.iter().filter(|verdict| verdict.is_shown()).collect();
        if self.order == Order::Worst {
            rows.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        }
        if self.json {
            if self.order == Order::Worst {
                for verdict in rows {
                    let facts = facts(verdict, game.branch.as_deref());
                    output::json(&Value::Object(facts))?;
                }
            }
            return Ok(());
        }
        let mut text = String::new();
        let info = catalogue().info(&self.position.game)?;
        let is_one = !info.annotates;
        let head = heading(game, (!is_one).then_some(number));
        if !head.is_empty() {
            text = output::coloured(&head, Colour::Bold) + "\n";
        }
        if let Some(name) = &game.branch {
            writeln!(text, "{}", say!("Branch {name}", name)).expect(INFALLIBLE);
        }
        match game.n_book() {
            0 => {}
            n => {
                let opening = say!("opening  {plies} of the book", plies = plies(n as u32));
                writeln!(text, "{opening}").expect(INFALLIBLE);
            }
        }
        if rows.is_empty() {
            return Ok(output::print(&text)?);
        }
        text.push_str(&verdict_table(info, &rows));
        let marked = rows.iter().filter(|verdict| verdict.mark > Mark::Inaccuracy);
        for verdict in marked {
            text.push_str(&better(verdict));
        }
        if let Some(luck) = &game.luck {
            text.extend(["\n", &luck.table(record)]);
        }
        Ok(output::print(&format!("{text}\n"))?)
    }

    /// Prints the totals of the games of a match. `number` is the number of the match if the file contains several, and `n_before` the
    /// number of games before the match.
    pub(super) fn print_tally(
        &self,
        games: &[JudgedGame],
        number: Option<usize>,
        n_before: usize,
    ) -> Result<()> {
        let Some(opened) = games.first().map(|game| self.open(&game.record)).transpose()? else {
            return Ok(());
        };
        let summary = summary(&*opened, games);
        let [first, second] = &summary.players[..] else {
            return Ok(());
        };
        if self.json {
            let mut sums = match_json(&summary, games);
            if let Some(number) = number {
                sums.insert("match".into(), json!(number));
            }
            return Ok(output::json(&Value::Object(sums))?);
        }
        if let Some(number) = number {
            let (first, last) = (n_before + 1, n_before + games.len());
            let heading = match games.len() {
                1 => say!("Match {number}, game {first}", number, first),
                _ => say!("Match {number}, games {first} to {last}", number, first, last),
            };
            output::print(&format!("{}\n", output::coloured(&heading, Colour::Bold)))?;
        }
        let record = games.first().map(|game| &game.record);
        let name = |player: usize| {
            let name = record.and_then(|record| record.player_name(player));
            name.unwrap_or_else(|| say!("player {player}", player))
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
        if games.len() > 1 {
            output::print(&format!("\n{}", games_table(games, n_before)))?;
        }
        let mut luck = GameLuck::default();
        let lucks: Vec<&GameLuck> = games.iter().filter_map(|game| game.luck.as_ref()).collect();
        for of_game in &lucks {
            luck.add(of_game);
        }
        if let (Some(record), [_, _, ..]) = (record, &lucks[..]) {
            output::print(&format!("\n{}", luck.table(record)))?;
        }
        let worst = worst_moves(games);
        if !worst.is_empty() {
            output::print(&format!("\n{}", worst_table(&worst)))?;
        }
        if number.is_some() {
            output::print("\n")?;
        }
        Ok(())
    }
}

fn worst_table(worst: &[&JudgedMove]) -> String {
    let mut table = headings::table(&[
        (message!("worst"), Align::Right),
        (message!("game"), Align::Right),
        (message!("ply"), Align::Right),
        (message!("player"), Align::Left),
        (message!("move"), Align::Left),
        (message!("better"), Align::Left),
        (message!("lost"), Align::Right),
        (message!("position"), Align::Left),
    ]);
    let text = |verdict: &JudgedMove, key: &str| match verdict.facts.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    };
    for (rank, verdict) in (1..).zip(worst) {
        let player = format!("{} {}", verdict.player, text(verdict, "name"));
        table.row(vec![
            format!("{rank}"),
            text(verdict, "game_number"),
            verdict.number.to_string(),
            player.trim_end().to_owned(),
            format!("{}{}", verdict.played, verdict.mark.sign()),
            text(verdict, "bestmove"),
            verdict.lost.clone(),
            text(verdict, "position"),
        ]);
    }
    table.render()
}

/// A table of the games with the score after each game.
fn games_table(games: &[JudgedGame], n_before: usize) -> String {
    let mut table = headings::table(&[
        (message!("game"), Align::Right),
        (message!("result"), Align::Left),
        (message!("score"), Align::Right),
    ]);
    for (number, game) in (n_before + 1..).zip(games) {
        let score = game.scores[1].as_deref().map(score_text);
        let result = won_by(game).unwrap_or_default();
        table.row(vec![format!("{number}"), result, score.unwrap_or_default()]);
    }
    table.render()
}

/// The winner, the points, and a resignation: `Ann wins 2 points, Bob resigns`.
fn won_by(game: &JudgedGame) -> Option<String> {
    let result = game.record.result.as_deref().or(game.result)?;
    let Some((winner, points)) = result.strip_prefix('p').and_then(|rest| rest.split_once("win"))
    else {
        return Some(result.to_owned());
    };
    let name_of = |number: usize| {
        let name = game.record.player_name(number);
        name.unwrap_or_else(|| say!("player {player}", player = number))
    };
    let name = name_of(winner.parse().ok()?);
    let won = match points.trim() {
        "" => say!("{name} wins", name),
        points => match points.parse::<u64>() {
            Ok(n) => say_count!(n, "{name} wins {count} point", "{name} wins {count} points", name),
            Err(_) => say!("{name} wins {points} points", name, points),
        },
    };
    Some(match game.gave_up {
        Some(loser) => say!("{won}, {loser} resigns", won, loser = name_of(loser)),
        None => won,
    })
}

/// The heading of a game: its number if there are several, players, score and result.
fn heading(game: &JudgedGame, number: Option<usize>) -> String {
    let record = &game.record;
    let names = (1..=MAX_PLAYERS).filter_map(|player| record.player_name(player));
    let who = names.collect::<Vec<_>>().join(" – ");
    let score = game.scores[0].as_deref().map(score_text);
    let result = match &record.result {
        Some(_) => won_by(game).filter(|_| number.is_some()).or(record.result.clone()),
        None => None,
    };
    let parts = [Some(who), score, result].into_iter().flatten();
    let parts: Vec<String> = parts.filter(|text| !text.is_empty()).collect();
    let facts = parts.join(", ");
    match number {
        Some(number) if facts.is_empty() => say!("Game {number}", number),
        Some(number) => say!("Game {number}: {facts}", number, facts),
        None => facts,
    }
}

/// The candidates that would have been better than a marked move, and a missed win.
fn better(verdict: &JudgedMove) -> String {
    let heading = say!(
        "ply {number}: {played}  {value}",
        number = verdict.number,
        played = format!("{}{}", verdict.played, verdict.mark.sign()),
        value = verdict.value
    );
    let mut text = format!("\n{heading}\n");
    for (rank, candidate) in (1..).zip(&verdict.candidates) {
        let line: Vec<&str> = candidate.pv.iter().take(8).map(String::as_str).collect();
        let played = if verdict.rank == Some(rank) {
            format!("   {}", say!("as played"))
        } else {
            String::new()
        };
        let line = line.join(" ");
        writeln!(text, "   {rank}  {:>8}  {line}{played}", candidate.value).expect(INFALLIBLE);
    }
    if let Some(win) = &verdict.missed_win {
        let (plies, line) = (plies(win.plies), win.line.join(" "));
        let missed = say!("missed a win in {plies}: {line}", plies, line);
        writeln!(text, "   {missed}").expect(INFALLIBLE);
    }
    text
}

/// The headings of columns of words, and of a column without a heading.
const TEXTS: [&str; 4] = ["move", "better", "best", ""];

fn verdict_table(info: &GameInfo, rows: &[&JudgedMove]) -> String {
    let cells = &rows[0].cells;
    let is_numbered = cells.first().is_some_and(|(heading, _)| *heading == "ply");
    let mut columns: Vec<(&str, Align)> = Vec::new();
    if !is_numbered {
        columns.push((WORDS.translate(message!("ply")), Align::Right));
    }
    columns.extend(cells.iter().map(|(heading, _)| {
        let align = if TEXTS.contains(&&**heading) { Align::Left } else { Align::Right };
        (judged::heading(info, heading), align)
    }));
    let mut table = TextTable::new(&columns);
    for verdict in rows {
        let number = (!is_numbered).then(|| verdict.number.to_string());
        let cells = verdict.cells.iter().map(|(_, text)| text.clone());
        table.row(number.into_iter().chain(cells).collect());
    }
    with_marks(&table, rows.iter().map(|verdict| verdict.mark))
}

/// A table whose rows are coloured by their marks.
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

/// The totals of the players as a table.
pub(super) fn totals_table(info: &GameInfo, sums: &[Totals], record: &Record) -> String {
    let Some(first) = sums.first() else {
        return String::new();
    };
    let headings = counted(first);
    let headings = headings.iter().map(|(name, _)| (judged::heading(info, name), Align::Right));
    let columns: Vec<(&str, Align)> =
        [(WORDS.translate(message!("player")), Align::Right)].into_iter().chain(headings).collect();
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
