//! Signals that are called with the state: steps end where their samples meet.
//!
//! The values are from solutions piece by piece by SciPy 1.17.1, DOP853 with a tolerance of 1e-13, between passages of samples, and the
//! derivatives from five-point differences of them.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

/// A mass on a spring whose force is tabulated over `s x + d`.
fn oscillator(samples: &str, interpolation: &str, outside: &str, (method, by): (&str, &str)) -> String {
    format!(
        r#"
[parameters]
x0 = 1.2
c = 0.05
s = 1.0
d = 0.02
[[signal]]
name = "table"
samples = {samples}
interpolation = "{interpolation}"
outside = "{outside}"
[[variable]]
name = "x"
initial = "x0"
rate = "v"
[[variable]]
name = "v"
initial = 0.3
rate = "-table(s*x + d) - c*v - 0.3*x"
[[output]]
name = "x_"
quantity = "variable"
variable = "x"
[method]
duration = 6
{method}
[plan]
kind = "one"
[sensitivity]
parameters = "all"
method = "{by}"
"#
    )
}

/// Samples, how they are joined, what is outside, then x at 6 s and its derivatives by x0, c, s and d.
type Case<'a> = (&'a str, &'a str, &'a str, [f64; 5]);

const CASES: [Case<'_>; 4] = [
    (
        "[[-2.0, -3.0], [-0.5, -1.2], [0.1, 0.3], [0.7, 0.4], [1.5, 2.5], [2.5, 3.0]]",
        "linear",
        "hold",
        [0.13455619176085926, -1.1855263116763297, 2.0475367490224947, -4.562062335038303, -2.0201934952794596],
    ),
    (
        "[[-2.0, -1.5], [-0.6, -0.5], [0.05, 0.2], [0.8, 1.0], [1.6, 2.0]]",
        "previous",
        "periodic",
        [0.7852316513609466, 1.0804818878419609, -2.6550342603972226, -1.3456262981044, 0.30593393249835527],
    ),
    (
        "[[-0.9, -3.0], [-0.5, -1.2], [0.1, 0.3], [0.7, 0.9], [1.0, 1.9]]",
        "cubic",
        "hold",
        [-0.8580424014620118, -0.47326190995076545, 2.2562848109622853, -0.7223811505171577, -1.2274093762578338],
    ),
    (
        "[[-0.9, -3.0], [-0.5, -1.2], [0.1, 0.3], [0.7, 0.9], [1.0, -3.0]]",
        "pchip",
        "zero",
        [1.150664401821435, -1.3035707715103315, 0.6385262371232565, -2.9041072646344515, -2.886415226837265],
    ),
];

#[test]
fn a_spring_by_a_table_moves_as_its_pieces_say() {
    let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
    for (samples, interpolation, outside, right) in CASES {
        // where pieces of a cubic signal meet, a third derivative jumps
        let loose = if interpolation == "cubic" { 1e3 } else { 1.0 };
        for (method, by, tolerance) in [
            ("integrator = \"dop853\"\ntolerance = 1e-12", "direct", 1e-9 * loose),
            ("integrator = \"rkmk4\"\nstep = 5e-3", "adjoint", 1e-8 * loose),
            ("integrator = \"radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-9", "direct", 1e-5),
            ("integrator = \"generalized_alpha\"\nformulation = \"absolute\"\ntolerance = 1e-5", "direct", 1e-3),
        ] {
            let s = parse(&oscillator(samples, interpolation, outside, (method, by)));
            let chunk = run_on(&cpu, &s);
            assert_eq!(chunk.outcomes[0].name(), "completed");
            let names = ["x_", "d(x_)/d(x0)", "d(x_)/d(c)", "d(x_)/d(s)", "d(x_)/d(d)"];
            for (name, right) in names.iter().zip(right) {
                let found = chunk.outputs.value(0, column(&s, name));
                let error = (found - right).abs() / right.abs().max(1.0);
                assert!(error < tolerance, "{interpolation}, {method}, {name}: {found:?}, right {right:?}");
            }
        }
    }
}

#[test]
fn methods_keep_their_order_through_samples() {
    let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
    for (samples, interpolation, outside, [right, ..]) in CASES {
        for (method, order) in [("heun2", 2.0), ("rk33", 3.0), ("rkmk4", 4.0)] {
            let errors = [0.02, 0.01].map(|step: f64| {
                let method = format!("integrator = \"{method}\"\nstep = {step:?}");
                let s = parse(&oscillator(samples, interpolation, outside, (&method, "direct")));
                (run_on(&cpu, &s).outputs.value(0, column(&s, "x_")) - right).abs()
            });
            let found = (errors[0] / errors[1]).log2();
            // errors of steps of two lengths beside a sample differ by more than their powers say
            assert!(found > order - 0.5, "{interpolation}, {method}: order {found}, errors {errors:?}");
        }
    }
}
