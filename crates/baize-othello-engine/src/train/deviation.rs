//! How far a shallow search is off.

use crate::cpu::{self, Cpu};
use crate::midgame::{INFINITE, Node};
use crate::root::Root;
use crate::train::Sample;
use crate::weights::{DISC, Weights};
use crate::worker::{Common, Worker};
use baize_search::{Limits, Watch};

/// Values of one position: by depth, then exact.
pub fn values(weights: &Weights, samples: &[Sample], depth: u32, exact: bool) -> Vec<(Vec<f64>, f64)> {
    struct Measure<'a>(&'a Weights, &'a [Sample], u32, bool);
    impl cpu::Task for Measure<'_> {
        type Output = Vec<(Vec<f64>, f64)>;
        fn run<C: Cpu>(self, cpu: C) -> Self::Output {
            let Measure(weights, samples, depth, exact) = self;
            let watch = Watch::start(Limits::default());
            let common = Common::new(weights, &watch, 20, 10, 1);
            let mut worker = Worker::new(cpu, &common, 60);
            let discs = |value: i32| f64::from(value) / f64::from(DISC);
            samples
                .iter()
                .map(|sample| {
                    let node = Node::new(sample.position);
                    let values: Vec<f64> = (0..=depth)
                        .map(|depth| {
                            discs(C::deep(&mut worker, &node, -INFINITE, INFINITE, depth).expect("no limit"))
                        })
                        .collect();
                    let exact = if exact {
                        f64::from(
                            Root::new(&mut worker, node)
                                .exact(*values.last().unwrap() as i32)
                                .expect("no limit"),
                        )
                    } else {
                        0.0
                    };
                    (values, exact)
                })
                .collect()
        }
    }
    cpu::run(Measure(weights, samples, depth, exact))
}
