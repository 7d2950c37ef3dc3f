//! Second derivatives: beside five-point differences of first derivatives, closed forms, and in all codes.

use super::*;
use gyrosweep::ensemble::cpu::Code;
use gyrosweep::ensemble::program::StudyFunction;
use gyrosweep::ensemble::record_function;
use gyrosweep::num::Precision;

/// The text with second derivatives of these outputs by these parameters.
fn twice(text: &str, by: &[&str], of: &[&str]) -> String {
    without(text, &["plan", "sensitivity", "sampling"])
        + &format!("[sensitivity]\nparameters = {by:?}\nsecond = {of:?}\n")
}

fn sixty_four() -> CpuBackend {
    CpuBackend::new(Some(2), LaneWidth::SixtyFour).expect("threads")
}

/// What rounding may make of a first derivative, in units of it.
const ROUNDING: f64 = 1e-14;

/// Compares second derivatives with five-point differences of first ones, each pair both ways, `eps` relative to the parameter;
/// returns the largest difference in units of the second derivative, where rounding over the perturbation does not explain it.
fn difference(text: &str, by: &[&str], of: &[&str], eps: f64) -> f64 {
    let s = parse(&twice(text, by, of));
    let chunk = run_on(&sixty_four(), &s);
    let at = |name: &str| s.study.mechanism.parameters.iter().find(|p| p.name == name).expect("a parameter").default;
    let values: Vec<f64> = by.iter().map(|name| at(name)).collect();
    let mut csv = by.join(",") + "\n";
    for i in 0..by.len() {
        for multiple in [-2.0, -1.0, 1.0, 2.0] {
            let value = |j: usize| format!("{:?}", values[j] * if i == j { 1.0 + multiple * eps } else { 1.0 });
            csv += &((0..by.len()).map(value).collect::<Vec<_>>().join(",") + "\n");
        }
    }
    let first = without(text, &["plan", "sensitivity", "sampling"])
        + &format!("[sensitivity]\nparameters = {by:?}\n[plan]\nkind = \"table\"\nfile = \"variants.csv\"\n");
    let folder = tempfile::tempdir().expect("folder");
    let perturbed = with_table(folder.path(), &first, &csv);
    let all = run_on(&sixty_four(), &perturbed);
    let mut worst = (0.0f64, String::new());
    for output in of {
        for (i, a) in by.iter().enumerate() {
            for j in 0..by.len() {
                let name = format!("d2({output})/d({})d({})", by[i.min(j)], by[i.max(j)]);
                let found = completed(&chunk)[column(&s, &name)];
                let slope = column(&perturbed, &format!("d({output})/d({a})"));
                let y = |k: usize| all.outputs_of(4 * j + k).expect("outputs")[slope];
                let delta = eps * values[j];
                let exact = (y(0) - y(3) + 8.0 * (y(2) - y(1))) / (12.0 * delta);
                let rounding = ROUNDING * y(0).abs() / delta;
                assert!(rounding < 1e-5 * found.abs(), "{name}: differences do not show {found:e}");
                let error = (found - exact).abs() / found.abs().max(f64::MIN_POSITIVE);
                if error.is_nan() || error > worst.0 && (found - exact).abs() > rounding {
                    worst = (error, name);
                }
            }
        }
    }
    eprintln!("{worst:?}");
    worst.0
}

const OUTPUTS: &str = r#"
[[output]]
name = "height"
quantity = "expression"
expression = "x.z*exp(x.y) + Xy^2"
[[output]]
name = "energy"
quantity = "kinetic_energy"
[[output]]
name = "mean"
quantity = "kinetic_energy"
over = "mean"
"#;

#[test]
fn explicit_methods() {
    for method in ["integrator = \"rkmk4\"\nstep = 1e-3", "integrator = \"dop853\"\nstep = 2e-3"] {
        let text = top("joint", method, OUTPUTS);
        let found = difference(&text, &["m", "Xy", "spin"], &["height", "energy", "mean"], 1e-3);
        assert!(found < 1e-8, "{method}: {found:e}");
    }
}

