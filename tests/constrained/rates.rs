//! Rotations whose velocities are the rates of their coordinates, classical formulation 2 of Holzinger, Arnold, Gerstmayr
//! (2024), by generalized-alpha: the heavy top turning about a fixed point and as a body with constraints.

use crate::common::{golden, root};
use crate::refined::{Refined, TIGHT, vector};
use gyrosweep::ensemble::Outcome;

/// The scenarios of the top without and with constraints, and their formulations on the group, by angles and by Euler
/// parameters.
const TOPS: [(&str, [&str; 3]); 2] = [
    ("heavy_top", ["joint", "euler_angles_2", "euler_parameters_2"]),
    ("heavy_top_constrained", ["absolute", "absolute_euler_angles", "absolute_euler_parameters"]),
];

/// The top of a scenario in a formulation for some time (s), with lines more for its method.
fn top(scenario: &str, formulation: &str, duration: &str, lines: &str, steps: (&str, &[f64])) -> Refined {
    let path = root().join("scenarios").join(format!("{scenario}.toml"));
    let text = std::fs::read_to_string(path).expect("scenario");
    let changed = |line: &str| match line.split(" = ").next() {
        Some("formulation") => format!("formulation = \"{formulation}\"\n"),
        Some("integrator") => "integrator = \"generalized_alpha\"\n".to_string(),
        Some("duration") => format!("duration = {duration}\n"),
        _ => format!("{line}\n"),
    };
    Refined::of(&text.lines().map(changed).collect::<String>(), lines, steps)
}

#[test]
fn tops_converge_to_their_reference_with_order_two() {
    let data = golden("p02_heavytop.json");
    let result = &data["cases"][1]["results"][0];
    for (scenario, [_, angles, parameters]) in TOPS {
        // the second angle comes near to a right angle, where only short steps see what the others do
        for (formulation, steps) in
            [(angles, ("2e-5", &[1.0, 2.0, 4.0][..])), (parameters, ("5e-4", &[1.0, 2.0, 4.0, 8.0]))]
        {
            let refined = top(scenario, formulation, "0.1", TIGHT, steps);
            let expected = |name, key| vector(name, &result[key]);
            println!("{formulation}: {:?}", refined.chunk.newton);
            refined.check("com", 0.1, &expected("com", "x"), 1e-9);
            refined.check("omega", 0.1, &expected("omega", "Omega_body"), 1e-7);
            assert!(refined.chunk.newton.iter().all(|work| work.pivoted == 0), "{formulation}");
        }
    }
}

#[test]
fn try_ratio() {
    let data = golden("p02_heavytop.json");
    let result = &data["cases"][1]["results"][2];
    for (scenario, [group, angles, parameters]) in TOPS {
        for (formulation, newton) in [(group, "newton = { stiffness = \"applied\" }"), (group, ""), (parameters, ""), (parameters, "newton = { stiffness = \"applied\" }"), (angles, "")] {
            let steps = if formulation == angles { ("1.25e-4", &[0.125, 0.25, 0.5, 1.0, 2.0, 4.0][..]) } else { ("1e-3", &[1.0, 2.0, 4.0, 8.0, 10.0, 20.0, 40.0, 80.0][..]) };
            let start = format!("start = \"plain\"\n{newton}");
            let r = top(scenario, formulation, "1.0", &start, steps);
            let e: Vec<Option<f64>> = (0..steps.1.len()).map(|m| (r.chunk.outcomes[m] == Outcome::Completed).then(|| r.error(m, 1.0, &vector("com", &result["x"])))).collect();
            let s: Vec<f64> = r.chunk.newton.iter().zip(&r.chunk.steps).map(|(w, s)| f64::from(w.iterations) / f64::from(*s)).collect();
            println!("{formulation} {newton} {e:?}\n {s:?} {:?} {:?}", r.chunk.outcomes, r.chunk.newton.iter().map(|w| w.pivoted).collect::<Vec<_>>());
        }
    }
}
