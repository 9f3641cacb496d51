//! Road threats: roads that a player can complete with one move.
//!
//! A placement or single step onto a critical square ([`Contact`](crate::rules::contact::Contact)) wins. Spreads of stacks can add several
//! squares; they are tried only if the squares in reach could complete a road. In a search, the position before the last move was
//! examined already, so only the stacks are examined to which that move may have given a road (`Scope`).

use std::ops::ControlFlow;

use ludex_search::{MoveList, Player};

use crate::rules::movegen::reach;
use crate::rules::moves::{Action, Direction, Drops, Move, Piece, Square};
use crate::rules::patterns::{COUNT, PATTERNS, Rays, SMASH_COUNT, SMASHES};
use crate::rules::pile::{Board, Pile, Size};
use crate::rules::position::Position;
use crate::rules::road::{has_road, is_horizontal, is_vertical};
use ludex_kit::support::bitboard::{flood, neighbours, squares};

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
        Self::within(pos, player, Scope::ALL)
    }

    /// The threat of a player after `mv`, a move of either player, or a pass (`None`). Before that move the player had no threat.
    #[inline]
    pub fn after<const N: usize>(pos: &Position<N>, player: Player, mv: Option<Move>) -> Self
    where
        Size<N>: Board,
    {
        match Scope::after(pos, player, mv) {
            Some(scope) => Self::within(pos, player, scope),
            None => Self { mv: None, critical: critical(pos, player) },
        }
    }

    #[inline]
    fn within<const N: usize>(pos: &Position<N>, player: Player, scope: Scope) -> Self
    where
        Size<N>: Board,
    {
        let mut mv = None;
        let _ = visit_winning_moves(pos, player, scope, |winner| {
            mv = Some(winner);
            ControlFlow::Break(())
        });
        Self { mv, critical: critical(pos, player) }
    }
}

/// The stacks to examine for spreads that complete a road.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    /// Every spread of the stacks on these squares is examined.
    stacks: u64,
    /// Of the other stacks, the spreads that can add one of these squares to the road.
    squares: u64,
}

impl Scope {
    pub(super) const ALL: Self = Self { stacks: u64::MAX, squares: u64::MAX };

    /// The spreads by which a player may be able to complete a road because of the last move. `None` if that move gave the player no threat
    /// of any kind.
    ///
    /// A new road contains a square that the move has added to the player's road pieces, or it is made by a stack that the move has changed.
    /// In the first case, the spread adds a square beside the pieces connected to the added square, because these did not complete a road
    /// by themselves.
    #[inline]
    fn after<const N: usize>(pos: &Position<N>, player: Player, mv: Option<Move>) -> Option<Self>
    where
        Size<N>: Board,
    {
        let mv = mv?;
        // In the opening, players place the pieces of their opponents, and threats do not count.
        if pos.ply() <= 2 {
            return Some(Self::ALL);
        }
        let touched = mv.squares::<N>();
        let added = pos.road_pieces(player) & touched;
        match mv.action() {
            Action::Place(..) if added == 0 => None,
            Action::Place(..) => Some(Self { stacks: 0, squares: beside(pos, player, added) }),
            // A wall or capstone that moves away opens the way for other stacks.
            Action::Spread(..) if touched & (pos.walls() | pos.capstones()) != 0 => Some(Self::ALL),
            Action::Spread(..) => {
                Some(Self { stacks: touched, squares: beside(pos, player, added) })
            }
        }
    }
}

/// The neighbours of the road pieces connected to `seed`.
#[inline]
fn beside<const N: usize>(pos: &Position<N>, player: Player, seed: u64) -> u64
where
    Size<N>: Board,
{
    neighbours::<N>(flood::<N>(seed, pos.road_pieces(player)))
}

/// The empty or opposing squares on which one more road piece of the player would complete a road; none if the player is far from a road.
#[inline]
fn critical<const N: usize>(pos: &Position<N>, player: Player) -> u64
where
    Size<N>: Board,
{
    if is_far(pos, player) {
        return 0;
    }
    pos.contact(player).critical() & !pos.road_pieces(player)
}

/// Whether the player certainly has no threat. A placement or step adds one square to a road. So if there are fewer than N − 1 road pieces,
/// only the spread of a tall stack can complete a road.
#[inline]
fn is_far<const N: usize>(pos: &Position<N>, player: Player) -> bool
where
    Size<N>: Board,
{
    let pieces = pos.road_pieces(player).count_ones() as usize;
    pos.is_opening() || pieces + 1 < N && pos.tops(player) & pos.tall() == 0
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
    let _ = visit_winning_moves(pos, player, Scope::ALL, |mv| {
        out.push(mv);
        ControlFlow::Continue(())
    });
}

