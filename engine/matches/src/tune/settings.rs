//! The settings of a tuning run: the player, its parameters, and the amount of work.

use ludex_kit::{InputError, say};
use serde::{Deserialize, Serialize};

use crate::tournament::settings::{Adjudicate, GameEntry, PlayerEntry, Sprt, TournamentSettings};
use ludex_base::catalogue::catalogue;
use ludex_base::settings_file::{difference, toml_error};

/// How values are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Games between perturbed values; tunes any parameter.
    #[default]
    Spsa,
    /// A logistic fit of the evaluation to the results of recorded games; tunes parameters of an evaluator.
    Texel,
}

/// Everything that determines how values are found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TuneSettings {
    /// The method of finding values.
    #[serde(default)]
    pub method: Method,
    /// The game.
    pub game: String,
    /// The variant of the game: `size=5,komi=2`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// A file of openings, one per line: moves, or a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// Number of random plies at the start of each pair without a book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_plies: Option<u32>,
    /// The player: a search of Ludex with its limits and the starting values of its parameters.
    pub player: PlayerEntry,
    /// The parameters to tune.
    pub parameters: Vec<ParameterEntry>,
    /// Number of steps.
    #[serde(default = "iterations")]
    pub iterations: u32,
    /// Pairs of games in each step, each with its own perturbation.
    #[serde(default = "pairs")]
    pub pairs: u32,
    /// How far one point of difference moves a parameter at the end of the run, as a fraction of the parameter's step. The default is
    /// smaller for runs with more pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Seed of openings and perturbations.
    #[serde(default)]
    pub seed: u64,
    /// Files of recorded games, for texel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<String>,
    /// Maximum number of positions taken from these files.
    #[serde(default = "positions")]
    pub positions: usize,
    /// Rules of adjudication; by default games end at 500 plies.
    #[serde(default = "adjudicate")]
    pub adjudicate: Adjudicate,
    /// Maximum number of pairs of the match against the old values; 0 for no match.
    #[serde(default = "match_pairs")]
    pub match_pairs: u32,
    /// The test that decides the match.
    #[serde(default = "sprt")]
    pub sprt: Sprt,
}

/// A parameter to tune, or several with a common prefix: `line_*`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterEntry {
    /// Its name.
    pub name: String,
    /// The minimum, by default the parameter's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The maximum, by default the parameter's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// How far the parameter is moved up and down for a test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
}

fn iterations() -> u32 {
    1000
}

fn pairs() -> u32 {
    8
}

fn positions() -> usize {
    100_000
}

fn adjudicate() -> Adjudicate {
    Adjudicate { length: Some(500), ..Adjudicate::default() }
}

fn match_pairs() -> u32 {
    2000
}

fn sprt() -> Sprt {
    Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
}

impl TuneSettings {
    /// Settings for this game and player, with defaults for the rest.
    pub fn new(game: &str, player: PlayerEntry, parameters: Vec<ParameterEntry>) -> Self {
        Self {
            method: Method::default(),
            game: game.to_owned(),
            variant: String::new(),
            book: None,
            random_plies: None,
            player,
            parameters,
            iterations: iterations(),
            pairs: pairs(),
            rate: None,
            seed: 0,
            records: Vec::new(),
            positions: positions(),
            adjudicate: adjudicate(),
            match_pairs: match_pairs(),
            sprt: sprt(),
        }
    }

    /// Parses a TOML file. Errors name the line and, for unknown keys, the nearest known one.
    pub fn from_toml(text: &str, place: &str) -> Result<Self, InputError> {
        let read: Result<Self, _> = toml::from_str(text);
        read.map_err(|error| {
            toml_error(&error, text, place, &say!("a description of a tuning run"))
        })
    }

