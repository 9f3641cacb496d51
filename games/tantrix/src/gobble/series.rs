//! A series of games: how often each player wins.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludex_search::StopFlag;
use ludex_search::support::parallel::ThreadPool;

use super::game::Gobble;
use super::settings::GobbleSettings;

/// The results of a series of games. All sums are integers, so they do not depend on the number of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Number of games.
    pub n_games: u64,
    /// Total length of all games, in microseconds.
    pub time: u64,
    /// The results of each player.
    pub players: Vec<PlayerRecord>,
}

/// The results of one player in a series.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PlayerRecord {
    /// How often the player had each rank.
    pub ranks: Vec<u64>,
    /// How often the player ran out of tiles.
    pub n_out: u64,
    /// Sum of the times at which the player ran out of tiles, in microseconds.
    pub time_out: u64,
    /// Total number of tiles left over.
    pub tiles_left: u64,
    /// Placements that touched at least three tiles.
    pub gobbles: u64,
    /// Tiles put on the penalty pile.
    pub penalties: u64,
}

impl PlayerRecord {
    /// Share of games won.
    pub fn win_rate(&self) -> f64 {
        self.ranks[0] as f64 / self.n_games().max(1) as f64
    }

    /// Mean rank.
    pub fn mean_rank(&self) -> f64 {
        let weighted = (1..).zip(&self.ranks).map(|(rank, count)| rank * count);
        weighted.sum::<u64>() as f64 / self.n_games().max(1) as f64
    }

    /// Mean time at which the player ran out of tiles, in seconds; `None` if that never happened.
    pub fn mean_time_out(&self) -> Option<f64> {
        (self.n_out > 0).then(|| self.time_out as f64 / self.n_out as f64 / 1e6)
    }

    fn n_games(&self) -> u64 {
        self.ranks.iter().sum()
    }
}

impl Series {
    fn new(n_players: usize) -> Self {
        let record = PlayerRecord { ranks: vec![0; n_players], ..PlayerRecord::default() };
        Self { n_games: 0, time: 0, players: vec![record; n_players] }
    }

    /// Mean length of a game, in seconds.
    pub fn mean_time(&self) -> f64 {
        self.time as f64 / self.n_games.max(1) as f64 / 1e6
    }

    fn add_game(&mut self, game: &Gobble) {
        self.n_games += 1;
        self.time += game.now();
        let ranks = game.table().ranks();
        for ((record, seat), rank) in self.players.iter_mut().zip(game.table().seats()).zip(ranks) {
            record.ranks[rank - 1] += 1;
            record.n_out += u64::from(seat.out.is_some());
            record.time_out += seat.out.map_or(0, |(time, _)| time);
            record.tiles_left += seat.n_tiles() as u64;
            record.gobbles += u64::from(seat.tally.gobbles);
            record.penalties += u64::from(seat.tally.penalties);
        }
    }

    fn add(&mut self, other: &Self) {
        self.n_games += other.n_games;
        self.time += other.time;
        for (record, more) in self.players.iter_mut().zip(&other.players) {
            let ranks = record.ranks.iter_mut().zip(&more.ranks);
            ranks.for_each(|(sum, count)| *sum += count);
            record.n_out += more.n_out;
            record.time_out += more.time_out;
            record.tiles_left += more.tiles_left;
            record.gobbles += more.gobbles;
            record.penalties += more.penalties;
        }
    }
}

/// Plays a series of games on several threads. It plays fewer games if it is stopped.
pub fn series(
    settings: &Arc<GobbleSettings>,
    seed: u64,
    n_games: u64,
    threads: usize,
    stop: &StopFlag,
) -> Series {
    let next = AtomicU64::new(0);
    let play = || {
        let mut sum = Series::new(settings.n_players());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= n_games || stop.is_stopped() {
                return sum;
            }
            let mut game = Gobble::new(Arc::clone(settings), seed, number, &[]);
            game.run();
            sum.add_game(&game);
        }
    };
    // The helper threads end by themselves when no game is left to start, so this flag is never set.
    let never_stop = AtomicBool::new(false);
    let (mut whole, parts) = ThreadPool::new(threads).run(&never_stop, play, |_| play());
    for part in &parts {
        whole.add(part);
    }
    whole
}
