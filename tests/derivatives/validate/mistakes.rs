//! Mistakes that are made in sensitivities of rotations, put into derivatives of the heavy top that are computed here, by
//! direct differentiation of the explicit Euler method on the group: Brüls, Eberhard (2008), Sections 3 and 5.4.

use super::{json, verdict};
use gyrosweep::num::{Dual, Real};

const STEP: f64 = 1e-3;
const STEPS: usize = 60;
const MASS: f64 = 15.0;
const ARM: f64 = 1.0;
/// The spin is this many times the mass, so that the initial state depends on it.
const SPIN: f64 = 10.0;
const FALL: f64 = -4.61538;

type Vector<R> = [R; 3];

fn cross<R: Real>(a: Vector<R>, b: Vector<R>) -> Vector<R> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// What is wrong in the derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    None,
    /// (R^T)' = -W~ R^T with the other sign.
    Sign,
    /// The tangent operator is left out.
    NoTangent,
    /// The tangent operator is transposed.
    TransposedTangent,
    /// The initial angular velocity is taken to be constant.
    Initial,
}

/// The angular acceleration about the fixed point, from the direction of gravity in the body's frame times 9.81.
fn acceleration<R: Real>(gamma: Vector<R>, omega: Vector<R>, mass: R, arm: R) -> Vector<R> {
    let swing = R::constant(0.234375) + mass * arm * arm;
    let inertia = [swing, R::constant(0.46875), swing];
    let momentum = std::array::from_fn(|i| inertia[i] * omega[i]);
    let weight = cross([R::zero(), arm, R::zero()], gamma.map(|g| mass * g));
    let gyroscopic = cross(omega, momentum);
    std::array::from_fn(|i| (weight[i] - gyroscopic[i]) / inertia[i])
}

/// The functions of the angle in the exponential map and its tangent operator: sin/x, (1 - cos)/x^2, (x - sin)/x^3.
fn functions(psi: Vector<f64>) -> [f64; 3] {
    let angle = psi.iter().map(|x| x * x).sum::<f64>().sqrt();
    [angle.sin() / angle, (1.0 - angle.cos()) / angle.powi(2), (angle - angle.sin()) / angle.powi(3)]
}

/// a + p (psi x a) + q (psi x (psi x a)).
fn rotated(psi: Vector<f64>, p: f64, q: f64, a: Vector<f64>) -> Vector<f64> {
    let once = cross(psi, a);
    let twice = cross(psi, once);
    std::array::from_fn(|i| a[i] + p * once[i] + q * twice[i])
}

/// The derivatives of com and omega at the end, by the mass and by the arm.
fn derivatives(mistake: Mistake) -> [[f64; 6]; 2] {
    [true, false].map(|by_mass| {
        let dual = |x: f64, moves: bool| Dual { re: x, eps: [f64::from(u8::from(moves))] };
        let (mass, arm) = (dual(MASS, by_mass), dual(ARM, !by_mass));
        // the columns of the rotation matrix in the body's frame are not needed: the rows of R^T are
        let mut rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let mut omega = [0.0, SPIN * MASS, FALL];
        let mut omega_rate = [0.0, if by_mass && mistake != Mistake::Initial { SPIN } else { 0.0 }, 0.0];
        let mut w = [0.0; 3];
        for _ in 0..STEPS {
            let gamma = rows[2].map(|x| -9.81 * x);
            let sign = if mistake == Mistake::Sign { 1.0 } else { -1.0 };
            let turned = cross(w, gamma);
            let gamma = std::array::from_fn(|i| Dual { re: gamma[i], eps: [sign * turned[i]] });
            let moving = std::array::from_fn(|i| Dual { re: omega[i], eps: [omega_rate[i]] });
            let alpha = acceleration(gamma, moving, mass, arm);
            let (psi, psi_rate) = (omega.map(|x| STEP * x), omega_rate.map(|x| STEP * x));
            let [sine, cosine, rest] = functions(psi);
            let tangent = match mistake {
                Mistake::NoTangent => psi_rate,
                Mistake::TransposedTangent => rotated(psi, cosine, rest, psi_rate),
                _ => rotated(psi, -cosine, rest, psi_rate),
            };
            // exp(psi)^T = exp(-psi)
            let carried = rotated(psi, -sine, cosine, w);
            w = std::array::from_fn(|i| carried[i] + tangent[i]);
            rows = rows.map(|row| rotated(psi, -sine, cosine, row));
            omega = std::array::from_fn(|i| omega[i] + STEP * alpha[i].re);
            omega_rate = std::array::from_fn(|i| omega_rate[i] + STEP * alpha[i].eps[0]);
        }
        // x = R X: x' = R (W x X + X')
        let place = cross(w, [0.0, ARM, 0.0]);
        let place = [place[0], place[1] + f64::from(u8::from(!by_mass)), place[2]];
        let com = rows.map(|row| row.iter().zip(place).map(|(a, b)| a * b).sum::<f64>());
        [com[0], com[1], com[2], omega_rate[0], omega_rate[1], omega_rate[2]]
    })
}

