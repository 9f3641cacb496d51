//! Reports of a tournament show the same figure everywhere, all settings, and names exactly as given.

use super::super::program::Folder;
use super::super::program::{Ran, ludex};
use super::play::SMALL;
use super::versus;

fn report(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path("report.md")).expect("a report")
}

fn plain(folder: &Folder) -> Ran {
    let ran = ludex(&["tournament", "--resume", folder.name()]);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

#[test]
fn a_match_has_one_elo_with_one_error() {
    let folder = Folder::new("one-elo");
    let mut arguments = SMALL.to_vec();
    // The weaker player comes first, and the figure is that player's.
    arguments.swap(5, 7);
    arguments.extend(["--out", folder.name()]);
    let summary = ludex(&arguments).last_json();
    let standings = summary["standings"].as_array().unwrap();
    assert_eq!(summary["elo_of"], "weak");
    assert_eq!(standings[1]["name"], "weak");
    assert_eq!(standings[1]["rating"], summary["elo"]);
    assert_eq!(standings[0]["rating"]["error"], summary["elo"]["error"]);
    let value = |value: &serde_json::Value| value["value"].as_f64().unwrap();
    let sum = value(&standings[0]["rating"]) + value(&summary["elo"]);
    assert!(sum.abs() < 1e-9, "one figure with two signs: {sum}");
    let out = plain(&folder).out;
    assert!(out.contains("weak against strong"), "{out}");
    let figure = out.lines().find_map(|line| line.strip_prefix("Elo  ")).unwrap().trim().to_owned();
    let row = out.lines().find(|line| line.contains("2  weak")).unwrap();
    assert!(row.contains(&figure), "{row}: {figure}");
}

#[test]
fn a_report_says_what_was_played_and_with_what() {
    let folder = Folder::new("report");
    let arguments = versus(
        "takt",
        ["a|b <i>*x*: nodes=2000 seed=5", "weak: search=random"],
        &[
            "--variant",
            "size=3",
            "--pairs",
            "40",
            "--sprt",
            "elo0=0,elo1=200",
            "--json",
            "--out",
            folder.name(),
        ],
    );
    let summary = ludex(&arguments).last_json();
    let games = summary["games"].as_u64().unwrap();
    assert!(games < 80, "the test ends it: {summary}");
    let report = report(&folder);
    assert!(
        report.contains(&format!("- {games} of 80 games, {} complete pairs", games / 2)),
        "{report}"
    );
    assert!(!report.contains("40 pairs"), "{report}");
    for words in [
        r"| a\|b \<i\>\*x\* |",
        r"**a\|b \<i\>\*x\***: seed=5, nodes=2000",
        r"**weak**: time=100ms, search=random",
        "pairs=40",
        "sprt.elo1=200",
        "game=takt, variant=size=3",
        concat!("- Ludex ", env!("CARGO_PKG_VERSION"), ", started 2"),
    ] {
        assert!(report.contains(words), "{words}: {report}");
    }
    let games = std::fs::read_to_string(folder.path("games-1.ptn")).unwrap();
    assert!(games.contains("\"a|b <i>*x*\""), "{games}");
}

#[test]
fn games_of_trax_name_players_and_result() {
    let folder = Folder::new("trax-names");
    let arguments = versus(
        "trax",
        ["one: nodes=200", "two: nodes=50"],
        &[
            "--variant",
            "board=8x8",
            "--pairs",
            "2",
            "--max-plies",
            "12",
            "--json",
            "--out",
            folder.name(),
        ],
    );
    ludex(&arguments).last_json();
    let file = folder.path("games-1.trx");
    let text = std::fs::read_to_string(&file).unwrap();
    for words in
        ["# Player1: one", "# Player2: two", "# Player1: two", "# Result: ", "# Round: 2.1.2"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    let again = ludex(&["convert", "trax", "--file", &file, "--to", "trx"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert!(again.out.contains("# Player1: one"), "they are read again: {again:?}");
}

#[test]
fn openings_leave_something_to_be_decided() {
    let folder = Folder::new("undecided");
    let arguments = versus(
        "trax",
        ["one: nodes=300", "two: nodes=300"],
        &[
            "--variant",
            "board=8x8",
            "--pairs",
            "18",
            "--random-plies",
            "6",
            "--json",
            "--out",
            folder.name(),
        ],
    );
    ludex(&arguments).last_json();
    let games = folder.results();
    assert_eq!(games.len(), 36);
    for game in games {
        let (plies, opening) =
            (game["moves"].as_array().unwrap().len() as u64, game["opening"].as_u64().unwrap());
        assert_eq!(opening, 6);
        assert!(plies > opening + 2, "{game}");
    }
}

#[test]
fn a_series_in_real_time_takes_only_what_it_uses() {
    for more in [
        ["--pairs", "3"],
        ["--player", "a: nodes=1"],
        ["--out", "/nowhere/x"],
        ["--resume", "/nowhere/x"],
    ] {
        let ran =
            ludex(&[&["tournament", "tantrix", "--variant", "mode=gobble"], &more[..]].concat());
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(more[0]), "{ran:?}");
    }
}

#[test]
fn a_report_links_no_picture_that_is_not_there() {
    let mut drawn = Vec::new();
    for pairs in ["1", "3", "8"] {
        let folder = Folder::new("picture");
        let mut arguments = SMALL.to_vec();
        arguments[9] = pairs;
        arguments.extend(["--out", folder.name()]);
        ludex(&arguments).last_json();
        let is_there = std::path::Path::new(&folder.path("elo.svg")).exists();
        let report = report(&folder);
        assert_eq!(report.contains("elo.svg"), is_there, "{pairs}: {report}");
        drawn.push(is_there);
    }
    assert!(!drawn[0], "{drawn:?}");
}

#[test]
fn the_date_is_that_of_the_beginning() {
    let folder = Folder::new("date");
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    ludex(&arguments).last_json();
    let results = std::fs::metadata(folder.path("results.jsonl")).unwrap();
    if results.created().is_err() {
        // This file system does not store creation times.
        return;
    }
    let date = || {
        let report = report(&folder);
        let line = report.lines().find(|line| line.contains(", started 2"));
        line.unwrap_or_else(|| panic!("{report}")).to_owned()
    };
    let before = date();
    // Wait longer than the resolution of the date, which is one second.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    plain(&folder);
    assert_eq!(date(), before);
    let extend = ["--extend", "pairs=9"];
    ludex(&[&["tournament", "--resume", folder.name(), "--json"][..], &extend].concat())
        .last_json();
    assert_eq!(date(), before);
}

/// The HTML report contains every game, and escapes the names of its players.
#[test]
fn a_page_shows_every_game() {
    let folder = Folder::new("page");
    let arguments = versus(
        "takt",
        ["<b>one</b>: nodes=100", "two: nodes=50"],
        &["--variant", "size=3", "--pairs", "2", "--json", "--out", folder.name()],
    );
    ludex(&arguments).last_json();
    let page = std::fs::read_to_string(folder.path("report.html")).unwrap();
    for words in [
        "&lt;b&gt;one&lt;/b&gt;",
        "Tournament: Takt (Tak), board size 3, repetition limit 3",
        "; 4 of 4 games",
        "Content-Security-Policy",
        "href=\"#game1-2.1.2\"",
        "id=\"game1-2.1.2\"",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let ids: Vec<&str> = page
        .split("<details id=\"game1-")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(ids, ["1.1.1", "1.1.2", "2.1.1", "2.1.2"], "{page}");
    assert!(!page.contains("by the rules"), "{page}");
    assert!(!page.contains("<b>one"), "{page}");
}
