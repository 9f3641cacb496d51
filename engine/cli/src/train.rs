//! `ludex train`: trains a game's networks by self-play.

mod show;

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::interface::learner::{Learner, OutcomePupils, Pupils};
use ludex_kit::support::figures::signed;
use ludex_kit::{GameInfo, InputError, Trained, TrainingKind, Variant, message, say};
use ludex_learn::nnue::Nnue;
use serde::Serialize;

use super::options::all_cores;
use super::runs::check_same_game;
use ludex_base::catalogue::catalogue;
use ludex_base::failure::CouldNot;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::numbers;
use ludex_base::output;
use ludex_matches::train::RunEnding;
use ludex_matches::train::lock;
use ludex_matches::train::outcomes;
use ludex_matches::train::outcomes::LearningGame;
use ludex_matches::train::outcomes::LogLine;
use ludex_matches::train::outcomes::TrainCheckpoint;
use ludex_matches::train::outcomes::TrainSettings;
use ludex_matches::train::outcomes::TrainStage;
use ludex_matches::train::scores;
use ludex_matches::train::scores::Generation;
use ludex_matches::train::scores::GenerationLine;
use ludex_matches::train::scores::ScoreRun;
use ludex_matches::train::scores::ScoreSettings;
use ludex_study::trained;

const EXAMPLES: &str = concat!(
    "\
Examples:
  ludex train takt --variant size=6,komi=2 --out nets
  ludex train takt --variant size=5 --out nets \\
        --stage \"first: games=40000, nodes=500\" --stage \"second: games=40000, nodes=1000\"
  ludex train trax --out nets --stage \"first: games=14000, nodes=1000, gate=none\" \\
        --stage \"second: games=75000, nodes=500, plies=7, lambda=0.2, epochs=8\"
  ludex train --show nets/records-1.bin
  ludex train --show nets/network.bin
  ludex tournament trax --player \"a: nodes=2000\" --player \"b: nodes=2100\" --pairs 400 --out games
  ludex train trax --chances games/results.jsonl > chances.txt
  ludex train tryktrak --out nets --seed 1 \\
        --stage \"td: games=200000, lambda=0.7, rate=1e-3..2e-4\" \\
        --stage \"ahead: plies=1, games=20000, stray=0.05, rate=5e-4..2e-5, store=1e6\"
  ludex train tantrix --out nets
  ludex train --resume nets

Networks for alpha-beta are trained in generations. A generation records games of
self-play, and a network learns from them to correct the handmade score. The network
plays the games of the next generation if it beats the previous player in a match at
equal time. If the pairs of the match run out before its test is decided, the more
likely hypothesis counts. By default there are two generations of 40,000 quick games
each. A stage is `NAME: key=value, …`:
",
    message!("  games   games of self-play                          nodes   nodes of the search for a move
  plies   random plies at the start of a game         window  generations of games to learn from
  lambda  share of the result in the targets          epochs  passes over each position
  rate    learning rate, or FROM..TO over the epochs  batch   positions of one step
  gate    time for a move in the match, or none       pairs   most pairs of the match
  elo0, elo1  the hypotheses of its sequential test"),
    "\n\
The folder contains run.json, records-N.bin (the games; --show prints them),
network-N.bin, match-N (the match), network.bin (the best so far, for --evaluator and
--from) and curve.svg. A kill loses at most 32 games of self-play or the training of
one network. --chances finds the chance to win for each score of a new network; it
needs games between equal players.

Networks of Tryktrak and Tantrix are trained during self-play, and a stage is:
",
    message!("  games   games of self-play                          round   games with the same networks
  rate    learning rate, or FROM..TO over the stage   passes  passes over each position
  store   stored positions to learn from              only    the networks to train, joined
                                                              by + [default: all]"),
    "\n\
A network of Tantrix learns how many points a colour will score, in games with any
number of players. Without --stage it plays 100,000 games with moves drawn by their
priors and 8,000 with its search. A stage may also have:
",
    message!("  nodes   nodes of the search for a placement; 0: placements are drawn by their priors"),
    "\n\
Tryktrak needs a stage, which may also have:
",
    message!("  plies   0: temporal differences; n: labels from n   lambda  of the temporal differences
          plies of lookahead                          stray   chance of a random move
  near    chance of a move near the best              endings chance of a game that begins
                                                              with an unusual ending,
                                                              containment or crashed board
  rivals  plays near the best that are also labelled (with plies of 1 or more); if the
          lookahead prefers one of them, that play and the best one count three times
  later   share of values later in the game, without luck, in labels with lookahead:
          such labels look as far ahead as a rollout, at the cost of one game"),
    "\n\
Its networks are contact, crashed, ending (contact after checkers were borne off or
with seven on the two lowest points), race, first-off (rolls until the gammon is
saved) and sketch. The folder contains networks.bin (the networks, for --from and
--evaluator), checkpoint.bin and curve.svg. Ctrl-C stops the current round; a kill
loses at most one minute and one round of work. --resume then gives the same networks
as a run without interruption. After some rounds the networks play a contest against
earlier networks, with a tenth of the games played since the last contest; the line of
the round shows the points per game.

To compare the new networks with the shipped ones:
  ludex tournament tryktrak --player \"new: evaluator=nets/networks.bin depth=0\" \\
        --player \"old: depth=0\" --pairs 1000",
);

/// Train a game's networks by self-play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Train {
    /// The game
    #[arg(value_name = "GAME", required_unless_present_any = ["resume", "show"])]
    game: Option<String>,
    /// The variant of the network: key=value,… (`ludex games` lists the keys)
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = super::options::variant, allow_hyphen_values = true)]
    variant: Option<Variant>,
    /// A stage of the run (see below); can be repeated; Tryktrak needs at least one
    #[arg(long = "stage", value_name = "NAME: KEY=VALUE, …", allow_hyphen_values = true)]
    stages: Vec<String>,
    /// Folder of the run
    #[arg(long, value_name = "DIR", required_unless_present_any = ["resume", "show", "chances"])]
    out: Option<PathBuf>,
    /// Continue the run of this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "stages", "seed", "from", "variant", "records"])]
    resume: Option<PathBuf>,
    /// Start from the networks of this file instead of random ones or the handmade evaluation
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// More records that every generation learns from, for example from another machine
    #[arg(long, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// Seed of all random choices [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Print the games of a records file, or describe a network
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "out", "resume", "stages", "seed", "from", "variant", "records", "threads"])]
    show: Option<PathBuf>,
    /// Print the probability to win for each score in each phase of the game, fitted to results.jsonl of tournaments
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with_all = ["show", "out", "resume", "stages", "seed", "from", "variant", "records", "threads"])]
    chances: Vec<PathBuf>,
    /// Print a JSON line for each round, generation or position, or an object with the chances
    #[arg(long)]
    json: bool,
}

