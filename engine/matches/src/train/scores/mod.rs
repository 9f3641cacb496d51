//! Trains networks in generations. A search plays games, which are recorded. From the scores of the search and the results, a network
//! learns to correct the hand-made score. If it beats the previous player at equal time, it plays the next games.
//!
//! All random numbers come from streams of the seed, so a run records the same games and trains the same networks with any number of
//! threads, even if it was interrupted. Only the matches of a run cannot be repeated exactly, because they are played with clocks.
//!
//! CITE: the loop of data, network and match is that of Stockfish's networks: Yu Nasu, Hisayori Noda, Stockfish 12,
//! 2020.
//!
//! **Invariant:** The whole state of a run is in its files. Records store each move as a number, and the games are replayed by the rules,
//! so a record cannot contain a position that the rules do not reach (`engine/tests/it/generations.rs`).

mod learning;
mod records;
mod settings;
mod state;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ludex_kit::interface::learner::{HANDMADE, Learner, PlayedGame, Pupils, ScorePupil};
use ludex_kit::{InputError, TrainingKind, say};
use ludex_search::StopFlag;
use ludex_search::arena::{Hypothesis, Pentanomial, SprtState};
use rayon::prelude::*;

pub use records::{Records, RecordsHeader};
pub use settings::{Generation, ScoreSettings};
pub use state::{BEST, GenerationLine, ScoreRun};

use super::RunEnding;
use super::curve::{self, Curve, CurvePoint};
use crate::tournament::settings::{GameEntry, PlayerEntry, Sprt, TournamentSettings};
use crate::tournament::{Resume, RunOptions, Tournament};
use learning::{Learnt, learn};
use ludex_base::catalogue::catalogue;
use ludex_base::output::{self, LiveLine};
use ludex_study::trained;

/// Number of games that are written together: the most that a killed program loses.
const CHUNK: u64 = 32;
/// Interval of progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);
/// Constants that are combined with the seed of the run to give the seeds of learning and of matches.
const LEARNING_SEED: u64 = 0x1ea2_0000;
const MATCH_SEED: u64 = 0x6a7e_0000;

/// A run with its folder, threads and stop flag.
struct Trainer<'a> {
    kind: &'a TrainingKind,
    learner: Box<dyn Learner>,
    pupil: ScorePupil,
    folder: &'a Path,
    threads: usize,
    json: bool,
    stop: StopFlag,
}

/// Runs or resumes the generations of a run, and reports each one.
pub fn run(
    kind: &TrainingKind,
    run: &mut ScoreRun,
    folder: &Path,
    (threads, json): (usize, bool),
    stop: &StopFlag,
    mut report: impl FnMut(&GenerationLine) -> io::Result<()>,
) -> anyhow::Result<RunEnding> {
    let variant = run.settings.variant.parse()?;
    let (_, learner) = catalogue().learner(&run.settings.game, &variant)?;
    let Pupils::Score(pupil) = learner.pupils() else {
        let problem = say!("has no network that learns from scores");
        return Err(InputError::problem("game", &*run.settings.game, problem).into());
    };
    let trainer = Trainer { kind, learner, pupil, folder, threads, json, stop: stop.clone() };
    while let Some(number) = run.current_generation() {
        let Some(line) = trainer.generation(run, number)? else {
            return Ok(RunEnding::Stopped);
        };
        let told = report(&line);
        run.log.push(line);
        run.save(folder)?;
        draw(&run.log, folder)?;
        told?;
    }
    Ok(RunEnding::Done)
}

