//! Derivatives of equilibria and of critical loads by parameters, beside differences and closed forms.

use super::*;

/// The columns of a scenario at a value of a parameter, with the derivatives of what it asks for.
fn columns_at(text: &str, parameter: &str, value: f64, sensitivity: bool) -> HashMap<String, f64> {
    let marker = format!("{parameter} = {{ default =");
    let start = text.find(&marker).unwrap_or_else(|| panic!("{marker}: {text}")) + marker.len();
    let end = start + text[start..].find('}').expect("the end of a table");
    let mut text = format!("{} {value:?} {}", &text[..start], &text[end..]);
    if sensitivity {
        text += "[sensitivity]\nparameters = \"all\"\n";
    }
    equilibrium(&text)
}

/// Compares the derivatives of these columns by every parameter with differences of the fourth order.
fn beside_differences(text: &str, parameters: &[(&str, f64)], columns: &[&str], tolerance: f64) {
    for (parameter, value) in parameters {
        let found = columns_at(text, parameter, *value, true);
        let h = 1e-3 * value.abs();
        let [a, b, c, d] = [-2.0 * h, -h, h, 2.0 * h].map(|step| columns_at(text, parameter, value + step, false));
        for column in columns {
            let difference = (a[*column] - d[*column] + 8.0 * (c[*column] - b[*column])) / (12.0 * h);
            let name = format!("d({column})/d({parameter})");
            let own = *found.get(&name).unwrap_or_else(|| panic!("{name}: {found:?}"));
            let size = difference.abs() + 1e-3 * found[*column].abs() / value.abs();
            assert!((own - difference).abs() <= tolerance * size, "{name}: {own:e} {difference:e}");
        }
    }
}

const BENT: &str = "[parameters]\nw = { default = 0.03 }\nyoung = { default = 7e9 }\nl = { default = 1.2 }\nf = { default = -400.0 }\nk = { default = 300.0 \
                    }\n[gravity]\nacceleration = [0, 0, -9.81]\n[[beam]]\nname = \"b\"\nlength = \"l\"\ncurvature = [0.2, 0.3, 0]\nelements = 3\norder = \
                    4\nsection = { kind = \"rectangle\", width = \"w\", height = 0.02, youngs_modulus = \"young\", density = 2700 }\n";

#[test]
fn equilibria_have_the_derivatives_of_differences() {
    let outputs = [
        "[[output]]\nname = \"tip\"\nquantity = \"position\"\nbody = \"b.1\"\n",
        "[[output]]\nname = \"turn\"\nquantity = \"quaternion\"\nbody = \"b.1\"\n",
        "[[output]]\nname = \"moment\"\nquantity = \"section_moment\"\nbeam = \"b\"\nat = 0.1\n",
        "[[output]]\nname = \"most\"\nquantity = \"strain\"\nbeam = \"b\"\nalong = \"max\"\n",
        "[[output]]\nname = \"root\"\nquantity = \"reaction_force\"\njoint = \"clamp\"\n",
        "[[output]]\nname = \"highest\"\nquantity = \"expression\"\nexpression = \"tip.x^2\"\nover = \"max\"\n",
        "[[output]]\nname = \"both\"\nquantity = \"expression\"\nexpression = \"highest + w*tip.z\"\n",
        "[[output]]\nname = \"stored\"\nquantity = \"potential_energy\"\n",
    ]
    .concat();
    let spring = "[[force]]\nname = \"spring\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"b.at(0.5)\"]\npoints = [[0.5, 0.5, 0.5], [0, 0, \
                  0]]\nstiffness = \"k\"\nlength = 0.3\n";
    let text = BENT.replace("elements = 3", "elements = 2").to_string()
        + CLAMP
        + spring
        + &tip_force("[0, 30, \"f\"]")
        + &outputs;
    let columns = [
        "tip.x",
        "tip.y",
        "tip.z",
        "turn.w",
        "turn.x",
        "turn.y",
        "turn.z",
        "moment.x",
        "moment.y",
        "moment.z",
        "most.k2",
        "most.k3",
        "most.k2_at",
        "root.x",
        "root.z",
        "highest",
        "both",
        "stored",
    ];
    let parameters = [("w", 0.03), ("young", 7e9), ("l", 1.2), ("f", -400.0), ("k", 300.0)];
    for loads in ["[statics]\nload_steps = 6\n", ""] {
        beside_differences(&(text.clone() + loads), &parameters, &columns, 2e-6);
    }
    // to a limit of the loads that a parameter moves; what is an extreme there is that of the end
    let by_length = text.replace("[gravity]", "end = { default = 0.8 }\n[gravity]")
        + "[statics]\narc_length = { first = 0.02, load_limit = \"end\" }\n";
    beside_differences(&by_length, &[("end", 0.8), ("w", 0.03)], &columns[..12], 2e-6);
    let found = columns_at(&by_length, "end", 0.8, true);
    assert!((found["d(load_factor)/d(end)"] - 1.0).abs() < 1e-12 && found["d(load_factor)/d(w)"] == 0.0, "{found:?}");
    // a path that ends anywhere has no outputs there, nor derivatives
    let anywhere = text.replace("[parameters]", "[sensitivity]\nparameters = \"all\"\n[parameters]")
        + "[statics]\narc_length = { first = 0.002, most_points = 4 }\n";
    let (path, columns) = equilibria(&anywhere);
    assert_eq!(path.outcome, Outcome::MostPoints);
    assert!(columns["tip.x"].is_nan() && columns["d(tip.x)/d(w)"].is_nan(), "{columns:?}");
}

