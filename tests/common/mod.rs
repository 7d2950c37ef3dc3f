//! What the integration tests share: scenarios with replaced parts, runs in memory, golden data.
#![allow(dead_code)] // each binary uses its part

pub(crate) mod place;

use gyrosweep::ensemble::cpu::{Code, CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Chunk, run};
use gyrosweep::gpu::{Arithmetic, GpuBackend, GpuError, GpuOptions};
use gyrosweep::io::scenario::example::examples;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::num::Precision;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A golden file.
pub(crate) fn golden(name: &str) -> Value {
    let text = std::fs::read_to_string(root().join("tests/golden").join(name)).expect("golden file");
    serde_json::from_str(&text).expect("golden JSON")
}

/// The numbers of a JSON array.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("array").iter().map(|v| v.as_f64().expect("number")).collect()
}

/// A scenario of the project with parts of its text replaced; every replacement must be found.
pub(crate) fn scenario(name: &str, replacements: &[(&str, &str)]) -> Scenario {
    let path = root().join("scenarios").join(format!("{name}.toml"));
    let text = replaced(&std::fs::read_to_string(&path).expect("scenario"), replacements);
    Scenario::parse(&path, &text, Overrides::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// A mechanism of `tests/systems`: its text without the comment at its head. Methods and outputs are added to it.
pub(crate) fn system(name: &str) -> String {
    let path = root().join("tests/systems").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().skip_while(|line| line.is_empty() || line.starts_with('#')).flat_map(|line| [line, "\n"]).collect()
}

/// A text with parts of it replaced, each of which must be there.
pub(crate) fn replaced(text: &str, parts: &[(&str, &str)]) -> String {
    parts.iter().fold(text.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "no {from:?} in\n{text}");
        text.replace(from, to)
    })
}

