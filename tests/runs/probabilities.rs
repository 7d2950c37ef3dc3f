//! Probabilities of conditions: their estimates and intervals, what members without a value change, the same by all ways.

use crate::common::place::Place;
use crate::common::*;
use gyrosweep::ensemble::{Members, Outcome};
use gyrosweep::io::manifest::ProbabilityRecord;
use gyrosweep::sampling::distribution::Distribution;
use gyrosweep::sampling::plan::{ALL, Plan, SampleKind};
use gyrosweep::statistics::Proportion;

/// Tops of which some have no mass, and an event that some do not meet.
const TOP: &str = concat!(
    include_str!("../systems/heavy_top.toml"),
    r#"
[parameters.bound]
default = 12.0
[method]
integrator = "rkmk4"
step = 1e-3
duration = 0.01
[plan]
kind = "random"
members = 300
[plan.vary]
mass = { uniform = [-1, 16] }
spin = { normal = [150, 500] }
[[output]]
name = "com"
quantity = "position"
body = "top"
[[output]]
name = "lowest"
quantity = "potential_energy"
over = "min"
[[event]]
name = "low"
expression = "com.z + 4e-4"
direction = "falling"
[[output]]
name = "when"
quantity = "time_of"
event = "low"
"#
);

const CONDITIONS: &str = r#"
[[probability]]
name = "heavy and low"
of = "mass > bound and com.z < -4.5e-4"
[[probability]]
of = "when >  0.0095"
[[probability]]
name = "deep"
of = "lowest/mass < -4.6e-3 or t < 0.01"
"#;

