//! `ludex ugi` and `ludex tei`.

use std::io;
use std::path::Path;

use clap::Args;
use ludex_games::{InputError, Variant};

use super::SearchArgs;
use crate::config::Config;
use crate::protocol::{self, Dialect, Settings, Wire};
use crate::registry;

const UGI_EXAMPLES: &str = "\
Examples:
  ludex ugi takt
  printf 'ugi\\nposition startpos moves a1 f6\\ngo depth 5\\n' | ludex ugi takt
  ludex ugi takt --variant size=5 --threads 2 --hash 256";

const TEI_EXAMPLES: &str = "\
Examples:
  ludex tei
  printf 'tei\\nteinewgame 5\\nposition startpos\\ngo movetime 500\\n' | ludex tei
  ludex tei takt --threads 2 --hash 256";

/// Speak the Universal Game Interface on standard input and output; `ugi` lists the options.
#[derive(Args, Debug)]
#[command(after_help = UGI_EXAMPLES)]
pub(super) struct Ugi {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    shared: Shared,
}

/// Speak TEI, the protocol of Takt engines, on standard input and output; `tei` lists the options.
#[derive(Args, Debug)]
#[command(after_help = TEI_EXAMPLES)]
pub(super) struct Tei {
    /// The game
    #[arg(value_name = "GAME", default_value = "takt")]
    game: String,
    #[command(flatten)]
    shared: Shared,
}

#[derive(Args, Debug)]
struct Shared {
    /// The variant, until the protocol sets another
    #[arg(long, value_name = "KEY=VALUE,…", allow_hyphen_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    search: SearchArgs,
}

impl Ugi {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        self.shared.serve(&protocol::UGI, &self.game, file)
    }
}

impl Tei {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let info = registry::info(&self.game)?;
        if !info.protocols.contains(&"tei") {
            let speakers = ludex_games::GAMES
                .iter()
                .filter(|info| info.protocols.contains(&"tei"));
            let names: Vec<_> = speakers.map(|info| info.name).collect();
            let error = InputError::new(
                "game",
                &self.game,
                format!("a game of TEI: {}", names.join(", ")),
            );
            return Err(error.with_hint("every game speaks ugi").into());
        }
        self.shared.serve(&protocol::TEI, &self.game, file)
    }
}

impl Shared {
    fn serve(
        &self,
        dialect: &'static Dialect,
        game: &str,
        file: Option<&Path>,
    ) -> anyhow::Result<()> {
        let config = Config::load(file, game)?;
        let defaults = super::PositionArgs {
            variant: self.variant.clone(),
            ..super::PositionArgs::default()
        };
        // Engines are run side by side by match runners, so a protocol starts with one thread.
        let chosen = self.search.chosen(&config, 1)?;
        let settings = Settings {
            game: registry::info(game)?,
            variant: defaults.variant(&config)?,
            search: chosen.name,
            setup: chosen.setup,
        };
        let input = io::BufReader::new(io::stdin());
        protocol::serve(dialect, settings, input, &Wire::new(io::stdout()))
    }
}
