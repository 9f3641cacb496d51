//! The contracts that every game must keep, checked in random games.

use ludex_kit::registry;
use ludex_kit::testing::{self, Contracts, GameCheck, perft};
use ludex_kit::{Playable, Record, Variant, Visitor};

use crate::every_game::{infos, open, own};

/// Every game in each of its variants.
pub(crate) fn variants() -> impl Iterator<Item = (&'static str, &'static str)> {
    infos().flat_map(|info| {
        let others = info.variants.iter().copied();
        [""].into_iter().chain(others).map(|variant| (info.name, variant))
    })
}

/// Variants that some file formats cannot express.
const UNUSUAL: &[(&str, &str)] = &[
    ("takt", "size=4,repetition=3,reversible=50"),
    ("tryktrak", "length=5,cube=no"),
    ("tryktrak", "jacoby=yes,cube=no"),
    ("quoridor", "board=5x5,walls=3"),
    ("quoridor", "board=4x3"),
    ("quoridor", "repetition=off"),
    ("quoridor", "max-plies=60"),
    ("quoridor", "edge-diagonal=off"),
    ("quoridor", "players=4"),
    ("trax", "loop=yes"),
];

/// Variants that a format rejects because it cannot express them: the format, the variant, and the option that would be lost.
const REFUSED: &[&str] = &[
    "openspiel board=9x3,edge-diagonal=off,max-plies=60: edge-diagonal=off",
    "openspiel edge-diagonal=off: edge-diagonal=off",
    "openspiel max-plies=60: max-plies=60",
    "openspiel players=4,board=5x4,edge-diagonal=off,repetition=off: edge-diagonal=off",
    "openspiel players=4,third-pawn=diagonal: third-pawn=diagonal",
    "openspiel repetition=off: repetition=off",
    "qtp board=2x9: board=2x9",
    "qtp board=4x3: board=4x3",
    "qtp board=9x3,edge-diagonal=off,max-plies=60: board=9x3",
    "qtp edge-diagonal=off: edge-diagonal=off",
    "qtp max-plies=60: max-plies=60",
    "qtp players=3: players=3",
    "qtp players=4,board=5x4,edge-diagonal=off,repetition=off: players=4",
    "qtp players=4,third-pawn=diagonal: players=4",
    "qtp players=4: players=4",
    "qtp repetition=off: repetition=off",
];

/// The game that exists only in the tests; each other game has its own test.
#[test]
fn a_game_of_somebody_else_keeps_to_the_contracts() {
    let info = own::CATALOGUE.info("einstein").expect("it is listed");
    for variant in testing::variants(info) {
        own::visit(info.name, &variant, None, Contracts::default()).expect("a variant");
    }
    perft::check(include_str!("../data/einstein/perft.tsv"), |row| {
        own::visit(info.name, &row.variant(), row.position(), row).expect("a row of the file");
    });
}

#[test]
fn variants_are_stable() {
    testing::check_variants(&ludex_games::CATALOGUE);
    testing::check_variants(&own::CATALOGUE);
}

#[test]
fn every_alias_opens_its_game() {
    struct Name;
    impl Visitor for Name {
        type Output = &'static str;
        fn visit<G: Playable>(self, _game: G, _start: G::Position) -> &'static str {
            G::INFO.name
        }
    }
    for info in infos() {
        for alias in info.aliases {
            let name = open(alias, &Variant::new(), None, Name);
            assert_eq!(name.as_deref(), Ok(info.name));
        }
    }
    assert!(open("chess", &Variant::new(), None, Name).is_err());
}

/// For every format, game and variant: a written record is read back as the same game, or the format is known to reject the variant.
#[test]
fn formats_keep_the_game_or_reject_the_variant() {
    let mut refused = std::collections::BTreeSet::new();
    for (name, text) in variants().chain(UNUSUAL.iter().copied()) {
        if name == "einstein" {
            continue;
        }
        let variant: Variant = text.parse().expect(text);
        let mut record = open(name, &variant, None, RandomRecord).expect(text);
        // The random game continues after repetitions, but the rules end a game there, so the record is cut.
        let mut session = ludex_games::CATALOGUE.session(name, &record.variant, None).expect(text);
        let played = record.plies.iter().take_while(|ply| session.play(&ply.text).is_ok());
        let n_played = played.count();
        record.plies.truncate(n_played);
        for n_plies in [record.plies.len(), 1] {
            record.plies.truncate(n_plies);
            for format in ludex_games::CATALOGUE.info(name).expect(name).formats {
                if let Err(error) = registry::losses(&ludex_games::CATALOGUE, name, format, &record)
                {
                    assert!(error.reason.words().contains(format.name), "{name} {text}: {error}");
                    refused.insert(format!("{} {text}: {}", format.name, error.found));
                }
            }
        }
    }
    let refused: Vec<_> = refused.iter().map(String::as_str).collect();
    assert_eq!(refused, REFUSED);
}

struct RandomRecord;

impl Visitor for RandomRecord {
    type Output = Record;
    fn visit<G: Playable>(self, game: G, _start: G::Position) -> Record {
        GameCheck::new(&game).random_record()
    }
}
