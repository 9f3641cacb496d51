//! Game files.

use ludex_kit::{After, InputError, Record};
use ludex_takt as takt;

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
    for aside in &mut record.asides {
        aside.ply.place.clear();
        // A variation without a name gets one when it is written.
        aside.ply.name = None;
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
    let [game] = games.as_slice() else { panic!("{} games", games.len()) };
    assert_eq!(game.tags[0], ("Player1".into(), "A \"quoted\" name".into()));
    assert_eq!(game.tags.len(), 3);
    assert_eq!(game.variant.to_string(), "size=5,komi=2.5");
    assert_eq!(game.result.as_deref(), Some("R-0"));
    assert_eq!(game.comment.as_deref(), Some("before the game"));
    let texts: Vec<_> = game.plies.iter().map(|ply| ply.text.as_str()).collect();
    assert_eq!(texts, ["a1", "e5", "c3", "Sc4", "c3+", "1c2>1*"]);
    assert_eq!(game.plies[1].comment.as_deref(), Some("two corners"));
    assert_eq!(game.plies[2].annotation, "!");
    let asides = game.asides.iter();
    let asides: Vec<_> = asides.map(|aside| (aside.after, &*aside.ply.text)).collect();
    let expected = [(After::Main(2), "d4"), (After::Aside(0), "d3"), (After::Main(2), "Cb2")];
    assert_eq!(asides, expected);
    assert_eq!(game.asides[1].ply.comment.as_deref(), Some("no"));
    assert_eq!(game.plies[5].annotation, "''");
    assert_eq!(game.plies[5].comment.as_deref(), Some("a comment over two lines"));
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
        let damage = |mut games: Vec<Record>| games.pop().and_then(|game| game.damage);
        let error = match read(text) {
            Ok(games) => damage(games).expect(text).to_string(),
            Err(error) => error.to_string(),
        };
        for word in words {
            assert!(error.contains(word), "{text:?}: {error} does not say {word:?}");
        }
    };
    check("", &["line 1", "a game"]);
    check(" \r\n ", &["line 1", "a game"]);
    check("[Size 5\n1. a1", &["line 1", "the closing ] is missing"]);
    check("[Size \"9\"]\n", &["line 1, tag Size", "9", "3 to 8"]);
    check("\n[Komi \"x\"]\n", &["line 2, tag Komi", "x"]);
    check("1. a1 e5\n2. hello\n", &["line 2, move 2", "hello"]);
    check("1. a1 e5\n3. b1 b2\n", &["line 2", "3.", "move number 2"]);
    check("1. a1 e5\n2. c3 {never\nclosed", &["line 2", "the closing } is missing"]);
    check("1. a1 e5 (1. b1 {x)", &["line 1", "the closing ) is missing"]);
    check("1. a1 e5 R-0\n2. b1", &["line 2", "after the result"]);
    check("1. a1 R-", &["line 1, move 1", "R-"]);
    check("1. a1 -- b1", &["line 1", "--"]);
    check("1. a1 } b1", &["line 1", "}"]);
}

