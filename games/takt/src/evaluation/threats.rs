//! Road threats: roads that a player can complete with one move.
//!
//! The idea: flood each edge's group of road pieces and take its neighbours. A square that touches the groups of two opposite edges
//! completes a road (a critical square). A placement or single step onto it wins; spreads of stacks can add several squares and are
//! tried only if the squares in reach could complete a road.

use std::ops::ControlFlow;

use ludex_search::{Defences, Game, MoveList, Player, Turn};

use crate::rules::game::Takt;
use crate::rules::movegen::reach;
use crate::rules::moves::{Action, Direction, Drops, Move, Piece, Square};
use crate::rules::patterns::{COUNT, PATTERNS, Rays, SMASH_COUNT, SMASHES};
use crate::rules::pile::{Board, Pile, Size};
use crate::rules::position::Position;
use crate::rules::road::{has_road, road_squares};
use ludex_kit::support::bitboard::{file, flood, neighbours, rank, squares};

/// For each edge of the board: the squares that touch it directly or through a player's road pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contact {
    south: u64,
    north: u64,
    west: u64,
    east: u64,
}

impl Contact {
    /// For each edge: its squares, the groups of `road` that touch it, and the neighbours of these groups.
    #[inline]
    pub fn new<const N: usize>(road: u64) -> Self {
        let from = |edge: u64| {
            let group = flood::<N>(edge, road);
            edge | group | neighbours::<N>(group)
        };
        Self {
            south: from(const { rank::<N>(0) }),
            north: from(const { rank::<N>(N - 1) }),
            west: from(const { file::<N>(0) }),
            east: from(const { file::<N>(N - 1) }),
        }
    }

    /// The squares on which one more road piece would complete a road.
    #[inline]
    pub fn critical(&self) -> u64 {
        self.south & self.north | self.west & self.east
    }

    /// Whether adding `squares` could connect two opposite edges. This requires a square in contact with each of the two edges.
    #[inline]
    fn allows(&self, squares: u64) -> bool {
        squares & self.south != 0 && squares & self.north != 0
            || squares & self.west != 0 && squares & self.east != 0
    }
}

/// A player's threat to complete a road with the next move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threat {
    /// A move that would complete a road if it were the player's turn.
    pub mv: Option<Move>,
    /// The squares on which one more road piece of the player would complete a road. Squares that already have one are not included.
    pub critical: u64,
}

impl Threat {
    /// The threat of a player.
    #[inline]
    pub fn find<const N: usize>(pos: &Position<N>, player: Player) -> Self
    where
        Size<N>: Board,
    {
        let mut mv = None;
        let mut critical = 0;
        let _ = visit_winning_moves(pos, player, &mut critical, |winner| {
            mv = Some(winner);
            ControlFlow::Break(())
        });
        Self { mv, critical }
    }
}

/// A move that would complete a road if it were the turn of `player`.
#[inline]
pub fn winning_road_move<const N: usize>(pos: &Position<N>, player: Player) -> Option<Move>
where
    Size<N>: Board,
{
    Threat::find(pos, player).mv
}

/// Appends every move that would complete a road if it were the turn of `player`.
pub fn winning_road_moves<const N: usize>(
    pos: &Position<N>,
    player: Player,
    out: &mut MoveList<Move>,
) where
    Size<N>: Board,
{
    let _ = visit_winning_moves(pos, player, &mut 0, |mv| {
        out.push(mv);
        ControlFlow::Continue(())
    });
}

/// Appends every legal move after which the opponent cannot complete a road at once, or which ends the game without a road of the
/// opponent. `threat` is a winning move that the opponent has now.
pub fn evasions<const N: usize>(
    game: &Takt<N>,
    pos: &Position<N>,
    threat: Option<Move>,
    out: &mut MoveList<Move>,
) -> Defences
where
    Size<N>: Board,
{
    let attacker = pos.to_move().other();
    let first = out.len();
    pos.legal_moves(out);
    let footing = match threat {
        Some(threat) if !game.may_run_out(pos) => footing(pos, attacker, threat),
        _ => Position::<N>::FULL,
    };
    let mut child = *pos;
    let mut kept = first;
    for index in first..out.len() {
        let mv = out[index];
        if mv.squares::<N>() & footing == 0 {
            continue;
        }
        let undo = child.play(mv);
        // Most moves leave this threat in place, so test it first.
        let fails = threat.is_some_and(|threat| still_wins(&child, attacker, threat))
            || winning_road_move(&child, attacker).is_some();
        // If the move ends the game, the opponent has no turn left to win, unless the move itself completes the opponent's road.
        let is_lost = has_road::<N>(child.road_pieces(attacker));
        if !is_lost && (!fails || game.turn(&child) == Turn::Over) {
            out[kept] = mv;
            kept += 1;
        }
        child.undo(mv, undo);
    }
    let is_whole = kept == out.len();
    out.truncate(kept);
    if is_whole { Defences::All } else { Defences::AllButLost }
}

