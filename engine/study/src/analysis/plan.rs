//! Plans the rest of a turn: what to do after the best move, for each possible chance event.

use ludex_kit::registry::Session;
use ludex_kit::support::figures::precise;
use ludex_search::{Limits, StopFlag};
use serde_json::{Value, json};

/// The moves of a turn that can be planned in advance, and the replies to the next chance event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurnPlan {
    /// The best move and its continuation, up to the first chance event or change of player.
    pub moves: Vec<String>,
    /// Replies to the next chance event; empty if the turn ends for certain.
    pub answers: Vec<PlannedReply>,
}

/// The reply to a group of events.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedReply {
    /// The events.
    pub events: Vec<String>,
    /// The move after each of these events; `None` if the turn is over after them.
    pub mv: Option<String>,
    /// The probability that the player who planned the turn wins, averaged over these events; `None` if the turn is over.
    pub win: Option<f32>,
}

impl TurnPlan {
    /// The plan as `analyse` prints it.
    pub fn to_json(&self) -> Value {
        let answer = |answer: &PlannedReply| {
            json!({
                "events": answer.events,
                "move": answer.mv,
                "win": answer.win.map(precise),
            })
        };
        let answers: Vec<Value> = self.answers.iter().map(answer).collect();
        json!({"moves": self.moves, "answers": answers})
    }
}

/// Maximum length of a planned turn.
const LONGEST_TURN: usize = 64;
/// Nodes of the search after an event, if neither nodes nor time are limited.
const FEW_NODES: u64 = 2_000;

/// Plans the turn that starts with `best`. The searches after all events together take about as much effort as one
/// search with these limits. The session is unchanged afterwards. If the planning is stopped, the plan contains what
/// was found until then.
pub fn plan(
    session: &mut dyn Session,
    best: &str,
    limits: &Limits,
    stop: &StopFlag,
) -> anyhow::Result<TurnPlan> {
    let mut plan = TurnPlan::default();
    session.see_as_players();
    let mut n_steps = 1;
    let planned = look_ahead(session, best, (limits, stop), &mut plan, &mut n_steps);
    for _ in 0..n_steps {
        session.undo();
    }
    planned.map(|()| plan)
}

fn look_ahead(
    session: &mut dyn Session,
    best: &str,
    (limits, stop): (&Limits, &StopFlag),
    plan: &mut TurnPlan,
    n_steps: &mut usize,
) -> anyhow::Result<()> {
    let mover = session.status().to_move;
    let mut next = Some(best.to_owned());
    while let Some(mv) = next.take() {
        session.play(&mv)?;
        *n_steps += 1;
        plan.moves.push(mv);
        let goes_on = session.status().to_move == mover && session.events().is_empty();
        if goes_on && mover.is_some() && plan.moves.len() < LONGEST_TURN {
            let found = session.search(&divide_limits(limits, 8), stop, &mut |_| {})?;
            // The result of an interrupted search is not used.
            let best = found.best_move().filter(|_| !stop.is_stopped());
            next = best.map(str::to_owned);
        }
    }
    let events = session.events();
    let limits = divide_limits(limits, events.len() as u32);
    for (event, _) in events {
        session.play(&event)?;
        *n_steps += 1;
        let answer = plan_answer(session, mover, &limits, stop)?;
        session.undo();
        *n_steps -= 1;
        if stop.is_stopped() {
            break;
        }
        add_answer(&mut plan.answers, event, answer);
    }
    for answer in &mut plan.answers {
        let n_events = answer.events.len() as f32;
        answer.win = answer.win.map(|sum| sum / n_events);
    }
    plan.answers
        .sort_by_key(|answer| (answer.mv.is_none(), std::cmp::Reverse(answer.events.len())));
    Ok(())
}

/// Divides the limits among `n` searches.
pub(super) fn divide_limits(limits: &Limits, n: u32) -> Limits {
    let n = n.max(1);
    let (time, nodes) = (limits.time, limits.nodes);
    if time.is_none() && nodes.is_none() {
        return Limits::nodes(FEW_NODES);
    }
    Limits {
        time: time.map(|time| time / n),
        nodes: nodes.map(|nodes| (nodes / u64::from(n)).max(1)),
        ..Limits::default()
    }
}

/// The best move of `mover` in the current position and its probability of winning; `None` if it is no longer this player's turn.
fn plan_answer(
    session: &mut dyn Session,
    mover: Option<usize>,
    limits: &Limits,
    stop: &StopFlag,
) -> anyhow::Result<Option<(String, f32)>> {
    if session.status().to_move != mover || mover.is_none() {
        return Ok(None);
    }
    let found = session.search(limits, stop, &mut |_| {})?;
    let line = found.best().filter(|line| !line.pv.is_empty());
    Ok(line.map(|line| (line.first().to_owned(), line.wdl.win)))
}

/// Adds an event to the group with the same reply.
fn add_answer(answers: &mut Vec<PlannedReply>, event: String, answer: Option<(String, f32)>) {
    let (mv, win) = answer.unzip();
    match answers.iter_mut().find(|known| known.mv == mv) {
        Some(known) => {
            known.events.push(event);
            known.win = known.win.zip(win).map(|(sum, win)| sum + win);
        }
        None => answers.push(PlannedReply { events: vec![event], mv, win }),
    }
}
