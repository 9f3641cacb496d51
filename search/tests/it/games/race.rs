//! A race of two runners for each player, with a die, double wins, and a cube that can be turned once.

use std::collections::HashMap;
use std::sync::Mutex;

use ludex_search::{
    Candidates, Decisions, Game, MAX_PLAYERS, MoveList, Player, Returns, Turn, Value, Values,
};

use super::spread;

/// The race, with or without a cube; each runner has this number of steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Race {
    pub(crate) cube: bool,
    pub(crate) steps: [u8; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// A player may throw the die or double.
    Deciding,
    /// A player may take the double or pass.
    Offered,
    Rolling,
    Choosing(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    /// The steps that each player's runners have left.
    pub(crate) left: [[u8; 2]; 2],
    pub(crate) mover: u8,
    pub(crate) phase: Phase,
    pub(crate) doubled: bool,
    /// The player who passed a double.
    pub(crate) passed: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Roll,
    Double,
    Take,
    Pass,
    Run(u8),
}

impl Race {
    fn next_phase(self, pos: &Position) -> Phase {
        if self.cube && !pos.doubled { Phase::Deciding } else { Phase::Rolling }
    }

    /// The points by which the race is won, for player 0; the cube counts.
    fn points(pos: &Position) -> i8 {
        let stake = if pos.doubled { 2 } else { 1 };
        if let Some(passed) = pos.passed {
            return if passed == 0 { -1 } else { 1 };
        }
        let home = |player: usize| pos.left[player].iter().all(|&steps| steps == 0);
        let none_home = |player: usize| pos.left[player].iter().all(|&steps| steps > 0);
        match (home(0), home(1)) {
            (true, _) => stake * (1 + i8::from(none_home(1))),
            (_, true) => -stake * (1 + i8::from(none_home(0))),
            _ => 0,
        }
    }
}

impl Game for Race {
    type Position = Position;
    type Move = Move;
    type Undo = Position;
    type Event = u8;

    const ALTERNATES: bool = false;
    const CHANCE: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        let pos = Position {
            left: [self.steps; 2],
            mover: 0,
            phase: Phase::Rolling,
            doubled: false,
            passed: None,
        };
        Position { phase: self.next_phase(&pos), ..pos }
    }

    fn turn(&self, pos: &Position) -> Turn {
        if Self::points(pos) != 0 {
            return Turn::Over;
        }
        match pos.phase {
            Phase::Rolling => Turn::Chance,
            Phase::Offered => Turn::Player(Player(pos.mover ^ 1)),
            Phase::Deciding | Phase::Choosing(_) => Turn::Player(Player(pos.mover)),
        }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<Move>) {
        match pos.phase {
            Phase::Deciding => out.extend([Move::Roll, Move::Double]),
            Phase::Offered => out.extend([Move::Take, Move::Pass]),
            Phase::Rolling => {}
            Phase::Choosing(_) => {
                let runners = pos.left[usize::from(pos.mover)];
                let can_run = |&runner: &u8| runners[usize::from(runner)] > 0;
                out.extend((0..2).filter(can_run).map(Move::Run));
            }
        }
    }

    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        match mv {
            Move::Roll => pos.phase = Phase::Rolling,
            Move::Double => pos.phase = Phase::Offered,
            Move::Take => (pos.doubled, pos.phase) = (true, Phase::Rolling),
            Move::Pass => pos.passed = Some(pos.mover ^ 1),
            Move::Run(runner) => {
                let Phase::Choosing(eyes) = pos.phase else {
                    unreachable!("runners run when the die is thrown")
                };
                let steps = &mut pos.left[usize::from(pos.mover)][usize::from(runner)];
                *steps = steps.saturating_sub(eyes);
                pos.mover ^= 1;
                pos.phase = self.next_phase(pos);
            }
        }
        before
    }

    fn undo(&self, pos: &mut Position, _mv: Move, undo: Position) {
        *pos = undo;
    }

    fn returns(&self, pos: &Position) -> Returns {
        // A double win with the cube turned is the greatest result.
        let points = f32::from(Self::points(pos)) / 4.0;
        let mut returns = [0.0; MAX_PLAYERS];
        (returns[0], returns[1]) = (points, -points);
        returns
    }

    fn hash(&self, pos: &Position) -> u64 {
        let phase = match pos.phase {
            Phase::Deciding => 0,
            Phase::Offered => 1,
            Phase::Rolling => 2,
            Phase::Choosing(eyes) => 2 + eyes,
        };
        let passed = pos.passed.map_or(0, |player| player + 1);
        let [[a, b], [c, d]] = pos.left;
        let flags = [pos.mover, phase, u8::from(pos.doubled), passed];
        spread(u64::from_le_bytes([a, b, c, d, flags[0], flags[1], flags[2], flags[3]]))
    }

    fn events(&self, _pos: &Position, out: &mut Vec<(u8, u32)>) -> u32 {
        out.extend([(1, 3), (2, 2), (3, 1)]);
        6
    }

    fn apply_chance(&self, pos: &mut Position, eyes: u8) -> Position {
        let before = *pos;
        pos.phase = Phase::Choosing(eyes);
        before
    }

    fn undo_chance(&self, pos: &mut Position, _eyes: u8, undo: Position) {
        *pos = undo;
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, pos: &Position, symmetry: usize) -> Position {
        match symmetry {
            0 => *pos,
            _ => Position {
                left: [pos.left[1], pos.left[0]],
                mover: pos.mover ^ 1,
                passed: pos.passed.map(|player| player ^ 1),
                ..*pos
            },
        }
    }
}

