//! What joints exert, against reference solutions.

use super::refined::{Refined, TIGHT, vector};
use crate::common::golden;

/// The reaction of a joint as an output, before the samples.
fn with_reaction(joint: &str) -> String {
    format!(
        "[[output]]\nname = \"reaction\"\nquantity = \"reaction_force\"\njoint = {joint:?}\nundetermined = \
         \"minimum_norm\"\n\n[sampling]"
    )
}

#[test]
fn the_support_of_the_heavy_top_exerts_lambda() {
    let data = golden("p02_heavytop.json");
    let sampling = with_reaction("pivot");
    for (case, velocity) in [(0, "-4.61538"), (1, "4.61538")] {
        let case = &data["cases"][case];
        let third = case["parameters"]["Omega0"][2].as_f64().expect("a number");
        let (of_mass, of_body) =
            (format!("velocity = [{velocity}, 0, 0]"), format!("angular_velocity = [0, 150, {third:?}]"));
        let replaced = [
            ("velocity = [4.61538, 0, 0]", of_mass.as_str()),
            ("angular_velocity = [0, 150, -4.61538]", of_body.as_str()),
            ("duration = 0.1", "duration = 1.0"),
            ("every = 0.05", "every = 0.1"),
            ("[sampling]", sampling.as_str()),
        ];
        let refined = Refined::new("heavy_top_constrained", &replaced, TIGHT, ("4e-4", &[1.0, 2.0, 4.0]));
        for result in case["results"].as_array().expect("results") {
            let time = result["t"].as_f64().expect("a time");
            // of up to 750 N; with half these steps what Newton's method leaves of the constraints, up to 1e-10 m, is as much
            // m x'' - lambda = m gamma  (109): what the support exerts on the top
            refined.check("lambda", time, &vector("reaction", &result["lambda"]), 1e-3);
        }
    }
}

#[test]
fn the_ground_pivot_of_a_four_bar_bears_the_crank() {
    let data = golden("p12_fourbar.json");
    let sampling = with_reaction("A");
    for (case, (name, step)) in [("four_bar", "2e-4"), ("four_bar_spring", "1e-3")].into_iter().enumerate() {
        let refined = Refined::new(name, &[("[sampling]", &sampling)], TIGHT, (step, &[1.0, 2.0, 4.0]));
        for result in data["cases"][case]["results"].as_array().expect("results") {
            let time = result["t"].as_f64().expect("a time");
            refined.check(name, time, &vector("reaction", &result["crank_pivot_reaction"]), 1e-3);
        }
    }
}
