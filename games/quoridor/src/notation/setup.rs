//! A position as its text states it, before it is checked against the rules.

use ludex_search::Player;

use super::squares::parse_square;
use crate::rules::board::{Board, Square, Squares, each};
use crate::rules::game::Quoridor;
use crate::rules::options::{MOST_PLIES, Options, number, parse_board};
use crate::rules::position::{MOST_PLAYERS, Position};
use crate::rules::walls::Walls;
use ludex_kit::say;
use ludex_kit::{InputError, Variant};

/// The parts of a position text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    horizontal: Vec<Square>,
    vertical: Vec<Square>,
    pawns: Vec<Square>,
    stock: Vec<u8>,
    to_move: u32,
    board: Option<Board>,
    ply: Option<u16>,
    words: Variant,
}

impl Setup {
    /// Splits a text into its parts.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let fields: Vec<_> = text.trim().split('/').collect();
        if !(5..=6).contains(&fields.len()) {
            let expected =
                say!("HWALLS/VWALLS/PAWNS/WALLS-LEFT/TO-MOVE, and /WxH for a board other than 9x9");
            return Err(InputError::new("position", text, expected)
                .with_hint(say!("the start of a game for two is //e1 e9/10 10/1")));
        }
        let stock = fields[3]
            .split_whitespace()
            .map(|word| number(word, &say!("walls left"), 0, 255).map(|walls| walls as u8));
        let pawns = fields[2].split_whitespace();
        let (last, words) = last_field(fields[fields.len() - 1])?;
        let ply = words.get("ply");
        let ply = ply.map(|ply| number(ply, &say!("ply"), 0, MOST_PLIES));
        let to_move = if fields.len() == 5 { last } else { fields[4] };
        Ok(Self {
            horizontal: anchors(fields[0], &say!("horizontal walls"))?,
            vertical: anchors(fields[1], &say!("vertical walls"))?,
            pawns: pawns
                .map(|word| parse_square(word, &say!("pawns")))
                .collect::<Result<_, _>>()?,
            stock: stock.collect::<Result<_, _>>()?,
            to_move: number(to_move, &say!("player to move"), 1, MOST_PLAYERS as u32)?,
            board: (fields.len() == 6).then(|| parse_board(last)).transpose()?,
            ply: ply.transpose()?.map(|ply| ply as u16),
            words: words.without("ply"),
        })
    }

    /// The options of the game that this position belongs to. An error if `variant` contradicts them.
    pub fn options(&self, variant: &Variant) -> Result<Options, InputError> {
        let mut words = self.words.clone();
        words.set("players", self.pawns.len().to_string());
        if let Some(board) = self.board {
            words.set("board", board.to_string());
        }
        for (key, value) in words.iter() {
            match variant.get(key) {
                Some(other) if other != value => return Err(contradiction(key, value, other)),
                _ => {}
            }
        }
        if !(2..=MOST_PLAYERS).contains(&self.pawns.len()) {
            let sentence =
                say!("expected 2, 3 or 4 pawns, but found {number}", number = self.pawns.len());
            return Err(InputError::sentence(say!("pawns"), sentence));
        }
        Options::parse(&words.over(variant))
    }

    /// Checks that the position belongs to a game with these options.
    fn belongs_to(&self, options: &Options) -> Result<(), InputError> {
        let (pawns, players) = (self.pawns.len(), options.players);
        if pawns != usize::from(players) {
            let sentence = say!(
                "expected {players} pawns, one for each player, but found {number}",
                players,
                number = pawns
            );
            return Err(InputError::sentence(say!("pawns"), sentence));
        }
        if let Some(board) = self.board.filter(|&board| board != options.board) {
            return Err(contradiction("board", &board.to_string(), &options.board.to_string()));
        }
        for (key, value) in self.words.iter().filter(|&(key, _)| key != "walls") {
            let wanted = Options::parse(&Variant::new().with(key, value))?.value(key);
            let ours = options.value(key).unwrap_or_default();
            if wanted.as_ref() != Some(&ours) {
                return Err(contradiction(key, value, &ours));
            }
        }
        Ok(())
    }

    /// Checks the position against the rules of `game`.
    pub fn validate(&self, game: &Quoridor) -> Result<Position, InputError> {
        let options = game.options();
        self.belongs_to(options)?;
        let walls = self.walls(game)?;
        let pawns = self.pawns_on(options.board)?;
        if self.stock.len() != self.pawns.len() {
            let sentence = say!(
                "expected {players} numbers, one for each player, but found {number}",
                players = self.pawns.len(),
                number = self.stock.len()
            );
            return Err(InputError::sentence(say!("walls left"), sentence));
        }
        if self.to_move > u32::from(options.players) {
            let expected = say!("{min} to {max}", min = 1, max = options.players);
            let found = self.to_move.to_string();
            return Err(InputError::new(say!("player to move"), found, expected));
        }
        let mut stock = [0; MOST_PLAYERS];
        stock[..self.stock.len()].copy_from_slice(&self.stock);
        let mover = Player(self.to_move as u8 - 1);
        let players = usize::from(options.players);
        let mut position = Position::assemble(options.board, players, pawns, walls, stock, mover);
        if let Some(ply) = self.ply {
            if usize::from(ply) % players != mover.index() {
                let problem = say!(
                    "does not fit: after this number of plies, player {number} is not to move",
                    number = mover.0 + 1
                );
                return Err(InputError::problem(say!("ply"), ply.to_string(), problem));
            }
            position.set_ply(ply);
        }
        let mut arrived = None;
        for player in game.all_players() {
            let (pawn, goal) = (position.pawn(player), game.goal(player));
            if position.steps().distance(pawn.bit(), goal).is_none() {
                return Err(shut_out(player));
            }
            if goal & pawn.bit() != 0 && arrived.replace(player).is_some() {
                return Err(InputError::sentence(
                    say!("pawns"),
                    say!("more than one pawn is on its goal"),
                ));
            }
        }
        if let Some(winner) = arrived {
            position.set_winner(winner);
        }
        Ok(position)
    }

    fn walls(&self, game: &Quoridor) -> Result<Walls, InputError> {
        let mut walls = Walls::NONE;
        let all = [(&self.horizontal, 'h'), (&self.vertical, 'v')];
        for (anchors, direction) in all {
            for &anchor in anchors {
                let is_horizontal = direction == 'h';
                let place = || {
                    if is_horizontal { say!("horizontal walls") } else { say!("vertical walls") }
                };
                let room = walls.room(game.anchors);
                let (room, other) = match direction {
                    'h' => (room.horizontal, walls.vertical),
                    _ => (room.vertical, walls.horizontal),
                };
                let found = format!("{anchor}{direction}");
                if game.anchors & anchor.bit() == 0 {
                    let problem = say!(
                        "is outside the board: the last wall is on {square}",
                        square = last_anchor(game)
                    );
                    return Err(InputError::problem(place(), found, problem));
                }
                if room & anchor.bit() == 0 {
                    let crossing = other & anchor.bit() != 0;
                    let problem = if crossing {
                        say!("crosses another wall")
                    } else {
                        say!("overlaps another wall")
                    };
                    return Err(InputError::problem(place(), found, problem));
                }
                match direction {
                    'h' => walls.horizontal |= anchor.bit(),
                    _ => walls.vertical |= anchor.bit(),
                }
            }
        }
        Ok(walls)
    }

    fn pawns_on(&self, board: Board) -> Result<[Square; MOST_PLAYERS], InputError> {
        let mut pawns = [Square::default(); MOST_PLAYERS];
        let mut seen: Squares = 0;
        for (slot, &pawn) in pawns.iter_mut().zip(&self.pawns) {
            if !board.holds(pawn.column(), pawn.row()) {
                let problem = say!("is outside the {board} board", board);
                return Err(InputError::problem(say!("pawns"), pawn.to_string(), problem));
            }
            if seen & pawn.bit() != 0 {
                return Err(InputError::problem(
                    say!("pawns"),
                    pawn.to_string(),
                    say!("has more than one pawn"),
                ));
            }
            seen |= pawn.bit();
            *slot = pawn;
        }
        Ok(pawns)
    }
}

