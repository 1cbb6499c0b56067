//! Cushions, jaw tips and pockets, prepared for finding out when a moving ball meets one.

use crate::motion::Interval;
use crate::roots::{Quartic, quadratic_contact};
use crate::shot::Face;
use crate::table::PoolTable;
use crate::vector::Vec2;

/// Boxes are this much too large, so that rounding never hides a contact.
const MARGIN: f64 = 1e-9;

/// A box with sides along the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Area {
    low: Vec2,
    high: Vec2,
}

impl Area {
    const EMPTY: Area = Area { low: Vec2::new(1.0, 1.0), high: Vec2::new(-1.0, -1.0) };

    fn around(a: Vec2, b: Vec2, margin: f64) -> Area {
        let low = Vec2::new(a.x.min(b.x) - margin, a.y.min(b.y) - margin);
        let high = Vec2::new(a.x.max(b.x) + margin, a.y.max(b.y) + margin);
        Area { low, high }
    }

    /// The box that the centre of a ball stays in during the first `s` seconds of its motion.
    pub(crate) fn swept(path: &Interval, s: f64) -> Area {
        let (x0, x1) = span(path.a.x, path.b.x, path.c.x, s);
        let (y0, y1) = span(path.a.y, path.b.y, path.c.y, s);
        Area { low: Vec2::new(x0, y0), high: Vec2::new(x1, y1) }
    }

    pub(crate) fn grown(&self, margin: f64) -> Area {
        Area::around(self.low, self.high, margin + MARGIN)
    }

    fn contains(&self, other: &Area) -> bool {
        self.low.x <= other.low.x
            && other.high.x <= self.high.x
            && self.low.y <= other.low.y
            && other.high.y <= self.high.y
    }

    fn size(&self) -> f64 {
        (self.high.x - self.low.x) * (self.high.y - self.low.y)
    }

    /// The largest box within this one that `other` does not touch.
    fn beside(&self, other: &Area) -> Area {
        if !self.meets(other) {
            return *self;
        }
        let mut parts = [*self; 4];
        parts[0].low.x = other.high.x.next_up();
        parts[1].low.y = other.high.y.next_up();
        parts[2].high.x = other.low.x.next_down();
        parts[3].high.y = other.low.y.next_down();
        let mut largest = (Area::EMPTY, 0.0);
        for part in parts {
            let size = part.size();
            if part.low.x < part.high.x && part.low.y < part.high.y && size > largest.1 {
                largest = (part, size);
            }
        }
        largest.0
    }

    pub(crate) fn meets(&self, other: &Area) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }
}

/// Least and greatest value of `a t^2 + b t + c` for `t` in `[0, s]`.
fn span(a: f64, b: f64, c: f64, s: f64) -> (f64, f64) {
    let end = (a * s + b) * s + c;
    let (mut low, mut high) = (c.min(end), c.max(end));
    let vertex = -b / (2.0 * a);
    if vertex > 0.0 && vertex < s {
        let turn = (a * vertex + b) * vertex + c;
        low = low.min(turn);
        high = high.max(turn);
    }
    (low, high)
}

/// What a ball meets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Obstacle {
    Face(Face),
    Pocket(u8),
}

/// A straight face.
#[derive(Clone, Copy, Debug)]
struct Wall {
    from: Vec2,
    along: Vec2,
    length: f64,
    normal: Vec2,
    reach: Area,
}

/// A circle: the centre of a ball may not come within `limit` of a tip, and is captured within that of a pocket.
#[derive(Clone, Copy, Debug)]
struct Post {
    center: Vec2,
    limit: f64,
    reach: Area,
    obstacle: Obstacle,
}

/// Where a ball lies relative to a face.
pub(crate) struct Touch {
    /// The unit vector from the face to the centre of the ball.
    pub(crate) normal: Vec2,
    /// The distance from the line of a segment or the centre of a tip to the centre of the ball.
    pub(crate) reach: f64,
    /// The free space between ball and face.
    pub(crate) gap: f64,
}

/// Everything on a table that does not move.
#[derive(Clone, Debug)]
pub(crate) struct Obstacles {
    radius: f64,
    walls: Vec<Wall>,
    posts: Vec<Post>,
    /// A ball whose centre is in here meets nothing. It covers most of the bed, and so answers most queries.
    open: Area,
}

impl Obstacles {
    /// The lists of the table must be short enough for their indices, which is checked before.
    pub(crate) fn new(table: &PoolTable, radius: f64) -> Obstacles {
        let walls = table.segments.iter().map(|segment| {
            let along = segment.to - segment.from;
            let length = along.norm();
            let along = along * (1.0 / length);
            let reach = Area::around(segment.from, segment.to, radius + MARGIN);
            Wall { from: segment.from, along, length, normal: along.left(), reach }
        });
        let post = |center: Vec2, limit: f64, obstacle| {
            let reach = Area::around(center, center, limit + MARGIN);
            Post { center, limit, reach, obstacle }
        };
        let tips = table
            .tips
            .iter()
            .zip(0..)
            .map(|(tip, index)| post(tip.center, tip.radius + radius, Obstacle::Face(Face::Tip(index))));
        let pockets = table.pockets.iter().zip(0..);
        let pockets =
            pockets.map(|(pocket, index)| post(pocket.center, pocket.radius, Obstacle::Pocket(index)));
        let (walls, posts): (Vec<Wall>, Vec<Post>) = (walls.collect(), tips.chain(pockets).collect());
        let bed = Vec2::new(0.5 * table.length, 0.5 * table.width);
        let reaches = walls.iter().map(|wall| wall.reach).chain(posts.iter().map(|post| post.reach));
        let open = reaches.fold(Area::around(-bed, bed, 0.0), |open, reach| open.beside(&reach));
        Obstacles { radius, walls, posts, open }
    }

