//! Weights of evaluation and policy.

ludex_search::parameters! {
    /// The weights of the policy.
    pub struct PolicyWeights {
        others: 100, 0..=1000, "Hundredths: penalty for lengthening other players' lines; lengthening one's own line counts 100.";
        heat: 12, 1..=1000, "With learnt=0: additional growth of lines that multiplies a placement's prior by e.";
        learnt: 1, 0..=1, "1: priors learnt from the visits of searches; 0: priors from the growth of lines only.";
        tries: 3, 1..=50, "Number of random placements of which a playout plays the best one.";
    }
}

ludex_search::parameters! {
    /// The weights of the evaluation.
    pub struct Weights {
        margin_share: 50, 0..=99, "Hundredths: weight of the margin in a result; the remaining weight is that of winning or losing.";
        spread: 50, 1..=10000, "Margin that changes the odds of winning by a factor of e when no tile is left, in hundredths of a point.";
        spread_tile: 12, 0..=1000, "Increase of `spread` for each tile left, in hundredths of a point.";
        trust: 110, 10..=1000, "Hundredths: exponent applied to the tree's mean results to turn them into win probabilities.";
        optimism: 14, 0..=500, "Log-odds, in hundredths, by which the tree overestimates the player to move.";
        logit: 300, 10..=10000, "Margin in a score that changes the odds of winning by a factor of e, in hundredths of a point.";
    }
}

ludex_search::parameters! {
    /// The parameters of the tree search.
    pub struct TreeParameters {
        exploration: 170, 1..=1000, "Hundredths: weight of placements that were rarely tried (exploration).";
        priors: 1, 0..=1, "1: choose placements by their priors (PUCT); 0: try all placements first (UCT).";
        open_loop: 0, 0..=1, "1: no nodes for draws in the tree (open loop); 0: chance nodes for draws.";
        widening: 100, 0..=10000, "Hundredths: number of draws tried at a chance node after its first visit; 0: all draws at once.";
        widening_exponent: 50, 0..=100, "Hundredths: exponent with which the number of draws tried grows with the visits.";
        exact_tiles: 6, 0..=12, "With an empty bag and at most this many tiles left, an exact search of all lines of play is tried first.";
        playout_plies: 8, 0..=1000, "Number of placements in a playout before the position is evaluated; 1000: play to the end.";
    }
}
