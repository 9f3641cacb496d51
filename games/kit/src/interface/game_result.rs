//! How a game ended, in one type for all users.

use super::record::{RETURNS, Record, plain_result};
use crate::support::figures::Figure;

/// How a game ended: by its rules, by a recorded result, or by resignation.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The result for each player: −1 to 1, or beyond this range in games played for points.
    pub returns: Vec<f64>,
    /// By how many points each player is ahead, if the game is won by a margin and the returns do not show it.
    pub margins: Option<Vec<f32>>,
    /// How records write the result, if they state more than the winner: `R-0`, `p1win 2`.
    pub written: Option<String>,
}

impl GameResult {
    /// A result of which only the returns are known.
    pub fn new(returns: impl Into<Vec<f64>>) -> Self {
        Self { returns: returns.into(), margins: None, written: None }
    }

    /// A result from the returns that rules and records give.
    pub fn of_rules(returns: &[f32]) -> Self {
        Self::new(returns.iter().map(|value| value.decimal()).collect::<Vec<_>>())
    }

    /// A draw: all players share the point.
    pub fn shared(n_players: usize) -> Self {
        Self::new(vec![2.0 / n_players as f64 - 1.0; n_players])
    }

    /// The player, counted from 1, whose return is higher than that of every other player.
    pub fn winner(&self) -> Option<usize> {
        let most = self.returns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut first = (1..).zip(&self.returns).filter(|&(_, &value)| value >= most);
        match (first.next(), first.next()) {
            (Some((player, _)), None) => Some(player),
            _ => None,
        }
    }

    /// Whether all players have the same return.
    pub fn is_draw(&self) -> bool {
        self.returns.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq())
    }

    /// One word for the result: `p1win`, `p2win` or `draw` for two players, `ended` for more.
    pub fn word(&self) -> &'static str {
        result_word(&self.returns)
    }

    /// The result as all game files write it, such as `1-0`. `None` for more than two players.
    pub fn plain(&self) -> Option<&'static str> {
        let &[first, second] = &self.returns[..] else {
            return None;
        };
        Some(plain_result([first, second]))
    }

    /// The returns as `f32`, the type that rules use.
    pub fn singles(&self) -> Vec<f32> {
        self.returns.iter().map(|&value| value as f32).collect()
    }

    /// The result in the game's words if there are any, otherwise as all game files write it; with more than two players, each player's
    /// return.
    pub fn in_words(&self) -> String {
        let words = self.written.as_deref().or_else(|| self.plain());
        words.map_or_else(|| self.values(), str::to_owned)
    }

    fn values(&self) -> String {
        let values: Vec<String> = self.returns.iter().map(ToString::to_string).collect();
        values.join(" ")
    }

    /// Writes the result into a record.
    pub fn write(&self, record: &mut Record) {
        if self.written.is_some() || self.plain().is_some() {
            record.result = Some(self.in_words());
        } else {
            record.tags.retain(|(key, _)| key != RETURNS);
            record.tags.push((RETURNS.to_owned(), self.values()));
        }
    }
}

/// One word for a result, from the returns.
pub fn result_word<T: PartialOrd>(returns: &[T]) -> &'static str {
    match returns {
        [first, second] if first > second => "p1win",
        [first, second] if first < second => "p2win",
        [_, _] => "draw",
        _ => "ended",
    }
}
