//! A match: pairs of games on several threads.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::game::{MatchGame, MatchRules, PlayedGame, Players};
use super::opening::Opening;
use super::outcome::{MatchResult, Tally};
use super::sprt::Sprt;
use super::{event_stream, opening_stream};
use crate::interface::game::Game;
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::searcher::Searcher;
use crate::support::parallel::{Spares, ThreadPool};

/// The number of attempts to draw a random opening that does not decide the game.
const ATTEMPTS: u32 = 1000;

/// Creates a search; called once for each thread.
type MakeSearcher<'a, G> = Box<dyn Fn() -> Box<dyn Searcher<G>> + Sync + 'a>;

/// One of the two players of a match: a name, limits for each move (and possibly a clock for each game), and a function that creates its
/// search.
pub struct Entrant<'a, G: Game> {
    pub(super) name: String,
    limits: Limits,
    make: MakeSearcher<'a, G>,
}

impl<'a, G: Game> Entrant<'a, G> {
    /// A player; `make` creates a search for each thread of the match. Without a limit the first search never ends.
    pub fn new<S: Searcher<G> + 'static>(
        name: impl Into<String>,
        limits: Limits,
        make: impl Fn() -> S + Sync + 'a,
    ) -> Self {
        Self { name: name.into(), limits, make: Box::new(move || Box::new(make())) }
    }
}

/// The reason why a match cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// The game has this number of players; a match needs at least two.
    Players(usize),
    /// The opening with this index contains an illegal step, or ends the game.
    Opening(usize),
}

impl Display for MatchError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(players) => {
                write!(
                    formatter,
                    "a match needs a game of 2 or more players, but this game has {players}"
                )
            }
            Self::Opening(index) => write!(
                formatter,
                "opening {} has an illegal step, or the game is over after it",
                index + 1
            ),
        }
    }
}

impl Error for MatchError {}

/// A match of two searches, in pairs of games.
///
/// Both games of a pair start with the same opening and have the same dice, with exchanged seats. [`Searcher::new_game`] is called before
/// every game.
///
/// In a game for more than two players, the two occupy the seats alternately. The score of a game is the share of the points that a
/// player's seats have. The seats of one player do not cooperate.
pub struct Match<'a, G: Game> {
    game: &'a G,
    entrants: [Entrant<'a, G>; 2],
    openings: Vec<Opening<G>>,
    random_plies: u32,
    pairs: u32,
    seed: u64,
    threads: usize,
    sprt: Option<Sprt>,
    rules: MatchRules,
    stop: StopFlag,
}

impl<'a, G: Game> Match<'a, G> {
    /// A match of 100 pairs on one thread, each after four random plies, with seed 0.
    pub fn new(game: &'a G, first: Entrant<'a, G>, second: Entrant<'a, G>) -> Self {
        Self {
            game,
            entrants: [first, second],
            openings: Vec::new(),
            random_plies: 4,
            pairs: 100,
            seed: 0,
            threads: 1,
            sprt: None,
            rules: MatchRules { longest: 10_000, margin: Duration::from_millis(500) },
            stop: StopFlag::default(),
        }
    }

    /// Uses these openings in turn; random ones if the list is empty.
    #[must_use]
    pub fn openings(self, openings: impl IntoIterator<Item = Opening<G>>) -> Self {
        let openings = openings.into_iter().collect();
        Self { openings, ..self }
    }

    /// Starts each pair with this number of random legal plies, including chance events, which depend on the seed and the number of the
    /// pair. An opening that ends the game or [decides](Opening::is_decided) it is replaced.
    #[must_use]
    pub fn random_openings(self, random_plies: u32) -> Self {
        Self { random_plies, ..self }
    }

    /// Plays at most this number of pairs.
    #[must_use]
    pub fn pairs(self, pairs: u32) -> Self {
        Self { pairs, ..self }
    }

