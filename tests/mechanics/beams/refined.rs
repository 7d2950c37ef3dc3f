//! Elements that are refined: by `converge`, against closed forms, and twice as many for a look at the error of a run.

use super::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Members, Study};
use gyrosweep::io::folder::Existing;
use gyrosweep::model::Elements;
use gyrosweep::studies::converge::{Request, Series};
use gyrosweep::studies::run::Target;
use gyrosweep::studies::{self, AnalysisKind, Silent};

const SECTION: &str = "section = { kind = \"rectangle\", width = 0.02, height = 0.01, youngs_modulus = 7e10, poisson = 0.3, density = 2700 }";
const LENGTH: f64 = 0.8;
const AREA: f64 = 0.02 * 0.01;
const ABOUT_2: f64 = AREA * 0.01 * 0.01 / 12.0;
/// Young's modulus times the second moment, and the shear stiffness with Cowper's coefficient.
const EI: f64 = 7e10 * ABOUT_2;
const GA: f64 = 7e10 / 2.6 * AREA * (10.0 * 1.3 / (12.0 + 11.0 * 0.3));

fn cantilever(order: usize, load: &str) -> String {
    let keys = format!("length = {LENGTH:?}\norder = {order}\nelements = 2\n{SECTION}");
    beam(&keys) + CLAMP + TIP + load + "[statics]\nload_steps = 1\n"
}

/// What `converge --elements` finds of the tip.
fn converged(text: &str, elements: &[usize], analysis: AnalysisKind, output: &str) -> Series {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = parse(&format!("{text}{METHOD}"));
    let request = Request {
        elements: elements.to_vec(),
        analysis,
        output: vec![output.into()],
        folder: Some(folder.path().join("out")),
        existing: Existing::Refuse,
        // as many as are asked for, however fast the machine is
        seconds: f64::INFINITY,
        ..Request::of(scenario)
    };
    let mut found = studies::run(request, &Silent).unwrap_or_else(|e| panic!("{e}\n{text}")).found;
    let table = std::fs::read_to_string(folder.path().join("out/convergence.csv")).expect("a table");
    assert!(table.starts_with("integrator,formulation,order,elements,step,"), "{table}");
    found.series.remove(0)
}

#[test]
fn elements_converge_to_the_closed_form_of_timoshenko() {
    // a small force P at the tip: P L^3/(3 EI) + P L/(GA); elements of order 1 with one point miss 1/(4 n^2) of the first
    let force = 1e-6;
    let series =
        converged(&cantilever(1, &tip_force("[0, 0, 1e-6]")), &[1, 2, 4, 8, 16], AnalysisKind::Statics, "tip.z");
    let bent = force * LENGTH.powi(3) / (3.0 * EI);
    let exact = bent + force * LENGTH / GA;
    for point in &series.points {
        let n = point.resolution.value();
        let expected = exact - bent / (4.0 * n * n);
        assert!((point.values[0] / expected - 1.0).abs() < 1e-9, "{n} elements: {:e} {expected:e}", point.values[0]);
        let error = point.error.expect("an error");
        // of the reference, with 64 elements
        assert!((error / (bent / (4.0 * n * n)) - 1.0).abs() < 0.07, "{n} elements: {error:e}");
    }
    let slope = series.fit.expect("a fit").slope;
    println!("order 1: {slope:.3}");
    assert!((slope - 2.0).abs() < 0.05 && series.order == 2, "{slope}");
}

#[test]
fn errors_fall_with_twice_the_order_of_elements() {
    // a slender ring of a quarter under a force in its plane, which no polynomial is
    for order in [2, 3] {
        let keys = format!("length = 1\ncurvature = [0, 1.5, 0]\norder = {order}\nelements = 2\n{SECTION}");
        let text = beam(&keys) + CLAMP + TIP + &tip_force("[0, 0, -2]") + "[statics]\nload_steps = 1\n";
        let series = converged(&text, &[1, 2, 4, 8], AnalysisKind::Statics, "tip");
        let slope = series.fit.as_ref().expect("a fit").slope;
        println!("order {order}: {slope:.3}");
        assert!((slope - 2.0 * order as f64).abs() < 0.3, "{order}: {slope} {:?}", series.points);
        assert_eq!(series.order, 2 * order);
    }
}

#[test]
fn frequencies_and_runs_have_ladders_too() {
    let text = cantilever(2, "[gravity]\nacceleration = [0, 0, -9.81]\n");
    let series = converged(&text, &[1, 2, 4], AnalysisKind::Modes, "frequency_1");
    // Euler and Bernoulli: 1.8751^2 sqrt(EI/(m L^4)), above that of Timoshenko by less than 1e-3
    let slender = 1.875_104_068_711_961_f64.powi(2) * (EI / (2700.0 * AREA * LENGTH.powi(4))).sqrt();
    let finest = series.points.last().expect("a point").values[0];
    assert!((finest / slender - 1.0).abs() < 1e-3 && finest < slender, "{finest} {slender}");
    assert!(series.fit.is_none_or(|fit| (fit.slope - 4.0).abs() < 0.5));
    let series = converged(&text, &[1, 2], AnalysisKind::Run, "tip");
    assert!(series.points.iter().all(|point| point.error.is_some_and(|error| error < 1e-4)), "{:?}", series.points);
}

