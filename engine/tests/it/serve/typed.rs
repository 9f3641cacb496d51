//! The API is typed, so clients need not parse the texts of events, results and variants.

use ludex_kit::OptionKind;
use serde_json::{Value, json};

use super::client::{Server, line};

/// The view of a position.
fn view(server: &Server, line: &Value) -> Value {
    server.ask("/api/view", &json!({"line": line}))
}

#[test]
fn events_say_how_chance_decides_and_what_it_brings() {
    let server = Server::start();
    let hands = ">51 >26 >19 >20 >44 >1 >32 >45 >43 >47 >16 >38";
    for (game, variant, steps, event, kind, label) in [
        ("tryktrak", "", "", "dice:31", "dice", "31"),
        ("tryktrak", "length=3", "dice:31 8/5,6/5 double take", "dice:66", "dice", "66"),
        ("tantrix", "", "", ">56", "deal", "56"),
        ("tantrix", "players=3", ">1", ">2", "deal", "2"),
        ("tantrix", "", &*format!("{hands} 51a@0:0"), ">7", "draw", "7"),
        ("trax", "luck=yes", "", "?/nw", "draw", "?/nw"),
    ] {
        let mut asked = line(game, steps);
        asked["variant"] = json!(variant);
        let shown = view(&server, &asked);
        let events = shown["events"].as_array().expect("events");
        let told = events.iter().find(|told| told["event"] == event);
        let told = told.unwrap_or_else(|| panic!("{event}: {events:?}"));
        assert_eq!((&told["kind"], &told["label"]), (&json!(kind), &json!(label)), "{told}");
        assert!(events.iter().all(|one| one["kind"] == kind), "{events:?}");
        let thrown = server.ask("/api/chance", &json!({"line": asked}));
        assert_eq!(thrown["kind"], kind, "{thrown}");
        // After the event, its step in `sequence` contains it. The steps of moves contain no event.
        asked["steps"].as_array_mut().expect("steps").push(json!(event));
        let shown = view(&server, &asked);
        let steps = shown["sequence"].as_array().expect("steps");
        assert_eq!(
            steps.last().map(|step| &step["event"]),
            Some(&json!({"kind": kind, "label": label}))
        );
        assert!(
            steps.iter().all(|step| step["event"].is_null() == (step["player"] != 0)),
            "{steps:?}"
        );
    }
}

#[test]
fn results_contain_the_winner_and_the_points() {
    let server = Server::start();
    let drawn = json!({"game": "takt", "start": "2,1,2/1,x,1/2,1,2 1 5", "steps": ["Sb2"]});
    let won = json!({"game": "quoridor", "start": "//e8 a2/10 10/1", "steps": ["e9"]});
    for (line, kind, winner, label, sign) in [
        (line("takt", "e5 a1 b1 e4 c1 e3 d1 d3 e1"), "win", json!(1), "R-0", true),
        (drawn, "draw", json!(null), "1/2-1/2", true),
        (won, "win", json!(1), "p1win", false),
    ] {
        let outcome = &view(&server, &line)["outcome"];
        let told = json!({
            "kind": kind, "label": label, "winner": winner, "points": null, "sign": sign,
            "says_how": label == "R-0", "way": (label == "R-0").then_some("road"),
        });
        assert_eq!(outcome, &told, "{line}");
    }
    assert!(view(&server, &line("takt", "a1"))["outcome"].is_null());
    for (text, kind, winner) in [
        ("1. a1 e5 2. c3 c4 0-F", "win", json!(2)),
        ("1. a1 e5 2. c3 c4 *", "open", json!(null)),
        ("1. a1 e5 2. c3 c4 1/2-1/2", "draw", json!(null)),
        ("1. e2 b5 e8 h5 2. e3 player 3 wins", "win", json!(3)),
    ] {
        let outcome = &server.ask("/api/import", &json!({"text": text}))["games"][0]["outcome"];
        assert_eq!((&outcome["kind"], &outcome["winner"]), (&json!(kind), &winner), "{text}");
    }
}

/// Keys such as `max-plies` and values such as `no-swap` are for the command line: the page shows titles.
#[test]
fn options_and_their_choices_have_titles_without_hyphens() {
    for info in ludex_games::CATALOGUE.games() {
        let real_time = info.real_time.iter().flat_map(|kind| kind.keys);
        for key in info.variant_keys.iter().chain(real_time) {
            let choices = match key.kind {
                OptionKind::Choice(words) => words,
                _ => &[],
            };
            assert!(key.titles.is_empty() || key.titles.len() == choices.len(), "{}", key.name);
            let labels = choices.iter().map(|choice| key.label(choice));
            for label in labels.chain([key.title.to_owned()]) {
                assert!(!label.contains('-'), "{}, {}: {label}", info.name, key.name);
            }
        }
    }
}

#[test]
fn variants_are_stated_key_by_key_and_choices_of_moves_have_words() {
    let server = Server::start();
    let asked = json!({"game": "trax", "variant": "luck=yes,board=8x8", "steps": []});
    let options = view(&server, &asked)["options"].clone();
    let option = |name: &str, value: &str, usual: bool, label: &str| json!({"name": name, "value": value, "usual": usual, "label": label});
    let mut stated = options.as_array().cloned().unwrap_or_default();
    stated.sort_by_key(|option| option["name"].to_string());
    assert_eq!(
        stated,
        [
            option("board", "8x8", false, "board 8x8"),
            option("loop", "no", true, "no wins by loops only"),
            option("luck", "yes", false, "random tile faces"),
        ]
    );
    let shown = view(&server, &line("takt", "a1 e5"));
    for (touch, word) in [("=flat", "flat"), ("=wall", "wall"), ("=capstone", "capstone")] {
        assert_eq!(shown["choices"][touch], word, "{}", shown["choices"]);
    }
    // Each touch of a way is a labelled choice, or a place in the picture.
    for info in ludex_games::CATALOGUE.games() {
        let shown =
            view(&server, &line(info.name, if info.name == "tryktrak" { "dice:31" } else { "" }));
        let svg = shown["svg"].as_str().expect("a picture");
        let moves = shown["moves"].as_array().expect("moves").iter();
        let ways = moves.flat_map(|one| one["ways"].as_array().expect("ways"));
        let hops = ways.flat_map(|way| way["hops"].as_array().expect("hops"));
        for touch in hops.flat_map(|hop| hop.as_array().expect("touches")) {
            let touch = touch.as_str().expect("a text");
            let name = touch.split_once(' ').map_or("", |(_, name)| name);
            let is_choice = shown["choices"][touch].is_string();
            assert!(is_choice != svg.contains(&format!("data-name=\"{name}\"")), "{touch}");
        }
    }
}
