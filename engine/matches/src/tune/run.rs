//! A tuning run: its steps, a checkpoint at intervals, and the match at the end.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_kit::{InputError, say, say_count};
use ludex_search::StopFlag;
use ludex_search::support::random::stream;
use rayon::ThreadPool;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::folder::{TuneCheckpoint, TuneFolder, TuneStep};
use super::settings::{Method, TuneSettings};
use super::space::ParameterSpace;
use super::spsa::{Perturbation, Schedule, update};
use super::texel;
use super::trial::{PairResult, PairTrial, read_games};
use super::verdict::{self, TuneSummary};
use crate::tournament::arena::{Arena, BookLine};
use crate::tournament::jobs::JobLine;
use crate::tournament::late::LateGames;
use crate::tournament::{RunOptions, openings_of};
use ludex_base::failure::CouldNot;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::output::{self, LiveLine, shell_word};

/// Random streams of perturbations.
const PERTURBATIONS: u64 = 4 << 32;

/// Minimum time between two checkpoints. A step that was not saved is repeated with the same result.
const PAUSE: Duration = Duration::from_secs(1);

/// Number of pairs after which to warn if no game has depended on the values.
const WARN_AFTER_PAIRS: u64 = 20;

/// A tuning run that is ready to start or continue.
pub struct Tuning {
    settings: TuneSettings,
    space: ParameterSpace,
    book: Vec<BookLine>,
    folder: TuneFolder,
    state: TuneCheckpoint,
    /// The recorded games of a new fit. If a fit is resumed, `run` reads them.
    data: Option<texel::Data>,
}

impl Tuning {
    /// Starts a new run in a new folder. The folder is created only after all settings have been checked.
    pub fn begin(
        settings: TuneSettings,
        folder: &Path,
        concurrency: usize,
    ) -> anyhow::Result<Self> {
        settings.check()?;
        let (space, book) = Self::load_parameters_and_book(&settings)?;
        output::check_folder(folder)?;
        let data = match settings.method {
            Method::Spsa => None,
            Method::Texel => {
                let pool = ThreadPoolBuilder::new().num_threads(concurrency).build()?;
                // There is nothing to lose yet, so Ctrl-C ends the program at once.
                Some(pool.install(|| texel::read(&settings, &StopFlag::default()))?)
            }
        };
        let folder = TuneFolder::create(folder, &settings, space.dimensions.len())?;
        let state = TuneCheckpoint { values: space.starts(), ..TuneCheckpoint::default() };
        folder.save(&state)?;
        Ok(Self { settings, space, book, folder, state, data })
    }

    /// The settings of the run in a folder.
    pub fn settings_of(folder: &Path) -> Result<TuneSettings, InputError> {
        TuneFolder::settings(folder)
    }

    /// Resumes the run in a folder, optionally extended to more steps. Further steps use the gains of the longer
    /// run; completed steps stay unchanged.
    pub fn resume(folder: &Path, iterations: Option<u32>, repair: bool) -> anyhow::Result<Self> {
        let (folder, mut settings, state) = TuneFolder::resume(folder, repair)?;
        if let Some(iterations) = iterations {
            let before = settings.iterations;
            settings.extend(iterations)?;
            folder.extend(&settings, before)?;
        }
        let (space, book) = Self::load_parameters_and_book(&settings)?;
        let state = state.unwrap_or_else(|| TuneCheckpoint {
            values: space.starts(),
            ..TuneCheckpoint::default()
        });
        if state.values.len() != space.dimensions.len() {
            let place = folder.path().display().to_string();
            let sentence = say!(
                "the checkpoint has {found} values, but the run has {wanted}",
                found = state.values.len(),
                wanted = space.dimensions.len()
            );
            return Err(InputError::sentence(place, sentence).into());
        }
        let mut state = state;
        if settings.method == Method::Spsa {
            state.finished = state.iteration >= settings.iterations;
        }
        Ok(Self { settings, space, book, folder, state, data: None })
    }

    /// Loads the parameters and the book, and so checks them before the folder is created.
    fn load_parameters_and_book(
        settings: &TuneSettings,
    ) -> anyhow::Result<(ParameterSpace, Vec<BookLine>)> {
        let space = ParameterSpace::new(settings)?;
        let book = openings_of(&settings.entry())?;
        let players = settings.players(settings.player.clone(), settings.player.clone());
        let arena = Arena::open(&settings.entry(), &players, &book)?;
        if arena.n_seats() != 2 {
            let problem = say!("is too many: tuning needs a game for two players");
            let found = arena.n_seats().to_string();
            return Err(InputError::problem("variant, players", found, problem).into());
        }
        Ok((space, book))
    }

