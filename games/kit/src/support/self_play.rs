//! Self-play with alpha-beta for any two-player game, to train its network.

use ludex_learn::nnue::{Nnue, NnueBatch};
use ludex_search::support::random;
use ludex_search::{
    Game, IncrementalEvaluator, Limits, MoveList, ProofResult, Root, SearchOptions, Searcher,
    StopFlag, Tactics, Turn,
};
use rand::RngExt;

use super::learned::{Inputs, is_judgement};
use crate::Trained;
use crate::interface::input_error::InputError;
use crate::interface::learner::{
    Learner, PlayedGame, PlayedMove, PlyText, Pupils, ScoreLabels, ScorePupil, SelfPlayOptions,
};
use crate::interface::notation::Notation;
use crate::say_count;

/// Hash table size of a self-play search, in MiB: enough for some thousand nodes.
const HASH_MIB: usize = 4;
/// A game ends early once the search has expected the same winner for this many plies in a row.
const SURE_PLIES: u32 = 6;
/// The expected result that counts as a certain win, −1 to 1.
const SURE: f32 = 0.98;
/// The longest game; longer ones count as draws. Whatever the game, nine of ten self-play games have less than a third of this length, but
/// some would never end.
const MOST_PLIES: usize = 300;
/// How many random openings are tried before the start position is used instead. An opening is rejected if a threat is on the board
/// or the game is over.
const OPENINGS: usize = 100;

/// Builds a search with a network, or with the hand-made evaluation alone.
type NetworkSearch<G> = fn(&G, Option<Nnue>, SearchOptions) -> Box<dyn Searcher<G>>;

/// A game with everything needed to train its network.
pub struct SelfPlay<G: Game, I, E, T> {
    /// The game with its variant.
    pub game: G,
    /// The network's inputs.
    pub inputs: I,
    /// The evaluation that the network corrects.
    pub base: E,
    /// The tactics of the search that plays.
    pub tactics: T,
    /// The score at which the odds of winning are e : 1.
    pub unit: i32,
    /// Half the width of the band of scores that count as draws, in the game's unit.
    pub draw_margin: f32,
    /// The game's default search with this network.
    pub search: NetworkSearch<G>,
    /// Converts a score to the game's unit.
    pub value: fn(ludex_search::Score) -> f64,
}

impl<G, I, E, T> SelfPlay<G, I, E, T>
where
    G: Notation,
    I: Inputs<G>,
    E: IncrementalEvaluator<G, State = I::Kept>,
    T: Tactics<G>,
{
    /// A quiet position after random plies, and the indices of the moves to it.
    fn opening(&self, plies: u32, rng: &mut impl rand::Rng) -> (G::Position, Vec<PlayedMove>) {
        let mut legal = MoveList::new();
        for _ in 0..OPENINGS {
            let (mut pos, mut moves) = (self.game.start(), Vec::new());
            for _ in 0..plies {
                if self.game.turn(&pos) == Turn::Over {
                    break;
                }
                legal.clear();
                self.game.legal_moves(&pos, &mut legal);
                let number = rng.random_range(0..legal.len());
                self.game.play(&mut pos, legal[number]);
                moves.push(played(number, None));
            }
            if self.game.turn(&pos) != Turn::Over && self.tactics.is_at_rest(&self.game, &pos) {
                return (pos, moves);
            }
        }
        (self.game.start(), Vec::new())
    }

    /// Passes every position of a game, its move and its ply to `see`. An error if a move index is not in the list of legal moves.
    fn replay(
        &self,
        game: &PlayedGame,
        mut see: impl FnMut(&G::Position, G::Move, usize),
    ) -> Result<(), InputError> {
        let mut pos = self.game.start();
        let mut legal = MoveList::new();
        for (ply, played) in game.moves.iter().enumerate() {
            legal.clear();
            if self.game.turn(&pos) != Turn::Over {
                self.game.legal_moves(&pos, &mut legal);
            }
            let mv = *legal.get(usize::from(played.number)).ok_or_else(|| {
                let sentence = say_count!(
                    legal.len() as u64,
                    "there is no move number {number}: the position has {count} legal move",
                    "there is no move number {number}: the position has {count} legal moves",
                    number = played.number
                );
                InputError::sentence(format!("ply {}", ply + 1), sentence)
            })?;
            see(&pos, mv, ply);
            self.game.play(&mut pos, mv);
        }
        Ok(())
    }

    fn mover(&self, pos: &G::Position) -> usize {
        match self.game.turn(pos) {
            Turn::Player(mover) => mover.index(),
            _ => 0,
        }
    }
}

fn played(number: usize, score: Option<i16>) -> PlayedMove {
    PlayedMove { number: number as u16, score }
}

