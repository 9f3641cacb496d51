//! The true results of a position, by the rules alone.

use std::collections::HashMap;

use super::graph::{Distances, Graph};
use super::rules::{DrawnNext, Rules};
use crate::interface::game::{Game, Player, Turn};
use crate::interface::searcher::Root;

/// The position that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Root,
    /// The position after a move of the root, by its index.
    After(usize),
}

/// Answers questions about a root and the positions after its moves. If few positions can follow, all of them are searched. Otherwise a
/// question searches only the plies that it needs, and has no answer if this takes too long.
pub(super) struct Truth<'a, G: Game> {
    game: &'a G,
    rules: Rules,
    root: G::Position,
    moves: Vec<G::Move>,
    drawn: DrawnNext,
    whole: Option<WholeTruth>,
    known: HashMap<(u64, Player), Forced>,
    /// Earlier answers; `None` if the limits did not allow one.
    answers: HashMap<(Place, Player, u32), Option<bool>>,
    /// The number of moves left for the current answer.
    left: u64,
    /// The number of moves for each question.
    effort: u64,
}

/// The greatest number of plies of a question, unless every position is known.
const DEEPEST: u32 = 60;

/// The number of plies within which a win can be forced, and within which it cannot, as far as known.
#[derive(Clone, Copy, Default)]
struct Forced {
    within: Option<u32>,
    not_within: Option<u32>,
}

/// The results of every position.
struct WholeTruth {
    graph: Graph,
    /// By player.
    wins: Vec<Distances>,
    losses: Vec<Distances>,
}

impl WholeTruth {
    fn new(graph: Graph, rules: &Rules) -> Self {
        let wins: Vec<_> = rules.players().map(|player| graph.wins(rules, player)).collect();
        let losses = rules.players().map(|player| {
            let others = rules.players().filter(|&other| !rules.is_same_side(other, player));
            let others: Vec<_> = others.map(|other| wins[other.index()].clone()).collect();
            graph.losses(rules, player, &others)
        });
        let losses = losses.collect();
        Self { graph, wins, losses }
    }

    fn node(&self, place: Place) -> usize {
        match place {
            Place::Root => 0,
            Place::After(number) => self.graph.after(number),
        }
    }
}

impl<'a, G: Game> Truth<'a, G> {
    /// The truth about a root; `effort` limits the number of positions, and of moves for an answer.
    pub(super) fn new(game: &'a G, rules: Rules, root: &Root<G>, effort: usize) -> Self {
        let drawn = DrawnNext::new(game, root);
        let graph = Graph::new(game, &root.position, &drawn, effort);
        let mut moves = Vec::new();
        game.legal_moves(&root.position, &mut moves);
        Self {
            game,
            rules,
            root: root.position.clone(),
            moves,
            drawn,
            whole: graph.map(|graph| WholeTruth::new(graph, &rules)),
            known: HashMap::new(),
            answers: HashMap::new(),
            left: 0,
            effort: effort as u64,
        }
    }

    /// The index of a legal move.
    pub(super) fn number(&self, mv: G::Move) -> Option<usize> {
        self.moves.iter().position(|&other| other == mv)
    }

    /// The legal moves of the root, by index.
    pub(super) fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Whether all positions that can follow the root are known.
    pub(super) fn is_whole(&self) -> bool {
        self.whole.is_some()
    }

    /// Whether this player can force a win within this number of plies, whatever all others do; `None` if unknown.
    pub(super) fn wins_within(&mut self, place: Place, player: Player, plies: u32) -> Option<bool> {
        if let Some(whole) = &self.whole {
            let distance = whole.wins[player.index()][whole.node(place)];
            return Some(distance.is_some_and(|distance| distance <= plies));
        }
        if plies > DEEPEST {
            return None;
        }
        if let Some(&answer) = self.answers.get(&(place, player, plies)) {
            return answer;
        }
        self.left = self.effort;
        let answer = self.compute(place, player, plies);
        self.answers.insert((place, player, plies), answer);
        answer
    }

    fn compute(&mut self, place: Place, player: Player, plies: u32) -> Option<bool> {
        let mut pos = self.root.clone();
        if let Place::After(number) = place {
            self.game.play(&mut pos, self.moves[number]);
            if self.drawn.holds(self.game, &pos) {
                return Some(false);
            }
        }
        self.forces(&pos, player, plies)
    }

    /// Whether this player has lost within this number of plies, however they resist.
    pub(super) fn loses_within(
        &mut self,
        place: Place,
        player: Player,
        plies: u32,
    ) -> Option<bool> {
        if let Some(whole) = &self.whole {
            let distance = whole.losses[player.index()][whole.node(place)];
            return Some(distance.is_some_and(|distance| distance <= plies));
        }
        let rules = self.rules;
        let others = rules.players().filter(|&other| !rules.is_same_side(other, player));
        let mut answers = others.map(|other| self.wins_within(place, other, plies));
        if rules.is_duel() {
            return answers.next()?;
        }
        // Several players may lose together although none of the others is certain to win.
        answers.any(|answer| answer == Some(true)).then_some(true)
    }

    fn forces(&mut self, pos: &G::Position, player: Player, plies: u32) -> Option<bool> {
        let turn = self.game.turn(pos);
        match turn {
            Turn::Over => return Some(self.rules.is_won(&self.game.returns(pos), player)),
            Turn::Player(_) if plies == 0 => return Some(false),
            _ => {}
        }
        let key = (self.game.hash(pos), player);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.within.is_some_and(|least| least <= plies) {
            return Some(true);
        }
        if known.not_within.is_some_and(|most| plies <= most) {
            return Some(false);
        }
        let (own, below) = match turn {
            Turn::Player(mover) => (self.rules.is_same_side(mover, player), plies - 1),
            _ => (false, plies),
        };
        let answer = self.forces_by_a_child(pos, player, own, below)?;
        let entry = self.known.entry(key).or_default();
        if answer {
            entry.within = Some(plies);
        } else {
            entry.not_within = Some(plies);
        }
        Some(answer)
    }

    /// Whether one child (if the choice is the player's own) or every child is won within the remaining plies.
    fn forces_by_a_child(
        &mut self,
        pos: &G::Position,
        player: Player,
        own: bool,
        below: u32,
    ) -> Option<bool> {
        let children = super::graph::children(self.game, pos);
        // Immediate results are checked first.
        let depths = if own && below > 0 { &[0, below][..] } else { &[below] };
        for &depth in depths {
            for child in &children {
                self.left = self.left.checked_sub(1)?;
                let forced =
                    !self.drawn.holds(self.game, child) && self.forces(child, player, depth)?;
                if forced == own {
                    return Some(own);
                }
            }
        }
        Some(!own)
    }
}
