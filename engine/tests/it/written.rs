//! Moves as people write them, and results that follow from the moves alone, in all commands that read or show them.

use crate::program::{TempFile, ludex};

/// A game of Takt in which the position after the second move occurs three times.
const REPEATED: &str = "1. a1 e5 2. c3 c4 3. c3> c4> 4. d3< d4< 5. c3> c4> 6. d3< d4<";

#[test]
fn lists_are_read_wherever_moves_are() {
    let plain = ludex(&["show", "quoridor", "--json", "--moves", "d1 e8 d2 e7 d4h g6v"]).json();
    let position = plain["position"].as_str().expect("a position");
    let text = "1. D1 E8\n2. d2, e7;\n3. hd4 vg6\n";
    let file = TempFile::new("numbered.qdr", text);
    let moves = TempFile::new("numbered.moves", text);
    for arguments in [
        &["--moves", text][..],
        &["--position", text],
        &["--file", file.name()],
        &["--file", moves.name()],
    ] {
        let shown = ludex(&[&["show", "quoridor", "--json"], arguments].concat()).json();
        assert_eq!(shown["position"], position, "{arguments:?}");
    }
    let converted = ludex(&["convert", "quoridor", "--moves", text, "--to", "moves"]);
    assert_eq!(converted.out, "d1 e8 d2 e7 d4h g6v\n");
}

#[test]
fn the_result_of_a_list_is_shown() {
    let moves = "1. e2 e8 2. black resigns";
    let shown = ludex(&["show", "quoridor", "--moves", moves]);
    assert!(shown.out.contains("Result of the record: 1-0"), "{shown:?}");
    let shown = ludex(&["show", "quoridor", "--json", "--moves", moves]).json();
    assert_eq!((&shown["over"], &shown["result"]), (&true.into(), &"p1win".into()));
    let moves = "e2 b5 Player 3 wins";
    let more = ["--variant", "players=4", "--moves", moves];
    let shown = ludex(&[&["show", "quoridor", "--json"], &more[..]].concat()).json();
    assert_eq!(shown["returns"], serde_json::json!([-1, -1, 1, -1]));
    let ptn = ludex(&["convert", "takt", "--moves", "a1 e5 c3 resign", "--to", "ptn"]);
    assert!(ptn.out.contains("[Result \"1-0\"]") && ptn.out.ends_with("1-0\n"), "{ptn:?}");
    let wrong = ludex(&["show", "trax", "--moves", "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+ 1-0"]);
    assert_eq!(wrong.code, 0, "{wrong:?}");
    assert!(wrong.err.starts_with("warning: --moves, move 8, result"), "{wrong:?}");
}

#[test]
fn a_draw_by_repetition_is_the_end_everywhere() {
    let variant = ["--variant", "size=5,repetition=3", "--moves", REPEATED];
    let run = |command: &str, game: &str, more: &[&str]| ludex(&[&[command, game], more].concat());
    let takt = |command: &str, more: &[&str]| run(command, "takt", &[&variant, more].concat());
    let board = takt("show", &[]);
    assert!(board.out.ends_with("Drawn by repetition (1/2-1/2)\n"), "{board:?}");
    let json = takt("show", &["--json"]).json();
    assert_eq!((&json["over"], &json["result"]), (&true.into(), &"draw".into()));
    assert_eq!(json["ptn_result"], "1/2-1/2");
    let svg = takt("show", &["--svg", "-"]).out;
    assert!(svg.contains("<title>Takt 5x5: Drawn by repetition"), "{svg}");
    let ptn = takt("convert", &["--to", "ptn"]).out;
    assert!(ptn.contains("[Result \"1/2-1/2\"]") && ptn.ends_with("1/2-1/2\n"), "{ptn}");
    let file = TempFile::new("repeated.ptn", &ptn);
    let board = run("show", "takt", &["--file", file.name()]);
    assert!(board.out.contains("Drawn by repetition"), "{board:?}");
    let won = TempFile::new("repeated-won.ptn", ptn.replace("1/2-1/2", "1-0"));
    let refused = run("show", "takt", &["--file", won.name()]);
    assert!(refused.err.contains("drawn by repetition"), "{refused:?}");
    // One step earlier the game is not over.
    let before = run("show", "takt", &["--file", file.name(), "--ply", "11"]);
    assert!(before.out.contains("Move 6: player 2 to move"), "{before:?}");

    let moves = ["--moves", "e2 e8 e1 e9 e2 e8 e1 e9"];
    let board = run("show", "quoridor", &moves);
    assert!(board.out.ends_with("Drawn by repetition (1/2-1/2)\n"), "{board:?}");
    let svg = run("show", "quoridor", &[&moves[..], &["--svg", "-"]].concat()).out;
    assert!(svg.contains("<title>Quoridor: Drawn by repetition"), "{svg}");
    let qdr = run("convert", "quoridor", &[&moves[..], &["--to", "qdr"]].concat()).out;
    assert!(qdr.contains("result: 1/2-1/2\n"), "{qdr}");
    let four = "e2 b5 e8 h5 e1 a5 e9 i5 ".repeat(2);
    let four = ["--json", "--variant", "players=4", "--moves", &four];
    let json = run("show", "quoridor", &four).json();
    assert_eq!(json["returns"], serde_json::json!([-0.5, -0.5, -0.5, -0.5]));
}

