//! Events: every passage through zero is found, at the right time, on every backend.

use crate::common::*;
use gyrosweep::ensemble::{Chunk, EventRecord, Outcome};
use gyrosweep::io::scenario::Scenario;

/// Over 2 s, with its velocity `v` as output too.
fn top(third: &str, method: &str, events: &str) -> Scenario {
    let velocity = "[[output]]\nname = \"v\"\nquantity = \"velocity\"\nbody = \"top\"\n";
    heavy_top(third, method, 2.0, &format!("{velocity}{events}"))
}

fn event(name: &str, expression: &str, direction: &str, terminal: bool) -> String {
    format!(
        "[[event]]\nname = \"{name}\"\nexpression = \"{expression}\"\ndirection = \"{direction}\"\n\
         terminal = {terminal}\n"
    )
}

fn times(chunk: &Chunk, member: usize, event: usize) -> Vec<f64> {
    let of = |(place, record): &&(usize, EventRecord)| *place == member && record.event == event;
    chunk.events.iter().filter(of).map(|(_, record)| record.time).collect()
}

const METHODS: [&str; 2] = ["integrator = \"dop853\"\ntolerance = 1e-13", "integrator = \"rk67\"\nstep = 1e-4"];

#[test]
fn passages_of_the_height_are_those_of_the_elliptic_functions() {
    // the height itself touches zero at its turning points without passing it; the vertical velocity passes it there
    let golden = golden("heavy_top_events.json");
    for case in golden["cases"].as_array().unwrap() {
        let expected = case["events"].as_object().unwrap();
        let mut events = String::new();
        for name in expected.keys() {
            let expression = match name.strip_prefix("height ") {
                Some(level) => format!("com.z - ({level})"),
                None => "v.z".to_string(),
            };
            events += &event(name, &expression, "both", false);
        }
        for method in METHODS {
            let s = top(case["omega_z"].as_str().unwrap(), method, &events);
            let mut first: Option<Chunk> = None;
            for (backend, b) in f64_backends(&s) {
                let chunk = run_on(b.as_ref(), &s);
                for (k, (name, exact)) in expected.iter().enumerate() {
                    let (found, exact) = (times(&chunk, 0, k), numbers(exact));
                    assert_eq!(found.len(), exact.len(), "{backend}, {name}: {found:?}");
                    for (a, b) in found.iter().zip(&exact) {
                        assert!((a - b).abs() < 1e-10, "{backend}, {name}: {a} {b}");
                    }
                }
                let first = first.get_or_insert_with(|| chunk.clone());
                assert_eq!(first.events, chunk.events, "{backend}");
            }
        }
    }
}

#[test]
fn directions_are_kept_apart_and_outputs_are_those_at_the_event() {
    let mut events = event("up", "com.x", "rising", false);
    events += &event("down", "com.x", "falling", false);
    events += &event("any", "com.x", "both", false);
    events += "[[output]]\nname = \"ups\"\nquantity = \"count_of\"\nevent = \"up\"\n";
    events += "[[output]]\nname = \"first_down\"\nquantity = \"time_of\"\nevent = \"down\"\n";
    let s = top("-4.61538", METHODS[0], &events);
    let plain = run_on(cpu_backends()[0].1.as_ref(), &top("-4.61538", METHODS[0], ""));
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        let [up, down, any] = [0, 1, 2].map(|k| times(&chunk, 0, k));
        assert!(!up.is_empty() && !down.is_empty(), "{name}");
        let mut both: Vec<f64> = up.iter().chain(&down).copied().collect();
        both.sort_by(f64::total_cmp);
        assert_eq!(both, any, "{name}");
        for (_, record) in &chunk.events {
            // x at the event is zero to what the time resolves
            assert!(record.values[0].abs() < 1e-13, "{name}: {:e}", record.values[0]);
        }
        let output = |c: &str| chunk.outputs_of(0).unwrap()[column(&s, c)];
        assert_eq!(output("ups"), up.len() as f64);
        assert_eq!(output("first_down"), down[0]);
        // monitoring changes neither steps nor results
        assert_eq!(chunk.steps, plain.steps, "{name}");
        assert_eq!(vector(&s, &chunk, 0, "com"), vector(&s, &plain, 0, "com"), "{name}");
    }
}

#[test]
fn a_terminal_event_ends_the_run_with_its_outputs() {
    let mut events = event("low", "com.z + 0.5", "falling", true);
    events += &event("later", "com.z + 0.7", "falling", false);
    events += &event("before", "com.z + 0.1", "falling", false);
    events += "[[output]]\nname = \"never\"\nquantity = \"time_of\"\nevent = \"later\"\n";
    for method in METHODS.into_iter().chain(["integrator = \"dop853\"\ntolerance = 1e-3"]) {
        let s = top("-4.61538", method, &events);
        for (name, backend) in f64_backends(&s) {
            let chunk = run_on(backend.as_ref(), &s);
            assert_eq!(chunk.outcomes, [Outcome::Event], "{name}");
            let end = times(&chunk, 0, 0)[0];
            assert_eq!(chunk.times[0], end, "{name}");
            assert!(times(&chunk, 0, 1).is_empty(), "{name}");
            assert_eq!(times(&chunk, 0, 2).len(), 1, "{name}");
            let z = vector(&s, &chunk, 0, "com")[2];
            assert!((z + 0.5).abs() < 1e-13, "{name}: {z}");
            assert!(chunk.outputs_of(0).unwrap()[column(&s, "never")].is_nan(), "{name}");
            if !method.contains("1e-3") {
                assert!((end - 0.19433758876829674).abs() < 1e-10, "{name}: {end}");
            }
        }
    }
}

