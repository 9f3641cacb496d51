//! Records: converting, showing and judging games in files.

use super::program::{TempFile, command, ludex, with_input};

const PTN: &str = "\
[Size \"5\"]
[Player1 \"Anna\"]
[Player2 \"Ben\"]
[Komi \"2\"]

{A short game.}
1. a1 e5
2. c3 {the centre} d3?
3. c4 d4
4. c5 Cd5
5. c2 d2 6. c1 R-0
";

fn convert(options: &[&str]) -> super::program::Ran {
    ludex(&[&["convert", "takt"], options].concat())
}

#[test]
fn moves_become_positions_and_records() {
    let ran = convert(&["--moves", "a1 e5 Sc3", "--to", "tps"]);
    assert_eq!(ran.out, "x4,1/x5/x2,1S,x2/x5/2,x4 2 2\n");
    let ran = convert(&["--moves", "a1 e5 Sc3", "--variant", "komi=2", "--to", "ptn"]);
    assert!(ran.out.contains("[Size \"5\"]"), "{ran:?}");
    assert!(ran.out.contains("[Komi \"2\"]"), "{ran:?}");
    assert!(ran.out.contains("Sc3"), "{ran:?}");
    let back = with_input(command(&["convert", "takt", "--file", "-", "--to", "moves"]), &ran.out);
    assert_eq!(back.out, "a1 e5 Sc3\n", "{back:?}");
}

#[test]
fn a_position_is_written_in_its_canonical_form() {
    let ran = convert(&["--position", "x,x,x3/x5/x2,12S,x2/x5/x5 1 5", "--to", "tps"]);
    assert_eq!(ran.out, "x5/x5/x2,12S,x2/x5/x5 1 5\n", "{ran:?}");
    let ran = convert(&["--position", "x5/x5/x2,12S,x2/x5/x5 1 5", "--to", "ptn"]);
    assert!(ran.out.contains("[TPS \"x5/x5/x2,12S,x2/x5/x5 1 5\"]"), "{ran:?}");
}

#[test]
fn a_record_keeps_its_comments_and_tags() {
    let file = TempFile::new("kept.ptn", PTN);
    let ran = convert(&["--file", file.name(), "--to", "ptn"]);
    for part in ["Anna", "Ben", "{A short game.}", "{the centre}", "d3?", "R-0"] {
        assert!(ran.out.contains(part), "{part} is missing in {ran:?}");
    }
    let out = TempFile::unwritten("again.ptn");
    let written = convert(&["--file", file.name(), "--to", "ptn", "--out", out.name()]);
    assert_eq!((written.code, written.out.as_str()), (0, ""), "{written:?}");
    assert_eq!(std::fs::read_to_string(&out.0).expect("it was written"), ran.out);
    // Converting a converted record changes nothing.
    assert_eq!(convert(&["--file", out.name(), "--to", "ptn"]).out, ran.out);
}

#[test]
fn a_ply_of_a_record_is_shown() {
    let file = TempFile::new("ply.ptn", PTN);
    let show = |ply: &str| ludex(&["show", "takt", "--file", file.name(), "--ply", ply, "--json"]);
    let start = show("0").json();
    assert_eq!((&start["ply"], start["variant"].as_str()), (&0.into(), Some("size=5,komi=2")));
    assert_eq!(show("3").json()["position"], "x4,1/x5/x2,1,x2/x5/2,x4 2 2");
    let end = ludex(&["show", "takt", "--file", file.name(), "--json"]).json();
    assert_eq!((&end["ply"], end["result"].as_str()), (&11.into(), Some("p1win")));
    let ran = show("12");
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.err.contains("--ply") && ran.err.contains("0 to 11"), "{ran:?}");
}

#[test]
fn wrong_records_are_refused_with_their_line() {
    let cases = [
        ("[Size \"5\"]\n\n1. a1 e5\n2. c3 c3\n", "line 4"),
        ("[Size \"5\"]\n\n1. a1 e5\n2. c3 q9\n", "line 4"),
        ("[Size \"5\"]\n\n1. a1 e5 {never closed\n", ""),
        ("[Size \"5\n", ""),
        ("[Size \"12\"]\n\n1. a1 e5\n", ""),
        (&PTN.replace("R-0", "d1"), "line 11"),
    ];
    for (text, place) in cases {
        let file = TempFile::new("wrong.ptn", text);
        let ran = ludex(&["show", "takt", "--file", file.name()]);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{text:?}: {ran:?}");
        assert!(ran.err.contains(place) && ran.err.contains("wrong.ptn"), "{text:?}: {ran:?}");
    }
}

#[test]
fn a_record_is_judged_move_by_move() {
    let file = TempFile::new("judged.ptn", PTN);
    let arguments = ["analyse", "takt", "--file", file.name(), "--depth", "3", "--json"];
    let ran = ludex(&arguments);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 12, "{ran:?}");
    for (index, line) in lines[..11].iter().enumerate() {
        assert_eq!(line["ply"], index + 1);
        assert_eq!(line["to_move"], index % 2 + 1);
        assert!(line["bestmove"].is_string() && line["loss_of_win"].is_number(), "{line}");
    }
    // The last move wins at once, so its loss is zero.
    assert_eq!(lines[10]["played"], "c1");
    assert_eq!(lines[10]["loss_of_win"], 0.0);
    let totals = lines[11]["totals"].as_array().expect("a list");
    assert_eq!((&totals[0]["moves"], &totals[1]["moves"]), (&6.into(), &5.into()));
    let text = ludex(&["analyse", "takt", "--file", file.name(), "--depth", "3"]);
    let rows = text.out.lines().filter(|line| line.contains(" %"));
    assert!(rows.count() >= 13, "{text:?}");
    assert!(text.out.contains("accuracy"), "{text:?}");
}

/// A file that would be read as another game is not written.
#[test]
fn a_format_that_cannot_express_the_game_is_refused() {
    let cases = [
        ("quoridor", "players=4", "qtp", "players=4"),
        ("quoridor", "board=4x3", "qtp", "board=4x3"),
        ("quoridor", "edge-diagonal=off", "qtp", "edge-diagonal=off"),
        ("quoridor", "third-pawn=diagonal", "openspiel", "third-pawn=diagonal"),
        ("quoridor", "max-plies=9", "openspiel", "max-plies=9"),
    ];
    for (game, variant, format, found) in cases {
        let ran = ludex(&["convert", game, "--variant", variant, "--moves", "", "--to", format]);
        let expected = format!(
            "error: --to: \"{found}\" is an option of the variant that {format} cannot store"
        );
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.starts_with(&expected), "{ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    }
    let start = ["--position", "e3//e1 e9/9 10/2", "--moves", "e8"];
    let ran = ludex(&[&["convert", "quoridor", "--to", "qtp"][..], &start].concat());
    assert!(ran.code == 2 && ran.err.contains("e3//e1 e9/9 10/2"), "{ran:?}");
    let trax = ["convert", "trax", "--variant", "loop=yes", "--moves", "@0/", "--to", "trx"];
    let ran = ludex(&trax);
    assert_eq!((ran.code, ran.out.as_str()), (0, "# Variant: loop=yes\n@0/\n"));
}

/// Every command reads what `convert --to moves` writes.
#[test]
fn files_of_moves_are_read_as_records() {
    let games = [
        ("takt", "a1 e5 c3"),
        ("tryktrak", "dice:31 8/5,6/5 dice:52 24/22,13/8"),
        ("quoridor", "e2 e8 e3h"),
        ("trax", "@0/ @1+"),
    ];
    for (game, moves) in games {
        let written = ludex(&["convert", game, "--moves", moves, "--to", "moves"]);
        assert_eq!(written.code, 0, "{written:?}");
        let file = TempFile::new(&format!("{game}.moves"), &written.out);
        let shown = ludex(&["show", game, "--file", file.name(), "--json"]);
        let meant = ludex(&["show", game, "--moves", moves, "--json"]);
        assert_eq!(shown.code, 0, "{shown:?}");
        assert_eq!(shown.json()["position"], meant.json()["position"]);
    }
    let file = TempFile::new("wrong.moves", "e2 e8 e9");
    let ran = ludex(&["show", "quoridor", "--file", file.name()]);
    assert!(ran.code == 2 && ran.err.contains("move 3"), "{ran:?}");
}

#[test]
fn a_drawn_game_is_drawn_for_other_programs_too() {
    let ptn = "[Size \"5\"]\n\n1. a1 e5\n2. c3 1/2-1/2\n";
    let sgf = with_input(command(&["convert", "takt", "--file", "-", "--to", "sgf"]), ptn);
    assert!(sgf.out.contains("RE[Draw]"), "{sgf:?}");
}

#[test]
fn standard_input_can_be_used_twice() {
    for (option, text) in [("--position", "x5/x5/x2,12S,x2/x5/x5 1 5"), ("--moves", "a1 e5")] {
        let limits = ["--depth", "2", "--threads", "1"];
        let given = ludex(&[&["analyse", "takt", option, text][..], &limits].concat());
        let read = command(&[&["analyse", "takt", option, "-"][..], &limits].concat());
        let position =
            |out: &str| out.lines().find(|line| line.starts_with("position")).map(str::to_owned);
        let heard = with_input(read, text);
        assert_eq!(heard.code, 0, "{heard:?}");
        assert!(position(&given.out).is_some());
        assert_eq!(position(&heard.out), position(&given.out));
    }
}

/// Names may contain anything: comment signs, brackets, colons. SGF stores the third and fourth player too.
#[test]
fn names_come_back_as_they_were() {
    let names = ["#1 fan", "a # b", "C [x]", "D; the 4th"];
    for (game, format) in [("quoridor", "qdr"), ("tantrix", "tantrix")] {
        let tags = (1..).zip(names).map(|(number, name)| format!("Player{number}: {name}\n"));
        let text = format!("players: 4\n{}Round: 3\n", tags.collect::<String>());
        let file = TempFile::new(&format!("names.{format}"), text);
        let sgf = ludex(&["convert", game, "--file", file.name(), "--to", "sgf"]);
        assert_eq!(sgf.out.matches("TAG[").count(), 1, "{sgf:?}");
        let sgf = TempFile::new(&format!("names-{game}.sgf"), &sgf.out);
        let back = ludex(&["convert", game, "--file", sgf.name(), "--to", format]);
        for (number, name) in (1..).zip(names) {
            let line = format!("Player{number}: {name}\n");
            assert!(back.out.contains(&line), "{line} in {back:?}");
        }
        // Other programs, and older versions, repeat properties.
        let told = std::fs::read_to_string(&sgf.0).expect("it was written");
        let doubled = told.replacen("[Player4:", "TAG[Player4:", 1);
        let doubled = TempFile::new(&format!("doubled-{game}.sgf"), &doubled);
        let again = ludex(&["convert", game, "--file", doubled.name(), "--to", format]);
        assert_eq!(again.out, back.out, "{again:?}");
    }
}

#[test]
fn a_match_of_backgammon_is_read_whatever_the_names() {
    let moves = ["convert", "tryktrak", "--moves", "31 8/5,6/5"];
    let sgf = ludex(&[&moves[..], &["--to", "sgf"]].concat()).out;
    for name in ["# x", "; y", "a : 3"] {
        let named = sgf.replacen(";FF", &format!(";PW[{name}]FF"), 1);
        let named = TempFile::new("named.sgf", &named);
        let mat = ludex(&["convert", "tryktrak", "--file", named.name(), "--to", "mat"]);
        let mat = TempFile::new("named.mat", &mat.out);
        let back = ludex(&["convert", "tryktrak", "--file", mat.name(), "--to", "moves"]);
        assert_eq!(back.out, "dice:31 8/5,6/5\n", "{name}: {back:?}");
    }
}

#[test]
fn a_comment_may_follow_a_key() {
    let text =
        "players: 3 # three of us\nPlayer1: A # 1\n\ne2 # well: played\n\nresult: ended # so\n";
    let file = TempFile::new("commented.qdr", text);
    let back = ludex(&["convert", "quoridor", "--file", file.name(), "--to", "qdr"]);
    for part in ["players: 3\n", "Player1: A # 1\n", "well: played", "result: ended\n"] {
        assert!(back.out.contains(part), "{part} in {back:?}");
    }
}

/// A game that starts from a position before an ordinary turn is saved completely, with the text of that position.
#[test]
fn a_game_from_the_start_as_an_ordinary_turn_is_written() {
    let file = TempFile::unwritten("ordinary.mat");
    let play =
        ["play", "tryktrak", "--position", "4HPwATDgc/ABMA", "--p1", "engine", "--depth", "0"];
    let saved = ["--seed", "3", "--save", file.name()];
    let ran = ludex(&[&play[..], &saved].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let text = std::fs::read_to_string(&file.0).expect("it was written");
    assert!(text.contains("XGID=") && text.contains("  1) "), "{text}");
}

#[test]
fn a_bad_start_has_its_place_like_every_other_tag() {
    let text = "[Player1 \"A\"]\n[TPS \"x5/x5/x5/x5/x5 7 1\"]\n\n1. a1 e5\n";
    let file = TempFile::new("start.ptn", text);
    let ran = ludex(&["show", "takt", "--file", file.name()]);
    assert_eq!(ran.code, 2, "{ran:?}");
    let place = "start.ptn, line 2, tag TPS, side to move: expected 1 or 2";
    let short = "start.ptn, line 2, tag TPS, TPS, side to move: expected 1 or 2";
    assert!(ran.err.contains(place) || ran.err.contains(short), "{ran:?}");
}
