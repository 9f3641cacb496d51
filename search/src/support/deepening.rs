//! Iterative deepening at the root, for the searches that evaluate one root move after the other. It supports filters and several lines.
//!
//! **Invariant:** A search that has searched its whole tree stops, even if the result is a draw, and sets `Report::is_complete`. The tables
//! may have lost the end of a proven line; `finish.rs` finds it again.

use std::time::Duration;

use crate::interface::game::{Game, MoveList, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::{Line, Proof, ProofResult, Report, Wdl};
use crate::interface::score::Score;
use crate::interface::searcher::Root;
use crate::interface::window::Bound;
use crate::support::budget::Budget;
use crate::support::certain::{BEST, Certain, ResultScale};
use crate::support::occurrences::end_at_a_draw;
use crate::support::rank::{best_first, descending};

/// The depth at which a search without limits ends.
pub(crate) const GREATEST_DEPTH: u32 = 200;

/// How much of the play after a move was searched; earlier variants claim more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Coverage {
    /// Every move that could matter, to the end of the game, with the same result whatever chance brings.
    Sure,
    /// Every move that could matter, to the end of the game.
    All,
    /// The moves that the policy lists, to the end of the game.
    Listed,
    /// Less than that: some lines ended in an evaluation.
    Part,
}

/// The result of searching one root move.
pub(crate) struct RootMoveValue<M, V> {
    pub(crate) value: V,
    /// The utility of the value for the player to move at the root.
    pub(crate) utility: f32,
    /// The line of play after the move.
    pub(crate) replies: Vec<M>,
    /// Whether that line ends the game with the longest possible resistance of the losing player.
    pub(crate) is_finished: bool,
    /// How much of the play after the move was searched.
    pub(crate) seen: Coverage,
    /// Proven bounds of the result of the player to move at the root.
    pub(crate) low: f32,
    pub(crate) high: f32,
    /// The meaning of results.
    pub(crate) scale: ResultScale,
    pub(crate) nodes: u64,
}

impl<M, V> RootMoveValue<M, V> {
    /// A value without any proof.
    pub(crate) fn new(value: V, utility: f32, seen: Coverage, nodes: u64) -> Self {
        Self {
            value,
            utility,
            replies: Vec::new(),
            is_finished: false,
            seen,
            low: f32::NEG_INFINITY,
            high: f32::INFINITY,
            scale: ResultScale::DUEL,
            nodes,
        }
    }

    /// Derives bounds from the value if every line was searched to the end. The search assumes that all other players act against the
    /// player at the root. Opponents who do not cooperate may leave that player a better result, but never a worse one; so with more than
    /// two players the value is only a lower bound. A utility that does not exceed the floor is itself only an upper bound. Results are
    /// between `least` and `greatest`.
    pub(crate) fn bound(&mut self, floor: f32, (least, greatest): (f32, f32), scale: ResultScale) {
        (self.low, self.high, self.scale) = (least, greatest, scale);
        if self.seen > Coverage::Sure {
            return;
        }
        if self.utility > floor {
            self.low = self.utility;
        }
        if scale.is_duel() {
            self.high = self.utility;
        }
    }
}

/// Evaluates root moves. Each search that uses [`Deepening`] implements it.
pub(crate) trait RootMoveEvaluator<M, V> {
    /// Evaluates moves by searching `below` plies after each. Returns fewer results than moves if the budget is spent. If the utility of a
    /// move is at most `floor`, any value up to `floor` may be returned.
    fn evaluate(
        &mut self,
        moves: &[M],
        below: u32,
        floor: f32,
        budget: &mut Budget<'_>,
    ) -> Vec<RootMoveValue<M, V>>;

    /// Whether a floor makes the evaluation faster.
    fn uses_floor(&self) -> bool {
        true
    }

    /// The number of moves to evaluate together against the same floor, after `evaluated` moves; `lines` were requested.
    fn batch(&self, _evaluated: usize, _lines: usize) -> usize {
        1
    }

    /// The number of moves to search `below` plies deep; `moves` are sorted, best first.
    fn kept(&self, _below: u32, moves: &[Ranked<M, V>]) -> usize {
        moves.len()
    }

    /// Extends the part of the tree in which all moves are searched by one ply from the root. Called when all the moves that the policy
    /// lists were searched to the end.
    fn widen(&mut self) {}
}

