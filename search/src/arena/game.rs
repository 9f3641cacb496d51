//! One game of a match, from its opening to its end.

use std::time::{Duration, Instant};

use rand_pcg::Pcg64;

use super::clock::PlayerClock;
use crate::{Game, History, Limits, Player, Returns, Searcher, StopFlag, Turn, won_by};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By the rules.
    Rules,
    /// It lasted too long, and is drawn.
    Length,
    /// The player of this seat exceeded the time, and lost.
    Time(Player),
    /// The player of this seat found no legal move where there is one, and lost.
    IllegalMove(Player),
}

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedGame {
    pub(super) ending: Ending,
    /// A value for each seat.
    pub(super) returns: Returns,
    /// Moves of players.
    pub(super) plies: u32,
}

/// The two players of a match, in its order.
pub(super) struct Players<G: Game> {
    pub(super) searchers: [Box<dyn Searcher<G>>; 2],
    pub(super) limits: [Limits; 2],
}

/// The rules of a match, beyond those of its game.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchRules {
    /// Steps after which a game is drawn.
    pub(super) longest: u32,
    /// What is allowed beyond the time.
    pub(super) margin: Duration,
}

/// Plays a game to its end; none if the flag was raised before. `first_seat` is the number of the player who has the first seat.
pub(super) fn play<G: Game>(
    game: &G,
    mut history: History<G>,
    players: &mut Players<G>,
    first_seat: usize,
    rules: MatchRules,
    events: &mut Pcg64,
    stop: &StopFlag,
) -> Option<PlayedGame> {
    let Players { searchers, limits } = players;
    let mut clocks = limits.map(|limits| PlayerClock::new(limits, rules.margin));
    for (searcher, clock) in searchers.iter_mut().zip(&clocks) {
        searcher.new_game();
        // Where no clock runs, a small search makes a small table.
        if clock.allowed().is_some() {
            searcher.prepare();
        }
    }
    let mut plies = 0;
    loop {
        let end = |ending, returns| PlayedGame {
            ending,
            returns,
            plies,
        };
        let turn = game.turn(history.position());
        let Turn::Player(player) = turn else {
            if turn == Turn::Over {
                return Some(end(Ending::Rules, game.returns(history.position())));
            }
            let event = game.sample(history.position(), events);
            history.apply_chance(game, event);
            continue;
        };
        if history.is_repeated(game) {
            return Some(end(Ending::Rules, Returns::default()));
        }
        if history.n_positions() > rules.longest as usize {
            return Some(end(Ending::Length, Returns::default()));
        }
        let number = player.index() ^ first_seat;
        let (searcher, clock) = (&mut searchers[number], &mut clocks[number]);
        let began = Instant::now();
        let report = searcher.search(&history.root(), &clock.limits(), stop, &mut |_| ());
        // No player is to blame for a search that was interrupted.
        if stop.is_stopped() {
            return None;
        }
        if clock.spend(began.elapsed()).is_err() {
            return Some(end(Ending::Time(player), won_by(player.other())));
        }
        let found = report.best_move();
        let Some(mv) = found.filter(|&mv| game.is_legal(history.position(), mv)) else {
            return Some(end(Ending::IllegalMove(player), won_by(player.other())));
        };
        history.play(game, mv);
        plies += 1;
    }
}
