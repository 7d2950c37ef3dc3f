//! What verbs write: never over what they read, over nothing unasked, and in a folder of results only over what a manifest names.

use crate::common::place::Place;
use serde_json::Value;

/// A mass on a spring, whose modes, equilibria, runs and reports take little.
const OSCILLATOR: &str = r#"
[parameters]
stiffness = { default = 100.0, unit = "N/m" }
[[body]]
name = "mass"
mass = 1
inertia = [1, 1, 1]
[[joint]]
name = "rail"
kind = "prismatic"
axis = [1, 0, 0]
between = ["ground", "mass"]
initial = { coordinate = 0.1 }
stiffness = "stiffness"
[[output]]
name = "x"
quantity = "joint_position"
joint = "rail"
[method]
formulation = "joint"
integrator = "rkmk4"
step = 0.01
duration = 0.1
[plan]
kind = "grid"
[plan.vary]
stiffness = [100, 400, 900, 1600, 2500, 3600]
"#;

const POSES: &str = "time,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n1,1,0,0,0,0,0.1\n2,0,0,0,0,0,0\n3,1,0,0,0,0,0\n";

const ROBOT: &str = "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" \
                     izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link><joint name=\"j\" type=\"continuous\"><parent \
                     link=\"a\"/><child link=\"b\"/><axis xyz=\"0 0 1\"/></joint></robot>";

