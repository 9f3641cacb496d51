//! A position in 32 bytes: the checkers of both players, and in the upper bits the dice, the cube and the score.
//!
//! **Invariant:** The toolkit sees a match as one long game: the end of one game of the match is followed by the opening of the next.
//! Searches consider only the current game.

use std::hash::{Hash, Hasher};

use ludex_search::Player;

use super::board::{Board, Side};

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Each player rolls one die for the first turn.
    Opening,
    /// The player may double or roll.
    ToRoll,
    /// The dice have been rolled, and the player must play them.
    Moving,
    /// The player was doubled and must take or pass.
    Doubled,
    /// The game is over; [`Status::player`] has won it.
    Over,
    /// The player has decided not to double and must roll.
    Rolling,
}

impl Phase {
    const ALL: [Self; 6] =
        [Self::Opening, Self::ToRoll, Self::Moving, Self::Doubled, Self::Over, Self::Rolling];
}

/// The doubling cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Cube {
    /// The number of doublings; the cube's value is two to this power.
    pub doublings: u8,
    /// The player who may turn the cube next. `None`: the cube is in the middle, and both players may turn it.
    pub owner: Option<Player>,
}

impl Cube {
    /// The maximum number of doublings.
    pub const MOST: u8 = 6;

    /// The value of the game without a gammon.
    pub fn value(self) -> u32 {
        1 << self.doublings
    }
}

/// Everything in a position except the checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// What happens next.
    pub phase: Phase,
    /// The player who acts or rolls; the winner when the game is over.
    pub player: Player,
    /// The dice while they are being played, as rolled; otherwise zeros.
    pub dice: (u8, u8),
    /// The cube before a pending offer.
    pub cube: Cube,
    /// The score before this game, in matches.
    pub score: [u8; 2],
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// If the game is over: 1 for a plain win, 2 for a gammon, 3 for a backgammon. While a double is offered: 1 if it is a beaver.
    /// Otherwise 0.
    pub multiple: u8,
}

impl Status {
    /// Whether a beaver awaits the answer of the player who doubled.
    pub fn answers_beaver(&self) -> bool {
        self.phase == Phase::Doubled && self.multiple == 1
    }

    /// The score, including the points of this game if it is over.
    pub fn score_so_far(&self) -> [u32; 2] {
        let mut score = self.score.map(u32::from);
        if self.phase == Phase::Over {
            score[self.player.index()] += u32::from(self.multiple) * self.cube.value();
        }
        score
    }
}

/// A position: checkers, dice, cube and score. It also stores the number of plays that led to it, but equality ignores that number.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// Each player's checkers in the lower 104 bits. Above them is the status: 24 bits in the first number and 8 bits in the second. The
    /// highest 16 bits of the second number are the number of plays.
    packed: [u128; 2],
}

/// The first bit of the number of plays.
const PLY: u32 = 112;

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.packed[0] == other.packed[0] && self.second() == other.second()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(Self::hash(self));
    }
}

/// The first bit of the status.
const STATUS: u32 = 104;
/// Number of status bits in each number.
const STATUS_BITS: u32 = 24;

impl Position {
    /// A position from its parts. `sides` is indexed by player.
    pub fn new(sides: [Side; 2], status: Status) -> Self {
        let bits = status.to_bits();
        let low = u128::from(bits) & ((1 << STATUS_BITS) - 1);
        let high = u128::from(bits) >> STATUS_BITS;
        Self { packed: [sides[0].packed() | low << STATUS, sides[1].packed() | high << STATUS] }
    }

    /// A player's checkers from their own view.
    #[inline(always)]
    pub fn side(&self, player: Player) -> Side {
        Side::from_packed(self.packed[player.index()])
    }

    /// The checkers from the view of a player.
    #[inline(always)]
    pub fn board_of(&self, player: Player) -> Board {
        Board { mine: self.side(player), theirs: self.side(player.other()) }
    }

    /// The checkers from the view of the player who acts.
    #[inline(always)]
    pub fn board(&self) -> Board {
        self.board_of(self.status().player)
    }

