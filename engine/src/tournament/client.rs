//! Engines of others: programs that speak a protocol at the other end of two pipes.

use std::fmt::Write as _;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ludex_games::quoridor::Move;
use ludex_games::quoridor::notation::parse_any_move;
use ludex_games::quoridor::record::{read_qtp_step, read_qtp_wall, write_qtp_wall};
use ludex_games::{GameInfo, InputError, Variant};
use ludex_search::Limits;

use super::results::Ending;
use super::settings::PlayerEntry;
use crate::lines::{Lines, MAX_LINE};
use crate::protocol::{Dialect, TEI, UGI};

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// How many lines of an engine are kept before they are read; then it waits.
const QUEUE: usize = 64;

/// How long an engine may take to say who it is.
const GREETING: Duration = Duration::from_secs(10);

/// How an engine is talked to.
#[derive(Clone, Copy, Debug)]
enum Protocol {
    /// UGI or TEI.
    Lines(&'static Dialect),
    Qtp,
    Fpt,
}

/// What an engine did wrong, beyond its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It ended.
    Crash(String),
    /// It kept silent.
    Hang(String),
    /// It could not be started, or did not introduce itself.
    Start(String),
}

impl Fault {
    /// How a game ends by it, and what exactly happened.
    pub fn ending(self) -> (Ending, String) {
        match self {
            Self::Crash(detail) => (Ending::Crash, detail),
            Self::Hang(detail) => (Ending::Hang, detail),
            Self::Start(detail) => (Ending::Start, detail),
        }
    }
}

/// What an engine is asked.
#[derive(Debug)]
pub struct Question<'a> {
    /// The position that the moves start from, unless that is the start of a game.
    pub start: Option<&'a str>,
    /// Moves and events since.
    pub moves: &'a [String],
    /// The seat of the engine, from 0.
    pub seat: usize,
    /// Its limits; a clock is its own.
    pub limits: &'a Limits,
    /// Clocks of all players with their increments, if there are any: milliseconds.
    pub clocks: &'a [(u128, u128)],
}

/// What an engine answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Its move.
    pub text: String,
    /// Its score for itself, in the unit of the game.
    pub score: Option<f64>,
    /// Its depth.
    pub depth: Option<u32>,
}

/// A program that plays.
#[derive(Debug)]
pub struct Client {
    words: Vec<String>,
    protocol: Protocol,
    /// Sent when it has started: options of the variant and of the user.
    options: Vec<(String, String)>,
    new_game: String,
    patience: Duration,
    running: Option<Running>,
    /// FPT: how many moves it knows of.
    n_known: usize,
}

