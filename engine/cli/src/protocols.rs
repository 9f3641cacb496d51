//! `ludex ugi`, `ludex tei` and `ludex qtp`.

#[cfg(feature = "serve")]
mod listen;

use std::io;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use ludex_kit::{GameInfo, InputError, SearchSetup, Variant};
use ludex_search::TimeControl;

use super::options::{refuse_ignored, unlisted};
use super::{BookArgs, LimitArgs, OverheadArgs, SearchArgs};
use crate::config::Config;
use ludex_base::catalogue::catalogue;
use ludex_base::numbers;
use ludex_base::output;
use ludex_protocols::{Bounds, Dialect, ServerSettings, Strength, Wire};
use ludex_study::book::SHIPPED;

const UGI_EXAMPLES: &str = "\
Examples:
  ludex ugi takt
  printf 'ugi\\nposition startpos moves a1 e5\\ngo depth 5\\n' | ludex ugi takt
  ludex ugi takt --variant size=5 --threads 2 --hash 256
  ludex ugi quoridor --listen 127.0.0.1:0 --allow-origin http://localhost:8080

Each `go` gets one `bestmove`, in order. Lines after `stop`, or after a `go` with a
limit, wait until that search ends; during `go infinite` they are errors. `stop` takes
effect at once and ends the search of the last `go` before it. `isready` is answered
at once, unless an earlier line waits. `quit` takes effect at once: the current search
stops and prints its move, and each waiting `go` gets a quick answer. Without `quit`
the program ends at the end of its input, after all searches; `go infinite` then stops
and prints its move. After an error in `go`, after a refused `position` and at the end
of a game the answer is `bestmove none`.

`go searchmoves M… nodes N` searches only these moves. A search reports `score cp N`
in hundredths of the game's unit, or `score mate N` for a proven result: the player to
move wins in N moves, or loses in -N. `wdl W D L` are chances in thousandths. After
`setoption name ShowCp value true` a proven result is `score cp N mate N`.

With --listen (for example on port 7731) the same lines are sent over WebSockets, one
line a message, and each connection gets its own engine. Only this machine can
connect, and of web pages only those of --allow-origin; Ctrl-C stops the server. A
client cannot use more threads or hash than the command allows, and cannot open files.";

const TEI_EXAMPLES: &str = "\
Examples:
  ludex tei
  printf 'tei\\nteinewgame 5\\nposition startpos\\ngo movetime 500\\n' | ludex tei
  ludex tei takt --threads 2 --hash 256
  ludex tei --variant repetition=3
  ludex tei --listen 127.0.0.1:0

`ludex ugi --help` describes the order of commands and the reports of a search.
`query` is supported, too. `teinewgame 6` sets the size;
`teinewgame size 6 halfkomi 4` sets size and komi.

With --listen 127.0.0.1:7731 the same lines are sent over WebSockets, as PTN Ninja
expects: one line a message, and an engine for each connection. Only this machine can
connect, and of web pages only https://ptn.ninja, or those of --allow-origin. Ctrl-C
stops the server. A client cannot use more threads or hash than the command allows,
and cannot open files.

By default repetition does not draw a game here. Tournaments of ludex draw at the
third occurrence and after 50 plies without a placement or a flattening. For the same
rules in this engine send
  setoption name Repetition value 3
  setoption name Reversible value 50
(0 turns a rule off), or start it with --variant repetition=3,reversible=50.";

const QTP_EXAMPLES: &str = "\
Examples:
  ludex qtp --time 2s
  ludex qtp --move-time 5s
  printf 'boardsize 9\\nwalls 10\\nplaymove white e2\\ngenmove black\\nshowboard\\n' | ludex qtp";

/// Speak the Universal Game Interface on standard input and output; `ugi` lists the options.
#[derive(Args, Debug)]
#[command(after_help = UGI_EXAMPLES)]
pub(super) struct Ugi {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    server: ServerArgs,
}

/// Speak TEI, the protocol of Takt engines, on standard input and output; `tei` lists the options.
#[derive(Args, Debug)]
#[command(after_help = TEI_EXAMPLES)]
pub(super) struct Tei {
    /// The game
    #[arg(value_name = "GAME", default_value = speaker("tei"))]
    game: String,
    #[command(flatten)]
    server: ServerArgs,
}

/// Speak QTP, the Quoridor Text Protocol, on standard input and output; `list_commands` lists the commands.
#[derive(Args, Debug)]
#[command(after_help = QTP_EXAMPLES, mut_args(unlisted(&["multipv"])))]
pub(super) struct Qtp {
    /// The game
    #[arg(value_name = "GAME", default_value = speaker("qtp"))]
    game: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Time limit for each `genmove`, in addition to the other limits
    #[arg(long, value_name = "TIME", value_parser = numbers::duration, allow_hyphen_values = true)]
    move_time: Option<Duration>,
    #[command(flatten)]
    shared: ProtocolArgs,
}

