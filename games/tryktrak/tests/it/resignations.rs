//! Resignations, which are steps of records but never legal moves.

use ludex_kit::{Notation, Record};
use ludex_search::{Game, Turn};
use ludex_tryktrak::{INFO, Phase};

use super::after;

fn read(text: &str) -> Vec<Record> {
    let format = INFO.formats.iter().find(|format| format.name == "mat");
    let records = (format.expect("it is known").read)(text);
    records.unwrap_or_else(|error| panic!("{error}"))
}

/// `resign` without a number is a resignation of the player whose turn it is. The result is multiplied by the cube.
#[test]
fn a_step_resigns_the_game() {
    let check = |variant: &str, line: &str, returns: [f32; 2]| {
        let (game, pos) = after(variant, line);
        assert_eq!(game.turn(&pos), Turn::Over, "{line}");
        assert_eq!(game.returns(&pos)[..2], returns, "{line}");
    };
    let doubled = "dice:31 8/5,6/5 double take dice:64 24/14";
    check("", "dice:31 8/5,6/5 resign", [1.0, -1.0]);
    check("", "dice:31 resign", [-1.0, 1.0]);
    check("", "dice:31 resign:single", [-1.0, 1.0]);
    check("", "dice:31 8/5,6/5 resign1:backgammon", [-3.0, 3.0]);
    check("", "resign2:gammon", [2.0, -2.0]);
    check("", &format!("{doubled} resign:gammon"), [-4.0, 4.0]);
    check("", &format!("{doubled} dice:31 resign2:gammon"), [4.0, -4.0]);
    check("length=5", &format!("{doubled} resign:backgammon"), [-1.0, 1.0]);
    // Under the Jacoby rule a resigned gammon counts as a plain loss if the cube was never turned.
    check("jacoby=yes", "resign2:gammon", [1.0, -1.0]);
    check("jacoby=yes", &format!("{doubled} resign:gammon"), [-4.0, 4.0]);
}

/// The score of a match continues, and what is written is read back unchanged.
#[test]
fn a_match_continues_after_a_resignation() {
    let (game, pos) = after("length=5", "dice:31 8/5,6/5 double take resign:gammon");
    let status = pos.status();
    assert_eq!((status.phase, status.score), (Phase::Opening, [4, 0]));
    assert!(status.crawford);
    assert_eq!(game.parse_step(&pos, "resign1").map(drop), Ok(()));
    let (game, pos) = after("", "dice:31 8/5,6/5");
    for (text, written) in [
        ("resign", "resign"),
        ("resign2", "resign"),
        ("resign:single", "resign"),
        ("resign1:single", "resign1"),
        ("resign1:backgammon", "resign1:backgammon"),
    ] {
        let Ok(ludex_search::Step::Move(mv)) = game.parse_step(&pos, text) else {
            panic!("{text} should be read");
        };
        assert_eq!(game.write_move(&pos, mv), written);
    }
}

/// A resignation is not among the legal moves and is rejected as a move. Malformed resignations are reported.
#[test]
fn a_resignation_is_not_a_move() {
    let (game, pos) = after("", "dice:31 8/5,6/5");
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    assert!(moves.iter().all(|&mv| !game.write_move(&pos, mv).contains("resign")));
    for text in ["resign", "resign1", "resign2:gammon"] {
        assert!(game.parse_move(&pos, text).is_err(), "{text}");
    }
    let wrong = |line: &str, text: &str, part: &str| {
        let (game, pos) = after("", line);
        let error = game.parse_step(&pos, text).expect_err("it is wrong");
        assert!(error.to_string().contains(part), "{error}");
    };
    wrong("", "resign", "before the first turn: resign1 or resign2");
    for text in
        ["resign3", "resign:", "resign:double", "resign gammon", "resigned", "resign1gammon"]
    {
        wrong("dice:31", text, "resign, resign:gammon or resign:backgammon");
    }
    wrong("resign1", "resign2", "the game is over");
}

/// A result in a file that does not follow from the moves is read as a resignation, if it is a possible one.
#[test]
fn results_of_files_are_resignations() {
    let head = " 5 point match\n\n Game 1\n Anna : 0    Ben : 0\n";
    let last = |rows: &str| {
        let records = read(&format!("{head}{rows}"));
        assert!(records[0].damage.is_none());
        records[0].plies.last().map(|ply| ply.text.clone())
    };
    let last_is = |rows: &str, expected: &str| assert_eq!(last(rows).as_deref(), Some(expected));
    let turn = "  1) 31: 8/5 6/5               52: 13/8 24/22\n";
    last_is(&format!("{turn}      Wins 2 points\n"), "resign2:gammon");
    last_is(&format!("{turn}                                  Wins 1 point\n"), "resign");
    last_is(
        &format!("{turn}                                  Wins 3 points\n"),
        "resign:backgammon",
    );
    last_is(
        &format!("{turn}  2) 64: ????\n                                  Wins 1 point\n"),
        "resign",
    );
    // These results are impossible: too many points, an unanswered double, or a game that ended by the rules.
    last_is(&format!("{turn}      Wins 4 points\n"), "13/8,24/22");
    last_is(&format!("{turn}  2)  Doubles => 2\n      Wins 1 point\n"), "double");
    last_is(&format!("{turn}  2)  Doubles => 2    Drops\n      Wins 1 point\n"), "pass");
    let doubled = format!("{turn}  2)  Doubles => 2    Takes\n");
    last_is(&format!("{doubled}      Wins 3 points\n"), "take");
    last_is(&format!("{doubled}      Wins 4 points\n"), "resign2:gammon");
}

/// All formats keep the resignations of several games. They also keep the dice before a resignation if the format can express them.
#[test]
fn resignations_are_written_and_read() {
    let plies = "dice:31 8/5,6/5 double take dice:64 24/14 resign:gammon dice:21 resign2 dice:62";
    let variant = "length=7".parse().expect("a variant");
    let ply = |text: &str| ludex_kit::RecordedPly {
        text: text.to_owned(),
        ..ludex_kit::RecordedPly::default()
    };
    let record =
        Record { variant, plies: plies.split(' ').map(ply).collect(), ..Record::default() };
    for (format, results) in
        INFO.formats.iter().zip([["RE[B+4R]", "RE[W+1R]"], ["Wins 4 points", "Wins 1 point\n"]])
    {
        let text = format.written(std::slice::from_ref(&record));
        assert!(results.iter().all(|result| text.contains(result)), "{text}");
        let again = (format.read)(&text).expect("it was written");
        assert_eq!(format.written(&again), text);
        let words: Vec<_> = again[0].plies.iter().map(|ply| ply.text.as_str()).collect();
        assert_eq!(words.last(), Some(&"resign:gammon"), "{text}");
        let checked = ludex_kit::registry::losses(&crate::CATALOGUE, "tryktrak", format, &record);
        assert_eq!(checked.map(drop), Ok(()), "{}", format.name);
    }
}
