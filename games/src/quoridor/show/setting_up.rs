//! How positions are set up: pawns and walls on the board, walls left, and who is to move.

use crate::interface::setting_up::{SettingUp, SetupField, TO_MOVE, TrayPiece, no_place, unknown};
use crate::quoridor::notation::words::parse_any_move;
use crate::quoridor::rules::board::each;
use crate::quoridor::rules::game::Quoridor;
use crate::quoridor::rules::moves::{Direction, Move, Wall};
use crate::quoridor::rules::position::Position;
use crate::quoridor::rules::walls::Walls;
use crate::{InputError, Notation as _, Touch};

const WALLS: [(&str, Direction); 2] = [
    ("Horizontal wall", Direction::Horizontal),
    ("Vertical wall", Direction::Vertical),
];

impl SettingUp<Self> for Quoridor {
    fn pieces(&self, pos: &Position) -> Vec<TrayPiece> {
        let squares = || {
            let squares = each(self.options().board.squares());
            squares.map(|square| Touch::at("square", square))
        };
        let pawns =
            (1..=self.options().players).map(|player| TrayPiece::new(pawn(player), squares()));
        let room = pos.walls().room(self.options().board.anchors());
        let put = WALLS.map(|(name, direction)| {
            let free = walls(room).filter(|wall| wall.direction == direction);
            TrayPiece::new(name, free.map(|wall| Touch::at("slot", wall)))
        });
        let standing = walls(pos.walls()).map(|wall| Touch::at("wall", wall));
        let taken = TrayPiece::new(TrayPiece::TAKE_AWAY, standing);
        pawns.chain(put).chain([taken]).collect()
    }

    fn fields(&self, pos: &Position) -> Vec<SetupField> {
        let players = self.options().players;
        let to_move = SetupField::among(TO_MOVE, pos.to_move().0 + 1, 1..=players);
        let text = Text::of(self, pos);
        let stock = (1..).zip(text.fields[3].split(' '));
        let stock = stock.map(|(player, walls)| SetupField::number(left(player), walls));
        [to_move].into_iter().chain(stock).collect()
    }

    fn put(&self, pos: &Position, piece: &str, at: &Touch) -> Result<String, InputError> {
        let mut text = Text::of(self, pos);
        let wall_of = |kind| at.name_of(kind).map(parse_any_move);
        match piece {
            _ if WALLS.iter().any(|(name, _)| *name == piece) => {
                let Some(Move::Wall(wall)) = wall_of("slot").transpose()? else {
                    return Err(no_place(at, "a place for a wall"));
                };
                text.walls(wall).push_str(&wall.anchor.to_string());
            }
            TrayPiece::TAKE_AWAY => {
                let Some(Move::Wall(wall)) = wall_of("wall").transpose()? else {
                    return Err(no_place(at, "a wall"));
                };
                let walls = text.walls(wall);
                let anchor = wall.anchor.to_string();
                // Squares have names of two letters each, and none is a part of two others.
                *walls = walls.replace(&anchor, "");
            }
            _ => {
                let mut players = 1..=self.options().players;
                let player = players.find(|&player| pawn(player) == piece);
                let player = player.ok_or_else(|| unknown("piece", piece))?;
                let square = at
                    .name_of("square")
                    .ok_or_else(|| no_place(at, "a square"))?;
                text.change_word(2, player, square);
            }
        }
        Ok(text.write())
    }

    fn set(&self, pos: &Position, field: &str, value: &str) -> Result<String, InputError> {
        let mut text = Text::of(self, pos);
        if field == TO_MOVE {
            text.change_word(4, 1, value);
            return Ok(text.write());
        }
        let mut players = 1..=self.options().players;
        let player = players.find(|&player| left(player) == field);
        let player = player.ok_or_else(|| unknown("field", field))?;
        text.change_word(3, player, value);
        Ok(text.write())
    }

    /// Pawns stay: each has a square at any time.
    fn cleared(&self, pos: &Position) -> String {
        let mut text = Text::of(self, pos);
        text.fields[0].clear();
        text.fields[1].clear();
        text.write()
    }
}

fn pawn(player: u8) -> String {
    format!("Pawn of player {player}")
}

fn left(player: u8) -> String {
    format!("Walls left of player {player}")
}

fn walls(walls: Walls) -> impl Iterator<Item = Wall> {
    let of = |anchors, direction| each(anchors).map(move |anchor| Wall { anchor, direction });
    let horizontal = of(walls.horizontal, Direction::Horizontal);
    horizontal.chain(of(walls.vertical, Direction::Vertical))
}

/// The text of a position in its parts.
struct Text {
    fields: Vec<String>,
}

impl Text {
    /// The number of plies is left out: it would say who is to move as well.
    fn of(game: &Quoridor, pos: &Position) -> Self {
        let text = game.write_position(pos);
        let words = text.split(' ').filter(|word| !word.starts_with("ply="));
        let words: Vec<&str> = words.collect();
        let fields = words.join(" ").split('/').map(str::to_owned).collect();
        Self { fields }
    }

    /// The anchors of the walls in a direction.
    fn walls(&mut self, wall: Wall) -> &mut String {
        &mut self.fields[usize::from(wall.direction == Direction::Vertical)]
    }

    /// Puts another word in the place of one of a field, counted from 1.
    fn change_word(&mut self, field: usize, number: u8, word: &str) {
        let mut words: Vec<&str> = self.fields[field].split(' ').collect();
        words[usize::from(number) - 1] = word;
        self.fields[field] = words.join(" ");
    }

    fn write(&self) -> String {
        self.fields.join("/")
    }
}
