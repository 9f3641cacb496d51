//! Many games at once, for programs that learn. The arrays belong to NumPy and are filled in place.
//!
//! **Invariant:** The games are locked only while the interpreter lock is free, so no thread waits for both.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ludex_kit::InputError;
use ludex_kit::registry::{LaneOptions, Lanes};
use ludex_search::StopFlag;
use numpy::{AsSliceError, Element, IntoPyArray, PyArray1, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;

use crate::errors::{CouldNotError, of_input};
use crate::observation::check_numpy;
use crate::position::Position;
use crate::work::interruptible;

/// The native part of `ludex.Vector`.
#[pyclass(frozen, module = "ludex._ludex")]
pub(crate) struct Batch {
    lanes: Mutex<Box<dyn Lanes>>,
    /// The process that started the threads of the batch. `None` if it has no threads.
    process: Option<u32>,
}

impl Batch {
    /// Works on the games without the interpreter lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Lanes) -> Result<T, InputError> + Send,
    ) -> PyResult<T> {
        self.check_process()?;
        py.detach(|| work(&mut **lock(&self.lanes))).map_err(|error| of_input(&error))
    }

    /// An error if the threads of the batch are those of the parent process.
    fn check_process(&self) -> PyResult<()> {
        if self.process.is_none_or(|process| process == std::process::id()) {
            return Ok(());
        }
        let sentence = "the threads of this batch belong to the parent process; open another batch after a fork, or use threads=1";
        Err(CouldNotError::new_err(sentence))
    }

    /// Calls a function that fills an array.
    fn fill<T: Element + Send>(
        &self,
        py: Python<'_>,
        mut out: PyReadwriteArrayDyn<'_, T>,
        write: impl FnOnce(&mut dyn Lanes, &mut [T]) -> Result<(), InputError> + Send,
    ) -> PyResult<()> {
        let out = out.as_slice_mut().map_err(not_contiguous)?;
        self.with(py, |lanes| write(lanes, out))
    }
}

fn lock(lanes: &Mutex<Box<dyn Lanes>>) -> MutexGuard<'_, Box<dyn Lanes>> {
    lanes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The exception for an array whose elements are not next to each other.
fn not_contiguous(_: AsSliceError) -> PyErr {
    of_input(&InputError::sentence("array", "the array must be contiguous, row by row"))
}

