//! Judges every move of a game: how good it was and what was better.

use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use ludex_kit::registry::{Session, Token};
use ludex_kit::support::figures::precise;
use ludex_kit::{Description, InputError, say};
use ludex_search::Limits as SearchLimits;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::too_much;
use super::client::Client;
use super::limits::Limits;
use super::line::Line;
use super::quota::QuotaShare;
use super::refusal::Refusal;
use super::search_choice::{SearchChoice, limits};
use super::search_slots::SearchSlot;
use super::server::{Server, Shared};
use super::stream::{EventSender, Job, stream};
use ludex_study::analysis::{
    ByGame, BySearch, Candidate, JudgedMove, JudgingMethod, JudgingState, JudgingTask, judge,
    tally_of, totals,
};
use ludex_study::page::{PageGame, ReportPage, judged};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/judge", stream(prepare_judging))
}

/// The game to judge, and the limits for each move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: Option<usize>,
    lines: Option<usize>,
    #[serde(default)]
    seed: u64,
    /// Whether to also send the report as an HTML page.
    #[serde(default)]
    page: bool,
    /// Names of the players for the HTML page.
    #[serde(default)]
    names: Vec<Option<String>>,
}

/// Default time per move.
const TIME: Duration = Duration::from_millis(200);
/// Number of candidate moves evaluated in each position, as in `ludex analyse`.
const CANDIDATES: usize = 3;
/// Table size of each search in MiB, as in `ludex analyse`.
const HASH_MIB: usize = 16;

fn prepare_judging(server: &Server, client: Client, question: Question) -> Result<Job, Refusal> {
    let choice = SearchChoice {
        lines: question.lines,
        threads: question.threads.or(Some(server.limits.threads)),
        seed: question.seed,
        ..SearchChoice::default()
    };
    let mut resources = choice.resources(server, HASH_MIB)?;
    resources.hash_mib *= resources.threads;
    let slot = server.search_slots.take(client, resources)?;
    let Question { line, page, names, .. } = question;
    let session = line.open()?;
    let line = Line::from_session(&*session);
    if line.steps.is_empty() {
        return Err(InputError::sentence("line", say!("the game has no moves to analyse")).into());
    }
    let mut limits = limits(question.time_ms, question.nodes, question.depth)?;
    // Games with their own method of judging choose a depth themselves.
    if limits.is_infinite() && !session.info().annotates {
        limits.time = Some(TIME);
    }
    ludex_base::numbers::check_depth("depth", session.info(), &limits)?;
    let mut setup = choice.setup(&slot, CANDIDATES)?;
    let share = reserve_memory(server, client, &line, setup.options.multipv)?;
    setup.options.threads = 1;
    setup.options.hash_mib = (slot.hash_mib / slot.threads).max(1);
    Ok(Job::new(slot, move |events, slot| {
        let _share = share;
        (session.info().warm_up)();
        let words = line.words();
        let mut names = names;
        names.resize(session.players(), None);
        let open = || Ok(line.open_start()?);
        let choose = |session: &mut dyn Session| Ok(session.configure(None, setup.clone())?);
        let work = JudgingTask {
            n_before: 0,
            words: &words,
            threads: slot.threads,
            open: &open,
            choose: &choose,
            stop: &slot.stop,
        };
        let judging = Judging { work, limits, seed: setup.options.seed, names, page };
        judging.run(&*session, events, &slot)
    }))
}

/// Reserves memory for judging a game, with `n_lines` candidate lines for each move.
fn reserve_memory(
    server: &Server,
    client: Client,
    line: &Line,
    n_lines: usize,
) -> Result<QuotaShare, Refusal> {
    // The facts about the move itself take about as much memory as [`CANDIDATES`] lines.
    let n_bytes = line.steps.len() * (n_lines + CANDIDATES) * Limits::JUDGED_LINE;
    let share = server.judgements.take_many(client, n_bytes);
    share.ok_or_else(|| too_much(StatusCode::TOO_MANY_REQUESTS))
}

struct Judging<'a> {
    work: JudgingTask<'a>,
    limits: SearchLimits,
    seed: u64,
    names: Vec<Option<String>>,
    page: bool,
}

