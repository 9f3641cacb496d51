//! Gobble as a real-time game for the engine: text in, text and tables out.

use std::sync::Arc;
use std::time::Duration;

use ludex_search::StopFlag;
use serde_json::{Value, json};

use super::game::Gobble;
use super::picture;
use super::seat::Moment;
use super::series::series;
use super::settings::{GobbleSettings, KEYS};
use super::sheets;
use super::table::{GOBBLE_SIDES, SIDES, TileRefusal};
use super::words::{describe, describe_event, edges, json_numbers, list};
use crate::WORDS;
use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::tile::Tile;
use crate::show::render::draw_board;
use ludex_kit::interface::real_time::{Effort, RealTime, RealTimeKind, Sheet, StoryEvent};
use ludex_kit::support::picture::Scene;
use ludex_kit::support::styled::StyledText;
use ludex_kit::{Facts, InputError, Level, Variant, message, say, say_count};

/// Gobble in the list of real-time games.
pub static REAL_TIME: RealTimeKind = RealTimeKind {
    word: ("mode", "gobble"),
    about: message!(
        "Gobble, the party game: all players act at once, and the first to run out of tiles wins"
    ),
    keys: &KEYS,
    open,
    series: play_series,
};

const HELP: &str = message!(
    "\
turn [N]           turn up the top tile (of stack N)
23c@1:-1 [give 3]  place the tile turned up or a penalty tile; gift to player 3
                   (without c, in the first rotation that fits)
places             where the tile turned up, or your penalty tiles, fit
discard            put the tile turned up on your penalty pile
show               the board and the players
quit               leave the game"
);

fn open(variant: &Variant, seed: u64, persons: &[usize]) -> Result<Box<dyn RealTime>, InputError> {
    let settings = Arc::new(GobbleSettings::read(variant)?);
    Ok(Box::new(Gobble::new(settings, seed, 0, persons).with_story()))
}

impl RealTime for Gobble {
    fn variant(&self) -> Variant {
        self.table().settings().variant()
    }

    fn players(&self) -> usize {
        self.table().seats().len()
    }

    /// `BOARD STACKS PENALTIES`. Players are separated by `|`, stacks of one player by `/`, with the top tile last. A tile that was turned
    /// up is written as the top of the first stack.
    fn position(&self) -> String {
        let board: Vec<String> = self.table().board().tiles().map(|p| p.to_string()).collect();
        let seats = self.table().seats();
        let stacks = seats.iter().map(|seat| {
            let mut stacks = seat.stacks.clone();
            stacks[0].extend(seat.hand);
            let stacks: Vec<String> = stacks.iter().map(|stack| list(stack)).collect();
            stacks.join("/")
        });
        let penalties = seats.iter().map(|seat| list(&seat.penalty));
        let join = |words: Vec<String>| words.join("|");
        format!("{} {} {}", board.join(","), join(stacks.collect()), join(penalties.collect()))
    }

    fn render(&self) -> StyledText {
        let board = self.table().board();
        let spaces = board.spaces().iter().map(|id| board.site(id).hex);
        let spaces: Vec<Hex> = spaces.collect();
        let mut text = draw_board(board, &spaces, &[]);
        for (index, seat) in self.table().seats().iter().enumerate() {
            text.push_str(&describe(index, seat, self.is_person(index)));
            text.push_str("\n");
        }
        text
    }

    fn draw(&self) -> Scene {
        picture::draw(self)
    }

    fn draw_hand(&self, seat: usize) -> Scene {
        picture::draw_hand(&self.table().seats()[seat])
    }

    fn level(&self, seat: usize) -> Option<Level> {
        self.table().settings().levels.get(seat).copied()
    }

