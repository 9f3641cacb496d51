//! Games as they stand in files, before their moves are checked against the rules.
//!
//! **Invariant:** Variations are flat: each step of an aside names the step that it follows. So nothing that reads, plays or writes a tree
//! recurses, and a hostile file cannot overflow the stack (`games/tests/it/variations.rs`). [`Record::damage`] ends one game of a file
//! only, [`Record::remarks`] ends none; `foreign` holds what another program wrote in its own form.

use std::cmp::Ordering;

use ludex_search::{MAX_PLAYERS, Returns};

use super::results;
use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;

/// The tag that holds one value for each of more than two players.
pub const RETURNS: &str = "Returns";

/// The tag that says what ended a game: the rules, a resignation, the clock.
pub const ENDING: &str = "Ending";

/// The tag that holds the margin of each player, in the unit of the game's score.
pub const MARGINS: &str = "Margins";

/// The tag that says how a game came to its result.
pub const TERMINATION: &str = "Termination";

/// The most plies of a game with all of its variations. Each takes some hundreds of bytes, so a text may not ask for gigabytes.
pub const MAX_PLIES: usize = 100_000;

/// Refuses a game of so many plies if they are too many.
pub fn check_length(n_plies: usize) -> Result<(), InputError> {
    if n_plies <= MAX_PLIES {
        return Ok(());
    }
    let expected = format!("at most {MAX_PLIES} in a game with its variations");
    Err(InputError::new("", format!("{n_plies} moves"), expected))
}

/// A game that was read from a file or is about to be written to one. Moves are texts in the game's notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Tags in the order of the file, without those that `variant` and `start` hold.
    pub tags: Vec<(String, String)>,
    /// The variant that the file's tags name.
    pub variant: Variant,
    /// The text of the position it starts from, unless that is the start of a game.
    pub start: Option<String>,
    /// Comment in front of the first move.
    pub comment: Option<String>,
    /// Moves and chance events.
    pub plies: Vec<RecordedPly>,
    /// The result as the file writes it.
    pub result: Option<String>,
    /// What else could have been played: the plies of all variations, each behind the one that it follows.
    pub asides: Vec<Aside>,
    /// What is wrong after the last of these plies: the game could not be read further.
    pub damage: Option<InputError>,
    /// What other programs say of the game in a form of their own, as it stands in a file of the same format.
    pub foreign: String,
    /// What was left out, or read as something else than it says. The moves are whole.
    pub remarks: Vec<InputError>,
}

impl Record {
    /// What the result says in the words that game files share: one value for each player, −1 to 1. None if it says nothing.
    pub fn told_returns(&self, n_players: usize) -> Option<Returns> {
        let mut returns = [0.0; MAX_PLAYERS];
        let of_tag = self.tags.iter().find(|(key, _)| key == RETURNS);
        let Some((_, told)) = of_tag.filter(|_| n_players != 2) else {
            let result = self.result.as_deref()?;
            return results::told_returns(result.split(' ').next()?, n_players);
        };
        let values: Vec<f32> = told.split(' ').filter_map(|v| v.parse().ok()).collect();
        if values.len() != n_players {
            return None;
        }
        returns[..n_players].copy_from_slice(&values);
        Some(returns)
    }

    /// The name of a player, counted from 1, if the tags tell it.
    pub fn player_name(&self, number: usize) -> Option<String> {
        let mut tags = self.tags.iter();
        let tag = tags.find(|(key, _)| is_name_of(key, number));
        tag.map(|(_, name)| shown(name)).filter(|name| !name.is_empty())
    }

