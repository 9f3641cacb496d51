//! FPT, the protocol of the Trax contests, as a server: words on standard input, one turn per line in each direction.
//!
//! `-T` asks for a two-letter code. `-W` makes the engine White and `-B` Red, and starts a game; then the turns of both players follow.
//! Like other contest engines, Ludex also accepts `-R turn turn … -F` for the turns played so far, and `-E` to end the session. A record
//! with an illegal turn is refused as a whole, and so is a `-W` or `-B` after it.

use std::io::BufRead;

use ludex_kit::InputError;
use ludex_search::Limits;

use super::Wire;
use super::queue::{EventQueue, ProtocolEvent, drop_in_background};
use ludex_base::output::complain;
use ludex_kit::registry::Session;

/// The two-letter code of this engine.
const CODE: &str = "LX";

/// The word that ends the session, even during a search.
const END: &str = "-E";

/// The settings of an engine for a contest.
pub struct ContestSettings {
    /// The game.
    pub session: Box<dyn Session>,
    /// Limits of each turn.
    pub limits: Limits,
}

/// The state of the protocol.
enum FptState {
    /// Between games.
    Waiting,
    /// Reading a record: the turns played so far.
    Record,
    /// Skipping the rest of a record with an illegal turn.
    BadRecord,
    /// After a refused record: a `-W` or `-B` is an error, since it would continue from that record.
    Refused,
    /// In a game, as this player.
    Playing(usize),
}

/// Serves the protocol until `-E` or the end of the input.
pub fn serve(
    contest: ContestSettings,
    input: impl BufRead + Send + 'static,
    wire: &Wire,
) -> anyhow::Result<()> {
    let mut game = FptGame {
        queue: EventQueue::open(input),
        session: Some(contest.session),
        limits: contest.limits,
        wire: wire.clone(),
        state: FptState::Waiting,
    };
    let ended = game.run();
    drop_in_background(game);
    ended
}

struct FptGame {
    queue: EventQueue,
    /// The game; `None` if the engine was asked to end and its search did not end in time.
    session: Option<Box<dyn Session>>,
    limits: Limits,
    wire: Wire,
    state: FptState,
}

impl FptGame {
    fn run(&mut self) -> anyhow::Result<()> {
        loop {
            match self.queue.next() {
                ProtocolEvent::Line(Ok(line)) => {
                    for word in String::from_utf8_lossy(&line).split_whitespace() {
                        if word == END {
                            return Ok(());
                        }
                        self.run_command(word)?;
                        if self.session.is_none() {
                            return Ok(());
                        }
                    }
                }
                ProtocolEvent::Line(Err(error)) => complain(&format!("error: {error}")),
                ProtocolEvent::Eof | ProtocolEvent::Interrupt => return Ok(()),
                ProtocolEvent::Done(_) => {}
            }
        }
    }

    fn session(&mut self) -> &mut Box<dyn Session> {
        let session = self.session.as_mut();
        session.expect("`run` ends as soon as there is no session")
    }

    fn run_command(&mut self, word: &str) -> anyhow::Result<()> {
        match (word, &self.state) {
            ("-T", _) => Ok(self.wire.line(CODE)?),
            ("-R", FptState::Waiting | FptState::Refused) => {
                self.session().restart();
                self.state = FptState::Record;
                Ok(())
            }
            ("-F", FptState::Record) => {
                self.state = FptState::Waiting;
                Ok(())
            }
            ("-F", FptState::BadRecord) => {
                self.state = FptState::Refused;
                Ok(())
            }
            ("-W" | "-B", FptState::Refused) => {
                self.state = FptState::Waiting;
                let problem = "cannot continue a refused record; send the record again";
                complain(&format!("error: {}", InputError::problem("fpt", word, problem)));
                Ok(())
            }
            ("-W", FptState::Waiting) => self.begin(1),
            ("-B", FptState::Waiting) => self.begin(2),
            (turn, FptState::Record) => {
                if let Err(error) = self.session().play(turn) {
                    complain(&format!("error: {error}; the record is refused"));
                    self.session().restart();
                    self.state = FptState::BadRecord;
                }
                Ok(())
            }
            (_, FptState::BadRecord) => Ok(()),
            (turn, FptState::Playing(own)) => {
                let own = *own;
                self.answer(turn, own)
            }
            (other, FptState::Waiting | FptState::Refused) => {
                refuse(other, "-T, -W, -B, -R turns -F, or -E");
                Ok(())
            }
        }
    }

    fn begin(&mut self, own: usize) -> anyhow::Result<()> {
        self.state = FptState::Playing(own);
        // An invalid configuration of the search is reported at the first move.
        let _ = self.session().prepare();
        self.move_on()
    }

    /// Plays the opponent's turn. An illegal turn loses and ends the game.
    fn answer(&mut self, turn: &str, own: usize) -> anyhow::Result<()> {
        match self.session().play(turn) {
            Ok(_) => self.move_on(),
            Err(error) => {
                complain(&format!("error: {error}; the game is over, player {own} wins"));
                self.end();
                Ok(())
            }
        }
    }

    /// Plays the engine's turn if it is to move, and checks for the end of the game.
    fn move_on(&mut self) -> anyhow::Result<()> {
        let FptState::Playing(own) = self.state else {
            return Ok(());
        };
        if self.session().status().to_move == Some(own) && !self.take_turn()? {
            return Ok(());
        }
        let status = self.session().status();
        if status.over {
            complain(&format!("the game is over: {}", status.word().unwrap_or("ended")));
            self.end();
        }
        Ok(())
    }

    /// Plays a turn of the engine; false if the engine must quit before a turn is found.
    fn take_turn(&mut self) -> anyhow::Result<bool> {
        let session = self.session.take();
        let session = session.ok_or_else(|| anyhow::anyhow!("a search is running"))?;
        let is_end = |line: &[u8]| {
            let text = String::from_utf8_lossy(line);
            text.split_whitespace().any(|word| word == END)
        };
        let Some((session, findings)) = self.queue.search(session, self.limits, is_end)? else {
            return Ok(false);
        };
        self.session = Some(session);
        let findings = findings?;
        let turn = findings.lines.first().and_then(|line| line.pv.first());
        let turn = turn.ok_or_else(|| anyhow::anyhow!("the search found no turn"))?;
        let turn = self.session().play(turn)?;
        self.wire.line(&turn)?;
        Ok(true)
    }

    fn end(&mut self) {
        self.state = FptState::Waiting;
        self.session().restart();
        self.session().new_game();
    }
}

/// Reports an unknown word.
fn refuse(word: &str, expected: &str) {
    let error = InputError::new("fpt", word, expected);
    complain(&format!("error: {error}"));
}