const OUTPUTS: [&str; 6] = ["com.x", "com.y", "com.z", "omega.x", "omega.y", "omega.z"];

fn table(mistake: Mistake) -> String {
    let mut text = "parameter,output,derivative\n".to_string();
    for (parameter, values) in ["mass", "arm"].iter().zip(derivatives(mistake)) {
        for (output, value) in OUTPUTS.iter().zip(values) {
            text += &format!("{parameter},{output},{value:e}\n");
        }
    }
    text
}

fn top() -> String {
    format!(
        r#"[parameters]
mass = {{ default = {MASS:?}, unit = "kg" }}
arm = {{ default = {ARM:?}, unit = "m" }}
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "top"
mass = "mass"
inertia = [0.234375, 0.46875, 0.234375]
initial = {{ position = [0, "arm", 0], rotation_vector = [0, 0, 0], angular_velocity = [0, "{SPIN}*mass", {FALL}] }}
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "top"]
at = [0, 0, 0]
[method]
formulation = "joint"
integrator = "euler"
step = {STEP}
duration = {}
[[output]]
name = "com"
quantity = "position"
body = "top"
[[output]]
name = "omega"
quantity = "angular_velocity"
body = "top"
"#,
        STEP * STEPS as f64
    )
}

#[test]
fn injected_mistakes_are_found() {
    let folder = tempfile::tempdir().expect("folder");
    for (mistake, wrong) in [
        (Mistake::None, &[][..]),
        (Mistake::Sign, &["mass com.z", "arm com.z"][..]),
        (Mistake::NoTangent, &["mass com.x", "mass com.z", "arm com.z"]),
        (Mistake::TransposedTangent, &["mass com.x", "mass com.z", "arm com.z"]),
        (Mistake::Initial, &["mass com.x", "mass com.z", "mass omega.y"]),
    ] {
        std::fs::write(folder.path().join("mine.csv"), table(mistake)).expect("table");
        for more in [&[][..], &["--complex-step"]] {
            let (record, code) = json(folder.path(), &top(), &[&["--against", "mine.csv"], more].concat());
            let verdicts = &record["verdicts"];
            if mistake == Mistake::None {
                assert_eq!((code, verdicts["right"].as_u64()), (0, Some(12)), "{verdicts} {}", record["derivatives"]);
            }
            assert_eq!(code == 3, !wrong.is_empty(), "{mistake:?} {verdicts}");
            for pair in wrong {
                let (parameter, output) = pair.split_once(' ').expect("two names");
                let (found, reason) = verdict(&record, parameter, output);
                assert_eq!(found, "wrong", "{mistake:?} {pair}: {reason}");
                assert!(reason.contains("where finite differences are good to"), "{reason}");
            }
        }
    }
}
