//! What alpha-beta knows about Quoridor: which walls matter, in which order to try moves, when a step must be answered.

use std::cell::OnceCell;

use ludex_search::{Game, Listed, MoveList, Player, Score, Tactics};

use super::race::{Races, is_race};
use crate::evaluation::routes::Routes;
use crate::rules::board::{ROW, Square, Squares, each};
use crate::rules::game::Quoridor;
use crate::rules::movegen::single;
use crate::rules::moves::{Direction, Move, Wall};
use crate::rules::position::{Position, Undo};
use crate::rules::walls::Walls;

/// Hints for alpha-beta.
#[derive(Clone, Debug, Default)]
pub struct WallTactics {
    races: Races,
}

/// The plies to search from which the table of a race is made. Below, a search is quicker than the table of a new layout:
/// with three walls left half a million nodes took 0.27 s without it, 0.39 s from depth 8 on, 2.2 s from depth 4 on.
const RACE_DEPTH: i32 = 12;

/// What is found out about a node, as far as it is asked for.
#[derive(Debug, Default)]
pub struct NodeInfo {
    win: Option<Square>,
    danger: bool,
    plans: OnceCell<Plans>,
}

/// Which moves look good.
#[derive(Debug)]
struct Plans {
    own: Routes,
    other: Routes,
    /// Walls beside the pawns.
    near: Walls,
    /// Walls that touch a wall.
    touching: Walls,
}

impl Plans {
    fn new(game: &Quoridor, pos: &Position) -> Self {
        let mover = pos.to_move();
        let [own, other] = [mover, mover.other()]
            .map(|player| Routes::new(pos.steps(), pos.pawn(player).bit(), game.goal(player)));
        let pawns = pos.pawn(mover).bit() | pos.pawn(mover.other()).bit();
        Self { own, other, near: around(pawns), touching: touching(pos.walls().points()) }
    }
}

/// Walls that touch a square.
fn around(squares: Squares) -> Walls {
    let left = squares | squares >> 1;
    let below = left | left >> ROW;
    Walls { horizontal: below, vertical: below }
}

/// Walls that touch one of these points.
fn touching(points: Squares) -> Walls {
    let middle = points >> (ROW + 1);
    Walls {
        horizontal: points >> ROW | middle | points >> (ROW + 2),
        vertical: points >> 1 | middle | points >> (2 * ROW + 1),
    }
}

/// The squares that the opponent could step to if it were his turn, without jumps.
fn could_arrive(game: &Quoridor, pos: &Position, player: Player) -> bool {
    pos.steps().beside(pos.pawn(player).bit()) & game.goal(player) != 0
}

impl Tactics<Quoridor> for WallTactics {
    type NodeInfo = NodeInfo;

    fn pack(&self, mv: Move) -> u32 {
        1 + slot(mv) as u32
    }

    fn unpack(&self, _: &Quoridor, _: &Position, packed: u32) -> Option<Move> {
        let slot = packed.checked_sub(1)?;
        let square = Square::from_index(slot % 100);
        match slot / 100 {
            0 => Some(Move::Pawn(square)),
            1 => Some(Move::horizontal(square)),
            2 => Some(Move::vertical(square)),
            3 => Some(Move::Pass),
            _ => None,
        }
    }

    fn history_slots(&self) -> usize {
        301
    }

    #[inline]
    fn history_slot(&self, _: &Position, mv: Move) -> usize {
        slot(mv)
    }

    #[inline]
    fn node_info(&self, game: &Quoridor, pos: &Position) -> NodeInfo {
        let mover = pos.to_move();
        let goal = game.pawn_targets(pos) & game.goal(mover);
        NodeInfo {
            win: (goal != 0).then(|| Square::lowest(goal)),
            danger: could_arrive(game, pos, mover.other()),
            plans: OnceCell::new(),
        }
    }

    fn winning_move(&self, _: &Quoridor, _: &Position, info: &NodeInfo) -> Option<Move> {
        info.win.map(Move::Pawn)
    }

