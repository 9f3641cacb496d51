//! A game in turns at a table, without a network: who sits there, what is on the board, and what time, chance and the engine do.
//!
//! Time comes in from outside, and what the engine is to think about goes out as a [`Job`], so the whole of it is decided by
//! who says what when. Players are counted from 1.

use std::time::Instant;

use ludex_kit::registry::{Findings, Session};
use ludex_kit::{GameResult, InputError, Level};
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
use ludex_study::played::talk;

/// A game in turns.
pub(super) struct Table {
    pub(super) heading: Heading,
    pub(super) seats: Vec<Seat>,
    pub(super) rules: Rules,
    pub(super) session: Box<dyn Session>,
    /// The games of a match that were given up before the present one.
    pub(super) earlier: Vec<Stretch>,
    /// What was on the board when the players sat down, for another game.
    pub(super) origin: Stretch,
    /// The steps that cannot be taken back.
    pub(super) n_given: usize,
    /// Whether anybody has made a step.
    pub(super) has_begun: bool,
    /// Of what chance decides, and of the engine's mistakes; nobody is told.
    pub(super) seed: u64,
    pub(super) timing: Option<Timing>,
    pub(super) offers: Offers,
    pub(super) over: Option<Ending>,
    /// Changes with every step.
    pub(super) stamp: u64,
    /// The stamp of the move that the engine thinks about.
    requested_stamp: Option<u64>,
    pub(super) jobs: Vec<Job>,
    /// Who waits for a hint.
    pub(super) hinting: Vec<usize>,
    notices: Vec<Notice>,
}

/// What the text of a step takes.
const STEP_BYTES: usize = 48;

/// Something that is told beside the state of the table: to one player, or to all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Notice {
    pub(super) to: Option<usize>,
    pub(super) what: Value,
}

/// How a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rules {
    /// The clock as it was ordered.
    pub(super) clock: Option<String>,
    pub(super) dice: Dice,
    pub(super) takebacks: bool,
}

impl Table {
    /// A table at which a game begins or goes on.
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

    /// All who play are there.
    pub(super) fn begin(&mut self, now: Instant) -> Result<(), InputError> {
        self.let_chance_decide()?;
        let to_move = self.to_move();
        if let Some(timing) = &mut self.timing {
            timing.begin(to_move, now);
        }
        Ok(())
    }

    /// When something happens that waits for nobody.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.timing.as_ref().and_then(Timing::flag_fall_time)
    }

    /// Ends the game if the clock of the player to move has fallen.
    pub(super) fn check_flag(&mut self, now: Instant) {
        let fallen = self.timing.as_ref().and_then(|timing| timing.fallen_flag(now));
        if let Some(player) = fallen.filter(|_| self.over.is_none()) {
            self.end(EndReason::Time, Some(player), self.lost_by(player), now);
        }
    }

    /// How many bytes the game takes in memory, about.
    pub(super) fn n_bytes(&self) -> usize {
        let stretches = self.earlier.iter().chain([&self.origin]);
        let texts: usize = stretches.map(|stretch| stretch.steps.len()).sum();
        self.session.n_bytes() + texts * STEP_BYTES
    }

    /// Whether no clock runs or waits to go on.
    pub(super) fn is_idle(&self) -> bool {
        let timing = self.timing.as_ref();
        self.over.is_some() || timing.is_none_or(|timing| !timing.has_begun())
    }

    /// What the engine is to think about. Nobody looks on where no one is there, so nothing is thought either.
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

    /// What the engine has found.
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
                Ok(self.after_step(now)?)
            }
            Purpose::Hint(player) => {
                self.hinting.retain(|&other| other != player);
                // A search that is of no use any more may not even have begun.
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
                let accepts = !is_late && talk::is_even(&found?, is_to_move);
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

    /// What is to be told beside the state.
    pub(super) fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// The player to move.
    pub(super) fn to_move(&self) -> Option<usize> {
        self.session.status().to_move
    }

    fn lost_by(&self, player: usize) -> GameResult {
        GameResult::lost_by(player, self.seats.len())
    }

    pub(super) fn check_not_over(&self, what: &str) -> Result<(), InputError> {
        if self.over.is_none() {
            return Ok(());
        }
        Err(InputError::sentence(what, "the game is over"))
    }

    /// A step was made: chance decides what comes next, the turn passes, and perhaps the game is over.
    pub(super) fn after_step(&mut self, now: Instant) -> Result<(), InputError> {
        self.offers = Offers::default();
        self.has_begun = true;
        self.after_change(now)
    }

    /// The game stands elsewhere than before.
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
            // Each game of a match that goes on after one was given up has dice of its own.
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
