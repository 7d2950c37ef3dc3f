//! Steps that an estimate of the error chooses.

use super::{mechanism, run, sample};
use crate::common::{column, golden, numbers, parse, scenario};

/// The distance of the body from where it belongs at the end, m, and the steps, for a tolerance.
fn error(case: usize, integrator: &str, tolerance: f64) -> (f64, u32) {
    let case = &golden("p17_galerkin_time.json")["cases"][case];
    let (name, end) = (case["name"].as_str().unwrap(), case["T"].as_f64().unwrap());
    let chunk = run(&mechanism(name, &format!("{integrator}\ntolerance = {tolerance:e}"), (end, end)));
    let row = sample(&chunk, 1);
    let squares: f64 = row.iter().zip(numbers(&case["solution_at_T"]["x"])).map(|(a, b)| (a - b).powi(2)).sum();
    (squares.sqrt(), chunk.steps[0])
}

/// An error per step in proportion to the tolerance makes h^(q + 1) of an estimate of order q one, and the error of a method of order
/// p, which is of h^p, one of the power p/(q + 1); where both orders are one, the tolerance of a step is such that the power is one.
#[test]
fn errors_fall_with_the_tolerance_as_estimate_and_method_say() {
    let [dg, two, three, cg] =
        ["dg\"", "radau2a\"", "radau2a\"\nstages = 3", "cg\""].map(|of| format!("integrator = \"{of}"));
    for (case, method, power, most) in [
        (0, &dg, 1.0, 1e-5),
        (2, &dg, 1.0, 2e-5),
        (0, &two, 1.0, 2e-4),
        (2, &two, 1.0, 1.5e-4),
        (0, &three, 1.0, 2e-6),
        (2, &three, 1.0, 2e-6),
        (0, &cg, 1.0, 3e-3),
    ] {
        let [(coarse, few), (fine, many)] = [1e-5, 1e-7].map(|tolerance| error(case, method, tolerance));
        let found = (coarse / fine).log10() / 2.0;
        assert!((found - power).abs() < 0.06, "{method}, {case}: {found} for {power}");
        assert!(fine < most && few < many && many < 20_000, "{method}, {case}: {fine:e} in {many} steps");
    }
}

/// Two values of first order go round 60 rad, and push a body.
#[test]
fn errors_of_variables_choose_steps() {
    for method in ["dg\"", "radau2a\"", "radau2a\"\nstages = 3", "generalized_alpha\""] {
        let error = |tolerance: f64| {
            let s = parse(&format!(
                "[[body]]\nname = \"mass\"\nmass = 1\ninertia = [1, 1, 1]\n[[variable]]\nname = \"a\"\ninitial = 1\nrate = \"20*b\"\n[[variable]]\n\
                 name = \"b\"\ninitial = 0\nrate = \"-20*a\"\n[[force]]\nname = \"f\"\nkind = \"expression_force\"\nbody = \"mass\"\n\
                 force = [\"0\", \"a\", \"0\"]\n[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"a\"\n[method]\n\
                 integrator = \"{method}\ntolerance = {tolerance:e}\nduration = 3\n"
            ));
            (run(&s).outputs_of(0).expect("a run that is completed")[column(&s, "x")] - 60f64.cos()).abs()
        };
        let [coarse, fine] = [1e-6, 1e-8].map(error);
        assert!(coarse < 1e-2 && fine < 1e-3 && fine < 0.3 * coarse, "{method}: {coarse:e}, {fine:e}");
    }
}

/// In a loop the end of a step misses constraints, and the next one begins with a jump over that, whether accelerations are looked at or not.
#[test]
fn steps_go_on_in_closed_loops() {
    let alpha = |step: &str, duration: &str| {
        format!("integrator = \"generalized_alpha\"\nstep = {step}\nduration = {duration}")
    };
    let loops =
        [("slider_crank", "slider.x", alpha("2e-4", "5.0"), 5.0), ("four_bar", "angle", alpha("1e-3", "2.0"), 200.0)];
    for (name, output, of_file, size) in loops {
        let end = |method: &str| {
            let s = scenario(name, &[(&of_file, &format!("integrator = {method}\nduration = 0.5"))]);
            run(&s).outputs_of(0).expect("a run that is completed")[column(&s, output)]
        };
        let exact = end("\"radau2a_3\"\ntolerance = 1e-9");
        for tolerance in [1e-4, 1e-5, 1e-6] {
            let found = end(&format!("\"dg\"\ntolerance = {tolerance:e}"));
            assert!((found - exact).abs() < size * tolerance, "{name} {tolerance:e}: {found} {exact}");
        }
    }
}
