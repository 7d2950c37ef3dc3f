//! Derivatives by what a beam is made of: direct, adjoint, differences.

use super::*;

/// A beam whose length, curvature, section, damping and load are parameters.
fn text(method: &str, sensitivity: &str, values: [f64; 6]) -> String {
    let [length, twist, width, modulus, damping, load] = values;
    format!(
        "[parameters]\nl = {{ default = {length:?} }}\nk = {{ default = {twist:?} }}\nw = {{ default = {width:?} }}\nem = {{ default = {modulus:?} }}\nd = {{ default = {damping:?} }}\np = {{ \
         default = {load:?} }}\n[gravity]\nacceleration = [0, 0, -9.81]\n{}{CLAMP}{}{TIP}{sensitivity}{method}",
        beam(
            "length = \"l\"\ncurvature = [\"k\", 0, 0.2]\nelements = 2\norder = 2\ndamping = \"d\"\nsection = { kind = \"rectangle\", width = \"w\", height = 0.02, youngs_modulus = \
             \"em\", density = 2700 }"
        ),
        tip_force("[0, \"p\", 0]")
    )
}

const VALUES: [f64; 6] = [1.0, 0.3, 0.03, 7e9, 1e-3, 5.0];
const MOTION: &str = "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nnewton = { absolute = 1e-13, relative = 1e-13 }\nstep = 5e-4\nduration = 0.02\n";

fn columns(text: &str) -> HashMap<String, f64> {
    let scenario = parse(text);
    let chunk = run_on(cpu_backends()[2].1.as_ref(), &scenario);
    assert_eq!(chunk.outcomes, [Outcome::Completed], "{text}");
    scenario.study.mechanism.columns().into_iter().map(|(name, _)| name).zip(chunk.outputs.row(0)).collect()
}

#[test]
fn derivatives_of_motions_are_those_of_differences() {
    let names = ["l", "k", "w", "em", "d", "p"];
    let asked = |method: &str| format!("[sensitivity]\nparameters = {names:?}\nmethod = \"{method}\"\n");
    let direct = columns(&text(MOTION, &asked("direct"), VALUES));
    let adjoint = columns(&text(MOTION, &asked("adjoint"), VALUES));
    for (i, name) in names.iter().enumerate() {
        let at = |part: f64| {
            let mut values = VALUES;
            values[i] *= 1.0 + part;
            columns(&text(MOTION, "", values))
        };
        let h = 1e-3;
        let [a, b, c, d] = [-2.0 * h, -h, h, 2.0 * h].map(at);
        for output in ["tip.x", "tip.y", "tip.z", "energy"] {
            let step = h * VALUES[i];
            let difference = (a[output] - d[output] + 8.0 * (c[output] - b[output])) / (12.0 * step);
            let key = format!("d({output})/d({name})");
            let scale = difference.abs() + 1e-3 * direct[output].abs() / VALUES[i];
            assert!((direct[&key] - difference).abs() < 1e-6 * scale, "{key}: {:e} {difference:e}", direct[&key]);
            assert!(
                (direct[&key] - adjoint[&key]).abs() < 1e-9 * scale,
                "{key}: {:e} {:e}",
                direct[&key],
                adjoint[&key]
            );
        }
    }
}
