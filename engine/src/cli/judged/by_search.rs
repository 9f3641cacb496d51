//! Records judged by searches: every move, and the sums of the players.

use ludex_games::Record;
use ludex_games::support::figures;
use ludex_search::Limits;
use serde_json::{Value, json};

use super::with_marks;
use crate::analysis::{JudgedMove, Totals, judge, totals};
use crate::interrupt::stop_on_interrupt;
use crate::json;
use crate::output::{self, Align, LiveLine, TextTable, percent};
use ludex_games::registry::{Session, Token};

/// Judges the moves of a record by searches, and tells what was found.
pub(in crate::cli) fn judge_by_search(
    session: &mut dyn Session,
    (record, words): (&Record, &[Token]),
    limits: &Limits,
    seed: u64,
    json: bool,
) -> anyhow::Result<()> {
    let mut live = LiveLine::new();
    let mut tell = |session: &dyn Session, verdict: &JudgedMove| {
        if json {
            let name = record.player_name(verdict.player);
            output::json(&judged_object(session, verdict, name, seed))?;
        } else {
            let so_far = format!("move {} of {}", verdict.number, words.len());
            live.show(&so_far);
        }
        Ok(())
    };
    let judged = judge(session, words, limits, &stop_on_interrupt(), &mut tell)?;
    drop(live);
    let totals = totals(&judged);
    if json {
        let object = |sum: &Totals| totals_object(sum, record.player_name(sum.player));
        let list: Vec<Value> = totals.iter().map(object).collect();
        let mut status = session.status();
        let is_whole = !status.over && judged_to_the_end(words, &judged);
        if let (true, Some(told)) = (is_whole, session.recorded_returns(record)?) {
            status.end(&told);
        }
        let result = status.result;
        output::json(&json!({"totals": list, "result": result}))?;
    } else {
        let label = |player: usize| match record.player_name(player) {
            Some(name) => format!("{player} {name}"),
            None => player.to_string(),
        };
        output::print(&verdicts(&judged, &totals, &label))?;
    }
    Ok(())
}

/// Whether the last move of the record was judged, so that the session stands at its end.
fn judged_to_the_end(words: &[Token], judged: &[JudgedMove]) -> bool {
    judged.last().is_some_and(|last| last.number == words.len())
}

/// The object of `bestmove`, with what is said about the move that was played.
fn judged_object(
    session: &dyn Session,
    verdict: &JudgedMove,
    name: Option<&str>,
    seed: u64,
) -> Value {
    let mut object = json::findings(session, &verdict.findings, seed);
    let lost = verdict.score_loss.map(figures::number);
    object.insert("ply".into(), json!(verdict.number));
    object.insert("player".into(), json!(verdict.player));
    object.insert("name".into(), json!(name));
    object.insert("played".into(), json!(verdict.played));
    object.insert("kept".into(), figures::precise(verdict.kept));
    object.insert("loss_of_win".into(), figures::precise(verdict.loss));
    object.insert("loss_of_score".into(), json!(lost));
    object.insert("mark".into(), json!(verdict.mark.sign()));
    Value::Object(object)
}

fn totals_object(sum: &Totals, name: Option<&str>) -> Value {
    json!({
        "player": sum.player,
        "name": name,
        "moves": sum.n_moves,
        "best": sum.n_best,
        "mistakes": sum.n_mistakes,
        "blunders": sum.n_blunders,
        "loss_of_win": figures::precise(sum.loss),
    })
}

/// The judged game as two tables: its moves, and the sums.
fn verdicts(judged: &[JudgedMove], totals: &[Totals], label: &dyn Fn(usize) -> String) -> String {
    let mut table = TextTable::new(&[
        ("ply", Align::Right),
        ("player", Align::Right),
        ("move", Align::Left),
        ("", Align::Left),
        ("expected", Align::Right),
        ("lost", Align::Right),
        ("best", Align::Left),
    ]);
    for verdict in judged {
        let best = verdict.findings.best_move().unwrap_or_default();
        let is_best = best == verdict.played;
        table.row(vec![
            verdict.number.to_string(),
            label(verdict.player),
            verdict.played.clone(),
            verdict.mark.sign().to_owned(),
            percent(verdict.kept as f32),
            if is_best {
                String::new()
            } else {
                percent(verdict.loss as f32)
            },
            if is_best {
                String::new()
            } else {
                best.to_owned()
            },
        ]);
    }
    let mut sums = TextTable::new(&[
        ("player", Align::Right),
        ("moves", Align::Right),
        ("best", Align::Right),
        ("?", Align::Right),
        ("??", Align::Right),
        ("average loss per move", Align::Right),
    ]);
    for sum in totals {
        sums.row(vec![
            label(sum.player),
            sum.n_moves.to_string(),
            sum.n_best.to_string(),
            sum.n_mistakes.to_string(),
            sum.n_blunders.to_string(),
            percent((sum.loss / sum.n_moves.max(1) as f64) as f32),
        ]);
    }
    let marks = judged.iter().map(|verdict| verdict.mark.sign());
    format!("{}\n{}", with_marks(&table, marks), sums.render())
}
