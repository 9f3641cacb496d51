//! Positions, turns and game files of Trax: whatever is read is written and read again the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_games::trax::{INFO, Setup, Trax};
use ludex_kit::Notation;

fuzz_target!(|text: &str| {
    if let Ok(setup) = Setup::read(text) {
        let game = Trax::with_options(setup.words);
        if let Ok(pos) = setup.position(&game) {
            let written = game.write_position(&pos);
            assert_eq!(game.parse_position(&written), Ok(pos));
        }
    }
    let game = Trax::new();
    let pos = game.parse_position("a9 w").expect("a legal position");
    let _ = game.parse_move(&pos, text);
    for format in INFO.formats {
        let _ = (format.read)(text);
    }
});
