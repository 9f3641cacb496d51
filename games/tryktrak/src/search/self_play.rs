//! Self-play for training: games without the cube. The label of a position is the result that followed, or the value found by a search.
//!
//! CITE: Tesauro, "Temporal difference learning and TD-Gammon", Communications of the ACM 38, 1995.

use ludex_search::StopFlag;
use ludex_search::support::random;
use rand::{Rng, RngExt};

use super::beginnings;
use super::searches::EVALUATORS;
use crate::evaluation::inputs::{self, Class};
use crate::evaluation::networks::{self, Buffers, Networks, OUTPUTS, finished};
use crate::evaluation::outcome::Outcome;
use crate::evaluation::race::{self, Goal, RaceBuffers};
use crate::evaluation::ranking::{Judged, RankingScratch};
use crate::rules::board::{Board, CHECKERS, POINTS, Side};
use crate::rules::dice::Roll;
use crate::rules::movegen::{self, Reached};
use ludex_kit::interface::learner::{Learner, OutcomePupils, PlayedGame, Pupils, SelfPlayOptions};
use ludex_kit::interface::training::{
    LabelOptions, Shape, Trained, TrainingKind, TrainingSample, read_outcomes,
};
use ludex_learn::{Active, MAX_OUTPUTS, Network, Outputs};

/// How the networks are trained.
pub static TRAINING: TrainingKind = TrainingKind {
    evaluators: EVALUATORS,
    shipped_for: &[],
    read: |bytes| read_outcomes(&shapes(), bytes),
};

/// Plays the networks against themselves without the cube.
pub struct CubelessPlay;

impl Learner for CubelessPlay {
    fn pupils(&self) -> Pupils {
        let keys = &["plies", "lambda", "stray", "near", "endings", "rivals", "later"];
        Pupils::Outcomes(OutcomePupils { shapes: shapes(), keys, usual: &[] })
    }

    fn play(
        &self,
        networks: Option<&Trained>,
        options: &SelfPlayOptions,
        seed: u64,
        index: u64,
        stop: &StopFlag,
    ) -> Option<PlayedGame> {
        let mut samples = Vec::new();
        play(networks?.outcomes(), &options.labels, seed, index, stop, &mut samples);
        (!stop.is_stopped()).then(|| PlayedGame { samples, ..PlayedGame::default() })
    }

    fn inputs(&self, sample: &TrainingSample, out: &mut Vec<Active>) {
        sample_inputs(sample, out);
    }

    fn contest(&self, networks: [&Trained; 2], seed: u64, index: u64) -> f32 {
        contest(networks.map(Trained::outcomes), seed, index)
    }
}

fn shapes() -> Vec<Shape> {
    let chances = |name, inputs, hidden, outputs| Shape {
        name,
        inputs,
        hidden,
        outputs,
        meaning: Outputs::Chances,
    };
    let rolls = |name| Shape {
        name,
        inputs: inputs::RACE,
        hidden: 128,
        outputs: race::BINS,
        meaning: Outputs::Shares,
    };
    vec![
        chances("contact", inputs::CONTACT, 512, OUTPUTS),
        chances("crashed", inputs::CONTACT, 256, OUTPUTS),
        chances("ending", inputs::CONTACT, 512, OUTPUTS),
        rolls("race"),
        rolls("first-off"),
        chances("sketch", inputs::PRUNING, 64, 1),
    ]
}

/// Plays count as close to the best play if their static equity is at most this much lower.
const NEAR: f32 = 0.08;
/// If the search contradicts the static choice between two plays, the samples of both are added this many times.
const DISPUTED: usize = 3;

/// A player with its buffers.
#[derive(Default)]
struct SelfPlayer {
    /// Whether the pruning network is trained well enough to be used.
    prunes: bool,
    scratch: RankingScratch,
    judged: Vec<Judged<Outcome>>,
    reached: Vec<Reached>,
}

impl SelfPlayer {
    /// The best play, and its outcome for the player who makes it.
    fn choose(&mut self, networks: &Networks, board: Board, dice: (u8, u8)) -> (Board, Outcome) {
        self.judged.clear();
        networks.rank_cubeless(
            board,
            dice,
            if self.prunes { 1 } else { usize::MAX },
            &mut self.scratch,
            &mut self.judged,
        );
        let best = &self.judged[0];
        (best.board.flipped(), best.value)
    }

