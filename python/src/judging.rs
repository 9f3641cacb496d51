//! Judges recorded games, move by move.

use std::path::PathBuf;

use ludex_base::limits::DEFAULT_TIME;
use ludex_base::losses::loss_remarks;
use ludex_base::output;
use ludex_kit::registry::{CouldNot, Session, Token, losses};
use ludex_kit::{GameInfo, InputError, RecordFormat};
use ludex_search::{Limits, StopFlag};
use ludex_study::analysis::{
    GameTask, JudgedGame, JudgedMove, JudgingState, annotated_records, annotation_format,
    judge_game, match_json, matches, summary,
};
use ludex_study::page;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

use crate::errors::{of_any, of_input};
use crate::options::{self, Choice, Keywords, all_cores};
use crate::record::{Record, warn};
use crate::to_python::to_python;
use crate::work::interruptible;

/// Default number of candidates of each position.
const CANDIDATES: usize = 3;
/// Default table size of each search, in MiB.
const HASH_MIB: usize = 16;

/// A request to judge the games of a file.
struct Judging<'a> {
    records: Vec<&'a ludex_kit::Record>,
    info: &'static GameInfo,
    choice: Choice,
    threads: usize,
    limits: Limits,
    /// The file for the games with marks and comments, with its format.
    annotate: Option<(PathBuf, &'static RecordFormat)>,
    /// The file for a report.
    html: Option<PathBuf>,
}

impl<'a> Judging<'a> {
    fn new(
        info: &'static GameInfo,
        records: Vec<&'a ludex_kit::Record>,
        options: Keywords<'_, '_>,
    ) -> PyResult<Self> {
        let mut choice = options::choice(options, info, (all_cores(), HASH_MIB))?;
        let chosen = &mut choice.setup.options;
        let threads = std::mem::replace(&mut chosen.threads, 1);
        let lines = options::read(options, "multipv", ludex_base::numbers::lines)?;
        chosen.multipv = lines.unwrap_or(CANDIDATES);
        // Without limits, the game's own method chooses a depth.
        let limits = match options::given_limits(options, info)? {
            limits if limits.is_infinite() && !info.annotates => Limits::time(DEFAULT_TIME),
            limits => limits,
        };
        choice.check(&limits).map_err(|error| of_input(&error))?;
        let annotate = match options::path(options, "annotate")? {
            Some(path) => {
                let format = annotation_format(info, &path).map_err(|error| of_input(&error))?;
                Some((path, format))
            }
            None => None,
        };
        let html = options::path(options, "html")?;
        Ok(Self { records, info, choice, threads, limits, annotate, html })
    }

    fn open(&self, record: &ludex_kit::Record) -> anyhow::Result<Box<dyn Session>> {
        let mut session = crate::record::open_first(self.info, record)?;
        session.extend(&Token::from_record(record))?;
        Ok(session)
    }

    fn judge(&self, number: usize, stop: &StopFlag) -> anyhow::Result<JudgedGame> {
        let record = self.records[number - 1];
        let mut session = self.open(record)?;
        let task = GameTask {
            record,
            words: &Token::from_record(record),
            branch: None,
            number,
            limits: &self.limits,
            seed: self.choice.setup.options.seed,
            threads: self.threads,
            open: &|| self.open(record),
            choose: &|session| Ok(self.choice.configure(session)?),
            stop,
        };
        let mut state = JudgingState::disabled();
        let game = judge_game(&mut *session, &task, &mut state, &mut |_, _, _| Ok(()))?;
        if stop.is_stopped() {
            return Err(CouldNot("stopped before the last move".into()).into());
        }
        Ok(game)
    }

