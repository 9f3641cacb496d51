//! Options of the search.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use clap::Args;
use ludex_kit::{GameInfo, InputError, Level, SearchInfo, SearchSetup, say};
use ludex_search::{Limits, SearchOptions};

use super::all_cores;
use crate::config::{Config, key_of};
use ludex_base::limits::check_deterministic;
use ludex_base::numbers;
use ludex_base::output;
use ludex_kit::registry::Session;
use ludex_study::trained;

/// Random seeds are drawn from 0 up to this number, exclusive.
const DRAWN_SEEDS: u64 = 1_000_000;

/// Options of a search.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Number of threads [default: all cores; 1 in protocols]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
    /// Size of the hash table in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = numbers::hash, allow_hyphen_values = true)]
    pub hash: Option<usize>,
    /// Number of best lines to find [default: 1]
    #[arg(long, value_name = "N", value_parser = numbers::lines, allow_hyphen_values = true)]
    pub multipv: Option<usize>,
    /// The search algorithm, if the game has several
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub search: Option<String>,
    /// The evaluator, if the game has several; or a file of `ludex train`
    #[arg(long, value_name = "NAME|FILE", allow_hyphen_values = true)]
    pub evaluator: Option<String>,
    /// Playing strength, 1 to 10 or a name from `beginner` to `expert` [default: 10, full strength]
    #[arg(long, value_name = "LEVEL", value_parser = numbers::level, allow_hyphen_values = true)]
    pub level: Option<Level>,
    /// Seed of all random choices [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Give the same output for any number of threads; needs --nodes or --depth
    #[arg(long)]
    pub deterministic: bool,
    /// Logical workers of a --deterministic search; another number gives other results [default: 4]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    pub workers: Option<usize>,
    /// Set a parameter of the search (`ludex games GAME` lists them); can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = numbers::parameter, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
}

/// The chosen search.
#[derive(Clone, Debug)]
pub struct ChosenSearch {
    /// The name of the search; `None` for the game's default.
    pub name: Option<String>,
    /// All other options.
    pub setup: SearchSetup,
}

impl SearchArgs {
    /// The search with the options given, or else the defaults, at full strength. `threads` is the default number of threads.
    pub fn chosen(&self, config: &Config, threads: usize) -> Result<ChosenSearch, InputError> {
        let basic = SearchOptions::default();
        let deterministic = config.switch(self.deterministic, "deterministic")?;
        if let (Some(workers), false) = (self.workers, deterministic) {
            let problem = say!("has no effect without --deterministic");
            return Err(InputError::problem("--workers", workers.to_string(), problem));
        }
        let mut parameters = match config.get("set") {
            Some(default) => default.parse(numbers::parameters)?,
            None => Vec::new(),
        };
        let mut names = HashSet::new();
        if let Some((name, _)) = self.set.iter().find(|(name, _)| !names.insert(name)) {
            return Err(InputError::problem("--set", name, say!("is set twice")));
        }
        parameters.extend(self.set.iter().cloned());
        let word = |text: &str| Ok(text.to_owned());
        let options = SearchOptions {
            threads: config.or(self.threads, "threads", numbers::threads)?.unwrap_or(threads),
            hash_mib: config.or(self.hash, "hash", numbers::hash)?.unwrap_or(basic.hash_mib),
            multipv: config.or(self.multipv, "multipv", numbers::lines)?.unwrap_or(1),
            seed: config.or(self.seed, "seed", numbers::seed)?.unwrap_or(0),
            deterministic,
            workers: config.or(self.workers, "workers", numbers::threads)?.unwrap_or(basic.workers),
        };
        Ok(ChosenSearch {
            name: config.or(self.search.clone(), "search", word)?,
            setup: SearchSetup {
                options,
                evaluator: config.or(self.evaluator.clone(), "evaluator", word)?,
                parameters,
                ..SearchSetup::default()
            },
        })
    }

    /// The search with these options for a player, at the chosen level.
    pub fn chosen_player(
        &self,
        config: &Config,
        threads: usize,
    ) -> Result<ChosenSearch, InputError> {
        let mut chosen = self.chosen(config, threads)?;
        let level = config.or(self.level, "level", numbers::level)?;
        chosen.setup.level = level.unwrap_or_default();
        Ok(chosen)
    }

    /// The same options at full strength, for hints and analysis. The level applies only to the engine as a player.
    #[must_use]
    pub fn at_full_strength(&self) -> Self {
        Self { level: Some(Level::default()), ..self.clone() }
    }

    /// Draws a seed for a player below full strength, which would otherwise make the same mistakes in every game.
    /// Returns the drawn seed; `None` if the user gave one.
    pub fn draw_seed(&mut self, config: &Config) -> Result<Option<u64>, InputError> {
        let level = config.or(self.level, "level", numbers::level)?;
        let given = config.or(self.seed, "seed", numbers::seed)?;
        if given.is_some() || level.unwrap_or_default().is_full() {
            return Ok(None);
        }
        // `RandomState` is the only source of randomness in the standard library. The number is short enough
        // to type.
        self.seed = Some(RandomState::new().hash_one(()) % DRAWN_SEEDS);
        Ok(self.seed)
    }

