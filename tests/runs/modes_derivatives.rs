//! Derivatives of frequencies and damping by parameters, beside closed forms and differences.

use super::modes::{METHOD, found, pendulum};

/// Compares derivatives of these modes with differences of the fourth order, of members beside each other.
fn beside_differences(text: &str, parameters: &[(&str, f64)], modes: std::ops::RangeInclusive<usize>, tolerance: f64) {
    for (parameter, value) in parameters {
        let h = 1e-3 * value.abs();
        let [min, max] = [value - 2.0 * h, value + 2.0 * h];
        let plan =
            format!("[plan]\nkind = \"grid\"\nvary.{parameter} = {{ min = {min:?}, max = {max:?}, count = 5 }}\n");
        let rows = found(&format!("{text}[sensitivity]\nparameters = \"all\"\n{plan}"));
        let [a, b, own, c, d] = &rows[..] else { panic!("{}", rows.len()) };
        for k in modes.clone() {
            for name in [format!("frequency_{k}"), format!("damping_{k}")] {
                let difference = (a[&name] - d[&name] + 8.0 * (c[&name] - b[&name])) / (12.0 * h);
                let slope = own[&format!("d({name})/d({parameter})")];
                let size = difference.abs() + 1e-4 * (1.0 + own[&name].abs()) / value.abs();
                assert!(
                    (slope - difference).abs() < tolerance * size,
                    "d({name})/d({parameter}): {slope:e} {difference:e}"
                );
            }
        }
    }
}

#[test]
fn a_pendulum_has_the_derivatives_of_its_equation() {
    let row = &found(&pendulum("[sensitivity]\nparameters = [\"k\", \"c\"]\n"))[0];
    let (inertia, k, c): (f64, f64, f64) = (0.2 + 2.0 * 0.49, 3.0, 0.4);
    let frequency = ((k + 2.0 * 9.81 * 0.7) / inertia).sqrt();
    let by_k = 0.5 / (frequency * inertia);
    let damping = c / (2.0 * inertia * frequency);
    let expected = [
        ("d(frequency_1)/d(k)", by_k),
        ("d(frequency_1)/d(c)", 0.0),
        ("d(damping_1)/d(c)", damping / c),
        ("d(damping_1)/d(k)", -damping / frequency * by_k),
    ];
    for (name, value) in expected {
        assert!((row[name] - value).abs() < 1e-12, "{name}: {} {value}", row[name]);
    }
    assert!(!row.contains_key("d(unbalanced)/d(k)"));
}

/// x'' + c x' + k x = 0 with the exponents (-c +- r)/2, r^2 = c^2 - 4 k, near each other and far apart.
#[test]
fn real_exponents_have_the_derivatives_of_their_equation() {
    for (c, k) in [(2.000001, 1.0), (2.0001, 1.0), (2.1, 1.0), (2.0, 1e-2), (2.0, 1e-8)] {
        let text = format!(
            "[parameters]\nc = {{ default = {c:?} }}\n[[body]]\nname = \"a\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\n[[joint]]\nname = \"slide\"\nkind = \
             \"prismatic\"\nbetween = [\"ground\", \"a\"]\naxis = [1, 0, 0]\nstiffness = {k:?}\ndamping = \"c\"\n{METHOD}[modes]\ncount = 2\n\
             [sensitivity]\nparameters = [\"c\"]\n"
        );
        let row = &found(&text)[0];
        let r = f64::sqrt(c * c - 4.0 * k);
        let fast = (c + r) / 2.0;
        // the slow one of so soft a spring may count as zero
        let mut expected = vec![(fast, (1.0 + c / r) / 2.0)];
        if k > 1e-3 {
            expected.push((k / fast, (1.0 - c / r) / 2.0));
        }
        for (frequency, slope) in expected {
            let is_it = |n: &u32| (row[&format!("frequency_{n}")] - frequency).abs() < 1e-6 * frequency;
            let n = (1..=2).find(is_it).unwrap_or_else(|| panic!("{frequency}: {row:?}"));
            let own = row[&format!("d(frequency_{n})/d(c)")];
            assert!((own - slope).abs() < 1e-6 * slope.abs(), "{c} {k}: {own:e} {slope:e}");
        }
    }
}

/// A rotor that spins on supports: gyroscopic moments, damping, and equal stiffness across.
#[test]
fn a_rotor_has_the_derivatives_of_differences() {
    let support = |name: &str, x: f64, along: &str| {
        format!(
            "[[force]]\nname = \"{name}\"\nkind = \"bushing\"\nbody = \"rotor\"\npoint = [{x:?}, 0, 0]\nat = [{x:?}, 0, 0]\nstiffness = [{along}, \"k\", \
             \"side*k\"]\ndamping = [0, \"c\", \"c\"]\n"
        )
    };
    let text = format!(
        "[parameters]\nspin = {{ default = 600.0 }}\nk = {{ default = 4000.0 }}\nc = {{ default = 5.0 }}\nside = {{ default = 1.0 }}\nm = {{ default = 1.2 \
         }}\n[[body]]\nname = \"rotor\"\nmass = \"m\"\ninertia = [0.0015, 0.0008, 0.0008]\ninitial = {{ angular_velocity = [\"spin\", 0, 0] \
         }}\n{}{}{METHOD}[modes]\ncount = 7\n",
        support("left", -0.11, "\"k\""),
        support("right", 0.09, "0")
    );
    let parameters = [("spin", 600.0), ("k", 4000.0), ("c", 5.0), ("side", 1.0), ("m", 1.2)];
    // turning about its own axis, which nothing holds, is no mode
    beside_differences(&text, &parameters, 1..=5, 1e-7);
}

