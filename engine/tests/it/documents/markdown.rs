//! The parts of Markdown that the checks of the documents need.

/// A fenced block of code.
pub(super) struct Block<'t> {
    /// The words after the opening fence, such as `console`.
    pub(super) info: &'t str,
    /// Its lines with their numbers, counted from 1.
    pub(super) lines: Vec<(usize, &'t str)>,
}

/// The fenced blocks of a text, and the lines outside of them with their numbers.
pub(super) fn split(text: &str) -> (Vec<Block<'_>>, Vec<(usize, &str)>) {
    let (mut blocks, mut prose) = (Vec::<Block>::new(), Vec::new());
    let mut fence = None;
    for (line, number) in text.lines().zip(1..) {
        let trimmed = line.trim_start();
        match fence {
            None if trimmed.starts_with("```") => {
                fence = Some(line.len() - trimmed.len());
                let info = trimmed.trim_start_matches('`').trim();
                blocks.push(Block { info, lines: Vec::new() });
            }
            None => prose.push((number, line)),
            Some(_) if trimmed.trim_end() == "```" => fence = None,
            Some(indent) => {
                let within = line.get(indent..).unwrap_or(trimmed);
                blocks.last_mut().expect("a block was opened").lines.push((number, within));
            }
        }
    }
    (blocks, prose)
}

/// A line of prose without its code spans.
pub(super) fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The targets of the links and pictures in lines of prose, each with the number of its line.
pub(super) fn targets(prose: &[(usize, &str)]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for &(number, line) in prose {
        let line = without_code(line);
        for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            for rest in line.split(start).skip(1) {
                // A link may have a title after its target.
                let target = rest.split([end, ' ']).next().unwrap_or_default();
                found.push((number, target.to_owned()));
            }
        }
        let defined = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
        found.extend(defined.map(|(_, target)| (number, target.trim().to_owned())));
    }
    found
}

/// The files, or parts of files, that mdBook includes in a page by `{{#include FILE:PART}}`, each with the number of its line.
pub(super) fn includes(text: &str) -> Vec<(usize, &str)> {
    let command = |line| {
        let (_, rest) = str::split_once(line, "{{#include ")?;
        Some(rest.split_once("}}")?.0)
    };
    text.lines().zip(1..).filter_map(|(line, number)| Some((number, command(line)?))).collect()
}

/// The names by which links reach the headings of a text, formed as mdBook and GitHub form them.
pub(super) fn anchors(prose: &[(usize, &str)]) -> Vec<String> {
    let mut found = Vec::<String>::new();
    for (_, line) in prose {
        let Some((hashes, title)) = line.split_once(' ') else { continue };
        if hashes.is_empty() || hashes.len() > 6 || !hashes.trim_matches('#').is_empty() {
            continue;
        }
        let title = title.trim().replace(['`', '*'], "").to_lowercase();
        let letters = title.chars().map(|letter| if letter == ' ' { '-' } else { letter });
        let anchor: String =
            letters.filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect();
        let n_before = found.iter().filter(|other| **other == anchor).count();
        found.push(if n_before == 0 { anchor } else { format!("{anchor}-{n_before}") });
    }
    found
}

#[test]
fn blocks_links_and_headings_are_found() {
    let text = "# A `b`, c\n[x](y.md#z) `[no](code)` ![p](q.svg \"title\")\n  ```console\n  $ ludex\n    two\n  ```\n# A b c\n";
    let (blocks, prose) = split(text);
    assert_eq!(blocks.len(), 1);
    assert_eq!(
        (blocks[0].info, &blocks[0].lines[..]),
        ("console", &[(4, "$ ludex"), (5, "  two")][..])
    );
    assert_eq!(targets(&prose), [(2, "y.md#z".to_owned()), (2, "q.svg".to_owned())]);
    assert_eq!(anchors(&prose), ["a-b-c", "a-b-c-1"]);
}
