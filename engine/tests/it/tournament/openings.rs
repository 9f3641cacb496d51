//! The openings of tournament games.

use super::play::SMALL;
use super::versus;
use crate::program::{Folder, TempFile, ludex};

#[test]
fn pairs_share_their_opening() {
    let folder = Folder::new("openings");
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    ludex(&arguments).last_json();
    let mut openings = std::collections::HashMap::new();
    for game in folder.results() {
        assert_eq!(game["opening"], 4);
        let first = game["moves"].as_array().unwrap()[..4].to_vec();
        let known = openings.entry(game["pair"].to_string()).or_insert_with(|| first.clone());
        assert_eq!(*known, first);
    }
    let mut distinct: Vec<_> = openings.values().map(|moves| format!("{moves:?}")).collect();
    distinct.sort();
    distinct.dedup();
    assert!(distinct.len() >= 7, "{distinct:?}");
    for name in ["report.md", "games-1.ptn", "settings.json"] {
        assert!(std::path::Path::new(&folder.path(name)).exists(), "{name}");
    }
}

/// In a tournament, a repeated position always ends the game, so an opening with a repetition is invalid.
#[test]
fn tournaments_draw_takt_by_repetition_by_default() {
    let folder = Folder::new("repeating");
    let opening = "a1 d4 d4- a1+ d3+ a2- d4- a1+ d3+ a2-\n";
    let book = folder.file("openings.txt", opening);
    let play = |variant, out: &str| {
        let more = ["--variant", variant, "--pairs", "1", "--book", &book, "--out", out];
        ludex(&versus("takt", ["a: nodes=50", "b: nodes=50"], &more))
    };
    let ran = play("size=4", &folder.path("none"));
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("the game is over after this opening"), "{ran:?}");
    let out = folder.path("off");
    let ran = play("size=4,repetition=off", &out);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_book_is_made_and_used() {
    let folder = Folder::new("book");
    let book = folder.path("book.txt");
    folder.file("nothing", "");
    let ran = ludex(&[
        "tournament",
        "takt",
        "--variant",
        "size=4",
        "--player",
        "judge: nodes=500",
        "--make-book",
        &book,
        "--lines",
        "6",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let lines = std::fs::read_to_string(&book).unwrap();
    assert_eq!(lines.lines().count(), 6);
    let out = folder.path("out");
    let summary = ludex(&versus(
        "takt",
        ["a: nodes=100", "b: nodes=100"],
        &["--variant", "size=4", "--pairs", "6", "--book", &book, "--json", "--out", &out],
    ))
    .last_json();
    assert_eq!(summary["games"], 12);
}

#[test]
fn openings_are_read_from_recorded_games_and_numbered_lists() {
    let folder = Folder::new("opening-files");
    let ptn = "[Size \"5\"]\n\n1. a1 e5 2. c3 *\n\n[Size \"5\"]\n[TPS \"x5/x5/x2,1,x2/x5/2,x3,1 2 2\"]\n\n2. -- d4\n";
    let lines =
        "1. A1 E5 2. c3\n# others\n1. a1 a5\n2. c3, c4; 3. d3\nx5/x5/x2,1,x2/x5/2,x3,1 2 2\n";
    let opened = |name: &str, option: &str, text: &str| -> Vec<serde_json::Value> {
        let file = folder.file(name, text);
        let out = folder.path(&format!("{name}-{}", &option[2..]));
        let more = ["--pairs", "3", option, &file, "--out", &out];
        let ran = ludex(&versus("takt", ["a: nodes=1", "b: nodes=1"], &more));
        assert_eq!(ran.code, 0, "{ran:?}");
        let results = std::fs::read_to_string(format!("{out}/results.jsonl")).unwrap();
        results.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let begins = |games: &[serde_json::Value], start: Option<&str>, moves: &[&str]| {
        games.iter().any(|game| {
            let played = game["moves"].as_array().unwrap();
            game["start"].as_str() == start && moves.iter().zip(played).all(|(mv, told)| told == mv)
        })
    };
    for option in ["--openings", "--book"] {
        let games = opened("games.ptn", option, ptn);
        assert!(begins(&games, None, &["a1", "e5", "c3"]), "{games:?}");
        let after = "x5/x3,2,x/x2,1,x2/x5/2,x3,1 1 3";
        assert!(begins(&games, Some(after), &[]), "{games:?}");
        let games = opened("lines.txt", option, lines);
        assert!(begins(&games, None, &["a1", "e5", "c3"]), "{games:?}");
        assert!(begins(&games, None, &["a1", "a5", "c3", "c4", "d3"]), "{games:?}");
        assert!(begins(&games, Some("x5/x5/x2,1,x2/x5/2,x3,1 2 2"), &[]), "{games:?}");
    }
    let toml = |game: &str| {
        let text = format!(
            "pairs = 1\n[[games]]\ngame = \"takt\"\n{game}\n[[players]]\nname = \"a\"\nnodes = \"1\"\n[[players]]\nname = \"b\"\nnodes = \"1\"\n"
        );
        let file = folder.file("cup.toml", &text);
        ludex(&["tournament", &file, "--json", "--out", &folder.path("cup")])
    };
    let path = folder.path("games.ptn");
    let ran = toml(&format!("openings = \"{path}\""));
    assert_eq!(ran.last_json()["games"], 2, "{ran:?}");
    let ran = toml(&format!("openings = \"{path}\"\nbook = \"{path}\""));
    assert!(ran.err.contains("cannot be used together with a book"), "{ran:?}");
    let refused = |text: &str, words: &[&str]| {
        let file = folder.file("bad.ptn", text);
        let more = ["--openings", &file, "--out", &folder.path("bad")];
        let ran = ludex(&versus("takt", ["a: nodes=1", "b: nodes=1"], &more));
        assert_eq!(ran.code, 2, "{ran:?}");
        for word in words {
            assert!(ran.err.contains(word), "{word}: {ran:?}");
        }
    };
    refused("[Size \"6\"]\n\n1. a1 f6\n", &["bad.ptn, game 1, variant", "size=6", "size=5"]);
    refused("1. a1 a1\n", &["bad.ptn, game 1", "occupied"]);
    let ran = ludex(&versus("takt", ["a: nodes=1", "b: nodes=1"], &["--openings", "balancd"]));
    assert!(ran.err.contains("did you mean balanced?"), "{ran:?}");
}

#[test]
fn openings_without_a_name_or_a_move_to_play_are_refused() {
    let folder = Folder::new("no-openings");
    let players = ["a: nodes=1", "b: nodes=1"];
    for name in ["", " "] {
        let ran = ludex(&versus("takt", players, &["--openings", name]));
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        let expected = "openings: expected the name of a file, but found nothing";
        assert!(ran.err.contains(expected), "{ran:?}");
    }
    let file = folder.file(
        "cup.toml",
        "[[games]]\ngame = \"takt\"\nopenings = \"\"\n[[players]]\nname = \"a\"\n[[players]]\nname = \"b\"\n",
    );
    let ran = ludex(&["tournament", &file, "--out", &folder.path("out")]);
    assert!(ran.code == 2 && ran.err.contains("openings: expected the name of a file"), "{ran:?}");
    // The first player's road, as moves, as the position after them, and as a recorded game.
    for (name, text, place) in [
        ("moves.txt", "a1 c3\na3 a1 b1 b3 c1\n", "moves.txt, line 2"),
        ("positions.txt", "2,x2/2,x2/1,1,1 2 3\n", "positions.txt, line 1"),
        ("game.ptn", "[Size \"3\"]\n\n1. a3 a1 2. b1 b3 3. c1 R-0\n", "game.ptn, game 1"),
    ] {
        let book = folder.file(name, text);
        let ran = ludex(&versus("takt", players, &["--variant", "size=3", "--book", &book]));
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        assert!(
            ran.err.contains(place) && ran.err.contains("the game is over after this opening"),
            "{ran:?}"
        );
    }
}

#[test]
fn openings_are_read_in_wide_letters_and_from_tags() {
    let folder = Folder::new("wide-openings");
    let play = |name: &str, bytes: &[u8]| {
        let file = TempFile::new(&format!("{name}.txt"), bytes);
        let out = folder.path(name);
        let more = ["--pairs", "1", "--openings", file.name(), "--out", &out];
        ludex(&versus("takt", ["a: nodes=1", "b: nodes=1"], &more))
    };
    let wide: Vec<u8> = "\u{feff}a1 e5\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let ran = play("wide", &wide);
    assert!(ran.code == 0 && ran.err.contains("UTF-16"), "{ran:?}");
    let ran = play("tags", b"[TPS \"x5/x5/x5/x5/2,x3,1 1 2\"]\n");
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn variations_of_openings_are_left_out_with_a_word() {
    let folder = Folder::new("branches");
    let game =
        |square: &str| format!("[Size \"4\"]\n\n1. a1 d4\n2. {square} c3\n\n{{x}}\n2. d1 c2\n\n");
    let text = game("b1") + &game("b2");
    let openings = folder.file("openings.ptn", &text);
    let more = [
        "--variant",
        "size=4",
        "--pairs",
        "1",
        "--openings",
        &openings,
        "--out",
        &folder.path("out"),
    ];
    let ran = ludex(&versus("takt", ["a: nodes=50", "b: nodes=50"], &more));
    assert_eq!(ran.code, 0, "{ran:?}");
    let warnings: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("warning")).collect();
    assert_eq!(warnings.len(), 1, "{ran:?}");
    assert!(warnings[0].contains("openings.ptn, line 7, move 2: 2 variations ignored"), "{ran:?}");
}
