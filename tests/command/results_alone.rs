//! Results that stand alone: what a folder holds besides the tables, and the parts of a plan; by the command line.

use crate::common::place::Place;
use gyrosweep::io::manifest::{ColumnRecord, DerivedRecord, RunManifest, VariationRecord, write_json};
use gyrosweep::io::table::{Format, read_numbers};
use std::io::Write as _;
use std::process::Stdio;

const TOP: &str = concat!(
    "# a comment that stays\n",
    include_str!("../systems/heavy_top.toml"),
    r#"
[method]
integrator = "rkmk4"
step = 1e-4
duration = 1e-3
[sensitivity]
parameters = ["mass"]
[plan]
kind = "random"
members = 10
[plan.vary]
mass = { uniform = [14, 16] }
[[output]]
name = "com"
quantity = "position"
body = "top"
[[output]]
name = "highest"
quantity = "energy"
over = "max"
"#
);

impl Place {
    /// Runs the program, which must succeed, and returns what it says.
    fn ok(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }
    /// Runs the program, which must refuse the input with a message that has these parts.
    fn refuses_with(&self, arguments: &[&str], parts: &[&str]) {
        let output = self.output(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        parts.iter().for_each(|part| assert!(error.contains(part), "{part:?} in {error}"));
    }
    fn bytes(&self, file: &str) -> Vec<u8> {
        std::fs::read(self.path().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
    }
    fn text(&self, file: &str) -> String {
        String::from_utf8(self.bytes(file)).expect("text")
    }
    /// Moves the copies of what a run has read to a folder of their own and runs them there.
    fn repeat(&self, results: &str) {
        for file in self.manifest(results).inputs {
            std::fs::create_dir_all(self.path().join("elsewhere")).expect("a folder");
            let to = self.path().join("elsewhere").join(&file);
            std::fs::copy(self.path().join(results).join(&file), to).expect("a copy");
        }
        self.ok(&["run", "elsewhere/scenario.toml", "--backend", "cpu", "--out", "again"]);
        assert!(self.bytes("again/members.parquet") == self.bytes(&format!("{results}/members.parquet")));
        assert_eq!(self.manifest("again").scenario_sha256, self.manifest(results).scenario_sha256);
    }
}

const CPU: [&str; 2] = ["--backend", "cpu"];

fn with<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    ["run", "top.toml"].into_iter().chain(CPU).chain(arguments.iter().copied()).collect()
}

#[test]
fn a_run_can_be_repeated_from_its_folder_alone() {
    let place = Place::new(TOP);
    place.ok(&with(&["--members", "7", "--seed", "3", "--set", "spin=-100*pi", "--out", "out"]));
    let copy = place.text("out/scenario.toml");
    let expected = TOP
        .replace("members = 10", "members = 7")
        .replace("kind = \"random\"", "seed = 3\nkind = \"random\"")
        .replace("default = 150.0", &format!("default = {:?}", -100.0 * std::f64::consts::PI));
    assert_eq!(copy, expected);
    std::fs::remove_file(place.path().join("top.toml")).expect("the scenario is not needed any more");
    place.repeat("out");
    // its own copy takes it further, but not into its place
    place.ok(&[&["run", "out/scenario.toml", "--out", "out", "--resume"][..], &CPU].concat());
    place.refuses_with(&["run", "out/scenario.toml", "--out", "out", "--force"], &["the run reads", "scenario.toml"]);
}

#[test]
fn inline_and_dotted_tables_take_what_replaces_them() {
    let vary = "[plan.vary]\nmass = { uniform = [14, 16] }\n";
    let plan = format!("[plan]\nkind = \"random\"\nmembers = 10\n{vary}");
    let inline = "plan = { kind = \"random\", vary = { mass = { uniform = [14, 16] } } }\n";
    let dotted = "plan.kind = \"random\" # a comment\nplan.vary.mass = { uniform = [14, 16] }\n";
    let tables = [inline, dotted].map(|plan_text| format!("{plan_text}{}", TOP.replace(&plan, "")));
    let mut expected = None;
    for scenario in tables {
        let place = Place::new(&scenario);
        place.ok(&with(&["--members", "5", "--seed", "2", "--out", "out"]));
        place.repeat("out");
        let table = place.bytes("out/members.parquet");
        assert!(*expected.get_or_insert(table.clone()) == table);
    }
}

#[test]
fn the_table_of_a_plan_is_kept() {
    let plan = "kind = \"random\"\nmembers = 10\n[plan.vary]\nmass = { uniform = [14, 16] }\n";
    let place = Place::new(&TOP.replace(plan, "kind = \"table\"\nfile = \"data/masses.csv\"\n"));
    std::fs::create_dir(place.path().join("data")).expect("a folder");
    std::fs::write(place.path().join("data/masses.csv"), "mass\n14.5\n15.25\n").expect("a table");
    place.ok(&with(&["--out", "out"]));
    assert!(place.text("out/scenario.toml").contains("file = \"plan.csv\""));
    assert_eq!(place.text("out/plan.csv"), "mass\n14.5\n15.25\n");
    let varied = place.manifest("out").parameters[0].varied.clone();
    assert_eq!(varied, Some(VariationRecord::Table { file: "plan.csv".into() }));
    place.repeat("out");
    place.refuses_with(
        &with(&["--set", "mass=3", "--out", "b"]),
        &["--set mass=3.0", "the column mass of data/masses.csv"],
    );
}

#[test]
fn the_manifest_says_what_was_run() {
    let place = Place::new(
        &TOP.replace("step = 1e-4", "integrator = \"dopri5\"\ntolerance = 1e-8")
            .replace("integrator = \"rkmk4\"\n", ""),
    );
    place.ok(&with(&["--set", "spin=120", "--out", "out"]));
    let manifest = place.manifest("out");
    assert_eq!(manifest.inputs, ["scenario.toml"]);
    let [mass, spin] = &manifest.parameters[..] else { panic!("{:?}", manifest.parameters) };
    assert_eq!((mass.unit.as_deref(), mass.default), (Some("kg"), 15.0));
    let arguments = vec![Some(14.0), Some(16.0)];
    assert_eq!(mass.varied, Some(VariationRecord::Distribution { name: "uniform".into(), arguments, of: None }));
    assert_eq!((spin.default, &spin.varied), (120.0, &None));
    let method = manifest.method.as_ref().expect("a method");
    assert_eq!((method.integrator.as_str(), method.duration, method.step), ("dopri5", 1e-3, None));
    assert_eq!((method.relative_tolerance, method.absolute_tolerance), (Some(1e-8), Some(1e-8)));
    let over: Vec<[&str; 2]> = manifest.reductions.iter().map(|r| [r.output.as_str(), r.over.as_str()]).collect();
    assert!(over.contains(&["com", "end"]) && over.contains(&["highest", "max"]), "{over:?}");
    let unit = |of: &str| manifest.columns.iter().find(|column| column.of == of).and_then(|column| column.unit.clone());
    assert_eq!(["com.x", "highest", "mass", "member"].map(|of| unit(of).unwrap_or_default()), ["m", "J", "kg", ""]);
    assert_eq!(manifest.options["set spin"], "120.0");
    assert!(
        manifest.machine.cores > 0 && !manifest.machine.processor.is_empty() && !manifest.machine.system.is_empty()
    );
    let grid = TOP.replace("kind = \"random\"\nmembers = 10\n", "kind = \"grid\"\n");
    let place = Place::new(&grid.replace("{ uniform = [14, 16] }", "{ min = 14, max = 16, count = 3 }"));
    place.ok(&with(&["--out", "out"]));
    let varied = place.manifest("out").parameters[0].varied.clone();
    assert_eq!(varied, Some(VariationRecord::Grid { count: 3, first: 14.0, last: 16.0 }));
}

#[test]
fn defaults_are_set_and_mistakes_named() {
    let place = Place::new(TOP);
    let said = place.ok(&["check", "top.toml", "--set", "spin=99"]);
    assert!(said.contains("99"), "{said}");
    place.refuses_with(
        &with(&["--set", "spn=3"]),
        &["--set spn=3.0", "no parameter \"spn\"", "did you mean \"spin\"?", "mass, spin"],
    );
    place.refuses_with(&with(&["--set", "mass=3"]), &["--set mass=3.0", "varies this parameter (plan.vary.mass)"]);
    place.refuses_with(&with(&["--set", "spin"]), &["NAME=VALUE"]);
    place.refuses_with(&with(&["--set", "spin=1/0"]), &["1/0", "a finite number"]);
    place.refuses_with(&with(&["--set", "spin=fast"]), &["\"fast\""]);
    place.refuses_with(&with(&["--set", "spin=1", "--set", "spin=2"]), &["spin is set twice"]);
    // a default may stand alone, and a parameter may follow from others
    let short = TOP.replace("{ default = 150.0, unit = \"rad/s\" }", "150.0\ntwice = { value = \"2*spin\" }");
    let other = Place::new(&short);
    other.refuses_with(&with(&["--set", "twice=3"]), &["the parameter \"twice\" of top.toml is derived from others"]);
    other.ok(&with(&["--set", "spin=99", "--out", "out"]));
    assert!(other.text("out/scenario.toml").contains("\nspin = 99.0\n"));
    assert_eq!(other.manifest("out").parameters[1].default, 99.0);
    let derived = other.manifest("out").derived;
    let expected = DerivedRecord { name: "twice".into(), unit: None, expression: "2*spin".into(), default: 198.0 };
    assert_eq!(derived, [expected]);
    // a run goes on with what it was begun with
    place.ok(&with(&["--set", "spin=99", "--out", "out"]));
    place.refuses_with(
        &with(&["--set", "spin=98", "--out", "out", "--resume"]),
        &["the default of spin was 99.0 and is 98.0; run it"],
    );
}

#[test]
fn a_scenario_comes_from_standard_input() {
    let place = Place::new(TOP);
    place.ok(&with(&["--out", "out"]));
    let piped = |arguments: &[&str], text: &str| {
        let mut command = place.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("a text");
        child.wait_with_output().expect("an end")
    };
    assert!(piped(&["check", "-"], TOP).status.success());
    assert!(piped(&["run", "-", "--backend", "cpu"], TOP).status.success());
    assert!(place.bytes("results/stdin/members.parquet") == place.bytes("out/members.parquet"));
    let refused = piped(&["check", "-"], &TOP.replace("kind = \"random\"", "kind = \"randm\""));
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    let line = 1 + TOP.lines().position(|line| line.starts_with("kind = \"random\"")).expect("the kind of the plan");
    assert!(refused.status.code() == Some(2) && error.contains(&format!("stdin:{line}: plan.kind")), "{error}");
}

/// Rows of a table in CSV that begin with a member.
fn rows(table: &str, member: &str) -> Vec<String> {
    table.lines().filter(|line| line.split(',').next() == Some(member)).map(String::from).collect()
}

#[test]
fn a_member_alone_is_that_of_the_whole_run() {
    let sampled = TOP.replace("[plan]\n", "[sampling]\nevery = 2.5e-4\n[plan]\n");
    let place = Place::new(&sampled);
    place.ok(&with(&["--format", "csv", "--out", "whole"]));
    let said = place.ok(&with(&["--format", "csv", "--member", "6"]));
    assert!(said.contains("com.x") && said.contains("mass"), "{said}");
    for table in ["members.csv", "samples.csv"] {
        let alone = place.text(&format!("results/top_member_6/{table}"));
        assert_eq!(rows(&alone, "6"), rows(&place.text(&format!("whole/{table}")), "6"));
        assert!(alone.lines().count() == rows(&alone, "6").len() + 1 && alone.lines().count() > 1);
    }
    let part = place.manifest("results/top_member_6").part.expect("a part");
    assert_eq!((part.first, part.of, part.shard), (6, 10, None));
    place.refuses_with(&with(&["--member", "10"]), &["--member: found 10; accepted: 0 to 9"]);
    // without samples of its own the run has others, and the same outputs
    let place = Place::new(TOP);
    place.ok(&with(&["--format", "csv", "--out", "whole"]));
    place.ok(&with(&["--format", "csv", "--member", "6", "--out", "one"]));
    assert_eq!(rows(&place.text("one/members.csv"), "6"), rows(&place.text("whole/members.csv"), "6"));
    assert_eq!(rows(&place.text("one/samples.csv"), "6").len(), 201);
    // so it is of derivatives of an implicit method, which sees samples between the ends of its steps
    let rack = include_str!("../systems/rack.toml").replace("axis = [1, 0, 0]", "axis = [1, 0, 0.2]");
    let place = Place::new(&(rack.replace("axis = [0, 0, 1]", "axis = [0, 0, 1]\ninitial = { velocity = -6 }") + RACK));
    place.ok(&with(&["--format", "csv", "--out", "whole"]));
    for member in ["0", "3"] {
        place.ok(&with(&["--format", "csv", "--member", member, "--out", "one", "--force"]));
        assert_eq!(rows(&place.text("one/members.csv"), member), rows(&place.text("whole/members.csv"), member));
        assert_eq!(rows(&place.text("one/samples.csv"), member).len(), 201);
    }
}

/// A motion of the rack, with derivatives.
const RACK: &str = r#"
[gravity]
acceleration = [0, 0, -9]
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = 0.1
[[output]]
name = "v"
quantity = "joint_velocity"
joint = "guide"
[sensitivity]
parameters = "all"
[plan]
kind = "grid"
[plan.vary]
ratio = [0.0501, 0.051]
mass = [0.61, 0.62]
"#;

#[test]
fn plain_names_stand_for_the_usual_ones() {
    let place = Place::new(TOP);
    place.ok(&with(&["--out", "usual"]));
    place.ok(&with(&["--names", "plain", "--out", "plain"]));
    let manifest = place.manifest("plain");
    let found = manifest.columns.iter().find(|column| column.of == "d(com.x)/d(mass)").cloned();
    let expected = ColumnRecord {
        table: "members".into(),
        name: "d_com_x_d_mass".into(),
        of: "d(com.x)/d(mass)".into(),
        unit: Some("m/kg".into()),
    };
    assert_eq!(found, Some(expected));
    for ColumnRecord { name, of, .. } in &manifest.columns {
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
        if of == "outcome" {
            continue;
        }
        let read = |folder: &str, column: &str| {
            let path = place.path().join(folder).join("members.parquet");
            let columns = read_numbers(&path, Format::Parquet, &[column]).unwrap_or_else(|e| panic!("{e}"));
            columns[0].values.iter().map(|value| value.to_bits()).collect::<Vec<u64>>()
        };
        assert_eq!(read("plain", name), read("usual", of), "{of}");
    }
    place.ok(&["sensitivity", "top.toml", "--results", "plain"]);
    place.ok(&["plot", "plain", "--x", "mass", "--y", "com_x", "--out", "plain.svg"]);
    // what the run replaced is replaced again
    place.ok(&with(&["--members", "8", "--set", "spin=99", "--out", "few"]));
    place.ok(&["sensitivity", "top.toml", "--results", "few"]);
    place.refuses_with(&["sensitivity", "top.toml", "--set", "spin=98", "--results", "few"], &["of another scenario"]);
    place.refuses_with(&with(&["--out", "plain", "--resume"]), &["--names was plain and is usual"]);
}

#[test]
fn shards_merge_to_the_bits_of_one_run() {
    let events = "[[event]]\nname = \"low\"\nexpression = \"sin(9000*t)\"\ndirection = \"both\"\n";
    let scenario = format!("{}{events}", TOP.replace("[plan]\n", "[sampling]\nevery = 2.5e-4\n[plan]\n"));
    let place = Place::new(&scenario);
    let tables = ["members", "samples", "events"];
    for format in ["parquet", "csv"] {
        let out = |name: &str| format!("{format}/{name}");
        place.ok(&with(&["--format", format, "--out", &out("whole")]));
        let shards = ["1/3", "2/3", "3/3"].map(|shard| (shard, out(&shard.replace('/', "_of_"))));
        for (shard, folder) in &shards {
            place.ok(&with(&["--format", format, "--shard", shard, "--out", folder]));
        }
        let [a, b, c] = shards.each_ref().map(|(_, folder)| folder.as_str());
        // in any order
        place.ok(&["merge", c, a, b, "--out", &out("merged")]);
        for table in tables {
            let bytes = |folder: &str| place.bytes(&out(&format!("{folder}/{table}.{format}")));
            assert!(bytes("merged") == bytes("whole"), "{table}.{format}");
        }
        let (merged, whole) = (place.manifest(&out("merged")), place.manifest(&out("whole")));
        assert_eq!(
            (&merged.outputs, &merged.tables, &merged.outcomes),
            (&whole.outputs, &whole.tables, &whole.outcomes)
        );
        assert!(whole.events > 10, "{} events", whole.events);
        assert_eq!((merged.members, merged.complete, &merged.part), (10, true, &None));
        assert_eq!((merged.steps, merged.events, &merged.columns), (whole.steps, whole.events, &whole.columns));
        assert_eq!((&merged.options, merged.inputs.len()), (&whole.options, 1));
        place.refuses_with(&["merge", a, b, "--out", "x"], &["shard 3/3 is missing"]);
        place.refuses_with(&["merge", a, b, b, c, "--out", "x"], &["shard 2/3 is there twice", b]);
        place.refuses_with(&["merge", a, "--out", a, "--force"], &["shards 2/3, 3/3 are missing"]);
        place.refuses_with(&["merge", a, b, c, "--out", b, "--force"], &["choose another folder with --out"]);
        place.refuses_with(&["merge", &out("whole"), "--out", "x"], &["holds no shard"]);
        place.refuses_with(&["merge", a, b, "nowhere", "--out", "x"], &["nowhere"]);
        place.refuses_with(&["merge", a, b, c, "--out", "x", "--print", "swnig"], &["--print", "swnig"]);
        place.ok(&with(&["--format", format, "--shard", "3/3", "--seed", "9", "--out", &out("other")]));
        place.refuses_with(&["merge", a, b, &out("other"), "--out", "x"], &["the seed is 0 in", "and 9 in"]);
        place.ok(&with(&["--format", format, "--shard", "3/3", "--set", "spin=9", "--out", &out("set")]));
        place.refuses_with(&["merge", a, b, &out("set"), "--out", "x"], &["the scenario"]);
        place.ok(&with(&["--format", format, "--shard", "3/4", "--out", &out("four")]));
        place.refuses_with(&["merge", a, b, &out("four"), "--out", "x"], &["the number of shards is 3 in", "and 4 in"]);
        let path = place.path().join(c).join("manifest.json");
        let (text, manifest) = (std::fs::read_to_string(&path).expect("a manifest"), place.manifest(c));
        if let Some(commit) = manifest.commit.clone() {
            let other = RunManifest { commit: Some("a1".into()), ..manifest }.with_checksum();
            write_json(&path, &other).expect("a manifest");
            let built = format!("of commit {commit} in");
            place.refuses_with(
                &["merge", a, b, c, "--out", "x"],
                &["the version of the program is", &built, "of commit a1 in"],
            );
            std::fs::write(&path, text).expect("a manifest");
        }
        let damaged = place.path().join(c).join(format!("members.{format}"));
        let mut bytes = std::fs::read(&damaged).expect("a table");
        bytes[20] ^= 1;
        std::fs::write(&damaged, bytes).expect("a table");
        place.refuses_with(&["merge", a, b, c, "--out", "x"], &["is not as the run wrote it"]);
        assert!(!place.path().join("x").exists());
    }
    place.refuses_with(&with(&["--shard", "4/3"]), &["K from 1 to N"]);
    place.refuses_with(&with(&["--shard", "11/11"]), &["the plan has 10 members; accepted: at most 10 shards"]);
    place.refuses_with(
        &with(&["--shard", "1/2", "--statistics"]),
        &["--shard 1/2 with --statistics: the plan has 1 block of 1024 members", "accepted: at most 1 shard"],
    );
}

/// Of an implicit method too, whose equations are solved in an order that is chosen once for the whole plan.
#[test]
fn shards_and_members_of_an_implicit_method_have_the_bits_of_one_run() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/four_bar_study.toml");
    let text = std::fs::read_to_string(path).expect("a scenario");
    // the first members of some shards, and some members alone, call for another order than those of the plan
    let short = text.replace("members = 10000", "members = 84").replace("duration = 1.0", "duration = 0.02");
    let place = Place::new(&short.replace("seed = 12", "seed = 7"));
    place.ok(&with(&["--format", "csv", "--out", "whole"]));
    let whole = place.text("whole/members.csv");
    assert_eq!(whole.lines().count(), 85);
    let folders: Vec<String> = (1..=7).map(|k| format!("part{k}")).collect();
    for (k, folder) in folders.iter().enumerate() {
        place.ok(&with(&["--format", "csv", "--shard", &format!("{}/7", k + 1), "--out", folder]));
    }
    place.ok(&["merge"]
        .into_iter()
        .chain(folders.iter().map(String::as_str))
        .chain(["--out", "merged"])
        .collect::<Vec<_>>());
    assert!(place.text("merged/members.csv") == whole, "merged");
    for member in ["5", "21", "50", "83"] {
        place.ok(&with(&["--format", "csv", "--member", member, "--out", "one", "--force"]));
        assert_eq!(rows(&place.text("one/members.csv"), member), rows(&whole, member));
    }
}

