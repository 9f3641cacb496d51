//! The position as a picture: the group with its lines, and around it the cells where a turn may begin.

use std::collections::HashMap;
use std::ops::Range;

use ludex_search::{Game, Player, Turn};

use crate::notation::names::column_name;
use crate::notation::words::WrittenTurn;
use crate::rules::face::{Face, JOINED, opposite};
use crate::rules::game::Trax;
use crate::rules::lines::{WinningLine, winning_lines};
use crate::rules::position::{Move, Position};
use ludex_kit::say;
use ludex_kit::support::picture::{Anchor, Paint, Path, PieceName, Role, Scene, Xy};
use ludex_kit::{InputError, Pictures, Shown};

/// Side of a tile, in picture units.
const TILE: f32 = 100.0;
/// Space beside the board for coordinates.
const MARGIN: f32 = 40.0;
/// Height of the line of text below the board.
const LINE: f32 = 60.0;
/// Minimum width of a picture, so that the line below has room.
const LEAST: f32 = 500.0;
/// Minimum columns and rows of a bare picture.
const LEAST_CELLS: i32 = 7;

impl Pictures<Self> for Trax {
    fn draw(&self, shown: &Shown<Self>) -> Scene {
        let pos = shown.position;
        let lines = winning_lines(pos);
        let words = self.state(pos, &lines);
        let layout = Layout::new(self, shown);
        let mut scene = Scene::new(layout.size, say!("Trax: {state}", state = words));
        layout.ground(&mut scene, pos);
        scene.group("shadows", |scene| {
            for (column, row, _) in pos.tiles() {
                layout.shadow(scene, (column as i32, row as i32));
            }
        });
        let won = on_lines(&lines);
        for (column, row, face) in pos.tiles() {
            let cell = (column as i32, row as i32);
            let winning = won.get(&(column, row)).copied().unwrap_or_default();
            scene.target("tile", cell_name(pos, cell), |scene| {
                // The notation renames a cell if the board grows to the left or upwards; this place stays.
                let (left, top) = pos.corner();
                let place = format!("{}:{}", left + cell.0, top + cell.1);
                scene.piece(PieceName::new(kind_name(face), place), |scene| {
                    layout.tile(scene, cell, face, winning, 1.0);
                });
            });
        }
        layout.last_turn(&mut scene, pos, shown);
        layout.candidates(&mut scene, pos, &shown.candidates);
        if shown.bare {
            scene.crop(0.0, LINE - MARGIN / 2.0);
            return scene;
        }
        let below = layout.size.1 - LINE / 2.0;
        let mut left = MARGIN / 2.0;
        if let Some(face) = pos.drawn_face() {
            draw_drawn(&mut scene, (left + 24.0, below), layout.turned, face);
            left += 60.0;
        }
        let size = (layout.size.0 - left - 8.0) / scene.width_of(&words, 1.0);
        scene.text((left, below), size.min(27.0), Anchor::Start, Role::Text, words);
        scene
    }

    fn player_facts(&self, _pos: &Position, player: Player) -> Vec<String> {
        vec![match player {
            Player(0) => say!("white"),
            _ => say!("red"),
        }]
    }

    fn held(&self, pos: &Position, player: Player) -> Option<Scene> {
        let face = pos.drawn_face().filter(|_| self.turn(pos) == Turn::Player(player))?;
        let mut scene = Scene::new((LINE, LINE), say!("The drawn tile"));
        draw_drawn(&mut scene, (LINE / 2.0, LINE / 2.0), false, face);
        Some(scene)
    }

    fn read_last(&self, pos: &Position, text: &str) -> Result<Move, InputError> {
        let (column, row, symbol) = WrittenTurn::read(text)?.parts();
        let (left, top) = pos.corner();
        // If the tile was placed to the left of the group, its column (0 in the notation) is now the group's first column; the same holds
        // for rows.
        let cell = (column.max(1) - 1, row.max(1) - 1);
        let mut tiles = pos.tiles().into_iter();
        let found =
            tiles.find(|&(column, row, face)| (column, row) == cell && face.symbol() == symbol);
        let Some((column, row, face)) = found else {
            let problem = say!("cannot be the last turn: the board does not have this tile there");
            return Err(InputError::problem("turn", text, problem));
        };
        Ok(Move { x: (left + column as i32) as i16, y: (top + row as i32) as i16, face })
    }

    fn size(&self, pos: &Position) -> Option<(usize, usize)> {
        Some(pos.size())
    }

    fn colours(&self) -> Vec<Role> {
        vec![Role::LineWhite, Role::LineRed]
    }
}

