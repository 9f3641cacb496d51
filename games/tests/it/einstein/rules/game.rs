//! The rules: [`Game`].

use ludex_kit::support::bitboard::squares;
use ludex_search::{Game, MoveList, Player, Returns, Turn, won_by};

use super::movegen;
use super::moves::Move;
use super::options::Options;
use super::position::Position;

/// The game with its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Einstein {
    options: Options,
}

impl Einstein {
    pub(crate) fn new(options: Options) -> Self {
        Self { options }
    }

    pub(crate) fn options(self) -> Options {
        self.options
    }
}

/// The squares of player 1's home, row by row from the corner; those of player 2 are opposite.
const HOME: [u8; 6] = [0, 1, 2, 5, 6, 10];

impl Game for Einstein {
    type Position = Position;
    type Move = Move;
    type Undo = Position;
    type Event = u8;

    const ALTERNATES: bool = true;
    const CHANCE: bool = true;

    fn start(&self) -> Position {
        let mut stones = [[0; 6]; 2];
        for (square, number) in HOME.into_iter().zip(self.options.order) {
            stones[0][number] = 1 << square;
            stones[1][number] = 1 << (24 - square);
        }
        Position::new(stones, 0, 0)
    }

    fn turn(&self, pos: &Position) -> Turn {
        match (pos.winner(), pos.die()) {
            (Some(_), _) => Turn::Over,
            (None, 0) => Turn::Chance,
            (None, _) => Turn::Player(pos.to_move()),
        }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Move>) {
        movegen::moves(pos, out);
    }

    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        pos.step(1 << mv.from, 1 << mv.to);
        before
    }

    fn undo(&self, pos: &mut Position, _mv: Move, before: Position) {
        *pos = before;
    }

    fn returns(&self, pos: &Position) -> Returns {
        pos.winner().map_or_else(Returns::default, won_by)
    }

    fn hash(&self, pos: &Position) -> u64 {
        pos.hash()
    }

    /// Stones only move forward.
    fn irreversible(&self, _pos: &Position, _mv: Move) -> bool {
        true
    }

    fn events(&self, _pos: &Position, out: &mut Vec<(u8, u32)>) -> u32 {
        out.extend((1..=6).map(|eyes| (eyes, 1)));
        6
    }

    fn apply_chance(&self, pos: &mut Position, eyes: u8) -> Position {
        let before = *pos;
        pos.set_die(eyes);
        before
    }

    fn undo_chance(&self, pos: &mut Position, _eyes: u8, before: Position) {
        *pos = before;
    }

    fn symmetries(&self) -> usize {
        2
    }

    /// Symmetry 1 swaps rows and columns.
    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        let image = |bit: u64| squares(bit).map(|at| 1 << turned(at, symmetry)).sum();
        let stones = [Player(0), Player(1)].map(|player| pos.stones(player).map(image));
        Position::new(stones, pos.ply(), pos.die())
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        Move { from: turned(mv.from, symmetry), to: turned(mv.to, symmetry) }
    }
}

fn turned(square: u8, symmetry: usize) -> u8 {
    match symmetry {
        0 => square,
        _ => square % 5 * 5 + square / 5,
    }
}
