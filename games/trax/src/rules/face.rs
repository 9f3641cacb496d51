//! Tile faces, and what the edges around an empty cell force.
//!
//! An *edge byte* lists the edges that enter a cell: the low four bits are the sides with a white edge, the high four bits those with
//! a red edge. In the byte of a tile every side is in exactly one of the two halves.

/// The side of a cell to the north.
pub const NORTH: usize = 0;
/// The side of a cell to the east.
pub const EAST: usize = 1;
/// The side of a cell to the south.
pub const SOUTH: usize = 2;
/// The side of a cell to the west.
pub const WEST: usize = 3;

/// The sides of a cell, in order.
pub const SIDES: [usize; 4] = [NORTH, EAST, SOUTH, WEST];

/// The opposite side.
#[inline(always)]
pub const fn opposite(side: usize) -> usize {
    side ^ 2
}

/// One of the six oriented faces of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// `+`, white from north to south.
    WhiteVertical,
    /// `+`, white from east to west.
    WhiteHorizontal,
    /// `/`, white joins north and west.
    WhiteNorthWest,
    /// `/`, white joins east and south.
    WhiteEastSouth,
    /// `\`, white joins north and east.
    WhiteNorthEast,
    /// `\`, white joins south and west.
    WhiteSouthWest,
}

impl Face {
    /// Every face, in the order of the data files.
    pub const ALL: [Self; 6] = [
        Self::WhiteVertical,
        Self::WhiteHorizontal,
        Self::WhiteNorthWest,
        Self::WhiteEastSouth,
        Self::WhiteNorthEast,
        Self::WhiteSouthWest,
    ];

    /// The sides with a white edge, one bit each.
    #[inline(always)]
    pub const fn white(self) -> u8 {
        [0b0101, 0b1010, 0b1001, 0b0110, 0b0011, 0b1100][self as usize]
    }

    /// The edge byte of the tile.
    #[inline(always)]
    pub const fn byte(self) -> u8 {
        self.white() | (self.white() ^ 15) << 4
    }

    /// The face with these white sides.
    #[inline(always)]
    pub const fn from_white(white: u8) -> Option<Self> {
        match white {
            0b0101 => Some(Self::WhiteVertical),
            0b1010 => Some(Self::WhiteHorizontal),
            0b1001 => Some(Self::WhiteNorthWest),
            0b0110 => Some(Self::WhiteEastSouth),
            0b0011 => Some(Self::WhiteNorthEast),
            0b1100 => Some(Self::WhiteSouthWest),
            _ => None,
        }
    }

    /// The symbol in Trax notation.
    pub const fn symbol(self) -> char {
        ['+', '+', '/', '/', '\\', '\\'][self as usize]
    }

    /// The weight of the face in a draw, in eighths.
    pub const fn weight(self) -> u32 {
        [2, 2, 1, 1, 1, 1][self as usize]
    }

    /// The full name of the face, for cells that do not determine it: the symbol, then the white sides.
    pub const fn name(self) -> &'static str {
        ["+ns", "+ew", "/nw", "/es", "\\ne", "\\sw"][self as usize]
    }
}

/// What an edge byte requires of an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Demand {
    /// Nothing is required. Also the value for a cell that edges enter from all four sides.
    Free,
    /// Two edges of the same colour enter: the fitting tile must be placed.
    Forced,
    /// Three edges of the same colour enter: the turn is illegal.
    Illegal,
}

/// What every edge byte requires. Only 81 of the 256 values can occur: each of the four sides has no edge, a white one or a red one.
pub static DEMANDS: [Demand; 256] = {
    let mut table = [Demand::Free; 256];
    let mut byte = 0;
    while byte < 256 {
        let (white, red) = (byte as u8 & 15, byte as u8 >> 4);
        if white.count_ones() > 2 || red.count_ones() > 2 {
            table[byte] = Demand::Illegal;
        } else if (white.count_ones() == 2) != (red.count_ones() == 2) {
            table[byte] = Demand::Forced;
        }
        byte += 1;
    }
    table
};

