//! A record replayed by the rules, game by game, as files want to tell it.

use ludex_search::{Game, Player, Step};

use super::transcript::read_result;
use crate::tryktrak::notation::plays::{self, Hits};
use crate::tryktrak::notation::setup::Setup;
use crate::tryktrak::rules::board::Board;
use crate::tryktrak::rules::dice::Roll;
use crate::tryktrak::rules::game::Tryktrak;
use crate::tryktrak::rules::movegen;
use crate::tryktrak::rules::moves::{Move, Play};
use crate::tryktrak::rules::position::{Phase, Position};
use crate::{Notation, Record};

/// What a player did.
#[derive(Clone, Debug)]
pub(super) struct ScriptEvent {
    pub(super) player: Player,
    pub(super) what: TurnAction,
    pub(super) comment: Option<String>,
}

/// A turn with its steps, or an action of the cube.
#[derive(Clone, Debug)]
pub(super) enum TurnAction {
    Turn(Roll, Vec<FileStep>),
    /// The cube is offered at this value.
    Double(u32),
    Take,
    Pass,
    Beaver,
}

/// One checker's step with one die, and whether it hits.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileStep {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) hits: bool,
}

/// One game.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub(super) game: Tryktrak,
    /// Where it starts.
    pub(super) start: Position,
    pub(super) events: Vec<ScriptEvent>,
    /// Winner, points, and whether the other gave the game up.
    pub(super) result: Option<(Player, u32, bool)>,
}

/// The games of a record; more than one where a match goes on. What cannot be replayed is left out.
pub(super) fn scripts(record: &Record) -> Vec<Script> {
    let Some((game, start)) = open(record) else {
        return Vec::new();
    };
    let mut pos = start;
    let mut done = Vec::new();
    let mut script = Script::new(&game, start);
    let mut roll = None;
    for ply in &record.plies {
        let Ok(step) = game.parse_step(&pos, &ply.text) else {
            break;
        };
        let before = pos;
        match step {
            Step::Event(event) => {
                game.apply_chance(&mut pos, event);
                roll = Some(event);
                continue;
            }
            Step::Move(mv) => drop(game.play(&mut pos, mv)),
        }
        let Step::Move(mv) = step else { continue };
        let what = match mv {
            Move::Roll => continue,
            Move::Double => TurnAction::Double(2 * before.status().cube.value()),
            Move::Take => TurnAction::Take,
            Move::Pass => TurnAction::Pass,
            Move::Beaver => TurnAction::Beaver,
            Move::Resign(..) => {
                let result = ended(&before, mv, &pos);
                script.result = result.map(|(winner, points)| (winner, points, true));
                done.push(std::mem::replace(&mut script, Script::new(&game, pos)));
                continue;
            }
            Move::Play(play) => {
                let (first, second) = before.status().dice;
                let roll = roll.take().unwrap_or(Roll(first, second));
                let steps = file_steps(before.board(), (first, second), play, &ply.text);
                TurnAction::Turn(roll.ordered(), steps)
            }
        };
        script.events.push(ScriptEvent {
            player: before.status().player,
            what,
            comment: ply.comment.clone(),
        });
        if let Some(result) = ended(&before, mv, &pos) {
            script.result = Some((result.0, result.1, false));
            done.push(std::mem::replace(&mut script, Script::new(&game, pos)));
        }
    }
    let told = record.result.as_deref().and_then(read_result);
    script.result = told.map(|(winner, points)| (winner, points, true));
    if !script.events.is_empty() || done.is_empty() {
        done.push(script);
    }
    done
}

impl Script {
    fn new(game: &Tryktrak, start: Position) -> Self {
        Self {
            game: game.clone(),
            start,
            events: Vec::new(),
            result: None,
        }
    }
}

fn open(record: &Record) -> Option<(Tryktrak, Position)> {
    let Some(text) = &record.start else {
        let options = crate::tryktrak::Options::default();
        let game = Tryktrak::with_options(options.changed_by(&record.variant).ok()?);
        let pos = game.start();
        return Some((game, pos));
    };
    let setup = Setup::read(text).ok()?;
    let game = Tryktrak::with_options(setup.options(&record.variant).ok()?);
    let pos = setup.position(&game).ok()?;
    Some((game, pos))
}

/// Who won the game that a move ended, and how many points.
pub(super) fn ended(before: &Position, mv: Move, after: &Position) -> Option<(Player, u32)> {
    let (old, new) = (before.status(), after.status());
    match new.phase {
        Phase::Over => Some((new.player, u32::from(new.multiple) * new.cube.value())),
        Phase::Opening => {
            let winner = match mv {
                Move::Pass => old.player.other(),
                Move::Resign(loser, _) => loser.other(),
                _ => old.player,
            };
            let points = new.score[winner.index()] - old.score[winner.index()];
            Some((winner, points.into()))
        }
        _ => None,
    }
}

/// The steps of a play as the text tells them, if it tells each; else in the order of the rules.
pub(super) fn file_steps(board: Board, dice: (u8, u8), play: Play, text: &str) -> Vec<FileStep> {
    let told = plays::read(text).ok().map(|journeys| {
        let pairs = journeys
            .iter()
            .flat_map(|journey| journey.places.windows(2));
        pairs.map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    });
    let steps = told
        .filter(|steps| {
            play_of(board, dice, steps).is_some_and(|p| board.after(p) == board.after(play))
        })
        .unwrap_or_else(|| play.hops().map(|hop| (hop.from, hop.to())).collect());
    let mut hits = Hits::on(board);
    let step = |(from, to): (usize, usize)| FileStep {
        from,
        to,
        hits: hits.take(to),
    };
    steps.into_iter().map(step).collect()
}

/// The play of these steps in this order, if each is a legal step with one of the dice.
fn play_of(mut board: Board, dice: (u8, u8), steps: &[(usize, usize)]) -> Option<Play> {
    let mut dice = if dice.0 == dice.1 {
        vec![usize::from(dice.0); 4]
    } else {
        vec![usize::from(dice.0), usize::from(dice.1)]
    };
    let mut play = Play::NONE;
    for &(from, to) in steps {
        let fits = |&die: &usize| {
            from.saturating_sub(die) == to && movegen::step_fault(board, from, die).is_none()
        };
        let at = dice.iter().position(fits)?;
        let die = dice.remove(at);
        board = board.after(Play::NONE.with(from, die));
        play = play.with(from, die);
    }
    Some(play)
}
