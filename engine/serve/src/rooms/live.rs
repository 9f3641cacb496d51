//! A real-time game: no player waits for a turn. The first seats are for people, the others for simulated players.
//!
//! A saved game consists of the seed, the variant and the timed actions of the people. Replaying the actions restores the game exactly,
//! because everything else follows from these data.

use std::time::{Duration, Instant};

use ludex_kit::interface::real_time::{Sheet, StoryEvent};
use ludex_kit::{InputError, Language, RealTime, Variant, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::request::{Action, RequestedRealTime, RequestedSeat};
use super::seat::{Participant, Seat, make_names_unique, random_u64, rename};
use ludex_base::catalogue::catalogue;

/// Maximum number of recorded actions: many more than people make in one game.
const MOST_ACTIONS: usize = 20_000;

/// Maximum number of events that are kept for the replay after the end.
const MOST_HISTORY: usize = 5_000;

/// Time between the moment when all players are present and the start, so that they start at the same time.
const COUNTDOWN: Duration = Duration::from_secs(3);

/// Maximum bytes of an action, which is saved as it was sent.
const LONGEST_ACTION: usize = 60;

/// A real-time game.
pub(super) struct LiveTable {
    game: Box<dyn RealTime>,
    pub(super) seats: Vec<Seat>,
    origin: Origin,
    deeds: Vec<RecordedAction>,
    /// When the game started or was resumed after a restart, or will do so after the countdown; `None` before the start, and after a
    /// restart until the players are back.
    started: Option<Instant>,
    /// How long the game had been played before `started`.
    played: Duration,
    story: Vec<Value>,
    /// All events of the game, which the players can replay after its end.
    history: Vec<Value>,
    /// The players who want another game.
    again: Vec<usize>,
    /// Whether anything has happened that the players have not seen.
    is_stale: bool,
}

/// The data that determine the game together with the actions of people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Origin {
    game: String,
    variant: String,
    seed: u64,
}

/// An action of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RecordedAction {
    /// Microseconds since the start.
    at: u64,
    /// The number of the player, counted from 1.
    player: usize,
    /// The action in the game's notation; `None` if the player left.
    line: Option<String>,
}

/// A saved real-time game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedLiveTable {
    origin: Origin,
    seats: Vec<Seat>,
    deeds: Vec<RecordedAction>,
    played_us: u64,
}

impl SavedLiveTable {
    /// Whether a person has acted.
    pub(super) fn has_begun(&self) -> bool {
        !self.deeds.is_empty()
    }
}

impl LiveTable {
    /// Creates a game as requested.
    pub(super) fn new(
        order: &RequestedRealTime,
        seats: &[RequestedSeat],
        seed: u64,
    ) -> Result<Self, InputError> {
        let mut origin = Origin { game: order.game.clone(), variant: order.variant.clone(), seed };
        // The number of players is known only after the game has been opened.
        let game = open(&origin, &[])?;
        let n_players = game.players();
        origin.variant = game.variant().to_string();
        if order.bots > n_players {
            let expected = say!("at most {n_players}, the number of players", n_players);
            return Err(InputError::new("bots", order.bots.to_string(), expected));
        }
        let n_persons = n_players - order.bots;
        if seats.len() > n_persons {
            let sentence = say!(
                "{seats} seats are given, but only {n_persons} people can play",
                seats = seats.len(),
                n_persons
            );
            return Err(InputError::sentence("seats", sentence));
        }
        let seat = |index: usize| {
            let name = seats.get(index).and_then(|seat| seat.name.as_deref());
            if index < n_persons {
                Seat::new(Participant::Person, name, index + 1)
            } else {
                let level = game.level(index).unwrap_or_default();
                let name = (order.bots > 1).then(|| format!("Ludex {}", index + 1 - n_persons));
                Seat::new(Participant::Engine { level }, name.as_deref(), index + 1)
            }
        };
        let mut seats: Vec<Seat> = (0..n_players).map(seat).collect();
        make_names_unique(&mut seats);
        Ok(Self {
            game: open(&origin, &persons(&seats))?,
            seats,
            origin,
            deeds: Vec::new(),
            started: None,
            played: Duration::ZERO,
            story: Vec::new(),
            history: Vec::new(),
            again: Vec::new(),
            is_stale: true,
        })
    }

    /// Starts another game of the same variant with the same players.
    fn play_again(&mut self, now: Instant) -> Result<(), InputError> {
        self.origin.seed = random_u64();
        self.game = open(&self.origin, &persons(&self.seats))?;
        self.deeds.clear();
        self.story.clear();
        self.history.clear();
        self.again.clear();
        (self.started, self.played) = (None, Duration::ZERO);
        self.begin(now);
        Ok(())
    }

