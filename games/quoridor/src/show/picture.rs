//! The board as a picture: walls in the grooves and in stock, goal edges, and shortest paths.

mod pieces;

pub(super) use pieces::{ALONE, draw_pawn_alone, draw_wall_alone};

use std::collections::HashMap;

use ludex_search::{Game, Player, Turn};

use self::pieces::{Finish, GROOVE, PAWNS, draw_wall, pawn};
use crate::notation::words::parse_any_move;
use crate::rules::board::{Board, Side, Square, each};
use crate::rules::game::Quoridor;
use crate::rules::moves::{Direction, Move, Wall};
use crate::rules::position::Position;
use ludex_kit::support::picture::{Anchor, Paint, Path, PieceName, Role, Scene, Xy};
use ludex_kit::{InputError, LastMove, Pictures, Shown};
use ludex_kit::{say, say_count};

/// Distance between squares, in picture units.
const STEP: f32 = 100.0;
/// Space beside the board for coordinates.
const MARGIN: f32 = 48.0;
/// Width of the touch area of a wall. It is wider than the groove, so that a finger can hit it.
const SLOT: f32 = 36.0;
/// Height of the line of text about a player.
const LINE: f32 = 66.0;
/// Maximum number of walls in stock that are drawn; larger stocks are shown as a number.
const MOST_DRAWN: u8 = 10;

impl Pictures<Self> for Quoridor {
    fn draw(&self, shown: &Shown<Self>) -> Scene {
        let layout = Layout::new(self, shown.seat);
        let pos = shown.position;
        let (width, height) = layout.size();
        let board_width = width + 2.0 * MARGIN;
        let wide = board_width > 8.0 * STEP;
        let columns = if wide && self.players() > 2 { 2 } else { 1 };
        let lines = self.players().div_ceil(columns) as f32;
        let below = height + 2.0 * MARGIN + 12.0;
        let size = (board_width.max(6.2 * STEP), below + lines * LINE);
        let mut scene = Scene::new(size, say!("Quoridor: {state}", state = self.state(shown)));
        self.board(&mut scene, layout);
        Self::marks(&mut scene, layout, shown);
        if shown.paths {
            self.paths(&mut scene, layout, pos);
        }
        self.walls(&mut scene, layout, shown);
        for player in self.all_players() {
            let square = pos.pawn(player);
            let name = PieceName::new(format!("pawn-{}", player.index() + 1), square);
            scene.target("pawn", square, |scene| {
                scene.piece(name, |scene| pawn(scene, layout.centre(square), player, 37.0, 1.0));
            });
        }
        let candidates = &shown.candidates;
        scene.candidates(24.0, candidates, |scene, rank, mv, value| {
            let at = self.candidate(scene, layout, pos, rank, mv);
            // Two walls across each other have the same place.
            let is_across = |(other, _): &(Move, String)| match (other, mv) {
                (Move::Wall(one), Move::Wall(other)) => one.anchor == other.anchor,
                _ => false,
            };
            let is_best = !candidates[..rank].iter().any(is_across);
            (at, if is_best { value.to_owned() } else { String::new() })
        });
        if shown.bare {
            scene.crop(0.0, 12.0 + lines * LINE);
            return scene;
        }
        for player in self.all_players() {
            let index = player.index();
            let column = (index % columns) as f32 * (size.0 - MARGIN) / columns as f32;
            let y = below + (index / columns) as f32 * LINE + LINE / 2.0 - 10.0;
            let at = (MARGIN + column, y);
            if self.turn(pos) == Turn::Player(player) && !shown.is_repeated {
                sign_of_turn(&mut scene, at);
            }
            self.player(&mut scene, at, pos, player, columns > 1);
        }
        scene
    }

    fn player_facts(&self, pos: &Position, player: Player) -> Vec<String> {
        let distance = self.distance(pos, player);
        let walls = say_count!(pos.stock(player).into(), "{count} wall", "{count} walls");
        vec![walls, say!("{steps} to goal", steps = distance)]
    }

    fn read_last(&self, pos: &Position, text: &str) -> Result<Move, InputError> {
        let mv = parse_any_move(text)?;
        let walls = pos.walls();
        let is_there = match mv {
            Move::Pawn(square) => self.all_players().any(|player| pos.pawn(player) == square),
            Move::Wall(Wall { anchor, direction }) => match direction {
                Direction::Horizontal => walls.horizontal & anchor.bit() != 0,
                Direction::Vertical => walls.vertical & anchor.bit() != 0,
            },
            Move::Pass => true,
        };
        if is_there {
            return Ok(mv);
        }
        let problem = match mv {
            Move::Wall(_) => say!("cannot be the last move: the board has no such wall"),
            Move::Pawn(_) | Move::Pass => {
                say!("cannot be the last move: no pawn is on this square")
            }
        };
        Err(InputError::problem("move", text, problem))
    }

