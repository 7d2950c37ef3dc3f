//! Lines that turn within an element: what is said of them, and that the elements that are asked for are enough.

use super::*;

const WIDTH: f64 = 0.02;
const HEIGHT: f64 = 0.01;
const YOUNGS: f64 = 7e10;

/// A cantilever of the length 1 m with this curvature at rest under a small force at its tip.
fn cantilever(curvature: [f64; 3], keys: &str) -> String {
    let section = format!(
        "section = {{ kind = \"rectangle\", width = {WIDTH:?}, height = {HEIGHT:?}, youngs_modulus = {YOUNGS:?}, density = 2700 }}"
    );
    let keys = format!("length = 1\ncurvature = {curvature:?}\n{keys}\n{section}");
    beam(&keys) + CLAMP + TIP + &tip_force("[0, 1e-3, -2e-3]") + "[statics]\nload_steps = 1\n"
}

/// The displacement of the tip under the small force by the flexibility of sections of the twisted line: the integral of
/// (L - s)^2 R(s) diag(1/EI) R(s)^T, less shear, which is 1e-4 of it.
fn of_twisted(twist: f64) -> [f64; 2] {
    let area = WIDTH * HEIGHT;
    let [about_2, about_3] = [area * HEIGHT.powi(2) / 12.0, area * WIDTH.powi(2) / 12.0];
    let (fy, fz, steps) = (1e-3, -2e-3, 20_000);
    let mut moved = [0.0; 2];
    for k in 0..steps {
        let s = (f64::from(k) + 0.5) / f64::from(steps);
        let (sin, cos) = (twist * s).sin_cos();
        // the moment (L - s) e_1 x F about axes 2 and 3 of the section, and the curvature that it makes
        let [my, mz] = [-(1.0 - s) * fz, (1.0 - s) * fy];
        let [k2, k3] = [(cos * my + sin * mz) / (YOUNGS * about_2), (-sin * my + cos * mz) / (YOUNGS * about_3)];
        let [ky, kz] = [cos * k2 - sin * k3, sin * k2 + cos * k3];
        moved[0] += (1.0 - s) * kz / f64::from(steps);
        moved[1] -= (1.0 - s) * ky / f64::from(steps);
    }
    moved
}

fn coarse(text: &str) -> Option<gyrosweep::model::beam::Coarse> {
    let scenario = parse(&format!("{text}{METHOD}"));
    let mechanism = &scenario.study.mechanism;
    mechanism.beams[0].coarse(&mechanism.defaults())
}

#[test]
fn the_elements_that_are_asked_for_are_enough() {
    let twist = 4.0 * std::f64::consts::PI;
    let expected = of_twisted(twist);
    for (order, metric, enough) in [
        (1, "quaternion", 12),
        (2, "quaternion", 6),
        (3, "quaternion", 6),
        (4, "quaternion", 4),
        (2, "matrix", 12),
        (6, "matrix", 4),
    ] {
        let keys = |elements: usize| format!("order = {order}\nmetric = \"{metric}\"\nelements = {elements}");
        let few = cantilever([twist, 0.0, 0.0], &keys(enough - 1));
        let said =
            coarse(&few).unwrap_or_else(|| panic!("nothing is said of {} elements of order {order}", enough - 1));
        assert_eq!(said.enough, enough, "{}", said.message);
        let text = cantilever([twist, 0.0, 0.0], &keys(enough));
        assert!(coarse(&text).is_none(), "{order} {metric}");
        let [_, y, z] = xyz(&equilibrium(&text), "tip");
        let error = (y - expected[0]).hypot(z - expected[1]) / expected[0].hypot(expected[1]);
        println!("order {order}, {metric}, {enough} elements: {error:.1e}");
        assert!(error < 0.02, "order {order}, {metric}: {error:e}");
    }
}

#[test]
fn lines_of_many_turns_and_few_elements_are_named() {
    let said = |curvature, keys| coarse(&cantilever(curvature, keys)).map(|coarse| coarse.enough);
    assert_eq!(said([125.0, 0.0, 0.0], "elements = 2"), Some(40));
    assert_eq!(said([0.0, 3.0, 0.0], "elements = 1"), Some(2));
    assert_eq!(said([0.0, 3.0, 4.0], "elements = 3"), Some(4));
    assert_eq!(said([3.0, 1.5, 0.0], "elements = 1"), None);
    // a blade: 0.02 rad/m over 6 m
    assert_eq!(said([0.12, 0.0, 0.0], "elements = 1\norder = 1"), None);
}