#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    /// A program of this player; it is started with its first game.
    pub fn new(
        player: &PlayerEntry,
        info: &'static GameInfo,
        variant: &Variant,
        patience: Duration,
    ) -> Result<Self, InputError> {
        let command = player.cmd.as_deref().unwrap_or_default();
        let place = format!("player {}, cmd", player.name);
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| InputError::new(place, command, "a command"))?;
        let last = words.last().map_or("", String::as_str);
        let protocol = match player.protocol.as_deref().unwrap_or(last) {
            "tei" => Protocol::Lines(&TEI),
            "qtp" => Protocol::Qtp,
            "fpt" => Protocol::Fpt,
            "ugi" => Protocol::Lines(&UGI),
            _ if player.protocol.is_none() => Protocol::Lines(&UGI),
            other => {
                let place = format!("player {}, protocol", player.name);
                return Err(InputError::new(place, other, "ugi, tei, qtp or fpt"));
            }
        };
        let mut options = Vec::new();
        let mut new_game = String::new();
        if let Protocol::Lines(dialect) = protocol {
            dialect.new_game.clone_into(&mut new_game);
            if let Some(value) = dialect.new_game_key.and_then(|key| variant.get(key)) {
                new_game = format!("{new_game} {value}");
            }
            options = variant_options(info, dialect, variant);
        }
        options.extend(player.options.clone());
        Ok(Self {
            words,
            protocol,
            options,
            new_game,
            patience,
            running: None,
            n_known: 0,
        })
    }

    /// Gets ready for a game, and starts the program if it is not running.
    pub fn new_game(&mut self, variant: &Variant) -> Result<(), Fault> {
        let late = |fault: Fault| Fault::Start(fault.ending().1);
        self.n_known = 0;
        if matches!(self.protocol, Protocol::Fpt) {
            self.running = None;
        }
        if self.running.is_none() {
            self.start().map_err(late)?;
        }
        match self.protocol {
            Protocol::Lines(_) => {
                let line = self.new_game.clone();
                self.say(&line)?;
                self.say("isready")?;
                self.hear(GREETING, |line| (line == "readyok").then_some(()))
            }
            Protocol::Qtp => {
                let board = variant.get("board").unwrap_or("9x9").split('x').next();
                self.order(&format!("boardsize {}", board.unwrap_or("9")))?;
                self.order("clear_board")?;
                match variant.get("walls") {
                    Some(walls) => self.order(&format!("walls {walls}")).map(|_| ()),
                    None => Ok(()),
                }
            }
            Protocol::Fpt => Ok(()),
        }
    }

    /// Asks for a move.
    pub fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        let allowed = match (question.limits.time, question.limits.clock) {
            (Some(time), _) => time + self.patience,
            (None, Some(clock)) => clock.remaining + self.patience,
            (None, None) => self.patience,
        };
        match self.protocol {
            Protocol::Lines(dialect) => self.ask_lines(dialect, question, allowed),
            Protocol::Qtp => self.ask_qtp(question, allowed),
            Protocol::Fpt => self.ask_fpt(question, allowed),
        }
    }

    /// Ends the program.
    pub fn stop(&mut self) {
        self.running = None;
    }

    fn start(&mut self) -> Result<(), Fault> {
        let name = &self.words[0];
        let mut child = Command::new(name)
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::Start(format!("{name}: {error}")))?;
        let no_pipe = || Fault::Start(format!("{name}: no pipes"));
        let input = child.stdin.take().ok_or_else(no_pipe)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(no_pipe)?);
        let (sender, lines) = mpsc::sync_channel(QUEUE);
        std::thread::spawn(move || {
            // A line that is too long is none.
            for line in Lines::new(output, MAX_LINE).flatten() {
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        self.running = Some(Running {
            child,
            input,
            lines,
        });
        if let Protocol::Lines(dialect) = self.protocol {
            self.say(dialect.hello)?;
            self.hear(GREETING, |line| (line == dialect.hello_ok).then_some(()))?;
            for (name, value) in self.options.clone() {
                self.say(&format!("setoption name {name} value {value}"))?;
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        let gone = || Fault::Crash(format!("it ended before `{line}`"));
        let running = self.running.as_mut().ok_or_else(gone)?;
        let sent = running
            .input
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| running.input.flush());
        sent.map_err(|_| {
            self.running = None;
            gone()
        })
    }

    /// Reads lines until one is what was waited for.
    fn hear<T>(
        &mut self,
        allowed: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let end = Instant::now() + allowed;
        let Some(running) = &self.running else {
            return Err(Fault::Crash("it has ended".into()));
        };
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match running.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Err(error) => {
                    self.running = None;
                    return Err(match error {
                        RecvTimeoutError::Disconnected => Fault::Crash("it ended".into()),
                        RecvTimeoutError::Timeout => {
                            Fault::Hang(format!("no answer in {:.1} s", allowed.as_secs_f64()))
                        }
                    });
                }
            }
        }
    }

    fn ask_lines(
        &mut self,
        dialect: &Dialect,
        question: &Question<'_>,
        allowed: Duration,
    ) -> Result<Answer, Fault> {
        let start = match question.start {
            Some(text) => format!("{} {text}", dialect.position),
            None => "startpos".to_owned(),
        };
        let moves = match question.moves {
            [] => String::new(),
            moves => format!(" moves {}", moves.join(" ")),
        };
        self.say(&format!("position {start}{moves}"))?;
        self.say(&format!("go{}", go_words(dialect, question)))?;
        let mut answer = Answer::default();
        self.hear(allowed, |line| {
            let words: Vec<_> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", text, ..] => {
                    (*text).clone_into(&mut answer.text);
                    Some(())
                }
                ["info", details @ ..] => {
                    read_info(details, &mut answer);
                    None
                }
                _ => None,
            }
        })?;
        Ok(answer)
    }

    /// A command of QTP; the answer without its sign.
    fn order(&mut self, line: &str) -> Result<String, Fault> {
        self.say(line)?;
        let patience = self.patience;
        self.hear_qtp(patience)
    }

    fn hear_qtp(&mut self, allowed: Duration) -> Result<String, Fault> {
        self.hear(allowed, |line| {
            let sign = line.starts_with(['=', '?']);
            sign.then(|| line[1..].trim().to_owned())
        })
    }

    /// Plays everything again on an empty board, and asks.
    fn ask_qtp(&mut self, question: &Question<'_>, allowed: Duration) -> Result<Answer, Fault> {
        const NAMES: [&str; 2] = ["white", "black"];
        for (index, text) in question.moves.iter().enumerate().skip(self.n_known) {
            let player = NAMES[index % 2];
            let line = match parse_any_move(text) {
                Ok(Move::Wall(wall)) => {
                    let text = write_qtp_wall(wall, " ");
                    let (square, direction) = text.split_once(' ').unwrap_or((&text, "h"));
                    let long = if direction == "h" {
                        "horizontal"
                    } else {
                        "vertical"
                    };
                    format!("playwall {player} {square} {long}")
                }
                _ => format!("playmove {player} {text}"),
            };
            self.order(&line)?;
        }
        self.say(&format!("genmove {}", NAMES[question.seat % 2]))?;
        let heard = self.hear_qtp(allowed)?;
        self.n_known = question.moves.len() + 1;
        let text = heard.to_ascii_lowercase();
        let text = text.split_whitespace().collect::<String>();
        let wall = |direction: &str| {
            let square = text.strip_suffix(direction)?;
            read_qtp_wall(square, direction).ok()
        };
        let mv = wall("horizontal")
            .or_else(|| wall("vertical"))
            .or_else(|| read_qtp_step(&text).ok());
        Ok(Answer {
            text: mv.map_or(heard, |mv| mv.to_string()),
            ..Answer::default()
        })
    }

    fn ask_fpt(&mut self, question: &Question<'_>, allowed: Duration) -> Result<Answer, Fault> {
        if self.n_known == 0 {
            if question.moves.len() > 1 || (question.moves.len() == 1 && question.seat == 0) {
                self.say("-R")?;
                for turn in question.moves {
                    self.say(turn)?;
                }
                self.say("-F")?;
                self.say(["-W", "-B"][question.seat % 2])?;
            } else {
                self.say(["-W", "-B"][question.seat % 2])?;
                for turn in question.moves {
                    self.say(turn)?;
                }
            }
        } else if let Some(turn) = question.moves.last() {
            self.say(turn)?;
        }
        self.n_known = question.moves.len() + 1;
        let text = self.hear(allowed, |line| {
            let is_turn = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
            is_turn.then(|| line.to_owned())
        })?;
        Ok(Answer {
            text,
            ..Answer::default()
        })
    }
}

