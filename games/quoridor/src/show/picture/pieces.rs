//! Pawns and walls.

use ludex_search::Player;

use crate::rules::moves::Direction;
use ludex_kit::support::picture::{Anchor, Paint, Path, Pattern, Role, Scene, Xy};

/// Width of the groove between two squares.
pub(super) const GROOVE: f32 = 20.0;
/// The colour of each player's pawn and walls.
pub(super) const PAWNS: [Role; 4] =
    [Role::PawnFirst, Role::PawnSecond, Role::PawnThird, Role::PawnFourth];

/// The size of a picture of one pawn or wall.
pub(in crate::show) const ALONE: Xy = (70.0, 70.0);

/// Draws one pawn as a separate picture.
pub(in crate::show) fn draw_pawn_alone(scene: &mut Scene, player: Player) {
    pawn(scene, (ALONE.0 / 2.0, ALONE.1 / 2.0), player, 32.0, 1.0);
}

/// Draws one wall as a separate picture, shorter than on the board.
pub(in crate::show) fn draw_wall_alone(scene: &mut Scene, direction: Direction) {
    let (long, wide) = (ALONE.0 - 6.0, GROOVE);
    let size = match direction {
        Direction::Horizontal => (long, wide),
        Direction::Vertical => (wide, long),
    };
    let at = ((ALONE.0 - size.0) / 2.0, (ALONE.1 - size.1) / 2.0);
    draw_wall(scene, at, size, Finish { owner: None, is_banded: false }, 1.0);
}

/// What distinguishes walls.
#[derive(Clone, Copy)]
pub(super) struct Finish {
    pub(super) owner: Option<Player>,
    /// Whether the wall has a band for each player up to its owner.
    pub(super) is_banded: bool,
}

/// Draws an upright wall in its groove: its shadow, its upper side, and the side that is turned away from the light.
pub(super) fn draw_wall(scene: &mut Scene, (x, y): Xy, size: Xy, finish: Finish, opacity: f32) {
    let role = finish.owner.map_or(Role::Wall, |player| PAWNS[player.index()]);
    let owner = finish.owner.map_or(0, |player| player.index() + 1);
    let bands = if finish.is_banded { owner } else { 0 };
    let is_level = size.0 > size.1;
    let name = format!("quoridor-wall-{owner}-{bands}-{}-{}", size.0.round(), size.1.round());
    scene.stamp(&name, (x, y), opacity, |scene| {
        for (out, opacity) in [(6.0, 0.12), (3.5, 0.18)] {
            scene.rect((out * 0.5, out), size, 5.0, Paint::shadow(opacity));
        }
        scene.rect((0.0, 0.0), size, 5.0, Paint::fill(role).outlined(Role::LineEdge, 1.5));
        scene.rect((0.0, 0.0), size, 5.0, Paint::pattern(Pattern::Sheen));
        let (low, right) = if is_level { (6.0, 3.0) } else { (7.0, 5.0) };
        let (at, strip) = if is_level {
            ((1.0, size.1 - low), (size.0 - 2.0, low - 0.5))
        } else {
            ((size.0 - right, 1.0), (right - 0.5, size.1 - 2.0))
        };
        scene.rect(at, strip, 3.0, Paint::shadow(0.4));
        let end = if is_level { (size.0 - 6.0, 3.0) } else { (3.0, size.1 - 6.0) };
        let light = Paint::line(Role::Shine, 2.0).faint(0.45);
        scene.line(if is_level { (6.0, 3.0) } else { (3.0, 6.0) }, end, light);
        for band in 0..bands {
            let out = 11.0 * (band as f32 - (bands - 1) as f32 / 2.0);
            let (at, strip) = if is_level {
                ((size.0 / 2.0 + out - 2.5, 0.8), (5.0, size.1 - 1.6))
            } else {
                ((0.8, size.1 / 2.0 + out - 2.5), (size.0 - 1.6, 5.0))
            };
            scene.rect(at, strip, 0.0, Paint::fill(Role::PawnText).faint(0.9));
        }
    });
}

/// Draws a pawn with the number of its player.
pub(super) fn pawn(scene: &mut Scene, at: Xy, player: Player, radius: f32, opacity: f32) {
    let number = player.index() + 1;
    let name = format!("quoridor-pawn-{number}-{}", radius.round());
    scene.stamp(&name, at, opacity, |scene| {
        let s = radius / 31.0;
        let place = |(x, y): Xy| (x * s, y * s);
        let paint = Paint::fill(PAWNS[player.index()]).outlined(Role::LineEdge, 2.0 * s);
        let shadow = Paint::shadow(0.25);
        scene.ellipse(place((4.0, 25.0)), place((29.0, 11.0)), shadow);
        let foot = (25.0, 10.0);
        let body = Path::from(place((-foot.0, 20.0)))
            .oval(place(foot), false, place((foot.0, 20.0)))
            .curve(place((10.0, 8.0)), place((8.0, -14.0)))
            .line(place((-8.0, -14.0)))
            .curve(place((-10.0, 8.0)), place((-foot.0, 20.0)))
            .close();
        scene.path(body.clone(), paint);
        scene.path(body, Paint::pattern(Pattern::Round));
        scene.ellipse(place((0.0, -10.0)), place((13.0, 4.5)), paint);
        scene.circle(place((0.0, -21.0)), 13.5 * s, paint);
        scene.circle(place((0.0, -21.0)), 13.5 * s, Paint::pattern(Pattern::Ball));
        scene.text(place((0.0, 16.0)), 21.0 * s, Anchor::Middle, Role::PawnText, number);
    });
}
