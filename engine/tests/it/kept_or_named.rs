//! Conversions keep the contents of a file, or report what is lost.

use crate::program::{Folder, Ran, TempFile, ludex};

fn convert(game: &str, name: &str, text: &str, to: &str) -> Ran {
    let file = TempFile::new(name, text);
    ludex(&["convert", game, "--file", file.name(), "--to", to])
}

/// Converts a text, and checks parts of the output and of the warnings.
#[track_caller]
fn check((game, name, text): (&str, &str, &str), to: &str, out: &[&str], err: &[&str]) {
    let ran = convert(game, name, text, to);
    for part in out {
        assert!(ran.out.contains(part), "{part}: {ran:?}");
    }
    for part in err {
        assert!(ran.err.contains(part), "{part}: {ran:?}");
    }
    if err.is_empty() {
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    }
}

#[test]
fn properties_of_sgf_are_obeyed_kept_or_named() {
    let sized = "(;FF[4]GAME[takt]SZ[6]KM[2];W[a1];B[f6])";
    check(("takt", "s.sgf", sized), "ptn", &["[Size \"6\"]", "[Komi \"2\"]"], &[]);
    let both = "(;FF[4]GAME[takt]VARIANT[size=5]SZ[6];W[a1];B[e5])";
    check(("takt", "s.sgf", both), "ptn", &["[Size \"5\"]"], &["SZ"]);
    let told = "(;FF[4]GAME[takt]WR[5d]TM[600]RE[B+Time];W[a1]LB[a1:x]V[1];B[e5];C[late])";
    let kept = ["WR[5d]", "TM[600]", "RE[B+Time]", "LB[a1:x]V[1]", "C[late]"];
    check(("takt", "p.sgf", told), "sgf", &kept, &[]);
    let kept = ["[WR \"5d\"]", "[TM \"600\"]", "[Termination \"Time\"]", "{late}"];
    check(("takt", "p.sgf", told), "ptn", &kept, &["LB, V"]);
}

#[test]
fn a_game_without_a_number_of_sgf_may_have_that_of_another() {
    let text = "(;FF[4]GM[1]GAME[takt];W[a1];B[e5])";
    check(("takt", "g.sgf", text), "ptn", &["1. a1 e5"], &[]);
}

#[test]
fn a_value_without_end_does_not_take_the_next_game() {
    let text = "(;FF[4]GAME[takt];W[a1];B[e5]C[open)\n(;FF[4]GAME[takt];W[a1];B[b5])\n";
    let ran = convert("takt", "open.sgf", text, "ptn");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("line 1") && ran.out.contains("1. a1 b5"), "{ran:?}");
}

#[test]
fn a_branch_after_the_end_stays_a_branch() {
    let text = "[Size \"5\"]\n\n1. a1 e5\n2. c3 c4\n3. c2\n\n{3b1}\n3. -- d4\n4. d3\n";
    let file = TempFile::new("on.ptn", text);
    let sgf = ludex(&["convert", "takt", "--file", file.name(), "--to", "sgf", "--strict"]);
    assert_eq!(sgf.code, 0, "{sgf:?}");
    check(("takt", "on.sgf", &sgf.out), "ptn", &["3. c2\n", "{3b1}", "d4"], &[]);
}

#[test]
fn comments_that_look_like_marks_stay_comments() {
    let text = "(;FF[4]GAME[quoridor];W[e2]C[! good];B[e8]C[fine\n?? really\n\\\\! so])";
    let list = convert("quoridor", "m.sgf", text, "qdr");
    let again = convert("quoridor", "m.qdr", &list.out, "sgf");
    for part in ["W[e2]C[! good]", "C[fine\n?? really\n\\\\! so]"] {
        assert!(again.out.contains(part), "{part}: {again:?}");
    }
    assert!(!again.out.contains("TE[") && !again.out.contains("BM["), "{again:?}");
}

#[test]
fn signs_that_a_format_cannot_write_are_named() {
    let text = "(;FF[4]GAME[takt];W[a1]C[a {b} c];B[e5]ZM[\\[Size \"3\"\\]])";
    check(("takt", "w.sgf", text), "ptn", &["e5\n"], &["signs in 1 comment", "1 mark"]);
}

#[test]
fn a_cut_game_has_no_result() {
    let text = "players: 2\nresult: white\ne2 e8 zz e3\n";
    let ran = convert("quoridor", "cut.qdr", text, "qdr");
    assert!(ran.code == 2 && !ran.out.contains("result"), "{ran:?}");
}