/// The arguments of a run that keeps statistics alone.
fn statistics<'a>(further: &[&'a str]) -> Vec<&'a str> {
    with(&[&["--statistics", "--chunk", "1024"], further].concat())
}

/// Statistics of shards are merged block by block: the bits of one run, whatever the shards, also where one was stopped.
#[test]
fn shards_of_statistics_merge_to_the_bits_of_one_run() {
    let scenario = TOP.replace("members = 10", "members = 5000").replace("duration = 1e-3", "duration = 3e-4");
    let place = Place::new(&format!("{scenario}[[probability]]\nof = \"com.x > 0\"\n"));
    for format in ["csv", "parquet"] {
        place.ok(&statistics(&["--format", format, "--out", "whole", "--force"]));
        for shards in [1, 2, 3, 5] {
            let folders: Vec<String> = (1..=shards).map(|k| format!("{format}/{k}_of_{shards}")).collect();
            for (k, folder) in folders.iter().enumerate() {
                let shard = format!("{}/{shards}", k + 1);
                place.ok(&statistics(&["--format", format, "--shard", &shard, "--out", folder]));
            }
            let merged = format!("{format}/merged_{shards}");
            let arguments = ["merge"].into_iter().chain(folders.iter().map(String::as_str)).chain(["--out", &merged]);
            place.ok(&arguments.collect::<Vec<_>>());
            for table in ["statistics", "histogram"] {
                let file = |folder: &str| place.bytes(&format!("{folder}/{table}.{format}"));
                assert!(file(&merged) == file("whole"), "{table}.{format} of {shards} shards");
            }
            let (merged, whole) = (place.manifest(&merged), place.manifest("whole"));
            assert_eq!((&merged.outputs, &merged.probabilities), (&whole.outputs, &whole.probabilities));
            assert_eq!((&merged.outcomes, merged.members, merged.members_kept), (&whole.outcomes, 5000, false));
        }
    }
    place.refuses_with(
        &statistics(&["--shard", "1/6", "--out", "x"]),
        &["the plan has 5 blocks of 1024 members", "accepted: at most 5 shards"],
    );
    // shards that do not fit
    place.ok(&statistics(&["--format", "csv", "--shard", "2/2", "--histogram", "com.x=-1:1", "--out", "ranged"]));
    place.refuses_with(&["merge", "csv/1_of_2", "ranged", "--out", "x"], &["com.x has other classes in ranged"]);
    place.ok(&with(&["--format", "csv", "--shard", "2/2", "--out", "rows"]));
    place.refuses_with(&["merge", "csv/1_of_2", "rows", "--out", "x"], &["of statistics in", "of all members in"]);
    // one that was stopped goes on: its manifest and its tables are those of an earlier moment
    let stopped = place.path().join("csv/2_of_2");
    let mut manifest = place.manifest("csv/2_of_2");
    assert_eq!((manifest.part.as_ref().map(|part| part.first), manifest.members), (Some(2048), 2952));
    manifest.outputs.clear();
    let nobody = |counts: &mut std::collections::BTreeMap<_, u64>| counts.values_mut().for_each(|count| *count = 0);
    nobody(&mut manifest.outcomes);
    (manifest.members_written, manifest.members_with_outputs, manifest.complete) = (0, 0, false);
    (manifest.steps, manifest.rejected, manifest.events) = (0, 0, 0);
    write_json(&stopped.join("manifest.json"), &manifest.with_checksum()).expect("a manifest");
    place.ok(&statistics(&["--format", "csv", "--shard", "2/2", "--out", "csv/2_of_2", "--resume"]));
    place.ok(&["merge", "csv/1_of_2", "csv/2_of_2", "--out", "csv/again"]);
    assert!(place.bytes("csv/again/statistics.csv") == place.bytes("csv/merged_2/statistics.csv"));
}

