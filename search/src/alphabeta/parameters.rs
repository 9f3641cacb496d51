//! The parameters of alpha-beta: reductions, pruning and extensions.

crate::parameters! {
    /// The parameters of reductions, pruning and extensions. Margins are in the evaluator's unit.
    pub struct Parameters {
        aspiration: 40, 5..=1000, "Half the width of the first aspiration window around the last score.";
        null_move: 1, 0..=1, "Whether the null move is tried.";
        null_base: 3, 1..=6, "Plies by which a null move is reduced.";
        null_divisor: 4, 2..=16, "Plies of depth for each further ply of a null-move reduction.";
        null_margin: 200, 20..=2000, "Excess of the score over beta for each further ply of a null-move reduction; at most three plies.";
        reverse_futility_depth: 6, 0..=20, "Greatest depth of reverse futility pruning, which accepts a score far above beta.";
        reverse_futility_margin: 90, 0..=1000, "Margin of reverse futility pruning above beta, for each ply of depth.";
        razor_depth: 2, 0..=10, "Greatest depth of razoring, which leaves a score far below alpha to quiescence search.";
        razor_margin: 250, 0..=2000, "Margin of razoring below alpha, for each ply of depth.";
        futility_depth: 5, 0..=20, "Greatest depth of futility pruning, which skips quiet moves that cannot reach alpha.";
        futility_base: 120, 0..=2000, "Margin of futility pruning below alpha.";
        futility_margin: 90, 0..=1000, "Additional margin of futility pruning for each ply of depth.";
        late_depth: 6, 0..=20, "Greatest depth of late-move pruning, which skips late quiet moves.";
        late_base: 6, 1..=100, "Least number of moves tried before late-move pruning.";
        late_growth: 3, 1..=20, "Additional moves tried before late-move pruning: this number times the square of the depth.";
        reduction: 1, 0..=1, "Whether late moves are reduced.";
        reduction_base: 50, 0..=300, "Reduction of every late move, in hundredths of a ply.";
        reduction_divisor: 200, 50..=1000, "Divisor of the product of the logarithms of depth and move number, in hundredths.";
        reduction_history: 12000, 1000..=100000, "History score that changes a reduction by one ply.";
        history_bonus: 24, 1..=200, "History bonus of a refutation, multiplied by the square of the depth.";
        history_bonus_max: 1800, 100..=16000, "Greatest history bonus of a refutation.";
        internal_reduction: 4, 0..=64, "Least depth at which a node without a table move is reduced by one ply; 0 turns it off.";
        danger_extension: 1, 0..=1, "Plies by which a node is extended if a threat must be answered.";
        quiescence_parries: 0, 0..=64, "Greatest number of plies of quiescence search in which threats are answered; later threats are left to the evaluation.";
        quiescence_plies: 8, 0..=64, "Greatest number of plies of quiescence search.";
        deeper_entries: 1, 0..=1, "Whether a table entry from a deeper search may replace a search.";
        guesses: 1, 0..=1, "Whether nodes off the principal variation may rely on a fast guess at what the last move has made possible.";
        early_draws: 1, 0..=1, "Whether the first repetition within the search counts as a draw.";
    }
}

impl Parameters {
    /// Parameters for which every depth gives the score of plain negamax with the same quiescence search: no reductions, pruning or
    /// extensions, and no scores from another depth.
    pub fn sound() -> Self {
        Self {
            null_move: 0,
            reverse_futility_depth: 0,
            razor_depth: 0,
            futility_depth: 0,
            late_depth: 0,
            reduction: 0,
            internal_reduction: 0,
            danger_extension: 0,
            deeper_entries: 0,
            guesses: 0,
            early_draws: 0,
            quiescence_parries: Self::default().quiescence_plies,
            ..Self::default()
        }
    }
}
