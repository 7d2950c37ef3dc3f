//! Constraints of velocities alone: blades, drives, gears whose ratio changes, what rolls.

use super::close;
use crate::common::{column, parse, refusal, replaced, run_on};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;
use std::f64::consts::TAU;

/// The method with equal steps of this length.
fn method(index: usize, step: f64, duration: f64) -> String {
    format!(
        "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nindex = {index}\nstep = {step:?}\nduration = \
         {duration:?}\n"
    )
}

fn outputs_of(quantities: &[(&str, &str, &str, &str)]) -> String {
    let one = |(name, quantity, key, of): &(&str, &str, &str, &str)| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\n{key} = \"{of}\"\n")
    };
    quantities.iter().map(one).collect()
}

fn at_the_end(text: &str) -> (Scenario, Vec<f64>) {
    let scenario = parse(text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::One).expect("a thread"), &scenario);
    let outputs = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}\n{text}", chunk.outcomes[0]));
    (scenario, outputs)
}

/// What steps of two lengths extrapolate to, of order 2, where the finer ones are closer by as much.
fn extrapolated(what: &str, expected: &[f64], of: impl Fn(f64) -> Vec<f64>, step: f64) -> Vec<f64> {
    let [coarse, fine] = [step, step / 2.0].map(of);
    let error = |found: &[f64]| found.iter().zip(expected).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    let order = (error(&coarse) / error(&fine)).log2();
    assert!((order - 2.0).abs() < 0.1, "{what}: order {order}, {:e} {:e}", error(&coarse), error(&fine));
    coarse.iter().zip(&fine).map(|(coarse, fine)| fine + (fine - coarse) / 3.0).collect()
}

/// A sledge on an incline with this blade, which turns at 2.5 rad/s.
fn sledge(blade: &str) -> String {
    format!(
        "[parameters]\ng = {{ default = 3.0 }}\nturn = {{ default = 2.5 }}\n[gravity]\nacceleration = [\"g\", 0, -9]\n[[body]]\n\
         name = \"sledge\"\nmass = 2\ninertia = [0.1, 0.2, 0.3]\n[[joint]]\nname = \"ice\"\nkind = \"planar\"\nbetween = \
         [\"ground\", \"sledge\"]\naxis = [0, 0, 1]\ninitial = {{ velocities = [0, 0, \"turn\"] }}\n[[constraint]]\nname = \
         \"blade\"\nkind = \"velocity\"\n{blade}\n{}",
        outputs_of(&[
            ("p", "position", "body", "sledge"),
            ("q", "joint_position", "joint", "ice"),
            ("f", "constraint_force", "constraint", "blade")
        ])
    )
}

const BY_JOINT: &str = "expression = \"cos(ice.q.3)*ice.v.2 - sin(ice.q.3)*ice.v.1\"";
const BY_BODY: &str = "body = \"sledge\"\nframe = \"body\"\nexpression = \"3*vy\"";

/// Where the sledge is at a time: it turns evenly, and along the blade u' = g cos(turn t).
fn cycloid(g: f64, w: f64, t: f64) -> [f64; 3] {
    [g / (4.0 * w * w) * (1.0 - (2.0 * w * t).cos()), g / (2.0 * w) * (t - (2.0 * w * t).sin() / (2.0 * w)), w * t]
}

#[test]
fn a_sledge_on_an_incline_follows_a_cycloid() {
    let (t, g, w) = (1.7, 3.0, 2.5);
    let [x, y, angle] = cycloid(g, w, t);
    // across the blade m (u turn + g sin(angle)) is held, u = g/turn sin(angle)
    let force = 2.0 * 2.0 * g * angle.sin();
    for (what, blade, size, index) in
        [("joint", BY_JOINT, 1.0, 3), ("joint", BY_JOINT, 1.0, 2), ("body", BY_BODY, 3.0, 2), ("body", BY_BODY, 3.0, 3)]
    {
        let of = |step: f64| {
            let (scenario, found) = at_the_end(&(sledge(blade) + &method(index, step, t)));
            let at = |name: &str| found[column(&scenario, name)];
            vec![at("p.x"), at("p.y"), at("q.3"), at("f") * size]
        };
        let expected = [x, y, angle, force];
        let found = extrapolated(&format!("{what}, index {index}"), &expected, of, 2.5e-3);
        close(&format!("{what}, index {index}"), &found, &expected, 1e-8);
    }
}

