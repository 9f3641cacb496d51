//! Setting up positions: placing, turning and removing tiles on the board and in hands; the colours, the bag, and the player to move.

use ludex_search::Game as _;

use super::facts::cell_name;
use super::picture::{ALONE, draw_alone};
use crate::notation::setup;
use crate::rules::board::Board;
use crate::rules::game::Tantrix;
use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::names::{direction_letter, edge_colour};
use crate::rules::options::Options;
use crate::rules::position::{HAND, Phase, PlayState, Position};
use crate::rules::tile::{ANY, Colour, Face, Fits, Tile, TileSet, required_by};
use crate::rules::virtual_filling::VirtualFilling;
use ludex_kit::interface::setting_up::{
    SettingUp, SetupField, TO_MOVE, TrayPiece, no_place, unknown,
};
use ludex_kit::{InputError, Touch, message, say, say_count};

const PLAYERS: &str = message!("Players");
const BAG: &str = message!("Bag");
const ALL_OTHERS: &str = message!("all other tiles");
const EMPTY: &str = message!("empty");
/// The fields for the colours of the players, and for those of the teams.
const COLOURS: [&str; 4] = [
    message!("Colour of player 1"),
    message!("Colour of player 2"),
    message!("Colour of player 3"),
    message!("Colour of player 4"),
];
const COLOURS_OF_TEAMS: [&str; 2] =
    [message!("Colour of players 1 and 3"), message!("Colour of players 2 and 4")];

impl SettingUp<Self> for Tantrix {
    fn pieces(&self, pos: &Position) -> Vec<TrayPiece> {
        let turned =
            (pos.board().n_tiles() > 0).then(|| TrayPiece::act(TrayPiece::TURN, &["tile"]));
        let parts = Parts::from_position(self, pos);
        let tiles = parts.others().iter().map(|tile| {
            let piece = TrayPiece::drawn(name(tile), &["cell", "seat"], ALONE, |scene| {
                draw_alone(scene, tile);
            });
            piece.labelled(say!("Tile {number}", number = tile.number()))
        });
        let taken = TrayPiece::act(TrayPiece::TAKE_AWAY, &["tile", "hand"]);
        turned.into_iter().chain(tiles).chain([taken]).collect()
    }

    fn fields(&self, pos: &Position) -> Vec<SetupField> {
        let options = self.options();
        let parts = Parts::from_position(self, pos);
        let (bag, label) = (parts.bag, parts.bag_label());
        let is_part = !bag.is_empty() && bag != parts.others();
        let bags = [ALL_OTHERS, EMPTY].map(str::to_owned).into_iter();
        let bags = bags.chain(is_part.then(|| label.clone()));
        let mut fields = vec![
            SetupField::among(TO_MOVE, parts.to_move + 1, 1..=options.players),
            SetupField::among(BAG, &label, bags),
            SetupField::among(PLAYERS, options.players, 2..=4),
        ];
        let names = Colour::ALL.map(Colour::name);
        fields.extend((0..options.n_colours()).map(|side| {
            let own = options.colours[side].name();
            SetupField::among(colour_field(options, side), own, names)
        }));
        fields
    }

    fn put(&self, pos: &Position, piece: &str, at: &Touch) -> Result<String, InputError> {
        let mut parts = Parts::from_position(self, pos);
        let done = match piece {
            TrayPiece::TURN => parts.turn(at),
            TrayPiece::TAKE_AWAY => parts.take(at),
            _ => {
                let tile = parts.others().iter().find(|&tile| name(tile) == piece);
                parts.put(tile.ok_or_else(|| unknown("piece", piece))?, at)
            }
        };
        done.and_then(|()| parts.write(self.options()))
            .map_err(|Wrong(sentence)| no_place(piece, at, sentence))
    }