    /// The plies of variations behind each number of plies of the main line, and behind each of themselves, in their order. What
    /// follows none that stands earlier is left out.
    pub fn followers(&self) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let mut behind_main = vec![Vec::new(); self.plies.len() + 1];
        let mut behind = vec![Vec::new(); self.asides.len()];
        for (index, aside) in self.asides.iter().enumerate() {
            let followers = match aside.after {
                After::Main(n_plies) => behind_main.get_mut(n_plies),
                After::Aside(before) => behind[..index].get_mut(before),
            };
            if let Some(followers) = followers {
                followers.push(index);
            }
        }
        (behind_main, behind)
    }

    /// Refuses so many more plies if they make the game too long.
    pub fn check_room(&self, n_more: usize) -> Result<(), InputError> {
        check_length(self.plies.len() + self.asides.len() + n_more)
    }

    /// Adds a line to the comment in front of the first move.
    pub fn add_comment(&mut self, line: &str) {
        add_line(&mut self.comment, line);
    }

    /// Takes away the plies after the first ones, with their variations, and what the record says of the end. A damaged record
    /// does not hold its end.
    pub fn truncate(&mut self, n_plies: usize) {
        if self.damage.is_some() {
            self.forget_result();
        }
        if n_plies < self.plies.len() {
            self.plies.truncate(n_plies);
            self.forget_result();
            self.retain_asides(
                |_, after| !matches!(after, After::Main(before) if before >= n_plies),
            );
        }
    }

    /// Takes away what it says of the result.
    pub fn forget_result(&mut self) {
        self.result = None;
        self.tags.retain(|(key, _)| key != RETURNS && key != TERMINATION);
    }

    /// Keeps the plies of variations that a test lets pass, by their index and what they follow, unless they follow one that
    /// is gone.
    pub fn retain_asides(&mut self, keep: impl Fn(usize, After) -> bool) {
        let mut new = vec![None; self.asides.len()];
        let mut kept: Vec<Aside> = Vec::new();
        for (index, mut aside) in std::mem::take(&mut self.asides).into_iter().enumerate() {
            let after = match aside.after {
                After::Main(n_plies) => Some(After::Main(n_plies)),
                After::Aside(before) => new.get(before).copied().flatten().map(After::Aside),
            };
            if let Some(after) = after.filter(|_| keep(index, aside.after)) {
                new[index] = Some(kept.len());
                aside.after = after;
                kept.push(aside);
            }
        }
        self.asides = kept;
    }

    /// Whether it holds anything of a game.
    pub fn tells_anything(&self) -> bool {
        !self.plies.is_empty() || self.start.is_some()
    }
}

/// Whether a tag holds the name of a player, counted from 1.
pub fn is_name_of(key: &str, number: usize) -> bool {
    let name = format!("player{number}");
    key.replace([' ', '_'], "").eq_ignore_ascii_case(&name)
}

/// Adds a line to a comment.
pub fn add_line(comment: &mut Option<String>, line: &str) {
    match comment {
        Some(text) => text.extend(["\n", line]),
        None => *comment = Some(line.to_owned()),
    }
}

/// The games of a text, what was left out in its order; or what is wrong with it, if not even the beginning of one could be read.
pub fn unless_unreadable(mut records: Vec<Record>) -> Result<Vec<Record>, InputError> {
    for record in &mut records {
        record.remarks.sort_by_key(|remark| line_of(&remark.place));
    }
    let is_unreadable = |record: &Record| record.damage.is_some() && !record.tells_anything();
    if !records.iter().all(is_unreadable) {
        return Ok(records);
    }
    match records.iter().find_map(|record| record.damage.clone()) {
        Some(damage) => Err(damage),
        None => Ok(records),
    }
}

/// The line of a place; 0 where it names none.
fn line_of(place: &str) -> usize {
    let parts = place.split(", ");
    let number = parts.filter_map(|part| part.strip_prefix("line ")?.parse().ok());
    number.last().unwrap_or(0)
}

/// A text as one line of a file: no line end in it, nor anything else that a program may take for one.
pub fn one_line(text: &str) -> String {
    let ends_line = |letter: char| letter.is_control() || "\u{2028}\u{2029}".contains(letter);
    text.replace(ends_line, " ")
}

/// A ply of a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// What it follows.
    pub after: After,
    /// The ply.
    pub ply: RecordedPly,
}

/// What a ply of a variation follows: variations are told flat, so that none is too deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// So many plies of the main line.
    Main(usize),
    /// The ply of a variation with this index among [`Record::asides`], where it stands earlier.
    Aside(usize),
}

/// The result of a game of two as all game files write it, by what each player gets.
pub fn plain_result([first, second]: [f64; 2]) -> &'static str {
    // Zeros of either sign are one result.
    match first.partial_cmp(&second) {
        Some(Ordering::Greater) => "1-0",
        Some(Ordering::Less) => "0-1",
        _ => "1/2-1/2",
    }
}

/// What is thought of the position after a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveEvaluation {
    /// The chances of player 1 to win, to draw and to lose.
    pub wdl: [f64; 3],
    /// The depth at which they were found.
    pub depth: u32,
    /// The best line from there.
    pub reply: Vec<String>,
}

/// The marks that annotators put behind a move.
pub const MARKS: [&str; 6] = ["!!", "??", "!?", "?!", "!", "?"];

