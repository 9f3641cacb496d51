//! Writes `.mat`: matches in two columns, as other programs read them.

use std::fmt::Write as _;

use super::mat::{START, UNPLAYED, label, read_rule};
use super::script::{FileStep, Script, TurnAction, in_matches};
use super::tags::{INFALLIBLE, PLAYERS};
use crate::notation::xgid;
use crate::rules::options::Options;
use crate::rules::position::Phase;
use ludex_kit::Record;
use ludex_kit::interface::record::one_line;
use ludex_kit::support::plural::counted;

/// Width of the left column.
const COLUMN: usize = 27;

/// Writes games; those of one match share a heading.
pub(super) fn write(records: &[Record]) -> String {
    let mut text = String::new();
    let mut heading: &[(String, String)] = &[];
    for (record, scripts, n_before) in in_matches(records) {
        if n_before == 0 {
            write_heading(&mut text, record, &scripts);
            heading = &record.tags;
        }
        // The tags that only this game has.
        let tags = record.tags.iter().filter(|tag| !heading.contains(tag));
        tags.for_each(|tag| write_tag(&mut text, tag));
        let names = names_of(record);
        for (index, script) in scripts.iter().enumerate() {
            if script.start.status().phase != Phase::Opening {
                let start = xgid::write(script.game.options(), &script.start);
                writeln!(text, "; [{START} \"{start}\"]").expect(INFALLIBLE);
            }
            writeln!(text, " Game {}", n_before + index + 1).expect(INFALLIBLE);
            write_score(&mut text, &names, script);
            let comment = record.comment.as_deref().filter(|_| index == 0);
            for line in lines_of(comment.unwrap_or_default()) {
                writeln!(text, "; 0) {}", one_line(line)).expect(INFALLIBLE);
            }
            write_game(&mut text, &names, script);
            text.push('\n');
        }
    }
    // A text with `(;` would be read as an SGF tree.
    text.replace("(;", "( ;")
}

/// Whether a tag is written as a comment. The start position and the players' names have other places in the file.
fn is_tag(key: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
    !key.is_empty() && key.chars().all(is_word) && key != START && !PLAYERS.contains(&key)
}

fn write_tag(text: &mut String, (key, value): &(String, String)) {
    if is_tag(key) {
        let value = one_line(&value.replace('"', " "));
        writeln!(text, "; [{key} \"{value}\"]").expect(INFALLIBLE);
    }
}

/// Writes the tags of a match, its rules if the tags do not contain them, and its length.
fn write_heading(text: &mut String, record: &Record, scripts: &[Script]) {
    let mut heading = String::new();
    let mut stated = Options::default();
    for tag in &record.tags {
        if is_tag(&tag.0) {
            read_rule(&mut stated, &tag.0, &tag.1);
        }
        write_tag(&mut heading, tag);
    }
    let options = scripts.first().map(|script| script.game.options());
    let options = options.unwrap_or_default();
    let rules = [
        ("Crawford", options.crawford, stated.crawford),
        ("Jacoby", options.jacoby, stated.jacoby),
        ("Beavers", options.beavers, stated.beavers),
        ("Cube", options.cube, stated.cube),
    ];
    for (key, value, _) in rules.into_iter().filter(|(_, value, stated)| value != stated) {
        let value = if value { "On" } else { "Off" };
        writeln!(heading, "; [{key} \"{value}\"]").expect(INFALLIBLE);
    }
    if !heading.is_empty() {
        heading.push('\n');
    }
    write!(text, "{heading} {} point match\n\n", options.length).expect(INFALLIBLE);
}

/// The names of the players, without characters that would end a name or look like a comment.
fn names_of(record: &Record) -> [String; 2] {
    [1, 2].map(|number| {
        let key = PLAYERS[number - 1];
        let found = record.tags.iter().find(|(known, _)| known == key);
        found
            .map(|(_, name)| one_line(&name.replace(':', " ")))
            .map(|name| name.trim().trim_start_matches(['#', ';', ' ']).to_owned())
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| format!("player {number}"))
    })
}

fn write_score(text: &mut String, names: &[String; 2], script: &Script) {
    let score = script.start.status().score;
    let left = format!("{} : {}", names[0], score[0]);
    writeln!(text, " {left:<29} {} : {}", names[1], score[1]).expect(INFALLIBLE);
}

/// The lines of a text, from the first to the last that is not empty.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.trim().lines().map(str::trim)
}

fn write_game(text: &mut String, names: &[String; 2], script: &Script) {
    let mut rows: Vec<[Option<String>; 2]> = Vec::new();
    let mut comments = Vec::new();
    let mut add_comments = |number: usize, column: usize, lines: &[String]| {
        let who = label(names, column);
        comments.extend(lines.iter().map(|line| format!("; {number}) {who}: {}", one_line(line))));
    };
    for event in &script.events {
        let column = event.player.index();
        let has_place = column == 1 && rows.last().is_some_and(|row| row[1].is_none());
        if !has_place {
            rows.push([None, None]);
        }
        let number = rows.len();
        let row = rows.last_mut().expect("a row was added if there was none");
        row[column] = Some(cell(&event.what));
        add_comments(number, column, &event.remark);
    }
    // A resignation has no cell. A comment on it gets the number of the row that would follow the last one.
    add_comments(rows.len() + 1, 0, &script.last_remark);
    for (index, [left, right]) in rows.iter().enumerate() {
        let (left, right) = (left.as_deref(), right.as_deref());
        let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
        writeln!(text, "{:>3}) {left:<COLUMN$} {right}", index + 1).expect(INFALLIBLE);
    }
    if let Some((winner, points, _)) = script.result {
        let indent = if winner.index() == 0 { 6 } else { 34 };
        writeln!(text, "{:indent$}Wins {}", "", counted(points, "point")).expect(INFALLIBLE);
    }
    // The format has no place for comments inside a game. They are written as separate lines, which other readers skip.
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
        TurnAction::Dice(roll) => format!("{roll}: {UNPLAYED}"),
        TurnAction::Double(value) => format!(" Doubles => {value}"),
        TurnAction::Take => " Takes".to_owned(),
        TurnAction::Pass => " Drops".to_owned(),
        TurnAction::Beaver => " Beavers".to_owned(),
    }
}
