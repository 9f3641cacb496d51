//! The principal variation during a recursive search.

/// The best line from each ply on, in the part of the tree that is being searched. CITE: Chess Programming Wiki, "Triangular PV-Table".
#[derive(Clone, Debug)]
pub struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M> Default for PvTable<M> {
    fn default() -> Self {
        Self { lines: Vec::new() }
    }
}

impl<M: Copy> PvTable<M> {
    /// Starts a node: clears the line from `ply` on.
    pub fn begin(&mut self, ply: usize) {
        while self.lines.len() < ply + 2 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
    }

    /// Sets the best line at `ply` to `mv`, followed by the line of the next ply.
    pub fn take(&mut self, ply: usize, mv: M) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Whether another move, followed by the line of the next ply, would give a longer line at `ply`.
    pub fn is_longer_by_move(&self, ply: usize) -> bool {
        self.line(ply).len() <= self.line(ply + 1).len()
    }

    /// Whether another move, followed by the line of the next ply, would give a shorter line at `ply`.
    pub fn is_shorter_by_move(&self, ply: usize) -> bool {
        self.line(ply).len() > self.line(ply + 1).len() + 1
    }

    /// The line from `ply` on.
    pub fn line(&self, ply: usize) -> &[M] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }
}
