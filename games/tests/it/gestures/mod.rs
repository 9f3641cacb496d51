//! Moves by pointing: in every position each legal move can be made, no two moves are confused, and every target is in the picture.

mod ways;

use std::collections::HashSet;

use ludex_kit::registry::{PictureRequest, Session};
use ludex_kit::testing::GameCheck;
use ludex_kit::{Playable, Variant, Visitor};
use ludex_search::testing::effort;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::pictures::DRAWN;

#[test]
fn every_move_can_be_pointed_at_and_none_is_mistaken_for_another() {
    struct Pointing;
    impl Visitor for Pointing {
        type Output = ();
        fn visit<G: Playable>(self, game: G, _start: G::Position) {
            GameCheck::new(&game).check_gestures(2 * effort());
        }
    }
    for (game, variants) in DRAWN {
        for &variant in variants {
            let variant: Variant = variant.parse().expect(variant);
            ludex_games::visit(game, &variant, None, Pointing).expect(game);
        }
    }
}

#[test]
fn a_move_leaves_the_frame_as_it_was_where_that_is_asked_for() {
    for (game, variants) in DRAWN {
        let variant: Variant = variants[0].parse().expect(game);
        let mut session = ludex_games::CATALOGUE.session(game, &variant, None).expect(game);
        let mut rng = Pcg64::seed_from_u64(17);
        for _ in 0..150 {
            if session.status().over {
                break;
            }
            let event = session.sample_event(rng.random());
            if event.expect("an event that may come").is_some() {
                continue;
            }
            let (before, moves) = (frame(&*session, false), session.legal_moves());
            let mv = &moves[rng.random_range(0..moves.len())];
            session.play(mv).expect("a legal move");
            let place = session.position();
            assert_eq!(frame(&*session, true), before, "{mv} to {place}");
        }
    }
}

/// The frame of the picture.
fn frame(session: &dyn Session, same_frame: bool) -> String {
    let request = PictureRequest { same_frame, ..PictureRequest::default() };
    let svg = session.picture(&request).expect("a picture").to_live_svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let frame = document.root_element().attribute("viewBox");
    frame.expect("it has a frame").to_owned()
}

#[test]
fn a_live_picture_leaves_colours_and_size_to_the_page() {
    let session =
        ludex_games::CATALOGUE.session("tryktrak", &Variant::new(), None).expect("tryktrak");
    let svg = session.picture(&PictureRequest::default()).expect("a picture").to_live_svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let root = document.root_element();
    assert!(root.attribute("viewBox").is_some() && root.attribute("width").is_none());
    assert!(root.attribute("aria-label").is_some_and(|words| words.starts_with("Tryktrak")));
    let mut ids = HashSet::new();
    for node in document.descendants() {
        // The page's security policy does not allow a style attribute.
        assert_eq!(node.attribute("style"), None);
        for colour in [node.attribute("fill"), node.attribute("stroke")].into_iter().flatten() {
            // The page has the definitions of patterns.
            let is_known = ["var(--c", "url(#"].iter().any(|start| colour.starts_with(start));
            assert!(colour == "none" || is_known, "{colour}");
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
    let uses = document.descendants().filter_map(|node| node.attribute("href"));
    for href in uses {
        assert!(ids.contains(href.trim_start_matches('#')), "{href}");
    }
}
