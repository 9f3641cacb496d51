//! The evaluation used by searches, with the cube: bear-off tables for the positions that they contain, networks for all others.

use std::sync::Arc;

use ludex_search::{Candidate, Candidates, Decisions, Player, Score, Value, Values, Wdl};

use super::bearoff::{Known, TwoSided};
use super::cube::{CubeDecision, CubeStates, CubefulValue, MoneyRules};
use super::efficiency::Efficiency;
use super::met::{MatchEquities, MatchScore};
use super::networks::{Buffers, Networks, finished};
use super::outcome::Outcome;
use super::ranking::{Judged, PlayValue, RankingScratch as Ranks, Shortlist};
use crate::rules::board::{Board, CHECKERS};
use crate::rules::game::Tryktrak;
use crate::rules::moves::Move;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Position};

/// Units of a score per point of equity.
pub const UNITS: f32 = 10_000.0;

/// Evaluates positions below one root, whose cube and match score are fixed.
#[derive(Clone)]
pub struct EquityModel {
    networks: Arc<Networks>,
    equities: &'static MatchEquities,
    options: Options,
    stake: Stake,
}

/// What the game is played for. It determines which values are computed.
#[derive(Clone)]
enum Stake {
    /// Money without a cube: only outcome probabilities are needed.
    Chances,
    /// Money or a match with a cube: values are computed for every cube state that can be reached from the root.
    Cube(Box<CubeStates>),
}

/// Buffers of one thread.
#[derive(Default)]
pub struct ModelScratch {
    ranks: Ranks,
    judged: Vec<Judged<CubefulValue>>,
}

impl EquityModel {
    /// A model for games with these options. Set the root with [`take_root`](Self::take_root).
    pub fn new(networks: Arc<Networks>, options: Options) -> Self {
        Self { networks, equities: MatchEquities::kazaross(), options, stake: Stake::Chances }
    }

    /// Sets the root.
    pub fn take_root(&mut self, pos: &Position) {
        self.stake = if self.options.is_money() && !self.options.cube {
            Stake::Chances
        } else {
            let states = self.states_of(pos);
            Stake::Cube(Box::new(if self.options.cube { states } else { states.dead() }))
        };
    }

    /// The cube states below a position.
    pub fn states_of(&self, pos: &Position) -> CubeStates {
        let status = pos.status();
        if self.options.is_money() {
            let rules = MoneyRules { jacoby: self.options.jacoby, beavers: self.options.beavers };
            return CubeStates::money(status.cube, rules);
        }
        let Options { length, crawford, .. } = self.options;
        let score = MatchScore::new(length, status.score, status.crawford, crawford);
        CubeStates::of_match(self.equities, score, status.cube)
    }

    /// The cube states below the root; `None` for money without a cube.
    pub fn states(&self) -> Option<&CubeStates> {
        match &self.stake {
            Stake::Chances => None,
            Stake::Cube(states) => Some(states),
        }
    }

    /// The value of a board for `player`, who rolls next, after their decision about the cube. The board is from the view of `player`.
    fn value_of(&self, player: Player, board: Board, buffers: &mut Buffers) -> CubefulValue {
        let mut value = self.undecided_of(player, board, buffers);
        self.settle(player, &mut value);
        value
    }

    /// Like [`value_of`](Self::value_of), but before the decision about the cube.
    fn undecided_of(&self, player: Player, board: Board, buffers: &mut Buffers) -> CubefulValue {
        let over = match &self.stake {
            Stake::Chances => finished(board).map(CubefulValue::of_chances),
            // Only the player who has just moved can have borne off all checkers.
            Stake::Cube(states) => (board.theirs.off() == CHECKERS).then(|| {
                let won = states.finished(player.other(), board.mine.multiple_lost());
                won.flipped()
            }),
        };
        if let Some(over) = over {
            return over;
        }
        if let Some(known) = known(board) {
            return self.of_known(player, &known);
        }
        if is_shut_out(board) {
            // The player cannot move with any roll, so the position stays the same and the opponent decides about the cube next.
            let other = player.other();
            let mut value = self.judged(other, board.flipped(), buffers);
            self.settle(other, &mut value);
            return value.flipped();
        }
        self.judged(player, board, buffers)
    }

    /// The networks' value of a board, before the cube decision of `player`, who rolls next. The board is from the view of `player`.
    fn judged(&self, player: Player, board: Board, buffers: &mut Buffers) -> CubefulValue {
        let outcome = self.networks.evaluate(board, buffers);
        match &self.stake {
            Stake::Chances => CubefulValue::of_chances(outcome),
            Stake::Cube(states) => CubefulValue {
                outcome,
                cubeful: states.leaf(player, outcome, Efficiency::estimate(board)),
            },
        }
    }

    /// The value of a position in the two-sided table, before the cube decision of `player`, who rolls next.
    fn of_known(&self, player: Player, known: &Known) -> CubefulValue {
        match &self.stake {
            Stake::Chances => CubefulValue::of_chances(known.outcome),
            Stake::Cube(states) => CubefulValue {
                outcome: known.outcome,
                cubeful: states.exact(player, known.outcome, known.equities),
            },
        }
    }

