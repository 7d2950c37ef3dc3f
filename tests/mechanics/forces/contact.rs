//! Contacts beside closed forms.

use super::{outputs, value};
use crate::common::*;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::io::scenario::example::{assemble, examples};

const METHOD: &str = "integrator = \"dop853\"\ntolerance = 1e-11";

/// A ball of this mass and radius that is solid, at a position with a velocity, and outputs of its motion.
fn ball(name: &str, mass: f64, radius: f64, initial: &str) -> String {
    let inertia = 0.4 * mass * radius * radius;
    let mut text = format!(
        "[[body]]\nname = \"{name}\"\nmass = {mass:?}\ninertia = [{inertia:?}, {inertia:?}, {inertia:?}]\ninitial = {{ {initial} }}\n"
    );
    for (short, quantity) in [("x", "position"), ("v", "velocity"), ("w", "angular_velocity")] {
        text += &format!("[[output]]\nname = \"{short}_{name}\"\nquantity = \"{quantity}\"\nbody = \"{name}\"\n");
    }
    text
}

/// A scenario of parts with a method over a duration, and outputs of the energy.
fn mechanism(parts: &str, method: &str, duration: f64) -> Scenario {
    let output = |name: &str, quantity: &str, over: &str| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\n{over}")
    };
    parse(&format!(
        "{parts}{}{}{}{}[method]\n{method}\nduration = {duration:?}\n",
        output("drift", "energy", "over = \"drift\"\n"),
        output("energy", "energy", ""),
        output("work", "power", "over = \"integral\"\n"),
        output("most_power", "power", "over = \"max\"\n"),
    ))
}

#[test]
fn balls_part_with_their_coefficient_of_restitution() {
    let kelvin_voigt = "normal_law = \"kelvin_voigt\"\nstiffness = 4e4\n";
    let tsuji = "normal_law = \"kelvin_voigt\"\nexponent = 1.5\nstiffness = 3e5\n";
    let other = "normal_law = \"kelvin_voigt\"\nexponent = 1.3\nstiffness = 1e5\n";
    for (law, restitution, velocity) in [
        (kelvin_voigt, 1.0, 2.0),
        (kelvin_voigt, 0.8, 2.0),
        (kelvin_voigt, 0.3, 0.5),
        // more than critically damped
        (kelvin_voigt, 0.05, 2.0),
        (tsuji, 0.7, 0.5),
        (tsuji, 0.7, 3.0),
        (other, 0.6, 2.0),
        ("impact_velocity = 2\nstiffness = 3e5\n", 0.9, 2.0),
        ("impact_velocity = 0.5\nstiffness = 3e5\n", 0.4, 0.5),
        ("impact_velocity = 0.5\nstiffness = 4e4\nexponent = 2.2\n", 0.4, 0.5),
    ] {
        let [m1, m2] = [0.7, 1.6];
        // both move on; they are 1 mm apart
        let parts = ball("a", m1, 0.05, &format!("position = [0, 0, 0.101], velocity = [0, 0, {:?}]", 0.3 - velocity))
            + &ball("b", m2, 0.05, "position = [0, 0, 0], velocity = [0, 0, 0.3]")
            + &format!(
                "[[contact]]\nname = \"pair\"\nbetween = [\"a\", \"b\"]\nradius = 0.05\nsphere = {{ radius = 0.05 }}\n\
                 {law}restitution = {restitution:?}\n[[output]]\nname = \"gap\"\nquantity = \"contact_depth\"\ncontact = \
                 \"pair\"\n"
            );
        let s = mechanism(&parts, METHOD, 0.001 / velocity + 0.3);
        let out = outputs(&s);
        let of = |name: &str| value(&s, &out, name);
        assert!(restitution < 0.1 || of("gap") < 0.0, "they still touch: {out:?}");
        let found = (of("v_a.z") - of("v_b.z")) / velocity;
        eprintln!("{law:?}: {found} {restitution}");
        // adaptive steps pass the jump of the damper to their tolerance; with other exponents than one the force begins and ends
        // with a root of the depth
        let limit = if law == kelvin_voigt { 1e-8 } else { 1e-6 };
        assert!((found - restitution).abs() < limit, "{law}: {found} {restitution}");
        let momentum = m1 * of("v_a.z") + m2 * of("v_b.z");
        assert!((momentum - m1 * (0.3 - velocity) - m2 * 0.3).abs() < 1e-13, "{momentum}");
    }
}