/// The squares that a winning road move of `player` depends on. A move elsewhere cannot stop it.
fn footing<const N: usize>(pos: &Position<N>, player: Player, mv: Move) -> u64
where
    Size<N>: Board,
{
    let road = pos.road_pieces(player);
    let road = match mv.action() {
        Action::Place(_, square) => road | square.bit(),
        Action::Spread(square, direction, drops) => {
            Spread::new(pos, player, road, square, direction).road_after(drops.bits())
        }
    };
    mv.squares::<N>() | road_squares::<N>(road)
}

/// Whether a move that won for `player` in a similar position is legal here (as if it were their turn) and completes a road.
#[inline]
fn still_wins<const N: usize>(pos: &Position<N>, player: Player, mv: Move) -> bool
where
    Size<N>: Board,
{
    let road = pos.road_pieces(player);
    match mv.action() {
        Action::Place(_, square) => {
            // The reserves need no check: they have not changed since the move was found, because only the opponent has moved.
            pos.empties() & square.bit() != 0 && has_road::<N>(road | square.bit())
        }
        Action::Spread(square, direction, drops) => {
            pos.tops(player) & square.bit() != 0
                && pos.can_spread(square, direction, drops)
                && has_road::<N>(
                    Spread::new(pos, player, road, square, direction).road_after(drops.bits()),
                )
        }
    }
}

