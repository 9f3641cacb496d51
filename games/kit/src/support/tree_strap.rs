//! Training positions from search trees of self-play games. The evaluation learns from the search result of every node of the tree,
//! and not only from those of the positions played in the game.
//!
//! CITE: Joel Veness, David Silver, William Uther, Alan Blair, "Bootstrapping from game tree search", NIPS 2009.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::support::random;
use ludex_search::{
    Bound, IncrementalEvaluator, Limits, MoveList, ProofResult, Returns, Root, Score,
    SearchOptions, Searcher, Step, StopFlag, Tactics, Turn, Wdl,
};
use rand::RngExt;

use crate::interface::notation::Notation;

/// Hash table size of a search, in MiB: enough for some thousand nodes.
const HASH_MIB: usize = 2;
/// The longest game. The results of longer games are not used.
const MOST_PLIES: usize = 120;
/// One quiet move in this many is chosen at random, so that games with the same opening differ.
const STRAY: u32 = 30;
/// By depth of the subtree: one node in this many is kept (0: none). Shallow nodes are frequent, so fewer of them are kept.
const KEPT: [u64; 5] = [0, 0, 6, 2, 1];

/// The search result of a position without an immediate win or threat.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The position.
    pub position: String,
    /// Depth of the search below it, in plies.
    pub depth: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The score for the player to move.
    pub score: Score,
    /// The result of the game for the player to move, 0 to 1, if the position occurred in the game.
    pub result: Option<f32>,
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct TreeStrapOptions {
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// Maximum number of random plies at the start.
    pub random_plies: u32,
}

/// A game with its evaluation, and what alpha-beta needs besides.
pub struct TreeStrap<G, E, T> {
    /// The rules.
    pub game: G,
    /// The evaluation that plays.
    pub evaluator: E,
    /// Hints for the search.
    pub tactics: T,
    /// Parameters of the search.
    pub parameters: Parameters,
}

/// An evaluator that records the search results of quiet positions.
struct Listener<'a, G, E, T> {
    player: &'a TreeStrap<G, E, T>,
    heard: Mutex<BTreeMap<u64, Finding>>,
}

impl<G: Notation + Clone, E: IncrementalEvaluator<G>, T: Tactics<G> + Clone> TreeStrap<G, E, T> {
    /// Plays a game and returns the search results. All randomness comes from the stream (seed, index).
    pub fn play(&self, options: TreeStrapOptions, seed: u64, index: u64) -> Vec<Finding> {
        let mut rng = random::stream(seed, index);
        let listener = Listener { player: self, heard: Mutex::default() };
        let search_options = SearchOptions { hash_mib: HASH_MIB, ..SearchOptions::default() };
        let mut search =
            AlphaBeta::new(self.game.clone(), &listener, self.tactics.clone(), search_options)
                .with_parameters(self.parameters);
        let n_random = rng.random_range(1..=options.random_plies.max(1)) as usize;
        let mut root = Root::new(self.game.start());
        let (mut findings, mut played) = (Vec::new(), Vec::new());
        let mut legal = MoveList::new();
        let mut first = None;
        for ply in 0..MOST_PLIES {
            let Turn::Player(mover) = self.game.turn(&root.position) else {
                first = Some(f32::midpoint(self.game.returns(&root.position)[0], 1.0));
                break;
            };
            let quiet = self.tactics.is_at_rest(&self.game, &root.position);
            let mv = if ply < n_random || quiet && rng.random_range(0..STRAY) == 0 {
                // The result of the game says nothing about positions before a random move.
                findings.extend(played.drain(..).map(|(_, finding)| finding));
                legal.clear();
                self.game.legal_moves(&root.position, &mut legal);
                legal[rng.random_range(0..legal.len())]
            } else {
                let limits = Limits::nodes(options.nodes);
                let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| ());
                let mut heard = listener.take();
                heard.remove(&self.game.hash(&root.position));
                findings.extend(heard.into_values());
                if let Some(proof) = report.proof {
                    let wins = (proof.result == ProofResult::Win) == (mover.index() == 0);
                    let is_draw = proof.result == ProofResult::Draw;
                    first = Some(if is_draw { 0.5 } else { f32::from(wins) });
                    break;
                }
                let line = &report.lines[0];
                if quiet && !line.score.is_win() && !line.score.is_loss() {
                    let finding = Finding {
                        position: self.game.write_position(&root.position),
                        depth: report.depth as i32,
                        bound: Bound::Exact,
                        score: line.score,
                        result: None,
                    };
                    played.push((mover.index(), finding));
                }
                line.pv[0]
            };
            self.game.play(&mut root.position, mv);
        }
        findings.extend(played.into_iter().map(|(mover, mut finding)| {
            finding.result = first.map(|first| if mover == 0 { first } else { 1.0 - first });
            finding
        }));
        findings
    }
}

impl<G: Notation, E, T> Listener<'_, G, E, T> {
    fn take(&self) -> BTreeMap<u64, Finding> {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *heard)
    }
}

impl<G: Notation + Clone, E: IncrementalEvaluator<G>, T: Tactics<G> + Clone> IncrementalEvaluator<G>
    for &Listener<'_, G, E, T>
{
    type State = E::State;

    fn fresh(&self, game: &G, pos: &G::Position) -> E::State {
        self.player.evaluator.fresh(game, pos)
    }

    fn after(
        &self,
        state: &E::State,
        game: &G,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        undo: &G::Undo,
    ) -> E::State {
        self.player.evaluator.after(state, game, pos, step, undo)
    }

    fn after_null(&self, state: &E::State, game: &G, pos: &G::Position) -> E::State {
        self.player.evaluator.after_null(state, game, pos)
    }

    fn evaluate(&self, state: &E::State, game: &G, pos: &G::Position) -> Score {
        self.player.evaluator.evaluate(state, game, pos)
    }

    fn hear(&self, game: &G, pos: &G::Position, found: Score, bound: Bound, depth: i32) {
        let one_in = KEPT[(depth.max(0) as usize).min(KEPT.len() - 1)];
        let hash = game.hash(pos);
        let is_kept = one_in > 0 && (hash >> 24).is_multiple_of(one_in);
        if !is_kept
            || found.is_win()
            || found.is_loss()
            || !self.player.tactics.is_at_rest(game, pos)
        {
            return;
        }
        let finding = Finding {
            position: game.write_position(pos),
            depth,
            bound,
            score: found,
            result: None,
        };
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let known = heard.entry(hash).or_insert_with(|| finding.clone());
        if known.depth <= depth {
            *known = finding;
        }
    }

    fn returns_of_chance(&self, state: &E::State, game: &G, pos: &G::Position) -> Returns {
        self.player.evaluator.returns_of_chance(state, game, pos)
    }

    fn greatest(&self) -> Score {
        self.player.evaluator.greatest()
    }

    fn wdl(&self, score: Score) -> Wdl {
        self.player.evaluator.wdl(score)
    }

    fn wdl_at(&self, game: &G, pos: &G::Position, score: Score) -> Wdl {
        self.player.evaluator.wdl_at(game, pos, score)
    }
}
