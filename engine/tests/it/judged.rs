//! Games of more than two players judged: each player by his own value.

use std::time::Duration;

use ludex::analysis::{JudgedMove, judge};
use ludex_games::SearchSetup;
use ludex_games::registry::{Session, Token, open};
use ludex_search::{Limits, StopFlag};
use serde_json::Value;

use crate::program::{TempFile, ludex};

/// Player 2 could win at once, and leaves the win to player 1; player 3 can change nothing.
const GIVEN_AWAY: &str =
    "players: 3\nPlayer1: Ann\nPlayer2: Bob\nposition: //e8 h5 c5/0 0 0/2\nh6 c4 e9\n";

fn judged(arguments: &[&str]) -> Vec<Value> {
    let file = TempFile::new("judged.qdr", GIVEN_AWAY);
    let head = [
        "analyse",
        "quoridor",
        "--file",
        file.name(),
        "--nodes",
        "20000",
        "--threads",
        "1",
    ];
    let ran = ludex(&[&head[..], arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let object = |line: &str| serde_json::from_str(line).expect("an object");
    ran.out.lines().map(object).collect()
}

#[test]
fn each_of_three_players_is_judged_by_his_own_value() {
    for search in ["default", "mcts", "maxn", "paranoid", "reply"] {
        let lines = judged(&["--search", search]);
        let [bob, third, ann, sums] = &lines[..] else {
            panic!("{search}: {lines:?}")
        };
        let about = |line: &Value| {
            let number = |key: &str| line[key].as_f64().unwrap_or(-1.0);
            (
                line["player"].clone(),
                number("kept"),
                number("loss_of_win"),
            )
        };
        let (player, kept, lost) = about(bob);
        assert!(player == 2 && kept < 0.05 && lost > 0.9, "{search}: {bob}");
        assert_eq!((&bob["mark"], &bob["name"]), (&"??".into(), &"Bob".into()));
        let (player, kept, lost) = about(third);
        assert!(
            player == 3 && kept < 0.05 && lost < 0.05,
            "{search}: {third}"
        );
        assert_eq!((&third["mark"], &third["name"]), (&"".into(), &Value::Null));
        let (player, kept, lost) = about(ann);
        assert!(player == 1 && kept > 0.99 && lost < 0.01, "{search}: {ann}");
        let totals = sums["totals"].as_array().expect("a list");
        let blunders = totals.iter().map(|sum| sum["blunders"].as_u64());
        assert_eq!(
            blunders.collect::<Vec<_>>(),
            [Some(0), Some(1), Some(0)],
            "{search}"
        );
        assert_eq!(totals[0]["name"], "Ann");
    }
}

#[test]
fn the_table_names_the_players() {
    let file = TempFile::new("table.qdr", GIVEN_AWAY);
    let limits = ["--nodes", "2000", "--threads", "1", "--search", "maxn"];
    let ran = ludex(&[&["analyse", "quoridor", "--file", file.name()], &limits[..]].concat());
    let has = |text: &str| ran.out.lines().filter(|line| line.contains(text)).count();
    assert_eq!((has("2 Bob"), has("1 Ann")), (2, 2), "{ran:?}");
}

/// A random game to its end, as its start and steps.
fn random_game(variant: &str, seed: u64) -> (Box<dyn Session>, Vec<String>) {
    let variant = variant.parse().expect("a variant");
    let mut session = open("tantrix", &variant, None).expect("a game");
    let mut steps = Vec::new();
    while !session.status().over {
        let drawn = session.sample_event(seed).expect("a draw");
        let step = drawn.unwrap_or_else(|| {
            let moves = session.legal_moves();
            let mv = &moves[(seed as usize + 7 * steps.len()) % moves.len()];
            session.play(mv).expect("legal")
        });
        steps.push(step);
    }
    (session, steps)
}

#[test]
fn the_last_move_of_a_game_keeps_what_its_player_got() {
    for (variant, seed) in [
        ("players=3,colours=RBG", 1),
        ("players=4,teams=yes", 2),
        ("players=4", 3),
    ] {
        let (mut session, steps) = random_game(variant, seed);
        let returns = session.status().returns.expect("it is over");
        for _ in 0..3 {
            session.undo();
        }
        let start = session.position();
        let last = steps[steps.len() - 3..].join(" ");
        session.set_line(Some(&start), &[]).expect("a position");
        let setup = SearchSetup::default();
        session.configure(Some("mcts"), setup).expect("a search");
        let words = Token::split(&last, "moves");
        let judged: Vec<JudgedMove> = judge(
            &mut *session,
            &words,
            &Limits::nodes(300),
            &StopFlag::default(),
            &mut |_, _| Ok(()),
        )
        .expect("judged");
        let end = judged.last().expect("a move");
        let got = f64::midpoint(1.0, f64::from(returns[end.player - 1]));
        assert!((end.kept - got).abs() < 1e-6, "{variant}: {end:?}");
    }
}

#[test]
fn a_move_before_a_draw_is_judged_behind_all_draws() {
    // The first placements of a dealt game: a draw comes behind each of them.
    let mut session = open(
        "tantrix",
        &"players=3,colours=RBG".parse().expect("a variant"),
        None,
    )
    .expect("a game");
    while session.sample_event(5).expect("a draw").is_some() {}
    let mv = session.legal_moves().pop().expect("a move");
    let start = session.position();
    session.set_line(Some(&start), &[]).expect("a position");
    let words = Token::split(&mv, "moves");
    let limits = Limits {
        time: Some(Duration::from_mins(1)),
        ..Limits::nodes(2_000)
    };
    let judged = judge(
        &mut *session,
        &words,
        &limits,
        &StopFlag::default(),
        &mut |_, _| Ok(()),
    )
    .expect("judged");
    let kept = judged[0].kept;
    assert!(
        (0.0..=1.0).contains(&kept) && judged[0].loss >= 0.0,
        "{judged:?}"
    );
}
