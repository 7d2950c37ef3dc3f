//! Redundant constraints: what their reactions tell, and that members which they do not suit end with an outcome; and the
//! starts of mechanisms with loops.

use crate::common::*;
use crate::mechanics::{CLOSED, METHOD, four_bar};
use gyrosweep::ensemble::Outcome;

const ANGLE: &str = "[[output]]\nname = \"angle\"\nquantity = \"joint_position\"\njoint = \"A\"\n";

/// The members of a table with these values of the only parameter.
fn members(text: &str, values: &[f64]) -> gyrosweep::io::scenario::Scenario {
    let folder = tempfile::tempdir().expect("a folder");
    let rows: String = values.iter().map(|x| format!("{x}\n")).collect();
    let plan = "[plan]\nkind = \"table\"\nfile = \"variants.csv\"\ncolumns = [\"x\"]\n";
    with_table(folder.path(), &format!("{text}{METHOD}{plan}"), &format!("x\n{rows}"))
}

#[test]
fn reactions_across_the_plane_of_a_four_bar_are_empty() {
    let output =
        |name: &str, quantity: &str| format!("[[output]]\nname = {name:?}\nquantity = {quantity:?}\njoint = \"B\"\n");
    let further = [
        output("force", "reaction_force"),
        output("torque", "reaction_torque"),
        output("largest", "reaction_force") + "over = \"max\"\n",
        "[[output]]\nname = \"amount\"\nquantity = \"expression\"\nexpression = \"sqrt(force.x^2 + force.z^2)\"\n"
            .into(),
        "[[output]]\nname = \"twice\"\nquantity = \"expression\"\nexpression = \"2*largest.y\"\n".into(),
        "[[event]]\nname = \"down\"\nexpression = \"t - 0.0105\"\ndirection = \"both\"\n[sampling]\nevery = 0.01\n"
            .into(),
    ];
    let text = four_bar("x = { default = 0 }", CLOSED, &further[..5].concat());
    let with_events = four_bar("x = { default = 0 }", CLOSED, &further.concat());
    for text in [text, with_events] {
        let scenario = members(&text, &[0.0, 1.0]);
        let columns: Vec<String> = scenario.study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
        let empty = ["force.y", "torque.x", "torque.z", "largest.y", "twice"];
        for (name, backend) in f64_backends(&scenario) {
            let chunk = run_on(backend.as_ref(), &scenario);
            for member in 0..2 {
                assert_eq!(chunk.outcomes[member], Outcome::Completed, "{name}");
                let outputs = chunk.outputs_of(member).expect("outputs");
                for (column, value) in columns.iter().zip(&outputs) {
                    assert_eq!(value.is_nan(), empty.contains(&column.as_str()), "{name}: {column} is {value}");
                }
                let [x, z, amount] = ["force.x", "force.z", "amount"].map(|c| outputs[column(&scenario, c)]);
                assert!(amount > 1.0 && (amount - x.hypot(z)).abs() < 1e-9 * amount, "{name}: {amount}");
            }
            let sampled = scenario.study.sampled_channels();
            for row in chunk.samples.values.each_row() {
                for (c, value) in sampled.iter().zip(row) {
                    assert_eq!(
                        value.is_nan(),
                        empty.contains(&columns[*c].as_str()),
                        "{name}: a sample of {}",
                        columns[*c]
                    );
                }
            }
            assert_eq!(
                (!sampled.is_empty(), chunk.events.len()),
                (true, if chunk.samples.rows.is_empty() { 0 } else { 2 })
            );
            for (_, record) in &chunk.events {
                assert!(record.values[column(&scenario, "force.y")].is_nan(), "{name}");
            }
        }
    }
    let refused = |further: &str| refusal(&(four_bar("x = { default = 0 }", CLOSED, further) + METHOD));
    let message = refused(&(further[0].clone() + &further[4].replace("largest", "force")));
    assert!(
        message.contains("output[1].expression: no component of \"twice\" is determined by the motion"),
        "{message}"
    );
    let event = "[[event]]\nname = \"pull\"\nexpression = \"force.y\"\ndirection = \"both\"\n";
    let message = refused(&format!("{}{event}", further[0]));
    assert!(message.contains("event[0].expression: the expression of \"pull\" is made of reactions"), "{message}");
    assert!(message.contains("undetermined = \"minimum_norm\""), "{message}");
    // with what it names there is a value
    let least = format!("{}undetermined = \"minimum_norm\"\n{event}", further[0]);
    parse(&(four_bar("x = { default = 0 }", CLOSED, &least) + METHOD));
    let variable = "[[variable]]\nname = \"w\"\ninitial = 0\nrate = \"force.y\"\n";
    let message = refused(&format!("{}{variable}", further[0]));
    assert!(message.contains("variable[0].rate: the rate of \"w\" is made of reactions"), "{message}");
}

