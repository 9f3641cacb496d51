//! A player of a tournament, as a file or the short form of the command line describes it.

use std::collections::BTreeMap;
use std::time::Duration;

use ludex_games::{GameInfo, InputError, SearchSetup};
use ludex_search::{Limits, SearchOptions, TimeControl};
use serde::{Deserialize, Serialize};

use crate::numbers;
use crate::protocol::client::Engine;
use crate::settings_file::{difference, parsed};
use crate::trained;

/// The size of a search's tables where nobody says anything, in MiB: many searches share a machine.
const HASH_MIB: usize = 16;

/// The name of the search that is none: any legal move, at once.
pub(in crate::tournament) const RANDOM: &str = "random";

/// Time for a move where nobody says anything.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// The same in words.
pub(in crate::tournament) const DEFAULT_LIMIT: &str = "time=100ms";

/// One player: a search of ours, or a command.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerEntry {
    /// The name in the tables.
    pub name: String,
    /// A command with its arguments, for an engine that speaks a protocol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    /// Its protocol: ugi, tei, qtp or fpt; else the last word of the command if that is one, else ugi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// Options of an engine, sent before the first game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// A search of ours; the game's default if none; `random` plays any legal move at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// An evaluator of ours, or the path of a trained file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<String>,
    /// Parameters of ours.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// Threads of a search of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// MiB of its tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<usize>,
    /// Its seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The same moves whatever the number of threads.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deterministic: bool,
    /// Time for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Nodes for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<String>,
    /// Depth of a move in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<String>,
    /// A clock for a game: `60s+1s`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// What a move costs of its clock beyond the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overhead: Option<String>,
}

