//! Setting up positions: every change leads to a position, or to an error with a reason.

mod refusals;

use ludex_kit::registry::{Session, SetupChange};
use ludex_kit::{InputError, Touch, Variant};
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
            let mut session = ludex_games::CATALOGUE.session(game, &variant, None).expect(game);
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

/// The position after a random change; `None` if the rules reject it.
fn changed(session: &dyn Session, variant: &Variant, rng: &mut Pcg64) -> Option<Box<dyn Session>> {
    let tray = session.tray().expect("a tray");
    for field in &tray.fields {
        let is_listed = field.values.is_empty() || field.values.contains(&field.value);
        assert!(is_listed, "{field:?}");
    }
    let mut one_of = |n: usize| rng.random_range(0..n);
    let text = if one_of(3) == 0 {
        let field = &tray.fields[one_of(tray.fields.len())];
        let numbers = ["0", "1", "7", "30", "x", ""].map(str::to_owned);
        let values = if field.values.is_empty() { &numbers[..] } else { &field.values };
        let change = SetupChange::Set { field: &field.name, value: &values[one_of(values.len())] };
        session.set_up(change)
    } else {
        let piece = &tray.pieces[one_of(tray.pieces.len())];
        let places = session.places(piece);
        if places.is_empty() {
            return None;
        }
        // Every place offered is accepted.
        let at = places[one_of(places.len())].to_string();
        let piece = &piece.name;
        let text = session.set_up(SetupChange::Put { piece, at: &at });
        let text = text.unwrap_or_else(|error| panic!("{piece}, {at}: {error}"));
        let opened = open(session, variant, &text).expect(&text);
        assert_ne!(opened.position(), session.position(), "{piece}, {at}");
        return Some(opened);
    };
    open(session, variant, &text.ok()?)
}

/// Opens the position of a text; `None` if the rules forbid this position.
fn open(session: &dyn Session, variant: &Variant, text: &str) -> Option<Box<dyn Session>> {
    ludex_games::CATALOGUE.session(session.info().name, variant, Some(text)).ok()
}

#[test]
fn what_is_not_listed_is_refused() {
    let session = ludex_games::CATALOGUE.session("takt", &Variant::new(), None).expect("takt");
    for (piece, at) in [("Queen", "square a1"), ("Erase", "slot a1"), ("Flat of player 1", "=flat")]
    {
        assert!(session.set_up(SetupChange::Put { piece, at }).is_err(), "{piece} {at}");
    }
    let nothing = SetupChange::Set { field: "Weather", value: "1" };
    assert_eq!(session.set_up(nothing).expect_err("no field").place, "field");
}

/// The places where a piece may be put, as names.
fn places(game: &str, start: &str, name: &str) -> Vec<String> {
    let session = ludex_games::CATALOGUE.session(game, &Variant::new(), Some(start)).expect(start);
    let tray = session.tray().expect("a tray");
    let piece = tray.pieces.iter().find(|piece| piece.name == name);
    let places = session.places(piece.expect(name));
    places.iter().map(Touch::to_string).collect()
}

#[test]
fn what_will_not_be_accepted_is_no_place() {
    // A second capstone, a pawn on its own square, a wall too many, and a sixteenth checker.
    let none: [&str; 0] = [];
    let capstone = "x5/x5/x2,1C,x2/x5/x5 1 2";
    assert_eq!(places("takt", capstone, "Capstone of player 1"), none);
    assert_eq!(places("takt", capstone, "Capstone of player 2").len(), 24);
    let pawns = places("quoridor", "//e1 e9/10 10/1", "Pawn of player 1");
    assert_eq!(pawns.len(), 79);
    assert!(!pawns.contains(&"square e1".to_owned()));
    let laid = "a1c1e1g1a3c3e3g3a5c5e5g5a7c7e7g7a8c8e8g8//e1 e9/0 0/1";
    assert_eq!(places("quoridor", laid, "Vertical wall"), none);
    let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6";
    assert_eq!(places("tryktrak", start, "Checker of player 2"), none);
    assert_eq!(places("tantrix", "- -|- ? RY 0 0", "Tile 7"), ["cell 0:0", "seat 2", "seat 1"]);
}

type Changes<'a> = &'a [(&'a str, &'a str)];

/// The text after several changes, each a piece and its place, or a field and its value after `=`.
fn after(game: &str, start: &str, changes: Changes<'_>) -> String {
    let mut session =
        ludex_games::CATALOGUE.session(game, &Variant::new(), Some(start)).expect(start);
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
        None => SetupChange::Put { piece: what, at: to },
    })
}

