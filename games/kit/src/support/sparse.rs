//! Sparse network inputs: a list of those that are not zero.

use ludex_learn::Active;

/// The inputs that are not zero, at most `N` of them.
#[derive(Clone, Copy, Debug)]
pub struct SparseInputs<const N: usize> {
    active: [Active; N],
    count: usize,
}

impl<const N: usize> SparseInputs<N> {
    /// All inputs zero.
    pub const NONE: Self = Self { active: [(0, 0.0); N], count: 0 };

    /// Sets all inputs to zero.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// The inputs that are not zero.
    pub fn active(&self) -> &[Active] {
        &self.active[..self.count]
    }

    /// Sets an input, which must not be set already.
    pub fn add(&mut self, input: usize, value: f32) {
        if value != 0.0 {
            self.active[self.count] = (input as u16, value);
            self.count += 1;
        }
    }

    /// Sets consecutive inputs.
    pub fn add_all(&mut self, first: usize, values: &[f32]) {
        for (place, &value) in values.iter().enumerate() {
            self.add(first + place, value);
        }
    }
}
