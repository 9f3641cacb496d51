//! Playing all games of a tournament, several at a time.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludex_games::InputError;
use rayon::ThreadPoolBuilder;
use serde_json::json;

use super::arena::{self, Arena, BookLine};
use super::report;
use super::results::{Folder, GameLine};
use super::schedule::{self, Job};
use super::settings::Settings;
use super::statistics::{Pentanomial, SprtState};
use super::summary::{Outcome, Pairs, Summary};
use crate::failure::CouldNot;
use crate::input::read_file;
use crate::interrupt::stop_on_interrupt;
use crate::output::{self, LiveLine};

/// How a tournament is run, which does not change its games.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Games at the same time.
    pub concurrency: usize,
    /// Print games and the summary as JSON.
    pub json: bool,
}

/// A tournament that is ready to be played.
pub struct Tournament {
    settings: Settings,
    arenas: Vec<Box<dyn Arena>>,
    folder: Folder,
}

fn open_arenas(settings: &Settings) -> anyhow::Result<Vec<Box<dyn Arena>>> {
    let mut arenas = Vec::new();
    for entry in &settings.games {
        let book = match &entry.book {
            Some(path) => read_book(Path::new(path))?,
            None => Vec::new(),
        };
        arenas.push(arena::open(entry, settings, book)?);
    }
    Ok(arenas)
}

fn read_book(path: &Path) -> Result<Vec<BookLine>, InputError> {
    let text = read_file(path)?;
    let line = |(index, text): (usize, &str)| BookLine {
        text: text.split('#').next().unwrap_or_default().trim().to_owned(),
        place: format!("{}, line {}", path.display(), index + 1),
    };
    let lines = text.lines().enumerate().map(line);
    let lines: Vec<_> = lines.filter(|line| !line.text.is_empty()).collect();
    if lines.is_empty() {
        let place = path.display().to_string();
        return Err(InputError::new(place, "no line", "at least one opening"));
    }
    Ok(lines)
}

impl Tournament {
    /// A new tournament in a new folder.
    pub fn begin(settings: Settings, folder: &Path) -> anyhow::Result<Self> {
        settings.check()?;
        let arenas = open_arenas(&settings)?;
        for arena in &arenas {
            arena.check_players()?;
        }
        let folder = Folder::create(folder, &settings)?;
        Ok(Self {
            settings,
            arenas,
            folder,
        })
    }

    /// Goes on with the tournament of a folder. Settings that are given must be those of the folder.
    pub fn resume(folder: &Path, given: Option<&Settings>) -> anyhow::Result<Self> {
        let (folder, settings) = Folder::resume(folder)?;
        if let Some((path, given, known)) = given.and_then(|given| given.difference(&settings)) {
            let error = InputError::new(path, given, format!("{known}, as when it was begun"));
            return Err(error
                .with_hint("a tournament cannot change; begin a new one")
                .into());
        }
        let arenas = open_arenas(&settings)?;
        if let Some(remark) = &folder.remark {
            output::remark(remark);
        }
        Ok(Self {
            settings,
            arenas,
            folder,
        })
    }

