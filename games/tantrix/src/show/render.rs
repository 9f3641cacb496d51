//! The board in characters: hexagons with the letters of their edges, and further information beside it.

use std::cmp::Reverse;

use ludex_search::{Game, Player, Turn};

use super::facts::cell_name;
use super::facts::{ForcedSpace, forced_spaces};
use super::words::{last_turn, tile_numbers};
use crate::rules::board::Board;
use crate::rules::game::Tantrix;
use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::names::colour_name;
use crate::rules::position::{Phase, Position, Stage};
use crate::rules::tile::{Colour, TileSet};
use ludex_kit::support::styled::{Ink, Look, StyledText};
use ludex_kit::{Shown, say};

/// Columns between two columns of hexes.
const WIDE: i32 = 6;
/// Lines between a hex and the one below.
const HIGH: i32 = 4;
/// The position of each edge's letter, from the upper left corner of a hex.
const EDGE_AT: [(i32, i32); 6] = [(3, 0), (6, 1), (6, 3), (3, 4), (0, 3), (0, 1)];

impl Tantrix {
    /// The position as text: the board, the hands, forced spaces and scores.
    pub(crate) fn text_of(&self, shown: &Shown<Self>) -> StyledText {
        let pos = shown.position;
        let forced = pos.forced_spaces(self.options());
        let forced: Vec<Hex> = forced.map(|id| pos.board().site(id).hex).collect();
        let last: Vec<Hex> = last_turn(shown).map(|placement| placement.hex).collect();
        let mut text = draw_board(pos.board(), &forced, &last);
        let width = Colour::ALL.map(|colour| colour_name(colour).chars().count());
        let width = width.into_iter().max().unwrap_or_default();
        for player in 0..self.players() {
            let seat = Player(player as u8);
            let colour = self.colour_of(seat);
            let mark = match self.turn(pos) {
                Turn::Over => ' ',
                _ if seat == pos.to_move() => '>',
                _ => ' ',
            };
            let number = player + 1;
            text.push_str(&say!("{mark} player {number} ", mark, number));
            text.paint(ink(colour), &format!("{:<width$}", colour_name(colour)));
            let points = format!("{:>2}", pos.board().best().points(colour));
            let hand = tile_numbers(pos.hand(seat));
            text.push_str(&say!(" {points} points   hand {hand}", points, hand));
            text.end_line();
        }
        let hand = pos.hand(pos.to_move());
        if !matches!(pos.stage(), Stage::Over | Stage::Stuck) && !hand.is_empty() {
            text.append(draw_hand(hand));
            text.push_str("\n");
        }
        let mut line = |words: String| {
            text.push_str(&words);
            text.end_line();
        };
        let idle = Colour::ALL.into_iter().filter(|&colour| {
            (0..self.players()).all(|player| self.colour_of(Player(player as u8)) != colour)
        });
        let idle: Vec<String> = idle
            .map(|colour| format!("{} {}", colour_name(colour), pos.board().best().points(colour)))
            .collect();
        if !idle.is_empty() {
            line(say!("  colours without a player: {colours}", colours = idle.join(", ")));
        }
        let n_unseen = pos.unseen().len();
        let tiles = tile_numbers(pos.unseen());
        line(wrapped(&say!("  bag {count}: {tiles}", count = n_unseen, tiles)));
        for space in forced_spaces(self, pos) {
            line(wrapped(&describe(&space)));
        }
        line(self.status(pos));
        text
    }

    /// The player who acts next and what they do; after the end, the result.
    pub(crate) fn status(&self, pos: &Position) -> String {
        let player = pos.to_move().0 + 1;
        match pos.stage() {
            Stage::Chance(Player(player)) => {
                say!("player {player} draws a tile", player = player + 1)
            }
            Stage::Stuck => say!("draw: no free placement is possible"),
            Stage::Over => self.final_score(pos),
            Stage::Play if pos.phase() == Phase::Free => {
                say!("player {player}: free placement", player)
            }
            Stage::Play => say!("player {player} has to fill a forced space", player),
        }
    }

    /// The result of a finished game: `Yellow wins 52–10`. The best score comes first; the colours of a team count once.
    fn final_score(&self, pos: &Position) -> String {
        let points = self.points(pos);
        let leaders = (0..self.players()).filter(|&seat| self.options().side_of(seat) == seat);
        let mut scores: Vec<(u32, &str)> = leaders
            .map(|seat| (points[seat], colour_name(self.colour_of(Player(seat as u8)))))
            .collect();
        scores.sort_by_key(|&(points, _)| Reverse(points));
        let most = scores.first().map_or(0, |&(points, _)| points);
        let winners = scores.iter().filter(|&&(points, _)| points == most);
        let winners: Vec<String> = winners.map(|&(_, name)| name.to_owned()).collect();
        let is_draw = winners.len() > 1;
        let names =
            winners.into_iter().reduce(|names, name| say!("{names} and {name}", names, name));
        let names = names.unwrap_or_default();
        let numbers: Vec<String> = scores.iter().map(|(points, _)| points.to_string()).collect();
        let score = numbers.join("–");
        if is_draw {
            say!("{names} draw {score}", names, score)
        } else {
            say!("{names} wins {score}", names, score)
        }
    }
}