/// What a scenario says decides whether a run goes on, not how that is written; the copy is of the text that was run last.
#[test]
fn a_run_goes_on_with_another_comment_and_nothing_else() {
    let place = Place::new(TOP);
    let write = |text: &str| std::fs::write(place.path().join("top.toml"), text).expect("a scenario");
    place.ok(&with(&["--format", "csv", "--out", "out"]));
    let (members, before) = (place.bytes("out/members.csv"), place.manifest("out"));
    let other = TOP.replace("# a comment that stays", "# another one\n").replace("members = 10", "members = 1_0 # ten");
    write(&other);
    place.ok(&with(&["--format", "csv", "--out", "out", "--resume"]));
    let after = place.manifest("out");
    assert_eq!((place.bytes("out/members.csv"), place.text("out/scenario.toml")), (members.clone(), other.clone()));
    assert_ne!(after.scenario_sha256, before.scenario_sha256);
    assert_eq!(after.scenario_meaning_sha256, before.scenario_meaning_sha256);
    place.ok(&with(&["--format", "csv", "--shard", "1/2", "--out", "a"]));
    write(TOP);
    place.ok(&with(&["--format", "csv", "--shard", "2/2", "--out", "b"]));
    place.ok(&["merge", "a", "b", "--out", "merged"]);
    assert_eq!((place.bytes("merged/members.csv"), place.text("merged/scenario.toml")), (members, other));
    for (from, to) in [("step = 1e-4", "step = 1.1e-4"), ("[14, 16]", "[14, 17]"), ("over = \"max\"", "over = \"min\"")]
    {
        write(&TOP.replace(from, to));
        place.refuses_with(
            &with(&["--format", "csv", "--out", "out", "--resume"]),
            &["what the scenario says has changed"],
        );
    }
}

