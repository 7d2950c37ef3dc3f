//! What becomes of members that differ in more than their numbers: other steps, other durations, faults.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Members, Outcome};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;

/// A body that flies along x at 1 m/s and turns at w, with steps and durations from a table.
fn flight(folder: &std::path::Path, csv: &str, head: &str) -> Scenario {
    let text = format!(
        r#"
[parameters]
h = {{ default = 0.01 }}
end = {{ default = 1.0 }}
w = {{ default = 1.0 }}
m = {{ default = 1.0 }}
[[body]]
name = "a"
mass = "sqrt(m)"
inertia = [1, 1.5, 2]
initial = {{ velocity = [1, 0, 0], angular_velocity = ["w", 0.1, 0] }}
[method]
integrator = "rkmk4"
step = "h"
duration = "end"
[plan]
kind = "table"
file = "variants.csv"
{head}
[[output]]
name = "p"
quantity = "position"
body = "a"
[[output]]
name = "mean"
quantity = "position"
body = "a"
over = "mean"
"#
    );
    with_table(folder, &text, csv)
}

#[test]
fn members_of_other_durations_are_sampled_to_their_own_ends() {
    let folder = tempfile::tempdir().unwrap();
    let csv = "h,end\n0.01,2\n0.001,0.1\n0.01,2\n0.01,0.55\n0.005,1\n0.3,1\n";
    let s = flight(folder.path(), csv, "[sampling]\nevery = 0.1");
    let ends = [2.0, 0.1, 2.0, 0.55, 1.0];
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        for (i, end) in ends.into_iter().enumerate() {
            assert_eq!(chunk.outcomes[i], Outcome::Completed, "{name}");
            let [p, mean] = ["p", "mean"].map(|output| vector(&s, &chunk, i, output)[0]);
            assert!((p - end).abs() < 1e-12 && (mean - end / 2.0).abs() < 1e-12, "{name}, {i}: {p} {mean}");
            let rows = chunk.samples.rows.iter().zip(chunk.samples.values.each_row());
            let own: Vec<(f64, f64)> = rows.filter(|((m, _), _)| *m == i).map(|((_, t), v)| (*t, v[0])).collect();
            // one at the start, one per tenth of a second, one at an end that lies between
            assert_eq!(own.len(), 1 + (end / 0.1f64 - 1e-9).ceil() as usize, "{name}, {i}");
            assert!(own.iter().all(|(t, x)| (t - x).abs() < 1e-12), "{name}, {i}: {own:?}");
        }
        // a tenth of a second is no whole number of steps of 0.3 s: those samples lie within steps
        let rows = chunk.samples.rows.iter().zip(chunk.samples.values.each_row());
        let within: Vec<(f64, f64)> = rows.filter(|((m, _), _)| *m == 5).map(|((_, t), v)| (*t, v[0])).collect();
        assert_eq!(within.len(), 11, "{name}");
        assert!(within.iter().all(|(t, x)| (t - x).abs() < 1e-12), "{name}: {within:?}");
        assert_eq!((chunk.outcomes[5], chunk.steps[5]), (Outcome::Completed, 4), "{name}");
        for i in 0..6 {
            let alone = backend.run(&s.study, Members::draw(&s.study, i, 1)).unwrap();
            assert_eq!(alone.outcomes[0], chunk.outcomes[i as usize]);
            assert_eq!(alone.outputs_of(0), chunk.outputs_of(i as usize), "{name}, member {i} alone");
        }
    }
}

#[test]
fn a_mean_in_single_precision_does_not_drift() {
    let folder = tempfile::tempdir().unwrap();
    let s = flight(folder.path(), "h,end\n1e-4,4\n", "");
    let Some(backend) = gpu_backend(&s, Precision::Single) else { return };
    let mean = vector(&s, &run_on(backend.as_ref(), &s), 0, "mean")[0];
    // 40,000 summands: a plain sum is off by 1e-4
    assert!((mean - 2.0).abs() < 2e-6, "{mean}");
}