#[test]
fn many_events_of_many_members_are_all_reported() {
    // more events than a dispatch has room for
    let mut events = event("x", "com.x", "both", false);
    events += &event("y", "com.y", "both", false);
    events += &event("wave", "sin(200*t)", "rising", false);
    events += "[plan]\nkind = \"grid\"\n[plan.vary]\nspin = { min = 140, max = 160, count = 70 }\n";
    events += "[sampling]\nevery = 0.3\n";
    let s = top("-4.61538", "integrator = \"tsit5\"\ntolerance = 1e-7", &events);
    let expected = run_on(cpu_backends()[0].1.as_ref(), &s);
    assert_eq!(expected.outcomes.len(), 70);
    for member in 0..70 {
        // 2 s are 63.66 periods, the first zero being the start itself
        assert_eq!(times(&expected, member, 2).len(), 63);
    }
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        assert_eq!(expected.steps, chunk.steps, "{name}");
        assert_eq!(expected.events, chunk.events, "{name}");
        assert_eq!(expected.samples.values, chunk.samples.values, "{name}");
    }
}

#[test]
fn single_precision_finds_the_same_events() {
    let s = top("-4.61538", "integrator = \"rkmk4\"\nstep = 2e-4", &event("low", "com.z + 0.5", "both", false));
    let Some(backend) = gpu_backend(&s, gyrosweep::num::Precision::Single) else { return };
    let found = times(&run_on(backend.as_ref(), &s), 0, 0);
    let expected = [0.19433758876829674, 0.5508693588484723, 0.9395445363850659, 1.2960763064652414, 1.684751484001835];
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-4, "{a} {b}");
    }
}

#[test]
fn what_is_told_of_events_is_known_at_the_end_only() {
    let mut events = event("low", "com.z + 0.5", "both", false);
    events += "[[output]]\nname = \"n\"\nquantity = \"count_of\"\nevent = \"low\"\n[sampling]\nevery = 0.5\n";
    let s = top("-4.61538", METHODS[0], &events);
    let n = column(&s, "n");
    assert!(!s.study.sampled_channels().contains(&n));
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        assert_eq!(chunk.outputs_of(0).unwrap()[n], 5.0, "{name}");
    }
}

#[test]
fn a_member_that_meets_too_many_events_ends_and_keeps_the_first_ones() {
    let text = |limit: &str| {
        format!(
            "[parameters]\nrate = 40.0\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n[method]\nintegrator = \
             \"rkmk4\"\nstep = 1e-2\nduration = 2\n{limit}\n[[output]]\nname = \"wave\"\nquantity = \"expression\"\nexpression = \
             \"sin(rate*t)\"\n[[output]]\nname = \"other\"\nquantity = \"expression\"\nexpression = \"cos(rate*t)\"\n{}{}\
             [plan]\nkind = \"grid\"\n[plan.vary]\nrate = [2, 40, 3]\n",
            "[[event]]\nname = \"zero\"\nexpression = \"wave\"\ndirection = \"both\"\n",
            "[[event]]\nname = \"peak\"\nexpression = \"other\"\ndirection = \"both\"\n",
        )
    };
    let (all, few) = (parse(&text("")), parse(&text("event_limit = 20")));
    for ((name, backend), (_, other)) in f64_backends(&all).iter().zip(f64_backends(&few)) {
        let (all, few) = (run_on(backend.as_ref(), &all), run_on(other.as_ref(), &few));
        assert_eq!(few.outcomes, [Outcome::Completed, Outcome::EventLimit, Outcome::Completed], "{name}");
        let of = |chunk: &Chunk, member: usize| -> Vec<(usize, f64)> {
            chunk.events.iter().filter(|(m, _)| *m == member).map(|(_, e)| (e.event, e.time)).collect()
        };
        assert!(of(&all, 1).len() > 40, "{name}");
        assert_eq!(of(&few, 1), of(&all, 1)[..20], "{name}");
        assert_eq!([of(&few, 0), of(&few, 2)], [of(&all, 0), of(&all, 2)], "{name}");
        // the end of the step with the event beyond the limit
        let (end, beyond) = (few.times[1], of(&all, 1)[20].1);
        assert!(beyond <= end && end < beyond + 1e-2 + 1e-9, "{name}: {beyond} {end}");
        assert_eq!(few.outputs_of(1), None, "{name}");
    }
    assert!(refusal(&text("event_limit = 0")).contains("found 0; accepted: 1 to 1000000000"));
}

#[test]
fn what_never_passes_is_refused() {
    let refused = |expression: &str| {
        refusal(&format!(
            "[[variable]]\nname = \"x\"\ninitial = 0\nrate = \"1\"\n[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n{}[method]\n\
             integrator = \"rkmk4\"\nstep = 0.1\nduration = 1\n[plan]\nkind = \"one\"\n",
            event("e", expression, "both", false)
        ))
    };
    for expression in ["where(1, 2, -3)", "0"] {
        assert!(refused(expression).contains("no column of an output and no time t is in it"), "{expression}");
    }
    let message = refused("clamp(x, 1, 0.2)");
    assert!(message.contains("found limits of which the lower one is 1.0 and the upper one 0.2"), "{message}");
    assert!(refused("mod(x, 0)").contains("found a remainder of a division by zero"));
}
