//! Games in the terminal, played through pipes.

use super::program::{Folder, Ran, TempFile, command, ludex, with_input};

fn play(options: &[&str], input: &str) -> Ran {
    let arguments = [&["play", "takt", "--variant", "size=3", "--nodes", "200"], options].concat();
    with_input(command(&arguments), input)
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let ran = play(&["--p1", "engine", "--p2", "engine", "--threads", "1"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    let last = ran.out.lines().last().expect("some output");
    assert!(["result p1win", "result p2win", "result draw"].contains(&last), "{ran:?}");
}

#[test]
fn json_contains_every_move_and_the_result() {
    let ran = play(&["--p1", "engine", "--p2", "engine", "--json"], "");
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, moves) = lines.split_last().expect("some lines");
    assert!(last["result"].is_string(), "{ran:?}");
    for (index, line) in moves.iter().enumerate() {
        assert_eq!(line["ply"], index + 1);
        assert_eq!(line["player"], index % 2 + 1);
    }
}

#[test]
fn a_person_plays_with_commands() {
    let ran = play(&[], "help\nmoves\nhint\nshow\na1\nundo\nundo\nb2\nquit\n");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("hint: "), "{ran:?}");
    assert!(ran.out.contains("player 1: a1"), "{ran:?}");
    assert!(ran.out.contains("player 1: b2"), "{ran:?}");
    assert!(ran.err.contains("error: undo"), "{ran:?}");
    assert!(ran.out.ends_with("result none (unfinished)\n"), "{ran:?}");
}

#[test]
fn slips_do_not_end_the_game() {
    let input = b"nonsense\n\xff\xfe\nCa1\n\na1\n";
    let ran = super::program::with_bytes(command(&["play", "takt", "--depth", "1"]), input);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.err.lines().filter(|line| line.starts_with("error: ")).count(), 3, "{ran:?}");
    assert!(ran.out.contains("player 1: a1"), "{ran:?}");
}

#[test]
fn save_leaves_a_file_that_another_has_written() {
    let file = TempFile::new("game.ptn", "mine");
    let name = file.name();
    let read = || std::fs::read_to_string(name).expect("it is there");
    let ran = play(&["--p2", "human"], &format!("a1\nsave {name}\nquit\n"));
    let told =
        format!("error: save: \"{name}\" exists already (hint: use save! FILE to replace it)");
    assert!(ran.err.contains(&told), "{ran:?}");
    assert_eq!(read(), "mine");
    // A file that the game has written may be overwritten.
    let input = format!("a1\nsave! {name}\nb2\nsave {name}\nquit\n");
    let ran = play(&["--p2", "human"], &input);
    assert_eq!(ran.err, "", "{ran:?}");
    assert!(read().ends_with("1. a1 b2\n"), "{}", read());
    let ran = play(&["--p2", "human", "--save", name], &format!("a1\nsave {name}\nquit\n"));
    assert_eq!(ran.err, "", "{ran:?}");
}

#[test]
fn two_people_finish_a_game() {
    let ran = play(&["--p2", "human"], "a3\na1\nb1\nb3\nc1\n");
    assert_eq!(ran.out.lines().last(), Some("result p1win"), "{ran:?}");
    let over = ludex(&["play", "takt", "--variant", "size=3", "--moves", "a3 a1 b1 b3 c1"]);
    assert_eq!(over.out.lines().last(), Some("result p1win"), "{over:?}");
}

