//! What is lost when a game is written in a file format.
//!
//! **Invariant:** What a format leaves out is found by writing the game and reading it back, not from a list
//! (`engine/tests/it/kept_or_named.rs`).

use std::collections::{HashMap, HashSet};

use super::Catalogue;
use super::Token;
use crate::interface::input_error::InputError;
use crate::interface::record::{Record, RecordFormat, RecordedPly};
use crate::interface::variant::Variant;
use crate::sgf::foreign_names;
use crate::{say, say_count};

/// Something that a format cannot store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Its place. If several things are lost, the place of the first one.
    pub place: String,
    /// What it is, such as `2 comments`.
    pub what: String,
    /// Whether `what` takes a verb in the plural.
    pub is_plural: bool,
}

impl Loss {
    /// Whether it is the result.
    pub fn is_result(&self) -> bool {
        self.what.starts_with(&result_words(""))
    }
}

/// The result, if it is lost. It comes last.
fn result_words(result: &str) -> String {
    say!("the result {result}", result)
}

/// What is lost when a game is written in this format. An error if the format cannot store the game: reading back what it writes must give
/// the same moves. Events at the end that no move has used yet may be missing.
pub fn losses(
    games: &Catalogue,
    game: &str,
    format: &RecordFormat,
    record: &Record,
) -> Result<Vec<Loss>, InputError> {
    let lost = |found: String, problem: String| Err(InputError::problem("", found, problem));
    let meant = ReplayedGame::new(games, game, record)?;
    // A match is written as one record per game.
    let read = (format.read)(&(format.write)(record)).unwrap_or_default();
    let n_plies = read.iter().map(|record| record.plies.len()).sum::<usize>();
    let damage = read.iter().find_map(|record| record.damage.as_ref());
    if let (Some(damage), true) = (damage, n_plies > 0) {
        let problem = say!(
            "cannot be written as {format}: {reason}",
            format = format.name,
            reason = damage.message()
        );
        return lost(damage.found.clone(), problem);
    }
    let replayed = |record: Option<&Record>| ReplayedGame::new(games, game, record?).ok();
    if read.is_empty() && record.plies.is_empty() {
        let problem =
            say!("cannot be written as {format}, which needs a move", format = format.name);
        return lost(say!("a game without moves"), problem);
    }
    let first = replayed(read.first().map(without_moves).as_ref()).unwrap_or_default();
    if let Some(found) = meant.differing_options(&first.variant).into_iter().next() {
        let problem =
            say!("is an option of the variant that {format} cannot store", format = format.name);
        return lost(found, problem);
    }
    if first.start != meant.start {
        let problem =
            say!("is a starting position that {format} cannot store", format = format.name);
        return lost(meant.start, problem);
    }
    let last = replayed(read.last()).unwrap_or_default();
    if last.end != meant.end && last.before_chance != meant.before_chance {
        let problem = say!(
            "cannot be written as {format}: the moves in the file would lead to another position",
            format = format.name
        );
        return lost(meant.first_difference(&read), problem);
    }
    Ok(lost_besides_moves(record, &read, &meant, &last))
}

fn without_moves(record: &Record) -> Record {
    Record { variant: record.variant.clone(), start: record.start.clone(), ..Record::default() }
}

/// A record after replaying it by the rules.
#[derive(Default)]
struct ReplayedGame {
    variant: Variant,
    /// The position before the first move.
    start: String,
    /// Whether the rules or the last step (a resignation) decide the result.
    is_decided: bool,
    /// The position after the last step.
    end: String,
    /// The position before the last chance events: some formats omit events that no move has used yet.
    before_chance: String,
    /// The last chance events.
    events: String,
    /// All moves and events.
    steps: Vec<String>,
}

impl ReplayedGame {
    fn new(games: &Catalogue, game: &str, record: &Record) -> Result<Self, InputError> {
        let start = record.start.as_deref();
        let mut session = games.session(game, &record.variant, start)?;
        let before = session.position();
        session.extend(&Token::from_record(record))?;
        let is_decided = session.status().over || session.gave_up().is_some();
        let (end, steps) = (session.position(), session.game_so_far().steps);
        let (mut before_chance, mut n_events) = (end.clone(), 0);
        while session.gave_up().is_none() && session.undo() && session.status().to_move.is_none() {
            before_chance = session.position();
            n_events += 1;
        }
        Ok(Self {
            variant: session.variant(),
            start: before,
            is_decided,
            end,
            before_chance,
            events: steps[steps.len().saturating_sub(n_events)..].join(" "),
            steps,
        })
    }

