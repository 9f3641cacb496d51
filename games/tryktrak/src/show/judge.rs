//! Judges recorded games: the equity lost by each play and cube decision, and the luck of the dice.

use ludex_search::expectimax::Ranked;
use ludex_search::{Game, Limits, Player, Root, Step, StopFlag, Value, Values};
use serde_json::json;

use super::explain::{cube_json, decision_of, equity_of, luck_by, signed};
use super::sums::{
    CLASS_SUMS, COUNTED, CUBE, CUBE_ERROR, DOUBLES, LUCK_SUM, LUCKY, MATCH_ERROR, MISSED,
    MISSED_ERROR, PASSES, PLAY_ERROR, PLAYS, TAKES, UNFORCED, UNLUCKY, WRONG_DOUBLES,
    WRONG_DOUBLES_ERROR, WRONG_PASSES, WRONG_PASSES_ERROR, WRONG_TAKES, WRONG_TAKES_ERROR,
    no_tally, summarise,
};
use crate::WORDS;
use crate::evaluation::cube::{CubeDecision, CubefulValue};
use crate::evaluation::model::ModelScratch;
use crate::notation::match_id;
use crate::rules::dice::Roll;
use crate::rules::game::Tryktrak;
use crate::rules::moves::Move;
use crate::rules::position::{Cube, Phase, Position, Status};
use crate::search::searches::{CubeDecisions, choose, thinker};
use ludex_kit::interface::judging::{JudgedCandidate, JudgingSummary, JudgingTally, StepVerdict};
use ludex_kit::support::figures::precise;
use ludex_kit::{
    Annotator, Chosen, Description, Facts, InputError, Judge, Notation, SearchSetup, message, say,
};

/// Minimum loss, in equity, of very bad, bad and dubious decisions, with their marks.
const CLASSES: [(f64, &str, &str); 3] =
    [(0.12, CLASS_SUMS[0], "??"), (0.06, CLASS_SUMS[1], "?"), (0.03, CLASS_SUMS[2], "?!")];
/// Minimum luck, in equity, of very lucky and lucky rolls. The same values, negative, apply to unlucky rolls.
const LUCK: [(f64, &str); 2] = [(0.6, "very "), (0.3, "")];
/// A roll without doubling is judged as a decision if a double was right or would have lost less equity than this.
const CLOSE: f64 = 0.16;
/// The default search depth for judging.
const DEPTH: u32 = 2;

impl Annotator<Self> for Tryktrak {
    fn judge(&self, setup: &SearchSetup) -> Result<Box<dyn Judge<Self>>, InputError> {
        Ok(Box::new(RecordJudge::new(self, &choose(self, setup)?)))
    }

    fn summarise(&self, tally: &JudgingTally) -> JudgingSummary {
        summarise(tally)
    }
}

/// Judges one game.
struct RecordJudge {
    game: Tryktrak,
    thinker: CubeDecisions,
    scratch: ModelScratch,
    tally: JudgingTally,
    /// The maximum number of alternatives that are reported with a decision.
    n_candidates: usize,
}

/// The findings about a decision.
struct JudgedDecision {
    kind: &'static str,
    best: String,
    best_equity: f64,
    played_equity: f64,
    counted: bool,
    facts: Facts,
    candidates: Vec<(Move, f64)>,
    rank: Option<usize>,
}

impl RecordJudge {
    fn new(game: &Tryktrak, chosen: &Chosen<'_>) -> Self {
        Self {
            game: game.clone(),
            thinker: thinker(game, chosen),
            scratch: ModelScratch::default(),
            tally: no_tally(),
            n_candidates: chosen.options.multipv,
        }
    }

    fn add(&mut self, name: &str, player: Player, number: f64) {
        let entry = self.tally.iter_mut().find(|(known, _)| *known == name);
        entry.expect("the tally is created with all names").1[player.index()] += number;
    }