/// Every move takes some time, so with no time at all the first player loses.
#[test]
fn exceeding_the_time_of_a_move_loses() {
    let ran = play(&["--p1", "engine", "--p2", "engine", "--move-time", "0.000001ms"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.ends_with("result p2win (player 1 out of time)\n"), "{ran:?}");
    let arguments = ["play", "quoridor", "--variant", "players=4", "--p1", "engine"];
    let arguments =
        [&arguments[..], &["--move-time", "0.000001ms", "--nodes", "200", "--json"]].concat();
    let ran = ludex(&arguments);
    let last = ran.out.lines().last().expect("a result");
    let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(last["result"], "ended", "{ran:?}");
    assert_eq!(last["late"], 1);
    let third = 2.0 / 3.0 - 1.0;
    assert_eq!(last["returns"], serde_json::json!([-1.0, third, third, third]));
}

#[test]
fn a_game_ends_by_resignation_or_agreed_draw() {
    let ran = play(&[], "resign now\nresign\n");
    assert!(ran.err.contains("resign: expected nothing after it, but found \"now\""), "{ran:?}");
    assert!(ran.out.ends_with("result p2win (player 1 resigns)\n"), "{ran:?}");
    let ran = play(&["--p2", "human", "--json"], "a1\ndraw?\n");
    let told = ran.last_json();
    assert_eq!(told["result"], "draw");
    assert_eq!(told["agreed"], true);
    // A road is one move away, and the engine accepts the draw.
    let road = ["--moves", "a3 a1 b1 b3"];
    let ran = play(&road, "draw?\n");
    assert!(ran.out.ends_with("result draw (agreed)\n"), "{ran:?}");
    let ran = with_input(command(&["play", "quoridor"]), "draw?\n");
    assert!(ran.err.contains("a pawn always arrives"), "{ran:?}");
    let crowd = ["play", "quoridor", "--variant", "players=3"];
    let ran = with_input(command(&crowd), "draw?\nresign\n");
    assert!(
        ran.err.contains("draw?: draws can be offered only with two players, not with 3"),
        "{ran:?}"
    );
    assert!(ran.out.ends_with("result ended (player 1 resigns)\n"), "{ran:?}");
}

#[test]
fn a_team_loses_together() {
    let variant = "players=4,teams=yes,colours=RY";
    let people = ["play", "tantrix", "--variant", variant, "--p1", "human", "--p2", "human"];
    let resigned = with_input(command(&[&people[..], &["--json"]].concat()), "resign\n");
    let engine = ["play", "tantrix", "--variant", variant, "--p1", "engine"];
    let late = [&engine[..], &["--move-time", "0.000001ms", "--nodes", "200", "--json"]].concat();
    let late = with_input(command(&late), "");
    for (ran, key) in [(resigned, "resigned"), (late, "late")] {
        let told = ran.last_json();
        assert_eq!(told[key], 1, "{ran:?}");
        assert_eq!(told["returns"], serde_json::json!([-1.0, 1.0, -1.0, 1.0]), "{ran:?}");
    }
}

#[test]
fn a_resigned_gammon_counts_by_the_jacoby_rule() {
    let points = |moves: &str| {
        let file = TempFile::unwritten("jacoby.sgf");
        let arguments = ["play", "tryktrak", "--variant", "jacoby=yes", "-m", moves, "--json"];
        let more = ["--p1", "human", "--p2", "human", "--save", file.name()];
        let ran = with_input(command(&[&arguments[..], &more].concat()), "resign backgammon\n");
        let record = std::fs::read_to_string(&file.0).expect("it was written");
        (ran.last_json()["returns"].clone(), record)
    };
    let (returns, record) = points("dice:31 8/5,6/5 roll dice:43");
    assert_eq!(returns, serde_json::json!([1.0, -1.0]));
    assert!(record.contains("RE[W+1R]"), "{record}");
    let (returns, record) = points("dice:31 8/5,6/5 double take dice:43");
    assert_eq!(returns, serde_json::json!([6.0, -6.0]));
    assert!(record.contains("RE[W+6R]"), "{record}");
}

#[test]
fn the_record_is_written_after_every_move() {
    let file = TempFile::unwritten("game.ptn");
    let options = ["--p2", "human", "--name1", "Ann", "--name2", "Bob", "--save", file.name()];
    let record = || std::fs::read_to_string(&file.0).expect("it was written");
    play(&options, "a3\na1\nquit\n");
    assert!(record().ends_with("\n1. a3 a1\n"), "{}", record());
    play(&options, "a3\na1\nb1\nb3\nc1\n");
    let whole = record();
    assert!(whole.starts_with("[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Date \""));
    assert!(whole.ends_with("3. c1\nR-0\n"), "{whole}");
    let read = ludex(&["show", "takt", "--file", file.name()]);
    assert!(read.out.contains("Player 1 wins by a road"), "{read:?}");
    let loaded = play(&["--p2", "human"], &format!("load {} 2\nb2\nquit\n", file.name()));
    assert!(loaded.out.contains("player 1: b2"), "{loaded:?}");
    let over = play(&[], &format!("load {}\nload {} 9\n", file.name(), file.name()));
    assert!(over.err.contains(": the game is over"), "{over:?}");
    assert!(over.err.contains("load: expected"), "{over:?}");
}

/// A checker on the bar before six closed points cannot move, so the player is not asked.
#[test]
fn moves_without_a_choice_are_made_unasked() {
    let position = "XGID=-----DE-E----c-----bbbbbbA:0:0:1:31:0:0:0:0:6";
    let arguments = ["play", "tryktrak", "--position", position, "--p2", "human"];
    let asked = with_input(command(&arguments), "moves\n");
    assert!(asked.out.contains("\n-\n"), "{asked:?}");
    assert!(!asked.out.contains("player 1: -"), "{asked:?}");
    let automatic = [&arguments[..], &["--auto", "forced"]].concat();
    let unasked = with_input(command(&automatic), "");
    assert!(unasked.out.contains("player 1: -\n"), "{unasked:?}");
}

/// The next game of a match starts with the new score; Enter rolls.
#[test]
fn a_game_of_a_match_is_resigned() {
    let variant = "length=3";
    let arguments = ["play", "tryktrak", "--variant", variant, "--p2", "human"];
    let ran = with_input(
        command(&arguments),
        "resign double\nresign gammon\nresign single\nresign single\nresign single\n",
    );
    assert!(ran.err.contains("one of single, gammon, backgammon"), "{ran:?}");
    assert!(ran.out.contains("score 2"), "{ran:?}");
    assert!(ran.out.contains("and the match continues"), "{ran:?}");
    let last = ran.out.lines().last().expect("a result");
    assert!(last.ends_with("resigns for a point)"), "{ran:?}");
    let rolled = with_input(
        command(&["play", "tryktrak", "--p2", "human", "--position", "4HPwATDgc/ABMA"]),
        "\nquit\n",
    );
    assert!(rolled.out.contains(": roll\n"), "{rolled:?}");
    assert!(rolled.out.contains("drawn: dice:"), "{rolled:?}");
}

/// Advice is given at full strength, whatever the level of the engine's play.
#[test]
fn advice_does_not_err_as_the_player_does() {
    let told = |level: &str, seed: &str| {
        let options = ["--level", level, "--seed", seed, "--threads", "1"];
        let ran = play(&options, "hint\nanalyse\nquit\n");
        let place = ran.out.find("hint: ").expect("a hint");
        ran.out[place..].to_owned()
    };
    for seed in ["1", "2", "3"] {
        assert_eq!(told("1", seed), told("10", seed));
    }
}

#[test]
fn dice_are_typed_only_in_games_with_chance() {
    for game in ["takt", "quoridor", "trax"] {
        let ran = with_input(command(&["play", game, "--draws", "hand", "--nodes", "9"]), "quit\n");
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(
            ran.err.contains("--draws: \"hand\" has no effect") && ran.out.is_empty(),
            "{ran:?}"
        );
    }
    for words in [&["tryktrak"][..], &["tantrix"], &["trax", "--variant", "luck=yes"]] {
        let play = [&["play"], words, &["--draws", "hand", "--p2", "human"]].concat();
        assert_eq!(with_input(command(&play), "quit\n").code, 0, "{words:?}");
    }
}

#[test]
fn dice_may_be_typed_as_digits() {
    let arguments = ["play", "tryktrak", "--draws", "hand", "--p2", "human"];
    for typed in ["31", "3-1", "3 1", "dice:31"] {
        let ran = with_input(command(&arguments), &format!("{typed}\n8/5,6/5\nquit\n"));
        assert!(ran.out.contains("player 1: dice:31\n"), "{ran:?}");
        assert!(ran.out.contains("player 1: 8/5,6/5\n"), "{ran:?}");
    }
    let ran = with_input(command(&arguments), "37\n31\n53\nhelp\nquit\n");
    assert!(ran.err.contains("a roll such as dice:31"), "{ran:?}");
    assert_eq!(ran.err.matches("error: ").count(), 2, "{ran:?}");
    assert!(ran.out.contains("  53              a roll"), "{ran:?}");
    let shown = ludex(&["show", "tryktrak", "--moves", "31 8/5,6/5 53"]);
    assert_eq!(shown.code, 0, "{shown:?}");
    let refused = ludex(&["show", "tryktrak", "--moves", "31 53"]);
    assert_eq!(refused.code, 2, "{refused:?}");
}

#[test]
fn a_game_after_resume_is_taken_as_a_file_and_the_error_says_so() {
    let ran = ludex(&["play", "--resume", "takt"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("ludex play GAME --resume"), "{ran:?}");
    let rollout = ludex(&["rollout", "--resume", "tryktrak"]);
    assert_eq!(rollout.code, 2, "{rollout:?}");
    assert!(rollout.err.contains("ludex rollout GAME --resume"), "{rollout:?}");
    let without = ludex(&["play"]);
    assert!(!without.err.contains("--resume"), "{without:?}");
}

/// A full disk, or a folder in place of a file, does not end the game.
#[test]
fn a_failed_save_is_reported_and_the_game_continues() {
    let ran = play(
        &["--p2", "human", "--name1", "A\u{1b}[31mnn"],
        "a3\nsave .\nsave /dev/full\na1\nquit\n",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("player 2: a1"), "{ran:?}");
    assert!(ran.err.lines().count() >= 2, "{ran:?}");
}

/// `--save` reports what its format cannot store. If the format cannot store the variant, the option is refused before the first move.
#[test]
fn a_save_names_what_its_format_cannot_store() {
    let folder = Folder::new("save-losses");
    let persons = ["play", "quoridor", "--p1", "human", "--p2", "human", "--name1", "Ann"];
    let qtp = folder.file("game.qtp", "");
    let ran = with_input(command(&[&persons[..], &["--save", &qtp]].concat()), "e2\nresign\n");
    assert_eq!(ran.code, 0, "{ran:?}");
    for lost in ["Player1", "the result "] {
        assert!(ran.err.contains(lost), "{lost}: {ran:?}");
    }
    let other = ["--variant", "edge-diagonal=off", "--save", &qtp];
    let ran = with_input(command(&[&persons[..], &other].concat()), "e2\nresign\n");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    assert!(ran.err.contains("edge-diagonal=off"), "{ran:?}");
    let qdr = folder.file("game.qdr", "");
    let ran = with_input(command(&[&persons[..], &["--save", &qdr]].concat()), "e2\nresign\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
}

#[test]
fn usual_names_of_three_players_have_one_number() {
    let three = ["play", "quoridor", "--variant", "players=3", "--p1", "human", "--p2", "human"];
    let file = TempFile::new("three.qdr", "");
    let ran = with_input(command(&[&three[..], &["--save", file.name()]].concat()), "quit\n");
    assert_eq!(ran.code, 0, "{ran:?}");
    let record = std::fs::read_to_string(file.name()).expect("it was written");
    assert!(record.contains("Player3: player 3") && !record.contains("player 2 "), "{record}");
}
