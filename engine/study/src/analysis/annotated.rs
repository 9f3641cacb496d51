//! Writes judgements into a record.

use std::fmt::Write as _;
use std::path::Path;

use ludex_kit::interface::record::MoveEvaluation;
use ludex_kit::words::Language;
use ludex_kit::{Branch, GameInfo, InputError, Record, RecordFormat, RecordedPly, say};

use super::classes::{Class, Mark};
use super::game::JudgedGame;
use super::judged::JudgedMove;
use ludex_base::output::plies;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// The start of a remark in words.
const OUR_HEAD: &str = "Ludex: ";
/// Texts that identify the remarks of an earlier judgement: the first for remarks in words, the second for those that programs read.
const OURS: [&str; 2] = [OUR_HEAD, "name:\"Ludex\""];
/// Maximum number of moves of a line in a remark.
const LINE_LENGTH: usize = 6;

/// The format of an annotated file, by its extension.
pub fn annotation_format(
    info: &GameInfo,
    path: &Path,
) -> Result<&'static RecordFormat, InputError> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let mut formats = info.formats.iter().filter(|format| format.annotated);
    let format = formats.clone().find(|format| format.extensions.contains(&ending.as_str()));
    format.ok_or_else(|| {
        let endings = formats.by_ref().flat_map(|format| format.extensions);
        let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
        let endings = endings.into_iter().reduce(|one, other| say!("{one} or {other}", one, other));
        let problem =
            say!("has the wrong ending; expected {endings}", endings = endings.unwrap_or_default());
        InputError::problem("--annotate", path.display().to_string(), problem)
    })
}

/// The records of judged games with their verdicts. Variations are in the record of their game.
pub fn annotated_records(
    games: &[JudgedGame],
    branches: &[Option<Branch>],
    whole: Option<Record>,
    format: &'static RecordFormat,
) -> Vec<Record> {
    let annotated = games.iter().map(|game| {
        let mut record = game.record.clone();
        annotate(&mut record, &game.moves, Some(format));
        record
    });
    let Some(mut whole) = whole else {
        return annotated.collect();
    };
    for (record, branch) in annotated.zip(branches) {
        match branch {
            None => whole.plies = record.plies,
            Some(branch) => {
                let own = record.plies.into_iter().skip(branch.n_before);
                for (&index, ply) in branch.plies.iter().zip(own) {
                    let aside = &mut whole.asides[index].ply;
                    (aside.annotation, aside.comment) = (ply.annotation, ply.comment);
                }
            }
        }
    }
    vec![whole]
}

/// Adds marks and comments to the moves of a record. Comments of other people are kept, and comments of an earlier judgement are replaced.
fn annotate(record: &mut Record, moves: &[JudgedMove], format: Option<&'static RecordFormat>) {
    for verdict in moves {
        if let Some(ply) = record.plies.get_mut(ply_of(verdict)) {
            remove_remarks(ply);
        }
    }
    for verdict in moves {
        let Some(ply) = record.plies.get_mut(ply_of(verdict)) else {
            continue;
        };
        match &verdict.comment {
            Some(comment) => add_comment_of_game(ply, verdict, comment),
            None => annotate_move(ply, verdict, format),
        }
    }
}

/// The index of the ply that a verdict is about. A verdict on a missed double names the roll, and is written at the play after it.
fn ply_of(verdict: &JudgedMove) -> usize {
    verdict.number - 1 + usize::from(is_missed_double(verdict))
}

fn is_missed_double(verdict: &JudgedMove) -> bool {
    verdict.comment.is_some() && verdict.played == "roll"
}

/// Removes the remarks of an earlier judgement.
fn remove_remarks(ply: &mut RecordedPly) {
    let comments = ply.comment.take().unwrap_or_default();
    for line in comments.lines().filter(|line| !OURS.iter().any(|ours| line.contains(ours))) {
        ply.add_comment(line);
    }
}

/// Adds a comment whose text the game supplies.
fn add_comment_of_game(ply: &mut RecordedPly, verdict: &JudgedMove, comment: &str) {
    if comment.is_empty() {
        return;
    }
    if verdict.mark != Mark::None && !is_missed_double(verdict) {
        verdict.mark.sign().clone_into(&mut ply.annotation);
    }
    ply.add_comment(&format!("{OUR_HEAD}{comment}"));
}

fn annotate_move(
    ply: &mut RecordedPly,
    verdict: &JudgedMove,
    format: Option<&'static RecordFormat>,
) {
    let sign = match (verdict.mark, verdict.class) {
        (Mark::None, Class::Only) => "!",
        (mark, _) => mark.sign(),
    };
    let is_mark = |sign: &char| "!?".contains(*sign);
    let (marks, signs): (String, String) = ply.annotation.chars().partition(is_mark);
    let signs = if verdict.signs.is_empty() { signs } else { verdict.signs.clone() };
    let marks = if sign.is_empty() { &marks } else { sign };
    ply.annotation = format!("{signs}{marks}");
    ply.add_comment(&remark(verdict, format));
}

/// The remark on a move: its evaluation in the form that programs read, or its value in words; for a marked move also the loss and the
/// best move.
fn remark(verdict: &JudgedMove, format: Option<&'static RecordFormat>) -> String {
    let evaluation = format.and_then(|format| format.evaluation);
    let evaluation = evaluation.zip(verdict.evaluation).map(|(write, (wdl, depth))| {
        let reply = verdict.reply.iter().take(LINE_LENGTH).cloned().collect();
        write(&MoveEvaluation { wdl, depth, reply })
    });
    let value = verdict.value.replace(' ', "");
    let mut text = evaluation.unwrap_or_else(|| format!("{OUR_HEAD}{value}"));
    if verdict.class == Class::Only {
        text.push_str(", the only move");
    }
    if verdict.mark != Mark::None
        && let Some(best) = verdict.best()
    {
        let line: Vec<&str> = best.pv.iter().take(LINE_LENGTH).map(String::as_str).collect();
        let [lost, better] = [&verdict.lost, &best.value].map(|text| text.replace(' ', ""));
        let line = line.join(" ");
        write!(text, "; lost {lost}, better {better} pv {line}").expect(INFALLIBLE);
        if let Some(win) = &verdict.missed_win {
            write!(text, "; missed a win in {}", Language::English.scope(|| plies(win.plies)))
                .expect(INFALLIBLE);
        }
    }
    text
}
