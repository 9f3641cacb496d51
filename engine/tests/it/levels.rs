//! Levels, in all commands with a search.

use std::collections::HashSet;

use serde_json::Value;

use super::program::{Engine, Folder, Ran, command, ludex, with_input};
use super::protocol::check_error;

/// All games, with few nodes because some levels have no limit.
const GAMES: [(&str, &[&str]); 7] = [
    ("takt", &["--moves", "a1 e5 c3 c2"]),
    ("quoridor", &["--moves", "e2 e8"]),
    ("quoridor", &["--variant", "players=4"]),
    ("trax", &["--moves", "@0/ @1+"]),
    ("trax", &["--variant", "luck=yes", "--moves", "?+ns @0+ns ?+ns"]),
    ("tryktrak", &["--moves", "dice:31", "--depth", "0"]),
    ("tantrix", &["--position", "- 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2"]),
];

fn bestmove(game: &str, more: &[&str]) -> Ran {
    let nodes = if more.contains(&"--depth") { &[][..] } else { &["--nodes", "2000"] };
    ludex(&[&["bestmove", game], more, nodes].concat())
}

fn untimed(ran: &Ran) -> Value {
    let mut object = ran.json();
    for key in ["time_ms", "nps"] {
        object[key].take();
    }
    object
}

#[test]
fn every_level_of_every_game_plays_a_legal_move_and_the_same_one_again() {
    for (game, more) in GAMES {
        let legal = ludex(
            &[&["moves", game], more]
                .concat()
                .into_iter()
                .filter(|word| !["--depth", "0"].contains(word))
                .collect::<Vec<_>>(),
        )
        .out;
        for level in ["1", "4", "club", "9"] {
            let run = || bestmove(game, &[more, &["--level", level, "--json"]].concat());
            let object = untimed(&run());
            assert_eq!(object, untimed(&run()), "{game}, level {level}");
            let mv = object["bestmove"].as_str().expect("a move");
            assert!(legal.lines().any(|legal| legal == mv), "{game}: {mv}");
            assert_eq!(object["lines"][0]["move"], mv);
            assert_eq!(object["win"], object["lines"][0]["win"]);
        }
    }
}

#[test]
fn a_seed_makes_mistakes_of_its_own_below_the_highest_level() {
    for (game, more) in GAMES {
        let moves = |level: &str| -> HashSet<String> {
            let play = |seed: u32| {
                let choices = ["--level", level, "--seed", &seed.to_string()];
                bestmove(game, &[more, &choices].concat()).out
            };
            (0..8).map(play).collect()
        };
        assert!(moves("beginner").len() > 1, "{game}");
    }
}

#[test]
fn the_highest_level_is_the_search_as_it_is() {
    for (game, more) in GAMES {
        let plain = untimed(&bestmove(game, &[more, &["--json"]].concat()));
        for level in ["10", "expert"] {
            let chosen = bestmove(game, &[more, &["--json", "--level", level]].concat());
            assert_eq!(untimed(&chosen), plain, "{game}");
        }
    }
}

/// From the third level on, a win in one move is found with every seed.
#[test]
fn a_win_in_one_move_is_played() {
    let position = "2,x,2/1,1,x/2,x2 1 4";
    for level in 3..=9 {
        for seed in 0..10 {
            let (level, seed) = (level.to_string(), seed.to_string());
            let choices = ["--level", &level, "--seed", &seed];
            let ran = bestmove("takt", &[&["--position", position][..], &choices].concat());
            assert_eq!(ran.out, "c2\n", "level {level}, seed {seed}");
        }
    }
}

#[test]
fn invalid_levels_are_refused() {
    for command in ["bestmove", "analyse", "play", "ugi"] {
        for found in ["0", "11", "abc", "-1", "2.5"] {
            let ran = ludex(&[command, "takt", "--level", found]);
            assert_eq!(ran.code, 2, "{ran:?}");
            let expected = "error: --level: expected 1 to 10 or a name (beginner,";
            assert!(ran.err.starts_with(expected) && ran.err.contains(found), "{ran:?}");
        }
    }
}

