//! Accelerations against the equations of motion, in every parameterisation, native and recorded.

use super::trees::DOOR;
use super::{
    ALGORITHMS, acceleration, chain, close, every_kind, initial, joint_system, mixed, mixed_text, recorded, system,
};
use crate::common::{column, every_joint, parse, run_on, scenario};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::formulation;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::lie::RotationParameterisation;
use gyrosweep::model::base::BaseMotion;
use gyrosweep::model::expression::Scope;
use gyrosweep::model::{Expr, Mechanism};
use gyrosweep::num::{Dual, Real, Vec3};
use gyrosweep::problem::Field;
use gyrosweep::trace::interpret;

/// The mixed tree with the motion of every body as outputs.
fn observed() -> Scenario {
    let mut text = mixed_text();
    for body in 0..12 {
        for quantity in ["position", "velocity", "acceleration", "rotation_matrix", "angular_acceleration"] {
            text +=
                &format!("[[output]]\nname = \"{quantity}{body}\"\nquantity = \"{quantity}\"\nbody = \"b{body}\"\n");
        }
    }
    parse(&text)
}

#[test]
fn accelerations_satisfy_the_equations_of_newton_and_euler() {
    for s in [every_kind(), mixed(), scenario("puma560", &[]), chain(4)] {
        let (q, v) = initial(&s.study.mechanism, RotationParameterisation::Quaternion, &s.study.mechanism.defaults());
        let mut results = Vec::new();
        for algorithm in ALGORITHMS {
            let mut system = system(&s, RotationParameterisation::Quaternion).with_algorithm(algorithm);
            let rate = acceleration(&mut system, &q, &v);
            let weights = system.inverse_dynamics(0.0, &q, &v, &vec![0.0; v.len()]);
            let size = weights.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
            // nothing acts in the joints; rounding grows with the condition of the mass matrix, about 1e4
            for force in system.inverse_dynamics(0.0, &q, &v, &rate) {
                assert!(force.abs() < 1e-12 * size, "{algorithm:?}: {force:e} of {size}");
            }
            results.push(rate);
        }
        close("algorithms", &results[0], &results[1], 1e-11);
    }
}

#[test]
fn the_mass_matrix_is_symmetric_and_makes_the_kinetic_energy() {
    for s in [every_kind(), mixed()] {
        let (q, _) = initial(&s.study.mechanism, RotationParameterisation::Quaternion, &s.study.mechanism.defaults());
        let system = system(&s, RotationParameterisation::Quaternion);
        let matrix = system.mass_matrix(&q);
        let n = matrix.len();
        for seed in 0..6 {
            let v: Vec<f64> = (0..n).map(|i| ((i * 7 + seed * 5) as f64 * 0.7).sin()).collect();
            let mut twice = 0.0;
            for i in 0..n {
                for j in 0..n {
                    assert_eq!(matrix[i][j], matrix[j][i]);
                    twice += v[i] * matrix[i][j] * v[j];
                }
            }
            let mut out = Vec::new();
            system.outputs(0.0, (&q, &v), None, &mut out);
            // the first output is the kinetic energy, from the velocities of the bodies
            assert!(twice > 0.0 && (twice / 2.0 / out[0] - 1.0).abs() < 1e-13, "{twice} {}", out[0]);
        }
    }
}

/// The Lagrangian in coordinates whose velocities are their rates.
fn lagrangian<R: Real>(mechanism: &Mechanism, t: R, q: &[R], v: &[R]) -> R {
    let p: Vec<R> = mechanism.defaults().iter().map(|d| R::constant(*d)).collect();
    let mut out = Vec::new();
    joint_system(mechanism, RotationParameterisation::EulerAngleRates, &p).outputs(t, (q, v), None, &mut out);
    out[0] - out[1]
}

/// Checks d/dt (dL/dv_i) = dL/dq_i, with q' = v and v' the accelerations of the mechanism.
fn satisfies_lagrange(mechanism: &Mechanism, t: f64) {
    type First = Dual<f64, 1>;
    type Second = Dual<First, 1>;
    let parameterisation = RotationParameterisation::EulerAngleRates;
    let p = mechanism.defaults();
    let (q, v) = initial(mechanism, parameterisation, &p);
    let mut rate = vec![0.0; v.len()];
    joint_system(mechanism, parameterisation, &p).acceleration(t, &q, &v, &mut rate);
    // the outer derivative is along time, the inner one with respect to a velocity
    let in_time = |x: &[f64], slope: &[f64], i: Option<usize>| -> Vec<Second> {
        let number = |k: usize| {
            let inner = First { re: x[k], eps: [if i == Some(k) { 1.0 } else { 0.0 }] };
            Second { re: inner, eps: [First::constant(slope[k])] }
        };
        (0..x.len()).map(number).collect()
    };
    let time = in_time(&[t], &[1.0], None)[0];
    for i in 0..v.len() {
        let (q_in_time, v_in_time) = (in_time(&q, &v, None), in_time(&v, &rate, Some(i)));
        let momentum_rate = lagrangian(mechanism, time, &q_in_time, &v_in_time).eps[0].eps[0];
        let mut along: Vec<First> = q.iter().map(|x| First::constant(*x)).collect();
        along[i].eps = [1.0];
        let still: Vec<First> = v.iter().map(|x| First::constant(*x)).collect();
        let force = lagrangian(mechanism, First::constant(t), &along, &still).eps[0];
        // forces here reach 1e3 N, and mass matrices in angles are worse conditioned than in joint axes
        assert!((momentum_rate - force).abs() < 1e-10, "coordinate {i}: {momentum_rate} {force}");
    }
}

