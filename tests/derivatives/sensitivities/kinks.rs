//! Derivatives at ends and kinks: extremes that are attained there, parameters that are at a kink.

use super::roots::{assert_methods_agree, backwards};
use super::*;

/// Variables x' = cos t from `a` and y' = -1 from `b`, with these lines of a method and outputs, each with its expression and
/// reduction.
fn lines(method: &str, outputs: &[(&str, &str, &str)]) -> String {
    let outputs = outputs.iter().map(|(name, expression, over)| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"expression\"\nexpression = \"{expression}\"\nover = \"{over}\"\n")
    });
    let variable = |name: &str, initial: &str, rate: &str| {
        format!("[[variable]]\nname = \"{name}\"\ninitial = \"{initial}\"\nrate = \"{rate}\"\n")
    };
    let value =
        |name: &str| format!("[[output]]\nname = \"v{name}\"\nquantity = \"variable\"\nvariable = \"{name}\"\n");
    format!(
        "[parameters]\na = 0.1\nb = 0.9\nT = 1.0\n{}{}{}{}[method]\n{method}\nduration = \"T\"\n{}",
        variable("x", "a", "cos(t)"),
        variable("y", "b", "-1"),
        value("x"),
        value("y"),
        outputs.collect::<String>()
    )
}

#[test]
fn extremes_at_the_end_of_a_run_move_with_it() {
    // a pendulum swings down from the side: it is lowest, and fastest, at the end
    let text = r#"
[parameters]
T = 0.3
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "bob"
mass = 1
inertia = [0.01, 0.01, 0.01]
initial = { position = [1, 0, 0], angular_velocity = [0, 0.1, 0.5] }
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "bob"]
[[output]]
name = "v"
quantity = "velocity"
body = "bob"
[[output]]
name = "lowest"
quantity = "position"
body = "bob"
over = "min"
[[output]]
name = "moved"
quantity = "position"
body = "bob"
over = "drift"
[plan]
kind = "grid"
[plan.vary]
T = { min = 0.2, max = 0.4, count = 41 }
"#;
    for (method, by) in [
        ("rkmk4\"\nstep = 0.01", "direct"),
        ("rkmk4\"\nstep = 0.01", "adjoint"),
        ("dopri5\"\ntolerance = 1e-10", "direct"),
    ] {
        let further = format!(
            "[method]\nintegrator = \"{method}\nduration = \"T\"\n[sensitivity]\nparameters = \"all\"\nmethod = \"{by}\"\n"
        );
        let s = parse(&(text.to_string() + &further));
        let backends = if by == "direct" { f64_backends(&s) } else { vec![cpu_backends().remove(2)] };
        for (name, backend) in backends {
            let chunk = run_on(backend.as_ref(), &s);
            for member in 0..41 {
                let of = |name: &str| chunk.outputs_of(member).expect("outputs")[column(&s, name)];
                let (lowest, moved, v) = (of("d(lowest.z)/d(T)"), of("d(moved.z)/d(T)"), of("v.z"));
                // the rate of the discrete motion is the velocity but for the error of the method
                assert!(
                    (lowest - v).abs() < 1e-6 && (moved + v).abs() < 1e-6,
                    "{name} {by} {member}: {lowest} {moved} {v}"
                );
            }
        }
    }
}