#[test]
fn moves_alone_name_what_they_leave_out() {
    let text = "[Size \"5\"]\n\n1. a1 {so} e5! 1-0\n";
    check(("takt", "all.ptn", text), "moves", &["a1 e5\n"], &["1 comment", "1 mark", "result"]);
    let text = "[Size \"6\"]\n[Komi \"2\"]\n[Player1 \"Ann\"]\n\n1. a1 e5\n";
    let named = ["\"size=6,komi=2", "the tag Player1"];
    check(("takt", "v.ptn", text), "moves", &["a1 e5\n"], &named);
    let text = "[Size \"5\"]\n[TPS \"x5/x5/x5/x5/1,x3,2 1 2\"]\n\n2. c3\n";
    check(("takt", "s.ptn", text), "moves", &["c3\n"], &["start: \"x5/x5/x5/x5/1,x3,2 1 2\""]);
}

/// An output that holds only one game contains the first game of the file, and the others are reported.
#[test]
fn other_games_of_a_file_are_named() {
    let text = "[Size \"5\"]\n\n1. a1 e5\n\n[Size \"5\"]\n\n1. b1 d5\n";
    let said = "only game 1 of 2 is written";
    check(("takt", "two.ptn", text), "moves", &["a1 e5\n"], &[said]);
    check(("takt", "two.ptn", text), "tps", &["2,x4 1 2"], &[said]);
    let file = TempFile::new("two.ptn", text);
    let convert = ["convert", "takt", "--file", file.name(), "--to", "moves"];
    let chosen = ludex(&[&convert[..], &["--game", "2"]].concat());
    assert_eq!((chosen.out.as_str(), chosen.err.as_str()), ("b1 d5\n", ""), "{chosen:?}");
    let strict = ludex(&[&convert[..], &["--strict"]].concat());
    assert_eq!((strict.code, strict.out.as_str()), (2, ""), "{strict:?}");
    let folder = Folder::new("one-of-two");
    let judged = folder.file("judged.ptn", "");
    let analyse = ["analyse", "takt", "--file", file.name(), "--nodes", "50"];
    let ran = ludex(&[&analyse[..], &["--annotate", &judged]].concat());
    assert!(ran.code == 0 && ran.err.contains("only game 1 of 2 is analysed"), "{ran:?}");
}

