//! Rollouts: positions and plays valued by games that are played out.

use axum::Router;
use ludex_games::interface::rollouts::RolledOut;
use ludex_games::registry::{CouldNot, not_offered};
use ludex_games::{GameInfo, RolloutRequest};
use ludex_search::rollout::{Certainty, RolloutOptions};
use serde::Deserialize;
use serde_json::Value;

use super::analyse::check_playing;
use super::chosen::{Choice, within};
use super::line::Line;
use super::stream::{Job, stream};
use super::{Client, Limits, Refusal, Server, Shared};
use crate::json;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/rollout", stream(prepare))
}

/// What is to be rolled out, and how: the options of `ludex rollout`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    #[serde(default)]
    plays: Vec<String>,
    trials: Option<u64>,
    truncate: Option<u32>,
    depth: Option<u32>,
    cubeful: Option<bool>,
    variance_reduction: Option<bool>,
    error: Option<f32>,
    jsd: Option<f32>,
    min_trials: Option<u64>,
    lines: Option<usize>,
    threads: Option<usize>,
    #[serde(default)]
    seed: u64,
}

/// Without a number of their own.
const TRIALS: u64 = 1296;
/// No more games, nor deeper ones.
const MOST_TRIALS: u64 = 1_000_000;
const GREATEST_DEPTH: u32 = 3;
/// Plays that are rolled out where none is named.
const PLAYS: usize = 3;

fn prepare(server: &Server, client: Client, question: Question) -> Result<Job, Refusal> {
    let choice = Choice {
        threads: question.threads,
        lines: question.lines,
        seed: question.seed,
        ..Choice::default()
    };
    let place = server
        .places
        .take(client, choice.wish(server, Limits::HASH)?)?;
    let mut session = question.line.open()?;
    if !session.info().rollouts {
        let has = |info: &GameInfo| info.rollouts;
        let error = not_offered("game", session.info(), "a game with rollouts", has);
        return Err(error.into());
    }
    check_playing(&*session)?;
    let setup = choice.setup(&place, PLAYS)?;
    session.configure(None, setup.clone())?;
    let request = RolloutRequest {
        options: RolloutOptions {
            trials: within("trials", question.trials, 1, MOST_TRIALS)?.unwrap_or(TRIALS),
            plies: question.truncate,
            play_depth: within("depth", question.depth, 0, GREATEST_DEPTH)?.unwrap_or(0),
            target_error: question.error,
            certainty: question.jsd.map(|deviations| Certainty {
                deviations,
                min_trials: question.min_trials.unwrap_or(Certainty::MIN_TRIALS),
            }),
            ..RolloutOptions::default()
        },
        reduces_variance: question.variance_reduction,
        plays: question.plays,
        lines: setup.options.multipv,
        cubeful: question.cubeful.unwrap_or(true),
        numbers: None,
    };
    Ok(Job::new(place, move |teller, place| {
        (session.info().warm_up)();
        let object = |rolled: &RolledOut<String>| {
            let mut object = json::rollout(&*session, &request, rolled);
            object.insert("seed".into(), setup.options.seed.into());
            object.insert("threads".into(), setup.options.threads.into());
            Value::Object(object)
        };
        let mut tell = |rolled: &RolledOut<String>| teller.newest("findings", object(rolled));
        let rolled = session.roll_out(&setup, &request, &place.stop, &mut tell)?;
        let Some(rolled) = rolled.filter(|rolled| rolled.trials > 0) else {
            let why = "stopped before the first games were over".to_owned();
            return Err(anyhow::Error::from(CouldNot(why)).into());
        };
        teller.tell("done", object(&rolled));
        Ok(())
    }))
}
