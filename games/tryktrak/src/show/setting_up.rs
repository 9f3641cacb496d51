//! Setting up positions: checkers on points and bars, the player to move, the dice, the cube, the match and its score.

use ludex_search::Player;

use super::gestures::place_target;
use super::picture::{ALONE, draw_alone};
use crate::notation::xgid;
use crate::rules::board::{BAR, CHECKERS, Side};
use crate::rules::dice::{ROLLS, Roll};
use crate::rules::game::Tryktrak;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Position, Status};
use ludex_kit::interface::setting_up::{
    SettingUp, SetupField, TO_MOVE, TrayPiece, no_place, unknown,
};
use ludex_kit::{InputError, Touch, message, say};

/// The targets that hold checkers.
const PLACES: &[&str] = &["point", "bar"];
const DICE: &str = message!("Dice");
const NOT_ROLLED: &str = message!("not rolled");
const LENGTH: &str = message!("Match length (0 for money)");
const CUBE: &str = message!("Cube");
const OWNER: &str = message!("Cube owner");
const MIDDLE: &str = message!("centre");
const CRAWFORD: &str = message!("Crawford game");
const JACOBY: &str = message!("Jacoby rule");
const BEAVERS: &str = message!("Beavers");
const NO_OR_YES: [&str; 2] = [message!("no"), message!("yes")];
/// The pieces of the players, and the fields of their scores.
const CHECKERS_OF: [&str; 2] = [message!("Checker of player 1"), message!("Checker of player 2")];
const SCORES_OF: [&str; 2] = [message!("Score of player 1"), message!("Score of player 2")];
const PLAYERS: [Player; 2] = [Player(0), Player(1)];

impl SettingUp<Self> for Tryktrak {
    fn pieces(&self, _: &Position) -> Vec<TrayPiece> {
        let put = PLAYERS.map(|player| {
            TrayPiece::drawn(checker(player), PLACES, ALONE, |scene| {
                draw_alone(scene, player);
            })
        });
        let taken = TrayPiece::act(TrayPiece::TAKE_AWAY, PLACES);
        put.into_iter().chain([taken]).collect()
    }

    fn fields(&self, pos: &Position) -> Vec<SetupField> {
        let status = settled(pos);
        let rolls = ROLLS.iter().map(|(roll, _)| roll.to_string());
        let dice = match status.phase {
            Phase::Moving => Roll(status.dice.0, status.dice.1).ordered().to_string(),
            _ => NOT_ROLLED.to_owned(),
        };
        let owner = status.cube.owner.map_or(MIDDLE.to_owned(), number);
        let mut fields = vec![
            SetupField::among(TO_MOVE, number(status.player), [1, 2]),
            SetupField::among(DICE, dice, [NOT_ROLLED.to_owned()].into_iter().chain(rolls)),
            SetupField::among(CUBE, status.cube.value(), (0..=Cube::MOST).map(|n| 1 << n)),
            SetupField::among(OWNER, owner, [MIDDLE, "1", "2"]),
            SetupField::number(LENGTH, self.options().length),
        ];
        let choice =
            |name, chosen| SetupField::among(name, NO_OR_YES[usize::from(chosen)], NO_OR_YES);
        if self.options().is_money() {
            fields.push(choice(JACOBY, self.options().jacoby));
            fields.push(choice(BEAVERS, self.options().beavers));
        } else {
            let scores = PLAYERS
                .map(|player| SetupField::number(score_of(player), status.score[player.index()]));
            fields.extend(scores);
            fields.push(choice(CRAWFORD, status.crawford));
        }
        fields
    }

    fn put(&self, pos: &Position, piece: &str, at: &Touch) -> Result<String, InputError> {
        let reader = pos.status().player;
        let mut sides = PLAYERS.map(|player| counts(pos.side(player)));
        let places = || (1..=BAR).flat_map(|place| PLAYERS.map(|player| (player, place)));
        let is_there = |&(player, place): &(Player, usize)| target(reader, player, place) == *at;
        if piece == TrayPiece::TAKE_AWAY {
            let held = |&(player, place): &(Player, usize)| sides[player.index()][place - 1] > 0;
            let from = places().filter(held).find(is_there);
            let (player, place) =
                from.ok_or_else(|| no_place(piece, at, say!("there is no checker here")))?;
            sides[player.index()][place - 1] -= 1;
        } else {
            let player = PLAYERS.into_iter().find(|&player| checker(player) == piece);
            let player = player.ok_or_else(|| unknown(&say!("piece"), piece))?;
            let to = places().filter(|(of, _)| *of == player).find(is_there);

            let (_, place) = to.ok_or_else(|| {
                no_place(
                    piece,
                    at,
                    say!("a checker can be placed only on a point or on its player's bar"),
                )
            })?;
            let other = player.other();
            if place != BAR && sides[other.index()][BAR - place - 1] > 0 {
                let sentence = say!("checkers of player {number} are here", number = number(other));
                return Err(no_place(piece, at, sentence));
            }
            let side = &mut sides[player.index()];
            // On a cleared board, the first checker that is placed replaces the checker on the bar.
            if place != BAR && *side == waiting() {
                side[BAR - 1] = 0;
            }
            side[place - 1] += 1;
        }
        let [first, second] = sides.map(|counts| Side::from_counts(&counts));
        let (Some(first), Some(second)) = (first, second) else {
            return Err(InputError::sentence(
                piece,
                say!("a player has at most {most} checkers", most = CHECKERS),
            ));
        };
        let pos = Position::new([first, second], settled(pos));
        Ok(xgid::write(self.options(), &pos))
    }

