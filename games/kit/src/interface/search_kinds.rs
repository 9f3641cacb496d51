//! The searches that a game supports, and a user's choices for them. Choices are checked before anything is built.
//!
//! **Invariant:** Everything that a user can choose about a search is data. A builder receives a `Chosen`, which is made only by the check
//! of names and ranges, and reads the same set of parameters that the search lists. No command accepts an option that it would ignore.
//! Defaults are checked where they are read (`engine/cli/src/config.rs`).

use ludex_learn::nnue::Nnue;
use ludex_search::proof::{Progress, ProofOptions, Solution};
use ludex_search::{
    Game, Limits, Parameter, ParameterSet, Root, SearchOptions, Searcher, StopFlag,
};

use crate::interface::input_error::InputError;
use crate::interface::learner::HANDMADE;
use crate::interface::level::{Level, Levels};
use crate::interface::shipped::BookChoice;
use crate::interface::training::Trained;
use crate::{message, say};

/// Description of a search. Everything that can be chosen is listed here as data, so choices are checked before anything is built.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// Name for `--search`.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// What a node is in this search, the unit of `--nodes`. Empty if nothing is searched.
    pub nodes: &'static str,
    /// Names for `--evaluator`, the default first. Empty if nothing is evaluated.
    pub evaluators: &'static [&'static str],
    /// The parameters for `--set`.
    pub parameters: Vec<Parameter>,
    /// Its levels below the highest. `None` if it has no levels.
    pub levels: Option<&'static Levels>,
}

impl SearchInfo {
    /// Checks every choice. Places in errors are the keys of a player: `evaluator`, `set.NAME`.
    pub fn check(&self, setup: &SearchSetup) -> Result<(), InputError> {
        self.choose(setup).map(|_| ())
    }

    /// Resolves the choices; an error if the search does not offer one of them.
    pub(super) fn choose<'a>(&self, setup: &'a SearchSetup) -> Result<Chosen<'a>, InputError> {
        // Networks from a file have the file's path as their name.
        let evaluator = setup.evaluator.as_deref();
        let evaluator = evaluator.filter(|_| setup.trained.is_none());
        if let Some(name) = evaluator {
            self.check_evaluator(name)?;
        }
        let read = |(name, value): &(String, String)| self.read_parameter(name, value);
        let parameters: Result<_, _> = setup.parameters.iter().map(read).collect();
        Ok(Chosen {
            options: &setup.options,
            evaluator,
            trained: setup.trained.as_ref(),
            parameters: parameters?,
        })
    }

    fn check_evaluator(&self, name: &str) -> Result<(), InputError> {
        if self.evaluators.contains(&name) {
            return Ok(());
        }
        let error = self.no_evaluator(name);
        Err(error.with_nearest(name, self.evaluators.iter().copied()))
    }

    pub(super) fn no_evaluator(&self, found: &str) -> InputError {
        match self.evaluators {
            [] => {
                let problem = say!(
                    "cannot be chosen: {search} has no evaluators to choose from",
                    search = self.name
                );
                InputError::problem("evaluator", found, problem)
            }
            names => InputError::unknown(
                "evaluator",
                found,
                &say!("an evaluator for this search and variant"),
                names,
            ),
        }
    }

    fn read_parameter(&self, name: &str, value: &str) -> Result<(&'static str, i32), InputError> {
        let place = format!("set.{name}");
        let known = self.parameters.iter().find(|known| known.name == name);
        let Some(&Parameter { name, min, max, .. }) = known else {
            let problem = match self.parameters[..] {
                [] => say!("cannot be set: {search} has no parameters", search = self.name),
                _ => say!("is not a parameter of {search}", search = self.name),
            };
            let error = InputError::problem(place, name, problem);
            let names = self.parameters.iter().map(|known| known.name);
            return Err(error.with_nearest(name, names));
        };
        match value.parse::<i32>() {
            Ok(number) if (min..=max).contains(&number) => Ok((name, number)),
            _ => {
                let expected = say!("a whole number from {min} to {max}", min, max);
                Err(InputError::new(place, value, expected))
            }
        }
    }
}

/// A user's choices for a search, already checked: names exist and numbers are in range. A builder receives no other choices.
#[derive(Clone, Debug)]
pub struct Chosen<'a> {
    /// Threads, hash size, lines, seed.
    pub options: &'a SearchOptions,
    /// The evaluator's name, if one was chosen.
    pub evaluator: Option<&'a str>,
    /// Networks from a file, which replace the evaluator.
    pub trained: Option<&'a Trained>,
    parameters: Vec<(&'static str, i32)>,
}

