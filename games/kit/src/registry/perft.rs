//! Perft (counting the leaves of the move tree) on several threads, optionally with a hash table.

use std::sync::atomic::{AtomicU64, Ordering};

use super::erased::Erased;
use super::{CouldNot, SessionError};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::say;
use ludex_search::support::perft::{Leaves, leaves_until, shared};
use ludex_search::{MoveList, StopFlag, Turn};

/// Counts the move tree.
pub trait Perft {
    /// The number of leaves below each move, and in total.
    fn perft(&self, options: &PerftOptions, watch: &PerftWatch) -> Result<Counted, SessionError>;
}

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// Depth in plies.
    pub depth: u32,
    /// Whether to count the leaves below each move.
    pub divide: bool,
    /// Number of threads.
    pub threads: usize,
    /// Size of a table of already counted positions, in MiB. `None`: without a table. Then every leaf is generated, which is the stricter
    /// test of move generation.
    pub hash_mib: Option<usize>,
}

/// The result of a count.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// The leaves below each move or event, if requested. Contains only those that were counted completely.
    pub divided: Vec<(String, u64)>,
    /// All leaves.
    pub nodes: u64,
    /// The leaves with every chance event counted by its weight. `None` for games without chance, if a table was used, or on overflow.
    pub weighted: Option<u64>,
    /// Whether the count ran to its end.
    pub is_complete: bool,
}

/// Watches and stops a running count.
#[derive(Debug, Default)]
pub struct PerftWatch {
    /// Set it to stop the count.
    pub stop: StopFlag,
    /// The leaves counted so far.
    pub nodes: AtomicU64,
}

/// The largest number of chance outcomes before the first move. A count with more outcomes would never finish, so it is an error.
const MOST_WAYS: f64 = 1e7;

impl<G: Playable> Perft for Erased<G> {
    fn perft(&self, options: &PerftOptions, watch: &PerftWatch) -> Result<Counted, SessionError> {
        count(&self.game, self.now(), options, watch)
    }
}

/// Counts leaves: below each move if requested, and in total.
fn count<G: Playable>(
    game: &G,
    pos: &G::Position,
    options: &PerftOptions,
    watch: &PerftWatch,
) -> Result<Counted, SessionError> {
    let view = game.offers().views.perft_view(pos);
    let (game, pos) = &view.unwrap_or_else(|| (game.clone(), pos.clone()));
    if options.depth > 0 {
        refuse_endless_chance(game, pos)?;
    }
    let counter = Counter { game, memo: options.hash_mib.map(Memo::new), watch };
    let (mut divided, mut leaves) = (Vec::new(), Leaves::default());
    in_pool(options.threads, &mut || {
        if options.divide && options.depth > 0 {
            (divided, leaves) = counter.divide(pos, options.depth);
        } else {
            leaves = counter.count(pos, options.depth);
        }
    })?;
    if leaves.nodes == u64::MAX {
        let problem = say!("is too deep: there are more than {limit} leaves", limit = u64::MAX);
        return Err(InputError::problem("depth", options.depth.to_string(), problem).into());
    }
    let weighted = (G::CHANCE && counter.memo.is_none()).then_some(leaves.weighted);
    Ok(Counted {
        divided,
        nodes: leaves.nodes,
        weighted: weighted.filter(|&weighted| weighted < u64::MAX),
        is_complete: !watch.stop.is_stopped(),
    })
}

/// Runs `work` in a pool of `n_threads` threads. It takes a trait object, so that it is compiled once and not for each game.
fn in_pool(n_threads: usize, work: &mut (dyn FnMut() + Send)) -> Result<(), CouldNot> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads);
    let pool = pool.build().map_err(|error| CouldNot(error.to_string()))?;
    pool.install(work);
    Ok(())
}

/// Returns an error if there are too many chance outcomes before the first move, such as a deal of many tiles one by one.
fn refuse_endless_chance<G: Playable>(game: &G, pos: &G::Position) -> Result<(), InputError> {
    let (mut pos, mut n_events, mut ways) = (pos.clone(), 0, 1.0);
    while game.turn(&pos) == Turn::Chance {
        let mut events = Vec::new();
        game.events(&pos, &mut events);
        let Some(&(event, _)) = events.first() else {
            break;
        };
        ways *= events.len() as f64;
        n_events += 1;
        game.apply_chance(&mut pos, event);
    }
    check_ways(n_events, ways)
}

fn check_ways(n_events: u32, ways: f64) -> Result<(), InputError> {
    if ways <= MOST_WAYS {
        return Ok(());
    }
    let sentence = say!(
        "the {number} draws before the first move have {outcomes} outcomes, more than the limit of {limit}",
        number = n_events,
        outcomes = format!("{ways:.1e}"),
        limit = format!("{MOST_WAYS:.0e}")
    );
    Err(InputError::sentence("position", sentence)
        .with_hint(say!("add --deal to draw at random, or give the draws with --moves")))
}

