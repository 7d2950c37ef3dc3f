//! Scenarios and results as files: what cannot be read and what is in the way.

use super::{Answer, Place, TOP};

#[cfg(target_os = "linux")]
#[test]
fn results_where_nothing_can_be_written() {
    let place = Place::new(TOP);
    let run = |out: &str, message: &str| place.refuses(&["run", "top.toml", "--out", out], message);
    let rest =
        "No such file or directory (os error 2); check the path and the disk, or choose another folder with --out";
    run("/proc", &format!("cannot write to the results folder /proc: {rest}"));
    run("/proc/results", &format!("cannot create the results folder /proc/results: {rest}"));
}

#[test]
fn results_that_are_there_already() {
    let place = Place::new(TOP);
    let done = Answer { code: 0, error: String::new() };
    assert_eq!(place.run(&["run", "top.toml", "--out", "out", "--format", "csv"]), done);
    place.write("out/notes.txt", "mine");
    let before = place.files("out");
    let names: Vec<&str> = before.iter().map(|f| f.0.as_str()).collect();
    assert_eq!(names, ["manifest.json", "members.csv", "notes.txt", "scenario.toml"]);

    let again = ["run", "top.toml", "--out", "out", "--seed", "2"];
    let message = "the folder out already holds results (manifest.json, members.csv, scenario.toml); --force replaces them, \
                   --out picks another folder";
    place.refuses(&again, message);
    assert_eq!(place.files("out"), before, "nothing has changed");

    assert_eq!(place.run(&[&again[..], &["--force"]].concat()), done);
    let after = place.files("out");
    let names: Vec<&str> = after.iter().map(|f| f.0.as_str()).collect();
    let expected = ["manifest.json", "members.parquet", "notes.txt", "scenario.toml"];
    assert_eq!(names, expected, "the former table is gone, other files stay");
    assert!(place.read("out/manifest.json").contains("\"seed\": 2"));
    assert_eq!(place.read("out/notes.txt"), "mine");
}

#[test]
fn a_scenario_of_somebody_else_stays() {
    let place = Place::new(TOP);
    std::fs::create_dir(place.path().join("out")).unwrap();
    place.write("out/scenario.toml", "mine");
    let message = "out/scenario.toml is not named by the manifest of a run (out/manifest.json), so it may be yours and is \
                   not replaced; move it away, or choose another folder with --out";
    place.refuses(&["run", "top.toml", "--out", "out", "--force"], message);
    place.refuses(&["run", "top.toml", "--out", "out", "--resume"], message);
    assert_eq!(place.read("out/scenario.toml"), "mine");
}

