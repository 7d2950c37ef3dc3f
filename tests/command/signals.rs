//! Results of what reads files of signals stand alone, as those of others do.

use crate::common::place::Place;
use std::process::Output;

const SCENARIO: &str = r#"
[[signal]]
name = "gust"
file = "gusts/gust_{member}.csv"
[[variable]]
name = "x"
initial = 0.1
rate = "gust(t) - x"
[[output]]
name = "x"
quantity = "variable"
variable = "x"
[method]
integrator = "rkmk4"
step = 0.01
duration = 1
[plan]
kind = "random"
members = 7
"#;

fn ok(place: &Place, arguments: &[&str]) -> String {
    let output = place.output(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", error(&output));
    String::from_utf8(output.stdout).expect("text")
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn members(place: &Place, folder: &str) -> Vec<u8> {
    std::fs::read(place.path().join(folder).join("members.csv")).expect("members")
}

#[test]
fn files_of_members_are_kept_with_results() {
    let place = Place::new(SCENARIO);
    let gusts = place.path().join("gusts");
    std::fs::create_dir(&gusts).expect("a folder");
    for member in 0..7 {
        let rows: String =
            (0..9).map(|k| format!("{:?},{}\n", 0.125 * f64::from(k), (k * k * (member + 1)) % 5)).collect();
        std::fs::write(gusts.join(format!("gust_{member}.csv")), format!("t,v\n{rows}")).expect("a file");
    }
    let to = |folder: &'static str| ["--backend", "cpu", "--format", "csv", "--out", folder];
    ok(&place, &[&["run", "top.toml"], &to("whole")[..]].concat());
    assert_eq!(place.manifest("whole").inputs, ["scenario.toml", "input.signal.gust.files"]);
    let text = std::fs::read_to_string(place.path().join("whole/scenario.toml")).expect("the scenario");
    assert!(text.contains("file = \"input.signal.gust.files/{member}.csv\"\n"), "{text}");
    for (shard, folder) in [("1/2", "a"), ("2/2", "b")] {
        ok(&place, &[&["run", "top.toml", "--shard", shard], &to(folder)[..]].concat());
    }
    std::fs::remove_dir_all(&gusts).expect("the files are not needed any more");
    ok(&place, &["merge", "a", "b", "--out", "merged"]);
    assert_eq!(members(&place, "merged"), members(&place, "whole"));
    ok(&place, &[&["run", "merged/scenario.toml"], &to("again")[..]].concat());
    assert_eq!(members(&place, "again"), members(&place, "whole"));
    ok(&place, &[&["run", "whole/scenario.toml", "--resume"], &to("whole")[..]].concat());
    // members differ, and each has its number
    let table = String::from_utf8(members(&place, "whole")).expect("text");
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), 7);
    let head: Vec<&str> = table.lines().next().expect("a head").split(',').collect();
    let at = head.iter().position(|name| *name == "gust_member").expect("a column");
    rows.iter().enumerate().for_each(|(k, row)| assert_eq!(row.split(',').nth(at), Some(&*format!("{k}.0")), "{row}"));
    let changed = place.path().join("merged/input.signal.gust.files/3.csv");
    std::fs::write(changed, "t,v\n0,1\n1,2\n2,2\n3,1\n").expect("a file");
    let refused = place.output(&["check", "merged/scenario.toml"]);
    assert!(!refused.status.success() && error(&refused).contains("the file has changed"), "{}", error(&refused));
}

#[test]
fn files_of_trajectories_are_kept_with_results() {
    let place = Place::new(
        "[[body]]\nname = \"cart\"\nmass = 2\ninertia = [0.1, 0.1, 0.1]\n[[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"cart\"]\n\
         axis = [1, 0, 0]\n[[force]]\nname = \"servo\"\nkind = \"joint_control\"\njoint = \"rail\"\nproportional = 300\nderivative = 20\n\
         trajectory = { kind = \"table\", file = \"way.csv\" }\n[[output]]\nname = \"x\"\nquantity = \"joint_position\"\njoint = \"rail\"\n\
         [method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.1\n",
    );
    std::fs::write(place.path().join("way.csv"), "t (ms),q (mm)\n0,0\n40,2\n70,3\n100,-1\n").expect("a file");
    ok(&place, &["run", "top.toml", "--backend", "cpu", "--format", "csv", "--out", "out"]);
    assert_eq!(place.manifest("out").inputs, ["scenario.toml", "input.force_0.trajectory.csv"]);
    std::fs::remove_file(place.path().join("way.csv")).expect("the file is not needed any more");
    ok(&place, &["run", "out/scenario.toml", "--backend", "cpu", "--format", "csv", "--out", "again"]);
    assert_eq!(members(&place, "again"), members(&place, "out"));
}
