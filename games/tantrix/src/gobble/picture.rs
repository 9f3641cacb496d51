//! The table as a picture: the board with its spaces, and below it a row for each player with the stacks, the tile turned up and the
//! penalty pile.

use super::game::Gobble;
use super::seat::PlayerSeat;
use crate::rules::hex::Hex;
use crate::rules::tile::Tile;
use crate::show::picture::{
    INNER, MARGIN, RADIUS, draw_back, draw_tile, hexagon, kind_name, on_board, place,
};
use ludex_kit::support::picture::{Anchor, Paint, Path, PieceName, Role, Scene, Xy};

/// Size of a player's tiles relative to those on the board.
const SCALE: f32 = 0.72;
/// Distance between a player's tiles.
const STEP: f32 = 2.0 * RADIUS * SCALE + 8.0;
/// Height of a player's row.
const LINE: f32 = 2.0 * INNER * SCALE + 16.0;
/// Where the stacks, the tile turned up and the penalty pile begin in a player's row.
const COLUMNS: [f32; 3] = [230.0, 420.0, 540.0];
/// Minimum width of the picture: room for a penalty pile of six tiles.
const LEAST: f32 = COLUMNS[2] + 6.0 * STEP;

/// Draws the table. The row of player `seat` comes first, and only this player's stacks and tiles can be pointed at. The picture does not
/// show where a tile fits: finding that is the players' task.
pub(super) fn draw(game: &Gobble, seat: Option<usize>) -> Scene {
    let seats = game.table().seats();
    let board = game.table().board();
    let cells = board.frontier().iter().map(|id| board.site(id).hex);
    let cells: Vec<Hex> = cells.collect();
    let middles = cells.iter().map(|&hex| place(hex));
    let (mut least, mut most) = ((0.0_f32, 0.0_f32), (0.0_f32, 0.0_f32));
    for (x, y) in middles {
        least = (least.0.min(x), least.1.min(y));
        most = (most.0.max(x), most.1.max(y));
    }
    let wide = most.0 - least.0 + 2.0 * (RADIUS + MARGIN);
    let longest = seats.iter().map(|seat| seat.penalty.len()).max();
    let rows = COLUMNS[2] + STEP * longest.unwrap_or_default() as f32;
    let width = wide.max(LEAST).max(rows);
    let below = most.1 - least.1 + 2.0 * (INNER + MARGIN);
    let origin = ((width - most.0 - least.0) / 2.0, INNER + MARGIN - least.1);
    let size = (width, below + LINE * seats.len() as f32 + MARGIN);
    let mut scene = Scene::new(size, title(game));
    let centre = |hex: Hex| {
        let (x, y) = place(hex);
        (origin.0 + x, origin.1 + y)
    };
    let table = (width, below);
    scene.rect((0.0, 0.0), table, 12.0, Paint::fill(Role::Table));
    scene.texture((0.0, 0.0), table);
    let spaces = board.spaces();
    for id in board.frontier().iter() {
        let hex = board.site(id).hex;
        let name = format!("{}:{}", hex.q, hex.r);
        let is_space = spaces.iter().any(|space| space == id);
        scene.target("cell", &name, |scene| {
            cell(scene, centre(hex), &name, is_space);
        });
    }
    for placement in board.tiles() {
        scene.target("tile", placement, |scene| {
            let at = centre(placement.hex);
            scene.piece(on_board(placement), |scene| {
                draw_tile(scene, at, 1.0, placement.face, 1.0);
            });
        });
    }
    if let Some(last) = game.last() {
        let frame = hexagon(centre(last.hex), RADIUS - 5.0);
        scene.path(frame, Paint::line(Role::Last, 9.0));
    }
    let first = seat.unwrap_or_default();
    for line in 0..seats.len() {
        let player = (first + line) % seats.len();
        let y = below + (line as f32 + 0.5) * LINE;
        let is_own = seat == Some(player);
        draw_player(&mut scene, player, &seats[player], is_own, y);
    }
    scene
}

