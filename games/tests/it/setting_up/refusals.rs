//! The errors for rejected changes of a position.

use ludex_kit::Variant;

use super::{after, set_up};

/// What an error about a rejected change says was found and expected.
fn refusal(game: &str, start: &str, what: &str, to: &str) -> (String, String) {
    let session = ludex_games::CATALOGUE.session(game, &Variant::new(), Some(start)).expect(start);
    let error = set_up(&*session, what, to).expect_err(to);
    let name = error.place.split(", ").next();
    assert_eq!(name, Some(what), "{error}");
    (error.found, error.expected)
}

/// Rows of game, position, piece or field, place or value, and the two parts of the error.
fn check_refusals(cases: &[[&str; 6]]) {
    for &[game, start, what, to, found, expected] in cases {
        let told = refusal(game, start, what, to);
        assert_eq!(told, (found.to_owned(), expected.to_owned()), "{what}");
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
            "a wall or a capstone on top",
            "an empty square, or a stack with a flat on top",
        ],
        [
            "takt",
            "x5/x5/x2,1C,x2/x5/x5 1 2",
            "Capstone of player 1",
            "square a1",
            "2",
            "at most 1 capstones of a player",
        ],
        [
            "quoridor",
            "e4//e1 e9/9 10/1",
            "Vertical wall",
            "slot e4v",
            "the wall e4h",
            "a wall that does not cross another",
        ],
        [
            "quoridor",
            "e4//e1 e9/9 10/1",
            "Horizontal wall",
            "slot f4h",
            "the wall e4h",
            "a wall that does not overlap another",
        ],
        [
            "quoridor",
            "//e1 e9/10 10/1",
            "Pawn of player 1",
            "square e9",
            "Pawn of player 2",
            "a square without a pawn",
        ],
        [
            "quoridor",
            "a1c1e1g1a3c3e3g3a5c5e5g5a7c7e7g7a8c8e8g8//e1 e9/0 0/1",
            "Vertical wall",
            "slot b2v",
            "20 on the board, none in stock",
            "a wall in stock",
        ],
        [
            "tryktrak",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6",
            "Checker of player 1",
            "point 1",
            "checkers of player 2",
            "a point without them",
        ],
        [
            "tryktrak",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6",
            "Checker of player 1",
            "point 6",
            "16 checkers",
            "at most 15 checkers of a player",
        ],
        [
            "trax",
            "5 w",
            "Tile +",
            "cell C3",
            "no place for any tile",
            "a cell beside the tiles whose lines go on through this one",
        ],
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
            "edges of other colours",
            "a tile with red to the N",
        ],
        [
            "tantrix",
            "1a@0:0 -|- ? RY 0 1",
            "Tile 2",
            "cell 5:5",
            "another place",
            "an empty space beside the tiles, or a hand",
        ],
        [
            "tantrix",
            "1a@0:0 2,3,4,5,6,7|- ? RY 0 2",
            "Tile 8",
            "seat 1",
            "a full hand",
            "a hand of fewer than six tiles",
        ],
        [
            "tantrix",
            "55a@0:0,49a@0:1,3d@-1:0 -|- ? RY 0 1",
            "Tile 34",
            "cell -2:1",
            "a fourth tile around -1:1",
            "no space with four tiles around it, sooner or later, while the bag holds tiles",
        ],
        [
            "tantrix",
            "55a@0:0,49a@0:1,3d@-1:0,34b@1:1,27a@-2:0,33b@1:2 -|- ? RY 0 1",
            "Tile 42",
            "cell -2:1",
            "a third edge of one colour around a space",
            "no space with three edges of one colour around it while the bag holds tiles",
        ],
        [
            "tantrix",
            "55a@0:0,49a@0:1,3d@-1:0 -|- ? RY 0 1",
            "Rotate",
            "tile 55a@0:0",
            "no other way round",
            "a tile that matches those around in another way round, too",
        ],
        [
            "tantrix",
            "55a@0:0,49a@0:1,3d@-1:0 -|- ? RY 0 1",
            "Erase",
            "tile 55a@0:0",
            "a tile that joins others",
            "a tile without which the others still hang together",
        ],
        [
            "tantrix",
            "- 5|- - RY 0 2",
            "Player to move",
            "=2",
            "2",
            "a player who holds a tile, as the bag is empty",
        ],
    ]);
}

#[test]
fn who_has_no_checker_left_has_won_and_no_dice_are_thrown_for_him() {
    let start = "XGID=------A---------------a---:0:0:1:00:0:0:0:0:6";
    let over = after("tryktrak", start, &[("Erase", "point 6")]);
    for (field, value) in [("Player to move", "=2"), ("Dice", "=31")] {
        let (_, expected) = refusal("tryktrak", &over, field, value);
        assert!(expected.contains("who has none left has won"), "{field}");
    }
    let again = [("Checker of player 1", "point 3"), ("Dice", "=31")];
    let text = after("tryktrak", &over, &again);
    assert!(text.contains(":31:"), "{text}");
}
