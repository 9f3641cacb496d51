//! The rules: [`Game`] for a single game or a whole match.
//!
//! A match is one game of the toolkit: when one of its games ends and the match is not decided, the position becomes the opening of
//! the next game, with the new score.

use ludex_search::{Game, MAX_PLAYERS, MoveList, Player, Returns, Turn};
use rand::{Rng, RngExt};

use super::board::{Board, CHECKERS, Side};
use super::dice::{OPENING_ROLLS, ROLL_WEIGHT, ROLLS, Roll};
use super::movegen::{self, Reached};
use super::moves::Move;
use super::options::Options;
use super::position::{Cube, Phase, Position, Status};

/// Tryktrak with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tryktrak {
    options: Options,
    /// Whether play stops at the end of the current game even in a match. Searches set this and evaluate the end of the game from the match
    /// score.
    single: bool,
}

impl Tryktrak {
    /// A single game for money.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game with these options.
    pub fn with_options(options: Options) -> Self {
        Self { options, single: false }
    }

    /// The same rules, except that play stops at the end of the current game, also in a match.
    #[must_use]
    pub fn single_game(&self) -> Self {
        Self { single: true, ..self.clone() }
    }

    /// The current options.
    #[inline(always)]
    pub fn options(&self) -> Options {
        self.options
    }

    /// The opening of a game at this score.
    pub fn opening(&self, score: [u8; 2], crawford: bool) -> Position {
        let status = Status { score, crawford, ..Status::START };
        Position::new([Side::START; 2], status)
    }

    /// Whether the rules allow the player who is about to roll to double, even if a double is pointless.
    #[inline]
    pub fn can_double(&self, status: &Status) -> bool {
        let cube = status.cube;
        self.options.cube
            && !status.crawford
            && cube.doublings < Cube::MOST
            && cube.owner != Some(status.player.other())
    }

    /// Whether doubling is among the legal moves of the player who is about to roll. It is left out if a plain win at the current cube
    /// already wins the match.
    #[inline]
    pub fn offers_double(&self, status: &Status) -> bool {
        self.can_double(status)
            && (self.options.is_money()
                || u32::from(status.score[status.player.index()]) + status.cube.value()
                    < u32::from(self.options.length))
    }

    /// Whether the player who was doubled may beaver (double at once and keep the cube). Beavers exist only in money play, and a beaver
    /// cannot be answered by another one.
    pub fn can_beaver(&self, status: &Status) -> bool {
        self.options.is_money()
            && self.options.beavers
            && status.multiple == 0
            && status.cube.doublings + 2 <= Cube::MOST
    }

    /// The number by which the cube is multiplied for a win. Under the Jacoby rule the number is 1, even for a gammon, if the cube was
    /// never turned.
    pub(crate) fn multiple(&self, cube: Cube, times: u8) -> u8 {
        let counts_gammons =
            !(self.options.is_money() && self.options.jacoby && cube.doublings == 0);
        if counts_gammons { times } else { 1 }
    }

    /// The position after `winner` has won the game at `multiple` times the cube: the end, or the opening of the next game.
    pub(crate) fn won(&self, pos: &Position, winner: Player, multiple: u8) -> Position {
        let status = pos.status();
        let points = u32::from(multiple) * status.cube.value();
        let mut score = status.score;
        let sum = u32::from(score[winner.index()]) + points;
        if self.single || self.options.is_money() || sum >= u32::from(self.options.length) {
            return pos.with_status(Status {
                phase: Phase::Over,
                player: winner,
                dice: (0, 0),
                multiple,
                ..status
            });
        }
        score[winner.index()] = sum as u8;
        let crawford = self.is_crawford_game(status.score, score);
        self.opening(score, crawford).with_ply(pos.ply())
    }

    /// Whether the game at `score` is the Crawford game, if the game before it began at `before`.
    pub fn is_crawford_game(&self, before: [u8; 2], score: [u8; 2]) -> bool {
        let nearly = |score: [u8; 2]| score.iter().any(|&s| s + 1 == self.options.length);
        self.options.crawford && nearly(score) && !nearly(before)
    }