#[test]
fn a_fault_is_named_with_its_time() {
    let folder = tempfile::tempdir().unwrap();
    // half a revolution per step is at 314 rad/s; a mass that is not a number; one that is not positive
    let csv = "w,m\n1,1\n400,1\n1e4,1\n1e7,1\n1,-1\n1,0\n1,4\n";
    let s = flight(folder.path(), csv, "");
    let expected = [
        (Outcome::Completed, 100),
        (Outcome::IncrementTooLarge, 1),
        (Outcome::IncrementTooLarge, 1),
        (Outcome::IncrementTooLarge, 1),
        (Outcome::NonFinite, 0),
        (Outcome::Invalid, 0),
        (Outcome::Completed, 100),
    ];
    let mut backends = f64_backends(&s);
    backends.extend(gpu_backend(&s, Precision::Single).map(|b| ("GPU f32", b)));
    for (name, backend) in backends {
        let chunk = run_on(backend.as_ref(), &s);
        let got: Vec<_> = chunk.outcomes.iter().copied().zip(chunk.steps.iter().copied()).collect();
        assert_eq!(got, expected, "{name}");
        assert!(chunk.outputs_of(1).is_none());
        assert_eq!(chunk.times[1], 0.01);
    }
}

#[test]
fn powers_of_constants_reach_the_kernel() {
    let folder = tempfile::tempdir().unwrap();
    let s = flight(folder.path(), "m\n2\n3\n", "[gravity]\nacceleration = [\"0^m\", \"tanh(m)\", \"sinh(m/1e6)\"]");
    let cpu = run_on(&CpuBackend::new(Some(1), LaneWidth::One).unwrap(), &s);
    let Some(backend) = gpu_backend(&s, Precision::Double) else { return };
    let gpu = run_on(backend.as_ref(), &s);
    for i in 0..2 {
        let error = distance(&cpu.outputs_of(i).unwrap(), &gpu.outputs_of(i).unwrap());
        assert!(error < 1e-12, "{error}");
    }
}

/// What is not a number for the members with a negative `a`, each time in a product with a parameter that is zero and not
/// varied: within an expression, and where the equations of motion multiply by zero what the expression gives.
const HIDDEN: &[(&str, &str)] = &[
    ("the rate of a variable", "[[variable]]\nname = \"x\"\ninitial = 1.0\nrate = \"-mu*sqrt(a)\""),
    ("a quotient", "[[variable]]\nname = \"x\"\ninitial = 1.0\nrate = \"mu/(a + abs(a))*x\""),
    ("a zero divided", "[[variable]]\nname = \"x\"\ninitial = 1.0\nrate = \"mu/max(a, 0)\""),
    ("an initial value", "[[variable]]\nname = \"x\"\ninitial = \"mu*ln(a)\"\nrate = \"1\""),
    ("a power", "[[variable]]\nname = \"x\"\ninitial = \"1\"\nrate = \"max(mu, a^0.5) - max(a^0.5, mu)\""),
    (
        "a torque",
        "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n[[joint]]\nname = \"j\"\nkind = \"revolute\"\naxis = [0, 0, 1]\nat = [0, 0, 0]\n\
         between = [\"ground\", \"b\"]\n[[force]]\nname = \"f\"\nkind = \"joint_torque\"\njoint = \"j\"\ntorque = \"-mu*sqrt(a)*v\"",
    ),
    (
        "the limit of a control",
        "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n[[joint]]\nname = \"j\"\nkind = \"prismatic\"\naxis = [1, 0, 0]\nat = [0, 0, 0]\n\
         between = [\"ground\", \"b\"]\n[[force]]\nname = \"f\"\nkind = \"joint_control\"\njoint = \"j\"\nproportional = 4\n\
         derivative = 1\nlimit = \"sqrt(a)\"\ntrajectory = { kind = \"accelerations\", times = [0, 1], accelerations = [1], hold = true }",
    ),
    (
        "a force that the joint takes",
        "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n[[joint]]\nname = \"j\"\nkind = \"prismatic\"\naxis = [1, 0, 0]\nat = [0, 0, 0]\n\
         between = [\"ground\", \"b\"]\n[[force]]\nname = \"f\"\nkind = \"force\"\nbody = \"b\"\nforce = [0, \"sqrt(a)\", 0]",
    ),
    (
        "a torque about an axis that does not turn",
        "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n[[joint]]\nname = \"j\"\nkind = \"prismatic\"\naxis = [1, 0, 0]\nat = [0, 0, 0]\n\
         between = [\"ground\", \"b\"]\n[[force]]\nname = \"f\"\nkind = \"torque\"\nbody = \"b\"\ntorque = [0, \"ln(a)\", 0]",
    ),
];

