//! The settings of a tournament: games, players and rules, from a TOML file or the short form of the command line.

mod player;

use std::time::Duration;

use ludex_kit::{InputError, Variant, say};
use ludex_search::arena;
use serde::{Deserialize, Serialize};

use ludex_base::catalogue::catalogue;
use ludex_base::numbers;
use ludex_base::settings_file::{difference, parsed, toml_error, word};

pub use player::PlayerEntry;
pub(super) use player::{DEFAULT_LIMIT, RANDOM};

/// Maximum number of pairs: the list of all games is kept in memory.
const MAX_PAIRS: u32 = 10_000_000;

/// Maximum number of random plies.
const MAX_RANDOM_PLIES: u32 = 1000;

/// Which players play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Each player plays each other player (round-robin).
    #[default]
    RoundRobin,
    /// The first player plays each other player.
    Gauntlet,
}

/// Everything that determines which games are played and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TournamentSettings {
    /// Which players play each other.
    #[serde(default)]
    pub format: TournamentFormat,
    /// Number of pairs of games in each meeting, for each of the games. With more than two players, number of rounds of all seatings.
    #[serde(default = "one_hundred")]
    pub pairs: u32,
    /// Original number of pairs, if the tournament was extended. It keeps the key of the run unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun_with: Option<u32>,
    /// Seed of openings, dice and draws.
    #[serde(default)]
    pub seed: u64,
    /// Grace period after the time for a move is over; the default depends on the player.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "word")]
    pub margin: Option<String>,
    /// Time after which an engine without a time limit counts as hung. Engines with a time limit lose on time instead.
    #[serde(default = "patience")]
    pub patience: String,
    /// Whether an engine that crashed or hung is restarted for its next game; otherwise it forfeits all remaining games.
    #[serde(default = "yes")]
    pub restart: bool,
    /// Whether to measure the luck of each game, using evaluations without search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub luck: bool,
    /// The games.
    pub games: Vec<GameEntry>,
    /// The players.
    pub players: Vec<PlayerEntry>,
    /// A test that ends the match early, for two players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Adjudication of games before their end; off by default.
    #[serde(default)]
    pub adjudicate: Adjudicate,
}

fn one_hundred() -> u32 {
    100
}

fn yes() -> bool {
    true
}

/// Default grace period of a program. It is short, because a program can allow for delays itself.
const MARGIN: Duration = Duration::from_millis(50);

/// Default grace period of earlier versions, in which it was the same for all players. Tournaments begun with those versions still use it.
const FORMER_MARGIN: &str = "50ms";

/// Default grace period of searches of Ludex. They end in time, so any excess is a delay of the machine.
const OWN_MARGIN: Duration = Duration::from_millis(500);

fn patience() -> String {
    "60s".into()
}

/// How pairs begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// With random plies.
    Random,
    /// With the balanced openings shipped for the variant.
    Balanced,
    /// With the openings of a file.
    #[serde(untagged)]
    File(String),
}

impl Openings {
    /// The values that are not file names.
    pub const WORDS: [&str; 2] = ["random", "balanced"];

    /// Parses a word or the name of a file.
    pub fn parse(text: &str) -> Self {
        match text {
            "random" => Self::Random,
            "balanced" => Self::Balanced,
            path => Self::File(path.to_owned()),
        }
    }
}

/// A game of the tournament, such as Takt, with its variant and openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameEntry {
    /// Its name.
    pub game: String,
    /// The variant of the game: `size=5,komi=2`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// A file of openings, one per line (moves or a position), or of recorded games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// How pairs begin if `book` names no file; by default with random plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<Openings>,
    /// Number of random plies at the start of each pair without a book; the default depends on the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_plies: Option<u32>,
}

/// The sequential probability ratio test (SPRT) of two hypotheses about Elo, applied to the pentanomial statistics of
/// pairs; see [`arena::Sprt`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative hypothesis.
    pub elo1: f64,
    /// Probability of accepting the alternative if the null hypothesis is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Probability of accepting the null hypothesis if the alternative is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// Rules of adjudication.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudicate {
    /// A game is drawn after this number of plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// A game is won if both players' scores for this number of plies show an advantage of at least `win-score` for the same player, in the
    /// game's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_plies: Option<u32>,
    /// See `win-plies`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_score: Option<f64>,
    /// A game is drawn when all scores of this number of plies are within `draw-score` of zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_plies: Option<u32>,
    /// See `draw-plies`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_score: Option<f64>,
    /// Number of plies before which scores do not end a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
}

