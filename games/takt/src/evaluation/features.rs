//! The hand-crafted evaluation: a weighted sum of features, interpolated between opening and endgame weights.
//!
//! Every feature is the mover's count minus the opponent's count. `count_features` is used by the search, which needs the weighted sum, and
//! by the fitting of the weights, which needs the counts.

use ludex_search::{Evaluator, Player, Score, Wdl};

use super::feature;
use super::weights::{FEATURES, Phased, Weights, chances};
use crate::rules::game::Takt;
use crate::rules::moves::Square;
use crate::rules::pile::{Board, Pile, Size};
use crate::rules::position::Position;
use ludex_kit::support::bitboard::{edge, file, full, left, neighbours, rank, squares, up};

/// Receives feature counts. One implementation adds them up with weights, the other stores them in a list.
pub(crate) trait FeatureSink {
    /// Adds `count` to a feature.
    fn add(&mut self, feature: usize, count: i32);
}

/// Counts every feature of a position, from the mover's point of view.
#[inline(always)]
pub(crate) fn count_features<const N: usize>(
    half_komi: i32,
    pos: &Position<N>,
    tally: &mut impl FeatureSink,
) where
    Size<N>: Board,
{
    let mover = pos.to_move();
    let komi = if mover == Player(0) { -half_komi } else { half_komi };
    tally.add(feature::TEMPO, 1);
    tally.add(feature::HALF_FLATS, komi);
    count_side(pos, mover, 1, tally);
    count_side(pos, mover.other(), -1, tally);
}

#[inline(always)]
fn count_side<const N: usize>(
    pos: &Position<N>,
    player: Player,
    sign: i32,
    tally: &mut impl FeatureSink,
) where
    Size<N>: Board,
{
    let enemy = player.other();
    let (own, other) = (pos.tops(player), pos.tops(enemy));
    let (walls, capstones) = (pos.walls(), pos.capstones());
    let (flats, road) = (own & !(walls | capstones), own & !walls);
    let mut add = |feature: usize, count: u32| tally.add(feature, sign * count as i32);

    add(feature::HALF_FLATS, 2 * flats.count_ones());
    for ring in 0..3 {
        let squares =
            const { [ring_squares::<N>(0), ring_squares::<N>(1), ring_squares::<N>(2)] }[ring];
        add(feature::FLAT_RING + ring, (flats & squares).count_ones());
        add(feature::WALL_RING + ring, (own & walls & squares).count_ones());
        add(feature::CAPSTONE_RING + ring, (own & capstones & squares).count_ones());
    }
    let pairs = (road & left::<N>(road)).count_ones() + (road & up::<N>(road)).count_ones();
    add(feature::ADJACENT, pairs);
    add(feature::STONES_LEFT, pos.stones(player));

    let blockers = other & (walls | capstones);
    for line in 0..2 * N {
        let squares = const { lines::<N>() }[line];
        let count = (road & squares).count_ones() as usize;
        if count > 0 {
            let base = if blockers & squares != 0 {
                feature::LINE_BLOCKED
            } else if other & squares != 0 {
                feature::LINE_CONTESTED
            } else {
                feature::LINE_OPEN
            };
            add(base + count - 1, 1);
        }
    }

    let beside = neighbours::<N>(own);
    let enemy_flats = other & !(walls | capstones);
    add(feature::CAPTURES, (beside & enemy_flats & !pos.tall()).count_ones());
    add(feature::STACK_CAPTURES, (beside & enemy_flats & pos.tall()).count_ones());
    add(feature::CRITICAL, (pos.contact(player).critical() & pos.empties()).count_ones());
    let strong = neighbours::<N>(own & (walls | capstones));
    add(feature::STRONG_CAPTURES, (strong & enemy_flats & pos.tall()).count_ones());

    for square in squares(own & pos.tall()).map(Square) {
        count_stack(pos, player, square, &mut add);
    }
    for square in squares(own & capstones).map(Square) {
        let free = neighbours::<N>(square.bit()) & !capstones;
        add(feature::CAPSTONE_FREEDOM, free.count_ones());
    }
}

/// Counts the pieces under the top of a stack.
#[inline(always)]
fn count_stack<const N: usize>(
    pos: &Position<N>,
    player: Player,
    square: Square,
    add: &mut impl FnMut(usize, u32),
) where
    Size<N>: Board,
{
    let pile = pos.pile(square);
    let height = pile.height();
    let own = if player.index() == 0 { !pile.low() } else { pile.low() };
    let near = height.min(N as u32);
    let supporters = (own >> 1 & ((1 << (near - 1)) - 1)).count_ones();
    let kind = if pos.walls() & square.bit() != 0 {
        1
    } else if pos.capstones() & square.bit() != 0 {
        add(feature::HARD_CAPSTONE, (own >> 1 & 1) as u32);
        2
    } else {
        0
    };
    let open = neighbours::<N>(square.bit()) & pos.passable();
    add(feature::MOBILE_SUPPORTERS, supporters * open.count_ones());
    add(feature::MOBILE_CAPTIVES, (near - 1 - supporters) * open.count_ones());
    add(feature::SUPPORTERS + kind, supporters);
    add(feature::CAPTIVES + kind, near - 1 - supporters);
    if height > near {
        let all = pos.pieces_of(square, player) - 1;
        add(feature::DEEP_SUPPORTERS, all - supporters);
        add(feature::DEEP_CAPTIVES, height - near - (all - supporters));
    }
}

