//! Network inputs for one colour: the phase of the game, whose turn it is, the tiles that are left, and the three lines that may become the
//! longest, with the surroundings of both ends of each. Inputs are relative to the side that plays the colour, so one network serves games
//! of two, three and four players, and teams.
//!
//! **Invariant:** The inputs count the tiles that can still be drawn and fit at each end of a line. So the tree search needs only a short
//! playout before it evaluates a position. All open ends are computed from the position alone (`OpenEnds::find`).

use super::supply::Supply;
use std::sync::LazyLock;

use ludex_learn::Active;

use super::ends::{OpenEnds, OpenLine};
use crate::rules::game::Tantrix;
use crate::rules::position::{Phase, Position, Stage};
use crate::rules::tile::{Colour, Tile, TileSet};
use ludex_kit::support::sparse::SparseInputs;

/// Boundaries of the phase inputs, in tiles left. Each input rises linearly from 0 to 1 between two neighbouring boundaries.
const PHASES: [f32; 7] = [0.0, 5.0, 11.0, 18.0, 28.0, 40.0, 56.0];
/// First index of each kind of input: the phase (from 0), the turns to wait, the number of players, properties of the colour, the lines.
const TURN: usize = PHASES.len() - 1;
const PLAYERS: usize = TURN + 4;
const FACTS: usize = PLAYERS + 3;
const LINE: usize = FACTS + 18;
/// Number of lines with detailed inputs.
const LINES: usize = 3;
/// Number of inputs per line, and per end of a line.
const INPUTS_OF_LINE: usize = 5 + 2 * INPUTS_OF_END;
const INPUTS_OF_END: usize = 19;

/// Number of inputs.
pub const INPUTS: usize = LINE + LINES * INPUTS_OF_LINE;

/// The tiles with a link of each colour.
static OF_COLOUR: LazyLock<[TileSet; 4]> = LazyLock::new(|| {
    let has = |tile: &Tile, colour| tile.rotated(0).edges().contains(&colour);
    Colour::ALL.map(|colour| Tile::all().filter(|tile| has(tile, colour)).collect())
});

/// The inputs of a colour that are not zero.
pub struct ColourInputs(SparseInputs<INPUTS>);

