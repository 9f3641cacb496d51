//! Properties that hold at every event of a game.

use std::collections::BTreeMap;

use ludex_search::StopFlag;
use ludex_tantrix::gobble::{EventKind, Gobble, Happening, PlayerRecord, PlayerSeat, series};
use ludex_tantrix::{Face, Hex, Placement, Tile};
use proptest::prelude::*;

use super::{VARIANTS, check_tiles, game, settings};

/// The board, reconstructed by the test from the events.
struct Shadow {
    board: BTreeMap<Hex, Face>,
    /// The tiles on each player's penalty pile.
    penalties: Vec<Vec<Tile>>,
    last: u64,
}

impl Shadow {
    fn new(game: &Gobble) -> Self {
        let tiles = game.table().board().tiles();
        Self {
            board: tiles.map(|p| (p.hex, p.face)).collect(),
            penalties: game.table().seats().iter().map(|_| Vec::new()).collect(),
            last: 0,
        }
    }

    /// Number of tiles around a cell; `None` if one does not match.
    fn sides(&self, placement: Placement) -> Option<usize> {
        let mut sides = 0;
        for direction in 0..6 {
            if let Some(other) = self.board.get(&placement.hex.neighbour(direction)) {
                if other.edges()[(direction + 3) % 6] != placement.face.edges()[direction] {
                    return None;
                }
                sides += 1;
            }
        }
        Some(sides)
    }

    fn follow(&mut self, happening: Happening) {
        assert!(happening.at >= self.last);
        self.last = happening.at;
        let pile = &mut self.penalties[happening.player];
        match happening.what {
            EventKind::Laid { placement, sides, from_penalty } => {
                let tile = placement.face.tile();
                assert_eq!(pile.contains(&tile), from_penalty);
                pile.retain(|&other| other != tile);
                assert!(!self.board.contains_key(&placement.hex));
                assert_eq!(self.sides(placement), Some(usize::from(sides)));
                assert!(sides >= if from_penalty { 3 } else { 2 });
                self.board.insert(placement.hex, placement.face);
            }
            // For a late player the cell is occupied, or an edge no longer matches.
            EventKind::Late(placement) => {
                let taken = self.board.contains_key(&placement.hex);
                assert!(taken || self.sides(placement).is_none());
            }
            EventKind::Discarded(tile) => pile.push(tile),
            EventKind::Gave(gift) => pile.retain(|&other| other != gift.tile),
            EventKind::TurnedUp(_) | EventKind::All => {}
        }
    }
}

/// Plays a game and checks it event by event.
fn check_game(words: &str, seed: u64) -> Gobble {
    let mut game = game(words, seed);
    let mut shadow = Shadow::new(&game);
    check_tiles(&game);
    loop {
        let before: Vec<usize> = game.table().seats().iter().map(PlayerSeat::n_tiles).collect();
        let goes_on = game.step();
        let story = game.take_story();
        check_tiles(&game);
        check_gifts(&game, &before, &story);
        for happening in story {
            shadow.follow(happening);
        }
        if !goes_on {
            break;
        }
    }
    let board = game.table().board().tiles().map(|p| (p.hex, p.face));
    assert_eq!(board.collect::<BTreeMap<_, _>>(), shadow.board);
    check_end(&game);
    game
}

/// Each gift moves a tile from one player to another; placed tiles leave the players.
fn check_gifts(game: &Gobble, before: &[usize], story: &[Happening]) {
    let mut expected: Vec<i64> = before.iter().map(|&count| count as i64).collect();
    for happening in story {
        match happening.what {
            EventKind::Laid { .. } => expected[happening.player] -= 1,
            EventKind::Gave(gift) => {
                assert_ne!(gift.to, happening.player);
                expected[happening.player] -= 1;
                expected[gift.to] += 1;
            }
            _ => {}
        }
    }
    let after = game.table().seats().iter().map(|seat| seat.n_tiles() as i64);
    assert_eq!(after.collect::<Vec<_>>(), expected);
}

