//! The position as a picture: tiles with their numbers, the lines that count, forced spaces with what fits, and hands.

use ludex_search::{Game, Player, Turn};

use super::facts::{ForcedSpace, forced_spaces};
use super::longest::longest;
use super::words::{capitalised, last_turn};
use crate::rules::game::Tantrix;
use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::names::colour_name;
use crate::rules::position::Position;
use crate::rules::tile::{Colour, Face, Tile, TileSet};
use ludex_kit::support::picture::{Anchor, Paint, Path, PieceName, Role, Scene, Xy};
use ludex_kit::{InputError, Pictures, Shown, say, say_count};

/// Distance from the middle of a tile to a corner, in picture units.
pub(crate) const RADIUS: f32 = 60.0;
/// Distance from the middle of a tile to the middle of an edge.
pub(crate) const INNER: f32 = RADIUS * 0.866_025_4;
/// Space around the board.
pub(crate) const MARGIN: f32 = 20.0;
/// Size of tiles in hands relative to those on the board.
const HAND: f32 = 0.72;
/// Height of a player's row below the board.
const LINE: f32 = 2.0 * INNER * HAND + 14.0;
/// Minimum width of a picture: room for a hand of six tiles with its text.
const LEAST: f32 = 1000.0;
/// Height of the line of text at the bottom.
const FOOT: f32 = 54.0;
/// Minimum width and height of a bare picture.
const LEAST_BARE: Xy = (7.0 * 1.5 * RADIUS, 7.0 * 2.0 * INNER);

const LINES: [Role; 4] = [Role::LineRed, Role::LineYellow, Role::LineBlue, Role::LineGreen];

impl Pictures<Self> for Tantrix {
    fn draw(&self, shown: &Shown<Self>) -> Scene {
        let pos = shown.position;
        let least = if shown.bare { LEAST_BARE } else { (LEAST, 0.0) };
        let layout = Layout::new(self, shown.frame.unwrap_or(pos), least);
        let words = self.status(pos);
        let mut scene = Scene::new(layout.size, say!("Tantrix: {status}", status = words));
        let board = (layout.size.0, layout.below);
        scene.table((0.0, 0.0), board, shown.bare);
        if shown.bare {
            ghosts(&mut scene, layout);
        }
        if self.turn(pos) != Turn::Over {
            self.frontier(&mut scene, layout, pos);
        }
        scene.group("shadows", |scene| {
            for tile in pos.board().tiles() {
                shadow(scene, layout.centre(tile.hex));
            }
        });
        for tile in pos.board().tiles() {
            let name = tile.to_string();
            let at = layout.centre(tile.hex);
            scene.target("tile", name, |scene| {
                scene.piece(on_board(tile), |scene| draw_tile(scene, at, 1.0, tile.face, 1.0));
            });
        }
        self.lines(&mut scene, layout, pos);
        mark(&mut scene, layout, shown);
        scene.candidates(25.0, &shown.candidates, |scene, rank, mv, value| {
            candidate(scene, layout, &shown.candidates, rank, mv, value)
        });
        if shown.bare {
            scene.crop(0.0, layout.size.1 - layout.below);
            return scene;
        }
        let n_players = self.players();
        let seats = (0..n_players).map(|n| (shown.seat.index() + 1 + n) % n_players);
        for (line, seat) in seats.enumerate() {
            let y = layout.below + (line as f32 + 0.5) * LINE;
            self.hand(&mut scene, layout, pos, Player(seat as u8), y);
        }
        let y = layout.size.1 - FOOT / 2.0;
        let foot = match self.turn(pos) {
            Turn::Over => words,
            _ => say!("{status}; {number} in the bag", status = words, number = pos.unseen().len()),
        };
        let foot = capitalised(&foot);
        let size = (layout.size.0 - 2.0 * MARGIN) / scene.width_of(&foot, 1.0);
        scene.text((MARGIN, y), size.min(28.0), Anchor::Start, Role::Text, foot);
        scene
    }

    fn player_facts(&self, pos: &Position, player: Player) -> Vec<String> {
        let colour = self.colour_of(player);
        let points = pos.board().best().points(colour);
        let points = say_count!(points.into(), "{count} point", "{count} points");
        vec![points, colour_name(colour).to_owned()]
    }

