//! Tests of what rooms share: memory, files and searches.

use std::net::IpAddr;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::directory::Rooms;
use super::super::entry::{GRACE, LONG_GRACE};
use super::super::room::RoomStatus;
use super::*;

fn client(number: u8) -> Client {
    Client(IpAddr::from([10, 0, 0, number]))
}

/// Opens a folder with small limits.
fn rooms_in(folder: &Path, most: usize, most_file_bytes: usize) -> Rooms {
    let mut rooms = Rooms::open(Some(folder), 1).expect("the folder can be opened");
    let registry = Arc::get_mut(&mut rooms.0).expect("the registry has one owner");
    (registry.most, registry.most_file_bytes) = (most, most_file_bytes);
    registry.drop_surplus();
    rooms
}

fn order(rooms: &Rooms, from: u8, steps: &[&str]) -> Result<Value, Refusal> {
    let order = json!({"line": {"game": "takt", "steps": steps}});
    let order = serde_json::from_value(order).expect("a request for a room");
    rooms.create(&order, client(from))
}

/// The sizes of all room files.
fn files(folder: &Path) -> Vec<u64> {
    let entries = std::fs::read_dir(folder).expect("the folder exists").flatten();
    let rooms = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("room-"));
    let sizes = rooms.map(|entry| entry.metadata().expect("the folder exists").len());
    sizes.collect()
}

/// Marks each room as empty for the time `ago`.
fn leave(rooms: &Rooms, ago: Duration) {
    for entry in rooms.0.rooms().values_mut() {
        entry.empty_since = Instant::now().checked_sub(ago);
    }
}

/// Like [`leave`], with a game in progress in each room.
fn play(rooms: &Rooms, ago: Duration) {
    leave(rooms, ago);
    for entry in rooms.0.rooms().values_mut() {
        entry.is_visited = true;
        entry.status = RoomStatus::UnderWay;
    }
}

#[test]
fn the_folder_holds_a_bounded_number_of_rooms() {
    let folder = tempfile::tempdir().expect("a folder");
    let rooms = rooms_in(folder.path(), 20, 1 << 20);
    for number in 0..60 {
        order(&rooms, number, &[]).expect("rooms without a guest are removed");
        leave(&rooms, GRACE);
        assert_eq!(files(folder.path()).len(), rooms.0.rooms().len());
        assert!(rooms.0.rooms().len() <= 20);
    }
    // One client has a limited share of the rooms.
    for _ in 0..10 {
        order(&rooms, 99, &[]).expect("the client's own rooms are dropped");
        leave(&rooms, GRACE);
    }
    let of_client = |entry: &&Entry| entry.client == Some(client(99));
    let own = rooms.0.rooms().values().filter(of_client).count();
    assert!((1..=4).contains(&own), "{own}");
    // Games in progress are not dropped at once, but after [`LONG_GRACE`].
    play(&rooms, Duration::from_mins(5));
    let refused = order(&rooms, 100, &[]).expect_err("every room has a game in progress");
    let shown = refused.to_json();
    assert_eq!(shown["error"]["place"], "rooms", "{shown}");
    assert_eq!(files(folder.path()).len(), 20);
    play(&rooms, LONG_GRACE);
    order(&rooms, 100, &[]).expect("some rooms have been empty for LONG_GRACE");
    assert_eq!(files(folder.path()).len(), 20);
    // The limit also applies to files that an earlier server left.
    drop(rooms);
    let long_ago = std::time::SystemTime::now() - 2 * LONG_GRACE;
    for entry in std::fs::read_dir(folder.path()).expect("the folder exists").flatten() {
        let file = std::fs::File::options().write(true).open(entry.path());
        file.and_then(|file| file.set_modified(long_ago)).expect("a file");
    }
    let rooms = rooms_in(folder.path(), 7, 1 << 20);
    assert_eq!((files(folder.path()).len(), rooms.0.rooms().len()), (7, 7));
}