/// A shallow arch of two bars that snaps through, and a column.
#[test]
fn critical_loads_have_the_derivatives_of_differences() {
    let arch = "[parameters]\nea = { default = 5e4 }\nei = { default = 40.0 }\nbend = { default = 0.5 }\nf = { default = 400.0 }\n[[beam]]\nname = \
                \"b\"\nposition = [0, 0, 0]\nrotation_vector = [0, 0, \"bend\"]\ncurvature = [0, 0, \"-bend\"]\nlength = 2\nelements = 2\norder = \
                5\nsection = { stiffness = [\"ea\", 2e4, 2e4, 1e6, 1e6, \"ei\"], mass = [1, 1, 1, 1, 1, 1] }\n";
    let hinge = "[[joint]]\nname = \"hinge\"\nkind = \"fixed\"\nbetween = [\"ground\", \"b.1\"]\n";
    let load = "[[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"b.at(0.5)\"\nforce = [0, \"-f\", 0]\n[[output]]\nname = \"middle\"\nquantity = \
                \"position\"\nbody = \"b.at(0.5)\"\n[statics]\narc_length = { first = 0.01, longest = 0.05, most_points = 60 }\n";
    let text = arch.to_string() + CLAMP + hinge + load;
    let found = equilibrium(&text);
    assert!(found["limit_load"].is_finite(), "{found:?}");
    beside_differences(&text, &[("ea", 5e4), ("ei", 40.0), ("bend", 0.5), ("f", 400.0)], &["limit_load"], 1e-6);
}

