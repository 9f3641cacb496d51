//! Games that are saved while unfinished, and recorded when finished.

use rexpect::process::Signal;

use super::{Home, Terminal};
use crate::program::with_input;

const SMALL: [&str; 8] = ["play", "takt", "--variant", "size=3", "--nodes", "200", "--p2", "human"];
const RESUME: [&str; 3] = ["play", "takt", "--resume"];

#[test]
fn a_kill_loses_no_move() {
    let home = Home::new();
    let mut terminal = Terminal::start(&home, &SMALL);
    terminal.say("player 1>", "a3");
    terminal.say("player 2>", "a1");
    terminal.see_line("player 1>");
    terminal.signal(Signal::SIGKILL);
    drop(terminal);

    let mut again = Terminal::start(&home, &SMALL);
    again.see("there is an unfinished game; continue with `ludex play takt --resume`");
    again.say("player 1>", "quit");
    assert_eq!(again.end(), 0);

    let mut resumed = Terminal::start(&home, &RESUME);
    resumed.see("Move 2: player 1 to move");
    resumed.say("player 1>", "undo");
    resumed.see("Move 1: player 2 to move");
    resumed.say("player 2>", "c3");
    resumed.say("player 1>", "b1");
    resumed.say("player 2>", "resign");
    resumed.say("resign the game (y or n)", "y");
    resumed.see("wins (player 2 resigns)");
    assert_eq!(resumed.end(), 0);
    assert!(home.saved_files("json").is_empty(), "it is over");
    let [record] = &home.saved_files("ptn")[..] else {
        panic!("{:?}", home.saved_files("ptn"));
    };
    let record = std::fs::read_to_string(record).expect("it was written");
    for part in ["[Player1 \"player 1\"]", "[Date \"", "[Result \"1-0\"]", "1. a3 c3", "2. b1"] {
        assert!(record.contains(part), "{part}: {record}");
    }
}

/// A game through a pipe is not saved, but may continue one that a person has started.
#[test]
fn a_pipe_goes_on_with_a_kept_game() {
    let home = Home::new();
    let piped = with_input(home.command(&SMALL), "a3\nquit\n");
    assert_eq!(piped.code, 0, "{piped:?}");
    assert!(home.saved_files("json").is_empty());
    let none = with_input(home.command(&RESUME), "");
    assert_eq!(none.code, 2, "{none:?}");
    assert!(none.err.contains("--resume: there is no unfinished game of takt"));

    let mut terminal = Terminal::start(&home, &SMALL);
    terminal.say("player 1>", "a3");
    terminal.say("player 2>", "quit");
    assert_eq!(terminal.end(), 0);
    let resumed = with_input(home.command(&RESUME), "c1\nquit\n");
    assert!(resumed.out.contains("player 2: c1"), "{resumed:?}");
    let json = [&RESUME[..], &["--json"]].concat();
    let again = with_input(home.command(&json), "b2\n");
    let told: serde_json::Value =
        serde_json::from_str(again.out.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&told["ply"], &told["player"]), (&3.into(), &1.into()));
}

#[test]
fn a_damaged_file_is_reported_and_stays() {
    let home = Home::new();
    let mut terminal = Terminal::start(&home, &SMALL);
    terminal.say("player 1>", "a3");
    terminal.say("player 2>", "quit");
    assert_eq!(terminal.end(), 0);
    let kept = home.saved_files("json").swap_remove(0);
    for broken in ["{\"heading\":", "", "[]"] {
        std::fs::write(&kept, broken).expect("it can be written");
        let ran = with_input(home.command(&RESUME), "");
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(&kept), "{ran:?}");
        assert_eq!(std::fs::read_to_string(&kept).expect("it stays"), broken);
    }
    let mut new = Terminal::start(&home, &SMALL);
    new.see("the file is left unchanged");
    new.say("player 1>", "a3");
    new.say("player 2>", "quit");
    assert_eq!(new.end(), 0);
    assert_eq!(home.saved_files("json").len(), 2);
}

/// Saves a game with these moves.
fn keep(home: &Home, moves: &[&str]) -> String {
    let before = home.saved_files("json");
    let mut terminal = Terminal::start(home, &SMALL);
    for (mv, player) in moves.iter().zip([1, 2].into_iter().cycle()) {
        terminal.say(&format!("player {player}>"), mv);
    }
    terminal.say("player ", "quit");
    assert_eq!(terminal.end(), 0);
    let mut new = home.saved_files("json");
    new.retain(|path| !before.contains(path));
    new.swap_remove(0)
}

