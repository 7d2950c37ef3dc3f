//! Members that a device begins: their starts are those of the host.

use crate::common::*;
use gyrosweep::ensemble::{Backend, Chunk, Members, Outcome};
use gyrosweep::gpu::{GpuBackend, GpuOptions};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;

/// Bodies that turn and slide, whose parameters are drawn so that some make no mechanism, and some no finite start.
const ODD: &str = r#"
[parameters]
m = 1.0
w = 3.0
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "a"
mass = "m"
inertia = [0.1, 0.2, 0.2]
initial = { rotation_vector = [0, "sqrt(m)", 0.3], angular_velocity = [0.1, "w", "1/(w - 2)"], velocity = ["-0.0*w", 0, "sin(w)"] }
[[output]]
name = "x"
quantity = "position"
body = "a"
[[output]]
name = "q"
quantity = "rotation_vector"
body = "a"
[[output]]
name = "turned"
quantity = "angular_velocity"
body = "a"
over = "max"
[plan]
kind = "grid"
vary = { m = [-1.0, 0.0, 0.5, 1.0, 2.0, 4.0], w = [0.5, 2.0, 2.01, 3.0, 1e200] }
"#;

const STEPS: [&str; 3] = [
    "[method]\nintegrator = \"rkmk4\"\nstep = 0.01\nduration = 0.055\n[sampling]\nevery = 0.02\n",
    "[method]\nintegrator = \"dopri5\"\ntolerance = 1e-6\nfirst_step = 0.003\nduration = 0.055\n[sensitivity]\nparameters = [\"w\"]\n",
    "[method]\nintegrator = \"dopri5\"\ntolerance = 1e-6\nduration = 0.055\n",
];

fn of(s: &Scenario, precision: Precision, fewest_begun: usize) -> Option<(GpuBackend, Chunk)> {
    let gpu = gpu_with(s, &GpuOptions { fewest_begun, ..GpuOptions::new(precision).or_software() })?;
    let members = Members::draw(&s.study, 0, s.study.plan().members() as usize);
    let chunk = gpu.integrate(&s.study, members).expect("results");
    Some((gpu, chunk))
}

fn bits(chunk: &Chunk) -> Vec<u64> {
    let numbers = chunk.outputs.as_slice().iter().chain(chunk.samples.values.as_slice()).chain(&chunk.times);
    let counts = chunk.steps.iter().chain(&chunk.rejected).map(|n| u64::from(*n));
    numbers.map(|x| x.to_bits()).chain(counts).collect()
}

#[test]
fn members_begin_on_a_device_as_on_the_host() {
    for (number, steps) in STEPS.iter().enumerate() {
        let s = parse(&format!("{ODD}{steps}"));
        let Some((gpu, on_device)) = of(&s, Precision::Double, 1) else { return };
        assert!(gpu.kernel().begin.is_some(), "the kernel has a start");
        let (_, on_host) = of(&s, Precision::Double, usize::MAX).expect("the device is there");
        assert_eq!(on_device.outcomes, on_host.outcomes, "{number}");
        let count = |outcome: Outcome| on_device.outcomes.iter().filter(|o| **o == outcome).count();
        assert!(count(Outcome::Invalid) >= 5 && count(Outcome::NonFinite) >= 5, "{:?}", on_device.outcomes);
        assert!(count(Outcome::Completed) >= 8, "{:?}", on_device.outcomes);
        assert_eq!(bits(&on_device), bits(&on_host), "{number}");
    }
}

/// Single precision rounds starts that are computed in sums of two numbers: the error is one rounding, as the host's is.
#[test]
fn starts_of_single_precision_are_rounded_once() {
    let s = parse(&format!("{ODD}{}", STEPS[0]));
    let exact = run_on(
        &gyrosweep::ensemble::cpu::CpuBackend::new(Some(1), gyrosweep::ensemble::cpu::LaneWidth::One).unwrap(),
        &s,
    );
    let Some((gpu, single)) = of(&s, Precision::Single, usize::MAX) else { return };
    assert!(gpu.kernel().begin.is_some(), "whatever the number of members");
    let mut compared = 0;
    for (row, (place, time)) in exact.samples.rows.iter().enumerate().filter(|(_, (_, time))| *time == 0.0) {
        let other =
            single.samples.rows.iter().position(|(p, t)| p == place && t == time).expect("a sample at the start");
        let [a, b] = [(&exact, row), (&single, other)].map(|(chunk, row)| chunk.samples.values.row(row));
        for (a, b) in a.iter().zip(b) {
            // the rotation vector is computed of the state in single precision
            assert!(
                (a - b).abs() <= 4.0 * f64::from(f32::EPSILON) * a.abs().max(1.0),
                "member {place}: {b} instead of {a}"
            );
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}
