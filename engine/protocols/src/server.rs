//! The server of a protocol: it handles lines one at a time, with at most one search running.
//!
//! Each `go` is answered by one `bestmove`, in order. If there is nothing to search, an error and `bestmove none` follow. While a search
//! with a limit runs, or a stopped one ends, lines are held until its end. Three commands act at once: `quit`, after which each earlier
//! `go` is still answered, but by a search that is stopped; `stop`, which applies to the last `go` before it; and `isready`, if no earlier
//! line is held. During an unlimited search no line is held; a command that cannot be run before the search ends is an error.

mod setting;
mod state;

use std::io::{self, BufRead};
use std::thread;
use std::time::Duration;

use ludex_kit::{GameResult, InputError, read_moves};
use ludex_search::{Limits, StopFlag};

use self::state::Server;
use super::options;
use super::queue::{
    EventQueue, LIMITED_STOP_TIMEOUT, ProtocolEvent, STOP_TIMEOUT, SearchDone, drop_in_background,
};
use super::search::{ReportStyle, reporter};
use super::{Dialect, ServerSettings, Wire, go, go::GoCommand};
use ludex_base::limits::check_deterministic;
use ludex_base::lines;
use ludex_base::numbers;
use ludex_kit::registry::Token;

/// Serves the protocol until `quit` or the end of the input.
pub fn serve(
    dialect: &'static Dialect,
    settings: ServerSettings,
    input: impl BufRead + Send + 'static,
    wire: &Wire,
) -> anyhow::Result<()> {
    serve_queue(dialect, settings, EventQueue::open(input), wire)
}

/// Serves one of several peers until `quit` or the end of its input.
pub fn serve_peer(
    dialect: &'static Dialect,
    settings: ServerSettings,
    input: impl BufRead + Send + 'static,
    wire: &Wire,
) -> anyhow::Result<()> {
    serve_queue(dialect, settings, EventQueue::open_peer(input), wire)
}

fn serve_queue(
    dialect: &'static Dialect,
    settings: ServerSettings,
    queue: EventQueue,
    wire: &Wire,
) -> anyhow::Result<()> {
    // Builds the tables early, because building them cannot be stopped. If no thread can be started, the first
    // search builds them.
    let _ = thread::Builder::new().spawn(settings.game.warm_up);
    let mut server = Server::new(dialect, settings, wire.clone(), queue)?;
    let ended = server.run();
    drop_in_background(server);
    ended
}

