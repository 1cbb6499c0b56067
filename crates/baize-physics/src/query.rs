//! The question "what would this shot do?" and its answer, as they go over the wire.

use crate::check::MAX_BALLS;
use crate::cue::{Cue, Strike};
use crate::error::Error;
use crate::motion::State;
use crate::params::{Models, Params};
use crate::shot::{Ball, EventKind};
use crate::simulator::{Recording, Simulator};
use crate::table::PoolTable;
use crate::vector::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::collections::BTreeMap;
use std::fmt;

/// The `SIMULATE` query, without its `type`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulateQuery {
    /// Centres of the balls, by their numbers.
    #[serde(deserialize_with = "numbered")]
    pub balls: BTreeMap<u8, Vec2>,
    /// The stroke on ball 0.
    pub cue: Cue,
    /// The table; the 9-foot table if absent.
    #[serde(default = "PoolTable::nine_foot")]
    pub table: PoolTable,
    /// Parameters; the default for each that is absent.
    #[serde(default)]
    pub params: Params,
    /// Models; the default for each that is absent.
    #[serde(default)]
    pub models: Models,
}

/// The answer to a [`SimulateQuery`].
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimulateAnswer {
    /// Everything that happened, in order.
    pub events: Vec<SimulatedEvent>,
    /// Velocity and spin of ball 0 just after the stroke.
    pub after_strike: Strike,
    /// Where each ball was left.
    #[serde(rename = "final")]
    pub end: BTreeMap<u8, SimulatedEnd>,
    /// When the last ball stopped moving over the bed.
    pub settled: f64,
    /// When the last ball also stopped spinning.
    pub seconds: f64,
}

/// One event of a [`SimulateAnswer`].
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SimulatedEvent {
    /// What happened.
    #[serde(rename = "type")]
    pub kind: SimulatedKind,
    /// The two balls of a collision, or the one ball of anything else.
    pub balls: Vec<u8>,
    /// Seconds after the stroke.
    pub t: f64,
    /// The state to which a ball changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<State>,
    /// Name of the pocket a ball fell into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pocket: Option<String>,
}

/// The kinds of events of a [`SimulateAnswer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SimulatedKind {
    /// The cue hit a ball.
    Strike,
    /// Two balls hit each other.
    Collision,
    /// A ball hit a cushion.
    Cushion,
    /// A ball fell into a pocket.
    Pot,
    /// A ball changed to another kind of motion by itself.
    Transition,
}

/// Where a ball was left.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SimulatedEnd {
    /// Stationary or pocketed.
    pub state: State,
    /// Centre; for a pocketed ball, the place where it was captured.
    pub r: Vec2,
}

impl SimulateQuery {
    /// Simulates the shot.
    ///
    /// # Errors
    /// If anything is out of bounds, or the shot does not end within [`MAX_EVENTS`](crate::MAX_EVENTS).
    pub fn answer(self) -> Result<SimulateAnswer, Error> {
        let balls: Vec<Ball> = self.balls.iter().map(|(&id, &r)| Ball::at(id, r)).collect();
        let mut simulator =
            Simulator::new(self.table, self.params, self.models)?.recording(Recording::Events);
        simulator.shoot(&balls, &self.cue)?;
        Ok(SimulateAnswer::of(&simulator))
    }
}

impl SimulateAnswer {
    fn of(simulator: &Simulator) -> SimulateAnswer {
        let pockets = &simulator.table().pockets;
        let events = simulator.events().iter().map(|event| {
            let (kind, balls, to, pocket) = match event.kind {
                EventKind::Strike(ball) => (SimulatedKind::Strike, vec![ball], None, None),
                EventKind::Collision(one, two) => (SimulatedKind::Collision, vec![one, two], None, None),
                EventKind::Cushion(ball, _) => (SimulatedKind::Cushion, vec![ball], None, None),
                EventKind::Pot(ball, index) => {
                    (SimulatedKind::Pot, vec![ball], None, Some(pockets[usize::from(index)].id.clone()))
                }
                EventKind::Transition(ball, to) => (SimulatedKind::Transition, vec![ball], Some(to), None),
            };
            SimulatedEvent { kind, balls, t: event.t, to, pocket }
        });
        let end = simulator.end().map(|rest| {
            let state = if rest.pocket.is_some() { State::Pocketed } else { State::Stationary };
            (rest.id, SimulatedEnd { state, r: rest.r })
        });
        SimulateAnswer {
            events: events.collect(),
            after_strike: simulator.strike().unwrap_or(Strike { v: Vec2::ZERO, w: Default::default() }),
            end: end.collect(),
            settled: simulator.settled(),
            seconds: simulator.seconds(),
        }
    }
}

/// Reads `{"0": [x, y], ...}`. The keys are read as strings, which works whether serde buffers the JSON or
/// not.
fn numbered<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<u8, Vec2>, D::Error> {
    struct Balls;

    impl<'de> de::Visitor<'de> for Balls {
        type Value = BTreeMap<u8, Vec2>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {MAX_BALLS} balls by their numbers")
        }

        fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut balls = BTreeMap::new();
            while let Some(key) = map.next_key::<String>()? {
                let id = key.parse::<u8>().ok().filter(|id| id.to_string() == key);
                let id = id.ok_or_else(|| de::Error::custom("a ball has a number from 0 to 255"))?;
                if balls.insert(id, map.next_value()?).is_some() {
                    return Err(de::Error::custom(format_args!("ball {id} is there twice")));
                }
                if balls.len() > MAX_BALLS {
                    return Err(de::Error::invalid_length(balls.len(), &self));
                }
            }
            Ok(balls)
        }
    }

    deserializer.deserialize_map(Balls)
}
