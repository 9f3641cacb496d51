//! Compares move generation with the counts of independent generators; checks the texts in Russian and Polish.

use ludex_kit::{Language, Notation as _, Speech};
use ludex_search::ParameterSet as _;

use super::*;
use crate::notation::position_id;
use crate::rules::movegen;

fn dice_of(text: &str) -> (u8, u8) {
    let digits: Vec<u8> = text.bytes().map(|byte| byte - b'0').collect();
    (digits[0], digits[1])
}

#[test]
fn plays_of_rolls() {
    let mut checked = 0;
    for line in include_str!("../tests/data/movegen_checks.tsv").lines() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let fields: Vec<_> = line.split('\t').collect();
        let board = position_id::read("row", fields[0]).expect("the file contains valid positions");
        assert_eq!(position_id::write(board), fields[0]);
        let mut out = Vec::new();
        movegen::plays(board, dice_of(fields[1]), &mut out);
        let playable = out.iter().filter(|reached| !reached.play.is_empty()).count();
        assert_eq!(playable, fields[2].parse::<usize>().expect("a count"), "{line}");
        checked += 1;
    }
    assert!(checked > 1000);
}

#[test]
fn positions_pack() {
    let mut status = Status::START;
    status.cube = Cube { doublings: 6, owner: Some(ludex_search::Player(1)) };
    status.score = [63, 64];
    status.dice = (6, 5);
    status.multiple = 3;
    status.crawford = true;
    status.phase = Phase::Over;
    status.player = ludex_search::Player(1);
    let pos = Position::new([Side::START; 2], status);
    assert_eq!(pos.status(), status);
    assert_eq!(pos.side(ludex_search::Player(1)), Side::START);
    assert_eq!(Side::START.pips(), 167);
    assert_eq!(size_of::<Position>(), 32);
}

/// The explanations of all parameters.
pub(crate) fn parameters() -> Vec<String> {
    let filters = search::searches::Filters::default().list();
    filters.iter().map(|filter| filter.about.to_owned()).collect()
}

/// The position with these checkers and dice, with player 1 to move.
fn position(checkers: &str, dice: &str) -> (Tryktrak, Position) {
    let game = Tryktrak::new();
    let text = format!("XGID={checkers}:0:0:1:{dice}:0:0:0:0:10");
    let pos = game.parse_position(&text).expect("a position");
    (game, pos)
}

/// The checkers at the start of a game.
const START: &str = "-b----E-C---eE---c-e----B-";

#[test]
fn places_are_described_in_each_language() {
    let (game, pos) = position(START, "31");
    let check = |language: Language, expected: [&str; 7]| {
        language.scope(|| {
            let place = |kind, name| game.places(&pos, Player(0))(kind, name).expect("words");
            let said = [
                game.player(Player(0)),
                place("point", "6"),
                place("point", "1"),
                place("point", "2"),
                place("bar", "1"),
                place("dice", "31"),
                game.sentence(&pos.status(), "Anna"),
            ];
            assert_eq!(said, expected);
        });
    };
    check(
        Language::Russian,
        [
            "Чёрные",
            "пункт 6: 5 чёрных шашек",
            "пункт 1: 2 белые шашки",
            "пункт 2: пусто",
            "бар: чёрных шашек нет",
            "Кости: 3 и 1",
            "Anna: ход на 31.",
        ],
    );
    check(
        Language::Polish,
        [
            "Czarne",
            "pole 6: 5 czarnych pionów",
            "pole 1: 2 białe piony",
            "pole 2: puste",
            "banda: brak czarnych pionów",
            "Kostki: 3 i 1",
            "Anna: ruch z 31.",
        ],
    );
}

#[test]
fn plays_are_described_in_each_language() {
    let check = |checkers: &str, dice: &str, text: &str, expected: [&str; 3]| {
        let (game, pos) = position(checkers, dice);
        let mv = game.parse_move(&pos, text).expect("a move");
        let said = Language::ALL
            .map(|language| language.scope(|| Speech::sentence(&game, &pos, mv).expect("words")));
        assert_eq!(said, expected);
    };
    check(
        START,
        "11",
        "8/7(2),6/5(2)",
        [
            "{player} moves two checkers from 8 to 7 and two checkers from 6 to 5.",
            "{player}: 2 шашки с 8 на 7 и 2 шашки с 6 на 5.",
            "{player}: 2 piony z 8 na 7 i 2 piony z 6 na 5.",
        ],
    );
    check(
        "-b----E-C---eE---c-e----AA",
        "31",
        "bar/22,6/5",
        [
            "{player} moves one checker from the bar to 22 and one checker from 6 to 5.",
            "{player}: 1 шашка с бара на 22 и 1 шашка с 6 на 5.",
            "{player}: 1 pion z bandy na 22 i 1 pion z 6 na 5.",
        ],
    );
    check(
        START,
        "00",
        "double",
        ["{player} doubles to 2.", "{player}: удвоение до 2.", "{player}: podwojenie do 2."],
    );
}
