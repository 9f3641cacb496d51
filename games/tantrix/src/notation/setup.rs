//! A position as text, `BOARD HANDS BAG COLOURS TURN PHASE`: parsing, checking and writing.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::rules::board::Board;
use crate::rules::game::Tantrix;
use crate::rules::hex::Hex;
use crate::rules::moves::{FARTHEST, Placement, read_tile};
use crate::rules::names::{direction_letter, edge_colour};
use crate::rules::options::{KEYS, Options, wrong_number_of_hands};
use crate::rules::position::{HAND, Phase, PlayState, Position, Stage};
use crate::rules::tile;
use crate::rules::tile::{TILES, Tile, TileSet};
use crate::rules::virtual_filling::VirtualFilling;
use ludex_kit::{InputError, Variant, say, say_count};

/// The text of a position, before it is checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    board: Vec<Placement>,
    hands: Vec<TileSet>,
    /// The bag in the given order.
    bag: Vec<Tile>,
    is_ordered: bool,
    /// The letters of the colours.
    pub colours: String,
    to_move: u8,
    phase: Phase,
    /// The options after the position.
    pub words: Variant,
}

/// An example of a text.
const EXAMPLE: &str = "- 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2";
/// Separates the hands.
const BETWEEN_HANDS: char = '|';

impl Setup {
    /// Parses a text.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[board, hands, bag, colours, turn, phase, ..] = &words[..] else {
            let form =
                say!("BOARD HANDS BAG COLOURS TURN PHASE, as in \"{example}\"", example = EXAMPLE);
            return Err(InputError::new("position", text, form));
        };
        let mut seen = TileSeen([const { None }; TILES]);
        let board = read_board(board, &mut seen)?;
        let hands = read_hands(hands, &mut seen)?;
        let (bag, is_ordered) = read_bag(bag, &mut seen)?;
        let n_players = hands.len();
        let to_move = turn.parse().ok().filter(|&turn: &u8| {
            usize::from(turn) < n_players && turn.to_string().len() == words[4].len()
        });
        let to_move = to_move.ok_or_else(|| {
            let most = n_players - 1;
            let expected = say!("the number of the player to move, 0 to {most}", most);
            InputError::new("position, turn", turn, expected)
        })?;
        let phase = match phase {
            "0" => Phase::Start,
            "1" => Phase::Before,
            "2" => Phase::Free,
            "3" => Phase::After,
            _ => {
                let expected = say!(
                    "1 (forced placements before the free one), 2 (the free one) or 3 (forced ones after it)"
                );
                return Err(InputError::new(
                    format!("position, {}", say!("phase")),
                    phase,
                    expected,
                ));
            }
        };
        let mut options = Variant::new();
        for word in &words[6..] {
            let known = word.split_once('=').filter(|(key, _)| KEYS.iter().any(|k| k.name == *key));
            let Some((key, value)) = known.filter(|(key, _)| options.get(key).is_none()) else {
                let problem = say!("is not an option written as key=value, or is given twice");
                return Err(InputError::problem(
                    format!("position, {}", say!("options")),
                    *word,
                    problem,
                ));
            };
            options.set(key, value);
        }
        Ok(Self {
            board,
            hands,
            bag,
            is_ordered,
            colours: colours.to_ascii_uppercase(),
            to_move,
            phase,
            words: options,
        })
    }

    /// The options of the game, from the variant and from the text of the position. An error if the two contradict each other.
    pub fn options(&self, variant: &Variant) -> Result<Options, InputError> {
        for (key, value) in self.words.iter() {
            if let Some(expected) = variant.get(key).filter(|&expected| expected != value) {
                let [found, expected] = [value, expected].map(|value| format!("{key}={value}"));
                let expected = say!("{expected}, as in the variant", expected);
                return Err(InputError::new(
                    format!("position, {}", say!("options")),
                    found,
                    expected,
                ));
            }
        }
        let both = variant.over(&self.words);
        Options::parse(&both, Some(self.hands.len() as u8), Some(&self.colours))
    }

    /// The position, if the rules allow it.
    pub fn position(&self, game: &Tantrix) -> Result<Position, InputError> {
        let options = game.options();
        if self.hands.len() != usize::from(options.players) {
            return Err(wrong_number_of_hands(self.hands.len() as u8, options.players));
        }
        if !self.colours.eq_ignore_ascii_case(&options.letters()) {
            return Err(InputError::new(
                format!("position, {}", say!("colours")),
                &*self.colours,
                options.letters(),
            ));
        }
        let board = lay_all(&self.board)?;
        if !self.bag.is_empty()
            && let Err(hex) = VirtualFilling::find(&board)
        {
            let Hex { q, r } = hex;
            let sentence = say!(
                "filling the forced spaces would put a fourth tile around {q}:{r}, which the restrictions forbid while the bag has tiles",
                q,
                r
            );
            return Err(InputError::sentence("position, board", sentence));
        }
        let mut hands = [TileSet::EMPTY; 4];
        hands[..self.hands.len()].copy_from_slice(&self.hands);
        let unseen = self.bag.iter().copied().collect();
        let order: Option<Arc<[Tile]>> = self.is_ordered.then(|| self.bag.clone().into());
        let table = PlayState::new(hands, unseen, self.to_move, self.phase);
        self.check_phase()?;
        let mut pos = Position::from_parts(Box::new(board), table, order);
        pos.go_on(options);
        self.check_forced_phase(&pos, options)?;
        Ok(pos)
    }

    fn phase_error(&self, problem: String) -> InputError {
        let number = (self.phase as u8).to_string();
        InputError::problem(format!("position, {}", say!("phase")), number, problem)
    }

    /// Checks phases that do not depend on the tiles.
    fn check_phase(&self) -> Result<(), InputError> {
        if self.phase == Phase::Start {
            let drawn = self.hands.iter().take_while(|hand| !hand.is_empty()).count();
            let others = &self.hands[drawn..];
            let fair = self.board.is_empty()
                && self.to_move == 0
                && !others.is_empty()
                && self.bag.len() >= others.len()
                && self.hands.iter().all(|hand| hand.len() <= 1)
                && others.iter().all(|hand| hand.is_empty());
            if !fair {
                return Err(self.phase_error(say!(
                    "does not fit (expected 1 to 3): in phase 0 the board is empty, and the players draw one tile each"
                )));
            }
        }
        let is_after = matches!(self.phase, Phase::Before | Phase::After);
        let is_over = self.bag.is_empty() && self.hands.iter().all(|hand| hand.is_empty());
        // Until every hand is full, the first turn cannot have reached its free placement.
        let is_deal = self.phase == Phase::Before
            && !self.bag.is_empty()
            && self.hands.iter().any(|hand| hand.len() < HAND);
        if self.board.is_empty() && is_after && !is_over && !is_deal {
            return Err(self.phase_error(say!(
                "does not fit (expected 2): nothing is forced on an empty board"
            )));
        }
        Ok(())
    }

    /// Checks that the phase is 1 or 3 if and only if a placement is forced. [`write`] always produces such texts.
    fn check_forced_phase(&self, pos: &Position, options: Options) -> Result<(), InputError> {
        if pos.stage() != Stage::Play || self.phase == Phase::Start {
            return Ok(());
        }
        if (pos.phase(), pos.table.to_move) == (self.phase, self.to_move) {
            let forced_first = self.phase == Phase::Free && pos.has_forced(options);
            if forced_first {
                return Err(self.phase_error(say!(
                    "does not fit (expected 1 or 3): a forced space can be filled"
                )));
            }
            return Ok(());
        }
        // A player without tiles is skipped.
        if self.hands[usize::from(self.to_move)].is_empty() {
            return Ok(());
        }
        Err(self.phase_error(say!("does not fit (expected 2): nothing is forced")))
    }
}

