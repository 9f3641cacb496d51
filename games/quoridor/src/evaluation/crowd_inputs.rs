//! Network inputs for three and four players: the path, the walls and the place in the race of each player. The mover comes first, and the
//! others follow in turn order. Because the inputs are relative to the mover, the network treats all seats alike and does not have to learn
//! the same thing for each seat.
//!
//! **Invariant:** The outputs are shares of one win and add up to 1, and all seats are treated alike (`games/quoridor/tests/it/crowd.rs`).

use ludex_learn::Active;
use ludex_search::{MAX_PLAYERS, Player};

use super::routes::Routes;
use crate::rules::game::Quoridor;
use crate::rules::position::Position;
use crate::rules::walls::Walls;
use ludex_kit::support::sparse::SparseInputs;

/// Each of these five facts about a player is encoded as one active input out of the given number: the distance to the goal, the walls in
/// stock, the worst detour, the number of walls that cut the path, and the place in the race.
const DISTANCES: usize = 20;
const STOCKS: usize = 11;
const DETOURS: usize = 7;
const CUTS: usize = 7;
const PLACES: usize = 4;
/// Number of numeric inputs per player.
const NUMBERS: usize = 10;
/// Index of the first input of each kind, counted from the player's first input.
const STOCK: usize = DISTANCES;
const DETOUR: usize = STOCK + STOCKS;
const CUT: usize = DETOUR + DETOURS;
const PLACE: usize = CUT + CUTS;
const NUMBER: usize = PLACE + PLACES;

/// Number of inputs per player.
pub const INPUTS_OF_ONE: usize = NUMBER + NUMBERS;
/// Maximum number of active inputs.
const MOST_ACTIVE: usize = MAX_PLAYERS * (5 + NUMBERS);

/// The active inputs of a position.
#[derive(Clone, Copy, Debug)]
pub struct CrowdInputs(SparseInputs<MOST_ACTIVE>);

impl CrowdInputs {
    /// Computes the inputs of a position.
    pub fn new(game: &Quoridor, pos: &Position) -> Self {
        let routes = routes_of_all(game, pos);
        let mut inputs = Self(SparseInputs::NONE);
        let players = usize::from(game.options().players);
        for turn in 0..players {
            inputs.add_player(game, pos, &routes, turn);
        }
        inputs
    }

    /// The inputs that are not zero.
    pub fn active(&self) -> &[Active] {
        self.0.active()
    }

    /// Adds the inputs of the player who moves after `turn` other players.
    fn add_player(
        &mut self,
        game: &Quoridor,
        pos: &Position,
        routes: &[Routes; MAX_PLAYERS],
        turn: usize,
    ) {
        let players = usize::from(game.options().players);
        let seat = |turn: usize| (pos.to_move().index() + turn) % players;
        let (player, base) = (Player(seat(turn) as u8), turn * INPUTS_OF_ONE);
        let own = &routes[player.index()];
        // The ply at which each player would reach the goal if no more walls were placed. All values differ.
        let arrival = |turn: usize| routes[seat(turn)].distance as usize * players + turn;
        let place = (0..players).filter(|&other| arrival(other) < arrival(turn));
        let first = (0..players).filter(|&other| other != turn).map(arrival).min();
        let ahead = first.unwrap_or(0) as f32 - arrival(turn) as f32;
        let room = pos.walls().room(game.anchors);
        let (cutting, crossing) = (own.cutting & room, own.crossing & room);
        let others = || (0..players).map(seat).filter(|&other| other != player.index());
        let shared = others().fold(cutting, |shared, other| shared & !routes[other].crossing);
        let armed = others().map(|other| u32::from(pos.stock(Player(other as u8)))).sum::<u32>();
        let steps = pos.steps();
        let near = steps.beside(pos.pawn(player).bit());
        let around = near | steps.beside(near);
        let pawns = pos.occupied(players) & !pos.pawn(player).bit();
        self.0.add(base + (own.distance as usize).min(DISTANCES - 1), 1.0);
        self.0.add(base + STOCK + usize::from(pos.stock(player)).min(STOCKS - 1), 1.0);
        self.0.add(base + DETOUR + (own.detour as usize).min(DETOURS - 1), 1.0);
        self.0.add(base + CUT + (cutting.count() as usize).min(CUTS - 1), 1.0);
        self.0.add(base + PLACE + place.count(), 1.0);
        let numbers: [f32; NUMBERS] = [
            (ahead / players as f32).clamp(-6.0, 6.0) / 3.0,
            own.narrow as f32 / 4.0,
            crossing.count() as f32 / 16.0,
            (own.squares.count_ones() as f32 - own.distance as f32) / 16.0,
            own.next.count_ones() as f32 / 2.0,
            (around.count_ones() as f32 - 8.0) / 4.0,
            shared.count() as f32 / 4.0,
            own.bad_cuts as f32 / 4.0,
            armed.min(30) as f32 / 10.0,
            (own.squares & pawns).count_ones() as f32,
        ];
        self.0.add_all(base + NUMBER, &numbers);
    }
}

/// The shortest paths of all players, and how much a single wall of another player would lengthen each.
pub fn routes_of_all(game: &Quoridor, pos: &Position) -> [Routes; MAX_PLAYERS] {
    let mut routes = [Routes::default(); MAX_PLAYERS];
    let room = pos.walls().room(game.anchors);
    for player in game.all_players() {
        let (from, goal) = (pos.pawn(player).bit(), game.goal(player));
        let against = pos.total_stock() - u32::from(pos.stock(player));
        let room = if against > 0 { room } else { Walls::NONE };
        routes[player.index()] = Routes::with_detours(pos.steps(), room, from, goal);
    }
    routes
}
