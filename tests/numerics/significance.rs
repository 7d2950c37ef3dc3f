//! No digit is lost: every function of the rotation angle against a table of 40 digits.
//!
//! `golden/angle_functions.json` holds the exact values at angles that are exact binary64 numbers;
//! `golden/angle_functions.py` writes it. The functions a, b and their derivatives are tabulated at
//! s = x * x * 0.25 as rounded, so that the rounding of s is not counted as an error of theirs; all
//! others at x = |psi| itself, so that the rounding of s is counted.
//!
//! What can be asked: a function evaluated at an argument that is off by half a unit in the last
//! place is off by its condition number |x f'/f| times as much, however well it is written. Up to
//! |psi| = 3 the condition numbers are below 22, and the limit is 1e-14, with no allowance. Beyond, cos(y)
//! passes zero (at pi) and sin(y)/y approaches it (at 2 pi): there the limit is 1e-14 times the
//! condition number where that is above one. In single precision, where one unit in the last place is
//! 1.2e-7, the allowance is needed from the start, and so is one for differences of two rounded terms
//! (see `amplification`); the limit is 3e-7.

#![allow(clippy::print_stdout)] // the largest errors are printed, for `--nocapture`

use gyrosweep::lie::so3::{AngleFunctions, increment};
use gyrosweep::lie::{LieGroup, UnitQuaternion};
use gyrosweep::num::{Precision, Real, Vec3, series};
use std::collections::BTreeMap;

/// Largest angle without an allowance for the condition number.
const STRICT: f64 = 3.0;

/// An exact value and its condition number.
#[derive(Clone, Copy)]
struct Exact {
    value: f64,
    condition: f64,
}

/// One angle and the exact functions at it.
struct Point {
    x: f64,
    s: f64,
    exact: BTreeMap<String, Exact>,
}

/// The table. A value is rounded from 40 digits to binary64, an error of 1.1e-16.
fn table() -> Vec<Point> {
    let text = include_str!("../golden/angle_functions.json");
    let json: serde_json::Value = serde_json::from_str(text).expect("the table is JSON");
    let points = json["points"].as_array().expect("a list of points");
    points
        .iter()
        .map(|point| {
            let number = |key: &str| point[key].as_f64().expect("a number");
            let exact = point.as_object().expect("an object").iter().filter_map(|(name, entry)| {
                let value = entry.get(0)?.as_str()?.parse().expect("a decimal number");
                let condition = entry.get(1)?.as_f64().expect("a condition number");
                Some((name.clone(), Exact { value, condition }))
            });
            Point { x: number("x"), s: number("s"), exact: exact.collect() }
        })
        .collect()
}

/// By how much the terms of a difference exceed the difference where the formula has one: the terms
/// carry their own rounding, which this multiplies. Fourteen digits leave room for it, seven do not.
fn amplification(place: &str, name: &str) -> f64 {
    match (place, name) {
        // (b - 3 a)/(2 s) at half a turn: a = 0.147, b = 0.405
        ("slopes", "da_ds") => 23.0,
        // (sin(y)/y / 2 - b)/s at half a turn: sin(y)/y = 0.637
        ("slopes", "db_ds") => 8.0,
        // 1/18 - 1/30 = 1/45 at the identity
        (_, "df3") => 4.0,
        _ => 1.0,
    }
}

/// A plain number whose errors can be measured.
trait Plain: Real + Into<f64> {
    /// The distance of the subnormal numbers, below which a relative error has no meaning.
    const SUBNORMAL: f64;
    /// The limit of the relative error.
    const LIMIT: f64;
    /// Up to this angle no allowance is made, neither for the condition nor for amplification.
    const STRICT: f64;
}

impl Plain for f64 {
    const SUBNORMAL: f64 = f64::from_bits(1);
    const LIMIT: f64 = 1e-14;
    const STRICT: f64 = STRICT;
}

impl Plain for f32 {
    const SUBNORMAL: f64 = f32::from_bits(1) as f64;
    const LIMIT: f64 = 3e-7;
    const STRICT: f64 = -1.0;
}

/// The values to check at one point: where it is computed, name in the table, value.
type Computed<R> = Vec<(&'static str, &'static str, R)>;

/// Every function of the rotation angle, by every way in which the crate computes it.
fn computed<R: Plain>(x: f64, s: f64) -> Computed<R> {
    let (x, s) = (R::constant(x), R::constant(s));
    let within = Into::<f64>::into(s) <= Into::<f64>::into(R::constant(series::HALF_TURN));
    let mut out = Vec::new();
    let (a, b) = series::any_angle(s);
    let (da, db) = series::slopes(s);
    out.extend([("any_angle", "a", a), ("any_angle", "b", b), ("slopes", "da_ds", da), ("slopes", "db_ds", db)]);
    let o = R::zero();
    let along = [Vec3::new(x, o, o), Vec3::new(o, x, o), Vec3::new(o, o, x)];
    for (axis, psi) in along.into_iter().enumerate() {
        let mut functions = |place: &'static str, f: &AngleFunctions<R>| {
            let [df1, df2, df3] = f.slopes();
            out.extend([(place, "sinc", f.sinc()), (place, "cos", f.cos())]);
            out.extend([(place, "f1", f.f1()), (place, "f2", f.f2()), (place, "f3", f.f3())]);
            out.extend([(place, "df1", df1), (place, "df2", df2), (place, "df3", df3)]);
        };
        functions("new", &AngleFunctions::new(psi));
        let q = UnitQuaternion::exp(psi);
        if within {
            let half = psi * R::constant(0.5);
            functions("within_half_turn", &AngleFunctions::within_half_turn(half));
            let i = increment(&AngleFunctions::within_half_turn(half), half);
            out.extend([("increment", "cos_minus_one", i.w), ("increment", "sin", i.v.to_array()[axis])]);
        }
        out.extend([("exp", "cos", q.w), ("exp", "sin", q.v.to_array()[axis])]);
    }
    if within {
        let (a, b) = series::half_turn(s);
        out.extend([("half_turn", "a", a), ("half_turn", "b", b)]);
    }
    out
}

