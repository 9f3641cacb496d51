//! With any input, the engine answers in whole lines and ends normally.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use ludex_kit::{SearchSetup, Variant};
use ludex_protocols::{ServerSettings, Strength, TEI, UGI, Wire, serve};
use proptest::prelude::*;

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs a whole session and returns the output.
fn session(tei: bool, input: Vec<u8>) -> String {
    let mut setup = SearchSetup::default();
    setup.options.hash_mib = 1;
    let game = ludex_games::CATALOGUE.info("takt").expect("it is there");
    let settings = ServerSettings {
        book: "default".into(),
        game,
        variant: Variant::new(),
        search: None,
        strength: Strength::new(setup.level, game),
        setup,
        overhead: ludex_search::TimeControl::OVERHEAD,
        shows_cp: false,
        bounds: ludex_protocols::Bounds::default(),
    };
    let heard = Heard::default();
    let dialect = if tei { &TEI } else { &UGI };
    serve(dialect, settings, Cursor::new(input), &Wire::new(heard.clone())).expect("it ends well");
    String::from_utf8(heard.0.lock().expect("no panic").clone()).expect("text")
}

/// Meaningful words in any order.
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
        "searchmoves",
        "nodes",
        "size",
        "halfkomi",
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
        1 => Just("stop".to_owned()),
    ]
}

