//! The Adam optimiser.
//!
//! CITE: Kingma and Ba, "Adam: a method for stochastic optimization", 2015.

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// One step of Adam. The caller stores the running means of the gradients and of their squares.
#[derive(Clone, Copy, Debug)]
pub struct Adam {
    /// The learning rate, corrected for the bias of the means, which start at zero.
    rate: f32,
}

impl Adam {
    /// Step number `number`, counted from 1.
    pub fn step(rate: f32, number: u32) -> Self {
        let mean_part = 1.0 - MEAN_DECAY.powi(number as i32);
        let square_part = 1.0 - SQUARE_DECAY.powi(number as i32);
        let rate = rate * square_part.sqrt() / mean_part;
        Self { rate }
    }

    /// Moves weights against their gradients.
    pub fn descend(
        self,
        weights: &mut [f32],
        slopes: impl Iterator<Item = f32>,
        means: &mut [f32],
        squares: &mut [f32],
    ) {
        let cells = weights.iter_mut().zip(slopes).zip(means).zip(squares);
        for (((weight, slope), mean), square) in cells {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            *weight -= self.rate * *mean / (square.sqrt() + EPSILON);
        }
    }
}
