//! Positions as the page shows them.

use serde_json::json;

use super::client::{Server, line, wait_until};
use crate::program::Folder;

#[test]
fn every_game_is_listed_with_what_can_be_asked_about_it() {
    let server = Server::start();
    let known = server.ask("/api/games", &json!({}));
    let games = known["games"].as_array().expect("games");
    assert_eq!(games.len(), ludex_games::CATALOGUE.games().count());
    for (game, info) in games.iter().zip(ludex_games::CATALOGUE.games()) {
        assert_eq!(game["name"], info.name);
        assert_eq!(game["levels"].as_array().map(Vec::len), Some(10), "{game}");
        let searches = game["searches"].as_array().expect("searches");
        let defaults = searches.iter().filter(|search| search["default"] == true);
        assert_eq!(defaults.count(), 1, "{game}");
    }
    assert!(known["limits"]["threads"].as_u64().is_some_and(|n| n > 0), "{known}");
}

#[test]
fn every_game_shows_its_start() {
    let server = Server::start();
    for info in ludex_games::CATALOGUE.games() {
        let view = server.ask("/api/view", &json!({"line": line(info.name, "")}));
        let svg = view["svg"].as_str().expect("a picture");
        assert!(svg.starts_with("<svg ") && svg.contains("var(--c"), "{svg}");
        assert!(!svg.contains("style=") && !svg.contains("<text"), "{svg}");
        assert_eq!(view["show"]["game"], info.name);
        let moves = view["moves"].as_array().expect("moves").len();
        let events = view["events"].as_array().expect("events").len();
        assert!((moves == 0) != (events == 0), "{moves} moves, {events} events");
        assert_eq!(view["missing"].is_null(), events == 0, "{view}");
    }
}

#[test]
fn a_line_comes_back_as_the_game_writes_it() {
    let server = Server::start();
    let view = server.ask("/api/view", &json!({"line": line("backgammon", "dice:31 6/5,8/5")}));
    assert_eq!(
        view["line"],
        json!({"game": "tryktrak", "variant": "length=0", "steps": ["dice:31", "8/5,6/5"]})
    );
    assert_eq!(
        view["sequence"],
        json!([
            {"ply": 1, "step": "dice:31", "player": 0, "event": {"kind": "dice", "label": "31"}},
            {"ply": 2, "step": "8/5,6/5", "player": 1},
        ])
    );
    let start = json!({"game": "takt", "start": "x3/x1,12S,x1/x3 1 4", "steps": ["a1"]});
    let view = server.ask("/api/view", &json!({"line": start, "seat": "mover", "last": true}));
    assert_eq!(view["line"]["start"], "x3/x,12S,x/x3 1 4");
    assert_eq!(view["line"]["variant"], "size=3,komi=0");
}

#[test]
fn more_arrows_than_anybody_sees_are_refused() {
    let server = Server::start();
    let line = json!({"game": "takt"});
    let arrows = "a1=1;".repeat(20_000);
    for (path, question) in [
        ("/api/view", json!({"line": line, "arrows": arrows})),
        ("/api/export", json!({"line": line, "format": "svg", "arrows": arrows})),
    ] {
        let (status, told) = server.refusal(path, &question);
        assert_eq!((status, &told["error"]["place"]), (400, &json!("arrows")));
    }
}

#[test]
fn errors_in_a_line_name_their_place() {
    let server = Server::start();
    for (line, place, status) in [
        (json!({"game": "tak", "steps": ["a1", "z9"]}), "step 2", 400),
        (json!({"game": "go"}), "game", 400),
        (json!({"game": "takt", "variant": "size=99"}), "variant, size", 400),
        (json!({"game": "takt", "variant": "size"}), "variant", 400),
        (json!({"game": "takt", "start": "x"}), "TPS", 400),
        (json!({"game": "takt", "steps": vec!["a1"; 2001]}), "steps", 400),
        (json!({"game": "tantrix", "variant": "mode=gobble"}), "variant, mode", 400),
        (json!({"game": "takt", "moves": []}), "body", 400),
    ] {
        let (found, told) = server.refusal("/api/view", &json!({"line": line}));
        let told_place = told["error"]["place"].as_str().expect("a place");
        assert!(told_place.starts_with(place), "{line}: {told}");
        assert_eq!(found, status, "{line}: {told}");
        let text = told["text"].as_str().expect("a text");
        assert!(text.starts_with("error: ") && !text.contains('\n'), "{text}");
    }
    let (status, told) = server.refusal("/api/view", &json!({"line": line("takt", ""), "seat": 9}));
    assert_eq!((status, &told["error"]["place"]), (400, &json!("side")));
}