impl Chosen<'_> {
    /// `set` with the chosen values of its parameters. It must be the set of parameters that the search lists.
    pub fn set<S: ParameterSet>(&self, mut set: S) -> S {
        for &(name, value) in &self.parameters {
            let known = set.set(name, value);
            debug_assert!(
                known.is_ok(),
                "{name} is not among the parameters that the search lists: {known:?}"
            );
        }
        set
    }

    /// The network that corrects the hand-made evaluation: from the given file if there is one, `None` if the hand-made evaluation was
    /// chosen, otherwise the one shipped for the game.
    pub fn network(&self, shipped: impl FnOnce() -> Option<Nnue>) -> Option<Nnue> {
        match (self.trained, self.evaluator) {
            (Some(Trained::Score(network)), _) => Some(network.clone()),
            (_, Some(HANDMADE)) => None,
            _ => shipped(),
        }
    }

    /// The options of a proof search.
    pub fn proof_options(&self) -> ProofOptions {
        ProofOptions {
            hash_mib: self.options.hash_mib,
            clockless: self.options.deterministic,
            ..ProofOptions::default()
        }
    }
}

/// One search that a game supports.
pub struct SearchKind<G: Game> {
    /// Name for `--search`.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// What a node is in this search, the unit of `--nodes`.
    pub nodes: &'static str,
    /// Names for `--evaluator`, the default first.
    pub evaluators: fn(&G) -> &'static [&'static str],
    /// The parameters for `--set`: [the list](ParameterSet::list) of the set that the builder [reads](Chosen::set).
    pub parameters: fn(&G) -> Vec<Parameter>,
    /// If this search cannot play the game's variant, the names of those that can. `None` if it can.
    pub instead: fn(&G) -> Option<&'static str>,
    /// Its levels below the highest.
    pub levels: fn(&G) -> &'static Levels,
    /// Builds the search.
    pub builder: BuildSearch<G>,
}

impl<G: Game> SearchKind<G> {
    /// A search that plays every variant and has nothing to choose.
    pub const fn new(name: &'static str, about: &'static str, builder: BuildSearch<G>) -> Self {
        Self {
            name,
            about,
            nodes: message!("a move made on the board"),
            evaluators: |_| &[],
            parameters: |_| Vec::new(),
            instead: |_| None,
            levels: |_| Levels::USUAL,
            builder,
        }
    }

    /// Changes the unit of nodes, if it is not a move on the board.
    #[must_use]
    pub const fn with_nodes(self, nodes: &'static str) -> Self {
        Self { nodes, ..self }
    }

    /// Adds evaluations to choose from, the default first.
    #[must_use]
    pub const fn with_evaluators(self, evaluators: fn(&G) -> &'static [&'static str]) -> Self {
        Self { evaluators, ..self }
    }

    /// Adds parameters.
    #[must_use]
    pub const fn with_parameters(self, parameters: fn(&G) -> Vec<Parameter>) -> Self {
        Self { parameters, ..self }
    }

    /// Replaces the usual levels.
    #[must_use]
    pub const fn with_levels(self, levels: fn(&G) -> &'static Levels) -> Self {
        Self { levels, ..self }
    }
}

/// One proof search that a game supports.
pub struct SolverKind<G: Game> {
    /// Name for `--search`.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// What a node is in this search, the unit of `--nodes`.
    pub nodes: &'static str,
    /// The lines that it searches, such as `sequences of road threats`.
    pub looks_at: &'static str,
    /// If this search skips some lines, the name of one that searches more.
    pub wider: Option<&'static str>,
    /// Searches for a proof until a limit is reached or the stop flag is set.
    pub solver: SolveFn<G>,
}

impl<G: Game> SolverKind<G> {
    /// Its description.
    pub fn info(&self) -> SearchInfo {
        SearchInfo {
            name: self.name,
            about: self.about,
            nodes: self.nodes,
            evaluators: &[],
            parameters: Vec::new(),
            levels: None,
        }
    }

    /// Checks the user's choices, then searches for a proof until a limit is reached or the stop flag is set.
    pub fn solve(
        &self,
        game: &G,
        setup: &SearchSetup,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Result<Solution<G::Move>, InputError> {
        let chosen = self.info().choose(setup)?;
        (self.solver)(game, &chosen, root, limits, stop, observer)
    }
}

/// Builds a search from the user's choices.
pub type BuildSearch<G> = fn(&G, &Chosen<'_>) -> Box<dyn Searcher<G>>;

/// Searches for a proof with the user's choices, within limits, and reports to the observer after each depth.
pub type SolveFn<G> = fn(
    &G,
    &Chosen<'_>,
    &Root<G>,
    &Limits,
    &StopFlag,
    &mut dyn FnMut(&Progress<<G as Game>::Move>),
) -> Result<Solution<<G as Game>::Move>, InputError>;

/// A user's choices for a search.
#[derive(Clone, Debug, Default)]
pub struct SearchSetup {
    /// Threads, hash size, lines, seed.
    pub options: SearchOptions,
    /// The evaluator's name, or the path of a networks file. `None`: the game's default.
    pub evaluator: Option<String>,
    /// The networks of that file, which replace the evaluator.
    pub trained: Option<Trained>,
    /// Parameters as `NAME=VALUE`, in the given order.
    pub parameters: Vec<(String, String)>,
    /// The opening book that is consulted before any search.
    pub book: BookChoice,
    /// Playing strength. Books are used at the highest level only.
    pub level: Level,
}
