//! Pictures of modes and of paths of equilibria.

use super::pictures::{drawn, refused};
use crate::common::place::gyrosweep;
use std::path::Path;

/// Two springs that press a mass upwards, and snap through under a load; and a rotor on its bearings.
const TRUSS: &str = "[parameters]\nk = { default = 1000.0 }\n[[body]]\nname = \"m\"\nmass = 1\ninertia = [1, 1, 1]\ninitial = { position = [0, 0, 0.3] \
                     }\n[[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"m\"]\naxis = [0, 0, 1]\n";
const ROTOR: &str = "[parameters]\nspin = { default = 10.0, unit = \"rad/s\" }\nside = { default = 1.0 }\n[[body]]\nname = \"m\"\nmass = 1\ninertia = [0.02, 0.01, \
                     0.01]\ninitial = { angular_velocity = [\"spin\", 0, 0] }\n";
const METHOD: &str = "[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.1\n[[output]]\nname = \"at\"\nquantity = \"position\"\nbody = \"m\"\n";

/// Runs a verb on a scenario, and leaves results behind.
pub(super) fn results(folder: &Path, verb: &str, text: &str) {
    std::fs::write(folder.join("own.toml"), text).expect("a scenario");
    let output = gyrosweep(folder, &[verb, "own.toml", "--out", "results", "--format", "csv", "--force"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn paths_are_lines_with_their_critical_points() {
    let spring = |name: &str, x: f64| {
        format!(
            "[[force]]\nname = \"{name}\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"m\"]\npoints = [[{x:?}, 0, 0], [0, 0, 0]]\nstiffness = \
             \"k\"\nlength = {:?}\n",
            1.09f64.sqrt()
        )
    };
    let text = format!(
        "{TRUSS}{}{}[[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"m\"\nforce = [0, 0, -40]\n{METHOD}[statics]\narc_length = {{ first = 0.01, \
         longest = 0.05 }}\n[plan]\nkind = \"grid\"\nvary.k = {{ min = 800, max = 1200, count = 3 }}\n",
        spring("left", -1.0),
        spring("right", 1.0)
    );
    let folder = tempfile::tempdir().expect("folder");
    results(folder.path(), "statics", &text);
    let (svg, said) = drawn(folder.path(), &["--path", "--x", "at.z"]);
    assert!(said.starts_with("3 members drawn"), "{said}");
    for label in
        ["squares: 6 limit points", ">load_factor<", ">at.z (m)<", "All 3 members, one line each", ">member 2<"]
    {
        assert!(svg.contains(label), "{label}: {svg}");
    }
    assert!(!svg.contains("bifurcation"), "{svg}");
    let (svg, said) = drawn(folder.path(), &["--path", "--x", "at.z", "--lines", "2", "--colour", "k"]);
    assert!(said.starts_with("2 of 3 members drawn") && svg.contains("linearGradient"), "{said}");
    assert!(svg.contains("squares: 4 limit points"), "{svg}");
    refused(folder.path(), &["--campbell"], "--campbell draws frequency_1, frequency_2, .. of `gyrosweep modes`");
    refused(folder.path(), &["--path"], "--x <COLUMN>");
    refused(folder.path(), &["--x", "k", "--y", "at.z", "--lines", "4"], "--lines is the number of members of");
}

#[test]
fn frequencies_become_a_campbell_diagram() {
    let support = |name: &str, x: f64| {
        format!(
            "[[force]]\nname = \"{name}\"\nkind = \"bushing\"\nbody = \"m\"\npoint = [{x:?}, 0, 0]\nat = [{x:?}, 0, 0]\nstiffness = [300, 400, \
             \"side*400\"]\n"
        )
    };
    let text = |plan: &str| {
        format!(
            "{ROTOR}{}{}{METHOD}[modes]\ncount = 6\n[plan]\nkind = \"grid\"\n{plan}",
            support("left", -0.1),
            support("right", 0.2)
        )
    };
    let folder = tempfile::tempdir().expect("folder");
    let spins = "vary.spin = { min = 0, max = 60, count = 7 }\n";
    results(folder.path(), "modes", &text(spins));
    let (svg, said) = drawn(folder.path(), &["--campbell"]);
    assert!(said.starts_with("5 modes drawn"), "{said}");
    for label in [
        ">frequency (rad/s)<",
        ">spin (rad/s)<",
        ">mode 5<",
        ">2 x spin<",
        "5 modes of 7 members, followed by their shapes",
        "critical rates, between members by interpolation",
    ] {
        assert!(svg.contains(label), "{label}: {svg}");
    }
    assert!(svg.contains("rings: "), "{svg}");
    assert_eq!(svg.matches("stroke-dasharray").count(), 3, "{svg}");
    let (svg, _) = drawn(folder.path(), &["--campbell", "--multiples", "1.5"]);
    assert!(svg.contains(">1.5 x spin<") && svg.matches("stroke-dasharray").count() == 1, "{svg}");
    refused(folder.path(), &["--campbell", "--multiples=-1"], "--multiples has -1; accepted: positive numbers");
    refused(
        folder.path(),
        &["--path", "--x", "spin"],
        "neither path.parquet nor path.csv, neither periodic.parquet nor periodic.csv; `gyrosweep statics FILE`",
    );
    refused(
        folder.path(),
        &["--x", "spin", "--y", "frequency_1", "--multiples", "1"],
        "--multiples are lines of --campbell",
    );
    // of more than one parameter there is no line
    results(folder.path(), "modes", &text(&format!("{spins}vary.side = {{ min = 1, max = 2, count = 2 }}\n")));
    refused(folder.path(), &["--campbell"], "what the plan varies, which is spin, side; accepted: --x COLUMN");
    refused(folder.path(), &["--campbell", "--x", "spin"], "more than one member has spin = 0");
}
