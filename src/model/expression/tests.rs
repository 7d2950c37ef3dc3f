//! Expressions: their notation, their values, what is said of mistakes.

mod conditions;

use super::vocabulary::Builtin;
use super::*;
use crate::num::Dual;
use std::f64::consts::{FRAC_PI_2, PI};

/// Returns the scope of parameters with these names.
fn names(names: &[&str]) -> Scope {
    Scope::of_parameters(&names.iter().map(|n| n.to_string()).collect::<Vec<_>>())
}

fn value(text: &str) -> f64 {
    Expr::parse(text, &names(&["a", "b"])).unwrap().evaluate(&[2.0, 3.0])
}

#[test]
fn usual_precedence() {
    for (text, expected) in [
        ("a + b*a", 8.0),
        ("-a^2", -4.0),
        ("(-a)^2", 4.0),
        ("a^b^2", 512.0),
        ("(a^b)^2", 64.0),
        ("a^-1", 0.5),
        ("2*-a", -4.0),
        ("b - a - 1", 0.0),
        ("b/a/2", 0.75),
        ("b/a*2", 3.0),
        ("2*b/a", 3.0),
        ("-(a+b)", -5.0),
        ("b-(-a)", 5.0),
        ("max(a, b) - min(a, b)", 1.0),
        ("sqrt(a^2 + 4*b)", 4.0),
        ("1.5e-3*a", 3e-3),
        ("-a^2 + b", -1.0),
        ("10 - a^2", 6.0),
        ("max(a, min(b, 2.5)) + min(max(a, 4), b)^2", 11.5),
        ("-max(a, (b + 1)*2)^2", -64.0),
        ("2e2*a + 1E+1 - 5.e-1 - .5", 409.0),
        ("(a)*(b) - ((a))", 4.0),
        (" atan2 ( 0 , a ) ", 0.0),
    ] {
        assert!((value(text) - expected).abs() <= 2.0 * f64::EPSILON * expected.abs(), "{text}: {}", value(text));
    }
    assert!((value("sin(pi/6)") - 0.5).abs() < 1e-15);
    assert!((value("atan2(1, 1)*4/pi") - 1.0).abs() < 1e-15);
    assert!((value("tanh(1) + exp(0.5) + log10(2)") - (1f64.tanh() + 0.5f64.exp() + 2f64.log10())).abs() < 1e-15);
}

#[test]
fn equals_are_taken_from_the_left_and_powers_from_the_right() {
    for (text, same) in [
        ("a + b + 2", "(a + b) + 2"),
        ("a + b - 2", "(a + b) - 2"),
        ("a - b + 2 - a", "((a - b) + 2) - a"),
        ("a*b/2*a", "((a*b)/2)*a"),
        ("a/b*2", "(a/b)*2"),
        ("a/b/2*a", "((a/b)/2)*a"),
        ("-a*b^-a^2", "(-a)*(b^(-(a^2)))"),
        ("a - -b*2", "a - ((-b)*2)"),
        ("--+a^b^2", "-(-(a^(b^2)))"),
    ] {
        let tree = |text: &str| Expr::parse(text, &names(&["a", "b"])).unwrap();
        assert_eq!(tree(text), tree(same), "{text}");
    }
}