impl Place {
    /// Runs into a folder, and returns what was printed.
    fn results(&self, out: &str, arguments: &[&str]) -> String {
        let all: Vec<&str> = ["run", "top.toml", "--backend", "cpu", "--format", "csv", "--out", out]
            .into_iter()
            .chain(arguments.iter().copied())
            .collect();
        let output = self.output(&all);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
    fn probabilities(&self, out: &str) -> Vec<ProbabilityRecord> {
        self.manifest(out).probabilities
    }
}

/// Of many plans, as many intervals hold the probability as the binomial distribution says: about 95 %.
#[test]
fn intervals_hold_a_known_probability_in_95_of_100_plans() {
    const MEMBERS: u64 = 200;
    const PLANS: u64 = 2000;
    let random = ALL.iter().find(|info| info.name == "random").unwrap();
    let p = 0.3;
    let holds_p = |having: u64| {
        let [lower, upper] = Proportion { having, of: MEMBERS }.wilson().unwrap();
        (lower..=upper).contains(&p)
    };
    let mut held = 0;
    for seed in 0..PLANS {
        let uniform = Distribution::from_arguments("uniform", &[0.0, 1.0]).unwrap();
        let plan = Plan::sampled(random, vec![("u".into(), uniform)], MEMBERS, seed).unwrap();
        assert_eq!(plan.sample(), SampleKind::Random);
        let mut value = [0.0];
        let below = |k: &u64| {
            plan.fill(*k, &mut value);
            value[0] < p
        };
        held += u64::from(holds_p((0..MEMBERS).filter(below).count() as u64));
    }
    // by the recurrence of binomial probabilities
    let (mut mass, mut expected) = ((1.0 - p).powi(MEMBERS as i32), 0.0);
    for k in 0..=MEMBERS {
        expected += if holds_p(k) { mass } else { 0.0 };
        mass *= (MEMBERS - k) as f64 / (k + 1) as f64 * p / (1.0 - p);
    }
    assert!((expected - 0.95).abs() < 0.005, "{expected}");
    let (found, deviation) = (held as f64 / PLANS as f64, (expected * (1.0 - expected) / PLANS as f64).sqrt());
    assert!((found - expected).abs() < 3.0 * deviation, "{found} of the intervals, expected {expected}");
}

/// What is counted are the rows of the table; members that failed, and such without the time of the event, are left out and
/// bound what could be.
#[test]
fn members_without_a_value_are_left_out_and_bound_the_share() {
    let place = Place::new(&format!("{TOP}{CONDITIONS}"));
    let printed = place.results("out", &[]);
    let (manifest, text) =
        (place.manifest("out"), std::fs::read_to_string(place.path().join("out/members.csv")).unwrap());
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let rows: Vec<_> = lines.collect();
    let names: Vec<&str> = manifest.probabilities.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["heavy and low", "P(when > 0.0095)", "deep"]);
    assert_eq!((rows.len(), manifest.sample), (300, SampleKind::Random));
    let cells = |name: &str| {
        let at = head.iter().position(|column| *column == name).unwrap_or_else(|| panic!("no column {name}"));
        rows.iter().map(move |row| row[at].parse::<f64>().ok()).collect::<Vec<_>>()
    };
    let (mass, z, when, lowest) = (cells("mass"), cells("com.z"), cells("when"), cells("lowest"));
    let failed = z.iter().filter(|z| z.is_none()).count() as u64;
    assert!(failed > 5 && when.iter().filter(|t| t.is_none()).count() as u64 > failed + 5);
    assert_eq!(failed, manifest.outcomes[&Outcome::Invalid]);
    let by_hand: [&dyn Fn(usize) -> Option<bool>; 3] =
        [&|i| Some(z[i]? < -4.5e-4 && mass[i]? > 12.0), &|i| Some(when[i]? > 0.0095), &|i| {
            Some(lowest[i]? / mass[i]? < -4.6e-3)
        }];
    for (record, by_hand) in manifest.probabilities.iter().zip(by_hand) {
        let values: Vec<Option<bool>> = (0..rows.len()).map(by_hand).collect();
        let column: Vec<Option<bool>> = cells(&record.name).into_iter().map(|y| Some(y? == 1.0)).collect();
        for (i, (found, expected)) in column.iter().zip(&values).enumerate() {
            assert_eq!(found, expected, "{} of member {i}: {:?}", record.name, rows[i]);
        }
        let of = values.iter().flatten().count() as u64;
        let having = values.iter().flatten().filter(|holds| **holds).count() as u64;
        assert!(having > 0 && having < of, "{}: {having} of {of}", record.name);
        assert_eq!((record.members, record.holds, record.without_value), (of, having, 300 - of));
        assert_eq!(record.estimate, Some(having as f64 / of as f64));
        let wilson = |having, of| Proportion { having, of }.wilson().unwrap();
        let interval = record.interval.as_ref().unwrap();
        assert_eq!((interval.kind.as_str(), interval.level), ("wilson", 0.95));
        assert_eq!([interval.lower, interval.upper], wilson(having, of));
        let missing = record.missing.as_ref().unwrap();
        assert_eq!((missing.as_no, missing.as_yes), (having as f64 / 300.0, (having + 300 - of) as f64 / 300.0));
        let both = missing.interval.as_ref().unwrap();
        assert_eq!([both.lower, both.upper], [wilson(having, 300)[0], wilson(having + 300 - of, 300)[1]]);
        let words = format!("{having} of {of}");
        let line = printed.lines().find(|line| line.starts_with(&record.name)).unwrap_or_else(|| panic!("{printed}"));
        assert!(line.contains(&record.of) && line.contains(&words), "{line}");
    }
    assert!(printed.contains("95 % interval (Wilson)") && printed.contains("these as no to as yes"), "{printed}");
}

/// Statistics, shards, a run that goes on and plain names tell the same.
#[test]
fn all_ways_to_results_tell_the_same() {
    let place = Place::new(&format!("{TOP}{CONDITIONS}"));
    place.results("whole", &[]);
    let whole = place.probabilities("whole");
    assert_eq!(whole.len(), 3);
    place.results("whole", &["--resume"]);
    assert_eq!(place.probabilities("whole"), whole);
    let printed = place.results("statistics", &["--statistics"]);
    assert!(printed.contains("95 % interval (Wilson)"), "{printed}");
    assert_eq!(place.probabilities("statistics"), whole);
    // in one class of the histogram 0 and 1 are not told apart
    place.results("coarse", &["--statistics", "--histogram", "deep=-1000:1000"]);
    assert_eq!(place.probabilities("coarse"), whole);
    for shard in ["1/2", "2/2"] {
        place.results(&format!("part{}", &shard[..1]), &["--shard", shard]);
    }
    let merged = place.output(&["merge", "part1", "part2", "--out", "merged"]);
    assert!(String::from_utf8_lossy(&merged.stdout).contains("95 % interval (Wilson)"));
    assert_eq!(place.probabilities("merged"), whole);
    let parts = [place.probabilities("part1"), place.probabilities("part2")];
    for (i, whole) in whole.iter().enumerate() {
        assert_eq!(parts[0][i].holds + parts[1][i].holds, whole.holds);
        assert_eq!(parts[0][i].without_value + parts[1][i].without_value, whole.without_value);
    }
    place.results("plain", &["--names", "plain"]);
    assert_eq!(place.probabilities("plain"), whole);
    let text = std::fs::read_to_string(place.path().join("plain/members.csv")).unwrap();
    assert!(text.lines().next().unwrap().contains("heavy_and_low,P_when_0_0095,deep"), "{text}");
    // one member is no sample
    place.results("one", &["--member", "3"]);
    assert_eq!(place.probabilities("one"), []);
}

