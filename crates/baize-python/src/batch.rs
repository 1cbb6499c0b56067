//! Many games as numbers, stepped together while other threads of Python go on.

use crate::episode::{bytes_of, size};
use crate::{json, refused, seed_of};
use baize_encoding::{AnyBatch, Decisions, Space, begin_many};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The most games of a batch.
const MOST: usize = 1 << 20;

/// Many games.
#[pyclass(name = "Batch", module = "baize")]
pub struct PyBatch(Box<dyn AnyBatch>);

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, count, options, seats, seed))]
    fn new(
        game: &str,
        count: usize,
        options: &str,
        seats: Option<u8>,
        seed: Option<&str>,
    ) -> PyResult<PyBatch> {
        if !(1..=MOST).contains(&count) {
            return Err(PyValueError::new_err(format!("a batch has 1 to {MOST} games")));
        }
        let begun = begin_many(game, &json(options, "options")?, seats, &seed_of(seed)?, count);
        begun.map(PyBatch).map_err(|problem| refused(&problem))
    }

    #[getter]
    fn count(&self) -> usize {
        self.0.count()
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    #[getter]
    fn space(&self) -> (bool, usize) {
        size(self.0.space())
    }

    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.0.shape().to_vec()
    }

    /// Whose decision it is in each game, one byte each.
    fn agents<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut agents = Vec::new();
        self.0.agents(&mut agents);
        PyBytes::new(py, &agents)
    }

    /// Which actions are legal in each game, one byte each.
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut masks = Vec::new();
        py.detach(|| self.0.masks(&mut masks));
        PyBytes::new(py, &masks)
    }

    /// What the agent of each game sees, as bytes of 32-bit numbers.
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut seen = Vec::new();
        py.detach(|| self.0.observations(&mut seen));
        PyBytes::new(py, &bytes_of(&seen))
    }

    /// A legal action for each game, four bytes each.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut numbers = Vec::new();
        py.detach(|| self.0.sample(&mut numbers));
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    /// Steps every game by numbers of four bytes each; the rewards of all seats and whether each game ended.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        decisions: &[u8],
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let words = decisions.chunks_exact(4).map(|bytes| bytes.try_into().expect("four bytes"));
        let (mut rewards, mut ended) = (Vec::new(), Vec::new());
        let stepped = match self.0.space() {
            Space::Discrete(_) => {
                let numbers: Vec<u32> = words.map(u32::from_ne_bytes).collect();
                py.detach(|| self.0.step(Decisions::Numbers(&numbers), &mut rewards, &mut ended))
            }
            Space::Continuous(_) => {
                let numbers: Vec<f32> = words.map(f32::from_ne_bytes).collect();
                py.detach(|| self.0.step(Decisions::Points(&numbers), &mut rewards, &mut ended))
            }
        };
        stepped.map_err(|problem| refused(&problem))?;
        Ok((PyBytes::new(py, &bytes_of(&rewards)), PyBytes::new(py, &ended)))
    }
}
