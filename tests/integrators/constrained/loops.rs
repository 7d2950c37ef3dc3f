//! Closed loops: four-bars, Bricard's mechanism, a governor, with more constraints than are independent.

use super::refined::{Expected, Refined, TIGHT, vector};
use crate::common::{golden, run_on, scenario};
use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use serde_json::Value;

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key}"))
}

fn named(names: &[&str], values: &[f64]) -> Expected {
    names.iter().map(|name| name.to_string()).zip(values.iter().copied()).collect()
}

/// Checks all times of a reference; the columns that are expected at each.
fn check(what: &str, refined: &Refined, case: &Value, expected: impl Fn(&Value) -> Expected, limit: f64) {
    for result in case["results"].as_array().expect("results") {
        refined.check(what, number(result, "t"), &expected(result), limit);
    }
}

fn four_bar(name: &str, case: usize, steps: (&str, &[f64])) -> Refined {
    let data = golden("p12_fourbar.json");
    let case = &data["cases"][case];
    let refined = Refined::new(name, &[], TIGHT, steps);
    let start = number(&case["parameters"], "th0");
    let expected = |result: &Value| {
        let crank = [number(result, "crank_angle") - start, number(result, "crank_rate")];
        let mut all = named(&["angle", "rate"], &crank);
        for body in ["coupler", "rocker"] {
            all.extend(vector(body, &result[format!("{body}_com")]));
            all.extend(vector(&format!("{body}_velocity"), &result[format!("{body}_com_velocity")]));
        }
        all
    };
    check(name, &refined, case, expected, 1e-6);
    refined
}

#[test]
fn an_over_constrained_four_bar_meets_its_reference() {
    let refined = four_bar("four_bar", 0, ("2e-4", &[1.0, 2.0, 4.0]));
    refined.check_energy(&[0.5, 1.0, 1.5, 2.0], 1e-6);
}

#[test]
fn a_four_bar_with_a_spring_and_a_damper_meets_its_reference() {
    let refined = four_bar("four_bar_spring", 1, ("1e-3", &[1.0, 2.0, 4.0]));
    let data = golden("p12_fourbar.json");
    let last = data["cases"][1]["results"].as_array().expect("results").last().expect("a result");
    refined.check("work", number(last, "t"), &named(&["damper_work"], &[number(last, "damper_work")]), 1e-8);
}

#[test]
fn a_spatial_four_bar_meets_its_reference() {
    let data = golden("p12b_spatial_loop.json");
    let case = &data["cases"][0];
    let refined = Refined::new("rssr", &[], TIGHT, ("2.5e-4", &[1.0, 2.0, 4.0]));
    let start = number(&case["parameters"], "th0");
    let expected = |result: &Value| {
        let crank = [number(result, "crank_angle") - start, number(result, "crank_rate")];
        let mut all = named(&["angle", "rate"], &crank);
        for body in result["bodies"].as_array().expect("bodies") {
            let name = body["name"].as_str().expect("a name");
            all.extend(vector(name, &body["position"]));
            all.extend(vector(&format!("{name}_velocity"), &body["velocity"]));
            all.extend(vector(&format!("{name}_omega"), &body["omega_body"]));
        }
        all
    };
    check("RSSR", &refined, case, expected, 1e-6);
    refined.check_energy(&[0.5, 1.0, 1.5, 2.0], 1e-6);
}

#[test]
fn the_mechanism_of_bricard_meets_its_reference() {
    let data = golden("p12c_bricard.json");
    let refined = Refined::new("bricard", &[], TIGHT, ("1e-3", &[1.0, 2.0, 4.0]));
    let expected = |result: &Value| {
        let angles = ["joint_angle_odd_P0_P2_P4", "joint_angle_even_P1_P3_P5"].map(|key| number(result, key));
        let mut all = named(&["angle_odd", "angle_even"], &angles);
        all.extend(vector("corner", &result["free_corner_P3"]));
        all.extend(vector("corner_velocity", &result["free_corner_P3_velocity"]));
        all.extend(vector("rod2_omega", &result["bodies"][1]["omega_body"]));
        all
    };
    check("Bricard", &refined, &data["cases"][0], expected, 1e-9);
    refined.check_energy(&[1.0, 2.0, 3.0, 4.0, 5.0], 1e-9);
}

#[test]
fn a_stiff_governor_meets_its_reference() {
    let data = golden("p12d_governor.json");
    let case = &data["cases"][0];
    // the struts turn the rounding of 1e-16 m and 1e-13 m/s into 1e-8 N: a residual of 1e-13 of that at the predictor is
    // beyond rounding
    let refined = Refined::new("governor", &[], "newton = { relative = 1e-9 }", ("1e-3", &[1.0, 2.0, 4.0]));
    let start = number(&case["parameters"], "beta0");
    let expected = |result: &Value| {
        let names = ["slider.z", "slider_velocity.z", "shaft_angle", "shaft_speed", "arm_angle", "arm_rate"];
        let keys = ["slider_z", "slider_vz", "shaft_angle", "shaft_speed", "arm_angle_from_down_vertical", "arm_rate"];
        let mut values = keys.map(|key| number(result, key));
        // the joint turns the other way
        (values[4], values[5]) = (start - values[4], -values[5]);
        named(&names, &values)
    };
    check("governor", &refined, case, expected, 1e-9);
    // the vertical angular momentum is that of the start
    let momentum = |time: f64| refined.value(2, time, "momentum.z");
    let change = (momentum(5.0) - momentum(0.0)).abs();
    println!("angular momentum: changes by {change:.2e} of {}", momentum(0.0));
    assert!(change < 1e-4 * momentum(0.0));
}

#[test]
fn independent_constraints_are_as_many_as_the_references_say() {
    let ranks: [(&str, usize, usize, usize); 9] = [
        ("heavy_top_constrained", 3, 3, 3),
        ("four_bar", 17, 20, 1),
        ("four_bar_spring", 17, 20, 1),
        ("rssr", 16, 16, 2),
        ("bricard", 29, 30, 1),
        ("governor", 20, 20, 4),
        ("slider_crank", 17, 17, 1),
        ("double_four_bar", 29, 35, 1),
        ("andrews", 41, 50, 1),
    ];
    for (name, rank, rows, freedoms) in ranks {
        let scenario = scenario(name, &[]);
        let report = scenario.study.constraints().unwrap_or_else(|| panic!("{name}: no report"));
        let found = (report.independent.len(), report.independent.len() + report.redundant.len());
        assert_eq!((found.0, found.1, report.degrees_of_freedom), (rank, rows, freedoms), "{name}: {report:?}");
        println!("{name}: {rank} of {rows}, left out {:?}, moved {:?}", report.redundant, report.movement);
    }
}

#[test]
fn every_four_bar_of_the_study_begins() {
    // for all lengths of the study the loop closes at the angle of the crank
    let short = [("members = 10000", "members = 200"), ("duration = 1.0", "duration = 0.002")];
    let study = scenario("four_bar_study", &short);
    let chunk = run_on(&CpuBackend::new(Some(2), LaneWidth::best()).expect("threads"), &study);
    let failed = chunk.outcomes.iter().filter(|outcome| **outcome != Outcome::Completed).count();
    assert_eq!(failed, 0, "of {}", chunk.members.count());
}