    fn held(&self, pos: &Position, player: Player) -> Option<Scene> {
        let tiles = pos.hand(player);
        let step = 2.0 * RADIUS + 10.0;
        let size = (step * tiles.len().max(6) as f32, 2.0 * INNER + 8.0);
        let mut scene = Scene::new(size, say!("Tiles in hand"));
        for (index, tile) in tiles.iter().enumerate() {
            let at = (step * (index as f32 + 0.5), size.1 / 2.0);
            scene.target("hand", tile.number(), |scene| {
                scene.piece(PieceName::new(kind_name(tile), "hand"), |scene| {
                    draw_blank(scene, at, 1.0, tile.rotated(0), 1.0);
                    number(scene, at, 1.5, tile, 1.0);
                });
            });
        }
        Some(scene)
    }

    fn read_last(&self, pos: &Position, text: &str) -> Result<Placement, InputError> {
        let text = text.split('>').next().unwrap_or_default();
        let placement: Placement = text.parse()?;
        if pos.board().tile_at(placement.hex) == Some(placement.face) {
            return Ok(placement);
        }
        let problem = say!("cannot be the last move: this tile is not there");
        Err(InputError::problem(say!("placement"), text, problem))
    }

    fn colours(&self) -> Vec<Role> {
        let players = (0..Game::players(self) as u8).map(Player);
        let line = |player| LINES[self.colour_of(player).index()];
        players.map(line).collect()
    }
}

impl Tantrix {
    /// Draws the empty cells next to tiles with their names, and the forced spaces with what fits.
    fn frontier(&self, scene: &mut Scene, layout: Layout, pos: &Position) {
        let spaces = forced_spaces(self, pos);
        let board = pos.board();
        let cells = board.frontier().iter().map(|id| board.site(id).hex);
        let start = (board.n_tiles() == 0).then(Hex::default);
        for hex in cells.chain(start) {
            let at = layout.centre(hex);
            if !layout.has_room(at) {
                continue;
            }
            let name = format!("{}:{}", hex.q, hex.r);
            let space = spaces.iter().find(|space| space.hex == hex);
            scene.target("cell", &name, |scene| {
                let paint = Paint::fill(Role::Empty);
                let paint = match space {
                    Some(_) => paint.outlined(Role::Forced, 6.0).dashed(14.0, 6.0),
                    None => paint.outlined(Role::BoardLine, 1.0),
                };
                let size = if space.is_some() { 0.93 } else { 0.97 };
                scene.path(hexagon(at, RADIUS * size), paint);
                match space {
                    Some(space) => describe(scene, at, &name, space),
                    None => scene.group("names", |scene| {
                        scene.text(at, 18.0, Anchor::Middle, Role::EmptyText, &name);
                    }),
                }
            });
        }
    }

    /// Draws the line or loop that counts for each player in bold.
    fn lines(&self, scene: &mut Scene, layout: Layout, pos: &Position) {
        let options = self.options();
        for &colour in &options.colours[..options.n_colours()] {
            let tiles = longest(pos.board(), colour);
            if tiles.len() < 2 {
                continue;
            }
            let paths: Vec<Path> = tiles
                .iter()
                .map(|tile| link(layout.centre(tile.hex), 1.0, tile.face, colour))
                .collect();
            for path in &paths {
                scene.path(path.clone(), Paint::line(Role::LineEdge, 29.0).butt());
            }
            for path in &paths {
                scene.path(path.clone(), Paint::line(Role::LineWhite, 26.0).butt());
            }
            for path in &paths {
                draw_line(scene, path, colour, 1.25, 1.0);
            }
            for tile in &tiles {
                number(scene, layout.centre(tile.hex), 1.0, tile.face.tile(), 1.0);
            }
        }
    }