/// For each tile of a winning line, the colours that it wins with.
fn on_lines(lines: &[WinningLine]) -> HashMap<(usize, usize), [bool; 2]> {
    let mut won: HashMap<_, [bool; 2]> = HashMap::new();
    for line in lines {
        for &cell in &line.cells {
            won.entry(cell).or_default()[line.colour] = true;
        }
    }
    won
}

/// The name of a cell for the next turn: `@0`, `A1`. The first tile of a game goes to `@0`.
pub(super) fn cell_name(pos: &Position, (column, row): (i32, i32)) -> String {
    let first = i32::from(pos.n_tiles() > 0);
    format!("{}{}", column_name((column + first) as usize), row + first)
}

/// Columns and rows of the group, at least one.
fn group_of(pos: &Position) -> (i32, i32) {
    let (columns, rows) = pos.size();
    (columns.max(1) as i32, rows.max(1) as i32)
}

/// The places of cells in the picture. Cells are counted from the first column and row of the group.
#[derive(Clone, Copy)]
struct Layout {
    /// Columns and rows of the group, at least one.
    group: (i32, i32),
    /// Columns to the left of the group, and rows above it.
    ring: (i32, i32),
    /// Columns to the left of the ring and rows above it. They only fill a bare picture up to its minimum size.
    pad: (i32, i32),
    /// Columns and rows of the group and the ring.
    used: (i32, i32),
    /// Total columns and rows.
    cells: (i32, i32),
    /// Whether player 2 is at the bottom.
    turned: bool,
    /// Whether the table goes on beyond the picture.
    endless: bool,
    left: f32,
    size: Xy,
}

impl Layout {
    fn new(game: &Trax, shown: &Shown<Trax>) -> Self {
        let pos = shown.position;
        let frame = shown.frame.unwrap_or(pos);
        let framed = group_of(frame);
        // An empty board has a single place, and in 8x8 no tile may be placed outside a full-size group.
        let is_empty = frame.n_tiles() == 0;
        let ring = |size: i32| i32::from(!(is_empty || game.options().eight && size == 8));
        let ring = (ring(framed.0), ring(framed.1));
        let used = (framed.0 + 2 * ring.0, framed.1 + 2 * ring.1);
        let least = if shown.bare { LEAST_CELLS } else { 0 };
        let cells = (used.0.max(least), used.1.max(least));
        let pad = ((cells.0 - used.0) / 2, (cells.1 - used.1) / 2);
        let wide = cells.0 as f32 * TILE + 1.5 * MARGIN;
        let high = cells.1 as f32 * TILE + MARGIN + LINE;
        let width = wide.max(LEAST);
        let shift = match (is_empty, pos.corner(), frame.corner()) {
            (false, own, there) => (own.0 - there.0, own.1 - there.1),
            (true, ..) => (0, 0),
        };
        Self {
            group: group_of(pos),
            ring: (ring.0 + shift.0, ring.1 + shift.1),
            pad,
            used,
            cells,
            turned: shown.seat.index() == 1,
            endless: shown.bare,
            left: MARGIN + (width - wide) / 2.0,
            size: (width, high),
        }
    }

    fn centre(self, (column, row): (i32, i32)) -> Xy {
        let (column, row) = (column + self.ring.0 + self.pad.0, row + self.ring.1 + self.pad.1);
        let (column, row) = if self.turned {
            (self.cells.0 - 1 - column, self.cells.1 - 1 - row)
        } else {
            (column, row)
        };
        let place = |line: i32| (line as f32 + 0.5) * TILE;
        (self.left + place(column), MARGIN + place(row))
    }

    /// Draws the empty cells and the coordinates.
    fn ground(self, scene: &mut Scene, pos: &Position) {
        let taken: std::collections::HashSet<_> =
            pos.tiles().into_iter().map(|(c, r, _)| (c as i32, r as i32)).collect();
        let (columns, rows) =
            (-self.ring.0..self.used.0 - self.ring.0, -self.ring.1..self.used.1 - self.ring.1);
        let board =
            (self.cells.0 as f32 * TILE + 1.5 * MARGIN, self.cells.1 as f32 * TILE + 1.5 * MARGIN);
        let corner = (self.left - MARGIN, 0.0);
        scene.table(corner, board, self.endless);
        self.ghosts(scene, &columns, &rows);
        for row in rows.clone() {
            for column in columns.clone().filter(|&column| !taken.contains(&(column, row))) {
                let cell = (column, row);
                let paint = Paint::fill(Role::Empty).outlined(Role::BoardLine, 1.0);
                scene.target("cell", cell_name(pos, cell), |scene| {
                    scene.square(self.centre(cell), TILE - 4.0, 8.0, paint);
                    scene.stamp("trax-empty", self.centre(cell), 1.0, |scene| {
                        let (near, far) = (-TILE / 2.0 + 4.0, TILE / 2.0 - 9.0);
                        let edge = Path::from((near, far)).line((near, near)).line((far, near));
                        scene.path(edge, Paint::line(Role::Shade, 2.0).faint(0.1));
                    });
                });
            }
        }
        scene.group("coordinates", |scene| {
            self.coordinates(scene, pos, columns, rows);
        });
    }

