//! Whole tournaments through the program.

use super::versus;
use crate::program::{Folder, ludex};

/// Arguments of a small tournament whose games do not depend on times.
pub(super) const SMALL: [&str; 11] = [
    "tournament",
    "takt",
    "--variant",
    "size=4",
    "--player",
    "strong: nodes=2000",
    "--player",
    "weak: nodes=100",
    "--pairs",
    "8",
    "--json",
];

/// The games in order, without the times of the moves.
pub(super) fn games_of(folder: &Folder) -> Vec<String> {
    let mut games: Vec<String> = folder
        .results()
        .into_iter()
        .map(|game| {
            format!(
                "{} {} {} {} {}",
                game["pair"], game["seating"], game["moves"], game["returns"], game["ending"]
            )
        })
        .collect();
    games.sort();
    games
}

#[test]
fn games_and_table_do_not_depend_on_the_number_of_threads() {
    let run = |threads: &str| {
        let folder = Folder::new(&format!("threads-{threads}"));
        let mut arguments = SMALL.to_vec();
        arguments.extend(["-j", threads, "--seed", "7", "--out", folder.name()]);
        let summary = ludex(&arguments).last_json();
        (summary, games_of(&folder))
    };
    let alone = run("1");
    assert_eq!(alone, run("3"));
    assert_eq!(alone.0["games"], 16);
    assert_eq!(alone.0["players"], serde_json::json!(["strong", "weak"]));
    assert!(alone.0["elo"]["value"].as_f64().unwrap() > 100.0, "{}", alone.0);
}

#[test]
fn a_test_ends_the_match_early() {
    let folder = Folder::new("sprt");
    let ran = ludex(&versus(
        "takt",
        ["strong: nodes=1000", "random: search=random"],
        &[
            "--variant",
            "size=4",
            "--pairs",
            "1000",
            "--sprt",
            "elo0=0,elo1=100",
            "--json",
            "--out",
            folder.name(),
        ],
    ));
    let summary = ran.last_json();
    assert_eq!(summary["sprt"]["accepted"], "H1", "{summary}");
    assert!(summary["games"].as_u64().unwrap() < 200, "{summary}");
    // More pairs do not change the decision, and the report says so.
    for more in [&[][..], &["--extend", "pairs=2000"]] {
        let resume = ["tournament", "--resume", folder.name(), "--json"];
        let again = ludex(&[&resume[..], more].concat());
        assert!(
            again.err.contains("no games were played: pair ") && again.err.contains("H1 accepted"),
            "{again:?}"
        );
        assert_eq!(again.last_json(), summary);
    }
}

#[test]
fn round_robins_and_gauntlets_seat_all_players_equally() {
    for (more, n_games, of_last) in [(&[][..], 12, 8), (&["--gauntlet"], 8, 4)] {
        let folder = Folder::new(&format!("round-{n_games}"));
        let mut arguments = vec![
            "tournament",
            "takt",
            "--variant",
            "size=3",
            "--player",
            "a: nodes=500",
            "--player",
            "b: nodes=50",
            "--player",
            "c: search=random",
            "--pairs",
            "2",
            "--json",
            "--out",
            folder.name(),
        ];
        arguments.extend(more);
        let summary = ludex(&arguments).last_json();
        assert_eq!(summary["games"], n_games);
        let standings = summary["standings"].as_array().unwrap();
        let c = standings.iter().find(|status| status["name"] == "c").unwrap();
        assert_eq!(c["games"], of_last);
    }
}

#[test]
fn four_players_change_seats() {
    let folder = Folder::new("four");
    let summary = ludex(&versus(
        "quoridor",
        ["one: nodes=200", "rest: search=random"],
        &[
            "--variant",
            "players=4",
            "--pairs",
            "1",
            "--json",
            "--max-plies",
            "60",
            "--out",
            folder.name(),
        ],
    ))
    .last_json();
    assert_eq!(summary["games"], 4);
    assert_eq!(summary["scale"], "Weng-Lin");
    let seats: std::collections::BTreeSet<String> =
        folder.results().iter().map(|game| game["seats"].to_string()).collect();
    assert_eq!(seats.len(), 4, "{seats:?}");
}

