//! `ludex play`: a game in the terminal.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use ludex_games::InputError;
use ludex_search::{Limits, StopFlag, TimeControl};
use serde_json::json;

use super::options::refuse_ignored;
use super::real_time::Meant;
use super::{BookArgs, DealArgs, LimitArgs, OutputArgs, PositionArgs, SearchArgs};
use crate::book::SHIPPED;
use crate::config::Config;
use crate::input::{STDIN, to_text};
use crate::lines::{Lines, MAX_LINE};
use crate::numbers;
use crate::output;
use ludex_games::registry::Session;

const EXAMPLES: &str = "\
Examples:
  ludex play takt --variant size=5
  ludex play takt --p1 engine --p2 human --time 5s
  ludex play takt --p1 engine --p2 engine --nodes 100000
  ludex play quoridor --level 3 --seed 42
  ludex play tryktrak --variant length=5 --seed 7
  ludex play tryktrak --draws hand
  printf 'a1\\nhint\\nquit\\n' | ludex play takt
  ludex play tantrix --variant mode=gobble,players=4 --p1 human

At the prompt: a move, or one of: hint, undo, show, moves, help, quit.
Below --level 10 the engine errs as weaker players do, each --seed in its own way.";

const HELP: &str = "\
a move    in the game's notation, as `moves` lists them
hint      what the engine would play
undo      take back your last move
show      the board
moves     the legal moves
quit      leave the game";

/// Play a game in the terminal; a person or the engine on each side.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Play {
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays first [default: human; in real time engine]
    #[arg(long, value_enum, value_name = "WHO", allow_hyphen_values = true)]
    p1: Option<Who>,
    /// Who plays second (and every other side) [default: engine]
    #[arg(long, value_enum, value_name = "WHO", allow_hyphen_values = true)]
    p2: Option<Who>,
    /// Who decides what chance decides: the program by --seed, or you, who enter it (dice:31)
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        default_value = "program",
        allow_hyphen_values = true
    )]
    draws: ChanceSource,
    /// A rule of play: who needs longer for a move, person or engine, loses
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

/// Who decides what chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChanceSource {
    /// The program, by the seed.
    Program,
    /// You.
    Hand,
}

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Who {
    /// You.
    Human,
    /// The engine.
    Engine,
}

impl Play {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        if let Some(meant) = Meant::by(&self.position, &config)? {
            self.refuse_turns()?;
            let seed = self.search.chosen(&config, 1)?.setup.options.seed;
            let as_json = self.output.json(&config)?;
            return meant.play(seed, self.person()?, as_json);
        }
        let mut limits = self.limits.limits(&config)?;
        if let Some(most) = self.move_time {
            // What is left is for waking up and for writing the move.
            let most = most * 4 / 5;
            limits.time = Some(limits.time.map_or(most, |time| time.min(most)));
        }
        self.check_input()?;
        let mut session = self.position.open(&config)?;
        let mut chosen = self.search.configure(&mut *session, &config, &limits)?;
        let book = &self.book;
        book.open(SHIPPED, &mut *session, &config, &limits, &mut chosen)?;
        self.deal.deal(&mut *session, chosen.setup.options.seed)?;
        let clocks = limits.clock.map(|clock| vec![clock; session.players()]);
        let mut game = GameInProgress {
            session,
            limits,
            clocks,
            json: self.output.json(&config)?,
            prompt: io::stdin().is_terminal() && io::stdout().is_terminal(),
            players: self.sides(),
            seed: chosen.setup.options.seed,
            draws: self.draws,
            n_played: 0,
            move_time: self.move_time,
            late: None,
            input: Lines::new(io::stdin().lock(), MAX_LINE),
        };
        game.play()
    }

    /// In real time nobody searches, and nobody waits for a turn.
    fn refuse_turns(&self) -> Result<(), InputError> {
        let what = "a game in real time";
        let given = [
            ("--move-time", self.move_time.is_some()),
            ("--threads", self.search.threads.is_some()),
            ("--deal", self.deal.deal),
            ("--book", self.book.book.is_some()),
        ];
        refuse_ignored(what, &given)?;
        refuse_ignored(what, &self.limits.options())?;
        refuse_ignored(what, &self.search.given())
    }

    /// Who makes the moves where players take turns.
    fn sides(&self) -> [Who; 2] {
        [
            self.p1.unwrap_or(Who::Human),
            self.p2.unwrap_or(Who::Engine),
        ]
    }

    /// The seat of a person in a game in real time, where there is one terminal for one person.
    fn person(&self) -> Result<Option<usize>, InputError> {
        match (self.p1, self.p2) {
            (Some(Who::Human), Some(Who::Human)) => {
                let expected = "one person: in real time the terminal is for one";
                Err(InputError::new("--p2", "human", expected))
            }
            (Some(Who::Human), _) => Ok(Some(0)),
            (_, Some(Who::Human)) => Ok(Some(1)),
            _ => Ok(None),
        }
    }

    /// A person's moves come from standard input, so a position cannot.
    fn check_input(&self) -> Result<(), InputError> {
        let position = &self.position;
        let from_stdin = position.position.as_deref() == Some(STDIN)
            || position.moves.as_deref() == Some(STDIN)
            || position.file.as_deref() == Some(Path::new(STDIN));
        if from_stdin && self.sides().contains(&Who::Human) {
            return Err(InputError::new("standard input", STDIN, "your moves")
                .with_hint("give the position as text or in a file"));
        }
        Ok(())
    }
}

