//! A short game of each kind, as a person sees it.

use super::{CTRL_D, ENTER, Home, Terminal};

/// Prints the screen for inspection: `cargo test --test it terminal::games -- --nocapture`.
fn print_screen(terminal: &Terminal) -> String {
    let screen = terminal.screen();
    let bars = "─".repeat(80);
    let _ = std::io::Write::write_fmt(
        &mut std::io::stderr(),
        format_args!("{bars}\n{screen}\n{bars}\n"),
    );
    // Errors and file names may be longer.
    let is_wide = |line: &&str| line.chars().count() > 80;
    let mut wide = screen.lines().filter(is_wide);
    let broken = wide.find(|line| !line.contains("error: ") && !line.contains(": /"));
    assert_eq!(broken, None, "{screen}");
    screen
}

#[test]
fn takt_is_played() {
    let home = Home::new();
    let arguments = ["play", "takt", "--variant", "size=4", "--nodes", "500"];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.say("player 1>", "a1");
    terminal.say("player 1>", "b2");
    terminal.say("player 1>", "draw?");
    terminal.wait("an answer", |terminal| {
        let screen = terminal.screen();
        screen.contains("declined: I am better") || screen.contains("draw (agreed)")
    });
    print_screen(&terminal);
}

#[test]
fn quoridor_is_played() {
    let home = Home::new();
    let arguments = ["play", "quoridor", "--nodes", "500"];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.say("player 1>", "e2");
    terminal.say("player 1>", "d3h");
    terminal.say("player 1>", "draw?");
    terminal.see("a pawn always arrives");
    terminal.say("player 1>", "flip");
    terminal.see("     i   h   g   f   e   d   c   b   a");
    terminal.see_line("player 1>");
    print_screen(&terminal);
}

#[test]
fn trax_is_played() {
    let home = Home::new();
    let arguments = ["play", "trax", "--nodes", "500"];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.say("player 1>", "@0/");
    terminal.say("player 1>", "undo");
    terminal.say("player 1>", "@0+");
    terminal.say("player 1>", "resign");
    terminal.say("resign the game (y or n)", "n");
    terminal.say("player 1>", "resign");
    terminal.say("resign the game (y or n)", "y");
    terminal.see("player 2 (ludex) wins (player 1 resigns)");
    print_screen(&terminal);
}

#[test]
fn tryktrak_is_played_with_enter_cube_and_resignations() {
    let home = Home::new();
    let arguments = [
        "play",
        "tryktrak",
        "--variant",
        "length=3",
        "--depth",
        "0",
        "--auto",
        "forced",
        "--seed",
        "7",
    ];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.see_line("player 1>");
    terminal.say("player 1>", "hint");
    terminal.see("hint: ");
    let screen = terminal.screen();
    let hint = screen.split("hint: ").nth(1).expect("a hint is shown");
    let play = hint.split(' ').next().expect("a move").to_owned();
    terminal.say("player 1>", &play);
    terminal.see("player 2: roll dice:");
    // The next turn starts with the choice to double; Enter rolls.
    terminal.see("X to roll or double.");
    terminal.say("player 1>", "");
    terminal.wait("a roll", |terminal| terminal.screen().matches("X to play ").count() == 2);
    terminal.say("player 1>", "analyse");
    terminal.see("depth ");
    terminal.press(ENTER);
    terminal.see("match    win    W g");
    terminal.say("player 1>", "resign gammon");
    terminal.say("resign the game for 2 points (y or n)", "y");
    terminal.see("player 1 resigns the game, and the match continues");
    terminal.see("score 2");
    print_screen(&terminal);
    terminal.press(CTRL_D);
    assert_eq!(terminal.end(), 0);
    let mut resumed = Terminal::start(&home, &["play", "tryktrak", "--resume", "--depth", "0"]);
    resumed.see("score 2");
    resumed.say("player 1>", "resign single");
    resumed.say("resign the game for a point (y or n)", "y");
    resumed.see("player 2 (ludex) wins (player 1 resigns for a point)");
    assert_eq!(resumed.end(), 0);
    let record = std::fs::read_to_string(&home.saved_files("sgf")[0]).expect("it was written");
    assert_eq!(record.matches("RE[B+").count(), 2, "{record}");
    assert!(record.contains("PW[you]") && record.contains("DT["), "{record}");
}

#[test]
fn tantrix_is_played_with_tiles_in_hand() {
    let home = Home::new();
    let arguments = ["play", "tantrix", "--nodes", "100", "--seed", "5"];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.see_line("player 1>");
    terminal.say("player 1>", "hint");
    terminal.see("hint: ");
    let screen = terminal.screen();
    let hint = screen.split("hint: ").nth(1).expect("a hint is shown");
    let mv = hint.split(' ').next().expect("a move").to_owned();
    terminal.say("player 1>", &mv);
    terminal.wait("the turn of the other, in whole", |terminal| {
        terminal.screen().matches("player 2: ").count() == 2
            && terminal.line().trim_end() == "player 1>"
    });
    print_screen(&terminal);
}

/// Actions of other players are printed above the line that is being typed, without changing it.
#[test]
fn gobble_goes_on_while_a_person_types() {
    let home = Home::new();
    let variant = "mode=gobble,players=3,speed=0.2/0.3/0.4";
    let arguments = ["play", "tantrix", "--variant", variant, "--p1", "human", "--seed", "3"];
    let mut terminal = Terminal::start(&home, &arguments);
    terminal.see_line(">");
    terminal.press("sho");
    let before = terminal.screen().lines().count();
    terminal.wait("what the others do", |terminal| terminal.screen().lines().count() >= before + 3);
    terminal.see_line("> sho");
    terminal.press("w");
    terminal.press(ENTER);
    terminal.press("quit");
    terminal.press(ENTER);
    assert_eq!(terminal.end(), 0);
    print_screen(&terminal);
}
