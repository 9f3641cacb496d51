//! What alpha-beta knows about Quoridor: which walls are worth trying, move ordering, and when the opponent threatens to arrive.
//!
//! Most of the 128 possible walls are pointless. The search considers walls that cross the opponent's shortest paths, walls next to a
//! pawn, and walls that touch another wall. A move is tactical (not quiet) if it goes along a shortest path or cuts the opponent's
//! paths. There is no quiescence search: each move changes the race by a step, which the evaluation already counts.

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

/// Minimum remaining depth for building the table of a race. At lower depths a search is faster than solving a new layout: with three
/// walls left, half a million nodes took 0.27 s without tables, 0.39 s with tables from depth 8, and 2.2 s from depth 4.
const RACE_DEPTH: i32 = 12;

/// Information about a node, computed on demand.
#[derive(Debug, Default)]
pub struct NodeInfo {
    win: Option<Square>,
    danger: bool,
    /// The shortest paths of the player to move and of the opponent, as far as they are known from the node before.
    routes: [Option<Routes>; 2],
    plans: OnceCell<Plans>,
}

impl NodeInfo {
    fn plans(&self, game: &Quoridor, pos: &Position) -> &Plans {
        self.plans.get_or_init(|| Plans::new(game, pos, &self.routes))
    }
}

/// Which moves are worth trying.
#[derive(Debug)]
struct Plans {
    own: Routes,
    other: Routes,
    /// Walls next to the pawns.
    near: Walls,
    /// Walls that touch another wall.
    touching: Walls,
}

impl Plans {
    fn new(game: &Quoridor, pos: &Position, known: &[Option<Routes>; 2]) -> Self {
        let mover = pos.to_move();
        let routes = |known: Option<Routes>, player: Player| {
            known.unwrap_or_else(|| {
                Routes::new(pos.steps(), pos.pawn(player).bit(), game.goal(player))
            })
        };
        let [own, other] = [routes(known[0], mover), routes(known[1], mover.other())];
        let pawns = pos.pawn(mover).bit() | pos.pawn(mover.other()).bit();
        Self { own, other, near: around(pawns), touching: touching(pos.walls().points()) }
    }

    /// The paths that a move (`None` for a null move) leaves as they are: of the next player to move, then of the player who moved.
    #[inline]
    fn routes_after(&self, mv: Option<Move>) -> [Option<Routes>; 2] {
        match mv {
            Some(Move::Pawn(_)) => [Some(self.other), None],
            Some(Move::Wall(wall)) => [self.other, self.own]
                .map(|routes| (routes.crossing & single(wall)).is_empty().then_some(routes)),
            Some(Move::Pass) | None => [Some(self.other), Some(self.own)],
        }
    }
}

/// Walls that touch one of these squares.
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

/// Whether a player could step to the goal if it were their turn, not counting jumps.
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
            routes: [None; 2],
            plans: OnceCell::new(),
        }
    }

    #[inline]
    fn node_info_after(
        &self,
        game: &Quoridor,
        pos: &Position,
        before: &NodeInfo,
        mv: Option<Move>,
    ) -> NodeInfo {
        let mut info = self.node_info(game, pos);
        if let Some(plans) = before.plans.get() {
            info.routes = plans.routes_after(mv);
        }
        info
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
            let plans = info.plans(game, pos);
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
        let plans = info.plans(game, pos);
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
        let plans = info.plans(game, pos);
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
        // A null move would mislead the search in two cases: if a player has no walls left, having to move can be a disadvantage
        // (zugzwang); and if the opponent is one step from the goal, passing loses at once.
        (!info.danger && pos.stock(mover) > 0 && pos.stock(mover.other()) > 0)
            .then(|| game.play(pos, Move::Pass))
    }

    fn undo_null(&self, game: &Quoridor, pos: &mut Position, undo: Undo) {
        game.undo(pos, Move::Pass, undo);
    }
}

/// The history slot of a move. Pawn moves have one slot per target square, and walls have one slot per anchor and direction.
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
