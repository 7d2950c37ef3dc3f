//! What is made of outputs over time is right between the ends of steps too, and never changes the steps.

use crate::common::*;
use gyrosweep::ensemble::{Chunk, Outcome};
use gyrosweep::integrator::{self, Scheme};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::model::TimeReduction;
use gyrosweep::num::Dual;
use gyrosweep::problem::{Field, along};

/// x = cos(w t), y = -sin(w t), with these lines as the method's and further tables.
fn oscillator(w: &str, method: &str, further: &str) -> Scenario {
    parse(&oscillator_text(w, method, further))
}

fn oscillator_text(w: &str, method: &str, further: &str) -> String {
    format!(
        "[parameters]\ntol = {{ default = 1e-9 }}\nw = {{ default = {w} }}\n[[variable]]\nname = \"x\"\ninitial = 1.0\n\
         rate = \"w*y\"\n[[variable]]\nname = \"y\"\ninitial = 0.0\nrate = \"-w*x\"\n[[output]]\nname = \"x\"\nquantity = \
         \"variable\"\nvariable = \"x\"\n[[output]]\nname = \"y\"\nquantity = \"variable\"\nvariable = \"y\"\n{further}\
         [method]\n{method}\n"
    )
}

fn over(name: &str, expression: &str, word: &str) -> String {
    format!(
        "[[output]]\nname = \"{name}\"\nquantity = \"expression\"\nexpression = \"{expression}\"\nover = \"{word}\"\n"
    )
}

/// The outputs of a member and its steps on all backends, which agree to the last bit.
fn outputs(s: &Scenario, member: usize) -> (Vec<f64>, u32) {
    let mut first: Option<(&str, Chunk)> = None;
    for (name, backend) in f64_backends(s) {
        let chunk = run_on(backend.as_ref(), s);
        let (other, first) = first.get_or_insert_with(|| (name, chunk.clone()));
        let bits = |chunk: &Chunk| chunk.outputs.as_slice().iter().map(|y| y.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(first), bits(&chunk), "{other} and {name}: {:?} {:?}", first.outputs, chunk.outputs);
        assert_eq!((&first.steps, &first.outcomes), (&chunk.steps, &chunk.outcomes), "{other} and {name}");
    }
    let chunk = first.expect("a backend").1;
    (chunk.outputs_of(member).expect("outputs"), chunk.steps[member])
}

#[test]
fn integrals_and_extremes_are_as_exact_as_the_solution() {
    // of y = -sin(10 t) over 1.9 s; the end of the run and of all steps lie anywhere
    let (w, end) = (10.0f64, 1.9f64);
    let words = [("largest", "y + 0", "max"), ("least", "y + 0", "min"), ("drift", "x + 0", "drift")];
    let integrals = [("integral", "y + 0", "integral"), ("mean square", "y^2", "mean")];
    let exact = [1.0, -1.0, 2.0, ((w * end).cos() - 1.0) / w, 0.5 - (2.0 * w * end).sin() / (4.0 * w * end)];
    let reduced: Vec<String> = words.iter().chain(&integrals).map(|(name, y, word)| over(name, y, word)).collect();
    for (method, tolerances) in [
        ("dop853", &[1e-3, 1e-6, 1e-9, 1e-12][..]),
        ("tsit5", &[1e-3, 1e-6, 1e-9]),
        ("dopri5", &[1e-3, 1e-6, 1e-9]),
        ("verner65", &[1e-3, 1e-6, 1e-9]),
        ("ode23", &[1e-3, 1e-6]),
    ] {
        let plan = format!("[plan]\nkind = \"grid\"\n[plan.vary]\ntol = {tolerances:?}\n");
        let lines = format!("integrator = \"{method}\"\ntolerance = \"tol\"\nduration = {end}");
        let s = oscillator("10.0", &lines, &(reduced.concat() + &plan));
        let plain = run_on(cpu_backends()[0].1.as_ref(), &oscillator("10.0", &lines, &plan));
        for (member, tolerance) in tolerances.iter().enumerate() {
            let (found, steps) = outputs(&s, member);
            assert_eq!(steps, plain.steps[member], "{method}: the steps are chosen without them");
            for ((name, ..), exact) in words.iter().chain(&integrals).zip(exact) {
                let error = (found[column(&s, name)] - exact).abs();
                // what the solution is off by at the end, its square is off by twice
                let of_solution = (found[0] - (w * end).cos()).hypot(found[1] + (w * end).sin());
                let most = 10.0 * tolerance + 2.0 * of_solution + 1e-14;
                assert!(
                    error < most,
                    "{method}, {tolerance:e}: {name} is off by {error:e}, the solution by {of_solution:e}"
                );
            }
        }
    }
}

