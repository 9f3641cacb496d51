//! Pig: roll a die as often as you like and add up the numbers, or hold to keep the sum. A one ends the turn without points.

use ludex_search::{Evaluator, Game, MoveList, Player, Returns, Score, Tactics, Turn, won_by};

use super::spread;

/// Pig to `target` points, with a die of `sides` sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pig {
    pub(crate) target: u8,
    pub(crate) sides: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) points: [u8; 2],
    pub(crate) turn_total: u8,
    pub(crate) mover: u8,
    pub(crate) rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Roll,
    Hold,
}

impl Game for Pig {
    type Position = Position;
    type Move = Move;
    type Undo = Position;
    type Event = u8;

    const CHANCE: bool = true;

    fn start(&self) -> Position {
        Position { points: [0, 0], turn_total: 0, mover: 0, rolling: false }
    }

    fn turn(&self, pos: &Position) -> Turn {
        if pos.points.iter().any(|&points| points >= self.target) {
            Turn::Over
        } else if pos.rolling {
            Turn::Chance
        } else {
            Turn::Player(Player(pos.mover))
        }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Move>) {
        let points = pos.points[usize::from(pos.mover)];
        // A player with enough points must hold, and no player may pass without a roll, so every game ends.
        if points + pos.turn_total < self.target {
            out.push(Move::Roll);
        }
        if pos.turn_total > 0 {
            out.push(Move::Hold);
        }
    }

    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        match mv {
            Move::Roll => pos.rolling = true,
            Move::Hold => {
                pos.points[usize::from(pos.mover)] += pos.turn_total;
                pass(pos);
            }
        }
        before
    }

    fn undo(&self, pos: &mut Position, _mv: Move, undo: Position) {
        *pos = undo;
    }

    fn returns(&self, pos: &Position) -> Returns {
        won_by(Player(u8::from(pos.points[1] >= self.target)))
    }

    fn hash(&self, pos: &Position) -> u64 {
        let [first, second] = pos.points;
        let flags = pos.mover << 1 | u8::from(pos.rolling);
        spread(u64::from(u32::from_le_bytes([first, second, pos.turn_total, flags])))
    }

    fn irreversible(&self, _pos: &Position, mv: Move) -> bool {
        mv == Move::Hold
    }

    fn events(&self, _pos: &Position, out: &mut Vec<(u8, u32)>) -> u32 {
        out.extend((1..=self.sides).map(|eyes| (eyes, 1)));
        u32::from(self.sides)
    }

    fn apply_chance(&self, pos: &mut Position, eyes: u8) -> Position {
        let before = *pos;
        pos.rolling = false;
        if eyes == 1 {
            pass(pos);
        } else {
            pos.turn_total += eyes;
        }
        before
    }

    fn undo_chance(&self, pos: &mut Position, _eyes: u8, undo: Position) {
        *pos = undo;
    }

    fn symmetries(&self) -> usize {
        2
    }

    /// Symmetry 1 exchanges the players.
    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        match symmetry {
            0 => *pos,
            _ => Position { points: [pos.points[1], pos.points[0]], mover: pos.mover ^ 1, ..*pos },
        }
    }
}

fn pass(pos: &mut Position) {
    pos.turn_total = 0;
    pos.mover ^= 1;
}

/// The lead in points, including those of the turn, for the player to move (at a roll: the player who rolls).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PigEvaluator;

impl Evaluator<Pig> for PigEvaluator {
    fn evaluate(&self, game: &Pig, pos: &Position) -> Score {
        let own = i32::from(pos.points[usize::from(pos.mover)] + pos.turn_total);
        let other = i32::from(pos.points[usize::from(pos.mover ^ 1)]);
        Score::new((own - other) * 1000 / (i32::from(game.target) * 2))
    }
}

impl Tactics<Pig> for PigEvaluator {
    type NodeInfo = ();

    fn history_slots(&self) -> usize {
        2
    }

    fn history_slot(&self, _pos: &Position, mv: Move) -> usize {
        mv as usize
    }
}
