//! Every listed search and solver of every game and variant stops at its limit, with a legal move.

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use ludex_games::CATALOGUE;
use ludex_kit::registry::Session;
use ludex_kit::{InputError, Playable, SearchInfo, SearchKind, SearchSetup, Variant, Visitor};
use ludex_search::support::random::stream;
use ludex_search::testing::{Decision, End, check_search, decisions};
use ludex_search::{Limits, Root, SearchOptions, StopFlag};

use crate::conformance::variants;
use crate::every_game::{infos, open};

/// A search that runs longer than this has ignored its limit: the limits are a hundred times shorter.
const PATIENCE: Duration = Duration::from_mins(1);

#[test]
fn every_search_of_every_game_ends() {
    for info in infos() {
        check(info.name, "");
    }
}

#[test]
fn every_search_of_every_variant_ends() {
    for (game, variant) in variants().filter(|(_, variant)| !variant.is_empty()) {
        check(game, variant);
    }
}

/// Runs all searches on a separate thread, with a timeout.
fn check(name: &'static str, variant: &'static str) {
    let (sender, running) = mpsc::channel();
    let runs = thread::spawn(move || {
        let variant: Variant = variant.parse().expect("a variant");
        open(name, &variant, None, Runs(sender))
            .unwrap_or_else(|error| panic!("{name} {variant}: {error}"));
    });
    let mut under_way = String::new();
    loop {
        match running.recv_timeout(PATIENCE) {
            Ok(run) => under_way = run,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                panic!("{name} {variant}: {under_way} does not end")
            }
        }
    }
    assert!(runs.join().is_ok(), "{name} {variant}: {under_way}");
}

/// Reports which run is in progress.
struct Runs(Sender<String>);

impl Visitor for Runs {
    type Output = ();

    fn visit<G: Playable>(self, game: G, _start: G::Position) {
        for kind in G::SEARCHES {
            for threads in [1, 2] {
                // A search may reject this variant.
                let Ok(mut search) = kind.build(&game, &setup(threads)) else {
                    continue;
                };
                let limits = (threads, G::INFO.least_depth);
                let name = kind.name;
                let mut announce = |run: &str| self.announce(&format!("{name}, {run}"));
                check_search(&game, &mut *search, limits, &mut announce);
                assert!(!kind.nodes.is_empty(), "{name} says what a node is");
                if threads == 1 {
                    preparing_changes_nothing(&game, kind);
                }
                settings_are_checked(&kind.info(&game), |setup| kind.check(&game, setup));
            }
        }
        self.solvers(&game);
    }
}

/// A search gives the same result whether or not its tables were prepared before.
fn preparing_changes_nothing<G: Playable>(game: &G, kind: &SearchKind<G>) {
    let [start, ..] = decisions(game);
    let found = |prepares| {
        let mut search = kind.build(game, &setup(1)).expect("it was built before");
        if prepares {
            search.prepare();
        }
        let (root, limits) = (Root::new(start.position.clone()), Limits::nodes(300));
        let mut report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
        report.elapsed = Duration::ZERO;
        report
    };
    assert_eq!(found(true), found(false), "{} prepared", kind.name);
}

impl Runs {
    fn solvers<G: Playable>(&self, game: &G) {
        for kind in game.offers().solvers {
            settings_are_checked(&kind.info(), |setup| kind.info().check(setup));
            for Decision { place, position, .. } in decisions(game) {
                for end in End::ALL {
                    self.announce(&format!("solver {}, {place}, {end:?}", kind.name));
                    let root = Root::new(position.clone());
                    let solution = end.run(1, |limits, stop| {
                        kind.solve(game, &setup(1), &root, limits, stop, &mut |_| {})
                    });
                    let moves = solution.map(|solution| solution.moves).unwrap_or_default();
                    assert!(moves.iter().all(|&mv| game.is_legal(&position, mv)));
                }
            }
        }
    }

    fn announce(&self, run: &str) {
        // If another run took too long, the receiver no longer exists.
        let _ = self.0.send(run.to_owned());
    }
}

/// A setup with the smallest hash table.
fn setup(threads: usize) -> SearchSetup {
    SearchSetup {
        options: SearchOptions { threads, hash_mib: 1, ..SearchOptions::default() },
        ..SearchSetup::default()
    }
}

