//! Writes judgements into a record.

use std::fmt::Write as _;

use ludex_kit::interface::record::MoveEvaluation;
use ludex_kit::{Branch, Record, RecordFormat, RecordedPly};

use super::game::JudgedGame;
use ludex_base::output::plies;
use ludex_study::analysis::{Class, JudgedMove, Mark};

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// How our remarks start, or what they contain: those of an earlier judgement are replaced.
const OURS: [&str; 2] = ["Ludex: ", "name:\"Ludex\""];
/// Maximum number of moves of a line in a remark.
const LINE_LENGTH: usize = 6;

/// The records of judged games with their verdicts. Variations are in the record of their game.
pub(super) fn records(
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
                    let told = &mut whole.asides[index].ply;
                    (told.annotation, told.comment) = (ply.annotation, ply.comment);
                }
            }
        }
    }
    vec![whole]
}

/// Adds marks and comments to the moves of a record. Comments of others are kept.
fn annotate(record: &mut Record, moves: &[JudgedMove], format: Option<&'static RecordFormat>) {
    for verdict in moves {
        match &verdict.comment {
            Some(comment) => add_own_words(record, verdict, comment),
            None => {
                if let Some(ply) = record.plies.get_mut(verdict.number - 1) {
                    annotate_move(ply, verdict, format);
                }
            }
        }
    }
}

/// Adds a verdict in the game's own words: at its move, or at the next one if it is about an omission.
fn add_own_words(record: &mut Record, verdict: &JudgedMove, comment: &str) {
    let is_event = verdict.played == "roll";
    let index = verdict.number - 1 + usize::from(is_event);
    let Some(ply) = record.plies.get_mut(index).filter(|_| !comment.is_empty()) else {
        return;
    };
    if verdict.mark != Mark::None && !is_event {
        verdict.mark.sign().clone_into(&mut ply.annotation);
    }
    ply.add_comment(comment);
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
    let others = ply.comment.take().unwrap_or_default();
    let is_ours = |line: &&str| OURS.iter().any(|ours| line.contains(ours));
    for line in others.lines().filter(|line| !is_ours(line)) {
        ply.add_comment(line);
    }
    ply.add_comment(&remark(verdict, format));
}

/// The remark on a move: values for programs, and for people what it was worth and what was better.
fn remark(verdict: &JudgedMove, format: Option<&'static RecordFormat>) -> String {
    let evaluation = format.and_then(|format| format.evaluation);
    let told = evaluation.zip(verdict.evaluation).map(|(write, (wdl, depth))| {
        let reply = verdict.reply.iter().take(LINE_LENGTH).cloned().collect();
        write(&MoveEvaluation { wdl, depth, reply })
    });
    let value = verdict.value.replace(' ', "");
    let mut text = match told {
        Some(told) => told,
        None => format!("Ludex: {value}"),
    };
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
            write!(text, "; missed a win in {}", plies(win.plies)).expect(INFALLIBLE);
        }
    }
    text
}
