//! Variables that events set: values and derivatives by closed forms, with explicit and implicit methods, direct and adjoint.

use crate::common::*;
use gyrosweep::ensemble::Backend;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

const EXACT: [&str; 3] = [
    "integrator = \"dop853\"\ntolerance = 1e-12",
    "integrator = \"rkmk4\"\nstep = 2e-3",
    "integrator = \"dopri5\"\ntolerance = 1e-11",
];

const RADAU: &str = "integrator = \"radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-9";

const ALPHA: &str = "integrator = \"generalized_alpha\"\nformulation = \"absolute\"\ntolerance = 1e-6";

fn lanes() -> CpuBackend {
    CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread")
}

/// Runs a scenario with every method, and compares numbers.
fn check(system: &str, duration: f64, numbers: &[(String, f64)]) {
    let directly = EXACT.iter().flat_map(|method| [(*method, "direct", 1e-8), (*method, "adjoint", 1e-8)]);
    let implicit =
        [(RADAU, "direct", 1e-5), (RADAU, "adjoint", 1e-5), (ALPHA, "direct", 2e-3), (ALPHA, "adjoint", 2e-3)];
    let mut of_direct: Vec<f64> = Vec::new();
    for (method, by, tolerance) in directly.chain(implicit) {
        let s = parse(&format!(
            "{system}[method]\n{method}\nduration = {duration:?}\n[plan]\nkind = \"one\"\n[sensitivity]\nparameters = \"all\"\nmethod = \
             {by:?}\n"
        ));
        let chunk = run_on(&lanes(), &s);
        assert_eq!(chunk.outcomes[0].name(), "completed", "{method}");
        for (name, right) in numbers {
            let found = chunk.outputs.value(0, column(&s, name));
            let error = (found - right).abs() / right.abs().max(1.0);
            assert!(error < tolerance, "{method}, {by}, {name}: {found:?}, right {right:?}");
        }
        let all: Vec<f64> = numbers.iter().map(|(name, _)| chunk.outputs.value(0, column(&s, name))).collect();
        if by == "direct" {
            of_direct = all;
            continue;
        }
        for ((direct, adjoint), (name, _)) in of_direct.iter().zip(all).zip(numbers) {
            let error = (direct - adjoint).abs() / direct.abs().max(1.0);
            assert!(error < 1e-10, "{method}, {name}: {direct:?} directly, adjoint {adjoint:?}");
        }
    }
}

