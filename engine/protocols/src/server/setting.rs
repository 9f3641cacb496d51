//! Sets variants and options.

use ludex_kit::registry::Token;
use ludex_kit::{InputError, Variant};

use super::state::{Server, configure};
use crate::options::{self, OptionEffect};
use ludex_base::catalogue::catalogue;

impl Server {
    pub(super) fn new_game(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let variant = options::variant_of_new_game(self.dialect, &self.settings, arguments)?;
        self.set_up(variant, None, Vec::new())?;
        self.session().new_game();
        // An invalid configuration of the search is reported at the `go`.
        let _ = self.session().prepare();
        Ok(())
    }

    pub(super) fn set_option(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        let ["name", rest @ ..] = arguments else {
            let found = arguments.first().copied().unwrap_or_default();
            return Err(InputError::new("setoption", found, "`name NAME value VALUE`").into());
        };
        let at = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
        let name = rest[..at].join(" ");
        let value = rest.get(at + 1..).unwrap_or_default().join(" ");
        if name.is_empty() || value.is_empty() {
            let error = InputError::new("setoption", rest.join(" "), "`name NAME value VALUE`");
            return Err(error.into());
        }
        let mut settings = self.settings.clone();
        match options::set(&mut settings, &self.searches, &name, &value)? {
            OptionEffect::Search => {
                let wire = self.wire.clone();
                let chosen = configure(&settings, &mut **self.session(), &wire);
                self.misfit = chosen.map_err(|error| error.within("setoption"))?;
                self.settings = settings;
            }
            OptionEffect::Behaviour => self.settings = settings,
            OptionEffect::Variant(key, value) => {
                let mut variant = self.settings.variant.without(key);
                if let Some(value) = value {
                    variant.set(key, value);
                }
                let (start, steps) = (self.start.clone(), self.steps.clone());
                // If the current position does not fit the new variant (for example another board size), the game restarts. If the variant
                // is invalid at the current size, it may be meant for the next game.
                self.set_up(variant.clone(), start, steps)
                    .or_else(|_| self.set_up(variant.clone(), None, Vec::new()))
                    .or_else(|error| self.defer_variant(variant, error))?;
            }
        }
        Ok(())
    }

    /// Sets variant and position; an error changes nothing. The tables of the search are kept while the variant
    /// stays the same.
    pub(super) fn set_up(
        &mut self,
        variant: Variant,
        start: Option<String>,
        steps: Vec<Token>,
    ) -> Result<(), InputError> {
        let mut opened =
            catalogue().session(self.settings.game.name, &variant, start.as_deref())?;
        opened.extend(&steps)?;
        if !self.session().go_to(&*opened) {
            self.misfit = configure(&self.settings, &mut *opened, &self.wire)?;
            self.session = Some(opened);
        }
        self.settings.variant = variant;
        self.start = start;
        self.steps = steps;
        Ok(())
    }

    /// Stores a variant for the next game, if it is valid with some value of the key that the new-game command sets (the board size).
    fn defer_variant(&mut self, variant: Variant, error: InputError) -> Result<(), InputError> {
        let game = self.settings.game;
        let key = self.dialect.new_game_key;
        let Some(option) = game.wire_options().find(|option| Some(option.key) == key) else {
            return Err(error);
        };
        let fits = |number: i64| {
            let mut variant = variant.clone();
            variant.set(option.key, option.text(number).unwrap_or_default());
            catalogue().session(game.name, &variant, None).is_ok()
        };
        if !(option.min..=option.max).any(fits) {
            return Err(error);
        }
        self.settings.variant = variant;
        Ok(())
    }
}
