//! With equal steps, what was computed wrongly is not called completed.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, BackendPool, Chunk, Outcome, summarize};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use gyrosweep::statistics::BLOCK;

/// 400 bodies that tumble from random positions with up to 17 rad/s.
fn tumbling(formulation: &str, method: &str) -> Scenario {
    let vary = |name: &str, size: f64| format!("{name} = {{ uniform = [-{size:?}, {size:?}] }}\n");
    let names = ["a", "b", "c", "x", "y", "z"];
    let parameters: String = names.iter().map(|name| format!("{name} = {{ default = 0.5 }}\n")).collect();
    let varied: String = names.iter().enumerate().map(|(i, name)| vary(name, if i < 3 { 1.8 } else { 10.0 })).collect();
    parse(&format!(
        r#"
[parameters]
{parameters}
[[body]]
name = "body"
mass = 1
inertia = [1, 2, 3]
initial = {{ rotation_vector = ["a", "b", "c"], angular_velocity = ["x", "y", "z"] }}
[method]
formulation = "{formulation}"
{method}
duration = 2
[plan]
kind = "random"
members = 400
seed = 3
[plan.vary]
{varied}
[[output]]
name = "R"
quantity = "rotation_matrix"
body = "body"
"#
    ))
}

fn run_quickly(s: &Scenario) -> Chunk {
    run_on(&CpuBackend::new(Some(2), LaneWidth::SixtyFour).unwrap(), s)
}

/// Which members are completed and how far off the worst of them is.
fn compared(chunk: &Chunk, reference: &Chunk) -> (usize, f64) {
    let error = |i: usize| Some(distance(&chunk.outputs_of(i)?, &reference.outputs_of(i).expect("a solution")));
    let errors: Vec<f64> = (0..400).filter_map(error).collect();
    // what is not a number is no error that is small
    (errors.len(), errors.into_iter().fold(0.0, |m: f64, e| if e <= m { m } else { e }))
}

#[test]
fn angles_that_pass_their_singularity_are_not_completed() {
    let reference = run_quickly(&tumbling("joint", "integrator = \"rk67\"\nstep = 1e-3"));
    for integrator in ["rkmk4", "rk33", "rk38", "rk67", "cf4", "dopri5", "tsit5", "dop853", "midpoint", "heun2"] {
        for formulation in ["euler_angles", "euler_angles_2"] {
            let s = tumbling(formulation, &format!("integrator = \"{integrator}\"\nstep = 1e-3"));
            let chunk = run_quickly(&s);
            let (completed, error) = compared(&chunk, &reference);
            eprintln!("{formulation}, {integrator}: {completed} completed, off by {error:.1e}");
            assert!(error < 0.1, "{formulation}, {integrator}: {error}");
            let singular = chunk.outcomes.iter().filter(|o| **o == Outcome::Singular).count();
            assert_eq!(completed + singular, 400, "{formulation}, {integrator}");
            assert!(completed > 300, "{formulation}, {integrator}: {completed}");
        }
    }
}

#[test]
fn adaptive_steps_pass_the_singularity_of_angles_closely() {
    let reference = run_quickly(&tumbling("joint", "integrator = \"rk67\"\nstep = 1e-3"));
    for formulation in ["euler_angles", "euler_angles_2"] {
        let chunk = run_quickly(&tumbling(formulation, "integrator = \"tsit5\"\ntolerance = 1e-8"));
        let (completed, error) = compared(&chunk, &reference);
        assert!(completed >= 399 && error < 1e-3, "{formulation}: {completed}, {error}");
    }
}

/// A body that turns about an axis of no symmetry with this angular velocity (rad/s), 1000 steps of 1 ms.
fn spinning(formulation: &str, w: f64, integrator: &str) -> Scenario {
    parse(&format!(
        "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\ninitial = {{ angular_velocity = [0, {:?}, {:?}] }}\n\
         [method]\nformulation = \"{formulation}\"\nintegrator = \"{integrator}\"\nstep = 1e-3\nduration = 1\n\
         [[output]]\nname = \"R\"\nquantity = \"rotation_matrix\"\nbody = \"b\"\n",
        0.6 * w,
        0.8 * w
    ))
}

