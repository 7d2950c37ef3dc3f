//! Plans and their members, in a scenario, on the command line and in tables.

use super::{Answer, Place, TOP, refused};

/// The lines of the plan in [`TOP`].
const PLAN: &str = r#"[plan]
kind = "random"
members = 4
[plan.vary]
mass = { uniform = [14, 16] }
"#;

/// The plan that reads members from a file, on line 24 of [`TOP`].
const TABLE: &str = r#"[plan]
kind = "table"
file = "members.csv"
columns = ["mass"]
"#;

#[test]
fn sampled_plans() {
    let distributions = gyrosweep::sampling::distribution::ALL.iter().map(|d| d.name).collect::<Vec<_>>().join(", ");
    let mass = "mass = { uniform = [14, 16] }";
    refused(&[
        (
            "kind = \"random\"\n",
            "",
            "top.toml:24: plan.kind: this key is needed and missing: how members are made; accepted: one, grid, random, \
             latin_hypercube, halton, sobol, table",
        ),
        ("members = 4", "members = 0", "top.toml:26: plan.members: found 0; a plan needs at least one member"),
        (
            "kind = \"random\"\nmembers = 4",
            "kind = \"sobol\"\nmembers = 4294967297",
            "top.toml:26: plan.members: found 4294967297; accepted: at most 4294967296",
        ),
        (mass, "mass = { uniform = [16, 14] }", "top.toml:28: plan.vary.mass.uniform: max = 14 is less than min = 16"),
        (
            mass,
            "mass = { unifrom = [14, 16] }",
            &format!(
                "top.toml:28: plan.vary.mass.unifrom: unknown distribution `unifrom` (did you mean `uniform`?); known are \
                 {distributions}"
            ),
        ),
        (
            mass,
            "mass = { uniform = [14] }",
            "top.toml:28: plan.vary.mass.uniform: uniform takes 2 numbers [min, max], but 1 number is given",
        ),
        (
            mass,
            "mass = { normal = { mean = 14, std = 1 } }",
            "top.toml:28: plan.vary.mass.normal: found a table; accepted: numbers in brackets, normal = [mean, std]",
        ),
        (
            mass,
            "mass = { choice = { values = [14, 15], weights = [1, 2] } }",
            "top.toml:28: plan.vary.mass.choice: found a table; accepted: numbers in brackets, choice = [values...], which are \
             equally likely: there are no weights",
        ),
        (mass, "mass = { normal = [14, 0] }", "top.toml:28: plan.vary.mass.normal: std = 0 is not positive"),
        (
            mass,
            "mass = { uniform = [14, 16], normal = [15, 1] }",
            "top.toml:28: plan.vary.mass: expected one entry, as in { uniform = [14.0, 16.0] }",
        ),
        (
            mass,
            "mas = { uniform = [14, 16] }",
            "top.toml:28: plan.vary.mas: unknown parameter \"mas\"; did you mean \"mass\"? parameters: mass, spin",
        ),
        (mass, "", "top.toml:27: plan.vary: plan `random` varies no parameter: it needs at least one"),
    ]);
}

#[test]
fn members_on_the_command_line() {
    let place = Place::new(TOP);
    place.refuses(&["run", "top.toml", "--members", "0"], "--members: found 0; a plan needs at least one member");
    let grid = "[plan]\nkind = \"grid\"\n[plan.vary]\nmass = [14, 16]\n";
    let none = "top.toml varies nothing, so that it has one member, and more would all be the same";
    let cases = [
        (grid, "the plan of top.toml is a grid, whose axes say how many members it has"),
        ("[plan]\nkind = \"one\"\n", none),
        ("", none),
    ];
    for (plan, has) in cases {
        let place = Place::with(PLAN, plan);
        for option in ["--members", "--seed"] {
            let Answer { code, error } = place.run(&["run", "top.toml", option, "3"]);
            assert_eq!(code, 2, "{error}");
            assert!(
                error.starts_with(&format!("error: {option}: found 3, but {has}; accepted: a plan that draws")),
                "{error}"
            );
        }
    }
    // it has that many
    assert_eq!(Place::with(PLAN, "").run(&["check", "top.toml", "--members", "1"]).code, 0);
}

#[test]
fn keys_of_tables_are_set_on_the_command_line() {
    let place = Place::new(TOP);
    let said = |set: &[&str]| {
        let arguments: Vec<&str> =
            ["check", "top.toml"].into_iter().chain(set.iter().flat_map(|set| ["--set", set])).collect();
        let output = place.command(&arguments).output().expect("the program starts");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&text).into_owned())
    };
    let (code, text) = said(&["plan.vary.mass.normal=[15,0.1]", "plan.members=7", "method.step=5e-4"]);
    assert!(code == Some(0) && text.contains("7 members") && text.contains("2 steps of 0.0005 s"), "{text}");
    let (code, text) =
        said(&["plan.vary.mass.uniform=[15, 15.5]", "plan.vary.spin.uniform=[100, 120]", "plan.kind=sobol"]);
    assert!(code == Some(0) && text.contains("sobol") && text.matches("varied").count() == 2, "{text}");
    for (set, expected) in [
        ("plan.vary.mass.normal=[15]", "normal"),
        ("plan.vary.mss.normal=[15, 1]", "unknown parameter \"mss\"; did you mean \"mass\"?"),
        ("plna.members=7", "there is no table \"plna\" in a scenario; did you mean \"plan\"?"),
        ("sampling.every=1", "top.toml has no table [sampling]"),
        ("body.top.mass=1", "top.toml may have several [[body]], none of which the key names"),
        ("plan.members=", "the value is empty"),
        ("method.stepp=1", "unknown key"),
        ("plan.vary.mass.uniform=[1", "accepted: a value as TOML writes it"),
    ] {
        let (code, text) = said(&[set]);
        assert!(code == Some(2) && text.contains(expected), "{set}: {text}");
    }
    // what varies a parameter is said where its default is set
    let (_, text) = said(&["mass=3"]);
    assert!(text.contains("or what varies it, as --set plan.vary.mass.uniform=[1,2]"), "{text}");
}

