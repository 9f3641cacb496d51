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
    /// Rows from the top, walls as double lines in the grooves; below it what the board does not show. All but player 1 see the
    /// board turned around.
    pub(crate) fn picture(&self, pos: &Position, seat: Player) -> String {
        let is_turned = seat != Player(0);
        let board = self.options().board;
        let rows = in_order(board.height, !is_turned);
        let columns = in_order(board.width, is_turned);
        let mut text = self.border('-');
        for (index, &row) in rows.iter().enumerate() {
            text += &self.squares_of(pos, row, &columns);
            if let Some(&next) = rows.get(index + 1) {
                text += &groove_below(pos, row.max(next), &columns);
            }
        }
        text += &self.border('-');
        text += "   ";
        for &column in &columns {
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

    fn squares_of(&self, pos: &Position, row: u8, columns: &[u8]) -> String {
        let vertical = pos.walls().vertical;
        let walls = vertical | vertical << ROW;
        let mut text = format!(" {} |", row + 1);
        for (index, &column) in columns.iter().enumerate() {
            let square = Square::new(column, row);
            let pawn = self
                .all_players()
                .find(|&player| pos.pawn(player) == square);
            let sign = pawn.map_or(' ', |player| char::from(b'1' + player.0));
            let border = columns.get(index + 1).map(|&next| column.min(next));
            let right = match border.map(|west| Square::new(west, row).bit() & walls) {
                None => '|',
                Some(0) => ' ',
                Some(_) => '‖',
            };
            write!(text, " {sign} {right}").expect(INFALLIBLE);
        }
        text + &format!(" {}\n", row + 1)
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

/// The numbers below `count`, from the greatest down if they are turned.
fn in_order(count: u8, is_turned: bool) -> Vec<u8> {
    let mut numbers: Vec<u8> = (0..count).collect();
    if is_turned {
        numbers.reverse();
    }
    numbers
}

/// The groove between two rows, the upper one of which is this.
fn groove_below(pos: &Position, row: u8, columns: &[u8]) -> String {
    let walls = pos.walls();
    let closed = walls.horizontal | walls.horizontal << 1;
    let mut text = "   +".to_owned();
    for (index, &column) in columns.iter().enumerate() {
        let below = Square::new(column, row - 1).bit();
        text += if closed & below != 0 { "===" } else { "   " };
        let anchor = columns.get(index + 1).map(|&next| column.min(next));
        let anchor = anchor.map(|west| Square::new(west, row - 1).bit());
        text.push(match anchor {
            Some(anchor) if walls.horizontal & anchor != 0 => '=',
            Some(anchor) if walls.vertical & anchor != 0 => '‖',
            _ => '+',
        });
    }
    text + "\n"
}
