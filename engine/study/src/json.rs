//! The JSON objects of the command line, with their fields in order.

use ludex_kit::GameResult;
use ludex_kit::support::figures::{number, precise};
use ludex_kit::{
    Facts, GameInfo, OptionKind, RolledLine, RolledOut, RolloutRequest, Solved, VariantKey,
};
use ludex_search::rollout::RolloutEnding;
use ludex_search::{Proof, ProofResult};
use serde_json::{Map, Value, json};

use ludex_kit::interface::puzzles::{Ask, PuzzleAnswer};
use ludex_kit::registry::{Findings, FoundLine};
use ludex_kit::registry::{PuzzleText, Session, SolvedText};

/// The object that `bestmove` prints, and each line of `analyse`. The session is at the searched position.
pub fn findings(session: &dyn Session, findings: &Findings, seed: u64) -> Map<String, Value> {
    let best = findings.best();
    // A move that is a proven win makes the position a proven win. Any other proof of a move does not prove the
    // position, since another move might be better.
    let won = best.and_then(|line| line.proof);
    let certain = (findings.proof).or(won.filter(|proof| proof.result == ProofResult::Win));
    let mut wdl = best.map(|line| line.wdl).unwrap_or_default();
    if certain.is_none() && won.is_some() {
        wdl = wdl.uncertain();
    }
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
    set("game", json!(session.info().name));
    set("variant", json!(session.variant().to_string()));
    set("position", json!(session.position()));
    set("to_move", json!(session.status().to_move));
    set("bestmove", json!(findings.best_move()));
    set("win", precise(wdl.win));
    set("draw", precise(wdl.draw));
    set("loss", precise(wdl.loss));
    let value = best.map_or(Value::Null, |best| score(best, findings.proof));
    set("score", json!({"unit": session.info().score_unit, "value": value}));
    set("proof", certain.map_or(Value::Null, proof));
    set("depth", json!(findings.depth));
    set("seldepth", json!(findings.seldepth));
    set("nodes", json!(findings.nodes));
    set("time_ms", json!(milliseconds(findings.elapsed)));
    set("nps", json!(findings.nps));
    set("threads", json!(findings.threads));
    set("seed", json!(seed));
    set("pv", json!(best.map(|line| line.pv.as_slice()).unwrap_or_default()));
    let lines = findings.lines.iter().enumerate();
    let lines = lines.filter(|(_, line)| !line.pv.is_empty());
    // The proof belongs to the best line.
    let proven = |index: usize| findings.proof.filter(|_| index == 0);
    let lines = lines.map(|(index, found)| line(found, proven(index)));
    set("lines", lines.collect());
    if session.players() > 2
        && let Some(returns) = best.and_then(|line| line.returns.as_ref())
    {
        let values = returns.iter().map(|&value| precise(value));
        set("players", values.collect());
    }
    let (search, evaluator) = session.chosen();
    object.insert("search".to_owned(), json!(search));
    object.insert("evaluator".to_owned(), json!(evaluator));
    for (key, value) in &findings.description.facts {
        object.entry(key).or_insert_with(|| value.clone());
    }
    object
}

fn line(line: &FoundLine, proof: Option<Proof>) -> Value {
    let mut object = json!({
        "move": line.first(),
        "win": precise(line.wdl.win),
        "score": score(line, proof),
        "nodes": line.nodes,
        "pv": line.pv,
        "depth": line.depth,
    });
    if let Some(object) = object.as_object_mut() {
        object.extend(line.description.facts.clone());
    }
    object
}

/// The object that `analyse` prints for a position, except the planned turn. It contains the findings, the game's appraisal, and the facts
/// of the position.
pub fn analysis(
    session: &dyn Session,
    found: &Findings,
    seed: u64,
    appraisal: &Facts,
) -> Map<String, Value> {
    let mut object = findings(session, found, seed);
    object.extend(appraisal.clone());
    object.insert("facts".into(), Value::Object(session.describe().facts));
    if let Some(Value::Array(lines)) = object.get_mut("lines") {
        for (line, found) in lines.iter_mut().zip(&found.lines) {
            if let Value::Object(line) = line {
                line.extend(session.describe_move(found.first()).facts);
            }
        }
    }
    object
}

