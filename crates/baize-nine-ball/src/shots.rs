//! The possible shots from a position: pots of the target first, then combinations on the 9, safe hits and
//! kicks. Each is tried with the standard hand, so that easy means easy; shots that foul are not listed.

use crate::craft::aim::solve;
use crate::craft::ground::Ground;
use crate::craft::hand::{Hand, slips};
use crate::craft::lie::{DIAMETER, Lie, aim, turned};
use crate::craft::lines::{Line, THINNEST, combinations, straight};
use crate::judge::{Shot, Verdict, judge};
use crate::{AimHelp, Ball, Balls, Cue, Happening, Options, Pocket, RuleError, View};
use baize_physics::{EventKind, Simulator, Vec2};
use schemars::JsonSchema;
use serde::Serialize;

/// How many times each shot is tried.
const TRIES: usize = 32;
/// The fewest successes for a shot to count as easy, and as fair.
const EASY: usize = 24;
const FAIR: usize = 12;
/// The most pots and combinations that are tried, likeliest first: in practice mode almost every ball is a
/// target.
const MOST_LINES: usize = 12;

/// The shots from a position, the most natural first.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ShotsAnswer {
    /// How much the table lets players see: only with full help are shots aimed exactly and rated.
    help: AimHelp,
    shots: Vec<Candidate>,
}

/// A shot to choose.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The kind of shot.
    pub kind: Kind,
    /// The ball that is hit first.
    pub ball: Ball,
    /// The ball that drops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drops: Option<Ball>,
    /// The pocket it drops into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pocket: Option<Pocket>,
    /// On which side of the ball the cue ball passes, looking along the cue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The cushion that the cue ball comes off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cushion: Option<Rail>,
    /// How often the shot succeeds with the standard hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ease: Option<Ease>,
    /// How to strike.
    pub shot: Cue,
    /// Successes in `TRIES` tries.
    #[serde(skip)]
    successes: usize,
}

/// What a shot is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// Opens the rack.
    Break,
    /// The ball that is hit drops.
    Pot,
    /// The ball that is hit sends the 9 into a pocket.
    Combination,
    /// A legal hit and nothing more.
    Safe,
    /// A legal hit off a cushion.
    Kick,
}

/// How often a shot succeeds with the standard hand: at least 24 of 32 times, 12 of 32, or less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Ease {
    /// At least three times in four.
    Easy,
    /// At least three times in eight.
    Fair,
    /// Less often.
    Hard,
}

/// Where a ball is hit, looking along the cue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// In the middle.
    Full,
    /// The cue ball passes on its left.
    Left,
    /// The cue ball passes on its right.
    Right,
}

/// A cushion, seen from the head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Rail {
    /// At the head.
    Head,
    /// At the foot.
    Foot,
    /// Along the left side.
    Left,
    /// Along the right side.
    Right,
}

/// The shots from the position that a viewer sees.
pub(crate) fn shots(view: &View) -> Result<ShotsAnswer, RuleError> {
    let help = view.state.options.aim_help;
    let Some(cue) = view.state.balls.get(Ball::CUE) else {
        return Err(RuleError::WrongPhase("place the cue ball first"));
    };
    let mut finder = Finder::of(view, cue.metres().into());
    let mut shots = if finder.stake.is_break {
        finder.breaks()
    } else {
        [finder.pots(), finder.hits(), finder.kicks()].concat()
    };
    // A stable sort: equally likely shots stay in the order of balls and pockets.
    shots.sort_by_key(|shot| (shot.kind, TRIES - shot.successes));
    Ok(ShotsAnswer { help, shots })
}

/// Looks for shots in one position.
struct Finder {
    options: Options,
    ground: Ground,
    simulator: Simulator,
    bodies: Vec<baize_physics::Ball>,
    lie: Lie,
    cue: Vec2,
    targets: Balls,
    stake: Shot,
    /// Whether the table lets players see where a shot leads.
    is_told: bool,
}

/// The result of a try.
struct Tried {
    verdict: Verdict,
    happened: Vec<Happening>,
}

impl Tried {
    fn is_clean(&self) -> bool {
        self.verdict.fouls.is_empty()
    }

    fn drops(&self, ball: Ball) -> bool {
        self.is_clean() && self.happened.iter().any(|it| matches!(it, Happening::Pot { a, .. } if *a == ball))
    }

    /// Whether the cue ball met a cushion before any ball.
    fn came_off_a_cushion(&self) -> bool {
        let met = self.happened.iter().find(|it| match it {
            Happening::Cushion { a, .. } => *a == Ball::CUE,
            Happening::Collision { a, b, .. } => *a == Ball::CUE || *b == Ball::CUE,
            Happening::Pot { .. } | Happening::OffTable { .. } => false,
        });
        matches!(met, Some(Happening::Cushion { .. }))
    }
}