/// A root move with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked<M, V> {
    /// The move.
    pub mv: M,
    /// Its value for the player who makes it.
    pub value: V,
    /// The utility of the value for that player; negative infinity if the move was not evaluated in time.
    pub utility: f32,
    /// The depth to which the move was searched.
    pub depth: u32,
    /// Whether the utility is exact or a bound. If it is a bound, the value has no meaning.
    pub bound: Bound,
    /// The line of play after the move, up to the next chance event.
    pub replies: Vec<M>,
    /// Nodes spent on the move.
    pub nodes: u64,
    /// How much of the play after the move was searched.
    pub(crate) seen: Coverage,
    /// What is proven about the move.
    pub(crate) certain: Certain,
}

/// The root moves: those searched to the greatest depth first, sorted by their value within a depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking<M, V> {
    /// The moves. Moves that the filters of the value model omitted are missing.
    pub plays: Vec<Ranked<M, V>>,
    /// The depth that was completed.
    pub depth: u32,
    /// Nodes of all moves.
    pub nodes: u64,
    /// The time since the start of the search; zero in deterministic mode.
    pub elapsed: Duration,
    /// The number of threads.
    pub threads: usize,
    /// Whether the search is complete: a longer search would give the same report.
    pub is_complete: bool,
}

/// Settings of the iterative deepening.
pub(crate) struct Deepening {
    /// The number of lines requested.
    pub(crate) lines: usize,
    /// The depth that users see for the first iteration, which evaluates the positions right after the moves.
    pub(crate) first_depth: u32,
    /// Whether the moves already have their values of the first iteration.
    pub(crate) is_evaluated: bool,
    /// End as soon as the filters leave only one move.
    pub(crate) only_choose: bool,
    pub(crate) threads: usize,
}

impl Deepening {
    /// Searches deeper and deeper, until a limit is reached or the search is complete.
    pub(crate) fn run<M: Copy, V>(
        &self,
        moves: Vec<Ranked<M, V>>,
        move_evaluator: &mut dyn RootMoveEvaluator<M, V>,
        limits: &Limits,
        budget: &mut Budget<'_>,
        notify: &mut dyn FnMut(&Ranking<M, V>),
    ) -> Ranking<M, V> {
        let mut ranking = Ranking {
            plays: moves,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            threads: self.threads,
            is_complete: false,
        };
        let last = limits.depth.unwrap_or(GREATEST_DEPTH);
        for below in 0..=last.saturating_sub(self.first_depth) {
            let kept = move_evaluator.kept(below, &ranking.plays);
            if below > 0 && (budget.is_late() || self.only_choose && kept < 2) {
                break;
            }
            if below > 0 || !self.is_evaluated {
                if below == 0 {
                    self.evaluate_some(&mut ranking.plays, move_evaluator, budget);
                }
                if !self.deepen(below, &mut ranking.plays[..kept], move_evaluator, budget) {
                    break;
                }
            }
            ranking.depth = below + self.first_depth;
            let seen = ranking.plays[..kept].iter().map(|play| play.seen).max();
            let is_decided = ranking.is_decided(self.lines);
            ranking.is_complete = is_decided || seen.is_none_or(|seen| seen <= Coverage::All);
            ranking.count(budget);
            notify(&ranking);
            match seen {
                _ if ranking.is_complete => break,
                Some(Coverage::Listed) => move_evaluator.widen(),
                _ => {}
            }
        }
        ranking.count(budget);
        ranking
    }

    /// Evaluates the requested number of moves at the least depth, without any limit, so that each reported line has a real value. Only a
    /// stop can end this early, and only after the first move.
    fn evaluate_some<M: Copy, V>(
        &self,
        plays: &mut [Ranked<M, V>],
        move_evaluator: &mut dyn RootMoveEvaluator<M, V>,
        budget: &mut Budget<'_>,
    ) {
        let never = StopFlag::default();
        for (index, play) in plays.iter_mut().take(self.lines).enumerate() {
            if index > 0 && budget.is_stopped() {
                break;
            }
            let mut free = Budget::new(&Limits::default(), &never, true);
            let evaluated = move_evaluator.evaluate(&[play.mv], 0, f32::NEG_INFINITY, &mut free);
            budget.count_many(free.nodes());
            for known in evaluated {
                play.take(known, f32::NEG_INFINITY, self.depth(0));
            }
        }
        by_worth(plays);
    }

