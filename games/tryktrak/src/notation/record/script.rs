//! Replays a record by the rules, game by game, in the form that file writers need.

use ludex_search::{Game, Player, Step};

use super::result::{ended, read_result};
use crate::notation::plays::{self, Hits};
use crate::notation::setup::Setup;
use crate::rules::board::Board;
use crate::rules::dice::Roll;
use crate::rules::game::Tryktrak;
use crate::rules::movegen;
use crate::rules::moves::{Move, Play};
use crate::rules::position::{Phase, Position};
use ludex_kit::{Notation, Record, RecordedPly, Variant};

/// An action of a player.
#[derive(Clone, Debug)]
pub(super) struct ScriptEvent {
    pub(super) player: Player,
    pub(super) what: TurnAction,
    /// The mark and the comment, line by line.
    pub(super) remark: Vec<String>,
}

/// A turn with its steps, or a cube action.
#[derive(Clone, Debug)]
pub(super) enum TurnAction {
    Turn(Roll, Vec<FileStep>),
    /// Dice that were not played, because the game was resigned or interrupted.
    Dice(Roll),
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
    /// Its start position.
    pub(super) start: Position,
    pub(super) events: Vec<ScriptEvent>,
    /// Winner, points, and whether the opponent resigned.
    pub(super) result: Option<(Player, u32, bool)>,
    /// A result without points, as in the record.
    pub(super) plain_result: Option<String>,
    /// The comment on the resignation.
    pub(super) last_remark: Vec<String>,
}

/// The games of a record, several if it contains a match. Steps that cannot be replayed are left out.
fn scripts(record: &Record) -> Vec<Script> {
    let Some((game, start)) = open(record) else {
        return Vec::new();
    };
    let mut pos = start;
    let mut done = Vec::new();
    let mut script = Script::new(&game, start);
    let mut dice: Option<&RecordedPly> = None;
    for ply in &record.plies {
        let Ok(step) = game.parse_step(&pos, &ply.text) else {
            break;
        };
        let before = pos;
        let mv = match step {
            Step::Event(roll) => {
                game.apply_chance(&mut pos, roll);
                dice = Some(ply);
                continue;
            }
            Step::Move(mv) => mv,
        };
        game.play(&mut pos, mv);
        let what = match mv {
            Move::Roll => continue,
            Move::Double => TurnAction::Double(2 * before.status().cube.value()),
            Move::Take => TurnAction::Take,
            Move::Pass => TurnAction::Pass,
            Move::Beaver => TurnAction::Beaver,
            Move::Resign(..) => {
                script.throw(&before, dice.take());
                let result = ended(&before, mv, &pos);
                script.result = result.map(|(winner, points)| (winner, points, true));
                script.last_remark = ply.remark();
                done.push(std::mem::replace(&mut script, Script::new(&game, pos)));
                continue;
            }
            Move::Play(play) => {
                let (first, second) = before.status().dice;
                let roll = Roll(first, second);
                let steps = file_steps(before.board(), (first, second), play, &ply.text);
                TurnAction::Turn(roll.ordered(), steps)
            }
        };
        let of_dice = dice.take().map(RecordedPly::remark);
        let remark = of_dice.into_iter().flatten().chain(ply.remark());
        script.events.push(ScriptEvent {
            player: before.status().player,
            what,
            remark: remark.collect(),
        });
        if let Some(result) = ended(&before, mv, &pos) {
            script.result = Some((result.0, result.1, false));
            done.push(std::mem::replace(&mut script, Script::new(&game, pos)));
        }
    }
    script.throw(&pos, dice);
    let is_played = |event: &ScriptEvent| !matches!(event.what, TurnAction::Dice(_));
    if done.is_empty() || script.events.iter().any(is_played) {
        let stated = record.result.as_deref().and_then(read_result);
        script.result = stated.map(|(winner, points)| (winner, points, true));
        script.plain_result.clone_from(&record.result);
    }
    if !script.events.is_empty() || done.is_empty() {
        done.push(script);
    }
    done
}

/// Groups records into matches. Returns each record with its games and the number of earlier games in its match.
pub(super) fn in_matches(records: &[Record]) -> Vec<(&Record, Vec<Script>, usize)> {
    let mut done: Vec<(&Record, Vec<Script>, usize)> = Vec::new();
    for record in records {
        let scripts = scripts(record);
        let first = done.iter().rev().find(|(_, _, n_before)| *n_before == 0);
        let is_later = scripts.first().is_some_and(|script| script.start.status().score != [0, 0]);
        let is_same = first.is_some_and(|(first, ..)| {
            is_of_match(first, record) && (is_later || has_tags_of(first, record))
        });
        let n_before = match done.last() {
            Some((_, games, n_before)) if is_same && continues_match(games, &scripts) => {
                n_before + games.len()
            }
            _ => 0,
        };
        done.push((record, scripts, n_before));
    }
    done
}

