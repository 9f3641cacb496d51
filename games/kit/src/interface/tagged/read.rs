//! Reads games line by line.

use std::mem;

use super::tags::{
    MOVES, RESULT, Tag, has_tag, known_key, read_tag, remark_about_unknown_key, tag,
};
use crate::interface::comments::{Comments, Part, split_remark};
use crate::interface::input_error::InputError;
use crate::interface::list_style::ListStyle;
use crate::interface::move_list::{ListReader, ListWord, bare_words};
use crate::interface::options::VariantKey;
use crate::interface::record::{Record, RecordedPly};
use crate::interface::record::{add_inner_line, split_mark, unless_unreadable};
use crate::interface::results::result_in_words;
use crate::say;

/// Reads games whose moves are separated by blanks. `keys` are those of the variant. `steps` splits a word into its steps; an error
/// means that the word is not a move.
pub fn read(
    text: &str,
    keys: &[VariantKey],
    steps: impl Fn(&str) -> Result<Vec<String>, InputError>,
) -> Result<Vec<Record>, InputError> {
    read_lists(text, keys, ListStyle::Plain, steps)
}

/// Like [`read`], for games whose move lists have another style.
pub fn read_lists(
    text: &str,
    keys: &[VariantKey],
    style: ListStyle,
    steps: impl Fn(&str) -> Result<Vec<String>, InputError>,
) -> Result<Vec<Record>, InputError> {
    let mut reader = TaggedReader {
        keys,
        style,
        steps,
        records: Vec::new(),
        record: Record::default(),
        last_move: None,
        list: ListReader::new(style),
        comments: Comments::default(),
        is_after_blank: true,
        begins_apart: true,
        first_title: None,
    };
    for (number, line) in (1..).zip(text.lines()) {
        reader.read_line(line, number);
    }
    reader.finish()
}

/// The games read so far, and the current one.
struct TaggedReader<'a, S> {
    keys: &'a [VariantKey],
    style: ListStyle,
    steps: S,
    records: Vec<Record>,
    record: Record,
    last_move: Option<usize>,
    list: ListReader,
    comments: Comments,
    /// Whether the previous line is empty.
    is_after_blank: bool,
    /// Whether an empty line precedes the first line of the current game.
    begins_apart: bool,
    /// The first line of text without a move.
    first_title: Option<(usize, String)>,
}

