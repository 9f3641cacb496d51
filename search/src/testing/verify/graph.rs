//! The graph of all positions below a root, and the positions from which a player can force a win.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use super::rules::{DrawnNext, Rules};
use crate::interface::game::{Game, Player, Returns, Turn};

/// All positions that can follow a root, each once.
pub(super) struct Graph {
    nodes: Vec<Node>,
    /// The positions that lead to each position.
    parents: Vec<Vec<usize>>,
}

struct Node {
    turn: Turn,
    /// The result of a finished game; a draw by repetition has none.
    returns: Option<Returns>,
    children: Vec<usize>,
}

/// For each node, the number of plies after which the wanted result is certain.
pub(super) type Distances = Vec<Option<u32>>;

impl Graph {
    /// Builds the graph. The root is node 0; its children are the positions after its moves, in their order. `None` if there are more
    /// positions than `most`.
    pub(super) fn new<G: Game>(
        game: &G,
        root: &G::Position,
        drawn: &DrawnNext,
        most: usize,
    ) -> Option<Self> {
        let mut nodes = vec![Node::at(game, root)];
        let mut known = HashMap::new();
        let mut waiting = VecDeque::from([(0, root.clone())]);
        while let Some((index, pos)) = waiting.pop_front() {
            for child in children(game, &pos) {
                let place = *known.entry(game.hash(&child)).or_insert(nodes.len());
                if place == nodes.len() {
                    if nodes.len() >= most {
                        return None;
                    }
                    let mut node = Node::at(game, &child);
                    if drawn.holds(game, &child) {
                        node.turn = Turn::Over;
                        node.returns = None;
                    } else if node.turn != Turn::Over {
                        waiting.push_back((place, child));
                    }
                    nodes.push(node);
                }
                nodes[index].children.push(place);
            }
        }
        let mut parents = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for &child in &node.children {
                parents[child].push(index);
            }
        }
        Some(Self { nodes, parents })
    }

    /// The node after a move of the root, by the index of the move.
    pub(super) fn after(&self, number: usize) -> usize {
        self.nodes[0].children[number]
    }

    /// The positions from which this player and their team can force a win, each with the number of plies: the team takes the shortest way,
    /// and the others delay the win as long as possible.
    pub(super) fn wins(&self, rules: &Rules, player: Player) -> Distances {
        let is_won = |node: &Node| node.returns.is_some_and(|all| rules.is_won(&all, player));
        let seeds = self.nodes.iter().map(|node| is_won(node).then_some(0));
        self.attracted(&seeds.collect::<Distances>(), |mover| rules.is_same_side(mover, player))
    }

    /// The positions from which this player loses, whatever any player does. `others` gives the positions from which other players can
    /// force a win; these count as lost.
    pub(super) fn losses(&self, rules: &Rules, player: Player, others: &[Distances]) -> Distances {
        let seed = |(index, node): (usize, &Node)| {
            let is_lost = node.returns.is_some_and(|all| rules.is_lost(&all, player));
            let won = others.iter().filter_map(|distances| distances[index]);
            won.chain(is_lost.then_some(0)).min()
        };
        let seeds = self.nodes.iter().enumerate().map(seed);
        self.attracted(&seeds.collect::<Distances>(), |_| false)
    }

    /// Retrograde analysis: propagates certain results to parents. A node of a player who `chooses` gets the nearest of its certain
    /// children; any other node gets the farthest, if all its children are certain.
    fn attracted(&self, seeds: &[Option<u32>], chooses: impl Fn(Player) -> bool) -> Distances {
        let mut found = vec![None; seeds.len()];
        let mut left: Vec<usize> = self.nodes.iter().map(|node| node.children.len()).collect();
        let numbered = seeds.iter().enumerate();
        let ready = numbered.filter_map(|(index, seed)| Some(Reverse(((*seed)?, index))));
        let mut waiting: BinaryHeap<_> = ready.collect();
        while let Some(Reverse((plies, index))) = waiting.pop() {
            if found[index].is_some() {
                continue;
            }
            found[index] = Some(plies);
            for &parent in &self.parents[index] {
                left[parent] -= 1;
                let (is_choice, ply) = match self.nodes[parent].turn {
                    Turn::Player(mover) => (chooses(mover), 1),
                    _ => (false, 0),
                };
                if is_choice || left[parent] == 0 {
                    waiting.push(Reverse((plies + ply, parent)));
                }
            }
        }
        found
    }
}

impl Node {
    fn at<G: Game>(game: &G, pos: &G::Position) -> Self {
        let turn = game.turn(pos);
        Self {
            turn,
            returns: (turn == Turn::Over).then(|| game.returns(pos)),
            children: Vec::new(),
        }
    }
}

/// The positions after the moves or events of a position, in the order of generation.
pub(super) fn children<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Position> {
    match game.turn(pos) {
        Turn::Over => Vec::new(),
        Turn::Player(_) => {
            let mut moves = Vec::new();
            game.legal_moves(pos, &mut moves);
            let after = |mv| {
                let mut child = pos.clone();
                game.play(&mut child, mv);
                child
            };
            moves.into_iter().map(after).collect()
        }
        Turn::Chance => {
            let mut events = Vec::new();
            game.events(pos, &mut events);
            let after = |(event, _)| {
                let mut child = pos.clone();
                game.apply_chance(&mut child, event);
                child
            };
            events.into_iter().map(after).collect()
        }
    }
}
