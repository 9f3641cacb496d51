//! A small game, in which a test can replace any part by a wrong one. A coin is tossed; then two players take turns to place stones on a
//! row of six squares, or to switch their own lamp on or off. When the row is full, the player with more pairs of adjacent stones wins. If
//! the numbers are equal, the player whom the coin favours gets half a win.

use std::fmt;

use ludex_search::{
    Defences, Evaluator, Game, IncrementalEvaluator, Listed, MAX_PLAYERS, MoveList, Player, Policy,
    Returns, Score, Step, Tactics, Turn, Wdl, hash_of, won_by,
};
use rand::{Rng, RngExt};

const SQUARES: u8 = 6;

#[derive(Clone, Copy, Default)]
pub(super) struct Position {
    pub(super) stones: [u8; 2],
    pub(super) lamps: [bool; 2],
    pub(super) mover: u8,
    pub(super) coin: Option<bool>,
    /// The number of moves so far. The rules do not depend on it.
    pub(super) n_moves: u32,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", key(self))
    }
}

/// Everything that the rules depend on.
pub(super) fn key(pos: &Position) -> ([u8; 2], [bool; 2], u8, Option<bool>) {
    (pos.stones, pos.lamps, pos.mover, pos.coin)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Move {
    Lamp,
    Place(u8),
}

/// The parts of the game, of an evaluator, of tactics and of a policy.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) players: usize,
    pub(super) turn: fn(&Position) -> Turn,
    pub(super) legal_moves: fn(&Position, &mut Vec<Move>),
    pub(super) count_moves: fn(&Position) -> u64,
    pub(super) is_legal: fn(&Position, Move) -> bool,
    pub(super) play: fn(&mut Position, Move),
    pub(super) undo: fn(&mut Position, Move, Position),
    pub(super) returns: fn(&Position) -> Returns,
    pub(super) hash: fn(&Position) -> u64,
    pub(super) node_hash: fn(&Position) -> u64,
    pub(super) repetition_hash: fn(&Position) -> u64,
    pub(super) irreversible: fn(&Position, Move) -> bool,
    pub(super) events: fn(&mut Vec<(bool, u32)>) -> u32,
    pub(super) sample: fn(u32) -> bool,
    pub(super) apply_chance: fn(&mut Position, bool),
    pub(super) undo_chance: fn(&mut Position, Position),
    pub(super) symmetries: usize,
    pub(super) transform: fn(&Position, usize) -> Position,
    pub(super) transform_move: fn(Move, usize) -> Move,
    pub(super) symmetric_hash: fn(&Position) -> u64,
    pub(super) bounds: (i32, i32),
    pub(super) evaluate: fn(&Position) -> i32,
    pub(super) after: fn(i32, &Position) -> i32,
    pub(super) wdl: fn(f32) -> Wdl,
    pub(super) wdl_at: fn(f32) -> Wdl,
    pub(super) values: fn(&Position) -> Returns,
    pub(super) result: fn(&Position) -> Returns,
    pub(super) total: Option<f32>,
    pub(super) pack: fn(Move) -> u32,
    pub(super) unpack: fn(&Position, u32) -> Option<Move>,
    pub(super) history_slot: fn(Move) -> usize,
    pub(super) node_info_after: fn(&Position, &Position) -> Position,
    pub(super) order: fn(Move) -> i32,
    pub(super) winning_move: fn(&Position) -> Option<Move>,
    pub(super) known_score: fn(&Position) -> Option<Score>,
    pub(super) known_line: fn(&Position) -> Option<Move>,
    pub(super) candidates: fn(&Position, &mut Vec<Move>) -> Listed,
    pub(super) tactical_moves: fn(&Position, &mut Vec<Move>),
    pub(super) in_danger: fn(&Position) -> bool,
    pub(super) evasions: fn(&Position, &mut Vec<Move>) -> Option<Defences>,
    pub(super) null_move: fn(&mut Position),
    pub(super) undo_null: fn(&mut Position),
    pub(super) priors: fn(&Position, &mut Vec<(Move, f32)>) -> Listed,
    pub(super) playout_move: fn(&Position) -> Move,
}

