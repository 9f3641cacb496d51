//! Weights of evaluation and policy.

ludex_search::parameters! {
    /// The weights of the policy.
    pub struct PolicyWeights {
        others: 100, 0..=1000, "Hundredths: cost of growth of other players' lines; growth of the player's line counts 100.";
        heat: 12, 1..=1000, "Growth for which a placement is searched e times as often, if priors depend on growth.";
        learnt: 1, 0..=1, "1: priors learnt from the visits of searches; 0: priors depend on growth only.";
        tries: 3, 1..=50, "Number of placements from which a playout takes the best one.";
    }
}

ludex_search::parameters! {
    /// The weights of the evaluation.
    pub struct Weights {
        margin_share: 50, 0..=99, "Hundredths: weight of the margin in a result, besides winning or losing.";
        spread: 50, 1..=10000, "Expected margin for odds of e when no tile is left, in hundredths of a point.";
        spread_tile: 12, 0..=1000, "Increase of that margin for each tile left, in hundredths of a point.";
        trust: 110, 10..=1000, "Hundredths: power that turns mean results of the tree into chances to win.";
        optimism: 14, 0..=500, "Hundredths of log-odds by which the tree overestimates the player who places.";
        logit: 300, 10..=10000, "Expected margin that changes the odds to win by a factor of e, in hundredths of a point.";
    }
}

ludex_search::parameters! {
    /// The parameters of the tree search.
    pub struct TreeParameters {
        exploration: 170, 1..=1000, "Hundredths: weight of placements that were rarely tried (exploration).";
        priors: 1, 0..=1, "1: choose placements by their priors (PUCT); 0: try all placements first (UCT).";
        open_loop: 0, 0..=1, "1: draws have no nodes in the tree (open loop); 0: they have.";
        widening: 100, 0..=10000, "Hundredths: number of draws of a chance node after its first visit; 0 takes all draws at once.";
        widening_exponent: 50, 0..=100, "Hundredths: how fast the number of draws grows with the visits.";
        exact_tiles: 6, 0..=12, "Number of tiles left, with an empty bag, from which all lines of play are searched exactly first.";
        playout_plies: 8, 0..=1000, "Placements of a playout before the position is evaluated; 1000 plays to the end.";
    }
}
