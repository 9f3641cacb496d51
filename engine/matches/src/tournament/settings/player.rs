//! A player of a tournament, from a file or the short form of the command line.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use ludex_kit::interface::shipped::BookChoice;
use ludex_kit::{GameInfo, InputError, Level, SearchSetup, say};
use ludex_search::support::random::stream;
use ludex_search::{Limits, SearchOptions, TimeControl};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use ludex_base::numbers;
use ludex_base::settings_file::{difference, parsed, word, words};
use ludex_protocols::client::Engine;
use ludex_study::book;
use ludex_study::trained;

/// Default table size of a search in MiB; many searches share a machine.
const HASH_MIB: usize = 16;

/// The name of the player that plays any legal move at once, without search.
pub(in crate::tournament) const RANDOM: &str = "random";

/// Default time per move.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// The default time per move as text.
pub(in crate::tournament) const DEFAULT_LIMIT: &str = "time=100ms";

/// A player: a search of Ludex, or an engine that a command starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerEntry {
    /// The name in the tables.
    pub name: String,
    /// The command of an engine, with arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    /// Its protocol: ugi, tei, qtp or fpt; by default the last word of the command that names one, else ugi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// Options of an engine, sent before the first game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "words")]
    pub options: BTreeMap<String, String>,
    /// The search of Ludex that plays; by default the game's default search. `random` plays any legal move at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// An evaluator of Ludex, or the path of a network file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<String>,
    /// Parameters of the search of Ludex.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "words")]
    pub set: BTreeMap<String, String>,
    /// Playing level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Threads of the search of Ludex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Table size of the search of Ludex, in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<usize>,
    /// The book of the search of Ludex: a file, `default` or `none` (the default).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// Seed of the random numbers of the search of Ludex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether the moves must not depend on the number of threads.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deterministic: bool,
    /// Time per move.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "word")]
    pub time: Option<String>,
    /// Nodes per move.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "word")]
    pub nodes: Option<String>,
    /// Depth per move, in plies.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "word")]
    pub depth: Option<String>,
    /// Clock of a game: `60s+1s`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "word")]
    pub clock: Option<String>,
    /// Time lost per move outside the search (lag), which the clock must allow for.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "word")]
    pub overhead: Option<String>,
}

/// A key of the short form, and the function that sets its value.
type PlayerKey = (&'static str, fn(&mut PlayerEntry, &str) -> Result<(), String>);

/// The parser of a key that accepts any text.
const TEXT: fn(&str) -> Result<String, String> = |text| Ok(text.to_owned());

/// Builds the list of keys from fields and their parsers.
macro_rules! keys {
    ($($field:ident: $read:expr,)*) => {
        &[$((stringify!($field), |player, text| {
            let read: fn(&str) -> Result<_, String> = $read;
            player.$field = read(text)?.into();
            Ok(())
        })),*]
    };
}

/// The keys of the short form, except `set.NAME`, `option.NAME` and the command. Limits stay texts here; [`PlayerEntry::limits`] parses
/// them together.
const KEYS: &[PlayerKey] = keys! {
    time: TEXT,
    nodes: TEXT,
    depth: TEXT,
    clock: TEXT,
    overhead: TEXT,
    search: TEXT,
    evaluator: TEXT,
    book: TEXT,
    level: numbers::level,
    threads: numbers::threads,
    hash: numbers::hash,
    seed: numbers::seed,
    deterministic: numbers::switch,
    protocol: TEXT,
};

/// The name at the start of the short form, and the text after its colon. If the name contains settings, the colon is missing, which is an
/// error.
fn split_name(text: &str) -> Result<(&str, &str), InputError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let is_key = |word: &&str| KEYS.iter().any(|(key, _)| key == word);
    let words: Vec<&str> = name.split_whitespace().collect();
    let has_keys = || text == name && words.len() > 1 && words.iter().any(is_key);
    let error = || InputError::new("--player", text, "NAME: key=value, …");
    if name.contains('=') || has_keys() {
        let is_setting = |word: &&str| word.contains('=') || is_key(word);
        let before = words.iter().copied().take_while(|word| !is_setting(word));
        let before = before.collect::<Vec<_>>().join(" ");
        let hint = match before.trim_end_matches([',', ';']) {
            "" => say!("write a name and a colon first: \"NAME: key=value\""),
            name => say!("write a colon after the name: \"{name}: …\"", name),
        };
        return Err(error().with_hint(hint));
    }
    match name.trim() {
        "" => Err(error()),
        name => Ok((name, rest)),
    }
}