#[test]
fn exponents_fold_first_and_whole_powers_are_products() {
    let of = |text: &str, a: f64| Expr::parse(text, &names(&["a"])).unwrap().evaluate(&[a]);
    for (text, expected) in [
        ("a^-2", 1.0 / 9.0),
        ("a^(1+1)", 9.0),
        ("a^(2*3/2)", -27.0),
        ("a^-(4 - 1)", 1.0 / -27.0),
        ("a^2^1", 9.0),
        ("3^-2", 1.0 / 9.0),
        ("(-3)^-3", 1.0 / -27.0),
        ("a^0", 1.0),
        ("a^--1", -3.0),
        ("(a/3)^1001", -1.0),
        ("(a/3)^1e6", 1.0),
        ("(a/3)^(1e6 + 1)", -1.0),
    ] {
        assert_eq!(of(text, -3.0), expected, "{text}");
    }
    // exponents that are not constants: whole ones of negative numbers too, as IEEE 754 has them
    for (x, y) in [(-3.0, 3.0), (-3.0, 4.0), (-0.5, -3.0), (-2.0, 0.0), (-2.0, 1023.0), (0.0, 3.0), (0.0, -2.0)] {
        let value: f64 = Expr::parse("a^b", &names(&["a", "b"])).unwrap().evaluate(&[x, y]);
        let expected = x.powf(y);
        // exp(y ln x): one unit per unit of y ln x
        let error = f64::EPSILON * (y * x.abs().max(1e-300).ln()).abs().max(4.0);
        assert!(value == expected || (value / expected - 1.0).abs() < error, "{x}^{y}: {value} {expected}");
    }
    assert!(of("a^0.5", -3.0).is_nan() && of("a^(1/3)", -3.0).is_nan());
}

#[test]
fn what_is_not_a_number_stays_so() {
    let names = names(&["a", "b"]);
    for text in [
        "max(0, a)",
        "max(a, 0)",
        "max(a, b)",
        "max(b, a)",
        "min(0, a)",
        "min(a, 0)",
        "min(a, b)",
        "min(b, a)",
        "sign(a)",
        "step(a)",
        "smoothstep(a)",
        "where(a, 1, 2)",
        "where(1, a, 2)",
        "where(-1, 1, a)",
        "clamp(a, 0, 1)",
        "clamp(b, a, 1)",
        "clamp(b, 0, a)",
        "clamp(b, a, a)",
        "a^0",
        "a^b",
        "b^a",
        "1^a",
        "0^a",
        "a^2",
        "a^-1",
        "abs(a)",
        "floor(a)",
        "mod(a, b)",
        "mod(b, a)",
        "sin(a)",
        "cos(a)",
        "tan(a)",
        "asin(a)",
        "acos(a)",
        "atan(a)",
        "sinh(a)",
        "cosh(a)",
        "tanh(a)",
        "exp(a)",
        "ln(a)",
        "log10(a)",
        "sqrt(a)",
        "atan2(a, b)",
        "atan2(b, a)",
        "0*a",
        "-a",
        "a - a",
        "0*max(a, 0)",
        "0*sqrt(-abs(b) - 1)",
    ] {
        let expression = Expr::parse(text, &names).unwrap();
        for b in [0.0, -0.0, 3.0, -2.0, f64::INFINITY] {
            let value: f64 = expression.evaluate(&[f64::NAN, b]);
            assert!(value.is_nan(), "{text} with b = {b}: {value}");
        }
    }
    // the side of a choice that is not taken does not count
    assert_eq!(Expr::parse("where(b, b, a)", &names).unwrap().evaluate(&[f64::NAN, 3.0]), 3.0);
}

#[test]
fn the_vocabulary_names_every_function() {
    for (signature, _) in Builtin::ALL {
        let name = Builtin::name(signature);
        let is_part = |c: char| c.is_alphanumeric();
        assert!(VOCABULARY.split(|c| !is_part(c)).any(|word| word == name), "{name}");
        assert!(is_reserved(name), "{name}");
    }
    assert!(is_reserved("pi") && !is_reserved("p"));
    // a parameter may be called as Euler's number is
    let value = |names: &[&str]| Expr::parse("2*e + 1e-3", &self::names(names)).unwrap().evaluate(&[0.6]);
    assert!(
        !is_reserved("e") && value(&["e"]) == 2.0 * 0.6 + 1e-3 && value(&["a"]) == 2.0 * std::f64::consts::E + 1e-3
    );
}

