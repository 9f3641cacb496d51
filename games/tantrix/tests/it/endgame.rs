//! The end of games of three and four players and of teams: the search, compared with plain enumeration of every line of play.

use std::cmp::Reverse;

use ludex_kit::{Playable, SearchSetup};
use ludex_search::{Game, Limits, ProofResult, Report, Root, SearchOptions, StopFlag, Turn};
use ludex_tantrix::{Options, Placement, Position, Stage, Tantrix};

use super::expected::random_position;

/// The points by which a player's side leads over every other; 0 in a stuck game.
fn lead(game: &Tantrix, pos: &Position, player: usize) -> i32 {
    let (points, options) = (game.points(pos), game.options());
    let others = (0..game.players()).filter(|&o| options.side_of(o) != options.side_of(player));
    let best = others.map(|other| points[other]).max().expect("others");
    if pos.stage() == Stage::Stuck {
        return 0;
    }
    points[player] as i32 - best as i32
}

/// A player's preference for an ending.
fn liking(game: &Tantrix, end: &Position, player: usize) -> (i32, Reverse<usize>, Vec<u32>) {
    let players = game.players();
    let leads: Vec<i32> = (0..players).map(|player| lead(game, end, player)).collect();
    let winners = leads.iter().filter(|&&lead| lead >= 0).count();
    let mut points = game.points(end)[..players].to_vec();
    if leads.iter().all(|&lead| lead == 0) {
        points.fill(0);
    }
    points.rotate_left(player);
    let company = if leads[player] < 0 { 0 } else { winners };
    (leads[player], Reverse(company), points)
}

fn moves(game: &Tantrix, pos: &Position) -> Vec<Placement> {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    moves
}

/// The ending if every player chooses the ending that they like best.
fn ending(game: &Tantrix, pos: &Position) -> Position {
    let Turn::Player(mover) = game.turn(pos) else {
        return pos.clone();
    };
    let endings = moves(game, pos).into_iter().map(|mv| {
        let mut after = pos.clone();
        game.play(&mut after, mv);
        ending(game, &after)
    });
    let best = endings.max_by_key(|end| liking(game, end, mover.index()));
    best.expect("a placement")
}

/// The lead of a player if the helpers play for that player and all other players play against them.
fn lead_with(game: &Tantrix, pos: &Position, player: usize, helpers: &[usize]) -> i32 {
    let Turn::Player(mover) = game.turn(pos) else {
        return lead(game, pos, player);
    };
    let leads = moves(game, pos).into_iter().map(|mv| {
        let mut after = pos.clone();
        game.play(&mut after, mv);
        lead_with(game, &after, player, helpers)
    });
    let found = if helpers.contains(&mover.index()) { leads.max() } else { leads.min() };
    found.expect("a placement")
}

fn search(game: &Tantrix, pos: &Position, multipv: usize, nodes: u64) -> Report<Placement> {
    let setup = SearchSetup {
        options: SearchOptions { multipv, ..SearchOptions::default() },
        ..SearchSetup::default()
    };
    let mut search = Tantrix::SEARCHES[0].build(game, &setup).expect("a search");
    let root = Root::new(pos.clone());
    search.search(&root, &Limits::nodes(nodes), &StopFlag::default(), &mut |_| ())
}

/// Random endgames with few tiles left, so that plain enumeration finishes.
fn endings(
    options: Options,
    tiles: usize,
    most: usize,
) -> impl Iterator<Item = (Tantrix, Position)> {
    let game = Tantrix::with_options(options);
    (0..most as u64).filter_map(move |seed| {
        let pos = random_position(&game, 56 - tiles, seed);
        let is_player = matches!(game.turn(&pos), Turn::Player(_));
        is_player.then(|| (game.clone(), pos))
    })
}