    /// Draws a player's row: points and tiles.
    fn hand(&self, scene: &mut Scene, layout: Layout, pos: &Position, player: Player, y: f32) {
        let x = MARGIN;
        scene.target("seat", player.index() + 1, |scene| {
            let (at, size) = ((0.0, y - LINE / 2.0), (layout.size.0, LINE));
            scene.rect(at, size, 0.0, Paint::unseen());
        });
        if self.turn(pos) == Turn::Player(player) {
            let points = [(x - 10.0, y - 15.0), (x + 16.0, y), (x - 10.0, y + 15.0)];
            scene.path(Path::polygon(&points), Paint::fill(Role::Best));
        }
        let colour = self.colour_of(player);
        let bar = Path::from((x + 24.0, y)).line((x + 74.0, y));
        scene.path(bar.clone(), Paint::line(Role::LineEdge, 27.0).butt());
        draw_line(scene, &bar, colour, 1.8, 1.0);
        let points = pos.board().best().points(colour);
        let words = format!("{} {}: {points}", player.index() + 1, colour_name(colour));
        scene.text((x + 86.0, y), 34.0, Anchor::Start, Role::Text, words);
        let tiles = pos.hand(player);
        let step = 2.0 * RADIUS * HAND + 10.0;
        let left = layout.size.0 - MARGIN - step * tiles.len().max(6) as f32 + step / 2.0;
        for (index, tile) in tiles.iter().enumerate() {
            let at = (left + step * index as f32, y);
            scene.target("hand", tile.number(), |scene| {
                scene.piece(PieceName::new(kind_name(tile), "hand"), |scene| {
                    draw_tile(scene, at, HAND, tile.rotated(0), 1.0);
                });
            });
        }
    }
}

/// The name of a kind of tile: `tile-31`.
pub(crate) fn kind_name(tile: Tile) -> String {
    format!("tile-{}", tile.number())
}

/// The name of a tile on the board.
pub(crate) fn on_board(placement: Placement) -> PieceName {
    let Hex { q, r } = placement.hex;
    PieceName::new(kind_name(placement.face.tile()), format!("{q}:{r}"))
}

/// Draws the soft shadow of a tile.
fn shadow(scene: &mut Scene, at: Xy) {
    scene.stamp("tantrix-shadow", at, 1.0, |scene| {
        for (out, opacity) in [(6.0, 0.1), (3.5, 0.16), (1.0, 0.3)] {
            let radius = RADIUS + out / 4.0;
            scene.path(hexagon((out * 0.5, out), radius), Paint::shadow(opacity));
        }
    });
}

/// Draws a faint grid over the whole picture; the board covers it.
fn ghosts(scene: &mut Scene, layout: Layout) {
    let reach = (2.0 + layout.size.0.max(layout.below) / INNER).min(100.0) as i8;
    let all = (-reach..=reach).flat_map(|q| (-reach..=reach).map(move |r| Hex { q, r }));
    for at in all.map(|hex| layout.centre(hex)).filter(|&at| layout.has_room(at)) {
        scene.stamp("tantrix-ghost", at, 1.0, |scene| {
            let paint = Paint::line(Role::EmptyText, 1.0).faint(0.25);
            scene.path(hexagon((0.0, 0.0), RADIUS * 0.97), paint);
        });
    }
}

/// Describes a forced space: its name, and what fits there.
fn describe(scene: &mut Scene, (x, y): Xy, name: &str, space: &ForcedSpace) {
    scene.group("names", |scene| {
        scene.text((x, y - 28.0), 16.0, Anchor::Middle, Role::EmptyText, name);
    });
    scene.group("fits", |scene| fits(scene, (x, y), space));
}

/// Draws how many tiles fit into a forced space now, how many fit in the endgame, how many of those also fit elsewhere; and the mover's
/// tiles that fit.
fn fits(scene: &mut Scene, (x, y): Xy, space: &ForcedSpace) {
    scene.text((x, y - 6.0), 22.0, Anchor::Middle, Role::Text, space.notation());
    let listed = match space.mover.tiles() {
        mine if mine.is_empty() => space.now,
        mine => mine,
    };
    let numbers =
        |tiles: TileSet| tiles.iter().map(|tile| tile.number().to_string()).collect::<Vec<_>>();
    let numbers = numbers(listed);
    let is_mine = !space.mover.is_empty();
    let role = if is_mine { Role::Best } else { Role::EmptyText };
    for (line, words) in numbers.chunks(3).take(2).enumerate() {
        let more = line == 1 && numbers.len() > 6;
        let words = words.join(" ") + if more { ".." } else { "" };
        scene.text((x, y + 15.0 + 19.0 * line as f32), 17.0, Anchor::Middle, role, words);
    }
}

/// Draws a frame around each tile of the last turn; the frame of the latest tile is bolder.
fn mark(scene: &mut Scene, layout: Layout, shown: &Shown<Tantrix>) {
    for (index, placement) in last_turn(shown).enumerate() {
        let width = if index == 0 { 9.0 } else { 5.0 };
        let frame = hexagon(layout.centre(placement.hex), RADIUS - 5.0);
        scene.path(frame, Paint::line(Role::Last, width));
    }
}

