//! How a game may end: five chances, seen by one player.

use ludex_search::Wdl;

/// The chances of one player. A backgammon counts as a gammon too, and a gammon as a win, so that no chance exceeds the one
/// that it is part of.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Outcome([f32; 5]);

impl Outcome {
    /// The loss of a plain game for certain.
    pub const LOSS: Self = Self([0.0; 5]);
    /// The win of a plain game for certain.
    pub const WIN: Self = Self([1.0, 0.0, 0.0, 0.0, 0.0]);

    /// From the chances to win, to win a gammon, to win a backgammon, to lose a gammon, to lose a backgammon.
    pub const fn new(chances: [f32; 5]) -> Self {
        Self(chances)
    }

    /// A game that is won: 1 plain, 2 with a gammon, 3 with a backgammon.
    pub const fn won(multiple: u8) -> Self {
        let gammon = if multiple >= 2 { 1.0 } else { 0.0 };
        let backgammon = if multiple >= 3 { 1.0 } else { 0.0 };
        Self([1.0, gammon, backgammon, 0.0, 0.0])
    }

    /// The nearest chances that can be: from 0 to 1, and none above that which it is part of. Means of games whose luck was taken
    /// away may lie a little beside them.
    #[must_use]
    pub fn plausible(self) -> Self {
        let [win, gammon, backgammon, lost, lost_b] = self.0.map(|chance| chance.clamp(0.0, 1.0));
        let (gammon, lost) = (gammon.min(win), lost.min(1.0 - win));
        Self([win, gammon, backgammon.min(gammon), lost, lost_b.min(lost)])
    }

    /// The chances in the order of [`Outcome::new`].
    pub const fn chances(self) -> [f32; 5] {
        self.0
    }

    /// The chance to win at all.
    pub const fn win(self) -> f32 {
        self.0[0]
    }

    /// The chance to win a gammon or a backgammon.
    pub const fn win_gammon(self) -> f32 {
        self.0[1]
    }

    /// The chance to win a backgammon.
    pub const fn win_backgammon(self) -> f32 {
        self.0[2]
    }

    /// The chances as a report has them. Sums of rounded chances may lie a little beside 0 and 1.
    pub fn wdl(self) -> Wdl {
        let win = self.win().clamp(0.0, 1.0);
        Wdl { win, draw: 0.0, loss: 1.0 - win }
    }

    /// The chance to lose at all.
    pub const fn lose(self) -> f32 {
        1.0 - self.0[0]
    }

    /// The chance to lose a gammon or a backgammon.
    pub const fn lose_gammon(self) -> f32 {
        self.0[3]
    }

    /// The chance to lose a backgammon.
    pub const fn lose_backgammon(self) -> f32 {
        self.0[4]
    }

    /// The same chances, seen by the other player.
    #[inline(always)]
    #[must_use]
    pub fn flipped(self) -> Self {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = self.0;
        Self([1.0 - win, lose_gammon, lose_backgammon, gammon, backgammon])
    }

    /// What the player wins on average for money without the cube, in points.
    #[inline(always)]
    pub fn money_equity(self) -> f32 {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = self.0;
        2.0 * win - 1.0 + gammon + backgammon - lose_gammon - lose_backgammon
    }

    /// Adds `weight` times another outcome. The sum is an outcome once all weights add up to one.
    #[inline(always)]
    pub fn add_scaled(&mut self, other: Self, weight: f32) {
        for (chance, more) in self.0.iter_mut().zip(other.0) {
            *chance += weight * more;
        }
    }

    /// The nearest outcome without a contradiction: every chance between 0 and the one that it is part of.
    #[inline(always)]
    #[must_use]
    pub fn clamped(self) -> Self {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = self.0;
        // Not `clamp`: this sends NaN to a number too.
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
