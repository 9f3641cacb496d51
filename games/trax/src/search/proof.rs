//! Two proof searches: the attacker tries either every turn or only attacks. Against an attack, the defender tries only turns that may
//! refute it.

use ludex_search::proof::ProofMoves;
use ludex_search::{Defences, Game, MoveList};

use crate::evaluation::approach::may_attack;
use crate::evaluation::refutations::refutations;
use crate::evaluation::threats::attacks;
use crate::rules::game::Trax;
use crate::rules::position::{Move, Position};

/// Tries every turn of the attacker, so that a win with a quiet first turn is found too. Attacking turns come first.
#[derive(Clone, Copy, Debug, Default)]
pub struct EveryTurn;

/// Tries only attacks: turns after which the attacker threatens to win with the next turn. It searches deeper in the same time.
#[derive(Clone, Copy, Debug, Default)]
pub struct AttacksOnly;

/// Appends the turns that create an attack, and returns the others. One attack in a hundred is missed by [`may_attack`] and counts as
/// quiet.
fn split(game: &Trax, pos: &Position, out: &mut MoveList<Move>) -> Vec<Move> {
    let mut legal = MoveList::new();
    game.legal_moves(pos, &mut legal);
    let mut child = pos.clone();
    let (mut attacking, mut quiet) = (Vec::new(), Vec::new());
    for mv in legal {
        let undo = game.play(&mut child, mv);
        let n_dangers = if child.ending().is_some() || !may_attack(&child) {
            0
        } else {
            let attacks = attacks(game, &child);
            if attacks.win.is_some() { 0 } else { attacks.n_dangers }
        };
        game.undo(&mut child, mv, undo);
        if n_dangers > 0 {
            attacking.push((n_dangers, mv));
        } else {
            quiet.push(mv);
        }
    }
    // Try first the attacks with the most winning turns: they leave the fewest answers.
    attacking.sort_by_key(|&(n_dangers, _)| std::cmp::Reverse(n_dangers));
    out.extend(attacking.into_iter().map(|(_, mv)| mv));
    quiet
}

/// The defender's moves. Called only if the defender has no immediate win.
fn evasions(game: &Trax, pos: &Position, out: &mut MoveList<Move>) -> Defences {
    let found = attacks(game, pos);
    if found.dangers.is_empty() {
        game.legal_moves(pos, out);
        Defences::All
    } else {
        refutations(game, pos, &found, out);
        Defences::AllButLost
    }
}

impl ProofMoves<Trax> for EveryTurn {
    const COMPLETE: bool = false;

    fn immediate_win(&self, game: &Trax, pos: &Position) -> Option<Move> {
        attacks(game, pos).win
    }

    fn or_moves(&self, game: &Trax, pos: &Position, out: &mut MoveList<Move>) {
        let quiet = split(game, pos, out);
        out.extend(quiet);
    }

    fn and_moves(&self, game: &Trax, pos: &Position, out: &mut MoveList<Move>) -> Defences {
        evasions(game, pos, out)
    }
}

impl ProofMoves<Trax> for AttacksOnly {
    const COMPLETE: bool = false;

    fn immediate_win(&self, game: &Trax, pos: &Position) -> Option<Move> {
        attacks(game, pos).win
    }

    fn or_moves(&self, game: &Trax, pos: &Position, out: &mut MoveList<Move>) {
        split(game, pos, out);
    }

    fn and_moves(&self, game: &Trax, pos: &Position, out: &mut MoveList<Move>) -> Defences {
        evasions(game, pos, out)
    }
}
