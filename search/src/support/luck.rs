//! The luck of chance: by how much what it brought is better than what it brings in the mean. What a game is won by, less all
//! the luck in it, has the same mean as without, whatever positions are thought to be worth, and varies the less the better that
//! is known.
//!
//! CITE: Zinkevich, Bowling, Bard, Kan, Billings, "Optimal unbiased estimators for evaluating agent performance", AAAI 2006.

use crate::{Game, MAX_PLAYERS, Returns};

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
