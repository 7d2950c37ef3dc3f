//! Functions between samples: beside SciPy, in dual numbers, recorded, outside of the samples.

use crate::common::golden;
use gyrosweep::interpolation::{Between, Outside, SampledFunction};
use gyrosweep::num::{Dual, LaneReal, Lanes, Precision, Real};
use gyrosweep::trace::{Input, Rate, Schedule, Tape, Traced, derivatives_along, interpret, record};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn between(name: &str) -> Between {
    match name {
        "pchip" => Between::Pchip,
        "quintic" => Between::Quintic,
        "cubic_natural" => Between::CubicNatural,
        "cubic_periodic" => Between::CubicPeriodic,
        "cubic_not_a_knot" => Between::CubicNotAKnot,
        other => panic!("{other} is not known"),
    }
}

#[test]
fn pieces_are_those_of_scipy() {
    let mut seen = 0;
    for case in golden("samples.json")["cases"].as_array().expect("cases") {
        let (places, values) = (numbers(&case["places"]), numbers(&case["values"]));
        let kind = between(case["between"].as_str().expect("a name"));
        let outside = if kind == Between::CubicPeriodic { Outside::Periodic } else { Outside::Hold };
        let function = SampledFunction::new(&places, &values, kind, outside).expect("a function");
        for (order, key) in ["value", "slope", "second"].into_iter().enumerate() {
            let expected = numbers(&case[key]);
            let size = expected.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
            for (at, expected) in numbers(&case["at"]).into_iter().zip(expected) {
                // where periods meet the second derivative is that of the other side, which is the same but for rounding
                let found = function.at(at, order);
                assert!((found - expected).abs() < 1e-13 * size, "{kind:?} {key} at {at}: {found} beside {expected}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

const PLACES: [f64; 6] = [-0.5, 0.0, 0.25, 1.0, 1.125, 3.0];
const VALUES: [f64; 6] = [1.0, 2.0, -1.0, 0.5, 0.5, 1.0];

fn functions() -> Vec<SampledFunction> {
    use Between::{CubicNatural, CubicNotAKnot, CubicPeriodic, Linear, Pchip, Previous, Quintic};
    use Outside::{Hold, Nothing, Periodic, Zero};
    let mut all = Vec::new();
    for between in [Previous, Linear, Pchip, CubicNatural, CubicNotAKnot, CubicPeriodic, Quintic] {
        for outside in [Hold, Zero, Periodic, Nothing] {
            all.push(SampledFunction::new(&PLACES, &VALUES, between, outside).expect("a function"));
        }
    }
    all
}

#[test]
fn derivatives_are_those_of_dual_numbers_of_recordings_and_of_differences() {
    for function in functions() {
        let inputs = vec![Input { name: "t".into(), rate: Rate::Step }];
        let graph = record(Precision::Double, inputs, |x| {
            let value = function.at(x[0], 0);
            let slope = derivatives_along(&[value], &[(x[0], vec![Traced::one()])]);
            vec![value, slope[0][0]]
        });
        let tape = Tape::new(&graph, &Schedule::new(&graph));
        let lanes = tape.evaluate(&[&[Lanes::<8>::from_lanes(|lane| -0.45 + 0.4 * lane as f64)]]);
        for lane in 0..8 {
            let t = -0.45 + 0.4 * lane as f64;
            let dual = function.at(Dual { re: t, eps: [1.0] }, 0);
            let recorded = interpret(&graph, &[t]);
            let slope = function.at(t, 1);
            assert_eq!(dual.re, function.at(t, 0));
            assert_eq!([recorded[0], recorded[1]], [lanes[0].lane(lane), lanes[1].lane(lane)]);
            assert!((recorded[0] - dual.re).abs() < 1e-15);
            assert!((dual.eps[0] - slope).abs() < 1e-13 && (recorded[1] - slope).abs() < 1e-13, "{t}");
            let h = 1e-5;
            let difference = (function.at(t + h, 0) - function.at(t - h, 0)) / (2.0 * h);
            assert!((difference - slope).abs() < 1e-6, "{t}: {difference} beside {slope}");
        }
    }
}

#[test]
fn outside_of_its_samples_a_function_is_what_is_asked_for() {
    let function = |outside| SampledFunction::new(&PLACES, &VALUES, Between::Linear, outside).expect("a function");
    for (outside, before, behind) in [
        (Outside::Hold, 1.0, 1.0),
        (Outside::Zero, 0.0, 0.0),
        (Outside::Periodic, function(Outside::Hold).at(-0.75 + 3.5, 0), function(Outside::Hold).at(0.125, 0)),
        (Outside::Nothing, f64::NAN, f64::NAN),
    ] {
        let function = function(outside);
        let found = [function.at(-0.75, 0), function.at(0.125 + 3.5, 0)];
        assert!(
            found.iter().zip([before, behind]).all(|(a, b)| (a - b).abs() < 1e-14 || a.is_nan() && b.is_nan()),
            "{found:?}"
        );
        assert_eq!([function.at(-0.5, 0), function.at(3.0, 0)], [1.0; 2], "the ends belong to it");
        assert!(function.at(f64::NAN, 0).is_nan() && function.at(f64::NAN, 1).is_nan());
    }
    assert!(function(Outside::Hold).at(-0.75, 1) == 0.0);
}

/// Pieces of equal length are found by arithmetic alone where they are smooth: at, beside and between all samples.
#[test]
fn equal_pieces_are_found_by_arithmetic() {
    let places: Vec<f64> =
        (0..5001).map(|i| format!("{:.3}", 0.001 * f64::from(i) + 3.0).parse().expect("a number")).collect();
    let values: Vec<f64> = places.iter().map(|t| (7.0 * t).sin()).collect();
    for outside in [Outside::Hold, Outside::Zero, Outside::Nothing] {
        let function = SampledFunction::new(&places, &values, Between::CubicNotAKnot, outside).expect("a function");
        for (place, value) in places.iter().zip(&values) {
            assert!((function.at(*place, 0) - value).abs() < 1e-15, "{place}");
            for t in [place.next_down(), place.next_up(), place + 4e-4].into_iter().filter(|t| *t >= 3.0 && *t <= 8.0) {
                assert!((function.at(t, 0) - (7.0 * t).sin()).abs() < 1e-10, "{t}");
                assert!((function.at(t, 1) - 7.0 * (7.0 * t).cos()).abs() < 1e-6, "{t}");
            }
        }
    }
}

#[test]
fn samples_that_make_no_function_are_refused() {
    let message = |places: &[f64], values: &[f64], between| {
        SampledFunction::new(places, values, between, Outside::Hold).expect_err("no function").to_string()
    };
    assert_eq!(message(&[1.0], &[1.0], Between::Linear), "found too few samples, 1; accepted: at least 2");
    assert!(
        message(&[0.0, 1.0, 1.0], &[1.0; 3], Between::Linear)
            .starts_with("sample 2 is at 1.0, and the one before it at 1.0")
    );
    assert!(message(&[0.0, 1.0], &[1.0, f64::NAN], Between::Linear).starts_with("sample 1 is NaN"));
    assert!(message(&[0.0, 1.0, 2.0], &[1.0, 2.0, 1.5], Between::CubicPeriodic).contains("they differ by 5e-1"));
}