/// Someone who reads only the text assumes the default values of options that the text does not state.
#[test]
fn options_that_a_position_does_not_state_are_named() {
    for (game, name, text, to, options) in [
        (
            "takt",
            "p.ptn",
            "[Size \"6\"]\n[Komi \"2\"]\n[Opening \"no-swap\"]\n\n1. a1 f6\n",
            "tps",
            &["komi=2", "opening=no-swap"][..],
        ),
        ("quoridor", "p.qdr", "max-plies: 50\ne2 e8\n", "position", &["max-plies=50"]),
        ("tryktrak", "p.sgf", "(;FF[4]GM[6]RU[NoCube];W[31hefe])", "xgid", &["cube=no"]),
    ] {
        let options: Vec<String> =
            options.iter().map(|it| format!("\"{it}\" is left out")).collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        check((game, name, text), to, &[], &options);
        let file = TempFile::new(name, text);
        let convert = ["convert", game, "--file", file.name(), "--to", to];
        let strict = ludex(&[&convert[..], &["--strict"]].concat());
        assert_eq!((strict.code, strict.out.as_str()), (2, ""), "{strict:?}");
    }
    let text = "[Size \"6\"]\n\n1. a1 f6\n";
    check(("takt", "p.ptn", text), "tps", &["x5,1"], &[]);
    // A Position ID contains only the checkers.
    let position = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:1:0:5:6";
    let convert = ["convert", "tryktrak", "--position", position, "--to", "position-id"];
    let ran = ludex(&convert);
    for what in ["length=5", "dice 31", "cube 2", "score 2-1"] {
        let remark = format!("position: \"{what}\" is left out: position-id cannot express it");
        assert!(ran.code == 0 && ran.err.contains(&remark), "{remark}: {ran:?}");
    }
    let strict = ludex(&[&convert[..], &["--strict"]].concat());
    assert_eq!((strict.code, strict.out.as_str()), (2, ""), "{strict:?}");
    for bare in [&["--moves", "31 8/5,6/5"][..], &[], &["--position", "4HPwATDgc/ABMA"]] {
        let ran = ludex(&[&convert[..2], bare, &convert[4..]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{bare:?}: {ran:?}");
    }
    // A Match ID numbers the players from the view of the player on roll. Nothing is lost by that.
    for moves in
        ["dice:31 8/5,6/5", "dice:31 8/5,6/5 double", "dice:31 8/5,6/5 double take dice:66"]
    {
        let convert = ["convert", "tryktrak", "--variant", "length=7", "--moves", moves];
        for notation in ["xgid", "ogid", "match-id", "gnuid"] {
            let ran = ludex(&[&convert[..], &["--to", notation]].concat());
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{notation} after {moves}: {ran:?}");
        }
    }
}

#[test]
fn a_format_that_needs_a_move_says_so() {
    let ran = ludex(&["convert", "trax", "--variant", "luck=yes", "--to", "trx"]);
    assert!(ran.code == 2 && ran.err.contains("needs a move"), "{ran:?}");
    assert!(!ran.err.contains("board=unlimited"), "{ran:?}");
}

#[test]
fn titles_of_trax_name_the_variant() {
    for (title, option) in [("8x8 Trax", "board=8x8"), ("LoopTrax", "loop=yes")] {
        let text = format!("{title}\n@0/ A2+\n");
        check(("trax", "t.trx", &text), "trx", &[option], &[]);
    }
    let text = "Trax\nAnn - Bob 2026-11-01 (final)\n@0/ A2+\n";
    check(("trax", "t.trx", text), "trx", &["@0/ A2+", "Ann - Bob"], &[]);
}

#[test]
fn odd_tags_do_not_lose_a_game() {
    for tag in ["[Opening \"Weird\"]", "[Event \"x\"", "[Event \"x\ny\"]"] {
        let text = format!("[Size \"5\"]\n{tag}\n\n1. a1 e5\n");
        check(("takt", "tag.ptn", &text), "ptn", &["1. a1 e5"], &["line 2"]);
    }
}

#[test]
fn lists_of_moves_take_results_as_files_do() {
    for (moves, out, err) in
        [("a1 e5 1/2", "1/2-1/2", ""), ("a1 e5 0-R", "a1 e5", "there is no road")]
    {
        let ran = ludex(&["convert", "takt", "--moves", moves, "--to", "ptn"]);
        assert!(ran.code == 0 && ran.out.contains(out) && ran.err.contains(err), "{ran:?}");
    }
    let ran = ludex(&["convert", "quoridor", "--moves", "e2 e8 ?", "--to", "qdr"]);
    assert!(ran.code == 0 && ran.out.contains("e2 e8"), "{ran:?}");
}

#[test]
fn names_may_follow_the_sides() {
    let text = "white: Ann\nblack: Bob\ne2 e8\n";
    check(("quoridor", "n.qdr", text), "sgf", &["PW[Ann]", "PB[Bob]"], &[]);
}

#[test]
fn backgammon_is_read_as_people_write_it() {
    for moves in ["dice:31 8/5 6/5", "31: 8/5 6/5", "3-1: 8/5 6/5", "31 8/5 6/5", "1. 31: 8/5, 6/5"]
    {
        let ran = ludex(&["convert", "tryktrak", "--moves", moves, "--to", "moves"]);
        assert_eq!(ran.out, "dice:31 8/5,6/5\n", "{ran:?}");
    }
    let two = "1. 31: 8/5 6/5 62: 24/18 13/11";
    let ran = ludex(&["convert", "tryktrak", "--moves", two, "--to", "moves"]);
    assert_eq!(ran.out, "dice:31 8/5,6/5 dice:62 24/18,13/11\n", "{ran:?}");
}

#[test]
fn headings_of_backgammon_are_read_in_other_languages() {
    for heading in [" 3 Punkte Match\n\n Spiel 1", "Match Length: 3\nGame Nr: 1"] {
        let text = format!("{heading}\n A : 0   B : 0\n  1) 31: 8/5 6/5\n");
        check(("tryktrak", "h.mat", &text), "sgf", &["length:3", "PW[A]"], &[]);
    }
}

#[test]
fn results_that_the_moves_contradict_are_named() {
    let dropped = " 5 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5              62: 24/18 13/11\n  2)  Doubles => 2             Drops\n      Wins 4 points\n";
    check(("tryktrak", "r.mat", dropped), "mat", &["Wins 1 point\n"], &["4 points"]);
    let seven = "(;FF[4]GM[6]RE[W+7];W[31hefe];B[62agln])";
    check(("tryktrak", "r.sgf", seven), "mat", &["31: 8/5"], &["7 points"]);
}

#[test]
fn a_match_goes_on_though_a_later_game_says_less() {
    let text = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]DT[2026-11-01]WR[x]RE[W+1R];W[31hefe];B[62agln])\n(;FF[4]GM[6]MI[length:3][game:1][ws:1][bs:0]PW[A]PB[B];W[31hefe])\n";
    check(("tryktrak", "m.sgf", text), "sgf", &["[game:0]", "[game:1]"], &[]);
}

