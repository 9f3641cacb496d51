//! Moves in a picture: traces of the last move, and arrows for candidates.

use ludex_search::Player;

use super::{CHECKER, MIDDLE, POINT, RIGHT, ROOM, View, WIDTH, last_mover};
use crate::WORDS;
use crate::rules::board::OFF;
use crate::rules::game::Tryktrak;
use crate::rules::moves::{Move, Play};
use crate::show::gestures::choice_word;
use ludex_kit::Shown;
use ludex_kit::support::picture::{Paint, Role, Scene, Xy};

/// The path of a checker in a play, with its steps joined.
struct Trip {
    from: usize,
    to: usize,
    /// Number of checkers that leave the source before this one.
    left: u8,
    /// Number of checkers that arrive at the target before this one.
    come: u8,
}

/// The last play, if it should be marked, and its player.
pub(crate) fn last_play(shown: &Shown<Tryktrak>) -> Option<(Player, Play)> {
    let (before, play) = shown.last.iter().find_map(|last| match last.mv {
        Move::Play(play) => Some((last.before, play)),
        _ => None,
    })?;
    let player = match before {
        Some(before) => before.status().player,
        None => last_mover(&shown.position.status()),
    };
    Some((player, play))
}

/// The places where the checkers of a play end, from the view of its player.
pub(crate) fn play_ends(play: Play) -> Vec<usize> {
    trips(play).into_iter().map(|trip| trip.to).collect()
}

impl View<'_> {
    /// Draws the paths of the last play, and marks its checkers.
    pub(super) fn last(&self, scene: &mut Scene, shown: &Shown<Tryktrak>) {
        let Some((player, play)) = last_play(shown) else {
            return;
        };
        for Trip { from, to, left, come } in trips(play) {
            let (here, there) = (self.count(player, from), self.count(player, to));
            let start = self.slot(player, from, (here + left).min(ROOM), here.max(1));
            let end = self.slot(player, to, there.saturating_sub(1 + come), there);
            if to != OFF {
                scene.circle(end, CHECKER - 3.0, Paint::line(Role::Last, 6.0));
            }
            scene.circle(start, CHECKER - 4.0, Paint::line(Role::Last, 3.5).dashed(9.0, 7.0));
            scene.trace(start, bend(start, end), end, POINT * 1.3);
        }
    }

    pub(super) fn candidates(&self, scene: &mut Scene, candidates: &[(Move, String)]) {
        for (rank, (mv, _)) in candidates.iter().enumerate().rev() {
            if let Move::Play(play) = mv {
                for (start, end) in self.arrows(*play) {
                    scene.bent_arrow(start, bend(start, end), end, rank, POINT * 1.3);
                }
            }
        }
        let mut taken: Vec<Xy> = Vec::new();
        let mut line = 0.0;
        for (rank, (mv, value)) in candidates.iter().enumerate() {
            let at = match mv {
                Move::Play(play) if !play.is_empty() => {
                    let arrows = self.arrows(*play);
                    let places = arrows.iter().flat_map(|&(start, end)| {
                        along(start, end).map(|share| on_bend(start, end, share))
                    });
                    let is_free = |at: &Xy| {
                        taken.iter().all(|t| (t.0 - at.0).abs() > 75.0 || (t.1 - at.1).abs() > 34.0)
                    };
                    let mut places = places.peekable();
                    let first = places.peek().copied().unwrap_or((WIDTH / 2.0, MIDDLE));
                    places.find(is_free).unwrap_or(first)
                }
                _ => {
                    line += 1.0;
                    (RIGHT + 3.0 * POINT, MIDDLE + 38.0 * (line - 1.5))
                }
            };
            taken.push(at);
            let text = match mv {
                Move::Play(play) if !play.is_empty() => value.clone(),
                _ => format!("{} {value}", WORDS.translate(choice_word(*mv))),
            };
            scene.badge(at, 24.0, rank, &text);
        }
    }

    /// Start and end of each checker's arrow, for a play that has not been made yet.
    fn arrows(&self, play: Play) -> Vec<(Xy, Xy)> {
        let player = self.status.player;
        let arrow = |trip: Trip| {
            let Trip { from, to, left, come } = trip;
            let (here, there) = (self.count(player, from), self.count(player, to));
            let start = self.slot(player, from, here.saturating_sub(1 + left), here);
            let end = self.slot(player, to, (there + come).min(ROOM), there + 1);
            (start, end)
        };
        trips(play).into_iter().map(arrow).collect()
    }
}

/// Places for a value on an arrow, the best first, as shares of its length. Long arrows that begin at one point are apart near their heads;
/// a value would cover the head of a short one.
fn along(start: Xy, end: Xy) -> [f32; 5] {
    if (end.0 - start.0).hypot(end.1 - start.1) > 4.0 * POINT {
        [0.7, 0.55, 0.4, 0.25, 0.82]
    } else {
        [0.5, 0.35, 0.65, 0.2, 0.8]
    }
}

/// The paths of all checkers of a play.
fn trips(play: Play) -> Vec<Trip> {
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for hop in play.hops() {
        match ends.iter_mut().find(|(_, to)| *to == hop.from) {
            Some((_, to)) => *to = hop.to(),
            None => ends.push((hop.from, hop.to())),
        }
    }
    let trip = |(index, &(from, to)): (usize, &(usize, usize))| {
        let earlier = ends[..index].iter();
        Trip {
            from,
            to,
            left: earlier.clone().filter(|end| end.0 == from).count() as u8,
            come: earlier.filter(|end| end.1 == to).count() as u8,
        }
    };
    ends.iter().enumerate().map(trip).collect()
}

/// The point towards which an arrow bends: towards the middle of the board, more strongly if it is longer.
fn bend(from: Xy, to: Xy) -> Xy {
    let (x, y) = (from.0.midpoint(to.0), from.1.midpoint(to.1));
    let lean = ((to.0 - from.0).hypot(to.1 - from.1) / 500.0).min(0.5);
    (x, y + (MIDDLE - y) * lean)
}

/// A point on an arrow.
fn on_bend(from: Xy, to: Xy, t: f32) -> Xy {
    let by = bend(from, to);
    let mix = |a: f32, b: f32, c: f32| (1.0 - t).powi(2) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
    (mix(from.0, by.0, to.0), mix(from.1, by.1, to.1))
}
