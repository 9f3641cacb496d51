//! Pig: roll a die as often as you like and add up the numbers, or hold to keep the sum. A one ends the turn without points.
//! The first player with 100 points wins.
use ludex_search::testing::Conformance;
use ludex_search::{ByEvaluator, Evaluator, Expectimax, ExpectimaxOptions, Game, Limits, MoveList};
use ludex_search::{Player, Returns, Score, Searcher, Turn, hash_of, won_by};

const TARGET: u8 = 100;

#[derive(Clone, Copy)]
struct Pig;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    points: [u8; 2],
    turn_total: u8,
    mover: Player,
    is_rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    Roll,
    Hold,
}

#[rustfmt::skip]
impl Game for Pig {
    type Position = Position;
    type Move = Move;
    type Undo = Position;
    type Event = u8; // The number on the die.
    const CHANCE: bool = true;
    fn start(&self) -> Position {
        Position { points: [0, 0], turn_total: 0, mover: Player(0), is_rolling: false }
    }
    fn turn(&self, pos: &Position) -> Turn {
        match pos.points.iter().any(|&points| points >= TARGET) {
            true => Turn::Over,
            false if pos.is_rolling => Turn::Chance,
            false => Turn::Player(pos.mover),
        }
    }
    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Move>) {
        let has_enough = pos.points[pos.mover.index()] + pos.turn_total >= TARGET;
        out.extend((!has_enough).then_some(Move::Roll));
        out.extend((pos.turn_total > 0).then_some(Move::Hold));
    }
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        match mv {
            Move::Roll => pos.is_rolling = true,
            Move::Hold => {
                pos.points[pos.mover.index()] += pos.turn_total;
                (pos.turn_total, pos.mover) = (0, pos.mover.other());
            }
        }
        before
    }
    fn undo(&self, pos: &mut Position, _mv: Move, before: Position) { *pos = before; }
    fn returns(&self, pos: &Position) -> Returns { won_by(Player(u8::from(pos.points[1] >= TARGET))) }
    fn hash(&self, pos: &Position) -> u64 { hash_of(pos) }
    fn events(&self, _pos: &Position, out: &mut Vec<(u8, u32)>) -> u32 {
        out.extend((1..=6).map(|eyes| (eyes, 1)));
        6
    }
    fn apply_chance(&self, pos: &mut Position, eyes: u8) -> Position {
        let before = *pos;
        pos.is_rolling = false;
        match eyes {
            1 => (pos.turn_total, pos.mover) = (0, pos.mover.other()),
            _ => pos.turn_total += eyes,
        }
        before
    }
    fn undo_chance(&self, pos: &mut Position, _eyes: u8, before: Position) { *pos = before; }
}

/// The lead of the player to move, including the points of the current turn, in thousandths of an expected result.
struct Lead;

impl Evaluator<Pig> for Lead {
    fn evaluate(&self, _game: &Pig, pos: &Position) -> Score {
        let [own, other] = [pos.mover, pos.mover.other()].map(|p| i32::from(pos.points[p.index()]));
        Score::new(5 * (own + i32::from(pos.turn_total) - other))
    }
}

fn main() {
    Conformance::new(&Pig).longest(2_000).check();
    let mut search = Expectimax::new(Pig, ByEvaluator::new(Lead), ExpectimaxOptions::default());
    // A roll gains 20/6 points on average and loses the turn's points one time in six, so a search of one roll holds at 20.
    for (turn_total, best) in [(19, Move::Roll), (21, Move::Hold)] {
        let pos = Position { turn_total, ..Pig.start() };
        assert_eq!(search.best(&pos, Limits::depth(1)), Some(best));
    }
}
