//! Nim for three players: take any number of stones from one heap. The player who takes the last stone gets 1, the next player −1, the
//! third 0. All results of a player are different, so the values of max^n are unique.

use ludex_search::{Game, MAX_PLAYERS, MoveList, Never, Player, Returns, Turn};

use super::spread;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Nim {
    pub(crate) heaps: [u8; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    heaps: [u8; 4],
    pub(crate) mover: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Take {
    pub(crate) heap: u8,
    pub(crate) stones: u8,
}

impl Nim {
    pub(crate) const PLAYERS: u8 = 3;
}

impl Game for Nim {
    type Position = Position;
    type Move = Take;
    type Undo = ();
    type Event = Never;

    fn players(&self) -> usize {
        usize::from(Self::PLAYERS)
    }

    fn start(&self) -> Position {
        Position { heaps: self.heaps, mover: 0 }
    }

    fn turn(&self, pos: &Position) -> Turn {
        if pos.heaps == [0; 4] { Turn::Over } else { Turn::Player(Player(pos.mover)) }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Take>) {
        for (heap, &size) in (0..).zip(&pos.heaps) {
            out.extend((1..=size).map(|stones| Take { heap, stones }));
        }
    }

    fn play(&self, pos: &mut Position, Take { heap, stones }: Take) {
        pos.heaps[usize::from(heap)] -= stones;
        pos.mover = (pos.mover + 1) % Self::PLAYERS;
    }

    fn undo(&self, pos: &mut Position, Take { heap, stones }: Take, (): ()) {
        pos.heaps[usize::from(heap)] += stones;
        pos.mover = (pos.mover + Self::PLAYERS - 1) % Self::PLAYERS;
    }

    fn returns(&self, pos: &Position) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        returns[usize::from(pos.mover)] = -1.0;
        returns[usize::from((pos.mover + 2) % Self::PLAYERS)] = 1.0;
        returns
    }

    fn hash(&self, pos: &Position) -> u64 {
        spread(u64::from(u32::from_le_bytes(pos.heaps)) << 2 | u64::from(pos.mover))
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        let mut image = *pos;
        if symmetry == 1 {
            image.heaps.reverse();
        }
        image
    }

    fn transform_move(&self, mv: Take, symmetry: usize) -> Take {
        let heap = if symmetry == 1 { 3 - mv.heap } else { mv.heap };
        Take { heap, ..mv }
    }
}
