//! Evaluations by an efficiently updated network: a game says what its inputs are ([`Inputs`]), [`Learned`] does the rest.

use ludex_learn::nnue::{Accumulator, Nnue, NnueShape};
use ludex_search::{Game, IncrementalEvaluator, Score, Step, Turn, Wdl};

/// What a network sees of the positions of a game for two. Inputs are numbered, each with two numbers: as the first player
/// sees it and as the second does, for whom own and foreign change places.
pub trait Inputs<G: Game>: Send + Sync {
    /// The number of inputs.
    fn count(&self, game: &G) -> usize;

    /// No position has more inputs, those that are there several times counted as often.
    fn most(&self, game: &G) -> usize;

    /// The number of phases.
    fn buckets(&self) -> usize;

    /// The phase of the game that a position is in.
    fn bucket(&self, game: &G, pos: &G::Position) -> usize;

    /// Tells the inputs of `after` that are to be added to those of `before`, or to nothing, and (with `false`) those that
    /// are to be taken out.
    fn changes(
        &self,
        game: &G,
        before: Option<&G::Position>,
        after: &G::Position,
        change: impl FnMut([u16; 2], bool),
    );

    /// The shape of a network over these inputs.
    fn shape(&self, game: &G) -> NnueShape {
        NnueShape {
            inputs: self.count(game),
            most: self.most(game),
            buckets: self.buckets(),
        }
    }
}

/// An evaluation that a network has learnt to correct, or as it is: one type, so that a search is compiled once for both.
#[derive(Clone, Debug)]
pub struct Learned<I, E> {
    inputs: I,
    /// What is corrected: the linear skip of the network.
    base: E,
    network: Option<Nnue>,
}

/// The position that was seen last, with the sums of its inputs.
#[derive(Clone, Debug)]
pub struct Seen<P> {
    sums: Accumulator,
    pos: P,
}

/// How many inputs wait at most, each way.
const PENDING: usize = 16;

/// Inputs that come and go together are worked off at once, while the sums lie in registers.
struct Pending<'a> {
    network: &'a Nnue,
    /// What comes, and what goes.
    inputs: [[[u16; 2]; PENDING]; 2],
    counts: [usize; 2],
}

impl<'a> Pending<'a> {
    fn new(network: &'a Nnue) -> Self {
        Self {
            network,
            inputs: [[[0; 2]; PENDING]; 2],
            counts: [0; 2],
        }
    }

    #[inline]
    fn push(&mut self, sums: &mut Accumulator, input: [u16; 2], is_new: bool) {
        let way = usize::from(!is_new);
        if self.counts[way] == PENDING {
            self.flush(sums);
        }
        self.inputs[way][self.counts[way]] = input;
        self.counts[way] += 1;
    }

    #[inline]
    fn flush(&mut self, sums: &mut Accumulator) {
        let [added, removed] = [0, 1].map(|way| &self.inputs[way][..self.counts[way]]);
        self.network.update(sums, added, removed);
        self.counts = [0; 2];
    }
}

impl<I, E> Learned<I, E> {
    /// `base`, corrected by a network over these inputs, whose shape it must have, if there is one.
    pub fn new<G: Game>(game: &G, inputs: I, base: E, network: Option<Nnue>) -> Self
    where
        I: Inputs<G>,
    {
        if let Some(network) = &network {
            assert_eq!(
                network.shape(),
                inputs.shape(game),
                "a network for this game"
            );
        }
        Self {
            inputs,
            base,
            network,
        }
    }

    /// Not inlined: a line of play goes on in several places of a search.
    #[inline(never)]
    fn brought_up<G: Game>(
        &self,
        seen: Option<&Seen<G::Position>>,
        game: &G,
        pos: &G::Position,
    ) -> Option<Seen<G::Position>>
    where
        I: Inputs<G>,
    {
        let (network, seen) = (self.network.as_ref()?, seen?);
        let mut sums = seen.sums;
        let mut pending = Pending::new(network);
        self.inputs
            .changes(game, Some(&seen.pos), pos, |input, is_new| {
                pending.push(&mut sums, input, is_new);
            });
        pending.flush(&mut sums);
        let pos = pos.clone();
        Some(Seen { sums, pos })
    }
}

impl<G: Game, I: Inputs<G>, E: IncrementalEvaluator<G>> IncrementalEvaluator<G> for Learned<I, E> {
    type State = (E::State, Option<Seen<G::Position>>);

    fn fresh(&self, game: &G, pos: &G::Position) -> Self::State {
        let seen = self.network.as_ref().map(|network| {
            let mut sums = network.empty();
            let add = |input, _| network.update(&mut sums, &[input], &[]);
            self.inputs.changes(game, None, pos, add);
            let pos = pos.clone();
            Seen { sums, pos }
        });
        (self.base.fresh(game, pos), seen)
    }

    #[inline]
    fn after(
        &self,
        (base, seen): &Self::State,
        game: &G,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        undo: &G::Undo,
    ) -> Self::State {
        let base = self.base.after(base, game, pos, step, undo);
        (base, self.brought_up(seen.as_ref(), game, pos))
    }

    fn after_null(&self, (base, seen): &Self::State, game: &G, pos: &G::Position) -> Self::State {
        let base = self.base.after_null(base, game, pos);
        (base, self.brought_up(seen.as_ref(), game, pos))
    }

    #[inline]
    fn evaluate(&self, (base, seen): &Self::State, game: &G, pos: &G::Position) -> Score {
        let score = self.base.evaluate(base, game, pos);
        let (Some(network), Some(seen)) = (&self.network, seen) else {
            return score;
        };
        let mover = match game.turn(pos) {
            Turn::Player(mover) => mover.index(),
            _ => 0,
        };
        let bucket = self.inputs.bucket(game, pos);
        Score::new(network.score(&seen.sums, mover, bucket, score.value()))
    }

    fn greatest(&self) -> Score {
        self.base.greatest()
    }

    fn wdl(&self, score: Score) -> Wdl {
        self.base.wdl(score)
    }
}
