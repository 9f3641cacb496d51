//! Fits to recorded games.

use super::summary;
use crate::program::{Folder, ludex};
use crate::tournament::versus;

/// Records games between two equal players with the default weights, which include a good weight for flats.
fn recorded(folder: &Folder) {
    let ran = ludex(&versus(
        "takt",
        ["a: nodes=150", "b: nodes=150"],
        &[
            "--variant",
            "size=4,repetition=3,reversible=20",
            "--pairs",
            "60",
            "--out",
            folder.name(),
        ],
    ));
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_fit_to_recorded_games_finds_what_flats_are_worth() {
    let (games, folder, again) =
        (Folder::new("games"), Folder::new("fit"), Folder::new("fit-again"));
    recorded(&games);
    let records = games.path("results.jsonl");
    let ptn = games.path("games-1.ptn");
    let fit = |folder: &Folder, records: &str, threads: &str| {
        let ran = ludex(&[
            "tune",
            "takt",
            "--method",
            "texel",
            "--variant",
            "size=4,repetition=3,reversible=20",
            "--player",
            "nodes=60 set.half_flats_late=-100",
            "--parameter",
            "half_flats_late,flat_ring_1_late",
            "--records",
            records,
            "--iterations",
            "20",
            "--match-pairs",
            "0",
            "--json",
            "-j",
            threads,
            "--out",
            folder.name(),
        ]);
        summary(&ran)
    };
    let found = fit(&folder, &records, "1");
    assert_eq!(found, fit(&again, &records, "2"), "the same on any number of threads");
    let losses = &found["losses"];
    assert!(losses["after"].as_f64() < losses["before"].as_f64(), "{found}");
    assert!(losses["held_out_after"].as_f64() < losses["held_out_before"].as_f64(), "{found}");
    assert!(found["parameters"][0]["new"].as_i64().unwrap() > 0, "{found}");
    // Game files give the same result as result lines, except for openings, which they do not mark.
    let of_files = fit(&Folder::new("fit-ptn"), &ptn, "2");
    assert!(of_files["games"].as_u64() > Some(500), "{of_files}");
}

#[test]
fn evaluations_of_other_games_are_fitted_too() {
    for (game, variant, player, parameters) in [
        ("quoridor", "board=5x5,walls=2", "nodes=60", "weight_3_at_0"),
        ("tantrix", "", "search=expectimax depth=1", "logit"),
    ] {
        let (games, folder) =
            (Folder::new(&format!("{game}-games")), Folder::new(&format!("{game}-fit")));
        let (one, two) = (format!("a: {player}"), format!("b: {player}"));
        let mut arguments = versus(game, [&one, &two], &["--pairs", "6", "--out", games.name()]);
        let mut more = vec![];
        if !variant.is_empty() {
            more.extend(["--variant", variant]);
        }
        arguments.extend(&more);
        assert_eq!(ludex(&arguments).code, 0);
        let records = games.path("results.jsonl");
        let mut arguments = vec![
            "tune",
            game,
            "--method",
            "texel",
            "--player",
            player,
            "--parameter",
            parameters,
            "--records",
            &records,
            "--iterations",
            "2",
            "--match-pairs",
            "0",
            "--json",
            "--out",
            folder.name(),
        ];
        arguments.extend(&more);
        let summary = summary(&ludex(&arguments));
        assert!(
            summary["losses"]["after"].as_f64() <= summary["losses"]["before"].as_f64(),
            "{summary}"
        );
    }
}
