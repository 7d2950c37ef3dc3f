//! `modes`: what nothing brings back, which is counted and no mode; equilibria that are looked for, and what is small beside weights.

use super::modes::{METHOD, found};
use std::collections::HashMap;

const ABSOLUTE: &str =
    "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-4\nduration = 0.01\n";
const ENERGY: &str = "[[output]]\nname = \"e\"\nquantity = \"energy\"\n";

fn body(name: &str, mass: f64, inertia: [f64; 3], further: &str) -> String {
    format!("[[body]]\nname = \"{name}\"\nmass = {mass:?}\ninertia = {inertia:?}\n{further}")
}

fn joint(name: &str, kind: &str, between: [&str; 2], further: &str) -> String {
    format!("[[joint]]\nname = \"{name}\"\nkind = \"{kind}\"\nbetween = {between:?}\n{further}\n")
}

/// The frequencies of a member, ascending, that are there.
fn frequencies(row: &HashMap<String, f64>) -> Vec<f64> {
    let columns = row.iter().filter(|(name, x)| name.starts_with("frequency_") && x.is_finite());
    let mut all: Vec<f64> = columns.map(|(_, x)| *x).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// Compares what is found of the first member with a number of rigid motions and with frequencies.
fn expect(what: &str, text: &str, rigid: usize, expected: &[f64]) {
    let row = &found(text)[0];
    assert_eq!(row["rigid_motions"], rigid as f64, "{what}: {row:?}");
    let own = frequencies(row);
    assert_eq!(own.len(), expected.len(), "{what}: {row:?}");
    for (a, b) in own.iter().zip(expected) {
        assert!((a / b - 1.0).abs() < 1e-9, "{what}: {own:?} {expected:?}");
    }
}

#[test]
fn rigid_motions_are_counted_and_are_no_modes() {
    expect("a body", &format!("{}{METHOD}", body("m", 1.0, [1.0, 2.0, 3.0], "")), 6, &[]);
    // three translations, the spin, and the axis may be turned; around it the body nutates
    let spinning = body("m", 1.0, [2.0, 2.0, 3.0], "initial = { angular_velocity = [0, 0, 7] }\n");
    expect("a spinning body", &format!("{spinning}{METHOD}"), 6, &[3.0 / 2.0 * 7.0]);
    let off_axis =
        joint("j", "revolute", ["ground", "a"], "at = [1, 0, 0]\naxis = [0, 0, 1]\ninitial = { velocity = 5 }");
    let flywheel = format!("{}{off_axis}", body("a", 1.0, [1.0; 3], ""));
    expect("a flywheel", &format!("{flywheel}{METHOD}"), 1, &[]);
    let plane = joint("j", "planar", ["ground", "a"], "axis = [0, 0, 1]");
    expect("a body on a plane", &format!("{}{plane}{METHOD}", body("a", 1.0, [1.0; 3], "")), 3, &[]);

    let two = format!(
        "{}{}[[force]]\nname = \"s\"\nkind = \"spring_damper\"\nbetween = [\"a\", \"b\"]\npoints = [[0, 0, 0], [0, 0, 0]]\nstiffness = 1000\nlength = 1\n",
        body("a", 1.0, [1.0; 3], ""),
        body("b", 2.0, [1.0; 3], "initial = { position = [1, 0, 0] }\n")
    );
    expect("two bodies and a spring", &format!("{two}{METHOD}[modes]\ncount = 12\n"), 11, &[1500f64.sqrt()]);

    let disc = |name: &str, inertia: f64| body(name, 1.0, [inertia, 1.0, 1.0], "");
    let shaft = |name: &str, between: [&str; 2], keys: &str| {
        joint(name, "revolute", between, &format!("axis = [1, 0, 0]\nat = [0, 0, 0]\n{keys}"))
    };
    for spin in ["", "initial = { velocity = 30 }"] {
        let line = format!(
            "{}{}{}{}{}{}{METHOD}",
            disc("a", 0.5),
            disc("b", 0.25),
            disc("c", 0.5),
            shaft("ja", ["ground", "a"], spin),
            shaft("jb", ["a", "b"], "stiffness = 100"),
            shaft("jc", ["b", "c"], "stiffness = 100")
        );
        expect("a driveline", &line, 1, &[200f64.sqrt(), 1000f64.sqrt()]);
    }
}

/// A soft spring is no rigid motion, whatever is stiff beside it.
#[test]
fn soft_springs_are_no_rigid_motions() {
    let keys = |k: f64| format!("axis = [1, 0, 0]\nstiffness = {k:?}");
    let text = format!(
        "{}{}{}{}{METHOD}",
        body("a", 1.0, [1.0; 3], ""),
        body("b", 1.0, [1.0; 3], ""),
        joint("soft", "prismatic", ["ground", "a"], &keys(1e-3)),
        joint("stiff", "prismatic", ["a", "b"], &keys(1e8))
    );
    let row = &found(&text)[0];
    assert_eq!(row["rigid_motions"], 0.0);
    assert!((row["frequency_1"] / 5e-4f64.sqrt() - 1.0).abs() < 1e-3, "{row:?}");
    assert!((row["frequency_2"] / 2e8f64.sqrt() - 1.0).abs() < 1e-9, "{row:?}");
}

/// A free beam bends with cos(x) cosh(x) = 1, twice, and its six rigid motions are no modes.
#[test]
fn a_free_beam_has_six_rigid_motions() {
    let text = format!(
        "[[beam]]\nname = \"b\"\nlength = 2\nelements = 2\norder = 6\nsection = {{ kind = \"rectangle\", width = 0.05, height = 0.03, youngs_modulus = 7e10, \
         density = 2700 }}\n{ENERGY}{ABSOLUTE}[modes]\ncount = 6\n"
    );
    let row = &found(&text)[0];
    assert!(row["rigid_motions"] == 6.0 && row["growth"] == 0.0, "{row:?}");
    let speed = (7e10f64 / 2700.0 / 12.0).sqrt() / 4.0;
    let bending = |height: f64, x: f64| x * x * height * speed;
    let [a, b] = [4.730_040_744_862_704, 7.853_204_624_095_838];
    let expected = [bending(0.03, a), bending(0.05, a), bending(0.03, b)];
    let own = frequencies(row);
    for (own, expected) in own.iter().zip(expected) {
        // shear and rotatory inertia make slender beams a little slower
        assert!((0.985..1.0).contains(&(own / expected)), "{own} {expected}");
    }
}

/// A shaft that is free to spin in its bearing: whirls over speed, and no spin among them.
#[test]
fn a_free_spin_is_no_mode() {
    let text = format!(
        "[parameters]\nspeed = 100\n{}{}[[force]]\nname = \"mount\"\nkind = \"bushing\"\nbody = \"bearing\"\npoint = [0, 0, 0]\nat = [0, 0, 0]\nstiffness = [900, \
         400, 400]\nrotational_stiffness = [50, 30, 30]\n{}{METHOD}[modes]\ncount = 8\n[plan]\nkind = \"grid\"\nvary.speed = {{ min = 0, max = 400, count = 9 }}\n",
        body("bearing", 1.0, [0.1; 3], ""),
        body("rotor", 2.0, [0.3, 0.2, 0.2], ""),
        joint(
            "axle",
            "revolute",
            ["bearing", "rotor"],
            "at = [0, 0, 0]\naxis = [1, 0, 0]\ninitial = { velocity = \"speed\" }"
        )
    );
    let (polar, across, k) = (0.3, 0.3, 30.0);
    for (row, speed) in found(&text).iter().zip((0..9).map(|i| 50.0 * f64::from(i))) {
        let gyration: f64 = polar * speed / (2.0 * across);
        let root = (gyration * gyration + k / across).sqrt();
        let mut expected = vec![root - gyration, root + gyration, (400f64 / 3.0).sqrt(), (400f64 / 3.0).sqrt()];
        expected.extend([(900f64 / 3.0).sqrt(), 500f64.sqrt()]);
        expected.sort_by(f64::total_cmp);
        let own = frequencies(row);
        assert!(row["rigid_motions"] == 1.0 && row["unsteady"] < 1e-9, "{row:?}");
        assert_eq!(own.len(), expected.len(), "{row:?}");
        for (a, b) in own.iter().zip(&expected) {
            assert!((a / b - 1.0).abs() < 1e-8, "{speed}: {own:?} {expected:?}");
        }
    }
}

/// Four masses that are welded to a hub spin as one body of their inertia.
#[test]
fn welded_bodies_spin_as_one() {
    let spin = "initial = { angular_velocity = [0, 0, 40] }\n";
    let held = |name: &str, z: f64| {
        format!(
            "[[force]]\nname = \"{name}\"\nkind = \"bushing\"\nbody = \"hub\"\npoint = [0, 0, {z:?}]\nat = [0, 0, {z:?}]\nstiffness = [400, 400, 900]\n"
        )
    };
    let held = held("below", -0.2) + &held("above", 0.3);
    let mut apart = body("hub", 2.0, [0.1, 0.1, 0.15], spin);
    for (name, at) in [("a", [0.3, 0.0]), ("b", [0.0, 0.3]), ("c", [-0.3, 0.0]), ("d", [0.0, -0.3])] {
        let [x, y] = at;
        let moving = format!(
            "initial = {{ position = [{x:?}, {y:?}, 0], velocity = [{:?}, {:?}, 0], angular_velocity = [0, 0, 40] }}\n",
            -40.0 * y,
            40.0 * x
        );
        // each as it is turned on the circle
        let [x, y] = if x == 0.0 { [0.02, 0.01] } else { [0.01, 0.02] };
        apart += &body(name, 0.5, [x, y, 0.03], &moving);
        apart += &joint(&format!("weld_{name}"), "fixed", ["hub", name], "");
    }
    let [across, polar] = [0.1 + 2.0 * (0.01 + 0.02) + 2.0 * 0.5 * 0.09, 0.15 + 4.0 * (0.03 + 0.5 * 0.09)];
    let one = body("hub", 4.0, [across, across, polar], spin);
    let [apart, one] =
        [apart, one].map(|bodies| found(&format!("{bodies}{held}{METHOD}[modes]\ncount = 5\n")).remove(0));
    assert!(apart["unsteady"] < 1e-9 && apart["unbalanced"] < 1e-9, "{apart:?}");
    let [own, expected] = [&apart, &one].map(frequencies);
    assert_eq!((own.len(), apart["rigid_motions"]), (expected.len(), one["rigid_motions"]));
    for (a, b) in own.iter().zip(&expected) {
        assert!((a / b - 1.0).abs() < 1e-9, "{own:?} {expected:?}");
    }
}

/// A pendulum with a spring whose joint begins turned: the equilibrium is that of its moments, wherever the way to it begins.
#[test]
fn an_equilibrium_is_looked_for_from_given_coordinates() {
    let text = |start: f64| {
        format!(
            "[gravity]\nacceleration = [0, 0, -9.81]\n{}{}{METHOD}[modes]\nabout = \"equilibrium\"\n",
            body("m", 2.0, [0.1; 3], "initial = { position = [0, 0, -1] }\n"),
            joint(
                "h",
                "revolute",
                ["ground", "m"],
                &format!(
                    "axis = [0, 1, 0]\nat = [0, 0, 0]\ninitial = {{ coordinate = {start:?} }}\nstiffness = 3\nrest = 1.0"
                )
            )
        )
    };
    // 3 (q - 1) + 19.62 sin q = 0
    let mut q: f64 = 0.1;
    for _ in 0..50 {
        q -= (3.0 * (q - 1.0) + 19.62 * q.sin()) / (3.0 + 19.62 * q.cos());
    }
    let expected = ((3.0 + 19.62 * q.cos()) / 2.1).sqrt();
    for start in [0.5, -0.7, 1.2] {
        let row = &found(&text(start))[0];
        assert!((row["frequency_1"] - expected).abs() < 1e-9 && row["unbalanced"] < 1e-8, "{expected} {row:?}");
    }
}

/// A bead on a hoop that turns about its upright diameter: w^2 l cos q = g beside the bottom, which is an equilibrium, too.
#[test]
fn an_equilibrium_on_a_turning_base_is_the_one_near_the_start() {
    let (w, l): (f64, f64) = (4.5, 0.5);
    let q = (9.81 / (w * w * l)).acos();
    for start in [q, 0.3, -q] {
        let text = format!(
            "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"b\"\nmass = 2\ninitial = {{ position = [0, 0, -{l:?}] }}\n{}{METHOD}[modes]\nabout = \
             \"equilibrium\"\nbase_rotation = [0, 0, {w:?}]\n",
            joint(
                "x",
                "revolute",
                ["ground", "b"],
                &format!("axis = [0, 1, 0]\nat = [0, 0, 0]\ninitial = {{ coordinate = {start:?} }}")
            )
        );
        let row = &found(&text)[0];
        let off = (row["frequency_1"] - w * q.sin()).abs();
        assert!(off < 1e-8 && row["damping_1"].abs() < 1e-8 && row["unbalanced"] < 1e-8, "{start} {row:?}");
    }
}
