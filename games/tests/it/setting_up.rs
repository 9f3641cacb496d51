//! Positions that are set up: whatever may be put, taken or set leads to a position, or to a reason in words.

use std::collections::HashSet;

use ludex_games::registry::{self, PictureRequest, Session, SetupChange};
use ludex_games::{InputError, TrayPiece, Variant};
use ludex_search::testing::effort;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::pictures::DRAWN;

#[test]
fn whatever_is_changed_leads_to_a_position_or_to_a_reason() {
    let mut n_games = 0;
    for (game, variants) in DRAWN {
        for &variant in variants {
            let variant: Variant = variant.parse().expect(variant);
            let mut session = registry::open(game, &variant, None).expect(game);
            if session.tray().is_none() {
                let change = SetupChange::Set {
                    field: "Player to move",
                    value: "2",
                };
                assert_eq!(session.set_up(change).expect_err(game).place, "game");
                continue;
            }
            n_games += 1;
            let told = session.keys_in_text().iter();
            let variant = told.fold(session.variant(), |variant, key| variant.without(key));
            let mut rng = Pcg64::seed_from_u64(23);
            for _ in 0..40 * effort() {
                session = changed(&*session, &variant, &mut rng).unwrap_or(session);
            }
            let cleared = session.tray().expect("a tray").cleared;
            let empty = open(&*session, &variant, &cleared);
            assert!(empty.is_some(), "{game}: {cleared}");
        }
    }
    assert!(n_games > 4);
}

/// The position after a change that chance chooses; none where the rules refuse it.
fn changed(session: &dyn Session, variant: &Variant, rng: &mut Pcg64) -> Option<Box<dyn Session>> {
    let tray = session.tray().expect("a tray");
    let scene = session.picture(&PictureRequest::default());
    let scene = scene.expect("a picture");
    let targets: HashSet<(&str, &str)> = scene.targets().collect();
    for place in tray.pieces.iter().flat_map(|piece| &piece.places) {
        let target = place.target().expect("a target");
        assert!(
            targets.contains(&target),
            "{place} in {}",
            session.position()
        );
    }
    for field in &tray.fields {
        let is_listed = field.values.is_empty() || field.values.contains(&field.value);
        assert!(is_listed, "{field:?}");
    }
    let mut one_of = |n: usize| rng.random_range(0..n);
    let text = if one_of(3) == 0 {
        let field = &tray.fields[one_of(tray.fields.len())];
        let numbers = ["0", "1", "7", "30", "x", ""].map(str::to_owned);
        let values = if field.values.is_empty() {
            &numbers[..]
        } else {
            &field.values
        };
        let change = SetupChange::Set {
            field: &field.name,
            value: &values[one_of(values.len())],
        };
        session.set_up(change)
    } else {
        let can: Vec<&TrayPiece> = tray
            .pieces
            .iter()
            .filter(|piece| !piece.places.is_empty())
            .collect();
        if can.is_empty() {
            return None;
        }
        let piece = can[one_of(can.len())];
        let change = SetupChange::Put {
            piece: &piece.name,
            at: &piece.places[one_of(piece.places.len())].to_string(),
        };
        session.set_up(change)
    };
    open(session, variant, &text.ok()?)
}

/// The position of a text, if it is legal; it is written as it is read.
fn open(session: &dyn Session, variant: &Variant, text: &str) -> Option<Box<dyn Session>> {
    let mut opened = registry::open(session.info().name, variant, Some(text)).ok()?;
    opened.set_line(Some(text), &[]).ok()?;
    Some(opened)
}

#[test]
fn what_is_not_listed_is_refused() {
    let session = registry::open("takt", &Variant::new(), None).expect("takt");
    for (piece, at) in [
        ("Queen", "square a1"),
        ("Take away", "slot a1"),
        ("Flat of player 1", "=flat"),
    ] {
        assert!(
            session.set_up(SetupChange::Put { piece, at }).is_err(),
            "{piece} {at}"
        );
    }
    let nothing = SetupChange::Set {
        field: "Weather",
        value: "1",
    };
    assert_eq!(
        session.set_up(nothing).expect_err("no field").place,
        "field"
    );
}

