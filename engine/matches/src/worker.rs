//! `ludex worker`: plays the games of JSON job lines, and answers with result lines.
//!
//! It needs no folder of a tournament. So any program that starts other programs (a cluster's scheduler, GNU parallel, or a shell loop) can
//! distribute the games of a tournament or a tuning run over machines.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ludex_kit::{InputError, say};
use ludex_search::StopFlag;
use serde_json::{Value, json};

use crate::tournament::arena::{Arena, BookLine};
use crate::tournament::jobs::JobLine;
use crate::tournament::late::LateGames;
use crate::tournament::results::GameLine;
use crate::tournament::settings::TournamentSettings;
use ludex_base::lines::{Lines, MAX_JSON};
use ludex_base::output;
use ludex_base::program;

/// Number of runs whose players are kept ready, because lines of several runs may be interleaved.
const RUNS: usize = 8;

/// Interval of checking the stop flag while waiting for a line.
const PAUSE: Duration = Duration::from_millis(20);

/// A line as it was read, with its number.
type Numbered = (u64, Result<Vec<u8>, InputError>);

/// A worker, with the players and rules of the most recent runs.
pub struct Worker {
    /// Players and rules for lines that contain none.
    settings: Option<Arc<TournamentSettings>>,
    /// Whether the commands in lines may be started.
    allow_cmd: bool,
    runs: Mutex<VecDeque<Arc<PreparedRun>>>,
    late: Mutex<LateGames>,
}

/// A run whose players are ready.
struct PreparedRun {
    settings: Arc<TournamentSettings>,
    arenas: Vec<Arena>,
}

/// The result of a worker's session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerEnd {
    /// Number of games played.
    pub games: u64,
    /// Number of lines that failed.
    pub failures: u64,
}

impl Worker {
    /// A worker. `settings` apply to lines that contain none. Lines may come from an untrusted source, so their commands are started only
    /// if `allow_cmd` is set.
    pub fn new(settings: Option<TournamentSettings>, allow_cmd: bool) -> Self {
        Self {
            settings: settings.map(Arc::new),
            allow_cmd,
            runs: Mutex::default(),
            late: Mutex::default(),
        }
    }

    /// Answers each input line with a line, several at a time, until the input ends or the flag is raised.
    pub fn serve(
        &self,
        input: impl BufRead + Send + 'static,
        output: &Mutex<&mut (dyn Write + Send)>,
        concurrency: usize,
        stop: &StopFlag,
    ) -> std::io::Result<WorkerEnd> {
        let lines = Mutex::new(read(input));
        let has_failed = AtomicBool::new(false);
        let is_over = || stop.is_stopped() || has_failed.load(Relaxed);
        let one = || {
            let done = self.serve_one(&lines, output, stop, &is_over);
            has_failed.fetch_or(done.is_err(), Relaxed);
            done
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..concurrency).map(|_| scope.spawn(one)).collect();
            let mut all = WorkerEnd::default();
            for thread in threads {
                let done = thread.join().expect("a worker's thread does not panic")?;
                all.games += done.games;
                all.failures += done.failures;
            }
            Ok(all)
        })
    }

    fn serve_one(
        &self,
        lines: &Mutex<Receiver<Numbered>>,
        output: &Mutex<&mut (dyn Write + Send)>,
        stop: &StopFlag,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> std::io::Result<WorkerEnd> {
        let mut done = WorkerEnd::default();
        while !is_over() {
            let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            let next = lines.recv_timeout(PAUSE);
            drop(lines);
            let (number, bytes) = match next {
                Ok(numbered) => numbered,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let line = bytes.map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
            if line.as_ref().is_ok_and(String::is_empty) {
                continue;
            }
            let job = match &line {
                Ok(line) => JobLine::read(line),
                Err(error) => Err(error.clone()),
            };
            let job = job.map_err(|error| error.within(format!("line {number}")).into());
            let text = match job.and_then(|job| self.answer(job, stop)) {
                Ok(Some(game)) => {
                    done.games += 1;
                    let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(warning) = late.count(game.ending) {
                        output::remark(&warning);
                    }
                    game.written()?
                }
                Ok(None) => break,
                Err(error) => {
                    done.failures += 1;
                    failure(number, &line.unwrap_or_default(), &error).to_string()
                }
            };
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            output.write_all(format!("{text}\n").as_bytes())?;
            output.flush()?;
        }
        Ok(done)
    }

    /// Plays the game of a line; `None` if the flag stopped it.
    fn answer(&self, line: JobLine, stop: &StopFlag) -> anyhow::Result<Option<GameLine>> {
        if let Some(settings) = &line.settings {
            self.check_commands(settings)?;
        }
        let settings = line.settings.clone().or_else(|| self.settings.clone());
        let settings = settings.ok_or_else(|| {
            InputError::sentence("settings", say!("the line contains neither players nor rules"))
                .with_hint(say!("add --settings DIR/settings.json"))
        })?;
        let run = self.run(&settings, stop)?;
        let arena = run.arena(&line)?;
        let opening = line.opening.map(|text| BookLine { text, place: "opening".into() });
        let game = arena.play(&line.job, opening.as_ref(), stop)?;
        Ok(game.map(|game| GameLine { run: Some(line.run), ..game }))
    }

    fn check_commands(&self, settings: &TournamentSettings) -> Result<(), InputError> {
        match settings.first_command() {
            Some((index, command)) if !self.allow_cmd => {
                let place = format!("settings, player {}, cmd", index + 1);
                let error = InputError::problem(
                    place,
                    command,
                    say!("would start a program, which is not allowed"),
                );
                Err(error
                    .with_hint(say!("--allow-cmd allows it; use it only for lines that you trust")))
            }
            _ => Ok(()),
        }
    }

    /// The run with these settings, prepared if it is new.
    fn run(
        &self,
        settings: &Arc<TournamentSettings>,
        stop: &StopFlag,
    ) -> anyhow::Result<Arc<PreparedRun>> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(run) = runs.iter().find(|run| run.settings == *settings) {
            return Ok(Arc::clone(run));
        }
        let run = Arc::new(PreparedRun::open(settings, stop)?);
        if runs.len() == RUNS {
            runs.pop_front();
        }
        runs.push_back(Arc::clone(&run));
        Ok(run)
    }
}

