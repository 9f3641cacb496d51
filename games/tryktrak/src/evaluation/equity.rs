//! Computes equities with the cube from outcome probabilities, with Janowski's formula.
//!
//! With a *dead* cube, which is never turned again, the equity is the mean of the possible ends. With a *live* cube both players
//! double at the perfect moment, and the equity is a piecewise linear function of the win probability, through the take point (below
//! it a player passes a double) and the cash point (above it the opponent passes). A real cube is in between: equity = dead + x ·
//! (live − dead), with the cube efficiency x ([`Efficiency`]). CITE: Rick Janowski, "Take-Points in Money Games", 1993,
//! <https://bkgm.com/articles/Janowski/cubeformulae.pdf>.
//!
//! In matches the take and cash points depend on the score and on the cube value. They are computed from the highest useful cube
//! value downwards, as GNU Backgammon does. CITE: Joern Thyssen, "Cubeful equities", manual of GNU Backgammon, appendix.

use super::by_owner::ByOwner;
use super::efficiency::Efficiency;
use crate::evaluation::outcome::Outcome;

/// The values of the game's possible ends for one player, at one cube value.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Payoffs {
    /// A plain win, a gammon, a backgammon.
    pub win: [f32; 3],
    /// A plain loss, a lost gammon, a lost backgammon.
    pub lose: [f32; 3],
}

impl Payoffs {
    /// The values in money play with a cube of this value.
    pub fn money(value: f32) -> Self {
        let win = [value, 2.0 * value, 3.0 * value];
        Self { win, lose: win.map(|points| -points) }
    }

    /// The same ends from the other player's view.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { win: self.lose.map(|worth| -worth), lose: self.win.map(|worth| -worth) }
    }

    /// The mean value over the possible ends if the cube is not turned again.
    #[inline]
    pub fn dead(&self, outcome: Outcome) -> f32 {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = outcome.chances();
        let won = (win - gammon) * self.win[0]
            + (gammon - backgammon) * self.win[1]
            + backgammon * self.win[2];
        let lost = (1.0 - win - lose_gammon) * self.lose[0]
            + (lose_gammon - lose_backgammon) * self.lose[1]
            + lose_backgammon * self.lose[2];
        won + lost
    }

    /// The additional value of a gammon, relative to the difference between a plain win and a plain loss: ½ in money play.
    pub fn gammon_value(&self) -> f32 {
        (self.win[1] - self.win[0]) / (self.win[0] - self.lose[0])
    }

    /// The mean value of a win, given the fractions of wins that are gammons and backgammons.
    fn average(worth: &[f32; 3], gammon: f32, backgammon: f32) -> f32 {
        worth[0] + gammon * (worth[1] - worth[0]) + backgammon * (worth[2] - worth[1])
    }
}

/// The fractions of wins and of losses that are gammons and backgammons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    win: f32,
    win_gammon: f32,
    win_backgammon: f32,
    lose_gammon: f32,
    lose_backgammon: f32,
}

impl Shares {
    #[inline(always)]
    pub(crate) fn from_outcome(outcome: Outcome) -> Self {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = outcome.chances();
        // The bound 1e-5 keeps the quotients finite. It is smaller than the resolution of a network's output.
        let per_win = 1.0 / win.max(1e-5);
        let per_loss = 1.0 / (1.0 - win).max(1e-5);
        Self {
            win,
            win_gammon: (gammon * per_win).min(1.0),
            win_backgammon: (backgammon * per_win).min(1.0),
            lose_gammon: (lose_gammon * per_loss).min(1.0),
            lose_backgammon: (lose_backgammon * per_loss).min(1.0),
        }
    }
}

/// Money equities in units of the current cube, with no limit on doublings. With `jacoby`, gammons do not count while the cube is in
/// the middle.
#[inline]
pub fn money(outcome: Outcome, efficiency: Efficiency, jacoby: bool) -> ByOwner {
    let shares = Shares::from_outcome(outcome);
    let p = shares.win;
    let win = 1.0 + shares.win_gammon + shares.win_backgammon;
    let loss = 1.0 + shares.lose_gammon + shares.lose_backgammon;
    let dead = p * (win + loss) - loss;
    // `slope` is the increase of the live value per unit of p: below the cash point if the player owns the cube, and above the take point
    // if the opponent owns it.
    let slope = win + loss + 0.5;
    let take = (loss - 0.5) / slope;
    let cash = (loss + 1.0) / slope;
    let below_take = (loss - 1.0) * p / take - loss;
    let above_cash = 1.0 + (win - 1.0) * (p - cash) / (1.0 - cash);
    let mine = if p < cash { p * slope - loss } else { above_cash };
    let theirs = if p > take { p * slope - loss - 0.5 } else { below_take };
    let between = (p - take) * slope * (4.0 / 3.0) - 1.0;
    let centre = if jacoby {
        between.clamp(-1.0, 1.0)
    } else if p <= take {
        below_take
    } else {
        between.min(above_cash)
    };
    let centre_dead = if jacoby { 2.0 * p - 1.0 } else { dead };
    let x = efficiency.at(p, take, cash);
    ByOwner {
        centre: centre_dead + x.centre * (centre - centre_dead),
        mine: dead + x.mine * (mine - dead),
        theirs: dead + x.theirs * (theirs - dead),
    }
}

