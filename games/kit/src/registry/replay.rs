//! A record with its variations, replayed by the rules.

use std::collections::HashMap;

use super::{Session, Token};
use crate::interface::input_error::InputError;
use crate::interface::record::{Record, RecordedPly};

/// The steps of a record that the rules allow.
#[derive(Debug, Default)]
pub struct Replayed {
    /// The main line, then the variations, each step behind the one that it follows.
    pub steps: Vec<ReplayedStep>,
    /// How many of them are the main line.
    pub n_main: usize,
    /// How many plies of the main line were legal.
    pub n_plies: usize,
    /// What is wrong with the main line.
    pub damage: Option<InputError>,
    /// What is wrong with variations, in their order: with each the first ply that is not legal.
    pub wrong_asides: Vec<InputError>,
    /// The plies of variations as the game writes them; none where one is not legal, or follows such a one.
    pub asides: Vec<Option<String>>,
}

impl Replayed {
    /// Writes the variations of the record as the game does, without those that are not legal.
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
    /// What it follows: 0 is the start, others count from 1 in the order of [`Replayed::steps`].
    pub after: usize,
    /// A move or an event.
    pub text: String,
    /// Who made it, counted from 1; 0 is chance.
    pub player: usize,
    /// The mark of annotators.
    pub mark: String,
    /// What is said about it.
    pub comment: Option<String>,
    /// What other programs say of it in a form of their own.
    pub foreign: String,
    /// The name of the variation that it begins.
    pub name: Option<String>,
    /// The result that the record writes after it, at the end of a variation.
    pub ending: Option<String>,
}

/// Replays a record with its variations from where a session stands, and leaves it at the end of the main line. A variation that
/// begins like another one goes on with it. No line may be longer than `longest` steps.
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
    replay.go_on_to_the_end();
    replay.done
}

struct Replay<'a> {
    session: &'a mut dyn Session,
    done: Replayed,
    /// The number of the step that a text makes behind a step.
    known: HashMap<(usize, String), usize>,
    /// The steps that lead to where the session stands, by their numbers.
    path: Vec<usize>,
    /// How many steps the session had at first.
    n_before: usize,
    longest: usize,
}

impl Replay<'_> {
    /// The step that each ply ends with, as far as they are legal; in front of them the start.
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

    /// Plays the variations, the last ones first: so the session has to take each step back once. What follows something illegal
    /// is left out like that.
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

    /// The number of the step where the session stands.
    fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }

    /// Takes steps back to one of those that lead to here.
    fn go_to(&mut self, step: usize) {
        while self.here() != step && self.path.pop().is_some() {
            self.session.undo();
        }
    }

    /// Leaves the variations, and plays the main line again from where they left it.
    fn go_on_to_the_end(&mut self) {
        let n_main = self.done.n_main;
        while self.here() > n_main && self.path.pop().is_some() {
            self.session.undo();
        }
        let left = (1..).zip(&self.done.steps[..n_main]);
        for (number, step) in left.skip(self.path.len()) {
            let again = self.session.play(&step.text);
            again.expect("it was legal before");
            self.path.push(number);
        }
    }

    /// Plays a ply, which may be several steps, all or none, and returns it as the game writes it.
    fn play(&mut self, ply: &RecordedPly) -> Result<String, InputError> {
        let token = Token { text: ply.text.clone(), place: ply.place.clone() };
        if self.path.len() >= self.longest {
            let expected = format!("at most {} steps", self.longest);
            return Err(InputError::new(&*ply.place, "more", expected));
        }
        let player = self.session.status().to_move.unwrap_or(0);
        let text = self.session.play(&ply.text);
        let text = text.map_err(|error| token.locate(error))?;
        let n_steps = self.session.n_steps() - self.n_before - self.path.len();
        if n_steps == 1 {
            self.step(text.clone(), player);
        } else {
            let steps = self.session.told().steps;
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

    /// A step that the session has played.
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
