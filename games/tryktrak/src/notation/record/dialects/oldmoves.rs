//! Match listings of FIBS (`oldmoves`): one action per line, such as `X: (3 1) 8-5 6-5`.

use ludex_search::Player;

use crate::notation::record::file_games::{FileGames, LineReader, read_lines};
use crate::notation::record::mat::read_steps;
use crate::notation::record::transcript::{Transcript, TranscriptAction, UNKNOWN_POINTS};
use crate::rules::board::POINTS;
use crate::rules::dice::Roll;
use ludex_kit::{InputError, Record, say};

/// The text before the score.
const SCORE: &str = "Score is ";

/// Whether a text has this form.
pub(super) fn looks_like(text: &str) -> bool {
    text.lines().any(|line| names_of(line).is_some())
}

/// Reads every game. Errors are reported in the record of their game.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let expected = say!("lines such as `Score is 0-0 in a 5 point match.`");
    read_lines(text, OldMovesReader::default(), &expected)
}

#[derive(Default)]
struct OldMovesReader {
    games: FileGames,
    /// The players of the match in the order of its first game.
    names: [String; 2],
    /// The score of X and O, and the match length.
    score: ([u16; 2], u16),
    /// Whether X is the second player. The sides may change from game to game.
    is_swapped: bool,
}

impl LineReader for OldMovesReader {
    fn games(&mut self) -> &mut FileGames {
        &mut self.games
    }

    fn resumes(&self, line: &str) -> bool {
        line.contains(SCORE)
    }

    fn line(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        let line = line.trim();
        if let Some((_, score)) = line.split_once(SCORE) {
            self.score = read_score(score)?;
            return Ok(());
        }
        if let Some(names) = names_of(line) {
            return self.begin(names);
        }
        let side = match line.get(..2) {
            Some("X:") => 0,
            Some("O:") => 1,
            _ => return Ok(()),
        };
        let player = Player(u8::from((side == 1) != self.is_swapped));
        self.act(player, line[2..].trim(), place)
    }
}

impl OldMovesReader {
    /// Begins the game of these players, whose score has been read.
    fn begin(&mut self, names: [String; 2]) -> Result<(), InputError> {
        let (mut score, length) = self.score;
        let is_same = |order: [&String; 2]| order == [&self.names[0], &self.names[1]];
        let is_straight = is_same([&names[0], &names[1]]);
        self.is_swapped = is_same([&names[1], &names[0]]) && !is_straight;
        if !is_straight && !self.is_swapped {
            let header = Transcript::of_match(names.clone(), length)?;
            self.names = names;
            self.games.begin_match(header);
        }
        if self.is_swapped {
            score.reverse();
        }
        // The file does not state the points of a game, which may have been resigned. They follow from the next score.
        if let Some(game) = self.games.open()
            && let Some((winner, points)) = &mut game.result
        {
            let won = score[winner.index()].checked_sub(game.score[winner.index()].into());
            *points = won.map_or(UNKNOWN_POINTS, u32::from);
        }
        self.games.begin();
        self.games.set_score(score)
    }

    fn act(&mut self, player: Player, text: &str, place: &str) -> Result<(), InputError> {
        let Some(game) = self.games.open() else {
            return Err(InputError::problem(
                "",
                text,
                say!("comes before the names of the players"),
            ));
        };
        let action = match text.split(' ').next().unwrap_or_default() {
            "doubles" | "redoubles" => TranscriptAction::Cube("double"),
            "accepts" => TranscriptAction::Cube("take"),
            "rejects" => TranscriptAction::Cube("pass"),
            "wants" => return Ok(()),
            "wins" => {
                game.result = Some((player, UNKNOWN_POINTS));
                return Ok(());
            }
            _ => {
                let wrong =
                    || InputError::new("", text, say!("two dice and a play, as in (3 1) 8-5 6-5"));
                let (dice, steps) = text
                    .strip_prefix('(')
                    .and_then(|text| text.split_once(')'))
                    .ok_or_else(wrong)?;
                let digits: String = dice.chars().filter(char::is_ascii_digit).collect();
                let roll = Roll::read(&digits).ok_or_else(wrong)?;
                TranscriptAction::Turn(roll, own_view(&read_steps(&steps.replace('-', "/"))))
            }
        };
        game.push(place, player, action, None)
    }
}

/// Parses `ann is X - ben is O`.
fn names_of(line: &str) -> Option<[String; 2]> {
    let (first, rest) = line.split_once(" is X")?;
    let second = rest.trim_start().strip_prefix('-')?.split_once(" is O")?.0;
    Some([first, second].map(|name| name.trim().to_owned()))
}

/// Parses `0-2 in a 5 point match`; without a length it is money play.
fn read_score(text: &str) -> Result<([u16; 2], u16), InputError> {
    let wrong =
        || InputError::new(say!("score"), text, say!("a score such as 0-2 in a 5 point match"));
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .map(|number| number.parse::<u16>().map_err(|_| wrong()));
    let mut next = || numbers.next().transpose();
    let score = [next()?.ok_or_else(wrong)?, next()?.ok_or_else(wrong)?];
    Ok((score, next()?.unwrap_or(0)))
}

/// Converts steps to the player's own view. Steps to higher points are written from the other side of the board.
fn own_view(play: &str) -> String {
    let place = |word: &str| word.trim_end_matches('*').parse::<usize>().ok();
    let goes_up = |part: &str| {
        let mut places = part.split('/');
        let ends = places.next().zip(places.next_back());
        match ends.map(|(from, to)| (place(from), place(to))) {
            Some((Some(from), Some(to))) => from < to,
            Some((Some(from), None)) => from > POINTS - 6,
            Some((None, Some(to))) => to <= 6,
            _ => false,
        }
    };
    if !play.split(',').any(goes_up) {
        return play.to_owned();
    }
    let turned = |word: &str| match place(word) {
        Some(point) if point <= POINTS => {
            let star = if word.ends_with('*') { "*" } else { "" };
            format!("{}{star}", POINTS + 1 - point)
        }
        _ => word.to_owned(),
    };
    let part = |part: &str| part.split('/').map(turned).collect::<Vec<_>>().join("/");
    play.split(',').map(part).collect::<Vec<_>>().join(",")
}
