//! Rotations whose velocities are the rates of their coordinates, classical formulation 2 of Holzinger, Arnold, Gerstmayr
//! (2024), by generalized-alpha: the heavy top turning about a fixed point and as a body with constraints.

use super::refined::{Refined, TIGHT, vector};
use crate::common::{golden, root, slope};
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
        for (formulation, steps, limits) in [
            // the second angle comes near to a right angle: short steps alone get past, and the next terms are larger
            (angles, ("2e-5", &[1.0, 2.0, 4.0, 8.0][..]), [2e-9, 5e-7]),
            (parameters, ("5e-4", &[1.0, 2.0, 4.0, 8.0, 16.0]), [1e-9, 1e-7]),
        ] {
            let refined = top(scenario, formulation, "0.1", TIGHT, steps);
            for ((name, key), limit) in [("com", "x"), ("omega", "Omega_body")].into_iter().zip(limits) {
                refined.check(&format!("{formulation}: {name}"), 0.1, &vector(name, &result[key]), limit);
            }
        }
    }
}

/// Errors of the centre of mass after 1 s at 1e-4 s and 5e-5 s, and the average number of solutions per step.
fn errors(scenario: &str, formulation: &str) -> ([f64; 2], f64) {
    let data = golden("p02_heavytop.json");
    let result = &data["cases"][1]["results"][2];
    let refined = top(scenario, formulation, "1.0", "start = \"plain\"", ("1e-4", &[1.0, 2.0]));
    let errors = [0, 1].map(|member| refined.error(member, 1.0, &vector("com", &result["x"])));
    let solutions = f64::from(refined.chunk.newton[0].iterations) / f64::from(refined.chunk.steps[0]);
    println!("{formulation}: {errors:?}, {solutions} solutions per step");
    (errors, solutions)
}

#[test]
fn euler_parameters_are_more_accurate_than_the_group() {
    // Figures 3 and 6. The two have different constants of one order, so their ratio does not depend on the step: without
    // constraints about ten, as in the figure. With constraints positions on the group are three times better than without,
    // since the centre of mass is a coordinate of its own, and Euler parameters gain less.
    for ((scenario, [group, _, parameters]), range) in TOPS.into_iter().zip([9.0..12.0, 3.0..4.5]) {
        let ((of_group, one), (of_parameters, more)) = (errors(scenario, group), errors(scenario, parameters));
        for (a, b) in of_group.into_iter().zip(of_parameters) {
            assert!(range.contains(&(a / b)), "{scenario}: {} is not in {range:?}", a / b);
        }
        for errors in [of_group, of_parameters] {
            let order = slope(&[(2.0, errors[0]), (1.0, errors[1])]);
            assert!((order - 2.0).abs() < 0.05, "{scenario}: {order}");
        }
        assert!(one <= more, "{scenario}: the group takes {one} solutions per step, Euler parameters {more}");
    }
}

#[test]
fn euler_parameters_take_as_many_solutions_as_in_the_paper() {
    // Table 4, column EP, with the stiffness (37)
    let newton = "start = \"plain\"\nnewton = { criterion = \"residual\", stiffness = \"applied\" }";
    let refined = top("heavy_top", "euler_parameters_2", "1.0", newton, ("1e-3", &[1.0, 2.0, 4.0, 8.0]));
    for ((work, steps), printed) in refined.chunk.newton.iter().zip(&refined.chunk.steps).zip([3.0, 2.52, 2.0, 2.0]) {
        let found = f64::from(work.iterations) / f64::from(*steps);
        // steps whose residual is about the tolerance need the third solution or not by what the tolerance is of, which the
        // paper does not say: 2.45 for 2.52
        assert!((found - printed).abs() < 0.1, "{found} {printed}");
    }
}

#[test]
fn angles_end_where_steps_pass_their_singularity() {
    for (scenario, [_, angles, _]) in TOPS {
        let refined = top(scenario, angles, "0.1", "", ("1e-3", &[1.0, 2.0]));
        // the top turns by a quarter about the second axis in 0.0105 s
        assert_eq!(refined.chunk.outcomes, [Outcome::Singular; 2], "{angles}");
        assert!(refined.chunk.times.iter().all(|t| (0.005..0.0125).contains(t)), "{angles}: {:?}", refined.chunk.times);
    }
}
