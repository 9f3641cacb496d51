//! The cube states that can be reached from the root, their values, and the closed form of the cube decisions.

use ludex_search::Player;

use super::value::{CENTRE, OWNED_LEVELS, mine, theirs};
use super::{CubeDecision, CubefulValue, STATES, StateValues};
use crate::evaluation::bearoff::Known;
use crate::evaluation::by_owner::ByOwner;
use crate::evaluation::efficiency::Efficiency;
use crate::evaluation::equity::{self, LiveLines, Payoffs, Shares, Turners};
use crate::evaluation::met::{MatchEquities, MatchScale, MatchScore};
use crate::evaluation::outcome::Outcome;
use crate::rules::position::Cube;

/// Options of money play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MoneyRules {
    /// Gammons do not count while the cube is in the middle.
    pub jacoby: bool,
    /// A player who takes a double may immediately turn the cube again and keep it.
    pub beavers: bool,
}

/// Number of cube values, 1 to 64.
const LEVELS: usize = Cube::MOST as usize + 1;
/// Number of doublings of a cube that can be turned exactly once more.
const LAST_BUT_ONE: usize = LEVELS - 2;

/// The cube states that can occur below a root, and the values of the game's possible ends in each state.
///
/// In money play values are normalised to the cube's own value, so three states suffice (middle, mine, theirs) if the cube is far from its
/// limit of 64. Otherwise each cube value has its own states.
#[derive(Clone, Debug)]
pub struct CubeStates {
    root: Cube,
    /// Converts equities to match-winning probabilities; `None` in money play.
    scale: Option<MatchScale>,
    rules: MoneyRules,
    /// Whether values are in units of each state's cube.
    normalised: bool,
    /// Number of doublings of the lowest owned cube.
    first_owned: usize,
    /// Number of owned cube values that are computed.
    carried: usize,
    /// The first cube value, in doublings, that neither player will turn.
    top: usize,
    /// The values of the game's ends, indexed by player and number of doublings.
    payoffs: [[Payoffs; LEVELS]; 2],
    /// Whether a player would turn a cube that they own. Indexed by player and number of doublings.
    turns: [[bool; LEVELS]; 2],
}

impl CubeStates {
    /// The states of money play. `cube` is the cube at the root.
    pub fn money(cube: Cube, rules: MoneyRules) -> Self {
        let root = usize::from(cube.doublings);
        let payoffs: [Payoffs; LEVELS] =
            std::array::from_fn(|level| Payoffs::money((1 << level) as f32 / (1 << root) as f32));
        let turns = std::array::from_fn(|level| level + 1 < LEVELS);
        let mut states = Self::new(cube, &[payoffs; 2], [turns; 2]);
        states.rules = rules;
        // If the cube is at least four doublings below its limit, the limit changes the equity by only about 0.003.
        states.normalised = root + 4 < LEVELS;
        if states.normalised {
            states.carried = 1;
        }
        states
    }

    /// Match play, with a table of match equities.
    pub fn of_match(table: &MatchEquities, score: MatchScore, cube: Cube) -> Self {
        let scale = MatchScale::new(table, score, cube.doublings);
        let payoffs = std::array::from_fn(|player| {
            let player = Player(player as u8);
            std::array::from_fn(|level| scale.payoffs(table, score, player, level as u8))
        });
        let turns = std::array::from_fn(|player| {
            std::array::from_fn(|level| {
                level + 1 < LEVELS
                    && score.cube_in_play()
                    && 1u32 << level < u32::from(score.away[player])
            })
        });
        Self { scale: Some(scale), ..Self::new(cube, &payoffs, turns) }
    }

    /// The same game with a cube that neither player may turn (a dead cube).
    #[must_use]
    pub fn dead(&self) -> Self {
        let scale = self.scale;
        let dead = Self::new(self.root, &self.payoffs, [[false; LEVELS]; 2]);
        Self { scale, ..dead }
    }

