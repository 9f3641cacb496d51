//! Pictures: those of known positions have not changed, and those of any position are valid.
//!
//! `LUDEX_REWRITE_PICTURES=1 cargo test -p ludex-games --test it pictures` rewrites the files of the known positions. Inspect the pictures
//! afterwards.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use ludex_kit::registry::{LastMark, PictureRequest, Seat, Token};
use ludex_kit::support::picture::{Scene, Style, Theme, Tone};
use ludex_kit::{LastMove, Pictures, Playable, Shown, Variant, Visitor};
use ludex_search::{History, MoveList, Player, Turn};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// A picture of a known position.
struct Known {
    name: &'static str,
    game: &'static str,
    variant: &'static str,
    position: Option<&'static str>,
    moves: &'static str,
    request: PictureRequest,
    theme: Theme,
}

const PRINT: Theme = Theme::of(Tone::Print, Style::Flat);
const DARK: Theme = Theme::of(Tone::Dark, Style::Wood);

const PLAIN: PictureRequest = PictureRequest {
    last: LastMark::Nothing,
    arrows: None,
    seat: Seat::Player(1),
    paths: false,
    partial: Vec::new(),
    same_frame: false,
    bare: false,
};

fn known(name: &'static str, game: &'static str) -> Known {
    Known {
        name,
        game,
        variant: "",
        position: None,
        moves: "",
        request: PLAIN,
        theme: Theme::default(),
    }
}

fn with_last(arrows: &str) -> PictureRequest {
    PictureRequest {
        last: LastMark::OfGame,
        arrows: (!arrows.is_empty()).then(|| arrows.to_owned()),
        ..PLAIN
    }
}

fn all_known() -> Vec<Known> {
    vec![
        Known { variant: "size=5,komi=2", ..known("takt-start", "takt") },
        Known {
            position: Some(
                "21,x,112,2,x/1,x,1,x,1211211112/12,1112C,x,21,x/1,x,2,221C,2/1,1,x,2,2S 2 33",
            ),
            request: PictureRequest {
                arrows: Some("5e4+=+1.9;b5=-0.3;Sc1=".into()),
                seat: Seat::Mover,
                ..PLAIN
            },
            ..known("takt-stacks", "takt")
        },
        Known {
            variant: "size=5",
            moves: "a1 e5 e1 a2 e2 a3 e3 a4 e4",
            request: with_last(""),
            theme: PRINT,
            ..known("takt-road", "takt")
        },
        Known {
            moves: "dice:31",
            request: PictureRequest {
                arrows: Some("8/5,6/5=+0.16;24/23,13/10=-0.02".into()),
                ..PLAIN
            },
            ..known("tryktrak-start", "tryktrak")
        },
        Known {
            position: Some("XGID=-ba-BBB-BB-AdB---b-eA-a--A:1:1:-1:53:2:3:0:7:6"),
            request: PictureRequest {
                last: LastMark::Move("24/20,13/9".into()),
                seat: Seat::Player(2),
                ..PLAIN
            },
            theme: DARK,
            ..known("tryktrak-match", "tryktrak")
        },
        Known {
            position: Some("XGID=-DBA-A----------------bbc-:2:-1:1:00:0:0:0:0:6"),
            theme: PRINT,
            ..known("tryktrak-home", "tryktrak")
        },
        Known {
            moves: "e2 e8 e3 e7 d3h d6v d3 e6 c5h g6h",
            request: PictureRequest { paths: true, ..with_last("c3=+0.3;e3=+0.1;b7v=-0.2") },
            ..known("quoridor-paths", "quoridor")
        },
        Known {
            variant: "players=4,board=7x5,walls=3",
            moves: "d2 b3 d4 f3",
            request: PictureRequest { seat: Seat::Player(2), ..with_last("") },
            theme: DARK,
            ..known("quoridor-four", "quoridor")
        },
        Known {
            moves: "@0/ B1+ @1/ D1+ D0\\ C3+ E1\\ D3\\ D0\\ D0\\ C0/",
            request: with_last("A7/=+0.4;F1\\=-0.2"),
            ..known("trax-middle", "trax")
        },
        Known {
            moves: "@0/ B1\\ A2\\",
            request: with_last(""),
            theme: PRINT,
            ..known("trax-loop", "trax")
        },
        Known {
            moves: "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+",
            theme: DARK,
            ..known("trax-line", "trax")
        },
        Known { position: Some(TANTRIX), ..known("tantrix-middle", "tantrix") },
        Known {
            position: Some(
                "1a@0:0,6a@0:1,3a@-1:2,7a@-1:1,8a@-2:1,4e@-3:2,2e@-4:2,9c@-3:1,10a@-2:0,5a@-1:0 -|- - RY 0 2",
            ),
            theme: PRINT,
            ..known("tantrix-loop", "tantrix")
        },
    ]
}

