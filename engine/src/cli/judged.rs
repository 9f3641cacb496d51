//! Records judged in the manner of their game: every decision, the sums of the players, an annotated file. Most games have no
//! manner of their own, and are judged by searches.

mod by_search;

use std::path::{Path, PathBuf};

use anyhow::Result;
use ludex_games::interface::judging::add_tally;
use ludex_games::{
    InputError, JudgingSummary, JudgingTally, Record, RecordFormat, SearchSetup, StepVerdict,
};
use ludex_search::Limits;
use serde_json::{Value, json};

use super::PositionArgs;
use crate::config::Config;
use crate::failure::CouldNot;
use crate::interrupt::stop_on_interrupt;
use crate::output::{self, Align, Colour, LiveLine, TextTable};
use ludex_games::registry;

pub(super) use by_search::judge_by_search;

/// What is judged, and how it is told.
pub(super) struct Judging<'a> {
    pub(super) position: &'a PositionArgs,
    pub(super) config: &'a Config,
    pub(super) setup: &'a SearchSetup,
    pub(super) limits: &'a Limits,
    pub(super) annotate: Option<&'a PathBuf>,
    pub(super) json: bool,
}

/// What was judged so far.
#[derive(Default)]
struct JudgedSums {
    tally: JudgingTally,
    summary: JudgingSummary,
    stopped: bool,
}

impl Judging<'_> {
    /// Judges every game of a file, or the one that was chosen.
    pub(super) fn run(&self, path: &Path) -> Result<()> {
        let format = self.annotation_format()?;
        let mut records = match self.position.number {
            Some(_) => vec![self.position.record(path)?],
            None => self.position.records_as(path, None)?,
        };
        let mut sums = JudgedSums::default();
        let mut damage = None;
        let n_games = records.len();
        for (index, record) in records.iter_mut().enumerate() {
            let number = self.position.number.unwrap_or(index + 1);
            if let Some(error) = record.damage.take() {
                damage = Some(error);
            }
            if let Err(error) = self.judge_game(record, (number, n_games), &mut sums) {
                damage = Some(error.downcast::<InputError>()?);
                break;
            }
            if sums.stopped {
                break;
            }
        }
        self.tell_sums(&sums)?;
        if let (Some(path), Some(format)) = (self.annotate, format) {
            output::write_file(path, format.written(&records))?;
        }
        if let Some(damage) = damage {
            return Err(damage.into());
        }
        if sums.stopped {
            return Err(CouldNot("stopped before the last move".into()).into());
        }
        Ok(())
    }

    /// The format of the annotated file, by its ending.
    fn annotation_format(&self) -> Result<Option<&'static RecordFormat>> {
        let Some(path) = self.annotate else {
            return Ok(None);
        };
        let info = registry::info(&self.position.game)?;
        let ending = path.extension().and_then(|ending| ending.to_str());
        let named =
            |format: &&RecordFormat| format.extensions.contains(&ending.unwrap_or_default());
        let format = info.formats.iter().find(named);
        let names: Vec<_> = info.formats.iter().map(|format| format.name).collect();
        Ok(Some(format.ok_or_else(|| {
            let expected = format!("a file that ends in .{}", names.join(" or ."));
            InputError::new("--annotate", path.display().to_string(), expected)
        })?))
    }

    fn judge_game(
        &self,
        record: &mut Record,
        (number, n_games): (usize, usize),
        sums: &mut JudgedSums,
    ) -> Result<()> {
        let (mut session, words) = self.position.open_record(record, self.config)?;
        session.set_line(record.start.as_deref(), &[])?;
        (session.info().warm_up)();
        let stop = stop_on_interrupt();
        let mut live = LiveLine::new();
        let mut rows: Vec<StepVerdict> = Vec::new();
        let n_words = words.len();
        let mut tell = |index: usize, verdict: &StepVerdict| -> Result<()> {
            live.show(&format!(
                "game {number} of {n_games}, step {} of {n_words}",
                index + 1
            ));
            annotate(record, index, verdict);
            if self.json {
                let mut object = verdict.description.facts.clone();
                object.insert("game_number".into(), json!(number));
                object.insert("ply".into(), json!(index + 1));
                output::json(&Value::Object(object))?;
            } else {
                rows.push(verdict.clone());
            }
            Ok(())
        };
        let tally = session.judge_record(&words, self.setup, self.limits, &stop, &mut tell);
        drop(live);
        if !self.json && !rows.is_empty() {
            let head = output::coloured(&format!("Game {number}"), Colour::Bold);
            output::print(&format!("{head}\n{}\n", verdict_table(&rows)))?;
        }
        if let Some(tally) = tally? {
            add_tally(&mut sums.tally, &tally);
            sums.summary = session.summarise(&sums.tally);
        }
        sums.stopped = stop.is_stopped();
        Ok(())
    }

    fn tell_sums(&self, sums: &JudgedSums) -> Result<()> {
        let summary = &sums.summary;
        let [first, second] = &summary.players[..] else {
            return Ok(());
        };
        if self.json {
            let totals = [&first.facts, &second.facts];
            output::json(&json!({"totals": totals}))?;
            return Ok(());
        }
        let mut table = TextTable::new(&[
            ("", Align::Left),
            ("player 1", Align::Right),
            ("player 2", Align::Right),
        ]);
        for ((name, first), (_, second)) in first.cells.iter().zip(&second.cells) {
            table.row(vec![(*name).to_owned(), first.clone(), second.clone()]);
        }
        output::print(&format!("{}\n{}\n", table.render(), summary.remark))?;
        Ok(())
    }
}

/// Puts a verdict into the record: at its move, or at the next one if it is about what was not done.
fn annotate(record: &mut Record, index: usize, verdict: &StepVerdict) {
    let played = verdict.description.facts.get("played");
    let is_event = played.and_then(Value::as_str) == Some("roll");
    let index = if is_event { index + 1 } else { index };
    let Some(ply) = record
        .plies
        .get_mut(index)
        .filter(|_| !verdict.comment.is_empty())
    else {
        return;
    };
    if !verdict.mark.is_empty() && !is_event {
        verdict.mark.clone_into(&mut ply.annotation);
    }
    let comment = ply.comment.get_or_insert_with(String::new);
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(&verdict.comment);
}

fn verdict_table(rows: &[StepVerdict]) -> String {
    let headings: Vec<(&str, Align)> = rows[0]
        .description
        .cells
        .iter()
        .map(|&(heading, _)| {
            let is_text = matches!(heading, "move" | "" | "better");
            (heading, if is_text { Align::Left } else { Align::Right })
        })
        .collect();
    let mut columns = vec![("#", Align::Right)];
    columns.extend(headings);
    let mut table = TextTable::new(&columns);
    for (index, verdict) in rows.iter().enumerate() {
        let cells = verdict.description.cells.iter();
        let cells = cells.map(|(_, text)| text.clone());
        table.row([(index + 1).to_string()].into_iter().chain(cells).collect());
    }
    with_marks(&table, rows.iter().map(|verdict| verdict.mark))
}

/// A table with a mark for each row below its heading: rows of mistakes are coloured.
fn with_marks(table: &TextTable, marks: impl Iterator<Item = &'static str>) -> String {
    let text = table.render();
    let mut lines = text.lines();
    let head = format!("{}\n", lines.next().unwrap_or_default());
    let body = lines.zip(marks).map(|(line, mark)| match mark {
        "" => format!("{line}\n"),
        "??" => output::coloured(line, Colour::Red) + "\n",
        _ => output::coloured(line, Colour::Yellow) + "\n",
    });
    format!("{head}{}", body.collect::<String>())
}
