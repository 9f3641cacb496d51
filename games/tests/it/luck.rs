//! The luck of real games: whatever chance brings, the mean of it is nothing, and a game's result is what it was worth at the
//! start, the luck in it, and what was made of that.

use ludex_kit::registry::Session;
use ludex_search::support::random::stream;

/// Plays a game at random and returns the sums of the luck and what was worth how much at the start and the end.
fn played(game: &str, variant: &str, seed: u64) -> (Box<dyn Session>, Vec<f64>) {
    let variant = variant.parse().expect("a variant");
    let mut session = ludex_games::CATALOGUE.session(game, &variant, None).expect("it opens");
    let (mut rng, n_players) = (stream(seed, 0), session.players());
    let mut sums = vec![0.0; n_players];
    for step in 0..400 {
        if session.status().over {
            break;
        }
        if let Some(event) = session.draw_event(&mut rng) {
            if step < 40 {
                check_mean(&*session, game);
            }
            let luck = session.luck_of(&event).expect("an event").expect("luck");
            assert_eq!(luck.len(), n_players);
            for (sum, luck) in sums.iter_mut().zip(luck) {
                *sum += luck;
            }
            session.play(&event).expect("it was drawn");
        } else {
            let mv = session.random_move(&mut rng).expect("a move");
            session.play(&mv).expect("a legal move");
        }
    }
    (session, sums)
}

/// The mean of the luck over all events by their weights is nothing.
fn check_mean(session: &dyn Session, game: &str) {
    let events = session.events();
    if events.len() > 21 {
        return;
    }
    let total: u32 = events.iter().map(|event| event.1).sum();
    let mut mean = 0.0;
    for (event, weight) in events {
        let luck = session.luck_of(&event).expect("an event").expect("luck");
        if luck.len() == 2 {
            assert!((luck[0] + luck[1]).abs() < 1e-4, "{game}, {event}: {luck:?}");
        }
        mean += luck[0] * f64::from(weight) / f64::from(total);
    }
    assert!(mean.abs() < 1e-4, "{game}: {mean}");
}

#[test]
fn luck_is_nothing_in_the_mean() {
    for (game, variant) in [
        ("tryktrak", "length=0"),
        ("tryktrak", "length=0,cube=no"),
        ("tryktrak", "length=3"),
        ("trax", "luck=yes"),
        ("tantrix", "players=2"),
        ("tantrix", "players=3"),
    ] {
        let (session, sums) = played(game, variant, 5);
        // Of the tiles of Tantrix few show at once what they are worth.
        let is_seen = sums.iter().any(|luck| luck.abs() > 0.01);
        assert!(is_seen || game == "tantrix", "{game}: {sums:?}");
        assert!(session.tells_luck());
    }
    for (game, variant) in [("trax", "luck=no"), ("takt", "size=4")] {
        let session =
            ludex_games::CATALOGUE.session(game, &variant.parse().expect("a variant"), None);
        assert!(!session.expect("it opens").tells_luck(), "{game}");
    }
}

/// At its end a game is worth its result; in a match the score between two games is worth the chance to win it.
#[test]
fn the_end_is_worth_the_result() {
    let worth = |variant: &str, position: &str| {
        let variant = variant.parse().expect("a variant");
        let session =
            ludex_games::CATALOGUE.session("tryktrak", &variant, Some(position)).expect("it opens");
        session.worth().expect("luck")
    };
    let won = "XGID=---------------------bbb--:1:-1:1:00:0:0:0:0:6";
    assert_eq!(worth("length=0", won), [2.0, -2.0]);
    let start = |score: &str| format!("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:{score}:0:3:6");
    assert_eq!(worth("length=3", &start("0:0")), [0.0, 0.0]);
    let [ahead, behind] = worth("length=3", &start("1:0"))[..] else {
        panic!("two players");
    };
    assert!(ahead > 0.1 && ahead < 0.6 && (ahead + behind).abs() < 1e-6, "{ahead}");
}
