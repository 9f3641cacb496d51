//! Moves in pictures: arrows, and values on badges.

use super::path::Xy;
use super::scene::{Anchor, Scene, text_width};
use super::{Paint, Path, Role};

impl Scene {
    /// A straight arrow. Rank 0, the best candidate, is the boldest. `unit` is the size of a square.
    pub fn arrow(&mut self, from: Xy, to: Xy, rank: usize, unit: f32) {
        self.pointed(from, from, to, unit * width_of(rank), arrow_role(rank));
    }

    /// An arrow that bends towards a point.
    pub fn bent_arrow(&mut self, from: Xy, by: Xy, to: Xy, rank: usize, unit: f32) {
        self.pointed(from, by, to, unit * width_of(rank), arrow_role(rank));
    }

    /// The path of the last move, thinner than any candidate's arrow. A page shows it when the pieces have arrived.
    pub fn trace(&mut self, from: Xy, by: Xy, to: Xy, unit: f32) {
        self.group("trace", |scene| scene.pointed(from, by, to, unit * 0.06, Role::Last));
    }

    /// An arrow of this width, with an outline that makes it visible on any background.
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
        let shaft =
            if by == from { Path::from(from).line(neck) } else { Path::from(from).curve(by, neck) };
        let edge = width * 0.4;
        self.path(shaft.clone(), Paint::line(Role::Halo, width + edge));
        self.path(Path::polygon(&tip), Paint::line(Role::Halo, edge));
        self.path(shaft, Paint::line(role, width));
        self.path(Path::polygon(&tip), Paint::fill(role));
    }

    /// Draws candidates, the best on top, and their values above everything. `draw` draws the candidate of a rank, and returns the wanted
    /// place and text of its badge.
    pub fn candidates<M: Copy>(
        &mut self,
        size: f32,
        candidates: &[(M, String)],
        mut draw: impl FnMut(&mut Self, usize, M, &str) -> (Xy, String),
    ) {
        let backwards = candidates.iter().enumerate().rev();
        let drawn = backwards.map(|(rank, (mv, value))| draw(self, rank, *mv, value));
        let mut wanted: Vec<(Xy, String)> = drawn.collect();
        wanted.reverse();
        self.badges(size, &wanted);
    }

    /// Draws badges above everything. The badge of the best candidate is at its wanted place. A badge that would overlap another one is
    /// moved below that badge, or above it if there is no room below.
    fn badges(&mut self, size: f32, wanted: &[(Xy, String)]) {
        let height = size * 1.35;
        let mut placed: Vec<(Xy, f32)> = Vec::new();
        for ((x, y), text) in wanted {
            let width = badge_width(text, size);
            let x = x.clamp(width / 2.0, (self.width - width / 2.0).max(width / 2.0));
            let is_free = |&y: &f32| {
                let is_inside = (height / 2.0..=self.height - height / 2.0).contains(&y);
                let is_beside = |((other, at), wide): &(Xy, f32)| {
                    (other - x).abs() >= (wide + width) / 2.0 + 1.0
                        || (at - y).abs() >= height + 1.0
                };
                is_inside && placed.iter().all(is_beside)
            };
            // The nearest places that may be free are at the edges of other badges.
            let step = height + 2.0;
            let below = placed.iter().map(|((_, at), _)| at + step).filter(|at| at >= y);
            let above = placed.iter().map(|((_, at), _)| at - step).filter(|at| at < y);
            let mut places: Vec<f32> = below.collect();
            places.sort_by(f32::total_cmp);
            let mut higher: Vec<f32> = above.collect();
            higher.sort_by(|a, b| b.total_cmp(a));
            let places = [*y].into_iter().chain(places).chain(higher);
            let y = places.into_iter().find(is_free).unwrap_or(*y);
            placed.push(((x, y), width));
        }
        for (rank, ((at, _), (_, text))) in placed.iter().zip(wanted).enumerate().rev() {
            self.badge(*at, size, rank, text);
        }
    }

    /// Draws a value on a badge; nothing for an empty text.
    pub fn badge(&mut self, (x, y): Xy, size: f32, rank: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let (width, height) = (badge_width(text, size), size * 1.35);
        let at = (x - width / 2.0, y - height / 2.0);
        let paint =
            Paint::fill(Role::Badge).outlined(arrow_role(rank), size * [0.14, 0.08][rank.min(1)]);
        self.rect(at, (width, height), height / 2.0, paint);
        self.text((x, y), size, Anchor::Middle, Role::BadgeText, text);
    }
}

/// The width of a badge; 0 for an empty text.
fn badge_width(text: &str, size: f32) -> f32 {
    if text.is_empty() {
        return 0.0;
    }
    text_width(text, size) + size * 0.7
}

/// The width of a candidate's arrow as a share of a square: the better, the wider.
fn width_of(rank: usize) -> f32 {
    [0.14, 0.105, 0.085][rank.min(2)]
}

/// The colour of a candidate: one colour for the best (rank 0), another for the rest.
pub(super) const fn arrow_role(rank: usize) -> Role {
    match rank {
        0 => Role::Best,
        _ => Role::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Element, Shape};
    use super::*;

    #[test]
    fn labels_at_one_place_are_stacked() {
        let mut scene = Scene::new((300.0, 300.0), "labels");
        let at = (150.0, 100.0);
        let wanted = ["42.9%", "41.0%?", "7.7%"].map(|text| (at, text.to_owned()));
        scene.badges(24.0, &wanted);
        let tops = scene.elements.iter().filter_map(|element| match element {
            Element::Shape(Shape::Rect { at, size, .. }, _) => Some((at.1, size.1)),
            _ => None,
        });
        // The best is drawn last.
        let tops: Vec<(f32, f32)> = tops.collect();
        assert_eq!(tops.len(), 3);
        assert!((tops[2].0 + tops[2].1 / 2.0 - at.1).abs() < 1e-3, "{tops:?}");
        for pair in tops.windows(2) {
            assert!(pair[0].0 >= pair[1].0 + pair[1].1, "{tops:?}");
        }
    }
}