    /// Ends the game if a side has borne off its last checker; otherwise returns the same position.
    pub(crate) fn after_bearing_off(&self, pos: &Position) -> Position {
        let done =
            [Player(0), Player(1)].into_iter().find(|&player| pos.side(player).off() == CHECKERS);
        match done {
            Some(winner) => {
                let times = pos.side(winner.other()).multiple_lost();
                let multiple = self.multiple(pos.status().cube, times);
                self.won(pos, winner, multiple)
            }
            None => *pos,
        }
    }

    /// The position after a play that led to `board`, from the view of the player who made it.
    #[inline]
    pub fn after_play(&self, pos: &Position, board: Board) -> Position {
        let status = pos.status();
        let next =
            Status { phase: Phase::ToRoll, player: status.player.other(), dice: (0, 0), ..status };
        let after = Position::new(board.sides(status.player), next).with_ply(pos.ply() + 1);
        if board.mine.off() == CHECKERS {
            return self.after_bearing_off(&after);
        }
        after
    }

    /// The position after a move.
    pub(crate) fn after_move(&self, pos: &Position, mv: Move) -> Position {
        let mut status = pos.status();
        match mv {
            Move::Play(play) => return self.after_play(pos, pos.board().after(play)),
            Move::Pass => return self.won(pos, status.player.other(), 1),
            Move::Resign(loser, times) => {
                let multiple = self.multiple(status.cube, times);
                return self.won(pos, loser.other(), multiple);
            }
            Move::Roll => status.phase = Phase::Rolling,
            Move::Double => {
                status.phase = Phase::Doubled;
                status.player = status.player.other();
            }
            Move::Take | Move::Beaver => {
                let beavered = status.answers_beaver();
                let taker = status.player;
                status.cube.doublings += 1;
                // A player who beavers keeps the cube. If the opponent then takes, they only accept the higher stake.
                if !beavered {
                    status.cube.owner = Some(taker);
                }
                status.multiple = u8::from(mv == Move::Beaver);
                (status.phase, status.player) = match (mv, beavered) {
                    (Move::Beaver, _) => (Phase::Doubled, taker.other()),
                    // After a beaver, the player who takes is the one who doubled and rolls.
                    (_, true) => (Phase::ToRoll, taker),
                    (_, false) => (Phase::ToRoll, taker.other()),
                };
            }
        }
        pos.with_status(status)
    }
}

/// The position after a roll. If the player could have doubled, the roll means that they do not double.
fn after_roll(pos: &Position, roll: Roll) -> Position {
    let mut status = pos.status();
    if status.phase == Phase::Opening {
        status.player = Player(u8::from(roll.1 > roll.0));
    }
    let Roll(high, low) = roll.ordered();
    status.dice = (high, low);
    status.phase = Phase::Moving;
    pos.with_status(status)
}

impl Game for Tryktrak {
    type Position = Position;
    type Move = Move;
    /// The previous position.
    type Undo = Position;
    type Event = Roll;

