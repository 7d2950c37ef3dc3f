//! The program's own derivatives, of all kinds of methods and mechanisms, are right; none is called wrong.

use super::{json, verdict};

const TOP: &str = r#"[parameters]
mass = { default = 15.0, unit = "kg" }
spin = { default = 150.0, unit = "rad/s" }
arm = { default = 1.0, unit = "m" }
side = { default = 0.0, unit = "m" }
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "top"
mass = "mass"
inertia = [0.234375, 0.46875, "0.234375 + 0.01*side"]
initial = { position = [0, "arm", 0], velocity = ["4.61538*arm", 0, 0], angular_velocity = [0, "spin", -4.61538] }
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "top"]
at = [0, 0, 0]
[[output]]
name = "com"
quantity = "position"
body = "top"
[[output]]
name = "omega"
quantity = "angular_velocity"
body = "top"
[[output]]
name = "energy"
quantity = "energy"
[method]
"#;

/// The forces in the joint: of index 3 with seven digits.
const FORCE: &str = "[[output]]\nname = \"force\"\nquantity = \"reaction_force\"\njoint = \"pivot\"\n";

fn constrained(integrator: &str, steps: &str, more: &str) -> String {
    format!("{TOP}formulation = \"absolute\"\nintegrator = \"{integrator}\"\n{steps}\n{FORCE}{more}")
}

#[test]
fn derivatives_of_all_methods_are_right() {
    let folder = tempfile::tempdir().expect("folder");
    let fixed = "step = 1e-3\nduration = 0.04";
    let adaptive = "tolerance = 1e-7\nduration = 0.05";
    let free = TOP.replace("velocity = [\"4.61538*arm\", 0, 0], ", "");
    let mut count = 0;
    for (name, text) in [
        ("dopri5", format!("{free}integrator = \"dopri5\"\n{fixed}\n")),
        ("adaptive", format!("{free}integrator = \"dopri5\"\n{adaptive}\n")),
        ("generalized alpha", constrained("generalized_alpha", fixed, "")),
        (
            "generalized alpha, loosely solved",
            constrained("generalized_alpha", fixed, "[method.newton]\nrelative = 1e-5\nabsolute = 1e-5\n"),
        ),
        ("rattle", constrained("rattle", fixed, "")),
        ("dg", constrained("dg", fixed, "")),
        ("radau2a", constrained("radau2a", fixed, "")),
        ("adaptive radau2a", constrained("radau2a_3", "tolerance = 1e-7\nduration = 0.04", "")),
        ("adaptive generalized alpha", constrained("generalized_alpha", "tolerance = 1e-5\nduration = 0.04", "")),
    ] {
        let (record, code) = json(folder.path(), &text, &[]);
        assert_eq!(record["outcome"], "completed", "{name}");
        let all = record["derivatives"].as_array().expect("derivatives");
        for d in all {
            assert_ne!(d["verdict"], "wrong", "{name}: {d}");
        }
        let doubtful: Vec<_> =
            all.iter().filter(|d| d["verdict"] != "right").map(|d| d["reason"].to_string()).collect();
        let right = record["verdicts"]["right"].as_u64().expect("a count") as usize;
        // no asymmetric disc has side < 0, so only differences on one side tell of it, which are less sure
        assert!(right * 100 >= all.len() * 95, "{name}: {doubtful:?}");
        assert_eq!(code == 0, doubtful.is_empty(), "{name}");
        count += right;
    }
    assert!(count >= 200, "{count}");
}

#[test]
fn parameters_of_the_scenario_are_chosen_and_members_are_drawn() {
    let folder = tempfile::tempdir().expect("folder");
    let free = TOP.replace("velocity = [\"4.61538*arm\", 0, 0], ", "");
    let plan = "[sensitivity]\nparameters = [\"arm\", \"spin\"]\n[plan]\nkind = \"random\"\nmembers = 3\n[plan.vary]\n\
                mass = { uniform = [10, 20] }\nspin = { uniform = [100, 120] }\n";
    let text = format!("{free}integrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.01\n{plan}");
    let (record, code) = json(folder.path(), &text, &["--member", "2", "--complex-step"]);
    assert_eq!(code, 0);
    let parameters = record["parameters"].as_array().expect("parameters");
    let names: Vec<&str> = parameters.iter().map(|p| p["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["arm", "spin"]);
    let spin = parameters[1]["value"].as_f64().expect("a value");
    assert!((100.0..120.0).contains(&spin));
    let (first, _) = json(folder.path(), &text, &["--member", "0"]);
    assert_ne!(first["parameters"][1]["value"], record["parameters"][1]["value"]);
    let (found, reason) = verdict(&record, "spin", "omega.x");
    assert_eq!(found, "right", "{reason}");
    assert_eq!(record["derivatives_from"], "semi-analytic");
    assert!(record["derivatives"][0]["complex_step"].is_f64());
    assert_eq!(record["derivatives"][0]["curves"].as_array().map(Vec::len), Some(4));
}