impl Parts {
    /// All parts are correct.
    pub(super) const RIGHT: Self = Self {
        players: 2,
        turn,
        legal_moves,
        count_moves: |pos| list(pos).len() as u64,
        is_legal: |pos, mv| list(pos).contains(&mv),
        play,
        undo: |pos, _, before| *pos = before,
        returns,
        hash: |pos| hash_of(&key(pos)),
        node_hash: |pos| hash_of(&key(pos)),
        repetition_hash: |pos| hash_of(&key(pos)),
        irreversible: |_, mv| mv != Move::Lamp,
        events: |out| {
            out.extend([(false, 2), (true, 1)]);
            3
        },
        sample: |ticket| ticket % 3 == 2,
        apply_chance: |pos, coin| pos.coin = Some(coin),
        undo_chance: |pos, before| *pos = before,
        symmetries: 2,
        transform,
        transform_move,
        symmetric_hash: |pos| hash_of(&key(pos)).min(hash_of(&key(&transform(pos, 1)))),
        bounds: (-500, 500),
        evaluate: |pos| 100 * lead(pos),
        after: |_, pos| 100 * lead(pos),
        wdl: Wdl::without_draws,
        wdl_at: Wdl::without_draws,
        values: |pos| values(lead(pos) as f32 / 5.0, pos),
        result: returns,
        total: Some(0.0),
        pack: |mv| match mv {
            Move::Lamp => 1,
            Move::Place(square) => 2 + u32::from(square),
        },
        unpack: |pos, packed| list(pos).into_iter().find(|&mv| (Self::RIGHT.pack)(mv) == packed),
        history_slot: |mv| (Self::RIGHT.pack)(mv) as usize,
        node_info_after: |pos, _| *pos,
        order: |mv| (Self::RIGHT.pack)(mv) as i32,
        winning_move,
        known_score: |pos| winning_move(pos).map(|_| Score::win_in(1)),
        known_line: winning_move,
        candidates: |pos, out| {
            out.extend(list(pos).into_iter().skip(1));
            Listed::Some
        },
        tactical_moves: |pos, out| out.extend(list(pos).into_iter().skip(1)),
        in_danger: |pos| winning_move(&passed(pos)).is_some(),
        evasions: |pos, out| {
            out.extend(list(pos).into_iter().filter(|&mv| !loses(pos, mv)));
            Some(Defences::AllButLost)
        },
        null_move: |pos| *pos = passed(pos),
        undo_null: |pos| *pos = passed(pos),
        priors: |pos, out| {
            out.extend(list(pos).into_iter().map(|mv| (mv, 0.25)));
            Listed::All
        },
        playout_move: |pos| list(pos)[0],
    };
}

/// The game. With `CHANCE` false, it claims to have no chance events.
pub(super) struct Lamps<const CHANCE: bool = true>(pub(super) Parts);

pub(super) fn turn(pos: &Position) -> Turn {
    match pos.coin {
        None => Turn::Chance,
        Some(_) if pos.stones[0] | pos.stones[1] == 0b11_1111 => Turn::Over,
        Some(_) => Turn::Player(Player(pos.mover)),
    }
}

pub(super) fn list(pos: &Position) -> Vec<Move> {
    let is_free = |square: &u8| (pos.stones[0] | pos.stones[1]) >> square & 1 == 0;
    let places = (0..SQUARES).filter(is_free).map(Move::Place);
    [Move::Lamp].into_iter().chain(places).collect()
}

fn legal_moves(pos: &Position, out: &mut Vec<Move>) {
    out.extend(list(pos));
}

pub(super) fn play(pos: &mut Position, mv: Move) {
    let mover = usize::from(pos.mover);
    match mv {
        Move::Lamp => pos.lamps[mover] ^= true,
        Move::Place(square) => pos.stones[mover] |= 1 << square,
    }
    pos.mover ^= 1;
    pos.n_moves += 1;
}

pub(super) fn after(pos: &Position, mv: Move) -> Position {
    let mut after = *pos;
    play(&mut after, mv);
    after
}

/// The same position with the other player to move.
pub(super) fn passed(pos: &Position) -> Position {
    let mover = pos.mover ^ 1;
    Position { mover, ..*pos }
}

/// Exchanges the colours and the player whom the coin favours.
pub(super) fn swapped(pos: &Position) -> Position {
    let ([first, second], [own, other]) = (pos.stones, pos.lamps);
    Position {
        stones: [second, first],
        lamps: [other, own],
        mover: pos.mover ^ 1,
        coin: pos.coin.map(|coin| !coin),
        n_moves: pos.n_moves,
    }
}

/// The lead of the player to move, in pairs.
fn lead(pos: &Position) -> i32 {
    let pairs = |player: u8| {
        let stones = pos.stones[usize::from(player)];
        (stones & stones >> 1).count_ones() as i32
    };
    pairs(pos.mover) - pairs(pos.mover ^ 1)
}

