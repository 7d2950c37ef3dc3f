//! How many solutions of linearised equations steps take with the criterion of the papers: Tables 5 and 7 of Holzinger, Arnold,
//! Gerstmayr (2024).

use super::refined::Refined;
use crate::common::{self, golden};
use serde_json::Value;

/// The average number of solutions per step of each member.
fn averages(refined: &Refined) -> Vec<f64> {
    let chunk = &refined.chunk;
    chunk.newton.iter().zip(&chunk.steps).map(|(work, steps)| f64::from(work.iterations) / f64::from(*steps)).collect()
}

/// The constrained top over 1 s with the steps of Table 5, from 2.5e-3 s, each half of the one before.
fn top(newton: &str) -> Refined {
    let refinements: Vec<f64> = (0..7).map(|k| f64::from(1 << k)).collect();
    let newton = format!("start = \"plain\"\nnewton = {{ criterion = \"residual\", {newton} }}");
    let refined = Refined::new(
        "heavy_top_constrained",
        &[("duration = 0.1", "duration = 1.0")],
        &newton,
        ("2.5e-3", &refinements),
    );
    println!("{newton}: {:?}", averages(&refined));
    refined
}

fn iterations() -> Value {
    golden("p13_generalized_alpha.json")["iterations"].clone()
}

#[test]
fn the_constrained_top_takes_as_many_solutions_as_in_the_paper() {
    let table = &iterations()["table5"];
    // K_t by (42)
    for (operator, key) in [("exact", "full_with_Texp_total"), ("neglected", "full_without_Texp_total")] {
        let refined = top(&format!("stiffness = \"applied\", tangent = \"{operator}\""));
        let found: Vec<u64> = refined.chunk.newton.iter().map(|work| u64::from(work.iterations)).collect();
        let expected: Vec<u64> =
            table[key].as_array().expect("totals").iter().map(|x| x.as_u64().expect("a count")).collect();
        assert_eq!(found, expected, "{operator}");
    }
}

#[test]
fn modified_newton_takes_as_many_solutions_as_in_the_paper() {
    let printed = common::numbers(&iterations()["table5"]["printed"]["modified_without"]);
    let refined = top("kind = \"modified\", stiffness = \"applied\", tangent = \"neglected\"");
    for (found, printed) in averages(&refined).into_iter().zip(printed) {
        assert!((found - printed).abs() < 0.006, "{found} {printed}");
    }
}

#[test]
fn derivatives_of_constraint_forces_save_solutions() {
    // by an independent program of Algorithm 5 with all derivatives of the residual in K_t, (41), for the three coarsest steps
    for (operator, expected) in [("exact", [819, 1600, 3200]), ("neglected", [3190, 3996, 6139])] {
        let refined = top(&format!("tangent = \"{operator}\""));
        let found: Vec<u32> = refined.chunk.newton.iter().map(|work| work.iterations).collect();
        assert_eq!(found[..3], expected, "{operator}");
    }
}

#[test]
fn the_rotor_takes_as_many_solutions_as_in_the_paper() {
    // a thousand steps of every length, in which the number does not change
    let replaced = [
        ("integrator = \"rkmk4\"", "formulation = \"absolute\"\nintegrator = \"generalized_alpha\""),
        ("duration = 0.01", "duration = \"0.05/refinement\""),
    ];
    let refinements: Vec<f64> = (0..10).map(|k| f64::from(1 << k)).collect();
    let newton =
        "start = \"plain\"\nnewton = { criterion = \"residual\", stiffness = \"applied\", tangent = \"neglected\" }";
    let found = averages(&Refined::new("rotor", &replaced, newton, ("5e-5", &refinements)));
    println!("rotor: {found:?}");
    let printed = common::numbers(&iterations()["table7"]["printed_RV"]);
    for (found, printed) in found.into_iter().zip(printed) {
        assert!((found - printed).abs() < 0.05, "{found} {printed}");
    }
}
