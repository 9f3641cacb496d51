//! The smallest possible game, without any optional method: every search plays it.

use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
use ludex_search::mcts::{Mcts, MctsOptions};
use ludex_search::multiplayer::MaxN;
use ludex_search::{
    AlphaBeta, Game, Limits, MoveList, Never, NoEvaluator, NoTactics, Player, Stateless,
};
use ludex_search::{Returns, Root, SearchOptions, Searcher, StopFlag, Turn, hash_of, won_by};

#[derive(Clone, Copy)]
struct TicTacToe;

/// The squares of the player to move, and those of the opponent.
type Position = [u16; 2];

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_line(squares: u16) -> bool {
    LINES.iter().any(|&line| line & !squares == 0)
}

fn mover([own, other]: Position) -> Player {
    Player(u8::from(own.count_ones() != other.count_ones()))
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = u8;
    type Undo = Position;
    type Event = Never;

    fn start(&self) -> Position {
        [0, 0]
    }

    fn turn(&self, pos: &Position) -> Turn {
        if has_line(pos[1]) || pos[0] | pos[1] == 0o777 {
            Turn::Over
        } else {
            Turn::Player(mover(*pos))
        }
    }

    fn legal_moves(&self, pos: &Position, out: &mut MoveList<u8>) {
        out.extend((0..9).filter(|square| (pos[0] | pos[1]) >> square & 1 == 0));
    }

    fn play(&self, pos: &mut Position, mv: u8) -> Position {
        std::mem::replace(pos, [pos[1], pos[0] | 1 << mv])
    }

    fn undo(&self, pos: &mut Position, _mv: u8, before: Position) {
        *pos = before;
    }

    fn returns(&self, pos: &Position) -> Returns {
        if has_line(pos[1]) { won_by(mover(*pos).other()) } else { Returns::default() }
    }

    fn hash(&self, pos: &Position) -> u64 {
        hash_of(pos)
    }
}

/// Squares 0 and 1 for the player to move, 3 and 6 for the opponent.
const WON: Position = [0b11, 0b100_1000];

fn alpha_beta() -> AlphaBeta<TicTacToe, Stateless<NoEvaluator>, NoTactics> {
    AlphaBeta::new(TicTacToe, Stateless(NoEvaluator), NoTactics, SearchOptions::default())
}

#[test]
fn a_plain_game_conforms() {
    crate::conformance::conform(&TicTacToe, 10);
}

#[test]
fn every_search_plays_a_plain_game() {
    let limits = Limits::nodes(20_000);
    let options = SearchOptions::default();
    let model = ByEvaluator::new(NoEvaluator);
    let searches: [Box<dyn Searcher<TicTacToe>>; 4] = [
        Box::new(alpha_beta()),
        Box::new(Mcts::new(TicTacToe, NoEvaluator, MctsOptions::default())),
        Box::new(MaxN::new(TicTacToe, NoEvaluator, options)),
        Box::new(Expectimax::new(TicTacToe, model, ExpectimaxOptions::default())),
    ];
    for mut search in searches {
        assert_eq!(search.best(&WON, limits), Some(2));
    }
}

#[test]
fn moves_are_found_again_in_the_table() {
    // The game is drawn: a search to the end gives a line of all nine moves, most of them from the table.
    let report = alpha_beta().search(
        &Root::new(TicTacToe.start()),
        &Limits::depth(9),
        &StopFlag::default(),
        &mut |_| {},
    );
    assert_eq!(report.lines[0].score.value(), 0);
    assert_eq!(report.lines[0].pv.len(), 9, "{report:?}");
}
