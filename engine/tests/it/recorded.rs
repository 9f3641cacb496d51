//! The results and players in records, and how conversions keep them.

use serde_json::{Value, json};

use crate::program::{TempFile, ludex};

fn shown(game: &str, name: &str, text: &str, more: &[&str]) -> Value {
    let file = TempFile::new(name, text);
    let ran = ludex(&[&["show", game, "--file", file.name(), "--json"], more].concat());
    ran.json()
}

#[test]
fn a_record_states_resignations_and_losses_on_time() {
    let trx = "@0/ A2+ RESIGN\n";
    let qdr = "players: 3\nReturns: -1 1 -1\ne2\n";
    let mat = " 3 point match\n\n Game 1\n Ann : 0                Bob : 0\n  1) 31: 8/5 6/5         52: 13/8 24/22\n  2) 41: 24/23 13/9\n      Wins 1 point\n";
    for (game, name, text, result, returns) in [
        ("takt", "time.ptn", "[Size \"5\"]\na1 e5 c3 0-1\n", "p2win", json!([-1, 1])),
        ("takt", "tag.ptn", "[Size \"5\"]\n[Result \"1-0\"]\na1 e5\n", "p1win", json!([1, -1])),
        ("takt", "drawn.ptn", "[Size \"5\"]\na1 e5 1/2-1/2\n", "draw", json!([0, 0])),
        ("trax", "resigned.trx", trx, "p2win", json!([-1, 1])),
        ("trax", "drawn.trx", "@0/ DRAW\n", "draw", json!([0, 0])),
        ("quoridor", "time.qdr", "result: 0-1\ne2 e8\n", "p2win", json!([-1, 1])),
        ("quoridor", "three.qdr", qdr, "ended", json!([-1, 1, -1])),
        (
            "tantrix",
            "time.tantrix",
            "result: 1-0\nposition: - 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2\n",
            "p1win",
            json!([1, -1]),
        ),
        ("tryktrak", "resigned.mat", mat, "p1win", json!([1, -1])),
    ] {
        let object = shown(game, name, text, &[]);
        let told =
            ["over", "result", "returns", "to_move", "legal_moves"].map(|key| object[key].clone());
        let expected = [json!(true), json!(result), returns, Value::Null, json!(0)];
        assert_eq!(told, expected, "{name}: {object}");
        let object = shown(game, name, text, &["--ply", "0"]);
        assert_eq!(object["over"], false, "{name}: {object}");
    }
    let object = shown("takt", "open.ptn", "[Size \"5\"]\na1 e5 *\n", &[]);
    assert_eq!((&object["over"], &object["result"]), (&json!(false), &Value::Null));
}

/// A record that names one player of a team gives the result of the whole team.
#[test]
fn the_record_of_a_team_names_one_player() {
    let head = "players: 4\nteams: yes\ncolours: RY\n";
    for (result, returns) in [
        ("p1loses", json!([-1, 1, -1, 1])),
        ("p2win", json!([-1, 1, -1, 1])),
        ("RESIGN", json!([-1, 1, -1, 1])),
    ] {
        let deal =
            "position: - 1,2,3,4,5,6|7,8,9,10,11,12|13,14,15,16,17,18|19,20,21,22,23,24 ? RY 0 2\n";
        let object =
            shown("tantrix", "team.tantrix", &format!("{head}result: {result}\n{deal}"), &[]);
        assert_eq!(object["returns"], returns, "{result}: {object}");
    }
}

#[test]
fn the_score_counts_resigned_games() {
    let head = " 3 point match\n\n Game 1\n Ann : 0                Bob : 0\n";
    let text = format!(
        "{head}  1) 31: 8/5 6/5         52: 13/8 24/22\n  2) 41: 24/23 13/9\n      Wins 1 point\n"
    );
    let object = shown("tryktrak", "score.mat", &text, &[]);
    assert_eq!(object["score"], json!([1, 0]), "{object}");
    let text = format!(
        "{head}  1) 31: 8/5 6/5         52: 13/8 24/22\n  2) 41: 24/23 13/9\n      Wins 3 points and the match\n"
    );
    let object = shown("tryktrak", "match.mat", &text, &[]);
    assert_eq!(object["score"], json!([3, 0]), "{object}");
    let text =
        format!("{head}  1) 31: 8/5 6/5          Doubles => 2\n  2)  Drops\n      Wins 1 point\n");
    let object = shown(
        "tryktrak",
        "dropped.mat",
        &text
            .replace(" 3 point", " 1 point")
            .replace("Doubles => 2", "52: 13/8 24/22")
            .replace("  2)  Drops\n", "  2) 41: 24/23 13/9\n"),
        &[],
    );
    assert_eq!(object["score"], json!([1, 0]), "{object}");
}

