//! Starts that there are for one value of a parameter alone have no derivative by it.

use super::*;

/// A rack and a pinion in absolute coordinates, whose velocities are given on both ends: they fit where `speed` is zero for
/// every `ratio`, elsewhere for the ratio 0.05 alone.
fn rack(speed: f64, further: &str) -> String {
    let (axle, guide) = ("axis = [0, 0, 1]\n", "axis = [1, 0, 0]\n");
    let rack = replaced(
        &system("rack"),
        &[
            ("unit = \"kg\" }\n", &format!("unit = \"kg\" }}\nspeed = {{ default = {speed:?}, unit = \"m/s\" }}\n")),
            (axle, &format!("{axle}initial = {{ velocity = \"-20*speed\" }}\n")),
            (guide, &format!("{guide}initial = {{ velocity = \"speed\" }}\n")),
        ],
    );
    format!(
        r#"{rack}
[gravity]
acceleration = [1.0, 0, -9.81]
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 2e-3
{}
duration = 0.02
[[output]]
name = "v"
quantity = "joint_velocity"
joint = "guide"
{further}
"#,
        differences::SOLVED
    )
}

#[test]
fn velocities_that_fit_for_one_ratio_alone_are_refused() {
    let by_all = "[sensitivity]\nparameters = \"all\"\n";
    let said = refusal(&rack(0.3, by_all));
    assert!(said.contains("joint[1].initial: no consistent start: beside the value 0.05 of \"ratio\""), "{said}");
    assert!(said.contains("miss the velocity of the joint \"guide\" by 6.000000e0"), "{said}");
    assert!(said.contains("project_velocities = true"), "{said}");
    // by other parameters there is nothing to say
    parse(&rack(0.3, "[sensitivity]\nparameters = [\"mass\", \"speed\"]\n"));
    // so much that runs take the nearest velocities, which fit
    let near = refusal(&rack(0.3, by_all).replace("default = 0.05", "default = 0.05000001"));
    assert!(near.contains("beside the value 0.05000001 of \"ratio\"") && near.contains("project_velocities"), "{near}");
}

#[test]
fn velocities_that_follow_the_ratio_or_are_projected_have_derivatives() {
    let following = rack(0.3, "").replace("velocity = \"-20*speed\"", "velocity = \"-speed/ratio\"");
    let nearest = rack(0.3, "[start]\nproject_velocities = true\n");
    let one = rack(0.3, "").replace("initial = { velocity = \"-20*speed\" }\n", "");
    for text in [following, nearest, one] {
        let found = differences::difference(&text, 1e-3);
        // rounding of positions over the step is in the velocities
        assert!(found < 1e-8, "{found:e}");
    }
}

/// A pendulum of two rods at rest but for the middle of the lower one: masses decide how both begin to turn.
const HANGING: &str = r#"
[parameters]
mass = { default = 2.0, unit = "kg" }
inertia = { default = 0.02, unit = "kg m^2" }
speed = { default = 0.6, unit = "m/s" }
arm = { default = 0.5, unit = "m" }
[[body]]
name = "upper"
mass = "mass"
inertia = [0.04, 0.04, 0.04]
initial = { position = [0, 0, "-arm/2"] }
[[body]]
name = "lower"
mass = 0.5
inertia = ["inertia", "inertia", "inertia"]
initial = { position = [0, 0, "-arm - 0.4"], velocity = ["speed", 0, 0] }
[[joint]]
name = "top"
kind = "revolute"
between = ["ground", "upper"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "elbow"
kind = "revolute"
between = ["upper", "lower"]
at = [0, 0, "-arm"]
axis = [0, 1, 0]
[[output]]
name = "upper"
quantity = "joint_velocity"
joint = "top"
[[output]]
name = "lower"
quantity = "angular_velocity"
body = "lower"
"#;

#[test]
fn velocities_of_least_energy_have_derivatives() {
    let method =
        "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 2e-3\nduration = 0.02\n";
    let found = differences::difference(&format!("{HANGING}{method}{}\n", differences::SOLVED), 1e-3);
    assert!(found < 1e-8, "{found:e}");
    // by the mass of the upper rod, of what the lower rod keeps to itself
    let s = parse(&format!("{HANGING}{method}{}\n[sensitivity]\nparameters = [\"mass\"]\n", differences::SOLVED));
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &s);
    assert!(chunk.outputs_of(0).expect("outputs")[column(&s, "d(upper)/d(mass)")].abs() > 1e-2);
}

