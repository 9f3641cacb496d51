//! Self-play for training: games without the cube, each position labelled by what came of it or by looking ahead.
//!
//! CITE: Tesauro, "Temporal difference learning and TD-Gammon", Communications of the ACM 38, 1995.

use ludex_search::random;
use rand::{Rng, RngExt};

use super::board::{Board, Side};
use super::inputs::{self, Class};
use super::movegen::{self, Reached};
use super::networks::{Buffers, Networks, OUTPUTS, finished};
use super::outcome::Outcome;
use crate::net::{Active, Network};
use crate::training::{Lesson, Sample, Shape, TrainingKind};

/// Tryktrak's networks can be trained.
pub static TRAINING: TrainingKind = TrainingKind {
    game: "tryktrak",
    shapes,
    play,
    inputs: sample_inputs,
    contest,
};

fn shapes() -> Vec<Shape> {
    let hidden = |class| match class {
        Class::Contact => 256,
        Class::Crashed => 128,
        Class::Race => 64,
    };
    let shape = |class: Class| Shape {
        name: class.name(),
        inputs: class.inputs(),
        hidden: hidden(class),
        outputs: OUTPUTS,
    };
    Class::ALL.map(shape).to_vec()
}

fn networks_of(networks: &[Network]) -> Networks {
    let network = |class: Class| networks[class as usize].clone();
    Networks::new(Class::ALL.map(network))
}

fn throw(rng: &mut impl Rng) -> (u8, u8) {
    (rng.random_range(1..=6), rng.random_range(1..=6))
}

/// The throw that begins a game: two different dice.
fn first_throw(rng: &mut impl Rng) -> (u8, u8) {
    loop {
        let (one, other) = throw(rng);
        if one != other {
            return (one, other);
        }
    }
}

/// The buffers of a player.
#[derive(Default)]
struct Player {
    buffers: Buffers,
    reached: Vec<Reached>,
}

impl Player {
    /// The best play, and its outcome for the player who makes it; any play in `stray` of all cases.
    fn choose(&mut self, networks: &Networks, board: Board, dice: (u8, u8)) -> (Board, Outcome) {
        self.reached.clear();
        movegen::plays(board, dice, &mut self.reached);
        let mut best = (f32::NEG_INFINITY, self.reached[0].board, Outcome::LOSS);
        for reached in &self.reached {
            let after = reached.board.flipped();
            let outcome = networks.evaluate(after, &mut self.buffers).flipped();
            let equity = outcome.money_equity();
            if equity > best.0 {
                best = (equity, after, outcome);
            }
        }
        (best.1, best.2)
    }

    /// The mean over all throws of the best plays' values, `plies` deep.
    fn ahead(&mut self, networks: &Networks, board: Board, plies: u8) -> Outcome {
        if plies == 0 {
            return networks.evaluate(board, &mut self.buffers);
        }
        if let Some(outcome) = finished(board) {
            return outcome;
        }
        let mut mean = Outcome::LOSS;
        for high in 1..=6 {
            for low in 1..=high {
                let weight = if high == low { 1.0 } else { 2.0 } / 36.0;
                let (after, outcome) = self.choose(networks, board, (high, low));
                let outcome = if plies > 1 {
                    self.ahead(networks, after, plies - 1).flipped()
                } else {
                    outcome
                };
                mean.add_scaled(outcome, weight);
            }
        }
        mean
    }

    fn stray(&mut self, board: Board, dice: (u8, u8), rng: &mut impl Rng) -> Board {
        self.reached.clear();
        movegen::plays(board, dice, &mut self.reached);
        self.reached[rng.random_range(0..self.reached.len())]
            .board
            .flipped()
    }
}

fn play(networks: &[Network], lesson: &Lesson, seed: u64, index: u64, out: &mut Vec<Sample>) {
    let networks = networks_of(networks);
    let mut rng = random::stream(seed, index);
    let mut player = Player::default();
    let mut board = Board::START;
    let mut dice = first_throw(&mut rng);
    // For each turn: the board, what came of it, and whether the game went on by the best play.
    let mut turns: Vec<(Board, Outcome, bool)> = Vec::new();
    let end = loop {
        if let Some(outcome) = finished(board) {
            break outcome;
        }
        let strays = rng.random::<f32>() < lesson.stray;
        let (after, value) = player.choose(&networks, board, dice);
        let label = if lesson.plies == 0 {
            value
        } else {
            player.ahead(&networks, board, lesson.plies)
        };
        turns.push((board, label, !strays));
        board = if strays {
            player.stray(board, dice, &mut rng)
        } else {
            after
        };
        dice = throw(&mut rng);
    };
    let mut later = end;
    for (index, &(board, value, best)) in turns.iter().enumerate().rev() {
        if lesson.plies == 0 {
            // What came after a stray says nothing about the turn before it.
            let last = index + 1 == turns.len();
            let mut target = later.flipped();
            if !last {
                let lambda = if best { lesson.lambda } else { 0.0 };
                let mut mixed = Outcome::LOSS;
                mixed.add_scaled(target, lambda);
                mixed.add_scaled(value, 1.0 - lambda);
                target = mixed;
            } else if !best {
                target = value;
            }
            later = target;
        } else {
            later = value;
        }
        out.push(sample(board, later));
    }
}

fn sample(board: Board, outcome: Outcome) -> Sample {
    let mut packed = [0; 32];
    packed[..16].copy_from_slice(&board.mine.packed().to_le_bytes());
    packed[16..].copy_from_slice(&board.theirs.packed().to_le_bytes());
    Sample {
        network: Class::of(board) as u8,
        packed,
        targets: outcome.chances(),
    }
}

fn sample_inputs(sample: &Sample, out: &mut Vec<Active>) {
    let side =
        |bytes: &[u8]| Side::from_packed(u128::from_le_bytes(bytes.try_into().expect("16 bytes")));
    let board = Board {
        mine: side(&sample.packed[..16]),
        theirs: side(&sample.packed[16..]),
    };
    inputs::inputs(board, Class::ALL[usize::from(sample.network)], out);
}

fn contest(networks: [&[Network]; 2], seed: u64, index: u64) -> f32 {
    let networks = networks.map(networks_of);
    let mut player = Player::default();
    let mut game = |first: usize| {
        let mut rng = random::stream(seed, index);
        let mut board = Board::START;
        let mut dice = first_throw(&mut rng);
        let mut turn = first;
        loop {
            board = player.choose(&networks[turn], board, dice).0;
            turn = 1 - turn;
            if let Some(outcome) = finished(board) {
                let points = outcome.money_equity();
                return if turn == 0 { points } else { -points };
            }
            dice = throw(&mut rng);
        }
    };
    game(0) + game(1)
}
