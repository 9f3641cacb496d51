//! Judges records: each move by search or by the game's own method. Also computes totals and writes annotated records
//! and reports.

mod print;
mod request;

use std::path::Path;

use anyhow::Result;
use ludex_kit::registry::{self, Session};
use ludex_kit::{Branch, InputError, Language, MAX_PLIES, Record, say};
use ludex_search::StopFlag;
use serde_json::{Value, json};

use super::options::{ALL_BRANCHES, Damage, find_branch};
use ludex_base::cache::Cache;
use ludex_base::catalogue::catalogue;
use ludex_base::failure::CouldNot;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::losses::loss_remarks;
use ludex_base::output::{self, LiveLine};
use ludex_study::analysis::{
    GameLuck, GameTask, JudgedGame, JudgedMove, JudgingState, annotated_records, annotation_format,
    judge_game, matches, totals,
};
use ludex_study::page;

pub(super) use request::{Judging, Order, without_asides};

/// A line to judge: a game as it was played, or one of its variations.
pub(super) struct LineToJudge {
    pub(super) record: Record,
    branch: Option<Branch>,
}

impl LineToJudge {
    /// A game as it was played.
    pub(super) fn game(record: Record) -> Self {
        Self { record, branch: None }
    }

    /// The lines that a name selects: one variation, or the game with all its variations.
    pub(super) fn named(whole: &Record, name: &str) -> Result<Vec<Self>, InputError> {
        let line = |branch: Branch| Self { record: whole.along(&branch), branch: Some(branch) };
        if name != ALL_BRANCHES {
            return Ok(vec![line(find_branch(whole, name)?)]);
        }
        let branches = whole.branches();
        let n_plies = |branch: &Branch| branch.n_before + branch.plies.len();
        let n_moves: usize = branches.iter().map(n_plies).sum();
        if n_moves > MAX_PLIES {
            let sentence = say!(
                "all lines together have {moves} moves, more than the limit of {most}",
                moves = n_moves,
                most = MAX_PLIES
            );
            let error = InputError::sentence("--branch", sentence);
            return Err(error.with_hint(say!("name one variation")));
        }
        let mut lines = vec![Self::game(whole.clone())];
        lines.extend(branches.into_iter().map(line));
        Ok(lines)
    }

    /// Number of steps that a variation shares with its game.
    fn n_before(&self) -> usize {
        self.branch.as_ref().map_or(0, |branch| branch.n_before)
    }
}

/// The heading of the progress of a game.
fn steps_of(number: usize, n_games: usize) -> String {
    match n_games {
        1 => say!("steps"),
        _ => say!("steps of game {number} of {all}", number, all = n_games),
    }
}

/// Maximum number of moves of a line to judge. The candidates of each move stay in memory, and for each search all earlier moves are
/// replayed.
const MOST_JUDGED: usize = 10_000;

