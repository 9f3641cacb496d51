//! Bookkeeping of lines: where each branch or variation leaves its parent line. Every ply has an index counted from the start of the
//! game.

use std::collections::HashMap;

use ludex_kit::After;

/// The main line, a branch or a variation.
struct Line {
    /// Index of the parent line.
    parent: usize,
    /// Index of its first ply.
    first: usize,
    /// The ply before its first ply, or the start of the game.
    from: After,
    /// Its plies.
    ends: Vec<After>,
}

/// The lines of a game, the main line first.
pub(super) struct Lines {
    all: Vec<Line>,
    /// The branches by name.
    named: HashMap<String, usize>,
    /// Index of the current line.
    pub(super) here: usize,
    /// The number of the first move, once it has been read.
    pub(super) first_number: Option<usize>,
    /// 1 if the second player moves first, so that the first move lacks a ply; otherwise 0.
    pub(super) second: usize,
}

impl Default for Lines {
    fn default() -> Self {
        let main = Line { parent: 0, first: 0, from: After::Main(0), ends: Vec::new() };
        Self { all: vec![main], named: HashMap::new(), here: 0, first_number: None, second: 0 }
    }
}

impl Lines {
    /// The index of the next ply.
    pub(super) fn next(&self) -> usize {
        let line = &self.all[self.here];
        line.first + line.ends.len()
    }

    /// The number of the move that the next ply belongs to.
    pub(super) fn next_move(&self) -> usize {
        self.first_number.unwrap_or(1) + self.half()
    }

    fn half(&self) -> usize {
        (self.next() + self.second) >> 1
    }

    /// Whether the next ply is the second player's.
    pub(super) fn is_second_next(&self) -> bool {
        (self.next() + self.second) % 2 == 1
    }

    /// The index of a ply, from its move number and side.
    pub(super) fn ply(&self, number: usize, is_second: bool) -> Option<usize> {
        let move_before = number.checked_sub(self.first_number.unwrap_or(1))?;
        (2 * move_before + usize::from(is_second)).checked_sub(self.second)
    }

    /// The ply before ply `ply` of a line; `None` if the line is too short.
    fn before(&self, mut line: usize, ply: usize) -> Option<After> {
        loop {
            let here = &self.all[line];
            match ply.checked_sub(here.first) {
                None => line = here.parent,
                Some(0) => return Some(here.from),
                Some(own) => return here.ends.get(own - 1).copied(),
            }
        }
    }

    /// Starts a line that replaces ply `ply` of its parent. `None` if the parent is too short.
    pub(super) fn open(&mut self, name: &str, parent: usize, ply: usize) -> Option<()> {
        let from = self.before(parent, ply)?;
        self.here = self.all.len();
        if !name.is_empty() {
            self.named.insert(name.to_owned(), self.here);
        }
        self.all.push(Line { parent, first: ply, from, ends: Vec::new() });
        Some(())
    }

    /// The last ply of the current line, which the next ply follows.
    pub(super) fn end(&self) -> After {
        let line = &self.all[self.here];
        line.ends.last().copied().unwrap_or(line.from)
    }

    /// Whether the current line has any plies.
    pub(super) fn is_begun(&self) -> bool {
        !self.all[self.here].ends.is_empty()
    }

    /// Adds a ply to the current line.
    pub(super) fn push(&mut self, end: After) {
        self.all[self.here].ends.push(end);
    }

    /// The branch with this name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.named.get(name).copied()
    }

    /// The number of lines, for [`truncate`](Self::truncate).
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Removes all lines after the first `n_lines`, and makes `here` the current line.
    pub(super) fn truncate(&mut self, n_lines: usize, here: usize) {
        self.all.truncate(n_lines);
        self.here = here;
    }
}