#[test]
fn hyperbolic_functions_keep_their_digits() {
    for x in [1e-12, 1.7e-5, 0.0017, 0.29, 0.31, 0.99, 1.01, 5.0, 79.9, 80.1, 709.9, 710.4] {
        let close = |got: f64, expected: f64| assert!((got / expected - 1.0).abs() < 2e-15, "{x}: {got} {expected}");
        close(Unary::Sinh.apply(x), x.sinh());
        close(Unary::Tanh.apply(x), x.tanh());
        close(Unary::Tanh.apply(-x), -x.tanh());
        close(Unary::Sinh.apply(-x), -x.sinh());
        close(Unary::Cosh.apply(x), x.cosh());
    }
    for x in [-0.0, 1e300, f64::INFINITY] {
        for (f, of) in [(Unary::Sinh, f64::sinh as fn(f64) -> f64), (Unary::Cosh, f64::cosh), (Unary::Tanh, f64::tanh)]
        {
            assert_eq!(f.apply(x).to_bits(), of(x).to_bits(), "{f:?} {x}");
            assert_eq!(f.apply(-x).to_bits(), of(-x).to_bits(), "{f:?} {}", -x);
        }
    }
}

#[test]
fn the_slope_of_a_hyperbolic_tangent_vanishes_far_from_zero() {
    for x in [0.5f64, 1.5, 20.0, 300.0, 360.0, 1e3, 1e300] {
        let expected = x.cosh().recip().powi(2);
        for x in [x, -x] {
            let slope = Unary::Tanh.apply(Dual::<f64, 1>::variable(x, 0)).eps[0];
            // subnormal numbers have few digits
            assert!((slope - expected).abs() <= 1e-14 * expected + 1e-320, "{x}: {slope} {expected}");
        }
    }
}

#[test]
fn functions_are_right_at_the_ends_of_their_ranges() {
    let (inf, tiny) = (f64::INFINITY, 5e-324);
    for (f, x, expected) in [
        (Unary::Asin, 1.0, FRAC_PI_2),
        (Unary::Asin, -1.0, -FRAC_PI_2),
        (Unary::Acos, 1.0, 0.0),
        (Unary::Acos, -1.0, PI),
        (Unary::Atan, inf, FRAC_PI_2),
        (Unary::Atan, -inf, -FRAC_PI_2),
        (Unary::Atan, tiny, tiny),
        (Unary::Sin, tiny, tiny),
        (Unary::Cos, tiny, 1.0),
        (Unary::Sqrt, inf, inf),
        (Unary::Exp, 1000.0, inf),
        (Unary::Exp, -1000.0, 0.0),
        (Unary::Ln, inf, inf),
        (Unary::Log10, 0.0, -inf),
        (Unary::Log10, 1e300, 300.0),
        (Unary::Sign, tiny, 1.0),
        (Unary::Sign, -0.0, 0.0),
        (Unary::Step, -0.0, 1.0),
        (Unary::Floor, -tiny, -1.0),
    ] {
        let found: f64 = f.apply(x);
        assert!(found == expected || (found / expected - 1.0).abs() < 4e-16, "{f:?} {x}: {found} {expected}");
    }
    for (f, x) in [(Unary::Asin, 1.1), (Unary::Acos, -1.1), (Unary::Sqrt, -1.0), (Unary::Sin, 1e12), (Unary::Cos, inf)]
    {
        assert!(f.apply(x).is_nan(), "{f:?} {x}");
    }
}

#[test]
fn derivatives_are_exact() {
    let e = Expr::parse("a^2*sin(b)/b", &names(&["a", "b"])).unwrap();
    let d = e.evaluate(&[Dual::<f64, 2>::variable(2.0, 0), Dual::variable(3.0, 1)]);
    let (s, c) = 3f64.sin_cos();
    assert!((d.eps[0] - 4.0 * s / 3.0).abs() < 1e-15);
    assert!((d.eps[1] - 4.0 * (c / 3.0 - s / 9.0)).abs() < 1e-15);
}

