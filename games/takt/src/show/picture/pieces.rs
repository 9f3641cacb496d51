//! The pieces of Takt, seen slightly from above. The place of a piece is the middle of the upper face that a flat has there.

use ludex_search::Player;

use crate::rules::moves::Piece;
use ludex_kit::support::picture::{Paint, Path, Pattern, Role, Scene, Xy};

/// Width and depth of a flat.
const FLAT: Xy = (78.0, 64.0);
/// Height of a flat.
const THICK: f32 = 11.0;
/// Height of the highest column.
const HIGHEST: f32 = 94.0;
/// Height of a wall.
const WALL: f32 = 36.0;
/// Distance from the place of a wall or capstone to the middle of its base.
const BASE: f32 = 17.0;
/// The size of a picture of one piece.
pub(in crate::show) const ALONE: Xy = (94.0, 94.0);

/// Distance from the place of a flat to its lower edge.
pub(super) const TO_EDGE: f32 = FLAT.1 / 2.0 + THICK;

/// The size of the pieces of a column. A column is never much higher than its square.
pub(super) struct Column {
    /// The scale of the pieces.
    pub(super) scale: f32,
    /// The vertical distance between them.
    pub(super) step: f32,
    /// The height of the whole column.
    pub(super) height: f32,
}

impl Column {
    /// The size of a column of this number of pieces with this piece on top; an empty one has the height of one piece.
    pub(super) fn of(pieces: u32, top: Piece) -> Self {
        let scale = [1.0, 1.0, 1.0, 1.0, 0.94, 0.88][pieces.min(5) as usize];
        let scale = if pieces > 5 { 0.82 } else { scale };
        let rise = if top == Piece::Wall { 5.0 } else { 0.0 };
        let single = scale * (FLAT.1 + THICK + rise);
        let more = pieces.saturating_sub(1) as f32;
        let step = (scale * THICK).min((HIGHEST - single) / more.max(1.0));
        Self { scale, step, height: single + more * step }
    }
}

/// Draws a single piece in its own picture.
pub(in crate::show) fn draw_alone(scene: &mut Scene, piece: Piece, player: Player) {
    draw_piece(scene, (ALONE.0 / 2.0, ALONE.1 / 2.0 - THICK / 2.0), piece, player, 1.0);
}

/// The name of a kind of piece: `white-flat`, `black-capstone`.
pub(super) fn kind_name(piece: Piece, player: Player) -> String {
    let owner = ["white", "black"][player.index().min(1)];
    let piece = match piece {
        Piece::Flat => "flat",
        Piece::Wall => "wall",
        Piece::Capstone => "capstone",
    };
    format!("{owner}-{piece}")
}

/// Draws a piece at its usual size.
pub(super) fn draw_piece(scene: &mut Scene, at: Xy, piece: Piece, player: Player, opacity: f32) {
    draw_scaled(scene, at, piece, player, opacity, 1.0);
}

/// Draws a piece at a scale relative to the board.
pub(super) fn draw_scaled(
    scene: &mut Scene,
    at: Xy,
    piece: Piece,
    player: Player,
    opacity: f32,
    scale: f32,
) {
    let name = format!("takt-{}-{}", kind_name(piece, player), percent(scale));
    let solid = Solid { player, scale };
    scene.stamp(&name, at, opacity, |scene| match piece {
        Piece::Flat => solid.flat(scene),
        Piece::Wall => solid.wall(scene),
        Piece::Capstone => solid.capstone(scene),
    });
}

/// The soft shadow of the lowest piece on a square.
pub(super) fn shadow(scene: &mut Scene, at: Xy, piece: Piece, scale: f32) {
    let is_flat = piece == Piece::Flat;
    let name = format!("takt-shadow-{}-{}", if is_flat { "flat" } else { "round" }, percent(scale));
    let s = |(x, y): Xy| (x * scale, y * scale);
    scene.stamp(&name, at, 1.0, |scene| {
        for (wide, opacity) in [(3.0, 0.12), (0.0, 0.2)] {
            let paint = Paint::shadow(opacity);
            if is_flat {
                let (x, y) = (-FLAT.0 / 2.0 + 3.0 - wide, -FLAT.1 / 2.0 + 8.0 - wide);
                let size = (FLAT.0 + 2.0 * wide, FLAT.1 + THICK - 2.0 + 2.0 * wide);
                scene.rect(s((x, y)), s(size), (11.0 + wide) * scale, paint);
            } else {
                scene.ellipse(s((6.0, BASE + 3.0)), s((34.0 + wide, 19.0 + wide)), paint);
            }
        }
    });
}

/// A scale as part of a name.
fn percent(scale: f32) -> f32 {
    (scale * 100.0).round()
}

/// Fill and outline of a player's pieces.
pub(super) fn paint_of(player: Player, edge: f32) -> Paint {
    let [face, _, line] = roles(player);
    Paint::fill(face).outlined(line, edge)
}

/// The roles of a player's pieces: upper faces, sides, outlines.
const fn roles(player: Player) -> [Role; 3] {
    match player {
        Player(0) => [Role::First, Role::FirstSide, Role::FirstEdge],
        _ => [Role::Second, Role::SecondSide, Role::SecondEdge],
    }
}

