//! B^T mu three ways: as it is written, from duals of Phi, from differences of Phi. Constraints need not hold for that.

use super::kkt::{Equations, residual};
use super::{Tree, any, every_kind, mixed, on_a_moving_base};
use gyrosweep::lie::{LieGroup, UnitQuaternion};
use gyrosweep::num::{Dual, Real, Vec3};
use gyrosweep::problem::{Factor, along};

#[test]
fn constraint_forces_have_the_power_of_the_multipliers() {
    for (seed, mechanism) in [every_kind(), mixed(), on_a_moving_base(mixed())].into_iter().enumerate() {
        let name = ["absolute", "absolute_rotation_vector", "absolute_matrix"][seed];
        let mut tree = Tree::new(mechanism, 0.4, seed, name);
        // bodies that are where their joints do not want them
        let layout = tree.absolute.layout().clone();
        for place in layout.places() {
            let own = &mut tree.x[place.q..place.q + place.factor.coordinate_count()];
            match place.factor {
                Factor::Rotation(rotation) => {
                    let turn = UnitQuaternion::exp(Vec3::new(any(place.q, 5), any(place.q, 6), any(place.q, 7)) * 0.2);
                    let turned = rotation.orientation(own).multiply(turn);
                    rotation.write(turned, Vec3::zero(), own, &mut [0.0; 3]);
                }
                Factor::Vector(_) => own.iter_mut().enumerate().for_each(|(i, x)| *x += 0.1 * any(place.q + i, 8)),
                _ => {}
            }
        }
        let Tree { mechanism, t, absolute, x, u, .. } = &tree;
        let n = u.len();
        let transposed = Equations::new(absolute, mechanism, (*t, x, u)).transposed;
        let m = transposed.ncols();
        assert!(transposed.iter().filter(|b| b.abs() > 1e-3).count() > 4 * m, "{transposed}");
        for i in 0..n {
            let v: Vec<f64> = (0..n).map(|k| if k == i { 1.0 } else { 0.0 }).collect();
            let (q1, v1) = along(&layout, x, &v, &vec![0.0; n]);
            let zeros = (vec![Dual::zero(); n], vec![Dual::zero(); m]);
            let time = Dual::constant(*t);
            let phi = residual(absolute, mechanism, (time, &q1, &v1), Dual::one(), (&zeros.0, &zeros.1));
            // central differences of order 2 with the step h
            let h = 1e-5;
            let moved = |sign: f64| {
                let mut q = x.clone();
                for place in layout.places() {
                    let own = &mut q[place.q..place.q + place.factor.coordinate_count()];
                    match place.factor {
                        Factor::Rotation(rotation) => {
                            let turn = UnitQuaternion::exp(Vec3::from_slice(&v[place.v..]) * (sign * h));
                            rotation.write(rotation.orientation(own).multiply(turn), Vec3::zero(), own, &mut [0.0; 3]);
                        }
                        Factor::Vector(_) => {
                            own.iter_mut().zip(&v[place.v..]).for_each(|(x, v)| *x += sign * h * v);
                        }
                        _ => {}
                    }
                }
                residual(absolute, mechanism, (*t, &q, u), 1.0, (&vec![0.0; n], &vec![0.0; m]))
            };
            let (forward, back) = (moved(1.0), moved(-1.0));
            for row in 0..m {
                let (written, dual) = (transposed[(i, row)], phi[n + row].eps[0]);
                let difference = (forward[n + row] - back[n + row]) / (2.0 * h);
                assert!((written - dual).abs() < 1e-13, "row {row}, velocity {i}: {written} {dual}");
                // third derivatives of about one times h^2, and rounding over h
                assert!((written - difference).abs() < 1e-9, "row {row}, velocity {i}: {written} {difference}");
            }
        }
    }
}