#[test]
fn what_is_not_utf_8_has_a_line() {
    let place = Place::new(TOP);
    let mut bytes = TOP.as_bytes().to_vec();
    let at = TOP.find("\"top\"").expect("a name") + 1;
    bytes[at] = 0xff;
    std::fs::write(place.path().join("bytes.toml"), &bytes).unwrap();
    let message = "bytes.toml:9: found the byte 0xff, with which no character of UTF-8 begins or goes on here; accepted: a \
                   text in UTF-8";
    place.refuses(&["check", "bytes.toml"], message);
    let plan = TOP.find("[plan]").expect("a plan")..TOP.find("[[output]]").expect("an output");
    place.write("table.toml", &TOP.replace(&TOP[plan], "[plan]\nkind = \"table\"\nfile = \"members.csv\"\n"));
    std::fs::write(place.path().join("members.csv"), b"mass\n14\n1\xe45\n").unwrap();
    place.refuses(&["check", "table.toml"], "table.toml:26: plan.file: members.csv:3: the table is not UTF-8 text");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let raw = |text: &[u8]| text.iter().any(|byte| *byte < 0x20 && !b"\n\t".contains(byte)) || text.contains(&0x9b);
    let title = "title = \"a\\u001b[31m\\rb\\u009b\"\n";
    let scenario = format!("{title}{}", TOP.replace("unit = \"kg\"", "unit = \"k\\u001bg\""));
    let place = Place::new(&scenario);
    std::fs::write(place.path().join("\u{1b}[2J.toml"), TOP.replace("[plan]", "[plan")).unwrap();
    for arguments in [
        &["check", "top.toml"][..],
        &["run", "top.toml"],
        &["check", "\u{1b}[2J.toml"],
        &["check", "absent\u{1b}[31m.toml"],
        &["run", "top.toml", "--out", "a\u{1b}b\u{7}"],
        &["run", "top.toml", "--members", "\u{1b}[31m"],
        &["\u{1b}[31m"],
    ] {
        let output = place.command(arguments).output().expect("the program starts");
        assert!(!raw(&output.stdout) && !raw(&output.stderr), "{arguments:?}: {output:?}");
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn names_have_a_length() {
    let long = "n".repeat(65_536);
    let found = "found a name of 65536 characters; accepted: at most 200";
    for (from, to, place) in [
        ("name = \"com\"", format!("name = \"{long}\""), "top.toml:31: output[0].name"),
        (
            "[[output]]",
            format!("[[body]]\nname = \"{long}\"\nmass = 1\ninertia = [1, 1, 1]\n[[output]]"),
            "top.toml:31: body[1].name",
        ),
        (
            "spin = {",
            format!("{long} = {{ default = 1.0 }}\nspin = {{"),
            &format!("top.toml:3: parameters.{}.. (65547 characters)", &long[..49]),
        ),
    ] {
        Place::with(from, &to).refuses(&["check", "top.toml"], &format!("{place}: {found}"));
    }
    let name = "é".repeat(200);
    let answer = Place::with("name = \"com\"", &format!("name = \"{name}\"")).run(&["check", "top.toml"]);
    assert_eq!(answer, Answer { code: 0, error: String::new() });
}

#[test]
fn large_scenarios_are_read() {
    // what grows with the square of these takes minutes and gigabytes
    let parameters: String = (0..50_000).map(|i| format!("p{i} = {{ default = 1.0 }}\n")).collect();
    let bodies = (0..2000).map(|i| {
        format!(
            "[[body]]\nname = \"b{i}\"\nmass = \"p{i}\"\ninertia = [1, 1, 1]\n[[joint]]\nname = \"j{i}\"\nkind = \"{}\"\n\
             between = [\"ground\", \"b{i}\"]\n",
            if i % 2 == 0 { "free" } else { "fixed" }
        )
    });
    let text = TOP
        .replace("[gravity]", &format!("{parameters}[gravity]"))
        .replace("[method]", &format!("{}[method]", bodies.collect::<String>()));
    let note = "note: nothing depends on the parameters \"p2000\", \"p2001\", \"p2002\", \"p2003\", \"p2004\" and 47995 others\n";
    assert_eq!(Place::new(&text).run(&["check", "top.toml"]), Answer { code: 0, error: note.into() });
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

#[test]
fn tables_that_lost_rows_are_not_promised_to_go_on() {
    let place = Place::new(TOP);
    let run = ["run", "top.toml", "--out", "out", "--format", "csv"];
    assert_eq!(place.run(&run).code, 0);
    let table = place.read("out/members.csv");
    let rows: Vec<&str> = table.lines().collect();
    place.write("out/members.csv", &format!("{}\n", rows[..2].join("\n")));
    let output = place.command(&[&run[..], &["--resume"]].concat()).output().expect("the program starts");
    let [said, error] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("cannot go on with the table out/members.csv") && error.contains("--force"), "{error}");
    assert!(!said.contains("--resume goes on"), "{said}");
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
    let limited = |kilobytes: u32, members: &str| {
        let limit = format!("ulimit -v {kilobytes}; \"$@\"; exit $?");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &limit, "sh", env!("CARGO_BIN_EXE_gyrosweep"), "run", "top.toml", "--backend", "cpu"]);
        let set = format!("plan.members={members}");
        command.args(["--threads", "1", "--statistics", "--chunk", "1000000", "--force", "--set", &set]);
        place.answer(command.current_dir(place.path()))
    };
    let said = |answer: &Answer| {
        assert!([1, 2].contains(&answer.code), "{answer:?}");
        let words = ["error: the memory of this machine does not suffice: ", "error: cannot start "];
        words.iter().any(|words| answer.error.contains(words))
    };
    // from too little to begin, of which the system tells, to the least that suffices for four members
    let starts = |answer: &Answer| answer.error.starts_with("error: ") || answer.code == 0;
    let mut limits = (40_000..).step_by(5000).map(|limit| (limit, limited(limit, "4")));
    let (_, first) = limits.by_ref().find(|(_, answer)| starts(answer)).expect("enough to begin");
    assert!(said(&first), "{first:?}");
    let (least, _) = limits.find(|(_, answer)| answer.code == 0 || !said(answer)).expect("enough for four members");
    let many = limited(least, "1000000");
    assert!(said(&many), "{least} kB: {many:?}");
}
