//! Tryktrak's static play against GNU Backgammon's, and by its judgement.
//!
//! ```text
//! apt-get install gnubg
//! cargo run --release -p ludex-bench --bin gnubg_referee -- --games 5000 --decisions 2000
//! ```
//!
//! Money games without the cube: both sides play by static values, each pair of games with the same dice and the sides
//! swapped. Then decisions of our own self-play are judged: GNU Backgammon values statically every position that the roll
//! can lead to, and at two plies those within 0.16 of its best (eight at most) and the one that we chose. The loss is the
//! best of these values minus that of our choice.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use ludex_games::net::Network;
use ludex_games::tryktrak::movegen::{self, Reached};
use ludex_games::tryktrak::networks::{Networks, finished};
use ludex_games::tryktrak::rank::Scratch;
use ludex_games::tryktrak::{Board, position_id};
use ludex_search::random;
use rand::{Rng, RngExt};

/// Play GNU Backgammon, and be judged by it.
#[derive(Parser)]
struct Arguments {
    /// Pairs of games with the same dice.
    #[arg(long, default_value_t = 2500)]
    pairs: u64,
    /// Decisions of self-play to be judged.
    #[arg(long, default_value_t = 2000)]
    decisions: usize,
    /// The plies of its judgement.
    #[arg(long, default_value_t = 2)]
    plies: u32,
    /// The program.
    #[arg(long, default_value = "/usr/games/gnubg")]
    gnubg: PathBuf,
    /// A file of networks instead of those that are shipped.
    #[arg(long)]
    networks: PathBuf,
    /// Seed of the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// GNU Backgammon, answering questions.
struct Gnubg {
    child: Child,
    lines: BufReader<TcpStream>,
}

impl Gnubg {
    fn start(program: &PathBuf) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/peers/gnubg_server.py");
        let child = Command::new(program)
            .args(["-t", "-q", "-p", script])
            .env("LUDEX_PORT", listener.local_addr()?.port().to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| {
                format!("{} did not start: apt-get install gnubg", program.display())
            })?;
        let (stream, _) = listener.accept()?;
        stream.set_nodelay(true)?;
        Ok(Self {
            child,
            lines: BufReader::new(stream),
        })
    }

    /// What the boards are worth to whoever throws next.
    fn equities(&mut self, plies: u32, boards: &[Board]) -> Result<Vec<f32>> {
        let ids: Vec<_> = boards
            .iter()
            .map(|&board| position_id::write(board))
            .collect();
        let question = format!("{plies} {}\n", ids.join(" "));
        self.lines.get_mut().write_all(question.as_bytes())?;
        let mut answer = String::new();
        self.lines.read_line(&mut answer)?;
        let equities: Vec<f32> = answer
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        ensure!(
            equities.len() == boards.len(),
            "gnubg said {answer:?} to {} boards",
            boards.len()
        );
        Ok(equities)
    }
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn throw(rng: &mut impl Rng) -> (u8, u8) {
    (rng.random_range(1..=6), rng.random_range(1..=6))
}

/// The boards after all plays, for the opponent about to throw.
fn after_plays(board: Board, dice: (u8, u8), reached: &mut Vec<Reached>) -> Vec<Board> {
    reached.clear();
    movegen::plays(board, dice, reached);
    reached
        .iter()
        .map(|reached| reached.board.flipped())
        .collect()
}

/// Both players' static choices.
struct Table {
    gnubg: Gnubg,
    networks: Networks,
    scratch: Scratch,
    reached: Vec<Reached>,
}

impl Table {
    fn ours(&mut self, board: Board, dice: (u8, u8)) -> Board {
        let mut judged = Vec::new();
        let networks = &self.networks;
        networks.rank_cubeless(board, dice, usize::MAX, &mut self.scratch, &mut judged);
        judged[0].board.flipped()
    }

    fn theirs(&mut self, board: Board, dice: (u8, u8)) -> Result<Board> {
        let boards = after_plays(board, dice, &mut self.reached);
        if boards.len() == 1 {
            return Ok(boards[0]);
        }
        let equities = self.gnubg.equities(0, &boards)?;
        let least = (0..boards.len()).min_by(|&a, &b| equities[a].total_cmp(&equities[b]));
        Ok(boards[least.expect("there is a play")])
    }