#[test]
fn derivatives_of_a_sledge_are_those_of_the_cycloid() {
    let (t, g, w, h) = (1.2, 3.0, 2.5, 1e-5);
    let text = sledge(BY_JOINT) + &method(2, 1e-3, t) + "[sensitivity]\nparameters = [\"g\", \"turn\"]\n";
    let (scenario, found) = at_the_end(&text);
    for (parameter, by) in [("g", [1.0, 0.0]), ("turn", [0.0, 1.0])] {
        let at = |sign: f64| cycloid(g + sign * h * by[0], w + sign * h * by[1], t);
        let (more, less) = (at(1.0), at(-1.0));
        for (k, name) in ["p.x", "p.y"].into_iter().enumerate() {
            let expected = (more[k] - less[k]) / (2.0 * h);
            let found = found[column(&scenario, &format!("d({name})/d({parameter})"))];
            assert!((found - expected).abs() < 1e-5, "{name} by {parameter}: {found} {expected}");
        }
    }
}

#[test]
fn velocities_are_completed_and_positions_stay() {
    // a body at rest but for what is 0.4 m/s across itself, at 30 degrees
    let text = "[[body]]\nname = \"b\"\nmass = 2\ninertia = [1, 1, 1]\ninitial = { position = [1, 2, 3], rotation_vector = [0, 0, \
                \"pi/6\"] }\n[[joint]]\nname = \"plane\"\nkind = \"planar\"\nbetween = [\"ground\", \"b\"]\naxis = [0, 0, 1]\n\
                [[constraint]]\nname = \"blade\"\nkind = \"velocity\"\nexpression = \"vy - 0.4\"\nbody = \"b\"\nframe = \"body\"\n\
                [[output]]\nname = \"p\"\nquantity = \"position\"\nbody = \"b\"\nover = \"min\"\n[[output]]\nname = \"v\"\nquantity = \
                \"velocity\"\nbody = \"b\"\n";
    let (_, found) = at_the_end(&format!("{text}{}", method(2, 1e-3, 0.01)));
    close("velocity", &found[3..], &[-0.2, 0.4 * 0.75f64.sqrt(), 0.0], 1e-13);
    close("position", &found[1..3], &[2.0, 3.0], 1e-13);
}

#[test]
fn a_drive_has_a_speed_and_a_gear_a_ratio_that_changes() {
    let wheels = "[[body]]\nname = \"a\"\nmass = 1\ninertia = [0.2, 0.2, 0.2]\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [0.5, \
                  0.5, 0.5]\n[[joint]]\nname = \"ja\"\nkind = \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, 0]\naxis = \
                  [0, 0, 1]\nVELOCITY[[joint]]\nname = \"jb\"\nkind = \"revolute\"\nbetween = [\"ground\", \"b\"]\nat = [0, 0, 0]\n\
                  axis = [0, 0, 1]\n";
    let outputs = outputs_of(&[
        ("qa", "joint_position", "joint", "ja"),
        ("va", "joint_velocity", "joint", "ja"),
        ("qb", "joint_position", "joint", "jb"),
        ("vb", "joint_velocity", "joint", "jb"),
        ("f", "constraint_force", "constraint", "c"),
    ]);
    let of = |velocity: &str, expression: &str| {
        let constraint = format!("[[constraint]]\nname = \"c\"\nkind = \"velocity\"\nexpression = \"{expression}\"\n");
        at_the_end(&(wheels.replace("VELOCITY", velocity) + &constraint + &outputs + &method(2, 1e-3, 1.3))).1
    };
    let drive = of("", "ja.v - 3*sin(2*t)");
    // 0.2 kg m^2 times 6 cos(2 t) is what the drive exerts
    assert!((drive[0] - 1.5 * (1.0 - 2.6f64.cos())).abs() < 2e-6, "{drive:?}");
    assert!((drive[1] - 3.0 * 2.6f64.sin()).abs() < 1e-12 && (drive[4] - 1.2 * 2.6f64.cos()).abs() < 1e-5, "{drive:?}");
    let gear = of("initial = { velocity = 4 }\n", "jb.v - (1 + 0.5*sin(ja.q))*ja.v");
    let ratio = |q: f64| 1.0 + 0.5 * q.sin();
    assert!((gear[3] - ratio(gear[0]) * gear[1]).abs() < 1e-12, "{gear:?}");
    assert!((gear[2] - gear[0] - 0.5 * (1.0 - gear[0].cos())).abs() < 1e-5, "{gear:?}");
    let inertia = |q: f64| 0.2 + 0.5 * ratio(q).powi(2);
    assert!((gear[1] - 4.0 * (inertia(0.0) / inertia(gear[0])).sqrt()).abs() < 1e-5, "{gear:?}");
}

