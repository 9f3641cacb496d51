//! The value of a position before a draw: every possible draw is searched, and the results are averaged by probability.

use std::time::Duration;

use crate::interface::catalogue::Playable;
use crate::interface::explanation::Description;
use ludex_search::{Limits, Root, Score, Searcher, StopFlag, Wdl};

use super::findings::{Findings, FoundLine};
use super::so_far::SoFar;

/// Nodes per draw in the first round of a search without limits.
const FIRST_ROUND: u64 = 10_000;

/// Searches the position after every possible draw, dividing the limits among them. The first line of the result has no moves and holds the
/// value of the position; then comes one line per draw, in the order of the game. `None` if the game has no values for positions before a
/// draw.
pub(super) fn search<G: Playable>(
    game: &G,
    searcher: &mut dyn Searcher<G>,
    pos: &G::Position,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut dyn FnMut(&SoFar<'_, Findings>),
) -> Option<Findings> {
    game.offers().chance.score_at_chance(0.0)?;
    if !limits.is_infinite() {
        let found = round(game, searcher, pos, limits, stop)?;
        report_findings(observer, &found);
        return Some(found);
    }
    let mut nodes = FIRST_ROUND;
    loop {
        let found = round(game, searcher, pos, &Limits::nodes(6 * nodes), stop)?;
        if stop.is_stopped() {
            return Some(found);
        }
        report_findings(observer, &found);
        nodes *= 2;
    }
}

fn report_findings(observer: &mut dyn FnMut(&SoFar<'_, Findings>), found: &Findings) {
    let words = || found.clone();
    observer(&SoFar::new((found.depth, found.nodes, found.elapsed), &words));
}

fn round<G: Playable>(
    game: &G,
    searcher: &mut dyn Searcher<G>,
    pos: &G::Position,
    limits: &Limits,
    stop: &StopFlag,
) -> Option<Findings> {
    let mut events = Vec::new();
    let total = game.events(pos, &mut events);
    let limits = shared(limits, events.len() as u32);
    let mut sum = Sum::new();
    for (event, weight) in events {
        let mut position = pos.clone();
        let drawn = game.write_event(pos, event);
        game.apply_chance(&mut position, event);
        let root = Root::new(position);
        let report = searcher.search(&root, &limits, stop, &mut |_| ());
        let found = Findings::new(game, &root.position, &report);
        sum.add(drawn, found, weight as f32 / total as f32);
    }
    let chance = game.offers().chance;
    let score = chance.score_at_chance(sum.expected.expectation())?;
    Some(sum.findings(score, game.score_value(score)))
}

/// The results of the draws searched so far.
struct Sum {
    whole: Findings,
    expected: Wdl,
}

impl Sum {
    fn new() -> Self {
        Self { whole: nothing(), expected: Wdl::default() }
    }

    /// Adds the result of one draw, weighted by its probability.
    fn add(&mut self, drawn: String, found: Findings, share: f32) {
        let (whole, expected) = (&mut self.whole, &mut self.expected);
        whole.depth = whole.depth.min(found.depth);
        whole.seldepth = whole.seldepth.max(found.seldepth);
        whole.nodes += found.nodes;
        whole.elapsed += found.elapsed;
        whole.threads = found.threads;
        whole.hashfull = found.hashfull;
        if let Some(mut line) = found.lines.into_iter().next() {
            expected.win += share * line.wdl.win;
            expected.draw += share * line.wdl.draw;
            expected.loss += share * line.wdl.loss;
            line.pv.insert(0, drawn);
            whole.lines.push(line);
        }
    }

    /// The combined result, with the value of the position first.
    fn findings(self, score: Score, value: f64) -> Findings {
        let Self { mut whole, expected } = self;
        let value = FoundLine::of_draws(score, value, expected, (whole.depth, whole.nodes));
        whole.lines.insert(0, value);
        whole.nps = (whole.nodes as f64 / whole.elapsed.as_secs_f64().max(1e-6)) as u64;
        whole
    }
}

fn nothing() -> Findings {
    Findings {
        lines: Vec::new(),
        depth: u32::MAX,
        seldepth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
        nps: 0,
        threads: 1,
        hashfull: 0,
        proof: None,
        description: Description::default(),
    }
}

/// The limits of one of `n_searches` searches that share `limits`.
fn shared(limits: &Limits, n_searches: u32) -> Limits {
    let parts = n_searches.max(1);
    Limits {
        time: limits.time.map(|time| time / parts),
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
        depth: limits.depth,
        clock: limits.clock.map(|clock| clock.part(parts)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_divide_the_limits() {
        let limits = Limits {
            time: Some(Duration::from_secs(6)),
            nodes: Some(60),
            depth: Some(4),
            clock: None,
        };
        let each = shared(&limits, 6);
        assert_eq!(each.time, Some(Duration::from_secs(1)));
        assert_eq!((each.nodes, each.depth), (Some(10), Some(4)));
        assert_eq!(shared(&Limits::nodes(3), 6).nodes, Some(1));
    }
}