    /// The path of its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all remaining steps, and plays the match.
    pub fn run(mut self, options: RunOptions) -> anyhow::Result<TuneSummary> {
        let stop = stop_on_interrupt();
        if !self.state.finished {
            match self.settings.method {
                Method::Spsa => self.spsa(options, &stop)?,
                Method::Texel => self.texel(options, &stop)?,
            }
        }
        self.draw_curves()?;
        verdict::decide(&self.settings, &self.space, &self.state, self.folder.path(), options)
    }

    fn spsa(&mut self, options: RunOptions, stop: &StopFlag) -> anyhow::Result<()> {
        let pool = ThreadPoolBuilder::new().num_threads(options.concurrency).build()?;
        let (mut saved, mut live) = (Instant::now(), LiveLine::new());
        let (mut told, mut warned) = (Instant::now(), false);
        let mut late = LateGames::default();
        while self.state.iteration < self.settings.iterations {
            let trials = self.trials();
            let Some(played) = self.play(&trials, &pool, stop)? else {
                self.folder.save(&self.state)?;
                self.draw_curves()?;
                return Err(self.interrupted());
            };
            let endings = played.iter().flat_map(|pair| pair.endings);
            for warning in endings.filter_map(|ending| late.count(ending)) {
                live.remark(&warning);
            }
            self.advance(&trials, &played)?;
            self.warn(&mut warned);
            if saved.elapsed() >= PAUSE || self.state.finished {
                self.folder.save(&self.state)?;
                saved = Instant::now();
            }
            if live.is_terminal() {
                live.show(&self.words());
            } else if told.elapsed() >= 30 * PAUSE {
                output::remark(&self.words());
                told = Instant::now();
            }
        }
        Ok(())
    }

    fn texel(&mut self, options: RunOptions, stop: &StopFlag) -> anyhow::Result<()> {
        let pool = ThreadPoolBuilder::new().num_threads(options.concurrency).build()?;
        let known = self.data.take();
        let fitted = pool.install(|| {
            let data = match known {
                Some(data) => data,
                None => match texel::read(&self.settings, stop) {
                    Err(_) if stop.is_stopped() => return Ok(None),
                    read => read?,
                },
            };
            output::remark(&data.words);
            let folder = &mut self.folder;
            texel::fit(&self.settings, &self.space, &data, stop, &mut |step| folder.append(step))
        })?;
        let Some(fitted) = fitted else {
            return Err(self.interrupted());
        };
        self.state = TuneCheckpoint {
            iteration: fitted.iterations,
            values: fitted.values,
            games: fitted.positions,
            losses: Some(fitted.losses),
            finished: true,
            alike: 0,
        };
        self.folder.save(&self.state)
    }

    fn interrupted(&self) -> anyhow::Error {
        let (done, all) = (self.state.iteration, self.settings.iterations);
        let how = format!("ludex tune --resume {}", shell_word(self.folder.path()));
        CouldNot(say_count!(
            all.into(),
            "interrupted after {done} of {count} step; continue with `{how}`",
            "interrupted after {done} of {count} steps; continue with `{how}`",
            done,
            how
        ))
        .into()
    }

    /// The pairs of the next step. They depend only on the settings and on the number of completed steps.
    fn trials(&self) -> Vec<PairTrial> {
        let settings = &self.settings;
        let first = self.state.iteration.saturating_mul(settings.pairs);
        let schedule = Schedule::new(settings.n_pairs(), settings.rate());
        let size = schedule.perturbation(first.into());
        let trial = |pair: u32| {
            let mut rng = stream(settings.seed, PERTURBATIONS | u64::from(pair));
            let drawn = Perturbation::draw(&self.space, &self.state.values, size, &mut rng);
            let player = |values: &[i32]| settings.player_with(self.space.named(values));
            let mut players = settings.players(player(&drawn.plus), player(&drawn.minus));
            players.players[0].name = "plus".into();
            players.players[1].name = "minus".into();
            PairTrial { drawn, pair, settings: Arc::new(players) }
        };
        (first..first + settings.pairs).map(trial).collect()
    }

