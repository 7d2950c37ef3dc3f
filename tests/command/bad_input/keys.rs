//! Keys, types and names in a scenario.

use super::{Answer, Place, TOP, refused};

#[test]
fn unknown_keys() {
    refused(&[
        (
            "mass = \"mass\"",
            "mass = \"mass\"\nmas = 1",
            "top.toml:11: body[0].mas: unknown key; did you mean \"mass\"? accepted: initial, name, inertia, mass, inertia_kind",
        ),
        (
            "mass = \"mass\"",
            "mass = \"mass\"\ncolour = \"red\"",
            "top.toml:11: body[0].colour: unknown key; accepted: initial, name, inertia, mass, inertia_kind",
        ),
        (
            "[gravity]",
            "[grvity]",
            "top.toml:5: grvity: unknown key; did you mean \"gravity\"? accepted: title, parameters, gravity, base, body, \
             joint, constraint, variable, force, event, output, probability, method, start, sensitivity, sampling, plan, design",
        ),
        // a needed key that is misspelt
        ("step =", "stp =", "top.toml:21: method.stp: unknown key; the key \"step\" is needed and missing"),
        (
            "[method]",
            "[metod]",
            "top.toml:19: metod: unknown key; did you mean \"method\"? accepted: title, parameters, gravity, base, body, \
             joint, constraint, variable, force, event, output, probability, method, start, sensitivity, sampling, plan, design",
        ),
        // one that only begins like a key
        (
            "step = 1e-4",
            "tol = 1e-4",
            "top.toml:21: method.tol: unknown key; did you mean \"tolerance\"? accepted: formulation, integrator, \
             tolerance, absolute_tolerance, relative_tolerance, step",
        ),
        // before what is missing because of it
        (
            "[[joint]]",
            "[[joints]]",
            "top.toml:14: joints: unknown key; did you mean \"joint\"? accepted: title, parameters, gravity, base, body, \
             joint, constraint, variable, force, event, output, probability, method, start, sensitivity, sampling, plan, design",
        ),
        (
            "[[output]]",
            "[[outputs]]",
            "top.toml:30: outputs: unknown key; did you mean \"output\"? accepted: title, parameters, gravity, base, body, \
             joint, constraint, variable, force, event, output, probability, method, start, sensitivity, sampling, plan, design",
        ),
        (
            "[[output]]",
            "[[force]]\nname = \"f\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"top\"]\npoints = [[0, 0, 0], [0, 0, \
             0]]\nlinear_stifness = 1\n[[output]]",
            "top.toml:35: force[0].linear_stifness: unknown key; did you mean \"stiffness\"? accepted: name, kind, \
             between, points, stiffness, damping, length",
        ),
        // before what is missing
        ("[plan]", "[sampling]\nstep = 0.01\n[plan]", "top.toml:25: sampling.step: unknown key; accepted: every, at"),
        // what another program calls it
        (
            "\"spherical\"",
            "\"ball\"",
            "top.toml:16: joint[0].kind: unknown joint \"ball\"; did you mean \"spherical\"? accepted: spherical, revolute, \
             prismatic, cylindrical, universal, planar, point_on_line, fixed, free",
        ),
        ("members = 4\n", "", "top.toml:24: plan.members: this key is needed and missing"),
        (
            "[[body]]",
            "[[thing]]",
            "top.toml:8: thing: unknown key; accepted: title, parameters, gravity, base, body, \
             joint, constraint, variable, force, event, output, probability, method, start, sensitivity, sampling, plan, design",
        ),
    ]);
}

#[test]
fn parameters_that_follow_from_others() {
    const SPIN: &str = "spin = { default = 150.0 }";
    refused(&[
        (
            SPIN,
            "spin = { value = \"2*rate\" }\nrate = { value = \"spin/2\" }",
            "top.toml:3: parameters.spin.value: is derived from itself: spin, which is derived from rate, which is derived from \
             spin; accepted: names that make no circle",
        ),
        (
            SPIN,
            "spin = { value = \"10*mas\" }",
            "top.toml:3: parameters.spin.value: \"10*mas\": unknown name \"mas\"; did you mean \"mass\"? parameters: mass",
        ),
        (
            SPIN,
            "spin = { value = \"10*mass\", default = 1.0 }",
            "top.toml:3: parameters.spin.default: unknown key; accepted: value, unit",
        ),
        (
            "mass = { uniform = [14, 16] }",
            "twice = { uniform = [14, 16] }",
            "top.toml:28: plan.vary.twice: unknown parameter \"twice\"; parameters: mass, spin",
        ),
    ]);
    let place = Place::with(SPIN, "spin = { value = \"10*mass\" }");
    place.write(
        "varied.toml",
        &TOP.replace(SPIN, "spin = { value = \"10*mass\" }").replace("\nmass = { unif", "\nspin = { unif"),
    );
    let message =
        "varied.toml:28: plan.vary.spin: \"spin\" is derived from other parameters, which may vary in its place";
    place.refuses(&["check", "varied.toml"], message);
}