#[test]
fn a_team_that_wins_has_won() {
    let folder = Folder::new("teams");
    let players = ["one: search=greedy", "rest: search=greedy"];
    let more = ["--variant", "players=4,teams=yes", "--pairs", "3", "--json", "--out"];
    let summary =
        ludex(&versus("tantrix", players, &[&more[..], &[folder.name()]].concat())).last_json();
    let won = |game: &serde_json::Value| game["returns"][0] != 0.0;
    assert!(folder.results().iter().any(won));
    let standings = summary["standings"].as_array().expect("a list");
    let sum = |key: &str| standings.iter().filter_map(|player| player[key].as_f64()).sum::<f64>();
    // Two of four players win and two lose, or all four share the win.
    let same = |one: f64, other: f64| (one - other).abs() < 1e-6;
    assert!(same(sum("wins"), sum("losses")), "{summary}");
    assert!(same(sum("points"), sum("games") / 2.0), "{summary}");
}

#[test]
fn other_protocols_are_spoken_too() {
    let ours = env!("CARGO_BIN_EXE_ludex");
    for (game, protocol, variant) in [
        ("takt", "tei", "size=4"),
        ("quoridor", "qtp", "board=5x5,walls=3"),
        ("trax", "fpt", "board=8x8"),
    ] {
        let folder = Folder::new(protocol);
        let more = if protocol == "tei" { "" } else { " --nodes 50" };
        let game_word = if protocol == "fpt" { " trax --variant board=8x8" } else { "" };
        let theirs =
            format!("theirs: nodes=50 protocol={protocol} cmd={ours} {protocol}{game_word}{more}");
        let ran = ludex(&versus(
            game,
            ["ours: nodes=50", &theirs],
            &[
                "--variant",
                variant,
                "--pairs",
                "1",
                "--json",
                "--max-plies",
                "80",
                "--out",
                folder.name(),
            ],
        ));
        let summary = ran.last_json();
        assert_eq!(summary["games"], 2, "{protocol}");
        for status in summary["standings"].as_array().unwrap() {
            assert_eq!(
                status["faults"],
                serde_json::json!({}),
                "{protocol}: {:?}",
                folder.results()
            );
        }
    }
}

/// Rolls count as plies, and a match consists of many games: the longest takes more than 10,000.
#[test]
fn the_longest_match_of_tryktrak_is_played_to_its_end() {
    let folder = Folder::new("longest-match");
    let rest = "--variant length=64,cube=no --pairs 1 --seed 1 --json --out";
    let rest: Vec<&str> = rest.split(' ').chain([folder.name()]).collect();
    let players = ["one: search=random", "two: search=random"];
    let ran = ludex(&versus("tryktrak", players, &rest));
    assert_eq!(ran.last_json()["games"], 2, "{ran:?}");
    for game in folder.results() {
        assert!(game["moves"].as_array().expect("a list").len() > 10_000);
        assert_eq!(game["ending"], "rules");
    }
}

