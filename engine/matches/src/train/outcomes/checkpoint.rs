//! The checkpoint of a training run: everything needed to resume it, in one file that is written atomically.

use std::path::{Path, PathBuf};

use ludex_kit::interface::training::{Shape, TrainingSample};
use ludex_kit::{InputError, say};
use ludex_learn::{MAX_OUTPUTS, Network, NetworkTrainer, seal, unsealed};
use serde::{Deserialize, Serialize};

use super::settings::{TrainSettings, TrainStage};
use ludex_base::input::{self, read_error_words};
use ludex_base::output;

/// The name of the checkpoint file in the folder.
const FILE: &str = "checkpoint.bin";
/// The name of the networks' file in the folder.
pub const NETWORKS: &str = "networks.bin";
const MAGIC: &[u8; 8] = b"LUDEXTR4";
/// The older format, in which all positions had the same number of bytes.
const OLDER: (&[u8; 8], usize) = (b"LUDEXTR3", 32);
/// Minimum number of pairs of games for measuring progress against earlier networks; the error of fewer pairs would be too large.
const LEAST_PAIRS: u64 = 25;
const MOST_PAIRS: u64 = 500;

/// The log of one round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// The stage.
    pub stage: String,
    /// Games of the whole run so far.
    pub games: u64,
    /// Positions of the round.
    pub positions: usize,
    /// The mean loss during learning.
    pub loss: f64,
    /// Points per game against the networks of the previous measurement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<f64>,
    /// Seconds of play.
    pub playing_s: f64,
    /// Seconds of learning.
    pub learning_s: f64,
}

/// Positions to learn from; new ones replace the oldest.
#[derive(Clone, Default)]
pub(super) struct SampleStore {
    samples: Vec<TrainingSample>,
    next: usize,
}

impl SampleStore {
    pub(super) fn samples(&self) -> &[TrainingSample] {
        &self.samples
    }

    /// Adds positions, and returns the old positions that they displaced.
    pub(super) fn extend(&mut self, samples: Vec<TrainingSample>, size: usize) -> Displaced {
        let mut displaced = Displaced { next: self.next, ..Displaced::default() };
        if self.samples.len() > size {
            let too_many = self.samples.len() - size;
            displaced.oldest = self.samples.drain(..too_many).collect();
            self.next = 0;
        }
        displaced.length = self.samples.len();
        for sample in samples {
            if self.samples.len() < size {
                self.samples.push(sample);
            } else {
                let index = self.next % size;
                let old = std::mem::replace(&mut self.samples[index], sample);
                displaced.overwritten.push((index, old));
            }
            self.next = (self.next + 1) % size;
        }
        displaced
    }

    /// Undoes an addition.
    fn take_back(&mut self, displaced: Displaced) {
        for (index, old) in displaced.overwritten.into_iter().rev() {
            self.samples[index] = old;
        }
        self.samples.truncate(displaced.length);
        self.samples.splice(..0, displaced.oldest);
        self.next = displaced.next;
    }
}

/// The positions that new ones displaced, for undoing an addition.
#[derive(Default)]
pub(super) struct Displaced {
    next: usize,
    oldest: Vec<TrainingSample>,
    /// Number of positions after the oldest ones were removed.
    length: usize,
    overwritten: Vec<(usize, TrainingSample)>,
}

/// A copy of everything that a round changes, from before the round.
pub(super) struct RoundBackup {
    trainers: Vec<NetworkTrainer>,
    players: Vec<Network>,
    displaced: Displaced,
}

/// The state of a run between two rounds.
pub struct TrainCheckpoint {
    /// The settings of the run.
    pub settings: TrainSettings,
    /// Games played.
    pub games: u64,
    pub(super) games_of_stage: u64,
    at_stage: usize,
    pub(super) trainers: Vec<NetworkTrainer>,
    /// The networks that play: a moving average of the learning networks.
    pub players: Vec<Network>,
    pub(super) earlier: Vec<Network>,
    pub(super) store: SampleStore,
    /// The log of all rounds.
    pub log: Vec<LogLine>,
}

/// The JSON part of a checkpoint.
#[derive(Serialize, Deserialize)]
struct CheckpointHeader {
    settings: TrainSettings,
    games: u64,
    games_of_stage: u64,
    at_stage: usize,
    networks: usize,
    samples: usize,
    next: usize,
    log: Vec<LogLine>,
}

