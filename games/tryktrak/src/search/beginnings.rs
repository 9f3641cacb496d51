//! Unusual start positions for self-play games. Good play seldom reaches such positions, so games start from them to teach the networks to
//! evaluate them.

use rand::{Rng, RngExt};

use crate::rules::board::{BAR, Board, CHECKERS, Side};

/// Number of checkers on the points 1 to 24 and on the bar.
type Counts = [u8; BAR];

/// An unusual contact position. Either side may be on roll.
pub(super) fn unusual(rng: &mut impl Rng) -> Board {
    loop {
        let [mine, theirs] = match rng.random_range(0..4) {
            0 => bear_off_against_stragglers(rng),
            1 => containment(rng),
            2 => trapped_behind_a_prime(rng),
            _ => crashed_board(rng),
        }
        .map(|counts| Side::from_counts(&counts).expect("at most 15 checkers"));
        let board = Board { mine, theirs };
        if board.is_sound() && !board.is_race() {
            return if rng.random() { board } else { board.flipped() };
        }
    }
}

/// One side bears off or is about to. The other side waits with stragglers for a shot; its home board may be strong or broken.
fn bear_off_against_stragglers(rng: &mut impl Rng) -> [Counts; 2] {
    let mut home = [0; BAR];
    let checkers = rng.random_range(1..=CHECKERS);
    let farthest = if rng.random_range(0..3) == 0 { 12 } else { 6 };
    scatter(&mut home, checkers, 0..farthest, rng);
    let mut behind = [0; BAR];
    let stragglers = rng.random_range(1..=4);
    scatter(&mut behind, stragglers, 17..BAR, rng);
    let ahead = if rng.random_range(0..4) == 0 { 18 } else { 7 };
    scatter(&mut behind, CHECKERS - stragglers, 0..ahead, rng);
    [home, behind]
}

/// One side has borne off some checkers, and then up to three of its checkers were hit. The other side contains them with blocking points.
fn containment(rng: &mut impl Rng) -> [Counts; 2] {
    let mut hit = [0; BAR];
    let off = rng.random_range(0..=7);
    let back = rng.random_range(1..=3);
    let nearest = if rng.random_range(0..3) == 0 { 6 } else { 15 };
    scatter(&mut hit, back, nearest..BAR, rng);
    let farthest = if rng.random_range(0..4) == 0 { 12 } else { 6 };
    scatter(&mut hit, CHECKERS - off - back, 0..farthest, rng);
    let mut hitter = [0; BAR];
    let stragglers = rng.random_range(0..=2);
    scatter(&mut hitter, stragglers, 17..BAR, rng);
    hold_points(&mut hitter, CHECKERS - stragglers, 0..14, rng);
    [hit, hitter]
}

/// One side has not borne off yet and has buried many checkers on its two lowest points. The other side has any position.
fn crashed_board(rng: &mut impl Rng) -> [Counts; 2] {
    let mut crashed = [0; BAR];
    let buried = rng.random_range(5..=12);
    scatter(&mut crashed, buried, 0..2, rng);
    let back = rng.random_range(0..=(CHECKERS - buried).min(5));
    scatter(&mut crashed, back, 12..BAR, rng);
    scatter(&mut crashed, CHECKERS - buried - back, 2..12, rng);
    let mut other = [0; BAR];
    let stragglers = if rng.random() { 0 } else { rng.random_range(1..=4) };
    scatter(&mut other, stragglers, 12..BAR, rng);
    let off = if rng.random_range(0..4) == 0 { rng.random_range(0..=5) } else { 0 };
    hold_points(&mut other, CHECKERS - stragglers - off, 0..12, rng);
    [crashed, other]
}

/// One side has one or two checkers trapped by a prime while its board crashes. The other side still has to bring its remaining checkers
/// home.
fn trapped_behind_a_prime(rng: &mut impl Rng) -> [Counts; 2] {
    let mut crashing = [0; BAR];
    let trapped = rng.random_range(1..=2);
    scatter(&mut crashing, trapped, 20..BAR, rng);
    let buried = rng.random_range(5..=9);
    scatter(&mut crashing, buried, 0..2, rng);
    scatter(&mut crashing, CHECKERS - trapped - buried, 2..6, rng);
    let mut priming = [0; BAR];
    let first = rng.random_range(1..=3);
    let length = rng.random_range(4..=6);
    for count in &mut priming[first..first + length] {
        *count = 2;
    }
    let left = CHECKERS - 2 * length as u8;
    let coming = rng.random_range(0..=left.min(5));
    scatter(&mut priming, coming, 9..22, rng);
    scatter(&mut priming, left - coming, 1..9, rng);
    [crashing, priming]
}

/// Puts each checker on a random one of the places.
fn scatter(counts: &mut Counts, checkers: u8, places: std::ops::Range<usize>, rng: &mut impl Rng) {
    for _ in 0..checkers {
        counts[rng.random_range(places.clone())] += 1;
    }
}

/// Makes up to six points close together, as in a prime or a home board, and puts the remaining checkers on random places.
fn hold_points(
    counts: &mut Counts,
    checkers: u8,
    places: std::ops::Range<usize>,
    rng: &mut impl Rng,
) {
    let first = rng.random_range(places.start..places.end - 6);
    let mut left = checkers;
    let points = rng.random_range(0..=6);
    for _ in 0..points {
        let point = first + rng.random_range(0..7);
        if left >= 2 && counts[point] == 0 {
            counts[point] = 2;
            left -= 2;
        }
    }
    scatter(counts, left, places, rng);
}
