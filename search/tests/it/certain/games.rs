//! Random games, and all the results that max^n can give in them: a full search considers every choice among equal moves.

use std::collections::HashMap;

use ludex_search::testing::{Node, TreeEvaluator, TreeGame, effort};
use ludex_search::{Evaluator, Game, History, MAX_PLAYERS, Player, Returns, Root, Score, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A random game with its settings.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) game: TreeGame,
    /// Positions that were played before the root.
    history: Vec<u32>,
    /// The result of a draw by repetition for each player.
    drawn: Returns,
    pub(super) evaluator: Summed,
    pub(super) has_chance: bool,
}

/// The evaluator of a tree whose results add up to a constant.
#[derive(Clone, Copy)]
pub(super) struct Summed(pub(super) Option<f32>);

impl Evaluator<TreeGame> for Summed {
    fn evaluate(&self, game: &TreeGame, pos: &u32) -> Score {
        Evaluator::evaluate(&TreeEvaluator, game, pos)
    }

    /// Evaluations are as extreme as possible, and wrong.
    fn returns(&self, game: &TreeGame, pos: &u32) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        let winner = *pos as usize % game.players();
        returns[..game.players()].fill(-1.0);
        returns[winner] = 1.0;
        returns
    }

    fn total(&self, _: &TreeGame) -> Option<f32> {
        self.0
    }
}

/// How random games are generated.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    chance: bool,
    cycles: bool,
    /// Whether one player wins and all others lose, or all share; otherwise any results may occur.
    lone_winner: bool,
}

fn leaf(rng: &mut Pcg64, players: usize, kind: Kind) -> Node {
    let mut returns = [0.0; MAX_PLAYERS];
    if players == 2 {
        let value = [-1.0, 0.0, 0.5, 1.0][rng.random_range(0..4)];
        (returns[0], returns[1]) = (value, -value);
    } else if kind.lone_winner {
        returns[..players].fill(share(players));
        if rng.random_range(0..6) > 0 {
            returns[..players].fill(-1.0);
            returns[rng.random_range(0..players)] = 1.0;
        }
    } else {
        for value in &mut returns[..players] {
            *value = [-1.0, -1.0, 0.0, 0.5, 1.0][rng.random_range(0..5)];
        }
    }
    Node::Leaf(returns)
}

fn share(players: usize) -> f32 {
    2.0 / players as f32 - 1.0
}

impl Case {
    /// A game whose positions can be reached in several ways, and whose moves may have equal results.
    fn random(rng: &mut Pcg64, kind: Kind) -> Self {
        let players = rng.random_range(2..=4);
        let n_leaves: u32 = rng.random_range(4..8);
        let n_inner: u32 = rng.random_range(2..if kind.cycles { 5 } else { 9 });
        let mut nodes: Vec<Node> = (0..n_leaves).map(|_| leaf(rng, players, kind)).collect();
        for index in n_leaves..n_leaves + n_inner {
            let count = rng.random_range(1..=3);
            let is_last = index + 1 == n_leaves + n_inner;
            let is_chance = kind.chance && !is_last && rng.random_range(0..4) == 0;
            let child = |rng: &mut Pcg64| {
                // Only a player's move may lead to a later node, so every cycle contains a player's move.
                if kind.cycles && !is_chance && rng.random_range(0..3) == 0 {
                    return rng.random_range(n_leaves..n_leaves + n_inner);
                }
                // Mostly chooses recently built positions, so that games last some plies.
                let least = if rng.random_range(0..3) > 0 { index.saturating_sub(3) } else { 0 };
                rng.random_range(least..index)
            };
            let children: Vec<u32> = (0..count).map(|_| child(rng)).collect();
            nodes.push(if is_chance {
                Node::Chance(children.into_iter().map(|child| (child, 1)).collect())
            } else {
                let player = Player(rng.random_range(0..players) as u8);
                Node::Choice { player, score: 0, children }
            });
        }
        // Makes sure that the last player takes part: at least one leaf gives that player a result other than 0.
        if let Node::Leaf(returns) = &mut nodes[0]
            && players > 2
            && returns[players - 1] == 0.0
        {
            returns[players - 1] = 0.5;
        }
        let (mut root, mut history) = (n_leaves + n_inner - 1, Vec::new());
        if kind.cycles {
            for _ in 0..rng.random_range(0..4) {
                let next = match &nodes[root as usize] {
                    Node::Choice { children, .. } => children[rng.random_range(0..children.len())],
                    _ => break,
                };
                if !matches!(nodes[next as usize], Node::Choice { .. }) {
                    break;
                }
                history.push(root);
                root = next;
            }
        }
        let mut game = TreeGame::new(nodes, root);
        if kind.cycles {
            game = game.with_repetition(rng.random_range(2..=3));
        }
        let players = game.players();
        let total =
            if players == 2 { Some(0.0) } else { kind.lone_winner.then_some(2.0 - players as f32) };
        let mut drawn = [0.0; MAX_PLAYERS];
        if kind.lone_winner {
            drawn[..players].fill(share(players));
        }
        Self { game, history, drawn, evaluator: Summed(total), has_chance: kind.chance }
    }

    pub(super) fn root(&self) -> Root<TreeGame> {
        let line = [&self.history[..], &[self.game.root()]].concat();
        let mut history = History::new(&self.game, line[0]);
        for step in line.windows(2) {
            let Node::Choice { children, .. } = self.game.node(step[0]) else {
                unreachable!("a game goes on at choices")
            };
            let mv = children.iter().position(|&child| child == step[1]);
            history.play(&self.game, mv.expect("a move leads there") as u16);
        }
        history.root()
    }

