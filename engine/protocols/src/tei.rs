//! TEI, the protocol of Takt engines.

use super::Dialect;

/// TEI, as match runners, boards and other engines speak it. The size comes with `teinewgame`, the komi with the
/// option `HalfKomi`, or both with `teinewgame size 6 halfkomi 4`. CITE: the runner racetrack,
/// <https://github.com/MortenLohne/racetrack>; the board PTN Ninja, <https://github.com/gruppler/PTN-Ninja>.
pub static TEI: Dialect = Dialect {
    hello: "tei",
    hello_ok: "teiok",
    new_game: "teinewgame",
    new_game_key: Some("size"),
    position: "tps",
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
};
