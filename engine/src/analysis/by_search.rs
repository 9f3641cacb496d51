//! Moves judged by searches. The loss of a move is the expectation before it less the expectation after it, both seen by its
//! player. Where chance decides next, the best move and the one that was played are compared behind everything that it may bring.

use std::collections::BTreeMap;

use ludex_games::registry::{Session, Token};
use ludex_games::support::figures;
use ludex_search::{Limits, StopFlag};
use serde_json::json;

use super::classes::{BLUNDER, Class, Mark, accuracy};
use super::job::{Judged, Manner};
use super::judged::{JudgedMove, MissedWin};
use super::look::{Look, Looker};
use crate::output::percent;

/// Judges the steps of a record by searches: one for each position.
#[derive(Debug)]
pub struct BySearch<'a> {
    /// The steps.
    pub words: &'a [Token],
    /// What a search may spend.
    pub limits: &'a Limits,
    /// The seed of the searches, for JSON.
    pub seed: u64,
    /// The players' names.
    pub names: Vec<Option<String>>,
}

impl Manner for BySearch<'_> {
    type Found = Look;

    fn look(
        &self,
        session: &mut dyn Session,
        index: usize,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<Look>> {
        let mut looker = Looker {
            session,
            limits: self.limits,
            stop,
            seed: self.seed,
        };
        looker.look(self.words.get(index), self.words.get(index + 1))
    }

    /// The position after the last move is looked at too.
    fn n_steps(&self) -> usize {
        self.words.len() + 1
    }

    fn verdict(&self, found: &BTreeMap<usize, Look>, index: usize) -> Judged {
        let Some(look) = found.get(&index) else {
            return Judged::Later;
        };
        let (Some(player), Some(played)) = (look.player, &look.played) else {
            // A chance event is nobody's merit.
            return Judged::Nothing;
        };
        // Chance may decide several times before players may expect something again.
        let mut after = found
            .range(index + 1..)
            .take_while(|(at, _)| (index + 1..**at).all(|between| found.contains_key(&between)));
        let after = after.find(|(_, look)| !look.expected.is_empty());
        let is_at_end = || (index + 1..self.n_steps()).all(|at| found.contains_key(&at));
        let after = match after {
            Some((_, after)) => Some(after),
            None if is_at_end() => None,
            None => return Judged::Later,
        };
        Judged::Move(Box::new(self.judged(look, after, (player, played), index)))
    }
}

