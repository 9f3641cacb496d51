//! The outcome of a game: five probabilities, from one player's view.

use ludex_search::Wdl;

/// Outcome probabilities of one player. A backgammon also counts as a gammon, and a gammon also counts as a win, so the probability of a
/// backgammon is at most that of a gammon, which is at most that of a win.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Outcome([f32; 5]);

impl Outcome {
    /// A certain plain loss.
    pub const LOSS: Self = Self([0.0; 5]);
    /// A certain plain win.
    pub const WIN: Self = Self([1.0, 0.0, 0.0, 0.0, 0.0]);

    /// Creates an outcome from the probabilities of a win, a won gammon, a won backgammon, a lost gammon and a lost backgammon.
    pub const fn new(chances: [f32; 5]) -> Self {
        Self(chances)
    }

    /// A won game: 1 plain, 2 gammon, 3 backgammon.
    pub const fn won(multiple: u8) -> Self {
        let gammon = if multiple >= 2 { 1.0 } else { 0.0 };
        let backgammon = if multiple >= 3 { 1.0 } else { 0.0 };
        Self([1.0, gammon, backgammon, 0.0, 0.0])
    }

    /// The nearest valid probabilities: each is between 0 and 1 and at most the probability of the outcome that includes it. Means of
    /// rollouts with variance reduction can be slightly outside these bounds.
    #[must_use]
    pub fn plausible(self) -> Self {
        let [win, gammon, backgammon, lost, lost_b] = self.0.map(|chance| chance.clamp(0.0, 1.0));
        let (gammon, lost) = (gammon.min(win), lost.min(1.0 - win));
        Self([win, gammon, backgammon.min(gammon), lost, lost_b.min(lost)])
    }

    /// The probabilities in the order of [`Outcome::new`].
    pub const fn chances(self) -> [f32; 5] {
        self.0
    }

    /// The probability of a win of any kind.
    pub const fn win(self) -> f32 {
        self.0[0]
    }

    /// The probability of winning a gammon or backgammon.
    pub const fn win_gammon(self) -> f32 {
        self.0[1]
    }

    /// The probability of winning a backgammon.
    pub const fn win_backgammon(self) -> f32 {
        self.0[2]
    }

    /// The probabilities for a report. Sums of rounded numbers can be slightly outside 0 to 1.
    pub fn wdl(self) -> Wdl {
        let win = self.win().clamp(0.0, 1.0);
        Wdl { win, draw: 0.0, loss: 1.0 - win }
    }

    /// The probability of a loss of any kind.
    pub const fn lose(self) -> f32 {
        1.0 - self.0[0]
    }

    /// The probability of losing a gammon or backgammon.
    pub const fn lose_gammon(self) -> f32 {
        self.0[3]
    }

    /// The probability of losing a backgammon.
    pub const fn lose_backgammon(self) -> f32 {
        self.0[4]
    }

    /// The same outcome from the other player's view.
    #[inline(always)]
    #[must_use]
    pub fn flipped(self) -> Self {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = self.0;
        Self([1.0 - win, lose_gammon, lose_backgammon, gammon, backgammon])
    }

    /// The player's mean result in money play without a cube, in points.
    #[inline(always)]
    pub fn money_equity(self) -> f32 {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = self.0;
        2.0 * win - 1.0 + gammon + backgammon - lose_gammon - lose_backgammon
    }

    /// Adds `weight` times another outcome. The sum is a valid outcome once all weights add up to 1.
    #[inline(always)]
    pub fn add_scaled(&mut self, other: Self, weight: f32) {
        for (chance, more) in self.0.iter_mut().zip(other.0) {
            *chance += weight * more;
        }
    }

    /// The nearest outcome without contradictions: each probability is between 0 and the probability of the outcome that includes it.
    #[inline(always)]
    #[must_use]
    pub fn clamped(self) -> Self {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = self.0;
        // Not `clamp`: this also converts NaN to a number.
        let within = |chance: f32, most: f32| chance.max(0.0).min(most);
        let win = within(win, 1.0);
        let gammon = within(gammon, win);
        let lose_gammon = within(lose_gammon, 1.0 - win);
        Self([
            win,
            gammon,
            within(backgammon, gammon),
            lose_gammon,
            within(lose_backgammon, lose_gammon),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_turns_the_equity_round() {
        let outcome = Outcome::new([0.6, 0.2, 0.05, 0.1, 0.02]);
        assert!((outcome.money_equity() - 0.33).abs() < 1e-6);
        assert!((outcome.flipped().money_equity() + 0.33).abs() < 1e-6);
        assert!((outcome.flipped().flipped().win() - 0.6).abs() < 1e-6);
        for multiple in 1..=3 {
            let won = Outcome::won(multiple);
            assert!((won.money_equity() - f32::from(multiple)).abs() < 1e-6);
            assert!((won.flipped().money_equity() + f32::from(multiple)).abs() < 1e-6);
        }
    }

    #[test]
    fn contradictions_are_cut_off() {
        let outcome = Outcome::new([1.2, -0.1, 0.3, 0.4, f32::NAN]).clamped();
        assert_eq!(outcome, Outcome::WIN);
        let outcome = Outcome::new([0.5, 0.7, 0.6, 0.1, 0.2]).clamped();
        assert_eq!(outcome, Outcome::new([0.5, 0.5, 0.5, 0.1, 0.1]));
    }
}
