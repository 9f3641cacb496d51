//! Tests of the text format of literal trees.

use ludex_search::testing::{Node, TreeGame};
use ludex_search::{Game, Player, Turn, perft};

#[test]
fn a_tree_says_what_its_text_says() {
    let tree = TreeGame::parse("a7(b-3(1 <0,0.5>) ?(3:0.5 1:-1))").unwrap();
    let mut pos = tree.root();
    assert_eq!(tree.turn(&pos), Turn::Player(Player(0)));
    assert!(matches!(tree.node(pos), Node::Choice { score: 7, .. }));
    tree.play(&mut pos, 0);
    assert!(matches!(tree.node(pos), Node::Choice { score: -3, .. }));
    tree.play(&mut pos, 1);
    assert_eq!(format!("{:?}", tree.returns(&pos)), "[0.0, 0.5, 0.0, 0.0]");
    let mut pos = tree.root();
    tree.play(&mut pos, 1);
    let mut events = Vec::new();
    assert_eq!(tree.events(&pos, &mut events), 4);
    assert_eq!(events, [(0, 3), (1, 1)]);
}

#[test]
fn names_join_and_close_paths() {
    let tree = TreeGame::parse("top=a(x=b(1 -1) b(@x @top))").unwrap();
    let (mut one, mut other) = (tree.root(), tree.root());
    tree.play(&mut one, 0);
    tree.play(&mut other, 1);
    tree.play(&mut other, 0);
    assert_eq!(tree.hash(&one), tree.hash(&other));
    assert_eq!(perft(&tree, &tree.root(), 3), 4);
}

#[test]
fn faults_are_named() {
    for (text, at) in [("", 0), ("a(", 2), ("a()", 3), ("a(1 @x)", 5), ("1 2", 2), ("<1", 2)] {
        assert_eq!(TreeGame::parse(text).unwrap_err().at, at, "{text}");
    }
}
