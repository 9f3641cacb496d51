//! The luck in the games of a tournament: what is won is told without it too.

use serde_json::Value;

use super::versus;
use crate::program::{Folder, ludex};

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is a number"))
}

#[test]
fn luck_is_measured_kept_and_taken_away() {
    let folder = Folder::new("luck");
    let options = ["--luck", "yes", "-j", "1", "--json", "--variant", "cube=no"];
    let players = ["a: depth=0", "b: search=random"];
    let mut arguments = versus("tryktrak", players, &options);
    arguments.extend(["--pairs", "2", "--out", folder.name()]);
    let begun = ludex(&arguments);
    assert_eq!(begun.code, 0, "{begun:?}");
    // More games of the same run: what was measured before still counts.
    let extended = [
        "tournament",
        "--resume",
        folder.name(),
        "--extend",
        "pairs=3",
    ];
    let summary = ludex(&[&extended[..], &["--json"]].concat()).last_json();
    let games = folder.results();
    assert_eq!(games.len(), 6);
    let (mut plain, mut without) = (0.0, 0.0);
    for game in &games {
        let seat = usize::from(game["names"][0] != "a");
        let luck = [0, 1].map(|seat| number(&game["luck"][seat]));
        assert!(
            (luck[0] + luck[1]).abs() < 1e-4 && luck[0] != 0.0,
            "{luck:?}"
        );
        plain += number(&game["returns"][seat]) / games.len() as f64;
        without += (number(&game["returns"][seat]) - luck[seat]) / games.len() as f64;
    }
    let standings = summary["standings"].as_array().expect("a list");
    let of_a = standings.iter().find(|standing| standing["name"] == "a");
    let of_a = of_a.expect("it played");
    assert!((number(&of_a["returns"]) - plain).abs() < 1e-3, "{of_a}");
    assert!(
        (number(&of_a["without_luck"]["value"]) - without).abs() < 1e-3,
        "{of_a}"
    );
    assert!(number(&of_a["without_luck"]["error"]) > 0.0);
    // Who plays well against who plays anything wins by more than luck.
    assert!(without > 0.3, "{of_a}");
    let table = ludex(&["tournament", "--resume", folder.name()]).out;
    for part in ["points a game", "without luck", "variance without luck"] {
        assert!(table.contains(part), "{table}");
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
    assert!(refused("takt", "yes").contains("left to chance"));
    assert!(refused("tryktrak", "perhaps").contains("yes or no"));
}
