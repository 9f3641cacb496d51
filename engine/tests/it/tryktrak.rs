//! Tryktrak through the program: identifiers, files, dice in move lists, the cube, perft.

use super::program::{Ran, TempFile, ludex};

const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6";

fn run(command: &str, options: &[&str]) -> Ran {
    ludex(&[&[command, "tryktrak"], options].concat())
}

#[test]
fn perft_takes_the_start_as_an_ordinary_turn() {
    for options in [&[][..], &["--position", START], &["--variant", "length=7,cube=no"]] {
        let json = run("perft", &[&["--depth", "2", "--json"], options].concat()).json();
        assert_eq!((&json["nodes"], &json["weighted"]), (&202_782.into(), &419_783.into()));
    }
    let divided = run("perft", &["--depth", "1", "--divide"]);
    assert!(divided.out.starts_with("dice:11 "), "{divided:?}");
    assert!(divided.out.ends_with("nodes 447\n"), "{divided:?}");
    let dice = run("perft", &["--depth", "1", "--moves", "dice:31"]);
    assert_eq!(dice.out, "nodes 16\n");
}

#[test]
fn positions_are_converted() {
    let check = |to: &str, expected: &str| {
        let position = "XGID=-CaC-b-B---ae-b-BBB----dA-:2:1:1:31:9:5:0:11:10";
        let ran = run("convert", &["--position", position, "--to", to]);
        assert_eq!(ran.out, format!("{expected}\n"), "{ran:?}");
    };
    check("position-id", "HsB8gRHnMIBtIA");
    check("match-id", "HsB8gRHnMIBtIA:UollAVAASAAE");
    check("xgid", "XGID=-CaC-b-B---ae-b-BBB----dA-:2:1:1:31:9:5:0:11:10");
    let back = run("convert", &["--position", "HsB8gRHnMIBtIA:UollAVAASAAE", "--to", "xgid"]);
    assert_eq!(back.out, "XGID=-CaC-b-B---ae-b-BBB----dA-:2:1:1:31:9:5:0:11:6\n");
}

#[test]
fn moves_with_dice_and_cube() {
    let json = run("show", &["--moves", "dice:31 8/5,6/5 double take dice:52", "--json"]).json();
    assert_eq!((&json["to_move"], &json["ply"]), (&2.into(), &1.into()));
    assert_eq!(json["cube"]["value"], 2);
    assert_eq!(json["pips"], serde_json::json!([163, 167]));
    assert_eq!(json["dice"], serde_json::json!([5, 2]));
    let over = run("show", &["--moves", "dice:31 8/5,6/5 double pass", "--json"]).json();
    assert_eq!((&over["result"], &over["over"]), (&"p2win".into(), &true.into()));
    assert_eq!(over["returns"], serde_json::json!([-1, 1]));
    let moves = run("moves", &["--position", START, "--json"]).json();
    assert_eq!(moves["moves"], serde_json::json!(["roll", "double"]));
    let wrong = run("show", &["--moves", "dice:31 8/5"]);
    assert_eq!((wrong.code, wrong.err.lines().count()), (2, 1), "{wrong:?}");
    assert!(wrong.err.contains("move 2") && wrong.err.contains("both dice"), "{wrong:?}");
}

const MAT: &str = " 3 point match

 Game 1
 Anna : 0                      Ben : 0
  1) 31: 8/5 6/5                52: 13/8 24/22 
  2)  Doubles => 2               Drops
      Wins 1 point

 Game 2
 Anna : 1                      Ben : 0
  1)                            61: 13/7 8/7 
  2) 31: 8/5 6/5                42: 8/4 6/4 
";

#[test]
fn files_are_converted_game_by_game() {
    let file = TempFile::new("two.mat", MAT);
    let mat = run("convert", &["--file", file.name(), "--to", "mat"]);
    let squeezed = |text: &str| -> Vec<String> {
        let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().map(line).filter(|line| !line.is_empty()).collect()
    };
    assert_eq!(squeezed(&mat.out), squeezed(MAT), "{mat:?}");
    let sgf = run("convert", &["--file", file.name(), "--to", "sgf"]);
    assert_eq!(sgf.out.matches("(;FF[4]GM[6]").count(), 2, "{sgf:?}");
    let sgf_file = TempFile::new("two.sgf", &sgf.out);
    let back = run("convert", &["--file", sgf_file.name(), "--to", "mat"]);
    assert_eq!(back.out, mat.out);
    let second =
        run("show", &["--file", file.name(), "--game", "2", "--ply", "2", "--json"]).json();
    assert_eq!((&second["score"], &second["ply"]), (&serde_json::json!([1, 0]), &1.into()));
    let words = run("convert", &["--file", file.name(), "--game", "2", "--to", "moves"]);
    assert_eq!(words.out, "dice:16 13/7,8/7 dice:31 8/5,6/5 dice:42 8/4,6/4\n");
}

/// The good games, and everything before the damage, are written; the damage is reported with its line.
#[test]
fn damage_is_reported_and_good_games_are_kept() {
    let cases = [
        MAT.replace("  2) 31: 8/5 6/5                42", "  2) 31: 8/5 6/4                42"),
        MAT.replace("  2) 31: 8/5 6/5                42", "  2) 37: 8/5 6/4                42"),
    ];
    for text in cases {
        let file = TempFile::new("damaged.mat", &text);
        let ran = run("convert", &["--file", file.name(), "--to", "mat"]);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.err.contains("line 12"), "{ran:?}");
        assert!(ran.out.contains("Drops") && ran.out.contains("61: 13/7 8/7"), "{ran:?}");
        let good = run("show", &["--file", file.name(), "--game", "1", "--json"]);
        assert_eq!(good.code, 0, "{good:?}");
        let bad = run("show", &["--file", file.name(), "--game", "2"]);
        assert_eq!((bad.code, bad.err.lines().count()), (2, 1), "{bad:?}");
    }
}
