//! Playing strength below the full search: a player that makes human mistakes. It searches less deeply, overlooks moves, and sometimes
//! chooses a worse move.
//!
//! **Invariant:** A level adds a handicap to a search: limits, and a choice among several lines that depends on the seed and the position
//! alone. The highest level has no handicap; it is the search itself. The reported score and probabilities are those of the move that is
//! played. Game review, proofs, rollouts and openings have no levels. Each game has its table of levels in `search/levels.rs`
//! (`search/tests/it/weaker.rs`, `engine/tests/it/levels.rs`).

use rand::RngExt;
use rand_pcg::Pcg64;

use super::random::stream;
use crate::interface::game::Game;
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::{Line, Report};
use crate::interface::searcher::{Root, Searcher, Wrapped, Wrapper};

/// How a player is weaker than the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes (calls of `play`) for a move.
    pub nodes: Option<u64>,
    /// The number of best moves to choose from.
    pub candidates: usize,
    /// The probability of overlooking each of these moves, if there are more than two.
    pub blindness: f32,
    /// A move that is worse than the best by this much, in [log-odds](Worth), is chosen less often by a factor of e (2.7).
    pub temperature: f32,
    /// How much worse than the best move, in log-odds, a move can seem to the player, unless the best one wins for certain. A small number
    /// makes a player who does not notice every threat.
    pub alarm: f32,
    /// The player makes no mistakes within this number of plies before the end of the game: with 1, immediate wins are always played; with
    /// 2, immediate threats are always parried as well. If it is above 0, a player with at least a 95 % chance to win always plays the
    /// best move.
    pub sight: u32,
}

impl Handicap {
    /// A player that searches to this depth and makes no other mistakes.
    pub const fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            nodes: None,
            candidates: 1,
            blindness: 0.0,
            temperature: 0.0,
            alarm: f32::INFINITY,
            sight: 0,
        }
    }

    /// A player that searches this number of nodes and makes no other mistakes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: None, nodes: Some(nodes), ..Self::depth(0) }
    }

    /// The same player, with mistakes; see [`candidates`](Self::candidates), [`blindness`](Self::blindness) and
    /// [`temperature`](Self::temperature).
    #[must_use]
    pub const fn with_errors(self, candidates: usize, blindness: f32, temperature: f32) -> Self {
        Self { candidates, blindness, temperature, ..self }
    }

    /// The same player, to whom no move seems worse than the best by more than [`alarm`](Self::alarm).
    #[must_use]
    pub const fn with_alarm(self, alarm: f32) -> Self {
        Self { alarm, ..self }
    }

    /// The same player, without mistakes within this number of plies before the end of the game.
    #[must_use]
    pub const fn with_sight(self, sight: u32) -> Self {
        Self { sight, ..self }
    }

    /// The given limits, reduced to those of the player.
    fn cut(&self, limits: &Limits) -> Limits {
        Limits {
            depth: least(limits.depth, self.depth),
            nodes: least(limits.nodes, self.nodes),
            ..*limits
        }
    }
}

fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

/// The scale on which moves are compared, in log-odds: a 73 % chance to win is 1. On this scale, equal differences are equal mistakes,
/// whether the game is even or nearly lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// The log-odds of the probabilities of win and draw.
    Chances,
    /// The score divided by this number, for games in which the size of a win matters.
    Score(f32),
}

/// The log-odds of a proven win, as for a 99.9 % chance to win; the values of other results are limited to ± this.
const CERTAIN: f32 = 7.0;

/// At this probability of a win, the game is as good as won.
const AS_GOOD_AS_WON: f32 = 0.95;

impl Worth {
    fn of<M>(self, line: &Line<M>) -> f32 {
        if line.score.is_win() {
            return CERTAIN;
        }
        if line.score.is_loss() {
            return -CERTAIN;
        }
        match self {
            Self::Chances => {
                let expected = f32::midpoint(1.0, line.wdl.expectation());
                let odds = expected / (1.0 - expected);
                odds.ln().clamp(-CERTAIN, CERTAIN)
            }
            Self::Score(unit) => line.score.value() as f32 / unit,
        }
    }
}

/// Makes a search play like a weaker player. The mistakes depend only on the seed, the position, and the number of earlier positions that
/// can be repeated (so a player who is going in circles may choose another move).
pub struct Weaker<G: Game> {
    game: G,
    handicap: Handicap,
    worth: Worth,
    is_senseless: fn(&G, &G::Position, G::Move) -> bool,
    seed: u64,
    multipv: usize,
}