    /// Plays a step; `None` if it was stopped.
    fn play(
        &self,
        trials: &[PairTrial],
        pool: &ThreadPool,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<Vec<PairResult>>> {
        let play = |trial: &PairTrial| -> anyhow::Result<Option<PairResult>> {
            let entry = self.settings.entry();
            let arena = Arena::open(&entry, &trial.settings, &[])?;
            let opening = trial.opening(&self.book);
            let mut games = Vec::new();
            for job in trial.jobs() {
                match arena.play(&job, opening, stop)? {
                    Some(game) => games.push(game),
                    None => return Ok(None),
                }
            }
            Ok(Some(PairResult::new(&games)))
        };
        pool.install(|| trials.par_iter().with_max_len(1).map(play).collect())
    }

    /// Updates the values with the result of a step.
    fn advance(&mut self, trials: &[PairTrial], played: &[PairResult]) -> anyhow::Result<()> {
        let settings = &self.settings;
        let first = u64::from(self.state.iteration) * u64::from(settings.pairs);
        let gain = Schedule::new(settings.n_pairs(), settings.rate()).gain(first);
        let drawn: Vec<Perturbation> = trials.iter().map(|trial| trial.drawn.clone()).collect();
        let scores: Vec<f64> = played.iter().map(|pair| pair.score).collect();
        update(&self.space, &mut self.state.values, gain, &drawn, &scores);
        self.state.alike += played.iter().filter(|pair| pair.is_alike).count() as u64;
        self.state.iteration += 1;
        self.state.games += 2 * trials.len() as u64;
        self.state.finished = self.state.iteration == settings.iterations;
        self.folder.append(&TuneStep {
            iteration: self.state.iteration,
            values: self.state.values.clone(),
            score: scores.iter().sum(),
            lost: 0,
        })
    }

    /// Warns, once and early, if the values make no difference to any game.
    fn warn(&self, warned: &mut bool) {
        let pairs = self.state.games / 2;
        if !*warned && pairs >= WARN_AFTER_PAIRS && self.state.alike == pairs {
            output::remark(&say!("warning: {text}", text = verdict::no_game_depends(pairs)));
            *warned = true;
        }
    }

    /// A progress line.
    fn words(&self) -> String {
        let values = self.space.whole(&self.state.values);
        let named: Vec<String> = self
            .space
            .named(&values)
            .take(6)
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let (done, all) = (self.state.iteration, self.settings.iterations);
        say!(
            "step {done} of {all}, {games} games   {named}",
            done,
            all,
            games = self.state.games,
            named = named.join(" ")
        )
    }

    #[cfg(not(feature = "pictures"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "nothing is drawn")]
    fn draw_curves(&self) -> anyhow::Result<()> {
        Ok(())
    }

    #[cfg(feature = "pictures")]
    fn draw_curves(&self) -> anyhow::Result<()> {
        super::picture::curves(&self.space, &self.folder.steps()?, self.folder.path())
    }

    /// The games of the next step, or the remaining games of the match, as lines for workers; empty at the end.
    pub fn open_jobs(self) -> anyhow::Result<Vec<JobLine>> {
        if !self.state.finished {
            self.settings.check_jobs()?;
        }
        if self.state.finished {
            return verdict::open_jobs(
                &self.settings,
                &self.space,
                &self.state,
                self.folder.path(),
            );
        }
        let mut lines = Vec::new();
        for trial in self.trials() {
            let run = trial.key();
            let opening = trial.opening(&self.book).map(|line| line.text.clone());
            lines.extend(trial.jobs().map(|job| JobLine {
                run: run.clone(),
                seed: self.settings.seed,
                job,
                opening: opening.clone(),
                settings: Some(Arc::clone(&trial.settings)),
            }));
        }
        Ok(lines)
    }

    /// Adds games of the next step, or of the match, that were played elsewhere. Returns the summary when the run is over.
    pub fn take(
        mut self,
        lines: &mut dyn BufRead,
        place: &str,
        options: RunOptions,
    ) -> anyhow::Result<Option<TuneSummary>> {
        if self.state.finished {
            let path = self.folder.path().to_owned();
            return verdict::take(
                &self.settings,
                &self.space,
                &self.state,
                &path,
                lines,
                place,
                options,
            );
        }
        let trials = self.trials();
        let played = read_games(&trials, lines, place)?;
        self.advance(&trials, &played)?;
        self.folder.save(&self.state)?;
        if self.state.finished {
            self.draw_curves()?;
            if self.settings.match_pairs == 0 {
                let path = self.folder.path();
                return verdict::decide(&self.settings, &self.space, &self.state, path, options)
                    .map(Some);
            }
        }
        output::remark(&self.words());
        Ok(None)
    }
}
