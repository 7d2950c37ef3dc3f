//! Beams whose sections, lines and elements are given by tables and places.

use super::*;
use gyrosweep::io::scenario::{Overrides, Scenario};

const STIFFNESS: [f64; 6] = [1e5, 4e4, 5e4, 30.0, 40.0, 60.0];
const MASS: [f64; 6] = [1.5, 1.5, 1.5, 0.03, 0.01, 0.02];

/// The columns at the end of the path of a scenario that reads files.
fn with_files(text: &str, files: &[(&str, String)]) -> HashMap<String, f64> {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, content)| std::fs::write(folder.path().join(name), content).expect("a file"));
    let text = format!("{text}{METHOD}");
    let scenario = Scenario::parse(&folder.path().join("test.toml"), &text, Overrides::default());
    let scenario = scenario.unwrap_or_else(|e| panic!("{e}\n{text}"));
    let equilibria = Equilibria::new(scenario.statics.clone().unwrap_or_default());
    let study = equilibria.study(&scenario.study).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let defaults = study.mechanism.defaults();
    let path = equilibria.path(&study, &defaults);
    assert_eq!(path.outcome, Outcome::Completed, "{text}");
    let columns = path.columns(&study, &defaults);
    study.mechanism.columns().into_iter().map(|(name, _)| name).zip(columns).collect()
}

const LOADED: &str = "[gravity]\nacceleration = [0, 0, -3]\n[statics]\nload_steps = 3\n";

/// A table of sections with these factors of the stiffness at these places, m.
fn sections(rows: &[(f64, f64)]) -> String {
    let heads = (1..=6).map(|k| format!(",k{k}{k}")).chain((1..=6).map(|k| format!(",m{k}{k}")));
    let mut text = format!("s (m){}\n", heads.collect::<String>());
    for (s, factor) in rows {
        let numbers = STIFFNESS.iter().map(|x| x * factor).chain(MASS);
        text += &format!("{s:?}{}\n", numbers.map(|x| format!(",{x:?}")).collect::<String>());
    }
    text
}

#[test]
fn a_table_of_equal_sections_is_the_section() {
    for inertia in ["consistent", "lumped"] {
        let keys = |section: &str| {
            format!("length = 2\nelements = 2\norder = 3\ninertia = \"{inertia}\"\nsection = {section}")
        };
        let text = |section: &str| beam(&keys(section)) + CLAMP + TIP + &tip_force("[1, 2, 0]") + LOADED;
        let plain = with_files(&text(&format!("{{ stiffness = {STIFFNESS:?}, mass = {MASS:?} }}")), &[]);
        let file = ("sections.csv", sections(&[(0.0, 1.0), (0.7, 1.0), (2.0, 1.0)]));
        let table = with_files(&text("{ file = \"sections.csv\" }"), &[file]);
        for (name, x) in plain.iter().filter(|(_, x)| x.is_finite()) {
            assert!((table[name] - x).abs() < 1e-11 * (1.0 + x.abs()), "{inertia} {name}: {x} {}", table[name]);
        }
    }
}

#[test]
fn a_tapered_beam_bends_as_its_sections_say() {
    // a small force P at the tip: the integral of P (L - s)^2/(EI(s)) + P/(GA(s)), with a stiffness from 2 to 1
    let keys = "length = 2\nelements = 2\norder = 6\nsection = { file = \"sections.csv\" }";
    let text = beam(keys) + CLAMP + TIP + &tip_force("[0, 0, 1e-5]") + "[statics]\nload_steps = 1\n";
    let found = with_files(&text, &[("sections.csv", sections(&[(0.0, 2.0), (2.0, 1.0)]))]);
    let steps = 20_000;
    let at = |k: usize| {
        let s = 2.0 * (k as f64 + 0.5) / f64::from(steps);
        let factor = 2.0 - s / 2.0;
        ((2.0 - s).powi(2) / (STIFFNESS[4] * factor) + 1.0 / (STIFFNESS[2] * factor)) * 2.0 / f64::from(steps)
    };
    let expected = 1e-5 * (0..steps as usize).map(at).sum::<f64>();
    let [.., z] = xyz(&found, "tip");
    assert!((z / expected - 1.0).abs() < 1e-8, "{z:e} {expected:e}");
}

#[test]
fn a_line_of_poses_is_the_line() {
    // a circle in the plane of axes 1 and 3, of the radius 2, over half a radian, seen from a frame of its own
    let section = format!("section = {{ stiffness = {STIFFNESS:?}, mass = {MASS:?} }}\nelements = 2\norder = 3");
    let rest = format!("{CLAMP}at = [0, 0, 1]\n{TIP}{}{LOADED}", tip_force("[1, 2, 0]"));
    let circle = beam(&format!("position = [0, 0, 1]\nlength = 1\ncurvature = [0, 0.5, 0]\n{section}")) + &rest;
    let table = beam(&format!("position = [0, 0, 1]\ncurve = {{ file = \"line.csv\" }}\n{section}")) + &rest;
    let mut poses = String::from("s,x,y,z,rx,ry,rz\n");
    for k in 0..=60 {
        let s = f64::from(k) / 60.0;
        let angle = 0.5 * s;
        poses += &format!("{s:?},{:?},0,{:?},0,{angle:?},0\n", 2.0 * angle.sin(), -2.0 * (1.0 - angle.cos()));
    }
    let [circle, table] = [circle, table].map(|text| with_files(&text, &[("line.csv", poses.clone())]));
    let [a, b] = [&circle, &table].map(|found| xyz(found, "tip"));
    assert!(apart(&a, &b) < 1e-8, "{a:?} {b:?}");
}

#[test]
fn elements_end_at_places_that_are_named() {
    let keys = |places: &str| {
        format!(
            "length = 2\nelements = 4\norder = 6\n{places}\nsection = {{ stiffness = {STIFFNESS:?}, mass = {MASS:?} }}"
        )
    };
    let text = |places: &str| beam(&keys(places)) + CLAMP + TIP + &tip_force("[1, 2, 0]") + LOADED;
    let there = "[[output]]\nname = \"there\"\nquantity = \"position\"\nbody = \"b.at(0.37)\"\n";
    let plain = with_files(&text(""), &[]);
    let placed = with_files(&(text("places = [0.37]") + there), &[]);
    let [a, b] = [&plain, &placed].map(|found| xyz(found, "tip"));
    assert!(apart(&a, &b) < 1e-9, "{a:?} {b:?}");
    let [x, ..] = xyz(&placed, "there");
    assert!((x - 0.74).abs() < 0.1, "{x}");
}
