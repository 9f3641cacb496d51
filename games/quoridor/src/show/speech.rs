//! Squares, walls and moves in words.

use std::collections::HashMap;

use ludex_search::Player;

use crate::rules::board::{Square, each};
use crate::rules::game::Quoridor;
use crate::rules::moves::{Direction, Move, Wall};
use crate::rules::position::Position;
use crate::rules::walls::Walls;
use ludex_kit::interface::speech::{PLAYER, list_words};
use ludex_kit::{PlaceWords, Speech, message, say};

impl Speech<Self> for Quoridor {
    fn places<'a>(&'a self, pos: &'a Position, _seat: Player) -> PlaceWords<'a> {
        let board = self.options().board;
        let squares: HashMap<String, Square> =
            each(board.squares()).map(|square| (square.to_string(), square)).collect();
        let walls: HashMap<String, Wall> =
            all_walls(self).map(|wall| (wall.to_string(), wall)).collect();
        Box::new(move |kind, name| match kind {
            "square" | "pawn" => Some(self.square_words(pos, *squares.get(name)?)),
            "slot" | "wall" => Some(slot_words(pos.walls(), *walls.get(name)?)),
            "anchor" => Some(crossing_words(pos.walls(), *squares.get(name)?)),
            _ => None,
        })
    }

    fn sentence(&self, _pos: &Position, mv: Move) -> Option<String> {
        Some(match mv {
            Move::Pawn(to) => {
                say!("{player} moves the pawn to {square}.", player = PLAYER, square = to)
            }
            Move::Wall(wall) => {
                let (player, [first, second]) = (PLAYER, touched(wall));
                match wall.direction {
                    Direction::Horizontal => say!(
                        "{player} places a horizontal wall above {first} and {second}.",
                        player,
                        first,
                        second
                    ),
                    Direction::Vertical => say!(
                        "{player} places a vertical wall to the right of {first} and {second}.",
                        player,
                        first,
                        second
                    ),
                }
            }
            Move::Pass => say!("{player} passes.", player = PLAYER),
        })
    }
}

impl Quoridor {
    /// A square in words: `e3: pawn of player 1, wall above and to the right`.
    fn square_words(&self, pos: &Position, square: Square) -> String {
        let pawn = self.all_players().find(|&player| pos.pawn(player) == square);
        let what = match pawn {
            Some(player) => say!("pawn of player {number}", number = player.index() + 1),
            None => say!("empty"),
        };
        let walls = sides_with_walls(pos.walls(), square);
        match walls.len() {
            0 => format!("{square}: {what}"),
            1 => say!("{square}: {what}, wall {side}", square, what, side = walls[0]),
            _ => say!("{square}: {what}, walls {sides}", square, what, sides = list_words(&walls)),
        }
    }
}

/// The place of a wall in words: `above e3 and f3: no wall`.
fn slot_words(walls: Walls, wall: Wall) -> String {
    let what = match (has_wall(walls, wall), is_blocked(walls, wall)) {
        (true, _) => say!("wall"),
        (false, true) => say!("no space for a wall"),
        (false, false) => say!("no wall"),
    };
    format!("{}: {what}", wall_words(wall))
}

/// Every wall of the board, whether or not it is placed.
fn all_walls(game: &Quoridor) -> impl Iterator<Item = Wall> {
    let anchors = each(game.options().board.anchors());
    let both = [Direction::Horizontal, Direction::Vertical];
    anchors.flat_map(move |anchor| both.map(|direction| Wall { anchor, direction }))
}

fn has_wall(walls: Walls, Wall { anchor, direction }: Wall) -> bool {
    let anchors = match direction {
        Direction::Horizontal => walls.horizontal,
        Direction::Vertical => walls.vertical,
    };
    anchors & anchor.bit() != 0
}

/// The square this far to the east and north; `None` outside the board's south and west edges.
fn shifted(square: Square, east: i8, north: i8) -> Option<Square> {
    let column = square.column().checked_add_signed(east)?;
    Some(Square::new(column, square.row().checked_add_signed(north)?))
}

/// Whether another wall crosses this place or covers half of it.
fn is_blocked(walls: Walls, Wall { anchor, direction }: Wall) -> bool {
    let (crossing, (east, north)) = match direction {
        Direction::Horizontal => (Direction::Vertical, (1, 0)),
        Direction::Vertical => (Direction::Horizontal, (0, 1)),
    };
    let beside = [shifted(anchor, east, north), shifted(anchor, -east, -north)];
    let mut halves = beside.into_iter().flatten();
    has_wall(walls, Wall { anchor, direction: crossing })
        || halves.any(|anchor| has_wall(walls, Wall { anchor, direction }))
}

/// The sides of a square that have a wall.
fn sides_with_walls(walls: Walls, square: Square) -> Vec<String> {
    let (horizontal, vertical) = (Direction::Horizontal, Direction::Vertical);
    let sides = [
        (message!("above"), horizontal, [(0, 0), (-1, 0)]),
        (message!("below"), horizontal, [(0, -1), (-1, -1)]),
        (message!("to the left"), vertical, [(-1, 0), (-1, -1)]),
        (message!("to the right"), vertical, [(0, 0), (0, -1)]),
    ];
    let has = |direction, anchors: [(i8, i8); 2]| {
        let mut anchors =
            anchors.into_iter().filter_map(|(east, north)| shifted(square, east, north));
        anchors.any(|anchor| has_wall(walls, Wall { anchor, direction }))
    };
    let walled = sides.into_iter().filter(|&(_, direction, anchors)| has(direction, anchors));
    walled.map(|(side, ..)| crate::WORDS.translate(side).to_owned()).collect()
}

/// Where a wall is: `above e3 and f3`, `to the right of e3 and e4`.
fn wall_words(wall: Wall) -> String {
    let [first, second] = touched(wall);
    match wall.direction {
        Direction::Horizontal => say!("above {first} and {second}", first, second),
        Direction::Vertical => say!("to the right of {first} and {second}", first, second),
    }
}

/// The two squares below or to the left of a wall.
fn touched(Wall { anchor, direction }: Wall) -> [Square; 2] {
    let (column, row) = (anchor.column(), anchor.row());
    match direction {
        Direction::Horizontal => [anchor, Square::new(column + 1, row)],
        Direction::Vertical => [anchor, Square::new(column, row + 1)],
    }
}

/// The crossing of grooves at the north-east corner of a square, in words.
fn crossing_words(walls: Walls, anchor: Square) -> String {
    let opposite = Square::new(anchor.column() + 1, anchor.row() + 1);
    let what = [Direction::Horizontal, Direction::Vertical]
        .into_iter()
        .find(|&direction| has_wall(walls, Wall { anchor, direction }));
    let what = match what {
        None => say!("no wall"),
        Some(Direction::Horizontal) => say!("horizontal wall"),
        Some(Direction::Vertical) => say!("vertical wall"),
    };
    say!("crossing between {first} and {second}: {what}", first = anchor, second = opposite, what)
}