impl Judging<'_> {
    /// Judges lines of a file; `whole` is the game that contains the variations.
    pub(super) fn run(&self, lines: Vec<LineToJudge>, whole: Option<Record>) -> Result<()> {
        let info = catalogue().info(&self.position.game)?;
        let format = self.annotate.map(|path| annotation_format(info, path)).transpose()?;
        let stop = stop_on_interrupt();
        let (mut games, mut branches, mut damage) = (Vec::new(), Vec::new(), Damage::default());
        let mut states = Vec::new();
        let n_games = lines.len();
        for (index, line) in lines.into_iter().enumerate() {
            let number = self.position.number.unwrap_or(index + 1);
            // Comments of moves become part of the annotated record.
            let language =
                if self.annotate.is_some() { Language::English } else { Language::current() };
            let judge = || self.judge_game(&line, (number, n_games), &mut states, &stop);
            match language.scope(judge) {
                Ok(mut game) => {
                    damage.extend(game.record.damage.take().map(Into::into));
                    games.push(game);
                    branches.push(line.branch);
                }
                Err(error) if error.is::<InputError>() => damage.extend(Some(error)),
                Err(error) => return Err(error),
            }
            if stop.is_stopped() {
                break;
            }
        }
        let damage: Option<anyhow::Error> = damage.last();
        if let (true, Some(_)) = (games.is_empty(), &damage) {
            return damage.map_or(Ok(()), Err);
        }
        self.print_sums(&games)?;
        if let (Some(path), Some(format)) = (self.annotate, format) {
            let english = Language::English;
            let records = english.scope(|| annotated_records(&games, &branches, whole, format));
            let mut losses = Vec::new();
            for record in &records {
                losses.extend(registry::losses(catalogue(), &self.position.game, format, record)?);
            }
            self.position.report_remarks(&loss_remarks(losses, format))?;
            output::write_file(path, format.written(&records))?;
        }
        if let Some(path) = self.html {
            output::write_file(path, page::report(info, &games, &|record| self.open(record))?)?;
        }
        if !stop.is_stopped() {
            states.into_iter().for_each(JudgingState::remove);
        }
        if let Some(damage) = damage {
            return Err(damage);
        }
        if stop.is_stopped() {
            output::remark(&say!("run the same command again to continue"));
            return Err(CouldNot(say!("stopped before the last move")).into());
        }
        Ok(())
    }

    fn judge_game(
        &self,
        line: &LineToJudge,
        (number, n_games): (usize, usize),
        states: &mut Vec<JudgingState>,
        stop: &StopFlag,
    ) -> Result<JudgedGame> {
        let record = &mut line.record.clone();
        let (mut session, words) = self.position.open_record(record, self.config)?;
        let (record, n_before) = (&*record, line.n_before());
        if let Some(word) = words.get(n_before + MOST_JUDGED) {
            let problem =
                say!("is too far: at most {most} moves of a game are analysed", most = MOST_JUDGED);
            let error = word.locate(InputError::problem(say!("move"), &*word.text, problem));
            return Err(error.with_hint(say!("--ply N analyses one position")).into());
        }
        let task = GameTask {
            record,
            words: &words,
            branch: line.branch.as_ref(),
            number,
            limits: self.limits,
            seed: self.chosen.setup.options.seed,
            threads: self.threads,
            open: &|| self.open(record),
            choose: &|session| self.choose(session),
            stop,
        };
        let mut state = JudgingState::open(&Cache::of_user(), &self.key(record));
        let mut live = LiveLine::new();
        let mut report = |n_known: usize, n_steps: usize, verdict: Option<&JudgedMove>| {
            match verdict {
                None => {
                    let progress = (n_known as u64, n_steps as u64);
                    live.show_progress(progress.0, progress.1, &steps_of(number, n_games));
                }
                Some(verdict) if self.json && self.order == Order::Ply => {
                    let branch = line.branch.as_ref().map(|branch| branch.name.as_str());
                    output::json(&Value::Object(print::facts(verdict, branch)))?;
                }
                Some(_) => {}
            }
            Ok(())
        };
        let game = judge_game(&mut *session, &task, &mut state, &mut report)?;
        drop(live);
        states.push(state);
        self.print_game(&game, number)?;
        Ok(game)
    }

    /// Configures the search of a session.
    fn choose(&self, session: &mut dyn Session) -> Result<()> {
        let chosen = self.chosen;
        Ok(session.configure(chosen.name.as_deref(), chosen.setup.clone())?)
    }

    /// Describes everything a judgement depends on, so that saved progress is used only for an identical request.
    fn key(&self, record: &Record) -> String {
        let options = &self.chosen.setup.options;
        let plies: Vec<&str> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
        let evaluator = self.chosen.setup.evaluator.as_deref().unwrap_or_default();
        // A network file may have changed under the same name.
        let file = ludex_base::input::read_regular(Path::new(evaluator));
        let checksum = file.map_or(0, |bytes| crc32fast::hash(&bytes));
        json!([
            env!("CARGO_PKG_VERSION"),
            self.position.game,
            self.position.variant.as_ref().map(ToString::to_string),
            record.variant.to_string(),
            record.start,
            plies,
            self.chosen.name,
            evaluator,
            checksum,
            self.chosen.setup.parameters,
            format!("{options:?} {:?}", self.limits),
        ])
        .to_string()
    }

    fn print_sums(&self, games: &[JudgedGame]) -> Result<()> {
        let info = catalogue().info(&self.position.game)?;
        if info.annotates {
            let matches: Vec<_> = matches(games).collect();
            let mut n_before = 0;
            for (number, games) in (1..).zip(&matches) {
                let number = (matches.len() > 1).then_some(number);
                self.print_tally(games, number, n_before)?;
                n_before += games.len();
            }
            return Ok(());
        }
        games.iter().try_for_each(|game| self.print_totals(game))
    }

    fn print_totals(&self, game: &JudgedGame) -> Result<()> {
        if self.json {
            let n_book = game.n_book();
            let mut object = json!({
                "totals": game.totals(),
                "result": game.result,
                "book_plies": n_book,
                "luck": game.luck.as_ref().map(GameLuck::json),
            });
            if let Some(name) = &game.branch {
                object["branch"] = json!(name);
            }
            output::json(&object)?;
        } else {
            let info = catalogue().info(&self.position.game)?;
            let table = print::totals_table(info, &totals(&game.moves), &game.record);
            let title = game.branch.as_ref().map(|name| say!("Branch {name}", name) + "\n");
            output::print(&(title.unwrap_or_default() + &table))?;
        }
        Ok(())
    }
}
