//! The forms on closed loops, in both coordinates of the increments of rotations, and what a scenario may say of them.

use super::number;
use crate::common::{self, column, cpu_backends, golden, refusal, run_on, scenario, slope};

const LINEAR: &str = "form = \"linear\"";

/// A mechanism, the lines of its step and duration, steps (s) and a column with its value at a time (s).
struct Case<'a> {
    name: &'a str,
    step: &'a str,
    duration: &'a str,
    steps: [f64; 3],
    column: &'a str,
    expected: f64,
    t: f64,
}

impl Case<'_> {
    /// The errors of a form at all steps.
    fn errors(&self, form: &str) -> Vec<(f64, f64)> {
        let error = |h: &f64| {
            let lines = format!("step = {h:e}\nrho_inf = 0.8\nstart = \"plain\"\n{form}");
            let duration = format!("duration = {:?}", self.t);
            let s = scenario(self.name, &[(self.step, &lines), (self.duration, &duration)]);
            let value = |width: usize| {
                let chunk = run_on(cpu_backends()[width].1.as_ref(), &s);
                let outputs = chunk.outputs_of(0);
                outputs.unwrap_or_else(|| panic!("{form}: {:?} {:?}", chunk.outcomes, chunk.times))
                    [column(&s, self.column)]
            };
            let found = value(2);
            if *h == self.steps[0] {
                // Newton's method leaves up to 1e-8 of the first residual
                let native = value(0);
                assert!((native - found).abs() < 1e-8, "{form}: {native} {found}");
            }
            (*h, found - self.expected)
        };
        self.steps.iter().map(error).collect()
    }

    /// Checks that forms are of order 2, and that the residual form is the linear one but for what is of order 1.
    fn check_orders(&self) {
        let check = |form: &str, points: Vec<(f64, f64)>, order: f64| {
            let absolute: Vec<(f64, f64)> = points.iter().map(|(h, e)| (*h, e.abs())).collect();
            let found = slope(&absolute);
            println!("{}, {form:?}: order {found:.3}, {points:?}", self.name);
            assert!((found - order).abs() < 0.1, "{}, {form}: {found} {points:?}", self.name);
        };
        let linear = self.errors(LINEAR);
        let residual = self.errors("form = \"residual\"");
        let apart = residual.iter().zip(&linear).map(|((h, a), (_, b))| (*h, a - b)).collect();
        check("residual, less linear", apart, 1.0);
        check("linear", linear, 2.0);
        for form in [
            "form = \"geometric\"",
            "form = \"linear\"\nincrement = \"rotation_vector\"",
            "form = \"linear\"\nindex = 2",
            "form = \"linear\"\nnewton = { tangent = \"neglected\", stiffness = \"applied\" }",
        ] {
            check(form, self.errors(form), 2.0);
        }
    }
}

#[test]
fn a_slider_crank_keeps_the_orders() {
    let data = golden("p05_slidercrank.json");
    let result = &data["cases"][0]["results"][0];
    Case {
        name: "slider_crank",
        step: "step = 2e-4",
        duration: "duration = 5.0",
        steps: [2e-3, 1e-3, 5e-4],
        column: "slider.x",
        expected: number(&result["s"]),
        t: number(&result["t"]),
    }
    .check_orders();
}

#[test]
fn a_four_bar_keeps_the_orders() {
    let data = golden("p12_fourbar.json");
    let case = &data["cases"][0];
    let result = &case["results"][0];
    Case {
        name: "four_bar",
        step: "step = 1e-3",
        duration: "duration = 2.0",
        steps: [1e-3, 5e-4, 2.5e-4],
        column: "angle",
        expected: number(&result["crank_angle"]) - number(&case["parameters"]["th0"]),
        t: number(&result["t"]),
    }
    .check_orders();
}

#[test]
fn what_a_form_does_not_have_is_refused() {
    let text = std::fs::read_to_string(common::root().join("scenarios/heavy_top_bruls.toml")).expect("scenario");
    let form = "form = \"linear\"\nincrement = \"conformal_rotation_vector\"";
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from));
        refusal(&text.replace(from, to))
    };
    for (from, to, said) in [
        (form, "form = \"linaer\"", "geometric, linear, residual"),
        (form, "form = \"linear\"\nincrement = \"quaternion\"", "conformal_rotation_vector, rotation_vector"),
        (form, "form = \"geometric\"\nincrement = \"rotation_vector\"", "\"linear\" or \"residual\""),
        ("start = \"plain\"", "start = \"optimal\"", "belongs to form = \"geometric\""),
        ("step = 2e-3", "tolerance = 1e-6", "no estimate of its error"),
        ("integrator = \"generalized_alpha\"", "integrator = \"rattle\"", "\"generalized_alpha\""),
        ("integrator = \"generalized_alpha\"", "integrator = \"rkmk4\"", "explicit"),
    ] {
        let message = refused(from, to);
        println!("{message}");
        assert!(message.contains(said), "{message}");
    }
}
