//! How much the server does for those who ask.

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
    pub const BODY: usize = 1 << 20;
    /// The most steps of a line.
    pub const STEPS: usize = 2_000;
    /// The most lines of an analysis.
    pub const LINES: usize = 50;
    /// The longest time of a search that ends by itself.
    pub const TIME: Duration = Duration::from_hours(1);
    /// The most connections.
    pub const CONNECTIONS: usize = 1_024;
    /// The most connections from one address.
    pub const CONNECTIONS_EACH: usize = 512;
    /// Within this time a client has sent the head of a request, and within this time again its body.
    pub const PATIENCE: Duration = Duration::from_secs(10);
    /// A client that takes nothing for so long is gone.
    pub const STALLED: Duration = Duration::from_secs(30);
    /// Short computations at once: pictures, records, moves.
    pub const SHORT_AT_ONCE: usize = 4;
    /// A short computation waits so long for its turn.
    pub const QUEUE: Duration = Duration::from_secs(10);
}
