//! What a user chooses about a search of a game, held against the game.

use ludex_search::{SearchOptions, Searcher, Weaker};

use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::input_error::InputError;
use crate::interface::search_kinds::{Chosen, SearchInfo, SearchKind, SearchSetup};
use crate::interface::training::TrainingKind;

impl<G: Playable> SearchKind<G> {
    /// Whether networks of a file may take the place of its evaluation.
    fn takes_networks(&self, game: &G) -> bool {
        let learned = G::INFO.training.map(|kind| kind.evaluators[0]);
        learned.is_some_and(|name| (self.evaluators)(game).contains(&name))
    }

    /// The names of the evaluations that there are in this game: without a network for it, the one by that name is none.
    fn evaluators_of(&self, game: &G) -> &'static [&'static str] {
        let evaluators = (self.evaluators)(game);
        if self.takes_networks(game) && !(game.offers().has_network)(game) {
            &evaluators[1..]
        } else {
            evaluators
        }
    }

    /// What there is to know about it where this game is played.
    pub fn info(&self, game: &G) -> SearchInfo {
        SearchInfo {
            name: self.name,
            about: self.about,
            nodes: self.nodes,
            evaluators: self.evaluators_of(game),
            parameters: (self.parameters)(game),
        }
    }

    /// Whether it plays this game, and knows every choice.
    pub fn check(&self, game: &G, setup: &SearchSetup) -> Result<(), InputError> {
        self.choose(game, setup).map(|_| ())
    }

    /// The choices, if it plays this game and knows every one.
    pub fn choose<'a>(&self, game: &G, setup: &'a SearchSetup) -> Result<Chosen<'a>, InputError> {
        if let Some(others) = (self.instead)(game) {
            let error = InputError::new("search", self.name, others);
            return Err(error.with_hint(format!("the variant is {}", game.variant())));
        }
        let info = self.info(game);
        if setup.trained.is_some() && !self.takes_networks(game) {
            return Err(info.no_evaluator("a file of networks"));
        }
        if let (Some(trained), Some(learner)) = (&setup.trained, game.offers().learner) {
            let fits = learner(game).check(trained);
            fits.map_err(|error| error.within("evaluator"))?;
        }
        info.choose(setup).map_err(|error| with_variants_of_networks(error, G::INFO))
    }

    /// Checks the user's choices, and builds the search: as it is, or as a player of a lower level uses it.
    pub fn build(&self, game: &G, setup: &SearchSetup) -> Result<Box<dyn Searcher<G>>, InputError> {
        let Some(weakness) = (self.levels)(game).handicap(setup.level) else {
            return Ok((self.builder)(game, &self.choose(game, setup)?));
        };
        let SearchOptions { seed, multipv, .. } = setup.options;
        let mut wide = setup.clone();
        wide.options.multipv = multipv.max(weakness.0.candidates);
        let search = (self.builder)(game, &self.choose(game, &wide)?);
        Ok(Box::new(Weaker::with(search, game.clone(), weakness, seed, multipv)))
    }
}

/// The error, with the variants that have a network where one was asked for.
fn with_variants_of_networks(error: InputError, game: &GameInfo) -> InputError {
    let is_missing = |kind: &TrainingKind| {
        let is_named = error.place == "evaluator" && error.found == kind.evaluators[0];
        is_named && !kind.shipped_for.is_empty()
    };
    match game.training {
        Some(kind) if is_missing(kind) => {
            let variants = kind.shipped_for.join("; ");
            error.with_hint(format!("networks are shipped for {variants}"))
        }
        _ => error,
    }
}
