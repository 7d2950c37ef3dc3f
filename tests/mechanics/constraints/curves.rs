//! Points that stay on curves: beads on wires beside their equation of motion in the curve's parameter, cams, starts.

use super::close;
use crate::common::{column, parse, run_on};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;
use std::f64::consts::{PI, TAU};

/// A vector of three numbers.
type V = [f64; 3];

const METHODS: [(&str, &str); 3] = [
    ("index 3", "generalized_alpha\"\nindex = 3"),
    ("index 2", "generalized_alpha\"\nindex = 2"),
    ("rattle", "rattle\""),
];

/// The method with equal steps of this length.
fn method(integrator: &str, step: f64, duration: f64) -> String {
    format!(
        "[method]\nformulation = \"absolute\"\nintegrator = \"{integrator}\nstep = {step:?}\nduration = {duration:?}\n"
    )
}

fn at_the_end(text: &str) -> (Scenario, Vec<f64>) {
    let scenario = parse(text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &scenario);
    let outputs = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}\n{text}", chunk.outcomes[0]));
    (scenario, outputs)
}

fn dot(a: V, b: V) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// s and s' after a time by the classical method of Runge and Kutta, for s'' = f(s, s').
fn rk4(f: impl Fn(f64, f64) -> f64, [mut s, mut v]: [f64; 2], time: f64) -> [f64; 2] {
    let count = 20_000;
    let h = time / f64::from(count);
    for _ in 0..count {
        let [a, b] = [v, f(s, v)];
        let [c, d] = [v + h / 2.0 * b, f(s + h / 2.0 * a, v + h / 2.0 * b)];
        let [e, g] = [v + h / 2.0 * d, f(s + h / 2.0 * c, v + h / 2.0 * d)];
        let [k, l] = [v + h * g, f(s + h * e, v + h * g)];
        s += h / 6.0 * (a + 2.0 * c + 2.0 * e + k);
        v += h / 6.0 * (b + 2.0 * d + 2.0 * g + l);
    }
    [s, v]
}

/// A bead of 0.4 kg at s on a wire, with this rate of s.
fn bead(curve: &str, place: V, velocity: V, start: f64) -> String {
    format!(
        "[parameters]\na = {{ default = 0.7 }}\n[gravity]\nacceleration = [0.5, 0, -9]\n[[body]]\nname = \"bead\"\nmass = 0.4\n\
         inertia = [0.01, 0.02, 0.03]\ninitial = {{ position = {place:?}, velocity = {velocity:?}, angular_velocity = [1, 2, 3] }}\n\
         [[constraint]]\nname = \"wire\"\nkind = \"point_on_curve\"\nbody = \"bead\"\ncurve = {curve}\nstart = {start:?}\n[[output]]\n\
         name = \"p\"\nquantity = \"position\"\nbody = \"bead\"\n[[output]]\nname = \"v\"\nquantity = \"velocity\"\nbody = \
         \"bead\"\n[[output]]\nname = \"x\"\nquantity = \"constraint_force\"\nconstraint = \"wire.x\"\n[[output]]\nname = \"y\"\n\
         quantity = \"constraint_force\"\nconstraint = \"wire.y\"\n[[output]]\nname = \"z\"\nquantity = \"constraint_force\"\n\
         constraint = \"wire.z\"\n"
    )
}

