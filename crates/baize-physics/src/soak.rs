//! Random shots, checks that every shot must pass, and hashes that pin every bit.
//!
//! ```
//! use baize_physics::soak;
//!
//! let tally = soak::run(0..20).unwrap();
//! assert_eq!(tally.shots, 20);
//! assert_eq!(soak::hash(0..20), tally.hash);
//! ```

use crate::check::MAX_BALLS;
use crate::cue::Cue;
use crate::motion::Interval;
use crate::obstacles::Obstacles;
use crate::params::{BallBall, Cushion, Models, Params};
use crate::shot::{Ball, EventKind, Shot};
use crate::simulator::{GAP, Recording, Simulator};
use crate::table::PoolTable;
use crate::vector::{Vec2, Vec3};
use std::ops::Range;

/// Pseudorandom numbers that are always the same for a seed: SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers for a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;
        low + (high - low) * ((self.next() >> 11) as f64 * UNIT)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    fn direction(&mut self) -> Vec2 {
        let angle = self.between(0.0, std::f64::consts::TAU);
        Vec2::new(libm::cos(angle), libm::sin(angle))
    }

    /// A point in the disc with this radius.
    fn in_disc(&mut self, radius: f64) -> Vec2 {
        loop {
            let point = Vec2::new(self.between(-radius, radius), self.between(-radius, radius));
            if point.norm() <= radius {
                return point;
            }
        }
    }
}

/// Generates random shots on the 9-foot table.
struct Generator {
    table: PoolTable,
    obstacles: Obstacles,
    radius: f64,
}

impl Generator {
    fn new() -> Generator {
        let table = PoolTable::nine_foot();
        let radius = Params::default().radius;
        Generator { obstacles: Obstacles::new(&table, radius), table, radius }
    }

    /// Mostly the default models, now and then one of the others.
    fn models(random: &mut Random) -> Models {
        let cushion = match random.below(16) {
            0 => Cushion::Mathavan,
            1 => Cushion::Stronge,
            2 => Cushion::Ideal,
            _ => Cushion::Han,
        };
        let ball_ball = match random.below(16) {
            0 => BallBall::Separation,
            1 => BallBall::Ideal,
            _ => BallBall::Coulomb,
        };
        Models { cushion, ball_ball, ..Models::default() }
    }

    /// Two to ten balls: scattered, touching each other or a cushion, hanging in pockets, or racked for a break.
    fn position(&self, random: &mut Random) -> Vec<Ball> {
        let style = random.below(8);
        if style == 0 {
            return self.rack(random);
        }
        let count = 2 + random.below(9) as usize;
        let mut balls: Vec<Ball> = Vec::with_capacity(MAX_BALLS);
        while balls.len() < count {
            let r = match style {
                1 | 2 if !balls.is_empty() => self.touching(random, &balls),
                2 | 3 => self.at_pocket(random),
                4 => self.on_cushion(random),
                _ => self.anywhere(random),
            };
            let clear = balls.iter().all(|ball| (ball.r - r).norm() >= 2.0 * self.radius);
            let inside = r.x.abs() <= 0.5 * self.table.length && r.y.abs() <= 0.5 * self.table.width;
            if clear && inside && !self.obstacles.captures(r) && self.obstacles.clearance(r) >= 0.0 {
                balls.push(Ball::at(balls.len() as u8, r));
            }
        }
        balls
    }

    fn anywhere(&self, random: &mut Random) -> Vec2 {
        let (x, y) = (0.5 * self.table.length - self.radius, 0.5 * self.table.width - self.radius);
        Vec2::new(random.between(-x, x), random.between(-y, y))
    }

    fn at_pocket(&self, random: &mut Random) -> Vec2 {
        let pocket = random.below(self.table.pockets.len() as u64) as usize;
        self.table.pockets[pocket].center + random.in_disc(0.2)
    }

