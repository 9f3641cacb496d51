//! How much the server does for those who ask.
//!
//! **Invariant:** Rooms, requests, answers and outgoing messages have budgets of bytes, counted per client; a /64 network of IPv6 addresses
//! is one client (`engine/tests/it/serve/flood.rs`, `memory.rs`).

use std::time::Duration;

/// How much the server does for those who ask. What a user may choose are fields; the rest is constant.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most threads of a search.
    pub threads: usize,
    /// The memory for the tables of all searches together, in MiB.
    pub hash_mib: usize,
}

impl Limits {
    /// The most bytes of a request.
    pub const MAX_BODY: usize = 1 << 20;
    /// The most steps of a line.
    pub const STEPS: usize = 2_000;
    /// The most bytes of the position that a line starts from: a larger board has too many moves to be shown.
    pub const START: usize = 16 << 10;
    /// The most steps of all variations of a game together.
    pub const ASIDES: usize = 20_000;
    /// The most lines of an analysis.
    pub const LINES: usize = 50;
    /// The most arrows in a picture.
    pub const ARROWS: usize = 200;
    /// The longest time of a search that ends by itself.
    pub const MAX_TIME: Duration = Duration::from_hours(1);
    /// The most connections. Where nothing else is said a system lets a program have 1024 files.
    pub const CONNECTIONS: usize = 800;
    /// The most connections from one address.
    pub const CONNECTIONS_EACH: usize = 400;
    /// The most connections whose first request has not come in whole.
    pub const HANDSHAKES: usize = Self::CONNECTIONS_EACH / 2;
    /// Within this time a client has sent the head of a request.
    pub const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
    /// Within this time again he has sent its body.
    pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);
    /// A client that takes nothing for so long is gone.
    pub const STALL_TIMEOUT: Duration = Duration::from_secs(30);
    /// The bytes that a client must take in a second while something waits to be sent.
    pub const MIN_BYTES_PER_SECOND: u32 = 1 << 10;
    /// What the system holds of an answer on its way, in bytes: less than a slow client takes before he counts as gone.
    pub const SEND_BUFFER: usize = 64 << 10;
    /// The most searches at once. They share the cores as the system has it, which is fair to each.
    pub const SEARCHES: usize = 64;
    /// The most searches at once of one client: fifty tabs of a browser are one.
    pub const SEARCHES_EACH: usize = 56;
    /// The memory for tables of a search where nobody says how much, in MiB.
    pub const DEFAULT_HASH_MIB: usize = 64;
    /// The most sessions that are kept in case that their game goes on.
    pub const KEPT_SESSIONS: usize = 8;
    /// A session is kept for so long.
    pub const SESSION_LIFETIME: Duration = Duration::from_mins(1);
    /// The most threads of the runtime for what blocks: computations and files.
    pub const BLOCKING: usize = 64;
    /// The most bytes of questions that come in or wait. Reading a question takes some ten times as much.
    pub const QUESTIONS: usize = 32 << 20;
    /// The same of one client, unless it is the only question.
    pub const QUESTIONS_EACH: usize = 8 << 20;
    /// The most bytes of answers that go out.
    pub const ANSWERS: usize = 256 << 20;
    /// The same of one client, unless it is the only answer.
    pub const ANSWERS_EACH: usize = 64 << 20;
    /// A client without a question on its way may ask one of this many bytes, whatever the others have. There are no more clients than
    /// connections.
    pub const QUESTION_SPARE: usize = 32 << 10;
    /// The same of an answer: a view of any usual game.
    pub const ANSWER_SPARE: usize = 256 << 10;
    /// The memory of games that are judged, in bytes.
    pub const JUDGEMENTS: usize = 768 << 20;
    /// The same of one client, unless it is the only game.
    pub const JUDGEMENTS_EACH: usize = 384 << 20;
    /// What a judged move keeps until the end, for each of its lines, in bytes, about.
    pub const JUDGED_LINE: usize = 3 << 10;
    /// Questions and answers of at most this many bytes are not counted.
    pub const SMALL: usize = 4 << 10;
    /// The memory of the rooms that have guests, in bytes.
    pub const ROOM_MEMORY: usize = 512 << 20;
    /// The bytes of the files of all rooms.
    pub const ROOM_FILES: usize = 256 << 20;
    /// Short computations at once: moves, and pictures of usual games.
    pub const SHORT_AT_ONCE: usize = 4;
    /// Computations at once that take longer: about long lines and large boards, records, files of pictures, puzzles.
    pub const LARGE_AT_ONCE: usize = 2;
    /// Short computations of one client that run or wait, and as many that take longer.
    pub const WAITING_EACH: usize = 128;
    /// The same of all clients.
    pub const WAITING: usize = 512;
    /// A short computation waits so long for its turn.
    pub const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);
}