#[test]
fn two_hinges_share_the_weight_of_a_door() {
    // hinges at heights of 0.4 m and -0.4 m, the centre of mass 0.45 m away from their axis
    let (weight, arm, half) = (20.0 * 9.81, 0.45_f64, 0.4_f64);
    let joint = |name: &str, z: f64| {
        format!(
            "[[joint]]\nname = {name:?}\nkind = \"revolute\"\nbetween = [\"ground\", \"door\"]\nat = [0, 0, \
             {z:?}]\naxis = [0, 0, 1]\n"
        )
    };
    let output = |joint: &str, quantity: &str, over: &str| {
        format!(
            "[[output]]\nname = \"{joint}_{quantity}{over}\"\nquantity = \"reaction_{quantity}\"\njoint = \
             {joint:?}\nundetermined = \"minimum_norm\"\n"
        ) + &if over.is_empty() { String::new() } else { format!("over = {over:?}\n") }
    };
    let text = [
        "[parameters]\nx = { default = 0 }\n[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"door\"\nmass = \
         20\ninertia = [1.1, 2.5, 1.4]\ninitial = { position = [0.45, 0, 0] }\n"
            .to_string(),
        joint("upper", half),
        joint("lower", -half),
        output("upper", "force", ""),
        output("lower", "force", ""),
        output("lower", "torque", ""),
        output("upper", "force", "max"),
    ];
    let scenario = members(&text.concat(), &[0.0, 1.0]);
    // 2 half X + 2 T = -arm weight with X^2 + T^2/l^2 least
    let couple = -arm * weight / 2.0 / (half * half + (arm * arm + half * half));
    let (x, torque) = (couple * half, couple * (arm * arm + half * half));
    let upper = [x, 0.0, weight / 2.0];
    let expected = [upper, [-x, 0.0, weight / 2.0], [0.0, torque, 0.0], upper].concat();
    for (name, backend) in f64_backends(&scenario) {
        let chunk = run_on(backend.as_ref(), &scenario);
        for member in 0..2 {
            let found = chunk.outputs_of(member).expect("outputs");
            let off = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-11 * weight, "{name}: {found:?} {expected:?}");
        }
    }
}

#[test]
fn members_whose_constraints_are_not_redundant_drift() {
    // an axis that is not parallel to the others locks the four-bar
    let text = four_bar("x = { default = 0 }", "at = [1, 0, 0]\naxis = [\"x\", 1, 0]", ANGLE);
    let scenario = members(&text, &[0.0, 0.05, 0.0, -0.2]);
    let alone = members(&text, &[0.0]);
    for (name, backend) in f64_backends(&scenario) {
        let chunk = run_on(backend.as_ref(), &scenario);
        use Outcome::{Completed, ConstraintDrift};
        assert_eq!(chunk.outcomes, [Completed, ConstraintDrift, Completed, ConstraintDrift], "{name}");
        // it moves by g t^2/2
        for member in [1, 3] {
            assert!(chunk.times[member] > 0.0 && chunk.times[member] < 0.02, "{name}: {:?}", chunk.times);
        }
        let good = run_on(cpu_backends()[0].1.as_ref(), &alone);
        for member in [0, 2] {
            assert_eq!(chunk.outputs_of(member), good.outputs_of(0), "{name}");
        }
    }
}