    /// Stacks are face down, and a tile becomes known to all when it is turned up. So every player sees the same facts. In addition, each
    /// player gets a list of the tiles that they can play, with the places where each one fits and its rotations there.
    fn seen_facts(&self, seat: Option<usize>) -> Facts {
        let mut facts = self.facts();
        let seats = self.table().seats();
        for (index, seat) in seats.iter().enumerate() {
            let stacks = seat.stacks.iter().map(Vec::len);
            facts["players"][index]["stacks"] = stacks.collect();
            facts["players"][index]["person"] = self.is_person(index).into();
        }
        let tiles = self.table().board().tiles();
        let tiles = tiles.map(|placement| placement.to_string());
        facts.insert("board".into(), tiles.collect());
        if let Some(seat) = seat {
            let playable = self.playable(seat).into_iter();
            let playable = playable.map(|(tile, sides)| self.fits(tile, sides));
            facts.insert("playable".into(), playable.collect());
        }
        facts
    }

    fn facts(&self) -> Facts {
        let players = self.table().seats().iter().map(|seat| {
            json!({
                "stacks": seat.stacks.iter().map(|stack| json_numbers(stack)).collect::<Vec<_>>(),
                "hand": seat.hand.map(Tile::number),
                "penalty": json_numbers(&seat.penalty),
                "tiles": seat.n_tiles(),
            })
        });
        let mut facts = Facts::new();
        facts.insert("players".into(), players.collect());
        let spaces = self.table().board().spaces();
        let spaces = spaces.iter().map(|id| {
            let Hex { q, r } = self.table().board().site(id).hex;
            format!("{q}:{r}")
        });
        facts.insert("spaces".into(), spaces.collect());
        facts
    }

    fn is_over(&self) -> bool {
        Gobble::is_over(self)
    }

    fn next_event(&self) -> Option<Duration> {
        Gobble::next_event(self).map(Duration::from_micros)
    }

    fn step(&mut self) -> bool {
        Gobble::step(self)
    }

    fn act(&mut self, seat: usize, at: Duration, line: &str) -> Result<Option<String>, InputError> {
        let at = at.as_micros() as Moment;
        let words: Vec<&str> = line.split_whitespace().collect();
        if !self.is_person(seat) {
            let player = format!("player {}", seat + 1);
            let problem = say!("is not possible: an engine plays this seat");
            return Err(InputError::problem("move", line, problem).within(player));
        }
        match words[..] {
            ["turn"] => self.turn_up(seat, at, None),
            ["turn", stack] => self.turn_up(seat, at, Some(stack)),
            ["discard"] => match self.person_discards(seat, at) {
                Some(_) => Ok(None),
                None => Err(InputError::problem(
                    "move",
                    line,
                    say!("is not possible: you have turned up no tile"),
                )),
            },
            ["places"] => Ok(Some(self.person_places(seat))),
            [placement] if placement.contains('@') => self.lay_text(seat, at, placement, None),
            [placement, "give", player] => self.lay_text(seat, at, placement, Some(player)),
            _ => Err(InputError::new(
                "move",
                line,
                say!("turn, places, discard, or a placement such as 23c@1:-1"),
            )),
        }
    }

    fn leave(&mut self, seat: usize, at: Duration) {
        self.person_leaves(seat, at.as_micros() as Moment);
    }

    fn help(&self) -> &'static str {
        WORDS.translate(HELP)
    }

    fn take_story(&mut self) -> Vec<StoryEvent> {
        Gobble::take_story(self).iter().map(describe_event).collect()
    }

    fn standings(&self) -> Sheet {
        sheets::standings(self)
    }
}

impl Gobble {
    fn turn_up(
        &mut self,
        seat: usize,
        at: Moment,
        stack: Option<&str>,
    ) -> Result<Option<String>, InputError> {
        let stack = match stack {
            Some("1") => Some(0),
            Some("2") => Some(1),
            Some(other) => return Err(InputError::new(say!("stack"), other, say!("1 or 2"))),
            None => None,
        };
        let tile = self.person_turns_up(seat, at, stack).ok_or_else(|| {
            let problem =
                say!("is not possible: you have turned up a tile already, or the stack is empty");
            InputError::problem("move", "turn", problem)
        })?;
        Ok(Some(say!("tile {number}: {edges}", number = tile.number(), edges = edges(tile))))
    }

