//! Rollouts through the program: when they end, how they resume, and which options they refuse.

use serde_json::Value;

use super::program::{Ran, TempFile, ludex};

const START: &str = "4HPwATDgc/ABMA";
/// The player may or may not bear off the last two checkers with this roll; the opponent needs one roll.
const BEAR_OFF: &str = "XGID=-A----A------------a---b--:0:0:1:00:0:0:0:0:6";

fn rollout(game: &str, options: &[&str]) -> Ran {
    ludex(&[&["rollout", game], options].concat())
}

/// The output as an object, without what depends on the clock.
fn object(game: &str, options: &[&str]) -> Value {
    let mut json = rollout(game, &[options, &["--json"]].concat()).json();
    let object = json.as_object_mut().expect("an object");
    object.remove("time_ms");
    object.remove("threads");
    json
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

fn lines(json: &Value) -> &[Value] {
    json["lines"].as_array().expect("a list")
}

#[track_caller]
fn check_refused(ran: &Ran, parts: &[&str]) {
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    for part in parts {
        assert!(ran.err.contains(part), "{part} in {ran:?}");
    }
}

/// A play that is much better than another, in short games.
const CLEAR: [&str; 8] =
    ["--position", START, "--moves", "dice:31", "--plays", "8/5,6/5;24/20", "--truncate", "2"];

#[test]
fn a_clear_play_ends_a_rollout() {
    let json = object("tryktrak", &[&CLEAR[..], &["--jsd", "2.33"]].concat());
    assert_eq!(json["ended"], "certain", "{json}");
    assert_eq!((&json["bestmove"], &json["trials"]), (&"8/5,6/5".into(), &144.into()));
    assert_eq!((&json["jsd"], &json["min_trials"]), (&2.33.into(), &144.into()));
    assert_eq!((number(&lines(&json)[0]["jsd"]), &lines(&json)[1]["trials"]), (0.0, &144.into()));
    assert!(number(&lines(&json)[1]["jsd"]) >= 2.33, "{json}");
    let more = ["--jsd", "2.33", "--min-trials", "36"];
    let ran = rollout("tryktrak", &[&CLEAR[..], &more].concat());
    for part in ["36, cut off after 2 plays", "the best play is clear", "JSDs", "games"] {
        assert!(ran.out.contains(part), "{part} in {ran:?}");
    }
    let plain = rollout("tryktrak", &[&CLEAR[..], &["--trials", "36"]].concat());
    // The error shown for another play is the error of its difference from the best play.
    let behind = plain.out.lines().last().expect("a table");
    assert_eq!(behind.matches(" ± ").count(), 1, "{plain:?}");
    assert!(!plain.out.contains("JSDs") && !plain.out.contains("ended  "), "{plain:?}");
    check_refused(
        &rollout("tryktrak", &["--min-trials", "36"]),
        &["--min-trials", "without --jsd"],
    );
}

#[test]
fn a_clear_verdict_ends_a_rollout() {
    // Twenty pips ahead at the end of a race.
    let race = "XGID=-BBBCCC------------dddc---:0:0:1:00:0:0:0:0:6";
    for moves in [&[][..], &["--moves", "double"]] {
        let options = [&["--position", race, "--truncate", "2", "--jsd", "2"], moves].concat();
        let json = object("tryktrak", &options);
        assert_eq!((&json["ended"], &json["trials"]), (&"certain".into(), &144.into()), "{json}");
        assert_eq!(json["cube"]["verdict"], "double, pass");
        // There is no `jsd` if all games have the same result, because the bear-off table leaves no luck.
        let behind = lines(&json)[1]["jsd"].as_f64();
        assert!(behind.is_none_or(|jsd| jsd >= 2.0), "{json}");
    }
}

#[test]
fn a_rollout_goes_on_from_its_file() {
    let file = TempFile::unwritten("31.rollout");
    let settings = ["--seed", "7", "--variance-reduction", "no"];
    let begin = [&CLEAR[..], &settings, &["--trials", "50", "--out", file.name()]].concat();
    let first = object("tryktrak", &begin);
    assert_eq!(first["trials"], 50);
    check_refused(&rollout("tryktrak", &begin), &["the file exists already", "--resume"]);
    // Only a regular file can be resumed.
    let device = cfg!(unix).then_some(("/dev/null", "this is a device, not a file"));
    for (name, found) in device.into_iter().chain([(".", "this is a folder, not a file")]) {
        let ran = rollout("tryktrak", &[&CLEAR[..], &["--out", name]].concat());
        check_refused(&ran, &[found]);
        assert!(!ran.err.contains("--resume"), "{ran:?}");
    }
    // Repeated, and with more games, the command prints what an uninterrupted run prints.
    let resume = ["--resume", file.name()];
    assert_eq!(object("tryktrak", &resume), first);
    let more = object("tryktrak", &[&resume[..], &["--trials", "130"]].concat());
    let whole = [&CLEAR[..], &settings, &["--trials", "130"]].concat();
    assert_eq!(more, object("tryktrak", &whole));
    // Options given again must have the same values.
    let again = [&resume[..], &CLEAR[..4], &settings].concat();
    assert_eq!(object("tryktrak", &again), more);
    for (option, value, parts) in [
        ("--position", "xGfwADTYZpMBIQ", &["position: \"", "differs from"][..]),
        ("--moves", "dice:21", &["position: \"", "differs from", "31"]),
        ("--variant", "length=5", &["length"]),
        ("--seed", "8", &["seed: \"8\" differs from 7"]),
        ("--depth", "1", &["depth: \"1\" differs from 0"]),
        ("--truncate", "3", &["truncate: \"3\" differs from 2"]),
        ("--cubeful", "no", &["cubeful: \"false\" differs from"]),
        ("--bearoff", "no", &["bearoff: \"false\" differs from"]),
        ("--plays", "8/5,6/5", &["--plays"]),
        ("--out", "x", &["--out"]),
        ("--multipv", "2", &["--multipv"]),
    ] {
        let options = [&resume[..], &[option, value]].concat();
        check_refused(&rollout("tryktrak", &options), parts);
    }
    check_refused(
        &rollout("trax", &resume),
        &["game: \"trax\" does not fit: the file is a rollout of tryktrak"],
    );
    assert_eq!(object("tryktrak", &resume), more, "nothing was lost");
}

/// A result that is certain with the limits of the file may be uncertain with other limits. Then dropped plays are continued; otherwise the
/// report says why no game is played.
#[test]
fn other_limits_decide_a_rollout_anew() {
    let file = TempFile::unwritten("31.rollout");
    let position = [&CLEAR[..], &["--variance-reduction", "no", "--min-trials", "36"]].concat();
    let begin = [&position[..], &["--jsd", "2.33", "--out", file.name()]].concat();
    assert_eq!(object("tryktrak", &begin)["ended"], "certain");
    let resume = ["--resume", file.name()];
    let again = rollout("tryktrak", &resume);
    let remark = "no games were played: the best play is clear; a larger --jsd";
    assert!(again.err.contains(remark), "{again:?}");
    let limits = "limits from the file: --jsd 2.33, --min-trials 36;";
    assert!(again.err.contains(limits), "{again:?}");
    let limits = ["--jsd", "100", "--trials", "216"];
    let ran = rollout("tryktrak", &[&resume[..], &limits].concat());
    assert!(!ran.out.contains("is clear"), "{ran:?}");
    assert!(!ran.err.contains("no games"), "{ran:?}");
    let more = object("tryktrak", &resume);
    assert_eq!(more, object("tryktrak", &[&position[..], &limits].concat()));
    assert_eq!((&more["ended"], &more["trials"]), (&"trials".into(), &216.into()));
    for line in lines(&more) {
        assert_eq!(line["trials"], 216, "{more}");
    }
    let again = rollout("tryktrak", &resume);
    assert!(
        again.err.contains("no games were played: all are finished; a larger --trials"),
        "{again:?}"
    );
}

/// A rollout file states the networks of its games. The rollout is resumed only with the same networks, whatever the name of their file.
#[test]
fn a_rollout_goes_on_with_its_networks_alone() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tryktrak/data/networks.bin");
    let mut bytes = std::fs::read(shipped).expect("it is shipped");
    // One weight is changed, and the checksum is made to match.
    let end = bytes.len() - 4;
    bytes[end - 1] ^= 0x80;
    bytes.truncate(end);
    ludex_learn::seal(&mut bytes);
    let other = TempFile::unwritten("other.bin");
    std::fs::write(&other.0, &bytes).expect("a folder for temporary files");
    let file = TempFile::unwritten("judged.rollout");
    let begin = [&CLEAR[..], &["--trials", "36", "--out", file.name()]].concat();
    assert_eq!(rollout("tryktrak", &begin).code, 0);
    let read = || std::fs::read_to_string(&file.0).expect("it was written");
    let written = read();
    let kept: Value = serde_json::from_str(&written).expect("JSON");
    let judge = &kept["settings"]["judged_by"];
    assert_eq!(judge["evaluator"], "networks", "{kept}");
    let checksum = judge["networks"].as_str().expect("a checksum");
    let resume = ["--resume", file.name(), "--trials", "72"];
    let with = |path: &str| rollout("tryktrak", &[&resume[..], &["--evaluator", path]].concat());
    let expected = format!("differs from networks (checksum {checksum})");
    check_refused(&with(other.name()), &["evaluator: \"", "other.bin (checksum ", &expected]);
    assert_eq!(read(), written, "nothing was lost");
    // The same networks under another name are accepted.
    assert_eq!(with(shipped).code, 0);
    // No other rollout can overwrite this file.
    let lock = std::fs::File::create(format!("{}.lock", file.name())).expect("a free name");
    lock.lock().expect("the lock is free");
    check_refused(
        &rollout("tryktrak", &resume),
        &["judged.rollout", "another process is using this rollout"],
    );
    drop(lock);
    assert_eq!(object("tryktrak", &resume)["trials"], 72);
    let left = std::fs::exists(format!("{}.lock", file.name()));
    assert!(!left.expect("a folder that can be read"));
    let file = TempFile::unwritten("tiles.rollout");
    let tiles = ["--deal", "--trials", "2", "--truncate", "1", "--out", file.name()];
    assert_eq!(rollout("tantrix", &tiles).code, 0);
    let kept = std::fs::read_to_string(&file.0).expect("it was written");
    assert!(kept.contains("\"evaluator\": \"prospects\""), "{kept}");
    let ran = rollout("tantrix", &["--resume", file.name(), "--trials", "4"]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn files_without_a_rollout_are_refused() {
    let file = TempFile::unwritten("x.rollout");
    check_refused(&rollout("tryktrak", &["--resume", file.name()]), &["this file does not exist"]);
    let begin = [&CLEAR[..], &["--trials", "36", "--out", file.name()]].concat();
    assert_eq!(rollout("tryktrak", &begin).code, 0);
    let text = std::fs::read_to_string(&file.0).expect("it was written");
    for (broken, part) in [
        (text[..text.len() / 2].to_owned(), "the file is cut off"),
        (String::new(), "the file is cut off"),
        (
            "garbage".to_owned(),
            "line 1: a rollout of `ludex rollout --out` cannot be read: the file is damaged",
        ),
        ("[]".to_owned(), "line"),
        (text.replace("\"trials\": 36", "\"trials\": \"x\""), "line"),
        (text.replacen("36.0", "35.5", 1), "does not match the contents"),
        (text.replacen("36.0,", "", 1), "does not match the contents"),
        (text.replace("\"depth\": 0", "\"depth\": 1"), "does not match the contents"),
        (text.replace(",\n  \"checksum\"", ",\n  \"checksum\": \"\", \"other\""), "line"),
    ] {
        std::fs::write(&file.0, &broken).expect("it was written before");
        let ran = rollout("tryktrak", &["--resume", file.name(), "--trials", "72"]);
        check_refused(&ran, &["x.rollout", part]);
        let left = std::fs::read_to_string(&file.0).expect("it is there");
        assert_eq!(left, broken);
    }
}

#[test]
fn games_end_where_the_table_knows() {
    let at = [
        "--position",
        BEAR_OFF,
        "--cubeful",
        "no",
        "--trials",
        "360",
        "--variance-reduction",
        "no",
    ];
    let exact = object("tryktrak", &at);
    let line = &lines(&exact)[0];
    assert!(number(&line["error"]).abs() < 1e-9, "{exact}");
    let played = object("tryktrak", &[&at[..], &["--bearoff", "no"]].concat());
    assert_eq!((&exact["bearoff"], &played["bearoff"]), (&true.into(), &false.into()));
    let other = &lines(&played)[0];
    let error = number(&other["error"]);
    let off = (number(&other["equity"]) - number(&line["equity"])).abs();
    assert!(error > 0.0 && off < 4.0 * error, "{exact} {played}");
}

/// A race that the player on roll wins with a probability of 90.5 % without the cube (from a rollout of 20,736 games). With the cube, nearly
/// all games end by a pass.
#[test]
fn a_pass_does_not_count_as_a_win_of_the_game() {
    let race = "XGID=--B-BBCBA--------c-e-cbb--:0:0:1:00:3:5:0:7:10";
    let at = ["--variant", "length=7", "--position", race];
    let json = object("tryktrak", &[&at[..], &["--trials", "144"]].concat());
    let lines = lines(&json);
    let rolled = lines.iter().find(|line| line["move"] == "roll");
    let win = number(&rolled.expect("a line of no double")["outcome"]["win"]);
    assert!((win - 0.905).abs() < 0.02, "{json}");
}

#[test]
fn a_few_games_that_end_alike_are_not_certain() {
    let at = ["--variant", "luck=yes", "--moves", r"?/nw @0/nw ?+ns"];
    let json = object("trax", &[&at[..], &["--trials", "2", "--seed", "0"]].concat());
    let best = &lines(&json)[0];
    assert_eq!(json["score"]["unit"], "logits");
    assert_eq!(best["win"], 1.0);
    let [value, error, win_error] =
        [&best["value"], &best["error"], &best["win_error"]].map(number);
    // Two wins in two games are reported as if four of six games were won: the log-odds of 2/3, with the standard error for six games.
    assert!((value - 2_f64.ln()).abs() < 0.001, "{json}");
    assert!(error > 0.5 && error < 2.0, "{json}");
    assert!((win_error - 0.192).abs() < 0.001, "{json}");
    let one = rollout("trax", &[&at[..], &["--trials", "1"]].concat()).out;
    assert!(one.contains("logits") && !one.contains("inf"), "{one}");
    let start = ["--variant", "luck=yes", "--trials", "8", "--truncate", "2"];
    let told = rollout("trax", &start).out;
    assert!(told.contains("1  (position)"), "{told}");
}

#[test]
fn every_game_of_chance_is_rolled_out() {
    let few = ["--trials", "8", "--truncate", "4", "--seed", "3"];
    let luck = ["--variant", "luck=yes", "--moves", "?+ns @0+ns ?+ns"];
    for (game, at) in [
        ("trax", &luck[..]),
        ("trax", &luck[..2]),
        ("tantrix", &["--deal"]),
        ("tantrix", &["--deal", "--variant", "players=3"]),
    ] {
        let options = [&few[..], at].concat();
        let json = object(game, &options);
        let best = &lines(&json)[0];
        assert_eq!((&json["trials"], &json["ended"]), (&8.into(), &"trials".into()));
        assert!((0.0..=1.0).contains(&number(&best["win"])), "{json}");
        assert!(best["value"].is_number() && best["error"].is_number(), "{json}");
        assert_eq!(json["score"]["value"], best["value"]);
        assert!(json["cubeful"].is_null() && json["cube"].is_null(), "{json}");
        let lines = lines(&json);
        assert!(lines.is_sorted_by(|a, b| number(&a["value"]) >= number(&b["value"])));
        let threads = [&options[..], &["--threads", "3"]].concat();
        assert_eq!(object(game, &threads), json);
        let text = rollout(game, &options).out;
        assert!(text.contains("win") && !text.contains("cube"), "{text}");
    }
    check_refused(&rollout("trax", &few), &["luck", "luck=yes"]);
    check_refused(&rollout("trax", &[&luck[..], &["--cubeful", "no"]].concat()), &["--cubeful"]);
    check_refused(&rollout("tantrix", &["--deal", "--bearoff", "no"]), &["--bearoff"]);
    check_refused(&rollout("tantrix", &["--deal", "--plays", "1a@9:9"]), &["--plays"]);
    let twice = ["--moves", "31", "--plays", "6/5,8/5; 8/5 6/5"];
    check_refused(&rollout("tryktrak", &twice), &["--plays: \"8/5,6/5\" is listed twice"]);
    check_refused(&rollout("takt", &[]), &["tryktrak", "trax", "tantrix"]);
}

#[test]
fn rotations_of_the_first_tile_are_one_play() {
    let options = ["--deal", "--trials", "2", "--truncate", "1"];
    let json = object("tantrix", &[&options[..], &["--multipv", "9"]].concat());
    let moves: Vec<&str> = lines(&json).iter().filter_map(|l| l["move"].as_str()).collect();
    assert_eq!(moves.len(), 6, "{json}");
    assert!(moves.iter().all(|mv| mv.ends_with("a@0:0")), "{json}");
}

#[test]
fn luck_is_taken_away_in_other_games_too() {
    let at = ["--variant", "luck=yes", "--moves", "?+ns @0+ns", "--trials", "108"];
    let errors = ["yes", "no"].map(|reduces| {
        let json = object("trax", &[&at[..], &["--variance-reduction", reduces]].concat());
        assert_eq!(json["variance_reduction"], reduces == "yes");
        number(&lines(&json)[0]["win_error"])
    });
    assert!(errors[0] < errors[1], "{errors:?}");
    assert_eq!(object("trax", &at)["variance_reduction"], false);
}

#[test]
fn small_rollouts_and_ends_of_games() {
    let one = object("tryktrak", &[&CLEAR[..], &["--trials", "1"]].concat());
    assert!(lines(&one)[0]["error"].is_null(), "{one}");
    check_refused(&rollout("tryktrak", &["--trials", "0"]), &["--trials"]);
    // Both checkers are on the bar and cannot enter.
    let shut = "XGID=-CCCBB-------c-----bbbbbbB:0:0:1:66:0:0:0:0:6";
    let json = object(
        "tryktrak",
        &["--position", shut, "--truncate", "1", "--trials", "36", "--jsd", "2"],
    );
    assert_eq!((lines(&json).len(), &json["ended"]), (1, &"trials".into()), "{json}");
    let over = "XGID=-------------------b------:0:0:1:00:0:0:0:0:6";
    let ran = rollout("tryktrak", &["--position", over]);
    assert!(ran.code != 0 && ran.out.is_empty() && ran.err.starts_with("error: "), "{ran:?}");
}
