//! Players and files as users write them.

use super::versus;
use crate::program::{Folder, ludex};

#[test]
fn a_player_without_a_colon_is_refused() {
    for (text, hint) in [
        ("a nodes=100", "write a colon after the name: \\\"a: …\\\""),
        ("a, nodes=100", "\\\"a: …\\\""),
        ("my bot cmd=./x --port=1:2 ugi", "\\\"my bot: …\\\""),
        ("nodes=100", "write a name and a colon first"),
        ("a nodes 100", "\\\"a: …\\\""),
        ("a time=1s: nodes=5", "\\\"a: …\\\""),
        (": nodes=5", ""),
    ] {
        let ran = ludex(&versus("takt", [text, "b: nodes=5"], &["--pairs", "1"]));
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("--player: expected"), "{ran:?}");
        assert!(ran.err.contains(&hint.replace('\\', "")), "{ran:?}");
    }
    let folder = Folder::new("names");
    let players = ["a player of mine", "b: nodes=5"];
    let words = ["--variant", "size=3", "--pairs", "1", "--max-plies", "6", "--json", "--out"];
    let ran = ludex(&versus("takt", players, &[&words[..], &[folder.name()]].concat()));
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_file_may_write_numbers_as_they_are() {
    let folder = Folder::new("numbers");
    let file = folder.file(
        "cup.toml",
        "pairs = 1\nmargin = 2\n[[games]]\ngame = \"takt\"\nvariant = \"size=3\"\n[[players]]\nname = \"a\"\nnodes = 50\n\
         [players.set]\nnull_move = 0\n[[players]]\nname = \"b\"\ndepth = 2\ntime = 0.5\n",
    );
    let out = folder.path("out");
    let ran = ludex(&["tournament", &file, "--out", &out, "--json"]);
    assert_eq!(ran.last_json()["games"], 2, "{ran:?}");
    let wrong = folder.file(
        "wrong.toml",
        "[[games]]\ngame = \"takt\"\n[[players]]\nname = \"a\"\nnodes = [5]\n[[players]]\nname = \"b\"\n",
    );
    let ran = ludex(&["tournament", &wrong, "--out", &folder.path("no")]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("line 5") && ran.err.contains("a text or a number"), "{ran:?}");
}

#[test]
fn a_game_drawn_at_the_limit_of_plies_is_stored_as_a_draw() {
    for game in ["tryktrak", "quoridor"] {
        let folder = Folder::new(&format!("drawn-{game}"));
        let out = folder.path("out");
        let short = ["--pairs", "1", "--max-plies", "12", "--out", &out];
        let ran = ludex(&versus(game, ["a: nodes=20", "b: nodes=30"], &short));
        assert_eq!(ran.code, 0, "{ran:?}");
        let file = if game == "tryktrak" { "games-1.sgf" } else { "games-1.qdr" };
        let file = format!("{out}/{file}");
        let shown = ludex(&["show", game, "--file", &file, "--game", "1", "--json"]).json();
        assert_eq!(shown["result"], "draw", "{shown}");
    }
}

/// Every file of a tournament, and every format it is converted to, can be read again without a warning.
#[test]
fn games_are_read_strictly_in_every_format() {
    let games = ludex(&["games", "--json"]).json();
    for info in games["games"].as_array().expect("games") {
        let game = info["game"].as_str().expect("a name");
        let folder = Folder::new(&format!("strict-{game}"));
        let out = folder.path("out");
        let short = ["--pairs", "1", "--max-plies", "60", "--out", &out];
        let ran = ludex(&versus(game, ["a: nodes=20", "b: nodes=30"], &short));
        assert_eq!(ran.code, 0, "{ran:?}");
        let format = info["formats"][0].as_str().expect("a format");
        let written = format!("{out}/games-1.{format}");
        read_strictly(game, &written);
        for format in info["formats"].as_array().expect("formats") {
            let format = format.as_str().expect("a name");
            // A Match ID is half of a position, and a GNU ID does not contain the end of a game.
            if ["match-id", "gnuid"].contains(&format) {
                continue;
            }
            let converted = format!("{out}/converted.{format}");
            let ran =
                ludex(&["convert", game, "--file", &written, "--to", format, "--out", &converted]);
            assert_eq!(ran.code, 0, "{ran:?}");
            read_strictly(game, &converted);
        }
    }
}

#[track_caller]
fn read_strictly(game: &str, file: &str) {
    let ran = ludex(&["show", game, "--strict", "--file", file]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{file}: {ran:?}");
}
