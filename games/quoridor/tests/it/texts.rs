//! Positions and moves as text, valid and invalid.

use ludex_kit::Notation;
use ludex_kit::{InputError, Variant};
use ludex_quoridor::notation::setup::Setup;
use ludex_quoridor::{Options, Quoridor};
use ludex_search::Game;
use proptest::prelude::*;

fn open(text: &str, variant: &str) -> Result<(Quoridor, <Quoridor as Game>::Position), InputError> {
    let setup = Setup::read(text)?;
    let game = Quoridor::new(setup.options(&variant.parse::<Variant>()?)?);
    let position = setup.validate(&game)?;
    Ok((game, position))
}

/// Reads a position and writes it again.
fn rewrite(text: &str) -> String {
    let (game, position) = open(text, "").expect(text);
    game.write_position(&position)
}

fn error_of(text: &str, variant: &str) -> String {
    open(text, variant).expect_err(text).to_string()
}

#[test]
fn positions_are_written_sorted() {
    assert_eq!(rewrite("h1b3a2/d4a1/e1 e9/9 10/2"), "h1a2b3/a1d4/e1 e9/9 10/2");
    assert_eq!(rewrite("//c1 c5/0 0/1/5x5"), "//c1 c5/0 0/1/5x5");
    let off = "//e1 e9/10 10/1 edge-diagonal=off";
    assert_eq!(rewrite(off), off);
    assert_eq!(rewrite("//e1 e9/10 10/1 third-pawn=none"), "//e1 e9/10 10/1");
}

/// If the game has a ply limit, the number of plies played is part of the position.
#[test]
fn positions_of_games_with_a_ply_limit_contain_the_ply() {
    let text = "//e2 e8/10 10/1 ply=6";
    let (game, position) = open(text, "max-plies=9").expect(text);
    assert_eq!(game.write_position(&position), text);
    let (_, early) = open("//e2 e8/10 10/1", "max-plies=9").expect("a position");
    assert_ne!(game.hash(&position), game.hash(&early));
    assert_eq!(game.repetition_hash(&position), game.repetition_hash(&early));
    let (unlimited, position) = open(text, "").expect(text);
    assert_eq!(unlimited.write_position(&position), "//e2 e8/10 10/1");
    assert_eq!(unlimited.hash(&position), unlimited.hash(&early));
}

#[test]
fn invalid_positions_are_explained() {
    let cases = [
        ("//e1 e9/10 10", "HWALLS/VWALLS"),
        ("e3f3//e1 e9/10 10/1", "\"f3h\" overlaps another wall"),
        ("e3/e3/e1 e9/10 10/1", "\"e3v\" crosses another wall"),
        ("e3e3//e1 e9/10 10/1", "overlaps another wall"),
        ("i3//e1 e9/10 10/1", "\"i3h\" is outside the board: the last wall is on h8"),
        ("/e9/e1 e9/10 10/1", "\"e9v\" is outside the board"),
        ("d1/c1e1/e1 e9/10 10/1", "player 1 has no way to the goal"),
        ("d8/c8e8/e1 e9/10 10/1", "player 2 has no way to the goal"),
        ("//e1 e1/10 10/1", "has more than one pawn"),
        ("//e1 j9/10 10/1", "pawns: expected a square such as e3, but found \"j9\""),
        ("//e1/10/1", "expected 2, 3 or 4 pawns"),
        ("//e1 e9/10/1", "walls left: expected 2 numbers, one for each player, but found 1"),
        ("//e1 e9/10 256/1", "0 to 255"),
        ("//e1 e9/10 10/3", "player to move: expected 1 to 2"),
        ("//e9 e1/10 10/1", "more than one pawn is on its goal"),
        ("//e1 e9/10 10/1/5x5", "is outside the 5x5 board"),
        ("//e1 e9/10 10/1/1x9", "2 to 9 wide"),
        ("//e1 e9/10 10/1 edge=off", "use one of players"),
        (
            "//e1 e9/10 10/1 ply=7",
            "ply: \"7\" does not fit: after this number of plies, player 1 is not to move",
        ),
        ("//e1 e9/10 10/1 ply=x", "ply: expected"),
        ("e//e1 e9/10 10/1", "a square such as e3"),
        ("é3//e1 e9/10 10/1", "a square such as e3"),
    ];
    for (text, part) in cases {
        let error = error_of(text, "");
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn contradictions_between_position_and_variant_are_explained() {
    let cases = [
        ("//c1 c5/0 0/1/5x5", "board=9x9", "board=9x9, as in the variant"),
        ("//e1 e9/0 0/1", "players=4", "players=4"),
        ("//e1 e9/0 0/1 edge-diagonal=off", "edge-diagonal=on", "edge-diagonal=on"),
    ];
    for (text, variant, part) in cases {
        let error = error_of(text, variant);
        assert!(error.contains(part), "{text}: {error}");
    }
    let (game, _) = open("//e1 e9/3 2/1", "walls=4,board=9x9").unwrap();
    assert_eq!(game.options().variant().to_string(), "players=2,board=9x9,walls=4");
}

#[test]
fn errors_about_illegal_moves_name_the_broken_rule() {
    let cases = [
        ("//e1 e9/10 10/1", "e3", "the pawn on e1 can go to d1, f1, e2"),
        ("//e1 e9/10 10/1", "e1", "player 1 is already there"),
        ("//e4 e5/10 10/1", "e5", "player 2 is there"),
        ("e3//e1 e9/9 10/2", "f3h", "overlaps another wall"),
        ("e3//e1 e9/9 10/2", "e3v", "crosses another wall"),
        ("//e1 e9/10 10/1", "i3h", "the last walls are h8h and h8v"),
        ("//e1 e9/0 10/1", "e3h", "player 1 has no wall left"),
        ("d8/c8/e1 e9/9 9/1", "e8v", "leaves player 2 no way"),
        ("//e1 e9/10 10/1", "pass", "a player who can move may not pass"),
        ("//e1 e9/10 10/1", "e3x", "a square (e2), a wall"),
        ("//e9 e8/10 10/2", "e7", "the game is over"),
    ];
    for (text, mv, part) in cases {
        let (game, position) = open(text, "").expect(text);
        let error = game.parse_move(&position, mv).expect_err(mv).to_string();
        assert!(error.contains(part), "{text} {mv}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,40}", near in "[a-i1-9hv/ ]{0,40}(/[1-9]x[1-9])?") {
        let game = Quoridor::default();
        for text in [text, near] {
            let _ = open(&text, "");
            let _ = game.parse_move(&game.start(), &text);
        }
    }
}

/// A draw by the ply limit ends the game like any other result: no further move is accepted.
#[test]
fn no_move_follows_the_last_ply() {
    let options = Options::parse(&"max-plies=2".parse().unwrap()).unwrap();
    let game = Quoridor::new(options);
    let mut pos = game.start();
    for text in ["e2", "e8"] {
        let mv = game.parse_move(&pos, text).unwrap();
        game.play(&mut pos, mv);
    }
    let error = game.parse_move(&pos, "e3").unwrap_err().to_string();
    assert!(error.contains("over"), "{error}");
}