    /// Searches the moves at one depth; returns false if that was interrupted. The moves then keep their old values, except at the first
    /// depth.
    fn deepen<M: Copy, V>(
        &self,
        below: u32,
        plays: &mut [Ranked<M, V>],
        move_evaluator: &mut dyn RootMoveEvaluator<M, V>,
        budget: &mut Budget<'_>,
    ) -> bool {
        let moves: Vec<M> = plays.iter().map(|play| play.mv).collect();
        let mut known_moves = Vec::new();
        let mut utilities = Vec::new();
        while known_moves.len() < moves.len() {
            let first = known_moves.len();
            let batch = move_evaluator.batch(first, self.lines);
            let last = moves.len().min(first.saturating_add(batch));
            let floor = if move_evaluator.uses_floor() {
                self.floor(&mut utilities)
            } else {
                f32::NEG_INFINITY
            };
            for known in move_evaluator.evaluate(&moves[first..last], below, floor, budget) {
                utilities.push(known.utility);
                known_moves.push((known, floor));
            }
            if known_moves.len() < last {
                break;
            }
        }
        let finished = known_moves.len() == moves.len();
        if finished || below == 0 {
            for (play, (known, floor)) in plays.iter_mut().zip(known_moves) {
                play.take(known, floor, self.depth(below));
            }
            // The sort is stable: of equal moves, the one that was evaluated first (and exactly) remains first.
            by_worth(plays);
        }
        finished
    }

    /// The depth of an iteration as users count it, and the number of plies within which the results occur that the iteration proves. The
    /// iteration searches `below` plies after each move. If the moves came with static values, it covers one ply less.
    fn depth(&self, below: u32) -> (u32, u32) {
        (below + self.first_depth, below + u32::from(!self.is_evaluated))
    }

    /// The utility that a move must exceed to be among the requested lines. A lost move sets no floor, because the lost move with the
    /// longest resistance is still to be found.
    fn floor(&self, utilities: &mut [f32]) -> f32 {
        if utilities.len() < self.lines {
            return f32::NEG_INFINITY;
        }
        descending(utilities);
        Some(utilities[self.lines - 1]).filter(|&floor| floor > -BEST).unwrap_or(f32::NEG_INFINITY)
    }
}

/// Sorts moves by utility, the greatest first; then by lower bound, then by upper bound, then by length (the quickest win, the slowest
/// loss), and then by their order so far.
fn by_worth<M, V>(plays: &mut [Ranked<M, V>]) {
    best_first(plays, |play| play.certain.length_preference());
    best_first(plays, |play| f64::from(play.certain.high));
    best_first(plays, |play| f64::from(play.certain.low));
    best_first(plays, |play| f64::from(play.utility));
}

impl<M, V> Ranked<M, V> {
    /// A move with its static value.
    pub(crate) fn new(mv: M, value: V, utility: f32, depth: u32) -> Self {
        Self {
            mv,
            value,
            utility,
            depth,
            bound: Bound::Exact,
            replies: Vec::new(),
            nodes: 0,
            seen: Coverage::Part,
            certain: Certain::nothing(f32::INFINITY),
        }
    }

    fn take(&mut self, known: RootMoveValue<M, V>, floor: f32, (depth, plies): (u32, u32)) {
        self.bound = if known.utility <= floor { Bound::Upper } else { Bound::Exact };
        let mut certain = Certain { low: known.low, high: known.high, plies, scale: known.scale };
        // The result occurs within `plies` plies, but the line that was found may be shorter. The distance of a draw is the length of its
        // line.
        if known.is_finished || certain.result() == Some(ProofResult::Draw) {
            certain.plies = known.replies.len() as u32 + 1;
        }
        // An earlier proof keeps its line unless the new line is shorter: a deeper search may find a longer way to the same result.
        let is_known = self.certain.result().is_some() && certain.result() == self.certain.result();
        if is_known && self.certain.plies <= certain.plies {
            certain.plies = self.certain.plies;
        } else {
            self.replies = known.replies;
        }
        self.certain = certain;
        self.value = known.value;
        self.utility = known.utility;
        self.seen = known.seen;
        self.nodes += known.nodes;
        self.depth = depth;
    }

    /// The line of this move in a report, with its score and probabilities.
    pub(crate) fn line(&self, score: Score, wdl: Wdl) -> Line<M>
    where
        M: Copy,
    {
        let pv = [&[self.mv], self.replies.as_slice()].concat();
        Line {
            bound: self.bound,
            depth: self.depth,
            nodes: self.nodes,
            ..Line::new(pv, score, wdl)
        }
    }

