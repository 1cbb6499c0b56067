//! What holds for every shot, whatever the input: the invariants of the specification, each as a property.

use baize_physics::{
    Ball, BallBall, Cue, Cushion, EventKind, Face, Interval, Models, Params, PoolTable, Recording, Shot,
    Simulator, Squirt, State, Vec2, Vec3, simulate, soak,
};
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(9),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn shoot(balls: &[Ball], cue: &Cue) -> Shot {
    simulate(&PoolTable::nine_foot(), &Params::default(), Models::default(), balls, cue).unwrap()
}

fn recorder(models: Models) -> Simulator {
    Simulator::new(PoolTable::nine_foot(), Params::default(), models).unwrap().recording(Recording::Motion)
}

fn release(models: Models, balls: &[Ball]) -> Shot {
    let mut simulator = recorder(models);
    simulator.release(balls).unwrap();
    simulator.shot()
}

fn models() -> impl Strategy<Value = Models> {
    let cushions = [Cushion::Han, Cushion::Mathavan, Cushion::Stronge, Cushion::Ideal];
    let balls = [BallBall::Coulomb, BallBall::Separation, BallBall::Ideal];
    (0..4_usize, 0..3_usize, any::<bool>()).prop_map(move |(cushion, ball, squirt)| Models {
        cushion: cushions[cushion],
        ball_ball: balls[ball],
        squirt: Squirt::from(squirt),
    })
}

/// The balls of a random shot just after the stroke.
fn set_off(seed: u64) -> Vec<Ball> {
    let (models, mut balls, cue) = soak::shot(seed);
    let strike = cue.strike(&Params::default(), models.squirt);
    (balls[0].v, balls[0].w) = (strike.v, strike.w);
    balls
}

fn mirrored(ball: Ball) -> Ball {
    let Ball { id, r, v, w } = ball;
    // Spin is an axial vector: its component across the mirror stays.
    let w = Vec3::new(-w.x, w.y, -w.z);
    Ball { id, r: Vec2::new(r.x, -r.y), v: Vec2::new(v.x, -v.y), w }
}

proptest! {
    #![proptest_config(config(1500))]

    /// Invariants 1 to 5: energy, momentum, no overlaps, real contacts, and times in order up to an end.
    #[test]
    fn any_shot_passes_the_audit(seed in any::<u64>(), models in models()) {
        let (_, balls, cue) = soak::shot(seed);
        let mut simulator = recorder(models);
        simulator.shoot(&balls, &cue).unwrap();
        soak::audit(&simulator.shot(), simulator.table(), simulator.params()).unwrap();
    }

    /// Invariant 6, to the last bit.
    #[test]
    fn a_mirrored_shot_has_a_mirrored_end(seed in any::<u64>(), models in models()) {
        let balls = set_off(seed);
        let shot = release(models, &balls);
        let image = release(models, &balls.iter().copied().map(mirrored).collect::<Vec<_>>());
        prop_assert_eq!(shot.events.len(), image.events.len());
        for (one, two) in shot.events.iter().zip(&image.events) {
            prop_assert_eq!(one.t, two.t);
        }
        for (one, two) in shot.end.iter().zip(&image.end) {
            prop_assert_eq!((one.r.x, one.r.y), (two.r.x, -two.r.y));
        }
    }

    /// Invariant 7: nothing carries over from one shot to the next.
    #[test]
    fn a_used_simulator_and_a_new_one_agree(one in any::<u64>(), two in any::<u64>()) {
        let mut used = recorder(Models::default());
        for seed in [one, two] {
            let (_, balls, cue) = soak::shot(seed);
            used.shoot(&balls, &cue).unwrap();
            let mut fresh = recorder(Models::default());
            fresh.shoot(&balls, &cue).unwrap();
            prop_assert_eq!(used.shot(), fresh.shot());
        }
    }

    /// Invariant 7 again: the order in which the balls are listed does not matter.
    #[test]
    fn the_order_of_the_balls_does_not_matter(seed in any::<u64>()) {
        let (models, mut balls, cue) = soak::shot(seed);
        let mut simulator = recorder(models);
        simulator.shoot(&balls, &cue).unwrap();
        let shot = simulator.shot();
        balls.reverse();
        simulator.shoot(&balls, &cue).unwrap();
        prop_assert_eq!(shot, simulator.shot());
    }

    /// Invariant 10: stopping a lone ball in the middle of a piece of motion and going on from there changes nothing.
    #[test]
    fn a_path_can_be_cut_anywhere(seed in any::<u64>(), part in 0.01..0.99_f64) {
        let ball = set_off(seed)[0];
        let shot = release(Models::default(), &[ball]);
        let intervals = &shot.motion[0].intervals;
        let cut: &Interval = &intervals[intervals.len() / 2];
        let t = cut.from + part * (cut.until - cut.from);
        let middle = Ball { id: 0, r: cut.position(t), v: cut.velocity(t), w: cut.spin(t) };
        let rest = release(Models::default(), &[middle]);
        prop_assert_eq!(rest.end[0].pocket, shot.end[0].pocket);
        if rest.end[0].pocket.is_none() {
            prop_assert!((rest.end[0].r - shot.end[0].r).norm() < 1e-7);
        }
        prop_assert!((rest.seconds + t - shot.seconds).abs() < 1e-6);
    }

    /// Motion has no gaps: every interval begins where and when the one before it ended.
    #[test]
    fn motion_has_no_holes(seed in any::<u64>()) {
        let shot = release(Models::default(), &set_off(seed));
        for (motion, rest) in shot.motion.iter().zip(&shot.end) {
            for pair in motion.intervals.windows(2) {
                prop_assert_eq!(pair[0].until, pair[1].from);
                prop_assert!((pair[0].position(pair[0].until) - pair[1].c).norm() < 2.1e-5);
            }
            let last = motion.intervals.last().unwrap();
            prop_assert_eq!(last.position(last.until), rest.r);
            prop_assert_eq!(motion.intervals[0].from, 0.0);
            prop_assert!(rest.pocket.is_some() || last.until == shot.seconds);
        }
        prop_assert!(shot.settled <= shot.seconds);
    }
}