    /// Checks that these settings can be used.
    pub fn check(&self) -> Result<(), InputError> {
        catalogue().info(&self.game)?;
        let error = |place: &str, found: &str, expected: String| {
            Err(InputError::new(place, found, expected))
        };
        if self.player.cmd.is_some() {
            let sentence = say!("only searches of Ludex can be tuned, not a command");
            return Err(InputError::sentence("player", sentence));
        }
        if self.iterations == 0 || self.pairs == 0 {
            return error("iterations, pairs", "0", say!("at least {least}", least = 1));
        }
        if let Some(rate) = self.rate.filter(|rate| !(*rate > 0.0 && *rate <= 10.0)) {
            return error("rate", &rate.to_string(), say!("a number above 0 and at most 10"));
        }
        match (self.method, self.records.is_empty()) {
            (Method::Texel, true) => {
                let sentence = say!("the method texel needs files of recorded games");
                return Err(InputError::sentence("records", sentence));
            }
            (Method::Spsa, false) => {
                let sentence = say!("the method spsa plays its own games and takes no records");
                return Err(InputError::sentence("records", sentence));
            }
            _ => {}
        }
        // The settings of the match contain all other settings, so checking them checks everything else.
        self.players(self.player.clone(), self.player.clone()).check()
    }

    /// An error if the method does not play games that other machines could play.
    pub fn check_jobs(&self) -> Result<(), InputError> {
        match self.method {
            Method::Spsa => Ok(()),
            Method::Texel => {
                let sentence = say!(
                    "only the method spsa plays games that other machines can play, not texel"
                );
                Err(InputError::sentence("--jobs", sentence).with_hint(say!("leave --jobs out")))
            }
        }
    }

    /// The game as an entry of a tournament.
    pub fn entry(&self) -> GameEntry {
        GameEntry {
            game: self.game.clone(),
            variant: self.variant.clone(),
            book: self.book.clone(),
            openings: None,
            random_plies: self.random_plies,
        }
    }

    /// A tournament between two players, with these settings.
    pub fn players(&self, one: PlayerEntry, other: PlayerEntry) -> TournamentSettings {
        let named =
            |player: PlayerEntry, name: &str| PlayerEntry { name: name.to_owned(), ..player };
        let players = vec![named(one, "tuned"), named(other, "old")];
        TournamentSettings {
            seed: self.seed,
            adjudicate: self.adjudicate.clone(),
            pairs: self.match_pairs.max(1),
            ..TournamentSettings::new(vec![self.entry()], players)
        }
    }

    /// The player with these values.
    pub fn player_with<'a>(&self, values: impl Iterator<Item = (&'a str, i32)>) -> PlayerEntry {
        let mut player = self.player.clone();
        player.set.extend(values.map(|(name, value)| (name.to_owned(), value.to_string())));
        player
    }

    /// Extends the run to `iterations` steps in total.
    pub fn extend(&mut self, iterations: u32) -> Result<(), InputError> {
        let place = "--extend iterations";
        if self.method == Method::Texel {
            let sentence = say!("only runs of the method spsa can be extended");
            return Err(InputError::sentence(place, sentence));
        }
        if iterations <= self.iterations {
            let expected =
                say!("more than the {iterations} steps of this run", iterations = self.iterations);
            return Err(InputError::new(place, iterations.to_string(), expected));
        }
        self.iterations = iterations;
        self.check()
    }

    /// Number of pairs in all steps.
    pub fn n_pairs(&self) -> u64 {
        u64::from(self.iterations) * u64::from(self.pairs)
    }

    /// The rate. With the default, random results alone move a parameter by less than one of its steps in the whole run.
    pub fn rate(&self) -> f64 {
        self.rate.unwrap_or_else(|| 0.4 / (self.n_pairs() as f64).sqrt())
    }

    /// The first setting that differs from another run's.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        difference(self, other)
    }
}

impl ParameterEntry {
    /// Parses `NAME`, `NAME:MIN..MAX` or `NAME:MIN..MAX:STEP`.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let error =
            || InputError::new("--parameter", text, "NAME, NAME:MIN..MAX or NAME:MIN..MAX:STEP");
        let mut parts = text.split(':').map(str::trim);
        let mut entry = Self {
            name: parts.next().filter(|name| !name.is_empty()).ok_or_else(error)?.to_owned(),
            min: None,
            max: None,
            step: None,
        };
        if let Some(range) = parts.next().filter(|range| !range.is_empty()) {
            let (min, max) = range.split_once("..").ok_or_else(error)?;
            entry.min = Some(min.parse().map_err(|_| error())?);
            entry.max = Some(max.parse().map_err(|_| error())?);
        }
        if let Some(step) = parts.next() {
            entry.step = Some(step.parse().map_err(|_| error())?);
        }
        match parts.next() {
            None => Ok(entry),
            Some(_) => Err(error()),
        }
    }
}