impl TrainCheckpoint {
    /// Starts a run, from random or from given networks.
    pub fn start(
        shapes: &[Shape],
        settings: TrainSettings,
        networks: Option<Vec<Network>>,
    ) -> Self {
        let trainers = match networks {
            Some(networks) => (networks.into_iter().zip(shapes))
                .map(|(network, shape)| {
                    NetworkTrainer::from_network(network).with_outputs(shape.meaning)
                })
                .collect(),
            None => super::first_pupils(shapes, settings.seed),
        };
        let players: Vec<_> = trainers.iter().map(|trainer| trainer.network().clone()).collect();
        Self {
            settings,
            games: 0,
            games_of_stage: 0,
            at_stage: 0,
            earlier: players.clone(),
            players,
            trainers,
            store: SampleStore::default(),
            log: Vec::new(),
        }
    }

    /// The current stage; `None` when all are done.
    pub fn stage(&self) -> Option<TrainStage> {
        self.settings.stages.get(self.at_stage).cloned()
    }

    /// Adds the positions of a round to the store; this can be undone until the round is over.
    pub(super) fn begin(
        &mut self,
        samples: Vec<TrainingSample>,
        stage: &TrainStage,
    ) -> RoundBackup {
        RoundBackup {
            trainers: self.trainers.clone(),
            players: self.players.clone(),
            displaced: self.store.extend(samples, stage.store),
        }
    }

    /// Restores the state before the round.
    pub(super) fn take_back(&mut self, before: RoundBackup) {
        self.trainers = before.trainers;
        self.players = before.players;
        self.store.take_back(before.displaced);
    }

    /// Completes a round of this many games.
    pub(super) fn advance(&mut self, stage: &TrainStage, round: u64) {
        self.games += round;
        self.games_of_stage += round;
        if self.games_of_stage >= stage.games {
            self.at_stage += 1;
            self.games_of_stage = 0;
        }
    }

    /// Number of pairs for measuring progress after the current round; `None` after most rounds. It depends only on the number of games
    /// since the last measurement, not on time. A contest has one tenth as many games as the training that it measures, and at least
    /// [`LEAST_PAIRS`] pairs. A long stage has about twenty contests.
    pub(super) fn contest_pairs(&self, stage: &TrainStage, round: u64) -> Option<u64> {
        let measured = self.log.iter().rfind(|line| line.progress.is_some());
        let since = self.games + round - measured.map_or(0, |line| line.games);
        let stage_ends = self.games_of_stage + round >= stage.games;
        let due = stage_ends || since >= stage.games / 20;
        let pairs = since / 20;
        (due && pairs >= LEAST_PAIRS).then(|| pairs.min(MOST_PAIRS))
    }

    /// Writes the checkpoint and the networks to the folder.
    pub fn save(&self, folder: &Path) -> anyhow::Result<()> {
        let head = CheckpointHeader {
            settings: self.settings.clone(),
            games: self.games,
            games_of_stage: self.games_of_stage,
            at_stage: self.at_stage,
            networks: self.trainers.len(),
            samples: self.store.samples.len(),
            next: self.store.next,
            log: self.log.clone(),
        };
        let head = serde_json::to_vec(&head)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(head.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&head);
        for trainer in &self.trainers {
            trainer.write(&mut bytes);
        }
        for network in self.players.iter().chain(&self.earlier) {
            network.write(&mut bytes);
        }
        for sample in &self.store.samples {
            bytes.push(sample.network);
            bytes.extend_from_slice(&(sample.packed.len() as u16).to_le_bytes());
            bytes.extend_from_slice(&sample.packed);
            let n_targets = self.players[usize::from(sample.network)].outputs();
            for target in &sample.targets[..n_targets] {
                bytes.extend_from_slice(&target.to_le_bytes());
            }
        }
        seal(&mut bytes);
        output::write_file(&folder.join(FILE), &bytes)?;
        let mut bytes = Vec::new();
        for network in &self.players {
            network.write(&mut bytes);
        }
        seal(&mut bytes);
        output::write_file(&folder.join(NETWORKS), &bytes)
    }

    /// Whether a folder contains a run.
    pub fn is_in(folder: &Path) -> bool {
        Self::path(folder).exists()
    }