    /// Applies the cube decision of `player`, who is on roll, in every state.
    fn settle(&self, player: Player, value: &mut CubefulValue) {
        if let Stake::Cube(states) = &self.stake {
            states.decide(player, &mut value.cubeful);
        }
    }

    /// The static value of a position before the roll and before the decision about the cube.
    pub fn undecided(&self, scratch: &mut ModelScratch, pos: &Position) -> CubefulValue {
        self.undecided_of(pos.status().player, pos.board(), scratch.ranks.buffers())
    }

    /// The value for `player` with this cube, as an equity in units of the root's cube.
    #[inline(always)]
    fn worth(&self, player: Player, cube: Cube, value: &CubefulValue) -> f32 {
        match &self.stake {
            Stake::Chances => value.outcome.money_equity(),
            Stake::Cube(states) => value.cubeful[states.state_of(cube, player)],
        }
    }

    /// Converts a value at the root to an equity of `player`. In matches a plain win at the current cube is 1 and a plain loss −1.
    pub fn equity(&self, player: Player, value: &CubefulValue) -> f32 {
        match &self.stake {
            Stake::Chances => value.outcome.money_equity(),
            Stake::Cube(states) => states.root_value(player, value),
        }
    }

    /// Converts an equity at the root, which follows an accepted double, to units of the smaller cube in `before`, an earlier position of
    /// the same game.
    pub fn equity_before(&self, before: &Position, player: Player, equity: f32) -> f32 {
        match &self.stake {
            Stake::Chances => 2.0 * equity,
            Stake::Cube(states) => states.value_in(&self.states_of(before), player, equity),
        }
    }

    /// The cube decision of the player who is about to roll, from static values; `None` if they may not turn the cube.
    pub fn static_decision(
        &self,
        scratch: &mut ModelScratch,
        pos: &Position,
    ) -> Option<CubeDecision> {
        let mut here = Self::new(self.networks.clone(), self.options);
        here.take_root(pos);
        let value = here.undecided(scratch, pos);
        here.states()?.decision(pos.status().player, &value)
    }
}

/// Whether the player on roll has a checker on the bar against a closed board, so that no roll allows a move.
#[inline(always)]
fn is_shut_out(board: Board) -> bool {
    board.mine.bar() > 0 && board.theirs.is_closed()
}

/// The two-sided table's result for a board.
fn known(board: Board) -> Option<Known> {
    board.is_home().then(|| TwoSided::shared().known(board)).flatten()
}

impl Values<Tryktrak> for EquityModel {
    type Value = CubefulValue;
    type Scratch = ModelScratch;

    fn set_root(&mut self, _game: &Tryktrak, root: &Position) -> bool {
        self.take_root(root);
        true
    }

    fn value(&self, scratch: &mut ModelScratch, game: &Tryktrak, pos: &Position) -> CubefulValue {
        let status = pos.status();
        match status.phase {
            Phase::Over => {
                let mut value = match &self.stake {
                    Stake::Chances => CubefulValue::of_chances(Outcome::won(status.multiple)),
                    Stake::Cube(states) => states.finished(status.player, status.multiple),
                };
                // If the game ended with a pass, the outcome probabilities are still those of the board, because they do not depend on the
                // cube.
                let board = pos.board();
                if finished(board).is_none() {
                    value.outcome = self.networks.evaluate(board, scratch.ranks.buffers());
                }
                value
            }
            Phase::Moving => self.best(scratch, game, pos),
            // It is not known yet which player starts, so the value is even.
            Phase::Opening => CubefulValue::default(),
            // The player who rolls has already decided about the cube.
            Phase::Rolling => self.undecided(scratch, pos),
            Phase::ToRoll | Phase::Doubled => {
                self.value_of(status.player, pos.board(), scratch.ranks.buffers())
            }
        }
    }

    fn viewer(&self, _game: &Tryktrak, pos: &Position) -> Player {
        pos.status().player
    }

    fn exact(
        &self,
        scratch: &mut ModelScratch,
        game: &Tryktrak,
        pos: &Position,
    ) -> Option<CubefulValue> {
        let status = pos.status();
        match status.phase {
            Phase::Over => Some(self.value(scratch, game, pos)),
            Phase::ToRoll | Phase::Rolling if self.options.is_money() => {
                if self.states().is_some_and(|states| !states.knows_bear_offs()) {
                    return None;
                }
                let mut value = self.of_known(status.player, &known(pos.board())?);
                if status.phase != Phase::Rolling {
                    self.settle(status.player, &mut value);
                }
                Some(value)
            }
            _ => None,
        }
    }

    fn utility(&self, _game: &Tryktrak, pos: &Position, value: &CubefulValue) -> f32 {
        let status = pos.status();
        self.worth(status.player, status.cube, value)
    }

    fn score(&self, _value: &CubefulValue, utility: f32) -> Score {
        Score::new((utility * UNITS).round() as i32)
    }

    fn exact_score(&self, _value: &CubefulValue, utility: f32) -> Option<f32> {
        Some(utility)
    }

