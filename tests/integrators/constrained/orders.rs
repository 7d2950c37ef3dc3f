//! The order of the implicit methods as they are without further settings: between any two steps from 2e-3 s to 2.5e-5 s, down to
//! errors of 1e-9. What Newton's method leaves of a step, or begins the next one with, would show in the finest of them.

use super::refined::{Expected, Refined, vector};
use crate::common::{self, golden};
use serde_json::Value;

/// Steps of 2e-3 s over these.
const REFINEMENTS: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 80.0];
const METHODS: [&str; 2] = ["integrator = \"generalized_alpha\"", "integrator = \"rattle\""];

/// A mechanism at a time (s): what is expected of its columns, in groups whose errors are compared each by itself.
struct Case<'a> {
    text: String,
    /// The first of [`REFINEMENTS`] in the asymptotic range.
    first: usize,
    integrator: &'a str,
    time: f64,
    expected: Vec<Expected>,
}

impl<'a> Case<'a> {
    /// A scenario of the project with parts of its text replaced, to the time of a result of a reference.
    fn new(name: &str, replaced: &[(&str, &str)], result: &Value, expected: Vec<Expected>) -> Self {
        let path = common::root().join("scenarios").join(format!("{name}.toml"));
        let mut text = std::fs::read_to_string(path).expect("scenario");
        for (from, to) in replaced {
            assert!(text.contains(from), "{name} does not contain {from:?}");
            text = text.replace(from, to);
        }
        Self { text, first: 0, integrator: METHODS[0], time: number(result, "t"), expected }
    }

    /// Checks both methods.
    fn check(&self, what: &str) {
        for method in METHODS {
            let line = |line: &str| match line {
                line if line == self.integrator => format!("{method}\n"),
                line if line.starts_with("duration = ") => format!("duration = {}\n", self.time),
                line => format!("{line}\n"),
            };
            let text: String = self.text.lines().map(line).collect();
            assert!(text.contains(method), "{what} has no {}", self.integrator);
            let refinements = &REFINEMENTS[self.first..];
            let refined = Refined::of(&text, "", ("2e-3", refinements));
            for expected in &self.expected {
                let size = expected.iter().map(|(_, x)| x.abs()).fold(0.0, f64::max);
                let error = |member| refined.error(member, self.time, expected) / size;
                let errors: Vec<f64> = (0..refinements.len()).map(error).collect();
                let orders = errors.windows(2).zip(refinements.windows(2));
                let orders: Vec<f64> = orders.map(|(e, r)| (e[0] / e[1]).ln() / (r[1] / r[0]).ln()).collect();
                let of = &expected[0].0;
                println!("{what}, {method}, {of}: {orders:.3?} of {errors:?}");
                // below 1e-9 what rounding makes of velocities, its 1e-16 over the step, may show
                let counted = errors[1..].iter().take_while(|error| **error > 1e-9).count();
                assert!(counted > 1, "{what}, {method}, {of}: {errors:?}");
                assert!(
                    orders[..counted].iter().all(|order| (order - 2.0).abs() < 0.1),
                    "{what}, {method}, {of}: {orders:?} of {errors:?}"
                );
            }
        }
    }
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key}"))
}

fn one(name: &str, value: f64) -> Expected {
    vec![(name.to_string(), value)]
}

#[test]
fn tops_have_order_two_at_all_steps() {
    let data = golden("p02_heavytop.json");
    for (case, third) in [(0, "4.61538"), (1, "-4.61538")] {
        let result = &data["cases"][case]["results"][0];
        let columns = |names: [&str; 2]| vec![vector(names[0], &result["x"]), vector(names[1], &result["Omega_body"])];
        let replaced = [("150, -4.61538", format!("150, {third}"))];
        let replaced = replaced.each_ref().map(|(from, to)| (*from, to.as_str()));
        let mut expected = columns(["com", "omega"]);
        expected.push(vector("velocity", &result["xdot"]));
        let forward = if case == 0 { "velocity = [-4.61538, 0, 0]" } else { "velocity = [4.61538, 0, 0]" };
        let constrained = [replaced[0], ("velocity = [4.61538, 0, 0]", forward)];
        Case::new("heavy_top_constrained", &constrained, result, expected).check("constrained top");
        let about_a_point = Case::new("heavy_top", &replaced, result, columns(["com", "omega"]));
        Case { integrator: "integrator = \"rkmk4\"", ..about_a_point }.check("top about a point");
    }
}