#[test]
fn a_damaged_file_does_not_hide_others() {
    let home = Home::new();
    let older = keep(&home, &["a3"]);
    let newer = keep(&home, &["b1", "b2"]);
    std::fs::write(&newer, "{").expect("it can be written");
    let ran = with_input(home.command(&RESUME), "c1\nquit\n");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains(&newer), "{ran:?}");
    assert!(ran.out.contains("player 2: c1"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&newer).expect("it stays"), "{");
    let list = with_input(home.command(&["play", "takt", "--kept"]), "");
    assert_eq!(list.code, 0, "{list:?}");
    let at = |path: &str| list.out.find(path).unwrap_or_else(|| panic!("{path}: {list:?}"));
    assert!(at(&older) < at(&newer), "the one that was played last comes first");
    assert!(list.out.contains("2 plies") && list.out.contains("the file is cut off"), "{list:?}");
    let json = with_input(home.command(&["play", "takt", "--kept", "--json"]), "");
    let lines: Vec<serde_json::Value> =
        json.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2, "{json:?}");
    assert_eq!((&lines[0]["file"], &lines[0]["plies"]), (&older.into(), &2.into()));
    assert!(lines[1]["error"].is_string(), "{json:?}");
    let all = with_input(home.command(&["play", "--kept", "--json"]), "");
    assert_eq!((all.code, &all.out), (0, &json.out), "{all:?}");
    let all = with_input(home.command(&["play", "--kept"]), "");
    assert!(all.out.starts_with("takt  "), "{all:?}");
    let nothing = with_input(home.command(&["play"]), "");
    assert_eq!(nothing.code, 2, "{nothing:?}");
    assert!(nothing.err.contains("GAME"), "{nothing:?}");
    let none = with_input(home.command(&["play", "trax", "--kept"]), "");
    assert_eq!((none.code, none.out.as_str()), (0, ""), "{none:?}");
}

#[test]
fn a_kept_game_remembers_its_level() {
    let home = Home::new();
    let arguments = ["play", "takt", "--variant", "size=3", "--level", "2"];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.say("player 1>", "a3");
    terminal.say("player 1>", "quit");
    assert_eq!(terminal.end(), 0);
    let kept = std::fs::read_to_string(&home.saved_files("json")[0]).expect("it is kept");
    let kept: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(kept["level"], 2);
    let resumed = with_input(home.command(&RESUME), "quit\n");
    assert!(resumed.err.contains("level 2"), "{resumed:?}");
    let other = [&RESUME[..], &["--level", "7"]].concat();
    let other = with_input(home.command(&other), "quit\n");
    assert!(!other.err.contains("level 2"), "{other:?}");
}

/// Ctrl-C stops a search; a termination signal ends the program.
#[test]
fn a_termination_signal_ends_the_program_and_keeps_the_game() {
    let home = Home::new();
    let arguments = ["play", "takt", "--time", "1000s", "--book", "none"];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.say("player 1>", "a1");
    terminal.see("depth ");
    terminal.signal(Signal::SIGTERM);
    assert_eq!(terminal.end(), 130);
    assert_eq!(home.saved_files("json").len(), 1);
}

#[test]
fn games_are_saved_and_loaded() {
    let home = Home::new();
    let path = home.path("game.ptn");
    let named = [&SMALL[..], &["--name1", "Ann", "--name2", "Bob"]].concat();
    let mut terminal = Terminal::start(&home, &named);
    terminal.say("player 1 (Ann)>", "a3");
    terminal.say("player 2 (Bob)>", "a1");
    terminal.say("player 1 (Ann)>", &format!("save {path}"));
    terminal.see("saved: ");
    terminal.say("player 1 (Ann)>", "b1");
    terminal.say("player 2 (Bob)>", &format!("load {path} 1"));
    terminal.see("Move 1: player 2 to move");
    terminal.say("player 2 (Bob)>", "load nowhere.ptn");
    terminal.see("error: nowhere.ptn: the file cannot be read: the file does not exist");
    terminal.say("player 2 (Bob)>", "quit");
    assert_eq!(terminal.end(), 0);
    let record = std::fs::read_to_string(&path).expect("it was saved");
    assert!(record.contains("[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Date \""), "{record}");
    assert!(record.ends_with("1. a3 a1\n"), "{record}");
    // The games before and after the load are both saved.
    assert_eq!(home.saved_files("json").len(), 2);
}
