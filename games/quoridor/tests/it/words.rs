//! Squares and moves in Russian and Polish: cases and plurals.

use ludex_kit::registry::{Catalogue, PictureRequest, Seat, Session};
use ludex_kit::{Language, Variant};

static CATALOGUE: Catalogue = Catalogue::new(&[&ludex_quoridor::ENTRY]);

const WALLS: &str = "e3/d1/e3 e9/9 9/1";

fn session() -> Box<dyn Session> {
    CATALOGUE.session("quoridor", &Variant::new(), Some(WALLS)).expect(WALLS)
}

/// The words of a place.
fn place(name: &str) -> String {
    let session = session();
    let scene = session.picture(&PictureRequest::default()).expect("a picture");
    session.place_words(&scene, Seat::Player(1))[name].clone()
}

#[test]
fn squares_and_grooves_have_words() {
    for (name, russian, polish) in [
        ("square a5", "a5: пусто", "a5: puste"),
        ("pawn e3", "e3: фишка игрока 1, перегородка сверху", "e3: pionek gracza 1, płotek u góry"),
        ("wall e3h", "над e3 и f3: перегородка", "nad e3 i f3: płotek"),
        ("slot a1v", "справа от a1 и a2: перегородки нет", "na prawo od a1 i a2: bez płotka"),
        (
            "anchor d1",
            "перекрёсток между d1 и e2: вертикальная перегородка",
            "skrzyżowanie między d1 i e2: pionowy płotek",
        ),
    ] {
        assert_eq!(Language::Russian.scope(|| place(name)), russian);
        assert_eq!(Language::Polish.scope(|| place(name)), polish);
    }
}

#[test]
fn moves_are_sentences() {
    let sentence = |mv: &str| session().move_sentence(mv).expect(mv);
    for (mv, russian, polish) in [
        ("e2", "{player}: фишка на e2.", "{player}: pionek na e2."),
        (
            "a5h",
            "{player}: горизонтальная перегородка над a5 и b5.",
            "{player}: poziomy płotek nad a5 i b5.",
        ),
        (
            "a5v",
            "{player}: вертикальная перегородка справа от a5 и a6.",
            "{player}: pionowy płotek na prawo od a5 i a6.",
        ),
    ] {
        assert_eq!(Language::Russian.scope(|| sentence(mv)), russian);
        assert_eq!(Language::Polish.scope(|| sentence(mv)), polish);
    }
}

#[test]
fn facts_have_plural_forms() {
    let note = || session().describe().notes[0].clone();
    let (heading, text) = Language::Russian.scope(note);
    assert!(heading == "игрок 1" && text.starts_with("e3 8 шагов, 9 перегородок: "), "{text}");
    let (heading, text) = Language::Polish.scope(note);
    assert!(heading == "gracz 1" && text.starts_with("e3 8 kroków, 9 płotków: "), "{text}");
}

#[test]
fn errors_name_the_place_and_the_reason() {
    let told = || session().play("e9").expect_err("occupied").to_string();
    assert_eq!(Language::Russian.scope(told), "ход: «e9» — недопустимый шаг: здесь игрок 2");
    assert_eq!(Language::Polish.scope(told), "ruch: „e9” to niedozwolony krok: stoi tam gracz 2");
    let unknown = || {
        let variant: Variant = "wals=3".parse().expect("a variant");
        let read = CATALOGUE.session("quoridor", &variant, None);
        read.err().expect("an unknown key").to_string()
    };
    let names = "players, board, walls, edge-diagonal, third-pawn, repetition, max-plies";
    assert_eq!(
        Language::Russian.scope(unknown),
        format!(
            "вариант правил: «wals» — не параметр этой игры; допустимо: {names} (подсказка: возможно, walls?)"
        )
    );
    assert_eq!(
        Language::Polish.scope(unknown),
        format!(
            "wariant zasad: „wals” to nie opcja tej gry; dozwolone: {names} (podpowiedź: czy chodziło o walls?)"
        )
    );
}
