//! Annotated records: each is written in the format of the file, can be read again, and keeps the comments of other programs and people.

use crate::program::{Ran, TempFile, ludex};

fn annotated(game: &str, ending: &str, text: &str, limits: &[&str]) -> String {
    let file = TempFile::new(&format!("played.{ending}"), text);
    let out = TempFile::unwritten(&format!("judged.{ending}"));
    let head = ["analyse", game, "--file", file.name(), "--annotate", out.name()];
    let ran = ludex(&[&head[..], limits].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    std::fs::read_to_string(&out.0).expect("it was written")
}

fn converted(game: &str, ending: &str, text: &str, to: &str) -> Ran {
    let file = TempFile::new(&format!("again.{ending}"), text);
    ludex(&["convert", game, "--file", file.name(), "--to", to])
}

/// The annotated record has the same moves, and judging it again does not duplicate remarks.
#[track_caller]
fn check_annotated(game: &str, ending: &str, text: &str, limits: &[&str]) -> String {
    let once = annotated(game, ending, text, limits);
    let moves = converted(game, ending, text, "moves");
    let again = converted(game, ending, &once, "moves");
    assert_eq!((again.code, &again.out), (0, &moves.out), "{once}");
    assert!(!moves.out.is_empty(), "{moves:?}");
    assert_eq!(annotated(game, ending, &once, limits), once);
    let rewritten = converted(game, ending, &once, ending).out;
    let again = converted(game, ending, &rewritten, ending).out;
    assert_eq!(again, rewritten, "it is written as it was read");
    let n_remarks = |text: &str| text.matches("Ludex").count();
    assert_eq!(n_remarks(&rewritten), n_remarks(&once), "{rewritten}");
    once
}

const PTN: &str = "[Size \"3\"]\n[Result \"R-0\"]\n\n{before it began}\n1. a3 {the usual one} {and so on} c1\n2. b1 b3\n3. a1\nR-0\n";

#[test]
fn ptn_has_marks_threats_and_evaluations() {
    let text = check_annotated("takt", "ptn", PTN, &["--depth", "4"]);
    assert!(text.contains("{before it began}"), "{text}");
    assert!(text.contains("{the usual one} {and so on} {"), "{text}");
    assert!(text.contains("name:\"Ludex\" wdl:"), "{text}");
    assert!(text.contains(" pv> "), "{text}");
    // White has two of the three squares of a row, and so threatens a road that cannot be stopped.
    assert!(text.contains("\n2. b1'"), "{text}");
}

const BRANCHES: &str = "[Size \"5\"]\n\n1. a1 e5\n2. c3 {good} c4 (2... d4 {or this})\n3. b3 *\n\n{a try}\n2. b2 c2\n3. d4\n\n2-1.3. e1 a5\n\n[Size \"6\"]\n\n1. a1 f6\n";

#[test]
fn branches_of_ptn_are_kept_after_the_main_line() {
    let file = TempFile::new("branches.ptn", BRANCHES);
    let read = |number: &str, to: &str| {
        ludex(&["convert", "takt", "--file", file.name(), "--game", number, "--to", to])
    };
    assert_eq!(read("1", "moves").out.trim(), "a1 e5 c3 c4 b3");
    assert_eq!(read("2", "moves").out.trim(), "a1 f6");
    let text = read("1", "ptn").out;
    let branches = "{a try}\n2. b2 c2\n3. d4\n\n{2b1}\n2. -- d4 {or this}\n\n{2-1}\n3. e1 a5\n";
    assert!(text.ends_with(branches), "{text}");
    let judged = annotated("takt", "ptn", &text, &["--depth", "1"]);
    assert!(judged.contains("{good} {") && judged.contains("{a try}\n2. b2 c2"), "{judged}");
    let wrong = TempFile::new("gap.ptn", "[Size \"5\"]\n\n1. a1 e5\n3. c3\n");
    let wrong = ludex(&["show", "takt", "--file", wrong.name()]);
    assert!(wrong.code == 2 && wrong.err.contains("move number 2"), "{wrong:?}");
}

#[test]
fn trx_has_comments_about_turns() {
    let text = check_annotated(
        "trax",
        "trx",
        "# Player1: Ann\n# by the sea\n# turn 2: so far\n@0/ @1/ A0/ A3/ @1+ A0/ RESIGN\n",
        &["--depth", "1"],
    );
    assert!(text.contains("# turn 2: so far\n# turn 2: "), "{text}");
    assert!(text.contains("# by the sea\n") && text.ends_with("A0/ RESIGN\n"), "{text}");
    assert!(text.contains("Ludex: "), "{text}");
    let wrong = TempFile::new("wrong.trx", "# turn 9: no\n@0/\n");
    let wrong = ludex(&["show", "trax", "--file", wrong.name(), "--strict"]);
    assert!(wrong.code == 2 && wrong.err.contains("the number of a turn, 1 to 1"), "{wrong:?}");
}

#[test]
fn move_lists_have_comments_after_moves() {
    let quoridor = "players: 3\nPlayer2: Bob\nPlayer1: Ann\ne2 b5 e8 # he walks\ne3 c5\n";
    let text = check_annotated("quoridor", "qdr", quoridor, &["--nodes", "50"]);
    assert!(text.contains("e8 # he walks\n# "), "{text}");
    let tantrix = "players: 2\ncolours: RY\nposition: - 14,50,42,30,47,28|34,18,36,53,12,21 ? RY 0 2\n14a@0:0>33 # first\n";
    // The search has too few nodes to find a better move. A better move would add a mark before the comment `first`.
    let text = check_annotated("tantrix", "tantrix", tantrix, &["--nodes", "5"]);
    assert!(text.contains("14a@0:0>33 # first\n# Ludex: "), "{text}");
}

/// The verdict on a missed double is written at the play after the roll, together with the verdict on the play.
#[test]
fn matches_have_comments_about_decisions() {
    let text = " 5 point match\n\n; [XGID \"XGID=-BBBBBB-C----c-----bbbbbb-:0:0:1:00:0:0:0:5:10\"]\n Game 1\n Ann : 0                  Bob : 0\n  1) 31: 8/7 8/5\n";
    let text = check_annotated("tryktrak", "mat", text, &["--depth", "0"]);
    assert!(text.contains("Ludex: 8/7,8/5: equity "), "{text}");
    assert!(text.contains("Ludex: roll: equity "), "{text}");
}

#[test]
fn a_format_without_comments_is_refused() {
    let file = TempFile::new("played.qdr", "e2 e8\n");
    let ran = ludex(&["analyse", "quoridor", "--file", file.name(), "--annotate", "judged.qtp"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.err.contains("--annotate: \"judged.qtp\" has the wrong ending; expected .qdr"),
        "{ran:?}"
    );
}

#[test]
fn the_ending_of_an_annotated_file_may_be_in_capitals() {
    let text = annotated("takt", "PTN", PTN, &["--depth", "2"]);
    assert!(text.contains("Ludex"), "{text}");
}

/// Puzzles and games as GnuTrax writes them.
#[test]
fn the_dialect_of_gnutrax_is_read() {
    let text = "# a curve wins\n@0/ @1\\ - A0/ B0\\\n\n#\n@0/ @1/ resign\n#\nmove @0/\nmove @1/\nmove A0/\n\nmove @0+\n";
    let file = TempFile::new("gnutrax.trx", text);
    let read = |number: &str, to: &str| {
        ludex(&["convert", "trax", "--file", file.name(), "--game", number, "--to", to])
    };
    let moves = ["1", "2", "3", "4"].map(|number| read(number, "moves").out.trim().to_owned());
    assert_eq!(moves, ["@0/ @1\\", "@0/ @1/", "@0/ @1/ A0/", "@0+"]);
    assert!(read("1", "trx").out.contains("solved by A0/ or B0\\"), "{:?}", read("1", "trx"));
    assert!(read("2", "trx").out.ends_with("@0/ @1/ RESIGN\n"));
    assert_eq!(read("5", "trx").code, 2);
}

#[test]
fn a_short_search_finds_no_only_move_on_an_empty_board() {
    for side in ["3", "4", "6", "7"] {
        let text = format!("[Size \"{side}\"]\n\n1. a1\n");
        for nodes in ["50", "100", "200", "300"] {
            let text = annotated("takt", "ptn", &text, &["--nodes", nodes]);
            assert!(!text.contains("only move"), "{nodes}: {text}");
        }
    }
}
