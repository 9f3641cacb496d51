//! Games as files contain them, before their moves are checked against the rules.
//!
//! **Invariant:** Variations are a flat list: each step of an aside names the step that it follows. So the code that reads, plays and
//! writes variations needs no recursion, and a hostile file cannot overflow the stack (`games/tests/it/variations.rs`). [`Record::damage`]
//! means that the rest of this one game could not be read; [`Record::remarks`] never end a game. `foreign` holds what another program wrote
//! in its own format.

use std::cmp::Ordering;

use ludex_search::{MAX_PLAYERS, Returns};

use super::results;
use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;
use crate::say;

/// The tag that holds one return per player, for games of more than two players.
pub const RETURNS: &str = "Returns";

/// The tag that says what ended a game: the rules, a resignation, the clock.
pub const ENDING: &str = "Ending";

/// The tag that holds the margin of each player, in the unit of the game's score.
pub const MARGINS: &str = "Margins";

/// The tag that says how a game ended.
pub const TERMINATION: &str = "Termination";

/// The largest number of plies of a game, variations included. Each ply takes some hundreds of bytes, so this keeps a malicious file
/// from using gigabytes of memory.
pub const MAX_PLIES: usize = 100_000;

/// An error if a game of `n_plies` plies is too long.
pub fn check_length(n_plies: usize) -> Result<(), InputError> {
    if n_plies <= MAX_PLIES {
        return Ok(());
    }
    let sentence = say!(
        "the game and its variations have {number} moves, more than the limit of {limit}",
        number = n_plies,
        limit = MAX_PLIES
    );
    Err(InputError::sentence("", sentence))
}

/// A game that was read from a file or will be written to one. Moves are text in the game's notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Tags in the order of the file, except those kept in `variant` and `start`.
    pub tags: Vec<(String, String)>,
    /// The variant that the tags of the file name.
    pub variant: Variant,
    /// Text of the start position, if it is not the start of a game.
    pub start: Option<String>,
    /// Comment before the first move.
    pub comment: Option<String>,
    /// Moves and chance events of the main line.
    pub plies: Vec<RecordedPly>,
    /// The result as the file writes it.
    pub result: Option<String>,
    /// The plies of all variations, each after the ply that it follows.
    pub asides: Vec<Aside>,
    /// The error after the last ply, if the rest of the game could not be read.
    pub damage: Option<InputError>,
    /// Data about the game that another program wrote in its own format. It is kept verbatim and written back to files of the same
    /// format.
    pub foreign: String,
    /// Parts of the file that were left out, or that were read differently from what is written. The moves are complete.
    pub remarks: Vec<InputError>,
}

impl Record {
    /// The result according to the words that all game files share: one value per player, −1 to 1. `None` if the record has no such
    /// result.
    pub fn recorded_returns(&self, n_players: usize) -> Option<Returns> {
        let mut returns = [0.0; MAX_PLAYERS];
        let Some(stated) = self.returns_tag(n_players) else {
            let result = self.result.as_deref()?;
            return results::parse_returns(result.split(' ').next()?, n_players);
        };
        let values: Vec<f32> = stated.split(' ').filter_map(|v| v.parse().ok()).collect();
        if values.len() != n_players {
            return None;
        }
        returns[..n_players].copy_from_slice(&values);
        Some(returns)
    }

    /// The tag with one return per player. Games for two players do not use this tag for their results.
    pub(super) fn returns_tag(&self, n_players: usize) -> Option<&str> {
        let tag = self.tags.iter().find(|(key, _)| key == RETURNS);
        tag.map(|(_, stated)| stated.as_str()).filter(|_| n_players != 2)
    }

    /// The name of a player, counted from 1, if a tag gives it.
    pub fn player_name(&self, number: usize) -> Option<String> {
        let mut tags = self.tags.iter();
        let tag = tags.find(|(key, _)| is_name_of(key, number));
        tag.map(|(_, name)| shown(name)).filter(|name| !name.is_empty())
    }

    /// The plies of variations that follow each position of the main line, and those that follow each ply of a variation, in their order.
    /// A ply that does not follow an earlier one is left out.
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

    /// An error if `n_more` further plies would make the game too long.
    pub fn check_room(&self, n_more: usize) -> Result<(), InputError> {
        check_length(self.plies.len() + self.asides.len() + n_more)
    }

    /// Adds a line to the comment before the first move.
    pub fn add_comment(&mut self, line: &str) {
        add_line(&mut self.comment, line);
    }

    /// Removes all plies after the first `n_plies`, with their variations, and, if there were such plies, what the record says about the
    /// end of the game. The result of a damaged record is always removed.
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

    /// Removes the result.
    pub fn forget_result(&mut self) {
        self.result = None;
        self.tags.retain(|(key, _)| key != RETURNS && key != TERMINATION);
    }

    /// Keeps the plies of variations for which `keep` returns true. `keep` receives a ply's index and what the ply follows. A ply that
    /// follows a removed one is removed too.
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

