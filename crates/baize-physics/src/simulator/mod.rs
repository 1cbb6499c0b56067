//! The simulation: from one event to the next until everything lies still.

mod repeats;
mod schedule;
mod spacing;

pub use spacing::GAP;

use crate::check::{self, MAX_BALLS};
use crate::collision::{BallContact, Moving};
use crate::cue::{Cue, Strike};
use crate::cushion::CushionContact;
use crate::error::Error;
use crate::motion::{Cloth, Interval, State};
use crate::obstacles::{Area, Obstacle, Obstacles, Touch, distance_polynomial};
use crate::params::{Models, Params};
use crate::shot::{Ball, EventKind, Face, Motion, Rest, Shot, ShotEvent};
use crate::table::PoolTable;
use crate::vector::{Vec2, Vec3};
use repeats::{Bounce, Burst, Crowd, SLOW};
use schedule::{Next, Schedule, pair};

/// The most events in one shot; a break has about a hundred.
pub const MAX_EVENTS: usize = 10_000;
/// Meetings this close in time, in seconds, are simultaneous.
const AT_ONCE: f64 = 1e-9;

/// Whether the motion of every ball is recorded, or only the events and the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recording {
    /// Events and end only, for players that try thousands of shots.
    #[default]
    Events,
    /// Also every interval of motion.
    Motion,
}

/// One ball during the simulation.
#[derive(Clone, Copy, Debug)]
struct Body {
    id: u8,
    pocket: Option<u8>,
    path: Interval,
    /// When the current path ends at the latest, as it changes by itself or meets an obstacle.
    horizon: f64,
    /// The box that the centre stays in until then, grown by the radius.
    area: Area,
    obstacle: Option<Obstacle>,
    crowd: Crowd,
    /// The cushion that the ball hit last, and its hits on that.
    burst: (Option<Face>, Burst),
}

/// Simulates shots on one table. It keeps its buffers, so repeated shots do not allocate.
#[derive(Clone, Debug)]
pub struct Simulator {
    table: PoolTable,
    params: Params,
    models: Models,
    cloth: Cloth,
    balls: BallContact,
    cushions: CushionContact,
    obstacles: Obstacles,
    record: Recording,

    /// In order of ids.
    bodies: Vec<Body>,
    schedule: Schedule,
    bursts: [Burst; MAX_BALLS * (MAX_BALLS - 1) / 2],
    sorted: Vec<Ball>,
    strike: Option<Strike>,
    now: f64,
    settled: f64,
    events: Vec<ShotEvent>,
    intervals: Vec<(u8, Interval)>,
}

impl Simulator {
    /// A simulator for this table.
    ///
    /// # Errors
    /// If a dimension of the table or a parameter is out of bounds.
    pub fn new(table: PoolTable, params: Params, models: Models) -> Result<Simulator, Error> {
        check::params(&params)?;
        check::table(&table, &params)?;
        Ok(Simulator {
            cloth: Cloth::new(&params),
            balls: BallContact::new(&params, models.ball_ball),
            cushions: CushionContact::new(&params, models.cushion, table.nose_height),
            obstacles: Obstacles::new(&table, params.radius),
            record: Recording::Events,
            bodies: Vec::new(),
            schedule: Schedule::new(0),
            bursts: [Burst::NONE; MAX_BALLS * (MAX_BALLS - 1) / 2],
            sorted: Vec::new(),
            strike: None,
            now: 0.0,
            settled: 0.0,
            events: Vec::new(),
            intervals: Vec::new(),
            table,
            params,
            models,
        })
    }

    /// The same simulator, recording as much as `record` says.
    #[must_use]
    pub fn recording(mut self, record: Recording) -> Simulator {
        self.record = record;
        self
    }

    /// The table.
    pub fn table(&self) -> &PoolTable {
        &self.table
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The models.
    pub fn models(&self) -> Models {
        self.models
    }

    /// The cushions that a ball lying at `r` touches, to within [`TOUCH`](crate::TOUCH).
    pub fn touched(&self, r: Vec2) -> impl Iterator<Item = Face> + '_ {
        self.obstacles.touched(r, check::TOUCH)
    }

    /// Strikes ball 0 and simulates until everything lies still. What happened is then in [`Simulator::events`] and
    /// [`Simulator::end`], or in [`Simulator::shot`].
    ///
    /// # Errors
    /// If the stroke or the position is impossible, or the shot does not end within [`MAX_EVENTS`].
    pub fn shoot(&mut self, balls: &[Ball], cue: &Cue) -> Result<(), Error> {
        self.shoot_until(balls, cue, |_| false)
    }

