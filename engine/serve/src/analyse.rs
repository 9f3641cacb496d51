//! The analysis of a position, as long as somebody looks on.

use std::time::Duration;

use axum::Router;
use ludex_kit::registry::{Findings, Session, SoFar};
use ludex_kit::{Facts, InputError, SearchSetup};
use ludex_search::Limits as SearchLimits;
use serde::Deserialize;
use serde_json::Value;

use super::chosen::{Choice, LevelText, limits};
use super::client::Client;
use super::limits::Limits;
use super::line::Line;
use super::places::Place;
use super::refusal::Refusal;
use super::server::{Server, Shared};
use super::stream::{Job, Teller, stream};
use ludex_base::numbers;
use ludex_study::analysis::plan;
use ludex_study::json;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/analyse", stream(prepare))
}

/// What is to be analysed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    line: Line,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    search: Option<String>,
    evaluator: Option<String>,
    level: Option<LevelText>,
    lines: Option<usize>,
    threads: Option<usize>,
    hash: Option<usize>,
    #[serde(default)]
    seed: u64,
}

pub(super) fn prepare(server: &Server, client: Client, question: Question) -> Result<Job, Refusal> {
    let limits = limits(question.time_ms, question.nodes, question.depth)?;
    let choice = Choice {
        search: question.search,
        evaluator: question.evaluator,
        level: question.level,
        lines: question.lines,
        threads: question.threads,
        hash: question.hash,
        seed: question.seed,
    };
    let wish = choice.wish(server, Limits::HASH)?;
    let mut place = server.places.take(client, wish)?;
    let mut beside = question.line.open()?;
    numbers::check_depth("depth", beside.info(), &limits)?;
    check_playing(&*beside)?;
    let (session, key) = choice.open(beside.fork(), &mut place)?;
    let setup = choice.setup(&place, session.info().usual_lines)?;
    let looks = setup.level.is_full() && is_long(&limits);
    beside.configure(choice.search.as_deref(), at_a_glance(setup))?;
    let analysis = Analysis { beside, looks, limits, seed: choice.seed, told_depth: 0, turn: None };
    Ok(Job::new(place, move |teller, place| analysis.run(session, key, teller, place)))
}

/// What a first look may cost.
const GLANCE: SearchLimits = SearchLimits {
    time: Some(Duration::from_millis(40)),
    nodes: Some(1_500),
    depth: None,
    clock: None,
};

/// What a search may spend before a turn is planned, and the plan after it.
const ROUND: SearchLimits =
    SearchLimits { time: Some(Duration::from_secs(1)), nodes: None, depth: None, clock: None };

/// Whether a search lasts so long that somebody waits for its first word.
fn is_long(limits: &SearchLimits) -> bool {
    let has_time = limits.time.is_none_or(|time| time >= Duration::from_millis(300));
    has_time && limits.nodes.is_none() && limits.depth.is_none()
}

/// The same search with the smallest table, on one thread: making a large one takes longer than a first look.
fn at_a_glance(mut setup: SearchSetup) -> SearchSetup {
    setup.options.hash_mib = 1;
    setup.options.threads = 1;
    setup
}

/// Whether there is something to search.
pub(super) fn check_playing(session: &dyn Session) -> Result<(), Refusal> {
    if let Some(result) = session.status().word() {
        let sentence = format!("there is no legal move: the game is over ({result})");
        return Err(InputError::sentence("line", sentence).into());
    }
    match session.missing_event() {
        Some(missing) if !session.evaluates_chance() => {
            let error = missing.error("line");
            let hint = format!("add {} to the steps", missing.example);
            Err(error.with_hint(hint).into())
        }
        _ => Ok(()),
    }
}

/// An analysis under way.
struct Analysis {
    /// While one session searches, another tells what was found. It has had the first look.
    beside: Box<dyn Session>,
    /// Whether there is to be one.
    looks: bool,
    limits: SearchLimits,
    seed: u64,
    /// The depth that was told last: nothing behind it is news.
    told_depth: u32,
    /// The turn that begins with what was the best move when it was planned.
    turn: Option<Value>,
}

impl Analysis {
    fn run(
        mut self,
        mut session: Box<dyn Session>,
        key: String,
        teller: &Teller,
        place: Place,
    ) -> Result<(), Refusal> {
        (session.info().warm_up)();
        if self.looks {
            let seen = self.beside.search(&GLANCE, &place.stop, &mut |_| {})?;
            self.tell(&seen, teller);
        }
        if session.info().long_turns && self.limits.is_infinite() {
            self.plan_turn(&mut *session, teller, &place)?;
        }
        let limits = self.limits;
        let mut seen = |found: &SoFar<'_, Findings>| self.hear(found, teller);
        let found = session.search(&limits, &place.stop, &mut seen)?;
        let appraisal = session.appraise()?;
        let mut object = json::analysis(&*session, &found, self.seed, &appraisal.facts);
        if session.info().long_turns
            && !place.stop.is_stopped()
            && let Some(best) = found.best_move()
        {
            let turn = plan(&mut *session, best, &limits, &place.stop)?;
            object.insert("turn".into(), turn.to_json());
        }
        teller.tell("done", Value::Object(object));
        place.keep(key, session);
        Ok(())
    }

    /// Plans the turn before a search without end: where a player moves several times in a row, a move alone says little.
    fn plan_turn(
        &mut self,
        session: &mut dyn Session,
        teller: &Teller,
        place: &Place,
    ) -> Result<(), Refusal> {
        let mut seen = |found: &SoFar<'_, Findings>| self.hear(found, teller);
        let found = session.search(&ROUND, &place.stop, &mut seen)?;
        if let (Some(best), false) = (found.best_move(), place.stop.is_stopped()) {
            let turn = plan(session, best, &ROUND, &place.stop)?;
            self.turn = Some(turn.to_json());
            // Nothing is behind what was just thought through to the end of the turn.
            self.told_depth = 0;
            self.tell(&found, teller);
        }
        Ok(())
    }

    fn hear(&mut self, found: &SoFar<'_, Findings>, teller: &Teller) {
        if found.depth >= self.told_depth {
            self.tell(&found.words(), teller);
        }
    }

    fn tell(&mut self, findings: &Findings, teller: &Teller) {
        if findings.depth < self.told_depth {
            return;
        }
        self.told_depth = findings.depth;
        let mut object = json::analysis(&*self.beside, findings, self.seed, &Facts::new());
        if let Some(turn) = &self.turn {
            object.insert("turn".into(), turn.clone());
        }
        teller.newest("findings", Value::Object(object));
    }
}
