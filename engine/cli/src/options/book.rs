//! The opening book of a player.

use clap::Args;
use ludex_kit::registry::Session;
use ludex_kit::{GameInfo, InputError, say};
use ludex_search::Limits;

use super::search::ChosenSearch;
use crate::config::Config;
use ludex_study::book::{self, NONE, SHIPPED};

/// The opening book of a player.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Search")]
pub struct BookArgs {
    /// Opening book: none, default (the one that ships with the game) or a file of `ludex book` [default: default for play
    /// and protocols, none for bestmove]
    #[arg(long, value_name = "none|default|FILE", allow_hyphen_values = true)]
    pub book: Option<String>,
}

impl BookArgs {
    /// Opens the book for a game whose search is configured. `usual` is the default value of `--book`. A search that is limited by nodes or
    /// depth, or that plays below full strength, uses no book.
    pub fn open(
        &self,
        usual: &str,
        session: &mut dyn Session,
        config: &Config,
        limits: &Limits,
        chosen: &mut ChosenSearch,
    ) -> Result<(), InputError> {
        let is_timed = limits.nodes.is_none() && limits.depth.is_none();
        let is_timed = is_timed && !chosen.setup.options.deterministic;
        if !is_timed || !chosen.setup.level.is_full() {
            let problem = if is_timed {
                say!("works only with level 10; use --book none")
            } else {
                say!("works only if time is the only limit; use --book none")
            };
            let given = self.book.as_deref().filter(|&word| word != NONE);
            return given.map_or(Ok(()), |word| Err(InputError::problem("--book", word, problem)));
        }
        self.choose(usual, session.info(), config, chosen)?;
        // A user who asks for the shipped book explicitly gets an error if there is none.
        if self.book.as_deref() == Some(SHIPPED) {
            book::shipped(session).map_err(|error| self.locate(error, config))?;
        }
        let configured = session.configure(chosen.name.as_deref(), chosen.setup.clone());
        configured.map_err(|error| self.locate(error, config))
    }

    /// Adds the book to the setup of a search. `usual` is the default value of `--book`. Returns the value of `--book` that applies.
    pub fn choose(
        &self,
        usual: &str,
        game: &GameInfo,
        config: &Config,
        chosen: &mut ChosenSearch,
    ) -> Result<String, InputError> {
        let word = config.or(self.book.clone(), "book", |text| Ok(text.to_owned()))?;
        let word = word.unwrap_or_else(|| usual.to_owned());
        let choice = book::choice(&word, game);
        chosen.setup.book = choice.map_err(|error| self.locate(error, config))?;
        Ok(word)
    }

    /// Changes the place of an error about the book to the option or default that names the book.
    fn locate(&self, error: InputError, config: &Config) -> InputError {
        match config.get("book").filter(|_| self.book.is_none()) {
            Some(default) => error.within(&default.place),
            None => error.within("--book"),
        }
    }
}
