//! Every scenario and every method against the scalar reference.

use super::bits;
use crate::common::{root, run_on, scenario};
use gyrosweep::ensemble::cpu::{Arithmetic, Code, CpuBackend, InstructionSet, LaneWidth};
use gyrosweep::ensemble::{Backend, Method, Outcome, Steps};
use gyrosweep::integrator;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::model::Expr;
use std::f64::consts::PI;

fn machine(instructions: InstructionSet) -> CpuBackend {
    CpuBackend::with(Some(1), LaneWidth::SixtyFour, instructions).expect("a thread")
}

/// Backends with machine code for every instruction set of this processor.
fn machines() -> Vec<CpuBackend> {
    let sets = InstructionSet::ALL.into_iter().filter(|set| *set != InstructionSet::Portable);
    sets.filter(|set| set.is_available()).map(machine).collect()
}

/// Compares machine code with the scalar reference on the members that a scenario has; with tapes where that solves steps
/// with pivoting.
fn compare(name: &str, s: &Scenario) {
    let reference = if s.study.is_implicit() {
        CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_code(Code::Tape)
    } else {
        CpuBackend::new(Some(1), LaneWidth::One).expect("a thread")
    };
    let expected = bits(&run_on(&reference, s));
    for backend in machines() {
        assert!(bits(&run_on(&backend, s)) == expected, "{name}: {}", backend.description());
    }
    // products are fused by a rule that knows nothing of how the functions are run
    let tapes = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_code(Code::Tape);
    let fused = bits(&run_on(&tapes.with_arithmetic(Arithmetic::Fused), s));
    for backend in machines() {
        let backend = backend.with_arithmetic(Arithmetic::Fused);
        assert!(bits(&run_on(&backend, s)) == fused, "{name}: {}", backend.description());
    }
}

/// A scenario cut to some steps: a fiftieth of its duration, and at most three hundred members.
fn shortened(path: &std::path::Path) -> Scenario {
    let text = std::fs::read_to_string(path).expect("a scenario");
    let mut short = String::new();
    let mut is_left_out = false;
    for line in text.lines() {
        // measurements may be of later times; derivatives have tests of their own (tests/derivatives/sensitivities)
        let is_such = ["[design]", "[sensitivity]"].contains(&line);
        is_left_out = is_such || (is_left_out && !line.starts_with('['));
        if is_left_out {
            continue;
        }
        let value = |key: &str| line.strip_prefix(key)?.trim().strip_prefix('=')?.trim().parse::<f64>().ok();
        // axes of a grid
        let line = match line.split_once("count = ").filter(|_| line.ends_with('}')) {
            Some((before, count)) => {
                let count = count.trim_end_matches(" }").parse::<f64>().expect("a number");
                format!("{before}count = {} }}", count.min(10.0))
            }
            None => line.to_string(),
        };
        short += &match (value("duration"), value("members")) {
            (Some(duration), _) => format!("duration = {:?}", duration / 50.0),
            (_, Some(members)) => format!("members = {}", members.min(300.0)),
            _ => line,
        };
        short.push('\n');
    }
    Scenario::parse(path, &short, Default::default()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn every_scenario_has_the_bits_of_the_scalar_reference() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("scenarios")).expect("scenarios") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|e| e == "toml") {
            compare(&path.display().to_string(), &shortened(&path));
            count += 1;
        }
    }
    assert!(count > 10);
}

#[test]
fn every_method_has_the_bits_of_the_scalar_reference() {
    let parts = [("members = 16384", "members = 19"), ("duration = 0.1", "duration = 0.0042")];
    let s = scenario("heavy_top_sweep", &[parts[0], parts[1], ("[plan]", "[sampling]\nevery = 0.0013\n[plan]")]);
    for integrator in integrator::ALL {
        for step in ["1e-4", "7e-4"] {
            let steps = Steps::Fixed(Expr::Constant(step.parse().expect("a number")));
            let study = s.study.with_method(Method { integrator, steps, ..s.study.method.clone() }).expect("a study");
            compare(integrator.name, &Scenario { study, ..scenario("heavy_top_sweep", &[]) });
        }
        if integrator.error_order().is_some() {
            let adaptive = format!("integrator = \"{}\"\ntolerance = 1e-6", integrator.name);
            let parts = [parts[0], parts[1], ("integrator = \"rkmk4\"\nstep = 1e-4", adaptive.as_str())];
            compare(integrator.name, &scenario("heavy_top_sweep", &parts));
        }
    }
}

/// Steps of machine code in which nothing is monitored bound turns by sums of magnitudes, here up to 1.7 times the turn.
#[test]
fn steps_whose_turns_only_a_bound_takes_for_too_large_are_made() {
    let text = r#"
[parameters]
spin = { default = 1.0, unit = "rad/s" }
[[body]]
name = "ball"
mass = 1.0
inertia = [1, 1, 1]
initial = { angular_velocity = ["spin", "spin", "spin"] }
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "ball"]
at = [0, 0, 0]
[method]
formulation = "euler_parameters"
integrator = "dop853"
step = 0.1
duration = 0.45
[plan]
kind = "grid"
[plan.vary]
spin = { min = 1.0, max = 22.0, count = 70 }
[[output]]
name = "attitude"
quantity = "quaternion"
body = "ball"
"#;
    let s = Scenario::parse("spin.toml".as_ref(), text, Default::default()).unwrap_or_else(|e| panic!("{e}"));
    compare("a ball that spins", &s);
    for backend in machines() {
        let chunk = run_on(&backend, &s);
        for (place, outcome) in chunk.outcomes.iter().enumerate() {
            // the turn of a step and the sum of its components, rad
            let spin = chunk.members.row(place)[0];
            let (turn, sum) = (3f64.sqrt() * spin * 0.1, 3.0 * spin * 0.1);
            if sum > PI && turn < 2.0 {
                assert_eq!(*outcome, Outcome::Completed, "{spin} rad/s");
            } else if turn > PI {
                assert_eq!(*outcome, Outcome::IncrementTooLarge, "{spin} rad/s");
            }
        }
    }
}
