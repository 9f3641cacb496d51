//! A turn-based game: its seats and position, and the effects of clocks, chance and the engine.
//!
//! It contains no networking and reads no clock: time is passed in, and engine searches go out as [`Job`]s. So tests
//! can run it deterministically. Players are counted from 1.

use std::time::Instant;

use ludex_kit::registry::{Findings, Session};
use ludex_kit::{GameResult, InputError, Level, say};
use ludex_search::Limits;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ending::{EndReason, Ending};
use super::job::{Job, Purpose};
use super::offers::{OfferKind, Offers};
use super::request::Dice;
use super::seat::Seat;
use super::timing::Timing;
use ludex_study::played::record::{Heading, Stretch};
use ludex_study::played::table_talk;

/// A turn-based game.
pub(super) struct Table {
    pub(super) heading: Heading,
    pub(super) seats: Vec<Seat>,
    pub(super) rules: Rules,
    pub(super) session: Box<dyn Session>,
    /// Earlier games of the match that ended by resignation.
    pub(super) earlier: Vec<Stretch>,
    /// The position at which the game in this room started, for a rematch.
    pub(super) origin: Stretch,
    /// Number of steps before the game in this room started; they cannot be taken back.
    pub(super) n_given: usize,
    /// Whether a player has made a move.
    pub(super) has_begun: bool,
    /// Seed of chance events and of the engine's mistakes; never sent to clients.
    pub(super) seed: u64,
    pub(super) timing: Option<Timing>,
    pub(super) offers: Offers,
    pub(super) over: Option<Ending>,
    /// The number of the current state; it changes with each step. Each search stores it, so that outdated results can be recognised.
    pub(super) stamp: u64,
    /// The stamp for which the engine's move was last requested.
    requested_stamp: Option<u64>,
    pub(super) jobs: Vec<Job>,
    /// Players who wait for a hint.
    pub(super) hinting: Vec<usize>,
    notices: Vec<Notice>,
}

/// Approximate memory of a step's text, in bytes.
const STEP_BYTES: usize = 48;

/// A notice to one player or to all players; it is not part of the state of the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Notice {
    pub(super) to: Option<usize>,
    pub(super) what: Value,
}

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rules {
    /// The clock as requested.
    pub(super) clock: Option<String>,
    pub(super) dice: Dice,
    pub(super) takebacks: bool,
}

impl Table {
    /// A table at which a game starts or continues.
    pub(super) fn new(
        heading: Heading,
        seats: Vec<Seat>,
        rules: Rules,
        (session, seed): (Box<dyn Session>, u64),
        timing: Option<Timing>,
    ) -> Self {
        let origin = Stretch::from(session.game_so_far());
        Self {
            heading,
            seats,
            rules,
            n_given: origin.steps.len(),
            has_begun: false,
            origin,
            session,
            earlier: Vec::new(),
            seed,
            timing,
            offers: Offers::default(),
            over: None,
            stamp: 0,
            requested_stamp: None,
            jobs: Vec::new(),
            hinting: Vec::new(),
            notices: Vec::new(),
        }
    }

    /// Starts the game: all players are present.
    pub(super) fn begin(&mut self, now: Instant) -> Result<(), InputError> {
        self.let_chance_decide()?;
        let to_move = self.to_move();
        if let Some(timing) = &mut self.timing {
            timing.begin(to_move, now);
        }
        Ok(())
    }