/// The error of reduced outputs for steps of that many per second.
fn errors(method: &str, top: impl Fn(&str, &str) -> Scenario, further: &str, count: usize) -> [f64; 2] {
    let names = ["integral", "largest"];
    let s = top(&format!("integrator = \"{method}\"\nstep = {:?}", 1.0 / count as f64), further);
    let exact = top("integrator = \"dop853\"\ntolerance = 1e-14", further);
    let value = |s: &Scenario, name| run_on(cpu_backends()[0].1.as_ref(), s).outputs_of(0).unwrap()[column(s, name)];
    names.map(|name| (value(&s, name) - value(&exact, name)).abs())
}

#[test]
fn integrals_and_extremes_have_the_order_of_the_method() {
    // of a slow heavy top: of a height, and of a product of velocities; a splitting method kicks and drifts
    let further = over("integral", "com.z + v.x*v.y", "integral") + &over("largest", "com.x + 0.1*v.z", "max");
    let velocity = "[[output]]\nname = \"v\"\nquantity = \"velocity\"\nbody = \"top\"\n";
    let further = format!("{velocity}{further}");
    let top = |method: &str, further: &str| {
        let text = further.to_string() + "[plan]\nkind = \"grid\"\n[plan.vary]\nspin = [9.0]\n";
        heavy_top("-4.61538", method, 0.7, &text)
    };
    for method in integrator::ALL {
        let coarse = match method.order {
            1 => 400,
            2 | 3 => 160,
            4 => 80,
            _ => 40,
        };
        let [rough, fine] = [coarse, 4 * coarse].map(|n| errors(method.name, top, &further, n));
        // of both together, since one alone may pass through zero; 1e-12 is what the reference leaves
        let [rough, fine] = [rough, fine].map(|errors| errors[0].max(errors[1]));
        // within steps of implicit methods there are polynomials of order 4
        let most = if method.is_implicit() { 4 } else { method.order };
        let (order, least) = ((rough / fine).log2() / 2.0, method.order.min(most) as f64 - 0.5);
        println!("{}: {rough:e} {fine:e}, order {order:.2}", method.name);
        assert!(order > least || fine < 1e-12, "{}: {rough:e}, {fine:e}, order {order:.2}", method.name);
    }
    assert!(integrator::ALL.iter().any(|m| matches!(m.scheme, Scheme::Splitting(_))));
}

#[test]
fn what_is_not_a_number_within_a_run_makes_the_member_not_finite() {
    for reduction in TimeReduction::ALL {
        for method in ["integrator = \"rkmk4\"\nstep = 0.01", "integrator = \"tsit5\"\ntolerance = 1e-6"] {
            let further = over("root", "sqrt(0.5 - t)", reduction.name());
            let s = oscillator("1.0", &format!("{method}\nduration = 1.0"), &further);
            for (name, backend) in f64_backends(&s) {
                let chunk = run_on(backend.as_ref(), &s);
                assert_eq!(chunk.outcomes, [Outcome::NonFinite], "{name}, {}", reduction.name());
            }
        }
    }
}

/// The times of an event of the oscillator, the same on all backends.
fn times(s: &Scenario) -> Vec<f64> {
    let mut first: Option<(&str, Vec<f64>)> = None;
    for (name, backend) in f64_backends(s) {
        let found: Vec<f64> = run_on(backend.as_ref(), s).events.iter().map(|(_, e)| e.time).collect();
        let (other, first) = first.get_or_insert_with(|| (name, found.clone()));
        assert_eq!(*first, found, "{other} and {name}");
    }
    first.expect("a backend").1
}

fn event(expression: &str, direction: &str, terminal: bool) -> String {
    format!(
        "[[event]]\nname = \"e\"\nexpression = \"{expression}\"\ndirection = \"{direction}\"\nterminal = {terminal}\n"
    )
}

