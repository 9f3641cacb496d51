//! Self-play to train the evaluation's network, which learns the final points of every colour.

use ludex_kit::interface::learner::{Learner, OutcomePupils, PlayedGame, Pupils, SelfPlayOptions};
use ludex_kit::interface::training::{Trained, TrainingKind, TrainingSample};
use ludex_learn::MAX_OUTPUTS;
use ludex_search::support::random::stream;
use ludex_search::{Game, Limits, MoveList, Policy, Root, SearchOptions, Searcher, StopFlag, Turn};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::policy::{GreedyPolicy, different_placements};
use super::searches::{EVALUATORS, tree_search, usual_settings};
use crate::evaluation::colour_inputs::ColourInputs;
use crate::evaluation::features::{NETWORK_POINTS, Prospects, read_networks, shapes};
use crate::evaluation::weights::Weights;
use crate::{Options, Placement, Position, Tantrix};

/// How the network is trained.
pub(crate) static TRAINING: TrainingKind =
    TrainingKind { evaluators: EVALUATORS, shipped_for: &[], read: read_networks };

/// The probability that a position of a game without search becomes a sample. There are many such games, and their successive positions are
/// similar.
const KEPT: f64 = 0.15;
/// Exponents applied to priors when placements are drawn without search; each game uses one of them.
const POWERS: [f32; 3] = [1.6, 1.0, 0.6];
/// Hash table size of a search, in MiB: enough for some thousand nodes.
const HASH_MIB: usize = 16;
/// In games with search, one in `STRAY` placements is drawn at random by its prior, so that the network also learns from inferior lines.
const STRAY: u32 = 20;

/// Plays games of any number of players, by priors or by a search with the network.
pub(crate) struct AllColours;

impl Learner for AllColours {
    fn pupils(&self) -> Pupils {
        Pupils::Outcomes(OutcomePupils {
            shapes: shapes(),
            keys: &["nodes"],
            usual: &[
                "priors: games=100000, round=1000, rate=2e-3..6e-5, passes=3, store=3e5",
                "search: games=8000, round=200, nodes=8000, rate=5e-4..5e-5, passes=2, store=3e5",
            ],
        })
    }

    fn play(
        &self,
        networks: Option<&Trained>,
        options: &SelfPlayOptions,
        seed: u64,
        index: u64,
        stop: &StopFlag,
    ) -> Option<PlayedGame> {
        let mut rng = stream(seed, index);
        let game = Tantrix::with_options(options_of(index, &mut rng));
        let mut player = SelfPlayer::new(&game, networks, options.nodes, index, &mut rng);
        let kept = if options.nodes == 0 { KEPT } else { 1.0 };
        let (mut samples, mut sides) = (Vec::new(), Vec::new());
        let mut pos = game.start();
        loop {
            match game.turn(&pos) {
                Turn::Over => break,
                Turn::Chance => {
                    let tile = game.sample(&pos, &mut rng);
                    game.apply_chance(&mut pos, tile);
                }
                Turn::Player(_) => {
                    let mv = player.choose(&game, &pos, &mut rng, stop)?;
                    game.play(&mut pos, mv);
                }
            }
            if stop.is_stopped() {
                return None;
            }
            let goes_on = game.turn(&pos) != Turn::Over && pos.board().n_tiles() > 0;
            if goes_on && rng.random_bool(kept) {
                push_samples(&game, &pos, &mut samples, &mut sides);
            }
        }
        let points = game.points(&pos);
        for (sample, side) in samples.iter_mut().zip(sides) {
            // The points of a side are those of the player with the same number: the first players belong to different sides.
            sample.targets[0] = (points[side] as f32 / NETWORK_POINTS).clamp(0.01, 0.99);
        }
        Some(PlayedGame { samples, ..PlayedGame::default() })
    }

    fn contest(&self, networks: [&Trained; 2], seed: u64, index: u64) -> f32 {
        let game = Tantrix::new();
        let judges = networks.map(|trained| Prospects::new(Weights::default(), Some(trained)));
        let margin = |first: usize| {
            let (mut pos, mut rng) = (game.start(), stream(seed, index));
            loop {
                match game.turn(&pos) {
                    Turn::Over => return game.leads(&pos)[first] as f32,
                    Turn::Chance => {
                        let tile = game.sample(&pos, &mut rng);
                        game.apply_chance(&mut pos, tile);
                    }
                    Turn::Player(mover) => {
                        let mv = best(&game, &pos, &judges[mover.index() ^ first]);
                        game.play(&mut pos, mv);
                    }
                }
            }
        };
        margin(0) + margin(1)
    }
}

/// Options of game number `number`. Of every 16 games, ten have two players, two have three, three have four, and one has two teams of two.
fn options_of(number: u64, rng: &mut Pcg64) -> Options {
    let mut options = Options::for_players(match number % 8 {
        0..=4 => 2,
        5 => 3,
        _ => 4,
    });
    options.teams = number % 16 == 15;
    options.colours.shuffle(rng);
    options
}