fn values(value: f32, pos: &Position) -> Returns {
    let mut returns = [0.0; MAX_PLAYERS];
    returns[usize::from(pos.mover)] = value;
    returns[usize::from(pos.mover ^ 1)] = -value;
    returns
}

pub(super) fn returns(pos: &Position) -> Returns {
    let mover = Player(pos.mover);
    match lead(pos) {
        1.. => won_by(mover),
        0 => won_by(Player(u8::from(pos.coin == Some(true)))).map(|value| value / 2.0),
        _ => won_by(mover.other()),
    }
}

/// Symmetry 1 mirrors the row.
pub(super) fn transform(pos: &Position, symmetry: usize) -> Position {
    let stones = match symmetry {
        0 => pos.stones,
        _ => pos.stones.map(|stones| stones.reverse_bits() >> (8 - SQUARES)),
    };
    Position { stones, ..*pos }
}

fn transform_move(mv: Move, symmetry: usize) -> Move {
    match mv {
        Move::Place(square) if symmetry == 1 => Move::Place(SQUARES - 1 - square),
        _ => mv,
    }
}

/// A stone on the last free square, if that wins.
pub(super) fn winning_move(pos: &Position) -> Option<Move> {
    let wins = |mv: &Move| {
        let after = after(pos, *mv);
        turn(&after) == Turn::Over && returns(&after)[usize::from(pos.mover)] > 0.0
    };
    list(pos).into_iter().find(wins)
}

/// Whether a move ends the game as a loss, or the other player wins with the next one.
fn loses(pos: &Position, mv: Move) -> bool {
    let after = after(pos, mv);
    match turn(&after) {
        Turn::Over => returns(&after)[usize::from(pos.mover)] < 0.0,
        _ => winning_move(&after).is_some(),
    }
}

impl<const CHANCE: bool> Game for Lamps<CHANCE> {
    type Position = Position;
    type Move = Move;
    type Undo = Position;
    type Event = bool;

    const ALTERNATES: bool = true;
    const CHANCE: bool = CHANCE;

    fn players(&self) -> usize {
        self.0.players
    }
    fn start(&self) -> Position {
        Position::default()
    }
    fn turn(&self, pos: &Position) -> Turn {
        (self.0.turn)(pos)
    }
    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Move>) {
        (self.0.legal_moves)(pos, out);
    }
    fn count_moves(&self, pos: &Position) -> u64 {
        (self.0.count_moves)(pos)
    }
    fn is_legal(&self, pos: &Position, mv: Move) -> bool {
        (self.0.is_legal)(pos, mv)
    }
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        (self.0.play)(pos, mv);
        before
    }
    fn undo(&self, pos: &mut Position, mv: Move, before: Position) {
        (self.0.undo)(pos, mv, before);
    }
    fn returns(&self, pos: &Position) -> Returns {
        (self.0.returns)(pos)
    }
    fn hash(&self, pos: &Position) -> u64 {
        (self.0.hash)(pos)
    }
    fn node_hash(&self, pos: &Position) -> u64 {
        (self.0.node_hash)(pos)
    }
    fn repetition_hash(&self, pos: &Position) -> u64 {
        (self.0.repetition_hash)(pos)
    }
    fn repetition(&self) -> Option<u32> {
        Some(9)
    }
    fn irreversible(&self, pos: &Position, mv: Move) -> bool {
        (self.0.irreversible)(pos, mv)
    }
    fn events(&self, _pos: &Position, out: &mut Vec<(bool, u32)>) -> u32 {
        (self.0.events)(out)
    }
    fn sample<R: Rng + ?Sized>(&self, _pos: &Position, rng: &mut R) -> bool {
        (self.0.sample)(rng.random())
    }
    fn apply_chance(&self, pos: &mut Position, coin: bool) -> Position {
        let before = *pos;
        (self.0.apply_chance)(pos, coin);
        before
    }
    fn undo_chance(&self, pos: &mut Position, _coin: bool, before: Position) {
        (self.0.undo_chance)(pos, before);
    }
    fn symmetries(&self) -> usize {
        self.0.symmetries
    }
    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        (self.0.transform)(pos, symmetry)
    }
    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        (self.0.transform_move)(mv, symmetry)
    }
    fn symmetric_hash(&self, pos: &Position) -> u64 {
        (self.0.symmetric_hash)(pos)
    }
}

