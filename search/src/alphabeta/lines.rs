//! What a search reports.

use std::cmp::Reverse;

use super::path::Path;
use super::root_move::{MAX_DEPTH, RootMove};
use super::worker::{AlphaBetaWorker, SharedState};
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::{Game, Turn};
use crate::interface::report::{Line, Report};
use crate::interface::score::Score;
use crate::interface::searcher::Root;
use crate::interface::tactics::Tactics;
use crate::support::certain::{BEST, Certain};
use crate::support::finish::finish_lines;
use crate::support::table::{Entry, TranspositionTable};

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'_, G, E, T> {
    /// What is known now; `depth` was finished.
    pub(super) fn report(&mut self, depth: u32) -> Report<G::Move> {
        let count = self.lines().min(self.root_moves.len());
        let guess = self.evaluations[0].unwrap_or(Score::DRAW);
        let line_of = |root_move: &RootMove<G::Move>| {
            let score = root_move.known_score().unwrap_or(guess);
            let exhausted = self.exhausted;
            line(self.shared, self.table, root_move, score, depth, exhausted)
        };
        let mut lines: Vec<_> = self.root_moves[..count].iter().map(line_of).collect();
        // An iteration that was broken off has not judged them all anew.
        lines.sort_by_key(|(line, _)| Reverse(line.score));
        // Only the best line is reported at a depth that the others may not have had: they stay in the order of their scores.
        for (line, _) in lines.iter_mut().skip(1) {
            line.depth = line.depth.min(depth);
        }
        let first = lines.first().map(|(_, certain)| *certain);
        let mut lines: Vec<_> = lines.into_iter().map(|(line, _)| line).collect();
        finish_lines(self.game, self.shared.root, &mut lines);
        Report {
            seldepth: self.seldepth as u32,
            nodes: self.all_nodes(),
            elapsed: self.shared.clock.elapsed(),
            hashfull: self.table.hashfull(),
            proof: first.and_then(|certain| certain.proof()),
            is_complete: self.is_decided(depth),
            ..Report::new(lines, depth)
        }
    }
}

/// A move of the root with its line, and what is certain of it; `exhausted` says that every line of play was seen.
pub(super) fn line<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>>(
    shared: &SharedState<'_, G, E, T>,
    table: &TranspositionTable,
    root_move: &RootMove<G::Move>,
    score: Score,
    depth: u32,
    exhausted: bool,
) -> (Line<G::Move>, Certain) {
    // The line was seen to the end of the game, and the table would go on after a draw.
    let pv = if exhausted && !score.is_proven() {
        root_move.pv.clone()
    } else {
        complete(shared, table, &root_move.pv, score, depth)
    };
    let greatest = shared.evaluator.greatest().value() as f32;
    let wdl = shared.evaluator.wdl_at(shared.game, &shared.root.position, score);
    let certain = match score.plies() {
        Some(plies) if score.is_win() => Certain::exact(BEST, plies),
        Some(plies) => Certain::exact(-BEST, plies),
        None if exhausted => {
            let plies = root_move.pv.len() as u32;
            Certain::exact(score.value() as f32 / greatest, plies)
        }
        None => Certain::nothing(BEST),
    };
    let line = Line {
        bound: root_move.bound,
        depth: root_move.depth,
        nodes: root_move.nodes,
        ..Line::new(pv, score, wdl)
    };
    (line.with_certain(certain), certain)
}

/// A best line with what the table knows of its continuation: never an illegal move, never longer than the search was
/// deep or the proof is long, and never on after the end of the game or a repetition.
fn complete<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>>(
    shared: &SharedState<'_, G, E, T>,
    table: &TranspositionTable,
    pv: &[G::Move],
    score: Score,
    depth: u32,
) -> Vec<G::Move> {
    let (game, tactics) = (shared.game, shared.tactics);
    let length = score.plies().unwrap_or(depth).min(MAX_DEPTH) as usize;
    let known = pv.len();
    let mut pv = pv.to_vec();
    let mut pos = shared.root.position.clone();
    let mut path = Path::new(game, shared.root, shared.parameters.early_draws != 0);
    for &mv in &pv {
        path.follow(game, &mut pos, mv);
    }
    while pv.len() < length && matches!(game.turn(&pos), Turn::Player(_)) && !path.is_repeated() {
        let left = length - pv.len();
        // A proven line goes on by what proves it, or ends early.
        let serves = |entry: &Entry| !score.is_proven() || entry.score.plies() == Some(left as u32);
        let info = tactics.node_info(game, &pos);
        let mv = tactics.winning_move(game, &pos, &info).or_else(|| {
            let known = table.probe(path.hash()).filter(serves);
            known
                .and_then(|entry| tactics.unpack(game, &pos, entry.mv))
                .filter(|&mv| game.is_legal(&pos, mv))
        });
        let Some(mv) = mv else { break };
        path.follow(game, &mut pos, mv);
        pv.push(mv);
    }
    // What the table adds to a proven line may lead elsewhere.
    if score.is_proven() && !(pv.len() == length && is_won(game, shared.root, &pos, score)) {
        pv.truncate(known);
    }
    pv
}

/// Whether a game has ended as a proven score of its root says.
fn is_won<G: Game>(game: &G, root: &Root<G>, end: &G::Position, score: Score) -> bool {
    match (game.turn(&root.position), game.turn(end)) {
        (Turn::Player(mover), Turn::Over) => {
            let value = game.returns(end)[mover.index()];
            value > 0.0 && score.is_win() || value < 0.0 && score.is_loss()
        }
        _ => false,
    }
}
