//! Quoridor for three and four (and two): what everybody may expect, and which moves are worth a look.

use ludex_search::{
    Evaluator, Game, MAX_PLAYERS, MoveList, Never, Outlook, Player, Policy, Returns, Score, SitOut,
    Step, Turn, Window,
};
use rand::{Rng, RngExt};

use super::board::{Square, each};
use super::moves::Move;
use super::position::{Position, Undo};
use super::routes::Routes;
use super::rules::Quoridor;
use super::walls::Walls;

/// The evaluation for more than two players, by every player's distance and walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Race {
    /// A step less is better by odds of `e` to this power.
    pub sharpness: f32,
    /// A wall in stock is worth so many steps.
    pub wall_worth: f32,
}

impl Default for Race {
    fn default() -> Self {
        Self {
            sharpness: 1.0,
            wall_worth: 1.0,
        }
    }
}

impl Race {
    /// The chance of every player to arrive first.
    fn chances(self, game: &Quoridor, pos: &Position) -> [f32; MAX_PLAYERS] {
        let players = game.players();
        let mover = pos.to_move().index();
        let mut weights = [0.0; MAX_PLAYERS];
        for (player, weight) in weights.iter_mut().enumerate().take(players) {
            let seat = Player(player as u8);
            let waits = (player + players - mover) % players;
            let late = waits as f32 / players as f32;
            let distance = game.distance(pos, seat) as f32 + late;
            let stock = f32::from(pos.stock(seat)).min(8.0);
            *weight = (self.sharpness * (self.wall_worth * stock - distance)).exp();
        }
        let sum: f32 = weights.iter().sum();
        weights.map(|weight| weight / sum.max(f32::MIN_POSITIVE))
    }
}

impl Evaluator<Quoridor> for Race {
    type State = ();

    fn fresh(&self, _: &Quoridor, _: &Position) {}

    fn after(&self, (): &(), _: &Quoridor, _: &Position, _: Step<Move, Never>, _: &Undo) {}

    fn evaluate(&self, (): &mut (), game: &Quoridor, pos: &Position, _: Window) -> Score {
        let value = 2.0 * self.chances(game, pos)[pos.to_move().index()] - 1.0;
        self.score_of(value)
    }

    fn returns(&self, (): &mut (), game: &Quoridor, pos: &Position) -> Returns {
        let mut returns = self.chances(game, pos).map(|chance| 2.0 * chance - 1.0);
        returns[game.players()..].fill(0.0);
        returns
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::new(-1000), Score::new(1000))
    }

    /// A thousand is a win.
    fn outlook(&self, score: Score) -> Outlook {
        let win = (score.value() as f32 / 2000.0 + 0.5).clamp(0.0, 1.0);
        Outlook {
            win,
            draw: 0.0,
            loss: 1.0 - win,
        }
    }
}

/// Steps forward, and walls in the way of those who are ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crowd {
    /// The weight of all walls together, where a step forward has 1.
    pub wall_share: f32,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { wall_share: 2.0 }
    }
}

/// The share of steps along a shortest way in playouts, in hundredths.
const PLAYOUT_STEPS: u32 = 85;

impl Policy<Quoridor> for Crowd {
    fn priors(&self, game: &Quoridor, pos: &Position, out: &mut Vec<(Move, f32)>) {
        let before = out.len();
        let mover = pos.to_move();
        let routes: Vec<_> = game
            .all_players()
            .map(|player| Routes::new(pos.steps(), pos.pawn(player).bit(), game.goal(player)))
            .collect();
        let own = &routes[mover.index()];
        for to in each(game.pawn_targets(pos)) {
            let forward = (own.next | own.squares | game.goal(mover)) & to.bit() != 0;
            out.push((Move::Pawn(to), if forward { 1.0 } else { 0.04 }));
        }
        if pos.stock(mover) > 0 {
            let first = out.len();
            Self::wall_priors(game, pos, &routes, out);
            let total: f32 = out[first..].iter().map(|(_, weight)| weight).sum();
            for (_, weight) in &mut out[first..] {
                *weight *= self.wall_share / total;
            }
        }
        if out.len() == before {
            let mut moves = MoveList::new();
            game.legal_moves(pos, &mut moves);
            out.extend(moves.into_iter().map(|mv| (mv, 1.0)));
        }
    }

