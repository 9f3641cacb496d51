//! Hexapawn: each player has three pawns on a 3x3 board, which move and capture as in chess. A player wins by reaching the
//! other side, or by leaving the opponent without a move (Martin Gardner, Scientific American, March 1962).
use ludex_search::testing::Conformance;
use ludex_search::{
    AlphaBeta, Evaluator, Game, Limits, Mcts, MctsOptions, MoveList, Never, NoTactics,
};
use ludex_search::{
    Player, ProofOptions, ProofResult, Returns, Root, Score, SearchOptions, Searcher, Stateless,
};
use ludex_search::{Solver, StopFlag, Turn, WholeGame, hash_of, won_by};

#[derive(Clone, Copy)]
struct Hexapawn;

/// Pawns as bits, three per row. The board is turned after every move, so the player to move always moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    own: u16,
    other: u16,
    mover: Player,
}

#[rustfmt::skip]
impl Game for Hexapawn {
    type Position = Position;
    type Move = (u16, u16); // From and to, as bits.
    type Undo = Position;
    type Event = Never;
    const ALTERNATES: bool = true;
    fn start(&self) -> Position { Position { own: 0o007, other: 0o700, mover: Player(0) } }
    fn turn(&self, pos: &Position) -> Turn {
        let is_over = pos.other & 0o007 != 0 || self.count_moves(pos) == 0;
        if is_over { Turn::Over } else { Turn::Player(pos.mover) }
    }
    fn legal_moves(&self, pos: &Position, out: &mut MoveList<(u16, u16)>) {
        for from in (0..9).map(|square| 1 << square).filter(|from| pos.own & from != 0) {
            let ahead = from << 3 & !(pos.own | pos.other);
            let left = (from & !0o111) << 2 & pos.other;
            let right = (from & !0o444) << 4 & pos.other;
            out.extend([ahead, left, right].iter().filter(|&&to| to & 0o777 != 0).map(|&to| (from, to)));
        }
    }
    fn play(&self, pos: &mut Position, (from, to): (u16, u16)) -> Position {
        let turned = |pawns: u16| pawns.reverse_bits() >> 7;
        let (own, other) = (turned(pos.other & !to), turned(pos.own ^ from ^ to));
        std::mem::replace(pos, Position { own, other, mover: pos.mover.other() })
    }
    fn undo(&self, pos: &mut Position, _mv: (u16, u16), before: Position) { *pos = before; }
    fn returns(&self, pos: &Position) -> Returns { won_by(pos.mover.other()) }
    fn hash(&self, pos: &Position) -> u64 { hash_of(pos) }
}

/// Evaluates by the number of pawns, in thousandths of an expected result.
struct Pawns;

impl Evaluator<Hexapawn> for Pawns {
    fn evaluate(&self, _game: &Hexapawn, pos: &Position) -> Score {
        Score::new(200 * (pos.own.count_ones() as i32 - pos.other.count_ones() as i32))
    }
}

fn main() {
    Conformance::new(&Hexapawn).games(100).check();
    let mut alphabeta =
        AlphaBeta::new(Hexapawn, Stateless(Pawns), NoTactics, SearchOptions::default());
    let mut mcts = Mcts::new(Hexapawn, Pawns, MctsOptions::default());
    let mut solver = Solver::new(Hexapawn, WholeGame, ProofOptions::default());
    let mut prove = |pos| {
        let (limits, stop) = (Limits::default(), StopFlag::default());
        solver.solve(&Root::new(pos), &limits, &stop, &mut |_| {})
    };
    // The player who begins loses, and every search finds the winning reply.
    let mut pos = Hexapawn.start();
    assert_eq!(prove(pos).result, Some(ProofResult::Loss));
    Hexapawn.play(&mut pos, (0o002, 0o020));
    let winning = prove(pos).moves;
    assert!(winning.contains(&alphabeta.best(&pos, Limits::depth(8)).expect("a move")));
    assert!(winning.contains(&mcts.best(&pos, Limits::nodes(10_000)).expect("a move")));
}
