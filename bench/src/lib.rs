//! Benchmarks of Ludex and side-by-side runs against peers.
//!
//! Here lies what they share: positions to measure on, peers that answer, and what is measured everywhere.

pub mod gnubg;

use clap::Args;
use ludex_games::takt::{Options, Position, Takt, alpha_beta};
use ludex_kit::Notation;
use ludex_search::expectimax::{ExpectimaxOptions, Filter};
use ludex_search::rollout::RolloutOptions;
use ludex_search::{Game, Limits, MoveList, Root, SearchOptions, Searcher, StopFlag, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Positions of 6×6: the start, and five middle games from tests of other engines.
pub const TAKT_POSITIONS: [(&str, &str); 6] = [
    ("start", "x6/x6/x6/x6/x6/x6 1 1"),
    ("early", "x6/x2,1,x3/x2,2,2,x2/x,1,1,x3/x6/x6 1 4"),
    (
        "cap duel",
        "x4,2,1/x3,2,2,1/x3,2,2,1/x,1,1C,x,21,x/x,1,x,1212112C,1,x/x3,1,2,x 2 16",
    ),
    (
        "stacks",
        "x2,2,1,1,1/2,x2,2S,11111112S,121/2,2,22221C,x,1,112/1,x2,1111112C,2222121S,x/2,21,2,12,112S,x/2,x,2,x,1,x 1 49",
    ),
    (
        "walls",
        "1,2,1,1,1,1/x2,212112S,221,1,x/x,2,x,12C,21,2/x2,2,2,2,x/x,221122221C,x4/x6 2 29",
    ),
    (
        "crowded",
        "2,2,1,1,x,2/2,2,x2,1,2/1,2S,x,2,1,x/x,11121S,x,112S,21112221,2/22221S,11,1112S,1,2S,2112221C/x,1212121S,1,2C,x2 2 57",
    ),
];

/// A position of 6×6 from its TPS.
pub fn takt(tps: &str) -> (Takt<6>, Position<6>) {
    let game = Takt::<6>::new();
    let pos = game
        .parse_position(tps)
        .expect("the positions of this crate are well-formed");
    (game, pos)
}

/// Middle games of 6×6, made by quick games of the engine against itself from random first plies; the same on every
/// machine for the same evaluation.
pub fn middle_games(count: usize) -> Vec<(Takt<6>, Position<6>)> {
    let options = Options {
        half_komi: 4,
        repetition: Some(3),
        ..*Takt::<6>::new().options()
    };
    let game = Takt::<6>::with_options(options);
    let mut found = Vec::new();
    for seed in 0.. {
        if found.len() == count {
            break;
        }
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let target = rng.random_range(16..36);
        if let Some(pos) = play_to(&game, target, &mut rng) {
            found.push((game.clone(), pos));
        }
    }
    found
}

fn play_to(game: &Takt<6>, target: u32, rng: &mut Pcg64Mcg) -> Option<Position<6>> {
    let options = SearchOptions {
        hash_mib: 4,
        ..SearchOptions::default()
    };
    let mut search = alpha_beta(game, options);
    let mut root = Root::<Takt<6>>::new(game.start());
    while root.position.ply() < target {
        let Turn::Player(_) = game.turn(&root.position) else {
            return None;
        };
        let mv = if root.position.ply() < 4 {
            let mut moves = MoveList::new();
            game.legal_moves(&root.position, &mut moves);
            moves.retain(|mv| mv.is_placement());
            moves[rng.random_range(0..moves.len())]
        } else {
            let report = search.search(
                &root,
                &Limits::nodes(3_000),
                &StopFlag::default(),
                &mut |_| (),
            );
            report.best_move()?
        };
        game.play(&mut root.position, mv);
    }
    // A position that is soon decided measures nothing.
    let report = search.search(
        &root,
        &Limits::nodes(30_000),
        &StopFlag::default(),
        &mut |_| (),
    );
    let quiet = game.turn(&root.position) != Turn::Over && report.proof.is_none();
    quiet.then_some(root.position)
}

/// How positions are rolled out, on the command line.
#[derive(Args, Clone, Copy, Debug)]
pub struct RolloutArgs {
    /// Games from each position.
    #[arg(long, default_value_t = 144)]
    pub trials: u64,
    /// Seed of the games and of all dice.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads that roll out.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
}

/// Rollouts in which all plays are by static values alone: to the end of the game, with variance reduction.
pub fn static_rollouts(arguments: &RolloutArgs) -> RolloutOptions {
    let RolloutArgs {
        trials,
        seed,
        threads,
    } = *arguments;
    let search = SearchOptions {
        threads,
        seed,
        ..SearchOptions::default()
    };
    let best_alone = Filter {
        always: 1,
        keep: 1,
        within: 0.0,
    };
    RolloutOptions {
        search: ExpectimaxOptions::selective(search, vec![best_alone]),
        trials,
        ..RolloutOptions::default()
    }
}

/// The mean of measurements and its standard error.
pub fn mean_and_error(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}

/// Seconds that this thread has spent on a processor; nothing where that is not told.
pub fn processor_time() -> f64 {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    0.0
}