    fn playout_move<R: Rng + ?Sized>(
        &self,
        game: &Quoridor,
        pos: &Position,
        moves: &mut MoveList<Move>,
        rng: &mut R,
    ) -> Move {
        let mover = pos.to_move();
        let targets = game.pawn_targets(pos);
        if targets & game.goal(mover) != 0 {
            return Move::Pawn(Square::lowest(targets & game.goal(mover)));
        }
        if rng.random_range(0..100) < PLAYOUT_STEPS || pos.stock(mover) == 0 {
            let way = pos
                .steps()
                .path(pos.pawn(mover), game.goal(mover))
                .unwrap_or(0);
            if targets & way != 0 {
                // The way may hold the square behind a pawn that is jumped, which is farther on.
                let next = targets & way;
                return Move::Pawn(Square::lowest(next));
            }
        } else if let Some(mv) = Self::cut_leader(game, pos, rng) {
            return mv;
        }
        moves.clear();
        moves.extend(each(targets).map(Move::Pawn));
        if moves.is_empty() {
            game.legal_moves(pos, moves);
        }
        moves[rng.random_range(0..moves.len())]
    }
}

impl Crowd {
    /// Walls that cut an opponent's way, above all of those who are ahead, and not the own.
    fn wall_priors(game: &Quoridor, pos: &Position, routes: &[Routes], out: &mut Vec<(Move, f32)>) {
        let mover = pos.to_move();
        let own = &routes[mover.index()];
        let others = || game.all_players().filter(|&player| player != mover);
        let ahead = others().map(|player| routes[player.index()].distance).min();
        let room = pos.walls().room(game.anchors);
        let mut cutting = Walls::NONE;
        let mut hindering = Walls::NONE;
        for player in others() {
            let route = &routes[player.index()];
            cutting = cutting | route.cutting;
            if Some(route.distance) == ahead {
                hindering = hindering | route.crossing;
            }
        }
        let worth = room & (cutting | hindering) & !own.cutting;
        let worth = worth & !game.forbidden(pos, worth);
        for mv in walls(worth) {
            let Move::Wall(wall) = mv else { continue };
            let wall = super::movegen::single(wall);
            let cuts = !(cutting & wall).is_empty();
            let harms = !(own.crossing & wall).is_empty();
            let weight = if cuts { 0.3 } else { 0.06 };
            out.push((mv, if harms { 0.3 * weight } else { weight }));
        }
    }

    /// A random wall across the way of the opponent who is ahead.
    fn cut_leader<R: Rng + ?Sized>(game: &Quoridor, pos: &Position, rng: &mut R) -> Option<Move> {
        let mover = pos.to_move();
        let leader = game
            .all_players()
            .filter(|&player| player != mover)
            .min_by_key(|&player| game.distance(pos, player))?;
        let route = Routes::new(pos.steps(), pos.pawn(leader).bit(), game.goal(leader));
        let room = pos.walls().room(game.anchors) & route.crossing;
        let legal = room & !game.forbidden(pos, room);
        let count = legal.count();
        (count > 0).then(|| {
            let number = rng.random_range(0..count) as usize;
            walls(legal)
                .nth(number)
                .expect("the number is below the count")
        })
    }
}

fn walls(walls: Walls) -> impl Iterator<Item = Move> {
    let horizontal = each(walls.horizontal).map(Move::horizontal);
    horizontal.chain(each(walls.vertical).map(Move::vertical))
}

impl SitOut<Quoridor> for Crowd {
    fn sit_out(&self, game: &Quoridor, pos: &mut Position) -> Undo {
        game.play(pos, Move::Pass)
    }

    fn sit_in(&self, game: &Quoridor, pos: &mut Position, undo: Undo) {
        game.undo(pos, Move::Pass, undo);
    }

    fn may_answer(&self, game: &Quoridor, pos: &Position, _player: Player) -> bool {
        game.turn(pos) != Turn::Over
    }
}

/// A step that leaves the shortest way, a random one of the best, whatever the others do: the plainest opponent.
pub fn greedy_step<R: Rng + ?Sized>(game: &Quoridor, pos: &Position, rng: &mut R) -> Move {
    let mover = pos.to_move();
    let mut best: Vec<Move> = Vec::new();
    let mut least = u32::MAX;
    for to in each(game.pawn_targets(pos)) {
        let distance = pos
            .steps()
            .distance(to.bit(), game.goal(mover))
            .unwrap_or(u32::MAX);
        if distance < least {
            least = distance;
            best.clear();
        }
        if distance == least {
            best.push(Move::Pawn(to));
        }
    }
    if best.is_empty() {
        game.legal_moves(pos, &mut best);
    }
    best[rng.random_range(0..best.len())]
}
