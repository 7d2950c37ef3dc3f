//! Elements between bodies beside independent solutions, closed forms and equivalent scenarios.

use super::{body, outputs, value};
use crate::common::*;
use gyrosweep::io::scenario::Scenario;

const POSES: &str = r#"
[[output]]
name = "xa"
quantity = "position"
body = "a"
[[output]]
name = "ra"
quantity = "rotation_matrix"
body = "a"
[[output]]
name = "xb"
quantity = "position"
body = "b"
[[output]]
name = "rb"
quantity = "rotation_matrix"
body = "b"
"#;

/// One element of each kind, as in golden/force_elements.py.
const ELEMENTS: [(&str, &str); 4] = [
    (
        "two_point",
        r#"kind = "two_point"
between = ["a", "b"]
points = [[0.1, 0, 0.2], [0, 0.1, -0.1]]
force = "where(l - 0.1, 20*(l - 0.1) + 30*(l - 0.1)^3 + 2*v, 0) + k*sin(4*t)"
"#,
    ),
    (
        "rope",
        r#"kind = "rope"
bodies = ["ground", "a", "ground", "b", "a"]
points = [[0.5, 0, 2], [0.1, 0, 0.2], [0.6, 0.5, 2.2], [0, 0.1, -0.1], [0, 0.3, 0]]
stiffness = "10*k"
damping = 1.5
length = 5
"#,
    ),
    (
        "bushing_in_world",
        r#"kind = "bushing"
between = ["a", "b"]
points = [[0.1, 0, 0.2], [0, 0.1, -0.1]]
axes = "world"
offset = [0.2, -0.3, 0.4]
stiffness = ["20*k", 40, 80]
damping = [0.5, 2, 1]
"#,
    ),
    (
        "torsion",
        r#"kind = "bushing"
between = ["a", "b"]
points = [[0, 0, 0], [0, 0, 0]]
rotational_stiffness = ["k", 5, 8]
rotational_damping = [0.2, 0.1, 0.3]
rest = [0.2, -0.4, 0.3]
"#,
    ),
];

/// Two free bodies with forces, whose keys but the name these are, with these lines of a method and with these outputs.
fn two_bodies(elements: &[&str], method: &str, further: &str) -> Scenario {
    let forces: Vec<String> =
        elements.iter().enumerate().map(|(i, keys)| format!("[[force]]\nname = \"f{i}\"\n{keys}")).collect();
    let parts = format!("{}{further}", forces.concat());
    parse(&body(&parts).replace("integrator = \"rkmk4\"\nstep = 1e-3", method))
}

#[test]
fn elements_move_two_bodies_as_scipy_and_exudyn_say() {
    let data = golden("force_elements.json");
    for (name, element) in ELEMENTS {
        let exact = numbers(&data[name]);
        for formulation in ["joint", "absolute"] {
            let run = |integrator: &str, step: f64| {
                let method = format!("formulation = \"{formulation}\"\nintegrator = \"{integrator}\"\nstep = {step:?}");
                outputs(&two_bodies(&[element], &method, POSES))
            };
            // the error of the method is below 1e-11
            let error = distance(&run("dop853", 5e-3), &exact);
            eprintln!("{name}, {formulation}: {error:.1e}");
            assert!(error < 1e-10, "{name}, {formulation}: {error:e}");
            let points = [1e-2, 5e-3, 2.5e-3].map(|step| (step, distance(&run("rkmk4", step), &exact)));
            let order = slope(&points);
            assert!((order - 4.0).abs() < 0.2, "{name}, {formulation}: {order} from {points:?}");
        }
    }
    let [ours, exudyn] = ["bushing_in_world", "bushing_in_world_by_exudyn"].map(|name| numbers(&data[name]));
    assert!(distance(&ours, &exudyn) < 1e-11);
}

/// A diagonal matrix of 6 x 6 as a scenario writes it.
fn diagonal(entries: [f64; 6]) -> String {
    let row = |i: usize| format!("{:?}", std::array::from_fn::<f64, 6, _>(|j| if i == j { entries[i] } else { 0.0 }));
    format!("[{}]", (0..6).map(row).collect::<Vec<_>>().join(", "))
}

