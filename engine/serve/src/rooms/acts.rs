//! What those who sit at a table may do.

use std::time::Instant;

use ludex_kit::{InputError, Level};
use serde_json::json;

use super::ending::How;
use super::job::Purpose;
use super::offers::OfferKind;
use super::order::Act;
use super::seat::rename;
use super::table::Table;
use crate::outcome::Outcome;
use ludex_study::played::talk;

/// The most steps of a game, with those of a match that were given up.
const MOST_STEPS: usize = 20_000;

impl Table {
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

    /// No game is so long that its room could not be sent and kept.
    fn unless_full(&self, what: &str) -> Result<(), InputError> {
        let earlier: usize = self.earlier.iter().map(|stretch| stretch.steps.len()).sum();
        if earlier + self.session.n_steps() < MOST_STEPS {
            return Ok(());
        }
        Err(InputError::sentence(what, format!("a room has at most {MOST_STEPS} steps")))
    }

    fn make_move(&mut self, player: usize, text: &str, now: Instant) -> Result<(), InputError> {
        self.unless_over("move")?;
        self.unless_full("move")?;
        match self.to_move() {
            Some(mover) if mover == player => {}
            Some(mover) => {
                let problem = format!("is out of turn: player {mover} is to move");
                return Err(InputError::problem("move", text, problem));
            }
            None => {
                let missing = self.session.missing_event();
                return Err(missing.map_or_else(
                    || InputError::problem("move", text, "cannot be played: the game is over"),
                    |missing| missing.error("move"),
                ));
            }
        }
        let meant = talk::meant(&*self.session, text);
        if meant.is_empty() {
            return Err(InputError::sentence("roll", "no roll of yours is due"));
        }
        self.session.play_move(meant)?;
        self.stepped(now)
    }

    /// What chance has decided, at a table where those who sit there throw the dice.
    fn enter(&mut self, event: &str, now: Instant) -> Result<(), InputError> {
        self.unless_over("event")?;
        self.unless_full("event")?;
        if self.session.missing_event().is_none() {
            let problem = "is not possible: no chance event is due";
            return Err(InputError::problem("event", event, problem));
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

    /// What the engine would do, at full strength; not available against other people.
    fn hint(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        self.unless_over("hint")?;
        let mut others = (1..).zip(&self.seats);
        if let Some((other, _)) = others.find(|(other, seat)| *other != player && seat.is_person())
        {
            let sentence =
                format!("hints are only for games against engines, but player {other} is a person");
            return Err(InputError::sentence("hint", sentence));
        }
        if self.to_move() != Some(player) {
            let error = InputError::sentence("hint", "it is not your turn");
            return Err(error);
        }
        if !self.hinting.contains(&player) {
            self.hinting.push(player);
            let job = self.job(Purpose::Hint(player), player, Level::default(), now);
            self.jobs.push(job);
        }
        Ok(())
    }
}

fn not_in_turns(found: &str) -> InputError {
    InputError::problem("do", found, "is not possible in a game in turns")
}