/// For each tile, the part of the text that contains it.
struct TileSeen([Option<String>; TILES]);

impl TileSeen {
    fn add(&mut self, tile: Tile, place: &str) -> Result<(), InputError> {
        if let Some(before) = &self.0[tile.index()] {
            let problem = if before == place {
                say!("is given twice")
            } else {
                say!("is given twice: it is in {place} already", place = before)
            };
            let found = tile.number().to_string();
            return Err(InputError::problem(format!("position, {place}"), found, problem));
        }
        self.0[tile.index()] = Some(place.to_owned());
        Ok(())
    }
}

fn read_board(text: &str, seen: &mut TileSeen) -> Result<Vec<Placement>, InputError> {
    let mut board: Vec<Placement> = Vec::new();
    if text == "-" {
        return Ok(board);
    }
    for (index, word) in text.split(',').enumerate() {
        let place = place_of_tile(index);
        let placement: Placement = word.parse().map_err(|error: InputError| {
            InputError { place: place.clone(), ..error }.with_hint(say!("an empty board is -"))
        })?;
        let Hex { q, r } = placement.hex;
        if (i32::from(q) + i32::from(r)).abs() > FARTHEST.into() {
            let problem = say!("is too far from 0:0, the cell of the first tile");
            return Err(InputError::problem(place, word, problem));
        }
        seen.add(placement.face.tile(), &say!("the board"))?;
        if let Some(other) = board.iter().find(|other| other.hex == placement.hex) {
            let problem = say!("is on the same cell as {other}", other);
            return Err(InputError::problem(place, word, problem));
        }
        board.push(placement);
    }
    Ok(board)
}

fn read_tiles(text: &str, place: &str, seen: &mut TileSeen) -> Result<Vec<Tile>, InputError> {
    let mut tiles = Vec::new();
    for word in text.split(',') {
        let tile = read_tile(word)
            .map_err(|expected| InputError::new(format!("position, {place}"), word, expected))?;
        seen.add(tile, place)?;
        tiles.push(tile);
    }
    Ok(tiles)
}