#[test]
fn a_move_can_be_looked_at_before_it_is_made() {
    let server = Server::start();
    let asked = json!({"line": line("quoridor", "e2 e8"), "preview": "e3h", "arrows": "e3=+0.4", "paths": true});
    let view = server.ask("/api/view", &asked);
    let preview = view["preview_svg"].as_str().expect("a picture");
    assert!(preview.starts_with("<svg ") && view["svg"] != view["preview_svg"]);
    let wrong = json!({"line": line("quoridor", ""), "preview": "e9"});
    let (status, told) = server.refusal("/api/view", &wrong);
    assert_eq!((status, &told["error"]["place"]), (400, &json!("preview, move")), "{told}");
}

#[test]
fn a_question_is_not_longer_than_it_may_be() {
    let server = Server::start();
    let long = json!({"line": {"game": "takt", "start": "x".repeat(1 << 20)}});
    let (status, told) = server.refusal("/api/view", &long);
    assert_eq!((status, &told["error"]["place"]), (413, &json!("body")), "{told}");
}

#[test]
fn chance_is_thrown_by_the_server() {
    let server = Server::start();
    let thrown = server.ask("/api/chance", &json!({"line": line("tryktrak", "")}));
    let event = thrown["event"].as_str().expect("an event").to_owned();
    assert!(event.starts_with("dice:"), "{event}");
    let after = json!({"line": line("tryktrak", &event)});
    server.ask("/api/view", &after);
    let (status, told) = server.refusal("/api/chance", &after);
    assert_eq!((status, &told["error"]["place"]), (400, &json!("line")), "{told}");
}

#[test]
fn positions_are_set_up_and_illegal_ones_get_errors() {
    let server = Server::start();
    let start = line("takt", "a1 e5");
    let told = server.ask("/api/setup", &json!({"line": start}));
    assert_eq!(told["line"]["start"], "x4,1/x5/x5/x5/2,x4 1 2");
    let pieces = told["tray"]["pieces"].as_array().expect("pieces");
    assert_eq!(pieces.len(), 7);
    let put = json!({"piece": "Capstone of player 2", "at": "square e5"});
    let told = server.ask("/api/setup", &json!({"line": told["line"], "put": put}));
    assert_eq!(told["line"]["start"], "x4,12C/x5/x5/x5/2,x4 1 2");
    let set = json!({"field": "Player to move", "value": "2"});
    let told = server.ask("/api/setup", &json!({"line": told["line"], "set": set}));
    assert_eq!(told["line"]["start"], "x4,12C/x5/x5/x5/2,x4 2 2");
    let put = json!({"piece": "Capstone of player 2", "at": "square b2"});
    let (status, error) = server.refusal("/api/setup", &json!({"line": told["line"], "put": put}));
    assert_eq!(
        (status, &error["error"]["expected"]),
        (400, &json!("a player has at most 1 capstone, not 2"))
    );
    // The text of the position contains the length of the match, so the variant changes with it.
    let set = json!({"field": "Match length (0 for money)", "value": "7"});
    let asked = json!({"line": line("tryktrak", ""), "set": set});
    let told = server.ask("/api/setup", &asked);
    assert_eq!(told["line"]["variant"], "length=7");
    let set = json!({"field": "Score of player 1", "value": "6"});
    let told = server.ask("/api/setup", &json!({"line": told["line"], "set": set}));
    let text = told["line"]["start"].as_str().expect("a text");
    assert!(text.ends_with(":6:0:0:7:6"), "{text}");
}