/// Unusual tags do not prevent the moves from being read.
#[test]
fn oddities_are_remarked_on_and_read_over() {
    let check = |text: &str, moves: &[&str], words: &str| {
        let games = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let [game] = &games[..] else { panic!("{} games: {text}", games.len()) };
        let played: Vec<&str> = game.plies.iter().map(|ply| &*ply.text).collect();
        assert_eq!((played.as_slice(), &game.damage), (moves, &None), "{text}");
        let remarks: Vec<String> = game.remarks.iter().map(ToString::to_string).collect();
        match words {
            "" => assert_eq!(remarks, [""; 0], "{text}"),
            words => {
                assert!(remarks.len() == 1 && remarks[0].contains(words), "{text}: {remarks:?}");
            }
        }
        game.clone()
    };
    check("[Size \"5\"]\n[Size \"6\"]\n1. a1", &["a1"], "line 2, tag Size");
    check("[A \"1\"]\n[A \"2\"]\n1. a1", &["a1"], "");
    check("[Result \"maybe\"]\n1. a1", &["a1"], "maybe");
    check("1. a1 e5\n2.", &["a1", "e5"], "no move follows the number");
    check("1. a1 e5\n12.", &["a1", "e5"], "12.");
    check("1. a1 e5\n2. *", &["a1", "e5"], "");
    check("[Size 5]\n1. a1", &["a1"], "a tag such as");
    check("[Size \"5\"]\n[Site \"C:\\x\\\"]\n1. a1", &["a1"], "a tag such as");
    check("[Event \"the \"big\" one\"]\n1. a1", &["a1"], "a tag such as");
    let game = check("[Result \"R-0\"]\n1. a1 e5 0-R", &["a1", "e5"], "the result after the moves");
    assert_eq!(game.result.as_deref(), Some("0-R"));
    let game = check("[Size \"5\"]\n1. a1 (better was b1) e5", &["a1", "e5"], "");
    assert_eq!(game.plies[0].comment.as_deref(), Some("(better was b1)"));
    let game = check(
        "(before) 1. a1 e5$4 2. c3 ? c4 $1 3. c5 $17",
        &["a1", "e5", "c3", "c4", "c5"],
        "$17",
    );
    let marks: Vec<&str> = game.plies.iter().map(|ply| &*ply.annotation).collect();
    assert_eq!(marks, ["", "??", "?", "!", ""]);
    assert_eq!(game.comment.as_deref(), Some("(before)"));
}

#[test]
fn results_are_read_as_people_write_them() {
    for (text, result) in [
        ("[Result \"1/2\"]\n1. a1", Some("1/2-1/2")),
        ("[result \" r - 0 \"]\n1. a1", Some("R-0")),
        ("[Result \"?\"]\n1. a1", None),
        ("[Result \"\"]\n1. a1", None),
        ("[Result \"½-½\"]\n1. a1", Some("1/2-1/2")),
        ("[Result \"R-0\"]\n1. a1 *", Some("R-0")),
        ("1. a1 r-0", Some("R-0")),
        ("1. a1 R - 0", Some("R-0")),
        ("1. a1 -- 0-f", Some("0-F")),
        ("1. a1 e5 2. -- 1/2", Some("1/2-1/2")),
        ("1. a1 e5 2. 1-0", Some("1-0")),
        ("1. a1 *", Some("*")),
    ] {
        let games = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(games[0].result.as_deref(), result, "{text}");
        assert_eq!(games[0].damage, None, "{text}");
    }
}

#[test]
fn tags_have_their_names_in_any_letters() {
    let game =
        &read("[size \"6\"]\n[KOMI \"2\"]\n[Opening \"No-Swap\"]\n[tps \"-\"]\n1. a1").unwrap()[0];
    assert_eq!(game.variant.to_string(), "size=6,komi=2,opening=no-swap");
    assert_eq!(game.start, None);
}

/// A damaged game does not affect those before and after it.
#[test]
fn games_beside_a_damaged_one_are_read() {
    let good = |move_1: &str| format!("[Size \"5\"]\n\n1. {move_1} e5\n2. c3 1-0\n\n");
    for (bad, n_plies) in [
        ("[Size \"5\"]\n\n1. a1 e5\n2. zz c4\n\n", 2),
        ("[Size \"5\"]\n\n1. a1 e5 {never closed\n\n", 2),
        ("[Size \"9\"]\n[Event \"x\"]\n\n1. a1 e5\n\n", 0),
        ("[Size \"5\n[Event \"x\"]\n\n1. a1 e5\n\n", 0),
        ("[Size \"5\"]\n\n1. a1 e5\n7. a2 a3\n\n", 2),
        ("[Size \"5\"]\n\n1. a1 e5 R-0 2. a2\n\n", 2),
    ] {
        let games = read(&format!("{}{bad}{}", good("a1"), good("b1"))).expect(bad);
        let plies: Vec<usize> = games.iter().map(|game| game.plies.len()).collect();
        assert_eq!(plies, [3, n_plies, 3], "{bad}");
        let damaged: Vec<bool> = games.iter().map(|game| game.damage.is_some()).collect();
        assert_eq!(damaged, [false, true, false], "{bad}");
    }
}
