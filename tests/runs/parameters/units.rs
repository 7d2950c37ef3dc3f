//! Units: numbers are in theirs, expressions see the SI, and results are shown in the units of their outputs.

use crate::common::place::Place;
use crate::common::*;
use gyrosweep::ensemble::Chunk;
use gyrosweep::io::scenario::{Overrides, Scenario};

/// A sprung mass on a rail, thrown: a name, its default with its unit, and how it varies.
const SI: [(&str, &str, &str); 4] = [
    ("m", "{ default = 0.4, unit = \"kg\" }", "{ uniform = [0.3, 0.5] }"),
    ("k", "{ default = 2500, unit = \"N/m\" }", "{ truncated_normal = [2500, 200, 2000, 3000] }"),
    ("throw", "{ default = 0.75, unit = \"m/s\" }", "{ triangular = [0.5, 0.75, 1.0] }"),
    ("stop", "{ default = 0.004, unit = \"m\" }", "{ choice = [0.003, 0.004] }"),
];

/// The same in other units.
const OTHER: [(&str, &str, &str); 4] = [
    ("m", "{ default = 400, unit = \"g\" }", "{ uniform = [300, 500] }"),
    ("k", "{ default = 2.5, unit = \"N/mm\" }", "{ truncated_normal = [2.5, 0.2, 2, 3] }"),
    ("throw", "{ default = 2.7, unit = \"km/h\" }", "{ triangular = [1.8, 2.7, 3.6] }"),
    ("stop", "{ default = 4, unit = \"mm\" }", "{ choice = [3, 4] }"),
];

/// How many of the units of `OTHER` the SI's are.
const SIZES: [f64; 4] = [1e3, 1e-3, 3.6, 1e3];

/// The outputs, with the units that they are shown in.
const SHOWN: [(&str, &str, &str, &str, f64); 9] = [
    ("way", "quantity = \"joint_position\"\njoint = \"rail\"", "m", "mm", 1e3),
    ("most", "quantity = \"joint_position\"\njoint = \"rail\"\nover = \"max\"", "m", "mm", 1e3),
    ("rate", "quantity = \"joint_velocity\"\njoint = \"rail\"", "m/s", "km/h", 3.6),
    ("work", "quantity = \"energy\"\nover = \"mean\"", "J", "kJ", 1e-3),
    ("impulse", "quantity = \"power\"\nforce = \"rail.damping\"\nover = \"integral\"", "J", "mJ", 1e3),
    ("bounced", "quantity = \"time_of\"\nevent = \"bounce\"", "s", "ms", 1e3),
    ("share", "quantity = \"expression\"\nexpression = \"way/stop + 0*rate\"", "1", "%", 100.0),
    ("twice", "quantity = \"expression\"\nexpression = \"2*most - share*stop\"", "m", "cm", 100.0),
    ("drift", "quantity = \"variable\"\nvariable = \"path\"", "m", "mm", 1e3),
];

/// The scenario, with these parameters, in shown units or not, and more text.
fn sprung(parameters: [(&str, &str, &str); 4], shown: bool, path: &str, more: &str) -> Scenario {
    parse(&sprung_text(parameters, shown, path, more))
}

fn sprung_text(parameters: [(&str, &str, &str); 4], shown: bool, path: &str, more: &str) -> String {
    let mut text = String::from("[parameters]\n");
    parameters.iter().for_each(|(name, default, _)| text += &format!("{name} = {default}\n"));
    text += &format!(
        r#"far = {{ value = "2*stop", unit = "mm" }}
[[body]]
name = "block"
mass = "m"
inertia = [1, 1, 1]
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "block"]
axis = [0, 0, 1]
stiffness = "k"
damping = 4
initial = {{ velocity = "throw" }}
[[variable]]
name = "path"
{path}
rate = "abs(rate) + 0*way"
[[event]]
name = "bounce"
expression = "way - stop/2"
direction = "falling"
[[probability]]
name = "beyond"
of = "most > 1.2*far and bounced < 0.05"
[method]
integrator = "dopri5"
tolerance = 1e-10
duration = 0.1
[sampling]
every = 0.02
[plan]
kind = "sobol"
members = 16
seed = 3
[plan.vary]
"#
    );
    parameters.iter().for_each(|(name, _, vary)| text += &format!("{name} = {vary}\n"));
    for (name, keys, si, other, _) in SHOWN {
        let unit = if shown { other } else { si };
        text += &format!("[[output]]\nname = \"{name}\"\n{keys}\nunit = \"{unit}\"\n");
    }
    text + more
}

