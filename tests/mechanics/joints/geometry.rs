//! Constant geometry against plain arithmetic with rotation matrices: nothing that was given is rounded away.

use super::{close, initial, refusal, system};
use crate::common::parse;
use gyrosweep::lie::RotationParameterisation;
use std::f64::consts::{FRAC_PI_2, PI};

type Matrix = [[f64; 3]; 3];
const ONE: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

/// The rotation by an angle about an axis of any length.
fn about(axis: [f64; 3], angle: f64) -> Matrix {
    let length = axis[0].hypot(axis[1]).hypot(axis[2]);
    let [x, y, z] = axis.map(|a| a / length);
    let (sin, cos) = angle.sin_cos();
    // 1 - cos without cancellation
    let versine = 2.0 * (angle / 2.0).sin().powi(2);
    [
        [cos + x * x * versine, x * y * versine - z * sin, x * z * versine + y * sin],
        [x * y * versine + z * sin, cos + y * y * versine, y * z * versine - x * sin],
        [x * z * versine - y * sin, y * z * versine + x * sin, cos + z * z * versine],
    ]
}

/// Tilts from below rounding to visible ones.
fn tilts() -> impl Iterator<Item = f64> {
    let decades = (-16..=-3).flat_map(|e| [1.0, 3.0, 7.0].map(|digit| digit * 10f64.powi(e)));
    decades.chain([0.0, 4e-8, 4.3e-8])
}

/// Axis `k` tilted towards axis `m`.
fn tilted(k: usize, m: usize, tilt: f64) -> [f64; 3] {
    let mut axis = [0.0; 3];
    (axis[k], axis[m]) = (tilt.cos(), tilt.sin());
    axis
}

const BODIES: &str = "[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\n[[body]]\nname = \"b\"\nmass = 1\n\
                      inertia = [1, 1, 1]\n";
const OUTPUT: &str = "[[output]]\nname = \"R\"\nquantity = \"rotation_matrix\"\nbody = \"b\"\n[method]\nintegrator = \
                      \"rkmk4\"\nstep = 0.1\nduration = 1\n";

/// The rotation matrix at the start, in every formulation on the group.
fn rotations(text: &str) -> Vec<Vec<f64>> {
    let scenario = parse(text);
    let of = |parameterisation| {
        let (q, v) = initial(&scenario.study.mechanism, parameterisation, &scenario.study.mechanism.defaults());
        let mut out = Vec::new();
        system(&scenario, parameterisation).outputs(0.0, (&q, &v), None, &mut out);
        out
    };
    use RotationParameterisation::{Matrix, Quaternion, RotationVector};
    [Quaternion, Matrix, RotationVector].map(of).to_vec()
}

fn check(what: &str, text: &str, expected: &Matrix) {
    for rotation in rotations(text) {
        close(&format!("{what}\n{text}"), &rotation, expected.as_flattened(), 1e-15);
    }
}

#[test]
fn axes_that_differ_by_any_angle_differ() {
    for tilt in tilts() {
        for (k, m) in [(2, 0), (0, 1), (1, 2), (0, 2)] {
            let (straight, leaning) = (tilted(k, m, 0.0), tilted(k, m, tilt));
            for (first, second) in [(leaning, straight), (straight, leaning)] {
                let text = format!(
                    "{BODIES}[[joint]]\nname = \"ja\"\nkind = \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, \
                     0]\naxis = {first:?}\ninitial = {{ coordinate = \"pi\" }}\n[[joint]]\nname = \"jb\"\nkind = \
                     \"revolute\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, 0]\naxis = {second:?}\ninitial = {{ \
                     coordinate = 0.3 }}\n{OUTPUT}"
                );
                check(&format!("tilt {tilt:e}"), &text, &product(&about(first, PI), &about(second, 0.3)));
            }
        }
    }
}

#[test]
fn the_axes_of_a_universal_joint_need_not_be_quite_perpendicular() {
    for tilt in tilts().filter(|tilt| *tilt < 1e-9) {
        let (first, second) = ([1.0, 0.0, 0.0], tilted(1, 0, tilt));
        let text = format!(
            "{BODIES}[[joint]]\nname = \"ja\"\nkind = \"fixed\"\nbetween = [\"ground\", \"a\"]\n[[joint]]\nname = \
             \"jb\"\nkind = \"universal\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, 0]\naxes = [{first:?}, {second:?}]\n\
             initial = {{ coordinates = [0.7, -2.1] }}\n{OUTPUT}"
        );
        check(&format!("tilt {tilt:e}"), &text, &product(&about(first, 0.7), &about(second, -2.1)));
    }
}

#[test]
fn a_right_angle_of_any_number_of_digits_is_what_it_is() {
    for digits in 6..=16 {
        let angle: f64 = format!("{FRAC_PI_2:.digits$}").parse().expect("a number");
        for (k, m) in [(0, 2), (1, 0), (2, 1)] {
            // the pose of the second body, and an axis in it
            let pose = product(&about(ONE[k], angle), &about(ONE[m], 0.5));
            let axis = about(ONE[k], angle).map(|row| row[m]);
            let psi = log(&pose);
            let text = format!(
                "{BODIES}initial = {{ rotation_vector = {psi:?} }}\n[[joint]]\nname = \"ja\"\nkind = \"revolute\"\n\
                 between = [\"ground\", \"a\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\ninitial = {{ coordinate = 1.1 }}\n\
                 [[joint]]\nname = \"jb\"\nkind = \"revolute\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, 0]\naxis = \
                 {axis:?}\ninitial = {{ coordinate = -0.4 }}\n{OUTPUT}"
            );
            let moved = product(&about([0.0, 0.0, 1.0], 1.1), &about(axis, -0.4));
            check(&format!("{digits} digits"), &text, &product(&moved, &pose));
        }
    }
}

