//! What rests exactly where a function switches: functions are there what they are at zero, and go on where it leaves.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

const METHODS: [&str; 5] = [
    "dop853\"\ntolerance = 1e-10",
    "tsit5\"\ntolerance = 1e-9",
    "rkmk4\"\nstep = 0.013",
    "radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-8",
    "generalized_alpha\"\nformulation = \"absolute\"\nstep = 0.0625",
];

/// Variables with an initial value and a rate, each with an output of its name and an underscore.
fn variables(all: &[(&str, &str, &str)]) -> String {
    let of = |(name, initial, rate): &(&str, &str, &str)| {
        format!(
            "[[variable]]\nname = \"{name}\"\ninitial = \"{initial}\"\nrate = \"{rate}\"\n\
             [[output]]\nname = \"{name}_\"\nquantity = \"variable\"\nvariable = \"{name}\"\n"
        )
    };
    all.iter().map(of).collect()
}

/// Runs what is written until a time by all methods, and compares outputs and their derivatives, direct and adjoint, by a parameter.
fn compare(text: &str, duration: f64, expected: &[(&str, f64, f64)], (by, near): (&str, f64)) {
    let lanes = CpuBackend::new(None, LaneWidth::SixtyFour).expect("threads");
    for method in METHODS {
        for derivatives in ["direct", "adjoint"] {
            let s = parse(&format!(
                "{text}[method]\nintegrator = \"{method}\nduration = {duration:?}\n[plan]\nkind = \"one\"\n\
                 [sensitivity]\nparameters = [\"{by}\"]\nmethod = \"{derivatives}\"\n"
            ));
            let chunk = run_on(&lanes, &s);
            assert_eq!(chunk.outcomes[0].name(), "completed", "{method} {derivatives}");
            for (name, value, slope) in expected {
                for (column_name, expected) in [(name.to_string(), value), (format!("d({name})/d({by})"), slope)] {
                    let found = chunk.outputs.value(0, column(&s, &column_name));
                    assert!(
                        (found - expected).abs() < near,
                        "{method} {derivatives}: {column_name} is {found} and not {expected}\n{text}"
                    );
                }
            }
        }
    }
}

#[test]
fn functions_of_what_is_set_to_where_they_switch_are_what_they_are_there() {
    // n counts up from 0, or down from 4, at c, 1 + c, ...
    let c = 0.375;
    for (first, by, expected) in [
        ("0", "1", vec![2.0 - c, 1.0 - 2.0 * c, 3.0 - c, 4.0 - 2.0 * c, 2.0]),
        ("4", "-1", vec![1.0 + c, 2.0 * c - 1.0, 2.0 + c, 2.0 + 2.0 * c, 2.0]),
    ] {
        let text = format!(
            "[parameters]\nc = {c}\n{}[[event]]\nname = \"e\"\nexpression = \"mod(x_, 1) - c\"\ndirection = \"rising\"\n\
             set = {{ n = \"n + ({by})\" }}\n",
            variables(&[
                ("x", "0", "1"),
                ("n", first, "0"),
                ("beyond", "0", "where(n - 2, 1, 0)"),
                ("side", "0", "sign(n - 2)"),
                ("reached", "0", "step(n - 2)"),
                ("pairs", "0", "floor(n/2)"),
                ("odd", "0", "mod(n, 2)"),
            ])
        );
        let names = ["beyond_", "side_", "reached_", "pairs_", "odd_"];
        let slopes = if first == "0" { [-1.0, -2.0, -1.0, -2.0, 0.0] } else { [1.0, 2.0, 1.0, 2.0, 0.0] };
        let all: Vec<(&str, f64, f64)> = (0..5).map(|i| (names[i], expected[i], slopes[i])).collect();
        compare(&text, 4.0, &all, ("c", 1e-9));
    }
}

#[test]
fn what_comes_to_rest_where_functions_switch_is_at_zero_until_it_leaves() {
    // y rises to p, rests there, over a corner of the time and another passage, and goes on at t = 2
    for p in (1..=12).map(|i| 0.1 * f64::from(i) + 0.007) {
        let text = format!(
            "[parameters]\np = {p:?}\n{}",
            variables(&[
                ("y", "0", "where(p - y, 1, 0) + where(t - 2, 0.5, 0)"),
                ("x", "0", "where(t - 1.3, 1, 0.5)"),
                ("beyond", "0", "where(2*y - 2*p, 1, 0)"),
                ("side", "0", "sign(y - p) + 2*where(x - 0.8, 1, 0)"),
                ("reached", "0", "step(y - p)"),
            ])
        );
        let expected = [
            ("y_", p + 0.25, 1.0),
            ("beyond_", 0.5, 0.0),
            ("side_", -p + 0.5 + 2.0 * (2.5 - 1.45), -1.0),
            ("reached_", 2.5 - p, -1.0),
        ];
        compare(&text, 2.5, &expected, ("p", 1e-8));
    }
}

#[test]
fn what_leaves_where_it_has_rested_is_on_the_other_side_at_once() {
    for (from, rate) in [("0", "1"), ("1", "where(t - 1, 1, 0)")] {
        let start: f64 = from.parse().expect("a number");
        let text = format!(
            "[parameters]\nk = 0.75\n{}",
            variables(&[
                ("v", "0", rate),
                ("z", "1.25", "v"),
                ("u", "1.25", "-k*where(v, 1, 0)"),
                ("w", "0", "where(z - 1.25, 0, 1)"),
                ("below", "0", "k*step(u - 1.25)"),
                ("side", "0", "sign(u - 1.25)"),
            ])
        );
        let expected = [("w_", start, 0.0), ("below_", 0.75 * start, start), ("side_", start - 2.0, 0.0)];
        // z leaves with the square of the time, which rounding shows 1.5e-8 s later
        compare(&text, 2.0, &expected, ("k", 5e-8));
    }
}

