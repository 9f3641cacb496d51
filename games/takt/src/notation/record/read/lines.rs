//! Where branches and variations leave their lines: each ply of a game has a number in its line, counted from the first one.

use std::collections::HashMap;

use ludex_kit::After;

/// The main line, a branch or a variation.
struct Line {
    /// The line that it leaves.
    parent: usize,
    /// The number of its first ply.
    first: usize,
    /// What that follows.
    from: After,
    /// Its plies.
    ends: Vec<After>,
}

/// The lines of a game, the main one first.
pub(super) struct Lines {
    all: Vec<Line>,
    /// The branches by their names.
    named: HashMap<String, usize>,
    /// The line that is read.
    pub(super) here: usize,
    /// The number of the first move, once one has been read.
    pub(super) first_number: Option<usize>,
    /// Plies that are missing from the first move: 1 where the second player begins.
    pub(super) second: usize,
}

impl Default for Lines {
    fn default() -> Self {
        let main = Line { parent: 0, first: 0, from: After::Main(0), ends: Vec::new() };
        Self { all: vec![main], named: HashMap::new(), here: 0, first_number: None, second: 0 }
    }
}

impl Lines {
    /// The number that the next ply would have.
    pub(super) fn next(&self) -> usize {
        let line = &self.all[self.here];
        line.first + line.ends.len()
    }

    /// The number of the move that the next ply would belong to.
    pub(super) fn next_move(&self) -> usize {
        self.first_number.unwrap_or(1) + self.half()
    }

    fn half(&self) -> usize {
        (self.next() + self.second) >> 1
    }

    /// Whether the second player is to make the next ply.
    pub(super) fn is_second_next(&self) -> bool {
        (self.next() + self.second) % 2 == 1
    }

    /// The ply of a move.
    pub(super) fn ply(&self, number: usize, is_second: bool) -> Option<usize> {
        let move_before = number.checked_sub(self.first_number.unwrap_or(1))?;
        (2 * move_before + usize::from(is_second)).checked_sub(self.second)
    }

    /// What a ply of a line follows.
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

    /// Opens a line whose first ply has this number, beside another one; none if that is too short.
    pub(super) fn open(&mut self, name: &str, parent: usize, ply: usize) -> Option<()> {
        let from = self.before(parent, ply)?;
        self.here = self.all.len();
        if !name.is_empty() {
            self.named.insert(name.to_owned(), self.here);
        }
        self.all.push(Line { parent, first: ply, from, ends: Vec::new() });
        Some(())
    }

    /// What the next ply follows.
    pub(super) fn end(&self) -> After {
        let line = &self.all[self.here];
        line.ends.last().copied().unwrap_or(line.from)
    }

    /// Whether the line has plies of its own.
    pub(super) fn is_begun(&self) -> bool {
        !self.all[self.here].ends.is_empty()
    }

    /// Adds a ply to the line.
    pub(super) fn push(&mut self, end: After) {
        self.all[self.here].ends.push(end);
    }

    /// The branch of this name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.named.get(name).copied()
    }

    /// The number of lines, to [go back](Self::truncate) to.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets the lines after the first ones.
    pub(super) fn truncate(&mut self, n_lines: usize, here: usize) {
        self.all.truncate(n_lines);
        self.here = here;
    }
}
