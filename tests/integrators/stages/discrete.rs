//! Steps and errors beside the schemes themselves.

use super::{largest, matrix, mechanism, method, rows, run, sample};
use crate::common::{cpu_backends, golden, numbers, run_on};
use gyrosweep::lie::{LieGroup, Motion, Twist, UnitQuaternion};
use gyrosweep::num::Vec3;
use serde_json::Value;

fn cases() -> Vec<Value> {
    golden("p17_galerkin_time.json")["cases"].as_array().unwrap().clone()
}

/// The motion of a body and its twist, body frame, of sampled outputs.
fn motion(row: &[f64]) -> (Motion<f64>, Twist<f64>) {
    let orientation = UnitQuaternion::from_slice(&row[3..7]);
    let at = |place: usize| Vec3::from_slice(&row[place..]);
    let back = orientation.inverse();
    let velocity = back.multiply(UnitQuaternion { w: 0.0, v: at(7) }).multiply(orientation).v;
    (Motion::new(at(0), orientation), Twist { translation: velocity, rotation: at(10) })
}

fn components(twist: Twist<f64>) -> Vec<f64> {
    [twist.translation.to_array(), twist.rotation.to_array()].concat()
}

/// The jump j and the increment q of an element between two samples: exp(j) exp(q) is its motion, and q - 2 j is h times the twist
/// at its end. Newton's method, with a matrix by differences.
fn jump_and_increment(before: &[f64], after: &[f64], h: f64) -> [Vec<f64>; 2] {
    let ((begin, _), (end, twist)) = (motion(before), motion(after));
    let (way, end_twist) = (begin.inverse().compose(end), components(twist));
    let twist_of = |x: &[f64]| Twist { translation: Vec3::from_slice(x), rotation: Vec3::from_slice(&x[3..]) };
    let increment = |j: &[f64]| -> Vec<f64> { j.iter().zip(&end_twist).map(|(j, w)| h * w + 2.0 * j).collect() };
    let residual = |j: &[f64]| {
        let made = Motion::exp(twist_of(j)).compose(Motion::exp(twist_of(&increment(j))));
        components(way.inverse().compose(made).log())
    };
    let mut j = vec![0.0; 6];
    for _ in 0..20 {
        let here = residual(&j);
        let columns: Vec<Vec<f64>> = (0..6)
            .map(|k| {
                let [more, less] = [1e-6, -1e-6].map(|by| {
                    let mut moved = j.clone();
                    moved[k] += by;
                    residual(&moved)
                });
                more.iter().zip(less).map(|(a, b)| (a - b) / 2e-6).collect()
            })
            .collect();
        let matrix = nalgebra::DMatrix::from_fn(6, 6, |i, k| columns[k][i]);
        let step = matrix.lu().solve(&nalgebra::DVector::from_vec(here)).unwrap();
        j.iter_mut().zip(step.iter()).for_each(|(j, by)| *j -= by);
    }
    let q = increment(&j);
    [j, q]
}

/// What the pivot exerts on the top, m (a - g), at the orientation and angular velocity of a sample, by Euler's equations about it.
fn support(row: &[f64]) -> [f64; 3] {
    let (mass, arm, about) = (15.0, Vec3::new(0.0, 1.0, 0.0), [15.234375, 0.46875, 15.234375]);
    let (turned, w) = (motion(row).0.rotation(), Vec3::from_slice(&row[10..]));
    let back = turned.inverse();
    let rotated = |by: UnitQuaternion<f64>, v| by.multiply(UnitQuaternion { w: 0.0, v }).multiply(by.inverse()).v;
    let momentum = Vec3::new(about[0] * w.x, about[1] * w.y, about[2] * w.z);
    let weight = Vec3::new(0.0, 0.0, -9.81 * mass);
    let torque = (arm.cross(rotated(back, weight)) - w.cross(momentum)).to_array();
    let rate = Vec3::new(torque[0] / about[0], torque[1] / about[1], torque[2] / about[2]);
    (rotated(turned, rate.cross(arm) + w.cross(w.cross(arm))) * mass - weight).to_array()
}