impl PlayerEntry {
    /// Parses the short form: `NAME: key=value, key=value cmd=./engine ugi`. The command comes last.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let place = "--player";
        let (name, rest) = split_name(text)?;
        let mut player = Self { name: name.to_owned(), ..Self::default() };
        let (settings, command) = match rest.find("cmd=") {
            Some(at) => (&rest[..at], Some(rest[at + 4..].trim().to_owned())),
            None => (rest, None),
        };
        player.cmd = command;
        let words = settings.split([',', ' ', '\t']);
        let mut keys = HashSet::new();
        for word in words.filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                InputError::new(place, word, say!("key=value, separated by commas or blanks"))
            })?;
            if !keys.insert(key) {
                let place = format!("--player {}, {key}", player.name);
                return Err(InputError::sentence(place, say!("the key is given twice")));
            }
            player.set_key(key, value)?;
        }
        player.limits()?;
        Ok(player)
    }

    fn set_key(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        if let Some((_, set)) = KEYS.iter().find(|(known, _)| *known == key) {
            let place = format!("--player {}, {key}", self.name);
            return parsed(&place, value, |text| set(self, text));
        }
        let (map, name) = match key.split_once('.') {
            Some(("set", name)) if !name.is_empty() => (&mut self.set, name),
            Some(("option", name)) if !name.is_empty() => (&mut self.options, name),
            _ => return Err(self.unknown(key)),
        };
        map.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    fn unknown(&self, key: &str) -> InputError {
        let mut names: Vec<&str> = KEYS.iter().map(|(name, _)| *name).collect();
        names.extend(["set.NAME", "option.NAME"]);
        let place = format!("--player {}", self.name);
        let problem =
            say!("is not a known key; the keys are {names}, cmd", names = names.join(", "));
        let error = InputError::problem(place, key, problem);
        error.with_nearest(key, names)
    }

    /// The limits per move.
    pub fn limits(&self) -> Result<Limits, InputError> {
        let overhead = self.read("overhead", self.overhead.as_deref(), numbers::overhead)?;
        let overhead = overhead.unwrap_or(TimeControl::OVERHEAD);
        let limits = Limits {
            time: self.read("time", self.time.as_deref(), numbers::duration)?,
            nodes: self.read("nodes", self.nodes.as_deref(), numbers::count)?,
            depth: self.read("depth", self.depth.as_deref(), numbers::depth)?,
            clock: self
                .read("clock", self.clock.as_deref(), numbers::clock)?
                .map(|clock| clock.with_overhead(overhead)),
        };
        Ok(if limits.is_infinite() { Limits::time(DEFAULT_TIME) } else { limits })
    }

    fn read<T>(
        &self,
        key: &str,
        text: Option<&str>,
        parse: fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, InputError> {
        let place = format!("player {}, {key}", self.name);
        text.map(|text| parsed(&place, text, parse)).transpose()
    }

    /// Checks all values, because settings in a line of JSON have not passed the parsers of the short form.
    pub(super) fn check(&self) -> Result<(), InputError> {
        if let Some(found) = self.name.chars().find(|c| c.is_control()) {
            let sentence = say!(
                "a name contains {found}, which cannot be printed",
                found = format!("{found:?}")
            );
            return Err(InputError::sentence("players", sentence));
        }
        let text = |value: Option<usize>| value.map(|value| value.to_string());
        self.read("threads", text(self.threads).as_deref(), numbers::threads)?;
        self.read("hash", text(self.hash).as_deref(), numbers::hash)?;
        self.check_used()?;
        self.limits().map(drop)
    }

    /// An error if a setting would have no effect for this player.
    fn check_used(&self) -> Result<(), InputError> {
        let (used, problem) = if self.cmd.is_some() {
            let used = Self {
                search: None,
                evaluator: None,
                set: BTreeMap::new(),
                level: None,
                threads: None,
                hash: None,
                book: None,
                seed: None,
                deterministic: false,
                ..self.clone()
            };
            (used, say!("has no effect: a player with cmd does not use it"))
        } else if self.search.as_deref() == Some(RANDOM) {
            let used =
                Self { name: self.name.clone(), search: self.search.clone(), ..Self::default() };
            (used, say!("has no effect: search=random does not use it"))
        } else {
            let used = Self { protocol: None, options: BTreeMap::new(), ..self.clone() };
            (used, say!("has no effect: a player without cmd does not use it"))
        };
        match difference(self, &used) {
            Some((key, found, _)) => {
                let place = format!("player {}, {key}", self.name);
                Err(InputError::problem(place, found, problem))
            }
            None => Ok(()),
        }
    }

    /// The engine in another program; `None` if the player is a search of Ludex.
    pub fn engine(&self) -> Option<Engine<'_>> {
        Some(Engine {
            name: &self.name,
            command: self.cmd.as_deref()?,
            protocol: self.protocol.as_deref(),
            options: &self.options,
        })
    }

    /// Whether no limits are given.
    pub fn is_unlimited(&self) -> bool {
        [&self.time, &self.nodes, &self.depth, &self.clock].iter().all(|limit| limit.is_none())
    }

    /// The book of the search of Ludex. A book can be used only if time is the only limit of a move.
    fn book(&self, info: &GameInfo) -> Result<BookChoice, InputError> {
        let word = self.book.as_deref().unwrap_or(book::NONE);
        let choice = book::choice(word, info).map_err(|error| error.within("book"))?;
        let limits = self.limits()?;
        let is_bound = limits.nodes.is_some() || limits.depth.is_some() || self.deterministic;
        if is_bound && !matches!(choice, BookChoice::None) {
            let problem = say!("works only if time is the only limit; use book=none");
            return Err(InputError::problem("book", word, problem));
        }
        if !self.level.unwrap_or_default().is_full() && !matches!(choice, BookChoice::None) {
            let problem = say!("works only with level 10; use book=none");
            return Err(InputError::problem("book", word, problem));
        }
        Ok(choice)
    }

    /// The seed for choosing book moves in a pair of games. Without a seed of the player it is 0, which chooses the best move.
    pub(in crate::tournament) fn book_seed(&self, pair: u32) -> u64 {
        match self.seed {
            None | Some(0) => 0,
            Some(seed) => stream(seed, u64::from(pair)).random::<u64>() | 1,
        }
    }

    /// The setup of the search of Ludex for this game.
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
            book: self.book(info)?,
            level: self.level.unwrap_or_default(),
            ..SearchSetup::default()
        };
        trained::resolve(info, setup)
    }
}