    /// What we win in a game; we begin in the first of a pair.
    fn game(&mut self, seed: u64, pair: u64, we_begin: bool) -> Result<f64> {
        let mut rng = random::stream(seed, pair);
        let mut dice = throw(&mut rng);
        while dice.0 == dice.1 {
            dice = throw(&mut rng);
        }
        let mut board = Board::START;
        let mut our_turn = we_begin;
        loop {
            board = if our_turn {
                self.ours(board, dice)
            } else {
                self.theirs(board, dice)?
            };
            our_turn = !our_turn;
            if let Some(outcome) = finished(board) {
                let points = f64::from(outcome.money_equity());
                return Ok(if our_turn { points } else { -points });
            }
            dice = throw(&mut rng);
        }
    }

    /// By how much our choice falls short in the judgement of so many plies, if there is a choice; also what its own static
    /// choice loses so.
    fn loss(&mut self, board: Board, dice: (u8, u8), plies: u32) -> Result<Option<[f64; 2]>> {
        let boards = after_plays(board, dice, &mut self.reached);
        if boards.len() == 1 {
            return Ok(None);
        }
        let ours = self.ours(board, dice);
        let mut order: Vec<_> = self
            .gnubg
            .equities(0, &boards)?
            .into_iter()
            .zip(boards)
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let line = order[0].0 + 0.16;
        let mut judged: Vec<_> = order
            .iter()
            .take(8)
            .filter(|entry| entry.0 <= line)
            .map(|entry| entry.1)
            .collect();
        judged.push(ours);
        let equities = self.gnubg.equities(plies, &judged)?;
        let best = equities.iter().copied().fold(f32::INFINITY, f32::min);
        let loss = |index: usize| f64::from(equities[index] - best);
        Ok(Some([loss(judged.len() - 1), loss(0)]))
    }
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / (n - 1.0);
    (mean, (variance / n).sqrt())
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let bytes = std::fs::read(&arguments.networks)?;
    let mut rest = &bytes[..];
    let mut networks = Vec::new();
    while !rest.is_empty() {
        networks.push(Network::read(&mut rest).context("a damaged file of networks")?);
    }
    let mut table = Table {
        gnubg: Gnubg::start(&arguments.gnubg)?,
        networks: Networks::new(std::array::from_fn(|index| networks[index].clone())),
        scratch: Scratch::default(),
        reached: Vec::new(),
    };
    if arguments.pairs > 1 {
        let mut points = Vec::new();
        for pair in 0..arguments.pairs {
            let sum = table.game(arguments.seed, pair, true)?
                + table.game(arguments.seed, pair, false)?;
            points.push(sum / 2.0);
        }
        let (mean, error) = mean_and_error(&points);
        println!(
            "{} games: {mean:+.4} ± {error:.4} points a game (standard error)",
            2 * points.len()
        );
    }
    if arguments.decisions > 1 {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let mut game = 0;
        while ours.len() < arguments.decisions {
            let mut rng = random::stream(arguments.seed, 1 << 40 | game);
            game += 1;
            let mut board = Board::START;
            while finished(board).is_none() && ours.len() < arguments.decisions {
                let dice = throw(&mut rng);
                // One turn in four, so that more games are seen.
                if rng.random_range(0..4) == 0
                    && let Some([our_loss, their_loss]) =
                        table.loss(board, dice, arguments.plies)?
                {
                    ours.push(1000.0 * our_loss);
                    theirs.push(1000.0 * their_loss);
                }
                board = table.ours(board, dice);
            }
        }
        let (mean, error) = mean_and_error(&ours);
        let (their_mean, their_error) = mean_and_error(&theirs);
        println!(
            "{} decisions of {game} games: loss {mean:.2} ± {error:.2} thousandths; gnubg 0-ply {their_mean:.2} ± {their_error:.2}",
            ours.len()
        );
    }
    Ok(())
}
