//! Finished boards with the scores of every colour.

use ludex_tantrix::{Board, Colour, Placement};

const DATA: &str = include_str!("../data/final_scores.tsv");

#[test]
fn finished_boards_score_as_by_others() {
    for line in DATA.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let mut board = Board::empty();
        for tile in row[7].split(',') {
            board.lay(tile.parse::<Placement>().expect("a placement"));
        }
        for (colour, expected) in Colour::ALL.into_iter().zip(&row[3..7]) {
            let best = board.best();
            let parts: Vec<&str> = expected.split(',').collect();
            assert_eq!(best.points(colour).to_string(), parts[0], "{} {colour:?}", row[0]);
            let tie = u32::from(best.lines[colour.index()]) == best.points(colour)
                && 2 * u32::from(best.loops[colour.index()]) == best.points(colour);
            if !tie {
                let kind = if best.is_loop(colour) { "loop" } else { "line" };
                assert_eq!(best.length(colour).to_string(), parts[1], "{} {colour:?}", row[0]);
                assert_eq!(kind, parts[2], "{} {colour:?}", row[0]);
            }
        }
    }
}