    fn new(root: Cube, payoffs: &[[Payoffs; LEVELS]; 2], turns: [[bool; LEVELS]; 2]) -> Self {
        let from = usize::from(root.doublings.min(Cube::MOST));
        let top = (from..LEVELS - 1)
            .find(|&level| !turns[0][level] && !turns[1][level])
            .unwrap_or(LEVELS - 1);
        let first_owned = from + usize::from(root.owner.is_none());
        Self {
            root,
            scale: None,
            rules: MoneyRules::default(),
            normalised: false,
            first_owned,
            carried: (top + 1).saturating_sub(first_owned).min(OWNED_LEVELS),
            top,
            payoffs: *payoffs,
            turns,
        }
    }

    /// The cube at the root.
    pub fn root(&self) -> Cube {
        self.root
    }

    /// The values of the game's possible ends for a player, at the root's cube.
    pub fn payoffs(&self, player: Player) -> &Payoffs {
        &self.payoffs[player.index()][usize::from(self.root.doublings)]
    }

    /// The values for `player`, computed with Janowski's formulae. `player` is on roll and has not decided about the cube yet.
    #[inline]
    pub fn leaf(&self, player: Player, outcome: Outcome, efficiency: Efficiency) -> StateValues {
        let mut values = [0.0; STATES];
        if self.normalised {
            let ByOwner { centre, mine, theirs } =
                equity::money(outcome, efficiency, self.rules.jacoby);
            values[..3].copy_from_slice(&[centre, mine, theirs]);
            return values;
        }
        self.leaf_by_level(player, outcome, efficiency, &mut values);
        values
    }

    fn leaf_by_level(
        &self,
        player: Player,
        outcome: Outcome,
        efficiency: Efficiency,
        values: &mut StateValues,
    ) {
        let shares = Shares::from_outcome(outcome);
        let root = usize::from(self.root.doublings);
        let lowest = root.min(self.first_owned);
        let mut higher = None;
        for level in (lowest..=self.top).rev() {
            let payoffs = &self.payoffs[player.index()][level];
            let turners = Turners {
                mine: self.turns[player.index()][level],
                theirs: self.turns[player.other().index()][level],
            };
            let lines = LiveLines::new(&shares, payoffs, turners, higher.as_ref());
            let by_owner = lines.values(outcome.win(), efficiency);
            if let Some(owned) = level.checked_sub(self.first_owned)
                && owned < self.carried
            {
                values[mine(owned)] = by_owner.mine;
                values[theirs(owned)] = by_owner.theirs;
            }
            if level == root && self.root.owner.is_none() {
                values[CENTRE] = if self.rules.jacoby {
                    equity::money(outcome, efficiency, true).centre
                } else {
                    by_owner.centre
                };
            }
            higher = Some(lines);
        }
    }

    /// The values of a finished game that `player` has won: 1 plain, 2 gammon, 3 backgammon.
    pub fn won(&self, player: Player, multiple: u8) -> StateValues {
        let way = usize::from(multiple.clamp(1, 3)) - 1;
        let mut values = [0.0; STATES];
        let centre_way = if self.rules.jacoby { 0 } else { way };
        values[CENTRE] = self.payoffs(player).win[centre_way];
        for owned in 0..self.carried {
            let worth = if self.normalised {
                f32::from(multiple.clamp(1, 3))
            } else {
                self.payoffs[player.index()][self.first_owned + owned].win[way]
            };
            values[mine(owned)] = worth;
            values[theirs(owned)] = worth;
        }
        values
    }

    /// Whether the bear-off table covers the cube decisions at the root. It does so in money play if the cube can still be turned at least
    /// twice after every answer.
    pub fn knows_bear_offs(&self) -> bool {
        let turned = 1 + usize::from(self.rules.beavers);
        self.scale.is_none() && usize::from(self.root.doublings) + turned < LAST_BUT_ONE
    }