/// At rest its modes across are two of one frequency, which a parameter moves together or takes apart.
#[test]
fn frequencies_that_are_one_have_derivatives_where_they_move_together() {
    let text = format!(
        "[parameters]\nk = {{ default = 50.0 }}\nside = {{ default = 50.0 }}\n[[body]]\nname = \"a\"\nmass = 2\ninertia = [0.1, 0.1, 0.1]\n[[force]]\nname = \
         \"mount\"\nkind = \"bushing\"\nbody = \"a\"\npoint = [0, 0, 0]\nat = [0, 0, 0]\nstiffness = [400, \"k\", \"k + side - 50\"]\nrotational_stiffness = \
         [30, 60, 90]\n{METHOD}[modes]\ncount = 3\n[sensitivity]\nparameters = \"all\"\n"
    );
    let row = &found(&text)[0];
    for k in [1, 2] {
        assert!((row[&format!("frequency_{k}")] - 5.0).abs() < 1e-12);
        assert!((row[&format!("d(frequency_{k})/d(k)")] - 0.05).abs() < 1e-10, "{row:?}");
        assert!(row[&format!("d(frequency_{k})/d(side)")].is_nan(), "{row:?}");
    }
}

/// A value of first order among the equations: an actuator that follows a position late.
#[test]
fn a_controlled_mass_has_the_derivatives_of_its_equations() {
    let text = format!(
        "[parameters]\nk = {{ default = 50.0 }}\nlate = {{ default = 0.3 }}\n[[body]]\nname = \"a\"\nmass = 2\ninertia = [0.1, 0.1, 0.1]\n[[joint]]\nname = \
         \"slide\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"a\"]\naxis = [1, 0, 0]\nstiffness = \"k\"\n[[variable]]\nname = \"f\"\ninitial = 0\nrate = \
         \"(-20*x.x - f)/late\"\n[[force]]\nname = \"actuator\"\nkind = \"expression_force\"\nbody = \"a\"\nforce = [\"f\", \"0\", \"0\"]\n[[output]]\nname = \
         \"x\"\nquantity = \"position\"\nbody = \"a\"\n{METHOD}[modes]\ncount = 2\n"
    );
    beside_differences(&text, &[("k", 50.0), ("late", 0.3)], 1..=2, 1e-7);
}

/// A pendulum of two bodies on constraints, which begins askew and hangs where it rests.
#[test]
fn what_moves_the_equilibrium_moves_frequencies() {
    let text = format!(
        "[parameters]\nk = {{ default = 6.0 }}\nl = {{ default = 0.5 }}\nm = {{ default = 2.0 }}\n[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \
         \"a\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\ninitial = {{ position = [0, 0, \"-l\"] }}\n[[body]]\nname = \"b\"\nmass = \"m\"\ninertia = [0.2, 0.2, \
         0.2]\ninitial = {{ position = [0.4, 0, \"-2*l\"] }}\n[[joint]]\nname = \"ja\"\nkind = \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, \
         0]\naxis = [0, 1, 0]\n[[joint]]\nname = \"jb\"\nkind = \"revolute\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, \"-2*l\"]\naxis = [0, 1, 0]\n[[force]]\nname \
         = \"spring\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"b\"]\npoints = [[1, 0, -1], [0, 0, 0]]\nstiffness = \"k\"\ndamping = 0.4\nlength = \
         0.2\n{METHOD}[modes]\nabout = \"equilibrium\"\ncount = 2\n"
    );
    beside_differences(&text, &[("k", 6.0), ("l", 0.5), ("m", 2.0)], 1..=2, 1e-7);
}

/// Beside an equilibrium frequencies are those of an instant, and have no derivatives.
#[test]
fn what_is_no_steady_motion_has_no_derivatives() {
    let hanging = pendulum("[sensitivity]\nparameters = [\"k\"]\n");
    assert!(found(&hanging)[0]["d(frequency_1)/d(k)"].is_finite());
    let askew = hanging.replace("position = [0, 0, -0.7]", "position = [0.3, 0, -0.6]");
    assert!(found(&askew)[0]["d(frequency_1)/d(k)"].is_nan());
    let turning = hanging.replace("-0.7] }", "-0.7], angular_velocity = [0, 0.5, 0] }");
    let row = &found(&turning)[0];
    assert!(row["unsteady"] > 1e-3 && row["d(frequency_1)/d(k)"].is_nan(), "{row:?}");
}
