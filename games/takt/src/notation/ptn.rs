//! Moves in PTN (Portable Tak Notation). An error about an illegal move names the rule it breaks.

use std::fmt::Write as _;

use crate::rules::movegen::reach;
use crate::rules::moves::{Action, Direction, Drops, Move, Piece, Square};
use crate::rules::pile::{Board, Size};
use crate::rules::position::Position;
use ludex_kit::say;
use ludex_kit::{InputError, Reason};

/// A parsed move that has not been checked against the rules.
struct WrittenMove {
    mv: Move,
    flattens: bool,
    /// Whether two flats are placed at once, as in the opening move `2a1`.
    is_stack: bool,
}

/// Annotation characters after a move: `'` and `"` for threats, `!` and `?`.
pub(crate) const ANNOTATIONS: [char; 4] = ['\'', '"', '!', '?'];

/// Reads a move that is legal in a position. The game must not be over.
pub(crate) fn read_move<const N: usize>(pos: &Position<N>, text: &str) -> Result<Move, InputError>
where
    Size<N>: Board,
{
    let written = read_written::<N>(text)?;
    if let Some(why) = broken_rule(pos, written.mv) {
        return Err(InputError::problem(
            "move",
            text,
            say!("is not legal: {reason}", reason = why),
        ));
    }
    if written.is_stack != (written.mv.is_placement() && pos.lays_stack()) {
        let expected = if written.is_stack {
            direction_expected()
        } else {
            say!("2{text}, because the first move places two flats of the opponent", text)
        };
        return Err(InputError::new("move", text, expected));
    }
    if written.flattens && !flattens(pos, written.mv) {
        let problem = say!("is marked with *, but no wall is flattened");
        return Err(InputError::problem("move", text, problem));
    }
    Ok(written.mv)
}

/// Reads a move that led to a position, without knowing the position before it. Only checks that the squares on which the move leaves
/// pieces are occupied.
pub(crate) fn read_last<const N: usize>(pos: &Position<N>, text: &str) -> Result<Move, InputError>
where
    Size<N>: Board,
{
    let mv = read_written::<N>(text)?.mv;
    let touched = match mv.action() {
        Action::Place(_, square) => Some(square.bit()),
        Action::Spread(square, direction, drops) => {
            let way = reach::<N>(square, direction as usize, 0).range;
            (drops.squares() as usize <= way).then(|| {
                let step = direction.step::<N>();
                let at = |n| 1u64 << (square.0 as isize + n * step);
                (1..=drops.squares() as isize).fold(0, |squares, n| squares | at(n))
            })
        }
    };
    match touched {
        Some(squares) if squares & pos.empties() == 0 => Ok(mv),
        _ => {
            let problem =
                say!("cannot be the last move: the squares where it leaves pieces are empty");
            Err(InputError::problem("move", text, problem))
        }
    }
}

/// Checks that a text has the shape of a move on a board of this size. If the size is unknown, the largest board is assumed.
pub(crate) fn check_shape(text: &str, size: Option<usize>) -> Result<(), InputError> {
    match size {
        Some(3) => read_written::<3>(text).map(|_| ()),
        Some(4) => read_written::<4>(text).map(|_| ()),
        Some(5) => read_written::<5>(text).map(|_| ()),
        Some(6) => read_written::<6>(text).map(|_| ()),
        Some(7) => read_written::<7>(text).map(|_| ()),
        Some(_) => read_written::<8>(text).map(|_| ()),
        None => read_written::<8>(text).map(|_| ()).map_err(|error| match error.reason {
            Reason::Expected(expected) if expected == square_expected::<8>() => {
                let expected = say!("a square of the largest board, a1 to h8");
                InputError { reason: Reason::Expected(expected), ..error }
            }
            Reason::Expected(expected) if expected == lift_expected::<8>() => {
                let expected =
                    say!("a spread that lifts 1 to 8 pieces, the side of the largest board");
                InputError { reason: Reason::Expected(expected), ..error }
            }
            _ => error,
        }),
    }
}