#[test]
fn elements_are_what_others_are_in_special_cases() {
    let ends = "between = [\"a\", \"b\"]\npoints = [[0.1, 0, 0.2], [0, 0.1, -0.1]]\n";
    let of = |keys: &str| format!("{keys}{ends}");
    let origins = "between = [\"a\", \"b\"]\npoints = [[0, 0, 0], [0, 0, 0]]\n";
    let attraction = format!("kind = \"two_point\"\n{origins}force = \"2*k/l^2\"\npotential = \"-2*k/l\"\n");
    let pairs = [
        (
            of("kind = \"spring_damper\"\nstiffness = 20\ndamping = 1.5\nlength = 0.5\n"),
            of("kind = \"two_point\"\nforce = \"20*(l - 0.5) + 1.5*v\"\npotential = \"10*(l - 0.5)^2\"\n"),
        ),
        // which goes slack
        (
            "kind = \"rope\"\nbodies = [\"a\", \"b\"]\npoints = [[0.1, 0, 0.2], [0, 0.1, \
             -0.1]]\nstiffness = 40\nlength = 0.7\n"
                .to_string(),
            of("kind = \"two_point\"\nforce = \"where(l - 0.7, 40*(l - 0.7), 0)\"\npotential = \"where(l - 0.7, \
                20*(l - 0.7)^2, 0)\"\n"),
        ),
        (
            "kind = \"rotational_spring_damper\"\nbetween = [\"a\", \"b\"]\nstiffness = 4\ndamping = 0.3\nrest = [0.2, -0.4, \
             0.3]\n"
                .to_string(),
            format!(
                "kind = \"bushing\"\n{origins}rotational_stiffness = [4, 4, 4]\nrotational_damping = [0.3, 0.3, \
                 0.3]\nrest = [0.2, -0.4, 0.3]\n"
            ),
        ),
        // along the axes of a the offset is where the point of a is
        (
            of("kind = \"bushing\"\nstiffness = [9, 20, 30]\ndamping = [0.5, 1, 0]\n"),
            format!(
                "kind = \"bushing\"\n{origins}stiffness = [9, 20, 30]\ndamping = [0.5, 1, 0]\noffset = [0.1, 0, 0.2]\n"
            )
            .replace("[0, 0, 0]]", "[0, 0.1, -0.1]]"),
        ),
        ("kind = \"gravitation\"\nbodies = [\"a\", \"b\"]\nconstant = \"2*k/3\"\n".to_string(), attraction),
        (
            of("kind = \"bushing\"\nstiffness = [9, 20, 30]\ndamping = [0.5, 1, 0]\nrotational_stiffness = [4, 5, \
                6]\nrotational_damping = [0.1, 0.2, 0]\nrest = [0.2, -0.4, 0.3]\n"),
            of(&format!(
                "kind = \"bushing\"\nstiffness = {}\ndamping = {}\nrest = [0.2, -0.4, 0.3]\n",
                diagonal([9.0, 20.0, 30.0, 4.0, 5.0, 6.0]),
                diagonal([0.5, 1.0, 0.0, 0.1, 0.2, 0.0])
            )),
        ),
    ];
    let energies = "[[output]]\nname = \"energy\"\nquantity = \"energy\"\n[[output]]\nname = \"power\"\nquantity = \
                    \"power\"\n";
    for (one, other) in pairs {
        let further = format!("{POSES}{energies}");
        let run = |keys: &str| outputs(&two_bodies(&[keys], "integrator = \"rkmk4\"\nstep = 1e-3", &further));
        let (found, expected) = (run(&one), run(&other));
        let alone = outputs(&two_bodies(&[], "integrator = \"rkmk4\"\nstep = 1e-3", &further));
        // rounding over 500 steps
        assert!(distance(&found, &expected) < 1e-12, "{found:?} {expected:?}:\n{one}");
        assert!(distance(&found, &alone) > 1e-2, "it does nothing:\n{one}");
    }
}

#[test]
fn torsion_keeps_the_energy_in_large_rotations() {
    let keys = "kind = \"bushing\"\nbetween = [\"a\", \"b\"]\npoints = [[0, 0, 0], [0, 0, 0]]\nrotational_stiffness = [\"k\", \
                9, 20]\nrest = [-1.2, 0.9, 1.8]\n";
    let output = |name: &str, quantity: &str, over: &str| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\nover = \"{over}\"\n")
    };
    let further = output("drift", "energy", "drift")
        + &output("most", "potential_energy", "max")
        + &output("least", "potential_energy", "min");
    let parts = format!("[[force]]\nname = \"mount\"\n{keys}{further}");
    let text = body(&parts).replace("integrator = \"rkmk4\"\nstep = 1e-3", "integrator = \"dop853\"\nstep = 2e-3");
    let s = parse(&text.replace("[0, 0, -9.81]", "[0, 0, 0]"));
    let out = outputs(&s);
    eprintln!("{out:?}");
    // a torque -K psi, which is none of the potential psi . K psi / 2, would leave more than 0.1 J
    assert!(value(&s, &out, "most") > 10.0 + value(&s, &out, "least"), "{out:?}");
    assert!(value(&s, &out, "drift") < 1e-10, "{out:?}");
}

