//! Game files, other programs' coordinates, and the picture.

use ludex_kit::Shown;
use ludex_kit::{Commentary, Notation, Playable, Record, RecordFormat, Variant};
use ludex_quoridor::notation::frames::Frame;
use ludex_quoridor::{Quoridor, Setup};
use ludex_search::Game;

fn format(name: &str) -> &'static RecordFormat {
    let mut formats = Quoridor::INFO.formats.iter();
    formats.find(|format| format.name == name).expect(name)
}

fn moves(record: &Record) -> String {
    let moves: Vec<_> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
    moves.join(" ")
}

fn read(name: &str, text: &str) -> Record {
    (format(name).read)(text).expect(text).remove(0)
}

#[test]
fn every_format_reads_what_it_writes() {
    let text =
        "board: 5x5\nwalls: 3\nEvent: a test\nresult: 1-0\n# A comment.\nc2 c4 b2h\na3v c3 pass\n";
    let record = read("qdr", text);
    assert_eq!(moves(&record), "c2 c4 b2h a3v c3 pass");
    assert_eq!(record.variant.to_string(), "board=5x5,walls=3");
    assert_eq!(record.tags, [("Event".to_owned(), "a test".to_owned())]);
    for format in Quoridor::INFO.formats {
        let again = read(format.name, &(format.write)(&record));
        assert_eq!(moves(&again), moves(&record), "{}", format.name);
        assert_eq!(again.variant.get("board"), Some("5x5"), "{}", format.name);
        assert_eq!(again.variant.get("walls"), Some("3"), "{}", format.name);
    }
}

#[test]
fn one_file_can_hold_several_games() {
    let text = "walls: 3\ne2 e8\n\nwalls: 4\ne2 e3h\n";
    let records = (format("qdr").read)(text).unwrap();
    let all: Vec<_> = records.iter().map(moves).collect();
    assert_eq!(all, ["e2 e8", "e2 e3h"]);
}

#[test]
fn qtp_walls_are_named_by_their_upper_left_square() {
    let record = read("qtp", "boardsize 9\nclear_board\nplaymove white E2\nplaywall black e5 h\n");
    assert_eq!(moves(&record), "e2 e4h");
    let text = (format("qtp").write)(&record);
    assert!(text.ends_with("playmove white e2\nplaywall black e5 h\n"), "{text}");
    let black_first = read("qtp", "walls 2\nplaymove black e8\n");
    assert_eq!(black_first.start.as_deref(), Some("//e1 e9/2 2/2/9x9"));
    let setup = Setup::read("//e1 e9/2 2/2/9x9").unwrap();
    assert!(setup.options(&Variant::new()).is_ok());
    assert!((format("qtp").write)(&black_first).ends_with("playmove black e8\n"));
}

#[test]
fn openspiel_counts_rows_from_the_far_side() {
    let record = read("openspiel", "e8 e2 e3h d6v\n");
    assert_eq!(moves(&record), "e2 e8 e6h d3v");
    let small = read("openspiel", "quoridor(board_size=5,wall_count=2)\nc4 a1h\n");
    assert_eq!(moves(&small), "c2 a4h");
}

#[test]
fn frames_are_inverse_to_themselves() {
    let game = Quoridor::default();
    let mut moves = Vec::new();
    game.legal_moves(&game.start(), &mut moves);
    let board = game.options().board;
    for frame in [Frame::Own, Frame::Qtp, Frame::OpenSpiel] {
        for &mv in &moves {
            let there = frame.export(mv, board).expect("a legal move has a name");
            assert_eq!(frame.import(there, board), Some(mv), "{frame:?} {mv}");
        }
    }
}

#[test]
fn errors_in_files_have_a_place() {
    let cases = [
        ("qdr", "e2 e8\ne3x\n", "line 2"),
        ("qtp", "playmove white e2\nplaymove white e3\n", "line 2, player"),
        ("qtp", "playwall white e1 h\n", "upper left square"),
        ("qtp", "playwall white e2 d\n", "horizontal or vertical"),
        ("qtp", "boardsize 12\n", "3 to 9"),
        ("qtp", "playmove green e2\n", "white or black"),
        ("openspiel", "e9h\n", "line 1, move"),
        ("openspiel", "quoridor(size=3)\n", "board_size"),
    ];
    for (name, text, part) in cases {
        let error = ludex_kit::testing::wrong(format(name), text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn the_picture_shows_walls_and_pawns() {
    let options = ludex_quoridor::Options::parse(&"board=3x3".parse().unwrap()).unwrap();
    let game = Quoridor::new(options);
    let pos = game.parse_position("a1/a2/b1 b3/1 2/1").unwrap();
    let expected = "   +---+---+---+
 3 |   ‖ 2     | 3
   +   ‖   +   +
 2 |   ‖       | 2
   +=======+   +
 1 |     1     | 1
   +---+---+---+
     a   b   c

Player 1: b1, 1 wall left, 3 steps to go
Player 2: b3, 2 walls left, 3 steps to go
Horizontal walls: a1h
Vertical walls: a2v
Player 1 to move
";
    assert_eq!(game.render(&Shown::new(&pos)).to_string(), expected);
}

#[test]
fn facts_contain_the_paths() {
    let game = Quoridor::default();
    let pos = game.parse_position("e3//e2 e9/9 10/2").unwrap();
    let facts = game.describe(&pos).facts;
    assert_eq!(facts["path_lengths"], serde_json::json!([8, 9]));
    let path = facts["players"][0]["path"].as_array().unwrap();
    assert_eq!(path.len(), 8);
    assert_eq!(path.last().unwrap().as_str().unwrap().chars().nth(1), Some('9'));
}
