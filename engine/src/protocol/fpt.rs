//! FPT, the protocol of the Trax contests: words on standard input, one turn a line each way.
//!
//! `-T` asks for a code of two letters; `-W` makes the engine White, `-B` Red, and begins a game; then turns follow,
//! theirs and ours. As other engines of the contests do, it also takes `-R turn turn … -F`, turns that were played before
//! the game goes on, and `-E`, the end.

use std::io::BufRead;

use ludex_games::InputError;
use ludex_search::{Limits, StopFlag};

use super::Wire;
use crate::output::remark;
use crate::registry::Session;

/// The code of the engine.
const CODE: &str = "LX";

/// What the engine takes part with.
pub struct Contest {
    /// The game.
    pub session: Box<dyn Session>,
    /// The limits of every turn.
    pub limits: Limits,
}

/// Where the protocol stands.
enum State {
    /// Between games.
    Waiting,
    /// Reading the turns that were played before.
    Record,
    /// In a game, as the player of this number.
    Playing(usize),
}

/// Serves the protocol until `-E` or the end of the input.
pub fn serve(contest: Contest, input: impl BufRead, wire: &Wire) -> anyhow::Result<()> {
    let Contest { session, limits } = contest;
    let mut game = Table {
        session,
        limits,
        wire,
        state: State::Waiting,
    };
    for line in input.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        for word in line.split_whitespace() {
            if word == "-E" {
                return Ok(());
            }
            game.obey(word)?;
        }
    }
    Ok(())
}

struct Table<'a> {
    session: Box<dyn Session>,
    limits: Limits,
    wire: &'a Wire,
    state: State,
}

impl Table<'_> {
    fn obey(&mut self, word: &str) -> anyhow::Result<()> {
        match (word, &self.state) {
            ("-T", _) => Ok(self.wire.line(CODE)?),
            ("-R", State::Waiting) => {
                self.state = State::Record;
                Ok(())
            }
            ("-F", State::Record) => {
                self.state = State::Waiting;
                Ok(())
            }
            ("-W", State::Waiting) => self.begin(1),
            ("-B", State::Waiting) => self.begin(2),
            (turn, State::Record) => {
                if let Err(error) = self.session.play(turn) {
                    remark(&format!("error: {error}"));
                }
                Ok(())
            }
            (turn, State::Playing(own)) => {
                let own = *own;
                self.answer(turn, own)
            }
            (other, State::Waiting) => {
                let error = InputError::new("fpt", other, "-T, -W, -B, -R turns -F, or -E");
                remark(&format!("error: {error}"));
                Ok(())
            }
        }
    }

    fn begin(&mut self, own: usize) -> anyhow::Result<()> {
        self.state = State::Playing(own);
        self.move_on()
    }

    /// Takes the opponent's turn. An illegal one loses, so it ends the game.
    fn answer(&mut self, turn: &str, own: usize) -> anyhow::Result<()> {
        match self.session.play(turn) {
            Ok(_) => self.move_on(),
            Err(error) => {
                remark(&format!(
                    "error: {error}; the game is over, player {own} wins"
                ));
                self.end()
            }
        }
    }

    /// Plays the engine's turn if it is on, and sees whether the game is over.
    fn move_on(&mut self) -> anyhow::Result<()> {
        let State::Playing(own) = self.state else {
            return Ok(());
        };
        if self.session.standing().to_move == Some(own) {
            let stop = StopFlag::default();
            let findings = self.session.search(&self.limits, &stop, &mut |_| ())?;
            let turn = findings
                .lines
                .first()
                .and_then(|line| line.pv.first())
                .ok_or_else(|| anyhow::anyhow!("the search gave no turn"))?;
            let turn = self.session.play(turn)?;
            self.wire.line(&turn)?;
        }
        let standing = self.session.standing();
        if standing.over {
            remark(&format!(
                "the game is over: {}",
                standing.result.unwrap_or("ended")
            ));
            return self.end();
        }
        Ok(())
    }

    fn end(&mut self) -> anyhow::Result<()> {
        self.state = State::Waiting;
        self.session.set_line(None, &[])?;
        self.session.new_game();
        Ok(())
    }
}
