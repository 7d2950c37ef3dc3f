//! `gyrosweep converge`: orders, references, failures, and what is refused.

mod command;

use crate::common::{self, distance, golden, numbers, scenario};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, BackendError, Outcome, Study};
use gyrosweep::gpu::{GpuBackend, GpuOptions};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use gyrosweep::studies::converge::Comparison;
use gyrosweep::studies::converge::{
    At, Budget, Clock, Machine, Need, Reference, Resolution, Series, Source, Sweep, Target, cheapest, halvings,
    measure, read_table,
};
use std::path::Path;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn scalar() -> CpuBackend {
    CpuBackend::new(Some(1), LaneWidth::One).unwrap()
}

fn make(_: &Study) -> Result<Box<dyn Backend>, BackendError> {
    Ok(Box::new(CpuBackend::new(Some(1), LaneWidth::One)?))
}

fn reference_of(target: &Target, steps: &[f64]) -> Reference {
    Reference::compute(target, &scalar(), &Need::of_steps(steps), &|_, _| {}).unwrap()
}

fn sweep(integrators: &[&str], steps: &[f64], tolerances: &[f64]) -> Sweep {
    let mut sweep = Sweep { steps: steps.to_vec(), tolerances: tolerances.to_vec(), ..Sweep::default() };
    sweep.add_integrators(&names(integrators)).unwrap();
    sweep
}

/// Errors without times.
fn series(target: &Target, reference: &Reference, sweep: &Sweep) -> Vec<Series> {
    let machine = Machine { backend: &make, repeats: 0, batch: 1, clock: Clock::Cpu };
    let (candidates, _) = sweep.candidates(target).unwrap();
    candidates.iter().map(|c| measure(target, reference, c, &machine, &Budget::UNLIMITED, |_| {}).unwrap()).collect()
}

fn top() -> Scenario {
    scenario("heavy_top", &[("duration = 0.1", "duration = 0.02"), ("every = 0.01", "every = 0.004")])
}

#[test]
fn orders_are_those_of_the_methods() {
    let s = top();
    let steps = [8e-4, 4e-4, 2e-4, 1e-4];
    for at in [At::End, At::Max] {
        let target = Target::new(&s.study, None, &[], at).unwrap();
        assert_eq!((target.names(), target.unit()), (&names(&["com"])[..], "m"));
        let reference = reference_of(&target, &steps);
        // an estimate that hides the errors, or that is below rounding, is of no use
        assert!((1e-16..1e-12).contains(&reference.error), "{reference:?}");
        for one in series(&target, &reference, &sweep(&["midpoint", "rk33", "rkmk4", "cf4"], &steps, &[])) {
            let order = one.fit.as_ref().unwrap_or_else(|| panic!("{}: {:?}", one.integrator.name, one.points)).slope;
            let name = one.integrator.name;
            assert!((order - one.integrator.order as f64).abs() < 0.2, "{name}, {at:?}: {order}");
            assert_eq!(one.slopes[0], None);
            assert!(one.points.iter().all(|p| p.outcome == Outcome::Completed && p.known && p.seconds.is_none()));
            let finest = &one.points[3];
            assert_eq!((finest.steps, finest.rejected), (200, 0));
            assert_eq!(finest.evaluations, 200 * one.integrator.stage_count() as u64);
        }
    }
}

#[test]
fn the_reference_knows_its_own_error() {
    let s = scenario("heavy_top", &[]);
    let target = Target::new(&s.study, None, &[], At::End).unwrap();
    let reference = reference_of(&target, &[1e-3, 5e-4]);
    let Source::Own(own) = &reference.source else { panic!("{reference:?}") };
    assert!(own.check.as_ref().is_some_and(|check| check.integrator != own.integrator), "{own:?}");
    let data = golden("p02_heavytop.json");
    // the case with the spin of -4.61538 rad/s about z
    let results = data["cases"][1]["results"].as_array().unwrap();
    let exact = numbers(&results.iter().find(|r| r["t"].as_f64() == Some(0.1)).unwrap()["x"]);
    let error = distance(&exact, reference.solution.last());
    // the golden data are rounded to doubles: about 1e-16 m
    assert!(error <= reference.error + 1e-15, "{error:e} of {reference:?}");
}

