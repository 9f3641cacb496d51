//! A game in progress: the sides move in turn, chance events happen between moves, and the end is reported.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ludex_kit::registry::{Findings, Resignation, Session, SoFar};
use ludex_kit::{GameResult, say};
use ludex_search::{Limits, StopFlag};
use serde_json::json;

use super::engine::Engine;
use super::narrator::{Audience, NO_PLAYER, Narrator};
use super::saved::{SavedGame, SavedGames};
use super::sides::{Automatic, ChanceSource, PlayerKind, YOU};
use crate::analyse::search_progress;
use crate::terminal::ClockedEditor;
use ludex_base::interrupt;
use ludex_base::lines::Lines;
use ludex_base::output::{self, LiveLine};
use ludex_study::played::clock::Clocks;
use ludex_study::played::record::{self, GameEnd, Heading, Stretch};
use ludex_study::played::table_talk;

/// The source of the lines that persons type.
pub(super) enum Input {
    /// A terminal with a line editor.
    Terminal(Box<ClockedEditor>),
    /// A pipe or a file.
    Pipe(Lines<io::StdinLock<'static>>),
}

/// How a game ended.
pub(super) enum Outcome {
    /// By its rules.
    OnTheBoard,
    /// The person left.
    Left,
    /// A player ran out of time.
    Late(usize),
    /// A player resigned.
    Resigned(usize, Resignation),
    /// The players agreed on a draw.
    Agreed,
}

/// The effect of a person's line on the game.
pub(super) enum LineEffect {
    /// None; the person may continue.
    Nothing,
    /// The person has moved.
    Moved,
    /// The position has changed in another way.
    Changed,
    Ended(Outcome),
}

/// A game in progress.
pub(super) struct GameInProgress<'a> {
    pub(super) session: Box<dyn Session>,
    pub(super) engine: Engine<'a>,
    pub(super) sides: [PlayerKind; 2],
    pub(super) draws: ChanceSource,
    /// Seed of the chance events.
    pub(super) seed: u64,
    pub(super) auto: Option<Automatic>,
    pub(super) move_time: Option<Duration>,
    /// The players' clocks, if there are any.
    pub(super) clocks: Option<Clocks>,
    /// The player who was last to move.
    pub(super) last_mover: Option<usize>,
    pub(super) heading: Heading,
    /// Earlier parts of a match, which ended by resignation. The session starts after them.
    pub(super) earlier: Vec<Stretch>,
    /// Number of the session's steps that `undo` must not take back.
    pub(super) n_given: usize,
    /// The folder of unfinished games; `None` if this game is not saved.
    pub(super) saved_games: Option<SavedGames>,
    /// The file of this unfinished game, after it has been written once.
    pub(super) kept: Option<PathBuf>,
    /// Where the record is written after each move.
    pub(super) save: Option<PathBuf>,
    /// The files that `save` has written.
    pub(super) written: Vec<PathBuf>,
    pub(super) narrator: Narrator,
    pub(super) input: Input,
}

