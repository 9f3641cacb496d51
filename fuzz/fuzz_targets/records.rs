//! Fuzzes the parsers of game files, in every format of every game. Files without damaged games are also written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludex_fuzz::chosen;

fuzz_target!(|input: (u8, u8, &str)| {
    let (number, format, text) = input;
    let formats = chosen(number).formats;
    let format = &formats[usize::from(format) % formats.len()];
    let records = (format.read)(text).unwrap_or_default();
    if records.iter().any(|record| record.damage.is_some()) {
        return;
    }
    let _ = format.written(&records);
});