#[test]
fn beads_on_wires_move_as_their_equation_in_the_parameter_says() {
    // c, c' and c''
    type Wire = (&'static str, &'static str, fn(f64) -> [V; 3]);
    let wires: [Wire; 3] = [
        ("parabola", "[\"s\", \"0.2\", \"a*s^2\"]", |s| [[s, 0.2, 0.7 * s * s], [1.0, 0.0, 1.4 * s], [0.0, 0.0, 1.4]]),
        ("ellipse", "[\"2*a*cos(s)\", \"0.1*cos(s)\", \"a*sin(s)\"]", |s| {
            let (sin, cos) = s.sin_cos();
            [
                [1.4 * cos, 0.1 * cos, 0.7 * sin],
                [-1.4 * sin, -0.1 * sin, 0.7 * cos],
                [-1.4 * cos, -0.1 * cos, -0.7 * sin],
            ]
        }),
        ("helix", "[\"cos(s)\", \"sin(s)\", \"a*s/7\"]", |s| {
            let (sin, cos) = s.sin_cos();
            [[cos, sin, 0.1 * s], [-sin, cos, 0.1], [-cos, -sin, 0.0]]
        }),
    ];
    let (g, m, time, s0, v0) = ([0.5, 0.0, -9.0], 0.4, 0.8, 0.6, 1.3);
    for (name, curve, of) in wires {
        let acceleration = |s: f64, v: f64| {
            let [_, slope, bend] = of(s);
            (dot(g, slope) - dot(slope, bend) * v * v) / dot(slope, slope)
        };
        let [s, v] = rk4(acceleration, [s0, v0], time);
        let ([place, slope, bend], a) = (of(s), acceleration(s, v));
        let expected: Vec<f64> = (place.into_iter())
            .chain(slope.map(|x| x * v))
            .chain([0, 1, 2].map(|i| m * (slope[i] * a + bend[i] * v * v - g[i])))
            .collect();
        let [place, slope, _] = of(s0);
        for (what, integrator) in METHODS {
            let text = bead(curve, place, slope.map(|x| x * v0), 0.55);
            let [coarse, fine] = [1e-3, 5e-4].map(|h| at_the_end(&format!("{text}{}", method(integrator, h, time))).1);
            let error = |x: &[f64]| x.iter().zip(&expected).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
            let order = (error(&coarse) / error(&fine)).log2();
            println!("{name}, {what}: order {order:.3}, errors {:.2e}, {:.2e}", error(&coarse), error(&fine));
            assert!((order - 2.0).abs() < 0.1, "{name}, {what}: {order}");
            let found: Vec<f64> = coarse.iter().zip(&fine).map(|(a, b)| b + (b - a) / 3.0).collect();
            close(&format!("{name}, {what}"), &found[..6], &expected[..6], 1e-8);
            close(&format!("{name}, {what}, force"), &found[6..], &expected[6..], 1e-6);
        }
    }
}

#[test]
fn a_bead_on_a_hoop_that_turns_needs_the_torque_of_its_motion() {
    let text = "[gravity]\nacceleration = [0, 0, -9]\n[[body]]\nname = \"hoop\"\nmass = 2\ninertia = [0.1, 0.2, 0.3]\n[[body]]\nname = \
                \"bead\"\nmass = 0.4\ninertia = [0.01, 0.01, 0.01]\ninitial = { position = [0.35, 0, -0.6062177826491071] }\n\
                [[joint]]\nname = \"axle\"\nkind = \"revolute\"\nbetween = [\"ground\", \"hoop\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n\
                [[constraint]]\nname = \"speed\"\nkind = \"motion\"\njoint = \"axle\"\nposition = \"6*t\"\n[[constraint]]\nname = \
                \"track\"\nkind = \"point_on_curve\"\nbody = \"bead\"\non = \"hoop\"\ncurve = [\"0.7*sin(s)\", 0, \"-0.7*cos(s)\"]\n\
                start = 0.5\n[[output]]\nname = \"p\"\nquantity = \"position\"\nbody = \"bead\"\n[[output]]\nname = \"torque\"\n\
                quantity = \"constraint_force\"\nconstraint = \"speed\"\n[[output]]\nname = \"side\"\nquantity = \"constraint_force\"\n\
                constraint = \"track.y\"\n";
    let (time, w, r) = (0.9, 6.0, 0.7);
    let acceleration = |s: f64, _: f64| s.sin() * (w * w * s.cos() - 9.0 / r);
    let [s, v] = rk4(acceleration, [PI / 6.0, 0.0], time);
    let side = 0.4 * 2.0 * w * r * s.cos() * v;
    let expected =
        [r * s.sin() * (w * time).cos(), r * s.sin() * (w * time).sin(), -r * s.cos(), side * r * s.sin(), side];
    for (what, integrator) in METHODS {
        let [coarse, fine] = [1e-3, 5e-4].map(|h| at_the_end(&format!("{text}{}", method(integrator, h, time))).1);
        let found: Vec<f64> = coarse.iter().zip(&fine).map(|(a, b)| b + (b - a) / 3.0).collect();
        close(what, &found[..3], &expected[..3], 1e-8);
        close(&format!("{what}, forces"), &found[3..], &expected[3..], 1e-5);
    }
}