impl<G: Game> Weaker<G> {
    /// A weaker player. `search` must report at least [`candidates`](Handicap::candidates) lines; `multipv` of them are reported. A move
    /// that `is_senseless` is played only if it is the best.
    pub fn with<S>(
        search: S,
        game: G,
        (handicap, worth): (Handicap, Worth),
        is_senseless: fn(&G, &G::Position, G::Move) -> bool,
        seed: u64,
        multipv: usize,
    ) -> Wrapped<Self, S> {
        Wrapped {
            wrapper: Self { game, handicap, worth, is_senseless, seed, multipv },
            inside: search,
        }
    }

    /// The report with the chosen move first. The proof of the position is kept only if the move preserves the result.
    fn with_chosen_move(&self, root: &Root<G>, mut report: Report<G::Move>) -> Report<G::Move> {
        let hash = self.game.hash(&root.position);
        let index = hash.wrapping_add(root.earlier().len() as u64);
        let chosen = self.choose(&root.position, &report.lines, &mut stream(self.seed, index));
        if chosen > 0 {
            report.lines[..=chosen].rotate_right(1);
            let kept = report.lines[0].proof.map(|proof| proof.result);
            report.proof = report.proof.filter(|proof| Some(proof.result) == kept);
        }
        report.lines.truncate(self.multipv.max(1));
        report
    }

    /// The index of the line to play.
    fn choose(&self, pos: &G::Position, lines: &[Line<G::Move>], rng: &mut Pcg64) -> usize {
        let sees_ends = self.handicap.sight > 0;
        if lines.len() < 2 || sees_ends && is_as_good_as_won(&lines[0]) {
            return 0;
        }
        let mut seen: Vec<usize> = (0..lines.len()).collect();
        keep(&mut seen, |line| !self.loses_in_sight(&lines[line]));
        keep(&mut seen, |line| {
            let mv = lines[line].pv.first().filter(|_| line > 0);
            !mv.is_some_and(|&mv| (self.is_senseless)(&self.game, pos, mv))
        });
        // If there are only two moves, such as to take or to pass a double, neither is overlooked.
        if lines.len() > 2 {
            keep(&mut seen, |_| !rng.random_bool(f64::from(self.handicap.blindness)));
        }
        let worth = |&line: &usize| self.worth.of(&lines[line]);
        let best = seen.iter().map(worth).fold(f32::NEG_INFINITY, f32::max);
        let floor = if best < CERTAIN { best - self.handicap.alarm } else { f32::NEG_INFINITY };
        // Never zero, because the next line divides by it. At the least temperature, only the best moves are chosen.
        let temperature = self.handicap.temperature.max(f32::EPSILON);
        let share = |line: &usize| ((worth(line).max(floor) - best) / temperature).exp();
        let all: f32 = seen.iter().map(share).sum();
        let mut left = rng.random_range(0.0..1.0) * all;
        let passed = seen.iter().position(|line| {
            left -= share(line);
            left < 0.0
        });
        seen[passed.unwrap_or(0)]
    }

    fn loses_in_sight(&self, line: &Line<G::Move>) -> bool {
        let plies = line.score.plies().filter(|_| line.score.is_loss());
        plies.is_some_and(|plies| plies <= self.handicap.sight)
    }
}

/// Keeps only the good entries; if no entry is good, keeps all.
fn keep(lines: &mut Vec<usize>, mut is_good: impl FnMut(usize) -> bool) {
    let good: Vec<usize> = lines.iter().copied().filter(|&line| is_good(line)).collect();
    if !good.is_empty() {
        *lines = good;
    }
}

fn is_as_good_as_won<M>(line: &Line<M>) -> bool {
    line.score.is_win() || line.wdl.win >= AS_GOOD_AS_WON
}

impl<G: Game, S: Searcher<G>> Wrapper<G, S> for Weaker<G> {
    fn search(
        &mut self,
        inside: &mut S,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let limits = self.handicap.cut(limits);
        let mut notify =
            |report: &Report<G::Move>| observer(&self.with_chosen_move(root, report.clone()));
        let report = inside.search(root, &limits, stop, &mut notify);
        self.with_chosen_move(root, report)
    }
}
