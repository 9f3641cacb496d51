//! The parameters of alpha-beta: reductions, pruning and extensions.

crate::parameters! {
    /// The parameters of reductions, pruning and extensions. Margins are in the evaluator's unit.
    pub struct Parameters {
        aspiration: 40, 5..=1000, "Half the width of the first window around the last score.";
        null_move: 1, 0..=1, "Whether passing is tried.";
        null_base: 3, 1..=6, "Plies that a null move is reduced by.";
        null_divisor: 4, 2..=16, "A null move is reduced by one more ply for each time this many plies of depth.";
        null_margin: 200, 20..=2000, "A null move is reduced by one more ply for each time the score exceeds beta by this much, at most three.";
        reverse_futility_depth: 6, 0..=20, "The greatest depth at which a score far above beta is believed.";
        reverse_futility_margin: 90, 0..=1000, "How far above beta it must be, for each ply of depth.";
        razor_depth: 2, 0..=10, "The greatest depth at which a score far below alpha is left to quiescence.";
        razor_margin: 250, 0..=2000, "How far below alpha it must be, for each ply of depth.";
        futility_depth: 5, 0..=20, "The greatest depth at which quiet moves are skipped that cannot reach alpha.";
        futility_base: 120, 0..=2000, "How far below alpha the score must be.";
        futility_margin: 90, 0..=1000, "How much farther for each ply of depth.";
        late_depth: 6, 0..=20, "The greatest depth at which late quiet moves are skipped.";
        late_base: 6, 1..=100, "How many moves are tried at least.";
        late_growth: 3, 1..=20, "How many more, times the square of the depth.";
        reduction: 1, 0..=1, "Whether late moves are reduced.";
        reduction_base: 50, 0..=300, "Hundredths of a ply that every late move is reduced by.";
        reduction_divisor: 200, 50..=1000, "Hundredths: the product of the logarithms of depth and number is divided by this.";
        reduction_history: 12000, 1000..=100000, "History that changes a reduction by a ply.";
        history_bonus: 24, 1..=200, "What a refutation is worth to its history, times the square of the depth.";
        history_bonus_max: 1800, 100..=16000, "The most that one refutation is worth.";
        internal_reduction: 4, 0..=64, "The least depth at which a node without a move from the table is reduced; 0 is never.";
        danger_extension: 1, 0..=1, "Plies that a node is extended by at which a threat must be answered.";
        quiescence_parries: 0, 0..=64, "The most plies of quiescence in which threats are answered; below them a threat is left to the evaluation.";
        quiescence_plies: 8, 0..=64, "The most plies of quiescence.";
        deeper_entries: 1, 0..=1, "Whether results of deeper searches are taken from the table.";
        early_draws: 1, 0..=1, "Whether the first repetition inside the search counts as a draw.";
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
            early_draws: 0,
            quiescence_parries: Self::default().quiescence_plies,
            ..Self::default()
        }
    }
}
