//! A room: a table and its guests. It contains no networking: it returns outgoing messages as texts.

use std::collections::BTreeMap;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use ludex_kit::registry::Findings;
use ludex_kit::{InputError, Language, Level, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::chat::Chat;
use super::job::Job;
use super::live::{LiveTable, SavedLiveTable};
use super::request::{Action, RoomRequest};
use super::saved_table::SavedTable;
use super::seat::{Seat, Secret, random_u64};
use super::table::Table;
use crate::refusal::Refusal;

/// A table with its guests and secrets.
pub(super) struct Room {
    pub(super) id: String,
    watch: Secret,
    table: AnyTable,
    guests: BTreeMap<GuestId, Guest>,
    chat: Chat,
    /// Whether the guests have not seen the current state.
    is_stale: bool,
    /// Whether the saved room is out of date.
    needs_saving: bool,
}

/// The number of a connection.
pub(super) type GuestId = u64;

/// A connected guest.
struct Guest {
    /// The secret of the guest's seat; `None` for a spectator.
    key: Option<Secret>,
    /// The language of the texts that the guest reads.
    language: Language,
}

enum AnyTable {
    TurnBased(Box<Table>),
    Live(Box<LiveTable>),
}

/// A room in the format of its file.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedRoom {
    pub(super) id: String,
    watch: Secret,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<SavedTable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    real_time: Option<SavedLiveTable>,
}

impl SavedRoom {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, InputError> {
        serde_json::from_slice(bytes).map_err(|error| {
            InputError::sentence(
                "",
                say!("this is not a room that `ludex serve` saved: {error}", error),
            )
        })
    }

    /// The status of the game, estimated without replaying the moves.
    pub(super) fn status(&self) -> RoomStatus {
        let table = self.table.as_ref();
        let live = self.real_time.as_ref();
        RoomStatus::from_flags(
            table.is_some_and(SavedTable::has_begun) || live.is_some_and(SavedLiveTable::has_begun),
            table.is_some_and(SavedTable::is_over),
        )
    }
}

/// Work to do after a change in a room.
#[derive(Default)]
pub(super) struct Effects {
    /// The messages to each guest. Guests who receive the same message share its text.
    pub(super) messages: Vec<(GuestId, Utf8Bytes)>,
    /// The searches to start.
    pub(super) jobs: Vec<Job>,
    /// The room in its file format; `None` if it need not be saved.
    pub(super) keep: Option<String>,
}

/// The status of a room's game. Rooms are dropped in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RoomStatus {
    /// No move has been made.
    Untouched,
    Ending,
    UnderWay,
}

impl RoomStatus {
    fn from_flags(has_begun: bool, is_over: bool) -> Self {
        match (has_begun, is_over) {
            (false, _) => Self::Untouched,
            (true, true) => Self::Ending,
            (true, false) => Self::UnderWay,
        }
    }
}

/// Maximum number of spectators in a room.
pub(crate) const MOST_WATCHERS: usize = 64;
/// Maximum number of tabs and devices with the secret of one seat. Players and spectators are counted separately, so
/// that spectators cannot keep players out.
pub(crate) const MOST_AT_A_SEAT: usize = 8;

impl Room {
    /// Creates a room as requested.
    pub(super) fn new(order: &RoomRequest) -> Result<Self, InputError> {
        Self::with_seed(order, random_u64())
    }

    /// Creates a room. The seed decides what happens by chance in a game in real time.
    pub(super) fn with_seed(order: &RoomRequest, seed: u64) -> Result<Self, InputError> {
        let table = match (&order.line, &order.real_time) {
            (Some(_), None) => AnyTable::TurnBased(Box::new(Table::from_request(order)?)),
            (None, Some(real_time)) => {
                AnyTable::Live(Box::new(LiveTable::new(real_time, &order.seats, seed)?))
            }
            _ => {
                let expected = say!("exactly one of line and real_time is needed");
                return Err(InputError::sentence("room", expected));
            }
        };
        Ok(Self::with_table(format!("{:016x}", random_u64()), Secret::generate(), table))
    }

