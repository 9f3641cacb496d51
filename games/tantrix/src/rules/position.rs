//! A position: the board, the hands, the unseen tiles, and whose turn it is in which phase.
//!
//! **Invariant:** Only the referee may use a known order of the bag. A position can contain it, but every listed search removes it first
//! (`games/tantrix/tests/it/bag_order.rs`).

use std::sync::Arc;

use ludex_search::Player;

use super::board::{Board, TileUndo};
use super::moves::Placement;
use super::options::Options;
use super::tile::{Tile, TileSet};
use ludex_kit::support::zobrist;

/// Number of tiles in a full hand.
pub const HAND: usize = 6;

const STREAM: u64 = 0x7461_6e74_5248;
/// Hash keys of the tiles in the four hands and in the bag, and of turn and phase.
static KEYS: [[u64; 64]; 6] = [
    zobrist::keys(STREAM),
    zobrist::keys(STREAM + 1),
    zobrist::keys(STREAM + 2),
    zobrist::keys(STREAM + 3),
    zobrist::keys(STREAM + 4),
    zobrist::keys(STREAM + 5),
];

/// A phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Before the game: each player draws a tile to find the starting player.
    Start,
    /// Forced spaces before the free placement.
    Before,
    /// The free placement.
    Free,
    /// Forced spaces after the free placement.
    After,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// This player draws a tile.
    Chance(Player),
    /// A placement.
    Play,
    /// The game is over: every tile is placed.
    Over,
    /// The game is over: a free placement is impossible, which is a draw for all players.
    Stuck,
}

/// Everything but the board: small enough to be copied for undoing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayState {
    pub(crate) hands: [TileSet; 4],
    pub(crate) unseen: TileSet,
    pub(crate) to_move: u8,
    pub(crate) phase: Phase,
    pub(crate) stage: Stage,
    /// The tile that was drawn automatically from a known order. `None` after a `>TILE` in a list of moves has named this draw.
    pub(crate) last_event: Option<Tile>,
    hash: u64,
}

/// A position of the strategic game.
///
/// The bag is the *set* of unseen tiles. A referee can attach the order of the bag; then tiles are drawn automatically. The order is not
/// part of the hash, and searches must not see it (see [`without_order`](Self::without_order)).
#[derive(Clone)]
pub struct Position {
    pub(crate) board: Box<Board>,
    pub(crate) table: PlayState,
    /// The order in which the bag is drawn, including tiles already drawn.
    order: Option<Arc<[Tile]>>,
}

/// Data for undoing a step.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    laid: Option<TileUndo>,
    table: PlayState,
}

impl Undo {
    /// The phase of the turn before the step.
    pub fn phase(&self) -> Phase {
        self.table.phase
    }
}

impl PlayState {
    pub(crate) fn new(hands: [TileSet; 4], unseen: TileSet, to_move: u8, phase: Phase) -> Self {
        let mut hash = 0;
        for (tiles, keys) in hands.into_iter().chain([unseen]).zip(&KEYS) {
            hash = tiles.iter().fold(hash, |hash, tile| hash ^ keys[tile.index()]);
        }
        Self { hands, unseen, to_move, phase, stage: Stage::Play, last_event: None, hash }
    }

    /// The hand of the player to move.
    #[inline(always)]
    pub(crate) fn hand(&self) -> TileSet {
        self.hands[usize::from(self.to_move)]
    }

    /// Removes a tile from the mover's hand.
    #[inline(always)]
    fn spend(&mut self, tile: Tile) {
        let player = usize::from(self.to_move);
        self.hands[player] = self.hands[player].without(tile);
        self.hash ^= KEYS[player][tile.index()];
    }

    /// Moves a tile from the bag to a hand, or back.
    #[inline(always)]
    pub(crate) fn take(&mut self, player: usize, tile: Tile) {
        self.hands[player].0 ^= 1 << tile.index();
        self.unseen.0 ^= 1 << tile.index();
        self.hash ^= KEYS[player][tile.index()] ^ KEYS[4][tile.index()];
    }
}