/// The largest errors of one function, each with its angle.
#[derive(Clone, Copy, Default)]
struct Worst {
    /// Relative, up to [`STRICT`].
    strict: (f64, f64),
    /// Relative, divided by the condition number where that is above one, at all angles.
    allowed: (f64, f64),
}

/// Checks a precision at the given points and prints the largest errors.
fn check<R: Plain>(points: &[Point]) {
    let mut worst: BTreeMap<String, Worst> = BTreeMap::new();
    for Point { x, s, exact } in points {
        for (place, name, value) in computed::<R>(*x, *s) {
            let Exact { value: expected, condition } = exact[name];
            let value: f64 = value.into();
            assert!(value.is_finite(), "{place} {name} at {x:e}: {value}");
            // x^2 and s lose what lies below the subnormal numbers: each of the four operations
            // that lead to s or use it rounds to a multiple of their distance
            let error = ((value - expected).abs() - 4.0 * R::SUBNORMAL).max(0.0);
            let relative = if error == 0.0 { 0.0 } else { error / expected.abs() };
            let amplification = if R::precision() == Precision::Single { amplification(place, name) } else { 1.0 };
            let allowed = relative / condition.max(1.0);
            let entry = worst.entry(format!("{place} {name}")).or_default();
            if *x <= STRICT && relative > entry.strict.0 {
                entry.strict = (relative, *x);
            }
            if allowed > entry.allowed.0 {
                entry.allowed = (allowed, *x);
            }
            let judged = if *x <= R::STRICT { relative } else { allowed / amplification };
            assert!(judged < R::LIMIT, "{place} {name} at {x:?}: {value:e}, exact {expected:e}, error {relative:e}");
        }
    }
    println!("{:<28}{:>30}{:>36}", "", "relative, |psi| <= 3", "over condition, all angles");
    for (name, Worst { strict, allowed }) in worst {
        println!("{name:<28}{:>14.2e} at {:<16.9e}{:>14.2e} at {:<16.9e}", strict.0, strict.1, allowed.0, allowed.1);
    }
}

#[test]
fn double_precision_keeps_fourteen_digits() {
    check::<f64>(&table());
}

#[test]
fn single_precision_keeps_its_digits() {
    // at the angles of the table that binary32 has exactly
    let points: Vec<Point> = table().into_iter().filter(|p| f64::from(p.x as f32) == p.x).collect();
    assert!(points.len() > 150);
    check::<f32>(&points);
}

#[test]
fn the_table_holds_what_it_says() {
    let points = table();
    let has = |x: f64| points.iter().any(|p| p.x == x);
    let pi = std::f64::consts::PI;
    for x in [0.0, 1e-160, 1e-20, 1e-12, 1e-8, 1e-5, 1e-4, 1e-3, 0.01, 0.02, 0.05, 0.1, 3.0] {
        assert!(has(x), "{x}");
    }
    for x in [pi - 1e-12, pi - 1e-6, pi, pi + 1e-12, pi + 1e-6, 2.0 * pi - 0.1] {
        assert!(has(x), "{x}");
    }
    assert!(points.len() > 400);
    for p in &points {
        assert_eq!(p.s.to_bits(), (p.x * p.x * 0.25).to_bits(), "the argument {} is read exactly", p.x);
        let value = |name: &str| p.exact[name].value;
        // identities of the exact functions, to the rounding of the values to binary64 times the
        // condition number 22 of the cosine
        let identities = [
            value("sin").powi(2) + value("cos").powi(2) - 1.0,
            value("f1") + 0.5 * value("sinc").powi(2),
            4.0 * value("f2") - (value("a") + value("b") - p.s * value("a") * value("b")),
            4.0 * value("f3") * value("sinc") - (value("b") - value("a")),
        ];
        assert!(identities.iter().all(|i| i.abs() < 1e-14), "{}: {identities:?}", p.x);
    }
}

/// The rotation vectors of a mechanism do not lie along an axis: |psi|^2 is then a sum of three
/// rounded squares, off by up to three half units. 3 t, with t a multiple of 2^-40, is the exact
/// length of (t, 2 t, 2 t) and of its permutations.
#[test]
fn the_direction_does_not_matter() {
    for i in 1..3000 {
        let t = (f64::from(i) / 3000.0 * 2f64.powi(40)).round() / 2f64.powi(40);
        let axis = AngleFunctions::new(Vec3::new(3.0 * t, 0.0, 0.0));
        for psi in [[1.0, 2.0, 2.0], [2.0, -1.0, 2.0], [-2.0, 2.0, 1.0]] {
            let f = AngleFunctions::new(Vec3::constant(psi.map(|c: f64| c * t)));
            let pairs: [(f64, f64); 8] = [
                (f.sinc(), axis.sinc()),
                (f.cos(), axis.cos()),
                (f.f1(), axis.f1()),
                (f.f2(), axis.f2()),
                (f.f3(), axis.f3()),
                (f.slopes()[0], axis.slopes()[0]),
                (f.slopes()[1], axis.slopes()[1]),
                (f.slopes()[2], axis.slopes()[2]),
            ];
            for (k, (here, there)) in pairs.into_iter().enumerate() {
                // both within 1e-14 of the exact value
                assert!((here - there).abs() < 2e-14 * there.abs(), "function {k} at {}", 3.0 * t);
            }
        }
    }
}
