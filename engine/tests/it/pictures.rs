//! Pictures, as users request them.

use std::path::Path;

use resvg::tiny_skia::Pixmap;

use crate::program::{Ran, TempFile, command, ludex};

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tests/data/pictures"))
}

/// Runs `show` and reads the PNG file.
fn png(arguments: &[&str]) -> Pixmap {
    let file = TempFile::unwritten("board.png");
    let ran = ludex(&[&["show"], arguments, &["--png", file.name()]].concat());
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{arguments:?}");
    Pixmap::load_png(&file.0).expect("a PNG")
}

/// Pictures may differ slightly between processors, so the test only requires that the mean difference of the pixels is small.
#[test]
fn png_is_what_it_was() {
    for (name, arguments) in [
        ("takt", &["takt", "--variant", "size=5", "--moves", "a1 e5 c3 Sc2 Cd3", "--last"][..]),
        ("tryktrak", &["tryktrak", "--moves", "dice:31", "--arrows", "8/5,6/5=+0.16"]),
        ("quoridor", &["quoridor", "--moves", "e2 e8 e3h d5v", "--paths", "--theme", "dark"]),
        ("trax", &["trax", "--moves", "@0/ B1\\ A2\\", "--theme", "print"]),
        ("tantrix", &["tantrix", "--position", "18e@0:0 34,50,55|56,7,14 ? RY 1 2"]),
    ] {
        let drawn = png(&[arguments, &["--size", "200"]].concat());
        let file = folder().join(name).with_extension("png");
        if std::env::var_os("LUDEX_REWRITE_PICTURES").is_some() {
            drawn.save_png(&file).expect("the folder can be written to");
        }
        let expected = Pixmap::load_png(&file).expect(name);
        let size = |map: &Pixmap| (map.width(), map.height());
        assert_eq!(size(&drawn), size(&expected), "{name}");
        assert_eq!(drawn.width().max(drawn.height()), 200, "{name}");
        let pairs = drawn.data().iter().zip(expected.data());
        let sum: u64 = pairs.map(|(one, two)| u64::from(one.abs_diff(*two))).sum();
        let mean = sum as f64 / drawn.data().len() as f64;
        assert!(mean < 0.5, "{name}: {mean} of 255 on average");
    }
}

#[test]
fn svg_goes_where_it_is_sent() {
    let on_stdout = ludex(&["show", "quoridor", "--svg", "-"]);
    assert_eq!((on_stdout.code, on_stdout.err.as_str()), (0, ""));
    assert!(on_stdout.out.starts_with("<svg ") && on_stdout.out.ends_with("</svg>\n"));
    let (svg, png) = (TempFile::unwritten("a.svg"), TempFile::unwritten("a.png"));
    let arguments = ["show", "quoridor", "--svg", svg.name(), "--png", png.name()];
    let with_json = ludex(&[&arguments[..], &["--json"]].concat());
    assert_eq!(with_json.json()["game"], "quoridor");
    assert_eq!(std::fs::read_to_string(&svg.0).expect("written"), on_stdout.out);
    assert!(std::fs::read(&png.0).expect("written").starts_with(b"\x89PNG"));
    let mut binary = command(&["show", "quoridor", "--png", "-"]);
    let binary = binary.output().expect("the program starts");
    assert_eq!(binary.stdout, std::fs::read(&png.0).expect("written"));
}

/// `--last` may come before other options and before a move; a move that led to a position is marked.
#[test]
fn the_last_move_is_marked() {
    let show = |rest: &[&str]| {
        let ran = ludex(&[&["show", "takt", "--svg", "-", "--size", "300"], rest].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.out
    };
    let game = ["--variant", "size=5", "--moves", "a1 e5 c3"];
    let plain = show(&game);
    let marked = show(&[&["--last"], &game[..]].concat());
    assert_ne!(plain, marked);
    assert_eq!(marked, show(&[&game[..], &["--last", "c3"]].concat()));
    let position = ["--position", "x4,1/x5/x2,1,x2/x5/2,x4 2 2"];
    assert_eq!(marked, show(&[&position[..], &["--last", "c3"]].concat()));
    assert_ne!(plain, show(&[&game[..], &["--side", "2"]].concat()));
    assert_eq!(
        show(&[&game[..], &["--side", "mover"]].concat()),
        show(&[&game[..], &["--side", "2"]].concat())
    );
    assert_ne!(plain, show(&[&game[..], &["--theme", "print"]].concat()));
}

#[test]
fn errors_of_a_picture_are_reported() {
    let check = |arguments: &[&str], expected: &str| {
        let ran = ludex(&[&["show"], arguments].concat());
        let Ran { code, out, err } = ran.in_words();
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.starts_with("error: ") && err.contains(expected), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    };
    let svg = ["takt", "--svg", "-"];
    let with = |rest: &[&'static str]| [&svg[..], rest].concat();
    for (option, value) in [("--size", "300"), ("--theme", "dark"), ("--arrows", "a1=1")] {
        check(&["takt", option, value], &format!("{option}: this option needs --svg or --png"));
    }
    check(
        &with(&["--size", "15"]),
        "--size: expected a whole number from 16 to 8192, but found \"15\"",
    );
    check(&with(&["--size", "big"]), "--size: expected a whole number");
    check(
        &with(&["--theme", "drak"]),
        "--theme: \"drak\" is not a theme; use one of light, dark, print, wood, wood-dark, slate, slate-dark (hint: did you mean dark?)",
    );
    check(
        &with(&["--side", "3"]),
        "--side: expected a player from 1 to 2, or `mover`, but found \"3\"",
    );
    check(
        &with(&["--side", "white"]),
        "--side: expected a player's number, or mover, but found \"white\"",
    );
    check(&with(&["--last"]), "--last: the game has no move to mark");
    check(&with(&["--last", "zz"]), "--last, move: expected");
    check(&with(&["--arrows", "z9=1"]), "--arrows, 1, move: expected");
    check(&with(&["--arrows", "a1"]), "--arrows, 1: expected MOVE=VALUE");
    check(&with(&["--paths"]), "--paths: \"takt\" has no shortest paths");
    check(&with(&["--png", "-"]), "--png: \"-\" is the file of --svg");
    check(&with(&["--json"]), "--json: JSON and a picture cannot both go to standard output");
    check(&["takt", "--svg", "/no/such/folder/a.svg"], "/no/such/folder/a.svg");
    check(
        &["tantrix", "--variant", "mode=gobble", "--svg", "-"],
        "--svg: this option has no effect",
    );
}
