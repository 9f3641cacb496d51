//! A weaker player: a search that errs as people do. It looks less far, overlooks moves, and takes some that are worse.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::random::stream;
use crate::interface::game::Game;
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::{Line, Report};
use crate::interface::searcher::{Root, Searcher, Wrapped, Wrapper};

/// How a player is weaker than the search that he plays with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// How far he looks at most, in plies.
    pub depth: Option<u32>,
    /// Calls of `play` for a move, at most.
    pub nodes: Option<u64>,
    /// Among how many moves he chooses: the best that the search finds.
    pub candidates: usize,
    /// The chance to overlook each of them, where there are more than two.
    pub blindness: f32,
    /// How much worse than the best, in [log odds](Worth), a move is that he takes e times less often.
    pub temperature: f32,
    /// How many plies before the end of a game he overlooks nothing: at 1 he takes a win that is at hand, at 2 he does not let
    /// the other have one. Who has as good as won then plays as well as he can.
    pub sight: u32,
}

impl Handicap {
    /// A player who looks so many plies far and makes no mistakes beside.
    pub const fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            nodes: None,
            candidates: 1,
            blindness: 0.0,
            temperature: 0.0,
            sight: 0,
        }
    }

    /// The same within so many nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: None, nodes: Some(nodes), ..Self::depth(0) }
    }

    /// The same with mistakes: of so many candidates each is overlooked with a chance, and worse ones are taken by a
    /// temperature.
    #[must_use]
    pub const fn with_errors(self, candidates: usize, blindness: f32, temperature: f32) -> Self {
        Self { candidates, blindness, temperature, ..self }
    }

    /// The same without them so many plies before the end.
    #[must_use]
    pub const fn with_sight(self, sight: u32) -> Self {
        Self { sight, ..self }
    }

    /// The limits of a search that are left.
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

/// By what moves are compared, in log odds: those of a chance to win of 73 % are 1, and equal steps are equal mistakes whether
/// a game is even or nearly lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// By the chances to win and to draw.
    Chances,
    /// By the score, of which so much is 1: where games are won by more or less.
    Score(f32),
}

/// What is certain is worth this, and nothing is worth more by its chances: 99.9 % to win.
const CERTAIN: f32 = 7.0;

/// With this chance to win a game is as good as won.
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

/// Makes a search play like a weaker player. Which mistakes he makes depends on the seed, the position and how often the game
/// has been turning in circles, and on nothing else.
pub struct Weaker<G> {
    game: G,
    handicap: Handicap,
    worth: Worth,
    seed: u64,
    multipv: usize,
}

impl<G: Game> Weaker<G> {
    /// A weaker player with a search that reports [`candidates`](Handicap::candidates) lines or more. Of them `multipv` are
    /// told.
    pub fn with<S>(
        search: S,
        game: G,
        (handicap, worth): (Handicap, Worth),
        seed: u64,
        multipv: usize,
    ) -> Wrapped<Self, S> {
        Wrapped { wrapper: Self { game, handicap, worth, seed, multipv }, inside: search }
    }

    /// The report with the move that is played in front, and no word of what was overlooked: what is proven of the position is
    /// reported if the move keeps it.
    fn told(&self, root: &Root<G>, mut report: Report<G::Move>) -> Report<G::Move> {
        let hash = self.game.hash(&root.position);
        let index = hash.wrapping_add(root.earlier().len() as u64);
        let chosen = self.choose(&report.lines, &mut stream(self.seed, index));
        if chosen > 0 {
            report.lines[..=chosen].rotate_right(1);
            let kept = report.lines[0].proof.map(|proof| proof.result);
            report.proof = report.proof.filter(|proof| Some(proof.result) == kept);
        }
        report.lines.truncate(self.multipv.max(1));
        report
    }

    /// The number of the line that is played.
    fn choose(&self, lines: &[Line<G::Move>], rng: &mut Pcg64) -> usize {
        let sees_ends = self.handicap.sight > 0;
        if lines.len() < 2 || sees_ends && is_as_good_as_won(&lines[0]) {
            return 0;
        }
        let mut seen: Vec<usize> = (0..lines.len()).collect();
        keep(&mut seen, |line| !self.loses_in_sight(&lines[line]));
        // Nobody overlooks one of two: to double or not, to take or to pass.
        if lines.len() > 2 {
            keep(&mut seen, |_| !rng.random_bool(f64::from(self.handicap.blindness)));
        }
        let worth = |&line: &usize| self.worth.of(&lines[line]);
        let best = seen.iter().map(worth).fold(f32::NEG_INFINITY, f32::max);
        // Of equals the first is the best, where no mistake is allowed.
        let temperature = self.handicap.temperature.max(f32::EPSILON);
        let share = |line: &usize| ((worth(line) - best) / temperature).exp();
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

/// Keeps what is good, unless nothing is.
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
        let mut tell = |report: &Report<G::Move>| observer(&self.told(root, report.clone()));
        let report = inside.search(root, &limits, stop, &mut tell);
        self.told(root, report)
    }
}