    /// The first step that differs in what was read back, or is missing there.
    fn first_difference(&self, read: &[Record]) -> String {
        let mut plies = read.iter().flat_map(|record| &record.plies);
        let same = |step: &&String| plies.next().is_some_and(|ply| ply.text == **step);
        let number = self.steps.iter().take_while(same).count();
        match self.steps.get(number) {
            Some(step) => say!("move {number}, {step}", number = number + 1, step),
            None => self.end.clone(),
        }
    }

    /// The options that differ in another variant.
    fn differing_options(&self, other: &Variant) -> Vec<String> {
        let options = self.variant.iter().filter(|(key, value)| other.get(key) != Some(value));
        options.map(|(key, value)| format!("{key}={value}")).collect()
    }
}

/// What is missing in the records that were read back, besides moves.
fn lost_besides_moves(
    record: &Record,
    read: &[Record],
    meant: &ReplayedGame,
    read_back: &ReplayedGame,
) -> Vec<Loss> {
    let mut lost = lost_tags(record, read);
    if read_back.end != meant.end && !meant.events.is_empty() {
        let place = record.plies.last().map_or("", |ply| &ply.place);
        lost.push(loss(place, say!("the end of the game: {events}", events = meant.events), false));
    }
    let has_result = read.last().is_some_and(|read| read.result.is_some());
    if let (Some(result), false, false) = (&record.result, has_result, meant.is_decided) {
        let place = record.plies.last().map_or("", |ply| &ply.place);
        lost.push(loss(place, result_words(result), false));
    }
    if !record.asides.is_empty() && read.iter().all(|read| read.asides.is_empty()) {
        let n_lines = record.branches().len();
        let place = &record.asides[0].ply.place;
        let what = say_count!(n_lines as u64, "{count} variation", "{count} variations");
        lost.push(loss(place, what, n_lines != 1));
        lost.extend(lost_notes(record, read, false));
    } else {
        lost.extend(lost_notes(record, read, true));
    }
    lost
}

/// What is lost if only the list of moves of a record is written.
pub fn losses_in_moves(games: &Catalogue, game: &str, record: &Record) -> Vec<Loss> {
    let Ok(meant) = ReplayedGame::new(games, game, record) else {
        return Vec::new();
    };
    let plain =
        |ply: &RecordedPly| RecordedPly { text: ply.text.clone(), ..RecordedPly::default() };
    let moves = Record { plies: record.plies.iter().map(plain).collect(), ..Record::default() };
    let mut lost = Vec::new();
    // A list of moves states neither the variant nor the start position, so its readers assume the defaults.
    if let Ok(usual) = ReplayedGame::new(games, game, &Record::default()) {
        let options = meant.differing_options(&usual.variant);
        if !options.is_empty() {
            lost.push(loss("variant", options.join(","), options.len() > 1));
        }
        if record.start.is_some() && usual.start != meant.start {
            lost.push(loss("start", meant.start.clone(), false));
        }
    }
    lost.extend(lost_besides_moves(record, &[moves], &meant, &meant));
    lost
}

fn loss(place: &str, what: String, is_plural: bool) -> Loss {
    Loss { place: place.to_owned(), what, is_plural }
}

/// The letters and digits of a text. Formats may break lines differently, or use other brackets.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The text with all its signs, without regard to white space.
fn signs(text: &str) -> String {
    let is_between = |letter: char| letter.is_whitespace() || letter.is_control();
    let words = text.split(is_between).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The text with its line breaks.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.trim().lines().map(signs).collect();
    lines.join("\n")
}

fn lost_tags(record: &Record, read: &[Record]) -> Vec<Loss> {
    let is_kept = |(key, value): &(String, String), form: fn(&str) -> String| {
        let mut tags = read.iter().flat_map(|read| &read.tags);
        let value = form(value);
        value.is_empty()
            || tags.any(|(known, other)| known.eq_ignore_ascii_case(key) && form(other) == value)
    };
    let (kept, lost): (Vec<_>, Vec<_>) = record.tags.iter().partition(|tag| is_kept(tag, letters));
    let (same, changed): (Vec<_>, Vec<_>) = kept.into_iter().partition(|tag| is_kept(tag, signs));
    let joined: Vec<_> = same.into_iter().filter(|tag| !is_kept(tag, lines)).collect();
    [(Part::Whole, lost), (Part::Signs, changed), (Part::LineEnds, joined)]
        .into_iter()
        .filter_map(|(part, tags)| {
            let names: Vec<&str> = tags.iter().map(|(key, _)| key.as_str()).collect();
            let (is_one, names) = (names.len() == 1, names.join(", "));
            let what = match (part, is_one) {
                _ if names.is_empty() => return None,
                (Part::Whole, true) => say!("the tag {names}", names),
                (Part::Whole, false) => say!("the tags {names}", names),
                (Part::Signs, true) => say!("signs in the tag {names}", names),
                (Part::Signs, false) => say!("signs in the tags {names}", names),
                (Part::LineEnds, true) => say!("line ends in the tag {names}", names),
                (Part::LineEnds, false) => say!("line ends in the tags {names}", names),
            };
            // Signs and line ends are plural themselves.
            Some(loss("tags", what, !is_one || part != Part::Whole))
        })
        .collect()
}

