//! Judged games, and the matches that consist of them.

use anyhow::Result;
use ludex_kit::interface::judging::add_tally;
use ludex_kit::registry::{Session, Token};
use ludex_kit::{Branch, JudgingSummary, JudgingTally, Record};
use ludex_search::{Limits, StopFlag};
use serde_json::{Map, Value, json};

use super::by_game::{ByGame, tally_of};
use super::by_search::BySearch;
use super::job::{Judgement, JudgingMethod, JudgingTask, judge};
use super::judged::{JudgedMove, Totals, totals, worst};
use super::luck::{GameLuck, score_of};
use super::state::JudgingState;

/// Fields of each of the worst decisions, besides the position.
const WORST_FACTS: [&str; 8] =
    ["game_number", "ply", "player", "name", "kind", "played", "bestmove", "loss"];

/// A game and its judgement.
pub struct JudgedGame {
    /// The record as it was judged.
    pub record: Record,
    /// The name of the variation, if this is one.
    pub branch: Option<String>,
    /// The moves and events of the record.
    pub words: Vec<Token>,
    /// The verdicts, in the order of the record.
    pub moves: Vec<JudgedMove>,
    /// The totals, if the game supplies its own texts for them.
    pub tally: Option<JudgingTally>,
    /// The result: `p1win`, `p2win`, `draw` or `ended`; `None` if the game is unfinished or was not judged to its
    /// end.
    pub result: Option<&'static str>,
    /// The result of each player, if the game ended.
    pub returns: Option<Vec<f32>>,
    /// The player, from 1, who resigned, if the record says so.
    pub gave_up: Option<usize>,
    /// The score of the match before and after the game, if the game belongs to a match.
    pub scores: [Option<Vec<u64>>; 2],
    /// The effect of chance, if the game ended and has chance events.
    pub luck: Option<GameLuck>,
}

/// The task of judging a game.
pub struct GameTask<'a> {
    /// The record, without damage.
    pub record: &'a Record,
    /// The moves and events of the record.
    pub words: &'a [Token],
    /// The variation that the record follows, whose moves alone are judged.
    pub branch: Option<&'a Branch>,
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// Limits for each step.
    pub limits: &'a Limits,
    /// The seed of the searches.
    pub seed: u64,
    /// Number of steps judged in parallel.
    pub threads: usize,
    /// Opens the game.
    pub open: &'a (dyn Fn() -> Result<Box<dyn Session>> + Sync),
    /// Configures the search of a session.
    pub choose: &'a (dyn Fn(&mut dyn Session) -> Result<()> + Sync),
    /// Stops the work early.
    pub stop: &'a StopFlag,
}

/// Receives the progress: the number of known steps, the number of all steps, and each verdict.
pub type GameReport<'a> = dyn FnMut(usize, usize, Option<&JudgedMove>) -> Result<()> + 'a;

/// Judges a game with the game's own method, if it has one, or by search. `session` is at the end of the game. If the flag is raised, the
/// verdicts so far are returned.
pub fn judge_game(
    session: &mut dyn Session,
    task: &GameTask<'_>,
    state: &mut JudgingState,
    report: &mut GameReport<'_>,
) -> Result<JudgedGame> {
    let (record, words, stop) = (task.record, task.words, task.stop);
    (session.info().warm_up)();
    let (moves, tally) = verdicts(session, task, state, report)?;
    let mut status = session.status();
    let stated = session.recorded_result(record)?;
    if let (false, false, Some(stated)) = (status.over, stop.is_stopped(), stated) {
        status.end(stated);
    }
    let gave_up = session.gave_up().filter(|_| !stop.is_stopped());
    let luck = match task.branch {
        None => GameLuck::from_game(session, record, words)?,
        Some(_) => None,
    };
    let after = score_of(session).filter(|_| !stop.is_stopped());
    session.restart();
    Ok(JudgedGame {
        record: record.clone(),
        branch: task.branch.map(|branch| branch.name.clone()),
        words: words.to_vec(),
        moves,
        tally,
        result: status.word().filter(|_| !stop.is_stopped()),
        returns: status.result.map(|result| result.singles()),
        gave_up,
        scores: [score_of(session), after],
        luck,
    })
}

