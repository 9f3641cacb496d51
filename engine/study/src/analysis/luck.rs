//! The luck in a judged game, and the score of its match.

use ludex_kit::registry::{Session, Token};
use ludex_kit::support::figures;
use ludex_kit::{Record, say};
use serde_json::{Value, json};

use ludex_base::output::{Align, TextTable};

/// The effect of chance on a game.
#[derive(Clone, Debug, Default)]
pub struct GameLuck {
    /// The result of each player in the game's unit, minus the expected result at the start.
    won: Vec<f64>,
    /// The unit.
    unit: &'static str,
    /// The unit in the language of the reader.
    unit_in_words: &'static str,
    /// The luck of each player.
    luck: Vec<f64>,
}

impl GameLuck {
    /// The luck in a finished game; `None` without chance events, or if the record does not contain the end. The
    /// session is at the end of the game afterwards.
    pub fn from_game(
        session: &mut dyn Session,
        record: &Record,
        words: &[Token],
    ) -> anyhow::Result<Option<Self>> {
        if !session.measures_luck() || (record.result.is_none() && !session.status().over) {
            session.end_record(record);
            return Ok(None);
        }
        session.restart();
        let before = session.worth().unwrap_or_default();
        let mut luck = vec![0.0; session.players()];
        for word in words {
            let of_event = session.luck_of(&word.text);
            let of_event = of_event.map_err(|error| word.locate(error))?;
            for (sum, luck) in luck.iter_mut().zip(of_event.unwrap_or_default()) {
                *sum += luck;
            }
            session.play(&word.text).map_err(|error| word.locate(error))?;
        }
        session.end_record(record);
        let after = session.worth().unwrap_or_default();
        let won = after.iter().zip(before).map(|(after, before)| after - before);
        let won = won.collect();
        let unit = session.luck_unit();
        let unit_in_words = session.info().translate(unit);
        Ok(Some(Self { won, unit, unit_in_words, luck }))
    }

    fn adjusted(&self) -> impl Iterator<Item = f64> {
        self.won.iter().zip(&self.luck).map(|(won, luck)| won - luck)
    }

    /// Adds the luck of another game of the same players.
    pub fn add(&mut self, other: &Self) {
        let add = |sums: &mut Vec<f64>, more: &[f64]| {
            sums.resize(more.len(), 0.0);
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        };
        (self.unit, self.unit_in_words) = (other.unit, other.unit_in_words);
        add(&mut self.won, &other.won);
        add(&mut self.luck, &other.luck);
    }

    /// As JSON: `unit`, and the lists `won`, `luck` and `without_luck` with one number for each player.
    pub fn json(&self) -> Value {
        let precise =
            |values: &[f64]| values.iter().map(|&v| figures::precise(v)).collect::<Value>();
        json!({
            "unit": self.unit,
            "won": precise(&self.won),
            "luck": precise(&self.luck),
            "without_luck": precise(&self.adjusted().collect::<Vec<_>>()),
        })
    }

    /// The name of the row in a report.
    pub fn heading(&self) -> String {
        say!("Luck ({unit})", unit = self.unit_in_words)
    }

    /// The results and luck of all players as text: `Ann won +2.0000, of which +1.2000 by luck`.
    pub fn line(&self, players: &[String]) -> String {
        let parts = players.iter().zip(self.won.iter().zip(&self.luck));
        let parts = parts.map(|(name, (&won, &luck))| {
            let [won, luck] = [won, luck].map(|value| figures::signed(value, 4));
            say!("{name} won {won}, of which {luck} by luck", name, won, luck)
        });
        parts.collect::<Vec<_>>().join("; ")
    }

    /// As a table.
    pub fn table(&self, record: &Record) -> String {
        let player = say!("player");
        let columns =
            [say!("won ({unit})", unit = self.unit_in_words), say!("luck"), say!("without luck")];
        let [won, luck, rest] = columns.each_ref().map(|name| (name.as_str(), Align::Right));
        let mut table = TextTable::new(&[(player.as_str(), Align::Left), won, luck, rest]);
        let rows = self.won.iter().zip(&self.luck).zip(self.adjusted());
        for (index, ((won, luck), adjusted)) in rows.enumerate() {
            let name = record.player_name(index + 1).unwrap_or_default();
            let mut row = vec![format!("{} {name}", index + 1).trim_end().to_owned()];
            row.extend([*won, *luck, adjusted].map(|value| figures::signed(value, 4)));
            table.row(row);
        }
        table.render()
    }
}

/// The score of the match that a game belongs to, if any.
pub(super) fn score_of(session: &dyn Session) -> Option<Vec<u64>> {
    let facts = session.describe().facts;
    let score = facts.get("score")?.as_array()?.iter().map(Value::as_u64);
    score.collect()
}

/// A score as text: `2 : 0`.
pub fn score_text(score: &[u64]) -> String {
    let points: Vec<String> = score.iter().map(u64::to_string).collect();
    points.join(" : ")
}