/// Returns numbers of parameters and their derivatives by these, by differences of closed forms.
fn with_derivatives<const N: usize>(
    parameters: [(&str, f64); N],
    closed_form: impl Fn([f64; N]) -> Vec<(&'static str, f64)>,
) -> Vec<(String, f64)> {
    let here = parameters.map(|(_, x)| x);
    let mut all: Vec<(String, f64)> = closed_form(here).into_iter().map(|(name, x)| (name.to_string(), x)).collect();
    for (i, (parameter, x)) in parameters.iter().enumerate() {
        let at = |multiple: f64| {
            let mut moved = here;
            moved[i] = x + multiple * 1e-3;
            closed_form(moved)
        };
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(at);
        // a count has no derivative
        for (k, (name, _)) in a.iter().enumerate().filter(|(_, (name, _))| *name != "bounces") {
            let slope = (a[k].1 - 8.0 * b[k].1 + 8.0 * c[k].1 - d[k].1) / 12e-3;
            all.push((format!("d({name})/d({parameter})"), slope));
        }
    }
    all
}

const BALL: &str = r#"
[parameters]
h = 1.2
e = 0.8
g = 9.81
[[variable]]
name = "x"
initial = "h"
rate = "v"
[[variable]]
name = "v"
initial = 0
rate = "-g"
[[output]]
name = "height"
quantity = "variable"
variable = "x"
[[output]]
name = "speed"
quantity = "variable"
variable = "v"
[[output]]
name = "fastest"
quantity = "variable"
variable = "v"
over = "max"
[[output]]
name = "way"
quantity = "variable"
variable = "v"
over = "integral"
[[output]]
name = "bounces"
quantity = "count_of"
event = "ground"
[[output]]
name = "last"
quantity = "time_of"
event = "ground"
which = "last"
[[event]]
name = "ground"
expression = "height"
"#;

/// The ball after n bounces, whose times follow each other by e as its speeds do.
fn ball([h, e, g]: [f64; 3], t: f64) -> Vec<(&'static str, f64)> {
    let (mut last, mut speed, mut bounces) = ((2.0 * h / g).sqrt(), e * (2.0 * h * g).sqrt(), 1.0);
    let fastest = speed;
    while last + 2.0 * speed / g < t {
        (last, speed, bounces) = (last + 2.0 * speed / g, e * speed, bounces + 1.0);
    }
    let since = t - last;
    let height = speed * since - 0.5 * g * since * since;
    vec![
        ("height", height),
        ("speed", speed - g * since),
        ("fastest", fastest),
        ("way", height - h),
        ("bounces", bounces),
        ("last", last),
    ]
}

#[test]
fn a_ball_bounces_as_parabolas_say() {
    // what is set besides is where the ball is; a return is no passage
    for set in [
        "direction = \"falling\"\nset = { v = \"-e*v\" }\n",
        "direction = \"falling\"\nset = { v = \"-e*v\", x = 0 }\n",
    ] {
        let numbers = with_derivatives([("h", 1.2), ("e", 0.8), ("g", 9.81)], |p| ball(p, 3.1));
        check(&format!("{BALL}{set}"), 3.1, &numbers);
    }
    let system = format!("{BALL}direction = \"both\"\nset = {{ v = \"-e*v\" }}\n");
    check(&system, 1.9, &with_derivatives([("h", 1.2), ("e", 0.8), ("g", 9.81)], |p| ball(p, 1.9)));
}

#[test]
fn a_ball_that_comes_to_rest_is_not_said_to_go_on() {
    let text = format!(
        "{BALL}direction = \"falling\"\nset = {{ v = \"-e*v\" }}\n[method]\nintegrator = \"dopri5\"\ntolerance = 1e-9\nduration = 6\n[plan]\nkind = \"one\"\n"
    );
    // its bounces pile up at 4.45 s
    let s = parse(&text);
    assert_eq!(run_on(&lanes(), &s).outcomes[0].name(), "event_limit");
}

/// Leaky integration up to a threshold: what an event is made of is set, and something counted; a rate switches on the way.
const NEURON: &str = r#"
[parameters]
I = 2.0
k = 0.5
top = 1.5
low = 0.3
[[variable]]
name = "V"
initial = 0.1
rate = "I - k*V"
[[variable]]
name = "w"
initial = 0
rate = "where(V - 0.8, 1, -2)"
[[variable]]
name = "n"
initial = 0
rate = 0
[[output]]
name = "charge"
quantity = "variable"
variable = "V"
[[output]]
name = "weight"
quantity = "variable"
variable = "w"
[[output]]
name = "lightest"
quantity = "variable"
variable = "w"
over = "min"
[[output]]
name = "count"
quantity = "variable"
variable = "n"
[[output]]
name = "fired"
quantity = "time_of"
event = "fire"
which = "last"
[[output]]
name = "most"
quantity = "variable"
variable = "V"
over = "max"
[[output]]
name = "area"
quantity = "variable"
variable = "V"
over = "integral"
[[event]]
name = "fire"
expression = "charge - top"
direction = "rising"
set = { V = "low", n = "n + 1" }
"#;

fn neuron([current, k, top, low]: [f64; 4], duration: f64) -> Vec<(&'static str, f64)> {
    let (rest, threshold) = (current / k, 0.8);
    let (mut v, mut t, mut w, mut n, mut area, mut fired, mut lightest) = (0.1, 0.0, 0.0, 0.0, 0.0, f64::NAN, 0.0_f64);
    loop {
        let goal = if v < threshold { threshold } else { top };
        let way = ((rest - v) / (rest - goal)).ln() / k;
        let is_last = t + way >= duration;
        let way = if is_last { duration - t } else { way };
        let decay = (-k * way).exp();
        area += rest * way + (v - rest) * (1.0 - decay) / k;
        w += way * if v < threshold { -2.0 } else { 1.0 };
        lightest = lightest.min(w);
        t += way;
        v = rest + (v - rest) * decay;
        if is_last {
            break;
        }
        v = goal;
        if goal == top {
            (v, n, fired) = (low, n + 1.0, t);
        }
    }
    vec![
        ("charge", v),
        ("weight", w),
        ("lightest", lightest),
        ("count", n),
        ("fired", fired),
        ("most", top),
        ("area", area),
    ]
}

#[test]
fn what_an_event_is_made_of_may_be_set() {
    let numbers = with_derivatives([("I", 2.0), ("k", 0.5), ("top", 1.5), ("low", 0.3)], |p| neuron(p, 5.0));
    check(NEURON, 5.0, &numbers);
}

/// A relay with hysteresis whose switching sets what another event is made of, which passes at the same instant.
const IN_TURN: &str = r#"
[parameters]
a = 0.7
b = 1.3
[[variable]]
name = "x"
initial = 0
rate = "b - 0.2*u"
[[variable]]
name = "u"
initial = 0
rate = 0
[[variable]]
name = "y"
initial = 1
rate = "u - 0.4*y"
[[output]]
name = "place"
quantity = "variable"
variable = "x"
[[output]]
name = "level"
quantity = "variable"
variable = "u"
[[output]]
name = "end"
quantity = "variable"
variable = "y"
[[output]]
name = "second_at"
quantity = "time_of"
event = "second"
[[event]]
name = "first"
expression = "place - a"
direction = "rising"
set = { u = "2*a" }
[[event]]
name = "second"
expression = "level - 1"
direction = "rising"
set = { y = "3*y*a", x = "place - a" }
"#;

#[test]
fn an_event_that_another_causes_passes_at_the_same_instant() {
    let closed_form = |[a, b]: [f64; 2]| {
        // u = 2 a from a/b on, when y is set anew; x does not come to a again
        let (at, u, end) = (a / b, 2.0 * a, 0.9);
        let y = 3.0 * a * (-0.4 * at).exp();
        let since = end - at;
        let rest = u / 0.4;
        let y = rest + (y - rest) * (-0.4 * since).exp();
        vec![("place", (b - 0.2 * u) * since), ("end", y), ("second_at", at)]
    };
    check(IN_TURN, 0.9, &with_derivatives([("a", 0.7), ("b", 1.3)], closed_form));
}

/// An event at the instant of a corner of the time, at which a rate turns.
const AT_A_CORNER: &str = r#"
[parameters]
k = 0.755
instant = 0.296
[[variable]]
name = "y"
initial = 0.2
rate = "k"
[[variable]]
name = "z"
initial = 0.1
rate = "where(t - instant, -1, k)"
[[output]]
name = "end"
quantity = "variable"
variable = "y"
[[output]]
name = "most"
quantity = "variable"
variable = "y"
over = "max"
[[output]]
name = "least"
quantity = "variable"
variable = "y"
over = "min"
[[output]]
name = "turn"
quantity = "variable"
variable = "z"
over = "max"
[[output]]
name = "there"
quantity = "time_of"
event = "now"
[[event]]
name = "now"
expression = "t - instant"
direction = "rising"
"#;

#[test]
fn an_event_at_a_corner_moves_with_it() {
    let closed_form = |set: bool| {
        move |[k, instant]: [f64; 2]| {
            let turn = ("turn", 0.1 + k * instant);
            let of_set =
                [("end", -0.5 + k * (0.6 - instant)), ("most", 0.2 + k * instant), ("least", -0.5), ("there", instant)];
            let rest = [("end", 0.2 + k * 0.6), ("most", 0.2 + k * 0.6), ("least", 0.2), ("there", instant)];
            std::iter::once(turn).chain(if set { of_set } else { rest }).collect::<Vec<_>>()
        }
    };
    let parameters = [("k", 0.755), ("instant", 0.296)];
    check(&format!("{AT_A_CORNER}set = {{ y = -0.5 }}\n"), 0.6, &with_derivatives(parameters, closed_form(true)));
    check(AT_A_CORNER, 0.6, &with_derivatives(parameters, closed_form(false)));
}

#[test]
fn what_cannot_be_set_is_refused() {
    let with =
        |set: &str, method: &str| format!("{BALL}direction = \"falling\"\n{set}\n[method]\n{method}\nduration = 1\n");
    let fixed = "integrator = \"rkmk4\"\nstep = 0.01";
    for (set, method, words) in [
        ("set = { w = 1 }", fixed, "\"w\" is no [[variable]]; accepted: x, v"),
        ("set = {}", fixed, "found nothing that is set"),
        ("terminal = true\nset = { v = 0 }", fixed, "found beside terminal = true"),
        ("set = { v = \"-e*q\" }", fixed, "unknown name \"q\""),
        ("set = { v = 1 }", "integrator = \"rkmk4\"\nstep = 0.01\nevents = \"none\"", "steps do not end at it"),
    ] {
        let error = refused(&with(set, method));
        assert!(error.contains(words), "{set}, {method}: {error}");
    }
}

fn refused(text: &str) -> String {
    use gyrosweep::io::scenario::Scenario;
    match Scenario::parse(std::path::Path::new("ball.toml"), text, Default::default()) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_device_leaves_what_events_set_to_the_host() {
    let s = parse(&format!(
        "{BALL}direction = \"falling\"\nset = {{ v = \"-e*v\" }}\n[method]\nintegrator = \"rkmk4\"\nstep = 2e-3\nduration = 2\n[plan]\nkind = \"one\"\n"
    ));
    let right = run_on(&lanes(), &s);
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref() as &dyn Backend, &s);
        let at = column(&s, "height");
        assert!((chunk.outputs.value(0, at) - right.outputs.value(0, at)).abs() < 1e-12, "{name}");
    }
}

