//! `cargo xtask openings`: makes the opening books and balanced openings that the games contain.
//!
//! The files are made one after the other, on one thread. Copy a finished file into `games/GAME/data`, and list it in the `INFO` of the
//! game.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{Done, create_folder, ludex, program, run, write};

/// For each set: the name of its files, the arguments for the game and variant, and the number of random plies at the start of a balanced
/// opening.
const SETS: [(&str, &[&str], &str); 4] = [
    ("takt-6-komi-2", &["takt", "--variant", "size=6,komi=2"], "4"),
    ("takt-5-komi-2", &["takt", "--variant", "size=5,komi=2"], "4"),
    ("quoridor", &["quoridor"], "6"),
    ("trax", &["trax"], "4"),
];

struct Maker {
    ludex: PathBuf,
    folder: PathBuf,
    /// Nodes of each search for a book, from the environment variable `NODES`; 1M without it.
    nodes: String,
}

/// Extends each book to 100, then 200, then 400 positions. Makes the balanced openings when all books have 100 positions.
pub(crate) fn make(folder: &Path) -> Done {
    create_folder(folder)?;
    let folder = folder.canonicalize().map_err(|error| error.to_string())?;
    let maker =
        Maker { ludex: ludex()?, folder, nodes: env::var("NODES").unwrap_or_else(|_| "1M".into()) };
    for positions in ["100", "200", "400"] {
        for (name, game, _) in SETS {
            maker.grow(name, game, positions)?;
        }
        for (name, game, plies) in SETS {
            maker.balance(name, game, plies)?;
        }
    }
    Ok(())
}

impl Maker {
    fn grow(&self, name: &str, game: &[&str], positions: &str) -> Done {
        let book = self.folder.join(format!("book-{name}.txt"));
        let mut command = program(&self.ludex);
        command.arg("book");
        if book.is_file() {
            command.arg("--resume").arg(&book);
        } else {
            command.args(game).args(["--nodes", &self.nodes]).arg("--out").arg(&book);
        }
        run(command.args(["--positions", positions, "--hash", "64"]))
    }

    fn balance(&self, name: &str, game: &[&str], plies: &str) -> Done {
        let whole = self.folder.join(format!("openings-{name}.txt"));
        if whole.is_file() {
            return Ok(());
        }
        let lines = self.folder.join("lines");
        let mut command = program(&self.ludex);
        command.arg("tournament").args(game).args([
            "--player",
            "judge: nodes=300k hash=64",
            "--lines",
            "200",
            "--bound",
            "0.2",
        ]);
        run(command.args(["--random-plies", plies, "--seed", "1"]).arg("--make-book").arg(&lines))?;
        let openings =
            fs::read_to_string(&lines).map_err(|error| format!("{}: {error}", lines.display()))?;
        let game = game.join(" ");
        let origin = format!(
            "# 200 openings of {game}: {plies} random plies each (seed 1), evaluated as within 10 % of even by a search of 300,000 nodes.\n"
        );
        write(&whole, &(origin + &openings))
    }
}