/// Passes to `found` every move that wins by road: first placements, then single steps, then spreads. Stops if `found` returns `Break`.
/// `critical` receives the critical squares before the first call of `found`.
#[inline]
fn visit_winning_moves<const N: usize>(
    pos: &Position<N>,
    player: Player,
    critical: &mut u64,
    mut found: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()>
where
    Size<N>: Board,
{
    let road = pos.road_pieces(player);
    let tall = pos.tops(player) & pos.tall();
    // A placement or step adds one square to a road. So if there are fewer than N − 1 road pieces, only the spread of a tall stack can
    // complete a road.
    if pos.is_opening() || (road.count_ones() as usize) + 1 < N && tall == 0 {
        return ControlFlow::Continue(());
    }
    let contact = Contact::new::<N>(road);
    *critical = contact.critical() & !road;
    for square in squares(*critical & pos.empties()).map(Square) {
        if pos.stones(player) > 0 {
            found(Move::place(Piece::Flat, square))?;
        }
        if pos.capstones_left(player) > 0 {
            found(Move::place(Piece::Capstone, square))?;
        }
    }
    if *critical != 0 {
        for square in squares(neighbours::<N>(*critical) & road & !tall).map(Square) {
            for direction in Direction::ALL {
                if step_finishes(pos, road, *critical, square, direction) {
                    found(Move::spread(square, direction, Drops::SINGLE))?;
                }
            }
        }
    }
    for square in squares(tall).map(Square) {
        visit_stack(pos, player, road, &contact, square, &mut found)?;
    }
    ControlFlow::Continue(())
}

/// Passes to `found` every spread of a tall stack that completes a road.
#[inline]
fn visit_stack<const N: usize>(
    pos: &Position<N>,
    player: Player,
    road: u64,
    contact: &Contact,
    square: Square,
    found: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()>
where
    Size<N>: Board,
{
    let spread = Spread::new(pos, player, road, square, Direction::Up);
    let lift = spread.height.min(N as u32) as usize;
    // An upper bound on the squares that the lifted pieces can add to a road: one per own piece. A wall on top never counts.
    let helpers = (spread.pieces & ((1 << lift) - 1) & !u64::from(spread.wall)).count_ones();
    if road.count_ones() + helpers + 1 < N as u32 {
        return ControlFlow::Continue(());
    }
    let capstone = pos.capstones() & square.bit() != 0;
    // Moving a wall away may uncover a flat at its origin, which is not in `road` yet.
    let origin = square.bit() & !road;
    let critical = contact.critical() & !road;
    for direction in Direction::ALL {
        let reach = reach::<N>(square, direction as usize, pos.walls() | pos.capstones());
        let smashed = if capstone { reach.stop & pos.walls() } else { 0 };
        let targets = (reach.free | smashed) & !road;
        let possible = match helpers {
            0 => origin & critical != 0,
            1 if origin == 0 => targets & critical != 0,
            _ => contact.allows(targets | origin),
        };
        if possible && has_road::<N>(road | targets | origin) {
            let spread = Spread { direction, ..spread };
            let line = square.bit() | reach.free | smashed;
            let needed = needed::<N>(road | line, line);
            visit_spreads(square, &spread, lift, reach.range & 7, smashed != 0, needed, found)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether the single flat or capstone on a square completes a road by a legal step to a critical square.
#[inline]
fn step_finishes<const N: usize>(
    pos: &Position<N>,
    road: u64,
    critical: u64,
    square: Square,
    direction: Direction,
) -> bool
where
    Size<N>: Board,
{
    let ray = Rays::<N>::TABLE[direction as usize][square.index()];
    let target = neighbours::<N>(square.bit()) & ray;
    let enterable =
        if pos.capstones() & square.bit() != 0 { !pos.capstones() } else { pos.passable() };
    let added = target & enterable & critical;
    added != 0 && has_road::<N>(road & !square.bit() | added)
}

/// The squares of `line` without which there is no road: removing any one of them from `road` disconnects the opposite edges.
#[inline]
fn needed<const N: usize>(road: u64, line: u64) -> u64 {
    squares(line).map(|square| 1 << square).filter(|bit| !has_road::<N>(road & !bit)).sum()
}

/// Passes to `found` every spread in one direction that completes a road. Only spreads that fill all squares of `needed` can complete one.
fn visit_spreads<const N: usize>(
    square: Square,
    spread: &Spread<N>,
    lift: usize,
    range: usize,
    smashes: bool,
    needed: u64,
    found: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let smash_count = if smashes { SMASH_COUNT[lift][range] } else { 0 };
    let ordinary = &PATTERNS[range][..usize::from(COUNT[lift][range])];
    let smashing = &SMASHES[range][..usize::from(smash_count)];
    for &drops in ordinary.iter().chain(smashing) {
        let road = spread.road_after(drops.bits());
        if road & needed == needed && has_road::<N>(road) {
            found(Move::spread(square, spread.direction, drops))?;
        }
    }
    ControlFlow::Continue(())
}

/// A stack that may be spread, with the data needed to compute one player's road pieces after the spread.
#[derive(Clone, Copy)]
struct Spread<const N: usize> {
    /// The road pieces without the origin.
    road: u64,
    origin: u64,
    /// The top pieces of the stack, top in bit 0. A set bit is a piece of the player.
    pieces: u64,
    wall: bool,
    direction: Direction,
    height: u32,
}

impl<const N: usize> Spread<N> {
    #[inline]
    fn new(
        pos: &Position<N>,
        player: Player,
        road: u64,
        square: Square,
        direction: Direction,
    ) -> Self
    where
        Size<N>: Board,
    {
        let pile = pos.pile(square);
        let pieces = if player.index() == 0 { !pile.low() } else { pile.low() };
        Self {
            road: road & !square.bit(),
            origin: square.bit(),
            pieces,
            wall: pos.walls() & square.bit() != 0,
            direction,
            height: pile.height(),
        }
    }

    /// The player's road pieces after the spread with these drops.
    #[inline]
    fn road_after(&self, bits: u8) -> u64 {
        let lifted = 8 - bits.leading_zeros();
        let mut road = self.road;
        if lifted < self.height && self.pieces >> lifted & 1 == 1 {
            road |= self.origin;
        }
        let (mut rest, mut square) = (bits, self.origin);
        let step = self.direction.step::<N>().rem_euclid(64) as u32;
        loop {
            square = square.rotate_left(step);
            rest ^= 0x80 >> rest.leading_zeros();
            let top = 8 - rest.leading_zeros();
            if self.pieces >> top & 1 == 1 {
                road |= square;
            } else {
                road &= !square;
            }
            if rest == 0 {
                return if self.wall { road & !square } else { road };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Checks in random games of this size that the winning moves found for both players are those of a brute-force search.
    fn check<const N: usize>(games: u64)
    where
        Size<N>: Board,
    {
        let game = Takt::<N>::default();
        for seed in 0..games {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut pos = game.start();
            let (mut moves, mut found) = (Vec::new(), Vec::new());
            while matches!(game.turn(&pos), ludex_search::Turn::Player(_)) {
                moves.clear();
                game.legal_moves(&pos, &mut moves);
                found.clear();
                winning_road_moves(&pos, pos.to_move(), &mut found);
                let mover = pos.to_move();
                let mut expected: Vec<_> = moves
                    .iter()
                    .copied()
                    .filter(|&mv| {
                        let mut child = pos;
                        child.play(mv);
                        has_road::<N>(child.road_pieces(mover))
                    })
                    .collect();
                assert_eq!(winning_road_move(&pos, mover).is_some(), !expected.is_empty());
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "seed {seed}, ply {}", pos.ply());
                if expected.is_empty() {
                    let danger = winning_road_move(&pos, mover.other());
                    found.clear();
                    let defences = evasions(&game, &pos, danger, &mut found);
                    let is_whole = found.len() == moves.len();
                    assert_eq!(defences == Defences::All, is_whole, "seed {seed}");
                    let mut parrying = moves.clone();
                    parrying.retain(|&mv| {
                        let mut child = pos;
                        child.play(mv);
                        !has_road::<N>(child.road_pieces(mover.other()))
                            && (game.turn(&child) == Turn::Over
                                || winning_road_move(&child, mover.other()).is_none())
                    });
                    assert_eq!(found, parrying, "seed {seed}, ply {}", pos.ply());
                }
                let mv = moves[rng.random_range(0..moves.len())];
                game.play(&mut pos, mv);
            }
        }
    }

    #[test]
    fn winning_road_moves_are_those_of_brute_force() {
        check::<3>(200);
        check::<4>(100);
        check::<5>(60);
        check::<6>(40);
        check::<7>(10);
        check::<8>(10);
    }
}