/// Writes a move in short form.
pub(crate) fn write_move<const N: usize>(pos: &Position<N>, mv: Move) -> String
where
    Size<N>: Board,
{
    let mut text = String::new();
    let ok = "writing to a string cannot fail";
    match mv.action() {
        Action::Place(piece, square) => {
            text.push_str(match piece {
                Piece::Flat if pos.lays_stack() => "2",
                Piece::Flat => "",
                Piece::Wall => "S",
                Piece::Capstone => "C",
            });
            text.push_str(&square_name::<N>(square));
        }
        Action::Spread(square, direction, drops) => {
            if drops.lifted() > 1 {
                write!(text, "{}", drops.lifted()).expect(ok);
            }
            text.push_str(&square_name::<N>(square));
            text.push(match direction {
                Direction::Up => '+',
                Direction::Down => '-',
                Direction::Left => '<',
                Direction::Right => '>',
            });
            if drops.squares() > 1 {
                for count in drops.counts() {
                    write!(text, "{count}").expect(ok);
                }
            }
            if flattens(pos, mv) {
                text.push('*');
            }
        }
    }
    text
}

/// The name of a square, such as `a1`.
pub(crate) fn square_name<const N: usize>(square: Square) -> String {
    format!("{}{}", (b'a' + square.file::<N>() as u8) as char, square.rank::<N>() + 1)
}

/// Whether a spread ends on a wall and flattens it.
pub(crate) fn flattens<const N: usize>(pos: &Position<N>, mv: Move) -> bool
where
    Size<N>: Board,
{
    match mv.action() {
        Action::Place(..) => false,
        Action::Spread(square, direction, drops) => {
            let last = square.0 as isize + direction.step::<N>() * drops.squares() as isize;
            (0..(N * N) as isize).contains(&last) && pos.walls() >> last & 1 == 1
        }
    }
}

/// What an error says is missing after an incomplete move such as `3a1`, which has a number of pieces and a square.
fn direction_expected() -> String {
    say!("a direction (+ - < >) after the square of a spread")
}

fn shape_expected() -> String {
    say!("a placement such as a1, Sa1, Ca1 or a spread such as a1+, 3a1>12")
}

fn square_expected<const N: usize>() -> String {
    let last = format!("{}{N}", (b'a' + N as u8 - 1) as char);
    say!("a square of the board, a1 to {last}", last)
}

fn lift_expected<const N: usize>() -> String {
    say!("a spread that lifts 1 to {size} pieces, the side of the board", size = N)
}

fn read_written<const N: usize>(text: &str) -> Result<WrittenMove, InputError>
where
    Size<N>: Board,
{
    let error = |expected: String| InputError::new("move", text, expected);
    let rest = text.trim_end_matches(ANNOTATIONS);
    let (rest, flattens) = match rest.strip_suffix('*') {
        Some(rest) => (rest.trim_end_matches(ANNOTATIONS), true),
        None => (rest, false),
    };
    // Capital letters are accepted too. Of two letters the first is a piece: C3 is a square, CC3 a capstone on it.
    let has_piece = rest.bytes().filter(u8::is_ascii_alphabetic).count() == 2;
    let mut bytes = rest.bytes().map(|byte| byte.to_ascii_lowercase()).peekable();
    let count = bytes.next_if(u8::is_ascii_digit).map(|digit| digit - b'0');
    let piece = bytes.next_if(|byte| has_piece && b"fsc".contains(byte));
    // A flat may be written with its letter F, and two flats with their number.
    let is_flat = piece.is_none_or(|piece| piece == b'f');
    let (Some(file), Some(rank)) = (bytes.next(), bytes.next()) else {
        return Err(error(shape_expected()));
    };
    if !file.is_ascii_lowercase() || !rank.is_ascii_digit() {
        return Err(error(shape_expected()));
    }
    let (file, rank) =
        (usize::from(file - b'a'), usize::from(rank).wrapping_sub(usize::from(b'1')));
    if file >= N || rank >= N {
        return Err(error(square_expected::<N>()));
    }
    let square = Square::at::<N>(file, rank);
    let Some(direction) = bytes.next() else {
        let is_stack = is_flat && count == Some(2);
        if count.is_some_and(|count| count != 1) && !is_stack || flattens {
            return Err(error(direction_expected()));
        }
        let piece = match piece {
            Some(b's') => Piece::Wall,
            Some(b'c') => Piece::Capstone,
            _ => Piece::Flat,
        };
        let mv = Move::place(piece, square);
        return Ok(WrittenMove { mv, flattens, is_stack });
    };
    let direction = match direction {
        b'+' => Direction::Up,
        b'-' => Direction::Down,
        b'<' => Direction::Left,
        b'>' => Direction::Right,
        _ => return Err(error(shape_expected())),
    };
    if !is_flat {
        return Err(error(say!("a spread without a letter: S and C are only for placements")));
    }
    let counts: Option<Vec<u32>> =
        bytes.map(|byte| byte.is_ascii_digit().then(|| u32::from(byte - b'0'))).collect();
    let counts = counts.ok_or_else(|| error(shape_expected()))?;
    let drops = read_drops::<N>(u32::from(count.unwrap_or(1)), &counts).map_err(error)?;
    let mv = Move::spread(square, direction, drops);
    Ok(WrittenMove { mv, flattens, is_stack: false })
}

