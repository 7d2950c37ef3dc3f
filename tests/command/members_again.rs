//! Plans that are made of results or of other plans: members of a run again, `--set plan.kind`, one member of every verb; scenarios
//! without `[method]` and outputs; dimensions with tolerances.

use crate::common::place::Place;

/// A mass on a spring that a force pulls at.
const PARTS: &str = r#"
[parameters]
stiffness = { default = 100.0, unit = "N/m" }
mass = { default = 1.0, unit = "kg" }
[[body]]
name = "mass"
mass = "mass"
inertia = [1, 1, 1]
[[joint]]
name = "rail"
kind = "prismatic"
axis = [1, 0, 0]
between = ["ground", "mass"]
stiffness = "stiffness"
[[force]]
name = "pull"
kind = "force"
body = "mass"
force = [5, 0, 0]
"#;
const OUTPUT: &str = "[[output]]\nname = \"x\"\nquantity = \"joint_position\"\njoint = \"rail\"\n";
const METHOD: &str = "[method]\nintegrator = \"rkmk4\"\nstep = 0.01\nduration = 0.1\n";
const PLAN: &str = "[plan]\nkind = \"random\"\nmembers = 5 # few\nseed = 3\n[plan.vary]\nstiffness = { uniform = [100, 400] }\nmass = { normal = [\n1, 0.1] }\n";

fn scenario(parts: &[&str]) -> String {
    [&[PARTS][..], parts].concat().concat()
}