    fn has_paths(&self) -> bool {
        true
    }

    fn needs_past(&self) -> bool {
        true
    }

    fn colours(&self) -> Vec<Role> {
        PAWNS[..Game::players(self)].to_vec()
    }
}

impl Quoridor {
    fn board(&self, scene: &mut Scene, layout: Layout) {
        let (width, height) = layout.size();
        let whole = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
        scene.rect((0.0, 0.0), whole, 12.0, Paint::fill(Role::Frame));
        let (at, size) =
            ((MARGIN - GROOVE / 2.0, MARGIN - GROOVE / 2.0), (width + GROOVE, height + GROOVE));
        scene.rect(at, size, 8.0, Paint::fill(Role::Groove));
        for (player, &home) in self.all_players().zip(self.options().homes()) {
            let (from, to) = layout.edge(home.opposite());
            scene.line(from, to, Paint::line(PAWNS[player.index()], 8.0));
        }
        for square in each(layout.board.squares()) {
            scene.target("square", square, |scene| {
                scene.stamp("quoridor-square", layout.centre(square), 1.0, |scene| {
                    let side = STEP - GROOVE;
                    scene.square((0.0, 2.5), side, 8.0, Paint::shadow(0.2));
                    scene.square((0.0, 0.0), side, 8.0, Paint::fill(Role::Field));
                    let (out, end) = (side / 2.0 - 1.0, side / 2.0 - 8.0);
                    let light = Paint::line(Role::Shine, 1.5).faint(0.14);
                    scene.line((-end, -out), (end, -out), light);
                });
            });
        }
        scene.texture((0.0, 0.0), whole);
        for anchor in each(layout.board.anchors()) {
            for direction in [Direction::Horizontal, Direction::Vertical] {
                let wall = Wall { anchor, direction };
                let (at, size) = layout.slot(wall);
                scene.target("slot", wall, |scene| {
                    scene.rect(at, size, 0.0, Paint::unseen());
                });
            }
        }
        for anchor in each(layout.board.anchors()) {
            scene.target("anchor", anchor, |scene| {
                scene.circle(layout.crossing(anchor), SLOT * 0.55, Paint::unseen());
            });
        }
        scene.group("coordinates", |scene| layout.coordinates(scene));
    }

    /// Marks the last move: the pawn's squares, or the wall.
    fn marks(scene: &mut Scene, layout: Layout, shown: &Shown<Self>) {
        let Some(last) = shown.last.first() else {
            return;
        };
        match last.mv {
            Move::Pawn(to) => {
                let from = last.before.map(|before| before.pawn(before.to_move()));
                for square in from.into_iter().chain([to]) {
                    let paint = Paint::fill(Role::Last).faint(0.3).outlined(Role::Last, 4.0);
                    scene.square(layout.centre(square), STEP - GROOVE, 6.0, paint);
                }
                if let Some(from) = from {
                    let (from, to) = (layout.centre(from), layout.centre(to));
                    scene.line(from, to, Paint::line(Role::Last, 6.0));
                }
            }
            Move::Wall(wall) => {
                let (at, size) = layout.wall(wall);
                let (at, size) = ((at.0 - 6.0, at.1 - 6.0), (size.0 + 12.0, size.1 + 12.0));
                scene.rect(at, size, 9.0, Paint::fill(Role::Last));
            }
            Move::Pass => {}
        }
    }

    fn paths(&self, scene: &mut Scene, layout: Layout, pos: &Position) {
        for player in self.all_players() {
            let shift = 9.0 * (player.index() as f32 - (self.players() - 1) as f32 / 2.0);
            let beside = |square| {
                let (x, y) = layout.centre(square);
                (x + shift, y + shift)
            };
            let walk = pos.steps().walk(pos.pawn(player), self.goal(player));
            let squares = [pos.pawn(player)].into_iter().chain(walk);
            let points: Vec<Xy> = squares.map(beside).collect();
            let path = Path::through(&points);
            scene.path(path.clone(), Paint::line(Role::LineEdge, 9.0).dashed(16.0, 10.0));
            let role = PAWNS[player.index()];
            scene.path(path, Paint::line(role, 6.0).dashed(16.0, 10.0));
        }
    }