#[test]
fn records_are_judged_at_full_strength_alone() {
    let folder = Folder::new("level-record");
    let record = folder.file("game.ptn", "[Size \"5\"]\n\n1. a1 e5 2. c3 c2\n");
    let ran = ludex(&["analyse", "takt", "--file", &record, "--level", "3"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("--level"), "{ran:?}");
    // A default level applies only to playing, not to judging.
    let judged = |level: &str| -> Vec<Value> {
        let mut judging =
            command(&["analyse", "takt", "--file", &record, "--depth", "1", "--json"]);
        judging.env("LUDEX_LEVEL", level);
        let out = with_input(judging, "").out;
        let lines = out.lines().map(serde_json::from_str);
        let mut lines: Vec<Value> = lines.map(|line| line.expect("JSON")).collect();
        for line in &mut lines {
            line["time_ms"].take();
            line["nps"].take();
        }
        lines
    };
    assert_eq!(judged("1"), judged("10"));
}

#[test]
fn the_configuration_can_set_the_level() {
    let moves = |level: &str| -> HashSet<String> {
        let play = |seed: u32| {
            let seed = seed.to_string();
            let mut asked = command(&["bestmove", "quoridor", "--nodes", "500", "--seed", &seed]);
            asked.env("LUDEX_LEVEL", level);
            with_input(asked, "").out
        };
        (0..8).map(play).collect()
    };
    assert!(moves("novice").len() > 1);
    assert_eq!(moves("10").len(), 1);
}

#[test]
fn protocols_have_a_level_and_an_equivalent_rating() {
    let mut engine = Engine::start(&["ugi", "takt", "--level", "casual"]);
    engine.say("ugi");
    let heard = engine.read_until("ugiok");
    for start in [
        "option name Level type spin default 4 min 1 max 10",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default ",
    ] {
        assert!(heard.iter().any(|line| line.starts_with(start)), "{start}");
    }
    check_error(&engine.ask("setoption name Level value 11"), "1 to 10");
    check_error(&engine.ask("setoption name UCI_Elo value 9999"), "UCI_Elo");
    check_error(&engine.ask("setoption name UCI_LimitStrength value 1"), "true or false");
    let mut best = |options: &[&str]| {
        for option in options {
            assert!(engine.ask(&format!("setoption name {option}")).is_empty());
        }
        let mut moves = HashSet::new();
        for seed in 0..8 {
            assert!(engine.ask(&format!("setoption name Seed value {seed}")).is_empty());
            assert!(engine.ask("position startpos moves a1 e5 c3 c2").is_empty());
            engine.say("go nodes 500");
            moves.extend(engine.read_until("bestmove").pop());
        }
        moves.len()
    };
    assert_eq!(best(&["Level value 10"]), 1);
    assert!(best(&["Level value 1"]) > 1);
    let ratings = ludex(&["games", "takt", "--json"]).json()["games"][0]["levels"].clone();
    let rating = |level: usize| ratings[level - 1]["rating"].clone();
    let full = format!("UCI_Elo value {}", rating(10));
    assert_eq!(best(&[&full, "UCI_LimitStrength value true"]), 1);
    let low = format!("UCI_Elo value {}", rating(1));
    assert!(best(&[&low, "Level value 10"]) > 1);
    assert_eq!(best(&["UCI_LimitStrength value false"]), 1);
}

#[test]
fn a_game_of_a_weaker_player_can_be_repeated_with_its_seed() {
    let play = |level: &str, more: &[&str]| {
        let sides = ["--p1", "engine", "--p2", "engine", "--threads", "1"];
        let game = ["play", "takt", "--variant", "size=3", "--nodes", "200"];
        ludex(&[&game[..], &sides, &["--level", level], more].concat()).out
    };
    let drawn = play("2", &["--json"]);
    let (told, game) = drawn.split_once('\n').expect("lines");
    let told: Value = serde_json::from_str(told).expect("JSON");
    let seed = told["seed"].as_u64().expect("a seed").to_string();
    assert_eq!(play("2", &["--json", "--seed", &seed]), game);

    let drawn = play("2", &[]);
    let (told, game) = drawn.split_once('\n').expect("lines");
    let seed = told.strip_prefix("seed ").expect("the seed");
    assert_eq!(play("2", &["--seed", seed]), game);

    assert!(!play("10", &[]).starts_with("seed"));
}

#[test]
fn players_of_a_tournament_have_levels() {
    let folder = Folder::new("levels");
    let file = folder.file(
        "cup.toml",
        "pairs = 4\n[[games]]\ngame = \"takt\"\nvariant = \"size=4\"\n\
         [[players]]\nname = \"high\"\nlevel = 6\nnodes = \"1000\"\n\
         [[players]]\nname = \"low\"\nlevel = \"beginner\"\nnodes = \"1000\"\n",
    );
    let by_file = ludex(&["tournament", &file, "--json"]).last_json();
    let by_options = ludex(&[
        "tournament",
        "takt",
        "--variant",
        "size=4",
        "--pairs",
        "4",
        "--json",
        "--player",
        "high: level=6,nodes=1000",
        "--player",
        "low: level=beginner,nodes=1000",
    ])
    .last_json();
    assert_eq!(by_file["standings"], by_options["standings"]);
    assert_eq!(by_file["standings"][0]["name"], "high", "{by_file}");
    for level in ["0", "-1", "256", "1.5", "true"] {
        let wrong = folder.file(
            "wrong.toml",
            &format!("[[games]]\ngame = \"takt\"\n[[players]]\nname = \"a\"\nlevel = {level}\n"),
        );
        let ran = ludex(&["tournament", &wrong]);
        assert_eq!(ran.code, 2, "{ran:?}");
        let found = "line 5: expected 1 to 10 or a name".to_owned();
        assert!(ran.err.contains(&found), "{ran:?}");
    }
}

#[test]
fn levels_and_their_ratings_are_listed() {
    for game in ["takt", "tryktrak", "quoridor", "trax", "tantrix"] {
        let levels = ludex(&["games", game, "--json"]).json()["games"][0]["levels"].clone();
        let levels = levels.as_array().expect("a list").clone();
        assert_eq!(levels.len(), 10);
        assert_eq!(levels[0]["name"], "beginner");
        assert_eq!(levels[9]["name"], "expert");
        let ratings: Vec<i64> =
            levels.iter().map(|l| l["rating"].as_i64().expect("a number")).collect();
        assert!(ratings.is_sorted_by(|low, high| low < high), "{ratings:?}");
        assert!(ludex(&["games", game]).out.contains("beginner"));
    }
}
