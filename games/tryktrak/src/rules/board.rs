//! The checkers: one packed number per side, each from that side's own view.

/// Number of checkers per side.
pub const CHECKERS: u8 = 15;
/// Number of points.
pub const POINTS: usize = 24;
/// The bar, as the place from which a checker enters.
pub const BAR: usize = 25;
/// The place of checkers that are borne off.
pub const OFF: usize = 0;

/// Every fourth bit of the places 0 to 25.
const LOW_BITS: u128 = 0x11_1111_1111_1111_1111_1111_1111;
/// All bits of the places 0 to 25.
const PLACES: u128 = (1 << (4 * (BAR + 1))) - 1;

/// The checkers of one side from its own view, four bits per place: place 0 for those borne off, 1 to 24 for the points (24 is
/// farthest from home), 25 for the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side(pub(crate) u128);

impl Side {
    /// A side at the start: 2 on 24, 5 on 13, 3 on 8, 5 on 6.
    pub const START: Self = Self(2 << (4 * 24) | 5 << (4 * 13) | 3 << (4 * 8) | 5 << (4 * 6));

    /// A side that has borne off all checkers.
    pub const ALL_OFF: Self = Self(CHECKERS as u128);

    /// A side from the number of checkers on points 1 to 24 and on the bar; the others are borne off. `None` if there are more than 15.
    pub fn from_counts(counts: &[u8; 25]) -> Option<Self> {
        let sum: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        let off = u32::from(CHECKERS).checked_sub(sum)?;
        let packed =
            counts.iter().rev().fold(0, |packed: u128, &count| packed << 4 | u128::from(count));
        Some(Self(packed << 4 | u128::from(off)))
    }

    /// The packed form.
    pub fn packed(self) -> u128 {
        self.0
    }

    /// A side from its packed form; bits above the places are ignored.
    pub(crate) fn from_packed(packed: u128) -> Self {
        Self(packed & PLACES)
    }

    /// Number of checkers on a place.
    #[inline(always)]
    pub fn count(self, place: usize) -> u8 {
        (self.0 >> (4 * place)) as u8 & 15
    }

    /// Number of checkers borne off.
    pub fn off(self) -> u8 {
        self.count(OFF)
    }

    /// Number of checkers on the bar.
    pub fn bar(self) -> u8 {
        self.count(BAR)
    }

    /// The places 1 to 25 with at least one checker, as bits.
    #[inline(always)]
    pub fn occupied(self) -> u32 {
        let pairs = self.0 | self.0 >> 1;
        gather((pairs | pairs >> 2) & LOW_BITS) & !1
    }

    /// The places 1 to 25 with at least two checkers, as bits.
    #[inline(always)]
    pub fn made(self) -> u32 {
        let packed = self.0;
        gather((packed >> 1 | packed >> 2 | packed >> 3) & LOW_BITS) & !1
    }

    /// The places 1 to 25 with at least three checkers, as bits.
    #[inline(always)]
    pub fn stacked(self) -> u32 {
        let packed = self.0;
        gather((packed >> 1 & packed | packed >> 2 | packed >> 3) & LOW_BITS) & !1
    }

    /// How much the side loses if the opponent has borne off all checkers: 1 plain, 2 gammon, 3 backgammon.
    pub fn multiple_lost(self) -> u8 {
        match (self.off(), self.is_far_behind()) {
            (1.., _) => 1,
            (0, false) => 2,
            (0, true) => 3,
        }
    }

    /// Whether a checker is on the bar or in the opponent's home board, which makes a lost gammon a backgammon.
    #[inline(always)]
    pub fn is_far_behind(self) -> bool {
        self.0 >> (4 * 19) & (PLACES >> (4 * 19)) != 0
    }

    /// Whether all checkers are home or off.
    #[inline(always)]
    pub fn is_home(self) -> bool {
        self.0 & (PLACES & !0 << (4 * 7)) == 0
    }

    /// Whether each home point has at least two checkers, so that no opposing checker can enter.
    pub fn is_closed(self) -> bool {
        let home = 0b111_1110;
        self.made() & home == home
    }

    /// The pip count: the steps that all checkers still have to move. A checker on the bar counts 25.
    pub fn pips(self) -> u32 {
        (1..=BAR).map(|place| place as u32 * u32::from(self.count(place))).sum()
    }

    /// The side after a checker moved from one place to a lower one.
    #[inline(always)]
    #[must_use]
    pub fn moved(self, from: usize, to: usize) -> Self {
        Self(self.0 + (1 << (4 * to)) - (1 << (4 * from)))
    }

    /// The side after its single checker on a point was hit.
    #[inline(always)]
    #[must_use]
    pub fn hit(self, point: usize) -> Self {
        Self(self.0 + (1 << (4 * BAR)) - (1 << (4 * point)))
    }
}

/// Moves bit `4 n` to bit `n`.
#[inline(always)]
fn gather(bits: u128) -> u32 {
    gather_half(bits as u64) | gather_half((bits >> 64) as u64) << 16
}

#[inline(always)]
fn gather_half(bits: u64) -> u32 {
    let pairs = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    let fours = (pairs | pairs >> 6) & 0x000f_000f_000f_000f;
    let eights = (fours | fours >> 12) & 0x0000_00ff_0000_00ff;
    (eights | eights >> 24) as u32 & 0xffff
}

/// Converts a set of places from one player's view to the other's: bit `p` becomes bit `25 − p`.
#[inline(always)]
pub fn mirrored(places: u32) -> u32 {
    places.reverse_bits() >> 6
}

/// The checkers of both sides, from one player's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The checkers of the player in view.
    pub mine: Side,
    /// The opponent's checkers, from the opponent's view: my point `p` is their point `25 − p`.
    pub theirs: Side,
}

impl Board {
    /// The start position.
    pub const START: Self = Self { mine: Side::START, theirs: Side::START };

    /// The same checkers from the other player's view.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine }
    }

    /// The sides, indexed by player. This board must be the view of `player`.
    pub fn sides(self, player: ludex_search::Player) -> [Side; 2] {
        match player.index() {
            0 => [self.mine, self.theirs],
            _ => [self.theirs, self.mine],
        }
    }

    /// The board after a legal play of the side in view.
    #[inline]
    #[must_use]
    pub fn after(mut self, play: crate::rules::moves::Play) -> Self {
        for hop in play.hops() {
            let to = hop.to();
            self.mine = self.mine.moved(hop.from, to);
            if to != OFF && self.theirs.count(BAR - to) == 1 {
                self.theirs = self.theirs.hit(BAR - to);
            }
        }
        self
    }

    /// The points, from my view, that I may not enter.
    #[inline(always)]
    pub fn blocked(self) -> u32 {
        mirrored(self.theirs.made()) & !1
    }

    /// The points, from my view, where I can hit.
    #[inline(always)]
    pub fn blots(self) -> u32 {
        let theirs = self.theirs;
        mirrored(theirs.occupied() & !theirs.made()) & !1
    }

    /// Whether no checker can ever be hit again.
    #[inline(always)]
    pub fn is_race(self) -> bool {
        let my_last = (self.mine.occupied() | 1).ilog2();
        let their_last = (self.theirs.occupied() | 1).ilog2();
        my_last + their_last < 25
    }

    /// Whether all checkers of both sides are home or off.
    #[inline(always)]
    pub fn is_home(self) -> bool {
        self.mine.is_home() && self.theirs.is_home()
    }

    /// Whether no point has checkers of both sides.
    pub fn is_sound(self) -> bool {
        self.mine.occupied() & mirrored(self.theirs.occupied()) & ((1 << BAR) - 2) == 0
    }
}
