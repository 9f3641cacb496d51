//! Setting up positions: pawns and walls on the board, walls in stock, and the player to move.

use ludex_search::Player;

use super::picture::{ALONE, draw_pawn_alone, draw_wall_alone};
use crate::notation::words::parse_any_move;
use crate::rules::board::each;
use crate::rules::game::Quoridor;
use crate::rules::moves::{Direction, Move, Wall};
use crate::rules::position::{MOST_PLAYERS, Position};
use crate::rules::walls::Walls;
use ludex_kit::interface::setting_up::{
    SettingUp, SetupField, TO_MOVE, TrayPiece, no_place, unknown,
};
use ludex_kit::{InputError, Notation as _, Touch, message, say};

const WALLS: [(&str, Direction); 2] = [
    (message!("Horizontal wall"), Direction::Horizontal),
    (message!("Vertical wall"), Direction::Vertical),
];

/// The names of the pawns.
const PAWNS: [&str; MOST_PLAYERS] = [
    message!("Pawn of player 1"),
    message!("Pawn of player 2"),
    message!("Pawn of player 3"),
    message!("Pawn of player 4"),
];

/// The names of the fields for walls in stock.
const LEFT: [&str; MOST_PLAYERS] = [
    message!("Walls left of player 1"),
    message!("Walls left of player 2"),
    message!("Walls left of player 3"),
    message!("Walls left of player 4"),
];

impl SettingUp<Self> for Quoridor {
    fn pieces(&self, _: &Position) -> Vec<TrayPiece> {
        let pawns = (1..=self.options().players).map(|player| {
            TrayPiece::drawn(pawn(player), &["square"], ALONE, |scene| {
                draw_pawn_alone(scene, Player(player - 1));
            })
        });
        let put = WALLS.map(|(name, direction)| {
            TrayPiece::drawn(name, &["slot"], ALONE, |scene| {
                draw_wall_alone(scene, direction);
            })
        });
        let taken = TrayPiece::act(TrayPiece::TAKE_AWAY, &["wall"]);
        pawns.chain(put).chain([taken]).collect()
    }

    fn fields(&self, pos: &Position) -> Vec<SetupField> {
        let players = self.options().players;
        let to_move = SetupField::among(TO_MOVE, pos.to_move().0 + 1, 1..=players);
        let text = Text::from_position(self, pos);
        let stock = (1..).zip(text.fields[3].split(' '));
        let stock = stock.map(|(player, walls)| SetupField::number(left(player), walls));
        [to_move].into_iter().chain(stock).collect()
    }

    fn put(&self, pos: &Position, piece: &str, at: &Touch) -> Result<String, InputError> {
        let mut text = Text::from_position(self, pos);
        let wall_of = |kind| at.name_of(kind).map(parse_any_move);
        let of_wall = WALLS.iter().find(|(name, _)| *name == piece);
        match piece {
            _ if let Some(&(_, direction)) = of_wall => {
                let wall = match wall_of("slot").transpose()? {
                    Some(Move::Wall(wall)) if wall.direction == direction => wall,
                    _ => return Err(no_place(piece, at, say!("this wall does not fit here"))),
                };
                check_room(pos, piece, wall)?;
                if !self.is_slack(pos) && !text.take_from_stock() {
                    return Err(InputError::sentence(piece, say!("no wall is left in stock")));
                }
                text.walls(wall).push_str(&wall.anchor.to_string());
            }
            TrayPiece::TAKE_AWAY => {
                let Some(Move::Wall(wall)) = wall_of("wall").transpose()? else {
                    return Err(no_place(piece, at, say!("there is no wall here")));
                };
                if !self.is_slack(pos) {
                    text.give_to_stock();
                }
                let walls = text.walls(wall);
                let anchor = wall.anchor.to_string();
                // Each name is a letter followed by a digit, so the search cannot match the end of one name and the start of the next.
                *walls = walls.replace(&anchor, "");
            }
            _ => {
                let mut players = 1..=self.options().players;
                let player = players.find(|&player| pawn(player) == piece);
                let player = player.ok_or_else(|| unknown("piece", piece))?;
                let square = at.name_of("square").ok_or_else(|| {
                    no_place(piece, at, say!("this is not a square of the board"))
                })?;
                let mut all = 1..=self.options().players;
                let standing = all.find(|&one| pos.pawn(Player(one - 1)).to_string() == square);
                if let Some(number) = standing {
                    return Err(no_place(
                        piece,
                        at,
                        say!("Pawn of player {number} is here", number),
                    ));
                }
                text.change_word(2, player, square);
            }
        }
        Ok(text.write())
    }

