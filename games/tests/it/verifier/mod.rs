//! Every search and solver of every game is checked against the rules: thousands of small positions that can be searched
//! exhaustively.
//!
//! A job is a random game of a [case](cases), some positions near its end, and some searches with random settings. The same searches run at
//! one position after the other, so data that they keep between searches is tested too. A job depends only on its number;
//! `LUDEX_VERIFIER=17` repeats job 17 alone.

mod cases;
mod job;
mod known;
mod settings;

use ludex_kit::Variant;
use ludex_search::testing::effort;

use crate::every_game::open;
use cases::{CASES, Case};
use job::{Counts, Job, VARIABLE};

/// Number of searches in a normal run, over all tests.
const SEARCHES: u64 = 20_000;

/// A run ends after this many failures.
const SHOWN: usize = 20;

fn run(game: &str) {
    let cases: Vec<&Case> = CASES.iter().filter(|case| case.game == game).collect();
    let share: u64 = cases.iter().map(|case| case.searches).sum();
    let all: u64 = CASES.iter().map(|case| case.searches).sum();
    let wanted = SEARCHES * effort() * share / all;
    let only: Option<u64> =
        std::env::var(VARIABLE).ok().map(|number| number.parse().expect("the number of a job"));
    let (mut total, mut failures) = (Counts::default(), Vec::new());
    for number in only.unwrap_or(0).. {
        let case = case_of(&cases, share, number);
        let variant: Variant = case.variant.parse().expect("a variant");
        let job = Job { case, number };
        let (counts, mut failed) = open(case.game, &variant, None, job)
            .unwrap_or_else(|error| panic!("{} {}: {error}", case.game, case.variant));
        total.add(&counts);
        failures.append(&mut failed);
        if only.is_some() || total.searches >= wanted || failures.len() >= SHOWN {
            break;
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} searches make wrong claims:\n{}",
        failures.len(),
        total.searches,
        failures.join("\n")
    );
    // Most claims must have been decided; otherwise the test would prove little.
    let is_decisive = total.unknown * 4 <= total.confirmed;
    assert!(only.is_some() || is_decisive, "{total:?}");
}

/// The case of a job: each case has its share of the numbers.
fn case_of<'a>(cases: &[&'a Case], share: u64, number: u64) -> &'a Case {
    let mut place = number.wrapping_mul(0x9E37_79B9) % share;
    for case in cases {
        if place < case.searches {
            return case;
        }
        place -= case.searches;
    }
    unreachable!("the shares add up")
}

#[test]
fn takt_claims_are_true() {
    run("takt");
}

#[test]
fn quoridor_claims_are_true() {
    run("quoridor");
}

#[test]
fn trax_claims_are_true() {
    run("trax");
}

#[test]
fn tantrix_claims_are_true() {
    run("tantrix");
}

#[test]
fn tryktrak_claims_are_true() {
    run("tryktrak");
}

#[test]
fn claims_in_an_additional_game_are_true() {
    run("einstein");
}
