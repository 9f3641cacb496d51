//! A game as a sequence of events: players begin attempts, and complete each attempt after its duration.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::bot::{Bot, BotPlan, choose_gift, choose_receiver};
use super::seat::Moment;
use super::settings::GobbleSettings;
use super::table::{Gift, GobbleTable, TileRefusal};
use crate::rules::moves::Placement;
use crate::rules::tile::Tile;

/// A game in progress. It depends only on the options, the seed and the actions of people.
#[derive(Clone)]
pub struct Gobble {
    table: GobbleTable,
    bots: Vec<Bot>,
    /// For each seat, whether a person plays it. The actions of people come from the caller.
    persons: Vec<bool>,
    queue: BinaryHeap<Reverse<PlannedAttempt>>,
    now: Moment,
    /// The last tile placed.
    last: Option<Placement>,
    /// What happened, if it is recorded.
    story: Option<Vec<Happening>>,
}

/// An attempt that will be completed. Attempts are ordered by time; at equal times, by when they began, then by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlannedAttempt {
    at: Moment,
    begun: Moment,
    player: usize,
    plan: BotPlan,
}

impl PlannedAttempt {
    fn key(&self) -> (Moment, Moment, usize) {
        (self.at, self.begun, self.player)
    }
}

impl PartialOrd for PlannedAttempt {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PlannedAttempt {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Happening {
    /// When it happened.
    pub at: Moment,
    /// The player.
    pub player: usize,
    /// What happened.
    pub what: EventKind,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The player placed a tile.
    Laid {
        /// The tile and its place.
        placement: Placement,
        /// Number of tiles it touches.
        sides: u8,
        /// Whether it came from the player's penalty pile.
        from_penalty: bool,
    },
    /// The place was occupied, or no longer matched, when the player got there.
    Late(Placement),
    /// The player turned up a tile.
    TurnedUp(Tile),
    /// The player put a tile on their penalty pile.
    Discarded(Tile),
    /// The player gave a tile away.
    Gave(Gift),
    /// The player ran out of tiles.
    All,
}

impl Gobble {
    /// A new game, which depends on the seed and on `game`, its number in a series. People play the seats in `persons`; the other seats are
    /// simulated.
    pub fn new(settings: Arc<GobbleSettings>, seed: u64, game: u64, persons: &[usize]) -> Self {
        Self::from_table(GobbleTable::deal(settings, seed, game), seed, game, persons)
    }

    fn from_table(table: GobbleTable, seed: u64, game: u64, persons: &[usize]) -> Self {
        let n_players = table.seats().len();
        let mut gobble = Self {
            table,
            bots: (0..n_players).map(|player| Bot::new(player, seed, game)).collect(),
            persons: (0..n_players).map(|player| persons.contains(&player)).collect(),
            queue: BinaryHeap::with_capacity(n_players),
            now: 0,
            last: None,
            story: None,
        };
        (0..n_players).for_each(|player| gobble.begin_attempt(player));
        gobble
    }

    /// Turns on the recording of events.
    #[must_use]
    pub fn with_story(mut self) -> Self {
        self.story = Some(Vec::new());
        self
    }

    /// The board and the players.
    pub fn table(&self) -> &GobbleTable {
        &self.table
    }

    /// The time of the last event.
    pub fn now(&self) -> Moment {
        self.now
    }

