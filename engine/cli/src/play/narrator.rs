//! Shows a game in progress: board and moves as text, or JSON objects.
//!
//! A pipe receives each move with the board after it. A person at a terminal sees the events of a turn on one line,
//! and the board when it is their turn.

use std::io;

use ludex_kit::registry::{LastMark, PictureRequest, Seat, Session};
use ludex_kit::say;
use serde_json::{Value, json};

use ludex_base::output;

/// The reader of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// A program that reads JSON.
    Json,
    /// A pipe, or a spectator.
    Reader,
    /// A person who plays at the terminal.
    Player,
}

/// The player number of chance events that belong to no player, such as a deal.
pub(super) const NO_PLAYER: usize = 0;

#[derive(Debug)]
pub(super) struct Narrator {
    pub(super) audience: Audience,
    /// The seat at the bottom of the board.
    pub(super) seat: usize,
    /// A player, and their moves and events that are not shown yet.
    turn: Option<(usize, Vec<String>)>,
    is_shown: bool,
    /// Whether nothing has been shown yet.
    is_new: bool,
}

impl Narrator {
    pub(super) fn new(audience: Audience) -> Self {
        Self { audience, seat: 1, turn: None, is_shown: false, is_new: true }
    }

    /// Prints the seed drawn for a game, so that it can be repeated.
    pub(super) fn seeded(&self, seed: u64) -> io::Result<()> {
        match self.audience {
            Audience::Json => output::json(&json!({"seed": seed})),
            Audience::Reader | Audience::Player => output::line(&say!("seed {seed}", seed)),
        }
    }

    /// Prints the board for every kind of audience.
    pub(super) fn show(&mut self, session: &dyn Session) -> io::Result<()> {
        self.is_shown = true;
        let seen = session.render(&PictureRequest {
            last: LastMark::IfAny,
            seat: Seat::Player(self.seat),
            ..PictureRequest::default()
        });
        output::board(&seen.map_err(io::Error::other)?)
    }

    /// Prints the board after a change: for a reader at once, for a player before the next prompt.
    pub(super) fn changed(&mut self, session: &dyn Session) -> io::Result<()> {
        match self.audience {
            Audience::Json => Ok(()),
            Audience::Reader => self.show(session),
            Audience::Player => {
                self.is_shown = false;
                Ok(())
            }
        }
    }

    /// Reports a move; `is_typed` if the player typed it here.
    pub(super) fn moved(
        &mut self,
        session: &dyn Session,
        player: usize,
        mv: &str,
        is_typed: bool,
    ) -> io::Result<()> {
        match self.audience {
            Audience::Json => output::json(&json!({
                "ply": session.status().ply,
                "player": player,
                "move": mv,
                "position": session.position(),
            }))?,
            Audience::Reader => {
                let told = say!("player {player}: {moves}", player, moves = mv);
                output::print(&format!("{told}\n\n"))?;
            }
            Audience::Player if is_typed => self.flush_turn()?,
            Audience::Player => self.add(player, mv)?,
        }
        self.changed(session)
    }

    /// Reports chance events, each with its player.
    pub(super) fn drawn(
        &mut self,
        session: &dyn Session,
        events: &[(usize, String)],
    ) -> io::Result<()> {
        let words = || events.iter().map(|(_, event)| event.as_str());
        match self.audience {
            Audience::Json => {
                let events: Vec<&str> = words().collect();
                output::json(&json!({"events": events, "position": session.position()}))?;
            }
            Audience::Reader => {
                let words: Vec<&str> = words().collect();
                let told = say!("drawn: {events}", events = words.join(" "));
                output::print(&format!("{told}\n\n"))?;
            }
            Audience::Player => {
                for (player, event) in events {
                    self.add(*player, event)?;
                }
            }
        }
        self.changed(session)
    }

    /// Adds a remark in brackets to the last move or event, for a person at a terminal.
    pub(super) fn add_aside(&mut self, word: &str) {
        if let Some((_, words)) = &mut self.turn {
            words.push(format!("({word})"));
        }
    }

    fn add(&mut self, player: usize, word: &str) -> io::Result<()> {
        if self.turn.as_ref().is_some_and(|(last_player, _)| *last_player != player) {
            self.flush_turn()?;
        }
        let (_, words) = self.turn.get_or_insert((player, Vec::new()));
        words.push(word.to_owned());
        Ok(())
    }

    /// Prints the events of the turn so far.
    fn flush_turn(&mut self) -> io::Result<()> {
        match self.turn.take() {
            Some((player, words)) => {
                self.is_new = false;
                let words = words.join(" ");
                output::line(&match player {
                    NO_PLAYER => say!("drawn: {events}", events = words),
                    player => say!("player {player}: {moves}", player, moves = words),
                })
            }
            None => Ok(()),
        }
    }

    /// Prints the turn so far and the board, if the person has not seen them yet.
    pub(super) fn before_prompt(&mut self, session: &dyn Session) -> io::Result<()> {
        if self.audience != Audience::Player {
            return Ok(());
        }
        self.flush_turn()?;
        if self.is_shown {
            return Ok(());
        }
        output::print(if self.is_new { "" } else { "\n" })?;
        self.is_new = false;
        self.show(session)
    }

    /// Prints a line for people; nothing if the output is JSON.
    pub(super) fn remark(&mut self, text: &str) -> io::Result<()> {
        self.flush_turn()?;
        match self.audience {
            Audience::Json => Ok(()),
            _ => output::line(text),
        }
    }

    /// Reports the end of the game, as JSON or in words.
    pub(super) fn ended(
        &mut self,
        session: &dyn Session,
        object: &Value,
        words: &str,
    ) -> io::Result<()> {
        self.before_prompt(session)?;
        match self.audience {
            Audience::Json => output::json(object),
            _ => output::line(words),
        }
    }
}