    /// The checkpoint file of a folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Reads the checkpoint of a folder.
    pub fn load(folder: &Path) -> Result<Self, InputError> {
        let path = folder.join(FILE);
        let name = path.display().to_string();
        let bytes = input::read_unlimited(&path).map_err(|error| {
            InputError::sentence(
                &*name,
                say!("the checkpoint cannot be read: {error}", error = read_error_words(&error)),
            )
        })?;
        Self::from_bytes(&bytes).ok_or_else(|| {
            InputError::sentence(&*name, say!("the checkpoint is damaged or cut off")).with_hint(
                say!("restore the file from a copy, or begin a new run with --from networks.bin"),
            )
        })
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rest = unsealed(bytes)?;
        let magic = rest.split_off(..MAGIC.len())?;
        let fixed = (magic == OLDER.0).then_some(OLDER.1);
        if fixed.is_none() && magic != MAGIC {
            return None;
        }
        let length = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let head: CheckpointHeader =
            serde_json::from_slice(rest.split_off(..usize::try_from(length).ok()?)?).ok()?;
        let trainers = (0..head.networks)
            .map(|_| NetworkTrainer::read(&mut rest))
            .collect::<Option<Vec<_>>>()?;
        let mut networks =
            || (0..head.networks).map(|_| Network::read(&mut rest)).collect::<Option<Vec<_>>>();
        let players = networks()?;
        let earlier = networks()?;
        let mut samples = Vec::with_capacity(head.samples.min(1 << 24));
        for _ in 0..head.samples {
            let network = *rest.split_off_first()?;
            let length = match fixed {
                Some(length) => length,
                None => u16::from_le_bytes(*rest.split_off(..2)?.first_chunk()?).into(),
            };
            let packed = rest.split_off(..length)?.into();
            let mut targets = [0.0; MAX_OUTPUTS];
            let network_of_sample: &Network = players.get(usize::from(network))?;
            for target in targets.get_mut(..network_of_sample.outputs())? {
                *target = f32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?);
            }
            samples.push(TrainingSample { network, packed, targets });
        }
        rest.is_empty().then_some(Self {
            settings: head.settings,
            games: head.games,
            games_of_stage: head.games_of_stage,
            at_stage: head.at_stage,
            trainers,
            players,
            earlier,
            store: SampleStore { samples, next: head.next },
            log: head.log,
        })
    }
}

#[cfg(test)]
mod tests {
    use ludex_games::tryktrak::search::self_play::CubelessPlay;
    use ludex_kit::interface::learner::{Learner, Pupils};

    use super::*;

    /// Number of games of a stage, of games in its contests, and of contests.
    fn count(stage: &str) -> (u64, u64, usize) {
        let Pupils::Outcomes(pupils) = CubelessPlay.pupils() else {
            panic!("another way to learn");
        };
        let stage = TrainStage::read(stage, &pupils).expect("a stage");
        let settings =
            TrainSettings { game: "tryktrak".into(), seed: 1, stages: vec![stage.clone()] };
        let mut checkpoint = TrainCheckpoint::start(&pupils.shapes, settings, None);
        let (mut of_contests, mut n_contests) = (0, 0);
        while checkpoint.stage().is_some() {
            let round = stage.round_at(checkpoint.games_of_stage);
            let pairs = checkpoint.contest_pairs(&stage, round);
            of_contests += 2 * pairs.unwrap_or(0);
            n_contests += usize::from(pairs.is_some());
            checkpoint.advance(&stage, round);
            checkpoint.log.push(LogLine {
                stage: stage.name.clone(),
                games: checkpoint.games,
                positions: 0,
                loss: 0.0,
                progress: pairs.map(|_| 0.0),
                playing_s: 0.0,
                learning_s: 0.0,
            });
        }
        (checkpoint.games, of_contests, n_contests)
    }

    #[test]
    fn contests_do_not_outweigh_the_rounds() {
        assert_eq!(count("td: games=60"), (60, 0, 0));
        assert_eq!(count("td: games=1000"), (1000, 60, 1));
        for stage in ["td: games=200000", "td: games=20000, round=7", "td: games=3000, round=2000"]
        {
            let (games, of_contests, n_contests) = count(stage);
            assert!(of_contests * 10 <= games, "{stage}: {of_contests}");
            assert!((1..=40).contains(&n_contests), "{stage}: {n_contests}");
        }
    }
}
