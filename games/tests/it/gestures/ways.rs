//! How some moves of each game are made by pointing, and partial moves.

use std::collections::HashSet;

use ludex_kit::registry::{PictureRequest, Token};
use ludex_kit::{Touch, Variant, Way};

/// The ways of one move, as texts of their touches; hops in free order are separated.
fn ways_of(game: &str, variant: &str, start: Option<&str>, steps: &str, mv: &str) -> Vec<String> {
    let variant: Variant = match variant {
        "" => Variant::new(),
        text => text.parse().expect(text),
    };
    let mut session = ludex_games::CATALOGUE.session(game, &variant, start).expect(game);
    session.extend(&Token::split(steps, "steps")).expect(steps);
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
        ["square c3, =3, square d3, square d3, square e3", "square c3, square e3, =3, =2+1",]
    );
    assert_eq!(ways(stacks, "", "c3+"), ["square c3, =1, square c4", "square c3, square c4, =1"]);
}

#[test]
fn a_half_made_spread_is_drawn() {
    let start = "x5/x5/x2,2121S,x2/x5/x5 1 10";
    let session =
        ludex_games::CATALOGUE.session("takt", &Variant::new(), Some(start)).expect("takt");
    let draw = |partial: &[&str]| {
        let partial = partial.iter().map(|&touch| touch.to_owned()).collect();
        let request = PictureRequest { partial, ..PictureRequest::default() };
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
    let error = draw(&["square c3", "square a1"]).expect_err("a stack goes straight").to_string();
    assert_eq!(error, "partial: \"square c3, square a1\" does not begin a legal move");
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
    assert_eq!(ways("luck=yes", "?/nw", "@0/nw"), ["cell @0", "drawn /nw, cell @0"]);
    assert_eq!(ways("luck=yes", "?/nw @0/ ?+ns", "A0+"), ["cell A0", "drawn +ns, cell A0"]);
}

#[test]
fn placements_are_a_tile_a_cell_and_a_rotation() {
    let start = "12d@0:0,6d@-1:0,51d@-2:1,41f@0:-1,17c@-2:0,24b@-1:-1,20a@-1:1,52b@1:-2 \
        46,31,15,33,49,30|26,1,47,42,27,34|28,37,35,36,29,55 ? RYB 0 1";
    let variant: Variant = "players=3".parse().expect("a variant");
    let session =
        ludex_games::CATALOGUE.session("tantrix", &variant, Some(start)).expect("tantrix");
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
    // One checker moves with both dice: through either point, or directly. A checker that is on the point in between may move first.
    assert_eq!(
        ways(None, "dice:52", "13/6"),
        [
            "point 8, point 6 | point 13, point 8",
            "point 13, point 6",
            "point 13, point 11 | point 11, point 6",
        ]
    );
    // A checker must stop on a point where it hits on the way. So touching the destination directly stands for the path through the other
    // point, where it does not hit.
    let after = "dice:21 13/11,6/5 roll dice:64";
    let both = "point 24, point 20 | point 20, point 14";
    assert_eq!(ways(None, after, "24/20*/14*"), [both]);
    assert_eq!(
        ways(None, after, "24/14*"),
        ["point 24, point 18 | point 18, point 14", "point 24, point 14"]
    );
}

/// The order that the rules require among the hops of a play.
#[test]
fn checkers_enter_first_and_are_borne_off_last() {
    let order_of = |start: &str, mv: &str| {
        let session = ludex_games::CATALOGUE.session("tryktrak", &Variant::new(), Some(start));
        let gestures = session.expect("a position").gestures();
        let found = gestures.into_iter().find(|(written, _)| written == mv);
        let (_, ways) = found.unwrap_or_else(|| panic!("{mv} is not legal"));
        let name = |way: &Way, hop: usize| {
            let hop: Vec<String> = way.hops[hop].iter().map(ToString::to_string).collect();
            hop.join("-")
        };
        let way = &ways[0];
        let pairs = way
            .after
            .iter()
            .map(|&(first, second)| format!("{} before {}", name(way, first), name(way, second)));
        pairs.collect::<Vec<_>>()
    };
    // One checker is on the bar.
    assert_eq!(
        order_of("XGID=-b----E-C---eE---c-e----AA:0:0:1:31:0:0:0:0:10", "bar/22,6/5"),
        ["bar 1-point 22 before point 6-point 5"]
    );
    // A checker is borne off only when the last one is at home.
    let racing = "XGID=-AABBB-A------------bbb-b-:0:0:1:65:0:0:0:0:10";
    assert_eq!(order_of(racing, "7/1,5/off"), ["point 7-point 1 before point 5-tray 1"]);
}

#[test]
fn a_half_made_play_is_drawn() {
    let mut session =
        ludex_games::CATALOGUE.session("tryktrak", &Variant::new(), None).expect("tryktrak");
    session.extend(&Token::split("dice:31 8/5,6/5 roll dice:66", "steps")).expect("a roll");
    let draw = |partial: &[&str]| {
        let partial = partial.iter().map(|&touch| touch.to_owned()).collect();
        let request = PictureRequest { partial, ..PictureRequest::default() };
        session.picture(&request).expect("the beginning of a play").to_live_svg()
    };
    let hop = ["point 24", "point 18"];
    let pictures: HashSet<String> =
        [&[][..], &hop, &[hop, hop].concat(), &[hop, hop, ["point 13", "point 7"]].concat()]
            .map(draw)
            .into();
    assert_eq!(pictures.len(), 4);
}

#[test]
fn a_double_is_a_word_or_the_cube_and_its_answer_a_word() {
    let ways = |steps, mv| ways_of("tryktrak", "length=0,beavers=yes", None, steps, mv);
    let line = "dice:31 8/5,6/5";
    assert_eq!(ways(line, "roll"), ["=roll", "dice roll"]);
    assert_eq!(ways(line, "double"), ["=double", "cube 1"]);
    let doubled = "dice:31 8/5,6/5 double";
    assert_eq!(ways(doubled, "take"), ["=take"]);
    assert_eq!(ways(doubled, "beaver"), ["=beaver"]);
}
