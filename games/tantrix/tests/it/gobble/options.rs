//! Valid and invalid options; a person at the table.

use std::time::Duration;

use ludex_kit::{RealTime, Variant};
use ludex_tantrix::TileSet;
use ludex_tantrix::gobble::{EventKind, Gobble, GobbleSettings, PlayerSeat, REAL_TIME};
use ludex_tantrix::puzzle::read_tiles;
use proptest::prelude::*;

use super::{VARIANTS, check_tiles, game, settings};

#[test]
fn shares_add_up() {
    let shares = |words: &str| settings(words).shares.clone();
    assert_eq!(shares("players=4"), [13; 4]);
    assert_eq!(shares("players=8"), [6; 8]);
    assert_eq!(shares("players=4,handicap=3/0/0/-1"), [16, 13, 13, 12]);
    assert_eq!(shares("players=2,split=30/24"), [30, 24]);
    assert_eq!(shares("players=2,split=10/10,handicap=0/-2"), [10, 8]);
    for words in VARIANTS {
        let game = game(words, 1);
        let dealt = game.table().seats().iter().map(PlayerSeat::n_tiles);
        let dealt: Vec<usize> = dealt.collect();
        assert_eq!(dealt, shares(words));
        assert_eq!(game.table().board().n_tiles(), 56 - dealt.iter().sum::<usize>());
        check_tiles(&game);
    }
    assert_eq!(game("players=2,stacks=2", 1).table().seats()[0].stacks.len(), 2);
}

#[test]
fn a_level_is_a_speed_and_an_attention() {
    let plain = settings("players=3");
    let leveled = settings("players=3,level=1/6/expert");
    assert!(leveled.speed.is_sorted_by(|slow, fast| slow > fast), "{leveled:?}");
    assert!(leveled.attention.is_sorted_by(|less, more| less < more));
    assert_eq!((leveled.speed[1], leveled.attention[1]), (plain.speed[1], plain.attention[1]));
    let mixed = settings("players=3,level=1,speed=2");
    assert_eq!((mixed.speed[0], mixed.attention[0]), (2.0, leveled.attention[0]));
}

#[test]
fn bad_options_say_where() {
    let check = |words: &str, found: &str| {
        let variant: Variant = words.parse().expect("valid test data");
        let error = GobbleSettings::read(&variant).unwrap_err();
        assert!(error.place.starts_with("variant"), "{error}");
        assert_eq!(error.found, found, "{error}");
    };
    check("players=1", "1");
    check("players=9", "9");
    check("players=x", "x");
    check("stacks=3", "3");
    check("given=left", "left");
    check("gift=any", "any");
    check("take=2", "2");
    check("double=yes", "yes");
    check("out-may-receive=maybe", "maybe");
    check("level=0", "0");
    check("level=11", "11");
    check("players=3,level=1/2", "1/2");
    check("split=1/2/3", "1/2/3");
    check("split=40/15", "40/15");
    check("split=0/15", "0/15");
    check("split=a/b", "a/b");
    check("handicap=1", "1");
    check("handicap=60/0", "60/0");
    check("handicap=56/0", "55/-1");
    check("speed=0", "0");
    check("speed=1/2/3", "1/2/3");
    check("speed=NaN", "NaN");
    check("attention=0", "0");
    check("attention=1.1", "1.1");
    check("colours=RY", "colours");
    check("mode=other", "other");
}

#[test]
fn the_variant_is_told_as_it_was_given() {
    let told = settings("players=3,speed=2,double=on").variant().to_string();
    assert_eq!(told, "mode=gobble,players=3,speed=2,double=on");
}

#[test]
fn gifts_go_where_the_options_say() {
    for (words, on_top) in [("players=3", false), ("players=3,given=top", true)] {
        let mut n_gifts = 0;
        for seed in 0..10 {
            let mut game = game(words, seed);
            while game.step() {
                for happening in game.take_story() {
                    let EventKind::Gave(gift) = happening.what else {
                        continue;
                    };
                    let stack = &game.table().seats()[gift.to].stacks[0];
                    let at = if on_top { stack.last() } else { stack.first() };
                    assert_eq!(at, Some(&gift.tile));
                    n_gifts += 1;
                }
            }
        }
        assert!(n_gifts > 20);
    }
}

