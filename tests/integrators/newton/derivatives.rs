//! Derivatives of recorded equations: against dual numbers and central differences.

use super::{chain_residuals, inputs, jacobian};
use crate::common::scenario;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::lie::{LieGroup, UnitQuaternion};
use gyrosweep::num::{Dual, Precision, Real, Vec3};
use gyrosweep::problem::Field;
use gyrosweep::trace::{Graph, Traced, derivatives, interpret, record};

/// Compares recorded derivatives with dual numbers, to rounding, and with central differences.
fn check(
    what: &str,
    graph: &Graph,
    at: &[f64],
    plain: impl Fn(&[f64]) -> Vec<f64>,
    dual: impl Fn(&[Dual<f64, 1>]) -> Vec<Dual<f64, 1>>,
) {
    let (values, n) = (plain(at), at.len());
    let recorded = interpret(graph, at);
    assert_eq!(recorded[..values.len()], values, "{what}");
    let recorded = &recorded[values.len()..];
    let size = recorded.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
    for unknown in 0..n {
        let seeded: Vec<_> =
            at.iter().enumerate().map(|(i, x)| Dual { re: *x, eps: [f64::from(i == unknown)] }).collect();
        let exact = dual(&seeded);
        let h = 1e-5;
        let moved = |by: f64| {
            let mut x = at.to_vec();
            x[unknown] += by;
            plain(&x)
        };
        let (there, back) = (moved(h), moved(-h));
        for row in 0..values.len() {
            let (got, expected) = (recorded[row * n + unknown], exact[row].eps[0]);
            let difference = (there[row] - back[row]) / (2.0 * h);
            assert!((got - expected).abs() < 1e-13 * size, "{what}, {row} by {unknown}: {got:e} {expected:e}");
            assert!((got - difference).abs() < 2e-8 * size, "{what}, {row} by {unknown}: {got:e} {difference:e}");
        }
    }
}

fn acceleration<R: Real>(s: &Scenario, x: &[R]) -> Vec<R> {
    let mechanism = &s.study.mechanism;
    let layout = s.study.layout();
    let parameters: Vec<R> = mechanism.defaults().iter().map(|d| R::constant(*d)).collect();
    let mut system = s.study.formulated().system(mechanism, &parameters);
    let mut rate = vec![R::zero(); layout.velocity_count()];
    let (q, v) = x.split_at(layout.coordinate_count());
    system.acceleration(R::zero(), q, v, &mut rate);
    rate
}

fn exponential<R: Real>(x: &[R]) -> Vec<R> {
    let q = UnitQuaternion::exp(Vec3::from_slice(x));
    vec![q.w, q.v.x, q.v.y, q.v.z]
}

/// The function of the tests of dual numbers, and what else has a rule of its own.
#[allow(clippy::eq_op)] // the derivative of a difference that is zero is zero by structure
fn elementary<R: Real>(x: &[R]) -> Vec<R> {
    let (x, y) = (x[0], x[1]);
    let (sine, cosine) = (x * x).sin_cos();
    let quotient = (sine.exp() + (cosine + R::constant(2.0)).ln()).sqrt() / sine.atan2(x);
    let sign = x.less(R::zero());
    let side = R::select(sign, x.square(), (x * y).abs());
    // the derivative of the root is not a number where it is not taken
    let root = R::select(sign, y, x.max(R::zero()).sqrt());
    vec![quotient, side, root, x.floor() * y, -(y / x), x - x, (x - y).square() - (y - x).square(), y.max(x) * sine]
}

#[test]
fn operations_and_elementary_functions() {
    let graph = jacobian(2, elementary);
    for at in [[0.3, -0.7], [0.9, 0.4], [1.4, 2.0], [-0.3, -0.7], [-0.9, 0.4], [-1.4, 2.0]] {
        check("elementary functions", &graph, &at, elementary, elementary);
    }
}

#[test]
fn residuals_of_a_step() {
    let (exponential_graph, chain_graph) = (jacobian(3, exponential), jacobian(18, chain_residuals));
    for k in 0..20 {
        let x: Vec<f64> =
            (0..18).map(|i| (f64::from(k * k) * 0.37 + f64::from(i) * 1.7).sin() * 0.2 * f64::from(k)).collect();
        check("exp", &exponential_graph, &x[..3], exponential, exponential);
        check("two bodies on joints", &chain_graph, &x, chain_residuals, chain_residuals);
    }
}

#[test]
fn accelerations_of_scenarios() {
    for name in ["heavy_top", "puma560_control", "follower", "rotor", "lorenz"] {
        let s = scenario(name, &[]);
        let layout = s.study.layout();
        let (nq, nv) = (layout.coordinate_count(), layout.velocity_count());
        let graph = jacobian(nq + nv, |x| acceleration(&s, x));
        let (q, v) = s.study.formulated().initial::<f64>(&s.study.mechanism, &s.study.mechanism.defaults());
        for k in 0..4 {
            let shake = |(i, x): (usize, &f64)| x + 0.1 * (f64::from(k) + i as f64).sin();
            let at: Vec<f64> = q.iter().chain(&v).enumerate().map(shake).collect();
            check(name, &graph, &at, |x| acceleration(&s, x), |x| acceleration(&s, x));
        }
    }
}

#[test]
fn the_work_is_known() {
    // operations of the function, and of its derivatives besides
    let work = |count: usize, function: &dyn Fn(&[Traced]) -> Vec<Traced>| {
        let alone = record(Precision::Double, inputs(count), function).operation_counts().0;
        (alone, jacobian(count, function).operation_counts().0 - alone)
    };
    let puma = scenario("puma560", &[]);
    let found = [work(3, &exponential), work(9, &chain_residuals), work(12, &|x| acceleration(&puma, x))];
    assert_eq!(found, [(109, 27), (225, 229), (888, 3073)]);
}

#[test]
fn seeds_are_leaves_with_rows() {
    // unknown 0 moves a = 2 x by 3, unknowns 0 and 4 move b = a y by 1 and y: what a and b are made of does not matter
    let graph = record(Precision::Double, inputs(2), |x| {
        let a = x[0] + x[0];
        let b = a * x[1];
        let results = [a * b, x[0] * x[1], b];
        let seeds = [(a, vec![(0, Traced::constant(3.0))]), (b, vec![(0, Traced::one()), (4, x[1])])];
        let rows = derivatives(&results, &seeds);
        let unknowns = |row: &[(usize, Traced)]| row.iter().map(|(unknown, _)| *unknown).collect::<Vec<_>>();
        assert_eq!(rows.iter().map(|row| unknowns(row)).collect::<Vec<_>>(), [vec![0, 4], vec![], vec![0, 4]]);
        rows.concat().into_iter().map(|(_, derivative)| derivative).collect()
    });
    let (x, y) = (5.0, 7.0);
    let (a, b) = (2.0 * x, 2.0 * x * y);
    assert_eq!(interpret(&graph, &[x, y]), [3.0 * b + a, a * y, 1.0, y]);
    // a a, 3 b, their sum with a, a y, besides a and b; a y is b
    assert_eq!(graph.operation_counts().0, 4);
}
