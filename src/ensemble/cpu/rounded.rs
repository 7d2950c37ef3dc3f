//! The equations of a study evaluated in single precision on the CPU, with a state that is kept in double: what the
//! kernels of that precision do. It is the yardstick of what rounding costs a study.

use super::attempt::Attempt;
use super::block;
use super::executor::NativeExecutor;
use crate::ensemble::{InitialStates, Members, Study};

/// The output components of every member in single precision, where it has any.
pub fn outputs_in_single_precision(study: &Study, members: &Members) -> Vec<Option<Vec<f64>>> {
    let attempt = Attempt::new(study);
    let executor = NativeExecutor::<f32>::new(study, &attempt);
    let results = block::run(study, members, 0..members.count, attempt, executor, InitialStates::native(study));
    results.into_iter().map(|result| result.outcome.has_outputs().then_some(result.outputs)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ensemble::Backend;
    use crate::ensemble::cpu::{CpuBackend, LaneWidth};
    use crate::io::scenario::{Overrides, Scenario};
    use std::path::Path;

    #[test]
    fn the_heavy_top_loses_half_its_digits() {
        let text = include_str!("../../../scenarios/heavy_top.toml");
        let study = Scenario::parse(Path::new("heavy_top.toml"), text, Overrides::default()).unwrap().study;
        let members = Members::draw(&study, 0, 1);
        let cpu = CpuBackend::new(Some(1), LaneWidth::One).unwrap();
        let double = cpu.run(&study, members.clone()).unwrap();
        let single = outputs_in_single_precision(&study, &members);
        let position = |outputs: &[f64]| outputs[..3].to_vec();
        let (a, b) = (position(single[0].as_ref().unwrap()), position(double.outputs_of(0).unwrap()));
        let error = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // 1000 steps, each rounded to 6e-8 of its increment, and outputs to 6e-8
        assert!((1e-9..5e-7).contains(&error), "{error:e}");
    }
}