    fn set(&self, pos: &Position, field: &str, value: &str) -> Result<String, InputError> {
        let mut options = self.options();
        let mut parts = Parts::from_position(self, pos);
        let wrong = |expected: String| InputError::new(field, value, expected);
        let sides = 0..options.n_colours();
        let side = { sides }.find(|&side| colour_field(options, side) == field);
        match field {
            TO_MOVE => {
                let mut players = 0..options.players;
                let player = players.find(|player| (player + 1).to_string() == value);
                parts.to_move = player.ok_or_else(|| wrong(say!("one of the players")))?;
                if parts.bag.is_empty() && parts.hands[usize::from(parts.to_move)].is_empty() {
                    return Err(wrong(say!("a player with a tile, because the bag is empty")));
                }
            }
            BAG if value == ALL_OTHERS => parts.bag = parts.others(),
            BAG if value == EMPTY => parts.bag = TileSet::EMPTY,
            BAG if value == parts.bag_label() => {}
            BAG => return Err(wrong(say!("all other tiles, or empty"))),
            PLAYERS => {
                let players = ["2", "3", "4"].iter().position(|&number| number == value);
                options.players = players.ok_or_else(|| wrong(say!("2, 3 or 4")))? as u8 + 2;
                options.teams &= options.players == 4;
                parts.seat(options.players);
            }
            _ => {
                let side = side.ok_or_else(|| unknown(&say!("field"), field))?;
                let mut colours = options.colours.iter();
                let chosen = colours.position(|colour| colour.name() == value);
                let chosen = chosen.ok_or_else(|| wrong(say!("Red, Yellow, Blue or Green")))?;
                // If another player had this colour, that player gets the colour that is replaced.
                options.colours.swap(side, chosen);
            }
        }
        let refused = |Wrong(sentence)| {
            InputError::problem(field, value, say!("is not possible: {reason}", reason = sentence))
        };
        parts.write(options).map_err(refused)
    }

    fn cleared(&self, _: &Position) -> String {
        setup::write(self, &self.start())
    }

    fn keys_in_text(&self) -> &'static [&'static str] {
        &["players", "colours", "teams"]
    }
}

fn name(tile: Tile) -> String {
    format!("Tile {}", tile.number())
}

fn colour_field(options: Options, side: usize) -> &'static str {
    if options.teams { COLOURS_OF_TEAMS[side] } else { COLOURS[side] }
}

/// Why a change is not possible, as a sentence.
struct Wrong(String);

impl Wrong {
    fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

/// A position, split into its parts. The phase of the turn is not included, because a position that is set up is at the beginning of a
/// turn.
struct Parts {
    /// In order of placement.
    tiles: Vec<Placement>,
    hands: Vec<TileSet>,
    bag: TileSet,
    to_move: u8,
}

impl Parts {
    fn from_position(game: &Tantrix, pos: &Position) -> Self {
        Self {
            tiles: pos.board().tiles().collect(),
            hands: pos.table.hands[..game.players()].to_vec(),
            bag: pos.unseen(),
            to_move: pos.table.to_move,
        }
    }

    /// The tiles that are neither on the board nor in a hand: they are in the bag or not in the game.
    fn others(&self) -> TileSet {
        let laid = self.tiles.iter().map(|placement| placement.face.tile());
        let seen = self.hands.iter().fold(laid.collect(), |seen: TileSet, &hand| seen.union(hand));
        TileSet(TileSet::ALL.0 & !seen.0)
    }

    fn bag_label(&self) -> String {
        match self.bag {
            TileSet::EMPTY => EMPTY.to_owned(),
            bag if bag == self.others() => ALL_OTHERS.to_owned(),
            bag => say_count!(bag.len() as u64, "{count} tile", "{count} tiles"),
        }
    }

    fn board(&self) -> Box<Board> {
        let mut board = Box::new(Board::empty());
        for &tile in &self.tiles {
            board.lay(tile);
        }
        board
    }

    /// Puts a tile into a hand, or on a cell in the first rotation that fits.
    fn put(&mut self, tile: Tile, at: &Touch) -> Result<(), Wrong> {
        self.bag = self.bag.without(tile);
        let seats = self.hands.iter_mut().zip(1..);
        let mut seats =
            seats.filter(|(_, number): &(_, u8)| at.name_of("seat") == Some(&number.to_string()));
        if let Some((hand, _)) = seats.next() {
            if hand.len() == HAND {
                return Err(Wrong::new(say!("the hand is full")));
            }
            *hand = hand.with(tile);
            return Ok(());
        }
        let board = self.board();
        let cells = board.frontier().iter().map(|id| board.site(id).hex);
        let mut cells = cells.chain(self.tiles.is_empty().then(Hex::default));
        let hex = cells.find(|&hex| at.name_of("cell") == Some(&cell_name(hex)));
        let hex = hex.ok_or_else(|| {
            Wrong::new(say!("a tile goes into a hand or an empty space beside the tiles"))
        })?;
        let face = faces(&board, tile, hex, !self.bag.is_empty()).next();
        let face = face.ok_or_else(|| mismatch(&board, tile, hex))?;
        self.tiles.push(Placement { face, hex });
        Ok(())
    }

