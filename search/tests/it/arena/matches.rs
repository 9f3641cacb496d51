//! Tests of matches between two searches.

use std::time::Duration;

use ludex_search::arena::{
    Entrant, EntrantFaults, Hypothesis, Match, MatchError, MatchResult, Opening, Overstepped,
    Pentanomial, PlayerClock, Sprt,
};
use ludex_search::testing::TreeGame;
use ludex_search::{
    AlphaBeta, ByEvaluator, Expectimax, ExpectimaxOptions, Game, Limits, Mcts, MctsOptions,
    NoEvaluator, NoTactics, Report, Root, Score, SearchOptions, Searcher, Stateless, Step,
    StopFlag, TimeControl, Wdl,
};

use crate::games::{ConnectFour, ConnectFourEvaluator, Nim, Pig, PigEvaluator};

/// A player of Connect Four that searches to this depth.
fn by_depth<'a>(game: ConnectFour, depth: u32) -> Entrant<'a, ConnectFour> {
    let make = move || {
        let evaluator = Stateless(ConnectFourEvaluator);
        AlphaBeta::new(game, evaluator, NoTactics, SearchOptions::default())
    };
    Entrant::new(format!("depth {depth}"), Limits::depth(depth), make)
}

fn tree_search<'a>(game: ConnectFour, nodes: u64) -> Entrant<'a, ConnectFour> {
    let make = move || Mcts::new(game, ConnectFourEvaluator, MctsOptions::default());
    Entrant::new("tree search", Limits::nodes(nodes), make)
}

fn board() -> ConnectFour {
    ConnectFour::new(5, 4, 3)
}

fn large_board() -> ConnectFour {
    ConnectFour::new(7, 6, 4)
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let game = large_board();
    let result = |threads| {
        let pairs = Match::new(&game, by_depth(game, 3), tree_search(game, 300)).pairs(12).seed(7);
        pairs.threads(threads).run(|_| ()).unwrap()
    };
    let alone = result(1);
    assert_eq!(alone.pairs.pairs(), 12);
    assert_eq!(result(3), alone);
    assert_eq!(result(100), alone);
}

#[test]
fn the_view_of_the_other_player_is_the_mirror_image() {
    let game = large_board();
    let (deep, flat) = (|| by_depth(game, 4), || by_depth(game, 1));
    let result = |first, second| Match::new(&game, first, second).pairs(15).run(|_| ()).unwrap();
    let (one, other) = (result(deep(), flat()), result(flat(), deep()));
    let reversed = |mut pairs: Pentanomial| {
        pairs.0.reverse();
        pairs
    };
    assert_eq!(one.pairs, reversed(other.pairs));
    assert_eq!(one.games, [other.games[2], other.games[1], other.games[0]]);
    assert_eq!((one.first_seat, one.plies), (other.first_seat, other.plies));
    assert!(one.elo().unwrap().value > 50.0, "{one}");
}

/// With the same dice and exchanged seats, equal players share every pair.
#[test]
fn equal_players_share_every_pair_with_chance_too() {
    let game = large_board();
    let match_ = Match::new(&game, by_depth(game, 2), by_depth(game, 2)).pairs(20).threads(2);
    let found = match_.run(|_| ()).unwrap();
    assert_eq!(found.pairs.0, [0, 0, 20, 0, 0]);
    let pig = Pig { target: 30, sides: 6 };
    let player = |name| {
        let make = move || {
            Expectimax::new(pig, ByEvaluator::new(PigEvaluator), ExpectimaxOptions::default())
        };
        Entrant::new(name, Limits::depth(1), make)
    };
    let match_ = Match::new(&pig, player("one"), player("other")).random_openings(1);
    let found = match_.pairs(20).run(|_| ()).unwrap();
    assert_eq!(found.pairs.0, [0, 0, 20, 0, 0]);
    // In each pair, the same seat wins both games, so each player wins one. Which seat wins varies, because the pairs have different dice.
    assert_eq!(found.games, [20, 0, 20]);
    assert!(found.first_seat > 0.0 && found.first_seat < 40.0);
}