impl<S: Fn(&str) -> Result<Vec<String>, InputError>> TaggedReader<'_, S> {
    fn read_line(&mut self, line: &str, number: usize) {
        let is_blank = line.trim().is_empty();
        if is_blank {
            self.close_comment();
        } else if self.comments.is_open() {
            self.read_parts(line, number);
        } else if let Some(tag) = tag(line) {
            self.read_tag(&tag, number);
        } else {
            self.read_parts(line, number);
        }
        self.is_after_blank = is_blank;
    }

    fn read_tag(&mut self, tag: &Tag<'_>, number: usize) {
        if tag.is_plain && self.holds_moves(tag) {
            if self.has_moves() {
                self.begin();
            }
            return self.read_parts(&tag.value, number);
        }
        let is_told = self.record.result.is_some();
        let is_another = is_told && self.is_after_blank && has_tag(&self.record, self.keys, tag);
        // A tag right below a result belongs to the same game, unless it is a key that starts another game.
        let is_apart = self.is_after_blank || known_key(self.keys, tag.key).is_some();
        if self.has_moves() || is_another || is_told && is_apart && self.is_end() {
            self.begin();
        }
        let reads_as_moves = self.count_moves(&tag.value) == Some(true);
        let odd = remark_about_unknown_key(self.keys, tag, number, reads_as_moves);
        self.record.remarks.extend(odd);
        read_tag(&mut self.record, self.keys, tag, number);
    }

    /// Whether the key contains moves or announces them.
    fn holds_moves(&self, tag: &Tag<'_>) -> bool {
        let [moves, game] = MOVES.map(|key| key.eq_ignore_ascii_case(tag.key));
        let count = self.count_moves(&tag.value);
        // `moves: 40` and `game: 3` state a number and contain no moves.
        moves && (tag.value.is_empty() || count != Some(false)) || game && count == Some(true)
    }

    /// `Some(true)` if the text consists of moves, `Some(false)` if it contains nothing, `None` if anything else is in it.
    fn count_moves(&self, text: &str) -> Option<bool> {
        let mut has_moves = false;
        for part in Comments::default().parts(text, 0) {
            let Part::Moves(moves) = part else {
                continue;
            };
            for (_, word) in ListReader::new(self.style).read(moves) {
                if let ListWord::Move(word, _) = word.ok()? {
                    (self.steps)(word).ok()?;
                    has_moves = true;
                }
            }
        }
        Some(has_moves)
    }

    fn has_moves(&self) -> bool {
        !self.record.plies.is_empty() || self.record.damage.is_some()
    }

    /// Whether the lines since the last game belong to that game. That game must have no result yet. The lines must follow its moves
    /// directly or be a single block, and must not describe another game.
    fn is_end(&self) -> bool {
        let before = self.records.last();
        let is_alone = self.is_after_blank && self.record.tags.is_empty();
        before.is_some_and(|before| before.result.is_none())
            && (!self.begins_apart || is_alone)
            && !self.record.has_content()
            && self.record.variant.is_empty()
    }

    /// Begins the next game.
    fn begin(&mut self) {
        self.begins_apart = self.is_after_blank;
        self.last_move = None;
        self.list = ListReader::new(self.style);
        let record = mem::take(&mut self.record);
        self.records.push(record);
    }

    /// Reads moves and the comments between them.
    fn read_parts(&mut self, line: &str, number: usize) {
        let mut index = 0;
        let is_told = self.record.result.is_some();
        if is_told && self.is_after_blank && self.is_end() && !line.trim().starts_with('#') {
            self.begin();
        }
        for part in self.comments.parts(line, number) {
            match part {
                Part::Comment(comment) => self.add_comment(&comment),
                Part::Moves(moves) if self.is_title(moves) => self.add_title(moves, number),
                Part::Moves(_) if self.record.damage.is_some() => {}
                Part::Moves(moves) => {
                    let is_move = |word: &str| (self.steps)(word).is_ok();
                    let (moves, remark) = split_remark(moves, is_move);
                    let read = self.read_moves(moves, number, index);
                    self.record.damage = read.err();
                    if !remark.is_empty() {
                        self.add_comment(remark);
                    }
                    index += moves.split_whitespace().count();
                }
            }
        }
    }

    fn read_moves(&mut self, moves: &str, line: usize, before: usize) -> Result<(), InputError> {
        for (index, word) in self.list.read(moves) {
            let place = format!("line {line}, word {}", before + index);
            let (word, mark) = match word.map_err(|error| error.within(&place))? {
                ListWord::Move(word, mark) => (word, mark),
                ListWord::Result(result) => {
                    add_result(&mut self.record, result, place);
                    continue;
                }
            };
            let steps = (self.steps)(word).map_err(|error| error.within(&place))?;
            self.add_steps(steps, mark, &place);
        }
        Ok(())
    }

    fn add_steps(&mut self, steps: Vec<String>, mark: &str, place: &str) {
        for (step, text) in steps.into_iter().enumerate() {
            // A drawn tile is not a decision of a player. So marks and comments after it refer to the move that it completes, if there is
            // one.
            let is_drawn = text.starts_with('>');
            if step == 0 || !is_drawn {
                self.last_move = Some(self.record.plies.len());
            }
            self.record.plies.push(RecordedPly {
                text,
                place: place.to_owned(),
                annotation: if is_drawn { "" } else { mark }.to_owned(),
                ..RecordedPly::default()
            });
        }
    }

    /// Whether a line above the moves is text: it has a real word in it, and no word that looks like a move.
    fn is_title(&self, line: &str) -> bool {
        let is_word = |word: &str| word.chars().count() > 2;
        (self.is_after_blank || !self.has_moves())
            && line.split(|c: char| !c.is_alphabetic()).any(is_word)
            && result_in_words(line).is_none()
            && bare_words(line, self.style).all(|word| (self.steps)(word).is_err())
    }

    fn add_title(&mut self, title: &str, number: usize) {
        if self.has_moves() {
            self.begin();
        }
        let title = title.trim();
        self.record.add_comment(title);
        let first = || (number, title.to_owned());
        self.first_title.get_or_insert_with(first);
    }

    /// A comment belongs to the move before it; before the first move it belongs to the whole game.
    fn add_comment(&mut self, comment: &str) {
        let Some(ply) = self.last_move.map(|index| &mut self.record.plies[index]) else {
            self.record.add_comment(comment);
            return;
        };
        let (mark, comment) = split_mark(comment);
        if ply.annotation.is_empty() {
            mark.clone_into(&mut ply.annotation);
        }
        if mark.is_empty() || !comment.is_empty() {
            add_inner_line(&mut ply.comment, comment);
        }
    }

    /// An empty line ends a comment that was never closed.
    fn close_comment(&mut self) {
        if let Some((line, comment)) = self.comments.close() {
            self.add_comment(&comment);
            let problem = say!("is a comment that does not end before an empty line");
            let remark = InputError::problem(format!("line {line}"), comment, problem);
            self.record.remarks.push(remark);
        }
    }

    fn finish(mut self) -> Result<Vec<Record>, InputError> {
        self.close_comment();
        self.begin();
        let mut records: Vec<Record> = Vec::new();
        for record in self.records {
            match records.last_mut() {
                Some(before) if ends(before, &record) => add_end(before, record),
                _ => records.push(record),
            }
        }
        match self.first_title {
            // If the text contains only lines like this one, it is not a game. The error is about the first word.
            Some((number, title)) if records.iter().all(|record| !record.has_content()) => {
                let word = bare_words(&title, self.style).next().unwrap_or_default();
                let place = format!("line {number}, word 1");
                (self.steps)(word).map_err(|error| error.within(place))?;
                Ok(records)
            }
            _ => unless_unreadable(records),
        }
    }
}

/// Whether lines without moves belong to the game before them: they describe no game themselves, and do not repeat or contradict what
/// that game already has.
fn ends(before: &Record, record: &Record) -> bool {
    let is_new = |(key, _): &(String, String)| before.tags.iter().all(|(known, _)| known != key);
    let fits = match (&before.result, &record.result) {
        (Some(stated), Some(result)) => stated == result,
        _ => true,
    };
    let is_bare = !record.has_content() && record.variant.is_empty();
    before.has_content()
        && is_bare
        && record.damage.is_none()
        && fits
        && record.tags.iter().all(is_new)
}

fn add_end(before: &mut Record, record: Record) {
    before.tags.extend(record.tags);
    before.remarks.extend(record.remarks);
    if before.result.is_none() {
        before.result = record.result;
    }
    for line in record.comment.iter().flat_map(|comment| comment.lines()) {
        match before.plies.last_mut() {
            Some(ply) => ply.add_comment(line),
            None => before.add_comment(line),
        }
    }
}

/// Adds a result after the moves. If a tag gives another result, the tag counts and a remark says so.
fn add_result(record: &mut Record, result: String, place: String) {
    match &record.result {
        Some(stated) if *stated != result => {
            let problem = say!("contradicts the key {key}: {stated} is used", key = RESULT, stated);
            let remark = InputError::problem(place, result, problem);
            record.remarks.push(remark);
        }
        _ => record.result = Some(result),
    }
}