#[test]
fn members_that_cannot_be_assembled_end_at_the_start() {
    let last = "at_bodies = [[\"x\", 0, 0], [-0.35, 0, 0]]\naxis = [0, 1, 0]";
    let text = four_bar("x = { default = 1 }", last, ANGLE);
    let scenario = members(&text, &[1.0, 3.0, 0.95]);
    let alone = members(&text, &[1.0, 0.95]);
    for ((name, backend), (_, backend_alone)) in f64_backends(&scenario).iter().zip(f64_backends(&alone)) {
        let chunk = run_on(backend.as_ref(), &scenario);
        assert_eq!(chunk.outcomes, [Outcome::Completed, Outcome::NotAssembled, Outcome::Completed], "{name}");
        assert_eq!((chunk.times[1], chunk.steps[1]), (0.0, 0), "{name}");
        let good = run_on(backend_alone.as_ref(), &alone);
        assert_eq!([chunk.outputs_of(0), chunk.outputs_of(2)], [good.outputs_of(0), good.outputs_of(1)], "{name}");
    }
}

#[test]
fn members_whose_newton_iteration_ends_without_a_solution_leave_others_alone() {
    let text = four_bar("x = { default = 0 }", CLOSED, ANGLE).replace(
        "axis = [0, 1, 0]\n[[joint]]\nname = \"B\"",
        "axis = [0, 1, 0]\ninitial = { velocity = \"x\" }\n[[joint]]\nname = \"B\"",
    );
    let method = METHOD.to_string() + "newton = { criterion = \"residual\", iterations = 2 }\n";
    let scenario = |values: &[f64]| {
        let folder = tempfile::tempdir().expect("a folder");
        let rows: String = values.iter().map(|x| format!("{x}\n")).collect();
        let plan = "[plan]\nkind = \"table\"\nfile = \"variants.csv\"\ncolumns = [\"x\"]\n";
        with_table(folder.path(), &format!("{text}\n{method}{plan}"), &format!("x\n{rows}"))
    };
    let (together, alone) = (scenario(&[0.0, 300.0, 0.1]), scenario(&[0.0, 0.1]));
    for ((name, backend), (_, backend_alone)) in f64_backends(&together).iter().zip(f64_backends(&alone)) {
        let chunk = run_on(backend.as_ref(), &together);
        assert_eq!(chunk.outcomes, [Outcome::Completed, Outcome::NewtonDiverged, Outcome::Completed], "{name}");
        assert_eq!(chunk.times[1], 1e-3, "{name}");
        let good = run_on(backend_alone.as_ref(), &alone);
        assert_eq!([chunk.outputs_of(0), chunk.outputs_of(2)], [good.outputs_of(0), good.outputs_of(1)], "{name}");
    }
}

#[test]
fn given_coordinates_of_joints_are_kept_by_the_assembly() {
    // the ground pin is elsewhere, so that the loop does not close as given
    let last = "at_bodies = [[0.95, 0, 0], [-0.35, 0, 0]]\naxis = [0, 1, 0]";
    let at_start = |initial: &str, start: &str| {
        let text = four_bar("x = { default = 0 }", last, ANGLE).replace(
            "axis = [0, 1, 0]\n[[joint]]\nname = \"B\"",
            &format!("axis = [0, 1, 0]\n{initial}\n[[joint]]\nname = \"B\""),
        );
        let scenario = parse(&format!("{text}{METHOD}{start}"));
        let parameters = scenario.study.mechanism.defaults();
        let sequence = scenario.study.step_sequence(&parameters).expect("steps");
        let (state, _) = scenario.study.consistent_start(&parameters, &sequence).expect("a start");
        let (q, v) = state.split_at(scenario.study.layout().coordinate_count());
        let v = &v[..scenario.study.layout().velocity_count()];
        let system = scenario.study.formulated().system(&scenario.study.mechanism, &parameters);
        let residuals = system.constraints(0.0, q, v);
        assert!(residuals.iter().flatten().all(|x: &f64| x.abs() < 1e-12), "{residuals:?}");
        system.joints(0.0, q, v)[0].coordinates[0]
    };
    let free = at_start("", "");
    assert!(free.abs() > 1e-3, "all bodies give way: {free}");
    assert!(at_start("initial = { coordinate = 0 }", "").abs() < 1e-12);
    assert!((at_start("initial = { coordinate = 0.1 }", "") - 0.1).abs() < 1e-12);
    // at rest the four-bar hangs where its potential energy is least
    let resting = at_start("", "[start]\nequilibrium = true\nassembly_limit = { rotation = 2 }\n");
    assert!(resting.abs() > 0.1, "{resting}");
    let start = "[start]\nequilibrium = true\n";
    assert!((at_start("initial = { coordinate = 0.1 }", start) - 0.1).abs() < 1e-12);
}