#[test]
fn what_is_where_it_switches_at_the_start_leaves_because_another_does() {
    let chain = variables(&[
        ("y", "p", "sign(y - 1)"),
        ("x", "1", "-sign(y - p)"),
        ("w", "0.5", "sign(x - 1)"),
        ("u", "3", "sign(w - 0.5)"),
        ("s", "0", "step(u - 3)"),
    ]);
    let text = format!("[parameters]\np = 2.0\n{chain}");
    let expected = [("y_", 2.7, 1.0), ("x_", 0.3, 0.0), ("w_", -0.2, 0.0), ("u_", 2.3, 0.0), ("s_", 0.0, 0.0)];
    compare(&text, 0.7, &expected, ("p", 1e-9));
}

#[test]
fn what_switches_at_one_instant_moves_each_by_itself() {
    // y and x come to r, and w to 2 r, at the time 0.6: with s x does earlier, w later
    let all = variables(&[
        ("y", "0", "where(r - y, 1, 0.5)"),
        ("x", "s", "where(r - x, 1, 3)"),
        ("w", "-s", "where(2*r - w, 2, 1)"),
        ("z", "0", "2*where(r - y, 1, 0) + 3*where(r - x, 1, 0) + 5*where(2*r - w, 1, 0)"),
    ]);
    let text = format!("[parameters]\nr = 0.6\ns = 0.0\n{all}");
    let expected = [("y_", 0.8, 0.0), ("x_", 1.8, 3.0), ("w_", 1.6, -0.5), ("z_", 6.0, -0.5)];
    compare(&text, 1.0, &expected, ("s", 1e-7));
}

#[test]
fn what_comes_to_rest_at_a_whole_number_is_that_until_it_leaves() {
    // y rises to 2, x falls to 0.5 and leaves upwards, z falls to 1 and leaves downwards
    let all = variables(&[
        ("y", "r", "where(2 - y, 1, 0)"),
        ("a", "0", "floor(y)"),
        ("x", "r + 1", "where(x - 0.5, where(2.3 - t, -0.6, 0.5), where(2.3 - t, 0, 0.5))"),
        ("b", "0", "floor(x - 0.5)"),
        ("c", "0", "mod(x - 0.5, 1)"),
        ("z", "1.3", "where(t - 2.2, -0.7, where(z - 1, -0.3, 0))"),
        ("d", "0", "floor(z)"),
    ]);
    let text = format!("[parameters]\nr = 0.7\n{all}");
    let expected = [("y_", 2.0, 0.0), ("a_", 4.4, 2.0), ("b_", 0.2 / 0.6, 1.0 / 0.6), ("d_", 2.2, 0.0)];
    compare(&text, 3.0, &expected, ("r", 1e-7));
    let c = 0.2f64.powi(2) / 1.2 + 0.5 / 0.6 + 0.25 * 0.7f64.powi(2);
    compare(&text, 3.0, &[("c_", c, 0.2 / 0.6)], ("r", 2e-3));
}

#[test]
fn what_is_largest_where_it_comes_to_rest_has_its_derivative() {
    // y comes to 2 along a curve and rests there: most of all it is that, least y^2 - 3 y was on the way
    let largest = "[[output]]\nname = \"most\"\nquantity = \"variable\"\nvariable = \"y\"\nover = \"max\"\n\
                   [[output]]\nname = \"last\"\nquantity = \"expression\"\nexpression = \"abs(y_ - 3) + y_\"\nover = \"min\"\n";
    for p in [0.3, 0.7, 1.1, 1.3, 1.7] {
        let y = variables(&[("y", "p", "where(2 - y, 1 + t^2, 0)")]);
        let text = format!("[parameters]\np = {p}\n{y}{largest}");
        compare(&text, 3.0, &[("y_", 2.0, 0.0), ("most", 2.0, 0.0), ("last", 3.0, 0.0)], ("p", 1e-3));
    }
}

#[test]
fn what_sets_variables_where_it_comes_to_rest_has_the_derivative_of_its_instant() {
    // y falls from 1.9 to p, where the event sets x, at the time (1.9 - p)/0.7
    let text = |p: f64| {
        format!(
            "[parameters]\np = {p}\n{}[[event]]\nname = \"there\"\nexpression = \"p - y_\"\ndirection = \"rising\"\n\
             set = {{ x = 0.2 }}\n[[output]]\nname = \"when\"\nquantity = \"time_of\"\nevent = \"there\"\n",
            variables(&[("y", "1.9", "-0.7*where(y - p, 1, 0)"), ("x", "1", "0.5")])
        )
    };
    for p in [0.35, 0.4, 0.5, 0.55] {
        let at = (1.9 - p) / 0.7;
        let x = (0.2 + 0.5 * (2.7 - at), 0.5 / 0.7);
        compare(&text(p), 2.7, &[("y_", p, 1.0), ("when", at, -1.0 / 0.7), ("x_", x.0, x.1)], ("p", 1e-7));
    }
}