/// A table whose samples come faster than steps would end by their errors.
#[test]
fn a_step_that_goes_over_several_samples_is_cut() {
    let text = "[[signal]]\nname = \"f\"\nsamples = [[-2, 0.279], [0, 0], [0.4, 0.932], [0.8, 0.675], [1.2, -0.443], [1.6, -0.996], [2, -0.279]]\n\
                interpolation = \"linear\"\n[[variable]]\nname = \"x\"\ninitial = 0\nrate = 1\n[[variable]]\nname = \"u\"\ninitial = 0\nrate = \
                \"f(x) + floor(5*x)\"\n[[output]]\nname = \"u_\"\nquantity = \"variable\"\nvariable = \"u\"\n[method]\nduration = 2\nintegrator = \
                \"dopri5\"\ntolerance = 1e-9\n[plan]\nkind = \"one\"\n";
    // trapezia between samples, and a fifth of 0 + 1 + .. + 9
    let right = 0.4 * (0.932 + 0.675 - 0.443 - 0.996 - 0.5 * 0.279) + 9.0;
    let s = parse(text);
    for (name, backend) in f64_backends(&s) {
        let found = run_on(backend.as_ref(), &s).outputs.value(0, column(&s, "u_"));
        assert!((found - right).abs() < 1e-9, "{name}: {found:?}, right {right:?}");
    }
}

