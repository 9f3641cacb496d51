//! The tiles of one player.

use crate::rules::tile::Tile;

/// A time in the game, in microseconds since its start.
pub type Moment = u64;

/// A player's tiles, and counts of their actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSeat {
    /// Face-down stacks, the top tile last.
    pub stacks: Vec<Vec<Tile>>,
    /// The tile that the player turned up and is trying to place.
    pub hand: Option<Tile>,
    /// The face-up penalty pile, the top tile last.
    pub penalty: Vec<Tile>,
    /// When the player ran out of tiles, and how many times any player had run out before; `None` while the player has tiles.
    pub out: Option<(Moment, usize)>,
    /// When the player last got rid of a tile.
    pub last_success: Moment,
    /// Counts of the player's actions.
    pub tally: PlayerTally,
}

/// Counts of a player's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayerTally {
    /// Tiles placed.
    pub laid: u32,
    /// Placements that touched at least three tiles.
    pub gobbles: u32,
    /// Tiles put on the penalty pile.
    pub penalties: u32,
    /// Places that another player took first.
    pub late: u32,
    /// Tiles given away.
    pub given: u32,
    /// Tiles received.
    pub received: u32,
}

impl PlayerSeat {
    /// A player with these tiles, divided into `n_stacks` stacks.
    pub(super) fn new(tiles: &[Tile], n_stacks: usize) -> Self {
        let mut stacks = vec![Vec::new(); n_stacks];
        for (index, &tile) in tiles.iter().enumerate() {
            stacks[index % n_stacks].push(tile);
        }
        Self {
            stacks,
            hand: None,
            penalty: Vec::new(),
            out: None,
            last_success: 0,
            tally: PlayerTally::default(),
        }
    }

    /// Number of the player's tiles.
    pub fn n_tiles(&self) -> usize {
        self.n_stacked() + self.penalty.len() + usize::from(self.hand.is_some())
    }

    /// Number of tiles in the stacks.
    pub fn n_stacked(&self) -> usize {
        self.stacks.iter().map(Vec::len).sum()
    }

    /// All tiles of the player.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let stacked = self.stacks.iter().flatten();
        stacked.chain(&self.hand).chain(&self.penalty).copied()
    }

    /// The tiles of the penalty pile that may be played: all, or only the top one.
    pub(super) fn playable_penalties(&self, any: bool) -> &[Tile] {
        let first = if any { 0 } else { self.penalty.len().saturating_sub(1) };
        &self.penalty[first..]
    }

    /// The highest stack, or the first of several equally high ones; `None` if all stacks are empty.
    pub(super) fn highest_stack(&self) -> Option<usize> {
        let stacks = self.stacks.iter().enumerate();
        let highest = stacks.rev().max_by_key(|(_, stack)| stack.len())?;
        (!highest.1.is_empty()).then_some(highest.0)
    }

    /// Puts a received tile into the lowest stack.
    pub(super) fn receive(&mut self, tile: Tile, on_top: bool) {
        let lowest = self.stacks.iter_mut().min_by_key(|stack| stack.len());
        let stack = lowest.expect("a player has a stack");
        let at = if on_top { stack.len() } else { 0 };
        stack.insert(at, tile);
        self.tally.received += 1;
    }
}
