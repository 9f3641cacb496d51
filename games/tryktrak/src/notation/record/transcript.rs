//! One game as a file describes it, and its conversion to a record.

use ludex_search::{Game, Player, Step};

use super::result::{ended, result_word};
use super::tags::PLAYERS;
use crate::notation::plays::NO_PLAY;
use crate::notation::setup::Setup;
use crate::notation::setup::check_score;
use crate::notation::xgid;
use crate::rules::board::Side;
use crate::rules::dice::Roll;
use crate::rules::game::Tryktrak;
use crate::rules::moves::Move;
use crate::rules::options::Options;
use crate::rules::position::{Phase, Position, Status};
use ludex_kit::interface::record::check_length;
use ludex_kit::{Aside, InputError, Notation, Record, RecordedPly, say, say_count};

/// Placeholder for the points of a result that names only the winner. The points are then derived from the rules.
pub(super) const UNKNOWN_POINTS: u32 = 0;

/// Placeholder for the play of a roll if the file does not contain the play. If only one play is legal, that play replaces the placeholder;
/// otherwise the game was resigned or interrupted after the roll.
pub(super) const NOT_PLAYED: &str = "?";

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TranscriptAction {
    /// A roll and its play. The play is in the notation of move lists, which contains no blanks.
    Turn(Roll, String),
    /// A cube action, as a word: `double`.
    Cube(&'static str),
}

/// A game as a file describes it.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    /// Tags of the match.
    pub(super) tags: Vec<(String, String)>,
    /// The players' names.
    pub(super) names: [String; 2],
    /// The options that the file names, with the match length.
    pub(super) options: Options,
    /// The score before the game.
    pub(super) score: [u8; 2],
    /// Whether this is the Crawford game.
    pub(super) crawford: bool,
    /// The checkers and the cube, if the game has a special start position.
    pub(super) start: Option<([Side; 2], Status)>,
    /// Comment before the first move.
    pub(super) comment: Option<String>,
    /// The steps of the game.
    pub(super) plies: Vec<RecordedPly>,
    /// The steps of variations.
    pub(super) asides: Vec<Aside>,
    /// The last action, and the player who made it.
    last: Option<(Player, LastAction)>,
    /// The winner and the points.
    pub(super) result: Option<(Player, u32)>,
    /// A result without points in the words of records: `1-0`, `1/2-1/2`.
    pub(super) plain_result: Option<&'static str>,
    /// Data about the game that another program wrote in its own format.
    pub(super) foreign: String,
    /// The comment on the end of the game, line by line.
    pub(super) last_remark: Vec<String>,
    /// The error after the last step.
    pub(super) damage: Option<InputError>,
    /// Warnings about parts of the file that were left out or interpreted differently from their text.
    pub(super) remarks: Vec<InputError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastAction {
    Turn,
    Double,
    Answer,
    End,
}

/// The result that the rules give after all moves were replayed; `None` if the moves do not end the game.
struct ByRules(Option<(Player, u32)>);

impl Transcript {
    /// A header for every game of a match to `length` points; 0 is money play.
    pub(super) fn of_match(names: [String; 2], length: u16) -> Result<Self, InputError> {
        let mut header = Self::default();
        if length > u16::from(Options::LONGEST) {
            let expected = say!("0 (money) to 64 points");
            return Err(InputError::new(say!("length"), length.to_string(), expected));
        }
        header.options.length = length as u8;
        header.names = names;
        Ok(header)
    }

    /// Adds a tag, unless it is empty or already set.
    pub(super) fn add_tag(&mut self, key: &str, value: &str) {
        let (key, value) = (key.trim(), value.trim());
        if !value.is_empty() && self.tags.iter().all(|(known, _)| known != key) {
            self.tags.push((key.to_owned(), value.to_owned()));
        }
    }

    /// Sets the start position of the game; the score is set separately.
    pub(super) fn begin_at(&mut self, setup: &Setup) {
        self.start = Some((setup.sides, setup.status));
        let usual = self.options.largest_cube;
        self.options.largest_cube = setup.largest_cube.unwrap_or(usual);
    }

    /// Sets the score before the game.
    pub(super) fn set_scores(&mut self, points: [u16; 2]) -> Result<(), InputError> {
        for (index, points) in points.into_iter().enumerate() {
            let place = say!("score of player {number}", number = index + 1);
            self.score[index] = check_score(&place, points, self.options.length)?;
        }
        Ok(())
    }

    /// Adds an action of a player.
    pub(super) fn push(
        &mut self,
        place: &str,
        player: Player,
        action: TranscriptAction,
        comment: Option<String>,
    ) -> Result<(), InputError> {
        if let (Some((_, LastAction::Double)), TranscriptAction::Turn(..)) = (self.last, &action)
            && self.plies.last().is_some_and(|ply| ply.text == "beaver")
        {
            // Some files omit the acceptance of a beaver.
            self.push(place, player, TranscriptAction::Cube("take"), None)?;
        }
        check_length(self.plies.len() + self.asides.len() + 1)
            .and_then(|()| self.check_turn(player, &action))
            .map_err(|error| error.within(place))?;
        let done = match action {
            TranscriptAction::Turn(roll, play) => {
                if !self.is_thrown() {
                    self.throw(place, player, roll, None);
                }
                self.add_step(place, play, comment);
                LastAction::Turn
            }
            TranscriptAction::Cube(word) => {
                self.add_step(place, word.to_owned(), comment);
                // SGF cannot express the beaver rule, so a beaver in the game implies it.
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

    /// Whether there are dice that have not been played.
    pub(super) fn is_thrown(&self) -> bool {
        match self.plies.last() {
            Some(ply) => ply.text.starts_with("dice:"),
            None => self.starts_in(&[Phase::Moving]),
        }
    }

    fn starts_in(&self, phases: &[Phase]) -> bool {
        let start = self.start.as_ref();
        start.is_some_and(|(_, status)| phases.contains(&status.phase))
    }

    /// Adds a player's dice.
    pub(super) fn throw(
        &mut self,
        place: &str,
        player: Player,
        roll: Roll,
        comment: Option<String>,
    ) {
        self.add_step(place, dice_word(self.last.is_none(), player, roll), comment);
        if self.last.is_none() {
            self.begin(player, roll_of(&self.plies));
        }
    }

    /// Adds a step in our own notation.
    pub(super) fn add_step(&mut self, place: &str, text: String, comment: Option<String>) {
        self.plies.push(RecordedPly {
            text,
            place: place.to_owned(),
            comment,
            ..RecordedPly::default()
        });
    }

    /// Checks that this player may now make an action of this kind.
    fn check_turn(&self, player: Player, action: &TranscriptAction) -> Result<(), InputError> {
        let answers = matches!(action, TranscriptAction::Cube("take" | "pass" | "beaver"));
        let Some((before, done)) = self.last else {
            return Ok(());
        };
        let words = match (done, before == player, answers) {
            (LastAction::End, ..) => say!("comes after the end of the game"),
            (LastAction::Double, true, _) => {
                say!("comes before the other player has answered the double")
            }
            (LastAction::Double, false, false) => say!("comes before the double is answered"),
            (LastAction::Turn | LastAction::Answer, _, true) => {
                say!("answers a double that was not offered")
            }
            (LastAction::Turn, true, _) => say!("is out of turn: the other player is to move"),
            (LastAction::Answer, true, false) if !self.answered_beaver() => {
                say!("is out of turn: the player who doubled is to move")
            }
            _ => return Ok(()),
        };
        let found = match action {
            TranscriptAction::Turn(roll, _) => roll.to_string(),
            TranscriptAction::Cube(word) => (*word).to_owned(),
        };
        let found =
            say!("{action} of player {player}", action = found, player = player.index() + 1);
        Err(InputError::problem("", found, words))
    }

    /// Whether the last answer accepted a beaver. Then the player who accepted it rolls.
    fn answered_beaver(&self) -> bool {
        let mut words = self.plies.iter().rev().map(|ply| ply.text.as_str());
        words.next() == Some("take") && words.next() == Some("beaver")
    }

    /// Begins the game. If the first roll is a double or missing, there was no opening roll. The game then starts with an ordinary turn of
    /// `player`.
    fn begin(&mut self, player: Player, roll: Option<Roll>) {
        let usual = roll.is_some_and(|roll| !roll.is_double()) && self.start.is_none();
        if usual || self.starts_in(&[Phase::Moving, Phase::Doubled]) {
            return;
        }
        let (_, status) = self.start.get_or_insert(([Side::START; 2], Status::START));
        status.phase = Phase::ToRoll;
        status.player = player;
        if let (Some(first), Some(roll)) = (self.plies.first_mut(), roll) {
            first.text = format!("dice:{roll}");
        }
    }

    /// The game and its start position.
    fn open(&self) -> (Tryktrak, Position) {
        let (sides, status) = self.start.unwrap_or(([Side::START; 2], Status::START));
        let status = Status { score: self.score, crawford: self.crawford, ..status };
        let game = Tryktrak::with_options(self.options);
        (game, Position::new(sides, status))
    }

    /// Adds the information that files omit because it follows from the rules: the play of a roll (if at most one was legal), the points of
    /// a result, and resignations (if the result does not follow from the moves).
    fn settle(&mut self) {
        let (game, mut pos) = self.open();
        let by_rules = self.replay(&game, &mut pos);
        let Some((winner, points)) = &mut self.result else {
            return;
        };
        let status = pos.status();
        if *points == UNKNOWN_POINTS {
            let won = |player: Player| status.score[player.index()] - self.score[player.index()];
            *points = match status.phase {
                Phase::Over => u32::from(status.multiple) * status.cube.value(),
                Phase::Opening => u32::from(won(*winner)),
                _ => status.cube.value(),
            };
        }
        let (loser, points) = (winner.other(), *points);
        if let (Some(ByRules(result)), None) = (by_rules, &self.damage) {
            let given_up = self.give_up(&game, &pos, loser, points);
            self.check_result(given_up.or(result), status.cube.value());
        }
    }

    /// Replaces a result that the rules do not allow, and adds a remark. `value` is the value of the cube.
    fn check_result(&mut self, by_rules: Option<(Player, u32)>, value: u32) {
        let Some(stated) = self.result else {
            return;
        };
        let fits = match by_rules {
            Some(result) => result == stated,
            None => stated.1.is_multiple_of(value) && (1..=3).contains(&(stated.1 / value)),
        };
        if fits {
            return;
        }
        let words = |(winner, points): (Player, u32)| {
            say_count!(
                points.into(),
                "player {player} wins {count} point",
                "player {player} wins {count} points",
                player = winner.index() + 1
            )
        };
        let expected = match by_rules {
            Some(result) => say!("\"{result}\" by the rules", result = words(result)),
            None => say!("1, 2 or 3 times the cube ({value})", value),
        };
        let place = self.plies.last().map_or("game", |ply| ply.place.as_str());
        let remark = InputError::new("result", words(stated), expected).within(place);
        self.remarks.push(remark);
        self.result = by_rules;
    }

    /// Adds a resignation if the game is not over by the rules and its stated result is a possible resignation. Returns that result. If the
    /// game ends while a double awaits an answer, the double was passed, so no resignation is added.
    fn give_up(
        &mut self,
        game: &Tryktrak,
        pos: &Position,
        loser: Player,
        points: u32,
    ) -> Option<(Player, u32)> {
        let status = pos.status();
        let goes_on = match status.phase {
            Phase::Over | Phase::Doubled => false,
            Phase::Opening => self.plies.is_empty(),
            // If the score has changed, these dice already belong to the next game.
            Phase::ToRoll | Phase::Rolling | Phase::Moving => status.score == self.score,
        };
        let (times, rest) = (points / status.cube.value(), points % status.cube.value());
        if !goes_on || rest != 0 || !(1..=3).contains(&times) {
            return None;
        }
        let place = self.plies.last().map(|ply| ply.place.clone());
        let mv = Move::Resign(loser, times as u8);
        let word = game.write_move(pos, mv);
        let is_legal = game.parse_step(pos, &word).is_ok();
        self.add_step(&place.unwrap_or_default(), word, None);
        if !is_legal {
            return None;
        }
        let mut after = *pos;
        game.play(&mut after, mv);
        ended(pos, mv, &after)
    }

    /// Replays the steps by the rules and returns the result that the rules give. `None` if a step is illegal.
    fn replay(&mut self, game: &Tryktrak, pos: &mut Position) -> Option<ByRules> {
        let (mut moves, mut result) = (Vec::new(), None);
        for index in 0..self.plies.len() {
            let is_last = index + 1 == self.plies.len();
            let play = self.plies[index].text.as_str();
            if [NO_PLAY, NOT_PLAYED].contains(&play) && pos.status().phase == Phase::Moving {
                moves.clear();
                game.legal_moves(pos, &mut moves);
                match moves[..] {
                    _ if is_last && play == NOT_PLAYED => {
                        self.take_back_last();
                        break;
                    }
                    [only] => self.plies[index].text = game.write_move(pos, only),
                    _ if is_last => {
                        self.take_back_last();
                        break;
                    }
                    _ => return None,
                }
            }
            match game.parse_step(pos, &self.plies[index].text) {
                Ok(Step::Move(mv)) => {
                    let before = *pos;
                    game.play(pos, mv);
                    result = ended(&before, mv, pos).or(result);
                }
                Ok(Step::Event(event)) => {
                    game.apply_chance(pos, event);
                }
                // The error is reported when the record is replayed.
                Err(_) => return None,
            }
        }
        Some(ByRules(result))
    }

    /// Removes the placeholder for a missing last play. Its comment moves to the dice, which stay.
    fn take_back_last(&mut self) {
        if let (Some(play), Some(dice)) = (self.plies.pop(), self.plies.last_mut()) {
            for line in play.remark() {
                dice.add_remark(&line);
            }
        }
    }

    /// Converts the game to a record.
    pub(super) fn into_record(mut self) -> Record {
        self.settle();
        if let Some(last) = self.plies.last_mut() {
            for line in std::mem::take(&mut self.last_remark) {
                last.add_remark(&line);
            }
        }
        let (game, pos) = self.open();
        let start = (pos != game.start()).then(|| xgid::write_start(self.options, &pos));
        let mut tags = Vec::new();
        for (key, name) in PLAYERS.into_iter().zip(self.names) {
            if !name.is_empty() {
                tags.push((key.to_owned(), name));
            }
        }
        tags.extend(self.tags);
        Record {
            tags,
            variant: self.options.variant(),
            start,
            comment: self.comment,
            plies: self.plies,
            result: self.result.map(result_word).or(self.plain_result.map(str::to_owned)),
            damage: self.damage,
            asides: self.asides,
            foreign: self.foreign,
            remarks: self.remarks,
        }
    }
}

/// The word of a roll. In the opening the dice are in the order of the players.
pub(super) fn dice_word(is_opening: bool, player: Player, roll: Roll) -> String {
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
