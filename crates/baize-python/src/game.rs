//! A game whose views, actions and events are JSON.

use crate::{json, refused, seat, seed_of};
use baize_games::{AnyTable, Record, RecordedMove, find, typed_menu};
use baize_players::{Budget, sit};
use baize_rules::{Language, Leaving, Seed, Viewer};
use pyo3::prelude::*;
use serde_json::{Value, json};

/// A game and its record.
#[pyclass(name = "Game", module = "baize")]
pub struct PyGame {
    table: Box<dyn AnyTable>,
    record: Record,
}

impl PyGame {
    fn viewer(&self, number: Option<u8>) -> PyResult<Viewer> {
        number.map_or(Ok(Viewer::Spectator), |number| Ok(Viewer::Seat(seat(number, self.table.seats())?)))
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (game, options, seats, seed))]
    fn new(game: &str, options: &str, seats: Option<u8>, seed: Option<&str>) -> PyResult<PyGame> {
        let (options, seed) = (json(options, "options")?, seed_of(seed)?);
        let start = || find(game)?.start(&options, seats, &seed);
        let table = start().map_err(|problem| refused(&problem))?;
        let record = Record::of(&*table, options.clone(), &seed);
        Ok(PyGame { table, record })
    }

    /// The game of a record, at its end.
    #[staticmethod]
    fn read(record: &str) -> PyResult<PyGame> {
        let read = || {
            let record = Record::read(record)?;
            Ok((record.replay()?, record))
        };
        let (table, record) = read().map_err(|problem| refused(&problem))?;
        Ok(PyGame { table, record })
    }

    #[getter]
    fn id(&self) -> &'static str {
        self.table.game().id()
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.table.seats()
    }

    /// The seats that must act, and those that may.
    fn awaiting(&self) -> (Vec<usize>, Vec<usize>) {
        let awaiting = self.table.awaiting();
        let numbers = |seats: Vec<baize_rules::Seat>| seats.into_iter().map(|seat| seat.index()).collect();
        (numbers(awaiting.must.iter().collect()), numbers(awaiting.asides().collect()))
    }

    fn outcome(&self) -> Option<String> {
        self.table.outcome().map(|outcome| json!(outcome).to_string())
    }

    #[pyo3(signature = (viewer=None))]
    fn view(&self, viewer: Option<u8>) -> PyResult<String> {
        Ok(self.table.view(self.viewer(viewer)?).to_string())
    }

    #[pyo3(signature = (viewer=None, language="en"))]
    fn text(&self, viewer: Option<u8>, language: &str) -> PyResult<String> {
        let language: Language = serde_json::from_value(language.into())
            .map_err(|_| pyo3::exceptions::PyValueError::new_err("the languages are en, ja and zh-Hant"))?;
        Ok(self.table.text(self.viewer(viewer)?, language))
    }

    /// A seat's actions as JSON, and whether they are all.
    fn actions(&self, number: u8) -> PyResult<(String, bool)> {
        let menu = self.table.menu(seat(number, self.table.seats())?);
        let actions: Vec<Value> = menu.actions.iter().map(|listed| listed.action.value()).collect();
        Ok((Value::Array(actions).to_string(), menu.is_complete))
    }

    /// The same as people type them.
    fn moves(&self, number: u8) -> PyResult<(Vec<String>, bool)> {
        Ok(typed_menu(&*self.table, seat(number, self.table.seats())?))
    }

    /// The action for a typed move.
    fn read_move(&self, number: u8, text: &str) -> PyResult<String> {
        let action = self.table.read(seat(number, self.table.seats())?, text);
        Ok(action.map_err(|problem| refused(&problem))?.to_string())
    }

    /// Plays an action; returns what everybody hears of it. On an error nothing has changed.
    fn apply(&mut self, number: u8, action: &str) -> PyResult<Vec<String>> {
        let (seat, action) = (seat(number, self.table.seats())?, json(action, "action")?);
        let events = self.table.play(seat, &action).map_err(|problem| refused(&problem))?;
        self.record.log.push(RecordedMove::action(seat, action));
        self.record.result = self.table.outcome();
        let public = events.iter().filter(|event| event.to.includes(Viewer::Spectator));
        Ok(public.map(|event| event.text.told_in(Language::English)).collect())
    }

    /// Takes a seat out of the game.
    fn resign(&mut self, number: u8) -> PyResult<()> {
        let seat = seat(number, self.table.seats())?;
        self.table.leave(seat, Leaving::Resign).map_err(|problem| refused(&problem))?;
        self.record.log.push(RecordedMove::Leave { seat, leave: Leaving::Resign });
        self.record.result = self.table.outcome();
        Ok(())
    }

    /// What a computer player would do in this seat, and why, as JSON.
    #[pyo3(signature = (number, player, nodes=None, seed="advice"))]
    fn suggest(
        &self,
        py: Python<'_>,
        number: u8,
        player: &str,
        nodes: Option<u64>,
        seed: &str,
    ) -> PyResult<(String, String)> {
        let own = self.table.seat_view(crate::seat(number, self.table.seats())?);
        let (game, seed) = (self.id(), Seed::from_text(seed));
        let thought =
            py.detach(move || sit(game, player, &seed)?.choose(&own, Budget { nodes, ..Budget::default() }));
        let thought = thought.map_err(|problem| refused(&problem))?;
        Ok((thought.action.to_string(), thought.info.to_string()))
    }

    /// The record as JSON.
    fn record(&self) -> String {
        json!(self.record).to_string()
    }

    fn copy(&self) -> PyGame {
        PyGame { table: self.table.boxed_clone(), record: self.record.clone() }
    }
}
