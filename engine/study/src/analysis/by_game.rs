//! Judges steps by the game's own method.

use std::collections::BTreeMap;

use ludex_kit::interface::judging::add_tally;
use ludex_kit::registry::{JudgedStep, Session, Token};
use ludex_kit::{JudgingTally, StepVerdict};
use ludex_search::{Limits, StopFlag};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::classes::{Class, Mark};
use super::job::{JudgingMethod, PendingVerdict};
use super::judged::{Candidate, JudgedMove};

/// Judges the steps of a record by the method that players of the game use.
#[derive(Debug)]
pub struct ByGame<'a> {
    /// The steps of the record.
    pub words: &'a [Token],
    /// Limits for each step.
    pub limits: &'a Limits,
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// Names of the players.
    pub names: Vec<Option<String>>,
}

/// The judgement of a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameVerdict {
    verdict: Option<Verdict>,
    tally: JudgingTally,
}

/// A judgement in the format of the state file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Verdict {
    player: usize,
    facts: Map<String, Value>,
    cells: Vec<(String, String)>,
    mark: Mark,
    comment: String,
    candidates: Vec<Candidate>,
    rank: Option<usize>,
    expected: f64,
    lost: String,
}

impl From<StepVerdict> for Verdict {
    fn from(verdict: StepVerdict) -> Self {
        let cells = verdict.description.cells.into_iter();
        let candidate = |candidate: ludex_kit::JudgedCandidate| Candidate {
            pv: vec![candidate.mv.clone()],
            mv: candidate.mv,
            value: candidate.value,
            number: candidate.number,
            ..Candidate::default()
        };
        Self {
            player: verdict.player,
            facts: verdict.description.facts,
            cells: cells.map(|(heading, text)| (heading.to_owned(), text)).collect(),
            mark: Mark::from_sign(verdict.mark),
            comment: verdict.comment,
            candidates: verdict.candidates.into_iter().map(candidate).collect(),
            rank: verdict.rank,
            expected: verdict.expected,
            lost: verdict.lost,
        }
    }
}

impl JudgingMethod for ByGame<'_> {
    type Found = GameVerdict;

    fn examine(
        &self,
        session: &mut dyn Session,
        index: usize,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<GameVerdict>> {
        let judged = session.judge_step(&self.words[index], self.limits, stop)?;
        if stop.is_stopped() {
            // The result of an interrupted search is not used.
            return Ok(None);
        }
        let JudgedStep { verdict, tally } = judged.unwrap_or_default();
        Ok(Some(GameVerdict { verdict: verdict.map(Verdict::from), tally }))
    }

    fn n_steps(&self) -> usize {
        self.words.len()
    }

    fn verdict(&self, found: &BTreeMap<usize, GameVerdict>, index: usize) -> PendingVerdict {
        match found.get(&index).map(|step| &step.verdict) {
            None => PendingVerdict::Later,
            Some(None) => PendingVerdict::Nothing,
            Some(Some(verdict)) => PendingVerdict::Move(Box::new(self.judged(verdict, index))),
        }
    }
}

impl ByGame<'_> {
    fn judged(&self, verdict: &Verdict, index: usize) -> JudgedMove {
        let number = |key: &str| verdict.facts.get(key).and_then(Value::as_f64);
        let text = |key: &str| verdict.facts.get(key).and_then(Value::as_str);
        let loss = number("loss").unwrap_or_default();
        let class = match verdict.mark {
            _ if verdict.facts.get("forced") == Some(&Value::Bool(true)) => Class::Forced,
            Mark::None if loss == 0.0 => Class::Best,
            mark => mark.into(),
        };
        let mine = verdict.expected;
        let seats = [1, 2].map(|seat| if seat == verdict.player { mine } else { 1.0 - mine });
        let mut facts = verdict.facts.clone();
        let candidates = verdict.candidates.iter();
        let candidates = candidates.map(|line| json!({"move": line.mv, "equity": line.number}));
        facts.insert("rank".into(), json!(verdict.rank));
        facts.insert("candidates".into(), candidates.collect());
        facts.insert("game_number".into(), json!(self.number));
        facts.insert("ply".into(), json!(index + 1));
        let cell = |heading: &str| {
            let found = verdict.cells.iter().find(|(known, _)| known == heading);
            found.map_or_else(String::new, |(_, text)| text.clone())
        };
        let name = self.names.get(verdict.player - 1).cloned().flatten();
        facts.insert("name".into(), json!(name));
        let mut cells = verdict.cells.clone();
        for (heading, text) in &mut cells {
            if let ("player", Some(name)) = (heading.as_str(), &name) {
                text.extend([" ", name]);
            }
        }
        JudgedMove {
            number: index + 1,
            player: verdict.player,
            played: text("played").unwrap_or_default().to_owned(),
            candidates: verdict.candidates.clone(),
            rank: verdict.rank,
            kept: mine,
            loss,
            lost: verdict.lost.clone(),
            value: cell("equity"),
            mark: verdict.mark,
            class,
            expected: seats.to_vec(),
            luck: number("luck"),
            comment: Some(verdict.comment.clone()),
            facts,
            cells,
            ..JudgedMove::default()
        }
    }
}

/// Adds up the tallies of a game's steps, in their order.
pub fn tally_of(found: &BTreeMap<usize, GameVerdict>) -> JudgingTally {
    let mut sums = JudgingTally::new();
    for step in found.values() {
        add_tally(&mut sums, &step.tally);
    }
    sums
}