    /// The values of a position in the two-sided table, before `player`, on roll, decides about the cube. In money play they are the
    /// table's equities. Cubes that can be turned at most once more, and match play, use Janowski's formulae with the exact win
    /// probability.
    pub fn exact(&self, player: Player, outcome: Outcome, known: ByOwner) -> StateValues {
        let near_limit = self.first_owned + self.carried > LAST_BUT_ONE;
        let is_money = self.scale.is_none();
        let mut values = if is_money && !near_limit {
            [0.0; STATES]
        } else {
            self.leaf(player, outcome, Efficiency::KNOWN_IN_MATCHES)
        };
        if !is_money {
            return values;
        }
        values[CENTRE] = known.centre;
        for owned in 0..self.carried {
            if self.first_owned + owned < LAST_BUT_ONE {
                let unit = self.unit(player, owned);
                values[mine(owned)] = known.mine * unit;
                values[theirs(owned)] = known.theirs * unit;
            }
        }
        values
    }

    /// The value of a plain win in money play, with an owned cube of this value.
    fn unit(&self, player: Player, owned: usize) -> f32 {
        if self.normalised {
            1.0
        } else {
            self.payoffs[player.index()][self.first_owned + owned].win[0]
        }
    }

    /// The value of a position with these probabilities after `player`, on roll, has decided about the cube.
    #[inline]
    pub fn value(&self, player: Player, outcome: Outcome, efficiency: Efficiency) -> CubefulValue {
        let mut cubeful = self.leaf(player, outcome, efficiency);
        self.decide(player, &mut cubeful);
        CubefulValue { outcome, cubeful }
    }

    /// The value of a position in the two-sided table after `player`, on roll, has decided about the cube.
    pub fn known_value(&self, player: Player, known: &Known) -> CubefulValue {
        let outcome = known.outcome;
        let mut cubeful = self.exact(player, outcome, known.equities);
        self.decide(player, &mut cubeful);
        CubefulValue { outcome, cubeful }
    }

    /// The value of a finished game for its winner.
    pub fn finished(&self, winner: Player, multiple: u8) -> CubefulValue {
        CubefulValue { outcome: Outcome::won(multiple), cubeful: self.won(winner, multiple) }
    }

    /// Applies the cube decision of `player`, on roll, in every state in which they may turn the cube. The value becomes that without a
    /// double or that of a double with the opponent's best answer, whichever is larger.
    #[inline]
    pub fn decide(&self, player: Player, values: &mut StateValues) {
        if self.normalised {
            let doubled = self.taken(values, 0, 2.0);
            values[CENTRE] = values[CENTRE].max(doubled.min(1.0));
            values[mine(0)] = values[mine(0)].max(doubled.min(1.0));
            return;
        }
        let (turns, payoffs) = (&self.turns[player.index()], &self.payoffs[player.index()]);
        if self.carried > 0 && self.root.owner.is_none() {
            let level = self.first_owned - 1;
            if turns[level] {
                let passed = payoffs[level].win[0];
                values[CENTRE] = values[CENTRE].max(self.taken(values, 0, 1.0).min(passed));
            }
        }
        for owned in 0..self.carried.saturating_sub(1) {
            let level = self.first_owned + owned;
            if turns[level] {
                let doubled = self.taken(values, owned + 1, 1.0);
                let passed = payoffs[level].win[0];
                values[mine(owned)] = values[mine(owned)].max(doubled.min(passed));
            }
        }
    }

    /// The value after a take or beaver, whichever is better for the opponent. The opponent then owns the cube.
    #[inline(always)]
    fn taken(&self, values: &StateValues, owned: usize, factor: f32) -> f32 {
        let taken = factor * values[theirs(owned)];
        self.beavered(values, owned, factor).map_or(taken, |beavered| beavered.min(taken))
    }

    /// The value after a beaver. The doubler may still resign for the doubled stake. `None` if beavers are not allowed, or the cube
    /// cannot be turned again.
    #[inline(always)]
    fn beavered(&self, values: &StateValues, owned: usize, factor: f32) -> Option<f32> {
        if !self.rules.beavers {
            return None;
        }
        if self.normalised {
            return Some((2.0 * factor * values[theirs(owned)]).max(-factor));
        }
        let unit = self.unit(Player(0), owned);
        (owned + 1 < self.carried).then(|| values[theirs(owned + 1)].max(-unit))
    }