#[test]
fn what_is_given_of_joints_is_held_while_the_rest_comes_to_equilibrium() {
    let body = |name: &str, x: f64| {
        format!(
            "[[body]]\nname = {name:?}\nmass = 1\ninertia = [1e-3, 0.1, 0.1]\ninitial = {{ position = [{x:?}, 0, 0] }}\n"
        )
    };
    let joint = |name: &str, between: &str, x: f64| {
        format!(
            "[[joint]]\nname = {name:?}\nkind = \"revolute\"\nbetween = {between}\nat = [{x:?}, 0, 0]\naxis = [0, 1, 0]\n"
        )
    };
    let text = [
        "[gravity]\nacceleration = [0, 0, -9.81]\n".to_string(),
        body("upper", 0.5),
        body("lower", 1.5),
        joint("A", "[\"ground\", \"upper\"]", 0.0),
        "initial = { coordinate = 0.5 }\n".to_string(),
        joint("B", "[\"upper\", \"lower\"]", 1.0),
        ANGLE.to_string(),
        METHOD.to_string(),
        "[start]\nequilibrium = true\n".to_string(),
    ];
    let scenario = parse(&text.concat());
    let parameters = scenario.study.mechanism.defaults();
    let sequence = scenario.study.step_sequence(&parameters).expect("steps");
    let (state, _) = scenario.study.consistent_start(&parameters, &sequence).expect("a start");
    let (q, v) = state.split_at(scenario.study.layout().coordinate_count());
    let system = scenario.study.formulated().system(&scenario.study.mechanism, &parameters);
    let joints = system.joints(0.0, q, &v[..scenario.study.layout().velocity_count()]);
    let [upper, lower]: [f64; 2] = [0, 1].map(|i: usize| joints[i].coordinates[0]);
    assert!((upper - 0.5).abs() < 1e-12, "{upper}");
    // the lower one hangs: turned about y by a quarter
    assert!((upper + lower - std::f64::consts::FRAC_PI_2).abs() < 1e-9, "{upper} {lower}");
}

#[test]
fn a_four_bar_whose_bodies_are_given_in_one_line_is_assembled() {
    let replaced = [
        (
            "position = [\"crank/2*cos(0.5)\", 0, \"-crank/2*sin(0.5)\"], rotation_vector = [0, 0.5, 0]",
            "position = [\"crank/2\", 0, 0]",
        ),
        ("position = [0.62, 0, -0.42], rotation_vector = [0, 0.67, 0]", "position = [0.75, 0, 0]"),
        ("position = [0.99, 0, -0.35], rotation_vector = [0, 1.6, 0]", "position = [1.35, 0, 0]"),
        ("[method]", "[start]\nassembly_limit = { rotation = 3 }\n[method]"),
        ("step = 1e-3\nduration = 1.0", "step = 1e-3\nduration = 0.01"),
        ("members = 10000", "members = 16"),
    ];
    let scenario = scenario("four_bar_study", &replaced);
    for (name, backend) in cpu_backends() {
        let chunk = run_on(backend.as_ref(), &scenario);
        assert!(chunk.outcomes.iter().all(|outcome| *outcome == Outcome::Completed), "{name}: {:?}", chunk.outcomes);
    }
}