#[test]
fn spatial_slider_cranks_have_order_two_at_all_steps() {
    let data = golden("p05_slidercrank.json");
    for (case, centre) in ["0.0", "0.04"].into_iter().enumerate() {
        let result = &data["cases"][case]["results"][0];
        let columns = [("slider.x", "s"), ("angle", "theta"), ("slider_velocity.x", "sdot"), ("rate", "thetadot")];
        let expected = columns.map(|(name, key)| one(name, number(result, key))).into();
        let replaced = [("default = 0.0, unit = \"m\"", format!("default = {centre}, unit = \"m\""))];
        let replaced = replaced.each_ref().map(|(from, to)| (*from, to.as_str()));
        // the second one is near its dead centre at this time, where an error of the crank's angle moves the slider by its square:
        // with a step of 2e-3 s, 2e-3 rad, that is a part of the slider's error
        let first = case;
        Case { first, ..Case::new("slider_crank", &replaced, result, expected) }.check("slider-crank");
    }
}

#[test]
fn four_bars_have_order_two_at_all_steps() {
    let data = golden("p12_fourbar.json");
    for (case, name) in ["four_bar", "four_bar_spring"].into_iter().enumerate() {
        let case = &data["cases"][case];
        let result = &case["results"][0];
        let angle = number(result, "crank_angle") - number(&case["parameters"], "th0");
        let mut expected = vec![one("angle", angle), one("rate", number(result, "crank_rate"))];
        for body in ["coupler", "rocker"] {
            expected.push(vector(body, &result[format!("{body}_com")]));
            expected.push(vector(&format!("{body}_velocity"), &result[format!("{body}_com_velocity")]));
        }
        Case::new(name, &[], result, expected).check(name);
    }
}

#[test]
fn spatial_loops_have_order_two_at_all_steps() {
    let data = golden("p12b_spatial_loop.json");
    let case = &data["cases"][0];
    let result = &case["results"][0];
    let angle = number(result, "crank_angle") - number(&case["parameters"], "th0");
    let mut expected = vec![one("angle", angle), one("rate", number(result, "crank_rate"))];
    for body in result["bodies"].as_array().expect("bodies") {
        let name = body["name"].as_str().expect("a name");
        expected.push(vector(name, &body["position"]));
        expected.push(vector(&format!("{name}_velocity"), &body["velocity"]));
        expected.push(vector(&format!("{name}_omega"), &body["omega_body"]));
    }
    Case::new("rssr", &[], result, expected).check("RSSR");

    let data = golden("p12c_bricard.json");
    let result = &data["cases"][0]["results"][0];
    let mut expected = vec![one("angle_odd", number(result, "joint_angle_odd_P0_P2_P4"))];
    expected.push(vector("corner", &result["free_corner_P3"]));
    expected.push(vector("corner_velocity", &result["free_corner_P3_velocity"]));
    Case::new("bricard", &[], result, expected).check("Bricard");
}

/// Lengths (m) of a planar slider-crank's crank and rod, their inertias about the pivot and the centre (kg m^2), masses of rod
/// and slider (kg).
const CRANK: f64 = 0.05;
const ROD: f64 = 0.18;
const INERTIAS: [f64; 2] = [1e-3, 0.4 * ROD * ROD / 12.0];
const MASSES: [f64; 2] = [0.4, 0.6];

