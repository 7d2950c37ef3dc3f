//! Laws that every parameterisation satisfies.

use super::*;
use crate::num::Dual;

/// Returns orientations, angular velocities and angular accelerations; the second angle is at most 1.1 rad.
fn states() -> Vec<(UnitQuaternion<f64>, Vec3<f64>, Vec3<f64>)> {
    let turns = [[0.0, 0.0, 0.0], [0.4, -0.3, 0.2], [-0.2, 0.9, 0.5], [2.5, 0.1, -0.4], [1e-9, 0.0, -2e-9]];
    let rates = [[0.3, -0.8, 1.1], [0.0, 0.0, 0.0], [-2.0, 0.5, 0.7], [1.0, 1.0, -1.0], [0.2, 0.4, 150.0]];
    let accelerations = [[1.0, 0.2, -0.5], [0.0, 0.0, 0.0], [-3.0, 4.0, 0.1], [0.7, 0.0, 2.0], [5.0, -5.0, 1.0]];
    let vector = Vec3::constant;
    (0..5).map(|i| (UnitQuaternion::exp(vector(turns[i])), vector(rates[i]), vector(accelerations[i]))).collect()
}

fn state(
    parameterisation: RotationParameterisation,
    orientation: UnitQuaternion<f64>,
    w: Vec3<f64>,
) -> (Vec<f64>, Vec<f64>) {
    let (mut q, mut v) = (vec![0.0; parameterisation.coordinate_count()], vec![0.0; parameterisation.velocity_count()]);
    parameterisation.write(orientation, w, &mut q, &mut v);
    (q, v)
}

fn size(m: Mat3<f64>) -> f64 {
    m.to_array().iter().fold(0.0, |a: f64, b| a.max(b.abs()))
}

/// Returns q and v a moment later, with derivatives with respect to the time at v' = rate: by the increment of the
/// group or by the slope of the parameterisation.
fn moving(
    parameterisation: RotationParameterisation,
    q: &[f64],
    v: &[f64],
    rate: &[f64],
) -> (Vec<Dual<f64, 1>>, Vec<Dual<f64, 1>>) {
    let dual = |re: &f64, eps: f64| Dual { re: *re, eps: [eps] };
    let v_dual: Vec<_> = v.iter().zip(rate).map(|(v, r)| dual(v, *r)).collect();
    let q_still: Vec<_> = q.iter().map(|q| dual(q, 0.0)).collect();
    if parameterisation.is_group() {
        let w = parameterisation.angular_velocity(q, v);
        let half = Vec3::new(dual(&0.0, w.x / 2.0), dual(&0.0, w.y / 2.0), dual(&0.0, w.z / 2.0));
        let exp = UnitQuaternion { w: dual(&1.0, 0.0), v: half };
        let mut q_dual = q_still.clone();
        parameterisation.compose(&q_still, exp, &mut q_dual);
        return (q_dual, v_dual);
    }
    let mut slope = vec![0.0; parameterisation.coordinate_count()];
    parameterisation.slope(q, v, &mut slope);
    (q.iter().zip(&slope).map(|(q, s)| dual(q, *s)).collect(), v_dual)
}

#[test]
fn what_is_written_is_read_back() {
    for parameterisation in RotationParameterisation::ALL {
        for (orientation, w, _) in states() {
            let (q, v) = state(*parameterisation, orientation, w);
            let back = parameterisation.orientation(&q);
            let apart = orientation.inverse().multiply(back).log().norm();
            assert!(apart < 1e-15, "{parameterisation:?}: {apart:e}");
            let error = (parameterisation.angular_velocity(&q, &v) - w).norm();
            assert!(error < 1e-15 * (1.0 + 4.0 * w.norm()), "{parameterisation:?}: {error:e}");
            let difference = size(parameterisation.rotation(&q) - back.matrix());
            assert!(difference < 1e-15, "{parameterisation:?}: {difference:e}");
        }
    }
}

#[test]
fn rates_and_angular_accelerations_are_inverse() {
    for parameterisation in RotationParameterisation::ALL {
        for (orientation, w, acceleration) in states() {
            let (q, v) = state(*parameterisation, orientation, w);
            let mut rate = vec![0.0; parameterisation.velocity_count()];
            parameterisation.velocity_rate(&q, &v, acceleration, &mut rate);
            let error = (parameterisation.angular_acceleration(&q, &v, &rate) - acceleration).norm();
            // the rates of the angles enter squared
            let scale = 1.0 + acceleration.norm() + w.norm_squared();
            assert!(error < 4e-15 * scale, "{parameterisation:?}: {error:e}");
        }
    }
}

#[test]
fn the_rotation_moves_with_the_angular_velocity() {
    // R' = R W~
    for parameterisation in RotationParameterisation::ALL {
        for (orientation, w, _) in states() {
            let (q, v) = state(*parameterisation, orientation, w);
            let (q_dual, _) = moving(*parameterisation, &q, &v, &vec![0.0; v.len()]);
            let moved = parameterisation.rotation(&q_dual).to_array().map(|x| x.eps[0]);
            let expected = (parameterisation.rotation(&q) * Mat3::skew(w)).to_array();
            for (a, b) in moved.iter().zip(&expected) {
                assert!((a - b).abs() < 1e-14 * (1.0 + w.norm()), "{parameterisation:?}: {a} {b}");
            }
        }
    }
}

