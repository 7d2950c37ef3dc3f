//! Recorded starts beside those of the scalar code.

use crate::ensemble::start::CLOSED;
use crate::ensemble::start::member::Member;
use crate::ensemble::{Members, Study};
use crate::io::scenario::{Overrides, Scenario};
use crate::linalg::DVector;
use crate::problem::consistent::Equations;
use std::path::Path;

fn study(name: &str, formulation: &str) -> Study {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name).with_extension("toml");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"rkmk4\"", "\"generalized_alpha\"");
    let set = format!("method.formulation={formulation}").parse().unwrap();
    let overrides = Overrides { set: vec![set], ..Overrides::default() };
    Scenario::parse(&path, &text, overrides).unwrap().study
}

/// Compares numbers to rounding in units of `size` or the largest of them.
fn close(name: &str, a: &[f64], b: &[f64], size: f64) {
    assert_eq!(a.len(), b.len());
    let size = a.iter().fold(size, |size: f64, x| size.max(x.abs()));
    a.iter().zip(b).for_each(|(a, b)| assert!((a - b).abs() < 1e-12 * size, "{name}: {a} {b}"));
}

#[test]
fn recorded_starts_hold_constraints_and_are_those_of_the_scalar_code_there() {
    let names = ["heavy_top_constrained", "slider_crank", "four_bar", "four_bar_spring", "rssr", "bricard", "governor"];
    let names = names.into_iter().chain(["pendulum", "double_four_bar", "andrews", "follower", "four_bar_study"]);
    // unit lengths of Euler parameters are constraints of their own
    let formulations = ["absolute", "absolute_euler_parameters"];
    for (name, formulation) in names.flat_map(|name| formulations.map(|formulation| (name, formulation))) {
        let study = study(&format!("scenarios/{name}"), formulation);
        let (starts, recorded) = (study.starts(), study.recorded_starts().expect(name));
        let members = Members::draw(&study, 0, study.plan().members().min(30) as usize);
        for place in 0..members.count() {
            let mut p = Vec::new();
            study.parameters(&members.row(place), &mut p);
            // the static order is good enough for all of them
            let ([q, v], at) = recorded.of(&starts, (&p, None), true).expect(name);
            let mut all = Equations::new(Member::new((starts.unreduced, &starts.residuals[1]), starts.mechanism, &p));
            assert!(all.constraints(0.0, &q).amax() < CLOSED, "{name}");
            let v_moving = DVector::from_column_slice(&v[..all.velocity_count()]);
            let rates = all.constraint_matrix(0.0, &q) * v_moving + all.constraint_rate(0.0, &q);
            close(name, &vec![0.0; rates.len()], rates.as_slice(), 1.0);
            let missed = starts.unreduced.given_velocities(starts.mechanism, &p, (&q, &v));
            close(name, &vec![0.0; missed.len()], &missed, 1.0);
            let native = starts.at(&p, (&q, &v), true).unwrap();
            // accelerations and their rates are what stiff springs and forces of constraints leave of each other
            let forces = native.multipliers.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
            close(name, &native.rate, &at.rate, forces);
            close(name, &native.multipliers, &at.multipliers, forces);
            let [native, slopes] = [native.slopes.unwrap(), at.slopes.unwrap()];
            close(name, &native.jerk, &slopes.jerk, forces);
            close(name, &native.error, &slopes.error, forces);
            close(name, &native.seen, &slopes.seen, forces);
            let rates = native.multipliers.iter().fold(forces, |most: f64, x| most.max(x.abs()));
            close(name, &native.multipliers, &slopes.multipliers, rates);
        }
    }
}

#[test]
fn members_that_are_given_far_off_are_assembled_by_recorded_functions_as_natively() {
    let study = study("tests/scenarios/wiper_given_far_off", "absolute");
    let (starts, recorded) = (study.starts(), study.recorded_starts().expect("regular equations"));
    let members = Members::draw(&study, 0, 20);
    for place in 0..members.count() {
        let mut p = Vec::new();
        study.parameters(&members.row(place), &mut p);
        let ([q, v], _) = recorded.of(&starts, (&p, None), false).expect("positions");
        let (native, native_v) = starts.positions_and_velocities(&p).unwrap();
        close("positions", &native, &q, 1.0);
        close("velocities", &native_v, &v, 1.0);
    }
}
