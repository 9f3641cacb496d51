//! The position as text: white lines are double, red lines single, winning lines heavy.

use std::collections::HashMap;

use crate::notation::names::column_name;
use crate::notation::words::to_move;
use crate::rules::face::Face;
use crate::rules::game::{Trax, colour};
use crate::rules::lines::{WinningLine, winning_lines};
use crate::rules::options::Options;
use crate::rules::position::{Ending, Position};
use ludex_kit::Shown;
use ludex_kit::say;
use ludex_kit::support::styled::{Ink, Look, StyledText};
use ludex_search::Player;

/// Rows and columns of characters per tile.
const HIGH: usize = 3;
const WIDE: usize = 5;

/// The strokes of each face: row, column, and the sides of the character's centre that the line touches (bits north, east, south,
/// west), white first. A curve leaves the middle of two sides and goes around the tile's corner.
const CURVES: [[(usize, usize, u8); 4]; 4] = [
    // North and west, east and south, north and east, south and west.
    [(0, 2, 9), (0, 1, 10), (0, 0, 6), (1, 0, 9)],
    [(1, 4, 6), (2, 4, 9), (2, 3, 10), (2, 2, 6)],
    [(0, 2, 3), (0, 3, 10), (0, 4, 12), (1, 4, 3)],
    [(1, 0, 12), (2, 0, 3), (2, 1, 10), (2, 2, 12)],
];

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stroke {
    White,
    Red,
    Winning,
}

impl Stroke {
    /// The character that joins these sides, and its colour.
    fn letter(self, sides: u8) -> (char, Look) {
        let (set, ink) = match self {
            Self::White => ("═║╝╔╚╗", Ink::White),
            Self::Red => ("─│╯╭╰╮", Ink::Red),
            Self::Winning => ("━┃┛┏┗┓", Ink::Won),
        };
        let index = match sides {
            10 => 0,
            5 => 1,
            9 => 2,
            6 => 3,
            3 => 4,
            _ => 5,
        };
        (set.chars().nth(index).unwrap_or(' '), ink.into())
    }
}

/// The character for an empty place.
const BLANK: (char, Look) = (' ', Look { ink: Ink::Plain, is_last: false });

type Block = [[(char, Look); WIDE]; HIGH];

/// Draws one tile with the strokes of its white and its red line.
fn tile(face: Face, strokes: [Stroke; 2]) -> Block {
    let mut block = [[BLANK; WIDE]; HIGH];
    let white = face.white();
    if white == 5 || white == 10 {
        let (across, upright) =
            if white == 10 { (strokes[0], strokes[1]) } else { (strokes[1], strokes[0]) };
        block[1] = [across.letter(10); WIDE];
        (block[0][2], block[2][2]) = (upright.letter(5), upright.letter(5));
        block[1][2].0 = match (across, upright) {
            (Stroke::Winning, Stroke::Winning) => '╋',
            (Stroke::Winning, _) => '┿',
            (_, Stroke::Winning) => '╂',
            (Stroke::White, _) => '╪',
            _ => '╫',
        };
        return block;
    }
    for (sides, stroke) in [(white, strokes[0]), (white ^ 15, strokes[1])] {
        let curve = match sides {
            9 => 0,
            6 => 1,
            3 => 2,
            _ => 3,
        };
        for (row, column, sides) in CURVES[curve] {
            block[row][column] = stroke.letter(sides);
        }
    }
    block
}

impl Trax {
    /// The position as text for a reader.
    pub(crate) fn text_of(&self, shown: &Shown<Self>) -> StyledText {
        let pos = shown.position;
        let lines = winning_lines(pos);
        let mut text = StyledText::new();
        if pos.n_tiles() > 0 {
            draw_group(pos, &lines, &mut text);
            text.push_str(&format!("{} ", colour(Player(0))));
            text.paint(Ink::White, "═║");
            text.push_str(&format!(", {} ", colour(Player(1))));
            text.paint(Ink::Red, "─│");
            if !lines.is_empty() {
                text.push_str(&format!(", {} ", say!("winning line")));
                text.paint(Ink::Won, "━┃");
            }
            let last = pos.last_turn();
            if !last.is_empty() {
                text.push_str(&format!("; {} o", say!("last turn")));
            }
            if last.len() > 1 {
                text.push_str(&format!(", {} *", say!("forced")));
            }
            text.push_str("\n");
        }
        if pos.n_tiles() == 0 {
            text.push_str(&format!("    @\n\n0   .\n\n{}\n", say!("The first tile goes to @0")));
        }
        text.push_str(&self.state(pos, &lines));
        text.push_str("\n");
        text
    }

