//! Only a referee knows the order of the bag: no search may see it.

use ludex_kit::{Feats, Notation, Playable, SearchKind, SearchSetup};
use ludex_search::support::random::stream;
use ludex_search::{Limits, Line, Proof, Root, Score, SearchOptions, StopFlag};
use ludex_tantrix::{Placement, Position, Tantrix};
use rand::Rng;
use rand::seq::SliceRandom;

use super::counts::{open, rows};
use super::expected::{draw, every_table, random_position};

/// The same position with the bag reversed.
fn reversed(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut bag: Vec<&str> = words[2].split(',').collect();
    bag.reverse();
    words[2] = bag.join(",");
    words.join(" ")
}

/// The result of a search of a position.
fn found(kind: &SearchKind<Tantrix>, text: &str) -> Found {
    let (game, pos) = open(text);
    let setup = SearchSetup {
        options: SearchOptions { multipv: 5, ..SearchOptions::default() },
        ..SearchSetup::default()
    };
    let mut search = kind.build(&game, &setup).expect("a search");
    let (root, limits) = (Root::new(pos), Limits::nodes(3_000));
    let mut reports = 0;
    let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| reports += 1);
    Found {
        lines: report.lines,
        nodes: report.nodes,
        proof: report.proof,
        reports,
        static_score: search.evaluate(&root.position),
    }
}

#[derive(Debug, PartialEq)]
struct Found {
    lines: Vec<Line<Placement>>,
    nodes: u64,
    proof: Option<Proof>,
    reports: usize,
    static_score: Option<Score>,
}

/// Runs every search of the game, and the search for certain loops.
fn check(text: &str, orders: &[String]) {
    let (game, pos) = open(text);
    let sure = |pos: &Position| {
        let sure = game.sure_moves(pos, 2).into_iter();
        sure.map(|sure| (sure.mv, sure.worth)).collect::<Vec<_>>()
    };
    for kind in Tantrix::SEARCHES {
        if (kind.instead)(&game).is_some() {
            continue;
        }
        let expected = found(kind, text);
        for other in orders {
            assert_eq!(found(kind, other), expected, "{} in {other}", kind.name);
        }
    }
    for other in orders {
        assert_eq!(sure(&open(other).1), sure(&pos), "{other}");
    }
}

#[test]
fn the_order_of_the_bag_changes_nothing_in_a_search() {
    let texts: Vec<&str> = rows().map(|row| row[3]).filter(|text| text.contains(" RY ")).collect();
    for text in texts.iter().filter(|text| !text.contains(" - RY ")).step_by(9) {
        check(&unordered(text), &[(*text).to_owned(), reversed(text)]);
    }
}

/// Positions of random games with a shuffled bag, for all numbers of players. The bags contain 30 tiles to one tile. With few tiles left,
/// the searches look ahead to the end of the game.
#[test]
fn no_search_sees_the_bag_however_many_play() {
    for options in every_table() {
        let game = Tantrix::with_options(options);
        let dealt = 6 * usize::from(options.players);
        for (seed, bag) in [(1, 30), (2, 14), (3, 5), (4, 2), (5, 1)] {
            let mut rng = stream(seed, dealt as u64);
            let mut pos = random_position(&game, 56 - dealt - bag, seed);
            draw(&game, &mut pos, &mut rng);
            let text = game.write_position(&pos);
            let orders = [0; 3].map(|_| shuffled(&text, &mut rng));
            check(&text, &orders);
        }
    }
}

/// The same position with the bag in random order.
fn shuffled(text: &str, rng: &mut impl Rng) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let left = words[2].strip_prefix('?').expect("no order");
    let (_, pos) = open(text);
    let mut bag: Vec<String> = match left {
        "" => pos.unseen().iter().map(|tile| tile.number().to_string()).collect(),
        tiles => tiles.split(',').map(str::to_owned).collect(),
    };
    bag.shuffle(rng);
    words[2] = bag.join(",");
    words.join(" ")
}

/// The same position without the order.
fn unordered(text: &str) -> String {
    let (game, pos) = open(text);
    game.write_position(&pos.without_order())
}

#[test]
fn the_order_of_the_bag_is_no_part_of_the_hash() {
    for row in rows() {
        let (_, pos) = open(row[3]);
        assert_eq!(pos.hash(), pos.without_order().hash());
    }
}
