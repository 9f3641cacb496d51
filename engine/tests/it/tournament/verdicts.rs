//! Misbehaving engines lose, their faults are distinguished, and they never stop the run.

use super::super::program::{Folder, ludex};
use super::versus;

/// The mock engine, an example of this package.
pub(super) fn mock() -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_ludex"));
    let path = program.with_file_name("examples").join("mock_engine");
    assert!(
        path.exists(),
        "{} is missing: `cargo test` without a filter builds it, and so does `cargo build --examples`",
        path.display()
    );
    path.display().to_string()
}

/// Plays two pairs of games between a search of Ludex and the mock engine in this mode, and returns the summary. The engine has much time,
/// because the machine may be busy, except in the mode that should lose on time.
fn against(mode: &str) -> serde_json::Value {
    let folder = Folder::new(&format!("verdict-{mode}"));
    let time = if mode == "late" { "200ms" } else { "1m" };
    let theirs = format!("theirs: time={time} cmd={} {mode}", mock());
    let ran = ludex(&versus(
        "takt",
        ["ours: nodes=100", &theirs],
        &[
            "--variant",
            "size=3",
            "--pairs",
            "2",
            "--random-plies",
            "0",
            "--json",
            "--out",
            folder.name(),
        ],
    ));
    assert_eq!(ran.code, 0, "{ran:?}");
    let last = ran.out.lines().last().expect("a summary");
    serde_json::from_str(last).expect("JSON")
}

/// Progress lines count games lost on time. If there are many such games, a remark is printed during the match.
#[test]
fn many_games_lost_on_time_are_remarked_on() {
    let folder = Folder::new("many-late");
    let theirs = format!("theirs: time=50ms cmd={} late", mock());
    let words = ["--variant", "size=3", "--pairs", "4", "-j", "1", "--out", folder.name()];
    let ran = ludex(&versus("takt", ["ours: nodes=100", &theirs], &words));
    assert_eq!(ran.code, 0, "{ran:?}");
    let warnings = ran.err.matches("games were lost on time; the machine may be too busy");
    assert_eq!(warnings.count(), 1, "{ran:?}");
}

fn faults_of(summary: &serde_json::Value, name: &str) -> serde_json::Value {
    let standings = summary["standings"].as_array().expect("standings");
    let status = standings.iter().find(|status| status["name"] == name);
    status.expect("a player")["faults"].clone()
}

#[test]
fn every_kind_of_fault_is_distinguished_and_loses() {
    let cases = [("crash", "crash"), ("illegal", "illegal move"), ("late", "time")];
    for (mode, word) in cases {
        let summary = against(mode);
        assert_eq!(summary["games"], 4, "{mode}");
        let faults = faults_of(&summary, "theirs");
        assert_eq!(faults, serde_json::json!({ word: 4 }), "{summary}");
        assert_eq!(faults_of(&summary, "ours"), serde_json::json!({}));
        assert_eq!(summary["endings"][word], 4);
        // The table shows the same bound, as `> +1200`.
        assert_eq!(summary["elo"]["bound"], ">", "{summary}");
        assert_eq!(summary["pentanomial"], serde_json::json!([0, 0, 0, 0, 2]));
    }
}

#[test]
fn an_answer_without_a_move_loses_at_once_whatever_the_limit() {
    let cases = [
        ("empty", "move: expected a move, but found nothing"),
        ("word", "move: expected a placement"),
        ("none", "move: expected a move, but found nothing (info string error: no such position)"),
        ("long", "line: the line has more than 1048576 bytes"),
    ];
    for (mode, told) in cases {
        for limit in ["depth=1", "nodes=100", "time=1m"] {
            let folder = Folder::new(&format!("no-move-{mode}-{limit}"));
            let theirs = format!("theirs: {limit} cmd={} {mode}", mock());
            let out = folder.path("out");
            // The patience is an hour, so the test ends in time only if such an answer loses at once.
            let rest = "--variant size=3 --pairs 1 --random-plies 0 --patience 1h --json --out";
            let rest: Vec<&str> = rest.split(' ').chain([&*out]).collect();
            let ran = ludex(&versus("takt", ["ours: nodes=100", &theirs], &rest));
            let faults = faults_of(&ran.last_json(), "theirs");
            assert_eq!(faults, serde_json::json!({"illegal move": 2}), "{mode}");
            let results = std::fs::read_to_string(format!("{out}/results.jsonl")).unwrap();
            let game = results.lines().next().expect("a game");
            let game: serde_json::Value = serde_json::from_str(game).unwrap();
            let detail = game["detail"].as_str().expect("words");
            assert!(detail.starts_with(told), "{mode}: {detail}");
        }
    }
}

#[test]
fn a_silent_engine_without_a_clock_times_out() {
    assert_eq!(
        faults_of_silence("hang", "300ms", "nodes = \"100\""),
        serde_json::json!({"hang": 2})
    );
}