    fn set(&self, pos: &Position, field: &str, value: &str) -> Result<String, InputError> {
        let mut text = Text::from_position(self, pos);
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

    /// The pawns stay, because each needs a square. All walls return to stock.
    fn cleared(&self, pos: &Position) -> String {
        let mut text = Text::from_position(self, pos);
        text.fields[0].clear();
        text.fields[1].clear();
        let all = self.options().walls.to_string();
        for player in 1..=self.options().players {
            text.change_word(3, player, &all);
        }
        text.write()
    }
}

impl Quoridor {
    /// Whether the walls on the board and in stock together are fewer than the game has. Then a wall can be added without taking one from a
    /// player's stock.
    fn is_slack(&self, pos: &Position) -> bool {
        let all = u32::from(self.options().walls) * u32::from(self.options().players);
        pos.walls().count() + pos.total_stock() < all
    }
}

/// Checks that a wall fits beside those on the board.
fn check_room(pos: &Position, piece: &str, wall: Wall) -> Result<(), InputError> {
    let beside = |other: &Wall| {
        let mut both = Walls::NONE;
        match other.direction {
            Direction::Horizontal => both.horizontal = other.anchor.bit(),
            Direction::Vertical => both.vertical = other.anchor.bit(),
        }
        let room = both.room(wall.anchor.bit());
        match wall.direction {
            Direction::Horizontal => room.horizontal == 0,
            Direction::Vertical => room.vertical == 0,
        }
    };
    match walls(pos.walls()).find(beside) {
        Some(other) => {
            let sentence = if other.direction == wall.direction {
                say!("it would overlap the wall {wall}", wall = other)
            } else {
                say!("it would cross the wall {wall}", wall = other)
            };
            Err(InputError::sentence(format!("{piece}, {wall}"), sentence))
        }
        None => Ok(()),
    }
}

/// The name of a pawn; players count from 1.
fn pawn(player: u8) -> &'static str {
    PAWNS[usize::from(player) - 1]
}

/// The name of the field for the walls that a player has in stock.
fn left(player: u8) -> &'static str {
    LEFT[usize::from(player) - 1]
}

fn walls(walls: Walls) -> impl Iterator<Item = Wall> {
    let of = |anchors, direction| each(anchors).map(move |anchor| Wall { anchor, direction });
    let horizontal = of(walls.horizontal, Direction::Horizontal);
    horizontal.chain(of(walls.vertical, Direction::Vertical))
}

/// The text of a position, split into its parts.
struct Text {
    fields: Vec<String>,
}

impl Text {
    /// Omits the number of plies, which would also determine the player to move.
    fn from_position(game: &Quoridor, pos: &Position) -> Self {
        let text = game.write_position(pos);
        let words = text.split(' ').filter(|word| !word.starts_with("ply="));
        let words: Vec<&str> = words.collect();
        let fields = words.join(" ").split('/').map(str::to_owned).collect();
        Self { fields }
    }

    /// The field with the anchors of the walls in one direction.
    fn walls(&mut self, wall: Wall) -> &mut String {
        &mut self.fields[usize::from(wall.direction == Direction::Vertical)]
    }

    /// Takes a wall from the player with the largest stock; from the first of them if stocks are equal. False if no player has a wall.
    fn take_from_stock(&mut self) -> bool {
        let stock = self.stock();
        let most = stock.iter().rev().max_by_key(|(_, left)| *left);
        let Some(&(player, left)) = most.filter(|(_, left)| *left > 0) else {
            return false;
        };
        self.change_word(3, player, &(left - 1).to_string());
        true
    }

    /// Gives a wall to the player with the smallest stock; to the last of them if stocks are equal.
    fn give_to_stock(&mut self) {
        let stock = self.stock();
        if let Some(&(player, left)) = stock.iter().rev().min_by_key(|(_, left)| *left) {
            self.change_word(3, player, &(left + 1).to_string());
        }
    }

    /// The players, counted from 1, with their walls in stock.
    fn stock(&self) -> Vec<(u8, u16)> {
        let left = self.fields[3].split(' ').map(str::parse);
        let left = left.map(|left| left.expect("a number, as it was written"));
        (1..).zip(left).collect()
    }

    /// Replaces one word of a field; words count from 1.
    fn change_word(&mut self, field: usize, number: u8, word: &str) {
        let mut words: Vec<&str> = self.fields[field].split(' ').collect();
        words[usize::from(number) - 1] = word;
        self.fields[field] = words.join(" ");
    }

    fn write(&self) -> String {
        self.fields.join("/")
    }
}