    /// Restores a saved game by replaying all recorded actions.
    pub(super) fn from_saved(kept: SavedLiveTable) -> Result<Self, InputError> {
        let mut game = open(&kept.origin, &persons(&kept.seats))?;
        for deed in &kept.deeds {
            let at = Duration::from_micros(deed.at);
            let seat = deed.player.wrapping_sub(1);
            if seat >= kept.seats.len() {
                let expected = say!("a player from 1 to {seats}", seats = kept.seats.len());
                return Err(InputError::new("player", deed.player.to_string(), expected));
            }
            catch_up(&mut *game, at);
            match &deed.line {
                Some(line) => {
                    game.act(seat, at, line)?;
                }
                None => game.leave(seat, at),
            }
        }
        let history =
            Language::English.scope(|| game.take_story()).iter().map(event_json).collect();
        Ok(Self {
            game,
            seats: kept.seats,
            origin: kept.origin,
            deeds: kept.deeds,
            started: None,
            played: Duration::from_micros(kept.played_us),
            story: Vec::new(),
            history,
            again: Vec::new(),
            is_stale: true,
        })
    }

    /// Approximate memory of the game, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        const GAME: usize = 64 << 10;
        const DEED: usize = 128;
        const EVENT: usize = 512;
        GAME + self.deeds.len() * DEED + self.history.len() * EVENT
    }

    pub(super) fn to_saved(&self, now: Instant) -> SavedLiveTable {
        SavedLiveTable {
            origin: self.origin.clone(),
            seats: self.seats.clone(),
            deeds: self.deeds.clone(),
            played_us: self.time(now).as_micros() as u64,
        }
    }

    /// Starts the game, or resumes it after the server was down.
    pub(super) fn begin(&mut self, now: Instant) {
        if self.started.is_none() && !self.game.is_over() {
            self.started = Some(now + COUNTDOWN);
            if !self.played.is_zero() {
                self.story.push(json!({
                    "at": self.played.as_secs_f64(),
                    "player": null,
                    "text": "The server was restarted. Events after the last saved action of a player are lost.",
                    "event": "restarted",
                    "move": null,
                    "tile": null,
                    "to": null,
                    "gobble": false,
                    "penalty": false,
                    "back": false,
                }));
            }
            self.is_stale = true;
        }
    }

    /// Whether a person has acted.
    pub(super) fn has_begun(&self) -> bool {
        !self.deeds.is_empty()
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// How long the game has been played.
    fn time(&self, now: Instant) -> Duration {
        let since = self.started.map_or(Duration::ZERO, |at| now.saturating_duration_since(at));
        self.played + since
    }

    /// The rest of the countdown.
    fn until_start(&self, now: Instant) -> Duration {
        self.started.map_or(Duration::ZERO, |at| at.saturating_duration_since(now))
    }

    /// When the next event happens if no player acts.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let started = self.started.filter(|_| !self.game.is_over())?;
        let due = self.game.next_event()?;
        started.checked_add(due.saturating_sub(self.played))
    }

    /// Processes all events that are due.
    pub(super) fn tick(&mut self, now: Instant) {
        if self.started.is_some() {
            let time = self.time(now);
            catch_up(&mut *self.game, time);
            self.collect_story();
        }
    }

    /// Carries out an action of a person. The answer is for that person only.
    pub(super) fn act(
        &mut self,
        player: usize,
        act: &Action,
        now: Instant,
    ) -> Result<Option<String>, InputError> {
        self.tick(now);
        let line = match act {
            Action::RealTime { line } => Some(normalise_line(line)?),
            Action::Resign { stake: None } => None,
            Action::Start => {
                self.begin(now);
                return Ok(None);
            }
            Action::Name { name } => {
                rename(&mut self.seats, player, name)?;
                self.is_stale = true;
                return Ok(None);
            }
            Action::Rematch => return self.ask_again(player, now).map(|()| None),
            _ => {
                let sentence = say!(
                    "in a real-time game, only act, resign, start, rematch, say and name are possible"
                );
                return Err(InputError::sentence("do", sentence));
            }
        };
        if self.started.is_none() {
            let problem = say!(
                "is not possible yet: the game begins when all players have joined, or when one of them starts it"
            );
            let found = line.unwrap_or_else(|| "resign".to_owned());
            return Err(InputError::problem("act", found, problem));
        }
        if self.game.is_over() {
            return Err(InputError::sentence("act", say!("the game is over")));
        }
        if !self.until_start(now).is_zero() {
            return Err(InputError::sentence("act", say!("the game begins after the countdown")));
        }
        if self.deeds.len() >= MOST_ACTIONS {
            let sentence = say!(
                "the game has reached the limit of {most_actions} actions",
                most_actions = MOST_ACTIONS
            );
            return Err(InputError::sentence("act", sentence));
        }
        let at = self.time(now);
        let answer = if let Some(line) = &line {
            self.game.act(player - 1, at, line)?
        } else {
            self.game.leave(player - 1, at);
            None
        };
        // An action without an event only asked a question. It did not change the game, so it is not recorded.
        let before = self.story.len();
        self.collect_story();
        if self.story.len() > before || line.is_none() {
            self.is_stale = true;
            self.deeds.push(RecordedAction { at: at.as_micros() as u64, player, line });
        }
        Ok(answer)
    }

    /// A player wants another game. It begins when all people at the table want it.
    fn ask_again(&mut self, player: usize, now: Instant) -> Result<(), InputError> {
        if !self.game.is_over() {
            return Err(InputError::sentence("rematch", say!("the game is not over yet")));
        }
        if !self.again.contains(&player) {
            self.again.push(player);
        }
        self.is_stale = true;
        let mut people = persons(&self.seats).into_iter();
        if people.all(|seat| self.again.contains(&(seat + 1))) {
            self.play_again(now)?;
        }
        Ok(())
    }

    fn collect_story(&mut self) {
        for said in Language::English.scope(|| self.game.take_story()) {
            self.is_stale = true;
            let event = event_json(&said);
            if self.history.len() < MOST_HISTORY {
                self.history.push(event.clone());
            }
            self.story.push(event);
        }
    }

    /// The new messages; `None` if the players have seen the current state. Marks the state as seen.
    pub(super) fn take_stale(&mut self) -> Option<Vec<Value>> {
        std::mem::take(&mut self.is_stale).then(|| std::mem::take(&mut self.story))
    }

    /// Marks the state as unseen, so that it is sent again.
    pub(super) fn mark_stale(&mut self) {
        self.is_stale = true;
    }

    /// The table as seen by `player`, counted from 1, or by a spectator (`None`).
    pub(super) fn view_for(&self, player: Option<usize>, story: &[Value], now: Instant) -> Value {
        let seat = player.map(|player| player - 1);
        let is_over = self.game.is_over();
        json!({"real_time": {
            "svg": self.game.draw().to_live_svg(),
            "hand": seat.map(|seat| self.game.draw_hand(seat).to_live_svg()),
            // The full position contains face-down tiles, so it is sent only when the game is over.
            "position": is_over.then(|| self.game.position()),
            "facts": self.game.seen_facts(seat),
            "help": self.game.help(),
            "time_ms": self.time(now).as_millis() as u64,
            "running": self.started.is_some() && !is_over,
            "starts_in_ms": self.until_start(now).as_millis() as u64,
            "standings": sheet_json(&self.game.standings()),
            "story": story,
            "history": is_over.then_some(&self.history),
        }})
    }

    /// The state of the table without its guests.
    pub(super) fn state(&self) -> Value {
        let variant = self.game.variant();
        let keys = catalogue().info(&self.origin.game).map_or(&[][..], |info| info.variant_keys);
        json!({
            "game": self.origin.game,
            "variant": variant.to_string(),
            "options": variant.stated(keys),
            "real_time": true,
            "begun": self.started.is_some(),
            "again": self.again,
            "over": self.game.is_over().then(|| self.game.standings().facts),
        })
    }
}