type Changes<'a> = &'a [(&'a str, &'a str)];

/// The text after changes in turn, each a piece and where it is put, or a field and its value behind `=`.
fn after(game: &str, start: &str, changes: Changes<'_>) -> String {
    let mut session = registry::open(game, &Variant::new(), Some(start)).expect(start);
    session.set_line(Some(start), &[]).expect(start);
    for &(what, to) in changes {
        let text = set_up(&*session, what, to);
        let text = text.unwrap_or_else(|error| panic!("{what}, {to}: {error}"));
        session = open(&*session, &Variant::new(), &text).expect(&text);
    }
    session.position()
}

fn set_up(session: &dyn Session, what: &str, to: &str) -> Result<String, InputError> {
    session.set_up(match to.strip_prefix('=') {
        Some(value) => SetupChange::Set { field: what, value },
        None => SetupChange::Put {
            piece: what,
            at: to,
        },
    })
}

#[test]
fn a_board_of_takt_with_pieces_is_past_its_first_move() {
    let flat = ("Flat of player 1", "square c3");
    let (taken, empty) = (("Take away", "square c3"), "x5/x5/x5/x5/x5 1 1");
    let checks: [(Changes<'_>, &str); 4] = [
        (&[flat], "x5/x5/x2,1,x2/x5/x5 1 2"),
        (
            &[flat, ("Number of the move", "=7"), flat],
            "x5/x5/x2,11,x2/x5/x5 1 7",
        ),
        // The first move is there for whoever says so, and comes back with the empty board.
        (
            &[flat, ("Number of the move", "=1")],
            "x5/x5/x2,1,x2/x5/x5 1 1",
        ),
        (&[flat, taken], empty),
    ];
    for (changes, position) in checks {
        assert_eq!(after("takt", empty, changes), position);
    }
}

#[test]
fn walls_of_quoridor_come_out_of_stock() {
    let start = "//e1 e9/10 10/1";
    let lay = |at| ("Horizontal wall", at);
    let (one, two, three) = (lay("slot a1h"), lay("slot c1h"), lay("slot e1h"));
    let taken = ("Take away", "wall c1h");
    let checks: [(Changes<'_>, &str); 4] = [
        (&[one], "a1//e1 e9/9 10/1"),
        (&[one, two, three], "a1c1e1//e1 e9/8 9/1"),
        (&[one, two, taken], "a1//e1 e9/9 10/1"),
        // Walls that are in nobody's stock are laid first.
        (&[("Walls left of player 1", "=9"), one], "a1//e1 e9/9 10/1"),
    ];
    for (changes, position) in checks {
        assert_eq!(after("quoridor", start, changes), position);
    }
    let laid = "a1c1e1g1a3c3e3g3a5c5e5g5a7c7e7g7a8c8e8g8//e1 e9/0 0/1";
    let none = refusal("quoridor", laid, "Vertical wall", "slot b2v");
    assert_eq!(
        none,
        (
            "20 on the board, none in stock".into(),
            "a wall in stock".into()
        )
    );
    let session = registry::open("quoridor", &Variant::new(), Some("a1c1//e1 e9/9 9/1"));
    let cleared = session.expect("a game").tray().expect("a tray").cleared;
    assert_eq!(cleared, start);
}

#[test]
fn tryktrak_is_set_up_with_its_match_and_on_an_empty_board() {
    let start = "XGID=------A---------------a---:0:0:1:00:0:0:0:0:6";
    let length = ("Match length (0 for money)", "=5");
    let (score, crawford) = (("Score of player 2", "=4"), ("Crawford game", "=yes"));
    let checks: [(Changes<'_>, &str); 9] = [
        (&[length], ":0:0:1:00:0:0:0:5:6"),
        (&[length, score, crawford], ":0:0:1:00:0:4:1:5:6"),
        // What is no Crawford game any more is none.
        (
            &[length, score, crawford, ("Score of player 2", "=3")],
            ":0:0:1:00:0:3:0:5:6",
        ),
        (
            &[length, score, ("Match length (0 for money)", "=0")],
            ":0:0:1:00:0:0:0:0:6",
        ),
        (&[("Jacoby rule", "=yes")], ":0:0:1:00:0:0:1:0:6"),
        (&[("Beavers", "=yes")], ":0:0:1:00:0:0:2:0:6"),
        // A cube in the middle is 1.
        (&[("Cube", "=4")], ":2:1:1:00:0:0:0:0:6"),
        (&[("Cube belongs to", "=2")], ":1:-1:1:00:0:0:0:0:6"),
        (
            &[("Cube", "=4"), ("Cube belongs to", "=nobody")],
            ":0:0:1:00:0:0:0:0:6",
        ),
    ];
    for (changes, rest) in checks {
        let text = after("tryktrak", start, changes);
        assert!(text.ends_with(rest), "{changes:?}: {text}");
    }
    let session = registry::open("tryktrak", &Variant::new(), None).expect("tryktrak");
    let cleared = session.tray().expect("a tray").cleared;
    let ace = ("Checker of player 1", "point 1");
    let six = ("Checker of player 2", "point 6");
    let text = after("tryktrak", &cleared, &[ace, ace, ace, six]);
    assert!(
        text.starts_with("XGID=-C----a-------------------:"),
        "{text}"
    );
}

#[test]
fn who_has_no_checker_left_has_won_and_no_dice_are_thrown_for_him() {
    let start = "XGID=------A---------------a---:0:0:1:00:0:0:0:0:6";
    let over = after("tryktrak", start, &[("Take away", "point 6")]);
    for (field, value) in [("Player to move", "=2"), ("Dice", "=31")] {
        let (_, expected) = refusal("tryktrak", &over, field, value);
        assert!(expected.contains("who has none left has won"), "{field}");
    }
    let again = [("Checker of player 1", "point 3"), ("Dice", "=31")];
    let text = after("tryktrak", &over, &again);
    assert!(text.contains(":31:"), "{text}");
}

/// What was found and expected where a change is refused.
fn refusal(game: &str, start: &str, what: &str, to: &str) -> (String, String) {
    let mut session = registry::open(game, &Variant::new(), Some(start)).expect(start);
    session.set_line(Some(start), &[]).expect(start);
    let error = set_up(&*session, what, to).expect_err(to);
    let name = error.place.split(", ").next();
    assert_eq!(name, Some(what), "{error}");
    (error.found, error.expected)
}

#[test]
fn what_is_against_a_piece_is_told_in_words_of_players() {
    for (game, start, piece, at, found, expected) in [
        (
            "takt",
            "x5/x5/x2,1S,x2/x5/x5 1 2",
            "Flat of player 1",
            "square c3",
            "a wall or a capstone on top",
            "an empty square, or a stack with a flat on top",
        ),
        (
            "takt",
            "x5/x5/x2,1C,x2/x5/x5 1 2",
            "Capstone of player 1",
            "square a1",
            "2",
            "at most 1 capstones of a player",
        ),
        (
            "quoridor",
            "e4//e1 e9/9 10/1",
            "Vertical wall",
            "slot e4v",
            "the wall e4h",
            "a wall that does not cross another",
        ),
        (
            "quoridor",
            "e4//e1 e9/9 10/1",
            "Horizontal wall",
            "slot f4h",
            "the wall e4h",
            "a wall that does not overlap another",
        ),
        (
            "quoridor",
            "//e1 e9/10 10/1",
            "Pawn of player 1",
            "square e9",
            "Pawn of player 2",
            "a square without a pawn",
        ),
        (
            "tryktrak",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6",
            "Checker of player 1",
            "point 1",
            "checkers of player 2",
            "a point without them",
        ),
        (
            "tryktrak",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6",
            "Checker of player 1",
            "point 6",
            "16 checkers",
            "at most 15 checkers of a player",
        ),
        (
            "trax",
            "5 w",
            "Tile +",
            "cell C3",
            "no place for any tile",
            "a cell beside the tiles whose lines go on through this one",
        ),
    ] {
        let told = refusal(game, start, piece, at);
        assert_eq!(told, (found.to_owned(), expected.to_owned()), "{piece}");
    }
}
