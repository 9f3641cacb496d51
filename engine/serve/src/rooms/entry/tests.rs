//! Which rooms are dropped first.

use std::net::Ipv4Addr;

use super::*;

const CLIENT: Client = Client(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST));

fn registry(rooms: &[(&str, RoomStatus, Option<Client>)]) -> HashMap<String, Entry> {
    let entry = |&(id, status, client): &(&str, RoomStatus, Option<Client>)| {
        let (to, _) = mpsc::channel(1);
        let mut entry = Entry::new(client, status, EntryState::Awake(to));
        entry.is_visited = true;
        (id.to_owned(), entry)
    };
    rooms.iter().map(entry).collect()
}

#[test]
fn untouched_rooms_are_dropped_first_and_games_in_progress_last() {
    let mut rooms = registry(&[
        ("a", RoomStatus::UnderWay, None),
        ("b", RoomStatus::Ending, None),
        ("c", RoomStatus::Untouched, None),
        ("d", RoomStatus::Untouched, Some(CLIENT)),
        ("e", RoomStatus::Untouched, Some(CLIENT)),
    ]);
    let somebody_is_there = None;
    rooms.get_mut("e").expect("the room exists").empty_since = somebody_is_there;
    assert_eq!(first_to_drop(&rooms, None, Instant::now()), None, "all rooms are new");
    let now = Instant::now() + GRACE;
    let mut next = |client, now, expected: Option<&str>| {
        assert_eq!(first_to_drop(&rooms, client, now).as_deref(), expected);
        rooms.remove(expected.unwrap_or_default());
    };
    next(Some(CLIENT), now, Some("d"));
    next(Some(CLIENT), now, None);
    next(None, now, Some("c"));
    next(None, now, Some("b"));
    next(None, now, None);
    next(None, now + LONG_GRACE, Some("a"));
}

#[test]
fn a_game_in_progress_may_be_dropped_after_a_long_absence() {
    let rooms = registry(&[("a", RoomStatus::UnderWay, Some(CLIENT))]);
    let after = |time| first_to_drop(&rooms, Some(CLIENT), Instant::now() + time);
    assert_eq!(after(LONG_GRACE / 2), None);
    assert_eq!(after(LONG_GRACE).as_deref(), Some("a"));
}

/// A client with a game in progress in each of many rooms displaces only its own rooms.
#[test]
fn rooms_of_an_address_with_many_are_dropped_before_others() {
    let many: Vec<String> = (0..=FEW).map(|number| number.to_string()).collect();
    let under_way = RoomStatus::UnderWay;
    let many = many.iter().map(|id| (&**id, under_way, Some(CLIENT)));
    let others = [("kept", under_way, None), ("over", RoomStatus::Ending, None)];
    let mut rooms = registry(&many.chain(others).collect::<Vec<_>>());
    let now = Instant::now() + LONG_GRACE;
    let first = rooms.get_mut("7").expect("the room exists");
    first.empty_since = first.empty_since.and_then(|since| since.checked_sub(GRACE));
    assert_eq!(first_to_drop(&rooms, None, now).as_deref(), Some("7"));
    rooms.remove("7");
    // The address now has no more than [`FEW`] rooms.
    assert_eq!(first_to_drop(&rooms, None, now).as_deref(), Some("over"));
}

#[test]
fn rooms_without_any_guest_are_dropped_first_oldest_first() {
    let mut rooms = registry(&[
        ("old", RoomStatus::Untouched, Some(CLIENT)),
        ("new", RoomStatus::Untouched, Some(CLIENT)),
        ("left", RoomStatus::Untouched, Some(CLIENT)),
    ]);
    let begin = Instant::now();
    for (id, second) in [("old", 0), ("new", 1)] {
        let entry = rooms.get_mut(id).expect("the room exists");
        entry.is_visited = false;
        entry.empty_since = Some(begin + Duration::from_secs(second));
    }
    let now = begin + Duration::from_secs(2);
    assert_eq!(first_to_drop(&rooms, None, now), None, "all rooms are new");
    let now = now + GRACE;
    for expected in ["old", "new", "left"] {
        assert_eq!(first_to_drop(&rooms, None, now).as_deref(), Some(expected));
        rooms.remove(expected);
    }
}

/// A client that creates one room after another displaces its own rooms, not a room that another client has just created.
#[test]
fn new_rooms_of_an_address_with_many_are_dropped_at_once() {
    let many: Vec<String> = (0..=FEW).map(|number| number.to_string()).collect();
    let other = Client(std::net::IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)));
    let many = many.iter().map(|id| (&**id, RoomStatus::Untouched, Some(CLIENT)));
    let others = [("other", RoomStatus::Untouched, Some(other))];
    let mut rooms = registry(&many.chain(others).collect::<Vec<_>>());
    for entry in rooms.values_mut() {
        entry.is_visited = false;
    }
    let first = first_to_drop(&rooms, None, Instant::now()).expect("a room can be dropped");
    assert_ne!(first, "other");
    rooms.remove(&first);
    assert_eq!(first_to_drop(&rooms, None, Instant::now()), None);
}
