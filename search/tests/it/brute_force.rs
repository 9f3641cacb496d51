//! The values that every search must give: plain definitions, written simply and without regard to speed.

use std::collections::HashMap;

use ludex_search::{Evaluator, Game, MAX_PLAYERS, NoEvaluator, Returns, Turn, perft};

use crate::games::{ConnectFour, Nim, Pig, PigEvaluator};

/// The value of a position for every player, if each maximises their own value: minimax, expectiminimax and max^n in one. `depth` counts
/// players' moves; positions at depth 0 are evaluated. The first of equal moves is chosen.
pub(crate) fn value<G, E>(game: &G, evaluator: &E, pos: &G::Position, depth: u32) -> Returns
where
    G: Game,
    E: Evaluator<G>,
{
    match game.turn(pos) {
        Turn::Over => game.returns(pos),
        Turn::Chance => average(game, pos, |child| value(game, evaluator, child, depth)),
        Turn::Player(_) if depth == 0 => evaluator.returns(game, pos),
        Turn::Player(mover) => move_values(game, evaluator, pos, depth)
            .into_iter()
            .map(|(_, returns)| returns)
            .reduce(
                |best, other| {
                    if other[mover.index()] > best[mover.index()] { other } else { best }
                },
            )
            .expect("a mover has a move"),
    }
}

/// The value of every legal move.
pub(crate) fn move_values<G, E>(
    game: &G,
    evaluator: &E,
    pos: &G::Position,
    depth: u32,
) -> Vec<(G::Move, Returns)>
where
    G: Game,
    E: Evaluator<G>,
{
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    let value_of = |mv| {
        let mut child = pos.clone();
        game.play(&mut child, mv);
        (mv, value(game, evaluator, &child, depth - 1))
    };
    moves.into_iter().map(value_of).collect()
}

fn average<G: Game>(
    game: &G,
    pos: &G::Position,
    mut value_of: impl FnMut(&G::Position) -> Returns,
) -> Returns {
    let mut events = Vec::new();
    let total = game.events(pos, &mut events) as f32;
    let mut mean = [0.0; MAX_PLAYERS];
    for (event, weight) in events {
        let mut child = pos.clone();
        game.apply_chance(&mut child, event);
        let returns = value_of(&child);
        for player in 0..MAX_PLAYERS {
            mean[player] += returns[player] * weight as f32 / total;
        }
    }
    mean
}

/// The exact result of a two-player game without chance, for the player to move: a win (1), draw (0) or loss (−1), with the plies to the
/// end if the winner hurries and the loser delays. Memoised by hash.
#[derive(Default)]
pub(crate) struct Solution {
    known: HashMap<u64, (i8, u32)>,
}

impl Solution {
    pub(crate) fn solve<G: Game>(&mut self, game: &G, pos: &G::Position) -> (i8, u32) {
        let Turn::Player(mover) = game.turn(pos) else {
            unreachable!("only positions with a mover are solved")
        };
        if let Some(&known) = self.known.get(&game.hash(pos)) {
            return known;
        }
        let mut moves = Vec::new();
        game.legal_moves(pos, &mut moves);
        let values = moves.into_iter().map(|mv| self.of_move(game, pos, mv, mover));
        let best = values.max_by_key(|&value| preference(value)).expect("a mover has a move");
        self.known.insert(game.hash(pos), best);
        best
    }

    /// The result of a move for `mover`, who makes it.
    pub(crate) fn of_move<G: Game>(
        &mut self,
        game: &G,
        pos: &G::Position,
        mv: G::Move,
        mover: ludex_search::Player,
    ) -> (i8, u32) {
        let mut child = pos.clone();
        game.play(&mut child, mv);
        match game.turn(&child) {
            Turn::Over => (game.returns(&child)[mover.index()] as i8, 1),
            Turn::Player(next) => {
                let (result, plies) = self.solve(game, &child);
                (if next == mover { result } else { -result }, plies + 1)
            }
            Turn::Chance => unreachable!("a game without chance"),
        }
    }
}

/// Orders results for the player to move: quick wins, slow wins, draws, slow losses, quick losses.
pub(crate) fn preference((result, plies): (i8, u32)) -> i64 {
    i64::from(result) * (1000 - i64::from(plies))
}

#[test]
fn perft_of_connect_four_is_as_reckoned() {
    // No player wins before the seventh stone, and a column has six squares: 7⁷ less the seven ways to put seven stones into one column.
    let game = ConnectFour::new(7, 6, 4);
    let counts: Vec<u64> = (1..=7).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [7, 49, 343, 2401, 16807, 117_649, 823_536]);
}

#[test]
fn connect_four_on_small_boards_is_drawn() {
    // CITE: John Tromp, "John's Connect Four Playground", table of small boards.
    for (width, height) in [(4, 4), (5, 4)] {
        let game = ConnectFour::new(width, height, 4);
        assert_eq!(Solution::default().solve(&game, &game.start()).0, 0);
    }
}

#[test]
fn nim_of_one_heap_is_won_at_once() {
    let game = Nim { heaps: [5, 0, 0, 0] };
    let returns = value(&game, &NoEvaluator, &game.start(), 10);
    assert_eq!(returns.map(|value| value as i32), [1, -1, 0, 0]);
}

#[test]
fn pig_is_rolled_when_one_roll_wins() {
    let game = Pig { target: 2, sides: 6 };
    let returns = value(&game, &PigEvaluator, &game.start(), 2);
    // After five of six rolls, the player can win immediately by holding. After a one, the opponent moves, and one ply is left to search.
    let after_a_one =
        value(&game, &PigEvaluator, &crate::games::pig::Position { mover: 1, ..game.start() }, 1);
    assert!((returns[0] - (5.0 + after_a_one[0]) / 6.0).abs() < 1e-6);
}
