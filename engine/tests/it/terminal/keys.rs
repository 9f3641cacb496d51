//! Every key of the line editor while a clock runs, and every way to leave a game.

use std::thread;
use std::time::Duration;

use rexpect::process::Signal;
use rustix::termios::{InputModes, LocalModes, tcgetattr};

use super::{CTRL_C, CTRL_D, ENTER, Home, TAB, Terminal, UP};

/// Two persons with a clock that is redrawn every second.
const CLOCKED: [&str; 8] =
    ["play", "takt", "--variant", "size=5", "--p2", "human", "--clock", "50m+1s"];
/// The prompt changes several times in this time.
const SECONDS: Duration = Duration::from_millis(3_500);

/// Whether the terminal is in line mode, as a shell expects it.
fn is_restored(terminal: &Terminal) -> bool {
    let modes = tcgetattr(&terminal.keys).expect("a terminal");
    let lines = LocalModes::ICANON | LocalModes::ISIG;
    modes.local_modes.contains(lines) && modes.input_modes.contains(InputModes::ICRNL)
}

/// The number of prompts on the screen.
fn n_prompts(terminal: &Terminal) -> usize {
    let screen = terminal.screen();
    let is_prompt = |line: &&str| line.starts_with("player 1") && line.contains('>');
    screen.lines().filter(is_prompt).count()
}

/// Waits for a new prompt on the screen. The modes change between two prompts, and keys pressed then may be lost.
fn wait_for_prompt(terminal: &mut Terminal, name: &str, n_before: usize) {
    terminal.wait(name, |terminal| {
        let line = terminal.line();
        let is_empty = line.starts_with("player 1") && line.ends_with('>');
        n_prompts(terminal) > n_before && is_empty && !is_restored(terminal)
    });
}

/// Checks that the game goes on after special keys: Ctrl-C, a move and `quit` work, and the terminal is restored at the end.
fn go_on(mut terminal: Terminal, name: &str) {
    terminal.press(CTRL_C);
    terminal.wait(name, |terminal| terminal.screen().contains("type quit to leave the game"));
    terminal.say("player 1 [", "a1");
    terminal.say("player 2 [", "quit");
    assert_eq!(terminal.end(), 0, "{name}");
    assert!(is_restored(&terminal), "{name}");
}

/// After these keys the editor waits for another key and does not redraw the line. The game must go on.
#[test]
fn keys_that_wait_for_another_freeze_no_game() {
    // The keys, and what ends the wait.
    let waits = [
        ("two candidates", "d\t", ENTER),
        ("all candidates", "\t\t", "n"),
        ("history", "\x12", ENTER),
        ("history, nothing found", "\x12zz", "\x07"),
        ("a quoted key", "\x16", "x"),
        ("Ctrl-X", "\x18", "\x07"),
        ("a letter to look for", "abc\x1d", "b"),
        ("a number", "\x1b1", ENTER),
        ("a sequence that was cut off", "\x1b[", "Z"),
        ("pasted text", "\x1b[200~a1", "\x1b[201~"),
        ("Esc", "\x1b", "\x07"),
    ];
    thread::scope(|scope| {
        for (name, keys, end) in waits {
            scope.spawn(move || {
                let home = Home::new();
                let mut terminal = Terminal::start(&home, &CLOCKED);
                terminal.resize_to(24, 80);
                terminal.say("player 1 [", "moves");
                wait_for_prompt(&mut terminal, name, 1);
                terminal.press(keys);
                thread::sleep(SECONDS);
                let n_before = n_prompts(&terminal);
                terminal.press(end);
                if end == ENTER {
                    wait_for_prompt(&mut terminal, name, n_before);
                }
                go_on(terminal, name);
            });
        }
    });
}

/// If a list of candidates is long, it is cut. The editor must not ask whether to show it, because it would ignore Ctrl-C during the
/// question.
#[test]
fn a_list_that_is_too_long_asks_nothing() {
    for (rows, is_cut) in [(24, false), (6, true)] {
        let home = Home::new();
        let arguments = ["play", "takt", "--variant", "size=8", "--p2", "human"];
        let mut terminal = Terminal::start(&home, &arguments);
        terminal.resize_to(rows, 80);
        terminal.say("player 1>", "moves");
        wait_for_prompt(&mut terminal, "a prompt", 0);
        terminal.press("\t\t");
        let last = if is_cut { " more" } else { "load" };
        terminal.wait("a list", |terminal| {
            terminal.screen().contains(last) && terminal.line() == "player 1>"
        });
        assert!(!terminal.screen().contains("possibilities"));
        terminal.press(CTRL_C);
        terminal.see("type quit to leave the game");
        terminal.press("quit\r");
        assert_eq!(terminal.end(), 0);
    }
}