/// Reads the drops of a spread. The error names what was expected.
fn read_drops<const N: usize>(lifted: u32, counts: &[u32]) -> Result<Drops, String> {
    if lifted == 0 || lifted as usize > N {
        return Err(lift_expected::<N>());
    }
    let single = [lifted];
    let counts = if counts.is_empty() { &single } else { counts };
    let sum = counts.iter().fold(0, |sum: u32, &n| sum.saturating_add(n));
    if counts.contains(&0) || sum != lifted {
        return Err(say!(
            "drops of at least 1 that add up to the {lifted} lifted pieces (these add up to {sum})",
            lifted,
            sum
        ));
    }
    Drops::from_counts(counts).ok_or_else(|| say!("drops of at most 8 pieces"))
}

/// The reason why a move is illegal; `None` if it is legal.
fn broken_rule<const N: usize>(pos: &Position<N>, mv: Move) -> Option<String>
where
    Size<N>: Board,
{
    if pos.is_legal(mv) {
        return None;
    }
    Some(match mv.action() {
        Action::Place(piece, square) => broken_placement(pos, piece, square),
        Action::Spread(square, direction, drops) => broken_spread(pos, square, direction, drops),
    })
}

fn broken_placement<const N: usize>(pos: &Position<N>, piece: Piece, square: Square) -> String
where
    Size<N>: Board,
{
    if pos.empties() & square.bit() == 0 {
        return say!("{square} is occupied", square = square_name::<N>(square));
    }
    if pos.is_opening() && piece != Piece::Flat {
        return if pos.owner_placed() == pos.to_move() {
            say!("each player first places a flat, not a wall or capstone")
        } else {
            say!("each player first places a flat of the opponent, not a wall or capstone")
        };
    }
    match piece {
        Piece::Capstone => say!("no capstone is left in reserve"),
        _ => say!("no stone is left in reserve"),
    }
}

fn broken_spread<const N: usize>(
    pos: &Position<N>,
    square: Square,
    direction: Direction,
    drops: Drops,
) -> String
where
    Size<N>: Board,
{
    let name = square_name::<N>(square);
    if pos.is_opening() {
        return say!("each player first places a flat; no stack may move before that");
    }
    match pos.controller(square) {
        None => return say!("{square} is empty", square = name),
        Some(player) if player != pos.to_move() => {
            let number = player.index() + 1;
            return say!("the stack on {square} belongs to player {number}", square = name, number);
        }
        Some(_) => {}
    }
    let height = pos.height(square);
    if drops.lifted() > height {
        return say!(
            "it lifts {number} pieces, but the stack on {square} has {height}",
            number = drops.lifted(),
            square = name,
            height
        );
    }
    let reach = reach::<N>(square, direction as usize, pos.walls() | pos.capstones());
    if reach.stop == 0 {
        return say!("the spread leaves the board");
    }
    let stop = square_name::<N>(Square(reach.stop.trailing_zeros() as u8));
    if reach.stop & pos.capstones() != 0 {
        return say!("the capstone on {square} blocks the way", square = stop);
    }
    say!(
        "the wall on {square} blocks the way; only a capstone that moves onto it alone, as the last drop, flattens it",
        square = stop
    )
}
