//! The board as text for players.

use ludex_search::{Game, Player, Turn};
use std::fmt::Write as _;

use crate::quoridor::rules::board;
use crate::quoridor::rules::board::{ROW, Square};
use crate::quoridor::rules::game::Quoridor;
use crate::quoridor::rules::position::Position;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

impl Quoridor {
    /// Rows from the top, walls as double lines in the grooves; below it what the board does not show.
    pub(crate) fn picture(&self, pos: &Position) -> String {
        let board = self.options().board;
        let mut text = self.border('-');
        for row in (0..board.height).rev() {
            text += &self.squares_of(pos, row);
            if row > 0 {
                text += &self.groove_below(pos, row);
            }
        }
        text += &self.border('-');
        text += "   ";
        for column in 0..board.width {
            write!(text, "  {} ", char::from(b'a' + column)).expect(INFALLIBLE);
        }
        text.truncate(text.trim_end().len());
        text += "\n\n";
        for player in self.all_players() {
            let (pawn, stock) = (pos.pawn(player), pos.stock(player));
            let walls = if stock == 1 { "wall" } else { "walls" };
            let distance = self.distance(pos, player);
            let steps = if distance == 1 { "step" } else { "steps" };
            writeln!(
                text,
                "Player {}: {pawn}, {stock} {walls} left, {distance} {steps} to go",
                player.0 + 1
            )
            .expect(INFALLIBLE);
        }
        for (name, walls, direction) in [
            ("Horizontal", pos.walls().horizontal, 'h'),
            ("Vertical", pos.walls().vertical, 'v'),
        ] {
            if walls != 0 {
                let walls = board::each(walls).map(|anchor| format!(" {anchor}{direction}"));
                writeln!(text, "{name} walls:{}", walls.collect::<String>()).expect(INFALLIBLE);
            }
        }
        text + &self.state(pos) + "\n"
    }

    fn border(&self, line: char) -> String {
        let line = line.to_string().repeat(3);
        let cells = vec![line; usize::from(self.options().board.width)];
        format!("   +{}+\n", cells.join("+"))
    }

    fn squares_of(&self, pos: &Position, row: u8) -> String {
        let width = self.options().board.width;
        let vertical = pos.walls().vertical;
        let walls = vertical | vertical << ROW;
        let mut text = format!(" {} |", row + 1);
        for column in 0..width {
            let square = Square::new(column, row);
            let pawn = self
                .all_players()
                .find(|&player| pos.pawn(player) == square);
            let sign = pawn.map_or(' ', |player| char::from(b'1' + player.0));
            let right = match square.bit() & walls {
                _ if column + 1 == width => '|',
                0 => ' ',
                _ => '‖',
            };
            write!(text, " {sign} {right}").expect(INFALLIBLE);
        }
        text + &format!(" {}\n", row + 1)
    }

    fn groove_below(&self, pos: &Position, row: u8) -> String {
        let width = self.options().board.width;
        let walls = pos.walls();
        let closed = walls.horizontal | walls.horizontal << 1;
        let mut text = "   +".to_owned();
        for column in 0..width {
            let below = Square::new(column, row - 1).bit();
            text += if closed & below != 0 { "===" } else { "   " };
            text.push(match () {
                () if column + 1 == width => '+',
                () if walls.horizontal & below != 0 => '=',
                () if walls.vertical & below != 0 => '‖',
                () => '+',
            });
        }
        text + "\n"
    }

    /// Who is to move, or how the game ended.
    pub(crate) fn state(&self, pos: &Position) -> String {
        match (self.turn(pos), pos.winner()) {
            (Turn::Over, Some(Player(winner))) => {
                format!("Player {} has arrived and wins", winner + 1)
            }
            (Turn::Over, None) => format!("Drawn after {} plies", pos.ply()),
            _ => format!("Player {} to move", pos.to_move().0 + 1),
        }
    }
}
