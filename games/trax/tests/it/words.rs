//! Cells and turns in Russian and Polish.

use ludex_kit::registry::{Catalogue, PictureRequest, Seat, Session};
use ludex_kit::{Language, Variant};

static CATALOGUE: Catalogue = Catalogue::new(&[&ludex_trax::ENTRY]);

fn session(position: &str) -> Box<dyn Session> {
    CATALOGUE.session("trax", &Variant::new(), Some(position)).expect(position)
}

/// The words of a place beside or on a single tile, which joins white from north to south.
fn place(name: &str) -> String {
    let session = session("5 b");
    let scene = session.picture(&PictureRequest::default()).expect("a picture");
    session.place_words(&scene, Seat::Player(1))[name].clone()
}

#[test]
fn cells_have_words() {
    for (name, russian, polish) in [
        (
            "tile A1",
            "A1: белая соединяет север и юг, красная — восток и запад",
            "A1: biała łączy północ i południe, czerwona wschód i zachód",
        ),
        ("cell A0", "A0: пусто, белая с юга", "A0: puste, biała od południa"),
        ("cell B1", "B1: пусто, красная с запада", "B1: puste, czerwona od zachodu"),
    ] {
        assert_eq!(Language::Russian.scope(|| place(name)), russian);
        assert_eq!(Language::Polish.scope(|| place(name)), polish);
    }
}

#[test]
fn turns_are_sentences() {
    let sentence = || session("5 b").move_sentence("B1/").expect("a legal turn");
    assert_eq!(
        Language::Russian.scope(sentence),
        "{player}: фишка на B1: белая соединяет восток и юг, красная — север и запад."
    );
    assert_eq!(
        Language::Polish.scope(sentence),
        "{player}: płytka na B1: biała łączy wschód i południe, czerwona północ i zachód."
    );
    let names = |language: Language| language.scope(|| session("5 b").player_names());
    assert_eq!(names(Language::Russian), ["Белые", "Красные"]);
    assert_eq!(names(Language::Polish), ["Białe", "Czerwone"]);
}

#[test]
fn the_state_of_the_game_has_words() {
    let state = |position: &str| {
        let scene = session(position).picture(&PictureRequest::default()).expect("a picture");
        scene.title().to_owned()
    };
    assert_eq!(state("63/c9 b"), "Trax: White wins by a loop");
    assert_eq!(Language::Russian.scope(|| state("63/c9 b")), "Тракс: Белые побеждают петлёй");
    assert_eq!(Language::Polish.scope(|| state("63/c9 b")), "Trax: Białe wygrywają pętlą");
    assert_eq!(Language::Russian.scope(|| state("5 b")), "Тракс: Ход 2: ходят красные");
    assert_eq!(Language::Polish.scope(|| state("5 b")), "Trax: Ruch 2: ruch czerwonych");
}