    fn lay_text(
        &mut self,
        seat: usize,
        at: Moment,
        text: &str,
        player: Option<&str>,
    ) -> Result<Option<String>, InputError> {
        let placement = self.turned_as_it_fits(text)?;
        let n_players = self.table().seats().len();
        let receiver = |word: &str| {
            let receiver = word.parse().ok().and_then(|player: usize| player.checked_sub(1));
            let known = receiver
                .filter(|&receiver| self.table().receivers(seat).any(|other| other == receiver));
            let expected = || {
                say!(
                    "the number of another player who may receive a tile, 1 to {most}",
                    most = n_players
                )
            };
            known.ok_or_else(|| InputError::new("give", word, expected()))
        };
        let to = player.map(receiver).transpose()?;
        let laid = self.person_lays(seat, at, placement, to);
        laid.map(|()| None).map_err(|refusal| {
            InputError::problem(say!("placement"), text, refusal.problem())
                .with_hint(say!("`places` lists where your tiles fit"))
        })
    }

    /// The placement that a text describes. If the text has no rotation, the first rotation that fits is taken. If none fits, rotation a is
    /// returned, and placing it gives the error.
    fn turned_as_it_fits(&self, text: &str) -> Result<Placement, InputError> {
        let number = text.split_once('@').map(|(tile, _)| tile);
        if number.is_none_or(|number| number.bytes().any(|byte| !byte.is_ascii_digit())) {
            return text.parse();
        }
        let unturned: Placement = text.replacen('@', "a@", 1).parse()?;
        let tile = unturned.face.tile();
        let mut fitting = self.table().places(tile, 1).flat_map(|(_, fits)| fits);
        let fits = fitting.find(|placement| placement.hex == unturned.hex);
        Ok(fits.unwrap_or(unturned))
    }

    /// The tiles that a player may place now, and the number of tiles that each must touch.
    pub(super) fn playable(&self, seat: usize) -> Vec<(Tile, u8)> {
        let any = self.table().settings().take_any;
        let seat = &self.table().seats()[seat];
        if let Some(tile) = seat.hand {
            return vec![(tile, SIDES)];
        }
        let playable = seat.playable_penalties(any).iter();
        playable.map(|&tile| (tile, GOBBLE_SIDES)).collect()
    }

    /// The places where a tile fits, as JSON, each with the rotations that fit.
    fn fits(&self, tile: Tile, sides: u8) -> Value {
        let place = |rotations: Vec<Placement>| {
            let Hex { q, r } = rotations[0].hex;
            let turns = rotations.iter().map(|placement| placement.face.rotation());
            json!({"at": format!("{q}:{r}"), "turns": turns.collect::<Vec<_>>()})
        };
        let places = self.table().places(tile, sides).map(|(_, rotations)| place(rotations));
        json!({"tile": tile.number(), "places": places.collect::<Vec<_>>()})
    }

    /// The placements that a person may make, separated by spaces; `none` if there are none.
    fn person_places(&self, seat: usize) -> String {
        let tiles = self.playable(seat);
        let places = tiles.iter().flat_map(|&(tile, sides)| self.table().places(tile, sides));
        let texts: Vec<String> = places
            .flat_map(|(_, rotations)| rotations)
            .map(|placement| placement.to_string())
            .collect();
        if texts.is_empty() { say!("none") } else { texts.join(" ") }
    }
}

impl TileRefusal {
    /// The end of a sentence that begins with the placement.
    pub fn problem(self) -> String {
        match self {
            Self::NotOwned => {
                say!(
                    "is not possible: place the tile that you turned up or, if none is turned up, a penalty tile"
                )
            }
            Self::Taken => say!("is not possible: the cell is occupied"),
            Self::TooFewSides { needed } => say_count!(
                needed.into(),
                "is not possible: this tile must touch at least {count} tile",
                "is not possible: this tile must touch at least {count} tiles"
            ),
            Self::Mismatch => say!("is not possible: an edge does not match the tile next to it"),
        }
    }
}

fn play_series(variant: &Variant, effort: &Effort, stop: &StopFlag) -> Result<Sheet, InputError> {
    let settings = Arc::new(GobbleSettings::read(variant)?);
    let Effort { n_games, seed, threads } = *effort;
    let played = series(&settings, seed, n_games, threads, stop);
    Ok(sheets::results(&settings, &played))
}
