//! Positions and what rollouts say of them.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ludex_bench::{RolloutArgs, static_rollouts};
use ludex_games::tryktrak::evaluation::bearoff::TwoSided;
use ludex_games::tryktrak::evaluation::inputs::Class;
use ludex_games::tryktrak::evaluation::model::{EquityModel, ModelScratch};
use ludex_games::tryktrak::evaluation::networks::finished;
use ludex_games::tryktrak::notation::position_id;
use ludex_games::tryktrak::{
    Board, Cube, Efficiency, Move, Options, Outcome, Phase, Position, Roll, Status, Tryktrak,
    shipped_networks,
};
use ludex_search::rollout::{RolloutTask, Rollouts};
use ludex_search::support::random;
use ludex_search::{Candidates, Player, StopFlag, Values};

/// The checkers of a side up to which bear-offs are known exactly.
const KNOWN_CHECKERS: u8 = 9;

/// What kinds of positions there are: the classes of the networks, with a side having crashed by who is ahead, and races in which
/// all are home.
pub(crate) const KINDS: [&str; 5] = [
    "contact",
    "crashed, ahead",
    "crashed, behind",
    "race",
    "bear-off",
];

fn kind(board: Board) -> &'static str {
    match Class::of(board) {
        Class::Race if board.is_home() => "bear-off",
        Class::Crashed if board.mine.pips() <= board.theirs.pips() => "crashed, ahead",
        Class::Crashed => "crashed, behind",
        Class::Ending => Class::Contact.name(),
        class => class.name(),
    }
}

/// A position in the view of the player on roll.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) board: Board,
    pub(crate) kind: &'static str,
    /// The chances of the game.
    pub(crate) outcome: Outcome,
    /// The equities without a double now, with the cube in the middle, with him, with the other; in units of the cube.
    pub(crate) equities: [f64; 3],
    /// The standard errors of the equities.
    pub(crate) errors: [f64; 3],
}

impl Sample {
    /// What the formulae say in the three states of the cube at an efficiency.
    pub(crate) fn formulae(&self, efficiency: Efficiency) -> [f64; 3] {
        let values = states().leaf(Player(0), self.outcome, efficiency);
        std::array::from_fn(|state| f64::from(values[state]))
    }

    /// A line of a file.
    pub(crate) fn line(&self) -> String {
        let mut line = position_id::write(self.board);
        let chances = self.outcome.chances();
        let numbers = chances.iter().map(|&chance| f64::from(chance));
        for number in numbers.chain(self.equities).chain(self.errors) {
            // Writing into a string cannot fail.
            let _ = write!(line, "\t{number:.6}");
        }
        line
    }

    /// The positions of a file.
    pub(crate) fn read(path: &Path) -> Result<Vec<Self>> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        text.lines().map(Self::parse).collect()
    }

    fn parse(line: &str) -> Result<Self> {
        let (id, numbers) = line.split_once('\t').context("a Position ID")?;
        let board = position_id::read("position", id)?;
        let numbers: Vec<f64> = (numbers.split('\t').map(str::parse)).collect::<Result<_, _>>()?;
        ensure!(numbers.len() == 11, "found {line:?}, expected 11 numbers");
        let chance = |index: usize| numbers[index] as f32;
        Ok(Self {
            board,
            kind: kind(board),
            outcome: Outcome::new(std::array::from_fn(chance)),
            equities: std::array::from_fn(|state| numbers[5 + state]),
            errors: std::array::from_fn(|state| numbers[8 + state]),
        })
    }
}

/// The states of a cube in the middle, for money.
fn states() -> ludex_games::tryktrak::CubeStates {
    let game = money();
    EquityModel::new(shipped_networks(), game.options())
        .states_of(&position(Board::START, Cube::default()))
}

fn money() -> Tryktrak {
    Tryktrak::with_options(Options {
        jacoby: false,
        beavers: false,
        ..Options::default()
    })
}

/// Player 0 is on roll, and has not doubled.
fn position(board: Board, cube: Cube) -> Position {
    let status = Status {
        phase: Phase::Rolling,
        cube,
        ..Status::START
    };
    Position::new(board.sides(Player(0)), status)
}

/// Games from which positions are taken and rolled out.
pub(crate) struct Sampler {
    seed: u64,
    n_games: u64,
    found: [usize; KINDS.len()],
    waiting: Vec<Board>,
    player: EquityModel,
    scratch: ModelScratch,
    known: TwoSided,
    rollouts: Rollouts<Tryktrak, EquityModel>,
}

