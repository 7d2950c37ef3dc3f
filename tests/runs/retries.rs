//! Members that are run again with another method after they failed: `[[retry]]`.

use super::extended::files;
use super::indices::with;
use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Chunk, Outcome};
use gyrosweep::io::table::{Format, read_numbers};

/// A body that turns at w about a tumbling axis.
const TUMBLING: &str = r#"
[parameters]
w = { default = 30.0, unit = "rad/s" }
[[body]]
name = "top"
mass = 2.0
inertia = [0.1, 0.2, 0.3]
initial = { angular_velocity = [0.1, "w", 0.2] }
[[output]]
name = "w"
quantity = "angular_velocity"
body = "top"
[[output]]
name = "turned"
quantity = "angular_velocity"
body = "top"
over = "integral"
[[event]]
name = "flips"
expression = "w.y"
direction = "both"
[sensitivity]
parameters = ["w"]
[sampling]
every = 0.25
[plan.vary]
w = { uniform = [10, 100] }
[plan]
kind = "random"
members = 300
"#;

const EQUAL: &str = "[method]\nintegrator = \"rkmk4\"\nstep = 0.1\nduration = 1.0\n";
const TWICE: &str = "[[retry]]\noutcomes = [\"increment_too_large\"]\nstep = 0.5\n\
                     [[retry]]\noutcomes = [\"increment_too_large\", \"non_finite\"]\nintegrator = \"dopri5\"\ntolerance = 1e-9\n";

/// Results of an attempt are those of a run with its method, whatever computes.
#[test]
fn members_have_the_results_of_the_attempt_that_counts() {
    let methods = [
        EQUAL.to_string(),
        EQUAL.replace("0.1", "0.05"),
        "[method]\nintegrator = \"dopri5\"\ntolerance = 1e-9\nduration = 1.0\n".into(),
    ];
    let alone = methods.map(|method| parse(&(TUMBLING.to_string() + &method)));
    let of_scenario = parse(&(TUMBLING.to_string() + EQUAL + TWICE));
    let backends = f64_backends(&of_scenario);
    for (name, backend) in backends {
        let chunk = run_on(backend.as_ref(), &of_scenario);
        // one lane has equations as they are written; devices are those of the CPU by themselves
        let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
        let each: Vec<_> = alone.iter().map(|scenario| run_on(&cpu, scenario)).collect();
        let mut counts = [0; 3];
        for member in 0..chunk.outcomes.len() {
            let attempt = usize::from(chunk.tries[member]) - 1;
            counts[attempt] += 1;
            assert_eq!(chunk.outcomes[member], Outcome::Completed, "{name}");
            assert!((0..attempt).all(|before| each[before].outcomes[member] == Outcome::IncrementTooLarge), "{name}");
            let own = &each[attempt];
            assert_eq!(chunk.outputs_of(member), own.outputs_of(member), "{name}, {member}");
            assert_eq!((chunk.steps[member], chunk.times[member]), (own.steps[member], own.times[member]));
            let samples = |of: &Chunk| {
                let rows = of.samples.rows.iter().zip(of.samples.values.each_row());
                rows.filter(|((m, _), _)| *m == member).map(|((_, t), v)| (*t, v.to_vec())).collect::<Vec<_>>()
            };
            assert_eq!(samples(&chunk), samples(own), "{name}, {member}");
            let events =
                |of: &Chunk| of.events.iter().filter(|(m, _)| *m == member).map(|(_, e)| e.time).collect::<Vec<_>>();
            assert_eq!(events(&chunk), events(own), "{name}, {member}");
        }
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }
}

/// An oscillator whose members need more steps than they may take, the stiffer the more.
const OSCILLATOR: &str = r#"
[parameters]
k = { default = 100.0, unit = "N/m" }
c = { default = 1.0, unit = "N s/m" }
[[variable]]
name = "x"
initial = 1.0
rate = "v"
[[variable]]
name = "v"
initial = 0.0
rate = "-k*x - c*v"
[[output]]
name = "x"
quantity = "variable"
variable = "x"
[[probability]]
of = "x > 0"
[plan.vary]
k = { uniform = [50, 150] }
c = { uniform = [0.5, 1.5] }
"#;

fn limited(limit: u64, retry: &str) -> String {
    format!(
        "{OSCILLATOR}[method]\nintegrator = \"dopri5\"\ntolerance = 1e-6\nduration = 5.0\nstep_limit = {limit}\n{retry}"
    )
}

const MORE: &str = "[[retry]]\noutcomes = [\"step_limit\"]\nstep_limit = 5000\n";

#[test]
fn indices_with_retries_that_cure_are_those_of_a_run_without_failures() {
    let plan = "kind = \"saltelli\"\nrows = 64";
    let place = place::Place::new(&with(&limited(220, ""), plan));
    place.ran("found", &[]);
    let failed = place.manifest("found").outcomes[&Outcome::StepLimit];
    assert!((10..200).contains(&failed), "{failed}");
    let refused = place.output(&["sensitivity", "found"]);
    let told = [refused.stdout, refused.stderr].concat();
    assert!(String::from_utf8_lossy(&told).contains("step_limit"), "{}", String::from_utf8_lossy(&told));
    std::fs::write(place.path().join("top.toml"), with(&limited(220, MORE), plan)).unwrap();
    let cured = place.indices(&[]);
    let manifest = place.manifest("found");
    assert_eq!((manifest.retries[0].members, manifest.retries[0].members_with_outputs), (failed, failed));
    assert_eq!((manifest.retries[0].method.as_str(), manifest.members_with_outputs), ("step_limit = 5000", 256));
    std::fs::write(place.path().join("top.toml"), with(&limited(5000, ""), plan)).unwrap();
    assert_eq!(cured.indices, place.indices(&[]).indices);
}

