//! GNU Backgammon as a player of tournaments: it speaks UGI on standard input and output.
//!
//! ```text
//! cargo build --release -p ludex-bench
//! ludex tournament tryktrak --variant length=7 --player "ludex: depth=2" \
//!     --player "gnubg: depth=2 cmd=target/release/ludex-bench gnubg player" --pairs 150 --luck yes --out DIR
//! ludex tournament tryktrak --variant cube=no --player "ludex: depth=0" \
//!     --player "gnubg: depth=0 cmd=target/release/ludex-bench gnubg player --plies 0" --pairs 2500 --luck yes --out DIR
//! ```
//!
//! GNU Backgammon makes moves and cube decisions at the current score with the given number of plies. It supports no other limits.

use std::io::{BufRead, Write};

use anyhow::{Context, Result, bail};
use clap::Args;
use ludex_games::tryktrak::{Options, Tryktrak};
use ludex_kit::registry::{Session, Token};
use ludex_kit::{GameInfo, Notation, Variant};

use super::program::Gnubg;

/// Let GNU Backgammon play a tournament.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Search depth of GNU Backgammon in plies, for moves and for cube decisions
    #[arg(long, default_value_t = 2)]
    plies: u32,
}

/// The game in progress.
struct Table {
    gnubg: Gnubg,
    plies: u32,
    variant: Variant,
    session: Box<dyn Session>,
}

impl Table {
    /// Sets a value of the variant.
    fn set_option(&mut self, words: &[&str]) -> Result<()> {
        let ["name", name, "value", value] = words else {
            bail!("setoption: {words:?} is malformed: expected name NAME value VALUE");
        };
        self.variant.set(name.to_lowercase(), *value);
        self.session = ludex_games::CATALOGUE.session("tryktrak", &self.variant, None)?;
        Ok(())
    }

    fn position(&mut self, words: &[&str]) -> Result<()> {
        let moves = words.iter().position(|&word| word == "moves");
        let (start, moves) = words.split_at(moves.unwrap_or(words.len()));
        let start = match start {
            ["startpos"] => None,
            ["fen", text @ ..] => Some(text.join(" ")),
            other => bail!("position: {other:?} is malformed: expected startpos or fen TEXT"),
        };
        let moves = moves.get(1..).unwrap_or_default().join(" ");
        let steps = Token::split(&moves, "position");
        self.session.start_at(start.as_deref())?;
        Ok(self.session.extend(&steps)?)
    }

    fn best_move(&mut self) -> Result<String> {
        let game = Tryktrak::with_options(Options::default().changed_by(&self.variant)?);
        let pos = game.parse_position(&self.session.position())?;
        let mv = self.gnubg.choice(self.plies, &game, &pos)?;
        Ok(game.write_move(&pos, mv))
    }
}

pub(super) fn run(arguments: &Arguments, gnubg: Gnubg) -> Result<()> {
    let info: &GameInfo = ludex_games::CATALOGUE.info("tryktrak")?;
    let variant = Variant::default();
    let mut table = Table {
        gnubg,
        plies: arguments.plies,
        session: ludex_games::CATALOGUE.session("tryktrak", &variant, None)?,
        variant,
    };
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi"] => {
                writeln!(out, "id name GNU Backgammon {}-ply", table.plies)?;
                for key in info.variant_keys {
                    writeln!(out, "option name {} type string default {}", key.name, key.default)?;
                }
                writeln!(out, "ugiok")?;
            }
            ["isready"] => writeln!(out, "readyok")?,
            ["setoption", words @ ..] => table.set_option(words)?,
            ["position", words @ ..] => table.position(words)?,
            ["go", ..] => {
                let answer = table.best_move().with_context(|| table.session.position())?;
                writeln!(out, "bestmove {answer}")?;
            }
            ["quit"] => break,
            _ => {}
        }
    }
    Ok(())
}
