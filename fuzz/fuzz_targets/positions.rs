//! Texts of positions of every game: what can be read is written, read again the same, drawn and played from.
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
    assert_eq!(again.expect("what is written is read").position(), written);
    session.render(&PictureRequest::default()).expect("a position is drawn");
    for mv in session.legal_moves() {
        session.play(&mv).expect("a legal move is played");
        assert!(session.undo(), "{mv} is taken back");
        assert_eq!(session.position(), written, "after {mv} and back");
    }
});
