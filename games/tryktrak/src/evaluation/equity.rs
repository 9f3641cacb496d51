//! What a position is worth with the cube, from the chances of its outcome: Janowski's interpolation between a cube that is
//! of no use any more and one that is always used at the perfect moment.
//!
//! CITE: Rick Janowski, "Take-Points in Money Games", 1993, <https://bkgm.com/articles/Janowski/cubeformulae.pdf>. In matches
//! the live values run between the live cash points of both players instead, found from the highest cube that is of use
//! downwards, as GNU Backgammon does. CITE: Joern Thyssen, "Cubeful equities", manual of GNU Backgammon, appendix.

use super::by_owner::ByOwner;
use super::efficiency::Efficiency;
use crate::evaluation::outcome::Outcome;

/// What the end of a game is worth to one player at one value of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Payoffs {
    /// To win plainly, with a gammon, with a backgammon.
    pub win: [f32; 3],
    /// To lose in the same three ways.
    pub lose: [f32; 3],
}

impl Payoffs {
    /// Money, in units of the cube at `value` 1.
    pub fn money(value: f32) -> Self {
        let win = [value, 2.0 * value, 3.0 * value];
        Self { win, lose: win.map(|points| -points) }
    }

    /// The same ends, seen by the other player.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { win: self.lose.map(|worth| -worth), lose: self.win.map(|worth| -worth) }
    }

    /// The mean worth of the end, if the cube is not turned any more.
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

    /// What a gammon is worth beyond a plain win, as a part of the distance between a plain win and a plain loss: a half for
    /// money.
    pub fn gammon_value(&self) -> f32 {
        (self.win[1] - self.win[0]) / (self.win[0] - self.lose[0])
    }

    /// The worth of a win that is a gammon and a backgammon this often.
    fn average(worth: &[f32; 3], gammon: f32, backgammon: f32) -> f32 {
        worth[0] + gammon * (worth[1] - worth[0]) + backgammon * (worth[2] - worth[1])
    }
}

/// How often the wins and the losses of an outcome are gammons and backgammons.
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
    pub(crate) fn of(outcome: Outcome) -> Self {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = outcome.chances();
        // A hundred-thousandth is below what a network tells, and keeps the quotients finite.
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

/// Values for money in units of the present cube, which can be turned without end. With `jacoby` gammons do not count while
/// it is in the middle.
#[inline]
pub fn money(outcome: Outcome, efficiency: Efficiency, jacoby: bool) -> ByOwner {
    let shares = Shares::of(outcome);
    let p = shares.win;
    let win = 1.0 + shares.win_gammon + shares.win_backgammon;
    let loss = 1.0 + shares.lose_gammon + shares.lose_backgammon;
    let dead = p * (win + loss) - loss;
    // The live value of an owned cube rises by `slope` a unit of p up to the cash point; so does that of an enemy cube from
    // the take point on.
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

/// The take point and the cash point of a live cube for money, as chances of the player on roll.
pub(crate) fn money_points(outcome: Outcome) -> (f32, f32) {
    let shares = Shares::of(outcome);
    let win = 1.0 + shares.win_gammon + shares.win_backgammon;
    let loss = 1.0 + shares.lose_gammon + shares.lose_backgammon;
    let slope = win + loss + 0.5;
    ((loss - 0.5) / slope, (loss + 1.0) / slope)
}

/// The live values of one cube value as broken lines over the chance to win.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveLines {
    /// The worth of a win and of a loss, with the gammons of this outcome.
    win: f32,
    loss: f32,
    /// What the player gets when the other passes, and what he is left with when he passes himself.
    cashed: f32,
    passed: f32,
    /// The chance from which the other passes, 1 if the player never turns the cube.
    cash: f32,
    /// The chance down to which the player takes, 0 if the other never turns the cube.
    take: f32,
    /// Who of the two turns the cube at no cost, as he has lost the match with the game anyway.
    is_free: Turners,
}

/// Who of the two can still make use of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Turners {
    /// The player on roll.
    pub(crate) mine: bool,
    /// The other.
    pub(crate) theirs: bool,
}

impl LiveLines {
    /// The lines of a cube value, given those of the next higher one.
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
        // Rounding, and gammons that make both passes wrong, must not let the points cross.
        lines.take = lines.take.min(lines.cash);
        lines
    }

    /// The chance at which the other, owning the cube, is as well off as by passing for `cashed`.
    fn cash_below(&self, cashed: f32) -> f32 {
        let (from, low) = if self.take > 0.0 { (self.take, self.passed) } else { (0.0, self.loss) };
        let rise = (self.win - low).max(1e-9);
        (from + (cashed - low) / rise * (1.0 - from)).clamp(0.0, 1.0)
    }

    /// The chance at which the player, owning the cube, is as well off as by passing for `passed`.
    fn take_below(&self, passed: f32) -> f32 {
        let (to, high) = if self.cash < 1.0 { (self.cash, self.cashed) } else { (1.0, self.win) };
        let rise = (high - self.loss).max(1e-9);
        ((passed - self.loss) / rise * to).clamp(0.0, 1.0)
    }

    /// The values at a chance to win.
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
        // Who turns the cube as soon as he may is never far from it, and misses no moment; what is lost to the live cube is lost where rolls
        // go by the take point, of which there are the fewer, the surer the win. In bear-offs of three checkers a side this mends
        // three quarters of what plays lose at 4 away, 2 away.
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

    /// The line from a certain loss over two corners to a certain win.
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

    /// The take point and the cash point, as chances of the player on roll to win.
    pub(crate) fn points(&self) -> (f32, f32) {
        (self.take, self.cash)
    }
}
