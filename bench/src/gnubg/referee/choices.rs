//! The plays that Ludex and GNU Backgammon choose by static evaluation, without search.

use std::sync::Arc;

use anyhow::Result;
use ludex_games::tryktrak::evaluation::model::{EquityModel, ModelScratch};
use ludex_games::tryktrak::evaluation::networks::Networks;
use ludex_games::tryktrak::rules::movegen::{self, Reached};
use ludex_games::tryktrak::{
    Board, CubefulValue, Move, Options, Phase, Position, Status, Tryktrak,
};
use ludex_search::{Candidate, Candidates, Player};

use crate::gnubg::program::Gnubg;

/// A board from the view of the player who has rolled, and the dice.
pub(crate) type RolledTurn = (Board, (u8, u8));

/// The static choices of Ludex without the cube: by bear-off tables if they contain the position, otherwise by networks.
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

    /// The board after the best move, from the view of the player who rolls next.
    pub(crate) fn best(&mut self, turn: RolledTurn) -> Board {
        self.candidates.clear();
        let (scratch, out) = (&mut self.scratch, &mut self.candidates);
        (self.model).candidates(scratch, &self.game, &position(turn), usize::MAX, out);
        let best = &self.candidates[0];
        let Move::Play(play) = best.mv else {
            unreachable!("only plays can be ranked, not {:?}", best.mv)
        };
        turn.0.after(play).flipped()
    }
}

/// Money games without the cube.
pub(crate) fn cubeless() -> Tryktrak {
    Tryktrak::with_options(Options { cube: false, ..Options::default() })
}

/// The position in which a turn is played.
pub(crate) fn position((board, dice): RolledTurn) -> Position {
    let status = Status { phase: Phase::Moving, dice, ..Status::START };
    Position::new(board.sides(Player(0)), status)
}

/// The boards after all moves, from the view of the opponent, who is about to roll.
pub(crate) fn after_plays((board, dice): RolledTurn, reached: &mut Vec<Reached>) -> Vec<Board> {
    reached.clear();
    movegen::plays(board, dice, reached);
    reached.iter().map(|reached| reached.board.flipped()).collect()
}

/// GNU Backgammon's static values of all moves of some turns, one list for each turn, best first: the equity of the opponent.
pub(crate) fn static_values(
    gnubg: &mut Gnubg,
    turns: &[RolledTurn],
) -> Result<Vec<Vec<(f32, Board)>>> {
    let mut reached = Vec::new();
    let lists: Vec<_> = turns.iter().map(|&turn| after_plays(turn, &mut reached)).collect();
    let mut equities = gnubg.equities(0, &lists.concat())?.into_iter();
    let valued = lists.into_iter().map(|boards| {
        let mut values: Vec<_> = equities.by_ref().zip(boards).collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        values
    });
    Ok(valued.collect())
}
