//! Contacts of discs, and of blocks by their corners, beside closed forms.

use super::{outputs, value};
use crate::common::*;
use gyrosweep::io::scenario::Scenario;

const METHOD: &str = "integrator = \"dop853\"\ntolerance = 1e-11";
const G: f64 = 9.81;

/// A body with a mass and an inertia at a position with further initial values, and outputs of its motion.
fn body(mass: f64, inertia: [f64; 3], initial: &str) -> String {
    let mut text =
        format!("[[body]]\nname = \"a\"\nmass = {mass:?}\ninertia = {inertia:?}\ninitial = {{ {initial} }}\n");
    for (name, quantity) in [("x", "position"), ("v", "velocity"), ("w", "angular_velocity")] {
        text += &format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\nbody = \"a\"\n");
    }
    text + "[[output]]\nname = \"drift\"\nquantity = \"energy\"\nover = \"drift\"\n[[output]]\nname = \"most_power\"\nquantity = \
            \"power\"\nover = \"max\"\n"
}

fn run(gravity: [f64; 3], parts: &str, duration: f64) -> Scenario {
    parse(&format!("[gravity]\nacceleration = {gravity:?}\n{parts}[method]\n{METHOD}\nduration = {duration:?}\n"))
}

fn contact(keys: &str) -> String {
    format!("[[contact]]\nname = \"c\"\nbetween = [\"a\", \"ground\"]\nplane = {{}}\n{keys}\n")
}

#[test]
fn a_wheel_that_slides_comes_to_roll() {
    let (m, r, k, mu, v0): (f64, f64, f64, f64, f64) = (4.0, 0.3, 1e6, 0.4, 1.5);
    let inertia = [0.1, 0.17, 0.1];
    let depth = m * G / k;
    // friction acts in the middle of the overlap
    let arm = r - depth / 2.0;
    let keys = format!(
        "disc = {{ radius = {r:?} }}\nnormal_law = \"kelvin_voigt\"\nstiffness = {k:?}\ndamping = 100\nfriction = {mu:?}"
    );
    let of = |time: f64| {
        let parts = body(m, inertia, &format!("position = [0, 0, {:?}], velocity = [{v0:?}, 0, 0]", r - depth))
            + &contact(&keys);
        let s = run([0.0, 0.0, -G], &parts, time);
        let out = outputs(&s);
        assert!(value(&s, &out, "most_power") <= 0.0, "{out:?}");
        ["v.x", "w.y", "x.z"].map(|name| value(&s, &out, name))
    };
    let [v, w, z] = of(0.05);
    assert!((v - (v0 - mu * G * 0.05)).abs() < 1e-8, "{v}");
    assert!((w - mu * m * G * arm / inertia[1] * 0.05).abs() < 1e-7, "{w}");
    assert!((z - (r - depth)).abs() < 1e-10, "{z}");
    // the angular momentum about the line where friction acts stays
    let [v, w, _] = of(0.4);
    let rolling = v0 / (1.0 + inertia[1] / (m * arm * arm));
    assert!((v - rolling).abs() < 1e-8 && (w - rolling / arm).abs() < 1e-7, "{v} {w} {rolling}");
}

/// Without friction the force is vertical, in the plane of the disc's axis and the vertical: three momenta stay.
#[test]
fn a_rocking_disc_keeps_its_energy_and_momenta() {
    let keys = "disc = { radius = 0.2 }\nradius = 0.01\nnormal_law = \"kelvin_voigt\"\nstiffness = 3e4";
    let initial = "position = [0, 0, 0.22], rotation_vector = [0.4, 0, 0], velocity = [0.3, -0.2, 0], angular_velocity = [0.5, 6, -0.3]";
    let parts = body(1.5, [0.016, 0.03, 0.016], initial) + &contact(keys);
    let s = run([0.0, 0.0, -G], &parts, 1.0);
    let out = outputs(&s);
    let of = |name: &str| value(&s, &out, name);
    assert!(of("x.z") < 0.2 && of("w.x").abs() > 1e-3, "it rocks: {out:?}");
    for (name, expected, limit) in [("v.x", 0.3, 1e-12), ("v.y", -0.2, 1e-12), ("w.y", 6.0, 1e-9), ("drift", 0.0, 1e-8)]
    {
        assert!((of(name) - expected).abs() < limit, "{name}: {} {expected}", of(name));
    }
}

