//! The lessons of the page: every position is legal, every move that a lesson asks for is legal and does what its text says, and every
//! claim is proved by the engine. The lessons in other languages differ from the English ones only in their texts, so that the proofs hold
//! for them too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ludex_base::catalogue::catalogue;
use ludex_kit::registry::{Session, Token};
use ludex_kit::words::Language;
use ludex_kit::{ExactLimit, Variant};
use ludex_search::{Limits, ProofResult, StopFlag};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::puzzles::best_moves;

/// A lesson. The page reads the same file; `learn/data.js` describes its members.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    game: String,
    goal: String,
    rules: Vec<String>,
    steps: Vec<LessonStep>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonStep {
    id: String,
    title: String,
    text: String,
    variant: Option<String>,
    start: Option<String>,
    #[serde(default)]
    steps: Vec<String>,
    arrows: Option<String>,
    #[serde(default)]
    demo: Vec<String>,
    goal: Option<Goal>,
    answer: Option<String>,
    hint: Option<String>,
    right: Option<String>,
    #[serde(default)]
    reply: Vec<String>,
    #[serde(default)]
    claims: Claims,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    wins: bool,
    #[serde(default)]
    any: bool,
}

/// What a text says about a position. The page does not read it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    /// The player who has won, after the demonstration if there is one.
    winner: Option<usize>,
    /// Each right move prevents an immediate win of the opponent, and some other move does not.
    #[serde(default)]
    stops: bool,
    /// The proved result for the player to move.
    proof: Option<Proof>,
    /// Moves that the rules forbid.
    #[serde(default)]
    illegal: Vec<String>,
    /// The right moves are those that give this colour more points.
    lengthens: Option<String>,
    /// The right moves close a loop in this turn, whatever is drawn.
    #[serde(default)]
    sure: bool,
    /// The right moves are the best ones by an exact search.
    #[serde(default)]
    best: bool,
    /// What the game reports under this name after each right move.
    fact: Option<(String, serde_json::Value)>,
    /// The right moves are all legal moves that contain this text.
    contain: Option<String>,
    /// All legal moves contain this text.
    all_contain: Option<String>,
    /// The right moves are all legal placements of tiles that touch at least this number of tiles.
    touching: Option<usize>,
    /// No legal placement touches this number of tiles.
    touching_none: Option<usize>,
    /// All legal placements touch at least this number of tiles.
    all_touch: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    result: String,
    /// The length of the shortest proof. If it is given, the right moves are all first moves of proofs of this length.
    plies: Option<u32>,
}

/// The lessons in a language by the names of their files.
fn lessons<L: DeserializeOwned>(language: Language) -> BTreeMap<String, L> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page/lessons");
    let files = std::fs::read_dir(folder.join(language.code())).expect("the lessons of a language");
    let read = |file: std::io::Result<std::fs::DirEntry>| {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a lesson");
        let lesson = serde_json::from_str(&text);
        let name = path.file_name().expect("the name of a file").to_string_lossy().into_owned();
        (name, lesson.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    };
    files.map(read).collect()
}

/// A lesson with only `null` for each of its texts.
fn without_texts(mut lesson: Value) -> Value {
    lesson["goal"].take();
    lesson["rules"].as_array_mut().expect("rules").fill(Value::Null);
    for step in lesson["steps"].as_array_mut().expect("steps") {
        for name in ["title", "text", "hint", "right"] {
            step.get_mut(name).map(Value::take);
        }
    }
    lesson
}

fn n_words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn open(lesson: &Lesson, step: &LessonStep, place: &str) -> Box<dyn Session> {
    let variant: Variant =
        step.variant.as_deref().map_or_else(Variant::new, |text| text.parse().expect(place));
    let session = catalogue().session(&lesson.game, &variant, step.start.as_deref());
    let mut session = session.unwrap_or_else(|error| panic!("{place}: {error}"));
    play(&mut *session, &step.steps, place);
    session
}

fn play(session: &mut dyn Session, steps: &[String], place: &str) {
    let words = Token::split(&steps.join(" "), "step");
    session.extend(&words).unwrap_or_else(|error| panic!("{place}: {error}"));
}

/// The player who has won the finished game, counted from 1.
fn winner(session: &dyn Session) -> Option<usize> {
    let returns = session.status().result?.returns;
    returns.iter().position(|&value| value > 0.0).map(|index| index + 1)
}

/// Whether the player to move can win with one move.
fn wins_at_once(session: &mut dyn Session) -> bool {
    let player = session.status().to_move;
    session.legal_moves().iter().any(|mv| {
        session.play_move(mv).expect("a legal move");
        let wins = player.is_some() && winner(session) == player;
        session.undo();
        wins
    })
}

