//! The luck in the games of a tournament: results are also reported without luck.

use serde_json::Value;

use super::versus;
use crate::program::{Folder, ludex};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

#[test]
fn luck_is_measured_kept_and_taken_away() {
    let folder = Folder::new("luck");
    let options = ["--luck", "yes", "-j", "1", "--json", "--variant", "cube=no"];
    let players = ["a: depth=0", "b: search=random"];
    let mut arguments = versus("tryktrak", players, &options);
    arguments.extend(["--pairs", "2", "--seed", "1", "--out", folder.name()]);
    let begun = ludex(&arguments);
    assert_eq!(begun.code, 0, "{begun:?}");
    // More games are added to the same run, and earlier measurements still count.
    let extended = ["tournament", "--resume", folder.name(), "--extend", "pairs=3"];
    let summary = ludex(&[&extended[..], &["--json"]].concat()).last_json();
    let games = folder.results();
    assert_eq!(games.len(), 6);
    let (mut plain, mut without) = (0.0, 0.0);
    let mut by_pair = [0.0; 3];
    for game in &games {
        let seat = usize::from(game["names"][0] != "a");
        let luck = [0, 1].map(|seat| number(&game["luck"][seat]));
        assert!((luck[0] + luck[1]).abs() < 1e-4 && luck[0] != 0.0, "{luck:?}");
        plain += number(&game["returns"][seat]) / games.len() as f64;
        without += (number(&game["returns"][seat]) - luck[seat]) / games.len() as f64;
        let pair = number(&game["pair"]) as usize;
        by_pair[pair] += (number(&game["returns"][seat]) - luck[seat]) / 2.0;
    }
    let standings = summary["standings"].as_array().expect("a list");
    let of_a = standings.iter().find(|standing| standing["name"] == "a");
    let of_a = of_a.expect("it played");
    assert!((number(&of_a["returns"]) - plain).abs() < 1e-3, "{of_a}");
    assert!((number(&of_a["without_luck"]["value"]) - without).abs() < 1e-3, "{of_a}");
    // The games of a pair have the same dice, so the error is that of three pairs, not of six games.
    let squares: f64 = by_pair.iter().map(|mean| (mean - without).powi(2)).sum();
    let error = 1.96 * (squares / 2.0 / 3.0).sqrt();
    assert!((number(&of_a["without_luck"]["error"]) - error).abs() < 1e-3, "{error} {of_a}");
    // A good player beats a random one even after luck is removed from the results.
    assert!(without > 0.3, "{of_a}");
    let table = ludex(&["tournament", "--resume", folder.name()]).out;
    for part in ["result a game", "without luck", "variance without luck"] {
        assert!(table.contains(part), "{table}");
    }
}

/// With three players, each has its own sum of luck, and its own mean result without luck, with an error. The marks of the moves contain
/// the seat of the mover and the expected result.
#[test]
fn luck_of_several_players_is_counted_for_each() {
    let folder = Folder::new("luck-of-three");
    let ran = ludex(&[
        "tournament",
        "tantrix",
        "--variant",
        "players=3",
        "--player",
        "a: nodes=20",
        "--player",
        "b: search=greedy",
        "--player",
        "c: search=greedy",
        "--pairs",
        "2",
        "--luck",
        "yes",
        "-j",
        "1",
        "--json",
        "--out",
        folder.name(),
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let summary = ran.last_json();
    let games = folder.results();
    assert_eq!(games.len(), 6);
    for name in ["a", "b", "c"] {
        let (mut without, mut n_marks) = (0.0, 0);
        for game in &games {
            let names = game["names"].as_array().expect("names");
            let seat = names.iter().position(|seat| seat == name);
            let seat = seat.expect("everybody plays");
            assert_eq!(game["luck"].as_array().map(Vec::len), Some(3));
            without += number(&game["margins"][seat]) - number(&game["luck"][seat]);
            let marks = &game["marks"];
            let seats = marks["seat"].as_str().expect("the seats of the plies").chars();
            let expected = marks["expected"].as_array().expect("a list").iter();
            for (_, expected) in
                seats.zip(expected).filter(|(of, _)| of.to_string() == seat.to_string())
            {
                assert!((0.0..=1.0).contains(&number(expected)), "{expected}");
                n_marks += 1;
            }
        }
        assert!(n_marks > 40, "{name}: {n_marks}");
        let standings = summary["standings"].as_array().expect("a list");
        let standing = standings.iter().find(|standing| standing["name"] == name);
        let told = &standing.expect("it played")["without_luck"];
        assert!((number(&told["value"]) - without / 6.0).abs() < 1e-3, "{told}");
        assert!(number(&told["error"]) > 0.0);
    }
}

#[test]
fn luck_needs_chance_and_an_answer() {
    let refused = |game: &str, answer: &str| {
        let players = ["a: nodes=10", "b: nodes=10"];
        let folder = Folder::new("no-luck");
        let options = ["--luck", answer, "--pairs", "1", "--out", folder.name()];
        let ran = ludex(&versus(game, players, &options));
        assert_eq!(ran.code, 2, "{ran:?}");
        ran.err
    };
    assert!(refused("takt", "yes").contains("has no chance events"));
    assert!(refused("tryktrak", "perhaps").contains("yes or no"));
}
