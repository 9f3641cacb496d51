//! Every link in a document must lead to an existing file or heading. Every page of the book must be listed in `SUMMARY.md` and be short.

use std::path::Path;

use super::{Document, book, documents, markdown, project};

/// Maximum size of a page of the book, in bytes.
const LONGEST_PAGE: usize = 12 * 1024;

#[test]
fn every_link_leads_to_a_file_or_a_heading() {
    let broken: Vec<String> = documents(&project()).iter().flat_map(broken_links).collect();
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn every_included_part_exists() {
    for page in documents(&book()) {
        let path = project().join(&page.name);
        for (line, included) in markdown::includes(&page.text) {
            let (file, part) = included.split_once(':').unwrap_or((included, ""));
            let text = std::fs::read_to_string(path.with_file_name("").join(file));
            let is_there = text
                .is_ok_and(|text| part.is_empty() || text.contains(&format!("ANCHOR: {part}\n")));
            assert!(is_there, "{}, line {line}: \"{included}\" does not exist", page.name);
        }
    }
}

/// A message for each broken link of the document.
fn broken_links(document: &Document) -> Vec<String> {
    let (_, prose) = markdown::split(&document.text);
    let own_path = project().join(&document.name);
    let folder = own_path.parent().expect("a file is in a folder");
    let is_page = own_path.starts_with(book());
    let mut broken = Vec::new();
    for (line, target) in markdown::targets(&prose) {
        let is_absolute = target.contains("://") || target.starts_with("mailto:");
        if is_absolute {
            continue;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let path = if file.is_empty() { own_path.clone() } else { folder.join(file) };
        let place = format!("{}, line {line}", document.name);
        let Ok(real) = path.canonicalize() else {
            broken.push(format!("{place}: the file \"{file}\" does not exist"));
            continue;
        };
        if is_page && !real.starts_with(book().canonicalize().expect("the book exists")) {
            broken.push(format!(
                "{place}: \"{file}\" is outside of docs/src, so it is not part of the book"
            ));
        } else if !anchor.is_empty() && !has_anchor(&real, anchor) {
            broken.push(format!("{place}: that page has no heading for \"{target}\""));
        }
    }
    broken
}

/// Whether the file has a heading with this anchor. True for files that are not Markdown, which are not read.
fn has_anchor(path: &Path, anchor: &str) -> bool {
    if path.extension().is_none_or(|extension| extension != "md") {
        return true;
    }
    let text = std::fs::read_to_string(path).expect("a readable document");
    let (_, prose) = markdown::split(&text);
    markdown::anchors(&prose).iter().any(|heading| heading == anchor)
}

#[test]
fn every_page_is_listed_and_short() {
    let summary = Document::read(&book().join("SUMMARY.md"));
    let (_, prose) = markdown::split(&summary.text);
    let listed = markdown::targets(&prose);
    let mut faults = Vec::new();
    for page in documents(&book()) {
        let name = page.name.strip_prefix("docs/src/").expect("a page of the book");
        let n_bytes = page.text.len();
        if n_bytes > LONGEST_PAGE {
            faults.push(format!("{name} has {n_bytes} bytes, expected at most {LONGEST_PAGE}"));
        }
        let n_entries = listed.iter().filter(|(_, target)| target == name).count();
        if name != "SUMMARY.md" && n_entries != 1 {
            faults.push(format!("{name} is listed {n_entries} times in SUMMARY.md, expected once"));
        }
    }
    assert!(faults.is_empty(), "pages of the book:\n{}", faults.join("\n"));
}
