//! What a search reports.

use super::root::{MAX_DEPTH, RootMove};
use super::worker::{Shared, Worker};
use crate::table::Table;
use crate::{Game, IncrementalEvaluator, Line, Proof, ProofResult, Report, Score, Tactics, Turn};

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> Worker<'_, G, E, T> {
    /// What is known now; `depth` was finished.
    pub(super) fn report(&mut self, depth: u32) -> Report<G::Move> {
        let count = self.lines().min(self.root_moves.len());
        let guess = self.evaluations[0].unwrap_or(Score::DRAW);
        let line_of = |root_move: &RootMove<G::Move>| {
            let score = root_move.known_score().unwrap_or(guess);
            line(self.shared, self.table, root_move, score, depth)
        };
        let lines: Vec<_> = self.root_moves[..count].iter().map(line_of).collect();
        let proof = lines.first().and_then(|line| proof(line.score));
        Report {
            lines,
            depth,
            seldepth: self.seldepth as u32,
            nodes: self.all_nodes(),
            elapsed: self.shared.clock.elapsed(),
            threads: 1,
            hashfull: self.table.hashfull(),
            proof,
        }
    }
}

/// A move of the root with its line.
pub(super) fn line<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>>(
    shared: &Shared<'_, G, E, T>,
    table: &Table,
    root_move: &RootMove<G::Move>,
    score: Score,
    depth: u32,
) -> Line<G::Move> {
    Line {
        pv: complete(shared, table, &root_move.pv, score, depth),
        score,
        bound: root_move.bound,
        outlook: super::outlook(shared.evaluator, score),
        returns: None,
        depth,
        nodes: root_move.nodes,
        components: Vec::new(),
        exact: None,
    }
}

/// The proof that a score stands for.
pub(super) fn proof(score: Score) -> Option<Proof> {
    let result = if score.is_win() {
        ProofResult::Win
    } else {
        ProofResult::Loss
    };
    score.plies().map(|plies| Proof { result, plies })
}

/// A best line with what the table knows of its continuation: never an illegal move, never longer than the search was
/// deep or the proof is long.
fn complete<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>>(
    shared: &Shared<'_, G, E, T>,
    table: &Table,
    pv: &[G::Move],
    score: Score,
    depth: u32,
) -> Vec<G::Move> {
    let (game, tactics) = (shared.game, shared.tactics);
    let length = score.plies().unwrap_or(depth).min(MAX_DEPTH) as usize;
    let mut pv = pv.to_vec();
    let mut pos = shared.root.position.clone();
    for &mv in &pv {
        game.play(&mut pos, mv);
    }
    while pv.len() < length && matches!(game.turn(&pos), Turn::Player(_)) {
        let survey = tactics.survey(game, &pos);
        let mv = tactics.winning_move(game, &pos, &survey).or_else(|| {
            let known = table.probe(game.hash(&pos));
            known
                .and_then(|entry| tactics.unpack(game, &pos, entry.mv))
                .filter(|&mv| game.is_legal(&pos, mv))
        });
        let mv = mv.or_else(|| {
            // Of a proven line only the last move of the loser may be missing, and any one serves.
            let mut moves = Vec::new();
            game.legal_moves(&pos, &mut moves);
            moves.first().copied().filter(|_| score.is_proven())
        });
        let Some(mv) = mv else { break };
        game.play(&mut pos, mv);
        pv.push(mv);
    }
    pv
}