    fn walls(&self, scene: &mut Scene, layout: Layout, shown: &Shown<Self>) {
        let owners = self.owners(shown);
        for wall in walls_of(shown.position) {
            let (at, size) = layout.wall(wall);
            scene.target("wall", wall, |scene| {
                let owner = owners.get(&wall).copied();
                let kind = owner.map_or_else(
                    || "wall".to_owned(),
                    |player| format!("wall-{}", player.index() + 1),
                );
                scene.piece(PieceName::new(kind, wall), |scene| {
                    draw_wall(scene, at, size, self.finish(owner), 1.0);
                });
            });
        }
    }

    /// The owners of walls, as far as they are known. Positions do not contain them: they follow from the moves of the game so far, and
    /// from the stocks if only one player can have placed the other walls.
    fn owners(&self, shown: &Shown<Self>) -> HashMap<Wall, Player> {
        let placed = |last: &LastMove<Self>| match (last.mv, last.before) {
            (Move::Wall(wall), Some(before)) => Some((wall, before.to_move())),
            _ => None,
        };
        let mut owners: HashMap<Wall, Player> = shown.past.iter().filter_map(placed).collect();
        let walls = walls_of(shown.position);
        let unknown: Vec<Wall> = walls.filter(|wall| !owners.contains_key(wall)).collect();
        let missing = |player: Player| {
            let known = owners.values().filter(|&&owner| owner == player).count();
            let placed = self.options().walls.saturating_sub(shown.position.stock(player));
            usize::from(placed).saturating_sub(known)
        };
        let mut others = self.all_players().filter(|&player| missing(player) > 0);
        if let (Some(owner), None) = (others.next(), others.next())
            && missing(owner) == unknown.len()
        {
            owners.extend(unknown.into_iter().map(|wall| (wall, owner)));
        }
        owners
    }

    /// How a wall of an owner looks. If there are more than two players, bands show the owner's number without colour.
    fn finish(&self, owner: Option<Player>) -> Finish {
        Finish { owner, is_banded: self.players() > 2 }
    }

    /// Draws a candidate as an arrow or a wall, and returns the place of its value.
    fn candidate(
        &self,
        scene: &mut Scene,
        layout: Layout,
        pos: &Position,
        rank: usize,
        mv: Move,
    ) -> Xy {
        match mv {
            Move::Pawn(to) => {
                let (from, to) = (layout.centre(pos.pawn(pos.to_move())), layout.centre(to));
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let start = 34.0 / dx.hypot(dy).max(1.0);
                scene.arrow((from.0 + dx * start, from.1 + dy * start), to, rank, STEP);
                let beyond = |step: f32| step.clamp(-22.0, 22.0);
                (to.0 + beyond(dx), to.1 + beyond(dy))
            }
            Move::Wall(wall) => {
                let (at, size) = layout.wall(wall);
                let role = [Role::Best, Role::Other][rank.min(1)];
                draw_wall(scene, at, size, self.finish(Some(pos.to_move())), 0.7);
                scene.rect(at, size, 5.0, Paint::line(role, 4.0));
                (at.0 + size.0 / 2.0, at.1 + size.1 / 2.0)
            }
            Move::Pass => layout.centre(pos.pawn(pos.to_move())),
        }
    }

    /// The line about a player: the pawn, the walls left and the distance to the goal.
    fn player(&self, scene: &mut Scene, (x, y): Xy, pos: &Position, player: Player, short: bool) {
        pawn(scene, (x + 12.0, y), player, 24.0, 1.0);
        let stock = pos.stock(player);
        let mut right = x + 52.0;
        for _ in 0..stock.min(if short { 7 } else { MOST_DRAWN }) {
            let paint = Paint::fill(PAWNS[player.index()]);
            scene.rect((right, y - 20.0), (9.0, 40.0), 2.0, paint);
            right += 15.0;
        }
        let distance = self.distance(pos, player);
        let steps = distance;
        let words = if short {
            say!("{walls}, {steps} to goal", walls = stock, steps)
        } else {
            say_count!(
                stock.into(),
                "{count} wall, {steps} to goal",
                "{count} walls, {steps} to goal",
                steps
            )
        };
        scene.text((right + 10.0, y), 29.0, Anchor::Start, Role::Text, words);
    }
}

/// The sign before the line of the player to move.
fn sign_of_turn(scene: &mut Scene, (x, y): Xy) {
    let points = [(x - 44.0, y - 13.0), (x - 20.0, y), (x - 44.0, y + 13.0)];
    scene.path(Path::polygon(&points), Paint::fill(Role::Best));
}