/// A game of a match ends with its last position, not with the start of the next game.
#[test]
fn the_end_of_a_game_of_a_match_is_shown() {
    let sample =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tryktrak/tests/data/sample_match.mat");
    let shown = |game: &str, more: &[&str]| {
        let arguments = ["show", "tryktrak", "--file", sample, "--game", game];
        ludex(&[&arguments[..], more].concat())
    };
    let position = |text: &str| {
        let arguments = ["show", "tryktrak", "--position", text, "--json"];
        ludex(&arguments).json()
    };
    // A game that was resigned, a game won with a gammon, and the last game of the match.
    let games = [
        ("1", "p2win", [0, 2], "XGID=-BDBBCA-----------------d-:", "O has won 2 points."),
        (
            "2",
            "p1win",
            [2, 2],
            "XGID=------------------aedbb-a-:0:0:1:00:2:2:1:3:6",
            "X has won 2 points with a gammon.",
        ),
        (
            "3",
            "p1win",
            [3, 2],
            "XGID=------------------------a-:0:0:1:00:3:2:0:3:6",
            "X has won the match.",
        ),
    ];
    for (game, result, score, xgid, words) in games {
        let object = shown(game, &["--json"]).json();
        let told = ["over", "result", "score", "draw_pending"].map(|key| object[key].clone());
        let expected = [json!(true), json!(result), json!(score), json!(false)];
        assert_eq!(told, expected, "{object}");
        for key in ["position", "xgid"] {
            let text = object[key].as_str().expect("a text");
            assert!(text.starts_with(xgid), "{object}");
        }
        let text = shown(game, &[]).out;
        assert!(text.contains(words), "{text}");
    }
    // The written text is read with its score, so the match continues or is over.
    let next = position(games[1].3);
    assert_eq!((&next["over"], &next["score"]), (&json!(false), &json!([2, 2])));
    let over = position(games[2].3);
    assert_eq!((&over["over"], &over["score"]), (&json!(true), &json!([3, 2])));
    assert_eq!(over["position"], games[2].3);
    let text = " 3 point match\n\n Game 1\n Ann : 0                Bob : 0\n  1) 31: 8/5 6/5         52: 13/8 24/22\n  2)  Doubles => 2               Drops\n      Wins 1 point\n";
    let object = self::shown("tryktrak", "passed.mat", text, &[]);
    assert_eq!(
        (&object["result"], &object["score"], &object["pips"]),
        (&json!("p1win"), &json!([1, 0]), &json!([163, 160]))
    );
}

#[test]
fn a_result_that_is_not_on_the_board_is_reported() {
    for (moves, expected) in [
        ("a1 c3 R-0", "no road"),
        ("a1 c3 F-0", "no road"),
        ("a1 c3 0-F", "no road"),
        ("a3 a1 b1 b3 c1 F-0", "R-0"),
        ("a3 a1 b1 b3 c1 0-R", "R-0"),
        ("a3 a1 b1 b3 c1 0-1", "R-0"),
        ("a3 a1 b1 b3 c1 1/2-1/2", "R-0"),
    ] {
        let file = TempFile::new("claimed.ptn", format!("[Size \"3\"]\n{moves}\n"));
        for command in [&["show"][..], &["convert", "--to", "ptn"], &["analyse", "--nodes", "10"]] {
            for (strict, code) in [(&[][..], 0), (&["--strict"], 2)] {
                let file = ["takt", "--file", file.name()];
                let ran = ludex(&[&command[..1], &file, &command[1..], strict].concat());
                let place = "claimed.ptn, line 2";
                let told = ran.err.lines().filter(|line| line.contains(place));
                assert_eq!((ran.code, told.count()), (code, 1), "{moves}: {ran:?}");
                let found = moves.split(' ').next_back().unwrap_or_default();
                let names_all = ran.err.contains(found) && ran.err.contains(expected);
                assert!(names_all, "{moves}: {ran:?}");
            }
        }
    }
    for moves in
        ["a3 a1 b1 b3 c1 R-0", "a3 a1 b1 b3 c1 1-0", "a3 a1 b1 b3 c1", "a3 a1 1-0", "a3 a1 *"]
    {
        let file = TempFile::new("right.ptn", format!("[Size \"3\"]\n{moves}\n"));
        assert_eq!(ludex(&["show", "takt", "--file", file.name()]).code, 0, "{moves}");
    }
    let file = TempFile::new("over.qdr", "board: 3x3\nwalls: 0\nresult: 0-1\nb2 a3 c2 a2 c3\n");
    let ran = ludex(&["show", "quoridor", "--file", file.name(), "--strict"]);
    assert!(ran.code == 2 && ran.err.contains("1-0"), "{ran:?}");
}

