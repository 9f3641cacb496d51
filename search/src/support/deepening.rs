//! The root of the searches that judge one move after the other: iterative deepening, with filters and several lines.

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

/// How much of the play behind a move was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Coverage {
    /// Every move that could matter, to the end of the game, which is the same whatever chance brings.
    Sure,
    /// Every move that could matter, to the end of the game.
    All,
    /// What the policy lists, to the end of the game.
    Listed,
    /// Not all that far.
    Part,
}

/// What a search says of a move of the root.
pub(crate) struct RootMoveValue<M, V> {
    pub(crate) value: V,
    /// What the value is worth to the player who moves at the root.
    pub(crate) utility: f32,
    /// The play after the move.
    pub(crate) replies: Vec<M>,
    /// Whether that ends the game, and is the longest resistance of the player who loses.
    pub(crate) is_finished: bool,
    /// What it was evaluated by.
    pub(crate) seen: Coverage,
    /// Between what the player's result must lie.
    pub(crate) low: f32,
    pub(crate) high: f32,
    /// What results mean.
    pub(crate) scale: ResultScale,
    pub(crate) nodes: u64,
}

impl<M, V> RootMoveValue<M, V> {
    /// A judgement of which nothing is certain.
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

    /// Draws the bounds that follow if all players work against the one at the root, with results between
    /// `least` and `greatest`: others who do not unite may leave him more than they must, but never less. What is no better
    /// than the floor is but a bound.
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

/// The part of a search that differs: evaluating moves of the root.
pub(crate) trait RootMoveEvaluator<M, V> {
    /// Evaluates moves by looking at `below` plies after each; the answers end where the budget does. Of a move that is not
    /// worth more than `floor` no more need be said.
    fn evaluate(
        &mut self,
        moves: &[M],
        below: u32,
        floor: f32,
        budget: &mut Budget<'_>,
    ) -> Vec<RootMoveValue<M, V>>;

    /// Whether a floor saves work.
    fn uses_floor(&self) -> bool {
        true
    }

    /// How many moves are evaluated together against the same floor, after so many; `lines` are asked for.
    fn batch(&self, _evaluated: usize, _lines: usize) -> usize {
        1
    }

    /// How many of the moves, which come best first, are looked at `below` plies after them.
    fn kept(&self, _below: u32, moves: &[Ranked<M, V>]) -> usize {
        moves.len()
    }

    /// Lets everybody look at all moves one ply further away from the root: nothing is left to be seen among those that
    /// the policy lists.
    fn widen(&mut self) {}
}

/// A move of the root with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked<M, V> {
    /// The move.
    pub mv: M,
    /// Its value for the player who makes it.
    pub value: V,
    /// What the value is worth to him; negative infinity if there was no time to look.
    pub utility: f32,
    /// The depth at which it was valued.
    pub depth: u32,
    /// What is known about the utility. If it is but a bound, the value means nothing.
    pub bound: Bound,
    /// The play after it, up to the next chance event.
    pub replies: Vec<M>,
    /// Nodes spent on it.
    pub nodes: u64,
    /// What the value rests on.
    pub(crate) seen: Coverage,
    /// What is certain of it.
    pub(crate) certain: Certain,
}

/// The moves of a position: those that were looked at most deeply first, and of these the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking<M, V> {
    /// The moves; those that a filter of the value model left out are missing.
    pub plays: Vec<Ranked<M, V>>,
    /// The depth that was finished.
    pub depth: u32,
    /// Nodes in all.
    pub nodes: u64,
    /// The time since the search began; zero in deterministic mode.
    pub elapsed: Duration,
    /// Threads at work.
    pub threads: usize,
    /// Whether nothing is left to be seen: a longer search would say the same.
    pub is_complete: bool,
}

/// How the deepening goes.
pub(crate) struct Deepening {
    /// How many lines are asked for.
    pub(crate) lines: usize,
    /// What users call the depth at which moves are evaluated by the evaluation right behind them.
    pub(crate) first_depth: u32,
    /// Whether the moves come with their values at the first depth.
    pub(crate) is_evaluated: bool,
    /// End as soon as a single move is left.
    pub(crate) only_choose: bool,
    pub(crate) threads: usize,
}

