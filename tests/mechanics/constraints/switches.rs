//! Joints and constraints that act for a part of a run.

use super::close;
use crate::common::{column, parse, refusal, replaced, run_on};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Chunk, Members, Outcome};
use gyrosweep::io::scenario::Scenario;
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// A ball without weight that flies straight until its tether is taut, then on a circle, and from a time on along its tangent.
const TETHER: &str = r#"
[parameters]
end = { default = 1.6 }
length = { default = 0.9 }
[[body]]
name = "ball"
mass = 1.3
initial = { position = [0.4, 0, -0.1], velocity = [0.3, 0, 1.5] }
[[constraint]]
name = "tether"
kind = "distance"
between = ["ground", "ball"]
points = [[0, 0, 0], [0, 0, 0]]
length = "length"
since = "taut"
to = "end"
[[output]]
name = "p"
quantity = "position"
body = "ball"
[[output]]
name = "v"
quantity = "velocity"
body = "ball"
[[output]]
name = "d"
quantity = "expression"
expression = "sqrt(p.x^2 + p.y^2 + p.z^2)"
[[output]]
name = "force"
quantity = "constraint_force"
constraint = "tether"
[[output]]
name = "most"
quantity = "expression"
expression = "p.z"
over = "max"
[[output]]
name = "mean"
quantity = "expression"
expression = "force"
over = "mean"
[[event]]
name = "taut"
expression = "d - length"
direction = "rising"
[[output]]
name = "when"
quantity = "time_of"
event = "taut"
[sampling]
every = 0.1
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 2e-3
duration = 2
"#;

/// When the tether is taut, s, and the ball is there; its speed along the circle, anticlockwise, m/s.
fn taut(length: f64) -> (f64, [f64; 2], f64) {
    let ([x, z], [u, w]) = ([0.4, -0.1], [0.3, 1.5]);
    let (a, b, c): (f64, f64, f64) = (u * u + w * w, x * u + z * w, x * x + z * z - length * length);
    let t = (-b + (b * b - a * c).sqrt()) / a;
    let at = [x + u * t, z + w * t];
    (t, at, (at[0] * w - at[1] * u) / length)
}

/// Position and velocity of the ball at a time, s.
fn tethered(t: f64, length: f64, end: f64) -> [f64; 4] {
    let (begin, at, speed) = taut(length);
    if t <= begin || end <= begin {
        return [0.4 + 0.3 * t, 1.5 * t - 0.1, 0.3, 1.5];
    }
    let angle = at[1].atan2(at[0]) + speed / length * (t.min(end) - begin);
    let ([c, s], after) = ([angle.cos(), angle.sin()], (t - end).max(0.0) * speed);
    [length * c - after * s, length * s + after * c, -speed * s, speed * c]
}

fn backend() -> CpuBackend {
    CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread")
}

fn run(text: &str) -> (Scenario, Chunk) {
    let scenario = parse(text);
    let chunk = run_on(&backend(), &scenario);
    (scenario, chunk)
}

fn of(scenario: &Scenario, chunk: &Chunk, names: &[&str]) -> Vec<f64> {
    let outputs = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes[0]));
    names.iter().map(|name| outputs[column(scenario, name)]).collect()
}

const METHODS: [&str; 4] = [
    "integrator = \"generalized_alpha\"\nstep = STEP",
    "integrator = \"generalized_alpha\"\nindex = 2\nstep = STEP",
    "integrator = \"rattle\"\nstep = STEP",
    "integrator = \"generalized_alpha\"\nform = \"linear\"\nstart = \"plain\"\nstep = STEP",
];

#[test]
fn a_tethered_ball_flies_straight_then_round_then_straight() {
    let expected = tethered(2.0, 0.9, 1.6);
    for method in METHODS {
        let at = |step: f64| {
            let method = method.replace("STEP", &format!("{step:?}"));
            let (scenario, chunk) = run(&TETHER.replace("integrator = \"generalized_alpha\"\nstep = 2e-3", &method));
            assert_eq!(chunk.outcomes[0], Outcome::Completed);
            // taut, and the end of the tether
            let times: Vec<f64> = chunk.events.iter().map(|(_, event)| event.time).collect();
            close(method.as_str(), &times, &[taut(0.9).0, 1.6], 1e-13);
            close(method.as_str(), &of(&scenario, &chunk, &["when"]), &[taut(0.9).0], 1e-13);
            of(&scenario, &chunk, &["p.x", "p.z", "v.x", "v.z"])
        };
        let [coarse, fine] = [4e-3, 2e-3].map(at);
        let error = |found: &[f64]| found.iter().zip(expected).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        let order = (error(&coarse) / error(&fine)).log2();
        assert!((order - 2.0).abs() < 0.15, "{method}: order {order}, {:e} {:e}", error(&coarse), error(&fine));
    }
}

