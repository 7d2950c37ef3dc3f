//! Final values: expressions over outputs that have one value per run are made of these values, on every backend.

use crate::common::*;
use gyrosweep::ensemble::{BlockPartial, Chunk, Members, Origins, Outcome, StudyError};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use gyrosweep::statistics::Bins;

/// A swing x = level sin(t) over 5 s, which passes 2.9 on its way where it comes so high, with further tables.
fn swing(further: &str) -> String {
    format!(
        r#"
[parameters]
level = {{ default = 5.0 }}
[[variable]]
name = "x"
initial = 0
rate = "level*cos(t)"
[[output]]
name = "now"
quantity = "variable"
variable = "x"
[[output]]
name = "highest"
quantity = "variable"
variable = "x"
over = "max"
[[event]]
name = "passage"
expression = "now - 2.9"
direction = "both"
[[output]]
name = "last"
quantity = "time_of"
event = "passage"
which = "last"
[[output]]
name = "passages"
quantity = "count_of"
event = "passage"
[method]
integrator = "rkmk4"
step = 0.01
duration = 5
[plan]
kind = "grid"
[plan.vary]
level = {{ min = 1.0, max = 6.0, count = 11 }}
{further}"#
    )
}

fn expression(name: &str, text: &str) -> String {
    format!("[[output]]\nname = \"{name}\"\nquantity = \"expression\"\nexpression = \"{text}\"\n")
}

/// The values of an output, member by member.
fn values(s: &Scenario, chunk: &Chunk, name: &str) -> Vec<f64> {
    let c = column(s, name);
    chunk.outputs.column(c).to_vec()
}

/// Runs on every backend in double precision, whose results must be the same bits.
fn run_everywhere(s: &Scenario) -> Chunk {
    let bits = |chunk: &Chunk| chunk.outputs.as_slice().iter().map(|y| y.to_bits()).collect::<Vec<_>>();
    let mut first: Option<Chunk> = None;
    for (name, backend) in f64_backends(s) {
        let chunk = run_on(backend.as_ref(), s);
        let first = first.get_or_insert_with(|| chunk.clone());
        assert_eq!((bits(first), &first.outcomes), (bits(&chunk), &chunk.outcomes), "{name}");
    }
    first.expect("a backend")
}

#[test]
fn expressions_are_made_of_final_values() {
    let further = [
        expression("exceeds", "step(highest - 3.25)"),
        expression("twice", "2*exceeds + passages"),
        expression("mixed", "highest - now + 10*level + 1000*t"),
        expression("since", "t - last"),
        expression("since_or_all", "where(passages, t - last, t)"),
        expression("the_largest", "step(highest - 3.25)") + "over = \"max\"\n",
        "[sampling]\nevery = 1.0\n".to_string(),
    ]
    .concat();
    let s = parse(&swing(&further));
    let names = s.study.mechanism.columns();
    let sampled: Vec<&str> = s.study.sampled_channels().into_iter().map(|c| names[c].0.as_str()).collect();
    assert_eq!(sampled, ["now"]);
    let chunk = run_everywhere(&s);
    let of = |name: &str| values(&s, &chunk, name);
    assert!(chunk.outcomes.iter().all(|outcome| *outcome == Outcome::Completed));
    let exceeds: Vec<f64> = of("highest").iter().map(|y| f64::from(u8::from(*y >= 3.25))).collect();
    assert_eq!(exceeds.iter().sum::<f64>(), 6.0);
    assert_eq!((of("exceeds"), of("the_largest")), (exceeds.clone(), exceeds.clone()));
    for (i, exceeds) in exceeds.into_iter().enumerate() {
        let [highest, now, passages, last] = ["highest", "now", "passages", "last"].map(|name| of(name)[i]);
        let level = chunk.members.row(i)[0];
        assert_eq!(of("twice")[i], 2.0 * exceeds + passages);
        let mixed = highest - now + 10.0 * level + 5000.0;
        assert!((of("mixed")[i] - mixed).abs() < 1e-11, "{} {mixed}", of("mixed")[i]);
        // where it never comes so high the time is missing, and so is what is made of it
        assert_eq!(last.is_nan(), level < 2.9, "{level}");
        assert_eq!(of("since")[i].to_bits(), (5.0 - last).to_bits());
        assert_eq!(of("since_or_all")[i], if level < 2.9 { 5.0 } else { 5.0 - last });
    }
}

#[test]
fn a_terminal_event_is_the_end() {
    let text = swing(&(expression("end", "t + 0*passages") + &expression("rest", "highest - now")));
    let s = parse(&text.replace("direction = \"both\"", "direction = \"rising\"\nterminal = true"));
    let chunk = run_everywhere(&s);
    for i in 0..11 {
        let ends = chunk.members.row(i)[0] > 2.9;
        assert_eq!(chunk.outcomes[i], if ends { Outcome::Event } else { Outcome::Completed });
        assert_eq!(values(&s, &chunk, "end")[i], chunk.times[i]);
        // it has risen all the way
        assert!(!ends || values(&s, &chunk, "rest")[i].abs() < 1e-12);
    }
}

#[test]
fn components_have_final_values_too() {
    let further = "[[output]]\nname = \"far\"\nquantity = \"position\"\nbody = \"top\"\nover = \"max\"\n".to_string()
        + &expression("range", "far.x - com.x");
    let s = heavy_top("-4.61538", "integrator = \"rkmk4\"\nstep = 1e-3", 0.3, &further);
    let chunk = run_everywhere(&s);
    let [far, com, range] = ["far.x", "com.x", "range"].map(|name| values(&s, &chunk, name)[0]);
    assert!(far > com + 0.01, "{far} {com}");
    assert_eq!(range, far - com);
}

