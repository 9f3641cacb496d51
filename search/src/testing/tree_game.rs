//! A game that is a literal tree (or graph), so that a test can state what a search must find.
//!
//! ```
//! use ludex_search::testing::TreeGame;
//! let tree = TreeGame::parse("a(b(1 -1) ?(3:0.5 1:b(-1 -0.25)))").expect("well-formed");
//! assert_eq!(ludex_search::perft(&tree, &tree.root(), 2), 4);
//! ```
//!
//! - A leaf is a number, the result of player `a` (the other players get the negative), or a list with a number for each player:
//!   `<1,0,-1>`.
//! - `a(…)` to `d(…)` is a choice of that player; `a7(…)` also sets the static score 7, from the view of player `a`.
//! - `?(3:… 1:…)` is a chance node with integer weights.
//! - `name=node` names a node, and `@name` refers to it from anywhere: this makes transpositions and cycles.

mod node;
mod parse;

pub use node::Node;
pub use parse::ParseTreeError;

use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, MAX_PLAYERS, MoveList, Player, Returns, Turn};
use crate::interface::score::Score;
use crate::interface::tactics::Tactics;

/// A literal tree. Its positions are indices of nodes; its moves and events are the indices of children, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeGame {
    nodes: Vec<Node>,
    root: u32,
    players: usize,
    repetition: Option<u32>,
}

impl TreeGame {
    /// Parses the text of a tree.
    pub fn parse(text: &str) -> Result<Self, ParseTreeError> {
        let (nodes, root) = parse::parse(text)?;
        Ok(Self::new(nodes, root))
    }

    /// A tree of these nodes, whose children are indices into the list.
    pub fn new(nodes: Vec<Node>, root: u32) -> Self {
        let players = nodes.iter().map(players_of).max().unwrap_or(2).max(2);
        Self { nodes, root, players, repetition: None }
    }

    /// The same tree, with a draw at the `n`th occurrence of a position.
    #[must_use]
    pub fn with_repetition(mut self, n: u32) -> Self {
        self.repetition = Some(n);
        self
    }

    /// The position at the root.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The node of a position.
    pub fn node(&self, pos: u32) -> &Node {
        &self.nodes[pos as usize]
    }
}

fn players_of(node: &Node) -> usize {
    match node {
        Node::Leaf(returns) => returns.iter().rposition(|&v| v != 0.0).unwrap_or(0) + 1,
        Node::Choice { player, .. } => player.index() + 1,
        Node::Chance(_) => 0,
    }
}

impl Game for TreeGame {
    type Position = u32;
    type Move = u16;
    type Undo = u32;
    type Event = u16;

    const ALTERNATES: bool = false;
    const CHANCE: bool = true;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> u32 {
        self.root
    }

    fn turn(&self, pos: &u32) -> Turn {
        match self.node(*pos) {
            Node::Leaf(_) => Turn::Over,
            Node::Choice { player, .. } => Turn::Player(*player),
            Node::Chance(_) => Turn::Chance,
        }
    }

    fn legal_moves(&self, pos: &u32, out: &mut MoveList<u16>) {
        if let Node::Choice { children, .. } = self.node(*pos) {
            out.extend(0..children.len() as u16);
        }
    }

    fn play(&self, pos: &mut u32, mv: u16) -> u32 {
        let Node::Choice { children, .. } = self.node(*pos) else {
            unreachable!("moves are played at choices only")
        };
        std::mem::replace(pos, children[usize::from(mv)])
    }

    fn undo(&self, pos: &mut u32, _mv: u16, undo: u32) {
        *pos = undo;
    }

    fn returns(&self, pos: &u32) -> Returns {
        match self.node(*pos) {
            Node::Leaf(returns) => *returns,
            _ => [0.0; MAX_PLAYERS],
        }
    }

    fn hash(&self, pos: &u32) -> u64 {
        // The last step of SplitMix64 spreads the index over all bits.
        let mut z = u64::from(*pos).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn repetition(&self) -> Option<u32> {
        self.repetition
    }

    fn events(&self, pos: &u32, out: &mut Vec<(u16, u32)>) -> u32 {
        let Node::Chance(children) = self.node(*pos) else {
            unreachable!("events happen at chance nodes only")
        };
        let weights = children.iter().map(|&(_, weight)| weight);
        out.extend((0..).zip(weights.clone()));
        weights.sum()
    }

    fn apply_chance(&self, pos: &mut u32, event: u16) -> u32 {
        let Node::Chance(children) = self.node(*pos) else {
            unreachable!("events happen at chance nodes only")
        };
        std::mem::replace(pos, children[usize::from(event)].0)
    }

    fn undo_chance(&self, pos: &mut u32, _event: u16, undo: u32) {
        *pos = undo;
    }
}

/// The static scores from the text of a tree, in thousandths of a win.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeEvaluator;

impl Evaluator<TreeGame> for TreeEvaluator {
    fn evaluate(&self, game: &TreeGame, pos: &u32) -> Score {
        match game.node(*pos) {
            Node::Choice { player: Player(0), score, .. } => Score::new(*score),
            Node::Choice { score, .. } => Score::new(-score),
            _ => Score::DRAW,
        }
    }
}

impl Tactics<TreeGame> for TreeEvaluator {
    type NodeInfo = ();

    fn pack(&self, mv: u16) -> u32 {
        u32::from(mv) + 1
    }

    fn unpack(&self, _: &TreeGame, _: &u32, packed: u32) -> Option<u16> {
        packed.checked_sub(1).and_then(|mv| mv.try_into().ok())
    }

    fn history_slots(&self) -> usize {
        64
    }

    fn history_slot(&self, _pos: &u32, mv: u16) -> usize {
        usize::from(mv) % 64
    }
}