    /// Searches `plies` deep: the mean, over all rolls, of the values of the best plays. The result is meaningless if the search was
    /// stopped.
    fn ahead(&mut self, networks: &Networks, board: Board, plies: u8, stop: &StopFlag) -> Outcome {
        if plies == 0 {
            return networks.evaluate(board, self.scratch.buffers());
        }
        if let Some(outcome) = finished(board) {
            return outcome;
        }
        let mut mean = Outcome::LOSS;
        for high in 1..=6 {
            for low in 1..=high {
                if stop.is_stopped() {
                    return mean;
                }
                let weight = if high == low { 1.0 } else { 2.0 } / 36.0;
                let (after, outcome) = self.choose(networks, board, (high, low));
                let outcome = if plies > 1 {
                    self.ahead(networks, after, plies - 1, stop).flipped()
                } else {
                    outcome
                };
                mean.add_scaled(outcome, weight);
            }
        }
        mean
    }

    /// Called after [`choose`](Self::choose). If several plays are close to the best, searches after each of them and appends samples.
    /// Returns the board after the play that is best by this search, and the label of that board if it was searched.
    fn settle(
        &mut self,
        networks: &Networks,
        labels: &LabelOptions,
        stop: &StopFlag,
        out: &mut Vec<TrainingSample>,
    ) -> (Board, Option<Outcome>) {
        let after = self.judged[0].board.flipped();
        if finished(after).is_some() {
            return (after, None);
        }
        let best = self.judged[0].utility;
        let near = self.judged.iter().take(1 + labels.rivals);
        let near: Vec<Board> = near
            .take_while(|play| best - play.utility <= NEAR)
            .map(|play| play.board.flipped())
            .filter(|&after| finished(after).is_none())
            .collect();
        if near.len() < 2 {
            return (after, None);
        }
        let seen: Vec<(Board, Outcome)> = near
            .iter()
            .map(|&after| (after, self.ahead(networks, after, labels.plies, stop)))
            .collect();
        // The outcomes are from the view of the next player, so the sign changes.
        let worth = |&(_, outcome): &(Board, Outcome)| -outcome.money_equity();
        let settled = (1..seen.len()).fold(0, |settled, index| {
            if worth(&seen[index]) > worth(&seen[settled]) { index } else { settled }
        });
        for (index, &(after, outcome)) in seen.iter().enumerate() {
            // The position after the chosen play gets one sample as a position of the game, so add one less here.
            let in_game = usize::from(index == settled);
            let times = if settled != 0 && (index == 0 || index == settled) { DISPUTED } else { 1 };
            for _ in in_game..times {
                out.extend(samples(after, outcome));
            }
        }
        (seen[settled].0, Some(seen[settled].1))
    }

    /// The board after a random one of the ranked plays that are close to the best play; the board after the best play if no other play is
    /// close.
    fn near_play(&self, rng: &mut impl Rng) -> Board {
        let near = |play: &&Judged<Outcome>| self.judged[0].utility - play.utility <= NEAR;
        let n = self.judged.iter().take_while(near).count();
        let index = if n > 1 { rng.random_range(1..n) } else { 0 };
        self.judged[index].board.flipped()
    }

    fn random_play(&mut self, board: Board, dice: (u8, u8), rng: &mut impl Rng) -> Board {
        self.reached.clear();
        movegen::plays(board, dice, &mut self.reached);
        self.reached[rng.random_range(0..self.reached.len())].board.flipped()
    }
}