    fn set(&self, pos: &Position, field: &str, value: &str) -> Result<String, InputError> {
        let mut status = settled(pos);
        let mut options = self.options();
        let wrong = |expected: String| InputError::new(field, value, expected);
        let chosen = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(wrong(say!("yes or no"))),
        };
        let player_of = |name: &str| PLAYERS.into_iter().find(|&player| number(player) == name);
        let is_over = PLAYERS.iter().any(|&player| pos.side(player).off() == CHECKERS);
        match field {
            TO_MOVE | DICE if is_over => {
                let problem = say!("is not possible: a player without checkers has already won");
                return Err(InputError::problem(field, value, problem));
            }
            TO_MOVE => status.player = player_of(value).ok_or_else(|| wrong(say!("1 or 2")))?,
            DICE if value == NOT_ROLLED => {
                status.phase = Phase::ToRoll;
                status.dice = (0, 0);
            }
            DICE => {
                let roll = Roll::read(value).ok_or_else(|| wrong(say!("two dice from 1 to 6")))?;
                status.phase = Phase::Moving;
                status.dice = roll.pair();
            }
            CUBE => {
                let shown = (0..=Cube::MOST).find(|n| (1 << n).to_string() == value);
                status.cube.doublings =
                    shown.ok_or_else(|| wrong(say!("a power of two from 1 to 64")))?;
                status.cube.owner = match status.cube.doublings {
                    0 => None,
                    _ => status.cube.owner.or(Some(status.player)),
                };
            }
            OWNER if value == MIDDLE => status.cube = Cube::default(),
            OWNER => {
                let owner = player_of(value).ok_or_else(|| wrong(say!("1, 2 or centre")))?;
                status.cube.owner = Some(owner);
                status.cube.doublings = status.cube.doublings.max(1);
            }
            LENGTH => {
                let length = value.parse().ok().filter(|&n| n <= Options::LONGEST);
                options.length = length.ok_or_else(|| wrong(say!("0 (money) to 64 points")))?;
                if options.is_money() || self.options().is_money() {
                    status.score = [0, 0];
                }
            }
            JACOBY => options.jacoby = chosen()?,
            BEAVERS => options.beavers = chosen()?,
            CRAWFORD => {
                status.crawford = chosen()?;
                if status.crawford && !may_be_crawford(options, status.score) {
                    let problem = say!(
                        "is not possible: in the Crawford game exactly one player is one point from winning the match"
                    );
                    return Err(InputError::problem(field, value, problem));
                }
            }
            _ => {
                let player = PLAYERS.into_iter().find(|&player| score_of(player) == field);
                let player = player.ok_or_else(|| unknown(&say!("field"), field))?;
                let points = value.parse().map_err(|_| wrong(say!("a number of points")))?;
                status.score[player.index()] = points;
            }
        }
        status.crawford &= may_be_crawford(options, status.score);
        Ok(xgid::write(options, &pos.with_status(status)))
    }

    /// A player without checkers would have won, so a cleared board has one checker of each player on the bar. The first checker that is
    /// placed replaces it.
    fn cleared(&self, pos: &Position) -> String {
        let side = Side::from_counts(&waiting()).expect("one checker");
        let status = Status { phase: Phase::ToRoll, dice: (0, 0), ..settled(pos) };
        xgid::write(self.options(), &Position::new([side; 2], status))
    }

    fn keys_in_text(&self) -> &'static [&'static str] {
        &["length", "jacoby", "beavers"]
    }
}

/// A player's checkers on a cleared board.
fn waiting() -> [u8; BAR] {
    std::array::from_fn(|index| u8::from(index + 1 == BAR))
}

/// Whether a game with this score may be the Crawford game: exactly one player is one point from winning.
fn may_be_crawford(options: Options, score: [u8; 2]) -> bool {
    let nearly = score.map(|points| points + 1 == options.length);
    nearly[0] != nearly[1]
}

fn number(player: Player) -> String {
    (player.index() + 1).to_string()
}

fn checker(player: Player) -> &'static str {
    CHECKERS_OF[player.index()]
}

fn score_of(player: Player) -> &'static str {
    SCORES_OF[player.index()]
}

/// A player's checkers on the points and the bar.
fn counts(side: Side) -> [u8; BAR] {
    std::array::from_fn(|index| side.count(index + 1))
}

/// The target for a player's place. Points are numbered from the view of the player who acts, as in the picture.
fn target(reader: Player, player: Player, place: usize) -> Touch {
    let read = if place == BAR || player == reader { place } else { BAR - place };
    let (kind, name) = place_target(player, read);
    Touch::at(kind, name)
}

/// The status with a player to move or to roll. An offered double or the end of the game is removed.
fn settled(pos: &Position) -> Status {
    let status = pos.before_double().status();
    Status {
        phase: if status.phase == Phase::Moving { Phase::Moving } else { Phase::ToRoll },
        multiple: 0,
        ..status
    }
}
