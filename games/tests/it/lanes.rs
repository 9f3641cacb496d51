//! Batches of games: equal for any number of threads, unchanged by a refused step, and in agreement with sessions.

use ludex_games::CATALOGUE;
use ludex_kit::registry::{CHANCE, LaneOptions, Lanes, OVER, Session};
use ludex_search::StopFlag;

use crate::conformance::variants;

/// A session at the start of each game and variant that numbers its moves.
fn sessions() -> impl Iterator<Item = (String, Box<dyn Session>)> {
    variants().filter(|&(name, _)| name != "einstein").map(|(name, variant)| {
        let session = CATALOGUE.session(name, &variant.parse().expect(variant), None);
        (format!("{name} {variant}"), session.expect(variant))
    })
}

fn session(name: &str, variant: &str) -> Box<dyn Session> {
    CATALOGUE.session(name, &variant.parse().expect(variant), None).expect(variant)
}

/// What a batch shows after a step.
#[derive(Debug, PartialEq)]
struct Seen {
    turns: Vec<i8>,
    returns: Vec<f32>,
    endings: Vec<u8>,
    steps: Vec<u32>,
    starts: Vec<u32>,
    legal: Vec<u32>,
    positions: Vec<String>,
}

/// Why writing to a buffer succeeds.
const FITS: &str = "the buffer has the right length";

impl Seen {
    fn new(lanes: &dyn Lanes) -> Self {
        let n = lanes.n_lanes();
        let mut seen = Self {
            turns: vec![9; n],
            returns: vec![9.0; n * lanes.players()],
            endings: vec![9; n],
            steps: vec![9; n],
            starts: Vec::new(),
            legal: Vec::new(),
            positions: (0..n).map(|lane| lanes.position(lane).expect("it is a lane")).collect(),
        };
        lanes.write_turns(&mut seen.turns).expect(FITS);
        lanes.write_returns(&mut seen.returns).expect(FITS);
        lanes.write_endings(&mut seen.endings).expect(FITS);
        lanes.write_steps(&mut seen.steps).expect(FITS);
        lanes.list_legal(&mut seen.starts, &mut seen.legal);
        seen
    }

    fn legal_of(&self, lane: usize) -> &[u32] {
        &self.legal[self.starts[lane] as usize..self.starts[lane + 1] as usize]
    }
}

/// Plays random actions and returns what the batch shows after each of them.
fn random_games(lanes: &mut dyn Lanes, n_steps: usize) -> Vec<Seen> {
    let mut actions = vec![0; lanes.n_lanes()];
    let step = |_| {
        lanes.choose_random(&mut actions).expect(FITS);
        lanes.step(&actions).expect(FITS);
        Seen::new(lanes)
    };
    (0..n_steps).map(step).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (name, session) in sessions() {
        let options = LaneOptions { lanes: 40, seed: 5, ..LaneOptions::default() };
        let play = |threads| {
            let options = LaneOptions { threads, ..options };
            random_games(&mut *session.lanes(&options).unwrap(), 30)
        };
        assert!(play(1) == play(3), "{name}");
    }
}

#[test]
fn random_games_are_those_of_random_actions() {
    for (name, session) in sessions() {
        for auto_reset in [true, false] {
            let options = LaneOptions { lanes: 20, seed: 5, threads: 2, ..LaneOptions::default() };
            let options = LaneOptions { auto_reset, max_steps: Some(50), ..options };
            let (mut one, mut other) = [(); 2].map(|()| session.lanes(&options).unwrap()).into();
            let seen = random_games(&mut *one, 110);
            let endings = seen.iter().flat_map(|seen| &seen.endings);
            let n_ended = endings.filter(|&&ending| ending != 0).count() as u64;
            assert_eq!(other.play_random(110, &StopFlag::default()), n_ended, "{name}");
            let (last, now) = (seen.last().unwrap(), Seen::new(&*other));
            assert_eq!((&last.positions, &last.legal), (&now.positions, &now.legal), "{name}");
            for lane in 0..20 {
                let ended = seen.iter().rev().find(|seen| seen.endings[lane] != 0).unwrap();
                assert_eq!(ended.endings[lane], now.endings[lane], "{name}");
                let results =
                    |seen: &Seen| seen.returns.chunks(one.players()).nth(lane).unwrap().to_vec();
                assert_eq!(results(ended), results(&now), "{name}");
            }
            let stop = StopFlag::default();
            stop.stop();
            assert_eq!(other.play_random(60, &stop), 0);
            assert_eq!(Seen::new(&*other).positions, now.positions, "{name}");
        }
    }
}