/// Tables are the same whatever chunks, threads and shards, and extended from half; statistics and verification count retries.
#[test]
fn tables_with_retries_are_those_of_any_division() {
    let place = place::Place::new(&with(&limited(220, MORE), "kind = \"random\"\nmembers = 2048"));
    place.ran("whole", &["--verify"]);
    let whole = place.manifest("whole");
    let tried = whole.retries[0].members;
    assert!(tried > 100 && whole.verification.as_ref().unwrap().outcome_changes.is_empty(), "{tried}");
    let found: Vec<u64> = read_numbers(&place.path().join("whole/members.parquet"), Format::Parquet, &["attempt"])
        .unwrap()[0]
        .values
        .iter()
        .map(|x| *x as u64)
        .collect();
    assert_eq!(found.iter().filter(|attempt| **attempt == 2).count() as u64, tried);
    assert!(found.iter().all(|attempt| [1, 2].contains(attempt)));
    place.ran("parts", &["--chunk", "33", "--threads", "1"]);
    place.ran("half", &["--members", "1024"]);
    assert!(place.output(&["run", "top.toml", "--out", "half", "--extend", "--backend", "cpu"]).status.success());
    for shard in ["1/3", "2/3", "3/3"] {
        place.ran(&format!("shard{}", &shard[..1]), &["--shard", shard]);
    }
    assert!(place.output(&["merge", "shard1", "shard2", "shard3", "--out", "merged"]).status.success());
    for folder in ["parts", "half", "merged"] {
        assert!(files(&place, folder) == files(&place, "whole"), "{folder}");
        assert_eq!(place.manifest(folder).retries, whole.retries, "{folder}");
    }
    place.ran("statistics", &["--statistics"]);
    let statistics = place.manifest("statistics");
    assert_eq!((&statistics.retries, &statistics.outcomes), (&whole.retries, &whole.outcomes));
    assert_eq!(statistics.outputs[0].count, whole.outputs[0].count);
    // a member alone has the attempt that counts, and its samples
    let member = found.iter().position(|attempt| *attempt == 2).unwrap().to_string();
    place.ran("one", &["--member", &member]);
    assert_eq!(place.manifest("one").retries[0].members, 1);
}

#[test]
fn retries_that_change_nothing_or_are_of_no_failure_are_refused() {
    let retried =
        |retry: &str| refusal(&with(&limited(220, &format!("[[retry]]\n{retry}\n")), "kind = \"random\"\nmembers = 8"));
    for (retry, part) in [
        (
            "outcomes = [\"step_limit\"]",
            "retry[0].outcomes: nothing is other than in [method], so that members would fail again",
        ),
        ("outcomes = [\"step_limit\"]\nstep = 1", "nothing is other than in [method]"),
        (
            "outcomes = [\"step_limit\"]\nintegrator = \"dopri5\"\ntolerance = 0.000001",
            "nothing is other than in [method]",
        ),
        (
            "outcomes = [\"event\"]\nstep = 0.5",
            "found \"event\", but such members have outputs; accepted: some of non_finite",
        ),
        (
            "outcomes = [\"step_limits\"]\nstep = 0.5",
            "there is no outcome \"step_limits\"; did you mean \"step_limit\"?",
        ),
        ("outcomes = []\nstep = 0.5", "retry[0].outcomes: found none"),
        ("step = 0.5", "retry[0].outcomes"),
        ("outcomes = [\"step_limit\"]\nstep = 0", "found 0.0; accepted: a factor of the step above 0"),
        (
            "outcomes = [\"step_limit\"]\nstep = 0.5\ntolerance = 1e-3",
            "found beside a tolerance; accepted: one of them",
        ),
        ("outcomes = [\"step_limit\"]\nduration = 2.0", "retry[0].duration: it is that of all tries"),
        ("outcomes = [\"step_limit\"]\ntolerence = 1e-3", "tolerence"),
        ("outcomes = [\"step_limit\"]\nintegrator = \"rkmk4\"", "\"rkmk4\" has no estimate of its error"),
    ] {
        let error = retried(retry);
        assert!(error.contains(part), "{retry}: {error}");
    }
    let twice = refusal(&with(&limited(170, &MORE.repeat(2)), "kind = \"random\"\nmembers = 8"));
    assert!(twice.contains("retry[1].outcomes: retry[0] is the same, so that members would fail again"), "{twice}");
    let function = "[parameters]\na = 1.0\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a\"\n\
                    [[retry]]\noutcomes = [\"non_finite\"]\nstep = 0.5\n";
    assert!(refusal(function).contains("nothing is integrated, so that nothing can be integrated otherwise"));
}
