//! `cargo xtask pictures`: the pictures of the README and of the book.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::{Done, create_folder, ludex, program, root, run, text_of, write};

/// A position of each game, as arguments of `ludex show`, in two rows.
const ROWS: [&[&[&str]]; 2] = [
    &[
        &["takt", "--position", TAKT, "--arrows", "5e4+=+1.9;b5=-0.3;Sc1="],
        &["quoridor", "--moves", "e2 e8 e3 e7 e4 e6 c3h f6v d5h e5v e3h", "--last", "--paths"],
        &["trax", "--moves", TRAX, "--last"],
    ],
    &[
        &["tryktrak", "--position", "xGfwADTYZpMBIQ", "--moves", "dice:53"],
        &["tantrix", "--position", TANTRIX],
    ],
];
const TAKT: &str = "21,x,112,2,x/1,x,1,x,1211211112/12,1112C,x,21,x/1,x,2,221C,2/1,1,x,2,2S 2 33";
const TRAX: &str = "@0+ @1/ A2+ A0+ C2/ C1+ @1+ C4/ @1\\ A0+ D6+ A3/ E4\\ @1\\ G4\\ G3/ A2+ B4/ H2/ B5\\ A5\\ @1\\ F7/";
const TANTRIX: &str = "31a@0:0,46f@-1:0,35a@1:-1,53b@0:-1,3d@-2:1,29d@2:-2,6d@-1:1,33c@1:-2,21b@0:1,25d@1:0,4f@2:-1,22c@3:-1,5b@3:-2,\
    28c@-3:2,39a@-2:2 8,18,32,42,51,55|1,7,11,17,30,52 ?2,9,10,12,13,14,15,16,19,20,23,24,26,27,34,36,37,38,40,41,43,44,45,47,48,49,\
    50,54,56 RY 0 2";

/// Attributes to remove from each shape: the whole picture sets the first, and a static picture does not need the other.
const INHERITED: [&str; 2] = [" stroke-linejoin=\"round\"", " pointer-events=\"none\""];

/// The width of the picture and the space between two boards, in SVG units.
const WIDTH: f64 = 1000.0;
const GAP: f64 = 24.0;

/// Makes `games.svg` from five pictures that the program draws, the pictures of the book from the commands in its comments, and
/// `web-board.png` as a screenshot in Chromium.
pub(crate) fn draw() -> Done {
    let ludex = ludex()?;
    let folder = root().join("docs/src/pictures");
    create_folder(&folder)?;
    write(&folder.join("games.svg"), &games(&ludex)?)?;
    draw_for_pages(&ludex, &root().join("docs/src"))?;
    let script = root().join("xtask/web-board.mjs");
    run(program("node").arg(script).arg(&ludex).arg(folder.join("web-board.png")))
}

/// Runs the commands in the comments `<!-- ludex … -->` of all pages in a folder.
fn draw_for_pages(ludex: &Path, folder: &Path) -> Done {
    let unreadable = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            draw_for_pages(ludex, &path)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).map_err(unreadable)?;
            let comments = text.lines().filter_map(|line| line.strip_prefix("<!-- ludex "));
            for words in comments.filter_map(|comment| comment.strip_suffix(" -->")) {
                let words = shlex::split(words).ok_or_else(|| {
                    format!("{}: a quotation mark is missing: {words}", path.display())
                })?;
                run(program(ludex).args(words).current_dir(root().join("docs/src/examples")))?;
            }
        }
    }
    Ok(())
}

/// The picture of a board, without the definitions and attributes that all boards share.
struct Board {
    width: f64,
    height: f64,
    body: String,
}

/// Arranges the boards in rows; each row has the full width of the picture.
fn games(ludex: &Path) -> Done<String> {
    let mut shared = BTreeMap::new();
    let mut placed = String::new();
    let mut top = 0.0;
    for row in ROWS {
        let boards: Vec<Board> =
            row.iter().map(|words| board(ludex, words, &mut shared)).collect::<Done<_>>()?;
        let ratios: f64 = boards.iter().map(|board| board.width / board.height).sum();
        let height = (WIDTH - GAP * (boards.len() + 1) as f64) / ratios;
        let mut left = GAP;
        for Board { width: inner, height: tall, body } in boards {
            let width = height * inner / tall;
            let _ = writeln!(
                placed,
                "<svg x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" viewBox=\"0 0 {inner} {tall}\">{body}</svg>",
                top + GAP
            );
            left += width + GAP;
        }
        top += height + GAP;
    }
    let shared: String = shared.into_values().collect();
    let height = top + GAP / 2.0;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\">\n\
         <title>Takt, Quoridor, Trax, Tryktrak and Tantrix</title>\n<defs>\n{shared}</defs>\n\
         <rect width=\"{WIDTH}\" height=\"{height:.0}\" rx=\"12\" fill=\"#ffffff\"/>\n\
         <g stroke-linejoin=\"round\">\n{placed}</g>\n</svg>\n"
    ))
}

