//! Plays all games of a tournament, several at a time, or adds results of games that were played elsewhere.

use std::collections::HashSet;
use std::io::BufRead;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use ludex_kit::{InputError, say, say_count};
use ludex_search::StopFlag;
use rayon::ThreadPoolBuilder;

use super::arena::{Arena, BookLine};
use super::folder::TournamentFolder;
use super::game_list::GameList;
use super::jobs::{JobLine, run_key};
use super::openings::openings_of;
use super::progress::ProgressState;
use super::results::{GameLine, verify_checksum};
use super::schedule::{self, GameJob};
use super::settings::TournamentSettings;
use super::summary::TournamentSummary;
use ludex_base::failure::{CouldNot, into_input_error};
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::lines::{self, Lines, MAX_JSON};
use ludex_base::output::{self, LiveLine, shell_word};

/// Options of a run that do not affect its games.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Whether to print games and summary as JSON.
    pub json: bool,
}

/// How to resume a tournament.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resume<'a> {
    /// Settings that must match those of the folder.
    pub given: Option<&'a TournamentSettings>,
    /// New total number of pairs, to extend the tournament.
    pub pairs: Option<u32>,
    /// Whether to drop invalid lines of the results.
    pub repair: bool,
}

/// A tournament that is ready to be played.
pub struct Tournament {
    settings: TournamentSettings,
    /// Openings from books, by game.
    books: Vec<Vec<BookLine>>,
    arenas: Vec<Arena>,
    folder: TournamentFolder,
}

fn read_books(settings: &TournamentSettings) -> Result<Vec<Vec<BookLine>>, InputError> {
    settings.games.iter().map(openings_of).collect()
}

fn open_arenas(
    settings: &TournamentSettings,
    books: &[Vec<BookLine>],
) -> Result<Vec<Arena>, InputError> {
    let games = settings.games.iter().zip(books);
    games.map(|(entry, book)| Arena::open(entry, settings, book)).collect()
}

impl Tournament {
    /// Starts a new tournament in a new folder.
    pub fn begin(settings: TournamentSettings, folder: &Path) -> anyhow::Result<Self> {
        Self::open(settings, folder, true)
    }

    /// Starts a new tournament whose games are played elsewhere: no player is started here.
    pub fn create_for_workers(settings: TournamentSettings, folder: &Path) -> anyhow::Result<Self> {
        Self::open(settings, folder, false)
    }

    fn open(settings: TournamentSettings, folder: &Path, plays_here: bool) -> anyhow::Result<Self> {
        settings.check()?;
        let books = read_books(&settings)?;
        let arenas = open_arenas(&settings, &books)?;
        output::check_folder(folder)?;
        if plays_here {
            // Nothing raises this flag: until play starts, Ctrl-C simply ends the program.
            let stop = StopFlag::default();
            arenas.iter().try_for_each(|arena| arena.check_players(&stop))?;
        }
        let folder = TournamentFolder::create(folder, &settings)?;
        Ok(Self { settings, books, arenas, folder })
    }

    /// The settings of the tournament in a folder.
    pub fn settings_of(folder: &Path) -> Result<TournamentSettings, InputError> {
        TournamentFolder::settings(folder)
    }

    /// Resumes the tournament in a folder.
    pub fn resume(folder: &Path, how: Resume<'_>) -> anyhow::Result<Self> {
        let (folder, mut settings) = TournamentFolder::resume(folder)?;
        let difference = how.given.and_then(|given| given.difference(&settings));
        if let Some((path, given, known)) = difference {
            let problem = say!("differs from {known}, with which the tournament was begun", known);
            let error = InputError::problem(path, given, problem);
            return Err(error
                .with_hint(say!("the settings of a tournament cannot change; begin a new one"))
                .into());
        }
        if let Some(pairs) = how.pairs {
            settings.extend(pairs)?;
        }
        let books = read_books(&settings)?;
        let arenas = open_arenas(&settings, &books)?;
        let mut tournament = Self { settings, books, arenas, folder };
        let game_list = tournament.game_list(&tournament.schedule());
        tournament.folder.read(&game_list, how.repair)?;
        if how.pairs.is_some() {
            tournament.folder.write_settings(&tournament.settings)?;
        }
        Ok(tournament)
    }

