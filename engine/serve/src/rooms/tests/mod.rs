//! Tests of rooms without networking: the test sets the time and reads the outgoing messages.

mod play;
mod requests;
mod saved;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::request::Action;
use super::room::{GuestId, Room};

/// The seed of games in real time, so that they are the same in each run.
const SEED: u64 = 1;

/// A room with its guests and a simulated time.
struct Party {
    room: Room,
    keys: Vec<String>,
    now: Instant,
    /// The messages to the guests, oldest first, each with the number of its guest.
    received: Vec<(GuestId, Value)>,
    kept: Option<String>,
}

impl Party {
    fn new(order: Value) -> Self {
        let order = serde_json::from_value(order).expect("a request for a room");
        let room = Room::with_seed(&order, SEED).expect("a valid request for a room");
        Self::with_room(room)
    }

    fn with_room(room: Room) -> Self {
        let secrets = room.secrets();
        let keys = secrets["keys"].as_array().expect("a list of keys");
        let key = |key: &Value| key.as_str().unwrap_or_default().to_owned();
        let mut keys: Vec<String> = keys.iter().map(key).collect();
        keys.push(key(&secrets["watch"]));
        let mut party = Self { room, keys, now: Instant::now(), received: Vec::new(), kept: None };
        party.settle();
        party
    }

    /// A game between two people.
    fn of_two(game: &str, variant: &str, more: &Value) -> Self {
        let mut order = json!({"line": {"game": game, "variant": variant}});
        for (key, value) in more.as_object().into_iter().flatten() {
            order[key] = value.clone();
        }
        let mut party = Self::new(order);
        party.join(1);
        party.join(2);
        party
    }

    /// A guest joins a seat. The number of the guest is the number of the first seat that they took.
    fn join(&mut self, seat: usize) {
        let key = self.keys[seat - 1].clone();
        let joined = self.room.join(seat as GuestId, &key, None, self.now);
        joined.expect("the guest can join");
        self.settle();
    }

    /// Carries out the effects: sends, saves and runs searches.
    fn settle(&mut self) {
        loop {
            let effects = self.room.effects(self.now);
            self.kept = effects.keep.or(self.kept.take());
            for (guest, text) in effects.messages {
                let message = serde_json::from_str(&text).expect("messages are JSON");
                self.received.push((guest, message));
            }
            if effects.jobs.is_empty() {
                return;
            }
            for mut job in effects.jobs {
                job.limits.nodes = Some(200);
                let found = job.search(&ludex_search::StopFlag::default());
                self.room.apply_findings(&job, found, self.now);
            }
        }
    }

    /// A guest acts. Returns the error, or `None` if the action succeeded.
    fn does(&mut self, guest: usize, act: &Value) -> Option<String> {
        let act: Action = serde_json::from_value(act.clone()).expect("an action");
        let answer = self.room.handle_action(guest as GuestId, &act, self.now);
        self.settle();
        answer.map(|answer| answer["text"].as_str().unwrap_or_default().to_owned())
    }

    fn do_all(&mut self, acts: &[(usize, Value)]) {
        for (guest, act) in acts {
            assert_eq!(self.does(*guest, act), None, "{act}");
        }
    }

    fn moves(&mut self, moves: &[(usize, &str)]) {
        for (guest, text) in moves {
            assert_eq!(self.does(*guest, &json!({"do": "move", "move": text})), None);
        }
    }

    /// A player makes the first of the legal moves.
    fn first_legal_move(&mut self, guest: usize) {
        let line = self.state(guest)["line"].clone();
        let line: crate::line::Line = serde_json::from_value(line).expect("a line");
        let first = line.open().expect("it is legal").legal_moves().swap_remove(0);
        self.moves(&[(guest, &first)]);
    }

    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.room.tick(self.now);
        self.settle();
    }

    /// The room as last sent to a guest.
    fn state(&self, guest: usize) -> &Value {
        let mut messages = self.received.iter().rev();
        let messages =
            messages.find(|(to, message)| *to == guest as GuestId && !message["room"].is_null());
        &messages.expect("the guest got a message").1["room"]
    }

    fn steps(&self) -> usize {
        let steps = self.state(1)["line"]["steps"].as_array();
        steps.map(Vec::len).expect("a line has steps")
    }
}

/// Moves after which White has a road.
const ROAD: &[(usize, &str)] = &[(1, "a1"), (2, "c3"), (1, "b3"), (2, "b1"), (1, "a3")];