impl PlayerEntry {
    /// Reads the short form: `NAME: key=value, key=value cmd=./engine ugi`. A command comes last.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let place = "--player";
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut player = Self {
            name: name.trim().to_owned(),
            ..Self::default()
        };
        if player.name.is_empty() {
            return Err(InputError::new(place, text, "NAME: key=value, …"));
        }
        let (settings, command) = match rest.find("cmd=") {
            Some(at) => (&rest[..at], Some(rest[at + 4..].trim().to_owned())),
            None => (rest, None),
        };
        player.cmd = command;
        let words = settings.split([',', ' ', '\t']);
        for word in words.filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                InputError::new(place, word, "key=value, separated by commas or blanks")
            })?;
            player.set_key(key, value)?;
        }
        player.limits()?;
        Ok(player)
    }

    fn set_key(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        const KEYS: [&str; 14] = [
            "time",
            "nodes",
            "depth",
            "clock",
            "overhead",
            "search",
            "evaluator",
            "threads",
            "hash",
            "seed",
            "deterministic",
            "protocol",
            "set.NAME",
            "option.NAME",
        ];
        let text = || Some(value.to_owned());
        let place = |key: &str| format!("--player {}, {key}", self.name);
        match key {
            "time" => self.time = text(),
            "nodes" => self.nodes = text(),
            "depth" => self.depth = text(),
            "clock" => self.clock = text(),
            "overhead" => self.overhead = text(),
            "search" => self.search = text(),
            "evaluator" => self.evaluator = text(),
            "protocol" => self.protocol = text(),
            "threads" => self.threads = Some(parsed(&place("threads"), value, numbers::threads)?),
            "hash" => self.hash = Some(parsed(&place("hash"), value, numbers::hash)?),
            "seed" => self.seed = Some(parsed(&place("seed"), value, numbers::seed)?),
            "deterministic" => {
                self.deterministic = parsed(&place("deterministic"), value, numbers::switch)?;
            }
            _ => match key.split_once('.') {
                Some(("set", name)) => {
                    self.set.insert(name.to_owned(), value.to_owned());
                }
                Some(("option", name)) => {
                    self.options.insert(name.to_owned(), value.to_owned());
                }
                _ => {
                    let place = format!("--player {}", self.name);
                    let expected = format!("one of {}, cmd", KEYS.join(", "));
                    let error = InputError::new(place, format!("the key {key}"), expected);
                    return Err(error.with_nearest(key, KEYS));
                }
            },
        }
        Ok(())
    }

    /// The limits of a move.
    pub fn limits(&self) -> Result<Limits, InputError> {
        let place = |key: &str| format!("player {}, {key}", self.name);
        let overhead = self
            .overhead
            .as_ref()
            .map(|text| parsed(&place("overhead"), text, numbers::overhead))
            .transpose()?
            .unwrap_or(TimeControl::OVERHEAD);
        let limits = Limits {
            time: self
                .time
                .as_ref()
                .map(|text| parsed(&place("time"), text, numbers::duration))
                .transpose()?,
            nodes: self
                .nodes
                .as_ref()
                .map(|text| parsed(&place("nodes"), text, numbers::count))
                .transpose()?,
            depth: self
                .depth
                .as_ref()
                .map(|text| parsed(&place("depth"), text, numbers::depth))
                .transpose()?,
            clock: self
                .clock
                .as_ref()
                .map(|text| parsed::<TimeControl>(&place("clock"), text, numbers::clock))
                .transpose()?
                .map(|clock| clock.with_overhead(overhead)),
        };
        Ok(if limits.is_infinite() {
            Limits::time(DEFAULT_TIME)
        } else {
            limits
        })
    }

    /// Whether its values can be used: a line of JSON may hold any.
    pub(super) fn check(&self) -> Result<(), InputError> {
        if let Some(found) = self.name.chars().find(|c| c.is_control()) {
            let found = format!("{found:?} in a name");
            return Err(InputError::new(
                "players",
                found,
                "letters that can be printed",
            ));
        }
        let place = |key: &str| format!("player {}, {key}", self.name);
        let check = |key: &str, value: Option<usize>, parse: fn(&str) -> Result<usize, String>| {
            let text = value.map(|value| value.to_string());
            text.map_or(Ok(()), |text| parsed(&place(key), &text, parse).map(drop))
        };
        check("threads", self.threads, numbers::threads)?;
        check("hash", self.hash, numbers::hash)?;
        self.check_random()?;
        self.limits().map(drop)
    }

    /// Who plays any legal move uses nothing but his name.
    fn check_random(&self) -> Result<(), InputError> {
        if self.cmd.is_some() || self.search.as_deref() != Some(RANDOM) {
            return Ok(());
        }
        let random = Self {
            name: self.name.clone(),
            search: self.search.clone(),
            ..Self::default()
        };
        match difference(self, &random) {
            Some((key, found, _)) => {
                let place = format!("player {}, {key}", self.name);
                let expected = "nothing: search=random does not use it";
                Err(InputError::new(place, found, expected))
            }
            None => Ok(()),
        }
    }

    /// The program that plays for it, if it is none of our searches.
    pub fn engine(&self) -> Option<Engine<'_>> {
        Some(Engine {
            name: &self.name,
            command: self.cmd.as_deref()?,
            protocol: self.protocol.as_deref(),
            options: &self.options,
        })
    }

    /// Whether it says nothing about limits.
    pub fn is_unlimited(&self) -> bool {
        [&self.time, &self.nodes, &self.depth, &self.clock]
            .iter()
            .all(|limit| limit.is_none())
    }

    /// The choices about a search of ours for this game.
    pub fn setup(&self, info: &GameInfo) -> Result<SearchSetup, InputError> {
        let setup = SearchSetup {
            options: SearchOptions {
                threads: self.threads.unwrap_or(1),
                hash_mib: self.hash.unwrap_or(HASH_MIB),
                seed: self.seed.unwrap_or(0),
                deterministic: self.deterministic,
                ..SearchOptions::default()
            },
            evaluator: self.evaluator.clone(),
            parameters: self.set.clone().into_iter().collect(),
            ..SearchSetup::default()
        };
        trained::resolve(info, setup)
    }
}