    /// Everything except the checkers.
    #[inline(always)]
    pub fn status(&self) -> Status {
        let low = (self.packed[0] >> STATUS) as u64;
        let high = (self.packed[1] >> STATUS) as u64;
        Status::from_bits(low | high << STATUS_BITS)
    }

    /// The second number without the number of plays.
    #[inline(always)]
    fn second(&self) -> u128 {
        self.packed[1] & ((1 << PLY) - 1)
    }

    /// The number of plays since the start of the game.
    pub fn ply(&self) -> u32 {
        (self.packed[1] >> PLY) as u32
    }

    /// The same position with another number of plays.
    #[must_use]
    pub fn with_ply(&self, ply: u32) -> Self {
        let ply = u128::from(ply.min(u32::from(u16::MAX)));
        Self { packed: [self.packed[0], self.second() | ply << PLY] }
    }

    /// If a double awaits an answer, returns the position before the double, with the player on roll to decide. If a beaver awaits an
    /// answer, the cube is as it was before the beaver. In all other cases, returns the position itself.
    #[must_use]
    pub fn before_double(&self) -> Self {
        let status = self.status();
        if status.phase != Phase::Doubled {
            return *self;
        }
        let player = if status.answers_beaver() { status.player } else { status.player.other() };
        self.with_status(Status { phase: Phase::ToRoll, player, multiple: 0, ..status })
    }

    /// The same checkers with another status.
    #[must_use]
    pub fn with_status(&self, status: Status) -> Self {
        Self::new([self.side(Player(0)), self.side(Player(1))], status).with_ply(self.ply())
    }

    /// The same status with other checkers, given from the view of `player`.
    #[must_use]
    pub fn with_board(&self, player: Player, board: Board) -> Self {
        Self::new(board.sides(player), self.status()).with_ply(self.ply())
    }

    /// A hash of the position.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        let fold = |packed: u128, key: u64| {
            let product = u128::from(packed as u64 ^ key)
                * u128::from((packed >> 64) as u64 ^ 0x9e37_79b9_7f4a_7c15);
            product as u64 ^ (product >> 64) as u64
        };
        let first = fold(self.packed[0], 0xd1b5_4a32_d192_ed03);
        let second = fold(self.second(), 0x8cb9_2ba7_2f3d_8dd7);
        let product =
            u128::from(first ^ 0xa076_1d64_78bd_642f) * u128::from(second ^ 0xe703_7ed1_a0b4_28db);
        product as u64 ^ (product >> 64) as u64
    }
}

impl Status {
    /// Money play before the opening roll.
    pub const START: Self = Self {
        phase: Phase::Opening,
        player: Player(0),
        dice: (0, 0),
        cube: Cube { doublings: 0, owner: None },
        score: [0, 0],
        crawford: false,
        multiple: 0,
    };

    fn to_bits(self) -> u64 {
        let owner = self.cube.owner.map_or(0, |owner| owner.index() as u64 + 1);
        let fields = [
            (self.phase as u64, 3),
            (self.player.index() as u64, 1),
            (u64::from(self.dice.0), 3),
            (u64::from(self.dice.1), 3),
            (u64::from(self.cube.doublings), 3),
            (owner, 2),
            (u64::from(self.score[0]), 7),
            (u64::from(self.score[1]), 7),
            (u64::from(self.crawford), 1),
            (u64::from(self.multiple), 2),
        ];
        fields.iter().rev().fold(0, |bits, &(value, width)| bits << width | value)
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        let field = |shift: u32, width: u32| (bits >> shift) as u8 & ((1 << width) - 1);
        let owner = field(13, 2);
        Self {
            phase: Phase::ALL[usize::from(field(0, 3)).min(5)],
            player: Player(field(3, 1)),
            dice: (field(4, 3), field(7, 3)),
            cube: Cube { doublings: field(10, 3), owner: (owner > 0).then(|| Player(owner - 1)) },
            score: [field(15, 7), field(22, 7)],
            crawford: field(29, 1) == 1,
            multiple: field(30, 2),
        }
    }
}