#[test]
fn every_joint_of_a_chain() {
    for method in [
        "integrator = \"rkmk4\"",
        "integrator = \"generalized_alpha\"\nnewton = { relative = 1e-13, absolute = 1e-14 }",
    ] {
        let (_, text) = every_joint_and_text(&format!("{method}\nstep = 2e-3\nduration = 0.02"));
        let text = without(&text, &["output"])
            + "[[output]]\nname = \"kinetic\"\nquantity = \"kinetic_energy\"\n[[output]]\nname = \"potential\"\nquantity = \"potential_energy\"\n";
        let found = difference(&text, &["mass"], &["kinetic", "potential"], 1e-3);
        assert!(found < 1e-8, "{method}: {found:e}");
    }
}

/// Where Newton's method stops decides what differences can tell: here where nothing but rounding is left.
const SOLVED: &str = "newton = { relative = 1e-13, absolute = 1e-14 }";

#[test]
fn implicit_methods() {
    for (formulation, method) in [
        ("absolute", "generalized_alpha"),
        ("joint", "generalized_alpha"),
        ("absolute", "rattle"),
        ("absolute", "dg"),
        ("absolute", "radau2a"),
        ("joint", "cg"),
    ] {
        let text = top(formulation, &format!("integrator = \"{method}\"\nstep = 2e-3\n{SOLVED}"), OUTPUTS);
        let found = difference(&text, &["m", "Xy", "spin"], &["height", "energy", "mean"], 1e-3);
        assert!(found < 1e-8, "{formulation} {method}: {found:e}");
    }
}

#[test]
fn loops_and_their_assembled_starts() {
    let text = std::fs::read_to_string(root().join("scenarios/slider_crank_design.toml")).expect("scenario");
    let text = text.replace("duration = 0.5", &format!("duration = 0.1\n{SOLVED}"));
    // rounding of positions over the step is in the velocities
    for (outputs, tolerance) in [(&["slider", "angle"][..], 1e-8), (&["rate"], 5e-8)] {
        let found = difference(&text, &["crank", "rod", "rod_mass"], outputs, 1e-3);
        assert!(found < tolerance, "{outputs:?}: {found:e}");
    }
}

#[test]
fn starts_that_are_projected_have_differences_of_their_first_derivatives() {
    let text = std::fs::read_to_string(root().join("scenarios/slider_crank_design.toml")).expect("scenario");
    let text = twice(&text.replace("duration = 0.5", "duration = 0.01"), &["crank", "rod"], &["slider", "angle"]);
    let [solved, projected] = ["", "[start]\nproject_velocities = true\n"].map(|start| {
        let s = parse(&(text.clone() + start));
        (run_on(&sixty_four(), &s), s)
    });
    for name in ["d2(slider)/d(crank)d(rod)", "d2(angle)/d(rod)d(rod)", "d2(angle)/d(crank)d(crank)"] {
        let [a, b] = [&solved, &projected].map(|(chunk, s)| completed(chunk)[column(s, name)]);
        // rounding over the perturbation of both differences
        assert!((a - b).abs() < 1e-7 * a.abs(), "{name}: {a} {b}");
        assert_ne!(a, b, "{name}");
    }
}

#[test]
fn equations_of_few_operations() {
    // what derivatives of unknowns are made of comes in the residuals, too
    let text = r#"
[parameters]
c = { default = 1.25 }
d = { default = 0.5 }
[[variable]]
name = "constant"
rate = "c*d*d"
initial = "c^2"
[[variable]]
name = "own"
rate = "own"
initial = "c^2*d^2"
[[variable]]
name = "other"
rate = "own*c"
initial = 0
[[output]]
name = "constant"
quantity = "variable"
variable = "constant"
[[output]]
name = "own"
quantity = "variable"
variable = "own"
[[output]]
name = "other"
quantity = "variable"
variable = "other"
[method]
formulation = "joint"
integrator = "generalized_alpha"
step = 0.01
duration = 0.2
"#;
    let found = difference(text, &["c", "d"], &["constant", "own", "other"], 1e-3);
    assert!(found < 1e-8, "{found:e}");
}