/// What a person's line asked for.
enum PlayerCommand {
    Played,
    Again,
    Quit,
}

/// A game in progress.
struct GameInProgress {
    session: Box<dyn Session>,
    limits: Limits,
    /// What is left on each player's clock, if they play with clocks.
    clocks: Option<Vec<TimeControl>>,
    json: bool,
    prompt: bool,
    players: [Who; 2],
    /// Of what chance decides.
    seed: u64,
    draws: ChanceSource,
    /// Moves and events that came here, those that `undo` may take back.
    n_played: usize,
    move_time: Option<Duration>,
    /// Who has needed too long for a move.
    late: Option<usize>,
    /// What persons type.
    input: Lines<io::StdinLock<'static>>,
}

impl GameInProgress {
    fn play(&mut self) -> anyhow::Result<()> {
        self.show()?;
        let mut unfinished = false;
        loop {
            if self.draws == ChanceSource::Program {
                self.let_chance_decide()?;
            } else if !self.session.events().is_empty() {
                match self.event_by_hand()? {
                    PlayerCommand::Quit => return self.finish(true),
                    PlayerCommand::Played | PlayerCommand::Again => continue,
                }
            }
            let Some(player) = self.session.status().to_move else {
                break;
            };
            let started = Instant::now();
            match self.who(player) {
                Who::Engine => self.engine_move(player)?,
                Who::Human => {
                    if let PlayerCommand::Quit = self.human_move(player)? {
                        unfinished = true;
                        break;
                    }
                }
            }
            if self.move_time.is_some_and(|most| started.elapsed() > most) {
                self.late = Some(player);
                break;
            }
        }
        self.finish(unfinished)
    }

    /// Deals and draws what is missing before the next move.
    fn let_chance_decide(&mut self) -> anyhow::Result<()> {
        let mut events = Vec::new();
        while let Some(event) = self.session.sample_event(self.seed)? {
            self.n_played += 1;
            events.push(event);
        }
        if events.is_empty() {
            return Ok(());
        }
        if self.json {
            let position = self.session.position();
            output::json(&json!({"events": events, "position": position}))?;
        } else {
            output::print(&format!("drawn: {}\n\n", events.join(" ")))?;
            self.show()?;
        }
        Ok(())
    }

    /// A line that says what chance has decided, or another wish.
    fn event_by_hand(&mut self) -> anyhow::Result<PlayerCommand> {
        let events = self.session.events();
        let example = events.first().map_or("", |(event, _)| event);
        let prompt = format!("chance (such as {example})> ");
        self.human_line(self.session.status().next, &prompt)
    }

    fn who(&self, player: usize) -> Who {
        self.players[(player - 1).min(1)]
    }

    fn show(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        output::print(&self.session.render())
    }

    fn engine_move(&mut self, player: usize) -> anyhow::Result<()> {
        let started = Instant::now();
        let findings =
            self.session
                .search(&self.limits_of(player), &StopFlag::default(), &mut |_| {})?;
        self.charge(player, started.elapsed());
        let mv = findings.best_move().unwrap_or_default().to_owned();
        self.make(player, &mv)?;
        Ok(())
    }

    fn limits_of(&self, player: usize) -> Limits {
        let clock = self.clocks.as_ref().map(|clocks| clocks[player - 1]);
        Limits {
            clock,
            ..self.limits
        }
    }

    /// Takes the time of a move off a clock. The engine keeps its clock but nobody loses on time here.
    fn charge(&mut self, player: usize, spent: std::time::Duration) {
        if let Some(clocks) = &mut self.clocks {
            let clock = &mut clocks[player - 1];
            clock.remaining = clock.remaining.saturating_sub(spent) + clock.increment;
        }
    }