/// Converts the mover's result to the sign of the first player's.
fn for_first(mover: usize, result: f32) -> i8 {
    let result = if mover == 0 { result } else { -result };
    i8::from(result > 0.0) - i8::from(result < 0.0)
}

impl<G, I, E, T> Learner for SelfPlay<G, I, E, T>
where
    G: Notation,
    I: Inputs<G>,
    E: IncrementalEvaluator<G, State = I::Kept>,
    T: Tactics<G>,
{
    fn pupils(&self) -> Pupils {
        let Self { unit, draw_margin, .. } = *self;
        Pupils::Score(ScorePupil { shape: self.inputs.shape(&self.game), unit, draw_margin })
    }

    fn play(
        &self,
        networks: Option<&Trained>,
        options: &SelfPlayOptions,
        seed: u64,
        index: u64,
        stop: &StopFlag,
    ) -> Option<PlayedGame> {
        let mut rng = random::stream(seed, index);
        let (mut pos, moves) = self.opening(options.random_plies, &mut rng);
        let mut game = PlayedGame { moves, ..PlayedGame::default() };
        let search_options =
            SearchOptions { threads: 1, hash_mib: HASH_MIB, ..SearchOptions::default() };
        let network = networks.and_then(Trained::score);
        let mut search = (self.search)(&self.game, network.cloned(), search_options);
        let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
        let mut legal = MoveList::new();
        let mut sure = [0u32; 2];
        while game.moves.len() < MOST_PLIES {
            let Turn::Player(mover) = self.game.turn(&pos) else {
                game.result = for_first(0, self.game.returns(&pos)[0]);
                return Some(game);
            };
            let report = search.search(&Root::new(pos.clone()), &limits, stop, &mut |_| ());
            if stop.is_stopped() {
                return None;
            }
            let line = report.lines.first()?;
            if let Some(proof) = report.proof {
                let result = match proof.result {
                    ProofResult::Win => 1.0,
                    ProofResult::Loss => -1.0,
                    ProofResult::Draw => 0.0,
                };
                game.result = for_first(mover.index(), result);
                return Some(game);
            }
            let expected = line.wdl.expectation();
            let first = if mover.index() == 0 { expected } else { -expected };
            for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
                sure[side] = if sign * first >= SURE { sure[side] + 1 } else { 0 };
            }
            if sure.iter().any(|&plies| plies >= SURE_PLIES) {
                game.result = for_first(mover.index(), expected);
                return Some(game);
            }
            legal.clear();
            self.game.legal_moves(&pos, &mut legal);
            let mv = *line.pv.first()?;
            let number = legal.iter().position(|&other| other == mv)?;
            let is_score = !line.score.is_win()
                && !line.score.is_loss()
                && self.tactics.is_at_rest(&self.game, &pos);
            let score = i16::try_from(line.score.value()).ok().filter(|_| is_score);
            game.moves.push(played(number, score));
            self.game.play(&mut pos, mv);
        }
        Some(game)
    }

    fn examples(
        &self,
        game: &PlayedGame,
        labels: ScoreLabels,
        choose: &mut dyn FnMut(usize) -> usize,
        batch: &mut NnueBatch,
    ) -> Result<(), InputError> {
        let plies = game.moves.len();
        self.replay(game, |pos, _, ply| {
            let Some(score) = game.moves[ply].score else {
                return;
            };
            let mover = self.mover(pos);
            let result = f32::from(if mover == 0 { game.result } else { -game.result });
            let predicted = 1.0 / (1.0 + (-f32::from(score) / self.unit as f32).exp());
            let share = labels.share(ply, plies);
            let target = share * f32::midpoint(result, 1.0) + (1.0 - share) * predicted;
            let image = self.game.transform(pos, choose(self.game.symmetries()));
            let kept = self.base.fresh(&self.game, &image);
            let skip = self.base.evaluate(&kept, &self.game, &image);
            if !is_judgement(&self.base, skip) {
                return;
            }
            let inputs = |input, _| batch.add(input);
            self.inputs.changes(&self.game, None, (&image, &kept), inputs);
            let bucket = self.inputs.bucket(&self.game, &image);
            let skip = skip.value() as f32 / self.unit as f32;
            batch.end(mover, bucket, skip, target);
        })
    }

    fn words(&self, game: &PlayedGame) -> Result<Vec<PlyText>, InputError> {
        let mut plies = Vec::new();
        self.replay(game, |pos, mv, ply| {
            let score = game.moves[ply].score;
            let value = |score: i16| (self.value)(ludex_search::Score::new(score.into()));
            plies.push(PlyText {
                position: self.game.write_position(pos),
                mv: self.game.write_move(pos, mv),
                score: score.map(value),
                mover: self.mover(pos),
            });
        })?;
        Ok(plies)
    }
}