#[test]
fn an_event_whose_expression_jumps_sets_variables() {
    // at x = 0.7, p + 0.4 s after the start; then x = -p goes on
    let system = NEURON.split("[[variable]]").next().unwrap_or_default().to_string()
        + "[[variable]]\nname = \"x\"\ninitial = \"k - 0.8\"\nrate = 1\n[[variable]]\nname = \"y\"\ninitial = \"k\"\nrate = \"-k*y\"\n[[output]]\nname = \
           \"place\"\nquantity = \"variable\"\nvariable = \"x\"\n[[output]]\nname = \"least\"\nquantity = \"variable\"\nvariable = \"y\"\nover = \
           \"min\"\n[[output]]\nname = \"at\"\nquantity = \"time_of\"\nevent = \"there\"\n[[output]]\nname = \"n\"\nquantity = \"count_of\"\nevent = \
           \"there\"\n[[event]]\nname = \"there\"\nexpression = \"sign(place - low)\"\ndirection = \"rising\"\nset = { x = \"-low\", y = \"1 + y\" }\n";
    let closed_form = |[k, low]: [f64; 2]| {
        let at = low + 0.8 - k;
        vec![("place", 0.9 - at - low), ("least", k * (-k * at).exp()), ("at", at)]
    };
    let mut numbers = with_derivatives([("k", 0.5), ("low", 0.3)], closed_form);
    numbers.push(("n".into(), 1.0));
    check(&system, 0.9, &numbers);
}

