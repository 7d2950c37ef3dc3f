//! `modes`: frequencies and damping beside closed forms.

use crate::common::*;
use gyrosweep::io::folder::Existing;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::studies::modes::Request;
use gyrosweep::studies::run::Target;
use gyrosweep::studies::{self, Silent};
use nalgebra::{Complex, DMatrix, Matrix2};
use std::collections::HashMap;

/// What is found of a scenario: a map of the columns of every member.
pub(super) fn found(text: &str) -> Vec<HashMap<String, f64>> {
    found_of(parse(text))
}

fn found_of(scenario: Scenario) -> Vec<HashMap<String, f64>> {
    let folder = tempfile::tempdir().expect("a folder");
    let title = scenario.title.clone();
    let request = Request {
        target: Target::Folder(folder.path().join("modes")),
        existing: Existing::Refuse,
        format: gyrosweep::io::table::Format::Csv,
        ..Request::of(scenario)
    };
    let results = studies::run(request, &Silent).unwrap_or_else(|e| panic!("{title}: {e:?}"));
    assert!(results.succeeded);
    let table = std::fs::read_to_string(folder.path().join("modes/members.csv")).expect("a table");
    let mut lines = table.lines();
    let names: Vec<String> = lines.next().expect("a head").split(',').map(String::from).collect();
    let row = |line: &str| {
        let values = line.split(',').map(|x| x.parse().unwrap_or(f64::NAN));
        names.iter().cloned().zip(values).collect()
    };
    lines.map(row).collect()
}

/// Frequencies and damping of the first member.
fn modes(text: &str, count: usize) -> Vec<[f64; 2]> {
    let row = &found(text)[0];
    assert!(row["unbalanced"] < 1e-9, "{row:?}");
    (1..=count).map(|k| ["frequency", "damping"].map(|name| row[&format!("{name}_{k}")])).collect()
}

