//! Members that are added to results: `run --extend`.

use super::indices::with;
use crate::common::place::Place;
use std::collections::BTreeMap;

/// A function of two parameters.
pub(super) const FUNCTION: &str = "[parameters]\na = 1.0\nb = 2.0\n[[output]]\nname = \"y\"\nquantity = \"expression\"\n\
                        expression = \"a*b + sin(a)\"\n[[probability]]\nof = \"y > 3\"\n\
                        [plan.vary]\na = { normal = [1, 0.2] }\nb = { uniform = [1, 3] }\n";

/// Every file of a folder but the manifest, which tells how long the run took.
pub(super) fn files(place: &Place, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(place.path().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let named =
        files.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()));
    named.filter(|(name, _)| name != "manifest.json").collect()
}

/// The figures of a manifest, without what differs from run to run.
fn figures(place: &Place, folder: &str) -> serde_json::Value {
    let manifest = place.manifest(folder);
    serde_json::json!([manifest.members, manifest.outcomes, manifest.outputs, manifest.probabilities, manifest.tables])
}

pub(super) fn rewrite(place: &Place, scenario: &str) {
    std::fs::write(place.path().join("top.toml"), scenario).unwrap();
}

/// Adds members to a folder.
fn extend(place: &Place, arguments: &[&str]) {
    let output =
        place.output(&[&["run", "top.toml", "--out", "found", "--backend", "cpu", "--extend"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs into a folder, and returns why it was refused.
fn refused(place: &Place, arguments: &[&str]) -> String {
    let output = place.output(&[&["run", "top.toml", "--out", "found", "--backend", "cpu"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn results_that_are_extended_are_those_of_a_run_of_all() {
    for (plan, fewer, more) in [
        ("kind = \"random\"", "members = 700", "members = 1500"),
        ("kind = \"sobol\"\nreplicates = 16", "members = 256", "members = 1024"),
        ("kind = \"halton\"", "members = 100", "members = 300"),
        ("kind = \"saltelli\"", "rows = 32", "rows = 128"),
        ("kind = \"morris\"", "trajectories = 30", "trajectories = 70"),
        ("kind = \"shapley\"", "rows = 32", "rows = 64"),
    ] {
        let scenario = |count: &str| with(FUNCTION, &format!("{plan}\n{count}"));
        let place = Place::new(&scenario(fewer));
        place.ran("found", &["--threads", "1"]);
        // what was found of fewer members is not true of more
        if plan.contains("saltelli") {
            assert!(place.output(&["sensitivity", "found"]).status.success());
            assert!(place.path().join("found/indices.parquet").exists());
        }
        rewrite(&place, &scenario(more));
        assert!(refused(&place, &["--resume"]).contains("(--extend adds members to those that are there)"));
        extend(&place, &["--chunk", "37"]);
        place.ran("whole", &["--threads", "2"]);
        assert!(files(&place, "found") == files(&place, "whole"), "{plan}");
        assert_eq!(figures(&place, "found"), figures(&place, "whole"), "{plan}");
        // nothing is left to do, and nothing changes
        extend(&place, &[]);
        assert!(files(&place, "found") == files(&place, "whole"), "{plan}");
    }
}

#[test]
fn statistics_are_extended_by_whole_blocks() {
    let place = Place::new(&with(FUNCTION, "kind = \"random\"\nmembers = 2048"));
    place.ran("found", &["--statistics"]);
    extend(&place, &["--statistics", "--members", "5000"]);
    place.ran("whole", &["--statistics", "--members", "5000"]);
    assert!(files(&place, "found") == files(&place, "whole"));
    assert_eq!(figures(&place, "found"), figures(&place, "whole"));
    let error = refused(&place, &["--statistics", "--extend", "--members", "9000"]);
    assert!(error.contains("those of more go on from a multiple of 1024 alone"), "{error}");
}

#[test]
fn what_would_be_other_members_is_refused() {
    let place = Place::new(&with(FUNCTION, "kind = \"random\"\nmembers = 40\nseed = 3"));
    place.ran("found", &[]);
    for (scenario, arguments, part) in [
        (
            FUNCTION.replace("sin(a)", "cos(a)"),
            vec!["--extend", "--members", "50"],
            "what the scenario says has changed",
        ),
        (FUNCTION.into(), vec!["--extend", "--members", "50", "--seed", "4"], "the seed was 3 and is 4"),
        (FUNCTION.into(), vec!["--extend", "--members", "30"], "the number of members was 40 and is 30"),
        (FUNCTION.into(), vec!["--extend", "--members", "50", "--shard", "1/2"], "--shard"),
        (FUNCTION.into(), vec!["--extend", "--statistics", "--members", "50"], "begun without --statistics"),
    ] {
        rewrite(&place, &with(&scenario, "kind = \"random\"\nmembers = 40\nseed = 3"));
        let error = refused(&place, &arguments);
        assert!(error.contains(part), "{error}");
    }
    for plan in ["kind = \"latin_hypercube\"\nmembers = 50", "kind = \"one_at_a_time\""] {
        rewrite(&place, &with(FUNCTION, plan));
        let error = refused(&place, &["--extend"]);
        let kind = plan.split('"').nth(1).unwrap();
        assert!(
            error.contains(&format!("the members of a plan of kind \"{kind}\" are others where they are more")),
            "{error}"
        );
        assert!(error.contains("accepted: random, halton, sobol, saltelli, morris, shapley"), "{error}");
    }
}
