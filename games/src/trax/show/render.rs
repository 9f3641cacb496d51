//! The position as a picture: white lines double, red lines single, winning lines heavy.

use std::collections::HashMap;

use crate::trax::column_name;
use crate::trax::notation::words::to_move;
use crate::trax::rules::face::Face;
use crate::trax::rules::game::{COLOURS, Trax, colour};
use crate::trax::rules::lines::{WinningLine, winning_lines};
use crate::trax::rules::options::Options;
use crate::trax::rules::position::{Ending, Position};

/// Rows and columns of characters that a tile takes.
const HIGH: usize = 3;
const WIDE: usize = 5;

/// The strokes of each face: row, column, and the sides of the character's centre that the line touches (north, east,
/// south, west as bits), white first. A curve leaves the middle of two sides and turns around the tile's corner.
const CURVES: [[(usize, usize, u8); 4]; 4] = [
    // North and west, east and south, north and east, south and west.
    [(0, 2, 9), (0, 1, 10), (0, 0, 6), (1, 0, 9)],
    [(1, 4, 6), (2, 4, 9), (2, 3, 10), (2, 2, 6)],
    [(0, 2, 3), (0, 3, 10), (0, 4, 12), (1, 4, 3)],
    [(1, 0, 12), (2, 0, 3), (2, 1, 10), (2, 2, 12)],
];

/// How a stroke looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ink {
    White,
    Red,
    Winning,
}

fn stroke(ink: Ink, sides: u8) -> char {
    let set = match ink {
        Ink::White => "═║╝╔╚╗",
        Ink::Red => "─│╯╭╰╮",
        Ink::Winning => "━┃┛┏┗┓",
    };
    let index = match sides {
        10 => 0,
        5 => 1,
        9 => 2,
        6 => 3,
        3 => 4,
        _ => 5,
    };
    set.chars().nth(index).unwrap_or(' ')
}

type Block = [[char; WIDE]; HIGH];

/// Draws one tile with the inks of its white and its red line.
fn tile(face: Face, inks: [Ink; 2]) -> Block {
    let mut block = [[' '; WIDE]; HIGH];
    let white = face.white();
    if white == 5 || white == 10 {
        let (across, upright) = if white == 10 {
            (inks[0], inks[1])
        } else {
            (inks[1], inks[0])
        };
        block[1] = [stroke(across, 10); WIDE];
        (block[0][2], block[2][2]) = (stroke(upright, 5), stroke(upright, 5));
        block[1][2] = match (across, upright) {
            (Ink::Winning, Ink::Winning) => '╋',
            (Ink::Winning, _) => '┿',
            (_, Ink::Winning) => '╂',
            (Ink::White, _) => '╪',
            _ => '╫',
        };
        return block;
    }
    for (sides, ink) in [(white, inks[0]), (white ^ 15, inks[1])] {
        let curve = match sides {
            9 => 0,
            6 => 1,
            3 => 2,
            _ => 3,
        };
        for (row, column, sides) in CURVES[curve] {
            block[row][column] = stroke(ink, sides);
        }
    }
    block
}

impl Trax {
    /// The position as text that a player can read.
    pub(crate) fn picture(&self, pos: &Position) -> String {
        let lines = winning_lines(pos);
        let mut text = String::new();
        if pos.n_tiles() > 0 {
            draw_group(pos, &lines, &mut text);
            text.push_str("White ═║, Red ─│");
            if !lines.is_empty() {
                text.push_str(", winning line ━┃");
            }
            let last = pos.last_turn();
            if !last.is_empty() {
                text.push_str("; last turn o");
            }
            if last.len() > 1 {
                text.push_str(", forced *");
            }
            text.push('\n');
        }
        if pos.n_tiles() == 0 {
            text.push_str("    @\n\n0   .\n\nThe first tile goes to @0\n");
        }
        text.push_str(&self.state(pos, &lines));
        text.push('\n');
        text
    }

    /// Whose turn it is, or how the game ended.
    pub(crate) fn state(&self, pos: &Position, lines: &[WinningLine]) -> String {
        let kinds = |winner: usize| {
            let of = |line: &&WinningLine| line.colour == winner;
            let kind = |line: &WinningLine| if line.is_loop { "a loop" } else { "a line" };
            let mut kinds: Vec<_> = lines.iter().filter(of).map(kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.join(" and ")
        };
        match pos.ending() {
            Some(Ending::Won(player)) => {
                let both = lines.iter().any(|line| line.colour != player.index());
                let rule = if both {
                    let other = COLOURS[player.other().index()];
                    format!("; {other} has one too, but it was the winner's turn")
                } else {
                    String::new()
                };
                let (winner, kinds) = (colour(player), kinds(player.index()));
                format!("{winner} wins by {kinds}{rule}")
            }
            Some(Ending::Draw) => "Drawn: nothing can be laid".into(),
            None => {
                let Options { luck, .. } = self.options();
                let drawn_face = match pos.drawn_face() {
                    Some(face) => format!(", drawn ?{}", face.name()),
                    None if luck => ", a face to be drawn".into(),
                    None => String::new(),
                };
                format!(
                    "Turn {}: {}{drawn_face}",
                    pos.ply() + 1,
                    to_move(pos.to_move())
                )
            }
        }
    }
}

fn draw_group(pos: &Position, lines: &[WinningLine], text: &mut String) {
    let (width, height) = pos.size();
    let mut canvas = vec![vec![' '; width * WIDE]; height * HIGH];
    let mut inks: HashMap<(usize, usize), [Ink; 2]> = HashMap::new();
    for line in lines {
        for &cell in &line.cells {
            inks.entry(cell).or_insert([Ink::White, Ink::Red])[line.colour] = Ink::Winning;
        }
    }
    for (column, row, face) in pos.tiles() {
        let inks = inks.get(&(column, row)).copied();
        let block = tile(face, inks.unwrap_or([Ink::White, Ink::Red]));
        for (dy, strip) in block.iter().enumerate() {
            canvas[row * HIGH + dy][column * WIDE..][..WIDE].copy_from_slice(strip);
        }
    }
    for (index, (column, row)) in pos.last_turn().into_iter().enumerate() {
        let mark = if index == 0 { 'o' } else { '*' };
        let centre = &mut canvas[row * HIGH + 1][column * WIDE + 2];
        if *centre == ' ' {
            *centre = mark;
        } else {
            canvas[row * HIGH][column * WIDE] = mark;
        }
    }
    let margin = height.to_string().len() + 1;
    let names: Vec<_> = (1..=width)
        .map(|column| format!("{:^WIDE$}", column_name(column)))
        .collect();
    let header = names.concat();
    text.push_str(format!("{:margin$}{header}", "").trim_end());
    text.push('\n');
    for (index, row) in canvas.iter().enumerate() {
        let number = if index % HIGH == 1 {
            (index / HIGH + 1).to_string()
        } else {
            String::new()
        };
        let row: String = row.iter().collect();
        text.push_str(format!("{number:>width$} {row}", width = margin - 1).trim_end());
        text.push('\n');
    }
}
