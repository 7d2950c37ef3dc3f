//! How well the linearised equations of a step are conditioned.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::io::scenario::{Overrides, Scenario};
use crate::linalg::{DMatrix, Svd};
use crate::plot::{Dimension, Lines, Series, lines};
use std::path::Path;

const STEPS: [f64; 6] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];

/// Mechanisms with constraints: a body on a joint, and closed loops.
const MECHANISMS: [(&str, &str); 3] = [
    ("heavy top", include_str!("../../../scenarios/heavy_top_constrained.toml")),
    ("slider-crank", include_str!("../../../scenarios/slider_crank.toml")),
    ("four-bar", include_str!("../../../scenarios/four_bar.toml")),
];

/// Returns the condition numbers of the iteration matrix, the largest of a first step, as it is and with neither the
/// equations of motion times beta h^2 nor the multipliers in these units.
fn conditions(text: &str, h: f64) -> [f64; 2] {
    let mut lines: Vec<String> = text.lines().map(ToString::to_string).collect();
    lines.iter_mut().filter(|line| line.starts_with("step = ")).for_each(|line| *line = format!("step = {h:e}"));
    let study = Scenario::parse(Path::new("test.toml"), &lines.join("\n"), Overrides::default()).unwrap().study;
    let (n, scale) = (study.implicit_layout().rates, study.method.implicit.coefficients.beta * h * h);
    let largest = |a: &DMatrix<f64>| Svd::new(a, 0.0).values()[0];
    let mut most = [0.0_f64; 2];
    let reference = step_reference(&study);
    for rows in reference.samples(&reference.matrix) {
        let mut scaled = DMatrix::zeros(rows.len(), rows.len());
        rows.iter().enumerate().for_each(|(i, row)| row.iter().for_each(|(j, entry)| scaled[(i, *j)] = *entry));
        let inverse = scaled.clone().full_piv_lu().try_inverse().unwrap();
        let factor = |i: usize, of_motion: f64, others: f64| if i < n { of_motion } else { others };
        let size = rows.len();
        let plain =
            DMatrix::from_fn(size, size, |i, j| scaled[(i, j)] * factor(i, 1.0 / scale, 1.0) * factor(j, 1.0, scale));
        let plain_inverse =
            DMatrix::from_fn(size, size, |i, j| inverse[(i, j)] * factor(i, 1.0, 1.0 / scale) * factor(j, scale, 1.0));
        for (most, (a, inverse)) in most.iter_mut().zip([(&scaled, &inverse), (&plain, &plain_inverse)]) {
            *most = most.max(largest(a) * largest(inverse));
        }
    }
    most
}

/// Returns the condition numbers of both matrices over the steps.
fn over_steps(text: &str) -> [Vec<(f64, f64)>; 2] {
    let all: Vec<(f64, [f64; 2])> = STEPS.iter().map(|h| (*h, conditions(text, *h))).collect();
    [0, 1].map(|k| all.iter().map(|(h, conditions)| (*h, conditions[k])).collect())
}

#[test]
fn the_condition_of_iteration_matrices_does_not_grow_with_smaller_steps() {
    for (name, text) in MECHANISMS {
        let [scaled, plain] = over_steps(text);
        // what is left for h -> 0 depends on masses and geometry alone
        let limit = scaled.last().unwrap().1;
        for (h, condition) in scaled.iter().filter(|(h, _)| *h <= 1e-4) {
            assert!((condition / limit - 1.0).abs() < 0.01, "{name}, {h:e}: {condition:e} {limit:e}");
        }
        assert!(scaled.iter().all(|(_, condition)| *condition < 1e5), "{name}: {scaled:?}");
        // without scaling it is of order h^-4
        let growth = (plain[5].1 / plain[3].1).log10() / 2.0;
        assert!((growth - 4.0).abs() < 0.1, "{name}: {growth} {plain:?}");
    }
}

#[test]
#[ignore = "draws benches/iteration_matrix_condition.svg"]
fn picture_of_the_condition() {
    let mut series = Vec::new();
    for (name, text) in MECHANISMS {
        let [scaled, plain] = over_steps(text);
        series.push(Series { name: name.into(), points: scaled });
        series.push(Series { name: format!("{name}, unscaled"), points: plain });
    }
    let content = Lines {
        title: "Condition of the iteration matrix".into(),
        x: Dimension::logarithmic("step (s)"),
        y: Dimension::logarithmic("condition number"),
        series,
        notes: vec!["as it is solved, and without scaling by beta h²; the largest of a first step".into()],
        ..Lines::default()
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/iteration_matrix_condition.svg");
    std::fs::write(path, lines(&content).unwrap().svg()).unwrap();
}

#[test]
fn there_is_an_order_where_no_sample_is_finite() {
    for size in 1..24 {
        let inputs = vec![Input { name: "x".into(), rate: crate::trace::Rate::Step }];
        let matrix = RecordedMatrix::new(Precision::Double, inputs, |inputs| {
            let x = inputs[0];
            let entry = |i: usize, j: usize| (j, x + crate::num::Real::constant((i * size + j) as f64));
            (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
        });
        let lost = vec![matrix.at(&[f64::NAN])];
        assert!(chosen(&matrix, lost).factor_count() >= size * size, "{size}");
    }
}
