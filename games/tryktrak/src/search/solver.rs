//! Solves bear-offs with tables: with the two-sided table if it covers the position, otherwise with the one-sided table for each side.

use std::io::BufReader;

use serde_json::{Value as Json, json};

use crate::evaluation::bearoff::{Known, OneSided, TwoSided};
use crate::evaluation::cube::{CubeDecision, CubeStates, MoneyRules};
use crate::evaluation::networks::finished;
use crate::evaluation::outcome::Outcome;
use crate::rules::board::{Board, Side};
use crate::rules::dice::Roll;
use crate::rules::game::{Tryktrak, with_plays};
use crate::rules::moves::Move;
use crate::rules::position::{Phase, Position};
use crate::show::explain::{cube_json, cube_notes, outcome_json, signed, translated};
use ludex_kit::support::figures::{self, precise};
use ludex_kit::{
    Description, EndgameTables, Facts, InputError, Notation, Solved, TableRequest, TableStore,
    message, say, say_count,
};

/// The largest table, in checkers per side.
const LARGEST: u32 = 10;

/// The value of a bear-off for the player on roll, before the decision about the cube.
struct Worth {
    outcome: Outcome,
    /// Money equities by owner of the cube; only from the two-sided table.
    known: Option<Known>,
}

/// The table that is used in addition to the built-in one, if any.
struct Tables {
    larger: Option<TwoSided>,
}

