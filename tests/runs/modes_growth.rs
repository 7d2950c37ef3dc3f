//! `modes`: exponents that grow, pairs that become two real exponents and back, and what is which of them.

use super::modes::{METHOD, found};
use nalgebra::{Complex, DMatrix};
use std::collections::HashMap;

/// A body on a rail with this force, over its displacement q and its velocity v.
fn rail(name: &str, force: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nmass = 1\n[[joint]]\nname = \"r{name}\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"{name}\"]\naxis = [1, 0, \
         0]\n[[force]]\nname = \"f{name}\"\nkind = \"joint_torque\"\njoint = \"r{name}\"\ntorque = \"{force}\"\n"
    )
}

/// Members over values of a parameter.
fn over(parameter: &str, default: f64, values: &[f64], text: &str) -> Vec<HashMap<String, f64>> {
    found(&format!(
        "[parameters]\n{parameter} = {default:?}\n{text}{METHOD}[plan]\nkind = \"grid\"\nvary.{parameter} = {values:?}\n"
    ))
}

/// The exponents above the real axis in the places of modes, by number: of real ones themselves.
fn exponent(row: &HashMap<String, f64>, k: usize) -> Complex<f64> {
    let [frequency, damping] = ["frequency", "damping"].map(|name| row[&format!("{name}_{k}")]);
    Complex::new(-damping * frequency, frequency * (1.0 - damping * damping).max(0.0).sqrt())
}

/// The roots of s^2 + c s + k, the larger real part first.
fn roots(c: f64, k: f64) -> [Complex<f64>; 2] {
    let root = Complex::new(c * c / 4.0 - k, 0.0).sqrt();
    [root, -root].map(|root| root - c / 2.0)
}

#[test]
fn a_pair_that_becomes_two_real_exponents_has_both_in_its_places() {
    let values = [1.0, 0.5, 0.1, 0.0026, 0.0025, 0.002, 0.0, -0.1, -0.2, -0.5, -3.0];
    let rows = over("k", 1.0, &values, &rail("m", "-k*q - 0.1*v"));
    for (row, k) in rows.iter().zip(values) {
        let expected = roots(0.1, k);
        // an exponent that counts twice changes by the root of what rounds it
        let most = if k == 0.0025 { 1e-8 } else { 1e-12 };
        let near = |a: Complex<f64>, b: Complex<f64>| (a - b).norm() < most;
        assert!(near(exponent(row, 1), expected[0]), "{k}: {row:?}");
        if k < 0.0025 {
            assert!(near(exponent(row, 2), expected[1]), "{k}: {row:?}");
        } else if k > 0.0025 {
            assert!(row["frequency_2"].is_nan() && row["damping_2"].is_nan(), "{k}: {row:?}");
        }
        assert!(near(Complex::from(row["growth"]), Complex::from(expected[0].re)), "{k}: {row:?}");
        assert_eq!(row["rigid_motions"], f64::from(u8::from(k == 0.0)));
    }
}

#[test]
fn what_grows_is_seen_whatever_is_followed() {
    let text = format!(
        "{}{}{}[modes]\ncount = 2\n",
        rail("a", "-q - 0.1*v"),
        rail("b", "-2*q - 0.1*v"),
        rail("c", "-k*q - 0.1*v")
    );
    let values = [9.0, 4.0, 0.5, -1.0];
    for (row, k) in over("k", 9.0, &values, &text).iter().zip(values) {
        let expected = roots(0.1, k)[0].re.max(-0.05);
        assert!((row["growth"] - expected).abs() < 1e-12, "{k}: {row:?}");
        assert!((row["frequency_1"] - 1.0).abs() < 1e-12 && (row["frequency_2"] - 2f64.sqrt()).abs() < 1e-12);
    }
}

/// Thirty oscillators, damped more than critically at the default value: the slow root is never called the fast one, nor the other way.
#[test]
fn real_exponents_of_one_shape_are_not_swapped() {
    for number in 0..30 {
        let k = 10f64.powf(-2.0 + 0.15 * f64::from(number));
        let critical = 2.0 * k.sqrt();
        let factors = [0.3, 0.9, 1.0005, 1.3, 2.5, 2.5005, 7.0, 40.0, 1000.0];
        let values = factors.map(|factor| factor * critical);
        let rows = over("c", 2.5 * critical, &values, &rail("m", &format!("-c*v - {k:?}*q")));
        for (row, c) in rows.iter().zip(values) {
            // the one nearer to zero first; a pair is in both places
            let expected = roots(c, k);
            for (place, expected) in [1, 2].into_iter().zip(expected) {
                let expected = Complex::new(expected.re, expected.im.abs());
                let off = (exponent(row, place) - expected).norm();
                assert!(off < 1e-9 * critical, "{k} {c}: {place} {expected} {row:?}");
            }
        }
    }
}