#[test]
fn options_without_a_place_in_a_position_are_named() {
    let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:8";
    let ran = ludex(&["convert", "tryktrak", "--position", id, "--to", "ogid"]);
    assert!(ran.code == 0 && ran.err.contains("jacoby=yes"), "{ran:?}");
}

#[test]
fn files_that_no_format_reads_are_called_by_their_name() {
    let ran = convert("tryktrak", "x.bgf", "BGF version 1.0\r\n{}", "mat");
    assert!(ran.code == 2 && ran.err.contains("BGBlitz"), "{ran:?}");
}

#[test]
fn ids_are_read_after_labels_of_other_languages() {
    let text = "Positions-ID: 4HPwATDgc/ABMA\nMatch-ID: cAkAAAAAAAAA\n";
    check(("tryktrak", "id.txt", text), "xgid", &["XGID=-b----E-C---eE---c-e----B-"], &[]);
}

#[test]
fn comments_of_draws_stay_with_them() {
    let text = "(;FF[4]GAME[tantrix]VARIANT[players=2];CHANCE[>3]C[first];CHANCE[>7]C[second])";
    let list = convert("tantrix", "d.sgf", text, "tantrix");
    assert_eq!((list.code, list.err.as_str()), (0, ""), "{list:?}");
    let again = convert("tantrix", "d.tantrix", &list.out, "sgf");
    assert!(again.out.contains("C[first]") && again.out.contains("C[second]"), "{again:?}");
}

/// Moves on the same line as a key are read; text that only looks like moves is reported.
#[test]
fn moves_after_a_key_are_moves() {
    for text in [
        "players: 2\nmoves: 1. e2 e8 2. e3 e7\nresult: 1-0\n",
        "Moves:\n1. e2 e8\n2. e3 e7\n1-0\n",
        "players: 2\nGame: 1. e2 e8 2. e3 e7 1-0\n",
        "result: 1-0\nMOVES: e2 {so} e8\ne3 e7\n",
    ] {
        check(("quoridor", "m.qdr", text), "qdr", &["result: 1-0", "e7\n"], &[]);
    }
    let text = "moves: 34\ngame: final\ne2 e8\n";
    let file = TempFile::new("n.qdr", text);
    let sgf = ludex(&["convert", "quoridor", "--file", file.name(), "--to", "sgf"]);
    assert!(sgf.out.contains("moves:34") && sgf.out.contains("W[e2]"), "{sgf:?}");
    for (game, name, text, warning) in [
        ("quoridor", "k.qdr", "Ann: e2\nBob: e8\n\ne2 e8\n", "line 1, Ann: "),
        ("quoridor", "k.qdr", "e2 e8\nplayres: 3\n", "did you mean players?"),
        ("tantrix", "k.tantrix", "Colors: RY\n", "did you mean colours?"),
        (
            "tantrix",
            "k.tantrix",
            "Ann: 3a@0:0>14\n3a@0:0>14\n",
            "looks like moves but is kept as a tag",
        ),
    ] {
        let file = TempFile::new(name, text);
        let convert = ["convert", game, "--file", file.name(), "--to", "sgf"];
        let ran = ludex(&convert);
        assert!(ran.err.contains(warning), "{ran:?}");
        let strict = ludex(&[&convert[..], &["--strict"]].concat());
        assert_eq!((strict.code, strict.out.as_str()), (2, ""), "{strict:?}");
    }
}

