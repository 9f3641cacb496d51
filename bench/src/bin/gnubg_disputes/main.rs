//! Plays in which we and GNU Backgammon differ, judged by rollouts of both programs.
//!
//! ```text
//! apt-get install gnubg
//! cargo run --release -p ludex-bench --bin gnubg_disputes -- --decisions 1000 --out disputes.jsonl
//! cargo run --release -p ludex-bench --bin gnubg_disputes -- --decisions 200 --plies 2 --cube --out cubeful.jsonl
//! ```
//!
//! Games for money between the two programs, who begin in turns; of one turn in four both are asked for their play. Where
//! the plays lead to different boards, both are rolled out, by our rollouts (by the shipped networks, whatever networks
//! play) and by GNU Backgammon's, by the same dice for both plays. What a program loses is what the other's play is worth more,
//! where it is; a decision in which they agree costs nobody anything. Chance in the rollouts adds to both losses alike, so the
//! difference between them is the figure to look at.
//!
//! `--out` keeps every dispute as a line of JSON as soon as it is judged; the same command goes on with the file, and with more
//! `--decisions` it grows. Times are of the processor, of the choices of plays that both were asked for; those of GNU Backgammon
//! include reading the question. Decisions about the cube are played, not judged.

mod decisions;
mod dispute;
mod judges;
mod kept;
mod report;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use ludex_bench::gnubg::Gnubg;
use ludex_games::tryktrak::{INFO, Options, Tryktrak};
use ludex_kit::{SearchSetup, Trained};

use self::decisions::{Decisions, Players};
use self::dispute::{Decision, Settings};
use self::judges::Judges;
use self::kept::Kept;

/// Let rollouts judge where we and GNU Backgammon differ.
#[derive(Parser)]
struct Arguments {
    /// Decisions to be looked at.
    #[arg(long, default_value_t = 1000)]
    decisions: usize,
    /// How deep both look.
    #[arg(long, default_value_t = 0)]
    plies: u32,
    /// How deep GNU Backgammon looks, if not as deep as we.
    #[arg(long)]
    gnubg_plies: Option<u32>,
    /// A file of networks that play instead of the shipped ones.
    #[arg(long)]
    networks: Option<PathBuf>,
    /// Play with the cube, and judge by cubeful equities.
    #[arg(long)]
    cube: bool,
    /// Games of our rollouts from each play.
    #[arg(long, default_value_t = 144, value_parser = clap::value_parser!(u64).range(2..))]
    trials: u64,
    /// Games of GNU Backgammon's rollouts from each play, if not as many as of ours; 0 leaves them out.
    #[arg(long)]
    gnubg_trials: Option<u64>,
    /// The plays after which games of rollouts are cut off; 0 plays them to their ends.
    #[arg(long, default_value_t = 11)]
    truncate: u32,
    /// How deep the plays of rollouts are looked for.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=3))]
    rollout_plies: u32,
    /// Seed of all dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep the disputes in a file, or go on with it.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The program.
    #[arg(long, default_value = "/usr/games/gnubg")]
    gnubg: PathBuf,
}

impl Arguments {
    fn settings(&self) -> Settings {
        Settings {
            plies: self.plies,
            gnubg_plies: self.gnubg_plies.unwrap_or(self.plies),
            networks: self.networks.clone(),
            cube: self.cube,
            trials: self.trials,
            gnubg_trials: self.gnubg_trials.unwrap_or(self.trials),
            truncate: self.truncate,
            rollout_plies: self.rollout_plies,
            seed: self.seed,
        }
    }

    /// How our player is set up.
    fn setup(&self) -> Result<SearchSetup> {
        let read = |path: &PathBuf| -> Result<Trained> {
            let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
            let training = INFO.training.context("networks that can be trained")?;
            (training.read)(&bytes).with_context(|| path.display().to_string())
        };
        Ok(SearchSetup {
            trained: self.networks.as_ref().map(read).transpose()?,
            ..SearchSetup::default()
        })
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let settings = arguments.settings();
    let game = Tryktrak::with_options(Options {
        cube: settings.cube,
        ..Options::default()
    });
    let players = Players::new(
        &game,
        &arguments.setup()?,
        Gnubg::start(&arguments.gnubg)?,
        &settings,
    )?;
    let mut judges = Judges::start(&arguments.gnubg, &game, &settings)?;
    let mut kept = Kept::open(arguments.out.as_deref(), &settings)?;
    let mut decisions = Decisions::new(game, players, settings.seed);
    let mut judged = Vec::new();
    while judged.len() < arguments.decisions {
        let decision = decisions.next()?;
        judged.push(judge(&decision, &mut judges, &mut kept)?);
        tell_progress(&judged, arguments.decisions)?;
    }
    let text = report::text(&judged, &decisions.seconds, decisions.games());
    write!(std::io::stdout(), "{text}")?;
    Ok(())
}

/// A decision with its dispute, out of the file if it was judged before.
fn judge(decision: &Decision, judges: &mut Judges, kept: &mut Kept) -> Result<Decision> {
    let mut judged = decision.clone();
    let Some(dispute) = &mut judged.dispute else {
        return Ok(judged);
    };
    if let Some(known) = kept.take(dispute.decision) {
        ensure!(
            known.is_about(dispute),
            "found {} with {:?} and {:?}, expected {} with {:?} and {:?}: the file is of other networks or another program",
            known.xgid,
            known.our_play,
            known.gnubg_play,
            dispute.xgid,
            dispute.our_play,
            dispute.gnubg_play,
        );
        *dispute = known;
    } else {
        judges.judge(dispute)?;
        kept.keep(dispute)?;
    }
    Ok(judged)
}

/// Says how far it is, after every hundred decisions.
fn tell_progress(judged: &[Decision], all: usize) -> Result<()> {
    if judged.len().is_multiple_of(100) {
        let disputed = judged.iter().filter(|decision| decision.dispute.is_some());
        let (n, disputed) = (judged.len(), disputed.count());
        writeln!(
            std::io::stderr(),
            "{n} of {all} decisions, {disputed} disputed"
        )?;
    }
    Ok(())
}
