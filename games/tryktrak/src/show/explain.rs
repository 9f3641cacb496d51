//! Explains search results to players: equities, probabilities, the cube decision, luck.

use std::sync::Arc;

use ludex_search::support::luck::luck_of;
use ludex_search::{Candidates, Line, Report};
use serde_json::{Value as Json, json};

use super::facts;
use crate::WORDS;
use crate::evaluation::cube::{CubeDecision, CubeStates};
use crate::evaluation::model::{EquityModel, ModelScratch, UNITS};
use crate::evaluation::networks::Networks;
use crate::evaluation::outcome::Outcome;
use crate::rules::dice::Roll;
use crate::rules::game::Tryktrak;
use crate::rules::moves::Move;
use crate::rules::position::{Cube, Phase, Position, Status};
use crate::search::searches::{choose, chosen_networks, shipped_networks};
use ludex_kit::support::figures::{self, Figure, precise};
use ludex_kit::{
    AppliedRule, Commentary, Description, Explanation, Facts, InputError, SearchSetup, message,
    say, say_count,
};

/// Column headings and JSON keys of the probabilities: wins, losses, and the gammons and backgammons among them. The headings are as short
/// as the numbers, so that a table fits into a terminal.
pub(crate) const CHANCES: [(&str, &str); 5] = [
    (message!("win"), "win"),
    (message!("W g"), "win_gammon"),
    (message!("W bg"), "win_backgammon"),
    (message!("L g"), "lose_gammon"),
    (message!("L bg"), "lose_backgammon"),
];

/// The equity of a line.
pub(crate) fn equity_of(line: &Line<Move>) -> f64 {
    let rounded = || f64::from(line.score.value()) / f64::from(UNITS);
    line.exact.map_or_else(rounded, Figure::decimal)
}

/// The five probabilities for JSON.
pub(crate) fn outcome_json(outcome: Outcome) -> Json {
    let chances = CHANCES
        .iter()
        .zip(outcome.chances())
        .map(|(&(_, key), chance)| (key.to_owned(), precise(chance.clamp(0.0, 1.0))));
    Json::Object(chances.collect())
}

/// An equity as text, with sign and four decimals.
pub(crate) fn signed(equity: f64) -> String {
    figures::signed(equity, 4)
}

impl Commentary<Self> for Tryktrak {
    fn describe(&self, pos: &Position) -> Description {
        Description {
            facts: facts::facts(self, pos),
            notes: self.situation(pos),
            cells: Vec::new(),
        }
    }

    fn applied_rule(&self, pos: &Position, mv: Move) -> Option<AppliedRule> {
        let Move::Play(play) = mv else {
            return None;
        };
        let on_bar = pos.side(pos.status().player).bar() > 0;
        let word = match (on_bar, play.is_empty()) {
            (true, true) => "cannot-enter",
            (false, true) => "no-play",
            (true, false) => "enter-first",
            (false, false) => return None,
        };
        Some(AppliedRule { word, count: 0 })
    }

    fn explain(&self, pos: &Position, report: &Report<Move>) -> Explanation {
        self.explained(pos, report)
    }

    fn appraise(&self, setup: &SearchSetup, pos: &Position) -> Result<Description, InputError> {
        let chosen = choose(self, setup)?;
        Ok(self.appraised(chosen_networks(&chosen), pos))
    }
}

impl Tryktrak {
    /// The match-winning probability that corresponds to an equity of the player to act at `pos`; `None` for money.
    pub(crate) fn match_chance(&self, pos: &Position, equity: f64) -> Option<f64> {
        if self.options().is_money() {
            return None;
        }
        let states = self.states_before_double(pos);
        states.match_chance(pos.status().player, equity)
    }

