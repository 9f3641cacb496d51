//! Values backed up from the searches of a book, and the choice of the next search.

use super::{Book, BookPlace, BookPosition, BookValue};

/// The cost of a ply, in hundredths of a game. A move that is this much worse than the best is as interesting as one more ply after
/// the best move.
const PLY_COST: f64 = 1.0;
/// Weight of the mistakes of the player who uses the book, relative to the opponent's.
const OWN_WEIGHT: f64 = 5.0;
/// Factor by which the number of evaluated moves grows when a position is searched again.
const WIDER: usize = 2;

/// A search that a book needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookTask {
    /// The index of the position before it and the move that leads to it; `None` for the start.
    pub from: Option<(usize, String)>,
    /// Number of moves to evaluate.
    pub width: usize,
}

impl Book {
    /// The value of every position for its player to move: that of its best move, backed up from the positions after it.
    pub fn values(&self) -> Vec<BookValue> {
        let mut values: Vec<_> = self.positions.iter().map(|p| p.search.moves[0].value).collect();
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(self.positions[number].place.ply));
        for number in order {
            let moves = self.moves_of(&self.positions[number], &values);
            if let Some(best) = moves.into_iter().max_by_key(|value| value.rank()) {
                values[number] = best;
            }
        }
        values
    }

    /// The values of a position's moves, in the order of its search.
    pub fn moves_of(&self, position: &BookPosition, values: &[BookValue]) -> Vec<BookValue> {
        let moves = position.search.moves.iter().zip(&position.next);
        let worth = |(mv, next): (&super::BookMove, &BookPlace)| match self.behind(position, next) {
            Some(number) => values[number].before(),
            None => mv.value,
        };
        moves.map(worth).collect()
    }

    /// The index of the position after a move, if it has a search. Positions that are reached at a later ply than where they are stored
    /// are ignored, so no value depends on itself.
    pub fn behind(&self, position: &BookPosition, next: &BookPlace) -> Option<usize> {
        let (number, found) = self.find(next.class)?;
        (found.place.ply == position.place.ply + 1).then_some(number)
    }

    /// The next search, or `None` if nothing is left to search. It has the lowest cost, which is the number of plies to it plus the losses
    /// of the moves on the way; the losses of the book's user weigh more. Moves of a position that were not evaluated are assumed to be as
    /// good as the worst evaluated one.
    pub fn next_task(&self) -> Option<BookTask> {
        if self.is_empty() {
            let width = self.header.lines;
            return Some(BookTask { from: None, width });
        }
        let values = self.values();
        let costs = [0, 1].map(|reader| self.costs(reader, &values));
        let mut best: Option<(f64, BookTask)> = None;
        let mut offer = |cost: f64, task: BookTask| {
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, task));
            }
        };
        for (number, position) in self.positions.iter().enumerate() {
            let cost = |value: BookValue| {
                let to = |reader: usize| {
                    costs[reader][number] + step(position, reader, values[number], value)
                };
                to(0).min(to(1))
            };
            let worth = self.moves_of(position, &values);
            for ((mv, next), value) in position.search.moves.iter().zip(&position.next).zip(worth) {
                let is_open = next.mover.is_some() && !value.is_certain();
                if is_open && self.find(next.class).is_none() {
                    let from = Some((number, mv.mv.clone()));
                    let width = self.header.lines;
                    offer(cost(value), BookTask { from, width });
                }
            }
            if position.search.moves.len() == position.search.width
                && let Some(last) = position.search.moves.last()
            {
                let from = position.search.from.clone();
                let width = WIDER * position.search.width;
                offer(cost(last.value), BookTask { from, width });
            }
        }
        best.map(|(_, task)| task)
    }

    /// The cost of reaching every position, if player `reader` uses the book.
    fn costs(&self, reader: usize, values: &[BookValue]) -> Vec<f64> {
        let mut costs = vec![f64::INFINITY; self.len()];
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&number| self.positions[number].place.ply);
        costs[0] = 0.0;
        for number in order {
            let position = &self.positions[number];
            for (next, value) in position.next.iter().zip(self.moves_of(position, values)) {
                if let Some(behind) = self.behind(position, next) {
                    let cost = costs[number] + step(position, reader, values[number], value);
                    costs[behind] = costs[behind].min(cost);
                }
            }
        }
        costs
    }
}

/// The cost of a move with this value.
fn step(position: &BookPosition, reader: usize, best: BookValue, value: BookValue) -> f64 {
    let mistake = (best.percent() - value.percent()).max(0.0);
    let is_own = position.place.mover == Some(reader);
    PLY_COST + mistake * if is_own { OWN_WEIGHT } else { 1.0 }
}