/// Passes to `found` every move that wins by road: first placements, then single steps, then the spreads in `scope`. Stops if `found`
/// returns `Break`.
#[inline]
pub(super) fn visit_winning_moves<const N: usize>(
    pos: &Position<N>,
    player: Player,
    scope: Scope,
    mut found: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()>
where
    Size<N>: Board,
{
    if is_far(pos, player) {
        return ControlFlow::Continue(());
    }
    let road = pos.road_pieces(player);
    let tall = pos.tops(player) & pos.tall();
    let critical = pos.contact(player).critical() & !road;
    for square in squares(critical & pos.empties()).map(Square) {
        if pos.stones(player) > 0 {
            found(Move::place(Piece::Flat, square))?;
        }
        if pos.capstones_left(player) > 0 {
            found(Move::place(Piece::Capstone, square))?;
        }
    }
    if critical != 0 {
        for square in squares(neighbours::<N>(critical) & road & !tall).map(Square) {
            for direction in Direction::ALL {
                if step_finishes(pos, road, critical, square, direction) {
                    found(Move::spread(square, direction, Drops::SINGLE))?;
                }
            }
        }
    }
    for square in squares(tall).map(Square) {
        let added = if scope.stacks & square.bit() != 0 { u64::MAX } else { scope.squares };
        if added != 0 {
            visit_stack(pos, player, square, added, &mut found)?;
        }
    }
    ControlFlow::Continue(())
}

/// Passes to `found` every spread of a tall stack that completes a road and can add one of the squares `added` to it.
#[inline]
fn visit_stack<const N: usize>(
    pos: &Position<N>,
    player: Player,
    square: Square,
    added: u64,
    found: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()>
where
    Size<N>: Board,
{
    let (road, contact) = (pos.road_pieces(player), pos.contact(player));
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
    let is_possible = |gained: u64| match helpers {
        0 => origin & critical != 0,
        1 if origin == 0 => gained & critical != 0,
        _ => contact.allows(gained),
    };
    for direction in Direction::ALL {
        let ray = Rays::<N>::TABLE[direction as usize][square.index()] & !road | origin;
        if ray & added == 0 || !is_possible(ray) {
            continue;
        }
        let reach = reach::<N>(square, direction as usize, pos.walls() | pos.capstones());
        let smashed = if capstone { reach.stop & pos.walls() } else { 0 };
        let targets = (reach.free | smashed) & !road;
        if (targets | origin) & added == 0 || !is_possible(targets | origin) {
            continue;
        }
        let line = square.bit() | reach.free | smashed;
        let all = road | line;
        let links = [is_vertical::<N>(all), is_horizontal::<N>(all)];
        if links == [false; 2] {
            continue;
        }
        let needed_targets = needed::<N>(all, links, targets);
        if needed_targets.count_ones() <= helpers {
            let needed = needed_targets | needed::<N>(all, links, line & !targets);
            let spread = Spread { direction, ..spread };
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

/// The squares of `among` without which `road` connects no two opposite edges. `links`: whether `road` connects the lowest to the highest
/// rank, and the leftmost to the rightmost file; at least one must be true.
#[inline]
fn needed<const N: usize>(road: u64, [vertical, horizontal]: [bool; 2], among: u64) -> u64 {
    let cuts = |is_linked: bool, is_road: fn(u64) -> bool| -> u64 {
        if !is_linked {
            return u64::MAX;
        }
        squares(among).map(|square| 1 << square).filter(|bit| !is_road(road & !bit)).sum()
    };
    cuts(vertical, is_vertical::<N>) & cuts(horizontal, is_horizontal::<N>)
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
pub(super) struct Spread<const N: usize> {
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
    pub(super) fn new(
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
    pub(super) fn road_after(&self, bits: u8) -> u64 {
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
    use ludex_kit::Notation;
    use ludex_search::{Defences, Game, Turn};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::evasions::evasions;
    use super::*;
    use crate::rules::game::Takt;

    /// Checks in random games of this size, from the start or from `position`, that the winning moves found for both players are those of a
    /// brute-force search.
    fn check<const N: usize>(games: u64, position: Option<&str>)
    where
        Size<N>: Board,
    {
        let game = Takt::<N>::default();
        for seed in 0..games {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut pos = match position {
                Some(text) => game.parse_position(text).expect("a legal position"),
                None => game.start(),
            };
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
                    found.clear();
                    let defences = evasions(&game, &pos, &mut found);
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
        check::<3>(200, None);
        check::<4>(100, None);
        check::<5>(60, None);
        check::<6>(40, None);
        check::<7>(10, None);
        check::<8>(10, None);
    }

    /// Positions with tall stacks, walls and capstones, which random games seldom reach.
    #[test]
    fn winning_road_moves_among_stacks_are_those_of_brute_force() {
        check::<5>(
            100,
            Some("1,2S,12S,12,1212/1C,11112C,2,1,x/2S,2,x,21S,2/12,21,21,2,1S/2,21,1,x,221 2 32"),
        );
        check::<6>(
            100,
            Some(
                "1,1,1,12,1,1/x,1,12S,112,1,x/x,2,221C,x,1,1/x,2,1,1112,2,221/x,2,2112C,x,2,1221S/x2,21,1,2,x 1 35",
            ),
        );
    }
}
