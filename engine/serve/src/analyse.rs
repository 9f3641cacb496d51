//! The analysis of a position, which runs until its limits are reached or the client disconnects.

use std::time::Duration;

use axum::Router;
use ludex_kit::registry::{Findings, Session, SoFar};
use ludex_kit::{Facts, InputError, SearchSetup, say};
use ludex_search::Limits as SearchLimits;
use serde::Deserialize;
use serde_json::Value;

use super::client::Client;
use super::limits::Limits;
use super::line::Line;
use super::refusal::Refusal;
use super::search_choice::{LevelText, SearchChoice, limits};
use super::search_slots::SearchSlot;
use super::server::{Server, Shared};
use super::stream::{EventSender, Job, stream};
use ludex_base::numbers;
use ludex_study::analysis::plan;
use ludex_study::json;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/analyse", stream(prepare_analysis))
}

/// The position to analyse, the limits and the options of the search.
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

pub(super) fn prepare_analysis(
    server: &Server,
    client: Client,
    question: Question,
) -> Result<Job, Refusal> {
    let limits = limits(question.time_ms, question.nodes, question.depth)?;
    let choice = SearchChoice {
        search: question.search,
        evaluator: question.evaluator,
        level: question.level,
        lines: question.lines,
        threads: question.threads,
        hash: question.hash,
        seed: question.seed,
    };
    let resources = choice.resources(server, Limits::DEFAULT_HASH_MIB)?;
    let mut slot = server.search_slots.take(client, resources)?;
    let mut reporter = question.line.open()?;
    numbers::check_depth("depth", reporter.info(), &limits)?;
    check_playing(&*reporter)?;
    let (session, key) = choice.open(reporter.fork(), &mut slot)?;
    let setup = choice.setup(&slot, session.info().usual_lines)?;
    let has_first_look = setup.level.is_full() && is_long(&limits);
    reporter.configure(choice.search.as_deref(), first_look_setup(setup))?;
    let analysis = Analysis {
        reporter,
        has_first_look,
        limits,
        seed: choice.seed,
        reported_depth: 0,
        turn: None,
    };
    Ok(Job::new(slot, move |events, slot| analysis.run(session, key, events, slot)))
}

/// Limits of the first look: a short search whose result appears at once.
const FIRST_LOOK: SearchLimits = SearchLimits {
    time: Some(Duration::from_millis(40)),
    nodes: Some(1_500),
    depth: None,
    clock: None,
};

/// Limits of the search before a turn is planned, and of the plan itself.
const PLANNING: SearchLimits =
    SearchLimits { time: Some(Duration::from_secs(1)), nodes: None, depth: None, clock: None };

/// Whether a search may last long enough for a first look to be worth its time.
fn is_long(limits: &SearchLimits) -> bool {
    let has_time = limits.time.is_none_or(|time| time >= Duration::from_millis(300));
    has_time && limits.nodes.is_none() && limits.depth.is_none()
}

/// The same search on one thread with the smallest table: allocating a large table takes longer than a first look.
fn first_look_setup(mut setup: SearchSetup) -> SearchSetup {
    setup.options.hash_mib = 1;
    setup.options.threads = 1;
    setup
}

/// An error unless the position has a legal move to search for.
pub(super) fn check_playing(session: &dyn Session) -> Result<(), Refusal> {
    if let Some(result) = session.status().word() {
        let sentence = say!("there is no legal move: the game is over ({result})", result);
        return Err(InputError::sentence("line", sentence).into());
    }
    match session.missing_event() {
        Some(missing) if !session.evaluates_chance() => {
            let error = missing.error("line");
            let hint = say!("add {example} to the steps", example = missing.example);
            Err(error.with_hint(hint).into())
        }
        _ => Ok(()),
    }
}

/// A running analysis.
struct Analysis {
    /// A second session at the same position: it runs the first look and formats findings while the main session
    /// searches.
    reporter: Box<dyn Session>,
    /// Whether the analysis starts with a first look.
    has_first_look: bool,
    limits: SearchLimits,
    seed: u64,
    /// The greatest depth reported so far, in plies; shallower findings are not reported.
    reported_depth: u32,
    /// The planned turn, starting with the best move at the time it was planned.
    turn: Option<Value>,
}

impl Analysis {
    fn run(
        mut self,
        mut session: Box<dyn Session>,
        key: String,
        events: &EventSender,
        slot: SearchSlot,
    ) -> Result<(), Refusal> {
        (session.info().warm_up)();
        if self.has_first_look {
            let seen = self.reporter.search(&FIRST_LOOK, &slot.stop, &mut |_| {})?;
            self.report(&seen, events, &slot);
        }
        if session.info().long_turns && self.limits.is_infinite() {
            self.plan_turn(&mut *session, events, &slot)?;
        }
        let limits = self.limits;
        let mut seen = |found: &SoFar<'_, Findings>| self.report_progress(found, events, &slot);
        let found = session.search(&limits, &slot.stop, &mut seen)?;
        let appraisal = session.appraise()?;
        let mut object = json::analysis(&*session, &found, self.seed, &appraisal.facts);
        if session.info().long_turns
            && !slot.stop.is_stopped()
            && let Some(best) = found.best_move()
        {
            let turn = plan(&mut *session, best, &limits, &slot.stop)?;
            object.insert("turn".into(), turn.to_json());
        }
        events.send("done", Value::Object(object));
        slot.keep_session(key, session);
        Ok(())
    }

    /// Plans the whole turn before an unlimited search. In games in which a player makes several moves in a row, the first move alone would
    /// not be a useful answer.
    fn plan_turn(
        &mut self,
        session: &mut dyn Session,
        events: &EventSender,
        slot: &SearchSlot,
    ) -> Result<(), Refusal> {
        let mut seen = |found: &SoFar<'_, Findings>| self.report_progress(found, events, slot);
        let found = session.search(&PLANNING, &slot.stop, &mut seen)?;
        if let (Some(best), false) = (found.best_move(), slot.stop.is_stopped()) {
            let turn = plan(session, best, &PLANNING, &slot.stop)?;
            self.turn = Some(turn.to_json());
            // The plan covers the whole turn, so these findings are reported even if their depth is smaller than that of earlier ones.
            self.reported_depth = 0;
            self.report(&found, events, slot);
        }
        Ok(())
    }

    fn report_progress(
        &mut self,
        found: &SoFar<'_, Findings>,
        events: &EventSender,
        slot: &SearchSlot,
    ) {
        if found.depth >= self.reported_depth {
            self.report(&found.words(), events, slot);
        }
    }

    fn report(&mut self, findings: &Findings, events: &EventSender, slot: &SearchSlot) {
        if findings.depth < self.reported_depth {
            return;
        }
        self.reported_depth = findings.depth;
        let mut object = json::analysis(&*self.reporter, findings, self.seed, &Facts::new());
        if let Some(turn) = &self.turn {
            object.insert("turn".into(), turn.clone());
        }
        object.insert("sharing".into(), slot.n_sharing().into());
        events.send_latest("findings", Value::Object(object));
    }
}
