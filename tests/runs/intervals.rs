//! Intervals of means, deviations, quantiles and probabilities, of random members and of replicates.

use crate::common::{golden, place::Place};
use gyrosweep::io::manifest::{FigureIntervals, IntervalRecord};
use gyrosweep::statistics::{fewest_for_quantile, quantile_ranks, smallest_sample};

#[test]
fn ranks_and_samples_are_those_of_the_binomial_distribution() {
    let golden = golden("p20_studies.json");
    for case in golden["quantile_intervals"].as_array().unwrap() {
        let (members, share) = (case["members"].as_u64().unwrap(), case["quantile"].as_f64().unwrap());
        let expected = [case["lower_rank"].as_u64(), case["upper_rank"].as_u64()];
        assert_eq!(quantile_ranks(members, share), expected, "{members} members, {share}");
    }
    for case in golden["smallest_samples"].as_array().unwrap() {
        let [share, level] = ["quantile", "level"].map(|key| case[key].as_f64().unwrap());
        let found = smallest_sample(share, level, case["order"].as_u64().unwrap());
        assert_eq!(Some(found), case["members"].as_u64(), "{case}");
    }
    // the interval is there from this number of members on
    for share in [0.05, 0.5, 0.95, 0.999] {
        let fewest = fewest_for_quantile(share);
        assert!(quantile_ranks(fewest, share).iter().all(Option::is_some));
        assert!(quantile_ranks(fewest - 1, share).iter().any(Option::is_none));
    }
}

/// The peak of an oscillator after a step of force, in closed form.
pub(super) const PEAK: &str = r#"
[parameters]
m = 1.0
c = 1.0
k = 100.0
F = 10.0
[[output]]
name = "peak"
quantity = "expression"
expression = "F/k*(1 + exp(-3.141592653589793*(c/(2*sqrt(k*m)))/sqrt(1 - (c/(2*sqrt(k*m)))^2)))"
"#;
/// The distributions of its parameters.
pub(super) const VARY: &str = r#"
[plan.vary]
m = { uniform = [0.8, 1.2] }
c = { uniform = [0.4, 1.6] }
k = { uniform = [80.0, 120.0] }
F = { uniform = [8.0, 12.0] }
"#;
const HIGH: &str = "[[probability]]\nname = \"high\"\nof = \"peak > 0.2437754805947933\"\n";

