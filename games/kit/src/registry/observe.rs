//! What a network sees of the current position.

use ludex_search::Game;

use super::erased::Erased;
use super::position_value::Value;
use crate::interface::catalogue::Playable;
use crate::interface::observations::{Observations, named};

/// What a network sees of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// Number of planes, rows and columns; zeros if the game has no planes.
    pub shape: [usize; 3],
    /// The names of the planes, each with the number of consecutive planes that it names.
    pub plane_names: Vec<(&'static str, usize)>,
    /// The names of the numbers, each with the number of consecutive numbers that it names.
    pub number_names: Vec<(&'static str, usize)>,
    /// The planes one after another, each row by row.
    pub planes: Vec<f32>,
    /// The numbers.
    pub numbers: Vec<f32>,
    /// The number of inputs of the game's own network; 0 if there is none.
    pub n_inputs: usize,
    /// The inputs of the game's own network that are not zero, each with its value.
    pub inputs: Vec<(u16, f32)>,
}

impl Observation {
    /// What a network sees of this position.
    pub fn new<G: Game>(observations: &dyn Observations<G>, pos: &G::Position) -> Self {
        let (shape, number_names) = (observations.shape(), observations.number_names());
        let mut planes = vec![0.0; shape.iter().product()];
        observations.planes(pos, &mut planes);
        let mut numbers = vec![0.0; named(&number_names)];
        observations.numbers(pos, &mut numbers);
        let mut inputs = Vec::new();
        observations.inputs(pos, &mut inputs);
        Self {
            shape,
            plane_names: observations.plane_names(),
            number_names,
            planes,
            numbers,
            n_inputs: observations.n_inputs(),
            inputs,
        }
    }
}

/// Shows the current position to a network.
pub trait Observe {
    /// What a network sees of the current position. `None` if the game does not show itself to networks.
    fn observation(&self) -> Option<Observation>;
}

impl<G: Playable> Observe for Erased<G> {
    fn observation(&self) -> Option<Observation> {
        Some(Observation::new(self.game.offers().observations?, self.now()))
    }
}

impl<G: Playable> Observe for Value<G> {
    fn observation(&self) -> Option<Observation> {
        Some(Observation::new(self.game().offers().observations?, self.position()))
    }
}