#[test]
fn euler_parameters_that_lose_their_length_are_not_completed() {
    for w in [10.0, 100.0, 300.0, 500.0, 700.0, 1000.0, 2000.0, 3000.0, 3500.0, 1e5] {
        let reference = spinning("joint", w, "rkmk4");
        let reference = run_on(cpu_backends()[0].1.as_ref(), &reference);
        let expected = reference.outputs_of(0);
        for formulation in ["euler_parameters", "euler_parameters_2"] {
            for integrator in ["rkmk4", "rk67", "heun2"] {
                let s = spinning(formulation, w, integrator);
                let everywhere = integrator == "rkmk4" && [100.0, 3000.0].contains(&w);
                for (name, backend) in if everywhere { f64_backends(&s) } else { cpu_backends() } {
                    let chunk = run_on(backend.as_ref(), &s);
                    let what = format!("{formulation}, {integrator}, {w} rad/s, {name}");
                    match (chunk.outputs_of(0), &expected) {
                        (None, _) => assert_eq!(chunk.outcomes, [Outcome::IncrementTooLarge], "{what}"),
                        // with unit length they are a rotation, but by an angle that may be off
                        (Some(rotation), Some(_)) => assert!(orthogonality(&rotation) < 0.1, "{what}: {rotation:?}"),
                        (Some(_), None) => panic!("{what}: completed"),
                    }
                    assert!(w > 10.0 || chunk.outcomes == [Outcome::Completed], "{what}");
                    assert!(
                        w < 2000.0 || chunk.outcomes == [Outcome::IncrementTooLarge] || integrator == "rk67",
                        "{what}"
                    );
                }
            }
        }
    }
}

/// How far a matrix is from a rotation.
fn orthogonality(m: &[f64]) -> f64 {
    let entry =
        |i: usize, j: usize| (0..3).map(|k| m[3 * i + k] * m[3 * j + k]).sum::<f64>() - f64::from(u8::from(i == j));
    (0..9).map(|n| entry(n / 3, n % 3).powi(2)).sum::<f64>().sqrt()
}

/// Oscillators of random stiffness, the stiffest beyond what the step can integrate.
fn stiff(members: usize, over: &str) -> Scenario {
    parse(&format!(
        r#"{}{over}
[method]
integrator = "rkmk4"
step = 1e-3
duration = 0.02
[plan]
kind = "random"
members = {members}
[plan.vary]
k = {{ uniform = [1e6, 3e7] }}
"#,
        system("oscillator")
    ))
}

#[test]
fn outputs_beyond_the_limit_are_not_completed() {
    for over in ["", "over = \"max\"", "over = \"mean\""] {
        let s = stiff(2 * BLOCK + 10, over);
        let backend = CpuBackend::new(Some(2), LaneWidth::SixtyFour).unwrap();
        let chunk = run_on(&backend, &s);
        let count = |outcome| chunk.outcomes.iter().filter(|o| **o == outcome).count();
        let (completed, lost) = (count(Outcome::Completed), count(Outcome::NonFinite));
        assert!(completed > 100 && lost > 100 && completed + lost == 2 * BLOCK + 10, "{completed} {lost}");
        for i in (0..chunk.outcomes.len()).filter(|i| chunk.outcomes[*i] == Outcome::Completed) {
            assert!(chunk.outputs_of(i).unwrap().iter().all(|y| y.abs() < Outcome::STATE_LIMIT));
        }
        // statistics are those of the members that are left, on a device too
        let statistics = |backend: &dyn Backend| {
            let pool = BackendPool::new(vec![backend]).with_chunk(4096).with_blocks(BLOCK);
            summarize(&s.study, &pool, &[], |_| {}).unwrap_or_else(|e| panic!("{e}"))
        };
        let expected = statistics(&backend);
        assert_eq!(expected.progress.outcomes[Outcome::NonFinite.code() as usize], lost as u64);
        if let Some(gpu) = gpu_backend(&s, Precision::Double) {
            assert!(statistics(gpu.as_ref()) == expected, "{over}: on the device");
        }
    }
}
