//! The searches that support the game.

use ludex_kit::SearchKind;
use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
use ludex_search::mcts::{Mcts, MctsOptions};

use super::evaluation::Lead;
use super::rules::game::Einstein;

const EVALUATORS: &[&str] = &["lead"];

/// Every search; the first is the default.
pub(super) static ALL: [SearchKind<Einstein>; 2] = [
    SearchKind::new("expectimax", "expectiminimax over the rolls", |game, chosen| {
        let options =
            ExpectimaxOptions { search: chosen.options.clone(), ..ExpectimaxOptions::default() };
        Box::new(Expectimax::new(*game, ByEvaluator::new(Lead), options))
    })
    .with_evaluators(|_| EVALUATORS),
    SearchKind::new("mcts", "Monte-Carlo tree search", |game, chosen| {
        let options = MctsOptions { search: chosen.options.clone(), ..MctsOptions::default() };
        Box::new(Mcts::new(*game, Lead, options))
    })
    .with_evaluators(|_| EVALUATORS),
];
