//! A game file that is read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_games::takt::INFO;

fuzz_target!(|text: &str| {
    let format = &INFO.formats[0];
    for game in (format.read)(text).unwrap_or_default() {
        let written = (format.write)(&game);
        assert!((format.read)(&written).is_ok(), "{written}");
    }
});
