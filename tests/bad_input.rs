//! What the program says to input that it cannot use, and what becomes of members that cannot be computed.
//!
//! Every case runs the program in a folder of its own and compares the whole message. An error in a
//! scenario names the file, the line and the key, what was found and what would be accepted.

use gyrosweep::gpu::{AdapterReport, Arithmetic, GpuBackend, GpuError, GpuOptions, adapters, choose};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::num::Precision;
use gyrosweep::trace::wgsl::type_name;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A scenario without faults: four tops of random mass, ten steps each.
const TOP: &str = r#"[parameters]
mass = { default = 15.0, unit = "kg" }
spin = { default = 150.0 }

[gravity]
acceleration = [0, 0, -9.81]

[[body]]
name = "top"
mass = "mass"
inertia = [0.234375, 0.46875, 0.234375]
initial = { position = [0, 1, 0], angular_velocity = [0, "spin", 0] }

[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "top"]

[method]
integrator = "rkmk4"
step = 1e-4
duration = 1e-3

[plan]
kind = "random"
members = 4
[plan.vary]
mass = { uniform = [14, 16] }

[[output]]
name = "com"
quantity = "position"
body = "top"
"#;

/// The lines of the plan in [`TOP`].
const PLAN: &str = r#"[plan]
kind = "random"
members = 4
[plan.vary]
mass = { uniform = [14, 16] }
"#;

/// The plan that reads members from a file, on line 24 of [`TOP`].
const TABLE: &str = r#"[plan]
kind = "table"
file = "members.csv"
columns = ["mass"]
"#;

// ---- running the program ------------------------------------------------------------------------

/// How the program ended and what it wrote to standard error.
#[derive(Debug, PartialEq)]
struct Answer {
    code: i32,
    error: String,
}

/// A folder with a scenario `top.toml`.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new(scenario: &str) -> Self {
        let place = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        place.write("top.toml", scenario);
        place
    }
    /// [`TOP`] with a part replaced.
    fn with(from: &str, to: &str) -> Self {
        assert_eq!(TOP.matches(from).count(), 1, "{from:?} in the scenario");
        Self::new(&TOP.replace(from, to))
    }
    fn path(&self) -> &Path {
        self.folder.path()
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("a file");
    }
    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
    /// The files of a folder with their contents.
    fn files(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let entries = std::fs::read_dir(self.path().join(folder)).expect("a folder");
        let mut files: Vec<_> = entries
            .map(|entry| {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                (name, std::fs::read(&path).expect("a file"))
            })
            .collect();
        files.sort();
        files
    }
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gyrosweep"));
        command.args(arguments).current_dir(self.path()).env("XDG_RUNTIME_DIR", "/tmp");
        command
    }
    fn answer(&self, command: &mut Command) -> Answer {
        let output = command.output().expect("the program starts");
        let code = output.status.code().unwrap_or_else(|| panic!("{:?}", output.status));
        Answer { code, error: String::from_utf8(output.stderr).expect("text") }
    }
    fn run(&self, arguments: &[&str]) -> Answer {
        self.answer(&mut self.command(arguments))
    }
    /// Runs the program, which must refuse with this message and leave nothing behind.
    fn refuses(&self, arguments: &[&str], message: &str) {
        let before = self.names();
        let expected = Answer { code: 2, error: format!("error: {message}\n") };
        assert_eq!(self.run(arguments), expected, "{arguments:?}");
        assert_eq!(self.names(), before, "{arguments:?} leaves nothing behind");
    }
    fn names(&self) -> Vec<std::ffi::OsString> {
        let entries = std::fs::read_dir(self.path()).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    }
}

/// [`TOP`] with a part replaced, and the message that follows.
fn refused(cases: &[(&str, &str, &str)]) {
    for (from, to, message) in cases {
        let place = Place::with(from, to);
        place.refuses(&["check", "top.toml"], message);
        place.refuses(&["run", "top.toml"], message);
    }
}

#[test]
fn the_scenario_without_faults_runs() {
    let place = Place::new(TOP);
    for verb in ["check", "run", "kernel"] {
        assert_eq!(place.run(&[verb, "top.toml"]), Answer { code: 0, error: String::new() });
    }
}

// ---- scenarios: keys, types, names --------------------------------------------------------------

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
             joint, variable, force, event, output, method, sampling, plan",
        ),
        // a needed key that is misspelt
        ("step =", "stp =", "top.toml:21: method.stp: unknown key; the key \"step\" is needed and missing"),
        ("[method]", "[metod]", "top.toml:19: metod: unknown key; the key \"method\" is needed and missing"),
        ("[[output]]", "[[outputs]]", "top.toml:30: outputs: unknown key; the key \"output\" is needed and missing"),
        ("members = 4\n", "", "top.toml:24: plan.members: this key is needed and missing"),
        ("[[body]]", "[[thing]]", "top.toml:1: body: a mechanism needs at least one [[body]] or [[variable]]"),
    ]);
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
            "top.toml:3: parameters.spin.default: found the text \"fast\"; accepted: a number",
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
        assert_eq!(place.run(&["check", "top.toml"]), Answer { code: 0, error: String::new() }, "{number}");
    }
}