/// A cam that turns about z at 5 rad/s, with a follower along y whose point stays on this curve; samples at every 0.05 s are the
/// place of the follower, its velocity, and what follows.
fn cam(signals: &str, curve: &str, further: &str, integrator: &str) -> Vec<Vec<f64>> {
    let text = format!(
        "[parameters]\nw = {{ default = 5.0 }}\n{signals}[[body]]\nname = \"cam\"\nmass = 1\ninertia = [0.01, 0.01, 0.02]\n[[body]]\n\
         name = \"follower\"\nmass = 0.3\ninertia = [0.001, 0.001, 0.001]\ninitial = {{ position = [0, 0.05, 0] }}\n[[joint]]\n\
         name = \"shaft\"\nkind = \"revolute\"\nbetween = [\"ground\", \"cam\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n[[joint]]\nname \
         = \"guide\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"follower\"]\naxis = [0, 1, 0]\n[[force]]\nname = \"spring\"\n\
         kind = \"joint_spring_damper\"\njoint = \"guide\"\nstiffness = 200\n[[constraint]]\nname = \"drive\"\nkind = \"motion\"\n\
         joint = \"shaft\"\nposition = \"w*t\"\n[[constraint]]\nname = \"contact\"\nkind = \"point_on_curve\"\nbody = \"follower\"\n\
         on = \"cam\"\ncurve = {curve}\nstart = 1.3\n[[output]]\nname = \"height\"\nquantity = \"position\"\nbody = \
         \"follower\"\n[[output]]\nname = \"speed\"\nquantity = \"velocity\"\nbody = \"follower\"\n{further}[sampling]\nevery = 0.05\n{}",
        method(integrator, 1e-3, 1.7)
    );
    let scenario = parse(&text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &scenario);
    let samples: Vec<Vec<f64>> = chunk.samples.values.each_row().collect();
    assert_eq!(samples.len(), 35, "{:?}", chunk.outcomes[0]);
    samples
}

#[test]
fn a_follower_is_where_the_cam_is() {
    // a profile in polar coordinates by 24 samples: on the axis of the follower s = pi/2 - w t
    let rows: Vec<String> = (0..=24)
        .map(|i| {
            (TAU * f64::from(i) / 24.0, 1.0 + 0.2 * (TAU * f64::from(i) / 24.0).cos() + 0.1 * f64::from(i % 24 % 5))
        })
        .map(|(s, r)| format!("[{s:?}, {:?}]", 0.05 * r))
        .collect();
    let lift = format!(
        "[[signal]]\nname = \"lift\"\nsamples = [{}]\nends = \"periodic\"\noutside = \"periodic\"\n",
        rows.join(", ")
    );
    let polar = "[\"lift(s)*cos(s)\", \"lift(s)*sin(s)\", 0]";
    let missed = "[[output]]\nname = \"missed\"\nquantity = \"expression\"\nexpression = \"abs(height.y - lift(pi/2 - w*t)) + \
                  abs(height.x) + abs(height.z)\"\n[[output]]\nname = \"missed_speed\"\nquantity = \"expression\"\n\
                  expression = \"abs(speed.y + w*lift'(pi/2 - w*t))\"\n";
    for (what, integrator) in METHODS {
        for found in cam(&lift, polar, missed, integrator) {
            assert!(found[6] < 1e-11, "{what}: {found:?}");
            // velocities are of order 2 where they hold no constraint, and exact where they do
            assert!(found[7] < if what == "index 3" { 5e-3 } else { 1e-9 }, "{what}: {found:?}");
        }
    }
    // an eccentric circle by samples of both coordinates, each a spline: within 1e-10 m of the circle
    let signal = |name: &str, of: fn(f64) -> f64, offset: f64| {
        let row = |i: i32| (TAU * f64::from(i) / 360.0, offset + 0.04 * of(TAU * f64::from(i % 360) / 360.0));
        let rows: Vec<String> = (0..=360).map(row).map(|(s, x)| format!("[{s:?}, {x:?}]")).collect();
        format!(
            "[[signal]]\nname = \"{name}\"\nsamples = [{}]\nends = \"periodic\"\noutside = \"periodic\"\n",
            rows.join(", ")
        )
    };
    let signals = signal("cam_x", f64::cos, 0.01) + &signal("cam_y", f64::sin, 0.0);
    for (what, integrator) in METHODS {
        let samples = cam(&signals, "[\"cam_x(s)\", \"cam_y(s)\", 0]", "", integrator);
        for (found, i) in samples.into_iter().zip(0..) {
            let (sin, cos) = (5.0 * 0.05 * f64::from(i)).sin_cos();
            let expected = 0.01 * sin + (0.04f64.powi(2) - (0.01 * cos).powi(2)).sqrt();
            assert!((found[1] - expected).abs() < 1e-9, "{what}: {} {expected}", found[1]);
        }
    }
}