#[test]
fn a_value_that_is_not_finite_is_an_outcome_unless_something_is_missing() {
    let s = parse(&swing(&expression("log", "ln(last)")));
    let chunk = run_everywhere(&s);
    assert!(chunk.outcomes.iter().all(|outcome| *outcome == Outcome::Completed));
    assert_eq!(values(&s, &chunk, "log").iter().filter(|y| y.is_nan()).count(), 4);
    let s = parse(&swing(&expression("root", "sqrt(highest - 3.25)")));
    let chunk = run_everywhere(&s);
    assert_eq!(chunk.outcomes.iter().filter(|outcome| **outcome == Outcome::NonFinite).count(), 5);
}

#[test]
fn statistics_are_those_of_the_members() {
    // without events, so that a device could reduce the rest by itself
    let further = "[[output]]\nname = \"far\"\nquantity = \"position\"\nbody = \"top\"\nover = \"max\"\n".to_string()
        + &expression("range", "far.x - com.x + spin");
    let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nspin = { min = 100.0, max = 150.0, count = 70 }\n";
    let s = heavy_top("-4.61538", "integrator = \"rkmk4\"\nstep = 1e-3", 0.02, &format!("{further}{plan}"));
    let origins = Origins::from(vec![Bins::between(-10.0, 200.0); s.study.channel_count()].as_slice());
    let expected = BlockPartial::of_chunk(&run_everywhere(&s), &origins);
    for (name, backend) in f64_backends(&s) {
        assert_eq!(backend.summarize(&s.study, 0, 70, &origins).unwrap(), expected, "{name}");
    }
    if let Some(gpu) = gpu_backend(&s, Precision::Single) {
        let chunk = gpu.run(&s.study, Members::draw(&s.study, 0, 70)).unwrap();
        let [far, com, range] = ["far.x", "com.x", "range"].map(|name| values(&s, &chunk, name)[3]);
        assert_eq!(range, far - com + chunk.members.row(3)[0], "evaluated in double precision");
    }
}

#[test]
fn what_is_evaluated_on_the_way_cannot_name_a_final_value() {
    let event = |text: &str| format!("[[event]]\nname = \"e\"\nexpression = \"{text}\"\ndirection = \"both\"\n");
    let rate = |text: &str| format!("[[variable]]\nname = \"z\"\ninitial = 0\nrate = \"{text}\"\n");
    let force = |text: &str| {
        let joint = "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n[[joint]]\nname = \"j\"\nkind = \"revolute\"\n\
                     between = [\"ground\", \"b\"]\nat = [0, 0, 0]\naxis = [1, 0, 0]\n";
        format!("{joint}[[force]]\nname = \"f\"\nkind = \"joint_torque\"\njoint = \"j\"\ntorque = \"{text}\"\n")
    };
    let over = |text: &str, word: &str| expression("bad", text) + &format!("over = \"{word}\"\n");
    let cases = [
        (event("highest - 1"), "event[1].expression: \"highest\" is reduced over time (over = \"max\")"),
        (event("now - last"), "event[1].expression: \"last\" tells of an event"),
        (
            expression("above", "highest - 1") + &event("above"),
            "event[1].expression: \"above\" is an expression over final values",
        ),
        (rate("highest"), "variable[1].rate: \"highest\" is reduced over time (over = \"max\")"),
        (over("highest - now", "max"), "output[4].over: found \"max\", but the expression of \"bad\" names an output"),
        (over("highest", "integral"), "output[4].over: found \"integral\", but the expression of \"bad\" names"),
        (over("passages*t", "mean"), "output[4].over: found \"mean\", but the expression of \"bad\" names"),
        (force("2*highest"), "force[0].torque: \"2*highest\": unknown name \"highest\""),
        (force("2*highest"), "(\"highest\" is an output, which cannot be used here)"),
        // what can be used is listed without what cannot
        (event("nwo"), "unknown name \"nwo\"; did you mean \"now\"? parameters: level; variables: t, now"),
    ];
    for (further, expected) in cases {
        let found = refusal(&swing(&further));
        assert!(found.contains(expected), "{found}");
    }
    // the twin that the message asks for
    parse(&swing(&event("now - 1")));
}

#[test]
fn samples_need_a_value_at_an_instant() {
    let text = swing("[sampling]\nevery = 1.0\n");
    let (head, tail) = text.split_once("[[output]]\nname = \"now\"").unwrap();
    let (_, tail) = tail.split_once("[[output]]").unwrap();
    let event = tail.find("[[event]]").unwrap();
    let method = tail.find("[method]").unwrap();
    let text = format!("{head}[[output]]{}{}{}", &tail[..event], expression("rise", "highest"), &tail[method..]);
    assert!(refusal(&text).contains(&StudyError::NothingSampled.to_string()));
}

/// What is read at the end alone has a value there, whatever it is before.
#[test]
fn a_value_at_the_end_may_be_infinite_at_the_start() {
    let text = "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\ninitial = { velocity = [2, 0, 0] }\n[method]\n\
                integrator = \"rkmk4\"\nstep = 0.1\nduration = 1\n[[output]]\nname = \"p\"\nquantity = \"position\"\n\
                body = \"b\"\n[[output]]\nname = \"inverse\"\nquantity = \"expression\"\nexpression = \"1/p.x\"\n";
    let s = parse(text);
    for (name, backend) in f64_backends(&s) {
        let chunk = backend.run(&s.study, Members::draw(&s.study, 0, 1)).expect("a chunk");
        let found = chunk.outputs_of(0).expect("outputs")[column(&s, "inverse")];
        assert!((found - 0.5).abs() < 1e-6, "{name}: {found}");
    }
    let sampled = refusal(&format!("{text}[sampling]\nevery = 0.5\n"));
    assert!(sampled.contains("output[1].expression: the expression is inf at the start"), "{sampled}");
}
