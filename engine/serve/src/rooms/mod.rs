//! Rooms: games between people, and against the engine, over WebSockets.
//!
//! A [room](room) holds its guests and either a [table] for a game in turns or a [live] table for a game in real
//! time. These types contain no networking and read no clock. Instead, each room has an [actor]: a task that handles
//! the room's messages and deadlines one after the other, saves the room to a file and sends its messages. The
//! [directory] creates rooms, finds them and starts their actors. The [registry] holds what all rooms share. A
//! [socket] connects a guest to an actor.
//!
//! A room without guests falls asleep: its actor ends, and only its file remains (or its text, if there is no
//! folder). When a guest returns with the secret of a seat, the room is loaded again and the game continues with the
//! same seats, moves and clocks.
//!
//! All queues are bounded, and a guest that reads too slowly is disconnected. So no one waits for a slow client.
//!
//! **Invariant:** Seats are known by secrets of 128 bits; dice come from the randomness of the system. A room is written to its file before
//! anything is sent. A client learns only what a player sees (`RealTime::seen_facts`). What one client has left never keeps another one
//! out: all rooms are in one list of at most 5,000 rooms and 256 MiB, and [`entry`] says which room is dropped first. A room without guests
//! is kept only as a file or text. Rooms and their engines take turns by client (`engine/tests/it/rooms`).

mod actions;
mod actor;
mod agreements;
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

pub use directory::Rooms;
pub(super) use socket::routes;
