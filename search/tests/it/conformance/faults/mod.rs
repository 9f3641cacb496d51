//! Every conformance check finds its fault: a game with one wrong part fails with one sentence that names the method and the position and
//! says what to do.

mod fault;
mod knowledge;
mod rules;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex_search::testing::Conformance;

use self::fault::Fault;
use self::knowledge::{IN_EVALUATORS, IN_INCREMENTAL_EVALUATORS, IN_POLICIES, IN_TACTICS};
use self::rules::IN_RULES;
use super::lamps::{Lamps, Parts, swapped};

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
