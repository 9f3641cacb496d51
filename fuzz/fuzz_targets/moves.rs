//! Fuzzes the parsers of moves and events, from the start of every game. If a text can be played, the game must be able to parse its own
//! notation of the same step.
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
            again.play(&written).expect("the game parses its own notation");
            assert_eq!(again.position(), session.position(), "after {written}");
        }
    }
});
