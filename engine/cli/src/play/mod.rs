//! `ludex play`: a game in the terminal.
//!
//! [`command`] parses what a person types, [`dialogue`] runs it, [`game`] lets the sides move in turn, [`narrator`]
//! shows what happens, [`record`](ludex_study::played::record) writes the record, and [`saved`] saves the game while
//! it is unfinished.
//!
//! **Invariant:** A person's game is never lost: the session lists its own steps, and all of them are written to a file after every move.
//! The file is removed only when the game ends (`engine/tests/it/terminal/saved.rs`). There is one list of commands, the same for terminals
//! and pipes; the words that a game adds are data (`GameInfo::table_talk`).

mod command;
mod dialogue;
mod engine;
mod game;
mod narrator;
mod saved;
mod sides;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use ludex_kit::InputError;
use ludex_kit::interface::record::shown;
use ludex_kit::registry::Session;
use ludex_kit::{message, say};

use super::options::refuse_ignored;
use super::real_time::RealTimeVariant;
use super::terminal::{self, ClockedEditor};
use super::{BookArgs, DealArgs, LimitArgs, OutputArgs, PositionArgs, SearchArgs};
use crate::config::Config;
use engine::Engine;
use game::{GameInProgress, Input};
use ludex_base::catalogue::catalogue;
use ludex_base::input::STDIN;
use ludex_base::lines::{Lines, MAX_LINE};
use ludex_base::numbers;
use ludex_base::output;
use ludex_study::played::clock::Clocks;
use ludex_study::played::record::{Heading, today};
use narrator::{Audience, Narrator};
use saved::{LastGame, SavedGame, SavedGames};
use sides::{Automatic, ChanceSource, PlayerKind, YOU, has_chance};

const EXAMPLES: &str = "\
Examples:
  ludex play takt --variant size=5
  ludex play takt --p1 engine --p2 human --time 5s
  ludex play takt --p1 engine --p2 engine --nodes 100000
  ludex play quoridor --clock 5m+3s --name1 Ann --save game.qdr
  ludex play quoridor --level 3 --seed 42
  ludex play tryktrak --variant length=5 --seed 7 --auto forced
  ludex play tryktrak --draws hand
  ludex play takt --kept
  ludex play --kept
  printf 'a1\\nhint\\nquit\\n' | ludex play takt
  ludex play tantrix --variant mode=gobble,players=4 --p1 human

At the prompt enter a move (Tab completes it) or one of: hint, analyse, undo, show,
flip, moves, clock, draw?, resign, save, load, help, quit. Ctrl-C stops the engine's
search or clears the line. At a terminal the game is saved after every move until it
is over; --resume continues it, and --kept lists saved games. In Tryktrak Enter rolls;
with --draws hand enter a roll as 53, 5-3 or dice:53.
Below --level 10 the engine makes the mistakes of a weaker player, different ones for
each --seed. Without --seed a new one is drawn and printed, so every game differs.
hint and analyse always use the engine's full strength.";

