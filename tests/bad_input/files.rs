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

/// The members of a plan, or the scenario itself, in the folder of the results.
#[test]
fn files_that_the_run_reads_are_not_replaced() {
    let plan = "[plan]\nkind = \"random\"\nmembers = 4\n[plan.vary]\nmass = { uniform = [14, 16] }\n";
    let place = Place::with(plan, "[plan]\nkind = \"table\"\nfile = \"members.csv\"\n");
    place.write("members.csv", "mass\n14\n15\n");
    let message = |file: &str| {
        format!(
            "the run reads ./{file} and would write its results to the same folder, where that name is one of theirs; choose \
             another folder with --out"
        )
    };
    for further in [&[][..], &["--force"], &["--resume"], &["--format", "csv"], &["--format", "csv", "--force"]] {
        place.refuses(&[&["run", "top.toml", "--out", "."], further].concat(), &message("members.csv"));
    }
    assert_eq!(place.read("members.csv"), "mass\n14\n15\n");
    let place = Place::new("");
    place.write("manifest.json", TOP);
    for further in [&[][..], &["--force"]] {
        place.refuses(&[&["run", "manifest.json", "--out", "."], further].concat(), &message("manifest.json"));
    }
    assert_eq!(place.read("manifest.json"), TOP);
}

#[test]
fn files_that_no_run_wrote_are_not_replaced() {
    let place = Place::new(TOP);
    place.write("members.parquet", "mine");
    place.refuses(
        &["run", "top.toml", "--out", ".", "--force"],
        "./members.parquet is not named by the manifest of a run (./manifest.json), so it may be yours and is not \
         replaced; move it away, or choose another folder with --out",
    );
    assert_eq!(place.read("members.parquet"), "mine");
}

#[test]
fn a_run_that_differs_does_not_go_on() {
    let place = Place::new(TOP);
    let run = ["run", "top.toml", "--out", "out"];
    assert_eq!(place.run(&run).code, 0);
    let before = place.files("out");
    place.refuses(
        &[&run[..], &["--resume", "--seed", "2", "--members", "9"]].concat(),
        "cannot go on with the results in out: the number of members was 4 and is 9; the seed was 0 and is 2; run it as \
         it was begun, or --force begins at the first member",
    );
    assert_eq!(place.files("out"), before);
    // all is there already
    assert_eq!(place.run(&[&run[..], &["--resume"]].concat()), Answer { code: 0, error: String::new() });
    let tables = |files: Vec<(String, Vec<u8>)>| files.into_iter().filter(|(name, _)| name != "manifest.json");
    assert!(tables(place.files("out")).eq(tables(before)));
}

/// What cannot be written is said, and the exit code tells of it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_noticed() {
    let place = Place::new(TOP);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let message = "error: cannot write to standard output: the disk is full (No space left on device (os error 28))\n";
    for arguments in
        [&["list"][..], &["check", "top.toml"], &["run", "top.toml", "--backend", "cpu"], &["--help"], &["--version"]]
    {
        let answer = place.answer(place.command(arguments).stdout(full()));
        assert_eq!(answer, Answer { code: 1, error: message.into() }, "{arguments:?}");
    }
    // a reader that has gone away is no error
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    assert_eq!(place.answer(place.command(&["list"]).stdout(writer)), Answer { code: 0, error: String::new() });
}

/// More members at a time than memory holds are refused before it is tried, and memory that ends is said.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_said() {
    let place = Place::with("members = 4", "members = 1000000000000");
    for further in [&[][..], &["--statistics"]] {
        let answer = place.run(&[&["run", "top.toml", "--backend", "cpu", "--chunk", "4000000000"], further].concat());
        assert_eq!(answer.code, 2, "{answer:?}");
        if further.is_empty() {
            assert!(answer.error.contains("the tables need at least"), "{answer:?}");
        } else {
            let said = &answer.error;
            assert!(said.starts_with("error: --chunk 4000000000: so many members at a time take about"), "{said}");
            assert!(said.contains("GiB are available; accepted now: at most"), "{said}");
        }
    }
    let place = Place::with("members = 4", "members = 1000000");
    // enough to begin, too little for a chunk
    let limited = "ulimit -v 400000; exec \"$@\"";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_gyrosweep"), "run", "top.toml", "--backend", "cpu"]);
    command.args(["--threads", "1", "--statistics", "--chunk", "1000000"]).current_dir(place.path());
    let answer = place.answer(&mut command);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.error.contains("error: the memory of this machine does not suffice: "), "{answer:?}");
}
