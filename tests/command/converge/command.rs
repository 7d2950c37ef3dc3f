//! The command: its tables and pictures, and what is refused.

use crate::common::place::gyrosweep;
use crate::common::root;
use std::path::Path;
use std::process::Output;

/// The program with these arguments on the top, in a folder.
fn converge(folder: &Path, arguments: &[&str]) -> Output {
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top.toml")).expect("scenario");
    std::fs::write(folder.join("top.toml"), text.replace("duration = 0.1", "duration = 0.01")).expect("scenario");
    gyrosweep(folder, &[&["converge", "top.toml"], arguments].concat())
}

#[test]
fn a_comparison_becomes_a_table_and_pictures_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().expect("folder");
    let arguments = ["--integrators", "rkmk4,rk33,dopri5", "--halvings", "2", "--doublings", "1", "--repeat", "1"];
    let output = converge(folder.path(), &[&arguments[..], &["--error", "1e-9"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout);
    for part in ["reference: ", "CPU time", "method", "rk33", "cheapest to 1e-9 m: ", "s of CPU time per member"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let results = folder.path().join("results/top_convergence");
    let table = std::fs::read_to_string(results.join("convergence.csv")).expect("table");
    assert_eq!(table.lines().count(), 1 + 9, "{table}");
    let header: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let cell = |name: &str| cells[header.iter().position(|h| *h == name).expect("a column")];
        assert_eq!(cell("outcome"), "completed");
        assert!(cell("error").parse::<f64>().unwrap() >= 0.0);
        assert!(cell("seconds_per_member").parse::<f64>().unwrap() > 0.0);
        assert!(!cell("com.z").is_empty());
    }
    for picture in ["convergence", "work_precision"] {
        let svg = std::fs::read_to_string(results.join(format!("{picture}.svg"))).expect("picture");
        assert!(svg.contains(">rkmk4<") && svg.contains("error of com (m)"), "{picture}");
        let png = std::fs::read(results.join(format!("{picture}.png"))).expect("picture");
        assert_eq!(&png[1..4], b"PNG");
    }
    let manifest = std::fs::read_to_string(results.join("manifest.json")).expect("manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["complete"], true);
    assert_eq!(manifest["inputs"], serde_json::json!(["scenario.toml"]));
    let copy = std::fs::read(results.join("scenario.toml")).expect("the scenario");
    assert!(copy == std::fs::read(folder.path().join("top.toml")).expect("the scenario"));
    assert_eq!(manifest["series"].as_array().unwrap().len(), 3);
    assert!(manifest["reference"]["error"].as_f64().unwrap() < 1e-12);

    let mine = results.join("mine.txt");
    std::fs::write(&mine, "mine").expect("file");
    let again = converge(folder.path(), &["--integrators", "rkmk4", "--steps", "1e-4", "--repeat", "0"]);
    assert_eq!(again.status.code(), Some(2), "{again:?}");
    assert!(String::from_utf8_lossy(&again.stderr).contains("already holds results"));
    assert_eq!(std::fs::read_to_string(results.join("convergence.csv")).expect("table"), table);
    let forced = converge(folder.path(), &["--integrators", "rkmk4", "--steps", "1e-4", "--repeat", "0", "--force"]);
    assert_eq!(forced.status.code(), Some(0), "{forced:?}");
    assert_eq!(std::fs::read_to_string(results.join("convergence.csv")).expect("table").lines().count(), 2);
    assert!(mine.exists());
}

#[test]
fn wrong_arguments_are_refused_with_what_is_accepted() {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join("bad.csv"), "com.x,com.y\n1,2\n").expect("table");
    for (arguments, reasons) in [
        (
            &["--integrators", "rkmk5"][..],
            &["--integrators: unknown integrator \"rkmk5\"; did you mean", "accepted: "][..],
        ),
        (&["--formulations", "euler"], &["--formulations: unknown formulation \"euler\"", "all, joint"]),
        (&["--output", "comm"], &["no output \"comm\"; did you mean \"com\"?", "com.x"]),
        (&["--output", "energy_drift", "--at", "max"], &["reduced over time"]),
        (&["--member", "1"], &["there is no member 1; accepted: 0 to 0"]),
        (&["--steps", "0.5"], &["longer than the duration"]),
        (&["--steps", "0"], &["accepted: positive numbers"]),
        (&["--error=-1"], &["accepted: positive numbers"]),
        (&["--precision", "f32"], &["--precision f32: the CPU backend computes in f64"]),
        (
            &["--integrators", "rkmk4", "--tolerances", "1e-6"],
            &["no estimate of its error", "; give --steps as well, which are equal, or leave it out"],
        ),
        (&["--reference", "bad.csv"], &["bad.csv", "no column `com.z`"]),
    ] {
        let output = converge(folder.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        for reason in reasons {
            assert!(said.contains(reason), "{arguments:?}: {said}");
        }
    }
    assert!(!folder.path().join("results").exists(), "what is refused leaves nothing");
}

/// Every method computes an output that is constant without an error, so that the scenario's own point is not computed.
#[test]
fn an_output_without_an_error_is_no_failure() {
    let folder = tempfile::tempdir().expect("folder");
    let text = "[[variable]]\nname = \"x\"\ninitial = 1\nrate = \"-x\"\n[[output]]\nname = \"highest\"\n\
                quantity = \"variable\"\nvariable = \"x\"\nover = \"max\"\n[[output]]\nname = \"exceeds\"\n\
                quantity = \"expression\"\nexpression = \"step(highest - 0.5)\"\n[method]\nintegrator = \"tsit5\"\n\
                tolerance = 1e-8\nduration = 1\n";
    std::fs::write(folder.path().join("decay.toml"), text).expect("scenario");
    let arguments = ["converge", "decay.toml", "--output", "exceeds", "--integrators", "tsit5", "--repeat", "0"];
    let output = gyrosweep(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("exceeds is fixed: it is 1"), "{output:?}");
}

/// A four-bar whose crank moves in a plane.
fn four_bar(folder: &Path, arguments: &[&str]) -> Output {
    let text = std::fs::read_to_string(root().join("scenarios/four_bar.toml")).expect("scenario");
    let more = "\n[[output]]\nname = \"pos\"\nquantity = \"position\"\nbody = \"crank\"\n\
                [[output]]\nname = \"arm\"\nquantity = \"expression\"\nexpression = \"sqrt(pos.x^2 + pos.z^2)\"\nunit = \"m\"\n";
    std::fs::write(folder.join("loop.toml"), text.replace("duration = 2.0", "duration = 0.02") + more)
        .expect("scenario");
    gyrosweep(folder, &[&["converge", "loop.toml", "--repeat", "0", "--force"], arguments].concat())
}

#[test]
fn explicit_methods_of_a_loop_are_left_out_in_one_line() {
    let folder = tempfile::tempdir().expect("folder");
    let output = four_bar(folder.path(), &["--halvings", "1", "--doublings", "0"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("left out")).collect();
    // and the implicit method that solves none
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].contains("more: it is an explicit method"), "{said}");
    assert!(lines[1].contains("left out: cg, absolute: it solves no constraints"), "{said}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("at most 60 s are spent") && said.contains("of all methods take about"), "{said}");
}

/// The distance of a point of the crank from its joint, and that out of the plane.
#[test]
fn outputs_that_constraints_fix_are_said_to_be_fixed() {
    for (output, value) in [("arm", " m with every method"), ("pos.y", "is 0e0 m with every method")] {
        let folder = tempfile::tempdir().expect("folder");
        let output = four_bar(folder.path(), &["--halvings", "1", "--doublings", "1", "--output", output]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            said.contains("is fixed: it is ") && said.contains(value) && !said.contains("below 0.0e0 m;"),
            "{said}"
        );
        assert!(!folder.path().join("results/loop_convergence/convergence.svg").exists());
    }
    // the whole position is not
    let folder = tempfile::tempdir().expect("folder");
    let output = four_bar(folder.path(), &["--halvings", "1", "--doublings", "1", "--output", "pos"]);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("is fixed"), "{output:?}");
}

/// A method of high order at short steps has no error either, but others have.
#[test]
fn outputs_that_are_merely_right_are_not_called_fixed() {
    let folder = tempfile::tempdir().expect("folder");
    let output = converge(folder.path(), &["--integrators", "dop853", "--steps", "1e-4", "--repeat", "0"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("is fixed"), "{output:?}");
}

#[test]
fn what_takes_too_long_is_left_out_and_said() {
    let folder = tempfile::tempdir().expect("folder");
    // no second step of any method is done in this time
    let arguments = ["--seconds", "1e-6", "--halvings", "3", "--doublings", "0", "--integrators", "rattle"];
    let output = four_bar(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("steps that would have taken more than --seconds 0.000001 are left out: 2 of rattle"),
        "{said}"
    );
    assert!(said.contains("a finer reference would have taken more"), "{said}");
    let manifest = std::fs::read_to_string(folder.path().join("results/loop_convergence/manifest.json")).expect("file");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!((&manifest["seconds"], &manifest["series"][0]["left_out"]), (&1e-6.into(), &2.into()));
    assert_eq!(manifest["complete"], true);
}
