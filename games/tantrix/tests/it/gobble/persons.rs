//! Several people at one table: what each may do and sees, and what happens when they leave.

use std::time::Duration;

use ludex_kit::RealTime;
use ludex_kit::support::picture::Theme;
use ludex_tantrix::gobble::Gobble;
use serde_json::Value;

use super::{VARIANTS, check_tiles, settings};

/// People who place a tile wherever it fits first, and take 0.1 seconds for everything.
fn play(words: &str, seed: u64, persons: &[usize]) -> Gobble {
    let mut game = Gobble::new(settings(words), seed, 0, persons).with_story();
    let mut now = Duration::ZERO;
    for turn in 0..20_000 {
        now += Duration::from_millis(100);
        while RealTime::next_event(&game).is_some_and(|at| at <= now) && RealTime::step(&mut game) {
        }
        if RealTime::is_over(&game) {
            break;
        }
        let seat = persons[turn % persons.len()];
        let places = game.act(seat, now, "places").expect("a person may ask");
        let places = places.expect("there is an answer");
        let line = match places.split(' ').next() {
            Some("none") | None if game.table().seats()[seat].hand.is_some() => "discard",
            Some("none") | None => "turn",
            Some(place) => place,
        };
        // With no tile left in the stacks, waiting may be the only possibility.
        let _ = game.act(seat, now, line);
        check_tiles(&game);
    }
    game
}

#[test]
fn any_seats_may_be_persons() {
    for (index, words) in VARIANTS.iter().enumerate() {
        let n_players = settings(words).n_players();
        let all: Vec<usize> = (0..n_players).collect();
        for persons in [&all[..], &all[1..], &all[..n_players.div_ceil(2)]] {
            let game = play(words, index as u64, persons);
            let laid = |seat: usize| game.table().seats()[seat].tally.laid;
            assert!(persons.iter().any(|&seat| laid(seat) > 0), "{words}");
            assert!(RealTime::is_over(&game), "{words}: {}", game.position());
        }
    }
}

#[test]
fn the_story_says_who_did_what() {
    let mut game = play("players=4,speed=5", 3, &[0, 2]);
    let said = RealTime::take_story(&mut game);
    for player in 1..=4 {
        assert!(said.iter().any(|said| said.player == player), "{player}");
    }
}

#[test]
fn a_seat_that_is_simulated_obeys_nobody() {
    let mut game = Gobble::new(settings("players=3"), 1, 0, &[0, 2]).with_story();
    let before = game.position();
    let error = game.act(1, Duration::ZERO, "turn").expect_err("an engine plays this seat");
    assert!(error.to_string().contains("player 2"), "{error}");
    assert_eq!(game.position(), before);
}

#[test]
fn whoever_leaves_is_replaced_and_the_game_ends() {
    let mut game = Gobble::new(settings("players=2"), 5, 0, &[0, 1]).with_story();
    assert_eq!(RealTime::next_event(&game), None);
    assert!(!RealTime::step(&mut game));
    game.act(0, Duration::from_secs(1), "turn").expect("it is the first tile");
    game.leave(0, Duration::from_secs(2));
    game.leave(1, Duration::from_secs(3));
    assert!(RealTime::next_event(&game).is_some_and(|at| at > Duration::from_secs(2)));
    assert!(game.act(0, Duration::from_secs(4), "discard").is_err());
    while RealTime::step(&mut game) {}
    assert!(RealTime::is_over(&game));
    check_tiles(&game);
}

#[test]
fn nobody_sees_what_lies_face_down() {
    let mut game = Gobble::new(settings("players=3,stacks=2"), 7, 0, &[0, 1]).with_story();
    game.act(1, Duration::ZERO, "turn 2").expect("there are two stacks");
    for seat in [None, Some(0), Some(1)] {
        let seen = game.seen_facts(seat);
        let players = seen["players"].as_array().expect("all players");
        let stack = |player: usize, stack: usize| players[player]["stacks"][stack].as_u64();
        assert_eq!(stack(0, 0), Some(9), "{seen:?}");
        assert_eq!(stack(1, 1), Some(8), "{seen:?}");
        // The tile turned up is visible.
        assert!(players[1]["hand"].is_u64());
        assert_eq!(seen.contains_key("playable"), seat.is_some());
    }
    let playable = &game.seen_facts(Some(1))["playable"];
    assert_eq!(playable.as_array().map(Vec::len), Some(1));
}

#[test]
fn a_tile_turns_as_it_fits() {
    let mut game = Gobble::new(settings("players=2"), 2, 0, &[0, 1]).with_story();
    let now = Duration::from_secs(1);
    let mut n_laid = 0;
    for _ in 0..20 {
        if game.act(0, now, "turn").is_err() {
            break;
        }
        let places = game.act(0, now, "places").expect("a person may ask");
        let places = places.expect("there is an answer");
        let first = places.split(' ').next().expect("there is a word");
        let Some((tile, cell)) = first.split_once('@') else {
            game.act(0, now, "discard").expect("it was turned up");
            continue;
        };
        let number = tile.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        game.act(0, now, &format!("{number}@{cell}")).expect("it fits there");
        assert_eq!(game.last().map(|laid| laid.to_string()).as_deref(), Some(first));
        n_laid += 1;
    }
    assert!(n_laid > 3, "{n_laid}");
    assert!(game.act(0, now, "1@40:40").is_err());
    assert!(game.act(0, now, "@0:0").is_err());
}

#[test]
fn the_pictures_show_the_board_and_ones_own_tiles() {
    let game = play("players=3,speed=5", 7, &[0, 1]);
    let scene = game.draw();
    let svg = scene.to_svg(800, Theme::default());
    assert!(scene.title().starts_with("Gobble"), "{}", scene.title());
    assert_eq!(svg.matches("class=\"tile\"").count(), game.table().board().n_tiles());
    assert!(!svg.contains("class=\"reserve\"") && !svg.contains("class=\"hand\""));
    for seat in 0..3 {
        let svg = game.draw_hand(seat).to_svg(800, Theme::default());
        assert!(svg.contains("class=\"reserve\""));
        // The player can point at the tile turned up and at their penalty tiles.
        let seat = &game.table().seats()[seat];
        let n_own = seat.penalty.len() + usize::from(seat.hand.is_some());
        assert_eq!(svg.matches("class=\"hand\"").count(), n_own);
    }
}

#[test]
fn the_places_of_a_tile_are_listed_with_its_rotations() {
    let mut game = Gobble::new(settings("players=2"), 2, 0, &[0, 1]).with_story();
    let now = Duration::from_secs(1);
    game.act(0, now, "turn").expect("the stack has tiles");
    let facts = game.seen_facts(Some(0));
    let playable = &facts["playable"][0];
    let tile = playable["tile"].as_u64().expect("a tile");
    let listed: Vec<String> = playable["places"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|place| {
            let at = place["at"].as_str().expect("a cell");
            let turns = place["turns"].as_array().expect("rotations");
            let letter = |turn: &Value| b"abcdef"[turn.as_u64().expect("0 to 5") as usize] as char;
            turns.iter().map(|turn| format!("{tile}{}@{at}", letter(turn))).collect::<Vec<_>>()
        })
        .collect();
    let answer = game.act(0, now, "places").expect("a question").expect("an answer");
    let told: Vec<&str> = answer.split(' ').filter(|&word| word != "none").collect();
    assert_eq!(listed, told);
}