/// A person who always places a tile at the first possible place, and takes 0.1 seconds for everything.
fn play_with_person(words: &str, seed: u64) -> Gobble {
    let mut game = Gobble::new(settings(words), seed, 0, &[0]).with_story();
    let mut now = Duration::ZERO;
    for _ in 0..10_000 {
        if RealTime::is_over(&game) {
            return game;
        }
        now += Duration::from_millis(100);
        while RealTime::next_event(&game).is_some_and(|at| at <= now) && RealTime::step(&mut game) {
        }
        if RealTime::is_over(&game) {
            return game;
        }
        let places = game.act(0, now, "places").expect("valid test data").expect("valid test data");
        let line = match places.split(' ').next() {
            Some("none") | None if game.table().seats()[0].hand.is_some() => "discard",
            Some("none") | None => "turn",
            Some(place) => place,
        };
        // With no tile left in the stacks, waiting may be the only possibility.
        let _ = game.act(0, now, line);
        check_tiles(&game);
    }
    game
}

#[test]
fn a_person_plays_by_the_same_rules() {
    let game = play_with_person("players=3,speed=5", 2);
    assert!(RealTime::is_over(&game));
    assert_eq!(game.table().ranks()[0], 1);
    let laid = game.table().seats()[0].tally.laid;
    assert!(laid > 10, "{laid}");
}

#[test]
fn wrong_words_of_a_person_change_nothing() {
    let mut game = Gobble::new(settings("players=3"), 4, 0, &[1]).with_story();
    let before = game.position();
    let now = Duration::from_millis(1);
    for line in [
        "",
        "jump",
        "discard",
        "turn 3",
        "turn 2",
        "1a@0:0",
        "1a@40:40",
        "57a@0:0",
        "1a@1:0 give 9",
        "a b c d",
    ] {
        assert!(game.act(1, now, line).is_err(), "{line}");
        assert_eq!(game.position(), before);
    }
    game.act(1, now, "turn").expect("valid test data");
    assert!(game.act(1, now, "turn").is_err());
    let tile = game.table().seats()[1].hand.expect("valid test data").number();
    assert!(game.act(1, now, &format!("{tile}a@0:0")).is_err());
    assert!(game.act(1, now, &format!("{tile}a@30:0 give 1")).is_err());
    game.act(1, now, "discard").expect("valid test data");
    assert_eq!(game.table().seats()[1].penalty.len(), 1);
}

#[test]
fn the_hook_opens_games_and_says_what_happens() {
    let variant: Variant = "mode=gobble,players=4".parse().expect("valid test data");
    assert!(REAL_TIME.is_meant(&variant));
    assert!(!REAL_TIME.is_meant(&Variant::new()));
    let mut game = (REAL_TIME.open)(&variant, 3, &[]).expect("valid test data");
    assert!(game.render().to_string().contains("player 4"));
    let position = game.position();
    assert_eq!(position.split(' ').count(), 3);
    while game.step() {}
    assert!(game.take_story().iter().any(|said| said.text.contains("Gobble!")));
    let standings = game.standings();
    assert_eq!(standings.rows.len(), 4);
    assert_eq!(standings.facts["over"], true);
    assert_eq!(game.facts()["players"].as_array().expect("valid test data").len(), 4);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_options_are_read_or_refused(
        key in "players|split|handicap|stacks|given|gift|take|double|out-may-receive|speed|attention|x",
        value in "[-+0-9./:a-z]{1,12}",
        players in 2..9_usize,
    ) {
        let variant = Variant::new().with("players", players.to_string()).with(key, value);
        if let Ok(settings) = GobbleSettings::read(&variant) {
            let together: usize = settings.shares.iter().sum();
            prop_assert!(together <= 54 && settings.shares.iter().all(|&share| share > 0));
            prop_assert!(settings.speed.iter().all(|&speed| speed > 0.0));
        }
    }

    #[test]
    fn any_list_of_tiles_is_read_or_refused(text in "[-,0-9 a]{0,12}") {
        if let Ok(tiles) = read_tiles(&text) {
            let set: TileSet = tiles.iter().copied().collect();
            prop_assert_eq!(set.len(), tiles.len());
        }
    }
}