fn title(game: &Gobble) -> String {
    let seats = game.table().seats().iter().enumerate();
    let left = seats.map(|(index, seat)| format!("player {} {}", index + 1, seat.n_tiles()));
    let left = left.collect::<Vec<_>>().join(", ");
    format!("Gobble, tiles left: {left}")
}

/// Draws an empty cell next to tiles. A space in which penalty tiles may be placed is dashed.
fn cell(scene: &mut Scene, at: Xy, name: &str, is_space: bool) {
    let paint = Paint::fill(Role::Empty);
    let paint = if is_space {
        paint.outlined(Role::Forced, 6.0).dashed(14.0, 6.0)
    } else {
        paint.outlined(Role::BoardLine, 1.0)
    };
    let size = if is_space { 0.93 } else { 0.97 };
    scene.path(hexagon(at, RADIUS * size), paint);
    scene.group("coordinates", |scene| {
        scene.text(at, 18.0, Anchor::Middle, Role::EmptyText, name);
    });
}

/// Draws a player's row. The player can point at their stacks (by index) and their face-up tiles (by number).
fn draw_player(scene: &mut Scene, player: usize, seat: &PlayerSeat, is_own: bool, y: f32) {
    if is_own {
        let points = [(MARGIN - 10.0, y - 15.0), (MARGIN + 16.0, y), (MARGIN - 10.0, y + 15.0)];
        scene.path(Path::polygon(&points), Paint::fill(Role::Best));
    }
    let words = match seat.out {
        Some(_) => format!("Player {}: out", player + 1),
        None => format!("Player {}: {}", player + 1, seat.n_tiles()),
    };
    scene.text((MARGIN + 24.0, y), 32.0, Anchor::Start, Role::Text, words);
    for (index, stack) in seat.stacks.iter().enumerate() {
        let at = (COLUMNS[0] + STEP * (index as f32 + 0.5), y);
        own(scene, is_own, "reserve", index + 1, |scene| {
            draw_stack(scene, at, stack.len());
        });
    }
    let face_up = |scene: &mut Scene, tile: Tile, x: f32| {
        own(scene, is_own, "hand", tile.number(), |scene| {
            let name = PieceName::new(kind_name(tile), format!("hand {}", player + 1));
            scene.piece(name, |scene| draw_tile(scene, (x, y), SCALE, tile.rotated(0), 1.0));
        });
    };
    if let Some(tile) = seat.hand {
        let at = COLUMNS[1] + STEP / 2.0;
        face_up(scene, tile, at);
        let frame = hexagon((at, y), (RADIUS - 3.0) * SCALE);
        scene.path(frame, Paint::line(Role::Best, 4.0));
    }
    for (index, &tile) in seat.penalty.iter().enumerate() {
        face_up(scene, tile, COLUMNS[2] + STEP * (index as f32 + 0.5));
    }
}

/// Draws a stack or a tile, which its owner can point at.
fn own(
    scene: &mut Scene,
    is_own: bool,
    class: &'static str,
    name: impl ToString,
    draw: impl FnOnce(&mut Scene),
) {
    if is_own {
        scene.target(class, name, draw);
    } else {
        draw(scene);
    }
}

/// Draws face-down tiles and their number.
fn draw_stack(scene: &mut Scene, at: Xy, n_tiles: usize) {
    let radius = RADIUS * SCALE;
    if n_tiles == 0 {
        let paint = Paint::fill(Role::Empty).outlined(Role::BoardLine, 1.0);
        scene.path(hexagon(at, radius * 0.97), paint);
        return;
    }
    draw_back(scene, at, SCALE, 1.0);
    scene.path(hexagon(at, radius * 0.8), Paint::line(Role::TileEdge, 2.0).dashed(6.0, 4.0));
    scene.circle(at, 20.0, Paint::fill(Role::Badge));
    scene.text(at, 26.0, Anchor::Middle, Role::BadgeText, n_tiles);
}