    /// Judges all games and writes the files. Returns the matches of which the games consist, and what the format of the annotated file
    /// cannot store.
    fn run(&self, stop: &StopFlag) -> anyhow::Result<(Value, Vec<InputError>)> {
        let judge = |number| self.judge(number, stop);
        let games = (1..=self.records.len()).map(judge).collect::<anyhow::Result<Vec<_>>>()?;
        let remarks = self.write(&games)?;
        let groups: Vec<&[JudgedGame]> =
            if self.info.annotates { matches(&games).collect() } else { games.chunks(1).collect() };
        let reports = groups.into_iter().map(|games| self.report(games));
        Ok((Value::Array(reports.collect::<anyhow::Result<_>>()?), remarks))
    }

    fn write(&self, games: &[JudgedGame]) -> anyhow::Result<Vec<InputError>> {
        let mut remarks = Vec::new();
        if let Some((path, format)) = &self.annotate {
            let branches = vec![None; games.len()];
            let records = annotated_records(games, &branches, None, format);
            for record in &records {
                let lost = losses(&ludex_games::CATALOGUE, self.info.name, format, record)?;
                remarks.extend(loss_remarks(lost, format));
            }
            output::write_file(path, format.written(&records))?;
        }
        if let Some(path) = &self.html {
            let page = page::report(self.info, games, &|record| self.open(record))?;
            output::write_file(path, page)?;
        }
        Ok(remarks)
    }

    /// The report on the games of a match.
    fn report(&self, games: &[JudgedGame]) -> anyhow::Result<Value> {
        let reports = games.iter().map(|game| self.report_of_game(game));
        let reports = reports.collect::<anyhow::Result<Vec<_>>>()?;
        let mut object = Map::new();
        match games {
            [first, ..] if self.info.annotates => {
                let session = self.open(&first.record)?;
                object = match_json(&summary(&*session, games), games);
            }
            [only] => drop(object.insert("totals".into(), json!(only.totals()))),
            _ => {}
        }
        object.insert("games".into(), json!(reports));
        Ok(Value::Object(object))
    }

    fn report_of_game(&self, game: &JudgedGame) -> anyhow::Result<Value> {
        let session = self.open(&game.record)?;
        let totals = match game.tally {
            Some(_) => {
                let players = summary(&*session, std::slice::from_ref(game)).players;
                players.into_iter().map(|player| Value::Object(player.facts)).collect()
            }
            None => game.totals(),
        };
        let moves: Vec<Value> = game.moves.iter().map(facts).collect();
        let mut report = game.facts();
        report["game"] = json!(self.info.name);
        report["variant"] = json!(session.variant().to_string());
        report["moves"] = json!(moves);
        report["totals"] = json!(totals);
        report["result"] = json!(game.result);
        Ok(report)
    }
}

/// All fields of a judged move.
fn facts(verdict: &JudgedMove) -> Value {
    let mut facts = verdict.facts.clone();
    facts.entry("mark").or_insert_with(|| json!(verdict.mark.sign()));
    facts.insert("lost".into(), json!(verdict.loss));
    facts.insert("number".into(), json!(verdict.number));
    Value::Object(facts)
}

/// Judges every move of records, as `ludex analyse --file` does. Returns the matches of which the games consist.
#[pyfunction]
pub(crate) fn judge<'py>(
    py: Python<'py>,
    records: Vec<PyRef<'py, Record>>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(info) = records.first().map(|record| record.info) else {
        return to_python(py, &json!([]));
    };
    if let Some(index) = records.iter().position(|record| record.info.name != info.name) {
        let problem = format!("is not a game of {}; judge the games of each kind apart", info.name);
        let place = format!("record {}", index + 1);
        return Err(of_input(&InputError::problem(place, records[index].info.name, problem)));
    }
    let contents = records.iter().map(|record| &record.content).collect();
    let judging = Judging::new(info, contents, options)?;
    let stop = StopFlag::default();
    let judged = interruptible(py, &stop, || judging.run(&stop))?;
    let (judged, remarks) = judged.map_err(|error| of_any(&error))?;
    warn(py, &remarks)?;
    to_python(py, &judged)
}
