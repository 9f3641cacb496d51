//! The luck in games: the mean over all chance events is zero, and a game's result is the value at the start plus the luck plus the
//! gains by the players' moves.

use ludex_kit::registry::Session;
use ludex_search::support::random::stream;

/// Plays a random game, and returns the sums of the luck with the values at the start and the end.
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

/// The weighted mean of the luck over all events is zero.
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
        // In Tantrix, only few draws change the value of the position immediately.
        let is_seen = sums.iter().any(|luck| luck.abs() > 0.01);
        assert!(is_seen || game == "tantrix", "{game}: {sums:?}");
        assert!(session.measures_luck());
    }
    for (game, variant) in [("trax", "luck=no"), ("takt", "size=4")] {
        let session =
            ludex_games::CATALOGUE.session(game, &variant.parse().expect("a variant"), None);
        assert!(!session.expect("it opens").measures_luck(), "{game}");
    }
}

/// At its end a game is worth its result; between two games of a match the score is worth the probability of winning the match.
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