/// Invariant 8: as long as the events stay the same, a tiny change of the stroke changes the end as little. A
/// rounded tip spreads neighbouring paths, so shots that hit one are not simple.
#[test]
fn a_simple_shot_is_continuous() {
    let mut simple = 0;
    for step in 0..200 {
        let phi = f64::from(step) * 0.031;
        let cue = Cue { v0: 1.0 + 0.01 * f64::from(step), phi, theta: 0.0, a: 0.1, b: 0.1 };
        let nudged = Cue { v0: cue.v0 * (1.0 + 1e-9), ..cue };
        let balls = [Ball::at(0, [-0.3, 0.05])];
        let (one, two) = (shoot(&balls, &cue), shoot(&balls, &nudged));
        if one.events.iter().any(|event| matches!(event.kind, EventKind::Cushion(_, Face::Tip(_)))) {
            continue;
        }
        simple += 1;
        let kinds = |shot: &Shot| shot.events.iter().map(|event| event.kind).collect::<Vec<EventKind>>();
        assert_eq!(kinds(&one), kinds(&two), "{cue:?}");
        if one.end[0].pocket.is_none() {
            assert!((one.end[0].r - two.end[0].r).norm() < 1e-6, "{cue:?}");
        }
    }
    assert!(simple > 150, "{simple}");
}

/// Invariant 9, first part: a ball hit in the centre slides, and rolls with 5/7 of its speed.
#[test]
fn a_stunned_ball_rolls_at_five_sevenths() {
    let Params { g, mu_slide, mu_roll, .. } = Params::default();
    let cue = Cue { v0: 0.4, phi: 0.0, theta: 0.0, a: 0.0, b: 0.0 };
    let shot = shoot(&[Ball::at(0, [-1.0, 0.0])], &cue);
    let v = shot.strike.unwrap().v.x;
    let [sliding, rolling, still] = &shot.motion[0].intervals[..] else { panic!("{:?}", shot.motion) };
    assert_eq!(
        (sliding.state, rolling.state, still.state),
        (State::Sliding, State::Rolling, State::Stationary)
    );
    assert!((sliding.until - 2.0 * v / (7.0 * mu_slide * g)).abs() < 1e-15);
    assert!((rolling.b.x - 5.0 / 7.0 * v).abs() < 1e-15);
    // And it rolls for v^2 / (2 mu g).
    let rolled = still.c.x - rolling.c.x;
    assert!((rolled - rolling.b.x * rolling.b.x / (2.0 * mu_roll * g)).abs() < 1e-12);
}