/// The rotation vector of a rotation by less than half a turn.
fn log(m: &Matrix) -> [f64; 3] {
    let v = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
    let sine = v[0].hypot(v[1]).hypot(v[2]);
    let angle = sine.atan2(m[0][0] + m[1][1] + m[2][2] - 1.0);
    v.map(|x| x / sine * angle)
}

#[test]
fn rotation_vectors_near_half_a_turn_are_what_they_are() {
    for axis in [[1.0, 0.0, 0.0], [0.0, 0.6, 0.8], [-0.48, 0.6, 0.64]] {
        for apart in tilts().flat_map(|tilt| [tilt, -tilt]) {
            let psi = axis.map(|x: f64| x * (PI + apart));
            let angle = psi[0].hypot(psi[1]).hypot(psi[2]);
            let text = format!(
                "{BODIES}initial = {{ rotation_vector = {psi:?} }}\n[[joint]]\nname = \"ja\"\nkind = \"fixed\"\nbetween \
                 = [\"ground\", \"a\"]\n[[joint]]\nname = \"jb\"\nkind = \"KIND\"\nbetween = [\"a\", \"b\"]\n{OUTPUT}"
            );
            for kind in ["fixed", "spherical", "free"] {
                let text = if kind == "spherical" {
                    text.replace("\"KIND\"", "\"spherical\"\nat = [0, 0, 0]")
                } else {
                    text.replace("KIND", kind)
                };
                check(&format!("pi + {apart:e}, {kind}"), &text, &about(psi, angle));
            }
        }
    }
}

#[test]
fn axes_of_any_length_have_their_direction() {
    for length in [1e-300, 1e-160, 1e-3, 1.0, 7.0, 1e100, 1e200, 1e307] {
        let axis = [0.6, -0.3, 0.2];
        let long = axis.map(|x| x * length);
        let text = format!(
            "{BODIES}[[joint]]\nname = \"ja\"\nkind = \"fixed\"\nbetween = [\"ground\", \"a\"]\n[[joint]]\nname = \
             \"jb\"\nkind = \"revolute\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, 0]\naxis = {long:?}\ninitial = {{ \
             coordinate = 2.5 }}\n{OUTPUT}"
        );
        check(&format!("length {length:e}"), &text, &about(axis, 2.5));
        let universal = text.replace("revolute", "universal").replace("coordinate = 2.5", "coordinates = [0, 2.5]");
        let perpendicular = [0.3, 0.6, 0.0].map(|x| x / length);
        let axes = |second: [f64; 3]| {
            universal
                .replace("axis = ", "axes = [")
                .replace("\ninitial = { c", &format!(", {second:?}]\ninitial = {{ c"))
        };
        check(&format!("length {length:e}"), &axes(perpendicular), &about(perpendicular, 2.5));
        let message = refusal(&axes([0.3, 0.5, 0.0].map(|x| x / length)));
        assert!(message.contains("accepted: perpendicular axes"), "{message}");
    }
}

#[test]
fn an_axis_that_a_parameter_turns_is_an_axis_for_every_value() {
    let text = format!(
        "[parameters]\nturn = {{ default = 1.5 }}\n{BODIES}[[joint]]\nname = \"ja\"\nkind = \"fixed\"\nbetween = \
         [\"ground\", \"a\"]\n[[joint]]\nname = \"jb\"\nkind = \"revolute\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, 0]\n\
         axis = [\"cos(turn)\", 0.001, \"sin(turn)\"]\ninitial = {{ coordinate = 2.5 }}\n{OUTPUT}"
    );
    let scenario = parse(&text);
    let coordinates = super::coordinates(&scenario.study.mechanism, RotationParameterisation::Quaternion);
    for turn in [1.5, 1.0, 0.3, 1e-3, 1e-9, 0.0, -1e-9, PI] {
        let (q, v) = coordinates.initial(&scenario.study.mechanism, &[turn]);
        let mut out = Vec::new();
        super::joint_system(&scenario.study.mechanism, RotationParameterisation::Quaternion, &[turn]).outputs(
            0.0,
            (&q, &v),
            None,
            &mut out,
        );
        let expected = about([turn.cos(), 0.001, turn.sin()], 2.5);
        close(&format!("turn {turn}"), &out, expected.as_flattened(), 1e-15);
    }
}

#[test]
fn a_small_offset_far_from_the_origin_is_kept() {
    for offset in [1e-12, 1e-10, 1e-6] {
        let text = format!(
            "{BODIES}initial = {{ position = [1e6, {offset:?}, 0] }}\n[[joint]]\nname = \"ja\"\nkind = \"fixed\"\n\
             between = [\"ground\", \"a\"]\n[[joint]]\nname = \"jb\"\nkind = \"revolute\"\nbetween = [\"a\", \"b\"]\n\
             at = [1e6, 0, 0]\naxis = [0, 0, 1]\ninitial = {{ coordinate = \"pi/2\" }}\n{OUTPUT}"
        )
        .replace("rotation_matrix", "position");
        for position in rotations(&text) {
            assert!((position[0] - 1e6 + offset).abs() < 2e-10, "{offset:e}: {position:?}");
            assert!(position[1].abs() < 1e-15 * offset.max(1e-3), "{offset:e}: {position:?}");
        }
    }
}
