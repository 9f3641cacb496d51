//! The evaluation for two players: features of the shortest paths and the walls in stock, with weights that depend on the walls still
//! to be placed, and exact results for decided races.

use ludex_search::{IncrementalEvaluator, Player, Score, Step, Wdl};

use super::routes::Routes;
use super::unit::steps;
use super::weights::{CHANCES, FEATURES, KNOTS, Weights};
use crate::rules::board::Squares;
use crate::rules::game::Quoridor;
use crate::rules::movegen;
use crate::rules::moves::Move;
use crate::rules::position::{Position, Undo};
use crate::rules::walls::Walls;

/// The score of a race that is proven won, in hundredths of a step, before the plies to its end are subtracted.
const WON: i32 = 20_000;

/// Feature values. Each is the mover's value minus the opponent's.
pub type Features = [i32; FEATURES];

/// The feature values of one player. The difference between the two players' values is computed later.
type SideFeatures = [i32; FEATURES - 2];

/// The evaluation for two players.
#[derive(Clone, Debug, Default)]
pub struct WaysEvaluator {
    weights: Weights,
}

impl WaysEvaluator {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// The weighted sum of features, in hundredths of a step.
    fn weigh(&self, features: &Features, phase: KnotPosition) -> i32 {
        let (mut low, mut high) = (0, 0);
        for (&feature, weights) in features.iter().zip(&self.weights.features) {
            low += feature * weights[phase.knot];
            high += feature * weights[phase.knot + 1];
        }
        (low * (phase.width - phase.over) + high * phase.over) / (phase.width * 10)
    }
}

/// The position of a number of walls between two of the [`KNOTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnotPosition {
    /// Index of the lower knot.
    pub knot: usize,
    /// Distance above that knot, in walls.
    pub over: i32,
    /// Distance between the two knots, in walls.
    pub width: i32,
}

/// The phase of a position, which depends on the number of walls in stock.
#[inline]
pub fn phase(pos: &Position) -> KnotPosition {
    let stock = (pos.total_stock() as i32).min(KNOTS[KNOTS.len() - 1]);
    let knot = usize::from(stock >= KNOTS[1]) + usize::from(stock >= KNOTS[2]);
    KnotPosition { knot, over: stock - KNOTS[knot], width: KNOTS[knot + 1] - KNOTS[knot] }
}

/// All features, from the mover's point of view.
pub fn features(game: &Quoridor, pos: &Position, routes: &[Routes; 2]) -> Features {
    let mover = pos.to_move();
    let own = side(game, pos, mover, routes);
    let other = side(game, pos, mover.other(), routes);
    let mut features = [0; FEATURES];
    features[0] = 1;
    features[1] = meeting(pos, routes);
    for (feature, (own, other)) in features[2..].iter_mut().zip(own.into_iter().zip(other)) {
        *feature = own - other;
    }
    features
}

fn side(game: &Quoridor, pos: &Position, player: Player, routes: &[Routes; 2]) -> SideFeatures {
    let own = &routes[player.index() & 1];
    let other = &routes[player.index() & 1 ^ 1];
    let (distance, width) = (own.distance as i32, own.squares.count_ones() as i32);
    let stock = i32::from(pos.stock(player));
    let against = i32::from(pos.stock(player.other()));
    let room = pos.walls().room(game.anchors);
    let cuts = (own.cutting & room).count() as i32;
    let crossings = (own.crossing & room).count() as i32;
    // A wall that cuts the opponent's path without crossing the player's own.
    let clean = (other.cutting & room & !own.crossing).count() as i32;
    let pawn = pos.pawn(player);
    let steps = pos.steps();
    let near = steps.beside(pawn.bit());
    let around = near | steps.beside(near);
    let wide = around | steps.beside(around);
    let middle = 2 * i32::from(pawn.column()) - i32::from(game.options().board.width) + 1;
    let threatened = i32::from(against > 0);
    let armed = i32::from(stock > 0);
    let detour = own.detour as i32;
    [
        distance,
        distance * against,
        distance * (1 - threatened),
        i32::from(stock >= 1),
        i32::from(stock >= 2),
        i32::from(stock >= 3),
        i32::from(stock >= 4),
        i32::from(stock >= 5),
        i32::from(stock >= 6),
        i32::from(stock >= 7),
        i32::from(stock >= 8),
        i32::from(stock >= 9),
        threatened * cuts.min(8),
        threatened * i32::from(cuts > 0),
        threatened * crossings,
        threatened * detour.min(2),
        threatened * (detour - 2).clamp(0, 2),
        threatened * (detour - 4).clamp(0, 6),
        threatened * own.bad_cuts as i32,
        armed * clean.min(8),
        armed * i32::from(clean > 0),
        own.next.count_ones() as i32,
        near.count_ones() as i32,
        around.count_ones() as i32,
        (wide | steps.beside(wide)).count_ones() as i32,
        own.narrow as i32,
        middle.abs(),
        width - distance,
        i32::from(own.squares & pos.pawn(player.other()).bit() != 0),
        distance - rows_to_go(game, pos, player),
        (distance - 4).max(0),
        (distance - 8).max(0),
        threatened * cuts.min(1) * i32::from(detour >= 2 && own.bad_cuts == 1),
    ]
}

/// The rows between a pawn and its goal.
fn rows_to_go(game: &Quoridor, pos: &Position, player: Player) -> i32 {
    let row = i32::from(pos.pawn(player).row());
    if player == Player(0) { i32::from(game.options().board.height) - 1 - row } else { row }
}

