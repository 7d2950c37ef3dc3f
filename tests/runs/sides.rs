//! What switches with the state: steps end there, on one side and the other.
//!
//! The values and derivatives of the buck converter, of a forced oscillator with dry friction, and of a contact that pushes again are from
//! solutions piece by piece with saltation at every switch, by two independent routes, to 15 digits.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;

/// A name, its value at the start, its rate.
type Variable<'a> = (&'a str, &'a str, &'a str);

fn text(parameters: &[(&str, f64)], variables: &[Variable<'_>], method: &str, more: &str) -> String {
    let parameters: String = parameters.iter().map(|(name, value)| format!("{name} = {value:?}\n")).collect();
    let variables: String = variables
        .iter()
        .map(|(name, initial, rate)| {
            format!(
                "[[variable]]\nname = \"{name}\"\ninitial = \"{initial}\"\nrate = \"{rate}\"\n[[output]]\nname = \"{name}_\"\nquantity = \
                 \"variable\"\nvariable = \"{name}\"\n"
            )
        })
        .collect();
    format!("[parameters]\n{parameters}{variables}[method]\n{method}\n[plan]\nkind = \"one\"\n{more}")
}

fn lanes() -> CpuBackend {
    CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread")
}

fn number(scenario: &Scenario, column_name: &str) -> f64 {
    let chunk = run_on(&lanes(), scenario);
    assert_eq!(chunk.outcomes[0].name(), "completed");
    chunk.outputs.value(0, column(scenario, column_name))
}

/// What a system must show: its parameters, variables, how long it runs, and numbers.
struct Known<'a> {
    parameters: &'a [(&'a str, f64)],
    variables: &'a [Variable<'a>],
    duration: f64,
    numbers: &'a [(&'a str, f64)],
}

const BUCK_CONVERTER: Known<'_> = Known {
    parameters: &[
        ("R", 22.0),
        ("C", 4.7e-5),
        ("L", 0.02),
        ("T", 4e-4),
        ("Vref", 11.3),
        ("E", 24.0),
        ("i0", 0.6),
        ("v0", 12.1),
    ],
    variables: &[
        ("i", "i0", "(-v + E*where(3.8 + 4.4*mod(t, T)/T - 8.4*(v - Vref), 1, 0))/L"),
        ("v", "v0", "(i - v/R)/C"),
    ],
    duration: 0.00031,
    numbers: &[
        ("i_", 0.5293302684754425),
        ("d(i_)/d(Vref)", 0.40842173707619983),
        ("d(i_)/d(L)", -2.1675736607305223),
        ("d(v_)/d(v0)", 0.059316494607911614),
        ("d(v_)/d(i0)", 2.3228828872960685),
    ],
};

const DRY_FRICTION: Known<'_> = Known {
    parameters: &[("c", 0.4), ("k", 25.0), ("Fc", 1.2), ("F", 6.0), ("w", 4.0), ("x0", 0.3)],
    variables: &[("x", "x0", "v"), ("v", "0", "F*cos(w*t) - c*v - k*x - Fc*sign(v)")],
    duration: 0.9,
    numbers: &[
        ("x_", -0.4238673938567073),
        ("d(x_)/d(Fc)", 0.0484668608472953),
        ("d(x_)/d(w)", -0.13183354994514146),
        ("d(x_)/d(x0)", -0.21167152118238236),
    ],
};

/// A body that is heavily damped sinks into what has let it go, and is pushed again while it overlaps.
const PUSHES_AGAIN: Known<'_> = Known {
    parameters: &[("k", 2000.0), ("c", 20.0), ("h", 0.022), ("g", 9.81)],
    variables: &[("x", "h", "v"), ("v", "0", "-g + where(-x, max(0, -k*x - c*v), 0)/0.6")],
    duration: 0.3,
    numbers: &[("d(v_)/d(g)", 0.001581731510358339)],
};