/// A ball that falls on a spring, and is thrown off it again.
#[test]
fn a_ball_bounces_as_its_closed_form() {
    let (m, k, g, height): (f64, f64, f64, f64) = (0.5, 2e3, 9.81, 0.2);
    let (w, sag) = ((k / m).sqrt(), m * g / k);
    let fall = (2.0 * height / g).sqrt();
    let v0 = g * fall;
    // from the meeting on: z = -sag + sag cos(w t) - v0/w sin(w t), which is zero again after the time of contact
    let touching = (std::f64::consts::PI + 2.0 * (sag * w / v0).atan()) / w;
    let on_spring = |t: f64| sag * ((w * t).cos() - 1.0) - v0 / w * (w * t).sin();
    for (time, expected) in [
        (0.7 * fall, height - g / 2.0 * (0.7 * fall).powi(2)),
        (fall + 0.4 * touching, on_spring(0.4 * touching)),
        (fall + touching + 0.5 * fall, v0 * 0.5 * fall - g / 2.0 * (0.5 * fall).powi(2)),
        (3.0 * fall + touching + 0.6 * touching, on_spring(0.6 * touching)),
    ] {
        for formulation in ["joint", "absolute"] {
            let parts = String::from("[gravity]\nacceleration = [0, 0, -9.81]\n")
                + &ball("a", m, 0.1, &format!("position = [0.2, 0.1, {:?}]", 0.1 + height))
                + "[[contact]]\nname = \"floor\"\nbetween = [\"a\", \"ground\"]\nradius = 0.1\nplane = {}\nnormal_law = \
                   \"kelvin_voigt\"\nstiffness = 2e3\n";
            let s = mechanism(&parts, &format!("formulation = \"{formulation}\"\n{METHOD}"), time);
            let out = outputs(&s);
            let z = value(&s, &out, "x_a.z") - 0.1;
            eprintln!("{time}: {z} {expected}, {:e}", value(&s, &out, "drift"));
            // adaptive steps pass the meeting and the parting to their tolerance
            assert!((z - expected).abs() < 1e-8, "{time}: {z} {expected}");
            assert!(value(&s, &out, "drift") < 1e-8, "{out:?}");
        }
    }
}

/// Where a spring and a damper let go, the spring is still compressed: until the bodies are apart, power and energy count what it holds.
#[test]
fn the_energy_changes_by_the_work_of_the_damper() {
    let kelvin_voigt = "normal_law = \"kelvin_voigt\"\nstiffness = 5000\n";
    let tsuji = "normal_law = \"kelvin_voigt\"\nexponent = 1.5\nstiffness = 3e5\n";
    let hunt_crossley = "impact_velocity = 3\nstiffness = 3e5\n";
    for (law, restitution) in
        [(kelvin_voigt, 1.0), (kelvin_voigt, 0.6), (kelvin_voigt, 0.1), (tsuji, 0.6), (hunt_crossley, 0.6)]
    {
        for method in ["integrator = \"rk67\"\nstep = 5e-4", "integrator = \"generalized_alpha\"\nstep = 2e-4"] {
            // it falls 0.4 m, and is thrown off again
            let parts = String::from("[gravity]\nacceleration = [0, 0, -9.81]\n")
                + &ball("a", 1.0, 0.1, "position = [0, 0, 0.5]")
                + &format!(
                    "[[contact]]\nname = \"floor\"\nbetween = [\"a\", \"ground\"]\nradius = 0.1\nplane = {{}}\n{law}restitution = \
                     {restitution:?}\n"
                );
            for duration in [0.3, 0.4] {
                let s = mechanism(&parts, method, duration);
                let out = outputs(&s);
                let [energy, work] = ["energy", "work"].map(|name| value(&s, &out, name));
                let changed = energy - 9.81 * 0.5;
                eprintln!("{law:?}, {restitution}, {method:?}, {duration}: {changed} {work} {:e}", changed - work);
                // the power has a corner where the bodies are apart, at which no step ends; a damper that begins with the fourth root of the depth
                // has no rate that a step of generalized-alpha resolves
                let tolerance = if law == tsuji { 5e-3 } else { 6e-4 };
                assert!((changed - work).abs() < tolerance, "{law}, {method}: {changed} {work}");
            }
        }
    }
}