    /// Draws the soft shadow of a tile.
    fn shadow(self, scene: &mut Scene, cell: (i32, i32)) {
        scene.stamp("trax-shadow", self.centre(cell), 1.0, |scene| {
            for (out, opacity) in [(6.0, 0.1), (3.5, 0.16), (1.0, 0.3)] {
                let side = TILE + out / 2.0;
                scene.square((out * 0.5, out), side, 9.0, Paint::shadow(opacity));
            }
        });
    }

    /// Draws a faint grid where a bare picture is larger than the board.
    fn ghosts(self, scene: &mut Scene, columns: &Range<i32>, rows: &Range<i32>) {
        let (left, top) = (-self.ring.0 - self.pad.0, -self.ring.1 - self.pad.1);
        for row in top..top + self.cells.1 {
            for column in left..left + self.cells.0 {
                if !(columns.contains(&column) && rows.contains(&row)) {
                    scene.stamp("trax-ghost", self.centre((column, row)), 1.0, |scene| {
                        let paint = Paint::line(Role::EmptyText, 1.0).faint(0.25);
                        scene.square((0.0, 0.0), TILE - 4.0, 8.0, paint);
                    });
                }
            }
        }
    }

    fn coordinates(self, scene: &mut Scene, pos: &Position, columns: Range<i32>, rows: Range<i32>) {
        let first = i32::from(pos.n_tiles() > 0);
        for column in columns {
            let (x, _) = self.centre((column, 0));
            let name = column_name((column + first) as usize);
            let role = Self::weight(column, self.group.0);
            scene.text((x, MARGIN / 2.0), 26.0, Anchor::Middle, role, name);
        }
        for row in rows {
            let (_, y) = self.centre((0, row));
            let role = Self::weight(row, self.group.1);
            scene.text((self.left - MARGIN / 2.0, y), 26.0, Anchor::Middle, role, row + first);
        }
    }

    /// Coordinates outside the group are less prominent.
    fn weight(line: i32, size: i32) -> Role {
        if (0..size).contains(&line) { Role::Text } else { Role::EmptyText }
    }

    fn tile(
        self,
        scene: &mut Scene,
        cell: (i32, i32),
        face: Face,
        winning: [bool; 2],
        opacity: f32,
    ) {
        let at = self.centre(cell);
        draw_face(scene, at, (1.0, self.turned), face, winning, opacity);
    }

    /// Draws a dot on every forced tile of the last turn and, if the turn is to be marked, a frame around the chosen tile.
    fn last_turn(self, scene: &mut Scene, pos: &Position, shown: &Shown<Trax>) {
        for &(column, row) in pos.last_turn().iter().skip(1) {
            let (x, y) = self.centre((column as i32, row as i32));
            let at = (x - 37.0, y - 37.0);
            scene.circle(at, 8.0, Paint::fill(Role::Forced).outlined(Role::LineWhite, 2.5));
        }
        if let Some(last) = shown.last.first() {
            let cell = pos.cell_of(last.mv);
            let forced = pos.last_turn().into_iter().skip(1).map(|(c, r)| (c as i32, r as i32));
            for (cell, width) in forced.map(|cell| (cell, 3.0)).chain([(cell, 8.0)]) {
                let at = self.centre(cell);
                scene.square(at, TILE - 10.0, 7.0, Paint::line(Role::Last, width));
            }
        }
    }

    /// Draws candidates as transparent tiles with their values: on each cell only the best.
    fn candidates(self, scene: &mut Scene, pos: &Position, candidates: &[(Move, String)]) {
        scene.candidates(24.0, candidates, |scene, rank, mv, value| {
            let here = pos.cell_of(mv);
            let (x, y) = self.centre(here);
            if candidates[..rank].iter().any(|(other, _)| pos.cell_of(*other) == here) {
                return ((x, y), String::new());
            }
            self.tile(scene, here, mv.face, [false; 2], 0.6);
            let role = [Role::Best, Role::Other][rank.min(1)];
            scene.square((x, y), TILE - 4.0, 8.0, Paint::line(role, 5.0));
            ((x, y + 31.0), value.to_owned())
        });
    }
}

