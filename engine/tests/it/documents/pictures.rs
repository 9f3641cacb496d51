//! Every picture of the book must be the one that its command draws. The command is in a comment below the picture, and runs in a folder
//! beside `pictures` that has a copy of `docs/src/examples`. `cargo xtask pictures` draws all pictures again.

use std::collections::BTreeSet;
use std::fs;

use super::commands::{copy_folder, run};
use super::{book, documents};

#[test]
fn every_picture_is_what_its_command_draws() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let examples = folder.path().join("examples");
    copy_folder(&book().join("examples"), &examples);
    let drawn = folder.path().join("pictures");
    fs::create_dir(&drawn).expect("a folder for pictures");
    let mut faults = Vec::new();
    for page in documents(&book()) {
        for (number, line) in page.text.lines().enumerate() {
            let comment = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
            let Some(command) = comment.filter(|text| text.starts_with("ludex ")) else {
                continue;
            };
            let [printed, ..] = run(command, &examples);
            if !printed.is_empty() {
                faults.push(format!("{}, line {}: {printed}", page.name, number + 1));
            }
        }
    }
    let names = |folder| -> BTreeSet<_> {
        let entries = fs::read_dir(folder).expect("a folder of pictures");
        let names = entries.map(|entry| entry.expect("a readable entry").file_name());
        // The picture of all games and the screenshot have no command in a page.
        names.filter(|name| name != "games.svg" && name != "web-board.png").collect()
    };
    let kept = book().join("pictures");
    assert_eq!(names(&drawn), names(&kept), "{faults:?}");
    for name in names(&kept) {
        let [drawn, kept] = [&drawn, &kept].map(|folder| fs::read(folder.join(&name)).ok());
        if drawn != kept {
            faults.push(format!("{} differs: run `cargo xtask pictures`", name.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