/// An exponential decay, whose derivatives are known.
const DECAY: &str = r#"
[parameters]
a = { default = 1.5, unit = "1/s" }
x0 = { default = 0.75, unit = "m" }
[[variable]]
name = "x"
rate = "-a*x"
initial = "x0"
[method]
integrator = "dop853"
step = 0.01
duration = 2.0
[sampling]
every = 1.0
[[output]]
name = "x"
quantity = "variable"
variable = "x"
[[output]]
name = "square"
quantity = "expression"
expression = "a*x^2"
[[output]]
name = "sum"
quantity = "variable"
variable = "x"
over = "integral"
[[output]]
name = "mean"
quantity = "variable"
variable = "x"
over = "mean"
[sensitivity]
parameters = ["a", "x0"]
second = "all"
"#;

#[test]
fn a_decay_has_those_of_the_exponential_function() {
    let adaptive = DECAY.replace("step = 0.01", "tolerance = 1e-13");
    for (text, tolerance) in [(DECAY.to_string(), 1e-12), (adaptive, 1e-10)] {
        decay(&text, tolerance);
    }
}

/// Compares the decay by a method with its solution.
fn decay(text: &str, tolerance: f64) {
    let s = parse(text);
    let chunk = run_on(&sixty_four(), &s);
    let (a, x0, t) = (1.5f64, 0.75, 2.0);
    let e = (-a * t).exp();
    // the integral is x0 f(a)
    let f =
        [(1.0 - e) / a, (a * t * e - 1.0 + e) / (a * a), (2.0 - e * (2.0 + 2.0 * a * t + (a * t).powi(2))) / a.powi(3)];
    let exact = [
        ("x", [x0 * t * t * e, -t * e, 0.0]),
        (
            "square",
            [(4.0 * a * t * t - 4.0 * t) * x0 * x0 * e * e, (1.0 - 2.0 * a * t) * 2.0 * x0 * e * e, 2.0 * a * e * e],
        ),
        ("sum", [x0 * f[2], f[1], 0.0]),
        ("mean", [x0 * f[2] / t, f[1] / t, 0.0]),
    ];
    for (output, all) in exact {
        for (by, exact) in ["d(a)d(a)", "d(a)d(x0)", "d(x0)d(x0)"].into_iter().zip(all) {
            let name = format!("d2({output})/{by}");
            let found = completed(&chunk)[column(&s, &name)];
            assert!((found - exact).abs() <= tolerance * exact.abs(), "{name}: {found} {exact}");
        }
    }
    // samples at 0, 1 and 2 s
    let (channels, by_both) = (s.study.sampled_channels(), column(&s, "d2(x)/d(a)d(x0)"));
    let place = channels.iter().position(|c| *c == by_both).expect("sampled");
    let samples: Vec<f64> = (0..3).map(|i| chunk.samples.values.value(i, place)).collect();
    assert_eq!((samples[0], samples[2]), (0.0, completed(&chunk)[by_both]));
    assert!((samples[1] + (-a).exp()).abs() < tolerance, "{samples:?}");
    assert_eq!(s.study.mechanism.columns()[by_both].1, s.study.mechanism.columns()[0].1.clone() + "/((1/s) m)");
}