impl Finder {
    fn of(view: &View, cue: Vec2) -> Finder {
        let state = &view.state;
        let options = state.options;
        let ground = Ground::new(options.table);
        let stake = Shot {
            before: state.balls.objects(),
            is_break: state.shot_no == 0,
            is_push_out: false,
            fouls: 0,
        };
        Finder {
            simulator: options.table.simulator(),
            bodies: state.balls.bodies(),
            lie: Lie::of(view),
            cue,
            targets: view.targets(),
            stake,
            is_told: options.aim_help == AimHelp::Full,
            options,
            ground,
        }
    }

    fn play(&mut self, stroke: Cue) -> Option<Tried> {
        let targets = self.targets;
        let mut has_hit = false;
        // These fouls show early, and what comes after them does not matter.
        let is_foul = |kind: EventKind| match kind {
            EventKind::Pot(0, _) => true,
            EventKind::Collision(0, hit) => {
                !std::mem::replace(&mut has_hit, true)
                    && Ball::new(hit).is_none_or(|ball| !targets.contains(ball))
            }
            _ => false,
        };
        self.simulator.shoot_until(&self.bodies, &stroke.into(), is_foul).ok()?;
        let events = self.simulator.events().iter();
        let happened: Vec<Happening> =
            events.filter_map(|event| Happening::heard(event.kind, event.t)).collect();
        let verdict = judge(self.stake, &self.options, &happened);
        Some(Tried { verdict, happened })
    }

    /// How often a stroke succeeds with the standard hand.
    fn successes(&mut self, stroke: Cue, is_success: impl Fn(&Tried) -> bool) -> usize {
        let hand = Hand { noise: 1.0 };
        let tries = slips().iter().take(TRIES);
        tries.filter(|slip| self.play(hand.slipped(stroke, **slip)).as_ref().is_some_and(&is_success)).count()
    }

    /// The candidate with its rating, if the table lets players see that; `None` if it never succeeds.
    fn rated(&mut self, mut candidate: Candidate, is_success: impl Fn(&Tried) -> bool) -> Option<Candidate> {
        if !self.is_told {
            return Some(candidate);
        }
        candidate.successes = self.successes(candidate.shot, is_success);
        candidate.ease = Some(match candidate.successes {
            EASY.. => Ease::Easy,
            FAIR.. => Ease::Fair,
            _ => Ease::Hard,
        });
        Some(candidate).filter(|candidate| candidate.successes > 0)
    }

    /// Straight and hard at the first ball; a little to one side if that would foul.
    fn breaks(&mut self) -> Vec<Candidate> {
        let Some((ball, at)) = self.targets.lowest().and_then(|ball| Some((ball, self.lie.get(ball)?)))
        else {
            return Vec::new();
        };
        let straight = f64::from(aim(at - self.cue));
        let asides = [0.0, 2e3, -2e3, 4e3, -4e3, 6e3, -6e3, 8e3, -8e3];
        let mut strokes = asides.map(|aside| Cue::level(9500, turned(straight + aside))).into_iter();
        let clean = strokes.clone().find(|stroke| self.play(*stroke).is_some_and(|tried| tried.is_clean()));
        let stroke = clean.filter(|_| self.is_told).or_else(|| strokes.next());
        stroke.into_iter().map(|stroke| Candidate::new(Kind::Break, ball, stroke)).collect()
    }

    /// Pots of a target, and of the 9 by way of a target.
    fn pots(&mut self) -> Vec<Candidate> {
        let mut lines: Vec<(f64, Line)> = Vec::new();
        for ball in self.targets.iter() {
            let nines = combinations(&self.ground, &self.lie, ball);
            let nines = nines.into_iter().filter(|line| line.drops == Ball::NINE);
            for line in straight(&self.ground, &self.lie, ball, self.lie.objects()).into_iter().chain(nines) {
                let chance = line.chance(&self.ground, &self.lie, self.cue, crate::craft::hand::SPREAD);
                if chance > 0.0 {
                    lines.push((chance, line));
                }
            }
        }
        lines.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        lines.truncate(MOST_LINES);
        lines.into_iter().filter_map(|(_, line)| self.pot(&line)).collect()
    }