#[test]
fn the_angular_velocity_moves_with_the_angular_acceleration() {
    for parameterisation in RotationParameterisation::ALL {
        for (orientation, w, acceleration) in states() {
            let (q, v) = state(*parameterisation, orientation, w);
            let mut rate = vec![0.0; parameterisation.velocity_count()];
            parameterisation.velocity_rate(&q, &v, acceleration, &mut rate);
            let (q_dual, v_dual) = moving(*parameterisation, &q, &v, &rate);
            let moved = parameterisation.angular_velocity(&q_dual, &v_dual).to_array().map(|x| x.eps[0]);
            let error = (Vec3::constant(moved) - acceleration).norm();
            let scale = 1.0 + acceleration.norm() + w.norm_squared();
            assert!(error < 1e-14 * scale, "{parameterisation:?}: {error:e}");
        }
    }
}

#[test]
fn increments_are_compositions_less_the_beginning() {
    for parameterisation in RotationParameterisation::ALL.iter().filter(|c| c.is_group()) {
        for (orientation, w, _) in states() {
            let psi = w * 0.01;
            let (q, _) = state(*parameterisation, orientation, w);
            let exp = UnitQuaternion::exp(psi);
            let (mut end, mut delta) = (q.clone(), q.clone());
            parameterisation.compose(&q, exp, &mut end);
            parameterisation.increment(&q, UnitQuaternion { w: exp.w - 1.0, v: exp.v }, &mut delta);
            for i in 0..q.len() {
                assert!((q[i] + delta[i] - end[i]).abs() < 1e-15, "{parameterisation:?}: {q:?} {delta:?} {end:?}");
            }
            let apart = orientation.multiply(exp).inverse().multiply(parameterisation.orientation(&end)).log().norm();
            assert!(apart < 2e-15, "{parameterisation:?}: {apart:e}");
        }
    }
}

#[test]
fn increments_bring_coordinates_back_to_the_group() {
    let exp = UnitQuaternion::exp(Vec3::new(0.02, -0.01, 0.03));
    let exp_minus_one = UnitQuaternion { w: exp.w - 1.0, v: exp.v };
    let defect = |parameterisation: RotationParameterisation, q: &[f64]| match parameterisation {
        RotationParameterisation::Matrix => {
            size(parameterisation.rotation(q).transpose() * parameterisation.rotation(q) - Mat3::identity())
        }
        _ => (q.iter().map(|q| q * q).sum::<f64>() - 1.0).abs(),
    };
    for parameterisation in [RotationParameterisation::Quaternion, RotationParameterisation::Matrix] {
        let (mut q, _) = state(parameterisation, states()[2].0, Vec3::zero());
        q.iter_mut().enumerate().for_each(|(i, q)| *q += 1e-6 * (i as f64 - 2.5));
        let before = defect(parameterisation, &q);
        let mut delta = q.clone();
        parameterisation.increment(&q, exp_minus_one, &mut delta);
        q.iter_mut().zip(&delta).for_each(|(q, d)| *q += d);
        // what is left is of first order in the defect times second order in the angle of rotation, 5e-4
        assert!(
            before > 1e-6 && defect(parameterisation, &q) < 1e-3 * before,
            "{parameterisation:?}: {before:e} {:e}",
            defect(parameterisation, &q)
        );
    }
}

#[test]
fn the_margin_is_the_cosine_of_the_second_angle() {
    for parameterisation in RotationParameterisation::ALL {
        let orientation = UnitQuaternion::exp(Vec3::new(0.0, 1.2, 0.0));
        let (q, _) = state(*parameterisation, orientation, Vec3::zero());
        let expected = if parameterisation.has_singularity() { 1.2f64.cos() } else { 1.0 };
        assert!((parameterisation.margin(&q) - expected).abs() < 1e-15, "{parameterisation:?}");
    }
}

#[test]
fn generalised_forces_have_the_power_of_the_torque() {
    let torque = Vec3::new(0.7, -1.3, 2.1);
    for parameterisation in RotationParameterisation::ALL {
        for (orientation, w, _) in states() {
            let (q, v) = state(*parameterisation, orientation, w);
            let mut forces = vec![0.0; parameterisation.velocity_count()];
            parameterisation.generalised_forces(&q, torque, &mut forces);
            let power: f64 = forces.iter().zip(&v).map(|(f, v)| f * v).sum();
            let error = (power - torque.dot(w)).abs();
            assert!(error < 4e-15 * (1.0 + torque.norm() * w.norm()), "{parameterisation:?}: {error:e}");
            // and nothing along Euler parameters themselves
            if *parameterisation == RotationParameterisation::EulerParameterRates {
                let along: f64 = forces.iter().zip(&q).map(|(f, p)| f * p).sum();
                assert!(along.abs() < 1e-15, "{along:e}");
            }
        }
    }
}

#[test]
fn angular_accelerations_may_be_scaled() {
    let scale = 0.3;
    for parameterisation in RotationParameterisation::ALL {
        for (orientation, w, acceleration) in states() {
            let (q, v) = state(*parameterisation, orientation, w);
            let mut rate = vec![0.0; parameterisation.velocity_count()];
            parameterisation.velocity_rate(&q, &v, acceleration, &mut rate);
            rate.iter_mut().for_each(|x| *x *= scale);
            let found = parameterisation.scaled_angular_acceleration(&q, &v, &rate, scale);
            let error = (found - acceleration * scale).norm();
            assert!(error < 4e-15 * (1.0 + acceleration.norm() + w.norm_squared()), "{parameterisation:?}: {error:e}");
        }
    }
}