    /// The same, but stops as soon as `enough` returns true for an event, for players that then know what
    /// they wanted to know. The balls are then still moving, each along its [`Simulator::path`].
    ///
    /// # Errors
    /// As [`Simulator::shoot`].
    pub fn shoot_until(
        &mut self,
        balls: &[Ball],
        cue: &Cue,
        enough: impl FnMut(EventKind) -> bool,
    ) -> Result<(), Error> {
        check::cue(cue)?;
        self.set_up(balls)?;
        let Some(index) = self.sorted.iter().position(|ball| ball.id == 0) else {
            return Err(Error::NoCueBall);
        };
        let strike = cue.strike(&self.params, self.models.squirt);
        self.sorted[index].v = strike.v;
        self.sorted[index].w = strike.w;
        self.strike = Some(strike);
        self.tell(EventKind::Strike(0));
        self.run(enough)
    }

    /// Simulates balls from their given motion, without a stroke.
    ///
    /// # Errors
    /// As [`Simulator::shoot`].
    pub fn release(&mut self, balls: &[Ball]) -> Result<(), Error> {
        self.set_up(balls)?;
        self.run(|_| false)
    }

    /// The struck ball just after the stroke.
    pub fn strike(&self) -> Option<Strike> {
        self.strike
    }

    /// What happened in the last shot, in order.
    pub fn events(&self) -> &[ShotEvent] {
        &self.events
    }

