//! The board as a picture, and the tiles of one player as another: the stacks, the tile turned up and the penalty pile.

use super::game::Gobble;
use super::seat::PlayerSeat;
use crate::rules::hex::Hex;
use crate::show::picture::{
    INNER, MARGIN, RADIUS, draw_back, draw_blank, draw_tile, hexagon, on_board, place,
};
use ludex_kit::say;
use ludex_kit::support::picture::{Anchor, Paint, Role, Scene, Xy};

/// The picture grows in steps of two columns and one row, so that a tile at its edge seldom moves the cells under a pointer.
const GROWTH: Xy = (3.0 * RADIUS, 2.0 * INNER);
/// Size of the tile turned up, relative to the tiles on the board.
const LARGE: f32 = 2.0;
/// Size of the stacks.
const STACK: f32 = 1.2;
/// Size of the tiles on the penalty pile.
const SMALL: f32 = 0.9;
/// Distance between the tiles of a player.
const GAP: f32 = 12.0;
/// Width of the penalty pile, in tiles. The tiles of a larger pile overlap.
const PILE: f32 = 3.0;

/// Draws the board.
pub(super) fn draw(game: &Gobble) -> Scene {
    let board = game.table().board();
    let cells = board.frontier().iter().map(|id| board.site(id).hex);
    let cells: Vec<Hex> = cells.collect();
    let (mut least, mut most) = ((0.0_f32, 0.0_f32), (0.0_f32, 0.0_f32));
    for (x, y) in cells.iter().map(|&hex| place(hex)) {
        least = (least.0.min(x), least.1.min(y));
        most = (most.0.max(x), most.1.max(y));
    }
    let outwards = |(x, y): Xy| {
        let out = |value: f32, step: f32| (value.abs() / step).ceil() * step * value.signum();
        (out(x, GROWTH.0), out(y, GROWTH.1))
    };
    (least, most) = (outwards(least), outwards(most));
    let size =
        (most.0 - least.0 + 2.0 * (RADIUS + MARGIN), most.1 - least.1 + 2.0 * (INNER + MARGIN));
    let origin = (RADIUS + MARGIN - least.0, INNER + MARGIN - least.1);
    let mut scene = Scene::new(size, title(game));
    scene.table((0.0, 0.0), size, true);
    let centre = |hex: Hex| {
        let (x, y) = place(hex);
        (origin.0 + x, origin.1 + y)
    };
    let spaces = board.spaces();
    for id in board.frontier().iter() {
        let hex = board.site(id).hex;
        let is_space = spaces.iter().any(|space| space == id);
        scene.target("cell", format!("{}:{}", hex.q, hex.r), |scene| {
            cell(scene, centre(hex), is_space);
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
    scene
}

fn title(game: &Gobble) -> String {
    let seats = game.table().seats().iter().enumerate();
    let left = seats.map(|(index, seat)| {
        say!("player {player} {number}", player = index + 1, number = seat.n_tiles())
    });
    say!("Gobble, tiles left: {players}", players = left.collect::<Vec<_>>().join(", "))
}

/// Draws an empty cell next to tiles. A space in which penalty tiles may be placed is dashed.
fn cell(scene: &mut Scene, at: Xy, is_space: bool) {
    let paint = Paint::fill(Role::Empty);
    let paint = if is_space {
        paint.outlined(Role::Forced, 6.0).dashed(14.0, 6.0)
    } else {
        paint.outlined(Role::BoardLine, 1.0)
    };
    let size = if is_space { 0.93 } else { 0.97 };
    scene.path(hexagon(at, RADIUS * size), paint);
}

/// Draws the tiles of a player. The player can point at a stack by its number, and at a face-up tile by the number of the tile.
pub(super) fn draw_hand(seat: &PlayerSeat) -> Scene {
    let [stack, large, small] = [STACK, LARGE, SMALL].map(|size| 2.0 * RADIUS * size + GAP);
    let hand = GAP + stack * seat.stacks.len() as f32;
    let size = (hand + large + PILE * small, 2.0 * INNER * LARGE + 2.0 * GAP);
    let mut scene = Scene::new(size, say!("Your tiles: {number}", number = seat.n_tiles()));
    let middle = size.1 / 2.0;
    for (index, tiles) in seat.stacks.iter().enumerate() {
        let at = (GAP + stack * (index as f32 + 0.5), middle);
        scene.target("reserve", index + 1, |scene| draw_stack(scene, at, tiles.len()));
    }
    let at = (hand + large / 2.0, middle);
    if let Some(tile) = seat.hand {
        scene.target("hand", tile.number(), |scene| {
            draw_blank(scene, at, LARGE, tile.rotated(0), 1.0);
        });
    } else {
        let paint = Paint::line(Role::BoardLine, 2.0).dashed(9.0, 7.0);
        scene.path(hexagon(at, RADIUS * LARGE * 0.97), paint);
    }
    draw_pile(&mut scene, seat, (hand + large, middle), small);
    scene
}

/// Draws the penalty pile to the right of `left`, its top tile last. A tile has this width.
fn draw_pile(scene: &mut Scene, seat: &PlayerSeat, left: Xy, width: f32) {
    let n_tiles = seat.penalty.len();
    let step = width.min((PILE - 1.0) * width / n_tiles.saturating_sub(1).max(1) as f32);
    for (index, &tile) in seat.penalty.iter().enumerate() {
        let at = (left.0 + width / 2.0 + step * index as f32, left.1);
        scene.target("hand", tile.number(), |scene| {
            draw_blank(scene, at, SMALL, tile.rotated(0), 1.0);
        });
    }
}

/// Draws face-down tiles and their number.
fn draw_stack(scene: &mut Scene, at: Xy, n_tiles: usize) {
    let radius = RADIUS * STACK;
    if n_tiles == 0 {
        let paint = Paint::fill(Role::Empty).outlined(Role::BoardLine, 1.0);
        scene.path(hexagon(at, radius * 0.97), paint);
        return;
    }
    draw_back(scene, at, STACK, 1.0);
    scene.path(hexagon(at, radius * 0.8), Paint::line(Role::TileEdge, 2.0).dashed(6.0, 4.0));
    scene.circle(at, 24.0, Paint::fill(Role::Badge));
    scene.text(at, 32.0, Anchor::Middle, Role::BadgeText, n_tiles);
}