/// Plays all sides of a game.
struct SelfPlayer {
    /// The search with the network that is being trained. `None` if placements are drawn by their priors.
    search: Option<Box<dyn Searcher<Tantrix>>>,
    nodes: u64,
    /// Exponent applied to priors when a placement is drawn.
    power: f32,
}

impl SelfPlayer {
    fn new(
        game: &Tantrix,
        networks: Option<&Trained>,
        nodes: u64,
        seed: u64,
        rng: &mut Pcg64,
    ) -> Self {
        let options =
            SearchOptions { seed, threads: 1, hash_mib: HASH_MIB, ..SearchOptions::default() };
        let search = || tree_search(game, &options, usual_settings(game), networks);
        let power = POWERS[rng.random_range(0..POWERS.len())];
        Self { search: (nodes > 0).then(search), nodes, power }
    }

    /// The chosen placement; `None` if the search was stopped before it found one.
    fn choose(
        &mut self,
        game: &Tantrix,
        pos: &Position,
        rng: &mut Pcg64,
        stop: &StopFlag,
    ) -> Option<Placement> {
        let is_stray = rng.random_ratio(1, STRAY);
        match self.search.as_mut().filter(|_| !is_stray) {
            Some(search) => {
                let (root, limits) = (Root::new(pos.clone()), Limits::nodes(self.nodes));
                search.search(&root, &limits, stop, &mut |_| ()).best_move()
            }
            None => Some(drawn(game, pos, self.power, rng)),
        }
    }
}

/// Draws a placement by its prior to the given power.
fn drawn(game: &Tantrix, pos: &Position, power: f32, rng: &mut Pcg64) -> Placement {
    let mut priors = Vec::new();
    let _ = GreedyPolicy::default().priors(game, pos, pos.to_move(), &mut priors);
    for (_, weight) in &mut priors {
        *weight = weight.powf(power);
    }
    let mut ticket = rng.random::<f32>() * priors.iter().map(|&(_, weight)| weight).sum::<f32>();
    let drawn = priors.iter().find(|&&(_, weight)| {
        ticket -= weight;
        ticket < 0.0
    });
    drawn.unwrap_or(&priors[0]).0
}

/// The placement with the highest expected margin for the mover.
fn best(game: &Tantrix, pos: &Position, judge: &Prospects) -> Placement {
    let (mut moves, mut after) = (MoveList::new(), pos.clone());
    different_placements(game, pos, &mut moves);
    let mut margin = |mv: Placement| {
        let undo = game.play(&mut after, mv);
        let margin = judge.expected_margins(game, &after)[pos.to_move().index()];
        game.undo(&mut after, mv, undo);
        margin
    };
    let judged: Vec<(f32, Placement)> = moves.iter().map(|&mv| (margin(mv), mv)).collect();
    let better = |best: (f32, Placement), other: (f32, Placement)| {
        if other.0 > best.0 { other } else { best }
    };
    judged.into_iter().reduce(better).expect("a player to move has a placement").1
}

/// Stores each side's inputs for a position. The targets are filled in when the game is over.
fn push_samples(
    game: &Tantrix,
    pos: &Position,
    samples: &mut Vec<TrainingSample>,
    sides: &mut Vec<usize>,
) {
    for side in 0..game.options().n_colours() {
        let inputs = ColourInputs::new(game, pos, side);
        samples.push(TrainingSample::of_inputs(0, inputs.active(), [0.0; MAX_OUTPUTS]));
        sides.push(side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(nodes: u64, index: u64) -> Vec<TrainingSample> {
        let options = SelfPlayOptions { nodes, ..SelfPlayOptions::default() };
        let game = AllColours.play(None, &options, 3, index, &StopFlag::default());
        game.expect("no stop was requested").samples
    }

    #[test]
    fn a_game_comes_back_from_its_seed_with_and_without_a_search() {
        for (nodes, index) in [(0, 0), (0, 5), (0, 15), (30, 0)] {
            let samples = played(nodes, index);
            assert!(samples.len() > 10 && samples == played(nodes, index), "{nodes} {index}");
            for sample in samples {
                let mut inputs = Vec::new();
                AllColours.inputs(&sample, &mut inputs);
                assert!(inputs.iter().all(
                    |&(input, _)| usize::from(input) < crate::evaluation::colour_inputs::INPUTS
                ));
                assert!((0.01..=0.99).contains(&sample.targets[0]));
            }
        }
    }

    #[test]
    fn a_game_that_is_told_to_stop_is_none() {
        let stop = StopFlag::default();
        stop.stop();
        assert_eq!(AllColours.play(None, &SelfPlayOptions::default(), 1, 1, &stop), None);
    }

    #[test]
    fn a_network_wins_nothing_of_itself() {
        let network = read_networks(include_bytes!("../../data/colours.bin"));
        let network = network.expect("the shipped file is whole");
        assert!(AllColours.contest([&network, &network], 1, 2).abs() < 0.5);
    }
}
