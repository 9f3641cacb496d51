//! The progress of a tournament while its games are played: results, statistics, and the sequential test that may end a match early.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ludex_kit::support::figures::signed;
use ludex_kit::{say, say_count};
use ludex_search::arena::{Hypothesis, IntervalEstimate, SequentialTest};
use serde_json::json;

use super::folder::TournamentFolder;
use super::game_list::GameList;
use super::late::LateGames;
use super::report;
use super::results::GameLine;
use super::schedule::GameJob;
use super::settings::{Sprt, TournamentSettings};
use super::summary::{GameOutcome, PairKey, Pairs, TournamentSummary, pair_key};
use ludex_base::output::{self, LiveLine};

/// The leading player of a match between two, and the lead in Elo.
fn leader_of_two(summary: &TournamentSummary) -> Option<(&str, IntervalEstimate)> {
    let pairs = summary.pentanomial.as_ref().filter(|pairs| pairs.pairs() > 0);
    let leader = pairs.and(summary.standings.first())?;
    Some((&leader.name, leader.rating?))
}

/// The progress of a tournament.
pub(super) struct ProgressState {
    settings: TournamentSettings,
    pub(super) folder: TournamentFolder,
    game_list: GameList,
    pub(super) known: HashSet<GameJob>,
    pub(super) outcomes: Vec<GameOutcome>,
    test: Option<ScheduledTest>,
    json: bool,
    live: LiveLine,
    last_printed: Instant,
    began: Instant,
    /// Number of games that were already finished at the start.
    n_before: usize,
    /// Number of forfeits of each kind.
    forfeits: BTreeMap<&'static str, usize>,
    late: LateGames,
}

/// A sequential test of a match. It counts pairs in the order of the schedule, so the result does not depend on which games finish first.
struct ScheduledTest {
    pairs: Pairs,
    /// The keys of all pairs in the order of the schedule.
    order: Vec<PairKey>,
    test: SequentialTest,
}

impl ScheduledTest {
    fn new(sprt: &Sprt, jobs: &[GameJob]) -> Self {
        let mut order: Vec<PairKey> = jobs.iter().map(pair_key).collect();
        order.dedup();
        Self { pairs: Pairs::default(), order, test: SequentialTest::new(sprt.test()) }
    }

    fn add(&mut self, outcome: &GameOutcome) {
        if let Some(points) = self.pairs.add(outcome)
            && let Ok(place) = self.order.binary_search(&pair_key(&outcome.job))
        {
            self.test.add(place, points);
        }
    }

    /// The pair that decided the test, and the accepted hypothesis.
    fn decided(&self) -> Option<(PairKey, Hypothesis)> {
        let (place, accepted) = self.test.decided()?;
        Some((self.order[place], accepted))
    }
}

impl ProgressState {
    /// Starts with the games of the folder. A game that was played twice counts once.
    pub(super) fn new(
        settings: TournamentSettings,
        folder: TournamentFolder,
        game_list: GameList,
        jobs: &[GameJob],
        json: bool,
    ) -> Self {
        let test = settings.sprt.as_ref();
        let mut state = Self {
            test: test.map(|sprt| ScheduledTest::new(sprt, jobs)),
            settings,
            folder,
            game_list,
            known: HashSet::new(),
            outcomes: Vec::new(),
            json,
            live: LiveLine::new(),
            last_printed: Instant::now(),
            began: Instant::now(),
            n_before: 0,
            forfeits: BTreeMap::new(),
            late: LateGames::default(),
        };
        for game in std::mem::take(&mut state.folder.games) {
            if state.known.insert(game.job.clone()) {
                state.count(&game);
            }
        }
        state.n_before = state.outcomes.len();
        state
    }

    /// Adds a game that was played elsewhere; false if it is already known.
    pub(super) fn merge(&mut self, game: &GameLine) -> anyhow::Result<bool> {
        self.game_list.check(game)?;
        let is_new = !self.known.contains(&game.job);
        if is_new {
            self.finish(game)?;
        }
        Ok(is_new)
    }

    fn count(&mut self, game: &GameLine) {
        let outcome = GameOutcome::from(game);
        if game.ending.is_fault() {
            *self.forfeits.entry(game.ending.words()).or_default() += 1;
        }
        if let Some(test) = &mut self.test {
            test.add(&outcome);
        }
        self.outcomes.push(outcome);
    }

    /// Whether a test has ended the match.
    pub(super) fn is_decided(&self) -> bool {
        self.decided().is_some()
    }

    /// The pair that decided the test, and the accepted hypothesis.
    fn decided(&self) -> Option<(PairKey, Hypothesis)> {
        self.test.as_ref()?.decided()
    }