/// Play a game in the terminal; a person or the engine on each side.
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("game", |game| game.required(false).required_unless_present("kept").default_value_if("kept", "true", "")),
)]
pub(super) struct Play {
    #[command(flatten)]
    position: PositionArgs,
    /// Player of the first side [default: human; in real time engine]
    #[arg(long, value_enum, value_name = "WHO", allow_hyphen_values = true)]
    p1: Option<PlayerKind>,
    /// Player of the second side and of all further sides [default: engine]
    #[arg(long, value_enum, value_name = "WHO", allow_hyphen_values = true)]
    p2: Option<PlayerKind>,
    /// Name of the first player in the record [default: you or ludex]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    name1: Option<String>,
    /// Name of the second player and of all further players [default: ludex or you]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    name2: Option<String>,
    /// Continue the latest unfinished game, or the one of a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["position", "moves", "file", "variant", "deal", "name1", "name2"])]
    #[expect(clippy::option_option, reason = "it may be given without a file")]
    resume: Option<Option<PathBuf>>,
    /// List the unfinished games, the latest first; without GAME those of all games
    #[arg(long, exclusive = false, conflicts_with_all = ["resume", "position", "moves", "file", "variant", "deal", "p1", "p2", "name1", "name2", "save", "auto"])]
    kept: bool,
    /// Write the game to this file after every move; the ending of the name selects the format
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    save: Option<PathBuf>,
    /// Moves that are made automatically
    #[arg(long, value_enum, value_name = "WHICH", allow_hyphen_values = true)]
    auto: Option<Automatic>,
    /// Source of dice and draws: the program (from --seed), or you by typing them (dice:31 or 31)
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        default_value = "program",
        allow_hyphen_values = true
    )]
    draws: ChanceSource,
    /// Time limit for each move, for people and engines; exceeding it loses the game
    #[arg(long, value_name = "TIME", value_parser = numbers::duration, allow_hyphen_values = true)]
    move_time: Option<Duration>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    deal: DealArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    book: BookArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Play {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        if self.kept {
            let game = match self.position.game.as_str() {
                "" => None,
                game => Some(catalogue().info(game)?.name),
            };
            let as_json = self.output.json(&config)?;
            return Ok(SavedGames::of_user()
                .map_or(Ok(()), |saved_games| saved_games.list(game, as_json))?);
        }
        if let Some(meant) = RealTimeVariant::from_arguments(&self.position, &config)? {
            self.refuse_turns().map_err(|error| meant.with_key(error))?;
            let seed = self.search.chosen(&config, 1)?.setup.options.seed;
            let as_json = self.output.json(&config)?;
            return meant.play(seed, self.person()?, as_json);
        }
        let mut limits = self.limits.limits(&config)?;
        if let Some(most) = self.move_time {
            // One fifth of the time is reserved for delays of the machine and for printing the move.
            let most = most * 4 / 5;
            limits.time = Some(limits.time.map_or(most, |time| time.min(most)));
        }
        let saved_games = SavedGames::of_user();
        let resumed = self.resumed(saved_games.as_ref())?;
        let mut search = self.search.clone();
        let drawn = match &resumed {
            // A resumed game keeps its settings.
            Some((_, kept)) => {
                search.seed.get_or_insert(kept.seed);
                if let (None, Some(level)) = (search.level, kept.level) {
                    search.level = Some(level);
                    if !level.is_full() {
                        let number = level.number();
                        output::remark(&say!(
                            "the game continues at level {number}; --level changes it",
                            number
                        ));
                    }
                }
                None
            }
            None => search.draw_seed(&config)?,
        };
        let engine = Engine { search: &search, book: &self.book, config: &config, limits };
        let (mut game, as_resumed) = match resumed {
            Some((path, kept)) => (self.resume(engine, &path, &kept)?, Some(path)),
            None => (self.begin(engine)?, None),
        };
        let is_at_terminal = terminal::is_there() && game.sides.contains(&PlayerKind::Human);
        if as_resumed.is_some() || is_at_terminal {
            game.saved_games.clone_from(&saved_games);
        }
        let has_person = game.sides.contains(&PlayerKind::Human);
        if terminal::is_there() && !has_person && self.p2.is_none() {
            output::remark(&say!(
                "the engine plays both sides; --p2 human lets you play the second side"
            ));
        }
        if let (true, None, Some(saved_games)) = (is_at_terminal, &as_resumed, &saved_games) {
            remark_unfinished(saved_games, &game.heading.game);
        }
        game.kept = as_resumed;
        if let Some(seed) = drawn {
            game.narrator.seeded(seed)?;
        }
        game.play()
    }

    /// Starts a new game.
    fn begin<'a>(&self, engine: Engine<'a>) -> anyhow::Result<GameInProgress<'a>> {
        let sides = self.sides([PlayerKind::Human, PlayerKind::Engine]);
        self.check_input(sides)?;
        let mut session = self.position.open(engine.config)?;
        let seed = engine.take_seat(&mut *session)?;
        self.deal.deal(&mut *session, seed)?;
        let mut game = self.game(engine, session, sides, self.names(sides))?;
        game.n_given = game.session.game_so_far().steps.len();
        game.seed = seed;
        Ok(game)
    }

    /// Resumes an unfinished game.
    fn resume<'a>(
        &self,
        engine: Engine<'a>,
        path: &Path,
        kept: &SavedGame,
    ) -> anyhow::Result<GameInProgress<'a>> {
        let who = |is_person| if is_person { PlayerKind::Human } else { PlayerKind::Engine };
        let sides = self.sides(kept.persons.map(who));
        let place = path.display().to_string();
        let mut session = kept.open().map_err(|error| error.within(&place))?;
        engine.take_seat(&mut *session)?;
        let overhead = self.limits.overhead.overhead(engine.config)?;
        let mut game = self.game(engine, session, sides, self.names(sides))?;
        game.heading = kept.heading.clone();
        let (_, earlier) =
            kept.stretches.split_last().expect("a saved game has at least one stretch");
        game.earlier = earlier.to_vec();
        game.n_given = kept.n_given;
        game.seed = kept.seed;
        if kept.chance_by_hand {
            game.draws = ChanceSource::Hand;
        }
        if let (Some(clocks), None) = (&kept.clocks, self.limits.clock) {
            game.clocks = Some(Clocks::from_saved(clocks, overhead));
        }
        Ok(game)
    }

    /// A game of these sides.
    fn game<'a>(
        &self,
        engine: Engine<'a>,
        session: Box<dyn Session>,
        sides: [PlayerKind; 2],
        names: [String; 2],
    ) -> anyhow::Result<GameInProgress<'a>> {
        self.check_draws(&*session)?;
        let n_players = session.players();
        let has_person = sides.contains(&PlayerKind::Human);
        let is_at_terminal = terminal::is_there() && has_person;
        let audience = match (self.output.json(engine.config)?, is_at_terminal) {
            (true, _) => Audience::Json,
            (false, true) => Audience::Player,
            (false, false) => Audience::Reader,
        };
        let mut narrator = Narrator::new(audience);
        if audience == Audience::Player
            && sides == [PlayerKind::Engine, PlayerKind::Human]
            && n_players == 2
        {
            narrator.seat = 2;
        }
        Ok(GameInProgress {
            heading: Heading {
                game: session.info().name.to_owned(),
                variant: session.variant().to_string(),
                names: name_all(names, n_players),
                day: today(),
            },
            clocks: engine.limits.clock.map(|clock| Clocks::new(clock, n_players)),
            last_mover: None,
            session,
            engine,
            sides,
            draws: self.draws,
            seed: 0,
            auto: self.auto,
            move_time: self.move_time,
            earlier: Vec::new(),
            n_given: 0,
            saved_games: None,
            kept: None,
            save: self.save.clone(),
            written: Vec::new(),
            narrator,
            input: if is_at_terminal {
                Input::Terminal(Box::new(ClockedEditor::new()?))
            } else {
                Input::Pipe(Lines::new(io::stdin().lock(), MAX_LINE))
            },
        })
    }

    /// The unfinished game to resume, with its file.
    fn resumed(
        &self,
        saved_games: Option<&SavedGames>,
    ) -> Result<Option<(PathBuf, SavedGame)>, InputError> {
        let Some(wanted) = &self.resume else {
            return Ok(None);
        };
        let game = catalogue().info(&self.position.game)?.name;
        if let Some(path) = wanted {
            let (kept, _) = SavedGame::read_for_game(path, game)?;
            return Ok(Some((path.clone(), kept)));
        }
        let LastGame { found, damage } =
            saved_games.map(|saved_games| saved_games.last(game)).unwrap_or_default();
        match (found, damage) {
            (None, Some(damage)) => Err(damage),
            (None, None) => {
                let sentence = say!(
                    "there is no unfinished game of {game}; only games begun at a terminal are saved",
                    game
                );
                Err(InputError::sentence("--resume", sentence))
            }
            (found, damage) => {
                if let Some(damage) = damage {
                    output::complain(&say!(
                        "error: {error}; an older game is continued instead",
                        error = damage
                    ));
                }
                Ok(found)
            }
        }
    }

    /// An error for options that have no effect in real time, where there are no searches and no turns.
    fn refuse_turns(&self) -> Result<(), InputError> {
        let what = message!("a game in real time");
        let given = [
            ("--move-time", self.move_time.is_some()),
            ("--threads", self.search.threads.is_some()),
            ("--deal", self.deal.deal),
            ("--book", self.book.book.is_some()),
            ("--name1", self.name1.is_some()),
            ("--name2", self.name2.is_some()),
            ("--save", self.save.is_some()),
            ("--auto", self.auto.is_some()),
            ("--draws", self.draws == ChanceSource::Hand),
        ];
        refuse_ignored(what, &given)?;
        refuse_ignored(what, &self.limits.options())?;
        refuse_ignored(what, &self.search.given())
    }

    /// The player of each side in a game in turns, with these defaults.
    fn sides(&self, usual: [PlayerKind; 2]) -> [PlayerKind; 2] {
        [self.p1.unwrap_or(usual[0]), self.p2.unwrap_or(usual[1])]
    }

    /// The name of the first side and of all others.
    fn names(&self, sides: [PlayerKind; 2]) -> [String; 2] {
        let usual = match sides {
            [PlayerKind::Human, PlayerKind::Human] => ["player 1", SECOND],
            sides => sides.map(|who| match who {
                PlayerKind::Human => YOU,
                PlayerKind::Engine => "ludex",
            }),
        };
        let name = |given: &Option<String>, usual: &str| match given {
            Some(name) => shown(name),
            None => usual.to_owned(),
        };
        [name(&self.name1, usual[0]), name(&self.name2, usual[1])]
    }

    /// The seat of the person in a game in real time; one terminal serves one person.
    fn person(&self) -> Result<Option<usize>, InputError> {
        match (self.p1, self.p2) {
            (Some(PlayerKind::Human), Some(PlayerKind::Human)) => {
                let problem = say!(
                    "is not possible for both players: in real time only one person can use the terminal"
                );
                Err(InputError::problem("--p2", "human", problem))
            }
            (Some(PlayerKind::Human), _) => Ok(Some(0)),
            (_, Some(PlayerKind::Human)) => Ok(Some(1)),
            _ => Ok(None),
        }
    }

    /// An error if dice and draws should be typed, but the game has none.
    fn check_draws(&self, session: &dyn Session) -> Result<(), InputError> {
        if self.draws == ChanceSource::Program || has_chance(session) {
            return Ok(());
        }
        let game = format!("{} {}", session.info().name, session.variant());
        let problem = say!("has no effect: {game} has no dice or draws", game = game.trim_end());
        Err(InputError::problem("--draws", "hand", problem).with_hint(say!("leave it out")))
    }

    /// An error if a position would be read from standard input, from which a person's moves come.
    fn check_input(&self, sides: [PlayerKind; 2]) -> Result<(), InputError> {
        let position = &self.position;
        let from_stdin = position.position.as_deref() == Some(STDIN)
            || position.moves.as_deref() == Some(STDIN)
            || position.file.as_deref() == Some(Path::new(STDIN));
        if from_stdin && sides.contains(&PlayerKind::Human) {
            return Err(InputError::sentence(
                say!("standard input"),
                say!("your moves are read from it, so it cannot also contain the position"),
            )
            .with_hint(say!("give the position as text or in a file")));
        }
        Ok(())
    }
}

/// The usual name of the second of two persons.
const SECOND: &str = "player 2";

/// A name for every player; the second one applies to all other sides.
fn name_all([first, others]: [String; 2], n_players: usize) -> Vec<String> {
    let other = |number| match n_players {
        2 => others.clone(),
        _ if others == SECOND => format!("player {number}"),
        _ => format!("{others} {number}"),
    };
    let others = (2..=n_players).map(other);
    std::iter::once(first).chain(others).collect()
}

/// Prints a remark if there is an unfinished game when a person starts a new one.
fn remark_unfinished(saved_games: &SavedGames, game: &str) {
    let LastGame { found, damage } = saved_games.last(game);
    if found.is_some() {
        output::remark(&say!(
            "there is an unfinished game; continue with `ludex play {game} --resume`",
            game
        ));
    } else if let Some(error) = damage {
        output::remark(&say!("error: {error}; the file is left unchanged", error));
    }
}