#[test]
fn a_silent_engine_with_a_clock_loses_by_it_whatever_the_patience() {
    // The patience is an hour, so the test ends in time only if the engine loses by its clock.
    for limit in ["time = \"100ms\"", "clock = \"200ms+10ms\""] {
        assert_eq!(faults_of_silence("silent", "1h", limit), serde_json::json!({"time": 2}));
    }
}

/// The faults reported for an engine that does not answer when it should find its second move.
fn faults_of_silence(name: &str, patience: &str, limit: &str) -> serde_json::Value {
    let folder = Folder::new(name);
    let file = folder.file(
        "hang.toml",
        &format!(
            "pairs = 1\npatience = \"{patience}\"\n[[games]]\ngame = \"takt\"\nvariant = \"size=3\"\nrandom-plies = 0\n\
             [[players]]\nname = \"ours\"\nnodes = \"100\"\n\
             [[players]]\nname = \"theirs\"\n{limit}\ncmd = \"{} hang\"\n",
            mock()
        ),
    );
    let out = folder.path("out");
    let ran = ludex(&["tournament", &file, "--json", "--out", &out]);
    faults_of(&ran.last_json(), "theirs")
}

#[test]
fn a_good_engine_plays_to_the_end() {
    let summary = against("good");
    assert_eq!(faults_of(&summary, "theirs"), serde_json::json!({}));
    assert_eq!(summary["endings"], serde_json::json!({}));
}

#[test]
fn an_engine_that_does_not_start_stops_the_tournament() {
    for (name, command) in
        [("missing", "/nowhere/engine ugi".to_owned()), ("refuse", mock() + " refuse")]
    {
        let folder = Folder::new(&format!("start-{name}"));
        let theirs = format!("theirs: cmd={command}");
        let ran = ludex(&versus(
            "takt",
            ["ours: nodes=10", &theirs],
            &["--pairs", "1", "--out", folder.name()],
        ));
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains("player theirs did not start"), "{ran:?}");
        // A program that runs but does not answer may speak another protocol.
        let is_named = ran.err.contains("Ludex spoke ugi to it, and protocol= can be ugi or tei");
        assert_eq!(is_named, name == "refuse", "{ran:?}");
        assert!(!std::path::Path::new(folder.name()).exists(), "nothing is left behind");
    }
}

#[test]
fn an_engine_that_is_not_restarted_forfeits_the_rest() {
    let folder = Folder::new("gone");
    let text = format!(
        "pairs = 2\nrestart = false\n[[games]]\ngame = \"takt\"\nvariant = \"size=3\"\nrandom-plies = 0\n\
         [[players]]\nname = \"ours\"\nnodes = \"100\"\n\
         [[players]]\nname = \"theirs\"\ntime = \"1m\"\ncmd = \"{} crash\"\n",
        mock()
    );
    let file = folder.file("gone.toml", &text);
    let out = folder.path("out");
    let ran = ludex(&["tournament", &file, "-j", "1", "--json", "--out", &out]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let summary: serde_json::Value = serde_json::from_str(ran.out.lines().last().unwrap()).unwrap();
    let expected = serde_json::json!({"crash": 1, "not started": 3});
    assert_eq!(faults_of(&summary, "theirs"), expected);
}

/// The opponents of a player who loses by a fault share the win as the rules share it. The partner loses too.
#[test]
fn a_fault_among_several_players_gives_the_results_of_a_resignation() {
    let cases = [
        ("quoridor", "players=3,board=5x5,walls=1,max-plies=60", 3, [0.0, 0.0]),
        // The return of the partner, and of an opponent.
        ("tantrix", "players=4,teams=yes,colours=RY", 4, [-1.0, 1.0]),
    ];
    for (game, variant, n_players, [even, odd]) in cases {
        let folder = Folder::new(&format!("shared-{game}"));
        // The engine ends when it should find a move. It does not receive the option `colours`, so it keeps the default colours.
        let filter = "sed -u '/^setoption name colours/Id; /^go/Q'";
        let script = format!("{filter} | '{}' ugi {game}\n", env!("CARGO_BIN_EXE_ludex"));
        let script = folder.file("ends.sh", &script);
        let theirs = format!("theirs: time=1m protocol=ugi cmd=sh {script}");
        let out = folder.path("out");
        let options = ["--variant", variant, "--pairs", "1", "--random-plies", "0", "--out", &out];
        let mut words = versus(game, ["one: search=random", &theirs], &options);
        for more in &["two: search=random", "three: search=random"][..n_players - 2] {
            words.extend(["--player", more]);
        }
        let ran = ludex(&words);
        assert_eq!(ran.code, 0, "{ran:?}");
        let results = std::fs::read_to_string(format!("{out}/results.jsonl")).expect("results");
        for line in results.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let blamed = line["blame"].as_u64().expect("a fault") as usize;
            let expected: Vec<f64> = (0..n_players)
                .map(|seat: usize| match seat.abs_diff(blamed) {
                    0 => -1.0,
                    2 => even,
                    _ => odd,
                })
                .collect();
            assert_eq!(line["returns"], serde_json::json!(expected), "{line}");
        }
    }
}