/// Studies of an explicit and of an implicit method, with a varied parameter.
fn studies() -> [(&'static str, Scenario); 2] {
    let plan = "[plan]\nkind = \"sobol\"\nmembers = 3\n[plan.vary]\nm = { uniform = [14.0, 16.0] }\n[sensitivity]\nparameters = [\"m\", \
                \"Xy\"]\nsecond = \"all\"\n";
    let of = |formulation, method| {
        parse(&(top(formulation, method, OUTPUTS).replace("duration = 0.1", "duration = 0.02") + plan))
    };
    [
        ("explicit", of("joint", "integrator = \"rkmk4\"\nstep = 1e-3")),
        ("implicit", of("absolute", "integrator = \"generalized_alpha\"\nstep = 2e-3")),
    ]
}

#[test]
fn all_codes_agree() {
    for (name, s) in studies() {
        let outputs = |backend: &dyn gyrosweep::ensemble::Backend| {
            let chunk = run_on(backend, &s);
            assert_eq!(chunk.outcomes, [Outcome::Completed; 3], "{name}");
            chunk.outputs
        };
        let machine = outputs(&sixty_four());
        assert_eq!(outputs(&sixty_four().with_code(Code::Tape)), machine, "{name}");
        let [scalar, eight, _] = &cpu_backends()[..] else { panic!("three backends") };
        assert_eq!(outputs(eight.1.as_ref()), machine, "{name}");
        // the scalar code solves implicit steps with pivoting
        let tolerance = if name == "explicit" { 0.0 } else { 1e-8 };
        for (a, b) in outputs(scalar.1.as_ref()).as_slice().iter().zip(machine.as_slice()) {
            assert!((a - b).abs() <= tolerance * a.abs().max(1e-3), "{name}: {a} {b}");
        }
        if let Some(gpu) = gpu_backend(&s, Precision::Double) {
            assert_eq!(outputs(gpu.as_ref()), machine, "{name} on the GPU");
        }
    }
}

#[test]
fn a_step_costs_a_few_times_the_operations() {
    let energy = "[[output]]\nname = \"energy\"\nquantity = \"energy\"\n";
    let operations = |sensitivity: &str| {
        let s = parse(&(top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", energy) + sensitivity));
        record_function(&s.study, StudyFunction::Step, Precision::Double).operation_counts().0
    };
    let first = "[sensitivity]\nparameters = [\"m\", \"Xy\"]\n";
    let all = [operations(""), operations(first), operations(&format!("{first}second = [\"energy\"]\n"))];
    eprintln!("operations without, with first, with second derivatives: {all:?}");
    assert!(all[2] < 6 * all[1], "{all:?}");
}

#[test]
fn what_has_no_second_derivatives_is_told() {
    let said = |outputs: &str, section: &str| {
        let text = top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", &(OUTPUTS.to_string() + outputs));
        refusal(&(text + "[sensitivity]\nparameters = [\"m\", \"Xy\"]\n" + section))
    };
    let has = |outputs: &str, section: &str, words: &str| {
        let found = said(outputs, section);
        assert!(found.contains(words), "{found}");
    };
    has("", "second = [\"hight\"]\n", "sensitivity.second: unknown scalar output \"hight\"; did you mean \"height\"?");
    has("", "second = [\"x\"]\n", "\"x\" has 3 components; accepted: some of height, energy, mean");
    has("", "second = [\"energy\", \"energy\"]\n", "\"energy\" comes twice");
    has("", "second = []\n", "found no names; accepted: \"all\", or some of height, energy, mean");
    has("", "second = \"some\"\n", "found \"some\"; accepted: \"all\", or names in brackets, as in [\"height\"]");
    has("", "second = \"all\"\nmethod = \"adjoint\"\n", "sensitivity.second: found with method = \"adjoint\"");
    let reduced = "[[output]]\nname = \"most\"\nquantity = \"energy\"\nover = \"max\"\n";
    has(reduced, "second = [\"energy\"]\n", "\"most\" (over = \"max\") moves some");
    let event = "[[event]]\nname = \"low\"\nexpression = \"x.z\"\ndirection = \"both\"\n";
    has(event, "second = [\"energy\"]\n", "the event \"low\" moves some");
    let of_final = "[[output]]\nname = \"twofold\"\nquantity = \"expression\"\nexpression = \"2*mean\"\n";
    has(of_final, "second = [\"twofold\"]\n", "\"twofold\" is known after a run only");
    let moving = top("joint", "integrator = \"rkmk4\"\nstep = \"1e-3*Xy\"", OUTPUTS);
    let found = refusal(&(moving + "[sensitivity]\nparameters = [\"m\", \"Xy\"]\nsecond = \"all\"\n"));
    assert!(found.contains("the step or the duration moves some; accepted: no [[event]]"), "{found}");
    let simplified = top("absolute", "integrator = \"generalized_alpha\"\nstep = 2e-3", OUTPUTS)
        + "[sensitivity]\nparameters = [\"m\"]\nsimplified = \"symmetric_stiffness\"\nsecond = \"all\"\n";
    assert!(refusal(&simplified).contains("sensitivity.second: found with simplified derivatives"));
    let vectors = top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", "");
    let found = refusal(&(vectors + "[sensitivity]\nparameters = [\"m\"]\nsecond = \"all\"\n"));
    assert!(found.contains("found no output of one component"), "{found}");
}

#[test]
fn roots_of_zero_have_none() {
    let output = |name: &str, expression: &str| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"expression\"\nexpression = \"{expression}\"\n")
    };
    let kinks = [
        ("root", "place + sqrt(abs(idle - 2))"),
        ("size", "sqrt((idle - 2)^2)"),
        ("power", "abs(idle - 2)^1.5"),
        ("half", "abs(idle - 2)^0.5 + place"),
    ];
    let mut further: String = kinks.iter().map(|(name, expression)| output(name, expression)).collect();
    further += &output("rest", "sqrt(velocity.y^2) + place*idle");
    further += &(output("sum", "place + sqrt(abs(idle - 2))") + "over = \"integral\"\n");
    let text = roots::slider("integrator = \"rkmk4\"\nstep = 1e-2", &further);
    let of = ["place", "root", "size", "power", "half", "rest", "sum"];
    let s = parse(&twice(&text, &["m", "idle"], &of));
    let value = |chunk: &Chunk, name: &str| completed(chunk)[column(&s, name)];
    let check = |chunk: &Chunk| {
        for name in ["root", "size", "power", "half", "sum"] {
            let found = value(chunk, &format!("d2({name})/d(idle)d(idle)"));
            assert!(found.is_nan(), "{name}: {found}");
        }
        assert_eq!(value(chunk, "d(power)/d(idle)"), 0.0);
        for name in ["root", "half", "sum"] {
            assert!(value(chunk, &format!("d({name})/d(idle)")).is_nan(), "{name}");
            let found = value(chunk, &format!("d2({name})/d(m)d(idle)"));
            assert!(found.is_nan(), "{name}: {found}");
            assert!(value(chunk, &format!("d2({name})/d(m)d(m)")) > 0.0, "{name}");
        }
        // the way along y does not move
        assert_eq!(value(chunk, "d2(rest)/d(idle)d(idle)"), 0.0);
        assert_eq!(value(chunk, "d2(rest)/d(m)d(idle)"), value(chunk, "d(place)/d(m)"));
        assert_eq!(value(chunk, "d2(root)/d(m)d(m)"), value(chunk, "d2(place)/d(m)d(m)"));
    };
    for (_, backend) in cpu_backends() {
        check(&run_on(backend.as_ref(), &s));
    }
    for precision in [Precision::Double, Precision::DoubleFloat] {
        let Some(gpu) = gpu_backend(&s, precision) else { continue };
        let chunk = run_on(gpu.as_ref(), &s);
        assert!(value(&chunk, "d2(root)/d(m)d(idle)").is_nan() && value(&chunk, "d2(root)/d(idle)d(idle)").is_nan());
    }
    // the root in the drag begins at zero too
    let found =
        difference(&roots::slider("integrator = \"rkmk4\"\nstep = 1e-2", ""), &["m", "c", "pull"], &["place"], 1e-3);
    assert!(found < 1e-8, "{found:e}");
}

/// A mass on a spring, a number whose rate switches, and what is integrated beside it.
fn switching(rate: &str, integrand: &str, method: &str) -> String {
    format!(
        r#"
[parameters]
k = 20.0
a = 0.3
x0 = 1.0
[[variable]]
name = "x"
initial = "x0"
rate = "v"
[[variable]]
name = "v"
initial = 0
rate = "{rate}"
[[output]]
name = "place"
quantity = "variable"
variable = "x"
[[output]]
name = "way"
quantity = "expression"
expression = "{integrand}"
over = "integral"
[method]
{method}
duration = 2
"#
    )
}

const SWITCHING: [(&str, &str); 8] = [
    ("-k*x - 50*smoothstep(x - a)", "place^2"),
    ("-k*x - max(0, x - a)^3", "place^2"),
    ("-k*max(x, a)", "place^2"),
    ("-k*x - where(x, a, 0)", "place^2"),
    ("-k*x - where(x - a, 2 + v, 0)", "place^2"),
    ("-k*x - abs(v)*v*a - where(x - 0.5*a + 0.1*v, k*x^2, 0)", "place^2"),
    ("-k*x - 3*max(0, x - a*sin(3*t))", "place^2"),
    ("-k*x", "where(place - a, place*k, 0)"),
];

const EXACTLY: &str = "integrator = \"dop853\"\ntolerance = 1e-12";

/// Where sides change second derivatives jump, and the way to the instant bends.
#[test]
fn what_switches_has_second_derivatives() {
    for (rate, integrand) in SWITCHING {
        let text = switching(rate, integrand, EXACTLY);
        let s = parse(&twice(&text, &["k", "a", "x0"], &["place", "way"]));
        let chunk = run_on(&sixty_four(), &s);
        let first = without(&text, &["plan", "sensitivity"]) + "[sensitivity]\nparameters = [\"k\", \"a\", \"x0\"]\n";
        for (by, value) in [("k", 20.0), ("a", 0.3), ("x0", 1.0)] {
            let delta = 1e-4 * value;
            let moved = [-2.0, -1.0, 1.0, 2.0].map(|multiple| {
                let line = |value: f64| format!("{by} = {value:?}\n");
                let s = parse(&first.replace(&line(value), &line(value + multiple * delta)));
                (run_on(&sixty_four(), &s), s)
            });
            for (output, other) in ["place", "way"].iter().flat_map(|output| ["k", "a", "x0"].map(|p| (output, p))) {
                let slope = |k: usize| value_of(&moved[k], &format!("d({output})/d({other})"));
                let expected = (slope(0) - 8.0 * slope(1) + 8.0 * slope(2) - slope(3)) / (12.0 * delta);
                let place = |name: &str| ["k", "a", "x0"].iter().position(|p| *p == name);
                let [i, j] = if place(by) < place(other) { [by, other] } else { [other, by] };
                let found = completed(&chunk)[column(&s, &format!("d2({output})/d({i})d({j})"))];
                let error = (found - expected).abs() / expected.abs().max(1e-2);
                assert!(error < 1e-7, "{rate}, {output} by {i} and {j}: {found:?} beside {expected:?}");
            }
        }
    }
}

fn value_of((chunk, s): &(Chunk, Scenario), name: &str) -> f64 {
    value(s, chunk, name)
}

/// Implicit methods begin anew behind sides and corners of the time, with second derivatives.
#[test]
fn implicit_methods_have_second_derivatives_behind_sides_and_corners() {
    let by_corner = ("-k*x - where(1 - t, a*k, 0)", "place^2");
    for (rate, integrand) in SWITCHING.into_iter().take(1).chain([by_corner]) {
        let methods = [
            (EXACTLY, 0.0),
            ("integrator = \"radau2a_3\"\ntolerance = 1e-10", 1e-6),
            ("integrator = \"generalized_alpha\"\nstep = 1e-3", 2e-3),
        ];
        let mut expected: Vec<f64> = Vec::new();
        for (method, tolerance) in methods {
            let s = parse(&twice(&switching(rate, integrand, method), &["k", "a", "x0"], &["place", "way"]));
            let chunk = run_on(&sixty_four(), &s);
            let second: Vec<usize> = s.study.second_derivatives().iter().map(|(column, _)| *column).collect();
            let found: Vec<f64> = second.iter().map(|column| completed(&chunk)[*column]).collect();
            if expected.is_empty() {
                expected = found;
                continue;
            }
            let size = expected.iter().fold(0.0f64, |most, x| most.max(x.abs()));
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < tolerance * size, "{rate}, {method}: {found:?} beside {expected:?}");
            }
        }
    }
}
