//! Engines of others: programs that speak a protocol at the other end of two pipes.

use std::fmt::Write as _;
use std::io::BufReader;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ludex_games::quoridor::Move;
use ludex_games::quoridor::notation::parse_any_move;
use ludex_games::quoridor::record::{read_qtp_step, read_qtp_wall, write_qtp_wall};
use ludex_games::{GameInfo, InputError, Variant, VariantKey};
use ludex_search::{Limits, StopFlag};

use super::program::Program;
use super::results::Ending;
use super::settings::PlayerEntry;
use crate::lines::{Lines, MAX_LINE};
use crate::protocol::{self, Dialect, TEI, UGI};
use crate::registry;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// How many lines of an engine are kept before they are read; then it waits.
const QUEUE: usize = 64;

/// How long an engine may take to say who it is.
const GREETING: Duration = Duration::from_secs(10);

/// How long a move is waited for after its time is over: the game is lost, but an engine that is only late is not ended.
const LATE: Duration = Duration::from_millis(500);

/// Time between two looks at the flag while an engine thinks.
const TICK: Duration = Duration::from_millis(20);

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
    /// It kept silent, and no clock says how long it may.
    Hang(String),
    /// It kept silent longer than its clock allows.
    Time(String),
    /// It could not be started, or did not introduce itself.
    Start(String),
}

