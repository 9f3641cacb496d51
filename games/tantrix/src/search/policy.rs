//! Which placements are worth searching: those that lengthen the mover's lines and keep the other players' lines short.

use std::sync::LazyLock;

use ludex_search::{Listed, MoveList, Player, Policy};
use rand::{Rng, RngExt};

use crate::evaluation::placement_inputs::PlacementInputs;
use crate::evaluation::weights::PolicyWeights;
use crate::rules::board::Board;
use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;

/// The effect of a placement on the lines of each colour.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Gain {
    /// For each colour: the growth of the sum of the squares of its line lengths. Squares favour joining long lines.
    pub squares: [f32; 4],
}

impl Board {
    /// The effect of a matching placement on the lines.
    #[inline]
    pub fn gain(&self, placement: Placement) -> Gain {
        let mut gain = Gain::default();
        let (edges, links) = (placement.face.edges(), placement.face.links());
        let around = self.tiles_around(placement.hex);
        for one in 0..6 {
            let two = usize::from(links[one]);
            if two < one {
                continue;
            }
            let colour = edges[one].index();
            gain.squares[colour] = self.lines().growth(one, two, around);
        }
        gain
    }
}

/// Rates placements: lengthening the mover's lines counts for a placement, lengthening the other players' lines against it.
#[derive(Clone, Debug, Default)]
pub struct GreedyPolicy {
    /// The weights.
    pub policy_weights: PolicyWeights,
}

impl GreedyPolicy {
    /// The rating of a placement for the mover, in growth of squares.
    #[inline]
    pub fn rate(&self, game: &Tantrix, pos: &Position, placement: Placement) -> f32 {
        let gain = pos.board().gain(placement);
        let options = game.options();
        let mover = usize::from(pos.to_move().0);
        let own = options.colour_of(mover);
        let others = self.policy_weights.others as f32 / 100.0;
        let mut value = gain.squares[own.index()];
        let n_others = options.n_colours() - 1;
        for &colour in &options.colours[..options.n_colours()] {
            if colour != own {
                value -= others * gain.squares[colour.index()] / n_others as f32;
            }
        }
        value
    }
}

/// The trained weights of the placement inputs.
static LEARNT: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let bytes: &[u8] = include_bytes!("../../data/placements.bin");
    let words = bytes.as_chunks::<4>().0.iter();
    words.map(|&word| f32::from_le_bytes(word)).collect()
});

impl GreedyPolicy {
    /// The logarithm of each placement's prior, from the trained weights or only from the growth of lines.
    fn weigh(&self, game: &Tantrix, pos: &Position, moves: &[Placement]) -> Vec<f32> {
        if self.policy_weights.learnt == 0 {
            let heat = self.policy_weights.heat as f32;
            let rating = |&mv: &Placement| self.rate(game, pos, mv) / heat;
            return moves.iter().map(rating).collect();
        }
        let (inputs, weights) = (PlacementInputs::new(game, pos), &**LEARNT);
        let weigh = |&mv: &Placement| {
            let mut sum = 0.0;
            inputs.for_each(mv, |input, value| sum += weights[input] * value);
            sum
        };
        moves.iter().map(weigh).collect()
    }
}

/// The legal placements, except that the six rotations of the first tile count as one.
pub(crate) fn different_placements(
    game: &Tantrix,
    pos: &Position,
    moves: &mut MoveList<Placement>,
) {
    pos.placements(game.options(), moves);
    if pos.board().n_tiles() == 0 {
        moves.retain(|mv| mv.face.rotation() == 0);
    }
}

impl Policy<Tantrix> for GreedyPolicy {
    fn priors(
        &self,
        game: &Tantrix,
        pos: &Position,
        _root_player: Player,
        out: &mut Vec<(Placement, f32)>,
    ) -> Listed {
        let mut moves = MoveList::new();
        different_placements(game, pos, &mut moves);
        let values = self.weigh(game, pos, &moves);
        let most = values.iter().copied().fold(f32::MIN, f32::max);
        let weights = values.iter().map(|value| (value - most).exp() + 0.02);
        out.extend(moves.into_iter().zip(weights));
        match pos.board().n_tiles() {
            0 => Listed::Some,
            _ => Listed::All,
        }
    }

    #[inline]
    fn playout_move<R: Rng + ?Sized>(
        &self,
        game: &Tantrix,
        pos: &Position,
        _: &mut MoveList<Placement>,
        rng: &mut R,
    ) -> Placement {
        let mut candidates = pos.candidates(game.options());
        let first = candidates.sample(rng);
        if self.policy_weights.tries <= 1 || pos.board().n_tiles() == 0 {
            return first;
        }
        let mut best = (self.rate(game, pos, first), first);
        for _ in 1..self.policy_weights.tries {
            let other = candidates.sample(rng);
            let value = self.rate(game, pos, other);
            if value > best.0 || (value >= best.0 && rng.random()) {
                best = (value, other);
            }
        }
        best.1
    }
}
