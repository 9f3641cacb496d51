//! The actions of seated players.

use std::time::Instant;

use ludex_kit::{InputError, Level, say};
use serde_json::json;

use super::ending::EndReason;
use super::job::Purpose;
use super::offers::OfferKind;
use super::request::Action;
use super::seat::rename;
use super::table::Table;
use crate::outcome::Outcome;
use ludex_study::played::table_talk;

/// Maximum steps of a game, including earlier games of the match that ended by resignation.
const MOST_STEPS: usize = 20_000;

impl Table {
    /// Carries out an action of a player. After an error, nothing has changed.
    pub(super) fn act(
        &mut self,
        player: usize,
        act: &Action,
        now: Instant,
    ) -> Result<(), InputError> {
        self.check_flag(now);
        match act {
            Action::Move { text } => self.make_move(player, text, now),
            Action::Roll => self.make_move(player, "", now),
            Action::Event { event } => self.enter_event(event, now),
            Action::Resign { stake } => self.resign(player, stake.as_deref(), now),
            Action::OfferDraw => self.offer_draw(player, now),
            Action::Takeback => self.ask_takeback(player, now),
            Action::Rematch => self.offer_rematch(player, now),
            Action::AcceptDraw => self.accept(OfferKind::Draw, player, now),
            Action::AcceptTakeback => self.accept(OfferKind::Takeback, player, now),
            Action::DeclineDraw => self.offers.decline(OfferKind::Draw, player),
            Action::DeclineTakeback => self.offers.decline(OfferKind::Takeback, player),
            Action::DeclineRematch => self.offers.decline(OfferKind::Rematch, player),
            Action::Hint => self.hint(player, now),
            Action::Name { name } => self.set_name(player, name),
            Action::Say { .. } => Ok(()),
            Action::RealTime { .. } => Err(only_in_real_time("act")),
            Action::Start => Err(only_in_real_time("start")),
        }
    }

    /// An error if the game is so long that its room can no longer be sent and saved.
    fn check_not_full(&self, what: &str) -> Result<(), InputError> {
        let earlier: usize = self.earlier.iter().map(|stretch| stretch.steps.len()).sum();
        if earlier + self.session.n_steps() < MOST_STEPS {
            return Ok(());
        }
        Err(InputError::sentence(
            what,
            say!(
                "the game is too long: a room has at most {most_steps} steps",
                most_steps = MOST_STEPS
            ),
        ))
    }

    fn make_move(&mut self, player: usize, text: &str, now: Instant) -> Result<(), InputError> {
        self.check_not_over("move")?;
        self.check_not_full("move")?;
        match self.to_move() {
            Some(mover) if mover == player => {}
            Some(mover) => {
                let problem = say!("is out of turn: player {mover} is to move", mover);
                return Err(InputError::problem("move", text, problem));
            }
            None => {
                let missing = self.session.missing_event();
                return Err(missing.map_or_else(
                    || {
                        InputError::problem(
                            "move",
                            text,
                            say!("cannot be played: the game is over"),
                        )
                    },
                    |missing| missing.error("move"),
                ));
            }
        }
        let meant = table_talk::resolve_move(&*self.session, text);
        if meant.is_empty() {
            return Err(InputError::sentence("roll", say!("you have no dice to roll now")));
        }
        self.session.play_move(meant)?;
        self.after_move(now)
    }

    /// Enters a chance event, in a game in which the players enter the dice or tiles themselves.
    fn enter_event(&mut self, event: &str, now: Instant) -> Result<(), InputError> {
        self.check_not_over("event")?;
        self.check_not_full("event")?;
        if self.session.missing_event().is_none() {
            let problem = say!("is not possible: no chance event is due");
            return Err(InputError::problem("event", event, problem));
        }
        self.session.play(event)?;
        self.after_step(now)
    }

    fn set_name(&mut self, player: usize, name: &str) -> Result<(), InputError> {
        rename(&mut self.seats, player, name)?;
        let name = &self.seats[player - 1].name;
        self.heading.names[player - 1].clone_from(name);
        Ok(())
    }

    /// Resigns. A match continues with its next game.
    fn resign(&mut self, player: usize, way: Option<&str>, now: Instant) -> Result<(), InputError> {
        self.check_not_over("resign")?;
        let resignation = self.session.resign(player, way)?;
        if let Some(lost) = table_talk::continue_match(&mut *self.session, &resignation)? {
            let outcome = lost.result.as_deref().map(Outcome::read);
            let notice = json!({"resigned": player, "result": lost.result, "outcome": outcome});
            self.notify(None, notice);
            self.earlier.push(lost);
            self.n_given = 0;
            if let Some(timing) = &mut self.timing {
                timing.forget_last_mover();
            }
            return self.after_step(now);
        }
        self.end(EndReason::Resignation, Some(player), resignation.result, now);
        Ok(())
    }

    /// Requests the move that the engine would play at full strength. An error if another person plays.
    fn hint(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        self.check_not_over("hint")?;
        let mut others = (1..).zip(&self.seats);
        if let Some((other, _)) = others.find(|(other, seat)| *other != player && seat.is_person())
        {
            let sentence = say!(
                "hints are only for games against engines, but player {other} is a person",
                other
            );
            return Err(InputError::sentence("hint", sentence));
        }
        if self.to_move() != Some(player) {
            let error = InputError::sentence("hint", say!("it is not your turn"));
            return Err(error);
        }
        if !self.hinting.contains(&player) {
            self.hinting.push(player);
            let job = self.new_job(Purpose::Hint(player), player, Level::default(), now);
            self.jobs.push(job);
        }
        Ok(())
    }
}

fn only_in_real_time(found: &str) -> InputError {
    InputError::problem("do", found, say!("is only possible in a real-time game"))
}
