//! A move that is read is legal, and writing it gives a text that reads as the same move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_games::takt::Takt;
use ludex_kit::Notation;
use ludex_search::Game;

/// Tall stacks, walls and capstones of both players.
const POSITIONS: [&str; 2] = [
    "2,x,2,111S,2,12/2,122S,2122,1S,x,1/x,111,1,11S,x2/21122112C,x,212S,2S,2,1212S/1,112S,21221S,2S,x2/21,222,x,12S,x2 2 30",
    "x6/x6/x6/x6/x6/1,x5 2 1",
];

fuzz_target!(|text: &str| {
    let game = Takt::<6>::new();
    for tps in POSITIONS {
        let pos = game.parse_position(tps).expect("a position");
        if let Ok(mv) = game.parse_move(&pos, text) {
            assert!(game.is_legal(&pos, mv));
            assert_eq!(game.parse_move(&pos, &game.write_move(&pos, mv)), Ok(mv));
        }
    }
});