#[test]
fn a_test_ends_the_match_and_decides_the_same_on_every_number_of_threads() {
    let game = large_board();
    let result = |threads, first, second| {
        let match_ = Match::new(&game, first, second).pairs(500).threads(threads);
        match_.sprt(Sprt::new(0.0, 200.0)).run(|_| ()).unwrap()
    };
    let found = result(1, by_depth(game, 5), by_depth(game, 1));
    assert_eq!(found.accepted, Some(Hypothesis::H1), "{found}");
    assert!(found.pairs.pairs() < 100, "{found}");
    assert_eq!(result(4, by_depth(game, 5), by_depth(game, 1)), found);
    let worse = result(2, by_depth(game, 1), by_depth(game, 5));
    assert_eq!(worse.accepted, Some(Hypothesis::H0), "{worse}");
}

#[test]
fn an_interrupted_match_gives_the_pairs_that_are_finished() {
    let game = board();
    let stop = StopFlag::default();
    let match_ = Match::new(&game, by_depth(game, 3), by_depth(game, 1)).pairs(1000).until(&stop);
    let mut seen = Vec::new();
    let found = match_.run(|progress| {
        seen.push(progress.clone());
        if seen.len() == 5 {
            stop.stop();
        }
    });
    let found = found.unwrap();
    assert_eq!(found.pairs.pairs(), 5);
    let counts: Vec<u64> = seen.iter().map(|result| result.pairs.pairs()).collect();
    assert_eq!(counts, [1, 2, 3, 4, 5]);
    assert_eq!(seen.last(), Some(&found));
    // The match was stopped before it began.
    let found = match_.run(|_| ()).unwrap();
    assert_eq!((found.pairs.pairs(), found.elo()), (0, None));
    let line =
        "depth 3 against depth 1: Elo –, nElo –, LOS –, games 0: +0 =0 -0, pairs [0 0 0 0 0]";
    assert_eq!(found.to_string(), line);
}

/// A search that always returns this move.
struct Answers(Option<u8>);

impl Searcher<ConnectFour> for Answers {
    fn search(
        &mut self,
        _: &Root<ConnectFour>,
        _: &Limits,
        _: &StopFlag,
        _: &mut dyn FnMut(&Report<u8>),
    ) -> Report<u8> {
        let line = |mv| ludex_search::Line::new(vec![mv], Score::DRAW, Wdl::default());
        Report::new(self.0.map(line).into_iter().collect(), 1)
    }

    fn evaluate(&self, _: &<ConnectFour as Game>::Position) -> Option<Score> {
        None
    }

    fn new_game(&mut self) {}
}

#[test]
fn a_player_without_a_legal_move_loses() {
    let game = board();
    for answer in [None, Some(99)] {
        let answers = Entrant::new("mute", Limits::default(), move || Answers(answer));
        let match_ = Match::new(&game, answers, by_depth(game, 1)).random_openings(0);
        let found = match_.pairs(3).run(|_| ()).unwrap();
        assert_eq!(found.pairs.0, [3, 0, 0, 0, 0]);
        let faults = EntrantFaults { time: 0, illegal_moves: 6 };
        assert_eq!(found.faults, [faults, EntrantFaults::default()]);
        let line = "mute against depth 1: Elo < -1200, nElo –, LOS –, games 6: +0 =0 -6, pairs [3 0 0 0 0], mute lost 6 by illegal moves";
        assert_eq!(found.to_string(), line);
    }
}

