//! Pool balls on a table.
//!
//! Between two events every ball moves along a parabola that is known in closed form, so there are no time
//! steps: the simulation goes from event to event. Only operations that IEEE 754 defines exactly and pinned
//! functions are used, so the same shot has the same bits everywhere. The frame is that of
//! `docs/rules/nine-ball.md`: metres, seconds and radians, origin at the centre of the bed, foot at plus x, z
//! up.
//!
//! ```
//! use baize_physics::{Ball, Cue, EventKind, Models, Params, PoolTable, simulate};
//!
//! let balls = [Ball::at(0, [-0.635, 0.0]), Ball::at(1, [0.635, 0.0])];
//! let cue = Cue { v0: 2.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.2 };
//! let shot = simulate(&PoolTable::nine_foot(), &Params::default(), Models::default(), &balls, &cue)?;
//! let first = shot.events.iter().find(|event| matches!(event.kind, EventKind::Collision(..)));
//! assert_eq!(first.unwrap().kind, EventKind::Collision(0, 1));
//! assert!(shot.end.iter().all(|rest| rest.pocket.is_none()));
//!
//! // Where was the cue ball after half a second?
//! let r = shot.motion[0].interval_at(0.5).unwrap().position(0.5);
//! assert!(r.x > -0.635);
//! # Ok::<(), baize_physics::Error>(())
//! ```
//!
//! A player that tries many shots keeps a [`Simulator`], which allocates nothing once its buffers have grown:
//!
//! ```
//! # use baize_physics::{Ball, Cue, Models, Params, Simulator, PoolTable};
//! let mut simulator = Simulator::new(PoolTable::nine_foot(), Params::default(), Models::default())?;
//! let balls = [Ball::at(0, [-0.635, 0.0]), Ball::at(1, [0.635, 0.0])];
//! for phi in [0.0, 0.01, 0.02] {
//!     simulator.shoot(&balls, &Cue { v0: 2.0, phi, theta: 0.0, a: 0.0, b: 0.0 })?;
//!     assert!(!simulator.events().is_empty());
//! }
//! # Ok::<(), baize_physics::Error>(())
//! ```
//!
//! - [`PoolTable`], [`Params`], [`Models`], [`Ball`] and [`Cue`] go in, a [`Shot`] comes out: its [`ShotEvent`]s in order, the
//!   [`Motion`] of every ball in closed form, and where each came to [`Rest`].
//! - [`SimulateQuery`] asks the same as a query in JSON.
//! - [`diagram`] draws a shot; [`soak`] makes random shots, checks each of them and hashes their bits.
#![forbid(unsafe_code)]

mod check;
mod collision;
mod cue;
mod cushion;
pub mod diagram;
mod error;
mod motion;
mod obstacles;
mod params;
mod query;
mod roots;
mod shot;
mod simulator;
pub mod soak;
mod table;
mod vector;

pub use check::{MAX_BALLS, MAX_FACES, TOUCH};
pub use cue::{Cue, Strike};
pub use error::Error;
pub use motion::{Interval, State};
pub use params::{BallBall, Cushion, Models, Params, Squirt};
pub use query::{SimulateAnswer, SimulateQuery, SimulatedEnd, SimulatedEvent, SimulatedKind};
pub use shot::{Ball, EventKind, Face, Motion, Rest, Shot, ShotEvent};
pub use simulator::{GAP, MAX_EVENTS, Recording, Simulator};
pub use table::{Pocket, PoolTable, Segment, Tip};
pub use vector::{Vec2, Vec3};

/// Strikes ball 0 with the cue and simulates until everything lies still.
///
/// # Errors
/// If anything is out of bounds, or the shot does not end within [`MAX_EVENTS`].
pub fn simulate(
    table: &PoolTable,
    params: &Params,
    models: Models,
    balls: &[Ball],
    cue: &Cue,
) -> Result<Shot, Error> {
    let mut simulator = Simulator::new(table.clone(), *params, models)?.recording(Recording::Motion);
    simulator.shoot(balls, cue)?;
    Ok(simulator.shot())
}
