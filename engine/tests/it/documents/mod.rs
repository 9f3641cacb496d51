//! The documents: their links, the pages of the book, and the commands that they show.

mod commands;
mod links;
mod markdown;
mod pictures;

use std::path::{Path, PathBuf};

/// The folder of the whole project.
fn project() -> PathBuf {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    engine.parent().expect("the engine is a folder of the project").to_owned()
}

/// The folder of the book's pages.
fn book() -> PathBuf {
    project().join("docs/src")
}

/// A Markdown file, named by its path from the project's folder.
struct Document {
    name: String,
    text: String,
}

impl Document {
    fn read(path: &Path) -> Self {
        let name = path.strip_prefix(project()).unwrap_or(path);
        let text = std::fs::read_to_string(path).expect("a readable document");
        Self { name: name.to_string_lossy().replace('\\', "/"), text }
    }
}

/// All Markdown files below a folder, in the order of their names. Build folders, installed packages and hidden folders are left out.
fn documents(folder: &Path) -> Vec<Document> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && !matches!(&*name, "target" | "node_modules" | "runs") {
                found.extend(documents(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(Document::read(&path));
        }
    }
    found
}
