//! Perft: counting the leaves of the game tree. It verifies a move generator and measures its speed.
//!
//! ```
//! use ludex_search::testing::TreeGame;
//! use ludex_search::{Game, perft};
//! let game = TreeGame::parse("a(b(1 -1) b(0 b(1 0)) -1)").expect("well-formed");
//! let start = game.start();
//! assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, &start, depth)), [1, 3, 4, 2]);
//! ```

use std::collections::VecDeque;
use std::iter::Sum;
use std::ops::{Add, Mul};

use rayon::prelude::*;

use crate::interface::game::{Game, MoveList, Turn};
use crate::interface::limits::StopFlag;

/// Counts of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Leaves {
    /// The number of leaves, with each chance event counted once.
    pub nodes: u64,
    /// The number of leaves, with each chance event counted by its weight.
    pub weighted: u64,
}

impl Leaves {
    /// Leaves that no chance event precedes.
    pub fn new(nodes: u64) -> Self {
        Self { nodes, weighted: nodes }
    }
}

impl Add for Leaves {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            nodes: self.nodes.saturating_add(other.nodes),
            weighted: self.weighted.saturating_add(other.weighted),
        }
    }
}

impl Sum for Leaves {
    fn sum<I: Iterator<Item = Self>>(leaves: I) -> Self {
        leaves.fold(Self::default(), Self::add)
    }
}

impl Mul<u64> for Leaves {
    type Output = Self;
    /// The leaves after an event of this weight.
    fn mul(self, weight: u64) -> Self {
        Self { weighted: self.weighted.saturating_mul(weight), ..self }
    }
}

/// The number of sequences of exactly `depth` moves. Chance events do not count as plies. At a chance node, the numbers of sequences after
/// all its events are added, without weights. A game that ends earlier has no leaf. The moves of the last ply are counted without being
/// played.
pub fn perft<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    leaves(game, pos, depth).nodes
}

/// [`perft`], together with the weighted number.
pub fn leaves<G: Game>(game: &G, pos: &G::Position, depth: u32) -> Leaves {
    leaves_until(game, pos, depth, &StopFlag::default())
}

/// [`leaves`] until `stop` is raised; returns the leaves counted until then.
pub fn leaves_until<G: Game>(game: &G, pos: &G::Position, depth: u32, stop: &StopFlag) -> Leaves {
    match (depth, game.turn(pos)) {
        // Depth 1 is requested often. Nothing is played then, so the position is not copied.
        (1, Turn::Player(_)) => Leaves::new(game.count_moves(pos)),
        _ => count::<G, false>(game, &mut pos.clone(), &mut buffers::<G>(depth), stop),
    }
}

/// [`perft`], but every leaf is played and taken back.
pub fn perft_played<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    let stop = StopFlag::default();
    count::<G, true>(game, &mut pos.clone(), &mut buffers::<G>(depth), &stop).nodes
}

/// [`perft`] with the subtrees divided among the threads of the current rayon pool.
pub fn perft_parallel<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    shared(game, pos, depth, |pos, depth| leaves(game, pos, depth)).nodes
}

/// The sum over subtrees, divided among the threads of the current rayon pool; `below` counts one of them.
pub fn shared<G: Game>(
    game: &G,
    pos: &G::Position,
    depth: u32,
    below: impl Fn(&G::Position, u32) -> Leaves + Sync,
) -> Leaves {
    /// With this number of subtrees, the threads finish at nearly the same time.
    const SUBTREES: usize = 1000;
    let whole = Subtree { pos: pos.clone(), depth, weight: 1 };
    let (mut large, mut small) = (VecDeque::from([whole]), Vec::new());
    while large.len() + small.len() < SUBTREES
        && let Some(tree) = large.pop_front()
    {
        if tree.is_large(game) {
            large.extend(tree.split(game));
        } else {
            small.push(tree);
        }
    }
    small.extend(large);
    sum(small.len(), &|index| {
        let tree = &small[index];
        below(&tree.pos, tree.depth) * tree.weight
    })
}

/// The sum of this number of parts, on the current rayon pool. Compiled once for all games.
fn sum(parts: usize, part: &(dyn Fn(usize) -> Leaves + Sync)) -> Leaves {
    (0..parts).into_par_iter().map(part).sum()
}

/// [`perft`] of each move of the position, in the order of the move generator.
pub fn divide<G: Game>(game: &G, pos: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = MoveList::new();
    if matches!(game.turn(pos), Turn::Player(_)) {
        game.legal_moves(pos, &mut moves);
    }
    let below = |mv: G::Move| {
        let mut child = pos.clone();
        game.play(&mut child, mv);
        (mv, perft_parallel(game, &child, depth.saturating_sub(1)))
    };
    moves.into_iter().map(below).collect()
}

/// A part of the tree for one thread.
struct Subtree<G: Game> {
    pos: G::Position,
    depth: u32,
    /// The product of the weights of the events that led here.
    weight: u64,
}

impl<G: Game> Subtree<G> {
    fn is_large(&self, game: &G) -> bool {
        match game.turn(&self.pos) {
            Turn::Over => false,
            Turn::Chance => self.depth > 0,
            Turn::Player(_) => self.depth > 2,
        }
    }

    /// The subtrees one step below.
    fn split(&self, game: &G) -> Vec<Self> {
        let child = |depth: u32, weight: u64| Self {
            pos: self.pos.clone(),
            depth,
            weight: self.weight * weight,
        };
        if game.turn(&self.pos) == Turn::Chance {
            let mut events = Vec::new();
            game.events(&self.pos, &mut events);
            let child_after = |(event, weight): (G::Event, u32)| {
                let mut below = child(self.depth, weight.into());
                game.apply_chance(&mut below.pos, event);
                below
            };
            return events.into_iter().map(child_after).collect();
        }
        let mut moves = MoveList::new();
        game.legal_moves(&self.pos, &mut moves);
        let child_after = |mv: G::Move| {
            let mut below = child(self.depth - 1, 1);
            game.play(&mut below.pos, mv);
            below
        };
        moves.into_iter().map(child_after).collect()
    }
}

fn buffers<G: Game>(depth: u32) -> Vec<MoveList<G::Move>> {
    (0..depth).map(|_| MoveList::new()).collect()
}

fn count<G: Game, const PLAYED: bool>(
    game: &G,
    pos: &mut G::Position,
    lists: &mut [MoveList<G::Move>],
    stop: &StopFlag,
) -> Leaves {
    let Some((moves, below)) = lists.split_first_mut() else {
        return Leaves::new(1);
    };
    match game.turn(pos) {
        Turn::Over => Leaves::default(),
        // The last ply takes almost no time, so it is not split.
        Turn::Player(_) if !PLAYED && below.is_empty() => Leaves::new(game.count_moves(pos)),
        _ if stop.is_stopped() => Leaves::default(),
        Turn::Chance => {
            let mut events = Vec::new();
            game.events(pos, &mut events);
            let mut total = Leaves::default();
            for (event, weight) in events {
                let undo = game.apply_chance(pos, event);
                let below = count::<G, PLAYED>(game, pos, lists, stop);
                total = total + below * u64::from(weight);
                game.undo_chance(pos, event, undo);
            }
            total
        }
        Turn::Player(_) => {
            moves.clear();
            game.legal_moves(pos, moves);
            let mut total = Leaves::default();
            for &mv in moves.iter() {
                let undo = game.play(pos, mv);
                total = total + count::<G, PLAYED>(game, pos, below, stop);
                game.undo(pos, mv, undo);
            }
            total
        }
    }
}