/// An event for the page: who did what, as facts and in English. The page makes sentences in the language of each user.
fn event_json(said: &StoryEvent) -> Value {
    // Remove the player number: the page prints the name of the player before the text.
    let prefix = format!("player {} ", said.player);
    let fact = |name: &str| said.facts.get(name).cloned().unwrap_or_default();
    json!({
        "at": said.at.as_secs_f64(),
        "player": said.player,
        "text": said.text.strip_prefix(&prefix).unwrap_or(&said.text),
        "event": fact("event"),
        "move": fact("move"),
        "tile": fact("tile"),
        "to": fact("to"),
        "gobble": fact("gobble") == true,
        "penalty": fact("penalty") == true,
        "back": fact("back") == true,
    })
}

/// Normalises the spaces of an action.
fn normalise_line(line: &str) -> Result<String, InputError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = words.join(" ");
    if line.len() > LONGEST_ACTION {
        let expected = say!("at most {longest_action} characters", longest_action = LONGEST_ACTION);
        return Err(InputError::new("act", line, expected));
    }
    Ok(line)
}

/// A table with its headings, for the page.
fn sheet_json(sheet: &Sheet) -> Value {
    let headings = sheet.headings.iter().map(|(name, _)| *name);
    json!({
        "headings": headings.collect::<Vec<_>>(),
        "rows": sheet.rows,
        "remark": sheet.remark,
        "facts": sheet.facts,
    })
}

fn persons(seats: &[Seat]) -> Vec<usize> {
    let persons = seats.iter().enumerate().filter(|(_, seat)| seat.is_person());
    persons.map(|(index, _)| index).collect()
}

fn open(origin: &Origin, persons: &[usize]) -> Result<Box<dyn RealTime>, InputError> {
    let variant: Variant = match origin.variant.trim() {
        "" => Variant::new(),
        text => text.parse::<Variant>()?,
    };
    let Some(kind) = catalogue().real_time(&origin.game, &variant)? else {
        let kinds = catalogue().games().filter_map(|info| info.real_time);
        let words: Vec<_> = kinds.map(|kind| format!("{}={}", kind.word.0, kind.word.1)).collect();
        let problem = say!("is not played in real time; {words} is", words = words.join(", "));
        return Err(InputError::problem("variant", &origin.variant, problem));
    };
    (kind.open)(&variant, origin.seed, persons)
}

fn catch_up(game: &mut dyn RealTime, now: Duration) {
    while game.next_event().is_some_and(|due| due <= now) && game.step() {}
}