    /// When the running clock reaches zero; `None` if no clock runs.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.timing.as_ref().and_then(Timing::flag_fall_time)
    }

    /// Ends the game if the player to move has run out of time.
    pub(super) fn check_flag(&mut self, now: Instant) {
        let fallen = self.timing.as_ref().and_then(|timing| timing.fallen_flag(now));
        if let Some(player) = fallen.filter(|_| self.over.is_none()) {
            self.end(EndReason::Time, Some(player), self.session.lost_by(player), now);
        }
    }

    /// Approximate memory of the game, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        let stretches = self.earlier.iter().chain([&self.origin]);
        let texts: usize = stretches.map(|stretch| stretch.steps.len()).sum();
        self.session.n_bytes() + texts * STEP_BYTES
    }

    /// Whether no clock can run: there are no clocks, they have not started yet, or the game is over.
    pub(super) fn is_idle(&self) -> bool {
        self.over.is_some() || self.timing.as_ref().is_none_or(Timing::is_idle)
    }

    /// The searches to start. The engine does not move while no guest is watching.
    pub(super) fn take_jobs(&mut self, is_watched: bool, now: Instant) -> Vec<Job> {
        let mover = self.to_move().filter(|_| self.over.is_none());
        let level = mover.and_then(|player| Some((player, self.seats[player - 1].level()?)));
        if let Some((player, level)) = level
            && is_watched
            && self.requested_stamp != Some(self.stamp)
        {
            self.requested_stamp = Some(self.stamp);
            let job = self.new_job(Purpose::Move, player, level, now);
            self.jobs.push(job);
        }
        std::mem::take(&mut self.jobs)
    }

    /// Applies the result of a search.
    pub(super) fn apply_findings(
        &mut self,
        job: &Job,
        found: anyhow::Result<Findings>,
        now: Instant,
    ) -> anyhow::Result<()> {
        self.check_flag(now);
        let is_late = job.stamp != self.stamp || self.over.is_some();
        match job.purpose {
            Purpose::Move if is_late => Ok(()),
            Purpose::Move => {
                let findings = found?;
                self.session.play(findings.best_move().unwrap_or_default())?;
                Ok(self.after_move(now)?)
            }
            Purpose::Hint(player) => {
                self.hinting.retain(|&other| other != player);
                // An outdated search may have been cancelled before it started; that is not an error.
                let findings = match found {
                    Err(_) if is_late => None,
                    found => Some(found?),
                };
                let best = findings.as_ref().and_then(Findings::best);
                let win = best.map(|line| line.wdl.win + line.wdl.draw / 2.0);
                let said = json!({"hint": {
                    "move": findings.as_ref().and_then(Findings::best_move),
                    "pv": best.map(|line| &line.pv),
                    "win": win,
                    "late": is_late,
                }});
                self.notify(Some(player), said);
                Ok(())
            }
            Purpose::Draw(player) => {
                let is_to_move = self.to_move() == Some(player);
                let accepts = !is_late && table_talk::accepts_draw(&found?, is_to_move);
                self.offers.lapse(OfferKind::Draw);
                if accepts {
                    self.agree_on_draw(now);
                } else {
                    self.notify(Some(player), json!({"declined": "draw"}));
                }
                Ok(())
            }
        }
    }

    pub(super) fn notify(&mut self, to: Option<usize>, what: Value) {
        self.notices.push(Notice { to, what });
    }

    /// Removes and returns the pending notices.
    pub(super) fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// The player to move.
    pub(super) fn to_move(&self) -> Option<usize> {
        self.session.status().to_move
    }

    pub(super) fn check_not_over(&self, what: &str) -> Result<(), InputError> {
        if self.over.is_none() {
            return Ok(());
        }
        Err(InputError::sentence(what, say!("the game is over")))
    }

    /// To be called after each move of a player.
    pub(super) fn after_move(&mut self, now: Instant) -> Result<(), InputError> {
        if let Some(timing) = &mut self.timing {
            timing.note_move();
        }
        self.after_step(now)
    }

    /// To be called after each step: draws chance events, passes the turn and detects the end of the game.
    pub(super) fn after_step(&mut self, now: Instant) -> Result<(), InputError> {
        self.offers = Offers::default();
        self.has_begun = true;
        self.after_change(now)
    }

    /// To be called after any change of the position, also after a takeback.
    pub(super) fn after_change(&mut self, now: Instant) -> Result<(), InputError> {
        self.stamp += 1;
        self.let_chance_decide()?;
        let status = self.session.status();
        if let Some(timing) = &mut self.timing {
            timing.switch_to(status.to_move, now);
        }
        if let Some(result) = status.result {
            self.end(EndReason::Board, None, result, now);
        }
        Ok(())
    }

    fn let_chance_decide(&mut self) -> Result<(), InputError> {
        if self.rules.dice == Dice::Server {
            // Each game of a match has different dice, even after a resignation.
            let seed = self.seed.wrapping_add((self.earlier.len() as u64) << 32);
            while self.session.sample_event(seed)?.is_some() {}
        }
        Ok(())
    }

    pub(super) fn end(
        &mut self,
        how: EndReason,
        player: Option<usize>,
        result: GameResult,
        now: Instant,
    ) {
        if let Some(timing) = &mut self.timing {
            timing.switch_to(None, now);
        }
        self.offers = Offers::default();
        self.stamp += 1;
        self.over = Some(Ending { returns: result.returns, how, player, told: result.written });
    }

    pub(super) fn agree_on_draw(&mut self, now: Instant) {
        let result = GameResult::new(vec![0.0; self.seats.len()]);
        self.end(EndReason::Agreement, None, result, now);
    }

    pub(super) fn new_job(
        &self,
        purpose: Purpose,
        player: usize,
        level: Level,
        now: Instant,
    ) -> Job {
        let usual = Job::usual_limits();
        let limits = match (&self.timing, purpose) {
            (Some(timing), Purpose::Move) => {
                Limits { clock: Some(timing.time_control(player, now)), ..Limits::default() }
            }
            _ => usual,
        };
        Job {
            stamp: self.stamp,
            purpose,
            heading: self.heading.clone(),
            stretch: self.session.game_so_far().into(),
            level,
            seed: self.seed,
            limits,
        }
    }
}
