//! The luck of chance: by how much what it brought is better than what it brings in the mean. What a game is won by, less all
//! the luck in it, has the same mean as without, whatever positions are thought to be worth, and varies the less the better that
//! is known.
//!
//! CITE: Zinkevich, Bowling, Bard, Kan, Billings, "Optimal unbiased estimators for evaluating agent performance", AAAI 2006.

use crate::interface::game::{Game, MAX_PLAYERS, MoveList, Returns, Turn};

/// The luck of each player in `event`, which comes at the chance node `pos`; `worth` says what each player may expect in a
/// position behind it. The mean of it over all events is zero.
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
        let mut behind = pos.clone();
        game.apply_chance(&mut behind, other);
        for (sum, value) in luck.iter_mut().zip(worth(&behind)) {
            *sum += (came - f64::from(weight) / total) * f64::from(value);
        }
    }
    luck
}

/// What a position is worth behind the best move of the player who moves there: what chance brought may show only when it is
/// made use of. `worth` knows the positions behind moves, and those in which nobody moves.
pub fn behind_best_move<G: Game>(
    game: &G,
    pos: &G::Position,
    worth: impl Fn(&G::Position) -> Returns,
) -> Returns {
    let Turn::Player(mover) = game.turn(pos) else {
        return worth(pos);
    };
    let (mut moves, mut pos) = (MoveList::new(), pos.clone());
    game.legal_moves(&pos, &mut moves);
    let behind = moves.into_iter().map(|mv| {
        let undo = game.play(&mut pos, mv);
        let worth = worth(&pos);
        game.undo(&mut pos, mv, undo);
        worth
    });
    let best = behind.max_by(|a, b| a[mover.index()].total_cmp(&b[mover.index()]));
    best.unwrap_or_default()
}