#[test]
fn wrong_types() {
    refused(&[
        (
            "mass = \"mass\"",
            "mass = true",
            "top.toml:10: body[0].mass: found the truth value true; accepted: a number, or an expression over the \
             parameters in quotes",
        ),
        ("mass = \"mass\"", "mass = nan", "top.toml:10: body[0].mass: found the number nan; accepted: a finite number"),
        ("name = \"top\"", "name = 3", "top.toml:9: body[0].name: found the number 3; accepted: a text in quotes"),
        ("[[body]]", "[body]", "top.toml:8: body: found a table; accepted: tables [[body]]"),
        (
            "inertia = [0.234375, 0.46875, 0.234375]",
            "inertia = [1, 1]",
            "top.toml:11: body[0].inertia: found 2 values; accepted: 3 or 6 or 9 numbers or expressions in brackets",
        ),
        (
            "spin = { default = 150.0 }",
            "spin = { default = \"fast\" }",
            "top.toml:3: parameters.spin.default: \"fast\": unknown name \"fast\"; parameters: there are none; a parameter that \
             follows from others is { value = \"..\" }",
        ),
        (
            "members = 4",
            "members = 0.5",
            "top.toml:26: plan.members: found the number 0.5; accepted: a whole number, not negative and below 9e15",
        ),
    ]);
}

#[test]
fn numbers_of_any_notation_are_accepted() {
    for number in ["15", "1_5", "0xF", "15.0", "1.5e1", "\"1.5e1\"", "\"1.5e+1*mass/mass\"", "99999999999999999999"] {
        let place = Place::with("mass = \"mass\"", &format!("mass = {number}"));
        let note = if number.contains("mass") { "" } else { "note: nothing depends on the parameter \"mass\"\n" };
        assert_eq!(place.run(&["check", "top.toml"]), Answer { code: 0, error: note.into() }, "{number}");
    }
}

#[test]
fn unknown_kinds() {
    let names = |kinds: &[gyrosweep::model::Kind]| kinds.iter().map(|k| k.name).collect::<Vec<_>>().join(", ");
    let (forces, quantities) = (names(gyrosweep::model::force::ALL), names(&gyrosweep::model::output::all()));
    let reductions: Vec<&str> = gyrosweep::model::TimeReduction::ALL.iter().map(|r| r.name()).collect();
    let reductions = reductions.join(", ");
    let (joints, formulations) = (names(gyrosweep::model::joint::ALL), names(&gyrosweep::formulation::kinds()));
    let plans = gyrosweep::sampling::plan::ALL.iter().map(|p| p.name).collect::<Vec<_>>().join(", ");
    refused(&[
        (
            "integrator = \"rkmk4\"",
            "integrator = \"rkmk5\"",
            &format!(
                "top.toml:20: method.integrator: unknown integrator \"rkmk5\"; did you mean \"rkmk4\"? accepted: {}",
                gyrosweep::integrator::ALL.iter().map(|t| t.name).collect::<Vec<_>>().join(", ")
            ),
        ),
        (
            "integrator = \"rkmk4\"",
            "integrator = \"rkmk4\"\nformulation = \"joints\"",
            &format!(
                "top.toml:21: method.formulation: unknown formulation \"joints\"; did you mean \"joint\"? accepted: \
                 {formulations}"
            ),
        ),
        (
            "kind = \"spherical\"",
            "kind = \"sperical\"",
            &format!(
                "top.toml:16: joint[0].kind: unknown joint \"sperical\"; did you mean \"spherical\"? accepted: {joints}"
            ),
        ),
        (
            "[plan]",
            "[[force]]\nname = \"support\"\nkind = \"bushng\"\n[plan]",
            &format!(
                "top.toml:26: force[0].kind: unknown force \"bushng\"; did you mean \"bushing\"? accepted: {forces}"
            ),
        ),
        (
            "quantity = \"position\"",
            "quantity = \"postion\"",
            &format!(
                "top.toml:32: output[0].quantity: unknown quantity \"postion\"; did you mean \"position\"? \
                 accepted: {quantities}"
            ),
        ),
        (
            "quantity = \"position\"",
            "quantity = \"position\"\nover = \"average\"",
            &format!("top.toml:33: output[0].over: found \"average\"; accepted: {reductions}"),
        ),
        (
            "kind = \"random\"",
            "kind = \"sobl\"",
            &format!("top.toml:25: plan.kind: unknown plan \"sobl\"; did you mean \"sobol\"? accepted: {plans}"),
        ),
        (
            "kind = \"random\"",
            "kind = \"everything\"",
            &format!("top.toml:25: plan.kind: unknown plan \"everything\"; accepted: {plans}"),
        ),
    ]);
}

