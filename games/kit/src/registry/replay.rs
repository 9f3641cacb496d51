//! Replays a record with its variations by the rules.

use std::collections::HashMap;

use super::{Session, Token};
use crate::interface::input_error::InputError;
use crate::interface::record::{Record, RecordedPly};
use crate::say;

/// The legal steps of a record.
#[derive(Debug, Default)]
pub struct Replayed {
    /// The main line, then the variations; each step comes after the one it follows.
    pub steps: Vec<ReplayedStep>,
    /// Number of steps of the main line.
    pub n_main: usize,
    /// Number of legal plies of the main line.
    pub n_plies: usize,
    /// The error in the main line.
    pub damage: Option<InputError>,
    /// The errors in variations, in order: the first illegal ply of each.
    pub wrong_asides: Vec<InputError>,
    /// The plies of variations as the game writes them. `None` for an illegal ply, and for those that follow it.
    pub asides: Vec<Option<String>>,
}

impl Replayed {
    /// Rewrites the record's variations as the game writes them, and removes illegal ones.
    pub fn correct_asides(&self, record: &mut Record) {
        for (aside, text) in record.asides.iter_mut().zip(&self.asides) {
            if let Some(text) = text {
                aside.ply.text.clone_from(text);
            }
        }
        record.retain_asides(|index, _| self.asides.get(index).is_some_and(Option::is_some));
    }
}

/// A step as its game writes it.
#[derive(Clone, Debug)]
pub struct ReplayedStep {
    /// The step that it follows: 0 is the start; steps count from 1 in the order of [`Replayed::steps`].
    pub after: usize,
    /// A move or an event.
    pub text: String,
    /// The player who made it, counted from 1; 0 is chance.
    pub player: usize,
    /// Annotation mark.
    pub mark: String,
    /// Comment.
    pub comment: Option<String>,
    /// Data from another program in its own format.
    pub foreign: String,
    /// The name of the variation that it begins.
    pub name: Option<String>,
    /// The result that the record writes after it, at the end of a variation.
    pub ending: Option<String>,
}

/// Replays a record with its variations from the session's current position, and leaves the session at the end of the main line. If a
/// variation begins like another one, the common steps are shared. No line may have more than `longest` steps.
pub fn replay(session: &mut dyn Session, record: &Record, longest: usize) -> Replayed {
    let n_before = session.n_steps();
    let mut replay = Replay {
        session,
        done: Replayed { damage: record.damage.clone(), ..Replayed::default() },
        known: HashMap::new(),
        path: Vec::new(),
        n_before,
        longest,
    };
    let main = replay.main_line(&record.plies);
    replay.done.n_main = replay.done.steps.len();
    replay.done.n_plies = main.len() - 1;
    replay.variations(&main, record);
    replay.finish_main_line();
    replay.done
}

struct Replay<'a> {
    session: &'a mut dyn Session,
    done: Replayed,
    /// The number of each step, indexed by the number of the step before it and the text of the step.
    known: HashMap<(usize, String), usize>,
    /// The numbers of the steps that lead to the session's current position.
    path: Vec<usize>,
    /// The number of steps the session had at first.
    n_before: usize,
    longest: usize,
}

impl Replay<'_> {
    /// For each legal ply of the main line, the number of its last step. The first element is the start.
    fn main_line(&mut self, plies: &[RecordedPly]) -> Vec<usize> {
        let mut ends = vec![0];
        for ply in plies {
            match self.play(ply) {
                Ok(_) => ends.push(self.here()),
                Err(error) => {
                    self.done.damage = Some(error);
                    break;
                }
            }
        }
        ends
    }

    /// Plays the variations, starting with those that branch off last. So the session undoes each step of the main line only once. Plies
    /// after an illegal one are skipped.
    fn variations(&mut self, main: &[usize], record: &Record) {
        self.done.asides = vec![None; record.asides.len()];
        let (behind_main, behind) = record.followers();
        let firsts = main.iter().zip(&behind_main);
        let mut left: Vec<(usize, usize)> = firsts
            .flat_map(|(&at, first)| first.iter().rev().map(move |&index| (at, index)))
            .collect();
        let mut wrong = Vec::new();
        while let Some((at, index)) = left.pop() {
            self.go_to(at);
            match self.play(&record.asides[index].ply) {
                Ok(text) => {
                    self.done.asides[index] = Some(text);
                    let at = self.here();
                    left.extend(behind[index].iter().rev().map(|&next| (at, next)));
                }
                Err(error) => wrong.push((index, error)),
            }
        }
        wrong.sort_by_key(|&(index, _)| index);
        self.done.wrong_asides = wrong.into_iter().map(|(_, error)| error).collect();
    }

    /// Number of the current step.
    fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }

    /// Undoes steps back to an earlier step of the current line.
    fn go_to(&mut self, step: usize) {
        while self.here() != step && self.path.pop().is_some() {
            self.session.undo();
        }
    }

    /// Leaves the variations and replays the rest of the main line.
    fn finish_main_line(&mut self) {
        let n_main = self.done.n_main;
        while self.here() > n_main && self.path.pop().is_some() {
            self.session.undo();
        }
        let left = (1..).zip(&self.done.steps[..n_main]);
        for (number, step) in left.skip(self.path.len()) {
            let again = self.session.play(&step.text);
            again.expect("the step was legal before");
            self.path.push(number);
        }
    }

    /// Plays the steps of a ply, all or none, and returns the ply as the game writes it.
    fn play(&mut self, ply: &RecordedPly) -> Result<String, InputError> {
        let token = Token { text: ply.text.clone(), place: ply.place.clone() };
        if self.path.len() >= self.longest {
            let sentence = say!("the line has more than {limit} steps", limit = self.longest);
            return Err(InputError::sentence(&*ply.place, sentence));
        }
        let player = self.session.status().to_move.unwrap_or(0);
        let text = self.session.play(&ply.text);
        let text = text.map_err(|error| token.locate(error))?;
        let n_steps = self.session.n_steps() - self.n_before - self.path.len();
        if n_steps == 1 {
            self.step(text.clone(), player);
        } else {
            let steps = self.session.game_so_far().steps;
            for _ in 0..n_steps {
                self.session.undo();
            }
            for step in &steps[steps.len() - n_steps..] {
                let player = self.session.status().to_move.unwrap_or(0);
                let text = self.session.play(step)?;
                self.step(text, player);
            }
        }
        self.add_notes(ply);
        Ok(text)
    }

    /// Records a step that the session has played.
    fn step(&mut self, text: String, player: usize) {
        let after = self.here();
        let number = *self.known.entry((after, text.clone())).or_insert(self.done.steps.len() + 1);
        if number > self.done.steps.len() {
            self.done.steps.push(ReplayedStep {
                after,
                text,
                player,
                mark: String::new(),
                comment: None,
                foreign: String::new(),
                name: None,
                ending: None,
            });
        }
        self.path.push(number);
    }

    fn add_notes(&mut self, ply: &RecordedPly) {
        let Some(step) = self.here().checked_sub(1) else {
            return;
        };
        let step = &mut self.done.steps[step];
        if step.mark.is_empty() {
            step.mark.clone_from(&ply.annotation);
        }
        step.foreign.push_str(&ply.foreign);
        step.name = step.name.take().or_else(|| ply.name.clone());
        step.ending = step.ending.take().or_else(|| ply.ending.clone());
        match (&mut step.comment, &ply.comment) {
            (Some(known), Some(more)) => known.extend(["\n", more]),
            (known, more) => *known = known.take().or_else(|| more.clone()),
        }
    }
}
