//! The board as text for players.

use ludex_search::{Game, Player, Turn};
use std::fmt::Write as _;

use crate::rules::board;
use crate::rules::board::{ROW, Square, Squares};
use crate::rules::game::Quoridor;
use crate::rules::moves::{Direction, Move, Wall};
use crate::rules::position::Position;
use ludex_kit::Shown;
use ludex_kit::interface::pictures::repeated;
use ludex_kit::support::styled::{Ink, Look, StyledText};
use ludex_kit::{say, say_count};

/// Message for `expect` on writes to a string.
const INFALLIBLE: &str = "writing to a string cannot fail";

impl Quoridor {
    /// The board, with the top row first and walls as double lines in the grooves. Below it is the information that the board does not
    /// show, such as walls in stock.
    pub(crate) fn text_of(&self, shown: &Shown<Self>) -> StyledText {
        let (pos, board) = (shown.position, self.options().board);
        let marks = Marks::find(self, shown);
        let turned = shown.seat != Player(0);
        let order =
            |n: u8| -> Vec<u8> { if turned { (0..n).rev().collect() } else { (0..n).collect() } };
        let columns = order(board.width);
        let rows: Vec<u8> = order(board.height).into_iter().rev().collect();
        let mut text = StyledText::from(self.border());
        for (index, &row) in rows.iter().enumerate() {
            self.squares_of(pos, &marks, (row, &columns), &mut text);
            if let Some(&next) = rows.get(index + 1) {
                groove_between(pos, &marks, (row.min(next), &columns), &mut text);
            }
        }
        text.push_str(&self.border());
        text.push_str("   ");
        for column in columns {
            write!(text, "  {} ", char::from(b'a' + column)).expect(INFALLIBLE);
        }
        text.end_line();
        text.push_str("\n");
        for player in self.all_players() {
            let (pawn, stock) = (pos.pawn(player), pos.stock(player));
            let walls = say_count!(stock.into(), "{count} wall left", "{count} walls left");
            let distance = self.distance(pos, player);
            let steps = say_count!(distance.into(), "{count} step to go", "{count} steps to go");
            let name = say!("Player {number}", number = player.0 + 1);
            text.paint(Ink::of_player(player.index()), &name);
            writeln!(text, ": {pawn}, {walls}, {steps}").expect(INFALLIBLE);
        }
        for (walls, direction) in [(pos.walls().horizontal, 'h'), (pos.walls().vertical, 'v')] {
            if walls != 0 {
                let walls = board::each(walls).map(|anchor| format!(" {anchor}{direction}"));
                let walls = walls.collect::<String>();
                let line = match direction {
                    'h' => say!("Horizontal walls:{walls}", walls),
                    _ => say!("Vertical walls:{walls}", walls),
                };
                writeln!(text, "{line}").expect(INFALLIBLE);
            }
        }
        writeln!(text, "{}", self.state(shown)).expect(INFALLIBLE);
        text
    }

    fn border(&self) -> String {
        let cells = vec!["---"; usize::from(self.options().board.width)];
        format!("   +{}+\n", cells.join("+"))
    }

    fn squares_of(
        &self,
        pos: &Position,
        marks: &Marks,
        (row, columns): (u8, &[u8]),
        text: &mut StyledText,
    ) {
        let vertical = pos.walls().vertical;
        let walls = vertical | vertical << ROW;
        write!(text, " {} |", row + 1).expect(INFALLIBLE);
        for (index, &column) in columns.iter().enumerate() {
            let square = Square::new(column, row);
            let (sign, look) = self.square(pos, marks, square);
            text.push_str(" ");
            text.paint(look, &sign.to_string());
            text.push_str(" ");
            let Some(&next) = columns.get(index + 1) else {
                text.push_str("|");
                break;
            };
            match Square::new(column.min(next), row).bit() & walls {
                0 => text.push_str(" "),
                wall => text.paint(marks.wall(wall | wall >> ROW, Direction::Vertical), "‖"),
            }
        }
        writeln!(text, " {}", row + 1).expect(INFALLIBLE);
    }