/// Every listed evaluator is accepted, and every listed parameter with any value in its range. Other names and values are rejected.
fn settings_are_checked(info: &SearchInfo, check: impl Fn(&SearchSetup) -> Result<(), InputError>) {
    let evaluator =
        |name: &str| SearchSetup { evaluator: Some(name.into()), ..SearchSetup::default() };
    let parameter = |name: &str, value: String| SearchSetup {
        parameters: vec![(name.into(), value)],
        ..SearchSetup::default()
    };
    for name in info.evaluators {
        assert_eq!(check(&evaluator(name)), Ok(()));
    }
    assert!(check(&evaluator("no such")).is_err(), "{}", info.name);
    for known in &info.parameters {
        let (min, max) = (i64::from(known.min), i64::from(known.max));
        for value in [min - 1, min, known.default.into(), max, max + 1] {
            let taken = check(&parameter(known.name, value.to_string())).is_ok();
            let in_range = (min..=max).contains(&value);
            assert_eq!(taken, in_range, "{} {}={value}", info.name, known.name);
        }
    }
    assert!(check(&parameter("no such", "1".into())).is_err());
}

/// A search reads every parameter that it lists, and rejects others.
struct ReadsWhatItLists;

impl Visitor for ReadsWhatItLists {
    type Output = ();

    fn visit<G: Playable>(self, game: G, _start: G::Position) {
        for kind in G::SEARCHES {
            let info = kind.info(&game);
            let with = |name: &str, value: i32| SearchSetup {
                parameters: vec![(name.to_owned(), value.to_string())],
                ..setup(1)
            };
            if kind.check(&game, &setup(1)).is_err() {
                continue;
            }
            for parameter in &info.parameters {
                let built = kind.build(&game, &with(parameter.name, parameter.max));
                assert!(built.is_ok(), "{}: {parameter:?}", kind.name);
                let beyond = kind.check(&game, &with(parameter.name, parameter.max + 1));
                assert!(beyond.is_err(), "{}: {parameter:?}", kind.name);
            }
            assert!(kind.check(&game, &with("no_such_parameter", 1)).is_err());
        }
    }
}

#[test]
fn every_parameter_that_is_listed_is_read() {
    for (name, variant) in variants() {
        let variant: Variant = variant.parse().expect("a variant");
        open(name, &variant, None, ReadsWhatItLists)
            .unwrap_or_else(|error| panic!("{name} {variant}: {error}"));
    }
}

/// If only some moves may be chosen, every search chooses one of them, however it rates the others, and reports no other.
#[test]
fn every_search_chooses_among_the_moves_that_it_is_given() {
    for (name, variant) in variants().filter(|(name, _)| *name != "einstein") {
        let is_plain = variant.is_empty();
        let variant: Variant = variant.parse().expect("a variant");
        // A variant played in real time has no searches.
        let Ok(session) = CATALOGUE.session(name, &variant, None) else {
            continue;
        };
        for info in session.searches() {
            // The deterministic mode does not depend on the variant, so it is tested with one variant only.
            for &deterministic in &[false, true][..=usize::from(is_plain)] {
                let mut session = CATALOGUE.session(name, &variant, None).expect("as before");
                let mut setup = setup(1);
                setup.options.deterministic = deterministic;
                setup.options.multipv = 4;
                if session.configure(Some(info.name), setup).is_ok() {
                    chooses_what_it_is_given(&mut *session, info.name);
                }
            }
        }
    }
}

/// Runs the search along a random game, at the first few and some later positions.
fn chooses_what_it_is_given(session: &mut dyn Session, search: &str) {
    let mut rng = stream(7, 7);
    for step in 0..33 {
        if session.status().to_move.is_none() {
            let Some(event) = session.draw_event(&mut rng) else {
                return;
            };
            session.play(&event).expect("it was drawn");
            continue;
        }
        let all = session.legal_moves();
        if all.len() > 2 && (step < 2 || step % 16 == 0) {
            for given in [&all[all.len() - 1..], &all[all.len() / 2 - 1..=all.len() / 2]] {
                let words: Vec<&str> = given.iter().map(String::as_str).collect();
                session.limit_moves(&words).expect("they are legal");
                let found = session.search(&Limits::nodes(150), &StopFlag::default(), &mut |_| {});
                let found = found.expect("a player is to move");
                let place =
                    format!("{} {search} {}: {given:?}", session.info().name, session.position());
                assert!(!found.lines.is_empty(), "{place}");
                for line in &found.lines {
                    assert!(words.contains(&line.first()), "{place}: {:?}", line.pv);
                }
                assert!(found.lines.iter().all(|line| line.depth <= found.seldepth), "{place}");
            }
            // The next search chooses among all moves again.
            let free = session.search(&Limits::nodes(150), &StopFlag::default(), &mut |_| {});
            let free = free.expect("a player is to move");
            let first = free.best().expect("a player is to move").first();
            assert!(all.iter().any(|mv| mv == first), "{search}: {first}");
            assert!(free.lines.len() > 1 || search == "flat", "{} {search}", session.info().name);
        }
        let mv = session.random_move(&mut rng).expect("a player is to move");
        session.play(&mv).expect("it is legal");
    }
}
