//! The current position as a picture, and as coloured text.

use ludex_search::{Player, Turn};

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::pictures::{LastMove, Pictures, Shown};
use crate::say;
use crate::support::picture::{Role, Scene, unknown_letter};
use crate::support::styled::StyledText;

/// What a picture or text should show besides the position.
#[derive(Clone, Debug, Default)]
pub struct PictureRequest {
    /// Which move is marked as the last.
    pub last: LastMark,
    /// Candidate moves with their values, `MOVE=VALUE;…`.
    pub arrows: Option<String>,
    /// The player at the bottom.
    pub seat: Seat,
    /// Whether to show each player's shortest path.
    pub paths: bool,
    /// The beginning of a move, as touches of one of its [ways](crate::Way). The picture shows the move in progress.
    pub partial: Vec<String>,
    /// Whether to keep the frame of the previous position's picture, so that the two can be overlaid.
    pub same_frame: bool,
    /// Whether to show the board alone, without the lines about the players.
    pub bare: bool,
}

/// Which move is marked as the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LastMark {
    /// None.
    #[default]
    Nothing,
    /// The last move of the game, if there is one.
    IfAny,
    /// The last move of the game; an error if there is none.
    OfGame,
    /// The given move, which led to the position.
    Move(String),
}

/// The player at the bottom of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A player, counted from 1.
    Player(usize),
    /// The player to move.
    Mover,
}

impl Default for Seat {
    fn default() -> Self {
        Self::Player(1)
    }
}

/// What a player has apart from the board.
#[derive(Clone, Debug)]
pub struct PlayerBeside {
    /// Short phrases, such as `10 walls`.
    pub facts: Vec<String>,
    /// The pieces in hand or in reserve as a picture; `None` if there are none.
    pub held: Option<Scene>,
}

/// Draws the current position. Places in errors are `last`, `arrows`, `side`, `paths`, `partial` and [`BOARD`].
pub trait DrawPicture {
    /// Checks a request, apart from the size of the board.
    fn check_request(&self, request: &PictureRequest) -> Result<(), InputError>;

    /// The picture.
    fn picture(&self, request: &PictureRequest) -> Result<Scene, InputError>;

    /// The colour of each player's pieces in the picture.
    fn colours(&self) -> Vec<Role>;

    /// What each player has apart from the board.
    fn players_beside(&self) -> Vec<PlayerBeside>;

    /// The position as text for a terminal, ending in a line feed. Candidates are not shown.
    fn render(&self, request: &PictureRequest) -> Result<StyledText, InputError>;
}

impl<G: Playable> DrawPicture for Erased<G> {
    fn check_request(&self, request: &PictureRequest) -> Result<(), InputError> {
        self.shown(request, &self.past(request)).map(drop)
    }

    fn picture(&self, request: &PictureRequest) -> Result<Scene, InputError> {
        let offers = self.game.offers();
        let Some(pictures) = offers.pictures else {
            return Err(InputError::problem("game", G::INFO.name, say!("has no pictures")));
        };
        self.check_size()?;
        let past = self.past(request);
        Ok(pictures.draw(&self.shown(request, &past)?))
    }

    fn colours(&self) -> Vec<Role> {
        let pictures = self.game.offers().pictures;
        pictures.map_or_else(Vec::new, Pictures::colours)
    }

    fn players_beside(&self) -> Vec<PlayerBeside> {
        let Some(pictures) = self.game.offers().pictures else {
            return Vec::new();
        };
        let players = (0..self.game.players()).map(|player| Player(player as u8));
        let beside = |player| PlayerBeside {
            facts: pictures.player_facts(self.now(), player),
            held: pictures.held(self.now(), player),
        };
        players.map(beside).collect()
    }

    fn render(&self, request: &PictureRequest) -> Result<StyledText, InputError> {
        self.check_size()?;
        let past = self.past(request);
        Ok(self.game.render(&self.shown(request, &past)?))
    }
}

/// The place of an error about the board.
pub const BOARD: &str = "board";

/// The largest board that is drawn, in cells: hundreds of columns and rows. Each cell takes up to two kilobytes when a PNG is made.
const MOST_CELLS: usize = 100_000;

/// The longest turn in moves. A turn of Tantrix cannot have more moves than there are tiles.
const LONGEST_TURN: usize = 56;

/// The history of a position, as far as its picture shows it.
struct Past<G: Playable> {
    /// The last moves, latest first, each with the position before it.
    moves: Vec<(G::Position, G::Move)>,
    /// The position whose frame is kept.
    frame: Option<G::Position>,
}

impl<G: Playable> Past<G> {
    /// The moves with the positions before them.
    fn known(&self) -> Vec<LastMove<'_, G>> {
        let moves = self.moves.iter();
        moves.map(|(before, mv)| LastMove { before: Some(before), mv: *mv }).collect()
    }
}

impl<G: Playable> Erased<G> {
    /// An error if the board is too large to draw.
    fn check_size(&self) -> Result<(), InputError> {
        let pictures = self.game.offers().pictures;
        let size = pictures.and_then(|pictures| pictures.size(self.now()));
        match size {
            Some((columns, rows)) if columns * rows > MOST_CELLS => {
                let sentence = say!(
                    "a board of {columns} columns and {rows} rows is too large to draw: the limit is {limit} cells",
                    columns,
                    rows,
                    limit = MOST_CELLS
                );
                Err(InputError::sentence(BOARD, sentence))
            }
            _ => Ok(()),
        }
    }