/// Options of the commands `ugi` and `tei`, whose protocols differ only in their words.
#[derive(Args, Debug)]
struct ServerArgs {
    #[command(flatten)]
    overhead: OverheadArgs,
    #[cfg(feature = "serve")]
    #[command(flatten)]
    listen: listen::ListenArgs,
    #[command(flatten)]
    shared: ProtocolArgs,
}

#[derive(Args, Debug)]
struct ProtocolArgs {
    /// The variant until the protocol sets another one
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = super::options::variant, allow_hyphen_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    book: BookArgs,
}

impl Ugi {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        self.server.run(&ludex_protocols::UGI, &self.game, file)
    }
}

impl Qtp {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        speaks(&self.game, "qtp")?;
        let multipv = self.shared.search.multipv.is_some();
        refuse_ignored("QTP", &[("--multipv", multipv)])?;
        let config = Config::load(file, &self.game)?;
        let settings = self.shared.settings(&self.game, &config)?;
        let mut limits = self.limits.limits(&config)?;
        if let Some(most) = self.move_time {
            // One fifth of the time is reserved for delays of the machine and for writing the answer.
            let most = most * 4 / 5;
            limits.time = Some(limits.time.map_or(most, |time| time.min(most)));
        }
        let input = io::BufReader::new(io::stdin());
        ludex_protocols::serve_qtp(settings, limits, input, &Wire::new(output::stdout()?))
    }
}

impl Tei {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        speaks(&self.game, "tei")?;
        self.server.run(&ludex_protocols::TEI, &self.game, file)
    }
}

/// The games that support a protocol other than UGI.
fn speakers(protocol: &str) -> impl Iterator<Item = &'static GameInfo> {
    let games = catalogue().games();
    games.filter(move |info| info.protocols.contains(&protocol))
}

/// The game that a protocol was made for: the first game that supports it.
pub(super) fn speaker(protocol: &str) -> &'static str {
    speakers(protocol).next().map_or("", |info| info.name)
}

/// The game of this name, if it supports the protocol.
pub(super) fn speaks(game: &str, protocol: &str) -> Result<&'static GameInfo, InputError> {
    let info = catalogue().info(game)?;
    if info.protocols.contains(&protocol) {
        return Ok(info);
    }
    let names: Vec<_> = speakers(protocol).map(|info| info.name).collect();
    let of = protocol.to_uppercase();
    let problem = format!("cannot be played with {of}, which supports {}", names.join(", "));
    Err(InputError::problem("game", game, problem).with_hint("`ludex ugi` works with every game"))
}

/// Serves a protocol on standard input and output.
impl ServerArgs {
    fn run(
        &self,
        dialect: &'static Dialect,
        game: &str,
        file: Option<&Path>,
    ) -> anyhow::Result<()> {
        let config = Config::load(file, game)?;
        let settings = ServerSettings {
            overhead: self.overhead.overhead(&config)?,
            ..self.shared.settings(game, &config)?
        };
        #[cfg(feature = "serve")]
        if self.listen.serve(dialect, &settings)? {
            return Ok(());
        }
        let input = io::BufReader::new(io::stdin());
        ludex_protocols::serve(dialect, settings, input, &Wire::new(output::stdout()?))
    }
}

impl ProtocolArgs {
    fn settings(&self, game: &str, config: &Config) -> anyhow::Result<ServerSettings> {
        let defaults =
            super::PositionArgs { variant: self.variant.clone(), ..super::PositionArgs::default() };
        // The default is one thread, because match runners often run several engines at once.
        let mut chosen = self.search.chosen_player(config, 1)?;
        let variant = defaults.variant(config)?;
        let mut session = catalogue().session(game, &variant, None)?;
        let resolved = self.search.resolve(&mut *session, config, &mut chosen);
        // A network for another variant is left out for now, because the protocol may set that variant later.
        if resolved.is_err() && chosen.setup.trained.is_some() {
            let plain = SearchSetup { evaluator: None, trained: None, ..chosen.setup.clone() };
            session.configure(chosen.name.as_deref(), plain)?;
        } else {
            resolved?;
        }
        let book = self.book.choose(SHIPPED, session.info(), config, &mut chosen)?;
        Ok(ServerSettings {
            game: session.info(),
            book,
            variant,
            search: chosen.name,
            strength: Strength::new(chosen.setup.level, session.info()),
            setup: chosen.setup,
            overhead: TimeControl::OVERHEAD,
            shows_cp: false,
            bounds: Bounds::default(),
        })
    }
}