    /// The events since the last call.
    pub fn take_story(&mut self) -> Vec<Happening> {
        self.story.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// The time of the next event of a simulated player.
    pub fn next_event(&self) -> Option<Moment> {
        self.queue.peek().map(|event| event.0.at)
    }

    /// Runs the next event. False if the game is over or waits for a person.
    pub fn step(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        let Some(Reverse(event)) = self.queue.pop() else {
            return false;
        };
        self.now = self.now.max(event.at);
        self.carry_out(event);
        true
    }

    /// Plays to the end.
    pub fn run(&mut self) {
        while self.step() {}
    }

    fn begin_attempt(&mut self, player: usize) {
        if self.persons[player] || self.table.seats()[player].out.is_some() {
            return;
        }
        let hand = self.table.seats()[player].hand;
        let plan = self.bots[player].decide(&mut self.table);
        if let Some(tile) = self.table.seats()[player].hand.filter(|_| hand.is_none()) {
            self.record_event(player, EventKind::TurnedUp(tile));
        }
        let duration = self.bots[player].duration(&self.table);
        self.queue.push(Reverse(PlannedAttempt {
            at: self.now + duration,
            begun: self.now,
            player,
            plan,
        }));
    }

    fn carry_out(&mut self, event: PlannedAttempt) {
        let player = event.player;
        match event.plan {
            BotPlan::Lay(placement) => {
                let gift_to = choose_receiver(&self.table, player);
                if self.lay(player, placement, gift_to).is_err() {
                    self.table.note_late(player);
                    self.record_event(player, EventKind::Late(placement));
                }
            }
            BotPlan::Discard => {
                if let Some(tile) = self.table.discard(player) {
                    self.record_event(player, EventKind::Discarded(tile));
                }
            }
            BotPlan::Nothing => {}
        }
        self.begin_attempt(player);
    }

    /// Places a tile and gives away the tiles that are due, the first one to `gift_to`.
    fn lay(
        &mut self,
        player: usize,
        placement: Placement,
        gift_to: Option<usize>,
    ) -> Result<(), TileRefusal> {
        let laid = self.table.lay(player, placement, self.now)?;
        self.last = Some(placement);
        self.record_event(
            player,
            EventKind::Laid { placement, sides: laid.sides, from_penalty: laid.from_penalty },
        );
        let mut to = gift_to;
        for _ in 0..laid.n_gifts {
            let receiver = to.take().or_else(|| choose_receiver(&self.table, player));
            let Some(receiver) = receiver else {
                break;
            };
            let chosen = choose_gift(&self.table, player);
            let Some(gift) = self.table.give(player, receiver, chosen, self.now) else {
                break;
            };
            self.record_event(player, EventKind::Gave(gift));
            if gift.brings_back {
                self.begin_attempt(receiver);
            }
        }
        if self.table.note_if_out(player, self.now) {
            self.record_event(player, EventKind::All);
        }
        Ok(())
    }

    fn record_event(&mut self, player: usize, what: EventKind) {
        if let Some(story) = &mut self.story {
            story.push(Happening { at: self.now, player, what });
        }
    }

    /// Whether the seat belongs to a person.
    pub fn is_person(&self, player: usize) -> bool {
        self.persons[player]
    }

    /// The last tile placed.
    pub fn last(&self) -> Option<Placement> {
        self.last
    }

    /// A person places a tile at time `at`; the events of other players before that time are run first. A gift goes to `gift_to`; if that
    /// is `None`, to the player that a simulated player would choose.
    pub fn person_lays(
        &mut self,
        player: usize,
        at: Moment,
        placement: Placement,
        gift_to: Option<usize>,
    ) -> Result<(), TileRefusal> {
        self.now = self.now.max(at);
        if self.is_over() {
            return Err(TileRefusal::NotOwned);
        }
        let gift_to = gift_to.or_else(|| choose_receiver(&self.table, player));
        self.lay(player, placement, gift_to)
    }

    /// A person turns up the top tile of a stack; if `stack` is `None`, of the highest stack.
    pub fn person_turns_up(
        &mut self,
        player: usize,
        at: Moment,
        stack: Option<usize>,
    ) -> Option<Tile> {
        self.now = self.now.max(at);
        let stack = stack.or_else(|| self.table.seats()[player].highest_stack())?;
        let tile = self.table.turn_up(player, stack)?;
        self.record_event(player, EventKind::TurnedUp(tile));
        Some(tile)
    }

    /// A person puts the tile they turned up on their penalty pile.
    pub fn person_discards(&mut self, player: usize, at: Moment) -> Option<Tile> {
        self.now = self.now.max(at);
        let tile = self.table.discard(player)?;
        self.record_event(player, EventKind::Discarded(tile));
        Some(tile)
    }

    /// A person leaves at a given time, and a simulated player takes over.
    pub fn person_leaves(&mut self, player: usize, at: Moment) {
        self.now = self.now.max(at);
        if std::mem::take(&mut self.persons[player]) {
            self.begin_attempt(player);
        }
    }
}
