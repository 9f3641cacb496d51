//! Named variations: shown, judged, converted.

use crate::program::{TempFile, ludex};

const TREE: &str = "\
[Size \"5\"]

1. a1 e5
2. c3 c4

{2w1}
2. d4 d3
3. b1

{2w1/2b1}
2. -- d2

{2b1}
2. -- Sb4
";

fn run(command: &str, file: &TempFile, more: &[&str]) -> crate::program::Ran {
    ludex(&[&[command, "takt", "--file", file.name()], more].concat())
}

#[test]
fn a_variation_is_shown_by_its_name() {
    let file = TempFile::new("tree.ptn", TREE);
    for (name, moves) in
        [("2w1", "a1 e5 d4 d3 b1"), ("2w1/2b1", "a1 e5 d4 d2"), ("2b1", "a1 e5 c3 Sb4")]
    {
        let shown = run("show", &file, &["--branch", name, "--json"]).json();
        let meant = ludex(&["show", "takt", "--moves", moves, "--json"]).json();
        assert_eq!(shown["position"], meant["position"], "{name}");
        let line = run("convert", &file, &["--branch", name, "--to", "moves"]);
        assert_eq!(line.out, format!("{moves}\n"));
    }
    let ran = run("show", &file, &["--branch", "2w2"]);
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.err.contains("one of 2w1, 2w1/2b1, 2b1"), "{ran:?}");
}

#[test]
fn variations_go_to_sgf_and_back() {
    let file = TempFile::new("tree.ptn", TREE);
    let sgf = run("convert", &file, &["--to", "sgf", "--strict"]);
    assert_eq!((sgf.code, sgf.err.as_str()), (0, ""), "{sgf:?}");
    let sgf = TempFile::new("tree.sgf", &sgf.out);
    let back = run("convert", &sgf, &["--to", "ptn", "--strict"]);
    let ptn = run("convert", &file, &["--to", "ptn"]);
    assert_eq!(back.out, ptn.out);
    let branches = TREE.split_once("{2w1}").expect("it has some").1;
    assert!(ptn.out.ends_with(branches), "{ptn:?}");
}

#[test]
fn a_format_without_variations_reports_them() {
    let tree = "(;GAME[trax]GM[16];W[@0/](;B[@1+])(;B[A2+];W[A0/]))";
    let file = TempFile::new("tree-trax.sgf", tree);
    let convert = ["convert", "trax", "--file", file.name(), "--to", "trx"];
    let ran = ludex(&convert);
    assert_eq!((ran.code, ran.out.as_str()), (0, "@0/ @1+\n"), "{ran:?}");
    let warning = "line 1: \"1 variation\" is left out";
    assert!(ran.err.contains(warning), "{ran:?}");
    let ran = ludex(&[&convert[..], &["--strict"]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
}

#[test]
fn variations_are_judged_with_their_own_moves_alone() {
    let file = TempFile::new("tree.ptn", TREE);
    let out = TempFile::unwritten("judged-tree.ptn");
    let limits = ["--depth", "1", "--evaluator", "handmade", "--json"];
    let one = run("analyse", &file, &[&limits[..], &["--branch", "2w1"]].concat());
    let plies = |text: &str| -> Vec<(String, u64)> {
        let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let moves = lines.filter(|line: &serde_json::Value| line["ply"].is_u64());
        let told = |line: serde_json::Value| {
            let name = line["branch"].as_str().unwrap_or_default();
            (name.to_owned(), line["ply"].as_u64().unwrap_or_default())
        };
        moves.map(told).collect()
    };
    let own = |name: &str, from: u64, to: u64| {
        (from..=to).map(move |ply| (name.to_owned(), ply)).collect::<Vec<_>>()
    };
    assert_eq!(plies(&one.out), own("2w1", 3, 5), "{one:?}");
    let annotate = ["--branch", "all", "--annotate", out.name()];
    let all = run("analyse", &file, &[&limits[..], &annotate].concat());
    let expected = [own("", 1, 4), own("2w1", 3, 5), own("2w1/2b1", 4, 4), own("2b1", 4, 4)];
    assert_eq!(plies(&all.out), expected.concat(), "{all:?}");
    let text = std::fs::read_to_string(&out.0).expect("it was written");
    assert_eq!(text.matches("name:\"Ludex\"").count(), 9, "{text}");
    let told = run("convert", &out, &["--branch", "2w1/2b1", "--to", "moves"]);
    assert_eq!(told.out, "a1 e5 d4 d2\n", "{told:?}");
}

/// A command reports the parts of a tree that it leaves out.
#[test]
fn variations_that_are_left_out_are_reported() {
    let file = TempFile::new("tree.ptn", TREE);
    for (more, found) in [
        (&["--to", "ptn", "--ply", "2"][..], "3 variations"),
        (&["--to", "sgf", "--ply", "3"], "1 variation"),
        (&["--to", "ptn", "--ply", "4"], ""),
        (&["--to", "moves"], "3 variations"),
        (&["--to", "moves", "--branch", "2w1"], ""),
    ] {
        let ran = run("convert", &file, more);
        let n_lines = usize::from(!found.is_empty());
        assert_eq!((ran.code, ran.err.lines().count()), (0, n_lines), "{ran:?}");
        assert!(ran.err.contains(found) || found.is_empty(), "{ran:?}");
        let strict = run("convert", &file, &[more, &["--strict"]].concat());
        assert_eq!(strict.code, if found.is_empty() { 0 } else { 2 }, "{strict:?}");
    }
}

#[test]
fn a_page_names_its_branches() {
    let file = TempFile::new("tree.ptn", TREE);
    let out = TempFile::unwritten("tree.html");
    let limits = ["--depth", "1", "--evaluator", "handmade", "--html", out.name()];
    for (branch, names) in [
        ("all", &["Game 1", "Branch 2w1", "Branch 2w1/2b1", "Branch 2b1"][..]),
        ("2w1", &["Branch 2w1"]),
    ] {
        let ran = run("analyse", &file, &[&limits[..], &["--branch", branch]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        let page = std::fs::read_to_string(&out.0).expect("it was written");
        let headings = page.split("<h2>").skip(1).filter_map(|rest| rest.split("</h2>").next());
        let headings: Vec<&str> = headings.filter(|text| !text.contains("Worst")).collect();
        assert_eq!(headings, names);
    }
}

/// Every command that reads a game leaves out illegal variations and reports each of them.
#[test]
fn variations_that_break_a_rule_are_reported_by_every_command() {
    let tree = "[Size \"5\"]\n\n1. a1 e5\n2. c3 c4\n\n{x}\n2. d4 e5\n\n{y}\n2. a1 d4\n";
    let file = TempFile::new("broken.ptn", tree);
    let all = [&["--nodes", "10"][..], &["--nodes", "10"], &[], &["--to", "sgf"]];
    for (command, more) in ["analyse", "bestmove", "show", "convert"].into_iter().zip(all) {
        let ran = run(command, &file, more);
        assert_eq!((ran.code, ran.err.lines().count()), (0, 2), "{command}: {ran:?}");
        for warning in
            ["line 7, move 2: \"e5\" is not legal: e5", "line 10, move 2: \"a1\" is not legal: a1"]
        {
            assert!(ran.err.contains(warning), "{command}: {ran:?}");
        }
        let ran = run(command, &file, &[more, &["--strict"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command}: {ran:?}");
    }
    let ran = run("show", &file, &["--branch", "all"]);
    assert!(ran.code == 2 && ran.err.contains("only `analyse` without --ply"), "{ran:?}");
}