    /// Where its files are.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Plays what is left, and writes the report.
    pub fn run(self, options: RunOptions) -> anyhow::Result<Summary> {
        let stop = stop_on_interrupt();
        let n_seats: Vec<usize> = self.arenas.iter().map(|arena| arena.n_seats()).collect();
        let jobs = schedule::jobs(&self.settings, &n_seats);
        let mut state = State::new(self.settings, self.folder, options.json);
        let path = state.folder.path().to_owned();
        state.take_known(&jobs)?;
        let todo: Vec<&Job> = jobs
            .iter()
            .filter(|job| !state.known.contains(job))
            .collect();
        if !todo.is_empty() && !state.is_decided() {
            for arena in &self.arenas {
                arena.check_players()?;
            }
            warn_of_crowds(&state.settings, options.concurrency);
        }
        let state = Mutex::new(state);
        let next = AtomicUsize::new(0);
        let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        let work = || {
            let is_over = || {
                stop.is_stopped()
                    || failed
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .is_some()
                    || state
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .is_decided()
            };
            while !is_over() {
                let Some(job) = todo.get(next.fetch_add(1, Relaxed)) else {
                    break;
                };
                let done = match self.arenas[job.game].play(job, &stop) {
                    Ok(None) => break,
                    Ok(Some(game)) => {
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
        let pool = ThreadPoolBuilder::new()
            .num_threads(options.concurrency)
            .build()?;
        pool.broadcast(|_| work());
        drop(self.arenas);
        let mut state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let summary = state.write_report()?;
        if stop.is_stopped() {
            let n = state.outcomes.len();
            let how = format!("ludex tournament --resume {}", path.display());
            let text = format!(
                "interrupted after {n} of {} games; `{how}` goes on",
                jobs.len()
            );
            return Err(CouldNot(text).into());
        }
        Ok(summary)
    }
}

/// Searches that share a core lose time to each other.
fn warn_of_crowds(settings: &Settings, concurrency: usize) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = settings
        .players
        .iter()
        .map(|player| player.threads.unwrap_or(1))
        .max();
    let busy = concurrency * threads.unwrap_or(1);
    if busy > cores {
        output::remark(&format!(
            "warning: {busy} threads search at once on {cores} cores; clocks will not be fair"
        ));
    }
}

/// What is known while games are played.
struct State {
    settings: Settings,
    folder: Folder,
    known: HashSet<Job>,
    outcomes: Vec<Outcome>,
    pairs: Prefix,
    json: bool,
    live: LiveLine,
    told: Instant,
}

/// The pairs from the first on without a gap: a test that looks at these only decides the same whatever the order in which
/// games end.
#[derive(Default)]
struct Prefix {
    pairs: Pairs,
    finished: std::collections::BTreeMap<(u32, usize, usize), f64>,
    /// The keys of all pairs in the order of the schedule.
    order: Vec<(u32, usize, usize)>,
    n_counted: usize,
    counted: Pentanomial,
    /// The pair with which the test was decided.
    decided: Option<(u32, usize, usize)>,
}

impl Prefix {
    fn add(&mut self, outcome: &Outcome, settings: &Settings) {
        let job = &outcome.job;
        if let Some(points) = self.pairs.add(outcome) {
            self.finished
                .insert((job.pair, job.game, job.meeting), points);
        }
        let Some(sprt) = &settings.sprt else { return };
        while let Some(&key) = self
            .order
            .get(self.n_counted)
            .filter(|_| self.decided.is_none())
        {
            let Some(&points) = self.finished.get(&key) else {
                break;
            };
            self.n_counted += 1;
            self.counted.add(points);
            if SprtState::new(sprt, &self.counted).accepted().is_some() {
                self.decided = Some(key);
            }
        }
    }
}

impl State {
    fn new(settings: Settings, folder: Folder, json: bool) -> Self {
        Self {
            settings,
            folder,
            known: HashSet::new(),
            outcomes: Vec::new(),
            pairs: Prefix::default(),
            json,
            live: LiveLine::new(),
            told: Instant::now(),
        }
    }

    /// Takes in the games that were played before; one that was played twice counts once.
    fn take_known(&mut self, jobs: &[Job]) -> anyhow::Result<()> {
        if self.settings.sprt.is_some() {
            let keys = jobs.iter().map(|job| (job.pair, job.game, job.meeting));
            self.pairs.order = keys.collect();
            self.pairs.order.dedup();
        }
        let all: HashSet<&Job> = jobs.iter().collect();
        for game in std::mem::take(&mut self.folder.games) {
            if !all.contains(&game.job) {
                let found = format!("the game {:?}", game.job);
                let error = InputError::new("results.jsonl", found, "games of this tournament");
                return Err(error.into());
            }
            if self.known.insert(game.job.clone()) {
                self.count(&game);
            }
        }
        Ok(())
    }

    fn count(&mut self, game: &GameLine) {
        let outcome = Outcome::from(game);
        self.pairs.add(&outcome, &self.settings);
        self.outcomes.push(outcome);
    }

    fn is_decided(&self) -> bool {
        self.pairs.decided.is_some()
    }

    fn finish(&mut self, game: &GameLine) -> anyhow::Result<()> {
        self.folder.append(game)?;
        self.count(game);
        if self.json {
            output::json(&json!({
                "game": self.settings.games[game.job.game].game,
                "pair": game.job.pair + 1,
                "meeting": game.job.meeting + 1,
                "seating": game.job.seating + 1,
                "players": game.names,
                "returns": game.returns,
                "ending": game.ending,
                "blame": game.blame.map(|seat| seat + 1),
                "plies": game.moves.len(),
            }))?;
        }
        self.tell(Duration::from_secs(1));
        Ok(())
    }

    /// A line about how things stand, now and then.
    fn tell(&mut self, pause: Duration) {
        if self.told.elapsed() < pause {
            return;
        }
        let summary = Summary::new(&self.settings, &self.outcomes);
        let mut words = format!("{} games", summary.games);
        for standing in summary.standings.iter().take(4) {
            let games = standing.games.max(1) as f64;
            let share = 100.0 * standing.points / games;
            let _ = write!(words, "   {} {share:.1} %", standing.name);
        }
        if let Some(elo) = summary.pentanomial.as_ref().and_then(Pentanomial::elo) {
            let _ = write!(words, "   Elo {:+.0} ± {:.0}", elo.value, elo.error);
        }
        if let Some(sprt) = summary.sprt {
            let _ = write!(words, "   LLR {:+.2}", sprt.llr);
        }
        if self.live.is_terminal() {
            self.live.show(&words);
        } else if !self.json {
            output::remark(&words);
        }
        self.told = Instant::now();
    }

    /// The games that count, in the order of the schedule: all, or those up to the pair that decided the test.
    fn counted(&mut self) -> &[Outcome] {
        self.outcomes.sort_by(|a, b| a.job.cmp(&b.job));
        let key = |outcome: &Outcome| (outcome.job.pair, outcome.job.game, outcome.job.meeting);
        let n = match self.pairs.decided {
            Some(last) => self
                .outcomes
                .partition_point(|outcome| key(outcome) <= last),
            None => self.outcomes.len(),
        };
        &self.outcomes[..n]
    }

    fn write_report(&mut self) -> anyhow::Result<Summary> {
        let settings = self.settings.clone();
        let path: PathBuf = self.folder.path().to_owned();
        let outcomes = self.counted();
        let summary = Summary::new(&settings, outcomes);
        let page = report::markdown(&settings, &summary, outcomes);
        output::write_file(&path.join("report.md"), &page)?;
        if summary.pentanomial.is_some() {
            report::elo_picture(outcomes, &path.join("elo.svg"))?;
        }
        report::write_records(&settings, &path.join("results.jsonl"), &path)?;
        Ok(summary)
    }
}

/// Random openings that a search of the first player finds balanced, all different.
pub fn make_book(settings: &Settings, lines: usize, most: f32) -> anyhow::Result<Vec<String>> {
    settings.check()?;
    let arenas = open_arenas(settings)?;
    let arena = &arenas[0];
    let plies = arena.random_plies().max(1);
    let (mut book, mut seen) = (Vec::new(), HashSet::new());
    let mut live = LiveLine::new();
    for number in 0..u32::MAX {
        if book.len() == lines {
            break;
        }
        if number as usize > 1000 * (lines + 10) {
            let text = format!(
                "{} openings found, {lines} wanted: allow more plies or a wider bound",
                book.len()
            );
            return Err(CouldNot(text).into());
        }
        if let Some(moves) = arena.opening(number, plies, most)? {
            let line = moves.join(" ");
            if seen.insert(line.clone()) {
                book.push(line);
                live.show(&format!("{} of {lines} openings", book.len()));
            }
        }
    }
    Ok(book)
}
