//! A real-time game with many players.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Server;

/// Eight players and twelve spectators all see every action. On an idle machine that takes some milliseconds; the
/// limit also holds on one that is busy with other tests.
const SOON: Duration = Duration::from_secs(20);

#[test]
fn twenty_people_see_what_happens() {
    let server = Server::board(&[]);
    let real_time = json!({"game": "tantrix", "variant": "mode=gobble,players=8"});
    let room = server.order(&json!({"real_time": real_time}));
    assert_eq!(room.keys.len(), 8);
    let keys = room.keys.iter().chain(std::iter::repeat_n(&room.watch, 12));
    let mut people: Vec<_> = keys.map(|key| server.join(&room, key)).collect();
    for person in &mut people {
        person.wait_for(|room| room["begun"] == true);
    }
    // The countdown takes three seconds.
    thread::sleep(Duration::from_millis(3_200));
    let mut slowest = Duration::ZERO;
    for (number, line) in [(0, "turn"), (3, "turn"), (0, "discard"), (7, "turn")] {
        let before = Instant::now();
        people[number].say(&json!({"do": "act", "line": line}));
        thread::scope(|scope| {
            for person in &mut people {
                scope.spawn(move || {
                    loop {
                        let told = person.next_message("real_time");
                        let story = told["story"].as_array().expect("a list");
                        if story.iter().any(|said| said["player"] == number + 1) {
                            return;
                        }
                    }
                });
            }
        });
        slowest = slowest.max(before.elapsed());
    }
    assert!(slowest < SOON, "{slowest:?}");
    // Answers and errors go only to the player who asked.
    people[3].say(&json!({"do": "act", "line": "places"}));
    assert!(people[3].next_message("said")["answer"].is_string());
    people[3].say(&json!({"do": "act", "line": "jump"}));
    assert_eq!(people[3].next_message("error")["place"], "move");
    people[12].say(&json!({"do": "act", "line": "turn"}));
    assert!(people[12].next_message("error")["expected"].is_string());
}
