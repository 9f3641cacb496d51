//! Perft on several threads, and with a table if the user asks for one.

use std::sync::atomic::{AtomicU64, Ordering};

use ludex_games::Playable;
use ludex_search::{MoveList, Turn};
use rayon::prelude::*;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// Plies.
    pub depth: u32,
    /// Whether the leaves are counted below each move.
    pub divide: bool,
    /// Threads.
    pub threads: usize,
    /// The size of a table of positions that were counted before; none is the honest way.
    pub hash_mib: Option<usize>,
}

/// The number of leaves below each move.
type Divided<M> = Vec<(M, u64)>;

/// The number of leaves below each move, if they were asked for, and of all together.
pub fn count<G: Playable>(
    game: &G,
    pos: &G::Position,
    options: &PerftOptions,
) -> anyhow::Result<(Divided<G::Move>, u64)> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads);
    let playing = matches!(game.turn(pos), Turn::Player(_)) && options.depth > 0;
    pool.build()?.install(|| {
        let divided = match options.hash_mib {
            Some(mib) if playing => divide_with_memo(game, pos, options.depth, &Memo::new(mib)),
            _ if options.divide && playing => {
                ludex_search::perft::divide(game, &mut pos.clone(), options.depth)
            }
            _ => {
                let nodes = ludex_search::perft::perft_parallel(game, pos, options.depth);
                return Ok((Vec::new(), nodes));
            }
        };
        let total = divided.iter().map(|&(_, nodes)| nodes).sum();
        Ok((divided, total))
    })
}

fn divide_with_memo<G: Playable>(
    game: &G,
    pos: &G::Position,
    depth: u32,
    memo: &Memo,
) -> Divided<G::Move> {
    let mut moves = MoveList::new();
    game.legal_moves(pos, &mut moves);
    let below = |mv: G::Move| {
        let mut child = pos.clone();
        game.play(&mut child, mv);
        (mv, memo.count(game, &mut child, depth - 1))
    };
    moves.into_par_iter().with_max_len(1).map(below).collect()
}

/// Counts of positions that were met before. Two relaxed words an entry; the first is the key XOR the count, so that an
/// entry torn between two writers is not believed.
/// CITE: Hyatt, Mann, "A lock-less transposition-table implementation for parallel search", ICGA Journal 25(1), 2002.
struct Memo(Vec<(AtomicU64, AtomicU64)>);

impl Memo {
    fn new(mib: usize) -> Self {
        let n_entries = (mib << 20) / 16;
        Self((0..n_entries).map(|_| Default::default()).collect())
    }

    fn count<G: Playable>(&self, game: &G, pos: &mut G::Position, depth: u32) -> u64 {
        if depth < 2 || !matches!(game.turn(pos), Turn::Player(_)) {
            return ludex_search::perft(game, pos, depth);
        }
        let key = game.hash(pos) ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let entry = &self.0[(key % self.0.len() as u64) as usize];
        let known = entry.1.load(Ordering::Relaxed);
        if known != 0 && entry.0.load(Ordering::Relaxed) ^ known == key {
            return known;
        }
        let mut moves = MoveList::new();
        game.legal_moves(pos, &mut moves);
        let mut total = 0;
        for mv in moves {
            let undo = game.play(pos, mv);
            total += self.count(game, pos, depth - 1);
            game.undo(pos, mv, undo);
        }
        entry.0.store(key ^ total, Ordering::Relaxed);
        entry.1.store(total, Ordering::Relaxed);
        total
    }
}