    /// Configures the search of a session that plays, and checks that the limits fit.
    pub fn configure(
        &self,
        session: &mut dyn Session,
        config: &Config,
        limits: &Limits,
    ) -> Result<ChosenSearch, InputError> {
        self.configure_with(session, config, limits, 1)
    }

    /// Configures a search like [`configure`](Self::configure), with a default number of lines.
    pub fn configure_with(
        &self,
        session: &mut dyn Session,
        config: &Config,
        limits: &Limits,
        lines: usize,
    ) -> Result<ChosenSearch, InputError> {
        let mut chosen = self.chosen_player(config, all_cores())?;
        if self.multipv.is_none() && config.get("multipv").is_none() {
            chosen.setup.options.multipv = lines;
        }
        check_deterministic(&chosen.setup.options, limits)?;
        numbers::check_depth("--depth", session.info(), limits)?;
        self.resolve(session, config, &mut chosen)?;
        Ok(chosen)
    }

    /// Sets the search of a session. The error for an unknown option contains the place where the option was written. Defaults that are
    /// meant for another search of the game are skipped.
    pub fn resolve(
        &self,
        session: &mut dyn Session,
        config: &Config,
        chosen: &mut ChosenSearch,
    ) -> Result<(), InputError> {
        self.drop_foreign_defaults(chosen, session.info(), &session.searches());
        let configured = trained::resolve(session.info(), chosen.setup.clone())
            .map(|setup| chosen.setup = setup)
            .and_then(|()| session.configure(chosen.name.as_deref(), chosen.setup.clone()));
        configured.map_err(|error| self.locate(error, config))?;
        if let Some(unlearnt) = session.unlearnt() {
            let problem = say!(
                "was not part of the network's training, so the network's evaluations are less reliable here"
            );
            let remark = InputError::problem("--variant", unlearnt, problem);
            output::warn(&remark.with_hint(say!("`--evaluator handmade` needs no training")));
        }
        Ok(())
    }

    /// Sets the proof search of a session. The default of `search` is not used, because it is meant for other commands.
    pub fn resolve_solver(
        &self,
        session: &mut dyn Session,
        config: &Config,
        chosen: &mut ChosenSearch,
    ) -> Result<(), InputError> {
        chosen.name.clone_from(&self.search);
        self.drop_foreign_defaults(chosen, session.info(), &session.solvers());
        let configured = session.configure_solver(chosen.name.as_deref(), chosen.setup.clone());
        configured.map_err(|error| self.locate(error, config))
    }

    /// Removes defaults that are meant for searches other than the chosen one.
    fn drop_foreign_defaults(
        &self,
        chosen: &mut ChosenSearch,
        game: &GameInfo,
        known: &[SearchInfo],
    ) {
        let info = match &chosen.name {
            Some(name) => known.iter().find(|info| info.name == name),
            None => known.first(),
        };
        let (evaluators, parameters) =
            info.map_or((&[][..], &[][..]), |info| (info.evaluators, &info.parameters[..]));
        let setup = &mut chosen.setup;
        if self.evaluator.is_none() {
            // A name that no search of the game has is not removed, so that it becomes an error. A name from another search or variant is
            // removed, because the default is meant for that one.
            let is_known = |name: &str| {
                let named = game.training.map_or(&[][..], |kind| kind.evaluators);
                named.contains(&name) || known.iter().any(|info| info.evaluators.contains(&name))
            };
            let is_meant = |name: &String| {
                evaluators.contains(&name.as_str()) || (!evaluators.is_empty() && !is_known(name))
            };
            setup.evaluator = setup.evaluator.take().filter(is_meant);
        }
        setup.parameters.retain(|(name, _)| {
            self.sets(name) || parameters.iter().any(|known| known.name == name)
        });
    }

    /// Whether an option sets this parameter.
    fn sets(&self, parameter: &str) -> bool {
        self.set.iter().any(|(name, _)| name == parameter)
    }

    /// Changes the place of an error to the option or default that made the choice.
    fn locate(&self, error: InputError, config: &Config) -> InputError {
        let (key, rest) = key_of(&error.place);
        let name = rest.trim_start_matches('.');
        let is_given = match key {
            "search" => self.search.is_some(),
            "evaluator" => self.evaluator.is_some(),
            "set" => self.sets(name),
            _ => return error,
        };
        match config.get(key).filter(|_| !is_given) {
            Some(default) => default.relocate(error),
            None => InputError {
                place: match rest.strip_prefix('.') {
                    Some(name) => format!("--{key} {name}"),
                    None => format!("--{key}{rest}"),
                },
                ..error
            },
        }
    }

    /// The options that only a search for moves uses; threads and seed have other uses too.
    pub(crate) fn given(&self) -> [(&'static str, bool); 8] {
        [
            ("--hash", self.hash.is_some()),
            ("--multipv", self.multipv.is_some()),
            ("--search", self.search.is_some()),
            ("--evaluator", self.evaluator.is_some()),
            ("--level", self.level.is_some()),
            ("--deterministic", self.deterministic),
            ("--workers", self.workers.is_some()),
            ("--set", !self.set.is_empty()),
        ]
    }
}