impl Trainer<'_> {
    /// One generation; `None` if it was stopped.
    fn generation(&self, run: &ScoreRun, number: usize) -> anyhow::Result<Option<GenerationLine>> {
        let generation = &run.settings.generations[number];
        let started = Instant::now();
        if !self.play(run, number)? {
            return Ok(None);
        }
        let playing_s = started.elapsed().as_secs_f64();
        let mut games: Vec<PlayedGame> = Vec::new();
        let own = (number + 1).saturating_sub(generation.window)..=number;
        let own = own.map(|number| state::records(self.folder, number));
        for path in run.settings.records.iter().cloned().chain(own) {
            games.extend(games_of(&path, &run.settings)?);
        }
        let started = Instant::now();
        let Some(learnt) = self.learn(run, number, &games)? else {
            return Ok(None);
        };
        let learning_s = started.elapsed().as_secs_f64();
        let mut line = GenerationLine {
            generation: generation.name.clone(),
            games: games.len() as u64,
            positions: learnt.positions,
            loss: learnt.loss,
            held_out: learnt.held_out,
            handmade: learnt.handmade,
            elo: None,
            match_games: None,
            accepted: true,
            goes_on: None,
            playing_s,
            learning_s,
        };
        if let Some(time) = generation.gate {
            self.decide(run, number, time, &mut line)?;
        }
        if line.plays_next() {
            let network = std::fs::read(state::candidate(self.folder, number))?;
            output::write_file(&self.folder.join(state::BEST), network)?;
        }
        Ok(Some(line))
    }

    /// The file of the network that plays, if there is one.
    fn best(&self, run: &ScoreRun) -> Option<PathBuf> {
        match run.log.iter().rposition(GenerationLine::plays_next) {
            Some(number) => Some(state::candidate(self.folder, number)),
            None => run.settings.starts_with_network.then(|| self.folder.join(state::START)),
        }
    }

    /// Plays the missing games; false if it was stopped.
    fn play(&self, run: &ScoreRun, number: usize) -> anyhow::Result<bool> {
        let generation = &run.settings.generations[number];
        let path = self.best(run);
        let name = |path: &PathBuf| Some(path.file_name()?.display().to_string());
        let header = RecordsHeader {
            game: run.settings.game.clone(),
            variant: run.settings.variant.clone(),
            nodes: generation.nodes,
            random_plies: generation.plies,
            seed: run.settings.seed.wrapping_add(number as u64),
            network: path.as_ref().and_then(name),
        };
        let records = state::records(self.folder, number);
        let (mut writer, mut known) = Records::open(&records, &header)?;
        let read = |path: PathBuf| trained::read(&run.settings.game, self.kind, &path);
        let network = path.map(read).transpose()?;
        let (mut live, began, before) = (LiveLine::new(), Instant::now(), known);
        let mut told = Instant::now();
        while known < generation.games {
            let end = generation.games.min(known + CHUNK);
            let games: Option<Vec<PlayedGame>> = (known..end)
                .into_par_iter()
                .map(|index| {
                    let options = header.options();
                    let network = network.as_ref();
                    self.learner.play(network, &options, header.seed, index, &self.stop)
                })
                .collect();
            let Some(games) = games else {
                return Ok(false);
            };
            writer.append(&games)?;
            known = end;
            if told.elapsed() > PROGRESS_INTERVAL {
                told = Instant::now();
                let speed = (known - before) as f64 / began.elapsed().as_secs_f64();
                let (name, all) = (&generation.name, generation.games);
                let text =
                    say!("{name}: {speed} games a second", name, speed = format!("{speed:.1}"));
                live.show_progress(known, all, &text);
            }
        }
        Ok(true)
    }

    fn learn(
        &self,
        run: &ScoreRun,
        number: usize,
        games: &[PlayedGame],
    ) -> anyhow::Result<Option<Learnt>> {
        let generation = &run.settings.generations[number];
        let seed = run.settings.seed ^ LEARNING_SEED ^ number as u64;
        let mut live = LiveLine::new();
        let report = |epoch, loss, held_out| {
            let (name, all) = (&generation.name, generation.epochs);
            let epoch: u32 = epoch;
            let text = say!(
                "{name}: loss {loss}, held out {held_out}",
                name,
                loss = format!("{loss:.5}"),
                held_out = format!("{held_out:.5}")
            );
            live.show_progress(u64::from(epoch + 1), u64::from(all), &text);
        };
        let learner = (&*self.learner, self.pupil);
        let learnt = learn(learner, games, generation, seed, &self.stop, report)?;
        if let Some(learnt) = &learnt {
            let mut bytes = Vec::new();
            let label = trained::label(&run.settings.game, &run.settings.variant);
            let network = learnt.network.clone().with_label(&label);
            network.write(&mut bytes);
            output::write_file(&state::candidate(self.folder, number), bytes)?;
        }
        Ok(learnt)
    }

    /// Plays the match of the new network against the previous player, which decides whether it is accepted.
    fn decide(
        &self,
        run: &ScoreRun,
        number: usize,
        time: Duration,
        line: &mut GenerationLine,
    ) -> anyhow::Result<()> {
        let generation = &run.settings.generations[number];
        let player = |name: &str, evaluator: String| PlayerEntry {
            name: name.into(),
            time: Some(format!("{}ms", time.as_millis().max(1))),
            evaluator: Some(evaluator),
            ..PlayerEntry::default()
        };
        // The path is absolute, because a resumed run may be started in another folder.
        let file = |path: PathBuf| Ok::<_, io::Error>(path.canonicalize()?.display().to_string());
        let new = file(state::candidate(self.folder, number))?;
        let old = match self.best(run) {
            Some(path) => file(path)?,
            None => HANDMADE.to_owned(),
        };
        let mut game = GameEntry::new(&run.settings.game);
        game.variant.clone_from(&run.settings.variant);
        let settings = TournamentSettings {
            pairs: generation.pairs,
            seed: run.settings.seed ^ MATCH_SEED ^ number as u64,
            sprt: Some(Sprt { elo0: generation.elo.0, elo1: generation.elo.1, ..Sprt::parse("")? }),
            ..TournamentSettings::new(vec![game], vec![player("new", new), player("old", old)])
        };
        let path = state::match_folder(self.folder, number);
        let tournament = if path.join("settings.json").exists() {
            Tournament::resume(&path, Resume::default())?
        } else {
            Tournament::begin(settings, &path)?
        };
        let options = RunOptions { concurrency: self.threads, json: self.json };
        let summary = tournament.run(options)?;
        let elo = summary.pentanomial.as_ref().and_then(Pentanomial::elo);
        line.elo = elo.map(|elo| (elo.value, Some(elo.error).filter(|error| error.is_finite())));
        line.match_games = Some(summary.games);
        let sprt = summary.sprt.as_ref();
        line.accepted = sprt.and_then(SprtState::accepted) == Some(Hypothesis::H1);
        let undecided = sprt.filter(|sprt| sprt.accepted().is_none());
        line.goes_on = undecided.map(|sprt| sprt.llr > 0.0);
        Ok(())
    }
}