fn run(s: &Scenario) -> Chunk {
    run_on(cpu_backends().remove(2).1.as_ref(), s)
}

fn close(a: f64, b: f64, within: f64) -> bool {
    (a - b).abs() <= within * a.abs().max(b.abs()) || a.is_nan() && b.is_nan()
}

const PATH_SI: &str = "initial = 0.002\nunit = \"m\"";
const PATH_OTHER: &str = "initial = 2\nunit = \"mm\"";

/// Checks the columns of two runs, of which the second has other units, of outputs too where it shows them; derivatives are
/// those of what is shown.
fn compare(plain: &Scenario, other: &Scenario, shown: bool) {
    let (a, b) = (run(plain), run(other));
    assert!(b.outcomes.iter().all(|outcome| outcome.has_outputs()), "{:?}", b.outcomes);
    for i in 0..a.outcomes.len() {
        for (c, size) in SIZES.iter().enumerate() {
            let (x, y) = (a.members.row(i)[c] * size, b.members.row(i)[c]);
            assert!(close(x, y, 1e-14), "parameter {c} of member {i}: {x} and {y}");
        }
    }
    let columns = other.study.mechanism.columns();
    let size = |name: &str| {
        let shown = SHOWN.iter().filter(|_| shown);
        let of = |name: &str| shown.clone().find(|(n, ..)| *n == name).map_or(1.0, |(.., size)| *size);
        match name.strip_prefix("d(").and_then(|rest| rest.strip_suffix(")")?.split_once(")/d(")) {
            Some((output, by)) => of(output) / SIZES[SI.iter().position(|(n, ..)| *n == by).expect("a parameter")],
            None => of(name),
        }
    };
    for (c, (name, _)) in columns.iter().enumerate() {
        let factor = size(name);
        for i in 0..a.outcomes.len() {
            let (x, y) = (a.outputs_of(i).unwrap()[c] * factor, b.outputs_of(i).unwrap()[c]);
            let within = if name.starts_with("d(") { 2e-6 } else { 1e-8 };
            assert!(close(x, y, within) || (x - y).abs() < 1e-8 * factor, "{name} of member {i}: {x} and {y}");
        }
    }
}

#[test]
fn numbers_are_in_their_units_and_results_in_those_of_their_outputs() {
    let plain = sprung(SI, false, PATH_SI, "");
    compare(&plain, &sprung(OTHER, false, PATH_SI, ""), false);
    let other = sprung(OTHER, true, PATH_OTHER, "");
    let units: Vec<String> = other.study.mechanism.columns().into_iter().map(|(_, unit)| unit).collect();
    let shown: Vec<&str> = SHOWN.iter().map(|(.., unit, _)| *unit).collect();
    assert_eq!(units[..shown.len()], shown);
    let (a, b) = (run(&plain), run(&other));
    for (c, (name, .., size)) in SHOWN.iter().enumerate() {
        for i in 0..a.outcomes.len() {
            let (x, y) = (a.outputs_of(i).unwrap()[c] * size, b.outputs_of(i).unwrap()[c]);
            assert!(close(x, y, 1e-8) || (x - y).abs() < 1e-8 * size, "{name} of member {i}: {x} and {y}");
        }
    }
    // the condition sees the SI
    let beyond = |chunk: &Chunk| (0..16).map(|i| chunk.outputs_of(i).unwrap()[SHOWN.len()]).collect::<Vec<f64>>();
    assert_eq!(beyond(&a), beyond(&b));
    assert!(beyond(&a).contains(&0.0) && beyond(&a).contains(&1.0), "{:?}", beyond(&a));
    // samples and events are shown as members are
    let way = |s: &Scenario, chunk: &Chunk| chunk.sample_column(&s.study, "way").unwrap();
    assert!(way(&plain, &a).iter().zip(way(&other, &b)).all(|(x, y)| (x * 1e3 - y).abs() < 1e-8));
    let there = other.study.columns().iter().map(|c| format!("{} {}", c.name, c.unit)).collect::<Vec<_>>();
    assert_eq!(there[..5], ["m g", "k N/mm", "throw km/h", "stop mm", "way mm"]);
}

