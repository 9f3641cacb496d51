//! Moves as things to point at: in any position each legal move can be made so, no two are mistaken for one another, and what
//! is pointed at is in the picture.

use std::collections::{HashMap, HashSet};

use ludex_games::registry::{self, PictureRequest, Session, Token};
use ludex_games::{Touch, Variant, Way};
use ludex_search::testing::effort;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

const VARIANTS: [(&str, &[&str]); 2] = [
    (
        "takt",
        &[
            "size=3",
            "size=4",
            "size=5,komi=2",
            "size=6",
            "size=8",
            "size=5,opening=no-swap",
        ],
    ),
    (
        "quoridor",
        &[
            "players=2",
            "players=3",
            "players=4",
            "board=2x3,walls=1",
            "board=9x3",
            "board=3x9,players=4",
        ],
    ),
];

#[test]
fn every_move_can_be_pointed_at_and_none_is_mistaken_for_another() {
    for (game, variants) in VARIANTS {
        for &variant in variants {
            let variant: Variant = variant.parse().expect(variant);
            let mut session = registry::open(game, &variant, None).expect(game);
            let mut rng = Pcg64::seed_from_u64(17);
            for _ in 0..2 * effort() {
                play_game(&mut *session, &mut rng);
            }
        }
    }
}

/// Plays a random game and checks its positions, all at the beginning and fewer later.
fn play_game(session: &mut dyn Session, rng: &mut Pcg64) {
    session.set_line(None, &[]).expect("a game can begin");
    for step in 0..150 {
        if session.status().over {
            break;
        }
        let event = session.sample_event(rng.random());
        if event.expect("an event that may come").is_some() {
            continue;
        }
        if step < 10 || step % 5 == 0 {
            check(session, rng);
        }
        let moves = session.legal_moves();
        let mv = &moves[rng.random_range(0..moves.len())];
        session.play(mv).expect("a legal move");
    }
}

/// What must hold in a position.
fn check(session: &mut dyn Session, rng: &mut Pcg64) {
    let place = format!("{} {}", session.info().name, session.position());
    let gestures = session.gestures();
    let moves: Vec<&String> = gestures.iter().map(|(mv, _)| mv).collect();
    assert_eq!(
        moves,
        session.legal_moves().iter().collect::<Vec<_>>(),
        "{place}"
    );
    let mut owners: HashMap<Vec<Vec<Touch>>, &String> = HashMap::new();
    for (mv, ways) in &gestures {
        assert!(!ways.is_empty(), "{mv} cannot be pointed at in {place}");
        for way in ways {
            assert!(
                way.hops.iter().all(|hop| !hop.is_empty()),
                "{place}: {way:?}"
            );
            let other = owners.insert(key(way), mv);
            assert!(
                other.is_none(),
                "{mv} and {other:?} have {way:?} in {place}"
            );
        }
    }
    for way in gestures.iter().flat_map(|(_, ways)| ways) {
        check_beginnings(way, &owners, &place);
    }
    check_targets(session, &gestures, &place);
    check_partial(session, &gestures, rng, &place);
}

/// What two ways must not have in common: the hops, in any order if they are free.
fn key(way: &Way) -> Vec<Vec<Touch>> {
    if !way.free {
        return vec![way.hops.concat()];
    }
    let mut hops = way.hops.clone();
    hops.sort();
    hops
}

/// A way that is complete is no beginning of another, unless what comes next there is a choice.
fn check_beginnings(way: &Way, owners: &HashMap<Vec<Vec<Touch>>, &String>, place: &str) {
    let [touches] = &key(way)[..] else {
        return;
    };
    for length in 1..touches.len() {
        let is_way = owners.contains_key(&vec![touches[..length].to_vec()]);
        let goes_on_by_choice = touches[length].word().is_some();
        assert!(
            !is_way || goes_on_by_choice,
            "{place}: {way:?} after {length}"
        );
    }
}

fn check_targets(session: &dyn Session, gestures: &[(String, Vec<Way>)], place: &str) {
    let scene = session
        .picture(&PictureRequest::default())
        .expect("a picture");
    let targets: HashSet<(&str, &str)> = scene.targets().collect();
    let ways = gestures.iter().flat_map(|(_, ways)| ways);
    for touch in ways.flat_map(|way| way.hops.iter().flatten()) {
        if let Some(target) = touch.target() {
            assert!(
                targets.contains(&target),
                "{place}: no {touch} in the picture"
            );
        }
        assert!(
            touch.target().is_some() != touch.word().is_some(),
            "{place}: {touch}"
        );
    }
}