/// The definitions of a picture by their identifiers: those of letters and patterns are one line each, those of other shapes end with a
/// separate line.
fn definitions(head: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut is_open = false;
    for line in head.split_inclusive('\n') {
        match line.split("id=\"").nth(1).and_then(|rest| rest.split('"').next()) {
            Some(name) if !is_open => {
                is_open = line.starts_with("<g ");
                all.push((name.to_owned(), line.to_owned()));
            }
            _ => {
                if let Some((_, shape)) = all.last_mut().filter(|_| is_open) {
                    shape.push_str(line);
                }
                is_open &= line != "</g>\n";
            }
        }
    }
    all
}

/// Lets the program draw a board, and moves its definitions to `shared`, because all boards share them.
fn board(ludex: &Path, words: &[&str], shared: &mut BTreeMap<String, String>) -> Done<Board> {
    let text = text_of(program(ludex).arg("show").args(words).args(["--svg", "-"]))?;
    let broken = || {
        format!(
            "`ludex show {}` printed a picture in an unknown form; adapt xtask/src/pictures.rs",
            words.join(" ")
        )
    };
    let (_, rest) = text.split_once("viewBox=\"0 0 ").ok_or_else(broken)?;
    let (size, _) = rest.split_once('"').ok_or_else(broken)?;
    let (width, height) = size.split_once(' ').ok_or_else(broken)?;
    let (head, shapes) = text.split_once("</defs>").ok_or_else(broken)?;
    for (name, shape) in definitions(head) {
        let known = shared.insert(name.clone(), shape.clone());
        if known.is_some_and(|known| known != shape) {
            return Err(format!("two different shapes have the id {name}"));
        }
    }
    let shapes = shapes.strip_suffix("</svg>\n").ok_or_else(broken)?;
    let body = without_names(
        &INHERITED.iter().fold(shapes.to_owned(), |text, attribute| text.replace(attribute, "")),
    );
    Ok(Board {
        width: width.parse().map_err(|_| broken())?,
        height: height.parse().map_err(|_| broken())?,
        body,
    })
}

/// Removes the names of click targets and the labels for screen readers: the combined picture has one title instead. Groups that have no
/// `transform` are removed as well.
fn without_names(picture: &str) -> String {
    let mut text = String::with_capacity(picture.len());
    // For each open group: whether it is kept.
    let mut stays = Vec::new();
    for part in picture.split_inclusive('>') {
        if let Some((before, attributes)) = part.rsplit_once("<g ") {
            text.push_str(before);
            let value_of = |key| {
                attributes
                    .split_once(&format!("{key}=\""))
                    .and_then(|(_, rest)| rest.split('"').next())
            };
            let place = value_of("transform");
            if let Some(place) = place {
                let _ = write!(
                    text,
                    "<g transform=\"{place}\" fill=\"{}\">",
                    value_of("fill").unwrap_or("none")
                );
            }
            stays.push(place.is_some());
        } else if let Some(before) = part.strip_suffix("</g>") {
            text.push_str(before);
            text.push_str(if stays.pop() == Some(true) { "</g>" } else { "" });
        } else {
            text.push_str(part);
        }
    }
    text.replace("\n\n", "\n").replace("\n\n", "\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn definitions_are_found_by_their_names() {
        let head = "<svg>\n<defs>\n<path id=\"g1\" d=\"M0 0\"/>\n<g id=\"flat\">\n<g fill=\"#fff\"><use/></g>\n</g>\n<path id=\"g2\" d=\"\"/>\n";
        let found = super::definitions(head);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["g1", "flat", "g2"]);
        assert_eq!(found[1].1, "<g id=\"flat\">\n<g fill=\"#fff\"><use/></g>\n</g>\n");
    }

    #[test]
    fn groups_lose_their_names_and_keep_their_places() {
        let picture = "<g class=\"tile\" data-name=\"A1\"><path/><g role=\"img\" aria-label=\"4\" transform=\"scale(2)\" fill=\"#fff\"><use/></g></g>";
        assert_eq!(
            super::without_names(picture),
            "<path/><g transform=\"scale(2)\" fill=\"#fff\"><use/></g>"
        );
    }
}
