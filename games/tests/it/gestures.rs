//! Moves as things to point at: in any position each legal move can be made so, no two are mistaken for one another, and what
//! is pointed at is in the picture.

use std::collections::{HashMap, HashSet};

use ludex_games::registry::{self, PictureRequest, Session, Token};
use ludex_games::{Touch, Variant, Way};
use ludex_search::testing::effort;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

const VARIANTS: [(&str, &[&str]); 5] = [
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
        "tryktrak",
        &[
            "length=0",
            "length=7",
            "cube=no",
            "length=0,jacoby=yes,beavers=yes",
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
    (
        "trax",
        &[
            "board=unlimited",
            "board=8x8",
            "luck=yes",
            "loop=yes",
            "board=8x8,luck=yes",
        ],
    ),
    (
        "tantrix",
        &[
            "players=2",
            "players=3",
            "players=4",
            "players=4,teams=yes",
            "colours=BG",
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
    let (_, rest) = svg.split_once("viewBox=").expect("it has a frame");
    rest.split('>').next().unwrap_or_default().to_owned()
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
fn a_live_picture_leaves_colours_and_size_to_the_page() {
    let session = registry::open("tryktrak", &Variant::new(), None).expect("tryktrak");
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

#[test]
fn turns_are_a_cell_and_a_tile() {
    let ways = |variant, steps, mv| ways_of("trax", variant, None, steps, mv);
    assert_eq!(ways("", "", "@0/"), ["cell @0, =/"]);
    assert_eq!(ways("", "@0/", "B1+"), ["cell B1, =+"]);
    assert_eq!(
        ways("luck=yes", "?/nw", "@0/nw"),
        ["cell @0", "drawn /nw, cell @0"]
    );
    assert_eq!(
        ways("luck=yes", "?/nw @0/ ?+ns", "A0+"),
        ["cell A0", "drawn +ns, cell A0"]
    );
}

#[test]
fn placements_are_a_tile_a_cell_and_a_rotation() {
    let start = "12d@0:0,6d@-1:0,51d@-2:1,41f@0:-1,17c@-2:0,24b@-1:-1,20a@-1:1,52b@1:-2 \
        46,31,15,33,49,30|26,1,47,42,27,34|28,37,35,36,29,55 ? RYB 0 1";
    let variant: Variant = "players=3".parse().expect("a variant");
    let mut session = registry::open("tantrix", &variant, Some(start)).expect("tantrix");
    session.set_line(Some(start), &[]).expect("a position");
    let (mv, ways) = session.gestures().swap_remove(0);
    let (tile, cell) = mv.split_once('@').expect("a placement");
    let (number, rotation) = tile.split_at(tile.len() - 1);
    let touch = |kind: &str, name: &str| Touch::at(kind, name);
    let (tile, cell) = (touch("hand", number), touch("cell", cell));
    let rotation = Touch::choice(rotation);
    let expected = [
        Way::new([tile.clone(), cell.clone(), rotation.clone()]),
        Way::new([cell, tile, rotation]),
    ];
    assert_eq!(ways, expected);
}

#[test]
fn checkers_go_hop_by_hop_or_all_the_way() {
    let ways =
        |start: Option<&str>, steps: &str, mv: &str| ways_of("tryktrak", "", start, steps, mv);
    let apart = "point 6, point 5 | point 8, point 5";
    assert_eq!(ways(None, "dice:31", "8/5,6/5"), [apart]);
    // One checker with both dice: by either point, or straight there. Whoever lies on the point between may go first.
    assert_eq!(
        ways(None, "dice:52", "13/6"),
        [
            "point 8, point 6 | point 13, point 8",
            "point 13, point 6",
            "point 13, point 11 | point 11, point 6",
        ]
    );
    // A checker that hits on its way stops there, so that all the way means the other point.
    let after = "dice:21 13/11,6/5 roll dice:64";
    let both = "point 24, point 20 | point 20, point 14";
    assert_eq!(ways(None, after, "24/20*/14*"), [both]);
    assert_eq!(
        ways(None, after, "24/14*"),
        [
            "point 24, point 18 | point 18, point 14",
            "point 24, point 14"
        ]
    );
}

#[test]
fn a_half_made_play_is_drawn() {
    let mut session = registry::open("tryktrak", &Variant::new(), None).expect("tryktrak");
    session
        .set_line(None, &Token::split("dice:31 8/5,6/5 roll dice:66", "steps"))
        .expect("a roll");
    let draw = |partial: &[&str]| {
        let partial = partial.iter().map(|&touch| touch.to_owned()).collect();
        let request = PictureRequest {
            partial,
            ..PictureRequest::default()
        };
        session
            .picture(&request)
            .expect("the beginning of a play")
            .to_live_svg()
    };
    let hop = ["point 24", "point 18"];
    let pictures: HashSet<String> = [
        &[][..],
        &hop,
        &[hop, hop].concat(),
        &[hop, hop, ["point 13", "point 7"]].concat(),
    ]
    .map(draw)
    .into();
    assert_eq!(pictures.len(), 4);
}

#[test]
fn doubles_are_a_word_or_the_cube() {
    let ways = |steps, mv| ways_of("tryktrak", "length=0,beavers=yes", None, steps, mv);
    let line = "dice:31 8/5,6/5";
    assert_eq!(ways(line, "roll"), ["=roll", "dice roll"]);
    assert_eq!(ways(line, "double"), ["=double", "cube 1"]);
    let doubled = "dice:31 8/5,6/5 double";
    assert_eq!(ways(doubled, "take"), ["=take", "cube 2, =take"]);
    assert_eq!(ways(doubled, "beaver"), ["=beaver", "cube 2, =beaver"]);
}