/// A ball of a bowling alley slides, and rolls at 5/7 of its velocity from then on.
#[test]
fn a_ball_that_slides_comes_to_roll() {
    let (m, r, k, g, mu, v0): (f64, f64, f64, f64, f64, f64) = (6.0, 0.1, 1e6, 9.81, 0.3, 2.0);
    let depth = m * g / k;
    // friction acts in the middle of the overlap
    let arm = r - depth / 2.0;
    let inertia = 0.4 * m * r * r;
    for formulation in ["joint", "absolute"] {
        let run = |time: f64| {
            let parts = format!("[gravity]\nacceleration = [0, 0, -{g:?}]\n")
                + &ball("a", m, r, &format!("position = [0, 0, {:?}], velocity = [{v0:?}, 0, 0]", r - depth))
                + &format!(
                    "[[contact]]\nname = \"alley\"\nbetween = [\"a\", \"ground\"]\nradius = {r:?}\nplane = {{}}\nnormal_law = \
                     \"kelvin_voigt\"\nstiffness = {k:?}\ndamping = 100\nfriction = {mu:?}\n"
                )
                + &["normal_force", "friction_force", "contact_depth", "slip_speed"]
                    .map(|q| format!("[[output]]\nname = \"{q}\"\nquantity = \"{q}\"\ncontact = \"alley\"\n"))
                    .concat();
            let s = mechanism(&parts, &format!("formulation = \"{formulation}\"\n{METHOD}"), time);
            let out = outputs(&s);
            let start = m * v0 * v0 / 2.0 + m * g * (r - depth) + k * depth * depth / 2.0;
            let lost = value(&s, &out, "energy") - start;
            assert!((lost - value(&s, &out, "work")).abs() < 1e-8, "{lost}: {out:?}");
            assert!(value(&s, &out, "most_power") <= 0.0, "{out:?}");
            let names = ["v_a.x", "w_a.y", "normal_force", "friction_force", "contact_depth", "slip_speed"];
            names.map(|name| value(&s, &out, name))
        };
        let close = |found: f64, expected: f64| {
            assert!((found - expected).abs() < 1e-8 * expected.abs().max(1.0), "{found} {expected}");
        };
        // tanh is one while it slides fast
        let [v, w, normal, friction, its_depth, slip] = run(0.1);
        close(v, v0 - mu * g * 0.1);
        close(w, mu * m * g * arm / inertia * 0.1);
        close(normal, m * g);
        close(friction, mu * m * g);
        close(its_depth, depth);
        close(slip, v - w * arm);
        // slip falls as exp(-1000 t) in the end, and the angular momentum about the line where friction acts stays
        let [v, w, .., friction, _, slip] = run(0.25);
        let rolling = v0 / (1.0 + inertia / (m * arm * arm));
        close(v, rolling);
        close(w, rolling / arm);
        close(slip, 0.0);
        // per 0.01 m/s of slip the friction is mu m g: what tolerates 1e-11 m/s tolerates 2e-8 N
        close(friction / (mu * m * g) * 0.01, 0.0);
        assert!((v - 5.0 / 7.0 * v0).abs() < 1e-3, "{v}");
    }
}

/// A ball that runs around within a tube, and along it.
#[test]
fn a_ball_runs_around_in_a_cylinder() {
    let (m, k, r, tube, v): (f64, f64, f64, f64, f64) = (0.8, 5e3, 0.05, 0.4, 1.5);
    // on a circle of the radius rho = tube - r + depth: k depth = m v^2/rho
    let reach = tube - r;
    let rho = (reach + (reach * reach + 4.0 * m * v * v / k).sqrt()) / 2.0;
    let time = 1.1;
    for surface in [
        // the axis is x, through (0, 0.3, 0)
        "cylinder = { radius = 0.4, axis = [2, 0, 0], at = [7, 0.3, 0], inside = true }",
        "sphere = { radius = 0.4, centre = [0, 0.3, 0], inside = true }",
    ] {
        let along = if surface.starts_with("cylinder") { 0.2 } else { 0.0 };
        let initial = format!("position = [0, {:?}, 0], velocity = [{along:?}, 0, {v:?}]", 0.3 + rho);
        let parts = ball("a", m, r, &initial)
            + &format!(
                "[[contact]]\nname = \"tube\"\nbetween = [\"a\", \"ground\"]\nradius = {r:?}\n{surface}\nnormal_law = \
                 \"kelvin_voigt\"\nstiffness = {k:?}\ndamping = 30\n"
            );
        let s = mechanism(&parts, METHOD, time);
        let out = outputs(&s);
        let angle = v / rho * time;
        for (axis, expected) in [("x", along * time), ("y", 0.3 + rho * angle.cos()), ("z", rho * angle.sin())] {
            let found = value(&s, &out, &format!("x_a.{axis}"));
            assert!((found - expected).abs() < 1e-9, "{axis}: {found} {expected}");
        }
    }
}

