//! All games of a batch, shared out among threads.

use ludex_search::Turn;

use super::LaneOptions;
use super::helpers::Helpers;
use super::lane::{Lane, Rules};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::registry::actions::{actions_of, means_nothing};
use crate::say;

/// The greatest number of lanes.
const MOST_LANES: usize = 1 << 20;
/// The greatest number of threads.
const MOST_THREADS: usize = 1024;
/// A buffer with at most this number of entries for each lane is filled by the calling thread alone.
const NARROW: usize = 16;
/// Number of legal actions that an error lists.
const LISTED: usize = 8;

/// A batch of games of type `G`.
pub(super) struct Batch<G: Playable> {
    pub(super) rules: Rules<G>,
    pub(super) lanes: Vec<Lane<G>>,
    helpers: Helpers,
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
                say!("the game is over, so no batch can begin here"),
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
        let helpers = Helpers::new(options.threads)?;
        let lanes = helpers.make(options.lanes, |lane| Lane::new(&rules, options.seed, lane));
        Ok(Self { rules, lanes, helpers })
    }

    /// Calls `change` with every lane and its entry of `data`.
    pub(super) fn change<T: Send>(
        &mut self,
        data: &mut [T],
        change: impl Fn(&Rules<G>, &mut Lane<G>, &mut T) + Sync,
    ) {
        let (rules, size) = (&self.rules, self.helpers.share(self.lanes.len()));
        let parts = self.lanes.chunks_mut(size).zip(data.chunks_mut(size));
        self.helpers.work(parts, |(lanes, data)| {
            lanes.iter_mut().zip(data).for_each(|(lane, entry)| change(rules, lane, entry));
        });
    }

    /// Calls `write` with every lane and its part of `out`, which has `width` entries.
    pub(super) fn write<T: Send>(
        &self,
        out: &mut [T],
        width: usize,
        write: impl Fn(&Rules<G>, &Lane<G>, &mut [T]) + Sync,
    ) -> Result<(), InputError> {
        check_length(out.len(), self.lanes.len(), width)?;
        let (rules, width) = (&self.rules, width.max(1));
        let fill = |lanes: &[Lane<G>], out: &mut [T]| {
            let parts = lanes.iter().zip(out.chunks_mut(width));
            parts.for_each(|(lane, part)| write(rules, lane, part));
        };
        if width <= NARROW {
            fill(&self.lanes, out);
            return Ok(());
        }
        let size = self.helpers.share(self.lanes.len());
        let parts = self.lanes.chunks(size).zip(out.chunks_mut(size * width));
        self.helpers.work(parts, |(lanes, out)| fill(lanes, out));
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
            let problem =
                say!("is not a lane: the lanes are 0 to {last}", last = self.lanes.len() - 1);
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
        let problem =
            say!("is not legal here; the legal actions are {actions}", actions = list.join(", "));
        let error = InputError::problem(place, format!("{action} ({text})"), problem);
        let position = self.rules.game.write_position(&lane.pos);
        error.with_hint(say!("the position is {position}", position))
    }
}

fn check_range(place: &str, found: usize, least: usize, most: usize) -> Result<(), InputError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(InputError::new(place, found.to_string(), say!("{min} to {max}", min = least, max = most)))
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
    let expected =
        say!("{number} entries ({lanes} lanes × {width})", number = lanes * width, lanes, width);
    Err(InputError::new("buffer", say!("{number} entries", number = found), expected))
}

impl<G: Playable> std::fmt::Debug for Batch<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { lanes, .. } = self;
        f.debug_struct("Batch").field("lanes", &lanes.len()).finish_non_exhaustive()
    }
}