fn play(
    networks: &[Network],
    labels: &LabelOptions,
    seed: u64,
    index: u64,
    stop: &StopFlag,
    out: &mut Vec<TrainingSample>,
) {
    let networks = Networks::sharing(networks);
    let mut rng = random::stream(seed, index);
    let mut player = SelfPlayer { prunes: labels.plies > 0, ..SelfPlayer::default() };
    let mut board = Board::START;
    let mut dice = Roll::random_opening(&mut rng).pair();
    if rng.random::<f32>() < labels.endings_share {
        board = beginnings::unusual(&mut rng);
        dice = Roll::random(&mut rng).pair();
    }
    let mut turns: Vec<PlayedTurn> = Vec::new();
    // The label of the board, if `settle` has already searched it.
    let mut known = None;
    let end = loop {
        if let Some(outcome) = finished(board) {
            break outcome;
        }
        if board.is_race() {
            break networks.evaluate(board, player.scratch.buffers());
        }
        if stop.is_stopped() {
            return;
        }
        let is_random = rng.random::<f32>() < labels.random_share;
        let is_near = rng.random::<f32>() < labels.near_share;
        let mut label = known.take();
        if label.is_none() && labels.plies > 0 {
            let is_learnt = labels.teaches(Class::classify(board) as usize);
            let plies = if is_learnt { labels.plies } else { 0 };
            label = Some(player.ahead(&networks, board, plies, stop));
        }
        let (after, value) = player.choose(&networks, board, dice);
        let rolled = if labels.later > 0.0 && labels.plies > 1 {
            player.ahead(&networks, after, labels.plies - 1, stop).flipped()
        } else {
            value
        };
        turns.push(PlayedTurn {
            board,
            value: label.unwrap_or(value),
            rolled,
            best: !is_random && !is_near,
        });
        (board, known) = if is_random {
            (player.random_play(board, dice, &mut rng), None)
        } else if is_near {
            (player.near_play(&mut rng), None)
        } else if labels.plies > 0 && labels.rivals > 0 {
            player.settle(&networks, labels, stop, out)
        } else {
            (after, None)
        };
        dice = Roll::random(&mut rng).pair();
    };
    if Goal::ALL.iter().any(|&goal| labels.teaches(networks::RACE + goal as usize)) {
        let mut races = RaceLabels::new(&networks);
        races.push_game(board, &mut rng, out);
        races.push_odd(&mut rng, out);
    }
    let mut later = end;
    for (index, turn) in turns.iter().enumerate().rev() {
        let last = index + 1 == turns.len();
        later = turn.label(later.flipped(), last, labels);
        out.extend(samples(turn.board, later));
    }
}

/// Starts from an unusual position and makes up to eight plays, the best by static value. Returns the position after them; `None` if the
/// game ended earlier.
pub fn unusual_position(networks: &Networks, seed: u64, index: u64) -> Option<Board> {
    let mut rng = random::stream(seed, index);
    let mut player = SelfPlayer::default();
    let mut board = beginnings::unusual(&mut rng);
    for _ in 0..rng.random_range(0..=8) {
        if finished(board).is_some() {
            return None;
        }
        board = player.choose(networks, board, Roll::random(&mut rng).pair()).0;
    }
    finished(board).is_none().then_some(board)
}

/// A turn of a self-play game.
struct PlayedTurn {
    /// The board before the roll.
    board: Board,
    /// The value of the board from a search, or the value of the best play if there was no search.
    value: Outcome,
    /// The value after the actual roll, found in the same way as `value`.
    rolled: Outcome,
    /// Whether the best play was made.
    best: bool,
}

impl PlayedTurn {
    /// The label of the board. `came` is the outcome that followed.
    fn label(&self, came: Outcome, is_last: bool, labels: &LabelOptions) -> Outcome {
        let mut label = Outcome::LOSS;
        if labels.plies > 0 {
            // Add a share of the difference between the outcome and the value after the roll. The luck of the roll is in both and cancels
            // out. The outcome after a random play is not used.
            let share = if self.best { labels.later } else { 0.0 };
            label.add_scaled(self.value, 1.0);
            label.add_scaled(came, share);
            label.add_scaled(self.rolled, -share);
        } else if is_last {
            label = if self.best { came } else { self.value };
        } else {
            let share = if self.best { labels.lambda } else { 0.0 };
            label.add_scaled(came, share);
            label.add_scaled(self.value, 1.0 - share);
        }
        label
    }
}

/// A sample for the network of the position's class, and one for the pruning network. Races get [separate labels](RaceLabels).
fn samples(board: Board, outcome: Outcome) -> impl Iterator<Item = TrainingSample> {
    let class = Class::classify(board);
    let mut targets = [0.0; MAX_OUTPUTS];
    targets[..OUTPUTS].copy_from_slice(&outcome.chances());
    let full = (class != Class::Race).then(|| sample(class as usize, board, targets));
    let mut share = [0.0; MAX_OUTPUTS];
    share[0] = (outcome.money_equity() + 3.0) / 6.0;
    full.into_iter().chain([sample(networks::PRUNING, board, share)])
}

fn sample(network: usize, board: Board, targets: [f32; MAX_OUTPUTS]) -> TrainingSample {
    let sides = [board.mine, board.theirs].map(|side| side.packed().to_le_bytes());
    TrainingSample { network: network as u8, packed: sides.concat().into(), targets }
}

