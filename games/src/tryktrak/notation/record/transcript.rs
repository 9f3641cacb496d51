//! What a file says about one game, and the record that it makes.

use ludex_search::Player;

use super::PLAYERS;
use crate::tryktrak::notation::setup::check_score;
use crate::tryktrak::notation::xgid;
use crate::tryktrak::rules::dice::Roll;
use crate::tryktrak::rules::game::Tryktrak;
use crate::tryktrak::rules::position::{Phase, Position, Status};
use crate::tryktrak::{Options, Side};
use crate::{InputError, Record, RecordedPly};

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TranscriptAction {
    /// Rolls, and plays the steps; the text is as in a move list, without blanks.
    Turn(Roll, String),
    /// An action of the cube, by its word.
    Cube(&'static str),
}

/// A game as a file tells it.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    /// Tags of the match.
    pub(super) tags: Vec<(String, String)>,
    /// The players' names.
    pub(super) names: [String; 2],
    /// The options that the file names, the length with them.
    pub(super) options: Options,
    /// The score before the game.
    pub(super) score: [u8; 2],
    /// Whether this is the game without doubling.
    pub(super) crawford: bool,
    /// The checkers and the cube, if they are not those of the start.
    pub(super) start: Option<([Side; 2], Status)>,
    /// Comment in front of the first move.
    pub(super) comment: Option<String>,
    /// What happened.
    pub(super) plies: Vec<RecordedPly>,
    /// Who acted last, and what he did.
    last: Option<(Player, LastAction)>,
    /// Who won, and how many points.
    pub(super) result: Option<(Player, u32)>,
    /// What is wrong behind the last ply.
    pub(super) damage: Option<InputError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastAction {
    Turn,
    Double,
    Answer,
    End,
}

impl Transcript {
    /// Sets the score of a player.
    pub(super) fn set_score(&mut self, player: Player, points: u16) -> Result<(), InputError> {
        let place = format!("score of player {}", player.index() + 1);
        self.score[player.index()] = check_score(&place, points, self.options.length)?;
        Ok(())
    }

    /// Adds what a player did.
    pub(super) fn push(
        &mut self,
        place: &str,
        player: Player,
        action: TranscriptAction,
        comment: Option<String>,
    ) -> Result<(), InputError> {
        self.check_turn(player, &action)
            .map_err(|error| error.within(place))?;
        let mut say = |text: String, comment| {
            self.plies.push(RecordedPly {
                text,
                place: place.to_owned(),
                comment,
                ..RecordedPly::default()
            });
        };
        let done = match action {
            TranscriptAction::Turn(roll, play) => {
                say(dice_word(self.last.is_none(), player, roll), None);
                say(play, comment);
                LastAction::Turn
            }
            TranscriptAction::Cube(word) => {
                say(word.to_owned(), comment);
                // SGF has no word for the rule: who beavers may.
                self.options.beavers |= word == "beaver" && self.options.is_money();
                match word {
                    "double" | "beaver" => LastAction::Double,
                    "take" => LastAction::Answer,
                    _ => LastAction::End,
                }
            }
        };
        if self.last.is_none() {
            self.begin(player, roll_of(&self.plies));
        }
        self.last = Some((player, done));
        Ok(())
    }

    /// Whether it is this player's turn to do so.
    fn check_turn(&self, player: Player, action: &TranscriptAction) -> Result<(), InputError> {
        let answers = matches!(action, TranscriptAction::Cube("take" | "pass" | "beaver"));
        let Some((before, done)) = self.last else {
            return Ok(());
        };
        let words = match (done, before == player, answers) {
            (LastAction::End, ..) => "nothing more: the game has ended",
            (LastAction::Double, true, _) => "the other player's answer to the double",
            (LastAction::Double, false, false) => "an answer to the double",
            (LastAction::Turn | LastAction::Answer, _, true) => "no answer: nobody has doubled",
            (LastAction::Turn, true, _) => "the other player's turn",
            (LastAction::Answer, true, false) if !self.answered_beaver() => {
                "the turn of the player who doubled"
            }
            _ => return Ok(()),
        };
        let found = match action {
            TranscriptAction::Turn(roll, _) => format!("{roll} of player {}", player.index() + 1),
            TranscriptAction::Cube(word) => format!("{word} of player {}", player.index() + 1),
        };
        Err(InputError::new("", found, words))
    }

    /// Whether the answer that came last accepted a beaver: then who gave it rolls.
    fn answered_beaver(&self) -> bool {
        let mut words = self.plies.iter().rev().map(|ply| ply.text.as_str());
        words.next() == Some("take") && words.next() == Some("beaver")
    }

    /// A game that does not begin with two different dice was not begun by throwing for the first turn.
    fn begin(&mut self, player: Player, roll: Option<Roll>) {
        let usual = roll.is_some_and(|roll| !roll.is_double()) && self.start.is_none();
        if usual {
            return;
        }
        let (_, status) = self.start.get_or_insert(([Side::START; 2], Status::START));
        status.phase = Phase::ToRoll;
        status.player = player;
        if let (Some(first), Some(roll)) = (self.plies.first_mut(), roll) {
            first.text = format!("dice:{roll}");
        }
    }

    /// The record.
    pub(super) fn into_record(self) -> Record {
        let mut tags = Vec::new();
        for (key, name) in PLAYERS.into_iter().zip(self.names) {
            if !name.is_empty() {
                tags.push((key.to_owned(), name));
            }
        }
        tags.extend(self.tags);
        let (sides, status) = self.start.unwrap_or(([Side::START; 2], Status::START));
        let status = Status {
            score: self.score,
            crawford: self.crawford,
            ..status
        };
        let pos = Position::new(sides, status);
        let game = Tryktrak::with_options(self.options);
        let start = (pos != ludex_search::Game::start(&game))
            .then(|| xgid::write_start(self.options, &pos));
        Record {
            tags,
            variant: self.options.variant(),
            start,
            comment: self.comment,
            plies: self.plies,
            result: self.result.map(result_word),
            damage: self.damage,
            branches: None,
        }
    }
}

/// The word of a roll; in the opening the dice are told in the order of the players.
fn dice_word(is_opening: bool, player: Player, roll: Roll) -> String {
    let Roll(high, low) = roll.ordered();
    if is_opening && player.index() == 1 {
        format!("dice:{low}{high}")
    } else {
        format!("dice:{high}{low}")
    }
}

/// The roll that a game began with.
fn roll_of(plies: &[RecordedPly]) -> Option<Roll> {
    let word = plies.first()?.text.strip_prefix("dice:")?;
    Roll::read(word).map(Roll::ordered)
}

/// A result as a record keeps it: `p1win 2`.
pub(super) fn result_word((winner, points): (Player, u32)) -> String {
    format!("p{}win {points}", winner.index() + 1)
}

/// The winner and the points of a record's result.
pub(in crate::tryktrak) fn read_result(text: &str) -> Option<(Player, u32)> {
    let (who, points) = text.split_once(' ')?;
    let winner = match who {
        "p1win" => Player(0),
        "p2win" => Player(1),
        _ => return None,
    };
    Some((winner, points.parse().ok()?))
}
