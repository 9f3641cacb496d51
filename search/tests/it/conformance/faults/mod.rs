//! Every conformance check finds its fault: a game with one wrong part fails with one sentence that names the method and the position and
//! says what to do.

mod fault;
mod knowledge;
mod rules;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex_search::testing::{Conformance, check_search};
use ludex_search::{AlphaBeta, Stateless, hash_of};

use self::fault::Fault;
use self::knowledge::{
    IN_EVALUATORS, IN_INCREMENTAL_EVALUATORS, IN_POLICIES, IN_SEARCHES, IN_TACTICS,
};
use self::rules::IN_RULES;
use super::lamps::{Lamps, Parts, Position, key, swapped};
use super::options;

/// The message with which a check fails; `None` if it passes.
fn sentence(check: impl FnOnce()) -> Option<String> {
    let caught = catch_unwind(AssertUnwindSafe(check)).err()?;
    let text = caught.downcast::<String>().map(|text| *text);
    Some(text.unwrap_or_else(|_| "a panic without a message".into()))
}

/// The correct game passes, and each fault is found.
fn check(faults: &[Fault], harness: impl Fn(&Conformance<'_, Lamps>, &Parts)) {
    let found = |parts: Parts| {
        let game = Lamps::<true>(parts);
        let conformance = Conformance::new(&game).games(20).longest(2_000).swapped(swapped);
        sentence(|| harness(&conformance, &parts))
    };
    assert_eq!(found(Parts::RIGHT), None);
    let wrong = faults.iter().filter_map(|(expected, put_wrong)| {
        let mut parts = Parts::RIGHT;
        put_wrong(&mut parts);
        let found = found(parts).unwrap_or_else(|| "nothing".into());
        let is_one_sentence = !found.contains('\n') && found.matches(". ").count() <= 1;
        let is_right = found.starts_with(expected) && is_one_sentence;
        (!is_right).then(|| format!("{expected} …\n   is {found}"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fault_in_the_rules_is_reported_in_one_sentence() {
    check(IN_RULES, |conformance, _| conformance.check());
    let found = sentence(|| Conformance::new(&Lamps::<false>(Parts::RIGHT)).check());
    assert!(
        found.is_some_and(
            |found| found.starts_with("`turn` is `Turn::Chance`, but `CHANCE` is false")
        )
    );
}

/// The text of a position contains the number of moves, so that no two texts are equal.
#[test]
fn a_hash_that_counts_moves_is_reported_in_one_sentence() {
    let found = |parts| {
        let game = Lamps::<true>(parts);
        let text = |pos: &Position| format!("{pos:?} {}", pos.n_moves);
        sentence(|| Conformance::with_text(&game, text).check())
    };
    assert_eq!(found(Parts::RIGHT), None);
    let hash = |pos: &Position| hash_of(&(key(pos), pos.n_moves));
    let wrong =
        Parts { hash, node_hash: hash, repetition_hash: hash, symmetries: 1, ..Parts::RIGHT };
    let found = found(wrong).expect("a fault");
    assert!(
        found.starts_with("`repetition` is Some(9), but no position occurred twice when all"),
        "{found}"
    );
}

#[test]
fn a_fault_in_an_evaluator_is_reported_in_one_sentence() {
    check(IN_EVALUATORS, |conformance, parts| {
        conformance.check_evaluator(parts);
    });
    check(IN_INCREMENTAL_EVALUATORS, |conformance, parts| {
        conformance.check_incremental(parts);
    });
}

#[test]
fn a_fault_in_tactics_is_reported_in_one_sentence() {
    check(IN_TACTICS, |conformance, parts| {
        conformance.check_tactics(parts);
    });
}

#[test]
fn a_fault_in_a_policy_is_reported_in_one_sentence() {
    check(IN_POLICIES, |conformance, parts| {
        conformance.check_policy(parts);
    });
}

#[test]
fn a_fault_that_a_search_meets_is_reported_in_one_sentence() {
    check(IN_SEARCHES, |_, &parts| {
        let game = Lamps::<true>(parts);
        let mut search = AlphaBeta::new(Lamps::<true>(parts), Stateless(parts), parts, options(1));
        check_search(&game, &mut search, (1, 1), &mut |_| {});
    });
}