    fn make(&mut self, player: usize, text: &str) -> anyhow::Result<()> {
        let written = self.session.play(text)?;
        self.n_played += 1;
        if self.json {
            let ply = self.session.status().ply;
            let position = self.session.position();
            output::json(
                &json!({"ply": ply, "player": player, "move": written, "position": position}),
            )?;
        } else {
            output::print(&format!("player {player}: {written}\n\n"))?;
            self.show()?;
        }
        Ok(())
    }

    /// Reads lines until one of them is a move.
    fn human_move(&mut self, player: usize) -> anyhow::Result<PlayerCommand> {
        self.human_line(player, &format!("player {player}> "))
    }

    /// Reads lines until one of them goes on with the game.
    fn human_line(&mut self, player: usize, prompt: &str) -> anyhow::Result<PlayerCommand> {
        loop {
            if self.prompt {
                output::print(prompt)?;
            }
            let Some(line) = self.input.next() else {
                return Ok(PlayerCommand::Quit);
            };
            let wish = match line.and_then(|line| to_text(line, "standard input")) {
                Ok(line) => self.obey(player, line.trim()),
                Err(error) => Err(error.into()),
            };
            match wish {
                Ok(PlayerCommand::Again) => {}
                Ok(wish) => return Ok(wish),
                // A slip of the pen does not end the game.
                Err(error) if error.is::<InputError>() => {
                    output::remark(&format!("error: {error}"));
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn obey(&mut self, player: usize, line: &str) -> anyhow::Result<PlayerCommand> {
        match line {
            "" => {}
            "quit" | "exit" => return Ok(PlayerCommand::Quit),
            "help" | "?" => output::line(HELP)?,
            "show" => output::print(&self.session.render())?,
            "moves" => output::line(&self.session.legal_moves().join(" "))?,
            "hint" => self.hint(player)?,
            "undo" => return self.take_back(player),
            mv => {
                self.make(player, mv)
                    .map_err(|error| match error.downcast::<InputError>() {
                        Ok(error) => error
                            .with_hint("`moves` lists the legal ones, `help` the commands")
                            .into(),
                        Err(error) => error,
                    })?;
                return Ok(PlayerCommand::Played);
            }
        }
        Ok(PlayerCommand::Again)
    }

    fn hint(&mut self, player: usize) -> anyhow::Result<()> {
        let findings =
            self.session
                .search(&self.limits_of(player), &StopFlag::default(), &mut |_| {})?;
        let best = findings.best();
        let win = best.map_or(0.5, |line| line.wdl.win);
        let mv = findings.best_move().unwrap_or_default();
        output::line(&format!("hint: {mv}  (win {:.1} %)", win * 100.0))?;
        Ok(())
    }

    /// Takes moves back until a person is to move again.
    fn take_back(&mut self, player: usize) -> anyhow::Result<PlayerCommand> {
        let mut taken = 0;
        while self.n_played > 0 && self.session.undo() {
            self.n_played -= 1;
            taken += 1;
            let to_move = self.session.status().to_move;
            if to_move.is_some_and(|player| self.who(player) == Who::Human) {
                break;
            }
        }
        if taken == 0 {
            let error = InputError::new("undo", "no move", "a move of this game to take back");
            return Err(error.into());
        }
        self.show()?;
        let same = self.session.status().to_move == Some(player);
        Ok(if same {
            PlayerCommand::Again
        } else {
            PlayerCommand::Played
        })
    }

    /// The late one alone loses, and the others share what there is to win.
    fn finish_late(&self, late: usize) -> anyhow::Result<()> {
        let players = self.session.players();
        let result = match (players, late) {
            (2, 1) => "p2win",
            (2, _) => "p1win",
            _ => "ended",
        };
        let share = 2.0 / (players - 1).max(1) as f64 - 1.0;
        let returns: Vec<f64> = (1..=players)
            .map(|player| if player == late { -1.0 } else { share })
            .collect();
        if self.json {
            let ply = self.session.status().ply;
            output::json(&json!({"result": result, "ply": ply, "returns": returns, "late": late}))?;
        } else {
            output::line(&format!("result {result} (player {late} out of time)"))?;
        }
        Ok(())
    }

    fn finish(&self, unfinished: bool) -> anyhow::Result<()> {
        if let Some(late) = self.late {
            return self.finish_late(late);
        }
        let status = self.session.status();
        let result = status.result.unwrap_or("none");
        if self.json {
            output::json(
                &json!({"result": status.result, "ply": status.ply, "returns": status.returns}),
            )?;
        } else {
            let why = if unfinished { " (unfinished)" } else { "" };
            output::line(&format!("result {result}{why}"))?;
        }
        Ok(())
    }
}
