//! A game in turns at a table, without a network: what those who sit there may do, and what comes of it.
//!
//! Time comes in from outside, and what the engine is to think about goes out as a [`Job`], so the whole of it is decided by
//! who says what when. Players are counted from 1.

use std::time::Instant;

use ludex_kit::registry::{Findings, Session};
use ludex_kit::{GameResult, InputError, Level};
use ludex_search::Limits;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::job::{Job, Purpose};
use super::offers::{Offer, OfferKind, Offers};
use super::order::{Act, Dice};
use super::seat::{Seat, rename};
use super::timing::Timing;
use super::told::{How, Over, Said};
use crate::outcome::Outcome;
use ludex_study::played::record::Heading;
use ludex_study::played::record::Stretch;
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
    pub(super) over: Option<Over>,
    /// Changes with every step.
    pub(super) stamp: u64,
    /// The stamp of the move that the engine thinks about.
    asked: Option<u64>,
    jobs: Vec<Job>,
    /// Who waits for a hint.
    hinting: Vec<usize>,
    pub(super) said: Vec<Said>,
}

/// The most steps of a game, with those of a match that were given up.
const MOST_STEPS: usize = 20_000;
/// What the text of a step takes.
const STEP_BYTES: usize = 48;

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
        let origin = Stretch::from(session.told());
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
            asked: None,
            jobs: Vec::new(),
            hinting: Vec::new(),
            said: Vec::new(),
        }
    }

    /// A player does something. An error changes nothing.
    pub(super) fn act(&mut self, player: usize, act: &Act, now: Instant) -> Result<(), InputError> {
        self.let_clock_fall(now);
        match act {
            Act::Move { text } => self.make_move(player, text, now),
            Act::Roll => self.make_move(player, "", now),
            Act::Event { event } => self.enter(event, now),
            Act::Resign { stake } => self.resign(player, stake.as_deref(), now),
            Act::OfferDraw => self.offer_draw(player, now),
            Act::Takeback => self.ask_takeback(player, now),
            Act::Rematch => self.offer_rematch(player, now),
            Act::AcceptDraw => self.accept(OfferKind::Draw, player, now),
            Act::AcceptTakeback => self.accept(OfferKind::Takeback, player, now),
            Act::DeclineDraw => self.offers.decline(OfferKind::Draw, player),
            Act::DeclineTakeback => self.offers.decline(OfferKind::Takeback, player),
            Act::DeclineRematch => self.offers.decline(OfferKind::Rematch, player),
            Act::Hint => self.hint(player, now),
            Act::Name { name } => self.name(player, name),
            Act::Deed { .. } => Err(not_in_turns("act")),
            Act::Start => Err(not_in_turns("start")),
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
        self.timing.as_ref().and_then(Timing::falls_at)
    }

    /// Ends the game if the clock of the player to move has fallen.
    pub(super) fn let_clock_fall(&mut self, now: Instant) {
        let fallen = self.timing.as_ref().and_then(|timing| timing.fallen(now));
        if let Some(player) = fallen.filter(|_| self.over.is_none()) {
            self.end(How::Time, Some(player), self.lost_by(player), now);
        }
    }

    /// How many bytes the game takes in memory, about.
    pub(super) fn n_bytes(&self) -> usize {
        let stretches = self.earlier.iter().chain([&self.origin]);
        let texts: usize = stretches.map(|stretch| stretch.steps.len()).sum();
        self.session.n_bytes() + texts * STEP_BYTES
    }

    /// Whether no clock runs or waits to go on.
    pub(super) fn stands_still(&self) -> bool {
        let timing = self.timing.as_ref();
        self.over.is_some() || timing.is_none_or(|timing| !timing.has_begun())
    }

    /// No game is so long that its room could not be sent and kept.
    fn unless_full(&self, what: &str) -> Result<(), InputError> {
        let earlier: usize = self.earlier.iter().map(|stretch| stretch.steps.len()).sum();
        if earlier + self.session.n_steps() < MOST_STEPS {
            return Ok(());
        }
        let expected = format!("at most {MOST_STEPS} steps in a room");
        Err(InputError::new(what, "one more", expected))
    }

    /// What the engine is to think about. Nobody looks on where no one is there, so nothing is thought either.
    pub(super) fn take_jobs(&mut self, is_watched: bool, now: Instant) -> Vec<Job> {
        let mover = self.to_move().filter(|_| self.over.is_none());
        let level = mover.and_then(|player| Some((player, self.seats[player - 1].level()?)));
        if let Some((player, level)) = level
            && is_watched
            && self.asked != Some(self.stamp)
        {
            self.asked = Some(self.stamp);
            let job = self.job(Purpose::Move, player, level, now);
            self.jobs.push(job);
        }
        std::mem::take(&mut self.jobs)
    }

    /// What the engine has found.
    pub(super) fn answer(
        &mut self,
        job: &Job,
        found: anyhow::Result<Findings>,
        now: Instant,
    ) -> anyhow::Result<()> {
        self.let_clock_fall(now);
        let is_late = job.stamp != self.stamp || self.over.is_some();
        match job.purpose {
            Purpose::Move if is_late => Ok(()),
            Purpose::Move => {
                let findings = found?;
                self.session.play(findings.best_move().unwrap_or_default())?;
                Ok(self.stepped(now)?)
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
                self.say(Some(player), said);
                Ok(())
            }
            Purpose::Draw(player) => {
                let is_to_move = self.to_move() == Some(player);
                let accepts = !is_late && talk::is_even(&found?, is_to_move);
                self.offers.lapse(OfferKind::Draw);
                if accepts {
                    self.agree_on_draw(now);
                } else {
                    self.say(Some(player), json!({"declined": "draw"}));
                }
                Ok(())
            }
        }
    }

    /// The player to move.
    pub(super) fn to_move(&self) -> Option<usize> {
        self.session.status().to_move
    }

    fn lost_by(&self, player: usize) -> GameResult {
        GameResult::lost_by(player, self.seats.len())
    }

    pub(super) fn unless_over(&self, what: &str) -> Result<(), InputError> {
        if self.over.is_none() {
            return Ok(());
        }
        Err(InputError::new(what, "a game that is over", "one that goes on"))
    }

    fn make_move(&mut self, player: usize, text: &str, now: Instant) -> Result<(), InputError> {
        self.unless_over("move")?;
        self.unless_full("move")?;
        match self.to_move() {
            Some(mover) if mover == player => {}
            Some(mover) => {
                let expected = format!("your turn: player {mover} is to move");
                return Err(InputError::new("move", text, expected));
            }
            None => {
                let missing = self.session.missing_event();
                return Err(missing.map_or_else(
                    || InputError::new("move", text, "a game that goes on"),
                    |missing| missing.error("move"),
                ));
            }
        }
        let meant = talk::meant(&*self.session, text);
        if meant.is_empty() {
            return Err(InputError::new("roll", "a move", "a throw that waits for you"));
        }
        self.session.play_move(meant)?;
        self.stepped(now)
    }

    /// What chance has decided, at a table where those who sit there throw the dice.
    fn enter(&mut self, event: &str, now: Instant) -> Result<(), InputError> {
        self.unless_over("event")?;
        self.unless_full("event")?;
        if self.session.missing_event().is_none() {
            let expected = "a move: nothing is left to chance now";
            return Err(InputError::new("event", event, expected));
        }
        self.session.play(event)?;
        self.stepped(now)
    }

    fn name(&mut self, player: usize, name: &str) -> Result<(), InputError> {
        rename(&mut self.seats, player, name)?;
        let name = &self.seats[player - 1].name;
        self.heading.names[player - 1].clone_from(name);
        Ok(())
    }

    /// A step was made: chance decides what comes next, the turn passes, and perhaps the game is over.
    pub(super) fn stepped(&mut self, now: Instant) -> Result<(), InputError> {
        self.offers = Offers::default();
        self.has_begun = true;
        self.changed(now)
    }

    /// The game stands elsewhere than before.
    pub(super) fn changed(&mut self, now: Instant) -> Result<(), InputError> {
        self.stamp += 1;
        self.let_chance_decide()?;
        let status = self.session.status();
        if let Some(timing) = &mut self.timing {
            timing.turn_to(status.to_move, now);
        }
        if let Some(result) = status.result {
            self.end(How::Board, None, result, now);
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

    fn end(&mut self, how: How, player: Option<usize>, result: GameResult, now: Instant) {
        if let Some(timing) = &mut self.timing {
            timing.turn_to(None, now);
        }
        self.offers = Offers::default();
        self.stamp += 1;
        self.over = Some(Over { returns: result.returns, how, player, told: result.told });
    }

    /// Gives the game up; a match goes on with its next game.
    fn resign(&mut self, player: usize, way: Option<&str>, now: Instant) -> Result<(), InputError> {
        self.unless_over("resign")?;
        let resignation = self.session.resign(player, way)?;
        if let Some(lost) = talk::go_on(&mut *self.session, &resignation)? {
            let outcome = lost.result.as_deref().map(Outcome::read);
            let said = json!({"resigned": player, "result": lost.result, "outcome": outcome});
            self.say(None, said);
            self.earlier.push(lost);
            self.n_given = 0;
            if let Some(timing) = &mut self.timing {
                timing.forget_turn();
            }
            return self.stepped(now);
        }
        self.end(How::Resignation, Some(player), resignation.result, now);
        Ok(())
    }

    fn offer_draw(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        self.unless_over("draw")?;
        talk::check_drawable(&*self.session, "draw")?;
        let other = 3 - player;
        let Some(level) = self.seats[other - 1].level() else {
            return self.offer(OfferKind::Draw, player, now);
        };
        if self.to_move().is_none() {
            let error = InputError::new("draw", "a throw to come", "a player to move");
            return Err(error);
        }
        if self.offers.is_pending(OfferKind::Draw) {
            return Ok(());
        }
        self.offers.make(OfferKind::Draw, Offer::new(player, &[]));
        let job = self.job(Purpose::Draw(player), player, level, now);
        self.jobs.push(job);
        Ok(())
    }

    pub(super) fn agree_on_draw(&mut self, now: Instant) {
        let result = GameResult::new(vec![0.0; self.seats.len()]);
        self.end(How::Agreement, None, result, now);
    }

    /// What the engine would do, at full strength; against other persons nobody is told.
    fn hint(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        self.unless_over("hint")?;
        let mut others = (1..).zip(&self.seats);
        if let Some((other, _)) = others.find(|(other, seat)| *other != player && seat.is_person())
        {
            let found = format!("player {other}, a person");
            return Err(InputError::new("hint", found, "a game against engines"));
        }
        if self.to_move() != Some(player) {
            let error = InputError::new("hint", "another's turn", "your turn");
            return Err(error);
        }
        if !self.hinting.contains(&player) {
            self.hinting.push(player);
            let job = self.job(Purpose::Hint(player), player, Level::default(), now);
            self.jobs.push(job);
        }
        Ok(())
    }

    fn job(&self, purpose: Purpose, player: usize, level: Level, now: Instant) -> Job {
        let usual = Job::usual_limits();
        let limits = match (&self.timing, purpose) {
            (Some(timing), Purpose::Move) => {
                Limits { clock: Some(timing.control(player, now)), ..Limits::default() }
            }
            _ => usual,
        };
        Job {
            stamp: self.stamp,
            purpose,
            heading: self.heading.clone(),
            stretch: self.session.told().into(),
            level,
            seed: self.seed,
            limits,
        }
    }
}

fn not_in_turns(found: &str) -> InputError {
    InputError::new("do", found, "something that is done in a game in turns")
}