#[test]
fn accelerations_satisfy_the_equations_of_lagrange() {
    satisfies_lagrange(&every_kind().study.mechanism, 0.0);
    satisfies_lagrange(&mixed().study.mechanism, 0.0);
}

#[test]
fn a_base_that_moves_carries_what_hangs_from_it() {
    let mut mechanism = mixed().study.mechanism;
    let names = ["m", "l", "t"].map(String::from);
    let expression = |text: &str| Expr::parse(text, &Scope::of_parameters(&names)).unwrap();
    mechanism.base = Some(BaseMotion {
        poses: None,
        spin: None,
        position: ["0.3*sin(2*t)", "l*t^2", "cos(t + m)"].map(expression),
        rotation: Some((["1", "-2", "2"].map(expression), expression("0.7*sin(3*t) + t"))),
    });
    satisfies_lagrange(&mechanism, 0.4);
    // velocities of bodies are absolute: a door that turns as fast as its frame stands still in it
    let mut mechanism = parse(DOOR).study.mechanism;
    let expression = |text: &str| Expr::parse(text, &Scope::of_parameters(&["t".to_string()])).unwrap();
    mechanism.base = Some(BaseMotion {
        poses: None,
        spin: None,
        position: ["0", "0", "0"].map(expression),
        rotation: Some((["0", "0", "3"].map(expression), expression("2*t"))),
    });
    let (_, v) = initial(&mechanism, RotationParameterisation::Quaternion, &[]);
    close("velocities", &v, &[0.7, 0.0], 1e-15);
    assert!(formulation::find("joint").unwrap().check(&mechanism, &[], true).is_ok());
}

#[test]
fn every_parameterisation_gives_the_same_motion() {
    let s = observed();
    let p = s.study.mechanism.defaults();
    let motion = |parameterisation: RotationParameterisation| {
        let (q, v) = initial(&s.study.mechanism, parameterisation, &p);
        let mut out = Vec::new();
        system(&s, parameterisation).outputs(0.0, (&q, &v), None, &mut out);
        out
    };
    let expected = motion(RotationParameterisation::Quaternion);
    for parameterisation in RotationParameterisation::ALL {
        // accelerations reach 1e2 and pass the condition of the mass matrix
        close(&format!("{parameterisation:?}"), &motion(*parameterisation), &expected, 1e-11);
    }
}

#[test]
fn the_recorded_accelerations_are_the_native_ones_bit_for_bit() {
    for s in [every_kind(), mixed(), scenario("puma560", &[]), chain(3)] {
        for parameterisation in [RotationParameterisation::Quaternion, RotationParameterisation::EulerAngles] {
            let (q, v) = initial(&s.study.mechanism, parameterisation, &s.study.mechanism.defaults());
            for algorithm in ALGORITHMS {
                let native = acceleration(&mut system(&s, parameterisation).with_algorithm(algorithm), &q, &v);
                let inputs: Vec<f64> = q.iter().chain(&v).copied().collect();
                let recorded = interpret(&recorded(&s, parameterisation, Some(algorithm)), &inputs);
                for (a, b) in native.iter().zip(&recorded) {
                    // folding x + 0 may change the sign of a zero
                    assert!(a.to_bits() == b.to_bits() || (*a == 0.0 && *b == 0.0), "{algorithm:?}: {a:e} {b:e}");
                }
            }
        }
    }
}

#[test]
fn energy_is_constant_through_every_kind_of_joint() {
    let drift = |s: Scenario| {
        let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::One).unwrap(), &s);
        chunk.outputs_of(0).unwrap()[column(&s, "energy_drift")]
    };
    let mixed = |step: &str| drift(parse(&mixed_text().replace("step = 1e-3", &format!("step = {step}"))));
    let every_kind = |step: &str| drift(every_joint(&format!("integrator = \"rkmk4\"\nstep = {step}\nduration = 0.2")));
    // of 184 J, and of some 90 J of bodies that turn faster; the drift is that of a method of order 4: 16, within the
    // order 3.8
    let drifts = [(mixed("4e-3"), mixed("2e-3"), 1e-7), (every_kind("4e-3"), every_kind("2e-3"), 1e-5)];
    for (coarse, fine, limit) in drifts {
        assert!(coarse < limit, "{coarse:e}");
        assert!(coarse / fine > 2f64.powf(3.8), "{coarse:e} {fine:e}");
    }
}

#[test]
fn bodies_that_turn_alone_have_principal_inertias() {
    let top = |from: &str, to: &str| {
        let s = scenario("heavy_top", &[(from, to)]);
        system(&s, RotationParameterisation::Quaternion).principal_inertia(0).map(Vec3::to_array)
    };
    // about the pivot: 0.234375 + 15 kg at 1 m
    assert_eq!(top("15.0", "15.0"), Some([15.234375, 0.46875, 15.234375]));
    assert_eq!(top("position = [0, 1, 0]", "position = [0.5, 1, 0]"), None);
    let free = system(&scenario("free_body", &[]), RotationParameterisation::Matrix);
    assert_eq!(free.principal_inertia(1).map(Vec3::to_array), Some([1.0, 2.0, 3.0]));
    assert_eq!(free.principal_inertia(0).map(Vec3::to_array), None);
    let s = chain(2);
    let chain = system(&s, RotationParameterisation::Quaternion);
    assert!((0..2).all(|factor| chain.principal_inertia(factor).is_none()));
}