/// Gifts follow each gobble, ranks are complete, and players who ran out have no tiles.
fn check_end(game: &Gobble) {
    assert!(game.is_over());
    let mut ranks = game.table().ranks();
    let seats = game.table().seats();
    for (one, a) in seats.iter().enumerate() {
        assert_eq!(a.out.is_some(), a.n_tiles() == 0);
        for (two, b) in seats.iter().enumerate() {
            let earlier = match (a.out, b.out) {
                (Some(a), Some(b)) => a.1 < b.1,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => a.n_tiles() < b.n_tiles(),
            };
            assert!(!earlier || ranks[one] < ranks[two]);
        }
    }
    ranks.sort_unstable();
    assert_eq!(ranks, (1..=seats.len()).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_event_keeps_the_rules(seed in any::<u64>(), variant in 0..VARIANTS.len()) {
        check_game(VARIANTS[variant], seed);
    }
}

#[test]
fn all_kinds_of_events_occur() {
    let mut kinds = BTreeMap::new();
    for seed in 0..20 {
        for words in VARIANTS {
            let mut game = game(words, seed);
            game.run();
            for happening in game.take_story() {
                let kind = match happening.what {
                    EventKind::Laid { from_penalty: true, .. } => "laid from penalty",
                    EventKind::Laid { sides: 4.., .. } => "laid at four sides",
                    EventKind::Laid { .. } => "laid",
                    EventKind::Late(_) => "late",
                    EventKind::TurnedUp(_) => "turned up",
                    EventKind::Discarded(_) => "discarded",
                    EventKind::Gave(gift) if gift.brings_back => "gave and brought back",
                    EventKind::Gave(_) => "gave",
                    EventKind::All => "all",
                };
                *kinds.entry(kind).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(kinds.len(), 9, "{kinds:?}");
}

#[test]
fn of_two_who_want_a_place_the_earlier_has_it() {
    // If a player was late for an occupied cell, another player filled it before.
    let mut n_late = 0;
    for seed in 0..30 {
        let mut game = game("players=4,attention=1,speed=3", seed);
        game.run();
        let story = game.take_story();
        for (index, happening) in story.iter().enumerate() {
            let EventKind::Late(wanted) = happening.what else {
                continue;
            };
            n_late += 1;
            let begun = story[..index].iter().rposition(|other| {
                other.player == happening.player
                    && !matches!(other.what, EventKind::Gave(_) | EventKind::All)
            });
            let since = begun.map_or(0, |index| story[index].at);
            let near =
                |hex: Hex| hex == wanted.hex || (0..6).any(|d| hex.neighbour(d) == wanted.hex);
            let winner = story[..index].iter().rev().find(
                |other| matches!(other.what, EventKind::Laid { placement, .. } if near(placement.hex)),
            );
            let winner = winner.expect("valid test data");
            assert_ne!(winner.player, happening.player);
            assert!(since <= winner.at && winner.at <= happening.at);
        }
    }
    assert!(n_late > 20);
}

#[test]
fn the_seed_decides_everything() {
    for words in VARIANTS {
        let (mut one, mut two, mut other) = (game(words, 7), game(words, 7), game(words, 8));
        for game in [&mut one, &mut two, &mut other] {
            game.run();
        }
        let (one, two, other) = (one.take_story(), two.take_story(), other.take_story());
        assert_eq!(one, two);
        assert_ne!(one, other);
    }
}

#[test]
fn the_faster_player_ranks_first() {
    let four = settings("players=4,speed=2/2.6/3.4/4.4");
    let played = series(&four, 1, 2_000, 2, &StopFlag::default());
    let means: Vec<f64> = played.players.iter().map(PlayerRecord::mean_rank).collect();
    assert!(means.is_sorted(), "{means:?}");
    let wins: Vec<u64> = played.players.iter().map(|record| record.ranks[0]).collect();
    assert!(wins.is_sorted_by(|a, b| a > b), "{wins:?}");
    assert!(wins[0] > 700);
}

#[test]
fn a_handicap_evens_out_speed() {
    let rate = |words: &str| {
        let played = series(&settings(words), 3, 1_000, 2, &StopFlag::default());
        played.players[0].win_rate()
    };
    let even = rate("players=4,speed=2/3/3/3");
    let handicapped = rate("players=4,speed=2/3/3/3,handicap=8/0/0/0");
    assert!(even > 0.35 && handicapped < even - 0.1, "{even} {handicapped}");
}

#[test]
fn attention_pays() {
    let played =
        series(&settings("players=3,attention=0.9/0.6/0.3"), 5, 1_000, 1, &StopFlag::default());
    let means: Vec<f64> = played.players.iter().map(PlayerRecord::mean_rank).collect();
    assert!(means.is_sorted(), "{means:?}");
}

#[test]
fn a_series_does_not_depend_on_the_threads() {
    let four = settings("players=4,double=on");
    let play = |threads| series(&four, 11, 200, threads, &StopFlag::default());
    let one = play(1);
    assert_eq!(one, play(3));
    assert_eq!(one.n_games, 200);
    for record in &one.players {
        assert_eq!(record.ranks.iter().sum::<u64>(), 200);
    }
}