#[test]
fn buckling_loads_have_the_derivatives_of_their_formula() {
    let text = |symmetric: bool, load: &str| {
        let second = if symmetric { "ei" } else { "ei2" };
        format!(
            "[parameters]\nea = {{ default = 5e4 }}\nga = {{ default = 2e4 }}\nei = {{ default = 40.0 }}\nei2 = {{ default = 55.0 }}\nl = {{ default = \
             2.0 }}\nside = {{ default = 0.0 }}\n[[beam]]\nname = \"b\"\nlength = \"l\"\nelements = 4\norder = 5\nsection = {{ stiffness = [\"ea\", \"ga\", \
             \"ga\", 30, \"{second}\", \"ei\"], mass = [1, 1, 1, 1, 1, 1] }}\n[[joint]]\nname = \"foot\"\nkind = \"universal\"\nbetween = [\"ground\", \
             \"b.0\"]\nat = [0, 0, 0]\naxes = [[0, 1, 0], [0, 0, 1]]\n[[joint]]\nname = \"guide\"\nkind = \"point_on_line\"\nbetween = [\"ground\", \
             \"b.1\"]\nat = [\"l\", 0, 0]\naxis = [1, 0, 0]\n{}[[force]]\nname = \"push\"\nkind = \"force\"\nbody = \"b.at(0.5)\"\nforce = [0, \"side\", \
             0]\n[[output]]\nname = \"middle\"\nquantity = \"position\"\nbody = \"b.at(0.5)\"\n[sensitivity]\nparameters = \"all\"\n[statics]\n{load}\n",
            tip_force("[-150, 0, 0]")
        )
    };
    let euler = |ei: f64, l: f64| ei * (std::f64::consts::PI / l).powi(2);
    let formula = |[ea, ga, ei, l]: [f64; 4]| {
        let c = 1.0 / ga - 1.0 / ea;
        2.0 * euler(ei, l) / (1.0 + (1.0 + 4.0 * euler(ei, l) * c).sqrt()) / 150.0
    };
    for symmetric in [false, true] {
        for load in ["load_steps = 4", "arc_length = { first = 1e-3, most_points = 60 }"] {
            let found = equilibrium(&text(symmetric, load));
            let at = [5e4, 2e4, 40.0, 2.0];
            assert!((found["buckling_load"] / formula(at) - 1.0).abs() < 1e-8);
            for (i, name) in ["ea", "ga", "ei", "l"].iter().enumerate() {
                let shifted = |step: f64| {
                    let mut all = at;
                    all[i] *= 1.0 + step;
                    formula(all)
                };
                let h = 1e-3;
                let slope =
                    (shifted(-2.0 * h) - shifted(2.0 * h) + 8.0 * (shifted(h) - shifted(-h))) / (12.0 * h * at[i]);
                let own = found[&format!("d(buckling_load)/d({name})")];
                assert!((own - slope).abs() < 1e-7 * slope.abs(), "{symmetric} {load} {name}: {own:e} {slope:e}");
            }
            if !symmetric {
                assert!(found["d(buckling_load)/d(ei2)"].abs() < 1e-9, "{found:?}");
            }
            // a load beside the column leaves no bifurcation
            assert!(found["d(buckling_load)/d(side)"].is_nan(), "{found:?}");
        }
    }
}

/// `validate` finds every derivative of an arch and of a blade on a rotor right, but of damping, which is rounding.
#[test]
fn derivatives_of_equilibria_and_of_modes_are_judged() {
    use gyrosweep::studies::AnalysisKind;
    use gyrosweep::studies::validate::{Request, Verdict};
    use gyrosweep::studies::{self, Silent};
    let judged = |name: &str, analysis: AnalysisKind| {
        let scenario = scenario(name, &[]);
        let found = studies::run(Request { analysis, ..Request::of(scenario) }, &Silent).expect("a validation").found;
        found.judgement
    };
    let arch = judged("arch", AnalysisKind::Statics);
    assert_eq!(arch.count(Verdict::Right), 30, "{:?}", arch.derivatives);
    let blade = judged("blade", AnalysisKind::Modes);
    let frequencies = |k: usize| blade.components[blade.derivatives[k].component].name.starts_with("frequency");
    let verdicts = (0..blade.derivatives.len()).filter(|k| frequencies(*k)).map(|k| blade.derivatives[k].verdict);
    // behind the frequencies of the pairs are those of their second roots, where a pair becomes two: none here
    assert_eq!(
        verdicts.collect::<Vec<_>>(),
        [[Verdict::Right; 4], [Verdict::NoDerivative; 4]].concat(),
        "{:?}",
        blade.derivatives
    );
    assert_eq!(blade.count(Verdict::Wrong), 0);
}
