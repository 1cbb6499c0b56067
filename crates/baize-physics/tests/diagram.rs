//! The picture of a shot.

use baize_physics::{Ball, Cue, Models, Params, PoolTable, diagram, simulate};

fn picture() -> String {
    let (table, params) = (PoolTable::nine_foot(), Params::default());
    let balls = [Ball::at(0, [-0.635, 0.1]), Ball::at(1, [0.4, 0.12]), Ball::at(9, [0.8, -0.3])];
    let cue = Cue { v0: 3.0, phi: 0.0, theta: 0.0, a: 0.2, b: 0.2 };
    let shot = simulate(&table, &params, Models::default(), &balls, &cue).unwrap();
    diagram::svg(&table, params.radius, &shot)
}

#[test]
fn a_shot_is_always_drawn_the_same_way() {
    insta::assert_snapshot!(picture());
}

#[test]
fn everything_is_in_the_picture() {
    let picture = picture();
    for (class, count) in [("pocket", 6), ("cushion", 18), ("tip", 12), ("start", 3), ("ghost", 4)] {
        assert_eq!(picture.matches(&format!("class=\"{class}")).count(), count, "{class}");
    }
}