    /// The first obstacle a ball meets before its motion changes by itself, and when.
    pub(crate) fn first(&self, path: &Interval) -> Option<(f64, Obstacle)> {
        let mut end = path.until - path.from;
        let mut area = Area::swept(path, end);
        if self.open.contains(&area) {
            return None;
        }
        let mut found = None;
        for (wall, index) in self.walls.iter().zip(0..) {
            if !area.meets(&wall.reach) {
                continue;
            }
            if let Some(s) = wall.contact(path, end, self.radius)
                && (s < end || found.is_none())
            {
                found = Some((s, Obstacle::Face(Face::Segment(index))));
                end = s;
                area = Area::swept(path, end);
            }
        }
        for post in &self.posts {
            if !area.meets(&post.reach) {
                continue;
            }
            if let Some(s) = post.contact(path, end)
                && (s < end || found.is_none())
            {
                found = Some((s, post.obstacle));
                end = s;
            }
        }
        found.map(|(s, obstacle)| (path.from + s, obstacle))
    }

    /// Where a ball at `r` lies relative to a face.
    pub(crate) fn touch(&self, face: Face, r: Vec2) -> Touch {
        match face {
            Face::Segment(index) => {
                let wall = &self.walls[usize::from(index)];
                let distance = wall.normal.dot(r - wall.from);
                let normal = if distance < 0.0 { -wall.normal } else { wall.normal };
                Touch { normal, reach: distance.abs(), gap: distance.abs() - self.radius }
            }
            Face::Tip(index) => {
                let post = &self.posts[usize::from(index)];
                let apart = r - post.center;
                let reach = apart.norm();
                Touch { normal: apart * (1.0 / reach), reach, gap: reach - post.limit }
            }
        }
    }

    /// The faces that a ball at `r` touches, or would touch if it were `margin` larger.
    pub(crate) fn touched(&self, r: Vec2, margin: f64) -> impl Iterator<Item = Face> + '_ {
        let walls = self.walls.iter().zip(0..).filter(move |(wall, _)| wall.is_within(r));
        let faces = walls.map(|(_, index)| Face::Segment(index));
        let tips = self.posts.iter().filter_map(|post| match post.obstacle {
            Obstacle::Face(face) => Some(face),
            Obstacle::Pocket(_) => None,
        });
        faces.chain(tips).filter(move |&face| self.touch(face, r).gap <= margin)
    }

    /// The free space between a ball at `r` and the nearest cushion; infinite if none is in reach.
    pub(crate) fn clearance(&self, r: Vec2) -> f64 {
        if self.open.contains(&Area { low: r, high: r }) {
            return f64::INFINITY;
        }
        let walls = self.walls.iter().map(|wall| {
            let apart = r - wall.from;
            let along = wall.along.dot(apart).clamp(0.0, wall.length);
            (apart - wall.along * along).norm() - self.radius
        });
        let tips = self.posts.iter().filter(|post| matches!(post.obstacle, Obstacle::Face(_)));
        let tips = tips.map(|post| (r - post.center).norm() - post.limit);
        walls.chain(tips).fold(f64::INFINITY, f64::min)
    }

    /// Whether a ball at `r` has been captured.
    pub(crate) fn captures(&self, r: Vec2) -> bool {
        self.posts
            .iter()
            .any(|post| matches!(post.obstacle, Obstacle::Pocket(_)) && (r - post.center).norm() < post.limit)
    }
}

impl Wall {
    /// Whether the point of the face's line nearest to `r` belongs to the face.
    fn is_within(&self, r: Vec2) -> bool {
        (0.0..=self.length).contains(&self.along.dot(r - self.from))
    }

    /// When a ball first touches this face while approaching it, on either side and within its length.
    fn contact(&self, path: &Interval, end: f64, radius: f64) -> Option<f64> {
        let distance = self.normal.dot(path.c - self.from);
        let (speed, half) = (self.normal.dot(path.b), self.normal.dot(path.a));
        let side = |sign: f64| {
            let gap = sign * distance - radius;
            let s = quadratic_contact([gap, sign * speed, sign * half], end)?;
            // A ball whose centre is behind the face is not in contact with this side of it.
            let depth = -(gap + (sign * speed + sign * half * s) * s);
            (depth <= radius && self.is_within((path.a * s + path.b) * s + path.c)).then_some(s)
        };
        match (side(1.0), side(-1.0)) {
            (Some(s), Some(t)) => Some(s.min(t)),
            (s, t) => s.or(t),
        }
    }
}

impl Post {
    /// When the centre of a ball first enters the circle.
    fn contact(&self, path: &Interval, end: f64) -> Option<f64> {
        distance_polynomial(path.a, path.b, path.c - self.center, self.limit).contact(end)
    }
}

/// `|a t^2 + b t + c|^2 - limit^2`.
pub(crate) fn distance_polynomial(a: Vec2, b: Vec2, c: Vec2, limit: f64) -> Quartic {
    Quartic([c.dot(c) - limit * limit, 2.0 * b.dot(c), b.dot(b) + 2.0 * a.dot(c), 2.0 * a.dot(b), a.dot(a)])
}