/// The take point and the cash point of a live cube in money play, as win probabilities of the player on roll.
pub(crate) fn money_points(outcome: Outcome) -> (f32, f32) {
    let shares = Shares::from_outcome(outcome);
    let win = 1.0 + shares.win_gammon + shares.win_backgammon;
    let loss = 1.0 + shares.lose_gammon + shares.lose_backgammon;
    let slope = win + loss + 0.5;
    ((loss - 0.5) / slope, (loss + 1.0) / slope)
}

/// The live values for one cube value, as piecewise linear functions of the win probability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveLines {
    /// Mean values of a win and of a loss, including gammons and backgammons.
    win: f32,
    loss: f32,
    /// The value for the player if the opponent passes, and if the player passes.
    cashed: f32,
    passed: f32,
    /// The cash point: at this win probability and above, the opponent passes. 1 if the player never turns the cube.
    cash: f32,
    /// The take point: at this win probability and above, the player takes. 0 if the opponent never turns the cube.
    take: f32,
    /// The players who can turn the cube without risk, because they lose the match anyway if they lose this game.
    is_free: Turners,
}

/// Which players can still use the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Turners {
    /// The player on roll.
    pub(crate) mine: bool,
    /// The opponent.
    pub(crate) theirs: bool,
}

impl LiveLines {
    /// The lines of a cube value, computed from the lines of the next higher cube value.
    #[inline]
    pub(crate) fn new(
        shares: &Shares,
        payoffs: &Payoffs,
        turners: Turners,
        higher: Option<&Self>,
    ) -> Self {
        let win = Payoffs::average(&payoffs.win, shares.win_gammon, shares.win_backgammon);
        let loss = Payoffs::average(&payoffs.lose, shares.lose_gammon, shares.lose_backgammon);
        let mut lines = Self {
            win,
            loss,
            cashed: payoffs.win[0],
            passed: payoffs.lose[0],
            cash: 1.0,
            take: 0.0,
            is_free: Turners::default(),
        };
        if let Some(higher) = higher {
            if turners.mine {
                lines.cash = higher.cash_below(lines.cashed);
                lines.is_free.mine = higher.passed >= lines.passed;
            }
            if turners.theirs {
                lines.take = higher.take_below(lines.passed);
                lines.is_free.theirs = higher.cashed <= lines.cashed;
            }
        }
        // Without this, the take point could exceed the cash point, because of rounding or because gammons make both passes wrong.
        lines.take = lines.take.min(lines.cash);
        lines
    }

    /// The win probability at which taking and passing are equal for the opponent, if a pass is worth `cashed` to the player.
    fn cash_below(&self, cashed: f32) -> f32 {
        let (from, low) = if self.take > 0.0 { (self.take, self.passed) } else { (0.0, self.loss) };
        let rise = (self.win - low).max(1e-9);
        (from + (cashed - low) / rise * (1.0 - from)).clamp(0.0, 1.0)
    }

    /// The win probability at which taking and passing are equal for the player, if a pass is worth `passed` to the player.
    fn take_below(&self, passed: f32) -> f32 {
        let (to, high) = if self.cash < 1.0 { (self.cash, self.cashed) } else { (1.0, self.win) };
        let rise = (high - self.loss).max(1e-9);
        ((passed - self.loss) / rise * to).clamp(0.0, 1.0)
    }

    /// The values at a win probability.
    #[inline]
    pub(crate) fn values(&self, p: f32, efficiency: Efficiency) -> ByOwner {
        let dead = self.loss + p * (self.win - self.loss);
        let low = (self.take, self.passed);
        let high = (self.cash, self.cashed);
        let none_low = (0.0, self.loss);
        let none_high = (1.0, self.win);
        let low = if self.take > 0.0 { low } else { none_low };
        let high = if self.cash < 1.0 { high } else { none_high };
        let x = efficiency.at(p, self.take, self.cash);
        // A player who can double without risk does so at once, and so never too late. Their equity falls short of that of a live cube only
        // because a roll can jump past the take point. The more certain the win, the rarer such rolls are, so the efficiency is raised
        // towards 1. In bear-offs with three checkers per side at 4-away 2-away, this avoids three quarters of the equity lost by wrong
        // plays.
        let more_of = |x: f32, surely: f32| {
            let x = x.max(0.6);
            x + (1.0 - x) * surely.max(0.0)
        };
        let of_mine = |x: f32| {
            if self.is_free.mine { more_of(x, (self.cash - p) / self.cash.max(1e-9)) } else { x }
        };
        let of_theirs = |x: f32| {
            if self.is_free.theirs {
                more_of(x, (p - self.take) / (1.0 - self.take).max(1e-9))
            } else {
                x
            }
        };
        let mix = |x: f32, live: f32| dead + x * (live - dead);
        ByOwner {
            centre: mix(of_mine(of_theirs(x.centre)), self.at(p, low, high)),
            mine: mix(of_mine(x.mine), self.at(p, none_low, high)),
            theirs: mix(of_theirs(x.theirs), self.at(p, low, none_high)),
        }
    }

    /// The value at the win probability `p` of a piecewise linear function. The function is given by its values at 0 and 1, and by the two
    /// corners `low` and `high`.
    #[inline]
    fn at(&self, p: f32, low: (f32, f32), high: (f32, f32)) -> f32 {
        let (from, to) = if p < low.0 {
            ((0.0, self.loss), low)
        } else if p <= high.0 {
            (low, high)
        } else {
            (high, (1.0, self.win))
        };
        from.1 + (to.1 - from.1) * (p - from.0) / (to.0 - from.0).max(1e-9)
    }

    /// The take point and the cash point, as win probabilities of the player on roll.
    pub(crate) fn points(&self) -> (f32, f32) {
        (self.take, self.cash)
    }
}
