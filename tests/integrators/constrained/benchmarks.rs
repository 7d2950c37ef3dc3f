//! Benchmarks of the IFToMM Technical Committee for Multibody Dynamics.

use super::refined::{Expected, Refined, TIGHT};
use crate::common::{golden, numbers};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().or_else(|| value.as_str()?.parse().ok()).expect("a number")
}

#[test]
fn slider_cranks_meet_their_references() {
    let data = golden("p05_slidercrank.json");
    for (case, centre) in ["0.0", "0.04"].into_iter().enumerate() {
        let case = &data["cases"][case];
        let replaced = [("default = 0.0, unit = \"m\"", format!("default = {centre}, unit = \"m\""))];
        let replaced = replaced.each_ref().map(|(from, to)| (*from, to.as_str()));
        let refined = Refined::new("slider_crank", &replaced, TIGHT, ("2e-4", &[1.0, 2.0, 4.0]));
        for result in case["results"].as_array().expect("results") {
            let value = |name: &str, key: &str| (name.to_string(), number(&result[key]));
            let t = number(&result["t"]);
            let slider = refined.check("slider", t, &vec![value("slider.x", "s")], 1e-6);
            // a step of 5e-5 s, without extrapolation; the slider is at 0.2 m to 0.3 m
            assert!(t < 5.0 || slider[0] < 1e-6, "{slider:?}");
            let crank = vec![value("angle", "theta"), value("rate", "thetadot"), value("slider_velocity.x", "sdot")];
            refined.check("crank", t, &crank, 1e-6);
        }
        refined.check_energy(&[1.0, 2.0, 3.0, 4.0, 5.0], 1e-9);
    }
}

#[test]
fn a_pendulum_meets_the_exact_solution() {
    let data = golden("iftomm_benchmarks.json");
    let exact = data["simple_pendulum"]["exact"].as_object().expect("times");
    let refined = Refined::new("pendulum", &[], TIGHT, ("1e-3", &[1.0, 2.0, 4.0]));
    for (t, state) in exact.iter().filter(|(t, _)| t.parse::<f64>().is_ok()) {
        let expected: Expected = ["x", "y"].map(|axis| (format!("mass.{axis}"), number(&state[axis]))).into();
        refined.check("pendulum", t.parse().expect("a time"), &expected, 1e-9);
    }
}

#[test]
fn a_double_four_bar_passes_its_singular_positions() {
    let data = golden("iftomm_benchmarks.json");
    let exact = data["double_four_bar"]["exact"].as_object().expect("times");
    let refined = Refined::new("double_four_bar", &[], TIGHT, ("1e-3", &[1.0, 2.0, 4.0]));
    for (t, state) in exact {
        let time: f64 = t.parse().expect("a time");
        for (name, key) in [("top", "P_top_of_bar1"), ("velocity", "v")] {
            let values = state[key].as_array().expect("x and y");
            let expected: Expected =
                [("x", 0), ("y", 1)].map(|(axis, i)| (format!("{name}.{axis}"), number(&values[i]))).into();
            // the cranks are at their fastest, 6 rad/s, at 5 s
            refined.check(name, time, &expected, if name == "top" { 1e-8 } else { 2e-8 });
        }
    }
    refined.check_energy(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0], 1e-7);
    // the bars are in line twice in a turn; the cranks turn five times
    assert!(refined.value(2, 10.0, "angle").abs() > 5.0 * std::f64::consts::TAU);
}

#[test]
fn the_squeezing_mechanism_of_andrews_meets_its_reference() {
    let data = golden("iftomm_benchmarks.json");
    let (start, end) = (&data["andrews_squeezer"]["initial"], &data["andrews_squeezer"]["t_0p03"]);
    let refined = Refined::new("andrews", &[], TIGHT, ("1e-5", &[1.0, 2.0, 4.0]));
    let names = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"];
    let turns = numbers(&end["q"]).into_iter().zip(numbers(&start["q"])).map(|(end, start)| end - start);
    let columns = |word: &str| names.map(|name| format!("{word}_{name}")).into_iter();
    refined.check("angles", 0.03, &columns("turn").zip(turns).collect(), 1e-8);
    // 1e-6 rad/s of up to 1400
    refined.check("rates", 0.03, &columns("rate").zip(numbers(&end["v"])).collect(), 1e-6);
}