impl GameInProgress<'_> {
    pub(super) fn play(mut self) -> anyhow::Result<()> {
        self.check_save()?;
        self.save_record(None)?;
        self.narrator.changed(&*self.session)?;
        let outcome = loop {
            if let Some(outcome) = self.turn()? {
                break outcome;
            }
        };
        self.finish(&outcome)
    }

    /// Handles chance events and one player's turn.
    fn turn(&mut self) -> anyhow::Result<Option<Outcome>> {
        if self.draws == ChanceSource::Program {
            self.draw_chance_events()?;
        } else if let Some((example, _)) = self.session.events().first() {
            let prompt = format!("{}> ", say!("chance (such as {example})", example));
            let player = self.session.status().next;
            let act = self.persons_turn(player, &prompt, Instant::now())?;
            if matches!(act, LineEffect::Changed) {
                self.last_mover = None;
            }
            return Ok(match act {
                LineEffect::Ended(outcome) => Some(outcome),
                _ => None,
            });
        }
        let Some(player) = self.session.status().to_move else {
            return Ok(Some(Outcome::OnTheBoard));
        };
        let before = self.last_mover.replace(player).filter(|&before| before != player);
        if let (Some(clocks), Some(before)) = (&mut self.clocks, before) {
            clocks.end_turn(before);
        }
        let started = Instant::now();
        let act = match self.player_kind(player) {
            PlayerKind::Engine => {
                self.engine_move(player)?;
                LineEffect::Moved
            }
            PlayerKind::Human if self.is_forced() => {
                let only = self.session.legal_moves().swap_remove(0);
                self.make(player, &only, false)?;
                self.narrator.add_aside(&say!("forced"));
                LineEffect::Moved
            }
            PlayerKind::Human => {
                let prompt = match self.heading.names.get(player - 1) {
                    Some(name) if name != YOU => self.player_name(player),
                    _ => say!("player {player}", player),
                };
                self.persons_turn(player, &prompt, started)?
            }
        };
        match act {
            LineEffect::Ended(outcome) => Ok(Some(outcome)),
            LineEffect::Moved => Ok(self.charge(player, started.elapsed())),
            LineEffect::Nothing => Ok(None),
            LineEffect::Changed => {
                // This is not the end of a turn, so no player gets an increment.
                self.last_mover = None;
                Ok(None)
            }
        }
    }

    /// Draws missing chance events before the next move.
    fn draw_chance_events(&mut self) -> anyhow::Result<()> {
        let mut events = Vec::new();
        // Each game of a match has different dice, even after a resignation.
        let seed = self.seed.wrapping_add((self.earlier.len() as u64) << 32);
        loop {
            let status = self.session.status();
            let player = match status.ply {
                0 => NO_PLAYER,
                _ => status.next,
            };
            let Some(event) = self.session.sample_event(seed)? else {
                break;
            };
            events.push((player, event));
        }
        if !events.is_empty() {
            self.narrator.drawn(&*self.session, &events)?;
        }
        Ok(())
    }

    pub(super) fn player_kind(&self, player: usize) -> PlayerKind {
        self.sides[(player - 1).min(1)]
    }

    /// Whether the player to move has only one choice, which is made without a prompt.
    pub(super) fn is_forced(&self) -> bool {
        self.auto == Some(Automatic::Forced) && self.session.legal_moves().len() == 1
    }

    fn engine_move(&mut self, player: usize) -> anyhow::Result<()> {
        let findings = self.think(player)?;
        let mv = findings.best_move().unwrap_or_default().to_owned();
        self.make(player, &mv, false)
    }

    /// The engine's findings within the limits of a move.
    pub(super) fn think(&mut self, player: usize) -> anyhow::Result<Findings> {
        let limits = self.limits_of(player);
        search(&mut *self.session, &limits, self.narrator.audience)
    }

    pub(super) fn limits_of(&self, player: usize) -> Limits {
        Limits {
            clock: self.clocks.as_ref().map(|clocks| clocks.clock_of(player)),
            ..self.engine.limits
        }
    }

    /// Subtracts the time of a move from a clock. Returns the outcome if the player has lost on time.
    fn charge(&mut self, player: usize, spent: Duration) -> Option<Outcome> {
        let is_late = self.move_time.is_some_and(|most| spent > most);
        let status = self.session.status();
        let mut has_fallen = false;
        if let Some(clocks) = &mut self.clocks {
            has_fallen = clocks.is_over(player, spent) && !status.over;
            clocks.charge(player, spent);
        }
        (is_late || has_fallen).then_some(Outcome::Late(player))
    }

    /// Plays a move or a chance event.
    pub(super) fn make(&mut self, player: usize, text: &str, is_typed: bool) -> anyhow::Result<()> {
        let written = self.session.play(text)?;
        self.narrator.moved(&*self.session, player, &written, is_typed)?;
        self.keep()
    }

    /// The game so far.
    pub(super) fn stretches(&self) -> Vec<Stretch> {
        let mut stretches = self.earlier.clone();
        stretches.push(self.session.game_so_far().into());
        stretches
    }

    /// Saves the game, so that it can be resumed if the program ends.
    pub(super) fn keep(&mut self) -> anyhow::Result<()> {
        self.save_record(None)?;
        let Some(saved_games) = self.saved_games.clone() else {
            return Ok(());
        };
        if let Err(error) = self.keep_on(&saved_games) {
            let why = format!("{error:#}");
            output::remark(&say!("the game cannot be saved for --resume: {why}", why));
            self.saved_games = None;
        }
        Ok(())
    }

    fn keep_on(&mut self, saved_games: &SavedGames) -> anyhow::Result<()> {
        let path = match self.kept.take() {
            Some(path) => path,
            None => saved_games.file_for(&self.heading.game)?,
        };
        let kept = SavedGame {
            heading: self.heading.clone(),
            stretches: self.stretches(),
            persons: self.sides.map(|who| who == PlayerKind::Human),
            chance_by_hand: self.draws == ChanceSource::Hand,
            seed: self.seed,
            n_given: self.n_given,
            clocks: self.clocks.as_ref().map(Clocks::to_saved),
            level: Some(self.engine.level()?),
        };
        kept.write(&path)?;
        self.kept = Some(path);
        Ok(())
    }

    /// Checks at the start that the file of `--save` can express the game, and reports what it cannot store.
    fn check_save(&self) -> anyhow::Result<()> {
        let Some(path) = &self.save else {
            return Ok(());
        };
        let records = self.heading.records(&self.stretches(), None);
        let remarks = record::losses_at_start(self.session.info(), path, &records);
        let remarks = remarks.map_err(|error| error.within("--save"))?;
        for remark in &remarks {
            output::warn(remark);
        }
        Ok(())
    }

    /// Reports which information on the finished game the file of `--save` cannot store.
    fn report_losses(&self, end: &GameEnd, result: Option<&str>) {
        let Some(path) = &self.save else {
            return;
        };
        let records = self.heading.records(&self.ended_stretches(result), Some(end));
        match record::losses(self.session.info(), path, &records) {
            Ok(remarks) => remarks.iter().for_each(|remark| output::warn(remark)),
            Err(error) => output::warn(&error),
        }
    }

    /// Writes the record to the file of `--save`.
    fn save_record(&self, end: Option<(&GameEnd, Option<&str>)>) -> anyhow::Result<()> {
        let Some(path) = &self.save else {
            return Ok(());
        };
        let stretches = self.ended_stretches(end.and_then(|(_, result)| result));
        let records = self.heading.records(&stretches, end.map(|(end, _)| end));
        record::write(self.session.info(), path, &records)
    }

    /// The game so far, with the result for its record.
    fn ended_stretches(&self, result: Option<&str>) -> Vec<Stretch> {
        let mut stretches = self.stretches();
        if let Some(last) = stretches.last_mut() {
            last.result = result.map(str::to_owned);
        }
        stretches
    }

    fn finish(&mut self, outcome: &Outcome) -> anyhow::Result<()> {
        let (result, why) = self.result_of(outcome);
        let ply = self.session.status().ply;
        let word = result.as_ref().map(GameResult::word);
        let returns = result.as_ref().map(|result| &result.returns);
        let mut object = json!({"result": word, "ply": ply, "returns": returns});
        match *outcome {
            Outcome::Late(player) => object["late"] = player.into(),
            Outcome::Resigned(player, _) => object["resigned"] = player.into(),
            Outcome::Agreed => object["agreed"] = true.into(),
            Outcome::OnTheBoard | Outcome::Left => {}
        }
        self.finish_record(outcome, result.as_ref())?;
        let winners = match self.narrator.audience {
            Audience::Player => result.as_ref().and_then(|result| self.winners(&result.returns)),
            Audience::Json | Audience::Reader => None,
        };
        let result = winners.unwrap_or_else(|| match word {
            Some(result) => say!("result {result}", result),
            None => say!("result none"),
        });
        let words = result + &why;
        self.narrator.ended(&*self.session, &object, &words)?;
        Ok(())
    }

    /// The winners or a draw, as text; `None` without players.
    fn winners(&self, returns: &[f64]) -> Option<String> {
        let most = returns.iter().copied().reduce(f64::max)?;
        if returns.iter().all(|&value| value >= most) {
            return Some(say!("a draw"));
        }
        let winners = (1..).zip(returns).filter(|(_, value)| **value >= most);
        let names: Vec<String> = winners.map(|(number, _)| self.player_name(number)).collect();
        if let [name] = &names[..] {
            return Some(say!("{name} wins", name));
        }
        let names = names.into_iter().reduce(|all, name| say!("{all} and {name}", all, name))?;
        Some(say!("{names} win", names))
    }

    /// A player's number, and name if there is one.
    fn player_name(&self, number: usize) -> String {
        let player = say!("player {player}", player = number);
        match self.heading.names.get(number - 1) {
            Some(name) if *name != format!("player {number}") => format!("{player} ({name})"),
            _ => player,
        }
    }

    /// The result of the game, and the reason.
    fn result_of(&self, outcome: &Outcome) -> (Option<GameResult>, String) {
        let n_players = self.session.players();
        match outcome {
            Outcome::OnTheBoard => (self.session.status().result, String::new()),
            Outcome::Left => (self.session.status().result, format!(" ({})", say!("unfinished"))),
            Outcome::Late(player) => {
                let why = say!("player {player} out of time", player);
                (Some(self.session.lost_by(*player)), format!(" ({why})"))
            }
            Outcome::Resigned(player, resignation) => {
                let cost = table_talk::cost_words(resignation);
                let why = say!("player {player} resigns{cost}", player, cost);
                (Some(resignation.result.clone()), format!(" ({why})"))
            }
            Outcome::Agreed => {
                (Some(GameResult::new(vec![0.0; n_players])), format!(" ({})", say!("agreed")))
            }
        }
    }

    /// Writes the final record of a finished game; an unfinished one stays saved.
    fn finish_record(
        &mut self,
        outcome: &Outcome,
        result: Option<&GameResult>,
    ) -> anyhow::Result<()> {
        let how = match outcome {
            Outcome::Left => return self.report_saved_file(),
            Outcome::OnTheBoard => None,
            Outcome::Late(_) => Some("time"),
            Outcome::Resigned(..) => Some("resignation"),
            Outcome::Agreed => Some("agreement"),
        };
        let end =
            GameEnd { returns: result.map_or_else(Vec::new, |result| result.returns.clone()), how };
        let result = result.and_then(|result| result.written.as_deref());
        self.save_record(Some((&end, result)))?;
        self.report_losses(&end, result);
        let Some(kept) = self.kept.take() else {
            return Ok(());
        };
        let info = self.session.info();
        let Some(format) = info.formats.first() else {
            return Ok(());
        };
        let path = kept.with_extension(format.extensions.first().unwrap_or(&"txt"));
        let records = self.heading.records(&self.ended_stretches(result), Some(&end));
        record::write(info, &path, &records)?;
        let _ = std::fs::remove_file(kept);
        let told = say!("game saved: {path}", path = path.display());
        self.narrator.before_prompt(&*self.session)?;
        self.narrator.remark(&told)?;
        Ok(())
    }

    fn report_saved_file(&mut self) -> anyhow::Result<()> {
        if self.kept.is_some() {
            let game = &self.heading.game;
            let told = say!("the game is saved; continue with `ludex play {game} --resume`", game);
            self.narrator.remark(&told)?;
        }
        Ok(())
    }
}

/// Searches within limits. At a terminal the progress is shown, and a person who plays there can stop the search with
/// Ctrl-C.
pub(super) fn search(
    session: &mut dyn Session,
    limits: &Limits,
    audience: Audience,
) -> anyhow::Result<Findings> {
    let mut live = LiveLine::new();
    let mut observer =
        |found: &SoFar<'_, Findings>| live.show_with(|| search_progress(&found.words()));
    if audience != Audience::Player {
        return Ok(session.search(limits, &StopFlag::default(), &mut observer)?);
    }
    Ok(interrupt::interruptible(|stop| session.search(limits, stop, &mut observer))?)
}
