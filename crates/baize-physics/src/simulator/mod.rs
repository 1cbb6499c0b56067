//! The simulation: from one event to the next until everything lies still.

mod spacing;

pub use spacing::GAP;

use crate::check;
use crate::collision::{BallContact, Moving};
use crate::cue::{Cue, Strike};
use crate::cushion::CushionContact;
use crate::error::Error;
use crate::motion::{Cloth, Interval, State};
use crate::obstacles::{Area, Obstacle, Obstacles, distance_polynomial};
use crate::params::{Models, Params};
use crate::shot::{Ball, Event, EventKind, Face, Motion, Rest, Shot};
use crate::table::Table;
use crate::vector::Vec2;

/// The most events in one shot; a break has a few hundred.
pub const MAX_EVENTS: usize = 10_000;
/// If a pair of balls meets more often than this ...
const CHAIN_LENGTH: u32 = 32;
/// ... within this time, in seconds, it loses its bounce once.
const CHAIN_TIME: f64 = 1e-7;

/// Whether the motion of every ball is kept, or only the events and the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Record {
    /// Events and end only: for players that try thousands of shots.
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
    /// Until when the present path is known to be valid: until it changes by itself or meets an obstacle.
    horizon: f64,
    /// Where the ball comes until then, grown by the radius.
    area: Area,
    obstacle: Option<(f64, Obstacle)>,
}

/// A meeting of two balls.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// When they will meet; infinite if they will not.
    next: f64,
    /// Since when meetings are counted, and how many there were.
    since: f64,
    count: u32,
}

const APART: Pair = Pair { next: f64::INFINITY, since: f64::NEG_INFINITY, count: 0 };

/// What happens next. The order of the variants is the order of simultaneous events.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Next {
    Transition(usize),
    Pot(usize, u8),
    Collision(usize, usize),
    Cushion(usize, Face),
}

impl Next {
    /// Transitions and pots come before impacts, then lower balls first.
    fn rank(self) -> (u8, usize, usize) {
        match self {
            Next::Transition(ball) => (0, ball, 0),
            Next::Pot(ball, _) => (0, ball, 1),
            Next::Collision(one, two) => (1, one, two),
            Next::Cushion(ball, _) => (1, ball, usize::MAX),
        }
    }
}

/// Simulates shots on one table. It keeps its buffers, so that many shots cost no allocation.
#[derive(Clone, Debug)]
pub struct Simulator {
    table: Table,
    params: Params,
    models: Models,
    cloth: Cloth,
    balls: BallContact,
    cushions: CushionContact,
    obstacles: Obstacles,
    record: Record,

    bodies: Vec<Body>,
    /// The pair of the balls `i < j` is at `j (j - 1) / 2 + i`.
    pairs: Vec<Pair>,
    sorted: Vec<Ball>,
    strike: Option<Strike>,
    now: f64,
    settled: f64,
    events: Vec<Event>,
    intervals: Vec<(u8, Interval)>,
}