    fn run_key(&self) -> String {
        run_key(&self.settings, &self.books)
    }

    fn game_list(&self, jobs: &[GameJob]) -> GameList {
        GameList::new(&self.settings, self.run_key(), jobs)
    }

    /// The path of its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// All its games.
    fn schedule(&self) -> Vec<GameJob> {
        let n_seats: Vec<usize> = self.arenas.iter().map(Arena::n_seats).collect();
        schedule::jobs(&self.settings, &n_seats)
    }

    /// The remaining games, each with everything another machine needs to play it; empty if a test is decided.
    pub fn open_jobs(self) -> anyhow::Result<Vec<JobLine>> {
        let jobs = self.schedule();
        let (run, game_list) = (self.run_key(), self.game_list(&jobs));
        let settings = Arc::new(self.settings.clone());
        let state = ProgressState::new(self.settings, self.folder, game_list, &jobs, false);
        if let Some(why) = state.nothing_left() {
            output::remark(&say!("no games are left to play: {why}", why));
            return Ok(Vec::new());
        }
        let opening = |job: &GameJob| {
            let book = &self.books[job.game];
            let line = book.get(job.pair as usize % book.len().max(1))?;
            Some(line.text.clone())
        };
        let todo = jobs.into_iter().filter(|job| !state.known.contains(job));
        let line = |job: GameJob| JobLine {
            run: run.clone(),
            seed: settings.seed,
            opening: opening(&job),
            settings: Some(Arc::clone(&settings)),
            job,
        };
        Ok(todo.map(line).collect())
    }

    /// Adds the results of games that were played elsewhere, and writes the report. The lines may be in any order and may be repeated.
    pub fn take(
        self,
        lines: &mut dyn BufRead,
        place: &str,
        json: bool,
    ) -> anyhow::Result<TournamentSummary> {
        let jobs = self.schedule();
        let game_list = self.game_list(&jobs);
        let mut state = ProgressState::new(self.settings, self.folder, game_list, &jobs, json);
        let (mut n_new, mut failures) = (0, Vec::new());
        for (number, line) in (1..).zip(Lines::new(lines, MAX_JSON)) {
            let place = format!("{place}, line {number}");
            let line = line.and_then(lines::text);
            let line = line.map_err(|error| error.within(&place))?;
            match read_result(&line, &place)? {
                IncomingLine::Game(game) => {
                    let merged = state.merge(&game);
                    n_new += usize::from(merged.map_err(|error| located(error, &place))?);
                }
                IncomingLine::Failure(words) => failures.push(format!("{place}: {words}")),
                IncomingLine::Nothing => {}
            }
        }
        for failure in &failures {
            output::remark(&say!("a job failed: {failure}", failure));
        }
        let n_open = jobs.len() - state.known.len();
        if !json {
            output::remark(&say_count!(
                n_new as u64,
                "{count} game added, {n_open} still to play",
                "{count} games added, {n_open} still to play",
                n_open
            ));
        }
        state.write_report()
    }

