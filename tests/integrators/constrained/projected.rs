//! Velocities at the start that are completed or projected: by the mass matrix, so that units do not matter.

use crate::common::{column, parse, run_on};
use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

/// A column at the start of the only member.
fn at_the_start(text: &str, names: &[&str]) -> Vec<f64> {
    let s = parse(text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread"), &s);
    assert_eq!(chunk.outcomes, [Outcome::Completed], "{text}");
    assert_eq!(chunk.samples.rows[0].1, 0.0);
    let channels = s.study.sampled_channels();
    let place = |name: &&str| channels.iter().position(|c| *c == column(&s, name)).expect("a sampled column");
    names.iter().map(|name| chunk.samples.values.value(0, place(name))).collect()
}

const METHOD: &str = "[sampling]\nevery = 1e-5\n[start]\nproject_velocities = true\n[method]\nformulation = \
                      \"absolute\"\nintegrator = \"generalized_alpha\"\nstart = \"plain\"\nstep = 1e-5\nduration = 1e-5\n";

fn vector([x, y, z]: [f64; 3]) -> String {
    format!("[{x:?}, {y:?}, {z:?}]")
}

/// The velocity of a centre of mass and an angular velocity.
type Twist = [[f64; 3]; 2];

/// A slider-crank in the plane z = 0.
struct SliderCrank {
    /// Of crank, rod and piston: masses, kg; the centre of mass, m.
    bodies: [(f64, [f64; 3]); 3],
    /// The joints at both ends of the rod, m.
    pins: [[f64; 3]; 2],
    /// What the crank, the rod and the piston do when the crank turns by 1 rad/s.
    motion: [Twist; 3],
    rod_angle: f64,
}

const INERTIA: [[f64; 3]; 3] = [[1e-3, 2e-3, 1.5e-3], [1e-4, 1.1e-3, 1e-3], [1e-4, 1e-4, 1e-4]];
const ANGLE: f64 = 0.7;

impl SliderCrank {
    fn new() -> Self {
        let [r, l] = [0.05, 0.18];
        let (s, c) = ANGLE.sin_cos();
        let rod = -(r * s / l).asin();
        let rate = -r * c / (l * rod.cos());
        let piston = -r * s - l * rod.sin() * rate;
        let middle = [r * c + l / 2.0 * rod.cos(), r * s + l / 2.0 * rod.sin(), 0.0];
        let end = [r * c + l * rod.cos(), 0.0, 0.0];
        let of_rod = [-r * s - l / 2.0 * rod.sin() * rate, r * c + l / 2.0 * rod.cos() * rate, 0.0];
        Self {
            bodies: [(1.0, [0.0; 3]), (0.4, middle), (0.6, end)],
            pins: [[r * c, r * s, 0.0], end],
            motion: [[[0.0; 3], [0.0, 0.0, 1.0]], [of_rod, [0.0, 0.0, rate]], [[piston, 0.0, 0.0], [0.0; 3]]],
            rod_angle: rod,
        }
    }
    /// Its text where 1 m is `u` of the unit of length, with given velocities of its bodies and of the joints at both ends.
    fn text(&self, u: f64, twists: Option<[Twist; 3]>, joints: Option<[f64; 2]>) -> String {
        let scaled = |x: [f64; 3]| vector(x.map(|x| x * u));
        let mut text = String::new();
        for (i, name) in ["crank", "rod", "piston"].iter().enumerate() {
            let (mass, place) = self.bodies[i];
            let inertia = vector(INERTIA[i].map(|x| x * u * u));
            let angle = [ANGLE, self.rod_angle, 0.0][i];
            let given = twists.map_or(String::new(), |all| {
                let [velocity, angular] = all[i];
                format!(", velocity = {}, angular_velocity = {}", scaled(velocity), vector(angular))
            });
            text += &format!(
                "[[body]]\nname = \"{name}\"\nmass = {mass:?}\ninertia = {inertia}\ninitial = {{ position = {}, \
                 rotation_vector = [0, 0, {angle:?}]{given} }}\n[[output]]\nname = \"v_{name}\"\nquantity = \
                 \"velocity\"\nbody = \"{name}\"\n[[output]]\nname = \"w_{name}\"\nquantity = \
                 \"angular_velocity\"\nbody = \"{name}\"\n",
                scaled(place)
            );
        }
        let [main, bore] = joints.map_or([String::new(), String::new()], |[crank, piston]| {
            [crank, piston * u].map(|v| format!("initial = {{ velocity = {v:?} }}\n"))
        });
        let revolute = |name: &str, between: &str, at: [f64; 3], given: &str| {
            format!(
                "[[joint]]\nname = \"{name}\"\nkind = \"revolute\"\nbetween = [{between}]\nat = {}\naxis = [0, 0, \
                 1]\n{given}",
                scaled(at)
            )
        };
        text + &revolute("main", "\"ground\", \"crank\"", [0.0; 3], &main)
            + &revolute("pin", "\"crank\", \"rod\"", self.pins[0], "")
            + &revolute("gudgeon", "\"rod\", \"piston\"", self.pins[1], "")
            + &format!(
                "[[joint]]\nname = \"bore\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"piston\"]\naxis = [1, 0, \
                 0]\n{bore}{METHOD}"
            )
    }
    /// Returns a . M b, with angular velocities in axes of the bodies.
    fn product(&self, a: &[Twist; 3], b: &[Twist; 3]) -> f64 {
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let of_body = |i: usize| {
            let [[v, w], [v_other, w_other]] = [a[i], b[i]];
            let momentum: [f64; 3] = std::array::from_fn(|k| INERTIA[i][k] * w_other[k]);
            self.bodies[i].0 * dot(v, v_other) + dot(w, momentum)
        };
        (0..3).map(of_body).sum()
    }
    /// The twists of all bodies at the start of a run, in m.
    fn twists(&self, u: f64, text: &str) -> [Twist; 3] {
        let names = ["crank", "rod", "piston"];
        let all: Vec<String> = names
            .iter()
            .flat_map(|name| ["v", "w"].map(|q| ["x", "y", "z"].map(|axis| format!("{q}_{name}.{axis}"))))
            .flatten()
            .collect();
        let all = at_the_start(text, &all.iter().map(String::as_str).collect::<Vec<_>>());
        std::array::from_fn(|i| {
            let part = |k: usize| std::array::from_fn(|j| all[6 * i + 3 * k + j]);
            [part(0).map(|x: f64| x / u), part(1)]
        })
    }
}

fn close(what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12 * expected.abs().max(1.0), "{what}: {found:?}, expected {expected:?}");
}