#[test]
fn passages_within_one_step_are_all_found() {
    // 0.3 s are one step of the method; y is -0.64 t to a part in a hundred
    let step = "integrator = \"rk67\"\nstep = 0.3\nduration = 0.9";
    for (expression, direction, expected) in [
        ("sin(100*t + 1e-3)", "both", 28),
        ("sin(100*t + 1e-3)", "falling", 14),
        ("(t - 0.1)*(t - 0.2)", "both", 2),
        ("(t - 0.1)*(t - 0.11)*(t - 0.5)", "both", 3),
        // a touch is no passage, a jump is one, a pole is none
        ("(t - 0.15)^2", "both", 0),
        ("sign(t - 0.17)", "rising", 1),
        ("1/(t - 0.17)", "both", 0),
        ("abs(t - 0.4) - 0.01", "both", 2),
    ] {
        let found = times(&oscillator("1.0", step, &event(expression, direction, false)));
        assert_eq!(found.len(), expected, "{expression}: {found:?}");
        assert!(found.is_sorted());
    }
    let found = times(&oscillator("1.0", step, &event("sin(100*t + 1e-3)", "both", false)));
    for (k, t) in found.iter().enumerate() {
        let exact = ((k + 1) as f64 * std::f64::consts::PI - 1e-3) / 100.0;
        assert!((t - exact).abs() < 1e-14, "{t} {exact}");
    }
    // the first of many ends the run
    let found = times(&oscillator("1.0", step, &event("sin(100*t - 1)", "falling", true)));
    assert_eq!(found.len(), 1);
    assert!((found[0] - (std::f64::consts::PI + 1.0) / 100.0).abs() < 1e-14, "{found:?}");
}

#[test]
fn extremes_after_a_terminal_event_do_not_count() {
    // the peak of the second wave of the step lies after the end
    let s = oscillator(
        "1.0",
        "integrator = \"rk67\"\nstep = 0.5\nduration = 1.0",
        &(over("peak", "t*sin(60*t)", "max") + &event("t - 0.1", "rising", true)),
    );
    let (found, _) = outputs(&s, 0);
    let first = (0..100_000).map(|i| 0.1 * f64::from(i) / 1e5).map(|t| t * (60.0 * t).sin()).fold(0.0, f64::max);
    assert!((found[column(&s, "peak")] - first).abs() < 1e-9, "{} {first}", found[column(&s, "peak")]);
}

#[test]
fn what_is_zero_at_the_start_passes_when_it_leaves() {
    let ball = |velocity: f64, direction: &str| {
        parse(&format!(
            "[gravity]\nacceleration = [0, 0, -10]\n[[body]]\nname = \"ball\"\nmass = 1\ninertia = [1, 1, 1]\ninitial = {{ \
             velocity = [0, 0, {velocity:?}] }}\n[[event]]\nname = \"ground\"\nexpression = \"p.z\"\ndirection = \
             \"{direction}\"\nterminal = true\n[method]\nintegrator = \"rkmk4\"\nstep = 0.7\nduration = 3\n[[output]]\nname = \
             \"p\"\nquantity = \"position\"\nbody = \"ball\"\n"
        ))
    };
    // dropped; thrown up, it comes back within the first step; what goes up has left upwards; a terminal event ends
    // a run that leaves zero in its direction
    for (velocity, direction, expected) in
        [(0.0, "falling", 0.0), (2.0, "falling", 0.4), (2.0, "both", 0.0), (2.0, "rising", 0.0), (-1.0, "falling", 0.0)]
    {
        let found = times(&ball(velocity, direction));
        assert!(found.len() == 1 && (found[0] - expected).abs() < 1e-14, "{velocity} {direction}: {found:?}");
    }
    assert!(times(&ball(0.0, "rising")).is_empty());
}

/// The values of all outputs and their rates after some time.
fn with_rates(s: &Scenario, t: f64, q: &[f64], v: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (study, parameters) = (&s.study, s.study.mechanism.defaults());
    let mut system = study.formulated().system(&study.mechanism, &parameters);
    let mut rate = vec![0.0; v.len()];
    system.acceleration(t, q, v, &mut rate);
    let (q, v) = along(study.layout(), q, v, &rate);
    let constants: Vec<Dual<f64, 1>> = parameters.iter().map(|p| Dual { re: *p, eps: [0.0] }).collect();
    let mut outputs = Vec::new();
    let moving = study.formulated().system(&study.mechanism, &constants);
    moving.outputs(Dual { re: t, eps: [1.0] }, (&q, &v), None, &mut outputs);
    outputs.iter().map(|y| (y.re, y.eps[0])).unzip()
}

