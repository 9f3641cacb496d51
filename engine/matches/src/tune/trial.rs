//! The pairs of games of an [`spsa`](super::spsa) step, and their results.

use std::collections::HashMap;
use std::io::BufRead;
use std::sync::Arc;

use ludex_kit::{InputError, say};

use super::spsa::Perturbation;
use crate::tournament::arena::BookLine;
use crate::tournament::jobs::run_key;
use crate::tournament::results::{GameEnding, GameLine};
use crate::tournament::schedule::GameJob;
use crate::tournament::settings::TournamentSettings;
use crate::tournament::{IncomingLine, read_result};
use ludex_base::failure::CouldNot;
use ludex_base::lines::{self, Lines, MAX_JSON};
use ludex_base::output;

/// One pair of games of a step.
pub(super) struct PairTrial {
    pub(super) drawn: Perturbation,
    /// The number of the pair in the whole run.
    pub(super) pair: u32,
    pub(super) settings: Arc<TournamentSettings>,
}

impl PairTrial {
    /// Its two games.
    pub(super) fn jobs(&self) -> impl Iterator<Item = GameJob> {
        let pair = self.pair;
        [vec![0, 1], vec![1, 0]].into_iter().enumerate().map(move |(seating, seats)| GameJob {
            pair,
            game: 0,
            meeting: 0,
            seating,
            seats,
        })
    }

    pub(super) fn opening<'a>(&self, book: &'a [BookLine]) -> Option<&'a BookLine> {
        book.get(self.pair as usize % book.len().max(1))
    }

    pub(super) fn key(&self) -> String {
        run_key(&self.settings, &[])
    }
}

/// The result of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairResult {
    /// Points of the plus side minus those of the minus side.
    pub(super) score: f64,
    /// Whether both games were identical: the values made no difference.
    pub(super) is_alike: bool,
    /// How the games ended.
    pub(super) endings: [GameEnding; 2],
}

impl PairResult {
    pub(super) fn new(games: &[GameLine]) -> Self {
        Self {
            score: games.iter().map(trial_points).sum(),
            is_alike: games.windows(2).all(|pair| pair[0].moves == pair[1].moves),
            endings: [0, 1].map(|game| games.get(game).map_or(GameEnding::Rules, |it| it.ending)),
        }
    }
}

/// The points of the plus side in a game, minus those of the minus side.
fn trial_points(game: &GameLine) -> f64 {
    let plus = usize::from(game.job.seats[0] != 0);
    game.points(plus) - game.points(1 - plus)
}

/// Parses the games of a step that were played elsewhere; missing games are an error.
pub(super) fn read_games(
    trials: &[PairTrial],
    lines: &mut dyn BufRead,
    place: &str,
) -> anyhow::Result<Vec<PairResult>> {
    let keys: HashMap<String, usize> =
        trials.iter().enumerate().map(|(index, trial)| (trial.key(), index)).collect();
    let mut games: Vec<[Option<GameLine>; 2]> = vec![[None, None]; trials.len()];
    for (number, line) in (1..).zip(Lines::new(lines, MAX_JSON)) {
        let place = format!("{place}, line {number}");
        let line = line.and_then(lines::text);
        let line = line.map_err(|error| error.within(&place))?;
        let game = match read_result(&line, &place)? {
            IncomingLine::Game(game) => game,
            IncomingLine::Failure(words) => {
                output::remark(&say!("a job failed: {place}: {words}", place, words));
                continue;
            }
            IncomingLine::Nothing => continue,
        };
        let index = game.run.as_ref().and_then(|run| keys.get(run)).copied();
        let known = index.filter(|&index| trials[index].jobs().any(|job| job == game.job));
        let Some(index) = known.filter(|_| game.returns.len() == 2) else {
            let found = game.run.unwrap_or_default();
            let problem = say!("is not a game of the next step");
            return Err(InputError::problem(format!("{place}, run"), found, problem).into());
        };
        let seating = game.job.seating;
        games[index][seating] = Some(*game);
    }
    let missing = games.iter().flatten().filter(|game| game.is_none());
    let missing = missing.count();
    if missing > 0 {
        let all = 2 * trials.len();
        let text = say!(
            "{missing} of the {all} games of the next step are missing, so nothing was changed",
            missing,
            all
        );
        return Err(CouldNot(text).into());
    }
    let pair = |games: [Option<GameLine>; 2]| games.into_iter().flatten().collect::<Vec<_>>();
    let played = games.into_iter().map(|games| PairResult::new(&pair(games)));
    Ok(played.collect())
}