impl Evaluator<Lamps> for Parts {
    fn evaluate(&self, _game: &Lamps, pos: &Position) -> Score {
        Score::from_raw((self.evaluate)(pos))
    }
    fn returns(&self, _game: &Lamps, pos: &Position) -> Returns {
        (self.values)(pos)
    }
    fn result(&self, _game: &Lamps, pos: &Position) -> Returns {
        (self.result)(pos)
    }
    fn total(&self, _game: &Lamps) -> Option<f32> {
        self.total
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::new(self.bounds.0), Score::new(self.bounds.1))
    }
    fn wdl(&self, score: Score) -> Wdl {
        (self.wdl)(score.value() as f32 / 500.0)
    }
    fn wdl_at(&self, _game: &Lamps, _pos: &Position, score: Score) -> Wdl {
        (self.wdl_at)(score.value() as f32 / 500.0)
    }
}

impl IncrementalEvaluator<Lamps> for Parts {
    type State = i32;

    fn fresh(&self, _game: &Lamps, pos: &Position) -> i32 {
        (self.evaluate)(pos)
    }
    fn after(
        &self,
        before: &i32,
        state: &mut i32,
        _game: &Lamps,
        pos: &Position,
        _step: Step<Move, bool>,
        _undo: &Position,
    ) {
        *state = (self.after)(*before, pos);
    }
    fn evaluate(&self, state: &i32, _game: &Lamps, _pos: &Position) -> Score {
        Score::from_raw(*state)
    }
    fn greatest(&self) -> Score {
        Score::new(self.bounds.1)
    }
    fn wdl(&self, score: Score) -> Wdl {
        (self.wdl)(score.value() as f32 / 500.0)
    }
}

impl Tactics<Lamps> for Parts {
    type NodeInfo = Position;

    fn pack(&self, mv: Move) -> u32 {
        (self.pack)(mv)
    }
    fn unpack(&self, _game: &Lamps, pos: &Position, packed: u32) -> Option<Move> {
        (self.unpack)(pos, packed)
    }
    fn history_slot(&self, _pos: &Position, mv: Move) -> usize {
        (self.history_slot)(mv)
    }
    fn node_info(&self, _game: &Lamps, pos: &Position) -> Position {
        *pos
    }
    fn node_info_after(
        &self,
        _game: &Lamps,
        pos: &Position,
        before: &Position,
        _mv: Option<Move>,
    ) -> Position {
        (self.node_info_after)(pos, before)
    }
    fn order(&self, _game: &Lamps, _pos: &Position, _info: &Position, mv: Move) -> i32 {
        (self.order)(mv)
    }
    fn winning_move(&self, _game: &Lamps, _pos: &Position, info: &Position) -> Option<Move> {
        (self.winning_move)(info)
    }
    fn known_score(&self, _game: &Lamps, pos: &Position, _depth: i32) -> Option<Score> {
        (self.known_score)(pos)
    }
    fn known_line(&self, _game: &Lamps, pos: &Position, out: &mut MoveList<Move>) {
        out.extend((self.known_line)(pos));
    }
    fn candidates(
        &self,
        _game: &Lamps,
        pos: &Position,
        _info: &Position,
        out: &mut MoveList<Move>,
    ) -> Listed {
        (self.candidates)(pos, out)
    }
    fn tactical_moves(
        &self,
        _game: &Lamps,
        pos: &Position,
        _info: &Position,
        out: &mut MoveList<Move>,
    ) {
        (self.tactical_moves)(pos, out);
    }
    fn in_danger(&self, info: &Position) -> bool {
        (self.in_danger)(info)
    }
    fn evasions(
        &self,
        _game: &Lamps,
        pos: &Position,
        _info: &Position,
        out: &mut MoveList<Move>,
    ) -> Option<Defences> {
        (self.evasions)(pos, out)
    }
    fn null_move(&self, _game: &Lamps, pos: &mut Position, _info: &Position) -> Option<Position> {
        let before = *pos;
        (self.null_move)(pos);
        Some(before)
    }
    fn undo_null(&self, _game: &Lamps, pos: &mut Position, _undo: Position) {
        (self.undo_null)(pos);
    }
}

impl Policy<Lamps> for Parts {
    fn priors(
        &self,
        _game: &Lamps,
        pos: &Position,
        _root_player: Player,
        out: &mut Vec<(Move, f32)>,
    ) -> Listed {
        (self.priors)(pos, out)
    }
    fn playout_move<R: Rng + ?Sized>(
        &self,
        _game: &Lamps,
        pos: &Position,
        _moves: &mut MoveList<Move>,
        _rng: &mut R,
    ) -> Move {
        (self.playout_move)(pos)
    }
}
