//! A game as numbers.

use crate::{json, refused, seat, seed_of};
use baize_encoding::{AnyEpisode, Decision, Space, begin};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyList};

/// One game, played decision by decision.
#[pyclass(name = "Episode", module = "baize", subclass)]
pub struct PyEpisode(Box<dyn AnyEpisode>);

/// Copies numbers as bytes in native order, which is what arrays are made of.
pub(crate) fn copy(numbers: &[f32], into: &mut [u8]) {
    for (bytes, number) in into.chunks_exact_mut(4).zip(numbers) {
        bytes.copy_from_slice(&number.to_ne_bytes());
    }
}

/// Whether actions are discrete; the number of actions, or of numbers in one action.
pub(crate) const fn size(space: Space) -> (bool, usize) {
    match space {
        Space::Discrete(count) => (true, count),
        Space::Continuous(length) => (false, length),
    }
}

/// Python integers for all actions, made once: a game with many actions lists dozens of them per decision.
static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();

/// The most actions of a game with discrete actions.
const MOST: u32 = 1 << 13;

#[pymethods]
impl PyEpisode {
    #[new]
    #[pyo3(signature = (game, options, seats, seed))]
    fn new(game: &str, options: &str, seats: Option<u8>, seed: Option<&str>) -> PyResult<PyEpisode> {
        let begun = begin(game, &json(options, "options")?, seats, &seed_of(seed)?);
        begun.map(PyEpisode).map_err(|problem| refused(&problem))
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// Whether actions are discrete; the number of actions, or of numbers in one action.
    #[getter]
    fn space(&self) -> (bool, usize) {
        size(self.0.space())
    }

    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.0.shape().to_vec()
    }

    /// The seat that decides; None after the end.
    #[getter]
    fn agent(&self) -> Option<usize> {
        self.0.agent().map(|seat| seat.index())
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.0.agent().is_none()
    }

    /// The numbers of the agent's legal actions.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let known = NUMBERS.get_or_init(py, || {
            (0..MOST)
                .map(|number| number.into_pyobject(py).map_or_else(|never| match never {}, Bound::unbind))
                .collect()
        });
        let legal = self.0.legal();
        PyList::new(py, legal.iter().map(|number| known[*number as usize].bind(py)))
    }

    /// Plays an action for the agent. On an error nothing has changed.
    fn act(&mut self, number: u32) -> PyResult<()> {
        self.0.act(Decision::Number(number)).map_err(|problem| refused(&problem))
    }

    /// The same for actions of several numbers.
    #[allow(clippy::needless_pass_by_value)] // Python's list becomes ours.
    fn act_at(&mut self, numbers: Vec<f32>) -> PyResult<()> {
        self.0.act(Decision::Point(&numbers)).map_err(|problem| refused(&problem))
    }

    /// What a seat sees, as bytes of 32-bit floats.
    fn observation<'py>(&self, py: Python<'py>, number: u8) -> PyResult<Bound<'py, PyBytes>> {
        let mut seen = vec![0.0; self.0.shape().iter().product()];
        self.0.observe(seat(number, self.0.seats())?, &mut seen);
        PyBytes::new_with(py, 4 * seen.len(), |bytes| {
            copy(&seen, bytes);
            Ok(())
        })
    }

    /// The rewards of the seats, once the game is over.
    fn rewards(&self) -> Option<Vec<f32>> {
        self.0.rewards()
    }

    /// What everybody may see, as text.
    fn text(&self) -> String {
        self.0.text()
    }

    fn copy(&self) -> PyEpisode {
        PyEpisode(self.0.boxed_clone())
    }
}