#[test]
fn of_several_everybody_plays_for_himself() {
    let (mut shared, mut certain) = (0, [0; 3]);
    for (players, tiles, most) in [(3, 2, 60), (3, 3, 12), (4, 2, 60), (4, 3, 12)] {
        for (game, pos) in endings(Options::for_players(players), tiles, most) {
            let mover = pos.to_move().index();
            let mut found: Vec<i32> = Vec::new();
            for mv in moves(&game, &pos) {
                let mut after = pos.clone();
                game.play(&mut after, mv);
                found.push(lead(&game, &ending(&game, &after), mover));
            }
            found.sort_by_key(|&lead| Reverse(lead));
            let end = ending(&game, &pos);
            for multipv in [1, 4] {
                let report = search(&game, &pos, multipv, 4_000_000);
                assert!(report.is_complete);
                let told: Vec<i32> = report.lines.iter().map(|line| line.score.value()).collect();
                let expected: Vec<i32> =
                    found.iter().take(multipv).map(|lead| 100 * lead).collect();
                assert_eq!(told, expected, "{players} players, {tiles} tiles");
                // The line leads to the reported ending.
                let mut at_end = pos.clone();
                for &mv in &report.lines[0].pv {
                    game.play(&mut at_end, mv);
                }
                let like = |end: &Position| liking(&game, end, mover);
                assert_eq!(game.turn(&at_end), Turn::Over);
                assert_eq!(like(&at_end), like(&end));
                let returns = report.lines[0].returns.expect("the return of each player");
                for (told, by_rules) in returns.iter().zip(game.returns(&end)) {
                    assert!((told - by_rules).abs() < 0.003, "{told} {by_rules}");
                }
                shared += usize::from(game.returns(&end)[mover].abs() < 0.9);
                let first = report.best_move().expect("a placement");
                let expected = certainty(&game, &pos, first);
                assert_eq!(report.proof.map(|proof| proof.result), expected);
                let wdl = report.lines[0].wdl;
                let is_shown = [wdl.win, wdl.draw, wdl.loss].contains(&1.0);
                assert_eq!(is_shown, expected.is_some(), "{wdl:?}");
                certain
                    [expected.map_or(0, |result| 1 + usize::from(result == ProofResult::Win))] += 1;
            }
        }
    }
    assert!(shared > 0 && certain.iter().all(|&count| count > 0), "{shared} {certain:?}");
}

/// `Win` if the placement wins whatever the other players do; `Loss` if no placement can win. Otherwise `None`.
fn certainty(game: &Tantrix, pos: &Position, mv: Placement) -> Option<ProofResult> {
    let mover = pos.to_move().index();
    let everybody: Vec<usize> = (0..game.players()).collect();
    if lead_with(game, pos, mover, &everybody) < 0 {
        return Some(ProofResult::Loss);
    }
    let mut after = pos.clone();
    game.play(&mut after, mv);
    (lead_with(game, &after, mover, &[mover]) > 0).then_some(ProofResult::Win)
}

#[test]
fn teams_are_two_sides() {
    let options = Options { teams: true, ..Options::for_players(4) };
    let mut n_checked = 0;
    for (game, pos) in endings(options, 2, 40).chain(endings(options, 3, 8)) {
        let mover = pos.to_move().index();
        let expected = lead_with(&game, &pos, mover, &[mover, (mover + 2) % 4]);
        let report = search(&game, &pos, 1, 4_000_000);
        assert_eq!(report.lines[0].score.value(), 100 * expected);
        let result = match expected {
            1.. => ProofResult::Win,
            0 => ProofResult::Draw,
            _ => ProofResult::Loss,
        };
        assert_eq!(report.proof.expect("a proof").result, result);
        n_checked += 1;
    }
    assert!(n_checked > 20, "{n_checked}");
}

/// If the end cannot be solved within the limits, the search still respects them.
#[test]
fn an_end_out_of_reach_is_left_to_the_tree() {
    for players in [3, 4] {
        for (game, pos) in endings(Options::for_players(players), 5, 4) {
            let report = search(&game, &pos, 1, 2_000);
            let mv = report.best_move().expect("a placement");
            assert!(game.is_legal(&pos, mv));
            // The attempt at an exact search uses half of the nodes, the tree search the other half.
            assert!((1_500..=2_200).contains(&report.nodes), "{}", report.nodes);
            let stopped = StopFlag::default();
            stopped.stop();
            let mut search =
                Tantrix::SEARCHES[0].build(&game, &SearchSetup::default()).expect("a search");
            let root = Root::new(pos);
            let report = search.search(&root, &Limits::default(), &stopped, &mut |_| ());
            assert!(report.best_move().is_some());
        }
    }
}