    /// Explains a report.
    fn explained(&self, pos: &Position, report: &Report<Move>) -> Explanation {
        let Some(first) = report.lines.first() else {
            return Explanation::default();
        };
        let best = equity_of(first);
        let mut facts = self.facts_of_line(pos, first);
        facts.remove("depth");
        let mut notes = Vec::new();
        if let Some(decision) = decision_of(first) {
            facts.insert("cube".into(), cube_json(&decision));
            notes = cube_notes(pos, &decision);
            if let Some(outcome) = outcome_of(first) {
                let cubeless = signed(self.cubeless(pos, outcome).into());
                notes.insert(0, (say!("cubeless"), cubeless));
            }
        }
        let line = |(index, line): (usize, &Line<Move>)| Description {
            facts: self.facts_of_line(pos, line),
            notes: Vec::new(),
            cells: self.cells(pos, line, (index > 0).then_some(best)),
        };
        let lines = report.lines.iter().enumerate().map(line).collect();
        Explanation { position: Description { facts, notes, cells: Vec::new() }, lines }
    }

    /// The equity of the player who may double, in units of the cube, if neither player could turn it. `outcome` is from the view of the
    /// player to act.
    fn cubeless(&self, pos: &Position, outcome: Outcome) -> f32 {
        let doubler = pos.before_double().status().player;
        let player = pos.status().player;
        let equity = self.states_before_double(pos).dead_value(player, outcome);
        if player == doubler { equity } else { -equity }
    }

    /// The cube states of the position before the cube was offered.
    fn states_before_double(&self, pos: &Position) -> CubeStates {
        let model = EquityModel::new(shipped_networks(), self.options());
        model.states_of(&pos.before_double())
    }

    fn facts_of_line(&self, pos: &Position, line: &Line<Move>) -> Facts {
        let equity = equity_of(line);
        let mut facts = Facts::new();
        facts.insert("equity".into(), precise(equity));
        if let Some(chance) = self.match_chance(pos, equity) {
            facts.insert("mwc".into(), precise(chance));
        }
        if let Some(outcome) = outcome_of(line) {
            facts.insert("outcome".into(), outcome_json(outcome));
        }
        facts.insert("depth".into(), json!(line.depth));
        facts
    }

    /// The columns of a table of plays.
    fn cells(
        &self,
        pos: &Position,
        line: &Line<Move>,
        best: Option<f64>,
    ) -> Vec<(&'static str, String)> {
        let equity = equity_of(line);
        let difference = best.map_or_else(String::new, |best| signed(equity - best));
        let mut cells = vec![
            (message!("ply"), line.depth.to_string()),
            (message!("equity"), signed(equity)),
            (message!("diff"), difference),
        ];
        if let Some(chance) = self.match_chance(pos, equity) {
            cells.push((message!("match"), format!("{:.2}", 100.0 * chance)));
        }
        if let Some(outcome) = outcome_of(line) {
            for (&(heading, _), chance) in CHANCES.iter().zip(outcome.chances()) {
                cells.push((heading, format!("{:.2}", 100.0 * chance)));
            }
        }
        translated(cells)
    }

    /// Pips, cube and score as text.
    fn situation(&self, pos: &Position) -> Vec<(String, String)> {
        let status = pos.status();
        let sides = [0, 1].map(|player| pos.side(ludex_search::Player(player)));
        let mut notes = vec![(say!("pips"), format!("{} : {}", sides[0].pips(), sides[1].pips()))];
        let value = status.cube.value();
        let cube = match status.cube.owner {
            None => say!("{value}, in the middle", value),
            Some(owner) => say!("{value}, of player {player}", value, player = owner.index() + 1),
        };
        if self.options().cube {
            let is_largest = status.cube.doublings == Cube::MOST;
            notes.push((
                say!("cube"),
                if is_largest { say!("{cube}, the largest", cube) } else { cube },
            ));
        }
        if !self.options().is_money() {
            let [mine, theirs] = status.score;
            let score = say_count!(
                self.options().length.into(),
                "{mine} : {theirs}, to {count} point",
                "{mine} : {theirs}, to {count} points",
                mine,
                theirs
            );
            let score = if status.crawford { say!("{score}, Crawford game", score) } else { score };
            notes.push((say!("score"), score));
        }
        notes
    }

