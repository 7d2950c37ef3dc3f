//! The recorded step of every method: its work and its bits.

use super::{Top, explicit, is_splitting};
use crate::common::scenario;
use gyrosweep::integrator::control::{Controller, ControllerKind, error_norm, first_step};
use gyrosweep::integrator::{Integrator, Workspace, attempt};
use gyrosweep::lie::{RotationParameterisation, UnitQuaternion};
use gyrosweep::num::{Precision, Real, Vec3};
use gyrosweep::trace::{Input, Rate, Traced, interpret, record};

#[test]
fn the_work_of_every_method_is_known() {
    // operations of a recorded step of the sweep of heavy tops, with and without the error estimate, and for pairs the
    // scaled error and the factor of a PI controller
    let s = scenario("heavy_top_sweep", &[]);
    let mechanism = &s.study.mechanism;
    let layout = s.study.layout();
    let mut table = Vec::new();
    for integrator in explicit() {
        let operations = |estimate: bool, control: bool| {
            let varied = s.study.varied();
            let state = layout.coordinate_count() + layout.velocity_count() + 2;
            let input = |i: usize| Input {
                name: format!("i{i}"),
                rate: if i < varied.len() { Rate::Member } else { Rate::Step },
            };
            let inputs = (0..varied.len() + state + 2).map(input).collect();
            let graph = record(Precision::Double, inputs, |x: &[Traced]| {
                let mut parameters: Vec<Traced> =
                    mechanism.parameters.iter().map(|p| Traced::constant(p.default)).collect();
                varied.iter().zip(x).for_each(|(at, value)| parameters[*at] = *value);
                let (q, rest) = x[varied.len()..].split_at(layout.coordinate_count());
                let (v, rest) = rest.split_at(layout.velocity_count());
                let mut system = s.study.formulated().system(mechanism, &parameters);
                let mut work = if estimate {
                    Workspace::new(integrator, layout)
                } else {
                    Workspace::without_error(integrator, layout)
                };
                let monitor = attempt(integrator, &mut system, (rest[0], rest[1]), q, v, &mut work);
                let mut out = vec![monitor.first_turn, monitor.largest_turn];
                out.extend(work.delta_q.iter().chain(&work.delta_v).chain(&work.error));
                if control {
                    let tolerance = Traced::constant(1e-6);
                    let err = error_norm(layout, q, v, &work, tolerance, tolerance);
                    let controller = Controller::new(ControllerKind::Pi, integrator.error_order().unwrap());
                    out.push(controller.next(err, [rest[2], rest[3]], Traced::zero().less(rest[3])));
                }
                out
            });
            graph.operation_counts().0
        };
        let adaptive = integrator.error_order().map(|_| (operations(true, false), operations(true, true)));
        table.push((integrator.name, operations(false, false), adaptive));
    }
    for row in &table {
        println!("{row:?}");
    }
    for (name, operations, _) in &table {
        if let Some(exact) = name.strip_suffix("_truncated") {
            let exact = table.iter().find(|(name, ..)| *name == exact).unwrap().1;
            assert!(*operations < exact, "{name}: {operations} against {exact}");
        }
    }
    let count = |name: &str| table.iter().find(|(n, ..)| *n == name).unwrap().1;
    assert!(count("cf4") < 2 * count("rkmk4") && count("rkmk4") < count("dopri5"));
}

/// A step with everything that is made of it: increments, error, monitor, scaled error, factor, first step.
fn everything<R: Real>(integrator: &Integrator, parameterisation: RotationParameterisation, x: &[R]) -> Vec<R> {
    let mut top = Top::driven(parameterisation);
    let (q, rest) = x.split_at(top.layout.coordinate_count());
    let (v, rest) = rest.split_at(top.layout.velocity_count());
    let layout = top.layout.clone();
    let mut work = Workspace::new(integrator, &layout);
    let monitor = attempt(integrator, &mut top, (rest[0], rest[1]), q, v, &mut work);
    let mut out = vec![monitor.first_turn, monitor.largest_turn, monitor.margin];
    out.extend(work.delta_q.iter().chain(&work.delta_v).chain(&work.error));
    if let Some(order) = integrator.error_order() {
        let (atol, rtol) = (R::constant(1e-6), R::constant(1e-5));
        let err = error_norm(&layout, q, v, &work, atol, rtol);
        out.push(err);
        for kind in [ControllerKind::I, ControllerKind::Pi, ControllerKind::Pid] {
            let repeated = rest[2].less(R::constant(0.5));
            out.push(Controller::new(kind, order).next(err, [rest[2], rest[3]], repeated));
        }
        out.push(first_step(&mut top, rest[0], q, v, (atol, rtol), order));
    }
    out
}

#[test]
fn the_recorded_step_of_every_method_is_the_native_step_bit_for_bit() {
    let orientation = UnitQuaternion { w: 0.98, v: Vec3::new(0.1, -0.12, 0.08) }.normalized();
    for parameterisation in RotationParameterisation::ALL {
        for integrator in explicit().filter(|i| parameterisation.is_group() || !is_splitting(i)) {
            let (q, v) = Top::driven(*parameterisation).state(orientation, [0.9, 0.3, -0.4]);
            for rest in [[0.2, 0.05, 0.9, 1.1], [1.0, 0.7, 0.3, 0.01]] {
                let x = [&q[..], &v, &rest].concat();
                let native = everything(integrator, *parameterisation, &x);
                let inputs = (0..x.len()).map(|i| Input { name: format!("i{i}"), rate: Rate::Step }).collect();
                let graph =
                    record(Precision::Double, inputs, |x: &[Traced]| everything(integrator, *parameterisation, x));
                let recorded = interpret(&graph, &x);
                assert_eq!(native.len(), recorded.len());
                for (i, (a, b)) in native.iter().zip(&recorded).enumerate() {
                    // folding x + 0 may change the sign of a zero, and nothing else
                    let same = a.to_bits() == b.to_bits() || (*a == 0.0 && *b == 0.0);
                    assert!(same, "{} {parameterisation:?}, result {i}: {a:e} {b:e}", integrator.name);
                }
            }
        }
    }
}