/// What a manifest names lies beside it, whoever wrote the manifest: nothing else is read, written or replaced.
#[test]
fn a_manifest_names_no_file_elsewhere() {
    let place = Place::new(TOP);
    let shards = ["1/2", "2/2"].map(|shard| {
        let folder = format!("part{}", &shard[..1]);
        place.ok(&with(&["--format", "csv", "--shard", shard, "--out", &folder]));
        folder
    });
    let write = |file: &str, text: &str| std::fs::write(place.path().join(file), text).expect("a file");
    std::fs::create_dir(place.path().join("deep")).expect("a folder");
    write("secret.txt", "secret");
    let kept = ["deep/secret.txt", "deep/notes.txt"];
    kept.iter().for_each(|file| write(file, "mine"));
    let [a, b] = shards.each_ref().map(String::as_str);
    let folders = [a, b].map(|folder| place.path().join(folder).join("manifest.json"));
    let whole = [a, b].map(|folder| place.manifest(folder));
    for name in ["../secret.txt", "/etc/hostname", "..", "members.csv", "manifest.json", "notes.txt", "a\u{202e}b"] {
        for (path, manifest) in folders.iter().zip(&whole) {
            let mut other = manifest.clone();
            other.inputs.push(name.into());
            write_json(path, &other.with_checksum()).expect("a manifest");
        }
        for out in ["deep/m", "deep"] {
            let part = "inputs: found the file name";
            place.refuses_with(&["merge", a, b, "--out", out], &[part, "accepted: scenario.toml, plan.csv"]);
        }
        kept.iter().for_each(|file| assert_eq!(place.text(file), "mine", "{name}"));
    }
    for name in ["../members.csv", "/tmp/members.csv", "", "a/b"] {
        for (path, manifest) in folders.iter().zip(&whole) {
            let mut other = manifest.clone();
            other.tables.iter_mut().flatten().for_each(|table| table.file = name.into());
            write_json(path, &other.with_checksum()).expect("a manifest");
        }
        place.refuses_with(&["merge", a, b, "--out", "deep/m"], &["found the file name", "a file beside the manifest"]);
        // what is not named by a manifest that can be read is nobody's to replace
        place.refuses_with(&with(&["--out", a, "--force"]), &["so it may be yours and is not replaced"]);
        place.refuses_with(
            &with(&["--shard", "1/2", "--out", a, "--resume"]),
            &["so it may be yours and is not replaced"],
        );
    }
    for (path, manifest) in folders.iter().zip(whole) {
        write_json(path, &manifest).expect("a manifest");
    }
    place.ok(&["merge", a, b, "--out", "deep/m"]);
}