/// The mark that a comment begins with, and what stands behind it, for files that have no other place for marks.
pub fn split_mark(comment: &str) -> (&str, &str) {
    let comment = comment.trim();
    let (word, rest) = comment.split_once(' ').unwrap_or((comment, ""));
    if MARKS.contains(&word) {
        (word, rest.trim())
    } else if begins_like_mark(comment) {
        ("", &comment[ESCAPE.len_utf8()..])
    } else {
        ("", comment)
    }
}

/// Stands before the first word of a comment that is no mark, though it looks like one.
const ESCAPE: char = '\\';

/// Whether a comment begins like a mark, after any number of escapes.
fn begins_like_mark(comment: &str) -> bool {
    let word = comment.split(' ').next().unwrap_or_default();
    MARKS.contains(&word.trim_start_matches(ESCAPE))
}

/// One move (or chance event) of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedPly {
    /// The move in the game's notation, without a blank.
    pub text: String,
    /// Where it stands in the file, for errors: `line 12, move 7`.
    pub place: String,
    /// `!`, `?` and the like.
    pub annotation: String,
    /// The comment behind it.
    pub comment: Option<String>,
    /// What other programs say of it in a form of their own (an analysis), as it stands in a file of the same format.
    pub foreign: String,
    /// The name of the variation that it begins.
    pub name: Option<String>,
    /// The result that the file writes after it, where it ends a variation.
    pub ending: Option<String>,
}

impl RecordedPly {
    /// Adds a line to the comment.
    pub fn add_comment(&mut self, line: &str) {
        add_line(&mut self.comment, line);
    }

    /// Adds a line as [`remark`](Self::remark) writes it, with the mark in front.
    pub fn add_remark(&mut self, line: &str) {
        let (mark, line) = split_mark(line);
        if !mark.is_empty() {
            mark.clone_into(&mut self.annotation);
        }
        if !line.is_empty() {
            self.add_comment(line);
        }
    }

    /// The mark and the comment as lines, for files that have one place for both.
    pub fn remark(&self) -> Vec<String> {
        let comment = self.comment.as_deref().unwrap_or_default();
        let mark =
            if MARKS.contains(&self.annotation.as_str()) { self.annotation.as_str() } else { "" };
        let lines = comment.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        // What was said last is about the mark.
        match lines.last_mut() {
            Some(last) if !mark.is_empty() => *last = format!("{mark} {last}"),
            None if !mark.is_empty() => lines.push(mark.to_owned()),
            _ => {}
        }
        let n_plain = lines.len() - usize::from(!mark.is_empty());
        for line in lines[..n_plain].iter_mut().filter(|line| begins_like_mark(line)) {
            line.insert(0, ESCAPE);
        }
        lines
    }
}

/// A format of record files.
#[derive(Debug)]
pub struct RecordFormat {
    /// The name for `convert --from` and `--to`.
    pub name: &'static str,
    /// File name endings, without the dot.
    pub extensions: &'static [&'static str],
    /// Reads every game of a text.
    pub read: fn(&str) -> Result<Vec<Record>, InputError>,
    /// Writes one game, ending in a line feed.
    pub write: fn(&Record) -> String,
    /// Writes several games as one text, where that is more than one after the other.
    pub write_all: Option<fn(&[Record]) -> String>,
    /// Whether a file holds marks and comments behind moves.
    pub annotated: bool,
    /// Whether a file holds variations, with their marks and comments.
    pub variations: bool,
    /// How an evaluation of the position after a move stands in a comment for programs that read it; none where they read
    /// none.
    pub evaluation: Option<fn(&MoveEvaluation) -> String>,
    /// Whether moves stand in words that tell more than the game's notation (the order of steps, say), so that between two
    /// such formats they are best left as they were read.
    pub verbatim: bool,
}

impl RecordFormat {
    /// Writes games as one text.
    pub fn written(&self, records: &[Record]) -> String {
        match self.write_all {
            Some(write_all) => write_all(records),
            None => records.iter().map(self.write).collect::<Vec<_>>().join("\n"),
        }
    }
}

/// The most letters of a name or a note of a record that a reader is shown.
const SHOWN: usize = 60;

/// Letters that turn the direction of those after them: who reads them is shown something else than what stands there.
fn turns_direction(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// What a record tells, for a reader: on one line, without what a terminal would obey, and not without end.
pub fn shown(text: &str) -> String {
    let plain = text.trim().chars().filter(|&letter| !turns_direction(letter));
    let mut letters = plain.map(|letter| match letter {
        letter if letter.is_control() => ' ',
        letter => letter,
    });
    let mut short: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}
