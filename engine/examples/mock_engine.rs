//! An engine for tests of tournaments. It plays the first legal move on a small Takt board, and misbehaves on request.
//!
//! `mock_engine MODE`: `good`, `refuse` (never identifies itself), `crash` (ends at its second move), `hang` (does not
//! answer its second move), `late` (answers its second move too late), `illegal` (plays an illegal second move), `empty`
//! and `word` (the second `bestmove` names no move, or an invalid one), `none` (reports that it has no move, and why),
//! `long` (the second line has 3 MB). Further arguments are lines with which it describes itself, such as
//! `option name Size type spin min 3 max 3`.

use std::io::{BufRead, Write};
use std::time::Duration;

use ludex_kit::Variant;
use ludex_kit::registry::Token;

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    if mode == "refuse" {
        return;
    }
    let mut session = ludex_games::CATALOGUE
        .session("takt", &Variant::new().with("size", "3"), None)
        .expect("Takt has such a board");
    let mut n_asked = 0;
    let say = |line: &str| {
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            [hello @ ("ugi" | "tei")] => {
                std::env::args().skip(2).for_each(|line| say(&line));
                say(&format!("{hello}ok"));
            }
            ["isready"] => say("readyok"),
            ["uginewgame"] | ["teinewgame", ..] => n_asked = 0,
            ["position", "startpos", rest @ ..] => {
                let moves = rest.get(1..).unwrap_or_default().join(" ");
                let words = Token::split(&moves, "moves");
                session.restart();
                session.extend(&words).expect("the referee plays by the rules");
            }
            ["go", ..] => {
                n_asked += 1;
                if n_asked == 2 {
                    match mode.as_str() {
                        "crash" => return,
                        "hang" => continue,
                        "late" => std::thread::sleep(Duration::from_millis(600)),
                        "illegal" => {
                            say("bestmove z9");
                            continue;
                        }
                        "empty" => {
                            say("bestmove");
                            continue;
                        }
                        "none" => {
                            say("info string error: no such position");
                            say("bestmove none");
                            continue;
                        }
                        "word" => {
                            say("bestmove nothing");
                            continue;
                        }
                        "long" => {
                            say(&format!("bestmove {}", "z".repeat(3_000_000)));
                            continue;
                        }
                        _ => {}
                    }
                }
                let mv = session.legal_moves().swap_remove(0);
                say(&format!("info depth 1 score cp 25 nodes 1 pv {mv}"));
                say(&format!("bestmove {mv}"));
            }
            ["quit"] => return,
            _ => {}
        }
    }
}
