//! Expressions: their notation, their values, what is said of mistakes.

use super::vocabulary::Function;
use super::*;
use crate::num::Dual;

/// A scope of parameters.
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
fn equals_are_rounded_from_the_left_but_differences_before_sums_and_quotients_before_products() {
    for (text, same) in [
        ("a + b + 2", "(a + b) + 2"),
        ("a + b - 2", "a + (b - 2)"),
        ("a - b + 2 - a", "(a - b) + (2 - a)"),
        ("a*b/2*a", "(a*(b/2))*a"),
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
fn the_vocabulary_names_every_function() {
    for (signature, _) in Function::ALL {
        let name = Function::name(signature);
        let is_part = |c: char| c.is_alphanumeric();
        assert!(VOCABULARY.split(|c| !is_part(c)).any(|word| word == name), "{name}");
        assert!(is_reserved(name), "{name}");
    }
    assert!(is_reserved("pi") && is_reserved("e") && !is_reserved("p"));
}

#[test]
fn hyperbolic_functions_keep_their_digits_near_zero() {
    for x in [1e-12, 1.7e-5, 0.0017, 0.29, 0.31, 0.99, 1.01, 5.0] {
        let close = |got: f64, expected: f64| assert!((got / expected - 1.0).abs() < 2e-15, "{x}: {got} {expected}");
        close(Unary::Sinh.apply(x), x.sinh());
        close(Unary::Tanh.apply(x), x.tanh());
        close(Unary::Tanh.apply(-x), -x.tanh());
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
    assert_eq!(e.to_string(), "\"sqr(mass)\": unknown name \"sqr\"; did you mean \"sqrt\"? parameters: mass, arm, ω²");
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