/// A line of a session in which every `go` is answered.
#[derive(Clone, Debug)]
enum SentLine {
    /// A search of the current position that ends by itself.
    Limited(&'static str),
    Endless,
    Stop,
    Ready,
    /// The position after these moves; `None` if it is over or invalid.
    Position(&'static str, Option<&'static str>),
    NewGame,
    /// A line that neither sets a position nor searches.
    Other(&'static str),
}

fn sent_line() -> impl Strategy<Value = SentLine> {
    let limited = ["go nodes 40", "go depth 2", "go movetime 2", "go nodes 30 searchmoves c3 d3"];
    let positions = [
        SentLine::Position("startpos", Some("")),
        SentLine::Position("startpos moves a1", Some("a1")),
        SentLine::Position("startpos moves a1 e5 b2", Some("a1 e5 b2")),
        SentLine::Position("startpos moves a1 a1", None),
        SentLine::Position("fen x5/x5 1 1", None),
        SentLine::Position("sideways", None),
        // The first player has won.
        SentLine::Position("startpos moves a1 e5 e4 d1 e3 d2 e2 c1 e1", None),
    ];
    let other = [
        "setoption name Hash value 2",
        "setoption name None value 2",
        "query result",
        "xyzzy",
        "",
        "query",
    ];
    prop_oneof![
        4 => prop::sample::select(limited.to_vec()).prop_map(SentLine::Limited),
        2 => Just(SentLine::Endless),
        3 => Just(SentLine::Stop),
        1 => Just(SentLine::Ready),
        4 => prop::sample::select(positions.to_vec()),
        1 => Just(SentLine::NewGame),
        2 => prop::sample::select(other.to_vec()).prop_map(SentLine::Other),
    ]
}

impl SentLine {
    fn line(&self, tei: bool) -> String {
        match self {
            Self::Limited(text) | Self::Other(text) => (*text).to_owned(),
            Self::Endless => "go infinite".to_owned(),
            Self::Stop => "stop".to_owned(),
            Self::Ready => "isready".to_owned(),
            Self::Position(text, _) if tei => format!("position {}", text.replace("fen", "tps")),
            Self::Position(text, _) => format!("position {text}"),
            Self::NewGame if tei => "teinewgame 5".to_owned(),
            Self::NewGame => "uginewgame".to_owned(),
        }
    }
}

/// The position of each answered search, in order; `None` if there is no move.
fn answers(sent: &[SentLine]) -> Vec<Option<&'static str>> {
    let (mut now, mut endless, mut answers) = (Some(""), false, Vec::new());
    for sent in sent {
        match sent {
            SentLine::Stop => endless = false,
            // During an unlimited search the command is refused. After that, no position is set.
            SentLine::Position(..) | SentLine::NewGame if endless => now = None,
            SentLine::Position(_, moves) => now = *moves,
            SentLine::NewGame => now = Some(""),
            SentLine::Limited(_) | SentLine::Endless if endless => {}
            SentLine::Limited(_) => answers.push(now),
            SentLine::Endless => {
                answers.push(now);
                endless = now.is_some();
            }
            SentLine::Ready | SentLine::Other(_) => {}
        }
    }
    answers
}

fn is_legal(moves: &str, mv: &str) -> bool {
    let session = ludex_games::CATALOGUE.session("takt", &Variant::new(), None);
    let line = ludex_kit::registry::Token::split(&format!("{moves} {mv}"), "moves");
    session.expect("it is there").extend(&line).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn lines_of_known_words(tei: bool, lines in prop::collection::vec(line(), 0..12)) {
        let sent = session(tei, lines.join("\n").into_bytes());
        for line in sent.lines() {
            let known = ["id ", "option ", "ugiok", "teiok", "readyok", "info ", "bestmove ", "response "];
            prop_assert!(known.iter().any(|start| line.starts_with(start)), "{line:?}");
        }
    }

    #[test]
    fn every_go_is_answered_once_in_order(tei: bool, sent in prop::collection::vec(sent_line(), 0..14)) {
        let lines: Vec<String> = sent.iter().map(|sent| sent.line(tei)).collect();
        let heard = session(tei, lines.join("\n").into_bytes());
        let given = heard.lines().filter_map(|line| line.strip_prefix("bestmove "));
        let given: Vec<&str> = given.collect();
        let wanted = answers(&sent);
        prop_assert_eq!(given.len(), wanted.len(), "{:?}: {}", lines, heard);
        for (mv, position) in given.into_iter().zip(wanted) {
            match position {
                None => prop_assert_eq!(mv, "none"),
                Some(moves) => prop_assert!(is_legal(moves, mv), "{:?}: {}", lines, heard),
            }
        }
        let n_ready = sent.iter().filter(|sent| matches!(sent, SentLine::Ready)).count();
        prop_assert_eq!(heard.matches("readyok\n").count(), n_ready);
    }

    #[test]
    fn bytes_of_any_kind(tei: bool, bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let sent = session(tei, bytes);
        prop_assert!(sent.is_empty() || sent.ends_with('\n'));
    }

    #[test]
    fn option_values_of_any_kind(words in prop::collection::vec("[^\n]{0,20}", 2)) {
        let name = format!("setoption name {} value 1\n", words[0]);
        let value = format!("setoption name HalfKomi value {}\n", words[1]);
        let sent = session(true, (name + &value).into_bytes());
        prop_assert!(sent.lines().count() <= 2);
    }

    #[test]
    fn positions_moves_and_configurations_of_any_kind(
        words in prop::collection::vec(word(), 0..6),
        file in "[a-z=\\[\\]\"0-9 \n.]{0,60}",
    ) {
        let text = words.join(" ");
        let mut session = ludex_games::CATALOGUE.session("takt", &Variant::new(), None).expect("it is there");
        let before = session.position();
        let line = ludex_kit::registry::Token::split(&text, "moves");
        if session.start_at(Some(&text)).is_err() {
            prop_assert_eq!(session.position(), before);
        }
        let before = session.position();
        if session.extend(&line).is_err() {
            prop_assert_eq!(session.position(), before);
        }
        session.restart();
        let _ = session.extend(&line);
        let _ = ludex_games::CATALOGUE.session("takt", &Variant::new(), Some(&text));
        let _ = text.parse::<Variant>();
        let _ = ludex_cli::config::file_layer(&file, "ludex.toml", "takt");
        for word in &words {
            let _ = ludex_base::numbers::duration(word);
            let _ = ludex_base::numbers::clock(word);
            let _ = ludex_base::numbers::count(word);
        }
    }
}
