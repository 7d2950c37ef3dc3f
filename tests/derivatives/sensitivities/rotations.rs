//! Angular sensitivities W, of rotations R that change by dR = R W~.

use super::*;
use gyrosweep::ensemble::{Backend, Members, Study};
use gyrosweep::sampling::plan::{Axis, Plan};

fn run(text: &str) -> (Scenario, Chunk) {
    let scenario = parse(text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::best()).expect("threads"), &scenario);
    (scenario, chunk)
}

const QUATERNION: &str = "[[output]]\nname = \"q\"\nquantity = \"quaternion\"\nbody = \"top\"\n";

#[test]
fn the_angle_of_a_steady_rotation_moves_with_its_speed() {
    let text = r#"
[parameters]
spin = { default = 3.0, unit = "rad/s" }
[[body]]
name = "top"
mass = 1.0
inertia = [1.0, 2.0, 3.0]
initial = { angular_velocity = [0, 0, "spin"] }
[method]
integrator = "rkmk4"
step = 1e-2
duration = 2.0
"#;
    for method in ["direct", "adjoint"] {
        let sensitivity = format!("[sensitivity]\nparameters = \"all\"\nmethod = \"{method}\"\n");
        let (s, chunk) = run(&format!("{text}{QUATERNION}{sensitivity}"));
        assert_eq!(s.study.mechanism.columns().last(), Some(&("W(q)/d(spin).z".into(), "rad/(rad/s)".into())));
        let [x, y, z] = ["x", "y", "z"].map(|axis| value(&s, &chunk, &format!("W(q)/d(spin).{axis}")));
        assert!(x.abs() < 1e-15 && y.abs() < 1e-15 && (z - 2.0).abs() < 1e-13, "{method}: {x:e} {y:e} {z}");
    }
}

#[test]
fn angular_sensitivities_are_those_of_differences_of_rotations() {
    let h = 1e-5;
    for (formulation, method) in [("joint", "rkmk4"), ("absolute", "generalized_alpha")] {
        let text = top(formulation, &format!("integrator = \"{method}\"\nstep = 1e-3"), QUATERNION);
        let plain = parse(&text).study;
        let values = [15.0 - h, 15.0, 15.0 + h].to_vec();
        let plan = Plan::grid(vec![Axis { name: "m".into(), values }]).expect("a plan");
        let study = Study::new(plain.mechanism.clone(), plain.method.clone(), None, plan).expect("a study");
        let backend = CpuBackend::new(Some(1), LaneWidth::best()).expect("threads");
        let chunk = backend.run(&study, Members::draw(&study, 0, 3)).expect("a run");
        let first = study.channel_count() - 4;
        let [below, q, above] = [0, 1, 2].map(|i| chunk.outputs_of(i).expect("outputs")[first..].to_vec());
        let dq: Vec<f64> = (0..4).map(|i| (above[i] - below[i]) / (2.0 * h)).collect();
        let expected = [1, 2, 3].map(|i| {
            let (j, k) = (i % 3 + 1, (i + 1) % 3 + 1);
            2.0 * (q[0] * dq[i] - q[i] * dq[0] - q[j] * dq[k] + q[k] * dq[j])
        });
        let size = expected.iter().fold(0.0, |size: f64, x: &f64| size.max(x.abs()));
        for by in ["direct", "adjoint"] {
            let sensitivity = format!("[sensitivity]\nparameters = [\"m\"]\nmethod = \"{by}\"\n");
            let (s, chunk) = run(&format!("{text}{sensitivity}"));
            for (axis, expected) in ["x", "y", "z"].into_iter().zip(expected) {
                let found = value(&s, &chunk, &format!("W(q)/d(m).{axis}"));
                assert!((found - expected).abs() < 1e-7 * size, "{method} {by} {axis}: {found} {expected}");
            }
        }
    }
}