    /// Restores a saved room.
    pub(super) fn from_saved(kept: SavedRoom) -> Result<Self, InputError> {
        let table = match (kept.table, kept.real_time) {
            (Some(table), None) => AnyTable::TurnBased(Box::new(Table::from_saved(table)?)),
            (None, Some(live)) => AnyTable::Live(Box::new(LiveTable::from_saved(live)?)),
            _ => {
                let expected = say!("exactly one of table and real_time is needed");
                return Err(InputError::sentence("room", expected));
            }
        };
        Ok(Self::with_table(kept.id, kept.watch, table))
    }

    fn with_table(id: String, watch: Secret, table: AnyTable) -> Self {
        let (guests, chat) = (BTreeMap::new(), Chat::default());
        Self { id, watch, table, guests, chat, is_stale: false, needs_saving: true }
    }

    /// The secrets of all seats, for the client that created the room. The client passes them on to the players.
    pub(super) fn secrets(&self) -> Value {
        let keys = self.seats().iter().map(|seat| seat.key.as_ref().map(Secret::expose));
        json!({
            "room": self.id,
            "keys": keys.collect::<Vec<_>>(),
            "watch": self.watch.expose(),
        })
    }

    fn seats(&self) -> &[Seat] {
        match &self.table {
            AnyTable::TurnBased(table) => &table.seats,
            AnyTable::Live(table) => &table.seats,
        }
    }

    /// Whether the game is over; then only a rematch is possible.
    pub(super) fn is_over(&self) -> bool {
        match &self.table {
            AnyTable::TurnBased(table) => table.over.is_some(),
            AnyTable::Live(table) => table.is_over(),
        }
    }

    pub(super) fn status(&self) -> RoomStatus {
        let has_begun = match &self.table {
            AnyTable::TurnBased(table) => table.has_begun,
            AnyTable::Live(table) => table.has_begun(),
        };
        RoomStatus::from_flags(has_begun, self.is_over())
    }

    /// Whether the room has no guests.
    pub(super) fn is_empty(&self) -> bool {
        self.guests.is_empty()
    }

    /// The number of the table's current state. The result of a search is useful only if it was started at this state.
    pub(super) fn stamp(&self) -> u64 {
        match &self.table {
            AnyTable::TurnBased(table) => table.stamp,
            AnyTable::Live(_) => 0,
        }
    }

    /// A guest joins with the secret of a seat or the spectators' secret. A player who returns with the same
    /// secret gets the same seat.
    pub(super) fn join(
        &mut self,
        guest: GuestId,
        key: &str,
        name: Option<&str>,
        now: Instant,
    ) -> Result<(), InputError> {
        let seats = self.seats().iter().flat_map(|seat| &seat.key);
        let key = match seats.clone().find(|secret| secret.matches(key)) {
            Some(secret) => Some(secret.clone()),
            None if self.watch.matches(key) => None,
            None => {
                return Err(InputError::sentence(
                    "key",
                    say!("this key does not belong to the room"),
                ));
            }
        };
        let most = if key.is_some() { MOST_AT_A_SEAT } else { MOST_WATCHERS };
        let alike = self.guests.values().filter(|guest| guest.key == key);
        if alike.count() >= most {
            let sentence = match key {
                Some(_) => {
                    say!(
                        "the room is full: it allows at most {most} tabs and devices at one seat",
                        most
                    )
                }
                None => say!("the room is full: it allows at most {most} spectators", most),
            };
            return Err(InputError::sentence("room", sentence));
        }
        self.guests.insert(guest, Guest { key, language: Language::current() });
        self.is_stale = true;
        if let (Some(player), Some(name)) = (self.player_of(guest), name) {
            let name = Action::Name { name: name.to_owned() };
            self.act(player, &name, now)?;
        }
        if self.all_are_here() {
            match &mut self.table {
                AnyTable::TurnBased(table) => table.begin(now)?,
                AnyTable::Live(table) => table.begin(now),
            }
        }
        if let AnyTable::Live(table) = &mut self.table {
            table.tick(now);
        }
        Ok(())
    }