impl Position {
    pub(crate) fn from_parts(
        board: Box<Board>,
        table: PlayState,
        order: Option<Arc<[Tile]>>,
    ) -> Self {
        Self { board, table, order }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A player's hand.
    pub fn hand(&self, player: Player) -> TileSet {
        self.table.hands[player.index()]
    }

    /// The tiles that no player has seen.
    pub fn unseen(&self) -> TileSet {
        self.table.unseen
    }

    /// The tiles that are not on the board: in hands or unseen.
    pub fn left(&self) -> TileSet {
        let hands = self.table.hands.iter();
        hands.fold(self.table.unseen, |left, &hand| left.union(hand))
    }

    /// Whether the three restrictions apply: until the last tile leaves the bag.
    #[inline(always)]
    pub fn is_restricted(&self) -> bool {
        !self.table.unseen.is_empty()
    }

    /// The current phase of the turn.
    pub fn phase(&self) -> Phase {
        self.table.phase
    }

    /// What happens next.
    pub fn stage(&self) -> Stage {
        self.table.stage
    }

    /// The player whose turn it is.
    pub fn to_move(&self) -> Player {
        Player(self.table.to_move)
    }

    /// The bag in the order of drawing, if it is known.
    pub fn bag_order(&self) -> Option<&[Tile]> {
        let order = self.order.as_deref()?;
        order.get(order.len() - self.table.unseen.len()..)
    }

    /// The same position as its players see it, without the order of the bag. Searches get only this position.
    #[must_use]
    pub fn without_order(&self) -> Self {
        let mut pos = self.clone();
        pos.order = None;
        pos.table.last_event = None;
        pos
    }

    /// The tile that was drawn automatically after the last step, if no event has named it yet.
    pub fn last_event(&self) -> Option<Tile> {
        self.table.last_event
    }

    /// A hash of everything that affects the rest of the game.
    #[inline]
    pub fn hash(&self) -> u64 {
        let PlayState { to_move, phase, stage, hash, .. } = self.table;
        let awaits_tile = match stage {
            Stage::Chance(_) => 1,
            _ => 0,
        };
        let turn = usize::from(to_move) << 3 | (phase as usize) << 1 | awaits_tile;
        self.board.hash() ^ hash ^ KEYS[5][turn]
    }

    /// The next tile of a known order.
    fn next_in_order(&self) -> Option<Tile> {
        self.bag_order()?.first().copied()
    }

    /// Plays a placement.
    #[inline]
    pub(crate) fn play(&mut self, options: Options, placement: Placement) -> Undo {
        let table = self.table;
        let laid = self.board.lay(placement);
        self.table.spend(placement.face.tile());
        self.table.last_event = None;
        if self.table.phase == Phase::Free {
            self.table.phase = Phase::After;
        }
        self.go_on(options);
        Undo { laid: Some(laid), table }
    }

    /// Plays a draw.
    #[inline]
    pub(crate) fn apply_chance(&mut self, options: Options, tile: Tile) -> Undo {
        let table = self.table;
        self.table.last_event = None;
        // With a known order the tile has been drawn already, and the event only names it.
        if let Stage::Chance(_) = table.stage {
            self.take_tile(options, tile);
            self.go_on(options);
        }
        Undo { laid: None, table }
    }

    /// Undoes the last step.
    #[inline]
    pub(crate) fn undo(&mut self, undo: Undo) {
        if let Some(laid) = undo.laid {
            self.board.lift(laid);
        }
        self.table = undo.table;
    }

    fn take_tile(&mut self, options: Options, tile: Tile) {
        let Stage::Chance(player) = self.table.stage else {
            unreachable!("a tile is drawn only if a player has to draw")
        };
        self.table.take(player.index(), tile);
        if self.table.phase == Phase::Start {
            self.choose_starter(options);
        }
    }

    /// The player with the highest tile starts, once all players have drawn one.
    fn choose_starter(&mut self, options: Options) {
        let players = usize::from(options.players);
        let table = &mut self.table;
        if table.hands[..players].iter().any(|hand| hand.is_empty()) {
            return;
        }
        let highest = (0..players).max_by_key(|&player| table.hands[player].0);
        table.to_move = highest.expect("there are players") as u8;
        table.phase = Phase::Before;
        if options.return_start_tile {
            for player in 0..players {
                for tile in table.hands[player].iter() {
                    table.take(player, tile);
                }
            }
        }
    }

    /// The player who has to draw: the first one in seat order with too few tiles. `None` if no player has, or if the bag is empty.
    #[inline(always)]
    fn short_player(&self, options: Options) -> Option<Player> {
        let full = if self.table.phase == Phase::Start { 1 } else { HAND };
        let hands = &self.table.hands[..usize::from(options.players)];
        if self.table.unseen.is_empty() {
            return None;
        }
        hands.iter().position(|hand| hand.len() < full).map(|player| Player(player as u8))
    }

    /// Advances to the next decision or event. If the order of the bag is known, tiles are drawn automatically.
    #[inline]
    pub(crate) fn go_on(&mut self, options: Options) {
        while let Some(player) = self.short_player(options) {
            self.table.stage = Stage::Chance(player);
            let Some(tile) = self.next_in_order() else {
                return;
            };
            self.take_tile(options, tile);
            self.table.last_event = Some(tile);
        }
        self.table.stage = self.next_stage(options);
    }

    /// Advances the phase to the next possible placement.
    #[inline]
    fn next_stage(&mut self, options: Options) -> Stage {
        let players = options.players;
        let hands = self.table.hands;
        if hands.iter().all(|hand| hand.is_empty()) {
            return Stage::Over;
        }
        loop {
            match self.table.phase {
                Phase::Start | Phase::Before | Phase::After if self.has_forced(options) => {
                    return Stage::Play;
                }
                Phase::Start | Phase::Before if !self.table.hand().is_empty() => {
                    self.table.phase = Phase::Free;
                }
                Phase::Free if !self.table.hand().is_empty() => {
                    return if self.has_free() { Stage::Play } else { Stage::Stuck };
                }
                _ => {
                    self.table.to_move = (self.table.to_move + 1) % players;
                    self.table.phase = Phase::Before;
                }
            }
        }
    }
}