/// The effect of one more white edge (low two bits) or red edge (next two bits) on a cell with these edges.
pub static ONE_MORE: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (white, red) = ((byte as u8 & 15).count_ones(), (byte as u8 >> 4).count_ones());
        if white + red < 4 {
            table[byte] = one_more(white, red) | one_more(red, white) << 2;
        }
        byte += 1;
    }
    table
};

/// The empty cell becomes forced.
pub const FORCES: u8 = 1;
/// The turn is illegal.
pub const BREAKS: u8 = 2;

const fn one_more(same: u32, other: u32) -> u8 {
    match same {
        1 if other < 2 => FORCES,
        0 | 1 => 0,
        _ => BREAKS,
    }
}

/// The tile that an edge byte forces, as an edge byte; 0 if it forces none.
pub static FORCED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (white, red) = (byte as u8 & 15, byte as u8 >> 4);
        if white & red == 0 && white.count_ones() <= 2 && red.count_ones() <= 2 {
            if white.count_ones() == 2 {
                table[byte] = white | (white ^ 15) << 4;
            } else if red.count_ones() == 2 {
                table[byte] = red ^ 15 | red << 4;
            }
        }
        byte += 1;
    }
    table
};

/// The two sides in each two-bit mask of sides.
pub static JOINED: [(u8, u8); 16] = {
    let mut table = [(0, 0); 16];
    let mut mask = 0u8;
    while mask < 16 {
        if mask.count_ones() == 2 {
            table[mask as usize] = (mask.trailing_zeros() as u8, 7 - mask.leading_zeros() as u8);
        }
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_81_entries_of_which_each_obeys_the_rule() {
        let possible = (0..=255u8).filter(|byte| byte & 15 & (byte >> 4) == 0);
        let mut counts = [0; 3];
        for byte in possible {
            let fitting = Face::ALL.iter().filter(|face| face.byte() & byte == byte);
            let demand = DEMANDS[usize::from(byte)];
            counts[demand as usize] += 1;
            match demand {
                Demand::Illegal => assert_eq!(fitting.count(), 0),
                Demand::Forced => {
                    let faces: Vec<_> = fitting.collect();
                    assert_eq!(faces.len(), 1);
                    assert_eq!(faces[0].byte(), FORCED[usize::from(byte)]);
                }
                Demand::Free => assert!(fitting.count() >= 1),
            }
        }
        assert_eq!(counts.iter().sum::<i32>(), 81);
        // For each of the two colours: three edges of the colour, in four choices of their sides, times two states of the fourth side (no
        // edge, or the other colour); or four edges of the colour.
        assert_eq!(counts[Demand::Illegal as usize], 2 * (4 * 2 + 1));
        assert_eq!(counts[Demand::Forced as usize], 36);
    }

    #[test]
    fn one_more_edge_does_what_the_demands_say() {
        let possible = (0..=255u8).filter(|byte| byte & 15 & (byte >> 4) == 0);
        for byte in possible {
            for (side, colour) in (0..4).flat_map(|side| [(side, 0), (side, 1)]) {
                if (byte | byte >> 4) >> side & 1 != 0 {
                    continue;
                }
                let after = byte | 1 << (side + 4 * colour);
                let demands = [byte, after].map(|byte| DEMANDS[usize::from(byte)]);
                let expected = match demands {
                    [Demand::Illegal, _] => continue,
                    [_, Demand::Illegal] => BREAKS,
                    [Demand::Free, Demand::Forced] => FORCES,
                    _ => 0,
                };
                assert_eq!(ONE_MORE[usize::from(byte)] >> (2 * colour) & 3, expected);
            }
        }
    }

    #[test]
    fn faces_are_told_by_their_white_sides() {
        for face in Face::ALL {
            assert_eq!(Face::from_white(face.white()), Some(face));
            let (one, two) = JOINED[usize::from(face.white())];
            assert_eq!(1 << one | 1 << two, face.white());
        }
        assert_eq!(Face::from_white(7), None);
    }
}
