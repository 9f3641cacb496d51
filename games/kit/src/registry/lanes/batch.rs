//! All games of a batch, shared out among threads.

use ludex_search::Turn;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::LaneOptions;
use super::lane::{Lane, Rules};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::registry::actions::{actions_of, means_nothing};

/// The greatest number of lanes.
const MOST_LANES: usize = 1 << 20;
/// The greatest number of threads.
const MOST_THREADS: usize = 1024;
/// The smallest number of lanes that one thread takes at once.
const SHARE: usize = 16;
/// Number of legal actions that an error lists.
const LISTED: usize = 8;

/// A batch of games of type `G`.
pub(super) struct Batch<G: Playable> {
    pub(super) rules: Rules<G>,
    pub(super) lanes: Vec<Lane<G>>,
    /// `None` if the calling thread does all the work.
    pool: Option<ThreadPool>,
}

impl<G: Playable> Batch<G> {
    pub(super) fn new(
        game: &G,
        start: &G::Position,
        options: &LaneOptions,
    ) -> Result<Self, InputError> {
        let n_actions = actions_of(game)?.count();
        check_range("lanes", options.lanes, 1, MOST_LANES)?;
        check_range("threads", options.threads, 0, MOST_THREADS)?;
        let max_steps = options.max_steps.unwrap_or(G::INFO.endless_after);
        check_range("max_steps", max_steps as usize, 1, u32::MAX as usize)?;
        if game.turn(start) == Turn::Over {
            return Err(InputError::sentence(
                "position",
                "the game is over, so no batch can begin here",
            ));
        }
        let rules = Rules {
            game: game.clone(),
            start: start.clone(),
            n_actions,
            auto_reset: options.auto_reset,
            given_events: options.given_events,
            max_steps,
            repetition: game.repetition().map(|most| most as usize),
        };
        let pool = pool_of(options.threads)?;
        let make = || (0..options.lanes).into_par_iter().with_min_len(SHARE);
        let make = || make().map(|lane| Lane::new(&rules, options.seed, lane)).collect();
        let lanes = match &pool {
            Some(pool) => pool.install(make),
            None => (0..options.lanes).map(|lane| Lane::new(&rules, options.seed, lane)).collect(),
        };
        Ok(Self { rules, lanes, pool })
    }

    /// Calls `change` with every lane and its entry of `data`.
    pub(super) fn change<T: Send>(
        &mut self,
        data: &mut [T],
        change: impl Fn(&Rules<G>, &mut Lane<G>, &mut T) + Sync,
    ) {
        let (rules, lanes) = (&self.rules, &mut self.lanes);
        let Some(pool) = &self.pool else {
            lanes.iter_mut().zip(data).for_each(|(lane, entry)| change(rules, lane, entry));
            return;
        };
        let lanes = lanes.par_iter_mut().with_min_len(SHARE).zip(data);
        pool.install(|| lanes.for_each(|(lane, entry)| change(rules, lane, entry)));
    }

    /// Calls `write` with every lane and its part of `out`, which has `width` entries.
    pub(super) fn write<T: Send>(
        &self,
        out: &mut [T],
        width: usize,
        write: impl Fn(&Rules<G>, &Lane<G>, &mut [T]) + Sync,
    ) -> Result<(), InputError> {
        check_length(out.len(), self.lanes.len(), width)?;
        let (rules, lanes) = (&self.rules, &self.lanes);
        let parts = width.max(1);
        let Some(pool) = self.pool.as_ref().filter(|_| width > SHARE) else {
            let parts = lanes.iter().zip(out.chunks_mut(parts));
            parts.for_each(|(lane, part)| write(rules, lane, part));
            return Ok(());
        };
        let parts = lanes.par_iter().with_min_len(SHARE).zip(out.par_chunks_mut(parts));
        pool.install(|| parts.for_each(|(lane, part)| write(rules, lane, part)));
        Ok(())
    }

    /// Plays the chosen action of every lane.
    pub(super) fn advance_all(&mut self) {
        let mut nothing = vec![(); self.lanes.len()];
        self.change(&mut nothing, |rules, lane, ()| lane.advance(rules));
    }

    /// Finds the actions among the legal ones of each lane. An error for the first that is not legal.
    pub(super) fn choose_all(&mut self, actions: &[u32]) -> Result<(), InputError> {
        self.check_entries(actions.len())?;
        let mut wanted: Vec<(u32, bool)> = actions.iter().map(|&action| (action, true)).collect();
        self.change(&mut wanted, |_, lane, (action, is_legal)| *is_legal = lane.choose(*action));
        match wanted.iter().position(|&(_, is_legal)| !is_legal) {
            Some(lane) => Err(self.illegal(lane, actions[lane])),
            None => Ok(()),
        }
    }

    pub(super) fn lane(&self, lane: usize) -> Result<&Lane<G>, InputError> {
        self.lanes.get(lane).ok_or_else(|| {
            let problem = format!("is not a lane: the lanes are 0 to {}", self.lanes.len() - 1);
            InputError::problem("lane", lane.to_string(), problem)
        })
    }

    /// The text of an action, legal or not, if it means anything in this lane.
    pub(super) fn text(&self, lane: &Lane<G>, action: u32) -> Option<String> {
        let rules = &self.rules;
        let any = || {
            let is_playing = matches!(lane.turn, Turn::Player(_));
            let mv = rules.actions().filter(|_| is_playing)?.decode(&lane.pos, action)?;
            Some(rules.game.write_move(&lane.pos, mv))
        };
        lane.legal_text(rules, action).or_else(any)
    }

    fn illegal(&self, index: usize, action: u32) -> InputError {
        let (lane, place) = (&self.lanes[index], format!("lane {index}"));
        let Some(text) = self.text(lane, action) else {
            return means_nothing(action, self.rules.n_actions).within(place);
        };
        let legal = &lane.numbers;
        let mut list: Vec<_> = legal.iter().take(LISTED).map(u32::to_string).collect();
        if legal.len() > LISTED {
            list.push("…".into());
        }
        let problem = format!("is not legal here; the legal actions are {}", list.join(", "));
        let error = InputError::problem(place, format!("{action} ({text})"), problem);
        error.with_hint(format!("the position is {}", self.rules.game.write_position(&lane.pos)))
    }
}

/// The threads that share the work. `None` for one thread.
fn pool_of(threads: usize) -> Result<Option<ThreadPool>, InputError> {
    if threads == 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| {
        InputError::problem("threads", threads.to_string(), format!("cannot be started: {error}"))
    });
    pool.map(Some)
}

fn check_range(place: &str, found: usize, least: usize, most: usize) -> Result<(), InputError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(InputError::new(place, found.to_string(), format!("{least} to {most}")))
}

impl<G: Playable> Batch<G> {
    /// An error unless a buffer has one entry for each lane.
    pub(super) fn check_entries(&self, found: usize) -> Result<(), InputError> {
        check_length(found, self.lanes.len(), 1)
    }
}

/// An error unless a buffer has `width` entries for each lane.
fn check_length(found: usize, lanes: usize, width: usize) -> Result<(), InputError> {
    if found == lanes * width {
        return Ok(());
    }
    let expected = format!("{} entries ({lanes} lanes × {width})", lanes * width);
    Err(InputError::new("buffer", format!("{found} entries"), expected))
}

impl<G: Playable> std::fmt::Debug for Batch<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { lanes, .. } = self;
        f.debug_struct("Batch").field("lanes", &lanes.len()).finish_non_exhaustive()
    }
}