/// Labels for sides in races: the distribution of the number of rolls, always computed one roll ahead. So the exact distributions of sides
/// in the table gradually improve those of sides that are farther from home.
struct RaceLabels<'n> {
    networks: &'n Networks,
    buffers: RaceBuffers,
}

impl<'n> RaceLabels<'n> {
    fn new(networks: &'n Networks) -> Self {
        Self { networks, buffers: RaceBuffers::default() }
    }

    fn push(&mut self, side: Side, out: &mut Vec<TrainingSample>) {
        for goal in Goal::ALL {
            if goal == Goal::FirstOff && side.off() > 0 {
                continue;
            }
            let label = self.networks.race().label(goal, side, &mut self.buffers);
            if let Some(targets) = label {
                let board = Board { mine: side, theirs: Side::ALL_OFF };
                out.push(sample(networks::RACE + goal as usize, board, targets));
            }
        }
    }

    /// Adds the positions of a race that occurred in play.
    fn push_game(&mut self, mut board: Board, rng: &mut impl Rng, out: &mut Vec<TrainingSample>) {
        let mut buffers = Buffers::default();
        while finished(board).is_none() && !board.is_home() {
            self.push(board.mine, out);
            out.extend(samples(board, self.networks.evaluate(board, &mut buffers)));
            let dice = Roll::random(rng).pair();
            board.mine = self.networks.race().play(board.mine, dice, &mut self.buffers);
            board = board.flipped();
        }
    }

    /// Adds an unusual side that play hardly ever leads to, and the positions that follow.
    fn push_odd(&mut self, rng: &mut impl Rng, out: &mut Vec<TrainingSample>) {
        let checkers = if rng.random() { CHECKERS } else { rng.random_range(1..=CHECKERS) };
        let farthest = rng.random_range(7..=POINTS);
        let mut counts = [0; 25];
        for _ in 0..checkers {
            counts[rng.random_range(0..farthest)] += 1;
        }
        let mut side = Side::from_counts(&counts).expect("at most 15 checkers");
        while !side.is_home() {
            self.push(side, out);
            let dice = Roll::random(rng).pair();
            side = self.networks.race().play(side, dice, &mut self.buffers);
        }
    }
}

fn sample_inputs(sample: &TrainingSample, out: &mut Vec<Active>) {
    let [mine, theirs] = sample.packed.as_chunks().0 else {
        return;
    };
    let side = |bytes: &[u8; 16]| Side::from_packed(u128::from_le_bytes(*bytes));
    let board = Board { mine: side(mine), theirs: side(theirs) };
    match usize::from(sample.network) {
        networks::PRUNING => inputs::pruning_inputs(board, out),
        network if network < networks::RACE => inputs::contact_inputs(board, out),
        network => Goal::ALL[network - networks::RACE].inputs(board.mine, out),
    }
}

fn contest(networks: [&[Network]; 2], seed: u64, index: u64) -> f32 {
    let networks = networks.map(Networks::sharing);
    let mut player = SelfPlayer::default();
    let mut game = |first: usize| {
        let mut rng = random::stream(seed, index);
        let mut board = Board::START;
        let mut dice = Roll::random_opening(&mut rng).pair();
        let mut turn = first;
        loop {
            board = player.choose(&networks[turn], board, dice).0;
            turn = 1 - turn;
            if let Some(outcome) = finished(board) {
                let points = outcome.money_equity();
                return if turn == 0 { points } else { -points };
            }
            dice = Roll::random(&mut rng).pair();
        }
    };
    game(0) + game(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_luck_of_a_roll_is_no_part_of_a_label() {
        let labels = LabelOptions { plies: 1, later: 0.5, ..LabelOptions::default() };
        let win = |chance: f32| Outcome::new([chance, 0.0, 0.0, 0.0, 0.0]);
        let turn =
            |best| PlayedTurn { board: Board::START, value: win(0.5), rolled: win(0.75), best };
        // A lucky roll that is followed by the expected outcome does not change the label. An unexpected outcome changes the label in
        // proportion to the share `later`, unless the play was random.
        for (came, best, expected) in [(0.75, true, 0.5), (0.25, true, 0.25), (0.25, false, 0.5)] {
            let label = turn(best).label(win(came), false, &labels);
            assert_eq!(label, win(expected), "{came} {best}");
        }
    }
}