    /// Why no game is left to play; `None` if there are games to play.
    pub(super) fn nothing_left(&self) -> Option<String> {
        if let Some(((pair, ..), accepted)) = self.decided() {
            let pair = pair + 1;
            return Some(say!(
                "pair {pair} decided the test ({accepted} accepted), and more pairs cannot change that",
                pair,
                accepted
            ));
        }
        let n_games = self.game_list.n_games();
        (self.known.len() >= n_games).then(|| {
            say_count!(
                n_games as u64,
                "the only game is finished",
                "all {count} games are finished"
            )
        })
    }

    /// Saves and counts a finished game.
    pub(super) fn finish(&mut self, game: &GameLine) -> anyhow::Result<()> {
        self.folder.append(game)?;
        self.known.insert(game.job.clone());
        self.count(game);
        if let Some(warning) = self.late.count(game.ending) {
            self.live.remark(&warning);
        }
        if self.json {
            output::json(&json!({
                "game": self.settings.games[game.job.game].game,
                "pair": game.job.pair + 1,
                "meeting": game.job.meeting + 1,
                "seating": game.job.seating + 1,
                "players": game.names,
                "returns": game.returns,
                "ending": game.ending,
                "blame": game.blame.map(|seat| seat + 1),
                "detail": game.detail,
                "plies": game.moves.len(),
                "decided": self.decided().map(|(_, accepted)| accepted.name()),
            }))?;
        }
        self.print_progress(Duration::from_secs(1));
        Ok(())
    }

    /// Prints a progress line at intervals.
    fn print_progress(&mut self, pause: Duration) {
        if self.last_printed.elapsed() < pause {
            return;
        }
        let summary = TournamentSummary::new(&self.settings, &self.outcomes);
        let mut words = say_count!(
            self.game_list.n_games() as u64,
            "{done} of {count} games",
            "{done} of {count} games",
            done = summary.games
        );
        for status in summary.standings.iter().take(4) {
            let games = status.games.max(1) as f64;
            let share = 100.0 * status.points / games;
            let _ = write!(words, "   {} {share:.1} %", status.name);
        }
        if let Some((name, elo)) = leader_of_two(&summary) {
            let _ = write!(words, "   {name} {} Elo", elo.elo_text(0));
        }
        if !self.forfeits.is_empty() {
            let counts = self.forfeits.iter();
            let counts: Vec<String> =
                counts.map(|(how, n)| format!("{n} {}", crate::WORDS.translate(how))).collect();
            let forfeits = say!("forfeits: {list}", list = counts.join(", "));
            let _ = write!(words, "   {forfeits}");
        }
        if let Some(sprt) = summary.sprt {
            let _ = write!(words, "   LLR {}", signed(sprt.llr, 2));
        }
        if self.live.is_terminal() {
            let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
            let pace = (self.outcomes.len() - self.n_before) as f64 / seconds;
            let table = report::table(&summary);
            let (done, all) = (self.outcomes.len() as u64, self.game_list.n_games() as u64);
            let pace = say!("{pace} games a second", pace = format!("{pace:.1}"));
            let text = format!("{pace}\n{table}\n{words}");
            self.live.show_progress(done, all, &text);
        } else if !self.json {
            output::remark(&words);
        }
        self.last_printed = Instant::now();
    }

    /// The games that count for the results, in the order of the schedule. If a test was decided, games after the deciding pair do not
    /// count.
    fn counted(&mut self) -> &[GameOutcome] {
        self.outcomes.sort_by(|a, b| a.job.cmp(&b.job));
        let n = match self.decided() {
            Some((last, _)) => {
                self.outcomes.partition_point(|outcome| pair_key(&outcome.job) <= last)
            }
            None => self.outcomes.len(),
        };
        &self.outcomes[..n]
    }

    /// Writes all reports, and returns the summary.
    pub(super) fn write_report(&mut self) -> anyhow::Result<TournamentSummary> {
        let settings = self.settings.clone();
        let path: PathBuf = self.folder.path().to_owned();
        let (planned, begun) = (self.game_list.n_games(), self.folder.begun());
        let outcomes = self.counted();
        let summary = TournamentSummary::new(&settings, outcomes);
        let has_picture = summary.pentanomial.is_some()
            && report::elo_picture(&settings, outcomes, &path.join("elo.svg"))?;
        let page = report::Page {
            settings: &settings,
            summary: &summary,
            outcomes,
            planned,
            results: &path.join("results.jsonl"),
            begun,
            has_picture,
        };
        output::write_file(&path.join("report.md"), page.markdown()?)?;
        let picture = std::fs::read_to_string(path.join("elo.svg")).ok();
        let picture = picture.filter(|_| has_picture);
        output::write_file(&path.join("report.html"), page.html(picture.as_deref())?)?;
        report::write_records(&settings, &self.folder.results(), &path)?;
        Ok(summary)
    }
}
