//! The errors for rejected changes of a position.

use ludex_kit::Variant;

use super::{after, set_up};

/// The message of a refused change, without its place.
fn refusal(game: &str, start: &str, what: &str, to: &str) -> String {
    let session = ludex_games::CATALOGUE.session(game, &Variant::new(), Some(start)).expect(start);
    let error = set_up(&*session, what, to).expect_err(to);
    let name = error.place.split(", ").next();
    assert_eq!(name, Some(what), "{error}");
    error.message()
}

/// Games, positions, pieces or fields, places or values, and the messages.
fn check_refusals(cases: &[[&str; 5]]) {
    for &[game, start, what, to, message] in cases {
        assert_eq!(refusal(game, start, what, to), message, "{what}");
    }
}

#[test]
fn what_is_against_a_piece_is_told_in_words_of_players() {
    check_refusals(&[
        [
            "takt",
            "x5/x5/x2,1S,x2/x5/x5 1 2",
            "Flat of player 1",
            "square c3",
            "a wall or a capstone is on top here",
        ],
        [
            "takt",
            "x5/x5/x2,1C,x2/x5/x5 1 2",
            "Capstone of player 1",
            "square a1",
            "a player has at most 1 capstone, not 2",
        ],
        [
            "quoridor",
            "e4//e1 e9/9 10/1",
            "Vertical wall",
            "slot e4v",
            "it would cross the wall e4h",
        ],
        [
            "quoridor",
            "e4//e1 e9/9 10/1",
            "Horizontal wall",
            "slot f4h",
            "it would overlap the wall e4h",
        ],
        [
            "quoridor",
            "//e1 e9/10 10/1",
            "Pawn of player 1",
            "square e9",
            "Pawn of player 2 is here",
        ],
        [
            "quoridor",
            "a1c1e1g1a3c3e3g3a5c5e5g5a7c7e7g7a8c8e8g8//e1 e9/0 0/1",
            "Vertical wall",
            "slot b2v",
            "no wall is left in stock",
        ],
        [
            "tryktrak",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6",
            "Checker of player 1",
            "point 1",
            "checkers of player 2 are here",
        ],
        [
            "tryktrak",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6",
            "Checker of player 1",
            "point 6",
            "a player has at most 15 checkers",
        ],
        ["trax", "5 w", "Tile +", "cell C3", "no tile fits here"],
    ]);
}

#[test]
fn what_is_against_a_tile_of_tantrix_is_told_in_words_of_players() {
    check_refusals(&[
        [
            "tantrix",
            "1a@0:0 -|- ? RY 0 1",
            "Tile 43",
            "cell 0:1",
            "the tile does not match: the space needs red to the N",
        ],
        [
            "tantrix",
            "1a@0:0 -|- ? RY 0 1",
            "Tile 2",
            "cell 5:5",
            "a tile goes into a hand or an empty space beside the tiles",
        ],
        ["tantrix", "1a@0:0 2,3,4,5,6,7|- ? RY 0 2", "Tile 8", "seat 1", "the hand is full"],
        [
            "tantrix",
            "55a@0:0,49a@0:1,3d@-1:0 -|- ? RY 0 1",
            "Tile 34",
            "cell -2:1",
            "filling the forced spaces would put a fourth tile around -1:1, which is forbidden while the bag has tiles",
        ],
        [
            "tantrix",
            "55a@0:0,49a@0:1,3d@-1:0,34b@1:1,27a@-2:0,33b@1:2 -|- ? RY 0 1",
            "Tile 42",
            "cell -2:1",
            "a space would have three edges of one colour around it, which is forbidden while the bag has tiles",
        ],
        [
            "tantrix",
            "55a@0:0,49a@0:1,3d@-1:0 -|- ? RY 0 1",
            "Rotate",
            "tile 55a@0:0",
            "the tile fits in no other rotation",
        ],
        [
            "tantrix",
            "55a@0:0,49a@0:1,3d@-1:0 -|- ? RY 0 1",
            "Erase",
            "tile 55a@0:0",
            "without this tile the others would not be connected",
        ],
        [
            "tantrix",
            "- 5|- - RY 0 2",
            "Player to move",
            "=2",
            "expected a player with a tile, because the bag is empty, but found \"2\"",
        ],
    ]);
}

#[test]
fn who_has_no_checker_left_has_won_and_no_dice_are_thrown_for_him() {
    let start = "XGID=------A---------------a---:0:0:1:00:0:0:0:0:6";
    let over = after("tryktrak", start, &[("Erase", "point 6")]);
    for (field, value) in [("Player to move", "=2"), ("Dice", "=31")] {
        let message = refusal("tryktrak", &over, field, value);
        assert!(message.contains("a player without checkers has already won"), "{field}");
    }
    let again = [("Checker of player 1", "point 3"), ("Dice", "=31")];
    let text = after("tryktrak", &over, &again);
    assert!(text.contains(":31:"), "{text}");
}