#[test]
fn a_shard_that_was_not_finished_is_refused() {
    let place = Place::new(TOP);
    place.ok(&with(&["--shard", "1/2", "--out", "a"]));
    place.ok(&with(&["--shard", "2/2", "--out", "b"]));
    let path = place.path().join("b/manifest.json");
    let unfinished = RunManifest { complete: false, ..place.manifest("b") };
    write_json(&path, &unfinished).expect("a manifest");
    place.refuses_with(&["merge", "a", "b", "--out", "x"], &["its content has another checksum"]);
    write_json(&path, &unfinished.with_checksum()).expect("a manifest");
    place.refuses_with(&["merge", "a", "b", "--out", "x"], &["b is not complete", "--resume"]);
    // of another shard it does not go on
    place.refuses_with(&with(&["--shard", "1/2", "--out", "b", "--resume"]), &["was shard 2/2 and is shard 1/2"]);
}

#[test]
fn merged_shards_say_what_their_verb_says_in_the_end() {
    let scenario = "[parameters]\nk = 1.0\n[[body]]\nname = \"m\"\nmass = 1\n[[joint]]\nname = \"r\"\nkind = \"prismatic\"\nbetween = [\"ground\", \
                    \"m\"]\naxis = [1, 0, 0]\n[[force]]\nname = \"f\"\nkind = \"joint_torque\"\njoint = \"r\"\ntorque = \"-k*q - 0.1*v\"\n[method]\n\
                    formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 0.01\nduration = 1\n[plan]\nkind = \"grid\"\n\
                    vary.k = [1, -0.5, 2, -3]\n[[output]]\nname = \"x\"\nquantity = \"joint_position\"\njoint = \"r\"\n";
    let place = Place::new(scenario);
    let said = |arguments: &[&str]| {
        let output = place.output(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
    };
    let modes = |more: &[&'static str]| said(&[&["modes", "top.toml"], more].concat());
    let whole = modes(&["--out", "whole"]);
    let line = whole.lines().find(|line| line.contains(" are unstable")).expect("a line");
    modes(&["--shard", "1/2", "--out", "a"]);
    modes(&["--shard", "2/2", "--out", "b"]);
    let merged = said(&["merge", "a", "b", "--out", "merged"]);
    assert!(merged.contains(line), "{line}\n{merged}");
}
