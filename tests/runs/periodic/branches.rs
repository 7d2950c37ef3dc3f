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

#[test]
fn motions_of_twice_the_period_leave_the_branch_where_it_doubles() {
    let switched = |further: &str| {
        let with = format!("step = 0.02, switch = true }}\n{further}");
        found(scenario("driven_pendulum", &[("step = 0.02 }", &with)]))
    };
    let [rows, members, _] = switched("");
    let of = |periods: f64| rows.iter().filter(|row| number(row, "periods") == periods).collect::<Vec<&Row>>();
    let (single, twice) = (of(1.0), of(2.0));
    let doubling = single.iter().find(|row| row["kind"] == "period_doubling").expect("a doubling");
    assert!(twice.len() > 5 && rows.len() == single.len() + twice.len());
    // members are those of the branch that is followed first
    assert_eq!(members[0]["max_multiplier"], single.last().unwrap()["max_multiplier"]);
    // the square of what the motion differs by grows as the parameter does
    let slope = |row: &Row| {
        let away = ["angle", "rate"].map(|name| (number(row, name) - number(doubling, name)).powi(2));
        away.iter().sum::<f64>() / (number(row, "a") - number(doubling, "a"))
    };
    let [first, second] = [slope(twice[0]), slope(twice[1])];
    assert!((first / second - 1.0).abs() < 0.02, "{first} {second}");
    // the second doubling of the cascade
    let second = twice.iter().find(|row| row["kind"] == "period_doubling").expect("a second doubling");
    let nearest = |row: &Row| {
        (0..2).map(|k| (number(row, &format!("multiplier_{k}.re")) + 1.0).abs()).fold(f64::INFINITY, f64::min)
    };
    assert!(nearest(second) < 1e-8 && number(second, "a") > number(doubling, "a"), "{second:?}");
    // each is a motion of a period of twice the length, by itself
    for row in [twice[1], twice[5], twice[twice.len() - 1]] {
        let changed = [
            ("period = \"2*pi/omega\"", "period = \"4*pi/omega\"".to_string()),
            (
                "initial = { coordinate = 0.1 }",
                format!("initial = {{ coordinate = {}, velocity = {} }}", row["angle"], row["rate"]),
            ),
            ("a = 0.05\n", format!("a = {}\n", row["a"])),
            ("start = \"settle\"\ncontinue = { parameter = \"a\", from = 0.05, to = 0.6, step = 0.02 }", String::new()),
        ];
        let changed: Vec<(&str, &str)> = changed.iter().map(|(old, new)| (*old, new.as_str())).collect();
        let alone = found(scenario("driven_pendulum", &changed))[0].remove(0);
        for name in ["angle", "rate", "period", "max_multiplier"] {
            let (a, b) = (number(&alone, name), number(row, name));
            assert!((a - b).abs() < 1e-8 * b.abs().max(1.0), "{name}: {a} {b}");
        }
    }
    // one that lies beyond the range is none of this branch
    let short = [("to = 0.6, step = 0.02 }", "to = 0.3997, step = 0.02, switch = true }")];
    let [rows_of_short, ..] = found(scenario("driven_pendulum", &short));
    assert!(rows_of_short.iter().all(|row| row["kind"] != "period_doubling" && number(row, "periods") == 1.0));
    let [others, ..] = switched("segments = 4\n");
    let kinds = |rows: &[Row]| {
        let special = rows.iter().filter(|row| row["kind"] != "regular");
        special.map(|row| (row["kind"].clone(), number(row, "a"))).collect::<Vec<(String, f64)>>()
    };
    for (a, b) in kinds(&rows).iter().zip(kinds(&others)) {
        assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-8, "{a:?} {b:?}");
    }
}

/// A hardening mount on a shaker, whose branch folds twice: by harmonic balance with 15 harmonics, and a continuation of its own, at
/// 181.39227893 and 100.39692607 rad/s.
#[test]
fn a_branch_has_its_folds_whatever_the_first_step() {
    let text = |step: f64| {
        format!(
            "[parameters]\nw = 40.0\n[[body]]\nname = \"mass\"\nmass = 2.0\n[[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \
             \"mass\"]\naxis = [1, 0, 0]\ninitial = {{ coordinate = 0.005 }}\n[[force]]\nname = \"mount\"\nkind = \"joint_torque\"\njoint = \
             \"rail\"\ntorque = \"30*cos(w*t) - 12*v - 8e3*q - 4e8*q^3\"\n[method]\nintegrator = \"dop853\"\nstep = 2e-3\nduration = 5.0\n\
             [[output]]\nname = \"x\"\nquantity = \"joint_position\"\njoint = \"rail\"\n[periodic]\nperiod = \"2*pi/w\"\nstart = \"settle\"\n\
             continue = {{ parameter = \"w\", from = 40, to = 220, step = {step:?}, max_points = 3000 }}\n"
        )
    };
    for step in [0.2, 1.0, 3.0, 7.0, 20.0] {
        let [rows, ..] = found(parse(&text(step)));
        let special: Vec<(&str, f64)> = (rows.iter().filter(|row| row["kind"] != "regular"))
            .map(|row| (row["kind"].as_str(), number(row, "w")))
            .collect();
        assert!(
            matches!(special[..], [("fold", a), ("fold", b)]
            if (a - 181.39227893).abs() < 1e-5 && (b - 100.39692607).abs() < 1e-5),
            "{step}: {special:?}"
        );
        assert_eq!(number(rows.last().expect("a motion"), "w"), 220.0, "{step}");
    }
}