/// The probabilities of a race, and its value while the cube may be turned (in points) and afterwards (in doubled points).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Chances {
    pub(crate) win: f32,
    pub(crate) double_win: f32,
    pub(crate) double_loss: f32,
    pub(crate) live: f32,
    pub(crate) dead: f32,
}

impl Chances {
    fn of(win: f32, double_win: f32, double_loss: f32) -> Self {
        let equity = 2.0 * win - 1.0 + double_win - double_loss;
        Self { win, double_win, double_loss, live: equity, dead: equity }
    }

    /// The same, after the cube decision of the player who throws next.
    fn settled(self) -> Self {
        Self { live: self.live.max((2.0 * self.dead).min(1.0)), ..self }
    }

    fn worth(&self, pos: &Position) -> f32 {
        if pos.doubled { self.dead } else { self.live }
    }

    fn numbers(&mut self) -> [&mut f32; 5] {
        [&mut self.win, &mut self.double_win, &mut self.double_loss, &mut self.live, &mut self.dead]
    }
}

impl Value for Chances {
    const COMPONENTS: usize = 5;

    fn component(&self, index: usize) -> f32 {
        *self.clone().numbers()[index]
    }

    fn set_component(&mut self, index: usize, component: f32) {
        *self.numbers()[index] = component;
    }

    fn add_scaled(&mut self, other: &Self, weight: f32) {
        let mut other = *other;
        for (own, other) in self.numbers().into_iter().zip(other.numbers()) {
            *own += *other * weight;
        }
    }

    fn flipped(&self) -> Self {
        Self {
            win: 1.0 - self.win,
            double_win: self.double_loss,
            double_loss: self.double_win,
            live: -self.live,
            dead: -self.dead,
        }
    }
}

/// A value model of the race.
pub(crate) enum RaceModel {
    /// A rough guess.
    Guess,
    /// The exact probabilities with best play and without a cube, as far as computed.
    Exact(Mutex<HashMap<Position, Chances>>),
}

impl RaceModel {
    pub(crate) fn exact_one() -> Self {
        Self::Exact(Mutex::new(HashMap::new()))
    }

    fn guess(pos: &Position) -> Chances {
        let steps = |player: u8| -> f32 {
            pos.left[usize::from(player)].iter().map(|&steps| f32::from(steps)).sum()
        };
        let lead = steps(pos.mover ^ 1) - steps(pos.mover) + 0.8;
        let win = 1.0 / (1.0 + (-0.45 * lead).exp());
        Chances::of(win, 0.2 * win * win, 0.2 * (1.0 - win) * (1.0 - win))
    }