    /// Where the last shot left each ball, in order of ids.
    pub fn end(&self) -> impl ExactSizeIterator<Item = Rest> + '_ {
        self.bodies.iter().map(|body| Rest { id: body.id, r: body.path.c, pocket: body.pocket })
    }

    /// The last path of a ball, which says how it moves or where it lies.
    pub fn path(&self, id: u8) -> Option<&Interval> {
        self.bodies.iter().find(|body| body.id == id).map(|body| &body.path)
    }

    /// When the last ball of the last shot stopped moving over the bed.
    pub fn settled(&self) -> f64 {
        self.settled
    }

    /// When the last shot was over.
    pub fn seconds(&self) -> f64 {
        self.now
    }

    /// A copy of all that is known about the last shot.
    pub fn shot(&self) -> Shot {
        let intervals_of = |id: u8| {
            let own = self.intervals.iter().filter(|(ball, _)| *ball == id);
            own.map(|(_, interval)| *interval).collect()
        };
        let motion = self.bodies.iter().map(|body| Motion { id: body.id, intervals: intervals_of(body.id) });
        Shot {
            strike: self.strike,
            events: self.events.clone(),
            motion: motion.collect(),
            end: self.end().collect(),
            settled: self.settled,
            seconds: self.now,
        }
    }

    fn set_up(&mut self, balls: &[Ball]) -> Result<(), Error> {
        self.sorted.clear();
        self.bodies.clear();
        self.events.clear();
        self.intervals.clear();
        self.strike = None;
        self.now = 0.0;
        self.settled = 0.0;
        // At most one ball too many, which the check refuses, so that a long list is not copied in vain.
        self.sorted.extend(balls.iter().take(check::MAX_BALLS + 1));
        self.sorted.sort_unstable_by_key(|ball| ball.id);
        check::balls(&self.sorted, &self.table, &self.obstacles, self.params.radius)
    }

    fn run(&mut self, mut enough: impl FnMut(EventKind) -> bool) -> Result<(), Error> {
        for ball in &self.sorted {
            let path = self.cloth.set_off(0.0, ball.r, ball.v, ball.w);
            let area = Area::swept(&path, 0.0);
            self.bodies.push(Body {
                id: ball.id,
                pocket: None,
                path,
                horizon: 0.0,
                area,
                obstacle: None,
                crowd: Crowd::NONE,
                burst: (None, Burst::NONE),
            });
        }
        let count = self.bodies.len();
        self.schedule = Schedule::new(count);
        self.bursts.fill(Burst::NONE);
        for ball in 0..count {
            self.look_ahead(ball);
        }
        for two in 0..count {
            for one in 0..two {
                self.plan_meeting(one, two);
            }
        }
        while let Some((t, next)) = self.next() {
            if self.events.len() >= MAX_EVENTS {
                return Err(Error::Endless { events: MAX_EVENTS });
            }
            self.now = self.now.max(t);
            let told = self.events.len();
            match next {
                Next::Transition(ball) => self.transition(ball),
                Next::Pot(ball) => self.pot(ball),
                Next::Collision(one, two) => self.collision(one, two),
                Next::Cushion(ball) => self.cushion(ball),
            }
            if self.events[told..].iter().any(|event| enough(event.kind)) {
                return Ok(());
            }
        }
        self.finish()
    }

    /// Closes the recording. A ball that still moves here has numbers beyond all bounds, which only strange
    /// parameters cause.
    fn finish(&mut self) -> Result<(), Error> {
        if self.bodies.iter().any(|body| body.path.translates() || !body.path.c.is_finite()) {
            return Err(Error::Endless { events: MAX_EVENTS });
        }
        if self.record == Recording::Motion {
            let on_bed = self.bodies.iter().filter(|body| body.pocket.is_none());
            let last = on_bed.map(|body| (body.id, Interval { until: self.now, ..body.path }));
            self.intervals.extend(last);
        }
        Ok(())
    }

    /// What will happen next; `None` if all balls lie still.
    fn next(&self) -> Option<(f64, Next)> {
        self.schedule.first(|ball| matches!(self.bodies[ball].obstacle, Some(Obstacle::Pocket(_))))
    }

    fn tell(&mut self, kind: EventKind) {
        self.events.push(ShotEvent { t: self.now, kind });
    }

    /// Gives a ball a new path from now on, without predicting what it will meet.
    fn set_path(&mut self, ball: usize, path: Interval) {
        let body = &mut self.bodies[ball];
        if body.path.translates() {
            self.settled = self.now;
        }
        if self.record == Recording::Motion {
            self.intervals.push((body.id, Interval { until: self.now, ..body.path }));
        }
        body.path = path;
    }

    fn transition(&mut self, ball: usize) {
        let before = self.bodies[ball].path;
        let path = self.cloth.transition(&before);
        self.set_path(ball, path);
        self.tell(EventKind::Transition(self.bodies[ball].id, path.state));
        if before.translates() {
            self.predict(ball, None);
        } else {
            self.schedule.set_transition(ball, path.until);
        }
    }

    fn pot(&mut self, ball: usize) {
        let Body { id, path, obstacle: Some(Obstacle::Pocket(pocket)), .. } = self.bodies[ball] else {
            return;
        };
        let still = self.cloth.set_off(self.now, path.position(self.now), Vec2::ZERO, Vec3::ZERO);
        self.set_path(ball, Interval { state: State::Pocketed, ..still });
        self.bodies[ball].pocket = Some(pocket);
        self.tell(EventKind::Pot(id, pocket));
        self.predict(ball, None);
    }

    fn cushion(&mut self, ball: usize) {
        let Body { id, path, obstacle: Some(Obstacle::Face(face)), .. } = self.bodies[ball] else { return };
        let t = self.now;
        let mut moving = Moving { v: path.velocity(t), w: path.spin(t) };
        let closing = -moving.v.dot(self.obstacles.touch(face, path.position(t)).normal);
        let bounce = self.repeated_cushion(ball, face, closing);
        let r = self.off_cushion(ball, face, path.position(t), moving.v);
        let Touch { normal, reach, .. } = self.obstacles.touch(face, r);
        self.cushions.resolve(&mut moving, normal, reach);
        if bounce == Bounce::Stuck {
            moving.v -= normal * moving.v.dot(normal);
        }
        self.set_path(ball, self.cloth.set_off(t, r, moving.v, moving.w));
        self.tell(EventKind::Cushion(id, face));
        if bounce == Bounce::Stuck {
            self.grind(ball, moving.v * self.cloth.rolling_share(moving.v, moving.w));
        }
        self.predict(ball, None);
    }

    fn collision(&mut self, one: usize, two: usize) {
        let t = self.now;
        let (p, q) = (self.bodies[one], self.bodies[two]);
        let mut a = Moving { v: p.path.velocity(t), w: p.path.spin(t) };
        let mut b = Moving { v: q.path.velocity(t), w: q.path.spin(t) };
        let mut r = [p.path.position(t), q.path.position(t)];
        let closing = (a.v - b.v).dot(r[1] - r[0]) / (2.0 * self.params.radius);
        let bounce = self.repeated_collision(one, two, closing);
        // A ball that meets two others at once must stay where it is, or it would meet the second one later.
        if !self.schedule.meets_third(one, two, t + AT_ONCE) {
            r = self.apart([one, two], r, [a.v, b.v]);
        }
        let between = r[1] - r[0];
        let n = between * (1.0 / between.norm());
        let contact = if bounce == Bounce::Lively { self.balls } else { self.balls.inelastic() };
        contact.resolve(&mut a, &mut b, n);
        if bounce == Bounce::Stuck {
            let together = (a.v + b.v) * 0.5;
            (a.v, b.v) = (together, together);
        }
        self.set_path(one, self.cloth.set_off(t, r[0], a.v, a.w));
        self.set_path(two, self.cloth.set_off(t, r[1], b.v, b.w));
        self.tell(EventKind::Collision(p.id, q.id));
        if bounce == Bounce::Stuck {
            let share = self.cloth.rolling_share(a.v, a.w).min(self.cloth.rolling_share(b.v, b.w));
            self.grind(one, a.v * share);
            self.grind(two, b.v * share);
        }
        self.predict(one, Some(two));
    }

    /// Counts a hit on a cushion.
    fn repeated_cushion(&mut self, ball: usize, face: Face, speed: f64) -> Bounce {
        let body = &mut self.bodies[ball];
        if body.burst.0 != Some(face) {
            body.burst = (Some(face), Burst::NONE);
        }
        body.burst.1.add(self.now).max(body.crowd.add(self.now, speed))
    }

    /// Counts a meeting of two balls.
    fn repeated_collision(&mut self, one: usize, two: usize, speed: f64) -> Bounce {
        let burst = self.bursts[pair(one, two)].add(self.now);
        let mut crowd = |ball: usize| self.bodies[ball].crowd.add(self.now, speed);
        burst.max(crowd(one)).max(crowd(two))
    }

    /// Takes away the slip of a ball and half of its speed, so that it rolls at once or rests.
    fn grind(&mut self, ball: usize, v: Vec2) {
        let Body { id, path, .. } = self.bodies[ball];
        let v = if v.norm() < 2.0 * SLOW { Vec2::ZERO } else { v * 0.5 };
        let ground = self.cloth.roll_off(self.now, path.c, v, path.w.z);
        self.set_path(ball, ground);
        self.tell(EventKind::Transition(id, ground.state));
    }

    /// Predicts anew what one or two balls will meet.
    fn predict(&mut self, one: usize, two: Option<usize>) {
        self.look_ahead(one);
        if let Some(two) = two {
            self.look_ahead(two);
        }
        for other in 0..self.bodies.len() {
            if other == one {
                continue;
            }
            self.plan_meeting(one, other);
            if let Some(two) = two
                && other != two
            {
                self.plan_meeting(two, other);
            }
        }
    }

    /// Finds the next obstacle of a ball, and with it how far its path is valid.
    fn look_ahead(&mut self, ball: usize) {
        let body = &mut self.bodies[ball];
        body.obstacle = None;
        body.horizon = f64::INFINITY;
        let mut met = f64::INFINITY;
        let mut s = 0.0;
        if body.path.translates() {
            body.horizon = body.path.until;
            if let Some((t, obstacle)) = self.obstacles.first(&body.path) {
                body.obstacle = Some(obstacle);
                body.horizon = t;
                met = t;
            }
            s = body.horizon - body.path.from;
        }
        body.area = Area::swept(&body.path, s).grown(self.params.radius);
        self.schedule.set_transition(ball, body.path.until);
        self.schedule.set_obstacle(ball, met);
    }

    fn plan_meeting(&mut self, one: usize, two: usize) {
        let t = self.meeting(&self.bodies[one], &self.bodies[two]).unwrap_or(f64::INFINITY);
        self.schedule.set_meeting(one, two, t);
    }

    /// When two balls will meet.
    fn meeting(&self, p: &Body, q: &Body) -> Option<f64> {
        let moving = p.path.translates() || q.path.translates();
        if !moving || p.pocket.is_some() || q.pocket.is_some() || !p.area.meets(&q.area) {
            return None;
        }
        let start = p.path.from.max(q.path.from);
        let end = p.horizon.min(q.horizon) - start;
        let a = p.path.a - q.path.a;
        let b = p.path.velocity(start) - q.path.velocity(start);
        let c = p.path.position(start) - q.path.position(start);
        let s = distance_polynomial(a, b, c, 2.0 * self.params.radius).contact(end)?;
        Some(start + s)
    }
}