#[test]
fn extremes_at_kinks_move_with_them() {
    let outputs = [
        ("higher", "max(vx, vy)", "min"),
        ("lower", "min(vx, vy)", "max"),
        ("miss", "abs(vx - 0.5)", "min"),
        ("bent", "2 + a*b + abs(vy - 0.3*a)", "min"),
        ("far", "1 - abs(vx - vy)", "drift"),
        // its kink is where a step ends
        ("edge", "3*b + abs(t - 0.5*T)", "min"),
    ];
    // a + sin(t) = b - t
    let meet = (0..50).fold(0.4f64, |t, _| t - (0.1 + t.sin() - 0.9 + t) / (t.cos() + 1.0));
    let by_a = 1.0 / (1.0 + meet.cos());
    let expected = [
        ("higher", 0.9 - meet, [by_a, 1.0 - by_a]),
        ("lower", 0.9 - meet, [by_a, 1.0 - by_a]),
        ("miss", 0.0, [0.0, 0.0]),
        ("bent", 2.09, [0.9, 0.1]),
        ("edge", 2.7, [0.0, 3.0]),
    ];
    for method in [
        "integrator = \"rk67\"\nstep = 0.02",
        "integrator = \"rk67\"\nstep = 0.017",
        "integrator = \"dop853\"\ntolerance = 1e-10",
    ] {
        let text = lines(method, &outputs);
        let (s, chunk) = differentiated(&text);
        for (name, of, slopes) in expected {
            assert!((value(&s, &chunk, name) - of).abs() < 1e-9, "{method} {name}: {}", value(&s, &chunk, name));
            for (by, expected) in ["a", "b"].into_iter().zip(slopes) {
                let found = value(&s, &chunk, &format!("d({name})/d({by})"));
                assert!((found - expected).abs() < 1e-8, "{method} d({name})/d({by}): {found} {expected}");
            }
        }
        assert_methods_agree(&without_output(&text, "edge"), 1e-7);
        for (name, backend) in f64_backends(&s) {
            let found = run_on(backend.as_ref(), &s);
            for (a, b) in completed(&found).iter().zip(completed(&chunk)) {
                assert!((a - b).abs() < 1e-12 || a.is_nan() && b.is_nan(), "{method} {name}: {a} {b}");
            }
        }
    }
}

/// The text without an output.
fn without_output(text: &str, name: &str) -> String {
    let (before, after) = text.split_once(&format!("[[output]]\nname = \"{name}\"")).expect("the output");
    let rest = after.find("[[output]]").map_or("", |at| &after[at..]);
    before.to_string() + rest
}

#[test]
fn an_end_that_is_as_large_as_an_extreme_has_none() {
    // t (t - 1)^2 has its peak 4/27 at 1/3, and is there again at 4/3
    let outputs = [("peak", "t*(t - 1)^2", "max")];
    for (end, expected) in [(1.3, Some(0.0)), (4.0 / 3.0, None), (1.35, Some(0.35 * (3.0 * 1.35 - 1.0)))] {
        let text = lines("integrator = \"rkmk4\"\nstep = 0.01", &outputs).replace("T = 1.0", &format!("T = {end:?}"));
        for (s, chunk) in [differentiated(&text), backwards(&text)] {
            let found = value(&s, &chunk, "d(peak)/d(T)");
            match expected {
                Some(expected) => assert!((found - expected).abs() < 1e-9, "{end}: {found}"),
                None => assert!(found.is_nan(), "{end}: {found}"),
            }
        }
    }
}

#[test]
fn parameters_at_a_kink_have_no_derivatives_and_beside_it_they_have() {
    let outputs = [
        ("size", "abs(p) + 0*t"),
        ("length", "sqrt(p^2)"),
        ("held", "clamp(q, 0, 1)"),
        ("rest", "mod(q, 1)"),
        ("jumps", "floor(q) + step(p)"),
        ("of_another", "2*size + vx"),
        ("smooth", "abs(p)^1.5 + vz"),
    ];
    let outputs = outputs.map(|(name, expression)| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"expression\"\nexpression = \"{expression}\"\n")
    });
    let variable = |name: &str, rate: &str| {
        format!(
            "[[variable]]\nname = \"{name}\"\ninitial = 1.0\nrate = \"{rate}\"\n[[output]]\nname = \"v{name}\"\nquantity = \
             \"variable\"\nvariable = \"{name}\"\n"
        )
    };
    let text = |rate: &str, [p, q]: [f64; 2]| {
        format!(
            "[parameters]\np = {p:?}\nq = {q:?}\n{}{}{}[method]\nintegrator = \"rkmk4\"\nstep = 0.01\nduration = 1\n",
            variable("x", "-x"),
            variable("z", rate),
            outputs.concat()
        )
    };
    let all = ["size", "length", "held", "rest", "jumps", "of_another", "smooth", "vx", "vz"];
    let missing = |rate: &str, at: [f64; 2]| -> [Vec<Vec<&'static str>>; 2] {
        [differentiated(&text(rate, at)), backwards(&text(rate, at))].map(|(s, chunk)| {
            let lacks = |name: &&str, by: &str| value(&s, &chunk, &format!("d({name})/d({by})")).is_nan();
            ["p", "q"].map(|by| all.into_iter().filter(|name| lacks(name, by)).collect()).to_vec()
        })
    };
    let by_p = vec!["size", "length", "jumps", "of_another"];
    let by_q = vec!["held", "rest", "jumps"];
    for found in missing("-z*(1 + p)", [0.0, 1.0]) {
        assert_eq!(found, [by_p.clone(), by_q.clone()]);
    }
    // a kink of what moves is one of all
    for found in missing("-z*(1 + abs(p))", [0.0, 1.0]) {
        // but of formulas of parameters alone
        let moved: Vec<&str> = all.into_iter().filter(|name| !["held", "rest"].contains(name)).collect();
        assert_eq!(found, [moved, by_q.clone()]);
    }
    for found in missing("-z*(1 + abs(p))", [0.2, 1.3]) {
        assert_eq!(found, [vec![], Vec::<&str>::new()]);
    }
}