/// The shell changes the modes while the program is stopped.
#[test]
fn a_game_that_was_stopped_goes_on() {
    let clocked = ["play", "takt", "--p2", "human", "--clock", "50m+1s"];
    for arguments in [&["play", "takt", "--p2", "human"][..], &clocked] {
        let home = Home::new();
        let mut terminal =
            Terminal::start_by_shell(&home, arguments, "stty sane; echo stopped; fg");
        terminal.say("player 1", "moves");
        wait_for_prompt(&mut terminal, "a prompt", 1);
        terminal.press("a");
        terminal.wait("a letter", |terminal| terminal.line().ends_with("> a"));
        terminal.press("\x1a");
        terminal.wait("the prompt again", |terminal| {
            let screen = terminal.screen();
            let after = screen.split("stopped\n").nth(1).unwrap_or_default();
            after.contains("player 1") && terminal.line().contains("> a") && !is_restored(terminal)
        });
        terminal.press("1\r");
        terminal.say("player 2", "quit");
        assert_eq!(terminal.end(), 0);
        assert!(is_restored(&terminal));
    }
}

#[test]
fn every_key_of_the_editor_leaves_the_game_under_way() {
    let home = Home::new();
    let mut terminal = Terminal::start(&home, &CLOCKED);
    terminal.say("player 1 [", "moves");
    wait_for_prompt(&mut terminal, "a prompt", 1);
    // Keys that end a line or wait for another key are tested elsewhere.
    let elsewhere = [3, 4, 9, 10, 13, 18, 22, 24, 27, 28, 29];
    let controls = (1..32_u8).filter(|key| !elsewhere.contains(key));
    let controls = controls.map(|key| char::from(key).to_string());
    let letters = ('!'..='~').filter(|key| !"[O0123456789-".contains(*key));
    let with_alt = letters.map(|key| format!("\x1b{key}"));
    let letters = 'A'..='Z';
    let sequences = letters.flat_map(|key| [format!("\x1b[{key}"), format!("\x1bO{key}")]);
    let numbered = (1..30).flat_map(|key| [format!("\x1b[{key}~"), format!("\x1b[1;{}A", key % 8)]);
    let keys = controls.chain(with_alt).chain(sequences).chain(numbered);
    for key in keys.collect::<Vec<_>>() {
        terminal.press("ab ");
        terminal.press(&key);
        // Cancels whatever the key has started.
        terminal.press("\x07\x15");
        if key == "\x1bOM" {
            // Enter on the numeric keypad.
            terminal.press("\x15");
        }
    }
    thread::sleep(SECONDS);
    terminal.press("\x07\x15");
    terminal.press(UP);
    terminal.press(TAB);
    go_on(terminal, "all keys");
}

/// A way to leave a game.
type Leave = dyn Fn(&mut Terminal);

#[test]
fn every_way_out_restores_the_terminal() {
    let quit = |terminal: &mut Terminal| terminal.press("quit\r");
    let won = |terminal: &mut Terminal| terminal.press("a3\ra1\rb1\rb3\rc1\r");
    let ways: [(&str, &Leave, i32); 6] = [
        ("quit", &quit, 0),
        ("the end of the game", &won, 0),
        ("Ctrl-D", &|terminal| terminal.press(CTRL_D), 0),
        ("a signal to end", &|terminal| terminal.signal(Signal::SIGTERM), 130),
        ("a closed terminal", &|terminal| terminal.signal(Signal::SIGHUP), 130),
        (
            "a signal while the editor waits",
            &|terminal| {
                terminal.press("\x12");
                terminal.wait("a search", |terminal| terminal.line().contains("search"));
                terminal.signal(Signal::SIGTERM);
            },
            130,
        ),
    ];
    let variants: [&[&str]; 2] = [&[], &["--clock", "50m+1s"]];
    let small = ["play", "takt", "--variant", "size=3", "--p2", "human"];
    for (name, leave, code) in ways {
        for more in variants {
            let home = Home::new();
            let mut terminal = Terminal::start(&home, &[&small[..], more].concat());
            terminal.say("player 1", "moves");
            wait_for_prompt(&mut terminal, name, 1);
            leave(&mut terminal);
            assert_eq!(terminal.end(), code, "{name}");
            assert!(is_restored(&terminal), "{name}: {more:?}");
        }
    }
    let home = Home::new();
    let late = Terminal::start(&home, &[&small[..], &["--clock", "1s"]].concat());
    late.see("player 2 wins (player 1 out of time)");
    assert_eq!(late.end(), 0);
    assert!(is_restored(&late));
}

/// Actions of other players appear eventually, even if they are made while the editor waits for a key.
#[test]
fn gobble_goes_on_while_the_editor_waits_for_a_key() {
    let home = Home::new();
    let variant = "mode=gobble,players=3,speed=0.2/0.3/0.4";
    let arguments = ["play", "tantrix", "--variant", variant, "--p1", "human"];
    let mut terminal = Terminal::start(&home, &[&arguments[..], &["--seed", "3"]].concat());
    terminal.see_line(">");
    terminal.press("show\r");
    terminal.press("\x12");
    terminal.wait("a search", |terminal| terminal.screen().contains("search"));
    let before = terminal.screen().lines().count();
    thread::sleep(SECONDS);
    terminal.press(ENTER);
    terminal
        .wait("what the others did", |terminal| terminal.screen().lines().count() >= before + 3);
    terminal.press("\x15quit\r");
    assert_eq!(terminal.end(), 0);
    assert!(is_restored(&terminal));
}