/// Every beginning of some ways can be drawn, their hops in some order.
fn check_partial(
    session: &dyn Session,
    gestures: &[(String, Vec<Way>)],
    rng: &mut Pcg64,
    place: &str,
) {
    let all: Vec<&Way> = gestures.iter().flat_map(|(_, ways)| ways).collect();
    for _ in 0..all.len().min(12) {
        let way = all[rng.random_range(0..all.len())];
        let touches: Vec<String> = way.hops.iter().flatten().map(ToString::to_string).collect();
        for length in 1..=touches.len() {
            let request = PictureRequest {
                partial: touches[..length].to_vec(),
                ..PictureRequest::default()
            };
            let drawn = session.picture(&request);
            assert!(drawn.is_ok(), "{place}: {:?}: {drawn:?}", request.partial);
        }
    }
}

/// The ways of one move, each as its touches; hops that are free stand apart.
fn ways_of(game: &str, variant: &str, start: Option<&str>, steps: &str, mv: &str) -> Vec<String> {
    let variant: Variant = match variant {
        "" => Variant::new(),
        text => text.parse().expect(text),
    };
    let mut session = registry::open(game, &variant, start).expect(game);
    session
        .set_line(start, &Token::split(steps, "steps"))
        .expect(steps);
    let gestures = session.gestures();
    let found = gestures.into_iter().find(|(written, _)| written == mv);
    let (_, ways) = found.unwrap_or_else(|| panic!("{mv} is not legal"));
    let words = |hop: &Vec<Touch>| {
        let words: Vec<String> = hop.iter().map(ToString::to_string).collect();
        words.join(", ")
    };
    let text = |way: &Way| {
        let hops: Vec<String> = way.hops.iter().map(words).collect();
        hops.join(if way.free { " | " } else { "; " })
    };
    ways.iter().map(text).collect()
}

#[test]
fn pieces_are_placed_and_stacks_spread() {
    let ways =
        |start: Option<&str>, steps: &str, mv: &str| ways_of("takt", "size=5", start, steps, mv);
    // The first piece of each player is a flat of the opponent.
    let first = ["square a1, =flat", "reserve F2, square a1, =flat"];
    assert_eq!(ways(None, "", "a1"), first);
    let wall = ["square c3, =wall", "reserve F1, square c3, =wall"];
    assert_eq!(ways(None, "a1 e5", "Sc3"), wall);
    let capstone = ["square c3, =capstone", "reserve C1, square c3"];
    assert_eq!(ways(None, "a1 e5", "Cc3"), capstone);
    assert_eq!(ways(None, "a1 e5", "e5<"), ["square e5, square d5"]);
    let stacks = Some("x5/x5/x2,2121,x2/x5/x5 1 10");
    assert_eq!(
        ways(stacks, "", "3c3>21"),
        [
            "square c3, =3, square d3, square d3, square e3",
            "square c3, square e3, =3, =2+1",
        ]
    );
    assert_eq!(
        ways(stacks, "", "c3+"),
        ["square c3, =1, square c4", "square c3, square c4, =1"]
    );
}

#[test]
fn a_half_made_spread_is_drawn() {
    let start = "x5/x5/x2,2121S,x2/x5/x5 1 10";
    let mut session = registry::open("takt", &Variant::new(), Some(start)).expect("takt");
    session.set_line(Some(start), &[]).expect("a position");
    let draw = |partial: &[&str]| {
        let partial = partial.iter().map(|&touch| touch.to_owned()).collect();
        let request = PictureRequest {
            partial,
            ..PictureRequest::default()
        };
        session.picture(&request).map(|scene| scene.to_live_svg())
    };
    let picture = |partial: &[&str]| draw(partial).expect("the beginning of a move");
    let beginnings = [
        &[][..],
        &["square c3", "=3"],
        &["square c3", "=3", "square d3"],
        &["square c3", "=3", "square d3", "square d3"],
        &["square c3", "=3", "square d3", "square e3"],
    ];
    let pictures: HashSet<String> = beginnings.iter().map(|begin| picture(begin)).collect();
    assert_eq!(pictures.len(), beginnings.len());
    let error = draw(&["square c3", "square a1"])
        .expect_err("a stack goes straight")
        .to_string();
    assert_eq!(
        error,
        "partial: found \"square c3, square a1\", expected touches that begin a legal move"
    );
}

#[test]
fn pawns_step_and_walls_are_placed() {
    let ways = |mv| ways_of("quoridor", "", None, "", mv);
    assert_eq!(ways("e2"), ["square e2", "pawn e1, square e2"]);
    assert_eq!(ways("e3h"), ["slot e3h", "anchor e3, =horizontal"]);
    assert_eq!(ways("e3v"), ["slot e3v", "anchor e3, =vertical"]);
}