impl Fault {
    /// How a game ends by it, and what exactly happened.
    pub fn ending(self) -> (Ending, String) {
        match self {
            Self::Crash(detail) => (Ending::Crash, detail),
            Self::Hang(detail) => (Ending::Hang, detail),
            Self::Time(detail) => (Ending::Time, detail),
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
    /// How long it may think, if there is a limit of time.
    pub allowed: Option<Duration>,
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
    info: &'static GameInfo,
    new_game: String,
    patience: Duration,
    /// Raised when nobody waits for an answer any more.
    stop: StopFlag,
    running: Option<Running>,
    /// FPT: how many moves it knows of.
    n_known: usize,
}

#[derive(Debug)]
struct Running {
    // First of all nobody listens any more: an engine that waits for it can end.
    lines: Receiver<String>,
    program: Program,
}

/// How long an engine is waited for, and what its silence is after that.
#[derive(Clone, Copy, Debug)]
struct Wait {
    end: Instant,
    silence: fn(String) -> Fault,
    words: (Duration, Option<Duration>),
}

impl Wait {
    fn new(patience: Duration) -> Self {
        Self {
            end: Instant::now() + patience,
            silence: Fault::Hang,
            words: (patience, None),
        }
    }

    /// For a move: as long as its clock says, or else as long as anybody may keep silent.
    fn of(question: &Question<'_>, patience: Duration) -> Self {
        match question.allowed {
            Some(allowed) => Self {
                silence: Fault::Time,
                words: (allowed + LATE, Some(allowed)),
                ..Self::new(allowed + LATE)
            },
            None => Self::new(patience),
        }
    }

    fn fault(self) -> Fault {
        let (waited, allowed) = self.words;
        let seconds = waited.as_secs_f64();
        (self.silence)(match allowed {
            Some(allowed) => format!(
                "no answer in {seconds:.1} s, {} ms allowed",
                allowed.as_millis()
            ),
            None => format!("no answer in {seconds:.1} s"),
        })
    }
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
            info,
            new_game,
            patience,
            stop: StopFlag::default(),
            running: None,
            n_known: 0,
        })
    }

    /// Gets ready for a game, and starts the program if it is not running. From here on the flag ends all waiting.
    pub fn new_game(&mut self, variant: &Variant, stop: &StopFlag) -> Result<(), Fault> {
        let late = |fault: Fault| Fault::Start(fault.ending().1);
        self.n_known = 0;
        self.stop = stop.clone();
        if matches!(self.protocol, Protocol::Fpt) {
            self.running = None;
        }
        if self.running.is_none() {
            self.start(variant).map_err(late)?;
        }
        match self.protocol {
            Protocol::Lines(_) => {
                let line = self.new_game.clone();
                self.say(&line)?;
                self.say("isready")?;
                let wait = Wait::new(GREETING);
                self.hear(wait, |line| (line == "readyok").then_some(()))
            }
            Protocol::Qtp => {
                let board = variant.get("board").unwrap_or("9x9").split('x').next();
                let wait = Wait::new(self.patience);
                self.order(&format!("boardsize {}", board.unwrap_or("9")), wait)?;
                self.order("clear_board", wait)?;
                match variant.get("walls") {
                    Some(walls) => self.order(&format!("walls {walls}"), wait).map(|_| ()),
                    None => Ok(()),
                }
            }
            Protocol::Fpt => Ok(()),
        }
    }

    /// Asks for a move.
    pub fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        let wait = Wait::of(question, self.patience);
        match self.protocol {
            Protocol::Lines(dialect) => self.ask_lines(dialect, question, wait),
            Protocol::Qtp => self.ask_qtp(question, wait),
            Protocol::Fpt => self.ask_fpt(question, wait),
        }
    }

    fn start(&mut self, variant: &Variant) -> Result<(), Fault> {
        let started = Program::start(&self.words);
        let (program, output) =
            started.map_err(|error| Fault::Start(format!("{}: {error}", self.words[0])))?;
        let output = BufReader::new(output);
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
        self.running = Some(Running { lines, program });
        if let Protocol::Lines(dialect) = self.protocol {
            self.say(dialect.hello)?;
            let wait = Wait::new(GREETING);
            let mut listed = Vec::new();
            self.hear(wait, |line| {
                listed.extend(option_name(line));
                (line == dialect.hello_ok).then_some(())
            })?;
            self.tell_variant(variant, &listed)?;
            for (name, value) in self.options.clone() {
                self.say(&format!("setoption name {name} value {value}"))?;
            }
        }
        Ok(())
    }

    /// Sets what the variant says by names and values of its own, where the engine lists that; an engine that does not, and
    /// would play something else, is not played with.
    fn tell_variant(&mut self, variant: &Variant, listed: &[String]) -> Result<(), Fault> {
        for (name, key) in protocol::option_keys(self.info) {
            let Some(value) = variant.get(key.name) else {
                continue;
            };
            if listed.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                self.say(&format!("setoption name {name} value {value}"))?;
            } else if !is_default(self.info, variant, key) {
                return Err(Fault::Start(format!(
                    "it has no option {name}, so it cannot be told the variant: {value}"
                )));
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        match &self.running {
            // Who reads no more is noticed when he is listened to.
            Some(running) => {
                running.program.say(line);
                Ok(())
            }
            None => Err(Fault::Crash("it has ended".into())),
        }
    }

    /// Reads lines until one is what was waited for.
    fn hear<T>(
        &mut self,
        wait: Wait,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let fault = loop {
            let Some(running) = &mut self.running else {
                return Err(Fault::Crash("it has ended".into()));
            };
            let left = wait.end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.stop.is_stopped() {
                // Somebody who talks without an end is late too.
                break wait.fault();
            }
            match running.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    break Fault::Crash(format!("it ended: {}", running.program.last_words()));
                }
            }
        };
        self.running = None;
        Err(fault)
    }

    fn ask_lines(
        &mut self,
        dialect: &Dialect,
        question: &Question<'_>,
        wait: Wait,
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
        self.hear(wait, |line| {
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
    fn order(&mut self, line: &str, wait: Wait) -> Result<String, Fault> {
        self.say(line)?;
        self.hear(wait, |line| {
            let sign = line.starts_with(['=', '?']);
            sign.then(|| line[1..].trim().to_owned())
        })
    }

    /// Plays everything again on an empty board, and asks.
    fn ask_qtp(&mut self, question: &Question<'_>, wait: Wait) -> Result<Answer, Fault> {
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
            self.order(&line, wait)?;
        }
        let heard = self.order(&format!("genmove {}", NAMES[question.seat % 2]), wait)?;
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

    fn ask_fpt(&mut self, question: &Question<'_>, wait: Wait) -> Result<Answer, Fault> {
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
        let text = self.hear(wait, |line| {
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

/// Whether the variant is the same if nothing is said of a key.
fn is_default(info: &GameInfo, variant: &Variant, key: &VariantKey) -> bool {
    let opened = registry::open(info.name, &variant.without(key.name), None);
    opened.is_ok_and(|session| session.variant() == *variant)
}

/// The name in a line that lists an option.
fn option_name(line: &str) -> Option<String> {
    let (name, _) = line.strip_prefix("option name ")?.split_once(" type ")?;
    Some(name.to_owned())
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