/// A prepared run, of either training method.
enum Run {
    Outcomes(Box<dyn Learner>, OutcomePupils, Box<TrainCheckpoint>),
    Scores(&'static TrainingKind, ScoreRun),
}

impl Run {
    /// The networks in words, if the run has nothing left to do.
    fn finished(&self, folder: &Path) -> Option<String> {
        let (is_done, file) = match self {
            Self::Outcomes(.., checkpoint) => (checkpoint.stage().is_none(), outcomes::NETWORKS),
            Self::Scores(_, run) => (run.current_generation().is_none(), scores::BEST),
        };
        let path = folder.join(file);
        is_done.then(|| {
            if path.exists() {
                say!("its networks are in {path}", path = path.display())
            } else {
                say!("no network won against the previous player")
            }
        })
    }
}

impl Train {
    pub(super) fn run(self) -> anyhow::Result<()> {
        // Standard output is checked now, because the first round may take hours.
        output::stdout()?;
        if let Some(path) = &self.show {
            return show::show(path, self.json);
        }
        if let (Some(game), false) = (&self.game, self.chances.is_empty()) {
            return show::show_chances(game, &self.chances, self.json);
        }
        let (folder, _lock, run) = match &self.resume {
            Some(folder) => self.resume(folder)?,
            None => self.start()?,
        };
        let threads = self.threads.unwrap_or_else(all_cores);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let stop = stop_on_interrupt();
        let json = self.json;
        if let Some(result) = run.finished(&folder) {
            output::remark(&say!("the run is finished: {result}", result));
        }
        let ending = pool.install(|| match run {
            Run::Outcomes(learner, pupils, mut checkpoint) => {
                if let Some(stage) = checkpoint.stage() {
                    output::remark(&beginning(&stage, checkpoint.games));
                }
                let learning_game = LearningGame { learner: &*learner, pupils: &pupils };
                outcomes::run(learning_game, &mut checkpoint, &folder, &stop, |line| {
                    print_log_line(json, line, words)
                })
            }
            Run::Scores(kind, mut run) => {
                scores::run(kind, &mut run, &folder, (threads, json), &stop, |line| {
                    print_log_line(json, line, words_of_generation)
                })
            }
        })?;
        match ending {
            RunEnding::Done => Ok(()),
            RunEnding::Stopped => {
                let text = say!(
                    "stopped; continue with `ludex train --resume {folder}`",
                    folder = folder.display()
                );
                Err(CouldNot(text).into())
            }
        }
    }

