//! What searches find in games of self-play, for the fit of the evaluation.

use ludex_kit::Notation;
use ludex_kit::support::tree_strap::{TreeStrap, TreeStrapOptions};
use ludex_search::{Bound, Stateless};
use ludex_trax::Trax;
use ludex_trax::evaluation::features::LineEndsEvaluator;
use ludex_trax::evaluation::threats;
use ludex_trax::search::searches;
use ludex_trax::search::tactics::AttackTactics;

#[test]
fn findings_are_of_quiet_positions_of_games_and_trees_and_come_back_from_a_seed() {
    let player = TreeStrap {
        game: Trax::new(),
        evaluator: Stateless(LineEndsEvaluator::default()),
        tactics: AttackTactics,
        parameters: searches::parameters(),
    };
    let options = TreeStrapOptions { nodes: 400, random_plies: 4 };
    let play = |index| player.play(options, 7, index);
    let findings: Vec<_> = (0..4).flat_map(play).collect();
    assert_eq!(findings, (0..4).flat_map(play).collect::<Vec<_>>());
    for finding in &findings {
        let pos = player.game.parse_position(&finding.position).unwrap();
        let attacks = threats::attacks(&player.game, &pos);
        assert!(attacks.win.is_none() && attacks.dangers.is_empty(), "{finding:?}");
        let score = finding.score;
        assert!(!score.is_win() && !score.is_loss() && finding.depth > 0, "{finding:?}");
        assert!(finding.result.is_none_or(|result| (0.0..=1.0).contains(&result)));
    }
    assert!(findings.iter().any(|finding| finding.result.is_some()));
    assert!(findings.iter().any(|finding| finding.bound != Bound::Exact));
}
