//! Figures 5 to 8.

use super::{CONTINUOUS, FORMS, data, number, top, top_with};
use crate::common::{column, cpu_backends, distance, numbers, run_on, slope, vector};

/// The samples of some columns at every step of a run.
fn samples(form: &str, duration: f64, further: &str, columns: &[&str]) -> Vec<Vec<f64>> {
    let s = top_with(form, 2e-3, duration, &format!("{further}\n[sampling]\nevery = 2e-3"));
    let chunk = run_on(cpu_backends()[2].1.as_ref(), &s);
    let places: Vec<usize> = columns.iter().map(|name| column(&s, name)).collect();
    let rows = chunk.samples.values.each_row();
    rows.map(|row| places.iter().map(|place| row[*place]).collect()).collect()
}

#[test]
fn figure_5_the_rotation_vector_turns_about_the_top() {
    let rotation = "[[output]]\nname = \"psi\"\nquantity = \"rotation_vector\"\nbody = \"top\"\n";
    for form in FORMS {
        let expected = numbers(&data()["figure_5"][form]);
        let rows = samples(form, 0.1, rotation, &["psi.y"]);
        assert_eq!(rows.len(), expected.len() + 1, "{form}");
        for (k, (row, expected)) in rows[1..].iter().zip(&expected).enumerate() {
            assert!((row[0] - expected).abs() < 1e-10, "{form}, step {}: {} {expected}", k + 1, row[0]);
        }
    }
}

#[test]
fn figure_6_the_residual_form_alone_misses_the_bottom() {
    for (form, duration) in [("residual", 0.5), ("linear", 0.5), ("geometric", 1.2)] {
        let figure = &data()["figures_6_7"][form];
        let rows = samples(form, duration, "", &["com.z"]);
        let (at, lowest) =
            rows.iter().enumerate().fold((0, 0.0), |low, (k, z)| if z[0] < low.1 { (k, z[0]) } else { low });
        println!("{form}: {lowest} at {} s", at as f64 * 2e-3);
        assert!((lowest - number(&figure["min_x3"])).abs() < 1e-9, "{form}: {lowest}");
        assert!((at as f64 * 2e-3 - number(&figure["t_min_x3"])).abs() < 1e-9, "{form}: {at}");
        assert_eq!(lowest < -0.999, form != "residual", "{form}: {lowest}");
    }
}

#[test]
fn figure_7_first_multipliers_swing_most_in_the_geometric_form() {
    let swings = FORMS.map(|form| {
        let figure = &data()["figures_6_7"][form];
        let rows = samples(form, 0.1, "", &["support.x"]);
        for (row, expected) in rows[1..].iter().zip(numbers(&figure["lambda1_first_20_steps"])) {
            assert!((row[0] - expected).abs() < 1e-6 * expected.abs().max(1.0), "{form}: {} {expected}", row[0]);
        }
        let second = rows[1..27].windows(3).map(|w| (w[0][0] - 2.0 * w[1][0] + w[2][0]).abs()).fold(0.0, f64::max);
        let expected = number(&figure["lambda1_max_abs_second_difference_first_26_steps"]);
        println!("{form}: {second} {expected}");
        assert!((second / expected - 1.0).abs() < 1e-6, "{form}: {second} {expected}");
        second
    });
    assert!(swings[2] > 8.0 * swings[0].max(swings[1]), "{swings:?}");
}

#[test]
fn figure_8_orders_at_a_tenth_of_a_second() {
    let all = FORMS.map(|form| {
        let mut points = Vec::new();
        for expected in data()["figure_8"][form].as_array().expect("rows") {
            let h = number(&expected["h"]);
            // shorter steps take long without optimisation
            if h < 2e-4 {
                continue;
            }
            let s = top(form, h, 0.1);
            let x = vector(&s, &run_on(cpu_backends()[2].1.as_ref(), &s), 0, "com");
            let error = distance(&x, &CONTINUOUS) / distance(&CONTINUOUS, &[0.0; 3]); // (115)
            assert!((error / number(&expected["x_vs_continuous"]) - 1.0).abs() < 1e-5, "{form} {h}: {error:e}");
            points.push((h, error));
        }
        let order = slope(&points);
        println!("{form}: order {order:.3}, {points:?}");
        let expected = if form == "residual" { 1.0 } else { 2.0 };
        assert!((order - expected).abs() < 0.2, "{form}: {order}");
        points
    });
    let ratio = all[2][0].1 / all[1][0].1;
    assert!((ratio - 12.0).abs() < 0.5, "{ratio}");
}
