//! Reports of the search.

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
    /// Reports the current result. `depth` is the last depth that was completed.
    pub(super) fn report(&mut self, depth: u32) -> Report<G::Move> {
        let count = self.lines().min(self.root_moves.len());
        let guess = self.evaluations[0].unwrap_or(Score::DRAW);
        let line_of = |root_move: &RootMove<G::Move>| {
            let score = root_move.known_score().unwrap_or(guess);
            let exhausted = self.exhausted;
            line(self.shared, self.table, root_move, score, depth, exhausted)
        };
        let mut lines: Vec<_> = self.root_moves[..count].iter().map(line_of).collect();
        // An interrupted iteration has searched only some of the moves again.
        lines.sort_by_key(|(line, _)| Reverse(line.score));
        // Only the best line may report the depth of the interrupted iteration. The order of the lines does not change.
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

/// The line of a root move, and what is proven about it. `exhausted` means that every line of play was searched to its end.
pub(super) fn line<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>>(
    shared: &SharedState<'_, G, E, T>,
    table: &TranspositionTable,
    root_move: &RootMove<G::Move>,
    score: Score,
    depth: u32,
    exhausted: bool,
) -> (Line<G::Move>, Certain) {
    // The line already reaches the end of the game or a draw by repetition. The table might add moves after that draw.
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

/// Extends a best line with moves from the table. It adds no illegal move, does not exceed the depth of the search or the length of the
/// proof, and stops at the end of the game or at a repetition.
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
        // In a proven line, a table entry is used only if its distance to the end of the game equals the remaining length.
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
    // The moves that the table adds to a proven line may lead to another result; then they are removed.
    if score.is_proven() && !(pv.len() == length && is_won(game, shared.root, &pos, score)) {
        pv.truncate(known);
    }
    pv
}

/// Whether the game has ended with the result that a proven score of the root claims.
fn is_won<G: Game>(game: &G, root: &Root<G>, end: &G::Position, score: Score) -> bool {
    match (game.turn(&root.position), game.turn(end)) {
        (Turn::Player(mover), Turn::Over) => {
            let value = game.returns(end)[mover.index()];
            value > 0.0 && score.is_win() || value < 0.0 && score.is_loss()
        }
        _ => false,
    }
}