#[test]
fn what_is_made_of_outputs_over_time_sees_all_parts() {
    let (scenario, chunk) = run(TETHER);
    let (begin, at, speed) = taut(0.9);
    // the ball is highest at its angle of 90 degrees, and the mean force is that of the time on the circle, with the impulse that stops the ball along the
    // tether
    let angle = at[1].atan2(at[0]) + speed / 0.9 * (1.6 - begin);
    let highest = if angle > std::f64::consts::FRAC_PI_2 { 0.9 } else { tethered(2.0, 0.9, 1.6)[1] };
    let impulse = 1.3 * (at[0] * 0.3 + at[1] * 1.5) / 0.9;
    let mean = (1.3 * speed * speed / 0.9 * (1.6 - begin) + impulse) / 2.0;
    close("reductions", &of(&scenario, &chunk, &["most", "mean", "force"]), &[highest, mean, 0.0], 2e-6);
    // at the very instant of a switch a sample is of what was before
    let times: Vec<f64> = chunk.samples.rows.iter().map(|(_, time)| *time).collect();
    let grid: Vec<f64> = (0..=20).map(|i| 0.1 * f64::from(i)).collect();
    close("samples", &times, &grid, 1e-12);
    for (row, t) in chunk.samples.values.each_row().zip(&times) {
        let force = if (begin..=1.6).contains(t) { 1.3 * speed * speed / 0.9 } else { 0.0 };
        let [x, z, ..] = tethered(*t, 0.9, 1.6);
        close(&format!("at {t}"), &[row[0], row[2], row[7]], &[x, z, force], 1e-5);
    }
}

#[test]
fn adaptive_steps_go_on_behind_a_switch() {
    let text = TETHER.replace("step = 2e-3", "tolerance = 1e-8");
    let (scenario, chunk) = run(&text);
    let expected = tethered(2.0, 0.9, 1.6);
    close("adaptive", &of(&scenario, &chunk, &["p.x", "p.z"]), &expected[..2], 1e-5);
    assert!(chunk.steps[0] > 10);
}

#[test]
fn a_member_of_a_sweep_has_the_bits_of_its_run_alone() {
    let plan = "[plan]\nkind = \"random\"\nmembers = 150\nseed = 5\nvary.end = { uniform = [-0.2, 2.3] }\nvary.length = { uniform = \
                [0.5, 2.6] }\n";
    let scenario = parse(&format!("{TETHER}{plan}"));
    let (backend, study) = (backend(), &scenario.study);
    let together = backend.run(study, Members::draw(study, 0, 150)).expect("results");
    let mut parts = [0; 3];
    for member in 0..150 {
        let alone = backend.run(study, Members::draw(study, member as u64, 1)).expect("results");
        let bits = |chunk: &Chunk, at: usize| -> Vec<u64> {
            chunk.outputs_of(at).expect("outputs").iter().map(|x| x.to_bits()).collect()
        };
        assert_eq!(bits(&together, member), bits(&alone, 0), "member {member}");
        assert_eq!(together.steps[member], alone.steps[0]);
        let own = together.members.row(member);
        let [x, z, ..] = tethered(2.0, own[1], own[0]);
        let found = together.outputs_of(member).expect("outputs");
        close(&format!("member {member}: {own:?}"), &[found[0], found[2]], &[x, z], 2e-4);
        let began = taut(own[1]).0;
        parts[if began > 2.0 || own[0] <= began { 0 } else { 1 + usize::from(own[0] < 2.0) }] += 1;
    }
    // all kinds are there: never taut in time, taut to the end, taut for a time
    assert!(parts.iter().all(|count| *count >= 10), "{parts:?}");
}