impl Adjudicate {
    /// Checks that these rules are complete, and that no rule ends every game at once.
    fn check(&self) -> Result<(), InputError> {
        let refuse = |key: &str, found: String, expected: String| {
            Err(InputError::new(format!("adjudicate, {key}"), found, expected))
        };
        let plies = [
            ("length", self.length),
            ("win-plies", self.win_plies),
            ("draw-plies", self.draw_plies),
        ];
        if let Some((key, _)) = plies.iter().find(|(_, plies)| *plies == Some(0)) {
            return refuse(key, "0".into(), say!("1 or more"));
        }
        for (name, plies, score) in
            [("win", self.win_plies, self.win_score), ("draw", self.draw_plies, self.draw_score)]
        {
            let [plies_key, score_key] = ["plies", "score"].map(|part| format!("{name}-{part}"));
            if let Some(score) = score.filter(|score| !score.is_finite() || *score < 0.0) {
                return refuse(&score_key, score.to_string(), say!("a number, 0 or more"));
            }
            let (missing, given) = match (plies, score) {
                (Some(_), None) => (score_key, plies_key),
                (None, Some(_)) => (plies_key, score_key),
                _ => continue,
            };
            let sentence = say!("the key is missing: {given} needs it", given);
            return Err(InputError::sentence(format!("adjudicate, {missing}"), sentence));
        }
        Ok(())
    }
}

impl TournamentSettings {
    /// Settings with these games and players, and defaults for the rest.
    pub fn new(games: Vec<GameEntry>, players: Vec<PlayerEntry>) -> Self {
        Self {
            format: TournamentFormat::default(),
            pairs: one_hundred(),
            begun_with: None,
            seed: 0,
            margin: None,
            patience: patience(),
            restart: true,
            luck: false,
            games,
            players,
            sprt: None,
            adjudicate: Adjudicate::default(),
        }
    }

    /// Parses a TOML file. Errors name the line and, for unknown keys, the nearest known one.
    pub fn from_toml(text: &str, place: &str) -> Result<Self, InputError> {
        let settings: Self = toml::from_str(text).map_err(|error| {
            toml_error(&error, text, place, &say!("a description of a tournament"))
        })?;
        settings.check().map_err(|error| error.within(place))?;
        Ok(settings)
    }

    /// Checks that these settings can be played.
    pub fn check(&self) -> Result<(), InputError> {
        let error = |place: &str, found: String, expected: String| {
            Err(InputError::new(place, found, expected))
        };
        if self.games.is_empty() {
            return Err(InputError::sentence("games", say!("at least one game is needed")));
        }
        if self.players.len() < 2 {
            let sentence = say!(
                "at least two players are needed, but there are {players}",
                players = self.players.len()
            );
            return Err(InputError::sentence("players", sentence));
        }
        if !(1..=MAX_PAIRS).contains(&self.pairs) {
            let expected = say!("a whole number from 1 to {most}", most = MAX_PAIRS);
            return error("pairs", self.pairs.to_string(), expected);
        }
        for (index, player) in self.players.iter().enumerate() {
            if player.name.is_empty() {
                let place = format!("player {}", index + 1);
                return error(&place, "no name".to_owned(), say!("a name"));
            }
            if self.players[..index].iter().any(|other| other.name == player.name) {
                let problem = say!("is the name of two players");
                return Err(InputError::problem("players", player.name.clone(), problem));
            }
            player.check()?;
        }
        for entry in &self.games {
            catalogue().info(&entry.game)?;
            if let Some(plies) = entry.random_plies.filter(|plies| *plies > MAX_RANDOM_PLIES) {
                let expected = say!("at most {most}", most = MAX_RANDOM_PLIES);
                return error("random-plies", plies.to_string(), expected);
            }
            if let Some("") = entry.book_file().map(str::trim) {
                let key = if entry.book.is_some() { "book" } else { "openings" };
                return error(key, String::new(), say!("the name of a file"));
            }
            if let (Some(Openings::File(path)), Some(_)) = (&entry.openings, &entry.book) {
                let problem = say!("cannot be used together with a book");
                return Err(InputError::problem("openings", path.clone(), problem));
            }
            if entry.openings == Some(Openings::Balanced) {
                if let Some(book) = &entry.book {
                    let problem = say!("cannot be used together with balanced openings");
                    return Err(InputError::problem("book", book.clone(), problem));
                }
                if let Some(plies) = entry.random_plies {
                    let problem = say!("has no effect on balanced openings");
                    return Err(InputError::problem("random-plies", plies.to_string(), problem));
                }
            }
        }
        self.margins()?;
        self.patience()?;
        self.adjudicate.check()?;
        if let Some(sprt) = &self.sprt {
            sprt.check()?;
            if self.players.len() != 2 {
                let sentence = say!(
                    "a sequential test compares two players, but there are {players}",
                    players = self.players.len()
                );
                return Err(InputError::sentence("sprt", sentence));
            }
        }
        Ok(())
    }