#[test]
fn names_of_bodies() {
    refused(&[
        (
            "between = [\"ground\", \"top\"]",
            "between = [\"ground\", \"tpo\"]",
            "top.toml:17: joint[0].between: unknown body \"tpo\"; did you mean \"top\"? bodies: ground, top",
        ),
        (
            "between = [\"ground\", \"top\"]",
            "between = [\"ground\", \"ground\"]",
            "top.toml:17: joint[0].between: both are the same body; accepted: two different bodies",
        ),
        ("body = \"top\"", "body = \"ground\"", "top.toml:33: output[0].body: ground does not move; name a body"),
        (
            "name = \"top\"",
            "name = \"ground\"",
            "top.toml:9: body[0].name: \"ground\" always exists; choose another name",
        ),
        ("name = \"top\"", "name = \"\"", "top.toml:9: body[0].name: the name is empty"),
        (
            "name = \"top\"",
            "name = \"a\\nb\"",
            "top.toml:9: body[0].name: \"a\\nb\" holds a line break or another control character",
        ),
        (
            "name = \"com\"",
            "name = \"gnp\u{202e}x\"",
            "top.toml:31: output[0].name: \"gnp\\u{202e}x\" holds U+202E, which shows nothing itself; accepted: characters that \
             show",
        ),
        (
            "name = \"com\"",
            "name = \"=1+1\"",
            "top.toml:31: output[0].name: \"=1+1\" is a formula to a spreadsheet; accepted: a name that begins otherwise than \
             with =, +, - or @",
        ),
        (
            "name = \"top\"\nmass = \"mass\"",
            "name = \"-top\"\nmass = \"mass\"",
            "top.toml:9: body[0].name: \"-top\" is a formula to a spreadsheet; accepted: a name that begins otherwise than \
             with =, +, - or @",
        ),
    ]);
}

#[test]
fn duplicate_names() {
    refused(&[
        (
            "[[joint]]",
            "[[body]]\nname = \"top\"\nmass = 1\ninertia = [1, 1, 1]\n[[joint]]",
            "top.toml:15: body[1].name: there is a body \"top\" already; names are unique",
        ),
        (
            "[method]",
            "[[joint]]\nname = \"other\"\nkind = \"free\"\nbetween = [\"ground\", \"top\"]\n[method]",
            "top.toml:22: joint[1].between: the joint \"other\" between \"ground\" and \"top\" closes a loop with \
             \"pivot\"; joint coordinates need a tree; formulations that can: absolute",
        ),
        (
            "[[output]]",
            "[[output]]\nname = \"com\"\nquantity = \"energy\"\n[[output]]",
            "top.toml:34: output[1].name: there is an output \"com\" already; names are unique",
        ),
        (
            "spin = { default = 150.0 }",
            "spin = { default = 150.0 }\nspin = { default = 1.0 }",
            "top.toml:4: the key \"spin\" comes twice",
        ),
    ]);
}

#[test]
fn names_of_columns() {
    let output = "name = \"com\"\nquantity = \"position\"\nbody = \"top\"";
    let taken = "is another column of the table already; choose another name";
    refused(&[
        (output, "name = \"mass\"\nquantity = \"energy\"", &format!("top.toml:31: output[0].name: \"mass\" {taken}")),
        (output, "name = \"steps\"\nquantity = \"energy\"", &format!("top.toml:31: output[0].name: \"steps\" {taken}")),
        (
            output,
            &format!("{output}\n[[output]]\nname = \"com.x\"\nquantity = \"energy\""),
            &format!("top.toml:35: output[1].name: \"com.x\" {taken}"),
        ),
        (
            "spin = {",
            "outcome = { default = 1 }\nspin = {",
            &format!("top.toml:3: parameters.outcome: \"outcome\" {taken}"),
        ),
        (
            "spin = {",
            "sin = { default = 1 }\nspin = {",
            "top.toml:3: parameters.sin: \"sin\" is a function or constant of expressions; choose another name",
        ),
        (
            "spin = {",
            "\"a-b\" = { default = 1 }\nspin = {",
            "top.toml:3: parameters.a-b: a parameter's name consists of letters, digits and _, and begins with a letter",
        ),
    ]);
}

#[test]
fn parameters_may_begin_like_functions() {
    let place = Place::new(&TOP.replace("spin", "max_spin"));
    assert_eq!(place.run(&["check", "top.toml"]), Answer { code: 0, error: String::new() });
}
