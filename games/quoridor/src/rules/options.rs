//! The options of a game, as a variant and as words behind a position.

use super::board::{Board, Side};
use ludex_kit::{InputError, Variant, VariantKey};

/// Everything that may be chosen about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// 2, 3 or 4.
    pub players: u8,
    /// The board.
    pub board: Board,
    /// The walls that each player has at the start.
    pub walls: u8,
    /// Whether the edge of the board behind a pawn allows to pass it sideways.
    pub edge_diagonal: bool,
    /// Whether another pawn behind a pawn does.
    pub third_pawn_diagonal: bool,
    /// The occurrence of a position that is a draw.
    pub repetition: Option<u32>,
    /// The ply at which the game is a draw.
    pub max_plies: Option<u16>,
}

/// The longest game that can be asked for.
pub const MOST_PLIES: u32 = 60_000;

/// The keys of a variant.
pub static KEYS: [VariantKey; 7] = [
    VariantKey {
        name: "players",
        values: "2, 3 or 4",
        default: "2",
        about: "how many play, clockwise from below",
    },
    VariantKey {
        name: "board",
        values: "WxH, 2 to 9 wide and 3 to 9 high",
        default: "9x9",
        about: "the size of the board",
    },
    VariantKey {
        name: "walls",
        values: "0 to 255",
        default: "10, 7 or 5 by the number of players",
        about: "walls of each player at the start",
    },
    VariantKey {
        name: "edge-diagonal",
        values: "on or off",
        default: "on",
        about: "pass a pawn sideways if the edge of the board is behind it",
    },
    VariantKey {
        name: "third-pawn",
        values: "none or diagonal",
        default: "none",
        about: "pass a pawn sideways if another pawn is behind it",
    },
    VariantKey {
        name: "repetition",
        values: "off or 2 to 100",
        default: "3",
        about: "the occurrence of a position that is a draw",
    },
    VariantKey {
        name: "max-plies",
        values: "off or 1 to 60000",
        default: "off",
        about: "the ply at which the game is a draw",
    },
];

impl Default for Options {
    fn default() -> Self {
        Self::for_players(2)
    }
}

impl Options {
    /// The usual options for a number of players.
    pub const fn for_players(players: u8) -> Self {
        Self {
            players,
            board: Board {
                width: 9,
                height: 9,
            },
            walls: usual_walls(players),
            edge_diagonal: true,
            third_pawn_diagonal: false,
            repetition: Some(3),
            max_plies: None,
        }
    }

    /// The sides where the players start, in the order of their turns.
    pub const fn homes(&self) -> &'static [Side] {
        match self.players {
            2 => &[Side::South, Side::North],
            3 => &[Side::South, Side::West, Side::North],
            _ => &[Side::South, Side::West, Side::North, Side::East],
        }
    }

    /// Reads a variant. What it leaves open has its default.
    pub fn parse(variant: &Variant) -> Result<Self, InputError> {
        let players = match variant.get("players") {
            Some(text) => number(text, "players", 2, 4)? as u8,
            None => 2,
        };
        let mut options = Self::for_players(players);
        for (key, value) in variant.iter() {
            options.set(key, value)?;
        }
        Ok(options)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        match key {
            "players" => {}
            "board" => self.board = parse_board(value)?,
            "walls" => self.walls = number(value, key, 0, 255)? as u8,
            "edge-diagonal" => self.edge_diagonal = choice(value, key, ["on", "off"])?,
            "third-pawn" => self.third_pawn_diagonal = choice(value, key, ["diagonal", "none"])?,
            "repetition" if value == "off" => self.repetition = None,
            "repetition" => self.repetition = Some(number(value, key, 2, 100)?),
            "max-plies" if value == "off" => self.max_plies = None,
            "max-plies" => self.max_plies = Some(number(value, key, 1, MOST_PLIES)? as u16),
            _ => {
                let keys: Vec<_> = KEYS.iter().map(|key| key.name).collect();
                let expected = format!("one of {}", keys.join(", "));
                return Err(InputError::new("variant", key, expected));
            }
        }
        Ok(())
    }

    /// The variant: players, board and walls always, the rest where it differs from the default.
    pub fn variant(&self) -> Variant {
        let mut variant = Variant::new();
        for (index, key) in KEYS.iter().enumerate() {
            let value = self.value(key.name).unwrap_or_default();
            if index < 3 || value != key.default {
                variant.set(key.name, value);
            }
        }
        variant
    }

    /// The value of a key, as a variant writes it.
    pub fn value(&self, key: &str) -> Option<String> {
        let off = || "off".to_owned();
        Some(match key {
            "players" => self.players.to_string(),
            "board" => self.board.to_string(),
            "walls" => self.walls.to_string(),
            "edge-diagonal" => if self.edge_diagonal { "on" } else { "off" }.to_owned(),
            "third-pawn" if self.third_pawn_diagonal => "diagonal".to_owned(),
            "third-pawn" => "none".to_owned(),
            "repetition" => self.repetition.map_or_else(off, |times| times.to_string()),
            "max-plies" => self.max_plies.map_or_else(off, |plies| plies.to_string()),
            _ => return None,
        })
    }

    /// The options that stand behind a position's text: those that change which moves are legal.
    pub fn words(&self) -> Vec<(&'static str, &'static str)> {
        let mut words = Vec::new();
        if !self.edge_diagonal {
            words.push(("edge-diagonal", "off"));
        }
        if self.third_pawn_diagonal {
            words.push(("third-pawn", "diagonal"));
        }
        words
    }
}

/// The walls of each player at the start.
const fn usual_walls(players: u8) -> u8 {
    match players {
        2 => 10,
        3 => 7,
        _ => 5,
    }
}

/// Reads the size of a board: `9x9`.
pub fn parse_board(text: &str) -> Result<Board, InputError> {
    let error = || InputError::new("board", text, "WxH, 2 to 9 wide and 3 to 9 high");
    let (width, height) = text.split_once('x').ok_or_else(error)?;
    let read = |part: &str, least| match part.parse::<u8>() {
        Ok(size) if (least..=9).contains(&size) && part.len() == 1 => Ok(size),
        _ => Err(error()),
    };
    Ok(Board {
        width: read(width, 2)?,
        height: read(height, 3)?,
    })
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Reads a whole number between two others.
pub(crate) fn number(text: &str, place: &str, least: u32, most: u32) -> Result<u32, InputError> {
    match text.parse::<u32>() {
        Ok(number) if (least..=most).contains(&number) && !text.starts_with('+') => Ok(number),
        _ => Err(InputError::new(place, text, format!("{least} to {most}"))),
    }
}

/// True for the first word, false for the second.
fn choice(text: &str, place: &str, words: [&str; 2]) -> Result<bool, InputError> {
    if let Some(index) = words.iter().position(|&word| word == text) {
        return Ok(index == 0);
    }
    let expected = format!("{} or {}", words[0], words[1]);
    Err(InputError::new(place, text, expected))
}