#[test]
fn unknown_kinds() {
    let names = |kinds: &[gyrosweep::model::Kind]| kinds.iter().map(|k| k.name).collect::<Vec<_>>().join(", ");
    let (forces, quantities) = (names(gyrosweep::model::force::ALL), names(&gyrosweep::model::output::all()));
    let (joints, formulations) = (names(gyrosweep::model::joint::ALL), names(&gyrosweep::formulation::kinds()));
    let plans = gyrosweep::ensemble::plan::ALL.iter().map(|p| p.name).collect::<Vec<_>>().join(", ");
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
            "top.toml:33: output[0].over: found \"average\"; accepted: end, max, min, mean, drift, integral",
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
             \"pivot\"; joint coordinates need a tree; no formulation can integrate this mechanism yet",
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

// ---- scenarios: expressions and values ----------------------------------------------------------

#[test]
fn expressions() {
    let place = "top.toml:10: body[0].mass";
    let syntax = |text: &str, column: usize, found: &str, accepted: &str| {
        format!("{place}: {text:?}, column {column}: found {found}; accepted: {accepted}")
    };
    let end = "one of + - * / ^, or the end";
    let cases = [
        ("2*mas", format!("{place}: \"2*mas\": unknown name \"mas\"; did you mean \"mass\"? parameters: mass, spin")),
        ("2*q", format!("{place}: \"2*q\": unknown name \"q\"; parameters: mass, spin")),
        (
            "sqr(spin)",
            format!("{place}: \"sqr(spin)\": unknown name \"sqr\"; did you mean \"sqrt\"? parameters: mass, spin"),
        ),
        ("1/0", format!("{place}: \"1/0\" is inf, perhaps a division by zero; accepted: a finite number")),
        (
            "1/(spin - 150)",
            format!(
                "{place}: \"1/(spin - 150)\" is inf at the default spin = 150.0, perhaps a division by zero; accepted: \
                 a finite number"
            ),
        ),
        (
            "sqrt(-mass)",
            format!(
                "{place}: \"sqrt(-mass)\" is NaN at the default mass = 15.0, perhaps 0/0, or a function outside of its \
                 range; accepted: a finite number"
            ),
        ),
        ("2*(mass", syntax("2*(mass", 8, "the end", "one of + - * / ^, or \")\" for the \"(\" of column 3")),
        ("mass spin", syntax("mass spin", 6, "\"spin\"", end)),
        ("mass = 3", syntax("mass = 3", 6, "\"=\"", end)),
        ("max(mass)", syntax("max(mass)", 9, "\")\"", "one of + - * / ^, or \",\" and the next argument of max(a, b)")),
        ("", syntax("", 1, "the end", "a number, a name, a function or \"(\"")),
    ];
    for (expression, message) in cases {
        refused(&[("mass = \"mass\"", &format!("mass = {expression:?}"), &message)]);
    }
    // neither long nor deep expressions crash
    for long in ["(".repeat(100_000), "-".repeat(100_000), "mass+".repeat(20_000)] {
        let message = format!("{place}: the expression has 100000 characters; accepted: at most 1000");
        refused(&[("mass = \"mass\"", &format!("mass = {long:?}"), &message)]);
    }
    let deep = format!("mass = \"{}mass\"", "-".repeat(996));
    assert_eq!(
        Place::with("mass = \"mass\"", &deep).run(&["run", "top.toml"]),
        Answer { code: 0, error: String::new() }
    );
}

#[test]
fn bodies_that_cannot_exist() {
    let inertia = "inertia = [0.234375, 0.46875, 0.234375]";
    refused(&[
        (
            "mass = \"mass\"",
            "mass = -1",
            "top.toml:10: body[0].mass: \"top\": the mass is -1.0 kg; it must be positive",
        ),
        (
            inertia,
            "inertia = [1, 1, 2.25]",
            "top.toml:11: body[0].inertia: \"top\": the inertia has the principal moments 1.0, 1.0, 2.25 kg m^2; in a \
             rigid body the largest is at most the sum of the others (inertia_kind = \"identified\" accepts it)",
        ),
        (
            inertia,
            "inertia = [1, 1, -1]",
            "top.toml:11: body[0].inertia: \"top\": the inertia has the principal moments -1.0, 1.0, 1.0 kg m^2; they \
             must be positive",
        ),
        (
            inertia,
            "inertia = [[1, 0, 0], [0.1, 1, 0], [0, 0, 1]]",
            "top.toml:11: body[0].inertia: row 1 column 2 differs from its mirror image; an inertia is symmetric",
        ),
    ]);
    // the products of inertia make a matrix that is not positive definite though its diagonal is
    let answer = Place::with(inertia, "inertia = [1, 1, 1, 2, 0, 0]").run(&["check", "top.toml"]);
    let start = "error: top.toml:11: body[0].inertia: \"top\": the inertia has the principal moments -";
    assert!(answer.code == 2 && answer.error.starts_with(start), "{answer:?}");
    assert!(answer.error.ends_with(" kg m^2; they must be positive\n"), "{answer:?}");
}

#[test]
fn a_flat_body_is_accepted() {
    // 0.234375 + 0.234375 = 0.46875: the heavy top lies exactly on the boundary, as every disc does
    assert!(TOP.contains("inertia = [0.234375, 0.46875, 0.234375]"));
    assert_eq!(Place::new(TOP).run(&["check", "top.toml"]).code, 0);
}

#[test]
fn initial_conditions() {
    let spin = "angular_velocity = [0, \"spin\", 0]";
    refused(&[
        (
            spin,
            "quaternion = [1, 0, 0, 0.75]",
            "top.toml:12: body[0].initial.quaternion: found the length 1.25; accepted: 1 to within 1e-6",
        ),
        (
            spin,
            "quaternion = [1, 0, 0]",
            "top.toml:12: body[0].initial.quaternion: found 3 values; accepted: 4 numbers or expressions in brackets",
        ),
        (
            spin,
            "quaternion = [1, 0, 0, 0], rotation_vector = [0, 0, 0]",
            "top.toml:12: body[0].initial.quaternion: give either rotation_vector or quaternion, not both",
        ),
        (
            spin,
            "angular_velocity = [0, 0, 2], velocity = [1, 0, 0]",
            "top.toml:12: body[0].initial.velocity: [1.0, 0.0, 0.0] does not fit the joint, which makes it \
             [-2.0, 0.0, 0.0]; leave it out",
        ),
    ]);
    let fits = Place::with(spin, "angular_velocity = [0, 0, 2], velocity = [-2, 0, 0]");
    assert_eq!(fits.run(&["check", "top.toml"]).code, 0);
}

#[test]
fn adaptive_steps() {
    let method = "integrator = \"rkmk4\"\nstep = 1e-4";
    let adaptive = |keys: &str| format!("integrator = \"dopri5\"\n{keys}");
    let cases = [
        ("tolerance = 0", "21: method.tolerance: the absolute tolerance is 0.0; it must be positive"),
        ("tolerance = -1e-6", "21: method.tolerance: the absolute tolerance is -1e-6; it must be positive"),
        (
            "absolute_tolerance = 1e-6\nrelative_tolerance = 0",
            "22: method.relative_tolerance: the relative tolerance is 0.0; it must be positive",
        ),
        (
            "tolerance = 1e-8\nstep = 1e-4",
            "22: method.step: give either step (equal steps) or tolerance (adaptive steps), not both",
        ),
        (
            "tolerance = 1e-8\nabsolute_tolerance = 1e-3",
            "22: method.absolute_tolerance: tolerance stands for both; give it, or the two others",
        ),
        (
            "absolute_tolerance = 1e-3",
            "19: method.relative_tolerance: both absolute_tolerance and relative_tolerance are needed",
        ),
        (
            "tolerance = 1e-8\nlargest_step = -1",
            "22: method.largest_step: the largest step is -1.0 s; it must be positive",
        ),
        (
            "tolerance = 1e-8\nsmallest_step = 1",
            "22: method.smallest_step: the smallest step is 1.0 s; it must be positive and at most 0.001 s",
        ),
        ("tolerance = 1e-8\ncontrol = \"p\"", "22: method.control: found \"p\"; accepted: pi, i, pid"),
        ("tolerance = 1e-8\nsafety = 2", "22: method.safety: found 2.0; accepted: above 0.3, at most 1.0"),
        ("tolerance = 1e-8\nstep_limit = 0", "22: method.step_limit: found 0; accepted: 1 to 4294967295"),
    ];
    for (keys, message) in cases {
        refused(&[(method, &adaptive(keys), &format!("top.toml:{message}"))]);
    }
    refused(&[(
        "step = 1e-4",
        "tolerance = 1e-6",
        "top.toml:21: method.tolerance: \"rkmk4\" has no estimate of its error; give a step, or choose one of ode23, \
         ode23_truncated, dopri5, dopri5_truncated, tsit5, tsit5_truncated, verner65, dop853",
    )]);
}

#[test]
fn events() {
    let after = "[plan]\nkind = \"random\"";
    let with = |keys: &str| format!("[[event]]\nname = \"low\"\n{keys}\n{after}");
    let cases = [
        (
            "expression = \"com.z\"",
            "24: event[0].direction: this key is needed and missing: it says which passages of the expression through \
             zero count; accepted: rising, falling, both",
        ),
        (
            "expression = \"com.z\"\ndirection = \"up\"",
            "27: event[0].direction: found \"up\"; accepted: rising, falling, both",
        ),
        (
            "expression = \"1/com.z\"\ndirection = \"both\"",
            "26: event[0].expression: the expression is inf at the start; accepted: a finite value there",
        ),
    ];
    for (keys, message) in cases {
        refused(&[(after, &with(keys), &format!("top.toml:{message}"))]);
    }
}

#[test]
fn a_trajectory_that_ends_too_early() {
    let place = Place::with(
        "kind = \"spherical\"\nbetween = [\"ground\", \"top\"]",
        "kind = \"revolute\"\nbetween = [\"ground\", \"top\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n[[force]]\nname = \
         \"motor\"\nkind = \"joint_control\"\njoint = \"pivot\"\nproportional = 1\nderivative = 1\ntrajectory = { kind = \
         \"accelerations\", times = [0, 0.0005], accelerations = [1] }",
    );
    place.refuses(
        &["check", "top.toml"],
        "top.toml:26: force[0].trajectory: the trajectory ends at 0.0005 s and the duration is 0.001 s; accepted: a \
         trajectory as long as the run, or hold = true, with which it stays at its last position",
    );
}

#[test]
fn steps_and_samples() {
    refused(&[
        ("step = 1e-4", "step = 0", "top.toml:21: method.step: the step is 0.0 s; it must be positive"),
        ("step = 1e-4", "step = -1e-4", "top.toml:21: method.step: the step is -0.0001 s; it must be positive"),
        (
            "step = 1e-4",
            "step = 2e-3",
            "top.toml:21: method.step: the step of 0.002 s is longer than the duration of 0.001 s",
        ),
        (
            "step = 1e-4",
            "step = 1e-15",
            "top.toml:21: method.step: 0.001 s in steps of 1e-15 s are more than 4e9 steps",
        ),
        ("duration = 1e-3", "duration = 0", "top.toml:22: method.duration: the duration is 0.0 s; it must be positive"),
        (
            "[plan]",
            "[sampling]\nevery = inf\n[plan]",
            "top.toml:25: sampling.every: found inf; accepted: a positive time in s",
        ),
    ]);
}

// ---- plans --------------------------------------------------------------------------------------

#[test]
fn sampled_plans() {
    let distributions = gyrosweep::ensemble::distribution::ALL.iter().map(|d| d.name).collect::<Vec<_>>().join(", ");
    let mass = "mass = { uniform = [14, 16] }";
    refused(&[
        ("members = 4", "members = 0", "top.toml:26: plan.members: found 0; a plan needs at least one member"),
        (
            "kind = \"random\"\nmembers = 4",
            "kind = \"sobol\"\nmembers = 4294967297",
            "top.toml:26: plan.members: found 4294967297; accepted: at most 4294967296",
        ),
        (mass, "mass = { uniform = [16, 14] }", "top.toml:28: plan.vary.mass.uniform: max = 14 is less than min = 16"),
        (
            mass,
            "mass = { unifrom = [14, 16] }",
            &format!(
                "top.toml:28: plan.vary.mass.unifrom: unknown distribution `unifrom` (did you mean `uniform`?); known are \
                 {distributions}"
            ),
        ),
        (
            mass,
            "mass = { uniform = [14] }",
            "top.toml:28: plan.vary.mass.uniform: uniform takes 2 numbers [min, max], but 1 numbers are given",
        ),
        (mass, "mass = { normal = [14, 0] }", "top.toml:28: plan.vary.mass.normal: std = 0 is not positive"),
        (
            mass,
            "mass = { uniform = [14, 16], normal = [15, 1] }",
            "top.toml:28: plan.vary.mass: expected one entry, as in { uniform = [14.0, 16.0] }",
        ),
        (
            mass,
            "mas = { uniform = [14, 16] }",
            "top.toml:28: plan.vary.mas: unknown parameter \"mas\"; did you mean \"mass\"? parameters: mass, spin",
        ),
        (mass, "", "top.toml:27: plan.vary: plan `random` varies no parameter: it needs at least one"),
    ]);
}

#[test]
fn members_on_the_command_line() {
    let place = Place::new(TOP);
    place.refuses(&["run", "top.toml", "--members", "0"], "--members: found 0; a plan needs at least one member");
    let grid = "[plan]\nkind = \"grid\"\n[plan.vary]\nmass = [14, 16]\n";
    let cases =
        [(grid, "grid", "top.toml:25"), ("[plan]\nkind = \"one\"\n", "one", "top.toml:25"), ("", "one", "top.toml:1")];
    for (plan, kind, line) in cases {
        let place = Place::with(PLAN, plan);
        for option in ["--members", "--seed"] {
            let message = format!(
                "{line}: plan.kind: --members and --seed are for sampled plans; the plan {kind:?} has its members already"
            );
            place.refuses(&["run", "top.toml", option, "3"], &message);
        }
    }
}

#[test]
fn grids() {
    let cases = [
        ("mass = []", "top.toml:26: plan.vary: grid axis `mass` has no values: it needs at least one"),
        ("mass = [1, nan]", "top.toml:26: plan.vary: grid axis `mass`: value 2 = NaN is not a finite number"),
        (
            "mass = { min = 1, max = 2, count = 0 }",
            "top.toml:27: plan.vary.mass: grid axis `mass` has no values: it needs at least one",
        ),
        (
            "mass = { min = 1, max = 2, number = 3 }",
            "top.toml:27: plan.vary.mass.count: this key is needed and missing",
        ),
    ];
    for (vary, message) in cases {
        refused(&[(PLAN, &format!("[plan]\nkind = \"grid\"\n[plan.vary]\n{vary}\n"), message)]);
    }
}

#[test]
fn tables_of_members() {
    let cases = [
        ("spin\n1\n", "members.csv: the table has no column `mass`; its columns are spin"),
        ("mass\n14\nheavy\n", "members.csv:3: column `mass`: `heavy` is not a number"),
        ("mass,spni\n14,1\n", "members.csv:1: column `spni` is not a parameter (did you mean `spin`?)"),
        ("mass,colour\n14,1\n", "members.csv:1: column `colour` is not a parameter; the parameters are mass, spin"),
        ("mass,mass\n14,1\n", "members.csv:1: column `mass` comes twice"),
        ("mass,spin\n14\n", "members.csv:2: the row has 1 values, but the header has 2 columns"),
        ("mass\n", "members.csv: the table has a header but no rows: a plan needs at least one member"),
        ("", "members.csv: the table has no header that names its columns"),
    ];
    for (table, message) in cases {
        let place = Place::with(PLAN, TABLE);
        place.write("members.csv", table);
        place.refuses(&["run", "top.toml"], message);
    }
    let absent = "top.toml:26: plan.file: cannot read the table members.csv: No such file or directory (os error 2)";
    refused(&[
        (PLAN, TABLE, absent),
        (
            PLAN,
            &TABLE.replace("mass", "mas"),
            "top.toml:27: plan.columns: unknown parameter \"mas\"; did you mean \"mass\"? parameters: mass, spin",
        ),
    ]);
}

// ---- files --------------------------------------------------------------------------------------

#[test]
fn scenarios_that_cannot_be_read() {
    let place = Place::new(TOP);
    let found = "; found there: top.toml";
    let absent = "No such file or directory (os error 2)";
    place.refuses(&["run", "absent.toml"], &format!("cannot read the scenario absent.toml: {absent}{found}"));
    place.refuses(&["check", "a/absent.toml"], &format!("cannot read the scenario a/absent.toml: {absent}"));
    place.refuses(&["check", "."], &format!("cannot read the scenario .: Is a directory (os error 21){found}"));
}

#[test]
fn scenarios_that_are_not_toml() {
    refused(&[
        ("[plan]", "[plan", "top.toml:24: unclosed table, expected `]`"),
        ("step = 1e-4", "step 1e-4", "top.toml:21: key with no value, expected `=`"),
        ("name = \"top\"", "name = \"top", "top.toml:9: invalid basic string, expected `\"`"),
    ]);
}

#[test]
fn results_where_nothing_can_be_written() {
    let place = Place::new(TOP);
    let run = |out: &str, message: &str| place.refuses(&["run", "top.toml", "--out", out], message);
    run("top.toml", "top.toml is not a folder; choose another folder with --out");
    run(
        "top.toml/results",
        "cannot create the results folder top.toml/results: a part of the path is a file, not a folder (Not a directory \
         (os error 20)); check the path and the disk, or choose another folder with --out",
    );
    if cfg!(target_os = "linux") {
        let rest = "No such file or directory (os error 2); check the path and the disk, or choose another folder with \
                    --out";
        run("/proc", &format!("cannot write to the results folder /proc: {rest}"));
        run("/proc/results", &format!("cannot create the results folder /proc/results: {rest}"));
    }
}

#[test]
fn results_that_are_there_already() {
    let place = Place::new(TOP);
    let done = Answer { code: 0, error: String::new() };
    assert_eq!(place.run(&["run", "top.toml", "--out", "out", "--format", "csv"]), done);
    place.write("out/notes.txt", "mine");
    let before = place.files("out");
    assert_eq!(before.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), ["manifest.json", "members.csv", "notes.txt"]);

    let again = ["run", "top.toml", "--out", "out", "--seed", "2"];
    let message = "the folder out already holds results (manifest.json, members.csv); --force replaces them, --out picks \
                   another folder";
    place.refuses(&again, message);
    assert_eq!(place.files("out"), before, "nothing has changed");

    assert_eq!(place.run(&[&again[..], &["--force"]].concat()), done);
    let after = place.files("out");
    let names: Vec<&str> = after.iter().map(|f| f.0.as_str()).collect();
    assert_eq!(names, ["manifest.json", "members.parquet", "notes.txt"], "the former table is gone, other files stay");
    assert!(place.read("out/manifest.json").contains("\"seed\": 2"));
    assert_eq!(place.read("out/notes.txt"), "mine");
}

