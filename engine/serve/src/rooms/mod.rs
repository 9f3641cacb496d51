//! Rooms: games between people, and against the engine, over sockets of the web.
//!
//! A [room](room) is a [table] for a game in turns, or a [live] one for a game in real time, with those who are there. None of
//! them knows a network or reads a clock: a [keeper] of its own gives each room the messages and the time, one after the
//! other, keeps it in a file, and hands on what is to be sent. The [reception] opens rooms, finds them and wakes their keepers;
//! the [hall] is what all rooms share. A [socket] stands between a guest and the keeper. All queues between them are bounded, and
//! whoever is too slow for his is sent away: nobody waits for anybody.
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