/// A scenario from its text, which may name files of the examples.
pub(crate) fn parse(text: &str) -> Scenario {
    let path = root().join("scenarios/examples/test.toml");
    Scenario::parse(&path, text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// What is said of a scenario text that is refused.
pub(crate) fn refusal(text: &str) -> String {
    match Scenario::parse(&root().join("scenarios/examples/test.toml"), text, Overrides::default()) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The tables of all examples of some catalogs.
pub(crate) fn tables_of(catalogs: &[&str]) -> Vec<String> {
    examples().into_iter().filter(|e| catalogs.contains(&e.catalog)).map(|e| e.tables).collect()
}

/// A scenario with a table plan, whose CSV is written beside it.
pub(crate) fn with_table(folder: &Path, text: &str, csv: &str) -> Scenario {
    std::fs::write(folder.join("variants.csv"), csv).expect("CSV");
    Scenario::parse(&folder.join("test.toml"), text, Overrides::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// A chain of bodies on every kind of joint, each from the example of its joint, with these lines as the method's.
pub(crate) fn every_joint(method: &str) -> Scenario {
    every_joint_and_text(method).0
}

/// Returns [`every_joint`] and its text, whose outputs stand before the method.
pub(crate) fn every_joint_and_text(method: &str) -> (Scenario, String) {
    let mut before = "ground".to_string();
    let mut chain = String::new();
    for tables in tables_of(&["joint"]) {
        // the joint of an example is between what its body hangs from and its body
        let (head, rest) = tables.split_once("between = [").expect("a joint");
        let (between, tail) = rest.split_once(']').expect("two bodies");
        let (_, body) = between.split_once(", ").expect("two bodies");
        chain += &format!("{head}between = [\"{before}\", {body}]{tail}");
        before = body.trim_matches('"').to_string();
    }
    let further = "[[output]]\nname = \"kinetic\"\nquantity = \"kinetic_energy\"\n[[output]]\nname = \"potential\"\n\
                   quantity = \"potential_energy\"\n[[output]]\nname = \"energy_drift\"\nquantity = \"energy\"\nover = \
                   \"drift\"\n";
    let parameters = "[parameters]\nmass = { default = 2.0 }\n[gravity]\nacceleration = [0.4, -0.7, -9.81]\n";
    let text = format!("{parameters}{chain}{further}[method]\n{method}\n");
    (parse(&text), text)
}

/// All members of a scenario in one chunk.
pub(crate) fn run_on(backend: &dyn Backend, scenario: &Scenario) -> Chunk {
    let mut all = None;
    run::<std::io::Error>(&scenario.study, backend, usize::MAX >> 1, |chunk, _| {
        all = Some(chunk);
        Ok(())
    })
    .unwrap_or_else(|e| panic!("{e}"));
    all.expect("one chunk")
}

/// The CPU backends: the scalar reference, and lanes by tapes and by machine code.
pub(crate) fn cpu_backends() -> Vec<(&'static str, Box<dyn Backend>)> {
    let backend = |width| CpuBackend::new(Some(2), width).expect("threads");
    vec![
        ("scalar", Box::new(backend(LaneWidth::One)) as Box<dyn Backend>),
        ("tapes", Box::new(backend(LaneWidth::SixtyFour).with_code(Code::Tape))),
        ("machine code", Box::new(backend(LaneWidth::SixtyFour))),
    ]
}

/// A GPU backend, on a software device if need be. Where there is none, the test says so aloud and is
/// left out; where `GYROSWEEP_REQUIRE_GPU` is set, it fails.
pub(crate) fn gpu_backend(scenario: &Scenario, precision: Precision) -> Option<Box<dyn Backend>> {
    gpu_with_arithmetic(scenario, precision, Arithmetic::Exact).map(|gpu| Box::new(gpu) as Box<dyn Backend>)
}

/// The same with an arithmetic, which is the driver's where the device has no exact one.
pub(crate) fn gpu_with_arithmetic(scenario: &Scenario, precision: Precision, wanted: Arithmetic) -> Option<GpuBackend> {
    // few members, too, begin as many do
    let options = GpuOptions { arithmetic: wanted, fewest_begun: 1, ..GpuOptions::new(precision).or_software() };
    gpu_with(scenario, &options)
}

/// Opens a GPU with these options, if there is one.
pub(crate) fn gpu_with(scenario: &Scenario, options: &GpuOptions) -> Option<GpuBackend> {
    let precision = options.precision;
    match GpuBackend::new(&scenario.study, options) {
        Ok(backend) => Some(backend),
        // drivers that reassociate are refused by the self-test, as they should be
        Err(error @ GpuError::Refused { .. }) if options.arithmetic == Arithmetic::Driver => {
            eprintln!("skipped as the driver compiles it, {precision:?}: {error}");
            None
        }
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            eprintln!("skipped on the GPU, {precision:?}: {error}");
            None
        }
    }
}

/// CPU backends and, if there is one, the GPU in double precision.
pub(crate) fn f64_backends(scenario: &Scenario) -> Vec<(&'static str, Box<dyn Backend>)> {
    let mut backends = cpu_backends();
    backends.extend(gpu_backend(scenario, Precision::Double).map(|b| ("GPU f64", b)));
    backends
}

/// The place of an output component.
pub(crate) fn column(scenario: &Scenario, name: &str) -> usize {
    let columns = scenario.study.mechanism.columns();
    columns.iter().position(|(column, _)| column == name).unwrap_or_else(|| panic!("no column {name}"))
}

/// Three components of the member at a place of the chunk.
pub(crate) fn vector(scenario: &Scenario, chunk: &Chunk, member: usize, output: &str) -> [f64; 3] {
    let outputs = chunk.outputs_of(member).unwrap_or_else(|| panic!("member {member}: {:?}", chunk.outcomes[member]));
    ["x", "y", "z"].map(|axis| outputs[column(scenario, &format!("{output}.{axis}"))])
}

/// The Euclidean distance of two vectors.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The slope of log(error) over log(h) by least squares.
pub(crate) fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().map(|(h, e)| (h.ln(), e.ln())).unzip();
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let covariance: f64 = x.iter().zip(&y).map(|(x, y)| (x - mx) * (y - my)).sum();
    covariance / x.iter().map(|x| (x - mx).powi(2)).sum::<f64>()
}

/// The output [`com`](heavy_top) of a heavy top.
pub(crate) const COM: &str = "[[output]]\nname = \"com\"\nquantity = \"position\"\nbody = \"top\"\n";

/// The heavy top with this third angular velocity (rad/s), with these lines as the method's, over this duration (s),
/// with its position `com` as output and further tables. It has the parameters `mass`, `spin` and `exponent`.
pub(crate) fn heavy_top(third: &str, method: &str, duration: f64, further: &str) -> Scenario {
    let parameter = ("[parameters]", "[parameters]\nexponent = { default = -8.0 }");
    let top = replaced(&system("heavy_top"), &[parameter, ("\"spin\", 0]", &format!("\"spin\", {third}]"))]);
    parse(&format!("{top}[method]\n{method}\nduration = {duration:?}\n{COM}{further}"))
}
