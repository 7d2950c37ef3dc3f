//! Frequencies beside closed forms and collocation (`beam_dynamics.json`): clamped, hinged, curved, composite, loaded, spinning.

use super::*;
use gyrosweep::io::table::Format;
use gyrosweep::studies::modes::Request;
use gyrosweep::studies::run::Target;
use gyrosweep::studies::{self, Silent};

/// The columns of the modes of every member of a scenario, in their order.
fn modes(text: &str) -> Vec<Vec<(String, f64)>> {
    let folder = tempfile::tempdir().expect("a folder");
    let request = Request {
        target: Target::Folder(folder.path().join("modes")),
        format: Format::Csv,
        ..Request::of(parse(&format!("{text}{TIP}{METHOD}")))
    };
    studies::run(request, &Silent).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let table = std::fs::read_to_string(folder.path().join("modes/members.csv")).expect("a table");
    let [names, rows @ ..] = &table.lines().collect::<Vec<_>>()[..] else { panic!("{table}") };
    let number = |x: &str| x.parse().unwrap_or(f64::NAN);
    let row = |row: &&str| names.split(',').map(String::from).zip(row.split(',').map(number)).collect();
    rows.iter().map(row).collect()
}

/// The frequencies of a scenario, about what it says.
fn frequencies(text: &str) -> Vec<f64> {
    let [row, ..] = &modes(text)[..] else { panic!("{text}") };
    row.iter().filter(|(name, _)| name.starts_with("frequency")).map(|(_, x)| *x).collect()
}

/// A curved blade on a rotor, loaded at its tip, about its equilibrium.
#[test]
fn frequencies_of_a_blade_on_a_rotor_have_the_derivatives_of_differences() {
    let parameters: [(&str, f64); 7] =
        [("w", 0.03), ("young", 7e9), ("l", 1.2), ("f", -40.0), ("spin", 25.0), ("hub", 0.2), ("bend", 0.3)];
    let declared: String =
        parameters.iter().map(|(name, value)| format!("{name} = {{ default = {value:?} }}\n")).collect();
    let text = format!(
        "[parameters]\n{declared}[[beam]]\nname = \"b\"\nposition = [\"hub\", 0, 0]\nlength = \"l\"\ncurvature = [0.2, \"bend\", 0]\nelements = \
         2\norder = 4\nsection = {{ kind = \"rectangle\", width = \"w\", height = 0.02, youngs_modulus = \"young\", density = 2700 \
         }}\n{CLAMP}at = [\"hub\", 0, 0]\n{}[modes]\ncount = 4\nabout = \"equilibrium\"\nbase_rotation = [0, 0, \"spin\"]\n[sensitivity]\nparameters = \
         \"all\"\n",
        tip_force("[0, 0, \"f\"]")
    );
    for (name, value) in parameters {
        let h = 2e-3 * value.abs();
        let [min, max] = [value - 2.0 * h, value + 2.0 * h];
        let plan = format!("[plan]\nkind = \"grid\"\nvary.{name} = {{ min = {min:?}, max = {max:?}, count = 5 }}\n");
        let rows: Vec<HashMap<String, f64>> =
            modes(&format!("{text}{plan}")).into_iter().map(|row| row.into_iter().collect()).collect();
        let [a, b, own, c, d] = &rows[..] else { panic!("{}", rows.len()) };
        for k in 1..=4 {
            let column = format!("frequency_{k}");
            let difference = (a[&column] - d[&column] + 8.0 * (c[&column] - b[&column])) / (12.0 * h);
            let slope = own[&format!("d({column})/d({name})")];
            // rounding of frequencies, of stiffnesses of all motions, over the difference
            let size = difference.abs() + 1e-2 * own[&column] / value.abs();
            assert!((slope - difference).abs() < 1e-6 * size, "d({column})/d({name}): {slope:e} {difference:e}");
        }
    }
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
