//! Tests with a game that never ends, so only the search's own limits end a playout or a descent.

use super::tree::{Edge, Node};
use super::{Chance, Mcts, MctsOptions};
use crate::interface::evaluator::NoEvaluator;
use crate::interface::game::{Game, MAX_PLAYERS, MoveList, Player, Returns, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::Report;
use crate::interface::searcher::{Root, SearchOptions, Searcher};

/// Two players choose digits below `choices` forever. The position contains all of their choices if `remembers` is true, otherwise none of
/// them.
#[derive(Clone, Debug)]
struct Endless {
    choices: u64,
    remembers: bool,
}

#[derive(Clone, Copy, Debug)]
struct Position {
    chosen: u64,
    mover: u8,
}

impl Game for Endless {
    type Position = Position;
    type Move = u64;
    type Undo = Position;
    type Event = crate::interface::game::Never;

    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        let (chosen, mover) = (0, 0);
        Position { chosen, mover }
    }

    fn turn(&self, pos: &Position) -> Turn {
        Turn::Player(Player(pos.mover))
    }

    fn legal_moves(&self, _pos: &Position, out: &mut MoveList<u64>) {
        out.extend(0..self.choices);
    }

    fn play(&self, pos: &mut Position, mv: u64) -> Position {
        let before = *pos;
        if self.remembers {
            pos.chosen =
                (pos.chosen ^ (mv + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        }
        pos.mover ^= 1;
        before
    }

    fn undo(&self, pos: &mut Position, _mv: u64, before: Position) {
        *pos = before;
    }

    fn returns(&self, _pos: &Position) -> Returns {
        [0.0; MAX_PLAYERS]
    }

    fn hash(&self, pos: &Position) -> u64 {
        pos.chosen ^ u64::from(pos.mover) << 63
    }
}

fn mcts(game: &Endless, options: MctsOptions) -> Mcts<Endless, NoEvaluator> {
    Mcts::new(game.clone(), NoEvaluator, options)
}

/// A search with one MiB of memory.
fn small(threads: usize, playout_plies: Option<u32>, chance: Chance) -> MctsOptions {
    MctsOptions {
        search: SearchOptions { threads, hash_mib: 1, ..SearchOptions::default() },
        playout_plies,
        chance,
        ..MctsOptions::default()
    }
}

fn search(mcts: &mut Mcts<Endless, NoEvaluator>, pos: Position, nodes: u64) -> Report<u64> {
    let (limits, stop) = (Limits::nodes(nodes), StopFlag::default());
    mcts.search(&Root::new(pos), &limits, &stop, &mut |_| {})
}

#[test]
fn neither_a_playout_nor_the_way_down_the_tree_goes_on_for_ever() {
    // Every choice leads to the same position, so there is one node at each depth, and the path is long.
    let game = Endless { choices: 2, remembers: false };
    for chance in [Chance::Nodes(None), Chance::OpenLoop] {
        for playout_plies in [None, Some(0)] {
            let mut mcts = mcts(&game, small(1, playout_plies, chance));
            let report = search(&mut mcts, game.start(), 100_000);
            assert!((99_000..=100_001).contains(&report.nodes), "{}", report.nodes);
            assert!(report.seldepth <= 1_000, "{}", report.seldepth);
        }
    }
}

#[test]
fn a_full_tree_keeps_its_size_and_what_is_left_behind_is_freed() {
    let game = Endless { choices: 30, remembers: true };
    for threads in [1, 3] {
        for chance in [Chance::Nodes(None), Chance::OpenLoop] {
            let mut mcts = mcts(&game, small(threads, Some(2), chance));
            let mut pos = game.start();
            for number in 0..6 {
                // Enough nodes to fill the tree again, even if only a small part of it is below the best move. (With three threads, that
                // part is not the same in every run.)
                let report = search(&mut mcts, pos, 60_000);
                let tree = mcts.last.as_ref().expect("a tree is kept");
                let most = (1 << 20) + (1 << 14);
                assert!(tree.store.bytes() <= most, "{}", tree.store.bytes());
                assert!(report.hashfull > 900, "{}", report.hashfull);
                if number == 0 {
                    let children = tree.root().edges().filter_map(Edge::child);
                    let visits: u32 = children.map(Node::visits).sum();
                    assert_eq!(visits, tree.root().visits());
                }
                let best = report.best_move().expect("a move");
                game.play(&mut pos, best);
            }
            let tree = mcts.last.take().expect("a tree is kept");
            let store = tree.store.clone();
            drop(tree);
            assert_eq!((store.bytes(), store.len()), (0, 0));
        }
    }
}
