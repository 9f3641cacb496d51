//! Rollouts: positions and moves evaluated by playing games to the end.

use axum::Router;
use ludex_base::catalogue::catalogue;
use ludex_kit::interface::rollouts::RolledOut;
use ludex_kit::registry::CouldNot;
use ludex_kit::{GameInfo, InputError, RolloutRequest, say};
use ludex_search::rollout::RolloutOptions;
use serde::Deserialize;
use serde_json::Value;

use super::analyse::check_playing;
use super::client::Client;
use super::limits::Limits;
use super::line::Line;
use super::refusal::Refusal;
use super::search_choice::{SearchChoice, within};
use super::server::{Server, Shared};
use super::stream::{Job, stream};
use ludex_study::json;
use ludex_study::rollouts::{PLAYS, RolloutChoice};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/rollout", stream(prepare_rollout))
}

/// The position and the options of the rollout, as for `ludex rollout`.
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
    error: Option<f64>,
    jsd: Option<f64>,
    min_trials: Option<u64>,
    lines: Option<usize>,
    threads: Option<usize>,
    #[serde(default)]
    seed: u64,
}

/// Maximum number of games.
const MOST_TRIALS: u64 = 1_000_000;

impl Question {
    /// The options of the rollout, checked against the limits of the command line and the server.
    fn options(&self) -> Result<RolloutOptions, InputError> {
        within("trials", self.trials, 1, MOST_TRIALS)?;
        if self.min_trials.is_some() && self.jsd.is_none() {
            return Err(InputError::sentence(
                "min_trials",
                say!("this has no effect: a rollout without jsd does not use it"),
            ));
        }
        let choice = RolloutChoice {
            trials: self.trials,
            truncate: self.truncate,
            depth: self.depth,
            error: self.error,
            jsd: self.jsd,
            min_trials: self.min_trials,
        };
        choice.options(str::to_owned)
    }
}

fn prepare_rollout(server: &Server, client: Client, question: Question) -> Result<Job, Refusal> {
    let choice = SearchChoice {
        threads: question.threads,
        lines: question.lines,
        seed: question.seed,
        ..SearchChoice::default()
    };
    let options = question.options()?;
    let slot =
        server.search_slots.take(client, choice.resources(server, Limits::DEFAULT_HASH_MIB)?)?;
    let mut session = question.line.open()?;
    if !session.info().rollouts {
        let has = |info: &GameInfo| info.rollouts;
        let error =
            catalogue().not_offered("game", session.info(), &say!("a game with rollouts"), has);
        return Err(error.into());
    }
    check_playing(&*session)?;
    if question.cubeful.is_some() && !json::has_cube(session.info()) {
        return Err(InputError::sentence(
            "cubeful",
            say!(
                "this has no effect: a rollout of {game} does not use it",
                game = session.info().name
            ),
        )
        .into());
    }
    let setup = choice.setup(&slot, PLAYS)?;
    session.configure(None, setup.clone())?;
    let request = RolloutRequest {
        options,
        reduces_variance: question.variance_reduction,
        plays: question.plays,
        lines: setup.options.multipv,
        cubeful: question.cubeful.unwrap_or(true),
        numbers: None,
    };
    Ok(Job::new(slot, move |events, slot| {
        (session.info().warm_up)();
        let object = |rolled: &RolledOut<String>| {
            let mut object = json::rollout(&*session, &request, rolled);
            object.insert("seed".into(), setup.options.seed.into());
            object.insert("threads".into(), setup.options.threads.into());
            Value::Object(object)
        };
        let mut report =
            |rolled: &RolledOut<String>| events.send_latest("findings", object(rolled));
        let rolled = session.roll_out(&setup, &request, &slot.stop, &mut report)?;
        let Some(rolled) = rolled.filter(|rolled| rolled.trials > 0) else {
            let why = say!("stopped before the first games were finished");
            return Err(anyhow::Error::from(CouldNot(why)).into());
        };
        events.send("done", object(&rolled));
        Ok(())
    }))
}
