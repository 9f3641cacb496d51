//! Tests of the cube, the score and the end of games.

use ludex_kit::Shown;
use ludex_kit::registry::{self, LastMark, PictureRequest};
use ludex_kit::support::picture::Theme;
use ludex_kit::{Commentary, Notation, Playable};
use ludex_search::{Game, Turn};
use ludex_tryktrak::{Phase, Position, Tryktrak};

use super::{after, open, play};

fn words(game: &Tryktrak, pos: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    if matches!(game.turn(pos), Turn::Player(_)) {
        game.legal_moves(pos, &mut moves);
    }
    moves.into_iter().map(|mv| game.write_move(pos, mv)).collect()
}

#[test]
fn a_double_is_taken_or_passed() {
    let (game, pos) = after("", "dice:31 8/5,6/5");
    assert_eq!(words(&game, &pos), ["roll", "double"]);
    let (game, pos) = after("", "dice:31 8/5,6/5 double");
    assert_eq!(words(&game, &pos), ["take", "pass"]);
    let (game, pos) = after("", "dice:31 8/5,6/5 double pass");
    assert_eq!(game.turn(&pos), Turn::Over);
    assert_eq!(game.returns(&pos)[..2], [-1.0, 1.0]);
    // After a take, the taker owns the cube. The doubler rolls at once and may not turn the cube again.
    let (game, mut pos) = after("", "dice:31 8/5,6/5 double take");
    assert_eq!(game.turn(&pos), Turn::Chance);
    assert!(game.parse_move(&pos, "double").is_err());
    play(&game, &mut pos, "dice:64");
    play(&game, &mut pos, "24/14");
    assert_eq!(words(&game, &pos), ["roll", "double"]);
    play(&game, &mut pos, "double");
    play(&game, &mut pos, "pass");
    assert_eq!(game.returns(&pos)[..2], [2.0, -2.0]);
}

#[test]
fn six_doublings_at_most() {
    let (game, pos) = open("XGID=-b----E-C---eE---c-e----B-:6:1:1:00:0:0:0:0:10");
    assert_eq!(game.turn(&pos), Turn::Chance);
    let error = game.parse_move(&pos, "double").expect_err("the limit");
    assert!(error.to_string().contains("64"), "{error}");
    let (game, pos) = open("XGID=-b----E-C---eE---c-e----B-:5:1:1:00:0:0:0:0:10");
    assert_eq!(words(&game, &pos), ["roll", "double"]);
}

/// The winner's points depend on the loser's checkers, the cube and the rules.
#[test]
fn values_of_games() {
    let check = |text: &str, returns: [f32; 2]| {
        let (game, mut pos) = open(text);
        play(&game, &mut pos, "1/off");
        assert_eq!(game.turn(&pos), Turn::Over, "{text}");
        assert_eq!(game.returns(&pos)[..2], returns, "{text}");
    };
    // A plain win, a gammon, a backgammon with a checker in the winner's home board, a backgammon with a checker on the bar and the cube on
    // 4, and a plain win of player 2 with the cube on 2.
    check("XGID=-A----------------------n-:0:0:1:61:0:0:0:0:10", [1.0, -1.0]);
    check("XGID=-A----------------------o-:0:0:1:61:0:0:0:0:10", [2.0, -2.0]);
    check("XGID=-A---a------------------n-:0:0:1:61:0:0:0:0:10", [3.0, -3.0]);
    check("XGID=aA----------------------n-:2:1:1:61:0:0:0:0:10", [12.0, -12.0]);
    check("XGID=-N----------------------a-:1:0:-1:61:0:0:0:0:10", [-2.0, 2.0]);
    // Jacoby: gammons count only after a double.
    check("XGID=-A----------------------o-:0:0:1:61:0:0:1:0:10", [1.0, -1.0]);
    check("XGID=-A----------------------o-:1:1:1:61:0:0:1:0:10", [4.0, -4.0]);
}

