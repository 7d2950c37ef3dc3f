//! What a step tells besides its result: error estimate and monitor; and steps that the error chooses.

use super::{Top, explicit, integrate, is_splitting, observed};
use crate::common::{distance, slope};
use gyrosweep::integrator::control::{Controller, ControllerKind, accepted, error_norm, first_step};
use gyrosweep::integrator::{self, Integrator, Workspace, attempt};
use gyrosweep::lie::{RotationParameterisation, UnitQuaternion};
use gyrosweep::num::Vec3;

#[test]
fn error_estimates_have_their_order() {
    let orientation = UnitQuaternion { w: 0.98, v: Vec3::new(0.1, -0.12, 0.08) }.normalized();
    for integrator in explicit() {
        let mut top = Top::driven(RotationParameterisation::Quaternion);
        let (q, v) = top.state(orientation, [4.0, -3.0, 5.0]);
        let mut work = Workspace::new(integrator, &top.layout.clone());
        let Some(order) = integrator.error_order() else {
            assert!(work.error.is_empty(), "{}", integrator.name);
            continue;
        };
        assert_eq!(work.error.len(), 8);
        // coordinate and velocity of the oscillator, then those of the rotation
        let ranges: [&[usize]; 2] = [&[0, 4], &[1, 2, 3, 5, 6, 7]];
        let coarsest = if order > 5 { 0.1 } else { 0.02 };
        let mut points = vec![Vec::new(); ranges.len()];
        for h in [1.0, 0.8, 0.63, 0.5].map(|f| f * coarsest) {
            attempt(integrator, &mut top, (0.2, h), &q, &v, &mut work);
            for (range, points) in ranges.iter().zip(&mut points) {
                points.push((h, range.iter().map(|i| work.error[*i].powi(2)).sum::<f64>().sqrt()));
            }
        }
        for points in points {
            let slope = slope(&points);
            println!("{}: {slope:.3} {points:?}", integrator.name);
            assert!((slope - (order + 1) as f64).abs() < 0.3, "{}: {slope} {points:?}", integrator.name);
        }
    }
}

#[test]
fn the_error_estimate_changes_nothing_else() {
    let orientation = UnitQuaternion { w: 0.98, v: Vec3::new(0.1, -0.12, 0.08) }.normalized();
    for integrator in explicit() {
        let mut top = Top::driven(RotationParameterisation::Quaternion);
        let (q, v) = top.state(orientation, [0.9, 0.3, -0.4]);
        let mut with = Workspace::new(integrator, &top.layout.clone());
        let mut without = Workspace::without_error(integrator, &top.layout.clone());
        attempt(integrator, &mut top, (0.2, 0.05), &q, &v, &mut with);
        attempt(integrator, &mut top, (0.2, 0.05), &q, &v, &mut without);
        assert_eq!((with.delta_q, with.delta_v), (without.delta_q, without.delta_v), "{}", integrator.name);
    }
}

#[test]
fn the_monitor_sees_turns_and_singularities() {
    for integrator in explicit() {
        let mut top = Top::driven(RotationParameterisation::Quaternion);
        let (q, v) = top.state(UnitQuaternion { w: 1.0, v: Vec3::zero() }, [0.0, 60.0, 0.0]);
        let mut work = Workspace::without_error(integrator, &top.layout.clone());
        let slow = attempt(integrator, &mut top, (0.0, 1e-2), &q, &v, &mut work);
        // |psi| = 0.6 rad in a whole step, |psi|^2/4 = 0.09; one exponential of cg3 has 24/17 of it
        let turns = (slow.first_turn, slow.largest_turn);
        assert!(turns.0 > 0.0 && turns.0 <= turns.1 && turns.1 < 0.2, "{}: {turns:?}", integrator.name);
        assert_eq!(slow.margin, 1.0);
        let fast = attempt(integrator, &mut top, (0.0, 0.5), &q, &v, &mut work);
        assert!(fast.largest_turn > gyrosweep::num::series::HALF_TURN, "{}: {fast:?}", integrator.name);
        if is_splitting(integrator) {
            continue;
        }
        let mut top = Top::driven(RotationParameterisation::EulerAngles);
        let quarter = UnitQuaternion { w: 0.8, v: Vec3::new(0.0, 0.6, 0.0) };
        let (q, v) = top.state(quarter, [0.0, 1.0, 0.0]);
        let mut work = Workspace::without_error(integrator, &top.layout.clone());
        let monitor = attempt(integrator, &mut top, (0.0, 1e-2), &q, &v, &mut work);
        // cos of 2 atan(3/4) = 0.28, falling while the second angle grows, less the way of a step of 0.01 rad
        let expected = if integrator.stage_count() == 1 { 0.27..0.2701 } else { 0.26..0.27 };
        assert!(expected.contains(&(monitor.margin + 1e-12)), "{}: {}", integrator.name, monitor.margin);
    }
}