#[test]
fn a_point_begins_at_the_nearest_place_and_one_on_the_curve_stays() {
    let curve = "[\"s\", 0, \"a*s^2\"]";
    let begun = |place: V, start: f64| {
        let text = bead(curve, place, [0.0; 3], start).replace("velocity = [0.0, 0.0, 0.0], ", "");
        let min = text.replace("quantity = \"position\"\n", "quantity = \"position\"\nover = \"min\"\n");
        let max = text.replace("quantity = \"position\"\n", "quantity = \"position\"\nover = \"max\"\n");
        let of = |text: &str| at_the_end(&format!("{text}{}", method("rattle\"", 1e-9, 1e-9))).1[..3].to_vec();
        let [min, max] = [of(&min), of(&max)];
        close("at rest", &min, &max, 1e-14);
        min
    };
    // exactly on the curve, with a rough start of s
    close("on the curve", &begun([0.5, 0.0, 0.7 * 0.25], 0.2), &[0.5, 0.0, 0.175], 1e-11);
    // 0.1 m away along the normal at s = 0.5, (-2 a s, 1)
    let (normal, s): ([f64; 2], f64) = ([-0.7, 1.0], 0.5);
    let off = 0.1 / normal[0].hypot(normal[1]);
    let place = [s + off * normal[0], 0.3, 0.7 * s * s + off * normal[1]];
    close("beside it", &begun(place, 0.2), &[0.5, 0.0, 0.175], 1e-9);
}

#[test]
fn derivatives_of_a_bead_are_those_of_differences() {
    let of = |a: f64, further: &str| {
        let text = bead("[\"s\", \"0.1*a*s\", \"a*s^2\"]", [0.5, 0.0, 0.1], [0.0; 3], 0.4)
            .replace("velocity = [0.0, 0.0, 0.0], ", "")
            .replace("default = 0.7", &format!("default = {a:?}"));
        at_the_end(&format!("{text}{}{further}", method("generalized_alpha\"", 5e-3, 0.5)))
    };
    let h = 1e-3;
    let v = [-2.0, -1.0, 1.0, 2.0].map(|k| of(0.7 + k * h, "").1);
    let values: Vec<f64> =
        (0..v[0].len()).map(|i| (8.0 * (v[2][i] - v[1][i]) - (v[3][i] - v[0][i])) / (12.0 * h)).collect();
    for adjoint in ["", "method = \"adjoint\"\n"] {
        let (scenario, found) = of(0.7, &format!("[sensitivity]\nparameters = [\"a\"]\n{adjoint}"));
        for (i, name) in ["p.x", "p.y", "p.z", "v.x", "v.y", "v.z", "x", "y", "z"].into_iter().enumerate() {
            let slope = found[column(&scenario, &format!("d({name})/d(a)"))];
            assert!((slope - values[i]).abs() < 1e-7 * (1.0 + slope.abs()), "{name}: {slope} {}", values[i]);
        }
    }
}
