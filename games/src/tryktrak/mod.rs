//! Tryktrak, backgammon: bring fifteen checkers home and off, by the throw of two dice.
//!
//! Glossary (field term / the players' word): point / linia; checker / pion; bar / banda; home board / dom; bear off / na
//! dwór; hit / bicie; doubling cube / kostka dublująca; move / play of a throw, or an action of the cube; chance event /
//! throw of the dice.

pub mod bearoff;
pub mod board;
pub mod cube;
pub mod dice;
pub mod equity;
pub mod expert;
pub mod inputs;
pub mod match_id;
pub mod met;
pub mod movegen;
pub mod moves;
pub mod networks;
pub mod options;
pub mod outcome;
pub mod play_text;
pub mod position;
pub mod position_id;
pub mod rank;
pub mod rules;
pub mod self_play;
pub mod setup;
pub mod shots;
pub mod xgid;

mod explain;
mod facts;
mod judge;
mod notation;
mod objection;
mod record;
mod render;
mod roll_out;
mod searches;
mod solve;

use ludex_search::{Game, Player, Report, Score, Step, StopFlag};

pub use board::{Board, Side};
pub use cube::{CubeDecision, CubeStates, CubefulValue, MoneyRules, Verdict};
pub use dice::Roll;
pub use equity::Efficiency;
pub use met::{Crawford, MatchEquities, MatchScore};
pub use moves::{Hop, Move, Play};
pub use options::Options;
pub use outcome::Outcome;
pub use position::{Cube, Phase, Position, Status};
pub use rules::Tryktrak;
pub use searches::shipped_networks;
pub use setup::Setup;

use crate::{
    Explanation, Facts, GameInfo, InputError, Judge, Notation, Playable, Record, RolledOut,
    RolloutObserver, RolloutRequest, SearchKind, SearchSetup, Solved, Summary, TableRequest,
    TableStore, Tally, Variant, Visitor,
};

#[cfg(test)]
mod tests;

/// What there is to know about Tryktrak.
pub static INFO: GameInfo = GameInfo {
    name: "tryktrak",
    aliases: &["backgammon"],
    about: "Tryktrak (backgammon): bring fifteen checkers home and off, with a doubling cube",
    variant_keys: &options::KEYS,
    position_format: "xgid",
    more_positions: &["position-id", "match-id", "gnuid"],
    formats: &record::FORMATS,
    opening_plies: 0,
    least_depth: 0,
    score_unit: "equity",
    ..GameInfo::BASE
};

/// Opens Tryktrak as the variant and the position ask for.
pub fn open<V: Visitor>(
    variant: &Variant,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, InputError> {
    let options = match position {
        Some(text) => Setup::read(text)?.options(variant)?,
        None => Options::default().changed_by(variant)?,
    };
    Ok(visitor.visit(Tryktrak::with_options(options)))
}

impl Playable for Tryktrak {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn variant(&self) -> Variant {
        self.options().variant()
    }

    fn searches() -> &'static [SearchKind<Self>] {
        searches::ALL
    }

    fn render(&self, pos: &Position) -> String {
        self.picture(pos)
    }

    fn facts(&self, pos: &Position) -> Facts {
        facts::facts(self, pos)
    }

    fn notes(&self, pos: &Position) -> Vec<(String, String)> {
        self.situation(pos)
    }

    fn explain(&self, pos: &Position, report: &Report<Move>) -> Explanation {
        self.explained(pos, report)
    }

    fn appraise(&self, setup: &SearchSetup, pos: &Position) -> Result<Explanation, InputError> {
        let chosen = searches::choose(self, setup)?;
        Ok(self.appraised(searches::chosen_networks(&chosen), pos))
    }

    /// A turn is a throw and its play, which are judged together.
    fn has_long_turns() -> bool {
        false
    }

    fn roll_out(
        &self,
        setup: &SearchSetup,
        pos: &Position,
        request: &RolloutRequest<Move>,
        stop: &StopFlag,
        observer: &mut RolloutObserver<'_, Move>,
    ) -> Option<Result<RolledOut<Move>, InputError>> {
        let chosen = searches::choose(self, setup);
        Some(chosen.map(|chosen| roll_out::roll_out(self, &chosen, pos, request, stop, observer)))
    }

    fn solve_by_tables(
        &self,
        pos: &Position,
        request: TableRequest,
        store: &dyn TableStore,
    ) -> Option<Result<Solved, InputError>> {
        solve::solve(self, pos, request, store)
    }

    fn judge(&self, setup: &SearchSetup) -> Option<Result<Box<dyn Judge<Self>>, InputError>> {
        let judge =
            |chosen| Box::new(judge::RecordJudge::new(self, &chosen)) as Box<dyn Judge<Self>>;
        Some(searches::choose(self, setup).map(judge))
    }

    fn summarise(tally: &Tally) -> Summary {
        judge::summarise(tally)
    }

    fn usual_lines() -> usize {
        10
    }

    fn missing_event(&self, _pos: &Position) -> &'static str {
        "the dice are not rolled"
    }

    fn awaits_event(&self, pos: &Position) -> Option<Player> {
        explain::thrower(self, pos)
    }

    /// `match-id` and `gnuid` are the Position ID and the Match ID together.
    fn write_position_as(&self, pos: &Position, notation: &str) -> String {
        match notation {
            "position-id" => match_id::write(self.options(), pos).0,
            "match-id" | "gnuid" => match_id::write_both(self, pos),
            _ => xgid::write(self.options(), pos),
        }
    }

    /// Cube actions are left out, and the start is an ordinary turn.
    fn perft_view(&self, pos: &Position) -> (Self, Position) {
        let mut status = pos.status();
        if status.phase == Phase::Doubled {
            status.player = status.player.other();
        }
        if !matches!(status.phase, Phase::Moving | Phase::Over) {
            status.phase = Phase::ToRoll;
        }
        status.score = [0, 0];
        status.crawford = false;
        let game = Self::with_options(Options {
            cube: false,
            ..self.options().with_length(0)
        });
        (game, pos.with_status(status))
    }

    fn end_of_record(
        &self,
        before: &Position,
        pos: &Position,
        record: &Record,
    ) -> Option<Position> {
        let (game, status) = (self.single_game(), pos.status());
        match (status.phase, record.plies.last()) {
            (Phase::Over, _) => None,
            // The opening of the next game: the last step, without it.
            (Phase::Opening, Some(last)) => {
                let mut end = *before;
                match game.parse_step(before, &last.text).ok()? {
                    Step::Move(mv) => game.play(&mut end, mv),
                    Step::Event(event) => game.reveal(&mut end, event),
                };
                Some(end)
            }
            _ => {
                let (winner, points) = record.result.as_deref().and_then(record::read_result)?;
                let multiple = (points / status.cube.value()).clamp(1, 3);
                Some(game.won(pos, winner, multiple as u8))
            }
        }
    }

    fn next_player(&self, pos: &Position) -> Player {
        pos.status().player
    }

    fn ply(&self, pos: &Position) -> u32 {
        pos.ply()
    }

    fn warm_up(&self) {
        bearoff::warm_up();
    }

    fn score_value(&self, score: Score) -> f64 {
        f64::from(score.value()) / f64::from(expert::UNITS)
    }
}
