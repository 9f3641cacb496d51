//! Luck: by how much a chance event was better for a player than the average event. Subtracting all the luck from a game's result does not
//! change its mean, whatever evaluation measures the luck; the better the evaluation, the lower the variance.
//!
//! CITE: Zinkevich, Bowling, Bard, Kan, Billings, "Optimal unbiased estimators for evaluating agent performance", AAAI 2006.
//!
//! **Invariant:** Luck has one definition: the value of a position after an event, less the exact mean over all events.
//! `ChanceNodes::worth` estimates that value in the unit in which tournaments count results, so subtracting the luck does not change the
//! mean of the results, however wrong the estimate is. The engine only adds up the luck, and stores it with each game in the results of a
//! tournament (`games/tests/it/luck.rs`).

use crate::interface::game::{Game, MAX_PLAYERS, MoveList, Returns, Turn};

/// The luck of each player in `event` at the chance node `pos`. `worth` gives the expected result of each player in a position after an
/// event. The mean over all events is zero.
pub fn luck_of<G: Game>(
    game: &G,
    pos: &G::Position,
    event: G::Event,
    worth: &mut dyn FnMut(&G::Position) -> Returns,
) -> [f64; MAX_PLAYERS] {
    let mut events = Vec::new();
    let total = f64::from(game.events(pos, &mut events));
    let mut luck = [0.0; MAX_PLAYERS];
    for (other, weight) in events {
        let came = f64::from(u8::from(other == event));
        let mut after = pos.clone();
        game.apply_chance(&mut after, other);
        for (sum, value) in luck.iter_mut().zip(worth(&after)) {
            *sum += (came - f64::from(weight) / total) * f64::from(value);
        }
    }
    luck
}

/// The value of a position after the best move of its player to move. The benefit of an event often shows only in the move that it allows.
/// `worth` must be able to evaluate positions after moves, and positions in which no player is to move.
pub fn after_best_move<G: Game>(
    game: &G,
    pos: &G::Position,
    worth: impl Fn(&G::Position) -> Returns,
) -> Returns {
    let Turn::Player(mover) = game.turn(pos) else {
        return worth(pos);
    };
    let (mut moves, mut pos) = (MoveList::new(), pos.clone());
    game.legal_moves(&pos, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let undo = game.play(&mut pos, mv);
        let worth = worth(&pos);
        game.undo(&mut pos, mv, undo);
        worth
    });
    let best = values.max_by(|a, b| a[mover.index()].total_cmp(&b[mover.index()]));
    best.unwrap_or_default()
}
