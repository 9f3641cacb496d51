//! Squares and moves in Russian and Polish: cases and plurals.

use ludex_kit::registry::{PictureRequest, Seat, Session, SetupChange};
use ludex_kit::{Language, Variant};

use crate::CATALOGUE;

const STACKS: &str = "x2,112,x2/x,2S,x3/x2,1221C,x2/x5/x4,1 1 12";

fn session(position: &str) -> Box<dyn Session> {
    CATALOGUE.session("takt", &Variant::new(), Some(position)).expect(position)
}

/// The words of a place.
fn place(position: &str, name: &str) -> String {
    let session = session(position);
    let scene = session.picture(&PictureRequest::default()).expect("a picture");
    session.place_words(&scene, Seat::Player(1))[name].clone()
}

fn sentence(position: &str, mv: &str) -> String {
    session(position).move_sentence(mv).expect(mv)
}

#[test]
fn squares_have_words() {
    for (name, russian, polish) in [
        ("square a1", "a1: пусто", "a1: puste"),
        ("square b4", "b4: чёрная стена", "b4: czarna ściana"),
        (
            "square c5",
            "c5: чёрный плоский камень, ниже 2 белых",
            "c5: czarny płaski kamień, niżej 2 białe",
        ),
        (
            "square c3",
            "c3: белые врата, ниже 2 чёрных, затем 1 белый",
            "c3: biały zwornik, niżej 2 czarne, potem 1 biały",
        ),
        ("reserve F1", "Запас: 16 белых камней", "Zapas: 16 białych kamieni"),
        ("reserve C2", "Запас: чёрные врата, 1", "Zapas: 1 czarny zwornik"),
    ] {
        assert_eq!(Language::Russian.scope(|| place(STACKS, name)), russian);
        assert_eq!(Language::Polish.scope(|| place(STACKS, name)), polish);
    }
}

#[test]
fn moves_are_sentences() {
    for (mv, russian, polish) in [
        ("a1", "{player}: плоский камень на a1.", "{player}: płaski kamień na a1."),
        ("Sa1", "{player}: стена на a1.", "{player}: ściana na a1."),
        ("c3>", "{player}: 1 камень с c3 вправо.", "{player}: 1 kamień z c3 w prawo."),
        (
            "4c3<22",
            "{player}: 4 камня с c3 влево, по клеткам: 2 и 2.",
            "{player}: 4 kamienie z c3 w lewo, na kolejnych polach: 2 i 2.",
        ),
    ] {
        assert_eq!(Language::Russian.scope(|| sentence(STACKS, mv)), russian);
        assert_eq!(Language::Polish.scope(|| sentence(STACKS, mv)), polish);
    }
    let names = |language: Language| language.scope(|| session(STACKS).player_names());
    assert_eq!(names(Language::Russian), ["Белые", "Чёрные"]);
    assert_eq!(names(Language::Polish), ["Białe", "Czarne"]);
}

#[test]
fn errors_name_the_place_and_the_reason() {
    let told = || session(STACKS).play("c5").expect_err("occupied").to_string();
    assert_eq!(told(), "move: \"c5\" is not legal: c5 is occupied");
    assert_eq!(Language::Russian.scope(told), "ход: «c5» — недопустимый ход: клетка c5 занята");
    assert_eq!(
        Language::Polish.scope(told),
        "ruch: „c5” to niedozwolony ruch: pole c5 jest zajęte"
    );
    let broken = || {
        let read = CATALOGUE.session("takt", &Variant::new(), Some("x5/x5/x3,3,x/x5/x5 1 5"));
        read.err().expect("a broken position").place_words()
    };
    assert_eq!(broken(), "TPS, row 3, column 4");
    assert_eq!(Language::Russian.scope(broken), "TPS, ряд 3, столбец 4");
    assert_eq!(Language::Polish.scope(broken), "TPS, rząd 3, kolumna 4");
}

/// The names of pieces and fields, which a program sends back, remain English.
#[test]
fn the_tray_has_labels() {
    let labels = || {
        let tray = session(STACKS).tray().expect("a tray");
        (tray.pieces[1].clone(), tray.fields[1].clone())
    };
    let (piece, field) = labels();
    assert_eq!((piece.label, field.label), (None, None));
    let (piece, field) = Language::Russian.scope(labels);
    assert_eq!(
        (&*piece.name, piece.label.as_deref()),
        ("Wall of player 1", Some("Стена игрока 1"))
    );
    assert_eq!((&*field.name, field.label.as_deref()), ("Move number", Some("Номер хода")));
    let refused = || {
        let change = SetupChange::Put { piece: "Wall of player 1", at: "square b4" };
        session(STACKS).set_up(change).expect_err("a wall is there").to_string()
    };
    assert_eq!(
        Language::Polish.scope(refused),
        "Ściana gracza 1, pole b4: na wierzchu stoi tu ściana lub zwornik"
    );
}

#[test]
fn options_have_labels() {
    let labels = || {
        let variant: Variant =
            "size=6,komi=2,opening=no-swap,repetition=off".parse().expect("a variant");
        let stated = variant.stated(ludex_takt::INFO.variant_keys);
        stated.into_iter().map(|option| option.label).collect::<Vec<_>>()
    };
    let english = ["board size 6", "komi 2", "opening: own flats", "no repetition limit"];
    assert_eq!(labels(), english);
    let russian = ["размер доски: 6", "коми: 2", "начало: свой камень", "предел повторений: нет"];
    assert_eq!(Language::Russian.scope(labels), russian);
    let polish =
        ["rozmiar planszy: 6", "komi: 2", "otwarcie: własny kamień", "limit powtórzeń: nie"];
    assert_eq!(Language::Polish.scope(labels), polish);
}