fn proof(proof: Proof) -> Value {
    json!({"result": result_name(proof.result), "plies": proof.plies})
}

/// `win`, `loss` or `draw`.
pub fn result_name(result: ProofResult) -> &'static str {
    match result {
        ProofResult::Win => "win",
        ProofResult::Loss => "loss",
        ProofResult::Draw => "draw",
    }
}

/// The object that `solve` prints. Without a proof, it states which lines were searched, and whether the search of them was complete.
pub fn solved(solved: &SolvedText) -> Value {
    let mut object = json!({
        "result": solved.result.map_or("unknown", result_name),
        "plies": solved.plies,
        "moves": solved.moves,
        "nodes": solved.nodes,
    });
    if solved.result.is_none() {
        object["looked_at"] = solved.looks_at.into();
        object["exhausted"] = solved.exhausted.into();
    }
    object
}

/// The object that `solve` prints if endgame tables contain the position.
pub fn solved_by_tables(session: &dyn Session, solved: &Solved) -> Value {
    let mut object = Map::new();
    object.insert("result".into(), json!(solved.result));
    object.insert("plies".into(), Value::Null);
    object.insert("moves".into(), json!(solved.moves));
    object.insert("position".into(), json!(session.position()));
    object.extend(solved.description.facts.clone());
    Value::Object(object)
}

/// The object that `rollout` prints, except seed and threads.
pub fn rollout(
    session: &dyn Session,
    request: &RolloutRequest<String>,
    rolled: &RolledOut<String>,
) -> Map<String, Value> {
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
    let best = rolled.lines.first();
    set("game", json!(session.info().name));
    set("variant", json!(session.variant().to_string()));
    set("position", json!(session.position()));
    set("to_move", json!(session.status().to_move));
    set("bestmove", json!(best.and_then(|line| line.mv.as_deref())));
    let value = best.map_or(Value::Null, |line| number(line.value));
    set("score", json!({"unit": session.info().score_unit, "value": value}));
    set("trials", json!(rolled.trials));
    set("truncate", json!(request.options.plies));
    set("depth", json!(request.options.play_depth));
    if has_cube(session.info()) {
        set("cubeful", json!(is_cubeful(session, request)));
        set("bearoff", json!(request.options.ends_where_known));
    }
    set("variance_reduction", json!(rolled.reduces_variance));
    let certainty = request.options.certainty;
    set("jsd", json!(certainty.map(|it| number(it.deviations))));
    set("min_trials", json!(certainty.map(|it| it.min_trials)));
    set("ended", json!(rolled.ending.map(ending_word)));
    set("time_ms", json!(milliseconds(rolled.elapsed)));
    let line = |line: &RolledLine<String>| {
        let mut object = Map::new();
        object.insert("move".into(), json!(line.mv));
        object.insert("trials".into(), json!(line.trials));
        object.insert("jsd".into(), precise(line.behind));
        object.extend(line.description.facts.clone());
        Value::Object(object)
    };
    set("lines", rolled.lines.iter().map(line).collect());
    if let Some(best) = best {
        for (key, value) in &best.description.facts {
            object.entry(key).or_insert_with(|| value.clone());
        }
    }
    object.extend(rolled.description.facts.clone());
    object
}

/// The reason why a rollout ended, in one word.
fn ending_word(ending: RolloutEnding) -> &'static str {
    match ending {
        RolloutEnding::Trials => "trials",
        RolloutEnding::Error => "error",
        RolloutEnding::Certain => "certain",
        RolloutEnding::Stopped => "stopped",
    }
}