#[test]
fn derivatives_are_those_of_what_is_shown() {
    for method in ["direct", "adjoint"] {
        let more = format!("[sensitivity]\nparameters = \"all\"\nmethod = \"{method}\"\n");
        let cut = |s: [(&'static str, &'static str, &'static str); 4], shown, path| {
            let whole = sprung_text(s, shown, path, &more);
            let whole = if method == "adjoint" { whole.replace("[sampling]\nevery = 0.02\n", "") } else { whole };
            parse(&whole.replace("abs(rate)", "rate"))
        };
        compare(&cut(SI, false, PATH_SI), &cut(OTHER, true, PATH_OTHER), true);
        let columns = cut(OTHER, true, PATH_OTHER).study.mechanism.columns();
        let unit = |name: &str| columns.iter().find(|(n, _)| n == name).map(|(_, unit)| unit.clone());
        assert_eq!(unit("d(way)/d(m)").as_deref(), Some("mm/g"));
        assert_eq!(unit("d(bounced)/d(throw)").as_deref(), Some("ms/(km/h)"));
    }
}

#[test]
fn what_is_no_unit_or_one_of_something_else_is_refused() {
    let text = sprung_text(OTHER, true, PATH_OTHER, "");
    for (from, to, words) in [
        (
            "unit = \"g\"",
            "unit = \"gramm\"",
            "test.toml:2: parameters.m.unit: unknown unit \"gramm\"; did you mean \"g\"? accepted: m, g, t, s",
        ),
        ("unit = \"N/mm\"", "unit = \"Nmm\"", "parameters.k.unit: unknown unit \"Nmm\"; did you mean \"N mm\"?"),
        ("unit = \"mm\" }\n[[body]]", "unit = \"MM\" }\n[[body]]", "parameters.far.unit: unknown unit \"MM\""),
        ("unit = \"km/h\"\n", "unit = \"kmh\"\n", "output[2].unit: unknown unit \"kmh\"; did you mean \"km/h\"?"),
        (
            "joint = \"rail\"\nunit = \"km/h\"",
            "joint = \"rail\"\nunit = \"mm\"",
            "output[2].unit: found mm, a length (m); accepted: a velocity, as in m/s, which \"joint_velocity\" is",
        ),
        ("initial = 2\nunit = \"mm\"", "initial = 2\nunit = \"people\"", "variable[0].unit: unknown unit \"people\""),
    ] {
        assert!(text.contains(from), "{from}");
        let message = refusal(&text.replacen(from, to, 1));
        assert!(message.contains(words), "{words}\n{message}");
    }
}

/// Refuses the scenario with this in the place of that.
fn refused(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    refusal(&text.replacen(from, to, 1))
}

#[test]
fn a_parameter_that_stands_alone_for_something_else_is_refused() {
    let text = sprung_text(OTHER, true, PATH_OTHER, "");
    for (from, to, words) in [
        (
            "mass = \"m\"",
            "mass = \"stop\"",
            "body[0].mass: found \"stop\" in mm, a length (m); accepted: a mass, as in kg",
        ),
        (
            "inertia = [1, 1, 1]",
            "inertia = [1, \"m\", 1]",
            "body[0].inertia: found \"m\" in g, a mass (kg); accepted: a moment of inertia",
        ),
        ("stiffness = \"k\"", "stiffness = \"m\"", "joint[0].stiffness: found \"m\" in g"),
        (
            "damping = 4",
            "damping = \"-k\"",
            "joint[0].damping: found \"k\" in N/mm, a stiffness (N/m); accepted: a damping",
        ),
        ("velocity = \"throw\"", "velocity = \"far\"", "joint[0].initial.velocity: found \"far\" in mm"),
        ("duration = 0.1", "duration = \"throw\"", "method.duration: found \"throw\" in km/h"),
        ("inertia = [1, 1, 1]", "inertia = [1, 1, 1]\ninitial = { position = [0, 0, \"throw\"] }", "initial.position"),
    ] {
        let message = refused(&text, from, to);
        assert!(message.contains(words), "{words}\n{message}");
    }
    // what is computed of parameters has no unit that would be known
    parse(&text.replacen("mass = \"m\"", "mass = \"m*stop/stop\"", 1));
}

#[test]
fn a_condition_on_what_is_shown_in_another_unit_is_told_of() {
    let advice = |text: &str| {
        parse(text).advice().into_iter().filter(|a| a.contains("is in units of the SI")).collect::<Vec<_>>()
    };
    let text = sprung_text(OTHER, true, PATH_OTHER, "");
    assert_eq!(
        advice(&text),
        [
            "the condition \"most > 1.2*far and bounced < 0.05\" is in units of the SI, while \"most\" is shown in mm: 1 of \
             the SI is 1000 mm",
            "the condition \"most > 1.2*far and bounced < 0.05\" is in units of the SI, while \"bounced\" is shown in ms: 1 of \
             the SI is 1000 ms"
        ]
    );
    assert!(advice(&sprung_text(SI, false, PATH_SI, "")).is_empty());
}

#[test]
fn settings_may_state_units() {
    let text = sprung_text(OTHER, true, PATH_OTHER, "");
    // one member: a plan that varies a parameter has no use for its default
    let (before, after) = text.split_once("[plan]").expect("a plan");
    let folder = Place::new(&format!("{before}{}", &after[after.find("[[output]]").expect("outputs")..]));
    let default = |set: &str, name: &str| {
        let said = folder.output(&["check", "top.toml", "--set", set]);
        assert_eq!(said.status.code(), Some(0), "{said:?}");
        let set = set.parse().expect("a setting");
        let overrides = Overrides { set: vec![set], ..Overrides::default() };
        let found = Scenario::read(&folder.path().join("top.toml"), overrides).expect("a scenario");
        let parameters = &found.study.mechanism.parameters;
        parameters.iter().find(|p| p.name == name).expect("a parameter").default
    };
    // a default is in the unit of its parameter
    for (set, name, value) in [
        ("m=0.5 kg", "m", 500.0),
        ("m=450 g", "m", 450.0),
        ("m=450", "m", 450.0),
        ("stop=0.2 in", "stop", 5.08),
        ("k=2 kN/m", "k", 2.0),
        ("throw=1/2", "throw", 0.5),
    ] {
        assert!((default(set, name) / value - 1.0).abs() < 1e-14, "{set}: {}", default(set, name));
    }
    for (set, words) in [
        ("m=3 mm", "--set m=3.0 mm: found mm, a length (m); accepted: a mass, as in g"),
        ("stop=3 mmm", "the value \"3 mmm\": unknown unit \"mmm\"; did you mean \"mm\"?"),
        ("stop=m", "accepted: a number, a number with its unit, or an expression"),
    ] {
        let said = folder.output(&["check", "top.toml", "--set", set]);
        let error = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(said.status.code() == Some(2) && error.contains(words), "{words}\n{error}");
    }
    // and so does a run, and what reads its results
    let said = folder.output(&["run", "top.toml", "--set", "m=450 g", "--out", "out"]);
    assert_eq!(said.status.code(), Some(0), "{said:?}");
    assert_eq!(folder.manifest("out").options["set m"], "450.0 g");
}

/// A body that turns freely.
fn turning(spin: &str) -> String {
    format!(
        "[parameters]\nspin = {spin}\n[[body]]\nname = \"top\"\nmass = 1\ninertia = [1, 1, 2]\ninitial = {{ \
         angular_velocity = [0, 0, \"spin\"] }}\n[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = \
         0.01\n[[output]]\nname = \"rate\"\nquantity = \"angular_velocity\"\nbody = \"top\"\nunit = \"rpm\"\n"
    )
}

#[test]
fn turns_are_counted_as_their_unit_says() {
    let rate = |spin: &str| {
        let s = parse(&turning(spin));
        run(&s).outputs_of(0).expect("completed")[2]
    };
    for spin in
        ["1432.394487827058", "{ default = 150, unit = \"rad/s\" }", "{ default = 1432.394487827058, unit = \"rpm\" }"]
    {
        let expected = if spin.starts_with('{') {
            1_432.394_487_827_058
        } else {
            1_432.394_487_827_058 * 30.0 / std::f64::consts::PI
        };
        assert!(close(rate(spin), expected, 1e-12), "{spin}: {}", rate(spin));
    }
    assert!(close(rate("{ default = 2, unit = \"rev/s\" }"), 120.0, 1e-12));
    for unit in ["Hz", "1/min"] {
        let message = refusal(&turning(&format!("{{ default = 50, unit = \"{unit}\" }}")));
        let words =
            format!("found \"spin\" in {unit}, of which it is not known whether it counts radians or revolutions");
        assert!(message.contains(&words) && message.contains("rev/s or rpm"), "{message}");
    }
}

#[test]
fn heads_of_tables_state_units() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = sprung_text(OTHER, true, PATH_OTHER, "");
    let plan = &text[text.find("[plan]").unwrap()..text.find("[[output]]").unwrap()];
    let text = text.replace(plan, "[plan]\nkind = \"table\"\nfile = \"variants.csv\"\n");
    let rows = |csv: &str| {
        let s = with_table(folder.path(), &text, csv);
        let members = gyrosweep::ensemble::Members::draw(&s.study, 0, s.study.plan().members() as usize);
        [members.row(0), members.row(1)].concat()
    };
    assert_eq!(rows("stop,m\n4,400\n3,300\n"), [4.0, 400.0, 3.0, 300.0]);
    assert_eq!(rows("stop (m), m (kg)\n0.004,0.4\n0.003,0.3\n"), [4.0, 400.0, 3.0, 300.0]);
    assert_eq!(rows("stop [um],m\n4000,400\n3000,300\n"), [4.0, 400.0, 3.0, 300.0]);
    for (csv, words) in [
        ("stop (kg)\n1\n", "variants.csv:1: the column \"stop\" is in kg, a mass (kg); accepted: a length, as in mm"),
        (
            "stop (meter)\n1\n",
            "variants.csv:1: the column \"stop (meter)\": unknown unit \"meter\"; did you mean \"m\"?",
        ),
        ("stip (mm)\n1\n", "stip (mm)"),
        ("stop (mm),stop\n1,1\n", "stop"),
    ] {
        std::fs::write(folder.path().join("variants.csv"), csv).expect("CSV");
        let path = folder.path().join("test.toml");
        let message = Scenario::parse(&path, &text, Default::default()).expect_err(csv).to_string();
        assert!(message.contains(words), "{words}\n{message}");
    }
}

