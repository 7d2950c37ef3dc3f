//! Texts that are made: long ones, and messages that list a catalog; and what is said beside messages.

use super::{Answer, Place, TOP, refused};

#[test]
fn unknown_kinds() {
    let names = |kinds: &[gyrosweep::model::Kind]| kinds.iter().map(|k| k.name).collect::<Vec<_>>().join(", ");
    let (forces, quantities) = (names(gyrosweep::model::force::ALL), names(&gyrosweep::model::output::all()));
    let reductions: Vec<&str> = gyrosweep::model::TimeReduction::ALL.iter().map(|r| r.name()).collect();
    let reductions = reductions.join(", ");
    let (joints, formulations) = (names(gyrosweep::model::joint::ALL), names(&gyrosweep::formulation::kinds()));
    let distributions = gyrosweep::sampling::distribution::ALL.iter().map(|d| d.name).collect::<Vec<_>>().join(", ");
    let plans = gyrosweep::sampling::plan::ALL.iter().map(|p| p.name).collect::<Vec<_>>().join(", ");
    refused(&[
        (
            "integrator = \"rkmk4\"",
            "integrator = \"rkmk5\"",
            &format!(
                "top.toml:20: method.integrator: unknown integrator \"rkmk5\"; did you mean \"rkmk4\"? accepted: {}",
                gyrosweep::integrator::ALL.iter().map(|t| t.name).collect::<Vec<_>>().join(", ")
            ),
        ),
        (
            "integrator = \"rkmk4\"",
            "integrator = \"rkmk4\"\nformulation = \"joints\"",
            &format!(
                "top.toml:21: method.formulation: unknown formulation \"joints\"; did you mean \"joint\"? accepted: \
                 {formulations}"
            ),
        ),
        (
            "kind = \"spherical\"",
            "kind = \"sperical\"",
            &format!(
                "top.toml:16: joint[0].kind: unknown joint \"sperical\"; did you mean \"spherical\"? accepted: {joints}"
            ),
        ),
        (
            "[plan]",
            "[[force]]\nname = \"support\"\nkind = \"bushng\"\n[plan]",
            &format!(
                "top.toml:26: force[0].kind: unknown force \"bushng\"; did you mean \"bushing\"? accepted: {forces}"
            ),
        ),
        (
            "quantity = \"position\"",
            "quantity = \"postion\"",
            &format!(
                "top.toml:32: output[0].quantity: unknown quantity \"postion\"; did you mean \"position\"? \
                 accepted: {quantities}"
            ),
        ),
        (
            "quantity = \"position\"",
            "quantity = \"position\"\nover = \"average\"",
            &format!("top.toml:33: output[0].over: found \"average\"; accepted: {reductions}"),
        ),
        (
            "kind = \"random\"",
            "kind = \"sobl\"",
            &format!("top.toml:25: plan.kind: unknown plan \"sobl\"; did you mean \"sobol\"? accepted: {plans}"),
        ),
        (
            "kind = \"random\"",
            "kind = \"everything\"",
            &format!("top.toml:25: plan.kind: unknown plan \"everything\"; accepted: {plans}"),
        ),
        (
            "mass = { uniform = [14, 16] }",
            "mass = { unifrom = [14, 16] }",
            &format!(
                "top.toml:28: plan.vary.mass.unifrom: unknown distribution `unifrom` (did you mean `uniform`?); known are \
                 {distributions}"
            ),
        ),
    ]);
}

#[test]
fn parameters_may_begin_like_functions() {
    let place = Place::new(&TOP.replace("spin", "max_spin"));
    assert_eq!(place.run(&["check", "top.toml"]), Answer { code: 0, error: String::new() });
}

#[test]
fn neither_long_nor_deep_expressions_crash() {
    let place = "top.toml:10: body[0].mass";
    for long in ["(".repeat(100_000), "-".repeat(100_000), "mass+".repeat(20_000)] {
        let message = format!("{place}: the expression has 100000 characters; accepted: at most 1000");
        refused(&[("mass = \"mass\"", &format!("mass = {long:?}"), &message)]);
    }
    let deep = format!("mass = \"{}mass\"", "-".repeat(996));
    assert_eq!(
        Place::with("mass = \"mass\"", &deep).run(&["run", "top.toml"]),
        Answer { code: 0, error: String::new() }
    );
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
}

#[test]
fn tables_with_long_fields() {
    let plan = "[plan]\nkind = \"random\"\nmembers = 4\n[plan.vary]\nmass = { uniform = [14, 16] }\n";
    // a quote that nothing closes makes one field of all that follows
    let place = Place::with(plan, "[plan]\nkind = \"table\"\nfile = \"members.csv\"\ncolumns = [\"mass\"]\n");
    place.write("members.csv", &format!("mass\n14\n\"15\n{}", "16\n".repeat(50_000)));
    place.refuses(
        &["run", "top.toml"],
        &format!(
            "top.toml:26: plan.file: members.csv:3: the column `mass` holds \"15\\n{}.. (150002 characters)\"; accepted: a finite \
             number; a quote that begins it is closed lines later, or never",
            "16\\n".repeat(19)
        ),
    );
    place.write("members.csv", &format!("{}\n1\n", "m".repeat(1_000_000)));
    place.refuses(
        &["run", "top.toml"],
        &format!(
            "top.toml:26: plan.file: members.csv:1: column `{}.. (1000000 characters)` is not a parameter; the parameters are mass, spin",
            "m".repeat(60)
        ),
    );
}