#[test]
fn what_is_hidden_by_the_reference_is_not_computed_again_and_again() {
    let s = top();
    let target = Target::new(&s.study, None, &[], At::End).unwrap();
    let steps = halvings(1e-4, 9, 4, target.duration());
    assert_eq!((steps.len(), steps[0], steps[10]), (11, 1.28e-2, 1.25e-5));
    let mut reference = reference_of(&target, &steps);
    let mut sweep = sweep(&["rkmk4"], &steps, &[]);
    let all = series(&target, &reference, &sweep);
    assert_eq!(all[0].points.len(), steps.len());
    // a reference whose own error is just below that at 2e-4 s
    reference.error = all[0].points[6].error.unwrap() / 11.0;
    sweep.thrifty = true;
    let some = series(&target, &reference, &sweep);
    let known: Vec<bool> = some[0].points.iter().map(|p| p.known).collect();
    assert_eq!(known, [&[true; 7][..], &[false; 3]].concat());
    assert!(some[0].fit.as_ref().is_some_and(|fit| fit.points.end <= 7));
}

/// Refining ends where the question is answered; extrapolated solutions of order 2 are good for it long before plain ones.
#[test]
fn a_reference_is_as_fine_as_the_question_needs() {
    let s = scenario("four_bar", &[("duration = 2.0", "duration = 0.02")]);
    let target = Target::new(&s.study, None, &[], At::End).unwrap();
    let steps = halvings(2e-3, 0, 5, target.duration());
    let compute = |need: Need<'_>| Reference::compute(&target, &scalar(), &need, &|_, _| {}).unwrap();
    let own = |reference: &Reference| match &reference.source {
        Source::Own(own) => own.clone(),
        other => panic!("{other:?}"),
    };
    let fine = compute(Need::of_steps(&steps));
    assert!(own(&fine).extrapolated && !own(&fine).cut, "{fine:?}");
    // a ten-thousandth of the error at the smallest step
    let at_smallest = |step: f64| {
        let of = &series(&target, &fine, &sweep(&["generalized_alpha"], &[step], &[]))[0];
        of.points[0].error.unwrap()
    };
    assert!(fine.error < 2e-4 * at_smallest(steps[4]), "{fine:?} {}", at_smallest(steps[4]));
    let coarse = compute(Need { error: Some(at_smallest(steps[0])), ..Need::of_steps(&steps) });
    assert!(own(&coarse).step > own(&fine).step && coarse.error <= 1e-4 * at_smallest(steps[0]), "{coarse:?}");
    // what it says of its own error holds
    let distance = target.error(&coarse.solution, &fine.solution).unwrap();
    assert!(distance <= coarse.error, "{distance:e} {coarse:?}");
    // without time there are the two solutions that an error needs
    let hasty = compute(Need { budget: Budget::of_seconds(0.0), ..Need::of_steps(&steps) });
    assert!(own(&hasty).cut && own(&hasty).step == steps[1], "{hasty:?}");
    let distance = target.error(&hasty.solution, &fine.solution).unwrap();
    assert!(distance <= hasty.error, "{distance:e} {hasty:?}");
}

#[test]
fn adaptive_steps_are_compared_by_tolerance() {
    let s = top();
    let target = Target::new(&s.study, None, &names(&["com.x", "com.z"]), At::End).unwrap();
    assert_eq!(target.columns().len(), 2);
    let reference = reference_of(&target, &[]);
    let tolerances = [1e-4, 1e-6, 1e-8];
    let found = series(&target, &reference, &sweep(&["dopri5"], &[1e-3], &tolerances));
    let [fixed, adaptive] = &found[..] else { panic!("{found:?}") };
    assert!(!fixed.adaptive && adaptive.adaptive);
    let points = &adaptive.points;
    assert!(points.windows(2).all(|p| p[1].error < p[0].error && p[1].steps > p[0].steps), "{points:?}");
    assert_eq!(points[2].resolution, Resolution::Tolerance(1e-8));
    assert!((points[2].mean_step() - 0.02 / f64::from(points[2].steps)).abs() < 1e-15);
    let attempts = u64::from(points[2].steps + points[2].rejected);
    assert_eq!(points[2].evaluations, attempts * adaptive.integrator.stage_count() as u64);

    let refused = sweep(&["rkmk4"], &[], &tolerances).candidates(&target).unwrap_err().to_string();
    assert!(refused.contains("rkmk4") && refused.contains("no estimate of its error"), "{refused}");
    // where nothing is named, such methods are left out and said to be
    let (candidates, left_out) = sweep(&[], &[], &tolerances).candidates(&target).unwrap();
    assert!(candidates.iter().all(|c| c.is_adaptive()) && !candidates.is_empty());
    assert!(left_out.iter().any(|l| l.method.starts_with("rkmk4,")));
}