/// The squares at distance `ring` from the edge. Ring 2 contains the whole middle.
const fn ring_squares<const N: usize>(ring: usize) -> u64 {
    let mut inner = full::<N>();
    let mut number = 0;
    while number < ring {
        inner &= !outline::<N>(inner);
        number += 1;
    }
    if ring == 2 { inner } else { outline::<N>(inner) }
}

/// The outline of a block of squares: those that are on the edge of the board or have a neighbour outside the block.
const fn outline<const N: usize>(block: u64) -> u64 {
    block & (edge::<N>() | neighbours::<N>(full::<N>() & !block))
}

/// The files and ranks of the board, each as a set of squares.
const fn lines<const N: usize>() -> [u64; 16] {
    let mut lines = [0; 16];
    let mut number = 0;
    while number < N {
        lines[number] = file::<N>(number);
        lines[N + number] = rank::<N>(number);
        number += 1;
    }
    lines
}

/// The phase of the game: 256 for an empty board with full reserves, 0 when the game must end.
#[inline]
pub(crate) fn phase<const N: usize>(pos: &Position<N>) -> i32
where
    Size<N>: Board,
{
    let reserves = pos.stones(Player(0)).min(pos.stones(Player(1)));
    let left = pos.empties().count_ones().min(reserves) as i32;
    (left * 256 / (N * N) as i32).min(256)
}

/// The weighted sums with the opening weights and with the endgame weights: in the lower and the upper half of one number, so that one
/// multiplication serves both, as in Stockfish (`Score` in `types.h`).
struct WeightedSum<'a> {
    weights: &'a [i64; FEATURES],
    both: i64,
}

impl WeightedSum<'_> {
    const fn pack(weight: Phased) -> i64 {
        ((weight.late as i64) << 32) + weight.early as i64
    }

    /// The sums with the opening weights and with the endgame weights.
    const fn parts(&self) -> [i32; 2] {
        let early = self.both as i32;
        [early, ((self.both - early as i64) >> 32) as i32]
    }
}

impl FeatureSink for WeightedSum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.both += i64::from(count) * self.weights[feature];
    }
}

/// Stores the count of each feature.
struct FeatureCounts([i32; FEATURES]);

impl FeatureSink for FeatureCounts {
    fn add(&mut self, feature: usize, count: i32) {
        self.0[feature] += count;
    }
}

/// The counts of all features from the mover's point of view, and the phase (256 is the opening, 0 the end).
pub fn features<const N: usize>(game: &Takt<N>, pos: &Position<N>) -> ([i32; FEATURES], i32)
where
    Size<N>: Board,
{
    let mut counts = FeatureCounts([0; FEATURES]);
    count_features(game.options().half_komi.into(), pos, &mut counts);
    (counts.0, phase(pos))
}

/// The hand-crafted evaluation of Takt.
#[derive(Clone, Debug)]
pub struct HandCrafted {
    weights: Weights,
    /// The weights of the features, packed for a [`WeightedSum`].
    packed: [i64; FEATURES],
}

impl HandCrafted {
    /// The evaluation with the shipped weights for this board size.
    pub fn for_size(side: usize) -> Self {
        Self::new(Weights::for_size(side))
    }

    /// The evaluation with the given weights.
    pub fn new(weights: Weights) -> Self {
        let packed = weights.features.map(WeightedSum::pack);
        Self { weights, packed }
    }
}

impl<const N: usize> Evaluator<Takt<N>> for HandCrafted
where
    Size<N>: Board,
{
    #[inline]
    fn evaluate(&self, game: &Takt<N>, pos: &Position<N>) -> Score {
        let mut sum = WeightedSum { weights: &self.packed, both: 0 };
        count_features(game.options().half_komi.into(), pos, &mut sum);
        let phase = phase(pos);
        let [early, late] = sum.parts();
        Score::new((early * phase + late * (256 - phase)) / 256)
    }

    fn bounds(&self) -> (Score, Score) {
        (-Score::EVALUATION_LIMIT, Score::EVALUATION_LIMIT)
    }

    fn wdl(&self, score: Score) -> Wdl {
        self.weights.wdl(score)
    }

    fn wdl_at(&self, _game: &Takt<N>, pos: &Position<N>, score: Score) -> Wdl {
        match chances(N) {
            Some(chances) => chances.wdl(pos.ply(), score, flats(score) as f32),
            None => self.weights.wdl(score),
        }
    }
}

/// Converts a score to flats: 100 points are one flat.
pub(crate) fn flats(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
