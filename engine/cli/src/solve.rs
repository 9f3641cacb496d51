//! `ludex solve`: proves the result of a position.

use super::analyse::proven_in;
use crate::WORDS;
use crate::headings::Labelled;
use ludex_base::cache::Cache;
use ludex_base::limits::check_deterministic;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use ludex_kit::{GameInfo, InputError, TableRequest, message, say};

use super::options::{refuse_ignored, unlisted};
use super::puzzle::PuzzleArgs;
use super::{DealArgs, LimitArgs, OutputArgs, PositionArgs, SearchArgs};
use crate::config::Config;
use ludex_base::failure::CouldNot;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::numbers;
use ludex_base::output::{self, Align, TextTable, nodes, plies, short_count};
use ludex_kit::registry::{PuzzleRequest, PuzzleText, Session, SoFar, SolvedText, TILES};
use ludex_search::ProofResult;
use ludex_study::json;

const EXAMPLES: &str = "\
Examples:
  ludex solve takt --position \"2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8\" --time 10s
  ludex solve takt --file game.ptn --ply 31 --depth 7 --json
  ludex solve trax --variant board=8x8 --generate 20 --wins-in 2 --seed 7
  ludex solve tantrix --tiles 1-10 --colour R
  ludex solve tryktrak --position jQAAwCQAAAAAAA
  ludex solve tryktrak --position jQAAwCQAAAAAAA --moves dice:31 --json
  ludex solve tantrix --tiles 3,5,8,12,14 --colour B --line --holes yes --count";

/// From this depth on, progress is shown less often, because the search may pass many depths per second.
const MANY_DEPTHS: u32 = 40;
const BETWEEN: Duration = Duration::from_secs(1);

/// Prove a win, a loss or a draw within the limits; exit code 1 if a limit is reached first.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_args(unlisted(&["multipv", "level", "evaluator", "set", "clock", "overhead"])))]
pub(super) struct Solve {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    generate: GenerateArgs,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Solve a bear-off of tryktrak with a table for up to N checkers a side, 1 to 10; tables above 6 are computed once and
    /// stored in the user's cache folder (8 checkers: 144 MB, 10: 1 GB)
    #[arg(long, value_name = "N", value_parser = numbers::range::<u32>(1, 10), allow_hyphen_values = true)]
    table: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    deal: DealArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Options for making puzzles instead of a proof.
#[derive(Args, Debug)]
#[command(next_help_heading = "Puzzles")]
struct GenerateArgs {
    /// Make N puzzles from self-play (with --seed). In a puzzle the player to move wins in exactly --wins-in of their turns, with a unique
    /// first turn: all winning first turns that the solver finds lead to the same position. Each line has variant, moves, player to move,
    /// number of turns, winning first turns (in all notations if the win takes one turn, otherwise in one), their number, and origin;
    /// --nodes limits each proof [default: 1000000]
    #[arg(
        long,
        value_name = "N",
        requires = "wins_in",
        value_parser = numbers::range::<u32>(1, 1_000_000),
        allow_hyphen_values = true,
        conflicts_with_all = ["position", "moves", "file", "time", "depth", "clock", "deterministic", "table", "multipv", "level", "deal"]
    )]
    generate: Option<u32>,
    /// Number of turns in which the player to move wins each puzzle, 1 to 3
    #[arg(
        long,
        value_name = "K",
        requires = "generate",
        value_parser = numbers::range::<u32>(1, 3),
        allow_hyphen_values = true
    )]
    wins_in: Option<u32>,
}

