//! Frequencies beside closed forms and collocation (`beam_dynamics.json`): clamped, hinged, curved, composite, loaded, spinning.

use super::*;
use gyrosweep::io::table::Format;
use gyrosweep::studies::modes::Request;
use gyrosweep::studies::{self, Silent};

/// The frequencies of a scenario, about what it says.
fn frequencies(text: &str) -> Vec<f64> {
    let folder = tempfile::tempdir().expect("a folder");
    let request = Request {
        out: Some(folder.path().join("modes")),
        format: Format::Csv,
        ..Request::of(parse(&format!("{text}{TIP}{METHOD}")))
    };
    studies::run(request, &Silent).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let table = std::fs::read_to_string(folder.path().join("modes/members.csv")).expect("a table");
    let [names, row, ..] = &table.lines().collect::<Vec<_>>()[..] else { panic!("{table}") };
    let columns = names.split(',').zip(row.split(','));
    columns.filter(|(name, _)| name.starts_with("frequency")).map(|(_, x)| x.parse().expect("a frequency")).collect()
}

/// The largest relative error of expected frequencies, each of which is found once.
fn error(found: &[f64], expected: &[f64], errors: Option<&[f64]>) -> f64 {
    let mut left = found.to_vec();
    let mut worst = 0.0f64;
    for (i, wanted) in expected.iter().enumerate() {
        let (at, _) =
            left.iter().enumerate().min_by(|a, b| (a.1 - wanted).abs().total_cmp(&(b.1 - wanted).abs())).expect("some");
        let of = (left.remove(at) / wanted - 1.0).abs();
        worst = worst.max(of - errors.map_or(0.0, |errors| 3.0 * errors[i]));
    }
    worst
}

#[test]
fn blades_vibrate_at_rest_and_on_rotors() {
    let golden = golden("beam_dynamics.json");
    let cases = golden["frequencies"]["cases"].as_array().expect("cases");
    assert!(cases.len() >= 14);
    for case in cases {
        let expected = numbers(&case["omega"]);
        let [hub, spin] = ["hub_radius", "Omega"].map(|key| case[key].as_f64().expect("a number"));
        let [stiffness, mass] = ["stiffness", "mass"].map(|key| text_of(&case[key]));
        let keys = format!(
            "position = [{hub:?}, 0, 0]\nlength = {}\ncurvature = {}\nelements = 3\norder = 7\nsection = {{ stiffness = {stiffness}, mass = {mass} }}",
            case["length"],
            text_of(&case["k0"])
        );
        let load =
            if case["dead_tip_force"].is_null() { String::new() } else { tip_force(&text_of(&case["dead_tip_force"])) };
        let turning = if spin == 0.0 { String::new() } else { format!("base_rotation = [0, 0, {spin:?}]\n") };
        let asked = format!("[modes]\ncount = {}\nabout = \"equilibrium\"\n{turning}", expected.len());
        let found = frequencies(&format!("{}{CLAMP}at = [{hub:?}, 0, 0]\n{load}{asked}", beam(&keys)));
        // the first six by 1e-8 or three times the file's error; the others by the mesh
        let worst = error(&found, &expected[..6], Some(&numbers(&case["relative_error"])));
        println!("{} {spin} {hub}: {worst:e} {:e}", case["name"], error(&found, &expected, None));
        assert!(worst < 2e-8, "{} {spin} {hub}: {worst:e} {found:?} {expected:?}", case["name"]);
    }
}

#[test]
fn timoshenko_beams_have_their_frequencies() {
    let golden = golden("beam_dynamics.json");
    let given = &golden["timoshenko"];
    let number = |key: &str| given["parameters"][key].as_f64().expect("a number");
    // the plane of axes 1 and 3, bending about axis 2; the other plane is made stiff
    let keys = format!(
        "length = {:?}\nelements = 4\norder = 7\nsection = {{ stiffness = [1e12, 1e12, {:?}, 1e10, {:?}, 1e10], mass = [{m:?}, {m:?}, {m:?}, 1, {:?}, 1] }}",
        number("L"),
        number("GA"),
        number("EI"),
        number("J"),
        m = number("m")
    );
    let hinge = |name: &str, body: &str, kind: &str, at: f64| {
        format!(
            "[[joint]]\nname = \"{name}\"\nkind = \"{kind}\"\nbetween = [\"ground\", \"{body}\"]\naxis = [0, 1, 0]\nat = [{at:?}, 0, 0]\n"
        )
    };
    let foot = hinge("foot", "b.0", "revolute", 0.0);
    let supports = [
        ("clamped_free", CLAMP.to_string()),
        ("hinged_free", foot.clone()),
        ("pinned_pinned", foot + &hinge("head", "b.1", "revolute", number("L"))),
    ];
    for (name, support) in supports {
        let expected = numbers(&given[name]);
        let asked = "[modes]\ncount = 8\n";
        let found = frequencies(&format!("{}{support}{asked}", beam(&keys)));
        let worst = error(&found, &expected[..3], None);
        println!("{name}: {worst:e}");
        assert!(worst < 3e-8, "{name}: {found:?} {expected:?}");
    }
}
