//! TEI, the protocol of Takt engines.

use super::Dialect;

/// TEI, as match runners, boards and other engines use it. `teinewgame 6` sets the size, and the option `HalfKomi` sets the komi;
/// `teinewgame size 6 halfkomi 4` sets both. CITE: the runner racetrack, <https://github.com/MortenLohne/racetrack>; the board PTN Ninja,
/// <https://github.com/gruppler/PTN-Ninja>.
pub static TEI: Dialect = Dialect {
    hello: "tei",
    hello_ok: "teiok",
    new_game: "teinewgame",
    new_game_key: Some("size"),
    position: "tps",
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
};