impl EndgameTables<Self> for Tryktrak {
    fn solve_by_tables(
        &self,
        pos: &Position,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Result<Option<Solved>, InputError> {
        solve(self, pos, request, store).transpose()
    }
}

/// Solves a bear-off. `None` before the opening roll and after the end.
fn solve(
    game: &Tryktrak,
    pos: &Position,
    request: TableRequest,
    store: &dyn TableStore,
) -> Option<Result<Solved, InputError>> {
    let board = match pos.status().phase {
        Phase::Over | Phase::Opening => return None,
        _ => pos.before_double().board(),
    };
    if !board.is_home() {
        let sentence = say!(
            "only bear-offs can be solved, with all checkers of both players in their home boards"
        );
        return Some(Err(InputError::sentence("position", sentence)));
    }
    let tables = Tables::open(board, request, store);
    Some(tables.map(|tables| match pos.status().phase {
        Phase::Moving => tables.plays(game, pos),
        _ => tables.before_roll(game, pos, board),
    }))
}

impl Tables {
    /// Opens a larger table if the position needs more than the built-in one. A stored table is used if it is large enough. If the
    /// requested table does not exist, it is computed and stored.
    fn open(
        board: Board,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Result<Self, InputError> {
        let needed = [board.mine, board.theirs].map(|side| u32::from(15 - side.off()));
        let needed = needed[0].max(needed[1]);
        let always = u32::from(TwoSided::shared().checkers());
        let sizes = match request.size {
            Some(size) if !(1..=LARGEST).contains(&size) => {
                let expected = say!("1 to {most} checkers", most = LARGEST);
                return Err(InputError::new("--table", size.to_string(), expected));
            }
            Some(size) => size..=size,
            None => needed.max(always + 1)..=LARGEST,
        };
        if needed <= always || request.size.is_some_and(|size| size < needed) {
            return Ok(Self { larger: None });
        }
        for size in sizes {
            if let Some(file) = store.open(&file_name(size))
                && let Ok(table) = TwoSided::read(BufReader::new(file))
            {
                return Ok(Self { larger: Some(table) });
            }
        }
        let Some(size) = request.size else {
            return Ok(Self { larger: None });
        };
        let table = TwoSided::compute(size as u8, request.threads.max(1));
        store.keep(&file_name(size), &mut |out| table.write(out))?;
        Ok(Self { larger: Some(table) })
    }

    fn known(&self, board: Board) -> Option<Known> {
        let larger = self.larger.as_ref().and_then(|table| table.known(board));
        TwoSided::shared().known(board).or(larger)
    }

    fn worth(&self, board: Board) -> Worth {
        if let Some(outcome) = finished(board) {
            return Worth { outcome, known: None };
        }
        let known = self.known(board);
        let one_sided = || OneSided::shared().outcome(board).unwrap_or_default();
        Worth { outcome: known.map_or_else(one_sided, |known| known.outcome), known }
    }

    /// Solves a position before the roll.
    fn before_roll(&self, game: &Tryktrak, pos: &Position, board: Board) -> Solved {
        let worth = self.worth(board);
        let root = pos.before_double();
        let mut description = Description::default();
        let facts = &mut description.facts;
        let states = states_of(game, &root);
        facts.insert("exact".into(), json!(worth.known.is_some()));
        facts.insert("win".into(), precise(worth.outcome.win()));
        let cubeless = worth.outcome.money_equity();
        facts.insert("equity".into(), precise(cubeless));
        facts.insert("outcome".into(), outcome_json(worth.outcome));
        let notes = &mut description.notes;
        let win = 100.0 * worth.outcome.win();
        notes.push((say!("win"), format!("{win:.5} %")));
        notes.push((say!("cubeless"), figures::signed(f64::from(cubeless), 6)));
        if let Some(known) = worth.known {
            let by_owner = known.equities;
            let named = [
                ("mine", say!("own cube"), by_owner.mine),
                ("centre", say!("cube in the middle"), by_owner.centre),
                ("theirs", say!("opponent's cube"), by_owner.theirs),
            ];
            let mut equities = Facts::new();
            equities.insert("cubeless".into(), precise(cubeless));
            for (key, heading, equity) in named {
                equities.insert(key.into(), precise(equity));
                notes.push((heading, figures::signed(f64::from(equity), 6)));
            }
            facts.insert("equities".into(), Json::Object(equities));
            if !states.knows_bear_offs() {
                let remark = say!("the equities ignore the cube's limit of 64");
                notes.push((say!("remark"), remark));
            } else if let Some(decision) = decision(game, &states, &root, &known) {
                facts.insert("cube".into(), cube_json(&decision));
                notes.extend(cube_notes(&root, &decision));
            }
        } else {
            let remark = say!(
                "one-sided tables, nearly exact; --table 8 computes an exact table for up to 8 checkers per side"
            );
            notes.push((say!("method"), remark));
        }
        add_sides(&mut description, board);
        Solved {
            result: result_of(worth.outcome),
            moves: Vec::new(),
            description,
            lines: Vec::new(),
        }
    }

    /// The plays of the rolled dice, best first.
    fn plays(&self, game: &Tryktrak, pos: &Position) -> Solved {
        let status = pos.status();
        let board = pos.board();
        let states = states_of(game, pos);
        let mut plays: Vec<(Move, f32, Worth)> = with_plays(board, status.dice, |reached| {
            reached
                .iter()
                .map(|reached| {
                    let worth = self.worth(reached.board.flipped());
                    let equity = Self::equity_after(game, pos, &states, &worth);
                    (Move::Play(reached.play), equity, worth)
                })
                .collect()
        });
        plays.sort_by(|a, b| b.1.total_cmp(&a.1));
        let exact = plays.iter().all(|(_, _, worth)| {
            worth.known.is_some() || worth.outcome.win() <= 0.0 || worth.outcome.win() >= 1.0
        });
        let mut description = Description::default();
        let best = plays[0].1;
        let outcome = plays[0].2.outcome.flipped();
        let facts = &mut description.facts;
        facts.insert("exact".into(), json!(exact));
        facts.insert("dice".into(), json!(Roll(status.dice.0, status.dice.1).to_string()));
        facts.insert("win".into(), precise(outcome.win()));
        facts.insert("equity".into(), precise(best));
        let list = |(mv, equity, worth): &(Move, f32, Worth)| {
            json!({
                "move": game.write_move(pos, *mv),
                "win": precise(1.0 - worth.outcome.win()),
                "equity": precise(*equity),
            })
        };
        facts.insert("plays".into(), plays.iter().map(list).collect());
        let cells = |equity: f32, worth: &Worth| {
            let win = 1.0 - worth.outcome.win();
            let behind = (equity < best).then(|| signed(f64::from(equity - best)));
            translated(vec![
                (message!("win"), format!("{:.5} %", 100.0 * win)),
                (message!("equity"), figures::signed(f64::from(equity), 6)),
                (message!("diff"), behind.unwrap_or_default()),
            ])
        };
        let line = |(mv, equity, worth): &(Move, f32, Worth)| {
            let description =
                Description { cells: cells(*equity, worth), ..Description::default() };
            (game.write_move(pos, *mv), description)
        };
        let lines: Vec<_> = plays.iter().map(line).collect();
        let n_best = plays.iter().filter(|play| play.1 >= best).count();
        add_sides(&mut description, board);
        Solved {
            result: result_of(outcome),
            moves: lines[..n_best].iter().map(|(mv, _)| mv.clone()).collect(),
            description,
            lines,
        }
    }

    /// The value of a position for the player who has just played. It includes the cube if the two-sided table covers the position.
    fn equity_after(game: &Tryktrak, pos: &Position, states: &CubeStates, worth: &Worth) -> f32 {
        let player = pos.status().player;
        match &worth.known {
            Some(known) if game.options().cube => {
                let value = states.known_value(player.other(), known);
                -states.root_value(player.other(), &value)
            }
            _ => worth.outcome.flipped().money_equity(),
        }
    }
}

/// The file name of a table.
fn file_name(checkers: u32) -> String {
    format!("tryktrak-bearoff-{checkers}.bin")
}

fn states_of(game: &Tryktrak, pos: &Position) -> CubeStates {
    let options = game.options();
    let rules = MoneyRules { jacoby: options.jacoby, beavers: options.beavers };
    CubeStates::money(pos.status().cube, rules)
}

/// The cube decision in money play; `None` if the cube may not be turned.
fn decision(
    game: &Tryktrak,
    states: &CubeStates,
    pos: &Position,
    known: &Known,
) -> Option<CubeDecision> {
    let status = pos.status();
    if !game.options().is_money() || !game.can_double(&status) {
        return None;
    }
    let value = crate::evaluation::cube::CubefulValue {
        outcome: known.outcome,
        cubeful: states.exact(status.player, known.outcome, known.equities),
    };
    states.decision(status.player, &value)
}

/// Adds the number of rolls that each side needs, and its effective pip count.
fn add_sides(description: &mut Description, board: Board) {
    let table = OneSided::shared();
    let side = |side: Side| {
        let rolls = table.rolls(side).map(|rolls| rolls.mean());
        (side.pips(), rolls, table.effective_pips(side))
    };
    let sides =
        [(say!("player on roll"), side(board.mine)), (say!("opponent"), side(board.theirs))];
    let object = |(_, (pips, rolls, effective)): &(String, (u32, Option<f32>, Option<f32>))| json!({"pips": pips, "rolls": rolls.map(precise), "effective_pips": effective.map(precise)});
    let list: Vec<Json> = sides.iter().map(object).collect();
    description.facts.insert("sides".into(), Json::Array(list));
    for (heading, (pips, rolls, effective)) in sides {
        let text = say_count!(
            pips.into(),
            "{count} pips, {rolls} rolls, {effective} effective pips",
            "{count} pips, {rolls} rolls, {effective} effective pips",
            rolls = format!("{:.4}", rolls.unwrap_or_default()),
            effective = format!("{:.2}", effective.unwrap_or_default())
        );
        description.notes.push((heading, text));
    }
}

/// `win` or `loss` if the outcome is certain, otherwise `unknown`.
fn result_of(outcome: Outcome) -> &'static str {
    match outcome.win() {
        win if win >= 1.0 => "win",
        win if win <= 0.0 => "loss",
        _ => "unknown",
    }
}