    /// Plays the remaining games, and writes the report.
    pub fn run(self, options: RunOptions) -> anyhow::Result<TournamentSummary> {
        let stop = stop_on_interrupt();
        let jobs = self.schedule();
        let (run, game_list) = (self.run_key(), self.game_list(&jobs));
        let settings = self.settings.clone();
        let state = ProgressState::new(self.settings, self.folder, game_list, &jobs, options.json);
        let path = state.folder.path().to_owned();
        let todo: Vec<&GameJob> = jobs.iter().filter(|job| !state.known.contains(job)).collect();
        if let Some(why) = state.nothing_left() {
            output::remark(&say!("no games were played: {why}", why));
        } else {
            for arena in &self.arenas {
                arena.check_players(&stop)?;
            }
            warn_of_crowds(&settings, options.concurrency);
        }
        let state = Mutex::new(state);
        let next = AtomicUsize::new(0);
        let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        let work = || {
            let is_over = || {
                stop.is_stopped()
                    || failed.lock().unwrap_or_else(PoisonError::into_inner).is_some()
                    || state.lock().unwrap_or_else(PoisonError::into_inner).is_decided()
            };
            while !is_over() {
                let Some(job) = todo.get(next.fetch_add(1, Relaxed)) else {
                    break;
                };
                let done = match self.arenas[job.game].play(job, None, &stop) {
                    Ok(None) => break,
                    Ok(Some(mut game)) => {
                        game.run = Some(run.clone());
                        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                        state.finish(&game)
                    }
                    Err(error) => Err(error),
                };
                if let Err(error) = done {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            }
        };
        let pool = ThreadPoolBuilder::new().num_threads(options.concurrency).build()?;
        pool.broadcast(|_| work());
        drop(self.arenas);
        let mut state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let summary = state.write_report()?;
        if stop.is_stopped() {
            let n = state.outcomes.len();
            let how = format!("ludex tournament --resume {}", shell_word(&path));
            let text = say_count!(
                jobs.len() as u64,
                "interrupted after {n} of {count} game; continue with `{how}`",
                "interrupted after {n} of {count} games; continue with `{how}`",
                n,
                how
            );
            return Err(CouldNot(text).into());
        }
        Ok(summary)
    }
}

/// A line of results from another machine.
pub(crate) enum IncomingLine {
    /// A finished game.
    Game(Box<GameLine>),
    /// A worker's report that a job failed.
    Failure(String),
    /// A blank line.
    Nothing,
}

/// Parses a line of results.
pub(crate) fn read_result(line: &str, place: &str) -> Result<IncomingLine, InputError> {
    if line.trim().is_empty() {
        return Ok(IncomingLine::Nothing);
    }
    if let Ok(game) = serde_json::from_str(line) {
        verify_checksum(line).map_err(|error| error.within(place))?;
        return Ok(IncomingLine::Game(Box::new(game)));
    }
    let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    if let Some(words) = value["error"].as_str() {
        return Ok(IncomingLine::Failure(words.to_owned()));
    }
    if !line.ends_with('\n') {
        return Ok(IncomingLine::Failure(say!("the line is cut off")));
    }
    let found: String = line.trim_end().chars().take(60).collect();
    Err(InputError::new(place, found, say!("a finished game in JSON")))
}

/// Adds a place to an input error that has none.
fn located(error: anyhow::Error, place: &str) -> anyhow::Error {
    match into_input_error(error) {
        Ok(error) => error.within(place).into(),
        Err(error) => error,
    }
}

/// Warns if more threads search at once than there are cores, because searches that share a core lose time.
fn warn_of_crowds(settings: &TournamentSettings, concurrency: usize) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = settings.players.iter().map(|player| player.threads.unwrap_or(1)).max();
    let busy = concurrency * threads.unwrap_or(1);
    if busy > cores {
        output::remark(&say_count!(
            cores as u64,
            "warning: {busy} threads search at once on {count} core, so clocks will not be fair",
            "warning: {busy} threads search at once on {count} cores, so clocks will not be fair",
            busy
        ));
    }
}

/// Random openings that are balanced according to the first player's search. No two of them are symmetric images of each other.
pub fn make_book(
    settings: &TournamentSettings,
    lines: usize,
    most: f32,
) -> anyhow::Result<Vec<String>> {
    settings.check()?;
    let arenas = open_arenas(settings, &read_books(settings)?)?;
    let arena = &arenas[0];
    let plies = arena.random_plies().max(1);
    let (mut book, mut seen) = (Vec::new(), HashSet::new());
    let mut live = LiveLine::new();
    for number in 0..u32::MAX {
        if book.len() == lines {
            break;
        }
        if number as usize > 1000 * (lines + 10) {
            let text = say!(
                "only {found} of {lines} openings were found; allow more --random-plies or a larger --bound",
                found = book.len(),
                lines
            );
            return Err(CouldNot(text).into());
        }
        if let Some(moves) = arena.opening(number, plies, most, &mut seen)? {
            book.push(moves.join(" "));
            live.show_progress(book.len() as u64, lines as u64, "openings");
        }
    }
    Ok(book)
}