#[test]
fn unknown_names_and_bad_syntax_say_so() {
    let names = names(&["mass", "arm", "ω²"]);
    let e = Expr::parse("2*mas", &names).unwrap_err();
    assert_eq!(e.to_string(), "\"2*mas\": unknown name \"mas\"; did you mean \"mass\"? parameters: mass, arm, ω²");
    let value = "a number, a name, a function or \"(\"";
    let end = "one of + - * / ^, or the end";
    let argument = |signature: &str| format!("one of + - * / ^, or \",\" and the next argument of {signature}");
    let last = |signature: &str| format!("one of + - * / ^, or \")\" after the last argument of {signature}");
    let cases: [(&str, usize, &str, String); 20] = [
        ("2*(mass", 8, "the end", "one of + - * / ^, or \")\" for the \"(\" of column 3".into()),
        ("2*mass)", 7, "\")\"", end.into()),
        ("", 1, "the end", value.into()),
        ("2**mass", 3, "\"*\"", value.into()),
        ("mass arm", 6, "\"arm\"", end.into()),
        ("2mass", 2, "\"mass\"", end.into()),
        ("1.2.3", 4, "\".3\"", end.into()),
        ("1.5e", 4, "\"e\"", end.into()),
        ("mass(2)", 5, "\"(\"", end.into()),
        ("2*", 3, "the end", value.into()),
        ("* mass arm", 1, "\"*\"", value.into()),
        ("()", 2, "\")\"", value.into()),
        ("sin mass", 5, "\"mass\"", "\"(\", as in sin(x)".into()),
        ("max(mass)", 9, "\")\"", argument("max(a, b)")),
        ("max(mass, 2, 3)", 12, "\",\"", last("max(a, b)")),
        ("where(mass, 2)", 14, "\")\"", argument("where(c, a, b)")),
        ("clamp(mass, 2, 3, 4)", 17, "\",\"", last("clamp(x, low, high)")),
        ("mass, 2", 5, "\",\"", end.into()),
        ("ω² = 2", 4, "\"=\"", end.into()),
        ("{mass}", 1, "\"{\"", value.into()),
    ];
    for (text, column, found, accepted) in cases {
        let e = Expr::parse(text, &names).unwrap_err();
        let (text, found) = (text.to_string(), found.to_string());
        assert_eq!(e, ExpressionError::Syntax { text, column, found, accepted });
    }
    let e = Expr::parse("2*(mass", &names).unwrap_err();
    assert_eq!(
        e.to_string(),
        "\"2*(mass\", column 8: found the end; accepted: one of + - * / ^, or \")\" for the \"(\" of column 3"
    );
    let e = Expr::parse("sqr(mass)", &names).unwrap_err();
    let message = e.to_string();
    let start = "\"sqr(mass)\": unknown name \"sqr\"; did you mean \"sqrt\"? functions: sin, cos, tan, ";
    assert!(message.starts_with(start) && message.ends_with(", where, clamp"), "{message}");
    for (text, meant) in [
        ("log(mass)", "did you mean ln(x) or log10(x)? functions: sin"),
        ("pow(mass, 2)", "did you mean a^b? functions: sin"),
        ("if (mass, 1, 2)", "did you mean where(c, a, b)? functions: sin"),
        ("deg(arm)", "did you mean x*180/pi? functions: sin"),
        (
            "60 deg",
            "accepted: one of + - * / ^, or the end; numbers are in units of the SI, here 60*pi/180; in others they are ",
        ),
        ("500 mm", "here 0.5; in others they are parameters, with unit = \"mm\""),
        ("norm(mass, arm)", "did you mean sqrt(x^2 + y^2)? functions: sin"),
        (
            "mass > 1",
            "found \">\"; accepted: one of + - * / ^, or the end; comparisons stand in [[probability]] alone: step(a - b)",
        ),
    ] {
        let message = Expr::parse(text, &names).unwrap_err().to_string();
        assert!(message.contains(meant), "{message}");
    }
    let e = Expr::parse(&"-".repeat(1001), &names).unwrap_err();
    assert_eq!(e.to_string(), "the expression has 1001 characters; accepted: at most 1000");
}