#[test]
fn the_folder_holds_a_bounded_number_of_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let most = 20_000;
    let rooms = rooms_in(folder.path(), 1_000, most);
    for number in 0..60 {
        order(&rooms, number, &["a1", "e5"]).expect("rooms without a guest are removed");
        leave(&rooms, GRACE);
        assert!(files(folder.path()).iter().sum::<u64>() <= most as u64);
    }
    let n_rooms = files(folder.path()).len();
    assert!((5..60).contains(&n_rooms), "{n_rooms}");
    play(&rooms, Duration::from_mins(5));
    let refused = order(&rooms, 100, &["a1", "e5"]).expect_err("every room has a game in progress");
    assert_eq!(refused.to_json()["error"]["place"], "rooms");
    // A growing game displaces a room that has been empty for long. If there is no such room, large games stop growing.
    let id = rooms.0.rooms().keys().next().expect("there are rooms").clone();
    rooms.0.save(&id, &"x".repeat(2 * most)).expect("a file");
    assert!(rooms.0.is_full());
    play(&rooms, LONG_GRACE);
    rooms.0.save(&id, &"x".repeat(most / 2)).expect("a file");
    assert!(!rooms.0.is_full());
    assert!(files(folder.path()).iter().sum::<u64>() <= most as u64);
}

#[test]
fn a_dropped_room_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let rooms = rooms_in(folder.path(), 20, 1 << 20);
    rooms.0.save("0123", "{}").expect("the file is written");
    assert_eq!(files(folder.path()).len(), 0);
}

/// An engine search of a new room.
fn job() -> Job {
    let order =
        json!({"line": {"game": "takt", "variant": "size=3"}, "seats": [{"who": "engine"}]});
    let order = serde_json::from_value(order).expect("a request for a room");
    let mut room = Room::new(&order).expect("a valid request for a room");
    let secrets = room.secrets();
    let key = secrets["watch"].as_str().expect("a key");
    room.join(1, key, None, Instant::now()).expect("the guest can join");
    let jobs = room.effects(Instant::now()).jobs;
    let mut job = jobs.into_iter().next().expect("it is the engine's turn");
    job.limits = ludex_search::Limits::nodes(1);
    job
}

#[test]
fn engines_of_rooms_take_turns_by_client() {
    let rooms = Rooms::open(None, 1).expect("no folder is needed");
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.expect("the registry can be created");
    let done = Arc::new(Mutex::new(Vec::new()));
    runtime.block_on(async {
        let running = rooms.0.searches.acquire(client(9)).await;
        let (mut tasks, mut wanted) = (Vec::new(), Vec::new());
        for number in [1, 1, 1, 1, 1, 1, 1, 1, 2] {
            let (is_wanted, given_up) = oneshot::channel();
            wanted.push(is_wanted);
            let (rooms, done, job) = (rooms.clone(), Arc::clone(&done), job());
            let stop = StopFlag::default();
            tasks.push(tokio::spawn(async move {
                let found = rooms.0.run_search(job, client(number), stop, given_up).await;
                let mut done = done.lock().expect("no thread panics");
                done.push((number, found.is_ok()));
            }));
        }
        tokio::task::yield_now().await;
        // A cancelled search does not wait for its permit.
        drop(wanted.remove(1));
        tasks.remove(1).await.expect("the search ends");
        drop(running);
        for task in tasks {
            task.await.expect("the search ends");
        }
    });
    let done = done.lock().expect("no thread panics");
    assert_eq!((done.len(), done[0]), (9, (1, false)));
    assert!(done[1..].iter().all(|(_, is_found)| *is_found));
    let other = done.iter().position(|(number, _)| *number == 2);
    // The search is the second to start, and the other place may finish several searches meanwhile. Without turns, it would be one of the
    // last two.
    assert!(other.is_some_and(|place| place < 7), "{done:?}");
}

#[test]
fn small_rooms_wake_where_large_ones_take_all_of_the_memory() {
    let (large, small) = (2 << 20, 100 << 10);
    assert!(has_memory(0, large) && !has_memory(Limits::ROOM_MEMORY, large));
    assert!(has_memory(Limits::ROOM_MEMORY, small));
    assert!(is_small(small) && !is_small(large));
}
