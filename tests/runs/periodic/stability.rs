//! What is told of multipliers: growth, its check by half the step, Liouville's formula, exponents.

use super::*;

/// Oscillators x_k'' = -rate_k as variables, with the names x1, v1, x2, ..
fn oscillators(rates: &[String], initial: f64, rest: &str) -> Scenario {
    let variable = |name: String, initial: f64, rate: &str| {
        format!("[[variable]]\nname = \"{name}\"\ninitial = {initial:?}\nrate = \"{rate}\"\n")
    };
    let of = |(k, rate): (usize, &String)| {
        let (x, v) = (format!("x{}", k + 1), format!("v{}", k + 1));
        variable(x, initial, &format!("v{}", k + 1)) + &variable(v, 0.0, &format!("-({rate})"))
    };
    let all: String = rates.iter().enumerate().map(of).collect();
    parse(&format!(
        "[parameters]\nr = 1.0\nmu = 0.15\n{all}[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x1\"\n{rest}"
    ))
}

/// Han (2019), (6.18) with omega = 1: (1 - 2 mu/k^2 cos(2 r t)) k^4 x_k.
fn mathieu() -> Vec<String> {
    (1..=4).map(|k: i32| format!("{}*(1 - 2*mu/{}*cos(2*r*t))*x{k}", k.pow(4), k * k)).collect()
}

fn multipliers(row: &Row, count: usize) -> Vec<nalgebra::Complex<f64>> {
    let part = |k: usize, part: &str| number(row, &format!("multiplier_{k}.{part}"));
    (0..count).map(|k| nalgebra::Complex::new(part(k, "re"), part(k, "im"))).collect()
}

/// The traces of four oscillators at once are those of Hill's determinant, and so is the largest growth.
#[test]
fn multipliers_of_four_oscillators_have_their_traces() {
    let rows = golden("p08_mathieu.json")["rows"].as_array().unwrap().clone();
    for expected in rows.iter().step_by(5) {
        let r = expected["Omega_over_2omega"].as_f64().unwrap();
        let rest =
            "[method]\nintegrator = \"dop853\"\ntolerance = 1e-13\nduration = 1.0\n[periodic]\nperiod = \"pi/r\"\n";
        let plan = format!("[plan]\nkind = \"grid\"\n[plan.vary]\nr = [{r:?}]\n");
        let [rows, members, _] = found(oscillators(&mathieu(), 0.0, &(rest.to_string() + &plan)));
        let all = multipliers(&rows[0], 8);
        let traces = numbers(&expected["trace_k"]);
        for trace in &traces {
            // both multipliers of an oscillator are zeros of z^2 - trace z + 1
            let nearest = |m: &nalgebra::Complex<f64>| (m + 1.0 / m - trace).norm();
            let two = all.iter().filter(|m| nearest(m) < 2e-11).count();
            assert!(two >= 2, "{r}: {trace} {all:?}");
        }
        let growth = |trace: &f64| if trace.abs() > 2.0 { (0.5 * trace.abs()).acosh() } else { 0.0 };
        let most = traces.iter().map(growth).fold(0.0, f64::max) * r / std::f64::consts::PI;
        let [own, error] = ["growth", "growth_error"].map(|name| number(&members[0], name));
        assert!((own - most).abs() < 1e-11 && error < 1e-11, "{r}: {own} {most}, {error}");
        assert!(number(&members[0], "liouville_error") < 1e-11, "{members:?}");
        let period = number(&rows[0], "period");
        for (k, m) in all.iter().enumerate() {
            let [growth, frequency] =
                ["growth", "frequency"].map(|part| number(&rows[0], &format!("exponent_{k}.{part}")));
            assert!((nalgebra::Complex::new(growth, frequency) * period - m.ln()).norm() < 1e-12, "{r}: {k}");
        }
    }
}

/// Many unknowns share out their directions to lanes: what is found of each oscillator is what few find.
#[test]
fn directions_in_several_lanes_are_those_in_one() {
    let rest = "[method]\nintegrator = \"rkmk4\"\nstep = \"pi/200\"\nduration = 1.0\n[periodic]\nperiod = \"pi\"\ncheck = false\n";
    let many: Vec<String> = (0..18).map(|k| mathieu()[0].replace("x1", &format!("x{}", k + 1))).collect();
    let [few, ..] = found(oscillators(&many[..1], 0.0, rest));
    let [many, ..] = found(oscillators(&many, 0.0, rest));
    let (few, many) = (multipliers(&few[0], 2), multipliers(&many[0], 36));
    for m in &many {
        assert!(few.iter().any(|own| (own - m).norm() < 1e-13), "{m} {few:?}");
    }
    assert_eq!(many.iter().filter(|m| m.norm() > 1.0).count(), 18);
}

/// A fast oscillator leaves the unit circle by itself where it has few steps per period: the slow one beside it tells of growth.
#[test]
fn a_growth_that_half_the_step_does_not_confirm_is_none() {
    let trace = 2.0 * number_of_tongue();
    let expected = (0.5 * trace.abs()).acosh() / std::f64::consts::PI;
    let rates = ["(1 - 2*mu*cos(2*t))*x1 + 1e-3*x2".to_string(), "2304*x2".to_string()];
    let text = |check: &str| {
        format!(
            "[method]\nintegrator = \"rkmk4\"\nstep = \"pi/52\"\nduration = 1.0\n[periodic]\nperiod = \"pi\"\n{check}"
        )
    };
    let [rows, members, _] = found(oscillators(&rates, 0.0, &text("")));
    let [own, error] = ["growth", "growth_error"].map(|name| number(&members[0], name));
    assert!((own - expected).abs() < 1e-6 && error < 1e-6, "{own} {expected}, {error}");
    // what is told of all motions is what they are
    assert!(number(&rows[0], "exponent_0.growth") > 1.0, "{rows:?}");
    let [_, unchecked, _] = found(oscillators(&rates, 0.0, &text("check = false\n")));
    assert!(number(&unchecked[0], "growth") > 1.0 && !unchecked[0].contains_key("growth_error"), "{unchecked:?}");
    let page = said(oscillators(&rates, 0.0, &text("")));
    assert!(page.contains("no growth that the check confirms"), "{page}");
    assert!(page.contains("the determinant of the matrix of the period differs"), "{page}");
}