    pub(super) fn mover(&self) -> Player {
        match self.game.turn(&self.game.root()) {
            Turn::Player(mover) => mover,
            _ => unreachable!("the root is a choice"),
        }
    }

    fn truth(&self) -> Option<Truth<'_>> {
        let mut past: HashMap<u32, u32> = HashMap::new();
        for &pos in &self.history {
            *past.entry(pos).or_default() += 1;
        }
        let drawn_at = self.game.repetition();
        if drawn_at.is_some_and(|times| past.values().any(|&count| count >= times)) {
            return None; // The game was over before.
        }
        let mut truth = Truth { case: self, past, known: HashMap::new(), patience: 200_000 };
        let root = self.game.root();
        *truth.past.entry(root).or_default() += 1;
        if drawn_at.is_some_and(|times| truth.past[&root] >= times) {
            return None;
        }
        (0..truth.n_moves(root)).try_for_each(|mv| truth.after(root, mv).map(|_| ()))?;
        Some(truth)
    }
}

/// Every result that max^n can give, for any choice among equal moves: of positions, or of games if positions repeat.
pub(super) struct Truth<'a> {
    case: &'a Case,
    past: HashMap<u32, u32>,
    known: HashMap<u32, Vec<Returns>>,
    patience: u32,
}

impl Truth<'_> {
    pub(super) fn n_moves(&self, pos: u32) -> u16 {
        self.case.game.count_moves(&pos) as u16
    }

    /// The possible results after a move; `None` if that takes too long.
    pub(super) fn after(&mut self, pos: u32, mv: u16) -> Option<Vec<Returns>> {
        let mut child = pos;
        self.case.game.play(&mut child, mv);
        self.of(child)
    }

    fn of(&mut self, pos: u32) -> Option<Vec<Returns>> {
        self.patience = self.patience.checked_sub(1)?;
        let game = &self.case.game;
        if game.turn(&pos) == Turn::Over {
            return Some(vec![game.returns(&pos)]);
        }
        let Some(times) = game.repetition() else {
            if let Some(known) = self.known.get(&pos) {
                return Some(known.clone());
            }
            let found = self.below(pos)?;
            self.known.insert(pos, found.clone());
            return Some(found);
        };
        let count = self.past.entry(pos).or_default();
        *count += 1;
        let found = if *count >= times { Some(vec![self.case.drawn]) } else { self.below(pos) };
        *self.past.get_mut(&pos).unwrap() -= 1;
        found
    }

    pub(super) fn below(&mut self, pos: u32) -> Option<Vec<Returns>> {
        let children = match self.case.game.node(pos) {
            Node::Choice { children, .. } => children.clone(),
            Node::Chance(children) => children.iter().map(|&(child, _)| child).collect(),
            Node::Leaf(_) => unreachable!("leaves are over"),
        };
        let lists: Vec<_> =
            children.into_iter().map(|child| self.of(child)).collect::<Option<_>>()?;
        let Turn::Player(mover) = self.case.game.turn(&pos) else {
            return means(&lists);
        };
        // A result may be chosen if the other moves can all turn out to be no better.
        let own = mover.index();
        let worst =
            |list: &Vec<Returns>| list.iter().map(|all| all[own]).fold(f32::INFINITY, f32::min);
        let mut found: Vec<Returns> = Vec::new();
        for (index, list) in lists.iter().enumerate() {
            let others = lists.iter().enumerate().filter(|&(other, _)| other != index);
            let floor = others.map(|(_, list)| worst(list)).fold(f32::NEG_INFINITY, f32::max);
            found.extend(list.iter().filter(|all| all[own] >= floor));
        }
        few(found)
    }
}

/// Removes duplicates; `None` if there are too many results.
fn few(mut found: Vec<Returns>) -> Option<Vec<Returns>> {
    found.sort_by(|a, b| a.partial_cmp(b).unwrap());
    found.dedup();
    (found.len() <= 200).then_some(found)
}

/// The means of all combinations.
fn means(lists: &[Vec<Returns>]) -> Option<Vec<Returns>> {
    let mut sums = vec![[0.0; MAX_PLAYERS]];
    for list in lists {
        let pairs = sums.iter().flat_map(|sum| list.iter().map(move |all| (sum, all)));
        sums = few(pairs.map(|(sum, all)| std::array::from_fn(|i| sum[i] + all[i])).collect())?;
    }
    let n = lists.len() as f32;
    Some(sums.into_iter().map(|sum| sum.map(|value| value / n)).collect())
}

/// Every kind of random game.
const KINDS: [Kind; 5] = [
    Kind { chance: false, cycles: false, lone_winner: false },
    Kind { chance: false, cycles: false, lone_winner: true },
    Kind { chance: true, cycles: false, lone_winner: true },
    Kind { chance: false, cycles: true, lone_winner: true },
    Kind { chance: true, cycles: true, lone_winner: false },
];

/// Runs `check` on `number` random games of every kind, multiplied by [`effort`].
pub(super) fn for_cases(seed: u64, number: u32, mut check: impl FnMut(&Case, &mut Truth<'_>, u64)) {
    let number = number * effort() as u32;
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut n_checked = 0;
    for _ in 0..number {
        for kind in KINDS {
            let case = Case::random(&mut rng, kind);
            if let Some(mut truth) = case.truth() {
                check(&case, &mut truth, rng.random());
                n_checked += 1;
            }
        }
    }
    assert!(n_checked > 3 * number, "{n_checked} of {number}");
}
