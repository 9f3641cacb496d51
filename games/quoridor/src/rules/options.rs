//! The options of a game. They are written as a variant, and some of them as words after a position.

use super::board::{Board, Side};
use ludex_kit::interface::options::NUMBER_OF_PLAYERS;
use ludex_kit::{InputError, OptionValue, Variant, VariantKey};
use ludex_kit::{message, say};

/// Everything that can be chosen about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of players: 2, 3 or 4.
    pub players: u8,
    /// The board.
    pub board: Board,
    /// Walls per player at the start.
    pub walls: u8,
    /// Whether a pawn may be passed diagonally if the edge of the board blocks the straight jump over it.
    pub edge_diagonal: bool,
    /// Whether a pawn may be passed diagonally if a third pawn blocks the straight jump over it.
    pub third_pawn_diagonal: bool,
    /// The number of occurrences of a position that draws the game.
    pub repetition: Option<u32>,
    /// The ply at which the game is a draw.
    pub max_plies: Option<u16>,
}

/// The largest ply limit that can be chosen.
pub const MOST_PLIES: u32 = 60_000;

/// The keys of a variant.
pub static KEYS: [VariantKey; 7] = VariantKey::in_words(
    &crate::WORDS,
    [
        VariantKey::choice(
            "players",
            &["2", "3", "4"],
            message!("number of players, clockwise from the bottom"),
        )
        .titled(message!("players")),
        VariantKey::text(
            "board",
            message!("WxH, 2 to 9 wide and 3 to 9 high"),
            "9x9",
            message!("the size of the board"),
        )
        .titled(message!("board size")),
        VariantKey::int("walls", (0, 255), "", message!("walls of each player at the start"))
            .by(&["10", "7", "5"], NUMBER_OF_PLAYERS)
            .titled(message!("walls per player")),
        VariantKey::choice(
            "edge-diagonal",
            &["on", "off"],
            message!("jump diagonally if the edge of the board is behind the pawn jumped over"),
        )
        .titled(message!("diagonal jump at edge")),
        VariantKey::choice(
            "third-pawn",
            &["none", "diagonal"],
            message!("jump diagonally if another pawn is behind the pawn jumped over"),
        )
        .titled(message!("diagonal jump at third pawn"))
        .with_titles(&[message!("not allowed"), message!("allowed")]),
        VariantKey::limit(
            "repetition",
            (2, 100),
            "3",
            message!("the game is drawn if a position occurs this many times"),
        )
        .titled(message!("repetition limit")),
        VariantKey::limit(
            "max-plies",
            (1, MOST_PLIES as i64),
            "off",
            message!("length in plies at which the game is drawn"),
        )
        .titled(message!("move limit")),
    ],
);

impl Default for Options {
    fn default() -> Self {
        Self::for_players(2)
    }
}

impl Options {
    /// The default options for a number of players.
    pub const fn for_players(players: u8) -> Self {
        Self {
            players,
            board: Board { width: 9, height: 9 },
            walls: usual_walls(players),
            edge_diagonal: true,
            third_pawn_diagonal: false,
            repetition: Some(3),
            max_plies: None,
        }
    }

    /// The sides on which the players start, in turn order.
    pub const fn homes(&self) -> &'static [Side] {
        match self.players {
            2 => &[Side::South, Side::North],
            3 => &[Side::South, Side::West, Side::North],
            _ => &[Side::South, Side::West, Side::North, Side::East],
        }
    }

    /// Parses a variant. Missing keys get their defaults.
    pub fn parse(variant: &Variant) -> Result<Self, InputError> {
        let read = variant.read(&KEYS)?;
        let players = read.iter().find(|(key, _)| *key == KEYS[0].name);
        let mut options =
            Self::for_players(players.map_or(2, |(_, value)| value.index() as u8 + 2));
        for (key, value) in read {
            let number = value.number();
            match (key, value) {
                ("board", OptionValue::Text(text)) => options.board = parse_board(text)?,
                ("walls", _) => options.walls = number.unwrap_or_default() as u8,
                ("edge-diagonal", _) => options.edge_diagonal = !value.is_second(),
                ("third-pawn", _) => options.third_pawn_diagonal = value.is_second(),
                ("repetition", _) => options.repetition = number.map(|times| times as u32),
                ("max-plies", _) => options.max_plies = number.map(|plies| plies as u16),
                _ => {}
            }
        }
        Ok(options)
    }

    /// The variant: players, board and walls always, other keys if they differ from the default.
    pub fn variant(&self) -> Variant {
        let mut variant = Variant::new();
        for (index, key) in KEYS.iter().enumerate() {
            let value = self.value(key.name).unwrap_or_default();
            if index < 3 || key.default.value() != Some(&*value) {
                variant.set(key.name, value);
            }
        }
        variant
    }

    /// The value of a key, in the form used in variants.
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

    /// The options written after a position text: those that affect which moves are legal.
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

/// The default number of walls per player.
const fn usual_walls(players: u8) -> u8 {
    match players {
        2 => 10,
        3 => 7,
        _ => 5,
    }
}

/// Parses the size of a board, such as `9x9`.
pub fn parse_board(text: &str) -> Result<Board, InputError> {
    let error = || InputError::new("board", text, say!("WxH, 2 to 9 wide and 3 to 9 high"));
    let (width, height) = text.split_once('x').ok_or_else(error)?;
    let read = |part: &str, least| match part.parse::<u8>() {
        Ok(size) if (least..=9).contains(&size) && part.len() == 1 => Ok(size),
        _ => Err(error()),
    };
    Ok(Board { width: read(width, 2)?, height: read(height, 3)? })
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Parses an integer within bounds.
pub(crate) fn number(text: &str, place: &str, least: u32, most: u32) -> Result<u32, InputError> {
    match text.parse::<u32>() {
        Ok(number) if (least..=most).contains(&number) && !text.starts_with('+') => Ok(number),
        _ => Err(InputError::new(place, text, say!("{min} to {max}", min = least, max = most))),
    }
}
