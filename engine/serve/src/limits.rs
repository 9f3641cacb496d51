//! Limits on what the server does for its clients.
//!
//! **Invariant:** Rooms, requests, answers and outgoing messages have budgets of bytes, counted per client; a /64 network of IPv6 addresses
//! is one client (`engine/tests/it/serve/flood.rs`, `memory.rs`).

use std::time::Duration;

/// Limits on what the server does for its clients. The user can set the fields; the other limits are constants. `EACH` in a name means "for
/// one client".
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum threads of a search.
    pub threads: usize,
    /// Memory for the tables of all searches together, in MiB.
    pub hash_mib: usize,
}

impl Limits {
    /// Maximum bytes of a request body.
    pub const MAX_BODY: usize = 1 << 20;
    /// Maximum steps of a line of play.
    pub const STEPS: usize = 2_000;
    /// Maximum bytes of the position that a line starts from. Larger boards would have too many moves to list.
    pub const START: usize = 16 << 10;
    /// Maximum steps of all variations of a game together.
    pub const ASIDES: usize = 20_000;
    /// Maximum lines of an analysis.
    pub const LINES: usize = 50;
    /// Maximum arrows in a picture.
    pub const ARROWS: usize = 200;
    /// Maximum time that a request may set for a search.
    pub const MAX_TIME: Duration = Duration::from_hours(1);
    /// Maximum connections. Most systems allow a program 1024 open files by default.
    pub const CONNECTIONS: usize = 800;
    /// Maximum connections from one address.
    pub const CONNECTIONS_EACH: usize = 400;
    /// Maximum connections whose first request is incomplete.
    pub const HANDSHAKES: usize = Self::CONNECTIONS_EACH / 2;
    /// Time within which a client must send the head of a request.
    pub const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
    /// Time within which the client must then send the body.
    pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);
    /// A client that reads nothing for this long is disconnected.
    pub const STALL_TIMEOUT: Duration = Duration::from_secs(30);
    /// Bytes that a client must read per second, on average, while data waits to be sent.
    pub const MIN_BYTES_PER_SECOND: u32 = 1 << 10;
    /// Size of the system's send buffer for a connection, in bytes. A slow but live client must be able to read this much before it times
    /// out.
    pub const SEND_BUFFER: usize = 64 << 10;
    /// Maximum searches at once. The operating system divides the cores between them.
    pub const SEARCHES: usize = 64;
    /// Maximum searches at once for one client; fifty tabs of a browser are one client.
    pub const SEARCHES_EACH: usize = 56;
    /// Default memory for the table of a search, in MiB.
    pub const DEFAULT_HASH_MIB: usize = 64;
    /// Maximum number of finished sessions kept in case the game continues.
    pub const KEPT_SESSIONS: usize = 8;
    /// How long a finished session is kept.
    pub const SESSION_LIFETIME: Duration = Duration::from_mins(1);
    /// Maximum blocking threads of the runtime, for computations and files.
    pub const BLOCKING: usize = 64;
    /// Maximum bytes of questions that arrive or wait. Parsing a question takes about ten times as much memory.
    pub const QUESTIONS: usize = 32 << 20;
    /// Maximum bytes of questions of one client. One question may exceed this if it is the client's only one.
    pub const QUESTIONS_EACH: usize = 8 << 20;
    /// Maximum bytes of answers being sent.
    pub const ANSWERS: usize = 256 << 20;
    /// Maximum bytes of answers to one client. One answer may exceed this if it is the client's only one.
    pub const ANSWERS_EACH: usize = 64 << 20;
    /// Size in bytes of a question that a client without a pending question may send even if other clients have used up the quota. The
    /// limit on connections bounds the memory for this.
    pub const QUESTION_SPARE: usize = 32 << 10;
    /// Size in bytes of an answer that a client without a pending answer always gets: enough for a view of any ordinary game.
    pub const ANSWER_SPARE: usize = 256 << 10;
    /// Memory for games being judged, in bytes.
    pub const JUDGEMENTS: usize = 768 << 20;
    /// Memory for the games of one client that are being judged, in bytes. One game may exceed this if it is the client's only one.
    pub const JUDGEMENTS_EACH: usize = 384 << 20;
    /// Approximate memory for each line of a judged move, in bytes. It is in use until the whole game is judged.
    pub const JUDGED_LINE: usize = 3 << 10;
    /// Questions and answers up to this many bytes are not counted.
    pub const SMALL: usize = 4 << 10;
    /// Maximum memory of all awake rooms and of all sleeping rooms without a file, in bytes.
    pub const ROOM_MEMORY: usize = 512 << 20;
    /// Maximum bytes of the files of all rooms together.
    pub const ROOM_FILES: usize = 256 << 20;
    /// Maximum short computations that run at once: moves, and pictures of ordinary games.
    pub const SHORT_AT_ONCE: usize = 4;
    /// Maximum longer computations that run at once: long lines, large boards, records, picture files, puzzles.
    pub const LARGE_AT_ONCE: usize = 2;
    /// Maximum short computations of one client that run or wait. The same limit applies separately to longer ones.
    pub const WAITING_EACH: usize = 128;
    /// Maximum short computations of all clients together that run or wait. The same limit applies separately to longer ones.
    pub const WAITING: usize = 512;
    /// Maximum time that a computation waits for its permit.
    pub const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);
}
