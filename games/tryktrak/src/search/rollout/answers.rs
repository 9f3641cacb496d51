//! Cube decisions by rollout: the possible actions, their equities, and the certainty of the verdict.

use ludex_search::rollout::{RolloutReport, deviations};

use crate::evaluation::cube::{CubeDecision, CubefulValue};
use crate::rules::moves::Move;

/// The question that a rollout answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RolloutQuestion {
    /// Which play is best, or the value of a position.
    Value,
    /// Whether to double.
    Double,
    /// Whether to take.
    Take,
    /// Whether to accept a beaver or a pointless double, which leads to only one position. `by_roller` is set if the player who decides is
    /// also the player to roll.
    Accept { by_roller: bool },
}

/// A possible cube action.
#[derive(Clone, Copy)]
pub(super) struct CubeAnswer {
    pub(super) mv: Move,
    /// Its equity with its standard error.
    pub(super) equity: (f64, f64),
    /// Index of the position rolled out for it; `None` if its equity is known without a rollout.
    pub(super) position: Option<usize>,
}

/// All possible cube actions.
pub(super) struct CubeAnswers {
    pub(super) answers: Vec<CubeAnswer>,
    /// The decision of the player who may double, if the question is about a double.
    pub(super) decision: Option<CubeDecision>,
}

impl CubeAnswers {
    /// `equities` are those of: no double, double and take, double and beaver (positions 0 to 2). For [`Accept`](RolloutQuestion::Accept)
    /// there is only one, after acceptance.
    pub(super) fn new(question: RolloutQuestion, equities: &[(f64, f64)]) -> Self {
        let rolled = |mv: Move, position: usize| CubeAnswer {
            mv,
            equity: equities[position],
            position: Some(position),
        };
        let known =
            |mv: Move, equity: f64| CubeAnswer { mv, equity: (equity, 0.0), position: None };
        if let RolloutQuestion::Accept { by_roller } = question {
            let mut taken = rolled(Move::Take, 0);
            if !by_roller {
                taken.equity.0 = -taken.equity.0;
            }
            return Self { answers: vec![taken, known(Move::Pass, -1.0)], decision: None };
        }
        let mut answers = vec![rolled(Move::Take, 1), known(Move::Pass, 1.0)];
        // After a beaver the doubler may still resign for the doubled stake.
        let beavered = equities.get(2).map(|beavered| match beavered.0 {
            ..=-2.0 => known(Move::Beaver, -2.0),
            _ => rolled(Move::Beaver, 2),
        });
        answers.extend(beavered);
        let decision = CubeDecision::with_beaver(
            equities[0].0 as f32,
            equities[1].0 as f32,
            1.0,
            beavered.map(|beavered| beavered.equity.0 as f32),
        );
        if question == RolloutQuestion::Take {
            for answer in &mut answers {
                answer.equity.0 = -answer.equity.0;
            }
        } else {
            let right = answers.into_iter().min_by(|a, b| a.equity.0.total_cmp(&b.equity.0));
            let doubled = right.map(|right| CubeAnswer { mv: Move::Double, ..right });
            answers = vec![rolled(Move::Roll, 0)];
            answers.extend(doubled);
        }
        Self { answers, decision: Some(decision) }
    }

    /// Index of the best action.
    pub(super) fn best(&self) -> usize {
        let worth = |&index: &usize| self.answers[index].equity.0;
        let by_worth = |a: &usize, b: &usize| worth(a).total_cmp(&worth(b));
        (0..self.answers.len()).max_by(by_worth).unwrap_or_default()
    }

    /// The difference between the equities of the best action and of `other`, in standard deviations.
    pub(super) fn lead(&self, report: &RolloutReport<CubefulValue>, other: usize) -> f32 {
        let (best, other) = (self.answers[self.best()], self.answers[other]);
        if let (Some(best), Some(other)) = (best.position, other.position) {
            return report.lead(best, other).abs();
        }
        // Known equities have no error.
        let error = best.equity.1 + other.equity.1;
        deviations(best.equity.0 - other.equity.0, error).abs()
    }

    /// The certainty of the verdict, in standard deviations. If the question is whether to double, this is the certainty of the decision to
    /// double or that of the opponent's answer, whichever is smaller.
    pub(super) fn certainty(
        &self,
        report: &RolloutReport<CubefulValue>,
        question: RolloutQuestion,
        equities: &[(f64, f64)],
    ) -> f32 {
        let best = self.best();
        let others = (0..self.answers.len()).filter(|&index| index != best);
        let own = others.map(|index| self.lead(report, index)).fold(f32::INFINITY, f32::min);
        match question {
            RolloutQuestion::Double => {
                let (taken, error) = equities[1];
                own.min(deviations(taken - 1.0, error).abs())
            }
            _ => own,
        }
    }
}