#[test]
fn velocities_that_do_not_fit_change_by_an_impulse_of_the_joints() {
    let mechanism = SliderCrank::new();
    // angular velocities are those of the bodies, about their own axes
    let given = [
        [[0.02, -0.1, 0.3], [0.4, -1.0, 6.0]],
        [[0.1, 0.2, -0.1], [0.5, 2.0, -3.0]],
        [[-0.5, 0.1, 0.02], [0.3, -0.2, 1.0]],
    ];
    // M (v - v0) = B^T lambda, and the mechanism has one motion w: w.M (v - v0) = 0
    let rate = mechanism.product(&mechanism.motion, &given) / mechanism.product(&mechanism.motion, &mechanism.motion);
    for u in [1.0, 1000.0, 0.01] {
        let found = mechanism.twists(u, &mechanism.text(u, Some(given), None));
        for (i, (found, motion)) in found.iter().zip(&mechanism.motion).enumerate() {
            for (found, motion) in found.iter().flatten().zip(motion.iter().flatten()) {
                close(&format!("unit 1/{u} m, body {i}"), *found, rate * motion);
            }
        }
    }
}

#[test]
fn joints_that_contradict_each_other_meet_by_their_inertia() {
    let mechanism = SliderCrank::new();
    let ratio = mechanism.motion[2][0][0];
    // of crank and piston alone something is given
    let rate = (INERTIA[0][2] * 6.0 + 0.6 * ratio * 0.1) / (INERTIA[0][2] + 0.6 * ratio * ratio);
    for u in [1.0, 1000.0] {
        let found = mechanism.twists(u, &mechanism.text(u, None, Some([6.0, 0.1])));
        close("crank", found[0][1][2], rate);
        close("piston", found[2][0][0], rate * ratio);
        // what fits is kept
        let found = mechanism.twists(u, &mechanism.text(u, None, Some([6.0, 6.0 * ratio])));
        close("crank", found[0][1][2], 6.0);
    }
}

/// Two rods that hang below each other at rest, but for the given velocity of the middle of the lower one; 1 m is `u` of the unit
/// of length.
fn hanging(u: f64) -> String {
    let rod = |name: &str, before: &str, [mass, inertia, middle, top]: [f64; 4], given: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = {mass:?}\ninertia = [{0:?}, {0:?}, {0:?}]\ninitial = {{ position = [0, 0, \
             {1:?}]{given} }}\n[[joint]]\nname = \"at_{name}\"\nkind = \"revolute\"\nbetween = [\"{before}\", \
             \"{name}\"]\nat = [0, 0, {2:?}]\naxis = [0, 1, 0]\n[[output]]\nname = \"{name}\"\nquantity = \
             \"angular_velocity\"\nbody = \"{name}\"\n",
            inertia * u * u,
            middle * u,
            top * u
        )
    };
    rod("upper", "ground", [2.0, 0.04, -0.25, 0.0], "")
        + &rod("lower", "upper", [0.5, 0.02, -0.9, -0.5], &format!(", velocity = [{:?}, 0, 0]", 0.6 * u))
        + METHOD
}

#[test]
fn what_is_not_given_is_set_in_motion_with_the_least_energy() {
    // 0.5 w1 + 0.4 w2 = -0.6, with the least (0.04 + 2 0.25^2) w1^2 + 0.02 w2^2
    let [first, second] = [0.5 / (0.04 + 2.0 * 0.25 * 0.25), 0.4 / 0.02];
    let impulse = -0.6 / (0.5 * first + 0.4 * second);
    for u in [1.0, 1000.0] {
        let found = at_the_start(&hanging(u), &["upper.y", "lower.y"]);
        close("upper", found[0], impulse * first);
        close("lower", found[1], impulse * second);
    }
}
