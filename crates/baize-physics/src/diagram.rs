//! A shot as an SVG picture, drawn to scale in millimetres, with the foot of the table on the right.
//!
//! ```
//! use baize_physics::{Ball, Cue, Models, Params, PoolTable, diagram, simulate};
//!
//! let (table, params) = (PoolTable::nine_foot(), Params::default());
//! let balls = [Ball::at(0, [-0.635, 0.0]), Ball::at(1, [0.635, 0.01])];
//! let cue = Cue { v0: 2.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.2 };
//! let shot = simulate(&table, &params, Models::default(), &balls, &cue)?;
//! assert!(diagram::svg(&table, params.radius, &shot).starts_with("<svg "));
//! # Ok::<(), baize_physics::Error>(())
//! ```

use crate::motion::Interval;
use crate::shot::{EventKind, Face, Motion, Shot};
use crate::table::PoolTable;
use crate::vector::Vec2;
use std::fmt::Write;

/// Space around the nose lines for cushions and pockets, in metres.
const FRAME: f64 = 0.14;

/// Colours of the balls by number; those above eight repeat them.
const COLOURS: [&str; 9] =
    ["#f7f4e9", "#e8b400", "#1d4ea8", "#c8321f", "#5b2d82", "#e0701a", "#12683c", "#7a1f24", "#1a1a1a"];

/// Draws a shot that was recorded with its motion: faint circles where balls started, solid ones where they
/// came to rest, their paths, rings where two balls met, and dots where a cushion was hit.
pub fn svg(table: &PoolTable, radius: f64, shot: &Shot) -> String {
    let mut picture = Picture { svg: String::new(), radius };
    picture.open(table);
    picture.furniture(table);
    for motion in &shot.motion {
        picture.path(motion);
    }
    for motion in &shot.motion {
        if let Some(first) = motion.intervals.first() {
            picture.ball("start", motion.id, first.c);
        }
    }
    picture.contacts(table, shot);
    for rest in &shot.end {
        if rest.pocket.is_none() {
            picture.ball("rest", rest.id, rest.r);
            picture.number(rest.id, rest.r);
        }
    }
    picture.svg.push_str("</svg>\n");
    picture.svg
}

struct Picture {
    svg: String,
    radius: f64,
}

/// A point as `x y`, in millimetres with y downwards.
fn point(r: Vec2) -> String {
    format!("{:.1} {:.1}", 1000.0 * r.x, clean(-1000.0 * r.y))
}

/// Turns a negative zero into a plain one.
fn clean(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x }
}

fn colour(id: u8) -> &'static str {
    match id {
        0 => COLOURS[0],
        id => COLOURS[1 + (usize::from(id) - 1) % 8],
    }
}

/// Balls above eight share their colour with a lower one and are told apart by a stripe.
fn stripe(id: u8) -> &'static str {
    if id > 8 { " stripe" } else { "" }
}

