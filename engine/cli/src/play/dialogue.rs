//! The dialogue with a person: reads lines until one of them continues the game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use ludex_kit::registry::{Findings, PictureRequest, Resignation, Seat, SoFar};
use ludex_kit::{InputError, registry::Session, say};
use ludex_search::{Limits, StopFlag};

use super::command::{self, Command};
use super::game::{GameInProgress, Input, LineEffect, Outcome, search};
use super::narrator::Audience;
use super::sides::PlayerKind;
use crate::analyse::{lines_found, live_lines};
use crate::options::PositionArgs;
use crate::terminal::{LivePrompt, Typed, Words, stop_on_enter};
use ludex_base::failure::{self, CouldNot, SessionError};
use ludex_base::input::to_text;
use ludex_base::interrupt;
use ludex_base::output::{self, LiveLine, percent};
use ludex_study::played::clock::Clocks;
use ludex_study::played::record;
use ludex_study::played::table_talk;

/// The words that offer a draw.
const DRAW: &str = "draw?";

impl GameInProgress<'_> {
    /// Reads and runs commands until the person has moved.
    pub(super) fn persons_turn(
        &mut self,
        player: usize,
        prompt: &str,
        started: Instant,
    ) -> anyhow::Result<LineEffect> {
        loop {
            let typed = match self.read_line(player, prompt, started) {
                Ok(typed) => typed,
                Err(error) => {
                    print_input_error(error, self.narrator.audience)?;
                    continue;
                }
            };
            let is_late = |clocks: &Clocks| clocks.is_over(player, started.elapsed());
            if self.clocks.as_ref().is_some_and(is_late) {
                return Ok(LineEffect::Ended(Outcome::Late(player)));
            }
            let line = match typed {
                Typed::Line(line) => line,
                Typed::End => return Ok(LineEffect::Ended(Outcome::Left)),
                Typed::TooLate => return Ok(LineEffect::Ended(Outcome::Late(player))),
                Typed::Interrupt => {
                    let told = say!("(type quit to leave the game, help for all commands)");
                    self.narrator.remark(&told)?;
                    continue;
                }
            };
            match self.run_command(player, &line, started) {
                Ok(LineEffect::Nothing) => {}
                Ok(act) => return Ok(act),
                // Invalid input does not end the game.
                Err(error) => print_input_error(error, self.narrator.audience)?,
            }
        }
    }

    fn read_line(
        &mut self,
        player: usize,
        prompt: &str,
        started: Instant,
    ) -> anyhow::Result<Typed> {
        self.narrator.before_prompt(&*self.session)?;
        let words = match self.input {
            Input::Pipe(_) => Words::default(),
            Input::Terminal(_) => self.words()?,
        };
        match &mut self.input {
            Input::Pipe(lines) => match lines.next() {
                None => Ok(Typed::End),
                Some(line) => Ok(Typed::Line(to_text(line?, &say!("standard input"))?)),
            },
            Input::Terminal(editor) => {
                // The prompt for a chance event has no clock, because no clock runs there.
                if prompt.ends_with("> ") {
                    return editor.read(prompt, words);
                }
                let by_clock = self.clocks.as_ref().map(|clocks| clocks.clock_of(player).remaining);
                let Some(left) = by_clock.into_iter().chain(self.move_time).min() else {
                    return editor.read(&format!("{prompt}> "), words);
                };
                let live = live_prompt(self.clocks.clone(), player, prompt.to_owned(), started);
                editor.read_until(&live, words, started + left)
            }
        }
    }

    /// The words for completion in this position. Commands that could only fail are left out.
    fn words(&self) -> anyhow::Result<Words> {
        let events = self.session.events().into_iter().map(|(event, _)| event);
        let steps = self.session.legal_moves().into_iter().chain(events);
        let mut words = command::words(self.session.info(), steps.collect());
        let useless = [
            ("flip", !self.has_sides()?),
            ("draw?", table_talk::check_drawable(&*self.session, DRAW).is_err()),
            ("clock", self.clocks.is_none()),
        ];
        words.first.retain(|word| !useless.contains(&(word.as_str(), true)));
        Ok(words)
    }

    fn run_command(
        &mut self,
        player: usize,
        line: &str,
        started: Instant,
    ) -> anyhow::Result<LineEffect> {
        match command::read(line)? {
            Command::Step(text) => return self.step(player, text),
            Command::Undo => return self.take_back(player),
            Command::OfferDraw => return self.offer_draw(player),
            Command::Resign(way) => return self.resign(player, way),
            Command::Load(path, ply) => return self.load(path, ply),
            Command::Quit => return Ok(LineEffect::Ended(Outcome::Left)),
            Command::Moves => output::line(&self.session.legal_moves().join(" "))?,
            Command::Hint => self.hint(player)?,
            Command::Show => self.narrator.show(&*self.session)?,
            Command::Flip => self.flip()?,
            Command::Analyse => self.analyse(player)?,
            Command::Clock => self.print_clocks(player, started)?,
            Command::Save(path, replaces) => self.save(path, replaces)?,
            Command::Help => output::print(&command::help(self.session.info()))?,
        }
        Ok(LineEffect::Nothing)
    }

    /// Plays a move in the game's notation, or in one of the words that players use for moves.
    fn step(&mut self, player: usize, text: &str) -> anyhow::Result<LineEffect> {
        let mv = table_talk::resolve_move(&*self.session, text);
        if mv.is_empty() {
            return Ok(LineEffect::Nothing);
        }
        let made = self.make(player, mv, true);
        made.map_err(|error| match failure::into_input_error(error) {
            Ok(error) => {
                error.with_hint(say!("`moves` lists the legal moves, `help` the commands")).into()
            }
            Err(error) => error,
        })?;
        Ok(LineEffect::Moved)
    }

    fn hint(&mut self, player: usize) -> anyhow::Result<()> {
        let mut session = self.session.fork();
        self.engine.advise(&mut *session)?;
        let limits = self.limits_of(player);
        let findings = search(&mut *session, &limits, self.narrator.audience)?;
        let win = findings.best().map_or(0.5, |line| line.wdl.win);
        let mv = findings.best_move().unwrap_or_default();
        output::line(&say!("hint: {move}  (win {chance})", move = mv, chance = percent(win)))?;
        Ok(())
    }

    /// Takes moves back until a person is to move again.
    fn take_back(&mut self, player: usize) -> anyhow::Result<LineEffect> {
        let mut n_steps = self.session.game_so_far().steps.len();
        let mut taken = 0;
        while n_steps > self.n_given && self.session.undo() {
            (n_steps, taken) = (n_steps - 1, taken + 1);
            let to_move = self.session.status().to_move;
            let is_asked =
                to_move.is_some_and(|player| self.player_kind(player) == PlayerKind::Human);
            if is_asked && !self.is_forced() {
                break;
            }
        }
        if taken == 0 {
            return Err(InputError::sentence("undo", say!("there is no move to take back")).into());
        }
        self.narrator.changed(&*self.session)?;
        self.keep()?;
        let same = self.session.status().to_move == Some(player);
        Ok(if same { LineEffect::Nothing } else { LineEffect::Changed })
    }

    /// Whether the board looks different from the other side.
    fn has_sides(&self) -> anyhow::Result<bool> {
        let seen_by = |player: usize| {
            self.session
                .render(&PictureRequest { seat: Seat::Player(player), ..PictureRequest::default() })
        };
        Ok(seen_by(1)? != seen_by(2)?)
    }

    /// Shows the board from the other side.
    fn flip(&mut self) -> anyhow::Result<()> {
        if !self.has_sides()? {
            let game = self.session.info().name;
            let sentence = say!("the board of {game} looks the same from both sides", game);
            return Err(InputError::sentence("flip", sentence).into());
        }
        self.narrator.seat = 3 - self.narrator.seat;
        self.narrator.show(&*self.session)?;
        Ok(())
    }

    fn print_clocks(&self, player: usize, started: Instant) -> anyhow::Result<()> {
        let Some(clocks) = &self.clocks else {
            let error = InputError::sentence("clock", say!("this game has no clock"));
            return Err(error.with_hint(say!("start a game with --clock 5m")).into());
        };
        let clocks = clocks.running(player, started.elapsed());
        output::line(&clocks.to_string())?;
        Ok(())
    }

    /// Shows the best lines: at a terminal until the person presses Enter, otherwise for the time of a move.
    fn analyse(&mut self, player: usize) -> anyhow::Result<()> {
        let mut session = self.session.fork();
        self.engine.analyse(&mut *session)?;
        let findings = if self.narrator.audience == Audience::Player {
            output::line(&say!("Enter or Ctrl-C stops the analysis."))?;
            watch(&mut *session, &*self.session)?
        } else {
            let limits = self.limits_of(player);
            session.search(&limits, &StopFlag::default(), &mut |_| {})?
        };
        output::print(&lines_found(&*session, &findings))?;
        Ok(())
    }

    fn offer_draw(&mut self, player: usize) -> anyhow::Result<LineEffect> {
        table_talk::check_drawable(&*self.session, DRAW)?;
        if self.player_kind(3 - player) == PlayerKind::Human {
            return Ok(LineEffect::Ended(Outcome::Agreed));
        }
        let findings = self.think(player)?;
        if table_talk::accepts_draw(&findings, true) {
            return Ok(LineEffect::Ended(Outcome::Agreed));
        }
        output::line(&say!("declined: I am better"))?;
        Ok(LineEffect::Nothing)
    }

    /// Asks a person at a terminal to confirm a resignation; from a pipe it needs no confirmation.
    fn confirm_resignation(&mut self, resignation: &Resignation) -> anyhow::Result<bool> {
        let Input::Terminal(editor) = &mut self.input else {
            return Ok(true);
        };
        let cost = table_talk::cost_words(resignation);
        let prompt = format!("{}> ", say!("resign the game{cost} (y or n)", cost));
        let typed = editor.read(&prompt, Words::default())?;
        Ok(matches!(typed, Typed::Line(line) if matches!(line.trim(), "y" | "yes" | "resign")))
    }

    /// Resigns; a match continues with its next game.
    fn resign(&mut self, player: usize, way: Option<&str>) -> anyhow::Result<LineEffect> {
        let resignation = self.session.resign(player, way)?;
        if !self.confirm_resignation(&resignation)? {
            return Ok(LineEffect::Nothing);
        }
        let Some(lost) = table_talk::continue_match(&mut *self.session, &resignation)? else {
            return Ok(LineEffect::Ended(Outcome::Resigned(player, resignation)));
        };
        self.earlier.push(lost);
        self.n_given = 0;
        let told = say!("player {player} resigns the game, and the match continues", player);
        self.narrator.remark(&told)?;
        self.narrator.changed(&*self.session)?;
        self.keep()?;
        Ok(LineEffect::Changed)
    }

    /// Writes the record. An existing file is overwritten only if this game has written it, or if the user
    /// confirms.
    fn save(&mut self, path: &Path, replaces: bool) -> anyhow::Result<()> {
        let is_it = |other: &PathBuf| {
            other == path
                || path.canonicalize().is_ok_and(|path| Some(path) == other.canonicalize().ok())
        };
        let is_ours = self.save.iter().chain(&self.written).any(is_it);
        if path.is_file() && !(is_ours || replaces) {
            let error =
                InputError::problem("save", path.display().to_string(), say!("exists already"));
            return Err(error.with_hint(say!("use save! FILE to replace it")).into());
        }
        let records = self.heading.records(&self.stretches(), None);
        let remarks = record::write_checked(self.session.info(), path, &records)?;
        for remark in &remarks {
            output::warn(remark);
        }
        self.written.push(path.to_owned());
        self.narrator.remark(&say!("saved: {path}", path = path.display()))?;
        Ok(())
    }

    /// Continues a game from a file.
    fn load(&mut self, path: &Path, ply: Option<usize>) -> anyhow::Result<LineEffect> {
        let args = PositionArgs {
            game: self.heading.game.clone(),
            file: Some(path.to_owned()),
            ply,
            ..PositionArgs::default()
        };
        let record = args.record(path)?;
        let opened = args.open_whole(record, self.engine.config);
        let (mut session, _) = opened.map_err(|error| match error.place.as_str() {
            "--ply" => InputError { place: "load".to_owned(), ..error },
            _ => error,
        })?;
        let place = path.display().to_string();
        if session.status().over {
            let error = InputError::sentence(place, say!("the game is over"));
            return Err(error.with_hint(say!("use load FILE PLY to go back to a move")).into());
        }
        if session.players() != self.session.players() {
            let (other, own) = (session.players(), self.session.players());
            let sentence = say!("the game has {other} players, but this one has {own}", other, own);
            return Err(InputError::sentence(place, sentence).into());
        }
        self.engine.take_seat(&mut *session)?;
        self.session = session;
        self.heading.variant = self.session.variant().to_string();
        self.earlier.clear();
        self.n_given = 0;
        // The file of the previous game is kept, and the loaded game gets a new file.
        self.kept = None;
        self.narrator.changed(&*self.session)?;
        self.keep()?;
        Ok(LineEffect::Changed)
    }
}