/// A rim of no thickness on a turned and shifted plane moves as on a level one.
#[test]
fn a_turned_plane_changes_nothing() {
    let keys = |plane: &str, axis: &str| {
        format!(
            "[[contact]]\nname = \"c\"\nbetween = [\"a\", \"ground\"]\ndisc = {{ radius = 0.2, axis = {axis} }}\n{plane}\nstiffness = \
             1e5\ndamping = 0.2\nfriction = 0.3\n"
        )
    };
    let level = run(
        [0.0, 0.0, -G],
        &(body(
            1.5,
            [0.016, 0.03, 0.016],
            "position = [0, 0, 0.2], rotation_vector = [0.3, 0, 0], velocity = [0.4, 0, 0], angular_velocity = [0, 3, 0]",
        ) + &keys("plane = {}", "[0, 1, 0]")),
        0.3,
    );
    // x to y, y to z, z to x
    let turned = run(
        [-G, 0.0, 0.0],
        &(body(
            1.5,
            [0.016, 0.016, 0.03],
            "position = [0.7, 0, 0], rotation_vector = [0, 0.3, 0], velocity = [0, 0.4, 0], angular_velocity = [0, 0, 3]",
        ) + &keys("plane = { normal = [2, 0, 0], at = [0.5, 3, 4] }", "[0, 0, 1]")),
        0.3,
    );
    let (a, b) = (outputs(&level), outputs(&turned));
    let of = |s: &Scenario, out: &[f64], names: [&str; 3]| names.map(|name| value(s, out, name));
    for quantity in ["v", "w"] {
        let names = ["x", "y", "z"].map(|axis| format!("{quantity}.{axis}"));
        let [x, y, z] = names.each_ref().map(String::as_str);
        let (here, there) = (of(&level, &a, [x, y, z]), of(&turned, &b, [y, z, x]));
        assert!(distance(&here, &there) < 1e-9, "{quantity}: {here:?} {there:?}");
    }
}

/// A block slides down a slope and sticks to a rougher one, where its regularised friction lets it creep.
#[test]
fn a_block_slides_down_a_slope_or_creeps() {
    let (m, k, slope): (f64, f64, f64) = (2.0, 1e5, 0.3);
    let gravity = [G * slope.sin(), 0.0, -G * slope.cos()];
    let depth = m * G * slope.cos() / (4.0 * k);
    let of = |mu: f64, velocity: f64, v0: f64, time: f64| {
        let corners: String = [[0.2, 0.1], [0.2, -0.1], [-0.2, 0.1], [-0.2, -0.1]]
            .iter()
            .enumerate()
            .map(|(i, [x, y])| {
                format!(
                    "[[contact]]\nname = \"corner {i}\"\nbetween = [\"a\", \"ground\"]\ncentre = [{x:?}, {y:?}, 0]\nplane = \
                     {{}}\nnormal_law = \"kelvin_voigt\"\nstiffness = {k:?}\ndamping = 200\nfriction = {mu:?}\nvelocity = {velocity:?}\n"
                )
            })
            .collect();
        let initial = format!("position = [0, 0, {:?}], velocity = [{v0:?}, 0, 0]", -depth);
        let s = run(gravity, &(body(m, [0.01, 0.03, 0.03], &initial) + &corners), time);
        let out = outputs(&s);
        value(&s, &out, "v.x")
    };
    // friction acts half of the overlap beside the centre of mass: it turns the block by 1e-4 rad
    let sliding = of(0.1, 1e-3, 0.5, 0.4);
    let expected = 0.5 + G * (slope.sin() - 0.1 * slope.cos()) * 0.4;
    assert!((sliding - expected).abs() < 1e-6 * expected, "{sliding} {expected}");
    let creeping = of(0.5, 1e-2, 0.0, 0.4);
    let expected = 1e-2 * (slope.tan() / 0.5).atanh();
    assert!((creeping - expected).abs() < 1e-6, "{creeping} {expected}");
}