impl Solve {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        if let (Some(count), Some(wins_in)) = (self.generate.generate, self.generate.wins_in) {
            return self.make_puzzles(count as usize, wins_in, &config);
        }
        if self.puzzle.is_given() {
            let given = [
                ("--variant", self.position.variant.is_some()),
                ("--table", self.table.is_some()),
                ("--depth", self.limits.depth.is_some()),
                ("--deal", self.deal.deal),
                ("--seed", self.search.seed.is_some()),
            ];
            refuse_ignored(message!("a puzzle"), &given)?;
            refuse_ignored(message!("a puzzle"), &self.search.given())?;
            let game = &self.position.game;
            return self.puzzle.run(game, &config, &self.limits, &self.search, self.output);
        }
        let given = [
            ("--multipv", self.search.multipv.is_some()),
            ("--level", self.search.level.is_some()),
            ("--clock", self.limits.clock.is_some()),
        ];
        refuse_ignored(message!("a proof"), &given)?;
        let given = [("--seed", self.search.seed.is_some() && !self.deal.deal)];
        refuse_ignored(message!("a proof without --deal"), &given)?;
        refuse_ignored(message!("a proof without --tiles"), &self.puzzle.options())?;
        let wins_in = [("--wins-in", self.generate.wins_in.is_some())];
        refuse_ignored(message!("a proof without --generate"), &wins_in)?;
        let limits = self.limits.limits(&config)?;
        let mut session = self.position.open(&config)?;
        let mut chosen = self.search.chosen(&config, super::options::all_cores())?;
        ludex_base::numbers::check_depth("--depth", session.info(), &limits)?;
        check_deterministic(&chosen.setup.options, &limits)?;
        self.search.resolve_solver(&mut *session, &config, &mut chosen)?;
        if chosen.name.as_deref() == Some(TILES) {
            let sentence = say!(
                "--search tiles solves puzzles, not positions: give the tiles, such as --tiles 1-10"
            );
            return Err(InputError::sentence("--tiles", sentence).into());
        }
        self.deal.deal(&mut *session, chosen.setup.options.seed)?;
        let as_json = self.output.json(&config)?;
        if self.by_tables(&*session, chosen.setup.options.threads, as_json)? {
            return Ok(());
        }
        if let Some(size) = self.table {
            let problem = say!(
                "has no effect on {game}: tables are for bear-offs of tryktrak",
                game = session.info().name
            );
            return Err(InputError::problem("--table", size.to_string(), problem).into());
        }
        let mut told = Duration::ZERO;
        let mut observer = |progress: &SoFar<'_, Vec<String>>| {
            if as_json {
                return;
            }
            let moves = progress.words();
            let is_news = !moves.is_empty() || progress.depth <= MANY_DEPTHS;
            if !is_news && progress.elapsed < told + BETWEEN {
                return;
            }
            told = progress.elapsed;
            let found = match moves.as_slice() {
                [] => say!("no proof"),
                moves => moves.join(" "),
            };
            output::remark(&say!(
                "depth {depth}   {found}   {nodes} nodes   {seconds} s",
                depth = format!("{:>2}", progress.depth),
                found,
                nodes = short_count(progress.nodes),
                seconds = format!("{:.1}", progress.elapsed.as_secs_f64())
            ));
        };
        let stop = stop_on_interrupt();
        let solved = session.solve(chosen.name.as_deref(), &limits, &stop, &mut observer)?;
        if as_json {
            output::json(&json::solved(&solved))?;
        } else if let Some(result) = solved.result {
            print_proof(result, &solved)?;
        }
        match solved.result {
            Some(_) => Ok(()),
            None if stop.is_stopped() => {
                let (depth, nodes) = (plies(solved.depth), nodes(solved.nodes));
                let why = say!(
                    "interrupted before a proof ({depth} searched completely, {nodes})",
                    depth,
                    nodes
                );
                Err(CouldNot(why).into())
            }
            None => Err(CouldNot(unproven(session.info(), &solved)).into()),
        }
    }
}

/// Prints a proven result with its moves and its line.
fn print_proof(result: ProofResult, solved: &SolvedText) -> io::Result<()> {
    let verdict = match (solved.plies, result) {
        (Some(n_plies), _) => proven_in(result, n_plies),
        (None, ProofResult::Win) => say!("win"),
        (None, ProofResult::Loss) => say!("loss"),
        (None, ProofResult::Draw) => say!("draw"),
    };
    let mut table = Labelled::new();
    table.row(message!("result"), verdict);
    if !solved.moves.is_empty() {
        table.row(message!("moves"), solved.moves.join(" "));
    }
    if !solved.line.is_empty() {
        table.row(message!("line"), solved.line.join(" "));
    }
    table.row(message!("nodes"), solved.nodes.to_string());
    output::print(&table.render())
}