fn check(known: &Known<'_>, method: &str, more: &str, tolerance: f64) {
    let all: Vec<String> = known.parameters.iter().map(|(name, _)| format!("{name:?}")).collect();
    let more = format!("[sensitivity]\nparameters = [{}]\n{more}", all.join(", "));
    let method = format!("{method}\nduration = {:?}", known.duration);
    let s = parse(&text(known.parameters, known.variables, &method, &more));
    for (name, right) in known.numbers {
        let found = number(&s, name);
        let error = (found - right).abs() / right.abs().max(1e-2);
        eprintln!("{method}, {name}: {found:?} {right:?} {error:e}");
        assert!(error < tolerance, "{method}, {name}: {found:?}, right {right:?}");
    }
}

#[test]
fn derivatives_take_notice_of_what_switches() {
    for known in [BUCK_CONVERTER, DRY_FRICTION, PUSHES_AGAIN] {
        for more in ["", "method = \"adjoint\"\n"] {
            check(&known, "integrator = \"dop853\"\ntolerance = 1e-11", more, 1e-8);
            let steps = format!("integrator = \"rkmk4\"\nstep = {:?}", known.duration / 600.0);
            check(&known, &steps, more, 2e-5);
        }
        let steps =
            format!("formulation = \"absolute\"\nintegrator = \"radau2a\"\nstep = {:?}", known.duration / 400.0);
        check(&known, &steps, "", 2e-4);
    }
}

/// The slope of errors of a method whose steps are halved twice, for a field with these pieces.
fn order(rate: &str, method: &str, first: f64) -> f64 {
    let variables = [("x", "0.3", "v"), ("v", "0.2", rate)];
    let end =
        |method: &str| number(&parse(&text(&[("p", 0.7)], &variables, &format!("{method}\nduration = 1.9"), "")), "x_");
    let exact = end("integrator = \"dop853\"\ntolerance = 1e-13");
    let errors =
        [1.0, 0.5, 0.25].map(|part| (part, (end(&format!("{method}\nstep = {:?}", first * part)) - exact).abs()));
    eprintln!("{rate}, {method}: {errors:?}");
    slope(&errors)
}

