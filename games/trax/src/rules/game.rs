//! The rules: [`Game`] for every variant of Trax.

use ludex_search::{Game, MAX_PLAYERS, MoveList, Player, Returns, Turn};

use super::board::Wins;
use super::face::Face;
use super::options::Options;
use super::position::{Ending, Move, Position, Undo, on};
use super::symmetry;
use ludex_kit::message;

/// Trax with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trax {
    options: Options,
}

impl Trax {
    /// The unlimited game without luck.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game with these options.
    pub fn with_options(options: Options) -> Self {
        Self { options }
    }

    /// The current options.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The faces that may be placed now.
    #[inline]
    pub(crate) fn faces<'a>(&self, pos: &'a Position) -> &'a [Face] {
        match (&pos.drawn_face, self.options.luck) {
            (Some(face), _) => std::slice::from_ref(face),
            (None, false) => &Face::ALL,
            (None, true) => &[],
        }
    }

    /// Whether a face can be drawn, that is, whether it fits into some cell.
    pub(crate) fn is_event(&self, pos: &Position, face: Face) -> bool {
        pos.n_tiles() == 0 || on!(&pos.group, board => board.has_turn(self.options.eight, &[face]))
    }

    /// Sets the ending if the last turn, made by the player who is not to move, ended the game. `wins` are the lines that it completed.
    #[inline]
    pub(crate) fn set_ending(&self, pos: &mut Position, wins: Wins) {
        let wins = if self.options.loops { wins.only(Wins::LOOPS) } else { wins };
        pos.wins = wins;
        if !wins.is_empty() {
            let mover = pos.to_move.other();
            let winner = if wins.has_line(mover.index()) { mover } else { mover.other() };
            pos.ending = Some(Ending::Won(winner));
        } else if self.options.eight && Self::is_stuck(pos) {
            pos.ending = Some(Ending::Draw);
        }
    }

    /// Whether no tile can be placed in the 8x8 game. A group that can still grow in both directions always has room.
    #[inline]
    fn is_stuck(pos: &Position) -> bool {
        let (width, height) = pos.size();
        (width == 8 || height == 8) && !on!(&pos.group, board => board.has_turn(true, &Face::ALL))
    }

    /// The two faces of a first turn.
    fn first_faces(pos: &Position) -> [Face; 2] {
        [Face::WhiteNorthWest, Face::WhiteVertical]
            .map(|face| symmetry::face(pos.start_symmetry.into(), face))
    }
}

impl Game for Trax {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;
    type Event = Face;

    const ALTERNATES: bool = true;
    const CHANCE: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::empty()
    }

    fn n_bytes(&self, pos: &Position) -> usize {
        size_of::<Position>() + on!(&pos.group, board => board.n_bytes())
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        if pos.ending.is_some() {
            Turn::Over
        } else if self.options.luck && pos.drawn_face.is_none() {
            Turn::Chance
        } else {
            Turn::Player(pos.to_move)
        }
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Move>) {
        let faces = self.faces(pos);
        if pos.n_tiles() == 0 {
            let first = Self::first_faces(pos);
            let faces = if self.options.luck { faces } else { &first[..] };
            out.extend(faces.iter().map(|&face| Move { x: 0, y: 0, face }));
            return;
        }
        on!(&pos.group, board => board.for_each_turn(self.options.eight, faces, |_, _| None, |cell, face| {
            let (x, y) = board.coordinates(cell);
            out.push(Move { x, y, face });
        }));
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        match (pos.n_tiles(), self.options.luck) {
            (0, false) => 2,
            (0, true) => 1,
            _ => {
                on!(&pos.group, board => board.count_turns(self.options.eight, self.faces(pos)))
            }
        }
    }

    fn is_legal(&self, pos: &Position, mv: Move) -> bool {
        if !self.faces(pos).contains(&mv.face) {
            return false;
        }
        if pos.n_tiles() == 0 {
            let shown = self.options.luck || Self::first_faces(pos).contains(&mv.face);
            return (mv.x, mv.y) == (0, 0) && shown;
        }
        let (left, top) = pos.corner();
        let (width, height) = pos.size();
        let near =
            |at: i16, low: i32, size: usize| (low - 1..=low + size as i32).contains(&i32::from(at));
        near(mv.x, left, width)
            && near(mv.y, top, height)
            && on!(&pos.group, board => {
                board.is_legal(self.options.eight, board.cell(mv.x, mv.y), mv.face)
            })
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Undo {
        let (wins, undo) = pos.play(mv);
        if self.options.eight || !wins.is_empty() {
            self.set_ending(pos, wins);
        }
        undo
    }

    #[inline]
    fn undo(&self, pos: &mut Position, _: Move, undo: Undo) {
        pos.undo(undo);
    }

    fn returns(&self, pos: &Position) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        if let Some(Ending::Won(winner)) = pos.ending {
            returns[winner.index()] = 1.0;
            returns[winner.other().index()] = -1.0;
        }
        returns
    }

    #[inline]
    fn hash(&self, pos: &Position) -> u64 {
        pos.hash()
    }

    fn node_hash(&self, pos: &Position) -> u64 {
        pos.hash_in_place()
    }

    /// Tiles are never moved, so every turn is irreversible.
    fn irreversible(&self, _pos: &Position, _mv: Move) -> bool {
        true
    }

    fn events(&self, pos: &Position, out: &mut Vec<(Face, u32)>) -> u32 {
        let first = out.len();
        let playable = Face::ALL.into_iter().filter(|&face| self.is_event(pos, face));
        out.extend(playable.map(|face| (face, face.weight())));
        out[first..].iter().map(|&(_, weight)| weight).sum()
    }

    fn apply_chance(&self, pos: &mut Position, event: Face) -> Undo {
        let undo = Undo::of_event(pos);
        pos.drawn_face = Some(event);
        undo
    }

    fn undo_chance(&self, pos: &mut Position, _: Face, undo: Undo) {
        pos.undo_chance(&undo);
    }

    fn symmetries(&self) -> usize {
        symmetry::SYMMETRIES
    }

    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        symmetry::image(pos, symmetry, false)
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        symmetry::turn(symmetry, mv)
    }
}

/// The names of the colours, White first.
pub const COLOURS: [&str; 2] = [message!("White"), message!("Red")];

/// The name of a player in the current language.
pub fn colour(player: Player) -> &'static str {
    crate::WORDS.translate(COLOURS[player.index()])
}
