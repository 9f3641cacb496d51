//! Positions that are set up: whatever may be put, taken or set leads to a position, or to a reason in words.

use std::collections::HashSet;

use ludex_games::registry::{self, PictureRequest, Session, SetupChange};
use ludex_games::{TrayPiece, Variant};
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
            let variant = session.variant();
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
