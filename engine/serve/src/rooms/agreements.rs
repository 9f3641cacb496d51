//! Agreements between players: draws, takebacks and rematches.

use std::time::Instant;

use ludex_kit::registry::Token;
use ludex_kit::{InputError, say};

use super::job::Purpose;
use super::offers::{Offer, OfferKind};
use super::seat::random_u64;
use super::table::Table;
use super::timing::Timing;
use ludex_base::numbers;
use ludex_study::played::table_talk;

impl Table {
    /// Makes an offer. Engines accept at once.
    fn offer(&mut self, kind: OfferKind, player: usize, now: Instant) -> Result<(), InputError> {
        if self.offers.is_pending(kind) {
            return self.accept(kind, player, now);
        }
        let engines = (1..).zip(&self.seats).filter(|(_, seat)| !seat.is_person());
        let engines: Vec<usize> = engines.map(|(number, _)| number).collect();
        self.offers.make(kind, Offer::new(player, &engines));
        self.accept(kind, player, now)
    }

    /// Accepts an offer. It takes effect once all players have accepted.
    pub(super) fn accept(
        &mut self,
        kind: OfferKind,
        player: usize,
        now: Instant,
    ) -> Result<(), InputError> {
        let Some(by) = self.offers.agree(kind, player, self.seats.len())? else {
            return Ok(());
        };
        match kind {
            OfferKind::Draw => self.agree_on_draw(now),
            OfferKind::Takeback => self.take_back(by, now)?,
            OfferKind::Rematch => self.play_again(now)?,
        }
        Ok(())
    }

    pub(super) fn offer_draw(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        self.check_not_over("draw")?;
        table_talk::check_drawable(&*self.session, "draw")?;
        let other = 3 - player;
        let Some(level) = self.seats[other - 1].level() else {
            return self.offer(OfferKind::Draw, player, now);
        };
        if self.to_move().is_none() {
            let error =
                InputError::sentence("draw", say!("a draw cannot be offered before the roll"));
            return Err(error);
        }
        if self.offers.is_pending(OfferKind::Draw) {
            return Ok(());
        }
        self.offers.make(OfferKind::Draw, Offer::new(player, &[]));
        let job = self.new_job(Purpose::Draw(player), player, level, now);
        self.jobs.push(job);
        Ok(())
    }

    pub(super) fn ask_takeback(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        self.check_not_over("takeback")?;
        if !self.rules.takebacks {
            return Err(InputError::sentence(
                "takeback",
                say!("takebacks are not allowed in this game"),
            ));
        }
        // Try the takeback first, so that players cannot agree to an impossible one.
        let words = self.step_tokens();
        let undone = self.undo_for(player);
        self.restore_steps(&words)?;
        undone?;
        self.offer(OfferKind::Takeback, player, now)
    }

    /// Takes back moves until the player is to move again. At least one of the moves must be the player's own.
    fn take_back(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        let words = self.step_tokens();
        if let Err(error) = self.undo_for(player) {
            self.restore_steps(&words)?;
            return Err(error);
        }
        if let Some(timing) = &mut self.timing {
            timing.forget_last_mover();
        }
        self.after_step(now)
    }

    fn undo_for(&mut self, player: usize) -> Result<(), InputError> {
        let mut n_steps = self.session.game_so_far().steps.len();
        while n_steps > self.n_given && self.session.undo() {
            n_steps -= 1;
            if self.to_move() == Some(player) {
                return Ok(());
            }
        }
        Err(InputError::sentence("takeback", say!("you have no move to take back")))
    }

    /// The steps of the session, for restoring it later.
    fn step_tokens(&self) -> Vec<Token> {
        Token::split(&self.session.game_so_far().steps.join(" "), "game")
    }

    fn restore_steps(&mut self, words: &[Token]) -> Result<(), InputError> {
        self.session.restart();
        self.session.extend(words)
    }

    pub(super) fn offer_rematch(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        if self.over.is_none() {
            return Err(InputError::sentence("rematch", say!("the game is not over yet")));
        }
        self.offer(OfferKind::Rematch, player, now)
    }

    /// Starts another game from the same position. All players move to the next seat.
    fn play_again(&mut self, now: Instant) -> Result<(), InputError> {
        let origin = &self.origin;
        let words = Token::split(&origin.steps.join(" "), "game");
        self.session.start_at(origin.start.as_deref())?;
        self.session.extend(&words)?;
        self.seats.rotate_right(1);
        self.heading.names = self.seats.iter().map(|seat| seat.name.clone()).collect();
        self.n_given = words.len();
        self.earlier.clear();
        self.over = None;
        self.seed = random_u64();
        let clock = self.rules.clock.as_deref();
        let clock = clock.and_then(|text| numbers::clock(text).ok());
        self.timing = clock.map(|clock| Timing::new(clock, self.seats.len()));
        self.after_step(now)?;
        self.begin(now)
    }
}
