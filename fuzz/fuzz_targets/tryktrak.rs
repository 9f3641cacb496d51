//! Positions, plays and game files of Tryktrak: whatever is read is written and read again the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_games::tryktrak::{INFO, Setup, Tryktrak};
use ludex_kit::{Notation, Playable, Variant};

fuzz_target!(|text: &str| {
    if let Ok(setup) = Setup::read(text)
        && let Ok(options) = setup.options(&Variant::new())
    {
        let game = Tryktrak::with_options(options);
        if let Ok(pos) = setup.position(&game) {
            let written = game.write_position(&pos);
            let again = game.parse_position(&written).expect("what is written is read");
            assert_eq!(game.write_position(&again), written);
            let _ = game.render(&pos);
        }
    }
    let game = Tryktrak::new();
    let pos = game
        .parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:6")
        .expect("a legal position");
    let _ = game.parse_move(&pos, text);
    for format in INFO.formats {
        if let Ok(records) = (format.read)(text) {
            let _ = format.written(&records);
        }
    }
});