/// The options that tell an engine the variant, but for what the new-game word says.
fn variant_options(info: &GameInfo, dialect: &Dialect, variant: &Variant) -> Vec<(String, String)> {
    let said = |option: &&ludex_games::WireOption| dialect.new_game_key != Some(option.key);
    let options = info.wire_options.iter().filter(said);
    let number = |option: &ludex_games::WireOption| {
        let value = option.number(variant)?;
        Some((option.name.to_owned(), value.to_string()))
    };
    options.filter_map(number).collect()
}

/// The words behind `go`.
fn go_words(dialect: &Dialect, question: &Question<'_>) -> String {
    let limits = question.limits;
    let mut words = String::new();
    if let Some(time) = limits.time {
        write!(words, " movetime {}", time.as_millis()).expect(INFALLIBLE);
    }
    if let Some(nodes) = limits.nodes {
        write!(words, " nodes {nodes}").expect(INFALLIBLE);
    }
    if let Some(depth) = limits.depth {
        write!(words, " depth {depth}").expect(INFALLIBLE);
    }
    if limits.clock.is_some() {
        let clocks = question.clocks;
        if clocks.len() == 2 {
            for (index, (time, increment)) in clocks.iter().enumerate() {
                let (name, added) = (dialect.times[index], dialect.increments[index]);
                write!(words, " {name} {time} {added} {increment}").expect(INFALLIBLE);
            }
        } else {
            let list = |values: Vec<u128>| {
                let texts: Vec<String> = values.iter().map(u128::to_string).collect();
                texts.join(" ")
            };
            let times = list(clocks.iter().map(|clock| clock.0).collect());
            let increments = list(clocks.iter().map(|clock| clock.1).collect());
            write!(words, " time {times} inc {increments}").expect(INFALLIBLE);
        }
    }
    words
}

/// Depth and score of an `info` line.
fn read_info(words: &[&str], answer: &mut Answer) {
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "depth" => answer.depth = words.next().and_then(|word| word.parse().ok()),
            "score" => {
                let centi = words.as_slice().first() == Some(&"cp");
                if centi {
                    words.next();
                }
                let value: Option<f64> = words.next().and_then(|word| word.parse().ok());
                let scale = if centi { 0.01 } else { 1.0 };
                answer.score = value.map(|value| value * scale).or(answer.score);
            }
            "pv" | "string" => return,
            _ => {}
        }
    }
}

impl Drop for Running {
    /// A program is asked to end, and is ended if it does not.
    fn drop(&mut self) {
        const PATIENCE: Duration = Duration::from_millis(200);
        let _ = self.input.write_all(b"quit\n");
        let _ = self.input.flush();
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
