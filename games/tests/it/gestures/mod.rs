//! Moves as things to point at: in any position each legal move can be made so, no two are mistaken for one another, and what
//! is pointed at is in the picture.

mod ways;

use std::collections::{HashMap, HashSet};

use ludex_kit::registry::{PictureRequest, Session};
use ludex_kit::{Touch, Variant, Way};
use ludex_search::testing::effort;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::pictures::DRAWN;

#[test]
fn every_move_can_be_pointed_at_and_none_is_mistaken_for_another() {
    for (game, variants) in DRAWN {
        for &variant in variants {
            let variant: Variant = variant.parse().expect(variant);
            let mut session = ludex_games::CATALOGUE
                .session(game, &variant, None)
                .expect(game);
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
        let before = frame(session, false);
        let moves = session.legal_moves();
        let mv = &moves[rng.random_range(0..moves.len())];
        session.play(mv).expect("a legal move");
        assert_eq!(
            frame(session, true),
            before,
            "{mv} to {}",
            session.position()
        );
    }
}

/// The frame of the picture.
fn frame(session: &dyn Session, same_frame: bool) -> String {
    let request = PictureRequest {
        same_frame,
        ..PictureRequest::default()
    };
    let svg = session.picture(&request).expect("a picture").to_live_svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let frame = document.root_element().attribute("viewBox");
    frame.expect("it has a frame").to_owned()
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
    let hops = key(way);
    if let [touches] = &hops[..] {
        for length in 1..touches.len() {
            let is_way = owners.contains_key(&vec![touches[..length].to_vec()]);
            let goes_on_by_choice = touches[length].word().is_some();
            assert!(
                !is_way || goes_on_by_choice,
                "{place}: {way:?} after {length}"
            );
        }
        return;
    }
    for some in 1..(1 << hops.len()) - 1 {
        let chosen = (0..hops.len()).filter(|hop| some >> hop & 1 != 0);
        let chosen: Vec<Vec<Touch>> = chosen.map(|hop| hops[hop].clone()).collect();
        assert!(
            !owners.contains_key(&chosen),
            "{place}: {way:?} after {chosen:?}"
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
        let touches = in_some_order(way, rng);
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

/// The touches of a way; if its hops are free in an order drawn at random, in which none comes before what it takes up.
fn in_some_order(way: &Way, rng: &mut Pcg64) -> Vec<String> {
    let mut left = way.hops.clone();
    let mut touches = Vec::new();
    while !left.is_empty() {
        let waits = |&hop: &usize| {
            let begin = left[hop].first();
            left[..hop].iter().any(|before| before.last() == begin)
        };
        let ready: Vec<usize> = (0..left.len()).filter(|hop| !waits(hop)).collect();
        let index = if way.free {
            rng.random_range(0..ready.len())
        } else {
            0
        };
        touches.extend(left.remove(ready[index]));
    }
    touches.iter().map(ToString::to_string).collect()
}

#[test]
fn a_live_picture_leaves_colours_and_size_to_the_page() {
    let session = ludex_games::CATALOGUE
        .session("tryktrak", &Variant::new(), None)
        .expect("tryktrak");
    let svg = session
        .picture(&PictureRequest::default())
        .expect("a picture")
        .to_live_svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let root = document.root_element();
    assert!(root.attribute("viewBox").is_some() && root.attribute("width").is_none());
    assert!(
        root.attribute("aria-label")
            .is_some_and(|words| words.starts_with("Tryktrak"))
    );
    let mut ids = HashSet::new();
    for node in document.descendants() {
        // The page's policy lets no style stand in an element.
        assert_eq!(node.attribute("style"), None);
        for colour in [node.attribute("fill"), node.attribute("stroke")]
            .into_iter()
            .flatten()
        {
            assert!(
                colour == "none" || colour.starts_with("var(--c"),
                "{colour}"
            );
        }
        ids.extend(node.attribute("id"));
    }
    let named = |class: &str, name: &str| {
        document.descendants().any(|node| {
            node.attribute("class") == Some(class) && node.attribute("data-name") == Some(name)
        })
    };
    assert!(
        named("point", "24") && named("bar", "1") && named("tray", "2") && named("dice", "roll")
    );
    let uses = document
        .descendants()
        .filter_map(|node| node.attribute("href"));
    for href in uses {
        assert!(ids.contains(href.trim_start_matches('#')), "{href}");
    }
}
