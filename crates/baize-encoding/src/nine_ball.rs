//! Nine-ball. An action is eight numbers from 0 to 1, and any such numbers can be played:
//!
//! | | 0 | 1 |
//! |---|---|---|
//! | aim | towards the foot | once round, counter-clockwise |
//! | speed | 1 mm/s | 12 m/s |
//! | side, top | half the radius to the right, below | half the radius to the left, above |
//! | elevation | level | 70 degrees |
//! | wish | ordinary shot; after a push-out, opponent plays on | from 0.5: push-out if allowed; after one, plays on |
//! | x, y | with ball in hand, the head or right end of where the cue ball may lie | the foot or left end |
//!
//! Side and top together stay within half the radius. If the cue ball cannot lie at the wished place, it goes
//! to the nearest free point of a grid of one radius. Placing and shooting are one action.
//!
//! An observation is one row: for the cue ball and balls 1 to 9, whether it is on the bed, x relative to the
//! length and y relative to the width, each from -1 to 1 (30); which may be hit first (9); whether the cue
//! ball is placed first, whether a push-out is allowed, whether the seat chooses who plays on; its own fouls
//! and the opponent's, divided by 3; its own racks and the opponent's, divided by the racks needed to win.

use crate::{Encoding, Space};
use baize_nine_ball::{Action, Area, Ball, Cue, NineBall, Phase, RADIUS, Spot, Stroke, View};
use baize_rules::{Game, Seat, Viewer};

const BALLS: usize = 10;

/// Interpolates between two numbers, giving a whole number.
fn between(from: i32, to: i32, share: f32) -> i32 {
    from + (f64::from(to - from) * f64::from(share)) as i32
}

fn stroke(numbers: &[f32], is_push_out: bool) -> Stroke {
    let most = f64::from(Cue::MOST_OFFSET);
    let [side, top] = [numbers[2], numbers[3]].map(|share| (f64::from(share) * 2.0 - 1.0) * most);
    // If both together are too far out, they are pulled in towards the centre.
    let pull = (most / libm::sqrt(side * side + top * top)).min(1.0);
    let cue = Cue {
        speed_mm_s: between(1, Cue::MOST_SPEED, numbers[1]),
        aim_urad: between(0, Cue::MOST_AIM, numbers[0]),
        elevation_urad: between(0, Cue::MOST_ELEVATION, numbers[4]),
        side_milli: (side * pull) as i32,
        top_milli: (top * pull) as i32,
    };
    Stroke { push_out: is_push_out, ..cue.into() }
}

/// Where the cue ball goes: to the wished place, or as near as it can lie.
fn place(view: &View, area: Area, numbers: &[f32]) -> Option<Spot> {
    let table = view.state.options.table;
    let reach = table.reach();
    let foot = match area {
        Area::BehindString => table.head_spot().x,
        Area::Anywhere => reach.x,
    };
    let wish = Spot { x: between(-reach.x, foot, numbers[6]), y: between(-reach.y, reach.y, numbers[7]) };
    let step = RADIUS as i32;
    let rings = 2 * reach.x / step;
    (0..=rings).find_map(|ring| {
        let side = move |at: i32| [(at, -ring), (at, ring), (-ring, at), (ring, at)];
        let mut spots =
            (-ring..=ring).flat_map(side).map(|(x, y)| Spot { x: wish.x + x * step, y: wish.y + y * step });
        spots.find(|spot| view.can_place(*spot))
    })
}

impl Encoding for NineBall {
    const ACTIONS: Space = Space::Continuous(8);
    const OBSERVATION: &'static [usize] = &[3 * BALLS + 9 + 7];

    fn number(&self, _: Seat, _: &Action) -> Option<u32> {
        None
    }

    fn actions(&self, seat: Seat, numbers: &[f32]) -> Vec<Action> {
        let view = self.view(Viewer::Seat(seat));
        let is_wished = numbers[5] >= 0.5;
        let shoot = Action::Shoot(stroke(numbers, is_wished && view.state.push_ok));
        let area = match view.state.phase {
            Phase::PushOutChoice { .. } => return vec![Action::Choose { play: is_wished }],
            Phase::Aim { .. } | Phase::GameOver { .. } => return vec![shoot],
            Phase::BreakPlacement { .. } => Area::BehindString,
            Phase::BallInHand { .. } => Area::Anywhere,
        };
        let spot = place(&view, area, numbers);
        let placing = spot.map(|spot| Action::PlaceBall { x_um: spot.x.into(), y_um: spot.y.into() });
        placing.into_iter().chain([shoot]).collect()
    }

    fn observe(view: &View, seat: Seat, into: &mut [f32]) {
        let state = &view.state;
        let reach = state.options.table.reach();
        for (ball, spot) in state.balls.iter() {
            let place = &mut into[3 * ball.index()..][..3];
            place.copy_from_slice(&[1.0, spot.x as f32 / reach.x as f32, spot.y as f32 / reach.y as f32]);
        }
        let rest = &mut into[3 * BALLS..];
        view.targets().iter().filter(|ball| *ball != Ball::CUE).for_each(|ball| rest[ball.index() - 1] = 1.0);
        let rest = &mut rest[9..];
        let is = |so: bool| f32::from(u8::from(so));
        rest[0] = is(matches!(state.phase, Phase::BreakPlacement { .. } | Phase::BallInHand { .. }));
        rest[1] = is(state.push_ok);
        rest[2] = is(matches!(state.phase, Phase::PushOutChoice { .. }));
        let own = seat.index();
        let (fouls, racks) =
            (|at: usize| state.fouls.get(at).copied(), |at: usize| state.racks.get(at).copied());
        for (place, count, most) in [
            (3, fouls(own), 3),
            (4, fouls(1 - own.min(1)), 3),
            (5, racks(own), state.options.race_to),
            (6, racks(1 - own.min(1)), state.options.race_to),
        ] {
            rest[place] = f32::from(count.unwrap_or_default()) / f32::from(most);
        }
    }
}