impl Picture {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.svg.write_fmt(text);
        self.svg.push('\n');
    }

    fn circle(&mut self, class: &str, r: Vec2, radius: f64, more: &str) {
        let (x, y) = (1000.0 * r.x, clean(-1000.0 * r.y));
        let radius = 1000.0 * radius;
        self.line(format_args!(r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{radius:.1}"{more}/>"#));
    }

    fn open(&mut self, table: &PoolTable) {
        let (width, height) = (1000.0 * (table.length + 2.0 * FRAME), 1000.0 * (table.width + 2.0 * FRAME));
        let (x, y) = (-0.5 * width, -0.5 * height);
        self.line(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{x:.0} {y:.0} {width:.0} {height:.0}">"#
        ));
        self.svg.push_str(
            "<title>Shot diagram</title>\n<style>\
             .wood{fill:#5a3a22}.cloth{fill:#2f7d5b}.pocket{fill:#111}\
             .cushion{fill:none;stroke:#123d2c;stroke-width:6;stroke-linecap:round}.tip{fill:#123d2c}\
             .path{fill:none;stroke-width:5;stroke-linejoin:round;opacity:.85}\
             .start{opacity:.45}.rest{stroke:#000;stroke-width:1.5}\
             .path.stripe{stroke-dasharray:30 10}.rest.stripe{stroke:#f7f4e9;stroke-width:8}\
             .ghost{fill:none;stroke:#fff;stroke-width:2;stroke-dasharray:6 4}.hit{fill:#fff}\
             text{font:bold 26px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#fff}\
             .dark{fill:#000}</style>\n",
        );
        self.line(format_args!(
            r#"<rect class="wood" x="{x:.0}" y="{y:.0}" width="{width:.0}" height="{height:.0}" rx="60"/>"#
        ));
        let (width, height) = (1000.0 * table.length, 1000.0 * table.width);
        let (x, y) = (-0.5 * width, -0.5 * height);
        self.line(format_args!(
            r#"<rect class="cloth" x="{x:.0}" y="{y:.0}" width="{width:.0}" height="{height:.0}"/>"#
        ));
    }

    fn furniture(&mut self, table: &PoolTable) {
        for pocket in &table.pockets {
            self.circle("pocket", pocket.center, pocket.radius, "");
        }
        for segment in &table.segments {
            let (from, to) = (point(segment.from), point(segment.to));
            self.line(format_args!(r#"<path class="cushion" d="M{from}L{to}"/>"#));
        }
        for tip in &table.tips {
            self.circle("tip", tip.center, tip.radius, "");
        }
    }

    /// Draws a path: every piece of motion is a parabola, which is a quadratic curve in SVG.
    fn path(&mut self, motion: &Motion) {
        let mut moving = motion.intervals.iter().filter(|interval| interval.translates()).peekable();
        let Some(first) = moving.peek() else { return };
        let mut d = format!("M{}", point(first.c));
        for interval in moving {
            let Interval { b, c, from, until, .. } = *interval;
            let bend = c + b * (0.5 * (until - from));
            let _ = write!(d, "Q{} {}", point(bend), point(interval.position(until)));
        }
        let (colour, stripe) = (colour(motion.id), stripe(motion.id));
        self.line(format_args!(r#"<path class="path{stripe}" stroke="{colour}" d="{d}"/>"#));
    }

    fn contacts(&mut self, table: &PoolTable, shot: &Shot) {
        for event in &shot.events {
            match event.kind {
                EventKind::Collision(one, two) => {
                    for id in [one, two] {
                        if let Some(r) = place(shot, id, event.t) {
                            self.circle("ghost", r, self.radius, "");
                        }
                    }
                }
                EventKind::Cushion(id, face) => {
                    if let Some(r) = place(shot, id, event.t) {
                        self.circle("hit", touched(table, face, r), 0.005, "");
                    }
                }
                EventKind::Strike(_) | EventKind::Pot(..) | EventKind::Transition(..) => {}
            }
        }
    }

    fn ball(&mut self, class: &str, id: u8, r: Vec2) {
        let class = format!("{class}{}", stripe(id));
        let fill = format!(r#" fill="{}""#, colour(id));
        self.circle(&class, r, self.radius, &fill);
    }

    fn number(&mut self, id: u8, r: Vec2) {
        if id == 0 {
            return;
        }
        let class = if id % 8 == 1 { r#" class="dark""# } else { "" };
        let (x, y) = (1000.0 * r.x, clean(-1000.0 * r.y));
        self.line(format_args!(r#"<text{class} x="{x:.1}" y="{y:.1}">{id}</text>"#));
    }
}

/// Where a ball is at the time `t`.
fn place(shot: &Shot, id: u8, t: f64) -> Option<Vec2> {
    let motion = shot.motion.iter().find(|motion| motion.id == id)?;
    Some(motion.interval_at(t)?.position(t))
}

/// The point of a cushion nearest to `r`.
fn touched(table: &PoolTable, face: Face, r: Vec2) -> Vec2 {
    match face {
        Face::Segment(index) => {
            let segment = table.segments[usize::from(index)];
            let along = segment.to - segment.from;
            segment.from + along * (along.dot(r - segment.from) / along.dot(along)).clamp(0.0, 1.0)
        }
        Face::Tip(index) => {
            let tip = table.tips[usize::from(index)];
            let out = r - tip.center;
            tip.center + out * (tip.radius / out.norm())
        }
    }
}
