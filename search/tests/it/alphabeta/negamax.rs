//! Plain negamax with quiescence: the score that alpha-beta must give without reductions and pruning.

use ludex_search::{Evaluator, Game, MoveList, Player, Score, Tactics, Turn};

pub(crate) struct Negamax<'a, G, E, T> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) tactics: &'a T,
    pub(crate) quiescence_plies: u32,
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G>> Negamax<'_, G, E, T> {
    /// The score for the player to move.
    pub(crate) fn score(&self, pos: &G::Position, ply: u32, depth: u32) -> Score {
        if depth == 0 {
            return self.quiescence(pos, ply, 0);
        }
        self.moves(pos)
            .into_iter()
            .map(|mv| self.of_move(pos, mv, ply, depth))
            .max()
            .expect("a mover has a move")
    }

    pub(crate) fn moves(&self, pos: &G::Position) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        self.game.legal_moves(pos, &mut moves);
        moves
    }

    /// The score of a move for the player who makes it.
    pub(crate) fn of_move(&self, pos: &G::Position, mv: G::Move, ply: u32, depth: u32) -> Score {
        self.after(pos, mv, ply, |child| self.score(child, ply + 1, depth - 1))
    }

    fn quiescence(&self, pos: &G::Position, ply: u32, quiet_plies: u32) -> Score {
        let info = self.tactics.node_info(self.game, pos);
        if self.tactics.winning_move(self.game, pos, &info).is_some() {
            return Score::win_in(ply + 1);
        }
        let evaluation = self.evaluate(pos);
        if quiet_plies >= self.quiescence_plies {
            return evaluation;
        }
        let mut tactical_moves = MoveList::new();
        self.tactics.tactical_moves(self.game, pos, &info, &mut tactical_moves);
        let scores = tactical_moves.into_iter().map(|mv| {
            self.after(pos, mv, ply, |child| self.quiescence(child, ply + 1, quiet_plies + 1))
        });
        let best = scores.max().unwrap_or(Score::LOSS);
        if !self.tactics.in_danger(&info) {
            best.max(evaluation)
        } else if best.is_loss() {
            evaluation
        } else {
            best
        }
    }

    fn after(
        &self,
        pos: &G::Position,
        mv: G::Move,
        ply: u32,
        below: impl Fn(&G::Position) -> Score,
    ) -> Score {
        let mover = self.mover(pos);
        let mut child = pos.clone();
        self.game.play(&mut child, mv);
        match self.game.turn(&child) {
            Turn::Over => self.over(self.game.returns(&child)[mover.index()], ply + 1),
            Turn::Player(next) if next == mover => below(&child),
            _ => -below(&child),
        }
    }

    fn over(&self, value: f32, ply: u32) -> Score {
        match value {
            1.0 => Score::win_in(ply),
            -1.0 => Score::loss_in(ply),
            _ => Score::new((value * self.evaluator.bounds().1.value() as f32).round() as i32),
        }
    }

    fn evaluate(&self, pos: &G::Position) -> Score {
        self.evaluator.evaluate(self.game, pos)
    }

    fn mover(&self, pos: &G::Position) -> Player {
        match self.game.turn(pos) {
            Turn::Player(player) => player,
            _ => unreachable!("a player is to move"),
        }
    }
}
