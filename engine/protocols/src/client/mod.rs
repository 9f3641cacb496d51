//! The client side of the protocols: engines in other programs, each connected by two pipes. Each file implements one protocol, as on the
//! server side.
//!
//! A setting that the engine does not accept is never ignored silently. The engine is refused in three cases: a value of the variant or of
//! the user is outside the range that the engine lists, the user sets an option that it does not list, or it has no option for the variant.
//! Other settings become remarks: numbers of the variant for which the engine lists no option, settings that its protocol cannot express
//! (the engine's command may set both), and rules that only the referee enforces.

mod exchange;
mod fpt;
mod listed;
mod peer;
mod program;
mod protocol;
mod qtp;
mod ugi;

use std::collections::BTreeMap;
use std::time::Duration;

use ludex_kit::{GameInfo, InputError, Variant, say};
use ludex_search::StopFlag;

use self::fpt::Fpt;
use self::peer::{Peer, Wait};
use self::protocol::Protocol;
use self::qtp::Qtp;
use self::ugi::Ugi;
use super::{TEI, UGI, options};

pub use self::exchange::{EngineAnswer, EngineQuestion, Fault, FaultKind};

/// The protocols of engines in other programs.
const PROTOCOLS: [&str; 4] = ["ugi", "tei", "qtp", "fpt"];

/// An engine as its user describes it.
#[derive(Clone, Copy, Debug)]
pub struct Engine<'a> {
    /// The name of the player, for errors.
    pub name: &'a str,
    /// The command with its arguments.
    pub command: &'a str,
    /// The protocol; by default the last word of the command that names one, else UGI.
    pub protocol: Option<&'a str>,
    /// Options set by the user.
    pub options: &'a BTreeMap<String, String>,
}

/// The first of the user's options that would set a key of the variant, with that key. Such options are errors, because the tournament sets
/// the variant.
fn option_of_variant<'a>(
    info: &'static GameInfo,
    given: &'a BTreeMap<String, String>,
) -> Option<(&'a str, &'static str)> {
    let numbers = info.wire_options().map(|option| (option.name.to_owned(), option.key));
    let words = options::keys(info).map(|(name, key)| (name, key.name));
    let known: Vec<_> = numbers.chain(words).collect();
    given.keys().find_map(|name| {
        let mut known = known.iter();
        let (_, key) = known.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some((name.as_str(), *key))
    })
}

/// A text with an addition at the end of its first line.
fn with_end_of_first_line(text: &str, end: &str) -> String {
    match text.split_once('\n') {
        Some((first, rest)) => format!("{first}{end}\n{rest}"),
        None => format!("{text}{end}"),
    }
}

/// The words as alternatives: `ugi or tei`.
fn any_of(words: &[&str]) -> String {
    let words = words.iter().map(|&word| word.to_owned());
    words.reduce(|one, other| say!("{one} or {other}", one, other)).unwrap_or_default()
}

/// An engine in another program.
#[derive(Debug)]
pub struct Client {
    peer: Peer,
    protocol: Box<dyn Protocol>,
    /// A hint for an engine that does not understand the protocol: which protocols can be chosen. Empty if there is only one, or if
    /// the user has chosen.
    other_protocols: String,
    /// Remarks on settings that the engine has no option for, and the number of those already reported.
    remarks: Vec<String>,
    n_taken: usize,
}

impl Client {
    /// A client for an engine. The program is started when its first game starts.
    pub fn new(
        engine: &Engine<'_>,
        info: &'static GameInfo,
        variant: &Variant,
        patience: Duration,
    ) -> Result<Self, InputError> {
        let place = |key: &str| format!("player {}, {key}", engine.name);
        let words = shlex::split(engine.command).filter(|words| !words.is_empty());
        let words = words
            .ok_or_else(|| InputError::new(place("cmd"), engine.command, say!("a command line")))?;
        let mut words_from_last = words.iter().rev().map(String::as_str);
        let named = words_from_last.find(|word| PROTOCOLS.contains(word));
        let of_dialect = |dialect| Box::new(Ugi::new(dialect, info, variant, engine.options));
        let spoken = engine.protocol.or(named).unwrap_or("ugi");
        let known = [&["ugi"], info.protocols].concat();
        if PROTOCOLS.contains(&spoken) && !known.contains(&spoken) {
            let known = any_of(&known);
            let problem = say!("cannot be used for {game}; use {known}", game = info.name, known);
            return Err(InputError::problem(place("protocol"), spoken, problem));
        }
        let protocol: Box<dyn Protocol> = match spoken {
            "tei" => of_dialect(&TEI),
            without_options @ ("qtp" | "fpt") => {
                if let Some(name) = engine.options.keys().next() {
                    let problem =
                        say!("cannot be set: {without_options} has no options", without_options);
                    return Err(InputError::problem(place("option"), name, problem));
                }
                match without_options {
                    "qtp" => Box::new(Qtp::new(info)),
                    _ => Box::new(Fpt::new(info)),
                }
            }
            "ugi" => of_dialect(&UGI),
            other => {
                let expected = say!("ugi, tei, qtp or fpt");
                return Err(InputError::new(place("protocol"), other, expected));
            }
        };
        if let Some((name, key)) = option_of_variant(info, engine.options) {
            let problem =
                say!("cannot be set here; set {key}= in the variant of the tournament", key);
            return Err(InputError::problem(place("option"), name, problem));
        }
        let other_protocols = match (&known[..], engine.protocol) {
            ([_], _) | (_, Some(_)) => String::new(),
            (known, None) => {
                let known = any_of(known);
                say!("; Ludex spoke {spoken} to it, and protocol= can be {known}", spoken, known)
            }
        };
        let peer = Peer::new(words, patience);
        Ok(Self { peer, protocol, other_protocols, remarks: Vec::new(), n_taken: 0 })
    }

    /// The new remarks on settings that the engine has no option for.
    pub fn take_remarks(&mut self) -> &[String] {
        let n_before = std::mem::replace(&mut self.n_taken, self.remarks.len());
        &self.remarks[n_before..]
    }

    /// Prepares a game, and starts the program if it is not running. From now on, raising the flag ends all waits for the program.
    pub fn new_game(&mut self, variant: &Variant, stop: &StopFlag) -> Result<(), Fault> {
        if self.protocol.is_for_one_game() {
            self.peer.end();
        }
        self.peer.set_stop_flag(stop);
        if !self.peer.is_running() {
            let peer = &mut self.peer;
            let started = peer.start();
            let greeted = started.and_then(|()| self.protocol.greet(peer, variant));
            let hint = &self.other_protocols;
            let mut remarks = greeted.map_err(|fault| match fault.kind {
                FaultKind::Unfit | FaultKind::Start => fault,
                // The lines after the first are messages of the program.
                _ => Fault::new(FaultKind::Start, with_end_of_first_line(&fault.detail, hint)),
            })?;
            remarks.retain(|remark| !self.remarks.contains(remark));
            self.remarks.append(&mut remarks);
        }
        self.protocol.new_game(&mut self.peer, variant)
    }

    /// Asks for a move.
    pub fn ask(&mut self, question: &EngineQuestion<'_>) -> Result<EngineAnswer, Fault> {
        let wait = Wait::for_move(question, self.peer.patience());
        self.protocol.ask(&mut self.peer, question, wait)
    }
}
