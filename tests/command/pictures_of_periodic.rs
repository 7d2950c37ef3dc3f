//! Pictures of periodic motions: phase portraits, and branches with what is special of their points.

use super::pictures::{drawn, refused};
use super::pictures_of_equilibria::results;
use crate::common::{replaced, root};

fn scenario(name: &str) -> String {
    std::fs::read_to_string(root().join("scenarios").join(name)).expect("a scenario")
}

#[test]
fn branches_are_lines_with_their_special_points() {
    let folder = tempfile::tempdir().expect("folder");
    let plan = "step = 0.02, switch = true }\n[plan]\nkind = \"grid\"\nvary.b = { min = 0.1, max = 0.12, count = 2 }\n";
    results(folder.path(), "periodic", &replaced(&scenario("driven_pendulum.toml"), &[("step = 0.02 }", plan)]));
    let (svg, said) = drawn(folder.path(), &["--path", "--x", "a", "--y", "max_multiplier"]);
    assert!(said.starts_with("2 members drawn"), "{said}");
    for label in [
        "squares: 4 folds, triangles:",
        "period doublings",
        ">max_multiplier<",
        ">a<",
        ">member 1<",
        ">member 1, 2 periods<",
    ] {
        assert!(svg.contains(label), "{label}: {svg}");
    }
    let (svg, said) = drawn(folder.path(), &["--path", "--x", "a", "--y", "angle", "--lines", "1", "--colour", "b"]);
    assert!(said.starts_with("1 of 2 members drawn") && svg.contains("squares: 2 folds, triangles: "), "{said} {svg}");
    refused(folder.path(), &["--path", "--x", "a"], "needs --y <COLUMN>");
    refused(folder.path(), &["--path", "--x", "a", "--y", "angel"], "angle");
}

#[test]
fn samples_become_phase_portraits() {
    let folder = tempfile::tempdir().expect("folder");
    results(folder.path(), "periodic", &replaced(&scenario("duffing.toml"), &[("members = 1000", "members = 20")]));
    let (svg, said) = drawn(folder.path(), &["--samples", "--x", "x", "--y", "v", "--colour", "gamma"]);
    assert!(said.starts_with("20 members drawn") && svg.contains(">v (m/s)<"), "{said}");
}