#[test]
fn a_board_of_takt_with_pieces_is_past_its_first_move() {
    let flat = ("Flat of player 1", "square c3");
    let (taken, empty) = (("Erase", "square c3"), "x5/x5/x5/x5/x5 1 1");
    let checks: [(Changes<'_>, &str); 4] = [
        (&[flat], "x5/x5/x2,1,x2/x5/x5 1 2"),
        (&[flat, ("Move number", "=7"), flat], "x5/x5/x2,11,x2/x5/x5 1 7"),
        // Placing a piece sets the move number to 2, unless the user has set a number. If the board becomes empty again, the number is 1.
        (&[flat, ("Move number", "=1")], "x5/x5/x2,1,x2/x5/x5 1 1"),
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
    let taken = ("Erase", "wall c1h");
    let checks: [(Changes<'_>, &str); 4] = [
        (&[one], "a1//e1 e9/9 10/1"),
        (&[one, two, three], "a1c1e1//e1 e9/8 9/1"),
        (&[one, two, taken], "a1//e1 e9/9 10/1"),
        // Walls that are in neither player's stock are used before those in stock.
        (&[("Walls left of player 1", "=9"), one], "a1//e1 e9/9 10/1"),
    ];
    for (changes, position) in checks {
        assert_eq!(after("quoridor", start, changes), position);
    }
    let session =
        ludex_games::CATALOGUE.session("quoridor", &Variant::new(), Some("a1c1//e1 e9/9 9/1"));
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
        // A game that can no longer be the Crawford game is not marked as one.
        (&[length, score, crawford, ("Score of player 2", "=3")], ":0:0:1:00:0:3:0:5:6"),
        (&[length, score, ("Match length (0 for money)", "=0")], ":0:0:1:00:0:0:0:0:6"),
        (&[("Jacoby rule", "=yes")], ":0:0:1:00:0:0:1:0:6"),
        (&[("Beavers", "=yes")], ":0:0:1:00:0:0:2:0:6"),
        // A cube in the middle shows 1, so a cube of 4 goes to player 1; a cube that returns to the middle shows 1 again.
        (&[("Cube", "=4")], ":2:1:1:00:0:0:0:0:6"),
        (&[("Cube owner", "=2")], ":1:-1:1:00:0:0:0:0:6"),
        (&[("Cube", "=4"), ("Cube owner", "=centre")], ":0:0:1:00:0:0:0:0:6"),
    ];
    for (changes, rest) in checks {
        let text = after("tryktrak", start, changes);
        assert!(text.ends_with(rest), "{changes:?}: {text}");
    }
    let session =
        ludex_games::CATALOGUE.session("tryktrak", &Variant::new(), None).expect("tryktrak");
    let cleared = session.tray().expect("a tray").cleared;
    let ace = ("Checker of player 1", "point 1");
    let six = ("Checker of player 2", "point 6");
    let text = after("tryktrak", &cleared, &[ace, ace, ace, six]);
    assert!(text.starts_with("XGID=-C----a-------------------:"), "{text}");
}

#[test]
fn tiles_of_tantrix_are_laid_turned_dealt_and_taken_away() {
    let empty = "- -|- ? RY 0 0";
    let (lay, turn) = (("Tile 1", "cell 0:0"), ("Rotate", "tile 1a@0:0"));
    let checks: [(Changes<'_>, &str); 12] = [
        (&[lay], "1a@0:0 -|- ?2,3,4"),
        (&[lay, turn], "1b@0:0 -|- ?2,3,4"),
        // Tile 2 is placed in the first rotation that matches: YYBRRB below the blue edge of YYBRBR.
        (&[lay, ("Tile 2", "cell 1:0")], "1a@0:0,2a@1:0 -|- ?3,4,5"),
        (&[lay, ("Tile 2", "cell 1:0"), ("Erase", "tile 1a@0:0")], "2a@1:0 -|- ?1,3,4"),
        (&[("Tile 9", "seat 2"), lay], "1a@0:0 -|9 ?2,3,4"),
        (&[("Tile 9", "seat 2"), ("Erase", "hand 9")], "- -|- ?1,2,3"),
        (&[("Players", "=4")], "- -|-|-|- ?1,2,3"),
        (&[("Players", "=3"), ("Tile 9", "seat 3"), ("Players", "=2")], "- -|- ?1,2,3"),
        (&[lay, ("Colour of player 1", "=Green")], "1a@0:0 -|- ?2,3,4"),
        // A tile that is neither in a hand, on the board nor in the bag does not return to the bag.
        (
            &[("Tile 9", "seat 1"), ("Bag", "=empty"), lay, ("Erase", "tile 1a@0:0")],
            "- 9|- - RY 0 2",
        ),
        (&[("Tile 9", "seat 2"), ("Bag", "=empty")], "- -|9 - RY 1 2"),
        (&[("Tile 9", "seat 2"), ("Bag", "=empty"), ("Bag", "=all other tiles")], "- -|9 ?1,2,3"),
    ];
    for (changes, position) in checks {
        let text = after("tantrix", empty, changes);
        assert!(text.starts_with(position), "{changes:?}: {text}");
    }
    let green = after("tantrix", empty, &[lay, ("Colour of player 1", "=Green")]);
    assert!(green.ends_with(" GY 0 1"), "{green}");
    let teams = "- -|-|-|- ? RY 0 0";
    let teams = after("tantrix", teams, &[("Colour of players 1 and 3", "=Yellow")]);
    assert!(teams.ends_with(" YR 0 1"), "{teams}");
    let moved = after("tantrix", empty, &[lay, ("Player to move", "=2")]);
    assert!(moved.ends_with(" RY 1 1"), "{moved}");
}