#[test]
fn events_that_undo_each_other_end_the_member() {
    let text = format!(
        "{IN_TURN}[[event]]\nname = \"up\"\nexpression = \"end - 2\"\ndirection = \"rising\"\nset = {{ y = 0 }}\n[[event]]\nname = \"down\"\nexpression = \
         \"end - 2\"\ndirection = \"falling\"\nset = {{ y = 3 }}\n[method]\nduration = 5\nintegrator = \"dopri5\"\ntolerance = 1e-9\n[plan]\nkind = \
         \"one\"\n"
    );
    let s = parse(&text);
    let chunk = run_on(&lanes(), &s);
    assert_eq!(chunk.outcomes[0].name(), "event_limit");
}

/// An event that sets, at the instant at which something else switches: it passes, by implicit methods, which begin anew there, too.
#[test]
fn an_event_passes_where_something_else_switches() {
    for other in ["where(t - 0.3, 1, 0)", "where(y - 0.3, 1, 0)", "floor(2*t + 0.4)"] {
        for method in [
            "integrator = \"rkmk4\"\nstep = 0.015625",
            "integrator = \"generalized_alpha\"\nformulation = \"absolute\"\nstep = 0.015625",
            "integrator = \"generalized_alpha\"\nformulation = \"absolute\"\ntolerance = 1e-6",
            "integrator = \"radau2a_3\"\nformulation = \"absolute\"\nstep = 0.015625",
            "integrator = \"radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-6",
        ] {
            let s = parse(&format!(
                "[[variable]]\nname = \"y\"\ninitial = 0\nrate = \"1\"\n[[variable]]\nname = \"w\"\ninitial = 0\nrate = \
                 \"{other}\"\n[[variable]]\nname = \"q\"\ninitial = 0\nrate = \"0*w\"\n[[output]]\nname = \"y_o\"\nquantity = \
                 \"variable\"\nvariable = \"y\"\n[[output]]\nname = \"q_o\"\nquantity = \"variable\"\nvariable = \"q\"\n[[event]]\nname = \
                 \"e\"\nexpression = \"y_o - 0.3\"\ndirection = \"rising\"\nset = {{ q = \"q + 1\" }}\n[[output]]\nname = \"n\"\nquantity = \
                 \"count_of\"\nevent = \"e\"\n[method]\n{method}\nduration = 1.5\n[plan]\nkind = \"one\"\n"
            ));
            let chunk = run_on(&lanes(), &s);
            let found = ["q_o", "n"].map(|name| chunk.outputs.value(0, column(&s, name)));
            assert_eq!(found, [1.0, 1.0], "{other}, {method}");
        }
    }
}