    /// The state of a cube from the view of `player`. If the cube value is above the computed ones, the highest computed one is used.
    #[inline(always)]
    pub fn state_of(&self, cube: Cube, player: Player) -> usize {
        let Some(owner) = cube.owner else {
            return CENTRE;
        };
        let level = if self.normalised {
            0
        } else {
            usize::from(cube.doublings).saturating_sub(self.first_owned)
        };
        let level = level.min(self.carried.saturating_sub(1));
        if owner == player { mine(level) } else { theirs(level) }
    }

    /// The factor that converts a value in the state of `cube` to units of the root's cube.
    pub fn scale(&self, cube: Cube) -> f32 {
        if self.normalised {
            (1u32 << cube.doublings) as f32 / (1u32 << self.root.doublings) as f32
        } else {
            1.0
        }
    }

    /// The root's state from the view of `player`.
    #[inline(always)]
    pub fn root_state(&self, player: Player) -> usize {
        match self.root.owner {
            None => CENTRE,
            Some(owner) if owner == player => mine(0),
            Some(_) => theirs(0),
        }
    }

    /// The value in the root's state from the view of `player`.
    #[inline(always)]
    pub fn root_value(&self, player: Player, value: &CubefulValue) -> f32 {
        value.cubeful[self.root_state(player)]
    }

    /// Whether `player`, on roll, may turn the cube and could benefit from it.
    pub fn may_double(&self, player: Player) -> bool {
        self.root.owner.is_none_or(|owner| owner == player)
            && self.turns[player.index()][usize::from(self.root.doublings)]
    }

    /// The cube decision of `player` at the root, from the values before the decision. `None` if they may not turn the cube.
    pub fn decision(&self, player: Player, value: &CubefulValue) -> Option<CubeDecision> {
        if !self.may_double(player) {
            return None;
        }
        let owned = usize::from(!self.normalised && self.root.owner.is_some());
        let factor = if self.normalised { 2.0 } else { 1.0 };
        let taken = factor * value.cubeful[theirs(owned)];
        let beavered = self.beavered(&value.cubeful, owned, factor);
        Some(CubeDecision::with_beaver(self.root_value(player, value), taken, 1.0, beavered))
    }

    /// The match-winning probability that corresponds to a value in the root's state; `None` in money play.
    pub fn match_chance(&self, player: Player, value: f64) -> Option<f64> {
        self.scale.map(|scale| scale.chance(player, value))
    }

    /// The value of the game before its first roll. It depends only on the score; in money play it is 0.
    pub fn value_at_start(&self, player: Player) -> f32 {
        self.scale.map_or(0.0, |scale| scale.at_start(player))
    }

    /// Converts a value in the root's state to the units of `other`: the states of the same game for a root with another cube.
    pub fn value_in(&self, other: &Self, player: Player, value: f32) -> f32 {
        let Some((here, there)) = self.scale.zip(other.scale) else {
            let doublings = f32::from(self.root.doublings) - f32::from(other.root.doublings);
            return value * doublings.exp2();
        };
        there.from(&here, player, value.into()) as f32
    }

    /// The value at the root's cube if it is never turned again.
    pub fn dead_value(&self, player: Player, outcome: Outcome) -> f32 {
        self.payoffs(player).dead(outcome)
    }

    /// The take point and the cash point of a live cube at the root, as win probabilities of `player`: below the take point the player
    /// passes a double, above the cash point the opponent does.
    pub fn live_points(&self, player: Player, outcome: Outcome) -> (f32, f32) {
        if self.normalised {
            return equity::money_points(outcome);
        }
        let shares = Shares::from_outcome(outcome);
        let mut higher = None;
        for level in (usize::from(self.root.doublings)..=self.top).rev() {
            let payoffs = &self.payoffs[player.index()][level];
            let turners = Turners {
                mine: self.turns[player.index()][level],
                theirs: self.turns[player.other().index()][level],
            };
            higher = Some(LiveLines::new(&shares, payoffs, turners, higher.as_ref()));
        }
        higher.map_or((0.0, 1.0), |lines| lines.points())
    }
}
