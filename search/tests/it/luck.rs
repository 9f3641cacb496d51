//! Tests of the luck of chance events, on trees so small that every leaf is visited.

use ludex_search::support::luck::luck_of;
use ludex_search::testing::{Node, TreeGame};
use ludex_search::{Game, Returns, Turn};

/// An evaluation that is unrelated to the true value.
fn guess(pos: u32) -> Returns {
    let value = ((pos.wrapping_mul(2_654_435_761) >> 8) % 1000) as f32 / 100.0 - 5.0;
    [value, -value, 0.0, 0.0]
}

/// The mean and the mean square of the results, each less the luck in it, if players choose at random.
fn moments(
    tree: &TreeGame,
    pos: u32,
    luck: f64,
    worth: &mut dyn FnMut(&u32) -> Returns,
) -> [f64; 2] {
    let children: Vec<(f64, u32, f64)> = match tree.node(pos) {
        Node::Leaf(returns) => {
            let result = f64::from(returns[0]) - luck;
            return [result, result * result];
        }
        Node::Choice { children, .. } => {
            let share = 1.0 / children.len() as f64;
            children.iter().map(|&child| (share, child, 0.0)).collect()
        }
        Node::Chance(events) => {
            let total: u32 = events.iter().map(|event| event.1).sum();
            let numbered = (0..).zip(events);
            let child = |(event, &(child, weight)): (u16, &(u32, u32))| {
                let share = f64::from(weight) / f64::from(total);
                (share, child, luck_of(tree, &pos, event, worth)[0])
            };
            numbered.map(child).collect()
        }
    };
    let mut sums = [0.0; 2];
    for (share, child, more) in children {
        let found = moments(tree, child, luck + more, worth);
        (sums[0], sums[1]) = (sums[0] + share * found[0], sums[1] + share * found[1]);
    }
    sums
}

const TREE: &str =
    "?(1:a(?(2:1 1:-1 3:0.5) ?(1:b(1 -1) 5:-0.25)) 3:b(?(1:?(1:1 1:-1) 2:0.75) -1) 2:0.25)";

/// The mean does not change, whatever evaluation measures the luck.
#[test]
fn the_mean_is_the_same_without_luck() {
    let tree = TreeGame::parse(TREE).unwrap();
    let [plain, _] = moments(&tree, tree.root(), 0.0, &mut |_| [0.0; 4]);
    for shift in 0..50 {
        let [less, _] = moments(&tree, tree.root(), 0.0, &mut |pos| guess(pos + 977 * shift));
        assert!((less - plain).abs() < 1e-6, "{less} against {plain}");
    }
}

/// With the true values, chance has no effect on the adjusted result.
#[test]
fn true_values_leave_nothing_to_chance() {
    let tree = TreeGame::parse("?(1:?(2:1 1:-1 3:0.5) 3:?(1:?(1:1 1:-1) 2:0.75) 2:0.25)").unwrap();
    let mean = |pos: u32| moments(&tree, pos, 0.0, &mut |_| [0.0; 4])[0];
    let mut exact = |pos: &u32| [mean(*pos) as f32, -mean(*pos) as f32, 0.0, 0.0];
    let [less, squares] = moments(&tree, tree.root(), 0.0, &mut exact);
    assert!((less - mean(tree.root())).abs() < 1e-6);
    assert!((squares - less * less).abs() < 1e-6, "{squares}");
    let [_, plain] = moments(&tree, tree.root(), 0.0, &mut |_| [0.0; 4]);
    assert!(plain - less * less > 0.1);
    assert!(matches!(tree.turn(&tree.root()), Turn::Chance));
}
