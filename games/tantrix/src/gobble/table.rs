//! The rules: the board, the players, and what they may do.

use std::sync::Arc;

use ludex_search::support::random::stream;
use rand::RngExt;
use rand_pcg::Pcg64;

use super::seat::{Moment, PlayerSeat};
use super::settings::{GobbleSettings, START_TILES};
use crate::rules::board::Board;
use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::tile::{Tile, TileSet};

/// The number of tiles that a tile from a stack must touch.
pub const SIDES: u8 = 2;
/// The number of tiles that a penalty tile must touch. Touching this many is a gobble.
pub const GOBBLE_SIDES: u8 = 3;
/// Touching at least this many tiles is a double gobble, which gives two tiles away if the settings allow it.
const DOUBLE_SIDES: u8 = 4;

/// The board and the players.
#[derive(Clone)]
pub struct GobbleTable {
    settings: Arc<GobbleSettings>,
    board: Board,
    seats: Vec<PlayerSeat>,
    /// Random numbers that break ties between players.
    lots: Vec<u32>,
    /// How many times any player ran out of tiles.
    n_times_out: usize,
}

/// Why a tile cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileRefusal {
    /// The player has no such tile that may be played now.
    NotOwned,
    /// The cell is occupied.
    Taken,
    /// The tile would touch too few other tiles.
    TooFewSides {
        /// The number of tiles it must touch.
        needed: u8,
    },
    /// An edge does not match.
    Mismatch,
}

/// The effect of placing a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidTile {
    /// Number of tiles it touches.
    pub sides: u8,
    /// Whether it came from the penalty pile.
    pub from_penalty: bool,
    /// Number of tiles to give away.
    pub n_gifts: usize,
}

/// A tile given to another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gift {
    /// The receiver.
    pub to: usize,
    /// The tile.
    pub tile: Tile,
    /// Whether it brought the receiver back into the game.
    pub brings_back: bool,
}

