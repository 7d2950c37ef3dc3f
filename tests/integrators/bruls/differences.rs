//! Table 3: differences of repeated runs beside the derivatives of the discrete solutions by the mass.

use super::{FORMS, data, number, reference, top_with};
use crate::common::{cpu_backends, distance, numbers, run_on, vector};

/// Offsets in units of epsilon times the mass, and their weights.
type Points = &'static [(f64, f64)];

/// Differences of the position at 0.1 s by the mass, with epsilon: backward, central and of five points.
const DIFFERENCES: [(f64, Points); 3] = [
    (1e-7, &[(0.0, 1.0), (-1.0, -1.0)]),
    (1e-5, &[(1.0, 0.5), (-1.0, -0.5)]),
    (1e-3, &[(-2.0, 1.0 / 12.0), (-1.0, -8.0 / 12.0), (1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)]),
];

/// The mass of the scenario, kg.
const MASS: f64 = 15.0;

#[test]
fn table_3_differences_come_as_near_as_their_truncation_and_rounding_let_them() {
    for form in FORMS {
        let exact = numbers(&reference(form, 2e-3)["by_m"]["dx"]);
        let truncation = &data()["truncation_of_differences"][form][0];
        let truncation = numbers(&truncation["backward_1e-7, central_1e-5, five-point_1e-3"]);
        let printed = numbers(&data()["printed"]["table3"][form]);
        let mut masses: Vec<f64> = Vec::new();
        for (epsilon, points) in DIFFERENCES {
            masses.extend(points.iter().map(|(offset, _)| MASS * (1.0 + offset * epsilon)));
        }
        let plan = format!("[plan]\nkind = \"grid\"\n[plan.vary]\nmass = {masses:?}\n");
        let s = top_with(form, 2e-3, 0.1, &plan);
        let chunk = run_on(cpu_backends()[2].1.as_ref(), &s);
        let (mut member, mut errors) = (0, Vec::new());
        for (epsilon, points) in DIFFERENCES {
            let mut slope = [0.0; 3];
            for (_, weight) in points {
                let x = vector(&s, &chunk, member, "com");
                (0..3).for_each(|i| slope[i] += weight * x[i] / (MASS * epsilon));
                member += 1;
            }
            errors.push(distance(&slope, &exact) / distance(&slope, &[0.0; 3])); // (118)
        }
        println!("{form}: {errors:?}, truncation alone {truncation:?}, printed {printed:?}");
        // rounding of 1e-16 m, some of them in a difference, over epsilon m |x'|, which is 0.1 m
        for ((error, truncation), (epsilon, _)) in errors.iter().zip(&truncation).zip(DIFFERENCES) {
            assert!((error - truncation).abs() < 2e-15 / (0.1 * epsilon), "{form}: {errors:?} {truncation:e}");
        }
        // the powers of ten of the paper
        assert!(errors[2] < 2e-11 && errors[1] > 5.0 * errors[2] && errors[0] > 50.0 * errors[1], "{form}: {errors:?}");
        assert!(number(&data()["parameters"]["m"]) == MASS);
    }
}
