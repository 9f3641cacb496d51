//! Everything a training run needs to go on, in one file that is written whole or not at all.

use std::path::Path;

use ludex_games::net::Network;
use ludex_games::training::{MAX_OUTPUTS, Sample};
use ludex_games::{InputError, TrainingKind};
use serde::{Deserialize, Serialize};

use super::adam::Pupil;
use super::settings::{Settings, Stage};
use crate::{input, output};

/// The checkpoint's file in the folder of the run.
const FILE: &str = "checkpoint.bin";
/// The networks' file in the folder of the run.
const NETWORKS: &str = "networks.bin";
const MAGIC: &[u8; 8] = b"LUDEXTR1";

/// One round of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// The stage.
    pub stage: String,
    /// Games of the whole run so far.
    pub games: u64,
    /// Positions of the round.
    pub positions: usize,
    /// The mean loss while learning.
    pub loss: f64,
    /// Points a game against the networks of the measurement before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<f64>,
    /// Seconds of play.
    pub playing_s: f64,
    /// Seconds of learning.
    pub learning_s: f64,
}

/// Positions to learn from; the oldest make room.
#[derive(Clone, Default)]
pub(super) struct Store {
    samples: Vec<Sample>,
    next: usize,
}

impl Store {
    pub(super) fn samples(&self) -> &[Sample] {
        &self.samples
    }

    pub(super) fn extend(&mut self, samples: Vec<Sample>, size: usize) {
        if self.samples.len() > size {
            self.samples.drain(..self.samples.len() - size);
            self.next = 0;
        }
        for sample in samples {
            if self.samples.len() < size {
                self.samples.push(sample);
            } else {
                self.samples[self.next % size] = sample;
            }
            self.next = (self.next + 1) % size;
        }
    }
}

/// A run between two rounds.
pub struct Checkpoint {
    /// What the run is to do.
    pub settings: Settings,
    /// Games played.
    pub games: u64,
    pub(super) games_of_stage: u64,
    at_stage: usize,
    pub(super) pupils: Vec<Pupil>,
    /// The networks that play: the learning ones, averaged.
    pub players: Vec<Network>,
    pub(super) earlier: Vec<Network>,
    pub(super) store: Store,
    /// All rounds so far.
    pub log: Vec<LogLine>,
}

/// The part of a checkpoint that is written as JSON.
#[derive(Serialize, Deserialize)]
struct Head {
    settings: Settings,
    games: u64,
    games_of_stage: u64,
    at_stage: usize,
    networks: usize,
    samples: usize,
    next: usize,
    log: Vec<LogLine>,
}

impl Checkpoint {
    /// The start of a run, from random networks or from given ones.
    pub fn start(kind: &TrainingKind, settings: Settings, networks: Option<Vec<Network>>) -> Self {
        let pupils = match networks {
            Some(networks) => networks.into_iter().map(Pupil::of).collect(),
            None => super::first_pupils(kind, settings.seed),
        };
        let players: Vec<_> = pupils.iter().map(|pupil| pupil.network().clone()).collect();
        Self {
            settings,
            games: 0,
            games_of_stage: 0,
            at_stage: 0,
            earlier: players.clone(),
            players,
            pupils,
            store: Store::default(),
            log: Vec::new(),
        }
    }

    /// The stage at hand; none when all are done.
    pub(super) fn stage(&self) -> Option<Stage> {
        self.settings.stages.get(self.at_stage).cloned()
    }

    pub(super) fn advance(&mut self, stage: &Stage) {
        self.games += stage.round;
        self.games_of_stage += stage.round;
        if self.games_of_stage >= stage.games {
            self.at_stage += 1;
            self.games_of_stage = 0;
        }
    }

    /// Whether progress is measured after the round just finished: about twenty times in a stage.
    pub(super) fn is_measured(&self, stage: &Stage) -> bool {
        let rounds = stage.games.div_ceil(stage.round);
        let every = rounds.div_ceil(20);
        self.games_of_stage == 0 || (self.games_of_stage / stage.round).is_multiple_of(every)
    }

    /// Writes the checkpoint and the networks into the folder.
    pub fn save(&self, folder: &Path) -> anyhow::Result<()> {
        let head = Head {
            settings: self.settings.clone(),
            games: self.games,
            games_of_stage: self.games_of_stage,
            at_stage: self.at_stage,
            networks: self.pupils.len(),
            samples: self.store.samples.len(),
            next: self.store.next,
            log: self.log.clone(),
        };
        let head = serde_json::to_vec(&head)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(head.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&head);
        for pupil in &self.pupils {
            pupil.write(&mut bytes);
        }
        for network in self.players.iter().chain(&self.earlier) {
            network.write(&mut bytes);
        }
        for sample in &self.store.samples {
            bytes.push(sample.network);
            bytes.extend_from_slice(&sample.packed);
            for target in sample.targets {
                bytes.extend_from_slice(&target.to_le_bytes());
            }
        }
        output::write_file(&folder.join(FILE), &bytes)?;
        let mut bytes = Vec::new();
        for network in &self.players {
            network.write(&mut bytes);
        }
        Ok(output::write_file(&folder.join(NETWORKS), &bytes)?)
    }

    /// Reads the checkpoint of a folder.
    pub fn load(folder: &Path) -> Result<Self, InputError> {
        let path = folder.join(FILE);
        let name = path.display().to_string();
        let bytes = input::read(&path).map_err(|error| {
            InputError::new(
                &*name,
                error.to_string(),
                "the checkpoint of a training run",
            )
        })?;
        Self::from_bytes(&bytes).ok_or_else(|| {
            InputError::new(&*name, "a damaged file", "the checkpoint of a training run")
        })
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let length = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let head: Head =
            serde_json::from_slice(rest.split_off(..usize::try_from(length).ok()?)?).ok()?;
        let pupils = (0..head.networks)
            .map(|_| Pupil::read(&mut rest))
            .collect::<Option<Vec<_>>>()?;
        let mut networks = || {
            (0..head.networks)
                .map(|_| Network::read(&mut rest))
                .collect::<Option<Vec<_>>>()
        };
        let players = networks()?;
        let earlier = networks()?;
        let mut samples = Vec::with_capacity(head.samples.min(1 << 24));
        for _ in 0..head.samples {
            let network = *rest.split_off_first()?;
            let packed = *rest.split_off(..32)?.first_chunk()?;
            let mut targets = [0.0; MAX_OUTPUTS];
            for target in &mut targets {
                *target = f32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?);
            }
            samples.push(Sample {
                network,
                packed,
                targets,
            });
        }
        let sound = rest.is_empty()
            && samples
                .iter()
                .all(|sample| usize::from(sample.network) < head.networks);
        sound.then_some(Self {
            settings: head.settings,
            games: head.games,
            games_of_stage: head.games_of_stage,
            at_stage: head.at_stage,
            pupils,
            players,
            earlier,
            store: Store {
                samples,
                next: head.next,
            },
            log: head.log,
        })
    }
}