/// 1 for true, 0 for false.
fn flag(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

impl ColourInputs {
    /// All inputs zero.
    pub(super) const NONE: Self = Self(SparseInputs::NONE);

    /// The inputs for a side's colour.
    pub fn new(game: &Tantrix, pos: &Position, side: usize) -> Self {
        let mut inputs = Self::NONE;
        inputs.fill(game, pos, &OpenEnds::find(pos), side);
        inputs
    }

    /// Replaces the contents by the inputs for a side's colour; `ends` must belong to the position.
    pub(super) fn fill(&mut self, game: &Tantrix, pos: &Position, ends: &OpenEnds, side: usize) {
        self.0.clear();
        let supply = Supply::new(game, pos, side);
        let colour = game.options().colours[side];
        let mut top: [Option<OpenLine>; LINES] = [None; LINES];
        let (mut n_lines, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for line in ends.lines_of(pos.board(), colour.index()) {
            n_lines += 1.0;
            sum += line.length;
            squares += line.length * line.length;
            insert(&mut top, line);
        }
        self.add_turn(game, pos, ends.n_left, side);
        let best = pos.board().best();
        let points = best.points(colour) as f32;
        let expected = top[0].map_or(0.0, |line| line.expected);
        let [own, others, bag] = supply.count(OF_COLOUR[colour.index()]);
        let spaces = pos.board().spaces();
        let filled_by = |tiles: TileSet| {
            let fits = |&id: &u8| !ends.cell_at(id).fits.common(tiles).is_empty();
            spaces.iter().filter(fits).count() as f32 / 3.0
        };
        let facts = [
            flag(matches!(pos.stage(), Stage::Chance(_))),
            flag(pos.is_restricted()),
            flag(game.options().teams),
            points / 20.0,
            f32::from(best.lines[colour.index()]) / 20.0,
            f32::from(best.loops[colour.index()]) / 10.0,
            own / 6.0,
            others / 6.0,
            bag / 20.0,
            n_lines / 10.0,
            sum / 30.0,
            squares / 200.0,
            points.max(expected) / 20.0,
            pos.board().spaces().iter().count() as f32 / 4.0,
            ends.n_left as f32 / 56.0,
            flag(pos.phase() != Phase::After),
            filled_by(supply.own),
            filled_by(supply.others),
        ];
        self.0.add_all(FACTS, &facts);
        for (place, line) in top.iter().flatten().enumerate() {
            let at = LINE + place * INPUTS_OF_LINE;
            self.add_line((pos, ends), &supply, colour.index(), line, at);
        }
    }

    /// The inputs that are not zero.
    pub fn active(&self) -> &[Active] {
        self.0.active()
    }

    /// Adds the phase of the game, the number of turns until the side's next free placement, and the number of players.
    fn add_turn(&mut self, game: &Tantrix, pos: &Position, n_left: usize, side: usize) {
        for (place, phase) in PHASES.windows(2).enumerate() {
            let share = (n_left as f32 - phase[0]) / (phase[1] - phase[0]);
            self.0.add(place, share.clamp(0.0, 1.0));
        }
        let options = game.options();
        let players = usize::from(options.players);
        let next = pos.to_move().index() + usize::from(pos.phase() == Phase::After);
        let mut turns = 0..players;
        let wait = turns.find(|turn| options.side_of((next + turn) % players) == side);
        self.0.add(TURN + wait.unwrap_or(0), 1.0);
        self.0.add(PLAYERS + players - 2, 1.0);
    }

    fn add_line(
        &mut self,
        (pos, ends): (&Position, &OpenEnds),
        supply: &Supply,
        colour: usize,
        line: &OpenLine,
        at: usize,
    ) {
        let board = pos.board();
        let ring = if line.closes {
            ends.cell(line.ends[0]).filled * (line.length + 2.0) / 10.0
        } else {
            0.0
        };
        let whole = [line.expected / 20.0, line.length / 20.0, 1.0, flag(line.closes), ring];
        self.0.add_all(at, &whole);
        let [one, two] = line.ends;
        let growth = line.ends.map(|end| ends.growth(board, end));
        let is_swapped = growth[1].expected > growth[0].expected;
        let order = if is_swapped { [(two, one), (one, two)] } else { [(one, two), (two, one)] };
        for (place, (end, far)) in order.into_iter().enumerate() {
            let at = at + whole.len() + place * INPUTS_OF_END;
            let cell = ends.cell(end);
            if !line.closes {
                let growth = growth[place ^ usize::from(is_swapped)];
                let nearby = ends.nearby(board, end, far, colour);
                self.0.add(at + 1, growth.expected / 10.0);
                self.0.add(at + 2, growth.joined / 10.0);
                self.0.add(at + 3, nearby.joined / 10.0);
                self.0.add(at + 4, nearby.expected / 5.0);
            }
            let [own, others, bag] = supply.count(cell.fits);
            self.0.add(at, cell.filled);
            let rest = [
                flag(cell.n_around == 2),
                flag(cell.n_around >= 3),
                flag(own > 0.0),
                own.min(3.0) / 3.0,
                flag(others > 0.0),
                others / 6.0,
                bag / 10.0,
                flag(cell.fits.is_empty()),
            ];
            self.0.add_all(at + 5, &rest);
            if !line.closes {
                let beyond = ends.beyond(pos, line, end, colour, supply);
                let inputs = [
                    beyond.own / 10.0,
                    beyond.others_least / 5.0,
                    beyond.others_most / 10.0,
                    beyond.mean / 5.0,
                    beyond.own_ring / 10.0,
                    beyond.ring / 10.0,
                ];
                self.0.add_all(at + 13, &inputs);
            }
        }
    }
}

/// Inserts a line into the list of the best, sorted by expected length, longest first.
fn insert(top: &mut [Option<OpenLine>; LINES], line: OpenLine) {
    let is_better =
        |known: &Option<OpenLine>| known.is_none_or(|known| line.expected > known.expected);
    if let Some(place) = top.iter().position(is_better) {
        top[place..].rotate_right(1);
        top[place] = Some(line);
    }
}
