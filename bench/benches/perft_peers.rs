//! Perft compared with the crate fast-tak, in one run with interleaved rounds.
//!
//! In the columns of both programs, the moves of the last ply are only counted: fast-tak generates a list and takes its length, Ludex
//! counts without a list. In the column "played", Ludex plays every leaf. Both use one thread, without hashing or symmetry.

#![expect(clippy::print_stdout, reason = "the program prints its results")]

use std::time::Instant;

use fast_tak::takparse::Tps;
use fast_tak::{GameResult, Reserves};
use ludex_games::takt::{Board, Size, Takt};
use ludex_kit::Notation;
use ludex_search::{perft, perft_played};

/// Rounds of each measurement; the median ratio is reported.
const ROUNDS: usize = 3;

/// Positions: size, depth, name, TPS. The middle positions are rows of `games/takt/tests/data/perft.tsv`.
const CASES: &[(usize, u32, &str, &str)] = &[
    (6, 4, "6x6 start", "x6/x6/x6/x6/x6/x6 1 1"),
    (6, 5, "6x6 start", "x6/x6/x6/x6/x6/x6 1 1"),
    (5, 5, "5x5 start", "x5/x5/x5/x5/x5 1 1"),
    (
        6,
        4,
        "middle 1",
        "x,2,2,22S,2,111S/21S,22C,112,x,1112S,11S/x,2,112212,2,2S,2/x,2,121122,x,1112,211/21C,x,1,2S,21S,x/2S,x,212,1S,12S,1S 1 33",
    ),
    (
        6,
        4,
        "middle 2",
        "2,x,2,111S,2,12/2,122S,2122,1S,x,1/x,111,1,11S,x2/21122112C,x,212S,2S,2,1212S/1,112S,21221S,2S,x2/21,222,x,12S,x2 2 30",
    ),
    (
        6,
        4,
        "middle 3",
        "x6/x6/x6/x3,111222111222111222111222111222111222111222111222111222111222C,x2/x6/x6 2 31",
    ),
    (6, 4, "middle 4", "x6/x4,1S,x/x2,21111S,1C,22122C,x/x6/x6/x6 2 11"),
    (
        6,
        3,
        "middle 5",
        "2,2,21S,2,2,2/2,x,222221,2,2,x/1,1,2221C,x,111112C,2S/x,1,2S,x2,121211212/1,1,1212S,1S,2,1S/x2,2,1,21,1 1 42",
    ),
];

fn main() {
    println!("| position | depth | leaves | fast-tak M/s | ludex M/s | ratio | played M/s |");
    println!("|---|---|---|---|---|---|---|");
    for &(size, depth, name, tps) in CASES {
        match size {
            5 => compare::<5>(name, tps, depth),
            _ => compare::<6>(name, tps, depth),
        }
    }
}

fn compare<const N: usize>(name: &str, tps: &str, depth: u32)
where
    Size<N>: Board,
    Reserves<N>: Default,
{
    let peer: fast_tak::Game<N, 0> = tps.parse::<Tps>().expect("a TPS").into();
    let game = Takt::<N>::new();
    let pos = game.parse_position(tps).expect("a TPS");
    let (mut ratios, mut theirs, mut ours, mut played) = (vec![], vec![], vec![], vec![]);
    let mut leaves = 0;
    for _ in 0..ROUNDS {
        let (peer_leaves, peer_speed) = timed(|| peer_perft(&peer, depth));
        let (counted, speed) = timed(|| perft(&game, &pos, depth));
        let (all, played_speed) = timed(|| perft_played(&game, &pos, depth));
        assert_eq!(peer_leaves, counted, "{name}, depth {depth}");
        assert_eq!(all, counted, "{name}, depth {depth}");
        leaves = counted;
        ratios.push(speed / peer_speed);
        theirs.push(peer_speed);
        ours.push(speed);
        played.push(played_speed);
    }
    println!(
        "| {name} | {depth} | {leaves} | {:.0} | {:.0} | {:.2} | {:.0} |",
        median(theirs) / 1e6,
        median(ours) / 1e6,
        median(ratios),
        median(played) / 1e6
    );
}

/// The number of leaves, and the leaves per second. A short count is repeated for a tenth of a second.
fn timed(mut count: impl FnMut() -> u64) -> (u64, f64) {
    let (start, mut runs) = (Instant::now(), 0u32);
    loop {
        let leaves = std::hint::black_box(count());
        runs += 1;
        let seconds = start.elapsed().as_secs_f64();
        if seconds > 0.1 {
            return (leaves, leaves as f64 * f64::from(runs) / seconds);
        }
    }
}

/// Like `perf_count` of fast-tak, except that a game that is over before the last ply counts as zero leaves.
fn peer_perft<const N: usize>(game: &fast_tak::Game<N, 0>, depth: u32) -> u64
where
    Reserves<N>: Default,
{
    if depth == 0 {
        return 1;
    }
    if game.result() != GameResult::Ongoing {
        return 0;
    }
    let mut moves = Vec::new();
    game.possible_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut total = 0;
    for mv in moves {
        let mut child = game.clone();
        child.play(mv).expect("generated moves are legal");
        total += peer_perft(&child, depth - 1);
    }
    total
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
