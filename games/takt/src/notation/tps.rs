//! Positions in TPS (Tak Positional System).
//!
//! `x5/x5/x2,12S,x2/x5/x5 1 5` is the board, the player to move (1 or 2) and the move number. Ranks are separated by `/`, the last
//! rank first. Squares of a rank are separated by `,`, file a first. `x` is an empty square, `x3` is three of them. A stack lists its
//! pieces from bottom to top, each as the number of its owner. A letter may give the kind of the top piece: `C` for a
//! capstone, `S` for a wall; without a letter it is a flat.
//!
//! The reader also accepts the letters in the other case, `-` for an empty square, and `-` for an unknown move number.
//!
//! TPS does not contain the reserves. They follow from the board and the numbers of pieces in the variant, so a position with too
//! many pieces on the board is an error.

use std::fmt::Write as _;

use ludex_search::Player;

use crate::rules::game::Takt;
use crate::rules::moves::{Piece, Square};
use crate::rules::pile::{Board, Pile, Size};
use crate::rules::position::Position;
use crate::rules::road::has_road;
use ludex_kit::InputError;
use ludex_kit::{say, say_count};

type TpsCell = (Vec<u8>, Piece);

/// The largest move number that is accepted.
const LAST_MOVE: u32 = 100_000;

impl<const N: usize> Takt<N>
where
    Size<N>: Board,
{
    /// Reads a position and checks everything that can be derived from the pieces on the board.
    pub(crate) fn read_tps(&self, text: &str) -> Result<Position<N>, InputError> {
        let fields: Vec<_> = text.split_whitespace().collect();
        let &[board, side, number] = fields.as_slice() else {
            return Err(InputError::new(
                "TPS",
                text,
                say!("a board, the side to move (1 or 2) and the move number"),
            )
            .with_hint(say!("such as {example}", example = "x5/x5/x2,12S,x2/x5/x5 1 5")));
        };
        let cells = read_board::<N>(board)?;
        let side = match side {
            "1" => 0,
            "2" => 1,
            _ => return Err(InputError::new(say!("TPS, side to move"), side, say!("1 or 2"))),
        };
        let known = if number == "-" { "1" } else { number };
        let number = known
            .parse()
            .ok()
            .filter(|number| (1..=LAST_MOVE).contains(number) && !fields[2].starts_with('+'))
            .ok_or_else(|| {
                let expected = say!("a number from 1 to {last}", last = LAST_MOVE);
                InputError::new(say!("TPS, move number"), number, expected)
            })?;
        self.check_pieces(&cells)?;
        let options = self.options();
        let pos =
            Position::from_parts(&cells, 2 * (number - 1) + side, options.stones, options.caps)
                .expect("the pieces have been counted")
                .with_opening(options.opening);
        check_position(&pos)?;
        Ok(pos)
    }

    fn check_pieces(&self, cells: &[TpsCell]) -> Result<(), InputError> {
        let options = self.options();
        for player in 0..2 {
            let pieces = cells
                .iter()
                .flat_map(|(pieces, _)| pieces)
                .filter(|&&piece| piece == player)
                .count();
            let caps = cells
                .iter()
                .filter(|(pieces, top)| *top == Piece::Capstone && pieces.last() == Some(&player))
                .count();
            let place = say!("TPS, pieces of player {number}", number = player + 1);
            let stones = pieces - caps;
            let (sentence, key) = if stones > usize::from(options.stones) {
                let most = options.stones;
                let sentence = say!(
                    "there are {number} stones, more than the {most} of the variant",
                    number = stones,
                    most
                );
                (sentence, "stones=")
            } else if caps > usize::from(options.caps) {
                let most = options.caps;
                let sentence = say!(
                    "there are {number} capstones, more than the {most} of the variant",
                    number = caps,
                    most
                );
                (sentence, "caps=")
            } else {
                continue;
            };
            let error = InputError::sentence(place, sentence);
            return Err(error.with_hint(say!("the option {key} sets the number", key)));
        }
        Ok(())
    }

    /// Writes a position. Reading the text gives the same position.
    pub(crate) fn write_tps(pos: &Position<N>) -> String {
        let mut text = String::new();
        for rank in (0..N).rev() {
            let mut file = 0;
            let mut separator = "";
            while file < N {
                text.push_str(separator);
                let square = Square::at::<N>(file, rank);
                let empty = (file..N)
                    .take_while(|&file| pos.controller(Square::at::<N>(file, rank)).is_none())
                    .count();
                match empty {
                    0 => text.push_str(&write_cell(pos, square)),
                    1 => text.push('x'),
                    _ => write!(text, "x{empty}").expect("writing to a string cannot fail"),
                }
                file += empty.max(1);
                separator = ",";
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let (side, number) = (pos.to_move().index() + 1, pos.ply() / 2 + 1);
        write!(text, " {side} {number}").expect("writing to a string cannot fail");
        text
    }
}

/// Checks that need the whole position.
fn check_position<const N: usize>(pos: &Position<N>) -> Result<(), InputError>
where
    Size<N>: Board,
{
    let players = [Player(0), Player(1)];
    if players.iter().all(|&player| has_road::<N>(pos.road_pieces(player))) {
        return Err(InputError::sentence("TPS, board", say!("both players have a road")));
    }
    let owner = pos.owner_placed();
    if pos.is_opening() && !pos.can_open() && !pos.is_exhausted() {
        let (number, player) = (pos.ply() / 2 + 1, owner.index() + 1);
        let sentence = match pos.stones(owner) {
            0 => say!(
                "it must be above {number}, because stones are placed in the first move and player {player} has no stone left",
                number,
                player
            ),
            _ => say!(
                "it must be above {number}, because stones are placed in the first move and player {player} has only one stone left",
                number,
                player
            ),
        };
        return Err(InputError::sentence(say!("TPS, move number"), sentence));
    }
    Ok(())
}

/// The squares, `a1` first.
fn read_board<const N: usize>(board: &str) -> Result<Vec<TpsCell>, InputError>
where
    Size<N>: Board,
{
    let rows: Vec<_> = board.split('/').collect();
    if rows.len() != N {
        return Err(InputError::sentence(
            "TPS, board",
            say_count!(
                rows.len() as u64,
                "there is {count} row instead of {size}; rows are separated by /",
                "there are {count} rows instead of {size}; rows are separated by /",
                size = N
            ),
        ));
    }
    let mut cells = vec![(Vec::new(), Piece::Flat); N * N];
    for (index, row) in rows.iter().enumerate() {
        let place = format!("TPS, row {}", index + 1);
        let squares = read_row::<N>(row).map_err(|error| error.within(&place))?;
        for (file, cell) in squares.into_iter().enumerate() {
            cells[Square::at::<N>(file, N - 1 - index).index()] = cell;
        }
    }
    Ok(cells)
}

fn read_row<const N: usize>(row: &str) -> Result<Vec<TpsCell>, InputError>
where
    Size<N>: Board,
{
    let mut cells = Vec::new();
    for part in row.split(',') {
        let place = format!("column {}", cells.len() + 1);
        if let Some(run) = part.strip_prefix(['x', 'X', '-']) {
            let length = match run.as_bytes() {
                [] => 1,
                [digit @ b'1'..=b'8'] => usize::from(digit - b'0'),
                _ => {
                    let expected = say!("x, or x2 to x{size}, for empty squares", size = N);
                    return Err(InputError::new(place, part, expected));
                }
            };
            cells.extend(std::iter::repeat_n((Vec::new(), Piece::Flat), length));
        } else {
            cells.push(read_cell::<N>(part).map_err(|error| error.within(&place))?);
        }
        if cells.len() > N {
            break;
        }
    }
    if cells.len() == N {
        return Ok(cells);
    }
    let problem = match cells.len() {
        n_cells if n_cells > N => {
            say!(
                "has more than {size} squares instead of {size}; squares are separated by commas",
                size = N
            )
        }
        n_cells => say_count!(
            n_cells as u64,
            "has {count} square instead of {size}; squares are separated by commas",
            "has {count} squares instead of {size}; squares are separated by commas",
            size = N
        ),
    };
    Err(InputError::problem("", row, problem))
}

fn read_cell<const N: usize>(text: &str) -> Result<TpsCell, InputError>
where
    Size<N>: Board,
{
    let mut pieces = Vec::new();
    let mut top = Piece::Flat;
    for (index, character) in text.char_indices() {
        if top != Piece::Flat {
            let problem =
                say!("has something after its wall (S) or capstone (C), which must be on top");
            return Err(InputError::problem("", text, problem));
        }
        match character {
            '1' => pieces.push(0),
            '2' => pieces.push(1),
            'S' | 's' if index > 0 => top = Piece::Wall,
            'C' | 'c' if index > 0 => top = Piece::Capstone,
            _ => {
                let expected = say!(
                    "x, or a stack of 1 and 2 from the bottom, with S or C after its top piece"
                );
                return Err(InputError::new("", text, expected));
            }
        }
    }
    if pieces.is_empty() {
        let expected = say!("x, or a stack of 1 and 2 from the bottom");
        return Err(InputError::new("", text, expected));
    }
    let most = <Size<N> as Board>::Pile::MOST as usize;
    if pieces.len() > most {
        let sentence = say!(
            "a stack has {number} pieces, more than the limit of {most}",
            number = pieces.len(),
            most
        );
        return Err(InputError::sentence("", sentence));
    }
    Ok((pieces, top))
}

/// A stack as TPS and the text board write it: the pieces from the bottom, then the kind of the top.
pub(crate) fn write_cell<const N: usize>(pos: &Position<N>, square: Square) -> String
where
    Size<N>: Board,
{
    let pile = pos.pile(square);
    let mut text: String = (0..pile.height())
        .rev()
        .map(|depth| if pile.bits() >> depth & 1 == 1 { '2' } else { '1' })
        .collect();
    match pos.top_piece(square) {
        Piece::Flat => {}
        Piece::Wall => text.push('S'),
        Piece::Capstone => text.push('C'),
    }
    text
}
