//! `.mat` written: the match in two columns, as other programs read it.

use std::fmt::Write as _;

use super::mat::START;
use super::script::{FileStep, Script, TurnAction, scripts};
use super::{INFALLIBLE, PLAYERS};
use crate::Record;
use crate::interface::record::one_line;
use crate::tryktrak::notation::xgid;
use crate::tryktrak::{Options, Phase};

/// The width of the left column.
const COLUMN: usize = 27;

/// Writes games as one match.
pub(super) fn write(records: &[Record]) -> String {
    let mut text = String::new();
    let Some(first) = records.first() else {
        return text;
    };
    let tags = first.tags.iter();
    for (key, value) in tags.filter(|(key, _)| is_tag(key)) {
        let value = one_line(&value.replace('"', " "));
        writeln!(text, "; [{key} \"{value}\"]").expect(INFALLIBLE);
    }
    let options = scripts(first).first().map(|script| script.game.options());
    let options = options.unwrap_or_default();
    let usual = Options::default();
    let said = [
        ("Crawford", options.crawford, usual.crawford),
        ("Jacoby", options.jacoby, usual.jacoby),
        ("Beavers", options.beavers, usual.beavers),
        ("Cube", options.cube, usual.cube),
    ];
    for (key, value, _) in said.into_iter().filter(|(_, value, usual)| value != usual) {
        let value = if value { "On" } else { "Off" };
        writeln!(text, "; [{key} \"{value}\"]").expect(INFALLIBLE);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    write!(text, " {} point match\n\n", options.length).expect(INFALLIBLE);
    let mut number = 0;
    for record in records {
        let names = PLAYERS.map(|key| name_of(record, key));
        for script in scripts(record) {
            number += 1;
            if script.start.status().phase != Phase::Opening {
                let start = xgid::write(script.game.options(), &script.start);
                writeln!(text, "; [{START} \"{start}\"]").expect(INFALLIBLE);
            }
            writeln!(text, " Game {number}").expect(INFALLIBLE);
            write_game(&mut text, &names, &script);
            text.push('\n');
        }
    }
    // What holds these is read as a tree.
    text.replace("(;", "( ;")
}

/// Whether a tag stands in a comment of its own, and says nothing about the moves.
fn is_tag(key: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
    !key.is_empty() && key.chars().all(is_word) && key != START && !PLAYERS.contains(&key)
}

/// The name of a player; colons would end it, and a line that begins like a comment is one.
fn name_of(record: &Record, key: &str) -> String {
    let found = record.tags.iter().find(|(known, _)| known == key);
    let number = if key == PLAYERS[0] { 1 } else { 2 };
    found
        .map(|(_, name)| one_line(&name.replace(':', " ")))
        .map(|name| name.trim().trim_start_matches(['#', ';', ' ']).to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| format!("player {number}"))
}

fn write_game(text: &mut String, names: &[String; 2], script: &Script) {
    let score = script.start.status().score;
    let left = format!("{} : {}", names[0], score[0]);
    writeln!(text, " {left:<29} {} : {}", names[1], score[1]).expect(INFALLIBLE);
    let mut rows: Vec<[Option<String>; 2]> = Vec::new();
    let mut comments = Vec::new();
    for event in &script.events {
        let column = event.player.index();
        let has_place = column == 1 && rows.last().is_some_and(|row| row[1].is_none());
        if !has_place {
            rows.push([None, None]);
        }
        let row = rows.last_mut().expect("one was added if there was none");
        row[column] = Some(cell(&event.what));
        let said = event.comment.iter().flat_map(|comment| comment.lines());
        let number = rows.len();
        let said = said.map(one_line);
        comments.extend(said.map(|line| format!("; {number}) {}: {line}", names[column])));
    }
    for (index, [left, right]) in rows.iter().enumerate() {
        let (left, right) = (left.as_deref(), right.as_deref());
        let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
        writeln!(text, "{:>3}) {left:<COLUMN$} {right}", index + 1).expect(INFALLIBLE);
    }
    if let Some((winner, points, _)) = script.result {
        let indent = if winner.index() == 0 { 6 } else { 34 };
        let plural = if points == 1 { "" } else { "s" };
        writeln!(text, "{:indent$}Wins {points} point{plural}", "").expect(INFALLIBLE);
    }
    // The format has no place for comments inside a game; readers pass over such lines.
    for comment in comments {
        writeln!(text, "{comment}").expect(INFALLIBLE);
    }
}

fn cell(what: &TurnAction) -> String {
    match what {
        TurnAction::Turn(roll, steps) => {
            let mut text = format!("{roll}: ");
            for (index, step) in steps.iter().enumerate() {
                let blank = if index == 3 { "" } else { " " };
                let FileStep { from, to, hits } = step;
                let star = if *hits { "*" } else { "" };
                write!(text, "{from}/{to}{star}{blank}").expect(INFALLIBLE);
            }
            text
        }
        TurnAction::Double(value) => format!(" Doubles => {value}"),
        TurnAction::Take => " Takes".to_owned(),
        TurnAction::Pass => " Drops".to_owned(),
        TurnAction::Beaver => " Beavers".to_owned(),
    }
}