impl Sampler {
    pub(crate) fn new(arguments: &RolloutArgs) -> Self {
        let options = static_rollouts(arguments);
        let cubeless = Options {
            cube: false,
            ..money().options()
        };
        let mut model = EquityModel::new(shipped_networks(), money().options());
        model.take_root(&position(Board::START, Cube::default()));
        Self {
            seed: arguments.seed,
            n_games: 0,
            found: [0; KINDS.len()],
            waiting: Vec::new(),
            player: EquityModel::new(shipped_networks(), cubeless),
            scratch: ModelScratch::default(),
            known: TwoSided::compute(KNOWN_CHECKERS, arguments.threads),
            rollouts: Rollouts::new(money().single_game(), model, options),
        }
    }

    /// The next position, until there are so many of each kind.
    pub(crate) fn next(&mut self, most: usize) -> Option<Sample> {
        loop {
            if self.found.iter().all(|&n| n >= most) {
                return None;
            }
            let Some(board) = self.waiting.pop() else {
                self.play_game();
                continue;
            };
            let of_kind = KINDS.iter().position(|&name| name == kind(board));
            let n = &mut self.found[of_kind.expect("every kind is listed")];
            if *n < most {
                *n += 1;
                return Some(self.sample(board));
            }
        }
    }

    /// Plays a game, and keeps one position of each kind.
    fn play_game(&mut self) {
        let mut rng = random::stream(self.seed, self.n_games);
        self.n_games += 1;
        let mut kept = [(0_u32, None); KINDS.len()];
        let mut board = Board::START;
        while finished(board).is_none() {
            if self.is_wanted(board) {
                let of_kind = KINDS.iter().position(|&name| name == kind(board));
                let (n, choice) = &mut kept[of_kind.expect("every kind is listed")];
                *n += 1;
                // Each of those seen is kept with the same chance.
                if rand::RngExt::random_range(&mut rng, 0..*n) == 0 {
                    *choice = Some(board);
                }
            }
            board = self.best(board, Roll::random(&mut rng).pair());
        }
        self.waiting
            .extend(kept.into_iter().filter_map(|entry| entry.1));
    }

    /// Whether nobody has as good as won there, and the table of the evaluation does not tell.
    fn is_wanted(&mut self, board: Board) -> bool {
        if board.is_home() && TwoSided::shared().known(board).is_some() {
            return false;
        }
        let pos = position(board, Cube::default());
        let game = self.rollouts.game();
        let value = self.player.value(&mut self.scratch, game, &pos);
        (0.03..0.97).contains(&value.outcome.win())
    }

    /// The board after the best play of a roll, in the view of who rolls next.
    fn best(&mut self, board: Board, dice: (u8, u8)) -> Board {
        let status = Status {
            phase: Phase::Moving,
            dice,
            ..Status::START
        };
        let pos = Position::new(board.sides(Player(0)), status);
        let mut plays = Vec::new();
        let game = self.rollouts.game();
        (self.player).candidates(&mut self.scratch, game, &pos, 1, &mut plays);
        let Move::Play(play) = plays[0].mv else {
            unreachable!("plays are ranked, not {:?}", plays[0].mv)
        };
        board.after(play).flipped()
    }

    /// What the table or a rollout says of a position.
    fn sample(&self, board: Board) -> Sample {
        if board.is_home()
            && let Some(known) = self.known.known(board)
        {
            let equities = [
                known.equities.centre,
                known.equities.mine,
                known.equities.theirs,
            ];
            return Sample {
                board,
                kind: kind(board),
                outcome: known.outcome,
                equities: equities.map(f64::from),
                errors: [0.0; 3],
            };
        }
        let owned = |player| Cube {
            doublings: 1,
            owner: Some(Player(player)),
        };
        let cubes = [Cube::default(), owned(0), owned(1)];
        let positions = cubes.map(|cube| position(board, cube));
        let task = RolloutTask::new(&positions[0], &positions);
        let report = (self.rollouts).run(&task, &StopFlag::default(), &mut |_| {});
        let unit = [1.0, 2.0, 2.0];
        // The three tell the same chances, but for the plays that each owner of the cube prefers.
        let mut outcome = Outcome::default();
        for estimate in &report.estimates {
            outcome.add_scaled(estimate.mean.outcome, 1.0 / 3.0);
        }
        let of = |state: usize| &report.estimates[state];
        Sample {
            board,
            kind: kind(board),
            outcome: outcome.clamped(),
            equities: std::array::from_fn(|state| f64::from(of(state).utility) / unit[state]),
            errors: std::array::from_fn(|state| f64::from(of(state).utility_error) / unit[state]),
        }
    }
}