/// Across its axis a cylinder is touched as a sphere is.
#[test]
fn a_cylinder_is_a_sphere_in_the_plane_across() {
    let of = |surface: &str| {
        let parts = ball("a", 1.0, 0.1, "position = [-0.4, 0.1, 0], velocity = [2, 0, 0]")
            + &ball("b", 2.0, 0.2, "position = [0, 0, 0], angular_velocity = [0, 0, 3]")
            + &format!(
                "[[contact]]\nname = \"c\"\nbetween = [\"a\", \"b\"]\nradius = 0.1\n{surface}\nstiffness = 1e5\ndamping = \
                 0.1\nfriction = 0.3\nstatic = 0.4\n"
            );
        let s = mechanism(&parts, METHOD, 0.2);
        let out = outputs(&s);
        assert!(value(&s, &out, "v_a.y") > 0.1 && value(&s, &out, "w_a.z") < -0.1, "{out:?}");
        out
    };
    let found = of("cylinder = { radius = 0.2, at = [0, 0, 3] }");
    assert!(distance(&found, &of("sphere = { radius = 0.2 }")) < 1e-9);
}

#[test]
fn formulations_agree_on_contacts_of_bodies_with_joints() {
    let example = examples().into_iter().find(|e| e.catalog == "force" && e.name == "contact").expect("an example");
    let names = ["top", "slider", "plate"];
    let poses: String = names
        .iter()
        .flat_map(|name| {
            ["position", "rotation_matrix"]
                .map(|q| format!("[[output]]\nname = \"{q}_{name}\"\nquantity = \"{q}\"\nbody = \"{name}\"\n"))
        })
        .collect();
    let of = |tables: &str, method: &str| {
        let method = format!("[method]\n{method}\nduration = 0.1\n");
        outputs(&parse(&assemble(example.base, [tables, poses.as_str(), method.as_str()])))
    };
    let exact = of(&example.tables, "integrator = \"dop853\"\ntolerance = 1e-11");
    let free = of("", "integrator = \"dop853\"\ntolerance = 1e-11");
    assert!(distance(&exact, &free) > 1e-2);
    let absolute = |step: f64| {
        let method = format!("formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = {step:?}");
        // the energy is as wrong as the velocities, which are large
        distance(&of(&example.tables, &method)[1..], &exact[1..])
    };
    let errors = [2e-3, 1e-3].map(|step| (step, absolute(step)));
    eprintln!("{errors:?}");
    assert!(errors[1].1 < 1e-4 && slope(&errors) > 1.8, "{errors:?}");
}

#[test]
fn steps_that_pass_over_an_impact_are_named() {
    let of = |step: &str| {
        let parts = ball("a", 2.0, 0.1, "position = [0, 0, 1]")
            + "[[contact]]\nname = \"floor\"\nbetween = [\"a\", \"ground\"]\nradius = 0.1\nplane = {}\nnormal_law = \
               \"kelvin_voigt\"\nstiffness = 2e4\n";
        mechanism(&parts, &format!("integrator = \"rkmk4\"\nstep = {step}"), 0.1).advice()
    };
    // pi sqrt(m/k) = 31.4 ms
    let expected = "an impact of \"floor\" at 1.0 m/s lasts 3.14e-2 s, and steps are 0.002 s: steps of at most 1.57e-3 s resolve it";
    assert_eq!(of("2e-3"), [expected]);
    assert!(of("1e-3").is_empty());
}