    const ALTERNATES: bool = false;
    const CHANCE: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        self.opening([0, 0], false)
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        let status = pos.status();
        match status.phase {
            Phase::Moving | Phase::Doubled => Turn::Player(status.player),
            Phase::ToRoll if self.offers_double(&status) => Turn::Player(status.player),
            Phase::ToRoll | Phase::Opening | Phase::Rolling => Turn::Chance,
            Phase::Over => Turn::Over,
        }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Move>) {
        let status = pos.status();
        match status.phase {
            Phase::Moving => with_plays(pos.board(), status.dice, |plays| {
                out.extend(plays.iter().map(|reached| Move::Play(reached.play)));
            }),
            Phase::ToRoll => out.extend([Move::Roll, Move::Double]),
            Phase::Doubled => {
                out.extend([Move::Take, Move::Pass]);
                if self.can_beaver(&status) {
                    out.push(Move::Beaver);
                }
            }
            Phase::Opening | Phase::Rolling | Phase::Over => {}
        }
    }

    fn count_moves(&self, pos: &Position) -> u64 {
        let status = pos.status();
        match status.phase {
            Phase::Moving => movegen::count(pos.board(), status.dice),
            Phase::ToRoll => 2,
            Phase::Doubled => 2 + u64::from(self.can_beaver(&status)),
            Phase::Opening | Phase::Rolling | Phase::Over => 0,
        }
    }

    fn is_legal(&self, pos: &Position, mv: Move) -> bool {
        let status = pos.status();
        match (status.phase, mv) {
            (Phase::Moving, Move::Play(play)) => with_plays(pos.board(), status.dice, |plays| {
                plays.iter().any(|reached| reached.play == play)
            }),
            (Phase::ToRoll, Move::Roll) | (Phase::Doubled, Move::Take | Move::Pass) => true,
            (Phase::ToRoll, Move::Double) => self.can_double(&status),
            (Phase::Doubled, Move::Beaver) => self.can_beaver(&status),
            _ => false,
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        std::mem::replace(pos, self.after_move(pos, mv))
    }

    #[inline]
    fn undo(&self, pos: &mut Position, _: Move, undo: Position) {
        *pos = undo;
    }

    /// Points in money play; in a match, 1 for a win and −1 for a loss.
    fn returns(&self, pos: &Position) -> Returns {
        let status = pos.status();
        let points = if self.options.is_money() {
            f32::from(status.multiple) * status.cube.value() as f32
        } else {
            1.0
        };
        let mut returns = [0.0; MAX_PLAYERS];
        returns[status.player.index()] = points;
        returns[status.player.other().index()] = -points;
        returns
    }

    /// In money play there is no limit, because the cube multiplies the points.
    fn greatest_return(&self) -> f32 {
        if self.options.is_money() { f32::INFINITY } else { 1.0 }
    }

    #[inline]
    fn hash(&self, pos: &Position) -> u64 {
        pos.hash()
    }

    /// No position can recur before the next roll.
    fn irreversible(&self, _pos: &Position, _mv: Move) -> bool {
        true
    }

    fn events(&self, pos: &Position, out: &mut Vec<(Roll, u32)>) -> u32 {
        if pos.status().phase == Phase::Opening {
            out.extend(OPENING_ROLLS.map(|roll| (roll, 1)));
            OPENING_ROLLS.len() as u32
        } else {
            out.extend(ROLLS);
            ROLL_WEIGHT
        }
    }

    #[inline]
    fn apply_chance(&self, pos: &mut Position, event: Roll) -> Position {
        std::mem::replace(pos, after_roll(pos, event))
    }

    #[inline]
    fn undo_chance(&self, pos: &mut Position, _: Roll, undo: Position) {
        *pos = undo;
    }

    #[inline]
    fn sample<R: Rng + ?Sized>(&self, pos: &Position, rng: &mut R) -> Roll {
        if pos.status().phase == Phase::Opening {
            return OPENING_ROLLS[rng.random_range(0..OPENING_ROLLS.len())];
        }
        let pair = rng.random_range(0..36);
        Roll(pair / 6 + 1, pair % 6 + 1).ordered()
    }

    /// Symmetry 1 exchanges the players. Moves are from the mover's view, so they stay the same.
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        if symmetry == 0 {
            return *pos;
        }
        let mut status = pos.status();
        status.score.swap(0, 1);
        status.cube.owner = status.cube.owner.map(Player::other);
        if status.phase != Phase::Opening {
            status.player = status.player.other();
        }
        let sides = [pos.side(Player(1)), pos.side(Player(0))];
        Position::new(sides, status).with_ply(pos.ply())
    }
}

/// Calls a function with the plays of a roll.
pub(crate) fn with_plays<T>(
    board: Board,
    dice: (u8, u8),
    visit: impl FnOnce(&[Reached]) -> T,
) -> T {
    thread_local! {
        /// A buffer for move generation, so that nothing is allocated per node.
        static BUFFER: std::cell::Cell<Vec<Reached>> = const { std::cell::Cell::new(Vec::new()) };
    }
    let mut buffer = BUFFER.take();
    buffer.clear();
    movegen::plays(board, dice, &mut buffer);
    let result = visit(&buffer);
    BUFFER.set(buffer);
    result
}