/// After some placements of three players, with a forced space.
const TANTRIX: &str = "12d@0:0,6d@-1:0,51d@-2:1,41f@0:-1,17c@-2:0,24b@-1:-1,20a@-1:1,52b@1:-2 \
    46,31,15,33,49,30|26,1,47,42,27,34|28,37,35,36,29,55 ? RYB 0 1";

fn draw(known: &Known) -> Scene {
    let variant: Variant = match known.variant {
        "" => Variant::new(),
        text => text.parse().expect(known.name),
    };
    let mut session =
        ludex_games::CATALOGUE.session(known.game, &variant, known.position).expect(known.name);
    let words = Token::split(known.moves, known.name);
    session.extend(&words).expect(known.name);
    session.picture(&known.request).expect(known.name)
}

#[test]
fn pictures_of_known_positions_are_what_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures");
    let rewrite = std::env::var_os("LUDEX_REWRITE_PICTURES").is_some();
    for known in all_known() {
        let svg = draw(&known).to_svg(480, known.theme);
        check(&svg, known.name);
        let file = folder.join(known.name).with_extension("svg");
        if rewrite {
            std::fs::write(&file, &svg).expect("the folder can be written to");
        }
        let expected = std::fs::read_to_string(&file).expect(known.name);
        assert!(svg == expected, "{} differs from {file:?}", known.name);
    }
}

/// Checks that a picture is well-formed, that its coordinates are numbers, and that it contains every letter it uses.
fn check(svg: &str, name: &str) {
    let document = roxmltree::Document::parse(svg).expect(name);
    assert_eq!(document.root_element().tag_name().name(), "svg");
    assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{name}");
    let with = |key| document.descendants().filter_map(move |node| node.attribute(key));
    let letters: HashSet<_> = with("id").collect();
    let uses = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "use")));
    for node in uses {
        let letter = node.attribute("href").and_then(|href| href.strip_prefix('#'));
        assert!(letter.is_some_and(|letter| letters.contains(letter)), "{name}");
    }
}

