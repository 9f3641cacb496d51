//! Tic-tac-toe: the smallest implementation of a game. Squares are bits, from left to right and from top to bottom.
use ludex_search::testing::Conformance;
use ludex_search::{AlphaBeta, Game, Limits, MoveList, Never, NoEvaluator, NoTactics, Player};
use ludex_search::{Returns, SearchOptions, Searcher, Stateless, Turn, hash_of, won_by};

struct TicTacToe;

/// The squares of the player to move, and those of the opponent.
type Position = [u16; 2];

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_line(squares: u16) -> bool {
    LINES.iter().any(|line| !squares & line == 0)
}

fn mover([own, other]: Position) -> Player {
    Player(u8::from(own.count_ones() != other.count_ones()))
}

#[rustfmt::skip]
impl Game for TicTacToe {
    type Position = Position;
    type Move = u8;
    type Undo = Position;
    type Event = Never;
    fn start(&self) -> Position { [0, 0] }
    fn turn(&self, pos: &Position) -> Turn {
        let is_over = has_line(pos[1]) || pos[0] | pos[1] == 0o777;
        if is_over { Turn::Over } else { Turn::Player(mover(*pos)) }
    }
    fn legal_moves(&self, pos: &Position, out: &mut MoveList<u8>) {
        out.extend((0..9).filter(|square| (pos[0] | pos[1]) >> square & 1 == 0));
    }
    fn play(&self, pos: &mut Position, mv: u8) -> Position {
        std::mem::replace(pos, [pos[1], pos[0] | 1 << mv])
    }
    fn undo(&self, pos: &mut Position, _mv: u8, before: Position) { *pos = before; }
    fn returns(&self, pos: &Position) -> Returns {
        if has_line(pos[1]) { won_by(mover(*pos).other()) } else { Returns::default() }
    }
    fn hash(&self, pos: &Position) -> u64 { hash_of(pos) }
}

fn main() {
    Conformance::new(&TicTacToe).check();
    let mut search =
        AlphaBeta::new(TicTacToe, Stateless(NoEvaluator), NoTactics, SearchOptions::default());
    assert_eq!(search.best(&[0b11, 0b100_1000], Limits::depth(9)), Some(2));
}