impl Solve {
    /// Solves the position with an endgame table, if there is one for it.
    fn by_tables(
        &self,
        session: &dyn Session,
        threads: usize,
        as_json: bool,
    ) -> anyhow::Result<bool> {
        let request = TableRequest { size: self.table, threads };
        let Some(solved) = session.solve_by_tables(request, &Cache::of_user())? else {
            return Ok(false);
        };
        if as_json {
            output::json(&json::solved_by_tables(session, &solved))?;
            return Ok(true);
        }
        let mut head = Labelled::new();
        head.row(message!("position"), session.position());
        head.row(message!("result"), session.info().translate(solved.result));
        for (heading, note) in solved.description.notes {
            head.row_as(&heading, note);
        }
        output::print(&head.render())?;
        let Some((_, first)) = solved.lines.first() else {
            return Ok(true);
        };
        let mut columns = vec![(WORDS.translate(message!("move")), Align::Left)];
        columns.extend(first.cells.iter().map(|&(heading, _)| (heading, Align::Right)));
        let mut table = TextTable::new(&columns);
        for (mv, line) in &solved.lines {
            let cells = line.cells.iter().map(|(_, text)| text.clone());
            table.row([mv.clone()].into_iter().chain(cells).collect());
        }
        output::print(&format!("\n{}", table.render()))?;
        Ok(true)
    }

    fn make_puzzles(&self, count: usize, wins_in: u32, config: &Config) -> anyhow::Result<()> {
        let mut session = self.position.open(config)?;
        let mut chosen = self.search.chosen(config, 1)?;
        self.search.resolve_solver(&mut *session, config, &mut chosen)?;
        let request = PuzzleRequest {
            count,
            wins_in,
            seed: chosen.setup.options.seed,
            nodes: self.limits.nodes.unwrap_or(PROOF_NODES),
        };
        let as_json = self.output.json(config)?;
        let game = session.info().name;
        let mut printed = Ok(());
        let mut print = |puzzle: &PuzzleText| {
            printed = if as_json {
                output::json(&json::puzzle(game, request.seed, puzzle))
            } else {
                output::line(&row(request.seed, puzzle))
            };
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let n_found = session.generate(chosen.name.as_deref(), &request, &mut print)?;
        printed?;
        if n_found < count {
            let why =
                say!("only {found} of {all} puzzles were found", found = n_found, all = count);
            return Err(CouldNot(why).into());
        }
        Ok(())
    }
}

/// Default number of nodes of a proof.
const PROOF_NODES: u64 = 1_000_000;

/// A puzzle as a line of a position list.
fn row(seed: u64, puzzle: &PuzzleText) -> String {
    [
        puzzle.variant.clone(),
        puzzle.moves.join(" "),
        puzzle.mover.clone(),
        puzzle.wins_in.to_string(),
        puzzle.solutions.join(","),
        puzzle.solutions.len().to_string(),
        format!("self-play seed {seed} game {}", puzzle.game),
    ]
    .join("\t")
}

/// Why there is no proof: which lines were searched, and how far.
fn unproven(info: &GameInfo, solved: &SolvedText) -> String {
    let (depth, nodes) = (plies(solved.depth), nodes(solved.nodes));
    let looked_at = info.translate(solved.looks_at);
    let why = if solved.exhausted {
        say!("no proof: the search tried {looked_at} to the end ({nodes})", looked_at, nodes)
    } else {
        say!(
            "no proof within the limits: the search tried {looked_at} ({depth} searched completely, {nodes})",
            looked_at,
            depth,
            nodes
        )
    };
    match solved.wider {
        Some(wider) => say!("{why}; --search {wider} tries more", why, wider),
        None => why,
    }
}
