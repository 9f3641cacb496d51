//! Positions, words of move lists and game files of Tantrix: whatever is read is written and read again the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_games::tantrix::{INFO, Setup, Tantrix};
use ludex_kit::{Notation, Variant};
use ludex_search::Game;

fuzz_target!(|text: &str| {
    if let Ok(setup) = Setup::read(text)
        && let Ok(options) = setup.options(&Variant::new())
    {
        let game = Tantrix::with_options(options);
        if let Ok(pos) = setup.position(&game) {
            let written = game.write_position(&pos);
            let again = game.parse_position(&written).expect("its own text");
            assert_eq!(game.hash(&again), game.hash(&pos));
        }
    }
    let game = Tantrix::new();
    let start = "- 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2";
    let pos = game.parse_position(start).expect("a legal position");
    for step in game.split_steps(text) {
        let _ = game.parse_step(&pos, step);
    }
    for format in INFO.formats {
        let _ = (format.read)(text);
    }
});