#[test]
fn measurements_and_references_are_converted() {
    use gyrosweep::design::Goal;
    use gyrosweep::studies::converge::{At, Target, read_table};
    let folder = tempfile::tempdir().expect("a folder");
    let more = "[sensitivity]\nparameters = [\"m\"]\n[design]\nfit = \"measured.csv\"\n";
    let mut text = sprung_text(OTHER, true, PATH_OTHER, more).replace("abs(rate)", "rate");
    let plan = text[text.find("[plan.vary]").unwrap()..text.find("[[output]]").unwrap()].to_string();
    text = text.replace(&plan, "[plan.vary]\nm = { uniform = [300, 500] }\n");
    let read = |csv: &str| {
        std::fs::write(folder.path().join("measured.csv"), csv).expect("CSV");
        Scenario::parse(&folder.path().join("test.toml"), &text, Default::default())
    };
    let measured = |csv: &str| match read(csv).unwrap_or_else(|e| panic!("{e}")).design.expect("a design").goal {
        Goal::Fit(measured) => measured.values,
        goal => panic!("{goal:?}"),
    };
    assert_eq!(measured("time,way\n0.02,1\n0.04,-2.5\n"), [1.0, -2.5]);
    assert_eq!(measured("time (ms),way (m)\n20,0.001\n40,-0.0025\n"), [1.0, -2.5]);
    let message = read("time (ms),way (s)\n20,0.001\n").expect_err("a length").to_string();
    assert!(message.contains("the column \"way\" is in s, a time (s); accepted: a length, as in mm"), "{message}");

    let s = sprung(OTHER, true, PATH_OTHER, "");
    let target = Target::new(&s.study, None, &["way".into()], At::End).expect("a target");
    let reference = |csv: &str| {
        let path = folder.path().join("reference.csv");
        std::fs::write(&path, csv).expect("CSV");
        read_table(&path, &target).map(|reference| reference.solution.values)
    };
    assert_eq!(reference("way\n1.25\n").expect("a reference"), [1.25]);
    assert_eq!(reference("time (ms),way (m)\n50,0.001\n100,0.00125\n").expect("a reference"), [1.25]);
    let message = reference("way (kg)\n1.25\n").expect_err("a length").to_string();
    assert!(message.contains("the column \"way\" is in kg, a mass (kg)"), "{message}");
}

