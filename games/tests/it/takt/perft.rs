//! The leaf counts of `tests/data/takt/perft.tsv`.

use ludex_games::{Playable, Variant, Visitor};
use ludex_search::perft;

const ROWS: &str = include_str!("../../data/takt/perft.tsv");

struct Row<'a> {
    size: &'a str,
    tps: &'a str,
    moves: &'a str,
    depth: u32,
    nodes: u64,
}

impl Visitor for &Row<'_> {
    type Output = u64;
    fn visit<G: Playable>(self, game: G) -> u64 {
        let mut pos = match self.tps {
            "startpos" => game.start(),
            tps => game.parse_position(tps).expect("a position"),
        };
        for text in self.moves.split_whitespace() {
            let mv = game.parse_move(&pos, text).expect("a move");
            game.play(&mut pos, mv);
        }
        perft(&game, &mut pos, self.depth)
    }
}

fn rows() -> impl Iterator<Item = Row<'static>> {
    ROWS.lines().skip(2).map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        Row {
            size: fields[0],
            tps: fields[1],
            moves: fields[2],
            depth: fields[3].parse().expect("a depth"),
            nodes: fields[4].parse().expect("a number of nodes"),
        }
    })
}

/// Rows of more nodes than this need `LUDEX_PERFT_NODES`.
fn limit() -> u64 {
    std::env::var("LUDEX_PERFT_NODES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(200_000_000)
}

#[test]
fn perft_equals_the_published_numbers() {
    let limit = limit();
    let mut checked = 0;
    for row in rows().filter(|row| row.nodes <= limit) {
        let found = ludex_games::open("takt", &Variant::new().with("size", row.size), None, &row)
            .expect("the rows are positions of Takt");
        assert_eq!(
            found, row.nodes,
            "{} {} depth {}",
            row.tps, row.moves, row.depth
        );
        checked += 1;
    }
    assert!(checked > 50, "only {checked} rows of at most {limit} nodes");
}
