//! Gobble as the engine sees it: words in, words and tables out.

use std::sync::Arc;
use std::time::Duration;

use ludex_search::StopFlag;
use serde_json::json;

use super::game::Gobble;
use super::seat::Moment;
use super::series::series;
use super::settings::{GobbleSettings, KEYS};
use super::sheets;
use super::table::{GOBBLE_SIDES, SIDES, TileRefusal};
use super::words::{describe, edges, json_numbers, list, say};
use crate::interface::real_time::{Effort, RealTime, RealTimeKind, Said, Sheet};
use crate::support::styled::StyledText;
use crate::tantrix::show::render::draw_board;
use crate::tantrix::{Hex, Placement, Tile};
use crate::{Facts, InputError, Variant};

/// Gobble among the games in real time.
pub static REAL_TIME: RealTimeKind = RealTimeKind {
    word: ("mode", "gobble"),
    about: "Gobble, the party game: all play at once, and the first without tiles wins",
    keys: &KEYS,
    open,
    series: play_series,
};

const HELP: &str = "\
turn [N]           turn up the top tile (of stack N)
23c@1:-1 [give 3]  lay the tile turned up or a penalty tile; gift to player 3
places             where the tile turned up, or your penalty tiles, fit
discard            put the tile turned up on your penalty pile
show               the board and the players
quit               leave the game";

fn open(
    variant: &Variant,
    seed: u64,
    person: Option<usize>,
) -> Result<Box<dyn RealTime>, InputError> {
    let settings = Arc::new(GobbleSettings::read(variant)?);
    Ok(Box::new(
        Gobble::new(settings, seed, 0, person).with_story(),
    ))
}

impl RealTime for Gobble {
    fn variant(&self) -> Variant {
        self.table().settings().variant()
    }

    /// `BOARD STACKS PENALTIES`: players with `|` between them, stacks of one player with `/`, the top tile last; a tile
    /// that was turned up counts as the top of the first stack.
    fn position(&self) -> String {
        let board: Vec<String> = self
            .table()
            .board()
            .tiles()
            .map(|p| p.to_string())
            .collect();
        let seats = self.table().seats();
        let stacks = seats.iter().map(|seat| {
            let mut stacks = seat.stacks.clone();
            stacks[0].extend(seat.hand);
            let stacks: Vec<String> = stacks.iter().map(|stack| list(stack)).collect();
            stacks.join("/")
        });
        let penalties = seats.iter().map(|seat| list(&seat.penalty));
        let join = |words: Vec<String>| words.join("|");
        format!(
            "{} {} {}",
            board.join(","),
            join(stacks.collect()),
            join(penalties.collect())
        )
    }

    fn render(&self) -> StyledText {
        let board = self.table().board();
        let spaces = board.spaces().iter().map(|id| board.site(id).hex);
        let spaces: Vec<Hex> = spaces.collect();
        let mut text = draw_board(board, &spaces, &[]);
        for (index, seat) in self.table().seats().iter().enumerate() {
            text.push_str(&describe(index, seat, self.person() == Some(index)));
            text.push_str("\n");
        }
        text
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

    fn act(&mut self, at: Duration, line: &str) -> Result<Option<String>, InputError> {
        let at = at.as_micros() as Moment;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["turn"] => self.turn_up(at, None),
            ["turn", stack] => self.turn_up(at, Some(stack)),
            ["discard"] => match self.person_discards(at) {
                Some(_) => Ok(None),
                None => Err(InputError::new(
                    "move",
                    line,
                    "a tile that you have turned up",
                )),
            },
            ["places"] => Ok(Some(self.person_places())),
            [placement] if placement.contains('@') => self.lay_text(at, placement, None),
            [placement, "give", player] => self.lay_text(at, placement, Some(player)),
            _ => Err(InputError::new(
                "move",
                line,
                "turn, places, discard, or a placement such as 23c@1:-1",
            )),
        }
    }

    fn help(&self) -> &'static str {
        HELP
    }

    fn take_story(&mut self) -> Vec<Said> {
        Gobble::take_story(self).iter().map(say).collect()
    }

    fn standings(&self) -> Sheet {
        sheets::standings(self)
    }
}

impl Gobble {
    fn turn_up(&mut self, at: Moment, stack: Option<&str>) -> Result<Option<String>, InputError> {
        let stack = match stack {
            Some("1") => Some(0),
            Some("2") => Some(1),
            Some(other) => return Err(InputError::new("stack", other, "1 or 2")),
            None => None,
        };
        let tile = self.person_turns_up(at, stack).ok_or_else(|| {
            let expected = "no tile turned up yet, and a stack with tiles";
            InputError::new("move", "turn", expected)
        })?;
        Ok(Some(format!("tile {}: {}", tile.number(), edges(tile))))
    }

    fn lay_text(
        &mut self,
        at: Moment,
        text: &str,
        player: Option<&str>,
    ) -> Result<Option<String>, InputError> {
        let placement: Placement = text.parse()?;
        let n_players = self.table().seats().len();
        let giver = self.person().unwrap_or_default();
        let receiver = |word: &str| {
            let seat = word
                .parse()
                .ok()
                .and_then(|player: usize| player.checked_sub(1));
            let known =
                seat.filter(|&seat| self.table().receivers(giver).any(|other| other == seat));
            let expected = || format!("another player still in, 1 to {n_players}");
            known.ok_or_else(|| InputError::new("give", word, expected()))
        };
        let to = player.map(receiver).transpose()?;
        let laid = self.person_lays(at, placement, to);
        laid.map(|()| None).map_err(|refusal| {
            InputError::new("placement", text, refusal.expected())
                .with_hint("`places` lists where your tiles fit")
        })
    }

    /// Where the person's tiles fit.
    fn person_places(&self) -> String {
        let Some(seat) = self.person().map(|player| &self.table().seats()[player]) else {
            return String::new();
        };
        let tiles: Vec<(Tile, u8)> = if let Some(tile) = seat.hand {
            vec![(tile, SIDES)]
        } else {
            let any = self.table().settings().take_any;
            let playable = seat.playable_penalties(any).iter();
            playable.map(|&tile| (tile, GOBBLE_SIDES)).collect()
        };
        let places = tiles
            .iter()
            .flat_map(|&(tile, sides)| self.table().places(tile, sides));
        let texts: Vec<String> = places
            .flat_map(|(_, rotations)| rotations)
            .map(|placement| placement.to_string())
            .collect();
        if texts.is_empty() {
            "none".into()
        } else {
            texts.join(" ")
        }
    }
}

impl TileRefusal {
    /// What was expected instead.
    pub fn expected(self) -> String {
        match self {
            Self::NotHis => "the tile you turned up, or with none turned up a penalty tile".into(),
            Self::Taken => "an empty cell".into(),
            Self::TooFewSides { needed } => format!("a cell with {needed} tiles or more around it"),
            Self::Mismatch => "edges that match the tiles around".into(),
        }
    }
}

fn play_series(variant: &Variant, effort: &Effort, stop: &StopFlag) -> Result<Sheet, InputError> {
    let settings = Arc::new(GobbleSettings::read(variant)?);
    let Effort {
        n_games,
        seed,
        threads,
    } = *effort;
    let played = series(&settings, seed, n_games, threads, stop);
    Ok(sheets::results(&settings, &played))
}
