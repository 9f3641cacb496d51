//! Which rooms go first where there are too many.

use std::net::Ipv4Addr;

use super::*;

const CLIENT: Client = Client(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST));

fn hall(rooms: &[(&str, Standing, Option<Client>)]) -> HashMap<String, Entry> {
    let entry = |&(id, standing, client): &(&str, Standing, Option<Client>)| {
        let (to, _) = mpsc::channel(1);
        let mut entry = Entry::new(client, standing, EntryState::Awake(to));
        entry.is_visited = true;
        (id.to_owned(), entry)
    };
    rooms.iter().map(entry).collect()
}

#[test]
fn untouched_rooms_go_first_and_games_under_way_last() {
    let mut rooms = hall(&[
        ("a", Standing::UnderWay, None),
        ("b", Standing::Over, None),
        ("c", Standing::Untouched, None),
        ("d", Standing::Untouched, Some(CLIENT)),
        ("e", Standing::Untouched, Some(CLIENT)),
    ]);
    let somebody_is_there = None;
    rooms.get_mut("e").expect("it is there").empty_since = somebody_is_there;
    let first = |rooms: &_, client, is_kept, now| {
        least_missed(rooms, client, is_kept, now).map(|(_, id)| id)
    };
    assert_eq!(
        first(&rooms, None, true, Instant::now()),
        None,
        "all are new"
    );
    let now = Instant::now() + GRACE;
    let mut next = |client, is_kept, now, expected: Option<&str>| {
        assert_eq!(first(&rooms, client, is_kept, now).as_deref(), expected);
        rooms.remove(expected.unwrap_or_default());
    };
    next(Some(CLIENT), true, now, Some("d"));
    next(Some(CLIENT), true, now, None);
    next(None, true, now, Some("c"));
    next(None, true, now, Some("b"));
    next(None, false, now, None);
    // A game that a file keeps comes back from there; another one has longer.
    next(None, true, now, Some("a"));
}

#[test]
fn a_game_that_no_file_keeps_may_go_when_nobody_was_there_for_long() {
    let rooms = hall(&[("a", Standing::UnderWay, Some(CLIENT))]);
    let after = |time| least_missed(&rooms, Some(CLIENT), false, Instant::now() + time);
    assert_eq!(after(LONG_GRACE / 2), None);
    assert_eq!(
        after(LONG_GRACE),
        Some((Standing::UnderWay, "a".to_owned()))
    );
}

#[test]
fn rooms_that_nobody_ever_joined_go_at_once_the_oldest_first() {
    let mut rooms = hall(&[
        ("old", Standing::Untouched, Some(CLIENT)),
        ("new", Standing::Untouched, Some(CLIENT)),
        ("left", Standing::Untouched, Some(CLIENT)),
    ]);
    let begin = Instant::now();
    for (id, second) in [("old", 0), ("new", 1)] {
        let entry = rooms.get_mut(id).expect("it is there");
        entry.is_visited = false;
        entry.empty_since = Some(begin + Duration::from_secs(second));
    }
    let now = begin + Duration::from_secs(2);
    for expected in [Some("old"), Some("new"), None] {
        let found = least_missed(&rooms, Some(CLIENT), false, now).map(|(_, id)| id);
        assert_eq!(found.as_deref(), expected);
        rooms.remove(expected.unwrap_or_default());
    }
}

#[test]
fn small_rooms_wake_where_large_ones_take_all_of_the_memory() {
    let (large, small) = (2 << 20, 100 << 10);
    assert!(has_memory(0, large) && !has_memory(Limits::ROOMS, large));
    assert!(has_memory(Limits::ROOMS, small));
    assert!(is_small(small) && !is_small(large));
}
