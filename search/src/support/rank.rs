//! Stable sorting by value. The sort itself is compiled once, not for each game and entry type.

/// Sorts a list, the greatest value first; equal entries keep their order.
pub fn best_first<T>(list: &mut [T], value: impl Fn(&T) -> f64) {
    let values: Vec<f64> = list.iter().map(value).collect();
    let mut order = order_of(&values);
    // Moves each entry to its place along the cycles of the permutation.
    for start in 0..list.len() {
        let mut here = start;
        loop {
            let from = std::mem::replace(&mut order[here], here);
            if from == start {
                break;
            }
            list.swap(here, from);
            here = from;
        }
    }
}

/// Sorts values, the greatest first.
pub fn descending(values: &mut [f32]) {
    values.sort_by(|a, b| b.total_cmp(a));
}

/// The indices of the values, the greatest value first.
fn order_of(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::best_first;

    #[test]
    fn equal_values_keep_their_order() {
        for length in 0..40_usize {
            let mut list: Vec<(usize, usize)> = (0..length).map(|i| (i * i % 7, i)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
            best_first(&mut list, |&(value, _)| value as f64);
            assert_eq!(list, expected);
        }
    }
}