/// Draws a candidate as a transparent tile: on each cell only the best. Returns the place and the text of its value.
fn candidate(
    scene: &mut Scene,
    layout: Layout,
    all: &[(Placement, String)],
    rank: usize,
    mv: Placement,
    value: &str,
) -> (Xy, String) {
    let (x, y) = layout.centre(mv.hex);
    if all[..rank].iter().any(|(other, _)| other.hex == mv.hex) {
        return ((x, y), String::new());
    }
    draw_tile(scene, (x, y), 0.95, mv.face, 0.6);
    let role = [Role::Best, Role::Other][rank.min(1)];
    scene.path(hexagon((x, y), RADIUS - 3.0), Paint::line(role, 5.0));
    ((x, y + 34.0), value.to_owned())
}

/// The size of a picture of one tile.
pub(super) const ALONE: Xy = (2.0 * RADIUS, 2.0 * INNER);

/// Draws one tile as a separate picture. Its number stays readable at small sizes.
pub(super) fn draw_alone(scene: &mut Scene, tile: Tile) {
    draw_blank(scene, (RADIUS, INNER), 1.0, tile.rotated(0), 1.0);
    number(scene, (RADIUS, INNER), 1.5, tile, 1.0);
}

/// Draws a tile with its number, and its lines with a different pattern for each colour.
pub(crate) fn draw_tile(scene: &mut Scene, at: Xy, scale: f32, face: Face, opacity: f32) {
    draw_blank(scene, at, scale, face, opacity);
    number(scene, at, scale, face.tile(), opacity);
}

/// Draws a tile without its number.
pub(crate) fn draw_blank(scene: &mut Scene, at: Xy, scale: f32, face: Face, opacity: f32) {
    draw_back(scene, at, scale, opacity);
    let mut colours: Vec<Colour> = face.edges().to_vec();
    colours.sort_unstable();
    colours.dedup();
    for colour in colours {
        let (from, to) = ends(face, colour);
        let name = format!("tantrix-{}-{from}{to}-{:.0}", colour.name(), scale * 100.0);
        scene.stamp(&name, at, opacity, |scene| {
            let path = link((0.0, 0.0), scale, face, colour);
            scene.path(path.clone(), Paint::line(Role::LineEdge, 20.0 * scale).butt());
            draw_line(scene, &path, colour, scale, 1.0);
        });
    }
}

/// Draws a tile without lines: its edges are bright where the light comes from.
pub(crate) fn draw_back(scene: &mut Scene, at: Xy, scale: f32, opacity: f32) {
    scene.stamp(&format!("tantrix-tile-{:.0}", scale * 100.0), at, opacity, |scene| {
        let paint = Paint::fill(Role::Tile).outlined(Role::TileEdge, 2.0 * scale);
        scene.path(hexagon((0.0, 0.0), (RADIUS - 1.5) * scale), paint);
        let corners = hexagon_corners((0.0, 0.0), (RADIUS - 5.0) * scale);
        let bevel = |from: usize| [0, 1, 2, 3].map(|step| corners[(from + step) % 6]);
        let line = |role| Paint::line(role, 3.0 * scale);
        scene.path(Path::through(&bevel(2)), line(Role::Shine).faint(0.3));
        scene.path(Path::through(&bevel(5)), line(Role::Shade).faint(0.6));
    });
}

/// Red is plain, yellow has a thin core, blue a dashed one, green is dotted.
fn draw_line(scene: &mut Scene, path: &Path, colour: Colour, scale: f32, opacity: f32) {
    let line = Paint::line(LINES[colour.index()], 16.0 * scale).butt().faint(opacity);
    scene.path(path.clone(), line);
    let heart = |width: f32| Paint::line(Role::LinePattern, width * scale).butt().faint(opacity);
    match colour {
        Colour::Red => {}
        Colour::Yellow => scene.path(path.clone(), heart(2.5)),
        Colour::Blue => scene.path(path.clone(), heart(4.5).dashed(11.0 * scale, 7.0 * scale)),
        Colour::Green => scene.path(path.clone(), heart(5.0).dashed(5.0 * scale, 9.0 * scale)),
    }
}

