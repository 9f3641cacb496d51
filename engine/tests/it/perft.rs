//! Perft at chance nodes: positions whose leaves cannot be counted are refused; for all other positions, all methods give the same count.

use crate::program::ludex;

#[test]
fn a_deal_is_refused_with_its_size() {
    for more in [&["--divide"][..], &["--hash", "1"], &[]] {
        let ran = ludex(&[&["perft", "tantrix", "--depth", "1"], more].concat());
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.err.contains("draws") && ran.err.contains("--deal"), "{ran:?}");
    }
    assert_eq!(ludex(&["perft", "tantrix", "--depth", "0"]).out, "nodes 1\n");
    let dealt = ludex(&["perft", "tantrix", "--deal", "--seed", "3", "--depth", "1", "--json"]);
    assert!(dealt.json()["nodes"].as_u64() > Some(0));
}

/// Games and positions, some of them before a chance event.
const PLACES: [(&str, &[&str], &str); 7] = [
    ("tryktrak", &[], "1"),
    ("tryktrak", &["--moves", "dice:31"], "2"),
    ("trax", &["--variant", "luck=yes"], "2"),
    ("tantrix", &["--deal"], "2"),
    ("tantrix", &["--position", "- 1,2,3,4,5,6|7,8,9,10 ? RY 0 1"], "1"),
    ("quoridor", &["--variant", "players=4,board=5x5,walls=2"], "2"),
    ("takt", &["--variant", "size=4"], "3"),
];

#[test]
fn every_way_of_counting_gives_the_same() {
    for (game, place, depth) in PLACES {
        let count = |more: &[&str]| {
            let ran = ludex(&[&["perft", game, "--json", "--depth", depth], place, more].concat());
            let object = ran.json();
            assert!(object["complete"].is_null(), "{object}");
            object
        };
        let plain = count(&["--threads", "1"]);
        assert!(plain["nodes"].as_u64() > Some(0), "{plain}");
        for more in
            [&["--threads", "3"][..], &["--hash", "4"], &["--divide"], &["--divide", "--hash", "4"]]
        {
            let other = count(more);
            assert_eq!(other["nodes"], plain["nodes"], "{game} {place:?} {more:?}");
            if let Some(parts) = other["divide"].as_object() {
                let sum: u64 = parts.values().filter_map(serde_json::Value::as_u64).sum();
                assert_eq!(Some(sum), plain["nodes"].as_u64(), "{game} {place:?}");
            }
        }
    }
}

/// With a table, small boards are counted deeply; counts that exceed the number range are refused.
#[test]
fn more_leaves_than_can_be_counted_are_refused() {
    let perft = ["perft", "quoridor", "--variant", "board=3x3,walls=0", "--hash", "16"];
    let ran = ludex(&[&perft[..], &["--depth", "20"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = ludex(&[&perft[..], &["--depth", "200"]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    assert!(ran.err.contains("depth: \"200\" is too deep: there are more than"), "{ran:?}");
}
