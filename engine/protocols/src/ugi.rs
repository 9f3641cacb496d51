//! UGI, the Universal Game Interface, for all games.

use super::Dialect;

/// The words of UGI.
pub static UGI: Dialect = Dialect {
    hello: "ugi",
    hello_ok: "ugiok",
    new_game: "uginewgame",
    new_game_key: None,
    position: "fen",
    times: ["p1time", "p2time"],
    increments: ["p1inc", "p2inc"],
};
