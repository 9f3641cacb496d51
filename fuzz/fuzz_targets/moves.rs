//! Moves and events of every game, from its start: what can be played is read again in the form that the game writes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_fuzz::chosen;
use ludex_games::CATALOGUE;
use ludex_kit::Variant;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let info = chosen(number);
    let start = CATALOGUE.session(info.name, &Variant::new(), None);
    let mut session = start.expect("the start of a game");
    let mut again = session.fork();
    for word in text.split_whitespace() {
        if let Ok(written) = session.play(word) {
            again.play(&written).expect("what is written is read");
            assert_eq!(again.position(), session.position(), "after {written}");
        }
    }
});