/// A grid and a table have shares, evenly spread members estimates, both no intervals and no standard errors.
#[test]
fn members_that_are_not_random_have_no_intervals() {
    let grid = "kind = \"grid\"\n[plan.vary]\nmass = { min = 1, max = 16, count = 9 }\n";
    let (head, rest) = TOP.split_once("kind = \"random\"").unwrap();
    let (sampled, outputs) = rest.split_at(rest.find("[[output]]").unwrap());
    for (plan, expected, words) in [
        (grid.to_string(), SampleKind::Listed, "which are no random sample: they have no intervals"),
        (format!("kind = \"sobol\"{sampled}"), SampleKind::EvenlySpread, "spread more evenly than random ones"),
        (format!("kind = \"halton\"{sampled}"), SampleKind::EvenlySpread, "spread more evenly than random ones"),
        (
            format!("kind = \"latin_hypercube\"{sampled}"),
            SampleKind::EvenlySpread,
            "spread more evenly than random ones",
        ),
    ] {
        let place = Place::new(&format!("{head}{plan}{outputs}{CONDITIONS}"));
        let printed = place.results("out", &[]);
        assert!(
            printed.contains(words) && !printed.contains("Wilson)") && !printed.contains("std. error"),
            "{printed}"
        );
        let manifest = place.manifest("out");
        assert_eq!((manifest.sample, manifest.probabilities.len()), (expected, 3));
        for record in manifest.probabilities {
            assert!(record.estimate.is_some() && record.interval.is_none(), "{record:?}");
            assert!(record.missing.is_none_or(|missing| missing.interval.is_none()));
        }
        assert!(manifest.outputs.iter().all(|output| output.standard_error.is_none()));
    }
}

/// The mean of random members has a standard error, s/sqrt(n).
#[test]
fn means_of_random_members_have_standard_errors() {
    let place = Place::new(TOP);
    let printed = place.results("out", &[]);
    assert!(printed.contains("std. error"), "{printed}");
    place.results("statistics", &["--statistics"]);
    let text = std::fs::read_to_string(place.path().join("statistics/statistics.csv")).unwrap();
    let table = place.manifest("statistics").outputs;
    for (found, other) in place.manifest("out").outputs.iter().zip(&table) {
        let (n, std) = (found.count as f64, found.std.unwrap());
        // the standard deviation is that of the population
        let expected = std / (n - 1.0).sqrt();
        let (error, of_statistics) = (found.standard_error.unwrap(), other.standard_error.unwrap());
        assert!((error - expected).abs() < 1e-12 * expected, "{}: {error} {expected}", found.name);
        assert!((of_statistics - expected).abs() < 1e-9 * expected, "{}: {of_statistics} {expected}", found.name);
        let row = text.lines().find(|line| line.starts_with(&format!("{},", found.name))).unwrap();
        assert_eq!(row.split(',').nth(4).unwrap().parse::<f64>().unwrap(), of_statistics);
    }
}