/// A double pendulum at rest whose second joint breaks after 0.5 s.
const BROKEN: &str = r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "a"
mass = 1
inertia = [0.1, 0.1, 0.1]
initial = { position = [0.5, 0, 0] }
[[body]]
name = "b"
mass = 2
inertia = [0.2, 0.2, 0.2]
initial = { position = [1.5, 0, 0] }
[[joint]]
name = "root"
kind = "revolute"
between = ["ground", "a"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "hinge"
kind = "revolute"
between = ["a", "b"]
at = [1, 0, 0]
axis = [0, 1, 0]
WHEN
[[output]]
name = "a"
quantity = "position"
body = "a"
[[output]]
name = "b"
quantity = "position"
body = "b"
[[output]]
name = "f"
quantity = "reaction_force"
joint = "hinge"
[[output]]
name = "e"
quantity = "energy"
[method]
formulation = "absolute"
integrator = "rattle"
step = STEP
duration = 1
"#;

#[test]
fn a_joint_breaks_at_a_time_or_at_an_event() {
    // scipy.integrate.solve_ivp, DOP853, rtol 1e-13: the equations of the double pendulum in its two angles to 0.5 s, then those
    // of the first pendulum alone and the parabola of the second body
    let expected =
        [-0.331_341_369_089_204_03, -0.374_450_126_358_760_74, -0.669_588_317_115_941_6, -4.051_507_593_052_714_5];
    let by_event = "until = \"now\"\n[[event]]\nname = \"now\"\nexpression = \"t - 0.5\"\ndirection = \"rising\"";
    let toggled = "[[event]]\nname = \"now\"\nexpression = \"t - 0.5\"\ndirection = \"rising\"\nswitch = [\"hinge\"]";
    for when in ["to = 0.5", by_event, toggled] {
        let at = |step: f64| {
            let (scenario, chunk) = run(&BROKEN.replace("WHEN", when).replace("STEP", &format!("{step:?}")));
            close("reaction", &of(&scenario, &chunk, &["f.x", "f.z"]), &[0.0; 2], 0.0);
            close("energy", &of(&scenario, &chunk, &["e"]), &[0.0], 1e-3);
            of(&scenario, &chunk, &["a.x", "a.z", "b.x", "b.z"])
        };
        let [coarse, fine] = [2e-3, 1e-3].map(at);
        let best: Vec<f64> = coarse.iter().zip(&fine).map(|(a, b)| b + (b - a) / 3.0).collect();
        close(when, &best, &expected, 1e-9);
    }
}

/// Two wheels on one axis, which a clutch brings together.
const CLUTCH: &str = r#"
[[body]]
name = "a"
mass = 1
inertia = [0.2, 0.2, 0.3]
[[body]]
name = "b"
mass = 1
inertia = [0.3, 0.3, 0.5]
[[joint]]
name = "ja"
kind = "revolute"
between = ["ground", "a"]
at = [0, 0, 0]
axis = [0, 0, 1]
initial = { velocity = 4 }
[[joint]]
name = "jb"
kind = "revolute"
between = ["ground", "b"]
at = [0, 0, 0]
axis = [0, 0, 1]
initial = { velocity = -1 }
[[constraint]]
name = "clutch"
kind = "velocity"
expression = "ja.v - jb.v"
from = 0.25
to = 0.75
[[constraint]]
name = "brake"
kind = "velocity"
expression = "jb.v"
from = 0.75
[[output]]
name = "qa"
quantity = "joint_position"
joint = "ja"
[[output]]
name = "qb"
quantity = "joint_position"
joint = "jb"
[[output]]
name = "va"
quantity = "joint_velocity"
joint = "ja"
[[output]]
name = "vb"
quantity = "joint_velocity"
joint = "jb"
[[output]]
name = "e"
quantity = "kinetic_energy"
over = "min"
[method]
formulation = "absolute"
integrator = "generalized_alpha"
index = 2
step = 0.01
duration = 1
"#;

#[test]
fn a_clutch_keeps_the_angular_momentum_and_a_brake_does_not() {
    let common = (0.3 * 4.0 - 0.5) / 0.8;
    let (scenario, chunk) = run(CLUTCH);
    let found = of(&scenario, &chunk, &["va", "vb", "qa", "qb", "e"]);
    let [a, b] = [4.0 * 0.25 + common * 0.75, -0.25 + common * 0.5];
    close("clutch", &found, &[common, 0.0, a, b, 0.15 * common * common], 1e-12);
    // both that are switched at 0.75 s are, whichever event is met first
    assert_eq!(chunk.events.len(), 3, "{:?}", chunk.events);
}

/// A gripper at the end of an arm closes on a free body that is there at a time.
const GRIPPER: &str = r#"
[[body]]
name = "arm"
mass = 2
inertia = [0.2, 0.3, 0.4]
initial = { position = [0.5, 0, 0], angular_velocity = [0.4, -0.7, 1.1] }
[[body]]
name = "load"
mass = 1.5
inertia = [0.2, 0.25, 0.1]
initial = { position = [1.2, 0.4, -0.3], rotation_vector = [0.3, -0.2, 0.9], velocity = [0.5, -0.2, 0.8], angular_velocity = [0.3, 0.6, -0.5] }
[[joint]]
name = "shoulder"
kind = "spherical"
between = ["ground", "arm"]
at = [0, 0, 0]
[[joint]]
name = "grip"
KIND
between = ["arm", "load"]
at = [1, 0.1, 0]
from = 1e-7
[[output]]
name = "va"
quantity = "velocity"
body = "arm"
[[output]]
name = "wa"
quantity = "angular_velocity"
body = "arm"
[[output]]
name = "vb"
quantity = "velocity"
body = "load"
[[output]]
name = "wb"
quantity = "angular_velocity"
body = "load"
[[output]]
name = "e"
quantity = "kinetic_energy"
[method]
formulation = "absolute"
integrator = "rattle"
step = 1e-7
duration = DURATION
"#;

/// The velocities after the impulse of a joint that locks some relative motions at its point, from independent matrices: world
/// frame, arm and load.
fn after_impulse(before: &[f64], locks_turning: bool) -> Vec<f64> {
    let rotation = nalgebra::Rotation3::new(Vector3::new(0.3, -0.2, 0.9)).into_inner();
    let inertia_of_load = rotation * Matrix3::from_diagonal(&Vector3::new(0.2, 0.25, 0.1)) * rotation.transpose();
    let mut mass = DMatrix::zeros(12, 12);
    mass.view_mut((0, 0), (3, 3)).copy_from(&(Matrix3::identity() * 2.0));
    mass.view_mut((3, 3), (3, 3)).copy_from(&Matrix3::from_diagonal(&Vector3::new(0.2, 0.3, 0.4)));
    mass.view_mut((6, 6), (3, 3)).copy_from(&(Matrix3::identity() * 1.5));
    mass.view_mut((9, 9), (3, 3)).copy_from(&inertia_of_load);
    let cross = |r: Vector3<f64>| r.cross_matrix();
    let rows = if locks_turning { 9 } else { 6 };
    let mut b = DMatrix::zeros(rows, 12);
    // v + w x r of the point of each body
    let mut point = |row: usize, body: usize, sign: f64, arm: Vector3<f64>| {
        b.view_mut((row, body), (3, 3)).copy_from(&(Matrix3::identity() * sign));
        b.view_mut((row, body + 3), (3, 3)).copy_from(&(cross(arm) * -sign));
    };
    point(0, 0, 1.0, Vector3::new(-0.5, 0.0, 0.0));
    point(3, 0, -1.0, Vector3::new(0.5, 0.1, 0.0));
    point(3, 6, 1.0, Vector3::new(-0.2, -0.3, 0.3));
    if locks_turning {
        b.view_mut((6, 3), (3, 3)).copy_from(&(-Matrix3::identity()));
        b.view_mut((6, 9), (3, 3)).copy_from(&Matrix3::identity());
    }
    let v = DVector::from_column_slice(before);
    let inverse = mass.try_inverse().expect("regular");
    let lambda = (&b * &inverse * b.transpose()).lu().solve(&(&b * &v)).expect("regular");
    (v - inverse * b.transpose() * lambda).as_slice().to_vec()
}

#[test]
fn where_a_joint_closes_velocities_jump_as_by_its_impulse() {
    let rotation = nalgebra::Rotation3::new(Vector3::new(0.3, -0.2, 0.9)).into_inner();
    let names = ["va.x", "va.y", "va.z", "wa.x", "wa.y", "wa.z", "vb.x", "vb.y", "vb.z", "wb.x", "wb.y", "wb.z", "e"];
    for (kind, locks_turning) in [("kind = \"spherical\"", false), ("kind = \"fixed\"", true)] {
        let at = |duration: f64| {
            let text = GRIPPER.replace("KIND", kind).replace("DURATION", &format!("{duration:?}"));
            let (scenario, chunk) = run(&text);
            of(&scenario, &chunk, &names)
        };
        // angular velocities of the arm are in its own frame as in the world's but for 1e-7 rad
        let (before, after) = (at(1e-7), at(2e-7));
        let world = |w: &[f64]| rotation * Vector3::from_column_slice(w);
        let in_world = |found: &[f64]| [&found[..9], world(&found[9..12]).as_slice()].concat();
        let expected = after_impulse(&in_world(&before), locks_turning);
        close(kind, &in_world(&after), &expected, 1e-6);
        assert!(after[12] < before[12] - 0.1, "{before:?} {after:?}");
    }
}

#[test]
fn what_cannot_be_switched_is_refused() {
    let broken = BROKEN.replace("STEP", "1e-3");
    let message = |text: &str| refusal(text);
    for (when, words) in [
        ("to = 0.5\nuntil = \"now\"", "one of to and until"),
        ("until = \"never\"", "is no event"),
        ("from = 1\nto = 0.5", "a time after that"),
        ("from = 1\nacts = false", "acts without it"),
        ("since = \"never\"\nuntil = \"never\"", "the event of since is this one, too"),
    ] {
        let found = message(&broken.replace("WHEN", when));
        assert!(found.contains(words), "{when}: {found}");
    }
    let tree = replaced(
        &broken.replace("WHEN", "to = 0.5"),
        &[
            ("formulation = \"absolute\"", "formulation = \"joint\""),
            ("integrator = \"rattle\"", "integrator = \"rkmk4\""),
            ("quantity = \"reaction_force\"\njoint = \"hinge\"", "quantity = \"linear_momentum\""),
        ],
    );
    assert!(message(&tree).contains("implicit integrators in absolute coordinates"), "{}", message(&tree));
    let clutch = message(&CLUTCH.replace("integrator = \"generalized_alpha\"\nindex = 2", "integrator = \"rattle\""));
    assert!(clutch.contains("rattle holds constraints of positions"), "{clutch}");
}

/// A ball on a spring that a latch catches at rest, at the end of its way, and lets go for some time again and again.
const LATCH: &str = r#"
[[body]]
name = "ball"
mass = 1
[[body]]
name = "clock"
mass = 1
initial = { velocity = [0, 1, 0] }
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "ball"]
axis = [1, 0, 0]
stiffness = 9
initial = { coordinate = 0.2 }
[[constraint]]
name = "latch"
kind = "velocity"
body = "ball"
expression = "vx"
since = "slow"
until = "free"
[[output]]
name = "x"
quantity = "position"
body = "ball"
[[output]]
name = "y"
quantity = "position"
body = "clock"
[[output]]
name = "v"
quantity = "velocity"
body = "ball"
[[event]]
name = "slow"
expression = "v.x"
direction = "rising"
[[event]]
name = "free"
expression = "sin(2*pi*y.y/3)"
direction = "falling"
[[event]]
name = "ticks"
expression = "sin(2*pi*y.y/0.05 - 0.3)"
direction = "rising"
[[output]]
name = "count"
quantity = "count_of"
event = "ticks"
[method]
formulation = "absolute"
integrator = "generalized_alpha"
index = 2
step = STEP
duration = 8.2
"#;