#[test]
fn methods_keep_their_order_over_jumps() {
    for rate in [
        "where(x - 0.1*p, -3, 4) - 9*x",
        "-0.3*sign(v) - 20*x",
        "40*max(0, 0.1*p - x) - 12*x + 3*floor(5*x)",
        "3*mod(x, 0.3*p) - clamp(8*v, -1, 2) - 11*x",
        "where(x - 0.2*mod(t, 0.3), where(v - 0.1, -2, 1), 3) - 15*x - smoothstep(3*x)",
    ] {
        let rkmk4 = order(rate, "integrator = \"rkmk4\"", 0.01);
        assert!(rkmk4 > 3.7, "{rate}: {rkmk4}");
        let alpha = order(rate, "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"", 4e-3);
        assert!((1.7..2.4).contains(&alpha), "{rate}: {alpha}");
    }
}

#[test]
fn integrals_of_what_switches_have_derivatives() {
    let over = |over: &str| {
        let more = format!(
            "[[output]]\nname = \"above\"\nquantity = \"expression\"\nexpression = \"step(y_ - p)\"\nover = \"{over}\"\n[sensitivity]\nparameters = [\"p\", \
             \"y0\"]\n"
        );
        let parameters = [("p", 0.35123), ("y0", 0.1)];
        parse(&text(&parameters, &[("y", "y0", "1")], "integrator = \"rkmk4\"\nstep = 0.01\nduration = 2", &more))
    };
    let (integral, mean) = (over("integral"), over("mean"));
    for (s, factor) in [(&integral, 1.0), (&mean, 0.5)] {
        for (name, right) in [("above", 1.74877), ("d(above)/d(p)", -1.0), ("d(above)/d(y0)", 1.0)] {
            let found = number(s, name);
            assert!((found - factor * right).abs() < 1e-12, "{name}: {found}");
        }
    }
}

#[test]
fn what_slides_along_a_jump_says_so() {
    // dry friction holds what is pulled by less
    let s = parse(&text(
        &[],
        &[("x", "0", "v"), ("v", "0.5", "0.3 - sign(v)")],
        "integrator = \"rkmk4\"\nstep = 0.01\nduration = 2",
        "",
    ));
    let chunk = run_on(&lanes(), &s);
    assert_eq!(chunk.outcomes[0].name(), "event_limit");
    let stops = 0.5 / 0.7;
    assert!((chunk.times[0] - stops).abs() < 1e-9, "{}", chunk.times[0]);
    // what switches is said
    let (_, last) = chunk.events.last().expect("a row");
    let name = &s.study.mechanism.events[last.event].name;
    assert!(name.ends_with("variable[1].rate: sign(v) is -1 where v < 0, and 1 where v > 0"), "{name}");
    assert_eq!((chunk.events.len(), last.time), (1, chunk.times[0]));
}

#[test]
fn sides_that_change_with_a_corner_move_with_it() {
    let parameters = [("p", 1.146), ("x0", 0.292)];
    let variables =
        [("x", "x0", "v"), ("v", "0.2", "where(x - -0.217*mod(t, 0.37*p), 1.551, -1.781) - 34.81*x - 0.839*v")];
    // by differences of solutions piece by piece
    for how in ["direct", "adjoint"] {
        let more = format!("[sensitivity]\nparameters = [\"p\", \"x0\"]\nmethod = \"{how}\"\n");
        let s = parse(&text(&parameters, &variables, "integrator = \"dop853\"\nstep = 0.02\nduration = 2", &more));
        for (name, right) in [("x_", -0.1140019315), ("d(x_)/d(p)", 0.7265633789), ("d(x_)/d(x0)", 0.2282471598)] {
            let found = number(&s, name);
            assert!((found - right).abs() < 1e-8, "{how}, {name}: {found}");
        }
    }
}

#[test]
fn what_is_no_number_beyond_a_side_costs_no_derivative() {
    // one law h' = -0.5 - k (h - 1)^1.5 above 1, written as users do: beyond the side most are roots of negative numbers
    let laws = [
        "-0.5 - k*max(0, h-1)*sqrt(abs(h-1))",
        "-0.5 - k*max(0, h-1)^1.5",
        "-0.5 - k*where(h-1, h-1, 0)^1.5",
        "-0.5 - where(h-1, k*(h-1)^1.5, 0)",
        "-0.5 - smooth(where(h-1, k*(h-1)^1.5, 0))",
    ];
    let set = "[[event]]\nname = \"e\"\nexpression = \"h-0.9\"\ndirection = \"falling\"\nset = { h = \"h+0.05\" }\n";
    for event in ["", set] {
        for by in ["direct", "adjoint"] {
            let mut all = laws.iter().map(|law| {
                let s = parse(&format!(
                    "[parameters]\nk = 3\n[[variable]]\nname = \"h\"\ninitial = 1.2\nrate = \"{law}\"\n{event}[[output]]\nname = \
                     \"h\"\nquantity = \"variable\"\nvariable = \"h\"\n[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = \
                     1\n[sensitivity]\nparameters = [\"k\"]\nmethod = \"{by}\"\n"
                ));
                let chunk = run_on(&lanes(), &s);
                assert_eq!(chunk.outcomes[0].name(), "completed", "{law}, {by}");
                ["h", "d(h)/d(k)"].map(|name| chunk.outputs.value(0, column(&s, name)))
            });
            let right = all.next().expect("the first law");
            assert!((right[1] + 0.0083).abs() < 1e-4, "{right:?}");
            for (found, law) in all.zip(&laws[1..]) {
                // what is smooth is not cut at the kink
                let tolerance = if law.contains("smooth") { 1e-6 } else { 1e-12 };
                for (found, right) in found.iter().zip(right) {
                    assert!((found - right).abs() < tolerance, "{law}, {by}: {found:?}, right {right:?}");
                }
            }
        }
    }
}

#[test]
fn laws_that_begin_with_a_root_have_derivatives() {
    // y' = k (z - a)^1.5 beyond a, where z' = 1 is a variable or the time: implicit methods begin anew where the slope of the slope is infinite
    for (z, z0) in [("x", 0.3143f64), ("t", 0.0)] {
        for method in [
            "integrator = \"dopri5\"\ntolerance = 1e-9",
            "integrator = \"dop853\"\nstep = 1e-2",
            "integrator = \"radau2a_3\"\ntolerance = 1e-9",
            "integrator = \"generalized_alpha\"\nstep = 1e-3",
        ] {
            for by in ["direct", "adjoint"] {
                let s = parse(&format!(
                    "[parameters]\nk = 0.7\na = 0.8371\n[[variable]]\nname = \"x\"\ninitial = {z0}\nrate = 1\n[[variable]]\nname = \
                     \"y\"\ninitial = 0.2\nrate = \"where({z} - a, k*({z} - a)^1.5, 0)\"\n[[output]]\nname = \"y_\"\nquantity = \
                     \"variable\"\nvariable = \"y\"\n[method]\n{method}\nduration = 1\n[sensitivity]\nparameters = \
                     \"all\"\nmethod = \"{by}\"\n"
                ));
                let chunk = run_on(&lanes(), &s);
                let way = z0 + 1.0 - 0.8371;
                for (name, right) in [("d(y_)/d(k)", way.powf(2.5) / 2.5), ("d(y_)/d(a)", -0.7 * way.powf(1.5))] {
                    let found = chunk.outputs.value(0, column(&s, name));
                    // the slope of the law is a root, which costs every method its order, and no error estimate sees it
                    assert!((found - right).abs() < 2e-4, "{z}, {method}, {by}, {name}: {found:?}, right {right:?}");
                }
            }
        }
    }
}

/// A pendulum whose torque switches, with parameters of what switches where.
fn pendulum(torque: &str, method: &str, by: &str) -> Scenario {
    parse(&format!(
        r#"
[parameters]
k = 2.0
a = 0.3
instant = 0.353
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "b"
mass = 1
inertia = [0.1, 0.2, 0.3]
initial = {{ position = [0.5, 0, 0] }}
[[joint]]
name = "j"
kind = "revolute"
between = ["ground", "b"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[force]]
name = "f"
kind = "joint_torque"
joint = "j"
torque = "{torque}"
[[output]]
name = "rate"
quantity = "joint_velocity"
joint = "j"
[[output]]
name = "most"
quantity = "joint_velocity"
joint = "j"
over = "max"
[[output]]
name = "mean"
quantity = "joint_position"
joint = "j"
over = "mean"
[[output]]
name = "angle"
quantity = "joint_position"
joint = "j"
[[event]]
name = "there"
expression = "angle - 0.45"
direction = "rising"
[[output]]
name = "then"
quantity = "time_of"
event = "there"
[method]
formulation = "absolute"
duration = 0.8
{method}
[sensitivity]
parameters = "all"
method = "{by}"
"#
    ))
}

#[test]
fn the_adjoint_method_goes_back_over_what_implicit_methods_begin_anew_behind() {
    let torques =
        ["k*step(j.q - a)", "k*max(0, j.q - a)", "k*step(t - instant)", "-k*sign(j.v - j.q)*step(t - instant)"];
    let methods = ["integrator = \"generalized_alpha\"\nstep = 5e-3", "integrator = \"radau2a_3\"\ntolerance = 1e-7"];
    for (torque, method) in torques.iter().flat_map(|torque| methods.map(|method| (torque, method))) {
        let found = ["direct", "adjoint"].map(|by| {
            let s = pendulum(torque, method, by);
            let chunk = run_on(&lanes(), &s);
            assert_eq!(chunk.outcomes[0].name(), "completed", "{torque}, {method}");
            let names = ["rate", "most", "mean", "then"].iter().flat_map(|output| {
                let of = move |by: &str| format!("d({output})/d({by})");
                std::iter::once(output.to_string()).chain(["k", "a", "instant"].map(of))
            });
            names.map(|name| (chunk.outputs.value(0, column(&s, &name)), name)).collect::<Vec<_>>()
        });
        let [direct, adjoint] = found;
        for ((direct, name), (adjoint, _)) in direct.into_iter().zip(adjoint) {
            let error = (direct - adjoint).abs() / direct.abs().max(1.0);
            // both take positions that hold the joint by differences, along other directions; an extreme is where a rate is zero but for what
            // finds it
            let tolerance = if name.contains("most") || name.contains("instant") { 1e-7 } else { 1e-8 };
            assert!(error < tolerance, "{torque}, {method}, {name}: {direct:?}, by the adjoint method {adjoint:?}");
        }
    }
}

#[test]
fn what_is_compared_may_be_no_number_where_nobody_asks() {
    let run = |rate: &str| {
        let more = "integrator = \"rkmk4\"\nstep = 0.01\nduration = 0.4";
        let s = parse(&text(&[("a", 1.3), ("b", 0.4)], &[("x", "a", rate)], more, ""));
        let chunk = run_on(&lanes(), &s);
        (chunk.outcomes[0].name(), chunk.outputs.value(0, 0))
    };
    // in branches that are not taken, and infinite ones
    for (rate, right) in [
        ("where(x - 0.5, -a*x, min(b, sqrt(0.2 - x)))", 1.3 * (-1.3f64 * 0.4).exp()),
        ("where(x - 0.5, -a*x, floor(ln(-x)))", 1.3 * (-1.3f64 * 0.4).exp()),
        ("where(x - 0.5, -a*x, abs(sqrt(0.2 - x) - 1))", 1.3 * (-1.3f64 * 0.4).exp()),
        ("where(x - 0.5, -a*x, sqrt(-a)*x)", 1.3 * (-1.3f64 * 0.4).exp()),
        ("clamp(-x, -exp(900 + x), 7)", 1.3 * (-0.4f64).exp()),
        ("min(-x, exp(900 + x))", 1.3 * (-0.4f64).exp()),
    ] {
        let (outcome, found) = run(rate);
        assert_eq!(outcome, "completed", "{rate}");
        assert!((found - right).abs() < 1e-8, "{rate}: {found}, right {right}");
    }
    // in the one that is taken below 1.2
    for rate in ["min(b, sqrt(x - 1.25))", "max(b, sqrt(x - 1.25))", "abs(ln(x - 1.25))", "floor(ln(x - 1.25))"] {
        assert_eq!(run(&format!("where(x - 0.5, -x, {rate})")).0, "completed", "{rate}");
        assert_eq!(run(&format!("where(x - 1.2, -x, {rate})")).0, "non_finite", "{rate}");
    }
}

#[test]
fn a_side_that_changes_with_a_corner_moves_with_it() {
    // the first argument jumps at b over the second one, which is taken from there on
    let y = |t: f64| 0.7 * (-0.9f64 * t).exp();
    for (rate, right) in [
        ("min(where(t - b, 0.95, 0.1), y)", 0.1 - y(0.412)),
        ("max(where(t - b, 0.1, 0.95), y)", 0.95 - y(0.412)),
        ("abs(where(t - b, y, -0.3))", 0.3 - y(0.412)),
        ("clamp(where(t - b, y, -y), -0.2, 0.2)", -0.4),
    ] {
        for (method, by) in
            [("rkmk4", "direct"), ("rkmk4", "adjoint"), ("radau2a_3", "direct"), ("radau2a_3", "adjoint")]
        {
            let more = format!(
                "formulation = \"absolute\"\nintegrator = \"{method}\"\nstep = 0.005\nduration = 0.7\n[sensitivity]\nparameters = [\"b\"]\n\
                 method = \"{by}\""
            );
            let variables = [("y", "0.7", "-0.9*y"), ("x", "0", rate)];
            let s = parse(&text(&[("b", 0.412)], &variables, &more, ""));
            let found = run_on(&lanes(), &s).outputs.value(0, column(&s, "d(x_)/d(b)"));
            assert!((found - right).abs() < 1e-6, "{rate}, {method}, {by}: {found}, right {right}");
        }
    }
}

#[test]
fn a_root_that_begins_where_a_side_changes_is_no_further_change() {
    let (k, a, x0) = (0.7_f64, 0.8371, 0.3143);
    let right = 0.2 + (k * k - x0 * x0) / 2.0 + k * (a - k) + (x0 + 1.0 - a).powf(1.5) / 1.5;
    let variables = [("x", "x0", "1"), ("y", "0.2", "min(k, where(x - a, sqrt(x - a), x))")];
    for method in [
        "integrator = \"radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-9",
        "integrator = \"dop853\"\ntolerance = 1e-9",
    ] {
        let s = parse(&text(&[("k", k), ("a", a), ("x0", x0)], &variables, &format!("{method}\nduration = 1.0"), ""));
        let found = number(&s, "y_");
        assert!((found - right).abs() < 1e-7, "{method}: {found}, {right}");
    }
}
