//! Tryktrak's static play against GNU Backgammon's, and by its judgement.
//!
//! ```text
//! apt-get install gnubg
//! cargo run --release -p ludex-bench --bin gnubg_referee -- --pairs 2500 --decisions 2000
//! cargo run --release -p ludex-bench --bin gnubg_referee -- --pairs 0 --decisions 2000 --our-plies 2
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
use ludex_games::tryktrak::evaluation::networks::{Networks, finished};
use ludex_games::tryktrak::evaluation::ranking::RankingScratch;
use ludex_games::tryktrak::notation::position_id;
use ludex_games::tryktrak::rules::movegen::{self, Reached};
use ludex_games::tryktrak::{
    Board, Move, Options, Phase, Position, Roll, Status, Tryktrak, shipped_networks,
};
use ludex_games::{Playable, SearchSetup};
use ludex_search::support::random;
use ludex_search::{Limits, Player, Root, Searcher, StopFlag};
use rand::RngExt;
use rand_pcg::Pcg64;

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
    networks: Option<PathBuf>,
    /// How deep we look where decisions are judged; 0 is static play, more works with the shipped networks only.
    #[arg(long, default_value_t = 0, conflicts_with = "networks")]
    our_plies: u32,
    /// Seed of the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A board in the view of the player who has rolled, and the dice.
type GnubgTurn = (Board, (u8, u8));

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

    /// What the boards are worth to whoever rolls next.
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

/// The boards after all plays, for the opponent about to roll.
fn after_plays(board: Board, dice: (u8, u8), reached: &mut Vec<Reached>) -> Vec<Board> {
    reached.clear();
    movegen::plays(board, dice, reached);
    reached
        .iter()
        .map(|reached| reached.board.flipped())
        .collect()
}

/// Both players' static choices.
struct StaticChoices {
    gnubg: Gnubg,
    networks: Networks,
    scratch: RankingScratch,
    reached: Vec<Reached>,
    search: Box<dyn Searcher<Tryktrak>>,
    /// How deep our judged decisions look.
    plies: u32,
}

/// A game between the two.
struct Match {
    rng: Pcg64,
    board: Board,
    dice: (u8, u8),
    our_turn: bool,
    /// What we won.
    points: Option<f64>,
}

impl Match {
    fn start(seed: u64, pair: u64, our_turn: bool) -> Self {
        let mut rng = random::stream(seed, pair);
        let dice = Roll::random_opening(&mut rng).pair();
        Self {
            rng,
            board: Board::START,
            dice,
            our_turn,
            points: None,
        }
    }

    fn go_on(&mut self, board: Board) {
        self.board = board;
        self.our_turn = !self.our_turn;
        self.dice = Roll::random(&mut self.rng).pair();
        if let Some(outcome) = finished(board) {
            let points = f64::from(outcome.money_equity());
            self.points = Some(if self.our_turn { points } else { -points });
        }
    }
}

impl StaticChoices {
    fn ours(&mut self, board: Board, dice: (u8, u8)) -> Board {
        let mut judged = Vec::new();
        self.networks
            .rank_cubeless(board, dice, usize::MAX, &mut self.scratch, &mut judged);
        judged[0].board.flipped()
    }

    /// What we choose where decisions are judged.
    fn judged_choice(&mut self, board: Board, dice: (u8, u8)) -> Board {
        if self.plies == 0 {
            return self.ours(board, dice);
        }
        let status = Status {
            phase: Phase::Moving,
            dice,
            ..Status::START
        };
        let root = Root::new(Position::new(board.sides(Player(0)), status));
        let limits = Limits {
            depth: Some(self.plies),
            ..Limits::default()
        };
        let report = self
            .search
            .search(&root, &limits, &StopFlag::default(), &mut |_| {});
        match report.best_move() {
            Some(Move::Play(play)) => board.after(play).flipped(),
            other => unreachable!("a play is chosen after a throw, not {other:?}"),
        }
    }

    /// Its static values of all plays of some turns, one list a turn.
    fn static_values(&mut self, turns: &[GnubgTurn]) -> Result<Vec<Vec<(f32, Board)>>> {
        let lists: Vec<_> = turns
            .iter()
            .map(|&(board, dice)| after_plays(board, dice, &mut self.reached))
            .collect();
        let mut equities = self.gnubg.equities(0, &lists.concat())?.into_iter();
        Ok(lists
            .into_iter()
            .map(|boards| equities.by_ref().zip(boards).collect())
            .collect())
    }