/// The verdicts on the moves of a game, and the totals of the game's own method.
fn verdicts(
    session: &dyn Session,
    task: &GameTask<'_>,
    state: &mut JudgingState,
    report: &mut GameReport<'_>,
) -> Result<(Vec<JudgedMove>, Option<JudgingTally>)> {
    let (words, limits) = (task.words, task.limits);
    let names = (1..=session.players()).map(|player| task.record.player_name(player)).collect();
    if session.info().annotates {
        let method = ByGame { words, limits, number: task.number, names };
        let (moves, found) = judge_by(&method, task, state, report)?;
        Ok((moves, Some(tally_of(&found))))
    } else {
        let method = BySearch { words, limits, seed: task.seed, names };
        Ok((judge_by(&method, task, state, report)?.0, None))
    }
}

fn judge_by<M: JudgingMethod>(
    method: &M,
    task: &GameTask<'_>,
    state: &mut JudgingState,
    report: &mut GameReport<'_>,
) -> Result<Judgement<M::Found>> {
    let work = JudgingTask {
        words: task.words,
        n_before: task.branch.map_or(0, |branch| branch.n_before),
        threads: task.threads,
        open: task.open,
        choose: task.choose,
        stop: task.stop,
    };
    // The moves before a variation are judged with its game.
    let n_steps = method.n_steps().saturating_sub(work.n_before);
    judge(&work, method, state, &mut |n_known, verdict| report(n_known, n_steps, verdict))
}

impl JudgedGame {
    /// Whether `next` continues the match of this game: same players and rules, and a score that does not
    /// decrease.
    fn goes_on(&self, next: &Self) -> bool {
        let names = |game: &Self| [1, 2].map(|player| game.record.player_name(player));
        let [old, new] = [self, next].map(|game| game.scores[0].as_deref().unwrap_or_default());
        let falls = old.iter().zip(new).any(|(old, new)| new < old);
        names(self) == names(next) && self.record.variant == next.record.variant && !falls
    }

    /// The JSON fields of a game of a match: score, result and luck.
    pub fn facts(&self) -> Value {
        let [before, after] = &self.scores;
        json!({
            "result": self.record.result.as_deref().or(self.result),
            "resigned": self.gave_up,
            "score_before": before,
            "score_after": after,
            "luck": self.luck.as_ref().map(GameLuck::json),
        })
    }

    /// The totals of each player, judged by search.
    pub fn totals(&self) -> Vec<Value> {
        let sums = totals(&self.moves);
        let object = |sum: &Totals| sum.to_json(self.record.player_name(sum.player).as_deref());
        sums.iter().map(object).collect()
    }

    /// Number of moves from the start that are in the shipped book.
    pub fn n_book(&self) -> usize {
        let from_start = self.moves.first().is_some_and(|first| first.number == 1);
        let known = self.moves.iter().take_while(|verdict| verdict.in_book);
        if from_start { known.count() } else { 0 }
    }
}

/// The games of each match of a file.
pub fn matches(games: &[JudgedGame]) -> impl Iterator<Item = &[JudgedGame]> {
    games.chunk_by(JudgedGame::goes_on)
}

/// The totals of games that were judged by the game's own method, with its own texts. `session` is of the same game.
pub fn summary(session: &dyn Session, games: &[JudgedGame]) -> JudgingSummary {
    let mut tally = JudgingTally::new();
    for sums in games.iter().filter_map(|game| game.tally.as_ref()) {
        add_tally(&mut tally, sums);
    }
    session.summarise(&tally)
}

/// The worst decisions of games, the worst first.
pub fn worst_moves(games: &[JudgedGame]) -> Vec<&JudgedMove> {
    let moves = games.iter().flat_map(|game| &game.moves);
    worst(moves.map(|verdict| (0, verdict))).into_iter().map(|(_, verdict)| verdict).collect()
}

/// The JSON of a match that was judged by the game's own method: `totals`, `games` and `worst`.
pub fn match_json(summary: &JudgingSummary, games: &[JudgedGame]) -> Map<String, Value> {
    let totals: Vec<_> = summary.players.iter().map(|player| &player.facts).collect();
    let facts: Vec<Value> = games.iter().map(JudgedGame::facts).collect();
    let worst: Vec<_> = worst_moves(games).into_iter().map(facts_of_worst).collect();
    let fields = [("totals", json!(totals)), ("games", json!(facts)), ("worst", json!(worst))];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// The JSON fields of one of the worst decisions. All other fields are in the line of the move.
fn facts_of_worst(verdict: &JudgedMove) -> Map<String, Value> {
    let is_printed = |key: &str| {
        WORST_FACTS.contains(&key) || key.starts_with("position") || key.ends_with("_id")
    };
    let facts = verdict.facts.iter().filter(|(key, _)| is_printed(key));
    facts.map(|(key, value)| (key.clone(), value.clone())).collect()
}