    /// The character for a square: a pawn, a step of a path, or empty.
    fn square(&self, pos: &Position, marks: &Marks, square: Square) -> (char, Look) {
        let mut pawns = self.all_players();
        let is_last = marks.squares & square.bit() != 0;
        if let Some(player) = pawns.find(|&player| pos.pawn(player) == square) {
            let ink = Ink::of_player(player.index());
            return (char::from(b'1' + player.0), Look { ink, is_last });
        }
        let mut paths = marks.paths.iter();
        let path = paths.find(|(_, squares)| squares & square.bit() != 0);
        let (sign, ink) = path.map_or((' ', Ink::Plain), |&(ink, _)| ('·', ink));
        (sign, Look { ink, is_last })
    }

    /// The player to move, or how the game ended.
    pub(crate) fn state(&self, shown: &Shown<Self>) -> String {
        let pos = shown.position;
        match (self.turn(pos), pos.winner()) {
            (Turn::Over, Some(Player(winner))) => {
                say!("Player {number} has arrived and wins", number = winner + 1)
            }
            (Turn::Over, None) => say!("Drawn after {number} plies", number = pos.ply()),
            _ if shown.is_repeated => repeated(),
            _ => say!("Player {number} to move", number = pos.to_move().0 + 1),
        }
    }
}

/// The groove between a row and the one above it.
fn groove_between(
    pos: &Position,
    marks: &Marks,
    (row, columns): (u8, &[u8]),
    text: &mut StyledText,
) {
    let walls = pos.walls();
    let closed = walls.horizontal | walls.horizontal << 1;
    text.push_str("   +");
    for (index, &column) in columns.iter().enumerate() {
        match closed & Square::new(column, row).bit() {
            0 => text.push_str("   "),
            wall => text.paint(marks.wall(wall | wall >> 1, Direction::Horizontal), "==="),
        }
        let Some(&next) = columns.get(index + 1) else {
            text.push_str("+\n");
            break;
        };
        let anchor = Square::new(column.min(next), row).bit();
        if walls.horizontal & anchor != 0 {
            text.paint(marks.wall(anchor, Direction::Horizontal), "=");
        } else if walls.vertical & anchor != 0 {
            text.paint(marks.wall(anchor, Direction::Vertical), "‖");
        } else {
            text.push_str("+");
        }
    }
}

/// What is shown besides pawns and walls.
struct Marks {
    /// Where the last pawn move began and ended.
    squares: Squares,
    /// The last wall placed.
    wall: Option<Wall>,
    /// Squares of shortest paths, with the ink of the player.
    paths: Vec<(Ink, Squares)>,
}

impl Marks {
    fn find(game: &Quoridor, shown: &Shown<Quoridor>) -> Self {
        let pos = shown.position;
        let (mut squares, mut wall) = (0, None);
        if let Some(last) = shown.last.first() {
            match last.mv {
                Move::Pawn(to) => {
                    let from = last.before.map(|before| before.pawn(before.to_move()));
                    squares = from.map_or(0, Square::bit) | to.bit();
                }
                Move::Wall(built) => wall = Some(built),
                Move::Pass => {}
            }
        }
        let path = |player: Player| {
            let walk = pos.steps().walk(pos.pawn(player), game.goal(player));
            let squares = walk.into_iter().fold(0, |bits, square| bits | square.bit());
            (Ink::of_player(player.index()), squares)
        };
        let players = game.all_players().filter(|_| shown.paths);
        Self { squares, wall, paths: players.map(path).collect() }
    }

    /// How to draw a part of a wall whose anchor may be any of these squares: it is emphasised if it belongs to the last wall.
    fn wall(&self, anchors: Squares, direction: Direction) -> Look {
        let is_it = |wall: Wall| wall.direction == direction && wall.anchor.bit() & anchors != 0;
        Look { ink: Ink::Wall, is_last: self.wall.is_some_and(is_it) }
    }
}
