//! One game of a match, from its opening to its end.

use std::time::{Duration, Instant};

use rand_pcg::Pcg64;

use super::clock::PlayerClock;
use crate::interface::game::{Game, Player, Returns, Turn};
use crate::interface::history::History;
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::searcher::Searcher;

/// How a game ended. Players are given by their index in the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By the rules.
    Rules,
    /// A draw because it reached the greatest number of steps.
    Length,
    /// This player exceeded the time and lost.
    Time(usize),
    /// This player returned no legal move although there was one, and lost.
    IllegalMove(usize),
}

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedGame {
    pub(super) ending: Ending,
    /// The share of the first player of the match, 0 to 1: the points of the player's seats divided by the points of all seats.
    pub(super) share: f64,
    /// The share of the first seat.
    pub(super) first_seat: f64,
    /// The number of moves by players.
    pub(super) plies: u32,
}

/// The two players of a match, in the order of the match.
pub(super) struct Players<G: Game> {
    pub(super) searchers: [Box<dyn Searcher<G>>; 2],
    pub(super) limits: [Limits; 2],
}

/// Rules of a match, in addition to those of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchRules {
    /// A game is drawn after this number of steps.
    pub(super) longest: u32,
    /// The time by which a player may exceed a limit without losing.
    pub(super) margin: Duration,
}

/// The points of a seat: 1 for a win (also for each member of a team), or an equal share if several players have the same result. `returns`
/// has a value for each seat; `by_rules` says whether they come from the rules of the game or from an adjudication (such as a loss on
/// time).
pub fn seat_points(returns: &[f32], seat: usize, by_rules: bool) -> f64 {
    let best = returns.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if returns[seat] < best {
        return 0.0;
    }
    let n_best = returns.iter().filter(|&&value| value >= best).count() as f64;
    // By the rules, a value from −1 to 1 stands for 0 to 1 wins. So each member of a winning team has one win, and players who draw have
    // half a win each. An adjudication may give equal values below 1 to several players; these players share one win.
    let wins = if by_rules || best >= 1.0 {
        without_noise(n_best * f64::midpoint(1.0, best.min(1.0).into()))
    } else {
        1.0
    };
    wins / n_best
}

/// A whole number if the sum of single-precision values differs from it by rounding only.
fn without_noise(sum: f64) -> f64 {
    let whole = sum.round();
    if (sum - whole).abs() < 1e-5 { whole } else { sum }
}

/// A game in progress.
pub(super) struct MatchGame<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) history: History<G>,
    pub(super) players: &'a mut Players<G>,
    /// For each seat, the player of the match.
    pub(super) seats: Vec<usize>,
    pub(super) rules: MatchRules,
    pub(super) events: Pcg64,
    pub(super) stop: &'a StopFlag,
}

impl<G: Game> MatchGame<'_, G> {
    /// Plays the game to its end; `None` if the match was stopped.
    pub(super) fn play(mut self) -> Option<PlayedGame> {
        let mut clocks = self.clocks();
        let mut plies = 0;
        loop {
            let turn = self.game.turn(self.history.position());
            let Turn::Player(player) = turn else {
                if turn == Turn::Over {
                    let returns = self.game.returns(self.history.position());
                    return Some(self.end(Ending::Rules, returns, plies));
                }
                let event = self.game.sample(self.history.position(), &mut self.events);
                self.history.apply_chance(self.game, event);
                continue;
            };
            if self.history.is_repeated(self.game) {
                return Some(self.end(Ending::Rules, Returns::default(), plies));
            }
            if self.history.n_positions() > self.rules.longest as usize {
                return Some(self.end(Ending::Length, Returns::default(), plies));
            }
            let mv = match self.choose(player, &mut clocks[player.index()])? {
                Ok(mv) => mv,
                Err(fault) => {
                    let returns = self.game.lost_by(player).map(|value| value as f32);
                    return Some(self.end(fault, returns, plies));
                }
            };
            self.history.play(self.game, mv);
            plies += 1;
        }
    }

    /// The legal move of a player, or the fault by which they lose. `None` if the search was interrupted; then no player is at fault.
    fn choose(
        &mut self,
        player: Player,
        clock: &mut PlayerClock,
    ) -> Option<Result<G::Move, Ending>> {
        let number = self.seats[player.index()];
        let (root, limits, began) = (self.history.root(), clock.limits(), Instant::now());
        let searcher = &mut self.players.searchers[number];
        let report = searcher.search(&root, &limits, self.stop, &mut |_| ());
        if self.stop.is_stopped() {
            return None;
        }
        if clock.spend(began.elapsed()).is_err() {
            return Some(Err(Ending::Time(number)));
        }
        let is_legal = |&mv: &G::Move| self.game.is_legal(self.history.position(), mv);
        let found = report.best_move().filter(is_legal);
        Some(found.ok_or(Ending::IllegalMove(number)))
    }

    /// Creates the clock of each seat. Resets the searches, and prepares those that have a time limit.
    fn clocks(&mut self) -> Vec<PlayerClock> {
        let Players { searchers, limits } = &mut *self.players;
        let margin = self.rules.margin;
        let clocks = limits.map(|limits| PlayerClock::new(limits, margin));
        for (searcher, clock) in searchers.iter_mut().zip(&clocks) {
            searcher.new_game();
            // Without a time limit a search is not prepared, because a small search needs only a small table.
            if clock.allowed().is_some() {
                searcher.prepare();
            }
        }
        self.seats.iter().map(|&number| clocks[number]).collect()
    }

    fn end(&self, ending: Ending, returns: Returns, plies: u32) -> PlayedGame {
        let returns = &returns[..self.seats.len()];
        let by_rules = ending == Ending::Rules;
        let points = |seat: usize| seat_points(returns, seat, by_rules);
        let mut points: Vec<f64> = (0..returns.len()).map(points).collect();
        let mut all: f64 = points.iter().sum();
        if all <= 0.0 {
            // All players lose equally.
            points.fill(1.0);
            all = points.len() as f64;
        }
        let is_of_first = |&(&seat, _): &(&usize, &f64)| seat == 0;
        let of_first = self.seats.iter().zip(&points).filter(is_of_first);
        PlayedGame {
            ending,
            share: of_first.map(|(_, points)| points).sum::<f64>() / all,
            first_seat: points[0] / all,
            plies,
        }
    }
}