fn answer(place: &Place, arguments: &[&str]) -> (i32, String, String) {
    let output = place.output(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

fn done(place: &Place, arguments: &[&str]) -> String {
    let (code, said, error) = answer(place, arguments);
    assert_eq!(code, 0, "{arguments:?}: {error}");
    said
}

fn write(place: &Place, name: &str, text: &str) {
    std::fs::write(place.path().join(name), text).expect("a file");
}

fn read(place: &Place, name: &str) -> String {
    std::fs::read_to_string(place.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn columns(place: &Place, table: &str, names: &[&str]) -> Vec<Vec<f64>> {
    let path = place.path().join(table);
    let format =
        if table.ends_with("csv") { gyrosweep::io::table::Format::Csv } else { gyrosweep::io::table::Format::Parquet };
    let read = gyrosweep::io::table::read_numbers(&path, format, names).unwrap_or_else(|e| panic!("{e}"));
    read.into_iter().map(|column| column.values).collect()
}

/// The members of a run, in either format, with usual or plain names, with the manifest beside them or away from it, are the plan of a
/// run with the same results; and so are those that this run has copied.
#[test]
fn members_of_a_run_are_a_plan_again() {
    let derivatives = "[sensitivity]\nparameters = [\"mass\"]\n";
    let condition = "[[probability]]\nname = \"far\"\nof = \"x > 0.02\"\n";
    let place = Place::new(&scenario(&[OUTPUT, condition, METHOD, derivatives, PLAN]));
    for (folder, further) in
        [("csv", &["--format", "csv"][..]), ("plain", &["--format", "csv", "--names", "plain"]), ("parquet", &[])]
    {
        done(&place, &[&["run", "top.toml", "--out", folder], further].concat());
        let format = if folder == "parquet" { "parquet" } else { "csv" };
        let table = format!("{folder}/members.{format}");
        std::fs::copy(place.path().join(&table), place.path().join(format!("away.{format}"))).expect("a copy");
        for file in [table.clone(), format!("away.{format}")] {
            let plan = format!("[plan]\nkind = \"table\"\nfile = \"{file}\"\n");
            write(&place, "again.toml", &scenario(&[OUTPUT, condition, METHOD, derivatives, &plan]));
            done(&place, &["run", "again.toml", "--out", "again", "--force"]);
            let names = ["stiffness", "mass", "x", "d(x)/d(mass)"];
            let first = if folder == "plain" { ["stiffness", "mass", "x", "d_x_d_mass"] } else { names };
            assert_eq!(columns(&place, &table, &first), columns(&place, "again/members.parquet", &names), "{file}");
            let copy = read(&place, "again/plan.csv");
            assert_eq!(
                copy.lines().next().map(|head| head.replace(" (N/m)", "").replace(" (kg)", "")),
                Some("stiffness,mass".into())
            );
            done(&place, &["run", "again/scenario.toml", "--out", "third", "--force"]);
            assert_eq!(
                columns(&place, "again/members.parquet", &names),
                columns(&place, "third/members.parquet", &names)
            );
        }
    }
    // of another scenario: its outputs are those that the manifest names
    let other = OUTPUT.replace("\"x\"", "\"place\"");
    let plan = "[plan]\nkind = \"table\"\nfile = \"csv/members.csv\"\n";
    write(&place, "other.toml", &scenario(&[&other, METHOD, plan]));
    done(&place, &["run", "other.toml", "--out", "other"]);
    done(&place, &["run", "other/scenario.toml", "--out", "other_again"]);
    // away from it they are unknown columns, and so are misspelt parameters wherever they stand
    let table = read(&place, "csv/members.csv");
    for (head, message) in [
        ("member,stifness,mass,outcome", "column `stifness` is not a parameter (did you mean `stiffness`?)"),
        ("member,stiffness,mass,outcome,outcome_time,steps,x,maß", "column `maß` is not a parameter"),
        ("member,stiffness,mass,speed,outcome", "column `speed` is not a parameter"),
        ("stiffness,steps", "column `steps` is not a parameter"),
    ] {
        let count = head.split(',').count();
        write(&place, "typo.csv", &format!("{head}\n{}\n", vec!["1"; count].join(",")));
        write(&place, "typo.toml", &scenario(&[OUTPUT, METHOD, "[plan]\nkind = \"table\"\nfile = \"typo.csv\"\n"]));
        let (code, _, error) = answer(&place, &["check", "typo.toml"]);
        assert!(code == 2 && error.contains(message), "{head}: {error}");
    }
    write(&place, "away.csv", &table);
    write(&place, "other.toml", &scenario(&[&other, METHOD, &plan.replace("csv/members", "away")]));
    let (code, _, error) = answer(&place, &["check", "other.toml"]);
    assert!(code == 2 && error.contains("column `x` is not a parameter"), "{error}");
}

/// Keys of the former plan are left out, in the copy as well; those that are set with it, and misspelt ones, are not.
#[test]
fn another_kind_of_plan_on_the_command_line() {
    let grid = "[plan]\nkind = \"grid\"\nvary = { stiffness = [100, 400] }\n";
    let table = "[plan]\nkind = \"table\"\nfile = \"t.csv\"\ncolumns = [\"mass\"]\n";
    for (plan, members) in [(PLAN, 5), (grid, 2), (table, 3)] {
        let place = Place::new(&scenario(&[OUTPUT, METHOD, plan]));
        write(&place, "t.csv", "mass\n1\n2\n3\n");
        done(&place, &["run", "top.toml", "--out", "all"]);
        assert_eq!(place.manifest("all").members, members);
        done(&place, &["run", "top.toml", "--set", "plan.kind=one", "--set", "stiffness=400", "--out", "one"]);
        let [x] = &columns(&place, "one/members.parquet", &["x"])[..] else { panic!("a column") };
        // x = F/k (1 - cos(omega t)) with omega = 20 rad/s, at 0.1 s
        let exact = 5.0 / 400.0 * (1.0 - f64::cos(2.0));
        assert!(x.len() == 1 && (x[0] - exact).abs() < 1e-6, "{x:?}");
        done(&place, &["run", "one/scenario.toml", "--out", "again"]);
        assert_eq!(columns(&place, "again/members.parquet", &["x"]), std::slice::from_ref(x));
        let wrong = ["check", "top.toml", "--set", "plan.kind=one", "--set", "plan.members=7"];
        assert_eq!(answer(&place, &wrong).0, 2);
    }
    let place = Place::new(&scenario(&[OUTPUT, METHOD, &PLAN.replace("seed", "sed")]));
    let (code, _, error) = answer(&place, &["check", "top.toml", "--set", "plan.kind=one"]);
    assert!(code == 2 && error.contains("sed"), "{error}");
}

/// Modes and equilibria need neither a method nor outputs; what runs in time does.
#[test]
fn modes_and_statics_need_no_method() {
    let grid = "[plan]\nkind = \"grid\"\nvary = { stiffness = [100, 400, 900] }\n";
    let place = Place::new(&scenario(&[grid]));
    done(&place, &["modes", "top.toml", "--out", "m", "--format", "csv"]);
    let [found] = &columns(&place, "m/members.csv", &["frequency_1"])[..] else { panic!("a column") };
    for (found, exact) in found.iter().zip([10.0, 20.0, 30.0]) {
        assert!((found - exact).abs() < 1e-9, "{found} {exact}");
    }
    done(&place, &["modes", "m/scenario.toml", "--out", "m2", "--format", "csv"]);
    assert_eq!(read(&place, "m/members.csv"), read(&place, "m2/members.csv"));
    done(&place, &["statics", "top.toml", "--out", "s", "--format", "csv"]);
    done(&place, &["report", "m"]);
    for verb in ["run", "converge"] {
        let (code, _, error) = answer(&place, &[verb, "top.toml"]);
        assert!(code == 2 && (error.contains("method") || error.contains("output")), "{error}");
    }
    let place = Place::new(&scenario(&[OUTPUT, "[statics]\nload_steps = 2\n", grid]));
    let said = done(&place, &["check", "top.toml"]);
    assert!(!said.contains("generalized_alpha"), "{said}");
    done(&place, &["statics", "top.toml", "--out", "s", "--format", "csv"]);
    let [x] = &columns(&place, "s/members.csv", &["x"])[..] else { panic!("a column") };
    for (x, stiffness) in x.iter().zip([100.0, 400.0, 900.0]) {
        assert!((x - 5.0 / stiffness).abs() < 1e-12, "{x} {stiffness}");
    }
    // one member alone has the bits that it has among all, in its row and on its path
    done(&place, &["statics", "top.toml", "--member", "2", "--out", "one", "--format", "csv"]);
    let row = |file: &str, k: usize| read(&place, file).lines().nth(k).map(String::from);
    assert_eq!(row("one/members.csv", 1), row("s/members.csv", 3));
    let of_member: Vec<String> =
        read(&place, "s/path.csv").lines().filter(|l| l.starts_with("2,")).map(String::from).collect();
    assert_eq!(read(&place, "one/path.csv").lines().skip(1).map(String::from).collect::<Vec<_>>(), of_member);
    let (code, _, error) = answer(&place, &["statics", "top.toml", "--member", "3"]);
    assert!(code == 2 && error.contains("--member: found 3; accepted: 0 to 2"), "{error}");
}

/// Normal with limits at three standard deviations, or uniform between them.
#[test]
fn dimensions_with_tolerances() {
    let plan =
        |text: &str| format!("[plan]\nkind = \"latin_hypercube\"\nmembers = 4000\n[plan.vary]\nmass = {{ {text} }}\n");
    for (text, uniform, [low, high]) in [
        ("tolerance = \"45 +- 0.1\"", false, [44.9, 45.1]),
        ("tolerance = \"45 +0.1/-0.3\"", false, [44.7, 45.1]),
        ("tolerance = \"25 +0.021 0\", distribution = \"uniform\"", true, [25.0, 25.021]),
    ] {
        let place = Place::new(&scenario(&[OUTPUT, METHOD, &plan(text)]));
        done(&place, &["run", "top.toml", "--out", "r"]);
        let [mass] = &columns(&place, "r/members.parquet", &["mass"])[..] else { panic!("a column") };
        let count = mass.len() as f64;
        let mean = mass.iter().sum::<f64>() / count;
        let deviation = (mass.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count).sqrt();
        let beyond = mass.iter().filter(|x| !(low..=high).contains(*x)).count() as f64 / count;
        // of a uniform one (high - low)/sqrt(12); strata of a Latin hypercube leave little to chance
        let (sigma, share) = if uniform { ((high - low) / 12.0_f64.sqrt(), 0.0) } else { ((high - low) / 6.0, 0.0027) };
        let width = high - low;
        assert!((mean - 0.5 * (low + high)).abs() < 1e-3 * width, "{text}: {mean}");
        assert!((deviation - sigma).abs() < 1e-2 * sigma, "{text}: {deviation}");
        assert!((beyond - share).abs() < 1e-3, "{text}: {beyond}");
    }
    for text in [
        "tolerance = \"45\"",
        "tolerance = \"45 +- 0\"",
        "tolerance = \"45 +- 0.1\", distribution = \"flat\"",
        "tolerance = 45",
    ] {
        let place = Place::new(&scenario(&[OUTPUT, METHOD, &plan(text)]));
        let (code, _, error) = answer(&place, &["check", "top.toml"]);
        assert!(code == 2 && error.contains("accepted: "), "{text}: {error}");
    }
}