fn read_hands(text: &str, seen: &mut TileSeen) -> Result<Vec<TileSet>, InputError> {
    let mut hands = Vec::new();
    for (index, word) in text.split(BETWEEN_HANDS).enumerate() {
        let place = say!("hand {number}", number = index + 1);
        let tiles = match word {
            "-" => Vec::new(),
            _ => read_tiles(word, &place, seen)?,
        };
        if tiles.len() > HAND {
            let sentence = say_count!(
                tiles.len() as u64,
                "there is {count} tile, but a hand has at most {most}",
                "there are {count} tiles, but a hand has at most {most}",
                most = HAND
            );
            return Err(InputError::sentence(format!("position, {place}"), sentence));
        }
        hands.push(tiles.into_iter().collect());
    }
    if !(2..=4).contains(&hands.len()) {
        let sentence = say_count!(
            hands.len() as u64,
            "there is {count} hand instead of 2 to 4; hands are separated by {sign}",
            "there are {count} hands instead of 2 to 4; hands are separated by {sign}",
            sign = BETWEEN_HANDS
        );
        return Err(InputError::sentence(format!("position, {}", say!("hands")), sentence));
    }
    Ok(hands)
}

/// The bag, and whether its order is known.
fn read_bag(text: &str, seen: &mut TileSeen) -> Result<(Vec<Tile>, bool), InputError> {
    match text {
        "-" => Ok((Vec::new(), false)),
        "?" => {
            let left = |tile: &Tile| seen.0[tile.index()].is_none();
            Ok((Tile::all().filter(left).collect(), false))
        }
        _ => match text.strip_prefix('?') {
            Some(list) => Ok((read_tiles(list, &say!("the bag"), seen)?, false)),
            None => Ok((read_tiles(text, &say!("the bag"), seen)?, true)),
        },
    }
}

/// Places all tiles. An error if they do not match or are not connected.
fn lay_all(tiles: &[Placement]) -> Result<Board, InputError> {
    check_matching(tiles)?;
    check_connected(tiles)?;
    let mut board = Board::empty();
    for &tile in tiles {
        board.lay(tile);
    }
    Ok(board)
}

/// The place of a tile of the board.
fn place_of_tile(index: usize) -> String {
    format!("position, board, tile {}", index + 1)
}

fn check_matching(tiles: &[Placement]) -> Result<(), InputError> {
    for (index, tile) in tiles.iter().enumerate() {
        for direction in 0..6 {
            let there = tile.hex.neighbour(direction);
            let Some(other) = tiles[..index].iter().find(|other| other.hex == there) else {
                continue;
            };
            let (own, needed) =
                (tile.face.edges()[direction], tile::required_by(other.face, direction));
            if own != needed {
                let place = place_of_tile(index);
                let problem = say!(
                    "needs a {needed} edge to the {direction}, next to {other}, but has a {own} one",
                    needed = edge_colour(needed),
                    direction = direction_letter(direction),
                    other,
                    own = edge_colour(own)
                );
                return Err(InputError::problem(place, tile.to_string(), problem));
            }
        }
    }
    Ok(())
}

/// Checks that all tiles are connected.
pub(crate) fn check_connected(tiles: &[Placement]) -> Result<(), InputError> {
    let Some(first) = tiles.first() else {
        return Ok(());
    };
    let mut reached = vec![false; tiles.len()];
    reached[0] = true;
    let mut open = vec![first.hex];
    while let Some(hex) = open.pop() {
        for direction in 0..6 {
            let there = hex.neighbour(direction);
            let found = tiles.iter().position(|tile| tile.hex == there);
            if let Some(index) = found.filter(|&index| !reached[index]) {
                reached[index] = true;
                open.push(there);
            }
        }
    }
    match reached.iter().position(|reached| !reached) {
        None => Ok(()),
        Some(index) => {
            let place = place_of_tile(index);
            let problem = say!("is not connected to the other tiles");
            Err(InputError::problem(place, tiles[index].to_string(), problem))
        }
    }
}

fn join(tiles: impl Iterator<Item = Tile>) -> String {
    let numbers: Vec<String> = tiles.map(|tile| tile.number().to_string()).collect();
    if numbers.is_empty() { "-".into() } else { numbers.join(",") }
}

/// The text of a position.
pub(crate) fn write(game: &Tantrix, pos: &Position) -> String {
    let options = game.options();
    let tiles: Vec<String> = pos.board().tiles().map(|tile| tile.to_string()).collect();
    let board = if tiles.is_empty() { "-".into() } else { tiles.join(",") };
    let hands = &pos.table.hands[..usize::from(options.players)];
    let hands: Vec<String> = hands.iter().map(|hand| join(hand.iter())).collect();
    let bag = match pos.bag_order() {
        Some(order) => join(order.iter().copied()),
        None if pos.unseen().is_empty() => "-".into(),
        None => format!("?{}", join(pos.unseen().iter())),
    };
    let mut text = format!(
        "{board} {} {bag} {} {} {}",
        hands.join("|"),
        options.letters(),
        pos.table.to_move,
        pos.phase() as u8
    );
    for (key, value) in options.words() {
        write!(text, " {key}={value}").expect("writing to a string cannot fail");
    }
    text
}
