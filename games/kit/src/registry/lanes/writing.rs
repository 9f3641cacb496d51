//! What callers see of a batch: actions in, buffers out.

use ludex_search::{StopFlag, Turn};

use super::batch::Batch;
use super::{CHANCE, Lanes, OVER};
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::interface::observations::{Observations, named};
use crate::registry::actions::means_nothing;

impl<G: Playable> Lanes for Batch<G> {
    fn n_lanes(&self) -> usize {
        self.lanes.len()
    }

    fn players(&self) -> usize {
        self.rules.game.players()
    }

    fn n_actions(&self) -> usize {
        self.rules.n_actions
    }

    fn reset(&mut self, seed: Option<u64>) {
        if let Some(seed) = seed {
            let lanes = self.lanes.iter_mut().enumerate();
            lanes.for_each(|(index, lane)| lane.seed(seed, index));
        }
        let mut nothing = vec![(); self.lanes.len()];
        self.change(&mut nothing, |rules, lane, ()| lane.restart(rules));
    }

    fn reset_lanes(&mut self, which: &[u8]) -> Result<(), InputError> {
        self.check_entries(which.len())?;
        let mut which = which.to_vec();
        self.change(&mut which, |rules, lane, &mut wanted| {
            if wanted != 0 {
                lane.restart(rules);
            }
        });
        Ok(())
    }

    fn step(&mut self, actions: &[u32]) -> Result<(), InputError> {
        self.choose_all(actions)?;
        self.advance_all();
        Ok(())
    }

    fn choose_random(&mut self, actions: &mut [u32]) -> Result<(), InputError> {
        self.check_entries(actions.len())?;
        self.change(actions, |_, lane, action| *action = lane.random_action());
        Ok(())
    }

    fn play_random(&mut self, steps: u32, stop: &StopFlag) -> u64 {
        let mut ended = vec![0; self.lanes.len()];
        self.change(&mut ended, |rules, lane, n_ended| {
            *n_ended = lane.play_random(rules, steps, stop);
        });
        ended.iter().sum()
    }

    fn write_mask(&self, out: &mut [u8]) -> Result<(), InputError> {
        self.write(out, self.rules.n_actions, |_, lane, mask| {
            mask.fill(0);
            for &action in &lane.numbers {
                if let Some(entry) = mask.get_mut(action as usize) {
                    *entry = 1;
                }
            }
        })
    }

    fn write_mask_bits(&self, out: &mut [u8]) -> Result<(), InputError> {
        self.write(out, self.rules.n_actions.div_ceil(8), |_, lane, mask| {
            mask.fill(0);
            for &action in &lane.numbers {
                if let Some(byte) = mask.get_mut(action as usize / 8) {
                    *byte |= 1 << (action % 8);
                }
            }
        })
    }

    fn list_legal(&self, starts: &mut Vec<u32>, actions: &mut Vec<u32>) {
        starts.clear();
        actions.clear();
        starts.push(0);
        for lane in &self.lanes {
            actions.extend_from_slice(&lane.numbers);
            starts.push(actions.len() as u32);
        }
    }

    fn write_turns(&self, out: &mut [i8]) -> Result<(), InputError> {
        self.write(out, 1, |_, lane, out| {
            out[0] = match lane.turn {
                Turn::Player(player) => player.0 as i8,
                Turn::Chance => CHANCE,
                Turn::Over => OVER,
            };
        })
    }

    fn write_returns(&self, out: &mut [f32]) -> Result<(), InputError> {
        let n_players = self.players();
        self.write(out, n_players, |_, lane, out| {
            out.copy_from_slice(&lane.returns[..n_players]);
        })
    }

    fn write_endings(&self, out: &mut [u8]) -> Result<(), InputError> {
        self.write(out, 1, |_, lane, out| out[0] = lane.ending as u8)
    }

    fn write_steps(&self, out: &mut [u32]) -> Result<(), InputError> {
        self.write(out, 1, |_, lane, out| out[0] = lane.steps)
    }

    fn plane_shape(&self) -> [usize; 3] {
        self.rules.observations().map_or([0; 3], Observations::shape)
    }

    fn n_numbers(&self) -> usize {
        let names = self.rules.observations().map(Observations::number_names);
        named(&names.unwrap_or_default())
    }

    fn n_inputs(&self) -> usize {
        self.rules.observations().map_or(0, Observations::n_inputs)
    }

    fn write_planes(&self, out: &mut [f32]) -> Result<(), InputError> {
        let size = self.plane_shape().iter().product();
        self.write(out, size, |rules, lane, out| {
            out.fill(0.0);
            if let Some(observations) = rules.observations() {
                observations.planes(&lane.pos, out);
            }
        })
    }

    fn write_numbers(&self, out: &mut [f32]) -> Result<(), InputError> {
        self.write(out, self.n_numbers(), |rules, lane, out| {
            out.fill(0.0);
            if let Some(observations) = rules.observations() {
                observations.numbers(&lane.pos, out);
            }
        })
    }

    fn list_inputs(&self, starts: &mut Vec<u32>, inputs: &mut Vec<u32>, values: &mut Vec<f32>) {
        let mut active = Vec::new();
        let mut list = vec![0];
        for lane in &self.lanes {
            if let Some(observations) = self.rules.observations() {
                observations.inputs(&lane.pos, &mut active);
            }
            list.push(active.len() as u32);
        }
        *starts = list;
        inputs.clear();
        inputs.extend(active.iter().map(|&(input, _)| u32::from(input)));
        values.clear();
        values.extend(active.iter().map(|&(_, value)| value));
    }

    fn position(&self, lane: usize) -> Result<String, InputError> {
        Ok(self.rules.game.write_position(&self.lane(lane)?.pos))
    }

    fn action_text(&self, lane: usize, action: u32) -> Result<String, InputError> {
        let text = self.text(self.lane(lane)?, action);
        let wrong = || means_nothing(action, self.rules.n_actions).within(format!("lane {lane}"));
        text.ok_or_else(wrong)
    }

    fn events(&self, lane: usize) -> Result<Vec<(String, f32)>, InputError> {
        Ok(self.lane(lane)?.weighted_events(&self.rules))
    }
}