impl Simulator {
    /// A simulator for this table.
    ///
    /// # Errors
    /// If a number of the table or a parameter is out of bounds.
    pub fn new(table: Table, params: Params, models: Models) -> Result<Simulator, Error> {
        check::params(&params)?;
        check::table(&table, &params)?;
        Ok(Simulator {
            cloth: Cloth::new(&params),
            balls: BallContact::new(&params, models.ball_ball),
            cushions: CushionContact::new(&params, models.cushion, table.nose_height),
            obstacles: Obstacles::new(&table, params.radius),
            record: Record::Events,
            bodies: Vec::new(),
            pairs: Vec::new(),
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

    /// The same, keeping as much as `record` says.
    #[must_use]
    pub fn recording(mut self, record: Record) -> Simulator {
        self.record = record;
        self
    }

    /// The table.
    pub fn table(&self) -> &Table {
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

    /// Strikes ball 0 and simulates until everything lies still. What happened is then in [`Simulator::events`] and
    /// [`Simulator::end`], or in [`Simulator::shot`].
    ///
    /// # Errors
    /// If the stroke or the position is impossible; if the shot does not end within [`MAX_EVENTS`].
    pub fn shoot(&mut self, balls: &[Ball], cue: &Cue) -> Result<(), Error> {
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
        self.run()
    }

    /// Lets the balls go on as they move now, without a stroke.
    ///
    /// # Errors
    /// As [`Simulator::shoot`].
    pub fn release(&mut self, balls: &[Ball]) -> Result<(), Error> {
        self.set_up(balls)?;
        self.run()
    }

    /// The struck ball just after the stroke.
    pub fn strike(&self) -> Option<Strike> {
        self.strike
    }

    /// What happened in the last shot, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Where the last shot left each ball, in order of ids.
    pub fn end(&self) -> impl ExactSizeIterator<Item = Rest> + '_ {
        self.bodies.iter().map(|body| Rest { id: body.id, r: body.path.c, pocket: body.pocket })
    }

    /// When the last ball of the last shot stopped moving over the bed.
    pub fn settled(&self) -> f64 {
        self.settled
    }

    /// When the last shot was over.
    pub fn seconds(&self) -> f64 {
        self.now
    }

    /// A copy of all that is known of the last shot.
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
        // Not more than are checked, lest a long list be copied in vain.
        self.sorted.extend(balls.iter().take(check::MAX_BALLS + 1));
        self.sorted.sort_unstable_by_key(|ball| ball.id);
        check::balls(&self.sorted, &self.table, &self.obstacles, self.params.radius)
    }

    fn run(&mut self) -> Result<(), Error> {
        for ball in &self.sorted {
            let path = self.cloth.set_off(0.0, ball.r, ball.v, ball.w);
            let area = Area::swept(&path, 0.0);
            self.bodies.push(Body { id: ball.id, pocket: None, path, horizon: 0.0, area, obstacle: None });
        }
        let count = self.bodies.len();
        self.pairs.clear();
        self.pairs.resize(count * count.saturating_sub(1) / 2, APART);
        for ball in 0..count {
            self.look_ahead(ball);
        }
        for two in 0..count {
            for one in 0..two {
                self.pairs[pair(one, two)].next = self.meeting(one, two);
            }
        }
        while let Some((t, next)) = self.next() {
            if self.events.len() >= MAX_EVENTS || !t.is_finite() {
                return Err(Error::Endless { events: MAX_EVENTS });
            }
            self.now = self.now.max(t);
            match next {
                Next::Transition(ball) => self.transition(ball),
                Next::Pot(ball, pocket) => self.pot(ball, pocket),
                Next::Collision(one, two) => self.collision(one, two),
                Next::Cushion(ball, face) => self.cushion(ball, face),
            }
        }
        if self.record == Record::Motion {
            for body in &self.bodies {
                if body.pocket.is_none() {
                    self.intervals.push((body.id, Interval { until: self.now, ..body.path }));
                }
            }
        }
        Ok(())
    }

    /// The first thing that will happen, or nothing if all balls lie still.
    fn next(&self) -> Option<(f64, Next)> {
        let mut first: Option<(f64, Next)> = None;
        let mut offer = |t: f64, next: Next| {
            if t == f64::INFINITY {
                return;
            }
            match first {
                Some((best, chosen)) if best < t || (best == t && chosen.rank() < next.rank()) => {}
                _ => first = Some((t, next)),
            }
        };
        for (ball, body) in self.bodies.iter().enumerate() {
            offer(body.path.until, Next::Transition(ball));
            match body.obstacle {
                Some((t, Obstacle::Face(face))) => offer(t, Next::Cushion(ball, face)),
                Some((t, Obstacle::Pocket(pocket))) => offer(t, Next::Pot(ball, pocket)),
                None => {}
            }
        }
        let mut index = 0;
        for two in 0..self.bodies.len() {
            for one in 0..two {
                offer(self.pairs[index].next, Next::Collision(one, two));
                index += 1;
            }
        }
        first
    }

    fn tell(&mut self, kind: EventKind) {
        self.events.push(Event { t: self.now, kind });
    }

    /// Gives a ball a new path from now on; what it will meet is not known yet.
    fn set_path(&mut self, ball: usize, path: Interval) {
        let body = &mut self.bodies[ball];
        if body.path.translates() {
            self.settled = self.now;
        }
        if self.record == Record::Motion {
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
        }
    }

    fn pot(&mut self, ball: usize, pocket: u8) {
        let body = self.bodies[ball];
        let still =
            self.cloth.set_off(self.now, body.path.position(self.now), Vec2::ZERO, Default::default());
        self.set_path(ball, Interval { state: State::Pocketed, ..still });
        self.bodies[ball].pocket = Some(pocket);
        self.tell(EventKind::Pot(body.id, pocket));
        self.predict(ball, None);
    }

    fn cushion(&mut self, ball: usize, face: Face) {
        let body = self.bodies[ball];
        let t = self.now;
        let mut r = body.path.position(t);
        let mut moving = Moving { v: body.path.velocity(t), w: body.path.spin(t) };
        r = self.off_cushion(ball, face, r, moving.v);
        let (normal, _) = self.obstacles.normal(face, r);
        if moving.v.dot(normal) < 0.0 {
            self.tell(EventKind::Cushion(body.id, face));
        }
        let reach = self.obstacles.distance(face, r);
        self.cushions.resolve(&mut moving, normal, reach);
        let path = self.cloth.set_off(t, r, moving.v, moving.w);
        self.set_path(ball, path);
        self.predict(ball, None);
    }

    fn collision(&mut self, one: usize, two: usize) {
        let t = self.now;
        let (p, q) = (self.bodies[one], self.bodies[two]);
        let mut r = [p.path.position(t), q.path.position(t)];
        let mut a = Moving { v: p.path.velocity(t), w: p.path.spin(t) };
        let mut b = Moving { v: q.path.velocity(t), w: q.path.spin(t) };
        r = self.apart([one, two], r, [a.v, b.v]);
        let between = r[1] - r[0];
        let n = between * (1.0 / between.norm());
        let contact = if self.chained(one, two) { self.balls.inelastic() } else { self.balls };
        if (a.v - b.v).dot(n) > 0.0 {
            self.tell(EventKind::Collision(p.id, q.id));
        }
        contact.resolve(&mut a, &mut b, n);
        let path = self.cloth.set_off(t, r[0], a.v, a.w);
        self.set_path(one, path);
        let path = self.cloth.set_off(t, r[1], b.v, b.w);
        self.set_path(two, path);
        self.predict(one, Some(two));
    }

    /// Counts the meetings of a pair, and says whether they have become a burst.
    fn chained(&mut self, one: usize, two: usize) -> bool {
        let pair = &mut self.pairs[pair(one, two)];
        if self.now - pair.since > CHAIN_TIME {
            pair.since = self.now;
            pair.count = 0;
        }
        pair.count += 1;
        let burst = pair.count > CHAIN_LENGTH;
        if burst {
            pair.count = 0;
        }
        burst
    }

    /// Works out anew what one or two balls will meet.
    fn predict(&mut self, one: usize, two: Option<usize>) {
        self.look_ahead(one);
        if let Some(two) = two {
            self.look_ahead(two);
        }
        for other in 0..self.bodies.len() {
            if other != one {
                self.pairs[pair(one, other)].next = self.meeting(one, other);
            }
            if let Some(two) = two
                && other != one
                && other != two
            {
                self.pairs[pair(two, other)].next = self.meeting(two, other);
            }
        }
    }

    /// Finds the next obstacle of a ball, and with it how far its path is valid.
    fn look_ahead(&mut self, ball: usize) {
        let body = &mut self.bodies[ball];
        body.obstacle = None;
        body.horizon = f64::INFINITY;
        let mut s = 0.0;
        if body.path.translates() {
            body.obstacle = self.obstacles.first(&body.path);
            body.horizon = body.obstacle.map_or(body.path.until, |(t, _)| t);
            s = body.horizon - body.path.from;
        }
        body.area = Area::swept(&body.path, s).grown(self.params.radius);
    }

    /// When two balls will meet.
    fn meeting(&self, one: usize, two: usize) -> f64 {
        let (p, q) = (&self.bodies[one], &self.bodies[two]);
        let moving = p.path.translates() || q.path.translates();
        if !moving || p.pocket.is_some() || q.pocket.is_some() || !p.area.meets(&q.area) {
            return f64::INFINITY;
        }
        let start = p.path.from.max(q.path.from);
        let end = p.horizon.min(q.horizon) - start;
        let a = p.path.a - q.path.a;
        let b = p.path.velocity(start) - q.path.velocity(start);
        let c = p.path.position(start) - q.path.position(start);
        let s = distance_polynomial(a, b, c, 2.0 * self.params.radius).contact(end);
        s.map_or(f64::INFINITY, |s| start + s)
    }
}

/// Index of a pair of different balls.
fn pair(one: usize, two: usize) -> usize {
    let (low, high) = (one.min(two), one.max(two));
    high * (high - 1) / 2 + low
}