    /// A place beside one of the balls, with little or no gap.
    fn touching(&self, random: &mut Random, balls: &[Ball]) -> Vec2 {
        let other = balls[random.below(balls.len() as u64) as usize].r;
        let gap = [0.0, 1e-12, 1e-9, GAP, 5e-5][random.below(5) as usize];
        let direction = match random.below(4) {
            0 => [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0)][random.below(3) as usize],
            _ => random.direction(),
        };
        other + direction * (2.0 * self.radius + gap)
    }

    fn on_cushion(&self, random: &mut Random) -> Vec2 {
        let mut r = self.anywhere(random);
        if random.below(3) > 0 {
            r.x = (0.5 * self.table.length - self.radius).copysign(r.x);
        }
        if random.below(3) > 0 {
            r.y = (0.5 * self.table.width - self.radius).copysign(r.y);
        }
        r
    }

    fn rack(&self, random: &mut Random) -> Vec<Ball> {
        let mut balls = rack(random, self.radius, self.table.length / 4.0);
        let y = random.between(-0.5, 0.5);
        balls.insert(0, Ball::at(0, [random.between(-1.2, -0.635), y]));
        balls
    }

    /// A random stroke; half of them are aimed at a ball.
    fn stroke(&self, random: &mut Random, balls: &[Ball]) -> Cue {
        let mut phi = random.between(0.0, std::f64::consts::TAU);
        if random.below(2) == 0 {
            let target = balls[1 + random.below(balls.len() as u64 - 1) as usize].r;
            let to = target + random.in_disc(2.0 * self.radius) - balls[0].r;
            phi = libm::atan2(to.y, to.x);
            if phi < 0.0 {
                phi += std::f64::consts::TAU;
            }
        }
        let theta = if random.below(4) == 0 { random.between(0.0, 1.2) } else { 0.0 };
        let offset = if random.below(4) == 0 { Vec2::ZERO } else { random.in_disc(0.5) };
        let v0 = if random.below(4) == 0 { random.between(0.01, 1.0) } else { random.between(0.5, 12.0) };
        // A rounded 2 pi is out of bounds.
        let phi = if phi < std::f64::consts::TAU { phi } else { 0.0 };
        Cue { v0, phi, theta, a: offset.x, b: offset.y }
    }
}

/// A nine-ball rack with its apex at `foot` on the long string: rows 1-2-3-2-1, gaps and jitter of a
/// thousandth.
pub fn rack(random: &mut Random, radius: f64, foot: f64) -> Vec<Ball> {
    const LOOSE: f64 = 1e-3;
    let d = 2.0 * radius * (1.0 + LOOSE);
    let row = d * 0.75_f64.sqrt();
    let rows: [&[f64]; 5] = [&[0.0], &[0.5, -0.5], &[1.0, 0.0, -1.0], &[0.5, -0.5], &[0.0]];
    let mut balls = Vec::with_capacity(MAX_BALLS);
    for (x, ys) in rows.iter().enumerate() {
        for y in *ys {
            let place = Vec2::new(foot + row * x as f64, d * y) + random.in_disc(LOOSE * radius);
            balls.push(Ball::at(balls.len() as u8 + 1, place));
        }
    }
    balls
}

/// The random shot for a seed, with the models to simulate it with.
pub fn shot(seed: u64) -> (Models, Vec<Ball>, Cue) {
    Generator::new().shot(seed)
}

impl Generator {
    fn shot(&self, seed: u64) -> (Models, Vec<Ball>, Cue) {
        let mut random = Random::new(seed);
        let models = Generator::models(&mut random);
        let balls = self.position(&mut random);
        let cue = self.stroke(&mut random, &balls);
        (models, balls, cue)
    }
}

/// Simulators for all models, made when first needed.
struct Simulators {
    record: Recording,
    made: Vec<Simulator>,
}

impl Simulators {
    fn get(&mut self, models: Models) -> &mut Simulator {
        let index = self.made.iter().position(|simulator| simulator.models() == models);
        let index = index.unwrap_or_else(|| {
            let new = Simulator::new(PoolTable::nine_foot(), Params::default(), models);
            self.made.push(new.expect("the defaults are within bounds").recording(self.record));
            self.made.len() - 1
        });
        &mut self.made[index]
    }
}

/// FNV-1a, 64 bits.
#[derive(Clone, Copy, Debug)]
struct Hash(u64);

impl Hash {
    const NEW: Hash = Hash(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, bits: u64) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds every bit of what happened in the last shot.
    fn add_shot(&mut self, simulator: &Simulator) {
        for event in simulator.events() {
            self.add(event.t.to_bits());
            let kind = match event.kind {
                EventKind::Strike(ball) => [0, ball, 0],
                EventKind::Collision(one, two) => [1, one, two],
                EventKind::Cushion(ball, crate::shot::Face::Segment(index)) => [2, ball, index],
                EventKind::Cushion(ball, crate::shot::Face::Tip(index)) => [3, ball, index],
                EventKind::Pot(ball, pocket) => [4, ball, pocket],
                EventKind::Transition(ball, to) => [5, ball, to as u8],
            };
            self.add(u64::from_le_bytes([kind[0], kind[1], kind[2], 0, 0, 0, 0, 0]));
        }
        for rest in simulator.end() {
            self.add(rest.r.x.to_bits());
            self.add(rest.r.y.to_bits());
        }
        self.add(simulator.seconds().to_bits());
    }
}