    /// The first plain stroke that drops the ball easily, or else the one that most often does.
    fn pot(&mut self, line: &Line) -> Option<Candidate> {
        const STROKES: [(f64, i32); 5] = [(1.0, 0), (0.5, 0), (1.8, 0), (1.2, -300), (1.2, 300)];
        let (ghost, length, fullness) = line.approach(&self.lie, self.cue)?;
        let kind = if line.drops == line.ball { Kind::Pot } else { Kind::Combination };
        let drops = line.drops;
        let mut best = None::<Candidate>;
        for (arrival, top_milli) in STROKES {
            let speed = line.speed(length, fullness.max(THINNEST), arrival).min(8000.0) as i32;
            let plain = Cue { top_milli, ..Cue::level(speed, aim(ghost - self.cue)) };
            let Some(solved) = solve(&mut self.simulator, &self.lie, line, plain) else { continue };
            if !self.play(solved).is_some_and(|tried| tried.drops(drops)) {
                continue;
            }
            let shot = if self.is_told { solved } else { plain };
            let candidate = Candidate {
                drops: Some(drops),
                pocket: Some(line.pocket),
                ..Candidate::new(kind, line.ball, shot)
            };
            let rated = self.rated(candidate, |tried| tried.drops(drops));
            best = best.into_iter().chain(rated).reduce(|a, b| if b.successes > a.successes { b } else { a });
            if best.as_ref().is_some_and(|best| !self.is_told || best.successes >= EASY) {
                break;
            }
        }
        best
    }

    /// Hits on the targets in sight: full, and half on each side.
    fn hits(&mut self) -> Vec<Candidate> {
        let sides: &[(Side, f64)] = if self.targets.len() == 1 {
            &[(Side::Full, 0.0), (Side::Left, 0.5), (Side::Right, -0.5)]
        } else {
            &[(Side::Full, 0.0)]
        };
        let mut shots = Vec::new();
        for ball in self.targets.iter() {
            let Some(way) = self.lie.get(ball).map(|at| at - self.cue) else { continue };
            for &(side, aside) in sides {
                let turn = libm::asin((aside * DIAMETER / way.norm()).clamp(-1.0, 1.0));
                let direction = turned(f64::from(aim(way)) + turn * 1e6);
                let strokes = [2200, 3200, 1500, 4500].map(|speed| Cue::level(speed, direction));
                let legal = |finder: &mut Finder, stroke: &Cue| {
                    finder.play(*stroke).is_some_and(|tried| tried.is_clean() && !tried.came_off_a_cushion())
                };
                let Some(stroke) = strokes.into_iter().find(|stroke| legal(self, stroke)) else { continue };
                let candidate = Candidate { side: Some(side), ..Candidate::new(Kind::Safe, ball, stroke) };
                shots.extend(self.rated(candidate, Tried::is_clean));
            }
        }
        shots
    }

    /// Kicks at the target off each cushion. A cushion is not a perfect mirror, so the aim is searched for
    /// around the mirrored point.
    fn kicks(&mut self) -> Vec<Candidate> {
        let Some((ball, at)) = self.targets.sole().and_then(|ball| Some((ball, self.lie.get(ball)?))) else {
            return Vec::new();
        };
        let Vec2 { x, y } = self.ground.reach;
        let images = [
            (Rail::Foot, Vec2::new(2.0 * x - at.x, at.y)),
            (Rail::Head, Vec2::new(-2.0 * x - at.x, at.y)),
            (Rail::Left, Vec2::new(at.x, 2.0 * y - at.y)),
            (Rail::Right, Vec2::new(at.x, -2.0 * y - at.y)),
        ];
        let mut shots = Vec::new();
        for (rail, image) in images {
            let Some(stroke) = self.kick(image - self.cue) else { continue };
            let candidate = Candidate { cushion: Some(rail), ..Candidate::new(Kind::Kick, ball, stroke) };
            shots.extend(self.rated(candidate, Tried::is_clean));
        }
        shots
    }

    /// The stroke in the middle of the widest range of directions in which a kick works.
    fn kick(&mut self, way: Vec2) -> Option<Cue> {
        const STEPS: i32 = 8;
        const STEP: f64 = 0.012e6;
        let (straight, is_told) = (f64::from(aim(way)), self.is_told);
        let stroke = |step: f64| Cue::level(3000, turned(straight + step * STEP));
        let mut is_good = |step: f64| {
            self.play(stroke(step)).is_some_and(|tried| tried.is_clean() && tried.came_off_a_cushion())
        };
        if !is_told {
            return is_good(0.0).then(|| stroke(0.0));
        }
        let (mut best, mut from) = (None::<(i32, i32)>, None);
        for step in -STEPS..=STEPS + 1 {
            let good = step <= STEPS && is_good(f64::from(step));
            match (good, from) {
                (true, None) => from = Some(step),
                (false, Some(start)) => {
                    from = None;
                    if best.is_none_or(|(a, b)| b - a < step - start) {
                        best = Some((start, step));
                    }
                }
                _ => {}
            }
        }
        let (start, end) = best?;
        let middle = f64::from(start + end - 1) / 2.0;
        is_good(middle).then(|| stroke(middle))
    }
}

impl Candidate {
    const fn new(kind: Kind, ball: Ball, shot: Cue) -> Candidate {
        let (drops, pocket, side, cushion, ease) = (None, None, None, None, None);
        Candidate { kind, ball, drops, pocket, side, cushion, ease, shot, successes: 0 }
    }
}
