//! The result stated in a record, checked against the rules.

use ludex_search::{Player, Returns, Turn};

use super::results::{RESIGN, player_of};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::record::Record;
use crate::say;

/// The result stated in a record, in the game's own words or in those that all game files share.
pub fn recorded_returns<G: Playable>(
    game: &G,
    pos: &G::Position,
    record: &Record,
) -> Result<Option<Returns>, InputError> {
    match game.offers().endings {
        Some(endings) => endings.recorded_returns(pos, record),
        None => agreed_returns(game, pos, record),
    }
}

/// The result stated in a record in the words that all game files share. An error if the rules give a different result.
pub fn agreed_returns<G: Playable>(
    game: &G,
    pos: &G::Position,
    record: &Record,
) -> Result<Option<Returns>, InputError> {
    let n_players = game.players();
    let is_over = game.turn(pos) == Turn::Over;
    let found = record.result.as_deref().unwrap_or_default();
    if found == RESIGN {
        if is_over {
            let problem = say!("comes after the end of the game");
            return Err(InputError::problem("result", found, problem));
        }
        return Ok(Some(lost_by(game, game.next_player(pos))));
    }
    let stated =
        record.recorded_returns(n_players).map(|stated| with_partners(game, record, stated));
    if is_over && let Some(stated) = stated {
        let by_rules = game.returns(pos);
        let (stated, winners) = (best(&stated[..n_players]), best(&by_rules[..n_players]));
        // If a team wins, the record may name just one of its members.
        let is_one = stated.iter().all(|player| winners.contains(player));
        let fits = stated == winners || is_one && n_players > 2 && winners.len() < n_players;
        if !fits {
            let expected = match (&winners[..], n_players) {
                ([0], 2) => say!("1-0, because player 1 has won by the rules"),
                ([1], 2) => say!("0-1, because player 2 has won by the rules"),
                ([winner], _) => {
                    say!(
                        "p{number}win, because player {number} has won by the rules",
                        number = winner + 1
                    )
                }
                _ => say!("1/2-1/2, because the game is drawn by the rules"),
            };
            return Err(InputError::new("result", found, expected));
        }
    }
    Ok(stated)
}

/// The results if only this player's side loses.
fn lost_by<G: Playable>(game: &G, loser: Player) -> Returns {
    game.lost_by(loser).map(|value| value as f32)
}

/// The stated results. If the record names only one player of a team, the partners get the same result.
fn with_partners<G: Playable>(game: &G, record: &Record, stated: Returns) -> Returns {
    let named = record.result.as_deref().and_then(player_of);
    let Some((number, has_won)) = named.filter(|_| record.returns_tag(game.players()).is_none())
    else {
        return stated;
    };
    let named = Player((number - 1) as u8);
    if !has_won {
        return lost_by(game, named);
    }
    let side = game.side_of(named);
    let mut returns = stated;
    for (player, value) in returns[..game.players()].iter_mut().enumerate() {
        *value = if game.side_of(Player(player as u8)) == side { 1.0 } else { -1.0 };
    }
    returns
}

/// The players, counted from 0, with the highest return.
fn best(returns: &[f32]) -> Vec<usize> {
    let most = returns.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (0..returns.len()).filter(|&player| returns[player] >= most).collect()
}