#[test]
fn tables_and_statistics_hold_what_is_shown_and_say_in_which_unit() {
    let place = Place::new(&sprung_text(OTHER, true, PATH_OTHER, ""));
    let run = |arguments: &[&str]| {
        let output = place.output(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = run(&["run", "top.toml", "--format", "csv", "--out", "members"]);
    assert!(said.lines().any(|line| line.starts_with("most") && line.contains(" mm ")), "{said}");
    let manifest = place.manifest("members");
    let unit = |name: &str| manifest.columns.iter().find(|c| c.table == "members" && c.of == name)?.unit.clone();
    for (name, shown) in
        [("m", "g"), ("stop", "mm"), ("throw", "km/h"), ("most", "mm"), ("bounced", "ms"), ("share", "%")]
    {
        assert_eq!(unit(name).as_deref(), Some(shown), "{name}");
    }
    let far = manifest.derived.iter().find(|d| d.name == "far").expect("what is derived");
    assert_eq!((far.default, far.unit.as_deref()), (8.0, Some("mm")));
    let parameter = manifest.parameters.iter().find(|p| p.name == "m").expect("a parameter");
    assert_eq!((parameter.default, parameter.unit.as_deref()), (400.0, Some("g")));

    let table = std::fs::read_to_string(place.path().join("members/members.csv")).expect("the table");
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<&str>>());
    let head = rows.next().expect("a head");
    let at =
        |name: &str| head.iter().position(|column| *column == name).unwrap_or_else(|| panic!("no {name} in {head:?}"));
    let most: Vec<f64> = rows.map(|row| row[at("most")].parse().expect("a number")).collect();
    run(&["run", "top.toml", "--statistics", "--out", "statistics"]);
    let statistics = place.manifest("statistics");
    let figures = statistics.outputs.iter().find(|output| output.name == "most").expect("figures");
    let mean = most.iter().sum::<f64>() / most.len() as f64;
    assert!(mean > 5.0 && close(figures.mean.expect("a mean"), mean, 1e-12), "{mean}, {figures:?}");
    assert_eq!(figures.unit, "mm");

    let shown = run(&["check", "top.toml"]);
    assert!(shown.contains("400.0 g varied") && shown.contains("8.0 mm"), "{shown}");
}

#[test]
fn what_seems_to_be_converted_twice_is_said() {
    let advice = |expression: &str, unit: &str| {
        let more = format!(
            "[[output]]\nname = \"shown\"\nquantity = \"expression\"\nexpression = \"{expression}\"\nunit = \"{unit}\"\n"
        );
        parse(&sprung_text(OTHER, true, PATH_OTHER, &more)).advice().join("\n")
    };
    for (expression, unit) in
        [("way*180/pi", "deg"), ("100*(way/stop - 1)", "%"), ("rate/stop*60/(2*pi)", "rpm"), ("1000*way", "mm")]
    {
        let said = advice(expression, unit);
        let words = format!("the expression of \"shown\" seems to convert to {unit}, and its unit does that already");
        assert!(said.contains(&words), "{said}");
    }
    for (expression, unit) in [("way/stop", "deg"), ("way/stop - 1", "%"), ("1000*way", "m"), ("180*way", "mm")] {
        assert!(!advice(expression, unit).contains("seems to convert"), "{expression}");
    }
}
