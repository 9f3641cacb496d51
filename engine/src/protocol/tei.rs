//! TEI, the protocol of Takt engines.

use super::Dialect;

/// TEI, as the match runner and the engines of the field speak it: the size comes with `teinewgame`, the komi with the
/// option `HalfKomi`.
/// CITE: the runner racetrack, <https://github.com/MortenLohne/racetrack>.
pub static TEI: Dialect = Dialect {
    hello: "tei",
    hello_ok: "teiok",
    new_game: "teinewgame",
    new_game_key: Some("size"),
    position: "tps",
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
    has_query: false,
};