    /// Whether the record contains any part of a game.
    pub fn has_content(&self) -> bool {
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

/// Adds a line that may be empty. Empty lines are kept between other lines, not before them.
pub fn add_inner_line(comment: &mut Option<String>, line: &str) {
    if comment.is_some() || !line.is_empty() {
        add_line(comment, line);
    }
}

/// Returns the records of a text, with their remarks in the order of the lines, if at least one game could be read. If not, returns the
/// first error.
pub fn unless_unreadable(mut records: Vec<Record>) -> Result<Vec<Record>, InputError> {
    for record in &mut records {
        record.remarks.sort_by_key(|remark| line_of(&remark.place));
        let plies = record.plies.iter_mut().map(|ply| &mut ply.comment);
        for comment in plies.chain([&mut record.comment]).flatten() {
            comment.truncate(comment.trim_end_matches('\n').len());
        }
    }
    let is_unreadable = |record: &Record| record.damage.is_some() && !record.has_content();
    if !records.iter().all(is_unreadable) {
        return Ok(records);
    }
    match records.iter().find_map(|record| record.damage.clone()) {
        Some(damage) => Err(damage),
        None => Ok(records),
    }
}

/// The line number in a place; 0 if it has none.
fn line_of(place: &str) -> usize {
    let parts = place.split(", ");
    let number = parts.filter_map(|part| part.strip_prefix("line ")?.parse().ok());
    number.last().unwrap_or(0)
}

/// A text as a single line of a file: without line ends or other characters that programs may take for line ends.
pub fn one_line(text: &str) -> String {
    let ends_line = |letter: char| letter.is_control() || "\u{2028}\u{2029}".contains(letter);
    text.replace(ends_line, " ")
}

/// A ply of a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The position that the ply is played in.
    pub after: After,
    /// The ply.
    pub ply: RecordedPly,
}

/// The position that a ply of a variation is played in. Variations are stored as a flat list, so deep nesting cannot exhaust the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The first `n` plies of the main line.
    Main(usize),
    /// The ply with this index in [`Record::asides`], which must be an earlier one.
    Aside(usize),
}

/// The result of a two-player game as all game files write it, from each player's return.
pub fn plain_result([first, second]: [f64; 2]) -> &'static str {
    // `partial_cmp` treats −0.0 and 0.0 as equal.
    match first.partial_cmp(&second) {
        Some(Ordering::Greater) => "1-0",
        Some(Ordering::Less) => "0-1",
        _ => "1/2-1/2",
    }
}

/// The evaluation of the position after a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveEvaluation {
    /// The probabilities that player 1 wins, draws and loses.
    pub wdl: [f64; 3],
    /// Depth of the search.
    pub depth: u32,
    /// The best line from this position.
    pub reply: Vec<String>,
}

/// Annotation marks that may follow a move.
pub const MARKS: [&str; 6] = ["!!", "??", "!?", "?!", "!", "?"];

/// Splits a comment into the mark it begins with, and the rest. Used by formats that have no other place for marks.
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

/// Written before a comment whose first word looks like a mark but is not one.
const ESCAPE: char = '\\';

/// Whether a comment begins like a mark, after any number of escapes.
fn begins_like_mark(comment: &str) -> bool {
    let word = comment.split(' ').next().unwrap_or_default();
    MARKS.contains(&word.trim_start_matches(ESCAPE))
}

/// One move or chance event of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedPly {
    /// The move in the game's notation, without blanks.
    pub text: String,
    /// Its place in the file, for errors: `line 12, move 7`.
    pub place: String,
    /// Annotation mark, such as `!` or `?`.
    pub annotation: String,
    /// The comment after it.
    pub comment: Option<String>,
    /// Another program's data about the move (an analysis). It is kept verbatim and written back to files of the same format.
    pub foreign: String,
    /// The name of the variation that begins with this ply.
    pub name: Option<String>,
    /// The result that the file gives after it, if it ends a variation.
    pub ending: Option<String>,
}

impl RecordedPly {
    /// Adds a line to the comment.
    pub fn add_comment(&mut self, line: &str) {
        add_line(&mut self.comment, line);
    }

    /// Adds a line in the form that [`remark`](Self::remark) writes, which may begin with a mark.
    pub fn add_remark(&mut self, line: &str) {
        let (mark, line) = split_mark(line);
        if !mark.is_empty() {
            mark.clone_into(&mut self.annotation);
        }
        if mark.is_empty() || !line.is_empty() {
            add_inner_line(&mut self.comment, line);
        }
    }

    /// The mark and the comment as lines, for formats with one place for both. Empty lines are kept between other lines.
    pub fn remark(&self) -> Vec<String> {
        let comment = self.comment.as_deref().unwrap_or_default().trim();
        let mark =
            if MARKS.contains(&self.annotation.as_str()) { self.annotation.as_str() } else { "" };
        let mut lines: Vec<String> = comment.lines().map(|line| line.trim().to_owned()).collect();
        // The mark refers to the last line of the comment.
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
    /// Name for `convert --from` and `--to`.
    pub name: &'static str,
    /// File extensions, without the dot.
    pub extensions: &'static [&'static str],
    /// Reads every game of a text.
    pub read: fn(&str) -> Result<Vec<Record>, InputError>,
    /// Writes one game, ending in a line feed.
    pub write: fn(&Record) -> String,
    /// Writes several games as one text, if the format needs more than concatenation.
    pub write_all: Option<fn(&[Record]) -> String>,
    /// Whether the format can store marks and comments after moves.
    pub annotated: bool,
    /// Whether the format can store variations with their marks and comments.
    pub variations: bool,
    /// Writes the evaluation after a move as a comment in the form that other programs read. `None` if no program reads such comments.
    pub evaluation: Option<fn(&MoveEvaluation) -> String>,
    /// Whether moves in files contain more than the game's notation does (such as the order of steps). Conversion between two such
    /// formats copies the text of the moves.
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

/// The largest number of characters of a name or comment from a record that is shown to a reader.
const SHOWN: usize = 60;

/// Whether a character changes the direction of the text after it, so that a reader would see something other than the actual text.
fn turns_direction(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// A text from a record in a form that is safe to show: one line, limited length, no control characters for a terminal.
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