    /// The player to move, or how the game ended.
    pub(crate) fn state(&self, pos: &Position, lines: &[WinningLine]) -> String {
        match pos.ending() {
            Some(Ending::Won(player)) => {
                let of = |kind: bool| {
                    let mut lines = lines.iter().filter(|line| line.colour == player.index());
                    lines.any(|line| line.is_loop == kind)
                };
                let winner = colour(player);
                let result = match (of(true), of(false)) {
                    (true, true) => say!("{winner} wins by a line and a loop", winner),
                    (true, false) => say!("{winner} wins by a loop", winner),
                    _ => say!("{winner} wins by a line", winner),
                };
                let both = lines.iter().any(|line| line.colour != player.index());
                match player {
                    _ if !both => result,
                    Player(0) => say!(
                        "{result}; Red has a winning line too, but White made the turn",
                        result
                    ),
                    _ => say!(
                        "{result}; White has a winning line too, but Red made the turn",
                        result
                    ),
                }
            }
            Some(Ending::Draw) => say!("Draw: no tile can be placed"),
            None => {
                let Options { luck, .. } = self.options();
                let (number, state) = (pos.ply() + 1, to_move(pos.to_move()));
                match pos.drawn_face() {
                    Some(face) => {
                        let face = face.name();
                        say!("Turn {number}: {state}, drawn ?{face}", number, state, face)
                    }
                    None if luck => {
                        say!("Turn {number}: {state}, a face must be drawn first", number, state)
                    }
                    None => say!("Turn {number}: {state}", number, state),
                }
            }
        }
    }
}

fn draw_group(pos: &Position, lines: &[WinningLine], text: &mut StyledText) {
    let (width, height) = pos.size();
    let mut canvas = vec![vec![BLANK; width * WIDE]; height * HIGH];
    let mut strokes: HashMap<(usize, usize), [Stroke; 2]> = HashMap::new();
    for line in lines {
        for &cell in &line.cells {
            let usual = [Stroke::White, Stroke::Red];
            strokes.entry(cell).or_insert(usual)[line.colour] = Stroke::Winning;
        }
    }
    for (column, row, face) in pos.tiles() {
        let strokes = strokes.get(&(column, row)).copied();
        let block = tile(face, strokes.unwrap_or([Stroke::White, Stroke::Red]));
        for (dy, strip) in block.iter().enumerate() {
            canvas[row * HIGH + dy][column * WIDE..][..WIDE].copy_from_slice(strip);
        }
    }
    for (index, (column, row)) in pos.last_turn().into_iter().enumerate() {
        let mark = if index == 0 { 'o' } else { '*' };
        let look = Look { ink: Ink::Plain, is_last: true };
        let centre = &mut canvas[row * HIGH + 1][column * WIDE + 2];
        if centre.0 == ' ' {
            *centre = (mark, look);
        } else {
            canvas[row * HIGH][column * WIDE] = (mark, look);
        }
    }
    let margin = height.to_string().len() + 1;
    let names: Vec<_> =
        (1..=width).map(|column| format!("{:^WIDE$}", column_name(column))).collect();
    let header = names.concat();
    text.push_str(&format!("{:margin$}{header}", ""));
    text.end_line();
    for (index, row) in canvas.iter().enumerate() {
        let number = if index % HIGH == 1 { (index / HIGH + 1).to_string() } else { String::new() };
        text.push_str(&format!("{number:>width$} ", width = margin - 1));
        for &(letter, look) in row {
            text.paint(look, letter.encode_utf8(&mut [0; 4]));
        }
        text.end_line();
    }
}