    fn wdl(&self, value: &CubefulValue, _utility: f32) -> Wdl {
        value.outcome.wdl()
    }
}

impl Candidates<Tryktrak> for EquityModel {
    fn candidates(
        &self,
        scratch: &mut ModelScratch,
        game: &Tryktrak,
        pos: &Position,
        keep: usize,
        out: &mut Vec<Candidate<Tryktrak, CubefulValue>>,
    ) {
        self.rank(scratch, pos, Shortlist::best(keep));
        out.extend(scratch.judged.iter().map(|judged| Candidate {
            mv: Move::Play(judged.play),
            position: game.after_play(pos, judged.board),
            value: judged.value,
            utility: judged.utility,
        }));
    }

    fn best(&self, scratch: &mut ModelScratch, game: &Tryktrak, pos: &Position) -> CubefulValue {
        self.rank(scratch, pos, Shortlist::best(1));
        let mut best = scratch.judged[0].value;
        for other in &scratch.judged[1..] {
            self.take_in(game, pos, &mut best, &other.value);
        }
        best
    }

    fn nearly_best(
        &self,
        scratch: &mut ModelScratch,
        _game: &Tryktrak,
        pos: &Position,
    ) -> CubefulValue {
        self.rank(scratch, pos, Shortlist::NEARLY_BEST);
        scratch.judged[0].value
    }

    fn take_nodes(&self, scratch: &mut ModelScratch) -> Option<u64> {
        Some(scratch.ranks.take_evaluations())
    }
}

impl Decisions<Tryktrak> for EquityModel {
    fn passes_through(&self, game: &Tryktrak, pos: &Position) -> Option<Move> {
        let status = pos.status();
        (status.phase == Phase::ToRoll && game.offers_double(&status)).then_some(Move::Roll)
    }

    fn decide_closed_form(&self, _game: &Tryktrak, pos: &Position, value: &mut CubefulValue) {
        let status = pos.status();
        if status.phase != Phase::Opening {
            self.settle(status.player, value);
        }
    }

    fn take_in(
        &self,
        game: &Tryktrak,
        pos: &Position,
        best: &mut CubefulValue,
        other: &CubefulValue,
    ) {
        if matches!(self.stake, Stake::Chances) {
            return;
        }
        // If the opponent will pass a double after each of the plays, all plays have the same value. Then use the probabilities of the play
        // that is best without a cube.
        let tie = self.utility(game, pos, other) >= self.utility(game, pos, best);
        if tie && other.outcome.money_equity() > best.outcome.money_equity() {
            best.outcome = other.outcome;
        }
        for (value, other) in best.cubeful.iter_mut().zip(&other.cubeful) {
            *value = value.max(*other);
        }
    }

    fn decide(&self, scratch: &mut ModelScratch, game: &Tryktrak, pos: &Position) -> Option<Move> {
        let status = pos.status();
        match status.phase {
            Phase::ToRoll if game.offers_double(&status) => {
                let doubles = self
                    .static_decision(scratch, pos)
                    .is_some_and(|decision| decision.verdict.doubles());
                Some(if doubles { Move::Double } else { Move::Roll })
            }
            Phase::Doubled if status.answers_beaver() => {
                let mut here = Self::new(self.networks.clone(), self.options);
                let accepted = game.after_move(pos, Move::Take);
                here.take_root(&accepted);
                let value = here.undecided(scratch, &accepted);
                let worth = here.utility(game, &accepted, &value);
                let takes = here.equity_before(pos, status.player, worth) >= -1.0;
                Some(if takes { Move::Take } else { Move::Pass })
            }
            Phase::Doubled => {
                let decision = self.static_decision(scratch, &pos.before_double());
                let beavers =
                    |decision: &CubeDecision| decision.beavers() && game.can_beaver(&status);
                Some(match decision {
                    Some(decision) if beavers(&decision) => Move::Beaver,
                    Some(decision) if !decision.verdict.takes() => Move::Pass,
                    _ => Move::Take,
                })
            }
            _ => None,
        }
    }

    fn at_root(
        &self,
        _game: &Tryktrak,
        root: &Position,
        pos: &Position,
        mut value: CubefulValue,
    ) -> CubefulValue {
        if let Stake::Cube(states) = &self.stake {
            let (player, cube) = (pos.status().player, pos.status().cube);
            let worth = value.cubeful[states.state_of(cube, player)] * states.scale(cube);
            value.cubeful[states.state_of(root.status().cube, player)] = worth;
        }
        value
    }
}

impl EquityModel {
    /// Fills the scratch buffer with the plays of a roll, sorted by static value.
    fn rank(&self, scratch: &mut ModelScratch, pos: &Position, shortlist: Shortlist) {
        let status = pos.status();
        scratch.judged.clear();
        self.networks.rank(
            pos.board(),
            status.dice,
            shortlist,
            &mut scratch.ranks,
            |after, buffers| {
                let theirs = self.value_of(status.player.other(), after, buffers);
                let value = theirs.flipped();
                PlayValue {
                    value,
                    utility: self.worth(status.player, status.cube, &value),
                    equity: value.outcome.money_equity(),
                }
            },
            &mut scratch.judged,
        );
    }
}
