//! Takt (Tak): build a road from one side of the board to the opposite one.
//!
//! Glossary, the field's term and the user's word: road, *Takt*; capstone, *gate*; stone, a flat or a wall (a standing
//! stone); spread, the move of a stack; komi, flats given to the second player; tinuë, a road that cannot be prevented.

pub mod eval;
pub mod moves;
pub mod params;
pub mod position;
pub mod road;
pub mod tactics;
pub mod threats;
pub mod tinue;

mod movegen;
mod options;
mod patterns;
mod pile;
mod ptn;
mod record;
mod render;
mod rules;
mod searches;
mod tps;

use ludex_search::{Game, MAX_PLAYERS, Player, Returns, Score, Turn};
use serde_json::json;

pub use moves::{Action, Direction, Drops, Move, Piece, Square};
pub use options::Options;
pub use pile::{Board, Pile, Size};
pub use position::{Position, Undo};
pub use rules::{Ending, Takt};
pub use searches::alpha_beta;

use crate::{
    Facts, GameInfo, InputError, Notation, Playable, Record, SearchKind, SolverKind, Variant,
    Visitor,
};

/// What there is to know about Takt.
pub static INFO: GameInfo = GameInfo {
    name: "takt",
    aliases: &["tak"],
    about: "Takt (Tak): flats, walls and capstones; join two opposite sides of the board by a road",
    variant_keys: options::KEYS,
    wire_options: options::WIRE,
    position_format: "tps",
    formats: &[record::PTN],
    protocols: &["tei"],
    usual_moves: 60,
    score_unit: "flats",
    ..GameInfo::BASE
};

/// Opens Takt on the board that the variant or the position asks for.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    match options::size(variant, position)? {
        3 => visit::<3, V>(variant, visitor),
        4 => visit::<4, V>(variant, visitor),
        5 => visit::<5, V>(variant, visitor),
        6 => visit::<6, V>(variant, visitor),
        7 => visit::<7, V>(variant, visitor),
        _ => visit::<8, V>(variant, visitor),
    }
}

fn visit<const N: usize, V: Visitor>(variant: &Variant, visitor: V) -> Result<V::Output, InputError>
where
    Size<N>: Board,
{
    let options = Options::from_variant::<N>(variant)?;
    Ok(visitor.visit(Takt::<N>::with_options(options)))
}

impl<const N: usize> Notation for Takt<N>
where
    Size<N>: Board,
{
    fn parse_position(&self, text: &str) -> Result<Position<N>, InputError> {
        self.read_tps(text)
    }

    fn write_position(&self, pos: &Position<N>) -> String {
        Self::write_tps(pos)
    }

    fn parse_move(&self, pos: &Position<N>, text: &str) -> Result<Move, InputError> {
        if self.turn(pos) == Turn::Over {
            return Err(InputError::new("move", text, "no move: the game is over"));
        }
        ptn::read_move(pos, text)
    }

    fn write_move(&self, pos: &Position<N>, mv: Move) -> String {
        ptn::write_move(pos, mv)
    }
}

impl<const N: usize> Playable for Takt<N>
where
    Size<N>: Board,
{
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn variant(&self) -> Variant {
        self.options().to_variant::<N>()
    }

    fn searches() -> &'static [SearchKind<Self>] {
        searches::all()
    }

    fn solvers() -> &'static [SolverKind<Self>] {
        searches::solvers()
    }

    fn render(&self, pos: &Position<N>) -> String {
        self.picture(pos)
    }

    fn facts(&self, pos: &Position<N>) -> Facts {
        let reserve = |player| {
            json!({
                "stones": pos.stones(Player(player)),
                "capstones": pos.capstones_left(Player(player)),
            })
        };
        let flats = |player| pos.flats(Player(player)).count_ones();
        let ending = self.ending(pos);
        let facts = json!({
            "size": N,
            "komi": f64::from(self.options().half_komi) / 2.0,
            "reserves": {"p1": reserve(0), "p2": reserve(1)},
            "flats": {"p1": flats(0), "p2": flats(1)},
            "ptn_result": ending.map(Ending::result),
        });
        match facts {
            serde_json::Value::Object(facts) => facts,
            _ => unreachable!("the macro was given an object"),
        }
    }

    /// A road or a win by flats must be there; to resign, or to run out of time, is possible wherever the game goes on.
    fn recorded_returns(
        &self,
        pos: &Position<N>,
        record: &Record,
    ) -> Result<Option<Returns>, InputError> {
        let result = record.result.as_deref().unwrap_or_default();
        let winner = match result {
            "R-0" | "F-0" | "1-0" => Some(Player(0)),
            "0-R" | "0-F" | "0-1" => Some(Player(1)),
            "1/2-1/2" => None,
            _ => return Ok(None),
        };
        let ending = self.ending(pos);
        let is_claim = result.contains(['R', 'F']);
        let fits = match ending {
            Some(ending) if is_claim => ending.result() == result,
            Some(ending) => ending.winner() == winner,
            None => !is_claim,
        };
        if !fits {
            let expected = match ending {
                Some(ending) => format!("{}, as the board has it", ending.result()),
                None => "1-0, 0-1, 1/2-1/2 or *: no road is there, and no end by flats".into(),
            };
            return Err(InputError::new("result", result, expected));
        }
        let mut returns = [0.0; MAX_PLAYERS];
        if let Some(winner) = winner {
            returns[winner.index()] = 1.0;
            returns[winner.other().index()] = -1.0;
        }
        Ok(Some(returns))
    }

    fn ply(&self, pos: &Position<N>) -> u32 {
        pos.ply()
    }

    fn score_value(&self, score: Score) -> f64 {
        searches::flats(score)
    }
}