#[test]
fn a_sphere_rolls_down_at_five_sevenths_of_what_pulls_it() {
    let (mass, radius, inertia) = (1.4, 0.1, 0.4 * 1.4 * 0.01);
    let text = format!(
        "[gravity]\nacceleration = [2, 0, -9]\n[[body]]\nname = \"ball\"\nmass = {mass}\ninertia = [{inertia:?}, {inertia:?}, \
         {inertia:?}]\ninitial = {{ position = [0, 0, {radius}], rotation_vector = [0.4, 0.2, -0.3] }}\n[[constraint]]\nname = \
         \"floor\"\nkind = \"rolling\"\nbody = \"ball\"\nradius = {radius}\n{}",
        outputs_of(&[
            ("p", "position", "body", "ball"),
            ("w", "angular_velocity", "body", "ball"),
            ("n", "constraint_force", "constraint", "floor.normal"),
            ("x", "constraint_force", "constraint", "floor.x"),
        ])
    );
    for index in [2, 3] {
        let (_, found) = at_the_end(&format!("{text}{}", method(index, 2e-3, 0.8)));
        let acceleration = 5.0 / 7.0 * 2.0;
        close("position", &found[..3], &[acceleration * 0.32, 0.0, radius], 1e-9);
        // pressed on by m g, held back by 2/7 of what pulls
        close("forces", &found[6..], &[mass * 9.0, -mass * 4.0 / 7.0], 1e-8);
    }
    // what hovers is put down at the start
    let above = replaced(&text, &[("position = [0, 0, 0.1]", "position = [0, 0, 0.13]")]);
    let (_, found) = at_the_end(&format!("{above}{}", method(2, 2e-3, 0.8)));
    assert!((found[2] - radius).abs() < 1e-12, "{found:?}");
}

#[test]
fn a_sphere_on_a_turning_table_moves_on_a_circle() {
    // at rest in space on a table of 7 rad/s: its centre turns by 2/7 of that, in circles through where it is
    let text = format!(
        "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"table\"\nmass = 5\ninertia = [1, 1, 2]\n[[body]]\nname = \
         \"ball\"\nmass = 0.5\ninertia = [5e-4, 5e-4, 5e-4]\ninitial = {{ position = [0.3, 0, 0.05], velocity = [0, 0.6, 0] }}\n\
         [[joint]]\nname = \"axle\"\nkind = \"revolute\"\nbetween = [\"ground\", \"table\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n\
         [[constraint]]\nname = \"motor\"\nkind = \"velocity\"\nexpression = \"axle.v - 7\"\n[[constraint]]\nname = \"on_table\"\n\
         kind = \"rolling\"\nbody = \"ball\"\nradius = 0.05\non = \"table\"\n{}",
        outputs_of(&[("p", "position", "body", "ball"), ("v", "velocity", "body", "ball")])
    );
    // m a = F, J w' = r x F and v = 7 z x p + .. for J = 2/5 m r^2: a = 2/7 (7 z x v)
    let (t, rate, speed) = (1.1, 2.0, 0.6);
    let (sin, cos) = f64::sin_cos(rate * t);
    let expected = [0.3 + speed / rate * (cos - 1.0), speed / rate * sin, 0.05, -speed * sin, speed * cos, 0.0];
    let of = |step: f64| at_the_end(&format!("{text}{}", method(2, step, t))).1;
    let found = extrapolated("turning table", &expected, of, 5e-4);
    close("turning table", &found, &expected, 1e-8);
}

#[test]
fn a_coin_rolls_in_a_circle() {
    // leaning: 60 degrees between its axis and the normal, 3 rad/s about the vertical
    let (m, r, a, c, g) = (0.2, 0.09, 4e-4, 8e-4, 9.81);
    let (lean, turn) = (1.05f64, 3.0f64);
    let (sin, cos) = lean.sin_cos();
    // A W^2 sin cos - (C + m r^2) w W sin - m g r cos = 0 for the spin w about its axis
    let spin = (a * turn * turn * sin * cos - m * g * r * cos) / ((c + m * r * r) * turn * sin);
    // the axis is the body's z, leant about x from the world's; the body's y is up the disc
    let text = format!(
        "[gravity]\nacceleration = [0, 0, -{g}]\n[[body]]\nname = \"coin\"\nmass = {m}\ninertia = [{a:?}, {a:?}, {c:?}]\ninitial = \
         {{ position = [0, 0, {:?}], rotation_vector = [{lean:?}, 0, 0], angular_velocity = [0, {:?}, {:?}] }}\n[[constraint]]\n\
         name = \"floor\"\nkind = \"rolling\"\nbody = \"coin\"\nradius = {r}\naxis = [0, 0, 1]\n{}",
        r * sin,
        turn * sin,
        spin,
        outputs_of(&[
            ("p", "position", "body", "coin"),
            ("R", "rotation_matrix", "body", "coin"),
            ("v", "velocity", "body", "coin"),
        ])
    );
    // all turns about the vertical, the centre about the middle of its circle
    let turned = |[x, y, z]: [f64; 3], angle: f64| {
        let (sin, cos) = angle.sin_cos();
        [cos * x - sin * y, sin * x + cos * y, z]
    };
    let speed = -r * spin;
    for part in [0.37, 1.0] {
        let (angle, t) = (part * TAU, part * TAU / turn);
        let centre = turned([0.0, -speed / turn, r * sin], angle);
        let centre = [centre[0], centre[1] + speed / turn, centre[2]];
        let expected = [centre, turned([0.0, -sin, cos], angle), turned([speed, 0.0, 0.0], angle)].concat();
        let of = |step: f64| {
            let found = at_the_end(&format!("{text}{}", method(2, t / (t / step).round(), t))).1;
            [&found[..3], &[found[5], found[8], found[11]], &found[12..]].concat()
        };
        let found = extrapolated("coin", &expected, of, 1e-3);
        close(&format!("coin, {part} of a period"), &found, &expected, 1e-8);
    }
}

