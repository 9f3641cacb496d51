//! Move lists in the forms that people write lead to the same game as plain ones, wherever moves are read.

use ludex_kit::registry::Token;
use ludex_kit::{InputError, Record, Variant, read_moves};

/// The steps of a list as the game writes them, and the result that it states.
fn played(
    game: &str,
    variant: &str,
    record: &Record,
) -> Result<(String, Option<Vec<f32>>), InputError> {
    let variant: Variant = variant.parse::<Variant>()?.over(&record.variant);
    let start = record.start.as_deref();
    let mut session = ludex_games::CATALOGUE.session(game, &variant, start)?;
    session.extend(&Token::from_record(record))?;
    let result = session.recorded_result(record)?;
    Ok((session.game_so_far().steps.join(" "), result.map(|result| result.singles())))
}

fn list(game: &str, variant: &str, text: &str) -> Result<(String, Option<Vec<f32>>), InputError> {
    played(game, variant, &read_moves(ludex_games::CATALOGUE.info(game)?, text, "")?)
}

/// The first record of a text in the game's own format.
fn file(game: &str, variant: &str, text: &str) -> Result<(String, Option<Vec<f32>>), InputError> {
    let records = (ludex_games::CATALOGUE.info(game)?.formats[0].read)(text)?;
    assert_eq!(records.len(), 1, "{text}");
    played(game, variant, &records[0])
}

