//! Games that continue after the server was down.

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
    // The countdown takes three seconds.
    std::thread::sleep(std::time::Duration::from_millis(3_200));
    player.say(&json!({"do": "act", "line": "turn"}));
    let seen = loop {
        let told = player.next_message("real_time");
        if !told["facts"]["players"][0]["hand"].is_null() {
            break told;
        }
    };
    both[0].say(&json!({"do": "resign"}));
    let before = both[1].wait_for(|room| room["match"].as_array().map(Vec::len) == Some(1));
    // The server is killed, and one file is damaged.
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
    assert_eq!(player.next_message("real_time")["facts"], seen["facts"]);
    let left = std::fs::read_to_string(folder.path("room-0123.json.damaged"));
    assert_eq!(left.expect("it is set aside"), "{\"id\":");
    // An unusable folder is an error.
    let file = folder.file("plain", "");
    let ran = crate::program::ludex(&["serve", "--port", "0", "--state", &file]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
}

#[test]
#[cfg(unix)]
fn the_folder_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("private");
    let state = folder.path("state");
    let arguments = ["--state", &state];
    let server = Server::board(&arguments);
    let room = server.order(&json!({"line": {"game": "takt"}}));
    let mut guest = server.join(&room, &room.keys[0]);
    guest.say(&json!({"do": "move", "move": "a1"}));
    guest.wait_for_steps(1);
    let rights = |path: &str| {
        let data = std::fs::metadata(path).expect("it is there");
        data.permissions().mode() & 0o777
    };
    let file = format!("{state}/room-{}.json", room.id);
    assert_eq!((rights(&state), rights(&file)), (0o700, 0o600));
    // A second server cannot use the folder, and changes nothing.
    let ran = crate::program::ludex(&["serve", "--port", "0", "--state", &state]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    assert!(ran.err.contains("another server"), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
}

#[test]
#[cfg(unix)]
fn irregular_files_do_not_prevent_the_start() {
    let folder = Folder::new("pipes");
    folder.file("plain", "");
    let pipe = folder.path("room-0123.json");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    let device = folder.path("room-4567.json");
    std::os::unix::fs::symlink("/dev/zero", device).expect("a link");
    let server = Server::board(&["--state", folder.name()]);
    server.order(&json!({"line": {"game": "takt"}}));
}

/// A finished game that is no longer in memory is loaded when a guest asks for it.
#[test]
fn a_room_that_is_only_in_its_file_is_found() {
    let (folder, other) = (Folder::new("from"), Folder::new("to"));
    let server = Server::board(&["--state", folder.name()]);
    let room = server.order(&json!({"line": {"game": "takt"}}));
    let mut guest = server.join(&room, &room.keys[0]);
    guest.say(&json!({"do": "move", "move": "a1"}));
    guest.wait_for_steps(1);
    let server = Server::board(&["--state", other.name()]);
    assert_eq!(server.open(&room.path(), &[]).err(), Some(404));
    let file = format!("room-{}.json", room.id);
    std::fs::copy(folder.path(&file), other.path(&file)).expect("a file");
    let mut guest = server.join(&room, &room.keys[0]);
    guest.wait_for_steps(1);
}
