//! Knowledge of Trax for alpha-beta: attacks, and the turns that may refute them.
//!
//! Every node first looks for a winning turn of the mover, and for attacks of the opponent. Under attack, only refutations are
//! searched, also in quiescence search (at the leaves); a position without attacks counts as quiet and is evaluated statically. Off the
//! principal variation, most leaves have nothing to look for: the ends of the lines that the last turn has made show this.

use ludex_search::{Alarms, Defences, Listed, MoveList, Tactics};

use crate::evaluation::approach::{may_attack, may_win};
use crate::evaluation::refutations::refutations;
use crate::evaluation::threats::{Attacks, attacks, attacks_after, legal_turns};
use crate::rules::face::Face;
use crate::rules::game::Trax;
use crate::rules::position::{Move, Position, Undo};

/// Hints for alpha-beta.
#[derive(Clone, Copy, Debug, Default)]
pub struct AttackTactics;

/// Number of bits of a coordinate in a packed move; larger coordinates wrap around. A wrapped move may be illegal or in another place, so a
/// move from the table is checked before it is used.
const WRAP: u32 = 9;
const HISTORY_WRAP: usize = 64;

impl Tactics<Trax> for AttackTactics {
    type NodeInfo = Attacks;

    fn pack(&self, mv: Move) -> u32 {
        let mask = (1 << WRAP) - 1;
        let (x, y) = (mv.x as u32 & mask, mv.y as u32 & mask);
        ((x << WRAP | y) * 6 + mv.face as u32) + 1
    }

    fn unpack(&self, _: &Trax, _: &Position, packed: u32) -> Option<Move> {
        let number = packed.checked_sub(1)?;
        let place = number / 6;
        let signed = |bits: u32| ((bits << (32 - WRAP)) as i32 >> (32 - WRAP)) as i16;
        (place >> (2 * WRAP) == 0).then(|| Move {
            x: signed(place >> WRAP),
            y: signed(place),
            face: Face::ALL[(number % 6) as usize],
        })
    }

    fn history_slots(&self) -> usize {
        HISTORY_WRAP * HISTORY_WRAP * 6
    }

    #[inline]
    fn history_slot(&self, _: &Position, mv: Move) -> usize {
        let wrapped = |at: i16| at as usize & (HISTORY_WRAP - 1);
        (wrapped(mv.y) * HISTORY_WRAP + wrapped(mv.x)) * 6 + mv.face as usize
    }

    #[inline]
    fn node_info(&self, game: &Trax, pos: &Position) -> Attacks {
        attacks(game, pos)
    }

    #[inline]
    fn node_info_after(
        &self,
        game: &Trax,
        pos: &Position,
        before: &Attacks,
        mv: Option<Move>,
    ) -> Attacks {
        match mv {
            Some(_) => attacks_after(game, pos, before),
            None => before.after_pass().unwrap_or_else(|| attacks(game, pos)),
        }
    }

    #[inline]
    fn alarms_after(&self, _: &Trax, pos: &Position, before: &Attacks, mv: Option<Move>) -> Alarms {
        match mv {
            Some(_) => {
                Alarms { win: !before.dangers.is_empty() || may_win(pos), threat: may_attack(pos) }
            }
            None => Alarms::NONE,
        }
    }

    fn winning_move(&self, _: &Trax, _: &Position, info: &Attacks) -> Option<Move> {
        info.win
    }

    fn candidates(
        &self,
        game: &Trax,
        pos: &Position,
        info: &Attacks,
        out: &mut MoveList<Move>,
    ) -> Listed {
        legal_turns(game, pos, info, out);
        Listed::All
    }

    fn is_quiet(&self, _: &Trax, _: &Position, info: &Attacks, _: Move) -> bool {
        info.dangers.is_empty()
    }

    fn tactical_moves(
        &self,
        game: &Trax,
        pos: &Position,
        info: &Attacks,
        out: &mut MoveList<Move>,
    ) {
        if !info.dangers.is_empty() {
            refutations(game, pos, info, out);
        }
    }

    fn in_danger(&self, info: &Attacks) -> bool {
        !info.dangers.is_empty()
    }

    fn evasions(
        &self,
        game: &Trax,
        pos: &Position,
        info: &Attacks,
        out: &mut MoveList<Move>,
    ) -> Option<Defences> {
        refutations(game, pos, info, out);
        Some(Defences::AllButLost)
    }

    fn null_move(&self, game: &Trax, pos: &mut Position, info: &Attacks) -> Option<Undo> {
        // On a nearly full 8x8 board every turn may be harmful, so a null move would give a score that is too good.
        let crowded = game.options().eight && pos.n_tiles() > 40;
        if !info.dangers.is_empty() || crowded || pos.n_tiles() == 0 {
            return None;
        }
        let undo = Undo::of_event(pos);
        pos.pass();
        Some(undo)
    }

    fn undo_null(&self, _: &Trax, pos: &mut Position, _: Undo) {
        pos.undo_pass();
    }
}