impl BySearch<'_> {
    fn judged(
        &self,
        look: &Look,
        after: Option<&Look>,
        (player, played): (usize, &str),
        index: usize,
    ) -> JudgedMove {
        let seat = player - 1;
        let is_best = look
            .candidates
            .first()
            .is_some_and(|best| best.mv == played);
        let before = look.expected[seat];
        let (kept, lost, score_lost) = match (&look.behind, after) {
            (Some(behind), _) => ((before - behind.lost).max(0.0), behind.lost, None),
            (None, Some(after)) => {
                let kept = after.expected[seat];
                let score = |look: &Look| look.scores.get(seat).copied().flatten();
                let scores = score(look).zip(score(after));
                (
                    kept,
                    before - kept,
                    scores.map(|(before, after)| before - after),
                )
            }
            (None, None) => (before, 0.0, None),
        };
        let some = |lost: f64| if is_best { 0.0 } else { lost.max(0.0) };
        let loss = some(lost);
        let mark = Mark::of(loss);
        let is_won = after.is_some_and(|after| is_won_for(after, player));
        let missed = look
            .proof
            .as_ref()
            .filter(|(result, _)| result == "win" && mark != Mark::None && !is_won);
        let rank = look
            .candidates
            .iter()
            .position(|candidate| candidate.mv == played);
        let mut verdict = JudgedMove {
            number: index + 1,
            player,
            played: played.to_owned(),
            candidates: look.candidates.clone(),
            rank: rank.map(|rank| rank + 1),
            kept,
            loss,
            score_loss: score_lost.map(some),
            lost: if is_best {
                String::new()
            } else {
                percent(loss as f32)
            },
            value: percent(kept as f32),
            mark,
            class: class_of(look, is_best, mark),
            expected: after.map_or_else(|| look.expected.clone(), |after| after.expected.clone()),
            luck: look.behind.and_then(|behind| behind.luck),
            missed_win: missed.map(|(_, plies)| MissedWin {
                plies: *plies,
                line: look
                    .candidates
                    .first()
                    .map_or_else(Vec::new, |best| best.pv.clone()),
            }),
            in_book: look.in_book,
            evaluation: after.and_then(evaluation_of),
            reply: after
                .and_then(|after| after.candidates.first())
                .map_or_else(Vec::new, |best| best.pv.clone()),
            signs: look.signs[usize::from(is_won)].clone(),
            comment: None,
            facts: look.object.clone(),
            cells: Vec::new(),
        };
        self.tell(&mut verdict);
        verdict
    }

    /// What JSON and a row of the table say.
    fn tell(&self, verdict: &mut JudgedMove) {
        let name = self.names.get(verdict.player - 1).cloned().flatten();
        let missed = verdict.missed_win.as_ref();
        let added = json!({
            "ply": verdict.number,
            "player": verdict.player,
            "name": name,
            "played": verdict.played,
            "kept": figures::precise(verdict.kept),
            "loss_of_win": figures::precise(verdict.loss),
            "loss_of_score": verdict.score_loss.map(figures::number),
            "mark": verdict.mark.sign(),
            "class": verdict.class.word(),
            "rank": verdict.rank,
            "accuracy": figures::precise(accuracy(verdict.loss)),
            "expected": verdict.expected.iter().map(|&value| figures::precise(value)).collect::<Vec<_>>(),
            "luck": verdict.luck.map(figures::precise),
            "book": verdict.in_book,
            "missed_win": missed.map(|win| json!({"plies": win.plies, "line": win.line})),
        });
        if let serde_json::Value::Object(added) = added {
            verdict.facts.extend(added);
        }
        let label = match &name {
            Some(name) => format!("{} {name}", verdict.player),
            None => verdict.player.to_string(),
        };
        let best = verdict
            .best()
            .map_or_else(String::new, |best| best.mv.clone());
        let is_best = verdict.lost.is_empty();
        let cells = [
            ("ply", verdict.number.to_string()),
            ("player", label),
            ("move", verdict.played.clone()),
            ("", verdict.mark.sign().to_owned()),
            ("expected", verdict.value.clone()),
            ("lost", verdict.lost.clone()),
            ("best", if is_best { String::new() } else { best }),
        ];
        verdict.cells = cells
            .map(|(heading, text)| (heading.to_owned(), text))
            .to_vec();
    }
}

fn class_of(look: &Look, is_best: bool, mark: Mark) -> Class {
    let values: Vec<f64> = look.candidates.iter().map(|line| line.number).collect();
    let is_only = matches!(values[..], [best, next, ..] if best - next >= BLUNDER);
    match (look.is_forced, is_best) {
        (true, _) => Class::Forced,
        (false, true) if is_only => Class::Only,
        (false, true) => Class::Best,
        (false, false) => mark.into(),
    }
}

/// Whether a position is proven to be won for a player.
fn is_won_for(look: &Look, player: usize) -> bool {
    match (&look.proof, look.player) {
        (Some((result, _)), Some(mover)) if mover == player => result == "win",
        (Some((result, _)), Some(_)) => result == "loss" && look.expected.len() == 2,
        _ => {
            look.player.is_none()
                && look
                    .expected
                    .get(player - 1)
                    .is_some_and(|&value| value >= 1.0)
        }
    }
}

/// The chances of player 1 in a position of a game for two.
fn evaluation_of(look: &Look) -> Option<([f64; 3], u32)> {
    if look.expected.len() != 2 {
        return None;
    }
    let Some(player) = look.player else {
        let (win, loss) = (look.expected[0], look.expected[1]);
        let drawn = if (win - 0.5).abs() < 0.5 { 1.0 } else { 0.0 };
        return Some(([win.floor(), drawn, loss.floor()], 0));
    };
    let chances = look.chances?;
    let [win, draw, loss] = chances.wdl;
    let wdl = if player == 1 {
        [win, draw, loss]
    } else {
        [loss, draw, win]
    };
    Some((wdl, chances.depth))
}
