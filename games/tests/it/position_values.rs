//! Positions as values give the same answers as sessions, and go to a search and back without a change.

use std::sync::Arc;

use ludex_games::CATALOGUE;
use ludex_kit::Variant;
use ludex_kit::registry::{PositionValue, Session};
use ludex_search::Turn;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::conformance::variants;

/// Plies of each random game.
const PLIES: usize = 80;

/// Opens a game of the catalogue. `None` for games that exist only in the tests.
fn open(name: &str, variant: &str) -> Option<Box<dyn Session>> {
    CATALOGUE.info(name).ok()?;
    let variant: Variant = variant.parse().expect("a variant");
    Some(CATALOGUE.session(name, &variant, None).expect("a game"))
}

fn moves_of(value: &dyn PositionValue) -> Vec<String> {
    (0..value.n_moves()).filter_map(|index| value.move_text(index)).collect()
}

/// Compares a value with a session at the same position.
fn compare(value: &dyn PositionValue, session: &dyn Session) {
    let place = session.position();
    assert_eq!(value.text(), place);
    assert_eq!(value.status(), session.status(), "{place}");
    assert_eq!(moves_of(value), session.legal_moves(), "{place}");
    if !session.status().over {
        assert_eq!(value.events(), session.events(), "{place}");
    }
    let is_over = value.turn() == Turn::Over;
    assert_eq!((is_over, value.result()), (session.status().over, session.status().result));
}

#[test]
fn a_value_answers_as_a_session_does() {
    for (name, variant) in variants() {
        let Some(mut session) = open(name, variant) else { continue };
        let mut value = session.position_value();
        let mut rng = Pcg64::seed_from_u64(3);
        for ply in 0..PLIES {
            compare(&*value, &*session);
            if ply % 10 == 0 {
                remember(&value, name, variant);
            }
            let words = match value.turn() {
                Turn::Over => break,
                Turn::Chance => value.events().into_iter().map(|(word, _)| word).collect(),
                Turn::Player(_) => moves_of(&*value),
            };
            let index = rng.random_range(0..words.len());
            let by_index = value.after_index(index).expect("a step").expect("a position");
            let by_text = value.after_text(&words[index]).expect("a step");
            assert_eq!((by_index.text(), by_index.hash()), (by_text.text(), by_text.hash()));
            assert!(by_index.has_same_rules(&*value));
            session.play(&words[index]).expect("a step");
            value = by_index;
        }
        remember(&value, name, variant);
        assert!(value.after_index(usize::MAX).is_none());
        go_there_and_back(&value, &*session);
    }
}

/// What a value keeps for later makes the same position again.
fn remember(value: &Arc<dyn PositionValue>, name: &str, variant: &str) {
    let (text, steps) = value.memo();
    let variant: Variant = variant.parse().expect("a variant");
    let session = CATALOGUE.session(name, &variant, text.as_deref()).expect("a position");
    let again = steps
        .iter()
        .fold(session.position_value(), |value, step| value.after_text(step).expect("a step"));
    assert_eq!(again.text(), value.text());
    assert_eq!((again.hash(), again.turn()), (value.hash(), value.turn()), "{}", value.text());
}

/// A session made from a value, a session that goes to it, and the value of a session all have the same game.
fn go_there_and_back(value: &Arc<dyn PositionValue>, session: &dyn Session) {
    compare(&**value, &*value.session());
    let mut other = session.fork();
    other.restart();
    assert!(other.go_to_value(&**value));
    compare(&**value, &*other);
    assert_eq!(other.position_value().steps().1, value.steps().1);
    let (first, steps) = value.steps();
    let mut again = first;
    for step in &steps {
        again = again.after_text(step).expect("a step");
    }
    assert_eq!(again.text(), value.text());
    assert_eq!(again.n_steps(), steps.len());
}

#[test]
fn a_value_of_another_game_is_refused() {
    let five = open("takt", "size=5").expect("takt");
    let mut six = open("takt", "size=6").expect("takt");
    let value = five.position_value();
    assert!(!six.go_to_value(&*value));
    assert!(!value.has_same_rules(&*six.position_value()));
    assert_eq!(six.position(), six.position_value().text());
}

#[test]
fn a_draw_by_repetition_survives_the_memo_of_a_position() {
    let session = open("quoridor", "").expect("quoridor");
    let mut value = session.position_value();
    let mut before_last = None;
    while value.turn() != Turn::Over {
        before_last = Some(value.clone());
        for word in ["e2", "e8", "e1", "e9"] {
            if value.turn() != Turn::Over {
                value = value.after_text(word).expect("a step");
            }
        }
        assert!(value.n_steps() < 40, "the position repeats without a draw");
    }
    assert_eq!(value.result().map(|result| result.is_draw()), Some(true));
    assert_eq!(value.n_moves(), 0);
    assert!(value.after_text("e2").is_err());
    let (text, steps) = before_last.expect("an earlier position").memo();
    let mut again = CATALOGUE
        .session("quoridor", &Variant::new(), text.as_deref())
        .expect("a position")
        .position_value();
    for word in steps.iter().map(String::as_str).chain(["e2", "e8", "e1", "e9"]) {
        again = again.after_text(word).expect("a step");
    }
    assert_eq!(again.status(), value.status());
}

#[test]
fn equal_seeds_draw_equal_events() {
    let start = open("tryktrak", "").expect("tryktrak").position_value();
    let draw = |seed| {
        let drawn = start.after_random(&mut Pcg64::seed_from_u64(seed)).expect("dice");
        drawn.expect("a position").text()
    };
    assert_eq!(draw(7), draw(7));
}