fn number(scene: &mut Scene, at: Xy, scale: f32, tile: Tile, opacity: f32) {
    let paint = Paint::fill(Role::LineWhite).outlined(Role::LineEdge, 1.0 * scale);
    scene.circle(at, 13.5 * scale, paint.faint(opacity));
    scene.text(at, 19.0 * scale, Anchor::Middle, Role::LineEdge, tile.number());
}

/// The middle of an edge.
fn edge((x, y): Xy, scale: f32, direction: usize) -> Xy {
    let angle = (direction as f32 * 60.0 - 90.0).to_radians();
    (x + INNER * scale * angle.cos(), y + INNER * scale * angle.sin())
}

/// The edges that the line of a colour joins. Clockwise, the second is at most three edges after the first.
fn ends(face: Face, colour: Colour) -> (usize, usize) {
    let one = face.edges().iter().position(|&edge| edge == colour).unwrap_or(0);
    let two = usize::from(face.links()[one]);
    if (two + 6 - one) % 6 <= 3 { (one, two) } else { (two, one) }
}

/// The line of a colour on a tile: straight, or part of a circle around a corner or around the neighbouring tile.
fn link(at: Xy, scale: f32, face: Face, colour: Colour) -> Path {
    let (from, to) = ends(face, colour);
    let turn = (to + 6 - from) % 6;
    let (start, end) = (edge(at, scale, from), edge(at, scale, to));
    match turn {
        1 => Path::from(start).arc(RADIUS * scale / 2.0, false, end),
        2 => Path::from(start).arc(RADIUS * scale * 1.5, false, end),
        _ => Path::from(start).line(end),
    }
}

pub(crate) fn hexagon(at: Xy, radius: f32) -> Path {
    Path::polygon(&hexagon_corners(at, radius))
}

/// The corners of a hexagon, clockwise from the right.
fn hexagon_corners((x, y): Xy, radius: f32) -> [Xy; 6] {
    let corner = |index: u8| {
        let angle = (f32::from(index) * 60.0).to_radians();
        (x + radius * angle.cos(), y + radius * angle.sin())
    };
    [0, 1, 2, 3, 4, 5].map(corner)
}

/// The places of cells in the picture.
#[derive(Clone, Copy)]
struct Layout {
    /// The place of the cell 0:0.
    origin: Xy,
    /// Where the board ends and the hands begin.
    below: f32,
    size: Xy,
}

impl Layout {
    /// A picture is at least as large as `minimum`; the board is in the middle.
    fn new(game: &Tantrix, pos: &Position, minimum: Xy) -> Self {
        let board = pos.board();
        let frontier = board.frontier();
        let is_over = game.turn(pos) == Turn::Over;
        let empty = frontier.iter().map(|id| board.site(id).hex).filter(|_| !is_over);
        let tiles = board.tiles().map(|tile| tile.hex);
        let cells = empty.chain(tiles).chain((board.n_tiles() == 0).then(Hex::default));
        let (mut least, mut most) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for (x, y) in cells.map(place) {
            least = (least.0.min(x), least.1.min(y));
            most = (most.0.max(x), most.1.max(y));
        }
        let wide = most.0 - least.0 + 2.0 * (RADIUS + MARGIN);
        let high = most.1 - least.1 + 2.0 * (INNER + MARGIN);
        let (width, below) = (wide.max(minimum.0), high.max(minimum.1));
        let shift = ((width - wide) / 2.0, (below - high) / 2.0);
        Self {
            origin: (shift.0 + RADIUS + MARGIN - least.0, shift.1 + INNER + MARGIN - least.1),
            below,
            size: (width, below + LINE * game.players() as f32 + FOOT),
        }
    }

    /// Whether a cell with this centre is inside the drawn board. If the picture uses the frame of an earlier, smaller board, it may be
    /// outside.
    fn has_room(self, (x, y): Xy) -> bool {
        (INNER..self.size.0 - INNER).contains(&x) && (INNER..self.below - INNER).contains(&y)
    }

    fn centre(self, hex: Hex) -> Xy {
        let (x, y) = place(hex);
        (self.origin.0 + x, self.origin.1 + y)
    }
}

/// The middle of a cell, relative to that of 0:0.
pub(crate) fn place(hex: Hex) -> Xy {
    let (q, r) = (f32::from(hex.q), f32::from(hex.r));
    (q * RADIUS * 1.5, (r + q / 2.0) * 2.0 * INNER)
}