/// The moves that the page accepts.
fn right_moves(session: &mut dyn Session, goal: &Goal, place: &str) -> BTreeSet<String> {
    let legal = session.legal_moves();
    if goal.any {
        return legal.into_iter().collect();
    }
    for mv in &goal.moves {
        assert!(legal.contains(mv), "{place}: {mv} is not one of {legal:?}");
    }
    let mut right: BTreeSet<String> = goal.moves.iter().cloned().collect();
    if goal.wins {
        let player = session.status().to_move;
        for mv in &legal {
            session.play_move(mv).expect("a legal move");
            if winner(session) == player {
                right.insert(mv.clone());
            }
            session.undo();
        }
    }
    assert!(right.len() < legal.len(), "{place}: every move is right");
    right
}

#[test]
fn each_game_has_a_short_lesson_in_each_language() {
    for language in Language::ALL {
        let lessons = lessons::<Lesson>(language);
        let games: BTreeSet<&str> = catalogue().games().map(|game| game.name).collect();
        let taught: BTreeSet<&str> = lessons.values().map(|lesson| lesson.game.as_str()).collect();
        assert_eq!(games, taught);
        assert!(lessons.contains_key("gobble.json"));
        for (name, lesson) in &lessons {
            check_length(lesson, &format!("{}/{name}", language.code()));
        }
    }
}

fn check_length(lesson: &Lesson, name: &str) {
    assert!((8..=14).contains(&lesson.steps.len()), "{name}: {} steps", lesson.steps.len());
    assert!(!lesson.goal.is_empty() && lesson.rules.len() >= 4, "{name}");
    let ids: BTreeSet<&str> = lesson.steps.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(ids.len(), lesson.steps.len(), "{name}: an id occurs twice");
    let last = lesson.steps.last().expect("a step");
    assert!(last.id == "play" && last.goal.is_none(), "{name} ends with a game");
    let tasks = lesson.steps.iter().filter(|step| step.goal.is_some()).count();
    assert!(2 * tasks >= lesson.steps.len(), "{name}: {tasks} steps are played");
    for step in &lesson.steps {
        assert!(n_words(&step.text) <= 45, "{name}, {}: {}", step.id, n_words(&step.text));
        assert!(n_words(&step.title) <= 6, "{name}, {}: {}", step.id, step.title);
    }
}

#[test]
fn languages_differ_only_in_their_texts() {
    let without_texts = |language| -> BTreeMap<String, Value> {
        let lessons = lessons(language).into_iter();
        lessons.map(|(name, lesson)| (name, without_texts(lesson))).collect()
    };
    let english = without_texts(Language::English);
    for language in Language::ALL {
        assert_eq!(without_texts(language), english, "{}", language.code());
    }
}

#[test]
fn every_step_can_be_played_as_its_text_says() {
    for (name, lesson) in lessons::<Lesson>(Language::English) {
        for step in &lesson.steps {
            let place = format!("{name}, {}", step.id);
            let mut session = open(&lesson, step, &place);
            check_claims(&mut *session, step, &place);
            if let Some(goal) = &step.goal {
                check_goal(&mut *session, step, goal, &place);
            } else {
                let is_read = step.answer.is_none() && step.hint.is_none() && step.right.is_none();
                assert!(is_read && step.reply.is_empty(), "{place}: there is no move to find");
            }
            for arrow in step.arrows.iter().flat_map(|arrows| arrows.split(';')) {
                let (mv, _) = arrow.split_once('=').expect("an arrow with a value");
                assert!(session.legal_moves().iter().any(|legal| legal == mv), "{place}: {mv}");
            }
            play(&mut *session, &step.demo, &place);
        }
    }
}

fn check_goal(session: &mut dyn Session, step: &LessonStep, goal: &Goal, place: &str) {
    let right = right_moves(session, goal, place);
    let answer = step.answer.as_ref().unwrap_or_else(|| panic!("{place}: no answer"));
    assert!(right.contains(answer), "{place}: {answer} is not one of {right:?}");
    assert!(
        step.right.is_some() && (goal.any || step.hint.is_some()),
        "{place}: a reply is missing"
    );
    for mv in &right {
        session.play_move(mv).expect("a legal move");
        if !step.reply.is_empty() {
            play(session, &step.reply, &format!("{place}, after {mv}"));
            for _ in &step.reply {
                session.undo();
            }
        }
        session.undo();
    }
    check_right(session, step, &right, place);
}