    /// The run in a folder. If a game is named, it must be the game of the run. A folder without a run is an error and stays
    /// unchanged.
    fn resume(&self, folder: &Path) -> anyhow::Result<(PathBuf, File, Run)> {
        let is_score = ScoreRun::is_in(folder);
        let is_run = is_score || TrainCheckpoint::is_in(folder);
        if !is_run {
            let problem =
                say!("is not the folder of a training run: it has no run.json or checkpoint.bin");
            let found = folder.display().to_string();
            return Err(InputError::problem("--resume", found, problem).into());
        }
        let lock = lock(folder)?;
        let (game, run) = if is_score {
            let run = ScoreRun::load(folder)?;
            let known = kind_of(&run.settings.game);
            let (_, kind) =
                known.map_err(|error| error.within(ScoreRun::path(folder).display()))?;
            (run.settings.game.clone(), Run::Scores(kind, run))
        } else {
            let checkpoint = TrainCheckpoint::load(folder)?;
            let game = checkpoint.settings.game.clone();
            let path = TrainCheckpoint::path(folder);
            let known = outcomes_of(&game).map_err(|error| error.within(path.display()))?;
            (game, Run::Outcomes(known.0, known.1, Box::new(checkpoint)))
        };
        if let Some(given) = &self.game {
            check_same_game(given, &game)?;
        }
        Ok((folder.to_owned(), lock, run))
    }

    fn start(&self) -> anyhow::Result<(PathBuf, File, Run)> {
        let game = self.game.as_deref().expect("required without --resume");
        let folder = self.out.clone().expect("required without --resume");
        let (info, kind) = kind_of(game)?;
        let (_, learner) = catalogue().learner(info.name, &Variant::default())?;
        let (run, networks) = match learner.pupils() {
            Pupils::Outcomes(pupils) => (self.outcomes(info, kind, (learner, pupils))?, None),
            Pupils::Score(_) => self.scores(info, kind)?,
        };
        output::make_folder(&folder)?;
        let lock = lock(&folder)?;
        if TrainCheckpoint::is_in(&folder) || ScoreRun::is_in(&folder) {
            let found = folder.display().to_string();
            return Err(InputError::problem(
                "--out",
                found,
                say!("already contains a training run"),
            )
            .with_hint(say!("--resume continues it"))
            .into());
        }
        match &run {
            Run::Outcomes(.., checkpoint) => checkpoint.save(&folder)?,
            Run::Scores(_, run) => run.begin(&folder, networks.as_ref())?,
        }
        Ok((folder, lock, run))
    }

    /// A run of a game that learns during play.
    fn outcomes(
        &self,
        info: &GameInfo,
        kind: &TrainingKind,
        (learner, pupils): (Box<dyn Learner>, OutcomePupils),
    ) -> anyhow::Result<Run> {
        if let Some(path) = self.records.first() {
            let problem = say!(
                "is not used: the networks of {game} learn during self-play",
                game = info.name
            );
            let found = path.display().to_string();
            return Err(InputError::problem("--records", found, problem).into());
        }
        if let Some(variant) = &self.variant {
            let problem = say!(
                "is not used: the networks of {game} work for every variant",
                game = info.name
            );
            return Err(InputError::problem("--variant", variant.to_string(), problem).into());
        }
        let given = self.stages.iter().map(String::as_str);
        let usual = pupils.usual.iter().copied().filter(|_| self.stages.is_empty());
        let stages: Result<Vec<_>, _> =
            given.chain(usual).map(|text| TrainStage::read(text, &pupils)).collect();
        let settings =
            TrainSettings { game: info.name.into(), seed: self.seed.unwrap_or(0), stages: stages? };
        if settings.stages.is_empty() {
            let sentence =
                say!("at least one stage is needed, such as --stage \"td: games=10000\"");
            return Err(InputError::sentence("--stage", sentence).into());
        }
        let networks =
            self.starting_networks(info, kind)?.map(|trained| trained.outcomes().to_vec());
        let checkpoint = TrainCheckpoint::start(&pupils.shapes, settings, networks);
        Ok(Run::Outcomes(learner, pupils, Box::new(checkpoint)))
    }