/// Returns the exit code, and what is said to standard error.
fn answer(place: &Place, arguments: &[&str]) -> (i32, String) {
    let output = place.output(arguments);
    (output.status.code().expect("a code"), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn done(place: &Place, arguments: &[&str]) {
    let (code, error) = answer(place, arguments);
    assert_eq!(code, 0, "{arguments:?}: {error}");
}

fn write(place: &Place, name: &str, text: &str) {
    std::fs::write(place.path().join(name), text).expect("a file");
}

fn read(place: &Place, name: &str) -> String {
    std::fs::read_to_string(place.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A folder with results of `run` and of `modes`, with poses and with a robot.
fn results() -> Place {
    let place = Place::new(OSCILLATOR);
    write(&place, "poses.csv", POSES);
    write(&place, "finer.csv", &POSES.replace("\n1,1,", "\n1,1.01,"));
    write(&place, "robot.toml", ROBOT);
    done(&place, &["run", "top.toml", "--out", "r", "--format", "csv"]);
    done(&place, &["modes", "top.toml", "--out", "m", "--format", "csv"]);
    place
}

/// Files of whom every verb reads one and is asked to write the same.
#[test]
fn no_verb_writes_what_it_reads() {
    let place = results();
    for (file, arguments) in [
        ("poses.csv", &["interpolate", "poses.csv", "--out", "poses.csv"][..]),
        ("poses.csv", &["interpolate", "./poses.csv", "--out", "o.csv", "--json", "poses.csv"]),
        ("finer.csv", &["interpolate", "poses.csv", "--against", "finer.csv", "--out", "finer.csv"]),
        ("finer.csv", &["interpolate", "poses.csv", "--against", "finer.csv", "--out", "o.csv", "--json", "finer.csv"]),
        ("robot.toml", &["import", "robot.toml"]),
        ("robot.toml", &["import", "robot.toml", "-o", "./robot.toml"]),
        ("r/members.csv", &["report", "r", "--out", "r/members.csv"]),
        ("r/manifest.json", &["report", "r", "--out", "r/../r/manifest.json"]),
        ("r/scenario.toml", &["report", "r", "--out", "r/scenario.toml"]),
        ("m/shapes.json", &["report", "m", "--out", "m/shapes.json"]),
        ("top.toml", &["sensitivity", "top.toml", "--results", "r", "--json", "top.toml"]),
        ("r/members.csv", &["sensitivity", "top.toml", "--results", "r", "--json", "r/members.csv"]),
        ("top.toml", &["bench", "--scenario", "top.toml", "--json", "top.toml"]),
    ] {
        let before = read(&place, file);
        for force in [&[][..], &["--force"]] {
            let (code, error) = answer(&place, &[arguments, force].concat());
            assert_eq!(code, 2, "{arguments:?}: {error}");
            assert!(
                error.contains("names a file that is read for it; accepted: another file"),
                "{arguments:?}: {error}"
            );
            assert_eq!(read(&place, file), before, "{arguments:?}");
        }
    }
    assert!(!place.path().join("o.csv").exists());
    let twice = ["interpolate", "poses.csv", "--out", "o.csv", "--json", "./o.csv", "--force"];
    assert_eq!(
        answer(&place, &twice),
        (2, "error: --json ./o.csv names the file of --out as well; accepted: two files\n".into())
    );
}

/// Files of somebody else where an option names them: they stay, and with `--force` they are replaced.
#[test]
fn nothing_is_overwritten_unasked() {
    let place = results();
    for (file, arguments) in [
        ("o.csv", &["interpolate", "poses.csv", "--out", "o.csv"][..]),
        ("o.json", &["interpolate", "poses.csv", "--out", "new.csv", "--json", "o.json"]),
        ("o.svg", &["interpolate", "poses.csv", "--out", "new.csv", "--against", "finer.csv", "--plot", "o.svg"]),
        ("o.toml", &["import", "robot.toml", "-o", "o.toml"]),
        ("o.html", &["report", "r", "--out", "o.html"]),
        ("o.svg", &["plot", "r", "--x", "stiffness", "--y", "x", "--out", "o.svg"]),
        ("o.json", &["devices", "--adapter", "nothing is called so", "--json", "o.json"]),
    ] {
        write(&place, file, "mine");
        let (code, error) = answer(&place, arguments);
        assert!(
            code == 2 && error.contains(&format!("{file} exists already; --force replaces it")),
            "{arguments:?}: {error}"
        );
        assert_eq!(read(&place, file), "mine");
        assert!(!place.path().join("new.csv").exists(), "{arguments:?}");
        if arguments[0] != "devices" {
            done(&place, &[arguments, &["--force"]].concat());
            assert_ne!(read(&place, file), "mine", "{arguments:?}");
            let _ = std::fs::remove_file(place.path().join("new.csv"));
        }
    }
    // a name that the program chose is no wish of the user
    write(&place, "r/report.html", "mine");
    let (code, error) = answer(&place, &["report", "r", "--force"]);
    assert!(code == 2 && error.contains("r/report.html is no report of this program"), "{error}");
    assert_eq!(read(&place, "r/report.html"), "mine");
}

/// Whatever somebody else has put into a folder of results stays, and is named.
#[test]
fn force_removes_nothing_of_somebody_else() {
    let place = results();
    let converge = [
        "converge",
        "top.toml",
        "--seconds",
        "5",
        "--repeat",
        "0",
        "--integrators",
        "rkmk4",
        "--halvings",
        "2",
        "--out",
        "c",
    ];
    done(&place, &converge);
    let verbs = [&["run", "top.toml", "--out", "r"][..], &["modes", "top.toml", "--out", "m"], &converge];
    let foreign =
        ["members.parquet", "samples.parquet", "plan.csv", "design.csv", "convergence.csv", "path.csv", "shapes.json"];
    for arguments in verbs {
        let folder = arguments[arguments.len() - 1];
        let names = |folder: &str| {
            let entries = std::fs::read_dir(place.path().join(folder)).expect("a folder");
            let mut names: Vec<_> = entries.map(|entry| entry.expect("a file").file_name()).collect();
            names.sort();
            names
        };
        for name in foreign {
            let file = format!("{folder}/{name}");
            if place.path().join(&file).exists() {
                continue;
            }
            write(&place, &file, "mine");
            let before = names(folder);
            for further in ["--force", "--resume"] {
                if further == "--resume" && arguments[0] != "run" {
                    continue;
                }
                let (code, error) = answer(&place, &[arguments, &[further]].concat());
                assert!(
                    code == 2 && error.contains(&format!("{file} is not named by the manifest")),
                    "{file}: {error}"
                );
            }
            assert_eq!(names(folder), before);
            assert_eq!(read(&place, &file), "mine");
            std::fs::remove_file(place.path().join(&file)).expect("a file");
        }
        done(&place, &[arguments, &["--force"]].concat());
    }
    // without results, and without being asked
    std::fs::create_dir(place.path().join("n")).expect("a folder");
    write(&place, "n/shapes.json", "mine");
    let (code, error) = answer(&place, &["modes", "top.toml", "--out", "n"]);
    assert!(code == 2 && error.contains("already holds results (shapes.json)"), "{error}");
    assert_eq!(read(&place, "n/shapes.json"), "mine");
}

/// A manifest names its verb and what that wrote; no other verb goes on there, and the report tells of it.
#[test]
fn results_are_those_of_their_verb() {
    let place = results();
    let manifest: Value = serde_json::from_str(&read(&place, "m/manifest.json")).expect("JSON");
    assert_eq!(manifest["verb"], "modes");
    let shapes = std::fs::read(place.path().join("m/shapes.json")).expect("shapes");
    let record = &manifest["files"][0];
    assert_eq!((record["file"].as_str(), record["bytes"].as_u64()), (Some("shapes.json"), Some(shapes.len() as u64)));
    assert_eq!(place.manifest("r").verb, "run");
    let converge = [
        "converge",
        "top.toml",
        "--seconds",
        "5",
        "--repeat",
        "0",
        "--integrators",
        "rkmk4",
        "--halvings",
        "2",
        "--out",
        "c",
    ];
    done(&place, &converge);
    for (folder, verb) in [("m", "modes"), ("c", "converge")] {
        let (code, error) = answer(&place, &["run", "top.toml", "--out", folder, "--resume"]);
        let message = format!(
            "error: cannot go on with the results in {folder}: they are those of `gyrosweep {verb}`; --force replaces them, --out picks \
             another folder\n"
        );
        assert_eq!((code, error), (2, message));
    }
    done(&place, &["report", "m"]);
    let report = read(&place, "m/report.html");
    assert!(report.contains("gyrosweep modes") && !report.contains("gyrosweep run"));
    let (code, error) = answer(&place, &["report", "m", "--animate", "1", "--force"]);
    assert!(code == 2 && error.contains("results of `gyrosweep modes`"), "{error}");
    done(&place, &["modes", "m/scenario.toml", "--member", "3", "--out", "one", "--format", "csv"]);
    let row = |file: &str, k: usize| read(&place, file).lines().nth(k).map(String::from).expect("a row");
    assert_eq!(row("one/members.csv", 1), row("m/members.csv", 4));
}

/// A table that lost rows, one that is gone, one with another number, and another scenario.
#[test]
fn a_report_is_of_what_the_run_wrote() {
    let place = results();
    let table = read(&place, "r/members.csv");
    let first: Vec<&str> = table.lines().take(4).collect();
    write(&place, "r/members.csv", &format!("{}\n", first.join("\n")));
    let (code, error) = answer(&place, &["report", "r"]);
    assert!(
        code == 2 && error.contains("r/members.csv is not as the run wrote it: 3 of 6 rows are missing, "),
        "{error}"
    );
    write(&place, "r/members.csv", &table.replacen("400", "401", 1));
    let (code, error) = answer(&place, &["report", "r"]);
    assert!(code == 2 && error.contains("not as the run wrote it: its SHA-256 is"), "{error}");
    std::fs::remove_file(place.path().join("r/members.csv")).expect("a file");
    let (code, error) = answer(&place, &["report", "r"]);
    assert!(code == 2 && error.contains("r/members.csv of 6 rows, which manifest.json names, is not there"), "{error}");
    assert!(!place.path().join("r/report.html").exists());
    write(&place, "r/members.csv", &table);
    write(&place, "r/scenario.toml", &OSCILLATOR.replace("mass = 1", "mass = 2"));
    done(&place, &["report", "r"]);
    let report = read(&place, "r/report.html");
    assert!(report.contains("r/scenario.toml is not as it was run") && !report.contains("Scenario, as it was run"));
}