/// Whether the server continues after a command.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl Server {
    fn run(&mut self) -> anyhow::Result<()> {
        loop {
            match self.next() {
                ProtocolEvent::Line(line) => {
                    if self.handle_line(line)? == Flow::Quit {
                        return self.quit();
                    }
                }
                ProtocolEvent::Eof => self.closing = true,
                ProtocolEvent::Interrupt => return self.stop_and_wait(STOP_TIMEOUT),
                ProtocolEvent::Done(done) if self.ends_by_itself() || done.1.is_err() => {
                    self.finish(done)?;
                }
                ProtocolEvent::Done(done) => self.ready = Some(done),
            }
            // The input of a script may end before its searches. Then no command can stop an unlimited search any more.
            if self.closing && self.queue.is_clear() {
                if self.session.is_none() && !self.ends_by_itself() {
                    self.stop()?;
                }
                if self.session.is_some() {
                    return Ok(());
                }
            }
        }
    }

    /// Runs the command of a line, and reports an error if it is invalid.
    fn handle_line(&mut self, line: Result<Vec<u8>, InputError>) -> anyhow::Result<Flow> {
        match line.and_then(lines::text) {
            Ok(line) => self.run_command(&line).or_else(|error| {
                self.complain(&error)?;
                Ok(Flow::Continue)
            }),
            Err(error) => {
                // The unreadable line may have set a position.
                self.refused = Some("line".to_owned());
                self.complain(&error.into())?;
                Ok(Flow::Continue)
            }
        }
    }

    /// Quits: stops the running search. After a search with a limit, lines that came before `quit` may be held.
    /// Each `go` among them is answered too, by a search that is stopped when it starts.
    fn quit(&mut self) -> anyhow::Result<()> {
        if !self.ends_by_itself() {
            return self.stop_and_wait(STOP_TIMEOUT);
        }
        self.stop_and_wait(LIMITED_STOP_TIMEOUT)?;
        while self.session.is_some()
            && let Some(line) = self.queue.held_line()
        {
            self.handle_line(line)?;
            self.stop_and_wait(LIMITED_STOP_TIMEOUT)?;
        }
        Ok(())
    }

    /// The next event that can be handled now.
    fn next(&mut self) -> ProtocolEvent {
        if self.session.is_some() || !self.ends_by_itself() {
            return self.queue.next();
        }
        let is_stopped = self.stop.is_stopped();
        self.queue.next_during_search(|line, mut before| match first_word(line) {
            b"quit" | b"" => true,
            b"stop" => !is_stopped && Iterator::all(&mut before, |line| first_word(line) != b"go"),
            b"isready" => !is_stopped && before.next().is_none(),
            _ => false,
        })
    }

    /// Whether the running search will give its move without a further command.
    fn ends_by_itself(&self) -> bool {
        self.limited || self.stop.is_stopped()
    }

    /// Reports an invalid line in one line. If the output is closed, the engine ends.
    fn complain(&self, error: &anyhow::Error) -> anyhow::Result<()> {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return Err(io::Error::new(error.kind(), error.to_string()).into());
        }
        let text = format!("{error:#}").replace(['\n', '\r'], " ");
        Ok(self.wire.line(&format!("info string error: {text}"))?)
    }

    /// Stops a running search and reports its move, if it arrives in time.
    fn stop_and_wait(&mut self, patience: Duration) -> anyhow::Result<()> {
        if self.session.is_none() {
            let done = self.ready.take();
            if let Some(done) = done.or_else(|| self.queue.stop_and_wait(&self.stop, patience)) {
                self.finish(done)?;
            }
        }
        Ok(())
    }

    /// Stops a running search. If it has already ended, its move is reported now.
    fn stop(&mut self) -> anyhow::Result<()> {
        self.stop.stop();
        self.ready.take().map_or(Ok(()), |done| self.finish(done))
    }

    fn finish(&mut self, (session, findings): SearchDone) -> anyhow::Result<()> {
        self.session = Some(session);
        match findings {
            Ok(findings) => {
                let mv = findings.best_move().unwrap_or("none");
                Ok(self.wire.line(&format!("bestmove {mv}"))?)
            }
            Err(error) => self.answer_without_move(&error),
        }
    }

    /// Answers a `go` with the reason why there is no move, and with `bestmove none`, so that the client does not wait for a move.
    fn answer_without_move(&self, error: &anyhow::Error) -> anyhow::Result<()> {
        self.complain(error)?;
        Ok(self.wire.line("bestmove none")?)
    }

    /// Answers `isready` after preparing the search. An invalid configuration is reported at the `go`.
    fn answer_ready(&mut self) -> anyhow::Result<()> {
        if let Some(session) = &mut self.session {
            let _ = session.prepare();
        }
        Ok(self.wire.line("readyok")?)
    }

    /// Runs a command. An error changes nothing.
    fn run_command(&mut self, line: &str) -> anyhow::Result<Flow> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [command, arguments @ ..] = words.as_slice() else {
            return Ok(Flow::Continue);
        };
        match *command {
            "quit" => return Ok(Flow::Quit),
            "stop" => self.stop()?,
            "isready" => self.answer_ready()?,
            command if self.session.is_none() => {
                if command == "position" || command == self.dialect.new_game {
                    self.refused = Some(command.to_owned());
                }
                let problem =
                    "is not possible during an infinite search; only stop, isready and quit are";
                return Err(InputError::problem("line", command, problem).into());
            }
            "position" => self.change_position(command, |server| server.position(arguments))?,
            "go" => self.go(arguments).or_else(|error| self.answer_without_move(&error))?,
            "setoption" => self.set_option(arguments)?,
            "query" => self.query(arguments)?,
            word if word == self.dialect.hello => self.hello()?,
            word if word == self.dialect.new_game => {
                self.change_position(word, |server| server.new_game(arguments))?;
            }
            word => return Err(self.unknown(word).into()),
        }
        Ok(Flow::Continue)
    }

    fn unknown(&self, word: &str) -> InputError {
        let mut known = vec![self.dialect.hello, "isready", "setoption", self.dialect.new_game];
        known.extend(["position", "go", "query", "stop", "quit"]);
        let problem = format!("is not a command; the commands are {}", known.join(", "));
        let error = InputError::problem("line", word, problem);
        match ludex_base::numbers::nearest(word, known) {
            Some(near) => error.with_hint(format!("did you mean {near}?")),
            None => error,
        }
    }

    fn hello(&mut self) -> anyhow::Result<()> {
        self.wire.line(concat!("id name Ludex ", env!("CARGO_PKG_VERSION")))?;
        self.wire.line("id author the Ludex developers")?;
        for line in options::list(&self.settings, &self.searches) {
            self.wire.line(&line)?;
        }
        Ok(self.wire.line(self.dialect.hello_ok)?)
    }

    /// Runs a command that sets a position, and remembers whether it succeeded.
    fn change_position(
        &mut self,
        command: &str,
        change: impl FnOnce(&mut Self) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let changed = change(self);
        self.refused = changed.is_err().then(|| command.to_owned());
        changed
    }

    fn position(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let notation = self.settings.game.position_format;
        let (start, rest) = match arguments {
            ["startpos", rest @ ..] => (None, rest),
            [word, rest @ ..] if *word == self.dialect.position || *word == notation => {
                let end = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
                (Some(rest[..end].join(" ")), &rest[end..])
            }
            other => {
                let found = other.first().copied().unwrap_or_default();
                let expected = format!("startpos or {} TEXT", self.dialect.position);
                return Err(InputError::new("position", found, expected).into());
            }
        };
        let steps = match rest {
            ["moves", moves @ ..] => {
                Token::from_record(&read_moves(self.settings.game, &moves.join(" "), "position")?)
            }
            _ => Vec::new(),
        };
        let variant = self.settings.variant.clone();
        let done = self.set_up(variant, start, steps);
        done.map_err(|error| self.with_own_words(error))?;
        Ok(())
    }

    /// Adds a hint in the words of the protocol to an error about a position that does not fit the variant.
    fn with_own_words(&self, error: InputError) -> InputError {
        let mentions = |key: &str| error.reason.words().contains(&format!("{key}="));
        match self.settings.game.wire_options().find(|option| mentions(option.key)) {
            Some(option) if self.dialect.new_game_key == Some(option.key) => {
                let (word, key) = (self.dialect.new_game, option.key);
                error.with_hint(format!("use {word} to change the {key}"))
            }
            Some(option) => {
                let hint = format!("use setoption name {} to change it", option.name);
                error.with_hint(hint)
            }
            None => error,
        }
    }

    fn go(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        if let Some(command) = &self.refused {
            let sentence =
                format!("there is no position, because the last `{command}` was refused");
            return Err(InputError::sentence("go", sentence).into());
        }
        let status = self.session().status();
        if let Some(result) = status.word() {
            let sentence = format!("there is no legal move: the game is over ({result})");
            return Err(InputError::sentence("go", sentence).into());
        }
        let player = match status.to_move {
            Some(player) => player,
            // Before a chance event that the search can evaluate, the clock of the player who moves after it counts.
            None if self.session().evaluates_chance() => status.next,
            None => {
                let missing = self.session().missing_event();
                let error = missing.map(|missing| missing.error("go"));
                return Err(error.expect("no player is to move, so a chance event is due").into());
            }
        };
        if let Some(misfit) = &self.misfit {
            return Err(misfit.clone().within("go").into());
        }
        let n_players = self.session().players();
        let order = go::parse(self.dialect, arguments, player - 1, n_players)?;
        let GoCommand { limits, moves, .. } = &order;
        let chosen = self.session().limit_moves(moves);
        chosen.map_err(|error| error.within("go searchmoves"))?;
        let overhead = self.settings.overhead;
        let limits =
            Limits { clock: limits.clock.map(|clock| clock.with_overhead(overhead)), ..*limits };
        numbers::check_depth("go depth", self.settings.game, &limits)?;
        check_deterministic(&self.settings.setup.options, &limits)?;
        if let Some(remark) = &order.remark {
            self.wire.line(&format!("info string {remark}"))?;
        }
        let session =
            self.session.take().expect("`run_command` has checked that no search is running");
        self.stop = StopFlag::default();
        self.limited = !limits.is_infinite();
        let style = ReportStyle {
            many: self.settings.setup.options.multipv > 1,
            cp: self.settings.shows_cp,
        };
        let observer = reporter(&self.wire, &self.stop, style);
        self.queue.begin(session, limits, &self.stop, Some(observer))?;
        Ok(())
    }

    fn query(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let status = self.session().status();
        let answer = match arguments {
            ["gameover", ..] => status.over.to_string(),
            // At the end of the game no player is to move; the answer names the player whose turn would be next.
            ["p1turn", ..] => (status.next == 1).to_string(),
            ["result", ..] => status.word().unwrap_or("none").to_owned(),
            ["turn", ..] => status.to_move.map_or("none".to_owned(), |player| player.to_string()),
            ["returns", ..] => match status.result {
                Some(GameResult { returns, .. }) => {
                    returns.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
                }
                None => "none".to_owned(),
            },
            other => {
                let found = other.first().copied().unwrap_or_default();
                let expected = "gameover, p1turn, result, turn or returns";
                return Err(InputError::new("query", found, expected).into());
            }
        };
        Ok(self.wire.line(&format!("response {answer}"))?)
    }
}

fn first_word(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_start();
    let end = line.iter().position(u8::is_ascii_whitespace);
    &line[..end.unwrap_or(line.len())]
}