impl GobbleTable {
    /// Deals the tiles in a random order that depends on the seed and the number of the game.
    pub fn deal(settings: Arc<GobbleSettings>, seed: u64, game: u64) -> Self {
        let mut rng = stream(seed, game << 8);
        let mut tiles: Vec<Tile> = Tile::all().collect();
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, rng.random_range(0..=last));
        }
        let mut rest = tiles.as_slice();
        let mut seats = Vec::with_capacity(settings.n_players());
        for &share in &settings.shares {
            let (his, others) = rest.split_at(share);
            seats.push(PlayerSeat::new(his, settings.n_stacks));
            rest = others;
        }
        debug_assert!(rest.len() >= START_TILES);
        let mut board = Board::empty();
        let mut waiting = rest.to_vec();
        let mut n_waiting = usize::MAX;
        while waiting.len() < n_waiting {
            n_waiting = waiting.len();
            waiting.retain(|&tile| !lay_at_start(&mut board, tile, &mut rng));
        }
        // If a tile fits nowhere on the board, it is dealt to a player instead.
        for (index, tile) in waiting.into_iter().enumerate() {
            let player = index % seats.len();
            seats[player].stacks[0].push(tile);
        }
        let lots = seats.iter().map(|_| rng.random()).collect();
        Self { settings, board, seats, lots, n_times_out: 0 }
    }

    /// The options.
    pub fn settings(&self) -> &GobbleSettings {
        &self.settings
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The players.
    pub fn seats(&self) -> &[PlayerSeat] {
        &self.seats
    }

    /// The places for a tile that touch at least `sides` tiles: the number of tiles touched, and the tile in each rotation that fits.
    pub fn places(&self, tile: Tile, sides: u8) -> impl Iterator<Item = (u8, Vec<Placement>)> + '_ {
        let one = TileSet::EMPTY.with(tile);
        let sites = if sides >= GOBBLE_SIDES { self.board.spaces() } else { self.board.frontier() };
        let sites = sites.iter().map(|id| self.board.site(id));
        sites.filter(move |site| site.n_around >= sides).filter_map(move |site| {
            let fits = site.fits(false).among(one);
            if fits.is_empty() {
                return None;
            }
            let hex = site.hex;
            Some((site.n_around, fits.iter().map(|face| Placement { face, hex }).collect()))
        })
    }

    /// Turns up the top tile of a stack.
    pub fn turn_up(&mut self, player: usize, stack: usize) -> Option<Tile> {
        let seat = &mut self.seats[player];
        if seat.hand.is_none() {
            seat.hand = seat.stacks.get_mut(stack)?.pop();
            return seat.hand;
        }
        None
    }

    /// Puts the tile that was turned up on the penalty pile.
    pub fn discard(&mut self, player: usize) -> Option<Tile> {
        let seat = &mut self.seats[player];
        let tile = seat.hand.take()?;
        seat.penalty.push(tile);
        seat.tally.penalties += 1;
        Some(tile)
    }

    /// Checks whether a player may place a tile, and returns the number of tiles it touches.
    pub fn check(&self, player: usize, placement: Placement) -> Result<u8, TileRefusal> {
        let seat = &self.seats[player];
        let tile = placement.face.tile();
        let needed = if seat.hand == Some(tile) {
            SIDES
        } else if seat.hand.is_none()
            && seat.playable_penalties(self.settings.take_any).contains(&tile)
        {
            GOBBLE_SIDES
        } else {
            return Err(TileRefusal::NotOwned);
        };
        let Some(site) = self.board.site_at(placement.hex.cell()) else {
            return Err(TileRefusal::TooFewSides { needed });
        };
        if !site.is_empty() {
            Err(TileRefusal::Taken)
        } else if site.n_around < needed {
            Err(TileRefusal::TooFewSides { needed })
        } else if !site.fits(false).contains(placement.face) {
            Err(TileRefusal::Mismatch)
        } else {
            Ok(site.n_around)
        }
    }

    /// Places a tile. The caller then gives tiles away with [`give`](Self::give) and calls [`note_if_out`](Self::note_if_out).
    pub fn lay(
        &mut self,
        player: usize,
        placement: Placement,
        now: Moment,
    ) -> Result<LaidTile, TileRefusal> {
        let sides = self.check(player, placement)?;
        let seat = &mut self.seats[player];
        let tile = placement.face.tile();
        let from_penalty = seat.hand != Some(tile);
        if from_penalty {
            seat.penalty.retain(|&other| other != tile);
        } else {
            seat.hand = None;
        }
        seat.tally.laid += 1;
        seat.last_success = now;
        self.board.lay(placement);
        let twice = self.settings.double && sides >= DOUBLE_SIDES;
        let n_gifts = usize::from(sides >= GOBBLE_SIDES) + usize::from(twice);
        self.seats[player].tally.gobbles += u32::from(n_gifts > 0);
        Ok(LaidTile { sides, from_penalty, n_gifts })
    }

    /// The players who may receive a tile from this player.
    pub fn receivers(&self, giver: usize) -> impl Iterator<Item = usize> {
        let may = self.settings.out_may_receive;
        let others = (1..self.seats.len()).map(move |step| (giver + step) % self.seats.len());
        others.filter(move |&seat| may || self.seats[seat].out.is_none())
    }

    /// Gives a tile away: `chosen` if the settings let the giver choose, otherwise the next tile, unseen.
    pub fn give(
        &mut self,
        giver: usize,
        to: usize,
        chosen: Option<Tile>,
        now: Moment,
    ) -> Option<Gift> {
        let chosen = chosen.filter(|_| self.settings.chosen_gift);
        let seat = &mut self.seats[giver];
        let tile = match (chosen, seat.highest_stack()) {
            (Some(tile), _) if seat.penalty.contains(&tile) => {
                seat.penalty.retain(|&other| other != tile);
                tile
            }
            (_, Some(stack)) => seat.stacks[stack].pop()?,
            (_, None) => seat.penalty.pop()?,
        };
        seat.tally.given += 1;
        seat.last_success = now;
        let on_top = self.settings.given_on_top;
        let receiver = &mut self.seats[to];
        receiver.receive(tile, on_top);
        let brings_back = receiver.out.take().is_some();
        Some(Gift { to, tile, brings_back })
    }

    /// Checks whether the player has just run out of tiles. If so, records the time and returns true.
    pub fn note_if_out(&mut self, player: usize, now: Moment) -> bool {
        let seat = &mut self.seats[player];
        if seat.out.is_some() || seat.n_tiles() > 0 {
            return false;
        }
        seat.out = Some((now, self.n_times_out));
        self.n_times_out += 1;
        true
    }

    /// Records that a place was taken before the player got there.
    pub(super) fn note_late(&mut self, player: usize) {
        self.seats[player].tally.late += 1;
    }

    /// Whether at most one player has tiles, or no player can play.
    pub fn is_over(&self) -> bool {
        let n_in = self.seats.iter().filter(|seat| seat.out.is_none()).count();
        n_in <= 1 || !self.seats.iter().any(|seat| self.can_play(seat))
    }

    fn can_play(&self, seat: &PlayerSeat) -> bool {
        if seat.hand.is_some() || seat.n_stacked() > 0 {
            return true;
        }
        let playable = seat.playable_penalties(self.settings.take_any);
        playable.iter().any(|&tile| self.places(tile, GOBBLE_SIDES).next().is_some())
    }

    /// The rank of each player, from 1. Players who ran out of tiles come first, in the order in which they ran out. The others follow by
    /// the number of tiles left (fewer is better), then by when they last got rid of a tile (earlier is better), then by lot.
    pub fn ranks(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.seats.len()).collect();
        order.sort_by_key(|&player| {
            let seat = &self.seats[player];
            let out = seat.out.map_or(usize::MAX, |(_, order)| order);
            let lot = self.lots[player];
            (out, seat.n_tiles(), seat.last_success, lot)
        });
        let mut ranks = vec![0; order.len()];
        for (place, &player) in order.iter().enumerate() {
            ranks[player] = place + 1;
        }
        ranks
    }
}

/// Places a start tile: the first one at 0:0, each further one where it touches the most tiles. Returns false if it fits nowhere.
fn lay_at_start(board: &mut Board, tile: Tile, rng: &mut Pcg64) -> bool {
    if board.n_tiles() == 0 {
        let (face, hex) = (tile.rotated(0), Hex::default());
        board.lay(Placement { face, hex });
        return true;
    }
    let one = TileSet::EMPTY.with(tile);
    let sites = board.frontier().iter().map(|id| board.site(id));
    let fits = sites.flat_map(|site| {
        let placement = move |face| (site.n_around, Placement { face, hex: site.hex });
        site.fits(false).among(one).iter().map(placement).collect::<Vec<_>>()
    });
    let fits: Vec<(u8, Placement)> = fits.collect();
    let most = fits.iter().map(|&(n_around, _)| n_around).max();
    let best: Vec<Placement> = fits
        .iter()
        .filter(|&&(n_around, _)| Some(n_around) == most)
        .map(|&(_, placement)| placement)
        .collect();
    if best.is_empty() {
        return false;
    }
    board.lay(best[rng.random_range(0..best.len())]);
    true
}