/// Counts the leaves of one game.
struct Counter<'a, G> {
    game: &'a G,
    memo: Option<Memo>,
    watch: &'a PerftWatch,
}

impl<G: Playable> Counter<'_, G> {
    fn count(&self, pos: &G::Position, depth: u32) -> Leaves {
        let stop = &self.watch.stop;
        shared(self.game, pos, depth, |pos, depth| {
            let leaves = if let Some(memo) = &self.memo {
                Leaves::new(memo.count(self.game, &mut pos.clone(), depth, stop))
            } else {
                let views = self.game.offers().views;
                views.leaves(self.game, pos, depth, stop)
            };
            self.watch.nodes.fetch_add(leaves.nodes, Ordering::Relaxed);
            leaves
        })
    }

    /// The leaves below every move or after every event.
    fn divide(&self, pos: &G::Position, depth: u32) -> (Vec<(String, u64)>, Leaves) {
        let mut parts = Vec::new();
        let mut total = Leaves::default();
        for (word, child, depth, weight) in self.children(pos, depth) {
            let leaves = self.count(&child, depth) * weight;
            total = total + leaves;
            if self.watch.stop.is_stopped() {
                break;
            }
            parts.push((word, leaves.nodes));
        }
        (parts, total)
    }

    /// The children of a position: the step as text, the position, the remaining plies and the weight of the event.
    fn children(&self, pos: &G::Position, depth: u32) -> Vec<(String, G::Position, u32, u64)> {
        let game = self.game;
        let mut child = pos.clone();
        match game.turn(pos) {
            Turn::Over => Vec::new(),
            Turn::Chance => {
                let mut events = Vec::new();
                game.events(pos, &mut events);
                let behind = |(event, weight): (G::Event, u32)| {
                    child.clone_from(pos);
                    game.apply_chance(&mut child, event);
                    let word = game.write_event(pos, event);
                    (word, child.clone(), depth, weight.into())
                };
                events.into_iter().map(behind).collect()
            }
            Turn::Player(_) => {
                let mut moves = MoveList::new();
                game.legal_moves(pos, &mut moves);
                let behind = |mv: G::Move| {
                    child.clone_from(pos);
                    game.play(&mut child, mv);
                    (game.write_move(pos, mv), child.clone(), depth - 1, 1)
                };
                moves.into_iter().map(behind).collect()
            }
        }
    }
}

/// A hash table of leaf counts. Each entry is two words, accessed with relaxed ordering; the first is the key XOR the count, so an
/// entry torn between two writers fails the check and is ignored. CITE: Hyatt, Mann, "A lock-less transposition-table implementation
/// for parallel search", ICGA Journal 25(1), 2002.
struct Memo(Vec<(AtomicU64, AtomicU64)>);

impl Memo {
    fn new(mib: usize) -> Self {
        let mut n_entries = (mib << 20) / 16;
        let mut entries = Vec::new();
        // Halves the size until the system provides the memory.
        while n_entries > 1 && entries.try_reserve_exact(n_entries).is_err() {
            n_entries /= 2;
        }
        entries.resize_with(n_entries, Default::default);
        Self(entries)
    }

    /// The leaves below a position, until the stop flag is set.
    fn count<G: Playable>(
        &self,
        game: &G,
        pos: &mut G::Position,
        depth: u32,
        stop: &StopFlag,
    ) -> u64 {
        if depth < 2 {
            return leaves_until(game, pos, depth, stop).nodes;
        }
        let key = game.hash(pos) ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let entry = &self.0[(key % self.0.len() as u64) as usize];
        let known = entry.1.load(Ordering::Relaxed);
        if known != 0 && entry.0.load(Ordering::Relaxed) ^ known == key {
            return known;
        }
        let total = self.sum_below(game, pos, depth, stop);
        if !stop.is_stopped() {
            entry.0.store(key ^ total, Ordering::Relaxed);
            entry.1.store(total, Ordering::Relaxed);
        }
        total
    }

    fn sum_below<G: Playable>(
        &self,
        game: &G,
        pos: &mut G::Position,
        depth: u32,
        stop: &StopFlag,
    ) -> u64 {
        let mut total = 0_u64;
        match game.turn(pos) {
            Turn::Over => {}
            _ if stop.is_stopped() => {}
            Turn::Chance => {
                let mut events = Vec::new();
                game.events(pos, &mut events);
                for (event, _) in events {
                    let undo = game.apply_chance(pos, event);
                    total = total.saturating_add(self.count(game, pos, depth, stop));
                    game.undo_chance(pos, event, undo);
                }
            }
            Turn::Player(_) => {
                let mut moves = MoveList::new();
                game.legal_moves(pos, &mut moves);
                for mv in moves {
                    let undo = game.play(pos, mv);
                    total = total.saturating_add(self.count(game, pos, depth - 1, stop));
                    game.undo(pos, mv, undo);
                }
            }
        }
        total
    }
}