#[test]
fn pairs_begin_with_the_given_openings_in_turn() {
    let game = board();
    let openings = [
        Opening::moves(&game, [0, 1]),
        Opening::moves(&game, [2, 2, 2, 2]),
        Opening::position(game.after("123")),
    ];
    let plies = |opening: &Opening<ConnectFour>| {
        let one = [opening.clone()];
        let match_ = Match::new(&game, by_depth(game, 2), by_depth(game, 2)).openings(one);
        match_.pairs(1).run(|_| ()).unwrap().plies
    };
    let expected: u64 = openings.iter().map(plies).sum::<u64>() * 2;
    let match_ = Match::new(&game, by_depth(game, 2), by_depth(game, 2)).openings(openings);
    let found = match_.pairs(6).threads(2).run(|_| ()).unwrap();
    assert_eq!(found.plies, expected);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let game = board();
    let refused = |opening: Opening<ConnectFour>| {
        let openings = [Opening::start(&game), opening];
        let match_ = Match::new(&game, by_depth(game, 1), by_depth(game, 1)).openings(openings);
        match_.run(|_| ())
    };
    let illegal = refused(Opening::moves(&game, [0, 0, 0, 0, 0]));
    assert_eq!(illegal, Err(MatchError::Opening(1)));
    let over = refused(Opening::moves(&game, [0, 1, 0, 1, 0]));
    assert_eq!(over, Err(MatchError::Opening(1)));
    let text = "opening 2 has an illegal step, or the game is over after it";
    assert_eq!(over.unwrap_err().to_string(), text);
}

/// Two players share three seats. In one game of a pair a player has two seats, and in the other game one.
#[test]
fn two_players_share_the_seats_of_three() {
    let nim = Nim { heaps: [3, 4, 5, 2] };
    let player = |nodes: u64| {
        let make = move || Mcts::new(nim, NoEvaluator, MctsOptions::default());
        Entrant::new(format!("{nodes} nodes"), Limits::nodes(nodes), make)
    };
    let result = |first, second, pairs| {
        let match_ = Match::new(&nim, player(first), player(second)).random_openings(1);
        match_.pairs(pairs).run(|_| ()).unwrap()
    };
    assert_eq!(result(50, 50, 9).pairs.0, [0, 0, 9, 0, 0]);
    let found = result(2_000, 3, 60);
    assert!(found.elo().unwrap().value > 0.0, "{found}");
}

/// Two positions that lead to each other endlessly.
#[test]
fn games_that_never_end_are_drawn() {
    let round = TreeGame::parse("x=a(b(@x))").unwrap();
    let result = |game: &TreeGame| -> MatchResult {
        let player = |name: &str| {
            let make = || {
                let evaluator = Stateless(NoEvaluator);
                AlphaBeta::new(game.clone(), evaluator, NoTactics, SearchOptions::default())
            };
            Entrant::new(name, Limits::depth(2), make)
        };
        let match_ = Match::new(game, player("one"), player("other")).longest(50);
        match_.pairs(1).random_openings(0).run(|_| ()).unwrap()
    };
    let found = result(&round);
    assert_eq!((found.games, found.too_long, found.plies), ([0, 2, 0], 2, 100));
    let found = result(&round.clone().with_repetition(3));
    assert_eq!((found.games, found.too_long, found.plies), ([0, 2, 0], 0, 8));
}

#[test]
fn openings_hold_chance_events() {
    let pig = Pig { target: 30, sides: 6 };
    let rolled = |eyes| Opening::<Pig> {
        start: pig.start(),
        steps: vec![Step::Move(crate::games::pig::Move::Roll), Step::Event(eyes)],
    };
    assert!(rolled(6).history(&pig).is_some());
    assert!(rolled(7).history(&pig).is_none());
    assert!(!rolled(6).is_decided(&pig));
}

#[test]
fn clocks_run_from_move_to_move() {
    let seconds = Duration::from_secs;
    let clock = TimeControl::new(seconds(10), seconds(1));
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let mut player = PlayerClock::new(limits, Duration::from_millis(500));
    assert_eq!(player.spend(seconds(4)), Ok(()));
    assert_eq!(player.allowed(), Some(seconds(7)));
    assert_eq!(player.spend(Duration::from_millis(7500)), Ok(()));
    assert_eq!(player.allowed(), Some(seconds(1)));
    let late = Overstepped { used: seconds(2), allowed: seconds(1) };
    assert_eq!(player.spend(seconds(2)), Err(late));
    let mut endless = PlayerClock::new(Limits::nodes(5), Duration::ZERO);
    assert_eq!((endless.allowed(), endless.spend(seconds(99))), (None, Ok(())));
}