/// Checks that additional records are undamaged and of the run's game and variant.
pub fn check_records(settings: &ScoreSettings) -> anyhow::Result<()> {
    for path in &settings.records {
        games_of(path, settings)?;
    }
    Ok(())
}

/// The games of a file, which must be undamaged and of the run's game and variant.
fn games_of(path: &Path, settings: &ScoreSettings) -> anyhow::Result<Vec<PlayedGame>> {
    let records = Records::read(path)?;
    let found = (&records.header.game, &records.header.variant);
    if found != (&settings.game, &settings.variant) {
        let sentence = say!(
            "the games are of {found} {found_variant}, but the run is for {game} {variant}",
            found = found.0,
            found_variant = found.1,
            game = settings.game,
            variant = settings.variant
        );
        let place = path.display().to_string();
        return Err(InputError::sentence(place, sentence).into());
    }
    match records.damage {
        Some(damage) => Err(damage.into()),
        None => Ok(records.games),
    }
}

/// Draws the validation loss and the Elo since the hand-made evaluation, over the number of positions. The Elo curve has a gap before a
/// generation without a match, since its gain is unknown.
fn draw(log: &[GenerationLine], folder: &Path) -> anyhow::Result<()> {
    let positions = |line: &GenerationLine| line.positions as f64;
    let losses =
        log.iter().filter_map(|line| Some(CurvePoint::measured(positions(line), line.held_out?)));
    let mut sum = 0.0;
    let gains = log.iter().filter(|line| line.plays_next()).map(|line| {
        sum += line.elo.map_or(0.0, |elo| elo.0);
        CurvePoint { at: (positions(line), sum), is_measured: line.elo.is_some() }
    });
    let has_gap = log.iter().any(|line| line.plays_next() && line.elo.is_none());
    let captions = [
        say!("loss on held-out games"),
        if has_gap {
            say!(
                "Elo since the start; an empty circle is a generation without a match, which counts as no gain"
            )
        } else {
            say!("Elo since the start")
        },
    ];
    let curves = [
        Curve { caption: &captions[0], points: losses.collect() },
        Curve {
            caption: &captions[1],
            points: [CurvePoint::measured(0.0, 0.0)].into_iter().chain(gains).collect(),
        },
    ];
    curve::draw(&say!("positions"), &curves, folder)
}
