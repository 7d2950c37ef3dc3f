//! The order of every method, by the slope of its errors.

use super::{Top, explicit, integrate, is_splitting, observed};
use crate::common::{distance, golden, numbers, scenario, slope};
use gyrosweep::integrator::{self, supports};
use gyrosweep::lie::{RotationParameterisation, UnitQuaternion};
use gyrosweep::num::Vec3;

/// Numbers of steps in the asymptotic range: errors from 1e-3 (order 1) and 1e-9 (order 8) down to where rounding
/// begins to show, 1e-13.
fn resolutions(order: usize, parameterisation: RotationParameterisation, base: f64) -> Vec<usize> {
    let coarsest = base * [0.0, 64.0, 16.0, 6.0, 3.0, 6.0, 1.2, 0.7, 0.6][order];
    // the error of tsit5 at its order is so small that in the classical parameterisations that of the next hides it longer
    let finer = if order == 5 && !parameterisation.is_group() { 1.5 } else { 1.0 };
    [1.0, 1.25, 1.6, 2.0].iter().map(|f| (coarsest * finer * f) as usize).collect()
}

/// The order of every method on a top in a parameterisation, against a fine solution of another method.
fn orders(
    make: fn(RotationParameterisation) -> Top,
    orientation: UnitQuaternion<f64>,
    w: [f64; 3],
    duration: f64,
    base: f64,
) {
    let reference = {
        let mut top = make(RotationParameterisation::Quaternion);
        let (q, v) = top.state(orientation, w);
        let end = integrate(integrator::find("dop853").unwrap(), &mut top, (&q, &v), duration, (base * 12.0) as usize);
        observed(&top, &end)
    };
    for parameterisation in RotationParameterisation::ALL {
        for integrator in explicit() {
            if is_splitting(integrator) && !parameterisation.is_group() {
                continue;
            }
            let mut top = make(*parameterisation);
            let (q, v) = top.state(orientation, w);
            supports(integrator, &mut top, 0, (0.0, &q)).unwrap();
            let points: Vec<(f64, f64)> = resolutions(integrator.order, *parameterisation, base)
                .into_iter()
                .map(|steps| {
                    let end = integrate(integrator, &mut top, (&q, &v), duration, steps);
                    (duration / steps as f64, distance(&observed(&top, &end), &reference))
                })
                .collect();
            let order = slope(&points);
            println!("{parameterisation:?} {}: {order:.3} {points:?}", integrator.name);
            assert!(
                (order - integrator.order as f64).abs() < 0.2,
                "{parameterisation:?} {}: {order} {points:?}",
                integrator.name
            );
        }
    }
}

#[test]
fn every_method_has_its_order_on_a_driven_body_in_every_parameterisation() {
    let orientation = UnitQuaternion { w: 0.98, v: Vec3::new(0.1, -0.12, 0.08) }.normalized();
    orders(Top::driven, orientation, [0.9, 0.3, -0.4], 3.0, 24.0);
}

#[test]
fn every_method_converges_to_the_reference_of_the_heavy_top_with_its_order() {
    let s = scenario("heavy_top", &[]);
    let mechanism = &s.study.mechanism;
    let mut top = s.study.formulated().system(mechanism, &mechanism.defaults());
    let (q, v) = s.study.formulated().initial(mechanism, &mechanism.defaults());
    let data = golden("p02_heavytop.json");
    let result = &data["cases"][1]["results"][0];
    assert_eq!(result["t"].as_f64(), Some(0.1));
    let expected = numbers(&result["x"]);
    for integrator in explicit() {
        supports(integrator, &mut top, 0, (0.0, &q)).unwrap();
        // 150 rad/s: 15 rad in 0.1 s
        let coarsest = [0, 40_000, 2000, 500, 200, 150, 80, 60, 40][integrator.order];
        let points: Vec<(f64, f64)> = [1.0, 1.25, 1.6, 2.0]
            .map(|f| {
                let steps = (f64::from(coarsest) * f) as usize;
                let (q, _) = integrate(integrator, &mut top, (&q, &v), 0.1, steps);
                let x = RotationParameterisation::Quaternion.rotation(&q).column(1).to_array(); // the arm is 1 m along y
                (0.1 / steps as f64, distance(&x, &expected))
            })
            .to_vec();
        let order = slope(&points);
        println!("{}: {order:.3} {points:?}", integrator.name);
        assert!((order - integrator.order as f64).abs() < 0.2, "{}: {order} {points:?}", integrator.name);
    }
}