/// The prompt of a player whose clock runs, with the clocks if there are any.
fn live_prompt(
    clocks: Option<Clocks>,
    player: usize,
    prompt: String,
    started: Instant,
) -> LivePrompt {
    let Some(clocks) = clocks else {
        return Arc::new(move || format!("{prompt}> "));
    };
    let now = move || clocks.running(player, started.elapsed());
    let width = now().to_string().len();
    Arc::new(move || format!("{prompt} [{}]> ", now().padded_to(width)))
}

/// Prints an error in the input, or a failure of the machine, such as a full disk; any other error ends the game.
fn print_input_error(error: anyhow::Error, audience: Audience) -> anyhow::Result<()> {
    let is_slip = failure::input_error(&error).is_some()
        || error.is::<CouldNot>()
        || error.is::<SessionError>();
    if !is_slip {
        return Err(error);
    }
    let text = failure::text(&error, audience == Audience::Json);
    output::complain(text.trim_end());
    Ok(())
}

/// Searches, and shows the lines until the person presses Enter. `reporter` is a session at the same position that formats the lines.
fn watch(session: &mut dyn Session, reporter: &dyn Session) -> anyhow::Result<Findings> {
    let mut live = LiveLine::new();
    let mut observer =
        |found: &SoFar<'_, Findings>| live.show_with(|| live_lines(reporter, &found.words()));
    let limits = Limits::default();
    let found = interrupt::interruptible(|stop| {
        std::thread::scope(|scope| {
            scope.spawn(|| stop_on_enter(stop));
            let found = session.search(&limits, stop, &mut observer);
            stop.stop();
            found
        })
    });
    Ok(found?)
}
