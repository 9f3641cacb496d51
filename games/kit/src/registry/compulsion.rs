//! Why a player had little choice: the number of legal moves, the moves that prevent an immediate loss, and the rule of the game that
//! applied.

use ludex_search::{Game, Player, Step, Turn};

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::explanation::AppliedRule;

/// At most this many replies are tried. Games with more possibilities are not examined for threats.
const MOST_REPLIES: usize = 200_000;

/// What limited the choice of the player who made a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compulsion {
    /// The number of legal moves.
    pub moves: usize,
    /// The number of moves after which the opponent could not win at once. `None` if it was not counted, if the player could win at once, or
    /// if most of the moves are safe, so that there was no threat.
    pub safe: Option<usize>,
    /// The rule of the game that limited the choice. `None` if there is no such rule.
    pub rule: Option<AppliedRule>,
}

/// Explains why a player had little choice.
pub trait ExplainChoice {
    /// What limits the choice in the current position. `text` is the move that the player makes. `None` if it is not a legal move.
    fn compulsion(&self, text: &str) -> Option<Compulsion>;
}

impl<G: Playable> ExplainChoice for Erased<G> {
    fn compulsion(&self, text: &str) -> Option<Compulsion> {
        let Ok(Step::Move(mv)) = self.game.parse_step(self.now(), text) else {
            return None;
        };
        let moves = self.moves();
        if !moves.contains(&mv) {
            return None;
        }
        Some(Compulsion {
            moves: moves.len(),
            safe: safe_moves(&self.game, self.now(), &moves, mv),
            rule: self.game.offers().commentary.applied_rule(self.now(), mv),
        })
    }
}

/// The number of moves after which the next player cannot win at once, if at most half of the moves are safe and the move that was played
/// is one of them.
fn safe_moves<G: Game>(
    game: &G,
    pos: &G::Position,
    moves: &[G::Move],
    played: G::Move,
) -> Option<usize> {
    let Turn::Player(mover) = game.turn(pos) else {
        return None;
    };
    if game.players() != 2 || moves.len() < 2 {
        return None;
    }
    let mut pos = pos.clone();
    let mut tried = 0;
    let mut n_safe = 0;
    let mut is_played_safe = false;
    for &mv in moves {
        let undo = game.play(&mut pos, mv);
        let is_safe = match game.turn(&pos) {
            Turn::Over if has_won(game, &pos, mover) => return None,
            Turn::Over => Some(!has_won(game, &pos, mover.other())),
            Turn::Player(next) if next != mover => {
                Some(!wins_at_once(game, &mut pos, next, &mut tried))
            }
            Turn::Player(_) | Turn::Chance => None,
        };
        game.undo(&mut pos, mv, undo);
        // After a move of the same player, or before a draw, a single reply decides nothing.
        if is_safe? {
            n_safe += 1;
            is_played_safe |= mv == played;
        }
        if tried > MOST_REPLIES {
            return None;
        }
    }
    let is_threat = 2 * n_safe <= moves.len() && (is_played_safe || n_safe == 0);
    is_threat.then_some(n_safe)
}

/// Whether a player can win with one move. Adds the number of tried moves to `tried`.
fn wins_at_once<G: Game>(
    game: &G,
    pos: &mut G::Position,
    player: Player,
    tried: &mut usize,
) -> bool {
    let mut replies = Vec::new();
    game.legal_moves(pos, &mut replies);
    *tried += replies.len();
    replies.into_iter().any(|reply| {
        let undo = game.play(pos, reply);
        let wins = game.turn(pos) == Turn::Over && has_won(game, pos, player);
        game.undo(pos, reply, undo);
        wins
    })
}

/// Whether a player has won the finished game.
fn has_won<G: Game>(game: &G, pos: &G::Position, player: Player) -> bool {
    game.returns(pos)[player.index()] > 0.0
}
