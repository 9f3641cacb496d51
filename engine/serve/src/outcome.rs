//! The result of a game as typed JSON, so that clients need not parse result texts.

use ludex_kit::GameResult;
use ludex_kit::interface::results::{way_of_winning, winner_alone};
use ludex_kit::registry::Session;
use serde::Serialize;

/// A result, parsed from the text in a record or from the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Outcome {
    kind: Kind,
    /// The original text.
    label: String,
    /// The winner, counted from 1.
    winner: Option<usize>,
    /// Points won, if the text states them.
    points: Option<u32>,
    /// Whether the text is a standard result of game files, such as `1-0`.
    sign: bool,
    /// Whether the text also states how the game was won: `R-0` means by a road.
    says_how: bool,
    /// How the game was won, if the result states it: `road`, `flats`.
    way: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Win,
    Draw,
    /// Finished, but neither won by one player nor drawn: several players share the first place, or the text does not state the result.
    Ended,
    /// The record states that the result is unknown.
    Open,
}

impl Outcome {
    /// The result of the current position by the rules, in the notation of the game's records.
    pub(super) fn of_session(session: &dyn Session) -> Option<Self> {
        session.status().result.as_ref().map(Self::of_result)
    }

    /// A result given by the return of each player.
    pub(super) fn of_result(result: &GameResult) -> Self {
        let winner = result.winner();
        let kind = match winner {
            Some(_) => Kind::Win,
            None if result.is_draw() => Kind::Draw,
            None => Kind::Ended,
        };
        let label = result.written.as_deref().unwrap_or(result.word());
        Self { kind, winner, ..Self::read(label) }
    }

    /// Parses a result such as `p2win 3`, `draw` or `R-0`.
    pub(super) fn read(label: &str) -> Self {
        let (word, points) = match label.split_once(' ') {
            Some((word, points)) => (word, points.parse().ok()),
            None => (label, None),
        };
        let who = winner_alone(word);
        let plain = who.unwrap_or(word);
        let winner = match plain {
            "1-0" => Some(1),
            "0-1" => Some(2),
            _ => word.strip_prefix('p').and_then(|word| word.strip_suffix("win")?.parse().ok()),
        };
        let kind = match plain {
            _ if winner.is_some() => Kind::Win,
            "draw" | "1/2-1/2" => Kind::Draw,
            "*" => Kind::Open,
            _ => Kind::Ended,
        };
        Self {
            kind,
            label: label.to_owned(),
            winner,
            points: points.filter(|_| winner.is_some()),
            sign: matches!(plain, "1-0" | "0-1" | "1/2-1/2" | "0-0"),
            says_how: who.is_some(),
            way: way_of_winning(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_two_players_may_have_a_winner_too() {
        let ended = |moves: &str| {
            let variant = "players=3".parse().expect("a variant");
            let mut session =
                ludex_games::CATALOGUE.session("quoridor", &variant, None).expect("a game");
            for word in moves.split_whitespace() {
                session.play(word).expect("a legal move");
            }
            Outcome::of_session(&*session).map(|outcome| (outcome.kind, outcome.winner))
        };
        // Player 1 reaches the far side, while the other players make other moves.
        let won = "e2 a6 d9 e3 a7 c9 e4 a8 b9 e5 a7 c9 e6 a8 b9 e7 a7 c9 e8 a8 b9 e9";
        assert_eq!(ended(won), Some((Kind::Win, Some(1))));
    }

    #[test]
    fn words_of_results_are_read() {
        for (label, kind, winner, points, sign, way) in [
            ("p1win", Kind::Win, Some(1), None, false, None),
            ("p2win 3", Kind::Win, Some(2), Some(3), false, None),
            ("p4win", Kind::Win, Some(4), None, false, None),
            ("1-0", Kind::Win, Some(1), None, true, None),
            ("0-R", Kind::Win, Some(2), None, true, Some("road")),
            ("F-0", Kind::Win, Some(1), None, true, Some("flats")),
            ("draw", Kind::Draw, None, None, false, None),
            ("1/2-1/2", Kind::Draw, None, None, true, None),
            ("0-0", Kind::Ended, None, None, true, None),
            ("*", Kind::Open, None, None, false, None),
            ("ended", Kind::Ended, None, None, false, None),
        ] {
            let label = label.to_owned();
            let read = Outcome::read(&label);
            let says_how = way.is_some();
            assert_eq!(read, Outcome { kind, label, winner, points, sign, says_how, way });
        }
    }
}