/// A body that hangs from a rope and is thrown up: it is on a spring, flies freely while the rope is slack, and is on the spring
/// again.
#[test]
fn a_rope_does_not_push() {
    let (m, k, g, v0): (f64, f64, f64, f64) = (2.0, 300.0, 9.81, 3.0);
    // above the place where the rope is just taut: x'' = -k/m x - g while x < 0
    let (w, sag) = ((k / m).sqrt(), m * g / k);
    let taut = |x: f64, v: f64, t: f64| {
        let (s, c) = (w * t).sin_cos();
        ((x + sag) * c + v / w * s - sag, v * c - (x + sag) * w * s)
    };
    // from x = -sag it moves sag (cos - 1) + v0/w sin: taut until -sag + v0/w sin(w t) = 0
    let free = (sag * w / v0).asin() / w;
    let (_, up) = taut(-sag, v0, free);
    let flight = 2.0 * up / g;
    for (time, expected) in [
        (0.6 * free, taut(-sag, v0, 0.6 * free).0),
        (free + 0.4 * flight, up * 0.4 * flight - g / 2.0 * (0.4 * flight).powi(2)),
        (free + flight + 0.1, taut(0.0, -up, 0.1).0),
    ] {
        let text = format!(
            r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "bob"
mass = 2
inertia = [0.1, 0.1, 0.1]
initial = {{ position = [0, 0, {:?}], velocity = [0, 0, 3] }}
[[force]]
name = "rope"
kind = "rope"
bodies = ["ground", "ground", "bob"]
points = [[1, 0, 1], [0, 0, 1], [0, 0, 0]]
stiffness = 300
length = 2
[[output]]
name = "x"
quantity = "position"
body = "bob"
[[output]]
name = "v"
quantity = "velocity"
body = "bob"
[[output]]
name = "tension"
quantity = "tension"
force = "rope"
[[output]]
name = "length"
quantity = "line_length"
force = "rope"
[[output]]
name = "rate"
quantity = "line_rate"
force = "rope"
[method]
integrator = "dop853"
tolerance = 1e-11
duration = {time:?}
"#,
            -sag
        );
        let s = parse(&text);
        let out = outputs(&s);
        let value = |name: &str| value(&s, &out, name);
        let z = value("x.z");
        // adaptive steps pass the moments at which it becomes slack and taut to their tolerance
        assert!((z - expected).abs() < 1e-9, "{time}: {z} {expected}");
        assert!((value("length") - (2.0 - z)).abs() < 1e-14 && (value("rate") + value("v.z")).abs() < 1e-14, "{out:?}");
        assert!((value("tension") - k * (-z).max(0.0)).abs() < 1e-11, "{out:?}");
    }
}

#[test]
fn two_bodies_attract_each_other_as_kepler_says() {
    // relative motion: an ellipse of the half axis A and eccentricity e, from its pericentre, about the common centre of mass
    let (m1, m2, constant, axis, e): (f64, f64, f64, f64, f64) = (2.0, 3.0, 1.7, 1.5, 0.6);
    let mu = constant * (m1 + m2);
    let rate = (mu / axis.powi(3)).sqrt();
    let (r0, v0) = (axis * (1.0 - e), (mu / axis * (1.0 + e) / (1.0 - e)).sqrt());
    let time = 1.3 * std::f64::consts::TAU / rate;
    let mut anomaly = rate * time;
    for _ in 0..50 {
        anomaly -= (anomaly - e * anomaly.sin() - rate * time) / (1.0 - e * anomaly.cos());
    }
    let relative = [axis * (anomaly.cos() - e), axis * (1.0 - e * e).sqrt() * anomaly.sin(), 0.0];
    let (share1, share2) = (-m2 / (m1 + m2), m1 / (m1 + m2));
    let body = |name: &str, mass: f64, share: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = {mass:?}\ninertia = [0.1, 0.1, 0.1]\ninitial = {{ position = [{:?}, 0, 0], \
             velocity = [0, {:?}, 0] }}\n[[output]]\nname = \"{name}\"\nquantity = \"position\"\nbody = \"{name}\"\n",
            share * r0,
            share * v0
        )
    };
    for formulation in ["joint", "absolute"] {
        let s = parse(&format!(
            "{}{}[[force]]\nname = \"pull\"\nkind = \"gravitation\"\nbodies = [\"star\", \"planet\"]\nconstant = \
             {constant}\n[[output]]\nname = \"drift\"\nquantity = \"energy\"\nover = \
             \"drift\"\n[method]\nformulation = \"{formulation}\"\nintegrator = \"dop853\"\nstep = {:?}\nduration = \
             {time:?}\n",
            body("star", m1, share1),
            body("planet", m2, share2),
            time / 1000.0
        ));
        let out = outputs(&s);
        for (name, share) in [("star", share1), ("planet", share2)] {
            for (axis, x) in ["x", "y", "z"].into_iter().zip(relative) {
                let found = value(&s, &out, &format!("{name}.{axis}"));
                assert!((found - share * x).abs() < 1e-10, "{name}.{axis}: {found} {}", share * x);
            }
        }
        assert!(value(&s, &out, "drift") < 1e-10, "{out:?}");
    }
}