#[test]
fn a_match_goes_on() {
    let (game, mut pos) = open("XGID=-A----------------------o-:0:0:1:61:1:0:0:5:10");
    play(&game, &mut pos, "1/off");
    assert_eq!((game.turn(&pos), pos.status().phase), (Turn::Chance, Phase::Opening));
    assert_eq!(pos.status().score, [3, 0]);
    assert!(!pos.status().crawford);
    let mut events = Vec::new();
    assert_eq!(game.events(&pos, &mut events), 30);
    // After one more point, the next game is the Crawford game. The game after the Crawford game is an ordinary one.
    play(&game, &mut pos, "dice:21");
    play(&game, &mut pos, "13/11,6/5");
    for word in ["double", "take", "dice:64", "24/14"] {
        play(&game, &mut pos, word);
    }
    // With the cube on 2, player 1 wins the match by winning this game. So a double is allowed, but it is not among the legal moves.
    assert_eq!(game.turn(&pos), Turn::Chance);
    assert!(game.parse_move(&pos, "double").is_ok());

    let (game, mut pos) = open("XGID=-A----------------------n-:0:0:1:61:3:2:0:5:10");
    play(&game, &mut pos, "1/off");
    assert_eq!((pos.status().score, pos.status().crawford), ([4, 2], true));
    play(&game, &mut pos, "dice:21");
    play(&game, &mut pos, "13/11,6/5");
    assert_eq!(game.turn(&pos), Turn::Chance);
    let error = game.parse_move(&pos, "double").expect_err("Crawford");
    assert!(error.to_string().contains("Crawford"), "{error}");

    let (game, mut pos) = open("XGID=-N----------------------a-:0:0:-1:61:4:2:1:5:10");
    play(&game, &mut pos, "1/off");
    assert_eq!((pos.status().score, pos.status().crawford), ([4, 3], false));
    assert_eq!(game.turn(&pos), Turn::Chance);

    let (game, mut pos) = open("XGID=-A----------------------o-:1:1:1:61:1:0:0:5:10");
    play(&game, &mut pos, "1/off");
    assert_eq!(game.turn(&pos), Turn::Over);
    assert_eq!(game.returns(&pos)[..2], [1.0, -1.0]);
}

#[test]
fn options_without_cube_or_crawford() {
    let (game, pos) = after("cube=no", "dice:31 8/5,6/5");
    assert_eq!(game.turn(&pos), Turn::Chance);
    assert!(game.parse_move(&pos, "double").is_err());
    let options = ludex_tryktrak::Options {
        crawford: false,
        ..ludex_tryktrak::Options::default().with_length(5)
    };
    let game = Tryktrak::with_options(options);
    assert!(!game.is_crawford_game([3, 0], [4, 0]));
}

#[test]
fn beavers() {
    let (game, pos) = after("beavers=yes", "dice:31 8/5,6/5 double");
    assert_eq!(words(&game, &pos), ["take", "pass", "beaver"]);
    let (game, pos) = after("beavers=yes", "dice:31 8/5,6/5 double beaver");
    assert_eq!(words(&game, &pos), ["take", "pass"]);
    let text = game.write_position(&pos);
    assert_eq!(game.parse_position(&text), Ok(pos));
    let (_, taken) = after("beavers=yes", "dice:31 8/5,6/5 double beaver take");
    let status = taken.status();
    assert_eq!((status.cube.value(), status.cube.owner.map(|p| p.0)), (4, Some(0)));
    assert_eq!((status.player.0, status.phase), (1, Phase::ToRoll));
    let (game, passed) = after("beavers=yes", "dice:31 8/5,6/5 double beaver pass");
    assert_eq!(game.returns(&passed)[..2], [2.0, -2.0]);
}

#[test]
fn facts_and_picture() {
    let (game, pos) = after("length=7", "dice:31 8/5,6/5");
    let facts = game.describe(&pos).facts;
    assert_eq!(facts["pips"], serde_json::json!([163, 167]));
    assert_eq!(facts["xgid"], "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:6");
    assert_eq!(facts["turn"], 2);
    let picture = game.render(&Shown::new(&pos)).to_string();
    assert!(picture.contains("player 1, 163 pips"), "{picture}");
    assert!(picture.contains("O to roll or double."), "{picture}");
}

/// The last move of a game is not marked on the board of the next game.
#[test]
fn a_new_game_of_a_match_shows_no_last_move() {
    let mut session = crate::CATALOGUE
        .session("tryktrak", &"length=3".parse().expect("a variant"), None)
        .expect("a game");
    let drawn = |session: &dyn registry::Session, last| {
        let request = PictureRequest { last, ..PictureRequest::default() };
        let scene = session.picture(&request).expect("a picture");
        scene.to_svg(400, Theme::default())
    };
    let is_marked = |session: &dyn registry::Session| {
        drawn(session, LastMark::IfAny) != drawn(session, LastMark::Nothing)
    };
    for (step, expected) in [
        ("dice:31", false),
        ("8/5,6/5", true),
        ("double", true),
        ("pass", false),
        ("dice:42", false),
        ("8/4,6/4", true),
    ] {
        session.play(step).expect("a legal step");
        assert_eq!(is_marked(&*session), expected, "{step}");
    }
}