    /// Compares a play with the best one, both searched to the same depth.
    fn judge_play(
        &mut self,
        pos: &Position,
        mv: Move,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<JudgedDecision> {
        let player = pos.status().player;
        let search = &mut self.thinker.inside;
        search.set_root(pos);
        let ranking = search.rank(pos, limits, stop, &mut |_| {});
        let best = ranking.best()?;
        let n_plays = self.game.count_moves(pos);
        let model = search.model();
        let equity = |ranked: &Ranked<Move, CubefulValue>| f64::from(ranked.utility);
        let listed = ranking.plays.iter().find(|ranked| ranked.mv == mv);
        let played = match listed {
            Some(listed) if listed.depth == best.depth => equity(listed),
            _ => {
                let mut after = *pos;
                search.game().play(&mut after, mv);
                let value = search.value_after(&after, best.depth, stop)?;
                let viewer = search.model().viewer(search.game(), &after);
                let value = if viewer == player { value } else { value.flipped() };
                f64::from(model.equity(player, &value))
            }
        };
        let candidates = ranking.plays.iter().filter(|ranked| ranked.depth == best.depth);
        let candidates: Vec<_> = candidates.map(|ranked| (ranked.mv, equity(ranked))).collect();
        let best_equity = equity(best);
        // A play that the search filters excluded may turn out to be better than the best play found.
        let is_best = best.mv == mv || played >= best_equity;
        let rank =
            if is_best { Some(0) } else { ranking.plays.iter().position(|ranked| ranked.mv == mv) };
        let (best_mv, best_depth) = (best.mv, best.depth);
        let best_equity = if is_best { played } else { best_equity };
        let luck = luck_by(model, &mut self.scratch, search.game(), pos);
        let luck = if pos.ply() == 0 && is_start(pos) {
            // The value before the opening roll depends only on the score.
            let before = model.states_of(pos).value_at_start(player);
            best_equity - f64::from(before)
        } else {
            luck
        };
        self.add(PLAYS, player, 1.0);
        self.add(UNFORCED, player, f64::from(u8::from(n_plays > 1)));
        self.add(PLAY_ERROR, player, best_equity - played);
        self.add(LUCK_SUM, player, luck);
        if let Some(class) = LUCK.iter().position(|class| luck.abs() >= class.0) {
            let sums = if luck > 0.0 { LUCKY } else { UNLUCKY };
            self.add(sums[class], player, 1.0);
        }
        let mut facts = Facts::new();
        let Roll(high, low) = Roll(pos.status().dice.0, pos.status().dice.1).ordered();
        facts.insert("dice".into(), json!([high, low]));
        facts.insert("luck".into(), precise(luck));
        facts.insert("luck_class".into(), json!(luck_class(luck)));
        facts.insert("depth".into(), json!(best_depth));
        facts.insert("forced".into(), json!(n_plays == 1));
        Some(JudgedDecision {
            kind: "play",
            best: self.game.write_move(pos, if is_best { mv } else { best_mv }),
            best_equity,
            played_equity: played,
            counted: n_plays > 1,
            facts,
            candidates,
            rank: rank.map(|index| index + 1),
        })
    }

    /// Judges a cube decision: to roll or to double, to take or to pass.
    fn judge_cube(
        &mut self,
        pos: &Position,
        mv: Move,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<JudgedDecision> {
        let player = pos.status().player;
        let root = Root::<Tryktrak>::new(*pos);
        let report =
            ludex_search::Searcher::search(&mut self.thinker, &root, limits, stop, &mut |_| {});
        let line = report.lines.first()?;
        let mut decision = decision_of(line);
        if decision.is_none() && !pos.status().answers_beaver() {
            decision = Some(self.idle_double(pos, limits, stop)?);
        }
        let mut choices: Vec<(Move, f64)> = match &decision {
            Some(decision) => {
                let choices = match pos.status().phase {
                    Phase::Doubled => decision.answers(),
                    _ => decision.actions(),
                };
                choices.into_iter().map(|(mv, equity)| (mv, equity.into())).collect()
            }
            None => report.lines.iter().map(|line| (line.pv[0], equity_of(line))).collect(),
        };
        choices.sort_by(|a, b| b.1.total_cmp(&a.1));
        let place = choices.iter().position(|choice| choice.0 == mv)?;
        let (best, played) = (choices[0], choices[place].1);
        let loss = best.1 - played;
        let is_close = choices.len() > 1 && best.1 - choices[1].1 < CLOSE;
        let counted = mv != Move::Roll || is_close || loss > 0.0;
        self.add(CUBE, player, 1.0);
        self.add(COUNTED, player, f64::from(u8::from(counted)));
        self.add(CUBE_ERROR, player, loss);
        if loss > 0.0 {
            let (name, error) = match mv {
                Move::Roll => (MISSED, MISSED_ERROR),
                Move::Double => (WRONG_DOUBLES, WRONG_DOUBLES_ERROR),
                Move::Take | Move::Beaver => (WRONG_TAKES, WRONG_TAKES_ERROR),
                _ => (WRONG_PASSES, WRONG_PASSES_ERROR),
            };
            self.add(name, player, 1.0);
            self.add(error, player, loss);
        }
        match mv {
            Move::Double => self.add(DOUBLES, player, 1.0),
            Move::Take | Move::Beaver => self.add(TAKES, player, 1.0),
            Move::Pass => self.add(PASSES, player, 1.0),
            _ => {}
        }
        let mut facts = Facts::new();
        if let Some(decision) = &decision {
            facts.insert("cube".into(), cube_json(decision));
        }
        facts.insert("depth".into(), json!(report.depth));
        let best_mv = if loss > 0.0 { best.0 } else { mv };
        Some(JudgedDecision {
            kind: "cube",
            best: self.game.write_move(pos, best_mv),
            best_equity: best.1,
            played_equity: played,
            counted,
            facts,
            candidates: choices,
            rank: Some(if loss > 0.0 { place + 1 } else { 1 }),
        })
    }

    /// The equities of a double that the rules allow but that is pointless, because the current cube already wins the match: no double,
    /// double and take, double and pass. The search does not consider such doubles.
    fn idle_double(
        &mut self,
        pos: &Position,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<CubeDecision> {
        let before = pos.before_double();
        let status = before.status();
        let player = status.player;
        let depth = limits.depth.unwrap_or(DEPTH);
        let taken = Cube { doublings: status.cube.doublings + 1, owner: Some(player.other()) };
        let search = &mut self.thinker.inside;
        let states = search.model().states_of(&before);
        let mut worth = |cube: Cube| {
            let rolling = before.with_status(Status { phase: Phase::Rolling, cube, ..status });
            search.set_root(&rolling);
            let value = search.value_of(&rolling, depth, stop)?;
            let reached = search.model().states()?;
            let value = reached.root_value(player, &value);
            Some(reached.value_in(&states, player, value))
        };
        let [no_double, taken] = [worth(status.cube)?, worth(taken)?];
        Some(CubeDecision::new(no_double, taken, 1.0))
    }

    /// Converts a judged decision to JSON, to a table row and to a comment for an annotated record.
    fn verdict(&mut self, pos: &Position, played: &str, found: JudgedDecision) -> StepVerdict {
        let player = pos.status().player;
        let loss = (found.best_equity - found.played_equity).max(0.0);
        let class = CLASSES.iter().position(|class| loss >= class.0);
        if let Some(class) = class {
            self.add(CLASS_SUMS[class], player, 1.0);
        }
        let (word, mark) = class.map_or(("", ""), |class| (CLASSES[class].1, CLASSES[class].2));
        let lost_chance = self.game.match_chance(pos, found.best_equity).and_then(|best| {
            let played = self.game.match_chance(pos, found.played_equity)?;
            Some((best - played).max(0.0))
        });
        let mut facts = Facts::new();
        let mut set = |key: &str, value| facts.insert(key.to_owned(), value);
        set("player", json!(player.index() + 1));
        set("kind", json!(found.kind));
        set("position", json!(self.game.write_position(pos)));
        let (position_id, match_id) = match_id::write(self.game.options(), pos);
        set("position_id", json!(position_id));
        set("match_id", json!(match_id));
        set("played", json!(played));
        set("bestmove", json!(found.best));
        set("equity", precise(found.played_equity));
        set("best_equity", precise(found.best_equity));
        set("loss", precise(loss));
        if let Some(lost) = lost_chance {
            set("mwc_loss", precise(lost));
        }
        set("class", json!(word));
        set("mark", json!(mark));
        set("counted", json!(found.counted));
        if let Some(lost) = lost_chance {
            self.add(MATCH_ERROR, player, lost);
        }
        let is_best = loss == 0.0;
        let luck = found.facts.get("luck").and_then(serde_json::Value::as_f64);
        let dice = pos.status().dice;
        let dice =
            if found.kind == "play" { Roll(dice.0, dice.1).to_string() } else { String::new() };
        // Readers of this table compare the headings, so they are translated where they are shown.
        let cells = vec![
            (message!("player"), (player.index() + 1).to_string()),
            (message!("dice"), dice),
            (message!("move"), played.to_owned()),
            ("", mark.to_owned()),
            (message!("equity"), signed(found.played_equity)),
            (message!("lost"), if is_best { String::new() } else { format!("{loss:.4}") }),
            (message!("luck"), luck.map(signed).unwrap_or_default()),
            (message!("better"), if is_best { String::new() } else { found.best.clone() }),
        ];
        let comment = comment(played, &found, loss, word, luck);
        let expected = self
            .game
            .match_chance(pos, found.played_equity)
            .unwrap_or(f64::midpoint(1.0, found.played_equity.clamp(-1.0, 1.0)));
        let candidates = found.candidates.iter().take(self.n_candidates);
        let candidates = candidates.map(|&(mv, equity)| JudgedCandidate {
            mv: self.game.write_move(pos, mv),
            value: signed(equity),
            number: equity,
        });
        let candidates: Vec<_> = candidates.collect();
        facts.extend(found.facts);
        StepVerdict {
            player: player.index() + 1,
            description: Description { facts, notes: Vec::new(), cells },
            mark,
            comment,
            candidates,
            rank: found.rank,
            expected,
            lost: if is_best { String::new() } else { format!("{loss:.4}") },
        }
    }
}

/// The comment on a decision, for an annotated record.
fn comment(
    played: &str,
    found: &JudgedDecision,
    loss: f64,
    word: &str,
    luck: Option<f64>,
) -> String {
    // Not doubling is mentioned only if it was wrong.
    if played == "roll" && loss == 0.0 {
        return String::new();
    }
    let equity = signed(found.played_equity);
    let mut parts = vec![say!("{played}: equity {equity}", played, equity)];
    if loss > 0.0 {
        let (best, equity) = (&found.best, signed(found.best_equity));
        let loss = format!("{loss:.4}");
        parts.push(if word.is_empty() {
            say!("better {best} {equity}, lost {loss}", best, equity, loss)
        } else {
            let class = WORDS.translate(word);
            say!("better {best} {equity}, lost {loss} ({class})", best, equity, loss, class)
        });
    }
    parts.extend(luck.map(|luck| say!("luck {luck}", luck = signed(luck))));
    parts.join("; ")
}

fn is_start(pos: &Position) -> bool {
    let start = crate::rules::board::Side::START;
    [0, 1].iter().all(|&player| pos.side(Player(player)) == start)
}

fn luck_class(luck: f64) -> String {
    let class = LUCK.iter().find(|class| luck.abs() >= class.0);
    let word = if luck > 0.0 { "lucky" } else { "unlucky" };
    class.map_or_else(String::new, |(_, very)| format!("{very}{word}"))
}

impl Judge<Tryktrak> for RecordJudge {
    fn judge(
        &mut self,
        pos: &Position,
        step: Step<Move, Roll>,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<StepVerdict> {
        let limits =
            Limits { depth: limits.depth.or(limits.is_infinite().then_some(DEPTH)), ..*limits };
        let phase = pos.status().phase;
        let (found, played) = match step {
            Step::Move(mv @ Move::Play(_)) => {
                (self.judge_play(pos, mv, &limits, stop), self.game.write_move(pos, mv))
            }
            // A player who could double and rolls has decided not to double.
            Step::Event(_) if phase == Phase::ToRoll && self.game.offers_double(&pos.status()) => {
                (self.judge_cube(pos, Move::Roll, &limits, stop), "roll".to_owned())
            }
            Step::Event(_) | Step::Move(Move::Resign(..)) => (None, String::new()),
            Step::Move(mv) => {
                (self.judge_cube(pos, mv, &limits, stop), self.game.write_move(pos, mv))
            }
        };
        Some(self.verdict(pos, &played, found?))
    }

    fn take_tally(&mut self) -> JudgingTally {
        std::mem::replace(&mut self.tally, no_tally())
    }
}
