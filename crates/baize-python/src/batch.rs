//! Many games as numbers, stepped together while other Python threads run.

use crate::episode::{copy, size};
use crate::{json, refused, seed_of};
use baize_encoding::{AnyBatch, Decisions, Space, begin_many};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The most games in a batch.
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

    /// The agent of each game, one byte each.
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        bytes(py, self.0.count(), |agents| self.0.agents(agents))
    }

    /// Which actions are legal in each game, one byte each.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (_, actions) = size(self.0.space());
        bytes(py, self.0.count() * actions, |masks| self.0.masks(masks))
    }

    /// What the agent of each game sees, as bytes of 32-bit floats.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut seen = vec![0.0; self.0.count() * self.0.shape().iter().product::<usize>()];
        bytes(py, 4 * seen.len(), |bytes| {
            self.0.observations(&mut seen);
            copy(&seen, bytes);
        })
    }

    /// A legal action for each game, four bytes each.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut numbers = vec![0; self.0.count()];
        bytes(py, 4 * numbers.len(), |bytes| {
            self.0.sample(&mut numbers);
            for (four, number) in bytes.chunks_exact_mut(4).zip(&numbers) {
                four.copy_from_slice(&number.to_ne_bytes());
            }
        })
    }

    /// Steps every game with an action of four bytes per number; returns all rewards and which games ended.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        decisions: &[u8],
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let words = decisions.chunks_exact(4).map(|bytes| bytes.try_into().expect("four bytes"));
        let count = self.0.count();
        let (mut rewards, mut ended) = (vec![0.0; count * usize::from(self.0.seats())], vec![0; count]);
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
        let rewards = bytes(py, 4 * rewards.len(), |bytes| copy(&rewards, bytes))?;
        Ok((rewards, PyBytes::new(py, &ended)))
    }
}

/// A byte string of this length, filled while other Python threads run.
fn bytes<'py>(
    py: Python<'py>,
    length: usize,
    write: impl FnOnce(&mut [u8]) + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, length, |bytes| {
        py.detach(|| write(bytes));
        Ok(())
    })
}