    /// Sets the seed of openings and chance events.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Plays this number of pairs at the same time, at least 1. With time limits, this number multiplied by the threads of a search should
    /// not exceed the number of cores.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Ends the match as soon as this test is decided.
    #[must_use]
    pub fn sprt(self, sprt: Sprt) -> Self {
        let sprt = Some(sprt);
        Self { sprt, ..self }
    }

    /// Draws a game after this number of steps, including chance events and the opening; default 10,000.
    #[must_use]
    pub fn longest(mut self, steps: u32) -> Self {
        self.rules.longest = steps;
        self
    }

    /// A player who exceeds the time for a move, or the clock, by more than this loses the game; default 500 ms.
    #[must_use]
    pub fn margin(mut self, margin: Duration) -> Self {
        self.rules.margin = margin;
        self
    }

    /// Ends the match when this flag is raised, even during a search. The result then contains the completed pairs.
    #[must_use]
    pub fn until(self, stop: &StopFlag) -> Self {
        let stop = stop.clone();
        Self { stop, ..self }
    }

    /// Plays the match; calls `observer` after each pair with the result so far.
    pub fn run(
        &self,
        observer: impl FnMut(&MatchResult) + Send,
    ) -> Result<MatchResult, MatchError> {
        if self.game.players() < 2 {
            return Err(MatchError::Players(self.game.players()));
        }
        let is_bad = |opening: &Opening<G>| opening.history(self.game).is_none();
        if let Some(index) = self.openings.iter().position(is_bad) {
            return Err(MatchError::Opening(index));
        }
        let names = [0, 1].map(|player: usize| self.entrants[player].name.clone());
        let shared = Mutex::new((Tally::new(names, self.sprt), observer));
        let make = || Players {
            searchers: [0, 1].map(|player: usize| (self.entrants[player].make)()),
            limits: [0, 1].map(|player: usize| self.entrants[player].limits),
        };
        let job = |players: &mut Players<G>, pair: usize| {
            let Some(games) = self.pair(pair as u32, players) else {
                return false;
            };
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (tally, observer) = &mut *shared;
            if !tally.is_decided() {
                observer(tally.add(pair, games));
            }
            !tally.is_decided()
        };
        let pool = ThreadPool::new(self.threads);
        pool.for_each_with(self.pairs as usize, &Spares::new(), make, job);
        let (tally, _) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(tally.into_result())
    }

    /// Plays both games of a pair; `None` if the match was stopped before they were finished.
    fn pair(&self, pair: u32, players: &mut Players<G>) -> Option<[PlayedGame; 2]> {
        let (opening, n_seats) = (self.opening(pair), self.game.players());
        // The two players have alternate seats. With an odd number of seats, two neighbouring seats belong to the same player; which ones
        // changes from pair to pair.
        let number = |seat: usize| (seat + pair as usize) % n_seats % 2;
        let mut play = |exchanged: usize| {
            let game = MatchGame {
                game: self.game,
                history: opening.history(self.game)?,
                players,
                seats: (0..n_seats).map(|seat| number(seat) ^ exchanged).collect(),
                rules: self.rules,
                events: event_stream(self.seed, pair),
                stop: &self.stop,
            };
            game.play()
        };
        Some([play(0)?, play(1)?])
    }

    /// The opening of a pair.
    fn opening(&self, pair: u32) -> Opening<G> {
        if !self.openings.is_empty() {
            return self.openings[pair as usize % self.openings.len()].clone();
        }
        let mut rng = opening_stream(self.seed, pair);
        let mut opening = Opening::start(self.game);
        for _ in 0..ATTEMPTS {
            let drawn = Opening::random(self.game, self.random_plies, &mut rng);
            let Some(drawn) = drawn else { continue };
            let is_decided = drawn.is_decided(self.game);
            // If every attempt gives a decided opening (on a very small board), the last one is used.
            opening = drawn;
            if !is_decided {
                break;
            }
        }
        opening
    }
}
