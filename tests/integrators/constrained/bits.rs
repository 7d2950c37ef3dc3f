//! Tapes, lanes and machine code compute the same bits; the native code, which solves with pivoting, but for rounding.

use crate::common::{root, run_on};
use gyrosweep::ensemble::cpu::{Code, CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Chunk, Outcome};
use gyrosweep::io::scenario::{Overrides, Scenario};

/// A scenario with this many of its steps, with another value of keys of the method if these are named.
fn shortened(name: &str, changed: &[(&str, &str)], steps: f64) -> Scenario {
    let path = root().join("scenarios").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&path).expect("scenario");
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)).expect("a line");
        line.trim_start_matches([' ', '=']).parse::<f64>().expect("a number")
    };
    let (step, duration) = (value("step"), value("duration"));
    let text = text
        .replace(&format!("\nduration = {duration:?}"), &format!("\nduration = {:?}", step * steps))
        .lines()
        .map(|line| {
            let key = line.split(" = ").next().unwrap_or_default();
            let change = changed.iter().find(|(changed, _)| *changed == key);
            match (key, change) {
                ("every", _) => format!("every = {:?}\n", step * 3.3),
                (key, Some((_, value))) => format!("{key} = \"{value}\"\n"),
                _ => format!("{line}\n"),
            }
        })
        .collect::<String>();
    Scenario::parse(&path, &text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn bits(chunk: &Chunk) -> (Vec<u64>, Vec<u64>, Vec<Outcome>, Vec<u32>) {
    let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect();
    let work = chunk.newton.iter().flat_map(|work| work.counts()).collect();
    (bits(chunk.outputs.as_slice()), bits(chunk.samples.values.as_slice()), chunk.outcomes.clone(), work)
}

#[test]
fn ways_to_compute_agree() {
    let own = [
        "heavy_top_constrained",
        "heavy_top_bruls",
        "four_bar_spring",
        "rssr",
        "bricard",
        "governor",
        "slider_crank",
        "double_four_bar",
        "andrews",
    ];
    let others = [
        ("heavy_top_constrained", "euler_parameters_2"),
        ("heavy_top_constrained", "absolute_euler_parameters"),
        ("slider_crank", "absolute_euler_parameters"),
        ("four_bar_spring", "absolute_euler_parameters"),
        ("four_bar_spring", "absolute_euler_angles"),
    ];
    let stages = [
        ("heavy_top_constrained", "dg"),
        ("heavy_top_constrained", "radau2a"),
        ("heavy_top_constrained", "radau2a_3"),
        ("rssr", "dg"),
        ("rssr", "radau2a_3"),
        ("andrews", "radau2a"),
        ("heavy_top", "cg"),
    ];
    let own = own.into_iter().map(|name| (name, None));
    let others = others.map(|(name, formulation)| (name, Some(("formulation", formulation))));
    let stages = stages.map(|(name, integrator)| (name, Some(("integrator", integrator))));
    for (name, changed) in own.chain(others).chain(stages) {
        let s = shortened(name, changed.as_slice(), 40.0);
        let name = &format!("{name} {}", changed.map_or("", |(_, value)| value));
        let backend = |width| CpuBackend::new(Some(1), width).expect("a thread");
        let machine = run_on(&backend(LaneWidth::SixtyFour), &s);
        assert_eq!(machine.outcomes, [Outcome::Completed], "{name}");
        let expected = bits(&machine);
        let tapes = backend(LaneWidth::SixtyFour).with_code(Code::Tape);
        assert!(bits(&run_on(&tapes, &s)) == expected, "{name}: tapes");
        let native = run_on(&backend(LaneWidth::One), &s);
        assert_eq!(native.samples.rows, machine.samples.rows, "{name}");
        let pairs = machine.outputs.as_slice().iter().zip(native.outputs.as_slice());
        let samples = machine.samples.values.as_slice().iter().zip(native.samples.values.as_slice());
        let apart = pairs.chain(samples);
        let apart = apart.map(|(a, b)| (a - b).abs() / (1.0 + b.abs())).fold(0.0, f64::max);
        println!("{name}: native code is apart by {apart:.1e}");
        // Newton's method leaves up to 1e-8 of the first residual, and how much depends on the rounding of its matrix
        assert!(apart < 1e-8, "{name}: {apart:e}");
    }
}

/// With matrices that leave something out lanes, whose order of elimination is static, take as many iterations as the scalar
/// code, which pivots, but for what rounding decides; and more than with the whole matrix.
#[test]
fn matrices_that_leave_something_out_take_as_many_iterations() {
    let [top, loops] = ["heavy_top_constrained", "rssr"];
    let method = |name: &str, newton: &str| format!("[method]\nintegrator = \"{name}\"\nnewton = {{ {newton} }}\n");
    for (name, integrator) in
        [(top, "generalized_alpha"), (top, "rattle"), (loops, "generalized_alpha"), (loops, "rattle")]
    {
        let mut numbers = Vec::new();
        for newton in ["stiffness = \"complete\"", "stiffness = \"applied\"", "tangent = \"neglected\""] {
            let path = root().join("scenarios").join(format!("{name}.toml"));
            let text = std::fs::read_to_string(&path).expect("scenario");
            let own = |line: &&str| !line.starts_with("integrator = ") && !line.starts_with("duration = ");
            let text: String = text.lines().filter(own).map(|line| format!("{line}\n")).collect();
            let text = text.replace("[method]\n", &format!("{}duration = 0.04\n", method(integrator, newton)));
            let s = Scenario::parse(&path, &text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let iterations = |width| {
                let chunk = run_on(&CpuBackend::new(Some(1), width).expect("a thread"), &s);
                assert_eq!(chunk.outcomes, [Outcome::Completed], "{name}, {integrator}, {newton}");
                (chunk.newton[0].iterations, chunk.steps[0])
            };
            let (recorded, steps) = iterations(LaneWidth::SixtyFour);
            let (native, _) = iterations(LaneWidth::One);
            println!("{name}, {integrator}, {newton}: {recorded} and {native} iterations in {steps} steps");
            assert!(recorded.abs_diff(native) <= steps / 4, "{name}, {integrator}, {newton}: {recorded}, {native}");
            numbers.push(recorded);
        }
        assert!(numbers[1].max(numbers[2]) > numbers[0], "{name}, {integrator}: {numbers:?}");
    }
}