    /// A guest leaves.
    pub(super) fn leave(&mut self, guest: GuestId) {
        self.guests.remove(&guest);
        self.is_stale = true;
    }

    /// Carries out an action of a guest. The answer is for that guest only.
    pub(super) fn handle_action(
        &mut self,
        guest: GuestId,
        act: &Action,
        now: Instant,
    ) -> Option<Value> {
        self.tick(now);
        let done = match self.player_of(guest) {
            Some(player) => self.act(player, act, now),
            None => Err(InputError::sentence("do", say!("spectators cannot do this"))),
        };
        done.unwrap_or_else(|error| Some(Refusal::from(error).to_json()))
    }

    fn act(
        &mut self,
        player: usize,
        act: &Action,
        now: Instant,
    ) -> Result<Option<Value>, InputError> {
        if let Action::Say { phrase } = *act {
            self.chat.say(player, phrase, now)?;
            return Ok(None);
        }
        let was_over = self.is_over();
        let answer = match &mut self.table {
            AnyTable::TurnBased(table) => {
                table.act(player, act, now)?;
                None
            }
            AnyTable::Live(table) => table.act(player, act, now)?,
        };
        self.needs_saving = true;
        // In a real-time game, the table itself tracks whether anything has changed.
        self.is_stale |= !matches!(act, Action::RealTime { .. }) || was_over != self.is_over();
        Ok(answer.map(|answer| json!({"said": {"answer": answer}})))
    }

