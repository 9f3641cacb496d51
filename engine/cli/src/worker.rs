//! `ludex worker`: plays games for tournaments that run elsewhere.

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use ludex_kit::support::plural::counted;

use ludex_base::failure::CouldNot;
use ludex_base::input::read_file;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::numbers;
use ludex_base::output;
use ludex_base::settings_file::json_error;
use ludex_matches::tournament::settings::TournamentSettings;
use ludex_matches::worker::Worker;

const EXAMPLES: &str = "\
Examples:
  ludex tournament cup.toml --out cup --jobs > jobs.jsonl
  ludex worker < jobs.jsonl > results.jsonl
  ludex tournament --resume cup --results results.jsonl
  ludex tournament --resume cup --jobs | parallel --pipe -N 20 ludex worker \\
        | ludex tournament --resume cup --results -

Each line is a game: {\"run\":…,\"seed\":…,\"pair\":…,\"game\":…,\"meeting\":…,\"seating\":…,
\"seats\":[…],\"settings\":{…}}, as `--jobs` prints it. The answer is the line that a
tournament on this machine would write to results.jsonl; each answer is flushed at
once. If a line fails, the answer is {\"error\":…,\"line\":N,\"job\":{…}}, the worker
continues, and the exit code is 1.
A line whose players name a command fails without --allow-cmd. The file of --settings
is trusted, so it may name commands.";

/// Play the games of JSON job lines on standard input, and answer with result lines.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct WorkerCommand {
    /// Number of games at once; with more than one, answers are in the order in which games end
    #[arg(long, short = 'j', visible_alias = "threads", value_name = "N", value_parser = numbers::threads, default_value = "1", allow_hyphen_values = true)]
    concurrency: usize,
    /// Players and rules for lines without them: the settings.json of a tournament's folder
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Allow lines to start commands (`cmd`) on this machine; use it only for lines that you trust
    #[arg(long)]
    allow_cmd: bool,
}

impl WorkerCommand {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let settings = match &self.settings {
            Some(path) => {
                let text = read_file(path)?;
                let settings: TournamentSettings = serde_json::from_str(&text)
                    .map_err(|error| json_error(path, &error, "the settings of a tournament"))?;
                settings.check()?;
                Some(settings)
            }
            None => None,
        };
        // From here on, both waiting for a line and playing a game check the flag.
        let stop = stop_on_interrupt();
        let (input, mut output) = (BufReader::new(io::stdin()), output::stdout()?);
        let done = Worker::new(settings, self.allow_cmd).serve(
            input,
            &Mutex::new(&mut output),
            self.concurrency,
            &stop,
        )?;
        if stop.is_stopped() {
            return Err(
                CouldNot(format!("interrupted after {}", counted(done.games, "game"))).into()
            );
        }
        match done.failures {
            0 => Ok(()),
            n => {
                let lines = counted(n as usize, "line");
                Err(CouldNot(format!("{lines} failed; see the output for the reasons")).into())
            }
        }
    }
}