/// A carriage follows a motion that begins late, with this feed-forward and method.
fn follower(late: f64, feed_forward: &str, method: &str) -> String {
    format!(
        "[parameters]\nlate = {late:?}\n[[body]]\nname = \"s\"\nmass = 1.7\ninertia = [1, 1, 1]\n\
         [[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"s\"]\naxis = [1, 0, 0]\n\
         [[force]]\nname = \"drive\"\nkind = \"joint_control\"\njoint = \"rail\"\nproportional = 130\nderivative = 8\n\
         feed_forward = \"{feed_forward}\"\n\
         trajectory = {{ kind = \"point_to_point\", from = 0.02, to = 0.08, speed = 0.65, acceleration = 16, start = \"late\", hold = true }}\n\
         [[output]]\nname = \"q\"\nquantity = \"joint_position\"\njoint = \"rail\"\n\
         [[output]]\nname = \"v\"\nquantity = \"joint_velocity\"\njoint = \"rail\"\n\
         [method]\n{method}\nduration = 0.3\n[sensitivity]\nparameters = [\"late\"]\n"
    )
}

#[test]
fn a_motion_that_begins_late_moves_what_follows_it() {
    let [explicit, implicit] = ["dopri5", "radau2a_3"]
        .map(|name| format!("formulation = \"absolute\"\nintegrator = \"{name}\"\ntolerance = 1e-10"));
    let explicit = explicit.replace("formulation = \"absolute\"\n", "");
    let of_run = |late: f64, feed_forward: &str, method: &str| {
        let (s, chunk) = differentiated(&follower(late, feed_forward, method));
        ["q", "v", "d(q)/d(late)", "d(v)/d(late)"].map(|name| value(&s, &chunk, name))
    };
    let both = [&explicit, &implicit];
    for (feed_forward, method) in ["1.1*ad", "0.3*vd"].iter().flat_map(|of| both.map(|method| (*of, method))) {
        let found = of_run(0.04, feed_forward, method);
        let [more, less] = [0.041, 0.039].map(|late| of_run(late, feed_forward, &explicit));
        for (at, allowed) in [(0, 1e-4), (1, 1e-3)] {
            let difference = (more[at] - less[at]) / 0.002;
            let by = found[at + 2];
            assert!((by - difference).abs() < allowed, "{feed_forward} {method} {at}: {by} {difference}");
        }
    }
    // a force that jumps is no part of second derivatives
    let twice = |feed_forward: &str| follower(0.04, feed_forward, &explicit) + "second = [\"q\"]\n";
    for text in [twice("1.1*ad"), twice("0")] {
        let message = refusal(&text);
        let said =
            "force[0].trajectory: a parameter of [sensitivity] moves a time at which the force or its slope jumps";
        assert!(message.contains(said), "{message}");
    }
}