    /// The grace period of each player.
    pub fn margins(&self) -> Result<Vec<Duration>, InputError> {
        let given = match self.margin.as_deref().map(str::trim) {
            None => None,
            Some("0" | "0s" | "0ms") => Some(Duration::ZERO),
            Some(text) => Some(parsed("margin", text, numbers::duration)?),
        };
        let usual = |player: &PlayerEntry| match player.cmd {
            Some(_) => MARGIN,
            None => OWN_MARGIN,
        };
        let margin = |player| given.unwrap_or_else(|| usual(player));
        Ok(self.players.iter().map(margin).collect())
    }

    /// How long an engine may be silent.
    pub fn patience(&self) -> Result<Duration, InputError> {
        parsed("patience", &self.patience, numbers::duration)
    }

    /// Extends the tournament to `pairs` in total.
    pub fn extend(&mut self, pairs: u32) -> Result<(), InputError> {
        // All other settings were checked when the tournament was begun.
        if pairs <= self.pairs || pairs > MAX_PAIRS {
            let known = self.pairs;
            let expected = say!(
                "more than the {known} pairs of this tournament and at most {most}",
                known,
                most = MAX_PAIRS
            );
            return Err(InputError::new("--extend pairs", pairs.to_string(), expected));
        }
        self.begun_with.get_or_insert(self.pairs);
        self.pairs = pairs;
        Ok(())
    }

    /// The settings with which the tournament was begun, before any extension.
    #[must_use]
    pub fn as_begun(&self) -> Self {
        Self { pairs: self.begun_with.unwrap_or(self.pairs), begun_with: None, ..self.clone() }
    }

    /// The first player that is a command.
    pub fn first_command(&self) -> Option<(usize, &str)> {
        let commands = self.players.iter().map(|player| player.cmd.as_deref());
        commands.enumerate().find_map(|(index, cmd)| Some((index, cmd?)))
    }

    /// These settings, but with `FORMER_MARGIN` if `begun` has that grace period and these settings state none.
    #[must_use]
    pub fn with_defaults_of(&self, begun: &Self) -> Self {
        let former = begun.margin.clone();
        let former = former.filter(|margin| margin == FORMER_MARGIN);
        Self { margin: self.margin.clone().or(former), ..self.clone() }
    }

    /// The first setting that differs from another tournament's.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        difference(self, other)
    }
}

impl GameEntry {
    /// A game in its standard variant.
    pub fn new(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            variant: String::new(),
            book: None,
            openings: None,
            random_plies: None,
        }
    }

    /// The file of openings.
    pub fn book_file(&self) -> Option<&str> {
        match (&self.book, &self.openings) {
            (Some(path), _) | (None, Some(Openings::File(path))) => Some(path),
            _ => None,
        }
    }

    /// The variant, with the rules that tournaments add.
    pub fn variant(&self) -> Result<Variant, InputError> {
        let variant = self.variant.parse()?;
        Ok(catalogue().info(&self.game)?.in_tournaments(&variant))
    }
}

impl Sprt {
    /// The test for the statistics module.
    pub fn test(&self) -> arena::Sprt {
        arena::Sprt::new(self.elo0, self.elo1).with_errors(self.alpha, self.beta)
    }

    /// Parses `elo0=0,elo1=5,alpha=.05,beta=.05`.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let mut sprt = Self { elo0: 0.0, elo1: 5.0, alpha: five_percent(), beta: five_percent() };
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let error =
                || InputError::new("--sprt", part, say!("elo0=N, elo1=N, alpha=N or beta=N"));
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
        let Self { elo0, elo1, alpha, beta } = *self;
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0) {
            let found = format!("elo0={elo0}, elo1={elo1}");
            return Err(InputError::new(
                "sprt",
                found,
                say!("an elo0 below elo1, both from -1000 to 1000"),
            ));
        }
        if !is_rate(alpha) || !is_rate(beta) {
            let found = format!("alpha={alpha}, beta={beta}");
            return Err(InputError::new("sprt", found, say!("rates between 0 and 0.5")));
        }
        Ok(())
    }
}
