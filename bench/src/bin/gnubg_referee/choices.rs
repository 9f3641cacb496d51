//! Static choices of both programs.

use std::sync::Arc;

use anyhow::Result;
use ludex_games::tryktrak::evaluation::model::{EquityModel, ModelScratch};
use ludex_games::tryktrak::evaluation::networks::{Networks, finished};
use ludex_games::tryktrak::rules::movegen::{self, Reached};
use ludex_games::tryktrak::{
    Board, CubefulValue, Move, Options, Phase, Position, Status, Tryktrak,
};
use ludex_search::{Candidate, Candidates, Player};

use ludex_bench::gnubg::Gnubg;

/// A board in the view of the player who has rolled, and the dice.
pub(crate) type RolledTurn = (Board, (u8, u8));

/// Our static play, cubeless: by networks, and by the bear-off tables where they know.
pub(crate) struct Chooser {
    game: Tryktrak,
    model: EquityModel,
    scratch: ModelScratch,
    candidates: Vec<Candidate<Tryktrak, CubefulValue>>,
}

impl Chooser {
    pub(crate) fn new(networks: Arc<Networks>) -> Self {
        let game = cubeless();
        Self {
            model: EquityModel::new(networks, game.options()),
            game,
            scratch: ModelScratch::default(),
            candidates: Vec::new(),
        }
    }

    /// The best play among all, and what it is worth to who makes it.
    pub(crate) fn best(&mut self, turn: RolledTurn) -> (Board, f64) {
        self.best_of(turn, usize::MAX)
    }

    fn best_of(&mut self, turn: RolledTurn, keep: usize) -> (Board, f64) {
        self.candidates.clear();
        let (scratch, out) = (&mut self.scratch, &mut self.candidates);
        (self.model).candidates(scratch, &self.game, &position(turn), keep, out);
        let best = &self.candidates[0];
        let Move::Play(play) = best.mv else {
            unreachable!("plays are ranked, not {:?}", best.mv)
        };
        (turn.0.after(play).flipped(), f64::from(best.utility))
    }

    /// By how much better the dice are than the mean of all rolls, for who has rolled them.
    pub(crate) fn luck(&mut self, (board, dice): RolledTurn) -> f64 {
        let (mut luck, mut mean) = (0.0, 0.0);
        for high in 1..=6 {
            for low in 1..=high {
                let worth = self.best_of((board, (high, low)), 1).1;
                mean += worth * if high == low { 1.0 } else { 2.0 } / 36.0;
                if (high, low) == (dice.0.max(dice.1), dice.0.min(dice.1)) {
                    luck = worth;
                }
            }
        }
        luck - mean
    }
}

/// Money games without the cube.
pub(crate) fn cubeless() -> Tryktrak {
    Tryktrak::with_options(Options {
        cube: false,
        ..Options::default()
    })
}

/// The position in which a turn is played.
pub(crate) fn position((board, dice): RolledTurn) -> Position {
    let status = Status {
        phase: Phase::Moving,
        dice,
        ..Status::START
    };
    Position::new(board.sides(Player(0)), status)
}

/// The boards after all plays, for the opponent about to roll.
pub(crate) fn after_plays((board, dice): RolledTurn, reached: &mut Vec<Reached>) -> Vec<Board> {
    reached.clear();
    movegen::plays(board, dice, reached);
    reached
        .iter()
        .map(|reached| reached.board.flipped())
        .collect()
}

/// GNU Backgammon's static values of all plays of some turns, one list a turn, best first: what each is worth to the opponent.
pub(crate) fn static_values(
    gnubg: &mut Gnubg,
    turns: &[RolledTurn],
) -> Result<Vec<Vec<(f32, Board)>>> {
    let mut reached = Vec::new();
    let lists: Vec<_> = turns
        .iter()
        .map(|&turn| after_plays(turn, &mut reached))
        .collect();
    let mut equities = gnubg.equities(0, &lists.concat())?.into_iter();
    let valued = lists.into_iter().map(|boards| {
        let mut values: Vec<_> = equities.by_ref().zip(boards).collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        values
    });
    Ok(valued.collect())
}

/// What a board that is over is worth to the player who would roll.
pub(crate) fn points(board: Board) -> Option<f64> {
    finished(board).map(|outcome| f64::from(outcome.money_equity()))
}