#[test]
fn the_tray_has_pictures_and_the_places_of_one_piece() {
    let server = Server::start();
    let empty = json!({"game": "tantrix", "start": "- -|- ? RY 0 0"});
    let told = server.ask("/api/setup", &json!({"line": empty}));
    let tray = &told["tray"];
    // 56 tiles and the eraser; there is no tile to turn.
    assert_eq!(tray["pieces"].as_array().map(Vec::len), Some(57));
    assert_eq!(tray["piece"], "Tile 1");
    assert_eq!(tray["places"], json!(["cell 0:0", "seat 2", "seat 1"]));
    let picture = tray["pieces"][0]["svg"].as_str().expect("a picture");
    assert!(picture.starts_with("<svg"), "{picture}");
    let put = json!({"piece": "Tile 7", "at": "cell 0:0"});
    let asked = json!({"line": told["line"], "piece": "Tile 7", "put": put});
    let told = server.ask("/api/setup", &asked);
    // A piece on the board is no longer in the tray, so the first one is chosen.
    assert_eq!(told["tray"]["piece"], "Rotate");
    assert_eq!(told["tray"]["places"], json!(["tile 7a@0:0"]));
    // A text may change the keys of the variant that it states.
    for (game, text, variant) in [
        ("tantrix", "7a@0:0 -|5|- ? RYB 1 1", "players=3,colours=RYB"),
        ("takt", "x4/x4/x4/1,x3 2 2", "size=4,komi=0"),
    ] {
        let told = server.ask("/api/setup", &json!({"line": line(game, ""), "text": text}));
        assert_eq!(told["line"]["variant"], variant);
    }
    let asked = json!({"line": line("takt", ""), "piece": "Erase"});
    let tray = &server.ask("/api/setup", &asked)["tray"];
    assert_eq!((&tray["piece"], &tray["places"]), (&json!("Erase"), &json!([])));
}

#[test]
fn any_client_can_check_whether_a_room_exists() {
    let server = Server::start();
    let room = server.ask("/api/rooms", &json!({"line": {"game": "takt"}}));
    let there = |id: &str| server.connect().get(&format!("/api/rooms/{id}"), &[]).json();
    let id = room["room"].as_str().expect("a room");
    assert_eq!(there(id), json!({"room": id, "there": true}));
    for id in ["0000", "..%2fgames"] {
        assert_eq!(there(id)["there"], false, "{id}");
    }
}

#[test]
fn a_room_whose_file_is_damaged_is_set_aside_and_not_there() {
    let folder = Folder::new("damaged");
    let place = folder.name();
    let is_file = |name: &str| std::path::Path::new(&folder.path(name)).exists();
    let id = {
        let server = Server::start_with(&["--state", place]);
        let room = server.ask("/api/rooms", &json!({"line": {"game": "takt"}}));
        let id = room["room"].as_str().expect("a room").to_owned();
        wait_until("the room is kept", || is_file(&format!("room-{id}.json")));
        id
    };
    let server = Server::start_with(&["--state", place]);
    let there = |id: &str| {
        let told = server.connect().get(&format!("/api/rooms/{id}"), &[]);
        told.json()["there"].clone()
    };
    assert_eq!(there(&id), true);
    // This file was added to the folder later.
    folder.file("room-abc.json", "{");
    assert_eq!(there("abc"), false);
    assert!(is_file("room-abc.json.damaged") && !is_file("room-abc.json"));
}

#[test]
fn a_client_that_creates_too_many_rooms_loses_unused_ones() {
    let server = Server::start();
    let order = || {
        let room =
            server.ask("/api/rooms", &json!({"line": {"game": "takt", "variant": "size=3"}}));
        room["room"].as_str().expect("a room").to_owned()
    };
    let rooms: Vec<String> = (0..210).map(|_| order()).collect();
    let there = |id: &str| {
        let told = server.connect().get(&format!("/api/rooms/{id}"), &[]);
        told.json()["there"] == true
    };
    let left: Vec<bool> = rooms.iter().map(|id| there(id)).collect();
    assert_eq!(left.iter().filter(|&&there| there).count(), 200);
    assert!(left[..10].iter().all(|there| !there), "the oldest went first");
}

#[test]
fn the_first_turns_of_takt_say_whose_stone_is_placed() {
    let server = Server::start();
    let task = |steps: &str, language: &str| {
        let path = format!("/api/view?language={language}");
        server.ask(&path, &json!({"line": line("takt", steps)}))["task"].clone()
    };
    assert_eq!(task("", "en"), "Place one of Black's stones.");
    assert_eq!(task("a1", "en"), "Place one of White's stones.");
    assert_eq!(task("a1", "ru"), "Поставьте камень белых.");
    assert!(task("a1 e5", "en").is_null());
}

#[test]
fn choices_have_labels_in_the_language_of_the_tab() {
    let server = Server::start();
    let choices = |language: &str| {
        let path = format!("/api/view?language={language}");
        server.ask(&path, &json!({"line": line("trax", "")}))["choices"].clone()
    };
    assert_eq!(choices("en"), json!({"=+": "crossing (+)", "=/": "curves (/)"}));
    assert_eq!(choices("pl"), json!({"=+": "skrzyżowanie (+)", "=/": "łuki (/)"}));
}