#[test]
fn numbers_separators_and_capitals_are_no_moves() {
    let check = |game: &str, variant: &str, plain: &str, texts: &[&str]| {
        for text in texts {
            let (steps, _) = list(game, variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(steps, plain, "{text}");
        }
    };
    check(
        "quoridor",
        "",
        "d1 e8 d2 e7 d4h g6v",
        &[
            "d1 e8 d2 e7 d4h g6v",
            "1. d1 e8 2. d2 e7 3. d4h g6v",
            "1.d1 e8 2.d2 e7 3.d4h g6v",
            "1) d1 e8\n2) d2 e7\n3) d4h g6v\n",
            "1 d1 e8 2 d2 e7 3 d4h g6v",
            "1: d1, e8; 2: d2, e7; 3: d4h, g6v;",
            "d1,e8,d2,e7,d4h,g6v",
            "d1;e8;d2;e7;d4h;g6v",
            "D1 E8 D2 E7 D4H G6V",
            "d1 e8 d2 e7 hd4 vg6",
            "1. d1 1... e8 2. d2 2... e7 3. Hd4 3… VG6",
            "1. d1! e8?! 2. d2?? e7 3. d4h!? g6v!",
            "1. d1 2. e8 3. d2 4. e7 5. d4h 6. g6v",
        ],
    );
    check(
        "quoridor",
        "players=4",
        "e2 b5 e8 h5 e3h",
        &["1. e2 b5 e8 h5\n2. e3h", "1. E2, B5, E8, H5; 2. he3"],
    );
    check(
        "tryktrak",
        "",
        "dice:31 8/5,6/5 roll dice:64 24/14 roll dice:66 24/18(2),13/7(2) roll dice:65 13/2",
        &[
            "31 8-5 6-5 roll 64 24-14 roll 66 24-18(2) 13-7(2) roll 6-5 13-8 8-2",
            "1. 31: 8-5 6-5 roll 6-4 24-14 roll 66: 24-18 24-18 13-7 13-7 roll 65 13/8 8-2",
        ],
    );
    check(
        "trax",
        "",
        "@0/ B1+ A0+ B3/",
        &[
            "1. @0/ B1+ 2. A0+ B3/",
            "1.@0/ 2.b1+ 3.a0+ 4.b3/",
            "@0/;B1+;A0+,B3/",
            "1) @0/ B1+\n2) A0+! B3/?",
        ],
    );
    check(
        "takt",
        "size=5",
        "a1 e5 c3 Cd3 Sb2 d3<",
        &[
            "1. a1 e5 2. c3 Cd3 3. Sb2 d3<",
            "1.A1 E5 2.C3 CD3 3.SB2 D3<",
            "1. fa1 e5, 2. c3 cd3, 3. sb2 1d3<1",
            "a1;e5;c3;Cd3;Sb2;d3<",
        ],
    );
    check(
        "tryktrak",
        "",
        "dice:31 8/5,6/5 dice:52 24/22,13/8",
        &[
            "1. dice:31 8/5,6/5 2. dice:52 13/8,24/22",
            "1) dice:31 8/5,6/5; dice:52 13/8,24/22",
            "dice:31, 8/5,6/5, dice:52, 13/8,24/22",
        ],
    );
}

#[test]
fn a_list_may_end_with_the_result() {
    let check = |game: &str, variant: &str, text: &str, returns: &[f32]| {
        let (_, told) = list(game, variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(told.as_deref(), Some(returns), "{text}");
    };
    check("quoridor", "", "1. e2 e8 1-0", &[1.0, -1.0]);
    check("quoridor", "", "1. e2 e8 2. e3\nBlack wins", &[-1.0, 1.0]);
    check("quoridor", "", "e2 e8 e3 resigns", &[1.0, -1.0]);
    check("quoridor", "", "e2 e8 Player 1 resigns.", &[-1.0, 1.0]);
    check("quoridor", "", "e2 e8 draw agreed", &[0.0, 0.0]);
    let four = "players=4";
    check("quoridor", four, "e2 b5 Player 3 wins", &[-1.0, -1.0, 1.0, -1.0]);
    check("quoridor", "players=3", "e2 b5 third player wins", &[-1.0, -1.0, 1.0]);
    check("quoridor", "players=3", "e2 b5 resign", &[0.0, 0.0, -1.0]);
    check("quoridor", four, "e2 draw", &[-0.5; 4]);
    check("trax", "", "1. @0/ B1\\ 2. Resign", &[-1.0, 1.0]);
    check("trax", "", "@0/ white wins", &[1.0, -1.0]);
    check("takt", "", "a1 e5 c3 resign", &[1.0, -1.0]);
    check("takt", "", "a1 e5 1-0", &[1.0, -1.0]);
}

#[test]
fn what_a_list_cannot_mean_is_refused() {
    let refused = |game: &str, text: &str, words: &[&str]| {
        let error = list(game, "", text).expect_err(text).to_string();
        for word in words {
            assert!(error.contains(word), "{text}: {error} does not say {word:?}");
        }
    };
    // The list has no move with number 2.
    refused("quoridor", "1. e2 e8 3. e3", &["move 3", "3.", "number 2"]);
    refused("quoridor", "1. e2 e8 1-0 2. e3", &["move 3", "comes after the result"]);
    refused("quoridor", "e2 e8 player 5 wins", &["move 3", "player"]);
    refused("quoridor", "e2 e8 kd4", &["move 3", "kd4"]);
    refused("tantrix", "1. hello", &["move 1"]);
    refused("takt", "size=3 a1", &["move 1"]);
    // The stated result contradicts the board.
    refused("trax", "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+ white wins", &["0-1"]);
}

#[test]
fn files_hold_lists_too() {
    let check = |game: &str, variant: &str, text: &str, steps: &str, returns: Option<&[f32]>| {
        let (found, told) = file(game, variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((&*found, told.as_deref()), (steps, returns), "{text}");
    };
    let won: Option<&[f32]> = Some(&[1.0, -1.0]);
    check("quoridor", "", "1. e2 e8 2. he3 E7 1-0\n", "e2 e8 e3h e7", won);
    check(
        "quoridor",
        "",
        "Event: tea\n1) E2; E8\n2) E3H; E7\nBlack resigns\n",
        "e2 e8 e3h e7",
        won,
    );
    check("quoridor", "", "Winner: player 1\ne2 e8\n", "e2 e8", won);
    check("quoridor", "", "Result: White wins\ne2 e8\n", "e2 e8", won);
    let third: Option<&[f32]> = Some(&[-1.0, -1.0, 1.0, -1.0]);
    check("quoridor", "", "players: 4\n1. e2 b5 e8 h5\nplayer 3 wins\n", "e2 b5 e8 h5", third);
    let turns = "@0/ B1+ A0+ B3/";
    check("trax", "", "Trax: White against Red, round 3\n\n@0/ B1+\nA0+ B3/\n", turns, None);
    check("trax", "", "1. @0/ B1+\n2. A0+ B3/\nred resigns\n", turns, won);
    check("trax", "", "1. @0/ b1+ 2. a0+ b3/ Resign\n", turns, Some(&[-1.0, 1.0]));
    check("trax", "", "# Result: White wins\n@0/ B1+ A0+\n\nB3/\n", turns, won);
    let format = &ludex_games::CATALOGUE.info("quoridor").unwrap().formats[0];
    let read = (format.read)("result: 1-0\ne2 e8 0-1\n").unwrap();
    let remark = read[0].remarks[0].to_string();
    assert!(remark.contains("contradicts the key result: 1-0 is used"), "{remark}");
    assert_eq!(read[0].result.as_deref(), Some("1-0"));
}

#[test]
fn a_line_of_trax_is_a_game_or_goes_on_with_one() {
    let read = |text: &str| (ludex_games::CATALOGUE.info("trax").unwrap().formats[0].read)(text);
    let lengths = |text: &str| -> Vec<usize> {
        let records = read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        records.iter().map(|record| record.plies.len()).collect()
    };
    assert_eq!(lengths("@0/ A2+\n@0+ B1+ C1+\n"), [2, 3]);
    assert_eq!(lengths("@0/ A2+\nB2+\n\n@0+ B1+\nC1+\nD1+\n"), [3, 4]);
    assert_eq!(lengths("Game 1\n@0/ A2+\nGame 2\n@0+ B1+\n"), [2, 2]);
    assert_eq!(lengths("1. @0/ A2+ RESIGN\n1. @0/ A2+\n"), [2, 2]);
    let records = read("Game 1\nWhite: Anna\n@0/ A2+\n# turn 2: ! good\n@0+ B1+\nC1+\n").unwrap();
    assert_eq!(records[0].comment.as_deref(), Some("Game 1\nWhite: Anna"));
    assert_eq!(records[1].plies[1].comment.as_deref(), Some("good"));
    for text in ["hello", "no turn\nat all\n"] {
        assert!(read(text).is_err(), "{text}");
    }
    let records = read("@0/ A2+ hello\nB2+\n@0+ B1+\n").unwrap();
    let damage = records[0].damage.as_ref().expect("damage");
    assert_eq!(damage.place, "line 1, turn 3");
    assert_eq!((records[0].plies.len(), records[1].plies.len()), (2, 2));
}