    /// Plays the pairs of games, many at a time, and returns what we win in each pair, a game.
    fn play(&mut self, seed: u64, pairs: std::ops::Range<u64>) -> Result<Vec<f64>> {
        let mut games: Vec<_> = pairs
            .flat_map(|pair| {
                [
                    Match::start(seed, pair, true),
                    Match::start(seed, pair, false),
                ]
            })
            .collect();
        while games.iter().any(|game| game.points.is_none()) {
            for game in games
                .iter_mut()
                .filter(|game| game.points.is_none() && game.our_turn)
            {
                game.go_on(self.ours(game.board, game.dice));
            }
            let mut theirs: Vec<_> = games
                .iter_mut()
                .filter(|game| game.points.is_none())
                .collect();
            let turns: Vec<_> = theirs.iter().map(|game| (game.board, game.dice)).collect();
            for (game, values) in theirs.iter_mut().zip(self.static_values(&turns)?) {
                let best = values.iter().min_by(|a, b| a.0.total_cmp(&b.0));
                game.go_on(best.expect("there is a play").1);
            }
        }
        Ok(games
            .chunks(2)
            .map(|pair| pair.iter().filter_map(|game| game.points).sum::<f64>() / 2.0)
            .collect())
    }

    /// By how much our choices fall short in the judgement of so many plies, and what its own static choices lose so.
    fn losses(&mut self, turns: &[GnubgTurn], plies: u32) -> Result<Vec<[f64; 2]>> {
        let mut judged = Vec::new();
        let mut counts = Vec::new();
        for (&(board, dice), mut order) in turns.iter().zip(self.static_values(turns)?) {
            order.sort_by(|a, b| a.0.total_cmp(&b.0));
            let line = order[0].0 + 0.16;
            let before = judged.len();
            judged.extend(
                order
                    .iter()
                    .take(8)
                    .filter(|entry| entry.0 <= line)
                    .map(|entry| entry.1),
            );
            judged.push(self.judged_choice(board, dice));
            counts.push(judged.len() - before);
        }
        let mut equities = &self.gnubg.equities(plies, &judged)?[..];
        let losses = counts.into_iter().map(|count| {
            let values = equities.split_off(..count).expect("one for each board");
            let best = values.iter().copied().fold(f32::INFINITY, f32::min);
            [count - 1, 0].map(|index| f64::from(values[index] - best))
        });
        Ok(losses.collect())
    }

    /// Turns with a choice out of our self-play.
    fn decisions(&mut self, seed: u64, n: usize) -> (Vec<GnubgTurn>, u64) {
        let (mut turns, mut game) = (Vec::new(), 0);
        while turns.len() < n {
            let mut rng = random::stream(seed, 1 << 40 | game);
            game += 1;
            let mut board = Board::START;
            while finished(board).is_none() {
                let dice = Roll::random(&mut rng).pair();
                // One turn in four, so that more games are seen.
                if rng.random_range(0..4) == 0
                    && after_plays(board, dice, &mut self.reached).len() > 1
                {
                    turns.push((board, dice));
                }
                board = self.ours(board, dice);
            }
        }
        turns.truncate(n);
        (turns, game)
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
    let networks = match &arguments.networks {
        Some(path) => {
            let bytes = std::fs::read(path)?;
            Networks::read(&bytes).context("a damaged file of networks")?
        }
        None => Networks::clone(&shipped_networks()),
    };
    let cubeless = Options {
        cube: false,
        ..Options::default()
    };
    let game = Tryktrak::with_options(cubeless);
    let setup = SearchSetup::default();
    let mut table = StaticChoices {
        gnubg: Gnubg::start(&arguments.gnubg)?,
        networks,
        scratch: RankingScratch::default(),
        reached: Vec::new(),
        search: Tryktrak::searches()[0].build(&game, &setup)?,
        plies: arguments.our_plies,
    };
    let mut out = std::io::stdout().lock();
    let mut points = Vec::new();
    while (points.len() as u64) < arguments.pairs {
        let from = points.len() as u64;
        points.extend(table.play(arguments.seed, from..arguments.pairs.min(from + 250))?);
        let (mean, error) = mean_and_error(&points);
        let games = 2 * points.len();
        writeln!(
            out,
            "{games} games: {mean:+.4} ± {error:.4} points a game (standard error)"
        )?;
    }
    let (turns, games) = table.decisions(arguments.seed, arguments.decisions);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for turns in turns.chunks(100) {
        for [our_loss, their_loss] in table.losses(turns, arguments.plies)? {
            ours.push(1000.0 * our_loss);
            theirs.push(1000.0 * their_loss);
        }
        let (mean, error) = mean_and_error(&ours);
        let (their_mean, their_error) = mean_and_error(&theirs);
        writeln!(
            out,
            "{} decisions of {games} games: loss {mean:.2} ± {error:.2} thousandths; gnubg 0-ply {their_mean:.2} ± {their_error:.2}",
            ours.len()
        )?;
    }
    Ok(())
}
