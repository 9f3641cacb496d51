//! Perft on several threads, and with a table if the user asks for one.

use std::sync::atomic::{AtomicU64, Ordering};

use ludex_games::Playable;
use ludex_search::perft::{Leaves, leaves_parallel};
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

/// What was counted.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// The leaves below each move or event, if they were asked for.
    pub divided: Vec<(String, u64)>,
    /// All leaves.
    pub nodes: u64,
    /// The leaves with every chance event counted by its weight; in games with chance, unless a table was used.
    pub weighted: Option<u64>,
}

/// Counts leaves: below each move if that was asked for, and of all together.
pub fn count<G: Playable>(
    game: &G,
    pos: &G::Position,
    options: &PerftOptions,
) -> anyhow::Result<Counted> {
    let (game, pos) = &game.perft_view(pos);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads);
    let playing = matches!(game.turn(pos), Turn::Player(_)) && options.depth > 0;
    pool.build()?.install(|| {
        if let Some(mib) = options.hash_mib
            && playing
        {
            let divided = divide_with_memo(game, pos, options.depth, &Memo::new(mib));
            let nodes = divided.iter().map(|&(_, nodes)| nodes).sum();
            let word = |(mv, nodes)| (game.write_move(pos, mv), nodes);
            return Ok(Counted {
                divided: divided.into_iter().map(word).collect(),
                nodes,
                weighted: None,
            });
        }
        let (divided, leaves) = if options.divide && options.depth > 0 {
            divide(game, pos, options.depth)
        } else {
            (Vec::new(), leaves_parallel(game, pos, options.depth))
        };
        Ok(Counted {
            divided,
            nodes: leaves.nodes,
            weighted: G::CHANCE.then_some(leaves.weighted),
        })
    })
}

/// The leaves below every move, or behind every event.
fn divide<G: Playable>(game: &G, pos: &G::Position, depth: u32) -> (Vec<(String, u64)>, Leaves) {
    let mut parts = Vec::new();
    match game.turn(pos) {
        Turn::Over => {}
        Turn::Chance => {
            let mut events = Vec::new();
            game.events(pos, &mut events);
            for (event, weight) in events {
                let mut child = pos.clone();
                game.reveal(&mut child, event);
                let leaves = leaves_parallel(game, &child, depth);
                parts.push((game.write_event(pos, event), leaves * u64::from(weight)));
            }
        }
        Turn::Player(_) => {
            let mut moves = MoveList::new();
            game.legal_moves(pos, &mut moves);
            for mv in moves {
                let mut child = pos.clone();
                game.play(&mut child, mv);
                let leaves = leaves_parallel(game, &child, depth - 1);
                parts.push((game.write_move(pos, mv), leaves));
            }
        }
    }
    let total = parts.iter().map(|&(_, leaves)| leaves).sum();
    let words = parts.into_iter().map(|(word, leaves)| (word, leaves.nodes));
    (words.collect(), total)
}

fn divide_with_memo<G: Playable>(
    game: &G,
    pos: &G::Position,
    depth: u32,
    memo: &Memo,
) -> Vec<(G::Move, u64)> {
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
        let mut n_entries = (mib << 20) / 16;
        let mut entries = Vec::new();
        // Fewer if the system has no memory for them.
        while n_entries > 1 && entries.try_reserve_exact(n_entries).is_err() {
            n_entries /= 2;
        }
        entries.resize_with(n_entries, Default::default);
        Self(entries)
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
