use baize_nine::{Options, Position, Ties};
use baize_nine_solver::*;
use baize_rules::Score;
#[test]
fn speed() {
    let plain = Options::default();
    let mut weights: Vec<(&str, Options)> = vec![("plain", plain), ("carry", Options { ties: Ties::Carry, ..plain }), ("open", Options { open_lead: true, ..plain })];
    let w = |w: [i32; 9]| Options { turn_weights: w.map(Score::points), ..plain };
    weights.push(("last double", w([1, 1, 1, 1, 1, 1, 1, 1, 2])));
    weights.push(("last3 double", w([1, 1, 1, 1, 1, 1, 2, 2, 2])));
    weights.push(("turn 5 double", w([1, 1, 1, 1, 2, 1, 1, 1, 1])));
    weights.push(("turn 1 double", w([2, 1, 1, 1, 1, 1, 1, 1, 1])));
    weights.push(("turn k", w([1, 2, 3, 4, 5, 6, 7, 8, 9])));
    weights.push(("wild", w([1, 3, 97, 14, 25, 36, 47, 58, 69])));
    for (name, options) in weights {
        for objective in [Objective::Difference, Objective::Win] {
            let start = std::time::Instant::now();
            match Solver::new(Position::START, &options, objective) {
                Ok(s) => println!("{name} {objective:?}: {:?} {} positions gap {:e} value {:?} first {:.3?}", start.elapsed(), s.positions(), s.largest_gap(), s.value(Position::START), s.solve(Position::START).unwrap().mixes[0].values()),
                Err(e) => println!("{name} {objective:?}: {:?} {e}", start.elapsed()),
            }
        }
    }
}