/// An option of a variant with its type. `name` is the JSON key under which the option's name is written.
pub fn variant_key(name: &str, key: &VariantKey) -> Value {
    let bounds = |(min, max): (f64, f64), kind: &str, step: f64| {
        let whole = |number: f64| {
            let is_whole = number.fract() == 0.0;
            if is_whole { json!(number as i64) } else { json!(number) }
        };
        vec![("kind", json!(kind)), ("min", whole(min)), ("max", whole(max)), ("step", whole(step))]
    };
    let typed = match key.kind {
        OptionKind::Choice(words) if key.titles.is_empty() => {
            vec![("kind", json!("choice")), ("choices", json!(words))]
        }
        OptionKind::Choice(words) => vec![
            ("kind", json!("choice")),
            ("choices", json!(words)),
            ("titles", json!(key.titles)),
        ],
        OptionKind::Int(min, max) => bounds((min as f64, max as f64), "int", 1.0),
        OptionKind::Half(min, max) => bounds((min as f64 / 2.0, max as f64 / 2.0), "half", 0.5),
        OptionKind::Limit(min, max) => bounds((min as f64, max as f64), "limit", 1.0),
        OptionKind::Text(_) => vec![("kind", json!("text"))],
    };
    let words = [
        (name, json!(key.name)),
        ("title", json!(key.title)),
        ("values", json!(key.values())),
        ("default", json!(key.default.to_string())),
        ("defaults", json!(key.default.values())),
        ("about", json!(key.about)),
    ];
    let all = words.into_iter().chain(typed);
    Value::Object(all.map(|(key, value)| (key.to_owned(), value)).collect())
}

/// The variant key of the doubling cube.
const CUBE: &str = "cube";

/// Whether a game has a doubling cube.
pub fn has_cube(info: &GameInfo) -> bool {
    info.variant_keys.iter().any(|key| key.name == CUBE)
}

/// Whether the cube is in use in this variant.
pub fn is_cubeful(session: &dyn Session, request: &RolloutRequest<String>) -> bool {
    request.cubeful && has_cube(session.info()) && session.variant().get(CUBE) != Some("no")
}

/// A line of `solve --generate`.
pub fn puzzle(game: &str, seed: u64, puzzle: &PuzzleText) -> Value {
    json!({
        "game": game,
        "variant": puzzle.variant,
        "position": puzzle.position,
        "moves": puzzle.moves,
        "to_move": puzzle.to_move,
        "wins_in": puzzle.wins_in,
        "plies": 2 * puzzle.wins_in - 1,
        "solutions": puzzle.solutions,
        "seed": seed,
        "self_play_game": puzzle.game,
    })
}

/// The result of a puzzle as a word: `win` if it has a solution, `loss` or `unknown`.
pub fn puzzle_result(answer: &PuzzleAnswer<String>) -> &'static str {
    match answer.solvable() {
        Some(true) => "win",
        Some(false) => "loss",
        None => "unknown",
    }
}

/// The answer to a puzzle of tiles.
pub fn puzzle_answer(answer: &PuzzleAnswer<String>, ask: Ask) -> Value {
    let moves = answer.solution.as_deref().unwrap_or_default();
    let mut object = json!({
        "result": puzzle_result(answer),
        "plies": answer.solution.as_ref().map(Vec::len),
        "moves": moves,
        "nodes": answer.nodes,
    });
    if ask != Ask::First {
        object["count"] = json!(answer.n_solutions);
        object["complete"] = json!(answer.complete);
    }
    object
}

/// The object that `show` prints. `stated` is the result in a record that ends here; a result by the rules takes precedence.
pub fn status(session: &dyn Session, stated: Option<GameResult>) -> Value {
    let mut status = session.status();
    let mut n_moves = session.legal_moves().len();
    if let Some(stated) = stated.filter(|_| !status.over) {
        status.end(stated);
        n_moves = 0;
    }
    let numbers = |result: &GameResult| -> Vec<Value> {
        result.returns.iter().map(|&value| number(value)).collect()
    };
    let returns = status.result.as_ref().map(numbers);
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
    set("game", json!(session.info().name));
    set("variant", json!(session.variant().to_string()));
    set("position", json!(session.position()));
    set("to_move", json!(status.to_move));
    set("ply", json!(status.ply));
    set("over", json!(status.over));
    set("result", json!(status.word()));
    set("returns", json!(returns));
    set("legal_moves", json!(n_moves));
    for (key, value) in session.describe().facts {
        object.entry(key).or_insert(value);
    }
    Value::Object(object)
}

/// A score in the game's unit. Proven results have no score.
fn score(line: &FoundLine, proof: Option<Proof>) -> Value {
    let value = line.value.filter(|_| proof.is_none() && line.wdl.draw < 1.0);
    value.map_or(Value::Null, number)
}

/// A duration in whole milliseconds.
pub fn milliseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