#[test]
fn steps_are_those_of_the_schemes() {
    let mut compared = 0;
    for case in cases() {
        let name = case["name"].as_str().unwrap();
        for discrete in case["discrete"].as_array().unwrap() {
            let h = discrete["h"].as_f64().unwrap();
            let method = format!("{}\nstep = {h:e}", method(discrete));
            let scenario = mechanism(name, &method, (20.0 * h, h));
            for (backend, on) in cpu_backends() {
                let chunk = run_on(on.as_ref(), &scenario);
                for expected in discrete["rows"].as_array().unwrap() {
                    let step = expected["step"].as_u64().unwrap() as usize;
                    let row = sample(&chunk, step);
                    let what = format!("{name}, {method}, h = {h}, step {step}, {backend}");
                    let near = |found: &[f64], expected: &[f64], by: f64| {
                        let difference = largest(found, expected);
                        assert!(difference < by, "{what}: {difference:e} for {by:e}");
                    };
                    near(&row[..3], &numbers(&expected["x"]), 1e-12);
                    near(&matrix(&row[3..7]).concat(), &rows(&expected["R"]).concat(), 1e-12);
                    near(&row[7..10], &numbers(&expected["xdot"]), 1e-11);
                    near(&row[10..13], &numbers(&expected["omega_body"]), 1e-11);
                    compared += 1;
                    if let Some(multipliers) = expected["multipliers_nodes_or_stages"].as_array() {
                        // index 3: what rounding leaves of positions over h^2; dg has the equations at the end
                        let last: Vec<f64> = numbers(multipliers.last().unwrap()).iter().map(|x| -x).collect();
                        let is_dg = discrete["scheme"] == "dg";
                        let (force, by) = if is_dg { (support(&row).to_vec(), 1e-7) } else { (last, 1e-5) };
                        near(&row[13..16], &force, by);
                    }
                    let of_motion = discrete["group"] == "SE(3)" && discrete["scheme"] == "dg";
                    if of_motion && backend == "scalar" {
                        let [j, q] = jump_and_increment(&sample(&chunk, step - 1), &row, h);
                        near(&j, &numbers(&expected["jump_twist"]), 1e-12);
                        near(&q, &numbers(&expected["element_increment"]), 1e-12);
                    }
                }
            }
        }
    }
    assert_eq!(compared, 36 * 4 * cpu_backends().len());
}

/// The relative errors of position, velocity and angular velocity, and the angle of the rotation that is left, at the end.
fn errors(row: &[f64], solution: &Value) -> [f64; 4] {
    let of = |found: &[f64], key: &str| {
        let expected = numbers(&solution[key]);
        let squares: f64 = found.iter().zip(&expected).map(|(a, b)| (a - b).powi(2)).sum();
        (squares / expected.iter().map(|b| b * b).sum::<f64>()).sqrt()
    };
    let (found, expected) = (matrix(&row[3..7]), rows(&solution["R"]));
    let left = |i: usize, j: usize| (0..3).map(|k| expected[k][i] * found[k][j]).sum::<f64>();
    let axis = [(2, 1), (0, 2), (1, 0)].map(|(i, j)| (left(i, j) - left(j, i)) / 2.0);
    let turn = axis.iter().map(|x| x * x).sum::<f64>().sqrt().asin();
    [of(&row[..3], "x"), turn, of(&row[7..10], "xdot"), of(&row[10..13], "w")]
}

#[test]
fn errors_and_orders_are_those_of_the_schemes() {
    const KEYS: [&str; 4] = ["e_u", "e_R", "e_v", "e_omega"];
    let mut compared = 0;
    for case in cases() {
        let (name, end) = (case["name"].as_str().unwrap(), case["T"].as_f64().unwrap());
        for series in case["convergence"].as_array().unwrap() {
            let mut before: Option<[f64; 4]> = None;
            for row in series["rows"].as_array().unwrap() {
                let h = row["h"].as_f64().unwrap();
                let method = format!("{}\nstep = {h:e}", method(series));
                let chunk = run(&mechanism(name, &method, (end, end)));
                let found = errors(&sample(&chunk, 1), &case["solution_at_T"]);
                for (i, key) in KEYS.iter().enumerate() {
                    let expected = row[*key].as_f64().unwrap();
                    let what = format!("{name}, {}, {}, h = {h}, {key}", series["scheme"], series["group"]);
                    // below, errors are those of rounding
                    if expected < 1e-10 {
                        assert!(found[i] < 2e-10, "{what}: {:e}", found[i]);
                        continue;
                    }
                    compared += 1;
                    assert!((found[i] / expected - 1.0).abs() < 0.01, "{what}: {:e} for {expected:e}", found[i]);
                    if let Some(before) =
                        before.filter(|_| series["scheme"] == "dg" && series["group"] == "SE(3)" && h < 0.05)
                    {
                        let order = (before[i] / found[i]).log2();
                        assert!((order - 3.0).abs() < 0.2, "{what}: order {order}");
                    }
                }
                before = Some(found);
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// On R^3 x SO(3) multipliers of constraints alternate between both ends of an element, and velocities have order 1; on SE(3) they have
/// order 3. Reactions follow from the state, and a run says so.
#[test]
fn reactions_have_the_order_of_velocities_on_either_group() {
    let of = |method: &str| {
        let scenario = mechanism("heavy_top_constrained", method, (0.02, 0.02));
        (sample(&run(&scenario), 1)[13..16].to_vec(), scenario.study.advice())
    };
    let (exact, silent) = of("integrator = \"radau2a\"\nstages = 3\nstep = 5e-5");
    let errors = |group: &str| {
        [1e-3, 5e-4].map(|step| {
            let (found, advice) = of(&format!("integrator = \"dg\"\ngroup = \"{group}\"\nstep = {step:?}"));
            assert_eq!(advice.iter().any(|text| text.contains("group = \"se3\"")), group == "r3so3", "{advice:?}");
            largest(&found, &exact)
        })
    };
    let [product, motions] = ["r3so3", "se3"].map(errors);
    eprintln!("{product:?} {motions:?}");
    assert!(product[0] / product[1] > 1.7 && motions[0] / motions[1] > 6.0, "{product:?} {motions:?}");
    assert!(motions[1] < 0.1 * product[1] && silent.is_empty(), "{product:?} {motions:?} {silent:?}");
}