#[test]
fn the_opening_of_a_ptn_is_obeyed_and_written_back() {
    let own = "[Size \"5\"]\n[Opening \"no-swap\"]\na1 e5\n";
    let file = TempFile::new("own.ptn", own);
    let object = ludex(&["show", "takt", "--file", file.name(), "--json"]).json();
    assert_eq!(object["position"], "x4,2/x5/x5/x5/1,x4 1 2");
    let written = ludex(&["convert", "takt", "--file", file.name(), "--to", "ptn"]);
    assert!(written.out.contains("[Opening \"no-swap\"]"), "{written:?}");
    let swapped = TempFile::new("swap.ptn", own.replace("no-swap", "swap"));
    let object = ludex(&["show", "takt", "--file", swapped.name(), "--json"]).json();
    assert_eq!(object["position"], "x4,1/x5/x5/x5/2,x4 1 2");
    let written = ludex(&["convert", "takt", "--file", swapped.name(), "--to", "ptn"]);
    assert!(written.out.contains("[Opening \"swap\"]"), "{written:?}");
    let wrong = TempFile::new("wrong.ptn", own.replace("no-swap", "noswap"));
    let ran = ludex(&["show", "takt", "--file", wrong.name()]);
    assert!(ran.code == 0 && ran.err.contains("line 2, tag Opening"), "{ran:?}");
    let moves = ludex(&["moves", "takt", "--variant", "opening=no-swap", "--json"]).json();
    assert_eq!(moves["moves"].as_array().map(Vec::len), Some(25));
}

#[test]
fn the_last_field_of_an_xgid_is_kept() {
    for last in ["10", "6", "0", "5"] {
        let text = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:{last}");
        let ran = ludex(&["convert", "tryktrak", "--position", &text, "--to", "xgid"]);
        assert_eq!(ran.out.trim(), text);
        let ran = ludex(&["show", "tryktrak", "--position", &text, "--moves", "8/5,6/5", "--json"]);
        let after = ran.json()["position"].as_str().map(str::to_owned).unwrap_or_default();
        assert!(after.ends_with(&format!(":{last}")), "{after}");
    }
}

#[test]
fn a_position_of_the_deal_is_read_back() {
    for moves in ["", ">18", ">18 >47", ">18 >47 >1 >2 >3 >4 >5 >6"] {
        let written = ludex(&["convert", "tantrix", "--moves", moves, "--to", "position"]);
        let text = written.out.trim();
        let read = ludex(&["show", "tantrix", "--position", text, "--json"]).json();
        assert_eq!(read["position"], text, "{moves}");
    }
}

#[test]
fn players_and_everything_else_survive_a_conversion() {
    let text = "[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Date \"2024.05.06\"]\n[Event \"tea\"]\n[Size \"5\"]\n[Komi \"0\"]\n[Flats \"21\"]\n[Caps \"1\"]\n[Result \"1-0\"]\n\n{first}\n1. a1 e5!\n2. c3 {good}\n1-0\n\n{1b1}\n1. -- e4 {or so}\n";
    let file = TempFile::new("whole.ptn", text);
    let ran = ludex(&["convert", "takt", "--file", file.name(), "--to", "ptn"]);
    assert_eq!(ran.out, text);
    for (game, ending, text) in [
        (
            "quoridor",
            "qdr",
            "# a game\n# of two\nboard: 9x9\nplayers: 2\nwalls: 10\nPlayer1: Ann\nDate: 2024.05.06\nresult: 0-1\ne2 e8\n",
        ),
        (
            "tantrix",
            "tantrix",
            "# a game\n# of two\nplayers: 2\ncolours: RY\nPlayer1: Ann\nEvent: tea\nposition: - 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2\nresult: 1-0\n",
        ),
    ] {
        let file = TempFile::new(&format!("whole.{ending}"), text);
        let ran = ludex(&["convert", game, "--file", file.name(), "--to", ending]);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let (kept, all) = (sorted(&ran.out), sorted(text));
        let lost: Vec<_> = all.iter().filter(|line| !kept.contains(line)).collect();
        assert!(lost.is_empty(), "{lost:?} of {ran:?}");
    }
}
