//! What the searches of a book come to: values that are backed up, and the search that is to come next.

use super::{Book, BookPlace, BookPosition, BookValue};

/// What a ply costs, in hundredths of a game: a move so much worse than the best is as interesting as another ply behind the
/// best.
const PLY_COST: f64 = 1.0;
/// How much more the mistakes of the one count who plays by the book.
const OWN_WEIGHT: f64 = 5.0;
/// A search is made again for so many times as many moves.
const WIDER: usize = 2;

/// A search that a book needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookTask {
    /// The number of the position before, and the move that leads on; none for the start.
    pub from: Option<(usize, String)>,
    /// How many moves are wanted.
    pub width: usize,
}

impl Book {
    /// What every position is worth to its player to move: as much as its best move, which is worth what was found behind it.
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

    /// What the moves of a position are worth, in the order of its search.
    pub fn moves_of(&self, position: &BookPosition, values: &[BookValue]) -> Vec<BookValue> {
        let moves = position.search.moves.iter().zip(&position.next);
        let worth = |(mv, next): (&super::BookMove, &BookPlace)| match self.behind(position, next) {
            Some(number) => values[number].before(),
            None => mv.value,
        };
        moves.map(worth).collect()
    }

    /// The number of the position behind a move, if it has a search. Whoever gets to a position by a longer way is not told of
    /// it: so no value rests on itself.
    pub fn behind(&self, position: &BookPosition, next: &BookPlace) -> Option<usize> {
        let (number, found) = self.find(next.class)?;
        (found.place.ply == position.place.ply + 1).then_some(number)
    }

    /// The search that is to come next; none if there is nothing more to be searched. It is the one that costs least: the plies
    /// to it, and by how much the moves to it are worse than the best, those of the one who plays by the book counting for
    /// more. A position's moves that were not asked for are taken for as good as the worst that was.
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

    /// What it costs to get to every position if this player plays by the book.
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

/// What a move of this value costs.
fn step(position: &BookPosition, reader: usize, best: BookValue, value: BookValue) -> f64 {
    let mistake = (best.percent() - value.percent()).max(0.0);
    let is_own = position.place.mover == Some(reader);
    PLY_COST + mistake * if is_own { OWN_WEIGHT } else { 1.0 }
}