/// Error for a player without a path to the goal.
fn shut_out(player: Player) -> InputError {
    let sentence = say!("player {number} has no way to the goal", number = player.0 + 1);
    InputError::sentence(say!("walls"), sentence)
}

/// The last anchor of a board, for messages.
pub(crate) fn last_anchor(game: &Quoridor) -> String {
    each(game.anchors).last().map_or_else(String::new, |anchor| anchor.to_string())
}

fn contradiction(key: &str, value: &str, other: &str) -> InputError {
    let expected = say!("{key}={value}, as in the variant", key, value = other);
    InputError::new("position", format!("{key}={value}"), expected)
}

/// Parses a list of squares without separators.
fn anchors(text: &str, place: &str) -> Result<Vec<Square>, InputError> {
    let text = text.trim();
    let mut anchors = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end);
        anchors.push(parse_square(&rest[..end], place)?);
        rest = &rest[end..];
    }
    Ok(anchors)
}

/// Splits the last field into its first word and the options after it.
fn last_field(field: &str) -> Result<(&str, Variant), InputError> {
    let mut words = field.split_whitespace();
    let own = words.next().unwrap_or("");
    let mut options = Variant::new();
    for word in words {
        let pair = word.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty());
        let Some((key, value)) = pair else {
            return Err(InputError::new("position", word, say!("an option as key=value")));
        };
        if options.get(key).is_some() || ["players", "board"].contains(&key) {
            let problem = if options.get(key).is_some() {
                say!("is given twice")
            } else {
                say!(
                    "must be left out: the position itself shows the number of players and the board"
                )
            };
            return Err(InputError::problem("position", word, problem));
        }
        options.set(key, value);
    }
    Ok((own, options))
}
