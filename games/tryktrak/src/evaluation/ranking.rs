//! Ranks the plays of a roll by static value: the inner loop of play, search and rollouts.
//!
//! If only the best few plays are needed, the small pruning network sorts all plays first, and only the best of them get a full evaluation.
//! The pruning network is fast because each play changes only a few of its inputs. CITE: the pruning networks of GNU Backgammon serve the
//! same purpose.

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
    /// The board after it, from the view of the player who made it.
    pub board: Board,
    /// Its value for that player.
    pub value: V,
    /// Primary sort key: higher is better.
    pub utility: f32,
    /// Secondary sort key, for plays of equal utility.
    pub equity: f32,
}

/// The value of a play for the player who makes it.
#[derive(Clone, Copy, Debug)]
pub struct PlayValue<V> {
    /// Its static value.
    pub value: V,
    /// Primary sort key.
    pub utility: f32,
    /// Secondary sort key: the money equity without a cube. It decides if utilities are equal, for example because the opponent will pass a
    /// double after each of the plays.
    pub equity: f32,
}

/// Buffers of one thread.
#[derive(Clone, Debug, Default)]
pub struct RankingScratch {
    buffers: Buffers,
    reached: Vec<Reached>,
    /// The plays selected by the pruning network: its output for each play, and the index of the play.
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

    /// The number of full evaluations since the last call.
    pub fn take_evaluations(&mut self) -> u64 {
        std::mem::take(&mut self.evaluations)
    }
}

/// How many plays get a full evaluation after the pruning network has sorted them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortlist {
    /// Maximum number of plays that get a full evaluation.
    most: usize,
    /// Maximum distance of these plays from the first, in log-odds of the pruning network.
    within: f32,
    /// Whether to prune in races too, for which the pruning network is less reliable.
    prunes_races: bool,
}

impl Shortlist {
    /// Finds approximately the best play. This is enough to measure luck. Standard errors of rollouts are 5 % larger than with the five
    /// plays of [`best`](Self::best) (0.0088 and 0.0084, 648 games from the opening, 2026-11-23), but fewer evaluations are needed.
    pub const NEARLY_BEST: Self = Self { most: 4, within: 0.1, prunes_races: true };

    /// Finds the best `keep` plays. To find only one, up to six plays within 0.12 of the first are evaluated. This needs 12 % fewer
    /// evaluations than always evaluating the first five plays, and the chosen plays are equally good: on average, 0.9 thousandths of a
    /// point is lost either way (50,000 rolls, 2026-11-25).
    pub fn best(keep: usize) -> Self {
        let (spare, within) = if keep == 1 { (5, 0.12) } else { (4, f32::INFINITY) };
        Self { most: keep.saturating_add(spare), within, prunes_races: false }
    }
}

impl Networks {
    /// Appends the plays of a roll sorted by static value, best first. Plays not selected by the pruning network are left out. `judge`
    /// receives the board after a play from the opponent's view, and returns its value for the player who made the play.
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
            // Restore the order of the move generator, so that ties are resolved independently of pruning.
            ordered.sort_unstable_by_key(|entry| entry.1);
        } else {
            scratch.shortlist.clear();
            scratch.shortlist.extend((0..reached.len() as u32).map(|index| (0.0, index)));
        }
        // All boards after a play are similar to the board before it.
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

    /// Runs the pruning network on each play. It predicts the opponent's share, so lower is better.
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
    /// Appends the plays of a roll sorted by money equity without a cube, best first, as in [`rank`](Self::rank).
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
