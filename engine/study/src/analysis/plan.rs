//! The rest of a turn: what to do after the best move, for each event that chance may bring.

use ludex_kit::registry::Session;
use ludex_kit::support::figures::precise;
use ludex_search::{Limits, StopFlag};
use serde_json::{Value, json};

/// The moves of a turn that can be told in advance, and the answers to what chance brings then.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurnPlan {
    /// The best move and those behind it, as long as nothing is drawn and the same player moves.
    pub moves: Vec<String>,
    /// The answers to the event that comes next; none if the turn ends for certain.
    pub answers: Vec<PlannedReply>,
}

/// What to do after some of the events.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedReply {
    /// The events.
    pub events: Vec<String>,
    /// The move after each of them; none if the turn is over then.
    pub mv: Option<String>,
    /// The mean chance to win of the player whose turn it was, where he goes on.
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

/// The longest turn that is told.
const LONGEST_TURN: usize = 64;
/// What a search behind an event may spend, where nothing is said about nodes or time.
const FEW_NODES: u64 = 2_000;

/// Plans the turn that begins with `best`. The searches behind events spend about as much together as one search by
/// these limits. The session stands where it stood afterwards. A plan that was stopped tells what was found by then.
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
            // What a search says that was cut short is no plan.
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

/// The part of the limits for one of `n` searches.
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

/// The move of `mover` in the position at hand and his chance to win, if it is still his turn.
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

/// Puts an event to those with the same answer.
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