#[test]
fn what_is_no_equation_of_velocities_is_refused() {
    let of = |blade: &str| refusal(&(sledge(blade) + &method(2, 1e-3, 0.1)));
    let expression = |text: &str| of(&format!("expression = \"{text}\""));
    for (text, message) in [
        (
            "ice.v.1*(1 + ice.v.2) - 2",
            "constraint[0].expression: a product of \"ice.v.1\", \"ice.v.2\" is not linear in velocities; accepted: velocities, such \
             as joint.v, each times what depends on positions",
        ),
        ("ice.v.1 + abs(ice.v.3)", "expression: abs of \"ice.v.3\" is not linear in velocities"),
        ("ice.q.1 + t", "expression: it depends on no velocity"),
        ("ice.v.4", "unknown name \"ice.v.4\"; did you mean \"ice.v.1\"?"),
        ("vy", "constraint[0].body: the expression is of the motion of a body, and there is none; accepted: its name"),
    ] {
        let found = expression(text);
        assert!(found.contains(message), "{text}: {found}");
    }
    let body = of("expression = \"vy\"\nbody = \"slegde\"");
    assert!(body.contains("constraint[0].body: unknown body \"slegde\"; did you mean \"sledge\"?"), "{body}");
    let text = sledge(BY_JOINT) + &method(2, 1e-3, 0.1);
    let with = |from: &str, to: &str| refusal(&replaced(&text, &[(from, to)]));
    let rattle = with("integrator = \"generalized_alpha\"\nindex = 2", "integrator = \"rattle\"");
    let message = "rattle holds constraints of positions, and 1 of the mechanism's are of velocities alone; accepted: integrator = \
                   \"generalized_alpha\"";
    assert!(rattle.contains(message), "{rattle}");
    let explicit = with("integrator = \"generalized_alpha\"\nindex = 2", "integrator = \"rkmk4\"");
    assert!(explicit.contains("rkmk4 is an explicit method, and the joints are 4 constraints"), "{explicit}");
    let joint = with(
        "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nindex = 2",
        "formulation = \"joint\"\nintegrator = \"rkmk4\"",
    );
    assert!(joint.contains("the constraint \"blade\" is an equation between coordinates"), "{joint}");
}

#[test]
fn what_does_not_roll_is_refused() {
    let of = |keys: &str| {
        let text = format!(
            "[[body]]\nname = \"coin\"\nmass = 1\ninertia = [1, 1, 1]\n[[constraint]]\nname = \"floor\"\nkind = \"rolling\"\nbody = \
             \"coin\"\n{keys}\n[[output]]\nname = \"e\"\nquantity = \"energy\"\n{}",
            method(2, 1e-3, 0.1)
        );
        refusal(&text)
    };
    for (keys, message) in [
        ("", "constraint[0].radius: this key is needed and missing"),
        ("radius = 0", "constraint[0].radius: the radius is 0.0 m; it must be positive"),
        ("radius = 1\naxis = [0, 0, 0]", "constraint[0].axis: it has no direction"),
        ("radius = 1\nnormal = [0, 0, 0]", "constraint[0].normal: it has no direction"),
        ("radius = 1\non = \"coin\"", "constraint[0].on: a body does not roll on itself"),
        ("radius = 1\non = \"table\"", "constraint[0].on: unknown body \"table\""),
    ] {
        let found = of(keys);
        assert!(found.contains(message), "{keys}: {found}");
    }
}
