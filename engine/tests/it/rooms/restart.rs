//! Games that go on after the server was down.

use serde_json::json;

use super::Server;
use crate::program::Folder;

#[test]
fn games_survive_a_kill() {
    let folder = Folder::new("rooms");
    let arguments = ["--state", folder.name()];
    let server = Server::board(&arguments);
    let line = json!({"game": "tryktrak", "variant": "length=5"});
    let room = server.order(&json!({"line": line, "clock": "5m+3s"}));
    let gobble = json!({"game": "tantrix", "variant": "mode=gobble,players=2"});
    let live = server.order(&json!({"real_time": gobble}));
    let mut both = [0, 1].map(|seat| server.join(&room, &room.keys[seat]));
    let _other = server.join(&live, &live.keys[1]);
    let mut player = server.join(&live, &live.keys[0]);
    player.wait_for(|room| room["begun"] == true);
    player.say(&json!({"do": "act", "line": "turn"}));
    let seen = loop {
        let told = player.told("real_time");
        if !told["facts"]["players"][0]["hand"].is_null() {
            break told;
        }
    };
    both[0].say(&json!({"do": "resign"}));
    let before = both[1].wait_for(|room| room["match"].as_array().map(Vec::len) == Some(1));
    // Killed, and with a file that somebody has damaged.
    server.program.signal("KILL");
    drop(server);
    folder.file("room-0123.json", "{\"id\":");
    let server = Server::board(&arguments);
    let mut both = [0, 1].map(|seat| server.join(&room, &room.keys[seat]));
    let after = both[1].wait_for(|room| room["seats"][0]["here"] == true);
    for part in ["line", "match", "over", "status"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    let mut player = server.join(&live, &live.keys[0]);
    assert_eq!(player.told("real_time")["facts"], seen["facts"]);
    let left = std::fs::read_to_string(folder.path("room-0123.json"));
    assert_eq!(left.expect("it is still there"), "{\"id\":");
    // A folder that cannot be one is told.
    let file = folder.file("plain", "");
    let ran = crate::program::ludex(&["serve", "--port", "0", "--state", &file]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
}
