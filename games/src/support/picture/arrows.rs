//! What pictures say about moves: arrows, and values on badges.

use super::scene::{Anchor, Scene, Xy, text_width};
use super::{Paint, Path, Role};

impl Scene {
    /// A straight arrow; the best candidate (0) is the boldest. `unit` is the size of a square.
    pub fn arrow(&mut self, from: Xy, to: Xy, rank: usize, unit: f32) {
        self.pointed(
            from,
            from,
            to,
            unit * [0.14, 0.09][rank.min(1)],
            arrow_role(rank),
        );
    }

    /// An arrow that bends towards a point.
    pub fn bent_arrow(&mut self, from: Xy, by: Xy, to: Xy, rank: usize, unit: f32) {
        self.pointed(
            from,
            by,
            to,
            unit * [0.14, 0.09][rank.min(1)],
            arrow_role(rank),
        );
    }

    /// Where something went in the last move: thinner than any candidate.
    pub fn trace(&mut self, from: Xy, by: Xy, to: Xy, unit: f32) {
        self.pointed(from, by, to, unit * 0.06, Role::Last);
    }

    /// An arrow of this width, with an outline so that it is seen on anything.
    fn pointed(&mut self, from: Xy, by: Xy, to: Xy, width: f32, role: Role) {
        let behind = if by == to { from } else { by };
        let (dx, dy) = (to.0 - behind.0, to.1 - behind.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let head = (width * 3.2).min(length * 0.9);
        let neck = (to.0 - ux * head, to.1 - uy * head);
        let half = head * 0.5;
        let tip = [
            (neck.0 - uy * half, neck.1 + ux * half),
            to,
            (neck.0 + uy * half, neck.1 - ux * half),
        ];
        let shaft = if by == from {
            Path::from(from).line(neck)
        } else {
            Path::from(from).curve(by, neck)
        };
        let edge = width * 0.4;
        self.path(shaft.clone(), Paint::line(Role::Halo, width + edge));
        self.path(Path::polygon(&tip), Paint::line(Role::Halo, edge));
        self.path(shaft, Paint::line(role, width));
        self.path(Path::polygon(&tip), Paint::fill(role));
    }

    /// A value on a badge; nothing if there is none to say.
    pub fn badge(&mut self, (x, y): Xy, size: f32, rank: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let (width, height) = (text_width(text, size) + size * 0.7, size * 1.35);
        let at = (x - width / 2.0, y - height / 2.0);
        let paint =
            Paint::fill(Role::Badge).outlined(arrow_role(rank), size * [0.14, 0.08][rank.min(1)]);
        self.rect(at, (width, height), height / 2.0, paint);
        self.text((x, y), size, Anchor::Middle, Role::BadgeText, text);
    }
}

/// The colour of the best candidate, or of another.
pub(super) const fn arrow_role(rank: usize) -> Role {
    match rank {
        0 => Role::Best,
        _ => Role::Other,
    }
}
