//! A position: the stones, the player to move, and the die.

use ludex_kit::support::zobrist;
use ludex_search::Player;

/// Number of stones per player.
pub(crate) const STONES: usize = 6;

/// The goal corner of each player.
const GOALS: [u64; 2] = [1 << 24, 1];

static STONE_KEYS: [u64; 2 * STONES * 25] = zobrist::keys(0);
static DIE_KEYS: [u64; 7] = zobrist::keys(1);
const SECOND_TO_MOVE: u64 = zobrist::key(2, 0);

/// A legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// Each player's stones by number: the bit of the square, or 0 if the stone was captured.
    stones: [[u64; STONES]; 2],
    ply: u16,
    /// 0 before the roll.
    die: u8,
    hash: u64,
}

impl Position {
    /// The position with these stones; the hash is computed from scratch.
    pub(crate) fn new(stones: [[u64; STONES]; 2], ply: u16, die: u8) -> Self {
        let mut pos = Self {
            stones: [[0; STONES]; 2],
            ply,
            die,
            hash: DIE_KEYS[usize::from(die)] ^ if ply % 2 == 1 { SECOND_TO_MOVE } else { 0 },
        };
        for (player, stones) in (0..).zip(stones) {
            for (number, bit) in stones.into_iter().enumerate() {
                pos.place(Player(player), number, bit);
            }
        }
        pos
    }

    /// A player's stones by number.
    pub(crate) fn stones(&self, player: Player) -> &[u64; STONES] {
        &self.stones[player.index()]
    }

    /// Number of moves made.
    pub(crate) fn ply(&self) -> u16 {
        self.ply
    }

    /// The number rolled; 0 before the roll.
    pub(crate) fn die(&self) -> u8 {
        self.die
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    pub(crate) fn to_move(self) -> Player {
        Player((self.ply % 2) as u8)
    }

    /// The winner, if the game is over. Only the player who moved last can have won.
    pub(crate) fn winner(&self) -> Option<Player> {
        let last = self.to_move().other();
        let arrived = self.stones(last).contains(&GOALS[last.index()]);
        (arrived || self.stones(last.other()) == &[0; STONES]).then_some(last)
    }

    pub(crate) fn set_die(&mut self, eyes: u8) {
        self.hash ^= DIE_KEYS[usize::from(self.die)] ^ DIE_KEYS[usize::from(eyes)];
        self.die = eyes;
    }

    /// Moves a stone of the player to move, captures any stone on the square, and passes the turn.
    pub(crate) fn step(&mut self, from: u64, to: u64) {
        let mover = self.to_move();
        let number = self.number(mover, from);
        for player in [mover, mover.other()] {
            if let Some(captured) = self.number(player, to) {
                self.place(player, captured, 0);
            }
        }
        self.place(mover, number.expect("the mover's stone"), to);
        self.set_die(0);
        self.ply += 1;
        self.hash ^= SECOND_TO_MOVE;
    }

    /// The number of a player's stone on a square.
    fn number(&self, player: Player, bit: u64) -> Option<usize> {
        self.stones(player).iter().position(|&stone| stone == bit)
    }

    /// Puts a stone on a square or removes it from the board, and updates the hash.
    fn place(&mut self, player: Player, number: usize, bit: u64) {
        let stone = &mut self.stones[player.index()][number];
        self.hash ^= key(player, number, *stone) ^ key(player, number, bit);
        *stone = bit;
    }
}

fn key(player: Player, number: usize, bit: u64) -> u64 {
    let index = (player.index() * STONES + number) * 25 + bit.trailing_zeros() as usize;
    if bit == 0 { 0 } else { STONE_KEYS[index] }
}
