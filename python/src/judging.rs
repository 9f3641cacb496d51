//! Judges recorded games, move by move.

use ludex_base::limits::DEFAULT_TIME;
use ludex_kit::GameInfo;
use ludex_kit::registry::{CouldNot, Session, Token};
use ludex_search::{Limits, StopFlag};
use ludex_study::analysis::{
    ByGame, BySearch, JudgedMove, JudgingState, JudgingTask, Totals, judge as judge_steps,
    tally_of, totals,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::errors::{of_any, of_input};
use crate::options::{self, Choice, Keywords, all_cores};
use crate::record::Record;
use crate::to_python::to_python;
use crate::work::interruptible;

/// Default number of candidates of each position.
const CANDIDATES: usize = 3;
/// Default table size of each search, in MiB.
const HASH_MIB: usize = 16;

/// A request to judge a record.
struct Judging<'a> {
    record: &'a ludex_kit::Record,
    info: &'static GameInfo,
    words: Vec<Token>,
    choice: Choice,
    threads: usize,
    limits: Limits,
}

impl<'a> Judging<'a> {
    fn new(record: &'a Record, options: Keywords<'_, '_>) -> PyResult<Self> {
        let info = record.info;
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
        let words = Token::from_record(&record.content);
        Ok(Self { record: &record.content, info, words, choice, threads, limits })
    }

    /// Opens the game at its end.
    fn open(&self) -> anyhow::Result<Box<dyn Session>> {
        let mut session = crate::record::open_first(self.info, self.record)?;
        session.extend(&self.words)?;
        Ok(session)
    }

    fn run(&self, stop: &StopFlag) -> anyhow::Result<Value> {
        let mut session = self.open()?;
        self.choice.configure(&mut *session)?;
        (self.info.warm_up)();
        let names = (1..=session.players()).map(|player| self.record.player_name(player));
        let names: Vec<Option<String>> = names.collect();
        let open = || self.open();
        let work = JudgingTask {
            words: &self.words,
            n_before: 0,
            threads: self.threads,
            open: &open,
            choose: &|session| Ok(self.choice.configure(session)?),
            stop,
        };
        let (state, words, limits) = (&mut JudgingState::disabled(), &*self.words, &self.limits);
        let (moves, sums) = if self.info.annotates {
            let method = ByGame { words, limits, number: 1, names };
            let (moves, found) = judge_steps(&work, &method, state, &mut |_, _| Ok(()))?;
            let summary = session.summarise(&tally_of(&found));
            let sums = summary.players.into_iter().map(|player| Value::Object(player.facts));
            (moves, sums.collect())
        } else {
            let seed = self.choice.setup.options.seed;
            let method = BySearch { words, limits, seed, names };
            let (moves, _) = judge_steps(&work, &method, state, &mut |_, _| Ok(()))?;
            let sums = self.totals(&moves);
            (moves, sums)
        };
        if stop.is_stopped() {
            return Err(CouldNot("stopped before the last move".into()).into());
        }
        Ok(self.report(&*session, &moves, &sums))
    }

    fn totals(&self, moves: &[JudgedMove]) -> Vec<Value> {
        let sums = totals(moves);
        let object = |sum: &Totals| sum.to_json(self.record.player_name(sum.player).as_deref());
        sums.iter().map(object).collect()
    }

    fn report(&self, session: &dyn Session, moves: &[JudgedMove], totals: &[Value]) -> Value {
        let one = |verdict: &JudgedMove| {
            let mut facts = verdict.facts.clone();
            facts.entry("mark").or_insert_with(|| json!(verdict.mark.sign()));
            facts.insert("lost".into(), json!(verdict.loss));
            facts.insert("number".into(), json!(verdict.number));
            Value::Object(facts)
        };
        let moves: Vec<Value> = moves.iter().map(one).collect();
        json!({
            "game": self.info.name,
            "variant": session.variant().to_string(),
            "moves": moves,
            "totals": totals,
            "result": session.status().word(),
        })
    }
}

/// Judges every move of a record, as `ludex analyse --file` does.
#[pyfunction]
pub(crate) fn judge<'py>(
    py: Python<'py>,
    record: &Record,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let judging = Judging::new(record, options)?;
    let stop = StopFlag::default();
    let judged = interruptible(py, &stop, || judging.run(&stop))?;
    to_python(py, &judged.map_err(|error| of_any(&error))?)
}