#[test]
fn grids() {
    let cases = [
        ("mass = []", "top.toml:26: plan.vary: grid axis `mass` has no values: it needs at least one"),
        ("mass = [1, nan]", "top.toml:26: plan.vary: grid axis `mass`: value 2 = NaN is not a finite number"),
        (
            "mass = { min = 1, max = 2, count = 0 }",
            "top.toml:27: plan.vary.mass: grid axis `mass` has no values: it needs at least one",
        ),
        (
            "mass = { min = 1, max = 2, count = 1 }",
            "top.toml:27: plan.vary.mass: count = 1 takes min alone, and nothing reaches max; accepted: a count from 2 on, or \
             one value in brackets, as in [1.0]",
        ),
        (
            "mass = { min = 1, max = 2, number = 3 }",
            "top.toml:27: plan.vary.mass.number: unknown key; accepted: min, max, count",
        ),
        (
            "mass = { uniform = [1, 2] }",
            "top.toml:27: plan.vary.mass: found \"uniform\", a distribution, which a grid does not draw from; accepted: values \
             in brackets, or { min, max, count }; or let the plan be kind = \"sobol\" with members = N",
        ),
        (
            "mass = 1.0",
            "top.toml:27: plan.vary.mass: found one number; accepted: values in brackets, as in [1.0, 2.0], or { min, max, \
             count }; a parameter that does not vary has its value under [parameters], as in mass = { default = 1.0 }",
        ),
        (
            "mass = { min = 1, max = \"twice\", count = 3 }",
            "top.toml:27: plan.vary.mass.max: \"twice\": unknown name \"twice\"; parameters: there are none",
        ),
    ];
    for (vary, message) in cases {
        refused(&[(PLAN, &format!("[plan]\nkind = \"grid\"\n[plan.vary]\n{vary}\n"), message)]);
    }
}

#[test]
fn tables_of_members() {
    let cases = [
        ("spin\n1\n", "members.csv: the table has no column `mass`; its columns are spin"),
        ("mass\n14\nheavy\n", "members.csv:3: column `mass`: `heavy` is not a finite number"),
        ("mass,spni\n14,1\n", "members.csv:1: column `spni` is not a parameter (did you mean `spin`?)"),
        ("mass,colour\n14,1\n", "members.csv:1: column `colour` is not a parameter; the parameters are mass, spin"),
        ("mass\n14\ninf\n", "members.csv:3: column `mass`: `inf` is not a finite number"),
        ("mass;spin\n14;1\n", "members.csv:1: column `mass;spin` is not a parameter; columns are separated by commas"),
        ("mass,mass\n14,1\n", "members.csv:1: column `mass` comes twice"),
        ("mass,spin\n14\n", "members.csv:2: the row has 1 value, but the header has 2 columns"),
        ("mass\n", "members.csv: the table has a header but no rows: a plan needs at least one member"),
        ("", "members.csv: the table has no header that names its columns"),
    ];
    for (table, message) in cases {
        let place = Place::with(PLAN, TABLE);
        place.write("members.csv", table);
        place.refuses(&["run", "top.toml"], message);
    }
    // a quote that nothing closes makes one field of all that follows
    let place = Place::with(PLAN, TABLE);
    place.write("members.csv", &format!("mass\n14\n\"15\n{}", "16\n".repeat(50_000)));
    place.refuses(
        &["run", "top.toml"],
        &format!(
            "members.csv:3: column `mass`: `15\\n{}.. (150002 characters)` is not a finite number; a quote that begins it is closed \
             lines later, or never",
            "16\\n".repeat(19)
        ),
    );
    place.write("members.csv", &format!("{}\n1\n", "m".repeat(1_000_000)));
    place.refuses(
        &["run", "top.toml"],
        &format!(
            "members.csv:1: column `{}.. (1000000 characters)` is not a parameter; the parameters are mass, spin",
            "m".repeat(60)
        ),
    );
    let absent = "top.toml:26: plan.file: cannot read the table members.csv: No such file or directory (os error 2)";
    refused(&[
        (PLAN, TABLE, absent),
        (
            PLAN,
            &TABLE.replace("mass", "mas"),
            "top.toml:27: plan.columns: unknown parameter \"mas\"; did you mean \"mass\"? parameters: mass, spin",
        ),
    ]);
}
