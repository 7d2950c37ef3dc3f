//! Motions from starts and guesses far from them, multiples of the period, families of motions.

use super::*;
use gyrosweep::io::scenario::Overrides;

/// Van der Pol's oscillator by variables, with columns of a plan as parameters.
fn oscillator(mu: f64, rows: &[[f64; 3]]) -> [Vec<Row>; 3] {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<String> = rows.iter().map(|[x, v, period]| format!("{x},{v},{period}\n")).collect();
    std::fs::write(folder.path().join("starts.csv"), format!("x0,v0,guess\n{}", lines.concat())).unwrap();
    let text = format!(
        "[parameters]\nx0 = 2.1\nv0 = 0.0\nguess = 7.0\n\
         [[variable]]\nname = \"x\"\ninitial = \"x0\"\nrate = \"v\"\n\
         [[variable]]\nname = \"v\"\ninitial = \"v0\"\nrate = \"{mu}*(1 - x^2)*v - x\"\n\
         [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
         [[output]]\nname = \"v\"\nquantity = \"variable\"\nvariable = \"v\"\n\
         [method]\nintegrator = \"dop853\"\ntolerance = 1e-11\nduration = 1.0\n\
         [periodic]\nperiod_guess = \"guess\"\nphase = {{ output = \"v\", value = 0.0 }}\n\
         [plan]\nkind = \"table\"\nfile = \"starts.csv\"\n"
    );
    found(Scenario::parse(&folder.path().join("test.toml"), &text, Overrides::default()).unwrap())
}

/// The period is that of the reference by SciPy's DOP853 and Newton's method on the section v = 0: 7.300356530, x = 2.017381175.
#[test]
fn the_limit_cycle_is_found_from_starts_and_guesses_all_around() {
    let mut rows = Vec::new();
    for [x, v] in [[0.5, 0.0], [0.5, 2.0], [2.1, 0.0], [2.1, -2.0], [4.0, 0.0], [4.0, 2.0], [1.0, -2.0]] {
        rows.extend([4.0, 6.0, 7.0, 12.0].map(|period| [x, v, period]));
    }
    let [found, ..] = oscillator(1.7, &rows);
    for (row, from) in found.iter().zip(&rows) {
        assert_eq!(row["outcome"], "periodic", "{from:?}: {row:?}");
        let x = number(row, "x").abs();
        assert!((x - FAR.0).abs() < 1e-8 && (number(row, "period") - FAR.1).abs() < 1e-8, "{from:?}: {row:?}");
    }
}

const FAR: (f64, f64) = (2.017_381_175, 7.300_356_530);

/// The shortest period of all guesses is that of the reference.
#[test]
fn multiples_of_the_period_are_not_the_period() {
    let period = reference("van_der_pol")["period"].as_f64().unwrap();
    for (guess, further) in [
        (13.3, ""),
        (20.0, ""),
        (26.0, "segments = 3\n"),
        (33.0, ""),
        (40.0, ""),
        (13.3, "method = \"fourier\"\n"),
        (13.3, "method = \"dg\"\nnodes = 400\n"),
    ] {
        let with = format!("{further}period_guess = {guess}");
        let [rows, ..] = found(scenario("van_der_pol", &[("period_guess = 6.5", &with)]));
        let near = if further.contains("dg") { 1e-3 } else { 1e-8 };
        assert!((number(&rows[0], "period") - period).abs() < near, "{guess} {further}: {:?}", rows[0]);
        assert!((number(&rows[0], "max_multiplier") - 0.000_859_695).abs() < near.max(1e-6), "{guess}: {:?}", rows[0]);
    }
}

/// x'' = -x - x^3 from x = A: the period is 4 K(A^2/(2 (1 + A^2)))/sqrt(1 + A^2), by the arithmetic-geometric mean.
fn period_of(amplitude: f64) -> f64 {
    let m = amplitude.powi(2) / (2.0 * (1.0 + amplitude.powi(2)));
    let (mut a, mut b) = (1.0f64, (1.0 - m).sqrt());
    for _ in 0..20 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    2.0 * std::f64::consts::PI / a / (1.0 + amplitude.powi(2)).sqrt()
}

#[test]
fn of_a_family_of_motions_the_nearest_is_found() {
    for guess in [period_of(2.0), 3.0] {
        for method in ["step = 0.01", "tolerance = 1e-12"] {
            let changed = [
                ("mu*(1 - q^2)*v - q", "-q - q^3".to_string()),
                ("mu = 1.0", "mu = 0.0".into()),
                ("step = 0.02", method.into()),
                ("period_guess = 6.5", format!("period_guess = {guess:?}")),
            ];
            let changed: Vec<(&str, &str)> = changed.iter().map(|(old, new)| (*old, new.as_str())).collect();
            let [rows, ..] = found(scenario("van_der_pol", &changed));
            // both turning points of a motion fulfil the condition on the phase
            let (row, amplitude) = (&rows[0], number(&rows[0], "x").abs());
            assert_eq!(row["outcome"], "periodic", "{guess} {method}: {row:?}");
            assert!((amplitude - 2.0).abs() < 0.5 && number(row, "v").abs() < 1e-9, "{guess} {method}: {row:?}");
            assert!((number(row, "period") - period_of(amplitude)).abs() < 1e-8, "{guess} {method}: {row:?}");
            assert!((number(row, "max_multiplier") - 1.0).abs() < 1e-7, "{guess} {method}: {row:?}");
        }
    }
}
