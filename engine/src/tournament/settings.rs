//! What a tournament is: its games, players and rules, as a TOML file says it or the short form of the command line.

use std::collections::BTreeMap;
use std::time::Duration;

use ludex_games::{GameInfo, InputError, SearchSetup, Variant};
use ludex_search::{Limits, SearchOptions, TimeControl};
use serde::{Deserialize, Serialize};

use crate::numbers;
use crate::protocol::client::Engine;
use crate::registry;
use crate::settings_file::{difference, parsed, toml_error};
use crate::trained;

/// The size of a search's tables where nobody says anything, in MiB: many searches share a machine.
const HASH_MIB: usize = 16;

/// The name of the search that is none: any legal move, at once.
pub(super) const RANDOM: &str = "random";

/// Time for a move where nobody says anything.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// The same in words.
pub(super) const DEFAULT_LIMIT: &str = "time=100ms";

/// The most pairs: all games of a tournament are kept in mind.
const MAX_PAIRS: u32 = 10_000_000;

/// The most random plies.
const MAX_RANDOM_PLIES: u32 = 1000;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

/// Everything that decides which games are played and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// Pairs of games (rounds of all seatings, for more than two) between those who meet, for each game.
    #[serde(default = "one_hundred")]
    pub pairs: u32,
    /// Their number when it was begun, if it was extended since: the key of the run stays what it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun_with: Option<u32>,
    /// The seed of openings, dice and bags.
    #[serde(default)]
    pub seed: u64,
    /// What is allowed beyond the time for a move.
    #[serde(default = "margin")]
    pub margin: String,
    /// How long an engine without a limit of time may keep silent before it hangs; others lose by their clock.
    #[serde(default = "patience")]
    pub patience: String,
    /// Whether an engine that crashed or hung is started again for its next game; otherwise it forfeits the rest.
    #[serde(default = "yes")]
    pub restart: bool,
    /// The games.
    pub games: Vec<GameEntry>,
    /// The players.
    pub players: Vec<PlayerEntry>,
    /// A test that ends the match early; for two players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// When a game is ended before its end; off by default.
    #[serde(default)]
    pub adjudicate: Adjudicate,
}

fn one_hundred() -> u32 {
    100
}

fn yes() -> bool {
    true
}

fn margin() -> String {
    "50ms".into()
}

fn patience() -> String {
    "60s".into()
}

/// One game that is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameEntry {
    /// Its name.
    pub game: String,
    /// Its variant: `size=5,komi=2`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// A file of openings, one a line: moves, or a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// Random legal plies at the start of each pair, where there is no book; the game's own number if nobody says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_plies: Option<u32>,
}

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

/// A sequential test of two values of Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// The chance to accept the alternative where the null hypothesis holds.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The chance to accept the null hypothesis where the alternative holds.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// When a game is ended before its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudicate {
    /// Plies after which a game is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// A game is won once every player has for so many plies agreed on a score as high as `win-score`, in the game's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_plies: Option<u32>,
    /// See `win-plies`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_score: Option<f64>,
    /// A game is drawn once all scores of so many plies lay within `draw-score` of nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_plies: Option<u32>,
    /// See `draw-plies`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_score: Option<f64>,
    /// Plies before which no game is drawn or won so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
}

impl Settings {
    /// Settings with these games and players, and defaults for the rest.
    pub fn new(games: Vec<GameEntry>, players: Vec<PlayerEntry>) -> Self {
        Self {
            format: Format::default(),
            pairs: one_hundred(),
            begun_with: None,
            seed: 0,
            margin: margin(),
            patience: patience(),
            restart: true,
            games,
            players,
            sprt: None,
            adjudicate: Adjudicate::default(),
        }
    }

    /// Reads a TOML file. Errors name the line, and the nearest key to one that does not exist.
    pub fn from_toml(text: &str, place: &str) -> Result<Self, InputError> {
        let settings: Self = toml::from_str(text)
            .map_err(|error| toml_error(&error, text, place, "a description of a tournament"))?;
        settings.check().map_err(|error| error.within(place))?;
        Ok(settings)
    }

