//! Puzzles for `ludex solve`: their options, and the output of solutions.

use std::io;

use clap::Args;
use ludex_kit::interface::puzzles::{Ask, News, PuzzleAnswer, PuzzleDemand, PuzzleKind};
use ludex_kit::{GameInfo, InputError, Variant, message, say, say_count};
use serde_json::json;

use super::options::all_cores;
use super::{LimitArgs, OutputArgs, SearchArgs};
use crate::config::Config;
use crate::headings::Labelled;
use ludex_base::catalogue::catalogue;
use ludex_base::failure::CouldNot;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::output::{self, LiveLine};
use ludex_study::json;

/// The options of a puzzle, for games that have puzzles.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Puzzles of tiles")]
pub(super) struct PuzzleArgs {
    /// Tiles of the puzzle, all of which must be used: 1-10 or 19,21,24; the first tile is at 0:0 in rotation a
    #[arg(long, value_name = "LIST", conflicts_with_all = ["position", "moves", "file"], allow_hyphen_values = true)]
    tiles: Option<String>,
    /// Colour of the loop or line [default: the colour on the back of the highest tile]
    #[arg(long, value_name = "COLOUR", requires = "tiles", allow_hyphen_values = true)]
    colour: Option<String>,
    /// Search for one closed loop through all tiles (the default)
    #[arg(long = "loop", requires = "tiles", conflicts_with = "line")]
    closed: bool,
    /// Search for one line with two ends through all tiles
    #[arg(long, requires = "tiles")]
    line: bool,
    /// Allow tiles to enclose empty cells [default: no]
    #[arg(long, value_name = "YES|NO", requires = "tiles", allow_hyphen_values = true)]
    holes: Option<String>,
    /// Count all solutions
    #[arg(long, requires = "tiles", conflicts_with = "all")]
    count: bool,
    /// Print all solutions
    #[arg(long, requires = "tiles")]
    all: bool,
}

impl PuzzleArgs {
    /// Whether a puzzle is requested.
    pub(super) fn is_given(&self) -> bool {
        self.tiles.is_some()
    }

    /// The other options of puzzles, which are errors if no puzzle is requested.
    pub(super) fn options(&self) -> [(&'static str, bool); 7] {
        [
            ("--colour", self.colour.is_some()),
            ("--loop", self.closed),
            ("--line", self.line),
            ("--holes", self.holes.is_some()),
            ("--count", self.count),
            ("--all", self.all),
            ("--tiles", self.tiles.is_some()),
        ]
    }

    /// Solves the puzzle and prints the solutions.
    pub(super) fn run(
        &self,
        game: &str,
        config: &Config,
        limits: &LimitArgs,
        search: &SearchArgs,
        output: OutputArgs,
    ) -> anyhow::Result<()> {
        let kind = puzzles_of(game)?;
        let chosen = search.chosen(config, all_cores())?;
        let demand = PuzzleDemand {
            ask: match (self.count, self.all) {
                (true, _) => Ask::Count,
                (_, true) => Ask::All,
                _ => Ask::First,
            },
            threads: chosen.setup.options.threads,
            // A puzzle has a finite search, so there is no default time limit.
            limits: limits.given(config)?,
            stop: stop_on_interrupt(),
        };
        let as_json = output.json(config)?;
        let mut printer = Printer::new(as_json);
        let answer = (kind.solve)(&self.words(), &demand, &mut |news| printer.report(news))?;
        printer.finish(&answer, demand.ask)
    }

    /// The puzzle in the form of a variant, as the game receives it.
    fn words(&self) -> Variant {
        let mut words = Variant::new();
        let mut set = |key: &str, value: &Option<String>| {
            if let Some(value) = value {
                words.set(key, value.trim());
            }
        };
        set("tiles", &self.tiles);
        set("colour", &self.colour);
        set("holes", &self.holes);
        words.set("goal", if self.line { "line" } else { "loop" });
        words
    }
}

fn puzzles_of(game: &str) -> Result<&'static PuzzleKind, InputError> {
    let info = catalogue().info(game)?;
    info.puzzles.ok_or_else(|| {
        let has = |info: &GameInfo| info.puzzles.is_some();
        catalogue().not_offered("--tiles", info, &say!("a game with puzzles"), has)
    })
}

/// Prints solutions as they are found, and shows the progress on a terminal.
struct Printer {
    as_json: bool,
    live: LiveLine,
    printed: io::Result<()>,
}

impl Printer {
    fn new(as_json: bool) -> Self {
        Self { as_json, live: LiveLine::new(), printed: Ok(()) }
    }

    fn report(&mut self, news: News<String>) {
        match news {
            News::Solution(moves) if self.printed.is_ok() => {
                self.printed = if self.as_json {
                    output::json(&json!({ "moves": moves }))
                } else {
                    output::line(&moves.join(","))
                };
            }
            News::Solution(_) => {}
            News::Progress { nodes, n_solutions, parts: [done, all] } => self.live.show_progress(
                done as u64,
                all as u64,
                &say_count!(
                    n_solutions,
                    "{count} solution, {nodes}",
                    "{count} solutions, {nodes}",
                    nodes = output::nodes(nodes)
                ),
            ),
        }
    }

    fn finish(self, answer: &PuzzleAnswer<String>, ask: Ask) -> anyhow::Result<()> {
        drop(self.live);
        self.printed?;
        if self.as_json {
            output::json(&json::puzzle_answer(answer, ask))?;
        } else {
            output::print(&table(answer, ask))?;
        }
        let settled = answer.complete || (ask == Ask::First && answer.solution.is_some());
        if settled {
            return Ok(());
        }
        let why = say_count!(
            answer.n_solutions,
            "search not finished: {count} solution so far, {nodes}",
            "search not finished: {count} solutions so far, {nodes}",
            nodes = output::nodes(answer.nodes)
        );
        Err(CouldNot(why).into())
    }
}

fn table(answer: &PuzzleAnswer<String>, ask: Ask) -> String {
    let mut table = Labelled::new();
    let result = match answer.solvable() {
        Some(true) => say!("win"),
        Some(false) => say!("loss"),
        None => say!("unknown"),
    };
    table.row(message!("result"), result);
    if let Some(moves) = answer.solution.as_ref().filter(|_| ask != Ask::All) {
        table.row(message!("tiles"), moves.join(","));
    }
    if ask != Ask::First {
        let n = answer.n_solutions;
        let count =
            if answer.complete { n.to_string() } else { say!("{number} or more", number = n) };
        table.row(message!("count"), count);
    }
    table.row(message!("nodes"), answer.nodes.to_string());
    table.render()
}