/// Keeps the pages that are shown before the results.
#[derive(Default)]
struct Shown(std::sync::Mutex<String>);

impl studies::Listener for Shown {
    fn show(&self, part: &gyrosweep::report::Page) {
        self.0.lock().expect("pages").push_str(&part.markdown());
    }
}

#[test]
fn a_beam_that_is_rolled_up_needs_elements_for_its_turn() {
    // a moment 2 pi EI/L at the tip makes a circle
    let moment = 2.0 * std::f64::consts::PI * EI / LENGTH;
    let text = |elements: usize| {
        let keys = format!("length = {LENGTH:?}\norder = 4\nelements = {elements}\n{SECTION}");
        let load = format!(
            "[[force]]\nname = \"turn\"\nkind = \"torque\"\nbody = \"b.1\"\nframe = \"body\"\ntorque = [0, {:?}, 0]\n",
            -moment
        );
        beam(&keys) + CLAMP + TIP + &load + "[statics]\nload_steps = 12\n"
    };
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = parse(&format!("{}{METHOD}", text(2)));
    let request = studies::statics::Request {
        target: Target::Folder(folder.path().join("out")),
        ..studies::statics::Request::of(scenario)
    };
    let shown = Shown::default();
    studies::run(request, &shown).expect("a study");
    let shown = shown.0.into_inner().expect("pages");
    assert!(shown.contains("of beams help where one bends"), "{shown}");
    let tip = xyz(&equilibrium(&text(4)), "tip");
    assert!(tip.iter().all(|x| x.abs() < 1e-6 * LENGTH), "{tip:?}");
}

/// The outputs of the defaults.
fn outputs(study: &Study) -> Vec<f64> {
    let cpu = CpuBackend::new(Some(1), LaneWidth::One).expect("a thread");
    cpu.run(study, Members::draw(study, 0, 1)).expect("a run").outputs.row(0)
}

#[test]
fn a_finer_run_has_twice_the_elements_and_half_the_step() {
    let text = |elements: usize, step: f64| {
        let keys = format!("length = 0.8\norder = 2\nelements = {elements}\n{SECTION}");
        let method = METHOD.replace("step = 1e-3", &format!("step = {step:?}"));
        beam(&keys) + CLAMP + TIP + &tip_force("[0, 0, 3]") + &method.replace("duration = 1e-3", "duration = 4e-3")
    };
    let coarse = parse(&text(2, 1e-3));
    let finer = coarse.finer_study().expect("a finer study");
    assert_eq!(finer.finer()[0], "half the step and twice the elements of beams");
    let [finer, expected] = [outputs(&finer), outputs(&parse(&text(4, 5e-4)).study)];
    let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&finer), bits(&expected));
}

#[test]
fn frames_stay_where_they_are() {
    // nodes of order 3 lie where no node of half an element does, one of order 2 does
    let there = |frame: &str| format!("[[output]]\nname = \"there\"\nquantity = \"position\"\nbody = \"{frame}\"\n");
    for (order, frame) in [(3, "b.node.1"), (3, "b.node.4"), (2, "b.node.1"), (3, "b.at(0.37)"), (4, "b.at(0.5)")] {
        let places = if frame.contains("0.37") { "places = [0.37]" } else { "" };
        let keys = format!("length = 0.8\norder = {order}\nelements = 3\n{places}\ncurvature = [0, 0, 1]\n{SECTION}");
        let text = beam(&keys) + CLAMP + TIP + &there(frame) + METHOD;
        let given = parse(&text);
        let place = |scenario: &gyrosweep::io::scenario::Scenario| {
            let names: Vec<String> = scenario.study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
            let at = names.iter().position(|name| name == "there.x").expect("a column");
            outputs(&scenario.study)[at..at + 3].to_vec()
        };
        for elements in [Elements::Times(2), Elements::Times(3), Elements::Count(5)] {
            let refined = given.with_elements(elements).unwrap_or_else(|e| panic!("{frame} {elements:?}: {e}"));
            assert!(refined.study.mechanism.beams[0].elements() > 3);
            let [a, b] = [place(&given), place(&refined)];
            assert!(apart(&a, &b) < 1e-9, "{frame} {elements:?}: {a:?} {b:?}");
        }
    }
    let message =
        parse(&(cantilever(4, "") + METHOD)).with_elements(Elements::Times(300)).expect_err("too many").to_string();
    assert!(message.contains("elements: found 600 in place of 2; accepted: at most 499"), "{message}");
}
