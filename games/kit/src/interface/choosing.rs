//! Checks the user's choices for a search against the opened game, and builds the search.

use ludex_search::{SearchOptions, Searcher, Weaker};

use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::{Chosen, SearchInfo, SearchKind, SearchSetup};
use crate::interface::training::TrainingKind;
use crate::say;

impl<G: Playable> SearchKind<G> {
    /// Whether networks from a file can replace the search's evaluation.
    fn takes_networks(&self, game: &G) -> bool {
        let learned = G::INFO.training.map(|kind| kind.evaluators[0]);
        learned.is_some_and(|name| (self.evaluators)(game).contains(&name))
    }

    /// The evaluations available in this game. The network evaluation comes first in the full list; it is left out if no network exists
    /// for the variant.
    fn evaluators_of(&self, game: &G) -> &'static [&'static str] {
        let evaluators = (self.evaluators)(game);
        if self.takes_networks(game) && !(game.offers().has_network)(game) {
            &evaluators[1..]
        } else {
            evaluators
        }
    }

    /// Description of the search for this game.
    pub fn info(&self, game: &G) -> SearchInfo {
        SearchInfo {
            name: self.name,
            about: self.about,
            nodes: self.nodes,
            evaluators: self.evaluators_of(game),
            parameters: (self.parameters)(game),
            levels: Some((self.levels)(game)),
        }
    }

    /// Checks that the search plays this game and accepts every choice.
    pub fn check(&self, game: &G, setup: &SearchSetup) -> Result<(), InputError> {
        self.choose(game, setup).map(|_| ())
    }

    /// Resolves the choices. Fails if the search does not play this game or does not accept a choice.
    pub fn choose<'a>(&self, game: &G, setup: &'a SearchSetup) -> Result<Chosen<'a>, InputError> {
        if let Some(others) = (self.instead)(game) {
            let error = InputError::problem(
                "search",
                self.name,
                say!("cannot be used here: choose {others}", others = G::INFO.translate(others)),
            );
            return Err(error.with_hint(say!("the variant is {variant}", variant = game.variant())));
        }
        let info = self.info(game);
        if setup.trained.is_some() && !self.takes_networks(game) {
            return Err(info.no_evaluator(&say!("a file of networks")));
        }
        if let (Some(trained), Some(learner)) = (&setup.trained, game.offers().learner) {
            let fits = learner(game).check(trained);
            fits.map_err(|error| error.within("evaluator"))?;
        }
        info.choose(setup).map_err(|error| with_variants_of_networks(error, G::INFO))
    }

    /// Checks the user's choices and builds the search, at full strength or weakened to the chosen level.
    pub fn build(&self, game: &G, setup: &SearchSetup) -> Result<Box<dyn Searcher<G>>, InputError> {
        let Some(weakness) = (self.levels)(game).handicap(setup.level) else {
            return Ok((self.builder)(game, &self.choose(game, setup)?));
        };
        let SearchOptions { seed, multipv, .. } = setup.options;
        let mut wide = setup.clone();
        wide.options.multipv = multipv.max(weakness.0.candidates);
        let search = (self.builder)(game, &self.choose(game, &wide)?);
        Ok(Box::new(Weaker::with(search, game.clone(), weakness, G::is_senseless, seed, multipv)))
    }
}

/// If a network was requested, adds to the error the list of variants that have one.
fn with_variants_of_networks(error: InputError, game: &GameInfo) -> InputError {
    let is_missing = |kind: &TrainingKind| {
        let is_named = error.place == "evaluator" && error.found == kind.evaluators[0];
        is_named && !kind.shipped_for.is_empty()
    };
    match game.training {
        Some(kind) if is_missing(kind) => {
            let variants = kind.shipped_for.join("; ");
            error.with_hint(say!("networks exist for {variants}", variants))
        }
        _ => error,
    }
}
