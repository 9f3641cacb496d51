//! Invalid input, and its error messages.

use ludex_kit::{Notation, Playable, Variant, Visitor};
use ludex_takt::Takt;

struct Read;

impl Visitor for Read {
    type Output = ();
    fn visit<G: Playable>(self, _game: G, _start: G::Position) {}
}

/// The error must contain all these words.
fn check(variant: &str, tps: &str, words: &[&str]) {
    let error = variant
        .parse()
        .and_then(|variant: Variant| ludex_takt::open(&variant, Some(tps), Read))
        .expect_err(tps)
        .to_string();
    for word in words {
        assert!(error.contains(word), "{tps}: {error} does not say {word:?}");
    }
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn positions() {
    let check = |tps, words: &[&str]| check("size=5", tps, words);
    check("", &["TPS", "a board, the side to move"]);
    check("x5/x5/x5/x5/x5", &["a board, the side to move"]);
    check("x5/x5/x5/x5/x5 1 1 1", &["a board, the side to move"]);
    check("x5/x5/x5/x5/x5 3 1", &["side to move", "\"3\"", "1 or 2"]);
    check("x5/x5/x5/x5/x5 1 0", &["move number", "\"0\""]);
    check("x5/x5/x5/x5/x5 1 -1", &["move number"]);
    check("x5/x5/x5/x5/x5 1 +1", &["move number"]);
    check("x5/x5/x5/x5/x5 1 99999999999999999999", &["move number"]);
    check("x5/x5/x5/x5 1 1", &["4 rows", "size=5"]);
    check("x5/x5/x5/x5/x5/x5 1 1", &["6 rows", "size=5"]);
    check("x5/x5/x6/x5/x5 1 1", &["row 3", "squares instead of 5"]);
    check("x5/x5/x4/x5/x5 1 1", &["row 3", "squares instead of 5"]);
    check("x5/x5/x9/x5/x5 1 1", &["row 3, column 1", "x9"]);
    check("x5/x5/x2,3,x2/x5/x5 1 1", &["row 3, column 3", "\"3\""]);
    check("x5/x5/x2,,x2/x5/x5 1 1", &["row 3, column 3"]);
    check("x5/x5/x2,S,x2/x5/x5 1 1", &["row 3, column 3", "\"S\""]);
    check("x5/x5/x2,1S2,x2/x5/x5 1 3", &["row 3, column 3", "1S2", "top"]);
    check("x5/x5/x2,1C1,x2/x5/x5 1 3", &["1C1", "top"]);
    check("x5/x5/x2,1SC,x2/x5/x5 1 3", &["1SC"]);
    check("x5/x5/x2,1F,x2/x5/x5 1 3", &["1F"]);
    check("x5/x5/x2,é,x2/x5/x5 1 3", &["row 3, column 3"]);
    check("x5/x5/x2,1C,1C,x/x5/x5 1 3", &["player 1", "2 capstones", "more than the 1", "caps="]);
    check(
        "x5/x5/x2,1111111111111111111111,x2/x5/x5 1 9",
        &["22 stones", "more than the 21", "stones="],
    );
    let high = format!("x5/x5/x2,{},x2/x5/x5 1 9", "12".repeat(60));
    check(&high, &["row 3, column 3", "120 pieces", "63"]);
    check("1,1,1,1,1/2,2,2,2,2/x5/x5/x5 1 9", &["both players have a road"]);
}

#[test]
fn sizes() {
    check("", "x2/x2 1 1", &["2 rows", "3 to 8"]);
    check("", "x9/x9/x9/x9/x9/x9/x9/x9/x9 1 1", &["9 rows", "3 to 8"]);
    check("size=6", "x5/x5/x5/x5/x5 1 1", &["5 rows", "size=6", "hint"]);
    check("size=9", "", &["size", "\"9\"", "3 to 8"]);
    check("size=two", "", &["size", "3 to 8"]);
    check("stones=1", "x,2,2/x3/x3 1 1", &["2 stones", "more than the 1"]);
    check("size=3,stones=1,caps=1", "x,2,x/x3/x3 1 1", &["player 2 has no stone left"]);
}

#[test]
fn variants() {
    check("komi=two", "", &["komi", "two"]);
    check("komi=0.25", "", &["komi", "0.25", "2.5"]);
    check("komi=NaN", "", &["komi"]);
    check("komi=1e9", "", &["komi"]);
    check("stones=0", "", &["stones", "1 to 31"]);
    check("stones=32", "", &["stones", "1 to 31"]);
    check("size=7,stones=64", "", &["stones", "1 to 63"]);
    check("caps=9", "", &["caps", "0 to 8"]);
    check("repetition=1", "", &["repetition", "off, or"]);
    check("reversible=0", "", &["reversible", "off, or"]);
    check("walls=3", "", &["\"walls\"", "size, komi"]);
}

#[test]
fn moves_say_which_rule_they_break() {
    let tps = "x5/x,2S,x3/x,21121C,2S,2C,x/x5/1S,121,2,x2 1 20";
    let check = |text: &str, words: &[&str]| {
        let game = Takt::<5>::new();
        let pos = game.parse_position(tps).unwrap();
        let error = game.parse_move(&pos, text).expect_err(text).to_string();
        for word in words {
            assert!(error.contains(word), "{text}: {error} does not say {word:?}");
        }
    };
    check("", &["a placement such as"]);
    check("hello", &["hello", "a placement such as"]);
    check("é5", &["a placement such as"]);
    check("f1", &["a1 to e5"]);
    check("a6", &["a1 to e5"]);
    check("a0", &["a1 to e5"]);
    check("3a5", &["direction"]);
    check("a5*", &["direction"]);
    check("b1", &["\"b1\" is not legal: b1 is occupied"]);
    check("Sb1", &["b1 is occupied"]);
    check("Ca5", &["no capstone is left"]);
    check("a5+", &["a5 is empty"]);
    check("c1+", &["belongs to player 2"]);
    check("4b1+", &["lifts 4 pieces", "b1 has 3"]);
    check("6b3-", &["1 to 5 pieces"]);
    check("0b3-", &["1 to 5 pieces"]);
    check("3b1+11", &["add up to 2"]);
    check("3b1+30", &["at least 1"]);
    check("3b1+111111111111", &["add up"]);
    check("2b3<11", &["leaves the board"]);
    check("b1-", &["leaves the board"]);
    check("2b3>", &["wall on c3", "alone"]);
    check("2b3+", &["wall on b4"]);
    check("2b1<11", &["wall on a1"]);
    check("Sb1+", &["a spread without a letter"]);
    check("b1>*", &["no wall is flattened"]);
    check("b1>x", &["a placement such as"]);
}

#[test]
fn the_opening_allows_flats_only() {
    let game = Takt::<5>::new();
    let pos = game.parse_position("x5/x5/x5/x5/1,x4 2 1").unwrap();
    for (text, word) in [
        ("Sb1", "flat of the opponent"),
        ("Cb1", "flat of the opponent"),
        ("a1+", "no stack may move"),
        ("a1", "occupied"),
    ] {
        let error = game.parse_move(&pos, text).expect_err(text).to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

#[test]
fn blocked_by_a_capstone() {
    let game = Takt::<5>::new();
    let pos = game.parse_position("x5/x5/x2,1C,2C,x/x5/x5 1 20").unwrap();
    let error = game.parse_move(&pos, "c3>").unwrap_err().to_string();
    assert!(error.contains("capstone on d3"), "{error}");
}

#[test]
fn no_move_after_the_end() {
    let game = Takt::<5>::new();
    let pos = game.parse_position("x5/x5/x5/1,1,1,1,1/2,2,2,x2 2 10").unwrap();
    let error = game.parse_move(&pos, "a5").unwrap_err().to_string();
    assert!(error.contains("the game is over"), "{error}");
}