/// What is lost of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The text.
    Whole,
    /// Punctuation; the words were kept.
    Signs,
    /// The ends of lines, which were joined.
    LineEnds,
}

/// The comments and marks that are missing, including those of variations if `with_asides`.
fn lost_notes(record: &Record, read: &[Record], with_asides: bool) -> Vec<Loss> {
    let plies = |record: &Record| -> Vec<RecordedPly> {
        let asides = record.asides.iter().map(|aside| &aside.ply);
        let asides = asides.filter(|_| with_asides);
        record.plies.iter().chain(asides).cloned().collect()
    };
    let comment = |ply: &RecordedPly| letters(ply.comment.as_deref().unwrap_or_default());
    let mark = |ply: &RecordedPly| ply.annotation.clone();
    let foreign = |ply: &RecordedPly| letters(&ply.foreign);
    let name = |ply: &RecordedPly| letters(ply.name.as_deref().unwrap_or_default());
    let whole = |ply: &RecordedPly| signs(ply.comment.as_deref().unwrap_or_default());
    let read_plies: Vec<RecordedPly> = read.iter().flat_map(plies).collect();
    let front = |record: &Record| RecordedPly {
        comment: record.comment.clone(),
        foreign: record.foreign.clone(),
        ..RecordedPly::default()
    };
    let meant: Vec<RecordedPly> = [front(record)].into_iter().chain(plies(record)).collect();
    let read_back: Vec<RecordedPly> = read.iter().map(front).chain(read_plies).collect();
    let mut lost = Vec::new();
    let comments = |lost: &[&RecordedPly]| {
        say_count!(lost.len() as u64, "{count} comment", "{count} comments")
    };
    let marks =
        |lost: &[&RecordedPly]| say_count!(lost.len() as u64, "{count} mark", "{count} marks");
    let names =
        |lost: &[&RecordedPly]| say_count!(lost.len() as u64, "{count} name", "{count} names");
    let kinds: [(TextOf<'_>, LossWords); 4] =
        [(&comment, comments), (&mark, marks), (&name, names), (&foreign, notes_of_programs)];
    for (text_of, words) in kinds {
        let missing = missing(&meant, &read_back, text_of);
        if let Some(first) = missing.first() {
            lost.push(loss(&first.place, words(&missing), missing.len() > 1));
        }
    }
    // Missing comments have already been reported.
    let kept: HashSet<String> = read_back.iter().map(comment).collect();
    let mut changed = missing(&meant, &read_back, &whole);
    changed.retain(|ply| kept.contains(&comment(ply)));
    if let Some(first) = changed.first() {
        let n_changed = changed.len() as u64;
        let what = say_count!(n_changed, "signs in {count} comment", "signs in {count} comments");
        lost.push(loss(&first.place, what, true));
    }
    lost
}

/// The part of a ply that a format may lose, as text.
type TextOf<'a> = &'a dyn Fn(&RecordedPly) -> String;
/// The words for the parts that were lost.
type LossWords = fn(&[&RecordedPly]) -> String;

/// Describes notes of other programs, with the program names found in them.
fn notes_of_programs(notes: &[&RecordedPly]) -> String {
    let mut names: Vec<String> = notes.iter().flat_map(|ply| foreign_names(&ply.foreign)).collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(MOST_NAMES);
    say_count!(
        notes.len() as u64,
        "{count} note of another program ({names})",
        "{count} notes of another program ({names})",
        names = names.join(", ")
    )
}

/// The largest number of names shown.
const MOST_NAMES: usize = 8;

/// The plies of `meant` whose text (from `text_of`) is missing in `read_back`.
fn missing<'a>(
    meant: &'a [RecordedPly],
    read_back: &[RecordedPly],
    text_of: &dyn Fn(&RecordedPly) -> String,
) -> Vec<&'a RecordedPly> {
    let mut known: HashMap<String, usize> = HashMap::new();
    for ply in read_back {
        *known.entry(text_of(ply)).or_default() += 1;
    }
    let is_missing = |ply: &&RecordedPly| {
        let text = text_of(ply);
        match known.get_mut(&text) {
            _ if text.is_empty() => false,
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        }
    };
    meant.iter().filter(is_missing).collect()
}