/// Invariant 9, second part: a full hit without spin leaves (1 - e) / 2 of the speed and passes on (1 + e) /
/// 2.
#[test]
fn a_full_hit_shares_the_speed() {
    let e = Params::default().ball_restitution;
    let cue = Cue { v0: 3.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.0 };
    // The balls are so near that the cloth has no time to slow the cue ball down.
    let shot = shoot(&[Ball::at(0, [0.0, 0.0]), Ball::at(1, [2.0 * 0.028_575 + 1e-9, 0.0])], &cue);
    let v = shot.strike.unwrap().v.x;
    let [_, cue_ball, ..] = &shot.motion[0].intervals[..] else { panic!() };
    let [_, object_ball, ..] = &shot.motion[1].intervals[..] else { panic!() };
    assert!((cue_ball.b.x - 0.5 * (1.0 - e) * v).abs() < 1e-9 * v, "{}", cue_ball.b.x);
    assert!((object_ball.b.x - 0.5 * (1.0 + e) * v).abs() < 1e-9 * v, "{}", object_ball.b.x);
}

/// Invariant 9, third part: a rolling ball that hits half of another is deflected as the thirty-degree rule says. For
/// balls without friction or loss the angle is that of `sin cos / (sin^2 + 2/5)` at thirty degrees, 33.7 degrees.
#[test]
fn a_rolling_half_ball_hit_is_deflected_by_thirty_degrees() {
    let radius = Params::default().radius;
    let v = Vec2::new(2.0, 0.0);
    let w = Vec3::new(0.0, v.x / radius, 0.0);
    let cue_ball = Ball { id: 0, r: Vec2::new(-0.2, 0.0), v, w };
    let shot = release(Models::default(), &[cue_ball, Ball::at(1, [0.0, radius])]);
    let after = shot.motion[0].intervals.iter().skip(1).find(|interval| interval.state == State::Rolling);
    let v = after.unwrap().b;
    let degrees = (-v.y / v.x).atan().to_degrees();
    assert!((degrees - 33.7).abs() < 2.0, "{degrees}");
}

/// A ball hit in the centre and one hit with natural roll obey the same law of distance.
#[test]
fn natural_roll_needs_no_sliding() {
    let cue = Cue { v0: 0.5, phi: 0.0, theta: 0.0, a: 0.0, b: 0.4 };
    let shot = shoot(&[Ball::at(0, [-1.0, 0.0])], &cue);
    // At most the rounding of the stroke is left to slide off.
    assert!(shot.motion[0].intervals.iter().all(|i| i.state != State::Sliding || i.until - i.from < 1e-12));
}

/// A shot simulated only until its first contact is the beginning of the whole shot.
#[test]
fn a_shot_that_is_left_early_began_like_the_whole() {
    let balls = [Ball::at(0, [-0.6, 0.0]), Ball::at(1, [0.2, 0.02]), Ball::at(2, [0.5, 0.0])];
    let cue = Cue { v0: 3.0, phi: 0.0, theta: 0.0, a: 0.1, b: 0.2 };
    let whole = shoot(&balls, &cue);
    let mut simulator = recorder(Models::default());
    let is_contact = |kind| matches!(kind, EventKind::Collision(..));
    simulator.shoot_until(&balls, &cue, is_contact).unwrap();
    let seen = simulator.events();
    assert!(seen.len() > 1 && seen.len() < whole.events.len());
    assert_eq!(*seen, whole.events[..seen.len()]);
    let now = simulator.seconds();
    let then = |ball: usize| whole.motion[ball].interval_at(now).unwrap().velocity(now);
    for ball in 0..3 {
        assert_eq!(simulator.path(ball).unwrap().velocity(now), then(usize::from(ball)));
    }
    assert!(simulator.path(7).is_none());
}