/// The height of a falling ball (m) after half a second that a law pushes off the floor, and the times of its events, s.
fn bounces(law: &str, method: &str) -> (f64, Vec<f64>) {
    let parts = String::from("[gravity]\nacceleration = [0, 0, -9.81]\n")
        + &ball("a", 0.5, 0.1, "position = [0.2, 0.1, 0.3]")
        + &format!("[[contact]]\nname = \"floor\"\nbetween = [\"a\", \"ground\"]\nradius = 0.1\nplane = {{}}\n{law}\n");
    let s = mechanism(&parts, method, 0.5);
    let height = value(&s, &outputs(&s), "x_a.z");
    let chunk = run_on(cpu_backends()[1].1.as_ref(), &s);
    (height, chunk.events.iter().map(|(_, record)| record.time).collect())
}

#[test]
fn steps_end_where_bodies_touch_and_part_so_that_methods_keep_their_order() {
    for (law, least) in [
        ("normal_law = \"kelvin_voigt\"\nstiffness = 2e3", 3.8),
        ("normal_law = \"kelvin_voigt\"\nstiffness = 2e3\ndamping = 4", 3.5),
        ("exponent = 1\nstiffness = 2e3\ndamping = 0.3", 3.5),
        // the force begins with the power 3/2 of the time
        ("stiffness = 2e4\ndamping = 0.3", 2.3),
    ] {
        let (exact, times) = bounces(law, "integrator = \"dop853\"\ntolerance = 1e-13");
        assert_eq!(times.len(), 2, "it touches and parts");
        let fall = (2.0f64 * 0.2 / 9.81).sqrt();
        assert!((times[0] - fall).abs() < 1e-13, "{} {fall}", times[0]);
        let points = [2e-3, 1e-3, 5e-4].map(|step| {
            let (height, found) = bounces(law, &format!("integrator = \"rkmk4\"\nstep = {step:?}"));
            assert_eq!(found.len(), 2);
            assert!((found[0] - fall).abs() < 1e-13, "{} {fall}", found[0]);
            (step, (height - exact).abs())
        });
        let order = slope(&points);
        eprintln!("{law}: {order}, {points:?}");
        assert!(order > least, "{law}: {order} from {points:?}");
    }
}

#[test]
fn steps_end_at_events_of_expressions() {
    // a mass that a spring pushes back beyond x = 0.1
    let (m, k, v0, reach): (f64, f64, f64, f64) = (2.0, 800.0, 1.0, 0.1);
    let w = (k / m).sqrt();
    let there = reach / v0;
    // half a period on the spring, and back as fast as it came
    let time = there + std::f64::consts::PI / w + 0.05;
    let of = |ends_step: bool, step: f64| {
        let parts = format!(
            "[[body]]\nname = \"a\"\nmass = {m:?}\ninertia = [1, 1, 1]\ninitial = {{ velocity = [{v0:?}, 0, 0] }}\n[[force]]\nname = \
             \"spring\"\nkind = \"expression_force\"\nbody = \"a\"\nforce = [\"where(x - {reach:?}, -{k:?}*(x - {reach:?}), 0)\", \"0\", \
             \"0\"]\n[[output]]\nname = \"p\"\nquantity = \"position\"\nbody = \"a\"\n[[event]]\nname = \"stop\"\nexpression = \"p.x - \
             {reach:?}\"\ndirection = \"both\"\nends_step = {ends_step}\n"
        );
        let s = mechanism(&parts, &format!("integrator = \"rkmk4\"\nstep = {step:?}"), time);
        (value(&s, &outputs(&s), "p.x") - (reach - 0.05 * v0)).abs()
    };
    let steps = [5e-3, 2.5e-3, 1.25e-3];
    let points = steps.map(|step| (step, of(true, step)));
    let without = steps.map(|step| (step, of(false, step)));
    eprintln!("{points:?} {without:?}");
    // where the force switches, steps end by themselves
    [points, without].iter().for_each(|points| assert!(slope(points) > 3.8, "{points:?}"));
}

