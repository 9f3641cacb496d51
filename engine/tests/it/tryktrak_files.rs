//! Tryktrak files of other programs, read by Ludex: lists of positions, several matches, annotations of other programs, binary files.

use super::program::{Ran, TempFile, ludex};

const XGIDS: [&str; 2] = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:7:10",
];
const IDS: &str = "4HPwATDgc/ABMA:cIiuAAAAAAAE";
const OGID: &str = "11ccccchhhjjjjj:66666888dddddoo:N0N:51:B::0:0:7:";

fn run(command: &str, game: &str, options: &[&str]) -> Ran {
    ludex(&[&[command, game], options].concat())
}

fn positions(ran: &Ran) -> Vec<String> {
    let lines = ran.out.lines().map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        object["position"].as_str().expect("a position").to_owned()
    });
    lines.collect()
}

/// In every game, the positions of a file are analysed one by one, in any notation.
#[test]
fn lists_of_positions_are_analysed_one_by_one() {
    let limits = ["--depth", "0", "--json"];
    let text = format!("# mine\n{IDS}\n\n{OGID}\n{}\n", XGIDS[0]);
    for text in [XGIDS.join("\n"), text] {
        let n_positions = text.matches(':').count().min(text.lines().count());
        let file = TempFile::new("list.txt", &text);
        let ran = run("analyse", "tryktrak", &[&["--file", file.name()], &limits[..]].concat());
        let found = positions(&ran);
        assert!(found.len() >= 2 && found.len() <= n_positions, "{ran:?}");
        assert!(found.iter().all(|position| position.starts_with("XGID=-b----E")));
        let third = run("show", "tryktrak", &["--file", file.name(), "--game", "2", "--json"]);
        assert_eq!(third.json()["position"], found[1].as_str());
        let written = run("convert", "tryktrak", &["--file", file.name(), "--to", "ogid"]);
        assert_eq!(written.out.lines().count(), found.len(), "{written:?}");
    }
    let boards = "x5/x5/x5/x5/x5 1 1\nx4,1/x5/x2,1,x2/x5/2,x4 2 2\n";
    let file = TempFile::new("list.txt", boards);
    let limits = ["--nodes", "100", "--threads", "1", "--json"];
    let ran = run("analyse", "takt", &[&["--file", file.name()], &limits[..]].concat());
    assert_eq!(positions(&ran).join("\n") + "\n", boards, "{ran:?}");
    // An invalid line is reported, and the others are analysed.
    let file = TempFile::new("list.txt", format!("{boards}x5/x4 1 1\nx6/x6/x6/x6/x6/x6 1 1\n"));
    let ran = run("analyse", "takt", &[&["--file", file.name()], &limits[..]].concat());
    assert_eq!((positions(&ran).len(), ran.code), (3, 2), "{ran:?}");
    assert!(ran.err.contains("line 3"), "{ran:?}");
}

#[test]
fn positions_go_through_ogid() {
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:7:6";
    let shown = run("show", "tryktrak", &["--position", OGID, "--json"]).json();
    assert_eq!((&shown["xgid"], &shown["ogid"]), (&xgid.into(), &OGID.into()));
    let written = run("convert", "tryktrak", &["--position", xgid, "--to", "ogid"]);
    assert_eq!(written.out.trim(), OGID);
}

/// For binary files of other programs, the error names the program and says how to export the file.
#[test]
fn binary_files_are_recognised() {
    let read = |name: &str, bytes: &[u8]| {
        let file = TempFile::new(name, "");
        std::fs::write(&file.0, bytes).expect("a file that was just made");
        run("show", "tryktrak", &["--file", file.name()])
    };
    for (name, bytes, part) in [
        ("a.xg", &b"RGMH\x01\xff\xfe"[..], "eXtreme Gammon"),
        ("a.xgp", b"RGMH\x01\xff\xfe", "export it as text"),
        ("a.bgf", b"{\"format\":\"BGF\",\"version\":\"1.0\"}\n\x1f\x8b\xff", "BGBlitz"),
        ("a.mat", b"PK\x03\x04\xff", "zip archive"),
    ] {
        let ran = read(name, bytes);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.err.contains(part) && ran.err.contains(name), "{ran:?}");
    }
}

const GAME: &str = " Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5               52: 13/8 24/22\n  2) 64: 24/14                  \n      Wins 1 point\n\n";