#[test]
fn a_latch_closes_and_opens_again_and_again() {
    // it lets go at 1.5 s, 4.5 s, 7.5 s; at rest at -0.2 m after pi/3 s and at its turning points after that
    let (s, out) = run(&LATCH.replace("STEP", "2e-3"));
    let names = |at: usize| s.study.mechanism.events[at].name.clone();
    let met: Vec<(String, f64)> =
        out.events.iter().map(|(_, e)| (names(e.event), e.time)).filter(|(name, _)| name != "ticks").collect();
    let expected = [
        ("slow", std::f64::consts::FRAC_PI_3),
        ("free", 1.5),
        ("slow", 1.5 + 2.0 * std::f64::consts::FRAC_PI_3),
        ("free", 4.5),
        ("slow", 4.5 + 2.0 * std::f64::consts::FRAC_PI_3),
        ("free", 7.5),
    ];
    assert_eq!(met.len(), expected.len(), "{met:?}");
    for ((name, time), (own, at)) in met.iter().zip(expected) {
        assert!(name == own && (time - at).abs() < 1e-4, "{met:?}");
    }
    // what is behind the end of a part in its last step is not counted twice
    for step in ["2e-3", "0.037"] {
        let (s, out) = run(&LATCH.replace("STEP", step));
        close(step, &of(&s, &out, &["count"]), &[164.0], 0.0);
    }
    let end = 0.7 * 3.0;
    let (s, out) = run(&LATCH.replace("STEP", "5e-4"));
    close("latch", &of(&s, &out, &["x.x"]), &[-0.2 * f64::cos(end)], 1e-5);
}