/// The walls on the board.
fn walls_of(pos: &Position) -> impl Iterator<Item = Wall> {
    let walls = pos.walls();
    let both = [(walls.horizontal, Direction::Horizontal), (walls.vertical, Direction::Vertical)];
    both.into_iter().flat_map(|(anchors, direction)| {
        each(anchors).map(move |anchor| Wall { anchor, direction })
    })
}

/// The places of squares in the picture, turned so that the chosen player is at the bottom.
#[derive(Clone, Copy)]
struct Layout {
    board: Board,
    below: Side,
}

impl Layout {
    fn new(game: &Quoridor, seat: Player) -> Self {
        Self { board: game.options().board, below: game.options().homes()[seat.index()] }
    }

    fn is_across(self) -> bool {
        matches!(self.below, Side::West | Side::East)
    }

    /// Width and height of the board.
    fn size(self) -> Xy {
        let (width, height) = (self.board.width as f32 * STEP, self.board.height as f32 * STEP);
        if self.is_across() { (height, width) } else { (width, height) }
    }

    /// Converts a point on the board, measured in squares from the corner at a1, to picture coordinates.
    fn place(self, column: f32, row: f32) -> Xy {
        let (width, height) = (f32::from(self.board.width), f32::from(self.board.height));
        let (x, y) = match self.below {
            Side::South => (column, height - row),
            Side::North => (width - column, row),
            Side::West => (height - row, width - column),
            Side::East => (row, column),
        };
        (MARGIN + x * STEP, MARGIN + y * STEP)
    }

    fn centre(self, square: Square) -> Xy {
        self.place(f32::from(square.column()) + 0.5, f32::from(square.row()) + 0.5)
    }

    /// The crossing of grooves in the middle of a wall.
    fn crossing(self, anchor: Square) -> Xy {
        self.place(f32::from(anchor.column()) + 1.0, f32::from(anchor.row()) + 1.0)
    }

    /// Corner and size of a wall.
    fn wall(self, wall: Wall) -> (Xy, Xy) {
        self.along(wall, STEP - GROOVE / 2.0 - 1.0, GROOVE / 2.0 - 0.5)
    }

    /// Corner and size of a wall's touch area, which is the part of the groove nearest to the middle of the wall.
    fn slot(self, wall: Wall) -> (Xy, Xy) {
        self.along(wall, STEP / 2.0, SLOT / 2.0)
    }

    /// Corner and size of a rectangle around the middle of a wall; `long` is half its length and `wide` half its width.
    fn along(self, wall: Wall, long: f32, wide: f32) -> (Xy, Xy) {
        let (x, y) = self.crossing(wall.anchor);
        let is_level = (wall.direction == Direction::Horizontal) != self.is_across();
        let (dx, dy) = if is_level { (long, wide) } else { (wide, long) };
        ((x - dx, y - dy), (2.0 * dx, 2.0 * dy))
    }

    /// The line along a side, outside the squares.
    fn edge(self, side: Side) -> (Xy, Xy) {
        let (width, height) = (f32::from(self.board.width), f32::from(self.board.height));
        let out = 0.05;
        let (from, to) = match side {
            Side::South => ((0.1, -out), (width - 0.1, -out)),
            Side::North => ((0.1, height + out), (width - 0.1, height + out)),
            Side::West => ((-out, 0.1), (-out, height - 0.1)),
            Side::East => ((width + out, 0.1), (width + out, height - 0.1)),
        };
        (self.place(from.0, from.1), self.place(to.0, to.1))
    }

    /// Draws letters and numbers, each along the side that is at the bottom or left.
    fn coordinates(self, scene: &mut Scene) {
        let size = 28.0;
        let out = 0.29;
        let (width, height) = (f32::from(self.board.width), f32::from(self.board.height));
        let is_far = |low: Xy, high: Xy| high.1 > low.1 + 1.0 || high.0 < low.0 - 1.0;
        let low_row =
            if is_far(self.place(0.0, 0.0), self.place(0.0, height)) { height + out } else { -out };
        let low_column =
            if is_far(self.place(0.0, 0.0), self.place(width, 0.0)) { width + out } else { -out };
        for column in 0..self.board.width {
            let at = self.place(f32::from(column) + 0.5, low_row);
            scene.text(at, size, Anchor::Middle, Role::FrameText, char::from(b'a' + column));
        }
        for row in 0..self.board.height {
            let at = self.place(low_column, f32::from(row) + 0.5);
            scene.text(at, size, Anchor::Middle, Role::FrameText, row + 1);
        }
    }
}