impl PreparedRun {
    fn open(settings: &Arc<TournamentSettings>, stop: &StopFlag) -> anyhow::Result<Self> {
        settings.check()?;
        let open = |entry| Arena::open(entry, settings, &[]);
        let arenas: Vec<Arena> = settings.games.iter().map(open).collect::<Result<_, _>>()?;
        for arena in &arenas {
            arena.check_players(stop)?;
        }
        Ok(Self { settings: Arc::clone(settings), arenas })
    }

    /// The arena for the game of a line; an error if the line does not fit the settings.
    fn arena(&self, line: &JobLine) -> Result<&Arena, InputError> {
        let (job, n_games) = (&line.job, self.arenas.len());
        let arena = self.arenas.get(job.game).ok_or_else(|| {
            InputError::new("game", job.game.to_string(), say!("a number below {n_games}", n_games))
        })?;
        let n_players = self.settings.players.len();
        let fits = job.seats.iter().all(|&player| player < n_players);
        if job.seats.len() != arena.n_seats() || !fits {
            let expected = say!(
                "{n_seats} players, each a number below {n_players}",
                n_seats = arena.n_seats(),
                n_players
            );
            let seats: Vec<String> = job.seats.iter().map(usize::to_string).collect();
            return Err(InputError::new("seats", seats.join(","), expected));
        }
        if job.seating >= arena.n_seats() {
            let expected = say!("a number below {n_seats}", n_seats = arena.n_seats());
            return Err(InputError::new("seating", job.seating.to_string(), expected));
        }
        if line.opening.is_none() && self.settings.games[job.game].book_file().is_some() {
            let sentence = say!("the opening is missing, but this run has a book");
            return Err(InputError::sentence("opening", sentence));
        }
        Ok(arena)
    }
}

/// The lines of an input. A separate thread reads them, at most one line in advance, because reading from a pipe cannot be interrupted.
fn read(input: impl BufRead + Send + 'static) -> Receiver<Numbered> {
    let (sender, lines) = mpsc::sync_channel(1);
    thread::spawn(move || {
        for numbered in (1..).zip(Lines::new(input, MAX_JSON)) {
            if sender.send(numbered).is_err() {
                return;
            }
        }
    });
    lines
}

/// The answer for a line that failed. It contains the job, so that the job can be tried again.
fn failure(number: u64, line: &str, error: &anyhow::Error) -> Value {
    let mut job: Value = serde_json::from_str(line).unwrap_or_default();
    if let Some(job) = job.as_object_mut() {
        job.remove("settings");
    }
    json!({"error": program::own_words(&format!("{error:#}")), "line": number, "job": job})
}
