//! Reads match equity tables: rows of numbers as text, or the XML files of GNU Backgammon.

use super::{LONGEST, MatchEquities};
use ludex_kit::{InputError, say};

/// How far the sum of two complementary probabilities may differ from 1. Some published tables have three digits.
const ROUNDED: f64 = 0.003;

/// The rows of a table, each with its line number.
#[derive(Default)]
struct ListedRows {
    rows: Vec<(usize, Vec<f64>)>,
    after: Option<(usize, Vec<f64>)>,
}

impl MatchEquities {
    /// Reads a table. In text form every line is a row: row *n* is for a player who needs *n* points, and column *m* for an opponent who
    /// needs *m* points. The last line begins with `post` and has the probabilities of the trailing player after the Crawford game. Lines
    /// with `#` are comments. A text that begins with `<` is an XML table of GNU Backgammon with explicit rows.
    pub fn read(name: &str, text: &str) -> Result<Self, InputError> {
        let listed = if text.trim_start().starts_with('<') {
            from_xml(name, text)?
        } else {
            from_lines(name, text)?
        };
        let (size, after) = checked(name, &listed)?;
        let mut table = Self {
            name: name.to_owned(),
            listed: size,
            before: vec![[0.0; LONGEST + 1]; LONGEST + 1],
            after: [0.0; LONGEST + 1],
        };
        for (row, (_, chances)) in listed.rows.iter().enumerate() {
            table.before[row + 1][1..=size].copy_from_slice(chances);
        }
        table.after[1..=after.len()].copy_from_slice(after);
        table.extend(after.len());
        Ok(table)
    }
}

fn at(name: &str, line: usize) -> String {
    say!("match equity table {name}, line {line}", name, line)
}

fn chance(name: &str, line: usize, text: &str) -> Result<f64, InputError> {
    match text.trim().parse::<f64>() {
        Ok(chance) if (0.0..=1.0).contains(&chance) => Ok(chance),
        _ => Err(InputError::new(at(name, line), text.trim(), say!("a chance from 0 to 1"))),
    }
}

fn from_lines(name: &str, text: &str) -> Result<ListedRows, InputError> {
    let mut listed = ListedRows::default();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if listed.after.is_some() {
            return Err(InputError::new(
                at(name, number),
                line,
                say!("no more rows after the row that begins with \"post\""),
            ));
        }
        let (words, is_after) = match line.strip_prefix("post") {
            Some(rest) => (rest, true),
            None => (line, false),
        };
        let chances = words
            .split_whitespace()
            .map(|word| chance(name, number, word))
            .collect::<Result<Vec<_>, _>>()?;
        if is_after {
            listed.after = Some((number, chances));
        } else {
            listed.rows.push((number, chances));
        }
    }
    Ok(listed)
}

/// Reads the relevant tags and skips all others.
fn from_xml(name: &str, text: &str) -> Result<ListedRows, InputError> {
    let mut listed = ListedRows::default();
    let mut after = false;
    let mut row: Option<(usize, Vec<f64>)> = None;
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let line = 1 + text[..text.len() - rest.len() + start].matches('\n').count();
        let (tag, body) = split_tag(name, line, &rest[start..])?;
        let word = tag.split_whitespace().next().unwrap_or("");
        match word {
            "pre-crawford-table" | "post-crawford-table" => {
                after = word.starts_with("post");
                check_table(name, line, tag)?;
            }
            "row" => row = Some((line, Vec::new())),
            "me" => {
                let number = body.split('<').next().unwrap_or("");
                let (_, chances) = row.as_mut().ok_or_else(|| {
                    InputError::problem(at(name, line), "<me>", say!("is outside of a <row>"))
                })?;
                chances.push(chance(name, line, number)?);
            }
            "/row" => {
                let ended = row.take().ok_or_else(|| {
                    InputError::problem(at(name, line), "</row>", say!("has no <row> before it"))
                })?;
                if after {
                    listed.after = Some(ended);
                } else {
                    listed.rows.push(ended);
                }
            }
            _ => {}
        }
        rest = body;
    }
    Ok(listed)
}

/// The content of the tag or comment at the start of a text, and the text after it.
fn split_tag<'t>(name: &str, line: usize, text: &'t str) -> Result<(&'t str, &'t str), InputError> {
    let (skipped, end) = if text.starts_with("<!--") { (4, "-->") } else { (1, ">") };
    text[skipped..].split_once(end).map_or_else(
        || {
            let found: String = text.chars().take(30).collect();
            Err(InputError::problem(
                at(name, line),
                found,
                say!("is not closed: {end} is missing", end),
            ))
        },
        |(tag, body)| Ok(if skipped == 4 { ("", body) } else { (tag, body) }),
    )
}

fn check_table(name: &str, line: usize, tag: &str) -> Result<(), InputError> {
    let wrong = |expected: String| Err(InputError::new(at(name, line), tag, expected));
    if !tag.contains("type=\"explicit\"") {
        return wrong(say!("a table of type=\"explicit\""));
    }
    if tag.contains("player=\"") && !tag.contains("player=\"both\"") {
        return wrong(say!("one table for player=\"both\""));
    }
    Ok(())
}

/// Checks a table. Returns its size, and its row for the games after the Crawford game.
fn checked<'l>(name: &str, listed: &'l ListedRows) -> Result<(usize, &'l [f64]), InputError> {
    let size = listed.rows.len();
    let whole = say!("match equity table {name}", name);
    if size == 0 || size > LONGEST {
        let sentence = say!(
            "expected 1 to {most} rows before the Crawford game, but found {size}",
            most = LONGEST,
            size
        );
        return Err(InputError::sentence(whole, sentence));
    }
    let (after_line, after) = listed.after.as_ref().ok_or_else(|| {
        InputError::sentence(
            whole,
            say!("the row for the games after the Crawford game is missing"),
        )
    })?;
    let wrong = |line: usize, length: usize, expected: String| {
        let sentence = say!("expected a row with {expected}, but found {length}", expected, length);
        Err(InputError::sentence(at(name, line), sentence))
    };
    for (line, row) in &listed.rows {
        if row.len() != size {
            let expected = say!("as many numbers as the table has rows ({size})", size);
            return wrong(*line, row.len(), expected);
        }
    }
    // In some published tables the row for the games after the Crawford game is one number shorter.
    if !(1..=size).contains(&after.len()) {
        let expected = if size == 1 { say!("1 number") } else { say!("1 to {size} numbers", size) };
        return wrong(*after_line, after.len(), expected);
    }
    for (row, (line, chances)) in listed.rows.iter().enumerate() {
        for (column, chance) in chances.iter().enumerate() {
            let other = listed.rows[column].1[row];
            if (chance + other - 1.0).abs() > ROUNDED {
                let sentence = say!(
                    "column {column} is {chance} and the other player's chance is {other}: the two must add up to 1",
                    column = column + 1,
                    chance,
                    other
                );
                return Err(InputError::sentence(at(name, *line), sentence));
            }
        }
    }
    Ok((size, after))
}
