//! Multipliers by Hill's method and by finite differences beside those of the integrator.

use super::stability::{mathieu, multipliers, oscillators};
use super::*;

const METHOD: &str = "[method]\nintegrator = \"dop853\"\ntolerance = 1e-13\nduration = 1.0\n";

/// The largest difference between the multipliers of a scenario by Hill's method and by the integrator, and between exponents that grow most.
fn apart(with: impl Fn(&str) -> Scenario, count: usize) -> [f64; 2] {
    let [own, hill] = ["", "multipliers = \"hill\"\nharmonics = 15\n"].map(|method| found(with(method)));
    let mut left = multipliers(&hill[0][0], count);
    let mut most = 0.0f64;
    for m in multipliers(&own[0][0], count) {
        let distance = |k: &usize| (left[*k] - m).norm();
        let nearest = (0..left.len()).min_by(|i, j| distance(i).total_cmp(&distance(j))).unwrap();
        most = most.max(distance(&nearest) / m.norm().max(1.0));
        left.remove(nearest);
    }
    let [own, hill] = [own, hill].map(|[_, members, _]| members[0].clone());
    if hill.contains_key("growth_error") {
        assert!(number(&hill, "liouville_error") < 1e-8 && number(&hill, "growth_error") < 1e-8, "{hill:?}");
    }
    [most, (number(&own, "growth") - number(&hill, "growth")).abs()]
}

#[test]
fn hill_finds_the_multipliers_of_the_integrator() {
    // linear systems of two and three unknowns with two harmonics, in no particular numbers
    for number in 0..10 {
        let n = 2 + number % 2;
        let value = |k: usize| (2.3 * k as f64 + 7.1 * number as f64 + 0.4).sin();
        let entry = |i: usize, j: usize| {
            let at = 20 * i + 5 * j;
            let [mean, cosine, sine, second] = [0, 1, 2, 3].map(|k| value(at + k));
            format!(
                "({mean:.4} + {cosine:.4}*cos(w*t) + {:.4}*sin(w*t) + {:.4}*sin(2*w*t))*x{j}",
                0.6 * sine,
                0.4 * second
            )
        };
        let variable = |i: usize| {
            let rate: Vec<String> = (0..n).map(|j| entry(i, j)).collect();
            format!("[[variable]]\nname = \"x{i}\"\ninitial = 0.0\nrate = \"{}\"\n", rate.join(" + "))
        };
        let all: String = (0..n).map(variable).collect();
        let frequency = 1.0 + 0.3 * number as f64;
        let with = |method: &str| {
            parse(&format!(
                "[parameters]\nw = {frequency:?}\n{all}[[output]]\nname = \"o\"\nquantity = \"variable\"\nvariable = \"x0\"\n\
                 {METHOD}[periodic]\nperiod = \"2*pi/w\"\ncheck = false\n{method}"
            ))
        };
        let [apart, growth] = apart(with, n);
        assert!(apart < 1e-8 && growth < 1e-8, "{number}: {apart:e} {growth:e}");
    }
    let with = |method: &str| duffing(&[("start = \"settle\"", &format!("start = \"settle\"\n{method}"))]);
    let [of_duffing, _] = apart(with, 2);
    let with = |method: &str| scenario("van_der_pol", &[("period_guess", &format!("{method}period_guess"))]);
    let [own, hill] = ["check = false\n", "check = false\nmultipliers = \"hill\"\nharmonics = 45\n"]
        .map(|method| found(with(method))[1].remove(0));
    assert!(of_duffing < 1e-8, "{of_duffing:e}");
    assert!((number(&own, "max_multiplier") - number(&hill, "max_multiplier")).abs() < 1e-8, "{hill:?}");
    assert!(number(&hill, "trivial_error") < 1e-8, "{hill:?}");
}

/// Han (2019), Figure 6.1: four Mathieu equations by 50 differences, and by 13 times with all six harmonics and with three.
#[test]
fn figure_6_1_of_the_thesis() {
    let largest = |r: f64, method: &str| {
        let rest = format!(
            "{METHOD}[periodic]\nperiod = \"pi/r\"\ncheck = false\n{method}[plan]\nkind = \"grid\"\n[plan.vary]\nr = [{r:?}]\n"
        );
        number(&found(oscillators(&mathieu(), 0.0, &rest))[1][0], "max_multiplier")
    };
    let hill = |dealias: usize| format!("multipliers = \"hill\"\nharmonics = 6\ndealias = {dealias}\n");
    let differences = |scheme: &str| format!("multipliers = \"differences\"\nscheme = \"{scheme}\"\n");
    for r in [0.1, 0.6, 0.75, 1.0] {
        let own = largest(r, "");
        let dealiased = largest(r, &hill(3));
        assert!((dealiased - own).abs() < 1e-3, "{r}: {dealiased} {own}");
        let backward = largest(r, &differences("backward"));
        assert!(backward < own + 1e-3 && (own < 1.01 || (backward - own).abs() < 1e-2), "{r}: {backward} {own}");
        if r < 0.8 {
            let central = largest(r, &differences("central"));
            assert!(central > 1e10, "{r}: {central:e}");
        }
    }
    // tongues that are not there
    for r in [0.1, 0.75] {
        assert!(largest(r, &hill(6)) > 1.1 && largest(r, "") < 1.0 + 1e-9, "{r}");
    }
}

#[test]
fn linear_equations_without_sense_are_refused_in_words() {
    let text = |further: &str| {
        let path = root().join("scenarios/duffing.toml");
        let text = std::fs::read_to_string(path).unwrap();
        replaced(&text[..text.find("[plan]").unwrap()], &[("start = \"settle\"", further)])
    };
    for (by, words) in [
        ("multipliers = \"hills\"", "found \"hills\"; accepted: floquet, hill, differences"),
        (
            "harmonics = 6",
            "periodic.harmonics: multipliers = \"floquet\" has none; accepted: beside multipliers = \"hill\"",
        ),
        (
            "multipliers = \"hill\"\nscheme = \"central\"",
            "multipliers = \"hill\" has none; accepted: beside multipliers = \"differences\"",
        ),
        (
            "multipliers = \"hill\"\nharmonics = 6\ndealias = 7",
            "periodic.dealias: found 7; accepted: at most as many as harmonics, 6",
        ),
        ("multipliers = \"hill\"\nharmonics = 501", "periodic.harmonics: found 501; accepted: 1 to 500"),
        ("multipliers = \"differences\"\nscheme = \"forward\"", "found \"forward\"; accepted: central, backward"),
        ("multipliers = \"differences\"\nsteps = 1", "periodic.steps: found 1; accepted: 2"),
    ] {
        let found = refusal(&text(by));
        assert!(found.contains(words), "{by}: {found}");
    }
    let hill = [("advance =", "multipliers = \"hill\"\nadvance =")];
    let found = refused(scenario("driven_four_bar", &hill));
    assert!(found.contains("multipliers = \"hill\": what constraints leave free"), "{found}");
    let rest = format!("{METHOD}[periodic]\nperiod = \"2*pi\"\nmultipliers = \"differences\"\n");
    let found = refused(oscillators(&["x1 + 0.3*sign(v1) - 2*cos(t)".into()], 1.0, &rest));
    assert!(found.contains("switches with the state, where linear equations jump"), "{found}");
}