impl Deepening {
    /// Evaluates moves deeper and deeper, until a limit is reached or there is nothing more to see.
    pub(crate) fn run<M: Copy, V>(
        &self,
        moves: Vec<Ranked<M, V>>,
        move_evaluator: &mut dyn RootMoveEvaluator<M, V>,
        limits: &Limits,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Ranking<M, V>),
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
            tell(&ranking);
            match seen {
                _ if ranking.is_complete => break,
                Some(Coverage::Listed) => move_evaluator.widen(),
                _ => {}
            }
        }
        ranking.count(budget);
        ranking
    }

    /// Evaluates as many moves as are asked for at the least depth whatever it costs, so that a value is never made up. Only a
    /// stop ends it, after the first one.
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

    /// Evaluates the moves at one depth; false if that was broken off. They are then as they were, but at the first depth.
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
            // Stable: of equal moves the one that was evaluated first, and exactly, stays first.
            by_worth(plays);
        }
        finished
    }

    /// The depth so many plies below the moves, and the plies that are seen to the end there: the values that moves come with
    /// take one from it.
    fn depth(&self, below: u32) -> (u32, u32) {
        (below + self.first_depth, below + u32::from(!self.is_evaluated))
    }

    /// What a move must be worth more than to be among those that are asked for. Lost moves are no measure: which of them
    /// resists the longest is still to be found.
    fn floor(&self, utilities: &mut [f32]) -> f32 {
        if utilities.len() < self.lines {
            return f32::NEG_INFINITY;
        }
        descending(utilities);
        Some(utilities[self.lines - 1]).filter(|&floor| floor > -BEST).unwrap_or(f32::NEG_INFINITY)
    }
}

/// The moves of the greatest utility first; of equal ones those that are worth the most at least, then those that may be worth
/// more than that, then the quickest of certain wins and the slowest of certain losses, and of these the earlier.
fn by_worth<M, V>(plays: &mut [Ranked<M, V>]) {
    best_first(plays, |play| play.certain.haste());
    best_first(plays, |play| f64::from(play.certain.high));
    best_first(plays, |play| f64::from(play.certain.low));
    best_first(plays, |play| f64::from(play.utility));
}

impl<M, V> Ranked<M, V> {
    /// A move with its value before any search.
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
        // Within that many plies it was certain; the play that was seen may need less. A draw has no other distance.
        if known.is_finished || certain.result() == Some(ProofResult::Draw) {
            certain.plies = known.replies.len() as u32 + 1;
        }
        // What was certain before is reported with its play, unless the new play is shorter: a deeper search need not hurry.
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

    /// A line of it, with the score and the chances that it stands for.
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

    /// Whether a search has looked at it, or its value is known without one.
    fn is_evaluated(&self) -> bool {
        self.utility > f32::NEG_INFINITY
    }
}

impl<M, V> Ranking<M, V> {
    /// The best move, unless there is none.
    pub fn best(&self) -> Option<&Ranked<M, V>> {
        self.plays.first()
    }

    /// The moves that a report shows, of so many that were asked for: those that were evaluated, but one in any case.
    pub(crate) fn shown(&self, lines: usize) -> impl Iterator<Item = &Ranked<M, V>> {
        let plays = self.plays.iter().take(lines).enumerate();
        plays.filter(|(index, play)| *index == 0 || play.is_evaluated()).map(|(_, play)| play)
    }

    /// What is proven of the position, if these are all of its moves: the player makes the first.
    pub(crate) fn proof(&self) -> Option<Proof> {
        let first = self.plays.first()?.certain;
        let proof = self.certain().proof()?;
        match proof.result {
            // Another move may be sure to win some of what the first one may bring.
            ProofResult::Win => first.proof().filter(|first| first.result == proof.result),
            ProofResult::Draw => Some(Proof { plies: first.plies, ..proof }),
            ProofResult::Loss => Some(proof),
        }
    }

    /// Between what the result must lie: the player takes the best. What is lost is so after the longest resistance.
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

    /// Whether the result of the position is certain, and that of every line that was asked for.
    fn is_decided(&self, lines: usize) -> bool {
        let mut lines = self.plays.iter().take(lines);
        self.certain().is_exact() && lines.all(|play| play.certain.is_exact())
    }

    /// A report of these lines. Only if the moves are all that there are, `is_whole`, more than a win is proven.
    pub(crate) fn told(&self, lines: Vec<Line<M>>, is_whole: bool) -> Report<M> {
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

/// Whether the game is over after this play.
pub(crate) fn ends_the_game<G: Game>(game: &G, mut pos: G::Position, play: &[G::Move]) -> bool {
    for &mv in play {
        // Events are left out of a play, and end it.
        if !matches!(game.turn(&pos), Turn::Player(_)) {
            return false;
        }
        game.play(&mut pos, mv);
    }
    game.turn(&pos) == Turn::Over
}

/// The play after a move of the root, up to a draw by repetition, and whether it ends the game by itself.
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

/// The moves of a root, before any was looked at.
pub(crate) fn unevaluated<G: Game, V: Default>(
    game: &G,
    root: &Root<G>,
) -> Vec<Ranked<G::Move, V>> {
    let mut moves = MoveList::new();
    root.moves(game, &mut moves);
    let unseen = |mv| Ranked::new(mv, V::default(), f32::NEG_INFINITY, 0);
    moves.into_iter().map(unseen).collect()
}