// ---- a full disk --------------------------------------------------------------------------------

/// Runs the program with results on a disk of a few KiB and copies what is there afterwards to `copy`;
/// `None` where no such disk can be made.
#[cfg(target_os = "linux")]
fn on_a_small_disk(place: &Place, kib: u32, arguments: &[&str]) -> Option<Answer> {
    const SMALL_DISK: &str = "mkdir full && mount -t tmpfs -o size=\"$1\" tmpfs full || exit 99; shift; \
                              \"$@\"; code=$?; cp -r full copy; exit $code";
    let status = std::fs::read_to_string("/proc/self/status").expect("/proc/self/status");
    let capabilities = status.lines().find_map(|line| line.strip_prefix("CapEff:")).expect("capabilities");
    let capabilities = u64::from_str_radix(capabilities.trim(), 16).expect("a hexadecimal number");
    let may_mount = capabilities >> 21 & 1 == 1;
    // a mount of its own that ends with the process; without the right, in a user namespace of its own
    let namespaces: &[&str] = if may_mount { &["--mount"] } else { &["--mount", "--user", "--map-root-user"] };
    let mut command = Command::new("unshare");
    command.args(namespaces).args(["sh", "-c", SMALL_DISK, "sh"]).arg(format!("{kib}k"));
    command.arg(env!("CARGO_BIN_EXE_gyrosweep")).args(arguments).current_dir(place.path());
    let output = command.output().expect("unshare starts");
    let error = String::from_utf8(output.stderr).expect("text");
    let code = output.status.code().expect("an exit code");
    if place.path().join("copy").exists() {
        return Some(Answer { code, error });
    }
    assert!(!may_mount, "a disk can be mounted, but was not: {error}");
    eprintln!("skipped: no small disk can be mounted without the right to: {error}");
    None
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_becomes_full() {
    for (format, kib) in [("csv", 256), ("parquet", 64)] {
        let place = Place::new(TOP);
        let run = ["run", "top.toml", "--backend", "cpu", "--members", "4000", "--chunk", "500", "--out", "full/out"];
        let Some(answer) = on_a_small_disk(&place, kib, &[&run[..], &["--format", format]].concat()) else { return };
        let table = place.path().join("copy/out").join(format!("members.{format}"));
        let rows = match format {
            "csv" => place.read("copy/out/members.csv").lines().count() as i64 - 1,
            _ => {
                let reader = SerializedFileReader::new(std::fs::File::open(table).expect("a table")).expect("readable");
                let count =
                    reader.get_row_iter(None).expect("rows").fold(0, |n, row| row.map(|_| n + 1).expect("a row"));
                assert_eq!(count, reader.metadata().file_metadata().num_rows());
                count
            }
        };
        assert!(rows > 0 && rows < 4000 && rows % 500 == 0, "{rows} rows");
        let message = format!(
            "cannot write to the table full/out/members.{format}: the disk is full (No space left on device (os error \
             28)); the {rows} rows written before are kept and readable; free space there, or choose a folder on \
             another disk with --out"
        );
        assert_eq!(answer, Answer { code: 1, error: format!("error: {message}\n") });
        let manifest: serde_json::Value = serde_json::from_str(&place.read("copy/out/manifest.json")).expect("JSON");
        assert_eq!(manifest["complete"], false);
        assert_eq!(manifest["error"], message);
        assert_eq!(manifest["members"], 4000);
        assert_eq!(manifest["members_written"], rows);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_from_the_start() {
    let rest = "the disk is full (No space left on device (os error 28)); free space there, or choose a folder on another \
                disk with --out";
    // the disk holds one page, which the table takes; the manifest, which says that the run has begun, has no room
    let place = Place::new(TOP);
    let Some(answer) = on_a_small_disk(&place, 1, &["run", "top.toml", "--out", "full/out"]) else { return };
    assert_eq!(answer, Answer { code: 1, error: format!("error: cannot write full/out/manifest.json: {rest}\n") });
}

// ---- backends -----------------------------------------------------------------------------------

/// True where there is an adapter of that precision, real or software. Where there is none, the test says
/// so and is left out; where `GYROSWEEP_REQUIRE_GPU` is set, it fails.
fn has_gpu(precision: Precision) -> bool {
    let found = adapters().iter().any(|adapter| adapter.precisions.contains(&precision));
    let precision = type_name(precision);
    if !found {
        assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU that offers {precision} is required");
        eprintln!("skipped: no GPU adapter that offers {precision}");
    }
    found
}

#[cfg(target_os = "linux")]
#[test]
fn no_gpu() {
    let place = Place::new(TOP);
    let without_drivers = |arguments: &[&str], message: &str| {
        let mut command = place.command(&[&["run", "top.toml"], arguments].concat());
        command.env("VK_ICD_FILENAMES", "/nonexistent").env("VK_DRIVER_FILES", "/nonexistent");
        assert_eq!(place.answer(&mut command), Answer { code: 2, error: format!("error: {message}\n") });
        assert!(!place.path().join("results").exists());
    };
    let none = "no GPU was found; `gyrosweep devices` lists what there is, `--backend cpu` runs without one";
    without_drivers(&["--backend", "gpu"], none);
    without_drivers(&["--backend", "gpu", "--precision", "f32"], none);
    without_drivers(
        &["--precision", "f32"],
        "--precision f32: no GPU was found, and the CPU backend computes in f64; choose --precision f64, or --backend gpu \
         for a software device that stands in for a GPU",
    );
}

#[test]
fn single_precision_on_the_cpu() {
    Place::new(TOP).refuses(
        &["run", "top.toml", "--backend", "cpu", "--precision", "f32"],
        "--precision f32: the CPU backend computes in f64; choose --precision f64, or --backend gpu",
    );
}

fn adapter(name: &str, software: bool, precisions: &[Precision]) -> AdapterReport {
    AdapterReport {
        name: name.into(),
        driver: "made up".into(),
        kind: if software { "software" } else { "discrete GPU" },
        interface: "Vulkan".into(),
        software,
        precisions: precisions.to_vec(),
        arithmetic: Arithmetic::Exact,
        buffer_limit: 1 << 27,
        workgroup_limit: 65_535,
        thread_limit: 1024,
        binding_limit: 8,
    }
}

#[test]
fn the_choice_of_an_adapter() {
    use Precision::{Double, Single};
    let lacks = adapter("Radius 7", false, &[Single]);
    let slow = adapter("Pipe", true, &[Single, Double]);
    let full = adapter("Tesseract", false, &[Single, Double]);
    let place = |reports: &[AdapterReport], precision, software| {
        let options = GpuOptions { software, ..GpuOptions::new(precision) };
        choose(reports, &options).map(|choice| (choice.place, choice.remark))
    };

    assert_eq!(place(&[], Double, true), Err(GpuError::NoAdapter));
    assert_eq!(place(std::slice::from_ref(&slow), Single, false), Err(GpuError::NoAdapter));
    assert_eq!(place(std::slice::from_ref(&slow), Double, true), Ok((0, None)));
    assert_eq!(place(&[lacks.clone(), full.clone(), slow.clone()], Single, false), Ok((0, None)));
    assert_eq!(place(&[lacks.clone(), full.clone(), slow.clone()], Double, false), Ok((1, None)));
    assert_eq!(place(&[lacks.clone(), slow.clone()], Double, true), Ok((1, None)));

    let error = place(&[lacks.clone(), adapter("Radius 8", false, &[Single]), slow], Double, false).unwrap_err();
    assert_eq!(error, GpuError::NoPrecision { precision: "f64", adapters: "Radius 7, Radius 8".into() });
    assert_eq!(
        error.to_string(),
        "no adapter offers f64 (found: Radius 7, Radius 8); choose another --precision, or `--backend cpu`"
    );
    assert_eq!(
        place(&[], Double, true).unwrap_err().to_string(),
        "no GPU was found; `gyrosweep devices` lists what there is, `--backend cpu` runs without one"
    );
}

#[test]
fn the_choice_of_an_adapter_by_name() {
    use Precision::{Double, Single};
    let reports = [
        adapter("Radius 7", false, &[Single]),
        adapter("Radius 8", false, &[Single, Double]),
        adapter("Tesseract", false, &[Single, Double]),
        adapter("Pipe", true, &[Single, Double]),
    ];
    let place = |name: &str, precision| {
        let options = GpuOptions { adapter: Some(name.into()), ..GpuOptions::new(precision) };
        choose(&reports, &options).map(|choice| (choice.place, choice.remark))
    };
    // a part of the name, in any case; its number; the first of several, which is said
    assert_eq!(place("tess", Double), Ok((2, None)));
    assert_eq!(place("radius 8", Double), Ok((1, None)));
    assert_eq!(place("3", Single), Ok((2, None)));
    let remark =
        |wanted: &str, taken| format!("--adapter {wanted} means any of 1 Radius 7, 2 Radius 8; taken: {taken}");
    assert_eq!(place("RADIUS", Single), Ok((0, Some(remark("RADIUS", "1 Radius 7")))));
    assert_eq!(place("Radius", Double), Ok((1, Some(remark("Radius", "2 Radius 8")))));
    // a software device that is named is meant
    assert_eq!(place("pipe", Double), Ok((3, None)));
    // beyond the numbers, digits are a part of a name
    assert_eq!(place("7", Single), Ok((0, None)));
    let lacks = GpuError::NoPrecision { precision: "f64", adapters: "Radius 7".into() };
    assert_eq!(place("Radius 7", Double), Err(lacks));
    for wanted in ["Voodoo", "9", "0", "-1", ""] {
        assert_eq!(
            place(wanted, Single).unwrap_err().to_string(),
            format!(
                "--adapter {wanted}: there is no such adapter; accepted: a number or a part of a name of 1 Radius 7, 2 \
                 Radius 8, 3 Tesseract, 4 Pipe"
            )
        );
    }
}

#[test]
fn more_members_than_a_buffer_holds() {
    if !has_gpu(Precision::Double) {
        return;
    }
    let place = Place::new(TOP);
    let scenario = Scenario::parse(Path::new("top.toml"), TOP, Overrides::default()).expect("a scenario");
    let backend =
        GpuBackend::new(&scenario.study, &GpuOptions::new(Precision::Double).or_software()).expect("a backend");
    let (adapter, most) = (backend.adapter(), backend.chunk_limit());
    let members = most + 1;
    // the largest buffer holds the state, a quaternion and an angular velocity
    let bytes = members as u64 * 7 * 8;
    let (needed, limit) = if bytes > adapter.buffer_limit {
        (format!("a buffer of {bytes} bytes"), adapter.buffer_limit)
    } else {
        (format!("{} workgroups", members.div_ceil(64)), u64::from(adapter.workgroup_limit))
    };
    let members = members.to_string();
    place.refuses(
        &["run", "top.toml", "--backend", "gpu", "--members", &members, "--chunk", &members],
        &format!(
            "{members} members at a time need {needed}; {} allows {limit}, that is at most {most} members at a time: \
             choose --chunk {most} or less",
            adapter.name
        ),
    );
    // fewer members than the chunk could hold
    let fits = place.run(&["run", "top.toml", "--backend", "gpu", "--chunk", &members]);
    assert_eq!(fits, Answer { code: 0, error: String::new() });
}

// ---- the command line ---------------------------------------------------------------------------

#[test]
fn wrong_options() {
    let place = Place::new(TOP);
    let help = "\n\nFor more information, try '--help'.";
    let cases: &[(&[&str], &str)] = &[
        (&["check"], "the following required arguments were not provided:\n  <FILE>\n\nUsage: gyrosweep check <FILE>"),
        (&["frobnicate"], "unrecognized subcommand 'frobnicate'\n\nUsage: gyrosweep <COMMAND>"),
        (
            &["run", "top.toml", "--backend", "cuda"],
            "invalid value 'cuda' for '--backend <BACKEND>'\n  [possible values: auto, cpu, gpu, all]\n\n  tip: a similar value \
             exists: 'cpu'",
        ),
        (
            &["run", "top.toml", "--precision", "f16"],
            "invalid value 'f16' for '--precision <PRECISION>'\n  [possible values: f32, df64, f64, auto]\n\n  tip: a similar value exists: 'df64'",
        ),
        (
            &["run", "top.toml", "--format", "xlsx"],
            "invalid value 'xlsx' for '--format <FORMAT>'\n  [possible values: parquet, csv]",
        ),
        (
            &["run", "top.toml", "--members", "many"],
            "invalid value 'many' for '--members <N>': invalid digit found in string",
        ),
        (&["run", "top.toml", "--threads", "0"], "invalid value '0' for '--threads <N>': 0 is not in 1..=4096"),
        (&["run", "top.toml", "--chunk", "0"], "invalid value '0' for '--chunk <N>': 0 is not in 1..=4294967295"),
        (
            &["run", "top.toml", "more.toml"],
            "unexpected argument 'more.toml' found\n\nUsage: gyrosweep run [OPTIONS] <FILE>",
        ),
        (
            &["run", "top.toml", "--fromat", "csv"],
            "unexpected argument '--fromat' found\n\n  tip: a similar argument exists: '--format'\n\nUsage: gyrosweep run \
             --format <FORMAT> <FILE>",
        ),
    ];
    for (arguments, message) in cases {
        place.refuses(arguments, &format!("{message}{help}"));
    }
    let answer = place.run(&[]);
    assert_eq!(answer.code, 2);
    assert!(answer.error.contains("Usage: gyrosweep <COMMAND>"), "{}", answer.error);
}

// ---- members that cannot be computed ------------------------------------------------------------

/// A rotor on a bushing, a little off its rest position; every member a row of `members.csv`.
const ROTOR: &str = r#"[parameters]
mass = { default = 1.223, unit = "kg" }
omega = { default = 2000.0, unit = "rad/s" }

[[body]]
name = "rotor"
mass = "mass"
inertia = [0.001541, 0.000812, 0.000812]
initial = { position = [0, 1e-3, 0], angular_velocity = ["omega", 1, 0] }

[[force]]
name = "support"
kind = "bushing"
body = "rotor"
at = [0, 0, 0]
stiffness = [4000, 4000, 4000]
damping = [5, 5, 5]

[method]
integrator = "rkmk4"
step = 1e-4
duration = 2e-3

[plan]
kind = "table"
file = "members.csv"
columns = ["mass", "omega"]

[[output]]
name = "at"
quantity = "position"
body = "rotor"

[[output]]
name = "turn"
quantity = "quaternion"
body = "rotor"
"#;

/// Rows of the table of members; the bad ones with what becomes of them: outcome, time, steps.
const MEMBERS: [(&str, Option<[&str; 3]>); 12] = [
    ("1.223,2000", None),
    ("nan,2000", Some(["non_finite", "0.0", "0"])),
    ("1.3,2500", None),
    ("-1,2000", Some(["invalid", "0.0", "0"])),
    ("0,2000", Some(["invalid", "0.0", "0"])),
    // the first step takes it to 1e290 m and more
    ("1e-300,2000", Some(["non_finite", "0.0001", "1"])),
    ("0.9,100", None),
    // 40 rad per step
    ("1.223,4e5", Some(["increment_too_large", "0.0001", "1"])),
    ("1.223,-inf", Some(["non_finite", "0.0", "0"])),
    ("1.1,1999", None),
    ("1.223,1e31", Some(["non_finite", "0.0", "0"])),
    ("1.0,-3000", None),
];

/// The rows of the table that a run of `rows` makes, without the numbers of the members.
fn results(rows: &[&str], arguments: &[&str], code: i32) -> Vec<Vec<String>> {
    let place = Place::new(ROTOR);
    place.write("members.csv", &format!("mass,omega\n{}\n", rows.join("\n")));
    let run = ["run", "top.toml", "--out", "out", "--format", "csv"];
    assert_eq!(place.run(&[&run[..], arguments].concat()), Answer { code, error: String::new() });
    let table = place.read("out/members.csv");
    let mut lines = table.lines();
    let header = "member,mass,omega,outcome,outcome_time,steps,at.x,at.y,at.z,turn.w,turn.x,turn.y,turn.z";
    assert_eq!(lines.next(), Some(header));
    let rows: Vec<Vec<String>> = lines.map(|line| line.split(',').skip(1).map(str::to_string).collect()).collect();
    let manifest: serde_json::Value = serde_json::from_str(&place.read("out/manifest.json")).expect("JSON");
    assert_eq!(manifest["complete"], true, "members that fail do not make a run incomplete");
    assert_eq!(manifest["error"], serde_json::Value::Null);
    for outcome in ["completed", "non_finite", "increment_too_large", "invalid"] {
        assert_eq!(manifest["outcomes"][outcome], rows.iter().filter(|row| row[2] == outcome).count(), "{outcome}");
    }
    rows
}

/// Runs all members and the good ones alone.
fn bad_members_leave_the_others_untouched(arguments: &[&str]) -> Vec<Vec<String>> {
    let all: Vec<&str> = MEMBERS.iter().map(|m| m.0).collect();
    let good: Vec<&str> = MEMBERS.iter().filter(|m| m.1.is_none()).map(|m| m.0).collect();
    let together = results(&all, arguments, 3);
    let mut alone = results(&good, arguments, 0).into_iter();
    for (row, (member, bad)) in together.iter().zip(MEMBERS) {
        match bad {
            None => {
                assert_eq!(*row, alone.next().expect("a row"), "{member}: the shortest digits tell every bit");
                assert_eq!(row[2..5], ["completed", "0.002", "20"], "{member}");
            }
            Some(expected) => {
                assert_eq!(row[2..5], expected, "{member}");
                assert!(row[5..].iter().all(String::is_empty), "{member} has outputs: {row:?}");
            }
        }
    }
    together
}

#[test]
fn bad_members_on_the_cpu() {
    bad_members_leave_the_others_untouched(&["--backend", "cpu"]);
}

#[test]
fn bad_members_on_the_gpu() {
    if !has_gpu(Precision::Double) {
        return;
    }
    let gpu = bad_members_leave_the_others_untouched(&["--backend", "gpu", "--precision", "f64"]);
    let cpu = bad_members_leave_the_others_untouched(&["--backend", "cpu"]);
    for (gpu, cpu) in gpu.iter().zip(&cpu) {
        assert_eq!(gpu[..5], cpu[..5], "parameters, outcome, time and steps");
    }
}

#[test]
fn a_spin_that_the_step_cannot_follow() {
    let place = Place::with("spin = { default = 150.0 }", "spin = { default = 4e4 }");
    let run = ["run", "top.toml", "--backend", "cpu", "--format", "csv", "--out", "out"];
    assert_eq!(place.run(&run), Answer { code: 3, error: String::new() });
    let table = place.read("out/members.csv");
    for line in table.lines().skip(1) {
        let row: Vec<&str> = line.split(',').skip(2).collect();
        assert_eq!(row, ["increment_too_large", "0.0001", "1", "", "", ""]);
    }
    assert_eq!(table.lines().count(), 5);
}