/// Whether a record has the same players as the first record of a match, and no tag with a different value.
fn is_of_match(first: &Record, record: &Record) -> bool {
    let has_players = [1, 2].map(|number| first.player_name(number))
        == [1, 2].map(|number| record.player_name(number));
    let is_other = |(key, value): &(String, String)| {
        let mut tags = first.tags.iter();
        tags.any(|(known, stated)| known == key && stated != value)
    };
    has_players && !record.tags.iter().any(is_other)
}

/// Whether a record has every tag of the first record of a match. If not, it cannot share that match's heading in a file, because the
/// reader would add the missing tags to the record.
fn has_tags_of(first: &Record, record: &Record) -> bool {
    first.tags.iter().all(|tag| record.tags.contains(tag))
}

/// Whether the games `next` continue the match of the games `before`: the rules must be the same, and the score must be possible after the
/// last game.
fn continues_match(before: &[Script], next: &[Script]) -> bool {
    let (Some(last), Some(first)) = (before.last(), next.first()) else {
        return false;
    };
    let length = u32::from(first.game.options().length);
    let [old, new] = [last, first].map(|script| script.start.status().score);
    let falls = old.iter().zip(new).any(|(&old, new)| new < old);
    let is_over = last.result.is_some() && length > 0;
    let is_won = last.score_after().iter().any(|&points| points >= length);
    let ends = is_over && (is_won || old == new);
    last.rules() == first.rules() && !falls && !ends
}

impl Script {
    fn new(game: &Tryktrak, start: Position) -> Self {
        Self {
            game: game.clone(),
            start,
            events: Vec::new(),
            result: None,
            plain_result: None,
            last_remark: Vec::new(),
        }
    }

    /// The score after the game.
    fn score_after(&self) -> [u32; 2] {
        let mut score = self.start.status().score.map(u32::from);
        if let Some((winner, points, _)) = self.result {
            score[winner.index()] += points;
        }
        score
    }

    /// The rules that a file states. The beaver rule is left out if a beaver in the game implies it.
    fn rules(&self) -> Variant {
        let says_itself = |event: &ScriptEvent| matches!(event.what, TurnAction::Beaver);
        let variant = self.game.options().variant();
        if self.events.iter().any(says_itself) {
            return variant.without("beavers");
        }
        variant
    }

    /// Adds dice that were not played in this position. The dice of a start position are part of the position.
    fn throw(&mut self, pos: &Position, dice: Option<&RecordedPly>) {
        let status = pos.status();
        if let (Phase::Moving, Some(ply)) = (status.phase, dice) {
            self.events.push(ScriptEvent {
                player: status.player,
                what: TurnAction::Dice(Roll(status.dice.0, status.dice.1).ordered()),
                remark: ply.remark(),
            });
        }
    }
}

fn open(record: &Record) -> Option<(Tryktrak, Position)> {
    let Some(text) = &record.start else {
        let options = crate::rules::options::Options::default();
        let game = Tryktrak::with_options(options.changed_by(&record.variant).ok()?);
        let pos = game.start();
        return Some((game, pos));
    };
    let setup = Setup::read(text).ok()?;
    let game = Tryktrak::with_options(setup.options(&record.variant).ok()?);
    let pos = setup.position(&game).ok()?;
    Some((game, pos))
}

/// The steps of a play in the order of the text, if it contains each of them; otherwise in the order of the rules.
pub(super) fn file_steps(board: Board, dice: (u8, u8), play: Play, text: &str) -> Vec<FileStep> {
    let stated = plays::read(text).ok().map(|journeys| {
        let pairs = journeys.iter().flat_map(|journey| journey.places.windows(2));
        pairs.map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    });
    let steps = stated
        .filter(|steps| {
            play_of(board, dice, steps).is_some_and(|p| board.after(p) == board.after(play))
        })
        .unwrap_or_else(|| play.hops().map(|hop| (hop.from, hop.to())).collect());
    let mut hits = Hits::on(board);
    let step = |(from, to): (usize, usize)| FileStep { from, to, hits: hits.take(to) };
    steps.into_iter().map(step).collect()
}

/// The play that makes these steps in this order, if each is a legal step with one of the dice.
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