    /// Turns a tile on the board to the next rotation that fits.
    fn turn(&mut self, at: &Touch) -> Result<(), Wrong> {
        let index = self.find(at).ok_or_else(|| Wrong::new(say!("there is no tile here")))?;
        let Placement { face, hex } = self.tiles.remove(index);
        let board = self.board();
        let all = || faces(&board, face.tile(), hex, !self.bag.is_empty());
        let later = all().find(|other| other.rotation() > face.rotation());
        let next = later.or_else(|| all().next()).filter(|&next| next != face);
        let face = next.ok_or_else(|| Wrong::new(say!("the tile fits in no other rotation")))?;
        self.tiles.insert(index, Placement { face, hex });
        Ok(())
    }

    /// The tile on the board that is pointed at.
    fn find(&self, at: &Touch) -> Option<usize> {
        let mut tiles = self.tiles.iter();
        tiles.position(|tile| at.name_of("tile") == Some(&tile.to_string()))
    }

    /// Removes a tile from the board or from a hand.
    fn take(&mut self, at: &Touch) -> Result<(), Wrong> {
        if let Some(index) = self.find(at) {
            let tile = self.tiles.remove(index).face.tile();
            if setup::check_connected(&self.tiles).is_err() {
                return Err(Wrong::new(say!(
                    "without this tile the others would not be connected"
                )));
            }
            self.give_back(TileSet::EMPTY.with(tile));
            return Ok(());
        }
        let held = |tile: &Tile| at.name_of("hand") == Some(&tile.number().to_string());
        for hand in &mut self.hands {
            if let Some(tile) = hand.iter().find(held) {
                *hand = hand.without(tile);
                self.give_back(TileSet::EMPTY.with(tile));
                return Ok(());
            }
        }
        Err(Wrong::new(say!("there is no tile here")))
    }

    /// Returns tiles to the bag. If the bag is empty, it stays empty and the tiles leave the game.
    fn give_back(&mut self, tiles: TileSet) {
        if !self.bag.is_empty() {
            self.bag = self.bag.union(tiles);
        }
    }

    /// Changes the number of players. The tiles of those who leave are returned to the bag.
    fn seat(&mut self, players: u8) {
        let players = usize::from(players);
        for hand in self.hands.split_off(self.hands.len().min(players)) {
            self.give_back(hand);
        }
        self.hands.resize(players, TileSet::EMPTY);
        if usize::from(self.to_move) >= players {
            self.to_move = 0;
        }
    }

    /// The text of the position at the beginning of a turn.
    fn write(&self, options: Options) -> Result<String, Wrong> {
        let board = self.board();
        if !self.bag.is_empty()
            && let Err(hex) = VirtualFilling::find(&board)
        {
            return Err(Wrong::new(say!(
                "filling the forced spaces would put a fourth tile around {cell}, which is forbidden while the bag has tiles",
                cell = cell_name(hex)
            )));
        }
        let mut hands = [TileSet::EMPTY; 4];
        hands[..self.hands.len()].copy_from_slice(&self.hands);
        let table = PlayState::new(hands, self.bag, self.to_move, Phase::Before);
        let mut pos = Position::from_parts(board, table, None);
        pos.go_on(options);
        Ok(setup::write(&Tantrix::with_options(options), &pos))
    }
}

/// The rotations in which a tile fits on a cell, from rotation `a` on. `restricted`: whether the first restriction applies.
fn faces(board: &Board, tile: Tile, hex: Hex, restricted: bool) -> impl Iterator<Item = Face> {
    let site = board.site_at(hex.cell());
    let fits = site.map_or(Fits::find(ANY), |site| site.fits(restricted));
    fits.among(TileSet::EMPTY.with(tile)).iter()
}

/// Explains why a tile does not fit on a cell in any rotation.
fn mismatch(board: &Board, tile: Tile, hex: Hex) -> Wrong {
    if faces(board, tile, hex, false).next().is_some() {
        return Wrong::new(say!(
            "a space would have three edges of one colour around it, which is forbidden while the bag has tiles"
        ));
    }
    let needed = (0..6).filter_map(|direction| {
        let face = board.tile_at(hex.neighbour(direction))?;
        let colour = edge_colour(required_by(face, direction));
        Some(say!("{colour} to the {direction}", colour, direction = direction_letter(direction)))
    });
    let needed: Vec<String> = needed.collect();
    let edges = needed.join(", ");
    Wrong::new(say!("the tile does not match: the space needs {edges}", edges))
}