    /// The luck of the rolled dice, from static values: the value of the best play minus the mean value over all rolls.
    fn luck(&self, networks: Arc<Networks>, pos: &Position) -> Option<f64> {
        let status = pos.status();
        if status.phase != Phase::Moving {
            return None;
        }
        let mut model = EquityModel::new(networks, self.options());
        model.take_root(pos);
        Some(luck_by(&model, &mut ModelScratch::default(), &self.single_game(), pos))
    }

    /// The luck of the roll, which `analyse` reports in addition.
    fn appraised(&self, networks: Arc<Networks>, pos: &Position) -> Description {
        let Some(luck) = self.luck(networks, pos) else {
            return Description::default();
        };
        let mut facts = Facts::new();
        facts.insert("luck".into(), precise(luck));
        Description { facts, notes: vec![(say!("luck"), signed(luck))], cells: Vec::new() }
    }
}

/// The cells of a row with the headings in the current language.
pub(crate) fn translated(cells: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    cells.into_iter().map(|(heading, text)| (WORDS.translate(heading), text)).collect()
}

/// The luck of the dice at `pos`, which is the model's root.
pub(crate) fn luck_by(
    model: &EquityModel,
    scratch: &mut ModelScratch,
    game: &Tryktrak,
    pos: &Position,
) -> f64 {
    let before = pos.with_status(Status { phase: Phase::Rolling, dice: (0, 0), ..pos.status() });
    let (player, dice) = (pos.status().player, pos.status().dice);
    let mut worth = |pos: &Position| {
        let value = model.best(scratch, game, pos);
        [model.equity(player, &value), 0.0, 0.0, 0.0]
    };
    luck_of(game, &before, Roll(dice.0, dice.1).ordered(), &mut worth)[0]
}

/// The outcome probabilities of a line, for the player to act.
fn outcome_of(line: &Line<Move>) -> Option<Outcome> {
    let chances = line.components.first_chunk::<5>()?;
    Some(Outcome::new(*chances))
}

/// The cube decision of a line. The components of the line are the five probabilities, then the equities of the decision.
pub(crate) fn decision_of(line: &Line<Move>) -> Option<CubeDecision> {
    if matches!(line.pv.first()?, Move::Play(_)) {
        return None;
    }
    let [no_double, double_take, double_pass] = *line.components.get(5..8)?.first_chunk::<3>()?;
    let beavered = line.components.get(8).copied();
    let decision = CubeDecision::with_beaver(no_double, double_take, double_pass, beavered);
    double_take.is_finite().then_some(decision)
}

pub(crate) fn cube_json(decision: &CubeDecision) -> Json {
    let mut cube_facts = json!({
        "verdict": decision.verdict.text(),
        "no_double": precise(decision.no_double),
        "double_take": precise(decision.double_take),
        "double_pass": precise(decision.double_pass),
    });
    if let Some(beavered) = decision.double_beaver {
        cube_facts["double_beaver"] = precise(beavered);
        cube_facts["beavers"] = json!(decision.beavers());
    }
    cube_facts
}

/// The cube decision as text, from the view of the player who may double.
pub(crate) fn cube_notes(pos: &Position, decision: &CubeDecision) -> Vec<(String, String)> {
    let is_again = pos.status().cube.owner.is_some();
    let [no_double, take, pass, beaver] = if is_again {
        [
            say!("no redouble"),
            say!("redouble, take"),
            say!("redouble, pass"),
            say!("redouble, beaver"),
        ]
    } else {
        [say!("no double"), say!("double, take"), say!("double, pass"), say!("double, beaver")]
    };
    let best = decision.best();
    let row = |name: String, equity: f32| {
        let behind = f64::from(equity - best);
        let behind = if behind == 0.0 { String::new() } else { format!("  ({})", signed(behind)) };
        (name, format!("{}{behind}", signed(f64::from(equity))))
    };
    let mut rows = vec![
        row(no_double, decision.no_double),
        row(take, decision.double_take),
        row(pass, decision.double_pass),
    ];
    let beavered = decision.double_beaver;
    rows.extend(beavered.map(|equity| row(beaver, equity)));
    rows.push((say!("cube action"), decision.text(is_again)));
    rows
}
