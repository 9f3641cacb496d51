//! Game files.

use ludex_games::{InputError, Record, takt};

fn read(text: &str) -> Result<Vec<Record>, InputError> {
    (takt::INFO.formats[0].read)(text)
}

fn write(record: &Record) -> String {
    (takt::INFO.formats[0].write)(record)
}

fn places_removed(mut record: Record) -> Record {
    for ply in &mut record.plies {
        ply.place.clear();
    }
    record
}

const GAME: &str = "\
[Player1 \"A \\\"quoted\\\" name\"]
[Player2 \"B\"]
[Date \"2024.02.29\"]
[Size \"5\"]
[Komi \"2.5\"]
[Result \"R-0\"]

{before the game}
1. a1 e5 {two corners}
2. c3! (2. d4 d3 {no}) (2. Cb2) Sc4?
3. c3+' 1c2>1*'' {a comment
over two lines}
R-0
";

#[test]
fn a_whole_game_is_read() {
    let games = read(GAME).unwrap();
    let [game] = games.as_slice() else {
        panic!("{} games", games.len())
    };
    assert_eq!(game.tags[0], ("Player1".into(), "A \"quoted\" name".into()));
    assert_eq!(game.tags.len(), 3);
    assert_eq!(game.variant.to_string(), "size=5,komi=2.5");
    assert_eq!(game.result.as_deref(), Some("R-0"));
    assert_eq!(game.comment.as_deref(), Some("before the game"));
    let texts: Vec<_> = game.plies.iter().map(|ply| ply.text.as_str()).collect();
    assert_eq!(texts, ["a1", "e5", "c3", "Sc4", "c3+", "1c2>1*"]);
    assert_eq!(game.plies[1].comment.as_deref(), Some("two corners"));
    assert_eq!(game.plies[2].annotation, "!");
    assert_eq!(game.plies[2].variations, ["2. d4 d3 {no}", "2. Cb2"]);
    assert_eq!(game.plies[5].annotation, "''");
    assert_eq!(
        game.plies[5].comment.as_deref(),
        Some("a comment over two lines")
    );
    assert_eq!(game.plies[3].place, "line 10, move 2");
}

#[test]
fn what_is_written_reads_the_same() {
    let second = "[Size \"6\"]\n[TPS \"x6/x6/x6/x6/x6/x2,1,x3 2 7\"]\n7. -- a1\n8. b1 c2\n";
    let pieces = "[Size \"3\"]\n[Flats \"7\"]\n[Caps \"1\"]\n[Repetition \"3\"]\n[Reversible \"50\"]\n1. a1\n";
    for text in [GAME, second, pieces, "1. a1 b2 0-1", "[Event \"empty\"]\n"] {
        let first = read(text).unwrap().remove(0);
        let written = write(&first);
        let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(again.len(), 1);
        assert_eq!(places_removed(again[0].clone()), places_removed(first));
        assert_eq!(write(&again[0]), written);
    }
}

#[test]
fn line_ends_marks_and_spacing_do_not_matter() {
    let plain = read(GAME).unwrap();
    let windows = format!("\u{feff}{}", GAME.replace('\n', "\r\n"));
    let read_windows = read(&windows).unwrap();
    assert_eq!(plain, read_windows);
    let tight = read("1.a1 e5 2.c3 2...c4").unwrap();
    assert_eq!(tight[0].plies.len(), 4);
}

#[test]
fn a_file_may_hold_several_games() {
    let both = format!("{GAME}\n{GAME}\n[Size \"6\"]\n1. a1 f6\n[Size \"4\"]\n");
    let games = read(&both).unwrap();
    let sizes: Vec<_> = games.iter().map(|game| game.variant.get("size")).collect();
    assert_eq!(sizes, [Some("5"), Some("5"), Some("6"), Some("4")]);
    assert_eq!(games[3].plies.len(), 0);
}

#[test]
fn errors_name_the_line() {
    let check = |text: &str, words: &[&str]| {
        let error = read(text).expect_err(text).to_string();
        for word in words {
            assert!(
                error.contains(word),
                "{text:?}: {error} does not say {word:?}"
            );
        }
    };
    check("", &["line 1", "a game"]);
    check(" \r\n ", &["line 1", "a game"]);
    check("[Size \"5\"\n1. a1", &["line 1", "closed by ]"]);
    check("[Size 5]\n", &["line 1", "a tag such as"]);
    check("[Size \"9\"]\n", &["line 1, tag Size", "9", "3 to 8"]);
    check("\n[Komi \"x\"]\n", &["line 2, tag Komi", "x"]);
    check(
        "[Size \"5\"]\n[Size \"5\"]\n",
        &["line 2, tag Size", "once"],
    );
    check(
        "[Result \"maybe\"]\n",
        &["line 1, tag Result", "maybe", "R-0"],
    );
    check("1. a1 e5\n2. hello\n", &["line 2, move 2", "hello"]);
    check("1. a1 e5\n3. b1 b2\n", &["line 2", "3.", "move number 2"]);
    check("1. a1 e5\n2.", &["line 2", "a move behind the number"]);
    check("1. a1 e5\n2. c3 {never\nclosed", &["line 2", "closed by }"]);
    check("1. a1 e5 (1. b1 {x)", &["line 1", "closed by )"]);
    check("(1. a1)", &["line 1", "behind the move"]);
    check("1. a1 e5 R-0\n2. b1", &["line 2", "behind the result"]);
    check("1. a1 R-", &["line 1, move 1", "R-"]);
    check("[Result \"R-0\"]\n1. a1 e5 0-R", &["result", "0-R", "R-0"]);
    check("1. a1 -- b1", &["line 1", "--"]);
    check("1. a1 } b1", &["line 1", "}"]);
}