    /// When the next event is due if no message arrives.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match &self.table {
            AnyTable::TurnBased(table) => table.deadline(),
            AnyTable::Live(table) => table.deadline(),
        }
    }

    /// Processes all events that are due.
    pub(super) fn tick(&mut self, now: Instant) {
        let was_over = self.is_over();
        match &mut self.table {
            AnyTable::TurnBased(table) => table.check_flag(now),
            AnyTable::Live(table) => table.tick(now),
        }
        if self.is_over() && !was_over {
            self.is_stale = true;
            self.needs_saving = true;
        }
    }

    /// Applies the result of a search.
    pub(super) fn apply_findings(
        &mut self,
        job: &Job,
        found: anyhow::Result<Findings>,
        now: Instant,
    ) {
        let AnyTable::TurnBased(table) = &mut self.table else {
            return;
        };
        if let Err(error) = table.apply_findings(job, found, now) {
            table.notify(None, Refusal::from(error).to_json());
        }
        self.is_stale = true;
        self.needs_saving = true;
    }

    /// The work to do now.
    pub(super) fn effects(&mut self, now: Instant) -> Effects {
        let mut effects = Effects::default();
        self.send_notices(&mut effects.messages);
        for phrase in self.chat.take_unsent() {
            self.send_to_all(&mut effects.messages, |_| phrase.to_string());
        }
        if let AnyTable::TurnBased(table) = &mut self.table {
            effects.jobs = table.take_jobs(!self.guests.is_empty(), now);
        }
        if std::mem::take(&mut self.is_stale) {
            self.send_to_all(&mut effects.messages, |player| {
                let mut state = self.state(now);
                state["you"] = json!(player);
                json!({"room": state}).to_string()
            });
            if let AnyTable::Live(table) = &mut self.table {
                table.mark_stale();
            }
        }
        self.send_live_view(&mut effects.messages, now);
        if std::mem::take(&mut self.needs_saving) {
            effects.keep = Some(self.to_saved(now));
        }
        effects
    }

    /// Sends each guest the view of their seat or the spectators' view, in the guest's language. Each view is serialised once.
    fn send_to_all(
        &self,
        messages: &mut Vec<(GuestId, Utf8Bytes)>,
        mut seen_by: impl FnMut(Option<usize>) -> String,
    ) {
        let mut texts = BTreeMap::new();
        for (&guest, &Guest { language, .. }) in &self.guests {
            let player = self.player_of(guest);
            let text = texts.entry((player, language as u8));
            let text: &Utf8Bytes =
                text.or_insert_with(|| language.scope(|| seen_by(player)).into());
            messages.push((guest, text.clone()));
        }
    }

    fn send_notices(&mut self, messages: &mut Vec<(GuestId, Utf8Bytes)>) {
        let AnyTable::TurnBased(table) = &mut self.table else {
            return;
        };
        for said in table.take_notices() {
            let is_error = said.what.get("error").is_some();
            let text = if is_error {
                said.what.to_string()
            } else {
                json!({"said": said.what}).to_string()
            };
            let text = Utf8Bytes::from(text);
            for &guest in self.guests.keys() {
                if said.to.is_none() || said.to == self.player_of(guest) {
                    messages.push((guest, text.clone()));
                }
            }
        }
    }

    fn send_live_view(&mut self, messages: &mut Vec<(GuestId, Utf8Bytes)>, now: Instant) {
        let AnyTable::Live(table) = &mut self.table else {
            return;
        };
        let Some(story) = table.take_stale() else {
            return;
        };
        let AnyTable::Live(table) = &self.table else {
            return;
        };
        self.send_to_all(messages, |player| table.view_for(player, &story, now).to_string());
    }

    /// The language that a guest reads.
    pub(super) fn language_of(&self, guest: GuestId) -> Language {
        self.guests.get(&guest).map_or_else(Language::current, |guest| guest.language)
    }

    /// The player of a guest, counted from 1. The secret identifies the seat, because seats may be swapped.
    fn player_of(&self, guest: GuestId) -> Option<usize> {
        let key = self.guests.get(&guest)?.key.as_ref()?;
        let mut seats = (1..).zip(self.seats());
        let (player, _) = seats.find(|(_, seat)| seat.key.as_ref() == Some(key))?;
        Some(player)
    }

    fn is_here(&self, seat: &Seat) -> bool {
        let mut guests = self.guests.values();
        seat.key.is_none() || guests.any(|guest| guest.key == seat.key)
    }

    fn all_are_here(&self) -> bool {
        self.seats().iter().all(|seat| self.is_here(seat))
    }

    fn state(&self, now: Instant) -> Value {
        let mut state = match &self.table {
            AnyTable::TurnBased(table) => table.state(now),
            AnyTable::Live(table) => table.state(),
        };
        let seats = self.seats().iter().map(|seat| {
            let who = if seat.is_person() { "person" } else { "engine" };
            json!({
                "name": seat.name,
                "who": who,
                "level": seat.level().map(Level::number),
                "here": self.is_here(seat),
            })
        });
        state["id"] = json!(self.id);
        state["seats"] = seats.collect();
        let watching = self.guests.values().filter(|guest| guest.key.is_none());
        state["watching"] = json!(watching.count());
        state
    }

    /// Approximate memory, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        match &self.table {
            AnyTable::TurnBased(table) => table.n_bytes(),
            AnyTable::Live(table) => table.n_bytes(),
        }
    }

    /// Whether the room can be saved and unloaded: it has no guests, and no clock runs.
    pub(super) fn can_sleep(&self) -> bool {
        self.is_empty()
            && match &self.table {
                AnyTable::TurnBased(table) => table.is_idle(),
                AnyTable::Live(table) => table.deadline().is_none(),
            }
    }

    /// The room in its file format.
    pub(super) fn to_saved(&self, now: Instant) -> String {
        let (table, real_time) = match &self.table {
            AnyTable::TurnBased(table) => (Some(table.to_saved(now)), None),
            AnyTable::Live(table) => (None, Some(table.to_saved(now))),
        };
        let kept = SavedRoom { id: self.id.clone(), watch: self.watch.clone(), table, real_time };
        serde_json::to_string(&kept).expect("a saved room can be written as JSON") + "\n"
    }
}
