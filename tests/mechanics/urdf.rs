//! Robots from URDF files of others: accelerations at random states beside Pinocchio's. `tests/urdf/README.md` says where
//! files and numbers come from.

use crate::common::place::gyrosweep;
use crate::common::{self, cpu_backends, root, run_on};
use gyrosweep::io::import::{Base, ImportOptions, Mimics, import, import_text};
use gyrosweep::io::scenario::{Overrides, Scenario};
use serde_json::Value;

/// Both sides round differently; accelerations of arms lose two or three digits to their mass matrix.
const TOLERANCE: f64 = 1e-12;

/// The numbers of a joint in one state.
fn numbers(of: &Value, joint: &str, state: usize) -> Vec<f64> {
    common::numbers(&of[joint][state])
}

/// An imported scenario with the joints at a state, and with the accelerations of these joints as outputs.
fn at_state(imported: &str, joints: &[&str], states: &Value, state: usize) -> String {
    let (mechanism, rest) = imported.split_once("[method]\n").expect("a method");
    let mut text = String::new();
    let mut initial = String::new();
    for line in mechanism.lines() {
        let joint = line.strip_prefix("name = \"").and_then(|rest| rest.strip_suffix('"'));
        if let Some(name) = joint.filter(|name| joints.contains(name)) {
            let all = numbers(states, name, state);
            let (coordinates, velocities) = all.split_at(all.len() / 2);
            initial = match all.len() {
                2 => format!("initial = {{ coordinate = {:?}, velocity = {:?} }}", all[0], all[1]),
                _ => format!("initial = {{ coordinates = {coordinates:?}, velocities = {velocities:?} }}"),
            };
        }
        let replaced = line.starts_with("initial = { coordinate");
        text += if replaced { &initial } else { line };
        // that of the base has no line of its own
        if line == "kind = \"free\"" {
            text += "\n";
            text += &initial;
        }
        text += "\n";
    }
    // the default start of the implicit method shifts accelerations by h^2
    let (length, method) = match rest.starts_with("formulation = \"absolute\"") {
        true => (1e-5, "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstart = \"plain\""),
        false => (1e-9, "integrator = \"euler\""),
    };
    text += &format!("[method]\n{method}\nstep = {length:?}\nduration = {length:?}\n[sampling]\nevery = {length:?}\n");
    for joint in joints {
        text += &format!("[[output]]\nname = \"{joint}\"\nquantity = \"joint_acceleration\"\njoint = \"{joint}\"\n");
    }
    text
}

#[test]
fn accelerations_are_those_of_pinocchio() {
    let folder = root().join("tests/urdf");
    let golden: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("pinocchio.json")).expect("golden file"))
            .expect("golden JSON");
    let robots = golden["robots"].as_array().expect("robots");
    assert!(robots.len() >= 8);
    let backend = &cpu_backends()[0].1;
    for robot in robots {
        let (file, way) = (robot["file"].as_str().expect("a file"), robot["way"].as_str().expect("a way"));
        let base = if way == "floating" { Base::Floating } else { Base::Fixed };
        let mimics = if way == "coupled" { Mimics::Coupled } else { Mimics::Free };
        let imported = import(&folder.join(file), ImportOptions { base: Some(base), mimics, stops: false });
        let imported = imported.unwrap_or_else(|e| panic!("{e}")).text;
        let accelerations = robot["accelerations"].as_object().expect("joints");
        let joints: Vec<&str> = accelerations.keys().map(String::as_str).collect();
        let states = robot["states"][joints[0]].as_array().expect("states").len();
        let mut worst: f64 = 0.0;
        for state in 0..states {
            let text = at_state(&imported, &joints, &robot["states"], state);
            let path = folder.join("imported.toml");
            let scenario =
                Scenario::parse(&path, &text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let chunk = run_on(backend.as_ref(), &scenario);
            assert_eq!(chunk.samples.rows[0].1, 0.0);
            let expected: Vec<f64> =
                joints.iter().flat_map(|joint| numbers(&robot["accelerations"], joint, state)).collect();
            let found = &chunk.samples.values.row(0)[..expected.len()];
            let largest = expected.iter().fold(1.0, |m: f64, a| m.max(a.abs()));
            let error = found.iter().zip(&expected).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
            worst = worst.max(error / largest);
        }
        println!("{file}, {way}: {worst:.1e}");
        assert!(worst < TOLERANCE, "{file}, {way}: {worst:.1e}");
    }
}

/// Two pendulums, the second at half the angle of the first and 0.3 rad.
const COUPLED: &str = r#"<robot name="mimic">
<link name="w"/>
<link name="s"><inertial><origin xyz="0.3 0 0"/><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<link name="f"><inertial><origin xyz="0.2 0 0.1"/><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.15" iyz="0" izz="0.1"/></inertial></link>
<joint name="src" type="continuous"><parent link="w"/><child link="s"/><axis xyz="0 1 0"/></joint>
<joint name="fol" type="continuous"><parent link="w"/><child link="f"/><origin xyz="0 1 0"/><axis xyz="0 1 0"/><mimic joint="src" multiplier="0.5" offset="0.3"/></joint>
</robot>"#;

/// The angle after 10 s by the equation of the one degree of freedom, SciPy's DOP853 with a tolerance of 1e-12.
#[test]
fn couplings_of_an_imported_robot_are_accurate_as_they_are_written() {
    let options = ImportOptions { base: None, mimics: Mimics::Coupled, stops: false };
    let text = import_text("mimic.urdf", COUPLED, options).unwrap_or_else(|e| panic!("{e}")).text;
    let scenario = common::parse(&common::replaced(&text, &[("duration = 1.0", "duration = 10.0")]));
    let chunk = run_on(cpu_backends()[2].1.as_ref(), &scenario);
    let angle = chunk.outputs_of(0).expect("outputs")[0];
    assert!((angle - 4.827446783).abs() < 3e-6, "{angle}");
}

#[test]
fn an_imported_robot_runs_and_is_never_overwritten_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let robot = root().join("tests/urdf/so100.urdf");
    let program = |arguments: &[&str]| {
        let run = gyrosweep(folder.path(), arguments);
        (
            run.status.code(),
            String::from_utf8_lossy(&run.stdout).into_owned(),
            String::from_utf8_lossy(&run.stderr).into_owned(),
        )
    };
    let robot = robot.to_str().expect("UTF-8");
    let (code, said, notes) = program(&["import", robot]);
    assert_eq!(
        (code, said.lines().next()),
        (Some(0), Some("wrote so100.toml: 7 links as 6 bodies with 6 joints")),
        "{notes}"
    );
    let (code, said, notes) = program(&["run", "so100.toml", "--backend", "cpu"]);
    assert!(code == Some(0) && said.contains("1 completed"), "{said}{notes}");
    std::fs::write(folder.path().join("so100.toml"), "mine").expect("a file");
    let (code, _, error) = program(&["import", robot]);
    let message = "error: so100.toml exists already; --force replaces it, --out picks another file\n";
    assert_eq!((code, error.as_str()), (Some(2), message));
    assert_eq!(std::fs::read_to_string(folder.path().join("so100.toml")).expect("a file"), "mine");
    assert_eq!(program(&["import", robot, "--force", "--base", "floating"]).0, Some(0));
    assert_eq!(program(&["import", robot, "-o", "other.toml", "--stops"]).0, Some(0));
    assert!(folder.path().join("other.toml").exists());
    let (code, _, error) = program(&["import", "none.urdf"]);
    assert!(code == Some(2) && error.starts_with("error: cannot read the robot none.urdf: "), "{error}");
}
