//! Squares, walls and moves in words.

use std::collections::HashMap;

use ludex_search::Player;

use crate::rules::board::{Square, each};
use crate::rules::game::Quoridor;
use crate::rules::moves::{Direction, Move, Wall};
use crate::rules::position::Position;
use crate::rules::walls::Walls;
use ludex_kit::interface::speech::{PLAYER, list_words};
use ludex_kit::{PlaceWords, Speech};

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
            Move::Pawn(to) => format!("{PLAYER} moves the pawn to {to}."),
            Move::Wall(wall) => {
                let direction = wall.direction.word();
                format!("{PLAYER} places a {direction} wall {}.", wall_words(wall))
            }
            Move::Pass => format!("{PLAYER} passes."),
        })
    }
}

impl Quoridor {
    /// A square in words: `e3: pawn of player 1, wall above and to the right`.
    fn square_words(&self, pos: &Position, square: Square) -> String {
        let pawn = self.all_players().find(|&player| pos.pawn(player) == square);
        let what = match pawn {
            Some(player) => format!("pawn of player {}", player.index() + 1),
            None => "empty".to_owned(),
        };
        let walls = sides_with_walls(pos.walls(), square);
        match walls.len() {
            0 => format!("{square}: {what}"),
            1 => format!("{square}: {what}, wall {}", walls[0]),
            _ => format!("{square}: {what}, walls {}", list_words(&walls)),
        }
    }
}

/// The place of a wall in words: `above e3 and f3: no wall`.
fn slot_words(walls: Walls, wall: Wall) -> String {
    let what = match (has_wall(walls, wall), is_blocked(walls, wall)) {
        (true, _) => "wall",
        (false, true) => "no space for a wall",
        (false, false) => "no wall",
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
        ("above", horizontal, [(0, 0), (-1, 0)]),
        ("below", horizontal, [(0, -1), (-1, -1)]),
        ("to the left", vertical, [(-1, 0), (-1, -1)]),
        ("to the right", vertical, [(0, 0), (0, -1)]),
    ];
    let has = |direction, anchors: [(i8, i8); 2]| {
        let mut anchors =
            anchors.into_iter().filter_map(|(east, north)| shifted(square, east, north));
        anchors.any(|anchor| has_wall(walls, Wall { anchor, direction }))
    };
    let walled = sides.into_iter().filter(|&(_, direction, anchors)| has(direction, anchors));
    walled.map(|(side, ..)| side.to_owned()).collect()
}

/// Where a wall is: `above e3 and f3`, `to the right of e3 and e4`.
fn wall_words(Wall { anchor, direction }: Wall) -> String {
    let (column, row) = (anchor.column(), anchor.row());
    match direction {
        Direction::Horizontal => format!("above {anchor} and {}", Square::new(column + 1, row)),
        Direction::Vertical => {
            format!("to the right of {anchor} and {}", Square::new(column, row + 1))
        }
    }
}

/// The crossing of grooves at the north-east corner of a square, in words.
fn crossing_words(walls: Walls, anchor: Square) -> String {
    let opposite = Square::new(anchor.column() + 1, anchor.row() + 1);
    let what = [Direction::Horizontal, Direction::Vertical]
        .into_iter()
        .find(|&direction| has_wall(walls, Wall { anchor, direction }));
    let what =
        what.map_or_else(|| "no wall".to_owned(), |direction| format!("{} wall", direction.word()));
    format!("crossing between {anchor} and {opposite}: {what}")
}