    /// A run of generations, and its starting network.
    fn scores(
        &self,
        info: &GameInfo,
        kind: &'static TrainingKind,
    ) -> anyhow::Result<(Run, Option<Nnue>)> {
        let variant = self.variant.clone().unwrap_or_default();
        let opened = catalogue().learner(info.name, &variant);
        let (variant, learner) = opened.map_err(|error| error.within_unless_there("--variant"))?;
        let network = self.starting_networks(info, kind)?;
        if let Some(network) = &network {
            learner.check(network).map_err(|error| error.within("--from"))?;
        }
        let network = network.as_ref().and_then(Trained::score).cloned();
        let stages: Result<Vec<_>, _> =
            self.stages.iter().map(|text| Generation::read(text)).collect();
        let settings = ScoreSettings {
            game: info.name.into(),
            variant: variant.to_string(),
            seed: self.seed.unwrap_or(0),
            starts_with_network: network.is_some(),
            records: self.record_paths(),
            generations: Some(stages?)
                .filter(|stages| !stages.is_empty())
                .unwrap_or_else(Generation::usual),
        };
        scores::check_records(&settings)?;
        let log = Vec::new();
        Ok((Run::Scores(kind, ScoreRun { settings, log }), network))
    }

    /// The absolute paths of `--records`, since a resumed run may be started in another folder.
    fn record_paths(&self) -> Vec<PathBuf> {
        let whole = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        self.records.iter().map(whole).collect()
    }

    /// The networks of `--from`.
    fn starting_networks(
        &self,
        info: &GameInfo,
        kind: &TrainingKind,
    ) -> Result<Option<Trained>, InputError> {
        let read = |path: &PathBuf| trained::read(info.name, kind, path);
        self.from.as_ref().map(read).transpose()
    }
}

/// Prints a line of the log. A closed pipe does not end the training.
fn print_log_line<L: Serialize>(
    json: bool,
    line: &L,
    words: impl Fn(&L) -> String,
) -> io::Result<()> {
    let printed =
        if json { output::json(&serde_json::json!(line)) } else { output::line(&words(line)) };
    match printed {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

fn kind_of(game: &str) -> Result<(&'static GameInfo, &'static TrainingKind), InputError> {
    let info = catalogue().info(game)?;
    let kind = info.training.ok_or_else(|| {
        let has = |info: &GameInfo| info.training.is_some();
        catalogue().not_offered(&say!("game"), info, &say!("a game with networks"), has)
    })?;
    Ok((info, kind))
}

/// The learner of a game that learns during play, and its networks.
fn outcomes_of(game: &str) -> Result<(Box<dyn Learner>, OutcomePupils), InputError> {
    let (_, learner) = catalogue().learner(game, &Variant::default())?;
    match learner.pupils() {
        Pupils::Outcomes(pupils) => Ok((learner, pupils)),
        Pupils::Score(_) => {
            let problem = say!("has no networks that learn during self-play");
            Err(InputError::problem(say!("game"), game, problem))
        }
    }
}

/// The line that is printed before the first round, because the round may take long.
fn beginning(stage: &TrainStage, games: u64) -> String {
    let round = stage.round_at(0);
    let so_far = say!(
        "{games} games so far; a line for every {round}",
        games = format!("{games:>9}"),
        round
    );
    format!("{:<8} {so_far}", stage.name)
}

fn words(line: &LogLine) -> String {
    let progress = line.progress.map_or_else(String::new, |points| {
        format!("  {}", say!("{points} points a game", points = signed(points, 3)))
    });
    let speed = line.positions as f64 / (line.playing_s + line.learning_s);
    let work = say!(
        "{games} games  loss {loss}  {speed} positions/s",
        games = format!("{:>9}", line.games),
        loss = format!("{:.5}", line.loss),
        speed = format!("{speed:>5.0}"),
    );
    format!("{:<8} {work}{progress}", line.stage)
}

fn words_of_generation(line: &GenerationLine) -> String {
    let verdict = match line.elo {
        None => String::new(),
        Some((elo, error)) => {
            let word = match (line.goes_on, line.accepted) {
                (Some(true), _) => say!("undecided, so the new network plays on"),
                (Some(false), _) => say!("undecided, so the old network plays on"),
                (None, true) => say!("accepted"),
                (None, false) => say!("refused"),
            };
            let error = error.map_or_else(|| "∞".to_owned(), |error| format!("{error:.0}"));
            format!("  {} ± {error} Elo, {word}", signed(elo, 0))
        }
    };
    let held_out = match (line.held_out, line.handmade) {
        (Some(loss), Some(handmade)) => say!(
            "held out {loss} (handmade {handmade})",
            loss = format!("{loss:.5}"),
            handmade = format!("{handmade:.5}")
        ),
        _ => say!("no game held out"),
    };
    let work = say!(
        "{games} games  {positions} positions  loss {loss}, {held_out}",
        games = format!("{:>9}", line.games),
        positions = format!("{:>10}", line.positions),
        loss = format!("{:.5}", line.loss),
        held_out
    );
    format!("{:<8} {work}{verdict}", line.generation)
}