fn close_to(what: &str, found: &[[f64; 2]], expected: &[[f64; 2]], tolerance: f64) {
    for (a, b) in found.iter().zip(expected) {
        let off = (a[0] - b[0]).abs() / (1.0 + b[0]) + (a[1] - b[1]).abs();
        assert!(off < tolerance, "{what}: {found:?} {expected:?}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}

/// Frequency and damping of an exponent.
fn of(exponent: Complex<f64>) -> [f64; 2] {
    [exponent.norm(), -exponent.re / exponent.norm()]
}

pub(super) const METHOD: &str =
    "[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.1\n[[output]]\nname = \"e\"\nquantity = \"energy\"\n";

/// A pendulum with a spring and a damper in its joint.
pub(super) fn pendulum(further: &str) -> String {
    format!(
        "[parameters]\nk = {{ default = 3.0 }}\nc = {{ default = 0.4 }}\n[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \
         \"bob\"\nmass = 2\ninertia = [0.1, 0.2, 0.15]\ninitial = {{ position = [0, 0, -0.7] }}\n[[joint]]\nname = \"pivot\"\nkind = \
         \"revolute\"\nbetween = [\"ground\", \"bob\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\nstiffness = \"k\"\ndamping = \"c\"\n{METHOD}{further}"
    )
}

#[test]
fn a_pendulum_has_the_frequency_and_the_damping_of_its_equation() {
    let inertia: f64 = 0.2 + 2.0 * 0.49;
    let expected = |k: f64, c: f64| {
        let (stiffness, half) = ((k + 2.0 * 9.81 * 0.7) / inertia, c / inertia / 2.0);
        let root = Complex::new(half * half - stiffness, 0.0).sqrt();
        of(Complex::new(-half, 0.0) + root)
    };
    close_to("pendulum", &modes(&pendulum(""), 1), &[expected(3.0, 0.4)], 1e-12);
    // damped more than critically: two motions that die away without turning back
    let slow_and_fast = found(&pendulum("[plan]\nkind = \"grid\"\nvary.c = { min = 0.4, max = 20, count = 2 }\n"));
    let (stiffness, half) = ((3.0 + 2.0 * 9.81 * 0.7) / inertia, 20.0 / inertia / 2.0);
    assert!(half * half > stiffness);
    assert!((slow_and_fast[1]["damping_1"] - 1.0).abs() < 1e-12, "{slow_and_fast:?}");
    // upside down it falls
    let row = &found(&pendulum("").replace("stiffness = \"k\"\ndamping = \"c\"\n", "").replace("-0.7]", "0.7]"))[0];
    let growth = (2.0 * 9.81 * 0.7 / inertia).sqrt();
    let both = [1, 2].map(|k| [row[&format!("frequency_{k}")], row[&format!("damping_{k}")]]);
    close_to("upside down", &both, &[[growth, 1.0], [growth, -1.0]], 1e-9);
}

/// A double pendulum in absolute coordinates or a tree, with its exact linear equations.
#[test]
fn a_double_pendulum_has_the_frequencies_of_its_matrices() {
    let text = |method: &str| {
        format!(
            "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"a\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\ninitial = {{ position = [0, 0, \
             -0.5] }}\n[[body]]\nname = \"b\"\nmass = 2\ninertia = [0.2, 0.2, 0.2]\ninitial = {{ position = [0, 0, -1.4] }}\n[[joint]]\nname = \
             \"ja\"\nkind = \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n[[joint]]\nname = \"jb\"\nkind = \
             \"revolute\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, -1]\naxis = [0, 1, 0]\n[[output]]\nname = \"e\"\nquantity = \"energy\"\n{method}"
        )
    };
    let (g, m1, m2, j1, j2, l, c1, c2): (f64, f64, f64, f64, f64, f64, f64, f64) =
        (9.81, 1.0, 2.0, 0.1, 0.2, 1.0, 0.5, 0.4);
    // absolute angles
    let mass = Matrix2::new(j1 + m1 * c1 * c1 + m2 * l * l, m2 * l * c2, m2 * l * c2, j2 + m2 * c2 * c2);
    let stiffness = Matrix2::new(g * (m1 * c1 + m2 * l), 0.0, 0.0, g * m2 * c2);
    let a = mass.try_inverse().expect("regular") * stiffness;
    let (trace, determinant) = (a.trace(), a.determinant());
    let root = (trace * trace / 4.0 - determinant).sqrt();
    let expected = [trace / 2.0 - root, trace / 2.0 + root].map(|square: f64| [square.sqrt(), 0.0]);
    for method in [
        METHOD.replace("[[output]]\nname = \"e\"\nquantity = \"energy\"\n", ""),
        "[method]\nformulation = \"absolute\"\nintegrator = \"rattle\"\nstep = 1e-3\nduration = 0.1\n".into(),
    ] {
        close_to(&method, &modes(&text(&method), 2), &expected, 1e-11);
    }
}

/// A mass between springs on a turntable: seen from it, with the forces of Coriolis and the centrifugal one.
#[test]
fn a_mass_on_a_turntable_has_the_modes_of_coriolis() {
    let (m, kx, ky, c, w) = (2.0, 50.0, 90.0, 0.8, 3.0);
    let text = format!(
        "[parameters]\nw = {{ default = {w:?} }}\n[[body]]\nname = \"puck\"\nmass = {m:?}\ninertia = [0.1, 0.1, 0.1]\n[[body]]\nname = \
         \"slide\"\nmass = 1e-9\ninertia = [1e-9, 1e-9, 1e-9]\n[[joint]]\nname = \"x\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"slide\"]\naxis = \
         [1, 0, 0]\nstiffness = {kx:?}\ndamping = {c:?}\n[[joint]]\nname = \"y\"\nkind = \"prismatic\"\nbetween = [\"slide\", \"puck\"]\naxis = [0, 1, \
         0]\nstiffness = {ky:?}\n{METHOD}[modes]\nbase_rotation = [0, 0, \"w\"]\n[plan]\nkind = \"grid\"\nvary.w = {{ min = 0, max = 4, count = 3 }}\n"
    );
    for (row, w) in found(&text).iter().zip([0.0, 2.0, 4.0]) {
        // x'' = -kx/m x - c/m x' + 2 w y' + w^2 x, y'' = -ky/m y - 2 w x' + w^2 y
        let a = DMatrix::from_row_slice(
            4,
            4,
            &[
                0.0,
                0.0,
                1.0,
                0.0, //
                0.0,
                0.0,
                0.0,
                1.0, //
                w * w - kx / m,
                0.0,
                -c / m,
                2.0 * w, //
                0.0,
                w * w - ky / m,
                -2.0 * w,
                0.0,
            ],
        );
        let mut expected: Vec<[f64; 2]> =
            a.complex_eigenvalues().iter().filter(|value| value.im >= 0.0).map(|value| of(*value)).collect();
        expected.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut own: Vec<[f64; 2]> =
            (1..=expected.len()).map(|k| [row[&format!("frequency_{k}")], row[&format!("damping_{k}")]]).collect();
        own.sort_by(|a, b| a[0].total_cmp(&b[0]));
        close_to(&format!("at {w} rad/s"), &own, &expected, 1e-7);
    }
}

/// A mass between springs along the axes of a base that turns with them, past the rates at which the springs no longer hold it.
#[test]
fn whirls_are_followed_past_critical_speeds() {
    for (ky, default) in [(400.0, 5.0), (440.0, 5.0), (400.0, 25.0), (440.0, 25.0)] {
        let text = format!(
            "[parameters]\nw = {{ default = {default:?} }}\n[[body]]\nname = \"m\"\nmass = 1\n[[joint]]\nname = \"free\"\nkind = \"point\"\nbetween = \
             [\"ground\", \"m\"]\n[[force]]\nname = \"k\"\nkind = \"bushing\"\nbody = \"m\"\npoint = [0, 0, 0]\nat = [0, 0, 0]\nstiffness = [400, {ky:?}, \
             900]\naxes = \"world\"\n{METHOD}[modes]\nabout = \"equilibrium\"\nbase_rotation = [0, 0, \"w\"]\ncount = 3\n[plan]\nkind = \"grid\"\nvary.w = {{ min = 0.5, \
             max = 30.5, count = 31 }}\n"
        );
        for row in found(&text) {
            // x'' = (w^2 - 400) x + 2 w y', y'' = (w^2 - ky) y - 2 w x': of equal springs |20 - w| and 20 + w
            let w = row["w"];
            let mean = (400.0 + ky) / 2.0 + w * w;
            let fast = mean + (mean * mean - (400.0 - w * w) * (ky - w * w)).sqrt();
            let slow = (400.0 - w * w) * (ky - w * w) / fast;
            // the third does not turn
            let mut expected = [slow.abs().sqrt(), fast.sqrt(), 30.0];
            if default == 25.0 {
                expected.swap(1, 2);
            }
            for (k, expected) in expected.into_iter().enumerate() {
                let own = row[&format!("frequency_{}", k + 1)];
                assert!((own - expected).abs() < 1e-8 * expected, "{ky} {default}: {k}: {expected}, {row:?}");
            }
        }
    }
}

/// Upright it precesses and nutates: A w^2 - C spin w + m g l = 0 about the tip.
#[test]
fn a_sleeping_top_has_the_frequencies_of_precession_and_nutation() {
    let text = |inertia: &str| {
        format!(
            "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"top\"\nmass = 1\ninertia = {inertia}\ninitial = {{ position = [0, 0, \
             0.5], angular_velocity = [0, 0, 60] }}\n[[joint]]\nname = \"tip\"\nkind = \"spherical\"\nbetween = [\"ground\", \"top\"]\nat = [0, 0, \
             0]\n{METHOD}[modes]\ncount = 4\n"
        )
    };
    let row = &found(&text("[0.1, 0.1, 0.05]"))[0];
    let (a, momentum) = (0.1 + 0.25, 0.05 * 60.0);
    let root = f64::sqrt(momentum * momentum - 4.0 * a * 9.81 * 0.5);
    let expected = [momentum - root, momentum + root].map(|x| [x / (2.0 * a), 0.0]);
    let own = [1, 2].map(|k| [row[&format!("frequency_{k}")], row[&format!("damping_{k}")]]);
    close_to("top", &own, &expected, 1e-11);
    // about its own axis nothing holds it
    assert!(row["rigid_motions"] == 1.0 && row["growth"] == 0.0, "{row:?}");
    assert!(row["unsteady"] < 1e-12 && row["unbalanced"] < 1e-12, "{row:?}");
    // without an axis of symmetry the equations turn with it
    let row = &found(&text("[0.1, 0.14, 0.05]"))[0];
    assert!(row["unsteady"] > 1e-3, "{row:?}");
}

/// A rotor on two supports that are springs and dampers: beside the eigenvalues of its equations along axes that do not turn.
#[test]
fn a_spinning_rotor_whirls_on_its_supports() {
    let (m, polar, across, k, c, left, right) = (1.223, 0.001541, 0.000812, 4000.0, 5.165093, 0.11, 0.09);
    let support = |name: &str, x: f64, along: f64| {
        format!(
            "[[force]]\nname = \"{name}\"\nkind = \"bushing\"\nbody = \"rotor\"\npoint = [{x:?}, 0, 0]\nat = [{x:?}, 0, 0]\nstiffness = [{:?}, \
             {k:?}, {k:?}]\ndamping = [0, {c:?}, {c:?}]\n",
            along * k
        )
    };
    let text = format!(
        "[parameters]\nspin = {{ default = 600 }}\n[[body]]\nname = \"rotor\"\nmass = {m:?}\ninertia = [{polar:?}, {across:?}, \
         {across:?}]\ninitial = {{ angular_velocity = [\"spin\", 0, 0] }}\n{}{}{METHOD}[modes]\ncount = 7\n[plan]\nkind = \"grid\"\nvary.spin = {{ \
         min = 0, max = 1200, count = 4 }}\n",
        support("left", -left, 1.0),
        support("right", right, 0.0)
    );
    for (row, spin) in found(&text).iter().zip([0.0, 400.0, 800.0, 1200.0]) {
        // y, z and the rotations about them: at a support y + x theta_z and z - x theta_y
        let mut shape = DMatrix::<f64>::zeros(4, 4);
        for x in [-left, right] {
            for at in [[1.0, 0.0, 0.0, x], [0.0, 1.0, -x, 0.0]] {
                shape += DMatrix::from_row_slice(4, 1, &at) * DMatrix::from_row_slice(1, 4, &at);
            }
        }
        let mut rates = &shape * c;
        rates[(2, 3)] += polar * spin;
        rates[(3, 2)] -= polar * spin;
        let mut a = DMatrix::zeros(8, 8);
        for i in 0..4 {
            let inertia = if i < 2 { m } else { across };
            a[(i, 4 + i)] = 1.0;
            for j in 0..4 {
                a[(4 + i, j)] = -k * shape[(i, j)] / inertia;
                a[(4 + i, 4 + j)] = -rates[(i, j)] / inertia;
            }
        }
        let along = [(k / m).sqrt(), 0.0];
        let values = a.complex_eigenvalues();
        let whirls = values.iter().filter(|value| value.im > 0.0).map(|value| of(*value));
        let mut expected: Vec<[f64; 2]> = whirls.chain([along]).collect();
        expected.sort_by(|a, b| a[0].total_cmp(&b[0]));
        // but for the spin, which is a rigid motion
        assert_eq!(row["rigid_motions"], 1.0);
        let of_mode = |k: usize| Some([*row.get(&format!("frequency_{k}"))?, row[&format!("damping_{k}")]]);
        let mut own: Vec<[f64; 2]> = (1..=7).filter_map(of_mode).filter(|own| own[0] > 1.0).collect();
        own.sort_by(|a, b| a[0].total_cmp(&b[0]));
        close_to(&format!("at {spin} rad/s"), &own, &expected, 1e-9);
        assert!(row["unsteady"] < 1e-9, "{row:?}");
    }
}

/// A closed loop: a beam on two links of equal lengths swings as a pendulum of that length.
#[test]
fn a_beam_on_two_links_swings_as_one_pendulum() {
    let link = |name: &str, x: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 0.5\ninertia = [0.02, 0.02, 0.02]\ninitial = {{ position = [{x:?}, 0, -0.3] }}\n[[joint]]\nname = \
             \"top_{name}\"\nkind = \"revolute\"\nbetween = [\"ground\", \"{name}\"]\nat = [{x:?}, 0, 0]\naxis = [0, 1, 0]\n[[joint]]\nname = \
             \"end_{name}\"\nkind = \"revolute\"\nbetween = [\"{name}\", \"beam\"]\nat = [{x:?}, 0, -0.6]\naxis = [0, 1, 0]\n"
        )
    };
    let text = format!(
        "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"beam\"\nmass = 3\ninertia = [0.1, 0.4, 0.4]\ninitial = {{ position = [0, 0, -0.6] \
         }}\n{}{}[[output]]\nname = \"e\"\nquantity = \"energy\"\n[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = \
         1e-3\nduration = 0.1\n",
        link("left", -1.0),
        link("right", 1.0)
    );
    let inertia: f64 = 2.0 * (0.02 + 0.5 * 0.09) + 3.0 * 0.36;
    let stiffness = 9.81 * (2.0 * 0.5 * 0.3 + 3.0 * 0.6);
    close_to("beam", &modes(&text, 1), &[[(stiffness / inertia).sqrt(), 0.0]], 1e-11);
}

#[test]
fn modes_are_those_about_an_equilibrium_and_followed_by_their_shapes() {
    // two masses on springs that hang: where they rest their frequencies cross as one spring grows
    let mass = |name: &str, k: &str, x: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\ninitial = {{ position = [{x:?}, 0, 0] }}\n[[joint]]\nname = \
             \"{name}\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"{name}\"]\naxis = [0, 0, 1]\nstiffness = \"{k}\"\n"
        )
    };
    let text = format!(
        "[parameters]\nk = {{ default = 20.0 }}\n[gravity]\nacceleration = [0, 0, -9.81]\n{}{}{METHOD}[modes]\nabout = \"equilibrium\"\n[plan]\nkind = \
         \"grid\"\nvary.k = {{ min = 10, max = 70, count = 3 }}\n",
        mass("a", "k", 0.0),
        mass("b", "50", 1.0)
    );
    for (row, k) in found(&text).iter().zip([10.0f64, 40.0, 70.0]) {
        // the first mode is that of the first mass, also where it is the faster one
        let own = [row["frequency_1"], row["frequency_2"]];
        assert!((own[0] - k.sqrt()).abs() < 1e-9 && (own[1] - 50f64.sqrt()).abs() < 1e-9, "{k}: {own:?}");
        assert!(row["unbalanced"] < 1e-9, "{row:?}");
    }
}