/// The rate of a planar slider-crank's crank at an angle, from the energy, where it began at 0 with a rate.
fn rate(angle: f64, begin: f64) -> f64 {
    let inertia = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        let sin_rod = CRANK / ROD * sin;
        let rod_rate = CRANK / ROD * cos / (1.0 - sin_rod * sin_rod).sqrt();
        let (of_crank, of_rod) = (CRANK * sin, ROD * sin_rod * rod_rate);
        let centre = (of_crank + 0.5 * of_rod).powi(2) + (0.5 * CRANK * cos).powi(2);
        INERTIAS[0] + MASSES[0] * centre + INERTIAS[1] * rod_rate.powi(2) + MASSES[1] * (of_crank + of_rod).powi(2)
    };
    let potential = MASSES[0] * 9.81 * 0.5 * CRANK * angle.sin();
    ((begin.powi(2) * inertia(0.0) - 2.0 * potential) / inertia(angle)).sqrt()
}

#[test]
fn a_planar_slider_crank_has_order_two_at_all_steps() {
    let (time, begin, steps) = (0.25, 20.0, 20_000);
    let h = time / f64::from(steps);
    let angle = (0..steps).fold(0.0, |angle, _| {
        let k1 = rate(angle, begin);
        let k2 = rate(angle + 0.5 * h * k1, begin);
        let k3 = rate(angle + 0.5 * h * k2, begin);
        let k4 = rate(angle + h * k3, begin);
        angle + h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4)
    });
    let place = CRANK * angle.cos() + (ROD * ROD - (CRANK * angle.sin()).powi(2)).sqrt() - CRANK - ROD;
    let path = common::root().join("tests/scenarios/driven_slider_crank.toml");
    let text = std::fs::read_to_string(path).expect("scenario").replace("314.1592653589793", &begin.to_string());
    let (mechanism, _) = text.split_once("[[constraint]]").expect("the drive");
    let text = format!(
        r#"{mechanism}
[gravity]
acceleration = [0, -9.81, 0]
[method]
formulation = "absolute"
{}
step = 1e-3
duration = 1
[[output]]
name = "angle"
quantity = "joint_position"
joint = "main"
[[output]]
name = "rate"
quantity = "joint_velocity"
joint = "main"
[[output]]
name = "place"
quantity = "joint_position"
joint = "bore"
"#,
        METHODS[0]
    );
    let expected = vec![one("angle", angle), one("rate", rate(angle, begin)), one("place", place)];
    Case { text, first: 0, integrator: METHODS[0], time, expected }.check("planar slider-crank");
}

#[test]
fn increments_as_the_criterion_solve_short_steps_to_rounding() {
    // 1e-6 of the unknowns and 1e-9 are less than rounding of the coordinates makes of some increments
    let newton = "newton = { criterion = \"increment\" }";
    let top = &golden("p02_heavytop.json")["cases"][1]["results"][1];
    let slider_crank = &golden("p05_slidercrank.json")["cases"][0]["results"][0];
    for (name, result, expected) in [
        ("heavy_top_constrained", top, vector("com", &top["x"])),
        ("slider_crank", slider_crank, one("slider.x", number(slider_crank, "s"))),
    ] {
        let time = number(result, "t");
        for method in METHODS {
            let case = Case::new(name, &[(METHODS[0], method)], result, Vec::new());
            let line = |line: &str| match line.strip_prefix("duration = ") {
                Some(_) => format!("duration = {time}\n"),
                None => format!("{line}\n"),
            };
            let text: String = case.text.lines().map(line).collect();
            let refined = Refined::of(&text, newton, ("1e-4", &[1.0, 2.0, 4.0]));
            refined.check(&format!("{name}, {method}"), time, &expected, 1e-8);
            let solves = refined.chunk.newton.iter().zip(&refined.chunk.steps);
            let most = solves.map(|(work, steps)| f64::from(work.iterations) / f64::from(*steps)).fold(0.0, f64::max);
            println!("{name}, {method}: at most {most:.3} solutions per step");
            assert!(most < 2.1, "{name}, {method}: {most}");
        }
    }
}