#[test]
fn what_becomes_of_a_member_does_not_depend_on_how_many_there_are() {
    for (what, mechanism) in HIDDEN {
        for members in 1..=6 {
            let values = [2.0, -1.0, 1.0, -3.0, 0.5, 4.0];
            let values = values[..members].iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
            let name = if mechanism.contains("[[variable]]") {
                "quantity = \"variable\"\nvariable = \"x\""
            } else {
                "quantity = \"position\"\nbody = \"b\""
            };
            let s = parse(&format!(
                "[parameters]\nmu = {{ default = 0.0 }}\na = {{ default = 1.0 }}\n{mechanism}\n[method]\nintegrator = \"rkmk4\"\n\
                 step = 0.1\nduration = 1.0\n[plan]\nkind = \"grid\"\n[plan.vary]\na = [{values}]\n[[output]]\nname = \"x\"\n{name}\n"
            ));
            let expected =
                [2.0, -1.0, 1.0, -3.0, 0.5, 4.0].map(|a| if a < 0.0 { Outcome::NonFinite } else { Outcome::Completed });
            let usual = CpuBackend::new(Some(1), LaneWidth::for_study(&s.study)).unwrap();
            let found = run_on(&usual, &s).outcomes;
            assert_eq!(found, expected[..members], "{what}, {members} members");
            if members == 6 {
                // the scalar reference computes nothing of a force that moves nothing
                for (backend_name, backend) in cpu_backends().into_iter().skip(1) {
                    assert_eq!(run_on(backend.as_ref(), &s).outcomes, expected, "{what}, {backend_name}");
                }
            }
        }
    }
}

/// Functions of a parameter at the end of a run that changes nothing.
fn functions_of(a: &str, expressions: &[&str]) -> Scenario {
    let outputs = expressions.iter().enumerate().map(|(k, expression)| {
        format!("[[output]]\nname = \"y{k}\"\nquantity = \"expression\"\nexpression = \"{expression}\"\n")
    });
    parse(&format!(
        "[parameters]\na = {{ default = 1.0 }}\n[[variable]]\nname = \"x\"\ninitial = 1.0\nrate = \"0*x\"\n[method]\n\
         integrator = \"rkmk4\"\nstep = 0.5\nduration = 1.0\n[plan]\nkind = \"grid\"\n[plan.vary]\na = [{a}]\n{}",
        outputs.collect::<String>()
    ))
}

#[test]
fn functions_have_their_values_up_to_the_ends_of_their_ranges_and_end_members_beyond() {
    let s = functions_of("1e8, 1.6e9, -3, 1e10, 1e18", &["sin(a)", "cos(a + 0)", "max(0, sin(a))", "a^-2", "a^(1+1)"]);
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        for (i, a) in [1e8f64, 1.6e9, -3.0].into_iter().enumerate() {
            assert_eq!(chunk.outcomes[i], Outcome::Completed, "{name}, {a}");
            let expected = [a.sin(), a.cos(), a.sin().max(0.0), 1.0 / (a * a), a * a];
            for (found, expected) in chunk.outputs_of(i).unwrap().iter().zip(expected) {
                assert!(
                    (found - expected).abs() <= 3e-16 * expected.abs().max(1e-9),
                    "{name}, {a}: {found} {expected}"
                );
            }
        }
        assert_eq!(chunk.outcomes[3..], [Outcome::NonFinite; 2], "{name}");
    }
    let s = functions_of("709.7, 710.1, 1000", &["exp(a)/1e300", "1"]);
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        let found = chunk.outputs_of(0).unwrap()[0];
        assert!((found / (709.7f64.exp() / 1e300) - 1.0).abs() < 4e-16, "{name}: {found}");
        assert_eq!(chunk.outcomes[1..], [Outcome::NonFinite; 2], "{name}");
    }
}
