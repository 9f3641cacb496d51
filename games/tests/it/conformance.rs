//! What every game must keep to, checked along random games.

use ludex_kit::registry;
use ludex_kit::testing::GameCheck;
use ludex_kit::{Playable, Record, Variant, Visitor};
use ludex_search::Step;

use crate::every_game::{infos, open};

/// Variants beyond the default that are checked as well.
pub(crate) const VARIANTS: &[(&str, &str)] = &[
    ("takt", "size=3"),
    ("takt", "size=3,stones=4,caps=2"),
    ("takt", "size=4"),
    ("takt", "size=5,opening=no-swap"),
    ("takt", "size=3,stones=2,caps=1,opening=double-black-stack"),
    ("takt", "size=6,opening=double-black-stack"),
    ("takt", "size=6,komi=2"),
    ("takt", "size=7"),
    ("takt", "size=8,komi=0.5"),
    ("tryktrak", "length=3"),
    ("tryktrak", "length=11,crawford=no"),
    ("tryktrak", "cube=no"),
    ("tryktrak", "jacoby=yes,beavers=yes"),
    ("quoridor", "board=3x3,walls=4"),
    ("quoridor", "board=2x9"),
    ("quoridor", "board=9x3,edge-diagonal=off,max-plies=60"),
    ("quoridor", "players=3"),
    ("quoridor", "players=4,third-pawn=diagonal"),
    ("quoridor", "players=4,board=5x4,edge-diagonal=off,repetition=off"),
    ("trax", "board=8x8"),
    ("trax", "luck=yes"),
    ("trax", "board=8x8,luck=yes"),
    ("trax", "board=8x8,loop=yes"),
    ("trax", "board=8x8,luck=yes,loop=yes"),
    ("tantrix", "players=3,colours=GBY"),
    ("tantrix", "players=4,start-tile=return"),
    ("tantrix", "players=4,teams=yes,colours=BG"),
    ("tantrix", "players=2,endgame-forced=exactly3"),
    ("einstein", "order=615243"),
];

/// Variants that files may fail to tell.
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

/// What formats do not tell, and so refuse: format, variant, and what would be lost.
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

/// Games whose positions' text does not tell how many moves were played.
const WITHOUT_PLY: &[&str] = &["quoridor", "trax", "tryktrak"];

/// Games whose positions' text has no word for some phases without a move: an XGID cannot say that the dice are to decide
/// who begins, that a player did not double, or who passed.
const WITHOUT_PHASE: &[&str] = &["tryktrak"];

#[test]
fn every_game_conforms() {
    for info in infos() {
        check(info.name, &Variant::new());
    }
}

#[test]
fn variants_conform() {
    for (game, variant) in VARIANTS {
        check(game, &variant.parse().expect("a variant"));
    }
}

#[test]
fn every_alias_opens_its_game() {
    struct Name;
    impl Visitor for Name {
        type Output = &'static str;
        fn visit<G: Playable>(self, _game: G) -> &'static str {
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

fn check(name: &str, variant: &Variant) {
    open(name, variant, None, Playing).unwrap_or_else(|error| panic!("{name} {variant}: {error}"));
}

/// What every game that can be opened must keep to, beyond what a search relies on.
struct Playing;

impl Visitor for Playing {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        offers_as_it_says(&game);
        variant_is_stable(&game);
        of_game(&game).check();
    }
}

/// What a game's texts do not tell is known.
pub(crate) fn of_game<G: Playable>(game: &G) -> GameCheck<'_, G> {
    let name = G::INFO.name;
    let mut check = GameCheck::new(game);
    if WITHOUT_PLY.contains(&name) {
        check = check.without_ply();
    }
    if WITHOUT_PHASE.contains(&name) {
        check = check.without_phase();
    }
    check
}

/// What is known of a game before it is opened agrees with what it offers then.
fn offers_as_it_says<G: Playable>(game: &G) {
    let (info, offers) = (G::INFO, game.offers());
    assert_eq!(info.rollouts, offers.rollouts.is_some(), "{}", info.name);
    assert_eq!(info.annotates, offers.annotator.is_some(), "{}", info.name);
}

/// The variant that a game reports opens the same game.
fn variant_is_stable<G: Playable>(game: &G) {
    struct Reported;
    impl Visitor for Reported {
        type Output = Variant;
        fn visit<G: Playable>(self, game: G) -> Variant {
            game.variant()
        }
    }
    let variant = game.variant();
    let again = open(G::INFO.name, &variant, None, Reported);
    assert_eq!(again, Ok(variant.clone()));
    assert_eq!(variant.to_string().parse(), Ok(variant));
}

/// Every format of every game: what it writes of a game of any variant is read as the same game, or it is known not to tell
/// that.
#[test]
fn formats_tell_the_game_or_refuse_it() {
    let defaults = ludex_games::CATALOGUE.games().map(|info| (info.name, ""));
    let mut refused = std::collections::BTreeSet::new();
    for (name, text) in defaults.chain(VARIANTS.iter().copied()).chain(UNUSUAL.iter().copied()) {
        if name == "einstein" {
            continue;
        }
        let variant: Variant = text.parse().expect(text);
        let mut record = open(name, &variant, None, RandomRecord).expect(text);
        // A random game knows nothing of repetitions, which end it.
        let mut session = ludex_games::CATALOGUE.session(name, &record.variant, None).expect(text);
        let played = record.plies.iter().take_while(|ply| session.play(&ply.text).is_ok());
        let n_played = played.count();
        record.plies.truncate(n_played);
        for n_plies in [record.plies.len(), 1] {
            record.plies.truncate(n_plies);
            for format in ludex_games::CATALOGUE.info(name).expect(name).formats {
                if let Err(error) =
                    registry::check_told(&ludex_games::CATALOGUE, name, format, &record)
                {
                    assert!(error.expected.contains(format.name), "{name} {text}: {error}");
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
    fn visit<G: Playable>(self, game: G) -> Record {
        GameCheck::new(&game).random_record()
    }
}

/// Lets a step happen.
pub(crate) fn play<G: Playable>(game: &G, pos: &mut G::Position, step: Step<G::Move, G::Event>) {
    match step {
        Step::Move(mv) => drop(game.play(pos, mv)),
        Step::Event(event) => drop(game.apply_chance(pos, event)),
    }
}
