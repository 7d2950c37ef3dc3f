//! Branches of motions and where their kind changes.

use super::*;

#[test]
fn branches_fold_and_periods_double() {
    let family = golden("p18_periodic.json")["family"].clone();
    let expected: Vec<(String, f64)> = (family["bifurcations"].as_array().unwrap().iter())
        .map(|b| (b["kind"].as_str().unwrap().to_string(), b["a"].as_f64().unwrap()))
        .collect();
    for further in ["", "segments = 8\n", "tolerance = 1e-12\n"] {
        let with = format!("{further}start = \"settle\"");
        let [rows, members, _] = found(scenario("driven_pendulum", &[("start = \"settle\"", &with)]));
        let special: Vec<(String, f64)> =
            rows.iter().filter(|r| r["kind"] != "regular").map(|r| (r["kind"].clone(), number(r, "a"))).collect();
        assert_eq!(special.len(), expected.len(), "{further}: {special:?}");
        for (found, expected) in special.iter().zip(&expected) {
            assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-8, "{further}: {special:?}");
        }
        let points: Vec<f64> = rows.iter().map(|row| number(row, "point")).collect();
        assert!(points.iter().enumerate().all(|(k, point)| *point == k as f64));
        let (first, last) = (&rows[0], rows.last().unwrap());
        assert_eq!((number(first, "a"), number(last, "a")), (0.05, 0.6), "{further}");
        assert!((number(first, "angle") - 0.2274094798526783).abs() < 1e-8, "{further}");
        // members are of the end of the branch
        assert!((number(&members[0], "max_multiplier") - number(last, "max_multiplier")).abs() < 1e-12, "{further}");
    }
    let detect = [("step = 0.02 }", "step = 0.02 }\ndetect = [\"period_doubling\"]")];
    let [rows, ..] = found(scenario("driven_pendulum", &detect));
    assert_eq!(rows.iter().filter(|r| r["kind"] != "regular").count(), 1);
}

/// The divergence of the flow is -delta, so that the product of both multipliers is exp(-delta T): where conjugate ones pass the unit
/// circle, delta is zero.
#[test]
fn multipliers_leave_the_unit_circle() {
    let changed = [
        ("delta = { default = 0.2", "delta = { default = 0.3"),
        ("gamma = { default = 0.4", "gamma = { default = 0.1"),
        ("start = \"settle\"", "continue = { parameter = \"delta\", from = 0.3, to = -0.1, step = 0.05 }"),
    ];
    let [rows, ..] = found(duffing(&changed));
    let special: Vec<&Row> = rows.iter().filter(|row| row["kind"] != "regular").collect();
    assert_eq!(special.len(), 1, "{rows:?}");
    assert!(special[0]["kind"] == "neimark_sacker" && number(special[0], "delta").abs() < 1e-9, "{special:?}");
}

/// The Brusselator, u' = 1 + u^2 w - (B + 1) u, w' = B u - u^2 w, without bodies: its motion ends in an equilibrium at B = 2, where
/// its period is 2 pi.
#[test]
fn a_branch_ends_where_its_motion_dies_away() {
    let variable = |name: &str, initial: f64, rate: &str| {
        format!(
            "[[variable]]\nname = \"{name}\"\ninitial = {initial:?}\nrate = \"{rate}\"\n[[output]]\nname = \"{name}\"\nquantity = \"variable\"\nvariable = \"{name}\"\n"
        )
    };
    let text = format!(
        "[parameters]\nB = 2.4\n{}{}[method]\nintegrator = \"dop853\"\nstep = 0.05\nduration = 10\n[periodic]\nperiod_guess = 6.5\nphase = {{ output = \"u\", \
         value = 1.0 }}\nstart = \"settle\"\ncontinue = {{ parameter = \"B\", from = 2.4, to = 1.8, step = 0.05 }}\n",
        variable("u", 1.5, "1 + u^2*w - (B + 1)*u"),
        variable("w", 3.0, "B*u - u^2*w"),
    );
    let [rows, ..] = found(parse(&text));
    assert!(rows.len() > 3 && rows.iter().all(|row| number(row, "B") > 2.0), "{rows:?}");
    let [first, last] = [&rows[0], rows.last().unwrap()].map(|row| number(row, "period") - std::f64::consts::TAU);
    assert!(last.abs() < 0.4 * first.abs(), "{first} {last}");
    assert!(rows.iter().all(|row| (number(row, "u") - 1.0).abs() < 1e-9 && row["outcome"] == "periodic"));
}