/// Integrates with steps that the error chooses; the state, and how many steps were accepted and rejected.
fn integrate_adaptively(
    integrator: &Integrator,
    kind: ControllerKind,
    top: &mut Top,
    (mut q, mut v): (Vec<f64>, Vec<f64>),
    (duration, tolerance): (f64, f64),
) -> ((Vec<f64>, Vec<f64>), usize, usize) {
    let order = integrator.error_order().unwrap();
    let controller = Controller::new(kind, order);
    let layout = top.layout.clone();
    let mut work = Workspace::new(integrator, &layout);
    let mut h = first_step(top, 0.0, &q, &v, (tolerance, tolerance), order);
    let (mut t, mut previous, mut rejected, mut counts) = (0.0, [1.0; 2], false, (0, 0));
    while t < duration {
        let length = h.min(duration - t);
        attempt(integrator, top, (t, length), &q, &v, &mut work);
        let err = error_norm(&layout, &q, &v, &work, tolerance, tolerance);
        let factor = controller.next(err, previous, rejected);
        rejected = !accepted(err);
        if rejected {
            counts.1 += 1;
        } else {
            q.iter_mut().zip(&work.delta_q).for_each(|(q, d)| *q += d);
            v.iter_mut().zip(&work.delta_v).for_each(|(v, d)| *v += d);
            t += length;
            previous = [err, previous[0]];
            counts.0 += 1;
        }
        h = length * factor;
        assert!(counts.0 + counts.1 < 20_000, "{} does not come to an end", integrator.name);
    }
    ((q, v), counts.0, counts.1)
}

#[test]
fn chosen_steps_keep_the_error_near_the_tolerance() {
    let orientation = UnitQuaternion { w: 1.0, v: Vec3::zero() };
    let w = [0.0, 150.0, -4.61538];
    let mut exact = Top::heavy(RotationParameterisation::Quaternion);
    let (q, v) = exact.state(orientation, w);
    let end = integrate(integrator::find("dop853").unwrap(), &mut exact, (&q, &v), 0.3, 600);
    let reference = observed(&exact, &end);
    for integrator in explicit().filter(|i| i.error_order().is_some() && !i.name.contains("truncated")) {
        for parameterisation in [RotationParameterisation::Quaternion, RotationParameterisation::EulerParameters] {
            for kind in [ControllerKind::I, ControllerKind::Pi, ControllerKind::Pid] {
                for tolerance in [1e-5, 1e-8] {
                    let mut top = Top::heavy(parameterisation);
                    let start = top.state(orientation, w);
                    let (end, taken, rejected) =
                        integrate_adaptively(integrator, kind, &mut top, start, (0.3, tolerance));
                    let error = distance(&observed(&top, &end), &reference);
                    println!(
                        "{} {parameterisation:?} {kind:?} {tolerance:e}: {error:.1e}, {taken} steps, {rejected} rejected",
                        integrator.name
                    );
                    // errors of 150 rad/s and of some hundred steps add up, and the coordinates scale the tolerance
                    assert!(error < 1000.0 * tolerance, "{}: {error:e}", integrator.name);
                    assert!(rejected < taken / 4 + 8, "{}: {rejected} of {taken}", integrator.name);
                }
            }
        }
    }
}

#[test]
fn the_first_step_is_of_the_size_of_those_that_follow() {
    for integrator in explicit().filter(|i| i.error_order().is_some()) {
        let order = integrator.error_order().unwrap();
        for tolerance in [1e-4, 1e-8] {
            let mut top = Top::heavy(RotationParameterisation::Quaternion);
            let start = top.state(UnitQuaternion { w: 1.0, v: Vec3::zero() }, [0.0, 150.0, -4.61538]);
            let h = first_step(&mut top, 0.0, &start.0, &start.1, (tolerance, tolerance), order);
            assert!((h.log2().round().exp2() / h - 1.0).abs() < 1e-15, "{h:e} s is not a power of two");
            let (_, steps, _) = integrate_adaptively(integrator, ControllerKind::I, &mut top, start, (0.1, tolerance));
            let ratio = h / (0.1 / steps as f64);
            println!("{} {tolerance:e}: {h:e} s, {ratio:.2} of the mean step", integrator.name);
            assert!(ratio > 0.005 && ratio < 5.0, "{}: {ratio}", integrator.name);
        }
    }
    // no finite dynamics: still a positive step
    let mut broken = Top { inertia: [f64::NAN; 3], ..Top::heavy(RotationParameterisation::Quaternion) };
    let (q, v) =
        Top::heavy(RotationParameterisation::Quaternion).state(UnitQuaternion { w: 1.0, v: Vec3::zero() }, [1.0; 3]);
    let h = first_step(&mut broken, 0.0, &q, &v, (1e-6, 1e-6), 4);
    assert!(h > 0.0 && h < 1e-5, "{h}");
}
