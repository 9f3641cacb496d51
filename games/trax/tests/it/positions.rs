//! Checks every column of `tests/data/trax/positions.tsv`.

use std::collections::HashSet;

use ludex_kit::Notation;
use ludex_search::{Game, Player, perft};
use ludex_trax::rules::board::Wins;
use ludex_trax::{Ending, Face, Position, Trax};

use super::data;

const ROWS: &str = include_str!("../data/positions.tsv");

fn result(pos: &Position) -> &'static str {
    match pos.ending() {
        None => "-",
        Some(Ending::Draw) => "draw",
        Some(Ending::Won(Player(0))) => "white",
        Some(Ending::Won(_)) => "black",
    }
}

/// The file names one winning line per colour: the loop if the colour has both a loop and a line.
fn lines(pos: &Position) -> String {
    let colours = [
        [(Wins::WHITE_LOOP, "wloop"), (Wins::WHITE_LINE, "wline")],
        [(Wins::RED_LOOP, "bloop"), (Wins::RED_LINE, "bline")],
    ];
    let found = colours.iter().filter_map(|ways| ways.iter().find(|(way, _)| pos.wins().has(*way)));
    found.map(|&(_, name)| name).collect::<Vec<_>>().join(" ")
}

/// The row's counts (distinct results, winning, self-losing, both) and the winning turns.
fn judge(game: &Trax, pos: &Position) -> ([usize; 4], HashSet<String>) {
    let mut moves = Vec::new();
    if pos.ending().is_none() {
        game.legal_moves(pos, &mut moves);
    }
    let (mut distinct, mut winning) = (HashSet::new(), HashSet::new());
    let (mut losing, mut both) = (0, 0);
    let mover = pos.to_move();
    for mv in moves {
        let mut child = pos.clone();
        let undo = game.play(&mut child, mv);
        distinct.insert(game.write_position(&child));
        let wins = child.wins();
        if child.ending() == Some(Ending::Won(mover)) {
            winning.insert(game.write_move(pos, mv));
        }
        losing += usize::from(child.ending() == Some(Ending::Won(mover.other())));
        both += usize::from(wins.has_line(0) && wins.has_line(1));
        game.undo(&mut child, mv, undo);
        assert_eq!(child, *pos);
        assert_eq!(game.hash(&child), game.hash(pos));
    }
    ([distinct.len(), winning.len(), losing, both], winning)
}

fn by_face(game: &Trax, pos: &Position) -> [usize; 6] {
    let mut moves = Vec::new();
    if pos.ending().is_none() {
        game.legal_moves(pos, &mut moves);
    }
    Face::ALL.map(|face| moves.iter().filter(|mv| mv.face == face).count())
}

#[test]
fn every_column_holds() {
    let mut n_checked = 0;
    for row in data::rows(ROWS) {
        let number = |column: usize| row[column].parse::<usize>().expect("a number");
        let game = data::game(row[0]);
        let pos = data::replay(&game, row[1]).expect("legal turns");
        let case = format!("{} {}", row[0], row[1]);
        let words = match row[0] {
            "unlimited" => String::new(),
            word => format!(" {word}"),
        };
        let text = format!("{}{words}", row[2]);
        assert_eq!(game.write_position(&pos), text, "{case}");
        let again = game.parse_position(&text).expect("a written position");
        assert_eq!(again, pos, "{case}");
        assert_eq!(game.hash(&again), game.hash(&pos), "{case}");
        assert_eq!(again.ending(), pos.ending(), "{case}");
        assert_eq!(again.wins(), pos.wins(), "{case}");
        assert_eq!(result(&pos), row[3], "{case}");
        assert_eq!(lines(&pos), row[4], "{case}");
        if pos.ending().is_none() {
            assert_eq!(perft(&game, &pos, 1), number(5) as u64, "{case}");
            assert_eq!(perft(&game, &pos, 2), number(11) as u64, "{case}");
        }
        let (counts, winning) = judge(&game, &pos);
        assert_eq!(counts, [7, 8, 9, 10].map(number), "{case}");
        let listed: HashSet<_> =
            row[12].split(',').filter(|text| !text.is_empty()).map(str::to_string).collect();
        assert_eq!(winning, listed, "{case}");
        let faces: Vec<usize> =
            row[13].split(',').map(|count| count.parse().expect("a number")).collect();
        assert_eq!(by_face(&game, &pos)[..], faces, "{case}");
        n_checked += 1;
    }
    assert_eq!(n_checked, 401);
}
