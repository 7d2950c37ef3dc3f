//! Conditions: their values, also where something is missing, and what is said of mistakes.

use super::names;
use crate::model::expression::Expr;

#[test]
fn conditions_have_values() {
    let scope = names(&["a", "b", "c"]);
    let value = |text: &str| {
        let condition = Expr::parse_condition(text, &scope).unwrap_or_else(|e| panic!("{e}"));
        condition.evaluate(&[2.0, 3.0, f64::NAN])
    };
    for (text, expected) in [
        ("a < b", 1.0),
        ("a < 2", 0.0),
        ("a <= 2", 1.0),
        ("b > a + 1", 0.0),
        ("b >= a + 1", 1.0),
        ("2*a - 1 >= b and a < b", 1.0),
        ("a > b or b > a", 1.0),
        ("a > b or b < a", 0.0),
        // `and` binds tighter than `or`
        ("a < b or a > b and b > 9", 1.0),
        ("(a < b or a > b) and b > 9", 0.0),
        ("(a + b)*2 > 9 and (a) < (b)", 1.0),
        // what is missing matters where it decides
        ("a > b and c > 1", 0.0),
        ("c > 1 and a > b", 0.0),
        ("a < b or c > 1", 1.0),
        ("c > 1 or a < b", 1.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
    for text in ["c > 1", "1 > c", "c <= 1", "1 >= c", "a < b and c > 1", "c > 1 and a < b", "a > b or c > 1"] {
        assert!(value(text).is_nan(), "{text}: {}", value(text));
    }
}

#[test]
fn numbers_of_conditions_may_have_units() {
    let scope = names(&["a", "s"]);
    for (text, at_limit) in [
        ("a > 102.4 deg", 102.4_f64.to_radians()),
        ("a > 90°", std::f64::consts::FRAC_PI_2),
        ("a > 3mm", 3e-3),
        ("a > -2.5e-1 N m", -0.25),
        ("a > 36 km/h and a < 1e9", 10.0),
        ("a > 5 %", 0.05),
        ("abs(a) > (2 cm + 1 mm)*2", 0.042),
        ("a > 3 m or s > 1e9", 3.0),
        ("a > 2 mm^2", 2e-6),
        ("a > 3", 3.0),
    ] {
        let condition = Expr::parse_condition(text, &scope).unwrap_or_else(|e| panic!("{text}: {e}"));
        let value = |a: f64| condition.evaluate(&[a, 0.0]);
        let off = 1e-12 * at_limit.abs();
        assert_eq!([value(at_limit - off), value(at_limit + off)], [0.0, 1.0], "{text}");
    }
    let refused = |text: &str| Expr::parse_condition(text, &scope).expect_err(text).to_string();
    let error = refused("a > 3 m/s");
    assert!(
        error.contains("column 7: found \"m/s\", in which s may be what has that name; accepted: a unit"),
        "{error}"
    );
    assert!(refused("a > 3 furlong").contains("found \"furlong\""));
    assert!(Expr::parse("3 mm", &scope).is_err());
}

#[test]
fn conditions_and_numbers_are_told_apart() {
    let scope = names(&["a", "b"]);
    for (text, message) in [
        ("a", "\"a\" compares nothing; accepted: a comparison by <, <=, > or >=, as in \"overshoot > 0.05\""),
        ("3", "\"3\" compares nothing"),
        ("a = b", "column 3: found \"=\"; accepted: one of + - * / ^ < <= > >= and or, or the end"),
        ("a == b", "column 3: found \"==\""),
        ("a < b < 3", "column 7: found \"<\" beside a comparison; accepted: numbers on both sides of it"),
        (
            "a and b > 1",
            "column 3: found \"and\" beside something else than a comparison; accepted: comparisons on both",
        ),
        ("(a < b) + 1 > 1", "column 9: found \"+\" beside a comparison"),
        ("-(a < b) > 0", "column 2: found a comparison; accepted: a number"),
        ("(a < b)^2 > 0", "column 1: found a comparison; accepted: a number"),
        ("2^(a < b) > 0", "column 3: found a comparison; accepted: a number"),
        ("abs((a < b)) > 0", "column 5: found a comparison; accepted: a number"),
        ("a > bb", "unknown name \"bb\"; did you mean \"b\"?"),
        ("a > b &&  a < 1", "column 7: found \"&&\"; accepted: one of + - * / ^ < <= > >= and or, or the end"),
    ] {
        let error = Expr::parse_condition(text, &scope).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let error = Expr::parse("a < b", &scope).expect_err("no number").to_string();
    assert!(error.contains("column 3: found \"<\"; accepted: one of + - * / ^, or the end"), "{error}");
}
