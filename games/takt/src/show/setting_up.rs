//! Setting up positions: pieces on the squares, the player to move, and the move number.

use ludex_search::Player;

use super::picture::{ALONE, draw_alone};
use super::view::square_name;
use crate::any_size::{AnyPosition, AnyTakt};
use crate::rules::moves::Piece;
use ludex_kit::interface::setting_up::{
    SettingUp, SetupField, TO_MOVE, TrayPiece, no_place, unknown,
};
use ludex_kit::{InputError, Notation as _, Touch, message, say, say_count};

/// The pieces in the tray: name, player, letter in the notation of stacks, and kind.
const PIECES: [(&str, u8, &str, Piece); 6] = [
    (message!("Flat of player 1"), 1, "", Piece::Flat),
    (message!("Wall of player 1"), 1, "S", Piece::Wall),
    (message!("Capstone of player 1"), 1, "C", Piece::Capstone),
    (message!("Flat of player 2"), 2, "", Piece::Flat),
    (message!("Wall of player 2"), 2, "S", Piece::Wall),
    (message!("Capstone of player 2"), 2, "C", Piece::Capstone),
];
const MOVE_NUMBER: &str = message!("Move number");

impl SettingUp<Self> for AnyTakt {
    fn pieces(&self, _: &AnyPosition) -> Vec<TrayPiece> {
        let put = PIECES.map(|(name, player, _, piece)| {
            TrayPiece::drawn(name, &["square"], ALONE, |scene| {
                draw_alone(scene, piece, Player(player - 1));
            })
        });
        let taken = TrayPiece::act(TrayPiece::TAKE_AWAY, &["square"]);
        put.into_iter().chain([taken]).collect()
    }

    fn fields(&self, pos: &AnyPosition) -> Vec<SetupField> {
        let text = Text::from_position(self, pos);
        vec![
            SetupField::among(TO_MOVE, text.to_move, [1, 2]),
            SetupField::number(MOVE_NUMBER, text.number),
        ]
    }

    fn put(&self, pos: &AnyPosition, piece: &str, at: &Touch) -> Result<String, InputError> {
        let mut text = Text::from_position(self, pos);
        let index = (0..text.cells.len())
            .find(|&index| at.name_of("square") == Some(&square_name(self.size(), index)))
            .ok_or_else(|| no_place(piece, at, say!("this is not a square of the board")))?;
        let cell = &mut text.cells[index];
        if piece == TrayPiece::TAKE_AWAY {
            if cell.is_empty() {
                return Err(no_place(piece, at, say!("the square is empty")));
            }
            // The letter of a wall or capstone follows its digit, so remove both.
            while cell.pop().is_some_and(|last| !last.is_ascii_digit()) {}
            text.fit_number();
            return Ok(text.write(self.size()));
        }
        let &(_, player, letter, kind) = PIECES
            .iter()
            .find(|(name, ..)| *name == piece)
            .ok_or_else(|| unknown("piece", piece))?;
        if !is_open(cell) {
            return Err(no_place(piece, at, say!("a wall or a capstone is on top here")));
        }
        let put = format!("{player}{letter}");
        cell.push_str(&put);
        self.check_reserve(&text, piece, player, kind)?;
        text.fit_number();
        Ok(text.write(self.size()))
    }

    fn set(&self, pos: &AnyPosition, field: &str, value: &str) -> Result<String, InputError> {
        let mut text = Text::from_position(self, pos);
        match field {
            TO_MOVE => value.clone_into(&mut text.to_move),
            MOVE_NUMBER => value.clone_into(&mut text.number),
            _ => return Err(unknown("field", field)),
        }
        Ok(text.write(self.size()))
    }

    fn cleared(&self, _: &AnyPosition) -> String {
        let cells = vec![String::new(); self.size() * self.size()];
        let (to_move, number) = ("1".to_owned(), "1".to_owned());
        let text = Text { cells, to_move, number };
        text.write(self.size())
    }

    fn keys_in_text(&self) -> &'static [&'static str] {
        &["size"]
    }
}

impl AnyTakt {
    /// Checks that, with the new piece, a player does not have more pieces on the board than the variant allows.
    fn check_reserve(
        &self,
        text: &Text,
        name: &str,
        player: u8,
        kind: Piece,
    ) -> Result<(), InputError> {
        let capstone = format!("{player}C");
        let of_player = text.cells.join("").matches(&player.to_string()).count();
        let on_top = text.cells.iter().filter(|cell| cell.ends_with(&capstone));
        let capstones = on_top.count();
        let options = self.options();
        let (put, has) = match kind {
            Piece::Capstone => (capstones, options.caps),
            Piece::Flat | Piece::Wall => (of_player - capstones, options.stones),
        };
        if put <= usize::from(has) {
            return Ok(());
        }
        let sentence = match kind {
            Piece::Capstone => say_count!(
                has.into(),
                "a player has at most {count} capstone, not {number}",
                "a player has at most {count} capstones, not {number}",
                number = put
            ),
            Piece::Flat | Piece::Wall => say_count!(
                has.into(),
                "a player has at most {count} stone for flats and walls, not {number}",
                "a player has at most {count} stones for flats and walls, not {number}",
                number = put
            ),
        };
        Err(InputError::sentence(name, sentence))
    }
}

/// Whether another piece can be put on a stack.
fn is_open(cell: &str) -> bool {
    !cell.ends_with(['S', 'C'])
}

/// The text of a position, split into its parts.
struct Text {
    /// The stacks as written, `a1` first; empty for empty squares.
    cells: Vec<String>,
    to_move: String,
    number: String,
}

impl Text {
    fn from_position(game: &AnyTakt, pos: &AnyPosition) -> Self {
        let text = game.write_position(pos);
        let mut words = text.split(' ').map(str::to_owned);
        let mut next = || words.next().expect("a position has three parts");
        let cells = |row: &str| -> Vec<String> {
            let parts = row.split(',').flat_map(|part| match part.strip_prefix('x') {
                Some(run) => vec![String::new(); run.parse().unwrap_or(1)],
                None => vec![part.to_owned()],
            });
            parts.collect()
        };
        Self {
            cells: next().rsplit('/').flat_map(cells).collect(),
            to_move: next(),
            number: next(),
        }
    }

    /// Adjusts the move number to the board. Opening rules apply only to move 1, so an empty board gets move 1, and a board with pieces
    /// gets at least move 2.
    fn fit_number(&mut self) {
        let is_empty = self.cells.iter().all(String::is_empty);
        if is_empty || self.number == "1" {
            let number = if is_empty { "1" } else { "2" };
            number.clone_into(&mut self.number);
        }
    }

    fn write(&self, size: usize) -> String {
        let written = |cell: &String| match cell.as_str() {
            "" => "x".to_owned(),
            stack => stack.to_owned(),
        };
        let rows = self.cells.chunks(size).rev();
        let rows: Vec<String> =
            rows.map(|row| row.iter().map(written).collect::<Vec<_>>().join(",")).collect();
        format!("{} {} {}", rows.join("/"), self.to_move, self.number)
    }
}
