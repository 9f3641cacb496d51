//! A puzzle as the command line describes it: `tiles`, `colour`, `goal`, `holes`.

use super::{Goal, Puzzle, solve};
use crate::rules::moves::Placement;
use crate::rules::tile::TILES;
use crate::rules::tile::{Colour, Tile, TileSet};
use ludex_kit::interface::puzzles::{News, PuzzleAnswer, PuzzleDemand, PuzzleKind};
use ludex_kit::{InputError, Variant, say};

/// The puzzles of Tantrix.
pub static PUZZLES: PuzzleKind = PuzzleKind { solve: solve_text };

/// The colours on the backs of the tiles. The official puzzle of the first n tiles uses the colour on the back of tile n; tiles 48 to
/// 56 have white backs.
const BACKS: &str = "YYYRRBBBYRRYBBRRYRRYYYYRRRRRRRYGGGGGGGBBBBBYGGGWWWWWWWWW";

fn solve_text(
    words: &Variant,
    demand: &PuzzleDemand,
    report_to: &mut dyn FnMut(News<String>),
) -> Result<PuzzleAnswer<String>, InputError> {
    let puzzle = Puzzle::read(words)?;
    let text = |placement: Placement| placement.to_string();
    Ok(solve(&puzzle, demand, &mut |news| report_to(news.map(text))).map(text))
}

impl Puzzle {
    /// Parses a puzzle from its words.
    pub fn read(words: &Variant) -> Result<Self, InputError> {
        let list = words.get("tiles").unwrap_or_default();
        let tiles = read_tiles(list)?;
        let colour = match words.get("colour") {
            Some(text) => read_colour(text)?,
            None => back_colour(&tiles)?,
        };
        let puzzle = Self::new(&tiles, colour)
            .ok_or_else(|| InputError::new("--tiles", list, say!("at least one tile")))?;
        let goal = match words.get("goal") {
            Some("line") => Goal::Line,
            _ => Goal::Loop,
        };
        let holes = match words.get("holes").unwrap_or("no") {
            "yes" => true,
            "no" => false,
            other => return Err(InputError::new("--holes", other, say!("yes or no"))),
        };
        Ok(puzzle.with_goal(goal).with_holes(holes))
    }
}

/// Parses a list of tiles with ranges: `1-10`, `19,21,24`.
pub fn read_tiles(text: &str) -> Result<Vec<Tile>, InputError> {
    let mut tiles: Vec<Tile> = Vec::new();
    let mut seen = TileSet::EMPTY;
    for part in text.split(',') {
        let part = part.trim();
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (read_number(first)?, read_number(last)?);
        if first > last {
            let expected = say!("a range from the smaller number to the larger, such as 1-10");
            return Err(InputError::new("--tiles", part, expected));
        }
        for number in first..=last {
            let tile = Tile::of_number(number).expect("numbers are checked");
            if seen.contains(tile) {
                return Err(InputError::problem(
                    "--tiles",
                    number.to_string(),
                    say!("is given twice"),
                ));
            }
            seen = seen.with(tile);
            tiles.push(tile);
        }
    }
    Ok(tiles)
}

fn read_number(text: &str) -> Result<u32, InputError> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    let known = number.filter(|&number| Tile::of_number(number).is_some());
    known.ok_or_else(|| {
        let expected =
            say!("tile numbers from 1 to {most}, such as 1-10 or 19,21,24", most = TILES);
        InputError::new("--tiles", text, expected)
    })
}

fn read_colour(text: &str) -> Result<Colour, InputError> {
    let whole = Colour::ALL.into_iter().find(|c| c.name().eq_ignore_ascii_case(text));
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    whole
        .or_else(|| letter.and_then(Colour::of_letter))
        .ok_or_else(|| InputError::new("--colour", text, say!("R, Y, B or G")))
}

/// The colour on the back of the highest tile.
fn back_colour(tiles: &[Tile]) -> Result<Colour, InputError> {
    let highest = tiles.iter().map(|tile| tile.index()).max().unwrap_or_default();
    let letter = char::from(BACKS.as_bytes()[highest]);
    Colour::of_letter(letter).ok_or_else(|| {
        let sentence = say!(
            "R, Y, B or G is needed, because tile {tile} has a white back",
            tile = highest + 1
        );
        InputError::sentence("--colour", sentence)
    })
}