#[test]
fn what_is_asked_of_modes_wrongly_is_refused() {
    let message = refusal(&pendulum("[modes]\ncount = 0\n"));
    assert!(message.contains("modes.count: found 0; accepted: 1 to 1000"), "{message}");
    let message = refusal(&pendulum("[modes]\nabout = \"rest\"\n"));
    assert!(message.contains("start, equilibrium"), "{message}");
    let message = refusal(&pendulum("[base]\nposition = [0, 0, \"t\"]\n[modes]\nbase_rotation = [0, 0, 1]\n"));
    assert!(message.contains("modes.base_rotation: [base] says how the base moves"), "{message}");
}

/// A parameter that moves the corners of a signal is one of runs, and refuses no modes: nothing is run.
#[test]
fn a_quarter_car_has_the_modes_of_its_two_masses() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/quarter_car.toml");
    let row = &found_of(Scenario::read(&path, Default::default()).expect("a scenario"))[0];
    let (wheel, car, tyre, spring, damper) = (40.0, 250.0, 180e3, 20e3, 1500.0);
    #[rustfmt::skip]
    let matrix = DMatrix::from_row_slice(4, 4, &[
        0.0, 0.0, 1.0, 0.0,
        0.0, 0.0, 0.0, 1.0,
        -(tyre + spring) / wheel, spring / wheel, -damper / wheel, damper / wheel,
        spring / car, -spring / car, damper / car, -damper / car,
    ]);
    let exponents = matrix.complex_eigenvalues();
    let mut expected: Vec<[f64; 2]> = exponents.iter().filter(|s| s.im > 0.0).map(|s| of(*s)).collect();
    expected.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let modes: Vec<[f64; 2]> =
        (1..=2).map(|k| ["frequency", "damping"].map(|name| row[&format!("{name}_{k}")])).collect();
    close_to("a quarter car", &modes, &expected, 1e-9);
    assert_eq!([row["d(frequency_1)/d(delay)"], row["d(damping_2)/d(roughness)"]], [0.0; 2]);
}