/// Conditions have no derivatives and no samples, and expressions of samples do not see them.
#[test]
fn conditions_have_neither_derivatives_nor_samples() {
    let further = "[sensitivity]\nparameters = [\"mass\"]\n[sampling]\nevery = 0.005\n";
    let study = parse(&format!("{TOP}{CONDITIONS}{further}")).study;
    let columns: Vec<String> = study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
    assert!(columns.contains(&"d(when)/d(mass)".to_string()), "{columns:?}");
    assert!(!columns.iter().any(|name| name.starts_with("d(P(") || name.starts_with("d(deep)")), "{columns:?}");
    let sampled = study.sampled_channels().into_iter().map(|c| columns[c].as_str()).collect::<Vec<_>>();
    assert_eq!(sampled, ["com.x", "com.y", "com.z", "d(com.x)/d(mass)", "d(com.y)/d(mass)", "d(com.z)/d(mass)"]);
    // by the adjoint, a condition is no reason to refuse a terminal event
    let terminal = TOP.replace("direction = \"falling\"\n", "direction = \"falling\"\nterminal = true\n");
    let by_adjoint = "[sensitivity]\nparameters = [\"mass\"]\nmethod = \"adjoint\"\n";
    parse(&format!("{terminal}{CONDITIONS}{by_adjoint}"));
}

/// Lanes, machine code and kernels give the same columns, and devices the same statistics.
#[test]
fn backends_agree() {
    let s = parse(&format!("{TOP}{CONDITIONS}").replace("members = 300", "members = 70"));
    let bits = |values: &[f64]| values.iter().map(|y| y.to_bits()).collect::<Vec<_>>();
    let mut expected = None;
    for (name, backend) in f64_backends(&s) {
        let chunk = backend.run(&s.study, Members::draw(&s.study, 0, 70)).unwrap();
        let deep = chunk.column(&s.study, "deep").unwrap();
        assert!(deep.contains(&0.0) && deep.contains(&1.0) && deep.iter().any(|y| y.is_nan()), "{name}: {deep:?}");
        assert_eq!(
            *expected.get_or_insert_with(|| bits(chunk.outputs.as_slice())),
            bits(chunk.outputs.as_slice()),
            "{name}"
        );
    }
}

#[test]
fn what_is_wrong_is_said_in_words() {
    let with = |section: &str| refusal(&format!("{TOP}{section}"));
    for (section, message) in [
        (
            "[[probability]]\nof = \"wen > 1\"",
            "probability[0].of: \"wen > 1\": unknown name \"wen\"; did you mean \"when\"?",
        ),
        (
            "[[probability]]\nof = \"com.z\"",
            "probability[0].of: \"com.z\" compares nothing; accepted: a comparison by <",
        ),
        ("[[probability]]\nof = 5", "probability[0].of: found the number 5; accepted: a comparison in quotes, as in"),
        (
            "[[probability]]\nof = \"2 > 1\"",
            "probability[0].of: \"2 > 1\" is the same for all members; accepted: a condition",
        ),
        ("[[probability]]\nname = \"a\"", "probability[0].of: this key is needed and missing"),
        (
            "[[probability]]\nfo = \"com.z < 0\"",
            "probability[0].fo: unknown key; did you mean \"of\"? accepted: of, name",
        ),
        ("[[probability]]\nof = \"com.z < 0\"\nlevel = 0.9", "probability[0].level: unknown key"),
        (
            "[[probability]]\nof = \"com.z < 0\"\n[[probability]]\nof = \"com.z  <  0\"",
            "probability[1].name: there is a probability \"P(com.z < 0)\" already; names are unique",
        ),
        (
            "[[probability]]\nname = \"lowest\"\nof = \"com.z < 0\"",
            "probability[0].name: \"lowest\" is another column of the table already; choose another name",
        ),
        ("[[probability]]\nname = \"\"\nof = \"com.z < 0\"", "probability[0].name: the name is empty"),
        ("[[probabilities]]\nof = \"com.z < 0\"", "probabilities: unknown key; did you mean \"probability\"?"),
        ("[probability]\nof = \"com.z < 0\"", "probability: found a table; accepted: tables [[probability]]"),
        (
            "[[output]]\nname = \"p\"\nquantity = \"expression\"\nexpression = \"com.z > 0\"",
            "found \">\"; accepted: one of + - * / ^, or the end",
        ),
    ] {
        let error = with(section);
        assert!(error.contains(message), "{section}: {error}");
    }
    // a comparison of converge needs errors, which a condition has not
    let place = Place::new(&format!("{TOP}{CONDITIONS}"));
    let output = place.output(&["converge", "top.toml", "--output", "deep", "--out", "out"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("no output \"deep\"") && !error.contains("heavy and low"), "{error}");
}