#[test]
fn bad_settings_are_named() {
    let folder = Folder::new("bad");
    let toml = |text: &str| folder.file("bad.toml", text);
    let players = "[[players]]\nname = \"a\"\n[[players]]\nname = \"b\"\n";
    let adjudicated = |how: &str, place, part| {
        let games = "[[games]]\ngame = \"takt\"\n";
        (format!("[adjudicate]\n{how}\n{games}{players}"), place, part)
    };
    let cases = [
        (format!("pears = 3\n{players}"), "line 1", "did you mean pairs?"),
        (
            format!("pairs = 3\n[[games]]\ngame = \"takt\"\nbok = \"x\"\n{players}"),
            "line 4",
            "did you mean book?",
        ),
        (format!("[[games]]\ngame = \"tact\"\n{players}"), "tact", "did you mean takt?"),
        (format!("[[games]]\ngame = \"takt\"\nvariant = \"size=99\"\n{players}"), "size", "99"),
        (
            format!("[[games]]\ngame = \"takt\"\n{players}[[players]]\nname = \"a\"\n"),
            "a",
            "is the name of two players",
        ),
        (
            format!("[[games]]\ngame = \"takt\"\n{players}time = \"soon\"\n"),
            "player b, time",
            "soon",
        ),
        (format!("[[games]]\ngame = \"takt\"\nbook = \"/nowhere\"\n{players}"), "/nowhere", ""),
        (
            format!("[[games]]\ngame = \"takt\"\n{players}search = \"mtcs\"\n"),
            "player b, search",
            "mtcs",
        ),
        ("pairs = \n".to_owned(), "line 1", ""),
        adjudicated("win-plies = 1\nwin-score = inf", "win-score", "0 or more"),
        adjudicated("draw-plies = 1\ndraw-score = -1", "draw-score", "-1"),
        adjudicated("win-plies = 1", "win-score", "is missing"),
        adjudicated("draw-score = 1", "draw-plies", "is missing"),
        adjudicated("length = 0", "length", "1 or more"),
    ];
    for (text, place, part) in cases {
        let file = toml(&text);
        let out = folder.path("out");
        let ran = ludex(&["tournament", &file, "--out", &out]);
        assert_eq!(ran.code, 2, "{text}: {ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(place), "{text}: {ran:?}");
        assert!(ran.err.contains(part), "{text}: {ran:?}");
        assert!(!std::path::Path::new(&out).exists());
    }
    let book = folder.file("book.txt", "a1 e5\n# a remark\na1 a1\n");
    let ran = ludex(&[
        "tournament",
        "takt",
        "--player",
        "a: nodes=1",
        "--player",
        "b: nodes=1",
        "--book",
        &book,
        "--out",
        &folder.path("out"),
    ]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("book.txt, line 3, move 2"), "{ran:?}");
}

#[test]
fn games_won_by_more_or_less_show_points_and_files_their_results() {
    let folder = Folder::new("margins");
    let arguments = |more: &'static [&str]| {
        let mut all = versus(
            "tantrix",
            ["greedy: search=greedy nodes=1000", "random: search=random"],
            &["--pairs", "3"],
        );
        all.extend(more);
        all
    };
    let mut all = arguments(&["--json", "--out"]);
    all.push(folder.name());
    let summary = ludex(&all).last_json();
    let standings = summary["standings"].as_array().unwrap();
    let margin = |index: usize| standings[index]["margin"]["value"].as_f64().unwrap();
    assert!((margin(0) + margin(1)).abs() < 1e-3, "{summary}");
    let mean: f64 = folder
        .results()
        .iter()
        .map(|game| {
            let seat = usize::from(game["names"][0] != standings[0]["name"]);
            game["margins"][seat].as_f64().unwrap() / 6.0
        })
        .sum();
    assert!((mean - margin(0)).abs() < 1e-3, "{mean} {summary}");
    let ran = ludex(&["tournament", "--resume", folder.name()]);
    assert!(ran.out.contains("result a game"), "{ran:?}");
    let games = std::fs::read_to_string(folder.path("games-1.tantrix")).unwrap();
    assert_eq!(games.matches("result: ").count(), 6, "{games}");
    assert_eq!(games.matches("Margins: ").count(), 6, "{games}");
    // Takt has no margins; its files state results in its own notation.
    let takt = Folder::new("no-margins");
    let mut all = SMALL.to_vec();
    all.extend(["--out", takt.name()]);
    assert_eq!(ludex(&all).last_json()["standings"][0]["margin"], serde_json::Value::Null);
    let games = std::fs::read_to_string(takt.path("games-1.ptn")).unwrap();
    assert_eq!(games.matches("[Result \"").count(), 16, "{games}");
    let ran = ludex(&["analyse", "takt", "--file", &takt.path("games-1.ptn"), "--nodes", "10"]);
    assert_eq!(ran.code, 0, "the file can be read again: {ran:?}");
}

/// The rules do not end a game of Trax on an unlimited board.
#[test]
fn the_report_states_the_move_limit() {
    for (length, told) in [(None, true), (Some("40"), false)] {
        let folder = Folder::new("endless");
        let mut more = vec!["--pairs", "1", "--out", folder.name()];
        more.extend(length.into_iter().flat_map(|plies| ["--max-plies", plies]));
        let ran = ludex(&versus("trax", ["a: search=random", "b: search=random"], &more));
        assert_eq!(ran.code, 0, "{ran:?}");
        let report = std::fs::read_to_string(folder.path("report.md")).expect("a report");
        assert_eq!(report.contains(", drawn after 500 plies"), told, "{report}");
    }
}