    /// The exact probabilities.
    fn solve(game: Race, known: &mut HashMap<Position, Chances>, pos: &Position) -> Chances {
        if let Some(&chances) = known.get(pos) {
            return chances;
        }
        let chances = match (game.turn(pos), pos.phase) {
            (Turn::Over, _) => finished(pos),
            (Turn::Chance, _) => {
                let mut mean = Chances::default();
                for (eyes, weight) in [(1, 3.0), (2, 2.0), (3, 1.0)] {
                    let mut rolled = *pos;
                    game.apply_chance(&mut rolled, eyes);
                    mean.add_scaled(&Self::solve(game, known, &rolled), weight / 6.0);
                }
                mean
            }
            (_, Phase::Deciding) => Self::solve(game, known, &rolling(pos, false)).settled(),
            _ => {
                let mut moves = Vec::new();
                game.legal_moves(pos, &mut moves);
                let after = moves.into_iter().map(|mv| {
                    let mut child = *pos;
                    game.play(&mut child, mv);
                    Self::solve(game, known, &child).flipped()
                });
                after
                    .max_by(|a, b| a.worth(pos).total_cmp(&b.worth(pos)))
                    .expect("a runner is left")
            }
        };
        known.insert(*pos, chances);
        chances
    }
}

/// The same position, in which the die is thrown next.
fn rolling(pos: &Position, doubled: bool) -> Position {
    Position { phase: Phase::Rolling, doubled, ..*pos }
}

/// A finished race, from the view of the player who would be next.
fn finished(pos: &Position) -> Chances {
    let points = match viewer(pos) {
        0 => Race::points(pos),
        _ => -Race::points(pos),
    };
    // Values are in units of the current cube.
    let points = if pos.doubled { points / 2 } else { points };
    let is = |wanted: i8| f32::from(u8::from(points == wanted));
    Chances::of(is(1) + is(2), is(2), is(-2))
}

fn viewer(pos: &Position) -> u8 {
    pos.mover ^ u8::from(pos.phase == Phase::Offered)
}

impl Values<Race> for RaceModel {
    type Value = Chances;
    type Scratch = ();

    fn value(&self, (): &mut (), game: &Race, pos: &Position) -> Chances {
        match self {
            _ if game.turn(pos) == Turn::Over => finished(pos),
            Self::Guess => Self::guess(pos),
            Self::Exact(known) => Self::solve(*game, &mut known.lock().unwrap(), pos),
        }
    }

    fn viewer(&self, _game: &Race, pos: &Position) -> Player {
        Player(viewer(pos))
    }

    fn utility(&self, _game: &Race, pos: &Position, value: &Chances) -> f32 {
        value.worth(pos)
    }
}

impl Candidates<Race> for RaceModel {}

impl Decisions<Race> for RaceModel {
    fn passes_through(&self, _game: &Race, pos: &Position) -> Option<Move> {
        (pos.phase == Phase::Deciding).then_some(Move::Roll)
    }

    fn decide_closed_form(&self, _game: &Race, pos: &Position, value: &mut Chances) {
        if pos.phase == Phase::Deciding {
            *value = value.settled();
        }
    }

    fn decide(&self, (): &mut (), game: &Race, pos: &Position) -> Option<Move> {
        let after_roll = |doubled| self.value(&mut (), game, &rolling(pos, doubled));
        match pos.phase {
            Phase::Deciding => {
                let chances = after_roll(false);
                let doubles = chances.settled().live > chances.live;
                Some(if doubles { Move::Double } else { Move::Roll })
            }
            Phase::Offered => {
                let takes = 2.0 * after_roll(true).dead <= 1.0;
                Some(if takes { Move::Take } else { Move::Pass })
            }
            Phase::Rolling | Phase::Choosing(_) => None,
        }
    }

    fn at_root(&self, _: &Race, root: &Position, pos: &Position, value: Chances) -> Chances {
        let live = if pos.doubled && !root.doubled { 2.0 * value.dead } else { value.live };
        Chances { live, ..value }
    }
}
