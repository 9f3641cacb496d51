//! Placements and draws as words: `23c@1:-1`, `>41`, and a whole turn `23c@1:-1>41+7a@0:2>12`.

use ludex_search::Turn;

use super::setup::{self, Setup};
use crate::rules::game::Tantrix;
use crate::rules::illegal::IllegalPlacement;
use crate::rules::moves::{Placement, read_tile};
use crate::rules::position::Position;
use crate::rules::tile::Tile;
use ludex_kit::{InputError, Notation, say};
use ludex_search::{Game, Step};

/// Precedes a drawn tile.
const DRAW: char = '>';
/// Joins the placements of a turn.
const JOIN: char = '+';

/// Splits a word into placements and draws. The word is a turn, or a placement with its draw.
pub(crate) fn split(word: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    for part in word.split(JOIN) {
        let mut rest = part;
        while let Some(at) = rest.char_indices().skip(1).find(|&(_, c)| c == DRAW).map(|(at, _)| at)
        {
            steps.push(&rest[..at]);
            rest = &rest[at..];
        }
        steps.push(rest);
    }
    steps
}

impl Notation for Tantrix {
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = Setup::read(text)?;
        // The options after the position must be those of the game.
        let options = setup.options(&self.options().variant())?;
        if options != self.options() {
            let found = setup.words.to_string();
            return Err(InputError::new(
                format!("position, {}", say!("options")),
                found,
                self.options().variant().to_string(),
            ));
        }
        setup.position(self)
    }

    fn write_position(&self, pos: &Position) -> String {
        setup::write(self, pos)
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Placement, InputError> {
        if self.turn(pos) == Turn::Over {
            return Err(InputError::problem("move", text, IllegalPlacement::Over.to_string()));
        }
        let placement: Placement = text
            .parse()
            .map_err(|error: InputError| InputError { place: "move".to_owned(), ..error })?;
        match self.why_illegal(pos, placement) {
            None => Ok(placement),
            Some(illegal) => {
                let error = InputError::problem("move", text, illegal.to_string());
                Err(match illegal {
                    IllegalPlacement::NotInHand => error.with_hint(hint_of_hand(pos)),
                    _ => error,
                })
            }
        }
    }

    fn write_move(&self, _pos: &Position, mv: Placement) -> String {
        mv.to_string()
    }

    fn parse_event(&self, pos: &Position, text: &str) -> Result<Tile, InputError> {
        let error = |expected: String| InputError::new(say!("draw"), text, expected);
        let problem = |problem: String| InputError::problem(say!("draw"), text, problem);
        let number =
            text.strip_prefix(DRAW).ok_or_else(|| error(say!("a drawn tile, as in >41")))?;
        let tile = read_tile(number).map_err(error)?;
        if self.turn(pos) != Turn::Chance {
            return match pos.last_event() {
                Some(drawn) if drawn == tile => Ok(tile),
                Some(drawn) => Err(problem(say!(
                    "is not the next tile in the order of the bag: that is >{tile}",
                    tile = drawn.number()
                ))),
                None => Err(problem(say!("cannot be drawn now: the next step is a placement"))),
            };
        }
        if !pos.unseen().contains(tile) {
            return Err(error(say!("a tile that is in the bag")));
        }
        Ok(tile)
    }

    fn write_event(&self, _pos: &Position, event: Tile) -> String {
        format!("{DRAW}{}", event.number())
    }

    fn parse_step(&self, pos: &Position, text: &str) -> Result<Step<Placement, Tile>, InputError> {
        if text.starts_with(DRAW) || self.turn(pos) == Turn::Chance {
            self.parse_event(pos, text).map(Step::Event)
        } else {
            self.parse_move(pos, text).map(Step::Move)
        }
    }

    fn split_steps<'a>(&self, text: &'a str) -> Vec<&'a str> {
        split(text)
    }
}

fn hint_of_hand(pos: &Position) -> String {
    let numbers: Vec<String> =
        pos.hand(pos.to_move()).iter().map(|tile| tile.number().to_string()).collect();
    say!("player {player} holds {tiles}", player = pos.to_move().0 + 1, tiles = numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_splits_into_placements_and_draws() {
        let check = |word: &str, steps: &[&str]| assert_eq!(split(word), steps);
        check("23c@1:-1>41+7a@0:2>12", &["23c@1:-1", ">41", "7a@0:2", ">12"]);
        check("23c@1:-1", &["23c@1:-1"]);
        check(">41", &[">41"]);
        check("", &[""]);
        check("1a@0:0+", &["1a@0:0", ""]);
    }
}