    #[inline]
    fn known_score(&self, game: &Quoridor, pos: &Position, depth: i32) -> Option<Score> {
        if depth < RACE_DEPTH || !is_race(game, pos) {
            return None;
        }
        self.races.ask(game, pos, |race| race.score(game, pos))
    }

    fn known_line(&self, game: &Quoridor, pos: &Position, out: &mut MoveList<Move>) {
        out.extend(self.races.ask(game, pos, |race| race.line(game, pos)));
    }

    fn candidates(
        &self,
        game: &Quoridor,
        pos: &Position,
        info: &NodeInfo,
        out: &mut MoveList<Move>,
    ) -> Listed {
        let before = out.len();
        let mut listed = Listed::All;
        out.extend(each(game.pawn_targets(pos)).map(Move::Pawn));
        if pos.stock(pos.to_move()) > 0 {
            let plans = info.plans.get_or_init(|| Plans::new(game, pos));
            let worth = plans.other.crossing | plans.near | plans.touching;
            let all = pos.walls().room(game.anchors);
            let room = all & worth;
            if !(all & !worth).is_empty() {
                listed = Listed::Some;
            }
            let walls = room & !game.forbidden(pos, room);
            out.extend(each(walls.horizontal).map(Move::horizontal));
            out.extend(each(walls.vertical).map(Move::vertical));
        }
        if out.len() == before {
            game.legal_moves(pos, out);
            return Listed::All;
        }
        listed
    }

    #[inline]
    fn order(&self, game: &Quoridor, pos: &Position, info: &NodeInfo, mv: Move) -> i32 {
        let plans = info.plans.get_or_init(|| Plans::new(game, pos));
        match mv {
            Move::Pawn(to) if plans.own.next & to.bit() != 0 => 20_000,
            Move::Pawn(to) if plans.own.squares & to.bit() != 0 => 24_000,
            Move::Pawn(_) => -4_000,
            Move::Wall(wall) => order_wall(plans, wall),
            Move::Pass => 0,
        }
    }

    #[inline]
    fn is_quiet(&self, game: &Quoridor, pos: &Position, info: &NodeInfo, mv: Move) -> bool {
        let plans = info.plans.get_or_init(|| Plans::new(game, pos));
        match mv {
            Move::Pawn(to) => plans.own.squares & to.bit() == 0,
            Move::Wall(wall) => (plans.other.cutting & single(wall)).is_empty(),
            Move::Pass => true,
        }
    }

    fn in_danger(&self, info: &NodeInfo) -> bool {
        info.danger
    }

    fn null_move(&self, game: &Quoridor, pos: &mut Position, info: &NodeInfo) -> Option<Undo> {
        let mover = pos.to_move();
        // Without walls a turn can be a burden, and a step from the goal passing is absurd.
        (!info.danger && pos.stock(mover) > 0 && pos.stock(mover.other()) > 0)
            .then(|| game.play(pos, Move::Pass))
    }

    fn undo_null(&self, game: &Quoridor, pos: &mut Position, undo: Undo) {
        game.undo(pos, Move::Pass, undo);
    }
}

/// The slot of a move: pawns by their target, walls by anchor and direction.
#[inline]
fn slot(mv: Move) -> usize {
    match mv {
        Move::Pawn(to) => to.index(),
        Move::Wall(wall) if wall.direction == Direction::Horizontal => 100 + wall.anchor.index(),
        Move::Wall(wall) => 200 + wall.anchor.index(),
        Move::Pass => 300,
    }
}

#[inline]
fn order_wall(plans: &Plans, wall: Wall) -> i32 {
    let wall = single(wall);
    let has = |walls: Walls| i32::from(!(walls & wall).is_empty());
    18_000 * has(plans.other.cutting)
        + 6_000 * has(plans.other.crossing)
        + 1_500 * has(plans.touching)
        + 1_000 * has(plans.near)
        - 6_000 * has(plans.own.crossing)
        - 10_000 * has(plans.own.cutting)
}