#[test]
fn a_judged_game_has_its_draw_by_repetition() {
    let file =
        TempFile::new("judged.ptn", format!("[Size \"5\"]\n[Repetition \"3\"]\n\n{REPEATED}\n"));
    let annotated = TempFile::unwritten("annotated.ptn");
    let limits = ["--nodes", "20", "--annotate", annotated.name()];
    let ran = ludex(&[&["analyse", "takt", "--file", file.name()], &limits[..]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let text = std::fs::read_to_string(annotated.name()).expect("it was written");
    assert!(text.contains("[Result \"1/2-1/2\"]"), "{text}");
}

#[test]
fn a_double_black_stack_is_played_on_the_command_line() {
    let ptn = "[Size \"6\"]\n[Opening \"double black stack\"]\n\n1. 2a1 f6\n2. c3 2a1>11\n";
    let file = TempFile::new("stack.ptn", ptn);
    let shown = ludex(&["show", "takt", "--json", "--file", file.name()]).json();
    assert_eq!(shown["variant"], "size=6,komi=0,opening=double-black-stack");
    assert_eq!(shown["position"], "x5,1/x6/x6/x2,1,x3/x6/x,2,2,x3 1 3");
    let again = ludex(&["convert", "takt", "--file", file.name(), "--to", "ptn"]).out;
    assert!(again.contains("[Opening \"double black stack\"]\n"), "{again}");
    assert!(again.contains("1. 2a1 f6\n"), "{again}");
    let variant = ["--variant", "opening=double-black-stack"];
    let best = ludex(&[&["bestmove", "takt", "--nodes", "200"], &variant[..]].concat());
    assert!(best.out.starts_with('2'), "{best:?}");
    let network = ["--variant", "size=6,opening=double-black-stack"];
    let ran = ludex(&[&["bestmove", "takt", "--nodes", "50"], &network[..]].concat());
    let warning =
        "--variant: \"opening=double-black-stack\" was not part of the network's training";
    assert!(ran.err.contains(warning), "{ran:?}");
    let own = ludex(
        &[&["bestmove", "takt", "--nodes", "50", "--evaluator", "handmade"], &network[..]].concat(),
    );
    assert_eq!((own.code, &*own.err), (0, ""), "{own:?}");
    let board = ludex(&[&["show", "takt"], &variant[..]].concat());
    assert!(board.out.contains("placing two flats of the opponent"), "{board:?}");
}

#[test]
fn dice_at_the_end_are_kept_or_reported() {
    let moves = "dice:31 8/5,6/5 dice:52";
    for to in ["sgf", "moves"] {
        let file = TempFile::unwritten(&format!("dice.{to}"));
        let out = ["--to", to, "--out", file.name()];
        let written = ludex(&[&["convert", "tryktrak", "--moves", moves], &out[..]].concat());
        assert_eq!((written.code, &*written.err), (0, ""), "{written:?}");
        let read = ludex(&["convert", "tryktrak", "--file", file.name(), "--to", "moves"]);
        assert_eq!(read.out.trim(), moves, "{to}");
    }
}
