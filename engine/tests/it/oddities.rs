//! Irregular files: everything readable is read, and the rest is reported with its place.

use crate::program::{TempFile, ludex};

const GAMES: &str = "\
[Size \"5\"]

1. a1 e5
2. c3 c4 1-0

[Size \"5\"]

1. b1 e5
2. zz

[Size \"5\"]
[Event \"x\"]
[Event \"y\"]

1. c1 e5
2. c3 1/2
";

#[test]
fn the_games_around_a_damaged_one_are_converted() {
    let file = TempFile::new("three.ptn", GAMES);
    let convert = ["convert", "takt", "--file", file.name(), "--to", "ptn"];
    let ran = ludex(&convert);
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.err.contains("three.ptn, line 9, move 2: expected"), "{ran:?}");
    for part in ["1. a1 e5\n2. c3 c4\n1-0\n", "1. b1 e5\n", "1. c1 e5\n2. c3\n1/2-1/2\n"] {
        assert!(ran.out.contains(part), "{part} in {ran:?}");
    }
    let strict = ludex(&[&convert[..], &["--strict"]].concat());
    assert_eq!((strict.code, strict.out.as_str()), (2, ""), "{strict:?}");
    // Each game can be chosen by its number.
    for (number, ply) in [("1", 4), ("3", 3)] {
        let show = ["show", "takt", "--file", file.name(), "--game", number, "--json"];
        assert_eq!(ludex(&show).json()["ply"], ply);
    }
    let show = ["show", "takt", "--file", file.name(), "--game", "2"];
    assert_eq!(ludex(&show).code, 2);
    let before = ludex(&[&show[..], &["--ply", "2", "--json"]].concat());
    assert_eq!(before.json()["ply"], 2, "{before:?}");
}

#[test]
fn an_oddity_is_a_warning_and_strictly_an_error() {
    for (game, name, text, warning) in [
        ("takt", "cut.ptn", "[Size \"5\"]\n[Result \"R-0\"]\n1. a1 e5", "there is no road"),
        ("takt", "number.ptn", "[Size \"5\"]\n1. a1 e5\n12.", "12."),
        ("takt", "twice.ptn", "[Size \"5\"]\n[Size \"6\"]\n1. a1 e5", "repeats a tag"),
        ("takt", "branch.ptn", "[Size \"5\"]\n\n1. a1 e5\n\n{1b1}\n1. -- a1\n", "a1 is occupied"),
        ("quoridor", "twice.qdr", "walls: 3\nwalls: 4\ne2 e8\n", "repeats a key"),
        ("trax", "far.trx", "# turn 9: !\n@0/ @1+\n", "the number of a turn, 1 to 2"),
    ] {
        let file = TempFile::new(name, text);
        let to = ludex_games::CATALOGUE.info(game).expect("a game").formats[0].name;
        let convert = ["convert", game, "--file", file.name(), "--to", to];
        let ran = ludex(&convert);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.err.starts_with("warning: ") && ran.err.contains(warning), "{ran:?}");
        assert!(ran.err.contains(name), "{ran:?}");
        let again = TempFile::new(name, &ran.out);
        let shown = ludex(&["show", game, "--file", again.name(), "--json"]).json();
        assert_eq!(shown["ply"], 2, "{name}: {shown}");
        let ran = ludex(&[&convert[..], &["--strict"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.contains(warning), "{ran:?}");
    }
}

#[test]
fn finished_games_are_written_with_their_results() {
    for (game, variant, moves, format, words) in [
        ("takt", "size=3", "a3 a1 b1 b3 c1", "ptn", &["[Result \"R-0\"]", "c1\nR-0\n"][..]),
        ("takt", "size=3", "a3 a1 b1 b3 c1", "sgf", &["RE[W+]", "RESULT[R-0]"]),
        (
            "takt",
            "repetition=2",
            "a1 e5 b1 b5 b1+ b5- b2- b4+",
            "ptn",
            &["[Result \"1/2-1/2\"]", "b4+\n1/2-1/2\n"],
        ),
        ("quoridor", "board=3x3,walls=0", "b2 a3 c2 a2 c3", "sgf", &["RE[W+]"]),
        ("quoridor", "board=3x3,walls=0", "b2 a3 c2 a2 c3", "qdr", &["result: 1-0\n"]),
    ] {
        let convert = ["convert", game, "--variant", variant, "--moves", moves, "--to", format];
        let ran = ludex(&convert);
        for word in words {
            assert!(ran.out.contains(word), "{word}: {ran:?}");
        }
        let file = TempFile::new(&format!("over.{format}"), &ran.out);
        let again = ludex(&["convert", game, "--file", file.name(), "--to", format, "--strict"]);
        assert_eq!(again.out, ran.out, "{again:?}");
    }
}

#[test]
fn other_letters_are_read_with_a_warning() {
    let wide: Vec<u8> = "\u{feff}[Player1 \"José\"]\n[Size \"5\"]\n1. a1 e5\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let narrow = b"[Player1 \"Jos\xe9\"]\n[Size \"5\"]\n1. a1 e5\n".to_vec();
    for (bytes, name) in [(wide, "UTF-16"), (narrow, "Windows-1252")] {
        let file = TempFile::new("letters.ptn", bytes);
        let convert = ["convert", "takt", "--file", file.name(), "--to", "ptn"];
        let ran = ludex(&convert);
        assert!(ran.out.starts_with("[Player1 \"José\"]"), "{ran:?}");
        assert!(ran.code == 0 && ran.err.contains(name), "{ran:?}");
    }
}

/// Each file is read only once, so its irregularities are reported only once.
#[test]
fn what_is_odd_about_a_file_is_reported_once() {
    let tps = b"# Jos\xe9\nx5/x5/x5/x5/x5 1 1\nx4,1/x5/x5/x5/2,x4 1 2\n".to_vec();
    let ptn = b"[Player1 \"Jos\xe9\"]\n[Size \"5\"]\n[Size \"6\"]\n\n1. a1 e5\n".to_vec();
    for (text, name, n_odd) in [(tps, "list.txt", 1), (ptn, "game.ptn", 2)] {
        let file = TempFile::new(name, text);
        let file = ["takt", "--file", file.name()];
        for more in [
            &["analyse", "--depth", "1"][..],
            &["convert", "--to", "tps"],
            &["convert", "--to", "ptn"],
            &["analyse", "--depth", "1", "--game", "1"],
        ] {
            let ran = ludex(&[&more[..1], &file[..], &more[1..]].concat());
            let warnings = ran.err.lines().filter(|line| line.starts_with("warning"));
            assert_eq!(warnings.count(), n_odd, "{more:?}: {ran:?}");
        }
    }
}

/// Everything that a format cannot store is reported.
#[test]
fn what_is_left_out_is_reported() {
    let text = "Site: home\nresult: 1-0\n# Before.\ne2 e8 # ! good\n";
    let file = TempFile::new("full.qdr", text);
    let ran = ludex(&["convert", "quoridor", "--file", file.name(), "--to", "qtp"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for what in ["the tag Site", "the result 1-0", "2 comments", "1 mark"] {
        let told = ran.err.lines().filter(|line| line.contains(what));
        assert_eq!(told.count(), 1, "{what}: {ran:?}");
    }
    let quiet = ["--quiet", "convert", "quoridor", "--file", file.name(), "--to", "qtp"];
    assert_eq!(ludex(&quiet).err, "");
}

/// Reports come in the order of the file; the last damaged game is the error that ends the command.
#[test]
fn oddities_are_reported_in_the_order_of_the_file() {
    let odd = "[Size \"5\"]\n[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. a1 e5\n";
    let branches = "\n{a}\n1. b1 zz\n\n{b}\n1. c1 yy\n";
    let damaged = "\n[Size \"5\"]\n\n1. b1 e5\n2. zz\n\n";
    let text = format!("{odd}{branches}{damaged}").repeat(2);
    let file = TempFile::new("odd.ptn", text);
    let ran = ludex(&["convert", "takt", "--file", file.name(), "--to", "ptn"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    let number = |line: &str| -> Option<usize> {
        let place = line.split("odd.ptn, line ").nth(1)?;
        place.split([',', ':']).next()?.parse().ok()
    };
    let numbers: Vec<usize> = ran.err.lines().filter_map(number).collect();
    assert_eq!(numbers, [3, 8, 11, 16, 20, 25, 28, 33], "{ran:?}");
    let last = ran.err.lines().last().expect("an error");
    assert!(last.starts_with("error: "), "{ran:?}");
}

/// A game may consist of tags only. The tags of the next game are not added to it.
#[test]
fn a_game_of_tags_alone_ends_before_the_next_one() {
    let game = "[Site \"two\"]\n[Player2 \"Zed\"]\n\n1. b1 e5\n";
    for first in [
        "[Event \"one\"]\n[Player1 \"Ann\"]\n[Result \"0-1\"]\n\n",
        "[Event \"one\"]\n[Player1 \"Ann\"]\n\n",
        "[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n\n[Size \"5\"]\n",
    ] {
        let file = TempFile::new("tags.ptn", format!("{first}{game}"));
        let ran = ludex(&["convert", "takt", "--file", file.name(), "--to", "ptn"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let (before, after) = ran.out.split_once("[Site \"two\"]").expect("a site");
        if first.contains("Event") {
            assert!(before.contains("Ann") && !after.contains("Ann"), "{ran:?}");
            assert!(before.contains("\n\n[") || before.ends_with("\n\n"), "{ran:?}");
        }
        assert!(after.contains("[Player2 \"Zed\"]") && after.contains("1. b1 e5"), "{ran:?}");
    }
    // An empty line between tags is ignored if they belong together.
    let late = "[Size \"5\"]\n\n[Event \"x\"]\n\n1. a1 e5\n";
    let file = TempFile::new("late.ptn", late);
    let ran = ludex(&["convert", "takt", "--file", file.name(), "--to", "ptn"]);
    assert_eq!((ran.code, ran.out.matches("[Size \"5\"]").count()), (0, 1), "{ran:?}");
    let stray = "[Event \"x\"]\n\n[Player1 \"Ann\"]\n\n[Size \"5\"]\n[Result \"*\"]\n\n[Komi \"2\"]\n\n1. a1 e5\n";
    let file = TempFile::new("stray.ptn", stray);
    let show = ["show", "takt", "--file", file.name(), "--game", "1", "--json"];
    let shown = ludex(&show).json();
    assert_eq!(shown["ply"], 2, "{shown}");
    assert_eq!(shown["variant"], "size=5,komi=2", "{shown}");
}

#[test]
fn a_damaged_match_does_not_take_those_after_it() {
    let game = " Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5\n";
    for bad in
        ["x point match", "3 point match\n\n Game 1\n A : 0  B : 0\n  1) 99: ???", "99 point match"]
    {
        let text = format!(
            " 3 point match\n\n{game}\n {bad}\n\n Game 1\n C : 0  D : 0\n  1) zz\n\n 5 point match\n\n{game}"
        );
        let file = TempFile::new("three.mat", text);
        let ran = ludex(&["convert", "tryktrak", "--file", file.name(), "--to", "mat"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("line 7") || ran.err.contains("line 11"), "{ran:?}");
        assert!(
            ran.out.contains(" 3 point match") && ran.out.contains(" 5 point match"),
            "{ran:?}"
        );
        assert_eq!(ran.out.matches("31: 8/5 6/5").count(), 2, "{ran:?}");
    }
}

/// A game that ended early has no road, but a winner.
#[test]
fn the_winner_of_a_game_cut_short_is_kept() {
    for (told, kept) in [("R-0", "1-0"), ("0-R", "0-1"), ("F-0", "1-0"), ("0-F", "0-1")] {
        for text in [
            format!("[Size \"5\"]\n[Result \"{told}\"]\n\n1. a1 e5\n"),
            format!("[Size \"5\"]\n\n1. a1 e5 {told}\n"),
        ] {
            let file = TempFile::new("cut.ptn", &text);
            let ran = ludex(&["convert", "takt", "--file", file.name(), "--to", "ptn"]);
            assert!(ran.err.contains("there is no road"), "{ran:?}");
            let result = format!("[Result \"{kept}\"]\n\n1. a1 e5\n{kept}\n");
            assert!(ran.out.contains(&result), "{ran:?}");
        }
    }
    // If the board shows a different end, the rules take precedence over the stated result.
    let over = "[Size \"3\"]\n[Result \"0-R\"]\n\n1. a3 a1\n2. b1 b3\n3. c1\n";
    let file = TempFile::new("over.ptn", over);
    let ran = ludex(&["convert", "takt", "--file", file.name(), "--to", "ptn"]);
    assert!(ran.out.contains("[Result \"R-0\"]"), "{ran:?}");
}