#[test]
fn what_is_driven_needs_no_freedom_of_its_own() {
    let drive = |position: &str| {
        format!(
            "[[constraint]]\nname = \"drive\"\nkind = \"motion\"\njoint = \"A\"\nposition = \"{position}\"\n{ANGLE}"
        )
    };
    let scenario = parse(&(four_bar("x = { default = 0 }", CLOSED, &drive("1 - cos(3*t)")) + METHOD));
    assert_eq!(scenario.study.constraints().expect("constraints").degrees_of_freedom, 0);
    for (name, backend) in cpu_backends() {
        let chunk = run_on(backend.as_ref(), &scenario);
        assert_eq!(chunk.outcomes[0], Outcome::Completed, "{name}");
        let angle = chunk.outputs_of(0).expect("outputs")[column(&scenario, "angle")];
        assert!((angle - (1.0 - 0.06f64.cos())).abs() < 1e-11, "{name}: {angle}");
    }
    // what rests is said to
    let resting = parse(&(four_bar("x = { default = 0 }", CLOSED, &drive("0")) + METHOD));
    assert!(
        resting.study.advice().iter().any(|note| note.contains("no degree of freedom")),
        "{:?}",
        resting.study.advice()
    );
}

/// Two halves of a beam, welded to the wall and to each other, and a tripod of rods on hinges: nothing moves, and reactions hold what
/// loads them.
#[test]
fn reactions_of_what_has_no_freedom() {
    let welded = r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "a"
mass = 3
inertia = [0.1, 0.2, 0.25]
initial = { position = [0.5, 0, 0] }
[[body]]
name = "b"
mass = 2
inertia = [0.1, 0.2, 0.25]
initial = { position = [1.4, 0.1, 0] }
[[force]]
name = "f"
kind = "force"
body = "b"
force = [1, 2, 30]
[[joint]]
name = "wall"
kind = "fixed"
between = ["ground", "a"]
at = [0, 0, 0]
[[joint]]
name = "weld"
kind = "fixed"
between = ["a", "b"]
at = [1, 0.05, 0.02]
[[output]]
name = "force"
quantity = "reaction_force"
joint = "wall"
[[output]]
name = "torque"
quantity = "reaction_torque"
joint = "wall"
"#;
    // the force on b less both weights, and the moments of these about the wall
    let expected =
        [-1.0, -2.0, 5.0 * 9.81 - 30.0, -0.1 * (30.0 - 19.62), 1.4 * (30.0 - 19.62) - 0.5 * 29.43, -1.4 * 2.0 + 0.1];
    for method in ["generalized_alpha", "rattle", "radau2a", "dg"] {
        let text = format!(
            "{welded}[method]\nformulation = \"absolute\"\nintegrator = \"{method}\"\nstep = 1e-2\nduration = 0.1\n"
        );
        let scenario = parse(&text);
        assert_eq!(scenario.study.constraints().expect("constraints").degrees_of_freedom, 0);
        for (name, backend) in cpu_backends() {
            let chunk = run_on(backend.as_ref(), &scenario);
            let out = chunk.outputs_of(0).unwrap_or_else(|| panic!("{method}, {name}: {:?}", chunk.outcomes));
            for (found, expected) in out.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-8, "{method}, {name}: {out:?} {expected:?}");
            }
        }
    }
}

/// The derivatives by its parameters, in the order of [sensitivity], of what a scenario's state at the start makes of it.
fn slopes_at_start(scenario: &gyrosweep::io::scenario::Scenario, of: &dyn Fn(&[f64]) -> f64) -> Vec<f64> {
    let study = &scenario.study;
    let parameters = study.mechanism.defaults();
    let sequence = study.step_sequence(&parameters).expect("steps");
    let (state, _) = study.consistent_start(&parameters, &sequence).expect("a start");
    let (own, slopes) = state.split_at(state.len() / (1 + study.mechanism.sensitivities.len()));
    let along = |slope: &[f64], h: f64| of(&own.iter().zip(slope).map(|(x, s)| x + h * s).collect::<Vec<f64>>());
    slopes.chunks(own.len()).map(|slope| (along(slope, 1e-5) - along(slope, -1e-5)) / 2e-5).collect()
}