#[test]
fn rates_along_the_motion_are_derivatives_of_outputs() {
    for formulation in
        ["joint", "joint_matrix", "joint_rotation_vector", "euler_angles", "euler_angles_2", "euler_parameters"]
    {
        let outputs = "[[output]]\nname = \"v\"\nquantity = \
                       \"velocity\"\nbody = \"top\"\n[[output]]\nname = \"a\"\nquantity = \"acceleration\"\nbody = \"top\"\n\
                       [[output]]\nname = \"R\"\nquantity = \"rotation_matrix\"\nbody = \"top\"\n[[output]]\nname = \"kinetic\"\n\
                       quantity = \"kinetic_energy\"\n[[output]]\nname = \"f\"\nquantity = \"expression\"\nexpression = \
                       \"sin(com.z*t) + v.x\"\n";
        let h = 1e-4;
        let method = format!("formulation = \"{formulation}\"\nintegrator = \"dop853\"\ntolerance = 1e-13");
        let s = heavy_top("-4.61538", &method, 4.0 * h, &format!("{outputs}[sampling]\nevery = {h}\n"));
        let (study, parameters) = (&s.study, s.study.mechanism.defaults());
        let (q, v) = study.formulated().initial(&study.mechanism, &parameters);
        let (values, rates) = with_rates(&s, 0.0, &q, &v);
        // some outputs are the rates of others
        for axis in ["x", "y", "z"] {
            let of = |name: &str| column(&s, &format!("{name}.{axis}"));
            for (y, rate) in [("com", "v"), ("v", "a")] {
                let (found, exact) = (rates[of(y)], values[of(rate)]);
                assert!(
                    (found - exact).abs() < 1e-11 * (1.0 + exact.abs()),
                    "{formulation}, {y}.{axis}: {found} {exact}"
                );
            }
        }
        // a difference of order 4 of samples from the start on; the top turns by 0.015 rad between two
        let samples = run_on(cpu_backends()[0].1.as_ref(), &s).samples.values;
        for (c, rate) in rates.iter().enumerate() {
            let y = samples.column(c);
            let difference = (-25.0 * y[0] + 48.0 * y[1] - 36.0 * y[2] + 16.0 * y[3] - 3.0 * y[4]) / (12.0 * h);
            let size = y.iter().fold(1.0f64, |size, y| size.max(y.abs()));
            let name = &study.mechanism.columns()[c].0;
            assert!((rate - difference).abs() < 2e-4 * size, "{formulation}, {name}: {rate} {difference}");
        }
    }
}

#[test]
fn samples_at_any_times_are_those_of_the_solution_on_all_backends() {
    let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nw = [1.0, 3.0, 7.0]\n";
    for (method, error) in [
        ("integrator = \"dop853\"\nstep = 0.05\nduration = 2.0", 1e-9),
        ("integrator = \"dopri5\"\ntolerance = 1e-10\nduration = 2.0", 1e-7),
        ("integrator = \"rkmk4\"\nstep = 0.05\nduration = \"6/w\"", 1e-2),
    ] {
        let times = [0.0127, 0.0136, 0.3, 0.55, 0.5500001, 1.9999];
        let s = oscillator("1.0", method, &format!("{plan}[sampling]\nat = {times:?}\n"));
        let mut first: Option<Chunk> = None;
        for (name, backend) in f64_backends(&s) {
            let chunk = run_on(backend.as_ref(), &s);
            let first = first.get_or_insert_with(|| chunk.clone());
            assert_eq!(chunk.samples.rows, first.samples.rows, "{name} {method}");
            let bits = |chunk: &Chunk| chunk.samples.values.as_slice().iter().map(|y| y.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&chunk), bits(first), "{name} {method}");
        }
        let chunk = first.expect("a backend");
        let w = [1.0, 3.0, 7.0];
        let is_sampled = |i: usize, t: f64| !method.contains("6/w") || t <= 6.0 / w[i];
        let expected: Vec<(usize, f64)> =
            (0..3).flat_map(|i| times.iter().filter(move |t| is_sampled(i, **t)).map(move |t| (i, *t))).collect();
        assert_eq!(chunk.samples.rows, expected, "{method}");
        for ((i, t), values) in chunk.samples.rows.iter().zip(chunk.samples.values.each_row()) {
            assert!((values[0] - (w[*i] * t).cos()).abs() < error, "{method}: {t} {values:?}");
        }
        // the run itself is the same
        let plain = run_on(cpu_backends()[0].1.as_ref(), &oscillator("1.0", method, plan));
        assert_eq!((&chunk.outputs, &chunk.steps), (&plain.outputs, &plain.steps), "{method}");
    }
}

#[test]
fn times_of_samples_that_cannot_be_are_refused_in_words() {
    let lines = "integrator = \"dop853\"\nstep = 0.05\nduration = 2.0";
    let says = |sampling: &str, words: &str| {
        let message = refusal(&oscillator_text("1.0", lines, &format!("[sampling]\n{sampling}\n")));
        assert!(message.contains(words), "{message}");
    };
    says("at = []", "sampling.at: found 0 times");
    says("at = [0.1, 0.1]", "found 0.1 after 0.1");
    says("at = [-1.0]", "found -1.0; accepted: times from 0 on");
    says("at = [0.5, 2.5]", "a sample at 2.5 s is after the end of the run, 2.0 s");
    says("at = [0.5]\nevery = 0.1", "found with every");
}
