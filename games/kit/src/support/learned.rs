//! Evaluations with an efficiently updatable network (NNUE): a game defines the inputs ([`Inputs`]), and [`Learned`] does the rest.
//! CITE: Yu Nasu, "Efficiently Updatable Neural-Network based Evaluation Functions for Computer Shogi", 2018.
//!
//! **Invariant:** The network's correction is added to the hand-made evaluation, which bypasses the layers of the network (a linear skip
//! connection). A score above half of the hand-made maximum counts as proven and is not corrected (`is_judgement`). Inputs may use the
//! state that the hand-made evaluation maintains along a line (`Inputs::Kept`). The first layer's sums are updated from the difference of
//! two positions, so playing a move needs no extra work. If a ply changes most inputs, or a position is too large to be kept along a line
//! (Trax), [`LearnedAnew`] computes the sums for each score.

use ludex_learn::nnue::{Accumulator, Nnue, NnueShape};
use ludex_search::{Game, IncrementalEvaluator, Returns, Score, Step, Turn, Wdl};

/// The network inputs of a two-player game. An input is a pair of indices: one from the first player's view and one from the
/// second's, where own and opposing pieces are swapped.
pub trait Inputs<G: Game>: Send + Sync {
    /// What the base evaluation has computed for a position, so that inputs can use it.
    type Kept: Clone + Send;

    /// Number of inputs.
    fn count(&self, game: &G) -> usize;

    /// The largest number of active inputs of any position, counted with multiplicity.
    fn most(&self, game: &G) -> usize;

    /// Number of phases; the network has separate output weights for each.
    fn buckets(&self) -> usize;

    /// The phase of a position.
    fn bucket(&self, game: &G, pos: &G::Position) -> usize;

    /// Reports how the inputs change from `before` (or from no input at all) to `after`: added inputs with `true`, removed ones with
    /// `false`.
    fn changes(
        &self,
        game: &G,
        before: Option<Sight<'_, G, Self::Kept>>,
        after: Sight<'_, G, Self::Kept>,
        change: impl FnMut([u16; 2], bool),
    );

    /// The shape of a network with these inputs.
    fn shape(&self, game: &G) -> NnueShape {
        NnueShape { inputs: self.count(game), most: self.most(game), buckets: self.buckets() }
    }
}

/// An evaluation that can report the inputs of a network while it computes its own score, which takes less time than one after the other.
pub trait SeesInputs<G: Game>: IncrementalEvaluator<G> {
    /// The score. Calls `see` with every input.
    fn evaluate_and_see(
        &self,
        state: &Self::State,
        game: &G,
        pos: &G::Position,
        see: impl FnMut([u16; 2]),
    ) -> Score;
}

/// A position with the state that the base evaluation keeps of it.
pub type Sight<'a, G, K> = (&'a <G as Game>::Position, &'a K);

/// Whether a score of this evaluation is an ordinary estimate. Scores above half of its maximum are as good as proven, and the
/// network does not correct them.
#[inline]
pub fn is_judgement<G: Game>(evaluator: &impl IncrementalEvaluator<G>, score: Score) -> bool {
    score.value().abs() <= evaluator.greatest().value() / 2
}

/// An evaluation, optionally corrected by a network. It is one type for both cases, so that a search is compiled once.
#[derive(Clone, Debug)]
pub struct Learned<I, E> {
    inputs: I,
    /// The evaluation to correct. Its score is an input of the network that bypasses the hidden layer.
    base: E,
    network: Option<Nnue>,
}

/// The sums of the inputs of a position (the accumulator), computed when it is evaluated.
#[derive(Clone, Debug)]
pub struct Seen<P> {
    sums: Accumulator,
    pos: P,
    /// Whether `sums` and `pos` belong to the position of this state, and not to an earlier one.
    is_current: bool,
}

/// The largest number of pending inputs, for additions and for removals.
const PENDING: usize = 16;

/// Input changes that are applied together, while the sums are in registers.
struct Pending<'a> {
    network: &'a Nnue,
    /// Added inputs, then removed inputs.
    inputs: [[[u16; 2]; PENDING]; 2],
    counts: [usize; 2],
}

