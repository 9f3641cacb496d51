//! Two simple players for comparison: greedy, and flat Monte Carlo.

use ludex_search::{
    Budget, Evaluator, Game, Limits, Line, MoveList, Report, Root, Score, SearchOptions, Searcher,
    StopFlag, Turn,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::evaluation::features::{Prospects, UNITS};
use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;

ludex_search::parameters! {
    /// Parameters of flat Monte Carlo.
    pub struct FlatParameters {
        rollouts: 20, 1..=100000, "Number of random games after every placement.";
    }
}

/// A search that looks one placement ahead.
pub(crate) struct FlatMonteCarlo {
    game: Tantrix,
    options: SearchOptions,
    /// Number of random games after every placement; 0 uses the current margin instead.
    rollouts: i32,
}

impl FlatMonteCarlo {
    pub(crate) fn greedy(game: Tantrix, options: &SearchOptions) -> Self {
        Self { game, options: options.clone(), rollouts: 0 }
    }

    pub(crate) fn new(game: Tantrix, options: &SearchOptions, flatness: FlatParameters) -> Self {
        Self { game, options: options.clone(), rollouts: flatness.rollouts }
    }

    /// The margin of a player on the current board; 0 if all players share the lead.
    fn margin(&self, pos: &Position, player: usize) -> f32 {
        self.game.leads(pos)[player] as f32
    }

    /// The mean margin of up to `rollouts` random games from this position. If the budget allows no game, the current margin.
    fn roll_out(
        &self,
        pos: &Position,
        player: usize,
        rng: &mut Pcg64Mcg,
        budget: &mut Budget<'_>,
    ) -> f32 {
        let (mut total, mut games) = (0.0, 0);
        while games < self.rollouts && !budget.is_spent() {
            let mut pos = pos.clone();
            budget.count_many(play_out(&self.game, &mut pos, rng));
            total += self.margin(&pos, player);
            games += 1;
        }
        if games == 0 {
            return self.margin(pos, player);
        }
        total / games as f32
    }
}

/// Plays uniformly random placements to the end, and returns their number.
pub fn play_out(game: &Tantrix, pos: &mut Position, rng: &mut Pcg64Mcg) -> u64 {
    let mut count = 0;
    loop {
        match game.turn(pos) {
            Turn::Over => return count,
            Turn::Chance => {
                let event = game.sample(pos, rng);
                game.apply_chance(pos, event);
            }
            Turn::Player(_) => {
                let mv = game.random_placement(pos, rng);
                game.play(pos, mv);
                count += 1;
            }
        }
    }
}

impl Searcher<Tantrix> for FlatMonteCarlo {
    fn search(
        &mut self,
        root: &Root<Tantrix>,
        limits: &Limits,
        stop: &StopFlag,
        _: &mut dyn FnMut(&Report<Placement>),
    ) -> Report<Placement> {
        let mut budget = Budget::new(limits, stop, self.options.deterministic);
        let mut rng = Pcg64Mcg::seed_from_u64(self.options.seed ^ self.game.hash(&root.position));
        let player = root.position.to_move().index();
        let mut moves = MoveList::new();
        root.moves(&self.game, &mut moves);
        // The moves are shuffled, so that the choice between equal placements is random.
        for place in (1..moves.len()).rev() {
            moves.swap(place, rng.random_range(0..=place));
        }
        let mut pos = root.position.clone();
        let mut lines: Vec<Line<Placement>> = Vec::new();
        for mv in moves {
            if !lines.is_empty() && budget.is_spent() {
                break;
            }
            let undo = self.game.play(&mut pos, mv);
            budget.count();
            let margin = self.roll_out(&pos, player, &mut rng, &mut budget);
            self.game.undo(&mut pos, mv, undo);
            let score = Score::new((margin * UNITS) as i32);
            lines.push(Line {
                depth: 1,
                nodes: 1 + self.rollouts as u64,
                ..Line::new(vec![mv], score, Prospects::default().wdl(score))
            });
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines.truncate(self.options.multipv.max(1));
        Report { nodes: budget.nodes(), elapsed: budget.elapsed(), ..Report::new(lines, 1) }
    }

    /// The margin on the current board.
    fn evaluate(&self, pos: &Position) -> Option<Score> {
        let margin = self.margin(pos, pos.to_move().index());
        Some(Score::new((margin * UNITS) as i32))
    }

    fn new_game(&mut self) {}
}
