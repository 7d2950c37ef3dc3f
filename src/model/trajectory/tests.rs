//! Trajectories: exact derivatives, continuity at the breaks, ends.

use super::*;
use crate::model::expression::{Formula, Scope};
use crate::num::Dual;

fn e(values: &[f64]) -> Vec<f64> {
    values.to_vec()
}

fn held(profile: Profile<f64>) -> Trajectory<f64> {
    Trajectory { profile, hold: true }
}

/// Returns one trajectory of every kind: what it is, and a time inside of each of its pieces.
fn examples() -> Vec<(Profile<f64>, Vec<f64>)> {
    let formula = {
        let scope = Scope::new(&["w".into()], &["t".into()]);
        Formula::new(Expr::parse("sin(w*t)*exp(-t)", &scope).unwrap()).evaluate(&[2.0])
    };
    vec![
        (
            Profile::Accelerations(accelerations::Accelerations {
                times: e(&[0.0, 0.5, 1.25]),
                accelerations: e(&[-8.0, 3.0]),
                position: 0.3,
                velocity: 0.7,
            }),
            e(&[0.2, 0.9]),
        ),
        (
            Profile::Polynomial(polynomial::Polynomial {
                breaks: e(&[0.0, 1.0, 2.0]),
                coefficients: vec![e(&[1.0, -2.0, 0.5, 0.25]), e(&[3.0, 1.0])],
            }),
            e(&[0.4, 1.7]),
        ),
        (
            Profile::PointToPoint(point_to_point::PointToPoint {
                from: 1.0,
                to: -1.0,
                speed: 2.0,
                acceleration: 4.0,
                start: 0.25,
            }),
            e(&[0.1, 0.5, 1.0, 1.5]),
        ),
        (Profile::Table(table::Table(expression::Expression { position: formula.clone() })), e(&[0.3])),
        (Profile::Expression(expression::Expression { position: formula }), e(&[0.0, 0.8])),
    ]
}

#[test]
fn every_kind_has_an_example() {
    assert_eq!(examples().len(), ALL.len());
}

#[test]
fn velocity_and_acceleration_are_the_derivatives() {
    for (profile, times) in examples() {
        for t in times {
            let at = |t: f64| profile.shape().at(t);
            let (h, point) = (1e-4, at(t));
            let slope = |f: fn(&TrajectoryPoint<f64>) -> f64| (f(&at(t + h)) - f(&at(t - h))) / (2.0 * h);
            // the third derivatives are of order ten
            assert!((point.velocity - slope(|p| p.position)).abs() < 1e-6, "{profile:?} {t}");
            assert!((point.acceleration - slope(|p| p.velocity)).abs() < 1e-6, "{profile:?} {t}");
        }
    }
}

#[test]
fn constant_accelerations_join_and_are_continuous_from_the_right() {
    let (profile, _) = examples().remove(0);
    let at = |t: f64| profile.shape().at(t);
    assert_eq!(at(0.0), TrajectoryPoint { position: 0.3, velocity: 0.7, acceleration: -8.0 });
    let (position, velocity) = (0.3 + 0.35 - 1.0, 0.7 - 4.0);
    let point = at(0.5);
    assert!((point.position - position).abs() < 1e-15 && (point.velocity - velocity).abs() < 1e-15);
    assert_eq!(point.acceleration, 3.0);
    assert_eq!(at(0.5f64.next_down()).acceleration, -8.0);
    assert!((at(1.25).position - (position + 0.75 * velocity + 0.5 * 3.0 * 0.5625)).abs() < 1e-15);
}

#[test]
fn point_to_point_arrives_at_rest() {
    let go =
        |to: f64, speed: f64| point_to_point::PointToPoint { from: 1.0, to, speed, acceleration: 4.0, start: 0.25 };
    // (target, speed, duration): 2 m at 2 m/s take 1.5 s, 0.25 m are too short to reach it
    for (to, speed, duration) in [(-1.0, 2.0, 1.5), (3.0, 2.0, 1.5), (1.25, 2.0, 0.5), (1.0, 2.0, 0.0)] {
        let shape = go(to, speed);
        let end = shape.end().unwrap();
        assert!((end - (0.25 + duration)).abs() < 1e-15, "{to}: {end}");
        let (first, last) = (shape.at(0.1), held(Profile::PointToPoint(shape)).at(end + 1.0));
        assert_eq!((first.position, first.velocity), (1.0, 0.0));
        assert!((last.position - to).abs() < 1e-15, "{to}: {last:?}");
        assert_eq!((last.velocity, last.acceleration), (0.0, 0.0));
    }
    let wrong = point_to_point::PointToPoint {
        from: Expr::Constant(0.0),
        to: Expr::Constant(1.0),
        speed: Expr::Constant(0.0),
        acceleration: Expr::Constant(1.0),
        start: Expr::Constant(0.0),
    };
    assert_eq!(wrong.check(&[]).unwrap_err().0, "trajectory.speed");
}

#[test]
fn a_held_trajectory_stays_at_its_last_position() {
    let (profile, _) = examples().remove(1);
    let trajectory = held(profile);
    assert_eq!(trajectory.at(2.0), TrajectoryPoint { position: 4.0, velocity: 0.0, acceleration: 0.0 });
    assert_eq!(trajectory.at(7.0), trajectory.at(2.0));
    assert_eq!(trajectory.at(1.5), TrajectoryPoint { position: 3.5, velocity: 1.0, acceleration: 0.0 });
}

#[test]
fn trajectories_are_differentiated_with_respect_to_parameters() {
    // x = a t^2 / 2 up to b, then on with the velocity a b: dx/da = b^2/2 + b (t - b), dx/db = a (t - b)
    let var = |value: f64, at: usize| Dual::<f64, 2>::variable(value, at);
    let constant = Dual::<f64, 2>::constant;
    let (a, b) = (var(2.0, 0), var(0.5, 1));
    let shape = accelerations::Accelerations {
        times: vec![constant(0.0), b, constant(2.0)],
        accelerations: vec![a, constant(0.0)],
        position: constant(0.0),
        velocity: constant(0.0),
    };
    let x = shape.at(constant(1.5)).position;
    assert!((x.eps[0] - (0.125 + 0.5)).abs() < 1e-15 && (x.eps[1] - 2.0).abs() < 1e-15, "{x:?}");
}

#[test]
fn times_must_begin_at_the_start_and_increase() {
    let times = |list: &[f64]| list.iter().map(|t| Expr::Constant(*t)).collect::<Vec<_>>();
    let check = |list: &[f64]| kind::increasing("trajectory.times", &times(list), &[]);
    assert_eq!(check(&[0.0, 1.0]), Ok(()));
    assert!(check(&[0.1, 1.0]).unwrap_err().1.starts_with("the trajectory begins at 0.1 s"));
    assert!(check(&[0.0, 1.0, 1.0]).unwrap_err().1.starts_with("1.0 s follows 1.0 s"));
}
