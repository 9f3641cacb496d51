//! Judges records: each move by search or by the game's own method. Also computes totals and writes annotated records
//! and reports.

mod annotated;
mod chance;
mod game;
mod print;
mod report;
mod request;

use std::path::Path;

use anyhow::Result;
use ludex_kit::registry::{self, Session};
use ludex_kit::{Branch, InputError, MAX_PLIES, Record, RecordFormat};
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
    ByGame, BySearch, JudgedMove, Judgement, JudgingMethod, JudgingState, JudgingTask, Totals,
    judge, tally_of, totals,
};

use chance::{GameLuck, score_of};
use game::{JudgedGame, matches};
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
            let sentence = format!(
                "all lines together have {n_moves} moves, more than the limit of {MAX_PLIES}"
            );
            return Err(InputError::sentence("--branch", sentence).with_hint("name one variation"));
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

/// Maximum number of moves of a line to judge. The candidates of each move stay in memory, and for each search all earlier moves are
/// replayed.
const MOST_JUDGED: usize = 10_000;

impl Judging<'_> {
    /// Judges lines of a file; `whole` is the game that contains the variations.
    pub(super) fn run(&self, lines: Vec<LineToJudge>, whole: Option<Record>) -> Result<()> {
        let format = self.annotation_format()?;
        let stop = stop_on_interrupt();
        let (mut games, mut branches, mut damage) = (Vec::new(), Vec::new(), Damage::default());
        let mut states = Vec::new();
        let n_games = lines.len();
        for (index, line) in lines.into_iter().enumerate() {
            let number = self.position.number.unwrap_or(index + 1);
            match self.judge_game(&line, (number, n_games), &mut states, &stop) {
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
            let records = annotated::records(&games, &branches, whole, format);
            let mut losses = Vec::new();
            for record in &records {
                losses.extend(registry::losses(catalogue(), &self.position.game, format, record)?);
            }
            self.position.report_remarks(&loss_remarks(losses, format))?;
            output::write_file(path, format.written(&records))?;
        }
        if let Some(path) = self.html {
            output::write_file(path, self.page(&games)?)?;
        }
        if !stop.is_stopped() {
            states.into_iter().for_each(JudgingState::remove);
        }
        if let Some(damage) = damage {
            return Err(damage);
        }
        if stop.is_stopped() {
            output::remark("run the same command again to continue");
            return Err(CouldNot("stopped before the last move".into()).into());
        }
        Ok(())
    }

    /// The format of the annotated file, by its extension.
    fn annotation_format(&self) -> Result<Option<&'static RecordFormat>> {
        let Some(path) = self.annotate else {
            return Ok(None);
        };
        let info = catalogue().info(&self.position.game)?;
        let ending = path.extension().and_then(|ending| ending.to_str());
        let ending = ending.unwrap_or_default().to_ascii_lowercase();
        let mut formats = info.formats.iter().filter(|format| format.annotated);
        let format = formats.clone().find(|format| format.extensions.contains(&ending.as_str()));
        if format.is_some() {
            return Ok(format);
        }
        let endings = formats.by_ref().flat_map(|format| format.extensions);
        let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
        let problem = format!("has the wrong ending; expected {}", endings.join(" or "));
        Err(InputError::problem("--annotate", path.display().to_string(), problem).into())
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
            let problem = format!("is too far: at most {MOST_JUDGED} moves of a game are analysed");
            let error = word.locate(InputError::problem("move", &*word.text, problem));
            return Err(error.with_hint("--ply N analyses one position").into());
        }
        (session.info().warm_up)();
        let names = (1..=session.players()).map(|player| record.player_name(player));
        let names: Vec<Option<String>> = names.collect();
        let open = || self.open(record);
        let work = JudgingTask {
            words: &words,
            n_before,
            threads: self.threads,
            open: &open,
            choose: &|session| self.choose(session),
            stop,
        };
        let mut state = JudgingState::open(&Cache::of_user(), &self.key(record));
        let branch = line.branch.as_ref().map(|branch| branch.name.as_str());
        let place = (number, n_games, branch);
        let (moves, tally) = if session.info().annotates {
            let method = ByGame { words: &words, limits: self.limits, number, names };
            let (moves, found) = self.judge_by(&method, &work, place, &mut state)?;
            (moves, Some(tally_of(&found)))
        } else {
            let method = BySearch {
                words: &words,
                limits: self.limits,
                seed: self.chosen.setup.options.seed,
                names,
            };
            (self.judge_by(&method, &work, place, &mut state)?.0, None)
        };
        states.push(state);
        let mut status = session.status();
        let stated = session.recorded_result(record)?;
        if let (false, false, Some(stated)) = (status.over, stop.is_stopped(), stated) {
            status.end(stated);
        }
        let gave_up = session.gave_up().filter(|_| !stop.is_stopped());
        let luck = match line.branch {
            None => GameLuck::from_game(&mut *session, record, &words)?,
            Some(_) => None,
        };
        let after = score_of(&*session).filter(|_| !stop.is_stopped());
        session.restart();
        let game = JudgedGame {
            record: record.clone(),
            branch: branch.map(str::to_owned),
            words,
            moves,
            tally,
            result: status.word().filter(|_| !stop.is_stopped()),
            returns: status.result.map(|result| result.singles()),
            gave_up,
            scores: [score_of(&*session), after],
            luck,
        };
        self.print_game(&game, number)?;
        Ok(game)
    }

    /// Judges the steps of a record and shows the progress; with JSON, prints each move as soon as it is judged.
    fn judge_by<M: JudgingMethod>(
        &self,
        method: &M,
        work: &JudgingTask<'_>,
        (number, n_games, branch): (usize, usize, Option<&str>),
        state: &mut JudgingState,
    ) -> Result<Judgement<M::Found>> {
        let mut live = LiveLine::new();
        // The moves before a variation are judged with its game.
        let n_steps = method.n_steps().saturating_sub(work.n_before) as u64;
        let game = match n_games {
            1 => "steps".to_owned(),
            _ => format!("steps of game {number} of {n_games}"),
        };
        let mut report = |n_known: usize, verdict: Option<&JudgedMove>| -> Result<()> {
            match verdict {
                None => live.show_progress(n_known as u64, n_steps, &game),
                Some(verdict) if self.json && self.order == Order::Ply => {
                    output::json(&Value::Object(print::facts(verdict, branch)))?;
                }
                Some(_) => {}
            }
            Ok(())
        };
        judge(work, method, state, &mut report)
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
        let sums = totals(&game.moves);
        if self.json {
            let object = |sum: &Totals| {
                let name = game.record.player_name(sum.player);
                sum.to_json(name.as_deref())
            };
            let list: Vec<Value> = sums.iter().map(object).collect();
            let n_book = print::n_book(&game.moves);
            let mut object = json!({
                "totals": list,
                "result": game.result,
                "book_plies": n_book,
                "luck": game.luck.as_ref().map(GameLuck::json),
            });
            if let Some(name) = &game.branch {
                object["branch"] = json!(name);
            }
            output::json(&object)?;
        } else {
            let table = print::totals_table(&sums, &game.record);
            let title = game.branch.as_ref().map(|name| format!("Branch {name}\n"));
            output::print(&(title.unwrap_or_default() + &table))?;
        }
        Ok(())
    }
}
