//! The clocks of a table. They run while a player thinks, and a player can lose on time without any message.

use std::time::{Duration, Instant};

use ludex_search::TimeControl;

use ludex_study::played::clock::{Clocks, SavedClock};

/// The clocks of a table.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    clocks: Clocks,
    n_players: usize,
    /// The player whose clock runs, counted from 1, and since when.
    running: Option<(usize, Instant)>,
    /// The player who was last to move. They get their increment when another player is to move.
    last_mover: Option<usize>,
    /// Whether all players have been present. No clock runs before that.
    has_begun: bool,
    /// Whether no player has moved yet. The first move of a game takes no time, so that a player can arrive and look around.
    awaits_move: bool,
}

impl Timing {
    pub(super) fn new(clock: TimeControl, n_players: usize) -> Self {
        Self::with_clocks(Clocks::new(clock, n_players), n_players, true)
    }

    /// Restores saved clocks. They are stopped until all players are present again, and longer if they still wait for the first move.
    pub(super) fn from_saved(kept: &[SavedClock], awaits_move: bool) -> Self {
        let clocks = Clocks::from_saved(kept, TimeControl::OVERHEAD);
        Self::with_clocks(clocks, kept.len(), awaits_move)
    }

    fn with_clocks(clocks: Clocks, n_players: usize, awaits_move: bool) -> Self {
        let (running, last_mover) = (None, None);
        Self { clocks, n_players, running, last_mover, has_begun: false, awaits_move }
    }

    /// Whether the clocks wait for the first move.
    pub(super) fn awaits_move(&self) -> bool {
        self.awaits_move
    }

    /// To be called after each move of a player. The first move starts the clocks, and earns no increment.
    pub(super) fn note_move(&mut self) {
        if std::mem::take(&mut self.awaits_move) {
            self.last_mover = None;
        }
    }

    /// Whether no clock can run before a player does something.
    pub(super) fn is_idle(&self) -> bool {
        !self.has_begun || self.awaits_move
    }

    /// All players are present: starts the clock of the player to move, unless the clocks wait for the first move.
    pub(super) fn begin(&mut self, to_move: Option<usize>, now: Instant) {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.switch_to(to_move, now);
        }
    }

    /// Switches to the clock of this player. `None` if no clock should run, because a chance event is missing or the game is over.
    pub(super) fn switch_to(&mut self, player: Option<usize>, now: Instant) {
        if let Some((before, since)) = self.running.take() {
            self.clocks.charge(before, now.duration_since(since));
        }
        let Some(player) = player else {
            return;
        };
        let before = self.last_mover.replace(player);
        if let Some(before) = before.filter(|&before| before != player && self.has_begun) {
            self.clocks.end_turn(before);
        }
        self.running = (!self.is_idle()).then_some((player, now));
    }

    /// To be called after a takeback or a new game: no turn has been completed, so no player gets an increment.
    pub(super) fn forget_last_mover(&mut self) {
        self.last_mover = None;
    }

    /// The clocks at this moment.
    fn current(&self, now: Instant) -> Clocks {
        match self.running {
            Some((player, since)) => self.clocks.running(player, now.duration_since(since)),
            None => self.clocks.clone(),
        }
    }

    /// The remaining time of each player, in milliseconds.
    pub(super) fn left_ms(&self, now: Instant) -> Vec<u64> {
        let clocks = self.current(now);
        let left = |player| clocks.clock_of(player).remaining.as_millis() as u64;
        (1..=self.n_players).map(left).collect()
    }

    /// The clock of a player, as the limit of a search.
    pub(super) fn time_control(&self, player: usize, now: Instant) -> TimeControl {
        self.current(now).clock_of(player)
    }

    /// The player whose clock runs.
    pub(super) fn running(&self) -> Option<usize> {
        self.running.map(|(player, _)| player)
    }

    /// When the running clock reaches zero.
    pub(super) fn flag_fall_time(&self) -> Option<Instant> {
        let (player, since) = self.running?;
        // A flag falls only when a clock has run for longer than its remaining time.
        since.checked_add(self.clocks.clock_of(player).remaining + Duration::from_millis(1))
    }

    /// The player whose flag has fallen.
    pub(super) fn fallen_flag(&self, now: Instant) -> Option<usize> {
        let (player, since) = self.running?;
        let spent = now.duration_since(since);
        self.clocks.is_over(player, spent).then_some(player)
    }

    pub(super) fn saved_clocks(&self, now: Instant) -> Vec<SavedClock> {
        self.current(now).to_saved()
    }
}