#[test]
fn masks_agree_with_the_list_of_legal_actions() {
    for (name, session) in sessions() {
        let options = LaneOptions { lanes: 3, ..LaneOptions::default() };
        let mut lanes = session.lanes(&options).unwrap();
        let n_actions = lanes.n_actions();
        let (mut mask, mut bits) = (vec![9; 3 * n_actions], vec![9; 3 * n_actions.div_ceil(8)]);
        if let Some(seen) = random_games(&mut *lanes, 20).last() {
            lanes.write_mask(&mut mask).unwrap();
            lanes.write_mask_bits(&mut bits).unwrap();
            for lane in 0..3 {
                let legal = seen.legal_of(lane);
                let row = &mask[lane * n_actions..][..n_actions];
                let bits = &bits[lane * n_actions.div_ceil(8)..];
                for action in 0..n_actions {
                    let is_legal = legal.contains(&(action as u32));
                    assert_eq!(row[action] == 1, is_legal, "{name}, action {action}");
                    assert_eq!(bits[action / 8] >> (action % 8) & 1 == 1, is_legal, "{name}");
                }
            }
        }
    }
}

/// A lane plays the same game as a session that is given the texts of its actions.
#[test]
fn lanes_play_by_the_rules_of_sessions() {
    for (name, mut session) in sessions() {
        let options = LaneOptions {
            given_events: true,
            auto_reset: false,
            max_steps: Some(90),
            ..LaneOptions::default()
        };
        let mut lanes = session.lanes(&options).unwrap();
        let mut actions = [0];
        let mut seen = Seen::new(&*lanes);
        while seen.turns[0] != OVER {
            lanes.choose_random(&mut actions).unwrap();
            let text = lanes.action_text(0, actions[0]).unwrap();
            if seen.turns[0] == CHANCE {
                let events = lanes.events(0).unwrap();
                let sum: f32 = events.iter().map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{name}: {sum}");
                assert_eq!(events[actions[0] as usize].0, text, "{name}");
            } else {
                assert_eq!(session.legal_actions(), seen.legal, "{name}");
                assert_eq!(session.action_of(&text), Ok(actions[0]), "{name}");
                assert_eq!(session.action_text(actions[0]), Ok(text.clone()), "{name}");
            }
            session.play(&text).expect(&name);
            lanes.step(&actions).unwrap();
            seen = Seen::new(&*lanes);
            assert_eq!(seen.positions[0], session.position(), "{name}");
        }
        let status = session.status();
        assert_eq!(seen.endings[0], if status.over { 1 } else { 2 }, "{name}");
        if let Some(result) = status.result {
            assert_eq!(seen.returns, result.singles(), "{name}");
        }
        lanes.step(&[7]).expect("actions of a finished game are ignored");
        assert_eq!(Seen::new(&*lanes).turns, [OVER], "{name}");
        lanes.reset_lanes(&[1]).unwrap();
        assert_eq!(Seen::new(&*lanes).steps, [0], "{name}");
    }
}

