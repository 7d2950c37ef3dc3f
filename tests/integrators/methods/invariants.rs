//! What methods keep: the energy, the symplectic form, the group; and what splitting methods refuse.

use super::{Top, explicit, integrate, is_splitting};
use crate::common::{root, scenario};
use gyrosweep::integrator::{self, Integrator, Workspace, attempt, supports};
use gyrosweep::lie::{RotationParameterisation, UnitQuaternion};
use gyrosweep::num::{Mat3, Vec3};

/// The largest error of the energy in the first and in the second half of a run, J.
fn energy_errors(integrator: &Integrator, top: &mut Top, h: f64, steps: usize) -> (f64, f64) {
    let (mut q, mut v) =
        top.state(UnitQuaternion { w: 0.9, v: Vec3::new(0.3, -0.2, 0.1) }.normalized(), [0.9, 0.3, -0.4]);
    let start = top.energy(&q, &v);
    let mut work = Workspace::without_error(integrator, &top.layout.clone());
    let (mut early, mut late) = (0.0f64, 0.0f64);
    for n in 0..steps {
        attempt(integrator, top, (n as f64 * h, h), &q, &v, &mut work);
        q.iter_mut().zip(&work.delta_q).for_each(|(q, d)| *q += d);
        v.iter_mut().zip(&work.delta_v).for_each(|(v, d)| *v += d);
        let error = (top.energy(&q, &v) - start).abs();
        if n < steps / 2 { early = early.max(error) } else { late = late.max(error) }
    }
    (early, late)
}

#[test]
fn splitting_methods_keep_the_energy_and_others_do_not() {
    let top = || Top::new(RotationParameterisation::Quaternion, [1.0, 2.0, 2.5], [0.1, 0.02, -0.05]);
    for integrator in explicit().filter(|i| is_splitting(i)) {
        let steps = 100_000 / integrator.stage_count();
        let (early, late) = energy_errors(integrator, &mut top(), 0.05, steps);
        println!("{}: {early:.2e} {late:.2e}", integrator.name);
        // the error swings with the motion and does not grow: both halves have the same extremes
        assert!(early < 2e-3 && late < 1.3 * early, "{}: {early:e} {late:e}", integrator.name);
    }
    let (early, late) = energy_errors(integrator::find("rk33").unwrap(), &mut top(), 0.05, 20_000);
    assert!(late > 1.8 * early, "{early:e} {late:e}");
}

#[test]
fn splitting_methods_are_symplectic() {
    // the flow maps areas of the cotangent bundle to equal areas: the Jacobian A of (turn, momentum in the body frame),
    // measured in the frames of body at both ends, satisfies A^T W A = W with W of the left-trivialised symplectic form
    // omega((a, p), (b, r)) = a.r - b.p + M.(a x b)
    let form = |m: [f64; 3], x: &[f64], y: &[f64]| {
        let (a, p) = (Vec3::from_slice(x), Vec3::from_slice(&x[3..]));
        let (b, r) = (Vec3::from_slice(y), Vec3::from_slice(&y[3..]));
        a.dot(r) - b.dot(p) + Vec3::constant(m).dot(a.cross(b))
    };
    let start = UnitQuaternion { w: 0.9, v: Vec3::new(0.3, -0.2, 0.1) }.normalized();
    let w0 = [0.9, 0.3, -0.4];
    let defect = |integrator: &Integrator| {
        let mut top = Top::new(RotationParameterisation::Quaternion, [1.0, 2.0, 2.5], [0.1, 0.02, -0.05]);
        let inertia = top.inertia;
        let mut flow = |turn: Vec3<f64>, m: [f64; 3]| {
            let w = [0, 1, 2].map(|i| m[i] / inertia[i]);
            let orientation = start.multiply(gyrosweep::lie::LieGroup::exp(turn));
            let (q, v) = top.state(orientation, w);
            let (q, v) = integrate(integrator, &mut top, (&q, &v), 0.3, 1);
            (UnitQuaternion::from_slice(&q[1..]), [0, 1, 2].map(|i| v[1 + i] * inertia[i]))
        };
        let m0 = [0, 1, 2].map(|i| w0[i] * inertia[i]);
        let (end, m1) = flow(Vec3::zero(), m0);
        let step = 1e-5;
        let mut columns = Vec::new();
        for i in 0..6 {
            let mut moved = |sign: f64| {
                let at = |j: usize| if i == j { sign * step } else { 0.0 };
                let (q, m) = flow(Vec3::new(at(0), at(1), at(2)), [m0[0] + at(3), m0[1] + at(4), m0[2] + at(5)]);
                let turn = gyrosweep::lie::LieGroup::log(gyrosweep::lie::LieGroup::inverse(end).multiply(q));
                [turn.to_array(), m].concat()
            };
            let (plus, minus) = (moved(1.0), moved(-1.0));
            columns.push(plus.iter().zip(&minus).map(|(a, b)| (a - b) / (2.0 * step)).collect::<Vec<f64>>());
        }
        let unit = |i: usize| (0..6).map(|j| f64::from(u8::from(i == j))).collect::<Vec<f64>>();
        let pairs = (0..6).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs
            .map(|(i, j)| (form(m1, &columns[i], &columns[j]) - form(m0, &unit(i), &unit(j))).abs())
            .fold(0.0, f64::max)
    };
    for integrator in explicit().filter(|i| is_splitting(i)) {
        let defect = defect(integrator);
        println!("{}: {defect:.2e}", integrator.name);
        // central differences with 1e-5 leave 1e-10
        assert!(defect < 1e-9, "{}: {defect:e}", integrator.name);
    }
    let other = defect(integrator::find("rk33").unwrap());
    assert!(other > 1e-5, "{other:e}");
}