#[test]
fn the_cheapest_reaches_the_error_and_the_own_method_takes_part() {
    let s = top();
    let target = Target::new(&s.study, None, &[], At::End).unwrap();
    let steps = [4e-4, 2e-4];
    let reference = reference_of(&target, &steps);
    let mut candidates = sweep(&["euler", "rk67"], &steps, &[]).candidates(&target).unwrap().0;
    let own = Sweep::include_own(&mut candidates, &target);
    assert_eq!(own, (2, 0));
    assert_eq!(candidates[2].resolutions, [Resolution::Step(1e-4)]);
    assert_eq!(Sweep::include_own(&mut candidates, &target), own);
    let mut known = sweep(&["rkmk4"], &steps, &[]).candidates(&target).unwrap().0;
    assert_eq!(Sweep::include_own(&mut known, &target), (0, 2));

    let machine = Machine { backend: &make, repeats: 0, batch: 1, clock: Clock::Cpu };
    let series: Vec<Series> = candidates
        .iter()
        .map(|c| measure(&target, &reference, c, &machine, &Budget::UNLIMITED, |_| {}).unwrap())
        .collect();
    let error = |(i, j): (usize, usize)| series[i].points[j].error.unwrap();
    let all = |_: &Series| true;
    // every error allows the method with the fewest evaluations
    assert_eq!(cheapest(&series, &reference, 1e9, all), Some((0, 0)));
    let best = cheapest(&series, &reference, error(own), all).unwrap();
    assert!(error(best) <= error(own));
    assert_eq!(cheapest(&series, &reference, error(own), |s| s.integrator.name == "euler"), None);
    let answer = |reference: &Reference, wanted: Option<f64>| {
        let (own, target, series) = (Some(own), &target, &series[..]);
        Comparison { title: "top", target, reference, series, own, fixed: false, wanted, clock: None }.answer()
    };
    let said = answer(&reference, None);
    assert!(said.starts_with("as accurate as the scenario's own rkmk4 at step 1e-4 s (") && !said.contains("below"));
    assert!(said.contains("): rk67, step ") && said.contains("; the scenario's own rkmk4 needs step 1e-4 s"), "{said}");
    let said = answer(&reference, Some(1e-30));
    assert!(said.starts_with("cheapest to 1e-30 m: none of these methods; errors below"), "{said}");
    // a reference that hides the error of the scenario's own method
    let mut coarse = reference.clone();
    coarse.error = error(own);
    let mut hidden = series.clone();
    hidden[own.0].points[own.1].known = false;
    let of_hidden = Comparison {
        title: "top",
        target: &target,
        reference: &coarse,
        series: &hidden,
        own: Some(own),
        fixed: false,
        wanted: None,
        clock: None,
    };
    assert!(of_hidden.answer().contains("(below ") && !of_hidden.answer().contains("none"), "{}", of_hidden.answer());
    // below the error of the reference nothing is claimed
    assert_eq!(cheapest(&series, &reference, 0.5 * reference.error, |s| s.integrator.name == "rk67"), None);
}

#[test]
fn failing_members_are_rows() {
    let s = scenario("heavy_top", &[("duration = 0.1", "duration = 0.05")]);
    let target = Target::new(&s.study, None, &[], At::End).unwrap();
    // 150 rad/s turn by more than half a revolution in 50 ms
    let steps = [0.05, 5e-4, 2.5e-4];
    let reference = reference_of(&target, &steps);
    let found = series(&target, &reference, &sweep(&["rkmk4"], &steps, &[]));
    let failed = &found[0].points[0];
    assert_eq!(failed.outcome, Outcome::IncrementTooLarge);
    assert!(failed.error.is_none() && !failed.known && failed.values.is_empty());
    assert!(found[0].points[1..].iter().all(|p| p.error.is_some()));
    assert_eq!(found[0].slopes[1], None);
    assert!(found[0].slopes[2].is_some());
}