/// The name of a kind of tile: `tile-+ns`.
fn kind_name(face: Face) -> String {
    format!("tile-{}", face.name())
}

/// Draws the tile that luck has given to the player to move, as a target.
fn draw_drawn(scene: &mut Scene, at: Xy, turned: bool, face: Face) {
    scene.target("drawn", face.name(), |scene| {
        scene.square(at, LINE, 0.0, Paint::unseen());
        scene.piece(PieceName::new(kind_name(face), "drawn"), |scene| {
            draw_face(scene, at, (0.44, turned), face, [false; 2], 1.0);
        });
    });
}

/// The size of a picture of one tile.
pub(super) const ALONE: Xy = (TILE, TILE);

/// Draws one tile as a separate picture.
pub(super) fn draw_alone(scene: &mut Scene, face: Face) {
    let at = (TILE / 2.0, TILE / 2.0);
    draw_face(scene, at, (1.0, false), face, [false; 2], 1.0);
}

/// Draws a tile at a scale relative to the board; `turned` is true if player 2 is at the bottom.
fn draw_face(
    scene: &mut Scene,
    at: Xy,
    (scale, turned): (f32, bool),
    face: Face,
    winning: [bool; 2],
    opacity: f32,
) {
    let words = [face.name()[1..].to_owned(), format!("{:.0}", scale * 100.0)];
    let marks = [(turned, "turned"), (winning[0], "white"), (winning[1], "red")];
    let marks = marks.into_iter().filter(|(is_set, _)| *is_set).map(|(_, word)| word.to_owned());
    let words: Vec<String> = words.into_iter().chain(marks).collect();
    scene.stamp(&format!("trax-{}", words.join("-")), at, opacity, |scene| {
        bevelled(scene, scale);
        lines(scene, (scale, turned), face, winning);
    });
}

/// A tile without lines: its edges are bright where the light comes from.
fn bevelled(scene: &mut Scene, scale: f32) {
    let s = |value: f32| value * scale;
    let ground = Paint::fill(Role::Tile).outlined(Role::TileEdge, s(1.5));
    scene.square((0.0, 0.0), s(TILE - 2.0), s(7.0), ground);
    let edge = TILE / 2.0 - 4.0;
    for (role, opacity, side) in [(Role::Shine, 0.3, -1.0), (Role::Shade, 0.6, 1.0)] {
        let corner = s(side * edge);
        let (along, back) = (s(side * (edge - 8.0)), s(-side * (edge - 6.0)));
        let bevel = Path::from((corner, back))
            .line((corner, along))
            .curve((corner, corner), (along, corner))
            .line((back, corner));
        scene.path(bevel, Paint::line(role, s(3.0)).faint(opacity));
    }
}

/// The lines of a tile. White is plain, red has a dark core, and winning lines have a coloured band below them.
fn lines(scene: &mut Scene, (scale, turned): (f32, bool), face: Face, winning: [bool; 2]) {
    let sides = [face.white(), face.white() ^ 15];
    let paths = sides.map(|sides| line((0.0, 0.0), (scale, turned), sides));
    let mut stroke = |path: &Path, role, width: f32| {
        scene.path(path.clone(), Paint::line(role, width * scale).butt());
    };
    for (path, _) in paths.iter().zip(winning).filter(|(_, won)| *won) {
        stroke(path, Role::LineEdge, 37.0);
        stroke(path, Role::Won, 34.0);
    }
    let [white, red] = paths;
    stroke(&red, Role::LineEdge, 22.0);
    stroke(&red, Role::LineRed, 18.0);
    stroke(&red, Role::LineHeart, 4.0);
    stroke(&white, Role::LineEdge, 22.0);
    stroke(&white, Role::LineWhite, 18.0);
}

/// The line that joins two sides of a tile.
fn line((x, y): Xy, (scale, turned): (f32, bool), sides: u8) -> Path {
    let (one, two) = JOINED[usize::from(sides)];
    let half = TILE * scale / 2.0;
    let middle = |side: usize| {
        let (dx, dy) = [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)][side];
        if turned { (x - dx, y - dy) } else { (x + dx, y + dy) }
    };
    let (one, two) = (usize::from(one), usize::from(two));
    if opposite(one) == two {
        return Path::from(middle(one)).line(middle(two));
    }
    let (from, to) = if (one + 1) % 4 == two { (one, two) } else { (two, one) };
    Path::from(middle(from)).arc(half, false, middle(to))
}
