//! Hints for alpha-beta: [`Tactics`].

use crate::interface::game::hash_of;
use crate::interface::game::{Game, MoveList};
use crate::interface::policy::Listed;
use crate::interface::score::Score;

/// Against what a list of a player's moves in danger is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Defences {
    /// Every legal move is listed.
    All,
    /// A legal move that is not listed ends the game as a loss, or the opponent wins with the very next move. That is so by
    /// the position alone: a draw by repetition that is [due](crate::DrawsDue) comes before that reply, and the search adds
    /// the moves that make one.
    AllButLost,
}

/// What alpha-beta may know about a game beyond its rules. Every method has a default that knows nothing; [packing](Self::pack)
/// and [slots](Self::history_slot) have slow ones.
pub trait Tactics<G: Game>: Send + Sync {
    /// What is found out about a node once, before its moves are looked at: threats, captures, pins.
    type NodeInfo: Default;

    /// A move as a number that is not zero, for the transposition table.
    fn pack(&self, mv: G::Move) -> u32 {
        hash_of(&mv) as u32 | 1
    }

    /// The move of a number that [`pack`](Self::pack) made, perhaps in another position: it may be illegal in this one.
    fn unpack(&self, game: &G, pos: &G::Position, packed: u32) -> Option<G::Move> {
        let mut moves = MoveList::new();
        if packed != 0 {
            game.legal_moves(pos, &mut moves);
        }
        moves.into_iter().find(|&mv| self.pack(mv) == packed)
    }

    /// The number of slots that [`history_slot`](Self::history_slot) uses.
    fn history_slots(&self) -> usize {
        256
    }

    /// Where the history of this move is kept; moves that do the same in different positions share a slot.
    fn history_slot(&self, _pos: &G::Position, mv: G::Move) -> usize {
        hash_of(&mv) as usize % self.history_slots()
    }

    /// Looks at a node once.
    fn node_info(&self, _game: &G, _pos: &G::Position) -> Self::NodeInfo {
        Self::NodeInfo::default()
    }

    /// A move that wins at once, if the node's info has one. It must never be wrong; it may be incomplete.
    fn winning_move(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
    ) -> Option<G::Move> {
        None
    }

    /// Whether a position is at rest: no move wins at once, and nothing must be answered. What is found of others
    /// teaches an evaluation nothing.
    fn is_at_rest(&self, game: &G, pos: &G::Position) -> bool {
        let info = self.node_info(game, pos);
        self.winning_move(game, pos, &info).is_none() && !self.in_danger(&info)
    }

    /// The exact score of a position that the game knows to its end, or nothing; `depth` plies would be searched otherwise,
    /// so a game knows how much looking it up may cost. It depends on nothing else but the position.
    fn known_score(&self, _game: &G, _pos: &G::Position, _depth: i32) -> Option<Score> {
        None
    }

    /// Appends the best play of a position that is [`known_score`](Self::known_score), as far as it is known.
    fn known_line(&self, _game: &G, _pos: &G::Position, _out: &mut MoveList<G::Move>) {}

    /// The order of moves before any history: higher first. It is added to three histories, each of which lies within
    /// ±[`HISTORY_MAX`](crate::support::ordering::HISTORY_MAX).
    fn order(&self, _game: &G, _pos: &G::Position, _info: &Self::NodeInfo, _mv: G::Move) -> i32 {
        0
    }

    /// Appends the moves that an inner node looks at, at least one, and says whether these are all the legal ones. A game
    /// may leave out what is hardly ever good: where all the moves looked at are proven to lose, the node tries the others
    /// too, so that no proof rests on the choice. The root always looks at all.
    fn candidates(
        &self,
        game: &G,
        pos: &G::Position,
        _info: &Self::NodeInfo,
        out: &mut MoveList<G::Move>,
    ) -> Listed {
        game.legal_moves(pos, out);
        Listed::All
    }

    /// Whether a move is quiet: quiet moves are reduced, pruned and counted in the history.
    fn is_quiet(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
        _mv: G::Move,
    ) -> bool {
        true
    }

    /// By how much more than others a late move is reduced, in hundredths of a ply: moves that are rarely good.
    fn reduction(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
        _mv: G::Move,
    ) -> i32 {
        0
    }

    /// Appends the moves of quiescence. In danger, where standing pat is not allowed, these are the evasions.
    fn tactical_moves(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
        _out: &mut MoveList<G::Move>,
    ) {
    }

    /// Whether the player to move must answer a threat now: no null move, no pruning, no standing pat; extended.
    fn in_danger(&self, _info: &Self::NodeInfo) -> bool {
        false
    }

    /// Where the player to move is in danger and has no [winning move](Self::winning_move): appends the moves that may defend,
    /// and says against what they are complete. Appends nothing, and says nothing, if the game cannot tell.
    fn evasions(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
        _out: &mut MoveList<G::Move>,
    ) -> Option<Defences> {
        None
    }

    /// Passes the turn, where the game consents to a null move here.
    fn null_move(
        &self,
        _game: &G,
        _pos: &mut G::Position,
        _info: &Self::NodeInfo,
    ) -> Option<G::Undo> {
        None
    }

    /// Takes back a null move.
    fn undo_null(&self, _game: &G, _pos: &mut G::Position, _undo: G::Undo) {}
}

/// Knows nothing but the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoTactics;

impl<G: Game> Tactics<G> for NoTactics {
    type NodeInfo = ();
}
