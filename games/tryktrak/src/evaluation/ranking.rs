//! The plays of a roll by their static values: what the inner loops of play, search and rollouts do.
//!
//! Where only the best few are wanted the pruning network puts all plays in order first, each by the few counts that it changes, and
//! only those ahead get a full evaluation. CITE: the pruning networks of GNU Backgammon serve the same end.

use super::inputs;
use super::networks::{Buffers, Networks};
use super::outcome::Outcome;
use crate::rules::board::Board;
use crate::rules::movegen::{self, Reached};
use crate::rules::moves::Play;
use ludex_learn::Active;

/// A play with its static value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged<V> {
    /// The play.
    pub play: Play,
    /// The checkers after it, in the view of the player who made it.
    pub board: Board,
    /// What it is worth to him.
    pub value: V,
    /// By what he chooses: higher is better.
    pub utility: f32,
    /// By what he chooses among plays of the same utility.
    pub equity: f32,
}

/// What a play is worth to the player who makes it.
#[derive(Clone, Copy, Debug)]
pub struct PlayValue<V> {
    /// Its static value.
    pub value: V,
    /// By what he chooses.
    pub utility: f32,
    /// The equity for money without the cube: by what he chooses where the utility is the same, as before a double that is
    /// passed anyway.
    pub equity: f32,
}

/// Buffers of one thread.
#[derive(Clone, Debug, Default)]
pub struct RankingScratch {
    buffers: Buffers,
    reached: Vec<Reached>,
    /// What the pruning network says of the plays, worst for the opponent first, and which they are.
    shortlist: Vec<(f32, u32)>,
    changes: Vec<Active>,
    sums: Vec<f32>,
    evaluations: u64,
}

impl RankingScratch {
    /// The buffers of single evaluations.
    pub fn buffers(&mut self) -> &mut Buffers {
        &mut self.buffers
    }

    /// The full evaluations since this was last asked.
    pub fn take_evaluations(&mut self) -> u64 {
        std::mem::take(&mut self.evaluations)
    }
}

/// Which plays get a full evaluation, where the pruning network puts them in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortlist {
    /// How many at most.
    most: usize,
    /// How far behind the first, in logits of the pruning network.
    within: f32,
    /// Whether in races, too, which the pruning network knows less well.
    prunes_races: bool,
}

impl Shortlist {
    /// To find about the best play, whose value measures luck. Standard errors of rollouts are 5 % greater than by the five
    /// plays that [`best`](Self::best) looks at (0.0088 and 0.0084, 648 games of the opening, 2026-11-23), for fewer evaluations.
    pub const NEARLY_BEST: Self = Self { most: 4, within: 0.1, prunes_races: true };

    /// To find the best so many plays. Where one is wanted, what is far behind the first is hardly ever the best: six plays within so
    /// much are 12 % fewer evaluations than the five that are first, and lose the same 0.9 thousandths (50,000 rolls, 2026-11-25).
    pub fn best(keep: usize) -> Self {
        let (spare, within) = if keep == 1 { (5, 0.12) } else { (4, f32::INFINITY) };
        Self { most: keep.saturating_add(spare), within, prunes_races: false }
    }
}

impl Networks {
    /// Appends the plays of a roll by static value, best first; of those that the pruning network leaves out of the shortlist,
    /// none. `judge` values the board after a play, which it sees like the opponent, for the player who made the play.
    pub fn rank<V>(
        &self,
        board: Board,
        dice: (u8, u8),
        shortlist: Shortlist,
        scratch: &mut RankingScratch,
        mut judge: impl FnMut(Board, &mut Buffers) -> PlayValue<V>,
        out: &mut Vec<Judged<V>>,
    ) {
        let mut reached = std::mem::take(&mut scratch.reached);
        reached.clear();
        movegen::plays(board, dice, &mut reached);
        let is_pruned = shortlist.prunes_races || !board.is_race();
        if reached.len() > shortlist.most && is_pruned {
            self.prune_plays(board, &reached, scratch);
            let ordered = &mut scratch.shortlist;
            ordered.select_nth_unstable_by(shortlist.most - 1, |a, b| a.0.total_cmp(&b.0));
            ordered.truncate(shortlist.most);
            let first = ordered.iter().map(|play| play.0).fold(f32::MAX, f32::min);
            ordered.retain(|play| play.0 - first <= shortlist.within);
            // In the order of the generator, so that equal values fall out alike whatever was left out.
            ordered.sort_unstable_by_key(|entry| entry.1);
        } else {
            scratch.shortlist.clear();
            scratch.shortlist.extend((0..reached.len() as u32).map(|index| (0.0, index)));
        }
        // All plays lie near the board before them, and so do those of other rolls.
        self.stay_near(board.flipped(), &mut scratch.buffers);
        let first = out.len();
        for &(_, index) in &scratch.shortlist {
            let Reached { board, play } = reached[index as usize];
            let PlayValue { value, utility, equity } = judge(board.flipped(), &mut scratch.buffers);
            out.push(Judged { play, board, value, utility, equity });
        }
        scratch.buffers.leave();
        scratch.evaluations += scratch.shortlist.len() as u64;
        out[first..].sort_by(|a, b| {
            let by_utility = b.utility.total_cmp(&a.utility);
            by_utility.then_with(|| b.equity.total_cmp(&a.equity))
        });
        scratch.reached = reached;
    }

    /// What the pruning network says of each play: the opponent's share, so lower is better.
    fn prune_plays(&self, board: Board, reached: &[Reached], scratch: &mut RankingScratch) {
        let pruning_net = self.pruning_net();
        let before = board.flipped();
        scratch.changes.clear();
        inputs::pruning_inputs(before, &mut scratch.changes);
        scratch.sums.resize(pruning_net.hidden(), 0.0);
        pruning_net.accumulate(&scratch.changes, &mut scratch.sums);
        scratch.shortlist.clear();
        for (index, reached) in reached.iter().enumerate() {
            scratch.changes.clear();
            inputs::pruning_changes(before, reached.board.flipped(), &mut scratch.changes);
            let mut share = [0.0];
            pruning_net.logits(&scratch.sums, &scratch.changes, &mut share);
            scratch.shortlist.push((share[0], index as u32));
        }
    }
}

impl Networks {
    /// The plays of a roll by cubeless equity for money, best first, as [`rank`](Self::rank) gives them.
    pub fn rank_cubeless(
        &self,
        board: Board,
        dice: (u8, u8),
        keep: usize,
        scratch: &mut RankingScratch,
        out: &mut Vec<Judged<Outcome>>,
    ) {
        let judge = |after: Board, buffers: &mut Buffers| {
            let outcome = self.evaluate(after, buffers).flipped();
            let equity = outcome.money_equity();
            PlayValue { value: outcome, utility: equity, equity }
        };
        self.rank(board, dice, Shortlist::best(keep), scratch, judge, out);
    }
}