/// A result after the moves belongs to their game.
#[test]
fn a_result_after_the_moves_belongs_to_their_game() {
    for text in [
        "players: 2\ne2 e8\nresult: 0-1\n",
        "players: 2\ne2 e8\n\nresult: 0-1\n# Good game.\n",
        "players: 2\ne2 e8\nWinner: black\nDate: 2025\n",
    ] {
        let twice = format!("{text}\n{text}");
        for (text, n_games) in [(text, 1), (&*twice, 2)] {
            let ran = convert("quoridor", "r.qdr", text, "qdr");
            assert_eq!(ran.code, 0, "{ran:?}");
            assert_eq!(ran.out.matches("result: 0-1").count(), n_games, "{ran:?}");
            assert_eq!(ran.out.matches("e2 e8").count(), n_games, "{ran:?}");
            assert_eq!(ran.out.matches("players").count(), n_games, "{ran:?}");
        }
    }
}

/// A text of another game is not a game of this kind, so it is refused.
#[test]
fn a_position_of_another_game_is_not_read_as_an_empty_game() {
    for game in ["quoridor", "tantrix", "takt", "trax"] {
        let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n";
        let ran = convert(game, "x.txt", text, "sgf");
        assert_eq!((ran.code, &*ran.out), (2, ""), "{game}: {ran:?}");
    }
}

/// Titles, tags and comments around the moves are recognised and kept.
#[test]
fn titles_tags_and_comments_of_others_are_read() {
    for (text, parts) in [
        (
            "Ann vs Bob, 2025-03-01\n\n1. e2 e8 2. e3 e7\n",
            &["# Ann vs Bob, 2025-03-01\n", "e2 e8 e3 e7\n"][..],
        ),
        (
            "[White \"Ann\"]\n[Black \"Bob \\\"B\\\"\"]\n[Result \"1-0\"]\n\n1. e2 e8\n",
            &["Player1: Ann", "Player2: Bob \"B\"", "result: 1-0", "e2 e8"],
        ),
        (
            "e2 {good: so} e8 (not e8h\n 2. e3) e3 e7\n",
            &["e2 # good: so\n", "e8 # not e8h 2. e3\n", "e3 e7\n"],
        ),
    ] {
        check(("quoridor", "t.txt", text), "qdr", parts, &[]);
    }
    let open = convert("quoridor", "t.qdr", "e2 {so\n\ne8\n", "qdr");
    assert!(open.err.contains("line 1") && open.out.contains("e8"), "{open:?}");
    let two = "First\n\ne2 e8\n\nSecond game\n\ne2 e7h\n";
    check(("quoridor", "t.qdr", two), "qdr", &["# First", "# Second game\n"], &[]);
    let none = convert("quoridor", "t.qdr", "Nothing but words\n", "qdr");
    assert_eq!(none.code, 2, "{none:?}");
}

/// Comments after the last turn of a game are kept, and so are comments in the syntax of other programs.
#[test]
fn comments_of_trax_are_kept_in_any_place() {
    for (text, parts) in [
        (
            "@0/ A2+\n# Result: 1-0\n# Good game.\n",
            &["# Result: 1-0\n", "# turn 2: Good game."][..],
        ),
        (
            "@0/ {well, well} A2+ (or @1+)\n; so it goes\nA3/ ; fine\n",
            &[
                "# turn 1: well, well\n",
                "# turn 2: or @1+\n# turn 2: so it goes\n# turn 3: fine\n",
                "@0/ A2+ A3/\n",
            ],
        ),
        ("{Ann\nand Bob}\n@0/ A2+\n", &["# Ann and Bob\n@0/ A2+\n"]),
        ("1. @0/ A2+; 2. A3/\n", &["@0/ A2+ A3/\n"]),
    ] {
        check(("trax", "c.trx", text), "trx", parts, &[]);
    }
    let two = "@0/ A2+\n# Result: 1-0\n\n# Result: 0-1\n@0/ B1+\n";
    let kept = ["# Result: 1-0\n@0/ A2+\n", "# Result: 0-1\n@0/ B1+\n"];
    check(("trax", "c.trx", two), "trx", &kept, &[]);
    let rest = "@0/ A2+\n\n# Variant: loop=yes\n";
    check(("trax", "c.trx", rest), "trx", &["@0/ A2+"], &["comments follow after the last game"]);
}

#[test]
fn line_ends_that_become_blanks_are_named() {
    let text = "(;FF[4]GAME[takt]PW[A\nB]EV[x\n\ny]PB[Bob];W[a1];B[e5])";
    let name = "line ends in the tags Player1, Event";
    check(("takt", "l.sgf", text), "ptn", &["1. a1 e5"], &[name]);
    check(("takt", "l.sgf", text), "sgf", &["PW[A\nB]"], &[]);
}