/// Indices where the entries of each lane begin, and the entries.
type Lists<'py, T> = (Bound<'py, PyArray1<u32>>, T);

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (position, lanes, seed, threads, auto_reset, given_events, max_steps=None))]
    #[expect(clippy::too_many_arguments, reason = "they are the options of a batch")]
    fn new(
        py: Python<'_>,
        position: &Position,
        lanes: usize,
        seed: u64,
        threads: usize,
        auto_reset: bool,
        given_events: bool,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        check_numpy(py)?;
        let options = LaneOptions { lanes, seed, threads, auto_reset, given_events, max_steps };
        let value = &position.value;
        let lanes = py.detach(|| value.session().lanes(&options));
        let lanes = lanes.map_err(|error| of_input(&error))?;
        let process = (threads != 1).then(std::process::id);
        Ok(Self { lanes: Mutex::new(lanes), process })
    }

    /// Number of planes, rows and columns of an observation; zeros if the game has no planes.
    fn plane_shape(&self, py: Python<'_>) -> PyResult<(usize, usize, usize)> {
        self.with(py, |lanes| Ok(lanes.plane_shape().into()))
    }

    /// Number of numbers of an observation.
    fn n_numbers(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |lanes| Ok(lanes.n_numbers()))
    }

    /// Begins new games; with a seed, the random numbers begin again too.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.with(py, |lanes| {
            lanes.reset(seed);
            Ok(())
        })
    }

    /// Begins a new game in the lanes whose entry is not 0.
    fn reset_lanes(&self, py: Python<'_>, which: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        let which = which.as_slice().map_err(not_contiguous)?;
        self.with(py, |lanes| lanes.reset_lanes(which))
    }

    /// Plays one action in each lane.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, u32>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(not_contiguous)?;
        self.with(py, |lanes| lanes.step(actions))
    }

    /// Writes a random legal action for each lane.
    fn choose_random(&self, py: Python<'_>, out: PyReadwriteArrayDyn<'_, u32>) -> PyResult<()> {
        self.fill(py, out, |lanes, out| lanes.choose_random(out))
    }

    /// Plays random actions in each lane. Returns the number of games that ended.
    fn play_random(&self, py: Python<'_>, steps: u32) -> PyResult<u64> {
        self.check_process()?;
        let stop = StopFlag::default();
        interruptible(py, &stop, || lock(&self.lanes).play_random(steps, &stop))
    }

    /// Writes 1 for each legal action and 0 for each other action.
    fn write_mask(&self, py: Python<'_>, out: PyReadwriteArrayDyn<'_, u8>) -> PyResult<()> {
        self.fill(py, out, |lanes, out| lanes.write_mask(out))
    }

    /// Writes the player to move from 0, −1 before a chance event, or −2 after the end.
    fn write_turns(&self, py: Python<'_>, out: PyReadwriteArrayDyn<'_, i8>) -> PyResult<()> {
        self.fill(py, out, |lanes, out| lanes.write_turns(out))
    }

    /// Writes the results of the games that the last step ended.
    fn write_returns(&self, py: Python<'_>, out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        self.fill(py, out, |lanes, out| lanes.write_returns(out))
    }

    /// Writes how the last step ended the game: 0 not at all, 1 by the rules, 2 because it was too long.
    fn write_endings(&self, py: Python<'_>, out: PyReadwriteArrayDyn<'_, u8>) -> PyResult<()> {
        self.fill(py, out, |lanes, out| lanes.write_endings(out))
    }

    /// Writes the number of moves and events of each game so far.
    fn write_steps(&self, py: Python<'_>, out: PyReadwriteArrayDyn<'_, u32>) -> PyResult<()> {
        self.fill(py, out, |lanes, out| lanes.write_steps(out))
    }

    /// Writes the planes of the observations.
    fn write_planes(&self, py: Python<'_>, out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        self.fill(py, out, |lanes, out| lanes.write_planes(out))
    }

    /// Writes the numbers of the observations.
    fn write_numbers(&self, py: Python<'_>, out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        self.fill(py, out, |lanes, out| lanes.write_numbers(out))
    }

    /// The legal actions of each lane as a list.
    fn list_legal<'py>(&self, py: Python<'py>) -> PyResult<Lists<'py, Bound<'py, PyArray1<u32>>>> {
        let (mut starts, mut actions) = (Vec::new(), Vec::new());
        self.with(py, |lanes| {
            lanes.list_legal(&mut starts, &mut actions);
            Ok(())
        })?;
        Ok((starts.into_pyarray(py), actions.into_pyarray(py)))
    }

    /// The inputs of the game's own network that are not zero, with their values.
    fn list_inputs<'py>(&self, py: Python<'py>) -> PyResult<Lists<'py, Weighted<'py>>> {
        let (mut starts, mut inputs, mut values) = (Vec::new(), Vec::new(), Vec::new());
        self.with(py, |lanes| {
            lanes.list_inputs(&mut starts, &mut inputs, &mut values);
            Ok(())
        })?;
        Ok((starts.into_pyarray(py), (inputs.into_pyarray(py), values.into_pyarray(py))))
    }

    /// The position of a lane in the game's notation.
    fn position(&self, py: Python<'_>, lane: usize) -> PyResult<String> {
        self.with(py, |lanes| lanes.position(lane))
    }

    /// The move or event that an action means in a lane.
    fn action_text(&self, py: Python<'_>, lane: usize, action: u32) -> PyResult<String> {
        self.with(py, |lanes| lanes.action_text(lane, action))
    }

    /// The events that can happen next in a lane, with their probabilities.
    fn events(&self, py: Python<'_>, lane: usize) -> PyResult<Vec<(String, f32)>> {
        self.with(py, |lanes| lanes.events(lane))
    }
}

/// Indices, and a value for each.
type Weighted<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f32>>);
