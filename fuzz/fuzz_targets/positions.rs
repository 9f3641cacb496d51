//! Fuzzes the parsers of positions of every game. A text that can be parsed must stay the same when it is written and parsed again. The
//! position must be drawable, and each legal move must be playable and undoable.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_fuzz::chosen;
use ludex_games::CATALOGUE;
use ludex_kit::Variant;
use ludex_kit::registry::PictureRequest;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let info = chosen(number);
    let Ok(mut session) = CATALOGUE.session(info.name, &Variant::new(), Some(text)) else {
        return;
    };
    let written = session.position();
    let again = CATALOGUE.session(info.name, &session.variant(), Some(&written));
    assert_eq!(again.expect("the game parses its own notation").position(), written);
    session.render(&PictureRequest::default()).expect("every position can be drawn");
    for mv in session.legal_moves() {
        session.play(&mv).expect("a legal move can be played");
        assert!(session.undo(), "{mv} cannot be undone");
        assert_eq!(session.position(), written, "after {mv} was played and undone");
    }
});
