//! What a shot announces and leaves behind: motion that can be drawn, balls on whole micrometres, records
//! that replay.

use baize_nine_ball::{
    Action, Announcement, Ball, Cue, Event, Layout, NineBall, Options, RADIUS, TableSize, Track,
};
use baize_rules::{Dice, Game, Seat, Seed, Table, Viewer};

fn table(seed: u32) -> Table<NineBall> {
    Table::start(Options::default(), 2, &Seed::from_text(&format!("rack {seed}"))).unwrap()
}

/// A break from anywhere behind the string, more or less at the rack.
fn opening(dice: &mut Dice) -> [Action; 2] {
    let y = dice.roll(400_001) as i32 - 200_000;
    let straight = libm::atan2(f64::from(-y), 1_270_000.0);
    let aim = ((straight * 1e6).round() as i32 + dice.roll(20_001) as i32 - 10_000).rem_euclid(6_283_185);
    let cue = Cue {
        top_milli: dice.roll(401) as i32 - 200,
        side_milli: dice.roll(401) as i32 - 200,
        elevation_urad: dice.roll(100_000) as i32,
        ..Cue::level(8000 + dice.roll(4001) as i32, aim)
    };
    [Action::PlaceBall { x_um: (-635_000).into(), y_um: y.into() }, cue.shoot()]
}

fn layout(table: &Table<NineBall>) -> Layout {
    table.game().view(Viewer::Spectator).state.balls
}

fn tracks(events: &[Event]) -> &[Track] {
    let motion = events.iter().find_map(|event| match event {
        Event::Table(Announcement::Motion { balls, .. }) => Some(balls),
        _ => None,
    });
    motion.expect("every shot has a MOTION")
}

fn play(table: &mut Table<NineBall>, action: &Action) -> Vec<Event> {
    let seat = table.game().awaiting().must.iter().next().unwrap();
    table.play(seat, action).unwrap().into_iter().map(|news| news.event).collect()
}

/// The centre at the time `t`, by the rule in the documentation of [`Track`].
fn drawn(track: &Track, t: f64) -> Option<[f64; 2]> {
    let row = track.rows.iter().rev().find(|row| row.numbers()[0] <= t + 1e-12).unwrap_or(&track.rows[0]);
    let number = |index: usize| row.numbers().get(index).copied().unwrap_or(0.0);
    let s = t - number(0);
    (row.numbers().len() > 1)
        .then(|| [1, 2].map(|axis| number(axis) + number(axis + 2) * s + number(axis + 4) * s * s))
}

#[test]
fn a_break_is_small_enough_to_send() {
    let mut dice = Dice::new(&Seed::from_text("breaks"));
    let mut largest = 0;
    for seed in 0..150 {
        let mut table = table(seed);
        let [place, shoot] = opening(&mut dice);
        play(&mut table, &place);
        largest = largest.max(serde_json::to_string(&play(&mut table, &shoot)).unwrap().len());
    }
    assert!(largest < 40 * 1024, "{largest} bytes");
    assert!(largest > 10 * 1024, "{largest} bytes: were these breaks?");
}

#[test]
fn motion_draws_every_moment() {
    let mut dice = Dice::new(&Seed::from_text("pictures"));
    for seed in 0..20 {
        let mut table = table(seed);
        let [place, shoot] = opening(&mut dice);
        play(&mut table, &place);
        let before = layout(&table);
        let Action::Shoot(stroke) = &shoot else { unreachable!() };
        let mut simulator = Options::default().table.simulator().recording(baize_physics::Recording::Motion);
        simulator.shoot(&before.bodies(), &stroke.cue().unwrap().into()).unwrap();
        let shot = simulator.shot();
        let events = play(&mut table, &shoot);
        for track in tracks(&events) {
            let truth = shot.motion.iter().find(|motion| motion.id == track.ball.number()).unwrap();
            for interval in &truth.intervals {
                for share in [0.0, 0.3, 0.9999] {
                    let t = interval.from + share * (interval.until - interval.from);
                    let (Some([x, y]), r) = (drawn(track, t + 1e-7), interval.position(t)) else { continue };
                    assert!((x - r.x).hypot(y - r.y) < 1e-4, "{} at {t}", track.ball);
                }
            }
            // The motion ends exactly where the ball lies, or with it gone; the 9 may have come back since.
            let end = drawn(track, shot.seconds + 1.0);
            let lies = layout(&table).get(track.ball).map(|spot| spot.metres());
            assert!(end == lies || (track.ball == Ball::NINE && end.is_none()), "{end:?} {lies:?}");
        }
        // Balls that are not listed have not moved.
        let moved: Vec<Ball> = tracks(&events).iter().map(|track| track.ball).collect();
        let still = before.iter().filter(|(ball, _)| !moved.contains(ball));
        still.for_each(|(ball, spot)| assert_eq!(layout(&table).get(ball), Some(spot)));
    }
}

#[test]
fn balls_at_rest_never_overlap_and_a_record_replays_to_the_bit() {
    let mut dice = Dice::new(&Seed::from_text("long rack"));
    for seed in 0..6 {
        let mut first = table(seed);
        let mut log: Vec<(Seat, Action)> = Vec::new();
        for action in opening(&mut dice) {
            log.push((Seat::FIRST, action.clone()));
            play(&mut first, &action);
        }
        while log.len() < 40
            && let Some(seat) = first.game().awaiting().must.iter().next()
        {
            let menu = first.game().menu(seat);
            let action = dice.pick(menu.actions()).unwrap().clone();
            first.play(seat, &action).unwrap();
            log.push((seat, action));
            let balls = layout(&first);
            let spots: Vec<_> = balls.iter().map(|(_, spot)| spot).collect();
            for (index, spot) in spots.iter().enumerate() {
                let apart = |other| spot.distance_squared(other) >= 4 * RADIUS * RADIUS;
                assert!(spots[..index].iter().all(|&other| apart(other)), "{balls:?}");
            }
        }
        let mut again = table(seed);
        for (seat, action) in &log {
            again.play(*seat, action).unwrap();
        }
        assert_eq!(again.setup(), first.setup());
    }
}

#[test]
fn every_place_the_rules_allow_is_one_the_simulator_takes() {
    for size in [TableSize::SevenFoot, TableSize::EightFoot, TableSize::NineFoot] {
        let mut simulator = size.simulator();
        let reach = size.reach();
        let long =
            (0..=1000).flat_map(|i| [[i * (reach.x / 1000), reach.y], [reach.x, i * (reach.y / 1000)]]);
        let corners = [[reach.x, reach.y], [reach.x - 1, reach.y - 1], [0, reach.y], [1, reach.y]];
        for [x, y] in long.chain(corners) {
            for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
                let ball = baize_physics::Ball::at(0, baize_nine_ball::Spot { x, y }.metres());
                assert_eq!(simulator.release(&[ball]), Ok(()), "{size:?} {x} {y}");
            }
        }
    }
}
