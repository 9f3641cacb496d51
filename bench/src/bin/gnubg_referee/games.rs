//! Games between the two, with the luck of the dice and without.

use anyhow::Result;
use ludex_games::tryktrak::{Board, Roll};
use ludex_search::support::random;
use rand_pcg::Pcg64;

use crate::choices::{Chooser, points, static_values};
use ludex_bench::gnubg::Gnubg;

/// What we win in a pair of games with the same dice, a game; and the same less the luck of all dice, which has the same mean
/// and varies less.
#[derive(Clone, Copy)]
pub(crate) struct PairResult {
    pub(crate) points: f64,
    pub(crate) without_luck: f64,
}

/// A game between the two.
struct PeerGame {
    rng: Pcg64,
    board: Board,
    dice: (u8, u8),
    our_turn: bool,
    /// Our luck so far. That of the first roll is the same for both sides, who begin once each.
    luck: f64,
    /// What we won.
    points: Option<f64>,
}

impl PeerGame {
    fn start(seed: u64, pair: u64, our_turn: bool) -> Self {
        let mut rng = random::stream(seed, pair);
        let dice = Roll::random_opening(&mut rng).pair();
        Self {
            rng,
            board: Board::START,
            dice,
            our_turn,
            luck: 0.0,
            points: None,
        }
    }

    /// Goes on to `board`, in the view of who rolls next.
    fn go_on(&mut self, board: Board, chooser: &mut Chooser) {
        self.board = board;
        self.our_turn = !self.our_turn;
        let side = if self.our_turn { 1.0 } else { -1.0 };
        self.points = points(board).map(|points| side * points);
        if self.points.is_none() {
            self.dice = Roll::random(&mut self.rng).pair();
            self.luck += side * chooser.luck((board, self.dice));
        }
    }
}

/// Plays the pairs of games, many at a time.
pub(crate) fn play(
    gnubg: &mut Gnubg,
    chooser: &mut Chooser,
    seed: u64,
    pairs: std::ops::Range<u64>,
) -> Result<Vec<PairResult>> {
    let both = |pair| [true, false].map(|our_turn| PeerGame::start(seed, pair, our_turn));
    let mut games: Vec<_> = pairs.flat_map(both).collect();
    while games.iter().any(|game| game.points.is_none()) {
        let under_way = |game: &&mut PeerGame| game.points.is_none();
        for game in games.iter_mut().filter(under_way).filter(|g| g.our_turn) {
            let (board, _) = chooser.best((game.board, game.dice));
            game.go_on(board, chooser);
        }
        let mut theirs: Vec<_> = games.iter_mut().filter(under_way).collect();
        let turns: Vec<_> = theirs.iter().map(|game| (game.board, game.dice)).collect();
        for (game, values) in theirs.iter_mut().zip(static_values(gnubg, &turns)?) {
            game.go_on(values[0].1, chooser);
        }
    }
    let mean_of = |pair: &[PeerGame]| {
        let points = pair.iter().filter_map(|game| game.points).sum::<f64>() / 2.0;
        let luck = pair.iter().map(|game| game.luck).sum::<f64>() / 2.0;
        PairResult {
            points,
            without_luck: points - luck,
        }
    };
    Ok(games.chunks(2).map(mean_of).collect())
}