/// Checks the claims about the right moves.
fn check_right(
    session: &mut dyn Session,
    step: &LessonStep,
    right: &BTreeSet<String>,
    place: &str,
) {
    let claims = &step.claims;
    let legal = session.legal_moves();
    let of_legal = |is_right: &mut dyn FnMut(&str) -> bool| -> BTreeSet<String> {
        legal.iter().filter(|mv| is_right(mv)).cloned().collect()
    };
    if claims.stops {
        let safe = of_legal(&mut |mv| after(session, mv, wins_at_once) == Some(false));
        assert!(right.is_subset(&safe) && safe.len() < legal.len(), "{place}: {safe:?} are safe");
    }
    if let Some(colour) = &claims.lengthens {
        let points = |session: &mut dyn Session| {
            session.describe().facts["scores"][colour]["score"].as_u64().expect("a score")
        };
        let before = points(session);
        let longer = of_legal(&mut |mv| after(session, mv, points) > Some(before));
        assert_eq!(*right, longer, "{place}: these give more points");
    }
    if claims.sure {
        let sure = session.sure_moves(1).into_iter().map(|sure| sure.mv).collect();
        assert_eq!(*right, sure, "{place}: these close a loop");
    }
    if claims.best {
        let best = best_moves(session, ExactLimit::Depth(0), 1e-6).expect("a search");
        assert_eq!(*right, best.into_iter().collect(), "{place}: these are the best");
    }
    if let Some(text) = &claims.contain {
        assert_eq!(*right, of_legal(&mut |mv| mv.contains(text)), "{place}: moves with {text}");
    }
    if let Some(n) = claims.touching {
        let position = session.position();
        let touching = of_legal(&mut |mv| n_neighbours(&position, mv) >= n);
        assert_eq!(*right, touching, "{place}: these touch {n} tiles");
    }
    if let Some((fact, value)) = &claims.fact {
        for mv in right {
            let found = after(session, mv, |session| session.describe().facts[fact].clone());
            assert_eq!(found.as_ref(), Some(value), "{place}: {fact} after {mv}");
        }
    }
    if let Some(Proof { plies: Some(plies), .. }) = claims.proof {
        let limits = Limits { depth: Some(plies), ..Limits::nodes(2_000_000) };
        let solved = session.solve(None, &limits, &StopFlag::default(), &mut |_| ());
        let moves = solved.expect("a proof").moves.into_iter().collect();
        assert_eq!(*right, moves, "{place}: the proof begins with these");
    }
}

/// The number of tiles of a Tantrix position that touch the space of a placement, such as `18e@1:-1`.
fn n_neighbours(position: &str, placement: &str) -> usize {
    let cell = |text: &str| {
        let (_, at) = text.split_once('@')?;
        let (column, row) = at.split_once(':')?;
        Some((column.parse::<i32>().ok()?, row.parse::<i32>().ok()?))
    };
    let board = position.split(' ').next().unwrap_or_default();
    let tiles: BTreeSet<(i32, i32)> = board.split(',').filter_map(cell).collect();
    let (column, row) = cell(placement).expect("a placement");
    let around = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    around.iter().filter(|(q, r)| tiles.contains(&(column + q, row + r))).count()
}

/// The value of a function after a move.
fn after<T>(
    session: &mut dyn Session,
    mv: &str,
    value: impl Fn(&mut dyn Session) -> T,
) -> Option<T> {
    session.play_move(mv).ok()?;
    let value = value(session);
    session.undo();
    Some(value)
}

/// Checks the claims about the position.
fn check_claims(session: &mut dyn Session, step: &LessonStep, place: &str) {
    let claims = &step.claims;
    for mv in &claims.illegal {
        assert!(session.play_move(mv).is_err(), "{place}: {mv} is legal");
    }
    let legal = session.legal_moves();
    if let Some(text) = &claims.all_contain {
        assert!(
            !legal.is_empty() && legal.iter().all(|mv| mv.contains(text)),
            "{place}: {legal:?}"
        );
    }
    let position = session.position();
    if let Some(n) = claims.touching_none {
        assert!(legal.iter().all(|mv| n_neighbours(&position, mv) < n), "{place}: {legal:?}");
    }
    if let Some(n) = claims.all_touch {
        assert!(legal.iter().all(|mv| n_neighbours(&position, mv) >= n), "{place}: {legal:?}");
    }
    if let Some(player) = claims.winner {
        play(session, &step.demo, place);
        assert_eq!(winner(session), Some(player), "{place}");
        for _ in &step.demo {
            session.undo();
        }
    }
    if let Some(proof) = &claims.proof {
        let limits = Limits { depth: proof.plies, ..Limits::nodes(2_000_000) };
        let solved = session.solve(None, &limits, &StopFlag::default(), &mut |_| ());
        let solved = solved.unwrap_or_else(|error| panic!("{place}: {error}"));
        let result = match proof.result.as_str() {
            "win" => ProofResult::Win,
            "loss" => ProofResult::Loss,
            other => panic!("{place}: {other} is not a result"),
        };
        assert_eq!(solved.result, Some(result), "{place}");
        assert!(
            proof.plies.is_none() || solved.plies == proof.plies,
            "{place}: {:?}",
            solved.plies
        );
    }
}
