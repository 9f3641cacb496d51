//! Weights of evaluation and policy.

ludex_search::parameters! {
    /// The weights of the policy.
    pub struct PolicyWeights {
        others: 100, 0..=1000, "Hundredths: what the growth of the others' lines costs, where growth of the own counts 100.";
        heat: 12, 1..=1000, "Growth of squares for which a placement is looked at e times as often, if priors go by growth.";
        learnt: 1, 0..=1, "Whether priors are those learnt from the visits of searches, or go by growth alone.";
        tries: 3, 1..=50, "Placements of which a playout takes the one that looks best.";
    }
}

ludex_search::parameters! {
    /// The weights of the evaluation.
    pub struct Weights {
        margin_share: 50, 0..=99, "Hundredths: how much a margin counts in a result, beside winning or losing.";
        spread: 50, 1..=10000, "Hundredths of a point of expected margin for odds of e, when no tile is left.";
        spread_tile: 12, 0..=1000, "The same, more for each tile left.";
        trust: 110, 10..=1000, "Hundredths: the power of the mean results of the tree that gives the chances to win.";
        optimism: 14, 0..=500, "Hundredths of log odds that the tree promises too much to who places.";
        logit: 300, 10..=10000, "Hundredths of a point of expected margin that change the odds to win by a factor of e.";
    }
}

ludex_search::parameters! {
    /// The parameters of the tree search.
    pub struct TreeParameters {
        exploration: 170, 1..=1000, "Hundredths: the weight of what was tried seldom.";
        priors: 1, 0..=1, "Whether placements are weighed by their priors (PUCT) or all tried first (UCT).";
        open_loop: 0, 0..=1, "Whether draws are met without nodes of their own.";
        widening: 100, 0..=10000, "Hundredths: draws of a chance node after its first visit; 0 takes all at once.";
        widening_exponent: 50, 0..=100, "Hundredths: how fast their number grows with the visits.";
        exact_tiles: 6, 0..=12, "Tiles left, the bag being empty, at which every line of play is tried first.";
        playout_plies: 8, 0..=1000, "Placements of a playout before the position is judged; 1000 plays to the end.";
    }
}