#[test]
fn members_whose_velocities_fit_by_chance_have_values_and_no_derivative_by_the_ratio() {
    let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nspeed = [0.0, 0.3]\n[sensitivity]\nparameters = \"all\"\n";
    let s = parse(&rack(0.0, plan));
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &s);
    assert_eq!(chunk.outcomes, [Outcome::Completed; 2]);
    let of = |member: usize, name: &str| chunk.outputs_of(member).expect("outputs")[column(&s, name)];
    assert!((of(1, "v") - 0.3).abs() < 0.02);
    assert!(of(1, "d(v)/d(ratio)").is_nan());
    assert!(of(0, "d(v)/d(ratio)").is_finite());
    for member in [0, 1] {
        assert!((of(member, "d(v)/d(speed)") - 1.0).abs() < 1e-9 && of(member, "d(v)/d(mass)") > 0.0);
    }
}

/// A crank and rocker that is led, whose bodies are given so far from where they fit.
fn crank_rocker(rod: [f64; 3], rocker: [f64; 3]) -> String {
    let pose =
        |[x, y, angle]: [f64; 3]| format!("{{ position = [{x:?}, {y:?}, 0], rotation_vector = [0, 0, {angle:?}] }}");
    let joint = |name: &str, kind: &str, between: &str, at: &str| {
        format!(
            "[[joint]]\nname = \"{name}\"\nkind = {kind}\nbetween = {between}\naxis = [0, 0, 1]\nat_bodies = {at}\n"
        )
    };
    let body = |name: &str, initial: &str| {
        format!("[[body]]\nname = \"{name}\"\nmass = 0.2\ninertia = [1e-3, 1e-3, 1e-3]\ninitial = {initial}\n")
    };
    [
        "[parameters]\ncrank = 0.045\nrod = 0.26\nrocker = 0.06\ndx = 0.25\nspeed = 6.0\n".to_string(),
        body("crank", "{ position = [\"crank/2\", 0, 0] }"),
        body("rod", &pose(rod)),
        body("rocker", &pose(rocker)),
        joint("motor", "\"revolute\"", "[\"ground\", \"crank\"]", "[[0, 0, 0], [\"-crank/2\", 0, 0]]"),
        joint("big_end", "\"revolute\"", "[\"crank\", \"rod\"]", "[[\"crank/2\", 0, 0], [\"-rod/2\", 0, 0]]"),
        joint("pin", "\"generic\"\nlocked = [\"x\", \"y\"]", "[\"rod\", \"rocker\"]", "[[\"rod/2\", 0, 0], [\"rocker/2\", 0, 0]]"),
        joint("spindle", "\"revolute\"", "[\"ground\", \"rocker\"]", "[[\"dx\", 0.03, 0], [\"-rocker/2\", 0, 0]]"),
        "[[constraint]]\nname = \"drive\"\nkind = \"motion\"\njoint = \"motor\"\nposition = \"speed*t\"\n".to_string(),
        "[[output]]\nname = \"place\"\nquantity = \"position\"\nbody = \"rocker\"\n".to_string(),
        "[[output]]\nname = \"v\"\nquantity = \"velocity\"\nbody = \"rocker\"\n".to_string(),
        format!(
            "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 2e-3\nduration = 0.01\n{}\n",
            differences::SOLVED
        ),
    ]
    .concat()
}

/// Where the constraints determine the poses, derivatives are those of the poses that are found, however far the given ones are.
#[test]
fn starts_that_are_determined_have_derivatives_whatever_the_way_to_them() {
    let far = crank_rocker([0.17, 0.05, 0.0], [0.25, 0.06, 1.57]);
    // near its limits the linkage has large derivatives of higher order
    let found = differences::difference(&far, 3e-4);
    assert!(found < 1e-6, "{found:e}");
    let near = crank_rocker([0.170358, 0.034430, 0.268043], [0.272858, 0.049430, 0.704512]);
    let [(s, far), (_, near)] = [differentiated(&far), differentiated(&near)];
    let columns = s.study.mechanism.columns();
    for ((a, b), (name, _)) in completed(&far).iter().zip(completed(&near)).zip(columns) {
        assert!((a - b).abs() < 1e-8 * b.abs().max(1.0), "{name}: {a} {b}");
    }
}
