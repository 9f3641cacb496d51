//! Whatever comes in, the server answers in whole lines and ends in peace.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use ludex::protocol::{ServerSettings, Strength, TEI, UGI, Wire, serve};
use ludex_games::{SearchSetup, Variant};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .expect("no panic while writing")
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Serves a whole session and returns what was said.
fn session(tei: bool, input: Vec<u8>) -> String {
    let mut setup = SearchSetup::default();
    setup.options.hash_mib = 1;
    let game = ludex_games::registry::info("takt").expect("it is there");
    let settings = ServerSettings {
        book: "default".into(),
        game,
        variant: Variant::new(),
        search: None,
        strength: Strength::new(setup.level, game),
        setup,
        overhead: ludex_search::TimeControl::OVERHEAD,
        bounds: ludex::protocol::Bounds::default(),
    };
    let heard = Heard::default();
    let dialect = if tei { &TEI } else { &UGI };
    serve(
        dialect,
        settings,
        Cursor::new(input),
        &Wire::new(heard.clone()),
    )
    .expect("it ends well");
    String::from_utf8(heard.0.lock().expect("no panic").clone()).expect("text")
}

/// Words that mean something, in any order.
fn word() -> impl Strategy<Value = String> {
    let words = [
        "ugi",
        "tei",
        "isready",
        "ugiok",
        "setoption",
        "name",
        "value",
        "Hash",
        "Threads",
        "MultiPV",
        "Size",
        "HalfKomi",
        "Flats",
        "Caps",
        "Seed",
        "uginewgame",
        "teinewgame",
        "position",
        "startpos",
        "fen",
        "tps",
        "moves",
        "x5/x5/x5/x5/x5",
        "x3/x3/x3",
        "1",
        "2",
        "-1",
        "3",
        "5",
        "a1",
        "e5",
        "c3",
        "Sb2",
        "a1>",
        "go",
        "stop",
        "query",
        "gameover",
        "result",
        "p1turn",
        "returns",
        "infinite",
        "99999999999999999999",
        "\u{e9}",
        "\0",
    ];
    prop_oneof![
        8 => prop::sample::select(words.map(str::to_owned).to_vec()),
        1 => "[ -~]{0,12}",
    ]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::collection::vec(word(), 0..7).prop_map(|words| words.join(" ")),
        1 => (1..4u32).prop_map(|depth| format!("go depth {depth}")),
        1 => (1..20u32).prop_map(|time| format!("go movetime {time}")),
        1 => Just("position startpos moves a1 e5".to_owned()),
    ]
}

/// So many cases, the same ones in every run; `PROPTEST_RNG_SEED` and `PROPTEST_CASES` give others.
fn cases(cases: u32) -> ProptestConfig {
    let wanted = ProptestConfig::default();
    let rng_seed = match wanted.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    let cases = std::env::var_os("PROPTEST_CASES").map_or(cases, |_| wanted.cases);
    ProptestConfig {
        cases,
        rng_seed,
        failure_persistence: None,
        ..wanted
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn lines_of_known_words(tei: bool, lines in prop::collection::vec(line(), 0..12)) {
        let said = session(tei, lines.join("\n").into_bytes());
        for line in said.lines() {
            let known = ["id ", "option ", "ugiok", "teiok", "readyok", "info ", "bestmove ", "response "];
            prop_assert!(known.iter().any(|start| line.starts_with(start)), "{line:?}");
        }
    }

    #[test]
    fn bytes_of_any_kind(tei: bool, bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let said = session(tei, bytes);
        prop_assert!(said.is_empty() || said.ends_with('\n'));
    }

    #[test]
    fn option_values_of_any_kind(words in prop::collection::vec("[^\n]{0,20}", 2)) {
        let name = format!("setoption name {} value 1\n", words[0]);
        let value = format!("setoption name HalfKomi value {}\n", words[1]);
        let said = session(true, (name + &value).into_bytes());
        prop_assert!(said.lines().count() <= 2);
    }

    #[test]
    fn positions_moves_and_configurations_of_any_kind(
        words in prop::collection::vec(word(), 0..6),
        file in "[a-z=\\[\\]\"0-9 \n.]{0,60}",
    ) {
        let text = words.join(" ");
        let mut session = ludex_games::registry::open("takt", &Variant::new(), None).expect("it is there");
        let before = session.position();
        let line = ludex_games::registry::Token::split(&text, "moves");
        if session.set_line(Some(&text), &line).is_err() {
            prop_assert_eq!(session.position(), before);
        }
        let _ = session.set_line(None, &line);
        let _ = ludex_games::registry::open("takt", &Variant::new(), Some(&text));
        let _ = text.parse::<Variant>();
        let _ = ludex::config::file_layer(&file, "ludex.toml", "takt");
        for word in &words {
            let _ = ludex::numbers::duration(word);
            let _ = ludex::numbers::clock(word);
            let _ = ludex::numbers::count(word);
        }
    }
}