/// Draws random games as they are played, with the last move and some candidates.
struct DrawGames(&'static str);

impl Visitor for DrawGames {
    type Output = ();

    fn visit<G: Playable>(self, game: G, start: G::Position) {
        let pictures = game.offers();
        let pictures = pictures.pictures.expect("every game has pictures");
        let mut rng = Pcg64::seed_from_u64(16);
        let mut history = History::new(&game, start);
        for step in 0..120 {
            let mut moves = MoveList::new();
            match game.turn(history.position()) {
                Turn::Over => break,
                Turn::Chance => {
                    let event = game.sample(history.position(), &mut rng);
                    history.apply_chance(&game, event);
                }
                Turn::Player(_) => {
                    game.legal_moves(history.position(), &mut moves);
                    let mv = moves[rng.random_range(0..moves.len())];
                    history.play(&game, mv);
                }
            }
            if step % 4 == 0 || game.turn(history.position()) == Turn::Over {
                draw_now(&game, pictures, &history, step, self.0);
            }
        }
    }
}

fn draw_now<G: Playable>(
    game: &G,
    pictures: &dyn Pictures<G>,
    history: &History<G>,
    step: usize,
    name: &str,
) {
    let position = history.position();
    let mut moves = MoveList::new();
    if matches!(game.turn(position), Turn::Player(_)) {
        game.legal_moves(position, &mut moves);
    }
    let candidates = moves.iter().step_by(7).take(4).map(|&mv| (mv, "+0.5".to_owned()));
    let moves = history.moves_back(game, usize::MAX, |_| true);
    let shown = Shown {
        last: moves.iter().map(|(before, mv)| LastMove { before: Some(before), mv: *mv }).collect(),
        candidates: candidates.collect(),
        seat: Player((step % game.players()) as u8),
        paths: true,
        ..Shown::new(position)
    };
    let theme = Theme::ALL[step % Theme::ALL.len()].1;
    check(&pictures.draw(&shown).to_svg(200, theme), name);
    check_bare(game, pictures, position, name);
    // The move that led to a position can also be read from its text, and drawn without the position before it.
    if let Some((before, mv)) = moves.first() {
        let text = game.write_move(before, *mv);
        if let Ok(mv) = pictures.read_last(position, &text) {
            let last = vec![LastMove { before: None, mv }];
            let shown = Shown { last, ..Shown::new(position) };
            check(&pictures.draw(&shown).to_svg(200, theme), name);
        }
    }
}

/// A picture of the board alone, together with the pieces beside it, has the targets of the whole picture.
fn check_bare<G: Playable>(
    game: &G,
    pictures: &dyn Pictures<G>,
    position: &G::Position,
    name: &str,
) {
    let targets = |scene: &Scene| -> BTreeSet<(String, String)> {
        scene.targets().map(|(kind, name)| (kind.to_owned(), name.to_owned())).collect()
    };
    let whole = targets(&pictures.draw(&Shown::new(position)));
    let bare = pictures.draw(&Shown { bare: true, ..Shown::new(position) });
    check(&bare.to_svg(200, Theme::default()), name);
    let pieces: Vec<_> = bare.pieces().collect();
    let unique: HashSet<_> = pieces.iter().collect();
    assert_eq!(unique.len(), pieces.len(), "{name}: {pieces:?}");
    let mut beside = targets(&bare);
    for player in (0..game.players()).map(|player| Player(player as u8)) {
        assert!(
            !pictures.player_facts(position, player).is_empty(),
            "{name}: nothing about {player:?}"
        );
        if let Some(held) = pictures.held(position, player) {
            check(&held.to_svg(200, Theme::default()), name);
            beside.extend(targets(&held));
        }
    }
    assert!(beside.is_subset(&whole), "{name}: {beside:?}");
    // Rows of players are in the whole picture only, and so are reserves without pieces.
    let only_whole = whole.difference(&beside).map(|(kind, _)| kind.as_str());
    let missing: Vec<_> = only_whole.filter(|kind| !["seat", "reserve"].contains(kind)).collect();
    assert!(missing.is_empty(), "{name}: {missing:?}");
}

/// The pieces of a position in a picture for an interactive page: kind, place and level of each.
fn pieces(game: &'static str, position: Option<&'static str>, moves: &'static str) -> Vec<String> {
    let request = PictureRequest { bare: true, ..PLAIN };
    let known = Known { position, moves, request, ..known("pieces", game) };
    let svg = draw(&known).to_live_svg();
    let document = roxmltree::Document::parse(&svg).expect(game);
    let piece = |node: roxmltree::Node<'_, '_>| {
        let word = |key| node.attribute(key).unwrap_or_default();
        let kind = node.attribute("data-piece")?;
        Some(format!("{kind} {} {}", word("data-at"), word("data-level")).trim().to_owned())
    };
    document.descendants().filter_map(piece).collect()
}

#[test]
fn pieces_have_names_and_places() {
    let takt = pieces("takt", Some("x4,12S/x5/x5/x2,2C,x2/221,x4 1 8"), "");
    let stack = ["white-flat e5 1", "black-wall e5 2"];
    let flats = ["black-flat a1 1", "black-flat a1 2", "white-flat a1 3"];
    let alone = ["black-capstone c2 1"];
    assert_eq!(takt, [&stack[..], &alone, &flats].concat());
    let tryktrak = pieces("tryktrak", None, "dice:31 8/5,6/5");
    let on = |place: &str| tryktrak.iter().filter(|piece| piece.starts_with(place)).count();
    assert_eq!(on("checker-1"), 15, "{tryktrak:?}");
    // Both players count from their own side.
    assert_eq!((on("checker-1 5 "), on("checker-1 6 "), on("checker-2 6 ")), (2, 4, 5));
    assert_eq!(on("cube middle"), 1);
    let rolled = pieces("tryktrak", None, "dice:31");
    assert!(rolled.ends_with(&["die-3 1".to_owned(), "die-1 2".to_owned()]), "{rolled:?}");
    let quoridor = pieces("quoridor", None, "e2 e8 e3h");
    assert_eq!(quoridor, ["wall-1 e3h", "pawn-1 e2", "pawn-2 e8"]);
    // A position alone does not say who placed its walls, unless only one player has placed walls.
    let walls = pieces("quoridor", Some("c3e3//e2 e8/9 9/1"), "f6h");
    assert_eq!(walls[..3], ["wall c3h", "wall e3h", "wall-1 f6h"]);
    let walls = pieces("quoridor", Some("c3e3//e2 e8/8 10/2"), "f6h");
    assert_eq!(walls[..3], ["wall-1 c3h", "wall-1 e3h", "wall-2 f6h"]);
    let trax = |moves| pieces("trax", None, moves);
    assert_eq!(trax("@0+"), ["tile-+ns 0:0"]);
    // The notation renames the first tile to B1; its place stays.
    assert_eq!(trax("@0+ @1+")[1..], ["tile-+ns 0:0"]);
    let tantrix = pieces("tantrix", Some(TANTRIX), "");
    assert_eq!(tantrix[0], "tile-12 0:0");
}

/// Games, and variants of them that are drawn differently or have different targets for pointing.
pub(crate) const DRAWN: [(&str, &[&str]); 5] = [
    (
        "takt",
        &[
            "size=3",
            "size=4",
            "size=5,komi=2",
            "size=6",
            "size=7",
            "size=8,komi=0.5",
            "size=5,opening=no-swap",
        ],
    ),
    ("tryktrak", &["length=0", "length=7", "cube=no", "length=0,jacoby=yes,beavers=yes"]),
    (
        "quoridor",
        &[
            "players=2",
            "players=3",
            "players=4",
            "board=2x3,walls=1",
            "board=9x3",
            "board=3x9,players=4",
        ],
    ),
    ("trax", &["board=unlimited", "board=8x8", "luck=yes", "loop=yes", "board=8x8,luck=yes"]),
    ("tantrix", &["players=2", "players=3", "players=4", "players=4,teams=yes", "colours=BG"]),
];

#[test]
fn any_position_of_any_variant_can_be_drawn() {
    for (game, variants) in DRAWN {
        for &variant in variants {
            let read: Variant = variant.parse().expect(variant);
            ludex_games::visit(game, &read, None, DrawGames(variant)).expect(variant);
        }
    }
}

#[test]
fn a_place_shows_the_value_of_its_best_move_only() {
    for (game, moves, [best, other, elsewhere]) in [
        ("takt", "a1 e5", ["c3", "Sc3", "d4"]),
        ("takt", "a1 e5 c3 d4 d3 c4", ["c3>", "c3-", "b2"]),
        ("quoridor", "", ["e3h", "e3v", "e2"]),
        ("trax", "@0/", ["B1+", "B1/", "A2+"]),
    ] {
        let arrows = format!("{best}=+0.3;{other}=+0.2;{elsewhere}=+0.1");
        let request = PictureRequest { arrows: Some(arrows), ..PLAIN };
        let svg = draw(&Known { moves, request, ..known(game, game) }).to_svg(200, PRINT);
        let shows = ["+0.3", "+0.2", "+0.1"].map(|value| svg.contains(&format!("\"{value}\"")));
        // Different ways from one square have separate places.
        assert_eq!(shows, [true, best == "c3>", true], "{game} {best}");
    }
}

#[test]
fn what_a_picture_cannot_show_is_told() {
    let check = |game: &str, moves: &str, request: PictureRequest, expected: &str| {
        let mut session = ludex_games::CATALOGUE.session(game, &Variant::new(), None).expect(game);
        session.extend(&Token::split(moves, "moves")).expect(game);
        let error = session.picture(&request).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    };
    let arrows = |text: &str| PictureRequest { arrows: Some(text.to_owned()), ..PLAIN };
    let last = |text: Option<&str>| PictureRequest {
        last: text.map_or(LastMark::OfGame, |text| LastMark::Move(text.to_owned())),
        ..PLAIN
    };
    let seat = |number| PictureRequest { seat: Seat::Player(number), ..PLAIN };
    check("takt", "", arrows(""), "arrows: expected MOVE=VALUE;…");
    check("takt", "", arrows("a1"), "arrows, 1: expected MOVE=VALUE");
    check("takt", "", arrows("a1=1;z9=2"), "arrows, 2, move: expected");
    check("takt", "", arrows("a1=ą"), "arrows, 1, value: \"ą\" cannot be drawn");
    check("takt", "", arrows("a1=1234567890123"), "arrows, 1, value");
    check(
        "takt",
        "a1 e5 e1 a2 e2 a3 e3 a4 e4",
        arrows("a5=1"),
        "cannot be drawn: no player is to move",
    );
    check("tantrix", "", arrows("1a@0:0=1"), "cannot be drawn: no player is to move");
    check("takt", "", last(None), "last: the game has no move to mark");
    check("takt", "a1", last(Some("b1")), "last: expected a1, the last move of the game");
    check("takt", "", last(Some("b1")), "last, move: \"b1\"");
    check("takt", "", last(Some("c3<")), "last, move: ");
    check("quoridor", "", last(Some("e3h")), "last, move: \"e3h\"");
    check("trax", "", last(Some("A1/")), "last, turn: \"A1/\"");
    check("tantrix", "", last(Some("1a@0:0")), "last, placement: \"1a@0:0\"");
    check("tryktrak", "", last(Some("8/7")), "last, move: \"8/7\"");
    check("takt", "", seat(3), "side: expected a player from 1 to 2");
    let paths = PictureRequest { paths: true, ..PLAIN };
    check("trax", "", paths, "paths: \"trax\" has no shortest paths");
}
