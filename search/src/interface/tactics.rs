//! Game-specific knowledge for alpha-beta: [`Tactics`].
//!
//! **Invariant:** A list of defences says which moves it may omit ([`Defences`]). If it omits moves that lose to the opponent's next move,
//! the search adds the omitted moves that make a draw by repetition (`search/tests/it/defences.rs`). Alpha-beta tries every move that its
//! [`Tactics`] omitted before it scores a position as lost.

use crate::interface::game::hash_of;
use crate::interface::game::{Game, MoveList};
use crate::interface::policy::Listed;
use crate::interface::score::Score;

/// Which moves a list of defensive moves may omit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Defences {
    /// Every legal move is listed.
    All,
    /// Every legal move that is not listed loses: it ends the game as a loss, or the opponent wins with the next move. This holds for the
    /// position alone. A draw by repetition that is [due](crate::DrawsDue) would come before the opponent's reply, so the search adds the
    /// moves that lead to one.
    AllButLost,
}

/// What a move may have made possible, by a fast guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarms {
    /// The player to move may win at once.
    pub win: bool,
    /// The player to move may have to answer a threat.
    pub threat: bool,
}

impl Alarms {
    /// Both.
    pub const ALL: Self = Self { win: true, threat: true };
    /// None.
    pub const NONE: Self = Self { win: false, threat: false };
}

/// Knowledge that a game can give to alpha-beta in addition to its rules. Every method has a default that needs no knowledge; the defaults
/// of [`pack`](Self::pack) and [`history_slot`](Self::history_slot) are slow.
pub trait Tactics<G: Game>: Send + Sync {
    /// Information that is computed once for a node, before its moves are generated: threats, captures, pins.
    type NodeInfo: Default;

    /// Encodes a move as a nonzero number for the transposition table.
    fn pack(&self, mv: G::Move) -> u32 {
        hash_of(&mv) as u32 | 1
    }

    /// Decodes a number that [`pack`](Self::pack) made, possibly in another position: the move may be illegal in this one.
    fn unpack(&self, game: &G, pos: &G::Position, packed: u32) -> Option<G::Move> {
        let mut moves = MoveList::new();
        if packed != 0 {
            game.legal_moves(pos, &mut moves);
        }
        moves.into_iter().find(|&mv| self.pack(mv) == packed)
    }

    /// The number of slots of [`history_slot`](Self::history_slot).
    fn history_slots(&self) -> usize {
        256
    }

    /// The history slot of a move. Moves with the same effect in different positions share a slot.
    fn history_slot(&self, _pos: &G::Position, mv: G::Move) -> usize {
        hash_of(&mv) as usize % self.history_slots()
    }

    /// Computes the node information, once for each node.
    fn node_info(&self, _game: &G, _pos: &G::Position) -> Self::NodeInfo {
        Self::NodeInfo::default()
    }

    /// Computes the node information after `mv` (`None` for a null move) from that of the position before, so that a game examines only what
    /// the move has changed. The result must be that of [`node_info`](Self::node_info).
    fn node_info_after(
        &self,
        game: &G,
        pos: &G::Position,
        _before: &Self::NodeInfo,
        _mv: Option<G::Move>,
    ) -> Self::NodeInfo {
        self.node_info(game, pos)
    }

    /// A guess, much faster than [`node_info_after`](Self::node_info_after), at what `mv` (`None` for a null move) has made possible. Off the
    /// principal variation, a static score that neither an immediate win nor a threat would change is taken without the node information.
    fn alarms_after(
        &self,
        _game: &G,
        _pos: &G::Position,
        _before: &Self::NodeInfo,
        _mv: Option<G::Move>,
    ) -> Alarms {
        Alarms::ALL
    }

    /// A move that wins immediately, if the node information contains one. It must be correct; it may miss wins.
    fn winning_move(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
    ) -> Option<G::Move> {
        None
    }

    /// Whether a position is quiet: no move wins immediately, and no threat must be answered. Evaluations are trained on quiet positions
    /// only.
    fn is_at_rest(&self, game: &G, pos: &G::Position) -> bool {
        let info = self.node_info(game, pos);
        self.winning_move(game, pos, &info).is_none() && !self.in_danger(&info)
    }

    /// The exact score of a position from an endgame table or a proof; `None` if the game does not know it. It must depend on the position
    /// alone. `depth` is the number of plies that would be searched otherwise, so that a game can limit the cost of the look-up.
    fn known_score(&self, _game: &G, _pos: &G::Position, _depth: i32) -> Option<Score> {
        None
    }

    /// Appends the best line of a position with a [`known_score`](Self::known_score), as far as it is known.
    fn known_line(&self, _game: &G, _pos: &G::Position, _out: &mut MoveList<G::Move>) {}

    /// The move's score for move ordering, without the histories, between ±[`ORDER_MAX`](crate::support::ordering::ORDER_MAX); moves with
    /// higher scores are tried first. Three histories are added to it, each between
    /// ±[`HISTORY_MAX`](crate::support::ordering::HISTORY_MAX).
    fn order(&self, _game: &G, _pos: &G::Position, _info: &Self::NodeInfo, _mv: G::Move) -> i32 {
        0
    }

    /// Appends the moves that an inner node searches, at least one, and returns whether these are all the legal moves. A game may omit
    /// moves that are hardly ever good. If all listed moves are proven to lose, the node searches the others too, so a proof never depends
    /// on the selection. The root always searches all moves.
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

    /// Whether a move is quiet. Quiet moves are reduced, pruned and scored by history.
    fn is_quiet(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
        _mv: G::Move,
    ) -> bool {
        true
    }

    /// The extra reduction of this late move, in hundredths of a ply, for moves that are rarely good.
    fn reduction(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
        _mv: G::Move,
    ) -> i32 {
        0
    }

    /// Appends the moves of the quiescence search. In danger, where the player may not stand pat, these are the evasions.
    fn tactical_moves(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
        _out: &mut MoveList<G::Move>,
    ) {
    }

    /// Whether the player to move must answer a threat now. Such a node has no null move, no pruning and no standing pat, and is extended.
    fn in_danger(&self, _info: &Self::NodeInfo) -> bool {
        false
    }

    /// In danger without a [winning move](Self::winning_move): appends the moves that may defend, and returns which moves the list may
    /// omit. Appends nothing and returns `None` if the game does not know the defences.
    fn evasions(
        &self,
        _game: &G,
        _pos: &G::Position,
        _info: &Self::NodeInfo,
        _out: &mut MoveList<G::Move>,
    ) -> Option<Defences> {
        None
    }

    /// Makes a null move (passes the turn), if the game allows it here.
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

/// No knowledge beyond the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoTactics;

impl<G: Game> Tactics<G> for NoTactics {
    type NodeInfo = ();
}