/// The table, JSON and `--ply` use the same numbers of plies, and a match of other players has separate totals.
#[test]
fn matches_are_judged_apart_and_counted_alike() {
    let other = GAME.replace("A :", "C :").replace("B :", "D :");
    let text = format!(" 3 point match\n\n{GAME} 5 point match\n\n{other}");
    let file = TempFile::new("two.mat", &text);
    let options = ["--file", file.name(), "--depth", "0"];
    let json = run("analyse", "tryktrak", &[&options[..], &["--json"]].concat());
    let objects: Vec<serde_json::Value> =
        (json.out.lines()).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let sums: Vec<_> = objects.iter().filter(|object| object["totals"].is_array()).collect();
    assert_eq!(sums.len(), 2, "{json:?}");
    assert_eq!((&sums[0]["match"], &sums[1]["match"]), (&1.into(), &2.into()));
    let table = run("analyse", "tryktrak", &options);
    assert!(table.out.contains("Match 2, game 2\n"), "{table:?}");
    // Rolling instead of doubling has no row if its loss is zero.
    let plies =
        objects.iter().filter(|object| object["game_number"] == 1 && object["played"] != "roll");
    for object in plies {
        let (ply, played) = (&object["ply"], object["played"].as_str().expect("a move"));
        let row = table.out.lines().find(|line| {
            let mut words = line.split_whitespace();
            words.next() == Some(&ply.to_string()) && words.any(|word| word == played)
        });
        assert!(row.is_some(), "{ply} {played} in {}", table.out);
        let before = (ply.as_u64().expect("a number") - 1).to_string();
        let shown = run("show", "tryktrak", &["--file", file.name(), "--ply", &before, "--json"]);
        assert_eq!(shown.json()["position"], object["position"], "{object}");
    }
    let again = run("convert", "tryktrak", &["--file", file.name(), "--to", "mat"]);
    assert_eq!(again.out.matches(" point match").count(), 2, "{again:?}");
}

/// Analyses of other programs are kept in SGF, and reported as left out of other formats.
#[test]
fn analyses_of_others_are_kept_or_said_to_be_left_out() {
    let text = "(;FF[4]GM[6]MI[length:3]PW[a]PB[b]\n;W[31hefe]A[0][hefe E]LU[0.1]\n;B[52lqac]DA[x]\n;W[64xrrn])";
    let file = TempFile::new("analysed.sgf", text);
    let kept = run("convert", "tryktrak", &["--file", file.name(), "--to", "sgf"]);
    assert!(kept.out.contains("A[0][hefe E]LU[0.1]") && kept.err.is_empty(), "{kept:?}");
    let lost = run("convert", "tryktrak", &["--file", file.name(), "--to", "mat"]);
    for part in ["line 2", "2 notes of another program"] {
        assert!(lost.err.contains(part), "{lost:?}");
    }
    assert_eq!(lost.code, 0);
}

/// A tag that only a later game has is kept with it, and does not start a new match.
#[test]
fn a_tag_of_a_later_game_begins_no_match() {
    let game = |number: u8, score: u8| {
        let names = format!(" Ann : {score}                       Bob : 0\n");
        format!(
            " Game {number}\n{names}  1) 31: 8/5 6/5                 52: 13/8 13/11\n      Wins 1 point\n\n"
        )
    };
    let mat = format!(
        "; [Event \"Cup\"]\n\n 5 point match\n\n{}; [Annotator \"Cid\"]\n{}{}",
        game(1, 0),
        game(2, 1),
        game(3, 2)
    );
    let file = TempFile::new("match.mat", &mat);
    let to = |file: &TempFile, format: &str| {
        run("convert", "tryktrak", &["--file", file.name(), "--to", format])
    };
    let again = to(&file, "mat");
    assert_eq!((again.code, again.err.as_str()), (0, ""), "{again:?}");
    assert_eq!(again.out.matches("point match").count(), 1, "{again:?}");
    assert_eq!(again.out.matches("[Annotator \"Cid\"]").count(), 1, "{again:?}");
    let sgf = to(&file, "sgf");
    for number in ["game:0", "game:1", "game:2"] {
        assert_eq!(sgf.out.matches(number).count(), 1, "{sgf:?}");
    }
    let back = to(&TempFile::new("match.sgf", &sgf.out), "mat");
    assert_eq!(back.out, again.out);
    // A game with another event belongs to another match.
    let other = mat.replace("[Annotator \"Cid\"]", "[Event \"Final\"]");
    let sgf = to(&TempFile::new("other.mat", other), "sgf");
    assert_eq!(sgf.out.matches("game:0").count(), 1, "one heading, one match: {sgf:?}");
}