/// Half the trace of Mathieu's equation with mu = 0.15 and the excitation 2.
fn number_of_tongue() -> f64 {
    let rows = golden("p08_mathieu.json")["rows"].as_array().unwrap().clone();
    let row = rows.iter().find(|row| (row["Omega_over_2omega"].as_f64().unwrap() - 1.0).abs() < 1e-12).unwrap();
    0.5 * numbers(&row["trace_k"])[0]
}

/// A hub on a spring with four blades that turn: what Coleman's coordinates make constant has the same characteristic polynomial.
#[test]
fn ground_resonance_of_rigid_blades() {
    let reference = golden("p09_groundres.json");
    let value = |name: &str| reference["parameters"][name].as_f64().unwrap();
    let [length, bar, hinge] = ["L", "mbar", "e"].map(value);
    let (inertia, moment) = (bar * length.powi(3) / 3.0, bar * length.powi(2) / 2.0);
    let mass = value("m0") + 4.0 * bar * (length + hinge);
    let variable =
        |name: &str, rate: &str| format!("[[variable]]\nname = \"{name}\"\ninitial = 0.0\nrate = \"{rate}\"\n");
    let blade = |k: usize| format!("-(K/I + Om^2)*sin(Om*t + {k}*pi/2)*z{k} + 2*Om*cos(Om*t + {k}*pi/2)*w{k}");
    let blades: Vec<String> = (0..4).map(blade).collect();
    let hub =
        format!("(S*({}) - {:?}*x)/(M - 2*S^2/I)", blades.join(" + "), value("k0")).replace("K", "(k + S*e*Om^2)");
    let mut all = variable("x", "v") + &variable("v", &hub);
    for k in 0..4 {
        let rate = format!("(S*sin(Om*t + {k}*pi/2)*{hub} - (k + S*e*Om^2)*z{k})/I");
        all += &(variable(&format!("z{k}"), &format!("w{k}")) + &variable(&format!("w{k}"), &rate));
    }
    let rows = reference["rows"].as_array().unwrap();
    let speeds: Vec<String> = rows.iter().map(|row| format!("{:?}", row["Omega"].as_f64().unwrap())).collect();
    let [motions, members, _] = found(parse(&format!(
        "[parameters]\nOm = 5.0\nk = {:?}\ne = {hinge:?}\nS = {moment:?}\nI = {inertia:?}\nM = {mass:?}\n{all}\
         [[output]]\nname = \"o\"\nquantity = \"variable\"\nvariable = \"x\"\n\
         [method]\nintegrator = \"dop853\"\ntolerance = 1e-13\nduration = 1.0\n[periodic]\nperiod = \"2*pi/Om\"\n\
         [plan]\nkind = \"grid\"\n[plan.vary]\nOm = [{}]\n",
        value("ktheta"),
        speeds.join(", ")
    )));
    for ((row, own), member) in rows.iter().zip(&motions).zip(&members) {
        let expected: Row = (row["multipliers_coleman"].as_array().unwrap().iter().enumerate())
            .flat_map(|(k, m)| {
                [("re", 0), ("im", 1)].map(|(part, at)| (format!("multiplier_{k}.{part}"), m[at].to_string()))
            })
            .collect();
        let [own, expected] = [own, &expected].map(|row| polynomial(row, 10));
        let size = expected.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        for (a, b) in own.iter().zip(&expected) {
            assert!((a - b).abs() < 1e-9 * size, "{}: {own:?} {expected:?}", row["Omega"]);
        }
        let largest = row["max_abs_multiplier"].as_f64().unwrap();
        // multipliers that are repeated have half their digits
        let digits = if largest > 1.0 { 1e-9 } else { 1e-6 };
        assert!((number(member, "max_multiplier") - largest).abs() < digits * largest, "{member:?}");
        assert!(number(member, "liouville_error") < 1e-9, "{member:?}");
    }
}

/// Volumes shrink as the trace says, where bodies turn, too.
#[test]
fn determinants_are_those_of_the_trace() {
    let [_, van_der_pol, _] = found(scenario("van_der_pol", &[]));
    let row = &van_der_pol[0];
    assert!(number(row, "liouville_error") < 1e-9 && number(row, "trivial_error") < 1e-11, "{row:?}");
    let [_, pendulum, _] = found(scenario("universal_pendulum", &[]));
    assert!(number(&pendulum[0], "liouville_error") < 1e-9, "{pendulum:?}");
    // what switches lets volumes jump
    let friction = oscillators(
        &["x1 + 0.3*sign(v1) - 2*cos(0.8*t)".into()],
        1.0,
        "[method]\nintegrator = \"dop853\"\ntolerance = 1e-9\nduration = 1.0\n[periodic]\nperiod = \"2*pi/0.8\"\nstart = \"settle\"\n",
    );
    let [_, members, _] = found(friction);
    assert!(
        number(&members[0], "liouville_error").is_nan() && number(&members[0], "growth_error") < 1e-7,
        "{members:?}"
    );
}
