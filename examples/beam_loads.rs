//! Beams under loads that begin at once or have corners, beside references that are accurate to some digits: a rod that is thrown by a step in the
//! plane and by a triangle in space, and a composite beam under a step at its tip (`tests/golden/beam_dynamics.json`).
//!
//! `cargo run --release --example beam_loads` prints by how much the ends of the beams are off at the times of the references, over the
//! error that each reference states of itself, and draws that over the steps as `beam_loads.svg` and `.png`. Such loads excite all
//! frequencies, so errors fall slowly with steps and elements.

use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Members};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::plot::{Dimension, Lines, Series, lines};
use gyrosweep::report::draw_all;
use serde_json::Value;
use std::error::Error;

/// A case, elements and their orders, and the first of some steps that are halved, s.
const RUNS: [(&str, [u32; 2], f64); 6] = [
    ("flying_rod_plane_step", [4, 6], 2e-3),
    ("flying_rod_plane_step", [8, 6], 2e-3),
    ("flying_rod_space_triangle", [2, 8], 4e-3),
    ("flying_rod_space_triangle", [4, 8], 4e-3),
    ("composite_step", [4, 6], 4e-4),
    ("composite_step", [8, 6], 4e-4),
];
/// How many steps there are; each is a member.
const STEPS: i32 = 4;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// Returns the scenario of a case, without its method.
fn mechanism(case: &Value, [elements, order]: [u32; 2]) -> String {
    let of = &case["parameters"];
    let number = |key: &str| of[key].as_f64().unwrap_or_default();
    let mut text = format!(
        "[[beam]]\nname = \"b\"\nlength = {:?}\nelements = {elements}\norder = {order}\nsection = {{ stiffness = {}, mass = {} }}\n",
        number("length"),
        of["stiffness"],
        of["mass"]
    );
    let force = |body: &str, kind: &str, key: &str, loads: &[String]| {
        let frame = if key == "torque" { "frame = \"space\"\n" } else { "" };
        let loads = loads.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", ");
        format!("[[force]]\nname = \"{key}\"\nkind = \"{kind}\"\nbody = \"{body}\"\n{frame}{key} = [{loads}]\n")
    };
    if case["kind"] == "free" {
        let (from, to, end) = (numbers(&of["x_start"]), numbers(&of["x_end"]), number("load_end_time"));
        let angle = (to[1] - from[1]).atan2(to[0] - from[0]);
        let shape = match case["load_shape"].as_str() {
            Some("step") => format!("where({end:?} - t, 1, 0)"),
            _ => format!("where({end:?} - t, min(2*t/{end:?}, 2 - 2*t/{end:?}), 0)"),
        };
        let loads = |key: &str| numbers(&of[key]).iter().map(|x| format!("{x:?}*{shape}")).collect::<Vec<_>>();
        text += &format!("position = {from:?}\nrotation_vector = [0, 0, {angle:?}]\n");
        text += &force("b.0", "expression_force", "force", &loads("force"));
        text += &force("b.0", "expression_torque", "torque", &loads("moment"));
    } else {
        let loads: Vec<String> = numbers(&of["tip_force"]).iter().map(|x| format!("{x:?}")).collect();
        text += "[[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \"b.0\"]\n";
        text += &force("b.1", "expression_force", "force", &loads);
    }
    for (name, body) in [("start", "b.0"), ("end", "b.1")] {
        text += &format!("[[output]]\nname = \"{name}\"\nquantity = \"position\"\nbody = \"{body}\"\n");
    }
    text
}

/// Returns, for every step, the largest error of the free ends at the times of a case over the error that the reference states.
fn errors(case: &Value, size: [u32; 2], first: f64) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    let values = case["values"].as_array().ok_or("values")?;
    let stated = case["error_estimate"].as_array().ok_or("errors")?;
    let times: Vec<f64> = values.iter().filter_map(|value| value["t"].as_f64()).collect();
    let last = times.iter().copied().fold(0.0, f64::max);
    let text = mechanism(case, size)
        + &format!(
            "[sampling]\nat = {times:?}\n[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nrho_inf = 0.8\nstep = \"h\"\nduration = {last:?}\n[parameters]\nh = 1e-3\n[plan]\nkind = \"grid\"\nvary.h = {{ min = 1e-4, max = 1e-3, count = 2 }}\n"
        );
    let scenario = Scenario::parse("loads.toml".as_ref(), &text, Overrides::default())?;
    let steps: Vec<f64> = (0..STEPS).map(|k| first / 2f64.powi(k)).collect();
    let members = Members::of_rows(0, steps.len(), &steps);
    let chunk = CpuBackend::new(Some(1), LaneWidth::best())?.run(&scenario.study, members)?;
    if chunk.outcomes.iter().any(|outcome| *outcome != Outcome::Completed) {
        return Err(format!("{}: {:?}", case["name"], chunk.outcomes).into());
    }
    let ends: &[(usize, &str)] =
        if case["kind"] == "free" { &[(0, "start_position"), (3, "end_position")] } else { &[(3, "end_position")] };
    let mut all: Vec<(f64, f64)> = steps.into_iter().map(|step| (step, 0.0)).collect();
    for ((member, time), row) in chunk.samples.rows.iter().zip(chunk.samples.values.each_row()) {
        let k = times.iter().position(|t| (t - time).abs() < 1e-9).ok_or("a sample at another time")?;
        for (first, key) in ends {
            let expected = numbers(&values[k][key]);
            let apart = (0..3).map(|i| (row[first + i] - expected[i]).powi(2)).sum::<f64>().sqrt();
            let worst = &mut all[*member].1;
            *worst = worst.max(apart / stated[k][key].as_f64().ok_or("an error")?);
        }
    }
    Ok(all)
}

fn main() -> Result<(), Box<dyn Error>> {
    let golden: Value = serde_json::from_str(include_str!("../tests/golden/beam_dynamics.json"))?;
    let cases = golden["cases"].as_array().ok_or("cases")?;
    let mut series = Vec::new();
    for (name, size, first) in RUNS {
        let case = cases.iter().find(|case| case["name"] == name).ok_or(name)?;
        let points = errors(case, size, first)?;
        let name = format!("{}, {} x {}", name.replace('_', " "), size[0], size[1]);
        let told: Vec<String> = points.iter().map(|(step, error)| format!("{step:.1e} s {error:.2}")).collect();
        println!("{name}: {}", told.join(", "));
        series.push(Series { name, points });
    }
    let picture = lines(&Lines {
        title: "Beams under loads with corners".into(),
        x: Dimension::logarithmic("step (s)"),
        y: Dimension::logarithmic("error of the ends / error of the reference"),
        series,
        notes: vec!["elements x order; beams are 10 long, their references accurate to 3e-4, 6e-6 and 2e-4".into()],
        ..Lines::default()
    });
    draw_all("the folder", ".".as_ref(), [("beam_loads", &picture.ok_or("there is nothing to draw")?)])?;
    Ok(())
}