#[test]
fn an_illegal_action_changes_nothing() {
    for (name, session) in sessions() {
        let options = LaneOptions { lanes: 2, ..LaneOptions::default() };
        let mut lanes = session.lanes(&options).unwrap();
        let before = Seen::new(&*lanes);
        let wrong = (0..100).find(|action| !before.legal_of(1).contains(action)).unwrap();
        let error = lanes.step(&[before.legal_of(0)[0], wrong]).unwrap_err();
        assert!(error.place.starts_with("lane 1"), "{name}: {error}");
        assert_eq!(Seen::new(&*lanes), before, "{name}");
        let beyond = lanes.n_actions() as u32;
        let error = lanes.step(&[beyond, wrong]).unwrap_err().to_string();
        assert!(error.contains("lane 0") && error.contains("is not an action"), "{error}");
        assert_eq!(Seen::new(&*lanes), before, "{name}");
    }
    let mut lanes = session("quoridor", "").lanes(&LaneOptions::default()).unwrap();
    let error = lanes.step(&[0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "lane 0: \"0 (a1)\" is not legal here; the legal actions are 3, 5, 13, 81, 82, 83, 84, 85, … \
         (hint: the position is //e1 e9/10 10/1)"
    );
}

#[test]
fn buffers_of_a_wrong_length_are_refused() {
    let options = LaneOptions { lanes: 4, ..LaneOptions::default() };
    let mut lanes = session("quoridor", "").lanes(&options).unwrap();
    let errors = [
        lanes.step(&[0; 3]),
        lanes.choose_random(&mut [0; 5]),
        lanes.reset_lanes(&[]),
        lanes.write_mask(&mut [0; 4]),
        lanes.write_mask_bits(&mut [0; 4]),
        lanes.write_turns(&mut [0; 3]),
        lanes.write_returns(&mut [0.0; 4]),
        lanes.write_endings(&mut [0; 8]),
        lanes.write_steps(&mut [0; 8]),
    ];
    assert_eq!(errors.iter().filter(|error| error.is_err()).count(), errors.len());
    let error = lanes.write_mask(&mut [0; 4]).unwrap_err().to_string();
    assert_eq!(error, "buffer: expected 840 entries (4 lanes × 210), but found \"4 entries\"");
    assert!(lanes.position(4).is_err() && lanes.events(4).is_err());
    let refused = |options: &LaneOptions| session("quoridor", "").lanes(options).err().unwrap();
    assert_eq!(refused(&LaneOptions { lanes: 0, ..options }).place, "lanes");
    assert_eq!(refused(&LaneOptions { max_steps: Some(0), ..options }).place, "max_steps");
}

#[test]
fn equal_seeds_give_equal_games_and_each_lane_has_its_own() {
    let options = LaneOptions { lanes: 8, seed: 1, ..LaneOptions::default() };
    let session = session("tryktrak", "cube=no");
    let mut lanes = session.lanes(&options).unwrap();
    let first = Seen::new(&*lanes);
    let games = random_games(&mut *lanes, 10);
    assert!(first.positions.iter().any(|position| *position != first.positions[0]));
    lanes.reset(Some(1));
    assert_eq!(Seen::new(&*lanes), first);
    assert_eq!(random_games(&mut *lanes, 10), games);
    lanes.reset(Some(2));
    assert_ne!(Seen::new(&*lanes), first);
}

#[test]
fn a_repeated_position_ends_the_game() {
    let options = LaneOptions { auto_reset: false, ..LaneOptions::default() };
    let session = session("quoridor", "");
    let mut lanes = session.lanes(&options).unwrap();
    let mut endings = Vec::new();
    let mut step = |number: u32| {
        lanes.step(&[number]).unwrap();
        let seen = Seen::new(&*lanes);
        endings.push((seen.turns[0] == OVER, seen.endings[0]));
    };
    // Both pawns step forwards and back; the start position occurs a third time after the second time.
    for _ in 0..2 {
        [13, 67, 4, 76].into_iter().for_each(&mut step);
    }
    let mut expected = vec![(false, 0); 7];
    expected.push((true, 1));
    assert_eq!(endings, expected);
}

#[test]
fn a_long_game_is_cut_off() {
    let options = LaneOptions { lanes: 2, max_steps: Some(3), ..LaneOptions::default() };
    let mut lanes = session("quoridor", "players=3").lanes(&options).unwrap();
    let games = random_games(&mut *lanes, 7);
    let endings: Vec<u8> = games.iter().map(|seen| seen.endings[0]).collect();
    assert_eq!(endings, [0, 0, 2, 0, 0, 2, 0]);
    assert_eq!(games[2].steps, [0, 0]);
    let third = 2.0 / 3.0 - 1.0;
    assert_eq!(games[2].returns[..3], [third; 3]);
    assert_eq!(games[3].returns[..3], [0.0; 3]);
}

/// A lane shows what a session at the same position shows, and writes over everything that a buffer held before.
#[test]
fn lanes_show_what_sessions_show() {
    for (name, session) in sessions() {
        let options = LaneOptions { lanes: 2, threads: 2, ..LaneOptions::default() };
        let mut lanes = session.lanes(&options).unwrap();
        random_games(&mut *lanes, 9);
        let (size, n_numbers) = (lanes.plane_shape().iter().product::<usize>(), lanes.n_numbers());
        let (mut planes, mut numbers) = (vec![9.0; 2 * size], vec![9.0; 2 * n_numbers]);
        lanes.write_planes(&mut planes).unwrap();
        lanes.write_numbers(&mut numbers).unwrap();
        let (mut starts, mut inputs, mut values) = (Vec::new(), Vec::new(), Vec::new());
        lanes.list_inputs(&mut starts, &mut inputs, &mut values);
        for lane in 0..2 {
            let position = lanes.position(lane).unwrap();
            let (game, variant) = name.split_once(' ').unwrap();
            let at = CATALOGUE.session(game, &variant.parse().unwrap(), Some(&position)).unwrap();
            let seen = at.observation().expect(&name);
            assert_eq!(seen.planes, planes[lane * size..][..size], "{name}");
            assert_eq!(seen.numbers, numbers[lane * n_numbers..][..n_numbers], "{name}");
            let range = starts[lane] as usize..starts[lane + 1] as usize;
            assert_eq!(seen.inputs.len(), range.len(), "{name}");
            for ((input, value), index) in seen.inputs.into_iter().zip(range) {
                assert_eq!((u32::from(input), value), (inputs[index], values[index]), "{name}");
            }
        }
    }
}

/// A roll of two different dice is twice as likely as a double.
#[test]
fn random_events_have_their_probabilities() {
    let options = LaneOptions { lanes: 7200, given_events: true, ..LaneOptions::default() };
    let mut lanes = session("tryktrak", "cube=no").lanes(&options).unwrap();
    let mut actions = vec![0; 7200];
    while lanes.events(0).unwrap().len() != 21 {
        lanes.choose_random(&mut actions).unwrap();
        lanes.step(&actions).unwrap();
    }
    lanes.choose_random(&mut actions).unwrap();
    for (number, (text, chance)) in lanes.events(0).unwrap().iter().enumerate() {
        let n_drawn = actions.iter().filter(|&&action| action == number as u32).count() as f32;
        // Five standard deviations.
        let margin = 5.0 * (7200.0 * chance * (1.0 - chance)).sqrt();
        assert!((n_drawn - 7200.0 * chance).abs() < margin, "{text}: {n_drawn}");
    }
}