impl Judging<'_> {
    fn run(
        self,
        session: &dyn Session,
        events: &EventSender,
        slot: &SearchSlot,
    ) -> Result<(), Refusal> {
        let words: &[Token] = self.work.words;
        let names = self.names.clone();
        let (moves, summary, own_summary) = if session.info().annotates {
            let method = ByGame { words, limits: &self.limits, number: 1, names };
            let (moves, found) = self.judge_with(&method, session, events)?;
            let said = session.summarise(&tally_of(&found));
            let remark = session.info().translate(said.remark);
            let own_summary = (said.players.clone(), remark);
            let players = said.players.into_iter().map(|player| Value::Object(player.facts));
            (
                moves,
                Some(json!({"players": players.collect::<Vec<_>>(), "remark": remark})),
                Some(own_summary),
            )
        } else {
            let method = BySearch { words, limits: &self.limits, seed: self.seed, names };
            (self.judge_with(&method, session, events)?.0, None, None)
        };
        if slot.stop.is_stopped() {
            return Ok(());
        }
        let sums = totals(&moves);
        let sums: Vec<Value> = sums.iter().map(|sum| sum.to_json(None)).collect();
        let html = self.page.then(|| self.html(session, &moves, own_summary));
        events.send("done", json!({"totals": sums, "summary": summary, "html": html}));
        Ok(())
    }

    /// The report as the same HTML page that `ludex analyse --html` writes. `own_summary` is the summary in the form of the game, if it has
    /// its own form.
    fn html(
        &self,
        session: &dyn Session,
        moves: &[JudgedMove],
        own_summary: Option<(Vec<Description>, &'static str)>,
    ) -> String {
        let names = (1..).zip(&self.names);
        let players = names.map(|(number, name)| match name {
            Some(name) => name.clone(),
            None => say!("Player {number}", number),
        });
        let players: Vec<String> = players.collect();
        let returns = session.status().result.map_or_else(Vec::new, |result| result.singles());
        let game = PageGame {
            branch: None,
            result: judged::won_by(&returns, &players),
            about: Vec::new(),
            moves: moves.iter().filter(|verdict| verdict.is_shown()).cloned().collect(),
            sums: match &own_summary {
                Some((counts, _)) => judged::sums_in_words(session.info(), counts, &players),
                None => judged::sums(moves, &players),
            },
            players,
        };
        let draw = |_, verdict: Option<&JudgedMove>| {
            let n_played = verdict.map_or(self.work.words.len(), |verdict| verdict.number - 1);
            let mut session = (self.work.open)().ok()?;
            let words = &self.work.words[..n_played];
            session.extend(words).ok()?;
            judged::board(&*session, verdict)
        };
        let page = ReportPage {
            info: session.info(),
            game: judged::game_title(session.info(), &session.variant()),
            games: &[game],
            sums: None,
            method: judged::method(own_summary.map(|(_, remark)| remark)),
            draw: &draw,
        };
        page.html()
    }

    fn judge_with<M: JudgingMethod>(
        &self,
        method: &M,
        session: &dyn Session,
        events: &EventSender,
    ) -> anyhow::Result<ludex_study::analysis::Judgement<M::Found>> {
        let of = method.n_steps();
        let mut report = |done: usize, verdict: Option<&JudgedMove>| {
            match verdict {
                None => events.send_latest("progress", json!({"done": done, "of": of})),
                Some(verdict) => {
                    events.send("move", move_json(verdict, !session.info().annotates));
                }
            }
            Ok(())
        };
        judge(&self.work, method, &mut JudgingState::disabled(), &mut report)
    }
}

/// A judged move as JSON. `of_expectation` is true if the loss is a difference of expected results, not of equities.
fn move_json(verdict: &JudgedMove, of_expectation: bool) -> Value {
    let candidate = |candidate: &Candidate| {
        json!({
            "mv": candidate.mv,
            "pv": candidate.pv,
            "value": candidate.value,
            "number": precise(candidate.number),
        })
    };
    json!({
        "number": verdict.number,
        "step": verdict.number - 1,
        "player": verdict.player,
        "played": verdict.played,
        "told": verdict.is_shown(),
        "class": verdict.class.word(),
        "mark": verdict.mark.sign(),
        "loss": precise(verdict.loss),
        "lost": verdict.lost,
        "loses_all": of_expectation && verdict.loss as f32 >= 1.0,
        "kept": precise(verdict.kept),
        "value": verdict.value,
        "expected": verdict.expected.iter().map(|&value| precise(value)).collect::<Vec<_>>(),
        "luck": verdict.luck.map(precise),
        "rank": verdict.rank,
        "candidates": verdict.candidates.iter().map(candidate).collect::<Vec<_>>(),
        "reply": verdict.reply,
        "missed_win": verdict.missed_win.as_ref().map(|win| json!({"plies": win.plies, "line": win.line})),
        "in_book": verdict.in_book,
        "comment": verdict.comment,
        "signs": verdict.signs,
        "facts": verdict.facts,
    })
}
