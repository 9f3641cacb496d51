//! Judged games: searches run in parallel, interrupted judging resumes, and in games of several players each move is judged by the value
//! for the player who made it.

use std::time::Duration;

use ludex_games::CATALOGUE;
use ludex_kit::SearchSetup;
use ludex_kit::registry::{Session, Token};
use ludex_search::{Limits, StopFlag};
use ludex_study::analysis::{BySearch, JudgedMove, JudgingState, JudgingTask, judge};
use serde_json::Value;

use crate::program::{Folder, Ran, TempFile, command, ludex, with_input};

/// Player 2 could win at once but lets player 1 win; player 3 cannot change anything.
const GIVEN_AWAY: &str =
    "players: 3\nPlayer1: Ann\nPlayer2: Bob\nposition: //e8 h5 c5/0 0 0/2\nh6 c4 e9\n";

fn judged(arguments: &[&str]) -> Vec<Value> {
    let file = TempFile::new("judged.qdr", GIVEN_AWAY);
    let head = ["analyse", "quoridor", "--file", file.name(), "--nodes", "20000", "--threads", "1"];
    let ran = ludex(&[&head[..], arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let object = |line: &str| serde_json::from_str(line).expect("an object");
    ran.out.lines().map(object).collect()
}

#[test]
fn each_of_three_players_is_judged_by_their_own_value() {
    for search in ["default", "mcts", "maxn", "paranoid", "reply"] {
        let lines = judged(&["--search", search]);
        let [bob, third, ann, sums] = &lines[..] else { panic!("{search}: {lines:?}") };
        let about = |line: &Value| {
            let number = |key: &str| line[key].as_f64().unwrap_or(-1.0);
            (line["player"].clone(), number("kept"), number("loss_of_win"))
        };
        let (player, kept, lost) = about(bob);
        assert!(player == 2 && kept < 0.05 && lost > 0.9, "{search}: {bob}");
        assert_eq!((&bob["mark"], &bob["name"]), (&"??".into(), &"Bob".into()));
        let (player, kept, lost) = about(third);
        assert!(player == 3 && kept < 0.05 && lost < 0.05, "{search}: {third}");
        assert_eq!((&third["mark"], &third["name"]), (&"".into(), &Value::Null));
        let (player, kept, lost) = about(ann);
        assert!(player == 1 && kept > 0.99 && lost < 0.01, "{search}: {ann}");
        let totals = sums["totals"].as_array().expect("a list");
        let blunders = totals.iter().map(|sum| sum["blunders"].as_u64());
        assert_eq!(blunders.collect::<Vec<_>>(), [Some(0), Some(1), Some(0)], "{search}");
        assert_eq!(totals[0]["name"], "Ann");
    }
}

#[test]
fn the_table_names_the_players() {
    let file = TempFile::new("table.qdr", GIVEN_AWAY);
    let limits = ["--nodes", "2000", "--threads", "1", "--search", "maxn"];
    let ran = ludex(&[&["analyse", "quoridor", "--file", file.name()], &limits[..]].concat());
    let has = |text: &str| ran.out.lines().filter(|line| line.contains(text)).count();
    assert_eq!((has("2 Bob"), has("1 Ann")), (2, 2), "{ran:?}");
}

/// A random game to its end: its start and its steps.
fn random_game(variant: &str, seed: u64) -> (Box<dyn Session>, Vec<String>) {
    let variant = variant.parse().expect("a variant");
    let mut session = CATALOGUE.session("tantrix", &variant, None).expect("a game");
    let mut steps = Vec::new();
    while !session.status().over {
        let drawn = session.sample_event(seed).expect("a draw");
        let step = drawn.unwrap_or_else(|| {
            let moves = session.legal_moves();
            let mv = &moves[(seed as usize + 7 * steps.len()) % moves.len()];
            session.play(mv).expect("legal")
        });
        steps.push(step);
    }
    (session, steps)
}

/// The moves of a Tantrix game, judged by tree search.
fn judged_by_search(variant: &str, start: &str, moves: &str, limits: &Limits) -> Vec<JudgedMove> {
    let words = Token::split(moves, "moves");
    let open_one = || -> anyhow::Result<Box<dyn Session>> {
        Ok(CATALOGUE.session("tantrix", &variant.parse()?, Some(start))?)
    };
    let choose = |session: &mut dyn Session| -> anyhow::Result<()> {
        Ok(session.configure(Some("mcts"), SearchSetup::default())?)
    };
    let work = JudgingTask {
        n_before: 0,
        words: &words,
        threads: 1,
        open: &open_one,
        choose: &choose,
        stop: &StopFlag::default(),
    };
    let manner = BySearch { words: &words, limits, seed: 0, names: Vec::new() };
    let mut state = JudgingState::disabled();
    let judged = judge(&work, &manner, &mut state, &mut |_, _| Ok(()));
    judged.expect("judged").0
}

#[test]
fn the_last_move_of_a_game_keeps_what_its_player_got() {
    for (variant, seed) in
        [("players=3,colours=RBG", 1), ("players=4,teams=yes", 2), ("players=4", 3)]
    {
        let (mut session, steps) = random_game(variant, seed);
        let returns = session.status().result.expect("it is over").returns;
        for _ in 0..3 {
            session.undo();
        }
        let start = session.position();
        let last = steps[steps.len() - 3..].join(" ");
        let judged = judged_by_search(variant, &start, &last, &Limits::nodes(300));
        let end = judged.last().expect("a move");
        let got = f64::midpoint(1.0, returns[end.player - 1]);
        assert!((end.kept - got).abs() < 1e-6, "{variant}: {end:?}");
    }
}

#[test]
fn a_move_before_a_draw_is_judged_by_the_mean_of_all_draws() {
    // The first placements of a dealt game: each is followed by a draw.
    let variant = "players=3,colours=RBG";
    let mut session =
        CATALOGUE.session("tantrix", &variant.parse().expect("a variant"), None).expect("a game");
    while session.sample_event(5).expect("a draw").is_some() {}
    let start = session.position();
    let mv = session.legal_moves().pop().expect("a move");
    session.play(&mv).expect("legal");
    let draw = session.sample_event(5).expect("a draw").expect("one is drawn");
    let limits = Limits { time: Some(Duration::from_mins(1)), ..Limits::nodes(2_000) };
    let judged = judged_by_search(variant, &start, &format!("{mv} {draw}"), &limits);
    let verdict = &judged[0];
    assert!((0.0..=1.0).contains(&verdict.kept) && verdict.loss >= 0.0, "{verdict:?}");
    let luck = verdict.luck.expect("a tile was drawn");
    assert!((-1.0..=1.0).contains(&luck), "{verdict:?}");
}

/// The first player could win at once but blocks the road with a wall, so the other player wins.
const MISSED: &str = "[Player1 \"Ann <script>alert(1)</script>\"]\n[Player2 \"Bob & Co\"]\n[Size \"3\"]\n[Result \"0-R\"]\n\n\
    1. a3 c1 {an opening}\n2. b1 b3? {so it goes}\n3. Sa1 c3\n0-R\n";

fn limited(file: &TempFile, more: &[&str]) -> Vec<String> {
    let limits = ["--depth", "4"];
    let head = ["analyse", "takt", "--file", file.name()];
    let all = [&head[..], &limits, more].concat();
    all.into_iter().map(str::to_owned).collect()
}

fn run(arguments: &[String]) -> Ran {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    ludex(&words)
}

/// The output without times.
fn objects(ran: &Ran) -> Vec<Value> {
    assert_eq!(ran.code, 0, "{ran:?}");
    let object = |line: &str| {
        let mut object: Value = serde_json::from_str(line).expect("an object");
        for key in ["time_ms", "nps"] {
            object.as_object_mut().expect("an object").remove(key);
        }
        object
    };
    ran.out.lines().map(object).collect()
}

#[test]
fn threads_change_nothing_but_the_time() {
    let file = TempFile::new("threads.ptn", MISSED);
    let [one, three] =
        ["1", "3"].map(|threads| objects(&run(&limited(&file, &["--threads", threads, "--json"]))));
    assert_eq!(one, three);
    assert_eq!(one.len(), 7);
    // A search that uses random numbers starts again from its seed at each position, so the verdicts do not depend on the threads.
    let file = TempFile::new("threads.qdr", "players: 4\nboard: 5x5\nc2 b3 c4 d3 c1h b2 c3 d4\n");
    let [one, three] = ["1", "3"].map(|threads| {
        let head = ["analyse", "quoridor", "--file", file.name(), "--nodes", "100"];
        objects(&ludex(&[&head[..], &["--threads", threads, "--json"]].concat()))
    });
    assert_eq!(one, three);
}

#[test]
fn a_missed_win_is_reported_with_its_proof() {
    let file = TempFile::new("missed.ptn", MISSED);
    let told = objects(&run(&limited(&file, &["--json"])));
    let missed: Vec<&Value> = told.iter().filter(|line| line["missed_win"].is_object()).collect();
    assert!(!missed.is_empty(), "{told:?}");
    let win = &missed[0]["missed_win"];
    assert_eq!(win["line"][0], missed[0]["bestmove"], "{win}");
    assert!(win["plies"].as_u64().is_some_and(|plies| plies % 2 == 1), "{win}");
    assert_ne!(missed[0]["mark"], "", "{missed:?}");
    let text = run(&limited(&file, &[]));
    assert!(text.out.contains("missed a win in "), "{text:?}");
    let heading = text.out.lines().next().unwrap_or_default();
    assert_eq!(heading, "Ann <script>alert(1)</script> – Bob & Co, 0-R");
}

#[test]
fn the_worst_moves_come_first_if_that_is_asked_for() {
    let file = TempFile::new("worst.ptn", MISSED);
    let told = objects(&run(&limited(&file, &["--order", "worst", "--json"])));
    let (sums, moves) = told.split_last().expect("sums");
    let losses: Vec<f64> = moves.iter().filter_map(|line| line["loss_of_win"].as_f64()).collect();
    assert_eq!(losses.len(), 6);
    assert!(losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
    let ranks = moves.iter().filter(|line| line["rank"] == 1);
    assert!(ranks.count() > 0, "{moves:?}");
    for sum in sums["totals"].as_array().expect("a list") {
        let accuracy = sum["accuracy"].as_f64().expect("a number");
        assert!((0.0..=100.0).contains(&accuracy), "{sum}");
        let marked = ["inaccuracies", "mistakes", "blunders"].map(|key| sum[key].as_u64());
        assert!(marked.iter().all(Option::is_some), "{sum}");
    }
    let wrong = run(&limited(&file, &["--order", "best"]));
    assert!(
        wrong.code == 2 && wrong.err.contains("--order: expected ply or worst, but found \"best\""),
        "{wrong:?}"
    );
}

/// Interrupted judging resumes. A damaged progress file is reported and does no harm.
#[cfg(target_os = "linux")]
#[test]
fn interrupted_judging_resumes() {
    let cache = Folder::new("cache");
    let file = TempFile::new("going-on.ptn", MISSED);
    let arguments = limited(&file, &["--json"]);
    let with_cache = |arguments: &[String]| {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = command(&words);
        command.env("XDG_CACHE_HOME", cache.name());
        command
    };
    let in_cache = |arguments: &[String]| with_input(with_cache(arguments), "");
    let whole = objects(&in_cache(&arguments));
    let folder = std::path::PathBuf::from(cache.path("ludex/judged"));
    let left = || std::fs::read_dir(&folder).map_or(0, Iterator::count);
    assert_eq!(left(), 0, "a finished analysis removes its file");
    // The first verdict cannot be printed, but the steps that it depends on have already been saved.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let ended = with_cache(&arguments)
        .stdout(full.expect("it exists on Linux"))
        .stderr(std::process::Stdio::null())
        .status();
    assert_ne!(ended.expect("it ends").code(), Some(0));
    let path = std::fs::read_dir(&folder).expect("a folder").next();
    let path = path.expect("a file").expect("a file").path();
    let text = std::fs::read_to_string(&path).expect("text");
    assert!((3..8).contains(&text.lines().count()), "{text}");
    let again = in_cache(&arguments);
    assert_eq!(objects(&again), whole);
    assert!(again.err.contains("steps were analysed before"), "{again:?}");
    assert_eq!(left(), 0);
    // One changed byte in a step.
    std::fs::write(&path, text.replacen("\"player\":1", "\"player\":2", 1))
        .expect("it can be written");
    let again = in_cache(&arguments);
    assert_eq!(objects(&again), whole);
    assert!(again.err.contains("the line is damaged, so the analysis starts again"), "{again:?}");
    // An incomplete last line, as a killed program leaves it.
    std::fs::write(&path, &text[..text.len() - 9]).expect("it can be written");
    let again = in_cache(&arguments);
    assert_eq!(objects(&again), whole);
    assert!(again.err.contains("resuming"), "{again:?}");
}
