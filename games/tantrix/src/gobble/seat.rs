//! What lies before one player.

use crate::rules::tile::Tile;

/// A moment of the game, in microseconds since its start.
pub type Moment = u64;

/// A player's tiles, and what he did so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSeat {
    /// Face-down stacks, the top tile last.
    pub stacks: Vec<Vec<Tile>>,
    /// The tile that he turned up and looks for a place for.
    pub hand: Option<Tile>,
    /// Face-up tiles that he had no place for, the top one last.
    pub penalty: Vec<Tile>,
    /// When he ran out of tiles, and as which one to do so.
    pub out: Option<(Moment, usize)>,
    /// When he last had a tile fewer.
    pub last_success: Moment,
    /// What he did.
    pub tally: PlayerTally,
}

/// What a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayerTally {
    /// Tiles laid.
    pub laid: u32,
    /// Spaces with three or more sides that he filled.
    pub gobbles: u32,
    /// Tiles that went to his penalty pile.
    pub penalties: u32,
    /// Places that another player had taken before he came.
    pub late: u32,
    /// Tiles given.
    pub given: u32,
    /// Tiles received.
    pub received: u32,
}

impl PlayerSeat {
    /// A player with these tiles in so many stacks.
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

    /// How many tiles he has.
    pub fn n_tiles(&self) -> usize {
        self.n_stacked() + self.penalty.len() + usize::from(self.hand.is_some())
    }

    /// How many lie in his stacks.
    pub fn n_stacked(&self) -> usize {
        self.stacks.iter().map(Vec::len).sum()
    }

    /// All his tiles.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let stacked = self.stacks.iter().flatten();
        stacked.chain(&self.hand).chain(&self.penalty).copied()
    }

    /// The tiles of his penalty pile that he may play: all, or the top one.
    pub(super) fn playable_penalties(&self, any: bool) -> &[Tile] {
        let first = if any { 0 } else { self.penalty.len().saturating_sub(1) };
        &self.penalty[first..]
    }

    /// The highest stack, the first one of equals; none if all are empty.
    pub(super) fn highest_stack(&self) -> Option<usize> {
        let stacks = self.stacks.iter().enumerate();
        let highest = stacks.rev().max_by_key(|(_, stack)| stack.len())?;
        (!highest.1.is_empty()).then_some(highest.0)
    }

    /// Takes a tile that was given into the lowest stack.
    pub(super) fn receive(&mut self, tile: Tile, on_top: bool) {
        let lowest = self.stacks.iter_mut().min_by_key(|stack| stack.len());
        let stack = lowest.expect("a player has a stack");
        let at = if on_top { stack.len() } else { 0 };
        stack.insert(at, tile);
        self.tally.received += 1;
    }
}