#[test]
fn a_table_is_a_reference_and_says_what_is_wrong_with_it() {
    let s = top();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reference.csv");
    let read = |target: &Target, text: &str| {
        std::fs::write(&file, text).unwrap();
        read_table(&file, target)
    };
    let end = Target::new(&s.study, None, &[], At::End).unwrap();
    let max = Target::new(&s.study, None, &[], At::Max).unwrap();

    let one = read(&end, "com.x,other,com.y,com.z\n 0.5, word,0.25,-0.125\n").unwrap();
    assert_eq!(one.solution.last(), [0.5, 0.25, -0.125]);
    // three digits: half a unit of each is 5e-4
    assert!((one.error - 5e-4 * 3f64.sqrt()).abs() < 1e-12, "{}", one.error);
    assert!(one.knows(0.1) && !one.knows(5e-3));

    let table = "member,time,com.x,com.y,com.z\n0,0,1,2,3\n0,0.004,4,5,6\n0,0.02,7,8,9\n1,0.02,0,0,0\n";
    assert_eq!(read(&end, table).unwrap().solution.last(), [7.0, 8.0, 9.0]);
    let all = read(&max, table).unwrap().solution;
    assert_eq!((all.times.as_slice(), all.row(1)), (&[0.0, 0.004, 0.02][..], &[4.0, 5.0, 6.0][..]));

    for (target, text, reason) in [
        (&end, "com.x,com.y\n1,2\n", "no column `com.z`; found \"com.x,com.y\"; accepted: com.x,com.y,com.z"),
        (&end, "com.x,com.y,com.z\n1,2,three\n", "reference.csv:2: the column `com.z` holds \"three\""),
        (&end, "com.x,com.y,com.z\n1,2,nan\n", "a finite number"),
        (&end, "com.x,com.y,com.z\n1,2\n", "reference.csv"),
        (&end, "com.x,com.y,com.z\n", "has 0 rows"),
        (&end, "com.x,com.y,com.z\n1,2,3\n4,5,6\n", "has 2 rows but no column `time`"),
        (&end, "time,com.x,com.y,com.z\n0.01,1,2,3\n", "the time 0.01 s; needed: the end of the run, 0.02 s"),
        (&end, "time,com.x,com.y,com.z\n0.02,1,2,3\n0.02,1,2,3\n", "rising times"),
        (&max, "com.x,com.y,com.z\n1,2,3\n", "no column `time`; needed: times that are sampled"),
        (&max, "time,com.x,com.y,com.z\n0.001,1,2,3\n", "needed: at least one sampled time, a multiple of 0.004 s"),
    ] {
        let error = read(target, text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let absent = read_table(Path::new("absent.csv"), &end).unwrap_err().to_string();
    assert!(absent.contains("absent.csv: the table cannot be read"), "{absent}");
}

#[test]
fn a_member_of_the_plan_is_compared_with_its_own_parameters() {
    let s = scenario("heavy_top_sweep", &[("members = 16384", "members = 4"), ("duration = 0.1", "duration = 0.01")]);
    let run = |member| {
        let target = Target::new(&s.study, member, &names(&["com"]), At::End).unwrap();
        target.run(target.study(), &scalar(), 2).unwrap().solution.unwrap()
    };
    let drawn = gyrosweep::ensemble::Members::draw(&s.study, 3, 1);
    let chunk = scalar().run(&s.study, drawn).unwrap();
    let at = common::column(&s, "com.x");
    assert_eq!(run(Some(3)).last(), &chunk.outputs_of(0).unwrap()[at..at + 3]);
    assert_ne!(run(Some(3)), run(None));
    let error = Target::new(&s.study, Some(4), &[], At::End).unwrap_err().to_string();
    assert_eq!(error, "there is no member 4; accepted: 0 to 3");
}

#[test]
fn single_precision_on_a_gpu_has_its_own_floor() {
    let s = scenario("heavy_top", &[("duration = 0.1", "duration = 0.02"), ("[sampling]\nevery = 0.01", "")]);
    if common::gpu_backend(&s, Precision::Single).is_none() {
        return;
    }
    let target = Target::new(&s.study, None, &[], At::End).unwrap();
    let steps = [1.6e-3, 2e-4, 1e-4, 5e-5];
    let reference = reference_of(&target, &steps);
    let make = |study: &Study| -> Result<Box<dyn Backend>, BackendError> {
        Ok(Box::new(GpuBackend::new(study, &GpuOptions::new(Precision::Single).or_software())?))
    };
    let machine = Machine { backend: &make, repeats: 1, batch: 64, clock: Clock::Wall };
    let candidates = sweep(&["rkmk4"], &steps, &[]).candidates(&target).unwrap().0;
    let single = measure(&target, &reference, &candidates[0], &machine, &Budget::UNLIMITED, |_| {}).unwrap();
    let double = &series(&target, &reference, &sweep(&["rkmk4"], &steps, &[]))[0];
    let error = |of: &Series, i: usize| of.points[i].error.unwrap();
    // long steps: truncation decides, which both have in common to some digits
    assert!((error(&single, 0) / error(double, 0) - 1.0).abs() < 0.1, "{:?}", single.points);
    // short steps: 24 bits of a position of 1 m are 6e-8 m; truncation is far below
    assert!((1e-9..1e-5).contains(&error(&single, 3)) && error(double, 3) < 1e-10, "{:?}", single.points);
    assert!(single.points.iter().all(|p| p.seconds.is_some_and(|seconds| seconds > 0.0)));
}

#[test]
fn implicit_methods_are_compared_in_all_formulations_and_loops_have_a_reference() {
    let top = Target::new(&scenario("heavy_top", &[]).study, None, &names(&["com"]), At::End).unwrap();
    let steps = [1e-3, 5e-4];
    let reference = reference_of(&top, &steps);
    let formulations = names(&["joint", "euler_parameters_2", "absolute", "absolute_euler_parameters"]);
    let mut tried = sweep(&["generalized_alpha"], &steps, &[]);
    tried.add_formulations(&formulations).unwrap();
    let all = series(&top, &reference, &tried);
    assert_eq!(all.len(), formulations.len());
    for one in &all {
        let order = one.slopes[1].expect("two errors");
        assert!((order - 2.0).abs() < 0.05, "{}: {order}", one.formulation.kind.name);
    }
    // Figure 3: about ten, after the 2.4 turns of 0.1 s already
    let error = |place: usize| all[place].points[1].error.expect("an error");
    assert!((8.0..12.0).contains(&(error(0) / error(1))), "{} {}", error(0), error(1));

    let changed = [("duration = 2.0", "duration = 0.01")];
    let four_bar = Target::new(&scenario("four_bar", &changed).study, None, &[], At::End).unwrap();
    let steps = [5e-3, 2.5e-3];
    let reference = reference_of(&four_bar, &steps);
    let Source::Own(own) = &reference.source else { panic!("{:?}", reference.source) };
    assert_eq!((own.integrator, own.formulation), ("radau2a_3", "absolute"));
    let mut tried = sweep(&["generalized_alpha"], &steps, &[]);
    tried.add_formulations(&names(&["absolute", "absolute_euler_parameters"])).unwrap();
    let all = series(&four_bar, &reference, &tried);
    assert!(all.iter().flat_map(|s| &s.points).all(|p| p.error.is_some()), "{all:?}");
}

#[test]
fn derivatives_are_computed_only_where_they_are_compared() {
    let text = "[[variable]]\nname = \"x\"\ninitial = 1\nrate = \"-k*x\"\n[parameters]\nk = 2.0\n[method]\nintegrator = \"rkmk4\"\nstep = \
                0.1\nduration = 1\n[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n[sensitivity]\nparameters = \"all\"\n";
    let s = common::parse(text);
    let value = Target::new(&s.study, None, &[], At::End).unwrap();
    assert!(value.study().mechanism.sensitivities.is_empty() && value.study().mechanism.columns().len() == 1);
    let slope = Target::new(&s.study, None, &names(&["d(x)/d(k)"]), At::End).unwrap();
    assert_eq!(slope.study().mechanism.sensitivities, [0]);
    let found = |target: &Target| target.run(target.study(), &scalar(), 1).unwrap().solution.unwrap().last()[0];
    assert!((found(&value) - (-2.0f64).exp()).abs() < 1e-4 && (found(&slope) + (-2.0f64).exp()).abs() < 1e-3);
}