/// 1 if the player to move will be able to jump over the opponent's pawn, −1 if the opponent will be able to jump, 0 if neither. A jump is
/// possible if each pawn is on a shortest path of the other player; the parity of the distance between the pawns decides which player
/// jumps.
fn meeting(pos: &Position, routes: &[Routes; 2]) -> i32 {
    let pawns = [0, 1].map(|player| pos.pawn(Player(player)));
    let faces = |player: usize| routes[player].squares & pawns[player ^ 1].bit() != 0;
    if !faces(0) || !faces(1) {
        return 0;
    }
    let apart =
        pawns[0].column().abs_diff(pawns[1].column()) + pawns[0].row().abs_diff(pawns[1].row());
    if apart % 2 == 1 { 1 } else { -1 }
}

/// Whether `runner` reaches the goal in `distance` steps whatever the other pawn does: there is a shortest path on which the other pawn can
/// never get next to `runner`. Assumes that no more walls are placed.
pub fn runs_free(game: &Quoridor, pos: &Position, runner: Player, distance: u32) -> bool {
    let steps = pos.steps();
    let goal = game.goal(runner);
    let mut own: Squares = pos.pawn(runner).bit();
    let first = u32::from(pos.to_move() == runner);
    let mut other: Squares = pos.pawn(runner.other()).bit();
    if first == 0 {
        other |= steps.beside(other);
    }
    // The shadow of the other pawn: all squares that it may have reached after the same number of moves, and their neighbours. The runner
    // must stay out of the shadow.
    let mut shadow = other | steps.beside(other);
    for _ in 0..distance {
        other = shadow;
        shadow |= steps.beside(other);
        let next = steps.beside(own);
        if next & goal != 0 && next & goal & !other != 0 {
            return true;
        }
        own = next & !shadow;
        if own == 0 {
            return false;
        }
    }
    false
}

/// The number of plies to the end of a decided race: positive if the player to move wins, negative if the opponent wins. `None` if the race
/// is not decided. A player without walls cannot delay an opponent who is ahead and runs free.
pub fn decided(game: &Quoridor, pos: &Position, routes: &[Routes; 2]) -> Option<i32> {
    let mover = pos.to_move();
    let [own, other] = [mover, mover.other()].map(|player| routes[player.index() & 1].distance);
    let [own_stock, other_stock] = [mover, mover.other()].map(|player| pos.stock(player));
    if other_stock == 0 && own <= other && runs_free(game, pos, mover, own) {
        return Some(2 * own as i32 - 1);
    }
    if own_stock == 0 && other < own && runs_free(game, pos, mover.other(), other) {
        return Some(-2 * other as i32);
    }
    None
}

impl IncrementalEvaluator<Quoridor> for WaysEvaluator {
    type State = [Routes; 2];

    fn fresh(&self, game: &Quoridor, pos: &Position) -> [Routes; 2] {
        [Player(0), Player(1)].map(|player| routes_of(game, pos, player))
    }

    /// A player's shortest paths are recomputed when a wall crosses one of them. Only then is the effect of further single walls (`detour`
    /// and `bad_cuts`) recomputed too, so these two features are approximate: a wall that crosses no shortest path can still lengthen a
    /// detour.
    #[inline]
    fn after(
        &self,
        before: &[Routes; 2],
        routes: &mut [Routes; 2],
        game: &Quoridor,
        pos: &Position,
        step: Step<Move, ludex_search::Never>,
        _undo: &Undo,
    ) {
        *routes = *before;
        match step {
            Step::Move(Move::Pawn(_)) => {
                let player = pos.to_move().other();
                routes[player.index() & 1] = routes_of(game, pos, player);
            }
            Step::Move(Move::Wall(wall)) => {
                let wall = movegen::single(wall);
                for player in [Player(0), Player(1)] {
                    if !(routes[player.index()].crossing & wall).is_empty() {
                        routes[player.index()] = routes_of(game, pos, player);
                    }
                }
            }
            Step::Move(Move::Pass) => {}
            Step::Event(never) => match never {},
        }
    }

    fn after_null(
        &self,
        before: &[Routes; 2],
        routes: &mut [Routes; 2],
        _: &Quoridor,
        _: &Position,
    ) {
        *routes = *before;
    }

    fn evaluate(&self, state: &[Routes; 2], game: &Quoridor, pos: &Position) -> Score {
        if let Some(plies) = decided(game, pos, state) {
            return Score::new(plies.signum() * (WON - 10 * plies.abs()));
        }
        let sum = self.weigh(&features(game, pos, state), phase(pos));
        Score::new(sum.clamp(1 - WON / 2, WON / 2 - 1))
    }

    fn greatest(&self) -> Score {
        Score::new(WON)
    }

    fn wdl(&self, score: Score) -> Wdl {
        let win = 1.0 / (1.0 + (-score.value() as f32 / self.weights.win_scale).exp());
        Wdl { win, draw: 0.0, loss: 1.0 - win }
    }

    /// The fitted conversion by ply holds for the default game only; on other boards the same ply belongs to another phase of the game.
    fn wdl_at(&self, game: &Quoridor, pos: &Position, score: Score) -> Wdl {
        if game.is_usual() {
            CHANCES.wdl(pos.ply().into(), score, steps(score) as f32)
        } else {
            IncrementalEvaluator::<Quoridor>::wdl(self, score)
        }
    }
}

#[inline]
fn routes_of(game: &Quoridor, pos: &Position, player: Player) -> Routes {
    let (from, goal) = (pos.pawn(player).bit(), game.goal(player));
    let against = pos.stock(player.other());
    let room = if against > 0 { pos.walls().room(game.anchors) } else { Walls::NONE };
    Routes::with_detours(pos.steps(), room, from, goal)
}
