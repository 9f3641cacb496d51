//! The texts in Russian and Polish.

use ludex_kit::{Language, Notation as _, SettingUp as _, Speech as _};
use ludex_search::ParameterSet as _;

use super::*;
use crate::evaluation::weights::{PolicyWeights, TreeParameters, Weights};
use crate::search::baselines::FlatParameters;

/// The explanations of all parameters.
pub(crate) fn parameters() -> Vec<String> {
    let weights = Weights::default().list().into_iter().chain(PolicyWeights::default().list());
    let tree = TreeParameters::default().list().into_iter().chain(FlatParameters::default().list());
    weights.chain(tree).map(|parameter| parameter.about.to_owned()).collect()
}

fn position(game: &Tantrix) -> Position {
    let text = "1a@0:0 2,3,4,5,6,7|8,9,10,11,12,13 ?14,15 RY 1 2";
    game.parse_position(text).expect("a position")
}

#[test]
fn places_and_placements_are_described_in_each_language() {
    let game = Tantrix::new();
    let pos = position(&game);
    let placement: Placement = "8a@0:1".parse().expect("a placement");
    let check = |language: Language, expected: [&str; 6]| {
        language.scope(|| {
            let place = |kind, name| game.places(&pos, Player(0))(kind, name).expect("words");
            let illegal = game.parse_move(&pos, "8a@0:1").expect_err("a mismatch");
            let said = [
                game.player(Player(0)),
                place("tile", "1a@0:0"),
                place("cell", "0:1"),
                game.sentence(&pos, placement).expect("words"),
                game.status(&pos),
                illegal.reason.words().to_owned(),
            ];
            assert_eq!(said, expected);
        });
    };
    check(
        Language::Russian,
        [
            "Красные",
            "0:0: фишка 1, красная соединяет юг и северо-запад, жёлтая соединяет север и северо-восток, \
             синяя соединяет юго-восток и юго-запад",
            "0:1: пусто, красная линия с севера",
            "{player}: фишка 8 на 0:1 — красная соединяет юго-восток и юго-запад, \
             жёлтая соединяет юг и северо-запад, синяя соединяет север и северо-восток.",
            "игрок 2: свободный ход",
            "не по правилам: с севера, рядом с 1a@0:0, нужен красный край",
        ],
    );
    check(
        Language::Polish,
        [
            "Czerwone",
            "0:0: płytka 1, czerwona łączy południe i północny zachód, żółta łączy północ i północny wschód, \
             niebieska łączy południowy wschód i południowy zachód",
            "0:1: puste, czerwona linia z północy",
            "{player}: płytka 8 na 0:1 – czerwona łączy południowy wschód i południowy zachód, \
             żółta łączy południe i północny zachód, niebieska łączy północ i północny wschód.",
            "gracz 2: wolny ruch",
            "jest niezgodne z zasadami: od północy, obok 1a@0:0, potrzebna jest czerwona krawędź",
        ],
    );
}

#[test]
fn fields_of_a_position_have_names_in_each_language() {
    let game = Tantrix::new();
    let pos = position(&game);
    let check = |language: Language, expected: [&str; 3]| {
        language.scope(|| {
            let bag = &game.fields(&pos)[1];
            let names = [WORDS.translate(&bag.name), &bag.value, WORDS.translate(&bag.values[0])];
            assert_eq!(names, expected);
            assert!(game.set(&pos, &bag.name, &bag.value).is_ok());
        });
    };
    check(Language::Russian, ["Мешочек", "2 фишки", "все остальные фишки"]);
    check(Language::Polish, ["Woreczek", "2 płytki", "wszystkie pozostałe płytki"]);
}