impl<'a> Pending<'a> {
    fn new(network: &'a Nnue) -> Self {
        Self { network, inputs: [[[0; 2]; PENDING]; 2], counts: [0; 2] }
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
    /// `base`, corrected by `network` if there is one. Panics if the network's shape does not fit these inputs.
    pub fn new<G: Game>(game: &G, inputs: I, base: E, network: Option<Nnue>) -> Self
    where
        I: Inputs<G>,
    {
        if let Some(network) = &network {
            assert_eq!(network.shape(), inputs.shape(game), "a network for this game");
        }
        Self { inputs, base, network }
    }

    /// Computes the sums of the last state of a line from the nearest state before it that has them.
    ///
    /// Not inlined: a search calls this in several places.
    #[inline(never)]
    fn sum_up<G: Game>(&self, line: &mut [State<G, I>], game: &G, pos: &G::Position)
    where
        I: Inputs<G>,
    {
        let Some((network, ((kept, Some(seen)), earlier))) =
            self.network.as_ref().zip(line.split_last_mut())
        else {
            return;
        };
        let summed = earlier.iter().rev().find_map(|(kept, seen)| {
            let seen = seen.as_ref().filter(|seen| seen.is_current)?;
            Some((seen, kept))
        });
        let (before, kept_before) = summed.expect("the first state of a line is fresh");
        seen.sums = before.sums;
        let mut pending = Pending::new(network);
        let before = Some((&before.pos, kept_before));
        self.inputs.changes(game, before, (pos, kept), |input, is_new| {
            pending.push(&mut seen.sums, input, is_new);
        });
        pending.flush(&mut seen.sums);
        seen.pos.clone_from(pos);
        seen.is_current = true;
    }
}

/// The corrected score, at most half the maximum in size.
#[inline]
fn corrected<G: Game>(
    network: &Nnue,
    (inputs, base): (&impl Inputs<G>, &impl IncrementalEvaluator<G>),
    (game, pos): (&G, &G::Position),
    sums: &Accumulator,
    score: Score,
) -> Score {
    let mover = match game.turn(pos) {
        Turn::Player(mover) => mover.index(),
        _ => 0,
    };
    let learnt = network.score(sums, mover, inputs.bucket(game, pos), score.value());
    let most = base.greatest().value() / 2;
    Score::new(learnt.clamp(-most, most))
}

/// Marks sums as those of an earlier position.
#[inline]
fn forget<P>(seen: &mut Option<Seen<P>>) {
    if let Some(seen) = seen {
        seen.is_current = false;
    }
}

/// The state along a line of play: of the base evaluation, and of the network.
type State<G, I> = (<I as Inputs<G>>::Kept, Option<Seen<<G as Game>::Position>>);

impl<G, I, E> IncrementalEvaluator<G> for Learned<I, E>
where
    G: Game,
    I: Inputs<G>,
    E: IncrementalEvaluator<G, State = I::Kept>,
{
    type State = State<G, I>;

    fn fresh(&self, game: &G, pos: &G::Position) -> Self::State {
        let kept = self.base.fresh(game, pos);
        let seen = self.network.as_ref().map(|network| {
            let mut sums = network.empty();
            let add = |input, _| network.update(&mut sums, &[input], &[]);
            self.inputs.changes(game, None, (pos, &kept), add);
            Seen { sums, pos: pos.clone(), is_current: true }
        });
        (kept, seen)
    }

    #[inline]
    fn after(
        &self,
        before: &Self::State,
        (kept, seen): &mut Self::State,
        game: &G,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        undo: &G::Undo,
    ) {
        self.base.after(&before.0, kept, game, pos, step, undo);
        forget(seen);
    }

    fn after_null(
        &self,
        before: &Self::State,
        (kept, seen): &mut Self::State,
        game: &G,
        pos: &G::Position,
    ) {
        self.base.after_null(&before.0, kept, game, pos);
        forget(seen);
    }

    #[inline]
    fn complete(&self, line: &mut [Self::State], game: &G, pos: &G::Position) {
        if let Some((_, Some(Seen { is_current: false, .. }))) = line.last() {
            self.sum_up(line, game, pos);
        }
    }

    #[inline]
    fn evaluate(&self, (kept, seen): &Self::State, game: &G, pos: &G::Position) -> Score {
        let score = self.base.evaluate(kept, game, pos);
        let (Some(network), Some(seen)) = (&self.network, seen) else {
            return score;
        };
        if !is_judgement(&self.base, score) {
            return score;
        }
        corrected(network, (&self.inputs, &self.base), (game, pos), &seen.sums, score)
    }

    fn greatest(&self) -> Score {
        self.base.greatest()
    }

    fn wdl(&self, score: Score) -> Wdl {
        self.base.wdl(score)
    }

    fn wdl_at(&self, game: &G, pos: &G::Position, score: Score) -> Wdl {
        self.base.wdl_at(game, pos, score)
    }
}

/// Like [`Learned`], but computes the sums anew for every evaluation. For games in which a ply changes most inputs, or whose
/// positions are too large to keep.
#[derive(Clone, Debug)]
pub struct LearnedAnew<I, E>(Learned<I, E>);

impl<I, E> LearnedAnew<I, E> {
    /// `base`, corrected by `network` if there is one. Panics if the network's shape does not fit these inputs.
    pub fn new<G: Game>(game: &G, inputs: I, base: E, network: Option<Nnue>) -> Self
    where
        I: Inputs<G>,
    {
        Self(Learned::new(game, inputs, base, network))
    }
}

impl<G, I, E> IncrementalEvaluator<G> for LearnedAnew<I, E>
where
    G: Game,
    I: Inputs<G>,
    E: SeesInputs<G, State = I::Kept>,
{
    type State = E::State;

    fn fresh(&self, game: &G, pos: &G::Position) -> E::State {
        self.0.base.fresh(game, pos)
    }

    #[inline]
    fn after(
        &self,
        before: &E::State,
        kept: &mut E::State,
        game: &G,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        undo: &G::Undo,
    ) {
        self.0.base.after(before, kept, game, pos, step, undo);
    }

    fn after_null(&self, before: &E::State, kept: &mut E::State, game: &G, pos: &G::Position) {
        self.0.base.after_null(before, kept, game, pos);
    }

    #[inline]
    fn evaluate(&self, kept: &E::State, game: &G, pos: &G::Position) -> Score {
        let Learned { inputs, base, network } = &self.0;
        let Some(network) = network else {
            return base.evaluate(kept, game, pos);
        };
        let mut sums = network.empty();
        let mut pending = Pending::new(network);
        let see = |input| pending.push(&mut sums, input, true);
        let score = base.evaluate_and_see(kept, game, pos, see);
        if !is_judgement(base, score) {
            return score;
        }
        pending.flush(&mut sums);
        corrected(network, (inputs, base), (game, pos), &sums, score)
    }

    fn returns_of_chance(&self, kept: &E::State, game: &G, pos: &G::Position) -> Returns {
        self.0.base.returns_of_chance(kept, game, pos)
    }

    fn greatest(&self) -> Score {
        self.0.base.greatest()
    }

    fn wdl(&self, score: Score) -> Wdl {
        self.0.base.wdl(score)
    }

    fn wdl_at(&self, game: &G, pos: &G::Position, score: Score) -> Wdl {
        self.0.base.wdl_at(game, pos, score)
    }
}