#[test]
fn rounding_does_not_leave_the_group() {
    let steps = 20_000;
    for (name, parameterisation) in [
        ("rkmk4", RotationParameterisation::Quaternion),
        ("rkmk4", RotationParameterisation::Matrix),
        ("splitting2", RotationParameterisation::Quaternion),
    ] {
        let mut top = Top::heavy(parameterisation);
        let (q, v) = top.state(UnitQuaternion { w: 1.0, v: Vec3::zero() }, [0.0, 150.0, -4.61538]);
        let (q, _) = integrate(integrator::find(name).unwrap(), &mut top, (&q, &v), 1e-4 * steps as f64, steps);
        let defect = if parameterisation == RotationParameterisation::Matrix {
            let r = parameterisation.rotation(&q[1..]);
            (r.transpose() * r - Mat3::identity()).to_array().iter().fold(0.0, |a: f64, b| a.max(b.abs()))
        } else {
            (q[1..].iter().map(|q| q * q).sum::<f64>() - 1.0).abs()
        };
        println!("{name} {parameterisation:?}: {defect:.2e}");
        // a random walk of the rounding of this many steps would come to 1e-14 and grow; corrected, it stays at the
        // rounding of one step
        assert!(defect < 1e-15, "{name} {parameterisation:?}: {defect:e}");
    }
}

#[test]
fn splitting_methods_refuse_what_they_cannot_integrate() {
    let method = integrator::find("splitting2").unwrap();
    let start = |top: &Top| top.state(UnitQuaternion { w: 1.0, v: Vec3::zero() }, [0.0; 3]).0;
    let refusal = |mut top: Top| {
        let q = start(&top);
        supports(method, &mut top, 0, (0.0, &q)).unwrap_err().to_string()
    };
    let damped = Top { friction: 1e-3, ..Top::heavy(RotationParameterisation::Quaternion) };
    assert!(refusal(damped.clone()).contains("acceleration number 2 of the mechanism depends on velocities"));
    assert!(refusal(Top::heavy(RotationParameterisation::EulerAngles)).contains("turns bodies on the group"));
    let s = scenario("heavy_top", &[("[0.234375, 0.46875, 0.234375]", "[0.3, 0.4, 0.3, 0.05, 0.0, 0.0]")]);
    let mechanism = &s.study.mechanism;
    let mut system = s.study.formulated().system(mechanism, &mechanism.defaults());
    let q = s.study.formulated().initial(mechanism, &mechanism.defaults()).0;
    let message = supports(method, &mut system, 0, (0.0, &q)).unwrap_err().to_string();
    assert!(message.contains("rotation number 1"), "{message}");
    let text = std::fs::read_to_string(root().join("scenarios/rotor.toml")).unwrap();
    let text = text.replace("\"rkmk4\"", "\"splitting2\"");
    let path = std::path::Path::new("scenarios/rotor.toml");
    let error = gyrosweep::io::scenario::Scenario::parse(path, &text, Default::default()).unwrap_err().to_string();
    assert!(error.contains("method.integrator: splitting2 needs forces"), "{error}");
    let mut damped = damped;
    let q = start(&damped);
    assert_eq!(supports(integrator::find("rkmk4").unwrap(), &mut damped, 0, (0.0, &q)), Ok(()));
}
