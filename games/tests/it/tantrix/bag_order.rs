//! The order of a bag is the referee's: no search sees it.

use ludex_games::tantrix::Tantrix;
use ludex_games::{Notation, Playable, SearchSetup};
use ludex_search::{Limits, Root, SearchOptions, StopFlag};

use super::counts::{open, rows};

/// The same position with the bag turned round.
fn reversed(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut bag: Vec<&str> = words[2].split(',').collect();
    bag.reverse();
    words[2] = bag.join(",");
    words.join(" ")
}

#[test]
fn the_order_of_the_bag_changes_nothing_in_a_search() {
    let texts: Vec<&str> = rows()
        .map(|row| row[3])
        .filter(|text| text.contains(" RY "))
        .collect();
    for text in texts
        .iter()
        .filter(|text| !text.contains(" - RY "))
        .step_by(9)
    {
        for kind in Tantrix::searches() {
            let found = [*text, &*reversed(text), &unordered(text)].map(|text| {
                let (game, pos) = open(text);
                let setup = SearchSetup {
                    options: SearchOptions {
                        multipv: 5,
                        ..SearchOptions::default()
                    },
                    ..SearchSetup::default()
                };
                let mut search = kind.build(&game, &setup).expect("a search");
                let root = Root::new(pos);
                let limits = Limits::nodes(3_000);
                let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| ());
                (report.lines, report.nodes, report.depth, report.proof)
            });
            assert_eq!(found[0], found[1], "{} in {text}", kind.name);
            assert_eq!(found[0], found[2], "{} in {text}", kind.name);
        }
    }
}

/// The same position with the order forgotten.
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
