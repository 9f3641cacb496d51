//! Invalid texts, and their error messages.

use ludex_kit::{Notation, Variant};
use ludex_tryktrak::Setup;

use super::{after, open, play};

fn says(error: impl std::fmt::Display, part: &str) {
    let text = error.to_string();
    assert!(text.contains(part), "{text:?} should contain {part:?}");
}

#[test]
fn positions() {
    let check = |text: &str, part: &str| match Setup::read(text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => says(error, part),
    };
    let with = |rest: &str| format!("XGID=-b----E-C---eE---c-e----B-{rest}");
    check(&with(":7:0:1:00:0:0:0:0:10"), "cube");
    check(&with(":0:2:1:00:0:0:0:0:10"), "cube owner");
    check(&with(":0:0:2:00:0:0:0:0:10"), "turn");
    check(&with(":0:0:1:70:0:0:0:0:10"), "dice");
    check(&with(":0:0:1:7:0:0:0:0:10"), "dice");
    check(&with(":0:0:1:01:0:0:0:0:10"), "1 to 6");
    check(&with(":0:0:1:00:5:0:0:5:10"), "in a match to 5");
    check(&with(":0:0:1:00:-1:0:0:5:10"), "score of player 1");
    check(&with(":0:0:1:00:99999:0:0:0:10"), "0 to 127 points");
    check(&with(":0:0:1:00:0:0:0:65:10"), "length");
    check(&with(":0:0:1:00:0:0:2:5:10"), "Crawford");
    check(&with(":0:0:1:00:0:0:4:0:10"), "Jacoby");
    check(&with(":0:0:1:00:0:0:0:0:x"), "largest cube");
    check(&with(":0:0"), "10 fields");
    check(&with(":0:0:1:00:0:0:0:0:6:1"), "10 fields");
    check(&with(":6:0:1:D:0:0:0:0:10"), "limit");
    check(&with(":1:-1:1:D:0:0:0:0:10"), "other player");
    check(&with(":0:0:1:D:4:0:1:5:10"), "Crawford");
    check(&with(":1:1:1:52:4:0:1:5:10"), "there is no double in the Crawford game");
    check("XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10", "player 1 has 16 checkers");
    check("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "25 places instead of 26");
    check("XGID=-b----E-C---eE---c-e----P-:0:0:1:00:0:0:0:0:10", "place 25");
    check("XGID=Ab----E-C---eE---c-e------:0:0:1:00:0:0:0:0:10", "bar");
    check("XGID=--------------------------:0:0:1:00:0:0:0:0:10", "there are no checkers");
    // In the first position, neither player can ever move again. In the next two, one player can still enter, so the game goes on.
    check("XGID=bBBBBBB------------bbbbbbB:0:0:1:00:0:0:0:0:10", "against closed boards");
    for text in ["bBBBBBA------------bbbbbbB", "-BBBBBBb-----------bbbbbbB"] {
        let text = format!("XGID={text}:0:0:1:00:0:0:0:0:10");
        assert!(Setup::read(&text).is_ok(), "{text}");
    }
    check("4HPwATDgc/ABM", "13 characters");
    check("4HPwATDgc/ABM!", "contains '!'");
    check("4HPwATDgc/ABMA:cAkAAAAAAAA", "11 characters");
    check("4HPwATDgc/ABMA:cAkAAAAAAAA*", "contains '*'");
    check("4HPwATDgc/ABMA:cAoAAAAAAAAE", "neither player has borne off all checkers");
    check("4HPwATDgc/ABMA:cAsAAAAAAAAE", "the state is that of a resigned game");
    check("4HPwATDgc/ABMA:cA0AAAAAAAAE", "0 to 4: 1 is a game in progress");
    check("4HPwATDgc/ABM", "has 13 characters: ");
    check("4", "has 1 character: ");
    check("//////////////", "checkers");
    check("é", "contains 'é'");
    // Checkers of both players on one point.
    check("/38AAAAAAID/Pw", "both players on the same point");
}

#[test]
fn ogids_that_are_wrong() {
    let check = |text: &str, part: &str| says(Setup::read(text).expect_err(text), part);
    let start = "11ccccchhhjjjjj:66666888dddddoo";
    check("OGID=11:66", "3 to 11 fields");
    check(&format!("{start}:N7N::B"), "0 to 6 doublings");
    check(&format!("{start}:D1N::B"), "the owner (N, W or B)");
    check(&format!("{start}:N0N:79:B"), "two dice");
    check(&format!("{start}:N0N:31:X"), "W or B");
    check(&format!("OGID={start}z:N0N"), "a letter for each checker");
    check(&format!("OGID={start}0:N0N"), "a letter for each checker");
    check(&format!("1{start}:N0N"), "at most 15");
    check("1111:1111:N0N", "both colours are on one point");
    check(&format!("{start}:N0N::B::0:0:x"), "0 (money) to 64");
    check(&format!("{start}:N0N::B::7:0:7"), "0 to 6 points");
    check(&format!("{start}:N0N::B:G:1:0:7"), "being played");
    check(&format!("{start}:N0N::B::1:0:7:3:10"), "15 checkers");
}

#[test]
fn a_variant_without_a_crawford_game_has_none() {
    let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:0:1:5:10";
    let setup = Setup::read(text).expect("a position");
    let without: Variant = "crawford=no".parse().expect("a variant");
    says(setup.options(&without).expect_err(text), "Crawford");
    assert!(setup.options(&Variant::new()).is_ok());
}

#[test]
fn the_length_of_the_variant_is_kept() {
    let setup = Setup::read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10").expect("legal");
    let variant = |text: &str| text.parse::<Variant>().expect("a variant");
    says(setup.options(&variant("length=5")).expect_err("7 is not 5"), "length");
    assert_eq!(setup.options(&variant("length=7")).map(|o| o.length), Ok(7));
    let alone = Setup::read("4HPwATDgc/ABMA").expect("legal");
    assert_eq!(alone.options(&variant("length=5")).map(|o| o.length), Ok(5));
}

#[test]
fn variants() {
    let check = |text: &str, part: &str| {
        let variant: Variant = text.parse().expect("a variant");
        let options = ludex_tryktrak::Options::default();
        says(options.changed_by(&variant).expect_err("wrong"), part);
    };
    check("length=65", "0 to 64");
    check("length=-1", "length");
    check("cube=maybe", "yes or no");
    check("size=5", "one of length");
}

#[test]
fn plays_that_break_a_rule() {
    let check = |position: &str, dice: &str, text: &str, part: &str| {
        let (game, mut pos) = open(position);
        play(&game, &mut pos, &format!("dice:{dice}"));
        match game.parse_move(&pos, text) {
            Ok(mv) => panic!("{text} was read as {mv:?}"),
            Err(error) => says(error, part),
        }
    };
    let start = "4HPwATDgc/ABMA";
    check(start, "31", "8/5", "both dice");
    check(start, "31", "-", "a checker can move");
    check(start, "31", "8/4,6/5", "the dice give only 2 steps");
    check(start, "31", "8/6,6/5", "the dice are 3 and 1");
    check(start, "65", "24/14,8/7", "the dice are 6 and 5");
    check(start, "55", "24/19,13/8", "holds point 19");
    check(start, "65", "7/1,6/1", "point 7 than are there (0)");
    check(start, "65", "6/off,13/8", "all checkers must be at home");
    check(start, "31", "8/5*,6/5", "no single checker");
    check(start, "31", "bar/22,6/5", "from the bar");
    check(start, "31", "8/5,x/5", "x/5 in 8/5,x/5");
    check(start, "31", "5/8", "higher point to a lower");
    check(start, "31", "8", "a step such as 8/5");
    check(start, "31", "8/5(5)", "(1) to (4)");
    check(start, "31", "", "steps such as");
    check(start, "11", "8/7(2),6/5", "4 steps of 1");
    check(start, "11", "8/7(3),6/5(2)", "four steps");
    check(start, "31", "take", "the dice are rolled already");
    check(start, "31", "pass", "write - if no checker can move");
    let on_bar = "XGID=-b----E-C---dE---c-e----AA:0:0:1:00:0:0:0:0:10";
    check(on_bar, "31", "8/5,6/5", "bar must enter first");
    check(on_bar, "66", "bar/19", "no checker can enter");
}

#[test]
fn the_larger_die() {
    // A single checker on 12 can move 6 or 5, but not both.
    let (game, mut pos) = open("XGID=-b----------A-------------:0:0:1:00:0:0:0:0:10");
    play(&game, &mut pos, "dice:65");
    says(game.parse_move(&pos, "12/7").expect_err("the smaller"), "the larger one");
    assert!(game.parse_move(&pos, "12/6").is_ok());
}

#[test]
fn words_at_the_wrong_time() {
    let check = |line: &str, word: &str, part: &str| {
        let (game, pos) = after("", line);
        says(game.parse_step(&pos, word).expect_err("not now"), part);
    };
    check("", "8/5,6/5", "dice:31");
    check("", "double", "dice:31");
    check("", "dice:33", "rolled again");
    check("", "dice:70", "1 to 6");
    check("dice:31", "dice:31", "dice are rolled already");
    check("dice:31", "roll", "dice are rolled already");
    check("dice:31 8/5,6/5", "8/5", "roll, double");
    check("dice:31 8/5,6/5", "take", "no double is offered");
    check("dice:31 8/5,6/5 double", "roll", "take or pass");
    check("dice:31 8/5,6/5 double", "dice:11", "take or pass");
    check("dice:31 8/5,6/5 double take", "double", "other player");
    check("dice:31 8/5,6/5 double pass", "roll", "over");
    check("dice:31 8/5,6/5 double pass", "dice:11", "over");
}
