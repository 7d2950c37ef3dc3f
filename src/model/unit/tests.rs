//! What units are, and what is none.

use super::Unit;

fn si(text: &str, x: f64) -> f64 {
    Unit::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).factor.to_si(x)
}

#[test]
fn numbers_become_those_of_the_si() {
    for (text, x, expected) in [
        ("", 3.5, 3.5),
        ("1", 3.5, 3.5),
        ("%", 5.0, 0.05),
        ("mm", 60.0, 0.06),
        ("cm", 7.0, 0.07),
        ("km", 2.0, 2000.0),
        ("in", 1.0, 0.0254),
        ("ft", 1.0, 0.3048),
        ("g", 250.0, 0.25),
        ("kg", 0.1, 0.1),
        ("t", 1.5, 1500.0),
        ("lb", 1.0, 0.45359237),
        ("lbf", 1.0, 4.4482216152605),
        ("psi", 1.0, 6894.757293168361),
        ("min", 2.0, 120.0),
        ("h", 1.0, 3600.0),
        ("ms", 30.0, 0.03),
        ("us", 5.0, 5e-6),
        ("µs", 5.0, 5e-6),
        ("deg", 180.0, std::f64::consts::PI),
        ("rev", 1.0, std::f64::consts::TAU),
        ("rpm", 60.0, std::f64::consts::TAU),
        ("Hz", 50.0, 50.0),
        ("1/min", 60.0, 1.0),
        ("deg/s", 90.0, std::f64::consts::FRAC_PI_2),
        ("kN", 3.0, 3000.0),
        ("daN", 3.0, 30.0),
        ("MPa", 2.0, 2e6),
        ("bar", 1.5, 1.5e5),
        ("kWh", 1.0, 3.6e6),
        ("N s/m", 1400.0, 1400.0),
        ("N·s/m", 1400.0, 1400.0),
        ("kN.s/mm", 1.0, 1e6),
        ("N * s / m", 1400.0, 1400.0),
        ("kN/mm", 2.0, 2e6),
        ("kg m^2", 0.3, 0.3),
        ("g cm²", 1.0, 1e-7),
        ("kg mm^2", 1.0, 1e-6),
        ("N m/deg", 1.0, 180.0 / std::f64::consts::PI),
        ("N/(mm/s)", 1.0, 1000.0),
        ("N s^-1", 1.0, 1.0),
        ("m s⁻²", 2.0, 2.0),
        ("km/h", 36.0, 10.0),
        ("m/s^2", 9.81, 9.81),
        ("g0", 1.0, 9.80665),
        ("l/min", 6.0, 1e-4),
        ("(m/s)/(kg m^2)", 2.0, 2.0),
        ("J/kg/K", 2.0, 2.0),
    ] {
        let found = si(text, x);
        assert!((found - expected).abs() <= 2.0 * f64::EPSILON * expected.abs(), "{text}: {found} for {expected}");
        let unit = Unit::parse(text).unwrap();
        assert!((unit.factor.from_si(found) - x).abs() <= 4.0 * f64::EPSILON * x, "{text}");
    }
}

#[test]
fn what_is_no_unit_is_refused_with_what_may_be_meant() {
    for (text, words) in [
        ("Nm", "unknown unit \"Nm\"; did you mean \"N m\"?"),
        ("m/s2", "unknown unit \"s2\" in \"m/s2\"; did you mean \"s^2\"?"),
        ("RPM", "did you mean \"rpm\"?"),
        ("milimeter", "unknown unit \"milimeter\""),
        ("degC", "did you mean \"K\"?"),
        ("rads/s", "did you mean \"rad\"?"),
        ("J/kg K", "can be read in two ways"),
        ("N/", "has its end where a symbol is needed"),
        ("N/(m", "has a \"(\" without \")\""),
        ("N)", "holds ')' where it cannot stand"),
        ("m^x", "has no whole number as an exponent; accepted: a whole number"),
        ("N*m/s^", "the unit \"N*m/s^\" has no whole number as an exponent"),
        ("m^99", "has \"99\" as an exponent; accepted: a whole number of at most"),
        ("10 N", "holds the number 10"),
        ("1.5 m", "holds the number 5"),
        ("kkg", "unknown unit \"kkg\"; did you mean \"kg\"?"),
        ("kmin", "unknown unit \"kmin\""),
        (&"(".repeat(100_000), "found a unit of 100000 characters"),
        (&"(".repeat(150), "has its end where a symbol is needed"),
    ] {
        let message = Unit::parse(text).map(|_| ()).expect_err(text).to_string();
        assert!(message.contains(words) && message.contains("accepted: m, g, t, s"), "{text}: {message}");
    }
}

#[test]
fn a_unit_of_something_else_is_named() {
    let unit = |text| Unit::parse(text).unwrap();
    for (found, wanted, words) in [
        ("mm", "kg", Some("mm, a length (m); accepted: a mass, as in kg")),
        ("kg", "m", Some("kg, a mass (kg); accepted: a length, as in m")),
        ("deg", "m", Some("deg, an angle or a pure number (rad or 1); accepted: a length, as in m")),
        ("N m/rad", "N m/rad", None),
        ("N m", "N m/rad", None),
        ("kN m", "N m/rad", None),
        ("N m/deg", "N m/rad", None),
        ("deg", "rad", None),
        ("1", "rad", None),
        ("rpm", "rad/s", None),
        ("rev/s", "rad/s", None),
        ("1/s", "rad/s", None),
        ("Hz", "rad/s", Some("radians or revolutions; accepted: rad/s, deg/s, rev/s or rpm")),
        ("1/min", "rad/s", Some("radians or revolutions")),
        ("m/s^2", "rad/s", Some("accepted: an angular velocity or a frequency, as in rad/s")),
    ] {
        let mismatch = unit(found).mismatch(&unit(wanted));
        match words {
            None => assert_eq!(mismatch, None, "{found}"),
            Some(words) => assert!(mismatch.as_ref().is_some_and(|m| m.contains(words)), "{found}: {mismatch:?}"),
        }
    }
}
