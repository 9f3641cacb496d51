//! Best-reply search proves only immediate wins, because turns are skipped in its tree.

use ludex_search::multiplayer::BestReply;
use ludex_search::{
    Game, Limits, Listed, NoEvaluator, Player, Policy, Root, Searcher, SkipTurn, StopFlag,
};

use super::every_line;
use crate::brute_force;
use crate::games::Nim;
use crate::games::nim::{Position, Take};

/// Nim in which a player may skip a turn, with half of the moves pruned.
#[derive(Clone, Copy)]
struct Careless;

impl Policy<Nim> for Careless {
    fn priors(&self, game: &Nim, pos: &Position, _: Player, out: &mut Vec<(Take, f32)>) -> Listed {
        let mut moves = Vec::new();
        game.legal_moves(pos, &mut moves);
        let kept = moves.len().div_ceil(2);
        out.extend(moves[..kept].iter().map(|&mv| (mv, 1.0)));
        if kept < moves.len() { Listed::Some } else { Listed::All }
    }
}

impl SkipTurn<Nim> for Careless {
    fn skip_turn(&self, _: &Nim, pos: &mut Position) {
        pos.mover = (pos.mover + 1) % Nim::PLAYERS;
    }

    fn undo_skip(&self, _: &Nim, pos: &mut Position, (): ()) {
        pos.mover = (pos.mover + Nim::PLAYERS - 1) % Nim::PLAYERS;
    }
}

#[test]
fn best_reply_is_sure_only_of_what_ends_at_once() {
    let mut n_certain = 0;
    for heaps in
        [[1, 0, 0, 0], [3, 0, 0, 0], [1, 1, 0, 0], [2, 1, 0, 0], [2, 2, 1, 0], [1, 1, 1, 1]]
    {
        let game = Nim { heaps };
        let mut searcher = BestReply::new(game, NoEvaluator, Careless, every_line(1));
        let root = Root::new(game.start());
        let report = searcher.search(&root, &Limits::depth(12), &StopFlag::default(), &mut |_| {});
        let expected = brute_force::move_values(&game, &NoEvaluator, &game.start(), 12);
        for line in &report.lines {
            let (_, found) = expected.iter().find(|(mv, _)| *mv == line.pv[0]).unwrap();
            let value = line.wdl.expectation();
            if value.abs() > 0.999 {
                assert!((value - found[0]).abs() < 1e-6, "{heaps:?}: {value}, not {found:?}");
                n_certain += 1;
            }
        }
    }
    assert!(n_certain >= 2, "{n_certain}");
}