/// A hash of every bit of the shots for these seeds: events, times and rest positions.
///
/// It is the same on every machine and in every build. A shot that fails changes it too.
pub fn hash(seeds: Range<u64>) -> u64 {
    let generator = Generator::new();
    let mut simulators = Simulators { record: Recording::Events, made: vec![] };
    let mut hash = Hash::NEW;
    for seed in seeds {
        let (models, balls, cue) = generator.shot(seed);
        let simulator = simulators.get(models);
        match simulator.shoot(&balls, &cue) {
            Ok(()) => hash.add_shot(simulator),
            Err(_) => hash.add(seed),
        }
    }
    hash.0
}

/// The totals of many shots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of shots.
    pub shots: u64,
    /// The number of events of all kinds.
    pub events: u64,
    /// The most events in one shot.
    pub longest: usize,
    /// The [`hash`] of the shots.
    pub hash: u64,
}

/// Simulates the shots for these seeds and checks each with [`audit`].
///
/// # Errors
/// A sentence about the first shot that fails a check, with its seed.
pub fn run(seeds: Range<u64>) -> Result<Tally, String> {
    let generator = Generator::new();
    let mut simulators = Simulators { record: Recording::Motion, made: vec![] };
    let mut hash = Hash::NEW;
    let mut tally = Tally::default();
    for seed in seeds {
        let (models, balls, cue) = generator.shot(seed);
        let simulator = simulators.get(models);
        let result = simulator.shoot(&balls, &cue).map_err(|error| error.to_string());
        let result = result.and_then(|()| audit(&simulator.shot(), simulator.table(), simulator.params()));
        result.map_err(|reason| format!("shot {seed}: {reason}"))?;
        hash.add_shot(simulator);
        tally.shots += 1;
        tally.events += simulator.events().len() as u64;
        tally.longest = tally.longest.max(simulator.events().len());
    }
    tally.hash = hash.0;
    Ok(tally)
}

/// Checks a shot: times are in order, contacts are real, nothing overlaps, no ball is lost, collisions
/// conserve momentum and energy never rises.
///
/// # Errors
/// A sentence about the first check that fails. The shot must have been recorded with its motion.
pub fn audit(shot: &Shot, table: &PoolTable, params: &Params) -> Result<(), String> {
    let mut audit = Audit {
        shot,
        table,
        params,
        obstacles: Obstacles::new(table, params.radius),
        cursor: vec![0; shot.motion.len()],
        potted: vec![false; shot.motion.len()],
    };
    let start = audit.energy(0.0);
    let allowed = 1e-12 * start;
    let mut energy = start;
    let mut now = 0.0;
    for (index, event) in shot.events.iter().enumerate() {
        let t = event.t;
        let fail = |what: String| Err(format!("event {index}, {:?} at {t}: {what}", event.kind));
        if t.is_nan() || t < now {
            return fail(format!("time goes back from {now}"));
        }
        for moment in [0.5 * (now + t), t] {
            audit.places(moment)?;
            let next = audit.energy(moment);
            if next > energy + allowed {
                return fail(format!("energy rises from {energy} to {next} before it"));
            }
            energy = next;
        }
        audit.contact(event.kind, t).or_else(fail)?;
        let before = (audit.momentum(t), audit.energy(t));
        audit.step(event.kind);
        let after = (audit.momentum(t), audit.energy(t));
        let drift = (after.0 - before.0).norm();
        if matches!(event.kind, EventKind::Collision(..)) && drift > 1e-13 * (1.0 + before.0.norm()) {
            return fail(format!("momentum changes by {drift}"));
        }
        if after.1 > before.1 + allowed {
            return fail(format!("energy rises from {} to {}", before.1, after.1));
        }
        energy = after.1;
        now = t;
    }
    audit.finished()
}

struct Audit<'a> {
    shot: &'a Shot,
    table: &'a PoolTable,
    params: &'a Params,
    obstacles: Obstacles,
    /// The index of the current interval of each ball.
    cursor: Vec<usize>,
    potted: Vec<bool>,
}