/// `forced 2:1   2/3/1: tiles that fit now 14 33 / in the endgame 14 33 40 / also in another forced space 14`.
fn describe(space: &ForcedSpace) -> String {
    say!(
        "  forced {cell}   {notation}: tiles that fit now {now} / in the endgame {endgame} / also in another forced space {elsewhere}",
        cell = cell_name(space.hex),
        notation = space.notation(),
        now = tile_numbers(space.now),
        endgame = tile_numbers(space.endgame),
        elsewhere = tile_numbers(space.elsewhere)
    )
}

/// Number of columns of a terminal.
const COLUMNS: usize = 80;

/// Wraps a line; continuation lines are indented.
fn wrapped(line: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in line.split(' ') {
        let width = word.chars().count() + 1;
        if column + width > COLUMNS {
            text.truncate(text.trim_end().len());
            text.push_str("\n   ");
            column = 3;
        }
        text.push_str(word);
        text.push(' ');
        column += width;
    }
    text
}

/// Blanks between two tiles of a hand.
const GAP: i32 = 3;

/// The tiles of a hand side by side, in rotation `a`.
fn draw_hand(tiles: TileSet) -> StyledText {
    let width = tiles.len() as i32 * (WIDE + 1 + GAP);
    let mut canvas = vec![vec![(' ', Look::default()); width as usize]; HIGH as usize + 1];
    for (tile, left) in tiles.iter().zip((GAP..).step_by((WIDE + 1 + GAP) as usize)) {
        let mut put = |(x, y): (i32, i32), word: &str, ink: Ink| {
            for (letter, x) in word.chars().zip((left + x)..) {
                canvas[y as usize][x as usize] = (letter, ink.into());
            }
        };
        put((2, 2), &format!("{}a", tile.number()), Ink::Plain);
        for (edge, at) in tile.rotated(0).edges().into_iter().zip(EDGE_AT) {
            put(at, &edge.letter().to_string(), ink(edge));
        }
    }
    StyledText::from_rows(canvas.iter().map(Vec::as_slice))
}

fn corner(hex: Hex) -> (i32, i32) {
    let (q, r) = (i32::from(hex.q), i32::from(hex.r));
    (q * WIDE, r * HIGH + q * HIGH / 2)
}

/// The ink of a colour.
fn ink(colour: Colour) -> Ink {
    match colour {
        Colour::Red => Ink::Red,
        Colour::Yellow => Ink::Yellow,
        Colour::Blue => Ink::Blue,
        Colour::Green => Ink::Green,
    }
}

/// The board, with marks on some cells and on the tiles of the last turn.
pub(crate) fn draw_board(board: &Board, marked: &[Hex], last: &[Hex]) -> StyledText {
    let tiles: Vec<Placement> = board.tiles().collect();
    let frontier: Vec<Hex> = board.frontier().iter().map(|id| board.site(id).hex).collect();
    let cells = || tiles.iter().map(|tile| tile.hex).chain(frontier.iter().copied());
    let least =
        |axis: fn((i32, i32)) -> i32| cells().map(|hex| axis(corner(hex))).min().unwrap_or(0);
    let most =
        |axis: fn((i32, i32)) -> i32| cells().map(|hex| axis(corner(hex))).max().unwrap_or(0);
    let (left, top) = (least(|at| at.0), least(|at| at.1));
    let width = (most(|at| at.0) - left + WIDE + 1) as usize;
    let height = (most(|at| at.1) - top + HIGH + 1) as usize;
    if tiles.is_empty() {
        return (say!("an empty board; the first tile goes to 0:0") + "\n\n").into();
    }
    let mut canvas = vec![vec![(' ', Look::default()); width]; height];
    let mut put = |hex: Hex, (dx, dy): (i32, i32), word: &str, look: Look| {
        let (x, y) = corner(hex);
        for (index, letter) in word.chars().enumerate() {
            canvas[(y - top + dy) as usize][(x - left + dx) as usize + index] = (letter, look);
        }
    };
    for &hex in &frontier {
        let name = format!("{}:{}", hex.q, hex.r);
        let is_marked = marked.contains(&hex);
        let ink = if is_marked { Ink::Forced } else { Ink::Quiet };
        let at = (1 + (5 - name.len() as i32).max(0) / 2, 2);
        put(hex, at, &name, ink.into());
        if is_marked {
            put(hex, (2, 1), "***", ink.into());
        }
    }
    for tile in &tiles {
        let name = tile.to_string();
        let name = name.split('@').next().unwrap_or_default();
        let look = Look { ink: Ink::Plain, is_last: last.contains(&tile.hex) };
        put(tile.hex, (2, 2), name, look);
        for (edge, at) in tile.face.edges().into_iter().zip(EDGE_AT) {
            put(tile.hex, at, &edge.letter().to_string(), ink(edge).into());
        }
    }
    let mut text = StyledText::from_rows(canvas.iter().map(Vec::as_slice));
    text.push_str("\n");
    text
}