    /// Whether these settings can be played at all.
    pub fn check(&self) -> Result<(), InputError> {
        let error = |place: &str, found: String, expected: &str| {
            Err(InputError::new(place, found, expected))
        };
        if self.games.is_empty() {
            return error("games", "none".into(), "at least one game");
        }
        if self.players.len() < 2 {
            let found = self.players.len().to_string();
            return error("players", found, "at least two players");
        }
        if !(1..=MAX_PAIRS).contains(&self.pairs) {
            let expected = format!("a whole number from 1 to {MAX_PAIRS}");
            return error("pairs", self.pairs.to_string(), &expected);
        }
        for (index, player) in self.players.iter().enumerate() {
            if player.name.is_empty() {
                let place = format!("player {}", index + 1);
                return error(&place, "no name".into(), "a name");
            }
            if self.players[..index]
                .iter()
                .any(|other| other.name == player.name)
            {
                return error("players", player.name.clone(), "each name once");
            }
            player.check()?;
        }
        for entry in &self.games {
            registry::info(&entry.game)?;
            if let Some(plies) = entry.random_plies.filter(|plies| *plies > MAX_RANDOM_PLIES) {
                let expected = format!("{MAX_RANDOM_PLIES} at most");
                return error("random-plies", plies.to_string(), &expected);
            }
        }
        self.margin()?;
        self.patience()?;
        if let Some(sprt) = &self.sprt {
            sprt.check()?;
            if self.players.len() != 2 {
                let found = format!("{} players", self.players.len());
                return error("sprt", found, "two players");
            }
        }
        Ok(())
    }

    /// What is allowed beyond the time for a move.
    pub fn margin(&self) -> Result<Duration, InputError> {
        if matches!(self.margin.trim(), "0" | "0s" | "0ms") {
            return Ok(Duration::ZERO);
        }
        parsed("margin", &self.margin, numbers::duration)
    }

    /// How long an engine may keep silent.
    pub fn patience(&self) -> Result<Duration, InputError> {
        parsed("patience", &self.patience, numbers::duration)
    }

    /// Lets more pairs follow those that there are.
    pub fn extend(&mut self, pairs: u32) -> Result<(), InputError> {
        if pairs <= self.pairs {
            let expected = format!("more than the {} pairs of this tournament", self.pairs);
            return Err(InputError::new(
                "--extend pairs",
                pairs.to_string(),
                expected,
            ));
        }
        self.begun_with.get_or_insert(self.pairs);
        self.pairs = pairs;
        self.check()
    }

    /// Itself as it was begun, before it was extended.
    #[must_use]
    pub fn as_begun(&self) -> Self {
        Self {
            pairs: self.begun_with.unwrap_or(self.pairs),
            begun_with: None,
            ..self.clone()
        }
    }

    /// The first player that is a command, if one is.
    pub fn first_command(&self) -> Option<(usize, &str)> {
        let commands = self.players.iter().map(|player| player.cmd.as_deref());
        commands
            .enumerate()
            .find_map(|(index, cmd)| Some((index, cmd?)))
    }

    /// The first setting that differs from another tournament's.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        difference(self, other)
    }
}

impl GameEntry {
    /// A game in its standard form.
    pub fn new(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            variant: String::new(),
            book: None,
            random_plies: None,
        }
    }

    /// The variant.
    pub fn variant(&self) -> Result<Variant, InputError> {
        self.variant.parse()
    }
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
    fn check(&self) -> Result<(), InputError> {
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

impl Sprt {
    /// Reads `elo0=0,elo1=5,alpha=.05,beta=.05`.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let mut sprt = Self {
            elo0: 0.0,
            elo1: 5.0,
            alpha: five_percent(),
            beta: five_percent(),
        };
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let expected = "elo0=…, elo1=…, alpha=… or beta=… with a number";
            let error = || InputError::new("--sprt", part, expected);
            let (key, value) = part.split_once('=').ok_or_else(error)?;
            let value: f64 = value.trim().parse().map_err(|_| error())?;
            match key.trim() {
                "elo0" => sprt.elo0 = value,
                "elo1" => sprt.elo1 = value,
                "alpha" => sprt.alpha = value,
                "beta" => sprt.beta = value,
                _ => return Err(error()),
            }
        }
        sprt.check()?;
        Ok(sprt)
    }

    fn check(&self) -> Result<(), InputError> {
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
        } = *self;
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0) {
            let found = format!("elo0={elo0}, elo1={elo1}");
            return Err(InputError::new(
                "sprt",
                found,
                "elo0 below elo1, both within 1000",
            ));
        }
        if !is_rate(alpha) || !is_rate(beta) {
            let found = format!("alpha={alpha}, beta={beta}");
            return Err(InputError::new("sprt", found, "rates between 0 and 0.5"));
        }
        Ok(())
    }
}
