//! The dice in a picture.

use super::{GAP, LEFT, MIDDLE, POINT, RIGHT, View, checker_roles};
use crate::rules::position::Phase;
use crate::show::gestures::dice_name;
use ludex_kit::support::picture::{Paint, Pattern, PieceName, Role, Scene, Xy};

impl View<'_> {
    /// Draws the dice, or the empty place for them: on the right for the player at the bottom, on the left for the other player.
    pub(super) fn dice(&self, scene: &mut Scene) {
        if matches!(self.status.phase, Phase::Doubled | Phase::Over) {
            return;
        }
        let player = self.status.player;
        let middle = if player == self.seat { RIGHT } else { LEFT } + 3.0 * POINT;
        scene.target("dice", dice_name(&self.status), |scene| {
            let (one, two) = self.status.dice;
            let width = if one > 0 && one == two { 312.0 } else { 160.0 };
            let size = (width, GAP - 10.0);
            let corner = (middle - size.0 / 2.0, MIDDLE - size.1 / 2.0);
            scene.rect(corner, size, 0.0, Paint::unseen());
            if self.status.phase == Phase::Moving {
                self.thrown(scene, middle);
            }
        });
    }

    fn thrown(&self, scene: &mut Scene, middle: f32) {
        let (role, text) = checker_roles(self.status.player);
        let (one, two) = self.status.dice;
        // A double is played four times, so four dice are shown.
        let dice = if one == two { vec![one; 4] } else { vec![one, two] };
        let first = middle - 38.0 * (dice.len() - 1) as f32;
        for (index, (pips, used)) in dice.into_iter().zip(self.used).enumerate() {
            let (x, y) = (first + 76.0 * index as f32, MIDDLE);
            let opacity = if used { 0.3 } else { 1.0 };
            scene.piece(PieceName::new(format!("die-{pips}"), index + 1), |scene| {
                cube_shape(scene, (x, y), 62.0, role, opacity);
                for (dx, dy) in pips_of(pips) {
                    let paint = Paint::fill(text).faint(opacity);
                    scene.circle((x + 17.0 * dx, y + 17.0 * dy), 6.3, paint);
                }
            });
        }
    }
}

/// Draws a cube without its face: its shadow, its body and the light on it.
pub(super) fn cube_shape(scene: &mut Scene, at: Xy, side: f32, role: Role, opacity: f32) {
    let name = format!("tryktrak-cube-{}-{side:.0}", role.property().trim_start_matches('-'));
    scene.stamp(&name, at, opacity, |scene| {
        let middle = (0.0, 0.0);
        scene.square((2.5, 4.5), side, 12.0, Paint::shadow(0.3));
        scene.square(middle, side, 12.0, Paint::fill(role).outlined(Role::CheckerEdge, 2.0));
        scene.square(middle, side, 12.0, Paint::pattern(Pattern::Sheen));
        scene.square(middle, side - 9.0, 9.0, Paint::line(Role::Shine, 2.0).faint(0.3));
    });
}

fn pips_of(number: u8) -> Vec<Xy> {
    let corners = [(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0)];
    let mut pips = corners[..usize::from(number.min(6) / 2 * 2)].to_vec();
    if number % 2 == 1 {
        pips.push((0.0, 0.0));
    }
    pips
}
