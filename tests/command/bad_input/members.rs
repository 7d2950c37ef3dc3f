//! Members that cannot be computed.

use super::{Answer, Place, TOP, has_gpu};
use gyrosweep::num::Precision;

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
    ("1.223,2e31", Some(["non_finite", "0.0", "0"])),
    ("1.3,2500", None),
    ("-1,2000", Some(["invalid", "0.0", "0"])),
    ("0,2000", Some(["invalid", "0.0", "0"])),
    // the first step takes it to 1e290 m and more
    ("1e-300,2000", Some(["non_finite", "0.0001", "1"])),
    ("0.9,100", None),
    // 40 rad per step
    ("1.223,4e5", Some(["increment_too_large", "0.0001", "1"])),
    ("1.223,-1e31", Some(["non_finite", "0.0", "0"])),
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

#[test]
fn what_a_member_lacks_to_start_is_said() {
    let derived = "arm = { value = \"sqrt(spin)\" }\nspin = { default = 150.0 }";
    let place = Place::new(
        &TOP.replace("spin = { default = 150.0 }", derived).replace("inertia = [0.234375", "inertia = [\"0.02*arm\""),
    );
    let said = |rows: &str, arguments: &[&str]| {
        let table = place.read("top.toml");
        let plan = table.find("[plan]").expect("a plan");
        let output = table.find("[[output]]").expect("an output");
        let plan = format!("{}[plan]\nkind = \"table\"\nfile = \"members.csv\"\n{}", &table[..plan], &table[output..]);
        place.write("rows.toml", &plan);
        place.write("members.csv", rows);
        let run = [&["run", "rows.toml", "--out", "out", "--force"], arguments].concat();
        let output = place.command(&run).output().expect("the program starts");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for (rows, arguments, expected) in [
        (
            "mass,spin\n15,150\n15,-1\n",
            &[][..],
            "for example member 1: the parameter \"arm\" is NaN; it has spin = -1.0 (default 150.0)\n",
        ),
        (
            "mass,spin\n15,150\n15,-1\n",
            &["--member", "1"],
            "for example member 1: the parameter \"arm\" is NaN; it has spin = -1.0 (default 150.0)\n",
        ),
        // the spin is another than the default as well, but decides nothing
        (
            "mass,spin\n15,150\n-2,140\n",
            &[],
            "for example member 1: body \"top\", mass: the mass is -2.0 kg; it must be positive; it has mass = -2.0 kg \
             (default 15.0)\n",
        ),
    ] {
        let (code, said) = said(rows, arguments);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