    fn past(&self, request: &PictureRequest) -> Past<G> {
        let pictures = self.game.offers().pictures;
        let most = match request.last {
            _ if pictures.is_some_and(Pictures::needs_past) => usize::MAX,
            LastMark::Nothing => 0,
            _ => LONGEST_TURN,
        };
        let is_of_game = |before: &G::Position| {
            pictures.is_none_or(|pictures| pictures.is_same_game(before, self.now()))
        };
        Past {
            moves: self.line.moves_back(&self.game, most, is_of_game),
            frame: request.same_frame.then(|| self.line.position_before(&self.game)),
        }
    }

    fn shown<'a>(
        &'a self,
        request: &PictureRequest,
        past: &'a Past<G>,
    ) -> Result<Shown<'a, G>, InputError> {
        let pictures = self.game.offers().pictures;
        if request.paths && !pictures.is_some_and(Pictures::has_paths) {
            let problem = say!("has no shortest paths to draw");
            return Err(InputError::problem("paths", G::INFO.name, problem));
        }
        Ok(Shown {
            position: self.now(),
            last: self.last_moves(&request.last, past)?,
            past: if pictures.is_some_and(Pictures::needs_past) {
                past.known()
            } else {
                Vec::new()
            },
            candidates: self.candidates(request.arrows.as_deref())?,
            seat: self.seat(request.seat)?,
            paths: request.paths,
            partial: self.partial(&request.partial)?,
            frame: past.frame.as_ref(),
            bare: request.bare,
            is_repeated: self.is_repeated(),
        })
    }

    fn last_moves<'a>(
        &'a self,
        last: &LastMark,
        past: &'a Past<G>,
    ) -> Result<Vec<LastMove<'a, G>>, InputError> {
        let known = past.known();
        let pictures = self.game.offers().pictures;
        match (last, known.first()) {
            (LastMark::Nothing, _) => Ok(Vec::new()),
            (LastMark::OfGame, None) => {
                let error = InputError::sentence("last", say!("the game has no move to mark"));
                Err(error.with_hint(say!("--last MOVE names one")))
            }
            (LastMark::OfGame | LastMark::IfAny, _) => Ok(known),
            (LastMark::Move(text), None) => {
                let Some(pictures) = pictures else {
                    return Err(InputError::problem(
                        "last",
                        text,
                        say!("is not the last move of a game"),
                    ));
                };
                let mv = pictures.read_last(self.now(), text);
                let mv = mv.map_err(|error| error.within("last"))?;
                Ok(vec![LastMove { before: None, mv }])
            }
            (LastMark::Move(text), Some(&LastMove { before, mv })) => {
                let before = before.unwrap_or_else(|| self.now());
                match self.game.parse_move(before, text) {
                    Ok(read) if read == mv => Ok(known),
                    _ => {
                        let written = self.game.write_move(before, mv);
                        let expected = say!("{text}, the last move of the game", text = written);
                        Err(InputError::new("last", text, expected))
                    }
                }
            }
        }
    }

    fn candidates(&self, arrows: Option<&str>) -> Result<Vec<(G::Move, String)>, InputError> {
        let Some(arrows) = arrows else {
            return Ok(Vec::new());
        };
        let words = arrows.split(';').map(str::trim).filter(|word| !word.is_empty());
        let mut candidates = Vec::new();
        for (index, word) in words.enumerate() {
            let candidate = self.candidate(word);
            candidates.push(candidate.map_err(|e| e.within(format!("arrows, {}", index + 1)))?);
        }
        if candidates.is_empty() {
            return Err(InputError::new("arrows", arrows, say!("MOVE=VALUE;…")));
        }
        Ok(candidates)
    }

    fn candidate(&self, word: &str) -> Result<(G::Move, String), InputError> {
        let (text, value) =
            word.split_once('=').ok_or_else(|| InputError::new("", word, say!("MOVE=VALUE")))?;
        let (text, value) = (text.trim(), value.trim());
        if let Some(letter) = unknown_letter(value) {
            let problem =
                say!("cannot be drawn: a value may contain only ASCII letters, digits and signs");
            return Err(InputError::problem("value", letter, problem));
        }
        if value.chars().count() > LONGEST_VALUE {
            let expected = say!("at most {number} characters", number = LONGEST_VALUE);
            return Err(InputError::new("value", value, expected));
        }
        self.check_playing().map_err(|error| {
            let problem = say!("cannot be drawn: no player is to move");
            InputError::problem("", text, problem).with_hint(error.to_string())
        })?;
        Ok((self.game.parse_move(self.now(), text)?, value.to_owned()))
    }

    pub(super) fn seat(&self, seat: Seat) -> Result<Player, InputError> {
        let n_players = self.game.players();
        match seat {
            Seat::Mover => match self.game.turn(self.now()) {
                Turn::Player(player) => Ok(player),
                _ => Ok(self.game.next_player(self.now())),
            },
            Seat::Player(number) if (1..=n_players).contains(&number) => {
                Ok(Player(number as u8 - 1))
            }
            Seat::Player(number) => {
                let expected = say!("a player from 1 to {last}, or `mover`", last = n_players);
                Err(InputError::new("side", number.to_string(), expected))
            }
        }
    }
}

/// The longest value, in characters, that fits on a badge.
const LONGEST_VALUE: usize = 12;