    /// Whether the move was searched, or its value is known without a search.
    fn is_evaluated(&self) -> bool {
        self.utility > f32::NEG_INFINITY
    }
}

impl<M, V> Ranking<M, V> {
    /// The best move; `None` if there is no move.
    pub fn best(&self) -> Option<&Ranked<M, V>> {
        self.plays.first()
    }

    /// The moves to report if `lines` lines are requested. Moves that were not evaluated are left out, except the first one.
    pub(crate) fn shown(&self, lines: usize) -> impl Iterator<Item = &Ranked<M, V>> {
        let plays = self.plays.iter().take(lines).enumerate();
        plays.filter(|(index, play)| *index == 0 || play.is_evaluated()).map(|(_, play)| play)
    }

    /// The proof for the position, on the assumption that these are all of its moves.
    pub(crate) fn proof(&self) -> Option<Proof> {
        let first = self.plays.first()?.certain;
        let proof = self.certain().proof()?;
        match proof.result {
            // With several winning moves, the distance is that of the first one in the list.
            ProofResult::Win => first.proof().filter(|first| first.result == proof.result),
            ProofResult::Draw => Some(Proof { plies: first.plies, ..proof }),
            ProofResult::Loss => Some(proof),
        }
    }

    /// The interval of the position's result: the player to move takes the best move. A lost position has the length of the longest
    /// resistance.
    fn certain(&self) -> Certain {
        let worst = Certain {
            low: f32::NEG_INFINITY,
            high: f32::NEG_INFINITY,
            plies: 0,
            scale: self.plays.first().map_or(ResultScale::DUEL, |play| play.certain.scale),
        };
        self.plays.iter().fold(worst, |best, play| Certain {
            low: best.low.max(play.certain.low),
            high: best.high.max(play.certain.high),
            plies: best.plies.max(play.certain.plies),
            ..best
        })
    }

    /// Whether the results of the position and of every requested line are proven.
    fn is_decided(&self, lines: usize) -> bool {
        let mut lines = self.plays.iter().take(lines);
        self.certain().is_exact() && lines.all(|play| play.certain.is_exact())
    }

    /// A report of these lines. A draw or a loss is proven only if `is_whole` is true, which means that the moves are all the legal moves.
    pub(crate) fn report_lines(&self, lines: Vec<Line<M>>, is_whole: bool) -> Report<M> {
        Report {
            nodes: self.nodes,
            elapsed: self.elapsed,
            threads: self.threads,
            proof: self.proof().filter(|proof| is_whole || proof.result == ProofResult::Win),
            is_complete: self.is_complete,
            ..Report::new(lines, self.depth)
        }
    }

    fn count(&mut self, budget: &Budget<'_>) {
        self.nodes = budget.nodes();
        self.elapsed = budget.elapsed();
    }
}

/// Whether the game is over after this line of play.
pub(crate) fn ends_the_game<G: Game>(game: &G, mut pos: G::Position, play: &[G::Move]) -> bool {
    for &mv in play {
        // A line contains no chance events and ends at the first one.
        if !matches!(game.turn(&pos), Turn::Player(_)) {
            return false;
        }
        game.play(&mut pos, mv);
    }
    game.turn(&pos) == Turn::Over
}

/// The line of play after a root move, up to a draw by repetition, and whether the line ends the game without a repetition.
pub(crate) fn replies<G: Game>(
    game: &G,
    root: &Root<G>,
    first: G::Move,
    play: &[G::Move],
) -> (Vec<G::Move>, bool) {
    let mut line = [&[first], play].concat();
    let is_drawn = end_at_a_draw(game, root, &mut line);
    let is_finished = !is_drawn && ends_the_game(game, root.position.clone(), &line);
    line.remove(0);
    (line, is_finished)
}

/// The moves of a root, not yet evaluated.
pub(crate) fn unevaluated<G: Game, V: Default>(
    game: &G,
    root: &Root<G>,
) -> Vec<Ranked<G::Move, V>> {
    let mut moves = MoveList::new();
    root.moves(game, &mut moves);
    let unseen = |mv| Ranked::new(mv, V::default(), f32::NEG_INFINITY, 0);
    moves.into_iter().map(unseen).collect()
}
