//! Scenarios and results as files: what cannot be read and what is in the way.

use crate::{Answer, Place, TOP, refused};

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
