//! Extremes along beams: beside closed forms, and beside the same quantities at fixed places.

use super::*;

fn output(name: &str, quantity: &str, keys: &str) -> String {
    format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\nbeam = \"b\"\n{keys}\n")
}

/// A beam clamped at its root and held across at its tip under a load q per length: the moment is -q L^2/8 at the root, and 9 q L^2/128
/// at 5/8 of the length.
#[test]
fn the_moment_of_a_propped_beam_is_where_statics_has_it() {
    let load = 1e-4;
    let text = beam(
        "length = 2\nelements = 3\norder = 5\nsection = { stiffness = [1e9, 1e9, 1e9, 30, 40, 60], mass = [1, 1, 1, 1, 1, 1] }",
    ) + CLAMP
        + "[[joint]]\nname = \"prop\"\nkind = \"generic\"\nbetween = [\"ground\", \"b.1\"]\nlocked = [\"z\"]\nat = [2, 0, 0]\n"
        + &format!(
            "[[force]]\nname = \"q\"\nkind = \"distributed\"\nbeam = \"b\"\nforce = [\"0\", \"0\", \"{load}\"]\n"
        )
        + &output("most", "section_moment", "along = \"max\"")
        + &output("least", "section_moment", "along = \"min\"")
        + "[statics]\nload_steps = 1\n";
    let columns = equilibrium(&text);
    // bending about axis 2 has the sign that turns axis 3 to axis 1
    let (whole, signs) = (load * 4.0, [columns["most.y"].signum(), columns["least.y"].signum()]);
    assert_eq!(signs, [1.0, -1.0]);
    let ends = [(columns["most.y"], columns["most.y_at"]), (-columns["least.y"], columns["least.y_at"])];
    let (root, span) = if ends[0].1 < ends[1].1 { (ends[0], ends[1]) } else { (ends[1], ends[0]) };
    assert!(root.1 < 1e-9 && (root.0 / (whole / 8.0) - 1.0).abs() < 1e-5, "{root:?}");
    assert!((span.1 - 0.625).abs() < 1e-5 && (span.0 / (9.0 * whole / 128.0) - 1.0).abs() < 1e-5, "{span:?}");
}

fn bent(keys: &str, further: &str) -> String {
    beam(&format!("length = 2\ncurvature = [0.2, 0.6, -0.3]\nelements = 2\norder = 4\n{keys}"))
        + CLAMP
        + &tip_force("[3, 14, -9]")
        + further
}

/// Of a curved beam in large bending: what is found at its place is the extreme, and nothing beside it is larger.
#[test]
fn extremes_are_what_the_places_have() {
    let keys = "section = { stiffness = [1e4, 4e3, 5e3, 30, 40, 60], mass = [1, 1, 1, 1, 1, 1] }";
    for quantity in ["strain", "section_force", "section_moment"] {
        let parts: &[&str] =
            if quantity == "strain" { &["e1", "e2", "e3", "k1", "k2", "k3"] } else { &["x", "y", "z"] };
        let both = output("most", quantity, "along = \"max\"") + &output("least", quantity, "along = \"min\"");
        let extremes = equilibrium(&bent(keys, &both));
        let at = |place: f64| output("here", quantity, &format!("at = {place:?}"));
        let fixed: Vec<_> = (0..=20).map(|k| equilibrium(&bent(keys, &at(f64::from(k) / 20.0)))).collect();
        for part in parts {
            let [most, least] = ["most", "least"].map(|name| extremes[&format!("{name}.{part}")]);
            let size = most.abs().max(least.abs());
            for columns in &fixed {
                let here = columns[&format!("here.{part}")];
                assert!(
                    here < most + 1e-9 * size && here > least - 1e-9 * size,
                    "{quantity} {part}: {least} {here} {most}"
                );
            }
            for (name, value) in [("most", most), ("least", least)] {
                let place = extremes[&format!("{name}.{part}_at")];
                assert!((0.0..=1.0).contains(&place), "{place}");
                let here = equilibrium(&bent(keys, &at(place)))[&format!("here.{part}")];
                // where elements meet, one has the extreme and the other is asked for the place
                let meets = [0.5, 1.0].iter().any(|end| (place - end).abs() < 1e-12);
                assert!(meets || (here - value).abs() < 1e-10 * size, "{quantity} {part} at {place}: {here} {value}");
            }
        }
    }
}

#[test]
fn extremes_have_derivatives() {
    let method = "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nnewton = { absolute = 1e-13, relative = \
                  1e-13 }\nstep = 5e-4\nduration = 0.02\n";
    let at = |width: f64, sensitivity: &str| {
        let text = format!("[parameters]\nw = {width:?}\n")
            + &bent(
                "section = { kind = \"rectangle\", width = \"w\", height = 0.02, youngs_modulus = 7e9, density = 2700 }",
                &output("most", "section_moment", "along = \"max\""),
            )
            + sensitivity
            + method;
        let scenario = parse(&text);
        let chunk = run_on(cpu_backends()[2].1.as_ref(), &scenario);
        assert_eq!(chunk.outcomes, [Outcome::Completed], "{text}");
        let names = scenario.study.mechanism.columns().into_iter().map(|(name, _)| name);
        names.zip(chunk.outputs.row(0)).collect::<HashMap<String, f64>>()
    };
    let (width, h) = (0.03, 3e-5);
    let direct = at(width, "[sensitivity]\nparameters = [\"w\"]\n");
    let [a, b, c, d] = [-2.0 * h, -h, h, 2.0 * h].map(|step| at(width + step, ""));
    for column in ["most.x", "most.y", "most.z", "most.y_at"] {
        let difference = (a[column] - d[column] + 8.0 * (c[column] - b[column])) / (12.0 * h);
        let found = direct[&format!("d({column})/d(w)")];
        assert!(
            (found - difference).abs() < 1e-6 * (difference.abs() + direct[column].abs() / width),
            "{column}: {found} {difference}"
        );
    }
}