/// A piece of a player at a scale.
#[derive(Clone, Copy)]
struct Solid {
    player: Player,
    scale: f32,
}

impl Solid {
    fn at(self, (x, y): Xy) -> Xy {
        (x * self.scale, y * self.scale)
    }

    fn polygon(self, corners: &[Xy]) -> Path {
        let corners: Vec<Xy> = corners.iter().map(|&corner| self.at(corner)).collect();
        Path::polygon(&corners)
    }

    /// A tile: its side, its upper face, and the light on the edge between them, which separates the pieces of a stack.
    fn flat(self, scene: &mut Scene) {
        let [face, side, line] = roles(self.player);
        let (x, y) = (FLAT.0 / 2.0, FLAT.1 / 2.0);
        let s = self.scale;
        let paint = Paint::fill(side).outlined(line, 2.0 * s);
        scene.rect(self.at((-x, -y)), self.at((FLAT.0, FLAT.1 + THICK)), 10.0 * s, paint);
        let (corner, size) = (self.at((1.0 - x, 1.0 - y)), self.at((FLAT.0 - 2.0, FLAT.1 - 2.0)));
        scene.rect(corner, size, 9.0 * s, Paint::fill(face));
        scene.rect(corner, size, 9.0 * s, Paint::pattern(Pattern::Sheen));
        let (from, to) = (self.at((8.0 - x, y - 1.0)), self.at((x - 8.0, y - 1.0)));
        scene.line(from, to, Paint::line(Role::Shine, 1.8 * s).faint(0.5));
    }

    /// A slab on its edge. It leans right for player 1 and left for player 2.
    fn wall(self, scene: &mut Scene) {
        let [face, side, line] = roles(self.player);
        let lean = if self.player == Player(0) { 1.0 } else { -1.0 };
        // Half the length and half the thickness.
        let (long, thick) = ((29.0, -15.0), (8.5, 9.0));
        let corner = |along: f32, across: f32, height: f32| {
            let x = lean * (along * long.0 + across * thick.0);
            (x, BASE - height + along * long.1 + across * thick.1)
        };
        let [back, front] = [-1.0, 1.0];
        let top = [(back, back), (front, back), (front, front), (back, front)];
        let top = top.map(|(along, across)| corner(along, across, WALL));
        let face_of = |ends: [(f32, f32); 2]| {
            let [(a, b), (c, d)] = ends;
            [corner(a, b, WALL), corner(c, d, WALL), corner(c, d, 0.0), corner(a, b, 0.0)]
        };
        let edge = 2.0 * self.scale;
        let large = self.polygon(&face_of([(back, front), (front, front)]));
        scene.path(large.clone(), Paint::fill(face).outlined(line, edge));
        scene.path(large.clone(), Paint::fill(side).faint(0.55));
        scene.path(large, Paint::pattern(Pattern::Sheen));
        let end = self.polygon(&face_of([(back, back), (back, front)]));
        scene.path(end, Paint::fill(side).outlined(line, edge));
        scene.path(self.polygon(&top), Paint::fill(face).outlined(line, edge));
        let light = Path::through(&[self.at(top[3]), self.at(top[2])]);
        scene.path(light, Paint::line(Role::Shine, 1.8 * self.scale).faint(0.5));
    }

    /// A pillar with a round head.
    fn capstone(self, scene: &mut Scene) {
        let [face, side, line] = roles(self.player);
        let (foot, head) = ((31.0, 14.0), (24.0, 27.0));
        let (low, neck) = (BASE + 2.0, -9.0);
        let edge = 2.0 * self.scale;
        let oval = |path: Path, radii: Xy, clockwise, to| {
            path.oval(self.at(radii), clockwise, self.at(to))
        };
        let body = Path::from(self.at((-head.0, neck))).line(self.at((-foot.0, low)));
        let body = oval(body, foot, false, (foot.0, low)).line(self.at((head.0, neck)));
        let body = oval(body, head, false, (-head.0, neck)).close();
        scene.path(body.clone(), Paint::fill(face).outlined(line, edge));
        scene.path(body.clone(), Paint::pattern(Pattern::Round));
        // The rim above the foot.
        let rim = Path::from(self.at((-foot.0 + 2.5, low - 9.0)));
        let rim = oval(rim, (28.5, 12.0), false, (foot.0 - 2.5, low - 9.0));
        scene.path(rim, Paint::line(side, 3.0 * self.scale));
        let shine = self.at((-8.0, neck - 14.0));
        scene.ellipse(shine, self.at((6.5, 4.0)), Paint::fill(Role::Shine).faint(0.55));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fit_on_their_squares_and_have_visible_layers() {
        for top in [Piece::Flat, Piece::Wall, Piece::Capstone] {
            for pieces in 1..=8 {
                let Column { scale, step, height } = Column::of(pieces, top);
                assert!(height <= HIGHEST + 0.01, "{pieces}: {height}");
                assert!(step >= 4.0 && scale >= 0.8, "{pieces}: {step} {scale}");
            }
        }
    }
}
