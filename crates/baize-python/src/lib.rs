//! The native half of the Python package `baize`; see docs/python.md.
//!
//! [`PyGame`] is a game with its JSON as text, [`PyEpisode`] one as numbers, [`PyBatch`] many of them. The
//! convenient parts (dictionaries, arrays, PettingZoo) are written in Python, next to this crate's manifest.

#![forbid(unsafe_code)]

mod batch;
mod episode;
mod game;

pub use batch::PyBatch;
pub use episode::PyEpisode;
pub use game::PyGame;

use baize_rules::{Problem, Seat, Seed};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;

create_exception!(
    baize,
    Refused,
    PyValueError,
    "What the rules refuse, or what cannot be read. `args` are the sentence and its code."
);

/// A problem as a Python exception.
fn refused(problem: &Problem) -> PyErr {
    Refused::new_err((problem.message.clone(), problem.code.clone()))
}

fn json(text: &str, what: &str) -> PyResult<Value> {
    serde_json::from_str(text).map_err(|error| PyValueError::new_err(format!("{what}: {error}")))
}

fn seat(number: u8, seats: u8) -> PyResult<Seat> {
    let seat = Seat::new(number).filter(|seat| seat.index() < usize::from(seats));
    seat.ok_or_else(|| PyValueError::new_err(format!("there is no seat {number}; the table has {seats}")))
}

/// The seed from this text, or a random one.
fn seed_of(text: Option<&str>) -> PyResult<Seed> {
    if let Some(text) = text {
        return Ok(Seed::from_text(text));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Seed::from_bytes(bytes))
}

/// The games with their options and players, as JSON.
#[pyfunction]
fn games() -> String {
    let about = |game: &&dyn baize_games::AnyGame| {
        let players = baize_players::ids(game.id());
        serde_json::json!({
            "id": game.id(), "name": game.name(), "options": game.options(), "players": players,
            "seats": [*game.seats().start(), *game.seats().end()],
        })
    };
    Value::Array(baize_games::GAMES.iter().map(about).collect()).to_string()
}

/// Replays a record and checks its claims; returns the result as JSON.
#[pyfunction]
fn verify(record: &str) -> PyResult<String> {
    let record = baize_games::Record::read(record).map_err(|problem| refused(&problem))?;
    let verified = record.verify().map_err(|problem| refused(&problem))?;
    Ok(serde_json::json!(verified).to_string())
}

/// The module that Python imports as `baize._native`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{PyBatch, PyEpisode, PyGame, Refused, games, verify};
}