/// Two bodies on springs and a damper between them, which are followed over small steps of the damping.
#[test]
fn exponents_of_coupled_bodies_are_those_of_small_steps() {
    let text = format!(
        "{}{}[[force]]\nname = \"between\"\nkind = \"spring_damper\"\nbetween = [\"a\", \"b\"]\npoints = [[0, 0, 0], [0, 0, 0]]\nstiffness = 2\ndamping = \
         \"c\"\nlength = 1\n[modes]\ncount = 4\n",
        rail("a", "-3*q - 0.2*v"),
        rail("b", "-5*q")
    )
    .replacen("name = \"b\"\nmass = 1\n", "name = \"b\"\nmass = 1.5\ninitial = { position = [1, 0, 0] }\n", 1);
    let matrix = |c: f64| {
        let [k, d] = [[5.0, -2.0, -2.0, 7.0], [c + 0.2, -c, -c, c]].map(|x| DMatrix::from_row_slice(2, 2, &x));
        let mut a = DMatrix::zeros(4, 4);
        for (i, m) in [1.0, 1.5].into_iter().enumerate() {
            a[(i, 2 + i)] = 1.0;
            for j in 0..2 {
                (a[(2 + i, j)], a[(2 + i, 2 + j)]) = (-k[(i, j)] / m, -d[(i, j)] / m);
            }
        }
        a
    };
    // all four, each the nearest to where it was
    let stepped = |from: f64, to: f64| {
        let at = |c: f64| matrix(c).complex_eigenvalues().iter().copied().collect::<Vec<Complex<f64>>>();
        let mut all = at(from);
        for step in 1..=4000 {
            let mut next = at(from + (to - from) * f64::from(step) / 4000.0);
            for value in &mut all {
                let nearest = (0..next.len()).min_by(|a, b| {
                    let [a, b] = [a, b].map(|i| (next[*i] - *value).norm());
                    a.total_cmp(&b)
                });
                *value = next.swap_remove(nearest.expect("one is left"));
            }
        }
        all
    };
    let values = [0.1, 1.0, 3.0, 6.0, 9.0, 20.0];
    for default in [0.1, 9.0] {
        let rows = over("c", default, &values, &text);
        let places = (1..).take_while(|k| rows[0].contains_key(&format!("frequency_{k}"))).count();
        let of_default = rows[values.iter().position(|c| *c == default).expect("one of them")].clone();
        for (row, c) in rows.iter().zip(values) {
            let mut expected: Vec<Complex<f64>> = matrix(c).complex_eigenvalues().iter().copied().collect();
            expected.retain(|s| s.im >= 0.0);
            // every exponent has a place
            for s in &expected {
                let has = (1..=places).any(|k| (exponent(row, k) - s).norm() < 1e-7);
                assert!(has, "{default} {c}: {s} {row:?}");
            }
            // and the slow pair, which is one everywhere, is followed
            let k = (1..=places).find(|k| of_default[&format!("damping_{k}")] < 0.1).expect("a pair");
            let own = exponent(&of_default, k);
            let from = stepped(default, default).into_iter().position(|s| (s - own).norm() < 1e-7);
            let to = stepped(default, c)[from.expect("a mode")];
            assert!((exponent(row, k) - to).norm() < 1e-7, "{default} {c}: {to} {row:?}");
        }
    }
}

/// Two rods on springs under a force that follows the second one: they flutter between two forces, and fall over beyond.
#[test]
fn a_column_under_a_following_force_flutters() {
    let rod = |name: &str, on: &str, at: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [0.01, {0:?}, {0:?}]\ninitial = {{ position = [{1:?}, 0, 0] }}\n[[joint]]\nname = \
             \"j{name}\"\nkind = \"revolute\"\nbetween = [\"{on}\", \"{name}\"]\naxis = [0, 0, 1]\nat = [{at:?}, 0, 0]\nstiffness = 1\n",
            1.0 / 12.0,
            at + 0.5
        )
    };
    let text = format!(
        "{}{}[[force]]\nname = \"thrust\"\nkind = \"force\"\nbody = \"b\"\npoint = [0.5, 0, 0]\nforce = [\"-p\", 0, 0]\nframe = \"body\"\n",
        rod("a", "ground", 0.0),
        rod("b", "a", 1.0)
    );
    let values = [0.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 12.0];
    for (row, p) in over("p", 3.0, &values, &text).iter().zip(values) {
        let mass = DMatrix::from_row_slice(2, 2, &[4.0 / 3.0, 0.5, 0.5, 1.0 / 3.0]);
        let stiffness = DMatrix::from_row_slice(2, 2, &[2.0 - p, p - 1.0, -1.0, 1.0]);
        // s^4 + a s^2 + b
        let both = mass.try_inverse().expect("regular") * stiffness;
        let [a, b]: [f64; 2] = [both.trace(), both.determinant()];
        let root = Complex::new(a * a / 4.0 - b, 0.0).sqrt();
        let squares = [root, -root].map(|root| root - a / 2.0);
        let growth = squares.iter().map(|square| square.sqrt().re.abs()).fold(0.0, f64::max);
        assert!((row["growth"] - growth).abs() < 1e-9, "{p}: {growth} {row:?}");
    }
}
