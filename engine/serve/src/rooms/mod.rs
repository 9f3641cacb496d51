//! Rooms: games between people, and against the engine, over WebSockets.
//!
//! A [room](room) contains its guests and either a [table] for a turn-based game or a [live] table for a real-time game. These types
//! contain no networking and read no clock. Instead, each room has an [actor]: a task that handles the room's messages and deadlines one
//! after the other, saves the room to a file and sends its messages. The [directory] creates rooms, finds them and starts their actors. The
//! [registry] contains the state that all rooms share. A [socket] connects a guest to an actor.
//!
//! A room without guests falls asleep: its actor ends, and only its file remains (or its text, if there is no
//! folder). When a guest returns with the secret of a seat, the room is loaded again and the game continues with the
//! same seats, moves and clocks.
//!
//! All queues are bounded, and a guest that reads too slowly is disconnected. So a slow client delays no one.
//!
//! **Invariant:** Each seat has a secret of 128 bits. Dice come from the random numbers of the system. A room is written to its file before
//! anything is sent. A client receives only what its player may see (`RealTime::seen_facts`). Abandoned rooms never prevent other clients
//! from creating rooms: there are at most 5,000 rooms with 256 MiB of files, and [`entry`] defines which room is dropped first. A room
//! without guests exists only as a file or a text. Clients take turns with the work of their rooms and engines (`engine/tests/it/rooms`).

mod actions;
mod actor;
mod agreements;
mod chat;
mod directory;
mod ending;
mod entry;
mod job;
mod live;
mod message;
mod offers;
mod registry;
mod request;
mod room;
mod saved_table;
mod seat;
mod socket;
mod store;
mod table;
mod table_state;
mod timing;

#[cfg(test)]
mod tests;

pub(super) use chat::MOST_PHRASES;
pub use directory::Rooms;
pub(super) use registry::{MOST_ROOMS, MOST_SAVED, MOST_SOCKETS, MOST_SOCKETS_EACH, SHARES};
pub(super) use room::{MOST_AT_A_SEAT, MOST_WATCHERS};
pub(super) use socket::routes;