#[test]
fn bodies_that_touch_at_once_are_each_noticed() {
    // three alike balls, side by side: all touch and part at the same instants
    let floor = |name: &str, x: f64| {
        ball(name, 0.5, 0.1, &format!("position = [{x:?}, 0, 0.3]"))
            + &format!(
                "[[contact]]\nname = \"floor {name}\"\nbetween = [\"{name}\", \"ground\"]\nradius = 0.1\nplane = {{}}\nnormal_law = \
                 \"kelvin_voigt\"\nstiffness = 2e3\n"
            )
    };
    let parts = String::from("[gravity]\nacceleration = [0, 0, -9.81]\n")
        + &floor("a", 0.0)
        + &floor("b", 1.0)
        + &floor("c", 2.0);
    for method in ["integrator = \"rkmk4\"\nstep = 2e-3", METHOD] {
        let s = mechanism(&parts, method, 0.5);
        let out = outputs(&s);
        let heights = ["x_a.z", "x_b.z", "x_c.z"].map(|name| value(&s, &out, name));
        assert!((heights[1] - heights[0]).abs() < 1e-12 && (heights[2] - heights[0]).abs() < 1e-12, "{heights:?}");
        let chunk = run_on(cpu_backends()[1].1.as_ref(), &s);
        let times = |event: usize| -> Vec<f64> {
            chunk.events.iter().filter(|(_, record)| record.event == event).map(|(_, record)| record.time).collect()
        };
        let all = [0, 1, 2].map(times);
        assert!(all.iter().all(|times| times.len() == 2 && distance(times, &all[0]) < 1e-13), "{all:?}");
    }
}

#[test]
fn derivatives_pass_where_bodies_touch_and_part() {
    let text = |height: f64, law: &str, method: &str, more: &str| {
        format!(
            "[parameters]\nheight = {{ default = {height:?} }}\n[gravity]\nacceleration = [0, 0, -9.81]\n{}[[contact]]\nname = \
             \"floor\"\nbetween = [\"a\", \"ground\"]\nradius = 0.1\nplane = {{}}\n{law}\n[method]\n{method}\nduration = \
             0.3\n{more}",
            ball("a", 0.5, 0.1, "position = [0.2, 0.1, \"height\"]")
        )
    };
    let by_height = |law: &str, method: &str, how: &str| {
        let more = format!("[sensitivity]\nparameters = [\"height\"]\nmethod = \"{how}\"\n");
        let s = parse(&text(0.3, law, method, &more));
        let out = outputs(&s);
        ["d(x_a.z)/d(height)", "d(v_a.z)/d(height)"].map(|name| value(&s, &out, name))
    };
    let (elastic, lossy) =
        ("normal_law = \"kelvin_voigt\"\nstiffness = 2e3", "exponent = 1\nstiffness = 2e3\ndamping = 0.2");
    let jumps = "normal_law = \"kelvin_voigt\"\nstiffness = 2e3\ndamping = 4";
    for (law, method) in [
        (elastic, "integrator = \"rkmk4\"\nstep = 1e-3"),
        (lossy, "integrator = \"rkmk4\"\nstep = 1e-3"),
        (lossy, METHOD),
        // the force jumps where they meet
        (jumps, "integrator = \"rkmk4\"\nstep = 1e-3"),
        (jumps, METHOD),
    ] {
        let found = by_height(law, method, "direct");
        assert!(distance(&found, &by_height(law, method, "adjoint")) < 1e-11);
        let ends = [1e-4, -1e-4].map(|moved| {
            let s = parse(&text(0.3 + moved, law, "integrator = \"dop853\"\ntolerance = 1e-13", ""));
            let out = outputs(&s);
            ["x_a.z", "v_a.z"].map(|name| value(&s, &out, name))
        });
        let differences = [0, 1].map(|i| (ends[0][i] - ends[1][i]) / 2e-4);
        eprintln!("{found:?} {differences:?}");
        // the method's error, and that of the differences
        assert!(distance(&found, &differences) < 1e-5, "{found:?} {differences:?}");
    }
    // implicit methods begin anew there, and the adjoint method goes back over it
    let implicit = "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-4";
    let found = by_height(jumps, implicit, "direct");
    let exact = by_height(jumps, "integrator = \"dop853\"\ntolerance = 1e-12", "direct");
    assert!(distance(&found, &exact) < 1e-3, "{found:?} {exact:?}");
    let adjoint = by_height(jumps, implicit, "adjoint");
    eprintln!("{found:?} {adjoint:?}");
    assert!(distance(&found, &adjoint) < 1e-9, "{found:?} {adjoint:?}");
}