#[test]
fn an_equilibrium_moves_with_parameters_as_its_equation_says() {
    // k (q - r) = m g l cos(q), where the rest angle r changes so fast that a difference could not follow it
    let text = "[parameters]\nk = 5.0\nm = 1.0\nu = 0.0\nfree = { value = \"0.1*sin(2000*u)\" }\n[gravity]\nacceleration = [0, \
                0, -9.81]\n[[body]]\nname = \"arm\"\nmass = \"m\"\ninertia = [0.01, 0.02, 0.02]\ninitial = { position = \
                [0.5, 0, 0] }\n[[joint]]\nname = \"A\"\nkind = \"revolute\"\nbetween = [\"ground\", \"arm\"]\nat = [0, 0, \
                0]\naxis = [0, 1, 0]\ntorque = \"-k*(q - free)\"\n";
    let sensitivity = "[sensitivity]\nparameters = [\"k\", \"m\", \"u\"]\n";
    for projected in ["", "project_velocities = true\n"] {
        let start = format!("[start]\nequilibrium = true\n{projected}");
        let scenario = parse(&format!("{text}{METHOD}{start}{ANGLE}{sensitivity}"));
        let angle = |state: &[f64]| {
            let (study, parameters) = (&scenario.study, scenario.study.mechanism.defaults());
            let (q, v) = state.split_at(study.layout().coordinate_count());
            let system = study.formulated().system(&study.mechanism, &parameters);
            system.joints(0.0, q, &v[..study.layout().velocity_count()])[0].coordinates[0]
        };
        let q = {
            let (study, parameters) = (&scenario.study, scenario.study.mechanism.defaults());
            let sequence = study.step_sequence(&parameters).expect("steps");
            angle(&study.consistent_start(&parameters, &sequence).expect("a start").0)
        };
        let weight = 9.81 * 0.5;
        assert!((5.0 * q - weight * q.cos()).abs() < 1e-9, "{q}");
        let stiffness = 5.0 + weight * q.sin();
        let expected = [-q / stiffness, weight * q.cos() / stiffness, 5.0 * 200.0 / stiffness];
        let slopes = slopes_at_start(&scenario, &angle);
        for (slope, expected) in slopes.iter().zip(expected) {
            assert!(
                (slope - expected).abs() < 1e-7 * (1.0 + expected.abs().powi(3)),
                "{projected}: {slope} {expected}"
            );
        }
    }
}

#[test]
fn derivatives_of_an_equilibrium_with_redundant_constraints_and_held_joints_are_those_of_differences() {
    // a four-bar in space, whose three planes agree; two of its joints have springs, and one may be held
    for held in ["", "initial = { coordinate = 0.1 }\n"] {
        let text = four_bar("x = { default = 0.2 }\ny = { default = 30.0 }", CLOSED, ANGLE)
            .replace("mass = 1.8", "mass = \"1.8 + x\"")
            .replace(
                "axis = [0, 1, 0]\n[[joint]]\nname = \"B\"",
                &format!("axis = [0, 1, 0]\n{held}stiffness = \"y\"\n[[joint]]\nname = \"B\""),
            );
        let start = "[start]\nequilibrium = true\nassembly_limit = { rotation = 2 }\n";
        let scenario = parse(&format!("{text}{METHOD}{start}[sensitivity]\nparameters = [\"x\", \"y\"]\n"));
        let study = &scenario.study;
        let start = |parameters: &[f64]| {
            let sequence = study.step_sequence(parameters).expect("steps");
            study.consistent_start(parameters, &sequence).expect("a start").0
        };
        let defaults = study.mechanism.defaults();
        let state = start(&defaults);
        let own = state.len() / 3;
        for by in 0..2 {
            let at = |h: f64| {
                let mut moved = defaults.clone();
                moved[by] += h;
                start(&moved)
            };
            let h = 1e-4 * defaults[by];
            let (before, after) = (at(-h), at(h));
            let size = state[..own].iter().fold(1.0, |most: f64, x| most.max(x.abs()));
            for i in 0..own {
                let (slope, difference) = (state[own * (1 + by) + i], (after[i] - before[i]) / (2.0 * h));
                assert!((slope - difference).abs() < 1e-5 * size, "{held}, {by}, {i}: {slope} {difference}");
            }
        }
    }
}