impl Audit<'_> {
    fn index(&self, id: u8) -> usize {
        self.shot.motion.iter().position(|motion| motion.id == id).unwrap_or(0)
    }

    fn interval(&self, ball: usize) -> &Interval {
        &self.shot.motion[ball].intervals[self.cursor[ball]]
    }

    fn on_bed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cursor.len()).filter(|&ball| !self.potted[ball])
    }

    /// Twice the energy per mass.
    fn energy(&self, t: f64) -> f64 {
        let squares = |ball: usize| {
            let (v, w): (Vec2, Vec3) = (self.interval(ball).velocity(t), self.interval(ball).spin(t));
            v.dot(v) + 0.4 * self.params.radius * self.params.radius * w.dot(w)
        };
        self.on_bed().map(squares).sum()
    }

    fn momentum(&self, t: f64) -> Vec2 {
        self.on_bed().fold(Vec2::ZERO, |sum, ball| sum + self.interval(ball).velocity(t))
    }

    /// Checks that no balls overlap and that all of them are on the table.
    fn places(&self, t: f64) -> Result<(), String> {
        let r: Vec<Vec2> = self.on_bed().map(|ball| self.interval(ball).position(t)).collect();
        for (index, one) in r.iter().enumerate() {
            let (x, y) = (one.x.abs() - 0.5 * self.table.length, one.y.abs() - 0.5 * self.table.width);
            if !(x < 0.05 && y < 0.05) {
                return Err(format!("at {t} a ball is lost at {one:?}"));
            }
            if self.obstacles.clearance(*one) < -1e-9 {
                return Err(format!("at {t} a ball is in a cushion at {one:?}"));
            }
            for two in &r[..index] {
                let overlap = 2.0 * self.params.radius - (*one - *two).norm();
                if overlap > 1e-9 {
                    return Err(format!("at {t} two balls overlap by {overlap}"));
                }
            }
        }
        Ok(())
    }

    /// Checks that the bodies of an impact touch and approach each other.
    fn contact(&self, kind: EventKind, t: f64) -> Result<(), String> {
        let (gap, closing) = match kind {
            EventKind::Collision(one, two) => {
                let (one, two) = (self.interval(self.index(one)), self.interval(self.index(two)));
                let between = two.position(t) - one.position(t);
                let distance = between.norm();
                let closing = (one.velocity(t) - two.velocity(t)).dot(between) / distance;
                (distance - 2.0 * self.params.radius, closing)
            }
            EventKind::Cushion(ball, face) => {
                let ball = self.interval(self.index(ball));
                let touch = self.obstacles.touch(face, ball.position(t));
                (touch.gap, -ball.velocity(t).dot(touch.normal))
            }
            EventKind::Strike(_) | EventKind::Pot(..) | EventKind::Transition(..) => return Ok(()),
        };
        if gap.abs() > 2e-6 {
            return Err(format!("the bodies are {gap} apart"));
        }
        if closing < -1e-12 {
            return Err(format!("the bodies part at {}", -closing));
        }
        Ok(())
    }

    /// Advances to the motion after an event.
    fn step(&mut self, kind: EventKind) {
        let mut advance = |id: u8| {
            let ball = self.index(id);
            if self.cursor[ball] + 1 < self.shot.motion[ball].intervals.len() {
                self.cursor[ball] += 1;
            }
            ball
        };
        match kind {
            EventKind::Strike(_) => {}
            EventKind::Collision(one, two) => {
                advance(one);
                advance(two);
            }
            EventKind::Cushion(ball, _) | EventKind::Transition(ball, _) => {
                advance(ball);
            }
            EventKind::Pot(ball, _) => {
                let ball = self.index(ball);
                self.potted[ball] = true;
            }
        }
    }

    /// Checks that every ball lies still or in a pocket, where the shot says.
    fn finished(&self) -> Result<(), String> {
        self.places(self.shot.seconds)?;
        for (ball, rest) in self.shot.end.iter().enumerate() {
            if rest.pocket.is_some() != self.potted[ball] {
                return Err(format!("ball {} is potted in one list only", rest.id));
            }
            let last = self.cursor[ball] + 1 == self.shot.motion[ball].intervals.len();
            if !last || (!self.potted[ball] && self.interval(ball).position(self.shot.seconds) != rest.r) {
                return Err(format!("ball {} did not end where it should", rest.id));
            }
        }
        if self.potted.iter().all(|&potted| potted) || self.energy(self.shot.seconds) == 0.0 {
            return Ok(());
        }
        Err("something still moves".to_owned())
    }
}