#[test]
fn parameters_may_begin_like_functions() {
    let names = names(&["max_load", "minimum", "e1", "pitch", "_x", "sine", "atan22"]);
    let values = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
    let sum = Expr::parse("max_load + minimum + e1 + pitch + _x + sine + atan22", &names).unwrap();
    assert_eq!(sum.evaluate(&values), 127.0);
    assert_eq!(Expr::parse("2e1 + e1", &names).unwrap().evaluate(&values), 24.0);
}

#[test]
fn the_deepest_expressions_fit_the_stack() {
    let names = names(&["mass"]);
    let sum = vec!["mass"; 200].join("+");
    let nested = format!("{}mass{}", "(".repeat(498), ")".repeat(498));
    let chain = format!("{}mass", "-".repeat(996));
    let roots = format!("{}mass{}", "abs(".repeat(199), ")".repeat(199));
    let powers = vec!["mass"; 200].join("^");
    for (text, expected) in [(sum, 200.0), (nested, 1.0), (chain, 1.0), (roots, 1.0), (powers, 1.0)] {
        assert_eq!(Expr::parse(&text, &names).unwrap().evaluate(&[1.0]), expected);
    }
}

#[test]
fn functions_of_cases_take_the_right_one_at_the_border() {
    for (text, expected) in [
        ("sign(-a) + 10*sign(0*a) + 100*sign(b)", 99.0),
        ("step(a - 2) + 10*step(a - 2.1) + 100*step(b)", 101.0),
        ("smoothstep(-a) + smoothstep(b) + smoothstep(a/4)", 1.5),
        ("mod(b, a) + 10*mod(-b, a) + 100*mod(b, -a)", -89.0),
        ("where(a - 2, 1, 0) + where(b - 2, 10, 20)", 10.0),
        ("where(b - a, where(a, 1, 2), where(a, 3, 4)) * (2)", 2.0),
        ("clamp(a, 0, 1) + clamp(a, b, 5) + clamp(max(a, b), 0, 2.5)", 6.5),
        ("-where(1, a, b)^2", -4.0),
        ("where(0, 1/0, a)", 2.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn variables_follow_the_parameters() {
    let of = |names: &[&str]| names.iter().map(|n| n.to_string()).collect::<Vec<_>>();
    let scope = Scope::new(&of(&["k", "x"]), &of(&["t", "x", "", "com.z", "angle.1"]));
    let e = Expr::parse("k*t + com.z*10 + angle.1*100", &scope).unwrap();
    assert_eq!(e.evaluate(&[2.0, 0.0, 3.0, 0.0, 0.0, 4.0, 5.0]), 546.0);
    assert!(e.depends_on(&|at| at == 5) && !e.depends_on(&|at| at == 3));
    let message = |text: &str| Expr::parse(text, &scope).unwrap_err().to_string();
    assert_eq!(
        message("2*x"),
        "\"2*x\": \"x\" is both a parameter and a variable that this expression has (t, x, com.z, angle.1); rename \
         the parameter"
    );
    assert_eq!(
        message("com.y"),
        "\"com.y\": unknown name \"com.y\"; did you mean \"com.z\"? parameters: k, x; variables: t, x, com.z, angle.1"
    );
}

#[test]
fn a_formula_has_exact_derivatives() {
    let of = |name: &str| vec![name.to_string()];
    let scope = Scope::new(&of("w"), &of("t"));
    let formula = Formula::new(Expr::parse("w*sin(w*t) + t^3", &scope).unwrap()).evaluate(&[2.0]);
    let (t, (s, c)) = (0.7f64, 1.4f64.sin_cos());
    for (got, expected) in
        formula.derivatives(t).into_iter().zip([2.0 * s + t.powi(3), 4.0 * c + 3.0 * t * t, -8.0 * s + 6.0 * t])
    {
        // a few roundings of numbers of this size
        assert!((got - expected).abs() < 1e-14, "{got} {expected}");
    }
    assert_eq!(formula.value(&[t]), formula.derivatives(t)[0]);
}
