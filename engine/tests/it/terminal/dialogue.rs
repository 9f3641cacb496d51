//! Keys and commands at the prompt.

use super::{CTRL_C, CTRL_D, ENTER, Home, TAB, Terminal, UP};

const SMALL: [&str; 6] = ["play", "takt", "--variant", "size=3", "--nodes", "200"];

#[test]
fn words_and_moves_are_completed_and_lines_come_back() {
    let home = Home::new();
    let mut terminal = Terminal::start(&home, &["play", "trax", "--nodes", "50"]);
    terminal.see_line("player 1>");
    terminal.press("@");
    terminal.press(TAB);
    terminal.see_line("player 1> @0");
    // If only one word is possible, its remaining letters are shown, and Tab accepts them.
    terminal.press("\x15hi");
    terminal.see_line("player 1> hint");
    terminal.press(TAB);
    terminal.press(ENTER);
    terminal.see("hint: ");
    terminal.see_line("player 1>");
    terminal.press(UP);
    terminal.see_line("player 1> hint");
    // Commands that would only fail are not offered.
    for useless in ["cl", "fl"] {
        terminal.press(&format!("\x15{useless}"));
        terminal.see_line(&format!("player 1> {useless}"));
        terminal.press(TAB);
        terminal.press("x");
        terminal.see_line(&format!("player 1> {useless}x"));
    }
    terminal.press("\x15clock");
    terminal.press(ENTER);
    terminal.see("error: clock: this game has no clock");
    terminal.press("\x15quit");
    terminal.press(ENTER);
    terminal.see("result none (unfinished)");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn ctrl_c_throws_the_line_away_and_ctrl_d_leaves_the_game() {
    let home = Home::new();
    let mut terminal = Terminal::start(&home, &SMALL);
    terminal.see_line("player 1>");
    terminal.press("nonsense");
    terminal.see_line("player 1> nonsense");
    terminal.press(CTRL_C);
    terminal.see("type quit to leave the game");
    terminal.say("player 1>", "a1");
    terminal.see("player 2: ");
    terminal.see_line("player 1>");
    terminal.press(CTRL_D);
    terminal.see("the game is saved; continue with `ludex play takt --resume`");
    terminal.see("result none (unfinished)");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn ctrl_c_stops_only_the_search() {
    let home = Home::new();
    let mut terminal =
        Terminal::start(&home, &["play", "takt", "--time", "1000s", "--book", "none"]);
    terminal.say("player 1>", "a1");
    terminal.see("depth ");
    terminal.press(CTRL_C);
    terminal.see("player 2: ");
    terminal.say("player 1>", "hint");
    terminal.see("depth ");
    terminal.press(CTRL_C);
    terminal.see("hint: ");
    terminal.say("player 1>", "analyse");
    terminal.see("Enter or Ctrl-C stops the analysis.");
    terminal.see("depth ");
    terminal.press(CTRL_C);
    terminal.see("#  move");
    terminal.say("player 1>", "analyse");
    terminal.see("depth ");
    terminal.press(ENTER);
    terminal.wait("two tables", |terminal| terminal.screen().matches("#  move").count() == 2);
    terminal.say("player 1>", "quit");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_narrow_terminal_breaks_the_line_and_nothing_is_lost() {
    let home = Home::new();
    let mut terminal = Terminal::start(&home, &SMALL);
    terminal.see_line("player 1>");
    terminal.resize(20);
    terminal.press("save ");
    terminal.see("save");
    let path = home.path("a-name-that-is-much-longer-than-twenty-columns.ptn");
    terminal.press(&path);
    terminal.press(ENTER);
    terminal.resize(80);
    terminal.wait("saved", |_| std::path::Path::new(&path).exists());
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn clocks_are_shown_and_run_for_persons_too() {
    let home = Home::new();
    let arguments = ["play", "takt", "--p2", "human", "--clock", "50m+5s"];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.say("player 1 [", "clock");
    terminal.wait("the clocks", |terminal| {
        terminal.screen().lines().any(|line| line.ends_with(" 50:00"))
    });
    terminal.say("player 1 [", "a1");
    terminal.say("player 2 [", "quit");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_clock_ticks_in_the_prompt_and_a_flag_falls_by_itself() {
    let home = Home::new();
    let two = ["play", "takt", "--p2", "human", "--clock"];
    let mut terminal = Terminal::start(&home, &[&two[..], &["50m"]].concat());
    let shows = |terminal: &Terminal, left: &str, typed: &str| {
        let line = terminal.line();
        line.starts_with("player 1 [49:5") && line.ends_with(&format!("{left} 50:00]>{typed}"))
    };
    terminal.wait("the first second", |terminal| shows(terminal, "", ""));
    // The typed text stays, and only the clock changes.
    terminal.press("a");
    terminal.wait("a letter", |terminal| shows(terminal, "", " a"));
    let before = terminal.line();
    terminal
        .wait("the next second", |terminal| terminal.line() != before && shows(terminal, "", " a"));
    assert_eq!(terminal.screen().matches("player 1 [").count(), 1);
    terminal.press("1");
    terminal.press(ENTER);
    terminal.see("Move 1: player 2 to move");
    terminal.say("player 2 [", "quit");
    assert_eq!(terminal.end(), 0);
    for clock in ["1ms", "1500ms"] {
        let late = Terminal::start(&home, &[&two[..], &[clock]].concat());
        late.see("player 2 wins (player 1 out of time)");
        assert_eq!(late.end(), 0);
    }
}

#[test]
fn the_board_is_seen_from_the_other_side() {
    let home = Home::new();
    let arguments = [&SMALL[..], &["--p1", "engine", "--p2", "human"]].concat();
    let mut terminal = Terminal::start(&home, &arguments);
    // A person who plays only second sees the board from the second side.
    terminal.see("   c  b  a");
    terminal.say("player 2>", "flip");
    terminal.see("   a  b  c");
    terminal.say("player 2>", "quit");
    assert_eq!(terminal.end(), 0);
    let mut trax = Terminal::start(&home, &["play", "trax"]);
    trax.say("player 1>", "flip");
    trax.see("error: flip: the board of trax looks the same from both sides");
}

#[test]
fn what_is_typed_ahead_or_pasted_is_not_lost() {
    let home = Home::new();
    let arguments = [&SMALL[..], &["--p2", "human"]].concat();
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.see_line("player 1>");
    terminal.press("a3\ra1\rb1\rb3\rc1\r");
    terminal.see("player 1 wins");
    assert_eq!(terminal.end(), 0);
    assert_eq!(home.saved_files("ptn").len(), 1);
}

/// Loading a record is not a move, so no player gains an increment.
#[test]
fn a_record_that_is_loaded_leaves_the_clocks() {
    let home = Home::new();
    let arguments = ["play", "takt", "--p2", "human", "--clock", "50m+5m"];
    let mut terminal = Terminal::start(&home, &arguments);
    let path = home.path("game.ptn");
    terminal.say("player 1 [", "a1");
    terminal.say("player 2 [", "b2");
    terminal.say("player 1 [", &format!("save {path}"));
    for ply in [1, 2, 1, 2] {
        terminal.say("player ", &format!("load {path} {ply}"));
        let mover = if ply == 1 { "player 2 [" } else { "player 1 [" };
        terminal.wait(mover, |terminal| terminal.line().starts_with(mover));
    }
    terminal.say("player 1 [", "clock");
    terminal.wait("two increments, each for a move", |terminal| {
        let screen = terminal.screen();
        let clocks = screen.lines().rev().nth(1).unwrap_or_default();
        let left = |clock: &str| clock.starts_with("54:") || clock == "55:00";
        clocks.split(' ').count() == 2 && clocks.split(' ').all(left)
    });
    terminal.say("player 1 [", "quit");
    assert_eq!(terminal.end(), 0);
}

/// Ctrl-C stops the engine's first move like any other.
#[test]
fn ctrl_c_stops_the_first_move_too() {
    let home = Home::new();
    let sides = ["--p1", "engine", "--p2", "human", "--book", "none"];
    let arguments = [&["play", "quoridor", "--time", "1000s"], &sides[..]].concat();
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.see("depth ");
    terminal.press(CTRL_C);
    terminal.see("player 1: ");
    terminal.say("player 2>", "quit");
    assert_eq!(terminal.end(), 0);
    // If the user sets only one side, the program says who plays the other side, and shows the engine's progress.
    let arguments = ["play", "quoridor", "--time", "1000s", "--p1", "engine"];
    let watched = Terminal::start(&home, &[&arguments[..], &["--book", "none"]].concat());
    watched.see("the engine plays both sides; --p2 human lets you play the second side");
    watched.see("depth ");
}