impl Place {
    /// Runs with these arguments into a folder, and returns what was printed.
    pub(super) fn ran(&self, out: &str, arguments: &[&str]) -> String {
        let all = [&["run", "top.toml", "--backend", "cpu", "--force", "--out", out], arguments].concat();
        let output = self.output(&all);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

fn all(intervals: &FigureIntervals) -> [Option<IntervalRecord>; 5] {
    let FigureIntervals { mean, std, quantile_05, quantile_50, quantile_95, .. } = intervals.clone();
    [mean, std, quantile_05, quantile_50, quantile_95]
}

/// Bounds of quantiles of random members are values of members, at the ranks of the binomial distribution.
#[test]
fn quantiles_of_random_members_lie_between_two_of_them() {
    let text = format!("{PEAK}[plan]\nkind = \"random\"\nmembers = 100\nseed = 4\n{VARY}");
    let place = Place::new(&text);
    let said = place.ran("found", &["--format", "csv"]);
    assert!(said.contains("95 % intervals (Student's t, order statistics)"), "{said}");
    let table = std::fs::read_to_string(place.path().join("found/members.csv")).unwrap();
    let last = |line: &str| line.rsplit(',').next().unwrap().parse::<f64>().unwrap();
    let mut values: Vec<f64> = table.lines().skip(1).map(last).collect();
    values.sort_by(f64::total_cmp);
    let output = &place.manifest("found").outputs[0];
    let [mean, std, quantiles @ ..] = all(output.intervals.as_ref().unwrap());
    for (found, [lower, upper]) in quantiles.into_iter().zip([[1, 11], [40, 61], [90, 100]]) {
        let found = found.unwrap();
        assert_eq!(
            (found.kind.as_str(), found.lower, found.upper),
            ("order_statistics", values[lower - 1], values[upper - 1])
        );
    }
    // t of 99 degrees of freedom, SciPy 1.16
    let (mean, half) = (mean.unwrap(), 1.984_216_951_508_683_1 * output.standard_error.unwrap());
    assert!((mean.upper - output.mean.unwrap() - half).abs() < 1e-9 * half && std.is_none(), "{mean:?}");
    let said = place.ran("few", &["--members", "50"]);
    assert!(said.contains("a bound of 5 % or 95 % on its outer side needs 59 members, one on both sides 72"), "{said}");
    let few = place.manifest("few").outputs[0].intervals.clone().unwrap();
    assert_eq!((few.members_needed, few.quantile_05, few.quantile_95), (Some(72), None, None));
    assert!(few.quantile_50.is_some());
}

/// Of 40 seeds nearly all intervals of 16 replicates hold the figures, which are known; they are the same whether a run goes on
/// from shards or is whole.
#[test]
fn intervals_of_replicates_hold_what_is_estimated() {
    let case = golden("p20_studies.json")["indices"][1].clone();
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let quantiles = ["p05", "p50", "p95"].map(|key| number(&case["quantiles"][key]));
    let exact = [number(&case["mean"]), number(&case["std"]), quantiles[0], quantiles[1], quantiles[2], 0.05];
    let text = format!("{PEAK}{HIGH}[plan]\nkind = \"sobol\"\nmembers = 1024\nreplicates = 16\n{VARY}");
    let place = Place::new(&text);
    let (mut holding, mut widths, mut squares) = ([0; 6], [0.0; 6], [0.0; 6]);
    const SEEDS: usize = 40;
    for seed in 0..SEEDS {
        place.ran("found", &["--seed", &seed.to_string()]);
        let manifest = place.manifest("found");
        let output = &manifest.outputs[0];
        let [mean, std, low, median, high] = all(output.intervals.as_ref().unwrap()).map(Option::unwrap);
        let probability = &manifest.probabilities[0];
        let intervals = [mean, std, low, median, high, probability.interval.clone().unwrap()];
        let values =
            [output.mean, output.std, output.quantile_05, output.quantile_50, output.quantile_95, probability.estimate];
        for (i, interval) in intervals.iter().enumerate() {
            assert!(interval.kind == "student_t" && interval.level == 0.95, "{interval:?}");
            holding[i] += usize::from((interval.lower..=interval.upper).contains(&exact[i]));
            widths[i] += (interval.upper - interval.lower) / 2.0 / SEEDS as f64;
            squares[i] += (values[i].unwrap() - exact[i]).powi(2) / SEEDS as f64;
        }
    }
    // of 95 in 100, with a standard deviation of 1.4 of 40
    assert!(holding.iter().all(|count| *count >= 34), "{holding:?}");
    let ratios: Vec<f64> = widths.iter().zip(&squares).map(|(width, square)| width / square.sqrt()).collect();
    assert!(ratios.iter().all(|ratio| *ratio < 3.0), "{ratios:?}");
    let whole = place.manifest("found");
    for (shard, folder) in [("1/2", "first"), ("2/2", "second")] {
        place.ran(folder, &["--seed", &(SEEDS - 1).to_string(), "--shard", shard]);
    }
    let merged = place.output(&["merge", "first", "second", "--out", "merged"]);
    assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
    assert_eq!(place.manifest("merged").outputs, whole.outputs);
    assert_eq!(place.manifest("merged").probabilities, whole.probabilities);
    // members of one plan tell no interval
    let replaced = text.replace("replicates = 16\n", "");
    std::fs::write(place.path().join("top.toml"), replaced).unwrap();
    place.ran("one", &[]);
    assert_eq!(place.manifest("one").outputs[0].intervals, None);
}

#[test]
fn statistics_keep_no_replicates_apart() {
    let text = format!("{PEAK}[plan]\nkind = \"random\"\nmembers = 3000\n{VARY}");
    let place = Place::new(&text);
    place.ran("members", &[]);
    place.ran("statistics", &["--statistics"]);
    let [kept, classes] = ["members", "statistics"].map(|folder| place.manifest(folder).outputs[0].clone());
    let within = classes.histogram.as_ref().and_then(|h| h.quantile_95_within).unwrap();
    let [kept, classes] = [kept, classes].map(|output| all(&output.intervals.unwrap()).map(Option::into_iter));
    for (kept, classes) in kept.into_iter().flatten().zip(classes.into_iter().flatten()) {
        let far = (kept.lower - classes.lower).abs().max((kept.upper - classes.upper).abs());
        assert!(far < 3.0 * within, "{kept:?} {classes:?}");
    }
    std::fs::write(
        place.path().join("top.toml"),
        text.replace("\"random\"", "\"sobol\"").replace("3000", "3000\nreplicates = 4"),
    )
    .unwrap();
    let output = place.output(&["run", "top.toml", "--backend", "cpu", "--statistics", "--out", "none"]);
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(warning.contains("--statistics keeps neither replicates nor rows apart"), "{warning}");
    assert_eq!(place.manifest("none").outputs[0].intervals, None);
}

/// Where one parameter decides alone, every replicate of evenly spread members has the same share below the median: 1 of exp(a).
#[test]
fn medians_of_replicates_that_lie_evenly_are_within_their_intervals() {
    for (plan, least) in [("kind = \"sobol\"\nmembers = 512", 19), ("kind = \"saltelli\"\nrows = 512", 18)] {
        let mut holds = 0;
        for seed in 0..20 {
            let place = Place::new(&format!(
                "[parameters]\na = 0.5\nb = 0.5\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"exp(a)\"\n\
                 [plan]\n{plan}\nreplicates = 16\nseed = {seed}\n[plan.vary]\na = {{ uniform = [-1, 1] }}\nb = {{ uniform = [0, 1] }}\n"
            ));
            place.ran("found", &[]);
            let [.., median, _] = all(place.manifest("found").outputs[0].intervals.as_ref().unwrap());
            let IntervalRecord { lower, upper, .. } = median.unwrap();
            assert!(upper - lower < 0.3, "{plan}: {lower} to {upper}");
            holds += usize::from((lower..=upper).contains(&1.0));
        }
        assert!(holds >= least, "{plan}: {holds}");
    }
}
